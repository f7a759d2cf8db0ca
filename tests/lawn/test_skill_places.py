"""Skills that other chapters count themselves: first aid, climbing, firearms, arts in a fight, medicine."""

from __future__ import annotations

import pytest

from gmconsole.rulesets.lawn import pools
from gmconsole.rulesets.lawn.actions import Reload
from gmconsole.rulesets.lawn.aid import FindSubstitute, Help
from gmconsole.rulesets.lawn.announcing import SwitchModifier
from gmconsole.rulesets.lawn.checks import CheckRolled, DropCheck, RollCheck
from gmconsole.rulesets.lawn.falls import Climb
from gmconsole.rulesets.lawn.life import ChangeLoad
from gmconsole.rulesets.lawn.neutral import PassTime
from gmconsole.rulesets.lawn.together import Counsel
from gmconsole.rulesets.lawn.treatment import BeginCare

from .conftest import Table
from .fighting import FAIL, attack, events, people
from .rounds import answer, asked, failure, give, success
from .skilled import barred, called, cannot, does, learn, owed, switches, two
from .spirits import held, mad

WEEK = 7 * 24 * 60


@pytest.mark.rule("LP-SKL-101")
def test_first_aid_finds_its_method_without_a_check(table: Table) -> None:
    two(table, "first_aid")
    jessica, mike = table.ids["jessica"], table.ids["mike"]
    assert barred(table, "jessica", "WIS=first_aid_knowledge") == "no-check-needed"
    assert called(table, "mike", "WIS=first_aid_knowledge") == 9
    table.do(FindSubstitute(who=jessica))
    assert table.who("jessica").supplies == 1 and not table.state.checks
    table.do(FindSubstitute(who=mike))
    assert owed(table).type == "WIS"


@pytest.mark.rule("LP-SKL-101")
def test_first_aid_is_easier_whoever_proposes_it(table: Table) -> None:
    two(table, "first_aid")
    give(table, "mike", "light_wound")
    learn(table, "jessica", "first_aid_kit")
    learn(table, "mike", "first_aid_kit")
    table.all_bands("touch")
    faces = {}
    for name in ("jessica", "mike"):
        table.do(Help(who=table.ids[name], does="tend", whom=table.ids["mike"]))
        faces[name] = pools.faces_of(table.state, owed(table))
        table.do(DropCheck(check=owed(table).id))
    assert faces == {"jessica": 3, "mike": 6}, "the step is in the proposal, and no second one"
    assert called(table, "jessica", "OPR=first_aid") == 6
    assert called(table, "mike", "OPR=first_aid") == 9
    assert does(table, "jessica", "first_aid", "first_aid_equipment")[0].tools
    assert cannot(table, "mike", "first_aid", "first_aid_equipment") == "tools-need-skill"


@pytest.mark.rule("LP-SKL-108")
def test_a_drainpipe_is_climbed_a_step_easier(table: Table) -> None:
    two(table, "climbing")
    for name, faces in (("jessica", 6), ("mike", 9)):
        assert called(table, name, "PHY=climb") == faces
        table.do(Climb(who=table.ids[name], height="medium", difficulty=faces), [6 - 3 * (faces == 6), 2, 1, 3, 3])
    assert does(table, "jessica", "climbing", "climbing_gear")[0].tools
    assert cannot(table, "mike", "climbing", "climbing_gear") == "tools-need-skill"


@pytest.mark.rule("LP-SKL-120")
def test_firearms_makes_shooting_a_step_easier_each_time(table: Table) -> None:
    people(table)
    learn(table, "mike", "firearms")
    for _ in range(2):
        done = attack(table, "mike", "pistol", "thug", FAIL, difficulty=9)
        assert events(done, CheckRolled)[0].difficulty == 6
        assert table.who("thug").difficulties == {"hit pistol": 9}, "what was said is kept, not what came of it"
    attack(table, "mike", "long_knife", "thug", difficulty=0)
    assert pools.conditions(table.state, owed(table)) == (), "a blade is no gun"


@pytest.mark.rule("LP-SKL-120")
def test_the_gm_may_leave_the_step_of_firearms_out(table: Table) -> None:
    people(table)
    learn(table, "mike", "firearms")
    attack(table, "mike", "pistol", "thug", difficulty=0)
    found = [(c.name, c.steps, c.on) for c in pools.conditions(table.state, owed(table))]
    assert found == [("firearms", -1, True)]
    table.do(SwitchModifier(who=table.ids["mike"], name="firearms", off=True))
    done = table.do(RollCheck(who=table.ids["mike"], difficulty=9), [2, 2, 9, 9, 9])
    assert events(done, CheckRolled)[0].difficulty == 9
    assert table.who("thug").difficulties == {"hit pistol": 9}


@pytest.mark.rule("LP-SKL-120")
def test_loading_takes_a_check_of_those_who_never_learnt_it(table: Table) -> None:
    two(table, "firearms")
    mike, jessica = table.ids["mike"], table.ids["jessica"]
    for who in (mike, jessica):
        table.do(ChangeLoad(who=who, weapon="pistol", to=0, full=3))
    loaded = [(table.who(n).load["pistol"].now, table.who(n).load["pistol"].full) for n in ("mike", "jessica")]
    assert loaded == [(0, 3), (0, 3)]
    table.do(Reload(who=jessica, weapon="pistol", strange=True))
    assert table.who("jessica").load["pistol"].now == 3 and not table.state.checks
    table.do(Reload(who=mike, weapon="pistol", strange=True))
    assert (owed(table).type, owed(table).purpose, owed(table).difficulty) == ("WIS", "loading", 6)
    table.do(RollCheck(who=mike), failure(5))
    assert table.who("mike").load["pistol"].now == 0
    table.do(Reload(who=mike, weapon="pistol", strange=True))
    table.do(RollCheck(who=mike), success(5))
    assert table.who("mike").load["pistol"].now == 3
    assert barred(table, "jessica", "WIS=loading") == barred(table, "jessica", "WIS=safety") == "no-check-needed"
    assert called(table, "mike", "WIS=loading") == 9


@pytest.mark.rule("LP-SKL-102")
def test_an_art_in_a_fight_is_proposed_where_it_bears_the_weapons_name(table: Table) -> None:
    people(table)
    learn(table, "mike", "martial_art:long knife", "martial_art:judo")
    attack(table, "mike", "long_knife", "thug", difficulty=0)
    found = [(c.name, c.on) for c in pools.conditions(table.state, owed(table))]
    assert found == [("martial_art:long knife", True), ("martial_art:judo", False)]
    table.do(RollCheck(who=table.ids["mike"], difficulty=9), FAIL)
    done = attack(table, "mike", "sword", "thug", [2, 2, 9, 9, 9], difficulty=9)
    assert events(done, CheckRolled)[0].difficulty == 9, "another art, unless the GM says so"


# Medicine ------------------------------------------------------------------------------------------------------------


def ward(table: Table, *states: str) -> None:
    """Jessica, who knows medicine, looks after Mike for 7 days with supplies for them, and passes the check."""
    two(table, "medicine")
    give(table, "mike", *states)
    table.do(BeginCare(who=(table.ids["mike"],), by=table.ids["jessica"], supplies=1))
    table.do(PassTime(minutes=WEEK))
    if owed(table):
        table.do(RollCheck(who=table.ids["jessica"], difficulty=9), success(5))


@pytest.mark.rule("LP-SKL-135")
def test_medicine_takes_a_minor_injury_away(table: Table) -> None:
    ward(table, "light_wound")
    answer(table, "treatment", "light_wound")
    assert table.states("mike") == []


@pytest.mark.rule("LP-SKL-135")
def test_medicine_turns_a_severe_injury_into_a_tended_minor_one(table: Table) -> None:
    ward(table, "severe_wound")
    answer(table, "treatment", "severe_wound")
    assert [(i.id, i.tended) for i in table.who("mike").states] == [("light_wound", True)]


@pytest.mark.rule("LP-SKL-135")
def test_medicine_does_nothing_for_a_permanent_injury(table: Table) -> None:
    ward(table, "frailty", "light_wound")
    (question,) = asked(table, "treatment")
    assert question.choices == ("light_wound", "refuse")


@pytest.mark.rule("LP-SKL-135")
def test_medicine_needs_supplies_the_skill_and_one_patient(table: Table) -> None:
    two(table, "medicine")
    table.pc("jack")
    for name in ("mike", "jack"):
        give(table, name, "light_wound")
    both = (table.ids["mike"], table.ids["jack"])
    assert table.refused(BeginCare(who=both, by=table.ids["jessica"], supplies=1)).code == "heals-one-at-a-time"
    assert table.refused(BeginCare(who=both[:1], by=table.ids["jack"], supplies=1)).code == "no-healer"
    table.do(BeginCare(who=both[:1], by=table.ids["jessica"]))
    table.do(PassTime(minutes=WEEK))
    assert not table.state.checks
    assert called(table, "jessica", "WIS=pathology") == 9
    assert barred(table, "mike", "WIS=pathology") == barred(table, "mike", "WIS=treatment") == "check-needs-skill"
    assert does(table, "jessica", "medicine", "medical_tools")[0].tools


@pytest.mark.rule("LP-SKL-119")
def test_seven_days_with_a_psychologist_help_one_of_two_in_one_state(table: Table) -> None:
    two(table, "psychology")
    table.pc("sam")
    mad(table, "mike", "insomnia", "acrophobia")
    mad(table, "sam", "panic")
    mike, sam, jessica = (table.ids[name] for name in ("mike", "sam", "jessica"))
    assert table.refused(Counsel(who=(mike, sam), by=jessica)).code == "heals-one-at-a-time"
    assert table.refused(Counsel(who=(mike,), by=sam)).code == "no-psychologist"
    table.do(Counsel(who=(mike,), by=jessica))
    assert (owed(table).type, owed(table).purpose) == ("WIS", "therapy")
    table.do(RollCheck(who=jessica), success(5))
    assert table.refused(Counsel(who=(sam,), by=jessica)).code == "heals-one-at-a-time"
    table.do(PassTime(minutes=WEEK))
    answer(table, "therapy", "insomnia")
    assert held(table, "mike") == ("acrophobia",) and held(table, "sam") == ("panic",)
    assert not asked(table, "therapy") and not table.state.together


def test_a_use_that_a_chapter_counts_is_proposed_nowhere_else(table: Table) -> None:
    two(table, "lookout", "night_vision", "running_vault", "safe_landing")
    for check in ("DSC=notice", "FLX=vault", "FLX=landing"):
        assert switches(table, "jessica", check) == []
