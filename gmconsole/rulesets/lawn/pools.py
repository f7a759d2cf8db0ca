"""Pools: how many dice a check is rolled with and why, how hard it is, and who need not roll (chapter "Checks").

Covers LP-CHK-014, -018 to -020, -060, -064 and the hooks LP-INI-021 and LP-MOV-072. Other chapters add what always
counts to ``POOL_HOOKS`` and ``EASE``, and what the GM may switch off for one check to ``CONDITIONS``.
"""

from __future__ import annotations

from collections.abc import Callable

from . import injuries, outcomes
from .outcomes import Result
from .state import ATTRIBUTES, Check, Condition, LawnState, Modifier, Person, PoolLine

BASE_DICE = 5
HELP_DICE = 2
LARGEST_DIFFICULTY = 30
SPIRITED_DEGREE = 3

EASE: list[Callable[[LawnState, str, str, str], int]] = []
"""Chapters that make a person's checks easier add a function here: faces off, by (state, who, type, purpose)."""

POOL_HOOKS: list[Callable[[LawnState, Check], tuple[PoolLine, ...]]] = []
"""Chapters whose conditions change pools (in a crisis, in the dark) add a function here."""

CONDITIONS: list[Callable[[LawnState, Check], tuple[Condition, ...]]] = []
"""Chapters with modifiers for some checks only (on hearing, in the dark) add a function here; each is a switch."""

OWN_POOL: set[str] = set()
"""What checks serve that are made with a thing's own dice: no attribute, no states of whoever rolls (LP-ATK-064)."""


def pool_lines(state: LawnState, check: Check) -> tuple[PoolLine, ...]:
    """The pool as itemised lines: base 5, attribute or sanity, states, the check's own modifiers (LP-CHK-018, -019).

    The sum may be below zero; ``pool_size`` holds it at 0 while the lines stay whole (LP-CHK-020).
    """
    person = state.entities[check.who]
    lines = [PoolLine("base", BASE_DICE)]
    if check.serves in OWN_POOL:
        return (*lines, *(PoolLine(m.why or "modifier", m.dice) for m in check.modifiers))
    if check.type in ATTRIBUTES:
        points = person.attributes.get(check.type, 0)
        if points:
            lines.append(PoolLine(check.type, points))
    elif check.type == "initiative" and person.sanity:
        lines.append(PoolLine("sanity", person.sanity))
    lines.extend(injuries.dice_lines(person, check.type, hand=check.hand))
    lines.extend(line for hook in POOL_HOOKS for line in hook(state, check))
    lines.extend(PoolLine(m.why or "modifier", m.dice) for m in check.modifiers)
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
    """(dice, faces) the check would be rolled with now, helpers' dice included."""
    return pool_size(pool_lines(state, check)) + HELP_DICE * len(check.helpers), faces_of(state, check)


def eased(state: LawnState, who: str, kind: str, purpose: str, difficulty: int) -> int:
    """The difficulty less what the person's defensive action bought (LP-ACT-017); 0, not said yet, stays 0."""
    if not difficulty:
        return 0
    faces = sum(ease(state, who, kind, purpose) for ease in EASE)
    return outcomes.step_difficulty(difficulty, -(faces // outcomes.DIFFICULTY_STEP)) if faces else difficulty


def automatic(
    state: LawnState, person: Person, kind: str, purpose: str, modifiers: tuple[Modifier, ...] = ()
) -> Result | None:
    """The result of a check that is passed before rolling, or None (LP-CHK-064, LP-INI-021, LP-MOV-072).

    Initiative passes whatever the pool; a speed check only where the pool would not fail automatically (Q-CHK-03).
    """
    if not person.spirited:
        return None
    if kind == "initiative":
        return outcomes.automatic_pass(SPIRITED_DEGREE)
    if purpose == "speed":
        probe = Check(id="", who=person.id, type=kind, purpose=purpose, modifiers=modifiers)
        if pool_size(pool_lines(state, probe)) >= outcomes.FEWEST_DICE:
            return outcomes.automatic_pass(SPIRITED_DEGREE)
    return None
