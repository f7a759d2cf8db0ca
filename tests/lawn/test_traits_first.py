"""Traits 1 to 7, 11 and 12 of table 2 in play, with the ledger's cases."""

from __future__ import annotations

from fractions import Fraction

import pytest

from gmconsole.core.commands import SetField
from gmconsole.core.questions import Answer
from gmconsole.core.ruleset import Tx
from gmconsole.rulesets.lawn import (
    abilities,
    actions,
    alterations,
    checks,
    injuries,
    negotiation,
    neutral,
    outcomes,
    pools,
    relief,
    sheets,
    traits,
)
from gmconsole.rulesets.lawn.abilities import UseAbility
from gmconsole.rulesets.lawn.alterations import AppendDice, Reroll
from gmconsole.rulesets.lawn.armoury import SessionOver
from gmconsole.rulesets.lawn.checks import CallCheck, RollCheck, SettleCheck
from gmconsole.rulesets.lawn.injuries import ChangeState
from gmconsole.rulesets.lawn.life import ChangeSanity
from gmconsole.rulesets.lawn.neutral import PassTime
from gmconsole.rulesets.lawn.potential import Invest
from gmconsole.rulesets.lawn.state import Check, LawnState, Modifier, PoolLine
from gmconsole.rulesets.lawn.teamwork import Assist
from gmconsole.rulesets.lawn.traits_first import GiveUpSanity, SkipNight

from .conftest import Table
from .test_trait_machinery import faces, hero, on_table, pool, roll, run, stands

HOURS = 60


def potential(table: Table, name: str = "mike", kind: str = "potential") -> int:
    held: int = getattr(sheets.sheet_of(table.who(name)), kind)
    return held


def asked(table: Table, kind: str) -> list[str]:
    """The open questions of that kind."""
    return [q.id for q in table.state.questions.values() if q.kind == kind]


def answer(table: Table, kind: str, value: str, dice: tuple[int, ...] = ()) -> None:
    table.do(Answer(question=asked(table, kind)[0], value=value), dice)


def offered(table: Table, who: str) -> set[str]:
    """The abilities among the options on somebody's check."""
    options = negotiation.options(table.state, on_table(table, who))
    return {o.command.ability for o in options if isinstance(o.command, UseAbility)}


# 01 Tough ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-TRT-101")
def test_the_tough_lose_no_dice_to_injuries(table: Table) -> None:
    who = hero(table, "tough", attributes={"PHY": 0})
    table.do(ChangeState(who=(who,), add=("light_wound",)))
    assert pool(table, who, "PHY") == 5
    table.do(ChangeState(who=(who,), add=("severe_wound",), remove=("light_wound",)))
    assert pool(table, who, "PHY") == 5
    assert not injuries.can_act(table.who("mike")), "what else a state does remains"
    assert pool(table, who, "MND", modifiers=(Modifier(-2, "insomnia"),)) == 3, "frenzy is another matter"
    other = table.pc("anna")
    table.do(ChangeState(who=(other,), add=("light_wound",)))
    assert pool(table, other, "PHY") == 4


@pytest.mark.rule("LP-TRT-101")
def test_the_tough_lose_no_dice_by_hand_or_hearing_either(table: Table) -> None:
    who = hero(table, "tough")
    table.do(ChangeState(who=(who,), add=("injured_hand:right:tended", "ruptured_eardrum")))
    assert pool(table, who, "OPR", hand="right") == 5
    table.do(CallCheck(who=(who,), kind="DSC", difficulty=6, tags=("hearing",)))
    [check] = table.state.checks.values()
    assert pools.conditions(table.state, check) == ()


@pytest.mark.rule("LP-TRT-101b")
def test_three_minor_injuries_worsen_a_tough_one(table: Table) -> None:
    who = hero(table, "tough")
    table.do(ChangeState(who=(who,), add=("light_wound",)))
    table.do(ChangeState(who=(who,), add=("burn",)))
    assert table.states("mike") == ["light_wound", "burn"]
    table.do(ChangeState(who=(who,), add=("light_wound",)))
    assert table.states("mike") == ["severe_wound"]
    assert not table.who("mike").states[0].tended
    table.do(ChangeState(who=(who,), add=("light_wound",)))
    assert injuries.is_dead(table.who("mike"))


@pytest.mark.rule("LP-TRT-101c")
def test_three_hours_are_sleep_enough_for_the_tough(table: Table) -> None:
    for name in ("mike", "anna"):
        who = hero(table, "tough") if name == "mike" else table.pc(name)
        table.do(ChangeSanity(who=(who,), by=-1))
        table.do(ChangeState(who=(who,), add=("sleep_deprived",)))
    table.do(PassTime(minutes=3 * HOURS, sleep=True))
    assert [table.who(name).sanity for name in ("mike", "anna")] == [3, 2]
    assert (table.states("mike"), table.states("anna")) == ([], ["sleep_deprived"])


@pytest.mark.rule("LP-TRT-101c")
def test_the_tough_may_skip_every_second_night(table: Table) -> None:
    tough, other = hero(table, "tough"), table.pc("anna")
    table.do(SkipNight(who=(tough, other)))
    assert (table.states("mike"), table.states("anna")) == ([], ["sleep_deprived"])
    table.do(SkipNight(who=(tough,)))
    assert table.states("mike") == ["sleep_deprived"]
    table.do(PassTime(minutes=6 * HOURS, sleep=True))
    assert table.states("mike") == []
    table.do(SkipNight(who=(tough,)))
    assert table.states("mike") == [], "slept in between"


@pytest.mark.rule("LP-TRT-101d")
@pytest.mark.parametrize(("kind", "purpose"), [("PHY", "fatigue"), ("MND", "pain")])
def test_the_tough_pass_a_check_against_fatigue_or_pain(table: Table, kind: str, purpose: str) -> None:
    who = hero(table, "tough")
    table.do(CallCheck(who=(who,), kind=kind, purpose=purpose, difficulty=15, required=3))
    [check] = table.state.checks.values()
    [option] = [o for o in negotiation.early(table.state, check) if isinstance(o.command, UseAbility)]
    assert option.success == 1
    done = table.do(option.command or SettleCheck(who=who))
    [settled] = [e for e in done.entry.events if isinstance(e, checks.CheckSettled)]
    assert (settled.outcome, settled.degree, settled.passed, settled.rolled) == ("success", 3, True, False)
    assert done.entry.dice == ()
    assert not sheets.is_ready(table.who("mike"), "endure")
    table.do(CallCheck(who=(who,), kind=kind, purpose=purpose, difficulty=15))
    assert table.refused(UseAbility(who=who, ability="endure")).code == "ability-expended"


@pytest.mark.rule("LP-TRT-101d")
def test_other_checks_are_not_passed(table: Table) -> None:
    who = hero(table, "tough")
    table.do(CallCheck(who=(who,), kind="PHY", purpose="force", difficulty=6))
    [check] = table.state.checks.values()
    assert negotiation.early(table.state, check) == ()
    assert table.refused(UseAbility(who=who, ability="endure")).code == "not-for-this-check"


@pytest.mark.rule("LP-TRT-101e")
@pytest.mark.parametrize(("dice", "difficulty", "more"), [((2, 6, 2, 6, 4), 6, 4), ((2, 9, 2, 9, 14), 15, 12)])
def test_the_tough_add_what_the_last_die_shows(table: Table, dice: tuple[int, ...], difficulty: int, more: int) -> None:
    who = hero(table, "tough")
    table.do(CallCheck(who=(who,), kind="PHY", purpose="fatigue", difficulty=6))
    table.do(UseAbility(who=who, ability="endure"))
    roll(table, who, dice, difficulty)
    [option] = [o for o in negotiation.options(table.state, on_table(table, who)) if o.kind == "ability"]
    assert option.dice == (*dice, *(None,) * more)
    table.do(UseAbility(who=who, ability="push"), (2,) * more)
    assert faces(table, who) == (*dice, *(2,) * more)
    assert {die.origin for die in on_table(table, who).dice[5:]} == {"trait"}


@pytest.mark.rule("LP-TRT-101e")
def test_the_tough_help_only_within_near(table: Table) -> None:
    who, other = hero(table, "tough"), table.pc("anna")
    table.set_band("mike", "anna", "medium")
    roll(table, other, (2, 6, 2, 6, 4))
    assert offered(table, other) == set()
    assert table.refused(UseAbility(who=who, ability="push", on=other)).code == "out-of-reach"
    table.set_band("mike", "anna", "near")
    assert offered(table, other) == {"push"}


# 02 Composed ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-TRT-102")
def test_the_composed_have_sanity_four(table: Table) -> None:
    who = hero(table, "composed")
    assert (table.who("mike").sanity, table.who("mike").sanity_max) == (4, 4)
    table.do(ChangeSanity(who=(who,), by=-4))
    answer(table, "faint", "unconscious")
    table.do(actions.Help(who=table.npc("doc", side="friendly"), whom=who, does="wake"))
    assert table.who("mike").sanity == 4
    assert sheets.sheet_of(table.who("mike")).frenzy_rolls, "then the frenzy roll"


@pytest.mark.rule("LP-TRT-102b")
@pytest.mark.parametrize(("sanity", "gain"), [(4, 1), (3, 0)])
def test_waking_with_full_sanity_gives_the_composed_potential(table: Table, sanity: int, gain: int) -> None:
    who = hero(table, "composed")
    table.do(ChangeSanity(who=(who,), by=sanity - 4)) if sanity < 4 else None
    table.do(PassTime(minutes=6 * HOURS, sleep=True))
    assert (table.who("mike").sanity, potential(table)) == (4, gain)


@pytest.mark.rule("LP-TRT-102c")
@pytest.mark.parametrize(("lost", "more"), [(0, 2), (3, 5)])
def test_the_composed_add_two_and_the_sanity_lost(table: Table, lost: int, more: int) -> None:
    who, other = hero(table, "composed"), table.pc("anna")
    table.all_bands("touch")
    if lost:
        table.do(ChangeSanity(who=(who,), by=-lost))
    table.do(CallCheck(who=(other,), kind="WIS", difficulty=6))
    [check] = table.state.checks.values()
    [option] = [o for o in negotiation.early(table.state, check) if o.kind == "ability"]
    before = negotiation.before(table.state, check)
    assert before is not None
    assert option.success > before.passed
    table.do(UseAbility(who=who, on=other))
    assert pools.pool_lines(table.state, table.state.checks[check.id])[-1] == PoolLine("steady_hand", more, True)
    table.do(RollCheck(who=other, hold=True), (2, 2, 5, 5, 6) + (6,) * more)
    table.do(Reroll(who=other), (2, 2, 5, 5, 6))
    table.do(SessionOver())
    table.do(UseAbility(who=who, on=other), (1,) * more)
    assert len(faces(table, other)) == 5 + more, "after the roll they are appended"


# 03 Spirited ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-TRT-103")
@pytest.mark.parametrize("sanity", [3, 0])
def test_the_spirited_pass_initiative(table: Table, sanity: int) -> None:
    hero(table, "spirited")
    person = table.who("mike")
    modifiers = (Modifier(-4, "gm"),) if not sanity else ()
    came = pools.automatic(table.state, person, "initiative", "", modifiers)
    assert came is not None
    assert (came.outcome, came.degree, came.rolled) == ("success", 3, False)
    table.pc("anna")
    assert pools.automatic(table.state, table.who("anna"), "initiative", "") is None
    assert pools.automatic(table.state, table.who("mike"), "WIS", "") is None


@pytest.mark.rule("LP-TRT-103b")
@pytest.mark.parametrize(("kind", "dice", "passes"), [("PHY", 3, True), ("OPR", 5, True), ("PHY", 2, False)])
def test_the_spirited_pass_speed_unless_it_fails_by_itself(table: Table, kind: str, dice: int, passes: bool) -> None:
    who = hero(table, "spirited")
    said = (Modifier(dice - 5, "gm"),) if dice != 5 else ()
    done = table.do(
        RollCheck(who=who, kind=kind, purpose="speed", difficulty=9, modifiers=said), () if passes else (1,) * dice
    )
    [settled] = [e for e in done.entry.events if isinstance(e, checks.CheckSettled)]
    assert (settled.outcome, settled.degree if passes else 3) == ("success" if passes else "automatic_failure", 3)


@pytest.mark.rule("LP-TRT-103c")
@pytest.mark.parametrize(
    ("dice", "new", "after", "outcome"),
    [
        ((2, 2, 5, 6, 5), (3, 1), (2, 2, 3, 6, 1), ("success", 1)),
        ((2, 2, 5, 6, 6), (2,), (2, 2, 2, 6, 6), ("critical_failure", 0)),
    ],
)
def test_the_spirited_throw_one_number_again(
    table: Table, dice: tuple[int, ...], new: tuple[int, ...], after: tuple[int, ...], outcome: tuple[str, int]
) -> None:
    who = hero(table, "spirited")
    roll(table, who, dice)
    table.do(UseAbility(who=who, number=5), new)
    assert faces(table, who) == after
    assert stands(table, who) == outcome


@pytest.mark.rule("LP-TRT-103c")
def test_the_reroll_of_a_number_shows_its_odds_and_leaves_critical_failures(table: Table) -> None:
    who = hero(table, "spirited")
    roll(table, who, (2, 2, 4, 6, 6))
    options = {
        o.command.number: o
        for o in negotiation.options(table.state, on_table(table, who))
        if isinstance(o.command, UseAbility)
    }
    assert options[6].dice == (2, 2, 4, None, None)
    pairs = [(a, b) for a in range(1, 7) for b in range(1, 7)]
    hits = sum(outcomes.is_success(outcomes.evaluate((2, 2, 4, *pair))) for pair in pairs)
    assert options[6].success == Fraction(hits, 36)
    assert table.refused(UseAbility(who=who, number=3)).code == "no-such-face"
    table.do(SettleCheck(who=who))
    roll(table, who, (2, 2, 2, 6, 6))
    assert offered(table, who) == set()
    assert table.refused(UseAbility(who=who, number=2)).code == "critical-failure-bars"


# 04 Cautious ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-TRT-104")
def test_the_cautious_get_a_die_more_with_what_they_expend(table: Table) -> None:
    who, other = hero(table, "cautious", attributes={"WIS": 1}), table.pc("anna")
    assert abilities.extra(table.state, who) == 1
    check = roll(table, who, (2, 2, 5, 5, 6, 6))

    def art(tx: Tx[LawnState]) -> None:
        alterations.reroll_base(tx, check.id, "art", extra=abilities.extra(tx.state, who))

    assert len(run(table, art, (2, 2, 4, 4, 6, 6, 6)).checks[check.id].dice) == 7
    roll(table, other, (2, 2, 5, 5, 6))
    table.do(Assist(who=who, whom=other, how="holds the lamp", agreed=True), (1, 1, 1))
    assert len(faces(table, other)) == 8
    table.do(CallCheck(who=(other,), kind="DSC", difficulty=6))
    assert pools.help_dice(table.state, who) == 3
    assert pools.help_dice(table.state, other) == 2


@pytest.mark.rule("LP-TRT-104b")
@pytest.mark.parametrize(
    ("dice", "extra", "after", "outcome"),
    [
        ((5, 2, 3, 4, 1), 6, (1, 2, 3, 4, 5, 6), ("critical_success", 1)),
        ((4, 4, 4, 1, 2), 3, (2, 4, 4, 1, 4, 3), ("success", 1)),
    ],
)
def test_the_cautious_swap_the_ends(
    table: Table, dice: tuple[int, ...], extra: int, after: tuple[int, ...], outcome: tuple[str, int]
) -> None:
    who = hero(table, "cautious")
    roll(table, who, dice)
    [option] = [o for o in negotiation.options(table.state, on_table(table, who)) if o.kind == "ability"]
    assert option.dice == (*after[:5], None)
    table.do(UseAbility(who=who), (extra,))
    assert (faces(table, who), stands(table, who)) == (after, outcome)


@pytest.mark.rule("LP-TRT-104b")
def test_the_swap_has_two_uses(table: Table) -> None:
    who = hero(table, "cautious")
    roll(table, who, (5, 2, 2, 6, 4))
    for _ in range(2):
        table.do(UseAbility(who=who, ability="exchange_ends"), (6,))
    assert table.refused(UseAbility(who=who, ability="exchange_ends")).code == "ability-expended"
    table.do(SessionOver())
    table.do(UseAbility(who=who, ability="exchange_ends"), (6,))


# 05 Reliable ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-TRT-105")
def test_a_reliable_point_appends_three_dice_and_buys_nothing_else(table: Table) -> None:
    who = hero(table, "reliable")
    table.do(SetField(who=(who,), field="potential", value=7))
    assert (potential(table), potential(table, kind="reliable")) == (7, 3)
    roll(table, who, (2, 2, 5, 5, 6))
    table.do(Invest(who=who, kind="reliable"), (6, 6, 2))
    assert (len(faces(table, who)), potential(table), potential(table, kind="reliable")) == (8, 7, 2)
    table.do(Invest(who=who), (6,))
    assert (len(faces(table, who)), potential(table)) == (9, 6)


@pytest.mark.rule("LP-TRT-105b")
@pytest.mark.parametrize(("gain", "shares"), [(6, (5, 1)), (2, (1, 1)), (1, (0, 1))])
def test_one_point_of_a_session_is_reliable(table: Table, gain: int, shares: tuple[int, int]) -> None:
    hero(table, "reliable")
    found = traits.potential_shares(table.who("mike"), gain)
    assert (found["potential"], found["reliable"]) == shares
    table.pc("anna")
    assert traits.potential_shares(table.who("anna"), gain) == {"potential": gain, "reliable": 0}


# 06 Determined, 07 Hardworking ---------------------------------------------------------------------------------------


@pytest.mark.rule("LP-TRT-106")
def test_the_last_three_points_append_five_dice(table: Table) -> None:
    who = hero(table, "determined")
    table.do(SetField(who=(who,), field="potential", value=4))
    roll(table, who, (2, 2, 5, 5, 6))
    table.do(Invest(who=who), (6,))
    assert (len(faces(table, who)), potential(table)) == (6, 3)
    for left in (2, 1, 0):
        table.do(Invest(who=who), (6,) * 5)
        assert potential(table) == left
    assert len(faces(table, who)) == 6 + 15
    table.do(SetField(who=(who,), field="potential", value=2))
    sheets_after = run(table, lambda tx: sheets.pay(tx, who, 2))
    assert sheets.sheet_of(sheets_after.entities[who]).potential == 0, "they remain ordinary money"


@pytest.mark.rule("LP-TRT-107")
def test_the_hardworking_append_one_die_more_a_point(table: Table) -> None:
    who = hero(table, "hardworking")
    table.do(SetField(who=(who,), field="potential", value=4))
    roll(table, who, (2, 2, 5, 5, 6))
    table.do(Invest(who=who), (6, 2))
    assert len(faces(table, who)) == 7
    for pair in ((6, 5), (2, 2)):
        table.do(Invest(who=who), pair)
    assert (len(faces(table, who)), potential(table)) == (11, 1)


@pytest.mark.rule("LP-TRT-107b", "LP-TRT-107c")
@pytest.mark.parametrize(
    ("dice", "outcome"),
    [
        ((1, 4, 2, 5, 5, 5), "critical_failure"),
        ((1, 2, 4, 3, 3, 3), "critical_failure"),
        ((3, 1, 2, 6, 6, 6), "critical_success"),
        ((4, 4, 4, 1, 2, 3), "critical_failure"),
    ],
)
def test_three_equal_dice_at_the_end(table: Table, dice: tuple[int, ...], outcome: str) -> None:
    who = hero(table, "hardworking")
    roll(table, who, dice)
    assert stands(table, who) == (outcome, 1)


@pytest.mark.rule("LP-TRT-107b")
def test_the_end_is_looked_at_once_what_came_together_lies_there(table: Table) -> None:
    who, other = hero(table, "hardworking"), table.pc("anna")
    table.do(SetField(who=(who,), field="potential", value=9))
    roll(table, who, (1, 4, 2, 5, 5))
    table.do(Assist(who=other, whom=who, how="points", agreed=True), (5, 1))
    assert (faces(table, who), stands(table, who)) == ((1, 4, 2, 5, 5, 5, 1), ("failure", 2))
    table.do(SettleCheck(who=who))
    roll(table, who, (1, 4, 2, 5, 5))
    table.do(AppendDice(who=who, origin="potential"), (5,))
    assert stands(table, who) == ("critical_failure", 1)
    assert table.refused(AppendDice(who=who, origin="potential")).code == "critical-failure-stands"
    assert table.refused(Invest(who=who)).code == "critical-failure-stands"
    third = table.pc("ben")
    table.do(Assist(who=third, whom=who, how="points", agreed=True), (3, 3))
    assert stands(table, who)[0] == "critical_failure", "once it occurs it stands"


@pytest.mark.rule("LP-TRT-107b")
def test_whoever_adds_the_dice(table: Table) -> None:
    who, tough = hero(table, "hardworking"), hero(table, "tough", "anna")
    table.all_bands("near")
    roll(table, who, (4, 5, 2, 2, 1))
    table.do(UseAbility(who=tough, ability="push", on=who), (1,))
    assert stands(table, who)[0] == "failure"
    table.do(AppendDice(who=who, origin="helper"), (1,))
    assert stands(table, who)[0] == "critical_failure"


# 11 Fanatical --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-TRT-111")
def test_the_fanatical_fall_into_a_trance_in_place_of_sleep(table: Table) -> None:
    who = hero(table, "fanatical", attributes={"DSC": 1})
    table.do(PassTime(minutes=2 * HOURS, sleep=True))
    assert table.states("mike") == ["trance"]
    assert {kind: pool(table, who, kind) for kind in ("DSC", "MND", "PHY", "INF")} == {
        "DSC": 4,
        "MND": 3,
        "PHY": 5,
        "INF": 5,
    }
    assert injuries.can_act(table.who("mike"))
    assert injuries.definition("trance").kind == "transient"
    assert table.refused(relief.Tend(who=who, state="trance")).code == "no-first-aid"


@pytest.mark.rule("LP-TRT-111")
def test_the_fanatical_fall_into_a_trance_in_place_of_a_faint(table: Table) -> None:
    who = hero(table, "fanatical")
    table.do(ChangeSanity(who=(who,), by=-3))
    answer(table, "faint", "unconscious")
    assert table.states("mike") == ["trance"]
    table.do(PassTime(minutes=6 * HOURS))
    assert table.states("mike") == []
    assert table.who("mike").sanity == 3
    assert sheets.sheet_of(table.who("mike")).frenzy_rolls, "the frenzy follows on coming round"


@pytest.mark.rule("LP-TRT-111")
def test_other_injuries_end_in_a_trance_too(table: Table) -> None:
    who = hero(table, "fanatical")
    table.do(ChangeState(who=(who,), add=("in_shock",)))
    table.do(ChangeState(who=(who,), add=("dazed",)))
    assert "unconscious" not in table.states("mike")
    assert "trance" in table.states("mike")


@pytest.mark.rule("LP-TRT-111")
def test_a_trance_counts_as_an_injury_for_emergence(table: Table) -> None:
    who = hero(table, "fanatical")
    assert pool(table, who, "emergence") == 5
    table.do(ChangeState(who=(who,), add=("trance",)))
    assert pool(table, who, "emergence") == 6


@pytest.mark.rule("LP-TRT-111b")
def test_six_hours_of_trance_are_sleep(table: Table) -> None:
    who = hero(table, "fanatical")
    table.do(SetField(who=(who,), field="sanity", value=2))
    table.do(PassTime(minutes=6 * HOURS, sleep=True))
    assert (table.states("mike"), table.who("mike").sanity) == ([], 3)


@pytest.mark.rule("LP-TRT-111b")
def test_a_trance_broken_off_is_none(table: Table) -> None:
    who, other = hero(table, "fanatical"), table.pc("anna")
    table.do(SetField(who=(who,), field="sanity", value=2))
    table.do(PassTime(minutes=2 * HOURS, sleep=True))
    table.do(actions.Help(who=other, whom=who, does="wake"))
    assert (table.states("mike"), table.who("mike").sanity) == ([], 2)


@pytest.mark.rule("LP-TRT-111b")
def test_a_trance_of_six_hours_in_two_stretches_is_sleep(table: Table) -> None:
    who = hero(table, "fanatical")
    table.do(SetField(who=(who,), field="sanity", value=2))
    table.do(PassTime(minutes=2 * HOURS, sleep=True))
    table.do(PassTime(minutes=4 * HOURS))
    assert (table.states("mike"), table.who("mike").sanity) == ([], 3)


@pytest.mark.rule("LP-TRT-111c")
@pytest.mark.parametrize(("dice", "gain"), [((2,), 5), ((1, 4), 11)])
def test_every_point_of_sanity_lost_gives_the_fanatical_potential(
    table: Table, dice: tuple[int, ...], gain: int
) -> None:
    who = hero(table, "fanatical")
    table.do(ChangeSanity(who=(who,), by=-len(dice)))
    assert len(asked(table, "fanatical")) == len(dice)
    for face in dice:
        answer(table, "fanatical", "roll", (face,))
    assert potential(table) == gain


@pytest.mark.rule("LP-TRT-111d")
def test_sanity_given_up_gives_five(table: Table) -> None:
    who = hero(table, "fanatical")
    done = table.do(GiveUpSanity(who=who))
    assert (potential(table), table.who("mike").sanity, done.entry.dice) == (5, 2, ())
    table.do(GiveUpSanity(who=who, points=2))
    assert (potential(table), table.who("mike").sanity) == (15, 0)
    assert asked(table, "faint"), "what sanity 0 means happens all the same"
    assert table.refused(GiveUpSanity(who=who)).code == "out-of-bounds"
    assert table.refused(GiveUpSanity(who=table.pc("anna"))).code == "needs-trait"


# 12 Introspective ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-TRT-112")
def test_a_critical_failure_gives_two_dice_of_potential(table: Table) -> None:
    who = hero(table, "introspective")
    table.do(RollCheck(who=who, kind="WIS", difficulty=6), (2, 2, 2, 5, 6))
    answer(table, "introspective_critical", "yes", (4, 3))
    assert potential(table) == 7


@pytest.mark.rule("LP-TRT-112b")
def test_a_failure_gives_one_point_once_it_is_closed(table: Table) -> None:
    who = hero(table, "introspective")
    roll(table, who, (2, 2, 5, 5, 6))
    assert (asked(table, "introspective"), potential(table)) == ([], 0)
    assert table.refused(Invest(who=who)).code == "not-enough-points"
    table.do(SettleCheck(who=who))
    answer(table, "introspective", "yes")
    assert potential(table) == 1
    table.do(RollCheck(who=who, kind="WIS", difficulty=6, modifiers=(Modifier(-3, "gm"),)), (2, 3))
    assert len(asked(table, "introspective")) == 1, "an automatic failure is an ordinary one"


@pytest.mark.rule("LP-TRT-112b")
def test_a_failure_made_good_by_a_reroll_gives_nothing(table: Table) -> None:
    who = hero(table, "introspective")
    roll(table, who, (2, 2, 5, 5, 6))
    table.do(Reroll(who=who), (4, 5, 6, 1, 1))
    table.do(SettleCheck(who=who))
    assert asked(table, "introspective") == []


@pytest.mark.rule("LP-TRT-112c")
def test_the_gm_says_whether_a_failure_had_consequences(table: Table) -> None:
    who = hero(table, "introspective")
    table.do(RollCheck(who=who, kind="WIS", difficulty=6, tags=("trivial",)), (2, 2, 5, 5, 6))
    assert asked(table, "introspective") == []
    table.do(RollCheck(who=who, kind="WIS", difficulty=6), (2, 2, 5, 5, 6))
    answer(table, "introspective", "no")
    assert potential(table) == 0
    table.do(RollCheck(who=who, kind="WIS", difficulty=6), (2, 2, 5, 5, 6))
    answer(table, "introspective", "yes")
    assert potential(table) == 1


@pytest.mark.rule("LP-TRT-112d")
def test_a_check_that_costs_nothing_gives_nothing_unless_critical(table: Table) -> None:
    who, other = hero(table, "introspective"), table.pc("anna")
    said = {"kind": "DSC", "purpose": "research", "difficulty": 6, "tags": ("no_cost",)}
    table.do(RollCheck(who=other, **said), (4, 5, 6, 1, 1))  # type: ignore[arg-type]
    table.do(RollCheck(who=who, **said), (2, 2, 5, 5, 6))  # type: ignore[arg-type]
    assert asked(table, "introspective") == []
    table.do(RollCheck(who=who, **said), (2, 2, 2, 5, 6))  # type: ignore[arg-type]
    answer(table, "introspective_critical", "yes", (6, 6))
    assert potential(table) == 12


def test_others_gain_nothing_by_failing(table: Table) -> None:
    who = table.pc("mike")
    table.do(RollCheck(who=who, kind="WIS", difficulty=6), (2, 2, 2, 5, 6))
    assert [q.kind for q in table.state.questions.values()] == ["critical"]
    assert Check(id="", who=who, type="WIS").stands == ""
    assert neutral.sleep_minutes(table.who("mike"), 360) == 360
