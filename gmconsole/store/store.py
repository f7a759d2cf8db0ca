"""One open save: `append` writes at once, a writer thread syncs, takes snapshots and tries again after trouble."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

import msgspec

from gmconsole.store.block import Record
from gmconsole.store.files import Clock, Files
from gmconsole.store.keeper import Accept, Keeper, anything
from gmconsole.store.recover import Recovered
from gmconsole.store.snapshot import Document

IDLE = 2.0
BATCH = 64
RETRY = 5.0


class Status(msgspec.Struct, frozen=True):
    """How far the disk is behind.

    `kind`: `saved`, `pending` (written, not synced yet), `not_saved` (the disk refuses, `reason` says why), `conflict`
    (another program changed the save file: no snapshot is written, the journal goes on). `count`: actions not on the
    disk. `snapshot`: why the last snapshot failed, empty when it did not; nothing is lost by that.
    """

    kind: str
    count: int = 0
    reason: str = ""
    snapshot: str = ""


MakeDocument = Callable[[], Document]
OnStatus = Callable[[Status], None]


class Store:
    """A save held open under its lock, from `create` or `open` to `close`; also a context manager.

    `source` makes the current document for the snapshots the store decides on by itself: after two quiet seconds, after
    64 entries, after trouble, at the end. It is called in the writer thread. Without it only the journal is written.
    `on_status` is called in the writer thread whenever the status has changed; it must not wait for the thread that may
    be in `close`.
    """

    def __init__(self, keeper: Keeper, clock: Clock) -> None:
        self.source: MakeDocument | None = None
        self.on_status: OnStatus | None = None
        self._keeper = keeper
        self._clock = clock
        self._wake = threading.Condition(keeper.mutex)
        self._wanted: MakeDocument | None = None
        self._stopping = False
        self._closed = False
        self._touched = clock.monotonic()
        self._retry_at: float | None = None
        self._told = Status("saved")
        self._thread = threading.Thread(target=self._run, name="store", daemon=True)
        self._thread.start()

    @classmethod
    def create(cls, path: Path, document: Document, files: Files | None = None, clock: Clock | None = None) -> Store:
        """A new save that starts with the document. Raises StoreError `exists`, `locked`, `io`; ValueError, TypeError
        for a document TOML cannot hold."""
        clock = clock or Clock()
        return cls(Keeper.create(path, document, files or Files(), clock), clock)

    @classmethod
    def open(
        cls, path: Path, files: Files | None = None, clock: Clock | None = None, accept: Accept = anything
    ) -> tuple[Store, Recovered]:
        """An existing save, and what it holds. Raises StoreError: as `recover.recover`, and `locked`, `io`.

        `accept` is shown what would be loaded; what it raises is passed on, with nothing written to the save.
        """
        clock = clock or Clock()
        keeper, recovered = Keeper.open(path, files or Files(), clock, accept)
        return cls(keeper, clock), recovered

    @property
    def path(self) -> Path:
        """The save file, links resolved."""
        return self._keeper.path

    def append(self, record: Record) -> None:
        """Write one record (`seq` one above the last) and come back; the writer thread syncs it.

        The caller shows it as pending; `on_status` says what became of it. What the disk refuses is tried again.
        Raises ValueError or TypeError, with nothing done, for a record out of sequence or one TOML cannot hold: an
        error of the program, not of the disk.
        """
        with self._wake:
            self._keeper.append(record)
            self._told = Status("pending", self._keeper.tail - self._keeper.synced)
            self._touched = self._clock.monotonic()
            self._wake.notify()

    def request_snapshot(self, make_document: MakeDocument | None = None) -> None:
        """Ask the writer thread for a snapshot soon; without an argument it uses `source`."""
        with self._wake:
            self._wanted = make_document or self.source
            self._wake.notify()

    def status(self) -> Status:
        """Where things stand now."""
        keeper = self._keeper
        with keeper.mutex:
            count = keeper.tail - keeper.synced
            if keeper.conflict:
                return Status("conflict", count, keeper.trouble, keeper.snapshot_trouble)
            if keeper.trouble and count:
                return Status("not_saved", count, keeper.trouble, keeper.snapshot_trouble)
            return Status("pending" if count else "saved", count, "", keeper.snapshot_trouble)

    def wait(self, timeout: float | None = None) -> bool:
        """Wait until everything appended so far is on the disk; False when the time ran out first."""
        with self._wake:
            goal = self._keeper.tail
            return self._wake.wait_for(lambda: self._keeper.synced >= goal, timeout)

    def close(self) -> Status:
        """Sync, write a last snapshot and its copy, release the lock. The status says whether all of it worked."""
        with self._wake:
            self._stopping = True
            self._wake.notify()
        self._thread.join()
        if not self._closed:
            self._closed = True
            self._keeper.close()
        return self._told

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _run(self) -> None:
        while True:
            with self._wake:
                self._wake.wait_for(self._due, self._patience())
                stopping = self._stopping
                wanted, self._wanted = self._wanted, None
            try:
                self._turn(wanted, stopping)
            except Exception as problem:
                # A callback of the owner, or an error of ours: the thread must live to save what comes next.
                self._keeper.trouble = f"{type(problem).__name__}: {problem}"
                self._retry_at = self._clock.monotonic() + RETRY
            if stopping:
                return

    def _turn(self, wanted: MakeDocument | None, stopping: bool) -> None:
        keeper = self._keeper
        keeper.sync()
        self._tell()
        if wanted is None and self._snapshot_due(stopping):
            wanted = self.source
        if wanted is not None:
            self._snapshot(wanted)
        if stopping and keeper.since == 0 and not keeper.trouble:
            self._guarded(keeper.anchor)
        troubled = keeper.trouble or keeper.snapshot_trouble
        self._retry_at = self._clock.monotonic() + RETRY if troubled else None
        self._tell()

    def _snapshot(self, make_document: MakeDocument) -> None:
        self._guarded(lambda: self._keeper.snapshot(make_document))
        if self._keeper.snapshot_trouble:
            self._keeper.wants_snapshot = True

    def _guarded(self, step: Callable[[], None]) -> None:
        """A snapshot that fails, for whatever reason, must not end the thread that saves the journal."""
        keeper = self._keeper
        try:
            step()
        except Exception as problem:
            keeper.snapshot_trouble = f"{type(problem).__name__}: {problem}"
        else:
            keeper.snapshot_trouble = ""

    def _due(self) -> bool:
        keeper = self._keeper
        waiting = keeper.tail > keeper.synced and not (keeper.trouble and self._retry_at is not None)
        return self._stopping or self._wanted is not None or waiting or self._retry_passed() or self._snapshot_due()

    def _retry_passed(self) -> bool:
        return self._retry_at is not None and self._clock.monotonic() >= self._retry_at

    def _snapshot_due(self, stopping: bool = False) -> bool:
        keeper = self._keeper
        if self.source is None or keeper.conflict:
            return False
        if stopping:
            return keeper.since > 0 or keeper.wants_snapshot
        if self._retry_at is not None and not self._retry_passed():
            return False
        quiet = keeper.since > 0 and self._clock.monotonic() - self._touched >= IDLE
        return keeper.wants_snapshot or quiet or keeper.since >= BATCH

    def _patience(self) -> float | None:
        """Seconds until something may be due by itself; None: until woken."""
        now = self._clock.monotonic()
        if self._retry_at is not None:
            return max(0.0, self._retry_at - now)
        if self.source is not None and self._keeper.since and not self._keeper.conflict:
            return max(0.0, self._touched + IDLE - now)
        return None

    def _tell(self) -> None:
        with self._wake:
            status = self.status()
            changed, self._told = status != self._told, status
            self._wake.notify_all()
        if changed and self.on_status is not None:
            self.on_status(status)
