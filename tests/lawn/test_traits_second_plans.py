"""Reserved and Ambitious: plans of three steps, and links between specialties; the ledger's cases."""

from __future__ import annotations

import pytest

from gmconsole.core.commands import Note
from gmconsole.core.model import Command
from gmconsole.rulesets.lawn import abilities, links, negotiation, plans, pools
from gmconsole.rulesets.lawn.checks import CallCheck, RollCheck
from gmconsole.rulesets.lawn.expending import Expend
from gmconsole.rulesets.lawn.links import LinkSpecialties, SetLifeGoal, UseLinks
from gmconsole.rulesets.lawn.plans import EndPlan, MakePlan, UseStep
from gmconsole.rulesets.lawn.session_end import EndSession, SessionStep
from gmconsole.rulesets.lawn.sessions import StartSession
from gmconsole.rulesets.lawn.specialties import SayRelated, SetSpecialty
from gmconsole.rulesets.lawn.traits import TakeTrait

from .conftest import Table
from .traited import answer, asked, expended, faces, gifted, options, own, roll, settle, sheet

STEPS = ("distract the porter", "open the safe", "leave by the roof")
GOAL = "Rebuild the manor"


def plan(who: str, steps: tuple[str, ...] = STEPS, text: str = "rob the bank") -> Command:
    return MakePlan(who=who, text=text, steps=steps)


def used(table: Table, who: str) -> list[bool]:
    return [done for _, done in plans.steps(table.state.entities[who])]


# Reserved ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-TRT-127")
def test_the_reserved_have_poker_face(table: Table) -> None:
    who = gifted(table, "reserved")
    assert list(sheet(table, who).specialties) == ["poker_face"]
    assert (sheet(table, who).specialties["poker_face"].price, sheet(table, who).xp) == (2, 0)


@pytest.mark.rule("LP-TRT-127b")
def test_poker_face_becomes_a_plan_that_is_ready(table: Table) -> None:
    who = gifted(table, "reserved")
    own(table, who, poker_face=True)
    table.do(plan(who))
    assert list(sheet(table, who).specialties) == ["plan"]
    assert expended(table, who) == set()
    assert plans.steps(table.state.entities[who]) == tuple((step, False) for step in STEPS)
    assert table.refused(plan(who)).code == "ability-expended"


@pytest.mark.rule("LP-TRT-127b")
def test_a_plan_has_a_text_and_three_steps(table: Table) -> None:
    who = gifted(table, "reserved")
    for command in (
        plan(who, STEPS[:2]),
        plan(who, (*STEPS, "a fourth")),
        plan(who, ("one", "two", " ")),
        plan(who, text=" "),
        abilities.UseAbility(who=who, ability="make_plan", text="rob the bank"),
    ):
        assert table.refused(command).code == "plan-incomplete", command
    assert abilities.ready(table.state.entities[who], abilities.ABILITIES["make_plan"]) == 1
    assert table.refused(plan(table.pc("jessica"))).code == "needs-trait"


@pytest.mark.rule("LP-TRT-127c")
def test_a_step_gives_two_dice_before_the_roll_once(table: Table) -> None:
    who = gifted(table, "reserved")
    other = table.pc("jessica")
    table.do(CallCheck(who=(other,), kind="WIS", difficulty=6))
    check = next(iter(table.state.checks.values()))
    assert table.refused(UseStep(who=who, step=1, on=other)).code == "no-plan"
    table.do(plan(who))
    offered = negotiation.early(table.state, check)
    assert [o.command for o in offered] == [UseStep(who=who, step=n, on=other, check=check.id) for n in (1, 2, 3)], (
        "each step for whoever takes part"
    )
    assert offered[0].success == negotiation.chances_of(check, (None,) * 7).passed
    table.do(UseStep(who=who, step=1, on=other))
    answer(table, "plan_step", STEPS[0])
    assert pools.dice_of(table.state, table.state.checks[check.id])[0] == 7
    assert used(table, who) == [True, False, False]
    assert table.refused(UseStep(who=who, step=1, on=other)).code == "step-used"
    for step in (0, 4):
        assert table.refused(UseStep(who=who, step=step, on=other)).code == "out-of-bounds"


@pytest.mark.rule("LP-TRT-127c", "LP-TRT-210")
def test_a_step_gives_two_dice_after_the_roll(table: Table) -> None:
    who = gifted(table, "reserved")
    table.do(plan(who))
    roll(table, who, [2, 2, 2, 5, 6])
    table.do(UseStep(who=who, step=2, agreed=True), [3, 4])
    assert faces(table, who) == [2, 2, 2, 5, 6, 3, 4]
    settle(table, who)
    roll(table, who, [2, 2, 5, 5, 6])
    found = [o for o in options(table, who) if isinstance(o.command, UseStep)]
    assert [o.command.step for o in found if isinstance(o.command, UseStep)] == [1, 3]
    assert all(o.dice == (2, 2, 5, 5, 6, None, None) for o in found)


@pytest.mark.rule("LP-TRT-127c")
def test_whoever_knows_nothing_of_the_plan_has_nothing_of_it(table: Table) -> None:
    who = gifted(table, "reserved")
    other = table.pc("jessica")
    table.do(plan(who))
    table.do(CallCheck(who=(other,), kind="WIS", difficulty=6))
    table.do(UseStep(who=who, step=1, on=other))
    answer(table, "plan_step", "refuse")
    check = next(iter(table.state.checks.values()))
    assert (pools.dice_of(table.state, check)[0], used(table, who)) == (5, [False] * 3)


@pytest.mark.rule("LP-TRT-127c", "LP-TRT-208")
def test_a_locked_check_takes_no_step(table: Table) -> None:
    who = gifted(table, "reserved")
    other = gifted(table, "keen", "jessica")
    table.do(plan(who))
    table.do(CallCheck(who=(other,), kind="DSC", difficulty=6))
    assert table.refused(UseStep(who=who, step=1, on=other)).code == "locked"
    table.do(RollCheck(who=other, hold=True), [2, 2, 5, 5, 6, 6, 6])
    assert table.refused(UseStep(who=who, step=1, on=other)).code == "locked"
    assert used(table, who) == [False] * 3


@pytest.mark.rule("LP-TRT-127d")
def test_another_plan_needs_another_use(table: Table) -> None:
    who = gifted(table, "reserved")
    table.do(StartSession())
    table.do(plan(who))
    roll(table, who, [2, 2, 5, 5, 6])
    table.do(UseStep(who=who, step=1, agreed=True), [2, 2])
    settle(table, who)
    own(table, who, plan=True)
    assert table.refused(plan(who)).code == "ability-expended"
    table.do(EndSession())
    for _ in range(2):
        table.do(SessionStep(force=True))
    table.do(StartSession(force=True))
    assert used(table, who) == [True, False, False], "the plan goes on"
    table.do(plan(who, ("a", "b", "c"), "another way"))
    assert plans.steps(table.state.entities[who]) == (("a", False), ("b", False), ("c", False))
    assert (list(sheet(table, who).specialties), expended(table, who)) == (["plan"], set())


@pytest.mark.rule("LP-TRT-127d")
def test_a_plan_that_is_over_is_poker_face_as_it_stands(table: Table) -> None:
    who = gifted(table, "reserved")
    assert table.refused(EndPlan(who=who)).code == "no-plan"
    table.do(plan(who))
    own(table, who, plan=True)
    table.do(EndPlan(who=who))
    assert (list(sheet(table, who).specialties), expended(table, who)) == (["poker_face"], {"poker_face"})
    assert plans.steps(table.state.entities[who]) == ()
    assert sheet(table, who).words == {}


def test_the_gm_is_asked_once_for_a_step(table: Table) -> None:
    who = gifted(table, "reserved")
    table.do(plan(who))
    roll(table, who, [2, 2, 5, 5, 6])
    table.do(UseStep(who=who, step=1))
    assert table.refused(UseStep(who=who, step=1)).code == "no-change"
    settle(table, who)
    assert asked(table, "plan_step") == 0, "void with the check"


# Ambitious -----------------------------------------------------------------------------------------------------------


def ambitious(table: Table, **held: bool) -> str:
    who = gifted(table, "ambitious")
    own(table, who, **{"art": False, "travel": False, "running": False, **held})
    table.do(SetLifeGoal(who=who, goal=GOAL))
    return who


def link(who: str, a: str, b: str, why: str = "it leads there") -> Command:
    return LinkSpecialties(who=who, a=a, b=b, why=why)


def linked(table: Table, who: str) -> set[tuple[str, str]]:
    return {(found.a, found.b) for found in sheet(table, who).links}


@pytest.mark.rule("LP-TRT-126")
def test_a_life_goal_is_a_specialty_with_up_to_three_links(table: Table) -> None:
    who = ambitious(table, listening=False)
    assert GOAL in sheet(table, who).specialties
    assert sheet(table, who).words[links.GOAL] == GOAL
    assert table.refused(SetLifeGoal(who=who, goal="fame")).code == "has-a-goal"
    assert table.refused(link(who, GOAL, "art", " ")).code == "link-without-reason"
    assert table.refused(link(who, "art", "travel")).code == "no-links-left"
    for key in ("art", "travel", "running"):
        table.do(link(who, GOAL, key))
    assert table.refused(link(who, GOAL, "listening")).code == "no-links-left"
    assert sheet(table, who).links[0].why == "it leads there"
    assert len(linked(table, who)) == 3


@pytest.mark.rule("LP-TRT-126")
def test_a_link_joins_two_owned_specialties_once(table: Table) -> None:
    who = ambitious(table)
    assert table.refused(link(who, GOAL, "chemistry")).code == "no-such-specialty"
    table.do(link(who, GOAL, "art"))
    for a, b in ((GOAL, "art"), ("art", GOAL), (GOAL, GOAL)):
        assert table.refused(link(who, a, b)).code == "linked-already"
    assert table.refused(SetLifeGoal(who=table.pc("jessica"), goal="fame")).code == "needs-trait"


@pytest.mark.rule("LP-TRT-126b")
def test_an_expended_specialty_resets_what_is_linked_to_it(table: Table) -> None:
    who = ambitious(table)
    for key in ("art", "travel"):
        table.do(link(who, GOAL, key))
    new_links(table)
    table.do(link(who, "art", "running"))
    own(table, who, art=True, travel=True, running=True)
    table.do(UseLinks(who=who, specialty=GOAL))
    assert expended(table, who) == {GOAL, "running"}, "running only hangs on art"
    assert linked(table, who) == {("art", "running")}
    assert table.refused(UseLinks(who=who, specialty=GOAL)).code == "specialty-expended"
    assert table.refused(UseLinks(who=who, specialty="travel")).code == "nothing-linked"
    table.do(UseLinks(who=who, specialty="art"))
    assert (expended(table, who), linked(table, who)) == ({GOAL, "art"}, set())


@pytest.mark.rule("LP-TRT-126b")
def test_cooling_is_gone_with_the_reset_and_no_check_is_thrown_again(table: Table) -> None:
    who = ambitious(table, art=True)
    table.do(SetSpecialty(who=who, specialty="art", cooling=2))
    table.do(link(who, "art", GOAL))
    roll(table, who, [2, 2, 5, 5, 6])
    done = table.do(UseLinks(who=who, specialty=GOAL))
    assert done.entry.dice == ()
    assert sheet(table, who).specialties["art"].cooling == 0
    table.do(SayRelated(who=who, specialty="art"))
    table.do(Expend(who=who, specialty="art"), [2, 2, 5, 5, 6])
    assert expended(table, who) == {GOAL, "art"}


def new_links(table: Table) -> None:
    """Come to the seventh step of a session's end."""
    table.do(StartSession())
    table.do(EndSession())
    for step in range(1, 7):
        table.do(SessionStep(step=step, force=True))


@pytest.mark.rule("LP-TRT-126c", "LP-SES-010")
def test_two_links_after_each_session(table: Table) -> None:
    who = ambitious(table, listening=False)
    table.do(link(who, GOAL, "art"))
    table.do(StartSession())
    assert table.refused(link(who, "art", "travel")).code == "no-links-left"
    assert table.refused(link(who, GOAL, "travel")).code == "no-links-left", "the first links are for the beginning"
    table.do(EndSession())
    assert table.refused(link(who, "art", "travel")).code == "no-links-left"
    for step in range(1, 7):
        table.do(SessionStep(step=step, force=True))
    assert table.refused(link(who, "art", "travel", "")).code == "link-without-reason"
    table.do(link(who, "art", "travel"))
    assert table.refused(link(who, "travel", "art")).code == "linked-already"
    table.do(link(who, GOAL, "listening"))
    assert table.refused(link(who, "art", "running")).code == "no-links-left"
    assert len(linked(table, who)) == 3
    table.do(Note(text="until the next one"))
    table.do(StartSession(force=True))
    assert {links.FIRST_LINKS, links.NEW_LINKS}.isdisjoint(sheet(table, who).counters)


@pytest.mark.rule("LP-TRT-126c")
def test_links_not_added_do_not_pile_up(table: Table) -> None:
    who = ambitious(table, listening=False)
    new_links(table)
    table.do(StartSession(force=True))
    table.do(EndSession())
    for step in range(1, 7):
        table.do(SessionStep(step=step, force=True))
    table.do(link(who, "art", "travel"))
    table.do(link(who, "art", "running"))
    assert table.refused(link(who, "art", "listening")).code == "no-links-left"


def test_another_trait_takes_the_goal_and_its_links_along(table: Table) -> None:
    who = ambitious(table)
    table.do(link(who, GOAL, "art"))
    table.do(TakeTrait(who=who, trait="bold", instead=True))
    assert (linked(table, who), GOAL in sheet(table, who).specialties) == (set(), False)
    assert sheet(table, who).words == {}
