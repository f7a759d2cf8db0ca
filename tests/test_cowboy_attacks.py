"""The Cowboy with real attacks: the shot of the main line, and the branches B5 to B7, B9 and B10."""

from __future__ import annotations

from pathlib import Path

import pytest

from gmconsole.core.session import Accepted
from gmconsole.encounter import Encounter
from gmconsole.rulesets.lawn import injuries
from gmconsole.rulesets.lawn.blows import AttackOver
from gmconsole.rulesets.lawn.checks import CheckRolled

from .helpers import Fight, script

MAIN = script("cowboy")
SHOT = next(n for n, text in enumerate(MAIN) if text.startswith("act mike"))
ACTION = next(n for n, text in enumerate(MAIN) if text.startswith("order"))
FAILED = {"initiative jessica": "initiative jessica = 2 2 4 4 6 6 8 8"}


def until(number: int, but: dict[str, str] | None = None, path: Path | None = None) -> Fight:
    """The main line up to that line of it, some lines replaced."""
    fight = Fight(path=path)
    for text in MAIN[:number]:
        fight.run(next((other for start, other in (but or {}).items() if text.startswith(start)), text))
    return fight


def at_the_shot() -> Fight:
    """Mike's slot; the lamp burns."""
    fight = until(SHOT)
    assert fight.turn() == "mike"
    return fight


def jessica_last() -> Fight:
    """B5: Jessica has failed initiative; action phase of round 1, in the dark."""
    fight = until(ACTION, FAILED)
    assert fight.order() == ["mike", "cowboy", "jessica"]
    return fight


def pool(done: object) -> str:
    """The one throw of an entry, such as ``7D9``."""
    assert isinstance(done, Accepted)
    (found,) = (e for e in done.entry.events if isinstance(e, CheckRolled))
    return f"{len(found.dice)}D{found.difficulty} {found.outcome}/{found.degree}"


@pytest.mark.rule("LP-ATK-023", "LP-ATK-026", "LP-ATK-087", "LP-WPN-015", "LP-CRI-034", "LP-CRI-035")
def test_the_shot_in_one_line() -> None:
    """4c: announced, validated and rolled; the load, the life and the special event follow by themselves."""
    fight = at_the_shot()
    assert fight.sight("mike", "cowboy") == "full"
    assert pool(fight.run("attack mike pistol cowboy burst = 1 2 3 7 7 9 4")) == "7D9 critical_success/1"
    assert (fight.who("cowboy").life, fight.load("mike", "pistol")) == (2, (2, 3))
    assert "question:attack_critical mike" in fight.all_tasks()
    (question,) = fight.state.questions.values()
    fight.run(f"answer {question.id} incapacitate")
    assert (fight.states("cowboy"), fight.turn(), fight.owed()) == (["down"], "cowboy", ["slot cowboy"])
    fight.run("next")
    assert fight.slots() == {"jessica": "acted", "mike": "acted", "cowboy": "skipped"}
    fight.run("end crisis")
    assert (fight.state.mode, fight.who("cowboy").life) == ("calm", 2)


@pytest.mark.rule("LP-CRI-034")
def test_the_shot_in_chinese() -> None:
    fight = Fight(lang="zh")
    fight.run(*script("cowboy_zh")[:SHOT])
    assert pool(fight.run("攻击 迈克 手枪 牛仔 连射 = 1 2 3 7 7 9 4")) == "7D9 critical_success/1"
    assert (fight.who("cowboy").life, fight.load("mike", "pistol")) == (2, (2, 3))


@pytest.mark.rule("LP-ATK-008", "LP-INI-008")
def test_b5_a_shot_at_an_outline() -> None:
    fight = jessica_last()
    fight.run("attack mike pistol cowboy burst")
    assert fight.prompt() == "Mike sees Cowboy as an outline only: how much harder to hit? (+3)"
    fight.run("next")
    assert fight.prompt() == "Mike rolls OPR=hit D12"
    assert pool(fight.run("next = 4 5 6 9 9 12 2")) == "7D12 success/0"
    assert (fight.who("cowboy").life, fight.load("mike", "pistol"), fight.turn()) == (2, (2, 3), "cowboy")


@pytest.mark.rule("LP-ATK-003", "LP-ATK-004", "LP-NEU-006", "LP-NEU-007")
def test_b6_the_rope_stuns_jessica_before_her_slot() -> None:
    fight = jessica_last()
    fight.run("pass mike", 'attack cowboy improvised jessica as "the rope"')
    assert fight.prompt() == "Jessica rolls FLX=dodge D9"
    assert pool(fight.run("next = 2 2 5 7 9")) == "5D9 failure/0"
    (question,) = fight.state.questions.values()
    fight.run(f"answer {question.id} injured")
    (question,) = fight.state.questions.values()
    fight.run(f"answer {question.id} stunned")
    assert fight.states("jessica") == ["prone", "stunned"]
    assert (fight.turn(), fight.owed()) == ("jessica", ["slot jessica"])
    fight.run("next")
    assert fight.slots()["jessica"] == "skipped"
    fight.run("phase neutral force")
    assert (fight.state.round, fight.states("jessica")) == (2, ["prone"])


@pytest.mark.rule("LP-ATK-019", "LP-NEU-008")
def test_b7_the_rope_thrown_at_mike_after_his_slot() -> None:
    fight = at_the_shot()
    assert pool(fight.run("attack mike pistol cowboy burst = 4 5 6 9 9 2 2")) == "7D9 success/0"
    assert (fight.who("cowboy").life, fight.turn()) == (2, "cowboy")
    fight.refused('attack cowboy improvised mike as "the rope"', "out-of-reach")
    fight.run('attack cowboy improvised mike throw as "the rope"')
    assert pool(fight.run("next = 3 3 6 6 9")) == "5D9 failure/0"
    for value in ("injured", "stunned"):
        (question,) = fight.state.questions.values()
        fight.run(f"answer {question.id} {value}")
    assert fight.states("mike") == ["stunned"]
    fight.run("phase neutral force")
    assert (fight.state.round, fight.states("mike")) == (2, ["stunned"])
    fight.run("phase movement force")
    assert injuries.is_static(fight.who("mike"))
    fight.refused("declare mike retreat cowboy by sprint", "cannot-move")
    fight.run("phase action force")
    for _ in range(3):
        if fight.turn():
            fight.run(f"pass {fight.turn()}")
    fight.run("phase neutral force")
    assert (fight.state.round, fight.states("mike")) == (3, [])


@pytest.mark.rule("LP-ATK-054", "LP-ATK-083")
def test_b9_the_hand() -> None:
    fight = at_the_shot()
    assert pool(fight.run("attack mike pistol cowboy burst part hand = 4 5 6 9 9 2 2")) == "7D9 success/0"
    assert (fight.who("cowboy").life, fight.states("cowboy"), fight.load("mike", "pistol")) == (
        3,
        ["injured_hand"],
        (2, 3),
    )
    assert len(injuries.disabled(fight.who("cowboy"))) == 1
    assert fight.turn() == "cowboy"


@pytest.mark.rule("LP-ATK-023", "LP-ATK-041")
def test_b10_a_single_shot() -> None:
    fight = at_the_shot()
    assert pool(fight.run("attack mike pistol cowboy = 4 5 6 9 9")) == "5D9 success/0"
    assert (fight.who("cowboy").life, fight.load("mike", "pistol"), fight.turn()) == (2, (3, 3), "cowboy")
    assert not fight.state.questions


# Keys, undo, resume --------------------------------------------------------------------------------------------------


def presses(fight: Fight) -> int:
    """How often Enter is pressed until nothing of an attack is open."""
    count = 0
    while fight.state.attacks:
        done = fight.run("next")
        assert isinstance(done, Accepted)
        count += 1
    return count


@pytest.mark.rule("LP-ATK-076")
@pytest.mark.parametrize(
    "line",
    [
        "attack mike hands cowboy D6",
        "attack mike sword cowboy D3 mercy vital",
        "attack cowboy hands mike D9",
        "attack cowboy sword mike D9",
        "attack cowboy pistol mike",
        "attack mike pistol cowboy D12 burst part hand",
        "attack mike pistol jessica D6",
        "attack mike sword jessica D6",
    ],
)
def test_enter_plays_the_common_attack(line: str) -> None:
    fight = until(SHOT)
    fight.run("end crisis", "band mike cowboy touch", "band mike jessica touch")
    fight.run(line)
    assert presses(fight) <= 6
    assert not [t for t in fight.owed() if t.startswith("question:attack")]


def test_an_open_attack_survives_resume(tmp_path: Path) -> None:
    save = tmp_path / "wood"
    fight = until(SHOT, path=save)
    fight.run("band mike cowboy touch", "attack mike sword cowboy mercy = 4 5 6 9 9")
    assert fight.prompt() == "Mike rolls PHY=damage D6"
    before = fight.state
    fight.encounter.close()
    again = Encounter.open(save)
    try:
        assert again.state == before
        done = again.run("next = 4 5 6 6 6 6 6")
        assert isinstance(done, Accepted)
        done = again.run("accept")
        assert isinstance(done, Accepted)
        assert [e.how for e in done.entry.events if isinstance(e, AttackOver)] == ["done"]
        again.run("undo 2")
        assert again.state == before
    finally:
        again.close()
