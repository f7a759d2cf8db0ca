"""Exact odds of a check (chapter "Checks", success rates; LP-CHK-040).

Counting is done in whole numbers and turned into fractions at the edge. The one idea: the rolls *without* a run are
counted by the set of faces they show. The number of runless sets of each size (a short walk over the faces) times the
number of ways the dice can cover such a set gives them all. Ones are chosen first, so every count comes by degree; dice
already on the table are faces that are present anyway, which dice to come may repeat freely.
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from math import comb, factorial
from operator import mul, sub
from typing import Final

from msgspec import Struct

from gmconsole.rulesets.lawn.outcomes import FEWEST_DICE, evaluate

TABLE_DICE: Final = range(3, 21)
TABLE_FACES: Final = range(3, 21)


class Odds(Struct, frozen=True):
    """Exact chances of a check with `dice` dice in all, those to come having `faces` faces.

    The `…_ways` fields count rolls out of `total`; those by degree hold at index k the rolls with exactly k ones. The
    properties are the same as reduced fractions.
    """

    dice: int
    faces: int
    total: int
    straight_ways: int
    success_ways: tuple[int, ...]
    critical_success_ways: int
    critical_failure_ways: int
    degree_ways: tuple[int, ...]

    @property
    def straight(self) -> Fraction:
        """The chance of a run anywhere, critical failures that show one included."""
        return Fraction(self.straight_ways, self.total)

    @property
    def success(self) -> Fraction:
        """The chance of an ordinary or critical success."""
        return Fraction(sum(self.success_ways), self.total)

    @property
    def critical_success(self) -> Fraction:
        """The chance of a critical success."""
        return Fraction(self.critical_success_ways, self.total)

    @property
    def critical_failure(self) -> Fraction:
        """The chance of a critical failure."""
        return Fraction(self.critical_failure_ways, self.total)

    @property
    def failure(self) -> Fraction:
        """The chance of anything that is not a success: ordinary, critical and automatic failure."""
        return 1 - self.success

    @property
    def degree(self) -> tuple[Fraction, ...]:
        """At index k the chance of exactly k ones, whether or not the roll is a success."""
        return tuple(Fraction(ways, self.total) for ways in self.degree_ways)

    def at_least(self, degree: int) -> Fraction:
        """The chance of a success with this degree or more (LP-CHK-034)."""
        return Fraction(sum(self.success_ways[max(0, degree) :]), self.total)


def odds(dice: int, faces: int) -> Odds:
    """The exact odds of a fresh roll; fewer than three dice fail automatically (LP-CHK-025, -040).

    Raises ValueError below 0 dice or 1 face.
    """
    return _odds_given((), dice, faces)


def odds_given(table: Sequence[int], extra: int, faces: int) -> Odds:
    """The exact odds once `extra` dice of `faces` faces are appended to the faces on the table, in rolled order.

    The table may hold any faces, also ones a die of this size cannot show (Q-CHK-06), and fewer than three: then dice
    to come still decide criticals (Q-CHK-05). Raises ValueError below 0 extra dice or 1 face. LP-CHK-036, -037.
    """
    return _odds_given(tuple(table), extra, faces)


def speed_split(dice: int, faces: int) -> tuple[Fraction, Fraction, Fraction]:
    """The chances of a speed check: the intention succeeds, the band holds, the opponent has its way.

    That is success with degree 1 or more, success with degree 0, anything else (LP-MOV-032 to -034, -079).
    """
    check = odds(dice, faces)
    succeeds = check.at_least(1)
    return succeeds, check.success - succeeds, check.failure


def table() -> tuple[Odds, ...]:
    """The odds of 3 to 20 dice with 3 to 20 faces, all faces of 3 dice first (LP-CHK-040)."""
    return tuple(odds(dice, faces) for dice in TABLE_DICE for faces in TABLE_FACES)


def as_json(dice: int, faces: int) -> dict[str, object]:
    """The odds as plain values for JSON: fractions are reduced "num/den" texts, `degree` is a list of them.

    `success` counts ordinary and critical successes, `failure` everything else.
    """
    check = odds(dice, faces)
    return {
        "dice": dice,
        "faces": faces,
        "straight": _text(check.straight),
        "success": _text(check.success),
        "critical_success": _text(check.critical_success),
        "critical_failure": _text(check.critical_failure),
        "failure": _text(check.failure),
        "degree": [_text(chance) for chance in check.degree],
    }


def _text(chance: Fraction) -> str:
    return f"{chance.numerator}/{chance.denominator}"


@lru_cache(maxsize=4096)
def _odds_given(table: tuple[int, ...], extra: int, faces: int) -> Odds:
    if extra < 0 or faces < 1:
        raise ValueError(f"no odds for {extra} dice with {faces} faces")
    before = (0,) * table.count(1)
    never = (0,) * (len(table) - len(before))
    straight = straight_ways(frozenset(table), extra, faces)
    critical_success, critical_failure = _critical_ways(table, extra, faces)
    return Odds(
        dice=len(table) + extra,
        faces=faces,
        total=faces**extra,
        straight_ways=sum(straight),
        success_ways=before + _success_ways(table, extra, faces) + never,
        critical_success_ways=critical_success,
        critical_failure_ways=critical_failure,
        degree_ways=before + ones_ways(extra, faces) + never,
    )


def _success_ways(table: tuple[int, ...], extra: int, faces: int) -> tuple[int, ...]:
    """At index k the successes with exactly k ones to come: straight rolls whose first three dice are not all equal."""
    missing = max(0, FEWEST_DICE - len(table))
    front = table[:FEWEST_DICE]
    if extra < missing or (not missing and len(set(front)) == 1):
        return (0,) * (extra + 1)
    ways = list(straight_ways(frozenset(table), extra, faces))
    if not table:
        # Three equal leading dice count like one die, a 1 in `ones` of every `glued` rolls with that many ones.
        glued = extra - 2
        for ones, count in enumerate(straight_ways(frozenset(), glued, faces)):
            led_by_one = count * ones // glued
            ways[ones] -= count - led_by_one
            if led_by_one:
                ways[ones + 2] -= led_by_one
    elif missing and _can_match(table, faces):
        more_ones = missing if front[0] == 1 else 0
        for ones, count in enumerate(straight_ways(frozenset(front), extra - missing, faces)):
            ways[ones + more_ones] -= count
    return tuple(ways)


def _critical_ways(table: tuple[int, ...], extra: int, faces: int) -> tuple[int, int]:
    """The rolls that are a critical success, and those that are a critical failure."""
    missing = max(0, FEWEST_DICE - len(table))
    if extra < missing:
        return 0, 0
    rest: int = faces ** (extra - missing)
    if not missing:
        outcome = evaluate(table)
        return rest * (outcome == "critical_success"), rest * (outcome == "critical_failure")
    wanted = {1, 2, 3} - set(table)
    success = factorial(missing) if len(wanted) == missing and max(wanted) <= faces else 0
    failure = int(_can_match(table, faces)) if table else faces
    return success * rest, failure * rest


def _can_match(table: tuple[int, ...], faces: int) -> bool:
    """True if dice to come can continue one or two equal faces."""
    return len(set(table)) == 1 and 1 <= table[0] <= faces


@lru_cache(maxsize=4096)
def straight_ways(present: frozenset[int], extra: int, faces: int, counted: int = 1) -> tuple[int, ...]:
    """At index k the rolls of `extra` dice with exactly k ones that show a run together with the faces present.

    `counted` is the face that is counted in place of the one (LP-TRT-130c); dice of this size need not have it.
    """
    possible = 1 <= counted <= faces
    rest = faces - possible
    free = sum(1 for face in present if 1 <= face <= faces and face != counted)
    without = _runless_sets(present, faces, counted)
    along = _runless_sets(present | {counted}, faces, counted) if possible else without
    ways = []
    for ones in range(extra + 1):
        others = extra - ones
        if ones and not possible:
            ways.append(0)
            continue
        runless = sum(map(mul, along if ones else without, _covers(others, free)))
        ways.append(comb(extra, ones) * (rest**others - runless))
    return tuple(ways)


def ones_ways(extra: int, faces: int, counted: int = 1) -> tuple[int, ...]:
    """At index k the rolls of `extra` dice with exactly k ones, or with k of another face that is counted."""
    if not 1 <= counted <= faces:
        return (faces**extra, *(0,) * extra)
    return tuple(comb(extra, ones) * (faces - 1) ** (extra - ones) for ones in range(extra + 1))


@lru_cache(maxsize=4096)
def _runless_sets(present: frozenset[int], faces: int, counted: int = 1) -> tuple[int, ...]:
    """At index m the sets of m faces, without the counted one and not yet present, that form no run with those
    present."""
    nothing = (0,) * (faces + 1)
    # One row of counts for each length of the run that ends at the face walked over last.
    none, one, two = (1, *nothing[1:]), nothing, nothing
    last = 0
    for face in sorted(present.union(range(1, faces + 1))):
        if face > last + 1:
            none, one, two = _sum(none, one, two), nothing, nothing
        if face in present:
            none, one, two = nothing, none, one
        elif face == counted:
            none, one, two = _sum(none, one, two), nothing, nothing
        else:
            none, one, two = _sum(none, one, two), (0, *none[:-1]), (0, *one[:-1])
        last = face
    return _sum(none, one, two)


def _sum(none: tuple[int, ...], one: tuple[int, ...], two: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(map(sum, zip(none, one, two, strict=True)))


@lru_cache(maxsize=4096)
def _covers(dice: int, free: int) -> tuple[int, ...]:
    """At index m the ways `dice` dice, each on one of m + `free` faces, hit every one of the m."""
    row = [(free + must) ** dice for must in range(dice + 1)]
    covers = []
    while row:
        covers.append(row[0])
        row = list(map(sub, row[1:], row))
    return tuple(covers)
