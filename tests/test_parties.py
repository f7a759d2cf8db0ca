"""Parties at the doors: from a save into a file, from a file or a save into the next encounter."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from gmconsole import opening, parties, scenarios
from gmconsole.cli import main
from gmconsole.content import ContentError
from gmconsole.encounter import Encounter
from gmconsole.rulesets.lawn.sheets import sheet_of

BAD = Path(__file__).parent / "data" / "bad_party.toml"
SCENARIO = """
[scenario]
id = "night"
ruleset = "lawn"
party = "jessica_and_mike"

[[person]]
id = "jessica"
kind = "pc"
outside = true
lights = ["oil_lamp"]

[[person]]
id = "thug"
name = "Thug"

[[band]]
between = ["thug", "mike"]
band = "medium"

[[hazard]]
id = "smoke"
type = "PHY"
on = ["mike"]
fail = "sanity"
"""


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """The exit code and what was printed."""
    code = main([*arguments])
    said = capsys.readouterr()
    return code, said.out, said.err


def play(tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, *lines: str, **options: str) -> Path:
    """Play some lines and write the save ``options['to']``."""
    script = tmp_path / "script.txt"
    script.write_text("\n".join(lines), encoding="utf-8")
    to = tmp_path / options.pop("to")
    more = [part for key, value in options.items() for part in (f"--{key}", value)]
    code, _, err = run(
        capsys, "play", name, "--saves", str(tmp_path), "--script", str(script), "--to", str(to), "--lang", "en", *more
    )
    assert (code, err) == (0, "")
    return to.with_suffix(".toml")


def people(path: Path) -> dict[str, Any]:
    """Everybody in a save by their key."""
    return {p.key: p for p in Encounter.look(path).state.entities.values()}


def test_an_evening_goes_on_in_the_next_scenario(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first = play(tmp_path, capsys, "jessica_and_mike", "set mike sanity 1", 'item mike "Torch"', to="evening")
    second = play(tmp_path, capsys, "cowboy", "remove cowboy", to="night", party="evening")
    before, after = people(first), people(second)
    assert set(after) == {"jessica", "mike", "cowboy", "body"}
    assert after["mike"].sanity == 1
    assert sheet_of(after["mike"]) == sheet_of(before["mike"])
    assert sheet_of(after["mike"]).belongings[-1].name == "Torch"
    assert Encounter.look(second).state.title == "Cowboy in the wood"
    third = play(tmp_path, capsys, "rooftops", "note done", to="roofs", party=str(second))
    assert sheet_of(people(third)["mike"]).belongings[-1].name == "Torch"


def test_a_party_file_is_written_from_a_save_and_read_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    save = play(tmp_path, capsys, "jessica_and_mike", "set jessica potential 2", to="evening")
    before = save.read_bytes()
    out = tmp_path / "mine.toml"
    assert run(capsys, "party", "evening", "--saves", str(tmp_path), "--to", str(tmp_path / "mine"))[0] == 0
    assert save.read_bytes() == before
    assert run(capsys, "check", str(out))[:2] == (0, f"{out}: no faults\n")
    state: Any = scenarios.party_state(scenarios.load_party(out))
    assert sheet_of(state.entities["pc-001"]).potential == 2
    code, printed, _ = run(capsys, "party", "evening", "--saves", str(tmp_path), "--over")
    assert code == 0
    assert 'games = [\n    "Jessica and Mike",\n]' in printed
    code, _, err = run(capsys, "party", "evening", "--saves", str(tmp_path), "--to", str(out), "--lang", "en")
    assert (code, err) == (2, f"{out}: exists already; nothing was written\n")


def test_a_shipped_party_is_copied_as_it_stands(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "party", "blank", "--to", str(tmp_path / "ours.toml"))[0] == 0
    assert (tmp_path / "ours.toml").read_text(encoding="utf-8") == scenarios.find("blank", "party").read_text(
        encoding="utf-8"
    )
    save = play(tmp_path, capsys, str(tmp_path / "ours.toml"), 'about hero title "The first"', to="new")
    assert sheet_of(people(save)["hero"]).title == "The first"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("party", "nonsense"), "nonsense:1: no such save or party, allowed: blank, jessica_and_mike"),
        (("play", "cowboy", "--party", "nonsense", "--script", "-"), "nonsense:1: no such save or party"),
        (("play", "blank", "--party", "blank", "--script", "-"), "blank:1: a party is played by itself"),
        (("party", "cowboy"), "cowboy:1: no such save or party"),
        (("play", "weir", "--party", "blank", "--script", "-"), "the party is of another rulebook, found lawn"),
    ],
)
def test_what_is_no_party(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    arguments: tuple[str, ...],
    said: str,
) -> None:
    monkeypatch.setenv("GMCONSOLE_SAVES", str(tmp_path))
    code, _, err = run(capsys, *arguments, "--lang", "en")
    assert code == 2
    assert said in err
    assert list(tmp_path.iterdir()) == []


def test_a_bad_party_starts_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bad = tmp_path / "bad.toml"
    bad.write_text('[party]\nid = "x"\nruleset = "lawn"\n[[character]]\nid = "a"\ntrait = "kean"\n', encoding="utf-8")
    code, _, err = run(capsys, "play", "cowboy", "--party", str(bad), "--script", "-", "--lang", "en")
    assert code == 2
    assert err == f'{bad}:6: character 1.trait: not allowed here, found "kean", allowed: keen; the file was not used\n'


DOORS = (("check",), ("party",), ("play", "--script", "-"), ("play", "cowboy", "--script", "-", "--party"))


@pytest.mark.parametrize("door", DOORS, ids=["check", "party", "play", "guest"])
def test_every_door_names_every_fault_and_leaves_the_party_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, door: tuple[str, ...]
) -> None:
    """Unknown words, budgets, two of an id, wrong types: a line each, exit code 2, and nothing is written."""
    monkeypatch.setenv("GMCONSOLE_SAVES", str(tmp_path / "saves"))
    bad = tmp_path / "bad.toml"
    bad.write_bytes(BAD.read_bytes())
    code, out, err = run(capsys, *door, str(bad), "--lang", "en")
    expected = BAD.with_suffix(".txt").read_text(encoding="utf-8").splitlines()
    assert (code, (out + err).splitlines()) == (2, [f"{bad}:{line}" for line in expected])
    assert bad.read_bytes() == BAD.read_bytes()
    assert list(tmp_path.iterdir()) == [bad]


def test_a_guest_called_like_somebody_of_the_scenario_gets_another_word(tmp_path: Path) -> None:
    path = tmp_path / "ours.toml"
    row = '[[character]]\nid = "{}"\nname = "{}"\nplayed = true\nrelations = {{ cowboy = "kin" }}\n'
    head = '[party]\nid = "ours"\nruleset = "lawn"\n'
    path.write_text(head + row.format("cowboy", "Ann") + row.format("bo", "Bo"), encoding="utf-8")
    state: Any = scenarios.start_state(scenarios.load_scenario("cowboy", scenarios.load_party(path)))
    assert {p.key: p.name for p in state.entities.values()} == {
        "cowboy_2": "Ann",
        "bo": "Bo",
        "cowboy": "Cowboy",
        "body": "Hanged body",
    }
    assert [sheet_of(p).relations for p in state.entities.values() if p.kind == "pc"] == [{"cowboy_2": "kin"}] * 2
    cowboy = next(p.id for p in state.entities.values() if p.key == "cowboy")
    assert list(state.bands[cowboy]) == [next(p.id for p in state.entities.values() if p.key == "body")]


def test_a_save_that_has_begun_keeps_its_party(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    save = play(tmp_path, capsys, "jessica_and_mike", "note x", to="evening")
    code, _, err = run(
        capsys, "play", str(save), "--party", "blank", "--script", "-", "--lang", "en", "--saves", str(tmp_path)
    )
    assert code == 2
    assert "this encounter has its own party" in err


def test_a_scenario_names_its_party(tmp_path: Path) -> None:
    path = tmp_path / "night.toml"
    path.write_text(SCENARIO, encoding="utf-8")
    assert [f.line_text() for f in scenarios.check_file(path)] == []
    state: Any = scenarios.start_state(scenarios.load_scenario(path), "en")
    by_key = {p.key: p for p in state.entities.values()}
    assert set(by_key) == {"jessica", "mike", "thug"}
    assert (by_key["jessica"].presence, by_key["mike"].presence) == ("outside", "in")
    assert sheet_of(by_key["jessica"]).trait == "revelation"
    assert state.bands[by_key["thug"].id][by_key["mike"].id] == "medium"
    assert [light.carrier for light in state.lights.values()] == [by_key["jessica"].id]
    assert next(iter(state.hazards.values())).on == (by_key["mike"].id,)
    assert state.campaign.players == 2


def test_another_party_may_play_it(tmp_path: Path) -> None:
    path = tmp_path / "night.toml"
    path.write_text(SCENARIO, encoding="utf-8")
    blank = scenarios.load_party("blank")
    state: Any = scenarios.start_state(scenarios.load_scenario(path, blank), "en")
    assert [p.key for p in state.entities.values()] == ["hero", "thug"]
    assert state.lights == {}
    assert next(iter(state.hazards.values())).on == ()


@pytest.mark.parametrize(
    ("old", "new", "field", "message"),
    [
        ('"jessica_and_mike"', '"jesica"', "scenario.party", "that party cannot be used"),
        ('id = "thug"', 'id = "mike"', "person 2.id", "not allowed here"),
        ('["thug", "mike"]', '["thug", "mikke"]', "band 1.between 2", "names nobody"),
        ('on = ["mike"]', 'on = ["mikke"]', "hazard 1.on 1", "names nobody"),
    ],
)
def test_what_is_wrong_with_a_scenario_and_its_party(
    tmp_path: Path, old: str, new: str, field: str, message: str
) -> None:
    path = tmp_path / "night.toml"
    path.write_text(SCENARIO.replace(old, new), encoding="utf-8")
    found = [(f.field, f.message.id) for f in scenarios.check_file(path)]
    assert (field, message) in found


def test_a_party_beside_the_scenario_is_found(tmp_path: Path) -> None:
    (tmp_path / "night.toml").write_text(SCENARIO.replace("jessica_and_mike", "ours"), encoding="utf-8")
    party = '[party]\nid = "ours"\nruleset = "lawn"\n[[character]]\nid = "mike"\nplayed = true\n'
    (tmp_path / "ours.toml").write_text(party, encoding="utf-8")
    scenario = scenarios.load_scenario(tmp_path / "night.toml")
    state: Any = scenarios.start_state(scenario, "en")
    assert [p.key for p in state.entities.values()] == ["mike", "jessica", "thug"]
    (tmp_path / "ours.toml").write_text(party.replace("lawn", "cairn"), encoding="utf-8")
    with pytest.raises(ContentError) as wrong:
        scenarios.load_scenario(tmp_path / "night.toml")
    assert wrong.value.faults[0].field == "scenario.party"


def test_a_party_names_no_other_party(tmp_path: Path) -> None:
    path = tmp_path / "p.toml"
    path.write_text('[party]\nid = "x"\nruleset = "lawn"\nparty = "blank"\n', encoding="utf-8")
    assert [(f.field, f.message.id) for f in scenarios.check_file(path)] == [("party.party", "unknown key")]


def test_a_book_without_parties_says_so(tmp_path: Path) -> None:
    from .core.toy import Toy

    assert Toy().party_of(Toy().new_state("x")) == {}
    with pytest.raises(ContentError):
        parties.text_of(Toy(), Toy().new_state("x"))


def test_the_word_of_a_scenario_comes_before_that_of_a_party() -> None:
    assert not opening.is_party("cowboy")
    assert opening.is_party("blank")
    assert opening.prepared("cowboy").parent.name == "scenarios"
    assert opening.prepared("blank").parent.name == "parties"
