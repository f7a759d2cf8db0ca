"""Structures and hard targets: breaching, armour, extra degree (chapter "Attacks", special rules 1).

Covers LP-ATK-044 to -050, -062 to -065 and -086. A breach check is made with five dice and what the weapon adds:
neither the wielder's PHY nor the wielder's states count (Q-K11).
"""

from __future__ import annotations

from ...core.messages import N_
from ...core.model import Question, Rejected, Who
from ...core.ruleset import Tx as CoreTx
from . import checks, life, pools, questions, slots
from .crisis import OUTLIVES
from .outcomes import Result
from .people import DEFAULT_LIFE
from .state import Check, LawnState, Modifier, Person
from .weapon_table import WeaponDef

Tx = CoreTx[LawnState]

BREACH = "breach"
DIFFICULTY = 9
BREACH_POINTS = 1
FAR_MORE = 2 * DEFAULT_LIFE
SCALES = ("auto", "human", "large")

questions.WORDING["breached"] = N_("{ref} against {who}: breached?")


# Reading -----------------------------------------------------------------------------------------------------------


def in_force(state: LawnState) -> bool:
    """Whether the rule of structures is played with (advanced)."""
    return state.options.get("structures", True) is True


def is_large(person: Person) -> bool:
    """Whether the target bears far more than a human: the GM's word, else a structure or over twice a human's life.

    Source: LP-ATK-048.
    """
    if person.scale in SCALES[1:]:
        return person.scale == "large"
    return person.structure or (person.has_life and person.life_max > FAR_MORE)


def armour(state: LawnState, target: Person) -> int:
    """The armour value that counts, 0 where the rule is not played with."""
    return target.armour if state.options.get("armour", True) is True else 0


def through(state: LawnState, target: Person, degree: int) -> int | None:
    """The degrees left behind the target's armour, None where the roll does not get through (LP-ATK-049, -050)."""
    left = degree - armour(state, target)
    return left if left >= 0 else None


def total(state: LawnState, target: Person, points: int, degree: int, *, carries: bool = True) -> int:
    """The damage of a deciding roll with that degree: ``points``, armour and extra degrees (LP-ATK-048 to -050, -062).

    The deciding roll is PHY=damage for cold weapons, OPR=hit for firearms and other automatic damage, PHY=breach
    against structures. ``carries`` is False for brawl, which gains nothing by degrees (Q-K12).
    """
    left = through(state, target, degree)
    if left is None:
        return 0
    return points + (left if carries and state.options.get("extra_degree", True) is True and is_large(target) else 0)


def cannot_harm(state: LawnState, target: Person, weapon: WeaponDef | None) -> Rejected | None:
    """The refusal to attack a structure with what has no breaching; None is a bare hand (LP-ATK-045, -046)."""
    if not target.structure or not in_force(state) or (weapon is not None and weapon.breaching is not None):
        return None
    return Rejected("needs-breaching", {"who": Who(target.id)})


# Breaching -----------------------------------------------------------------------------------------------------------


def open_breach(tx: Tx, who: str, target: str, weapon: WeaponDef, *, difficulty: int = DIFFICULTY) -> str:
    """Announce the breach check of a weapon that has reached a structure, and return its id (LP-ATK-047, -064).

    ``who`` rolls for it. A weapon without breaching is the caller's to refuse (``cannot_harm``). Where ``who`` is empty
    or cannot roll, the GM is asked instead and the id is empty.
    """
    breaching = weapon.breaching or 0
    if not who or checks.may_roll(tx.state, who) is not None:
        questions.ask(tx, "breached", who=target, value="yes", choices=("yes", "no"), ref=weapon.id)
        return ""
    modifiers = (Modifier(breaching, weapon.id),) if breaching else ()
    return checks.open_check(
        tx, who, "PHY", purpose=BREACH, difficulty=difficulty, modifiers=modifiers, serves=BREACH, ref=target
    )


def breach(tx: Tx, target: str, degree: int) -> None:
    """What a successful breach check takes from the structure: one point, with extra degrees and armour (Q-K34)."""
    person = tx.state.person(target)
    if isinstance(person, Person):
        life.damage(tx, target, total(tx.state, person, BREACH_POINTS, degree), BREACH, breaching=True)


def _breached(tx: Tx, check: Check, result: Result) -> None:
    if checks.succeeded(result):
        breach(tx, check.ref, result.degree)


def _said(tx: Tx, question: Question, value: str) -> Rejected | None:
    if value == "yes":
        person = tx.state.person(question.who)
        breach(tx, question.who, person.armour if isinstance(person, Person) else 0)
    return None


checks.SETTLERS[BREACH] = _breached
pools.OWN_POOL.add(BREACH)
slots.RESOLVED_FIRST.add("breached")
OUTLIVES.add("breached")
questions.ANSWERS["breached"] = _said
