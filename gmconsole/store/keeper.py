"""The keeper of one open save: what is on the disk, what is in memory, and every step between, without a thread.

Three numbers say it all: entries up to `tail` were handed over, up to `written` were given to the kernel (a killed
program loses none of them), up to `synced` are on the disk (nothing loses them). A failed step leaves the numbers where
they were; the steps can be repeated at any time.
"""

from __future__ import annotations

import contextlib
import os
import threading
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import msgspec

from gmconsole.core.model import Msg
from gmconsole.store import block, journal, recover
from gmconsole.store.attic import Attic
from gmconsole.store.errors import StoreError
from gmconsole.store.files import Clock, Files, reason, write_all, write_temporary
from gmconsole.store.journal import Entry, Point
from gmconsole.store.snapshot import Document, classify, header, render, verify

Accept = Callable[[recover.Recovered], None]


def anything(found: recover.Recovered) -> None:
    """The owner has nothing against it."""


class _Journal(msgspec.Struct):
    """The segment being written: descriptor, name, length known to be good, and whether its name is on the disk yet."""

    descriptor: int
    name: str
    base: int
    length: int
    fresh: bool = True


class Keeper:
    """One save held under its lock. `append` may be called from another thread than the rest, which share one."""

    def __init__(self, files: Files, clock: Clock, path: Path) -> None:
        self.files = files
        self.path = path
        self.folder = recover.folder_of(path)
        self.mutex = threading.RLock()
        self.conflict = False
        self.trouble = ""
        self.snapshot_trouble = ""
        self.wants_snapshot = False
        self.tail = 0
        self.written = 0
        self.synced = 0
        self._clock = clock
        self._lock: int | None = None
        self._save_id = ""
        self._snapshot = Point(0, "")
        self._mark = ""
        self._mode: int | None = None
        self._since: list[Entry] = []
        self._texts: dict[int, bytes] = {}
        self._journal: _Journal | None = None
        self._dead: list[int] = []
        self._attic = Attic(files, clock, path)

    # -- opening and closing

    @classmethod
    def create(cls, path: Path, document: Document, files: Files, clock: Clock) -> Keeper:
        """A new save with this document as its first snapshot.

        Raises StoreError `exists`, `locked`, `io`; ValueError or TypeError, with nothing created, for a bad document.
        """
        keeper = cls(files, clock, files.resolve(path))
        save = header(document)
        keeper._save_id = str(save.get("save_id", "")) or files.token() + files.token()
        document = {**document, "save": {**save, "save_id": keeper._save_id}}
        render(document, "", keeper._line)
        with keeper._opening():
            if files.stat(keeper.path) is not None:
                raise StoreError("exists", keeper.path)
            keeper._take_lock()
            if any(map(recover.number, files.names(keeper.folder))):
                raise StoreError("exists", keeper.path)
            keeper._attic.remove_stale()
            try:
                keeper._seal(document)
                keeper._begin()
                keeper._copy()
            except OSError:
                keeper._attic.forget(keeper.path)
                raise
        return keeper

    @classmethod
    def open(
        cls, path: Path, files: Files, clock: Clock, accept: Accept = anything
    ) -> tuple[Keeper, recover.Recovered]:
        """Lock, recover, put in order, and start a fresh segment. Raises as `recover.recover`, `locked`, `io`.

        What `accept` raises ends it before anything is written.
        """
        keeper = cls(files, clock, files.resolve(path))
        with keeper._opening():
            if files.stat(keeper.folder) is None:
                # Nothing may be left beside a file that turns out to be no save.
                accept(recover.recover(files, keeper.path).recovered)
            keeper._take_lock()
            plan = recover.recover(files, keeper.path)
            accept(plan.recovered)
            return keeper, keeper._settle(plan)

    def close(self) -> None:
        """Give everything back. Nothing is written."""
        with self.mutex:
            self._abandon()
            self._bury()
            if self._lock is not None:
                self.files.close(self._lock)
                self._lock = None

    @contextlib.contextmanager
    def _opening(self) -> Iterator[None]:
        try:
            yield
        except OSError as problem:
            self.close()
            raise StoreError("io", self.path, reason=reason(problem)) from problem
        except BaseException:
            self.close()
            raise

    def _take_lock(self) -> None:
        made = self.files.stat(self.folder) is None
        if made:
            self.files.make_folder(self.folder)
        text = f"pid {os.getpid()} on {os.uname().nodename} since {self._clock.wall()}\n".encode()
        try:
            lock = self.files.lock(self.folder / "lock", text)
        except BlockingIOError:
            holder = self.files.read(self.folder / "lock", 200).decode(errors="replace").strip()
            raise StoreError("locked", self.path, holder=holder or Msg("by another program")) from None
        if self._lock is not None:
            self.files.close(self._lock)
        self._lock = lock
        if made:
            self.files.sync_folder(self.path.parent)

    def _settle(self, plan: recover.Plan) -> recover.Recovered:
        """Make the disk say what was recovered: one sealed save file and one segment; then put the rest aside.

        Inputs are never written over: a crash in here leads to the same recovery again.
        """
        document = plan.content.document
        save = dict(header(document))
        save["save_id"] = self._save_id = str(save.get("save_id", "")) or self.files.token() + self.files.token()
        document["save"] = save
        self._attic.remove_stale()
        self._texts = dict(plan.content.texts)
        self._attic.take(plan)
        place = self._attic.damaged_folder() if plan.aside or plan.put == "damaged" else None
        found = self.files.stat(self.path)
        if found is not None:
            self._mode = found.mode
        if plan.put == "backup":
            data = self.files.read(self.path)
            self._attic.back_up(classify(data).point.seq, block.digest(data))
        elif plan.put == "damaged" and place is not None:
            self._attic.keep(self.path, place / self.path.name)
            self.files.sync_folder(place)
        if plan.main == "seal":
            self._seal(document)
            point = self._snapshot
            for record in plan.records:
                self._since.append(journal.entry(point, point.seq + 1, block.body(record)))
                point = self._since[-1].point
        else:
            if plan.main == "copy":
                self._put(plan.winner.data)
            self._snapshot, self._mark = plan.winner.point, block.digest(plan.winner.data)
            self._since = list(plan.entries)
        self._texts.update((entry.point.seq, entry.body) for entry in self._since)
        self.tail = self._snapshot.seq + len(self._since)
        self._begin()
        if not plan.safe:
            self._copy()
        if place is not None:
            self._attic.set_aside(plan.aside, place)
        for name in plan.drop:
            self._attic.forget(self.folder / name)
        return plan.recovered

    # -- entries

    def append(self, record: block.Record) -> None:
        """Take over one record and give it to the kernel; trouble with the disk is kept in `trouble`.

        Raises ValueError or TypeError, before anything has happened, for a record out of sequence or not TOML.
        """
        lines = block.body(record)
        with self.mutex:
            if record["seq"] != self.tail + 1:
                raise ValueError(f"record {record['seq']} cannot follow {self.tail}")
            before = self._since[-1].point if self._since else self._snapshot
            self._since.append(journal.entry(before, before.seq + 1, lines))
            self._texts[before.seq + 1] = lines
            self.tail += 1
            self._flush()

    def sync(self) -> None:
        """Bring everything handed over onto the disk, through a new segment when the old one cannot be trusted."""
        for _ in range(2):
            with self.mutex:
                self._bury()
                self._flush()
                segment, written = self._journal, self.written
            if segment is None or (written == self.synced and not segment.fresh):
                return
            try:
                self._sync_segment(segment)
                deleted = self.files.links(segment.descriptor) == 0
            except OSError as problem:
                # After a failed sync the kernel may have dropped the pages and call the next one a success.
                self.trouble, self.wants_snapshot, deleted = reason(problem), True, True
            with self.mutex:
                if not deleted:
                    self.synced = max(self.synced, written)
                    break
                if self._journal is segment:
                    self._abandon()
        if self.files.stat(self.path) is None:
            self.wants_snapshot = True

    def _sync_segment(self, segment: _Journal) -> None:
        if segment.fresh:
            self.files.sync(segment.descriptor)
            self.files.sync_folder(self.folder)
            segment.fresh = False
        else:
            self.files.datasync(segment.descriptor)

    def _flush(self) -> None:
        """Write what is waiting; without a usable segment, start one that repeats all entries since the snapshot."""
        try:
            if self._journal is None:
                self._start_segment()
            elif self.written < self.tail:
                self._write_waiting(self._journal)
        except OSError as problem:
            self.trouble = reason(problem)
        except StoreError as problem:
            self.trouble = str(problem)
        else:
            self.trouble = ""

    def _write_waiting(self, segment: _Journal) -> None:
        for entry in self._since[self.written - self._snapshot.seq :]:
            try:
                write_all(self.files, segment.descriptor, entry.block)
            except OSError:
                try:
                    self.files.truncate(segment.descriptor, segment.length)
                except OSError:
                    self._abandon()
                raise
            segment.length += len(entry.block)
            self.written = entry.point.seq

    # -- segments

    def _begin(self) -> None:
        """Start a segment behind the snapshot, with everything since, and bring it onto the disk."""
        with self.mutex:
            self._start_segment()
            segment, written = self._journal, self.written
        assert segment is not None
        try:
            self._sync_segment(segment)
        except OSError:
            with self.mutex:
                if self._journal is segment:
                    self._abandon()
            raise
        self.synced = max(self.synced, written)

    def _start_segment(self) -> None:
        """Change over to a new segment; the old one stays where it is until no snapshot needs it."""
        if self._lock is None or not self.files.holds(self.folder / "lock", self._lock):
            self._take_lock()
        path = self.folder / recover.next_name("J", self._snapshot.seq, self.files.names(self.folder))
        data = journal.header(self._save_id, self._snapshot) + b"".join(entry.block for entry in self._since)
        descriptor = self.files.create(path, self._mode)
        try:
            write_all(self.files, descriptor, data)
        except OSError:
            self.files.close(descriptor)
            self._attic.forget(path)
            raise
        self._abandon()
        self._journal = _Journal(descriptor, path.name, self._snapshot.seq, len(data))
        self.written = self.tail

    def _abandon(self) -> None:
        """Leave the current segment for good. The writer closes it, who may be in the middle of a sync."""
        if self._journal is not None:
            self._dead.append(self._journal.descriptor)
            self._attic.add_segment(self._journal.name, self.written)
            self._journal = None
            self.written = self._snapshot.seq

    def _bury(self) -> None:
        while self._dead:
            with contextlib.suppress(OSError):
                self.files.close(self._dead.pop())

    # -- snapshots

    @property
    def since(self) -> int:
        """How many entries stand behind the last snapshot."""
        return len(self._since)

    def snapshot(self, make_document: Callable[[], Document]) -> None:
        """Write the document as the save file, unless that file is no longer the one we wrote: then `conflict`.

        The document may be behind the tail; what came after it goes into the new segment. Raises OSError.
        """
        if self.conflict:
            return
        document = make_document()
        # So that the backup this snapshot replaces leads to the same state through the old segment.
        self.sync()
        save = header(document)
        document = {**document, "save": {**save, "save_id": self._save_id}}
        seq = block.sequence(save)
        if not self._snapshot.seq <= seq <= self.tail:
            raise ValueError(f"a document of {seq} does not fit between {self._snapshot.seq} and {self.tail}")
        point = self._since[seq - self._snapshot.seq - 1].point if seq > self._snapshot.seq else self._snapshot
        data = render(document, point.mark, self._line)
        if block.digest(data) == self._mark and not self.wants_snapshot:
            return
        temporary = self._temporary(data, document)
        try:
            found = self._on_disk()
            if found == "other":
                self.conflict = True
                self._attic.forget(temporary)
                return
            if found == "ours":
                self._attic.back_up(self._snapshot.seq, self._mark)
            self.files.replace(temporary, self.path)
        except OSError:
            self._attic.forget(temporary)
            raise
        self._mark = block.digest(data)
        self.files.sync_folder(self.path.parent)
        with self.mutex:
            self._since = self._since[seq - self._snapshot.seq :]
            self._snapshot = point
            self.synced = max(self.synced, seq)
            if self.written < seq:
                # The old segment lacks entries the snapshot has; nothing may follow there.
                self._abandon()
            self._prune_texts(document)
        self.wants_snapshot = False
        self._begin()
        self.trouble = ""
        self._attic.retire(self._snapshot.seq)

    def anchor(self) -> None:
        """Keep an independent copy of the save file, for a hand edit between sessions to be compared with."""
        if not self.conflict and self._on_disk() == "ours":
            self._copy()
            self._attic.retire(self._snapshot.seq)

    def _copy(self) -> None:
        self._attic.copy(self._snapshot.seq, self._mark, self._mode)

    def _seal(self, document: Document) -> None:
        """Write the document as the first snapshot of a new chain: entries of another past can never follow it."""
        chain = block.digest(render(document, "", self._line))
        seq = block.sequence(header(document))
        data = render(document, chain, self._line)
        self._put(data, document)
        self._snapshot, self._mark = Point(seq, chain), block.digest(data)
        self.tail = self.written = self.synced = seq

    def _put(self, data: bytes, document: Document | None = None) -> None:
        self.files.replace(self._temporary(data, document), self.path)
        self.files.sync_folder(self.path.parent)

    def _temporary(self, data: bytes, document: Document | None) -> Path:
        check = None if document is None else lambda back: verify(back, document)
        return write_temporary(self.files, self.path, data, self._mode, check)

    def _line(self, item: object) -> bytes:
        """The lines of one item of a history: a record, or the number of one the store has had."""
        if type(item) is int:
            return self._texts[item]
        if not isinstance(item, Mapping):
            raise TypeError(f"a history holds records, not {item!r}")
        seq = block.sequence(item)
        if seq not in self._texts:
            self._texts[seq] = block.body(item)
        return self._texts[seq]

    def _prune_texts(self, document: Document) -> None:
        history = document.get("history", ())
        assert isinstance(history, list | tuple)
        kept = {item if type(item) is int else item["seq"] for item in history}
        for seq in [seq for seq in self._texts if seq <= self._snapshot.seq and seq not in kept]:
            del self._texts[seq]

    def _on_disk(self) -> str:
        """Whether the save file is `ours` byte for byte, `gone`, or `other`."""
        try:
            data = self.files.read(self.path)
        except FileNotFoundError:
            return "gone"
        except StoreError:
            return "other"
        return "ours" if block.digest(data) == self._mark else "other"
