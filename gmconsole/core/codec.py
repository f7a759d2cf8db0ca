"""Plain values and back: what a save holds is strings, whole numbers, booleans, lists and tables.

TOML has no null: a None is left out on writing, which is why None may only be a field's default. Every other default is
written, so that a default changed later never alters an old save.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Generic, TypeVar, Union

import msgspec

from .history import Entry
from .model import Command, Event, Roll, State
from .ruleset import Ruleset
from .session import Moved, Record, Session

S = TypeVar("S", bound=State)
Plain = dict[str, Any]


def without_none(value: Any) -> Any:
    """The value with every None left out of its tables."""
    if isinstance(value, dict):
        return {k: without_none(v) for k, v in value.items() if v is not None}
    if isinstance(value, list | tuple):
        return [without_none(v) for v in value]
    return value


def plain(value: Any) -> Any:
    """Any of the core's values as plain ones."""
    return without_none(msgspec.to_builtins(value, builtin_types=()))


class Codec(Generic[S]):
    """Records, states and whole sessions of one ruleset as plain values, and back.

    The ``from_…`` methods raise ``msgspec.ValidationError`` naming the path of the first wrong value.
    """

    def __init__(self, ruleset: Ruleset[S]) -> None:
        self.ruleset = ruleset
        self._command: Any = Union[tuple(ruleset.decisions)]  # noqa: UP007 - the members are known at run time only
        self._event: Any = Union[tuple(ruleset.folds)]  # noqa: UP007

    def state(self, value: Any) -> S:
        """A state of this ruleset."""
        state: S = msgspec.convert(value, type=self.ruleset.state_type)
        return state

    def command(self, value: Any) -> Command:
        """A command of this ruleset or the kernel."""
        command: Command = msgspec.convert(value, type=self._command)
        return command

    def event(self, value: Any) -> Event:
        """An event of this ruleset or the kernel."""
        event: Event = msgspec.convert(value, type=self._event)
        return event

    def record(self, record: Record, state: S | None = None) -> Plain:
        """A record of the journal; state is given for an entry that replaces the whole state."""
        if isinstance(record, Moved):
            return {"seq": record.seq, "type": "move", "to": record.to}
        out: Plain = {"seq": record.seq, "parent": record.parent}
        if record.command is not None:
            out["command"] = plain(record.command)
        out["stream"] = record.stream
        out["drawn"] = record.drawn
        out["dice"] = plain(record.dice)
        out["events"] = plain(record.events)
        if state is not None:
            out["state"] = plain(state)
        return out

    def from_record(self, value: Mapping[str, Any]) -> tuple[Record, S | None]:
        """The record, and the whole state where the record replaces it."""
        if value.get("type") == "move":
            return Moved(seq=value["seq"], to=value["to"]), None
        entry = Entry(
            seq=msgspec.convert(value.get("seq"), type=int),
            parent=msgspec.convert(value.get("parent"), type=int),
            command=self.command(value["command"]) if "command" in value else None,
            dice=msgspec.convert(value.get("dice", []), type=tuple[Roll, ...]),
            events=tuple(self.event(e) for e in value.get("events", [])),
            stream=msgspec.convert(value.get("stream", 0), type=int),
            drawn=msgspec.convert(value.get("drawn", 0), type=int),
        )
        return entry, self.state(value["state"]) if "state" in value else None

    def entry(self, session: Session[S], index: int) -> Plain:
        """The record of the entry that leads to that index of the session's history."""
        entry = session.history.entries[index - 1]
        return self.record(entry, session.history.state(index) if entry.command is None else None)
