"""Short words for tests of specialties and sessions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gmconsole.core.commands import SetField, SetOption
from gmconsole.core.dice import TypedDice
from gmconsole.core.messages import english
from gmconsole.core.model import Question
from gmconsole.core.questions import Answer
from gmconsole.core.ruleset import Tx
from gmconsole.core.session import Accepted
from gmconsole.rulesets.lawn import RULESET, checks, sheets
from gmconsole.rulesets.lawn.character import Sheet, Specialty
from gmconsole.rulesets.lawn.outcomes import Result
from gmconsole.rulesets.lawn.session_end import EndSession, SessionStep
from gmconsole.rulesets.lawn.sessions import StartSession
from gmconsole.rulesets.lawn.specialties import SetSpecialty
from gmconsole.rulesets.lawn.state import Check, LawnState

from .conftest import Table


def write(table: Table, who: str, **fields: Any) -> None:
    """Write a sheet as it would be at this moment, past all rules."""
    tx: Tx[LawnState] = Tx(RULESET, table.state, TypedDice(()))
    sheets.change(tx, who, **fields)
    table.session.replace_state(tx.state)


def person(table: Table, name: str, *keys: str, kind: str = "pc", xp: int = 0, **figures: object) -> str:
    """Somebody with these specialties and so much experience."""
    who = table.add(name, kind, **figures)
    for key in keys:
        table.do(SetSpecialty(who=who, specialty=key, price=3))
    if xp:
        table.do(SetField(who=(who,), field="xp", value=xp))
    return who


def figure(table: Table, who: str, field: str, value: int) -> None:
    """Set a figure of a sheet, or an attribute."""
    if getattr(sheet(table, who), field, None) != value:
        table.do(SetField(who=(who,), field=field, value=value))


def switch(table: Table, option: str, value: bool) -> None:
    """Turn a switch of the campaign."""
    table.do(SetOption(option=option, value=value))


def sheet(table: Table, who: str) -> Sheet:
    """The sheet as it stands."""
    return sheets.sheet_of(table.state.entities[who])


def specialty(table: Table, who: str, key: str) -> Specialty:
    """One specialty as it stands."""
    return sheet(table, who).specialties[key]


def expended(table: Table, who: str) -> list[str]:
    """The specialties that are expended."""
    return [key for key, held in sheet(table, who).specialties.items() if held.expended]


def spend(table: Table, who: str, *keys: str) -> None:
    """Have specialties expended."""
    for key in keys:
        table.do(SetSpecialty(who=who, specialty=key, spent=True))


def rolled(table: Table, who: str, kind: str, purpose: str, dice: Sequence[int], sides: int = 6, **more: object) -> str:
    """Roll a check and leave it on the table; its id."""
    table.do(
        checks.RollCheck(who=who, kind=kind, purpose=purpose, difficulty=sides, hold=True, **more),  # type: ignore[arg-type]
        dice,
    )
    return the_check(table, who).id


def the_check(table: Table, who: str) -> Check:
    """The one check of that person."""
    (found,) = (c for c in table.state.checks.values() if c.who == who)
    return found


def faces(table: Table, who: str) -> list[int]:
    """The faces on the table."""
    return [die.face for die in the_check(table, who).dice]


def stands(table: Table, who: str) -> Result:
    """What the person's check comes to as it lies."""
    return checks.result(the_check(table, who))


def asked(table: Table, kind: str, who: str) -> Question:
    """The one open question of that kind about somebody."""
    (found,) = (q for q in table.state.questions.values() if q.kind == kind and q.who == who)
    return found


def answer(table: Table, kind: str, who: str, value: str, dice: Sequence[int] | None = None) -> Accepted:
    """Answer that question."""
    return table.do(Answer(question=asked(table, kind, who).id, value=value), dice)


def said(done: Accepted, state: LawnState) -> list[str]:
    """What the log says of an entry."""
    return [english(m) for e in done.entry.events if (m := RULESET.say(e, state)) is not None]


# Sessions ------------------------------------------------------------------------------------------------------------


def session(table: Table, players: int = 0) -> None:
    """Start a session."""
    table.do(StartSession(players=players))


def end(table: Table, to: int = 1, *, chapter: bool = False) -> None:
    """End the session and go on to that step; nothing may be left to roll before it."""
    table.do(EndSession(chapter=chapter))
    steps(table, to)


def steps(table: Table, to: int) -> None:
    """Go on to that step of session end (9: done)."""
    while table.state.campaign.step < to:
        table.do(SessionStep())


def at(table: Table) -> int:
    """Where session end stands."""
    return table.state.campaign.step


def kinds(table: Table) -> list[str]:
    """The kinds of the tasks of session end and of the interval."""
    known = ("session", "cooling", "recovery", "passion", "reward", "restore", "exchange", "acquire", "tokens", "focus")
    return [t.kind for t in table.tasks() if t.kind.startswith(known)]


__all__ = [
    "answer",
    "asked",
    "at",
    "end",
    "expended",
    "faces",
    "figure",
    "kinds",
    "person",
    "rolled",
    "said",
    "session",
    "sheet",
    "specialty",
    "spend",
    "stands",
    "steps",
    "switch",
    "the_check",
    "write",
]
