"""Acts that can no longer be: their actor cannot act, or whoever they are meant for is gone or out of reach.

Serves CA-ACT-004, CA-RND-006 and CA-RET-003. Who falls to a die of the turn stays the target of others, and has acted
all the same (A40, CA-RND-005): all that is settled at once. What is looked at here is what happens between declaring
and the dice, mostly by the Warden's word.
"""

from __future__ import annotations

from msgspec.structs import replace

from ...core.commands import BandsChanged
from ...core.ruleset import Tx as CoreTx
from . import acts, attacks, conditions, detachments, saves, turns
from .state import Act, CairnState, Combatant

Tx = CoreTx[CairnState]
Pairs = frozenset[tuple[str, str]]

DONE = ("hold", "second_move", "crawl", "flee")
"""The kinds of act of which nothing is still to come that whoever cannot act any more could not have done."""

OWN = "move"
"""The cause of bands that somebody's own move changed: striking first and moving away afterwards is their right."""


def renew(tx: Tx) -> None:
    """Take back the acts of those who cannot act any more, and take those who are gone out of the others.

    An act without anybody left is taken back, so that another can be declared; once a die of the turn was thrown it
    comes to nothing instead. Acts whose dice lie stay as they are.
    """
    fight = tx.state.fight
    if not turns.turn_of(tx.state) or (fight.settled and fight.rolled):
        return
    pairs = _set_apart(tx)
    for act in tuple(fight.acts.values()):
        person = tx.state.person(act.who)
        if not isinstance(person, Combatant):
            acts.take_back(tx, act, (act.who,))
        elif act.kind not in DONE and not (fight.rolled or fight.settled or turns.takes_part(tx.state, person)):
            acts.take_back(tx, act, why="unable")
        elif not act.faces:
            _carried(tx, act)
            _aimed(tx, tx.state.fight.acts[act.who], pairs)


def _set_apart(tx: Tx) -> Pairs:
    """The pairs whose band this very command changed, but for those that somebody's own move did."""
    changes = [c for event in tx.events if isinstance(event, BandsChanged) for c in event.changes if c.cause != OWN]
    return frozenset(pair for c in changes for pair in ((c.a, c.b), (c.b, c.a)))


def out_of_reach(state: CairnState, act: Act, target: str) -> bool:
    """Whether what somebody does could not be declared on that person from where they are; by A01 it always can."""
    if act.who in state.fight.anyway:
        return False
    if act.kind == "attack" and act.attack is not None:
        return attacks.refuse_target(state, state.entities[act.who], act.attack, target) is not None
    return act.kind == "aid" and not detachments.is_near(state, act.who, target)


def is_gone(state: CairnState, act: Act, target: str) -> bool:
    """Whether what somebody does can be meant for that person no more; a spell without dice may be for anybody."""
    c = state.person(target)
    if not isinstance(c, Combatant):
        return True
    if act.attack is not None:
        return not detachments.still_a_mark(c)
    return act.kind == "aid" and (conditions.is_dead(c) or not conditions.is_present(c))


def _aimed(tx: Tx, act: Act, pairs: Pairs) -> None:
    gone = tuple(t for t in act.targets if is_gone(tx.state, act, t))
    why = ""
    if not gone:
        gone = tuple(t for t in act.targets if (act.who, t) in pairs and out_of_reach(tx.state, act, t))
        why = "reach"
    left = tuple(t for t in act.targets if t not in gone)
    if not gone:
        return
    if not left and not tx.state.fight.rolled:
        acts.take_back(tx, act, gone, why)
        return
    # A blast whose number is known reaches all who are left where they are no more than that.
    known = act.number and len(left) <= act.number
    acts.update(tx, replace(act, targets=left, unclear=act.unclear and bool(left) and not known), gone=gone, why=why)


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
