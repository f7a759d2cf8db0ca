"""Pasting: stat lines become foes, faces go to the throw at hand, lines of the language follow one another."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual import events

from gmconsole.encounter import Encounter
from gmconsole.scenarios import load_scenario, start_state

from ..helpers import script
from .table import Console, console, cowboy

TWO = "**Hob** 4 HP, 8 STR, spear (d6)\n- Flees from dogs\n\n**Troll** 10 HP, 2 Armor, fists (d8+d8)\n"


def weir(lang: str = "en") -> Encounter:
    return Encounter.begin(start_state(load_scenario("weir"), lang), seed=3, lang=lang)


async def paste(table: Console, text: str) -> None:
    table.app.post_message(events.Paste(text))
    await table.settle()


def named(table: Console) -> list[str]:
    return [e.name for e in table.encounter.state.entities.values()]


@pytest.mark.parametrize("size", [(120, 36), (80, 24)])
async def test_a_stat_line_pasted_adds_the_foe(size: tuple[int, int], tmp_path: Path) -> None:
    async with console(weir(), tmp_path, size=size) as table:
        await paste(table, "4 HP, 1 Armor, 12 STR, spear (d6)")
        assert table.line == 'foe "4 HP, 1 Armor, 12 STR, 10 DEX, 10 WIL, spear (d6)"'
        assert "Foe came in" in table.text()
        before = len(named(table))
        await table.press("enter")
        assert named(table)[before:] == ["Foe"]
        await table.press("u")
        assert len(named(table)) == before


async def test_a_page_is_gone_through_foe_by_foe(tmp_path: Path) -> None:
    async with console(weir(), tmp_path) as table:
        await paste(table, TWO)
        assert table.line.startswith('foe "**Hob** 4 HP') and "Flees from dogs" in table.line
        assert "1 more" in table.text()
        await table.press("enter")
        assert named(table)[-1] == "Hob" and table.line.startswith('foe "**Troll**')
        await table.press("escape")
        assert not table.play.line.open and named(table)[-1] == "Hob"
        await table.press(":", "up")
        assert table.line.startswith('foe "**Troll**')


async def test_a_paste_into_the_line_of_foe_takes_its_place(tmp_path: Path) -> None:
    async with console(weir("zh"), tmp_path, lang="zh") as table:
        await table.type(":foe ")
        await paste(table, "**祭司** 4 HP，1 护甲，8 力量，仪式匕首（d6）")
        await table.press("enter")
        assert named(table)[-1] == "祭司"


async def test_a_bad_stat_line_is_told_and_nothing_happens(tmp_path: Path) -> None:
    async with console(weir(), tmp_path) as table:
        before = len(named(table))
        await paste(table, "4 HP, spear (d7)")
        assert "d7" in table.text() and not table.play.line.open
        await paste(table, "hello there")
        assert "Nothing is known of what was pasted" in table.text()
        assert len(named(table)) == before


async def test_faces_go_to_the_throw_at_hand(tmp_path: Path) -> None:
    async with console(cowboy(lines=script("cowboy")[:2]), tmp_path) as table:
        await paste(table, "[4 7 5 9 6 2 2 8]")
        assert table.line.endswith("= [4 7 5 9 6 2 2 8]")
        await table.press("enter")
        assert table.encounter.session.history.entries[-1].dice[0].faces == (4, 7, 5, 9, 6, 2, 2, 8)


async def test_lines_of_the_language_follow_one_another(tmp_path: Path) -> None:
    async with console(cowboy(), tmp_path) as table:
        await paste(table, "note first\n# a comment\nnote second\n")
        await table.press("enter", "enter")
        assert not table.play.line.open
        lines = [table.encounter.driver.line(e.command) for e in table.encounter.session.history.entries[-2:]]
        assert lines == ["note first", "note second"]
