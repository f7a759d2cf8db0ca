"""A disk that refuses: full at any byte, failing syncs, no permission, files deleted or changed under our hands."""

from __future__ import annotations

import errno
import os
import resource
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from gmconsole.store import Files, Status, Store, StoreError, read_save, store
from gmconsole.store.keeper import Keeper
from gmconsole.store.recover import folder_of
from gmconsole.store.snapshot import Document

from .disk import Disk, StillClock
from .model import EMPTY, SAVE, document, open_save, reached, record


class Tight(Disk):
    """A disk with room for so many more bytes; a write that does not fit is cut short, the next one fails."""

    room = 1 << 30
    problem = errno.ENOSPC

    def write(self, descriptor: int, data: bytes | memoryview) -> int:
        if self.room == 0:
            raise OSError(self.problem, os.strerror(self.problem))
        count = min(len(data), self.room)
        self.room -= count
        return super().write(descriptor, bytes(data[:count]))


def started(disk: Disk) -> Keeper:
    """A new save with one action on the disk."""
    keeper = Keeper.create(SAVE, document(0), disk, StillClock())
    keeper.append(record(1))
    keeper.sync()
    return keeper


@pytest.mark.parametrize("problem", [errno.ENOSPC, errno.EDQUOT, errno.EFBIG])
@pytest.mark.parametrize("room", range(0, 420, 3))
def test_a_disk_full_at_any_byte_loses_nothing_once_there_is_room(room: int, problem: int) -> None:
    disk = Tight(EMPTY)
    keeper = started(disk)
    disk.room, disk.problem = room, problem
    for seq in (2, 3, 4, 5):
        keeper.append(record(seq))
    keeper.sync()
    assert keeper.synced < 5
    assert keeper.trouble == os.strerror(problem)
    _, seq, codes = open_save(Disk(disk.image()))
    assert (seq, codes) == (keeper.synced, ())
    assert reached(read_save(SAVE, disk)) == keeper.synced
    disk.room = 1 << 30
    keeper.append(record(6))
    keeper.sync()
    assert (keeper.trouble, keeper.synced) == ("", 6)
    assert open_save(Disk(next(disk.images())))[1:] == (6, ())


@pytest.mark.parametrize("room", range(0, 700, 7))
def test_a_snapshot_that_does_not_fit_changes_nothing(room: int) -> None:
    disk = Tight(EMPTY)
    keeper = started(disk)
    keeper.append(record(2))
    keeper.sync()
    disk.room = room
    try:
        keeper.snapshot(lambda: document(2))
    except OSError:
        pass
    else:
        assert room > len(disk.read(SAVE))
    assert not [path for path in disk.image() if path.endswith(".tmp")]
    assert open_save(Disk(disk.image()))[1:] == (2, ())
    disk.room = 1 << 30
    for seq in (3, 4):
        keeper.append(record(seq))
    keeper.snapshot(lambda: document(3))
    keeper.sync()
    assert open_save(Disk(next(disk.images())))[1:] == (4, ())


def test_a_snapshot_frees_what_the_journal_could_not_take() -> None:
    """The queue may be saved by the snapshot alone; the segment it did not fit into is not used again."""
    disk = Tight(EMPTY)
    keeper = started(disk)
    disk.room = 10
    keeper.append(record(2))
    disk.room = 1 << 30
    keeper.snapshot(lambda: document(2))
    keeper.append(record(3))
    keeper.sync()
    assert keeper.synced == 3
    assert open_save(Disk(next(disk.images())))[1:] == (3, ())


class BadSyncs(Disk):
    """After so many that pass, so many syncs of files fail; each descriptor that failed is remembered."""

    passing = 0
    failures = 0
    failed: list[int]

    def datasync(self, descriptor: int) -> None:
        assert descriptor not in self.failed, "a descriptor was synced again after its sync had failed"
        if self.failures and self.passing:
            self.passing -= 1
        elif self.failures:
            self.failures -= 1
            self.failed.append(descriptor)
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        super().datasync(descriptor)

    def sync(self, descriptor: int) -> None:
        self.datasync(descriptor)


@pytest.mark.parametrize("failures", [1, 2, 3])
def test_a_descriptor_is_never_synced_again_after_a_failed_sync(failures: int) -> None:
    disk = BadSyncs(EMPTY)
    disk.failed = []
    keeper = started(disk)
    disk.failures = failures
    for seq in (2, 3):
        keeper.append(record(seq))
    keeper.sync()
    assert keeper.wants_snapshot
    assert keeper.synced == (3 if failures == 1 else 1)
    keeper.append(record(4))
    keeper.sync()
    keeper.sync()
    assert (keeper.synced, keeper.trouble) == (4, "")
    assert len(disk.failed) == failures
    assert open_save(Disk(next(disk.images())))[1:] == (4, ())
    keeper.snapshot(lambda: document(4))
    assert not keeper.wants_snapshot


@pytest.mark.parametrize("place", range(3))
def test_a_sync_that_fails_within_a_snapshot_costs_nothing(place: int) -> None:
    disk = BadSyncs(EMPTY)
    disk.failed = []
    keeper = started(disk)
    keeper.append(record(2))
    disk.passing, disk.failures = place, 1
    with suppress(OSError):
        keeper.snapshot(lambda: document(2))
    assert len(disk.failed) == 1
    keeper.append(record(3))
    keeper.sync()
    assert (keeper.synced, keeper.trouble) == (3, "")
    assert open_save(Disk(next(disk.images())))[1:] == (3, ())


class ReadOnly(Disk):
    """A file system that became read-only."""

    locked = False

    def create(self, path: Path, mode: int | None = None) -> int:
        self._refuse()
        return super().create(path, mode)

    def write(self, descriptor: int, data: bytes | memoryview) -> int:
        self._refuse()
        return super().write(descriptor, data)

    def _refuse(self) -> None:
        if self.locked:
            raise OSError(errno.EROFS, os.strerror(errno.EROFS))


def test_a_file_system_that_became_read_only_is_named_and_the_save_can_still_be_read() -> None:
    disk = ReadOnly(EMPTY)
    keeper = started(disk)
    disk.locked = True
    keeper.append(record(2))
    keeper.sync()
    assert (keeper.synced, keeper.trouble) == (1, os.strerror(errno.EROFS))
    keeper.close()
    before = disk.image()
    with pytest.raises(StoreError, match="Read-only") as problem:
        Keeper.open(SAVE, disk, StillClock())
    assert problem.value.code == "io"
    assert disk.image() == before
    assert reached(read_save(SAVE, disk)) == 1


@pytest.mark.parametrize("what", ["save", "journal", "folder", "everything"])
def test_files_deleted_while_the_save_is_open_are_written_again_at_the_next_action(tmp_path: Path, what: str) -> None:
    path = tmp_path / "fight.toml"
    keeper = Keeper.create(path, document(0), Files(), StillClock())
    for seq in (1, 2):
        keeper.append(record(seq))
    keeper.sync()
    folder = folder_of(path)
    doomed = {"save": [path], "journal": list(folder.glob("J-*"))}.get(what, list(folder.iterdir()))
    for victim in doomed:
        victim.unlink()
    if what in ("folder", "everything"):
        folder.rmdir()
    if what == "everything":
        path.unlink()
    keeper.append(record(3))
    keeper.sync()
    assert (keeper.synced, keeper.trouble) == (3, "")
    assert keeper.wants_snapshot == (what in ("save", "everything"))
    if keeper.wants_snapshot:
        keeper.snapshot(lambda: document(3))
    with pytest.raises(StoreError) as problem:
        Keeper.open(path, Files(), StillClock())
    assert problem.value.code == "locked"
    keeper.close()
    keeper, found = Keeper.open(path, Files(), StillClock())
    assert (reached(found), found.report.codes) == (3, ())
    keeper.close()


@pytest.mark.parametrize("change", ["edited", "replaced by a folder", "emptied"])
def test_a_save_file_changed_by_someone_else_is_not_written_over(tmp_path: Path, change: str) -> None:
    path = tmp_path / "fight.toml"
    keeper = Keeper.create(path, document(0), Files(), StillClock())
    keeper.append(record(1))
    if change == "edited":
        path.write_bytes(path.read_bytes().replace(b"Cowboy", b"Sheriff"))
    elif change == "emptied":
        path.write_bytes(b"")
    else:
        path.unlink()
        path.mkdir()
    before = path.read_bytes() if path.is_file() else None
    keeper.snapshot(lambda: document(1))
    assert keeper.conflict
    keeper.append(record(2))
    keeper.sync()
    keeper.snapshot(lambda: document(2))
    keeper.anchor()
    assert (path.read_bytes() if path.is_file() else None) == before
    assert keeper.synced == 2
    assert not list(tmp_path.glob("*.tmp"))
    keeper.close()


@contextmanager
def file_size_limit(size: int) -> Iterator[None]:
    """No file of this process may grow beyond `size` bytes."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_a_real_file_size_limit_shows_as_not_saved_and_is_made_good(tmp_path: Path) -> None:
    path = tmp_path / "fight.toml"
    with Store.create(path, document(0)) as save:
        for seq in (1, 2):
            save.append(record(seq))
        assert save.wait(10)
        length = next(folder_of(path).glob("J-*")).stat().st_size
        with file_size_limit(length + 50):
            for seq in (3, 4, 5):
                save.append(record(seq))
            assert not save.wait(0.05)
            assert save.status() == Status("not_saved", 3, os.strerror(errno.EFBIG))
            assert next(folder_of(path).glob("J-*")).stat().st_size == length
            assert reached(read_save(path)) == 2
        save.append(record(6))
        assert save.wait(10)
        assert save.status() == Status("saved")
    assert reached(read_save(path)) == 6


def test_what_the_disk_refused_is_tried_again_without_an_action(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "RETRY", 0.02)
    with Store.create(tmp_path / "fight.toml", document(0)) as save:
        with file_size_limit(10):
            save.append(record(1))
            assert not save.wait(0.05)
        assert save.wait(10)
        assert save.status() == Status("saved")


def test_an_error_in_making_the_document_does_not_stop_the_journal(tmp_path: Path) -> None:
    def broken() -> Document:
        raise RuntimeError("no document today")

    path = tmp_path / "fight.toml"
    save = Store.create(path, document(0))
    save.append(record(1))
    save.request_snapshot(broken)
    assert save.wait(10)
    save.append(record(2))
    assert save.wait(10)
    assert save.close().snapshot == "RuntimeError: no document today"
    assert reached(read_save(path)) == 2


class NoJournal(Disk):
    """Segments take no more bytes, other files do."""

    refusing = False

    def write(self, descriptor: int, data: bytes | memoryview) -> int:
        if self.refusing and self.name_of(descriptor).startswith("J-"):
            raise OSError(errno.EFBIG, os.strerror(errno.EFBIG))
        return super().write(descriptor, data)


def test_nothing_is_written_behind_a_gap_that_only_the_snapshot_fills() -> None:
    disk = NoJournal(EMPTY)
    keeper = started(disk)
    disk.refusing = True
    keeper.append(record(2))
    with pytest.raises(OSError, match="large"):
        keeper.snapshot(lambda: document(2))
    assert keeper.synced == 2
    disk.refusing = False
    keeper.append(record(3))
    keeper.sync()
    assert (keeper.synced, keeper.trouble) == (3, "")
    assert open_save(Disk(next(disk.images())))[1:] == (3, ())


class Forgetful(Disk):
    """New files read back with one byte changed."""

    def read(self, path: Path, size: int = -1) -> bytes:
        data = super().read(path, size)
        return data.replace(b"Cowboy", b"Cowbay") if path.name.endswith(".tmp") else data


def test_a_file_that_does_not_read_back_never_becomes_the_save() -> None:
    whole = Disk(EMPTY)
    keeper = started(whole)
    keeper.close()
    disk = Forgetful(whole.image())
    keeper, _, _ = open_save(disk)
    before = disk.read(SAVE)
    with pytest.raises(OSError, match="read back"):
        keeper.snapshot(lambda: document(1))
    assert disk.read(SAVE) == before
    assert open_save(Disk(disk.image()))[1:] == (1, ())


def test_after_each_snapshot_the_save_file_may_be_lost_and_nothing_is() -> None:
    disk = Disk(EMPTY)
    keeper = started(disk)
    for seq in (2, 3, 4):
        keeper.append(record(seq))
        keeper.snapshot(lambda seq=seq: document(seq))
        for image in disk.images():
            del image[str(SAVE)]
            assert open_save(Disk(image))[1] == seq
