"""Corrections by the Warden: they set what could be, and what follows from a figure follows from theirs too."""

from __future__ import annotations

import pytest

from gmconsole.core.commands import SetField
from gmconsole.core.model import Rejected
from gmconsole.language.driver import Driver
from gmconsole.rulesets.cairn import death, recovery
from gmconsole.rulesets.cairn.people import Add
from gmconsole.rulesets.cairn.recovery import Heal
from gmconsole.text import Words

from .conftest import Table
from .harming import wait
from .packing import fatigue, give, pack, put, said


def refused(table: Table, field: str, value: int, code: str) -> Rejected:
    return table.refused(SetField(who=(table.ids["Bryn"],), field=field, value=value), code)


@pytest.mark.rule("CA-ATT-003")
@pytest.mark.parametrize("field", ["STR", "DEX", "WIL", "hp"])
def test_no_value_is_set_above_its_maximum(table: Table, field: str) -> None:
    table.pc("Bryn", hp=12, STR=12, DEX=12, WIL=12)
    found = refused(table, field, 13, "above-maximum")
    assert Words("en", table.session.ruleset, lambda who: "Bryn").refusal(found) == (
        "Bryn has 12 there at most: correct the maximum first, not 13"
    )
    put(table, "Bryn", field.lower() + "_max", 13)
    put(table, "Bryn", field, 13)
    now = table.hp("Bryn") if field == "hp" else table.score("Bryn", field)
    assert now == (13, 13), "a maximum moves by an explicit edit, and the value only by its own"


@pytest.mark.rule("CA-ATT-003")
def test_a_value_comes_down_with_its_maximum(table: Table) -> None:
    table.pc("Bryn", hp=6, STR=12)
    put(table, "Bryn", "str_max", 8)
    put(table, "Bryn", "hp_max", 4)
    assert (table.score("Bryn"), table.hp("Bryn")) == ((8, 8), (4, 4))
    table.session.undo()
    assert table.hp("Bryn") == (6, 6)


@pytest.mark.rule("CA-ATT-003")
def test_several_are_corrected_together_or_not_at_all(table: Table) -> None:
    both = (table.pc("Bryn", STR=12), table.pc("Oda", STR=9))
    table.refused(SetField(who=both, field="STR", value=10), "above-maximum")
    table.do(SetField(who=both, field="STR", value=9))
    assert (table.score("Bryn"), table.score("Oda")) == ((9, 12), (9, 9))
    table.refused(SetField(who=("pc-099",), field="STR", value=9), "unknown-person")


@pytest.mark.rule("CA-CRT-011", "CA-DET-003")
def test_str_0_kills_by_hand_too(table: Table) -> None:
    table.pc("Bryn", STR=12)
    table.foe("Rats", detachment=True)
    for name, end in (("Bryn", "dead"), ("Rats", "destroyed")):
        put(table, name, "STR", 0)
        assert table.who(name).condition == end
    put(table, "Bryn", "STR", 3)
    put(table, "Bryn", "condition", "")
    assert (table.who("Bryn").condition, table.score("Bryn")) == ("", (3, 12))


@pytest.mark.rule("CA-CRT-011")
def test_nobody_comes_in_with_str_0(table: Table) -> None:
    table.refused(Add(kind="npc", name="Ghost", scores={"STR": 0}), "out-of-bounds")
    table.foe("Statue", DEX=0)
    assert table.score("Statue", "DEX") == (0, 0)


@pytest.mark.rule("CA-CRT-008")
def test_the_hour_of_somebody_made_critical_by_hand_runs(table: Table) -> None:
    bryn = table.pc("Bryn")
    put(table, "Bryn", "condition", "critical")
    assert death.clocks(table.state) == ((bryn, 3600),)
    put(table, "Bryn", "condition", "stable")
    wait(table, 90)
    assert table.who("Bryn").death_at == -1
    put(table, "Bryn", "condition", "critical")
    wait(table, 59)
    assert table.who("Bryn").condition == "critical"
    wait(table, 1)
    assert table.who("Bryn").condition == "dead"


@pytest.mark.rule("CA-CRT-011")
def test_whoever_is_dead_by_hand_owes_nothing(table: Table) -> None:
    table.pc("Bryn")
    table.foe("Bandit", hp=1, STR=9)
    table.start()
    table.strike("Bryn", "Bandit")
    table.damage(4)
    assert len(table.state.calls) == 1
    put(table, "Bandit", "condition", "dead")
    assert not table.state.calls


@pytest.mark.rule("CA-DEP-005", "CA-DEP-008")
def test_fatigue_and_slots_are_corrected_within_the_capacity(table: Table) -> None:
    table.pc("Bryn")
    give(table, "Bryn", "supplies", slots=7)
    found = refused(table, "fatigue", 4, "out-of-bounds")
    assert found.params["high"] == 3
    put(table, "Bryn", "fatigue", 3)
    assert pack(table, "Bryn") == (10, 10)
    assert refused(table, "capacity", 9, "out-of-bounds").params["low"] == 10


@pytest.mark.rule("CA-DEP-009")
def test_no_healer_lifts_a_full_pack(table: Table) -> None:
    who = table.pc("Bryn", hp=5)
    Driver(table.session).run("option full_pack_is_zero_hp on")
    give(table, "Bryn", "supplies", slots=9)
    fatigue(table, "Bryn")
    assert table.hp("Bryn") == (0, 5)
    table.refused(Heal(who=who, by="herbalist", points={"hp": 3}), "regains-nothing")
    put(table, "Bryn", "STR", 5)
    table.do(Heal(who=who, by="herbalist", points={"STR": 2}))
    assert (table.score("Bryn"), table.hp("Bryn")) == ((7, 10), (0, 5)), "it is HP alone that a full pack holds down"
    fatigue(table, "Bryn", -1)
    table.do(Heal(who=who, by="herbalist", points={"hp": 3}))
    assert table.hp("Bryn") == (3, 5)
    assert recovery.regains(table.state, table.who("Bryn"))


def test_a_correction_is_told(table: Table) -> None:
    table.pc("Bryn", STR=12)
    put(table, "Bryn", "str_max", 8)
    assert said(table)[-1] == "Bryn: STR 12/8>8/8"
