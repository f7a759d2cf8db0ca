"""What costs no slot: looking closer, talking, striking back (chapter "Action phase").

Covers LP-ACT-008, -009 and -015, LP-CRI-030.
"""

from __future__ import annotations

from msgspec.structs import replace

from ...core.commands import unknown, with_entity
from ...core.model import Command, Event, Rejected, Who
from ...core.ruleset import Tx as CoreTx
from . import checks, injuries, slots
from .state import LawnState, Person

Tx = CoreTx[LawnState]


class Observe(Command, frozen=True, tag="lawn.observe"):
    """Look closer: once per round, in any phase, not an action (LP-ACT-008); with a type the GM asks for a check.

    ``target`` is whom or what it is about; what the look costs is proposed then, and the check waits for the answer.
    ``anyway`` is the GM's word for a check that takes a skill, or none at all (LP-SKL-002).
    """

    who: str
    kind: str = ""
    purpose: str = ""
    difficulty: int = 0
    target: str = ""
    anyway: bool = False


class Talk(Command, frozen=True, tag="lawn.talk"):
    """Say something: at any moment, at no cost (LP-ACT-009)."""

    who: str
    text: str


class React(Command, frozen=True, tag="lawn.react"):
    """A reaction such as a counter: costs no slot, one for each attack, while its slot is at hand (LP-ACT-015)."""

    who: str
    against: str
    text: str


class Observed(Event, frozen=True, tag="lawn.observed"):
    """Somebody looked closer in that round."""

    who: str
    before: int
    after: int


class Said(Event, frozen=True, tag="lawn.said"):
    """Somebody said something."""

    who: str
    text: str


class Reacted(Event, frozen=True, tag="lawn.reacted"):
    """Somebody struck back at an attack in the slot at hand."""

    who: str
    against: str
    text: str


def _awake(tx: Tx, who: str) -> Person | Rejected:
    person = tx.state.person(who)
    if not isinstance(person, Person):
        return unknown(who)
    if injuries.is_dead(person) or injuries.is_unconscious(person):
        return Rejected("cannot-act", {"who": Who(who)})
    return person


def _observe(c: Observe, tx: Tx) -> Rejected | None:
    person = _awake(tx, c.who)
    if isinstance(person, Rejected):
        return person
    refused = checks.bad_check(c.kind, c.difficulty) or checks.may_roll(tx.state, c.who, c.purpose) if c.kind else None
    if c.target and tx.state.person(c.target) is None:
        refused = refused or unknown(c.target)
    if refused is None and c.kind and not c.anyway:
        refused = checks.barred(tx.state, c.who, c.kind, c.purpose)
    if refused is not None:
        return refused
    if tx.state.mode == "crisis" and tx.state.round:
        if person.observed == tx.state.round:
            return Rejected("observed-already", {"who": Who(c.who)})
        tx.emit(Observed(who=c.who, before=person.observed, after=tx.state.round))
    elif not c.kind:
        tx.emit(Said(who=c.who, text=""))
    if c.kind:
        opened = checks.open_check(tx, c.who, c.kind, purpose=c.purpose, difficulty=c.difficulty)
        waits = checks.about(tx, opened, c.target)
        if c.difficulty and opened in tx.state.checks and not waits:
            return checks.roll(tx, opened)
    return None


def _talk(c: Talk, tx: Tx) -> Rejected | None:
    person = _awake(tx, c.who)
    if isinstance(person, Rejected):
        return person
    tx.emit(Said(who=c.who, text=c.text))
    return None


def may_react(state: LawnState, who: str, against: str) -> Rejected | None:
    """The refusal where that one cannot strike back at the other's action now (LP-ACT-015, Q-K17)."""
    for one in (who, against):
        if state.person(one) is None:
            return unknown(one)
    if state.phase != "action" or state.mode != "crisis":
        return Rejected("only-in-action", {"who": Who(who)})
    person = state.entities[who]
    if not person.on_stage or person.kind == "object" or not slots.able(state, person):
        return Rejected("cannot-act", {"who": Who(who)})
    if against == who or slots.acting(state) != against:
        return Rejected("no-attack", {"who": Who(who), "other": Who(against)})
    if f"{who} {against}" in state.crisis.reacted:
        return Rejected("reacted-already", {"who": Who(who), "other": Who(against)})
    return None


def _react(c: React, tx: Tx) -> Rejected | None:
    refused = may_react(tx.state, c.who, c.against)
    if refused is None:
        tx.emit(Reacted(who=c.who, against=c.against, text=c.text))
    return refused


# Folds -------------------------------------------------------------------------------------------------------------


def _observed(state: LawnState, e: Observed) -> LawnState:
    new: LawnState = with_entity(state, replace(state.entities[e.who], observed=e.after))
    return new


def _said(state: LawnState, e: Said) -> LawnState:
    return state


def _reacted(state: LawnState, e: Reacted) -> LawnState:
    return replace(state, crisis=replace(state.crisis, reacted=(*state.crisis.reacted, f"{e.who} {e.against}")))


DECIDE = {Observe: _observe, Talk: _talk, React: _react}
EVOLVE = {Observed: _observed, Said: _said, Reacted: _reacted}
