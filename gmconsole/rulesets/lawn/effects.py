"""What a weapon's hit brings besides plain damage: states, alternatives, checks against it, abilities.

Covers LP-WPN-002, -013, -014, -021, -023 to -027, -030 to -034, -039, -041, -043, -044 and LP-ATK-028. The effects are
rows of the weapon; states that last until the GM ends them say in their own row after how many rounds he is asked.
"""

from __future__ import annotations

from msgspec.structs import replace

from ...core.commands import with_entity
from ...core.messages import N_
from ...core.model import Event, Question, Rejected
from ...core.ruleset import Tx as CoreTx
from . import checks, injuries, life, neutral, questions, slots, weapons
from .crisis import OUTLIVES
from .outcomes import Result
from .pools import pool_lines, pool_size
from .state import Check, LawnState, Pending, Person
from .weapon_table import PLAIN, Effect

Tx = CoreTx[LawnState]

RESIST = "resist"
LASTING = "lasting"
KINDS = ("ability", "affected", "robustness", "toughness_by")
TOUGHNESS = "toughness"
DIFFICULTY = 6

questions.WORDING["ability"] = N_("{who} may use the ability of {ref} on {other}: which state?")
questions.WORDING["affected"] = N_("{who}, {ref}: affected?")
questions.WORDING["robustness"] = N_("{who} fails the robustness check against {ref}: {value}?")
questions.WORDING["toughness_by"] = N_("{who} withstands {ref}: by which attribute?")
questions.WORDING["lasting_over"] = N_("{who}: is {ref} over?")


class AbilityUsed(Event, frozen=True, tag="lawn.ability"):
    """Somebody used up an ability for this session."""

    who: str
    item: str
    target: str
    state: str


# A hit ---------------------------------------------------------------------------------------------------------------


def hit(
    tx: Tx, attacker: str, item: str, target: str, *, when: str = "hit", degree: int = 0, ammunition: str = ""
) -> None:
    """Everything but the damage that the weapon brings at that moment (``hit``, ``undodged``, ``grazed``, ``damaged``).

    A state named by ``ammunition`` (the weapon's first where none is) comes with ``hit`` and ``undodged``; an ability
    not used yet is offered then.
    """
    weapon = weapons.of(tx.state.entities[attacker], item)
    for effect in weapons.effects_at(weapon, when, degree):
        apply(tx, target, effect, weapon.id)
    if when not in ("hit", "undodged"):
        return
    loaded = weapons.loaded(weapon, ammunition)
    if loaded != PLAIN:
        apply(tx, target, Effect(states=(loaded,)), weapon.id)
    offer(tx, attacker, item, target)


def offer(tx: Tx, attacker: str, item: str, target: str) -> None:
    """Ask whether the attacker uses the weapon's ability, if it has one that is not spent (LP-WPN-023, -025, -039)."""
    person = tx.state.entities[attacker]
    found = weapons.effects_at(weapons.of(person, item), "ability")
    victim = tx.state.person(target)
    if not found or item in person.spent or not isinstance(victim, Person) or not _concerns(found[0], victim):
        return
    questions.ask(
        tx,
        "ability",
        who=attacker,
        other=target,
        value="refuse",
        choices=(*found[0].states, "refuse"),
        ref=weapons.base(item),
        key=item,
    )


def _ability(tx: Tx, question: Question, value: str) -> Rejected | None:
    person = tx.state.person(question.who)
    if value == "refuse" or not isinstance(person, Person) or tx.state.person(question.other) is None:
        return None
    effect = weapons.effects_at(weapons.of(person, question.key), "ability")[0]
    tx.emit(AbilityUsed(who=question.who, item=question.key, target=question.other, state=value))
    apply(tx, question.other, effect, question.ref, choice=value)
    return None


questions.ANSWERS["ability"] = _ability


# One effect on one victim --------------------------------------------------------------------------------------------


def apply(tx: Tx, who: str, effect: Effect, source: str, *, choice: str = "") -> None:
    """Let somebody have an effect: its check is asked for first where there is one, else damage and states come.

    ``source`` names the weapon in the log, ``choice`` the state the attacker picked of an effect that lets choose.
    Whoever does not roll is the GM's to decide (Q-K19).
    """
    person = tx.state.person(who)
    if not isinstance(person, Person) or not _concerns(effect, person):
        return
    chosen = replace(effect, states=(choice or effect.states[0],), choose=False) if effect.choose else effect
    what = _written(chosen)
    if effect.check == "robustness":
        state = chosen.states[0]
        questions.ask(tx, "robustness", who=who, value=state, choices=(state, "refuse"), ref=source, key=what)
    elif not effect.check or person.kind == "object":
        bring(tx, who, chosen, source)
    elif person.has_life:
        questions.ask(tx, "affected", who=who, value="affected", choices=("affected", "spared"), ref=source, key=what)
    elif checks.may_roll(tx.state, who) is not None:
        bring(tx, who, chosen, source)
    elif len(effect.by) > 1:
        best = max(effect.by, key=lambda kind: _dice(tx.state, who, kind))
        questions.ask(tx, "toughness_by", who=who, value=best, choices=effect.by, ref=source, key=what)
    else:
        _withstand(tx, who, effect.by[0], source, what)


def _concerns(effect: Effect, person: Person) -> bool:
    """Whether the effect could do anything to that one: electronics or people, never the dead; things only break."""
    if injuries.is_dead(person):
        return False
    if effect.only == "electronic":
        return person.electronic
    return person.kind != "object" or effect.damage > 0


def bring(tx: Tx, who: str, effect: Effect, source: str) -> None:
    """Damage and states of an effect that nothing stands against any more."""
    person = tx.state.entities[who]
    if effect.damage:
        life.damage(tx, who, effect.damage, source)
    if person.kind != "object" or effect.only == "electronic":
        for state in effect.states:
            give(tx, who, state, source)


def give(tx: Tx, who: str, state: str, source: str) -> None:
    """One state; of one that lasts until the GM ends it, he is asked again after the rounds suggested (Q-K30)."""
    injuries.gain(tx, who, state, cause=source)
    rounds = injuries.definition(state).suggested_rounds
    if rounds and tx.state.mode != "calm" and injuries.has(tx.state.entities[who], state):
        for pending in list(tx.state.pending.values()):
            if (pending.kind, pending.who, pending.text) == (LASTING, who, state):
                tx.emit(neutral.PendingSet(pending=pending.id, before=pending))
        neutral.add_pending(tx, LASTING, state, tx.state.round + rounds, who=who)


def _written(effect: Effect) -> str:
    """Damage and states as the words a check or question can keep."""
    return " ".join((str(effect.damage), *effect.states, *(("electronic",) if effect.only else ())))


def _read(text: str) -> Effect:
    damage, *states = text.split(" ")
    only = "electronic" in states
    return Effect(
        damage=int(damage), states=tuple(s for s in states if s != "electronic"), only="electronic" if only else ""
    )


# Against an effect ---------------------------------------------------------------------------------------------------


def _dice(state: LawnState, who: str, kind: str) -> int:
    return pool_size(pool_lines(state, Check(id="", who=who, type=kind, purpose=TOUGHNESS)))


def _withstand(tx: Tx, who: str, kind: str, source: str, what: str) -> None:
    checks.open_check(tx, who, kind, purpose=TOUGHNESS, difficulty=DIFFICULTY, serves=RESIST, ref=f"{source} {what}")


def _withstood(tx: Tx, check: Check, result: Result) -> None:
    source, _, what = check.ref.partition(" ")
    if not checks.succeeded(result) and tx.state.person(check.who) is not None:
        bring(tx, check.who, _read(what), source)


def _by(tx: Tx, question: Question, value: str) -> Rejected | None:
    if checks.may_roll(tx.state, question.who) is None:
        _withstand(tx, question.who, value, question.ref, question.key)
    return None


def _affected(tx: Tx, question: Question, value: str) -> Rejected | None:
    if value not in ("spared", "refuse") and tx.state.person(question.who) is not None:
        bring(tx, question.who, _read(question.key), question.ref)
    return None


checks.SETTLERS[RESIST] = _withstood
questions.ANSWERS["toughness_by"] = _by
questions.ANSWERS["affected"] = _affected
questions.ANSWERS["robustness"] = _affected


# What lasts ----------------------------------------------------------------------------------------------------------


def _lasting(tx: Tx, pending: Pending) -> None:
    person = tx.state.person(pending.who)
    if isinstance(person, Person) and injuries.has(person, pending.text):
        questions.ask(tx, "lasting_over", who=person.id, value="ends", choices=("ends", "keep"), ref=pending.text)


def _over(tx: Tx, question: Question, value: str) -> Rejected | None:
    if value == "ends" and tx.state.person(question.who) is not None:
        injuries.lose(tx, question.who, question.ref, cause=LASTING)
    return None


slots.RESOLVED_FIRST.update(KINDS)
OUTLIVES.update((*KINDS, "lasting_over"))
neutral.EFFECTS[LASTING] = _lasting
questions.ANSWERS["lasting_over"] = _over


# Folds ---------------------------------------------------------------------------------------------------------------


def _ability_used(state: LawnState, e: AbilityUsed) -> LawnState:
    person = state.entities[e.who]
    new: LawnState = with_entity(state, replace(person, spent=(*person.spent, e.item)))
    return new


EVOLVE = {AbilityUsed: _ability_used}
