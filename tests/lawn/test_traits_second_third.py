"""Enterprising, Innovative, Single-Minded and Leader, and what may undo a critical failure: the ledger's cases."""

from __future__ import annotations

from fractions import Fraction

import pytest

from gmconsole.core.commands import SetField, SetOption
from gmconsole.core.messages import english
from gmconsole.core.rounds import Phase
from gmconsole.rulesets.lawn import RULESET, abilities, focus, leading, negotiation, pools, traits, traits_third
from gmconsole.rulesets.lawn.abilities import UseAbility
from gmconsole.rulesets.lawn.announcing import ChooseType
from gmconsole.rulesets.lawn.chances import chances
from gmconsole.rulesets.lawn.checks import CallCheck, RollCheck
from gmconsole.rulesets.lawn.crisis import Start
from gmconsole.rulesets.lawn.exchange import share
from gmconsole.rulesets.lawn.expending import Expend
from gmconsole.rulesets.lawn.focus import Compose, PlaceTokens
from gmconsole.rulesets.lawn.outcomes import Result
from gmconsole.rulesets.lawn.potential import Invest
from gmconsole.rulesets.lawn.purchases import Buy
from gmconsole.rulesets.lawn.session_end import EndSession, SessionStep
from gmconsole.rulesets.lawn.sessions import StartSession
from gmconsole.rulesets.lawn.sheets import change_campaign
from gmconsole.rulesets.lawn.specialties import SayRelated
from gmconsole.rulesets.lawn.state import Check
from gmconsole.rulesets.lawn.teamwork import Assist
from gmconsole.rulesets.lawn.traits_third import Innovate, KeepTokens, RegainDice

from .conftest import Table
from .traited import (
    answer,
    asked,
    came,
    expended,
    faces,
    gifted,
    labels,
    on_table,
    options,
    own,
    potential,
    roll,
    settle,
    sheet,
    writing,
)

# Enterprising --------------------------------------------------------------------------------------------------------


def pay(table: Table, who: str, times: int) -> None:
    for _ in range(times):
        table.do(Invest(who=who), [2])


@pytest.mark.rule("LP-TRT-128", "LP-POT-009")
@pytest.mark.parametrize(("start", "appends", "left"), [(2, 5, -3), (0, 2, -2)])
def test_one_check_may_be_paid_for_below_zero(table: Table, start: int, appends: int, left: int) -> None:
    who = gifted(table, "enterprising")
    potential(table, who, start)
    roll(table, who, [2, 2, 5, 5, 6])
    pay(table, who, appends)
    assert sheet(table, who).potential == left
    assert "Invest" in labels(table, who)
    other = table.pc("jessica")
    potential(table, other, 0)
    roll(table, other, [2, 2, 5, 5, 6])
    assert table.refused(Invest(who=other)).code == "not-enough-points"


@pytest.mark.rule("LP-TRT-128")
def test_below_zero_only_as_far_as_the_check_needs_it(table: Table) -> None:
    who = gifted(table, "enterprising")
    roll(table, who, [2, 2, 5, 5, 6])
    table.do(Invest(who=who), [4])
    assert came(table, who) == "success/0"
    assert table.refused(Invest(who=who)).code == "not-enough-points"


@pytest.mark.rule("LP-TRT-128b")
def test_what_is_owed_cannot_be_used_on_a_new_check(table: Table) -> None:
    who = gifted(table, "enterprising")
    roll(table, who, [2, 2, 5, 5, 6])
    pay(table, who, 3)
    settle(table, who)
    roll(table, who, [2, 2, 5, 5, 6])
    assert sheet(table, who).potential == -3
    assert table.refused(Invest(who=who)).code == "not-enough-points"
    assert "Invest" not in labels(table, who)


@pytest.mark.rule("LP-TRT-128b")
@pytest.mark.parametrize(("start", "players", "after"), [(-5, 3, -1), (-1, 1, 11), (0, 3, 2)])
def test_gains_are_doubled_while_potential_is_owed(table: Table, start: int, players: int, after: int) -> None:
    who = gifted(table, "enterprising")
    potential(table, who, start)
    tx = writing(table)
    change_campaign(tx, players=players)
    share(tx, who)
    sheet_now = tx.state.entities[who].sheet
    assert sheet_now is not None
    assert sheet_now.potential == after


@pytest.mark.rule("LP-TRT-128b", "LP-POT-020")
def test_recovery_one_is_no_gain(table: Table) -> None:
    who = gifted(table, "enterprising")
    other = gifted(table, "enterprising", "jessica")
    potential(table, who, -5)
    table.do(StartSession())
    table.do(EndSession())
    for _ in range(3):
        table.do(SessionStep(force=True))
    command = next(t.command for t in table.tasks("recovery") if t.who == who)
    assert command is not None
    table.do(command)
    assert sheet(table, who).potential == -3, "as many points as players"
    assert other in table.state.entities


@pytest.mark.rule("LP-TRT-128c")
def test_other_payments_stay_above_zero(table: Table) -> None:
    who = gifted(table, "enterprising")
    potential(table, who, 1)
    refused = table.refused(Buy(who=who, things=("rope",), price=2, worth="worthy"))
    assert refused.code == "not-enough-points"
    potential(table, who, -1)
    assert table.refused(Buy(who=who, things=("rope",), price=1, worth="worthy")).code == "not-enough-points"


# Innovative ----------------------------------------------------------------------------------------------------------


def inventor(table: Table, **figures: int) -> str:
    who = gifted(table, "innovative")
    for field, value in {"DSC": 3, "WIS": 1, **figures}.items():
        if value:
            table.do(SetField(who=(who,), field=field, value=value))
    return who


def other_type(table: Table, who: str, kind: str = "WIS", natural: str = "DSC", difficulty: int = 6) -> Check:
    table.do(CallCheck(who=(who,), kind=natural, difficulty=difficulty))
    table.do(Innovate(who=who, kind=kind, agreed=True))
    return next(c for c in table.state.checks.values() if c.who == who)


@pytest.mark.rule("LP-TRT-129")
def test_lost_dice_give_potential_on_success(table: Table) -> None:
    who = inventor(table)
    other_type(table, who)
    assert pools.dice_of(table.state, on_owed(table, who))[0] == 6
    table.do(RollCheck(who=who, hold=True), [2, 3, 4, 6, 6, 6])
    assert traits_third.lost(table.state, on_table(table, who)) == 2
    settle(table, who)
    assert sheet(table, who).potential == 2


def on_owed(table: Table, who: str) -> Check:
    return next(c for c in table.state.checks.values() if c.who == who and c.status == "owed")


@pytest.mark.rule("LP-TRT-129")
def test_equal_values_give_nothing_and_higher_ones_are_refused(table: Table) -> None:
    who = inventor(table, WIS=3)
    other_type(table, who)
    table.do(RollCheck(who=who, hold=True), [2, 3, 4, 6, 6, 6, 6, 6])
    settle(table, who)
    assert sheet(table, who).potential == 0
    table.do(CallCheck(who=(who,), kind="INF", difficulty=6))
    assert table.refused(Innovate(who=who, kind="DSC")).code == "no-lower-type"
    assert table.refused(Innovate(who=who, kind="INF")).code == "no-lower-type"


@pytest.mark.rule("LP-TRT-129")
def test_the_gm_says_whether_it_is_reasonable(table: Table) -> None:
    who = inventor(table)
    table.do(CallCheck(who=(who,), kind="DSC", difficulty=6))
    table.do(Innovate(who=who, kind="WIS"))
    answer(table, "innovative", "refuse")
    assert on_owed(table, who).type == "DSC"
    table.do(Innovate(who=who, kind="INF"))
    table.do(Innovate(who=who, kind="WIS"))
    assert asked(table, "innovative") == 1, "the later proposal takes the place of the earlier one"
    answer(table, "innovative", "WIS")
    assert on_owed(table, who).type == "WIS"
    table.do(Innovate(who=who, kind="INF", agreed=True))
    assert traits_third.lost(table.state, on_owed(table, who)) == 3, "still less than with the natural type"


@pytest.mark.rule("LP-TRT-129")
def test_an_offered_type_is_used_without_asking(table: Table) -> None:
    who = inventor(table)
    table.do(CallCheck(who=(who,), kind="DSC", offers=("WIS", "INF"), difficulty=6))
    table.do(Innovate(who=who, kind="WIS"))
    assert on_owed(table, who).type == "WIS"
    assert traits_third.lost(table.state, on_owed(table, who)) == 2
    table.do(CallCheck(who=(who,), kind="DSC", offers=("WIS", "INF"), difficulty=6))
    untyped = next(c for c in table.state.checks.values() if not c.type)
    table.do(ChooseType(who=who, kind="WIS", check=untyped.id))
    assert traits_third.lost(table.state, table.state.checks[untyped.id]) == 0, "a choice like any other"


@pytest.mark.rule("LP-TRT-129b")
def test_a_failure_may_buy_the_dice_back(table: Table) -> None:
    who = inventor(table)
    potential(table, who, 1)
    other_type(table, who)
    table.do(RollCheck(who=who, hold=True), [2, 2, 5, 5, 6, 6])
    found = next(o for o in options(table, who) if isinstance(o.command, RegainDice))
    assert found.success == negotiation.chances_of(on_table(table, who), (2, 2, 5, 5, 6, 6, None, None)).passed
    table.do(RegainDice(who=who), [3, 4])
    assert (faces(table, who)[-2:], sheet(table, who).potential) == ([3, 4], 0)
    assert table.refused(RegainDice(who=who)).code == "no-dice-lost"
    settle(table, who)
    assert sheet(table, who).potential == 0, "no potential any more"


@pytest.mark.rule("LP-TRT-129b")
def test_without_potential_or_after_a_critical_failure_nothing_is_offered(table: Table) -> None:
    who = inventor(table)
    other_type(table, who)
    table.do(RollCheck(who=who, hold=True), [2, 2, 5, 5, 6, 6])
    assert "RegainDice" not in labels(table, who)
    assert table.refused(RegainDice(who=who)).code == "not-enough-points"
    settle(table, who)
    potential(table, who, 3)
    other_type(table, who)
    table.do(RollCheck(who=who, hold=True), [2, 2, 2, 5, 6, 6])
    assert "RegainDice" not in labels(table, who)
    assert table.refused(RegainDice(who=who)).code == "critical-failure-stands"
    settle(table, who)
    other_type(table, who)
    table.do(RollCheck(who=who, hold=True), [2, 3, 4, 5, 6, 6])
    assert table.refused(RegainDice(who=who)).code == "has-passed"
    settle(table, who)
    roll(table, who, [2, 2, 5, 5, 6], kind="INF")
    assert table.refused(RegainDice(who=who)).code == "no-dice-lost"


@pytest.mark.rule("LP-TRT-129c")
@pytest.mark.parametrize(("points", "face"), [(13, 3), (10, 0), (-13, 3)])
def test_the_units_digit_of_potential_lies_behind(table: Table, points: int, face: int) -> None:
    who = gifted(table, "innovative")
    potential(table, who, points)
    roll(table, who, [1, 2, 6, 6, 5])
    table.do(UseAbility(who=who, ability="last_figure"))
    assert faces(table, who) == [1, 2, 6, 6, 5, face]
    assert came(table, who) == "success/1"
    assert on_table(table, who).dice[-1].sides == 0, "never thrown"


@pytest.mark.rule("LP-TRT-129c", "LP-TRT-207", "LP-TRT-208")
def test_the_die_reaches_near_and_no_locked_check(table: Table) -> None:
    who = gifted(table, "innovative")
    potential(table, who, 13)
    other = gifted(table, "keen", "jessica")
    table.all_bands("medium")
    roll(table, other, [1, 2, 6, 6, 5])
    use = UseAbility(who=who, ability="last_figure", on=other)
    assert table.refused(use).code == "out-of-reach"
    table.set_band("mike", "jessica", "near")
    found = next(o for o in options(table, other) if isinstance(o.command, UseAbility))
    assert (found.success, found.dice) == (Fraction(1), (1, 2, 6, 6, 5, 3))
    table.do(use)
    assert came(table, other) == "success/1"
    settle(table, other)
    table.do(RollCheck(who=other, kind="DSC", difficulty=6, hold=True), [1, 2, 6, 6, 5, 5, 6])
    third = gifted(table, "innovative", "otto")
    potential(table, third, 3)
    table.set_band("otto", "jessica", "touch")
    assert table.refused(UseAbility(who=third, ability="last_figure", on=other)).code == "locked"


@pytest.mark.rule("LP-TRT-129")
def test_lower_types_are_offered_with_their_chances(table: Table) -> None:
    who = inventor(table)
    table.do(CallCheck(who=(who,), kind="WIS", difficulty=6))
    found = negotiation.early(table.state, on_owed(table, who))
    offered = {o.command.kind: o.success for o in found if isinstance(o.command, Innovate)}
    assert set(offered) == {"PHY", "MND", "OPR", "FLX", "INF"}, "not discovery, which is higher"
    assert set(offered.values()) == {chances(((None,) * 5), 6).passed}


# Single-Minded -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-TRT-131")
def test_a_passive_success_of_one_degree_gives_a_token(table: Table) -> None:
    who = gifted(table, "single_minded")
    for dice, manner, tokens in (
        ([4, 5, 6, 1, 4], "passive", 1),
        ([4, 5, 6, 1, 1], "passive", 0),
        ([4, 5, 6, 1, 4], "active", 0),
        ([4, 4, 6, 1, 5], "passive", 1),
        ([2, 2, 6, 1, 4], "passive", 0),
    ):
        roll(table, who, dice, kind="DSC", manner=manner)
        settle(table, who)
        assert asked(table, "focus_token") == tokens, (dice, manner)
        if tokens:
            answer(table, "focus_token", "FLX")
    assert sheet(table, who).tokens == {"FLX": 2}


@pytest.mark.rule("LP-TRT-131", "LP-FOC-019")
def test_no_tokens_where_the_rule_is_off(table: Table) -> None:
    who = gifted(table, "single_minded")
    table.do(SetOption(option="focus", value=False))
    roll(table, who, [4, 5, 6, 1, 4], kind="DSC", manner="passive")
    settle(table, who)
    assert asked(table, "focus_token") == 0


def tokens(table: Table, who: str, **where: int) -> None:
    """Give somebody these tokens."""
    wanted = sum(where.values())
    table.do(SetField(who=(who,), field="MND", value=wanted))
    players = sum(p.kind == "pc" for p in table.state.entities.values())
    assert players > 1, "one player has a token more"
    table.do(focus.GrantTokens(who=(who,)))
    table.do(PlaceTokens(who=who, place=where))


@pytest.mark.rule("LP-TRT-131b", "LP-TRT-210")
def test_three_tokens_turn_a_critical_failure(table: Table) -> None:
    who = gifted(table, "single_minded")
    table.pc("jessica")
    tokens(table, who, DSC=3)
    roll(table, who, [5, 5, 5, 1, 2], 9, kind="DSC")
    assert "Compose" in labels(table, who)
    table.do(Compose(who=who))
    assert came(table, who) == "critical_success/1"
    assert sheet(table, who).tokens == {}


@pytest.mark.rule("LP-TRT-131b")
def test_two_tokens_only_at_d3(table: Table) -> None:
    who = gifted(table, "single_minded")
    table.pc("jessica")
    tokens(table, who, DSC=2)
    roll(table, who, [5, 5, 5, 1, 2], 9, kind="DSC")
    assert table.refused(Compose(who=who)).code == "no-composure"
    settle(table, who)
    roll(table, who, [3, 3, 3, 1, 2], 3, kind="DSC")
    table.do(Compose(who=who))
    assert came(table, who) == "critical_success/1"
    assert sheet(table, who).tokens == {}


@pytest.mark.rule("LP-TRT-131c", "LP-FOC-018", "LP-SES-002")
def test_a_token_keeps_the_others(table: Table) -> None:
    who = gifted(table, "single_minded")
    other = gifted(table, "single_minded", "jessica")
    tokens(table, who, DSC=3, FLX=1)
    tokens(table, other, DSC=3, FLX=1)
    table.do(StartSession())
    assert table.refused(KeepTokens(who=who, where="DSC")).code == "tokens-at-session-end"
    table.do(EndSession())
    assert {t.who for t in table.tasks("keep_tokens")} == {who, other}
    assert table.refused(KeepTokens(who=who, where="INF")).code == "no-such-position"
    table.do(KeepTokens(who=who, where="DSC"))
    assert table.refused(KeepTokens(who=who, where="DSC")).code == "once-between-sessions"
    table.do(SessionStep(step=1))
    assert sheet(table, who).tokens == sheet(table, who).locked == {"DSC": 2, "FLX": 1}
    assert sheet(table, other).tokens == {}, "declined"
    for _ in range(6):
        table.do(SessionStep())
    assert focus.loose(sheet(table, who)) == 4, "the kept ones come on top"
    assert table.refused(PlaceTokens(who=who, place={"WIS": 5}, anew=True)).code == "too-few-tokens"
    table.do(PlaceTokens(who=who, place={"WIS": 4}, anew=True))
    assert sheet(table, who).tokens == {"DSC": 2, "FLX": 1, "WIS": 4}, "locked ones cannot be moved"


# Leader --------------------------------------------------------------------------------------------------------------


def led(table: Table) -> tuple[str, str, str]:
    """A leader and two companions with an ability each, all with a check on the table."""
    leader = gifted(table, "leader", "anna")
    others = gifted(table, "tenacious", "mike"), gifted(table, "composed", "jessica")
    table.all_bands("near")
    for who in (leader, *others):
        roll(table, who, [2, 2, 5, 5, 6])
    return leader, *others


def ready(table: Table, who: str) -> list[int]:
    return [row.left for row in abilities.expendables(table.state, table.state.entities[who]) if row.kind == "trait"]


@pytest.mark.rule("LP-TRT-132")
def test_a_leaders_teamwork_frees_one_ability_of_each(table: Table) -> None:
    leader, mike, jessica = led(table)
    own(table, mike, art=False)
    table.do(Assist(who=leader, whom=mike, how="orders", agreed=True), [2, 2])
    answer(table, "leader", "yes")
    table.do(UseAbility(who=mike, ability="nudge", position=1, by=-1))
    assert ready(table, mike) == [1], "it stays ready"
    table.do(UseAbility(who=jessica, ability="steady_hand"), [2, 2])
    assert ready(table, jessica) == [1]
    table.do(UseAbility(who=jessica, ability="steady_hand"), [2, 2])
    assert ready(table, jessica) == [0], "one each"


@pytest.mark.rule("LP-TRT-132", "LP-CHK-038")
def test_the_leaders_question_goes_with_the_last_of_the_checks(table: Table) -> None:
    leader, mike, jessica = led(table)
    table.do(Assist(who=leader, whom=mike, how="orders", agreed=True), [2, 2])
    settle(table, mike)
    assert asked(table, "leader") == 1, "it may still free something for Jessica"
    settle(table, jessica)
    assert asked(table, "leader") == 0


@pytest.mark.rule("LP-TRT-132")
def test_the_freed_ability_may_be_a_specialty_but_the_leaders_frees_nothing(table: Table) -> None:
    leader, mike, _ = led(table)
    own(table, leader, art=False)
    own(table, mike, art=False)
    table.do(SayRelated(who=leader, specialty="art"))
    table.do(Expend(who=leader, specialty="art"), [2, 2, 5, 5, 6])
    assert (expended(table, leader), asked(table, "leader")) == ({"art"}, 0)
    table.do(Assist(who=leader, whom=mike, how="orders", agreed=True), [2, 2])
    answer(table, "leader", "yes")
    table.do(SayRelated(who=mike, specialty="art"))
    table.do(Expend(who=mike, specialty="art"), [2, 2, 5, 5, 6])
    assert expended(table, mike) == set()
    table.do(Expend(who=mike, specialty="art"), [2, 2, 5, 5, 6])
    assert expended(table, mike) == {"art"}


@pytest.mark.rule("LP-TRT-132")
def test_whoever_has_nothing_left_has_nothing_to_use(table: Table) -> None:
    leader = gifted(table, "leader", "anna")
    other = gifted(table, "bold", "mike")
    third = table.pc("jessica")
    own(table, third, art=False)
    table.do(Assist(who=other, whom=_call(table, third), how="hint", agreed=True))
    roll(table, other, [2, 2, 5, 5, 6])
    assert [c.who for c in leading.led_checks(table.state, leader)] == [third]
    table.do(Assist(who=leader, whom=third, how="orders", agreed=True))
    answer(table, "leader", "no")
    assert all(leading.LED not in c.noted for c in table.state.checks.values())


def _call(table: Table, who: str) -> str:
    table.do(CallCheck(who=(who,), kind="WIS", difficulty=6))
    return who


@pytest.mark.rule("LP-TRT-132b")
def test_who_is_simultaneous_in_a_crisis(table: Table) -> None:
    a, b, c = (table.pc(name) for name in ("anna", "mike", "jessica"))
    table.all_bands("near")
    table.do(Start())
    table.to_phase("initiative")
    assert table.state.phase == "initiative"
    assert all(leading.simultaneous(table.state, x, y) for x in (a, b, c) for y in (a, b, c))
    for who, dice in ((a, [1, 2, 4, 3, 3]), (b, [4, 5, 6, 1, 1]), (c, [1, 1, 4, 4, 6])):
        sanity = table.state.entities[who].sanity
        table.do(RollCheck(who=who, kind="initiative", difficulty=6), [*dice, *[1] * sanity])
    table.do(Phase(to="movement", force=True))
    assert leading.simultaneous(table.state, a, c)
    table.do(Phase(to="action", force=True))
    results = table.state.crisis.initiative
    won = {who: isinstance(came, Result) and came.outcome.endswith("success") for who, came in results.items()}
    assert won == {a: True, b: True, c: False}
    assert leading.simultaneous(table.state, a, b)
    assert not leading.simultaneous(table.state, a, c)
    assert not leading.simultaneous(table.state, c, b)


@pytest.mark.rule("LP-TRT-132c", "LP-SES-010")
def test_a_borrowed_trait_until_the_session_ends(table: Table) -> None:
    who = gifted(table, "leader", attributes={"INF": 3})
    table.do(StartSession())
    done = table.do(UseAbility(who=who, ability="borrow_trait"), [3, 7])
    said = [english(m) for e in done.entry.events if (m := RULESET.say(e, table.state)) is not None]
    assert "pc-001 rolls 3 7: trait:bright, trait:charming" in said
    answer(table, "leader_trait", "charming")
    assert traits.held(table.state.entities[who]) == ("leader", "charming")
    table.do(CallCheck(who=(who,), kind="INF", difficulty=6))
    assert pools.dice_of(table.state, on_owed(table, who)) == (7, 6)
    assert table.refused(UseAbility(who=who, ability="borrow_trait")).code == "ability-expended"
    table.do(EndSession())
    table.do(SessionStep(force=True))
    assert traits.has(table.state.entities[who], "charming")
    table.do(SessionStep(step=2, force=True))
    assert traits.held(table.state.entities[who]) == ("leader",)
    assert ready(table, who) == [1]


@pytest.mark.rule("LP-TRT-132c")
def test_two_equal_dice_leave_no_choice(table: Table) -> None:
    who = gifted(table, "leader")
    table.do(UseAbility(who=who, ability="borrow_trait"), [2, 2])
    assert sheet(table, who).borrowed == "resolute"
    assert asked(table, "leader_trait") == 0


# What may undo a critical failure ------------------------------------------------------------------------------------


@pytest.mark.rule("LP-TRT-210")
@pytest.mark.parametrize(
    ("trait", "offered"),
    [
        ("cautious", {"UseAbility"}),
        ("tenacious", {"UseAbility"}),
        ("confident", {"LayFaces"}),
        ("arrogant", set()),
        ("single_minded", {"Compose"}),
        ("spirited", set()),
        ("adventurous", set()),
        ("bold", set()),
    ],
)
def test_what_is_offered_on_a_critical_failure(table: Table, trait: str, offered: set[str]) -> None:
    who = gifted(table, trait)
    table.pc("jessica")
    if trait == "single_minded":
        tokens(table, who, WIS=3)
    potential(table, who, 9)
    own(table, who, art=False)
    roll(table, who, [4, 4, 4, 2, 2])
    assert came(table, who).startswith("critical_failure")
    traits_own = {"UseAbility", "LayFaces", "Compose", "Adventure", "Invest", "Expend", "StoreFace"}
    assert labels(table, who) & traits_own == offered


@pytest.mark.rule("LP-TRT-210")
def test_a_swap_that_undoes_it_brings_potential_back(table: Table) -> None:
    who = gifted(table, "cautious")
    potential(table, who, 1)
    roll(table, who, [4, 4, 4, 1, 2])
    assert "Invest" not in labels(table, who)
    table.do(UseAbility(who=who, ability="exchange_ends"), [6])
    assert came(table, who) == "failure/1"
    assert "Invest" in labels(table, who)
