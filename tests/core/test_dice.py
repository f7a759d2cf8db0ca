"""Dice: the pinned stream, typed faces, and what is refused."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gmconsole.core.dice import DiceMismatch, DicePosition, ScriptedDice, SeededDice, TypedDice

PINNED_D6 = (2, 6, 3, 4, 5, 5, 6, 2, 5, 2)
PINNED_STREAM_1 = (3, 3, 5, 2, 3, 4, 4, 1, 2, 4)
PINNED_D20 = (15, 2, 5, 17, 8, 5)


def test_the_stream_is_pinned() -> None:
    """These faces must never change: saves and bug reports rely on them."""
    assert SeededDice(1, DicePosition()).roll(10, 6) == PINNED_D6
    assert SeededDice(1, DicePosition(1, 0)).roll(10, 6) == PINNED_STREAM_1
    assert SeededDice(2**62 - 1, DicePosition(0, 5)).roll(6, 20) == PINNED_D20


@given(st.integers(0, 2**62), st.integers(1, 40), st.integers(0, 40), st.integers(2, 100))
def test_a_position_resumes_the_stream(seed: int, first: int, more: int, sides: int) -> None:
    whole = SeededDice(seed, DicePosition())
    faces = whole.roll(first, sides)
    rest = whole.roll(more, sides)
    again = SeededDice(seed, DicePosition())
    assert again.roll(first, sides) == faces
    resumed = SeededDice(seed, again.position)
    assert resumed.roll(more, sides) == rest
    assert resumed.position == whole.position
    assert all(1 <= f <= sides for f in faces)


def test_every_face_comes_up_about_as_often() -> None:
    counts = Counter(SeededDice(3, DicePosition()).roll(12_000, 6))
    assert set(counts) == {1, 2, 3, 4, 5, 6}
    assert all(1_800 < n < 2_200 for n in counts.values())


def test_typed_faces_come_in_the_order_read() -> None:
    dice = TypedDice([3, (20, 14), 6])
    assert dice.roll(1, 6) == (3,)
    assert dice.roll(1, 20) == (14,)
    assert dice.roll(1, 6) == (6,)
    dice.finish()


@pytest.mark.parametrize(
    ("faces", "sides", "code"),
    [
        ([3], 6, "dice-too-few"),
        ([3, 7], 6, "dice-impossible"),
        ([3, 0], 6, "dice-impossible"),
        ([3, (8, 2)], 6, "dice-wrong-size"),
    ],
)
def test_faces_that_do_not_fit_are_named(faces: list[int | tuple[int, int]], sides: int, code: str) -> None:
    with pytest.raises(DiceMismatch) as caught:
        TypedDice(faces).roll(2, sides)
    assert caught.value.code == code


def test_left_over_faces_are_too_many_for_typed_dice_only() -> None:
    typed = TypedDice([1, 2, 3])
    typed.roll(2, 6)
    with pytest.raises(DiceMismatch, match="dice-too-many"):
        typed.finish()
    scripted = ScriptedDice([1, 2, 3])
    scripted.roll(2, 6)
    scripted.finish()
    assert scripted.roll(1, 6) == (3,)
