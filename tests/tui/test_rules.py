"""Rules at hand on the screen: / searches while it is typed, ? opens what the cursor is on, and both by mouse."""

from __future__ import annotations

from pathlib import Path

import pytest

from gmconsole.encounter import Encounter
from gmconsole.scenarios import load_scenario, start_state
from gmconsole.tui.screens.picker import Picker
from gmconsole.tui.screens.play import PlayScreen
from gmconsole.tui.screens.rules import RulesScreen

from ..helpers import script
from .table import Console, console, cowboy

SIZES = ((120, 36), (80, 24), (40, 12))


def ids(table: Console) -> list[str]:
    """The rules listed, in order."""
    targets = [r.target for r in table.panes()["list"].rows if r.target.startswith("rule:")]
    return list(dict.fromkeys(t.removeprefix("rule:") for t in targets))


def whole(table: Console) -> str:
    """The rule being read, lines joined."""
    return " ".join(r.text for r in table.panes()["list"].rows)


@pytest.mark.parametrize("size", SIZES)
async def test_a_rule_is_found_while_it_is_typed_and_read_whole(size: tuple[int, int], tmp_path: Path) -> None:
    async with console(cowboy(lines=script("cowboy")[:11]), tmp_path, size=size) as table:
        await table.type("/")
        assert len(ids(table)) == 920
        await table.type("mov 02")
        assert 1 < len(ids(table)) < 920
        await table.type("5")
        assert ids(table) == ["LP-MOV-025"]
        await table.press("enter")
        assert "Rounds needed to close" in whole(table)
        await table.press("escape")
        assert isinstance(table.app.screen, PlayScreen)
        assert table.play.proposed.line == "declare mike retreat cowboy"


async def test_what_is_typed_ahead_lands_in_the_search(tmp_path: Path) -> None:
    async with console(cowboy(lines=script("cowboy")[:11]), tmp_path) as table:
        await table.press(*"/bleeding infection", "down", "enter")
        screen = table.app.screen
        assert isinstance(screen, RulesScreen)
        assert screen.line.value == "bleeding infection"
        assert "Rule 2 of" in table.text()
        assert not table.play.line.open


async def test_the_list_is_walked_by_keys(tmp_path: Path) -> None:
    async with console(cowboy(), tmp_path, size=(80, 24)) as table:
        await table.press(*"/injury", "pagedown", "down", "down", "up", "pageup", "pagedown", "enter")
        reading = table.text()
        assert "In full:" in whole(table)
        await table.press("tab")
        assert table.text() != reading
        await table.press("down", "pagedown", "pageup", "up", "shift+tab")
        assert table.text() == reading
        await table.press("escape")
        assert len(ids(table)) > 5
        await table.type("zzz")
        assert "No such rule." in table.text()
        await table.press("enter", "down", "pageup", "tab", "escape")
        assert isinstance(table.app.screen, PlayScreen)


async def test_asking_why_opens_the_rules_of_what_is_picked(tmp_path: Path) -> None:
    async with console(cowboy(lines=script("cowboy")[:11]), tmp_path) as table:
        await table.press("?")
        assert ids(table)[:1] == ["LP-MOV-007"] or "LP-MOV-001" in ids(table)
        assert "Mike: approach, retreat or static?" in table.text(), "what the rules are about is said"
        await table.press("escape")
        await table.click("who:pc-001", "party")
        await table.press("?")
        assert {"LP-SAN-001", "LP-MOV-069"} <= set(ids(table))
        await table.type("burn")
        assert "LP-INJ-013" in ids(table), "words are looked for in the whole book"
        await table.press("escape")
        await table.press("2", "?")
        assert "LP-INI-008" in ids(table), "a pane"
        await table.press("escape")


async def test_asking_again_is_the_help_on_keys_and_f1_is_it_at_once(tmp_path: Path) -> None:
    async with console(cowboy(lines=script("cowboy")[:11]), tmp_path) as table:
        await table.press("?", "?")
        assert isinstance(table.app.screen, Picker)
        assert "look a rule up" in table.text()
        await table.press("?")
        assert isinstance(table.app.screen, PlayScreen)
        await table.press("f1")
        assert isinstance(table.app.screen, Picker)
        await table.press("escape")
        await table.type(":act mike ")
        await table.press("f1")
        assert isinstance(table.app.screen, Picker)
        await table.press("escape")
        assert table.line == "act mike ", "a line being typed is still there"
        await table.press("escape")
        await table.press("6")
        assert not table.play.board.clocks
        await table.press("7", "?")
        await table.press("escape")


async def test_rules_by_mouse(tmp_path: Path) -> None:
    async with console(cowboy(lines=script("cowboy")[:11]), tmp_path) as table:
        await table.click("key:why", "footer")
        assert isinstance(table.app.screen, RulesScreen)
        await table.click("rule:LP-MOV-005", "list")
        assert "In full:" in whole(table)
        await table.click("key:turn(1)", "hint")
        await table.click("key:back", "hint")
        assert "LP-MOV-005" in ids(table)
        await table.click("key:keys", "hint")
        assert isinstance(table.app.screen, Picker)
        await table.press("escape")
        await table.click("key:rules", "footer")
        assert len(ids(table)) == 920
        await table.click("key:take", "hint")
        assert "LP-CHK-001" in table.text()


@pytest.mark.parametrize(("lang", "word"), [("en", "rules"), ("zh", "规则")])
async def test_a_line_may_ask_for_rules(lang: str, word: str, tmp_path: Path) -> None:
    async with console(cowboy(lang), tmp_path, lang=lang) as table:
        before = table.encounter.session.index
        await table.send(f"{word} mov 025")
        assert isinstance(table.app.screen, RulesScreen)
        assert "LP-MOV-025" in whole(table) and "static target" in whole(table), "a single rule is read at once"
        await table.press("escape")
        await table.send(word)
        assert len(ids(table)) == 920
        await table.press("escape")
        await table.type(":" + word[0])
        offered = [c.label for g in table.play.composing.draft.offer.groups for c in g.choices]
        assert word in offered
        assert table.encounter.session.index == before


@pytest.mark.parametrize("lang", ["en", "zh"])
async def test_cairn_has_its_rules_at_hand_too(lang: str, tmp_path: Path) -> None:
    encounter = Encounter.begin(start_state(load_scenario("weir"), lang), seed=3, lang=lang)
    async with console(encounter, tmp_path, lang=lang, size=(80, 24)) as table:
        await table.press("enter", "?")
        assert "CA-RND-007" in ids(table)
        await table.press("escape", *"/疲乏", "enter")
        assert "CA-" in table.text()


async def test_the_search_follows_the_terminal_and_hostile_words(tmp_path: Path) -> None:
    async with console(cowboy(), tmp_path) as table:
        await table.type("/[/")
        for size in ((120, 36), (80, 24), (40, 12), (20, 5), (3, 2), (100, 30)):
            await table.pilot.resize_terminal(*size)
            await table.settle()
            table.text()
        assert "No such rule." in table.text()
        await table.press("escape")
        await table.send('rules "\x1b]52;c;aGk=\x07"')
        assert "\x1b" not in table.text()
