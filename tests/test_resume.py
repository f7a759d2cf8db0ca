"""Encounters and their saves: killed and reopened, undone and redone, several at a time, opened twice."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gmconsole import saves
from gmconsole.core.model import Rejected
from gmconsole.core.session import Accepted
from gmconsole.encounter import Encounter
from gmconsole.store import StoreError, list_saves
from gmconsole.store.recover import folder_of

from .helpers import Fight, alike, every_moment, killed, labels, prompt, script, twin
from .lawn import play

LINES = script("cowboy")
IN_ACTION = next(n for n, line in enumerate(LINES, start=1) if line.startswith("light jessica"))


# Killed --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("count", [IN_ACTION, 14, len(LINES)])
def test_killed_in_the_middle_it_opens_at_the_same_prompt(tmp_path: Path, count: int) -> None:
    path = tmp_path / "cowboy.toml"
    killed(path, LINES[:count])
    expected = twin(LINES[:count])
    opened = Encounter.open(path)
    alike(opened, expected)
    if count == IN_ACTION:
        assert prompt(opened)[0] == "Mike acts"
        assert labels(opened)[-1] == "light jessica oil_lamp"
    assert every_moment(opened) == every_moment(expected)
    alike(opened, expected)
    for line in LINES[count:]:
        assert isinstance(opened.run(line), Accepted)
    assert opened.state == twin(LINES).state
    opened.close()
    alike(Encounter.look(path), opened)


def test_undo_to_the_start_of_the_crisis_across_a_restart(tmp_path: Path) -> None:
    """Undone to before ``start crisis``, closed, opened, redone to the end."""
    path = tmp_path / "cowboy.toml"
    fight = Fight(path=path)
    fight.run(*LINES)
    end = fight.state
    fight.run(f"undo {len(LINES)}")
    assert fight.state.mode == "calm"
    fight.encounter.close()
    opened = Encounter.open(path)
    assert (opened.state.mode, opened.session.can_undo, opened.session.can_redo) == ("calm", 0, len(LINES))
    assert opened.run(f"redo {len(LINES)}") is not None
    assert opened.state == end
    opened.close()


# Every field at every phase (T18) ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["cowboy", "cowboy_zh"])
def test_every_line_is_on_the_disk_before_the_next(tmp_path: Path, name: str) -> None:
    path = tmp_path / "fight.toml"
    lang = "zh" if name.endswith("zh") else "en"
    fight = Fight(path=path, lang=lang)
    phases = set()
    for line in script(name):
        fight.run(line)
        phases.add(fight.state.phase)
        seen = Encounter.look(path, lang)
        assert seen.state == fight.state
        assert prompt(seen) == prompt(fight.encounter)
        assert labels(seen) == labels(fight.encounter)
    assert phases == {"", "initiative", "neutral", "movement", "action"}
    fight.encounter.close()


@settings(max_examples=25)
@given(st.integers(0, 2**16 - 1), st.lists(st.integers(0, 2**32 - 1), max_size=40))
def test_generated_play_survives_at_every_step(seed: int, steps: list[int]) -> None:
    start = play.table(seed, nasty=True).state
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "fight.toml"
        here, beside = Encounter.begin(start, path, seed=seed), Encounter.begin(start, seed=seed)
        for number, step in enumerate(steps):
            command = play.command(step, here.state)
            assert here.session.execute(command) == beside.session.execute(command)
            if number % 7 == 3:
                assert here.run("undo") == beside.run("undo")
            assert Encounter.look(path).state == here.state
            if number % 15 == 14:
                here.close()
                here = Encounter.open(path)
        alike(here, beside)
        here.close()
        opened = Encounter.open(path)
        alike(opened, beside)
        assert every_moment(opened) == every_moment(beside)
        opened.close()


# Undo and redo (T10, T11, T13) ---------------------------------------------------------------------------------------

STUNNED = [
    *LINES[:-5],
    "pass mike",
    "act cowboy rope FLX=dodge D9 against mike",
    "check mike",
    "state mike +stunned +bleeding",
    "next",
    "difficulty D9",
    "initiative jessica = 4 7 5 9 6 2 2 8",
    "initiative mike = 3 4 5 9 9",
    "next",
    "next",
    "stay",
    "next",
    "order jessica mike",
    "pass jessica",
    "pass mike",
    "pass cowboy",
    "next",
    "difficulty D9",
    "initiative mike",
    "initiative jessica",
    "next",
]
"""Mike is stunned in round 1; the state ends in the neutral phase of round 3 (LP-NEU-012)."""


def test_t10_what_expired_comes_back_with_its_count(tmp_path: Path) -> None:
    path = tmp_path / "fight.toml"
    fight = Fight(path=path)
    fight.run(*STUNNED)
    assert "stunned" not in fight.states("mike")
    after = fight.state
    fight.encounter.close()
    opened = Encounter.open(path)
    mike = fight.id("mike")
    assert opened.run("undo") is not None
    stunned = next(s for s in opened.state.entities[mike].states if s.id == "stunned")
    assert stunned.marked, "as before the tick, field by field"
    assert opened.state == opened.session.history.state(len(STUNNED) - 1)
    opened.run("redo")
    assert opened.state == after
    opened.close()


def test_t11_forward_again_rolls_and_hurts_nothing_anew(tmp_path: Path) -> None:
    path = tmp_path / "fight.toml"
    fight = Fight(path=path)
    fight.run(*STUNNED)
    entries = list(fight.encounter.session.history.entries)
    position = fight.encounter.session.position
    assert position.drawn > 0, "some dice came from the stream"
    fight.encounter.close()
    opened = Encounter.open(path)
    moments = every_moment(opened)
    assert list(opened.session.history.entries) == entries
    assert opened.session.position == position
    assert every_moment(opened) == moments
    # Undo gives the dice back: the same command rolls the same faces.
    opened.run("undo 2")
    opened.run("initiative jessica")
    assert opened.session.history.entries[-1].dice == entries[len(STUNNED) - 2].dice
    opened.close()


def test_t13_every_line_is_one_step_and_one_undo(tmp_path: Path) -> None:
    path = tmp_path / "fight.toml"
    fight = Fight(path=path)
    states = [fight.state]
    for line in STUNNED:
        fight.run(line)
        states.append(fight.state)
        assert fight.encounter.session.can_undo == len(states) - 1
    fight.encounter.close()
    opened = Encounter.open(path)
    for expected in reversed(states[:-1]):
        opened.run("undo")
        assert opened.state == expected
    assert isinstance(opened.run("undo"), Rejected)
    opened.close()


def test_a_new_line_after_undo_replaces_what_was_undone(tmp_path: Path) -> None:
    path = tmp_path / "fight.toml"
    fight = Fight(path=path)
    fight.run(*LINES[:12], "undo 3", "note otherwise")
    fight.encounter.close()
    opened = Encounter.open(path)
    alike(opened, fight.encounter)
    assert opened.session.can_redo == 0
    assert labels(opened)[-1] == "note otherwise"
    opened.close()


def test_redraw_is_kept(tmp_path: Path) -> None:
    """Fresh dice for the last step, across a restart; undoing them and rolling again gives the same ones."""
    path = tmp_path / "fight.toml"
    fight = Fight(path=path)
    fight.run(*LINES[:2], "initiative jessica")
    first = fight.encounter.session.history.entries[-1].dice
    fight.run("redraw")
    second = fight.encounter.session.history.entries[-1].dice
    assert first != second
    fight.encounter.close()
    opened = Encounter.open(path)
    assert opened.session.history.entries[-1].dice == second
    opened.run("redraw")
    assert opened.session.history.entries[-1].dice not in (first, second)
    opened.close()


# Several encounters (T19) and several consoles (T21) -----------------------------------------------------------------


def test_t19_another_encounter_never_replaces_a_running_one(tmp_path: Path) -> None:
    paths = []
    for count in range(6):
        path = saves.new_path(tmp_path, "cowboy")
        fight = Fight(path=path)
        fight.run(*LINES[: 5 + count])
        fight.encounter.close()
        paths.append(path)
    assert [p.name for p in paths] == ["cowboy.toml", *(f"cowboy-{n}.toml" for n in range(2, 7))]
    for count, path in enumerate(paths):
        alike(Encounter.look(path), twin(LINES[: 5 + count]))
    found = {h.path: h for h in list_saves(tmp_path)}
    assert set(found) == set(paths)
    assert all(saves.is_unfinished(h) for h in found.values())
    assert [h.path for h in saves.heads(tmp_path)][:5] == paths[:0:-1], "the last written first"
    before = paths[0].read_bytes()
    with pytest.raises(StoreError) as refused:
        Fight(path=paths[0])
    assert refused.value.code == "exists"
    assert paths[0].read_bytes() == before


def test_t19_while_one_is_open_another_begins_and_ends(tmp_path: Path) -> None:
    one, other = Fight(path=tmp_path / "one.toml"), Fight("rooftops", path=tmp_path / "other.toml")
    one.run(*LINES[:8])
    other.run("start crisis chase", "end crisis")
    one.run(*LINES[8:])
    for fight in (one, other):
        fight.encounter.close()
    alike(Encounter.look(tmp_path / "one.toml"), twin(LINES))
    heads = {h.path.stem: saves.is_unfinished(h) for h in saves.heads(tmp_path)}
    assert heads == {"one": False, "other": False}


def test_t21_the_second_console_is_refused_and_may_look(tmp_path: Path) -> None:
    path = tmp_path / "fight.toml"
    fight = Fight(path=path)
    fight.run(*LINES[:8])
    with pytest.raises(StoreError) as refused:
        Encounter.open(path)
    assert refused.value.code == "locked"
    assert str(os.getpid()) in str(refused.value)
    seen = Encounter.look(path)
    assert seen.state == fight.state
    seen.run("life cowboy -1")
    assert seen.status().kind == "memory"
    fight.run(*LINES[8:])
    fight.encounter.close()
    opened = Encounter.open(path)
    alike(opened, fight.encounter)
    opened.close()


def test_t21_the_lock_of_a_killed_console_is_no_lock(tmp_path: Path) -> None:
    path = tmp_path / "fight.toml"
    killed(path, LINES[:3])
    assert (folder_of(path) / "lock").exists()
    opened = Encounter.open(path)
    assert opened.session.can_undo == 3
    opened.close()
