"""Chases: rounds of moves, with the saves that the Warden calls (A31; the book has no procedure of its own).

A chase runs in the same two turns as a fight. When a round is over, the feet of each who is chased are held against
those of each who pursues: a difference of 40 feet or more proposes one band farther or closer, and whoever no pursuer
sees any more may have escaped. The Warden has the word on both; what it was asked is let go once it holds no more.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from ...core import bands
from ...core.bands import BandChange
from ...core.commands import BandsChanged
from ...core.messages import N_
from ...core.model import Event, Question, Rejected
from ...core.ruleset import Tx as CoreTx
from . import questions, turns, vitals
from .state import BANDS, MOVE_FT, CairnState, Combatant

Tx = CoreTx[CairnState]

QUARRY, PACE, ESCAPED = "quarry", "pace", "escaped"
AWAY = {"pcs": "retreated", "opponents": "fled"}

questions.WORDING[QUARRY] = N_("Which side is on the run?")
questions.WORDING[PACE] = N_("{who} in the chase this round: {changes}?")
questions.WORDING[ESCAPED] = N_("Nobody sees {who} any more: escaped?")


class QuarrySet(Event, frozen=True, tag="cairn.quarry-set"):
    """The Warden said which side is chased."""

    before: str
    after: str


def runners(state: CairnState) -> tuple[Combatant, ...]:
    """Those who are chased and still run, in listed order."""
    return turns.active(state, state.fight.quarry)


def pursuers(state: CairnState) -> tuple[Combatant, ...]:
    """Those who pursue, in listed order."""
    return turns.active(state, turns.OTHER_SIDE.get(state.fight.quarry, ""))


def pace(state: CairnState, who: str) -> tuple[BandChange, ...]:
    """The bands that the feet of this round would change for somebody who is chased (A31)."""
    changes = []
    feet = state.fight.moved
    for hunter in pursuers(state):
        ahead = feet.get(who, 0) - feet.get(hunter.id, 0)
        here = BANDS.index(bands.between(state.bands, who, hunter.id) or BANDS[0])
        there = here + (1 if ahead >= MOVE_FT else -1 if ahead <= -MOVE_FT else 0)
        if there != here and 0 <= there < len(BANDS):
            changes.append(bands.change(state.bands, who, hunter.id, BANDS[there], "chase"))
    return tuple(changes)


def unseen(state: CairnState, who: str) -> bool:
    """Whether no pursuer sees somebody any more; where nobody pursues there is nothing to escape from."""
    hunters = pursuers(state)
    return bool(hunters) and all(bands.between(state.bands, who, hunter.id) == "out_of_sight" for hunter in hunters)


def _begun(tx: Tx) -> None:
    if tx.state.fight.kind == "chase" and not tx.state.fight.quarry:
        questions.ask(tx, QUARRY, value="opponents", choices=("opponents", "pcs"))


def _quarry(tx: Tx, question: Question, value: str) -> Rejected | None:
    tx.emit(QuarrySet(before=tx.state.fight.quarry, after=value))
    return None


def _round_over(tx: Tx) -> None:
    if tx.state.fight.kind != "chase":
        return
    for runner in runners(tx.state):
        changes = pace(tx.state, runner.id)
        if changes:
            questions.ask(tx, PACE, who=runner.id, value="yes", choices=("yes", "refuse"), changes=changes)
        else:
            _ask_escaped(tx, runner.id)


def _ask_escaped(tx: Tx, who: str) -> None:
    if unseen(tx.state, who):
        questions.ask(tx, ESCAPED, who=who, value="yes", choices=("yes", "no"))


def _paced(tx: Tx, question: Question, value: str) -> Rejected | None:
    if value == "yes":
        tx.emit(BandsChanged(changes=question.changes))
    _ask_escaped(tx, question.who)
    return None


def _escaped(tx: Tx, question: Question, value: str) -> Rejected | None:
    if value == "no":
        return None
    vitals.set_away(tx, question.who, AWAY[tx.state.entities[question.who].side])
    over = turns.result(tx.state)
    if over:
        turns.end_fight(tx, over)
    return None


def _ended(tx: Tx) -> None:
    for question in tuple(tx.state.questions.values()):
        if question.kind in (QUARRY, PACE, ESCAPED):
            questions.withdraw(tx, question.id)


def renew(tx: Tx) -> None:
    """Take back what is asked of pairs that changed since, by whatever command, and of those who run no more (A44).

    An open proposal counts from the band at which it was made: taken up later it would undo what the Warden has said.
    """
    running, hunters = [c.id for c in runners(tx.state)], [c.id for c in pursuers(tx.state)]
    for question in questions.open_questions(tx.state, PACE):
        who = question.who
        still = tuple(c for c in question.changes if who in running and c.b in hunters and _holds(tx.state, c))
        if still == question.changes:
            continue
        questions.withdraw(tx, question.id)
        if still:
            questions.ask(tx, PACE, who=who, value=question.value, choices=question.choices, changes=still)
        elif who in running and not questions.open_questions(tx.state, ESCAPED, who):
            _ask_escaped(tx, who)
    for question in questions.open_questions(tx.state, ESCAPED):
        if question.who not in running or not unseen(tx.state, question.who):
            questions.withdraw(tx, question.id)


def _holds(state: CairnState, change: BandChange) -> bool:
    return (bands.between(state.bands, change.a, change.b) or "") == change.before


def _quarry_set(state: CairnState, e: QuarrySet) -> CairnState:
    return replace(state, fight=replace(state.fight, quarry=e.after))


turns.BEGUN.append(_begun)
turns.ROUND_OVER.append(_round_over)
turns.ENDED.append(_ended)
questions.ANSWERS[QUARRY] = _quarry
questions.ANSWERS[PACE] = _paced
questions.ANSWERS[ESCAPED] = _escaped

DECIDE: dict[Any, Callable[[Any, Any], Any]] = {}
EVOLVE = {QuarrySet: _quarry_set}
