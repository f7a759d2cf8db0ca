"""What an action costs on the disk: against the length of the save, and against the bare system calls."""

from __future__ import annotations

import os
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from gmconsole.store import Clock, Files, Store
from gmconsole.store.block import body
from gmconsole.store.journal import Point, entry
from gmconsole.store.keeper import Keeper
from gmconsole.store.snapshot import Document

ACTIONS = 300


def record(seq: int) -> dict[str, object]:
    """An action of the usual size, about 300 bytes."""
    return {
        "seq": seq,
        "parent": seq - 1,
        "label": "lawn.move",
        "command": {"type": "lawn.move", "who": "pc-002", "toward": "npc-007"},
        "dice": [3, 5, 5, 2],
        "events": [
            {"type": "lawn.moved", "who": "pc-002", "before": 3, "after": 2},
            {"type": "lawn.slot_used", "who": "pc-002", "slot": 1, "round": 4},
        ],
    }


def document(seq: int) -> Document:
    """A save with everything it has recorded still in its history."""
    people = {f"npc-{n:03}": {"name": f"Thug {n}", "life": 3, "bands": ["near"] * 12} for n in range(40)}
    return {
        "save": {"schema": 1, "min_reader": 1, "title": "Bench", "seq": seq},
        "base": {"people": people},
        "state": {"people": people},
        "history": [record(n) for n in range(1, seq + 1)],
    }


def keeper(folder: Path, seq: int) -> Keeper:
    """An open save of so many entries."""
    return Keeper.create(folder / f"{seq}.toml", document(seq), Files(), Clock())


def median(action: Callable[[int], None], start: int) -> float:
    """The median time of the action in microseconds, called with sequence numbers after `start`."""
    times = []
    for seq in range(start + 1, start + 1 + ACTIONS):
        began = time.perf_counter()
        action(seq)
        times.append(time.perf_counter() - began)
    return statistics.median(times) * 1e6


def append_at(folder: Path, seq: int) -> float:
    """Microseconds of one append, without its sync, in a save of `seq` entries."""
    save = keeper(folder, seq)
    found = median(lambda n: save.append(record(n)), seq)
    save.close()
    return found


def synced_append(folder: Path) -> float:
    """Microseconds of one append with its sync."""
    save = keeper(folder, 10)

    def action(seq: int) -> None:
        save.append(record(seq))
        save.sync()

    found = median(action, 10)
    save.close()
    return found


def bare(folder: Path) -> float:
    """Microseconds of a bare write and fdatasync of the same bytes."""
    point = Point(10, "0" * 16)
    blocks = [entry(point, n, body(record(n))).block for n in range(11, 11 + ACTIONS)]
    descriptor = os.open(folder / "bare", os.O_CREAT | os.O_WRONLY | os.O_APPEND)

    def action(seq: int) -> None:
        os.write(descriptor, blocks[seq - 11])
        os.fdatasync(descriptor)

    found = median(action, 10)
    os.close(descriptor)
    return found


def snapshot_at(folder: Path, seq: int) -> float:
    """Milliseconds of one snapshot of a save of `seq` entries, in the writer thread."""
    save, whole = keeper(folder, seq), document(seq + 1)
    save.append(record(seq + 1))
    began = time.perf_counter()
    save.snapshot(lambda: whole)
    found = (time.perf_counter() - began) * 1e3
    save.close()
    return found


def open_at(folder: Path, seq: int) -> float:
    """Milliseconds of opening a save of `seq` entries."""
    path = folder / f"{seq}.toml"
    Store.create(path, document(seq)).close()
    began = time.perf_counter()
    save, _ = Store.open(path)
    found = (time.perf_counter() - began) * 1e3
    save.close()
    return found


def in_folder(measure: Callable[..., float], *arguments: int) -> float:
    """The measurement in a folder of its own, gone afterwards."""
    with tempfile.TemporaryDirectory() as name:
        return measure(Path(name), *arguments)


def bench_an_action_costs_the_same_in_a_long_save() -> None:
    short, long = in_folder(append_at, 10), in_folder(append_at, 10_000)
    print(f"append: {short:.0f} us at 10 entries, {long:.0f} us at 10,000: {long / short:.2f}")
    assert long / short <= 1.5


def bench_an_action_costs_little_more_than_the_bare_calls() -> None:
    store, least = in_folder(synced_append), in_folder(bare)
    print(f"append and sync: {store:.0f} us, bare write and fdatasync: {least:.0f} us: {store / least:.2f}")
    assert store / least <= 3


def bench_snapshot_and_opening_are_reported() -> None:
    for seq in (10, 1000, 10_000):
        print(f"at {seq}: snapshot {in_folder(snapshot_at, seq):.1f} ms, opening {in_folder(open_at, seq):.1f} ms")


if __name__ == "__main__":
    bench_an_action_costs_the_same_in_a_long_save()
    bench_an_action_costs_little_more_than_the_bare_calls()
    bench_snapshot_and_opening_are_reported()
