"""The main line of the Cowboy, played on the screen: by keys alone, and by mouse alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from gmconsole.encounter import Encounter

from ..helpers import Fight, script
from .table import Console, console, cowboy

EN = {
    "sprint": "sprint",
    "lamp": '"light the lamp" OPR D6 = 4 5 6 2 2',
    "oil": "light jessica oil_lamp",
    "mind_1": "check jessica MND D9 = 6 7 8 1 3",
    "mind_2": "check mike MND D9 = 3 4 5 9 9",
    "by": "by sprint",
    "shot": '"fire the revolver" OPR=hit D9 +2 "burst" = 1 2 3 7 7 9 4',
    "load": "load mike pistol -1",
    "down": "+down",
    "end": "end crisis",
    "ropes": '"rope network" FLX=balance D6 on jessica mike fail prone',
}
ZH = {
    "lamp": '"点亮油灯" 操纵 D6 = 4 5 6 2 2',
    "oil": "光源 杰西卡 油灯",
    "by": "以 疾驰",
    "mind_1": "检定 杰西卡 意志 D9 = 6 7 8 1 3",
    "mind_2": "检定 迈克 意志 D9 = 3 4 5 9 9",
    "shot": '"用左轮射击" 操纵=命中 D9 +2 "连射" = 1 2 3 7 7 9 4',
    "load": "载弹 迈克 pistol -1",
    "down": "+失能",
    "end": "结束 危机",
    "ropes": "暗处的绳网 协调=平衡 D6 对 杰西卡 迈克 失败 倒地",
}


def reference(lang: str) -> Encounter:
    fight = Fight(lang=lang)
    fight.run(*script("cowboy" if lang == "en" else "cowboy_zh"))
    return fight.encounter


async def by_keys(table: Console, lang: str) -> None:
    """Every step with the key a GM would press for it."""
    say = EN if lang == "en" else ZH
    await table.press("enter")  # start crisis, as proposed
    assert table.encounter.state.phase == "initiative"
    await table.press("enter", "enter")  # difficulty D9: the form is the answer
    for faces in ("4 7 5 9 6 2 2 8", "2 9 3 6 4 6"):
        await table.press("=")
        await table.type(faces)
        await table.press("enter")
    await table.press("enter")  # on to neutral
    await table.press("z")
    await table.type(say["ropes"])
    await table.press("enter")
    for faces in ("1 1 3 5 5", "2 3 4 6 6"):
        await table.press("=")
        await table.type(faces)
        await table.press("enter")
    await table.press("enter")  # on to movement
    assert table.encounter.state.phase == "movement"
    await table.press("e")  # the Cowboy comes at both
    await table.type(say["by"])
    await table.press("enter")
    await table.press("enter")  # Jessica flees, as proposed
    await table.press("e")
    await table.type(say["by"])
    await table.press("enter")
    await table.press("=")
    await table.type("3 5 4 6 3")
    await table.press("enter")
    await table.press("A")
    await table.press("enter")  # on to action
    assert table.encounter.state.phase == "action"
    await table.press("enter")  # the order, as proposed
    await table.press("o", "enter")
    await table.press("enter")
    await table.type(say["lamp"])
    await table.press("enter")
    for line in ("oil", "mind_1", "mind_2"):
        await table.send(say[line])
    await table.press("enter")
    await table.type(say["shot"])
    await table.press("enter")
    await table.send(say["load"])
    await pick(table, "cowboy")
    await table.press("-")
    await table.press("i")
    await table.type(say["down"])
    await table.press("enter")
    await table.send(say["end"])


async def pick(table: Console, key: str) -> None:
    """Go to a pane with people and move the cursor down to that person."""
    who = next(e.id for e in table.encounter.state.entities.values() if e.key == key)
    names = table.play.shown()
    pane = "others" if "others" in names else "crew"
    await table.press(str(names.index(pane) + 1))
    for _ in range(8):
        if table.play.picked == f"who:{who}":
            return
        await table.press("down")
    raise AssertionError(f"{key} cannot be reached:\n{table.text()}")


@pytest.mark.parametrize(("size", "lang"), [((120, 36), "en"), ((80, 24), "zh"), ((80, 24), "en"), ((120, 36), "zh")])
async def test_by_keys_alone(size: tuple[int, int], lang: str, tmp_path: Path) -> None:
    async with console(cowboy(lang), tmp_path, size=size, lang=lang) as table:
        await by_keys(table, lang)
        assert table.encounter.state == reference(lang).state
        table.text()


async def faces(table: Console, text: str) -> None:
    for face in text.split():
        await table.click_word(face)
    await table.click("key:send")


async def verb(table: Console, name: str) -> None:
    """Open a verb from the list of all verbs."""
    await table.click("key:line", "footer")
    await table.click_word(name)


async def by_mouse(table: Console, lang: str) -> None:
    """Clicks only. What has no button is the free text of an action, which may be left out."""
    zh = lang == "zh"
    en = {
        "疾驰": "Sprint",
        "以": "by",
        "对": "on",
        "油灯": "Oil lamp",
        "意志": "MND",
        "操纵": "OPR",
        "绳网": "Rope network",
        "+失能": "+Down",
    }

    def word(text: str) -> str:
        return text if zh else en[text]

    def who(key: str) -> str:
        return next(e.name for e in table.encounter.state.entities.values() if e.key == key)

    def verb_name(verb_id: str) -> str:
        found = next(v for v in table.encounter.driver.verbs() if v.id == verb_id)
        return found.name.zh if zh else found.name.en

    async def person(key: str) -> None:
        found = next(e for e in table.encounter.state.entities.values() if e.key == key)
        await table.click(f"who:{found.id}", "order" if "order" in table.panes() else "crew")

    await table.click("key:take", "footer")
    await table.click("key:take", "footer")
    await table.click("key:send")
    for dice in ("4 7 5 9 6 2 2 8", "2 9 3 6 4 6"):
        await table.click("key:edit", "footer")
        await faces(table, dice)
    await table.click("key:take", "footer")
    await verb(table, verb_name("hazard"))
    await table.click_word(word("绳网"))
    for name in ("jessica", "mike"):
        await table.click_word(who(name), word("对"))
    await table.click("key:send")
    for dice in ("1 1 3 5 5", "2 3 4 6 6"):
        await table.click("key:edit", "footer")
        await faces(table, dice)
    await table.click("key:take", "footer")
    await table.click("key:edit", "footer")
    await table.click_word(word("疾驰"), word("以"))
    await table.click("key:send")
    await table.click("key:take", "footer")
    await table.click("key:edit", "footer")
    await table.click_word(word("疾驰"), word("以"))
    await table.click("key:send")
    await table.click("key:edit", "footer")
    await faces(table, "3 5 4 6 3")
    await table.click("key:take", "footer")
    await table.click("key:take", "footer")
    await table.click("key:take", "footer")
    await person("jessica")
    await verb(table, verb_name("observe"))
    await table.click("key:send")
    await table.click("key:take", "footer")
    await table.click_word(word("操纵"))
    await table.click_word("D6")
    await faces(table, "4 5 6 2 2")
    await verb(table, verb_name("light"))
    await table.click_word(word("油灯"))
    await table.click("key:send")
    for name, dice in (("jessica", "6 7 8 1 3"), ("mike", "3 4 5 9 9")):
        if table.play.person() != next(e.id for e in table.encounter.state.entities.values() if e.key == name):
            await person(name)
        await verb(table, verb_name("check"))
        await table.click_word(word("意志"))
        await table.click_word("D9")
        await faces(table, dice)
    await table.click("key:take", "footer")
    await table.click_word(word("操纵"))
    await table.click_word("=命中" if zh else "=hit")
    await table.click_word("D9")
    await table.click_word("+2")
    await faces(table, "1 2 3 7 7 9 4")
    await verb(table, verb_name("load"))
    await table.click_word("手枪" if zh else "Pistol")
    await table.click_word("-1")
    await table.click("key:send")
    await person("cowboy")
    await verb(table, verb_name("life"))
    await table.click_word("-1")
    await table.click("key:send")
    await verb(table, verb_name("state"))
    await table.click_word(word("+失能"))
    await table.click("key:send")
    await verb(table, verb_name("end"))
    await table.click("key:send")


@pytest.mark.parametrize(("size", "lang"), [((120, 36), "en"), ((80, 24), "zh"), ((80, 24), "en"), ((120, 36), "zh")])
async def test_by_mouse_alone(size: tuple[int, int], lang: str, tmp_path: Path) -> None:
    async with console(cowboy(lang), tmp_path, size=size, lang=lang) as table:
        await by_mouse(table, lang)
        state, wanted = table.encounter.state, reference(lang).state
        assert state.entities == wanted.entities
        assert state.bands == wanted.bands
        assert (state.mode, state.round, state.lights) == (wanted.mode, wanted.round, wanted.lights)
