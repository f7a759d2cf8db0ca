"""A whole evening of Lawn Parlour, from creation to the second session: every state between, and what holds of it.

The evening is ``scripts/evening.txt``; its marks name the states that are asserted here.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from gmconsole import parties, scenarios
from gmconsole.board import rows
from gmconsole.board.cells import width
from gmconsole.core.codec import Codec, plain
from gmconsole.core.dice import ScriptedDice
from gmconsole.core.session import Accepted, Session
from gmconsole.encounter import Encounter
from gmconsole.language.driver import Request
from gmconsole.rulesets.lawn import RULESET, sheets
from gmconsole.rulesets.lawn.checks import CheckRolled
from gmconsole.rulesets.lawn.state import LawnState

from .helpers import Fight, alike, begin, every_moment, golden, killed, parts, twin
from .tui.table import console

SCRIPT = parts("evening")
MARKS = list(SCRIPT)
LINES = [line for lines in SCRIPT.values() for line in lines]
GOLDENS = Path(__file__).parent / "goldens"
GONE = "gone"
NOBODY = ""
"""No scenario: an empty table."""


def until(mark: str) -> list[str]:
    """The lines that lead to a mark."""
    return [line for name in MARKS[: MARKS.index(mark) + 1] for line in SCRIPT[name]]


def at(mark: str, path: Path | None = None) -> Fight:
    """The evening played up to that mark."""
    evening = Fight(NOBODY, path=path)
    evening.run(*until(mark))
    return evening


def facts(evening: Fight, key: str) -> dict[str, str]:
    """Somebody's figures and all that is placed, used up, expended, held or suffered, by name."""
    person = next((p for p in evening.state.entities.values() if p.key == key), None)
    if person is None:
        return {}
    sheet = sheets.sheet_of(person)
    return {
        "sanity": f"{person.sanity}/{person.sanity_max}",
        "potential": str(sheet.potential),
        "xp": str(sheet.xp),
        "passion": " ".join(sheet.passions),
        **{f"tokens on {where}": str(n) for where, n in sheet.tokens.items()},
        **{f"used {what}": str(n) for what, n in sheet.used.items()},
        **{f"used {what}": "1" for what in person.spent},
        **{f"expended {s}": str(held.cooling) for s, held in sheet.specialties.items() if held.expended},
        **{f"frenzy {f.id}": "" for f in sheet.frenzies},
        **{i.id: "tended" if i.tended else "untended" for i in person.states},
    }


def changes(before: dict[str, str], after: dict[str, str]) -> dict[str, str]:
    """What is new or different, and as ``gone`` what is no longer there."""
    new = {name: value for name, value in after.items() if before.get(name) != value}
    return {**new, **dict.fromkeys(sorted(before.keys() - after.keys()), GONE)}


CHANGES: dict[str, dict[str, dict[str, str]]] = {
    "Nora": {"nora": {"sanity": "3/3", "potential": "7", "xp": "3", "passion": "reading_people"}},
    "Finn": {"finn": {"sanity": "3/3", "potential": "14", "xp": "1", "passion": "hitting"}},
    "session 1": {"nora": {"tokens on sanity": "1"}},
    "swapped": {"nora": {"used exchange_ends": "1"}},
    "read": {"nora": {"expended reading_people": "0"}},
    "struck": {"nora": {"used teamwork": "1"}, "finn": {"potential": "13"}},
    "wounded": {"finn": {"light_wound": "untended"}},
    "tended": {"nora": {"expended listening": "0", "tokens on sanity": GONE, "light_wound": "tended"}},
    "first crisis over": {"finn": {"expended intimidation": "0"}},
    "between": {
        "nora": {"potential": "1", "used emergence": "1"},
        "finn": {"potential": "12", "light_wound": "tended"},
    },
    "frightened": {"nora": {"sanity": "1/3"}},
    "fainted": {"nora": {"sanity": "0/3", "unconscious": "untended"}},
    "awake": {"nora": {"sanity": "3/3", "unconscious": GONE}},
    "in the dark": {"nora": {"frenzy nyctophobia": ""}},
    "second crisis over": {},
    "rested": {"nora": {"light_wound": GONE}, "finn": {"light_wound": GONE}},
    "step 1": {},
    "step 2": {"nora": {"used exchange_ends": GONE, "used emergence": GONE, "used teamwork": GONE}},
    "step 3": {
        "nora": {"expended reading_people": "1", "expended listening": GONE},
        "finn": {"expended intimidation": GONE},
    },
    "step 4": {"nora": {"potential": "2", "used emergence": "1"}},
    "step 5": {"nora": {"potential": "5"}, "finn": {"potential": "15"}},
    "step 6": {"finn": {"passion": "crime"}},
    "step 7": {"nora": {"tokens on emergence": "1"}},
    "step 8": {"nora": {"potential": "2", "xp": "4"}, "finn": {"potential": "11", "xp": "0"}},
    "session 2": {},
    "played on": {"nora": {"used exchange_ends": "1", "expended persuasion": "0"}},
}


# The states ----------------------------------------------------------------------------------------------------------


def test_every_state_of_the_evening() -> None:
    evening = Fight(NOBODY)
    held: dict[str, dict[str, str]] = {"nora": {}, "finn": {}}
    for mark, lines in SCRIPT.items():
        evening.run(*lines)
        now = {key: facts(evening, key) for key in held}
        found = {key: made for key in held if (made := changes(held[key], now[key]))}
        assert found == CHANGES[mark], mark
        held = now
    assert list(CHANGES) == MARKS


def test_two_characters_from_nothing() -> None:
    evening = at("Finn")
    nora, finn = evening.who("nora"), evening.who("finn")
    assert nora.attributes == {"MND": 1, "WIS": 2, "OPR": 2, "DSC": 3, "INF": 2}, "ten points: a 2 was given up"
    assert finn.attributes == {"PHY": 3, "OPR": 2, "FLX": 2, "INF": 1}
    made = sheets.sheet_of(nora)
    assert (made.trait, made.language, made.title) == ("cautious", "English", "Reporter of the Evening Star")
    assert made.skill_slots == {"lockpicking": "any", "swimming": "minor"}
    assert [item.name for item in made.belongings] == ["camera", "first-aid box", "electric torch"]
    assert (nora.presence, made.creation.open) == ("in", False)
    assert sheets.sheet_of(finn).relations == {"nora": "he rows her over"}
    assert evening.owed() == ["session_start", "start"]


def test_a_crisis_is_not_proposed_while_somebody_is_being_made() -> None:
    evening = at("Nora")
    assert evening.owed() == ["session_start", "start"]
    evening.run(SCRIPT["Finn"][0])
    assert (evening.owed(), evening.all_tasks()) == ([], ["creation finn"])
    assert evening.prompt() == ""
    evening.run(*SCRIPT["Finn"][1:])
    assert evening.prompt() == "session 1 begins"


@pytest.mark.parametrize(
    ("mark", "start", "pool", "came"),
    [
        ("swapped", "check nora DSC=read_people", "10D6", "failure/3"),
        ("struck", "attack finn hands", "9D6", "success/0"),
        ("struck", "check finn", "8D6", "failure/0"),
        ("wounded", "next = 1 1 3 3 5 5 6", "7D6", "failure/2"),
        ("tended", "initiative finn", "7D6", "failure/2"),
        ("tended", "initiative nora", "8D6", "failure/2"),
        ("first crisis over", "initiative finn", "7D6", "success/2"),
        ("between", "next = 2 2 3 1 1 1 1", "7D3", "success/4"),
        ("frightened", "check nora", "5D6", "critical_failure/1"),
        ("fainted", "initiative nora", "6D9", "failure/2"),
        ("awake", "next = 2 2 1 3 5 5 5 6 6 6", "10D6", "success/1"),
        ("second crisis over", "check nora", "6D6", "success/0"),
    ],
)
def test_pools_of_the_evening(mark: str, start: str, pool: str, came: str) -> None:
    before = MARKS[MARKS.index(mark) - 1]
    evening = at(before)
    line = next(n for n, text in enumerate(SCRIPT[mark]) if text.startswith(start))
    evening.run(*SCRIPT[mark][:line])
    done = evening.run(SCRIPT[mark][line])
    assert isinstance(done, Accepted)
    (rolled,) = (e for e in done.entry.events if isinstance(e, CheckRolled))
    assert (f"{len(rolled.dice)}D{rolled.difficulty}", f"{rolled.outcome}/{rolled.degree}") == (pool, came)


def test_a_reroll_at_the_difficulty_of_a_token_and_with_a_die_of_the_cautious() -> None:
    evening = at("wounded")
    evening.run(*SCRIPT["tended"][:4])
    done = evening.run(SCRIPT["tended"][4])
    assert isinstance(done, Accepted)
    assert [(roll.sides, len(roll.faces)) for roll in done.entry.dice] == [(3, 9)]
    assert evening.all_tasks()[:2] == ["initiative finn", "settle nora"]


def test_the_critical_failure_could_be_undone() -> None:
    evening = at("between")
    lines = SCRIPT["frightened"]
    evening.run(*lines[: lines.index("refuse")])
    assert evening.prompt() == "Nora Vale MND=fright: undo the critical failure? Nora Vale: Swap Ends"
    evening.run("accept = 5", "next", "next")
    assert facts(evening, "nora")["sanity"] == "2/3", "a failure costs one point, the critical one two"
    assert facts(evening, "nora")["used exchange_ends"] == "2"


def test_what_only_the_gm_can_say_is_written_as_a_line() -> None:
    evening = at("struck")
    refused = evening.refused("next", "needs-answer")
    assert evening.encounter.words("en").refusal(refused) == "Only you can say: Warden acts (: act warden)"


def test_nobody_is_reminded_to_tend_an_enemy() -> None:
    evening = at("struck")
    evening.run(*SCRIPT["wounded"][:5])
    assert evening.states("finn") == ["light_wound"] and evening.turn() == "hound"
    said = {t.who: [m.id for m in t.detail] for t in RULESET.agenda(evening.state) if t.kind == "slot"}
    reminder = "first aid for {who}: {states}, D{difficulty}"
    assert reminder not in said[evening.id("hound")]
    evening.run("pass hound", *SCRIPT["tended"][:2], "initiative nora = 3 4 5 6 6 6 6 6", SCRIPT["tended"][6])
    evening.run("next", "next", "stay", "next")
    said = {t.who: [m.id for m in t.detail] for t in RULESET.agenda(evening.state) if t.kind == "slot"}
    assert evening.turn() == "nora" and reminder in said[evening.id("nora")]


def test_what_is_used_up_stays_so_until_session_end() -> None:
    evening = at("second crisis over")
    evening.refused('emerge nora "another key"', "emergence-expended")
    evening.run("check nora DSC=notice D6 hold = 1 1 3 3 5 6")
    evening.refused("expend nora reading_people", "specialty-expended")
    evening.run("check finn OPR=craft D6 hold = 1 1 3 3 5 6 6")
    evening.refused('assist nora finn "a light"', "spent-already")
    evening = at("session 2")
    evening.refused('emerge nora "another key"', "emergence-expended")
    evening.run("check finn PHY=force D6 hold = 1 1 3 3 5 6 6 6", 'assist nora finn "a lever"', "accept = 2 4 6")


def test_session_end_comes_in_its_order_and_once() -> None:
    evening = at("rested")
    evening.refused("step", "session-running")
    evening.run("session-end")
    evening.refused("session-start", "session-end-open")
    for step in range(1, 9):
        evening.refused("step 8" if step < 8 else "step 3", "other-step-first")
        for who in ("nora", "finn"):
            if step == 3 and who == "nora":
                evening.refused("step", "cooling-owed")
            evening.run(f"cool {who} = 1 1" if who == "nora" else "cool finn = 1") if step == 3 else None
        evening.run("step")
    done = evening.state
    evening.refused("step", "session-end-over")
    evening.refused("cool nora", "nothing-to-cool")
    evening.refused("session-end", "no-session")
    assert evening.state == done
    evening.run("session-start")
    evening.refused("session-start", "session-running")


# Replay, undo, files -------------------------------------------------------------------------------------------------


def test_replay_undo_and_redo_give_the_evening_back() -> None:
    evening = at(MARKS[-1])
    session = evening.encounter.session
    again: Session[LawnState] = Session(RULESET, session.history.base, seed=0)
    for entry in session.history.entries:
        assert entry.command is not None
        done = again.execute(entry.command, ScriptedDice([face for roll in entry.dice for face in roll.faces]))
        assert isinstance(done, Accepted), (entry.command, done)
        assert (done.entry.events, done.entry.dice) == (entry.events, entry.dice)
    assert again.state == session.state
    steps = session.can_undo
    end = session.state
    evening.run(f"undo {steps}")
    assert session.state == session.history.base and not session.state.entities
    evening.run(f"redo {steps}")
    assert session.state == end
    assert Codec(RULESET).state(plain(end)) == end


STOPS = {
    "creation half done": until("Nora") + SCRIPT["Finn"][:8],
    "a check on the table": until("session 1") + SCRIPT["swapped"] + SCRIPT["read"][:1],
    "session end at step 4": until("step 3") + SCRIPT["step 4"][:1],
}


@pytest.mark.parametrize("stop", STOPS)
def test_killed_in_the_middle_it_goes_on_at_the_same_prompt(tmp_path: Path, stop: str) -> None:
    path = tmp_path / "evening.toml"
    killed(path, STOPS[stop], NOBODY)
    expected = twin(STOPS[stop], NOBODY)
    opened = Encounter.open(path)
    alike(opened, expected)
    assert every_moment(opened) == every_moment(expected)
    alike(opened, expected)
    for line in LINES[len(STOPS[stop]) :]:
        assert isinstance(opened.run(line), Accepted), line
    assert opened.state == at(MARKS[-1]).state
    opened.close()


def test_where_it_is_killed_something_is_open() -> None:
    made = twin(STOPS["creation half done"], NOBODY)
    assert [t.kind for t in RULESET.agenda(made.state)] == ["creation"]
    table = twin(STOPS["a check on the table"], NOBODY)
    (check,) = (n for n in table.board().negotiations if n.result is not None)
    assert len(check.choices) > 3
    step = twin(STOPS["session end at step 4"], NOBODY)
    assert step.state.campaign.step == 4
    assert [t.kind for t in RULESET.agenda(step.state)] == ["session_step"]


@pytest.mark.parametrize("mark", ["step 8", "played on", "in the dark"])
def test_the_party_goes_on_in_another_encounter(tmp_path: Path, mark: str) -> None:
    """The sheets come out of the party file as they went in, whenever it is written."""
    evening = at(mark)
    path = tmp_path / "mill.toml"
    path.write_text(parties.text_of(RULESET, evening.state), encoding="utf-8")
    carried: Any = scenarios.start_state(scenarios.load_scenario("cowboy", scenarios.load_party(path)))
    people = {p.key: p for p in carried.entities.values()}
    assert {"nora", "finn", "cowboy"} <= set(people)
    for key in ("nora", "finn"):
        before, after = evening.who(key), people[key]
        assert after.sheet == before.sheet
        assert (after.attributes, after.skills, after.devices, after.spent) == (
            before.attributes,
            before.skills,
            before.devices,
            before.spent,
        )
        assert (after.sanity, after.sanity_max, after.supplies) == (before.sanity, before.sanity_max, before.supplies)
        assert [(i.id, i.tended) for i in after.states] == [(i.id, i.tended) for i in before.states]
    assert carried.campaign == evening.state.campaign


# In Chinese ----------------------------------------------------------------------------------------------------------


def test_every_line_of_the_evening_is_read_in_chinese() -> None:
    """Each entry's command, written in Chinese where it was given, means the same; and so the evening ends the same."""
    session = at(MARKS[-1]).encounter.session
    other = Fight(NOBODY, lang="zh")
    for entry in session.history.entries:
        assert entry.command is not None
        driver = other.encounter.driver
        line = driver.line(entry.command)
        request = driver.parse(line)
        assert isinstance(request, Request), (line, request)
        assert request.command == entry.command, line
        faces = " ".join(str(face) for roll in entry.dice for face in roll.faces)
        done = other.run(f"{line} = {faces}" if faces else line)
        assert isinstance(done, Accepted)
        assert done.entry.events == entry.events, line
    assert other.state == session.state


async def test_the_evening_typed_in_the_console(tmp_path: Path) -> None:
    """Line by line on a small Chinese screen; each line is taken, and so the evening ends the same."""
    encounter = begin(NOBODY, lang="zh")
    async with console(encounter, tmp_path, size=(80, 24), lang="zh") as table:
        for number, line in enumerate(LINES, start=1):
            await table.send(line)
            assert encounter.session.index == number, line
    assert encounter.state == at(MARKS[-1]).state


SHOWN = ("Finn", "swapped", "struck", "fainted", "in the dark", "step 3", "session 2")


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("cells", [120, 80])
def test_the_board_of_the_evening(lang: str, cells: int) -> None:
    """Goldens of the GM's and the players' board at some marks; ``UPDATE_GOLDENS=1`` writes them anew."""
    evening = Fight(NOBODY, lang=lang)
    shown: list[str] = []
    for mark, lines in SCRIPT.items():
        evening.run(*lines)
        if mark in SHOWN:
            boards = (evening.encounter.board(audience) for audience in ("gm", "players"))
            shown.append(f"##### {mark}")
            shown.extend(rows.as_text(board, evening.encounter.words(lang), cells) for board in boards)
    text = "\n".join(shown) + "\n"
    assert all(width(line.rstrip()) <= cells for line in text.splitlines())
    golden(GOLDENS / f"evening_{lang}_{cells}.txt", text)
