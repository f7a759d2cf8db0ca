"""Cairn on the same console: the weir typed and played by keys, in both languages and at both sizes."""

from __future__ import annotations

from pathlib import Path

import pytest

from gmconsole.board import rows
from gmconsole.board.cells import width
from gmconsole.core.model import Rejected
from gmconsole.encounter import Encounter
from gmconsole.scenarios import load_scenario, start_state

from ..helpers import golden, parts
from ..tui.table import console
from .table import Play
from .test_weir import MARKS, SCRIPT, STATES, at

GOLDENS = Path(__file__).parent / "goldens"
SIZES = [(120, 36), (80, 24)]


def board(lang: str, mark: str, cells: int) -> str:
    """The board at a mark, as text; played in English lines, shown in the language."""
    encounter = Encounter.begin(start_state(load_scenario("weir"), lang), seed=1, lang=lang)
    for name in MARKS[: MARKS.index(mark) + 1]:
        for line in SCRIPT[name]:
            done = encounter.run(line.replace("Ember Breath", "余烬之息") if lang == "zh" else line)
            assert not isinstance(done, Rejected), (line, done)
    return "\n".join(
        rows.as_text(encounter.board(audience), encounter.words(lang), cells) for audience in ("gm", "players")
    )


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("cells", [120, 80])
def test_the_board_at_every_mark(lang: str, cells: int) -> None:
    """Goldens of the Warden's and the players' board; ``UPDATE_GOLDENS=1`` writes them anew."""
    text = "".join(f"##### {mark}\n{board(lang, mark, cells)}\n" for mark in ("S1", "S4", "S7", "rested"))
    assert all(width(line.rstrip()) <= cells for line in text.splitlines())
    golden(GOLDENS / f"weir_{lang}_{cells}.txt", text)


def test_players_see_no_figures_of_opponents() -> None:
    encounter = at("S4").encounter
    shown = encounter.board("players")
    words = encounter.words("en")
    for card in shown.cards.values():
        if card.side != "pcs":
            assert set(card.facts) == {"states"}
            assert [words.say(span.text) for line in card.lines for span in line] in ([], ["dead"], ["routed"])
    said = [words.say(message) for entry in shown.log for message in entry.said]
    assert "Bryn: HP 3>0/6" in " / ".join(said).replace("1: HP", "Bryn: HP")
    assert not any("morale" in text or "armour 3" in text for text in said)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("lang", ["en", "zh"])
async def test_the_weir_is_played_by_typing(lang: str, size: tuple[int, int], tmp_path: Path) -> None:
    encounter = Encounter.begin(start_state(load_scenario("weir"), "en"), seed=1, lang=lang)
    async with console(encounter, tmp_path, size=size, lang=lang) as table:
        for mark in MARKS[:5]:
            for line in SCRIPT[mark]:
                await table.send(line)
        state = encounter.state
        tam = next(c for c in state.entities.values() if c.key == "tam")
        assert (tam.hp, tam.condition) == (0, "critical")
        await table.press("u")
        assert next(c for c in encounter.state.entities.values() if c.key == "tam").condition == "critical"
        await table.press("U")
        assert encounter.state == state


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("lang", ["en", "zh"])
async def test_a_turn_by_keys_alone(lang: str, size: tuple[int, int], tmp_path: Path) -> None:
    """Enter starts, saves, and takes what the console proposes; ``a`` and a tag attack."""
    encounter = Encounter.begin(start_state(load_scenario("weir"), lang), seed=1, lang=lang)
    async with console(encounter, tmp_path, size=size, lang=lang) as table:
        await table.press("enter", "enter", "enter", "enter")
        state = encounter.state
        assert (state.mode, state.round, state.phase) == ("fight", 1, "pcs")
        assert len(state.fight.entry) == 3
        waiting = [c for c in state.entities.values() if c.side == "pcs" and state.fight.entry[c.id] == "passed"]
        for _ in waiting:
            await table.press("a", "space", "b", "enter")
        acts = encounter.state.fight.acts.values()
        assert {encounter.state.entities[t].key for act in acts for t in act.targets} == {"vesk"}
        await table.press("enter")
        assert all(act.faces for act in encounter.state.fight.acts.values())


async def test_a_foe_is_called_by_name_before_it_is_there(tmp_path: Path) -> None:
    encounter = Encounter.begin(start_state(load_scenario("ambush"), "en"), seed=1)
    async with console(encounter, tmp_path) as table:
        await table.type(":foe gob")
        assert "then: Goblin came in" in table.text()


async def test_a_key_declares_for_all_opponents(tmp_path: Path) -> None:
    encounter = Encounter.begin(start_state(load_scenario("ambush"), "en"), seed=1)
    for line in ("start waive edda pim brick", "hold edda pim brick", "next"):
        assert not isinstance(encounter.run(line), Rejected)
    async with console(encounter, tmp_path) as table:
        assert "declare (d): all 2 as proposed" in table.text()
        await table.press("d", "enter")
        assert len(encounter.state.fight.acts) == 2


async def test_the_odds_of_a_blow_and_whom_a_save_is_about_are_in_sight(tmp_path: Path) -> None:
    """At 80x24, with five foes declared above: the odds before the dice, then the PC who saves among the people."""
    encounter = Encounter.begin(start_state(load_scenario("weir"), "en"), seed=1)
    for line in ("start waive bryn oda tam", "hold bryn oda tam", "next"):
        assert not isinstance(encounter.run(line), Rejected)
    async with console(encounter, tmp_path, size=(80, 24)) as table:
        await table.press("d", "enter")
        shown = table.text()
        assert "> damage dice: Pack d12 on Bryn" in shown and "  Bryn: down" in shown
        await table.send("damage = 2 12 7 5 4 3")
        assert "> Oda: STR save against 4" in table.text()
        assert "2  Oda  HP 0/4" in table.text()


async def test_a_pane_is_broken_anew_when_it_is_no_longer_alone(tmp_path: Path) -> None:
    encounter = Encounter.begin(start_state(load_scenario("weir"), "en"), seed=1)
    for line in ("start waive bryn oda tam", "hold bryn oda tam", "next", "declare"):
        assert not isinstance(encounter.run(line), Rejected)
    async with console(encounter, tmp_path, size=(120, 36)) as table:
        before = [row.text for row in table.panes()["now"].rows]
        await table.press("1")
        assert len(table.panes()["now"].rows) < len(before)
        await table.press("1")
        assert [row.text for row in table.panes()["now"].rows] == before


def test_every_state_has_a_mark() -> None:
    assert set(STATES) == set(MARKS) == set(parts("weir"))


def test_a_title_has_what_the_rest_of_the_line_leaves_free() -> None:
    encounter = Encounter.begin(start_state(load_scenario("moor_chase"), "en"), seed=1)
    words = encounter.words("en")
    assert rows.header(encounter.board("gm"), words, 80, narrow=True).text.strip() == "Chase across the moor"
    assert not isinstance(encounter.run("start chase quarry pcs"), Rejected)
    assert rows.header(encounter.board("gm"), words, 80, narrow=True).text.startswith(" Chase across the moor  R1  [1")
    assert rows.header(encounter.board("gm"), words, 44, narrow=True).text.startswith(" Chase acros~  R1  [1")


async def test_keys_know_whose_task_it_is_and_show_no_empty_view(tmp_path: Path) -> None:
    play = Play("weir")
    play.run("start", "save bryn = 1")
    async with console(play.encounter, tmp_path) as table:
        await table.press("S")
        assert "Oda" in table.text().splitlines()[0], "it is Oda who owes a save"
        await table.press("escape")
        shown = []
        for _ in range(3):
            await table.press("v")
            shown.append([r.text for r in table.play.panes["distance"].rows])
        assert all(any(row.strip() for row in rows) for rows in shown) and shown[0] != shown[1]
        await table.press("k")
        assert "could be kept open" in table.text()


async def test_verbs_and_the_sheet_are_about_whose_task_is_picked(tmp_path: Path) -> None:
    play = Play("weir")
    play.run("start", "save bryn = 1", "save oda = 1", "save tam = 1")
    async with console(play.encounter, tmp_path) as table:
        await table.press("1", "down", "down")
        assert table.line.startswith("attack oda")
        await table.press("m")
        assert table.line == "move oda "
        await table.press("escape", "S")
        assert "Oda" in table.text().splitlines()[0]


def test_the_fight_of_the_readme_can_be_typed() -> None:
    text = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
    block = text.split("### Cairn: a fight")[1].split("```")[1]
    lines = [line.partition("#")[0].strip() for line in block.splitlines() if line.strip()]
    play = Play("weir")
    play.run(*lines)
    assert len(play.state.entities) == 3 + 5 + 3 + 1
