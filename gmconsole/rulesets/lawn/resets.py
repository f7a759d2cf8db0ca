"""Expended abilities that a trait makes ready again, chosen by the player (LP-TRT-119, -125, -125b).

Whatever can be expended is known to ``abilities``; here the player is asked which of it, one at a time.
"""

from __future__ import annotations

from ...core.messages import N_
from ...core.model import Question, Rejected
from ...core.ruleset import Tx as CoreTx
from . import abilities, questions
from .crisis import OUTLIVES
from .state import LawnState

Tx = CoreTx[LawnState]

RESET = "reset"

questions.WORDING[RESET] = N_("{who}, {ref}: which expended ability is ready again?")
OUTLIVES.add(RESET)


def grant(tx: Tx, who: str, count: int, cause: str) -> None:
    """Make so many expended abilities ready again: all of them where there are no more, else those the player names.

    Of an ability with several uses one use is given back (Q-TRT-19). Nothing happens where nothing is expended.
    """
    found = abilities.expended(tx.state, tx.state.entities[who])
    if len(found) <= count:
        for row in found:
            _give_back(tx, who, row)
        return
    choices = tuple(row.id for row in found)
    questions.ask(tx, RESET, who=who, value=choices[0], choices=choices, ref=cause, key=str(count))


def _give_back(tx: Tx, who: str, row: abilities.Expendable) -> None:
    abilities.reset(tx, who, row.id, 1 if row.uses > 1 else 0)


def _chosen(tx: Tx, question: Question, value: str) -> Rejected | None:
    who, left = question.who, int(question.key)
    person = tx.state.entities[who]
    row = next((row for row in abilities.expended(tx.state, person) if row.id == value), None)
    if row is not None:
        _give_back(tx, who, row)
        left -= 1
    if left:
        # What was named may have become ready meanwhile: then the player names another.
        grant(tx, who, left, question.ref)
    return None


questions.ANSWERS[RESET] = _chosen
