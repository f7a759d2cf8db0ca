"""Groups of namesakes: one line each where there is no room for all, open while one of them is picked."""

from __future__ import annotations

from pathlib import Path

import pytest

from gmconsole.board import distance, folding, rows
from gmconsole.board.cells import Row, width
from gmconsole.core.session import Accepted
from gmconsole.encounter import Encounter
from gmconsole.scenarios import load_scenario, start_state

from .table import Console, console


def weir(lang: str = "en", goblins: int = 12) -> Encounter:
    """The weir with a pack of goblins, one of them far away."""
    encounter = Encounter.begin(start_state(load_scenario("weir"), lang), None, seed=1, lang=lang)
    if lang == "zh":
        play(encounter, f"敌人 地精 数量 {goblins}", "敌人 gnoll 数量 4", "开始")
    else:
        play(encounter, f"foe goblin times {goblins}", "foe gnoll times 4", "start", 'band bryn "Goblin 9" far')
    return encounter


def play(encounter: Encounter, *lines: str) -> None:
    for line in lines:
        assert isinstance(encounter.run(line), Accepted), line


def others(encounter: Encounter, most: int, picked: str = "", cells: int = 60) -> list[Row]:
    board = encounter.board()
    anchor = distance.anchored(board, "")
    return rows.folded(board, encounter.words(), cells, "others", rows.Fold(most, anchor, picked))


def texts(made: list[Row]) -> list[str]:
    return [r.text.strip() for r in made]


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("Goblin 12", "Goblin"),
        ("Goblin", "Goblin"),
        ("打手3", "打手"),
        ("打手 B", "打手"),
        ("ThugA", "Thug"),
        ("HAL", "HAL"),
        ("7", "7"),
        ("M1", "M1"),
    ],
)
def test_what_namesakes_have_in_common(name: str, found: str) -> None:
    assert folding.stem(name) == found


def test_only_the_largest_groups_are_folded_and_only_where_rows_are_short() -> None:
    encounter = weir()
    whole = rows.people(encounter.board(), encounter.words(), 60, ("others",))
    assert others(encounter, len(whole)) == whole
    tight = texts(others(encounter, len(whole) - 1))
    assert [t for t in tight if " x" in t] == ["Goblin x12  near 11  far 1"]
    assert sum(t.startswith("Gnoll") or " Gnoll" in t for t in tight) == 4
    least = texts(others(encounter, 1))
    assert [t for t in least if " x" in t] == ["Goblin x12  near 11  far 1", "Gnoll x4  near 4"]
    assert sum("Vesk" in t or "Pack" in t for t in least) >= 2, "who has no namesakes is never folded away"


def test_the_spread_counts_who_can_act_and_names_who_is_down_or_gone() -> None:
    encounter = weir()
    play(encounter, 'harm "Goblin 3" 20', 'harm "Goblin 9" 20', 'set "Goblin 4" presence left')
    (line,) = [r for r in others(encounter, 1) if r.target == "fold:Goblin"]
    assert line.text.strip() == "Goblin x12  near 9  dead 2  not here 1"
    play(encounter, 'hide "Goblin 5"')
    (line,) = [r for r in others(encounter, 1) if r.target == "fold:Goblin"]
    assert line.text.strip() == "Goblin x12  near 9  dead 2  not here 1  hidden 1"


def test_everybody_is_counted_whoever_distances_are_measured_from() -> None:
    encounter = weir()
    board, words = encounter.board(), encounter.words()
    group = folding.groups(board.cards.values())["Goblin"]
    line = folding.fold("Goblin", group, board, words, group[0].id, 4)
    assert line.text.strip() == f"Goblin x12  from {group[0].tag}  near 11"
    play(encounter, 'harm "Goblin 2" 20')
    board = encounter.board()
    whole = distance.lanes(board, words, 60, "pc-001", fold=True)
    segs = {s.target: s.text for r in whole for s in r.segs if s.target}
    assert segs["fold:Goblin"] == "Goblin x10" and segs[f"who:{group[1].id}"].endswith("!"), "who is dead is no target"


def test_the_group_picked_or_that_of_the_person_picked_shows_its_members() -> None:
    encounter = weir()
    card = next(c for c in encounter.board().cards.values() if c.name == "Goblin 5")
    for picked in ("fold:Goblin", f"who:{card.id}"):
        made = others(encounter, 6, picked)
        at = next(i for i, r in enumerate(made) if r.target == "fold:Goblin")
        inside = [r.target for r in made[at + 1 :] if r.target.startswith("who:")]
        assert f"who:{card.id}" in inside
        assert not [t for t in texts(made) if "Gnoll " in t and "x4" not in t]
    assert folding.opened(encounter.board(), "task:0") == ""


def test_lanes_fold_where_they_are_too_many() -> None:
    encounter = weir(goblins=20)
    board, words = encounter.board(), encounter.words()
    whole = distance.distance(board, words, 36, "lanes", "")
    short = distance.distance(board, words, 36, "lanes", "", 8)
    assert len(short) < len(whole) == len(distance.distance(board, words, 36, "lanes", "", len(whole)))
    segs = {s.target: s.text for r in short for s in r.segs if s.target}
    assert segs["fold:Goblin"] == "Goblin x19"
    assert all(width(r.text) <= 36 for r in short)


def test_the_crew_folds_too_where_the_first_of_a_group_stands() -> None:
    encounter = weir()
    board, words = encounter.board(), encounter.words()
    anchor = distance.anchored(board, "")
    assert rows.crew(board, words, 80, rows.Fold(99, anchor)) == rows.crew(board, words, 80)
    short = [t.split("  ")[0] for t in texts(rows.crew(board, words, 80, rows.Fold(8, anchor)))]
    assert short == ["1", "2", "3", "a", "b", "c", "d", "e", "Goblin x12", "Gnoll x4"]
    names = texts(rows.crew(board, words, 80, rows.Fold(8, anchor, "fold:Gnoll")))
    assert [t[:7].strip() for t in names[10:]] == ["r  Gnol", "s  Gnol", "t  Gnol", "u  Gnol"]


async def test_the_cursor_opens_a_group_and_space_marks_all_of_it(tmp_path: Path) -> None:
    async with console(weir(), tmp_path) as table:
        await table.press("5")
        assert "fold:Goblin" in {r.target for r in table.play.panes["others"].rows}
        while table.play.picked != "fold:Goblin":
            before = table.play.picked
            await table.press("down")
            assert table.play.picked != before, "the last row"
        assert "Goblin 2" in pane(table)
        await table.press("space")
        ids = folding.members(table.play.board, "fold:Goblin")
        assert set(table.play.marked) == set(ids) and len(ids) == 12
        await table.press("space")
        assert table.play.marked == ()
        # Two keys in one burst: the member is there for the second.
        await table.press("up", "down", "down")
        assert table.play.picked.startswith("who:") and "Goblin" in pane(table)
        await table.press("escape")
        assert "Goblin 2" not in pane(table)


async def test_a_click_on_a_folded_group_opens_it_and_another_one_closes_it(tmp_path: Path) -> None:
    async with console(weir("zh"), tmp_path, lang="zh") as table:
        await table.click("fold:地精", "distance")
        assert "地精 2" in pane(table), "picked among the distances, open among the others"
        await table.click("fold:地精", "others")
        assert "地精 2" not in pane(table) and table.play.picked == ""
        await table.click("fold:地精", "others")
        member = next(r.target for r in table.play.panes["others"].rows if "地精 3" in r.text)
        await table.click(member, "others")
        assert table.play.picked == member and "地精 3" in pane(table)


def pane(table: Console) -> str:
    """What the pane of the others shows."""
    found = table.play.panes["others"]
    return "\n".join(r.text for r in found.rows[found.top : found.top + found.inside.height])
