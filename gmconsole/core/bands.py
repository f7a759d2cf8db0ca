"""Distance bands between pairs, kept as one row per person.

A row maps the other's id to the band from here to there. Both rows of a pair agree unless a rulebook has declared
directed bands for it. A flat table of pairs would copy the whole table at each step; a row is a tenth of that.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeAlias

import msgspec

Rows: TypeAlias = Mapping[str, Mapping[str, str]]


class BandChange(msgspec.Struct, frozen=True):
    """One pair's change. ``before`` is empty where the band was unknown; an empty ``after`` forgets the pair.

    ``back`` is the band from b to a where a rulebook has the pair count differently from its two ends.
    """

    a: str
    b: str
    before: str
    after: str
    cause: str = ""
    back: str = ""


def between(rows: Rows, a: str, b: str) -> str | None:
    """The band from a to b, or None where nobody has said yet."""
    return rows.get(a, {}).get(b)


def change(rows: Rows, a: str, b: str, after: str, cause: str = "") -> BandChange:
    """The change that takes the pair to ``after``."""
    return BandChange(a, b, between(rows, a, b) or "", after, cause)


def with_changes(rows: Rows, changes: Iterable[BandChange]) -> Rows:
    """New rows with every change written in both directions, the same band unless the change has two."""
    new: dict[str, Mapping[str, str]] = dict(rows)
    touched: dict[str, dict[str, str]] = {}
    for c in changes:
        for here, there, band in ((c.a, c.b, c.after), (c.b, c.a, c.back or c.after)):
            row = touched.get(here)
            if row is None:
                row = touched[here] = dict(new.get(here, {}))
                new[here] = row
            if c.after:
                row[there] = band
            else:
                row.pop(there, None)
    return new


def missing(rows: Rows, ids: Iterable[str]) -> tuple[tuple[str, str], ...]:
    """The pairs among ids without a band, in the order of ids."""
    listed = tuple(ids)
    out: list[tuple[str, str]] = []
    for i, a in enumerate(listed):
        row = rows.get(a, {})
        out.extend((a, b) for b in listed[i + 1 :] if b not in row)
    return tuple(out)
