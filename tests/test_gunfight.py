"""The gunfight at the pump house: two rounds of real attacks by lines, with a grenade, cover and a door to breach."""

from __future__ import annotations

import pytest

from gmconsole.core.session import Accepted
from gmconsole.rulesets.lawn.checks import CheckRolled
from gmconsole.scenarios import check_file, find

from .helpers import Fight


@pytest.fixture
def yard() -> Fight:
    return Fight("gunfight")


def pool(fight: Fight, line: str) -> str:
    """Carry out a line that rolls one check; its pool and outcome, such as ``6D6 success/1``."""
    done = fight.run(line)
    assert isinstance(done, Accepted)
    (found,) = (e for e in done.entry.events if isinstance(e, CheckRolled))
    return f"{len(found.dice)}D{found.difficulty} {found.outcome}/{found.degree}"


def lives(fight: Fight) -> dict[str, int]:
    return {key: fight.who(key).life for key in ("moss", "kerr", "dunn", "voss")}


def initiative(fight: Fight) -> None:
    """D6, and all three succeed: the order is the party, then the guards."""
    fight.run("difficulty D6")
    for who in ("ines", "bram", "tove"):
        dice = 8 - len(fight.states(who))
        fight.run(f"initiative {who} = {' '.join('23455521'[: dice - 1])} 1")
    while fight.state.phase == "initiative":
        fight.run("next")


def first_round(fight: Fight) -> None:
    """The grenade among the guards, a shot past cover, and two shots back."""
    fight.run("next")
    initiative(fight)
    fight.run("next", "stay", "next", "next")
    assert pool(fight, "attack ines grenade moss = 1 3 4 5 6 6") == "6D6 success/1"
    assert fight.prompt() == "Grenade lies there: does it go off?"
    fight.run("next")
    assert lives(fight) == {"moss": 1, "kerr": 0, "dunn": 1, "voss": 1}, "2 at Touch, 1 at Near"
    assert fight.who("cart").life == 0 and fight.who("door").life == 2, "splash does no breach"
    assert fight.prompt() == "Kerr is at 0 life: what has become of them?"
    fight.run("next", "pass bram")
    assert pool(fight, "attack tove rifle dunn harder 3 = 2 3 6 1 5 8 6") == "7D9 success/1"
    assert fight.who("dunn").life == 0
    fight.run("next", 'attack moss rifle ines +2 "pipes"')
    assert fight.prompt() == "Ines rolls FLX=dodge D6"
    assert pool(fight, "next = 1 1 3 3 3 5 5 5") == "8D6 failure/2"
    fight.run("next")
    assert fight.states("ines") == ["light_wound"]
    fight.run("attack voss rifle tove burst")
    assert pool(fight, "next = 2 5 2 4 6") == "5D6 success/0"
    assert fight.states("tove") == [] and fight.load("voss", "rifle") == (1, 2)
    assert fight.owed() == []


def second_round(fight: Fight) -> None:
    """Ines shoots Moss, and Bram's shotgun opens the door."""
    fight.run("next")
    assert fight.state.round == 2
    initiative(fight)
    fight.run("next", "declare bram approach door", "stay")
    while fight.state.phase == "movement":
        fight.run("next")
    assert fight.band("bram", "door") == "touch" and fight.band("bram", "moss") == "near"
    fight.run("next")
    assert pool(fight, "attack ines pistol moss = 3 3 1 2 3") == "5D3 success/1", "D6, a step easier with the skill"
    assert fight.who("moss").life == 0
    fight.run("next")
    fight.refused("attack bram crowbar door", "needs-breaching")
    fight.run("attack bram shotgun door sure")
    assert fight.prompt() == "Bram rolls PHY=breach D9"
    assert pool(fight, "next = 1 2 6 7 8") == "5D9 success/1"
    assert fight.who("door").life == 0 and fight.load("bram", "shotgun") == (2, 3)


def test_two_rounds_of_the_gunfight(yard: Fight) -> None:
    assert yard.owed() == ["start"]
    first_round(yard)
    second_round(yard)


def test_the_file_has_no_fault() -> None:
    assert check_file(find("gunfight")) == []


def test_the_first_round_in_chinese() -> None:
    fight = Fight("gunfight", lang="zh")
    fight.run("下一步", "难度 D6")
    for who, dice in (("伊内丝", "2 3 4 5 5 5 2 1"), ("布拉姆", "2 2 3 4 5 5 1 5"), ("托薇", "4 5 6 6 5 5 5 5")):
        fight.run(f"先攻 {who} = {dice}")
    fight.run("下一步", "下一步", "静止", "下一步", "下一步")
    assert pool(fight, "攻击 伊内丝 手雷 莫斯 = 1 3 4 5 6 6") == "6D6 success/1"
    fight.run("下一步")
    assert lives(fight) == {"moss": 1, "kerr": 0, "dunn": 1, "voss": 1}
    fight.run("下一步", "放过 布拉姆")
    assert pool(fight, "攻击 托薇 步枪 邓恩 加难 3 = 2 3 6 1 5 8 6") == "7D9 success/1"
    fight.run("下一步", '攻击 莫斯 步枪 伊内丝 +2 "水泥管"')
    assert fight.prompt() == "伊内丝掷协调=闪避 D6"
