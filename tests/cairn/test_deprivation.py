"""Deprivation: its reasons, the Fatigue it brings, and that nobody deprived regains anything."""

from __future__ import annotations

import pytest

from gmconsole.core.model import Msg
from gmconsole.rulesets.cairn import deprivation, turns
from gmconsole.rulesets.cairn.conditions import is_deprived
from gmconsole.rulesets.cairn.deprivation import AddFatigue, Deprive, Undeprive
from gmconsole.rulesets.cairn.state import DAY_S, HOUR_S, ROUND_S

from .conftest import Table
from .packing import deprive, fatigue, give, hours, pack, put, rest, said, undeprive


@pytest.mark.rule("CA-DEP-001")
def test_the_card_names_the_reason(table: Table) -> None:
    table.add("Wil", "hireling")
    deprive(table, "Wil", "food")
    shown = deprivation.shown(table.who("Wil"))
    assert shown == Msg("deprived ({reasons})", {"reasons": (Msg("need:food"),)})
    assert said(table) == ["Wil: deprived (food)"]
    deprive(table, "Wil", "a bad dream")
    assert said(table) == ["Wil: deprived (food, a bad dream)"]


@pytest.mark.rule("CA-DEP-001")
def test_it_lasts_while_any_reason_remains(table: Table) -> None:
    table.pc("Bryn")
    deprive(table, "Bryn", "food", "rest")
    undeprive(table, "Bryn", "food")
    assert said(table) == ["Bryn no longer lacks: food"]
    assert is_deprived(table.who("Bryn"))
    undeprive(table, "Bryn", "rest")
    assert said(table) == ["Bryn no longer lacks: rest", "Bryn: no longer deprived"]
    assert not is_deprived(table.who("Bryn"))
    assert deprivation.shown(table.who("Bryn")) is None
    table.refused(Undeprive(who=(table.ids["Bryn"],)), "not-deprived")


def test_without_a_reason_named_all_end(table: Table) -> None:
    who = table.pc("Bryn")
    other = table.pc("Oda")
    table.do(Deprive(who=(who, other), reason="food"))
    deprive(table, "Bryn", "rest")
    table.refused(Undeprive(who=(who, other), reason="rest"), "not-deprived")
    table.do(Undeprive(who=(who, other)))
    assert not is_deprived(table.who("Bryn"))
    assert not is_deprived(table.who("Oda"))
    table.refused(Deprive(who=(who,), reason=" "), "empty-reason")
    table.refused(Deprive(who=("pc-099",), reason="food"), "unknown-person")


@pytest.mark.rule("CA-DEP-002")
def test_a_long_deprivation_brings_fatigue_from_the_second_day(table: Table) -> None:
    table.pc("Bryn")
    hours(table, 5)
    deprive(table, "Bryn", "food")
    added = {}
    for day in (24, 47, 48, 71, 72):
        hours(table, day - (table.state.clock - 5 * HOUR_S) // HOUR_S)
        added[day] = table.who("Bryn").fatigue
    assert added == {24: 0, 47: 0, 48: 1, 71: 1, 72: 2}


@pytest.mark.rule("CA-DEP-002")
def test_days_that_pass_at_one_stroke_count_the_same(table: Table) -> None:
    table.pc("Bryn")
    deprive(table, "Bryn", "food")
    hours(table, 72)
    assert table.who("Bryn").fatigue == 2
    assert said(table) == ["72 hours pass", "Bryn: Fatigue 0>2, slots 2/10 (deprivation)"]
    hours(table, 1)
    assert said(table) == ["1 hour passes"]


@pytest.mark.rule("CA-DEP-002")
def test_a_deprivation_that_ends_in_time_brings_none(table: Table) -> None:
    table.pc("Bryn")
    deprive(table, "Bryn", "food")
    hours(table, 30)
    undeprive(table, "Bryn")
    hours(table, 100)
    assert table.who("Bryn").fatigue == 0


def test_another_reason_does_not_start_the_count_anew(table: Table) -> None:
    table.pc("Bryn")
    deprive(table, "Bryn", "food")
    hours(table, 40)
    deprive(table, "Bryn", "rest")
    undeprive(table, "Bryn", "food")
    hours(table, 8)
    assert table.who("Bryn").fatigue == 1


def test_a_scar_that_deprives_counts_from_when_it_was_gained(table: Table) -> None:
    table.pc("Bryn", hp=3)
    table.foe("Rat", dice=(6,))
    table.start()
    table.hold("Bryn")
    table.next()
    table.strike("Rat", "Bryn")
    table.damage(3)
    assert is_deprived(table.who("Bryn"))
    table.do(turns.End())
    assert table.state.clock == ROUND_S
    assert table.who("Bryn").deprived_since == 0
    hours(table, 47)
    assert table.who("Bryn").fatigue == 0
    hours(table, 1)
    assert table.who("Bryn").fatigue == 1


@pytest.mark.parametrize("hour", [0, 1, 24, 47, 48, 49, 72, 100])
def test_the_fatigue_due_after_so_many_hours(hour: int) -> None:
    assert deprivation.fatigue_due(0, hour * HOUR_S) == max(hour // 24 - 1, 0)
    assert deprivation.fatigue_due(DAY_S, DAY_S + hour * HOUR_S) == max(hour // 24 - 1, 0)


@pytest.mark.rule("CA-DEP-003")
def test_nobody_deprived_regains_hp(table: Table) -> None:
    table.pc("Bryn", hp=6)
    put(table, "Bryn", "hp", 1)
    deprive(table, "Bryn", "food")
    rest(table, "brief", "quiet")
    assert table.hp("Bryn") == (1, 6)
    undeprive(table, "Bryn")
    rest(table, "brief", "quiet")
    assert table.hp("Bryn") == (6, 6)


@pytest.mark.rule("CA-DEP-003")
def test_nobody_deprived_regains_attribute_points(table: Table) -> None:
    table.pc("Bryn", STR=9)
    put(table, "Bryn", "STR", 5)
    deprive(table, "Bryn", "food")
    rest(table, "week", "recovered")
    assert table.score("Bryn") == (5, 9)


@pytest.mark.rule("CA-DEP-003")
def test_nobody_deprived_loses_fatigue(table: Table) -> None:
    table.pc("Bryn")
    fatigue(table, "Bryn", 2)
    deprive(table, "Bryn", "food")
    rest(table, "night", "safe")
    assert table.who("Bryn").fatigue == 2


@pytest.mark.rule("CA-DEP-004")
def test_the_warden_adds_fatigue_with_a_reason(table: Table) -> None:
    who = table.pc("Bryn")
    fatigue(table, "Bryn", because="forced march")
    assert table.who("Bryn").fatigue == 1
    assert said(table) == ["Bryn: Fatigue 0>1, slots 1/10 (forced march)"]
    fatigue(table, "Bryn", -3)
    assert table.who("Bryn").fatigue == 0
    table.refused(AddFatigue(who=who, by=0), "out-of-bounds")
    table.refused(AddFatigue(who="pc-099"), "unknown-person")


def test_fatigue_of_deprivation_asks_for_room_too(table: Table) -> None:
    table.pc("Bryn")
    give(table, "Bryn", "supplies", slots=9)
    give(table, "Bryn", "rope")
    deprive(table, "Bryn", "food")
    hours(table, 48)
    assert [q.kind for q in table.state.questions.values()] == ["fatigue_drop"]
    table.answer("item-002")
    assert pack(table, "Bryn") == (10, 10)
    assert table.who("Bryn").fatigue == 1
