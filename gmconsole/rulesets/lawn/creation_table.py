"""What a new character is made of: the book's figures, and what the choices come to.

Covers the sums of LP-CHR-002, -008, LP-ATT-009 to -013, LP-POT-002 to -005, LP-SPC-002, -005, LP-SKL-004, -007, -013
and LP-ITM-002. The figures are content (``content/lawn/creation.toml``); a campaign's own take their place. All of this
is arithmetic on a sheet: nothing is written here.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

import msgspec

from ...content import table
from ...core.integrity import figure as figure_out
from ...core.integrity import words
from ...core.model import Name
from ...core.scenario import Problem
from . import skills
from .character import Sheet
from .sheets import sheet_of
from .state import ATTRIBUTES, Person
from .trait_table import TRAITS

Count = Annotated[int, msgspec.Meta(ge=0, le=999)]

ANY, MINOR, SECOND, BOTH = "any", "minor", "second", "both"
"""The slots of skills: for any skill, for a minor one, and for a second language in place of the XP that make up for
none, or beside them by the GM's word (LP-SKL-003, -014)."""
MORE_XP, MORE_POTENTIAL = "more_xp", "more_potential"
XP_CHOICES = (MORE_XP, MORE_POTENTIAL)
CONVERTED = (1, 2)
"""The faces that may be given up for as many attribute points (LP-POT-004)."""
LOWEST = -2
"""What an attribute may fall to where a trait takes points away (LP-TRT-113b)."""
MINOR_IN_ANY = 2
SLOT_PRICE = 2
ENGLISH = "english"
ENGLISH_BONUS = 1


class Figure(msgspec.Struct, frozen=True, kw_only=True):
    """One row: a figure of creation, with the bounds of what a campaign may make of it."""

    id: str
    name: Name
    value: Count
    low: Count = 0
    high: Count


class Thing(msgspec.Struct, frozen=True, kw_only=True):
    """One row: something carried as a matter of course (LP-ITM-007)."""

    id: str
    name: Name


FIGURES: dict[str, Figure] = table("lawn/creation.toml", "figure", Figure)
EVERYDAY: dict[str, Thing] = table("lawn/creation.toml", "everyday", Thing)
"""What everybody carries as a matter of course."""


class Sums(msgspec.Struct, frozen=True, kw_only=True):
    """What the choices of a creation come to, before anything is spent and beside what the trait brings."""

    potential: int
    xp: int


def figure(sheet: Sheet, key: str) -> int:
    """A figure of creation for that sheet: the campaign's own, or the book's (LP-CHR-002)."""
    return sheet.overrides.get(key, FIGURES[key].value)


def potential_dice(sheet: Sheet) -> int:
    """The dice rolled for starting potential (LP-POT-002, LP-TRT-113c, -114b)."""
    trait = TRAITS.get(sheet.trait)
    usual = figure(sheet, "potential_dice")
    return usual if trait is None else max(usual, trait.potential_dice)


def sanity(sheet: Sheet) -> tuple[int, int]:
    """Sanity and its maximum as a game begins: the figure, where the trait brings no others (LP-SAN-001)."""
    trait, full = TRAITS.get(sheet.trait), figure(sheet, "sanity")
    return (full, full) if trait is None else (trait.sanity or full, trait.sanity_max or full)


def lost_points(sheet: Sheet) -> int:
    """The attribute points that the trait takes away (LP-TRT-113b)."""
    trait = TRAITS.get(sheet.trait)
    return 0 if trait is None else trait.lost_points


def rolled_potential(sheet: Sheet) -> int:
    """The roll that lies there, less one for each reroll, at least 0 (LP-POT-003, Q-POT-02)."""
    return max(0, sum(sheet.creation.rolled) - sheet.creation.rerolls)


def convertible(sheet: Sheet) -> tuple[int, ...]:
    """The points that may be given up for attribute points now (LP-POT-004, -005)."""
    made = sheet.creation
    if not made.accepted or made.converted:
        return ()
    return tuple(n for n in CONVERTED if n in made.rolled and n <= rolled_potential(sheet))


def attribute_points(sheet: Sheet) -> int:
    """The points to distribute over the attributes (LP-ATT-009, -013)."""
    return figure(sheet, "attribute_points") + sheet.creation.converted


def attributes(sheet: Sheet) -> dict[str, int]:
    """The attributes as points and losses make them, in the book's order, without those at 0."""
    made = sheet.creation
    values = {a: made.points.get(a, 0) - made.lost.get(a, 0) for a in ATTRIBUTES}
    return {a: v for a, v in values.items() if v}


def slots(sheet: Sheet) -> dict[str, int]:
    """How many skills go into which kind of slot (LP-SKL-003, -007, LP-TRT-116)."""
    trait = TRAITS.get(sheet.trait)
    return {ANY: 1, MINOR: 1 + sheet.creation.extra_slots + (trait.minor_slots if trait is not None else 0)}


def is_minor(skill: str) -> bool:
    """Whether a skill of the table fits the minor slot: marked minor, or mastered by everybody (LP-SKL-009)."""
    row = skills.base(skill)
    return row in skills.AUTOMATIC or (row in skills.SKILLS and skills.SKILLS[row].minor)


def language(word: str) -> str:
    """The language meant by a word in either tongue, by its id; the word itself where no table has it."""
    low = word.strip().casefold()
    found = (k for k, row in skills.LANGUAGES.items() if low in (k, row.name.zh, row.name.en.casefold()))
    return next(found, word.strip())


def custom_items(sheet: Sheet) -> int:
    """The items that count against the eight (LP-ITM-001, -007)."""
    return sum(item.custom for item in sheet.belongings)


def potential_for_items(sheet: Sheet) -> int:
    """Potential for items not taken, once that is said to be all (LP-ITM-002)."""
    if "items" not in sheet.creation.done:
        return 0
    return max(0, figure(sheet, "items") - custom_items(sheet)) // 2


def xp_from_skills(sheet: Sheet) -> int:
    """XP for a minor skill in the slot for any, less what minor slots cost (LP-SKL-004, -007; once, Q-SKL-03)."""
    generous = any(slot == ANY and fits_minor(sheet, skill) for skill, slot in sheet.skill_slots.items())
    return MINOR_IN_ANY * generous - SLOT_PRICE * sheet.creation.extra_slots


def fits_minor(sheet: Sheet, skill: str) -> bool:
    """Whether a skill on that sheet is a minor one; what was agreed on is minor where the GM said so."""
    return is_minor(skill) or skill in sheet.creation.agreed


def xp_for_language(sheet: Sheet, common: str = "") -> int:
    """The compensation of those who master no second language (LP-SKL-013, -014).

    ``common`` is the common foreign language, English where the campaign says nothing (Q-SKL-02).
    """
    if not sheet.language or language(sheet.language) != (language(common) if common else ENGLISH):
        return 0
    return 0 if SECOND in sheet.skill_slots.values() else ENGLISH_BONUS


def sums(sheet: Sheet, common: str = "") -> Sums:
    """What all choices so far come to; nothing counts before it was chosen."""
    made = sheet.creation
    xp = xp_from_skills(sheet) + xp_for_language(sheet, common)
    potential = rolled_potential(sheet) - made.converted if made.accepted else 0
    if made.xp == MORE_XP:
        xp += figure(sheet, "xp")
    elif made.xp == MORE_POTENTIAL:
        xp += figure(sheet, "less_xp")
        potential += figure(sheet, "more_potential")
    return Sums(potential=potential + potential_for_items(sheet), xp=xp)


def hand_problems(person: Person) -> Iterator[Problem]:
    """What a hand must not have written into a sheet, by its path from the person."""
    sheet = sheet_of(person)
    yield from words(("sheet", "creation", "xp"), (sheet.creation.xp,), ("", *XP_CHOICES))
    for skill, slot in sheet.skill_slots.items():
        yield from words(("sheet", "skill_slots", skill), (slot,), (ANY, MINOR, SECOND, BOTH))
    for key, value in sheet.overrides.items():
        yield from words(("sheet", "overrides"), (key,), tuple(FIGURES))
        row = FIGURES.get(key)
        if row is not None and not row.low <= value <= row.high:
            yield figure_out(("sheet", "overrides", key), value, row.low, row.high)


def is_new(person: Person) -> bool:
    """Whether the person is still being made."""
    return sheet_of(person).creation.open
