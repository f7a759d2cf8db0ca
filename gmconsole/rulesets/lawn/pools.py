"""Pools: how many dice a check is rolled with and why, how hard it is, and who need not roll (chapter "Checks").

Covers LP-CHK-014, -018 to -020, -060, -064, the hooks LP-INI-021 and LP-MOV-072, and what locks a pool (LP-TRT-001 to
-007, -208). Other chapters add what always counts to ``POOL_HOOKS`` and ``EASE``, and what the GM may switch off for
one check to ``CONDITIONS``; traits put themselves into ``LOCKS``, ``READINGS``, ``TAILS``, ``PASSES`` and ``HELPING``.
"""

from __future__ import annotations

from collections.abc import Callable

from ...core.model import Msg, Rejected, Who
from . import injuries, outcomes
from .character import Reading
from .outcomes import PLAIN, Result
from .state import ATTRIBUTES, Check, Condition, LawnState, Modifier, Person, PoolLine

BASE_DICE = 5
HELP_DICE = 2
LARGEST_DIFFICULTY = 30
PASS_DEGREE = 3
"""The degree of every check that is passed before a roll."""
LOCKED_DICE = 2

EASE: list[Callable[[LawnState, str, str, str], int]] = []
"""Chapters that make a person's checks easier add a function here: faces off, by (state, who, type, purpose)."""

POOL_HOOKS: list[Callable[[LawnState, Check], tuple[PoolLine, ...]]] = []
"""Chapters whose conditions change pools (in a crisis, in the dark) add a function here."""

CONDITIONS: list[Callable[[LawnState, Check], tuple[Condition, ...]]] = []
"""Chapters with modifiers for some checks only (on hearing, in the dark) add a function here; each is a switch."""

OWN_POOL: set[str] = set()
"""What checks serve that are made with a thing's own dice: no attribute, no states of whoever rolls (LP-ATK-064)."""


LOCKS: list[Callable[[LawnState, Person, str], str]] = []
"""What locks a check of that type at seven dice, as the id of a trait; empty where nothing does (LP-TRT-001)."""

READINGS: list[Callable[[LawnState, Person, str, str], Reading | None]] = []
"""How somebody's dice are read otherwise than the rule has it: by (state, person, type, purpose)."""

TAILS: list[Callable[[LawnState, Check], tuple[int, ...]]] = []
"""Faces that always lie behind all other dice of a check (LP-TRT-117)."""

PASSES: list[Callable[[LawnState, Person, str, str, tuple[Modifier, ...]], bool]] = []
"""Who passes a check before any die is rolled: by (state, person, type, purpose, modifiers)."""

PROMISED: list[Callable[[LawnState, Check], int]] = []
"""Dice thrown behind those of the pool and of helpers, paid for as the check is rolled (LP-EMG-011)."""

HELPING: list[Callable[[LawnState, str], int]] = []
"""Dice that the helper's trait adds to those of Teamwork: by (state, helper)."""


def lock(state: LawnState, check: Check) -> str:
    """The trait that locks the check's pool at seven dice; empty where none does (LP-TRT-001 to -007)."""
    if check.serves in OWN_POOL or not check.type:
        return ""
    person = state.entities[check.who]
    return next((trait for hook in LOCKS if (trait := hook(state, person, check.type))), "")


def takes_no_dice(state: LawnState, check: Check) -> Rejected | None:
    """The refusal for dice from an ability, a helper or the GM: a locked check takes none but those of potential
    (LP-TRT-208, Q-TRT-02)."""
    trait = lock(state, check)
    if not trait:
        return None
    return Rejected(
        "locked", {"who": Who(check.who), "type": Msg("type:" + check.type), "trait": Msg("trait:" + trait)}
    )


def reading(state: LawnState, who: str, kind: str, purpose: str = "") -> Reading:
    """How that person's dice are read in a check of that type."""
    person = state.entities[who]
    return next((r for hook in READINGS if (r := hook(state, person, kind, purpose)) is not None), PLAIN)


def tail(state: LawnState, check: Check) -> tuple[int, ...]:
    """The faces that lie behind all other dice of the check, whatever is rolled."""
    return tuple(face for hook in TAILS for face in hook(state, check))


def pool_lines(state: LawnState, check: Check) -> tuple[PoolLine, ...]:
    """The pool as itemised lines: base 5, attribute or sanity, states, the check's own modifiers (LP-CHK-018, -019).

    The sum may be below zero; ``pool_size`` holds it at 0 while the lines stay whole (LP-CHK-020). A locked check has
    two lines whatever else there is (LP-TRT-001).
    """
    person = state.entities[check.who]
    lines = [PoolLine("base", BASE_DICE)]
    said = tuple(PoolLine(m.why or "modifier", m.dice, m.once) for m in check.modifiers)
    if check.serves in OWN_POOL:
        return (*lines, *said)
    locked = lock(state, check)
    if locked:
        return (*lines, PoolLine(locked, LOCKED_DICE))
    if check.type in ATTRIBUTES:
        points = person.attributes.get(check.type, 0)
        if points:
            lines.append(PoolLine(check.type, points))
    elif check.type == "initiative" and person.sanity:
        lines.append(PoolLine("sanity", person.sanity))
    lines.extend(injuries.dice_lines(person, check.type, hand=check.hand))
    lines.extend(line for hook in POOL_HOOKS for line in hook(state, check))
    lines.extend(said)
    lines.extend(PoolLine(c.name, c.dice) for c in conditions(state, check) if c.on and c.dice)
    return tuple(lines)


def conditions(state: LawnState, check: Check) -> tuple[Condition, ...]:
    """The conditional modifiers of a check: what state and scene bring, as the GM has switched it, and the GM's own."""
    found = {c.name: c for hook in CONDITIONS for c in hook(state, check)}
    return tuple({**found, **{c.name: c for c in check.conditions}}.values())


def faces_of(state: LawnState, check: Check) -> int:
    """The faces of the dice the check is rolled with: its difficulty, moved by the conditions that are on."""
    if check.status != "owed" or not check.difficulty:
        return check.difficulty
    steps = sum(c.steps for c in conditions(state, check) if c.on)
    if not steps:
        return check.difficulty
    return min(outcomes.step_difficulty(check.difficulty, steps), LARGEST_DIFFICULTY)


def pool_size(lines: tuple[PoolLine, ...]) -> int:
    """The number of dice the lines come to, at least 0 (LP-CHK-020)."""
    return outcomes.pool_size(line.dice for line in lines)


def dice_of(state: LawnState, check: Check) -> tuple[int, int]:
    """(dice, faces) the check would be rolled with now: dice of helpers and paid ones included, none that are laid."""
    count = pool_size(pool_lines(state, check)) + helping_dice(state, check) + promised_dice(state, check)
    return count, faces_of(state, check)


def help_dice(state: LawnState, who: str) -> int:
    """The dice with which somebody helps a companion (LP-CHK-056), with those that traits add (LP-TRT-104)."""
    return HELP_DICE + sum(hook(state, who) for hook in HELPING)


def helping_dice(state: LawnState, check: Check) -> int:
    """The dice that helpers have promised to a check."""
    return sum(help_dice(state, who) for who in check.helpers)


def promised_dice(state: LawnState, check: Check) -> int:
    """The dice that are paid for as the check is rolled."""
    return sum(hook(state, check) for hook in PROMISED)


def row(state: LawnState, check: Check) -> tuple[int | None, ...]:
    """The dice of an announced check as they would lie: None for one to be thrown, then those that are laid."""
    return (*(None,) * dice_of(state, check)[0], *tail(state, check))


def eased(state: LawnState, who: str, kind: str, purpose: str, difficulty: int) -> int:
    """The difficulty less what the person's defensive action bought (LP-ACT-017); 0, not said yet, stays 0."""
    if not difficulty:
        return 0
    faces = sum(ease(state, who, kind, purpose) for ease in EASE)
    return outcomes.step_difficulty(difficulty, -(faces // outcomes.DIFFICULTY_STEP)) if faces else difficulty


def automatic(
    state: LawnState, person: Person, kind: str, purpose: str, modifiers: tuple[Modifier, ...] = ()
) -> Result | None:
    """The result of a check that is passed before rolling, or None (LP-CHK-064, LP-INI-021, LP-MOV-072)."""
    if any(hook(state, person, kind, purpose, modifiers) for hook in PASSES):
        return outcomes.automatic_pass(PASS_DEGREE)
    return None
