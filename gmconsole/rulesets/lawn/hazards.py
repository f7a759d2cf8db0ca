"""Hazards of the place: what the neutral phase asks of those exposed (chapter "Neutral phase").

Covers LP-NEU-002, -029, -034 and Q-C14. A hazard names a check and what a failure brings; those who do not roll are the
GM's to decide.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from ...core.commands import unknown
from ...core.messages import N_
from ...core.model import Command, Event, Question, Rejected, Who
from ...core.people import counted, next_id
from ...core.ruleset import Decide, Evolve
from ...core.ruleset import Tx as CoreTx
from . import checks, harm, injuries, life, outcomes, questions
from .outcomes import Result
from .state import Check, Hazard, LawnState, Person

Tx = CoreTx[LawnState]

WITH_THE_DEAD = ("hazard", "faint", "drowning", "second_severe", "review_end", "review_apply")
KEPT_CHECKS = ("speed", "opposed")

questions.WORDING["hazard"] = N_("{who} in {ref}: affected?")


class AddHazard(Command, frozen=True, tag="lawn.hazard"):
    """Name a danger of the place and who is exposed; in the neutral phase it asks for its checks at once.

    ``fail`` is what a failure brings: a state, ``sanity``, ``damage``, or several joined by ``+``; empty leaves it to
    the GM. States joined by ``/``, or a source of harm, are one state, the GM's choice (LP-INJ-002). ``every``
    repeats it each round; ``due`` is the first round in which it comes, 0 for the next neutral phase.
    """

    name: str
    kind: str
    purpose: str = ""
    difficulty: int = 6
    on: tuple[str, ...] = ()
    fail: str = ""
    every: bool = False
    due: int = 0


class ChangeHazard(Command, frozen=True, tag="lawn.hazard-change"):
    """Change a hazard; whatever is None stays. Checks already asked for stay as they are."""

    hazard: str
    difficulty: int | None = None
    on: tuple[str, ...] | None = None
    fail: str | None = None
    every: bool | None = None


class RemoveHazard(Command, frozen=True, tag="lawn.hazard-remove"):
    """End a hazard, with the checks and questions it still has open."""

    hazard: str


class HazardFate(Command, frozen=True, tag="lawn.hazard-fate"):
    """Say whether exposed people who do not roll are affected (LP-NEU-002)."""

    hazard: str
    who: tuple[str, ...]
    affected: bool


class HazardSet(Event, frozen=True, tag="lawn.hazard-set"):
    """A hazard came, changed or ended; None on either side where it was not there."""

    hazard: str
    before: Hazard | None = None
    after: Hazard | None = None


# The checks -----------------------------------------------------------------------------------------------------------


def environment(tx: Tx) -> None:
    """Ask for the checks of every hazard due now; one that came before and does not repeat is over (LP-NEU-002)."""
    for hazard in list(tx.state.hazards.values()):
        if hazard.due > tx.state.round:
            continue
        if hazard.every or not hazard.round:
            _open_hazard(tx, hazard, hazard.on)
        else:
            tx.emit(HazardSet(hazard=hazard.id, before=hazard))


def _open_hazard(tx: Tx, hazard: Hazard, on: Iterable[str]) -> None:
    """Ask for the checks of those exposed; of NPCs and the unconscious, who do not roll, the GM is asked (Q-C14)."""
    exposed = _exposed(tx.state, on)
    if not exposed:
        return
    if hazard.round != tx.state.round:
        tx.emit(HazardSet(hazard=hazard.id, before=hazard, after=replace(hazard, round=tx.state.round)))
    for person in exposed:
        if person.has_life or injuries.is_unconscious(person):
            _ask_hazard(tx, hazard, person.id)
        else:
            checks.open_check(
                tx,
                person.id,
                hazard.type,
                purpose=hazard.purpose,
                difficulty=hazard.difficulty,
                serves="hazard",
                ref=hazard.id,
            )


def _exposed(state: LawnState, on: Iterable[str]) -> list[Person]:
    here = [state.entities[who] for who in on if who in state.entities]
    return [p for p in here if p.presence == "in" and p.kind != "object" and not injuries.is_dead(p)]


def rest(tx: Tx) -> None:
    """End the hazards that came once and ready the lasting ones for another crisis."""
    for hazard in list(tx.state.hazards.values()):
        if hazard.round:
            after = replace(hazard, round=0) if hazard.every else None
            tx.emit(HazardSet(hazard=hazard.id, before=hazard, after=after))


def _ask_hazard(tx: Tx, hazard: Hazard, who: str) -> None:
    questions.ask(
        tx, "hazard", who=who, value="affected", choices=("affected", "spared"), ref=hazard.name, key=hazard.id
    )


def _settle_hazard(tx: Tx, check: Check, result: Result) -> None:
    hazard = tx.state.hazards.get(check.ref)
    if hazard is not None and not outcomes.passed(result.outcome, result.degree, check.required or None):
        suffer(tx, check.who, hazard)


def suffer(tx: Tx, who: str, hazard: Hazard) -> None:
    """What the hazard does to somebody it got (LP-NEU-029, -034)."""
    for what in filter(None, hazard.fail.split("+")):
        if what == "sanity":
            life.lose_sanity(tx, who, 1, cause=hazard.id)
        elif what == "damage":
            life.damage(tx, who, 1, cause=hazard.id)
        else:
            harm.hurt(tx, who, what, cause=hazard.id)


checks.SETTLERS["hazard"] = _settle_hazard


def _answer_hazard(tx: Tx, question: Question, value: str) -> Rejected | None:
    hazard = tx.state.hazards.get(question.key)
    if value == "affected" and hazard is not None:
        suffer(tx, question.who, hazard)
    return None


questions.ANSWERS["hazard"] = _answer_hazard


def _release(tx: Tx, who: str) -> None:
    """Take back what is asked of the dead and of the unconscious, who roll nothing (LP-INJ-049, -067)."""
    person = tx.state.entities[who]
    dead = injuries.is_dead(person)
    for check in list(tx.state.checks.values()):
        if check.who == who and check.status == "owed" and check.serves not in KEPT_CHECKS:
            checks.drop(tx, check.id)
            hazard = tx.state.hazards.get(check.ref)
            if check.serves == "hazard" and hazard is not None and not dead:
                _ask_hazard(tx, hazard, who)
    if dead:
        for question in list(tx.state.questions.values()):
            if question.who == who and question.kind in WITH_THE_DEAD:
                questions.withdraw(tx, question.id)


injuries.FALLEN.append(_release)


# Decisions ------------------------------------------------------------------------------------------------------------


def _bad_fail(fail: str) -> Rejected | None:
    for what in filter(None, fail.split("+")):
        if what not in ("sanity", "damage"):
            states = harm.alternatives(what)
            if isinstance(states, Rejected):
                return states
    return None


def _add_hazard(c: AddHazard, tx: Tx) -> Rejected | None:
    refused = checks.bad_check(c.kind, c.difficulty) or _bad_fail(c.fail) or _nobody(tx, c.on)
    if not c.name.strip():
        return Rejected("empty-name")
    if refused is not None:
        return refused
    hazard = Hazard(
        id=next_id(tx.state, "hazard"),
        name=c.name,
        type=c.kind,
        purpose=c.purpose,
        difficulty=c.difficulty,
        on=tuple(dict.fromkeys(c.on)),
        fail=c.fail,
        every=c.every,
        due=c.due,
    )
    now = _at_work(tx.state, hazard) and bool(_exposed(tx.state, hazard.on))
    hazard = replace(hazard, round=tx.state.round if now else 0)
    tx.emit(HazardSet(hazard=hazard.id, after=hazard))
    if now:
        _open_hazard(tx, hazard, hazard.on)
    return None


def _at_work(state: LawnState, hazard: Hazard) -> bool:
    """Whether the hazard asks for checks as soon as somebody is exposed to it."""
    return state.mode == "crisis" and state.phase == "neutral" and hazard.due <= state.round


def _nobody(tx: Tx, on: Iterable[str]) -> Rejected | None:
    return next((unknown(who) for who in on if tx.state.person(who) is None), None)


def _change_hazard(c: ChangeHazard, tx: Tx) -> Rejected | None:
    before = tx.state.hazards.get(c.hazard)
    if before is None:
        return Rejected("no-such-hazard", {"hazard": c.hazard})
    on = before.on if c.on is None else tuple(dict.fromkeys(c.on))
    after = replace(
        before,
        on=on,
        difficulty=before.difficulty if c.difficulty is None else c.difficulty,
        fail=before.fail if c.fail is None else c.fail,
        every=before.every if c.every is None else c.every,
    )
    refused = checks.bad_check(after.type, after.difficulty) or _bad_fail(after.fail) or _nobody(tx, on)
    if refused is not None:
        return refused
    new = tuple(who for who in on if who not in before.on) if _at_work(tx.state, after) else ()
    if _exposed(tx.state, new):
        after = replace(after, round=tx.state.round)
    if after != before:
        tx.emit(HazardSet(hazard=before.id, before=before, after=after))
    _open_hazard(tx, after, new)
    return None


def _remove_hazard(c: RemoveHazard, tx: Tx) -> Rejected | None:
    hazard = tx.state.hazards.get(c.hazard)
    if hazard is None:
        return Rejected("no-such-hazard", {"hazard": c.hazard})
    for check in list(tx.state.checks.values()):
        if check.serves == "hazard" and check.ref == hazard.id:
            checks.drop(tx, check.id)
    for question in questions.open_questions(tx.state, "hazard"):
        if question.key == hazard.id:
            questions.withdraw(tx, question.id)
    tx.emit(HazardSet(hazard=hazard.id, before=hazard))
    return None


def _hazard_fate(c: HazardFate, tx: Tx) -> Rejected | None:
    hazard = tx.state.hazards.get(c.hazard)
    if hazard is None:
        return Rejected("no-such-hazard", {"hazard": c.hazard})
    for who in c.who:
        if tx.state.person(who) is None:
            return unknown(who)
        if who not in hazard.on:
            return Rejected("not-exposed", {"who": Who(who)})
    for who in c.who:
        asked = [q for q in questions.open_questions(tx.state, "hazard", who) if q.key == hazard.id]
        for question in asked:
            questions.withdraw(tx, question.id)
        if c.affected:
            suffer(tx, who, hazard)
    return None


# Folds ----------------------------------------------------------------------------------------------------------------


def _hazard_set(state: LawnState, e: HazardSet) -> LawnState:
    hazards = {k: v for k, v in state.hazards.items() if k != e.hazard}
    if e.after is None:
        return replace(state, hazards=hazards)
    if e.before is not None:
        return replace(state, hazards={**state.hazards, e.hazard: e.after})
    return replace(state, hazards={**hazards, e.hazard: e.after}, counters=counted(state, "hazard"))


DECIDE: dict[type[Command], Decide] = {
    AddHazard: _add_hazard,
    ChangeHazard: _change_hazard,
    RemoveHazard: _remove_hazard,
    HazardFate: _hazard_fate,
}

EVOLVE: dict[type[Event], Evolve] = {HazardSet: _hazard_set}
