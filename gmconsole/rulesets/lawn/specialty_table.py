"""The table of specialties as content: prices, what each is proposed for, and what bars some uses of it.

Covers the figures of LP-SPC-003 and -006 to -010 and the proposals of LP-SPC-019; the rows are
``content/lawn/specialties.toml``. A specialty that was agreed on has no row: its key is the name agreed on.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

from ...content import table
from ...core.model import Msg, Name, Text
from . import skills

PRICES = (2, 3)
"""The prices there are (LP-SPC-003)."""


class SpecialtyDef(msgspec.Struct, frozen=True, kw_only=True):
    """One row, as the file has it (its header explains the fields)."""

    id: str
    name: Name
    help: Name
    price: Literal[2, 3]
    related: tuple[str, ...] = ()
    passion: bool = True
    direct: bool = True
    any_check: bool = False
    by_gm: bool = False
    before_game: bool = False
    trait_only: bool = False


SPECIALTIES: dict[str, SpecialtyDef] = table("lawn/specialties.toml", "specialty", SpecialtyDef)
NAMES: Mapping[str, Name] = {row.id: row.name for row in SPECIALTIES.values()}
PLAIN = SpecialtyDef(id="", name=Name("", ""), help=Name("", ""), price=3)
"""What holds for a specialty that no table has."""


def row(key: str) -> SpecialtyDef:
    """The row of a specialty, a plain one where it was agreed on."""
    return SPECIALTIES.get(key, PLAIN)


def title(key: str) -> Text:
    """A specialty as a text: its name in the table, a skill it is called after (LP-TRT-116b), the name agreed on."""
    if key in SPECIALTIES:
        return Msg("specialty:" + key)
    return skills.title(key) if skills.known(key) else key


def find(word: str) -> str:
    """The key meant by a word in either language; a word of no table stays as it is."""
    low = word.strip().casefold()
    found = (k for k, n in NAMES.items() if low in (k, n.en.casefold(), n.zh))
    return next(found, word.strip())


def words(key: str) -> frozenset[str]:
    """What the key is called, in small letters: a tag or purpose of that name is meant for it."""
    name = NAMES.get(key)
    return frozenset((key.casefold(), *((name.zh, name.en.casefold()) if name is not None else ())))
