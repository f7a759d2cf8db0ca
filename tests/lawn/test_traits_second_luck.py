"""Lucky, Steady, Adventurous and Bold: the ledger's cases."""

from __future__ import annotations

from fractions import Fraction

import pytest

from gmconsole.core.model import Msg
from gmconsole.rulesets.lawn import abilities, alterations, negotiation, traits
from gmconsole.rulesets.lawn.alterations import AlterDie, AppendDice, Reroll
from gmconsole.rulesets.lawn.expending import Expend
from gmconsole.rulesets.lawn.potential import Invest
from gmconsole.rulesets.lawn.session_end import EndSession, SessionStep
from gmconsole.rulesets.lawn.sessions import StartSession
from gmconsole.rulesets.lawn.settling import result
from gmconsole.rulesets.lawn.teamwork import Assist
from gmconsole.rulesets.lawn.traits_luck import Adventure, SetLuckyNumber, TakeExtraDie

from .conftest import Table
from .traited import came, faces, gifted, labels, on_table, options, own, potential, roll, settle, sheet


def counter(table: Table, who: str, key: str) -> int:
    return traits.counter(table.state.entities[who], key)


# Lucky ---------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-TRT-117", "LP-TRT-205")
def test_the_lucky_number_lies_behind_every_check(table: Table) -> None:
    who = gifted(table, "lucky")
    assert counter(table, who, "lucky_number") == 4
    roll(table, who, [2, 6, 3, 6, 6])
    assert faces(table, who) == [2, 6, 3, 6, 6, 4]
    assert came(table, who) == "success/0"
    settle(table, who)
    roll(table, who, [1, 1, 1, 5, 6])
    assert faces(table, who) == [1, 1, 1, 5, 6, 4]
    assert came(table, who) == "critical_failure/3"
    settle(table, who)
    table.do(SetLuckyNumber(who=who, number=1))
    roll(table, who, [4, 5, 6, 2, 2])
    assert faces(table, who) == [4, 5, 6, 2, 2, 1]
    assert came(table, who) == "success/1"


@pytest.mark.rule("LP-TRT-117")
def test_a_reroll_has_the_lucky_number_again(table: Table) -> None:
    who = gifted(table, "lucky")
    own(table, who, art=False)
    roll(table, who, [2, 6, 2, 6, 6], kind="INF", purpose="art")
    table.do(Expend(who=who, specialty="art"), [3, 3, 5, 6, 1])
    assert faces(table, who) == [3, 3, 5, 6, 1, 4]
    assert came(table, who) == "success/1"
    table.do(Reroll(who=who), [2, 2, 6, 6, 1])
    assert faces(table, who) == [2, 2, 6, 6, 1, 4]


@pytest.mark.rule("LP-TRT-117b")
def test_the_lucky_number_changes_between_sessions_alone(table: Table) -> None:
    who = gifted(table, "lucky")
    other = table.pc("jessica")
    table.do(SetLuckyNumber(who=who, number=6))
    assert table.refused(SetLuckyNumber(who=other, number=6)).code == "needs-trait"
    for number in (0, 31):
        assert table.refused(SetLuckyNumber(who=who, number=number)).code == "out-of-bounds"
    table.do(StartSession())
    assert table.refused(SetLuckyNumber(who=who, number=2)).code == "session-running"
    table.do(EndSession())
    assert table.refused(SetLuckyNumber(who=who, number=2)).code == "step-not-reached"
    for step in range(1, 6):
        table.do(SessionStep(step=step, force=True))
    table.do(SetLuckyNumber(who=who, number=2))
    assert counter(table, who, "lucky_number") == 2


@pytest.mark.rule("LP-TRT-117c")
def test_appended_dice_slide_in_before_the_lucky_die(table: Table) -> None:
    who = gifted(table, "lucky")
    roll(table, who, [2, 6, 2, 6, 6])
    assert came(table, who) == "failure/0"
    potential(table, who, 1)
    table.do(Invest(who=who), [3])
    assert faces(table, who) == [2, 6, 2, 6, 6, 3, 4]
    assert came(table, who) == "success/0"
    check = on_table(table, who)
    assert alterations.appended(check) == 1, "the lucky die is none of the appended ones"
    assert check.dice[-1].origin == alterations.TAIL


@pytest.mark.rule("LP-TRT-117c")
def test_the_lucky_die_counts_for_the_three(table: Table) -> None:
    who = gifted(table, "lucky")
    roll(table, who, [2, 3])
    assert faces(table, who) == [2, 3, 4]
    assert came(table, who) == "success/0"


@pytest.mark.rule("LP-TRT-117c", "LP-TRT-101e")
def test_a_tough_companion_counts_the_lucky_number(table: Table) -> None:
    who = gifted(table, "lucky")
    other = gifted(table, "tough", "jessica")
    table.all_bands("near")
    roll(table, who, [2, 6, 2, 6, 6])
    use = abilities.UseAbility(who=other, ability="push", on=who)
    table.do(use, [1, 1, 2, 6])
    assert faces(table, who) == [2, 6, 2, 6, 6, 1, 1, 2, 6, 4], "four dice, the face of the last die"


# Steady --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-TRT-118")
def test_one_die_more_on_five_and_none_after_it(table: Table) -> None:
    who = gifted(table, "steady")
    potential(table, who, 3)
    table.pc("jessica")
    roll(table, who, [2, 3, 5, 6, 6])
    assert "TakeExtraDie" in labels(table, who)
    table.do(TakeExtraDie(who=who), [4])
    assert faces(table, who) == [2, 3, 5, 6, 6, 4]
    assert came(table, who) == "success/0"
    assert table.refused(Invest(who=who)).code == "no-more-dice"
    assert table.refused(AppendDice(who=who)).code == "no-more-dice"
    assert table.refused(TakeExtraDie(who=who)).code == "no-more-dice"
    helped = Assist(who=table.ids["jessica"], whom=who, how="hint", agreed=True)
    assert table.refused(helped).code == "no-more-dice"


@pytest.mark.rule("LP-TRT-118")
def test_six_dice_are_too_many_and_so_are_appended_ones(table: Table) -> None:
    who = gifted(table, "steady")
    roll(table, who, [2, 2, 5, 5, 6, 6])
    assert "TakeExtraDie" not in labels(table, who)
    assert table.refused(TakeExtraDie(who=who)).code == "too-many-for-extra"
    settle(table, who)
    roll(table, who, [2, 2, 5, 5])
    table.do(AppendDice(who=who), [6])
    assert table.refused(TakeExtraDie(who=who)).code == "too-many-for-extra"


@pytest.mark.rule("LP-TRT-118")
def test_two_dice_become_three(table: Table) -> None:
    who = gifted(table, "steady")
    roll(table, who, [2, 3])
    assert came(table, who) == "automatic_failure/0"
    found = next(o for o in options(table, who) if isinstance(o.command, TakeExtraDie))
    assert found.success == Fraction(2, 6), "a 1 or a 4"
    table.do(TakeExtraDie(who=who), [1])
    assert came(table, who) == "critical_success/1"


@pytest.mark.rule("LP-TRT-118b")
def test_two_dice_of_a_helper_and_a_point_appends_ten(table: Table) -> None:
    who = gifted(table, "steady")
    potential(table, who, 2)
    helper = table.pc("jessica")
    roll(table, who, [2, 2, 5, 5, 6])
    table.do(Assist(who=helper, whom=who, how="hint", agreed=True), [2, 6])
    ten = [2, 2, 5, 5, 6, 6, 2, 2, 5, 5]
    table.do(Invest(who=who), ten)
    assert faces(table, who) == [2, 2, 5, 5, 6, 2, 6, *ten]
    assert sheet(table, who).potential == 1


@pytest.mark.rule("LP-TRT-118b", "LP-TRT-118c")
def test_the_third_point_appends_ten_and_x_rises(table: Table) -> None:
    who = gifted(table, "steady")
    potential(table, who, 9)
    roll(table, who, [2, 2, 5, 5, 6])
    assert alterations.rate(table.state, on_table(table, who)) == 1
    table.do(Invest(who=who), [2])
    table.do(Invest(who=who), [5])
    assert alterations.rate(table.state, on_table(table, who)) == 10
    table.do(Invest(who=who), [2] * 10)
    table.do(Invest(who=who), [5] * 10)
    assert counter(table, who, "steady_x") == 2, "after the check alone"
    settle(table, who)
    assert counter(table, who, "steady_x") == 3, "once for each check"
    roll(table, who, [2, 2, 5, 5, 6])
    table.do(Invest(who=who), [2])
    table.do(Invest(who=who), [5])
    assert alterations.rate(table.state, on_table(table, who)) == 1
    settle(table, who)
    assert counter(table, who, "steady_x") == 3, "a check without ten dice"


@pytest.mark.rule("LP-TRT-118c", "LP-SES-011")
def test_x_is_two_again_with_a_session(table: Table) -> None:
    who = gifted(table, "steady")
    potential(table, who, 99)
    for _ in range(3):
        roll(table, who, [2, 2, 5, 5, 6])
        table.do(AppendDice(who=who, count=5), [2, 2, 5, 5, 6])
        table.do(Invest(who=who), [5] * 10)
        settle(table, who)
    assert counter(table, who, "steady_x") == 5
    table.do(StartSession())
    assert counter(table, who, "steady_x") == 2


# Adventurous ---------------------------------------------------------------------------------------------------------


def adventurer(table: Table) -> str:
    who = gifted(table, "adventurous")
    table.do(StartSession())
    return who


@pytest.mark.rule("LP-TRT-120", "LP-SES-010", "LP-SES-011")
def test_adventure_dice_come_and_go_with_a_session(table: Table) -> None:
    who = adventurer(table)
    assert counter(table, who, "adventure_dice") == 18
    roll(table, who, [2, 2, 5, 5, 6])
    table.do(Adventure(who=who, dice=6), [2, 2, 5, 5, 6, 6])
    settle(table, who)
    roll(table, who, [2, 2, 5, 5, 6])
    table.do(Adventure(who=who, dice=5), [2, 2, 5, 5, 6])
    settle(table, who)
    assert counter(table, who, "adventure_dice") == 7
    table.do(EndSession())
    assert counter(table, who, "adventure_dice") == 0
    table.do(StartSession(force=True))
    assert counter(table, who, "adventure_dice") == 18


@pytest.mark.rule("LP-TRT-120b")
def test_a_reroll_with_adventure_dice_is_final(table: Table) -> None:
    who = adventurer(table)
    potential(table, who, 3)
    helper = table.pc("jessica")
    roll(table, who, [2, 2, 5, 5, 6, 6, 2], difficulty=9)
    table.do(Adventure(who=who, dice=5), [3, 9, 5, 5, 6])
    assert faces(table, who) == [3, 9, 5, 5, 6]
    assert counter(table, who, "adventure_dice") == 13
    assert came(table, who) == "failure/0"
    for command in (
        Invest(who=who),
        AppendDice(who=who),
        AlterDie(who=who, position=1, by=1),
        Reroll(who=who),
        Adventure(who=who, dice=5),
        Assist(who=helper, whom=who, how="hint", agreed=True),
    ):
        assert table.refused(command).code == "check-final", command
    assert options(table, who) == ()


@pytest.mark.rule("LP-TRT-120b")
def test_three_to_ten_dice_and_no_critical_failure(table: Table) -> None:
    who = adventurer(table)
    roll(table, who, [2, 2, 5, 5, 6])
    for dice in (2, 11):
        assert table.refused(Adventure(who=who, dice=dice)).code == "out-of-bounds"
    settle(table, who)
    roll(table, who, [2, 2, 2, 5, 6])
    assert table.refused(Adventure(who=who, dice=5)).code == "critical-failure-stands"
    assert "Adventure" not in labels(table, who)
    settle(table, who)
    for dice in (10, 4):
        roll(table, who, [2, 2, 5, 5, 6])
        table.do(Adventure(who=who, dice=dice), [2] * dice)
        settle(table, who)
    roll(table, who, [2, 2, 5, 5, 6])
    found = table.refused(Adventure(who=who, dice=5))
    assert (found.code, found.params["high"]) == ("out-of-bounds", 4)
    table.do(Adventure(who=who, dice=4), [1, 2, 5, 5])
    settle(table, who)
    roll(table, who, [2, 2, 5, 5, 6])
    assert table.refused(Adventure(who=who, dice=3)).code == "too-few-adventure-dice"


@pytest.mark.rule("LP-TRT-120b")
def test_an_automatic_failure_may_be_an_adventure(table: Table) -> None:
    who = adventurer(table)
    roll(table, who, [2, 2])
    table.do(Adventure(who=who, dice=3), [4, 5, 2])
    assert came(table, who) == "failure/0"


@pytest.mark.rule("LP-TRT-120c")
def test_a_success_with_three_dice_is_critical(table: Table) -> None:
    who = adventurer(table)
    roll(table, who, [2, 2, 5, 5, 6])
    table.do(Adventure(who=who, dice=3), [4, 6, 5])
    assert came(table, who) == "critical_success/0"
    settle(table, who)
    roll(table, who, [2, 2, 5, 5, 6])
    table.do(Adventure(who=who, dice=4), [4, 6, 5, 1])
    assert came(table, who) == "success/1"


@pytest.mark.rule("LP-TRT-120d")
def test_a_failure_with_six_dice_is_critical(table: Table) -> None:
    who = adventurer(table)
    roll(table, who, [2, 2, 5, 5, 6])
    table.do(Adventure(who=who, dice=6), [1, 2, 4, 5, 1, 2])
    assert came(table, who) == "critical_failure/2"
    settle(table, who)
    roll(table, who, [2, 2, 5, 5, 6])
    table.do(Adventure(who=who, dice=5), [1, 2, 4, 5, 1])
    assert came(table, who) == "failure/2"


# Bold ----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-TRT-121")
def test_potential_dice_of_the_bold_have_any_size_from_three(table: Table) -> None:
    who = gifted(table, "bold")
    potential(table, who, 4)
    roll(table, who, [1, 2, 7, 7, 9], difficulty=9)
    assert table.refused(Invest(who=who, sides=2)).code == "out-of-bounds"
    table.do(Invest(who=who, sides=3), [1])
    assert on_table(table, who).dice[-1].sides == 3
    settle(table, who)
    roll(table, who, [1, 1, 3, 3, 1], difficulty=3)
    table.do(Invest(who=who, sides=20), [17])
    assert on_table(table, who).dice[-1].face == 17
    other = table.pc("jessica")
    potential(table, other, 1)
    roll(table, other, [1, 2, 7, 7, 9], difficulty=9)
    assert table.refused(Invest(who=other, sides=3)).code == "dice-of-the-check"


@pytest.mark.rule("LP-TRT-121")
def test_the_best_size_is_offered_with_its_chance(table: Table) -> None:
    who = gifted(table, "bold")
    potential(table, who, 4)
    roll(table, who, [1, 2, 7, 7, 9], difficulty=9)
    found = next(o for o in options(table, who) if isinstance(o.command, Invest) and o.command.sides)
    # A D3 shows the 3 that is missing; any other missing face (8 of 7-8-9) needs a larger die.
    assert (found.command, found.success) == (Invest(who=who, sides=3), Fraction(1, 3))
    usual = next(o for o in options(table, who) if o.command == Invest(who=who))
    assert usual.success == Fraction(2, 9), "a 3 or an 8"


@pytest.mark.rule("LP-TRT-121b")
def test_the_first_append_costs_nothing_where_it_does_it(table: Table) -> None:
    who = gifted(table, "bold")
    potential(table, who, 4)
    roll(table, who, [1, 2, 7, 7, 9], difficulty=9)
    table.do(Invest(who=who, sides=3), [3])
    assert came(table, who) == "success/1"
    assert sheet(table, who).potential == 4


@pytest.mark.rule("LP-TRT-121b")
def test_a_second_append_and_one_on_a_success_cost_their_points(table: Table) -> None:
    who = gifted(table, "bold")
    potential(table, who, 4)
    roll(table, who, [1, 2, 7, 7, 9], difficulty=9)
    table.do(Invest(who=who), [2])
    table.do(Invest(who=who), [3])
    assert came(table, who) == "success/1"
    assert sheet(table, who).potential == 2
    settle(table, who)
    roll(table, who, [1, 2, 7, 3, 9], difficulty=9)
    table.do(Invest(who=who), [1])
    assert sheet(table, who).potential == 1


@pytest.mark.rule("LP-TRT-121b")
def test_a_degree_asked_for_belongs_to_the_success(table: Table) -> None:
    who = gifted(table, "bold")
    potential(table, who, 4)
    roll(table, who, [2, 3, 4, 7, 9], difficulty=9, required=1)
    table.do(Invest(who=who), [1])
    assert negotiation.passes(on_table(table, who), result(on_table(table, who)))
    assert sheet(table, who).potential == 4


def test_somebody_else_is_refused_by_name(table: Table) -> None:
    who = table.pc("mike")
    roll(table, who, [2, 2, 5, 5, 6])
    for command, trait in ((TakeExtraDie(who=who), "steady"), (Adventure(who=who, dice=5), "adventurous")):
        refused = table.refused(command)
        assert (refused.code, refused.params["trait"]) == ("needs-trait", Msg("trait:" + trait))
    assert {"TakeExtraDie", "Adventure"}.isdisjoint(labels(table, who))


def test_an_encounter_without_sessions_has_its_dice(table: Table) -> None:
    who = gifted(table, "adventurous")
    assert counter(table, who, "adventure_dice") == 18
    roll(table, who, [2, 2, 5, 5, 6])
    table.do(Adventure(who=who, dice=8), [2] * 8)
    assert counter(table, who, "adventure_dice") == 10
