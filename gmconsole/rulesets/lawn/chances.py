"""Exact chances of a check with some dice on the table and others still to come, wherever they will lie.

The conditional part of LP-CHK-040: whatever may be done to an open check (append, reroll, prepend, reroll a few dice)
makes a row of faces with gaps. A run, or all faces of a legendary check, is a matter of the set of faces; only a few
places at either end decide criticals. So the rolls are counted by sets, and those whose ends are a critical are counted
the same way with these places filled: a critical failure is equal dice in front, or equal dice at the end where their
owner reads them so and the front is no critical success (LP-TRT-107b, -107c, -122).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import permutations, product
from math import comb
from typing import TypeAlias

import msgspec

from .character import Reading
from .odds import ones_ways, straight_ways
from .outcomes import FEWEST_DICE, PLAIN

Dice: TypeAlias = Sequence[int | None]
Ways: TypeAlias = list[int]
FIRST = (1, 2, 3)


class Chances(msgspec.Struct, frozen=True):
    """Exact chances: of a pass, and of the two criticals."""

    passed: Fraction
    critical_success: Fraction
    critical_failure: Fraction


def chances(
    dice: Dice,
    sides: int | Sequence[int],
    *,
    special: str = "",
    wanted: int = 0,
    required: int = 0,
    reading: Reading = PLAIN,
) -> Chances:
    """The chances of a check whose dice lie like that, None for one still to be thrown with so many sides.

    ``sides`` may also list the sizes of the dice to come, in their order (LP-TRT-121). A pass is a success of at least
    the degree ``required``. ``special``, ``wanted`` and ``reading`` are as in ``kinds.judge``. Raises ValueError below
    one side.
    """
    sizes = (sides,) * sum(f is None for f in dice) if isinstance(sides, int) else tuple(sides)
    if (isinstance(sides, int) and sides < 1) or any(size < 1 for size in sizes):
        raise ValueError(f"no chances for dice with {sides} sides")
    usual = Counter(sizes).most_common(1)[0][0] if sizes else 1
    odd = [place for place, size in zip(_gaps(dice), sizes, strict=True) if size != usual]
    if not odd:
        return _one_size(tuple(dice), usual, special, wanted, required, reading)
    # Dice of another size are few: each of their faces is taken in turn.
    found = []
    for faces in product(*(range(1, size + 1) for size in sizes if size != usual)):
        filled = list(dice)
        for place, face in zip(odd, faces, strict=True):
            filled[place] = face
        found.append(_one_size(tuple(filled), usual, special, wanted, required, reading))
    return Chances(
        sum((c.passed for c in found), Fraction(0)) / len(found),
        sum((c.critical_success for c in found), Fraction(0)) / len(found),
        sum((c.critical_failure for c in found), Fraction(0)) / len(found),
    )


def _gaps(dice: Dice) -> list[int]:
    return [place for place, face in enumerate(dice) if face is None]


def _one_size(
    dice: tuple[int | None, ...], sides: int, special: str, wanted: int, required: int, reading: Reading
) -> Chances:
    """The same for dice to come of one size: what lies between the ends that decide criticals is put in order first."""
    ends = FEWEST_DICE if reading.tail else 0
    if not reading.tail or len(dice) > FEWEST_DICE + ends:
        cut = len(dice) - ends
        middle = sorted(dice[FEWEST_DICE:cut], key=lambda face: -1 if face is None else face)
        front = dice[:FEWEST_DICE]
        if reading == PLAIN:
            front = tuple(sorted(front, key=lambda face: -1 if face is None else face))
        dice = (*front, *middle, *dice[cut:]) if cut >= FEWEST_DICE else front
    return _chances(dice, sides, special, wanted, required, reading)


@lru_cache(maxsize=4096)
def _chances(
    dice: tuple[int | None, ...], sides: int, special: str, wanted: int, required: int, reading: Reading
) -> Chances:
    extra = dice.count(None)
    if len(dice) < FEWEST_DICE:
        return Chances(Fraction(0), Fraction(0), Fraction(0))
    count = _Count(dice, sides, special == "legendary", wanted, reading.degree_face)
    front = [dict.fromkeys(range(reading.head), face) for face in count.faces(range(reading.head))]
    first = [dict(enumerate(faces)) for faces in permutations(FIRST)]
    last: list[dict[int, int]] = []
    if reading.tail:
        places = range(len(dice) - FEWEST_DICE, len(dice))
        last = [dict.fromkeys(places, face) for face in count.faces(places)]
    # Equal dice at both ends count twice; equal dice at the end of a critical success do not count at all.
    both = [m for one in front for other in last if (m := _merged(one, other)) is not None]
    spared = [m for one in first for other in last if (m := _merged(one, other)) is not None]
    bad = [
        a + b - c - d for a, b, c, d in zip(*(count.sum(s, "all") for s in (front, last, both, spared)), strict=True)
    ]
    lost = [
        a + b - c - d for a, b, c, d in zip(*(count.sum(s, "met") for s in (front, last, both, spared)), strict=True)
    ]
    great = count.sum(first, "met" if special == "legendary" else "all")
    good = [a - b for a, b in zip(count.ways({}, "met"), lost, strict=True)]
    everything = count.ways({}, "all")
    if special == "reversal":
        passes = [a - b for a, b in zip(everything, good, strict=True)]
        great, bad = bad, great
    elif special == "plain_reversal":
        passes = [a - b - c + d for a, b, c, d in zip(everything, good, bad, great, strict=True)]
    else:
        passes = good
    total = sides**extra if extra else 1
    least = max(0, required - dice.count(reading.degree_face))
    return Chances(Fraction(sum(passes[least:]), total), Fraction(sum(great), total), Fraction(sum(bad), total))


def _merged(one: Mapping[int, int], other: Mapping[int, int]) -> dict[int, int] | None:
    """Both fillings at once, or None where they want different faces at one place."""
    if any(other.get(place, face) != face for place, face in one.items()):
        return None
    return {**one, **other}


class _Count:
    """Counts the rolls of a row whose places are filled in a certain way, by how many dice to come show the face that
    is counted for degree: ``all`` of them, or those where a run (or the set of a legendary check) is ``met``."""

    def __init__(self, dice: tuple[int | None, ...], sides: int, legendary: bool, wanted: int, counted: int) -> None:
        self.dice = dice
        self.sides = sides
        self.legendary = legendary
        self.wanted = wanted
        self.counted = counted
        self.extra = dice.count(None)
        self.present = frozenset(face for face in dice if face is not None)

    def faces(self, places: range) -> Iterator[int]:
        """The faces that all of these places may show."""
        known = {face for place in places if (face := self.dice[place]) is not None}
        if not known:
            yield from range(1, self.sides + 1)
        elif len(known) == 1:
            yield from known

    def sum(self, fillings: Sequence[Mapping[int, int]], what: str) -> Ways:
        """The ways of all the fillings together; no roll fits two of them."""
        out = [0] * (self.extra + 1)
        for filling in fillings:
            out = [a + b for a, b in zip(out, self.ways(filling, what), strict=True)]
        return out

    def ways(self, filling: Mapping[int, int], what: str) -> Ways:
        """At index k the rolls that fill these places so and show the counted face on exactly k dice to come."""
        out = [0] * (self.extra + 1)
        filled = [face for place, face in filling.items() if self.dice[place] is None]
        if any(not 1 <= face <= self.sides for face in filled):
            return out
        if any(self.dice[place] not in (None, face) for place, face in filling.items()):
            return out
        rest = self.extra - len(filled)
        present = self.present | frozenset(filled)
        if what == "all":
            found = ones_ways(rest, self.sides, self.counted)
        elif self.legendary:
            found = _complete(present, rest, self.sides, self.wanted, self.counted)
        else:
            found = straight_ways(present, rest, self.sides, self.counted)
        more = filled.count(self.counted)
        for k, ways in enumerate(found):
            out[k + more] += ways
        return out


@lru_cache(maxsize=4096)
def _complete(present: frozenset[int], extra: int, sides: int, wanted: int, counted: int) -> tuple[int, ...]:
    """At index k the rolls with exactly k counted faces that show every face from 1 to ``wanted`` not present yet."""
    owed = {face for face in range(1, wanted + 1) if face not in present}
    if any(face > sides for face in owed):
        return (0,) * (extra + 1)
    possible = 1 <= counted <= sides
    others = len(owed - {counted})
    return tuple(
        0
        if (counted in owed and not k) or (k and not possible)
        else comb(extra, k) * _cover(others, extra - k, sides - possible)
        for k in range(extra + 1)
    )


def _cover(faces: int, dice: int, sides: int) -> int:
    """The rolls of so many dice that show every one of so many faces."""
    return sum((-1) ** left * comb(faces, left) * (sides - left) ** dice for left in range(faces + 1))
