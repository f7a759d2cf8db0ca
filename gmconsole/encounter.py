"""An open encounter: the session being played, the language it is driven by, and the save that keeps up with it.

Both doors, the screen and the command line, hold one of these. What the session commits is written to the journal
before the caller goes on; snapshots are made from a frozen copy taken under a lock.
"""

from __future__ import annotations

import secrets
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from .core import registry
from .core.codec import Codec, Plain, plain
from .core.dice import DicePosition
from .core.messages import english
from .core.model import Msg, Rejected, State
from .core.ruleset import Ruleset
from .core.session import Moved, Record, Session
from .core.views import Board
from .language.driver import Done, Driver, Request, View
from .store import Document, Recovered, Report, Status, Store, read_save
from .text import Words

KEEP = 200
LOG = 200
SCHEMA = 1
KNOWN = ("save", "at", "dice", "base", "state", "history")


class LoadError(Exception):
    """A save that was read but does not make an encounter: a ``sentence`` that names the place and what is wrong."""

    def __init__(self, sentence: Msg) -> None:
        self.sentence = sentence
        super().__init__(english(sentence))


class Encounter:
    """One encounter with its save; ``store`` is None for one that is only looked at or played without a file."""

    def __init__(self, session: Session[Any], store: Store | None = None, report: Report | None = None,
                 extra: Mapping[str, Any] | None = None, lang: str = "en") -> None:
        self.session = session
        self.store = store
        self.report = report
        self.driver: Driver[Any] = Driver(session, lang)
        self._codec: Codec[Any] = Codec(session.ruleset)
        self._extra = dict(extra or {})
        self._lock = threading.RLock()
        self._told: dict[int, tuple[Msg, ...]] = {}
        self._round = (session.state.mode, session.state.round)
        if store is not None:
            session.journal = self._record
            store.source = self.document

    # Opening ---------------------------------------------------------------------------------------------------------

    @classmethod
    def begin(cls, state: State, path: Path | None = None, *, seed: int | None = None, lang: str = "en") -> Encounter:
        """A new encounter from a start state; with a path it is saved there. Raises StoreError, LoadError."""
        ruleset = ruleset_of(state.ruleset)
        session: Session[Any] = Session(ruleset, state, secrets.randbits(62) if seed is None else seed)
        encounter = cls(session, lang=lang)
        if path is not None:
            encounter._attach(Store.create(path, encounter.document()))
        return encounter

    @classmethod
    def open(cls, path: Path, lang: str = "en") -> Encounter:
        """The encounter of a save, held open under its lock. Raises StoreError, LoadError."""
        store, found = Store.open(path)
        try:
            session, extra, edited = load(found)
        except LoadError:
            store.source = None
            store.close()
            raise
        encounter = cls(session, None, found.report, extra, lang)
        encounter._attach(store)
        if edited is not None:
            session.replace_state(edited)
        return encounter

    @classmethod
    def look(cls, path: Path, lang: str = "en") -> Encounter:
        """The encounter of a save to look at: no lock, nothing is written. Raises StoreError, LoadError."""
        found = read_save(path)
        session, extra, edited = load(found)
        if edited is not None:
            session.replace_state(edited)
        return cls(session, None, found.report, extra, lang)

    def _attach(self, store: Store) -> None:
        self.store = store
        self.session.journal = self._record
        store.source = self.document

    def close(self) -> Status | None:
        """Write the last snapshot and let the save go."""
        return self.store.close() if self.store is not None else None

    # Playing ---------------------------------------------------------------------------------------------------------

    @property
    def state(self) -> Any:
        """The state at the cursor."""
        return self.session.state

    @property
    def ruleset(self) -> Ruleset[Any]:
        """The rulebook of the encounter."""
        return self.session.ruleset

    def run(self, line: str) -> Done | None:
        """Carry a line out (see ``Driver.run``)."""
        request = self.driver.parse(line)
        if request is None or isinstance(request, View | Rejected):
            return request
        return self.perform(request)

    def perform(self, request: Request) -> Done:
        """Carry a parsed line out; a new round asks for a snapshot."""
        with self._lock:
            done = self.driver.perform(request)
        now = (self.session.state.mode, self.session.state.round)
        if now != self._round and self.store is not None:
            self.store.request_snapshot()
        self._round = now
        return done

    def board(self, audience: str = "gm") -> Board:
        """The Board at the cursor for ``gm`` or ``players``, with the log of the last entries."""
        index = self.session.index
        entries = self.session.history.entries[max(0, index - LOG) : index]
        tell, state = self.ruleset.tell, self.state
        if audience != "gm":
            lines = tuple(line for e in entries if (line := tell(state, e.events, audience)))
            return self.ruleset.view(state, audience, lines)
        log = []
        for entry in entries:
            told = self._told.get(entry.seq)
            if told is None:
                edited = (Msg("the save was edited by hand"),)
                told = self._told[entry.seq] = tell(state, entry.events, audience) if entry.command else edited
            if told:
                log.append(told)
        return self.ruleset.view(state, audience, tuple(log))

    def words(self, lang: str | None = None) -> Words:
        """Words in that language (the driver's) that call people by their names here."""
        names = {who: entity.name for who, entity in self.state.entities.items()}
        return Words(lang or self.driver.lang, self.ruleset, lambda who: names.get(who, who))

    def status(self) -> Status:
        """How far the disk is behind; ``memory`` for an encounter without a file."""
        return self.store.status() if self.store is not None else Status("memory")

    # Saving ----------------------------------------------------------------------------------------------------------

    def _record(self, record: Record, state: State | None) -> None:
        assert self.store is not None
        self.store.append(self._codec.record(record, state))

    def document(self) -> Document:
        """The snapshot of this moment; safe to call from the writer thread.

        Kept are at least the last 200 entries and all since the crisis at the cursor began; the base is the state
        before the oldest of them.
        """
        session = self.session
        with self._lock:
            history = session.history
            index = session.index
            first = min(max(0, index - KEEP), history.last_calm(index))
            seqs = [e.seq for e in history.entries[first:]]
            unsaved = {e.seq: i + 1 for i, e in enumerate(history.entries) if e.command is None and i >= first}
            base, base_seq, base_at = history.state(first), history.seq(first), history.position(first)
            state, cursor, position = session.state, history.seq(index), session.position
            seq, next_stream, seed = session.next_seq - 1, session.next_stream, session.seed
            edits = {n: history.state(i) for n, i in unsaved.items()}
            entries = {e.seq: e for e in history.entries[first:]} if self.store is None else {}
        items: list[Any] = [self._codec.record(entries[n], edits.get(n)) for n in seqs] if self.store is None else seqs
        return {
            "save": {"schema": SCHEMA, "min_reader": SCHEMA, "title": state.title, "ruleset": state.ruleset,
                     "mode": state.mode, "round": state.round, "phase": state.phase, "seq": seq},
            "at": {"base": base_seq, "base_stream": base_at.stream, "base_drawn": base_at.drawn, "cursor": cursor},
            "dice": {"seed": seed, "next_stream": next_stream, "stream": position.stream, "drawn": position.drawn},
            **{k: v for k, v in self._extra.items() if k not in KNOWN},
            "base": plain(base),
            "state": merge(plain(state), self._extra.get("state", {})),
            "history": items,
        }


def ruleset_of(ruleset_id: str) -> Ruleset[Any]:
    """The installed ruleset of that id. Raises LoadError naming the installed ones."""
    found = registry.get(ruleset_id)
    if found is None:
        raise LoadError(Msg("ruleset {ruleset} is not installed; installed: {names}",
                            {"ruleset": repr(ruleset_id), "names": registry.names() or Msg("none")}))
    return found


def load(found: Recovered) -> tuple[Session[Any], dict[str, Any], State | None]:
    """The session of a recovered save, the keys nobody knows, and the state where the file was edited by hand.

    Raises LoadError with the place of the first value that cannot be.
    """
    document = found.document
    save: Any = document.get("save", {})
    state_table: Any = document.get("state")
    ruleset = ruleset_of(str(save.get("ruleset") or (state_table or {}).get("ruleset", "")))
    codec: Codec[Any] = Codec(ruleset)
    try:
        return _load(found, ruleset, codec)
    except msgspec.ValidationError as wrong:
        raise LoadError(Msg("{problem}", {"problem": str(wrong)})) from wrong
    except (KeyError, TypeError, ValueError) as wrong:
        raise LoadError(Msg("the save does not hang together: {problem}", {"problem": str(wrong)})) from wrong


def _load(found: Recovered, ruleset: Ruleset[Any],
          codec: Codec[Any]) -> tuple[Session[Any], dict[str, Any], State | None]:
    document: Any = found.document
    at: Any = document.get("at", {})
    dice: Any = document.get("dice", {})
    written = document["state"]
    base = codec.state(document.get("base", written))
    start = DicePosition(_whole(at, "base_stream"), _whole(at, "base_drawn"))
    session: Session[Any] = Session(ruleset, base, _whole(dice, "seed", secrets.randbits(62)),
                                    base_seq=_whole(at, "base"), position=start)
    for plain_record in document.get("history", []):
        session.apply(*codec.from_record(plain_record))
    seq = _whole(document.get("save", {}), "seq", session.next_seq - 1)
    session.apply(Moved(seq=seq, to=_whole(at, "cursor", session.history.seq(session.index))))
    session.next_stream = max(session.next_stream, _whole(dice, "next_stream", 1))
    state = codec.state(written)
    edited = state if state != session.state else None
    for plain_record in found.records:
        session.apply(*codec.from_record(plain_record))
    if edited is not None and found.records:
        raise LoadError(Msg("the state was edited while newer actions wait in the journal"))
    extra = {k: v for k, v in document.items() if k not in KNOWN}
    unknown = strange(written, plain(state))
    return session, {**extra, "state": unknown} if unknown else extra, edited


def _whole(table: Any, key: str, default: int = 0) -> int:
    value = table.get(key, default)
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise ValueError(f"{key} = {value!r} is not a whole number from 0")
    return value


def strange(written: Any, known: Any) -> Plain:
    """The keys of a written table that the program does not know, with their values, nested as they stand."""
    out: Plain = {}
    if not isinstance(written, dict) or not isinstance(known, dict):
        return out
    for key, value in written.items():
        if key not in known:
            out[key] = value
        elif isinstance(value, dict):
            deeper = strange(value, known[key])
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
