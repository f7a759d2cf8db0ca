"""A Session: one encounter being played. The only door through which a state changes.

``execute`` decides a command on a copy of the dice position and commits state, dice position and history entry in one
assignment; undo, redo and jumps move a cursor over the same history. Each record is handed to ``journal`` just before
it is committed; a journal that raises leaves everything as it was.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

import msgspec

from .dice import DiceMismatch, DicePort, DicePosition, SeededDice
from .history import Entry, History
from .model import Command, Name, Rejected, State
from .ruleset import Ruleset, Tx

S = TypeVar("S", bound=State)


class Accepted(msgspec.Struct, frozen=True):
    """The command was carried out; the entry says what happened."""

    entry: Entry


class Moved(msgspec.Struct, frozen=True, kw_only=True):
    """The cursor stands somewhere else: after entry ``to``. Recorded with a sequence number of its own."""

    seq: int
    to: int


class Moment(msgspec.Struct, Generic[S], frozen=True):
    """State, dice position and place in the history, exchanged together."""

    state: S
    position: DicePosition
    index: int


Record = Entry | Moved


class Session(Generic[S]):
    """One encounter: its ruleset, its history and the moment at the cursor."""

    def __init__(
        self, ruleset: Ruleset[S], base: S, seed: int, *, base_seq: int = 0, position: DicePosition | None = None
    ) -> None:
        start = position or DicePosition()
        self.ruleset = ruleset
        self.seed = seed
        self.history: History[S] = History(ruleset, base, base_seq, start)
        self.next_seq = base_seq + 1
        self.next_stream = start.stream + 1
        self.journal: Callable[[Record, S | None], None] | None = None
        self._now: Moment[S] = Moment(base, start, 0)

    # Reading -------------------------------------------------------------------------------------------------------

    @property
    def state(self) -> S:
        """The state at the cursor."""
        return self._now.state

    @property
    def position(self) -> DicePosition:
        """The dice position at the cursor."""
        return self._now.position

    @property
    def index(self) -> int:
        """The cursor: how many entries lie before it."""
        return self._now.index

    @property
    def can_undo(self) -> int:
        """How many steps can be taken back."""
        return self._now.index

    @property
    def can_redo(self) -> int:
        """How many steps can be repeated."""
        return len(self.history) - self._now.index

    # Changing ------------------------------------------------------------------------------------------------------

    def execute(self, command: Command, port: DicePort | None = None) -> Accepted | Rejected:
        """Carry out the command, or refuse it and change nothing.

        Without a port the seeded stream rolls. Typed faces that do not fit are refused (``dice-too-few``,
        ``dice-too-many``, ``dice-wrong-size``, ``dice-impossible``); a command without any effect is ``no-change``.
        """
        return self._run(command, port, self._now, self._now.position)

    def redraw(self) -> Accepted | Rejected:
        """Take the last command back and carry it out again with dice of a new stream; ``nothing-to-redraw``."""
        now = self._now
        last = self.history.entries[now.index - 1] if now.index else None
        if last is None or last.command is None or not last.dice:
            return Rejected("nothing-to-redraw")
        before = Moment(self.history.state(now.index - 1), self.history.position(now.index - 1), now.index - 1)
        return self._run(last.command, None, before, DicePosition(self.next_stream, 0))

    def undo(self, steps: int = 1) -> Moved | Rejected:
        """Go back that many entries; ``nothing-to-undo`` when there are not so many."""
        if not 1 <= steps <= self.can_undo:
            return Rejected("nothing-to-undo", {"steps": self.can_undo})
        return self._move(self.index - steps)

    def redo(self, steps: int = 1) -> Moved | Rejected:
        """Go forward over entries that were taken back; ``nothing-to-redo`` when there are not so many."""
        if not 1 <= steps <= self.can_redo:
            return Rejected("nothing-to-redo", {"steps": self.can_redo})
        return self._move(self.index + steps)

    def jump(self, seq: int) -> Moved | Rejected:
        """Go to the moment after entry seq (the base's number: to the start); ``no-such-entry``."""
        index = self.history.index_of(seq)
        if index is None:
            return Rejected("no-such-entry", {"seq": seq})
        return self._move(index)

    def replace_state(self, state: S) -> Entry:
        """Take a state edited by hand as it stands, as one entry without a command, and journal it."""
        entry = Entry(
            seq=self.next_seq,
            parent=self.history.seq(self.index),
            command=None,
            stream=self.position.stream,
            drawn=self.position.drawn,
        )
        self._journal(entry, state)
        self._commit(self.index, entry, state)
        return entry

    def apply(self, record: Record, state: S | None = None) -> None:
        """Fold a recorded entry or move from a save; nothing is decided or rolled anew.

        ``state`` is given for an entry that replaces the whole state (a hand-edited file). Raises ValueError when the
        record does not follow from what is here.
        """
        if isinstance(record, Moved):
            index = self.history.index_of(record.to)
            if index is None:
                raise ValueError(f"entry {record.seq} goes to {record.to}, which is not in the history")
            self.next_seq = record.seq + 1
            self._now = Moment(self.history.state(index), self.history.position(index), index)
            return
        parent = self.history.index_of(record.parent)
        if parent is None:
            raise ValueError(f"entry {record.seq} follows {record.parent}, which is not in the history")
        after = self.ruleset.fold(self.history.state(parent), record.events) if state is None else state
        self._commit(parent, record, after)

    # Inside --------------------------------------------------------------------------------------------------------

    def _run(
        self, command: Command, port: DicePort | None, at: Moment[S], position: DicePosition
    ) -> Accepted | Rejected:
        seeded = SeededDice(self.seed, position)
        tx: Tx[S] = Tx(self.ruleset, at.state, port or seeded)
        try:
            refused = self.ruleset.decide(command, tx)
            if refused is not None:
                return refused
            if port is not None:
                port.finish()
        except DiceMismatch as mismatch:
            # None was needed, not even one: then something else is owed before the dice.
            first = self._comes_first(command, tx, at.state) if mismatch.params.get("needed") == 0 else None
            return first or Rejected(mismatch.code, dict(mismatch.params))
        if not tx.events:
            return Rejected("no-change")
        after = seeded.position
        entry = Entry(
            seq=self.next_seq,
            parent=self.history.seq(at.index),
            command=command,
            dice=tuple(tx.rolls),
            events=tuple(tx.events),
            stream=after.stream,
            drawn=after.drawn,
        )
        self._journal(entry)
        self._commit(at.index, entry, tx.state)
        return Accepted(entry)

    def _comes_first(self, command: Command, tx: Tx[S], before: S) -> Rejected | None:
        """The refusal of faces typed for a command that throws none, but has something answered or rolled first.

        Where the command does a task that is owed already (``next``, ``accept``), that task is named: what it leads to
        is not there yet.
        """
        owed = self.ruleset.agenda(before)
        at_hand = next((task for task in owed if command in (task.command, task.refuse, task.skip)), None)
        known = [task.what for task in owed]
        for task in self.ruleset.agenda(tx.state):
            if task.what in known or not (task.command is not None or task.proposal):
                continue
            if at_hand is not None:
                verb = Name("接受", "accept") if at_hand.proposal else Name("下一步", "next")
                return Rejected("dice-later", {"what": at_hand.what, "verb": verb})
            word = self.ruleset.asks.at_once.get(task.kind.removeprefix("question:"))
            if word is not None:
                return Rejected("dice-after-word", {"what": task.what, "word": word})
            verb = Name("接受", "accept") if task.proposal else Name("下一步", "next")
            return Rejected("dice-later", {"what": task.what, "verb": verb})
        return None

    def _commit(self, parent: int, entry: Entry, state: S) -> None:
        index = self.history.push(parent, entry, state)
        self.next_seq = entry.seq + 1
        self.next_stream = max(self.next_stream, entry.stream + 1)
        self._now = Moment(state, entry.position, index)

    def _move(self, index: int) -> Moved:
        moved = Moved(seq=self.next_seq, to=self.history.seq(index))
        there = Moment(self.history.state(index), self.history.position(index), index)
        self._journal(moved)
        self._now = there
        self.next_seq += 1
        return moved

    def _journal(self, record: Record, state: S | None = None) -> None:
        # Before the commit: if the journal cannot take the record, nothing has happened.
        if self.journal is not None:
            self.journal(record, state)
