"""States written by hand: what cannot be is refused with its place, and everything that play reaches can be."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gmconsole import cli
from gmconsole.core.integrity import problems
from gmconsole.encounter import Encounter
from gmconsole.loading import LoadError

from .helpers import Fight, script
from .lawn import play

LINES = script("cowboy")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A closed save from the middle of the Cowboy, by itself, as one that was copied from elsewhere."""
    fight = Fight("cowboy")
    for line in LINES[:14]:
        fight.encounter.run(line)
    for line in ("clock rain 4 +1", "light mike flashlight", "call mike PHY D6"):
        fight.run(line)
    found = Encounter.begin(fight.encounter.state, tmp_path / "made.toml", seed=1)
    found.close()
    alone = tmp_path / "alone.toml"
    alone.write_bytes((tmp_path / "made.toml").read_bytes())
    return alone


def edit(path: Path, pattern: str, new: str) -> int:
    """Change the first match inside ``[state]``, and say on which line it ends."""
    text = path.read_text(encoding="utf-8")
    start = text.index("\n[state]")
    found = re.compile(pattern, re.MULTILINE).search(text, start)
    assert found is not None
    before = text[: found.start()] + found.expand(new)
    path.write_text(before + text[found.end() :], encoding="utf-8")
    return before.count("\n") + 1


@pytest.mark.parametrize(
    ("pattern", "new", "field", "found"),
    [
        (r'^ruleset = "lawn"', 'ruleset = "other"', "state.ruleset", "other"),
        (r"^round = \d+", "round = -3", "state.round", "-3"),
        (r'^phase = "\w+"', 'phase = "supper"', "state.phase", "supper"),
        (r'^id = "pc-001"', 'id = "pc-077"', "state.entities.pc-001.id", "pc-077"),
        (r'^presence = "in"', 'presence = "away"', "state.entities.pc-001.presence", "away"),
        (r'^speed = "\w+"', 'speed = "warp"', "state.entities.pc-001.speed", "warp"),
        (r"^sanity = \d+", "sanity = -1", "state.entities.pc-001.sanity", "-1"),
        (r"^sanity = \d+", 'sanity = "3"', "state.entities.pc-001.sanity", '"3"'),
        (r"^hidden = false", "hidden = 0", "state.entities.pc-001.hidden", "0"),
        (r'(\[state\.bands\.pc-001\]\n[^[]*pc-002) = "\w+"', r'\1 = "miles"', "state.bands.pc-001.pc-002", "miles"),
        (
            r'(\[state\.bands\.pc-001\]\n[^[]*)pc-002 = "\w+"',
            r'\1nobody = "near"',
            "state.bands.pc-001.nobody",
            "nobody",
        ),
        (r"^gentle_damage = false", 'gentle_damage = "perhaps"', "state.options.gentle_damage", "perhaps"),
        (r"^filled = 1", "filled = 9", "state.clocks.rain.filled", "9"),
        (r'^mode = "crisis"', 'mode = "war"', "state.mode", "war"),
        (r'^preset = "\w*"', 'preset = "picnic"', "state.preset", "picnic"),
        (r'^stage = "\w+"', 'stage = "encore"', "state.crisis.stage", "encore"),
        (r'^turn = "[\w-]*"', 'turn = "pc-099"', "state.crisis.turn", "pc-099"),
        (r'^kind = "pc"', 'kind = "wizard"', "state.entities.pc-001.kind", "wizard"),
        (r'^side = "\w+"', 'side = "moon"', "state.entities.pc-001.side", "moon"),
        (r'^source = "\w+"', 'source = "sun"', "state.lights.light-001.source", "sun"),
        (r'^status = "\w+"', 'status = "lost"', "state.checks.check-006.status", "lost"),
        (
            r'(\[state\.checks\.check-006\]\n[^\[]*?)^type = "\w*"',
            r'\1type = "LUCK"',
            "state.checks.check-006.type",
            "LUCK",
        ),
        (r'^id = "prone"', 'id = "hiccups"', "state.entities.pc-001.states 1.id", "hiccups"),
    ],
)
def test_what_cannot_be_is_refused_with_its_line_and_nothing_is_written(
    path: Path, capsys: pytest.CaptureFixture[str], pattern: str, new: str, field: str, found: str
) -> None:
    line = edit(path, pattern, new)
    before = path.read_bytes()
    for look in (Encounter.open, Encounter.look):
        with pytest.raises(LoadError, match=re.escape(field)):
            look(path)
    assert path.read_bytes() == before
    assert not path.with_name("alone.toml.d").exists()
    assert cli.main(["check", str(path), "--lang", "en"]) == 2
    said = capsys.readouterr().out
    assert f"{path}:{line}: {field}: " in said
    assert f"found {found}" in said


def test_all_that_is_wrong_is_named_at_once(path: Path) -> None:
    edit(path, r'^phase = "\w+"', 'phase = "supper"')
    edit(path, r'^presence = "in"', 'presence = "away"')
    with pytest.raises(LoadError) as refused:
        Encounter.open(path)
    assert [p.path for p in refused.value.problems] == [("state", "phase"), ("state", "entities", "pc-001", "presence")]


def test_keys_nobody_knows_are_kept_in_every_table(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    for table in ("save", "at", "dice", "state"):
        text = text.replace(f"[{table}]\n", f"[{table}]\nmine_{table} = 1\n", 1)
    path.write_text(text, encoding="utf-8")
    opened = Encounter.open(path)
    opened.run("note and on")
    opened.close()
    again = Encounter.open(path)
    again.close()
    written = path.read_text(encoding="utf-8")
    assert all(f"mine_{table} = 1" in written for table in ("save", "at", "dice", "state"))


@settings(max_examples=30)
@given(st.integers(0, 1 << 32))
def test_whatever_play_reaches_can_be(seed: int) -> None:
    session = play.table(seed)
    steps = Random(seed)
    for _ in range(40):
        session.execute(play.command(steps.randrange(1 << 32), session.state))
        assert problems(session.ruleset, session.state) == ()
