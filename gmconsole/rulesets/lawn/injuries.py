"""Injury states: gaining, worsening, merging, losing consciousness, dying (chapter "Injury states").

Covers LP-INJ-001 to -009, -027 to -054, -058 to -069 and what LP-ACT-010 reads. ``apply_gain`` is the whole algebra on
plain values; the figures of each state are content (``tables``). Life points are the neighbour's (``life``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec
from msgspec.structs import replace

from ...core.commands import unknown, with_entity
from ...core.messages import N_
from ...core.model import Command, Event, Msg, Name, Question, Rejected, Scalar, Who, terms_of
from ...core.ruleset import Tx as CoreTx
from . import life, questions
from .state import ATTRIBUTES, SPEED_CLASSES, Injury, LawnState, Person, PoolLine
from .tables import SIDES, STATES, Form, StateDef

Tx = CoreTx[LawnState]

MINORS_TO_WORSEN = 2
"""How many minor states become a severe one for everybody but the tough (``WORSEN``)."""
SEVERE_AS_MINORS = 2
STOPS = ("", "static", "cannot_act", "unconscious", "dead")
WATER = "water"

FAINTS = ("unconscious", "trance")
"""States that are a faint; coming round from one is losing it."""

INSTEAD: list[Callable[[Person, str], str]] = []
"""The state somebody gains in place of another, empty where it stays as it is (LP-TRT-111)."""

FALLEN: list[Callable[[Tx, str], None]] = []
"""Called with whoever has just died or lost consciousness, so that a chapter takes back what it asks of them."""

UNHINDERED: list[Callable[[Person], bool]] = []
"""Whom injury states cost no dice (LP-TRT-101)."""

WORSEN: list[Callable[[Person], int]] = []
"""How many minor states it takes to worsen for somebody, 0 where it is as for everybody (LP-TRT-101b)."""

CHANGED: list[Callable[[Tx, str, tuple[Injury, ...]], None]] = []
"""Called with whoever's states have changed, and what they were."""

questions.WORDING["second_severe"] = N_("{who} gains a second severe state: dead?")
questions.WORDING["drowning"] = N_("{who} collapses in water: drowning?")


class Step(msgspec.Struct, frozen=True):
    """One consequence: ``gained``, ``kept``, ``worsened``, ``merged``, ``unconscious``, ``died``, ``lost``, ``tended``,
    ``drawn``, ``restored``, ``treated`` or ``ended``; the state it is about, and the state or attribute behind it."""

    what: str
    state: str
    by: str = ""


class ChangeState(Command, frozen=True, tag="lawn.state"):
    """Give and take states; taken before given, so that one line can switch one for another.

    A state is written with what belongs to it behind colons: ``injured_hand:right``, ``burn:tended``,
    ``concussion:WIS``.
    """

    who: tuple[str, ...]
    add: tuple[str, ...] = ()
    remove: tuple[str, ...] = ()


class InjuriesChanged(Event, frozen=True, tag="lawn.injuries"):
    """Somebody's states changed; ``fell`` is the round in which they were knocked prone, 0 where they were not."""

    who: str
    before: tuple[Injury, ...]
    after: tuple[Injury, ...]
    steps: tuple[Step, ...] = ()
    cause: str = ""
    fell: int = 0


# The algebra -------------------------------------------------------------------------------------------------------


def definition(state_id: str) -> StateDef:
    """The row of the table; a state that the table no longer holds is kept without any effect."""
    return STATES.get(state_id) or StateDef(id=state_id, name=Name(state_id, state_id), kind="condition")


def form(injury: Injury) -> Form:
    """What the state does as it is now."""
    return definition(injury.id).form(injury.tended)


def apply_gain(
    states: tuple[Injury, ...], new: Injury, *, limit: int = MINORS_TO_WORSEN
) -> tuple[tuple[Injury, ...], tuple[Step, ...]]:
    """The states after gaining one more, and the steps that led there; nothing happens to the dead.

    ``limit`` is the number of minor states that become a severe one (LP-INJ-005). A severe state given to somebody who
    has one is simply added: whether that kills is for the GM to say (LP-INJ-068).
    """
    row = definition(new.id)
    if any(form(i).stops == "dead" for i in states):
        return states, ()
    if row.kind == "minor":
        return _gain_minor(states, new, row, limit)
    steps: list[Step] = []
    if row.kind == "transient":
        states = _collapse(states, new, steps)
    if row.merges_into:
        return _gain_sided(states, new, row, steps)
    if row.repeat == "keep" and any(i.id == new.id for i in states):
        return states, (*steps, Step("kept", new.id))
    parts = tuple(i for i in states if definition(i.id).merges_into == new.id)
    if parts:
        states = tuple(i for i in states if i not in parts)
        new = replace(new, tended=new.tended and all(i.tended for i in parts))
    states = (*states, new)
    steps.append(Step("died" if row.untended.stops == "dead" else "gained", new.id))
    for also in row.on_gain:
        states, more = apply_gain(states, Injury(id=also, gained=new.gained), limit=limit)
        steps.extend(more)
    return states, tuple(steps)


def _gain_minor(
    states: tuple[Injury, ...], new: Injury, row: StateDef, limit: int
) -> tuple[tuple[Injury, ...], tuple[Step, ...]]:
    if any(definition(i.id).kind == "severe" for i in states):
        return (*states, Injury(id="dead", gained=new.gained)), (Step("died", "dead", new.id),)
    minors = [i for i in states if definition(i.id).kind == "minor"]
    if len(minors) + 1 < limit:
        return (*states, new), (Step("gained", new.id),)
    severe = Injury(id=row.worsens_to, gained=new.gained)
    return (*(i for i in states if i not in minors), severe), (Step("worsened", severe.id, new.id),)


def _collapse(states: tuple[Injury, ...], new: Injury, steps: list[Step]) -> tuple[Injury, ...]:
    """Swap every state with the clause for Unconscious, as a transient state is gained beside it (LP-INJ-047, -048)."""
    bearers = [i for i in states if definition(i.id).collapses]
    if not bearers:
        return states
    kept = tuple(i for i in states if i not in bearers)
    steps.extend(Step("unconscious", i.id, new.id) for i in bearers)
    if any(i.id == "unconscious" for i in kept):
        return kept
    return (*kept, Injury(id="unconscious", gained=new.gained))


def _gain_sided(
    states: tuple[Injury, ...], new: Injury, row: StateDef, steps: list[Step]
) -> tuple[tuple[Injury, ...], tuple[Step, ...]]:
    same = [i for i in states if i.id == new.id]
    if any(i.id == row.merges_into for i in states) or any(i.side == new.side for i in same):
        return states, (*steps, Step("kept", new.id))
    if not same:
        return (*states, new), (*steps, Step("gained", new.id))
    both = Injury(id=row.merges_into, tended=new.tended and all(i.tended for i in same), gained=new.gained)
    return (*(i for i in states if i not in same), both), (*steps, Step("merged", both.id, new.id))


# Reading -----------------------------------------------------------------------------------------------------------


def has(person: Person, state_id: str) -> bool:
    """True while the person has that state."""
    return any(i.id == state_id for i in person.states)


def stopped(person: Person) -> str:
    """How far the person is stopped: one of STOPS, the strongest that applies, life points and fate included."""
    found: set[str] = {form(i).stops for i in person.states}
    if life.is_out(person):
        found.add({"dead": "dead", "destroyed": "dead", "unconscious": "unconscious"}.get(person.fate, "cannot_act"))
    return max(found, key=STOPS.index, default="")


def can_act(person: Person) -> bool:
    """False for whoever loses the slot (LP-INJ-034, LP-ACT-010)."""
    return stopped(person) in ("", "static")


def is_dead(person: Person) -> bool:
    """True for the dead and for destroyed objects."""
    return stopped(person) == "dead"


def is_unconscious(person: Person) -> bool:
    """True for the unconscious: neither action nor movement, talk, observation or passive checks (LP-INJ-049)."""
    return stopped(person) == "unconscious"


def is_static(person: Person, cannot_act: Scalar = "no_movement") -> bool:
    """True for whoever cannot move by themselves: cannot act, unconscious, dead, restrained (LP-INJ-034).

    Where the option ``cannot_act`` takes the action alone, whoever only cannot act still moves (Q-J04).
    """
    found = {form(i).stops for i in person.states}
    if cannot_act == "no_action" and stopped(person) == "cannot_act" and "static" not in found:
        return life.is_out(person)
    return stopped(person) != ""


def status(person: Person) -> str:
    """``able``, ``cannot_act``, ``unconscious`` or ``dead``."""
    found = stopped(person)
    return found if found in STOPS[2:] else "able"


def speed_cap(person: Person, *, by_vehicle: bool) -> str | None:
    """The lowest cap on the body's speed class, or None; a vehicle carries anyone at its own (LP-INJ-053 to -066)."""
    caps = [(f.speed_cap_aided if person.aid else "") or f.speed_cap for f in map(form, person.states)]
    caps = [c for c in caps if c]
    return None if by_vehicle or not caps else min(caps, key=SPEED_CLASSES.index)


def dice_lines(person: Person, check_type: str, *, hand: str = "") -> tuple[PoolLine, ...]:
    """The dice the states take from a check of that type, one line per state (LP-INJ-003, -004).

    ``hand`` is the hand the check is made with, ``left``, ``right`` or ``both``; empty where none is used. Somebody
    unhindered loses none (LP-TRT-101).
    """
    lines: list[PoolLine] = []
    if unhindered(person):
        return ()
    for injury in person.states:
        f = form(injury)
        dice = f.loss(check_type, injury.attribute)
        if hand and check_type in ("OPR", "PHY") and (not injury.side or hand in (injury.side, "both")):
            dice += f.by_hand
        if dice:
            lines.append(PoolLine(injury.id, dice))
    return tuple(lines)


def unhindered(person: Person) -> bool:
    """Whether injury states cost the person no dice."""
    return any(hook(person) for hook in UNHINDERED)


def limit(person: Person) -> int:
    """How many minor states become a severe one for that person (LP-INJ-005, LP-TRT-101b)."""
    return max((hook(person) for hook in WORSEN), default=0) or MINORS_TO_WORSEN


def disabled(person: Person) -> tuple[str, ...]:
    """The parts of the body that cannot be used: ``hand:right``, ``hands``, ``foot:left``, ``feet``, ``eyes``."""
    return tuple(f"{part}:{i.side}" if i.side else part for i in person.states for part in form(i).disables)


def warnings(person: Person) -> tuple[Msg, ...]:
    """What the GM should remember when this person acts (LP-LIF-008)."""
    return tuple(Msg("{who} cannot use: {part}", {"who": Who(person.id), "part": part}) for part in disabled(person))


# Services for the other chapters -----------------------------------------------------------------------------------


def change(tx: Tx, who: str, after: tuple[Injury, ...], steps: Iterable[Step], cause: str = "") -> None:
    """Emit the new states of a person, if they are new, and tell the chapters of a death or a faint."""
    person = tx.state.entities[who]
    before = person.states
    if after == before:
        return
    prone = not has(person, "prone") and any(i.id == "prone" for i in after)
    was = STOPS.index(stopped(person))
    tx.emit(
        InjuriesChanged(
            who=who,
            before=before,
            after=after,
            steps=tuple(steps),
            cause=cause,
            fell=tx.state.round if prone and tx.state.mode != "calm" else 0,
        )
    )
    now = STOPS.index(stopped(tx.state.entities[who]))
    if now > was and now >= STOPS.index("unconscious"):
        fallen(tx, who)
    for hook in CHANGED:
        hook(tx, who, before)


def fallen(tx: Tx, who: str) -> None:
    """Tell the chapters that somebody has died or lost consciousness."""
    for hook in FALLEN:
        hook(tx, who)


def gain(
    tx: Tx,
    who: str,
    state_id: str,
    *,
    side: str = "",
    tended: bool = False,
    note: str = "",
    attribute: str = "",
    cause: str = "",
    confirmed: bool = False,
) -> tuple[Step, ...]:
    """Give a state with all its consequences and return the steps.

    Whoever has life points loses a point for a minor state and two for a severe one (LP-LIF-004, LP-NEU-033). A second
    severe state asks the GM first unless ``confirmed`` (LP-INJ-068).
    """
    person = tx.state.entities[who]
    row = definition(state_id)
    if is_dead(person):
        return ()
    if person.has_life and row.untended.stops == "dead":
        life.kill(tx, who, cause)
        return (Step("died", state_id),)
    if person.has_life and row.kind in ("minor", "severe"):
        life.lose(tx, who, 1 if row.kind == "minor" else SEVERE_AS_MINORS, note=state_id, cause=cause)
        return ()
    if row.kind == "severe" and not confirmed and any(definition(i.id).kind == "severe" for i in person.states):
        questions.ask(tx, "second_severe", who=who, value="dead", choices=("dead", "refuse"), ref=state_id)
        return ()
    if row.sided and not side:
        taken = {i.side for i in person.states if i.id == state_id}
        side = next((s for s in SIDES if s not in taken), SIDES[0])
    new = Injury(id=state_id, tended=tended, side=side, attribute=attribute, gained=tx.state.round, note=note)
    after, steps = apply_gain(person.states, new, limit=limit(person))
    after, steps = _instead(person, after, steps)
    change(tx, who, after, steps, cause)
    if row.drowns and WATER in tx.state.environment:
        questions.ask(tx, "drowning", who=who, value="suffocating", choices=("suffocating", "refuse"))
    return steps


def _instead(
    person: Person, after: tuple[Injury, ...], steps: tuple[Step, ...]
) -> tuple[tuple[Injury, ...], tuple[Step, ...]]:
    """The states and steps with every state that the person does not gain replaced by what comes in its place."""
    for injury in after:
        other = next((o for hook in INSTEAD if (o := hook(person, injury.id))), "")
        if not other or injury in person.states:
            continue
        rest = tuple(i for i in after if i != injury)
        known = any(i.id == other for i in rest)
        after = rest if known else (*rest, replace(injury, id=other))
        steps = (
            *(s for s in steps if injury.id not in (s.state, s.what)),
            Step("kept" if known else "gained", other, injury.id),
        )
    return after, steps


def kill(tx: Tx, who: str, cause: str = "") -> None:
    """Let somebody die."""
    gain(tx, who, "dead", cause=cause)


def lose(tx: Tx, who: str, state_id: str, *, side: str = "", cause: str = "") -> None:
    """Take a state away, every instance of it (on that side, where one is given)."""
    person = tx.state.entities[who]
    after = tuple(i for i in person.states if not matches(i, state_id, side))
    change(tx, who, after, (Step("lost", state_id),), cause)


def matches(injury: Injury, state_id: str, side: str) -> bool:
    """Whether the state is that one, on that side where one is said."""
    return injury.id == state_id and side in ("", injury.side)


# Decisions ---------------------------------------------------------------------------------------------------------


class Written(msgspec.Struct, frozen=True):
    """A state as written: ``injured_hand:right:tended``."""

    id: str
    side: str = ""
    tended: bool = False
    attribute: str = ""


def read_state(text: str) -> Written | Rejected:
    """The written state; ``unknown-state``, ``needs-side`` or ``not-a-choice`` otherwise."""
    state_id, *marks = text.split(":")
    row = STATES.get(state_id)
    if row is None:
        return Rejected("unknown-state", {"state": state_id, "allowed": tuple(d.name for d in STATES.values())})
    written = Written(state_id)
    for mark in marks:
        if row.sided and mark in SIDES:
            written = replace(written, side=mark)
        elif mark == "tended" and row.first_aid == "tend":
            written = replace(written, tended=True)
        elif mark in ATTRIBUTES and row.attribute_when_tended:
            written = replace(written, attribute=mark)
        else:
            return Rejected(
                "not-a-choice", {"field": row.name, "value": mark, "allowed": terms_of("mark", (*SIDES, "tended"))}
            )
    return written


def _change_state(c: ChangeState, tx: Tx) -> Rejected | None:
    taken, given = [read_state(t) for t in c.remove], [read_state(t) for t in c.add]
    for written in (*taken, *given):
        if isinstance(written, Rejected):
            return written
    for who in c.who:
        person = tx.state.person(who)
        if not isinstance(person, Person):
            return unknown(who)
        if person.kind == "object" and any(STATES[w.id].kind != "minor" for w in given if isinstance(w, Written)):
            return Rejected("not-for-objects", {"who": Who(who)})
    for w in given:
        if isinstance(w, Written) and STATES[w.id].sided and not w.side:
            return Rejected("needs-side", {"state": STATES[w.id].name, "allowed": terms_of("mark", SIDES)})
    people = [tx.state.entities[who] for who in c.who]
    for w in taken:
        if isinstance(w, Written) and not any(matches(i, w.id, w.side) for p in people for i in p.states):
            return Rejected("state-not-there", {"state": STATES[w.id].name})
    for who in c.who:
        for w in taken:
            if isinstance(w, Written):
                lose(tx, who, w.id, side=w.side, cause="gm")
        for w in given:
            if isinstance(w, Written):
                gain(tx, who, w.id, side=w.side, tended=w.tended, attribute=w.attribute, cause="gm")
    return None


def _second_severe(tx: Tx, question: Question, value: str) -> Rejected | None:
    if value == "dead":
        kill(tx, question.who, question.ref)
    return None


def _drowning(tx: Tx, question: Question, value: str) -> Rejected | None:
    if value != "refuse":
        gain(tx, question.who, value, cause="drowning")
    return None


questions.ANSWERS["second_severe"] = _second_severe
questions.ANSWERS["drowning"] = _drowning


# Folds -------------------------------------------------------------------------------------------------------------


def with_states(state: LawnState, who: str, after: tuple[Injury, ...]) -> LawnState:
    """The state of play with that person's states written in."""
    new: LawnState = with_entity(state, replace(state.entities[who], states=after))
    return new


def _injuries_changed(state: LawnState, e: InjuriesChanged) -> LawnState:
    new = with_states(state, e.who, e.after)
    if not e.fell:
        return new
    return replace(new, crisis=replace(new.crisis, fell={**new.crisis.fell, e.who: e.fell}))


DECIDE = {ChangeState: _change_state}
EVOLVE = {InjuriesChanged: _injuries_changed}
