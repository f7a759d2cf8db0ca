"""A check on the table, on the screen: its rows, the keys that take its options, and that nothing is cut in silence."""

from __future__ import annotations

from pathlib import Path

import pytest

from gmconsole.board import checks, rows
from gmconsole.board.cells import width
from gmconsole.core.model import Rejected
from gmconsole.core.ruleset import Ruleset
from gmconsole.encounter import Encounter
from gmconsole.language import complete
from gmconsole.rulesets.lawn import RULESET

from ..helpers import Fight
from .table import Console, console

LINES = (
    "next",
    "difficulty D6",
    "initiative ines = 2 3 4 5 5 5 2 1",
    "initiative bram = 2 2 3 4 5 5 1 5",
    "initiative tove = 4 5 6 6 5 5 5 5",
    "next",
    "next",
    "stay",
    "next",
    "next",
)
CALLED = {
    "en": ('call ines FLX D6 +2 "stairs"', 'switch ines "in the rain" -1 step 1'),
    "zh": ('要求 ines 协调 D6 +2 "楼梯"', '条件 ines "雨中" -1 难度级 1'),
}


def in_action(lang: str = "en") -> Encounter:
    """The gunfight in the action phase of round 1; it is Ines's turn."""
    fight = Fight("gunfight", lang=lang)
    fight.encounter.driver.lang = "en"
    fight.run(*LINES)
    fight.encounter.driver.lang = lang
    return fight.encounter


def called(lang: str = "en") -> Encounter:
    """The same with a check announced that has a condition."""
    encounter = in_action(lang)
    for line in CALLED[lang]:
        encounter.run(line)
    return encounter


def shown(encounter: Encounter, cells: int, most: int = 0) -> list[str]:
    return [r.text.rstrip() for r in rows.tracker(encounter.board(), encounter.words(), cells, most=most)]


@pytest.mark.rule("LP-CHK-025", "LP-CHK-036")
def test_a_check_to_be_rolled_shows_its_pool_and_its_switches() -> None:
    encounter = called()
    assert shown(encounter, 60)[:5] == [
        "> Ines rolls FLX D9",
        "  pool  base +5, FLX +1, stairs +2, in the rain -1 = 7",
        "  [x] in the rain: dice -1, difficulty +3  59.7 % > 78.0 %",
        "    pool of 7: success 59.7 %",
        "    critical success 0.8 %, critical failure 1.2 %",
    ]


@pytest.mark.parametrize(
    ("lang", "expected"),
    [
        (
            "en",
            [
                "> Ines: FLX stands at success, degree 0: settle?",
                "  pool  base +5, FLX +1, stairs +2, in the rain -1",
                "  dice on the table  2 3 4 4 6 6 5 +4",
                "  result  success, degree 0",
            ],
        ),
        (
            "zh",
            [
                "> 伊内丝：协调目前成功，成功度 0，结算吗？",
                "  投骰数  基础 +5、协调 +1、楼梯 +2、雨中 -1",
                "  桌上的骰子  2 3 4 4 6 6 5 +4",
                "  结果  成功，成功度 0",
            ],
        ),
    ],
)
@pytest.mark.rule("LP-CHK-036", "LP-CHK-038")
def test_a_check_on_the_table_comes_first_with_every_option(lang: str, expected: list[str]) -> None:
    encounter = called(lang)
    encounter.run("check ines FLX hold = 2 3 4 4 6 6 5")
    encounter.run("append ines = 4")
    made = shown(encounter, 60)
    assert made[:4] == expected
    negotiation = checks.at_hand(encounter.board())
    assert negotiation is not None
    options = made[4 : 4 + len(negotiation.choices)]
    for line, option in zip(options, negotiation.choices, strict=True):
        assert line.startswith(f"  {option.key} ") and line.endswith(f"100.0 % > {option.chance}")
    printed = rows.as_text(encounter.board(), encounter.words(), 80)
    assert all(line in printed for line in (*expected, *options))


@pytest.mark.parametrize("cells", [20, 46, 54])
@pytest.mark.parametrize("most", [4, 6, 9, 12, 40])
def test_options_that_do_not_fit_are_counted(cells: int, most: int) -> None:
    encounter = called()
    encounter.run("check ines FLX hold = 2 3 4 4 6 6 5")
    board = encounter.board()
    negotiation = checks.at_hand(board)
    assert negotiation is not None
    made = checks.block(negotiation, rows.worded(board, encounter.words()), cells, most=most)
    assert all(width(r.text) <= cells for r in made)
    targets = {r.target for r in made}
    missing = [i for i in range(len(checks.acts(negotiation))) if f"act:{i}" not in targets]
    assert any(f"+{len(missing)} more" in r.text for r in made) == bool(missing)


@pytest.mark.parametrize("size", [(120, 36), (80, 24)])
@pytest.mark.parametrize("lang", ["en", "zh"])
async def test_two_dice_are_added_with_four_keys(lang: str, size: tuple[int, int], tmp_path: Path) -> None:
    encounter = called(lang)
    async with console(encounter, tmp_path, size=size, lang=lang) as table:
        await table.press("k", "+", "+")
        (check,) = encounter.state.checks.values()
        assert [d.origin for d in check.dice[-2:]] == ["potential", "potential"] and len(check.dice) == 9
        text = table.text()
        assert {"en": "dice on the table", "zh": "桌上的骰子"}[lang] in text
        assert {"en": "+ one more die", "zh": "+ 追加一骰"}[lang] in text
        await table.press("enter")
        assert encounter.state.checks == {}


async def test_a_check_is_left_open_and_taken_up_again(tmp_path: Path) -> None:
    encounter = called()
    async with console(encounter, tmp_path) as table:
        await table.press("k", "r")
        assert table.line == "settle ines"
        await table.press("escape")
        assert table.line == "act ines " and "settle?" in table.text()
        await table.press("escape")
        assert table.line == "settle ines"
        await table.press("down", "enter")
        (check,) = encounter.state.checks.values()
        assert len(check.dice) == 8, "the first option is one more die"
        await table.click("act:0", "now")
        (check,) = encounter.state.checks.values()
        assert len(check.dice) == 9
        await table.press("h")
        assert table.line.startswith("assist ")
        await table.press("escape", "enter")
        assert encounter.state.checks == {}
        await table.press("k")
        assert "Nothing is to be rolled" in table.text()


async def test_a_switch_is_turned_with_the_arrows(tmp_path: Path) -> None:
    encounter = called()
    async with console(encounter, tmp_path) as table:
        await table.press("down", "down", "enter")
        assert "[ ] in the rain" in table.text()


async def test_the_rest_of_the_options_is_one_click_away(tmp_path: Path) -> None:
    encounter = called()
    encounter.run("check ines FLX hold = 2 3 4 4 6 6 5")
    async with console(encounter, tmp_path, size=(80, 24)) as table:
        assert " more: 1 shows all" in table.text()
        await table.click("key:whole", "now")
        assert " more: 1 shows all" not in table.text() and table.play.zoomed == "now"


@pytest.mark.parametrize("size", [(120, 36), (80, 24)])
@pytest.mark.parametrize("lang", ["en", "zh"])
async def test_the_common_attack_takes_five_keys_behind_a(lang: str, size: tuple[int, int], tmp_path: Path) -> None:
    encounter = in_action(lang)
    async with console(encounter, tmp_path, size=size, lang=lang) as table:
        await table.press("a")
        await table.press("tab", "enter", "tab", "enter")
        assert table.line.strip() == {"en": "attack ines pistol moss", "zh": "攻击 伊内丝 手枪 莫斯"}[lang]
        await table.press("enter")
        moss = next(e for e in encounter.state.entities.values() if e.key == "moss")
        assert (moss.life, encounter.state.attacks, table.play.line.open) == (2, {}, False)


@pytest.mark.parametrize(
    ("who", "weapon", "weapons", "targets"),
    [
        ("ines", "pistol", ["pistol", "grenade", "hands"], ["moss", "kerr", "dunn", "voss", "pipes"]),
        ("tove", "rifle", ["rifle", "hands", "kick"], ["moss", "kerr", "dunn", "voss", "bram"]),
        ("bram", "shotgun", ["shotgun", "crowbar", "hands"], ["tove", "ines", "pipes"]),
        ("moss", "hands", ["rifle", "hands", "kick"], ["kerr"]),
    ],
)
def test_what_is_at_hand_and_in_reach_is_offered_first(
    who: str, weapon: str, weapons: list[str], targets: list[str]
) -> None:
    driver = in_action().driver

    def offered(text: str, place: int) -> list[str]:
        return [c.word for c in complete.offer(driver, text).groups[place].choices]

    assert offered(f"attack {who} ", 0)[: len(weapons)] == weapons
    assert offered(f"attack {who} {weapon} ", 0)[: len(targets)] == targets


@pytest.mark.parametrize(
    ("lang", "expected"),
    [("en", ("From the rulebook", "physique  ", "damage", "D15")), ("zh", ("规则书", "体能  ", "伤害", "D15"))],
)
@pytest.mark.parametrize("size", [(120, 36), (80, 24)])
async def test_the_help_says_what_each_type_is_for(
    lang: str, expected: tuple[str, ...], size: tuple[int, int], tmp_path: Path
) -> None:
    async with console(in_action(lang), tmp_path, size=size, lang=lang) as table:
        await table.press("f1")
        text = "\n".join(r.text for r in table.panes()["list"].rows)
        for word in expected:
            assert word in text.partition(expected[0])[1] + text.partition(expected[0])[2]
        assert all(width(r.text) <= size[0] - 2 for r in table.panes()["list"].rows if not r.target)


async def test_a_book_that_adds_nothing_has_no_heading_in_the_help(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(RULESET), "help_lines", Ruleset.help_lines)
    async with console(in_action(), tmp_path) as table:
        await table.press("?")
        assert not any("From the rulebook" in r.text for r in table.panes()["list"].rows)


@pytest.mark.parametrize("size", [(120, 36), (80, 24)])
async def test_what_is_asked_about_a_check_comes_before_its_close(size: tuple[int, int], tmp_path: Path) -> None:
    """Enter must not settle what a companion is just about to help; ``next`` in a script takes the same."""
    encounter = called()
    async with console(encounter, tmp_path, size=size) as table:
        await table.press("k")
        await table.send('assist bram ines "a hand"')
        assert table.line.startswith("answer ") and "Agreed?" in pane(table, 4)
        assert "= Ines" in pane(table, 8) and "+ one more die" in pane(table, 24), "all options stay in sight"
        await table.press("enter")
        (check,) = encounter.state.checks.values()
        assert len(check.dice) == 9 and not encounter.state.questions
        assert table.line == "settle ines"
        await table.press("u")
        encounter.run("next")
        assert len(next(iter(encounter.state.checks.values())).dice) == 9


async def test_a_question_about_a_check_goes_with_it(tmp_path: Path) -> None:
    encounter = called()
    for line in ("check ines FLX hold = 2 3 4 4 6 6 5", 'assist bram ines "a hand"', "settle ines"):
        encounter.run(line)
    assert not encounter.state.questions and "teamwork" not in encounter.state.person("pc-002").spent


async def test_keys_are_about_the_task_picked(tmp_path: Path) -> None:
    encounter = Fight("gunfight").encounter
    for line in LINES[:2]:
        encounter.run(line)
    async with console(encounter, tmp_path) as table:
        first = table.line
        await table.press("1", "down", "down")
        assert table.play.picked == "task:1" and table.line not in ("", first)
        skip = table.play.board.tasks[1].skip
        await table.press("s")
        assert encounter.session.history.entries[-1].command == skip and table.play.picked == ""
        await table.press("u", "1", "down", "down", "R")
        assert "Not for the task picked" in table.text()


async def test_esc_says_that_a_check_is_left_open(tmp_path: Path) -> None:
    encounter = called()
    async with console(encounter, tmp_path) as table:
        await table.press("k", "escape")
        assert "left open" in table.text() and table.line != "settle ines"
        await table.press("escape")
        assert "taken up again" in table.text() and table.line == "settle ines"


def pane(table: Console, lines: int) -> str:
    """The first lines of what is owed, as they are shown."""
    return "\n".join(r.text for r in table.play.panes["now"].rows[:lines])


async def test_the_task_picked_stays_in_sight(tmp_path: Path) -> None:
    """Many tasks on a low screen, the cursor far down: what Enter would do is what can be read."""
    encounter = Fight("gunfight").encounter
    for line in LINES[:2]:
        encounter.run(line)
    for kind in ("PHY", "MND", "WIS", "OPR", "DSC", "INF"):
        assert not isinstance(encounter.run(f"call ines {kind} D6"), Rejected)
    async with console(encounter, tmp_path, size=(80, 24)) as table:
        await table.press("1")
        seen = set()
        for _ in range(9):
            await table.press("down")
            pane = table.play.panes["now"]
            shown = [r.target for r in pane.rows[pane.top : pane.top + pane.inside.height]]
            assert table.play.picked in shown
            seen.add(table.play.picked)
        assert len(seen) >= 8


async def test_refusing_and_skipping_are_about_what_is_asked(tmp_path: Path) -> None:
    """Nothing that is asked further down is answered in its place, by key or by word."""
    encounter = called()
    async with console(encounter, tmp_path) as table:
        await table.press("k")
        await table.send('assist bram ines "a hand"')
        fight = encounter.session.history
        before = len(fight.entries)
        await table.press("s")
        assert len(fight.entries) == before and "Only you can say" in table.text()
        await table.press("R")
        assert not encounter.state.questions and encounter.state.checks
        assert table.line == "settle ines"
