"""Saves for two: against each other, and together (chapter "Saves").

Covers CA-SAV-004 and -005. Only one of the two rolls, whoever the Warden holds to be in greater danger.
"""

from __future__ import annotations

from ...core.commands import unknown
from ...core.messages import N_
from ...core.model import Command, Event, Question, Rejected, terms_of
from ...core.ruleset import Tx as CoreTx
from . import questions, saves
from .conditions import is_dead
from .state import ATTRIBUTES, CairnState, Call, Combatant

Tx = CoreTx[CairnState]

OPPOSED, JOINT = KINDS = "opposed", "joint"

questions.WORDING[OPPOSED] = N_("{who} against {other} ({ref}): who is in greater danger and saves?")
questions.WORDING[JOINT] = N_("{who} and {other} together ({ref}): who is in greater danger and saves?")


class Oppose(Command, frozen=True, tag="cairn.oppose"):
    """Two strive against each other; one of them saves, the other rolls nothing (CA-SAV-004).

    Refused: ``unknown-attribute``, ``needs-two``.
    """

    a: str
    b: str
    attribute: str


class Joint(Command, frozen=True, tag="cairn.joint"):
    """Two act as one, and one of them saves for both (CA-SAV-005). Refused: ``unknown-attribute``, ``needs-two``."""

    a: str
    b: str
    attribute: str


class Decided(Event, frozen=True, tag="cairn.decided"):
    """A save for two is rolled: of an ``opposed`` one ``who`` prevails over ``other``, a ``joint`` one both pass or
    fail."""

    kind: str
    who: str
    other: str
    passed: bool


def in_greater_danger(state: CairnState, a: str, b: str, attribute: str) -> str:
    """Who has the lower current score; on equal scores the first PC listed, else the first of the two (A41).

    The dead are in no danger any more: beside one of them it is the other, whatever the scores.
    """
    living = [who for who in (a, b) if not is_dead(state.entities[who])]
    if len(living) == 1:
        return living[0]
    scores = {who: state.entities[who].score(attribute).current for who in (a, b)}
    if scores[a] != scores[b]:
        return min((a, b), key=lambda who: scores[who])
    party = [c.id for c in state.entities.values() if c.id in (a, b) and c.kind == "pc"]
    return party[0] if party else a


def _contest(tx: Tx, kind: str, a: str, b: str, attribute: str) -> Rejected | None:
    for who in (a, b):
        if not isinstance(tx.state.person(who), Combatant):
            return unknown(who)
    if a == b:
        return Rejected("needs-two")
    if attribute not in ATTRIBUTES:
        return Rejected("unknown-attribute", {"attribute": attribute, "allowed": terms_of("attribute", ATTRIBUTES)})
    proposed = in_greater_danger(tx.state, a, b, attribute)
    questions.ask(tx, kind, who=a, other=b, value=proposed, choices=(a, b), ref=attribute)
    return None


def _oppose(c: Oppose, tx: Tx) -> Rejected | None:
    return _contest(tx, OPPOSED, c.a, c.b, c.attribute)


def _joint(c: Joint, tx: Tx) -> Rejected | None:
    return _contest(tx, JOINT, c.a, c.b, c.attribute)


def _chosen(tx: Tx, question: Question, value: str) -> Rejected | None:
    other = question.other if value == question.who else question.who
    saves.call(tx, question.kind, value, question.ref, other=other)
    return None


def _rolled(tx: Tx, call: Call, passed: bool) -> None:
    swap = call.kind == OPPOSED and not passed
    who, other = (call.other, call.who) if swap else (call.who, call.other)
    tx.emit(Decided(kind=call.kind, who=who, other=other, passed=passed))


for _kind in (OPPOSED, JOINT):
    questions.ANSWERS[_kind] = _chosen
    saves.FOLLOWS[_kind] = _rolled


def _same(state: CairnState, e: Decided) -> CairnState:
    return state


DECIDE = {Oppose: _oppose, Joint: _joint}
EVOLVE = {Decided: _same}
