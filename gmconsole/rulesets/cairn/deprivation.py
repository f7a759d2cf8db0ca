"""Deprivation and Fatigue (chapter "Deprivation and Fatigue").

Covers CA-DEP-001 to -004 and -007 (A34, A35); slots are in ``inventory``, what rest takes away again in ``recovery``.
A scar deprives too (CA-SCR-003, -011): ``conditions.is_deprived`` reads both, and the time counts from either.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from ...core.commands import unknown, with_entity
from ...core.messages import N_
from ...core.model import Command, Event, Msg, Question, Rejected, Who
from ...core.people import in_chinese
from ...core.ruleset import Tx as CoreTx
from . import inventory, turns, vitals
from .conditions import EXHAUSTED, is_dead, is_deprived
from .questions import ANSWERS, ASKS, WORDING, ask, open_questions, withdraw
from .state import DAY_S, CairnState, Combatant

Tx = CoreTx[CairnState]

MOST = 99
NEEDS = ("food", "water", "rest", "warmth")
"""The reasons with words of their own; the Warden may give any other."""

DROP = "fatigue_drop"
FULL = "fatigue_full"
WORDING[DROP] = N_("{who} has no free slot for Fatigue. Which item is dropped: {ref}?")
WORDING[FULL] = N_("{who} has no room for Fatigue and nothing left to drop. What comes of it?")


class Deprive(Command, frozen=True, tag="cairn.deprive"):
    """Say that people lack something they need (CA-DEP-001). Refused: ``unknown-person``, ``empty-reason``."""

    who: tuple[str, ...]
    reason: str


class Undeprive(Command, frozen=True, tag="cairn.undeprive"):
    """Say that people have again what they lacked: that reason, or every one. Refused: ``not-deprived``."""

    who: tuple[str, ...]
    reason: str = ""


class AddFatigue(Command, frozen=True, tag="cairn.fatigue"):
    """Fatigue by the Warden's word, with a reason (CA-DEP-004); a negative number takes some away.

    Refused: ``unknown-person``, ``out-of-bounds``.
    """

    who: str
    by: int = 1
    because: str = ""


class FatigueSet(Event, frozen=True, tag="cairn.fatigue-set"):
    """The slots that Fatigue holds changed; ``because`` is the Warden's reason or a word for the log.

    ``filled`` of ``capacity`` slots are taken up afterwards.
    """

    who: str
    before: int
    after: int
    because: str = ""
    filled: int = 0
    capacity: int = 0


class DeprivedSet(Event, frozen=True, tag="cairn.deprived-set"):
    """The reasons for deprivation, its beginning (-1: none) and the Fatigue it has brought changed."""

    who: str
    before: Mapping[str, int]
    after: Mapping[str, int]
    since: int
    days: int


# Fatigue -----------------------------------------------------------------------------------------------------------


def add_fatigue(tx: Tx, who: str, n: int = 1, because: str = "") -> None:
    """Add Fatigue to somebody's slots; where none is free, ask which item makes room (CA-DEP-007).

    Without anything to drop the Warden decides (A35): Fatigue never exceeds the capacity.
    """
    n += take_back(tx, who)
    c = tx.state.entities[who]
    fits = min(n, inventory.free(c))
    if fits:
        set_fatigue(tx, who, c.fatigue + fits, because)
    left = n - fits
    if not left:
        return
    key = f"{left} {because}"
    droppable = tuple(item for item in c.items.values() if item.slots)
    if droppable:
        # Two things of one name can only be told apart by their ids.
        names = [item.name for item in droppable]
        called = [i.name if names.count(i.name) == 1 else f"{i.name} ({i.id})" for i in droppable]
        ref = ("、" if in_chinese(called[0]) else ", ").join(called)
        ask(tx, DROP, who=who, choices=tuple(item.id for item in droppable), ref=ref, key=key)
    else:
        ask(tx, FULL, who=who, value=EXHAUSTED, choices=(EXHAUSTED, "nothing"), key=key)


def set_fatigue(tx: Tx, who: str, fatigue: int, because: str = "") -> None:
    """Write the Fatigue somebody carries, never below 0."""
    c, after = tx.state.entities[who], max(fatigue, 0)
    if after != c.fatigue:
        filled = inventory.used(c) + after - c.fatigue
        tx.emit(FatigueSet(who=who, before=c.fatigue, after=after, because=because, filled=filled, capacity=c.capacity))
        inventory.settle(tx, who)


def waiting(state: CairnState, who: str) -> tuple[Question, ...]:
    """The open questions about somebody's Fatigue that finds no slot."""
    return (*open_questions(state, DROP, who), *open_questions(state, FULL, who))


def take_back(tx: Tx, who: str) -> int:
    """Withdraw the questions about Fatigue that finds no slot, and return how much of it there is."""
    found = waiting(tx.state, who)
    for question in found:
        withdraw(tx, question.id)
    return sum(int(question.key.split(" ")[0]) for question in found)


def _room(tx: Tx, who: str) -> None:
    """Somebody's slots changed: Fatigue that waits comes in as far as there is room now."""
    found = waiting(tx.state, who)
    if found and inventory.free(tx.state.entities[who]):
        add_fatigue(tx, who, 0, found[0].key.partition(" ")[2])


def _drop(tx: Tx, question: Question, value: str) -> Rejected | None:
    c = tx.state.entities[question.who]
    left, _, because = question.key.partition(" ")
    item = c.items.get(value)
    if item is not None:
        inventory.lay_down(tx, c.id, item)
    add_fatigue(tx, c.id, int(left), because)
    return None


def _full(tx: Tx, question: Question, value: str) -> Rejected | None:
    marks = tx.state.entities[question.who].marks
    if value == EXHAUSTED and EXHAUSTED not in marks:
        vitals.set_marks(tx, question.who, (*marks, EXHAUSTED))
    return None


inventory.CHANGED.append(_room)
ANSWERS[DROP] = _drop
ANSWERS[FULL] = _full
ASKS.forms[DROP] = lambda q: f"drop {q.who}"


# Deprivation -------------------------------------------------------------------------------------------------------


def sync(tx: Tx, who: str, since: int | None = None) -> None:
    """Let the count of a deprivation begin (now, or at that clock second) or end with the state it counts."""
    c = tx.state.entities[who]
    if is_deprived(c) == (c.deprived_since >= 0):
        return
    begun = (tx.state.clock if since is None else since) if is_deprived(c) else -1
    tx.emit(DeprivedSet(who=who, before=c.deprived, after=c.deprived, since=begun, days=0))


def _set(tx: Tx, c: Combatant, reasons: Mapping[str, int]) -> None:
    if dict(c.deprived) != dict(reasons):
        tx.emit(DeprivedSet(who=c.id, before=c.deprived, after=reasons, since=c.deprived_since, days=c.deprived_days))
        sync(tx, c.id)


def shown(c: Combatant) -> Msg | None:
    """What a card says of a deprivation: its reasons in brackets, where the Warden gave any (CA-DEP-001)."""
    if not is_deprived(c):
        return None
    reasons = tuple(Msg("need:" + reason) if reason in NEEDS else reason for reason in c.deprived)
    return Msg("deprived ({reasons})", {"reasons": reasons}) if reasons else Msg("condition:deprived")


def fatigue_due(since: int, now: int) -> int:
    """The Fatigue that a deprivation of that length has brought in all: one for each day after the first (A34)."""
    return max((now - since) // DAY_S - 1, 0)


def next_fatigue(state: CairnState, c: Combatant) -> int | None:
    """The seconds until a deprivation brings its next Fatigue; None where nobody is deprived or dead (A34)."""
    if c.deprived_since < 0 or is_dead(c) or not is_deprived(c):
        return None
    days = (state.clock - c.deprived_since) // DAY_S + 1
    return c.deprived_since + max(days, 2) * DAY_S - state.clock


def _due(tx: Tx) -> None:
    """Time has passed: a deprivation that began unseen (a scar's) counts from before it, long ones bring Fatigue."""
    moved = next((e for e in reversed(tx.events) if isinstance(e, turns.ClockMoved)), None)
    for who in tuple(tx.state.entities):
        sync(tx, who, moved.before if moved is not None else None)
        c = tx.state.entities[who]
        if c.deprived_since < 0 or is_dead(c) or c.presence == "removed":
            continue
        due = fatigue_due(c.deprived_since, tx.state.clock)
        if due > c.deprived_days:
            tx.emit(DeprivedSet(who=who, before=c.deprived, after=c.deprived, since=c.deprived_since, days=due))
            add_fatigue(tx, who, due - c.deprived_days, "deprived")


turns.DUE.append(_due)


# Decisions ---------------------------------------------------------------------------------------------------------


def _people(state: CairnState, who: tuple[str, ...]) -> tuple[Combatant, ...] | Rejected:
    found = []
    for one in dict.fromkeys(who):
        c = state.person(one)
        if not isinstance(c, Combatant):
            return unknown(one)
        found.append(c)
    return tuple(found)


def _deprive(c: Deprive, tx: Tx) -> Rejected | None:
    people = _people(tx.state, c.who)
    if isinstance(people, Rejected):
        return people
    if not c.reason.strip():
        return Rejected("empty-reason")
    for person in people:
        if c.reason not in person.deprived:
            _set(tx, person, {**person.deprived, c.reason: tx.state.clock})
    return None


def _undeprive(c: Undeprive, tx: Tx) -> Rejected | None:
    people = _people(tx.state, c.who)
    if isinstance(people, Rejected):
        return people
    for person in people:
        if not person.deprived or (c.reason and c.reason not in person.deprived):
            return Rejected("not-deprived", {"who": Who(person.id)})
    for person in people:
        _set(tx, person, {k: at for k, at in person.deprived.items() if c.reason and k != c.reason})
    return None


def _add_fatigue(c: AddFatigue, tx: Tx) -> Rejected | None:
    person = tx.state.person(c.who)
    if not isinstance(person, Combatant):
        return unknown(c.who)
    if not -MOST <= c.by <= MOST or not c.by:
        return Rejected("out-of-bounds", {"field": "by", "low": -MOST, "high": MOST, "value": str(c.by)})
    if c.by > 0:
        add_fatigue(tx, c.who, c.by, c.because)
    else:
        set_fatigue(tx, c.who, max(person.fatigue + c.by, 0), c.because)
    return None


# Folds -------------------------------------------------------------------------------------------------------------


def _fatigue_set(state: CairnState, e: FatigueSet) -> CairnState:
    new: CairnState = with_entity(state, replace(state.entities[e.who], fatigue=e.after))
    return new


def _deprived_set(state: CairnState, e: DeprivedSet) -> CairnState:
    c = replace(state.entities[e.who], deprived=e.after, deprived_since=e.since, deprived_days=e.days)
    new: CairnState = with_entity(state, c)
    return new


DECIDE = {Deprive: _deprive, Undeprive: _undeprive, AddFatigue: _add_fatigue}
EVOLVE = {FatigueSet: _fatigue_set, DeprivedSet: _deprived_set}
