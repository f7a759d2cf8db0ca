"""History: one node per accepted command, a cursor, and few enough states that memory stays flat.

States are kept for the last ``RECENT`` nodes and for every ``EVERY``-th before; the rest are folded from there when
asked.
"""

from __future__ import annotations

from typing import Generic, TypeVar

import msgspec

from .dice import DicePosition
from .model import Command, Event, Roll, State
from .ruleset import Ruleset

S = TypeVar("S", bound=State)

RECENT = 200
EVERY = 50


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """One executed command: its number, the entry it follows, the dice it drew and what came of it.

    ``stream`` and ``drawn`` are the dice position after it. A hand-edited file is an entry too: no command, ``edited``
    set, and the whole state beside it in the node.
    """

    seq: int
    parent: int
    command: Command | None
    dice: tuple[Roll, ...] = ()
    events: tuple[Event, ...] = ()
    stream: int = 0
    drawn: int = 0

    @property
    def position(self) -> DicePosition:
        """Where the dice stand after this entry."""
        return DicePosition(self.stream, self.drawn)


class History(Generic[S]):
    """The line of entries from a base state; index 0 is the base, index i the state after entry i."""

    def __init__(self, ruleset: Ruleset[S], base: S, base_seq: int, position: DicePosition) -> None:
        self._ruleset = ruleset
        self.base = base
        self.base_seq = base_seq
        self.base_position = position
        self.entries: list[Entry] = []
        self._calm: list[bool] = []
        self._states: dict[int, S] = {}
        self._pinned: set[int] = set()

    def __len__(self) -> int:
        return len(self.entries)

    def seq(self, index: int) -> int:
        """The sequence number of the entry that led to that index."""
        return self.entries[index - 1].seq if index else self.base_seq

    def index_of(self, seq: int) -> int | None:
        """The index whose state follows entry seq, or None."""
        if seq == self.base_seq:
            return 0
        low, high = 0, len(self.entries)
        while low < high:
            middle = (low + high) // 2
            if self.entries[middle].seq < seq:
                low = middle + 1
            else:
                high = middle
        return low + 1 if low < len(self.entries) and self.entries[low].seq == seq else None

    def position(self, index: int) -> DicePosition:
        """The dice position at that index."""
        return self.entries[index - 1].position if index else self.base_position

    def push(self, index: int, entry: Entry, state: S) -> int:
        """Drop what lies after index, add the entry, and return the new index.

        The state of an entry without a command (a hand-edited file) is kept for good: no event could rebuild it.
        """
        for i in range(index + 1, len(self.entries) + 1):
            self._states.pop(i, None)
            self._pinned.discard(i)
        del self.entries[index:], self._calm[index:]
        self.entries.append(entry)
        self._calm.append(state.mode == "calm")
        new = index + 1
        self._states[new] = state
        if entry.command is None:
            self._pinned.add(new)
        old = new - RECENT
        if old > 0 and old % EVERY and old not in self._pinned:
            self._states.pop(old, None)
        return new

    def last_calm(self, index: int) -> int:
        """The last index at or before that one whose state was outside rounds (0 where there is none)."""
        while index and not self._calm[index - 1]:
            index -= 1
        return index

    def state(self, index: int) -> S:
        """The state at that index, folded from the nearest kept one before it."""
        start = index
        while start and start not in self._states:
            start -= 1
        state = self._states[start] if start else self.base
        for i in range(start, index):
            state = self._ruleset.fold(state, self.entries[i].events)
        return state
