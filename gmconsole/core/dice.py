"""Dice as a port: where faces come from is not the rules' business.

``SeededDice`` is counter-based: its whole position is one integer, so a save holds it and undo restores it. Draws are
unbiased by rejection. ``TypedDice`` feeds what the GM read off the table.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import blake2b
from typing import Protocol

import msgspec


class DiceMismatch(Exception):
    """Typed faces do not fit the roll; the Session turns it into a rejection with this code and these parameters."""

    def __init__(self, code: str, **params: int) -> None:
        super().__init__(code, params)
        self.code = code
        self.params = params


class DicePosition(msgspec.Struct, frozen=True):
    """Where the seeded stream stands: the stream's number and how many words were drawn from it."""

    stream: int = 0
    drawn: int = 0


class DicePort(Protocol):
    """What a decision draws from."""

    def roll(self, n: int, sides: int) -> tuple[int, ...]:
        """n faces of dice with that many sides, in rolled order. Raises DiceMismatch."""
        ...

    def finish(self) -> None:
        """Called once when the decision is made. Raises DiceMismatch if faces are left over."""
        ...


class SeededDice:
    """The stream of a seed: word k of stream s is the first eight bytes of blake2b(s, k) keyed by the seed."""

    def __init__(self, seed: int, position: DicePosition) -> None:
        self._key = seed.to_bytes(16, "big")
        self._stream = position.stream
        self._drawn = position.drawn

    @property
    def position(self) -> DicePosition:
        """Where the stream stands now."""
        return DicePosition(self._stream, self._drawn)

    def roll(self, n: int, sides: int) -> tuple[int, ...]:
        """n unbiased faces 1..sides."""
        return tuple(self._one(sides) for _ in range(n))

    def finish(self) -> None:
        """Nothing can be left over in a stream."""

    def _one(self, sides: int) -> int:
        limit = (1 << 64) - (1 << 64) % sides
        while True:
            counter = self._stream.to_bytes(8, "big") + self._drawn.to_bytes(8, "big")
            word = int.from_bytes(blake2b(counter, digest_size=8, key=self._key).digest(), "big")
            self._drawn += 1
            if word < limit:
                return word % sides + 1


class TypedDice:
    """Faces typed or pasted by the GM, in the order read; a die given with a size is checked against it."""

    def __init__(self, faces: Iterable[int | tuple[int, int]]) -> None:
        self._faces: list[tuple[int, int]] = [f if isinstance(f, tuple) else (0, f) for f in faces]
        self._taken = 0

    def roll(self, n: int, sides: int) -> tuple[int, ...]:
        """The next n faces. Raises DiceMismatch ``dice-too-few``, ``dice-wrong-size`` or ``dice-impossible``."""
        batch = self._faces[self._taken : self._taken + n]
        if len(batch) < n:
            raise DiceMismatch("dice-too-few", needed=self._taken + n, given=len(self._faces), sides=sides)
        for size, face in batch:
            if size and size != sides:
                raise DiceMismatch("dice-wrong-size", given=size, sides=sides)
            if not 1 <= face <= sides:
                raise DiceMismatch("dice-impossible", face=face, sides=sides)
        self._taken += n
        return tuple(face for _, face in batch)

    def finish(self) -> None:
        """Raises DiceMismatch ``dice-too-many`` unless every face was used."""
        if self._taken != len(self._faces):
            raise DiceMismatch("dice-too-many", needed=self._taken, given=len(self._faces))


class ScriptedDice:
    """Rolls prepared by a test or a replay; ``finish`` allows a remainder, so one script serves many commands."""

    def __init__(self, faces: Sequence[int]) -> None:
        self._typed = TypedDice(faces)

    def roll(self, n: int, sides: int) -> tuple[int, ...]:
        """The next n faces. Raises DiceMismatch like TypedDice."""
        return self._typed.roll(n, sides)

    def finish(self) -> None:
        """A remainder is for the next command."""
