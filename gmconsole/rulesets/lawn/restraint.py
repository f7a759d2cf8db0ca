"""Restraint: one holds, the other is held, and what that means for both (chapter "Attacks").

Covers LP-ATK-058 to -061 and LP-ACT-016. The one held has the state ``restrained``, the one who holds on ``holding``;
both stand still. How somebody gets hold of somebody else is an attack without damage (``attacks``, form ``hold``).
"""

from __future__ import annotations

from msgspec.structs import replace

from ...core.model import Command, Event, Rejected, Who
from ...core.ruleset import Tx as CoreTx
from . import injuries
from .state import LawnState, Restraint

Tx = CoreTx[LawnState]

HELD = "restrained"
HOLDING = "holding"


class Release(Command, frozen=True, tag="lawn.release"):
    """Let go of whoever one holds; costs nothing."""

    who: str


class RestraintSet(Event, frozen=True, tag="lawn.restraint"):
    """Somebody got hold of somebody else (nothing before), or the hold ended (nothing after)."""

    who: str
    before: Restraint | None = None
    after: Restraint | None = None


def held_by(state: LawnState, holder: str) -> str:
    """The id of whom that one holds; empty where nobody."""
    return next((who for who, r in state.restraints.items() if r.holder == holder), "")


def holds(state: LawnState, holder: str, who: str) -> bool:
    """Whether the one holds the other now."""
    found = state.restraints.get(who)
    return found is not None and found.holder == holder


def needs_no_hit(state: LawnState, holder: str, who: str) -> bool:
    """Whether the hold lets its holder go straight to the damage: from the round after it was taken (LP-ATK-059)."""
    return holds(state, holder, who) and state.mode == "crisis" and state.round > state.restraints[who].since


def take_hold(tx: Tx, holder: str, who: str) -> None:
    """Let the one hold the other from now on."""
    injuries.gain(tx, who, HELD, note=holder, cause="restraint")
    injuries.gain(tx, holder, HOLDING, note=who, cause="restraint")
    if injuries.has(tx.state.entities[who], HELD):
        tx.emit(
            RestraintSet(
                who=who, before=tx.state.restraints.get(who), after=Restraint(holder=holder, since=tx.state.round)
            )
        )
    end_void(tx)


def let_go(tx: Tx, who: str) -> None:
    """End the hold on somebody."""
    restraint = tx.state.restraints.get(who)
    if restraint is None:
        return
    tx.emit(RestraintSet(who=who, before=restraint))
    injuries.lose(tx, who, HELD, cause="restraint")
    if not held_by(tx.state, restraint.holder):
        injuries.lose(tx, restraint.holder, HOLDING, cause="restraint")


def end_void(tx: Tx) -> None:
    """End every hold that does not hold any more (Q-K18); called at the end of every command."""
    for who, restraint in list(tx.state.restraints.items()):
        victim, holder = tx.state.entities[who], tx.state.entities[restraint.holder]
        if not (
            victim.on_stage
            and holder.on_stage
            and injuries.can_act(holder)
            and injuries.has(victim, HELD)
            and injuries.has(holder, HOLDING)
        ):
            let_go(tx, who)
    for person in list(tx.state.entities.values()):
        if injuries.has(person, HOLDING) and not held_by(tx.state, person.id):
            injuries.lose(tx, person.id, HOLDING, cause="restraint")


def _release(c: Release, tx: Tx) -> Rejected | None:
    who = held_by(tx.state, c.who)
    if not who:
        return Rejected("holds-nobody", {"who": Who(c.who)})
    let_go(tx, who)
    return None


def _set(state: LawnState, e: RestraintSet) -> LawnState:
    kept = {k: r for k, r in state.restraints.items() if k != e.who}
    return replace(state, restraints=kept if e.after is None else {**kept, e.who: e.after})


DECIDE = {Release: _release}
EVOLVE = {RestraintSet: _set}
