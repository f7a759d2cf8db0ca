"""The screen itself: where panes lie, what keys and clicks send, what is said, and that nothing in a name is code."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from textual import events
from textual.geometry import Region, Size

from gmconsole.board import rows
from gmconsole.core.model import Rejected
from gmconsole.encounter import Encounter
from gmconsole.rulesets.lawn import RULESET
from gmconsole.store import Status
from gmconsole.tui import arrange
from gmconsole.tui.screens.picker import Picker
from gmconsole.tui.screens.play import PlayScreen
from gmconsole.tui.screens.start import StartScreen

from ..helpers import script
from .table import console, cowboy

TUI = Path(__file__).resolve().parents[2] / "gmconsole" / "tui"
SIZES = ((120, 36), (100, 30), (80, 24), (200, 60), (72, 18), (40, 12), (20, 5), (3, 2))


def crowd(people: int = 38) -> Encounter:
    encounter = cowboy()
    for n in range(people - 3):
        done = encounter.run(f"add {'pc' if n % 5 == 0 else 'npc'} Person{n}")
        assert not isinstance(done, Rejected)
    return encounter


# Where things are ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("composer", [0, 3, 12, 60])
@pytest.mark.parametrize("people", [0, 2, 30])
@pytest.mark.parametrize("now", [0, 9, 40])
def test_every_pane_is_on_the_screen_and_none_covers_another(
    size: tuple[int, int], composer: int, people: int, now: int
) -> None:
    for only in ("", "log"):
        for banner in (False, True):
            found = arrange.regions(
                *size, party=people, others=people, composer=composer, only=only, banner=banner, now=now
            )
            for name, region in found.items():
                assert region.width > 0 and region.height > 0, (name, region)
                assert Region(0, 0, *size).contains_region(region), (name, region)
            placed = list(found.items())
            for i, (name, region) in enumerate(placed):
                for other, place in placed[i + 1 :]:
                    assert not region.intersection(place).area, (name, region, other, place)


@pytest.mark.parametrize("size", [(120, 36), (100, 30), (80, 24)])
def test_every_pane_of_a_screen_is_shown_at_once(size: tuple[int, int]) -> None:
    assert set(arrange.panes(*size)) <= arrange.regions(*size).keys()
    assert set(arrange.panes(*size)) <= arrange.regions(*size, now=30, party=30).keys()


@pytest.mark.parametrize("size", [(120, 36), (100, 30), (80, 24), (40, 12)])
@pytest.mark.parametrize("people", [3, 38])
async def test_the_screen_is_full_at_every_size(size: tuple[int, int], people: int, tmp_path: Path) -> None:
    async with console(crowd(people), tmp_path, size=size) as table:
        for _ in range(3):
            await table.press("enter")
            await table.press("escape")
        text = table.text()
        assert "enter" in text.casefold()
        assert len(table.app.screen.query("*")) < 25
        for name in table.play.shown():
            await table.press(str(table.play.shown().index(name) + 1))
            assert table.panes()[name].rows, name


async def test_the_terminal_may_change_its_size_at_any_time(tmp_path: Path) -> None:
    async with console(cowboy(lines=script("cowboy")[:11]), tmp_path) as table:
        for size in (*SIZES, (120, 36)):
            await table.pilot.resize_terminal(*size)
            await table.settle()
            table.text()
            if size[1] >= 5:
                await table.press(":")
                table.text()
                await table.press("escape")
        assert "Mike: approach, retreat or static?" in table.text()


async def test_one_pane_at_a_time_on_a_small_terminal(tmp_path: Path) -> None:
    async with console(cowboy(lines=script("cowboy")[:11]), tmp_path, size=(40, 12)) as table:
        seen = []
        for _ in arrange.SMALL:
            await table.press("tab")
            boxes = [key for key, pane in table.panes().items() if pane.boxed]
            assert len(boxes) == 1
            seen += boxes
        assert sorted(seen) == sorted(arrange.SMALL)
        await table.press("1")
        assert "now" in table.panes()


async def test_an_empty_cast_is_no_trouble(tmp_path: Path) -> None:
    encounter = Encounter.begin(RULESET.new_state("Nobody"), seed=1)
    for size in ((120, 36), (40, 12)):
        async with console(encounter, tmp_path, size=size) as table:
            assert "Nobody" in table.text()
            for key in ("enter", "escape", *"tv+", "down", *"ne", "escape", *"AuH", "escape", "?", "escape"):
                await table.press(key)
            table.text()


# Keys ----------------------------------------------------------------------------------------------------------------


async def test_what_enter_sends_is_shown_before_it_is_sent(tmp_path: Path) -> None:
    async with console(cowboy(), tmp_path) as table:
        for lines, shown in (
            (1, "start crisis"),
            (2, "difficulty D9"),
            (3, "initiative jessica"),
            (12, "declare mike retreat cowboy"),
        ):
            done = table.encounter.session.index
            for line in script("cowboy")[done : lines - 1]:
                table.encounter.run(line)
            table.play.draw()
            await table.settle()
            assert table.line.startswith(shown)
            assert shown in table.text()


async def test_keys_typed_ahead_arrive_in_order(tmp_path: Path) -> None:
    async with console(cowboy(), tmp_path) as table:
        await table.press(*":start crisis", "enter", *":difficulty D8", "enter", "=", *"4 7 5 9 6 2 2 8", "escape", "u")
        entries = table.encounter.session.history.entries
        lines = [table.encounter.driver.line(e.command) for e in entries if e.command]
        assert lines == ["start crisis", "difficulty D8"]
        assert table.encounter.session.can_redo == 1


async def test_a_refused_line_stays_to_be_mended(tmp_path: Path) -> None:
    async with console(cowboy(lines=script("cowboy")[:2]), tmp_path) as table:
        before = table.encounter.state
        await table.send("initiative jessica = 1 2")
        assert table.play.line.open
        assert table.line == "initiative jessica = 1 2"
        assert "Faces needed: 8" in table.text()
        assert table.encounter.state is before
        await table.press("escape")
        await table.press(":", "up")
        assert table.line == "initiative jessica = 1 2"
        await table.type(" 3 4 5 6 7 8")
        await table.press("enter")
        assert not table.play.line.open


async def test_moving_on_asks_first_naming_what_is_owed(tmp_path: Path) -> None:
    async with console(cowboy(lines=script("cowboy")[:2]), tmp_path) as table:
        await table.press("n")
        assert table.encounter.state.phase == "initiative"
        assert "Jessica" in table.play.said.text
        await table.press("down", "n")
        assert table.encounter.state.phase == "neutral"
        await table.press("u")
        await table.press("n", "escape", "n")
        assert table.encounter.state.phase == "initiative"


async def test_undo_redo_and_the_history(tmp_path: Path) -> None:
    async with console(cowboy(lines=script("cowboy")[:4]), tmp_path) as table:
        after = table.encounter.state
        await table.press("u", "u")
        assert "taken back: initiative jessica = 4 7 5 9 6 2 2 8" in table.text()
        await table.press("U", "U")
        assert table.encounter.state == after
        await table.press("H")
        assert isinstance(table.app.screen, Picker)
        assert "initiative jessica = 4 7 5 9 6 2 2 8" in table.text()
        await table.press("up", "up", "enter")
        assert table.encounter.session.index == 2
        await table.press("H")
        await table.press("up", "up", "up", "enter")
        assert table.encounter.session.index == 0
        await table.press("H", "escape")
        assert table.encounter.session.index == 0


async def test_numbers_go_up_and_down_for_the_person_picked(tmp_path: Path) -> None:
    async with console(cowboy(lines=script("cowboy")[:2]), tmp_path) as table:
        await table.press("+")
        assert "Pick somebody first" in table.text()
        await table.press("4", "down", "-")
        assert table.encounter.state.entities["pc-001"].sanity == 2
        await table.press("5", "down", "-", "-", "+")
        assert table.encounter.state.entities["npc-001"].life == 2


async def test_an_input_method_is_answered(tmp_path: Path) -> None:
    async with console(cowboy("zh", lines=script("cowboy_zh")[:2]), tmp_path, lang="zh") as table:
        table.app.post_message(events.Key("fullwidth_colon", "："))
        await table.settle()
        assert table.play.line.open
        await table.type("难度 Ｄ８")
        await table.press("enter")
        assert table.encounter.state.crisis.difficulty == 8
        table.app.post_message(events.Key("你", "你"))
        await table.settle()
        assert "输入法" in table.text()
        table.app.post_message(events.Key("ｕ", "ｕ"))
        await table.settle()
        assert table.encounter.session.can_redo == 1
        for _ in range(2):
            table.app.post_message(events.Key("fullwidth_question_mark", "？"))
            await table.settle()
        assert isinstance(table.app.screen, Picker)


async def test_every_word_can_be_reached_by_arrows(tmp_path: Path) -> None:
    async with console(cowboy(lines=script("cowboy")[:2]), tmp_path) as table:
        await table.press(":")
        choices = [c.label for c in table.play.composing.draft.choices()]
        for _ in range(choices.index("difficulty") + 1):
            await table.press("down")
        await table.press("enter")
        assert table.line == "difficulty "
        first = table.play.composing.draft.choices()[0].word
        await table.press("tab", "right", "left", "enter", "enter")
        assert f"D{table.encounter.state.crisis.difficulty}" == first


async def test_a_unique_beginning_is_completed(tmp_path: Path) -> None:
    async with console(cowboy(lines=script("cowboy")[:9]), tmp_path) as table:
        await table.type(":decl")
        await table.press("tab")
        assert table.line == "declare cowboy "
        await table.type("approach mi")
        await table.press("tab")
        assert table.line == "declare cowboy approach mike "


async def test_whom_a_line_has_named_is_offered_last(tmp_path: Path) -> None:
    async with console(cowboy(), tmp_path) as table:
        await table.type(":band jessica ")
        offered = [c.word for c in table.play.composing.draft.offer.groups[0].choices]
        assert offered[0] != "jessica" and offered[-1] == "jessica"


async def test_the_odds_are_shown_while_a_check_is_typed(tmp_path: Path) -> None:
    async with console(cowboy(lines=script("cowboy")[:18]), tmp_path) as table:
        await table.press("enter")
        await table.type("OPR D9")
        assert "31.6 %" in table.text()
        await table.type(" +2")
        assert "7D9" in table.text()
        await table.press("escape")


async def test_pasted_faces_of_several_lines_become_one_line(tmp_path: Path) -> None:
    async with console(cowboy(lines=script("cowboy")[:2]), tmp_path) as table:
        await table.press("=")
        table.app.post_message(events.Paste("[4 7 5 9\n6 2]\n2 8\n"))
        await table.settle()
        await table.press("enter")
        assert table.encounter.session.history.entries[-1].dice[0].faces == (4, 7, 5, 9, 6, 2, 2, 8)


async def test_help_lists_every_key_and_opens_verbs(tmp_path: Path) -> None:
    async with console(cowboy(), tmp_path, size=(120, 60)) as table:
        await table.press("f1")
        text = table.text()
        for key in ("Enter", "F2", "take a step back", "Verbs"):
            assert key in text
        await table.click("verb:note", "list")
        assert table.line == "note "


# Mouse ---------------------------------------------------------------------------------------------------------------


async def test_clicks_on_people_tasks_and_distances_open_lines(tmp_path: Path) -> None:
    async with console(cowboy(lines=script("cowboy")[:10]), tmp_path) as table:
        await table.click("who:pc-002", "party")
        assert not table.play.line.open
        assert table.play.picked == "who:pc-002"
        await table.click("who:pc-002", "party")
        await table.click_word("observe")
        assert table.line == "observe mike "
        await table.click("who:pc-001", "order")
        assert table.line == "observe mike jessica "
        await table.click("key:back")
        assert table.line == "observe mike "
        await table.click("key:leave", "composer")
        await table.click("task:1", "now")
        assert table.line.startswith("declare jessica")
        await table.press("escape")
        await table.click("pair:pc-001 npc-001", "distance")
        assert table.line == "band jessica cowboy "
        await table.click_word("Far")
        await table.click("key:send", "composer")
        assert table.encounter.state.bands["pc-001"]["npc-001"] == "far"


# Words and files -----------------------------------------------------------------------------------------------------


async def test_the_language_changes_while_running(tmp_path: Path) -> None:
    async with console(cowboy(lines=script("cowboy")[:1]), tmp_path) as table:
        assert "Initiative" in table.text()
        await table.press("f2")
        assert "先攻" in table.text()
        assert table.line.startswith("难度")
        await table.press("f2")
        assert "Initiative" in table.text()


async def test_copying_writes_a_file_and_says_where(tmp_path: Path) -> None:
    async with console(cowboy(lines=script("cowboy")[:2]), tmp_path) as table:
        await table.press("y")
        assert "board-players.txt" in table.play.said.text
        assert "copied" not in table.play.said.text.casefold()
        public = (tmp_path / "board-players.txt").read_text(encoding="utf-8")
        assert "Hanged body" not in public
        await table.press("Y")
        assert "Hanged body" in (tmp_path / "board-gm.txt").read_text(encoding="utf-8")


async def test_the_saved_mark_and_the_banner(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with console(cowboy(), tmp_path) as table:
        for status, mark, banner in (
            (Status("saved"), "saved", False),
            (Status("pending", 2), "saving", False),
            (Status("not_saved", 3, "disk full"), "NOT SAVED 3", True),
            (Status("conflict", 1), "CONFLICT", True),
            (Status("saved"), "saved", False),
        ):
            monkeypatch.setattr(table.encounter, "status", lambda status=status: status)
            table.play.post_message(PlayScreen.Saved())
            await table.settle()
            lines = table.text().splitlines()
            assert lines[0].endswith(mark)
            assert ("banner" in table.panes()) == banner
        await table.press("enter")


async def test_what_is_done_is_in_the_save(tmp_path: Path) -> None:
    path = tmp_path / "fight.toml"
    async with console(cowboy(path=path), tmp_path) as table:
        await table.press("enter", "enter", "enter")
        assert table.encounter.store is not None
        assert table.encounter.store.wait(5)
        await table.settle()
        assert table.text().splitlines()[0].endswith("saved")
        await table.quit()
    table.encounter.close()
    assert tomllib.loads(path.read_text(encoding="utf-8"))["state"]["crisis"]["difficulty"] == 9


async def test_the_start_screen_begins_and_goes_on(tmp_path: Path) -> None:
    async with console(None, tmp_path) as table:
        assert isinstance(table.app.screen, StartScreen)
        assert "Cowboy in the wood" in table.text()
        await table.click("scenario:cowboy", "list")
        assert "hanged body" in table.text()
        await table.press("f2")
        assert "林中牛仔" in table.text()
        await table.press("enter")
        assert table.encounter.state.title == "林中牛仔"
        await table.press("enter")
    table.encounter.close()
    async with console(None, tmp_path) as table:
        text = table.text()
        assert "林中牛仔" in text.split("Begin")[0]
        await table.click(f"save:{tmp_path / 'cowboy.toml'}", "list")
        await table.press("enter")
        assert table.encounter.state.phase == "initiative"
    table.encounter.close()
    async with console(None, tmp_path) as table:
        await table.click("scenario:cowboy", "list")
        await table.click("scenario:cowboy", "list")
        assert table.encounter.store is not None
        assert table.encounter.store.path.name == "cowboy-2.toml"
    table.encounter.close()


async def test_a_broken_save_is_said_not_opened(tmp_path: Path) -> None:
    (tmp_path / "torn.toml").write_text("[save\n", encoding="utf-8")
    async with console(None, tmp_path) as table:
        await table.press("enter")
        assert isinstance(table.app.screen, StartScreen)
        assert table.app.screen.trouble


# Names are not code --------------------------------------------------------------------------------------------------

HOSTILE = [
    "[@click=app.quit]x[/]",
    "[/",
    "a[/]b",
    "[red]Red",
    "{who}",
    "$name",
    "\x1b[2J\x1b]52;c;aGk=\x07",
    "a\u202eb",
    "名\u200f字",
    "\u0301" * 9 + "e",
    "e" * 300,
    "牛" * 90,
    "%s %d",
    "\\[x]",
    "..",
    "–—…★①",
]


async def test_names_with_markup_or_control_codes_are_only_names(tmp_path: Path) -> None:
    encounter = cowboy()
    people = list(encounter.state.entities)
    for i, name in enumerate(HOSTILE):
        encounter.run(f'add npc "{name}"' if '"' not in name else "")
        encounter.run(f'rename {people[i % 3]} "{name}"')
        encounter.run(f'note "{name}"')
    for size in ((120, 36), (80, 24), (40, 12)):
        async with console(encounter, tmp_path, size=size) as table:
            for key in ("1", "2", "3", "4", "5", "v", "v", "v", "H", "escape", ":", "escape", "t"):
                await table.press(key)
                text = table.text()
                assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\u200e\u200f]", text)


def test_only_content_reaches_what_reads_markup() -> None:
    """Static, Label, notify, titles and the like read markup in a plain string: none of them gets one here."""
    readers = r"\b(?:Static|Label|Button|notify|Tab|Option|Collapsible|update)\(\s*"
    calls = re.compile(readers + r"f?[\"']|(?:border_title|border_subtitle|tooltip)\s*=\s*f?[\"']")
    for path in TUI.rglob("*.py"):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
            assert not calls.search(line), f"{path.name}:{number}: {line}"


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_footer_labels_fit_their_columns(lang: str) -> None:
    from gmconsole.board.cells import width
    from gmconsole.text import Words
    from gmconsole.tui.keys import KEYS

    words = Words(lang)
    for key in KEYS:
        assert width(words.message(key.label)) <= 8, key


def test_regions_use_the_whole_height() -> None:
    for size in (Size(120, 36), Size(100, 30), Size(80, 24)):
        found = arrange.regions(*size)
        rows_used = {y for region in found.values() for y in range(region.y, region.bottom)}
        assert rows_used == set(range(size.height))


async def test_a_board_of_sixty_is_drawn(tmp_path: Path) -> None:
    async with console(crowd(60), tmp_path) as table:
        await table.press("3", "3")
        assert table.play.zoomed == "distance"
        for _ in range(3):
            await table.press("v")
            table.text()
        await table.press("escape")
        assert not table.play.zoomed
        assert rows.as_text(table.play.board, table.play.words, 80)


@pytest.mark.parametrize("size", [(80, 24), (120, 36), (60, 20), (72, 18), (40, 12)])
async def test_what_is_refused_is_said_to_its_end(size: tuple[int, int], tmp_path: Path) -> None:
    """In more rows than one where it takes them, over the lowest panes, and they come back with the next word."""
    async with console(cowboy(), tmp_path, size=size) as table:
        before = {key: pane.region for key, pane in table.panes().items()}
        for _ in range(2):
            table.play.say("one two three four five six seven eight nine ten " * 3 + "end.", "danger")
            await table.settle()
            text = table.text()
            assert "end." in text or size[1] < 18, text
            said = table.panes()["message"].region
            assert all(not said.overlaps(pane.region) for key, pane in table.panes().items() if key != "message")
        table.play.say("")
        await table.settle()
        assert {key: pane.region for key, pane in table.panes().items()} == before
        await table.send("declare nobody at all")
        assert table.play.line.open and table.panes()["composer"].region.bottom <= table.panes()["message"].region.y
