"""Exact odds of the turn's damage dice, before and while they are rolled (chapter "Attacking and damage").

Serves CA-DMG-003, -004 and -014 and CA-CRT-001, -002. All chances are fractions; nothing is estimated.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import NamedTuple

from . import armour, pools, saves
from .state import CairnState


class Die(NamedTuple):
    """A damage die of that many sides, or one that shows ``face`` already."""

    sides: int
    face: int = 0
    ignores_armour: bool = False

    def at_most(self, damage: int, protection: int) -> Fraction:
        """The chance that this die alone does no more than that against that much armour; ``damage`` is 0 or more."""
        bound = damage if self.ignores_armour else damage + protection
        if self.face:
            return Fraction(self.face <= bound)
        return Fraction(min(bound, self.sides), self.sides)


class Blow(NamedTuple):
    """What the dice aimed at somebody in this turn will do.

    The chances of no damage at all, of bringing HP from above 0 to exactly 0 (a scar for a PC), of damage that reaches
    STR, and of falling: failing the STR save on the new STR, or STR 0. ``most`` is the highest damage that may come.
    """

    p_nothing: Fraction
    p_zero: Fraction
    p_overflow: Fraction
    p_falls: Fraction
    most: int


def damage(dice: Iterable[Die], protection: int = 0) -> Mapping[int, Fraction]:
    """The chance of each damage that a pool of dice may do, the highest counting and armour off once; no dice do 0."""
    thrown = tuple(dice)
    most = max((d.face or d.sides for d in thrown), default=0)
    chances, below = {}, Fraction(0)
    for value in range(most + 1):
        so_far = Fraction(1)
        for die in thrown:
            so_far *= die.at_most(value, protection)
        if so_far > below:
            chances[value] = so_far - below
        below = so_far
    return chances


def kept(*sizes: int) -> Mapping[int, Fraction]:
    """The chance of each face of the kept die among dice of these sizes."""
    return damage(Die(sides) for sides in sizes)


def aimed(state: CairnState, target: str) -> tuple[Die, ...]:
    """The dice that this turn's acts aim at somebody, rolled or not."""
    found: list[Die] = []
    for act in pools.strikes(state):
        if target not in act.targets or act.unclear:
            continue
        assert act.attack is not None
        faces = act.faces[act.targets.index(target)] if act.faces else ()
        sizes = faces or pools.dice(state, act, target)
        each = pools.of_dice(state.entities[act.who], act.attack, len(sizes))
        ignoring = [attack.ignores_armour for attack in each]
        found += (Die(s, s if faces else 0, i) for s, i in zip(sizes, ignoring, strict=True))
    return tuple(found)


def blow(state: CairnState, target: str) -> Blow:
    """The exact odds of everything aimed at somebody in this turn."""
    c = state.entities[target]
    strength = c.score("STR").current
    chances = damage(aimed(state, target), armour.effective(c))
    overflow = {value - c.hp: chance for value, chance in chances.items() if value > c.hp}
    none = Fraction(0)
    return Blow(
        p_nothing=chances.get(0, none),
        p_zero=chances.get(c.hp, none) if c.hp else none,
        p_overflow=sum(overflow.values(), none),
        p_falls=sum((chance * _fails(strength - lost) for lost, chance in overflow.items()), none),
        most=max(chances),
    )


def _fails(strength: int) -> Fraction:
    """The chance of not standing after STR was brought there (CA-CRT-002, CA-CRT-011)."""
    return 1 - saves.chance(strength) if strength > 0 else Fraction(1)
