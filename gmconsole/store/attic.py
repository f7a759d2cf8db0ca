"""The folder beside a save: earlier snapshots, spent journal segments, and whatever was set aside.

Nothing that could not be read is ever deleted: it moves to a `damaged-…` folder, which the program never touches again.
"""

from __future__ import annotations

import contextlib
import errno
from collections.abc import Sequence
from pathlib import Path

import msgspec

from gmconsole.store import block, recover
from gmconsole.store.files import Clock, Files, write_temporary

KEPT = 8


class _Kept(msgspec.Struct, frozen=True, order=True):
    """A file of the folder. `mark`: the hash of a backup's bytes; `end`: the last entry of a segment."""

    seq: int
    count: int
    name: str
    mark: str = ""
    end: int = 0


class Attic:
    """What the folder of one save keeps beside the running journal. Methods raise OSError."""

    def __init__(self, files: Files, clock: Clock, path: Path) -> None:
        self._files = files
        self._clock = clock
        self._path = path
        self._folder = recover.folder_of(path)
        self._backups: list[_Kept] = []
        self._segments: list[_Kept] = []

    def take(self, plan: recover.Plan) -> None:
        """Know the files that recovery found and that stay."""
        self._backups = [
            _Kept(*_number(it.name), it.name, block.digest(it.snapshot.data))
            for it in plan.backups
            if it.name not in plan.aside
        ]
        self._segments = []
        for it in plan.segments:
            if it.name not in plan.aside and it.name not in plan.drop:
                self.add_segment(it.name, it.end)

    def add_segment(self, name: str, end: int) -> None:
        """Know a segment nothing is written to any more."""
        self._segments.append(_Kept(*_number(name), name, end=end))

    def back_up(self, seq: int, mark: str) -> None:
        """Give the save file a second name among the backups before it is replaced."""
        if all(kept.mark != mark for kept in self._backups):
            kept = self._next_backup(seq, mark)
            self.keep(self._path, self._folder / kept.name)
            self._files.sync_folder(self._folder)
            self._backups.append(kept)

    def copy(self, seq: int, mark: str, mode: int | None) -> None:
        """Keep a copy of the save file that shares no bytes with it."""
        if all(kept.mark != mark for kept in self._backups):
            kept = self._next_backup(seq, mark)
            target = self._folder / kept.name
            self._files.replace(write_temporary(self._files, target, self._files.read(self._path), mode), target)
            self._files.sync_folder(self._folder)
            self._backups.append(kept)

    def keep(self, source: Path, target: Path) -> None:
        """Give a file a second name, or copy it where the file system knows no hard links."""
        try:
            self._files.link(source, target)
        except OSError as problem:
            if problem.errno not in (errno.EPERM, errno.ENOTSUP, errno.EMLINK, errno.ENOSYS):
                raise
            self._files.replace(write_temporary(self._files, target, self._files.read(source), None), target)

    def retire(self, seq: int) -> None:
        """Delete backups beyond the last eight and segments no kept snapshot needs; the save stands at `seq`."""
        self._backups.sort()
        for kept in self._backups[:-KEPT]:
            self.forget(self._folder / kept.name)
        self._backups = self._backups[-KEPT:]
        floor = min([kept.seq for kept in self._backups] + [seq])
        for kept in [kept for kept in self._segments if kept.end <= floor or kept.end == kept.seq]:
            self.forget(self._folder / kept.name)
            self._segments.remove(kept)

    def damaged_folder(self) -> Path:
        """A new folder for what is set aside; its name holds the time, its place among equals a counter."""
        taken, stem, count = self._files.names(self._folder), f"damaged-{self._clock.wall()}", 0
        while (name := f"{stem}-{count}" if count else stem) in taken:
            count += 1
        self._files.make_folder(self._folder / name)
        self._files.sync_folder(self._folder)
        return self._folder / name

    def set_aside(self, names: Sequence[str], place: Path) -> None:
        """Move files of the folder into `place`; at no moment is one of them without a name."""
        for name in names:
            self.keep(self._folder / name, place / name)
        self._files.sync_folder(place)
        for name in names:
            self._files.unlink(self._folder / name)

    def remove_stale(self) -> None:
        """Delete temporaries a crash left behind: they carry the name of this save, whose lock we hold."""
        for folder, start in ((self._path.parent, f".{self._path.name}."), (self._folder, ".B-")):
            for name in self._files.names(folder):
                found = self._files.stat(folder / name) if name.startswith(start) and name.endswith(".tmp") else None
                if found is not None and found.kind == "file":
                    self.forget(folder / name)

    def forget(self, path: Path) -> None:
        """Delete a file of ours; that it stays does no harm."""
        with contextlib.suppress(OSError):
            self._files.unlink(path)

    def _next_backup(self, seq: int, mark: str) -> _Kept:
        name = recover.next_name("B", seq, self._files.names(self._folder))
        return _Kept(*_number(name), name, mark)


def _number(name: str) -> tuple[int, int]:
    found = recover.number(name)
    assert found is not None
    return found[1], found[2]
