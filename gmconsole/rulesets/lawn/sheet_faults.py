"""What no play leads to on a sheet: positions, abilities, counters and faces that a hand has written wrongly.

Party files and saves are both read by it. Budgets of creation are ``creation_steps``', frenzy states ``frenzy``'s.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...conversion import nearest, shown
from ...core.integrity import figure
from ...core.model import Field, Msg
from ...core.scenario import Path, Problem
from . import alterations, focus, injuries, sheets, weapons
from .emergence import EMERGENCE
from .sheets import sheet_of
from .skill_words import KEPT_NAMES
from .specialty_table import PRICES
from .state import Person
from .teamwork import TEAMWORK
from .trait_table import ABILITIES, FIRST, TRAITS
from .trait_words import COUNTER_NAMES

PLACES = (*focus.POSITIONS, focus.UNPLACED)
BESIDE = ("stored", "spent")
"""What of it lies beside the sheet, with the person."""
LOWEST_COUNTER = -99
HIGHEST_FACE = 99


def problems(person: Person) -> Iterator[Problem]:
    """Everything wrong with somebody's sheet, by its path from the sheet; ``stored`` and ``spent`` are the person's."""
    sheet = sheet_of(person)
    for where, count in sheet.tokens.items():
        if where not in PLACES:
            yield _no(("tokens", where), where, nearest(where, PLACES))
        elif not 0 < count <= sheets.MOST:
            yield figure(("tokens", where), count, 1, sheets.MOST)
    for where, count in sheet.locked.items():
        if not 0 < count <= sheet.tokens.get(where, 0):
            yield figure(("locked", where), count, 1, sheet.tokens.get(where, 0))
    for ability, count in sheet.used.items():
        uses = ABILITIES[ability].uses if ability in ABILITIES else 1
        if ability not in ABILITIES and ability != EMERGENCE:
            yield _no(("used", ability), ability, nearest(ability, (*ABILITIES, EMERGENCE)))
        elif not 0 < count <= uses:
            yield figure(("used", ability), count, 1, uses)
    for counter, value in sheet.counters.items():
        if counter not in COUNTER_NAMES:
            yield _no(("counters", counter), counter, nearest(counter, tuple(COUNTER_NAMES)))
        elif not LOWEST_COUNTER <= value <= sheets.MOST:
            yield figure(("counters", counter), value, LOWEST_COUNTER, sheets.MOST)
    lendable = tuple(trait.id for trait in FIRST.values())
    if sheet.borrowed and sheet.borrowed not in lendable:
        allowed = Msg("a trait of the first table") if sheet.borrowed in TRAITS else nearest(sheet.borrowed, lendable)
        yield _no(("borrowed",), sheet.borrowed, allowed)
    yield from _specialties(person)
    for i, kept in enumerate(sheet.kept):
        if kept.what not in KEPT_NAMES:
            yield _no(("kept", i, "what"), kept.what, nearest(kept.what, tuple(KEPT_NAMES)))
    for i, remark in enumerate(sheet.history):
        if remark.session < 0:
            yield figure(("history", i, "session"), remark.session, 0)
    yield from _person(person)


def _specialties(person: Person) -> Iterator[Problem]:
    """Passions and links are of specialties that are owned; one that is ready has no cooling, and there are two prices
    (LP-SPC-003, -025)."""
    sheet = sheet_of(person)
    own = tuple(sheet.specialties)
    for key, held in sheet.specialties.items():
        if held.price not in PRICES:
            low, high = min(PRICES), max(PRICES)
            yield _no(("specialties", key, "price"), held.price, Msg("{low} or {high}", {"low": low, "high": high}))
        if held.cooling and not held.expended:
            yield _no(("specialties", key, "cooling"), held.cooling, Msg("expended = true as well"))
    for i, passion in enumerate(sheet.passions):
        if passion in sheet.passions[:i]:
            yield _no(("passions", i), passion, Msg("each specialty once"))
    for i, link in enumerate(sheet.links):
        for end, key in (("a", link.a), ("b", link.b)):
            if key not in own:
                yield _no(("links", i, end), key, nearest(key, own))
        if link.a == link.b:
            yield _no(("links", i, "b"), link.b, Msg("another specialty"))


def _person(person: Person) -> Iterator[Problem]:
    """What lies beside the sheet: the store and what was used up of Teamwork and items."""
    if len(person.stored) > alterations.MOST_STORED:
        yield _no(("stored",), len(person.stored), Msg("at most {most}", {"most": alterations.MOST_STORED}))
    for i, face in enumerate(person.stored):
        if not 0 <= face <= HIGHEST_FACE:
            yield figure(("stored", i), face, 0, HIGHEST_FACE)
    for i, item in enumerate(person.spent):
        if item in person.spent[:i]:
            yield _no(("spent", i), item, Msg("each of them once"))
        elif item != TEAMWORK and not weapons.known(item):
            yield _no(("spent", i), item, nearest(item, (TEAMWORK, *weapons.WEAPONS)))


def states(person: Person) -> Iterator[Problem]:
    """States that nobody brings to the table: the dead stay behind, and so many minor states are a severe one.

    Those of a treated severe state are tended and come on top (LP-INJ-005, LP-AID-022). Only for party files: what lies
    in a save has come about in play.
    """
    most = injuries.limit(person) - 1
    minor = 0
    for i, injury in enumerate(person.states):
        row = injuries.definition(injury.id)
        minor += row.kind == "minor" and not injury.tended
        if injuries.form(injury).stops == "dead":
            yield _no(("states", i), injury.id, Msg("a state of somebody who lives"))
        elif row.kind == "minor" and not injury.tended and minor > most:
            fields: dict[str, Field] = {"most": most, "state": injuries.definition(row.worsens_to).name}
            yield _no(("states", i), injury.id, Msg("at most {most} minor states; one more makes them {state}", fields))
            return


def _no(place: Path, found: object, allowed: Msg) -> Problem:
    return Problem(path=place, message=Msg("not allowed here"), found=shown(found), allowed=allowed)
