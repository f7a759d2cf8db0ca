"""Every file of a small save deleted, cut at every offset, with a bit flipped in every byte."""

from __future__ import annotations

import pytest

from gmconsole.store import journal, snapshot
from gmconsole.store.attic import Attic

from .damage import Sample, complaints


@pytest.mark.parametrize("closed", [False, True])
def test_any_damage_to_one_file_leaves_a_right_state(closed: bool) -> None:
    sample = Sample(closed=closed)
    assert 2000 < sum(map(len, sample.files().values())) < 8192
    assert list(complaints(sample)) == []


def test_a_seal_that_checks_nothing_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journal, "digest", lambda *parts: "0" * 16)
    monkeypatch.setattr(snapshot, "digest", lambda *parts: "0" * 16)
    assert next(complaints(Sample(closed=False)), "")


def test_a_journal_seal_that_checks_nothing_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journal, "digest", lambda *parts: "0" * 16)
    assert next(complaints(Sample(closed=False)), "")


def test_a_snapshot_seal_that_checks_nothing_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(snapshot, "digest", lambda *parts: "0" * 16)
    assert next(complaints(Sample(closed=False)), "")


def test_a_store_without_backups_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Attic, "back_up", lambda *_: None)
    monkeypatch.setattr(Attic, "copy", lambda *_: None)
    assert next(complaints(Sample(closed=False)), "")
