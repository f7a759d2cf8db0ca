"""The sheet on the screen: of the person picked, whole, scrolled, asked about, and by a line."""

from __future__ import annotations

from pathlib import Path

import pytest

from gmconsole.board import sheet
from gmconsole.board.cells import width
from gmconsole.cli import main
from gmconsole.core.session import Session
from gmconsole.encounter import Encounter
from gmconsole.scenarios import load_scenario, start_state
from gmconsole.text import Words
from gmconsole.tui.screens.picker import Picker
from gmconsole.tui.screens.play import PlayScreen
from gmconsole.tui.screens.rules import RulesScreen
from gmconsole.tui.screens.sheet import SheetScreen

from ..core.toy import Begin, Sit, Throw, Toy
from ..helpers import script
from .table import Console, console, cowboy

MADE = (
    "create Rose",
    "about rose occupation nurse",
    "assign rose with PHY=2 MND=3 DSC=3",
    "startpotential rose roll = 5 2",
    "startpotential rose accept",
    "trait rose lucky",
    "xp rose more_xp",
    "skill rose first_aid any",
    'item rose "a scalpel"',
)


def shown(table: Console) -> str:
    """All rows of the sheet."""
    return "\n".join(r.text for r in table.panes()["sheet"].rows)


def weir(lang: str = "en") -> Encounter:
    """The weir before the fight."""
    return Encounter.begin(start_state(load_scenario("weir"), lang), seed=3, lang=lang)


@pytest.mark.parametrize("size", [(120, 36), (80, 24), (40, 12)])
async def test_the_sheet_of_the_person_picked_is_shown_whole(size: tuple[int, int], tmp_path: Path) -> None:
    encounter = cowboy(lines=MADE)
    async with console(encounter, tmp_path, size=size) as table:
        await table.send("sheet rose")
        assert isinstance(table.app.screen, SheetScreen)
        for text in ("nurse", "a scalpel", "Lucky", "First Aid", "sanity"):
            assert text in shown(table)
        assert all(width(r.text) <= size[0] for r in table.panes()["sheet"].rows)
        top = table.text()
        for _ in range(8):
            await table.press("pagedown")
        if len(table.panes()["sheet"].rows) > size[1]:
            assert table.text() != top
        await table.press("escape")
        assert isinstance(table.app.screen, PlayScreen)


async def test_its_lines_open_their_rules(tmp_path: Path) -> None:
    async with console(cowboy(lines=script("cowboy")[:11]), tmp_path) as table:
        await table.click("who:pc-001", "party")
        await table.press("S")
        while table.canvas().picked != next(r.target for r in table.panes()["sheet"].rows if "Prone" in r.text):
            await table.press("down")
        await table.press("?")
        assert isinstance(table.app.screen, RulesScreen)
        assert "LP-MOV-069" in "".join(r.text for r in table.panes()["list"].rows)
        await table.press("?")
        assert isinstance(table.app.screen, Picker)
        await table.press("escape")
        assert isinstance(table.app.screen, SheetScreen)
        await table.press("f1", "escape", *"/prone", "escape", "escape")
        assert isinstance(table.app.screen, PlayScreen)


@pytest.mark.rule("LP-CHR-010")
@pytest.mark.parametrize(
    ("lang", "told"), [("en", ("constitution, strength, speed", "D9")), ("zh", ("体质、力量、速度", "D9"))]
)
async def test_help_on_the_sheet_is_a_quick_reference(lang: str, told: tuple[str, ...], tmp_path: Path) -> None:
    async with console(cowboy(lang, lines=script("cowboy")[:1]), tmp_path) as table:
        await table.send("sheet 2" if lang == "en" else "角色卡 2")
        await table.press("f1")
        assert isinstance(table.app.screen, Picker)
        said = "\n".join(r.text for pane in table.panes().values() for r in pane.rows)
        for text in told:
            assert text in said
        await table.press("escape")
        assert isinstance(table.app.screen, SheetScreen)
        await table.press("slash")
        assert isinstance(table.app.screen, RulesScreen)


@pytest.mark.parametrize(("lang", "line"), [("en", "sheet 2"), ("zh", "角色卡 2")])
async def test_a_line_asks_for_a_sheet_in_either_book(lang: str, line: str, tmp_path: Path) -> None:
    for encounter in (cowboy(lang), weir(lang)):
        name = list(encounter.state.entities.values())[1].name
        async with console(encounter, tmp_path, lang=lang, size=(80, 24)) as table:
            await table.send(line)
            assert name in table.text()
            await table.press("tab")
            assert f" {name} " not in table.text().splitlines()[0]
            await table.press("shift+tab")
            assert name in table.text().splitlines()[0]
            await table.click("key:why", "hint")
            assert isinstance(table.app.screen, RulesScreen)
            await table.press("escape")
            await table.click("key:leave", "hint")
            assert isinstance(table.app.screen, PlayScreen)


def test_cairn_shows_figures_what_is_carried_and_what_is_told() -> None:
    encounter = weir()
    encounter.run("set 1 hp 4")
    words = encounter.words()
    said = "\n".join(
        r.text
        for who in encounter.state.entities
        for r in sheet.rows(encounter.ruleset.sheet(encounter.state, who), words, 76)
    )
    for text in ("HP 4/6", "STR 13", "slots 2/10", "spellbook", "in use", "uses 3/3"):
        assert text in said, text


def test_a_book_that_says_nothing_of_sheets_shows_its_cards() -> None:
    book = Toy()
    session = Session(book, book.new_state("At the table"), seed=1)
    for command in (Sit(name="Ann"), Begin(), Throw(who="g-001")):
        session.execute(command)
    words = Words("en", book)
    (section,) = book.sheet(session.state, "g-001")
    assert words.say(section.name) == "" or section.lines
    assert "coins" in "\n".join(r.text for r in sheet.rows((section,), words, 40))
    assert book.sheet(session.state, "nobody") == ()


def test_a_script_prints_sheets(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = tmp_path / "lines.txt"
    lines.write_text("\n".join((*MADE, "sheet rose", "")), encoding="utf-8")
    assert main(["play", "cowboy", "--script", str(lines), "--lang", "en", "--saves", str(tmp_path)]) == 0
    out = capsys.readouterr().out
    assert "Rose ---" in out and "a scalpel" in out.split("-- Party")[0]
    lines.write_text("sheet\n", encoding="utf-8")
    assert main(["play", "weir", "--script", str(lines), "--players", "--lang", "en", "--saves", str(tmp_path)]) == 0
    assert "Figures" not in capsys.readouterr().out
