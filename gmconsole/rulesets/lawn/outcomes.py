"""Reading the dice of a check: outcome, degree, opposed comparison (chapter "Checks").

Covers the pure part of LP-CHK-015, -017, -020 to -037, -046 to -049 and -061 to -064. An outcome is a function of the
ordered faces and of how their owner reads them (``Reading``), so it is simply read again after each append, swap or
reroll (LP-CHK-062, Q-CHK-14). The readings are those of LP-TRT-107b, -107c, -122, -123 and -130c.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, Literal, TypeAlias

from msgspec import Struct

from .character import Reading

Outcome: TypeAlias = Literal["critical_success", "success", "failure", "critical_failure", "automatic_failure"]
Verdict: TypeAlias = Literal["a", "b", "tie", "append", "gm"]

OUTCOMES: Final[tuple[Outcome, ...]] = (
    "critical_success",
    "success",
    "failure",
    "critical_failure",
    "automatic_failure",
)
FEWEST_DICE: Final = 3
DIFFICULTY_STEP: Final = 3
LOWEST_DIFFICULTY: Final = 3
TIE_BREAK_DICE: Final = 5
TIE_BREAK_ROUNDS: Final = 10
PLAIN: Final = Reading()
"""Dice read as the book has it for everybody."""


class Result(Struct, frozen=True):
    """What a check came to; `rolled` is False when it was passed without dice, which none can then be added to."""

    outcome: Outcome
    degree: int
    rolled: bool = True


def has_run(faces: Iterable[int]) -> bool:
    """True if three consecutive values lie among the faces, in any order; 0 and faces above the difficulty count, no
    wrapping (LP-CHK-021, -022, -024, Q-CHK-06)."""
    present = set(faces)
    return any(face + 1 in present and face + 2 in present for face in present)


def degree(faces: Sequence[int], reading: Reading = PLAIN) -> int:
    """The number of ones among all dice of the check, appended dice included (LP-CHK-032); of another face where the
    reading says so (LP-TRT-130c)."""
    return faces.count(reading.degree_face)


def evaluate(faces: Sequence[int], reading: Reading = PLAIN) -> Outcome:
    """The outcome of dice in rolled order; the first three alone decide criticals (LP-CHK-021 to -030).

    For some the first two alone, or the last three, are a critical failure when equal (LP-TRT-107b, -122).
    """
    if len(faces) < FEWEST_DICE:
        return "automatic_failure"
    front = set(faces[:FEWEST_DICE])
    if len(set(faces[: reading.head])) == 1:
        return "critical_failure"
    if front == {1, 2, 3}:
        return "critical_success"
    if fails_at_the_tail(faces, reading):
        return "critical_failure"
    return "success" if has_run(faces) else "failure"


def fails_at_the_tail(faces: Sequence[int], reading: Reading) -> bool:
    """True if the reading looks at the last three dice and they are equal; a critical success goes before that
    (LP-TRT-107c)."""
    tail = faces[-FEWEST_DICE:]
    return reading.tail and len(tail) == FEWEST_DICE and len(set(tail)) == 1 and set(faces[:FEWEST_DICE]) != {1, 2, 3}


def judge(faces: Sequence[int], reading: Reading = PLAIN) -> Result:
    """Outcome and degree of dice in rolled order (LP-CHK-063)."""
    return Result(evaluate(faces, reading), degree(faces, reading))


def automatic_pass(stated_degree: int) -> Result:
    """An ordinary success of the stated degree, without dice (LP-CHK-064)."""
    return Result("success", stated_degree, rolled=False)


def is_success(outcome: Outcome) -> bool:
    """True for an ordinary or critical success."""
    return outcome in ("success", "critical_success")


def is_critical(outcome: Outcome) -> bool:
    """True for the two outcomes that bring a special event (LP-CHK-031)."""
    return outcome in ("critical_success", "critical_failure")


def is_ordinary_failure(outcome: Outcome) -> bool:
    """True for a failure that is not critical; an automatic failure is one (LP-CHK-063, Q-CHK-20)."""
    return outcome in ("failure", "automatic_failure")


def passed(outcome: Outcome, degree: int, required: int | None = None) -> bool:
    """True for a success that also reaches the required degree, where one was announced (LP-CHK-033, -034)."""
    return is_success(outcome) and (required is None or degree >= required)


def reached_band(bands: Mapping[int, str], degree: int) -> str | None:
    """The text of the highest band not above the degree of a success; None below the lowest (LP-CHK-035)."""
    reached = [least for least in bands if least <= degree]
    return bands[max(reached)] if reached else None


def fits(face: int, size: int | None) -> bool:
    """True if a die of that many faces can show this face; a fixed face, which has no size, always fits
    (LP-CHK-015)."""
    return size is None or 1 <= face <= size


def pool_size(lines: Iterable[int]) -> int:
    """The dice to roll from all lines of the breakdown, base included; never below 0 (LP-CHK-019, -020)."""
    return max(0, sum(lines))


def step_difficulty(difficulty: int, steps: int) -> int:
    """The difficulty moved by whole steps of 3 faces (negative is easier), never below D3 (LP-CHK-017)."""
    return max(LOWEST_DIFFICULTY, difficulty + DIFFICULTY_STEP * steps)


def may_oppose(a_is_player: bool, b_is_player: bool) -> bool:
    """True if the two may make an opposed check: both player characters or neither (LP-CHK-048)."""
    return a_is_player == b_is_player


def compare_opposed(a: Result, b: Result, must_resolve: bool, rounds: int) -> Verdict:
    """The winner of an opposed check after `rounds` tie-break rounds, or what is to happen without one.

    "tie" stands where no winner is needed; "append" asks for five dice on each side that rolled; "gm" asks for a ruling
    once ten rounds brought nothing or neither side has dice to add to (LP-CHK-046, -047, -049, -064, Q-CHK-08).
    """
    score_a, score_b = _score(a), _score(b)
    if score_a != score_b:
        return "a" if score_a > score_b else "b"
    if not must_resolve:
        return "tie"
    # Appended dice can never mend a critical failure: without the ones, two of them would tie for ever.
    if rounds > 0 and a.outcome == b.outcome == "critical_failure" and a.degree != b.degree:
        return "a" if a.degree > b.degree else "b"
    if rounds >= TIE_BREAK_ROUNDS or not (a.rolled or b.rolled):
        return "gm"
    return "append"


def _score(result: Result) -> tuple[int, int]:
    if not is_success(result.outcome):
        return (0, 0)
    return (2 if result.outcome == "critical_success" else 1, result.degree)
