"""The frenzy table as content: every frenzy state with its figures (chapter "Sanity").

Covers the figures of LP-FRZ-001 to -036, -103 and -108; the rows are ``content/lawn/frenzies.toml``. A row that stands
on no face, or one face that several rows stand on, is a fault of the file.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Literal

import msgspec

from ...content import SOUND, table
from ...conversion import nearest, shown
from ...core.model import Msg, Name
from ...core.scenario import Problem
from .tables import STATES

Type = Literal["PHY", "MND", "WIS", "OPR", "FLX", "DSC", "INF"]
Figure = Annotated[int, msgspec.Meta(ge=-9, le=9)]
Count = Annotated[int, msgspec.Meta(ge=0, le=99)]
CUSTOM_DICE = -2


class Drop(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a loss of sanity brings, ``to`` that many points or, at 0, to any number.

    A willpower check with ``faces``, which when failed gives ``state`` or costs ``sanity``; or all items are destroyed.
    """

    to: Count = 0
    faces: Count = 0
    state: str = ""
    sanity: Count = 0
    destroys: bool = False


class FrenzyDef(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One frenzy state (the head of the content file explains the fields)."""

    id: str
    name: Name
    help: Name
    number: Count = 0
    places: Count = 1
    permanent: bool = False
    dice: Mapping[Type, Figure] = {}
    below_max: Mapping[Type, Figure] = {}
    tags: tuple[str, ...] = ()
    where: tuple[str, ...] = ()
    tagged: Figure = 0
    in_crisis: Figure = 0
    failed: str = ""
    drop: Drop | None = None
    sleep: Literal["", "nothing", "not_full"] = ""
    sleepwalks: bool = False
    keeps: bool = False
    eased_by: Literal["", "ritual", "item", "success"] = ""
    eased: Figure = 0
    asks: tuple[Literal["cause", "item"], ...] = ()
    chosen: Figure = 0
    price: Count = 0
    gives: str = ""
    needs: Literal["", "none", "other"] = ""
    brief: bool = False
    sanity: Count = 0
    state: str = ""
    frees: bool = False


def _sound(found: list[tuple[int, FrenzyDef]], problems: list[Problem]) -> None:
    """The faces run from 1 without a gap, and states that rows give are states of the table."""

    def refuse(i: int, field: str, value: object, allowed: Msg) -> None:
        problems.append(
            Problem(path=("frenzy", i, field), message=Msg("not allowed here"), found=shown(value), allowed=allowed)
        )

    def refers(i: int, field: str, word: str, known: Sequence[str]) -> None:
        if word and word not in known:
            refuse(i, field, word, nearest(word, known))

    free = list(range(1, sum(row.number > 0 for _, row in found) + 1))
    for i, row in found:
        if row.number in free:
            free.remove(row.number)
        elif row.number:
            refuse(i, "number", row.number, Msg("each face once, from 1 on"))
        refers(i, "failed", row.failed, tuple(STATES))
        refers(i, "state", row.state, tuple(STATES))
        refers(i, "drop", row.drop.state if row.drop else "", tuple(STATES))


SOUND[FrenzyDef] = _sound
FRENZIES: dict[str, FrenzyDef] = table("lawn/frenzies.toml", "frenzy", FrenzyDef)
BY_NUMBER: Mapping[int, FrenzyDef] = {row.number: row for row in FRENZIES.values() if row.number}
"""The frenzy table: what each face of its die stands for (LP-FRZ-104)."""
LASTING: Mapping[str, Name] = {row.id: row.name for row in FRENZIES.values() if not row.brief}
"""The names of the states that stay."""
MADNESS = next(row.id for row in FRENZIES.values() if row.permanent)


def custom(name: str, tag: str) -> FrenzyDef:
    """A state that the GM made up: two dice less for checks with its tag (LP-FRZ-107)."""
    return FrenzyDef(
        id=name,
        name=Name(name, name),
        help=Name("", ""),
        tags=(tag,) if tag else (),
        tagged=CUSTOM_DICE,
    )
