"""Attacks: announced in one command with every choice, and what is still owed of them (chapter "Attacks").

Covers LP-ATK-007 to -009, -019, -045, -051, -054 to -056, -058, -061, -068 to -071 and -076. An attack uses the slot
in a crisis; until its first roll it can be announced again with other choices. What follows is in ``attack_flow``.
"""

from __future__ import annotations

from msgspec.structs import replace

from ...core.commands import unknown
from ...core.model import Command, Field, Msg, Rejected, Text, Who
from ...core.people import next_id
from ...core.ruleset import Tx as CoreTx
from . import attack_flow as flow
from . import blows, checks, forms, injuries, mercy, outcomes, questions, restraint, slots, structures
from .state import Attack, Check, LawnState, Modifier

Tx = CoreTx[LawnState]

MOST_POINTS = 9
MOST_DOUBLED = 2


class Strike(Command, frozen=True, tag="lawn.attack"):
    """Attack somebody or something, with every choice of the flow (LP-ATK-068 to -071).

    ``weapon`` is an item, a weapon of the table or a way of brawling, ``mode`` how it is used, ``ammunition`` what it
    is loaded with, ``fuse`` whether a thrown device has one. ``difficulty`` and ``modifiers`` are those of the first
    check: the attacker's hit, or the dodge of the player character attacked. ``part`` aims at a part of the body,
    ``vital`` at a vital point (``extra`` damage, or ``double`` bonus terms against what bears far more than a human);
    ``mercy`` holds back, to ``cap`` points. ``harder`` takes the place of all proposed surcharges, ``outline`` of the
    one for the dark, -1 for neither. ``safety``: the gun is strange to the attacker and its safety is on. ``blind`` is
    the GM's leave to attack what cannot be seen, ``sure`` to do it without hit check or dodge, ``no_counter`` that it
    cannot be answered.
    """

    who: str
    weapon: str
    target: str
    mode: str = ""
    difficulty: int = 0
    modifiers: tuple[Modifier, ...] = ()
    part: str = ""
    vital: bool = False
    extra: int = 1
    double: int = 0
    mercy: bool = False
    cap: int = 0
    harder: int = -1
    outline: int = -1
    hand: str = ""
    ammunition: str = ""
    fuse: bool = False
    safety: bool = False
    blind: bool = False
    sure: bool = False
    no_counter: bool = False
    text: str = ""


class Restrain(Command, frozen=True, tag="lawn.restrain"):
    """Get hold of somebody, which is no attack and hurts nobody (LP-ATK-058)."""

    who: str
    target: str
    difficulty: int = 0
    modifiers: tuple[Modifier, ...] = ()
    text: str = ""


class BreakOff(Command, frozen=True, tag="lawn.break-off"):
    """Call off an attack that is still open; the slot it took stays used."""

    who: str


# Announcing ----------------------------------------------------------------------------------------------------------


def pending(state: LawnState, who: str) -> Attack | None:
    """The open attack of that one whose choices may still change (LP-ATK-076)."""
    return next(
        (a for a in state.attacks.values() if a.who == who and not a.counters and blows.untouched(state, a)), None
    )


def _attack(c: Strike, state: LawnState) -> Attack:
    return Attack(
        id=next_id(state, "attack"),
        who=c.who,
        target=c.target,
        weapon=c.weapon,
        mode=c.mode,
        ammunition=c.ammunition,
        fuse=c.fuse,
        text=c.text,
        hand=c.hand,
        part=c.part,
        vital=c.vital,
        extra=c.extra,
        double=c.double,
        mercy=c.mercy or c.cap > 0,
        cap=c.cap,
        harder=c.harder,
        outline=c.outline,
        safety="on" if c.safety else "",
        sure=c.sure,
        difficulty=c.difficulty,
        modifiers=c.modifiers,
        open=not c.no_counter,
    )


def _strike(c: Strike, tx: Tx) -> Rejected | None:
    refused = _bad_figures(c) or _bad_people(tx.state, c.who, c.target)
    if refused is not None:
        return refused
    attack = _attack(c, tx.state)
    refused = forms.no_form(tx.state, attack) or _bad_choices(tx.state, attack)
    refused = refused or forms.no_target(tx.state, attack, blind=c.blind)
    return refused if refused is not None else _launch(tx, attack)


def _restrain(c: Restrain, tx: Tx) -> Rejected | None:
    refused = checks.bad_check("OPR", c.difficulty, modifiers=c.modifiers) or _bad_people(tx.state, c.who, c.target)
    if refused is not None:
        return refused
    if tx.state.options.get("restraint", True) is not True:
        return Rejected("not-in-play", {"rule": Msg("option:restraint")})
    if restraint.held_by(tx.state, c.who) or c.target in tx.state.restraints:
        return Rejected("holds-already", {"who": Who(c.who), "other": Who(c.target)})
    if tx.state.entities[c.target].kind == "object":
        return Rejected("not-for-objects", {"who": Who(c.target)})
    attack = Attack(
        id=next_id(tx.state, "attack"),
        who=c.who,
        target=c.target,
        weapon=forms.HOLD,
        text=c.text,
        difficulty=c.difficulty,
        modifiers=c.modifiers,
    )
    refused = forms.no_form(tx.state, attack, hold=True) or forms.no_target(tx.state, attack, blind=True)
    return refused if refused is not None else _launch(tx, attack)


def _bad_figures(c: Strike) -> Rejected | None:
    refused = checks.bad_check("OPR", c.difficulty, modifiers=c.modifiers)
    if refused is not None:
        return refused
    for field, value, low, high in (
        ("extra", c.extra, 1, MOST_POINTS),
        ("cap", c.cap, 0, MOST_POINTS),
        ("double", c.double, 0, MOST_DOUBLED),
        ("harder", c.harder, -1, blows.MOST_HARDER),
        ("outline", c.outline, -1, blows.MOST_HARDER),
    ):
        if not low <= value <= high:
            return Rejected("out-of-bounds", {"field": field, "low": max(low, 0), "high": high, "value": str(value)})
        if field in ("harder", "outline") and value > 0 and value % outcomes.DIFFICULTY_STEP:
            return Rejected("not-a-step", {"field": field, "value": value, "step": outcomes.DIFFICULTY_STEP})
    return None


def _bad_people(state: LawnState, who: str, target: str) -> Rejected | None:
    """The refusal where that one may not attack now, or that target is none (LP-ACT-003, LP-ATK-076)."""
    for one in (who, target):
        if state.person(one) is None:
            return unknown(one)
    if who == target:
        return Rejected("attacks-nobody", {"who": Who(who)})
    attacker, victim = state.entities[who], state.entities[target]
    if attacker.kind == "object":
        return Rejected("objects-do-not-attack", {"who": Who(who)})
    for person in (attacker, victim):
        if not person.on_stage:
            return Rejected("not-on-stage", {"who": Who(person.id)})
    if injuries.is_dead(victim):
        return Rejected("dead-already", {"who": Who(target)})
    if pending(state, who) is not None:
        return None if injuries.can_act(attacker) else Rejected("cannot-act", {"who": Who(who)})
    if any(a.who == who for a in state.attacks.values()):
        return Rejected("resolve-first", {"owed": slots.unresolved(state), "count": len(slots.unresolved(state))})
    return slots.no_action(state, who)


def _bad_choices(state: LawnState, attack: Attack) -> Rejected | None:
    """The refusal of a choice that this form, this target or this table does not allow."""
    form = forms.of(state, attack)
    target = state.entities[attack.target]
    for option, chosen in (("mercy", attack.mercy), ("body_parts", bool(attack.part)), ("vital_points", attack.vital)):
        if chosen and state.options.get(option, True) is not True:
            return Rejected("not-in-play", {"rule": Msg("option:" + option)})
    if (refused := structures.cannot_harm(state, target, form.weapon)) is not None:
        return refused
    if attack.mercy and not mercy.offered(state, attack):
        return Rejected("no-mercy", {"weapon": form.name})
    if (attack.part or attack.vital) and (not forms.has_body(target) or form.kind == "thrown_weapon"):
        return Rejected("no-body-to-aim-at", {"who": Who(attack.target), "weapon": form.name})
    if attack.part and attack.vital:
        return Rejected("part-or-vital")
    if attack.part and isinstance(part := forms.part_of(attack.part), Rejected):
        return part
    if attack.double and not (attack.vital and mercy.far_more(state, attack.target)):
        return Rejected("nothing-to-double", {"who": Who(attack.target)})
    if attack.safety and form.kind != forms.FIREARM:
        return Rejected("no-safety", {"weapon": form.name})
    allowed = form.weapon.ammunition if form.weapon is not None else ()
    if attack.ammunition and attack.ammunition not in allowed:
        return Rejected("not-a-choice", {"field": "ammunition", "value": attack.ammunition, "allowed": allowed})
    if attack.fuse and form.kind != "thrown_weapon":
        return Rejected("no-fuse", {"weapon": form.name})
    return None


def _launch(tx: Tx, attack: Attack) -> Rejected | None:
    """Announce an attack nothing speaks against: the slot, the hold it ends, its first check."""
    before = pending(tx.state, attack.who)
    if before is not None:
        _take_back(tx, before, "changed")
    elif tx.state.mode == "crisis":
        slots.take(tx, attack.who, "acted", attack.text)
    held = restraint.held_by(tx.state, attack.who)
    if held and held != attack.target:
        restraint.let_go(tx, held)
    form = forms.of(tx.state, attack)
    straight = form.kind in (forms.BRAWL, forms.COLD) and restraint.needs_no_hit(tx.state, attack.who, attack.target)
    loaded = attack.ammunition or (form.weapon.ammunition[0] if form.weapon and form.weapon.ammunition else "")
    attack = replace(attack, id=next_id(tx.state, "attack"), ammunition=loaded, sure=attack.sure or straight)
    tx.emit(blows.AttackOpened(attack=attack))
    return flow.begin(tx, attack, roll=True)


def _take_back(tx: Tx, attack: Attack, how: str) -> None:
    """Take an attack back with whatever it waits for."""
    blows.over(tx, attack, how)
    questions.withdraw(tx, attack.waits)
    for check in [c for c in tx.state.checks.values() if attack.waits and attack.waits in (c.id, c.ref)]:
        checks.drop(tx, check.id)


def _break_off(c: BreakOff, tx: Tx) -> Rejected | None:
    if tx.state.person(c.who) is None:
        return unknown(c.who)
    mine = [a for a in tx.state.attacks.values() if a.who == c.who]
    if not mine:
        return Rejected("no-open-attack", {"who": Who(c.who)})
    _take_back(tx, mine[-1], "off")
    return None


def end_void(tx: Tx) -> None:
    """Call off every attack whose check or question is gone, or one of whose people is; called after every command."""
    for attack in list(tx.state.attacks.values()):
        if attack.id not in tx.state.attacks:
            continue
        state = tx.state
        there = attack.waits in state.checks or attack.waits in state.opposed or attack.waits in state.questions
        people = (state.person(attack.who), state.person(attack.target))
        if not there or None in people:
            _take_back(tx, attack, "off")


# Tasks ---------------------------------------------------------------------------------------------------------------


def reminders(state: LawnState, check: Check) -> tuple[Msg, ...]:
    """What may still be chosen before that check of an attack is rolled."""
    attack = blows.of_check(state, check)
    return () if attack is None else choices(state, attack, check)


checks.REMINDERS.append(reminders)


def choices(state: LawnState, attack: Attack, check: Check) -> tuple[Msg, ...]:
    """What the attacker may still choose before the first roll, as reminders (LP-ATK-069 to -071, -076)."""
    if check.purpose != "hit" or not blows.untouched(state, attack) or attack.weapon == forms.HOLD:
        return ()
    form = forms.of(state, attack)
    weapon: dict[str, Field] = {"weapon": form.name}
    out = []
    if mercy.offered(state, attack) and not attack.mercy and state.options.get("mercy", True) is True:
        out.append(Msg("mercy?"))
    if form.kind == forms.FIREARM and not attack.part and state.options.get("body_parts", True) is True:
        out.append(Msg("a part of the body that does not kill?"))
    if not attack.part and not attack.vital and state.options.get("vital_points", True) is True:
        out.append(Msg("a vital point?"))
    modes = form.weapon.modes if form.weapon is not None else ()
    if forms.BURST in modes and len(modes) > 1 and attack.mode != forms.BURST:
        out.append(Msg("a burst with {weapon}?", weapon))
    return tuple(out)


def what(attack: Attack, state: LawnState) -> Msg:
    """The attack as a sentence: who, whom, with what and how."""
    how: list[Text] = []
    if attack.mode:
        how.append(Msg("mode:" + attack.mode))
    if attack.part:
        how.append(Msg("part:" + attack.part.partition(":")[0]))
    if attack.vital:
        how.append(Msg("at a vital point"))
    if attack.mercy:
        how.append(Msg("holding back"))
    fields: dict[str, Field] = {
        "who": Who(attack.who),
        "target": Who(attack.target),
        "how": tuple(how),
        "weapon": forms.of(state, attack).name,
    }
    if attack.weapon == forms.HOLD:
        return Msg("{who} grabs {target}", fields)
    if attack.counters:
        return Msg("{who} strikes back at {target} ({weapon})", fields)
    return Msg("{who} attacks {target} ({weapon}, {how})" if how else "{who} attacks {target} ({weapon})", fields)


DECIDE = {Strike: _strike, Restrain: _restrain, BreakOff: _break_off}
EVOLVE = blows.EVOLVE
