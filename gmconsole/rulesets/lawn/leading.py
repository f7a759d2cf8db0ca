"""Leader: others use abilities for nothing while they check at the same time; a trait is borrowed (chapter "Traits").

Covers LP-TRT-132 to -132c. Whether the leader knows of the others' checks is for the GM to say.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ...core.messages import N_
from ...core.model import Event, Msg, Question, Rejected
from ...core.ruleset import Tx as CoreTx
from . import abilities, armoury, checks, people, questions, settling, sheets, traits
from .abilities import Operation, Use
from .crisis import OUTLIVES
from .settling import mark
from .state import Check, LawnState, Person
from .trait_table import FIRST

Tx = CoreTx[LawnState]

LEADER = "leader"
LED = "led"
"""Noted on a check whose owner may use an ability for nothing on it."""
BORROW = "leader_trait"
FREED = ("trait", "specialty")
"""The kinds of what can be expended on any check of one's own; emergence is expended on its own check alone."""

questions.WORDING[LEADER] = N_(
    "{who} has used {ref}, and others check at the same time. Does {who} know of it, so that each may use an ability "
    "for nothing?"
)
questions.WORDING[BORROW] = N_("{who}: which of the two traits until the session ends?")
OUTLIVES.add(BORROW)


class TraitsRolled(Event, frozen=True, tag="lawn.traits-rolled"):
    """A leader rolled for traits of the first table; one of them is borrowed."""

    who: str
    numbers: tuple[int, ...]
    traits: tuple[str, ...]


# For others ----------------------------------------------------------------------------------------------------------


def simultaneous(state: LawnState, one: str, other: str) -> bool:
    """Whether what two people do at this point counts as done at the same time (LP-TRT-132b).

    In the action phase of a crisis only where both have succeeded, or both failed, at initiative. Outside of crises the
    GM alone knows.
    """
    if state.mode != "crisis" or state.phase != "action":
        return True
    return _first(state, one) == _first(state, other)


def _first(state: LawnState, who: str) -> bool:
    came = state.crisis.initiative.get(who)
    return came is not None and checks.succeeded(came)


def led_checks(state: LawnState, leader: str) -> tuple[Check, ...]:
    """The open checks of others, made at the same time, whose owners have something left to expend; foes are no
    others whom a leader would allow anything."""
    return tuple(
        check
        for check in state.checks.values()
        if check.who != leader
        and check.status in ("owed", "rolled")
        and not check.final
        and state.entities[check.who] in people.participants(state)
        and state.entities[check.who].side != "hostile"
        and simultaneous(state, leader, check.who)
        and any(
            row.left and row.kind in (*FREED, check.type)
            for row in abilities.expendables(state, state.entities[check.who])
        )
    )


def freed(check: Check, who: str) -> bool:
    """Whether that person may use an ability on the check, which is their own, for nothing."""
    return check.who == who and LED in check.noted


def spared(check: Check, who: str, label: Msg) -> Msg:
    """What an option says, with the word that it is not used up where a leader has freed it (LP-TRT-132)."""
    return Msg("{what}, not used up", {"what": label}) if freed(check, who) else label


def _used(tx: Tx, who: str, item: str, check: str) -> None:
    """Each use of an ability of the leader that is no specialty may free one of everybody else (LP-TRT-132)."""
    person = tx.state.entities[who]
    if not traits.has(person, LEADER) or item in sheets.sheet_of(person).specialties:
        return
    others = led_checks(tx.state, who)
    if others:
        key = " ".join(c.id for c in others)
        questions.ask(tx, LEADER, who=who, value="yes", choices=("yes", "no"), ref=item, key=key)


def _known(tx: Tx, question: Question, value: str) -> Rejected | None:
    if value == "yes":
        for check_id in question.key.split():
            check = tx.state.checks.get(check_id)
            if check is not None:
                mark(tx, check_id, noted=(*check.noted, LED))
    return None


def _spared(tx: Tx, who: str, ability: str, check_id: str) -> bool:
    """One ability used on a check that a leader has freed stays ready; the check is free no longer (Q-TRT-26).

    One that acts on no check at all (the degree face of the decorous) is used at that time, so it counts as well.
    """
    ids = (check_id,) if check_id else tuple(tx.state.checks)
    check = next((c for i in ids if (c := tx.state.checks.get(i)) is not None and freed(c, who)), None)
    if check is None:
        return False
    left = list(check.noted)
    left.remove(LED)
    mark(tx, check.id, noted=tuple(left))
    return True


abilities.USED.append(_used)
abilities.SPARED.append(_spared)
questions.ANSWERS[LEADER] = _known
settling.ASKED_OF_MANY.add(LEADER)


# A trait borrowed ----------------------------------------------------------------------------------------------------


def _roll(tx: Tx, use: Use) -> None:
    """Two D7, one of which names a trait of the first table (LP-TRT-132c)."""
    numbers = tx.roll(2, len(FIRST))
    found = tuple(FIRST[number].id for number in numbers)
    tx.emit(TraitsRolled(who=use.who, numbers=numbers, traits=found))
    choices = tuple(dict.fromkeys(found))
    if len(choices) == 1:
        sheets.change(tx, use.who, LEADER, borrowed=choices[0])
    else:
        questions.ask(tx, BORROW, who=use.who, value=choices[0], choices=choices)


def _picked(tx: Tx, question: Question, value: str) -> Rejected | None:
    sheets.change(tx, question.who, LEADER, borrowed=value)
    return None


def give_back(tx: Tx, who: str) -> None:
    """Session end, step 2: the borrowed trait is gone (LP-SES-010)."""
    person: Person = tx.state.entities[who]
    if sheets.sheet_of(person).borrowed:
        sheets.change(tx, who, LEADER, borrowed="")


abilities.OPERATIONS["borrow_trait"] = Operation(do=_roll)
questions.ANSWERS[BORROW] = _picked
armoury.BACK.append(give_back)


def _same(state: LawnState, e: TraitsRolled) -> LawnState:
    return state


EVOLVE: Mapping[type[Event], Callable[[LawnState, Any], LawnState]] = {TraitsRolled: _same}
