"""The burning house: four rounds by lines, each environment phase with its own hazards."""

from __future__ import annotations

from pathlib import Path

import pytest

from gmconsole.core.messages import english
from gmconsole.core.model import Command
from gmconsole.core.session import Accepted
from gmconsole.language.driver import Request
from gmconsole.rulesets.lawn import actions, beams, checks, distance, falls, hazards, skills
from gmconsole.rulesets.lawn.state import Modifier
from gmconsole.scenarios import check_file, find

from .helpers import Fight


@pytest.fixture
def house() -> Fight:
    return Fight("burning_house")


def through(fight: Fight, *phases: str) -> None:
    """Enter, answering what the console proposes, until that phase is at hand."""
    for _ in range(60):
        if fight.state.phase == phases[-1]:
            return
        fight.run("next")
    raise AssertionError(fight.prompt())


def hazard_lines(fight: Fight) -> list[str]:
    """Every log line of the last entry that speaks of a hazard."""
    words = fight.encounter.words()
    return [said for m in fight.encounter.board().log[-1].said if "hazard" in (said := words.say(m))]


def in_the_smoke(house: Fight) -> None:
    """Round 1: smoke on all four; Grandma Wu's fate is the GM's word."""
    house.run("next")
    assert (house.state.mode, house.state.preset, house.state.phases) == (
        "crisis",
        "earthquake",
        ("neutral", "movement"),
    )
    assert (house.state.round, house.state.phase) == (1, "neutral")
    assert house.owed() == ["question:hazard wu", "check lin", "check otto", "check mei"]
    assert hazard_lines(house) == ["hazard Smoke: Lin Yue, Otto, Mei, Grandma Wu"], "said once"
    house.run("affect smoke wu not", "check lin = 2 3 4 6 6 1", "check otto = 2 3 4 5 6 6 1", "check mei = 2 2 5 5 6")
    assert [house.states(k) for k in ("lin", "otto", "mei", "wu")] == [[], [], ["dazed"], []]
    assert house.sight("lin", "mei") == "outline" and house.sight("lin", "wu") == "none"
    house.run("next", "declare lin approach wu", "declare otto approach wu", "declare mei approach window", "stay")
    house.run("next", "next", "next")
    assert house.owed() == []
    assert house.band("otto", "wu") == house.band("mei", "window") == "touch"
    assert house.band("lin", "door") == "far"


def in_the_flames(house: Fight) -> None:
    """Round 2: smoke and flames; Mei is burnt and drops out of the window, Otto takes Grandma Wu up."""
    house.run("next")
    assert house.state.round == 2
    assert house.owed("check") == [f"check {who}" for who in ("lin", "otto", "mei", "lin", "otto", "mei")]
    house.run("affect smoke wu", "affect flames wu not")
    assert house.states("wu") == ["dazed"] and house.who("wu").life == 3
    house.run(
        "check lin PHY = 2 3 4 6 6 1",
        "check otto PHY = 2 3 4 5 6 6 1",
        "check mei PHY = 2 3 4 6",
        "check lin FLX = 2 3 4 6 6 1",
        "check otto FLX = 2 3 4 6",
        "check mei FLX = 2 2 5 5 6 6",
    )
    assert house.states("mei") == ["dazed", "burn"]
    house.run("next", "fall mei near D6")
    assert house.states("mei") == ["dazed", "burn"], "Safe Landing makes nothing of a drop of Near height"
    house.run("leave mei", "set otto wu vehicle blanket", "declare otto approach door", "declare lin approach door")
    assert (house.who("mei").presence, house.band("lin", "door"), house.band("wu", "door")) == (
        "left",
        "medium",
        "medium",
    )


def under_the_beam(house: Fight) -> None:
    """Round 3: the beam comes down once; Lin is under it, Otto and Grandma Wu get out."""
    house.run("next")
    assert house.state.round == 3
    assert house.owed("question") == ["question:hazard wu"] * 3
    house.run("affect smoke wu not", "affect flames wu not", 'affect "falling beam" wu not')
    house.run(
        "check lin PHY = 2 3 4 6 6 1",
        "check otto PHY = 2 3 4 5 6 6 1",
        "check lin FLX = 2 3 4 6 6 1",
        "check otto FLX = 2 3 4 6",
        "check lin FLX=dodge = 2 2 5 5 6 6",
        "check otto FLX=dodge = 2 3 4 9",
    )
    assert house.states("lin") == ["light_wound", "prone"]
    house.run("next", "declare otto approach door", "declare lin approach door")
    through(house, "movement")
    assert (house.band("otto", "door"), house.band("wu", "door")) == ("touch", "touch")
    while house.owed():
        house.run("next")
    house.run("leave otto")
    assert [house.who(k).presence for k in ("otto", "wu", "lin")] == ["left", "left", "in"]


def past_the_stairs(house: Fight) -> None:
    """Round 4: the beam is over, the stairs give way, and Lin, hurt and alone, makes for the window."""
    house.run("next")
    assert house.state.round == 4
    assert [h.name for h in house.state.hazards.values()] == ["Smoke", "Flames"]
    assert house.prompt() == "Now: The stairs give way: `remove door`"
    house.run("next", "remove door")
    assert house.owed("question") == [], "nobody outside is asked for"
    house.run("check lin PHY = 2 3 4", "check lin FLX = 2 3 4")
    house.run("next", "declare lin approach window")
    assert house.state.phase == "movement"
    while house.owed():
        house.run("next")


def test_four_rounds_of_the_burning_house(house: Fight) -> None:
    assert house.owed() == ["start"]
    in_the_smoke(house)
    in_the_flames(house)
    under_the_beam(house)
    past_the_stairs(house)
    assert [house.key(p.id) for p in house.state.entities.values() if p.presence == "in"] == ["lin", "window"]
    house.run("end")
    assert house.state.mode == "calm"


def test_enter_alone_plays_the_house_for_four_rounds(house: Fight) -> None:
    for _ in range(200):
        if house.state.round > 4:
            break
        assert isinstance(house.run("next"), Accepted)
    assert house.state.round == 5


def test_the_file_has_no_fault() -> None:
    assert check_file(find("burning_house")) == []


def test_a_hazard_comes_from_its_round_on(house: Fight) -> None:
    assert {h.name: (h.due, h.every) for h in house.state.hazards.values()} == {
        "Smoke": (0, True),
        "Flames": (2, True),
        "Falling beam": (3, False),
    }
    house.run("start crisis", 'hazard "gas" PHY D6 on lin fail stunned+burn:tended every from 3')
    assert hazard_lines(house) == ["hazard gas: Lin Yue"]
    assert house.owed().count("check lin") == 1, "the gas is still to come"
    (gas,) = (h for h in house.state.hazards.values() if h.name == "gas")
    assert (gas.due, gas.round, gas.fail) == (3, 0, "stunned+burn:tended")
    house.run('hazard "draught" PHY D6 on lin')
    assert hazard_lines(house) == ["hazard draught: Lin Yue"], "asked for at once and said once"
    assert house.owed().count("check lin") == 2


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("en", "hazard gas PHY fail stunned+burn:tended/prone every from 3"),
        ("zh", "险境 gas 体能 失败 震慑+烧伤:已急救/倒地 每轮 自第 3"),
    ],
)
def test_what_a_failure_brings_is_written_in_the_language_of_the_line(lang: str, line: str) -> None:
    fight = Fight("burning_house", lang=lang)
    command = hazards.AddHazard(name="gas", kind="PHY", fail="stunned+burn:tended/prone", every=True, due=3)
    assert fight.encounter.driver.line(command) == line
    assert fight.encounter.driver.parse(line) is not None
    fight.run(line)
    assert [h.fail for h in fight.state.hazards.values()][-1] == "stunned+burn:tended/prone"


def test_bad_rows_are_refused_with_the_place(tmp_path: Path) -> None:
    text = find("burning_house").read_text(encoding="utf-8")
    for wrong, right, field, allowed in (
        ('skills = ["climbng"]', 'skills = ["climbing"]', "skills", "climbing"),
        ("round = 1000", "round = 3", "round", "999"),
    ):
        file = tmp_path / "house.toml"
        file.write_text(text.replace(right, wrong, 1), encoding="utf-8")
        (fault,) = check_file(file)
        assert field in fault.field and fault.line == text[: text.index(right)].count("\n") + 1
        assert fault.allowed is not None and allowed in english(fault.allowed)


LIN, MEI = "pc-001", "pc-003"


@pytest.mark.parametrize(
    ("command", "en", "zh"),
    [
        (
            falls.Jump(who=LIN, length="near", difficulty=6, below="medium"),
            "leap lin near D6 above medium",
            "跳远 林月 近距 D6 高处 中距",
        ),
        (falls.Vault(who=LIN, height="near", run_up=True), "vault lin near running", "翻越 林月 近距 助跑"),
        (
            falls.Grab(who=LIN, height="medium", modifiers=(Modifier(-1, "wet"),)),
            'grab lin medium -1 "wet"',
            '抓握 林月 中距 -1 "wet"',
        ),
        (falls.Climb(who=LIN, height="far", kind="FLX"), "climb lin far by FLX", "攀爬 林月 远距 检定 协调"),
        (
            falls.Fall(who=MEI, height="near", difficulty=6, upright=1),
            "fall mei near D6 upright 1",
            "跌落 小梅 近距 D6 站稳 1",
        ),
        (
            beams.TurnBeam(who="pc-002", source="flashlight", covers=(LIN,)),
            "beam otto flashlight at lin",
            "照向 奥托 手电筒 照 林月",
        ),
        (
            beams.FireFlare(who=LIN, at="npc-001", name="red star"),
            'flare lin at wu called "red star"',
            '信号弹 林月 照 吴奶奶 名为 "red star"',
        ),
        (
            skills.ChangeAbilities(who=LIN, add=("telescope", "lookout"), remove=("climbing",)),
            "gear lin -climbing +telescope +lookout",
            "装备 林月 -攀爬 +望远镜 +瞭望",
        ),
        (
            distance.RoughBand(a=LIN, b=MEI, below="touch", above="near"),
            "rough lin mei touch near",
            "大约 林月 小梅 贴身 近距",
        ),
        (
            checks.CallCheck(who=(LIN,), kind="DSC", difficulty=6, target=MEI),
            "call lin DSC D6 against mei",
            "要求 林月 探索 D6 针对 小梅",
        ),
        (actions.Observe(who=LIN, kind="DSC", target=MEI), "observe lin DSC against mei", "观察 林月 探索 针对 小梅"),
    ],
)
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_verbs_of_senses_and_falls_read_what_they_write(lang: str, command: Command, en: str, zh: str) -> None:
    fight = Fight("burning_house", lang=lang)
    line = fight.encounter.driver.line(command)
    assert line == (en if lang == "en" else zh)
    read = fight.encounter.driver.parse(line)
    assert isinstance(read, Request) and read.command == command
