"""Declarations: what everybody does in a side's turn, written before any of its dice (CA-ACT-001, CA-ACT-004).

The chapters make an ``Act`` of their verb and hand it to ``declare``; what its save or its dice bring is written with
``update``.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from ...core.model import Event, Rejected
from ...core.ruleset import Tx as CoreTx
from . import saves, turns
from .questions import withdraw
from .state import Act, CairnState, Call

Tx = CoreTx[CairnState]

ACT = "act"
"""The kind of call that belongs to a declared act: rolled when everybody has declared, before damage dice."""

SAVED: dict[str, Callable[[Tx, Act, bool], None]] = {}
"""What the rolled save of a declared act brings, by kind of act; the act holds the result (``saved``) already."""

ASKED: list[str] = []
"""The kinds of questions that belong to somebody's declared act: void when they declare anew."""


class Declared(Event, frozen=True, tag="cairn.declared"):
    """Somebody's one action of the turn was declared, or declared anew."""

    act: Act
    before: Act | None = None


class ActChanged(Event, frozen=True, tag="cairn.act-changed"):
    """Something about a declared act is known now: its save, its dice. ``rolled``: a die of the turn was thrown."""

    before: Act
    after: Act
    rolled: bool = False


def declare(tx: Tx, act: Act) -> Rejected | None:
    """Write the action of somebody's turn; a second one replaces the first until a die of the turn is thrown.

    Refused as ``turns.may_declare`` says. Saves and questions that the earlier declaration called for are void.
    """
    refused = turns.may_declare(tx.state, act.who)
    if refused is not None:
        return refused
    for found in saves.owed(tx.state, ACT):
        if found.ref == act.who:
            saves.drop(tx, found)
    for question in tuple(tx.state.questions.values()):
        if question.who == act.who and question.kind in ASKED:
            withdraw(tx, question.id)
    tx.emit(Declared(act=act, before=tx.state.fight.acts.get(act.who)))
    return None


def update(tx: Tx, act: Act, *, rolled: bool = False) -> None:
    """Write what has become of a declared act."""
    before = tx.state.fight.acts[act.who]
    if before != act or rolled:
        tx.emit(ActChanged(before=before, after=act, rolled=rolled))


def _waits(state: CairnState, call: Call) -> bool:
    return bool(turns.undeclared(state))


def _saved(tx: Tx, call: Call, passed: bool) -> None:
    act = tx.state.fight.acts.get(call.ref or call.who)
    if act is None:
        return
    act = replace(act, saved="passed" if passed else "failed")
    update(tx, act, rolled=True)
    if act.kind in SAVED:
        SAVED[act.kind](tx, act, passed)


saves.WAITS[ACT] = _waits
saves.FOLLOWS[ACT] = _saved


def _declared(state: CairnState, e: Declared) -> CairnState:
    acts = {**state.fight.acts, e.act.who: e.act}
    return replace(state, fight=replace(state.fight, acts=acts, settled=False, checked=False))


def _changed(state: CairnState, e: ActChanged) -> CairnState:
    fight = state.fight
    return replace(
        state,
        fight=replace(fight, acts={**fight.acts, e.after.who: e.after}, rolled=fight.rolled or e.rolled),
    )


EVOLVE = {Declared: _declared, ActChanged: _changed}
