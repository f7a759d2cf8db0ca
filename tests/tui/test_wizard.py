"""Making a character step by step: by keys, by mouse, in both languages and sizes, left and gone on with."""

from __future__ import annotations

from pathlib import Path

import pytest

from gmconsole.board import wizard as drawn
from gmconsole.board.cells import Seg, width
from gmconsole.core.model import Msg, Rejected
from gmconsole.core.views import Wizard
from gmconsole.encounter import Encounter
from gmconsole.rulesets.cairn import RULESET as CAIRN
from gmconsole.rulesets.lawn import RULESET as LAWN
from gmconsole.tui import over
from gmconsole.tui.screens.picker import Picker
from gmconsole.tui.screens.play import PlayScreen
from gmconsole.tui.screens.rules import RulesScreen
from gmconsole.tui.screens.wizard import WizardScreen

from .table import Console, console

SIZES = ((120, 36), (80, 24))


def nobody(lang: str = "en", path: Path | None = None) -> Encounter:
    """An encounter without anybody in it."""
    return Encounter.begin(LAWN.new_state("Party"), path, seed=7, lang=lang)


def screen(table: Console) -> WizardScreen:
    """The wizard on top."""
    found = table.app.screen
    assert isinstance(found, WizardScreen), table.text()
    return found


def now(table: Console) -> Wizard:
    """The wizard as it stands."""
    return screen(table).wizard


async def take(table: Console, label: str, group: str = "") -> None:
    """Move the cursor down to the pick of that name and press Enter."""
    words = table.encounter.words()
    picks = screen(table).step.picks
    known = [(words.say(p.what), words.say(p.group)) for p in picks]
    place = next((i for i, (what, heading) in enumerate(known) if what == label and group in ("", heading)), None)
    assert place is not None, (label, known)
    for key in ("up", "down"):
        for _ in range(len(picks) + 2):
            if screen(table).canvas.picked == f"pick:{place}":
                break
            await table.press(key)
    assert screen(table).canvas.picked == f"pick:{place}"
    await table.press("enter")


async def answer(table: Console, text: str) -> None:
    """Type what is asked for."""
    await table.type(text)
    await table.press("enter")


LABELS = {
    "en": {
        "attributes": ("DSC", "MND", "INF"),
        "accept": "accept ",
        "trait": "Lucky",
        "xp": "12 XP",
        "specialties": ("Reading People", "Listening", "Persuasion"),
        "skills": ("Psychology", "Needlework"),
        "item": "take an item",
        "stop": "no more items: ",
    },
    "zh": {
        "attributes": ("探索", "意志", "魅力"),
        "accept": "接受 ",
        "trait": "幸运",
        "xp": "12 经验",
        "specialties": ("察言观色", "聆听", "说服"),
        "skills": ("心理学", "编织"),
        "item": "拿一件物品",
        "stop": "不再拿物品：",
    },
}


def named(table: Console, start: str) -> str:
    """The pick whose name begins so."""
    words = table.encounter.words()
    return next(words.say(p.what) for p in screen(table).step.picks if words.say(p.what).startswith(start))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.rule("LP-CHR-003", "LP-CHR-006", "LP-CHR-007", "LP-CHR-008")
async def test_a_character_is_made_from_the_start_screen_without_a_line_being_typed(
    size: tuple[int, int], lang: str, tmp_path: Path
) -> None:
    words = LABELS[lang]
    async with console(None, tmp_path, size=size, lang=lang) as table:
        await table.click("make:lawn", "list")
        await table.click("make:lawn", "list")
        await answer(table, "林夏" if lang == "zh" else "Rose")
        assert [s.id for s in now(table).steps] == [*LAWN.terms()["step"], "finish"]
        await table.press("enter")
        await answer(table, "Dr")
        await table.press("tab")
        for attribute in words["attributes"][:2]:
            for _ in range(3):
                await take(table, attribute)
        await take(table, words["attributes"][0])
        assert "+4" in table.text(), "why no more can be taken is said"
        for _ in range(2):
            await take(table, words["attributes"][2])
        assert screen(table).canvas.picked == "pick:on", "all points are spent: Enter goes on"
        await table.press("enter")
        assert screen(table).step.id == "potential", "steps without a choice are passed over"
        await table.press("enter")
        await take(table, named(table, words["accept"]))
        await table.press("enter")
        await take(table, words["trait"])
        pick = screen(table).step.picks[int(screen(table).canvas.picked.partition(":")[2])]
        assert pick.form.startswith("lucky "), "what the trait leaves to choose comes next"
        await table.press("tab")
        await take(table, words["xp"])
        for specialty in words["specialties"]:
            await take(table, specialty)
        await table.press("tab")
        for skill in words["skills"]:
            await take(table, skill)
        await table.press("enter")
        assert screen(table).step.id == "items"
        await take(table, words["item"])
        for thing in ("a notebook", "a torch"):
            await answer(table, thing)
        await take(table, named(table, words["stop"]))
        await table.press("enter")
        assert screen(table).step.id == "finish" and screen(table).step.status == "done"
        await table.press("enter")
        assert not screen(table).who, "the next one may be made"
        await table.press("escape")
        assert isinstance(table.app.screen, PlayScreen)
        (person,) = table.encounter.state.entities.values()
        assert person.presence == "in"
        assert person.attributes == {"DSC": 3, "MND": 3, "INF": 2}
        assert set(person.sheet.specialties) == {"reading_people", "listening", "persuasion"}
        assert person.sheet.skill_slots == {"psychology": "any", "needlework": "minor"}
        assert [item.name for item in person.sheet.belongings] == ["a notebook", "a torch"]
        assert person.sheet.trait == "lucky" and not person.sheet.creation.open
    table.encounter.close()


async def test_what_enter_sends_is_shown_and_is_what_a_line_would_do(tmp_path: Path) -> None:
    encounter = nobody()
    async with console(encounter, tmp_path) as table:
        over.make(table.play)
        await table.settle()
        await answer(table, "Rose")
        await table.press("2")
        assert ": assign rose with PHY=1" in table.text()
        await table.press("enter", "enter", "-")
        lines = [encounter.driver.line(e.command) for e in encounter.session.history.entries if e.command]
        assert lines == ["create Rose", *(f"assign rose with PHY={n}" for n in (1, 2, 1))]
        await table.press("u", "U", "u")
        assert encounter.session.can_redo == 1
        await table.press(":")
        await answer(table, "assign rose with MND=2")
        await table.press("e")
        assert screen(table).line.value == "assign rose with PHY=3 "
        await table.press("escape")
        assert encounter.state.entities["pc-001"].attributes == {"PHY": 2, "MND": 2}
        await table.press("5", "=")
        await answer(table, "6 1")
        assert encounter.state.entities["pc-001"].sheet.creation.rolled == (6, 1)
        assert screen(table).canvas.picked == "pick:0" and "accept 7" in table.text().splitlines()[4]
        encounter.run("trait rose lucky")
        await table.press("6")
        await take(table, "Rose: lucky number 4, or another one?")
        assert screen(table).line.value == "lucky rose "
        await answer(table, "7")
        assert encounter.state.entities["pc-001"].sheet.counters["lucky_number"] == 7


async def test_it_is_left_and_gone_on_with_at_any_time(tmp_path: Path) -> None:
    path = tmp_path / "party.toml"
    encounter = nobody(path=path)
    async with console(encounter, tmp_path) as table:
        over.make(table.play)
        await table.settle()
        await answer(table, "Rose")
        await table.press("down", "enter")
        await table.type("nurse")
        await table.press("escape")
        assert screen(table).who == "pc-001", "what was being typed is let go, no more"
        await table.press("escape")
        assert isinstance(table.app.screen, PlayScreen)
        assert table.play.proposed.make == "pc-001"
        await table.press("enter")
        assert screen(table).step.id == "attributes", "the first step that is open"
        await table.press("escape")
        await table.click("task:0", "now")
        assert screen(table).who == "pc-001"
        await table.press("escape")
        await table.click("who:pc-001", "party")
        await table.press("S")
        assert screen(table).who == "pc-001", "the sheet of whoever is being made is the wizard"
    encounter.close()
    async with console(Encounter.open(path), tmp_path) as table:
        await table.press("enter")
        assert screen(table).who == "pc-001"
    table.encounter.close()


async def test_a_character_by_mouse(tmp_path: Path) -> None:
    encounter = nobody()
    async with console(encounter, tmp_path) as table:
        over.make(table.play)
        await table.settle()
        await answer(table, "Rose")
        await table.click("step:5", "steps")
        assert screen(table).step.id == "trait"
        place = next(i for i, p in enumerate(screen(table).step.picks) if "trait:lucky" in str(p.what))
        await table.click(f"pick:{place}", "picks")
        assert encounter.state.entities["pc-001"].sheet.trait == "lucky"
        await table.click("key:why", "hint")
        assert isinstance(table.app.screen, RulesScreen)
        await table.press("?")
        assert isinstance(table.app.screen, Picker)
        await table.press("escape")
        await table.click("pick:on", "picks")
        assert screen(table).step.id == "specialties"
        await table.click("key:turn(1)", "hint")
        assert screen(table).step.id == "skills"
        place = next(i for i, p in enumerate(screen(table).step.picks) if p.typed == "skill")
        await table.click(f"pick:{place}", "picks")
        await table.type("karate")
        await table.click("key:take", "hint")
        assert "martial_art:karate" in encounter.state.entities["pc-001"].skills
        await table.click("key:leave", "hint")
        assert isinstance(table.app.screen, PlayScreen)


async def test_refusals_problems_and_what_is_asked_are_said(tmp_path: Path) -> None:
    encounter = nobody()
    async with console(encounter, tmp_path, size=(80, 24)) as table:
        over.make(table.play)
        await table.settle()
        await table.press("enter")
        assert screen(table).line.open, "no name, nobody"
        await answer(table, "Rose")
        for line in ("startpotential pc-001 roll = 1 2", "startpotential pc-001 accept", "xp pc-001 more_xp"):
            encounter.run(line)
        await table.press("6")
        await take(table, "a random trait of table 2, and 2 XP")
        await table.press("u", "down")
        await table.press("7")
        await take(table, "one of your own, agreed with the GM")
        await answer(table, "Clockwork")
        assert "Clockwork is on no list" in table.text()
        await take(table, "2 XP")
        assert encounter.state.entities["pc-001"].sheet.specialties["Clockwork"].price == 2
        encounter.run("set pc-001 sanity_max 5")
        screen(table).draw()
        await table.press("4")
        assert "! sanity" in table.text()
        await table.press("tab", "tab", "tab", "tab", "tab", "tab")
        assert screen(table).step.id == "finish"
        assert "still to do" in table.text()


async def test_the_terminal_may_have_any_size_and_either_language(tmp_path: Path) -> None:
    encounter = nobody()
    async with console(encounter, tmp_path) as table:
        over.make(table.play)
        await table.settle()
        await answer(table, "[red]{who}")
        for size in ((120, 36), (100, 30), (80, 24), (40, 12), (20, 5), (3, 2), (120, 36)):
            await table.pilot.resize_terminal(*size)
            await table.settle()
            for key in ("tab", "down", "f2", "up"):
                await table.press(key)
                table.text()
            await table.press(":", "escape")
        assert "[red]{who}" in table.text()
        assert len(table.app.screen.query("*")) < 25
        await table.press("f1")
        assert isinstance(table.app.screen, Picker)


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("cells", [30, 54, 94])
def test_every_pick_of_every_step_is_a_line_that_is_understood(lang: str, cells: int) -> None:
    """What is offered can be written, read back as the same command, and is not refused but for what it costs."""
    encounter = nobody(lang)
    driver = encounter.driver
    script = (
        "create Ann",
        "create Rose",
        "assign rose with PHY=3 MND=3 DSC=2",
        "startpotential rose roll = 1 2",
        "startpotential rose accept",
        "xp rose more_xp",
        "option children on",
        "acquire rose listening",
        "skill rose psychology any",
        "item rose knife",
        "trait rose late_bloomer",
        "acquire rose Clockwork",
        "nomore rose",
    )
    for line in ("", *script):
        done = encounter.run(line) if line else None
        assert not isinstance(done, Rejected), (line, done)
        words = encounter.words()
        for who in ("", *encounter.state.entities):
            wizard = encounter.ruleset.wizard(encounter.state, who)
            assert wizard is not None
            for i, step in enumerate(wizard.steps):
                made = [*drawn.lead(step, words, cells), *drawn.picks(step.picks, words, cells, "pick:0")]
                assert all(width(r.text) <= cells for r in made)
                assert all(width(r.text) <= 24 for r in drawn.steps(wizard, i, words, 24))
                for pick in step.picks:
                    for command in filter(None, (pick.command, pick.back)):
                        if not pick.typed:
                            request = driver.parse(driver.line(command))
                            assert not isinstance(request, Rejected), (driver.line(command), request)
                            assert request is not None and request.command == command, driver.line(command)


def test_a_book_without_a_wizard_offers_none() -> None:
    assert CAIRN.wizard(CAIRN.new_state(""), "") is None
    finished = nobody()
    finished.run("add pc Jo")
    assert LAWN.wizard(finished.state, "pc-001") is None
    assert LAWN.wizard(finished.state, "pc-009") is None


async def test_texts_are_typed_one_after_the_other_and_left_by_the_arrows(tmp_path: Path) -> None:
    encounter = nobody()
    async with console(encounter, tmp_path) as table:
        over.make(table.play)
        await table.settle()
        await answer(table, "Rose")
        assert not screen(table).line.open, "the first text is asked for by Enter"
        await table.press("enter")
        await answer(table, "Dr")
        assert screen(table).line.open and screen(table).asking == "gender:", "then each empty one comes by itself"
        await answer(table, "")
        assert screen(table).line.open and screen(table).asking == "age:", "an empty line leaves it empty"
        await table.press("down", "down")
        assert not screen(table).line.open and screen(table).canvas.picked == "pick:5"
        await table.press("e")
        assert screen(table).line.value == 'about rose appearance ""'
        assert screen(table).line.cursor_position == len(screen(table).line.value) - 1, "between the quotation marks"
        await answer(table, "tall, in grey")
        (person,) = encounter.state.entities.values()
        assert (person.sheet.title, person.sheet.gender, person.sheet.appearance) == ("Dr", "", "tall, in grey")
        await table.press("1")
        assert screen(table).canvas.picked == "pick:2", "back in the step, the first empty text"
    encounter.close()


async def test_a_question_of_the_step_that_is_too_long_for_its_frame_is_said_below(tmp_path: Path) -> None:
    encounter = nobody("zh")
    async with console(encounter, tmp_path, size=(80, 24), lang="zh") as table:
        over.make(table.play)
        await table.settle()
        await answer(table, "林晓")
        shown = table.text()
        assert "~ ─╮" not in shown and "外貌" in shown.split("这里都可以留空")[0], "all that is still empty"
    encounter.close()


async def test_after_an_answer_the_cursor_is_on_something_still_to_be_taken(tmp_path: Path) -> None:
    encounter = nobody()
    async with console(encounter, tmp_path) as table:
        over.make(table.play)
        await table.settle()
        await answer(table, "Rose")
        await table.press("7")
        await take(table, "12 XP")
        picked = screen(table).step.picks[int(screen(table).canvas.picked.partition(":")[2])]
        assert picked.group == Msg("to be bought"), "not on the other amount of XP"
        await take(table, "Reading People")
        await table.press("8")
        await take(table, "one more minor slot for 2 XP, and which item that goes with it?")
        await answer(table, "a rod")
        picked = screen(table).step.picks[int(screen(table).canvas.picked.partition(":")[2])]
        assert isinstance(picked.group, Msg) and picked.command is not None and not picked.taken
        await take(table, "Ropework")
        for _ in range(len(screen(table).step.picks)):
            await table.press("up")
        await table.press("minus")
        place = screen(table).canvas.picked.partition(":")[2]
        assert screen(table).step.picks[int(place)].back is None, "nothing is given back by one Enter more"
    encounter.close()


async def test_a_long_refusal_is_read_to_its_end(tmp_path: Path) -> None:
    async with console(nobody(), tmp_path, size=(80, 24)) as table:
        over.make(table.play)
        await table.settle()
        screen(table).said = Seg("a word that is long and " * 8 + "its end", "danger")
        screen(table).draw()
        await table.settle()
        assert "its end" in table.text()
        regions = [pane.region for pane in table.panes().values()]
        assert all(not a.overlaps(b) for i, a in enumerate(regions) for b in regions[i + 1 :])
