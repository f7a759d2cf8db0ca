"""The writer thread: what is called saved and when, shared syncs, snapshots by themselves, and the end."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from gmconsole.store import Files, Status, Store, StoreError, read_save, store
from gmconsole.store.recover import folder_of

from .model import document, reached, record


class Gate(Files):
    """Syncs of appended data wait until the gate is open; they are counted."""

    def __init__(self) -> None:
        self.open = threading.Event()
        self.count = 0

    def datasync(self, descriptor: int) -> None:
        assert self.open.wait(10)
        self.count += 1
        super().datasync(descriptor)


def until(true: Callable[[], bool]) -> None:
    """Wait for something the writer thread does."""
    end = time.monotonic() + 10
    while not true():
        assert time.monotonic() < end
        time.sleep(0.002)


def seq_on_disk(path: Path) -> object:
    return read_save(path).document["save"]["seq"]  # type: ignore[index,call-overload]


def test_an_action_is_pending_until_synced_and_pending_actions_share_a_sync(tmp_path: Path) -> None:
    files, told = Gate(), list[Status]()
    save = Store.create(tmp_path / "fight.toml", document(0), files)
    save.on_status = told.append
    for seq in range(1, 21):
        save.append(record(seq))
    assert save.status() == Status("pending", 20)
    assert not save.wait(0.01)
    assert reached(read_save(save.path)) == 20
    files.open.set()
    assert save.wait(10)
    assert save.status() == Status("saved")
    assert files.count <= 2
    assert save.close() == Status("saved")
    assert told[-1] == Status("saved")


def test_every_action_is_answered_by_a_status(tmp_path: Path) -> None:
    told: list[Status] = []
    with Store.create(tmp_path / "fight.toml", document(0)) as save:
        save.on_status = told.append
        for seq in (1, 2, 3):
            save.append(record(seq))
            until(lambda seq=seq: told.count(Status("saved")) == seq)


def test_a_snapshot_follows_after_a_quiet_while_after_a_batch_and_on_request(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seq = 0
    path = tmp_path / "fight.toml"
    save = Store.create(path, document(0))
    save.source = lambda: document(seq)

    def act(count: int) -> None:
        nonlocal seq
        for _ in range(count):
            save.append(record(seq + 1))
            seq += 1

    act(63)
    assert save.wait(10)
    assert seq_on_disk(path) == 0
    act(1)
    until(lambda: seq_on_disk(path) == 64)
    act(1)
    save.request_snapshot()
    until(lambda: seq_on_disk(path) == 65)
    monkeypatch.setattr(store, "IDLE", 0.02)
    act(1)
    until(lambda: seq_on_disk(path) == 66)
    monkeypatch.setattr(store, "IDLE", 60)
    act(1)
    assert save.wait(10)
    assert seq_on_disk(path) == 66
    save.close()
    assert seq_on_disk(path) == 67


def test_the_history_may_name_records_the_store_has_had_by_number(tmp_path: Path) -> None:
    path = tmp_path / "fight.toml"
    save = Store.create(path, document(0))
    for seq in range(1, 6):
        save.append(record(seq))
    save.source = lambda: {**document(5), "history": [3, 4, 5]}
    save.close()
    assert read_save(path).document == document(5)


def test_appending_while_snapshots_are_written_loses_nothing(tmp_path: Path) -> None:
    seq = 0
    path = tmp_path / "fight.toml"
    save = Store.create(path, document(0))
    save.source = lambda: document(seq)
    for n in range(1, 400):
        save.append(record(n))
        seq = n
        if n % 7 == 0:
            save.request_snapshot()
    assert save.wait(10)
    assert reached(read_save(path)) == 399
    assert save.close() == Status("saved")
    assert len(list(folder_of(path).glob("B-*"))) <= 8
    found = read_save(path)
    assert (reached(found), found.records, found.report.findings) == (399, [], ())


@pytest.mark.parametrize("bad", [{"seq": 1}, {"seq": 4}, {"seq": 3, "x": None}, {"seq": 3, "x": "\ud800"}, {}])
def test_a_record_that_cannot_follow_is_an_error_and_leaves_no_trace(tmp_path: Path, bad: dict[str, object]) -> None:
    with Store.create(tmp_path / "fight.toml", document(0)) as save:
        for seq in (1, 2):
            save.append(record(seq))
        with pytest.raises((ValueError, TypeError)):
            save.append(bad)
        save.append(record(3))
        assert save.wait(10)
    assert reached(read_save(save.path)) == 3


@pytest.mark.parametrize(
    "bad",
    [
        {},
        {"save": {"seq": "x"}},
        {"save": {"seq": 0}, "state": {"x": 1.5}},
        {"save": {"seq": 0}, "history": 3},
        {"save": {"seq": 1}, "history": [{"seq": 1, "x": None}]},
    ],
)
def test_a_document_that_cannot_be_saved_creates_nothing(tmp_path: Path, bad: dict[str, object]) -> None:
    with pytest.raises((ValueError, TypeError)):
        Store.create(tmp_path / "fight.toml", bad)
    assert list(tmp_path.iterdir()) == []


def test_a_conflict_shows_and_the_journal_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "fight.toml"
    save = Store.create(path, document(0))
    save.source = lambda: document(2)
    save.append(record(1))
    path.write_text(path.read_text().replace("Cowboy", "Sheriff"))
    save.append(record(2))
    save.request_snapshot()
    until(lambda: save.status() == Status("conflict"))
    assert save.close() == Status("conflict")
    assert "Sheriff" in path.read_text()
    with pytest.raises(StoreError, match=r"later actions \(2\)"):
        Store.open(path)


def test_a_deleted_save_file_comes_back_after_the_next_action(tmp_path: Path) -> None:
    path = tmp_path / "fight.toml"
    save = Store.create(path, document(0))
    save.source = lambda: document(1)
    path.unlink()
    save.append(record(1))
    until(path.exists)
    save.close()
    found = read_save(path)
    assert (reached(found), found.report.findings) == (1, ())


def test_a_callback_that_fails_does_not_stop_the_saving(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "RETRY", 0.01)
    save = Store.create(tmp_path / "fight.toml", document(0))

    def broken(_: Status) -> None:
        save.on_status = None
        raise RuntimeError("the screen is gone")

    save.on_status = broken
    for seq in (1, 2):
        save.append(record(seq))
        assert save.wait(10)
    save.close()
    assert reached(read_save(save.path)) == 2


def test_closing_twice_is_harmless(tmp_path: Path) -> None:
    save = Store.create(tmp_path / "fight.toml", document(0))
    assert save.close() == save.close() == Status("saved")
