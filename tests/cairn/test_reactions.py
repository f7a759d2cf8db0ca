"""Reactions: the Warden's word or 2d6 (CA-REA)."""

from __future__ import annotations

from itertools import product

import pytest

from gmconsole.language.driver import Driver
from gmconsole.rulesets.cairn import RULESET, reactions
from gmconsole.rulesets.cairn.reactions import React

from .conftest import Table


@pytest.mark.rule("CA-REA-001")
def test_a_stance_by_hand_takes_no_dice(table: Table) -> None:
    guard = table.foe("Guard")
    done = table.do(React(who=(guard,), stance="hostile"))
    assert done.entry.dice == ()
    assert table.who("Guard").stance == "hostile"
    table.refused(React(who=(guard,)), "stance-known")
    table.do(React(who=(guard,), stance="unclear"))
    assert table.who("Guard").stance == ""
    table.do(React(who=(guard,)), 4, 4)
    assert table.who("Guard").stance == "curious"


@pytest.mark.rule("CA-REA-001")
def test_a_roll_is_two_dice_and_their_plain_sum(table: Table) -> None:
    table.foe("Guard")
    table.foe("Cook", side="neutral")
    done = table.do(React(who=(table.ids["Guard"], table.ids["Cook"])), 2, 5)
    (roll,) = done.entry.dice
    assert (roll.sides, roll.faces) == (6, (2, 5))
    assert table.who("Guard").stance == table.who("Cook").stance == "curious"


@pytest.mark.rule("CA-REA-002")
@pytest.mark.parametrize(
    ("stance", "throws"),
    [
        ("hostile", [(1, 1)]),
        ("wary", [(1, 2), (2, 2), (1, 4)]),
        ("curious", [(3, 3), (3, 4), (4, 4)]),
        ("kind", [(4, 5), (5, 5), (5, 6)]),
        ("helpful", [(6, 6)]),
    ],
)
def test_each_sum_has_its_stance(table: Table, stance: str, throws: list[tuple[int, int]]) -> None:
    for n, throw in enumerate(throws):
        who = table.foe(f"Guard {n}")
        table.do(React(who=(who,)), *throw)
        assert table.who(f"Guard {n}").stance == stance


@pytest.mark.rule("CA-REA-002")
def test_the_table_has_no_gap() -> None:
    found = [reactions.stance_of(a + b) for a, b in product(range(1, 7), repeat=2)]
    assert {stance: found.count(stance) for stance in reactions.STANCES} == {
        "hostile": 1,
        "wary": 9,
        "curious": 16,
        "kind": 9,
        "helpful": 1,
    }


def test_pcs_behave_as_their_players_say(table: Table) -> None:
    bryn, guard = table.pc("Bryn"), table.foe("Guard")
    table.refused(React(who=(guard, bryn), stance="kind"), "reaction-of-npcs")
    table.refused(React(who=("npc-099",)), "unknown-person")
    table.refused(React(who=(guard,), stance="merry"), "not-a-choice")


@pytest.mark.parametrize(
    ("lang", "line"),
    [("en", "reaction Guard"), ("en", "reaction Guard kind"), ("zh", "反应 Guard 热心"), ("zh", "反应 Guard")],
)
def test_lines_are_read_and_written_back(table: Table, lang: str, line: str) -> None:
    table.foe("Guard")
    driver = Driver(table.session, lang)
    done = driver.run(line)
    command = table.session.history.entries[-1].command
    assert isinstance(command, React), done
    assert driver.line(command) == line


def test_what_was_thrown_is_told(table: Table) -> None:
    guard = table.foe("Guard")
    done = table.do(React(who=(guard,)), 6, 6)
    (said,) = (RULESET.say(e, table.state) for e in done.entry.events)
    assert said is not None
    assert said.id == "{who}: reaction 2d6 {faces} = {sum}, {stance}"
    assert (said.fields["faces"], said.fields["sum"]) == ("6 6", 12)
