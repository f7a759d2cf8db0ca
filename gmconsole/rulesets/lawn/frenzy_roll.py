"""The roll on the frenzy table: owed until it is made, with entries of its own, and what a number brings (chapter
"Sanity").

Covers LP-FRZ-032 to -036, -102 and -104 to -107. An entry that does not count leaves the roll owed
(``Sheet.frenzy_rolls``), so that each throw is a command of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from ...core.messages import N_
from ...core.model import Command, Event, Msg, Question, Rejected, Who
from ...core.phases import Task
from ...core.ruleset import Tx as CoreTx
from . import injuries, life, questions, sheets
from .character import Frenzy, FrenzyEntry, FrenzyRoll
from .frenzy import find, gain, is_full, name_of, offer_loss, row_of
from .frenzy_table import BY_NUMBER, FRENZIES, MADNESS, FrenzyDef
from .sheets import sheet_of
from .state import LawnState, Person

Tx = CoreTx[LawnState]

MOST_EXTRA = 20
MOST_NAME = 40

questions.WORDING["shock_wound"] = N_(
    "{who} is badly hurt already, one more minor state is fatal: {value} from the fall?"
)


class RollFrenzy(Command, frozen=True, tag="lawn.frenzy-roll"):
    """Roll on the frenzy table, once; an entry that does not count leaves the roll owed (LP-FRZ-104 to -106)."""

    who: str


class AddEntry(Command, frozen=True, tag="lawn.frenzy-entry"):
    """Add a frenzy state tied to the event to the end of the table for the roll that is owed (LP-FRZ-107).

    ``frenzy`` is a state that is not on the table, or a name for one; the latter costs two dice of checks with its
    ``tag``. 0 ``numbers`` take the entry off again.
    """

    who: str
    frenzy: str
    numbers: int = 1
    tag: str = ""


class FrenzyRolled(Event, frozen=True, tag="lawn.frenzy-rolled"):
    """A number of the frenzy table came up; ``kept`` is False where it has to be rolled again."""

    who: str
    number: int
    sides: int
    frenzy: str
    kept: bool


# Reading -------------------------------------------------------------------------------------------------------------


def owed(person: Person) -> FrenzyRoll | None:
    """The roll on the frenzy table that comes next, if one is owed."""
    rolls = sheet_of(person).frenzy_rolls
    return rolls[0] if rolls and not injuries.is_dead(person) else None


def sides(roll: FrenzyRoll) -> int:
    """The faces of its die: the entries of the table and those added (LP-FRZ-104, -107)."""
    return len(BY_NUMBER) + sum(entry.numbers for entry in roll.custom)


def entry(roll: FrenzyRoll, number: int) -> Frenzy:
    """What that number stands for."""
    if number in BY_NUMBER:
        return Frenzy(id=BY_NUMBER[number].id)
    left = number - len(BY_NUMBER)
    for added in roll.custom:
        if left <= added.numbers:
            return Frenzy(id=added.name, words={"tag": added.tag} if added.tag else {})
        left -= added.numbers
    raise ValueError(f"no entry has the number {number}")


def counts(person: Person, frenzy: Frenzy) -> bool:
    """Whether the entry is taken, not rolled again: its condition holds and it is not there yet (LP-FRZ-105, -106)."""
    row = row_of(frenzy)
    others = bool(sheet_of(person).frenzies)
    if row.needs and (row.needs == "other") != others:
        return False
    return row.brief or find(person, frenzy.id) is None


def tasks(state: LawnState) -> tuple[Task, ...]:
    """The rolls on the frenzy table still owed."""
    found = []
    for person in state.entities.values():
        roll = owed(person) if person.presence != "removed" and person.sheet is not None else None
        if roll is not None:
            fields: dict[str, Any] = {"who": Who(person.id), "sides": sides(roll)}
            found.append(
                Task(
                    kind="frenzy",
                    who=person.id,
                    what=Msg("{who} rolls on the frenzy table, D{sides}", fields),
                    command=RollFrenzy(who=person.id),
                    detail=tuple(_entries(roll)),
                    form=f"frenzyroll {person.id}",
                )
            )
    return tuple(found)


def _entries(roll: FrenzyRoll) -> Iterator[Msg]:
    first = len(BY_NUMBER) + 1
    for added in roll.custom:
        last = first + added.numbers - 1
        yield Msg("{first} to {last}: {frenzy}", {"first": first, "last": last, "frenzy": name_of(added.name)})
        first = last + 1


# What a number brings ------------------------------------------------------------------------------------------------


def owe(tx: Tx, who: str, cause: str = "") -> None:
    """Let somebody gain a frenzy state: the roll is owed from now on, or, as the third one, it is madness at once."""
    person = tx.state.entities[who]
    rolls = (*sheet_of(person).frenzy_rolls, FrenzyRoll(cause=cause))
    if is_full(person):
        _third(tx, who, rolls)
    else:
        sheets.change(tx, who, frenzy_rolls=rolls)


def follows(person: Person) -> bool:
    """Whether somebody's next frenzy brings anything: whoever is mad with both places taken gains none."""
    return not (is_full(person) and find(person, MADNESS))


def _third(tx: Tx, who: str, rolls: tuple[FrenzyRoll, ...]) -> None:
    """With both places taken every roll owed is madness instead (LP-FRZ-102): none is owed any more, nor said to be."""
    if rolls and is_full(tx.state.entities[who]):
        sheets.change(tx, who, frenzy_rolls=())
        gain(tx, who, MADNESS, cause=rolls[0].cause)


def _bring(tx: Tx, who: str, frenzy: Frenzy, roll: FrenzyRoll) -> None:
    """The entry takes effect; a brief one is over with it (LP-FRZ-032 to -036, -112)."""
    row = row_of(frenzy)
    if not row.brief:
        gain(tx, who, frenzy.id, cause=roll.cause, words=frenzy.words)
        return
    person = tx.state.entities[who]
    points = min(row.sanity, person.sanity - 1)
    if points > 0:
        life.lose_sanity(tx, who, points, row.id)
    if row.state:
        _wound(tx, person, row)
    if row.frees:
        offer_loss(tx, who, row.id)


def _wound(tx: Tx, person: Person, row: FrenzyDef) -> None:
    """The state of the fall; where it would be fatal the GM is warned first (LP-FRZ-034)."""
    if any(injuries.definition(i.id).kind == "severe" for i in person.states):
        questions.ask(tx, "shock_wound", who=person.id, value=row.state, choices=(row.state, "refuse"), ref=row.id)
    else:
        injuries.gain(tx, person.id, row.state, cause=row.id)


def _fall(tx: Tx, question: Question, value: str) -> Rejected | None:
    if value != "refuse":
        injuries.gain(tx, question.who, value, cause=question.ref)
    return None


questions.ANSWERS["shock_wound"] = _fall


# Decisions -----------------------------------------------------------------------------------------------------------


def _roll(c: RollFrenzy, tx: Tx) -> Rejected | None:
    person = sheets.character(tx.state, c.who)
    if isinstance(person, Rejected):
        return person
    roll = owed(person)
    if roll is None:
        return Rejected("no-frenzy-roll", {"who": Who(c.who)})
    number = tx.roll(1, sides(roll))[0]
    frenzy = entry(roll, number)
    kept = counts(person, frenzy)
    tx.emit(FrenzyRolled(who=c.who, number=number, sides=sides(roll), frenzy=frenzy.id, kept=kept))
    if kept:
        sheets.change(tx, c.who, frenzy_rolls=sheet_of(person).frenzy_rolls[1:])
        _bring(tx, c.who, frenzy, roll)
        _third(tx, c.who, sheet_of(tx.state.entities[c.who]).frenzy_rolls)
    return None


def _add_entry(c: AddEntry, tx: Tx) -> Rejected | None:
    person = sheets.character(tx.state, c.who)
    if isinstance(person, Rejected):
        return person
    if tx.state.options.get("custom_frenzies") is False:
        return Rejected("switched-off", {"option": Msg("option:custom_frenzies")})
    roll = owed(person)
    if roll is None:
        return Rejected("no-frenzy-roll", {"who": Who(c.who)})
    name = c.frenzy.strip()
    refused = _bad_name(name)
    if refused is not None:
        return refused
    others = tuple(e for e in roll.custom if e.name != name)
    room = MOST_EXTRA - sum(e.numbers for e in others)
    if not 0 <= c.numbers <= room:
        return Rejected("out-of-bounds", {"field": "numbers", "low": 0, "high": room, "value": str(c.numbers)})
    added = (FrenzyEntry(name, c.numbers, "" if name in FRENZIES else c.tag.strip()),) if c.numbers else ()
    rolls = (replace(roll, custom=(*others, *added)), *sheet_of(person).frenzy_rolls[1:])
    sheets.change(tx, c.who, frenzy_rolls=rolls)
    return None


def _bad_name(name: str) -> Rejected | None:
    """The refusal of an entry's name: empty, too long, or one that stands on the table already."""
    if not name:
        return Rejected("empty-name")
    if len(name) > MOST_NAME:
        return Rejected("too-long", {"field": "frenzy", "most": MOST_NAME})
    row = FRENZIES.get(name) or next(
        (r for r in FRENZIES.values() if name.casefold() in (r.name.en.casefold(), r.name.zh)), None
    )
    if row is not None and (row.number or row.permanent or row.id != name):
        return Rejected("on-the-table", {"frenzy": name_of(row.id)})
    return None


def _same(state: LawnState, e: FrenzyRolled) -> LawnState:
    return state


DECIDE: Mapping[type[Command], Callable[[Any, Tx], Rejected | None]] = {RollFrenzy: _roll, AddEntry: _add_entry}
EVOLVE: Mapping[type[Event], Callable[[LawnState, Any], LawnState]] = {FrenzyRolled: _same}
