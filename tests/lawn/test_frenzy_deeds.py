"""What is done about frenzy states: rituals, keepsakes, destruction, addiction, the friend's reroll (LP-FRZ)."""

from __future__ import annotations

import pytest

from gmconsole.core.commands import SetField
from gmconsole.core.integrity import problems
from gmconsole.rulesets.lawn import RULESET, addiction, checks, frenzy
from gmconsole.rulesets.lawn.actions import Act
from gmconsole.rulesets.lawn.addiction import ServeAddiction
from gmconsole.rulesets.lawn.aid import ChangeSupplies
from gmconsole.rulesets.lawn.armoury import Carry, SessionOver
from gmconsole.rulesets.lawn.character import Link, Specialty
from gmconsole.rulesets.lawn.checks import CallCheck, RollCheck
from gmconsole.rulesets.lawn.crisis import End
from gmconsole.rulesets.lawn.distance import LightUp
from gmconsole.rulesets.lawn.expending import Expend
from gmconsole.rulesets.lawn.frenzy import ChangeFrenzy
from gmconsole.rulesets.lawn.frenzy_deeds import Clutch, Ritual
from gmconsole.rulesets.lawn.items import GIVEN, PartWith, TakeItem
from gmconsole.rulesets.lawn.links import LinkSpecialties, SetLifeGoal
from gmconsole.rulesets.lawn.neutral import PassTime
from gmconsole.rulesets.lawn.passions import SetPassion
from gmconsole.rulesets.lawn.purchases import Buy, HandCash
from gmconsole.rulesets.lawn.sessions import StartSession
from gmconsole.rulesets.lawn.skills import ChangeAbilities
from gmconsole.rulesets.lawn.slots import Pass, SlotTaken
from gmconsole.rulesets.lawn.specialties import SetSpecialty
from gmconsole.rulesets.lawn.traits import TakeTrait

from .conftest import Table
from .rounds import answer, asked, fight, give, go_to, success
from .spirits import check, dice, held, lose, mad, mike, one, owed, sheet

FRIEND = "specialty_best_friend"


# Compulsion ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-FRZ-024")
def test_after_the_ritual_the_loss_is_one(table: Table) -> None:
    who = mike(table, "compulsion", OPR=1)
    assert dice(table, "OPR") == 4
    table.do(Ritual(who=who))
    assert (dice(table, "OPR"), dice(table, "INF")) == (5, 5)
    check(table, "INF", passes=True)
    assert dice(table, "OPR") == 5, "another check does not use it up"
    check(table, "OPR", passes=True)
    assert dice(table, "OPR") == 4, "outside a crisis it is for the next one"
    table.npc("cowboy")
    table.pc("jessica")
    assert table.refused(Ritual(who=table.ids["jessica"])).code == "no-ritual"


@pytest.mark.rule("LP-FRZ-024b")
def test_in_a_crisis_it_takes_the_action_and_lasts_three_rounds(table: Table) -> None:
    fight(table, pcs=("mike",))
    mad(table, "mike", "compulsion")
    who = table.ids["mike"]
    go_to(table, "action", 2)
    done = table.do(Ritual(who=who))
    assert [e.how for e in done.entry.events if isinstance(e, SlotTaken)] == ["acted"]
    assert table.refused(Ritual(who=who)).code == "slot-over"
    assert dice(table, "OPR") == 3, "the rounds that follow"
    for round_ in (3, 4, 5):
        go_to(table, "action", round_)
        assert dice(table, "OPR") == 4, round_
    go_to(table, "action", 6)
    assert dice(table, "OPR") == 3


@pytest.mark.rule("LP-FRZ-024b")
def test_done_again_its_three_rounds_begin_anew(table: Table) -> None:
    fight(table, pcs=("mike",))
    mad(table, "mike", "compulsion")
    who = table.ids["mike"]
    for round_ in (2, 4):
        go_to(table, "action", round_)
        table.do(Ritual(who=who))
    assert table.states("mike") == ["ritual_done"]
    for round_ in (5, 6, 7):
        go_to(table, "action", round_)
        assert dice(table, "OPR") == 4, round_
    go_to(table, "action", 8)
    assert dice(table, "OPR") == 3


@pytest.mark.rule("LP-FRZ-024b")
def test_outside_a_crisis_no_round_is_charged(table: Table) -> None:
    who = mike(table, "compulsion")
    done = table.do(Ritual(who=who))
    assert not [e for e in done.entry.events if isinstance(e, SlotTaken)]


def test_a_ritual_means_nothing_without_the_compulsion(table: Table) -> None:
    who = mike(table, "compulsion")
    table.do(Ritual(who=who))
    table.do(ChangeFrenzy(who=who, frenzy="compulsion", gone=True))
    assert table.states("mike") == []


# Dependency ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-FRZ-025b")
def test_the_item_is_asked_for(table: Table) -> None:
    who = mike(table)
    table.do(ChangeFrenzy(who=who, frenzy="dependency"))
    [question] = asked(table, "frenzy_item")
    assert (question.who, question.choices, question.blocking) == (who, (), True)
    assert "item" not in one(table, "dependency").words
    answer(table, "frenzy_item", "doll")
    assert one(table, "dependency").words == {"item": "doll"}


@pytest.mark.rule("LP-FRZ-025")
def test_dependency(table: Table) -> None:
    who = mike(table, "dependency")
    table.do(Clutch(who=who))
    assert (dice(table, "OPR"), dice(table, "DSC"), dice(table, "FLX")) == (4, 4, 5)
    table.do(Clutch(who=who, off=True))
    assert (dice(table, "OPR"), dice(table, "DSC")) == (3, 3)
    table.do(Clutch(who=who, substitute="rag doll"))
    assert (dice(table, "OPR"), dice(table, "DSC")) == (4, 4)
    assert one(table, "dependency").words == {"item": "doll", "substitute": "rag doll"}
    table.do(Clutch(who=who, off=True, substitute="another"))
    assert one(table, "dependency").words == {"item": "doll"}, "what is put away is nothing of its own"


@pytest.mark.rule("LP-FRZ-025")
def test_it_has_to_be_the_dominant_hand(table: Table) -> None:
    who = mike(table, "dependency")
    table.do(Clutch(who=who))
    give(table, "mike", "injured_hand:right")
    assert dice(table, "OPR") == 3
    table.do(Clutch(who=who, off=True))
    assert table.refused(Clutch(who=who)).code == "hand-out-of-use"
    table.do(SetField(who=(who,), field="dominant", value="left"))
    table.do(Clutch(who=who))
    assert dice(table, "DSC") == 4
    table.pc("jessica")
    assert table.refused(Clutch(who=table.ids["jessica"])).code == "no-keepsake"


# Destructive Urge ----------------------------------------------------------------------------------------------------


def carries(table: Table) -> str:
    """Mike's items, in the sheet's list and elsewhere."""
    who = table.ids["mike"]
    for name in ("First-Aid Kit", "Torch"):
        table.do(TakeItem(who=who, name=name))
    table.do(Carry(who=who, add=("pistol",)))
    table.do(ChangeAbilities(who=who, add=("first_aid_kit", "lookout")))
    table.do(ChangeSupplies(who=who, by=2))
    table.do(LightUp(who=who, source="torch"))
    return who


def bare(table: Table) -> bool:
    """Whether Mike has nothing left of them."""
    p = table.who("mike")
    return not (sheet(table).belongings or p.weapons or p.devices or p.supplies or table.state.lights)


@pytest.mark.rule("LP-FRZ-022")
def test_the_urge_takes_a_rounds_action(table: Table) -> None:
    fight(table, pcs=("mike",))
    mad(table, "mike", "destructive_urge")
    who = carries(table)
    go_to(table, "action", 1)
    lose(table, 1)
    assert not table.state.crisis.owes and not bare(table), "from 3 to 2 nothing happens"
    lose(table, 1)
    assert not bare(table)
    assert table.refused(Act(who=who, text="runs")).code == "slot-spent"
    done = table.do(Pass(who=who))
    assert [(e.how, e.text) for e in done.entry.events if isinstance(e, SlotTaken)] == [("acted", "destructive_urge")]
    assert bare(table)
    assert table.who("mike").skills == ("lookout",), "what is no item stays"


@pytest.mark.rule("LP-FRZ-022")
def test_outside_a_crisis_it_happens_at_once(table: Table) -> None:
    mike(table, "destructive_urge", sanity=2)
    carries(table)
    lose(table, 1)
    assert bare(table)


@pytest.mark.rule("LP-FRZ-022")
def test_a_loss_past_one_does_not_bring_it(table: Table) -> None:
    mike(table, "destructive_urge", sanity=2)
    carries(table)
    lose(table, 2)
    answer(table, "faint", "on_the_brink")
    assert not bare(table)


def test_a_crisis_that_ends_leaves_no_round_to_wait_for(table: Table) -> None:
    fight(table, pcs=("mike",))
    mad(table, "mike", "destructive_urge")
    carries(table)
    lose(table, 2)
    table.do(End())
    assert bare(table)


# Control Mania -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-FRZ-023")
def test_nothing_is_given_away(table: Table) -> None:
    who = mike(table, "control_mania")
    other = table.pc("jessica")
    table.do(TakeItem(who=who, name="Torch"))
    table.do(TakeItem(who=who, name="Wallet"))
    table.do(TakeItem(who=other, name="Rope"))
    for item in ("Torch", "Wallet"):
        refused = table.refused(PartWith(who=who, item=item, how=GIVEN, to=other))
        assert refused.code == "keeps-everything"
    table.do(SetField(who=(who,), field="cash", value=3))
    assert table.refused(Buy(who=who, things=("rope",), price=0, worth="cheap", to=other)).code == "keeps-everything"
    assert table.refused(HandCash(who=who, to=other, points=1)).code == "keeps-everything"
    table.do(PartWith(who=other, item="Rope", how=GIVEN, to=who))
    assert [i.name for i in sheet(table).belongings] == ["Torch", "Wallet", "Rope"]
    table.do(Buy(who=who, things=("bread",), price=0, worth="cheap"))
    assert frenzy.refuses_giving(table.who("mike")) and not frenzy.refuses_giving(table.who("jessica"))


# Addiction -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-FRZ-028")
def test_addiction_takes_an_attribute_for_the_session(table: Table) -> None:
    who = mike(table, "addiction")
    table.do(SetField(who=(who,), field="potential", value=5))
    assert table.refused(StartSession()).code == "addiction-first"
    [task] = addiction.offer(table.state, table.who("mike"))
    assert (task.who, task.command, task.form) == (who, None, f"addicted {who}")
    table.do(ServeAddiction(who=who, attribute="DSC"))
    table.do(StartSession())
    assert (dice(table, "DSC"), dice(table, "WIS")) == (3, 5)
    assert sheet(table).potential == 5
    assert table.refused(ServeAddiction(who=who, attribute="WIS")).code == "no-addiction"
    table.do(SessionOver())
    assert dice(table, "DSC") == 5, "cleared at session end"
    assert addiction.open_for(table.who("mike")) is not None


@pytest.mark.rule("LP-FRZ-028")
def test_addiction_takes_potential(table: Table) -> None:
    who = mike(table, "addiction")
    table.do(SetField(who=(who,), field="potential", value=5))
    table.do(ServeAddiction(who=who, potential=True))
    assert sheet(table).potential == 2
    table.do(StartSession())
    assert dice(table, "DSC") == 5


@pytest.mark.rule("LP-FRZ-028")
def test_three_points_are_enough_for_the_choice(table: Table) -> None:
    who = mike(table, "addiction")
    table.do(SetField(who=(who,), field="potential", value=3))
    [task] = addiction.offer(table.state, table.who("mike"))
    assert "potential" in task.what.id
    table.do(ServeAddiction(who=who, potential=True))
    assert sheet(table).potential == 0


@pytest.mark.rule("LP-FRZ-028")
def test_too_little_potential_is_no_choice(table: Table) -> None:
    who = mike(table, "addiction")
    for field, value in (("potential", 2), ("cash", 5), ("reliable", 5)):
        table.do(SetField(who=(who,), field=field, value=value))
    [task] = addiction.offer(table.state, table.who("mike"))
    assert "potential" not in task.what.id
    assert table.refused(ServeAddiction(who=who, potential=True)).code == "not-enough-points"
    assert table.refused(ServeAddiction(who=who)).code == "not-a-choice"
    assert table.refused(ServeAddiction(who=who, attribute="initiative")).code == "not-a-choice"
    assert table.refused(ServeAddiction(who=who, attribute="PHY", potential=True)).code == "not-a-choice"


# The friend's reroll -------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-FRZ-030b")
def test_the_friend_is_a_specialty_that_is_the_gms(table: Table) -> None:
    who = mike(table, "your_best_friend")
    assert sheet(table).specialties == {FRIEND: Specialty(granted="your_best_friend")}
    assert table.refused(SetPassion(who=who, specialties=(FRIEND,), force=True)).code == "never-a-passion"
    rolled(table, success(5))
    assert table.refused(Expend(who=who, specialty=FRIEND)).code == "only-the-gm-expends"
    table.do(Expend(who=who, specialty=FRIEND, gm=True), (2, 2, 5, 5, 4))
    made = next(iter(table.state.checks.values()))
    assert checks.faces(made) == (2, 2, 5, 5, 4), "the base pool is thrown again"
    assert sheet(table).specialties[FRIEND].expended
    assert table.refused(Expend(who=who, specialty=FRIEND, gm=True)).code == "specialty-expended"
    table.do(ChangeFrenzy(who=who, frenzy="your_best_friend", gone=True))
    assert sheet(table).specialties == {}


@pytest.mark.rule("LP-FRZ-025b", "LP-FRZ-110", "LP-FRZ-111")
def test_nothing_is_asked_any_more_about_a_state_that_is_gone(table: Table) -> None:
    who = mike(table)
    for one_ in ("dependency", "ptsd"):
        table.do(ChangeFrenzy(who=who, frenzy=one_))
    table.do(ChangeFrenzy(who=who, frenzy="dependency", gone=True))
    assert (asked(table, "frenzy_item"), [q.ref for q in asked(table, "frenzy_cause")]) == ([], ["ptsd"])
    table.do(ChangeFrenzy(who=who, frenzy="ptsd", gone=True))
    assert not asked(table, "frenzy_cause")


@pytest.mark.rule("LP-FRZ-030b", "LP-FRZ-111")
def test_with_the_friend_go_the_links_to_it(table: Table) -> None:
    who = mike(table, "your_best_friend")
    table.do(TakeTrait(who=who, trait="ambitious"))
    table.do(SetLifeGoal(who=who, goal="fame"))
    table.do(SetSpecialty(who=who, specialty="art"))
    for other in (FRIEND, "art"):
        table.do(LinkSpecialties(who=who, a="fame", b=other, why="it leads there"))
    table.do(ChangeFrenzy(who=who, frenzy="your_best_friend", gone=True))
    assert sheet(table).links == (Link("fame", "art", "it leads there"),)
    assert problems(RULESET, table.state) == ()


def rolled(table: Table, faces: list[int]) -> None:
    """A check of Mike's on the table."""
    who = table.ids["mike"]
    table.do(CallCheck(who=(who,), kind="WIS", difficulty=6))
    table.do(RollCheck(who=who, kind="WIS", hold=True), faces)


@pytest.mark.rule("LP-FRZ-030b")
def test_not_on_a_critical_success(table: Table) -> None:
    who = mike(table, "your_best_friend")
    rolled(table, [1, 2, 3, 6, 6])
    assert table.refused(Expend(who=who, specialty=FRIEND, gm=True)).code == "not-on-critical-success"


@pytest.mark.rule("LP-FRZ-030b")
def test_a_critical_failure_is_no_bar(table: Table) -> None:
    who = mike(table, "your_best_friend")
    rolled(table, [2, 2, 2, 6, 6])
    table.do(Expend(who=who, specialty=FRIEND, gm=True), (4, 5, 6, 6, 6))
    assert checks.result(next(iter(table.state.checks.values()))).outcome == "success"


def test_nothing_else_is_asked_of_the_dead(table: Table) -> None:
    mike(table, "dependency")
    table.do(ChangeFrenzy(who=table.ids["mike"], frenzy="ptsd"))
    lose(table, 1)
    give(table, "mike", "dead")
    assert not table.state.questions and not owed(table)
    table.do(PassTime(minutes=60 * 24))
    assert not table.state.questions
    assert held(table) == ("dependency", "ptsd")
