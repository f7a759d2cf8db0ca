"""Saves that were damaged, edited by hand, copied, or grew long: what the encounter makes of them."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from gmconsole.core.model import Msg
from gmconsole.core.session import Accepted, Moved
from gmconsole.encounter import KEEP, Encounter
from gmconsole.loading import LoadError
from gmconsole.store import StoreError, toml
from gmconsole.store.recover import folder_of

from .helpers import Fight, alike, prompt, script, twin
from .lawn import play

ROOT = Path(__file__).resolve().parent.parent
LINES = script("cowboy")


# Damage (T20) --------------------------------------------------------------------------------------------------------


def saved(path: Path, lines: list[str] = LINES[:18]) -> Encounter:
    fight = Fight(path=path)
    fight.run(*lines)
    fight.encounter.close()
    return fight.encounter


def everything(folder: Path) -> set[bytes]:
    """The contents of every file in a folder and below."""
    return {p.read_bytes() for p in folder.rglob("*") if p.is_file() and p.name != "lock"}


@pytest.mark.parametrize("cut", [0, 1, 200, 2000, -2])
def test_t20_a_torn_save_is_said_set_aside_and_restored(tmp_path: Path, cut: int) -> None:
    path = tmp_path / "fight.toml"
    before = saved(path)
    torn = path.read_bytes()[:cut]
    path.write_bytes(torn)
    opened = Encounter.open(path)
    alike(opened, before)
    assert opened.report is not None
    assert set(opened.report.codes) & {"unsealed", "bad"}
    assert torn in everything(tmp_path), "the damaged file is kept"
    opened.run("note on we go")
    opened.close()
    again = Encounter.open(path)
    assert again.report is not None
    assert again.report.findings == ()
    assert again.state == opened.state
    again.close()


def test_t20_a_lost_save_file_comes_back_from_its_folder(tmp_path: Path) -> None:
    path = tmp_path / "fight.toml"
    before = saved(path)
    path.unlink()
    opened = Encounter.open(path)
    alike(opened, before)
    assert opened.report is not None
    assert opened.report.codes == ("missing",)
    opened.close()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "empty"),
        ("this is no save", "unreadable"),
        ("[scenario]\nid = 'x'\n", ""),
        ("[save]\nschema = 99\nmin_reader = 99\nby = 'gmconsole 9'\n", "too_new"),
    ],
)
def test_t20_what_is_no_save_is_left_alone(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "fight.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises((StoreError, LoadError)) as refused:
        Encounter.open(path)
    assert isinstance(refused.value, StoreError) is bool(said)
    if isinstance(refused.value, StoreError):
        assert refused.value.code == said
    assert path.read_text(encoding="utf-8") == text


def test_t20_a_value_that_cannot_be_names_its_place_and_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "fight.toml"
    saved(path)
    text = path.read_text(encoding="utf-8").replace("sanity = 1\n", 'sanity = "one"\n')
    path.write_text(text, encoding="utf-8")
    with pytest.raises(LoadError, match=r"sanity"):
        Encounter.open(path)
    assert text.encode() in everything(tmp_path)


FULL_DISK = """
import resource, sys, time
from pathlib import Path
from gmconsole.encounter import Encounter
from gmconsole.scenarios import load_scenario, start_state
encounter = Encounter.begin(start_state(load_scenario("cowboy")), Path(sys.argv[1]), seed=1)
lines = sys.stdin.read().splitlines()
resource.setrlimit(resource.RLIMIT_FSIZE, (300, resource.RLIM_INFINITY))
for line in lines:
    encounter.run(line)
for _ in range(200):
    if encounter.status().kind == "not_saved":
        break
    time.sleep(0.02)
print(encounter.status().kind, encounter.status().count > 0, encounter.session.index)
resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
encounter.run('note "room again"')
for _ in range(200):
    if encounter.status().kind == "saved":
        break
    time.sleep(0.02)
print(encounter.status().kind, encounter.status().count)
sys.stdout.flush()
import os
os._exit(0)
"""


def test_t20_on_a_full_disk_play_goes_on_and_is_saved_later(tmp_path: Path) -> None:
    """The figures say what is not saved; nothing is lost once there is room; nothing is closed cleanly."""
    path = tmp_path / "fight.toml"
    done = subprocess.run(
        [sys.executable, "-c", FULL_DISK, str(path)],
        cwd=ROOT,
        text=True,
        input="\n".join(LINES),
        capture_output=True,
        check=True,
        timeout=60,
    )
    assert done.stdout.splitlines() == [f"not_saved True {len(LINES)}", "saved 0"], done.stderr
    opened = Encounter.open(path)
    alike(opened, twin([*LINES, 'note "room again"']))
    opened.close()


# By hand -------------------------------------------------------------------------------------------------------------


def state_table(path: Path) -> tuple[str, str, str]:
    """The text of a save before, in and behind its [state] tables."""
    text = path.read_text(encoding="utf-8")
    start = text.index("\n[state]\n") + 1
    end = text.index("\n[[history]]") if "\n[[history]]" in text[start:] else len(text)
    return text[:start], text[start:end], text[end:]


def edit(path: Path, old: str, new: str) -> None:
    head, state, rest = state_table(path)
    assert state.count(old) == 1, (old, state.count(old))
    path.write_text(head + state.replace(old, new) + rest, encoding="utf-8")


def test_a_hand_edited_state_is_one_correction(tmp_path: Path) -> None:
    path = tmp_path / "fight.toml"
    before = saved(path)
    edit(path, "sanity = 1\n", "sanity = 2\n")
    opened = Encounter.open(path)
    mike = next(e for e in opened.state.entities.values() if e.key == "mike")
    assert mike.sanity == 2
    assert opened.session.can_undo == before.session.can_undo + 1
    assert opened.session.history.entries[-1].command is None
    assert opened.board().log[-1].said == (Msg("the save was edited by hand"),)
    assert opened.report is not None
    assert "edited" in opened.report.codes
    assert [(c.before, c.after) for c in opened.report.changes or ()] == [("1", "2")]
    edited = opened.state
    opened.run(LINES[18])
    opened.close()
    again = Encounter.open(path)
    alike(again, opened)
    again.run("undo")
    assert again.state == edited
    again.run("undo")
    assert again.state == before.state, "the correction is a step like any other"
    again.run("redo 2")
    assert again.state == opened.state
    again.close()


def test_an_edit_survives_the_next_kill(tmp_path: Path) -> None:
    """The correction is in the journal before the GM sees it."""
    path = tmp_path / "fight.toml"
    saved(path)
    edit(path, "sanity = 1\n", "sanity = 2\n")
    opened = Encounter.open(path)
    copy = tmp_path / "copy.toml"
    assert opened.store is not None
    assert opened.store.wait(10)
    shutil.copy(path, copy)
    shutil.copytree(folder_of(path), folder_of(copy))
    seen = Encounter.look(copy)
    assert seen.state == opened.state
    opened.close()


def test_keys_nobody_knows_are_kept_and_written_back(tmp_path: Path) -> None:
    path = tmp_path / "fight.toml"
    before = saved(path)
    head, state, rest = state_table(path)
    head = head.replace("[save]\n", '[house]\nrules = ["no guns", 3]\n\n[save]\nhouse = "ours"\n', 1)
    head = head.replace("[dice]\n", '[dice]\nbag = "red"\n', 1)
    mood = 'mood = "grim"\n'
    state = state.replace("sanity = 1\n", "sanity = 1\n" + mood, 1)
    state = state.replace("[state]\n", '[state]\nweather = { sky = "low", wind = 3 }\n', 1)
    path.write_text(head + state + rest, encoding="utf-8")
    opened = Encounter.open(path)
    assert opened.state == before.state, "nothing that we know has changed"
    opened.run(*LINES[18:19])
    opened.close()
    document = toml.loads(path.read_text(encoding="utf-8"))
    assert document["house"] == {"rules": ["no guns", 3]}
    assert document["save"]["house"] == "ours"
    assert document["dice"]["bag"] == "red"
    assert document["state"]["weather"] == {"sky": "low", "wind": 3}
    mike = next(e for e in document["state"]["entities"].values() if e["key"] == "mike")
    assert mike["mood"] == "grim"
    again = Encounter.open(path)
    assert again.state == opened.state
    again.close()


def test_an_encounter_copied_without_its_folder_opens(tmp_path: Path) -> None:
    path = tmp_path / "fight.toml"
    before = saved(path)
    copy = tmp_path / "elsewhere" / "fight.toml"
    copy.parent.mkdir()
    shutil.copy(path, copy)
    opened = Encounter.open(copy)
    alike(opened, before)
    opened.close()


def test_a_hand_made_save_needs_a_state_only(tmp_path: Path) -> None:
    path = tmp_path / "made.toml"
    path.write_text(
        '[state]\nruleset = "lawn"\ntitle = "By hand"\n\n[state.entities.pc-001]\nid = "pc-001"\n'
        'name = "Ada"\nkind = "pc"\nside = "party"\ntag = "1"\nsanity = 3\nsanity_max = 3\n',
        encoding="utf-8",
    )
    opened = Encounter.open(path)
    assert [e.name for e in opened.state.entities.values()] == ["Ada"]
    assert isinstance(opened.run("sanity ada -1"), Accepted)
    opened.close()
    assert Encounter.look(path).state.entities["pc-001"].sanity == 2


# History that is let go ----------------------------------------------------------------------------------------------


def test_the_base_moves_and_two_hundred_steps_stay(tmp_path: Path) -> None:
    path = tmp_path / "long.toml"
    fight = Fight(path=path)
    for n in range(KEEP + 120):
        fight.run(f"clock doom{n} 4")
    fight.encounter.close()
    document = toml.loads(path.read_text(encoding="utf-8"))
    assert len(document["history"]) == KEEP
    assert document["at"]["base"] == 120
    opened = Encounter.open(path)
    assert opened.session.can_undo == KEEP
    assert opened.state == fight.state
    for n in (1, 57, KEEP):
        assert isinstance(opened.session.jump(KEEP + 120 - n), Moved)
        assert opened.state == fight.encounter.session.history.state(KEEP + 120 - n)
    opened.close()


@pytest.mark.parametrize("before", [0, 50])
def test_a_running_crisis_is_kept_whole(tmp_path: Path, before: int) -> None:
    path = tmp_path / "long.toml"
    fight = Fight(path=path)
    for n in range(before):
        fight.run(f"clock calm{n} 4")
    fight.run(*LINES[:-1])
    for n in range(KEEP + 60):
        fight.run(f"clock doom{n} 4")
    fight.encounter.close()
    steps = len(LINES) - 1 + KEEP + 60
    opened = Encounter.open(path)
    assert opened.session.can_undo >= steps
    opened.run(f"undo {steps}")
    assert opened.state.mode == "calm"
    assert opened.state == fight.encounter.session.history.state(before)
    opened.run(f"redo {steps}")
    assert opened.state == fight.state
    opened.close()


def test_undone_far_back_the_way_forward_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "long.toml"
    fight = Fight(path=path)
    for n in range(KEEP + 120):
        fight.run(f"clock doom{n} 4")
    end = fight.state
    fight.run(f"undo {KEEP}")
    fight.encounter.close()
    opened = Encounter.open(path)
    assert opened.session.can_redo == KEEP
    opened.run(f"redo {KEEP}")
    assert opened.state == end
    opened.close()


def test_a_long_fight_with_random_restarts_is_the_same_fight(tmp_path: Path) -> None:
    rng = Random(5)
    path = tmp_path / "long.toml"
    start = play.table(11).state
    here, beside = Encounter.begin(start, path, seed=3), Encounter.begin(start, seed=3)
    for _ in range(600):
        command = play.command(rng.randrange(2**32), here.state)
        here.session.execute(command)
        beside.session.execute(command)
        if rng.randrange(60) == 0:
            here.close()
            here = Encounter.open(path)
            assert here.state == beside.state
            assert prompt(here) == prompt(beside)
    steps = min(here.session.can_undo, beside.session.can_undo)
    assert steps >= KEEP
    for _ in range(steps):
        here.session.undo()
        beside.session.undo()
        assert (here.state, here.session.position) == (beside.state, beside.session.position)
    here.close()
