"""The ledger's cases for reading the dice of a check."""

import pytest

from gmconsole.rulesets.lawn.outcomes import (
    OUTCOMES,
    TIE_BREAK_DICE,
    TIE_BREAK_ROUNDS,
    Outcome,
    Result,
    Verdict,
    automatic_pass,
    compare_opposed,
    degree,
    evaluate,
    fits,
    has_run,
    is_critical,
    is_ordinary_failure,
    is_success,
    judge,
    may_oppose,
    passed,
    pool_size,
    reached_band,
    step_difficulty,
)


def assert_reads(faces: list[int], outcome: Outcome, ones: int) -> None:
    assert judge(faces) == Result(outcome, ones)


@pytest.mark.rule("LP-CHK-015")
def test_difficulty_bounds_the_faces_of_a_die() -> None:
    assert [face for face in range(-1, 12) if fits(face, 9)] == list(range(1, 10))
    assert not fits(4, 3)
    assert fits(4, 6), "a die with a size of its own"
    assert fits(4, None) and fits(0, None), "a fixed face"


@pytest.mark.rule("LP-CHK-017")
def test_difficulty_moves_by_three_down_to_d3() -> None:
    assert step_difficulty(9, -1) == 6
    assert step_difficulty(3, -1) == 3
    assert step_difficulty(15, 1) == 18
    assert step_difficulty(9, -5) == 3
    assert [step_difficulty(3, steps) for steps in range(6)] == [3, 6, 9, 12, 15, 18]


@pytest.mark.rule("LP-CHK-020")
def test_pool_is_never_negative() -> None:
    lines = (5, -2, -5)
    assert pool_size(lines) == 0
    assert evaluate(()) == "automatic_failure"
    assert lines == (5, -2, -5)
    assert pool_size((5, 2)) == 7
    assert pool_size((5, -2, -2)) == 1


@pytest.mark.rule("LP-CHK-021")
@pytest.mark.parametrize(("faces", "ones"), [([3, 6, 3, 6, 2, 6, 1], 1), ([9, 7, 2, 8, 2], 0), ([4, 6, 5, 5, 4], 0)])
def test_three_consecutive_faces_succeed(faces: list[int], ones: int) -> None:
    assert has_run(faces)
    assert_reads(faces, "success", ones)


@pytest.mark.rule("LP-CHK-022")
@pytest.mark.parametrize(("faces", "ones"), [([6, 1, 9, 5, 1, 4], 2), ([12, 3, 10, 7, 11], 0), ([2, 2, 4, 4, 3], 0)])
def test_run_may_stand_anywhere_in_any_order(faces: list[int], ones: int) -> None:
    assert_reads(faces, "success", ones)


@pytest.mark.rule("LP-CHK-023")
@pytest.mark.parametrize("faces", [[1, 2, 4, 5, 1], [1, 3, 5, 7, 9], [6, 6, 1, 1, 2]])
def test_no_run_fails(faces: list[int]) -> None:
    assert evaluate(faces) == "failure"


@pytest.mark.rule("LP-CHK-024")
@pytest.mark.parametrize("faces", [[5, 6, 1, 5, 6], [3, 1, 3, 1, 1], [9, 8, 1, 1, 4]])
def test_runs_do_not_wrap(faces: list[int]) -> None:
    assert evaluate(faces) == "failure"


def test_faces_outside_the_difficulty_join_runs() -> None:
    assert evaluate([4, 0, 4, 1, 2]) == "success"
    assert evaluate([6, 6, 2, 7, 8]) == "success"


@pytest.mark.rule("LP-CHK-025")
@pytest.mark.parametrize("faces", [[], [2], [1, 2], [1, 1]])
def test_fewer_than_three_dice_fail_automatically(faces: list[int]) -> None:
    outcome = evaluate(faces)
    assert outcome == "automatic_failure"
    assert is_ordinary_failure(outcome), "effects that exclude only critical failures stay available"
    assert not is_critical(outcome)


@pytest.mark.rule("LP-CHK-025")
def test_appended_dice_lift_an_automatic_failure() -> None:
    pool = [4, 5]
    assert evaluate(pool) == "automatic_failure"
    assert evaluate([*pool, 6]) == "success"
    assert evaluate([1, 2, 3]) == "critical_success"


@pytest.mark.rule("LP-CHK-026")
def test_three_dice_are_enough() -> None:
    assert_reads([4, 5, 6], "success", 0)
    assert_reads([2, 1, 3], "critical_success", 1)
    assert evaluate([1, 2, 4]) == "failure"


@pytest.mark.rule("LP-CHK-027")
@pytest.mark.parametrize(("faces", "ones"), [([3, 1, 2, 6, 6], 1), ([2, 3, 1, 1, 9], 2), ([1, 2, 3], 1)])
def test_leading_one_two_three_is_critical(faces: list[int], ones: int) -> None:
    assert_reads(faces, "critical_success", ones)


@pytest.mark.rule("LP-CHK-028")
def test_three_equal_leading_dice_are_a_critical_failure() -> None:
    assert evaluate([4, 4, 4, 1, 2]) == "critical_failure"
    assert evaluate([1, 1, 1]) == "critical_failure"
    assert evaluate([4, 4, 5, 4, 4]) == "failure"


@pytest.mark.rule("LP-CHK-029")
@pytest.mark.parametrize("faces", [[2, 2, 2, 1, 3], [5, 5, 5, 1, 2, 3, 4], [1, 1, 1, 2, 3]])
def test_a_later_run_does_not_mend_a_critical_failure(faces: list[int]) -> None:
    assert has_run(faces)
    assert evaluate(faces) == "critical_failure"


@pytest.mark.rule("LP-CHK-030")
def test_only_the_first_three_dice_decide_criticals() -> None:
    assert_reads([6, 1, 2, 3, 5], "success", 1)
    assert evaluate([1, 2, 4, 4, 4]) == "failure"
    assert_reads([5, 1, 3, 2, 2], "success", 1)


def test_only_criticals_call_for_an_event() -> None:
    assert [outcome for outcome in OUTCOMES if is_critical(outcome)] == ["critical_success", "critical_failure"]


@pytest.mark.rule("LP-CHK-032")
def test_degree_counts_every_one() -> None:
    assert_reads([3, 6, 3, 6, 2, 6, 1], "success", 1)
    assert_reads([4, 5, 6, 1, 1], "success", 2)
    assert_reads([4, 5, 6, 2, 2, 1], "success", 1)
    assert degree([1, 1, 1]) == 3


@pytest.mark.rule("LP-CHK-033")
def test_degree_is_only_recorded_without_a_requirement() -> None:
    result = judge([4, 5, 6, 6, 6])
    assert result == Result("success", 0)
    assert passed(result.outcome, result.degree)


@pytest.mark.rule("LP-CHK-034")
@pytest.mark.parametrize(
    ("faces", "required", "expected"),
    [
        ([4, 5, 6, 6, 6], 1, False),
        ([4, 5, 6, 1, 6], 1, True),
        ([1, 1, 4, 4, 6], 2, False),
        ([1, 2, 3, 6, 6], 2, False),
        ([1, 1, 1, 2, 3], 1, False),
    ],
)
def test_required_degree(faces: list[int], required: int, expected: bool) -> None:
    result = judge(faces)
    assert passed(result.outcome, result.degree, required) is expected


@pytest.mark.rule("LP-CHK-035")
def test_bands_of_degree() -> None:
    bands = {0: "only keep the distance", 1: "close in"}
    assert reached_band(bands, 0) == "only keep the distance"
    assert reached_band(bands, 1) == "close in"
    assert reached_band(bands, 2) == "close in"
    assert reached_band({3: "spectacular", 1: "close in"}, 2) == "close in"
    assert reached_band({1: "close in"}, 0) is None


@pytest.mark.rule("LP-CHK-036")
def test_appended_dice_stand_behind() -> None:
    assert evaluate([2, 6, 4, 6, 2]) == "failure"
    assert_reads([2, 6, 4, 6, 2, 3], "success", 0)
    assert evaluate([1, 2, 5, 5, 6]) == "failure"
    assert_reads([1, 2, 5, 5, 6, 3], "success", 1)


@pytest.mark.rule("LP-CHK-037")
def test_appended_dice_leave_criticals_alone() -> None:
    assert evaluate([5, 5, 5, 1, 2, 3, 4]) == "critical_failure"
    assert_reads([1, 3, 2, 6, 6, 6], "critical_success", 1)
    for front in ([5, 5, 5], [1, 3, 2], [1, 2, 4]):
        criticals = {is_critical(evaluate([*front, face, 3])) for face in range(1, 7)}
        assert criticals == {is_critical(evaluate(front))}


def opposed(a: list[int], b: list[int], must_resolve: bool = False, rounds: int = 0) -> Verdict:
    verdict = compare_opposed(judge(a), judge(b), must_resolve, rounds)
    mirrored: dict[Verdict, Verdict] = {"a": "b", "b": "a"}
    assert compare_opposed(judge(b), judge(a), must_resolve, rounds) == mirrored.get(verdict, verdict)
    return verdict


@pytest.mark.rule("LP-CHK-046")
def test_opposed_check_compares_rank_then_degree() -> None:
    assert opposed([4, 5, 6, 6, 6], [1, 2, 4, 5, 1]) == "a"
    assert opposed([4, 5, 6, 1, 6], [4, 5, 6, 1, 1]) == "b"
    assert opposed([4, 5, 6, 1, 6], [4, 5, 6, 6, 1]) == "tie"
    assert opposed([3, 1, 2, 6, 6], [4, 5, 6, 1, 1, 1]) == "a"
    assert opposed([3, 1, 2, 6, 6], [1, 2, 3, 1, 6]) == "b"
    assert opposed([1, 1, 4, 4, 6], [2, 2, 4, 4, 6]) == "tie"
    assert opposed([4, 4, 4, 1, 1], [2, 2, 4, 4, 6]) == "tie", "a critical failure counts as a failure"
    assert opposed([4, 4, 4, 1, 1], [6, 6, 6, 2, 2]) == "tie"
    assert opposed([4, 5], [2, 2, 4, 4, 6]) == "tie"


@pytest.mark.rule("LP-CHK-047")
def test_opposed_check_appends_five_dice_until_decided() -> None:
    a, b = [2, 4, 6, 2, 4], [6, 4, 2, 6, 4]
    assert opposed(a, b, must_resolve=True) == "append"
    a, b = [*a, 1, 3, 5, 5, 6], [*b, 2, 2, 4, 4, 6]
    assert (judge(a), evaluate(b)) == (Result("success", 1), "failure")
    assert opposed(a, b, must_resolve=True, rounds=1) == "a"


@pytest.mark.rule("LP-CHK-047")
def test_opposed_check_ends_after_ten_rounds() -> None:
    a, b = [2, 4, 6, 2, 4], [6, 4, 2, 6, 4]
    level = [2, 2, 4, 4, 6]
    assert len(level) == TIE_BREAK_DICE
    asked = []
    for rounds in range(TIE_BREAK_ROUNDS + 1):
        asked.append(opposed(a, b, must_resolve=True, rounds=rounds))
        if asked[-1] == "append":
            a, b = a + level, b + level
        if rounds == 1:
            assert len(a) == len(b) == 15
    assert asked == ["append"] * 10 + ["gm"]
    assert len(a) == len(b) == 55
    assert opposed(a, b, must_resolve=False, rounds=0) == "tie"
    assert opposed([*a, 3], b, must_resolve=True, rounds=10) == "a", "a result in the tenth round still counts"


@pytest.mark.rule("LP-CHK-048")
def test_opposed_checks_stay_on_one_side_of_the_table() -> None:
    assert not may_oppose(True, False)
    assert not may_oppose(False, True)
    assert may_oppose(False, False)
    assert may_oppose(True, True)


@pytest.mark.rule("LP-CHK-049")
def test_critical_failures_in_a_tie_break() -> None:
    a, b = [3, 3, 3, 1, 2], [1, 2, 4, 4, 6]
    assert opposed(a, b, must_resolve=True) == "append"
    assert opposed([*a, 1, 2, 3, 4, 5], [*b, 3, 6, 6, 6, 6], must_resolve=True, rounds=1) == "b"

    a, b = [3, 3, 3, 1, 2], [4, 4, 4, 2, 2]
    assert opposed(a, b, must_resolve=True) == "append"
    a, b = [*a, 1, 2, 3, 4, 5], [*b, 1, 2, 3, 4, 5]
    assert (degree(a), degree(b)) == (2, 1)
    assert opposed(a, b, must_resolve=True, rounds=1) == "a"
    assert opposed(a, [*b, 1], must_resolve=True, rounds=1) == "append"
    assert opposed(a, [*b, 1], must_resolve=True, rounds=10) == "gm"
    assert opposed(a, b, must_resolve=False, rounds=1) == "tie"


@pytest.mark.rule("LP-CHK-061")
def test_bonus_after_the_roll_is_appended() -> None:
    assert_reads([2, 4, 6, 2, 6, 3, 1, 1], "success", 2)
    assert pool_size((5, 3)) == 8


@pytest.mark.rule("LP-CHK-062")
def test_changed_rolls_are_read_from_scratch() -> None:
    assert evaluate([5, 2, 3, 4, 1]) == "success"
    assert_reads([1, 2, 3, 4, 5], "critical_success", 1)
    assert evaluate([4, 4, 4, 1, 2]) == "critical_failure"
    assert evaluate([5, 4, 4, 1, 2]) == "failure"


@pytest.mark.rule("LP-CHK-063")
def test_five_outcomes() -> None:
    assert evaluate([2, 6, 4, 6, 2]) == "failure"
    rolls = ([1, 2, 3], [4, 5, 6], [2, 6, 4], [4, 4, 4], [1])
    assert tuple(evaluate(faces) for faces in rolls) == OUTCOMES
    assert [is_success(outcome) for outcome in OUTCOMES] == [True, True, False, False, False]
    assert [is_ordinary_failure(outcome) for outcome in OUTCOMES] == [False, False, True, False, True]


@pytest.mark.rule("LP-CHK-064")
def test_automatic_pass_has_a_degree_and_no_dice() -> None:
    result = automatic_pass(3)
    assert (result.outcome, result.degree) == ("success", 3)
    assert passed(result.outcome, result.degree, 2)
    assert not passed(result.outcome, result.degree, 4)
    assert not result.rolled, "nothing can be appended or rerolled"
    assert judge([4, 5, 6]).rolled
    assert not is_critical(result.outcome)


@pytest.mark.rule("LP-CHK-064")
def test_automatic_passes_cannot_append_in_a_tie_break() -> None:
    assert compare_opposed(automatic_pass(1), automatic_pass(1), True, 0) == "gm"
    assert compare_opposed(automatic_pass(1), judge([4, 5, 6, 1]), True, 0) == "append"
    assert compare_opposed(automatic_pass(1), judge([1, 2, 3]), True, 0) == "b"
