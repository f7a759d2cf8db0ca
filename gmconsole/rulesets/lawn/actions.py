"""Actions: what a slot is used for (chapter "Action phase").

Covers LP-ACT-003 to -007, -013, -014, -016 to -021 and LP-CRI-031, -032. The slots themselves are in ``slots``, what
costs none in ``asides``, help for others in ``aid``; their names are found here too, as a slot is what an action needs.
"""

from __future__ import annotations

from msgspec.structs import replace

from ...core.commands import unknown
from ...core.messages import N_
from ...core.model import Command, Event, Msg, Question, Rejected, Who, terms_of
from ...core.ruleset import Tx as CoreTx
from . import checks, forms, initiative, injuries, life, limbs, questions, slots, weapons
from .aid import Help
from .asides import Observe, Observed, React, Reacted, Said, Talk
from .outcomes import Result
from .slots import Pass, SlotOwed, SlotTaken, SpendNext, TurnPassed, able, tasks, turn
from .state import Check, LawnState, Load, Modifier, Person

__all__ = [
    "DECIDE",
    "EVOLVE",
    "Act",
    "BreakFree",
    "DefenceSet",
    "Defend",
    "Help",
    "Observe",
    "Observed",
    "Pass",
    "React",
    "Reacted",
    "Reload",
    "Said",
    "SlotOwed",
    "SlotTaken",
    "SpendNext",
    "StandUp",
    "Talk",
    "TurnPassed",
    "able",
    "tasks",
    "turn",
]

Tx = CoreTx[LawnState]

DODGE = "dodge"
DEFENCE = 3
LOADING = "loading"
FIREARMS = "firearms"

questions.WORDING["defence"] = N_("How much easier is dodging for {who} this round? (D-{value})")


class Act(Command, frozen=True, tag="lawn.act"):
    """A slot's one short action, with the check it triggers if any.

    A player character rolls it. A non-player character never rolls against player characters: those named in
    ``against`` are asked for it instead; against objects and others of its kind it rolls (LP-ACT-005, -021,
    LP-CHK-044). ``anyway`` is the GM's word for a check that takes a skill, or none at all (LP-SKL-002).
    """

    who: str
    text: str
    kind: str = ""
    purpose: str = ""
    difficulty: int = 0
    modifiers: tuple[Modifier, ...] = ()
    against: tuple[str, ...] = ()
    hand: str = ""
    anyway: bool = False


class Defend(Command, frozen=True, tag="lawn.defend"):
    """A defensive action: uses the slot and makes this round's dodge checks easier (LP-ACT-017, LP-CRI-031)."""

    who: str
    text: str


class StandUp(Command, frozen=True, tag="lawn.stand"):
    """Get up as an action (LP-ACT-014, LP-MOV-069)."""

    who: str


class Reload(Command, frozen=True, tag="lawn.reload"):
    """Fill a weapon, or fetch its dart: the action of this round (LP-ACT-013).

    ``strange`` says that whoever does it has never learnt to load such a gun: without the skill that takes a check
    (LP-SKL-120).
    """

    who: str
    weapon: str
    strange: bool = False


class BreakFree(Command, frozen=True, tag="lawn.break-free"):
    """Try to get out of a restraint, as an action (LP-ACT-016); ``anyway``: by suppleness without the skill for it."""

    who: str
    kind: str
    difficulty: int
    modifiers: tuple[Modifier, ...] = ()
    anyway: bool = False


class DefenceSet(Event, frozen=True, tag="lawn.defence"):
    """Somebody's dodge checks are easier by so many faces until the round ends."""

    who: str
    before: int
    after: int


def defence(state: LawnState, who: str, kind: str, purpose: str) -> int:
    """Faces off that person's dodge checks this round (LP-ACT-017)."""
    return state.crisis.defending.get(who, 0) if purpose == DODGE else 0


checks.EASE.append(defence)


# Decisions -----------------------------------------------------------------------------------------------------------


def _use(tx: Tx, who: str, text: str = "") -> None:
    """Use the slot up; outside a crisis there is none."""
    if tx.state.mode == "crisis":
        slots.take(tx, who, "acted", text)


def _act(c: Act, tx: Tx) -> Rejected | None:
    refused = slots.no_action(tx.state, c.who, "" if c.kind else c.text)
    if refused is None and c.kind:
        refused = checks.bad_check(c.kind, c.difficulty, modifiers=c.modifiers) or limbs.barred(
            tx.state.entities[c.who], c.purpose, c.hand
        )
        if not c.anyway:
            refused = refused or checks.barred(tx.state, c.who, c.kind, c.purpose)
    if refused is not None:
        return refused
    for other in c.against:
        if tx.state.person(other) is None:
            return unknown(other)
    actor = tx.state.entities[c.who]
    targets = tuple(dict.fromkeys(o for o in c.against if tx.state.entities[o].kind == "pc"))
    if c.kind and actor.kind != "pc" and not c.against:
        return Rejected("npc-needs-no-roll", {"who": Who(c.who)})
    if tx.state.mode == "crisis":
        slots.take(tx, c.who, "acted", c.text)
    else:
        tx.emit(Said(who=c.who, text=c.text))
    if not c.kind:
        return None
    if actor.kind != "pc" and targets:
        for target in targets:
            if checks.may_roll(tx.state, target) is None:
                opened = checks.open_check(
                    tx,
                    target,
                    c.kind,
                    purpose=c.purpose,
                    difficulty=c.difficulty,
                    modifiers=c.modifiers,
                    serves="action",
                    ref=c.who,
                )
                initiative.suggest_intent(tx, opened, c.who, targeted=True)
        return None
    opened = checks.open_check(
        tx,
        c.who,
        c.kind,
        purpose=c.purpose,
        difficulty=c.difficulty,
        modifiers=c.modifiers,
        serves="action",
        ref=c.against[0] if c.against else "",
        hand=c.hand,
    )
    if opened not in tx.state.checks:
        return None
    if c.against:
        initiative.suggest_intent(tx, opened, c.against[0], targeted=False)
    waits = checks.about(tx, opened, c.against[0] if c.against else "")
    return checks.roll(tx, opened) if c.difficulty and not waits else None


def _defend(c: Defend, tx: Tx) -> Rejected | None:
    refused = slots.no_action(tx.state, c.who)
    if refused is not None:
        return refused
    if tx.state.mode != "crisis":
        return Rejected("no-rounds")
    _use(tx, c.who, c.text)
    questions.ask(tx, "defence", who=c.who, value=str(DEFENCE), choices=("3", "6", "9", "refuse"))
    return None


def _defence_answered(tx: Tx, question: Question, value: str) -> Rejected | None:
    if value != "refuse":
        before = tx.state.crisis.defending.get(question.who, 0)
        tx.emit(DefenceSet(who=question.who, before=before, after=int(value)))
    return None


questions.ANSWERS["defence"] = _defence_answered


def _stand(c: StandUp, tx: Tx) -> Rejected | None:
    refused = slots.no_action(tx.state, c.who)
    if refused is not None:
        return refused
    if not injuries.has(tx.state.entities[c.who], "prone"):
        return Rejected("not-prone", {"who": Who(c.who)})
    _use(tx, c.who)
    injuries.lose(tx, c.who, "prone")
    return None


def _reload(c: Reload, tx: Tx) -> Rejected | None:
    refused = slots.no_action(tx.state, c.who)
    if refused is not None:
        return refused
    refused = weapons.no_reload(tx.state, c.who, c.weapon)
    if refused is not None:
        return refused
    load = weapons.load(tx.state.entities[c.who], c.weapon)
    assert load is not None
    _use(tx, c.who)
    if c.strange and _strange(tx.state.entities[c.who], c.weapon):
        checks.open_check(tx, c.who, "WIS", purpose=LOADING, difficulty=forms.ORDINARY, serves=LOADING, ref=c.weapon)
        return None
    life.set_load(tx, c.who, c.weapon, Load(now=load.full, full=load.full))
    return None


def _strange(person: Person, item: str) -> bool:
    """Whether loading that takes a check of whoever has not learnt it (LP-ATK-029)."""
    gun = weapons.known(item) and weapons.of(person, item).kind == forms.FIREARM
    return gun and person.kind == "pc" and FIREARMS not in person.skills


def _loaded(tx: Tx, check: Check, result: Result) -> None:
    load = weapons.load(tx.state.entities[check.who], check.ref)
    if load is not None and checks.succeeded(result):
        life.set_load(tx, check.who, check.ref, Load(now=load.full, full=load.full))


def _break_free(c: BreakFree, tx: Tx) -> Rejected | None:
    refused = slots.no_action(tx.state, c.who) or checks.bad_check(c.kind, c.difficulty, modifiers=c.modifiers)
    if refused is not None:
        return refused
    if not injuries.has(tx.state.entities[c.who], "restrained"):
        return Rejected("not-restrained", {"who": Who(c.who)})
    refused = None if c.anyway else checks.barred(tx.state, c.who, c.kind, "break_free")
    if refused is not None:
        return refused
    if c.kind not in ("FLX", "PHY"):
        return Rejected(
            "not-a-choice",
            {"field": "check", "value": Msg("type:" + c.kind), "allowed": terms_of("type", ("FLX", "PHY"))},
        )
    refused = checks.may_roll(tx.state, c.who)
    if refused is not None:
        return refused
    _use(tx, c.who)
    opened = checks.open_check(
        tx, c.who, c.kind, purpose="break_free", difficulty=c.difficulty, modifiers=c.modifiers, serves="break_free"
    )
    return checks.roll(tx, opened) if c.difficulty and opened in tx.state.checks else None


def _freed(tx: Tx, check: Check, result: Result) -> None:
    if checks.succeeded(result):
        injuries.lose(tx, check.who, "restrained")


checks.SETTLERS["break_free"] = _freed
checks.SETTLERS[LOADING] = _loaded


# Folds -------------------------------------------------------------------------------------------------------------


def _defence_set(state: LawnState, e: DefenceSet) -> LawnState:
    return replace(state, crisis=replace(state.crisis, defending={**state.crisis.defending, e.who: e.after}))


DECIDE = {
    Act: _act,
    Defend: _defend,
    StandUp: _stand,
    Reload: _reload,
    BreakFree: _break_free,
}
EVOLVE = {DefenceSet: _defence_set}
