"""The order in which a side's turn is settled, once everybody has declared and every die lies (CA-ACT-004, CA-RND-005).

Damage of all targets, bandages and retreats are judged on the state at the start of the turn and booked together; then
STR saves, the Warden's word on the fallen and scars; then morale (CA-MOR-008). ``advance`` runs after every command, so
that the agenda of what is owed is always computed from the state.
"""

from __future__ import annotations

from ...core.phases import Task
from ...core.ruleset import Tx as CoreTx
from . import actions, acts, aid, aims, attacks, chases, contests, death, magic, morale, retreat, saves, scars, turns
from .questions import withdraw
from .state import CairnState

Tx = CoreTx[CairnState]


def advance(tx: Tx, before: CairnState) -> None:
    """Let go what a command made untrue; then book what has come due in the turn at hand: all results, then morale.

    ``before`` is the state that the command found.
    """
    let_go(tx)
    if not turns.turn_of(tx.state):
        return
    if ready(tx.state):
        settle(tx)
        let_go(tx)
    if tx.state.fight.checked and morale.has_lost(before, tx.state):
        tx.emit(morale.Reopened())
    if tx.state.fight.settled and not tx.state.fight.checked and quiet(tx.state):
        tx.emit(turns.MoraleLookedAt())
        morale.check(tx)


def let_go(tx: Tx) -> None:
    """Take back what holds no more. Where play alone led there is nothing to take back; a hand may leave something."""
    death.renew(tx)
    chases.renew(tx)
    morale.renew(tx)
    aims.renew(tx)
    _forget(tx)


def _forget(tx: Tx) -> None:
    """What somebody who was removed owes, or is asked about, is void, and so is what two had to settle between them."""
    for found in tuple(tx.state.calls.values()):
        if _removed(tx.state, found.who) or (found.kind in contests.KINDS and _removed(tx.state, found.other)):
            saves.drop(tx, found)
    for asked in tuple(tx.state.questions.values()):
        if _removed(tx.state, asked.who) or (asked.kind in contests.KINDS and _removed(tx.state, asked.other)):
            withdraw(tx, asked.id)


def _removed(state: CairnState, who: str) -> bool:
    return who in state.entities and state.person(who) is None


def ready(state: CairnState) -> bool:
    """Whether every act is declared and every die of it rolled, and nothing is booked yet."""
    return not (
        state.fight.settled
        or saves.owed(state, turns.ENTRY)
        or turns.undeclared(state)
        or saves.owed(state, acts.ACT)
        or any(q.blocking for q in state.questions.values())
        or attacks.to_roll(state)
    )


def settle(tx: Tx) -> None:
    """Book all results of the turn but morale, each judged on the state at its start (CA-RND-005)."""
    final = any(act.kind not in acts.QUIET or act.saved for act in tx.state.fight.acts.values())
    tx.emit(turns.TurnSettled(final=final))
    aid.settle(tx)
    retreat.settle(tx)
    magic.settle(tx)
    attacks.settle(tx)


def quiet(state: CairnState) -> bool:
    """Whether nothing of the turn's results is left to be rolled or said before morale."""
    return not (
        any(c.kind != morale.MORALE for c in state.calls.values() if c.kind != "free")
        or any(q.blocking for q in state.questions.values())
        or scars.due(state)
    )


def tasks(state: CairnState) -> tuple[Task, ...]:
    """Everything owed in a fight's turn, in the order of the book."""
    return (
        *saves.tasks(state, turns.ENTRY),
        *actions.tasks(state),
        *saves.tasks(state),
        *attacks.tasks(state),
        *scars.tasks(state),
    )
