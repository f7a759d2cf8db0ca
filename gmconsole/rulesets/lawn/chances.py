"""Exact chances of a check with some dice on the table and others still to come, wherever they will lie.

The conditional part of LP-CHK-040: whatever may be done to an open check (append, reroll, prepend, reroll a few dice)
makes a row of faces with gaps. A run, or all faces of a legendary check, is a matter of the set of faces; only the
first three dice have an order. So the rolls are counted by sets, and those whose first three dice
match are counted the same way with these three fixed.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from math import comb, factorial
from typing import TypeAlias

import msgspec

from .odds import ones_ways, straight_ways
from .outcomes import FEWEST_DICE

Dice: TypeAlias = Sequence[int | None]


class Chances(msgspec.Struct, frozen=True):
    """Exact chances: of a pass, and of the two criticals."""

    passed: Fraction
    critical_success: Fraction
    critical_failure: Fraction


def chances(dice: Dice, sides: int, *, special: str = "", wanted: int = 0, required: int = 0) -> Chances:
    """The chances of a check whose dice lie like that, None for one still to be thrown with so many sides.

    A pass is a success of at least the degree ``required``. ``special`` and ``wanted`` are as in ``kinds.judge``.
    Raises ValueError below one side.
    """
    if sides < 1:
        raise ValueError(f"no chances for dice with {sides} sides")
    front = dice[:FEWEST_DICE]
    return _chances(
        tuple(sorted(f for f in front if f is not None)),
        tuple(sorted(f for f in dice if f is not None)),
        sum(f is None for f in front),
        sum(f is None for f in dice),
        sides,
        special,
        wanted,
        required,
    )


@lru_cache(maxsize=4096)
def _chances(
    front: tuple[int, ...],
    known: tuple[int, ...],
    gaps: int,
    extra: int,
    sides: int,
    special: str,
    wanted: int,
    required: int,
) -> Chances:
    """``front`` are the known faces among the first three dice, ``gaps`` the unknown ones; ``known`` and ``extra`` are
    those of all dice."""
    total = sides**extra if extra else 1
    if len(front) + gaps < FEWEST_DICE:
        return Chances(Fraction(0), Fraction(0), Fraction(0))
    least = max(0, required - known.count(1))
    present = frozenset(known)

    def reaching(present: frozenset[int], extra: int) -> tuple[int, ...]:
        if special == "legendary":
            return _complete(present, extra, sides, wanted)
        return straight_ways(present, extra, sides)

    reached = reaching(present, extra)
    triples = _triples(front, gaps, sides)
    spoiled = [0] * (extra + 1)
    fumbles = [0] * (extra + 1)
    for face in triples:
        ones = gaps if face == 1 else 0
        for k, ways in enumerate(reaching(present | {face}, extra - gaps)):
            spoiled[k + ones] += ways
        for k, ways in enumerate(ones_ways(extra - gaps, sides)):
            fumbles[k + ones] += ways
    firsts = _firsts(front, gaps, extra, sides)
    good = [a - b for a, b in zip(reached, spoiled, strict=True)]
    everything = ones_ways(extra, sides)
    if special == "reversal":
        passes = [a - b for a, b in zip(everything, good, strict=True)]
        great, bad = sum(fumbles), sum(firsts)
    elif special == "plain_reversal":
        passes = [a - b - c + d for a, b, c, d in zip(everything, good, fumbles, firsts, strict=True)]
        great, bad = sum(firsts), sum(fumbles)
    else:
        passes, bad = good, sum(fumbles)
        great = sum(firsts) if special != "legendary" else _complete_firsts(front, present, gaps, extra, sides, wanted)
    return Chances(Fraction(sum(passes[least:]), total), Fraction(great, total), Fraction(bad, total))


def _triples(front: tuple[int, ...], gaps: int, sides: int) -> tuple[int, ...]:
    """The faces that the first three dice may all show."""
    if len(set(front)) > 1:
        return ()
    if front:
        return front[:1] if not gaps or 1 <= front[0] <= sides else ()
    return tuple(range(1, sides + 1))


def _first_ways(front: tuple[int, ...], gaps: int, sides: int) -> tuple[int, int]:
    """In how many ways the gaps of the first three dice make them 1, 2 and 3, and how many ones are among them."""
    rest = {1, 2, 3} - set(front)
    if len(rest) != gaps or set(front) - {1, 2, 3} or any(face > sides for face in rest):
        return 0, 0
    return factorial(gaps), int(1 in rest)


def _firsts(front: tuple[int, ...], gaps: int, extra: int, sides: int) -> list[int]:
    """At index k the rolls with exactly k ones to come whose first three dice are 1, 2 and 3."""
    out = [0] * (extra + 1)
    ways, ones = _first_ways(front, gaps, sides)
    if ways:
        for k, rest in enumerate(ones_ways(extra - gaps, sides)):
            out[k + ones] += ways * rest
    return out


def _complete_firsts(
    front: tuple[int, ...], present: frozenset[int], gaps: int, extra: int, sides: int, wanted: int
) -> int:
    ways, _ = _first_ways(front, gaps, sides)
    return ways * sum(_complete(present | {1, 2, 3}, extra - gaps, sides, wanted)) if ways else 0


@lru_cache(maxsize=4096)
def _complete(present: frozenset[int], extra: int, sides: int, wanted: int) -> tuple[int, ...]:
    """At index k the rolls with exactly k ones that show every face from 1 to ``wanted`` not present yet."""
    owed = {face for face in range(1, wanted + 1) if face not in present}
    if any(face > sides for face in owed):
        return (0,) * (extra + 1)
    others = len(owed - {1})
    return tuple(
        0 if 1 in owed and not ones else comb(extra, ones) * _cover(others, extra - ones, sides - 1)
        for ones in range(extra + 1)
    )


def _cover(faces: int, dice: int, sides: int) -> int:
    """The rolls of so many dice that show every one of so many faces."""
    return sum((-1) ** left * comb(faces, left) * (sides - left) ** dice for left in range(faces + 1))
