"""Cooling: how expended specialties become ready again at session end (chapter "Specialties").

Covers LP-SPC-023 to -027 and LP-SES-004, and where LP-TRT-110d comes in. With several players one die of as many faces
as there are players is thrown for each expended specialty; each result is its own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from ...core.model import Command, Event, Field, Msg, Rejected, Who
from ...core.ruleset import Tx as CoreTx
from . import interval, sheets, specialties, traits
from .specialties import owned
from .specialty_table import title
from .state import LawnState, Person

Tx = CoreTx[LawnState]

STEP = 3
COOLED = "cooled"


class Cool(Command, frozen=True, tag="lawn.cool"):
    """Roll the cooling of somebody's expended specialties, one die each, in the order of the sheet.

    Once at each session end, in its third step.
    """

    who: str


class Cooled(Event, frozen=True, tag="lawn.cooled"):
    """Cooling was rolled: the faces, by the specialties they belong to (LP-SPC-026)."""

    who: str
    sides: int
    specialties: tuple[str, ...]
    faces: tuple[int, ...]


def expended(person: Person) -> tuple[str, ...]:
    """The specialties of somebody that wait for a reset, in the order of the sheet."""
    return tuple(key for key, held in owned(person).items() if held.expended)


def waits(state: LawnState, person: Person) -> bool:
    """Whether somebody's cooling has still to be rolled at this session end."""
    several = state.campaign.step == STEP and sheets.players(state) > 1
    return several and bool(expended(person)) and not interval.done_once(state, COOLED, person.id)


def begin(tx: Tx, who: str) -> None:
    """What happens by itself as the third step begins: all is ready where there is one player, else a trait's point.

    One player: LP-SPC-023. The point of a trait comes before the die and may make it needless (LP-TRT-110d).
    """
    person = tx.state.entities[who]
    if sheets.players(tx.state) <= 1:
        for key in expended(person):
            specialties.reset(tx, who, key)
        return
    bonus = traits.cooling_bonus(person)
    for key in expended(person) if bonus else ():
        _add(tx, who, key, bonus)


def _add(tx: Tx, who: str, key: str, points: int) -> None:
    """Add to a cooling value; a specialty that has cooled is ready and its value gone (LP-SPC-025)."""
    held = owned(tx.state.entities[who])[key]
    value = held.cooling + points
    if value >= sheets.players(tx.state):
        specialties.reset(tx, who, key)
    else:
        specialties.put(tx, who, key, replace(held, cooling=value))


def forecast(state: LawnState, person: Person) -> tuple[Msg, ...]:
    """What each expended specialty needs to be ready, for the task that rolls them."""
    players = sheets.players(state)
    lines: list[Msg] = []
    for key in expended(person):
        fields: dict[str, Field] = {"specialty": title(key), "least": max(1, players - owned(person)[key].cooling)}
        lines.append(Msg("{specialty}: ready from {least}", fields))
    return tuple(lines)


def _cool(c: Cool, tx: Tx) -> Rejected | None:
    person = sheets.character(tx.state, c.who)
    if isinstance(person, Rejected):
        return person
    if not waits(tx.state, person):
        return Rejected("nothing-to-cool", {"who": Who(c.who)})
    keys, sides = expended(person), sheets.players(tx.state)
    faces = tx.roll(len(keys), sides)
    tx.emit(Cooled(who=c.who, sides=sides, specialties=keys, faces=faces))
    for key, face in zip(keys, faces, strict=True):
        _add(tx, c.who, key, face)
    interval.mark_once(tx, COOLED, c.who)
    return None


def _same(state: LawnState, e: Cooled) -> LawnState:
    return state


DECIDE: Mapping[type[Command], Callable[[Any, Tx], Rejected | None]] = {Cool: _cool}
EVOLVE: Mapping[type[Event], Callable[[LawnState, Any], LawnState]] = {Cooled: _same}
