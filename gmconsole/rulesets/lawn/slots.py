"""The slots of the action phase: whose it is, what it waits for, and how it is used up (chapter "Action phase").

Covers LP-ACT-001, -002, -010 to -012, -022 and -023. Whose slot it is stands in the state as an id: adding, removing or
sorting people never moves it, only a slot used up does, or the GM who moves that very slot. A slot is used up as its
action is declared, whatever the checks say; the next one opens once they are rolled.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from ...core.commands import unknown
from ...core.model import Command, Event, Msg, Rejected, Who
from ...core.phases import Task
from ...core.ruleset import Tx as CoreTx
from . import checks, initiative, injuries, neutral, questions
from .state import LawnState, Person
from .terms import term

Tx = CoreTx[LawnState]

EARLIER = ("initiative", "hazard", "speed", "shortcut", "shortcut_danger")
"""What checks of the phases before serve: left owed by the GM, they hold up no slot."""

RESOLVED_FIRST = {"defence", "faint", "sanity_loss", "tended_attribute"}
"""Kinds of question that belong to an action: the next slot waits for the answer."""


REMINDERS: list[Callable[[LawnState, Person], tuple[Msg, ...]]] = []
"""Chapters with something to remember when a slot comes up add a function here."""


SPENT: list[Callable[[Tx, str, str], None]] = []
"""Called with whose slot has just gone to what it was spent on beforehand, and that."""


class Pass(Command, frozen=True, tag="lawn.pass"):
    """Let a slot go by: by choice, because its owner cannot act, or on what it is spent on (LP-ACT-010, -012, -023)."""

    who: str


class SpendNext(Command, frozen=True, tag="lawn.spend-next"):
    """An effect uses up somebody's next slot; an empty ``why`` takes that back (LP-ACT-023)."""

    who: str
    why: str


class SlotTaken(Event, frozen=True, tag="lawn.slot"):
    """A slot came up: ``acted``, ``passed`` or ``skipped``."""

    who: str
    how: str
    text: str = ""


class SlotOwed(Event, frozen=True, tag="lawn.slot-owed"):
    """Somebody's next slot is spent on something (``after``), or was (empty)."""

    who: str
    before: str
    after: str


class TurnPassed(Event, frozen=True, tag="lawn.turn"):
    """Whose slot it is: another's than before, or nobody's."""

    before: str
    after: str


# Reading -------------------------------------------------------------------------------------------------------------


def turn(state: LawnState) -> str:
    """The id of whose slot it is, until all of it is resolved (LP-ACT-001).

    Empty outside the action phase, and while the order has to be said among those who would be next (LP-INI-009).
    """
    if state.phase != "action" or state.mode != "crisis":
        return ""
    line = initiative.order(state)
    here = state.crisis.turn
    if here in line and (here not in state.crisis.slots or resolving(state)):
        return here
    following = next((who for who in line if who not in state.crisis.slots), "")
    return "" if any(following in group for group in initiative.undecided(state)) else following


def acting(state: LawnState) -> str:
    """The id of who acted in the latest slot of this phase; empty if it was passed or nobody's."""
    latest = list(state.crisis.slots)[-1:] if state.phase == "action" else []
    return next((who for who in latest if state.crisis.slots[who] == "acted"), "")


def unresolved(state: LawnState) -> tuple[Msg, ...]:
    """What has still to be rolled or said before the next slot opens."""
    return (
        *(checks.what(c) for c in state.checks.values() if c.serves not in EARLIER),
        *(questions.wording(q) for q in state.questions.values() if q.kind in RESOLVED_FIRST),
    )


def resolving(state: LawnState) -> bool:
    """Whether the next slot has to wait (LP-ACT-001)."""
    return bool(unresolved(state))


def able(state: LawnState, person: Person) -> bool:
    """Whether the person could use a slot now (LP-ACT-010, -011)."""
    return injuries.can_act(person)


def tasks(state: LawnState) -> tuple[Task, ...]:
    """The slots still to come, the one whose turn it is first."""
    if state.phase != "action" or state.mode != "crisis":
        return ()
    now = turn(state)
    ready = "" if resolving(state) else now
    waiting = [who for who in initiative.order(state) if who not in state.crisis.slots]
    return tuple(_task(state, who, who == ready) for who in sorted(waiting, key=lambda who: who != now))


def _task(state: LawnState, who: str, now: bool) -> Task:
    person = state.entities[who]
    spent = state.crisis.owes.get(who, "")
    command: Command | None = None
    if not able(state, person):
        what = Msg("{who} cannot act: pass over", {"who": Who(who)})
        command = Pass(who=who)
    elif spent:
        what = Msg("{who} spends this slot: {why}", {"who": Who(who), "why": term(spent)})
        command = Pass(who=who)
    else:
        what = Msg("{who} acts", {"who": Who(who)})
    return Task(
        kind="slot",
        who=who,
        what=what,
        command=command if now else None,
        skip=Pass(who=who) if now else None,
        form=f"act {who}",
        detail=_reminders(state, person) if now and able(state, person) else (),
    )


def _reminders(state: LawnState, person: Person) -> tuple[Msg, ...]:
    notes = []
    for weapon, load in person.load.items():
        if load.now == 0:
            notes.append(
                Msg(
                    "{weapon} 0/{full}: reloading takes this round's action",
                    {"weapon": term(weapon), "full": load.full},
                )
            )
    if injuries.has(person, "restrained"):
        notes.append(Msg("restrained: break free (FLX or PHY), strike the one who holds on, or what the GM allows"))
    if injuries.has(person, "prone"):
        notes.append(Msg("prone: getting up is an action"))
    notes.extend(line for remind in REMINDERS for line in remind(state, person))
    notes.append(Msg("one short action; the description ends where it brings an advantage or a check"))
    return tuple(notes)


# Services for the other chapters -----------------------------------------------------------------------------------


def take(tx: Tx, who: str, how: str, text: str = "") -> None:
    """Use a slot up. What it was spent on beforehand takes the place of a pass; who cannot act spends the next one."""
    # The mark comes first: what the action itself brings about was not there when the slot came up.
    neutral.mark_slot(tx, who)
    spent = tx.state.crisis.owes.get(who, "")
    if spent and how != "skipped":
        tx.emit(SlotOwed(who=who, before=spent, after=""))
        how, text = "acted", text or spent
    tx.emit(SlotTaken(who=who, how=how, text=text))
    if spent and how != "skipped":
        for hook in SPENT:
            hook(tx, who, spent)


def no_slot(state: LawnState, who: str) -> Rejected | None:
    """The refusal where that person's slot is not at hand; outside a crisis nobody needs one."""
    person = state.entities.get(who)
    if person is None or person.presence == "removed":
        return unknown(who)
    if state.mode != "crisis":
        return None
    if state.phase != "action":
        return Rejected("only-in-action", {"who": Who(who)})
    if person.presence != "in" or person.kind == "object" or injuries.is_dead(person):
        return Rejected("no-slot", {"who": Who(who)})
    if who in state.crisis.slots:
        return Rejected("slot-over", {"who": Who(who)})
    owed = unresolved(state)
    if owed:
        return Rejected("resolve-first", {"owed": owed, "count": len(owed)})
    now = turn(state)
    if not now:
        return Rejected("order-first")
    return None if now == who else Rejected("not-your-turn", {"who": Who(who), "now": Who(now)})


def no_action(state: LawnState, who: str, text: str = "") -> Rejected | None:
    """The refusal where that person cannot act now; a slot that is spent already takes that action (``text``) only."""
    refused = no_slot(state, who)
    if refused is not None:
        return refused
    if not able(state, state.entities[who]):
        return Rejected("cannot-act", {"who": Who(who)})
    spent = state.crisis.owes.get(who, "")
    return Rejected("slot-spent", {"who": Who(who), "why": term(spent)}) if spent and spent != text else None


def leave_phase(tx: Tx) -> None:
    """Slots that never came up are passed as the phase ends, so that every count still runs once (T07)."""
    for who in initiative.order(tx.state):
        if who not in tx.state.crisis.slots:
            _go_by(tx, who)


def _go_by(tx: Tx, who: str) -> None:
    take(tx, who, "passed" if able(tx.state, tx.state.entities[who]) else "skipped")


def pass_turn(tx: Tx) -> None:
    """Write down whose slot it is if that has changed; called at the end of every command."""
    now = turn(tx.state)
    if now != tx.state.crisis.turn:
        tx.emit(TurnPassed(before=tx.state.crisis.turn, after=now))


# Decisions -----------------------------------------------------------------------------------------------------------


def _pass(c: Pass, tx: Tx) -> Rejected | None:
    refused = no_slot(tx.state, c.who)
    if refused is not None:
        return refused
    if tx.state.mode != "crisis":
        return Rejected("no-rounds")
    _go_by(tx, c.who)
    return None


def _spend_next(c: SpendNext, tx: Tx) -> Rejected | None:
    person = tx.state.person(c.who)
    if person is None:
        return unknown(c.who)
    if tx.state.mode != "crisis":
        return Rejected("no-rounds")
    if person.kind == "object":
        return Rejected("no-slot", {"who": Who(c.who)})
    before = tx.state.crisis.owes.get(c.who, "")
    if c.why != before:
        tx.emit(SlotOwed(who=c.who, before=before, after=c.why))
    return None


# Folds -------------------------------------------------------------------------------------------------------------


def _slot_taken(state: LawnState, e: SlotTaken) -> LawnState:
    return replace(state, crisis=replace(state.crisis, slots={**state.crisis.slots, e.who: e.how}, reacted=()))


def _slot_owed(state: LawnState, e: SlotOwed) -> LawnState:
    owes = {k: v for k, v in state.crisis.owes.items() if k != e.who}
    if e.after:
        owes[e.who] = e.after
    return replace(state, crisis=replace(state.crisis, owes=owes))


def _turn_passed(state: LawnState, e: TurnPassed) -> LawnState:
    return replace(state, crisis=replace(state.crisis, turn=e.after))


DECIDE = {Pass: _pass, SpendNext: _spend_next}
EVOLVE = {SlotTaken: _slot_taken, SlotOwed: _slot_owed, TurnPassed: _turn_passed}
