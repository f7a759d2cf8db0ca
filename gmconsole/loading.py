"""From what the store recovered to a session that can be played, or to everything that is wrong with it."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any, NamedTuple

import msgspec

from .conversion import convert, field_name
from .core import integrity, registry
from .core.codec import Codec, Plain, plain
from .core.dice import DicePosition
from .core.messages import english
from .core.model import Msg, State
from .core.ruleset import Ruleset
from .core.scenario import Problem
from .core.session import Moved, Session
from .store import Recovered

OURS: Mapping[str, tuple[str, ...]] = {
    "save": ("schema", "min_reader", "title", "ruleset", "mode", "round", "phase", "seq", "save_id", "chain"),
    "at": ("base", "base_stream", "base_drawn", "cursor"),
    "dice": ("seed", "next_stream", "stream", "drawn"),
}
"""The keys of the tables that an encounter writes besides its states and its history."""

LARGEST = 1 << 62


class LoadError(Exception):
    """A save that was read but does not make an encounter.

    ``sentence`` says what is wrong first; ``problems`` is all that is wrong, by its place in the file, where that is
    known.
    """

    def __init__(self, sentence: Msg, problems: tuple[Problem, ...] = ()) -> None:
        self.sentence = sentence
        self.problems = problems
        super().__init__(english(sentence))


class Loaded(NamedTuple):
    """The session of a save, the keys in it that nobody knows, and the state where the file was edited by hand."""

    session: Session[Any]
    extra: dict[str, Any]
    edited: State | None


def ruleset_of(ruleset_id: str) -> Ruleset[Any]:
    """The installed ruleset of that id. Raises LoadError naming the installed ones."""
    found = registry.get(ruleset_id)
    if found is None:
        raise LoadError(
            Msg(
                "ruleset {ruleset} is not installed; installed: {names}",
                {"ruleset": repr(ruleset_id), "names": registry.names() or Msg("none")},
            )
        )
    return found


def load(found: Recovered) -> Loaded:
    """The session a recovered save makes. Raises LoadError; nothing of the save is changed by this."""
    document = found.document
    save: Any = document.get("save", {})
    state: Any = document.get("state")
    ruleset = ruleset_of(str(save.get("ruleset") or (state if isinstance(state, dict) else {}).get("ruleset", "")))
    try:
        return _load(found, ruleset)
    except msgspec.ValidationError as wrong:
        raise LoadError(Msg("{problem}", {"problem": str(wrong)})) from wrong
    except (KeyError, TypeError, ValueError, AttributeError) as wrong:
        raise LoadError(Msg("the save does not hang together: {problem}", {"problem": str(wrong)})) from wrong


def _load(found: Recovered, ruleset: Ruleset[Any]) -> Loaded:
    document: Any = found.document
    codec: Codec[Any] = Codec(ruleset)
    at: Any = document.get("at", {})
    dice: Any = document.get("dice", {})
    written = document["state"]
    state = _state(codec, written, "state")
    base = _state(codec, document.get("base", written), "base")
    start = DicePosition(_whole(at, "base_stream"), _whole(at, "base_drawn"))
    session: Session[Any] = Session(
        ruleset, base, _whole(dice, "seed", secrets.randbits(62)), base_seq=_whole(at, "base"), position=start
    )
    for record in document.get("history", []):
        session.apply(*codec.from_record(record))
    seq = _whole(document.get("save", {}), "seq", session.next_seq - 1)
    session.apply(Moved(seq=seq, to=_whole(at, "cursor", session.history.seq(session.index))))
    session.next_stream = max(session.next_stream, _whole(dice, "next_stream", 1))
    edited = state if state != session.state else None
    if edited is not None or "base" not in document:
        _refuse(integrity.problems(ruleset, state), "state")
    later = [codec.from_record(record) for record in found.records]
    if edited is not None and later:
        # An edit that was accepted already has its correction as the first record, and the kill came after that.
        if later[0][1] != edited:
            raise LoadError(Msg("the state was edited while newer actions wait in the journal"))
        edited = None
    for record, whole in later:
        session.apply(record, whole)
    return Loaded(session, _unknown(document, plain(state)), edited)


def _state(codec: Codec[Any], written: Any, table: str) -> Any:
    try:
        return codec.state(written)
    except msgspec.ValidationError:
        problems: list[Problem] = []
        convert(written, codec.ruleset.state_type, (), problems)
        _refuse(tuple(p for p in problems if p.message.id != "unknown key"), table)
        raise


def _refuse(problems: tuple[Problem, ...], table: str) -> None:
    """Raise LoadError where there are any; their places are given from the top of the table."""
    placed = tuple(msgspec.structs.replace(p, path=(table, *p.path)) for p in problems)
    if placed:
        first = placed[0]
        sentence = Msg(
            "{field}: {problem}, found {found}",
            {"field": field_name(first.path), "problem": first.message, "found": first.found},
        )
        raise LoadError(sentence, placed)


def _whole(table: Any, key: str, default: int = 0) -> int:
    value = table.get(key, default)
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < LARGEST:
        raise ValueError(f"{key} = {value!r} is not a whole number from 0 to {LARGEST - 1}")
    return value


# Keys that nobody knows --------------------------------------------------------------------------------------------


def _unknown(document: Mapping[str, Any], state: Plain) -> Plain:
    """What the document holds that we would not write: kept, and put back by ``merge``."""
    found: Plain = {}
    for key, value in document.items():
        if key in OURS:
            mine = {k: v for k, v in value.items() if k not in OURS[key]}
        elif key == "state":
            mine = _strange(value, state)
        elif key in ("base", "history"):
            continue
        else:
            mine = value
        if mine or key not in (*OURS, "state"):
            found[key] = mine
    return found


def _strange(written: Any, known: Any) -> Plain:
    """The keys of a written table that the program does not know, with their values, nested as they stand."""
    out: Plain = {}
    if not isinstance(written, dict) or not isinstance(known, dict):
        return out
    for key, value in written.items():
        if key not in known:
            out[key] = value
        elif isinstance(value, dict):
            deeper = _strange(value, known[key])
            if deeper:
                out[key] = deeper
    return out


def merge(known: Plain, unknown: Mapping[str, Any]) -> Plain:
    """The table with unknown keys put back where their tables still stand."""
    out = dict(known)
    for key, value in unknown.items():
        if key not in out:
            out[key] = value
        elif isinstance(value, dict) and isinstance(out[key], dict):
            out[key] = merge(out[key], value)
    return out
