"""Loss of power at every operation of a run: what was called saved is there, and nothing that never was."""

from __future__ import annotations

from itertools import islice

import pytest

from gmconsole.store import attic
from gmconsole.store.keeper import Keeper

from .disk import Disk, Image, StillClock
from .model import EMPTY, SAVE, Run, crash_everywhere, crash_while_opening, document, open_save, survives


@pytest.fixture(autouse=True)
def few_backups(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that a short run retires backups and segments too."""
    monkeypatch.setattr(attic, "KEPT", 2)


def test_every_disk_after_a_crash_opens_with_everything_acknowledged() -> None:
    count = 0
    for image, acknowledged, issued in crash_everywhere(Disk(EMPTY)):
        count += 1
        assert survives(image, acknowledged, issued) == "", (acknowledged, issued, sorted(image))
    assert count > 2000


def test_a_crash_during_recovery_repeats_it() -> None:
    count = 0
    for image, acknowledged, issued in islice(crash_everywhere(Disk(EMPTY)), 100, None, 20):
        for again in crash_while_opening(image):
            count += 1
            assert survives(again, acknowledged, issued) == "", (acknowledged, issued, sorted(again))
    assert count > 500


@pytest.mark.parametrize("damage", ["gone", "cut", "journal"])
def test_a_crash_while_a_damaged_save_is_put_in_order_loses_nothing_more(damage: str) -> None:
    disk = Disk(EMPTY)
    for step in Run(disk).steps():
        step()
    image, expected, damaged = _damage(disk.image(), damage)
    count = 0
    for again in crash_while_opening(image):
        count += 1
        _, seq, _ = open_save(Disk(again))
        assert seq == expected
        assert damaged is None or damaged in again.values()
    assert count > 10


def test_a_crash_while_a_hand_edit_is_accepted_never_loses_the_edit() -> None:
    disk = Disk(EMPTY)
    run = Run(disk)
    for step in run.steps():
        step()
    run.open()
    run.close()
    image = disk.image()
    image[str(SAVE)] = edited = (image[str(SAVE)] or b"").replace(b'"Cowboy"', b'"Sheriff"')
    count = 0
    for again in crash_while_opening(image):
        count += 1
        assert edited in again.values()
        _, found = Keeper.open(SAVE, Disk(again), StillClock())
        assert found.document["save"] == {**document(run.issued)["save"], "title": "Sheriff"}
        assert found.document["state"] == document(run.issued)["state"]
        assert found.records == []
    assert count > 10


def _damage(image: Image, damage: str) -> tuple[Image, int, bytes | None]:
    """The disk broken in one way, how far it still goes, and the bytes of the broken file."""
    _, seq, _ = open_save(Disk(image))
    path = str(SAVE)
    data = image[path] or b""
    if damage == "gone":
        return {name: found for name, found in image.items() if name != path}, seq, None
    if damage == "cut":
        data = data[: len(data) // 2]
    else:
        path = max(name for name in image if b"[[entry]]" in (image[name] or b""))
        data = (image[path] or b"").replace(b"after", b"AFTER", 1)
        seq -= 1
    return {**image, path: data}, seq, data
