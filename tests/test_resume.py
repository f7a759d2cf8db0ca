"""Encounters and their saves: killed and reopened, undone and redone, edited by hand, damaged, opened twice."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gmconsole import saves
from gmconsole.core.model import Msg, Rejected
from gmconsole.core.session import Accepted, Moved
from gmconsole.encounter import KEEP, Encounter
from gmconsole.loading import LoadError
from gmconsole.rulesets.lawn import RULESET
from gmconsole.store import StoreError, list_saves, toml
from gmconsole.store.recover import folder_of

from . import play
from .helpers import Fight, labels, script

ROOT = Path(__file__).resolve().parent.parent
LINES = script("cowboy")
IN_ACTION = next(n for n, line in enumerate(LINES, start=1) if line.startswith("light jessica"))


def prompt(encounter: Encounter) -> list[str]:
    """The agenda as it is shown."""
    return [encounter.words().say(t.what) for t in RULESET.agenda(encounter.state)]


def twin(lines: list[str]) -> Encounter:
    """The same fight, played without a file."""
    fight = Fight()
    fight.run(*lines)
    return fight.encounter


def alike(one: Encounter, other: Encounter) -> None:
    """Everything that a GM has before them, and everything behind it, is equal."""
    assert one.state == other.state
    assert one.session.position == other.session.position
    assert (one.session.can_undo, one.session.can_redo) == (other.session.can_undo, other.session.can_redo)
    assert labels(one) == labels(other)
    assert prompt(one) == prompt(other)
    assert one.session.history.entries == other.session.history.entries
    for audience in ("gm", "players"):
        assert one.board(audience) == other.board(audience)


def every_moment(encounter: Encounter) -> list[tuple[object, object]]:
    """State and dice position of every moment, from the end back to the start and forward again; they must agree."""
    session = encounter.session
    if session.can_redo:
        session.redo(session.can_redo)
    back = [(session.state, session.position)]
    while session.can_undo:
        assert isinstance(session.undo(), Moved)
        back.append((session.state, session.position))
    forward = [(session.state, session.position)]
    while session.can_redo:
        assert isinstance(session.redo(), Moved)
        forward.append((session.state, session.position))
    assert forward == back[::-1]
    return forward


# Killed --------------------------------------------------------------------------------------------------------------

WORKER = """
import sys, time
from pathlib import Path
from gmconsole.encounter import Encounter
from gmconsole.scenarios import load_scenario, start_state
encounter = Encounter.begin(start_state(load_scenario("cowboy")), Path(sys.argv[1]), seed=1)
for line in sys.stdin.read().splitlines():
    encounter.run(line)
    print(encounter.session.index, flush=True)
print("played", flush=True)
time.sleep(60)
"""


def killed(path: Path, lines: list[str]) -> None:
    """A worker plays the lines with a real save and is killed right after the last one, nothing closed."""
    worker = subprocess.Popen([sys.executable, "-c", WORKER, str(path)], cwd=ROOT, text=True,
                              stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert worker.stdin is not None and worker.stdout is not None
    worker.stdin.write("\n".join(lines))
    worker.stdin.close()
    said = []
    for text in worker.stdout:
        said.append(text.strip())
        if said[-1] == "played":
            break
    os.kill(worker.pid, signal.SIGKILL)
    worker.stdout.close()
    assert worker.wait() == -signal.SIGKILL
    assert said == [*(str(n) for n in range(1, len(lines) + 1)), "played"]


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
    *LINES[:-5], "pass mike", "act cowboy rope FLX=dodge D9 against mike", "check mike",
    "state mike +stunned +bleeding", "next", "difficulty D9", "initiative jessica = 4 7 5 9 6 2 2 8",
    "initiative mike = 3 4 5 9 9", "next", "next", "stay", "next", "order jessica mike", "pass jessica", "pass mike",
    "pass cowboy", "next", "difficulty D9", "initiative mike", "initiative jessica", "next",
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


@pytest.mark.parametrize(("text", "said"), [
    ("", "empty"),
    ("this is no save", "unreadable"),
    ("[scenario]\nid = 'x'\n", ""),
    ("[save]\nschema = 99\nmin_reader = 99\nby = 'gmconsole 9'\n", "too_new"),
])
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
    done = subprocess.run([sys.executable, "-c", FULL_DISK, str(path)], cwd=ROOT, text=True, input="\n".join(LINES),
                          capture_output=True, check=True, timeout=60)
    assert done.stdout.splitlines() == [f"not_saved True {len(LINES)}", "saved 0"], done.stderr
    opened = Encounter.open(path)
    alike(opened, twin([*LINES, "note \"room again\""]))
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
    assert opened.board().log[-1] == (Msg("the save was edited by hand"),)
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
    path.write_text('[state]\nruleset = "lawn"\ntitle = "By hand"\n\n[state.entities.pc-001]\nid = "pc-001"\n'
                    'name = "Ada"\nkind = "pc"\nside = "party"\ntag = "1"\nsanity = 3\nsanity_max = 3\n',
                    encoding="utf-8")
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
