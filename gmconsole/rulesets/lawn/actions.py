"""The action phase: slots one after another, and what does not cost one (chapter "Action phase").

Covers LP-ACT-001 to -023 and LP-CRI-029 to -035 as far as they are actions. A slot is over as soon as its action is
declared: the action is used up whatever its checks say (LP-ACT-006).
"""

from __future__ import annotations

from msgspec.structs import replace

from ...core import bands
from ...core.commands import unknown
from ...core.model import Command, Event, Msg, Rejected, Who
from ...core.phases import Task
from ...core.ruleset import Tx as CoreTx
from . import checks, initiative, injuries, life, neutral, people, questions
from .outcomes import Result
from .state import Check, LawnState, Load, Modifier, Person, Question

Tx = CoreTx[LawnState]

DODGE = "dodge"
DEFENCE = 3
HELP = ("tend", "wake", "put_out", "restore")

questions.WORDING["defence"] = "How much easier is dodging for {who} this round? (D-{value})"


class Act(Command, tag="lawn.act"):
    """A slot's one short action, with the check it triggers if any.

    A player character rolls it. A non-player character never rolls against player characters: those named in ``against``
    are asked for it instead (LP-ACT-005, -021, LP-CHK-044).
    """

    who: str
    text: str
    kind: str = ""
    purpose: str = ""
    difficulty: int = 0
    modifiers: tuple[Modifier, ...] = ()
    against: tuple[str, ...] = ()


class Pass(Command, tag="lawn.pass"):
    """Let a slot go by: by choice, or because its owner cannot act (LP-ACT-010, -012)."""

    who: str


class Observe(Command, tag="lawn.observe"):
    """Look closer: once per round, in any phase, not an action (LP-ACT-008); with a type the GM asks for a check."""

    who: str
    kind: str = ""
    purpose: str = ""
    difficulty: int = 0


class Talk(Command, tag="lawn.talk"):
    """Say something: at any moment, at no cost (LP-ACT-009)."""

    who: str
    text: str


class Defend(Command, tag="lawn.defend"):
    """A defensive action: uses the slot and makes this round's dodge checks easier (LP-ACT-017, LP-CRI-031)."""

    who: str
    text: str


class StandUp(Command, tag="lawn.stand"):
    """Get up as an action (LP-ACT-014, LP-MOV-069)."""

    who: str


class Help(Command, tag="lawn.help"):
    """Tend, wake, put out or restore breath as an action at Touch (LP-ACT-014, Q-F03); of oneself too, but for waking."""

    who: str
    does: str
    whom: str
    state: str = ""


class Reload(Command, tag="lawn.reload"):
    """Fill a weapon, or fetch its dart: the action of this round (LP-ACT-013)."""

    who: str
    weapon: str


class BreakFree(Command, tag="lawn.break-free"):
    """Try to get out of a restraint, as an action (LP-ACT-016)."""

    who: str
    kind: str
    difficulty: int
    modifiers: tuple[Modifier, ...] = ()


class React(Command, tag="lawn.react"):
    """A reaction such as a counter: costs no slot, one per incoming attack (LP-ACT-015)."""

    who: str
    against: str
    text: str


class SpendNext(Command, tag="lawn.spend-next"):
    """An effect uses up somebody's next slot (LP-ACT-023)."""

    who: str
    why: str


class SlotTaken(Event, tag="lawn.slot"):
    """A slot came up: ``acted``, ``passed`` or ``skipped``."""

    who: str
    how: str
    text: str = ""


class Observed(Event, tag="lawn.observed"):
    """Somebody looked closer in that round."""

    who: str
    before: int
    after: int


class Said(Event, tag="lawn.said"):
    """Somebody said something."""

    who: str
    text: str


class DefenceSet(Event, tag="lawn.defence"):
    """Somebody's dodge checks are easier by so many faces until the round ends."""

    who: str
    before: int
    after: int


class Reacted(Event, tag="lawn.reacted"):
    """Somebody struck back at an attack in the slot at hand."""

    who: str
    against: str
    text: str


class SlotOwed(Event, tag="lawn.slot-owed"):
    """Somebody's next slot is spent on something (``after``), or was (empty)."""

    who: str
    before: str
    after: str


# Slots -----------------------------------------------------------------------------------------------------------------


def turn(state: LawnState) -> str:
    """The id of whose slot it is, or an empty string (LP-ACT-001)."""
    if state.phase != "action" or state.mode != "crisis" or initiative.undecided(state):
        return ""
    return next((who for who in initiative.order(state) if who not in state.crisis.slots), "")


def able(state: LawnState, person: Person) -> bool:
    """Whether the person could use a slot now (LP-ACT-010, -011)."""
    out_of_life = person.kind != "object" and person.has_life and person.life == 0
    return injuries.can_act(person) and not out_of_life


def tasks(state: LawnState) -> tuple[Task, ...]:
    """The slots still to come, the one whose turn it is first."""
    if state.phase != "action" or state.mode != "crisis":
        return ()
    out: list[Task] = []
    now = turn(state)
    for who in initiative.order(state):
        if who in state.crisis.slots:
            continue
        person = state.entities[who]
        ready = able(state, person)
        spent = state.crisis.owes.get(who, "")
        if not ready:
            what = Msg("{who} cannot act: pass over", {"who": Who(who)})
            command: Command | None = Pass(who=who)
        elif spent:
            what = Msg("{who} spends this slot: {why}", {"who": Who(who), "why": spent})
            command = Act(who=who, text=spent)
        else:
            what = Msg("{who} acts", {"who": Who(who)})
            command = None
        out.append(Task(kind="slot", who=who, what=what, command=command if who == now else None,
                        skip=Pass(who=who) if who == now else None, form=f"act {who}",
                        detail=_reminders(state, person) if who == now and ready else ()))
    return tuple(out)


def _reminders(state: LawnState, person: Person) -> tuple[Msg, ...]:
    notes = []
    for weapon, load in person.load.items():
        if load.now == 0:
            notes.append(Msg("{weapon} 0/{full}: reloading takes this round's action",
                             {"weapon": weapon, "full": load.full}))
    if injuries.has(person, "restrained"):
        notes.append(Msg("restrained: break free (FLX or PHY), strike the one who holds on, or what the GM allows"))
    if injuries.has(person, "prone"):
        notes.append(Msg("prone: getting up is an action"))
    notes.append(Msg("one short action; the description ends where it brings an advantage or a check"))
    return tuple(notes)


def _take(tx: Tx, who: str, how: str, text: str = "") -> None:
    # The mark comes first: what the action itself brings about was not there when the slot came up.
    neutral.mark_slot(tx, who)
    if tx.state.crisis.owes.get(who):
        tx.emit(SlotOwed(who=who, before=tx.state.crisis.owes[who], after=""))
    tx.emit(SlotTaken(who=who, how=how, text=text))


def _slot(tx: Tx, who: str) -> Rejected | None:
    """The refusal where that person cannot take a slot now."""
    state = tx.state
    person = state.entities.get(who)
    if person is None or person.presence == "removed":
        return unknown(who)
    if state.mode != "crisis":
        return None
    if state.phase != "action":
        return Rejected("only-in-action", {"who": Who(who)})
    if person.presence != "in" or person.kind == "object":
        return Rejected("no-slot", {"who": Who(who)})
    if who in state.crisis.slots:
        return Rejected("slot-over", {"who": Who(who)})
    now = turn(state)
    if not now:
        return Rejected("order-first")
    return None if now == who else Rejected("not-your-turn", {"who": Who(who), "now": Who(now)})


def _action(tx: Tx, who: str) -> Rejected | None:
    refused = _slot(tx, who)
    if refused is not None:
        return refused
    if not able(tx.state, tx.state.entities[who]):
        return Rejected("cannot-act", {"who": Who(who)})
    return None


def leave_phase(tx: Tx) -> None:
    """Slots that never came up are passed as the phase ends, so that every count still runs once (T07)."""
    for who in initiative.order(tx.state):
        if who not in tx.state.crisis.slots:
            _take(tx, who, "passed" if able(tx.state, tx.state.entities[who]) else "skipped")


def defence(state: LawnState, who: str, kind: str, purpose: str) -> int:
    """Faces off that person's dodge checks this round (LP-ACT-017)."""
    return state.crisis.defending.get(who, 0) if purpose == DODGE else 0


checks.EASE.append(defence)


# Decisions -----------------------------------------------------------------------------------------------------------


def _act(c: Act, tx: Tx) -> Rejected | None:
    refused = _action(tx, c.who)
    if refused is None and c.kind:
        refused = checks.bad_check(c.kind, c.difficulty)
    if refused is not None:
        return refused
    for other in c.against:
        if tx.state.person(other) is None:
            return unknown(other)
    actor = tx.state.entities[c.who]
    targets = tuple(o for o in c.against if tx.state.entities[o].kind == "pc")
    if c.kind and actor.kind != "pc" and not targets:
        return Rejected("npc-needs-no-roll", {"who": Who(c.who)})
    if tx.state.mode == "crisis":
        _take(tx, c.who, "acted", c.text)
    else:
        tx.emit(Said(who=c.who, text=c.text))
    if not c.kind:
        return None
    if actor.kind != "pc":
        for target in targets:
            if checks.may_roll(tx.state, target) is None:
                opened = checks.open_check(tx, target, c.kind, purpose=c.purpose, difficulty=c.difficulty,
                                           modifiers=c.modifiers, serves="action", ref=c.who)
                initiative.suggest_intent(tx, opened, c.who, targeted=True)
        return None
    opened = checks.open_check(tx, c.who, c.kind, purpose=c.purpose, difficulty=c.difficulty, modifiers=c.modifiers,
                               serves="action", ref=c.against[0] if c.against else "")
    if opened not in tx.state.checks:
        return None
    if c.against:
        initiative.suggest_intent(tx, opened, c.against[0], targeted=False)
    if not c.difficulty or questions.open_questions(tx.state, "reading_intent", c.who):
        return None
    return checks.roll(tx, opened)


def _pass(c: Pass, tx: Tx) -> Rejected | None:
    refused = _slot(tx, c.who)
    if refused is not None:
        return refused
    if tx.state.mode != "crisis":
        return Rejected("no-rounds")
    _take(tx, c.who, "passed" if able(tx.state, tx.state.entities[c.who]) else "skipped")
    return None


def _observe(c: Observe, tx: Tx) -> Rejected | None:
    person = tx.state.person(c.who)
    if person is None:
        return unknown(c.who)
    who = tx.state.entities[c.who]
    if injuries.is_dead(who) or injuries.is_unconscious(who):
        return Rejected("cannot-act", {"who": Who(c.who)})
    if c.kind:
        refused = checks.bad_check(c.kind, c.difficulty)
        if refused is not None:
            return refused
    if tx.state.mode == "crisis":
        if who.observed == tx.state.round:
            return Rejected("observed-already", {"who": Who(c.who)})
        tx.emit(Observed(who=c.who, before=who.observed, after=tx.state.round))
    elif not c.kind:
        tx.emit(Said(who=c.who, text=""))
    if c.kind:
        opened = checks.open_check(tx, c.who, c.kind, purpose=c.purpose, difficulty=c.difficulty)
        if c.difficulty and opened in tx.state.checks:
            return checks.roll(tx, opened)
    return None


def _talk(c: Talk, tx: Tx) -> Rejected | None:
    person = tx.state.person(c.who)
    if person is None:
        return unknown(c.who)
    if injuries.is_unconscious(tx.state.entities[c.who]) or injuries.is_dead(tx.state.entities[c.who]):
        return Rejected("cannot-act", {"who": Who(c.who)})
    tx.emit(Said(who=c.who, text=c.text))
    return None


def _defend(c: Defend, tx: Tx) -> Rejected | None:
    refused = _action(tx, c.who)
    if refused is not None:
        return refused
    if tx.state.mode != "crisis":
        return Rejected("no-rounds")
    _take(tx, c.who, "acted", c.text)
    questions.ask(tx, "defence", who=c.who, value=str(DEFENCE), choices=("3", "6", "9", "refuse"))
    return None


def _defence_answered(tx: Tx, question: Question, value: str) -> Rejected | None:
    if value != "refuse":
        before = tx.state.crisis.defending.get(question.who, 0)
        tx.emit(DefenceSet(who=question.who, before=before, after=int(value)))
    return None


questions.ANSWERS["defence"] = _defence_answered


def _stand(c: StandUp, tx: Tx) -> Rejected | None:
    refused = _action(tx, c.who)
    if refused is not None:
        return refused
    if not injuries.has(tx.state.entities[c.who], "prone"):
        return Rejected("not-prone", {"who": Who(c.who)})
    if tx.state.mode == "crisis":
        _take(tx, c.who, "acted", "")
    injuries.lose(tx, c.who, "prone")
    return None


def _help(c: Help, tx: Tx) -> Rejected | None:
    refused = _action(tx, c.who)
    if refused is not None:
        return refused
    whom = tx.state.person(c.whom)
    if whom is None:
        return unknown(c.whom)
    if c.does not in HELP:
        return Rejected("not-a-choice", {"field": "help", "value": c.does, "allowed": HELP})
    if c.who != c.whom and bands.between(tx.state.bands, c.who, c.whom) != "touch":
        return Rejected("only-at-touch", {"who": Who(c.who), "other": Who(c.whom)})
    if tx.state.mode == "crisis":
        _take(tx, c.who, "acted", "")
    return injuries.help_person(tx, c.whom, c.does, c.state)


def _reload(c: Reload, tx: Tx) -> Rejected | None:
    refused = _action(tx, c.who)
    if refused is not None:
        return refused
    load = tx.state.entities[c.who].load.get(c.weapon)
    if load is None:
        return Rejected("no-such-weapon", {"who": Who(c.who), "weapon": c.weapon})
    if load.now == load.full:
        return Rejected("already-loaded", {"who": Who(c.who), "weapon": c.weapon})
    if tx.state.mode == "crisis":
        _take(tx, c.who, "acted", "")
    life.set_load(tx, c.who, c.weapon, Load(now=load.full, full=load.full))
    return None


def _break_free(c: BreakFree, tx: Tx) -> Rejected | None:
    refused = _action(tx, c.who) or checks.bad_check(c.kind, c.difficulty)
    if refused is not None:
        return refused
    if not injuries.has(tx.state.entities[c.who], "restrained"):
        return Rejected("not-restrained", {"who": Who(c.who)})
    if c.kind not in ("FLX", "PHY"):
        return Rejected("not-a-choice", {"field": "check", "value": c.kind, "allowed": ("FLX", "PHY")})
    if tx.state.mode == "crisis":
        _take(tx, c.who, "acted", "")
    opened = checks.open_check(tx, c.who, c.kind, purpose="break_free", difficulty=c.difficulty,
                               modifiers=c.modifiers, serves="break_free")
    return checks.roll(tx, opened) if c.difficulty else None


def _freed(tx: Tx, check: Check, result: Result) -> None:
    if checks.succeeded(result):
        injuries.lose(tx, check.who, "restrained")


checks.SETTLERS["break_free"] = _freed


def _react(c: React, tx: Tx) -> Rejected | None:
    for who in (c.who, c.against):
        if tx.state.person(who) is None:
            return unknown(who)
    if tx.state.phase != "action" or tx.state.mode != "crisis":
        return Rejected("only-in-action", {"who": Who(c.who)})
    if not able(tx.state, tx.state.entities[c.who]):
        return Rejected("cannot-act", {"who": Who(c.who)})
    if f"{c.who} {c.against}" in tx.state.crisis.reacted:
        return Rejected("reacted-already", {"who": Who(c.who), "other": Who(c.against)})
    tx.emit(Reacted(who=c.who, against=c.against, text=c.text))
    return None


def _spend_next(c: SpendNext, tx: Tx) -> Rejected | None:
    if tx.state.person(c.who) is None:
        return unknown(c.who)
    tx.emit(SlotOwed(who=c.who, before=tx.state.crisis.owes.get(c.who, ""), after=c.why))
    return None


# Folds -------------------------------------------------------------------------------------------------------------


def _slot_taken(state: LawnState, e: SlotTaken) -> LawnState:
    return replace(state, crisis=replace(state.crisis, slots={**state.crisis.slots, e.who: e.how}, reacted=()))


def _observed(state: LawnState, e: Observed) -> LawnState:
    person = replace(state.entities[e.who], observed=e.after)
    return replace(state, entities={**state.entities, e.who: person})


def _said(state: LawnState, e: Said) -> LawnState:
    return state


def _defence_set(state: LawnState, e: DefenceSet) -> LawnState:
    return replace(state, crisis=replace(state.crisis, defending={**state.crisis.defending, e.who: e.after}))


def _reacted(state: LawnState, e: Reacted) -> LawnState:
    return replace(state, crisis=replace(state.crisis, reacted=(*state.crisis.reacted, f"{e.who} {e.against}")))


def _slot_owed(state: LawnState, e: SlotOwed) -> LawnState:
    owes = {k: v for k, v in state.crisis.owes.items() if k != e.who}
    if e.after:
        owes[e.who] = e.after
    return replace(state, crisis=replace(state.crisis, owes=owes))


DECIDE = {
    Act: _act,
    Pass: _pass,
    Observe: _observe,
    Talk: _talk,
    Defend: _defend,
    StandUp: _stand,
    Help: _help,
    Reload: _reload,
    BreakFree: _break_free,
    React: _react,
    SpendNext: _spend_next,
}
EVOLVE = {
    SlotTaken: _slot_taken,
    Observed: _observed,
    Said: _said,
    DefenceSet: _defence_set,
    Reacted: _reacted,
    SlotOwed: _slot_owed,
}
