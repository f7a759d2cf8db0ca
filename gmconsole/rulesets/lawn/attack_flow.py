"""The flow of an attack: from the choices to hit, damage and what comes of it (chapter "Attacks", the usual flow).

Covers LP-ATK-002, -008, -023, -029, -033, -060, -068 to -076 and -087. Every step either rolls nothing or leaves the
next check owed with its difficulty proposed; only the hit check of a fresh attack is rolled at once.
"""

from __future__ import annotations

from ...core.messages import N_
from ...core.model import Question, Rejected
from ...core.ruleset import Tx as CoreTx
from . import attack_defence as defence
from . import (
    blows,
    checks,
    forms,
    initiative,
    injuries,
    mercy,
    questions,
    restraint,
    senses,
    settling,
    slots,
    structures,
    weapons,
    zones,
)
from .crisis import OUTLIVES, End
from .outcomes import Result, is_critical
from .state import BANDS, Attack, Check, LawnState

Tx = CoreTx[LawnState]

HITS = "hits"
MISSES = "misses"
SKIP = "skip"
PENALTIES = ("0", "3", "6", "9")
FIREARMS = "firearms"
SPECIAL_EVENTS = ("incapacitate", "drop_weapon", "end_crisis")

questions.WORDING["attack_safety"] = N_("{who} is not used to such a gun: a check for the safety, or does {who} know?")
questions.WORDING["attack_close"] = N_(
    "{who} strikes {other} from inside the hold: no hit check, an easier one, or as usual?"
)
questions.WORDING["attack_outline"] = N_("{who} sees {other} as an outline only: how much harder to hit? (+{value})")
questions.WORDING["attack_graded"] = N_("{who} throws: do degrees count for it?")
questions.WORDING["attack_landing"] = N_("How far from {who} does {ref} come down?")
questions.WORDING["attack_bystander"] = N_("{other} attacks {who}, and neither rolls: does it hit?")
questions.WORDING["attack_critical"] = N_(
    "{who} {check}: {ref}. A special event (incapacitate, drop the weapon, end the crisis, or in your own words)?"
)
questions.MORE["attack_critical"] = settling.check_of
settling.EVENTS.add("attack_critical")

KINDS = (
    "attack_safety",
    "attack_close",
    "attack_outline",
    "attack_graded",
    "attack_landing",
    "attack_bystander",
    "attack_treatment",
    "attack_mercy",
    "attack_harm",
    "attack_deadly",
)
"""Every kind of question that an attack waits for."""

slots.RESOLVED_FIRST.update((*KINDS, "graze"))
OUTLIVES.update((*KINDS, "graze", "attack_critical"))


# Before the first roll -----------------------------------------------------------------------------------------------


def begin(tx: Tx, attack: Attack, *, roll: bool) -> Rejected | None:
    """Take an announced attack to its first roll, past what the GM has to say first.

    ``roll`` lets a hit check whose difficulty is known be rolled in the same command.
    """
    if _asked(tx, attack):
        return None
    return engage(tx, attack, roll=roll)


def _asked(tx: Tx, attack: Attack) -> bool:
    """Whether something had to be asked before the roll."""
    state = tx.state
    person = state.entities[attack.who]
    form = forms.of(state, attack)
    if attack.safety == "on" and form.kind == forms.FIREARM and person.kind == "pc" and FIREARMS not in person.skills:
        blows.ask(
            tx, attack, "attack_safety", who=attack.who, value="check", choices=("check", "knows"), ref=attack.weapon
        )
    elif not attack.close and not attack.sure and restraint.holds(state, attack.target, attack.who):
        blows.ask(
            tx,
            attack,
            "attack_close",
            who=attack.who,
            other=attack.target,
            value=SKIP,
            choices=(SKIP, "easier", "usual"),
        )
    elif _outlined(state, attack):
        penalty = str(senses.attack_penalty(state, attack.who, attack.target).faces)
        blows.ask(
            tx,
            attack,
            "attack_outline",
            who=attack.who,
            other=attack.target,
            value=penalty,
            choices=tuple(dict.fromkeys((penalty, *PENALTIES))),
        )
    elif form.kind == "thrown_weapon" and not attack.graded and person.kind == "pc" and zones.graded(state) is None:
        blows.ask(tx, attack, "attack_graded", who=attack.who, value="yes", choices=("yes", "no"), ref=attack.weapon)
    else:
        return False
    return True


def _outlined(state: LawnState, attack: Attack) -> bool:
    return (
        attack.harder < 0
        and attack.outline < 0
        and not attack.sure
        and state.entities[attack.who].kind == "pc"
        and senses.attack_penalty(state, attack.who, attack.target).faces > 0
    )


def engage(tx: Tx, attack: Attack, *, roll: bool) -> Rejected | None:
    """The first roll: the attacker's hit check, the target's dodge, both against each other, or the GM's word."""
    state = tx.state
    thrown = forms.of(state, attack).kind == "thrown_weapon"
    if state.entities[attack.who].kind != "pc":
        if thrown:
            _landing(tx, attack, "touch")
        elif state.entities[attack.target].kind == "pc":
            defence.dodge(tx, attack)
        else:
            blows.ask(
                tx, attack, "attack_bystander", who=attack.target, other=attack.who, value=HITS, choices=(HITS, MISSES)
            )
        return None
    if attack.sure:
        defence.spend(tx, attack)
        connect(tx, attack, 0)
        return None
    if defence.may_dodge(state, attack.target) and not thrown:
        defence.oppose_hit(tx, attack)
        return None
    return _announce_hit(tx, attack, roll=roll)


def _announce_hit(tx: Tx, attack: Attack, *, roll: bool) -> Rejected | None:
    form = forms.of(tx.state, attack)
    difficulty = attack.difficulty or blows.proposed(tx.state, attack, attack.who, "hit")
    opened = blows.announce(
        tx, attack, attack.who, form.hit, "hit", difficulty=difficulty, modifiers=attack.modifiers, hand=form.hand
    )
    if opened not in tx.state.checks:
        return None
    initiative.suggest_intent(tx, opened, attack.target, targeted=False)
    asked = any(q.ref == opened for q in questions.open_questions(tx.state, "reading_intent"))
    return checks.roll(tx, opened) if roll and difficulty and not asked else None


def _safety(tx: Tx, question: Question, value: str) -> Rejected | None:
    attack = tx.state.attacks.get(question.key)
    if attack is None:
        return None
    if value == "check":
        blows.announce(tx, attack, attack.who, "WIS", "safety", difficulty=forms.ORDINARY)
        return None
    return begin(tx, blows.move(tx, attack, safety="knows"), roll=False)


def _close(tx: Tx, question: Question, value: str) -> Rejected | None:
    attack = tx.state.attacks.get(question.key)
    if attack is None:
        return None
    return begin(tx, blows.move(tx, attack, close=value, sure=value == SKIP), roll=False)


def _outline(tx: Tx, question: Question, value: str) -> Rejected | None:
    attack = tx.state.attacks.get(question.key)
    return None if attack is None else begin(tx, blows.move(tx, attack, outline=int(value)), roll=False)


def _graded(tx: Tx, question: Question, value: str) -> Rejected | None:
    attack = tx.state.attacks.get(question.key)
    return None if attack is None else begin(tx, blows.move(tx, attack, graded=value), roll=False)


def _bystander(tx: Tx, question: Question, value: str) -> Rejected | None:
    attack = tx.state.attacks.get(question.key)
    if attack is not None:
        defence.spend(tx, attack)
        if value == HITS:
            connect(tx, attack, 0)
        else:
            blows.over(tx, attack, "missed")
    return None


questions.ANSWERS["attack_safety"] = _safety
questions.ANSWERS["attack_close"] = _close
questions.ANSWERS["attack_outline"] = _outline
questions.ANSWERS["attack_graded"] = _graded
questions.ANSWERS["attack_bystander"] = _bystander


# The hit and after ---------------------------------------------------------------------------------------------------


def _hit(tx: Tx, attack: Attack, result: Result) -> None:
    defence.spend(tx, attack)
    thrown = forms.of(tx.state, attack).kind == "thrown_weapon"
    if not checks.succeeded(result):
        if thrown:
            return _landing(tx, attack, zones.MISSED)
        return blows.over(tx, attack, "missed")
    return connect(tx, blows.move(tx, attack, hit=result), result.degree)


def connect(tx: Tx, attack: Attack, degree: int) -> None:
    """A blow has reached somebody or something that does not roll: damage, a breach, a hold, a device (LP-ATK-073)."""
    state = tx.state
    form = forms.of(state, attack)
    target = state.entities[attack.target]
    rolls = state.entities[attack.who].kind == "pc"
    if form.kind == "thrown_weapon":
        by_degree = zones.graded(state) if zones.graded(state) is not None else attack.graded == "yes"
        return _land(tx, attack, zones.landing(True, degree, bool(by_degree)), degree if by_degree else None)
    if target.structure and form.weapon is not None:
        blows.over(tx, attack, "done")
        structures.open_breach(tx, attack.who if rolls else "", attack.target, form.weapon)
        return None
    if form.kind == forms.HOLD:
        if rolls:
            blows.announce(
                tx,
                attack,
                attack.who,
                "PHY",
                "restrain",
                difficulty=blows.proposed(state, attack, attack.who, "restrain"),
            )
            return None
        return _grip(tx, attack)
    if defence.may_dodge(state, attack.target):
        return defence.connected(tx, attack)
    mercy.weapon_effects(tx, attack, "hit", degree)
    now = blows.current(tx, attack)
    if now is None:
        return None
    if mercy.special(now):
        return blows.over(tx, now, "done")
    if form.check and rolls:
        return defence.damage(tx, now)
    return mercy.deal(tx, now, degree)


def _grip(tx: Tx, attack: Attack) -> None:
    restraint.take_hold(tx, attack.who, attack.target)
    defence.finish(tx, attack, "held")


def _gripped(tx: Tx, attack: Attack, result: Result) -> None:
    if checks.succeeded(result):
        return _grip(tx, attack)
    return blows.over(tx, attack, "unharmed")


def _landing(tx: Tx, attack: Attack, band: str) -> None:
    """A device that missed, or that a non-player character threw, comes down where the GM says (Q-K20)."""
    blows.ask(tx, attack, "attack_landing", who=attack.target, value=band, choices=BANDS, ref=attack.weapon)


def _landed(tx: Tx, question: Question, value: str) -> Rejected | None:
    attack = tx.state.attacks.get(question.key)
    if attack is not None:
        if tx.state.entities[attack.who].kind != "pc":
            defence.spend(tx, attack)
        _land(tx, attack, value, None)
    return None


def _land(tx: Tx, attack: Attack, band: str, degree: int | None) -> None:
    blows.over(tx, attack, "done")
    zones.land(
        tx,
        attack.who,
        attack.weapon,
        attack.target,
        band,
        degree,
        fuse=attack.fuse,
        by_degree={"yes": True, "no": False}.get(attack.graded),
    )


questions.ANSWERS["attack_landing"] = _landed


def _safe(tx: Tx, attack: Attack, result: Result) -> None:
    """The check for the safety of a gun nobody has shown the attacker (LP-ATK-029)."""
    if not checks.succeeded(result):
        return blows.over(tx, attack, "safety")
    begin(tx, blows.move(tx, attack, safety="knows"), roll=False)
    return None


STEPS = {
    "hit": _hit,
    "safety": _safe,
    "restrain": _gripped,
    "dodge": defence.dodged,
    "toughness": defence.stood,
    "damage": defence.damaged,
}


def _settle(tx: Tx, check: Check, result: Result) -> None:
    attack = tx.state.attacks.get(check.ref)
    if attack is None or attack.stage != check.purpose:
        return
    blows.keep(tx, attack, check)
    if is_critical(result.outcome):
        _special_event(tx, attack, check, result)
    STEPS[check.purpose](tx, attack, result)


checks.SETTLERS[blows.SERVES] = _settle


# Criticals -----------------------------------------------------------------------------------------------------------


def _special_event(tx: Tx, attack: Attack, check: Check, result: Result) -> None:
    """In place of the plain question about a critical: one with what an attack suggests (LP-ATK-087, Q-K24)."""
    for question in questions.open_questions(tx.state, "critical", check.who)[-1:]:
        questions.withdraw(tx, question.id)
    questions.ask(
        tx,
        "attack_critical",
        who=check.who,
        other=blows.opponent(attack, check.who),
        value=settling.TOLD,
        ref=result.outcome,
        key=settling.named(check),
        blocking=False,
    )


def _event(tx: Tx, question: Question, value: str) -> Rejected | None:
    """Who is incapacitated or loses the weapon: the opponent of a success, the one who failed critically."""
    who = question.other if question.ref == "critical_success" else question.who
    person = tx.state.person(who)
    if value == "incapacitate" and person is not None and person.kind != "object":
        injuries.gain(tx, who, "down", cause=question.ref)
    elif value == "drop_weapon" and person is not None:
        for item in tx.state.entities[who].weapons[:1]:
            weapons.put_away(tx, who, item)
    elif value == "end_crisis" and tx.state.mode != "calm":
        return tx.ruleset.decide(End(), tx)
    return None


questions.ANSWERS["attack_critical"] = _event
