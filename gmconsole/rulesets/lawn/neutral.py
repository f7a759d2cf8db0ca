"""The neutral phase: counters, pending effects, hazards, in that order (chapter "Neutral phase").

Covers LP-NEU-001, -003, -023, -025 to -028, -031, -032 and LP-CRI-008's review list; counting is in ``counters``,
dangers of the place are in ``hazards``. The order of a tick is fixed: expiry, escalation, pending
effects, environment checks.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from ...core.commands import unknown
from ...core.messages import N_
from ...core.model import Command, Event, Msg, Question, Rejected, Who
from ...core.people import counted, next_id
from ...core.phases import Task
from ...core.ruleset import Decide, Evolve
from ...core.ruleset import Tx as CoreTx
from . import counters, hazards, injuries, questions
from .counters import Row, mark_movement, mark_round_end, mark_slot
from .distance import LIGHTS, LIT, put_out
from .injuries import Step, definition
from .state import Injury, LawnState, Light, Pending, Person

__all__ = [
    "DECIDE",
    "EVOLVE",
    "Row",
    "due_after_movement",
    "mark_movement",
    "mark_round_end",
    "mark_slot",
    "open_review",
    "review",
    "tick",
    "upcoming",
]

Tx = CoreTx[LawnState]

NEUTRAL = "neutral"
AFTER_MOVEMENT = "after_movement"
POINTS = (NEUTRAL, AFTER_MOVEMENT)
FAR_OFF = 100
REVIEWS = ("review_end", "review_apply", "review_pending")

EFFECTS: dict[str, Callable[[Tx, Pending], None]] = {}
"""What a pending effect of a kind does when it comes; a kind without an entry is put to the GM."""

PASSED: list[Callable[[Tx, PassTime], None]] = []
"""Chapters for which time outside rounds means something add a function here."""

SLEEP: list[Callable[[Person, int], int]] = []
"""What somebody's sleep comes to: from so many minutes that everybody needs to those this person needs."""

ASLEEP: list[Callable[[Tx, Person], None]] = []
"""Called with everybody who goes to sleep, before the time passes."""

WAITS: list[Callable[[LawnState, PassTime], Msg | None]] = []
"""What has to be decided before that time can pass: a chapter names it here."""

OVER: list[Callable[[Tx, str, Injury, PassTime], None]] = []
"""Called with every state that time has ended: (tx, who, the state as it was, what time passed)."""

questions.WORDING["pending"] = N_("Now: {ref}")
questions.WORDING["review_end"] = N_("{who}: take {value} away?")
questions.WORDING["review_apply"] = N_("{who}: apply {ref}?")
questions.WORDING["review_pending"] = N_("Still open: {ref}. Does it happen?")


class AddPending(Command, frozen=True, tag="lawn.pending"):
    """Something will come by itself in so many rounds: ``kind`` reinforcement, fuse, flare, reminder or a GM's own.

    ``point`` is where in that round: neutral, or after_movement for what burns down to it.
    """

    kind: str
    text: str
    rounds: int = 1
    point: str = NEUTRAL
    who: str = ""


class DropPending(Command, frozen=True, tag="lawn.pending-drop"):
    """Call a pending effect off."""

    pending: str


class PassTime(Command, frozen=True, tag="lawn.time"):
    """Let time pass outside rounds, as ``rest`` or ``sleep`` or neither."""

    minutes: int
    rest: bool = False
    sleep: bool = False


class PendingSet(Event, frozen=True, tag="lawn.pending-set"):
    """A pending effect was put down or is off the list; ``came`` where it has taken place."""

    pending: str
    before: Pending | None = None
    after: Pending | None = None
    came: bool = False


class Reminded(Event, frozen=True, tag="lawn.reminded"):
    """Something is due later in this round, or someone awaited may come in now."""

    pending: Pending


class TimePassed(Event, frozen=True, tag="lawn.time-passed"):
    """Time passed outside rounds."""

    minutes: int
    rest: bool = False
    sleep: bool = False


# The tick ----------------------------------------------------------------------------------------------------------


def tick(tx: Tx) -> None:
    """What happens by itself where the neutral phase begins, in the order of LP-NEU-023.

    Counting and pending effects run even where the phase is skipped (LP-NEU-025); hazards only where it is in use.
    """
    counters.expire(tx)
    counters.escalate_all(tx)
    _come_due(tx, NEUTRAL)
    if tx.state.mode == "crisis" and tx.ruleset.phase_in_use(tx.state, NEUTRAL):
        hazards.environment(tx)


# Pending effects ---------------------------------------------------------------------------------------------------


def due_after_movement(tx: Tx) -> None:
    """What is due where the movement phase ends, or would end were it in use (LP-NEU-026, -027).

    Round 1 of a crisis that has already begun has no such point (Q-C30).
    """
    if not (tx.state.round == 1 and tx.state.mode == "crisis" and tx.state.options.get("already_begun") is True):
        _come_due(tx, AFTER_MOVEMENT)


def _come_due(tx: Tx, point: str) -> None:
    for pending in list(tx.state.pending.values()):
        if pending.round > tx.state.round:
            continue
        if pending.point != point:
            if point == NEUTRAL:
                tx.emit(Reminded(pending=pending))
        elif pending.kind == "reinforcement" and _awaited(tx.state, pending):
            tx.emit(Reminded(pending=pending))
        else:
            _happen(tx, pending)


def _happen(tx: Tx, pending: Pending) -> None:
    tx.emit(PendingSet(pending=pending.id, before=pending, came=True))
    effect = EFFECTS.get(pending.kind)
    if effect is not None:
        effect(tx, pending)
    else:
        questions.ask(tx, "pending", who=pending.who, value="done", choices=("done",), ref=pending.text)


def _awaited(state: LawnState, pending: Pending) -> bool:
    person = state.entities.get(pending.who)
    return person is not None and person.presence in ("outside", "left")


def _reinforcement(tx: Tx, pending: Pending) -> None:
    if not pending.who:
        questions.ask(tx, "pending", value="done", choices=("done",), ref=pending.text)


def _burnt_out(tx: Tx, pending: Pending) -> None:
    """A source that burns for some rounds only, such as a flare, is out (LP-NEU-028, Q-D11)."""
    for light in list(tx.state.lights.values()):
        if light.source == pending.kind and pending.who in ("", light.carrier):
            put_out(tx, light)


def _lit(tx: Tx, light: Light) -> None:
    rounds = LIGHTS[light.source].rounds
    if rounds and tx.state.mode != "calm":
        add_pending(tx, light.source, light.source, tx.state.round + rounds, who=light.carrier)


LIT.append(_lit)
EFFECTS["reinforcement"] = _reinforcement
EFFECTS.update({source.id: _burnt_out for source in LIGHTS.values() if source.rounds})


def countdown(state: LawnState, who: str) -> int:
    """Rounds until that outsider may come in; 0 where the way is free or nobody set a countdown (LP-NEU-003)."""
    waits = [p.round for p in state.pending.values() if p.kind == "reinforcement" and p.who == who]
    here = state.round if state.phase in ("neutral", "movement", "action") else state.round - 1
    return max(0, max(waits, default=0) - here) if waits else 0


# What is coming -------------------------------------------------------------------------------------------------------


def upcoming(state: LawnState) -> tuple[Row, ...]:
    """Every counter with the round in which it comes to something, then the pending effects (LP-NEU-032)."""
    pending = (
        Row(who=p.who, state=p.kind, what=p.text, round=max(p.round, state.round), point=p.point)
        for p in state.pending.values()
    )
    return (*counters.running(state), *pending)


def tasks(state: LawnState) -> tuple[Task, ...]:
    """Reminders of what is due in the round at hand: fuses, and those who may come in now. Nothing blocks."""
    if state.phase not in ("neutral", "movement"):
        return ()
    out = []
    for pending in state.pending.values():
        if pending.round <= state.round:
            what = Msg("{text}: now", {"text": pending.text})
            if pending.point == AFTER_MOVEMENT:
                what = Msg("{text}: as movement ends", {"text": pending.text})
            elif _awaited(state, pending):
                what = Msg("{who} may come in now", {"who": Who(pending.who)})
            out.append(Task(kind="reminder", who=pending.who, what=what, blocking=False))
    return tuple(out)


def review(state: LawnState) -> tuple[Row, ...]:
    """The counters still open, for the GM to look through after a crisis (LP-CRI-008)."""
    return counters.running(state)


def open_review(tx: Tx) -> None:
    """Hand every open counter to the GM, as a round that was marked counts (LP-NEU-031, LP-CRI-008, Q-J14).

    States that only stop somebody for some rounds are proposed for removal; of escalations the GM says how far they go.
    """
    counters.settle_marks(tx)
    hazards.rest(tx)
    for question in list(tx.state.questions.values()):
        if question.kind in REVIEWS:
            questions.withdraw(tx, question.id)
    proposed: set[tuple[str, str]] = set()
    for row in review(tx.state):
        if row.what != "ends":
            questions.ask(
                tx,
                "review_apply",
                who=row.who,
                choices=(row.what, "refuse"),
                blocking=False,
                ref=row.what,
                key=row.state,
            )
        elif (row.who, row.state) not in proposed:
            proposed.add((row.who, row.state))
            questions.ask(tx, "review_end", who=row.who, value=row.state, choices=(row.state, "refuse"), blocking=False)
    for pending in tx.state.pending.values():
        questions.ask(
            tx,
            "review_pending",
            who=pending.who,
            choices=("now", "never", "refuse"),
            blocking=False,
            ref=pending.text,
            key=pending.id,
        )


def _answer_end(tx: Tx, question: Question, value: str) -> Rejected | None:
    if value != "refuse":
        injuries.lose(tx, question.who, value, cause="review")
    return None


def _answer_apply(tx: Tx, question: Question, value: str) -> Rejected | None:
    if value == "refuse":
        return None
    person = tx.state.entities[question.who]
    found = next((i for i in person.states if i.id == question.key and counters.counts(i)), None)
    if found is None:
        return Rejected("state-not-there", {"state": definition(question.key).name})
    counters.start_over(tx, person.id, found)
    counters.escalate(tx, person.id, found)
    return None


def _answer_pending(tx: Tx, question: Question, value: str) -> Rejected | None:
    pending = tx.state.pending.get(question.key)
    if pending is None or value == "refuse":
        return None
    if value == "now":
        _happen(tx, pending)
    else:
        tx.emit(PendingSet(pending=pending.id, before=pending))
    return None


def _noticed(tx: Tx, question: Question, value: str) -> Rejected | None:
    return None


questions.ANSWERS["review_end"] = _answer_end
questions.ANSWERS["review_apply"] = _answer_apply
questions.ANSWERS["review_pending"] = _answer_pending
questions.ANSWERS["pending"] = _noticed


# Decisions ------------------------------------------------------------------------------------------------------------


def _add_pending(c: AddPending, tx: Tx) -> Rejected | None:
    if c.point not in POINTS:
        return Rejected(
            "not-a-choice",
            {"field": "point", "value": c.point, "allowed": (Msg("phase:neutral"), Msg("end of movement"))},
        )
    if not 1 <= c.rounds <= FAR_OFF:
        return Rejected("out-of-bounds", {"field": "rounds", "low": 1, "high": FAR_OFF, "value": str(c.rounds)})
    if c.who and tx.state.person(c.who) is None:
        return unknown(c.who)
    if not (c.text or c.kind).strip():
        return Rejected("empty-name")
    # Outside rounds the next round is round 1 of whatever crisis comes (Q-C30).
    now = 0 if tx.state.mode == "calm" else tx.state.round
    add_pending(tx, c.kind, c.text or c.kind, now + c.rounds, point=c.point, who=c.who)
    return None


def add_pending(tx: Tx, kind: str, text: str, round: int, *, point: str = NEUTRAL, who: str = "") -> str:
    """Put a pending effect down for that round and return its id."""
    pending = Pending(id=next_id(tx.state, "pending"), kind=kind, text=text, round=round, point=point, who=who)
    tx.emit(PendingSet(pending=pending.id, after=pending))
    return pending.id


def _drop_pending(c: DropPending, tx: Tx) -> Rejected | None:
    pending = tx.state.pending.get(c.pending)
    if pending is None:
        return Rejected("no-such-pending", {"pending": c.pending})
    tx.emit(PendingSet(pending=pending.id, before=pending))
    return None


def _pass_time(c: PassTime, tx: Tx) -> Rejected | None:
    if tx.state.mode != "calm":
        return Rejected("only-outside-rounds")
    if not 1 <= c.minutes <= 1_000_000:
        return Rejected("out-of-bounds", {"field": "minutes", "low": 1, "high": 1_000_000, "value": str(c.minutes)})
    first = next((what for waits in WAITS if (what := waits(tx.state, c)) is not None), None)
    if first is not None:
        return Rejected("comes-first", {"what": first})
    tx.emit(TimePassed(minutes=c.minutes, rest=c.rest, sleep=c.sleep))
    for sleeper in _sleepers(tx.state) if c.sleep else ():
        for begins in ASLEEP:
            begins(tx, sleeper)
    for person in counters.holders(tx.state):
        after: list[Injury] = []
        steps: list[Step] = []
        for injury in person.states:
            needed, spent = _recovery(person, injury, c)
            if needed and spent >= needed:
                steps.append(Step("ended", injury.id))
            else:
                after.append(replace(injury, minutes=spent))
        injuries.change(tx, person.id, tuple(after), steps, "time")
        for injury in (i for i in person.states if any(s.state == i.id for s in steps)):
            for over in OVER:
                over(tx, person.id, injury, c)
    for hook in PASSED:
        hook(tx, c)
    open_review(tx)
    return None


def _sleepers(state: LawnState) -> tuple[Person, ...]:
    """The living who sleep when the others do: people, wherever they are."""
    return tuple(
        p for p in state.entities.values() if p.kind != "object" and p.presence != "removed" and not injuries.is_dead(p)
    )


def sleep_minutes(person: Person, minutes: int) -> int:
    """The minutes of sleep this person needs where others need so many (LP-TRT-101c)."""
    for hook in SLEEP:
        minutes = hook(person, minutes)
    return minutes


def _recovery(person: Person, injury: Injury, c: PassTime) -> tuple[int, int]:
    """Minutes the state needs to go, and those spent on it in one stretch (LP-INJ-038 to -040, -055)."""
    row = definition(injury.id)
    if row.heals_minutes:
        return row.heals_minutes, injury.minutes + c.minutes
    needed = row.rest_minutes or sleep_minutes(person, row.sleep_minutes)
    counts_now = c.sleep or (c.rest and row.rest_minutes > 0)
    return needed, injury.minutes + c.minutes if needed and counts_now else 0


# Folds ----------------------------------------------------------------------------------------------------------------


def _pending_set(state: LawnState, e: PendingSet) -> LawnState:
    pending = {k: v for k, v in state.pending.items() if k != e.pending}
    if e.after is None:
        return replace(state, pending=pending)
    return replace(state, pending={**pending, e.pending: e.after}, counters=counted(state, "pending"))


def _same(state: LawnState, e: Event) -> LawnState:
    return state


DECIDE: dict[type[Command], Decide] = {
    **hazards.DECIDE,
    AddPending: _add_pending,
    DropPending: _drop_pending,
    PassTime: _pass_time,
}

EVOLVE: dict[type[Event], Evolve] = {
    **counters.EVOLVE,
    **hazards.EVOLVE,
    PendingSet: _pending_set,
    Reminded: _same,
    TimePassed: _same,
}
