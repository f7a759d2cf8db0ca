"""Where traits end: what just is not enough, what is one too many, what a critical failure or a lock leaves."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import pytest

from gmconsole.core.commands import SetField
from gmconsole.core.dice import TypedDice
from gmconsole.core.messages import english
from gmconsole.core.model import Msg
from gmconsole.core.ruleset import Tx
from gmconsole.rulesets.lawn import (
    RULESET,
    abilities,
    leading,
    negotiation,
    settling,
    sheet_pages,
    sheets,
    traits,
    traits_growth,
)
from gmconsole.rulesets.lawn.abilities import UseAbility
from gmconsole.rulesets.lawn.alterations import AppendDice, LayFaces, StoreFace
from gmconsole.rulesets.lawn.cards import card
from gmconsole.rulesets.lawn.checks import CallCheck, RollCheck
from gmconsole.rulesets.lawn.expending import Expend
from gmconsole.rulesets.lawn.focus import Compose
from gmconsole.rulesets.lawn.frenzy import ChangeFrenzy
from gmconsole.rulesets.lawn.injuries import ChangeState
from gmconsole.rulesets.lawn.life import ChangeSanity
from gmconsole.rulesets.lawn.negotiation import Option
from gmconsole.rulesets.lawn.neutral import PassTime
from gmconsole.rulesets.lawn.potential import Invest
from gmconsole.rulesets.lawn.session_end import EndSession
from gmconsole.rulesets.lawn.sessions import StartSession
from gmconsole.rulesets.lawn.specialties import SayRelated
from gmconsole.rulesets.lawn.state import LawnState
from gmconsole.rulesets.lawn.teamwork import Assist
from gmconsole.rulesets.lawn.trait_table import TRAITS
from gmconsole.rulesets.lawn.traits_first import SkipNight
from gmconsole.rulesets.lawn.traits_luck import Adventure, TakeExtraDie
from gmconsole.rulesets.lawn.traits_second import RaiseDifficulty
from gmconsole.rulesets.lawn.traits_third import KeepTokens

from .conftest import Table
from .special import write
from .traited import (
    answer,
    asked,
    came,
    expended,
    faces,
    gifted,
    on_table,
    options,
    own,
    potential,
    roll,
    settle,
    sheet,
    writing,
)

FAILS = (2, 6, 2, 6, 5)
BAD = (2, 2, 2, 6, 5)


def left(table: Table, who: str, ability: str) -> int:
    return abilities.ready(table.state.entities[who], abilities.ABILITIES[ability])


def ability_options(table: Table, who: str, ability: str) -> list[Option]:
    """The options on somebody's check that use that ability."""
    return [o for o in options(table, who) if isinstance(o.command, UseAbility) and o.command.ability == ability]


def run(table: Table, step: Any, dice: Sequence[int] = ()) -> None:
    """Carry a step of the program out by itself."""
    tx: Tx[LawnState] = Tx(RULESET, table.state, TypedDice(dice))
    step(tx)
    table.session.replace_state(tx.state)


def said(table: Table, name: str) -> list[str]:
    """What somebody's card says, in English."""
    drawn = card(table.state, table.who(name))
    return [english(span.text) for line in drawn.lines for span in line if isinstance(span.text, Msg)]


# Sleep, growth, frenzy -----------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-TRT-101c")
@pytest.mark.parametrize(("minutes", "slept"), [(179, False), (180, True)])
def test_half_the_sleep_and_no_less(table: Table, minutes: int, slept: bool) -> None:
    who = gifted(table, "tough")
    table.do(ChangeSanity(who=(who,), by=-1))
    table.do(PassTime(minutes=minutes, sleep=True))
    assert table.who("mike").sanity == (3 if slept else 2)


@pytest.mark.rule("LP-TRT-101c")
def test_a_night_awake_is_on_the_card(table: Table) -> None:
    who = gifted(table, "tough")
    assert not any("nights_awake" in text for text in said(table, "mike"))
    table.do(SkipNight(who=(who,)))
    assert any("nights_awake" in text and "1" in text for text in said(table, "mike"))


@pytest.mark.rule("LP-TRT-113f")
@pytest.mark.parametrize(("growth", "dice", "gain"), [(2, (2,), 2), (2, (1,), 1), (3, (3,), 3)])
def test_two_growth_points_are_a_die_of_two(table: Table, growth: int, dice: tuple[int, ...], gain: int) -> None:
    who = gifted(table, "late_bloomer")
    table.do(RollCheck(who=who, kind="WIS", difficulty=6), BAD)
    write(table, who, counters={**sheet(table, who).counters, "growth_points": growth})
    assert any("growth_points" in text for text in said(table, "mike")), "and the card tells how many there are"
    run(table, lambda tx: traits.session_step(tx, who, 8), dice)
    assert (traits.counter(table.state.entities[who], "growth_points"), sheet(table, who).xp) == (growth - gain, gain)


@pytest.mark.rule("LP-TRT-114")
def test_a_frenzy_somebody_has_is_no_revelation(table: Table) -> None:
    who = table.pc("mike")
    table.do(ChangeFrenzy(who=who, frenzy="nyctophobia"))
    table.do(traits.TakeTrait(who=who, trait="revelation"))
    answer(table, "revelation", "roll", [17])
    assert asked(table, "revelation") == 1, "thrown again"
    answer(table, "revelation", "roll", [18])
    assert len(sheet(table, who).frenzies) == 2 and asked(table, "revelation") == 0


# What a critical failure leaves --------------------------------------------------------------------------------------


@pytest.mark.rule("LP-TRT-101e", "LP-TRT-102c", "LP-TRT-124b", "LP-TRT-129c", "LP-TRT-210")
@pytest.mark.parametrize(
    ("trait", "specialty", "ability", "dice"),
    [
        ("tough", "", "push", [1, 3, 5, 1, 3]),
        ("composed", "", "steady_hand", [1, 3]),
        ("candid", "agility", "open_deed", [1, 3]),
        ("innovative", "", "last_figure", []),
    ],
)
def test_dice_behind_a_critical_failure_are_allowed_and_mend_nothing(
    table: Table, trait: str, specialty: str, ability: str, dice: list[int]
) -> None:
    who = gifted(table, trait, specialty=specialty)
    roll(table, who, BAD)
    (option,) = ability_options(table, who, ability)
    assert option.success == 0
    table.do(UseAbility(who=who, ability=ability, near=True), dice)
    assert came(table, who).startswith("critical_failure")
    assert left(table, who, ability) == 0


@pytest.mark.rule("LP-TRT-122b", "LP-TRT-123c", "LP-TRT-210")
def test_what_the_two_proud_ones_are_told(table: Table) -> None:
    one, other = gifted(table, "confident"), gifted(table, "arrogant", "anna")
    for who in (one, other):
        potential(table, who, 2)
        roll(table, who, [4, 4, 5, 6, 6])
    assert table.refused(StoreFace(who=one, position=3, instead=1)).code == "critical-keeps-faces"
    assert table.refused(LayFaces(who=other, faces=(1, 2, 3))).code == "critical-takes-no-faces"
    assert not [o for o in options(table, one) if o.kind == "store"]
    assert not [o for o in options(table, other) if o.kind == "lay"]


@pytest.mark.rule("LP-TRT-103c", "LP-TRT-207")
def test_second_wind_is_for_companions_nearby_as_well(table: Table) -> None:
    who = gifted(table, "spirited")
    other = table.pc("anna")
    use = UseAbility(who=who, ability="second_wind", on=other, number=5)
    table.set_band("mike", "anna", "medium")
    roll(table, other, [2, 2, 5, 6, 5])
    assert table.refused(use).code == "out-of-reach"
    assert not ability_options(table, other, "second_wind")
    table.set_band("mike", "anna", "near")
    assert {o.command.number for o in ability_options(table, other, "second_wind")} == {2, 5, 6}  # type: ignore[union-attr]
    table.do(use, [3, 1])
    assert (faces(table, other), came(table, other)) == ([2, 2, 3, 6, 1], "success/1")
    settle(table, other)
    roll(table, other, BAD)
    assert not ability_options(table, other, "second_wind")


@pytest.mark.rule("LP-TRT-103c")
def test_second_wind_leaves_critical_failures_alone(table: Table) -> None:
    who = gifted(table, "spirited")
    other = table.pc("anna")
    table.set_band("mike", "anna", "touch")
    for whose in (who, other):
        roll(table, whose, BAD)
        refused = table.refused(UseAbility(who=who, ability="second_wind", on=whose, number=2))
        assert refused.code == "critical-failure-bars"
    assert left(table, who, "second_wind") == 1


# When an ability may be used -----------------------------------------------------------------------------------------


@pytest.mark.rule("LP-TRT-101d", "LP-TRT-102c", "LP-TRT-206")
@pytest.mark.parametrize(("trait", "ability"), [("tough", "endure"), ("composed", "steady_hand")])
def test_a_check_that_is_passed_needs_nothing_more(table: Table, trait: str, ability: str) -> None:
    who = gifted(table, trait)
    table.do(CallCheck(who=(who,), kind="MND", purpose="pain", difficulty=9))
    (check,) = table.state.checks
    run(table, lambda tx: settling.mark(tx, check, status="passed"))
    assert table.refused(UseAbility(who=who, ability=ability, check=check)).code == "wrong-moment"
    assert not [o for o in negotiation.early(table.state, table.state.checks[check]) if o.kind == "ability"]
    assert left(table, who, ability) == 1


@pytest.mark.rule("LP-TRT-101e", "LP-TRT-102c", "LP-TRT-207")
@pytest.mark.parametrize(("trait", "ability"), [("tough", "push"), ("composed", "steady_hand")])
def test_whoever_has_fainted_helps_nobody(table: Table, trait: str, ability: str) -> None:
    who = gifted(table, trait)
    other = table.pc("anna")
    table.set_band("mike", "anna", "near")
    roll(table, other, FAILS)
    assert ability_options(table, other, ability)
    table.do(ChangeState(who=(who,), add=("unconscious",)))
    assert table.refused(UseAbility(who=who, ability=ability, on=other)).code == "cannot-act"
    assert not ability_options(table, other, ability)


@pytest.mark.rule("LP-TRT-120b", "LP-TRT-101e", "LP-TRT-103c")
def test_a_final_check_takes_no_companions_ability(table: Table) -> None:
    who = gifted(table, "adventurous")
    helpers = gifted(table, "tough", "anna"), gifted(table, "spirited", "otto")
    table.all_bands("near")
    roll(table, who, FAILS)
    table.do(Adventure(who=who, dice=4), [6, 6, 1, 2])
    for helper, ability, number in ((helpers[0], "push", 0), (helpers[1], "second_wind", 6)):
        refused = table.refused(UseAbility(who=helper, ability=ability, on=who, number=number))
        assert refused.code == "check-final"
        assert left(table, helper, ability) == 1
    assert options(table, who) == ()


@pytest.mark.rule("LP-TRT-118", "LP-TRT-101e")
def test_the_last_die_of_the_steady_shuts_companions_out(table: Table) -> None:
    who = gifted(table, "steady")
    helper = gifted(table, "tough", "anna")
    table.all_bands("near")
    roll(table, who, FAILS)
    table.do(TakeExtraDie(who=who), [1])
    assert table.refused(UseAbility(who=helper, ability="push", on=who)).code == "no-more-dice"
    assert not ability_options(table, who, "push")
    assert left(table, helper, "push") == 1


@pytest.mark.rule("LP-TRT-120b")
def test_an_adventure_forgets_what_stood(table: Table) -> None:
    """A critical failure turned by Composure may still be rerolled so; then the dice alone decide."""
    who = gifted(table, "adventurous")
    write(table, who, tokens={"WIS": 2})
    roll(table, who, [3, 3, 3, 1, 2], 3)
    table.do(Compose(who=who))
    assert came(table, who) == "critical_success/1"
    table.do(Adventure(who=who, dice=4), [3, 3, 1, 1])
    assert (came(table, who), on_table(table, who).final) == ("failure/2", True)


# Persistent ----------------------------------------------------------------------------------------------------------


def invested(table: Table, who: str, points: int, kind: str = "potential") -> None:
    """A check with so many points of that kind in it, still open."""
    roll(table, who, [2, 2, 5, 5, 6])
    for _ in range(points):
        table.do(Invest(who=who, kind=kind), [2] * (3 if kind == "reliable" else 1))


@pytest.mark.rule("LP-TRT-125b", "LP-TRT-125c")
def test_a_check_resets_once_whichever_threshold_it_was(table: Table) -> None:
    who = gifted(table, "persistent")
    own(table, who, art=True, travel=True, running=True)
    potential(table, who, 99)
    invested(table, who, 3)
    table.do(UseAbility(who=who, ability="lower_threshold"))
    answer(table, "persistent_lower", "on_points")
    answer(table, "reset", "art")
    table.do(Invest(who=who), [2])
    assert asked(table, "reset") == 0, "the fourth point comes after the reset"
    assert (left(table, who, "lower_threshold"), expended(table, who)) == (1, {"travel", "running"})


@pytest.mark.rule("LP-TRT-125c")
@pytest.mark.parametrize("points", [0, 1, 2, 4])
def test_lowered_points_want_three_in_one_check(table: Table, points: int) -> None:
    who = gifted(table, "persistent")
    own(table, who, art=True, travel=True, running=True)
    potential(table, who, 99)
    invested(table, who, points)
    if points >= 4:
        answer(table, "reset", "art")
    before = expended(table, who)
    table.do(UseAbility(who=who, ability="lower_threshold"))
    answer(table, "persistent_lower", "on_points")
    assert asked(table, "reset") == 0
    assert (left(table, who, "lower_threshold"), expended(table, who)) == (1, before), "the use is gone all the same"
    table.do(UseAbility(who=who, ability="lower_threshold"))
    answer(table, "persistent_lower", "on_checks")
    refused = table.refused(UseAbility(who=who, ability="lower_threshold"))
    assert refused.code == "ability-expended"


@pytest.mark.rule("LP-TRT-125", "LP-TRT-125b")
def test_reliable_points_are_potential(table: Table) -> None:
    who = gifted(table, "persistent")
    own(table, who, art=True, travel=True, running=True)
    write(table, who, reliable=99)
    invested(table, who, 3, "reliable")
    assert (traits.counter(table.state.entities[who], "persistent_checks"), asked(table, "reset")) == (1, 0)
    table.do(Invest(who=who, kind="reliable"), [2, 2, 2])
    assert asked(table, "reset") == 1


# Decorous ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-TRT-130d")
def test_a_speed_check_asks_for_degree(table: Table) -> None:
    who = gifted(table, "decorous", specialty="grace")
    table.do(UseAbility(who=who, ability="other_degree", number=5))
    table.do(CallCheck(who=(who,), kind="PHY", purpose="speed", difficulty=3))
    table.do(RaiseDifficulty(who=who))
    assert [c.difficulty for c in table.state.checks.values()] == [6]


@pytest.mark.rule("LP-TRT-130c")
def test_the_face_that_gives_most_degree_is_offered(table: Table) -> None:
    who = gifted(table, "decorous", specialty="grace")
    roll(table, who, [4, 5, 6, 5, 1], required=2)
    assert came(table, who) == "success/1"
    (option,) = ability_options(table, who, "other_degree")
    assert (option.success, option.dice) == (Fraction(1), (4, 5, 6, 5, 1))
    assert isinstance(option.command, UseAbility) and option.command.number == 5
    table.do(option.command)
    assert came(table, who) == "success/2"
    assert not ability_options(table, who, "other_degree"), "used up"


@pytest.mark.rule("LP-TRT-130c")
@pytest.mark.parametrize(
    ("dice", "required", "success"),
    [([4, 5, 6, 1, 1], 2, None), ([4, 5, 6, 5, 1], 3, 0), ([2, 6, 2, 6, 5], 1, None), ([4, 4, 4, 1, 2], 0, None)],
)
def test_another_degree_face_is_offered_where_it_gives_a_success_more(
    table: Table, dice: list[int], required: int, success: int | None
) -> None:
    who = gifted(table, "decorous", specialty="grace")
    roll(table, who, dice, required=required)
    found = ability_options(table, who, "other_degree")
    assert [o.success for o in found] == ([] if success is None else [success])


# Single-Minded -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-TRT-131c")
@pytest.mark.parametrize(
    ("tokens", "spent", "kept"),
    [
        ({"DSC": 1, "unplaced": 4}, "unplaced", {"DSC": 1}),
        ({"DSC": 1, "unplaced": 4}, "DSC", None),
        ({"DSC": 2}, "DSC", {"DSC": 1}),
        ({"DSC": 1, "FLX": 1}, "DSC", {"FLX": 1}),
        ({"DSC": 1}, "DSC", None),
        ({"unplaced": 5}, "unplaced", None),
    ],
)
def test_a_token_is_spent_where_something_is_kept_for_it(
    table: Table, tokens: dict[str, int], spent: str, kept: dict[str, int] | None
) -> None:
    who = gifted(table, "single_minded")
    table.do(StartSession())
    table.do(EndSession())
    write(table, who, tokens=tokens, locked={})
    offered = any(t.who == who for t in table.tasks("keep_tokens"))
    if kept is None:
        assert table.refused(KeepTokens(who=who, where=spent)).code == "no-tokens-to-keep"
        assert offered == (len(tokens) > 1)
        return
    assert offered
    table.do(KeepTokens(who=who, where=spent))
    assert sheet(table, who).tokens == sheet(table, who).locked == kept


# Leader --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-TRT-132")
def test_a_freed_ability_may_be_one_that_acts_on_no_check(table: Table) -> None:
    leader = gifted(table, "leader", "anna")
    who = gifted(table, "decorous", "mike", specialty="grace")
    roll(table, who, [4, 5, 6, 5, 1])
    table.do(AppendDice(who=who, origin="trait"), [2])
    table.do(Assist(who=leader, whom=who, how="orders", agreed=True), [6, 6])
    answer(table, "leader", "yes")
    assert leading.freed(on_table(table, who), who)
    (option,) = ability_options(table, who, "other_degree")
    assert option.label.id == "{what}, not used up"
    table.do(UseAbility(who=who, ability="other_degree", number=6))
    assert left(table, who, "other_degree") == 1
    assert not leading.freed(on_table(table, who), who)
    assert came(table, who) == "success/3"
    table.do(UseAbility(who=who, ability="other_degree", number=5))
    assert left(table, who, "other_degree") == 0, "one each"


@pytest.mark.rule("LP-TRT-132")
def test_options_tell_what_is_not_used_up(table: Table) -> None:
    leader = gifted(table, "leader", "anna")
    who = gifted(table, "tenacious", "mike")
    other = table.pc("otto")
    own(table, who, art=False)
    roll(table, who, FAILS)
    table.do(SayRelated(who=who, specialty="art"))
    kinds = (UseAbility, Expend)

    def free() -> set[bool]:
        found = [o for o in options(table, who) if isinstance(o.command, kinds)]
        assert {type(o.command) for o in found} == set(kinds)
        return {o.label.id == "{what}, not used up" for o in found}

    assert free() == {False}
    table.do(Assist(who=leader, whom=who, how="orders", agreed=True), [2, 2])
    answer(table, "leader", "yes")
    assert free() == {True}
    table.do(UseAbility(who=who, ability="nudge", position=1, by=-1))
    assert free() == {False}
    assert other in table.state.entities


# On the sheet --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-TRT-206")
@pytest.mark.parametrize("trait", [row.id for row in TRAITS.values() if row.abilities])
def test_the_sheet_tells_what_abilities_do_and_how_often(table: Table, trait: str) -> None:
    row = TRAITS[trait]
    who = gifted(table, trait, specialty=row.choose[0] if row.choose else "")
    ability = row.abilities[0]

    def shown() -> dict[str, Any]:
        (page,) = (p for p in sheet_pages.pages(table.state, who) if p.id == "abilities")
        (line,) = (x for x in page.lines if x.label == abilities.ability_name(ability))
        assert not isinstance(line.text, str)
        return dict(line.text.fields)  # type: ignore[union-attr]

    assert shown() == {"left": ability.uses, "uses": ability.uses, "help": ability.help}
    tx = writing(table)
    sheets.use_ability(tx, who, ability.id)
    table.session.replace_state(tx.state)
    assert shown()["left"] == ability.uses - 1


# One at a time -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-TRT-111b")
@pytest.mark.parametrize("sleep", [True, False])
def test_six_hours_of_trance_are_one_night(table: Table, sleep: bool) -> None:
    who = gifted(table, "fanatical")
    table.do(SetField(who=(who,), field="sanity", value=1))
    table.do(ChangeState(who=(who,), add=("trance",)))
    table.do(PassTime(minutes=6 * 60, sleep=sleep))
    assert (table.who("mike").sanity, table.states("mike")) == (2, []), "woken once"


@pytest.mark.rule("LP-TRT-105b")
@pytest.mark.parametrize(("points", "shares"), [(6, (5, 1)), (2, (1, 1)), (1, (0, 1)), (0, (0, 0))])
def test_one_point_of_those_gained_is_reliable(table: Table, points: int, shares: tuple[int, int]) -> None:
    gifted(table, "reliable")
    table.pc("anna")
    found = traits.potential_shares(table.who("mike"), points)
    assert (found["potential"], found["reliable"]) == shares
    assert traits.potential_shares(table.who("anna"), points) == {"potential": points, "reliable": 0}


@pytest.mark.rule("LP-TRT-113f")
@pytest.mark.parametrize(
    ("dice", "seen"), [([2, 6, 2, 6, 5], 0), ([4, 5, 6, 1, 1], 0), ([2, 2, 2, 6, 5], 1), ([1, 2, 3, 6, 6], 1)]
)
def test_only_criticals_make_a_late_bloomer_grow_faster(table: Table, dice: list[int], seen: int) -> None:
    who = gifted(table, "late_bloomer")
    table.do(RollCheck(who=who, kind="WIS", difficulty=6), dice)
    assert traits.counter(table.state.entities[who], "critical_seen") == seen
    write(table, who, counters={**sheet(table, who).counters, "growth_points": 9})
    assert traits_growth.growth_die(table.state.entities[who]) == (9 if seen else 0)


@pytest.mark.rule("LP-TRT-120b")
def test_adventure_dice_have_the_faces_that_were_announced(table: Table) -> None:
    """What a focus token made of one throw is over with the next (LP-FOC-012)."""
    who = gifted(table, "adventurous")
    own(table, who, art=False)
    write(table, who, tokens={"WIS": 1})
    roll(table, who, [2, 9, 2, 9, 5], 9)
    table.do(SayRelated(who=who, specialty="art"))
    table.do(Expend(who=who, specialty="art", tokens=1), [2, 6, 2, 6, 5])
    (option,) = (o for o in options(table, who) if o.command == Adventure(who=who, dice=4))
    table.do(Adventure(who=who, dice=4), [9, 8, 7, 1])
    assert [die.sides for die in on_table(table, who).dice] == [9, 9, 9, 9]
    assert option.dice == (None,) * 4


@pytest.mark.rule("LP-TRT-114c", "LP-TRT-110c")
def test_premonition_needs_no_relation_and_free_spirit_serves_no_check_alone(table: Table) -> None:
    gifted(table, "revelation")
    gifted(table, "free_spirited", "anna")
    one, other = table.who("mike"), table.who("anna")
    assert traits.reroll_with(one, "premonition", ()) is None
    assert traits.reroll_with(other, "premonition", ()) is not None, "not owned"
    assert traits.reroll_with(other, traits.FREE_SPIRIT, (traits.FREE_SPIRIT,)) is not None
