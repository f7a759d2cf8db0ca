"""Declarations: what everybody does in a side's turn, written before any of its dice (CA-ACT-001, CA-ACT-004).

The chapters make an ``Act`` of their verb and hand it to ``declare``; what its save or its dice bring is written with
``update``.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from ...core.model import Event, Msg, Rejected, Who
from ...core.ruleset import Tx as CoreTx
from . import saves, turns
from .questions import withdraw
from .state import Act, CairnState, Call

Tx = CoreTx[CairnState]

ACT = "act"
"""The kind of call that belongs to a declared act: rolled when everybody has declared, before damage dice."""

SAVED: dict[str, Callable[[Tx, Act, bool], None]] = {}
"""What the rolled save of a declared act brings, by kind of act; the act holds the result (``saved``) already."""

ASKED = turns.ASKED
"""The kinds of questions that belong to somebody's declared act."""

QUIET = ("hold", "other", "second_move", "crawl", "flee")
"""Acts that change nothing when the turn is settled, so that they may still be declared anew."""

SPOILED: dict[str, Callable[[Tx, Act], None]] = {}
"""What the failed save of a risk undoes when it wastes the act, by kind of act."""

SPOILS = saves.SPOILS


class Declared(Event, frozen=True, tag="cairn.declared"):
    """Somebody's one action of the turn was declared; ``before`` is the hold it took the place of."""

    act: Act
    before: Act | None = None


class Withdrawn(Event, frozen=True, tag="cairn.withdrawn"):
    """A declaration was taken back; ``gone`` are those it was meant for, where that is why.

    ``why`` says more of it: ``reach`` where they are out of reach now, ``unable`` where its own actor cannot act.
    """

    act: Act
    gone: tuple[str, ...] = ()
    why: str = ""


class ActChanged(Event, frozen=True, tag="cairn.act-changed"):
    """Something about a declared act is known now: its save, its dice. ``rolled``: a die of the turn was thrown.

    ``gone`` are those whom it was meant for and who are no longer there, or with ``why`` ``reach`` out of reach.
    """

    before: Act
    after: Act
    rolled: bool = False
    gone: tuple[str, ...] = ()
    why: str = ""


def declare(tx: Tx, act: Act) -> Rejected | None:
    """Write the one action of somebody's turn (CA-ACT-001).

    Refused as ``turns.may_declare`` says; ``already-acted`` where another act than holding is declared (``withdraw``
    takes it back), ``is-fleeing`` for anything but getting away by those who flee.
    """
    refused = turns.may_declare(tx.state, act.who)
    if refused is not None:
        return refused
    before = tx.state.fight.acts.get(act.who)
    if before is not None and (before.kind != "hold" or act.kind == "hold"):
        return Rejected("already-acted", {"who": Who(act.who), "act": Msg("act:" + before.kind)})
    if tx.state.entities[act.who].condition == "fleeing" and act.kind != "flee":
        return Rejected("is-fleeing", {"who": Who(act.who)})
    tx.emit(Declared(act=act, before=before))
    return None


def sit_out(tx: Tx, who: str) -> None:
    """Whoever comes to the PCs' side while its turn is under way has theirs from the next one on (A42).

    It is written as holding, so that they may still be told to act. Late foes are asked like all others: the Warden
    who brings them in then means them to do something.
    """
    c, state = tx.state.entities[who], tx.state
    waits = turns.turn_of(state) == "pcs" == c.side and not state.fight.rolled and who not in state.fight.acts
    if waits and turns.takes_part(state, c):
        tx.emit(Declared(act=Act(who=who, kind="hold")))


def take_back(tx: Tx, act: Act, gone: tuple[str, ...] = (), why: str = "") -> None:
    """Take a declaration back, with the saves and questions that it called for; ``gone`` says whose absence made it."""
    for found in saves.owed(tx.state, ACT):
        if found.ref == act.who:
            saves.drop(tx, found)
    for question in tuple(tx.state.questions.values()):
        if question.who == act.who and question.kind in ASKED:
            withdraw(tx, question.id)
    tx.emit(Withdrawn(act=act, gone=gone, why=why))


def update(tx: Tx, act: Act, *, rolled: bool = False, gone: tuple[str, ...] = (), why: str = "") -> None:
    """Write what has become of a declared act."""
    before = tx.state.fight.acts[act.who]
    if before != act or rolled:
        tx.emit(ActChanged(before=before, after=act, rolled=rolled, gone=gone, why=why))


def _waits(state: CairnState, call: Call) -> bool:
    return bool(turns.undeclared(state))


def _saved(tx: Tx, call: Call, passed: bool) -> None:
    act = tx.state.fight.acts.get(call.ref or call.who)
    if act is None:
        return
    if call.stake:
        # A risk leaves the result of the act's own save alone where the act has one (a retreat, a spell).
        own = act.kind in SAVED or bool(act.saved)
        word = act.saved if own else "passed" if passed else "failed"
        wasted = call.stake == SPOILS and not passed and not act.spoiled
        act = replace(act, saved=word, spoiled=act.spoiled or wasted)
        update(tx, act, rolled=True)
        if wasted and act.kind in SPOILED:
            SPOILED[act.kind](tx, act)
        return
    act = replace(act, saved="passed" if passed else "failed")
    update(tx, act, rolled=True)
    if act.kind in SAVED:
        SAVED[act.kind](tx, act, passed)


saves.WAITS[ACT] = _waits
saves.FOLLOWS[ACT] = _saved


def _declared(state: CairnState, e: Declared) -> CairnState:
    return _with_acts(state, {**_others(state, e.act.who), e.act.who: e.act})


def _withdrawn(state: CairnState, e: Withdrawn) -> CairnState:
    return _with_acts(state, _others(state, e.act.who))


def _others(state: CairnState, who: str) -> dict[str, Act]:
    return {k: act for k, act in state.fight.acts.items() if k != who}


def _with_acts(state: CairnState, acts: dict[str, Act]) -> CairnState:
    return replace(state, fight=replace(state.fight, acts=acts, settled=False, checked=False))


def _changed(state: CairnState, e: ActChanged) -> CairnState:
    fight = state.fight
    return replace(
        state,
        fight=replace(fight, acts={**fight.acts, e.after.who: e.after}, rolled=fight.rolled or e.rolled),
    )


EVOLVE = {Declared: _declared, Withdrawn: _withdrawn, ActChanged: _changed}
