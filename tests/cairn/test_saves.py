"""Saves and attributes: one d20 against one score (CA-SAV-001 to -003, -006; CA-ATT)."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gmconsole.core.commands import SetField
from gmconsole.core.dice import TypedDice
from gmconsole.core.model import Rejected
from gmconsole.core.ruleset import Tx
from gmconsole.language.driver import Driver
from gmconsole.rulesets.cairn import RULESET, conditions, saves, vitals
from gmconsole.rulesets.cairn.saves import CallSave, Safe, Save, Saved
from gmconsole.rulesets.cairn.state import CairnState, Score

from .conftest import Table

FACES = range(1, 21)


def rolled(table: Table, name: str, attribute: str, face: int) -> bool:
    """Whether somebody passes a save that the Warden calls; exactly one d20 is rolled."""
    who = table.ids[name]
    table.do(CallSave(who=who, attribute=attribute))
    done = table.do(Save(who=who), face)
    assert [(r.sides, r.faces) for r in done.entry.dice] == [(20, (face,))]
    (event,) = [e for e in done.entry.events if isinstance(e, Saved)]
    assert not table.state.calls
    return event.passed


def tx_of(table: Table) -> Tx[CairnState]:
    """A transaction on the table's state, to use the services of a chapter directly."""
    return Tx(RULESET, table.state, TypedDice(()))


@pytest.mark.rule("CA-SAV-001")
@pytest.mark.parametrize(
    ("attribute", "score", "face", "passed"),
    [("DEX", 11, 11, True), ("DEX", 11, 12, False), ("WIL", 2, 2, True), ("WIL", 2, 3, False)],
)
def test_a_result_not_above_the_score_succeeds(
    table: Table, attribute: str, score: int, face: int, passed: bool
) -> None:
    table.pc("Bryn", **{attribute: score})
    assert rolled(table, "Bryn", attribute, face) is passed


@pytest.mark.rule("CA-SAV-002")
def test_a_natural_1_succeeds_whatever_the_score(table: Table) -> None:
    table.pc("Bryn", DEX=0)
    assert conditions.is_paralysed(table.who("Bryn"))
    assert rolled(table, "Bryn", "DEX", 1)
    assert conditions.is_paralysed(table.who("Bryn")), "the paralysis itself does not end"
    assert not rolled(table, "Bryn", "DEX", 2)


@pytest.mark.rule("CA-SAV-003")
@pytest.mark.parametrize(
    ("attribute", "score", "face", "passed"), [("STR", 20, 20, False), ("STR", 20, 19, True), ("WIL", 24, 20, False)]
)
def test_a_natural_20_fails_whatever_the_score(
    table: Table, attribute: str, score: int, face: int, passed: bool
) -> None:
    table.pc("Bryn", **{attribute: score})
    assert rolled(table, "Bryn", attribute, face) is passed


@pytest.mark.rule("CA-SAV-001", "CA-SAV-002", "CA-SAV-003")
@given(score=st.integers(0, 40))
def test_the_chance_is_that_of_the_faces_that_pass(score: int) -> None:
    passing = sum(saves.passes(face, score) for face in FACES)
    assert saves.chance(score) == Fraction(passing, 20)
    assert saves.passes(1, score) and not saves.passes(20, score)
    assert all(saves.passes(face, score) is (face <= score) for face in range(2, 20))


@pytest.mark.rule("CA-SAV-006")
def test_the_current_score_counts_and_nothing_else(table: Table) -> None:
    bryn = table.pc("Bryn", STR=14)
    table.do(SetField(who=(bryn,), field="STR", value=9))
    assert table.score("Bryn") == (9, 14)
    table.do(CallSave(who=bryn, attribute="STR", why="hold the gate"))
    (task,) = table.tasks("save")
    assert task.dice == (1, 20) and task.command == Save(who=bryn)
    assert [m.fields["chance"] for m in task.detail] == ["45.0%"], "9 faces of 20"
    done = table.do(Save(who=bryn), 10)
    (event,) = [e for e in done.entry.events if isinstance(e, Saved)]
    assert (event.score, event.face, event.passed) == (9, 10, False)


@pytest.mark.rule("CA-SAV-006")
def test_a_task_without_risk_needs_no_die(table: Table) -> None:
    bryn = table.pc("Bryn", STR=9)
    table.do(CallSave(who=bryn, attribute="STR"))
    (task,) = table.tasks("save")
    assert task.skip == Safe(who=bryn)
    done = table.do(Safe(who=bryn))
    assert done.entry.dice == () and not table.state.calls
    (event,) = [e for e in done.entry.events if isinstance(e, Saved)]
    assert event.passed and event.face == 0


@pytest.mark.rule("CA-SAV-006")
def test_what_a_failure_costs_is_told(table: Table) -> None:
    bryn = table.pc("Bryn", DEX=9)
    table.do(CallSave(who=bryn, attribute="DEX", why="climb", cost="the rope is lost"))
    done = table.do(Save(who=bryn), 15)
    (said,) = RULESET.tell(table.state, done.entry.events, "gm")
    assert said.fields["cost"] == "the rope is lost" and said.fields["why"] == "climb"
    table.do(CallSave(who=bryn, attribute="DEX", why="climb", cost="the rope is lost"))
    done = table.do(Save(who=bryn), 5)
    (said,) = RULESET.tell(table.state, done.entry.events, "gm")
    assert "cost" not in said.id


@pytest.mark.rule("CA-SAV-006")
def test_a_save_that_a_rule_demands_cannot_be_waved_through(table: Table) -> None:
    bryn = table.pc("Bryn", DEX=9)
    table.foe("Goblin")
    table.start(waive=False)
    table.refused(Safe(who=bryn), "save-is-due")
    table.refused(Save(who=table.ids["Goblin"]), "owes-no-save")
    table.refused(Save(who="pc-099"), "unknown-person")
    table.refused(CallSave(who="pc-099", attribute="DEX"), "unknown-person")


@pytest.mark.rule("CA-ATT-001")
def test_a_save_names_one_of_three_scores(table: Table) -> None:
    table.foe("Goblin", STR=12, DEX=9, WIL=10)
    assert rolled(table, "Goblin", "DEX", 9)
    assert not rolled(table, "Goblin", "DEX", 10)
    assert rolled(table, "Goblin", "WIL", 10)
    for name in ("HP", "hp", "LUCK", ""):
        table.refused(CallSave(who=table.ids["Goblin"], attribute=name), "unknown-attribute")
    driver = Driver(table.session)
    refused = driver.run("ask goblin HP")
    assert isinstance(refused, Rejected) and refused.code == "unknown-word"
    assert not table.state.calls


@pytest.mark.rule("CA-ATT-002")
def test_the_help_says_what_each_score_is_for(table: Table) -> None:
    help_lines = {name.en: [use.en for use in uses] for name, uses in RULESET.help_lines()}
    assert list(help_lines)[:3] == ["STR", "DEX", "WIL"]
    said = {key: " ".join(uses) for key, uses in help_lines.items()}
    assert all(word in said["STR"] for word in ("poison", "gates", "bars"))
    assert all(word in said["DEX"] for word in ("climbing", "sneaking", "dodging"))
    assert all(word in said["WIL"] for word in ("intimidation", "deceit", "handling spells"))
    bryn = table.pc("Bryn")
    for attribute in ("STR", "DEX", "WIL"):
        table.do(CallSave(who=bryn, attribute=attribute, why="climb the wall"))
    assert [c.attribute for c in table.state.calls.values()] == ["STR", "DEX", "WIL"]


@pytest.mark.rule("CA-ATT-003")
def test_a_loss_lowers_the_current_value_only(table: Table) -> None:
    bryn = table.pc("Bryn", STR=12)
    tx = tx_of(table)
    vitals.set_score(tx, bryn, "STR", 12 - 5)
    table.session.replace_state(tx.state)
    assert table.score("Bryn") == (7, 12)
    assert not rolled(table, "Bryn", "STR", 8)
    tx = tx_of(table)
    vitals.set_score(tx, bryn, "STR", 13)
    assert tx.state.entities[bryn].score("STR") == Score(12, 12)


@pytest.mark.rule("CA-ATT-003")
def test_hp_stays_between_0_and_its_maximum(table: Table) -> None:
    bryn = table.pc("Bryn", hp=4)
    tx = tx_of(table)
    vitals.set_hp(tx, bryn, 4 + 3)
    assert not tx.events and tx.state.entities[bryn].hp == 4
    vitals.set_hp(tx, bryn, -3)
    assert tx.state.entities[bryn].hp == 0
    table.refused(SetField(who=(bryn,), field="hp", value=-1), "out-of-bounds")


@pytest.mark.rule("CA-ATT-003")
def test_the_warden_may_move_a_maximum(table: Table) -> None:
    bryn = table.pc("Bryn", STR=12)
    table.do(SetField(who=(bryn,), field="str_max", value=14))
    assert table.score("Bryn") == (12, 14)


@pytest.mark.rule("CA-ATT-003")
@given(steps=st.lists(st.tuples(st.sampled_from(("STR", "DEX", "WIL", "hp")), st.integers(-30, 30)), max_size=8))
def test_nothing_leaves_its_bounds(steps: list[tuple[str, int]]) -> None:
    table = Table()
    bryn = table.pc("Bryn", hp=6, STR=11, DEX=12, WIL=13)
    tx = tx_of(table)
    for field, by in steps:
        c = tx.state.entities[bryn]
        if field == "hp":
            vitals.set_hp(tx, bryn, c.hp + by)
        else:
            vitals.set_score(tx, bryn, field, c.score(field).current + by)
        c = tx.state.entities[bryn]
        assert 0 <= c.hp <= c.hp_max == 6
        for attribute, most in (("STR", 11), ("DEX", 12), ("WIL", 13)):
            assert 0 <= c.score(attribute).current <= c.score(attribute).maximum == most
        assert c.condition == "dead" or c.score("STR").current > 0


@pytest.mark.rule("CA-SAV-001")
def test_saves_are_read_in_both_languages(table: Table) -> None:
    bryn = table.pc("Bryn", DEX=11)
    driver = Driver(table.session)
    driver.run('ask bryn DEX "climb" cost "the rope is lost"')
    (call,) = table.state.calls.values()
    assert (call.who, call.attribute, call.why, call.cost) == (bryn, "DEX", "climb", "the rope is lost")
    driver.run("save bryn = 11")
    assert not table.state.calls
    chinese = Driver(table.session, "zh")
    chinese.run("要求 Bryn 敏捷 “攀爬” 代价 “丢了绳子”")
    (call,) = table.state.calls.values()
    assert (call.attribute, call.why, call.cost) == ("DEX", "攀爬", "丢了绳子")
    line = chinese.line(CallSave(who=bryn, attribute="DEX", why="攀爬", cost="丢了绳子"))
    assert line == "要求 Bryn 敏捷 攀爬 代价 丢了绳子"
    chinese.run("豁免 Bryn = 12")
    assert not table.state.calls
