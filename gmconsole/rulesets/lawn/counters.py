"""Round counters of states: marked when a slot comes up, counted in the next neutral phase (chapter "Neutral phase").

Covers LP-NEU-004 to -025 and -030 to -036 as far as they count. A round counts for a state if its holder's slot came up
with the state present: ``mark_slot`` marks, ``expire`` and ``escalate_all`` count (LP-NEU-004).
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
from msgspec.structs import replace

from ...core.model import Event
from ...core.ruleset import Evolve
from ...core.ruleset import Tx as CoreTx
from . import injuries
from .injuries import Step, form
from .state import Injury, LawnState, Person

Tx = CoreTx[LawnState]


class Counting(msgspec.Struct, frozen=True):
    """One person's states before and after marks or counts moved."""

    who: str
    before: tuple[Injury, ...]
    after: tuple[Injury, ...]


class StatesCounted(Event, frozen=True, tag="lawn.counted"):
    """Marks were set, or marked states counted on; nothing else changed."""

    changes: tuple[Counting, ...]


# Marking -----------------------------------------------------------------------------------------------------------


def counts(injury: Injury) -> bool:
    """Whether counted rounds mean anything to the state as it is now (LP-NEU-019, -021)."""
    f = form(injury)
    return f.threshold > 0 and (f.expires_from != "restored" or injury.restored)


def mark_slot(tx: Tx, who: str) -> None:
    """Mark the person's counting states: the slot has come up with them present. Call it before the action happens."""
    _mark(tx, (tx.state.entities[who],))


def mark_movement(tx: Tx, who: str) -> None:
    """Mark as the person's movement is resolved, in rounds without an action phase (LP-NEU-024, Q-C03)."""
    if not tx.ruleset.phase_in_use(tx.state, "action"):
        _mark(tx, (tx.state.entities[who],))


def mark_round_end(tx: Tx) -> None:
    """Mark everybody at the end of a round with neither slots nor movement (Q-C03). Call it while it is still on.

    Safe to call at the end of any round.
    """
    state = tx.state
    here = tuple(p for p in state.entities.values() if p.presence == "in")
    if state.mode == "rounds" or not any(tx.ruleset.phase_in_use(state, p) for p in ("action", "movement")):
        _mark(tx, here)


def _mark(tx: Tx, who: Iterable[Person]) -> None:
    changes = []
    for person in who:
        if person.states and not injuries.is_dead(person):
            after = tuple(replace(i, marked=True) if not i.marked and counts(i) else i for i in person.states)
            changes.append(Counting(person.id, person.states, after))
    count(tx, changes)


def count(tx: Tx, changes: Iterable[Counting]) -> None:
    """Emit those changes that change anything, as one event."""
    real = tuple(c for c in changes if c.before != c.after)
    if real:
        tx.emit(StatesCounted(changes=real))


# Counting -------------------------------------------------------------------------------------------------------------


def expire(tx: Tx) -> None:
    """Count on what ends by itself, and end what has run out (LP-NEU-005 to -012, -019)."""
    counted = []
    for person in holders(tx.state):
        after: list[Injury] = []
        steps: list[Step] = []
        for injury in person.states:
            f = form(injury)
            if not injury.marked or not f.expires_after:
                after.append(injury)
            elif injury.counted + 1 < f.expires_after:
                after.append(replace(injury, counted=injury.counted + 1, marked=False))
            else:
                steps.append(Step("ended", injury.id))
        if steps:
            injuries.change(tx, person.id, tuple(after), steps, "expiry")
        else:
            counted.append(Counting(person.id, person.states, tuple(after)))
    count(tx, counted)


def escalate_all(tx: Tx) -> None:
    """Count on all first, then let the results follow: within a step they are simultaneous."""
    plain = tx.state.options.get("counting") == "plain"
    counted: list[Counting] = []
    results: list[tuple[str, Injury]] = []
    for person in holders(tx.state):
        after = []
        for injury in person.states:
            f = form(injury)
            due = injury.marked or (plain and person.presence == "in")
            if f.expires_after or not f.threshold or not due:
                after.append(injury)
                continue
            reached = injury.counted + 1 >= f.threshold
            after.append(replace(injury, counted=0 if reached else injury.counted + 1, marked=False))
            if reached:
                results.append((person.id, injury))
        counted.append(Counting(person.id, person.states, tuple(after)))
    count(tx, counted)
    for who, injury in results:
        escalate(tx, who, injury)


def escalate(tx: Tx, who: str, injury: Injury) -> None:
    """Let a counter's result happen: death, or the state it gives (LP-NEU-013 to -018, -033)."""
    f = form(injury)
    if f.kills_after:
        injuries.kill(tx, who, injury.id)
    elif f.gives:
        injuries.gain(tx, who, f.gives, cause=injury.id)


def holders(state: LawnState) -> tuple[Person, ...]:
    """The living who have any state."""
    return tuple(p for p in state.entities.values() if p.states and p.presence != "removed" and not injuries.is_dead(p))


# What is coming -------------------------------------------------------------------------------------------------------


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """One running counter or pending effect.

    ``what`` is ``ends``, ``dead``, the state it gives, or a pending effect's text; ``round`` when it happens if nothing
    is done, 0 outside rounds; ``point`` where in that round; ``counted`` of ``threshold`` counted rounds so far.
    """

    who: str
    state: str
    side: str = ""
    counted: int = 0
    threshold: int = 0
    what: str = ""
    round: int = 0
    point: str = "neutral"


def running(state: LawnState) -> tuple[Row, ...]:
    """Every counter with the round in which it comes to something (LP-NEU-032)."""
    return tuple(_row(state, person, i) for person in holders(state) for i in person.states if counts(i))


def settle_marks(tx: Tx) -> None:
    """Count marked rounds on without any result, as rounds are over (LP-CRI-008)."""
    count(tx, [Counting(p.id, p.states, tuple(_settled(i) for i in p.states)) for p in holders(tx.state)])


def start_over(tx: Tx, who: str, injury: Injury) -> None:
    """Set one counter back to 0."""
    states = tx.state.entities[who].states
    after = tuple(replace(i, counted=0, marked=False) if i is injury else i for i in states)
    count(tx, [Counting(who, states, after)])


def _row(state: LawnState, person: Person, injury: Injury) -> Row:
    f = form(injury)
    what = "ends" if f.expires_after else "dead" if f.kills_after else f.gives
    return Row(
        who=person.id,
        state=injury.id,
        side=injury.side,
        counted=injury.counted,
        threshold=f.threshold,
        what=what,
        round=_when(state, person, injury) if state.mode != "calm" else 0,
    )


def _when(state: LawnState, person: Person, injury: Injury) -> int:
    """The round in whose neutral phase the threshold is reached if nothing is done."""
    f = form(injury)
    ticked = state.phase in ("neutral", "movement", "action")
    if injury.marked or (state.options.get("counting") == "plain" and not f.expires_after):
        first = state.round + 1 if ticked else state.round
    else:
        first = state.round + (1 if _slot_ahead(state, person) else 2)
    return first + f.threshold - injury.counted - 1


def _slot_ahead(state: LawnState, person: Person) -> bool:
    """Whether this round will still mark the person's states."""
    this_round = bool(state.round) and state.crisis.only_round == state.round
    phases = state.crisis.only if this_round else state.phases
    if "action" in phases or state.mode == "rounds":
        return person.id not in state.crisis.slots
    if "movement" in phases:
        return state.phase != "action" and (state.phase != "movement" or state.crisis.stage in ("declare", "speed"))
    return True


def _settled(injury: Injury) -> Injury:
    if not injury.marked:
        return injury
    return replace(injury, marked=False, counted=min(injury.counted + 1, form(injury).threshold))


# Folds ----------------------------------------------------------------------------------------------------------------


def _counted(state: LawnState, e: StatesCounted) -> LawnState:
    entities = dict(state.entities)
    for change in e.changes:
        entities[change.who] = replace(entities[change.who], states=change.after)
    return replace(state, entities=entities)


EVOLVE: dict[type[Event], Evolve] = {StatesCounted: _counted}
