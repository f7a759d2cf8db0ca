"""The checks of the store must notice a weakened store: each variant here drops one safety and has to be caught."""

from __future__ import annotations

from pathlib import Path

import pytest

from gmconsole.store import attic
from gmconsole.store.keeper import Keeper

from .disk import Disk
from .model import EMPTY, Run, crash_everywhere, survives


class NoAppendSync(Disk):
    def datasync(self, descriptor: int) -> None:
        self.watch("datasync")


class NoTemporarySync(Disk):
    def sync(self, descriptor: int) -> None:
        super().sync(descriptor) if not self.name_of(descriptor).endswith(".tmp") else self.watch("sync")


class NoSegmentSync(Disk):
    def sync(self, descriptor: int) -> None:
        super().sync(descriptor) if self.name_of(descriptor).endswith(".tmp") else self.watch("sync")


class NoFolderSync(Disk):
    def sync_folder(self, folder: Path) -> None:
        self.watch("sync_folder")


class TruncateInPlace(Disk):
    def replace(self, source: Path, target: Path) -> None:
        if self.stat(target) is None:
            return super().replace(source, target)
        node, data = self._node(target), self.read(source)
        node.data = b""
        self.watch("truncate")
        node.data = data
        self.watch("write")
        node.durable = node.data
        return self.unlink(source)


class HastyScreen(Run):
    def promised(self) -> int:
        return self.keeper.tail if self.keeper else super().promised()


def caught(disk: Disk, kind: type[Run] = Run) -> str:
    """The first complaint of the crash check."""
    return next((found for state in crash_everywhere(disk, kind) if (found := survives(*state))), "")


@pytest.fixture(autouse=True)
def few_backups(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(attic, "KEPT", 2)


@pytest.mark.parametrize("mutant", [NoAppendSync, NoTemporarySync, NoSegmentSync, NoFolderSync, TruncateInPlace])
def test_a_disk_operation_left_out_is_noticed(mutant: type[Disk]) -> None:
    assert caught(mutant(EMPTY))


def test_acknowledging_before_the_write_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    append = Keeper.append

    def hasty(keeper: Keeper, record: dict[str, object]) -> None:
        keeper.synced = keeper.tail + 1
        append(keeper, record)

    monkeypatch.setattr(Keeper, "append", hasty)
    assert caught(Disk(EMPTY))


def test_acknowledging_before_the_sync_is_noticed() -> None:
    assert "is not between" in caught(Disk(EMPTY), HastyScreen)
