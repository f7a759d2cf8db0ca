"""Damage to one file of a save, everything a disk or a careless program may do to it, and what must come of it."""

from __future__ import annotations

from collections.abc import Iterator

from gmconsole.store.errors import StoreError
from gmconsole.store.keeper import Keeper
from gmconsole.store.report import changes

from .disk import Disk, Image, StillClock
from .model import EMPTY, SAVE, Run, document, reached, record

MAIN = str(SAVE)
REFUSED = {"edited_pending", "too_new", "newer_schema", "unusable_edit"}


class Sample:
    """A small save: its disk, the last snapshot, the last action, and the segment that holds what lies between."""

    def __init__(self, *, closed: bool) -> None:
        run = Run(Disk(EMPTY))
        run.create()
        for count in (2, 1):
            run.act(count)
            run.it.sync()
            run.snapshot_of_now()
        run.close()
        run.open()
        run.act(2)
        run.it.sync()
        run.snapshot_of_now()
        self.snapshot = run.issued
        run.act(0 if closed else 3)
        run.it.sync()
        run.close() if closed else run.crash_of_the_program()
        self.image = run.disk.image()
        self.last = run.issued
        self.segment = max(path for path in self.image if "/J-" in path)

    def files(self) -> dict[str, bytes]:
        return {path: data for path, data in self.image.items() if data is not None and not path.endswith("/lock")}


def damages(data: bytes) -> Iterator[bytes | None]:
    """The file deleted, cut at every offset, with a bit flipped in every byte, and with a zeroed or foreign end."""
    yield None
    yield from (data[:end] for end in range(len(data)))
    for place in range(len(data)):
        yield data[:place] + bytes([data[place] ^ 1 << place % 8]) + data[place + 1 :]
    yield data[: len(data) // 2] + bytes(len(data) // 2)
    yield data + bytes(100)
    yield data + b"# rubbish"


def verdict(sample: Sample, path: str, damaged: bytes | None) -> str:
    """Open the save with one file damaged; empty when the outcome is right, otherwise what is wrong.

    Right is: the state of the last action (of the last snapshot at least, when the running segment is hurt), or a hand
    edit that is shown, or a refusal that touches nothing. One damage in four also goes on for three actions.
    """
    image: Image = {name: data for name, data in sample.image.items() if name != path}
    if damaged is not None:
        image[path] = damaged
    disk = Disk(image)
    try:
        keeper, found = Keeper.open(SAVE, disk, StillClock())
    except StoreError as problem:
        now = {name: data for name, data in disk.image().items() if not name.endswith("/lock")}
        untouched = now == {name: data for name, data in image.items() if not name.endswith("/lock")}
        return "" if path == MAIN and damaged and problem.code in REFUSED and untouched else f"refused: {problem}"
    codes = found.report.codes
    if "edited" in codes:
        original = document(sample.last)
        shown = found.report.changes == changes(original, found.document) != ()
        return "" if path == MAIN and shown and damaged in disk.image().values() else "an edit that was not shown"
    try:
        seq = reached(found)
    except AssertionError:
        return "a state that never was"
    floor = sample.snapshot if path == sample.segment else sample.last
    if not floor <= seq <= sample.last:
        return f"{seq} is below {floor}"
    if codes and not set(codes) <= {"torn"} and damaged is not None and damaged not in disk.image().values():
        return "the damaged file is gone"
    if seq < sample.last and damaged and not codes and not _clean_cut(sample, damaged):
        return "nothing was said"
    if len(damaged or b"") % 4:
        return ""
    for n in range(seq + 1, seq + 4):
        keeper.append(record(n))
    keeper.sync()
    _, found = Keeper.open(SAVE, Disk(disk.image()), StillClock())
    return "" if reached(found) == seq + 3 and not found.report.findings else "three actions later it is wrong"


def _clean_cut(sample: Sample, damaged: bytes) -> bool:
    """Whether the segment was cut between two entries, or within its first lines: it then shows no sign."""
    whole = sample.files()[sample.segment]
    rest = whole[len(damaged) :]
    return whole.startswith(damaged) and (rest.lstrip(b"\n").startswith(b"[[entry]]") or b"[[entry]]" not in damaged)


def complaints(sample: Sample) -> Iterator[str]:
    """Whatever is wrong with any damage to any file of the sample."""
    for path, data in sample.files().items():
        for damaged in damages(data):
            if complaint := verdict(sample, path, damaged):
                yield f"{path}, {damaged!r}: {complaint}"
