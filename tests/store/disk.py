"""A disk in memory with the methods of `Files`, which can lose power at any moment.

Each file knows which of its bytes are on the medium and which are not yet, each folder the same about its names. An
image is one disk that may be found after the power is back: pending operations on names in any subset, pending data
none, all, cut, followed by rubbish, or as zeros.
"""

from __future__ import annotations

import errno
import itertools
import os
from collections.abc import Callable, Iterator
from pathlib import Path

from gmconsole.store.errors import StoreError
from gmconsole.store.files import LIMIT, Clock, Files, Stat

Image = dict[str, bytes | None]
"""What a disk holds: the path of each file and its bytes, of each folder and None."""


class Node:
    """A file: bytes as programs see them, and as the medium has them."""

    def __init__(self, data: bytes = b"") -> None:
        self.data = data
        self.durable = data
        self.marks: list[int] = []
        self.owner: int | None = None

    def variants(self) -> list[bytes]:
        """What the medium may hold after a crash: first nothing of what is pending, then all of it."""
        if self.data == self.durable:
            return [self.data]
        found = [self.durable, self.data]
        if self.data.startswith(self.durable):
            kept, new = self.durable, self.data[len(self.durable) :]
            cuts = {mark - len(kept) for mark in self.marks} | {1, len(new) // 2, len(new) - 1}
            found += [kept + new[:cut] for cut in sorted(cuts) if 0 < cut < len(new)]
            found += [kept + bytes(len(new)), kept + new[: len(new) // 2] + bytes(len(new) - len(new) // 2)]
            found += [kept + new[: len(new) // 2] + b"\xff\x00\x5b" * 5]
        else:
            found += [b"", self.data[: len(self.data) // 2], bytes(len(self.data))]
        return found


class Folder:
    """Names as programs see them, as the medium has them, and the operations between the two."""

    def __init__(self) -> None:
        self.names: dict[str, Node | Folder] = {}
        self.durable: dict[str, Node | Folder] = {}
        self.pending: list[tuple[tuple[str, Node | Folder | None], ...]] = []

    def change(self, *steps: tuple[str, Node | Folder | None]) -> None:
        _apply(self.names, steps)
        self.pending.append(steps)


def _apply(names: dict[str, Node | Folder], steps: tuple[tuple[str, Node | Folder | None], ...]) -> None:
    for name, entry in steps:
        if entry is None:
            names.pop(name, None)
        else:
            names[name] = entry


class Disk(Files):
    """`Files` in memory. `watch` is called before each operation that changes something, with its name."""

    def __init__(self, image: Image | None = None) -> None:
        self.root = Folder()
        self.watch: Callable[[str], None] = lambda _: None
        self._open: dict[int, tuple[Node, str]] = {}
        self._next = 100
        self._tokens = 0
        for path, data in sorted((image or {}).items()):
            folder, name = self._parent(Path(path))
            folder.names[name] = Folder() if data is None else Node(data)
        for folder in self._folders(self.root):
            folder.durable = dict(folder.names)

    # what the tests ask

    def image(self) -> Image:
        """The disk as programs see it now: after a crash of the program alone."""
        return dict(self._walk(self.root, "/", lambda folder: folder.names, lambda node: node.data))

    def images(self) -> Iterator[Image]:
        """The disks that may be found after a loss of power now."""
        folders = [folder for folder in self._folders(self.root) if folder.pending]
        steps = [(folder, step) for folder in folders for step in folder.pending]
        for chosen in _subsets(len(steps)):
            names = {id(folder): dict(folder.durable) for folder in folders}
            for (folder, step), taken in zip(steps, chosen, strict=True):
                if taken:
                    _apply(names[id(folder)], step)

            def listing(folder: Folder, names: dict[int, dict[str, Node | Folder]] = names) -> dict[str, Node | Folder]:
                return names.get(id(folder), folder.durable)

            nodes: dict[int, Node] = {}

            def note(node: Node, nodes: dict[int, Node] = nodes) -> bytes:
                nodes[id(node)] = node
                return b""

            list(self._walk(self.root, "/", listing, note))
            wet = [node for node in nodes.values() if node.data != node.durable]
            for choice in _choices(wet):
                yield dict(self._walk(self.root, "/", listing, lambda node, c=choice: c.get(id(node), node.durable)))

    def _walk(self, folder, start, listing, content):  # type: ignore[no-untyped-def]
        for name, entry in sorted(listing(folder).items()):
            if isinstance(entry, Folder):
                yield f"{start}{name}", None
                yield from self._walk(entry, f"{start}{name}/", listing, content)
            else:
                yield f"{start}{name}", content(entry)

    def _folders(self, folder: Folder) -> Iterator[Folder]:
        yield folder
        for entry in folder.names.values():
            if isinstance(entry, Folder):
                yield from self._folders(entry)

    def _parent(self, path: Path) -> tuple[Folder, str]:
        folder = self.root
        for part in path.parts[1:-1]:
            entry = folder.names.get(part)
            if not isinstance(entry, Folder):
                raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(path))
            folder = entry
        return folder, path.name

    def _find(self, path: Path) -> Node | Folder | None:
        try:
            folder, name = self._parent(path)
        except FileNotFoundError:
            return None
        return folder.names.get(name)

    def _node(self, path: Path) -> Node:
        entry = self._find(path)
        if entry is None:
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(path))
        if isinstance(entry, Folder):
            raise StoreError("not_regular", path)
        return entry

    def _number(self, node: Node, name: str) -> int:
        self._next += 1
        self._open[self._next] = (node, name)
        return self._next

    def name_of(self, descriptor: int) -> str:
        """The name under which the file was created."""
        return self._open[descriptor][1]

    # Files

    def resolve(self, path: Path) -> Path:
        return path

    def stat(self, path: Path) -> Stat | None:
        entry = self._find(path)
        if entry is None:
            return None
        if isinstance(entry, Folder):
            return Stat((0, id(entry)), 0, 1, 0o755, "folder")
        return Stat((0, id(entry)), len(entry.data), self._links(entry), 0o644, "file")

    def names(self, folder: Path) -> list[str]:
        entry = self._find(folder)
        return sorted(entry.names) if isinstance(entry, Folder) else []

    def read(self, path: Path, size: int = -1) -> bytes:
        data = self._node(path).data
        if size < 0 and len(data) > LIMIT:
            raise StoreError("too_large", path, size=len(data), limit=LIMIT)
        return data if size < 0 else data[:size]

    def create(self, path: Path, mode: int | None = None) -> int:
        folder, name = self._parent(path)
        if name in folder.names:
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(path))
        self.watch("create")
        node = Node()
        folder.change((name, node))
        return self._number(node, name)

    def write(self, descriptor: int, data: bytes | memoryview) -> int:
        self.watch("write")
        node = self._open[descriptor][0]
        node.data += bytes(data)
        node.marks.append(len(node.data))
        return len(data)

    def truncate(self, descriptor: int, length: int) -> None:
        self.watch("truncate")
        node = self._open[descriptor][0]
        node.data = node.data[:length]

    def sync(self, descriptor: int) -> None:
        self.watch("sync")
        node = self._open[descriptor][0]
        node.durable, node.marks = node.data, []

    def datasync(self, descriptor: int) -> None:
        self.watch("datasync")
        node = self._open[descriptor][0]
        node.durable, node.marks = node.data, []

    def sync_folder(self, folder: Path) -> None:
        self.watch("sync_folder")
        entry = self._find(folder)
        if not isinstance(entry, Folder):
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(folder))
        entry.durable, entry.pending = dict(entry.names), []

    def links(self, descriptor: int) -> int:
        return self._links(self._open[descriptor][0])

    def _links(self, node: Node) -> int:
        return sum(entry is node for folder in self._folders(self.root) for entry in folder.names.values())

    def close(self, descriptor: int) -> None:
        node, _ = self._open.pop(descriptor)
        if node.owner == descriptor:
            node.owner = None

    def link(self, source: Path, target: Path) -> None:
        folder, name = self._parent(target)
        if name in folder.names:
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(target))
        self.watch("link")
        folder.change((name, self._node(source)))

    def replace(self, source: Path, target: Path) -> None:
        folder, name = self._parent(target)
        assert self._parent(source)[0] is folder
        self.watch("replace")
        folder.change((name, self._node(source)), (source.name, None))

    def unlink(self, path: Path) -> None:
        folder, name = self._parent(path)
        self._node(path)
        self.watch("unlink")
        folder.change((name, None))

    def make_folder(self, path: Path) -> None:
        folder, name = self._parent(path)
        if name in folder.names:
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(path))
        self.watch("make_folder")
        folder.change((name, Folder()))

    def lock(self, path: Path, text: bytes) -> int:
        entry = self._find(path)
        if entry is None:
            self.close(self.create(path))
        node = self._node(path)
        if node.owner is not None:
            raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN))
        # Nobody believes the text, so its variants after a crash would only multiply the disks.
        node.data = node.durable = text
        node.owner = self._number(node, path.name)
        return node.owner

    def holds(self, path: Path, descriptor: int) -> bool:
        return self._find(path) is self._open[descriptor][0]

    def token(self) -> str:
        self._tokens += 1
        return f"{self._tokens:08}"


class StillClock(Clock):
    """A clock that stands, or runs backwards, as the test sets it."""

    def __init__(self) -> None:
        self.now = 1000.0

    def wall(self) -> str:
        return "19700101T000000Z"

    def monotonic(self) -> float:
        return self.now


def _subsets(count: int) -> Iterator[tuple[bool, ...]]:
    """Every subset of a few operations; of many, the beginnings, each one alone and each one missing."""
    if count <= 4:
        yield from itertools.product((False, True), repeat=count)
        return
    seen = {tuple(n < end for n in range(count)) for end in range(count + 1)}
    seen |= {tuple(n == only for n in range(count)) for only in range(count)}
    seen |= {tuple(n != missing for n in range(count)) for missing in range(count)}
    yield from sorted(seen)


def _choices(wet: list[Node]) -> Iterator[dict[int, bytes]]:
    """Contents for the files with pending data: one of them in each variant, the others all without or all with it."""
    if not wet:
        yield {}
        return
    for node in wet:
        for variant in node.variants():
            for rest in ("durable", "data") if len(wet) > 1 else ("durable",):
                yield {id(it): getattr(it, rest) for it in wet} | {id(node): variant}
