"""Initiative: the difficulty of the round, everybody's result, and the order that follows (chapter "Initiative phase").

Covers LP-INI-001 to -021. Results are kept for the round and never reordered by later losses; the order is computed
from them: PCs who succeeded, hostile NPCs, friendly and neutral NPCs, PCs who failed.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from ...core.commands import unknown
from ...core.messages import N_
from ...core.model import Command, Event, Field, Msg, Question, Rejected, Who
from ...core.phases import Task
from ...core.ruleset import Tx as CoreTx
from . import checks, injuries, outcomes, people, questions
from .checks import CheckChanged
from .outcomes import Result
from .state import Check, LawnState, Person

Tx = CoreTx[LawnState]

GROUPS = ("before", "hostile", "friendly", "after")
FRIEND_STEPS = -1
INTENT_STEPS = 1

checks.OWN_TASKS.add("initiative")
checks.PROPOSALS.add("reading_intent")
questions.WORDING["reading_intent"] = N_("Reading intent: D{value} for {who} against {other}?")


class SetDifficulty(Command, frozen=True, tag="lawn.difficulty"):
    """Say the initiative difficulty of this round; friends lower it unless it is given exactly (LP-INI-002, -003)."""

    faces: int
    exactly: bool = False


class SetOrder(Command, frozen=True, tag="lawn.order"):
    """The order agreed inside one group, for this round; among NPCs it holds until changed (LP-INI-009, -011)."""

    who: tuple[str, ...]


class MoveSlot(Command, frozen=True, tag="lawn.place"):
    """The GM moves somebody's slot behind another's, this round (LP-ACT-022, LP-INI-012, -018)."""

    who: str
    after: str


class DifficultySet(Event, frozen=True, tag="lawn.difficulty-set"):
    """The round's initiative difficulty: the base, the friends who lower it, and the value in force."""

    round: int
    base: int
    friends: int
    before: int
    after: int


class InitiativeTaken(Event, frozen=True, tag="lawn.initiative"):
    """Somebody's result of this round."""

    who: str
    result: Result


class OrderSet(Event, frozen=True, tag="lawn.order-set"):
    """An order inside a group was agreed."""

    group: str
    before: tuple[str, ...]
    after: tuple[str, ...]


class SlotMoved(Event, frozen=True, tag="lawn.slot-moved"):
    """The GM moved a slot."""

    who: str
    after: str


# The order -----------------------------------------------------------------------------------------------------------


def group(state: LawnState, person: Person) -> str:
    """The person's group this round: ``before``, ``hostile``, ``friendly`` or ``after`` (LP-INI-007, -008, -012)."""
    if person.kind == "pc":
        result = state.crisis.initiative.get(person.id)
        return "before" if result is not None and checks.succeeded(result) else "after"
    return "hostile" if person.side == "hostile" else "friendly"


def groups(state: LawnState) -> dict[str, tuple[str, ...]]:
    """The people of each group in their order: as agreed, else as listed, those without a result last (LP-INI-018)."""
    return _grouped(state, (p for p in people.characters(state) if not injuries.is_dead(p)))


def _grouped(state: LawnState, among: Iterable[Person]) -> dict[str, tuple[str, ...]]:
    crisis = state.crisis
    ranks = {who: i for i, who in enumerate((*crisis.chosen, *crisis.npc_order))}
    found: dict[str, list[str]] = {g: [] for g in GROUPS}
    for person in among:
        found[group(state, person)].append(person.id)

    def place(who: str) -> tuple[int, bool]:
        return ranks.get(who, len(ranks)), who not in crisis.initiative

    return {g: tuple(sorted(ids, key=place)) for g, ids in found.items()}


def order(state: LawnState) -> tuple[str, ...]:
    """Everybody's slot in order (LP-INI-008, LP-ACT-002)."""
    here = {who for ids in groups(state).values() for who in ids}
    # Whoever is gone keeps a place, so that a slot moved behind theirs stays where it is.
    everybody = (p for p in state.entities.values() if p.kind != "object")
    listed = [who for ids in _grouped(state, everybody).values() for who in ids]
    for who, after in state.crisis.moved.items():
        if who in listed and after in listed:
            listed.remove(who)
            listed.insert(listed.index(after) + 1, who)
    return tuple(who for who in listed if who in here)


def undecided(state: LawnState) -> tuple[tuple[str, ...], ...]:
    """The player characters with the same result whose order nobody has said this round (LP-INI-009).

    Where nobody in a group has rolled (no initiative phase, or newcomers alone), the whole group is asked. Who cannot
    act chooses nothing: that slot is passed over wherever it lies.
    """
    out = []
    found = groups(state)
    for ids in (found["before"], found["after"]):
        rolled = tuple(who for who in ids if who in state.crisis.initiative) or ids
        same = tuple(who for who in rolled if injuries.can_act(state.entities[who]))
        waiting = any(who not in state.crisis.slots for who in same)
        if len(same) > 1 and waiting and not set(same) <= set(state.crisis.chosen):
            out.append(same)
    return tuple(out)


def by_degree(state: LawnState, ids: tuple[str, ...]) -> tuple[str, ...]:
    """The order when the players cannot agree: the higher degree first (Q-C10)."""
    return tuple(sorted(ids, key=lambda who: -_degree(state, who)))


def _degree(state: LawnState, who: str) -> int:
    result = state.crisis.initiative.get(who)
    return result.degree if result is not None else 0


def friends(state: LawnState) -> int:
    """How many friendly NPCs able to help are present (LP-INI-003, Q-C08)."""
    return sum(1 for p in people.npcs(state) if p.side == "friendly" and injuries.can_act(p))


def eased(base: int, helpers: int) -> int:
    """The difficulty with that many friends: 3 less for each, never below D3 (LP-INI-003, -004)."""
    return outcomes.step_difficulty(base, FRIEND_STEPS * helpers)


def intent_steps(state: LawnState, who: str, against: str, *, targeted: bool) -> int:
    """Steps of difficulty that Reading Intent suggests for a check of that PC (LP-INI-019, -020); 0 where none.

    ``targeted`` means that the PC is the target of ``against``; otherwise the PC acts against it.
    """
    person, other = state.entities.get(who), state.entities.get(against)
    if state.options.get("reading_intent") is not True or person is None or other is None:
        return 0
    result = state.crisis.initiative.get(who)
    if result is None or person.kind != "pc" or other.kind != "npc" or other.side != "hostile":
        return 0
    if targeted:
        return -INTENT_STEPS if checks.succeeded(result) else 0
    return 0 if checks.succeeded(result) else INTENT_STEPS


def suggest_intent(tx: Tx, check_id: str, against: str, *, targeted: bool) -> None:
    """Propose the eased or hardened difficulty of an announced check, where the option is on."""
    check = tx.state.checks.get(check_id)
    if check is None or not check.difficulty:
        return
    steps = intent_steps(tx.state, check.who, against, targeted=targeted)
    proposed = min(outcomes.step_difficulty(check.difficulty, steps), checks.LARGEST_DIFFICULTY)
    if proposed != check.difficulty:
        questions.ask(
            tx,
            "reading_intent",
            who=check.who,
            other=against,
            value=str(proposed),
            choices=(str(proposed), "refuse"),
            ref=check_id,
            key=str(check.difficulty),
            blocking=False,
        )


def _intent_answered(tx: Tx, question: Question, value: str) -> Rejected | None:
    check = tx.state.checks.get(question.ref)
    if value != "refuse" and check is not None and check.status == "owed":
        # What else was agreed on since the question was put stays.
        faces = check.difficulty + int(value) - int(question.key or check.difficulty)
        faces = min(max(faces, outcomes.LOWEST_DIFFICULTY), checks.LARGEST_DIFFICULTY)
        tx.emit(CheckChanged(before=check, after=replace(check, difficulty=faces)))
    return None


questions.ANSWERS["reading_intent"] = _intent_answered


# The phase -----------------------------------------------------------------------------------------------------------


def begin(tx: Tx) -> None:
    """Open the round's initiative check of every PC who rolls (LP-INI-001, -016)."""
    end(tx)
    for person in people.pcs(tx.state):
        if not (injuries.is_dead(person) or injuries.is_unconscious(person)):
            checks.open_check(tx, person.id, "initiative", serves="initiative")


def end(tx: Tx) -> None:
    """Checks nobody rolled are dropped; who has no result acts last."""
    for check in list(tx.state.checks.values()):
        if check.serves == "initiative":
            checks.drop(tx, check.id)


def _settle(tx: Tx, check: Check, result: Result) -> None:
    tx.emit(InitiativeTaken(who=check.who, result=result))


def _claim(state: LawnState, who: str) -> tuple[str, int] | Rejected:
    """An initiative check that the GM announces: in a crisis it counts for the round, once (LP-INI-010, -015, -018)."""
    person = state.entities[who]
    if person.kind != "pc":
        return Rejected("no-initiative", {"who": Who(who)})
    if state.mode != "crisis" or not state.round or not person.on_stage:
        return "", 0
    if who in state.crisis.initiative or any(c.who == who and c.serves == "initiative" for c in state.checks.values()):
        return Rejected("initiative-already", {"who": Who(who)})
    return "initiative", state.crisis.difficulty if state.crisis.difficulty_round == state.round else 0


checks.SETTLERS["initiative"] = _settle
checks.CLAIMS["initiative"] = _claim


def tasks(state: LawnState) -> tuple[Task, ...]:
    """The difficulty of the round while a check waits for it, then the checks that PCs owe (LP-INI-001, -002)."""
    waiting = [
        c
        for c in state.checks.values()
        if c.serves == "initiative" and c.status == "owed" and state.entities[c.who].on_stage
    ]
    out: list[Task] = []
    if waiting and state.crisis.difficulty_round != state.round:
        last = state.crisis.base
        helpers = friends(state)
        fields: dict[str, Field] = {"base": last, "after": eased(last, helpers) if last else 0, "friends": helpers}
        text = N_("Initiative difficulty of this round: D{base} again, D{after} with friends ({friends})?")
        if not helpers:
            text = N_("Initiative difficulty of this round: D{base} again?")
        out.append(
            Task(
                kind="difficulty",
                who="",
                form="difficulty D9",
                what=Msg(text if last else "Initiative difficulty of this round?", fields),
                command=SetDifficulty(faces=last) if last else None,
            )
        )
    out.extend(checks.roll_task(state, check, "initiative", "initiative") for check in waiting)
    return tuple(out)


def order_tasks(state: LawnState) -> tuple[Task, ...]:
    """In the action phase: the order inside each group of several PCs."""
    if state.phase != "action" or state.mode != "crisis":
        return ()
    return tuple(
        Task(
            kind="order",
            who=ids[0],
            form="order " + " ".join(ids),
            command=SetOrder(who=by_degree(state, ids)),
            what=Msg("Order among {who}?", {"who": tuple(Who(w) for w in by_degree(state, ids))}),
        )
        for ids in undecided(state)
    )


# Decisions -----------------------------------------------------------------------------------------------------------


def _set_difficulty(c: SetDifficulty, tx: Tx) -> Rejected | None:
    if tx.state.mode != "crisis" or not tx.state.round:
        return Rejected("no-rounds")
    refused = checks.bad_difficulty(c.faces)
    if refused is not None:
        return refused
    helpers = 0 if c.exactly else friends(tx.state)
    tx.emit(
        DifficultySet(
            round=tx.state.round,
            base=c.faces,
            friends=helpers,
            before=tx.state.crisis.difficulty,
            after=eased(c.faces, helpers),
        )
    )
    for check in list(tx.state.checks.values()):
        if check.serves == "initiative" and check.status == "owed" and check.difficulty != tx.state.crisis.difficulty:
            tx.emit(CheckChanged(before=check, after=replace(check, difficulty=tx.state.crisis.difficulty)))
    return None


def _set_order(c: SetOrder, tx: Tx) -> Rejected | None:
    state = tx.state
    if state.mode != "crisis":
        return Rejected("no-rounds")
    if len(set(c.who)) != len(c.who) or not c.who:
        return Rejected("named-twice")
    home = {who: name for name, ids in groups(state).items() for who in ids}
    for who in c.who:
        if state.person(who) is None:
            return unknown(who)
        if who not in home:
            return Rejected("no-slot", {"who": Who(who)})
    found = {home[who] for who in c.who}
    if len(found) != 1:
        return Rejected("not-one-group", {"who": tuple(Who(w) for w in c.who)})
    name = found.pop()
    members = groups(state)[name]
    before = state.crisis.chosen if name in ("before", "after") else state.crisis.npc_order
    after = (*(w for w in before if w not in members), *c.who, *(w for w in members if w not in c.who))
    if before != after:
        tx.emit(OrderSet(group=name, before=before, after=after))
    return None


def _move_slot(c: MoveSlot, tx: Tx) -> Rejected | None:
    if tx.state.mode != "crisis":
        return Rejected("no-rounds")
    if c.who == c.after:
        return Rejected("named-twice")
    listed = order(tx.state)
    for who in (c.who, c.after):
        if tx.state.person(who) is None:
            return unknown(who)
        if who not in listed:
            return Rejected("no-slot", {"who": Who(who)})
    if c.who in tx.state.crisis.slots:
        return Rejected("slot-over", {"who": Who(c.who)})
    tx.emit(SlotMoved(who=c.who, after=c.after))
    return None


# Folds -------------------------------------------------------------------------------------------------------------


def _difficulty_set(state: LawnState, e: DifficultySet) -> LawnState:
    return replace(state, crisis=replace(state.crisis, base=e.base, difficulty=e.after, difficulty_round=e.round))


def _taken(state: LawnState, e: InitiativeTaken) -> LawnState:
    return replace(state, crisis=replace(state.crisis, initiative={**state.crisis.initiative, e.who: e.result}))


def _order_set(state: LawnState, e: OrderSet) -> LawnState:
    # Before the first slot the order says who begins; later on it never moves the turn.
    begins = not state.crisis.slots and state.crisis.turn in e.after
    turn = "" if begins else state.crisis.turn
    if e.group in ("before", "after"):
        return replace(state, crisis=replace(state.crisis, chosen=e.after, turn=turn))
    return replace(state, crisis=replace(state.crisis, npc_order=e.after, turn=turn))


def _slot_moved(state: LawnState, e: SlotMoved) -> LawnState:
    moved = {k: v for k, v in state.crisis.moved.items() if k != e.who}
    turn = "" if state.crisis.turn == e.who else state.crisis.turn
    return replace(state, crisis=replace(state.crisis, moved={**moved, e.who: e.after}, turn=turn))


DECIDE = {SetDifficulty: _set_difficulty, SetOrder: _set_order, MoveSlot: _move_slot}
EVOLVE = {
    DifficultySet: _difficulty_set,
    InitiativeTaken: _taken,
    OrderSet: _order_set,
    SlotMoved: _slot_moved,
}
