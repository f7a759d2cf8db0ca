"""Retreat: running from a fight to a safe place (chapter "Retreat").

Covers CA-RET-001 and -002. Foes who flee after a failed morale save need no save (``turns.leave_turn``), unless the
Warden calls one as a risk of their flight. Chases are in ``chases``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...core.commands import unknown
from ...core.model import Command, Rejected, Who
from ...core.ruleset import Tx as CoreTx
from . import acts, conditions, contests, saves, turns, vitals
from .state import Act, CairnState, Combatant

Tx = CoreTx[CairnState]

RETREAT = "retreat"


class Retreat(Command, frozen=True, tag="cairn.retreat"):
    """Run for a safe place that the Warden names; it is the action, and asks for a DEX save (CA-RET-001, -002; A31).

    ``carrying`` is taken along: one save for both, by whoever has the lower DEX, or by ``at_risk`` (CA-SAV-005); with
    somebody dead the runner's own. Refused: ``no-safe-place``, ``cannot-be-carried``, ``not-a-choice``, and as
    ``acts.declare`` says.
    """

    who: str
    place: str = ""
    carrying: str = ""
    at_risk: str = ""


def settle(tx: Tx) -> None:
    """Take those away whose retreat succeeded, with whom they carry; whoever failed is still there."""
    for act in tx.state.fight.acts.values():
        if act.kind == RETREAT and act.saved == "passed" and not act.spoiled:
            for who in filter(None, (act.who, act.carrying)):
                vitals.set_away(tx, who, "retreated")


def runs(state: CairnState, who: str) -> bool:
    """Whether somebody retreats in this turn, on their own feet or carried."""
    return any(act.kind == RETREAT and who in (act.who, act.carrying) for act in state.fight.acts.values())


def _retreat(c: Retreat, tx: Tx) -> Rejected | None:
    refused = turns.may_declare(tx.state, c.who) or _cannot_carry(c, tx.state)
    if refused is not None:
        return refused
    if not c.place.strip():
        return Rejected("no-safe-place", {"who": Who(c.who)})
    able = tuple(who for who in (c.who, c.carrying) if who and not conditions.is_dead(tx.state.entities[who]))
    if c.at_risk not in ("", *able):
        allowed = tuple(map(Who, able))
        return Rejected("not-a-choice", {"field": "at_risk", "value": Who(c.at_risk), "allowed": allowed})
    refused = acts.declare(tx, Act(who=c.who, kind=RETREAT, place=c.place, carrying=c.carrying))
    if refused is not None:
        return refused
    rolls, other = c.who, c.carrying
    if c.carrying:
        rolls = c.at_risk or contests.in_greater_danger(tx.state, c.who, c.carrying, "DEX")
        other = c.carrying if rolls == c.who else c.who
    saves.call(tx, acts.ACT, rolls, "DEX", ref=c.who, other=other)
    return None


def _cannot_carry(c: Retreat, state: CairnState) -> Rejected | None:
    """The refusal for a comrade who cannot be taken along, and for a runner who is carried already."""
    if runs(state, c.who) and c.who not in state.fight.acts:
        return Rejected("cannot-be-carried", {"who": Who(c.who)})
    if not c.carrying:
        return None
    carried = state.person(c.carrying)
    if not isinstance(carried, Combatant):
        return unknown(c.carrying)
    here = conditions.is_present(carried) and carried.side == state.entities[c.who].side
    if c.carrying == c.who or not here or runs(state, c.carrying):
        return Rejected("cannot-be-carried", {"who": Who(c.carrying)})
    return None


DECIDE = {Retreat: _retreat}
EVOLVE: dict[Any, Callable[[Any, Any], Any]] = {}
