"""Things that can be carried: the table of the market place, and an item made of a row of it or of the Warden's words.

Chapters "Armour" (CA-ARM-002), "Deprivation and Fatigue" (CA-DEP-008: petty, bulky) and "Magic" (CA-MAG-001, -009,
-012).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated, Literal, TypeAlias

import msgspec

from ...content import SOUND, table
from ...conversion import shown
from ...core.model import Msg, Name
from ...core.scenario import Problem, Word
from .state import ARMOUR_CAP, Attack, Item

Kind: TypeAlias = Literal["weapon", "armour", "shield", "spellbook", "scroll", "relic", "bandages", "gear"]
Few: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=2)]

KINDS: tuple[Kind, ...] = ("weapon", "armour", "shield", "spellbook", "scroll", "relic", "bandages", "gear")
MAGIC = ("spellbook", "scroll", "relic")
READ = ("spellbook", "scroll")
"""What is held in both hands and read aloud (CA-MAG-004; A38)."""

MOST_SLOTS = 20
MOST_USES = 99
HANDS = 2
PETTY, BULKY = 0, 2
DICE = re.compile(r"[dD]?(\d{1,3})(?:\+[dD]?(\d{1,3}))?")


class ItemDef(msgspec.Struct, frozen=True, kw_only=True):
    """One row of the table; the head of the file says what its figures mean."""

    id: Word
    name: Name
    kind: Kind
    slots: Few = 1
    armour: Annotated[int, msgspec.Meta(ge=0, le=ARMOUR_CAP)] = 0
    hands: Few = 0
    dice: tuple[Annotated[int, msgspec.Meta(ge=2, le=100)], ...] = ()
    blast: bool = False
    ranged: bool = False
    uses: Annotated[int, msgspec.Meta(ge=0, le=MOST_USES)] = 0
    note: Name = Name("", "")


def _sound(found: list[tuple[int, ItemDef]], problems: list[Problem]) -> None:
    """A weapon has one die or a pair, and nothing else has any."""
    for i, row in found:
        if len(row.dice) not in ((1, 2) if row.kind == "weapon" else (0,)):
            allowed = Msg("one or two dice for a weapon, none for anything else")
            problems.append(
                Problem(
                    path=("item", i, "dice"),
                    message=Msg("not allowed here"),
                    found=shown(list(row.dice)),
                    allowed=allowed,
                )
            )


SOUND[ItemDef] = _sound
ITEMS: Mapping[str, ItemDef] = table("cairn/items.toml", "item", ItemDef)


def read_dice(text: str) -> tuple[int, ...] | None:
    """The sides of the dice written as ``d8`` or ``d8+d8``; None for what is no such thing."""
    found = DICE.fullmatch(text.strip())
    sides = tuple(int(part) for part in found.groups() if part) if found else ()
    return sides if sides and all(2 <= n <= 100 for n in sides) else None


def of_table(row: ItemDef, chinese: bool) -> Item:
    """An item of the table without an id, called in one language."""
    name, note = (row.name.zh, row.note.zh) if chinese else (row.name.en, row.note.en)
    attack = Attack(name=name, dice=row.dice, blast=row.blast, ranged=row.ranged) if row.dice else None
    return Item(
        id="",
        name=name,
        kind=row.kind,
        slots=row.slots,
        armour=row.armour,
        hands=row.hands,
        attack=attack,
        uses=row.uses,
        uses_max=row.uses,
        note=note,
    )


def of_words(name: str, kind: str) -> Item:
    """An item of the Warden's own without an id: a spellbook takes both hands, a scroll is petty and read once."""
    return Item(
        id="",
        name=name,
        kind=kind,
        slots=PETTY if kind == "scroll" else 1,
        hands=HANDS if kind in READ else 1 if kind in ("weapon", "shield") else 0,
        armour=1 if kind == "shield" else 0,
        uses=1 if kind == "scroll" else 0,
        uses_max=1 if kind == "scroll" else 0,
        spell=name if kind in MAGIC else "",
    )
