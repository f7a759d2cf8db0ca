"""Acts whose people are gone: somebody who was removed, or is no mark any more, is nobody's target (CA-ACT-004).

Who falls to a friend's die of the same turn stays the target (A40): all that is settled at once. What is looked at here
is what happens between declaring and the dice, mostly by the Warden's word.
"""

from __future__ import annotations

from msgspec.structs import replace

from ...core.ruleset import Tx as CoreTx
from . import acts, conditions, detachments, saves, turns
from .state import Act, CairnState, Combatant

Tx = CoreTx[CairnState]


def renew(tx: Tx) -> None:
    """Take those who are gone out of the turn's acts whose dice do not lie yet.

    An act without anybody left is taken back, so that another can be declared; once a die of the turn was thrown it
    comes to nothing instead.
    """
    fight = tx.state.fight
    if not turns.turn_of(tx.state) or (fight.settled and fight.rolled):
        return
    for act in tuple(fight.acts.values()):
        if tx.state.person(act.who) is None:
            acts.take_back(tx, act, (act.who,))
        elif not act.faces:
            _carried(tx, act)
            _aimed(tx, tx.state.fight.acts[act.who])


def is_gone(state: CairnState, act: Act, target: str) -> bool:
    """Whether what somebody does can be meant for that person no more; a spell without dice may be for anybody."""
    c = state.person(target)
    if not isinstance(c, Combatant):
        return True
    if act.attack is not None:
        return not detachments.still_a_mark(c)
    return act.kind == "aid" and (conditions.is_dead(c) or not conditions.is_present(c))


def _aimed(tx: Tx, act: Act) -> None:
    gone = tuple(t for t in act.targets if is_gone(tx.state, act, t))
    left = tuple(t for t in act.targets if t not in gone)
    if not gone:
        return
    if not left and not tx.state.fight.rolled:
        acts.take_back(tx, act, gone)
        return
    # A blast whose number is known reaches all who are left where they are no more than that.
    known = act.number and len(left) <= act.number
    acts.update(tx, replace(act, targets=left, unclear=act.unclear and bool(left) and not known), gone=gone)


def _carried(tx: Tx, act: Act) -> None:
    """Whoever was to be carried is gone: the runner goes on alone, and makes the save that may have been theirs.

    Somebody who has died is carried all the same, but saves for nobody.
    """
    if not act.carrying:
        return
    carried = tx.state.entities[act.carrying]
    here = conditions.is_present(carried)
    if not here:
        acts.update(tx, replace(act, carrying=""), gone=(act.carrying,))
    elif not conditions.is_dead(carried):
        return
    owed = [found for found in saves.owed(tx.state, acts.ACT) if found.ref == act.who and not found.stake]
    if not act.saved and (not here or not any(found.who == act.who for found in owed)):
        for found in owed:
            saves.drop(tx, found)
        saves.call(tx, acts.ACT, act.who, "DEX", ref=act.who, other=act.carrying if here else "")
