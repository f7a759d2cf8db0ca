"""Long mixed lives of a save: actions, snapshots behind the present, full disks, failing syncs, kills, power cuts."""

from __future__ import annotations

import errno
import os
import random
from contextlib import suppress

import pytest

from gmconsole.store import attic
from gmconsole.store.keeper import Keeper

from .disk import Disk, Image, StillClock
from .model import EMPTY, SAVE, document, open_save, record


class Moody(Disk):
    """A disk that is full after so many bytes and fails so many syncs, never the same descriptor twice."""

    def __init__(self, image: Image, dice: random.Random) -> None:
        super().__init__(image)
        self.dice = dice
        self.room = 1 << 30
        self.failures = 0
        self.failed: set[int] = set()

    @property
    def well(self) -> bool:
        return self.room > 1 << 20 and self.failures == 0

    def write(self, descriptor: int, data: bytes | memoryview) -> int:
        if self.room == 0:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        count = min(len(data), self.room)
        self.room -= count
        return super().write(descriptor, bytes(data[:count]))

    def sync(self, descriptor: int) -> None:
        self._fail(descriptor)
        super().sync(descriptor)

    def datasync(self, descriptor: int) -> None:
        self._fail(descriptor)
        super().datasync(descriptor)

    def _fail(self, descriptor: int) -> None:
        assert descriptor not in self.failed, "synced again after a failed sync"
        if self.failures and self.dice.random() < 0.6:
            self.failures -= 1
            self.failed.add(descriptor)
            raise OSError(errno.EIO, os.strerror(errno.EIO))


def live(seed: int) -> None:
    """One life; at each rebirth nothing acknowledged is missing and nothing is there that was not issued."""
    dice = random.Random(seed)
    disk = Moody(EMPTY, dice)
    keeper = Keeper.create(SAVE, document(0), disk, StillClock())
    tail = saved = 0
    for _ in range(40):
        match dice.choice(
            ["act", "act", "act", "sync", "snapshot", "copy", "full", "room", "fail", "kill", "power", "power"]
        ):
            case "act":
                tail += 1
                keeper.append(record(tail))
            case "sync":
                keeper.sync()
            case "snapshot":
                seq = dice.randint(tail - keeper.since, tail)
                with suppress(OSError):
                    keeper.snapshot(lambda seq=seq: document(seq))
            case "copy":
                with suppress(OSError):
                    keeper.anchor()
            case "full":
                disk.room = dice.randrange(900)
            case "room":
                disk.room = 1 << 30
            case "fail":
                disk.failures = dice.randrange(1, 3)
            case "kill" if disk.well:
                kept = max(saved, keeper.written)
                keeper.close()
                keeper, seq, codes = open_save(disk)
                assert kept <= seq <= tail
                assert codes == ()
                tail = seq
            case "power":
                disk = Moody(dice.choice(list(disk.images())), dice)
                keeper, seq, codes = open_save(disk)
                assert saved <= seq <= tail
                assert set(codes) <= {"torn"}
                tail = seq
        saved = max(saved, keeper.synced)
        assert not keeper.conflict


@pytest.mark.parametrize("block", range(4))
def test_no_mixture_of_troubles_loses_what_was_acknowledged(block: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(attic, "KEPT", 3)
    for seed in range(block * 100, block * 100 + 100):
        live(seed)
