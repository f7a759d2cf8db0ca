"""Scenario files: the shipped ones, one run of ``check`` for every fault, and the state they start with."""

from __future__ import annotations

from pathlib import Path

import pytest

from gmconsole import scenarios
from gmconsole.content import ContentError
from gmconsole.core import bands, registry
from gmconsole.core.codec import Codec, plain
from gmconsole.core.dice import TypedDice
from gmconsole.core.rounds import Phase
from gmconsole.core.session import Accepted, Session
from gmconsole.rulesets.lawn import RULESET, crisis
from gmconsole.rulesets.lawn.hazards import ChangeHazard
from gmconsole.rulesets.lawn.people import Add
from gmconsole.rulesets.lawn.state import Injury, LawnState, Load

DATA = Path(__file__).parent / "data"
HEAD = '[scenario]\nid = "x"\nruleset = "lawn"\npreset = "fight"\n'


def started(name: str, lang: str = "en") -> LawnState:
    state = scenarios.start_state(scenarios.load_scenario(name), lang)
    assert isinstance(state, LawnState)
    return state


def written(tmp_path: Path, text: str, head: str = HEAD) -> Path:
    path = tmp_path / "x.toml"
    path.write_text(head + text, encoding="utf-8")
    return path


def faults(tmp_path: Path, text: str, head: str = HEAD) -> list[tuple[int, str, str]]:
    """Line after the head, field and message of each fault."""
    found = scenarios.check_file(written(tmp_path, text, head))
    return [(f.line - head.count("\n"), f.field, f.message.id) for f in found]


@pytest.mark.parametrize("name", scenarios.names())
@pytest.mark.parametrize("lang", ["zh", "en"])
def test_every_shipped_scenario_is_without_fault_and_survives_a_save(name: str, lang: str) -> None:
    assert scenarios.check_file(scenarios.find(name)) == []
    state = scenarios.start_state(scenarios.load_scenario(name), lang)
    book = registry.get(state.ruleset)
    assert book is not None
    assert Codec(book).state(plain(state)) == state
    header = scenarios.load_scenario(name).header
    for text in (header.title, header.note):
        assert not isinstance(text, str) and text.zh and text.en
    assert state.mode == "calm" and state.preset == header.preset and state.notes


def test_four_faults_in_one_run_each_with_its_line() -> None:
    found = scenarios.check_file(DATA / "bad_scenario.toml")
    assert [f.line_text().rsplit("/", 1)[-1] for f in found] == [
        'bad_scenario.toml:15: person 2.speeed: unknown key, found "speeed", allowed: speed; the file was not used',
        'bad_scenario.toml:18: person 3.id: id given twice, found "bob", allowed: an id of its own; '
        "the file was not used",
        'bad_scenario.toml:24: person 4.life: not allowed here, found "three", '
        "allowed: a whole number from 1 to 999; the file was not used",
        'bad_scenario.toml:31: band 2.between 2: names nobody, found "dora", allowed: ann, bob, cy; '
        "the file was not used",
    ]
    with pytest.raises(ContentError) as refused:
        scenarios.load_scenario(DATA / "bad_scenario.toml")
    assert list(refused.value.faults) == found
    assert found[0].facts() == {
        "file": str(DATA / "bad_scenario.toml"),
        "line": 15,
        "field": "person 2.speeed",
        "found": '"speeed"',
        "allowed": "speed",
        "message": "unknown key",
        "severity": "error",
    }


def test_the_cowboy_as_the_rulebook_sets_it_up() -> None:
    state = started("cowboy")
    jessica, mike, cowboy, body = state.entities.values()
    assert [(e.id, e.key, e.name, e.kind, e.side, e.tag, e.shown_as, e.hidden) for e in state.entities.values()] == [
        ("pc-001", "jessica", "Jessica", "pc", "party", "1", "1", False),
        ("pc-002", "mike", "Mike", "pc", "party", "2", "2", False),
        ("npc-001", "cowboy", "Cowboy", "npc", "hostile", "a", "a", False),
        ("obj-001", "body", "Hanged body", "object", "neutral", "b", "", True),
    ]
    assert (jessica.sanity, jessica.sanity_max, mike.sanity, mike.sanity_max) == (3, 3, 1, 3)
    assert mike.load == {"pistol": Load(now=3, full=3)}
    assert (cowboy.life, cowboy.life_max, cowboy.speed) == (3, 3, "sprint")
    assert state.environment == ("dark",) and state.lights == {}
    pairs = {
        (a.key, b.key): bands.between(state.bands, a.id, b.id)
        for a, b in ((cowboy, jessica), (cowboy, mike), (jessica, mike), (body, jessica), (body, mike), (body, cowboy))
    }
    assert pairs.pop(("jessica", "mike")) == "near"
    assert set(pairs.values()) == {"medium"}
    assert state.options["already_begun"] is False
    (hazard,) = state.hazards.values()
    assert (hazard.name, hazard.type, hazard.purpose, hazard.difficulty, hazard.fail, hazard.on) == (
        "Rope network",
        "FLX",
        "balance",
        6,
        "prone",
        (),
    )


@pytest.mark.rule("LP-CRI-025")
def test_the_cowboy_begins_in_round_1_with_nothing_to_ask() -> None:
    session = Session(RULESET, started("cowboy"), seed=1)
    assert isinstance(session.execute(crisis.Start(preset=session.state.preset)), Accepted)
    state = session.state
    assert (state.mode, state.round, state.phase, state.environment) == ("crisis", 1, "initiative", ("dark",))
    assert crisis.missing_bands(state) == () and not state.questions
    assert [bands.between(state.bands, "npc-001", pc) for pc in ("pc-001", "pc-002")] == ["medium", "medium"]


def test_the_prepared_ropes_wait_until_the_gm_says_who_is_exposed() -> None:
    session = Session(RULESET, started("cowboy"), seed=1)
    for command in (crisis.Start(), Phase(to="neutral", force=True)):
        assert isinstance(session.execute(command), Accepted)
    assert not session.state.checks and len(session.state.hazards) == 1
    session.execute(ChangeHazard(hazard="hazard-001", on=("pc-001", "pc-002")))
    assert [(c.who, c.type, c.purpose, c.difficulty) for c in session.state.checks.values()] == [
        ("pc-001", "FLX", "balance", 6),
        ("pc-002", "FLX", "balance", 6),
    ]


def test_names_follow_the_language_and_keys_do_not() -> None:
    zh, en = started("cowboy", "zh"), started("cowboy", "en")
    assert [e.name for e in zh.entities.values()] == ["杰西卡", "迈克", "牛仔", "吊着的尸体"]
    assert [e.key for e in zh.entities.values()] == [e.key for e in en.entities.values()]
    assert (zh.title, en.title) == ("林中牛仔", "Cowboy in the wood")


def test_a_chase_with_pursuers_of_different_speed_classes() -> None:
    state = started("rooftops")
    pursuers = [p for p in state.entities.values() if p.side == "hostile"]
    assert len(pursuers) >= 3 and len({p.speed for p in pursuers}) >= 3
    assert crisis.PRESETS[state.preset] == ("movement",)
    drone = next(p for p in pursuers if p.key == "drone")
    assert (drone.presence, drone.enters_in) == ("outside", 3)
    assert [(p.kind, p.round, p.who) for p in state.pending.values()] == [
        ("reinforcement", 3, drone.id),
        ("reminder", 5, ""),
    ]
    assert crisis.missing_bands(state) == ()


def test_a_scenario_and_the_same_additions_make_equal_people(tmp_path: Path) -> None:
    path = written(
        tmp_path,
        '[[person]]\nid = "ann"\nname = "Ann"\nkind = "pc"\n[[person]]\nid = "bo"\nname = "Bo"\n'
        '[[object]]\nid = "door"\nname = "Door"\nstructure = true\n',
    )
    prepared = started(str(path))
    session = Session(RULESET, RULESET.new_state("x"), seed=1)
    for command in (
        Add(kind="pc", name="Ann", key="ann"),
        Add(kind="npc", name="Bo", key="bo"),
        Add(kind="object", name="Door", key="door", structure=True),
    ):
        session.execute(command, TypedDice(()))
    assert prepared.entities == session.state.entities
    assert prepared.counters == session.state.counters


def test_figures_states_lights_and_words_of_both_languages(tmp_path: Path) -> None:
    state = started(
        str(
            written(
                tmp_path,
                """
[[person]]
id = "安"
name = { zh = "安娜", en = "Anna" }
kind = "pc"
attributes = { PHY = 2 }
sanity = 0
states = ["light_wound:tended", "injured_hand:left", "prone"]
lights = ["oil_lamp"]
load = { pistol = { now = 1, full = 3 } }
[[person]]
id = "bo"
name = "Bo"
life = 2
life_max = 5
lights = [{ id = "flashlight", covers = ["安"] }]
[[band]]
between = ["Anna", "bo"]
band = "近距"
[environment]
conditions = ["黑暗", "fog"]
""",
            )
        )
    )
    anna, bo = state.entities.values()
    assert (anna.sanity, anna.sanity_max, anna.attributes) == (0, 3, {"PHY": 2})
    assert anna.load == {"pistol": Load(now=1, full=3)}
    assert anna.states == (
        Injury(id="light_wound", tended=True),
        Injury(id="injured_hand", side="left"),
        Injury(id="prone"),
    )
    assert (bo.life, bo.life_max) == (2, 5)
    assert bands.between(state.bands, bo.id, anna.id) == "near"
    assert state.environment == ("dark", "fog")
    assert [(x.source, x.carrier, x.covers) for x in state.lights.values()] == [
        ("oil_lamp", anna.id, ()),
        ("flashlight", bo.id, (anna.id,)),
    ]


PAIR = '[[person]]\nid = "ann"\nname = "Ann"\nkind = "pc"\n[[person]]\nid = "bo"\nname = "Bo"\n'


@pytest.mark.parametrize(
    ("text", "line", "field", "message"),
    [
        (
            '[[band]]\nbetween = ["ann", "bo"]\nband = "near"\n[[band]]\nbetween = ["Bo", "ann"]\nband = "far"\n',
            11,
            "band 2",
            "given twice, differently",
        ),
        ('[[band]]\nbetween = ["ann", "Ann"]\nband = "near"\n', 9, "band 1.between", "a band with oneself"),
        ('[[band]]\nbetween = ["ann"]\nband = "near"\n', 9, "band 1.between", "not allowed here"),
        ('[[band]]\nbetween = ["ann", "bo"]\nband = "neer"\n', 10, "band 1.band", "not allowed here"),
        ('[[band]]\nbetween = ["ann", "bo"]\nband = "extreme"\n', 10, "band 1.band", "not allowed here"),
        ('[[person]]\nid = "cy"\nname = "ＡＮＮ"\n', 10, "person 3.name", "name of two people"),
        ('[[person]]\nid = "cy"\nname = "bo"\n', 10, "person 3.name", "name of two people"),
        ('[[object]]\nid = "bo"\nname = "Bow"\n', 9, "object 1.id", "id given twice"),
        ('[[person]]\nid = "a b"\n', 9, "person 3.id", "not allowed here"),
        ('[[person]]\nid = "pc-001"\n', 9, "person 3.id", "not allowed here"),
        ('[[person]]\nid = "cy"\nstates = ["prne"]\n', 10, "person 3.states 1", "not allowed here"),
        ('[[person]]\nid = "cy"\nstates = ["injured_hand"]\n', 10, "person 3.states 1", "not allowed here"),
        ('[[person]]\nid = "cy"\nlights = ["lamp"]\n', 10, "person 3.lights 1", "not allowed here"),
        ('[[person]]\nid = "cy"\nattributes = { PHX = 1 }\n', 10, "person 3.attributes.PHX", "unknown key"),
        ('[[person]]\nid = "cy"\nspeed = "fast"\n', 10, "person 3.speed", "not allowed here"),
        ('[[person]]\nid = "cy"\nlife = 0\n', 10, "person 3.life", "not allowed here"),
        ('[[person]]\nid = "cy"\nlife = 4\nlife_max = 3\n', 10, "person 3.life", "not allowed here"),
        ('[[person]]\nid = "cy"\nsanity = 2\n', 10, "person 3.sanity", "not allowed here"),
        ('[[person]]\nid = "cy"\nkind = "pc"\nlife = 2\n', 11, "person 3.life", "not allowed here"),
        (
            '[[person]]\nid = "cy"\nload = { pistol = { now = 4, full = 3 } }\n',
            10,
            "person 3.load.pistol",
            "not allowed here",
        ),
        ('[[hazard]]\nid = "h"\ntype = "FLX"\nfail = "pron"\n', 11, "hazard 1.fail", "not allowed here"),
        ('[[hazard]]\nid = "h"\ntype = "FLX"\non = ["ann", "cy"]\n', 11, "hazard 1.on 2", "names nobody"),
        ('[[hazard]]\nid = "h"\n', 8, "hazard 1.type", "missing"),
        ('[[placeholder]]\nid = "p"\nround = 2\nwho = "cy"\n', 11, "placeholder 1.who", "names nobody"),
        ('[[placeholder]]\nid = "p"\nround = 2\nwho = "bo"\n', 11, "placeholder 1.who", "not allowed here"),
        ('[environment]\nconditions = ["drak"]\n', 9, "environment.conditions 1", "not allowed here"),
        ("[options]\nalready_begun = 1\n", 9, "options.already_begun", "not allowed here"),
        ("[options]\nalredy_begun = true\n", 9, "options.alredy_begun", "unknown key"),
        ("[[persn]]\n", 8, "persn", "unknown key"),
        ('person_note = "x"\n', 8, "person 2.person_note", "unknown key"),
    ],
)
def test_faults_with_their_lines(tmp_path: Path, text: str, line: int, field: str, message: str) -> None:
    assert faults(tmp_path, PAIR + text) == [(line, field, message)]


@pytest.mark.parametrize(
    ("head", "field", "message"),
    [
        ('[scenario]\nid = "x"\nruleset = "lawm"\n', "scenario.ruleset", "no such rulebook"),
        ('[scenario]\nid = "x"\nruleset = "lawn"\npreset = "fihgt"\n', "scenario.preset", "not allowed here"),
        ('[scenario]\nruleset = "lawn"\n', "scenario.id", "missing"),
        ('[scenario]\nid = "x"\n', "scenario.ruleset", "missing"),
    ],
)
def test_a_header_that_cannot_be(tmp_path: Path, head: str, field: str, message: str) -> None:
    assert [(f, m) for _, f, m in faults(tmp_path, "", head)] == [(field, message)]


@pytest.mark.parametrize("line", ["", 'ruleset = "lawm"\n'])
def test_without_a_known_rulebook_the_other_faults_are_named_too(tmp_path: Path, line: str) -> None:
    found = faults(
        tmp_path,
        '[[person]]\nid = "ann"\nkind = "pc"\nsanity = "much"\n[[band]]\nbetween = ["ann", "bo"]\nband = "near"\n',
        '[scenario]\nid = "x"\n' + line,
    )
    assert [f for _, f, _ in found] == ["scenario.ruleset", "person 1.sanity", "band 1.between 2"]


def test_a_rulebook_like_none_that_is_installed_is_all_that_is_said(tmp_path: Path) -> None:
    found = faults(tmp_path, '[[person]]\nid = "ann"\n', '[scenario]\nid = "x"\nruleset = "chess"\n')
    assert [f for _, f, _ in found] == ["scenario.ruleset"]


def test_unsafe_and_long_names_are_cleaned_and_noted(tmp_path: Path) -> None:
    path = written(
        tmp_path,
        '[[person]]\nid = "ann"\nname = "A\\u001bnn"\n[[person]]\nid = "bo"\nname = "'
        + "B" * 100
        + '"\n[[person]]\nid = "cy"\nname = "\\u200b"\n',
    )
    assert [(f.line, f.field, f.severity) for f in scenarios.check_file(path)] == [
        (7, "person 1.name", "note"),
        (10, "person 2.name", "note"),
    ]
    assert [e.name for e in started(str(path)).entities.values()] == ["A\ufffdnn", "B" * 79 + "…", "cy"]


def test_what_is_neither_a_scenario_nor_content(tmp_path: Path) -> None:
    path = written(tmp_path, "a = 1\n", "")
    assert [f.message.id for f in scenarios.check_file(path)] == ["neither a scenario nor a party nor a content table"]
    with pytest.raises(ContentError) as refused:
        scenarios.find("cowboi")
    assert "cowboy" in refused.value.faults[0].line_text()


def test_content_files_are_checked_by_their_own_rows(tmp_path: Path) -> None:
    folder = tmp_path / "lawn"
    folder.mkdir()
    good = (scenarios.root() / "lawn" / "lights.toml").read_text(encoding="utf-8")
    path = folder / "lights.toml"
    path.write_text(good, encoding="utf-8")
    assert scenarios.check_file(path) == []
    path.write_text(
        good + '[[light]]\nid = "torch"\nname = { zh = "x", en = "x" }\nlimit = "fra"\nshape = "sphere"\n',
        encoding="utf-8",
    )
    first = good.count("\n") + 1
    assert [(f.line, f.field.split(".")[-1]) for f in scenarios.check_file(path)] == [
        (first + 1, "id"),
        (first + 3, "limit"),
    ]
