"""The table of scars and the parts of the body it names, as content (chapter "Scars").

Nothing else in the book's code names what a scar rolls: CA-SCR-001 to -012 are rows of ``content/cairn/scars.toml``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

import msgspec

from ...content import SOUND, table
from ...conversion import shown
from ...core.model import Msg, Name
from ...core.scenario import Problem
from .state import ATTRIBUTES

ENTRIES = 12
FACES = 6
Count = Annotated[int, msgspec.Meta(ge=0, le=9)]
Entry = Annotated[int, msgspec.Meta(ge=1, le=ENTRIES)]
Sides = Literal[0, 4, 6, 8, 10, 12]


class Place(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A part of the body that a die may name."""

    id: str
    name: Name


class ScarDef(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One entry of the table.

    ``at_once`` is what has to be said or rolled as soon as the scar is there, in order; ``waits`` the event after which
    ``dice`` (so many d6) are rolled against ``value``: the maximum HP, an attribute's maximum, or the current value of
    the attribute that ``places`` named. ``how`` says whether a ``higher`` total becomes the value, or the total is
    added, or becomes the value whatever it is. ``gain`` is the die that a passed WIL save adds to that maximum.
    ``state`` shows on the card while the scar is open, or until it is cured where it ``lasts``.
    """

    id: str
    entry: Entry
    name: Name
    help: Name = Name("", "")
    state: Name = Name("", "")
    at_once: tuple[Literal["text", "place", "save", "roll"], ...] = ()
    waits: Literal["", "rest", "mended", "recovered", "next_save"] = ""
    places: tuple[str, ...] = ()
    dice: Count = 0
    value: Literal["", "hp_max", "place", "STR", "DEX", "WIL"] = ""
    how: Literal["higher", "add", "become"] = "higher"
    gain: Sides = 0
    lasts: bool = False


def _sound(found: list[tuple[int, ScarDef]], problems: list[Problem]) -> None:
    """Every entry stands there once, and every face of a die of places names one."""
    seen: dict[int, int] = {}

    def refuse(i: int, field: tuple[str | int, ...], value: object, allowed: Msg) -> None:
        problems.append(
            Problem(path=("scar", i, *field), message=Msg("not allowed here"), found=shown(value), allowed=allowed)
        )

    for i, row in found:
        if seen.setdefault(row.entry, i) != i:
            refuse(i, ("entry",), row.entry, Msg("an entry of its own"))
        if row.places and len(row.places) != FACES:
            refuse(i, ("places",), list(row.places), Msg("a list of {count}", {"count": FACES}))
        for n, place in enumerate(row.places):
            if place not in (*PLACES, *ATTRIBUTES):
                refuse(i, ("places", n), place, Msg("one of {words}", {"words": ", ".join((*PLACES, *ATTRIBUTES))}))


SOUND[ScarDef] = _sound
PLACES: Mapping[str, Place] = table("cairn/scars.toml", "place", Place)
SCARS: Mapping[int, ScarDef] = {row.entry: row for row in table("cairn/scars.toml", "scar", ScarDef).values()}
"""The table by entry."""

IDS: Mapping[str, int] = {row.id: row.entry for row in SCARS.values()}
"""The entry of each scar by its id."""
