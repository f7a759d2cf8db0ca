"""The way of one attack: what it waits for, how hard and with how many dice it is rolled (chapter "Attacks").

Covers LP-ATK-009, -026, -055, -056 and -076 as far as they change a check. An attack is a value in the state; every
step replaces it. Its checks serve ``attack`` and name it; what their results mean is in ``attack_flow``.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from ...core.commands import with_entity
from ...core.model import Event
from ...core.people import counted, next_id
from ...core.ruleset import Tx as CoreTx
from . import checks, forms, outcomes, questions
from .opposed import OpposedOpened
from .pools import EASE, POOL_HOOKS, conditions
from .state import Attack, Check, LawnState, Modifier, Opposed, Person, PoolLine

Tx = CoreTx[LawnState]

SERVES = "attack"
STEP = outcomes.DIFFICULTY_STEP
VITAL = 6
EXTREMELY_HARD = 12
MOST_HARDER = 15

OVER: list[Callable[[Tx, Attack, str], None]] = []
"""Called with an attack that is over and how it ended: what was to follow it follows now."""


class AttackOpened(Event, frozen=True, tag="lawn.attack-opened"):
    """An attack was announced."""

    attack: Attack


class AttackMoved(Event, frozen=True, tag="lawn.attack-moved"):
    """A choice was made in an attack, or it went a step further."""

    before: Attack
    after: Attack


class AttackOver(Event, frozen=True, tag="lawn.attack-over"):
    """An attack came to its end.

    ``how`` is ``missed``, ``dodged``, ``unharmed``, ``grazed``, ``armour``, ``done``, ``held``, ``nothing`` (a level
    opposed check left as it is), ``changed`` (announced anew) or ``off`` (called off, or nobody is left to resolve it).
    """

    attack: Attack
    how: str


class DifficultyKept(Event, frozen=True, tag="lawn.difficulty-kept"):
    """The difficulty said for a kind of check against somebody is kept for the next one (LP-ATK-009)."""

    who: str
    key: str
    before: int
    after: int


# The steps -----------------------------------------------------------------------------------------------------------


def current(tx: Tx, attack: Attack) -> Attack | None:
    """The attack as it stands now; None once it is over."""
    return tx.state.attacks.get(attack.id)


def move(tx: Tx, attack: Attack, **changes: object) -> Attack:
    """Change the attack and return it as it is then."""
    after: Attack = replace(attack, **changes)
    if after != attack:
        tx.emit(AttackMoved(before=attack, after=after))
    return after


def over(tx: Tx, attack: Attack, how: str) -> None:
    """End the attack, with what was to follow it."""
    tx.emit(AttackOver(attack=attack, how=how))
    for hook in OVER:
        hook(tx, attack, how)


def ask(
    tx: Tx,
    attack: Attack,
    kind: str,
    *,
    who: str,
    value: str,
    choices: tuple[str, ...],
    other: str = "",
    ref: str = "",
    **changes: object,
) -> None:
    """Put a question that the attack waits for."""
    move(tx, attack, stage=kind, waits=next_id(tx.state, "q"), **changes)
    questions.ask(tx, kind, who=who, other=other, value=value, choices=choices, ref=ref, key=attack.id)


def announce(
    tx: Tx,
    attack: Attack,
    who: str,
    kind: str,
    purpose: str,
    *,
    difficulty: int,
    modifiers: tuple[Modifier, ...] = (),
    hand: str = "",
) -> str:
    """Open a check that the attack waits for and return its id."""
    move(tx, attack, stage=purpose, waits=next_id(tx.state, "check"))
    return checks.open_check(
        tx,
        who,
        kind,
        purpose=purpose,
        difficulty=difficulty,
        modifiers=modifiers,
        serves=SERVES,
        ref=attack.id,
        hand=hand,
    )


def oppose(tx: Tx, attack: Attack, own: Check, other: Check) -> None:
    """Open an opposed check of the attacker's side and the target's, which has to have a winner (LP-ATK-066)."""
    pair = Opposed(id=next_id(tx.state, "opposed"), a=attack.who, b=attack.target, must=True)
    move(tx, attack, stage=own.purpose, waits=pair.id)
    tx.emit(OpposedOpened(pair=pair))
    for side in (own, other):
        checks.open_check(
            tx,
            side.who,
            side.type,
            purpose=side.purpose,
            difficulty=side.difficulty,
            modifiers=side.modifiers,
            serves="opposed",
            ref=pair.id,
            hand=side.hand,
        )


def waits_for(state: LawnState, thing: str) -> Attack | None:
    """The attack that waits for that check, opposed check or question."""
    return next((a for a in state.attacks.values() if thing and a.waits == thing), None)


def of_check(state: LawnState, check: Check) -> Attack | None:
    """The attack that a check belongs to, its own or one side of its opposed check."""
    if check.serves == SERVES:
        return state.attacks.get(check.ref)
    return waits_for(state, check.ref) if check.serves == "opposed" else None


def untouched(state: LawnState, attack: Attack) -> bool:
    """Whether nothing of the attack is rolled yet, so that its choices may still change (LP-ATK-076)."""
    if attack.stage not in ("hit", "dodge", "attack_close", "attack_outline", "attack_safety", "attack_bystander"):
        return False
    waiting = [c for c in state.checks.values() if of_check(state, c) == attack]
    return not attack.sure and not attack.safety and all(c.status == "owed" for c in waiting)


# Difficulties --------------------------------------------------------------------------------------------------------


def opponent(attack: Attack, who: str) -> str:
    """Whom a check of that side is made against."""
    return attack.target if who == attack.who else attack.who


def proposed(state: LawnState, attack: Attack, who: str, purpose: str) -> int:
    """The difficulty of a check of the attack: the last one said against that opponent, else the book's; 0 where the
    GM has to say it (LP-ATK-009, -021, -027)."""
    said = state.entities[opponent(attack, who)].difficulties
    known = said.get(f"{purpose} {attack.weapon}") or said.get(purpose)
    if known:
        return known
    form = forms.of(state, attack)
    hard = state.options.get("extremely_hard", EXTREMELY_HARD)
    if (purpose == "dodge" and form.hard_dodge) or (purpose == "toughness" and form.toughness == "choice"):
        return hard if isinstance(hard, int) else EXTREMELY_HARD
    return 0 if purpose in ("hit", "dodge") else forms.ORDINARY


def surcharge(state: LawnState, attack: Attack, purpose: str) -> int:
    """Faces on top of a hit check's difficulty, or of the dodge that takes its place where the target alone rolls.

    The suggestions are the vital point's (Q-K15), the outline's (Q-D04) and the step that a hold saves (LP-ATK-060).
    """
    if attack.harder >= 0:
        return attack.harder
    vital = state.options.get("vital_difficulty", VITAL) if attack.vital else 0
    faces = (vital if isinstance(vital, int) else VITAL) + max(attack.outline, 0)
    faces -= STEP if attack.close == "easier" else 0
    return faces if purpose == "hit" else -faces


def _faces_off(state: LawnState, who: str, kind: str, purpose: str) -> int:
    for attack in state.attacks.values():
        if attack.stage == purpose and (who, purpose) in ((attack.who, "hit"), (attack.target, "dodge")):
            if purpose == "dodge" and state.entities[attack.who].kind == "pc":
                continue
            return -surcharge(state, attack, purpose)
    return 0


EASE.append(_faces_off)


def keep(tx: Tx, attack: Attack, check: Check) -> None:
    """Keep the difficulty said for a check, without what was put on top of it, for the next attack on that opponent."""
    if not check.difficulty:
        return
    off = sum(ease(tx.state, check.who, check.type, check.purpose) for ease in EASE) // STEP
    if check.status == "rolled":
        off -= sum(c.steps for c in conditions(tx.state, check) if c.on)
    said = max(outcomes.LOWEST_DIFFICULTY, outcomes.step_difficulty(check.difficulty, off))
    if tx.state.options.get("reading_intent") is True and check.purpose in ("hit", "dodge"):
        said = attack.difficulty or said
    other = tx.state.entities[opponent(attack, check.who)]
    key = f"{check.purpose} {attack.weapon}"
    before = other.difficulties.get(key, 0)
    if said != before:
        tx.emit(DifficultyKept(who=other.id, key=key, before=before, after=said))


# Pools ---------------------------------------------------------------------------------------------------------------


def _lines(state: LawnState, check: Check) -> tuple[PoolLine, ...]:
    """What the attack adds to its own checks: burst dice, the weapon's bonus, doubled terms (LP-ATK-017, -056)."""
    attack = of_check(state, check)
    if attack is None or check.who != attack.who or check.purpose not in ("hit", "damage"):
        return ()
    form = forms.of(state, attack)
    lines = []
    if check.purpose == "hit" and form.burst:
        lines.append(PoolLine(forms.BURST, form.burst))
    if check.purpose == "damage" and form.bonus:
        lines.append(PoolLine(form.weapon.id if form.weapon is not None else form.kind, form.bonus))
    if attack.double and check.purpose == ("damage" if form.check else "hit"):
        points = state.entities[check.who].attributes.get(check.type, 0)
        terms = sorted((points, *(line.dice for line in lines), *(m.dice for m in check.modifiers)), reverse=True)
        doubled = sum(dice for dice in terms[: attack.double] if dice > 0)
        if doubled:
            lines.append(PoolLine("doubled", doubled))
    return tuple(lines)


POOL_HOOKS.append(_lines)


# Folds ---------------------------------------------------------------------------------------------------------------


def _opened(state: LawnState, e: AttackOpened) -> LawnState:
    return replace(state, attacks={**state.attacks, e.attack.id: e.attack}, counters=counted(state, "attack"))


def _moved(state: LawnState, e: AttackMoved) -> LawnState:
    return replace(state, attacks={**state.attacks, e.after.id: e.after})


def _over(state: LawnState, e: AttackOver) -> LawnState:
    return replace(state, attacks={k: v for k, v in state.attacks.items() if k != e.attack.id})


def _kept(state: LawnState, e: DifficultyKept) -> LawnState:
    person: Person = state.entities[e.who]
    new: LawnState = with_entity(state, replace(person, difficulties={**person.difficulties, e.key: e.after}))
    return new


EVOLVE = {AttackOpened: _opened, AttackMoved: _moved, AttackOver: _over, DifficultyKept: _kept}
