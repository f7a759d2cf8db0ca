"""Exact odds against the published table, against counting every roll, and against the ledger's figures."""

import csv
import json
from collections import Counter
from fractions import Fraction
from itertools import pairwise, product
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gmconsole.rulesets.lawn.odds import Odds, as_json, odds, odds_given, speed_split, table
from gmconsole.rulesets.lawn.outcomes import evaluate, has_run, is_success

PUBLISHED = Path(__file__).parents[1] / "data" / "odds_exact.csv"


def counted(faces_on_table: tuple[int, ...], extra: int, faces: int) -> Odds:
    """The same odds by rolling every roll once."""
    dice = len(faces_on_table) + extra
    tally: Counter[str] = Counter()
    successes, degrees = [0] * (dice + 1), [0] * (dice + 1)
    for rolled in product(range(1, faces + 1), repeat=extra):
        roll = faces_on_table + rolled
        outcome = evaluate(roll)
        tally[outcome] += 1
        tally["straight"] += has_run(roll)
        degrees[roll.count(1)] += 1
        successes[roll.count(1)] += is_success(outcome)
    return Odds(
        dice=dice,
        faces=faces,
        total=sum(degrees),
        straight_ways=tally["straight"],
        success_ways=tuple(successes),
        critical_success_ways=tally["critical_success"],
        critical_failure_ways=tally["critical_failure"],
        degree_ways=tuple(degrees),
    )


@pytest.mark.rule("LP-CHK-040")
def test_every_cell_of_the_published_table() -> None:
    cells = {(cell.dice, cell.faces): cell for cell in table()}
    with PUBLISHED.open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == len(cells) == 324
    for row in rows:
        cell = cells.pop((int(row["dice"]), int(row["faces"])))
        assert cell.straight == Fraction(int(row["p_straight_num"]), int(row["p_straight_den"]))
        assert cell.success == Fraction(int(row["p_success_num"]), int(row["p_success_den"]))
        assert cell.critical_success == Fraction(row["p_crit_success"])
        assert cell.critical_failure == Fraction(row["p_crit_failure"])
    assert not cells


@pytest.mark.rule("LP-CHK-040")
def test_figures_of_the_ledger() -> None:
    assert odds(5, 3).success == Fraction(144, 243)
    assert odds(5, 6).success == Fraction(3456, 7776)
    figures = {(5, 3): 0.5926, (5, 6): 0.4444, (7, 6): 0.6975, (5, 9): 0.3158, (5, 12): 0.2228, (5, 15): 0.1627}
    for (dice, faces), figure in figures.items():
        assert round(float(odds(dice, faces).success), 4) == figure
    for cell in table():
        assert cell.critical_success == Fraction(6, cell.faces**3)
        assert cell.critical_failure == Fraction(1, cell.faces**2)


def test_more_faces_can_raise_success() -> None:
    success = {(cell.dice, cell.faces): cell.success for cell in table()}
    raised = [pair for pair, chance in success.items() if chance > success.get((pair[0], pair[1] - 1), 1)]
    assert len(raised) == 69


def test_more_dice_never_lower_success() -> None:
    for faces in range(1, 21):
        chances = [odds(dice, faces).success for dice in range(21)]
        assert all(fewer <= more for fewer, more in pairwise(chances))


@pytest.mark.rule("LP-CHK-025")
@pytest.mark.parametrize("dice", [0, 1, 2])
def test_fewer_than_three_dice_never_succeed(dice: int) -> None:
    chances = odds(dice, 6)
    assert {chances.straight, chances.success, chances.critical_success, chances.critical_failure} == {Fraction(0)}
    assert chances.failure == 1
    assert sum(chances.degree) == 1
    assert len(chances.degree) == dice + 1
    assert speed_split(dice, 6) == (Fraction(0), Fraction(0), Fraction(1))


@given(st.integers(0, 5), st.integers(1, 7))
@settings(max_examples=42, deadline=None)
def test_fresh_rolls_equal_counting(dice: int, faces: int) -> None:
    assert odds(dice, faces) == counted((), dice, faces)


@given(
    st.lists(st.integers(-1, 8), max_size=6) | st.lists(st.integers(1, 3), max_size=4),
    st.integers(0, 4),
    st.integers(1, 6),
)
@settings(max_examples=150, deadline=None)
def test_rolls_with_dice_on_the_table_equal_counting(on_table: list[int], extra: int, faces: int) -> None:
    assert odds_given(on_table, extra, faces) == counted(tuple(on_table), extra, faces)


def test_short_tables_of_every_kind_equal_counting() -> None:
    for size in range(3):
        for on_table in product(range(6), repeat=size):
            for extra in range(4):
                assert odds_given(on_table, extra, 4) == counted(on_table, extra, 4)


@given(st.integers(0, 12), st.integers(1, 12), st.integers(0, 3))
@settings(max_examples=60, deadline=None)
def test_odds_agree_with_themselves(dice: int, faces: int, first: int) -> None:
    chances = odds(dice, faces)
    assert sum(chances.degree) == 1
    assert chances.at_least(0) == chances.at_least(-1) == chances.success == 1 - chances.failure
    assert chances.at_least(dice + 1) == 0
    assert all(0 <= ways <= whole for ways, whole in zip(chances.success_ways, chances.degree_ways, strict=True))
    assert sum(speed_split(dice, faces)) == 1
    # Rolling some dice first and looking at them changes nothing on the whole.
    if first <= dice and faces <= 5:
        seen = [odds_given(rolled, dice - first, faces) for rolled in product(range(1, faces + 1), repeat=first)]
        for degree in range(3):
            assert sum(chance.at_least(degree) for chance in seen) / len(seen) == chances.at_least(degree)


@pytest.mark.rule("LP-CHK-034")
def test_chance_of_a_required_degree() -> None:
    met = sum(evaluate(roll) in ("success", "critical_success") and roll.count(1) >= 2 for roll in _rolls(5, 6))
    assert odds(5, 6).at_least(2) == Fraction(met, 6**5)


@pytest.mark.parametrize(("dice", "faces"), [(3, 3), (4, 6), (5, 6), (6, 4), (4, 9)])
def test_speed_split_equals_counting(dice: int, faces: int) -> None:
    parts = Counter(
        "lost" if not is_success(evaluate(roll)) else "holds" if roll.count(1) == 0 else "succeeds"
        for roll in _rolls(dice, faces)
    )
    total = faces**dice
    assert speed_split(dice, faces) == tuple(Fraction(parts[part], total) for part in ("succeeds", "holds", "lost"))


@pytest.mark.rule("LP-CHK-036", "LP-CHK-037")
def test_one_more_die_on_the_table() -> None:
    assert odds_given([2, 6, 4, 6, 2], 1, 6).success == Fraction(2, 6), "3 or 5 completes a run"
    assert odds_given([1, 2, 5, 5, 6], 1, 6).success == Fraction(2, 6)
    assert odds_given([1, 2, 5, 5, 6], 1, 6).critical_success == 0
    assert odds_given([5, 5, 5, 1, 2], 2, 6).critical_failure == 1
    assert odds_given([5, 5, 5, 1, 2], 9, 6).success == 0
    assert odds_given([1, 3, 2, 6, 6], 1, 6).critical_success == 1
    assert odds_given([1, 3, 2, 6, 6], 1, 6).degree[:3] == (Fraction(0), Fraction(5, 6), Fraction(1, 6))
    assert odds_given([1, 2], 1, 6).critical_success == Fraction(1, 6), (
        "with two dice the next is one of the first three"
    )


def test_large_pools_are_answered() -> None:
    chances = odds(200, 30)
    assert 0 < chances.failure < Fraction(1, 800)
    assert chances.failure > chances.critical_failure == Fraction(1, 900)


@pytest.mark.parametrize(("dice", "faces"), [(-1, 6), (5, 0)])
def test_impossible_dice_are_an_error(dice: int, faces: int) -> None:
    with pytest.raises(ValueError, match="no odds for"):
        odds(dice, faces)


def test_json_holds_reduced_fractions() -> None:
    assert json.loads(json.dumps(as_json(3, 3))) == {
        "dice": 3,
        "faces": 3,
        "straight": "2/9",
        "success": "2/9",
        "critical_success": "2/9",
        "critical_failure": "1/9",
        "failure": "7/9",
        "degree": ["8/27", "4/9", "2/9", "1/27"],
    }
    assert list(as_json(7, 9)) == [
        "dice",
        "faces",
        "straight",
        "success",
        "critical_success",
        "critical_failure",
        "failure",
        "degree",
    ]
    assert as_json(2, 6)["success"] == "0/1"
    assert as_json(2, 6)["failure"] == "1/1"


def _rolls(dice: int, faces: int) -> list[tuple[int, ...]]:
    return list(product(range(1, faces + 1), repeat=dice))
