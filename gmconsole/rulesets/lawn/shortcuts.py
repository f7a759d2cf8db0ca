"""Shortcuts and vehicles in the movement phase (advanced rules of "Approach and retreat").

Covers LP-MOV-047 to -049 and -070. A non-player character simply takes a shortcut; a player character needs a check,
and a dangerous one another. Getting into a vehicle takes an action, so that it moves somebody from the next round on.
"""

from __future__ import annotations

from msgspec.structs import replace

from ...core.bands import between
from ...core.commands import unknown, with_entity
from ...core.messages import N_
from ...core.model import Command, Event, Question, Rejected, Who, terms_of
from ...core.ruleset import Tx as CoreTx
from . import checks, injuries, movers, outcomes, questions, slots, stages
from .movement_state import Declaration
from .outcomes import Result
from .state import Check, LawnState, Person

Tx = CoreTx[LawnState]

GAINS = ("class", "difficulty")
FALLS = ("prone", "fall", "nothing")
CHECKS = ("DSC", "emergence")

questions.WORDING["shortcut"] = N_("{who} finds a shortcut: faster by a class, or speed checks easier by 3?")
questions.WORDING["shortcut_fall"] = N_("{who} comes to grief on the shortcut: prone, a fall, or nothing?")


class Shortcut(Command, frozen=True, tag="lawn.shortcut"):
    """Take a shortcut in this movement phase.

    A non-player character gains at once: ``class`` raises its class, ``difficulty`` the speed checks against it. A
    player character owes a check of ``kind`` (DSC or emergence), and one of ``danger`` where the way is dangerous.
    """

    who: str
    gain: str = ""
    kind: str = "DSC"
    difficulty: int = 0
    danger: str = ""
    danger_difficulty: int = 0


class Ride(Command, frozen=True, tag="lawn.ride"):
    """Get into a vehicle (an entity, or a word for one), as its driver or along; without one, get out. An action.

    Whoever takes the wheel takes it from the one who had it.
    """

    who: str
    vehicle: str = ""
    drives: bool = False


class SpeedEased(Event, frozen=True, tag="lawn.eased"):
    """A shortcut changes this round's speed checks: of a player character, or against another."""

    who: str
    before: int
    after: int


class Boarded(Event, frozen=True, tag="lawn.boarded"):
    """Somebody got into or out of a vehicle."""

    who: str
    before: str
    after: str
    drives: bool


def _shortcut(c: Shortcut, tx: Tx) -> Rejected | None:
    person = tx.state.person(c.who)
    if not isinstance(person, Person):
        return unknown(c.who)
    if tx.state.mode != "crisis" or tx.state.phase != "movement" or tx.state.crisis.stage not in stages.OPEN:
        return Rejected("not-in-movement")
    if movers.cannot_move(tx.state, c.who):
        return Rejected("cannot-move", {"who": Who(c.who)})
    if person.kind != "pc":
        if c.gain not in GAINS:
            return Rejected("not-a-choice", {"field": "gain", "value": c.gain, "allowed": terms_of("answer", GAINS)})
        return _gain(tx, c.who, c.gain, hardens=True)
    if c.kind not in CHECKS:
        return Rejected("not-a-choice", {"field": "check", "value": c.kind, "allowed": terms_of("type", CHECKS)})
    refused = checks.bad_check(c.kind, c.difficulty)
    if c.danger:
        refused = refused or checks.bad_check(c.danger, c.danger_difficulty)
    if refused is not None:
        return refused
    if any(ch.who == c.who and ch.serves == "shortcut" for ch in tx.state.checks.values()):
        return Rejected("already-on-a-shortcut", {"who": Who(c.who)})
    checks.open_check(tx, c.who, c.kind, purpose="shortcut", difficulty=c.difficulty, serves="shortcut")
    if c.danger:
        checks.open_check(
            tx, c.who, c.danger, purpose="shortcut", difficulty=c.danger_difficulty, serves="shortcut_danger"
        )
    return None


def _gain(tx: Tx, who: str, gain: str, *, hardens: bool) -> Rejected | None:
    if gain == "difficulty":
        before = tx.state.crisis.eased.get(who, 0)
        step = outcomes.DIFFICULTY_STEP if hardens else -outcomes.DIFFICULTY_STEP
        tx.emit(SpeedEased(who=who, before=before, after=before + step))
    else:
        declaration = tx.state.crisis.declarations.get(who)
        if declaration is None:
            return Rejected("declare-first", {"who": Who(who)})
        _redeclare(tx, who, replace(declaration, boost=declaration.boost + 1))
    stages.advance(tx)
    return None


def _redeclare(tx: Tx, who: str, after: Declaration) -> None:
    secret = tx.state.crisis.stage == "declare" and tx.state.entities[who].kind != "pc"
    before = tx.state.crisis.declarations.get(who)
    tx.emit(stages.Declared(who=who, before=before, after=after, secret=secret))


def _found(tx: Tx, check: Check, result: Result) -> None:
    if checks.succeeded(result):
        value = GAINS[0] if check.who in tx.state.crisis.declarations else GAINS[1]
        questions.ask(tx, "shortcut", who=check.who, value=value, choices=GAINS)
    stages.advance(tx)


def _danger(tx: Tx, check: Check, result: Result) -> None:
    if not checks.succeeded(result):
        questions.ask(tx, "shortcut_fall", who=check.who, value="prone", choices=FALLS)
    stages.advance(tx)


checks.SETTLERS["shortcut"] = _found
checks.SETTLERS["shortcut_danger"] = _danger


def _choose(tx: Tx, question: Question, value: str) -> Rejected | None:
    return _gain(tx, question.who, value, hardens=False)


def _fall(tx: Tx, question: Question, value: str) -> Rejected | None:
    """Prone slows the mover down; a fall ends the way here, and what it costs the GM enters (LP-MOV-049)."""
    if value != "nothing":
        injuries.gain(tx, question.who, "prone", cause="shortcut")
    if value == "fall":
        _redeclare(tx, question.who, Declaration(stand="stay"))
    stages.advance(tx)
    return None


questions.ANSWERS["shortcut"] = _choose
questions.ANSWERS["shortcut_fall"] = _fall


def _ride(c: Ride, tx: Tx) -> Rejected | None:
    person = tx.state.person(c.who)
    if not isinstance(person, Person):
        return unknown(c.who)
    if person.kind == "object":
        return Rejected("objects-do-not-move", {"who": Who(c.who)})
    takes_slot = tx.state.mode == "crisis" and person.on_stage
    if takes_slot and tx.state.phase != "action":
        return Rejected("boarding-is-an-action", {"who": Who(c.who)})
    refused = slots.no_action(tx.state, c.who) if takes_slot else None
    if refused is not None:
        return refused
    if c.vehicle in tx.state.entities and between(tx.state.bands, c.who, c.vehicle) not in (None, "touch"):
        return Rejected("only-at-touch", {"who": Who(c.who), "other": Who(c.vehicle)})
    drives = c.drives and bool(c.vehicle)
    if (person.vehicle, person.drives) != (c.vehicle, drives):
        if takes_slot:
            slots.take(tx, c.who, "acted")
        tx.emit(Boarded(who=c.who, before=person.vehicle, after=c.vehicle, drives=drives))
    return None


# Folds -------------------------------------------------------------------------------------------------------------


def _eased(state: LawnState, e: SpeedEased) -> LawnState:
    return replace(state, crisis=replace(state.crisis, eased={**state.crisis.eased, e.who: e.after}))


def _boarded(state: LawnState, e: Boarded) -> LawnState:
    if e.drives:
        state = replace(
            state,
            entities={
                k: replace(p, drives=False) if p.drives and p.vehicle == e.after else p
                for k, p in state.entities.items()
            },
        )
    new: LawnState = with_entity(state, replace(state.entities[e.who], vehicle=e.after, drives=e.drives))
    return new


DECIDE = {Shortcut: _shortcut, Ride: _ride}
EVOLVE = {SpeedEased: _eased, Boarded: _boarded}
