"""A small made-up fight for the tests of the store, and the crash check they share."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from gmconsole.store.errors import StoreError
from gmconsole.store.keeper import Keeper
from gmconsole.store.recover import Recovered

from .disk import Disk, Image, StillClock

SAVE = Path("/saves/fight.toml")
EMPTY: Image = {"/saves": None}
FIRST = 1


def record(seq: int) -> dict[str, object]:
    """One action: it adds its own number to a sum and names the actor last."""
    return {
        "seq": seq,
        "label": "strike" if seq % 2 else "警察:\n# seal 1 1 0000000000000000",
        "dice": [seq % 6 + 1, 3],
        "events": [{"type": "sum", "after": seq * (seq + 1) // 2, "quiet": seq % 3 == 0}],
    }


def document(seq: int) -> dict[str, object]:
    """The save after `seq` actions; it keeps the last three records."""
    return {
        "save": {"schema": 1, "min_reader": 1, "title": "Cowboy", "seq": seq, "save_id": "fight-1"},
        "state": {"sum": seq * (seq + 1) // 2, "people": {"npc-001": {"name": "Bob # [[history]]", "life": [3, seq]}}},
        "history": [record(n) for n in range(max(1, seq - 2), seq + 1)],
    }


def reached(found: Recovered) -> int:
    """How far a recovered save goes, after checking that it says exactly what the model says at that point."""
    start = found.document["save"]["seq"]  # type: ignore[index,call-overload]
    assert found.document == document(start)
    assert found.records == [record(n) for n in range(start + 1, start + 1 + len(found.records))]
    return int(start) + len(found.records)


def open_save(disk: Disk) -> tuple[Keeper, int, tuple[str, ...]]:
    """Open the save: the keeper, how far it goes, and what was reported."""
    keeper, found = Keeper.open(SAVE, disk, StillClock())
    seq = reached(found)
    assert keeper.tail == keeper.synced == keeper.written == seq
    return keeper, seq, found.report.codes


class Run:
    """A run of the store on a disk, with what the screen may have said at each moment."""

    def __init__(self, disk: Disk) -> None:
        self.disk = disk
        self.keeper: Keeper | None = None
        self.acknowledged = -1
        self.issued = 0
        disk.watch = lambda _: None

    def act(self, count: int = 1) -> None:
        """Issue actions."""
        assert self.keeper is not None
        for _ in range(count):
            self.issued += 1
            self.keeper.append(record(self.issued))

    def steps(self) -> Iterator[Callable[[], object]]:
        """The steps of the run; what is acknowledged is what the keeper calls synced in between and within."""
        yield self.create
        yield lambda: self.act(1)
        yield lambda: self.it.sync()
        yield lambda: self.act(3)
        yield lambda: self.it.sync()
        yield lambda: self.act(1)
        yield self.snapshot_of_now
        yield lambda: self.act(2)
        yield self.snapshot_while_acting
        yield lambda: self.it.sync()
        yield lambda: self.act(2)
        yield self.close
        yield self.open
        yield lambda: self.act(2)
        yield lambda: self.it.sync()
        yield lambda: self.act(1)
        yield self.crash_of_the_program
        yield self.open
        yield self.snapshot_of_now
        yield lambda: self.act(2)
        yield self.snapshot_of_now
        yield lambda: self.act(1)
        yield lambda: self.it.sync()
        yield self.crash_of_the_program

    @property
    def it(self) -> Keeper:
        assert self.keeper is not None
        return self.keeper

    def create(self) -> None:
        self.keeper = Keeper.create(SAVE, document(0), self.disk, StillClock())
        self.acknowledged = 0

    def open(self) -> None:
        self.keeper, seq, _ = open_save(self.disk)
        assert seq == self.issued

    def snapshot_of_now(self) -> None:
        now = self.issued
        self.it.snapshot(lambda: document(now))

    def snapshot_while_acting(self) -> None:
        """Two actions arrive while the writer thread is at the snapshot."""
        now, watch, operations = self.issued, self.disk.watch, []

        def interrupt(operation: str) -> None:
            watch(operation)
            operations.append(operation)
            if len(operations) in (2, 7):
                self.disk.watch = watch
                self.act()
                self.disk.watch = interrupt

        self.disk.watch = interrupt
        self.it.snapshot(lambda: document(now))
        self.disk.watch = watch

    def close(self) -> None:
        now = self.issued
        self.it.sync()
        self.it.snapshot(lambda: document(now))
        self.it.anchor()
        self.it.close()
        self.keeper = None

    def crash_of_the_program(self) -> None:
        """The descriptors go, what was written stays."""
        self.it.close()
        self.keeper = None

    def promised(self) -> int:
        if self.keeper is not None:
            self.acknowledged = max(self.acknowledged, self.keeper.synced)
        return self.acknowledged


def crash_everywhere(disk: Disk, kind: type[Run] = Run) -> Iterator[tuple[Image, int, int]]:
    """Every disk that a loss of power at any operation of the run may leave, with what was acknowledged and issued.

    Disks that differ in nothing come once.
    """
    run = kind(disk)
    seen: set[tuple[object, ...]] = set()
    waiting: list[tuple[Image, int, int]] = []

    def watch(_: str) -> None:
        for image in (*disk.images(), disk.image()):
            key = (*image.items(), run.promised(), run.issued)
            if key not in seen:
                seen.add(key)
                waiting.append((image, run.promised(), run.issued))

    for step in run.steps():
        disk.watch = watch
        step()
        watch("end")
        yield from waiting
        waiting.clear()


def survives(image: Image, acknowledged: int, issued: int) -> str:
    """Open a disk after a crash; empty when all is well, otherwise what is wrong.

    Nothing acknowledged is missing, nothing is there that was not issued, the state is the model's, and there is no
    alarm: a loss of power explains an unfinished action and nothing worse. Then the same again, three actions later.
    """
    disk = Disk(image)
    try:
        keeper, seq, codes = open_save(disk)
    except StoreError as problem:
        return "" if acknowledged < 0 and problem.code == "missing" else f"does not open: {problem}"
    except AssertionError as problem:
        return f"a state that never was: {problem}"
    if not acknowledged <= seq <= issued:
        return f"{seq} is not between {acknowledged} and {issued}"
    if set(codes) - {"torn"}:
        return f"alarm: {codes}"
    for n in range(seq + 1, seq + 4):
        keeper.append(record(n))
    keeper.sync()
    assert keeper.synced == seq + 3
    images = list(disk.images())
    for later in (images[0], images[-1]):
        try:
            _, again, codes = open_save(Disk(later))
        except (StoreError, AssertionError) as problem:
            return f"three actions later: {problem}"
        if again != seq + 3 or codes:
            return f"three actions later: {again} instead of {seq + 3}, {codes}"
    return ""


def crash_while_opening(image: Image) -> Iterator[Image]:
    """Every disk that a loss of power during the opening of a save may leave."""
    disk = Disk(image)
    found: list[Image] = []
    disk.watch = lambda _: found.extend(disk.images())
    keeper, _ = Keeper.open(SAVE, disk, StillClock())
    disk.watch("end")
    keeper.close()
    seen: set[tuple[object, ...]] = set()
    for later in found:
        key = tuple(later.items())
        if key not in seen:
            seen.add(key)
            yield later
