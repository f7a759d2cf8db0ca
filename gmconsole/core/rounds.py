"""Moving on: from phase to phase and from round to round, for every rulebook.

Which phases there are, which of them take place, and what happens by itself as one begins or ends, the book answers
through ``Ruleset``.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from .model import Command, Event, Msg, Rejected, State, terms_of
from .phases import Task
from .ruleset import AnyTx

ROUNDS_AHEAD = 2
"""How many rounds ``phase NAME`` may pass through before the phase named is taken for one that never comes."""


# Commands ----------------------------------------------------------------------------------------------------------


class Phase(Command, frozen=True, tag="core.phase"):
    """Move on: to the next phase, or on and on to the one named. ``force`` leaves owed things behind.

    Refused: ``no-rounds`` outside rounds, ``unknown-phase``, ``phase-not-in-use``, ``still-owed``.
    """

    to: str = ""
    force: bool = False


# Events ------------------------------------------------------------------------------------------------------------


class RoundStarted(Event, frozen=True, tag="core.round"):
    """A new round began."""

    before: int
    after: int


class PhaseEntered(Event, frozen=True, tag="core.phase-entered"):
    """The pointer stands on a phase."""

    round: int
    before: str
    after: str


class PhaseSkipped(Event, frozen=True, tag="core.phase-skipped"):
    """A phase was passed over: not in use this round, or left with these tasks (``kind who``) still owed."""

    phase: str
    owed: tuple[str, ...] = ()


# Decisions ---------------------------------------------------------------------------------------------------------


def _phase(c: Phase, tx: AnyTx) -> Rejected | None:
    order = tuple(tx.ruleset.phase_names())
    if tx.state.mode == "calm":
        return Rejected("no-rounds")
    if c.to and c.to not in order:
        return Rejected("unknown-phase", {"phase": c.to, "allowed": terms_of("phase", order)})
    if c.to and not tx.ruleset.phase_can_come(tx.state, c.to):
        return Rejected("phase-not-in-use", {"phase": Msg("phase:" + c.to)})
    owed = _owed(tx)
    if owed and not c.force:
        return _still_owed(owed)
    tx.ruleset.before_moving_on(tx)
    if not c.force and _owed(tx):
        # What was just closed asks something new: that is where the GM has to look.
        return None
    last = tx.state.round + ROUNDS_AHEAD
    while tx.state.round <= last:
        owed = _owed(tx)
        if owed and not c.force:
            return _still_owed(owed)
        if owed:
            tx.emit(PhaseSkipped(phase=tx.state.phase, owed=tuple(f"{t.kind} {t.who}".strip() for t in owed)))
        step_phase(tx)
        if tx.state.mode == "calm" or not c.to or tx.state.phase == c.to:
            return None
    return Rejected("phase-not-in-use", {"phase": Msg("phase:" + c.to)})


def _still_owed(owed: list[Task]) -> Rejected:
    return Rejected("still-owed", {"owed": tuple(t.what for t in owed), "count": len(owed)})


def _owed(tx: AnyTx) -> list[Task]:
    return [t for t in tx.ruleset.agenda(tx.state) if t.blocking]


def step_phase(tx: AnyTx) -> None:
    """Leave the phase at hand and enter the next one in use, opening a new round where the last one ends.

    A phase that is not in use is passed over and logged; what the book counts at that point still runs, because the
    book's ``enter_phase`` is called for it all the same. Where no phase is in use at all, the pointer comes to rest
    after two rounds of them.
    """
    order = tuple(tx.ruleset.phase_names())
    tx.ruleset.leave_phase(tx)
    if tx.state.mode == "calm":
        return
    for _ in range(2 * len(order)):
        here = order.index(tx.state.phase) if tx.state.phase else -1
        if here + 1 == len(order) or not tx.state.round:
            tx.emit(RoundStarted(before=tx.state.round, after=tx.state.round + 1))
            tx.ruleset.start_round(tx)
            here = -1
        upcoming = order[here + 1]
        used = tx.ruleset.phase_in_use(tx.state, upcoming)
        tx.emit(PhaseEntered(round=tx.state.round, before=tx.state.phase, after=upcoming))
        if not used:
            tx.emit(PhaseSkipped(phase=upcoming))
        tx.ruleset.enter_phase(tx)
        if used:
            return
        tx.ruleset.leave_phase(tx)


# Folds -------------------------------------------------------------------------------------------------------------


def _round_started(state: State, e: RoundStarted) -> Any:
    return replace(state, round=e.after, skipped=(), phase="")


def _phase_entered(state: State, e: PhaseEntered) -> Any:
    return replace(state, phase=e.after)


def _phase_skipped(state: State, e: PhaseSkipped) -> Any:
    return replace(state, skipped=(*state.skipped, e.phase))


DECIDE = {Phase: _phase}

EVOLVE = {
    RoundStarted: _round_started,
    PhaseEntered: _phase_entered,
    PhaseSkipped: _phase_skipped,
}
