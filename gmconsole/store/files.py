"""The file operations of the store, all of them, in one small object.

Nothing else in the package touches the operating system, so a double with the same methods can record a run, lose
power at any point of it, or refuse to write.
"""

from __future__ import annotations

import contextlib
import errno
import fcntl
import os
import secrets
import stat
import time
from collections.abc import Callable
from pathlib import Path

import msgspec

from gmconsole.store.errors import StoreError

LIMIT = 16 * 1024 * 1024


class Stat(msgspec.Struct, frozen=True):
    """What the store asks about a file: its identity, size in bytes, number of names, permission bits and kind."""

    inode: tuple[int, int]
    size: int
    links: int
    mode: int
    kind: str


class Clock:
    """Wall time for names and display, monotonic time for intervals. Nothing is ever ordered by either."""

    def wall(self) -> str:
        """The time of day as `YYYYmmddTHHMMSSZ`, for people."""
        return time.strftime("%Y%m%dT%H%M%SZ", time.gmtime())

    def monotonic(self) -> float:
        return time.monotonic()


def _stat(found: os.stat_result) -> Stat:
    kind = "file" if stat.S_ISREG(found.st_mode) else "folder" if stat.S_ISDIR(found.st_mode) else "other"
    return Stat((found.st_dev, found.st_ino), found.st_size, found.st_nlink, stat.S_IMODE(found.st_mode), kind)


class Files:
    """Real files. Every method may raise OSError; `read` also raises StoreError for what is not a plain small file."""

    def resolve(self, path: Path) -> Path:
        """The path with every symbolic link followed. Raises StoreError `link_loop` for a loop or a dangling link."""
        try:
            real = Path(os.path.realpath(path, strict=path.is_symlink()))
        except OSError:
            raise StoreError("link_loop", path) from None
        return real

    def stat(self, path: Path) -> Stat | None:
        """What stands at the path, links not followed; None when nothing does."""
        try:
            return _stat(os.lstat(path))
        except (FileNotFoundError, NotADirectoryError):
            return None

    def names(self, folder: Path) -> list[str]:
        """The sorted names in a folder; none when it does not exist."""
        try:
            return sorted(found.name for found in os.scandir(folder))
        except (FileNotFoundError, NotADirectoryError):
            return []

    def read(self, path: Path, size: int = -1) -> bytes:
        """The file's bytes, or its first `size`. Never waits on a pipe, never follows a link at the last step.

        Raises FileNotFoundError, StoreError `not_regular`, StoreError `too_large` (a whole file above 16 MB).
        """
        try:
            descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
        except OSError as problem:
            if problem.errno in (errno.ELOOP, errno.ENXIO):
                raise StoreError("not_regular", path) from None
            raise
        try:
            found = os.fstat(descriptor)
            if not stat.S_ISREG(found.st_mode):
                raise StoreError("not_regular", path)
            if size < 0 and found.st_size > LIMIT:
                raise StoreError("too_large", path, size=found.st_size, limit=LIMIT)
            parts, left = [], LIMIT + 1 if size < 0 else size
            while left and (part := os.read(descriptor, min(left, 1 << 20))):
                parts.append(part)
                left -= len(part)
            return b"".join(parts)
        finally:
            os.close(descriptor)

    def create(self, path: Path, mode: int | None = None) -> int:
        """A descriptor that appends to a new file; FileExistsError when the name is taken. None: the usual mode."""
        flags = os.O_CREAT | os.O_EXCL | os.O_WRONLY | os.O_APPEND | os.O_NOFOLLOW | os.O_CLOEXEC
        descriptor = os.open(path, flags, 0o666)
        if mode is not None:
            os.fchmod(descriptor, mode)
        return descriptor

    def write(self, descriptor: int, data: bytes | memoryview) -> int:
        return os.write(descriptor, data)

    def truncate(self, descriptor: int, length: int) -> None:
        os.ftruncate(descriptor, length)

    def sync(self, descriptor: int) -> None:
        """Data and metadata of a new file on the disk."""
        os.fsync(descriptor)

    def datasync(self, descriptor: int) -> None:
        """Appended data on the disk, with the length needed to read it back."""
        os.fdatasync(descriptor)

    def sync_folder(self, folder: Path) -> None:
        """The names in a folder on the disk."""
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)

    def links(self, descriptor: int) -> int:
        """How many names the open file has; 0: it was deleted."""
        return os.fstat(descriptor).st_nlink

    def close(self, descriptor: int) -> None:
        os.close(descriptor)

    def link(self, source: Path, target: Path) -> None:
        os.link(source, target, follow_symlinks=False)

    def replace(self, source: Path, target: Path) -> None:
        source.replace(target)

    def unlink(self, path: Path) -> None:
        path.unlink()

    def make_folder(self, path: Path) -> None:
        path.mkdir()

    def lock(self, path: Path, text: bytes) -> int:
        """A descriptor that holds the exclusive lock, with `text` inside for display. BlockingIOError: someone has it.

        The kernel's lock decides, and it dies with its process; what the file says is never believed.
        """
        while True:
            descriptor = os.open(path, os.O_CREAT | os.O_RDWR | os.O_NOFOLLOW | os.O_CLOEXEC, 0o666)
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
                if self.holds(path, descriptor):
                    os.ftruncate(descriptor, 0)
                    os.pwrite(descriptor, text, 0)
                    return descriptor
            except BaseException:
                os.close(descriptor)
                raise
            os.close(descriptor)

    def holds(self, path: Path, descriptor: int) -> bool:
        """Whether the open lock is still the one found under its name."""
        found, mine = self.stat(path), os.fstat(descriptor)
        return found is not None and found.inode == (mine.st_dev, mine.st_ino)

    def token(self) -> str:
        """A fresh name part, eight characters."""
        return secrets.token_hex(4)


def write_all(files: Files, descriptor: int, data: bytes) -> None:
    """Write all of the data, in as many calls as it takes. Raises OSError with part of it written."""
    rest = memoryview(data)
    while rest:
        count = files.write(descriptor, rest)
        if count == 0:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        rest = rest[count:]


def write_temporary(
    files: Files, target: Path, data: bytes, mode: int | None, check: Callable[[bytes], None] | None = None
) -> Path:
    """A synced file beside the target, read back and found equal, and passed by `check` (which raises ValueError)."""
    if len(data) > LIMIT:
        raise OSError(errno.EFBIG, f"the save would hold more than {LIMIT} bytes")
    path = target.with_name(f".{target.name}.{files.token()}.tmp")
    descriptor = files.create(path, mode)
    try:
        try:
            write_all(files, descriptor, data)
            files.sync(descriptor)
        finally:
            files.close(descriptor)
        back = files.read(path)
        if back != data:
            raise OSError(errno.EIO, "the file does not read back as it was written")
        if check is not None:
            check(back)
    except (OSError, ValueError):
        with contextlib.suppress(OSError):
            files.unlink(path)
        raise
    return path


def reason(problem: OSError) -> str:
    """The problem in a few words."""
    return problem.strerror or str(problem)
