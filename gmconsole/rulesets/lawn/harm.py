"""Which state a failed check gives: the GM's choice among what its source can do (chapter "Injury states").

Covers LP-INJ-002 and -027. The sources are content. A check that serves a chapter is that chapter's; any other whose
purpose is a source asks as it fails, and nothing is lost by passing the question over.
"""

from __future__ import annotations

from collections.abc import Iterable

from ...core.messages import N_
from ...core.model import Question, Rejected
from ...core.ruleset import Tx as CoreTx
from . import checks, injuries, outcomes, questions
from .outcomes import Result
from .state import Check, LawnState
from .tables import SOURCES

Tx = CoreTx[LawnState]

OR = "/"
DEFAULT = "toughness"

questions.WORDING["injury"] = N_("{who} is hurt ({ref}): {value}?")


def alternatives(what: str) -> tuple[str, ...] | Rejected:
    """The states that a consequence stands for: a source's, those joined by ``/``, or the one it names.

    States keep what is written behind colons; ``unknown-state`` or the like where one cannot be.
    """
    if what in SOURCES:
        return SOURCES[what].states
    states = tuple(what.split(OR))
    for state in states:
        written = injuries.read_state(state)
        if isinstance(written, Rejected):
            return written
    return states


# Services for the other chapters -------------------------------------------------------------------------------------


def hurt(tx: Tx, who: str, what: str, cause: str = "") -> None:
    """Give the state that a consequence names; where it leaves a choice the GM is asked, the first one proposed."""
    states = alternatives(what)
    if isinstance(states, Rejected):
        return
    if len(states) == 1 or tx.state.entities[who].has_life:
        _gain(tx, who, states[0], cause)
    else:
        offer(tx, who, states, ref=what if what in SOURCES else "", cause=cause)


def offer(
    tx: Tx, who: str, states: Iterable[str] = (), *, ref: str = "", cause: str = "", blocking: bool = True
) -> None:
    """Ask the GM which of these states somebody gets; none given: those of a wound, Light Wound proposed."""
    choices = tuple(states) or SOURCES[DEFAULT].states
    questions.ask(
        tx,
        "injury",
        who=who,
        value=choices[0],
        choices=(*choices, "refuse"),
        ref=ref or DEFAULT,
        key=cause,
        blocking=blocking,
    )


def _gain(tx: Tx, who: str, state: str, cause: str) -> None:
    written = injuries.read_state(state)
    if not isinstance(written, Rejected):
        injuries.gain(
            tx, who, written.id, side=written.side, tended=written.tended, attribute=written.attribute, cause=cause
        )


def _answer(tx: Tx, question: Question, value: str) -> Rejected | None:
    if value != "refuse":
        _gain(tx, question.who, value, question.key or question.ref)
    return None


def _failed(tx: Tx, check: Check, came: Result) -> None:
    """A decisive check of somebody with injury states has failed (LP-INJ-002)."""
    found = SOURCES.get(check.purpose)
    person = tx.state.entities[check.who]
    if found is None or person.has_life or outcomes.passed(came.outcome, came.degree, check.required or None):
        return
    offer(tx, check.who, found.states, ref=found.id, blocking=False)


def _take_back(tx: Tx, who: str) -> None:
    if injuries.is_dead(tx.state.entities[who]):
        for question in questions.open_questions(tx.state, "injury", who):
            questions.withdraw(tx, question.id)


questions.ANSWERS["injury"] = _answer
injuries.FALLEN.append(_take_back)
checks.SETTLERS[""] = _failed
checks.SETTLERS["action"] = _failed
