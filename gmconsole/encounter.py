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

from .core.codec import Codec, plain
from .core.model import Msg, Rejected, State
from .core.ruleset import Ruleset
from .core.session import Record, Session
from .core.views import Board, LogEntry
from .language.driver import Done, Driver, Request, View
from .loading import Loaded, load, merge, ruleset_of
from .store import SCHEMA, Document, Recovered, Report, Status, Store, read_save
from .text import Words

KEEP = 200
LOG = 200
EDITED = LogEntry((Msg("the save was edited by hand"),))


class Encounter:
    """One encounter with its save; ``store`` is None for one that is only looked at or played without a file."""

    def __init__(
        self,
        session: Session[Any],
        report: Report | None = None,
        extra: Mapping[str, Any] | None = None,
        lang: str = "en",
    ) -> None:
        self.session = session
        self.store: Store | None = None
        self.report = report
        self.driver: Driver[Any] = Driver(session, lang)
        self._codec: Codec[Any] = Codec(session.ruleset)
        self._extra = dict(extra or {})
        self._lock = threading.RLock()
        self._told: dict[int, LogEntry] = {}
        self._round = (session.state.mode, session.state.round)

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
        checked: list[Loaded] = []
        # Before the store puts anything in order: a save that is refused stays byte for byte what it was.
        store, found = Store.open(path, accept=lambda recovered: checked.append(load(recovered)))
        session, extra, edited = checked[-1]
        encounter = cls(session, found.report, extra, lang)
        encounter._attach(store, edited)
        return encounter

    @classmethod
    def look(cls, path: Path, lang: str = "en") -> Encounter:
        """The encounter of a save to look at: no lock, nothing is written. Raises StoreError, LoadError."""
        found: Recovered = read_save(path)
        session, extra, edited = load(found)
        if edited is not None:
            session.replace_state(edited)
        return cls(session, found.report, extra, lang)

    def _attach(self, store: Store, edited: State | None = None) -> None:
        self.store = store
        self.session.journal = self._record
        store.source = self.document
        if edited is not None:
            with self._lock:
                self.session.replace_state(edited)

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
        tell, state = self.ruleset.log_entry, self.state
        if audience != "gm":
            lines = tuple(line for e in entries if (line := tell(state, e.events, audience)).said)
            return self.ruleset.view(state, audience, lines)
        known = self._told
        self._told = {
            e.seq: known[e.seq] if e.seq in known else tell(state, e.events, audience) if e.command else EDITED
            for e in entries
        }
        return self.ruleset.view(state, audience, tuple(line for line in self._told.values() if line.said))

    def words(self, lang: str | None = None, state: State | None = None) -> Words:
        """Words in that language (the driver's) that call people by their names here, or in that state."""
        names = {who: entity.name for who, entity in (state or self.state).entities.items()}
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
            history, index = session.history, session.index
            first = min(max(0, index - KEEP), history.last_calm(index))
            entries = history.entries[first:]
            whole = {e.seq: history.state(first + n) for n, e in enumerate(entries, start=1) if e.command is None}
            base, base_seq, base_at = history.state(first), history.seq(first), history.position(first)
            state, cursor, position = session.state, history.seq(index), session.position
            seq, next_stream, seed = session.next_seq - 1, session.next_stream, session.seed
        # Records that went through the store are known to it by their number.
        items = [e.seq if self.store is not None else self._codec.record(e, whole.get(e.seq)) for e in entries]
        extra = self._extra
        return {
            "save": {
                "schema": SCHEMA,
                "min_reader": SCHEMA,
                "title": state.title,
                "ruleset": state.ruleset,
                "mode": state.mode,
                "round": state.round,
                "phase": state.phase,
                "seq": seq,
                **extra.get("save", {}),
            },
            "at": {
                "base": base_seq,
                "base_stream": base_at.stream,
                "base_drawn": base_at.drawn,
                "cursor": cursor,
                **extra.get("at", {}),
            },
            "dice": {
                "seed": seed,
                "next_stream": next_stream,
                "stream": position.stream,
                "drawn": position.drawn,
                **extra.get("dice", {}),
            },
            **{k: v for k, v in extra.items() if k not in ("save", "at", "dice", "state")},
            "base": plain(base),
            "state": merge(plain(state), extra.get("state", {})),
            "history": items,
        }
