"""Exact odds with the traits of this half in force equal a count of every roll."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from typing import TypeAlias

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from gmconsole.rulesets.lawn import alterations, negotiation, outcomes, pools, settling, traits_luck
from gmconsole.rulesets.lawn.abilities import UseAbility
from gmconsole.rulesets.lawn.alterations import LayFaces, StoreFace
from gmconsole.rulesets.lawn.character import Reading
from gmconsole.rulesets.lawn.checks import CallCheck, RollCheck
from gmconsole.rulesets.lawn.outcomes import Result
from gmconsole.rulesets.lawn.potential import Invest
from gmconsole.rulesets.lawn.state import Check, Die, Modifier
from gmconsole.rulesets.lawn.traits_luck import Adventure, SetLuckyNumber, TakeExtraDie

from .conftest import Table
from .traited import gifted, on_table, options, potential, roll

Odds: TypeAlias = tuple[Fraction, Fraction, Fraction]
Row: TypeAlias = Sequence[int | None]

SPECIALS = ("", "legendary", "reversal", "plain_reversal")


def by_hand(check: Check, row: Row, sizes: Sequence[int]) -> Odds:
    """The chances of a pass and of both criticals, counted roll by roll."""
    passed = great = bad = total = 0
    for thrown in product(*(range(1, size + 1) for size in sizes)):
        left = iter(thrown)
        came = settling.judged(check, tuple(next(left) if face is None else face for face in row))
        total += 1
        passed += outcomes.passed(came.outcome, came.degree, check.required or None)
        great += came.outcome == "critical_success"
        bad += came.outcome == "critical_failure"
    return Fraction(passed, total), Fraction(great, total), Fraction(bad, total)


def exact(check: Check, row: Row, sizes: Sequence[int]) -> Odds:
    found = negotiation.chances_of(check, row, tuple(sizes))
    return found.passed, found.critical_success, found.critical_failure


def small(reading: Reading = outcomes.PLAIN, difficulty: int = 4, special: str = "", required: int = 0) -> Check:
    wanted = difficulty if special == "legendary" else 0
    return Check(
        id="c",
        who="pc-001",
        type="WIS",
        difficulty=difficulty,
        special=special,
        wanted=wanted,
        required=required,
        reading=reading,
        status="rolled",
    )


# Before the roll -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-TRT-117", "LP-TRT-117c", "LP-CHK-040")
@pytest.mark.parametrize("number", [1, 3, 4, 7])
@pytest.mark.parametrize("dice", [1, 2, 3, 4])
def test_the_lucky_number_counts_before_the_roll(table: Table, number: int, dice: int) -> None:
    who = gifted(table, "lucky")
    if number != 4:
        table.do(SetLuckyNumber(who=who, number=number))
    for special, required in (("", 0), ("", 1), ("legendary", 0), ("reversal", 0)):
        modifiers = (Modifier(dice - 5, "gm"),)
        table.do(
            CallCheck(who=(who,), kind="WIS", difficulty=4, modifiers=modifiers, special=special, required=required)
        )
        check = list(table.state.checks.values())[-1]
        row = pools.row(table.state, check)
        assert row == (*(None,) * dice, number)
        found = negotiation.before(table.state, check)
        assert found is not None
        hand = replace(check, wanted=4 if special == "legendary" else 0)
        assert (found.passed, found.critical_success, found.critical_failure) == by_hand(hand, row, (4,) * dice)


@pytest.mark.rule("LP-TRT-122", "LP-TRT-123", "LP-TRT-130c", "LP-CHK-040")
@pytest.mark.parametrize("trait", ["confident", "arrogant", "decorous"])
@pytest.mark.parametrize("dice", [2, 3, 4, 5])
def test_a_trait_s_reading_counts_before_the_roll(table: Table, trait: str, dice: int) -> None:
    who = gifted(table, trait, specialty="grace" if trait == "decorous" else "")
    if trait == "decorous":
        table.do(UseAbility(who=who, ability="other_degree", number=3))
    for required in (0, 1, 2):
        modifiers = (Modifier(dice - 5, "gm"),) if dice != 5 else ()
        table.do(CallCheck(who=(who,), kind="WIS", difficulty=4, modifiers=modifiers, required=required))
        check = negotiation.read_now(table.state, list(table.state.checks.values())[-1])
        found = negotiation.before(table.state, check)
        assert found is not None
        assert (found.passed, found.critical_success, found.critical_failure) == by_hand(
            check, (None,) * dice, (4,) * dice
        )


# On the table --------------------------------------------------------------------------------------------------------

READINGS = st.sampled_from(
    [Reading(), Reading(head=2), Reading(degree_face=3), Reading(head=2, degree_face=2), Reading(degree_face=9)]
)
FACES = st.integers(0, 5)
ROWS = st.lists(st.one_of(st.none(), FACES), min_size=1, max_size=7).filter(lambda row: 0 < row.count(None) <= 4)


@settings(max_examples=300)
@given(ROWS, READINGS, st.sampled_from(SPECIALS), st.integers(0, 2), st.data())
def test_any_row_any_reading_any_size(
    row: list[int | None], reading: Reading, special: str, required: int, data: st.DataObject
) -> None:
    check = small(reading, special=special, required=required)
    several = data.draw(st.booleans())
    sizes = [data.draw(st.sampled_from((3, 4, 6))) if several else 4 for _ in range(row.count(None))]
    assert exact(check, row, sizes) == by_hand(check, row, sizes)


def chance_by_hand(check: Check, row: Row, sizes: Sequence[int]) -> Fraction:
    return by_hand(check, row, sizes)[0]


@pytest.mark.rule("LP-TRT-122c", "LP-TRT-123c")
@pytest.mark.parametrize(("trait", "faces"), [("confident", [4, 4, 2, 6, 6]), ("arrogant", [4, 6, 2, 2, 6])])
def test_the_best_way_to_place_is_offered(table: Table, trait: str, faces: list[int]) -> None:
    who = gifted(table, trait)
    potential(table, who, 1)
    roll(table, who, faces)
    best = next(o for o in options(table, who) if isinstance(o.command, LayFaces))
    stored = (1, 2, 3)
    ways = [row for n in (1, 2, 3) for row in product(stored, repeat=n) if len(set(row)) == n]
    check = on_table(table, who)
    came = [settling.judged(check, (*row, *faces)) for row in ways]
    most = max(negotiation.BETTER[found.outcome] for found in came if negotiation.passes(check, found))
    assert isinstance(best.command, LayFaces)
    chosen = settling.judged(check, (*best.command.faces, *faces))
    assert negotiation.BETTER[chosen.outcome] == most
    assert best.success == 1
    table.do(best.command)
    assert StoreFace(who=who, position=1) is not None
    assert settling.result(on_table(table, who)) == chosen


@pytest.mark.rule("LP-TRT-117c", "LP-TRT-118", "LP-TRT-120b")
def test_options_of_these_traits_equal_a_count(table: Table) -> None:
    steady = gifted(table, "steady", "anna")
    roll(table, steady, [2, 2, 5, 6])
    extra = next(o for o in options(table, steady) if isinstance(o.command, TakeExtraDie))
    assert extra.success == chance_by_hand(on_table(table, steady), extra.dice, (6,))
    bolt = gifted(table, "adventurous", "otto")
    roll(table, bolt, [1, 1, 3, 4, 4], 4)
    found = [o for o in options(table, bolt) if isinstance(o.command, Adventure)]
    assert [len(o.dice) for o in found] == list(range(3, 11))
    for option in found[:3]:
        assert option.success == chance_by_hand(on_table(table, bolt), option.dice, (4,) * len(option.dice))
    lucky = gifted(table, "lucky", "eve")
    potential(table, lucky, 1)
    roll(table, lucky, [2, 2, 6, 6, 6])
    point = next(o for o in options(table, lucky) if isinstance(o.command, Invest))
    assert point.dice == (2, 2, 6, 6, 6, None, 4), "before the lucky die"
    assert point.success == chance_by_hand(on_table(table, lucky), point.dice, (6,)) == Fraction(1, 3)
    again = next(o for o in options(table, lucky) if o.kind == "reroll")
    assert again.dice == (*(None,) * 5, 4)
    assert again.success == chance_by_hand(on_table(table, lucky), again.dice, (6,) * 5)


@pytest.mark.rule("LP-TRT-121")
@pytest.mark.parametrize(
    ("faces", "difficulty"), [((2, 3, 3, 9, 9), 9), ((1, 2, 7, 7, 9), 9), ((4, 4, 8, 8), 9), ((3, 3, 1, 1), 3)]
)
def test_the_bold_are_offered_the_best_die_of_all(faces: tuple[int, ...], difficulty: int) -> None:
    dice = tuple(Die(face, difficulty, "base") for face in faces)
    check = replace(small(difficulty=difficulty), dice=dice)
    best = traits_luck.best_size(check, 1)
    chances = {size: chance_by_hand(check, (*faces, None), (size,)) for size in range(3, 31)}
    assert chances[best] == max(chances.values())
    assert best == difficulty or best == min(size for size, chance in chances.items() if chance == chances[best])


@pytest.mark.rule("LP-TRT-120c", "LP-TRT-120d")
def test_what_adventure_dice_make_of_an_outcome() -> None:
    for dice in range(3, 11):
        success, failure = Result("success", 1), Result("failure", 1)
        assert traits_luck.treated(success, dice) == ("critical_success" if dice == 3 else "")
        assert traits_luck.treated(failure, dice) == ("critical_failure" if dice >= 6 else "")
        for outcome in ("critical_success", "critical_failure"):
            assert traits_luck.treated(Result(outcome, 1), dice) == ""


@pytest.mark.rule("LP-TRT-117c")
def test_tie_break_dice_and_front_dice_leave_the_lucky_die_last(table: Table) -> None:
    who = gifted(table, "lucky")
    table.do(RollCheck(who=who, kind="WIS", difficulty=6, hold=True), [2, 2, 6, 6, 6])
    table.do(alterations.AppendDice(who=who, count=2, front=True), [5, 5])
    assert [die.face for die in on_table(table, who).dice] == [5, 5, 2, 2, 6, 6, 6, 4]
    assert on_table(table, who).dice[-1].origin == alterations.TAIL
