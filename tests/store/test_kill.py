"""A real process killed with SIGKILL at random moments, two hundred times over one save."""

from __future__ import annotations

import os
import random
import signal
import time
from pathlib import Path

import pytest

from gmconsole.store import Store, read_save, store

from .model import document, reached, record

ROUNDS = 200


def worker(path: Path, out: int) -> None:
    """Open, go on, and say what was issued before and what is saved after each step; never comes back."""
    save, found = Store.open(path)
    seq = reached(found)
    save.source = lambda: document(seq)
    while True:
        for _ in range(seq % 3 + 1):
            os.write(out, b"i%d\n" % (seq + 1))
            save.append(record(seq + 1))
            seq += 1
        if save.wait(10):
            os.write(out, b"s%d\n" % seq)


def test_nothing_acknowledged_is_lost_to_sigkill(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "BATCH", 5)
    monkeypatch.setattr(store, "IDLE", 0.001)
    dice = random.Random(7)
    path = tmp_path / "fight.toml"
    Store.create(path, document(0)).close()
    issued = saved = 0
    for turn in range(ROUNDS):
        here, there = os.pipe()
        child = os.fork()
        if child == 0:
            try:
                worker(path, there)
            finally:
                os._exit(1)
        os.close(there)
        # Every other time from when it is open, so that a slow machine gets on too; else it may still be opening.
        begun = os.read(here, 1) if turn % 2 else b""
        time.sleep(dice.random() * 0.03)
        os.kill(child, signal.SIGKILL)
        with os.fdopen(here, "rb") as said:
            lines = (begun + said.read()).decode().splitlines()
        assert os.waitpid(child, 0)[1] == signal.SIGKILL
        issued = max([issued] + [int(line[1:]) for line in lines if line[0] == "i"])
        saved = max([saved] + [int(line[1:]) for line in lines if line[0] == "s"])
        found = read_save(path)
        assert saved <= reached(found) <= issued
        assert set(found.report.codes) <= {"torn"}
        saved = issued = reached(found)
    assert saved > ROUNDS // 4
    save, found = Store.open(path)
    assert reached(found) == saved
    save.close()
