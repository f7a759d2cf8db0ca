"""The doors without a screen, tried as a user would: in a process of their own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tomllib
from fractions import Fraction
from pathlib import Path

import pytest

from gmconsole import cli
from gmconsole.text import Words

from .core.toy import Toy

HERE = Path(__file__).resolve().parent
SCRIPT = HERE / "scripts" / "cowboy.txt"


@pytest.fixture
def run(tmp_path: Path):  # type: ignore[no-untyped-def]
    """Run gmconsole with its saves in a folder of the test's own."""

    def call(*arguments: str | Path, stdin: str = "") -> subprocess.CompletedProcess[str]:
        env = {
            **os.environ,
            "GMCONSOLE_SAVES": str(tmp_path / "saves"),
            "GMCONSOLE_LANG": "en",
            "PYTHONIOENCODING": "utf-8",
        }
        return subprocess.run(
            [sys.executable, "-m", "gmconsole", *map(str, arguments)],
            input=stdin,
            text=True,
            encoding="utf-8",
            capture_output=True,
            env=env,
            timeout=60,
            check=False,
        )

    return call


def test_play_runs_the_golden_script_and_prints_the_board(run) -> None:  # type: ignore[no-untyped-def]
    done = run("play", "cowboy", "--script", SCRIPT, "--json")
    assert done.returncode == 0, done.stderr
    board = json.loads(done.stdout)
    assert board["board"] == 1
    assert (board["ruleset"], board["round"], board["turn"]) == ("lawn", 1, None)
    who = {e["name"]: e for e in board["entities"].values()}
    assert (who["Jessica"]["sanity"], who["Mike"]["sanity"], who["Cowboy"]["life"]) == (3, 1, 2)
    assert who["Mike"]["load"] == {"pistol": 2}
    assert {"name", "kind", "side", "present", "status"} <= who["Cowboy"].keys()


def test_play_writes_only_where_it_is_told(run, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    to = tmp_path / "out" / "fight.toml"
    to.parent.mkdir()
    assert run("play", "cowboy", "--script", SCRIPT).returncode == 0
    assert not (tmp_path / "saves").exists()
    assert run("play", "cowboy", "--script", SCRIPT, "--to", to).returncode == 0
    saved = to.read_bytes()
    assert tomllib.loads(saved.decode())["save"]["ruleset"] == "lawn"
    again = run("play", "cowboy", "--script", SCRIPT, "--to", to)
    assert again.returncode == 2
    assert "exists already" in again.stderr
    assert to.read_bytes() == saved
    shown = run("board", to, "--json")
    assert json.loads(shown.stdout)["title"] == "Cowboy in the wood"
    assert "Round 1" in run("board", to).stdout


def test_play_goes_on_from_a_save_without_touching_it(run, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    to = tmp_path / "a.toml"
    run("play", "cowboy", "--script", "-", "--to", to, stdin="start crisis fight\ndifficulty D9\n")
    before = {p: p.read_bytes() for p in tmp_path.rglob("*") if p.is_file()}
    done = run("play", to, "--script", "-", "--json", stdin="initiative jessica = 4 7 5 9 6 2 2 8\n")
    assert done.returncode == 0, done.stderr
    assert {p: p.read_bytes() for p in tmp_path.rglob("*") if p.is_file()} == before
    assert [o["who"] for o in json.loads(done.stdout)["owed"]] == ["pc-002"]


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ("start crisis fight\ninitiative bob\n", "-:2: initiative bob: Nobody is called bob"),
        ("start crisis fight\ndifficulty D9\ninitiative jessica = 1 2\n", "-:3: "),
        ("fly away\n", "-:1: fly away: No verb fly"),
        ('note "open\n', "-:1: "),
    ],
)
def test_play_stops_at_the_first_refused_line(run, tmp_path: Path, lines: str, said: str) -> None:  # type: ignore[no-untyped-def]
    to = tmp_path / "never.toml"
    done = run("play", "cowboy", "--script", "-", "--to", to, stdin=lines)
    assert done.returncode == 2
    assert said in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1
    assert not to.exists()
    assert "Traceback" not in done.stderr


def test_a_seed_makes_the_dice_the_same(run) -> None:  # type: ignore[no-untyped-def]
    lines = "start crisis fight\ndifficulty D9\ninitiative jessica\ninitiative mike\n"
    logs = [
        json.loads(run("play", "cowboy", "--script", "-", "--json", "--seed", "5", stdin=lines).stdout)["log"]
        for _ in range(2)
    ]
    assert logs[0] == logs[1]


def test_players_board_hides_the_hidden(run) -> None:  # type: ignore[no-untyped-def]
    done = run("play", "cowboy", "--script", SCRIPT, "--json", "--players")
    board = json.loads(done.stdout)
    assert sorted(e["name"] for e in board["entities"].values()) == ["Cowboy", "Jessica", "Mike"]
    assert set(board["entities"]) == {"1", "2", "a"}
    assert "body" not in done.stdout.casefold()
    assert "npc-001" not in done.stdout


def test_odds_are_exact(run) -> None:  # type: ignore[no-untyped-def]
    row = json.loads(run("odds", "7", "9", "--json").stdout)
    assert (row["dice"], row["faces"]) == (7, 9)
    assert Fraction(row["success"]) + Fraction(row["failure"]) == 1
    assert sum(map(Fraction, row["degree"])) == 1
    assert "59.7 %" in run("odds", "7", "9").stdout
    table = [json.loads(line) for line in run("odds", "--table", "--json").stdout.splitlines()]
    assert len(table) == 324
    assert {(r["dice"], r["faces"]) for r in table} == {(d, f) for d in range(3, 21) for f in range(3, 21)}
    for arguments in (("odds",), ("odds", "7"), ("odds", "-3", "9"), ("odds", "7", "0"), ("odds", "9999", "6")):
        assert run(*arguments).returncode == 2


def test_check_names_every_fault_of_a_file_and_creates_nothing(run, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    bad = HERE / "data" / "bad_scenario.toml"
    before = bad.read_bytes()
    done = run("check", bad)
    assert done.returncode == 2
    lines = done.stdout.strip().splitlines()
    assert len(lines) == 4
    assert all(line.startswith(f"{bad}:") for line in lines)
    rows = [json.loads(line) for line in run("check", bad, "--json").stdout.splitlines()]
    assert [r["line"] for r in rows] == [15, 18, 24, 31]
    assert all({"file", "line", "field", "found", "allowed", "message", "severity"} <= r.keys() for r in rows)
    opened = run("play", bad, "--script", "-")
    assert opened.returncode == 2
    assert len(opened.stderr.strip().splitlines()) == 4
    assert bad.read_bytes() == before
    assert not (tmp_path / "saves").exists()


def test_check_accepts_what_is_shipped_and_saves(run, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    content = HERE.parent / "content"
    done = run("check", *sorted(content.glob("scenarios/*.toml")), content / "lawn" / "states.toml")
    assert done.returncode == 0, done.stdout
    to = tmp_path / "a.toml"
    run("play", "cowboy", "--script", "-", "--to", to)
    assert run("check", to).returncode == 0
    to.write_text(to.read_text(encoding="utf-8")[:-400], encoding="utf-8")
    assert run("check", to).stdout


def test_list_shows_round_and_phase(run, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    assert run("list").stdout == ""
    saves = tmp_path / "saves"
    saves.mkdir()
    run("play", "cowboy", "--script", "-", "--to", saves / "one.toml", stdin="start crisis fight\n")
    run("play", "cowboy", "--script", "-", "--to", saves / "two.toml")
    rows = {r["save"]: r for r in map(json.loads, run("list", "--json").stdout.splitlines())}
    assert rows["one"]["unfinished"] is True
    assert (rows["one"]["round"], rows["one"]["phase"]) == (1, "initiative")
    assert rows["two"]["unfinished"] is False
    assert set(rows["one"]) == {"save", "title", "ruleset", "round", "phase", "modified", "unfinished"}
    assert "round 1 Initiative" in run("list").stdout


@pytest.mark.parametrize(
    "arguments",
    [
        ("--help",),
        ("list",),
        ("odds", "7", "9"),
        ("check", "content/scenarios/cowboy.toml"),
        ("play", "cowboy", "--script", "-"),
        ("board", "cowboy"),
    ],
)
def test_doors_without_a_screen_never_import_textual(arguments: tuple[str, ...], tmp_path: Path) -> None:
    code = (
        "import sys\nfrom gmconsole.cli import main\n"
        "try:\n    main(sys.argv[1:])\nexcept SystemExit:\n    pass\n"
        "sys.exit(any(m.split('.')[0] == 'textual' for m in sys.modules))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        cwd=HERE.parent,
        input="",
        text=True,
        capture_output=True,
        env={**os.environ, "GMCONSOLE_SAVES": str(tmp_path)},
        check=False,
    )
    assert done.returncode == 0, done.stderr


def test_nonsense_names_are_one_line_and_code_2(run, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    empty = tmp_path / "empty.toml"
    empty.write_text("", encoding="utf-8")
    for name in ("nowhere", "../x", str(empty), str(tmp_path)):
        done = run("board", name)
        assert done.returncode == 2, (name, done.stdout)
        assert len(done.stderr.strip().splitlines()) == 1, done.stderr
        assert "Traceback" not in done.stderr


def test_the_scenario_of_the_readme_has_no_faults_and_starts(run, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    text = (HERE.parent / "README.md").read_text(encoding="utf-8").split("```toml\n")[1].split("```")[0]
    scenario = tmp_path / "alley.toml"
    scenario.write_text(text, encoding="utf-8")
    checked = run("check", scenario)
    assert (checked.returncode, checked.stderr) == (0, "")
    assert "no faults" in checked.stdout
    board = json.loads(run("play", scenario, "--script", "-", "--json", stdin="start crisis\n").stdout)
    assert [e["name"] for e in board["entities"].values()] == ["Ann", "Thug"]
    assert [band for *_, band in board["bands"]] == ["far"]
    assert board["environment"] == ["dark"]


def test_shared_options_may_stand_before_the_command(run, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    to = tmp_path / "kept" / "fight.toml"
    to.parent.mkdir()
    assert run("--lang", "zh", "play", "cowboy", "--script", "-", "--to", to).returncode == 0
    assert run("--saves", to.parent, "--lang=en", "list").stdout.startswith("fight ")


@pytest.mark.parametrize("seed", ["-5", "one", "9" * 19, "1.5"])
def test_a_seed_that_no_save_can_hold_is_refused(run, seed: str) -> None:  # type: ignore[no-untyped-def]
    done = run("play", "cowboy", "--script", "-", "--seed", seed)
    assert done.returncode == 2
    assert "at most 18 digits" in done.stderr


def test_a_folder_of_that_name_hides_no_scenario(run, tmp_path: Path, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    (tmp_path / "cowboy").mkdir()
    monkeypatch.setenv("PYTHONPATH", str(HERE.parent))
    monkeypatch.chdir(tmp_path)
    assert json.loads(run("board", "cowboy", "--json").stdout)["title"] == "Cowboy in the wood"


@pytest.mark.parametrize("name", ["", ".", "..", "nobody"])
def test_a_word_that_means_nothing_is_one_line(run, name: str) -> None:  # type: ignore[no-untyped-def]
    done = run("board", name)
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1


def test_a_word_that_is_neither_a_save_nor_a_scenario_is_called_so(run) -> None:  # type: ignore[no-untyped-def]
    for arguments in (("board", "nobody"), ("open", "nobody"), ("--new", "nobody"), ("check", "nobody")):
        done = run("--lang", "en", *arguments)
        assert "no such save or scenario" in done.stderr + done.stdout, arguments
        assert done.returncode == 2


def test_a_new_save_always_ends_in_toml(run, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    for to, written in (
        (tmp_path / "fight", "fight.toml"),
        (tmp_path / "dr.who", "dr.who.toml"),
        (tmp_path / "last.toml", "last.toml"),
    ):
        assert run("play", "cowboy", "--script", "-", "--to", to).returncode == 0
        assert (tmp_path / written).is_file()
        assert run("board", tmp_path / written, "--json").returncode == 0
    again = run("--lang", "en", "play", "cowboy", "--script", "-", "--to", tmp_path / "fight")
    assert (again.returncode, "exists already" in again.stderr) == (2, True)
    for nothing in (".", "..", "", tmp_path / ".."):
        assert run("play", "cowboy", "--script", "-", "--to", nothing).returncode == 2


def test_new_starts_a_scenario_afresh_beside_a_save_of_its_name(tmp_path: Path, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    opened: list[tuple[str, int]] = []

    def look(opener, saves: Path, lang: str) -> int:  # type: ignore[no-untyped-def]
        encounter = opener()
        encounter.run("note seen")
        opened.append((encounter.store.path.name, encounter.session.index))
        encounter.close()
        return 0

    monkeypatch.setattr("gmconsole.tui.app.run", look)
    for words in (
        ["cowboy"],
        ["cowboy"],
        ["--new", "cowboy"],
        ["open", "cowboy", "--new"],
        ["--lang", "en", "--new", "cowboy"],
    ):
        assert cli.main(["--saves", str(tmp_path), *words]) == 0
    assert opened == [
        ("cowboy.toml", 1),
        ("cowboy.toml", 2),
        ("cowboy-2.toml", 1),
        ("cowboy-3.toml", 1),
        ("cowboy-4.toml", 1),
    ]


def test_new_needs_a_name(run) -> None:  # type: ignore[no-untyped-def]
    done = run("--lang", "en", "--new")
    assert (done.returncode, done.stderr) == (2, "--new: which scenario?\n")


def test_odds_of_a_book_of_its_own_print_its_outcomes() -> None:
    words = Words("en", Toy())
    assert cli._odds_line({"dice": 2, "faces": 6, "win": "1/4", "lose": "3/4", "more": "?"}, words).split() == [
        "2D6",
        "win",
        "25.0",
        "%",
        "lose",
        "75.0",
        "%",
    ]
