"""Rest outside a fight, healers, and what they give back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gmconsole.core.commands import SetOption
from gmconsole.core.questions import Answer
from gmconsole.rulesets.cairn import retreat, scars, turns
from gmconsole.rulesets.cairn.recovery import Heal, PassTime, Rest
from gmconsole.rulesets.cairn.state import ATTRIBUTES, DAY_S, HOUR_S, ROUND_S

from .conftest import Table
from .packing import deprive, fatigue, give, pack, put, rest, said


@pytest.mark.rule("CA-REC-001")
def test_a_brief_rest_gives_back_hp_and_nothing_else(table: Table) -> None:
    table.pc("Bryn", hp=6, STR=12)
    put(table, "Bryn", "hp", 1)
    put(table, "Bryn", "STR", 9)
    fatigue(table, "Bryn", 2)
    rest(table, "brief", "quiet")
    assert (table.hp("Bryn"), table.score("Bryn"), table.who("Bryn").fatigue) == ((6, 6), (9, 12), 2)
    assert table.state.clock == 600


@pytest.mark.rule("CA-REC-001")
def test_each_who_is_not_deprived_rests(table: Table) -> None:
    table.pc("Bryn", hp=6)
    table.pc("Oda", hp=4)
    table.foe("Rat", hp=4)
    for name in ("Bryn", "Oda", "Rat"):
        put(table, name, "hp", 0)
    deprive(table, "Bryn", "food")
    rest(table, "brief", "quiet")
    assert (table.hp("Oda"), table.hp("Bryn"), table.hp("Rat")) == ((4, 4), (0, 6), (0, 4))
    table.do(Rest(kind="brief", who=(table.ids["Rat"],)))
    table.answer("quiet")
    assert table.hp("Rat") == (4, 4)


@pytest.mark.rule("CA-REC-001")
def test_no_rest_while_a_fight_is_running(table: Table) -> None:
    table.pc("Bryn")
    table.foe("Rat")
    table.start()
    for _ in range(5):
        table.hold()
        table.next()
    assert table.state.round == 3
    table.refused(Rest(kind="brief"), "while-fighting")
    table.refused(PassTime(amount=5), "while-fighting")


@pytest.mark.rule("CA-REC-002")
def test_a_quiet_rest_is_asked_for_before_it_gives_anything(table: Table) -> None:
    table.pc("Bryn", hp=5)
    put(table, "Bryn", "hp", 2)
    table.do(Rest(kind="brief"))
    assert table.hp("Bryn") == (2, 5)
    assert table.state.clock == 0
    (task,) = table.tasks("question:rest_brief")
    assert task.command is not None
    table.refused(Rest(kind="night"), "rest-at-hand")
    table.do(task.command)
    assert table.hp("Bryn") == (5, 5)


@pytest.mark.rule("CA-REC-002")
def test_a_disturbed_rest_gives_nothing_back(table: Table) -> None:
    table.pc("Bryn", hp=5)
    put(table, "Bryn", "hp", 2)
    rest(table, "brief", "disturbed")
    assert table.hp("Bryn") == (2, 5)
    assert table.state.clock == 0
    assert said(table)[-1] == "Bryn: the rest (brief) is disturbed and gives nothing back"


@pytest.mark.rule("CA-REC-002")
def test_a_fight_that_begins_disturbs_a_rest(table: Table) -> None:
    table.pc("Bryn", hp=5)
    table.foe("Rat")
    put(table, "Bryn", "hp", 2)
    table.do(Rest(kind="brief"))
    (question,) = table.state.questions
    table.start()
    assert not table.state.questions, "a fight is no time to ask how they slept"
    assert "Bryn: the rest (brief) is disturbed and gives nothing back" in said(table)
    table.refused(Answer(question=question, value="quiet"), "no-such-question")
    assert table.hp("Bryn") == (2, 5)
    table.do(turns.End())
    table.do(Rest(kind="brief"))
    table.answer("quiet")
    assert table.hp("Bryn") == (5, 5)


@pytest.mark.rule("CA-DEP-006")
def test_a_full_and_safe_night_takes_all_fatigue_away(table: Table) -> None:
    table.pc("Oda")
    give(table, "Oda", "supplies", slots=7)
    fatigue(table, "Oda", 3)
    assert pack(table, "Oda") == (10, 10)
    rest(table, "night", "safe")
    assert table.who("Oda").fatigue == 0
    assert pack(table, "Oda") == (7, 10)
    assert table.state.clock == 8 * HOUR_S


@pytest.mark.rule("CA-DEP-006")
@pytest.mark.parametrize(
    ("kind", "answer", "hp"),
    [("night", "unsafe", 4), ("night", "disturbed", 1), ("brief", "quiet", 4), ("hours", "quiet", 4)],
)
def test_fatigue_stays_after_anything_less(table: Table, kind: str, answer: str, hp: int) -> None:
    table.pc("Oda", hp=4)
    put(table, "Oda", "hp", 1)
    fatigue(table, "Oda", 3)
    rest(table, kind, answer)
    assert table.who("Oda").fatigue == 3
    assert table.hp("Oda") == (hp, 4)


def test_rest_ends_what_fatigue_without_room_brought(table: Table) -> None:
    table.pc("Oda")
    fatigue(table, "Oda", 11)
    table.answer("exhausted")
    fatigue(table, "Oda")
    rest(table, "night", "safe")
    assert table.who("Oda").marks == ()
    assert table.who("Oda").fatigue == 0
    assert not table.state.questions


@pytest.mark.rule("CA-REC-004", "CA-ATT-003")
def test_a_week_brings_every_lost_point_back_and_no_more(table: Table) -> None:
    table.pc("Bryn", STR=9, DEX=12)
    put(table, "Bryn", "STR", 5)
    put(table, "Bryn", "DEX", 10)
    rest(table, "week", "recovered")
    assert (table.score("Bryn"), table.score("Bryn", "DEX"), table.score("Bryn", "WIL")) == ((9, 9), (12, 12), (10, 10))
    assert table.state.clock == 7 * DAY_S


@pytest.mark.rule("CA-REC-004")
def test_six_days_bring_none_back(table: Table) -> None:
    table.pc("Bryn", STR=9, DEX=12)
    put(table, "Bryn", "STR", 5)
    put(table, "Bryn", "DEX", 10)
    rest(table, "week", "recovered", days=6)
    assert (table.score("Bryn"), table.score("Bryn", "DEX")) == ((5, 9), (10, 12))
    assert table.state.clock == 6 * DAY_S
    rest(table, "night", "safe")
    assert table.score("Bryn") == (5, 9)


@pytest.mark.rule("CA-REC-004")
def test_deprived_throughout_the_week_brings_none_back(table: Table) -> None:
    table.pc("Bryn", STR=9, DEX=12)
    put(table, "Bryn", "STR", 5)
    put(table, "Bryn", "DEX", 10)
    deprive(table, "Bryn", "food")
    rest(table, "week", "recovered")
    assert (table.score("Bryn"), table.score("Bryn", "DEX")) == ((5, 9), (10, 12))
    assert table.who("Bryn").fatigue == 6


@pytest.mark.rule("CA-REC-004")
def test_the_warden_may_say_that_a_loss_needs_more(table: Table) -> None:
    table.pc("Bryn", hp=6, STR=9)
    put(table, "Bryn", "STR", 5)
    put(table, "Bryn", "hp", 0)
    fatigue(table, "Bryn", 2)
    rest(table, "week", "lasting")
    assert (table.score("Bryn"), table.hp("Bryn"), table.who("Bryn").fatigue) == ((5, 9), (6, 6), 0)


def test_paralysed_and_delirious_end_with_the_score_back(table: Table) -> None:
    table.pc("Bryn", DEX=8, WIL=8)
    put(table, "Bryn", "DEX", 0)
    put(table, "Bryn", "WIL", 0)
    table.foe("Rat")
    rest(table, "week", "recovered")
    table.start()
    assert [t.who for t in table.tasks("declare")] == [table.ids["Bryn"]]


@pytest.mark.rule("CA-REC-005")
def test_a_week_in_a_healers_care(table: Table) -> None:
    who = table.pc("Bryn", STR=9)
    put(table, "Bryn", "STR", 5)
    table.do(Heal(who=who, by="herbalist", price=0, effect="week of care"))
    assert said(table) == ["Bryn: care of herbalist, price 0: week of care"]
    assert table.score("Bryn") == (5, 9)
    rest(table, "week", "recovered")
    assert table.score("Bryn") == (9, 9)


@pytest.mark.rule("CA-REC-005")
def test_a_cure_on_the_spot(table: Table) -> None:
    who = table.pc("Bryn", STR=9)
    put(table, "Bryn", "STR", 5)
    table.do(Heal(who=who, by="shrine cure", price=50, effect="at once", points={"STR": 4}))
    assert table.score("Bryn") == (9, 9)
    assert said(table) == ["Bryn: care of shrine cure, price 50: at once", "Bryn: STR 5/9>9/9"]
    put(table, "Bryn", "STR", 5)
    table.do(Heal(who=who, by="shrine cure", all_points=True))
    assert table.score("Bryn") == (9, 9)


def test_what_no_healer_does(table: Table) -> None:
    who = table.pc("Bryn")
    table.refused(Heal(who=who, by=" "), "empty-name")
    table.refused(Heal(who="pc-099", by="herbalist"), "unknown-person")
    table.refused(Heal(who=who, by="herbalist", price=-1), "out-of-bounds")
    table.refused(Heal(who=who, by="herbalist", points={"LUCK": 1}), "unknown-attribute")
    table.refused(Heal(who=who, by="herbalist", points={"STR": 0}), "out-of-bounds")
    deprive(table, "Bryn", "food")
    table.refused(Heal(who=who, by="herbalist", points={"STR": 1}), "regains-nothing")
    table.do(Heal(who=who, by="herbalist"))


@pytest.mark.rule("CA-ATT-003")
def test_hp_and_scores_keep_their_bounds(table: Table) -> None:
    who = table.pc("Bryn", hp=4, STR=12)
    table.do(Heal(who=who, by="herbalist", points={"hp": 3}))
    assert table.hp("Bryn") == (4, 4)
    put(table, "Bryn", "STR", 7)
    table.do(Heal(who=who, by="herbalist", points={"STR": 99}))
    assert table.score("Bryn") == (12, 12)


@given(
    st.integers(0, 20),
    st.integers(0, 20),
    st.lists(st.tuples(st.sampled_from(("hp", *ATTRIBUTES)), st.integers(1, 99)), max_size=6),
)
@pytest.mark.rule("CA-ATT-003")
def test_recovery_never_leaves_the_bounds(hp: int, lost: int, gains: list[tuple[str, int]]) -> None:
    table = Table()
    who = table.pc("Bryn", hp=max(hp, 1), STR=20, DEX=20, WIL=20)
    for field in ("hp", "DEX", "WIL"):
        value = max(hp - lost, 0) if field == "hp" else max(20 - lost, 0)
        if value not in (max(hp, 1) if field == "hp" else 20,):
            put(table, "Bryn", field, value)
    for key, points in gains:
        table.do(Heal(who=who, by="herbalist", points={key: points}))
    rest(table, "week", "recovered")
    c = table.who("Bryn")
    assert 0 <= c.hp == c.hp_max == max(hp, 1)
    assert all(0 <= c.score(a).current == c.score(a).maximum == 20 for a in ATTRIBUTES)


def test_a_stable_pc_is_up_again_after_a_rest_where_the_warden_says_so(table: Table) -> None:
    table.pc("Tam", hp=3)
    put(table, "Tam", "hp", 0)
    put(table, "Tam", "condition", "stable")
    rest(table, "brief", "quiet")
    assert table.hp("Tam") == (3, 3)
    assert table.who("Tam").condition == "stable"
    (task,) = table.tasks("question:up_again")
    assert task.command is not None
    table.do(task.command)
    assert table.who("Tam").condition == ""
    put(table, "Tam", "condition", "stable")
    rest(table, "brief", "quiet")
    table.answer("no")
    assert table.who("Tam").condition == "stable"


def test_who_bleeds_regains_nothing(table: Table) -> None:
    table.pc("Tam", hp=3)
    put(table, "Tam", "hp", 0)
    put(table, "Tam", "condition", "critical")
    rest(table, "brief", "quiet")
    assert table.hp("Tam") == (0, 3)
    assert not table.state.questions


def test_those_who_retreated_are_back_when_they_rest(table: Table) -> None:
    table.pc("Bryn", hp=4)
    table.pc("Oda", hp=4)
    table.foe("Rat")
    table.start()
    table.do(retreat.Retreat(who=table.ids["Oda"], place="the boat"))
    table.hold("Bryn")
    table.save("Oda", 2)
    assert table.who("Oda").away == "retreated"
    table.do(turns.End())
    put(table, "Oda", "hp", 1)
    rest(table, "brief", "quiet")
    assert table.who("Oda").away == ""
    assert table.hp("Oda") == (4, 4)


def test_a_few_hours_end_what_the_third_scar_brought(table: Table) -> None:
    table.pc("Bryn", hp=3)
    table.foe("Rat", dice=(6,))
    table.start()
    table.hold("Bryn")
    table.next()
    table.strike("Rat", "Bryn")
    table.damage(3)
    table.do(turns.End())
    assert table.state.clock == ROUND_S
    rest(table, "brief", "quiet")
    assert table.hp("Bryn") == (0, 3)
    rest(table, "hours", "quiet")
    assert table.hp("Bryn") == (0, 3), "deprived when the rest began"
    assert table.who("Bryn").deprived_since == -1
    table.do(scars.RollScar(who=table.ids["Bryn"]), 4)
    assert table.hp("Bryn") == (0, 7)
    rest(table, "brief", "quiet")
    assert table.hp("Bryn") == (7, 7)


def test_a_full_pack_keeps_hp_at_0_through_a_rest(table: Table) -> None:
    table.pc("Bryn", hp=5)
    table.do(SetOption(option="full_pack_is_zero_hp", value=True))
    give(table, "Bryn", "supplies", slots=10)
    rest(table, "brief", "quiet")
    assert table.hp("Bryn") == (0, 5)


def test_time_and_rest_have_their_bounds(table: Table) -> None:
    table.foe("Rat")
    table.refused(Rest(kind="brief"), "nobody-rests")
    table.pc("Bryn")
    table.refused(Rest(kind="nap"), "not-a-choice")
    table.refused(Rest(kind="night", days=2), "out-of-bounds")
    table.refused(Rest(kind="brief", who=("pc-099",)), "unknown-person")
    table.refused(PassTime(amount=0), "out-of-bounds")
    table.refused(PassTime(amount=1, unit="moons"), "not-a-choice")
    table.do(PassTime(amount=2, unit="days"))
    assert table.state.clock == 2 * DAY_S
