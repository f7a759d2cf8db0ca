"""Treatment: weeks of care, their choices, and what they do to each state (LP-AID-012, -016, -019 to -024)."""

from __future__ import annotations

import pytest

from gmconsole.core.model import Name
from gmconsole.language.driver import Driver, Request
from gmconsole.rulesets.lawn import treatment
from gmconsole.rulesets.lawn.checks import DropCheck, RollCheck
from gmconsole.rulesets.lawn.crisis import Start
from gmconsole.rulesets.lawn.neutral import PassTime
from gmconsole.rulesets.lawn.relief import Tend
from gmconsole.rulesets.lawn.skills import ChangeAbilities
from gmconsole.rulesets.lawn.state import Injury
from gmconsole.rulesets.lawn.tables import STATES, Form, StateDef
from gmconsole.rulesets.lawn.treatment import BeginCare, EndCare, Treat

from .conftest import Table
from .rounds import answer, asked, failure, give, pool, success, take

DAY = 24 * 60


def days(table: Table, count: int) -> None:
    """Let days pass."""
    table.do(PassTime(minutes=count * DAY, rest=True, sleep=True))


def in_hospital(table: Table, *states: str, name: str = "mike") -> str:
    """Somebody with those states in the care of an institution."""
    who = table.ids.get(name) or table.pc(name)
    give(table, name, *states)
    table.do(BeginCare(who=(who,)))
    return who


def healer(table: Table, name: str = "jessica", kind: str = "pc", **figures: object) -> str:
    """Somebody with the Medicine skill."""
    who = table.add(name, kind, **figures)
    table.do(ChangeAbilities(who=who, add=("medicine",)))
    return who


def left(table: Table, name: str = "mike") -> list[tuple[str, bool]]:
    """Somebody's states, and whether each is tended."""
    return [(i.id, i.tended) for i in table.who(name).states]


def choices(table: Table) -> list[tuple[str, ...]]:
    """The choices that are asked for."""
    return [q.choices for q in asked(table, "treatment")]


# What earns a choice -------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-AID-019", "LP-AID-023")
def test_a_week_in_hospital_gives_a_choice(table: Table) -> None:
    in_hospital(table, "light_wound")
    days(table, 6)
    assert choices(table) == []
    days(table, 1)
    assert choices(table) == [("light_wound", "refuse")]
    answer(table, "treatment", "light_wound")
    assert left(table) == []
    assert choices(table) == []
    days(table, 7)
    assert choices(table) == []


@pytest.mark.rule("LP-AID-019", "LP-AID-024", "LP-AID-023")
@pytest.mark.parametrize(("supplies", "asks"), [(0, False), (1, True)])
def test_a_friend_needs_medical_supplies(table: Table, supplies: int, asks: bool) -> None:
    mike = table.pc("mike")
    jessica = healer(table)
    give(table, "mike", "light_wound")
    table.do(BeginCare(who=(mike,), by=jessica, supplies=supplies))
    days(table, 6)
    assert not table.state.checks
    days(table, 1)
    found = [c for c in table.state.checks.values() if c.serves == "treatment"]
    assert [(c.who, c.type, c.difficulty) for c in found] == ([(jessica, "WIS", 0)] if asks else [])
    if asks:
        assert table.state.care[mike].supplies == 0
        table.do(RollCheck(who=jessica, difficulty=9), success(5))
        answer(table, "treatment", "light_wound")
    assert left(table) == ([] if asks else [("light_wound", False)])
    days(table, 7)
    assert choices(table) == []


@pytest.mark.rule("LP-AID-024")
def test_the_healers_check_fails(table: Table) -> None:
    mike = table.pc("mike")
    jessica = healer(table)
    give(table, "mike", "light_wound")
    table.do(BeginCare(who=(mike,), by=jessica, supplies=2))
    days(table, 7)
    table.do(RollCheck(who=jessica, difficulty=9), failure(5))
    assert choices(table) == []
    days(table, 7)
    assert len(table.state.checks) == 1
    table.do(DropCheck(check=next(iter(table.state.checks))))
    assert choices(table) == []
    assert left(table) == [("light_wound", False)]


@pytest.mark.rule("LP-AID-024")
def test_a_friend_treats_one_at_a_time(table: Table) -> None:
    mike, jack = table.pc("mike"), table.pc("jack")
    jessica = healer(table)
    for name in ("mike", "jack"):
        give(table, name, "light_wound")
    assert table.refused(BeginCare(who=(mike, jack), by=jessica, supplies=1)).code == "heals-one-at-a-time"
    table.do(BeginCare(who=(mike,), by=jessica, supplies=1))
    assert table.refused(BeginCare(who=(jack,), by=jessica, supplies=1)).code == "heals-one-at-a-time"
    days(table, 7)
    table.do(RollCheck(who=jessica, difficulty=6), success(5))
    assert [q.who for q in asked(table, "treatment")] == [mike]
    table.do(EndCare(who=(mike,)))
    table.do(BeginCare(who=(jack,), by=jessica, supplies=1))
    assert treatment.cared_for(table.state, jessica) == jack


@pytest.mark.rule("LP-AID-024")
def test_in_hospital_everybody_gets_a_choice_without_a_check(table: Table) -> None:
    mike, jack = table.pc("mike"), table.pc("jack")
    for name in ("mike", "jack"):
        give(table, name, "light_wound")
    table.do(BeginCare(who=(mike, jack)))
    days(table, 7)
    assert [q.who for q in asked(table, "treatment")] == [mike, jack]
    assert table.state.checks == {}


@pytest.mark.rule("LP-AID-023", "LP-AID-019")
def test_the_carer_has_to_be_there(table: Table) -> None:
    mike = table.pc("mike")
    doctor = healer(table, "doctor", "npc", side="friendly")
    give(table, "mike", "illness")
    table.do(BeginCare(who=(mike,), by=doctor, supplies=1))
    days(table, 3)
    give(table, "doctor", "unconscious")
    days(table, 7)
    assert choices(table) == [] and table.state.care[mike].minutes == 3 * DAY
    take(table, "doctor", "unconscious")
    days(table, 4)
    assert choices(table) == [("illness", "refuse")]


def test_who_is_no_healer(table: Table) -> None:
    mike = table.pc("mike")
    jack, jessica = table.pc("jack"), healer(table)
    foe = healer(table, "quack", "npc")
    assert table.refused(BeginCare(who=(mike,), by=jack)).code == "no-healer"
    assert table.refused(BeginCare(who=(mike,), by=foe)).code == "no-healer"
    assert table.refused(BeginCare(who=(jessica,), by=jessica)).code == "no-healer"
    assert table.refused(BeginCare(who=(mike,), by="pc-099")).code == "unknown-person"
    assert table.refused(BeginCare(who=("pc-099",))).code == "unknown-person"
    assert table.refused(BeginCare(who=(mike,), by=jessica, supplies=-1)).code == "out-of-bounds"
    assert table.refused(BeginCare(who=(mike,), by=jessica, kind="luck")).code == "unknown-check-type"
    assert table.refused(EndCare(who=(mike,))).code == "not-in-care"
    table.npc("foe")
    table.all_bands("near")
    table.do(Start(preset="fight"))
    assert table.refused(BeginCare(who=(mike,))).code == "only-outside-rounds"


def test_another_carer_begins_another_week(table: Table) -> None:
    mike = in_hospital(table, "light_wound")
    days(table, 6)
    table.do(BeginCare(who=(mike,), by=healer(table), supplies=1))
    days(table, 1)
    assert table.state.checks == {} and table.state.care[mike].minutes == DAY
    table.do(EndCare(who=(mike,)))
    assert table.state.care == {}
    days(table, 7)
    assert choices(table) == []


# What a choice does --------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-AID-020", "LP-AID-022")
@pytest.mark.parametrize(
    ("states", "chosen", "after"),
    [
        (("severe_wound:tended",), "severe_wound", [("light_wound", True)]),
        (("severe_wound",), "severe_wound", [("light_wound", True)]),
        (("severe_illness",), "severe_illness", [("illness", True)]),
        (("injured_foot:left", "light_wound"), "injured_foot", [("light_wound", False)]),
        (("light_wound", "injured_eye:left"), "light_wound", [("injured_eye", False)]),
        (("severe_wound", "blinded"), "severe_wound", [("light_wound", True), ("blinded", False)]),
        (("broken_ribs",), "broken_ribs", []),
        (("light_wound",), "refuse", [("light_wound", False)]),
    ],
)
def test_what_a_treatment_does(
    table: Table, states: tuple[str, ...], chosen: str, after: list[tuple[str, bool]]
) -> None:
    in_hospital(table, *states)
    days(table, 7)
    answer(table, "treatment", chosen)
    assert left(table) == after
    assert choices(table) == []


@pytest.mark.rule("LP-AID-021")
def test_a_severe_state_takes_two_treatments(table: Table) -> None:
    in_hospital(table, "severe_wound:tended")
    days(table, 7)
    answer(table, "treatment", "severe_wound")
    assert left(table) == [("light_wound", True)]
    assert pool(table, "mike", "MND") == 4
    days(table, 7)
    answer(table, "treatment", "light_wound")
    assert left(table) == []


@pytest.mark.rule("LP-AID-021", "LP-AID-019")
def test_two_weeks_at_once_give_two_choices_one_after_the_other(table: Table) -> None:
    in_hospital(table, "severe_wound", "injured_hand:left")
    days(table, 15)
    assert choices(table) == [("severe_wound", "injured_hand", "refuse")]
    answer(table, "treatment", "severe_wound")
    assert choices(table) == [("light_wound", "injured_hand", "refuse")]
    answer(table, "treatment", "light_wound")
    assert left(table) == [("injured_hand", False)]
    assert table.state.care[table.ids["mike"]].minutes == DAY


@pytest.mark.rule("LP-AID-022")
@pytest.mark.parametrize(
    ("value", "after"),
    [
        ("accept", [("light_wound", True), ("burn", False)]),
        ("refuse", [("severe_wound", True), ("burn", False)]),
    ],
)
def test_beside_another_minor_state_the_gm_confirms(table: Table, value: str, after: list[tuple[str, bool]]) -> None:
    mike = table.pc("mike")
    give(table, "mike", "burn")
    give(table, "mike", "severe_wound")
    table.do(Tend(who=mike, state="severe_wound"))
    table.do(BeginCare(who=(mike,)))
    days(table, 7)
    answer(table, "treatment", "severe_wound")
    assert asked(table, "treated_beside")[0].choices == ("accept", "refuse")
    answer(table, "treated_beside", value)
    assert sorted(left(table)) == sorted(after)


@pytest.mark.rule("LP-INJ-065", "LP-AID-016")
def test_what_no_treatment_helps(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(
        STATES,
        "lost_ear",
        StateDef(id="lost_ear", name=Name("失耳", "Lost Ear"), kind="permanent", untended=Form(dice={"DSC": -1})),
    )
    mike = in_hospital(table, "lost_ear", "blood_loss", "prone")
    assert treatment.choices(table.who("mike")) == ()
    days(table, 7)
    assert choices(table) == []
    assert table.states("mike") == ["lost_ear", "blood_loss", "prone"]
    assert table.refused(Treat(who=mike, state="lost_ear")).code == "no-treatment"
    assert table.refused(Treat(who=mike, state="burn")).code == "state-not-there"
    give(table, "mike", "burn")
    days(table, 6)
    assert choices(table) == []
    days(table, 1)
    assert choices(table) == [("burn", "refuse")]


@pytest.mark.rule("LP-AID-020")
def test_the_gms_word_is_a_treatment_too(table: Table) -> None:
    mike = table.pc("mike")
    give(table, "mike", "severe_wound")
    table.do(Treat(who=mike, state="severe_wound"))
    table.do(Treat(who=mike, state="light_wound"))
    assert left(table) == []


@pytest.mark.rule("LP-INJ-055")
def test_what_heals_by_itself_needs_no_choice(table: Table) -> None:
    in_hospital(table, "ruptured_eardrum", "light_wound")
    days(table, 6)
    assert "ruptured_eardrum" in table.states("mike")
    days(table, 1)
    assert table.states("mike") == ["light_wound"]
    assert choices(table) == [("light_wound", "refuse")]


def test_the_dead_are_in_nobodys_care(table: Table) -> None:
    in_hospital(table, "severe_wound")
    days(table, 7)
    give(table, "mike", "dead")
    assert choices(table) == [] and table.state.care == {}
    assert treatment.choices(table.who("mike")) == ()
    days(table, 7)
    assert choices(table) == []


def test_undo_brings_the_week_back(table: Table) -> None:
    in_hospital(table, "light_wound")
    days(table, 6)
    before = table.state
    days(table, 1)
    answer(table, "treatment", "light_wound")
    table.session.undo(2)
    assert table.state == before


def test_said_in_words(table: Table) -> None:
    mike, jessica = table.pc("mike"), healer(table)
    driver = Driver(table.session)
    for line, command in (
        ("care mike", BeginCare(who=(mike,))),
        ("care mike by jessica supplies 2 check OPR", BeginCare(who=(mike,), by=jessica, supplies=2, kind="OPR")),
        ("疗养 mike 由 jessica 物资 1", BeginCare(who=(mike,), by=jessica, supplies=1)),
        ("discharge mike", EndCare(who=(mike,))),
        ("treat mike severe_wound", Treat(who=mike, state="severe_wound")),
        ("days 7", PassTime(minutes=7 * DAY, rest=True, sleep=True)),
        ("time 90", PassTime(minutes=90)),
    ):
        request = driver.parse(line)
        assert isinstance(request, Request), (line, request)
        assert request.command == command
        again = driver.parse(driver.line(command))
        assert isinstance(again, Request) and again.command == command


def test_a_second_state_of_the_same_name_is_treated_by_itself(table: Table) -> None:
    mike = table.pc("mike")
    give(table, "mike", "light_wound")
    give(table, "mike", "severe_wound")
    table.do(Treat(who=mike, state="severe_wound"))
    answer(table, "treated_beside", "accept")
    assert sorted(left(table)) == [("light_wound", False), ("light_wound", True)]
    table.do(Treat(who=mike, state="light_wound"))
    assert left(table) == [("light_wound", True)]
    assert table.who("mike").states == (Injury(id="light_wound", tended=True),)
