"""Small aids of the console: the rules in use, colours, several people marked at once, what a line still lacks."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from gmconsole.encounter import Encounter
from gmconsole.scenarios import load_scenario, start_state
from gmconsole.tui import themes
from gmconsole.tui.screens.play import PlayScreen
from gmconsole.tui.screens.rules import RulesScreen
from gmconsole.tui.screens.settings import SettingsScreen

from ..helpers import script
from .table import console, cowboy


@pytest.mark.parametrize("size", [(120, 36), (80, 24)])
async def test_the_rules_in_use_are_seen_switched_and_looked_up(size: tuple[int, int], tmp_path: Path) -> None:
    encounter = cowboy()
    async with console(encounter, tmp_path, size=size) as table:
        await table.press("O")
        screen = table.app.screen
        assert isinstance(screen, SettingsScreen)
        shown = {str(p.what.id if hasattr(p.what, "id") else p.what) for p in screen.step.picks}
        plain = [k for k, v in encounter.ruleset.option_values().items() if all(isinstance(x, bool) for x in v)]
        assert {f"option:{key}" for key in plain} <= shown
        first = plain[0]
        before = encounter.state.options[first]
        await table.press("enter")
        assert encounter.state.options[first] is not before
        assert encounter.driver.line(encounter.session.history.entries[-1].command).startswith("option ")
        await table.press("enter", "u")
        assert encounter.state.options[first] is not before
        place = next(i for i, p in enumerate(screen.step.picks) if "choice:near" in str(p.what) and p.command)
        assert "near" not in encounter.state.options.values()
        await table.click(f"pick:{place}", "picks")
        assert "near" in encounter.state.options.values()
        await table.click("pick:1", "picks")
        await table.press("?")
        assert isinstance(table.app.screen, RulesScreen)
        await table.press("escape", "escape")
        assert isinstance(table.app.screen, PlayScreen)


async def test_cairn_has_its_switches_there_too(tmp_path: Path) -> None:
    encounter = Encounter.begin(start_state(load_scenario("weir"), "zh"), seed=3, lang="zh")
    async with console(encounter, tmp_path, lang="zh") as table:
        await table.press("O")
        for name in encounter.ruleset.option_names().values():
            assert name.zh in table.text()


async def test_without_colour_every_mark_is_still_there(tmp_path: Path) -> None:
    """In the monochrome theme everything is grey, and the text is what it is in colour."""
    async with console(cowboy(lines=script("cowboy")[:22]), tmp_path) as table:
        coloured = table.text().splitlines()
        for name in ("light", "mono"):
            await table.press("T")
            assert table.app.theme == name
            assert name in table.text()
        assert [line for i, line in enumerate(table.text().splitlines()) if i != 33] == [
            line for i, line in enumerate(coloured) if i != 33
        ]
        colours = set()
        for strip in table.app.screen._compositor.render_strips():
            for segment in strip:
                for colour in (segment.style.color, segment.style.bgcolor) if segment.style else ():
                    if colour is not None and colour.triplet is not None:
                        colours.add(tuple(colour.triplet))
        assert colours and all(max(c) - min(c) <= 2 for c in colours)
        await table.press("T")
        assert table.app.theme == "dark"


def test_the_theme_to_begin_with_may_be_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from gmconsole.tui.app import ConsoleApp

    for wanted, found in (("mono", "mono"), ("nosuch", "dark")):
        monkeypatch.setenv("GMCONSOLE_THEME", wanted)
        app = ConsoleApp(cowboy(), saves=tmp_path, lang="en")
        themes.register(app)
        assert app.theme == found


async def test_several_people_are_marked_for_a_verb(tmp_path: Path) -> None:
    async with console(cowboy(lines=script("cowboy")[:11]), tmp_path) as table:
        await table.press("space")
        assert "Pick somebody first" in table.text()
        await table.click("who:pc-001", "party")
        await table.press("space")
        await table.click("who:npc-001", "others")
        await table.press("space")
        await table.click("who:pc-002", "party")
        await table.press("space", "b")
        assert table.line == "band jessica cowboy mike "
        await table.press("escape")
        await table.press("space", "c")
        assert table.line == "check jessica "
        await table.press("escape")
        await table.press("escape")
        assert not table.play.marked
        await table.press("b")
        assert not re.search("jessica cowboy", table.line)


async def test_enter_on_a_line_that_lacks_something_offers_it(tmp_path: Path) -> None:
    async with console(cowboy(lines=script("cowboy")[:2]), tmp_path) as table:
        await table.type(":band jessica")
        await table.press("enter")
        assert table.line == "band jessica "
        assert "is missing" in table.text()
        assert table.play.composing.choice >= 0
        await table.press("tab", "enter", "enter", "enter", "enter")
        assert not table.play.line.open
        assert table.encounter.session.index == 3
