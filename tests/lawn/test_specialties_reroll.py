"""Expended specialties: rerolls, what they are related to, hampering (LP-SPC-013 to -022, -029, -030)."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from gmconsole.core.commands import SetOption
from gmconsole.core.messages import english
from gmconsole.encounter import Encounter
from gmconsole.language.driver import View
from gmconsole.rulesets.lawn import abilities, negotiation, negotiation_board, specialties, teamwork
from gmconsole.rulesets.lawn.abilities import UseAbility
from gmconsole.rulesets.lawn.checks import AppendDice, CallCheck, RollCheck, SettleCheck
from gmconsole.rulesets.lawn.expending import Expend
from gmconsole.rulesets.lawn.focus import GrantTokens, PlaceTokens
from gmconsole.rulesets.lawn.hampering import Hamper, RollAgain
from gmconsole.rulesets.lawn.opposed import CallOpposed
from gmconsole.rulesets.lawn.outcomes import judge, passed
from gmconsole.rulesets.lawn.passions import SetPassion
from gmconsole.rulesets.lawn.potential import Invest
from gmconsole.rulesets.lawn.specialties import SayRelated
from gmconsole.rulesets.lawn.state import Modifier
from gmconsole.rulesets.lawn.traits import TakeTrait

from .conftest import Table
from .special import (
    answer,
    asked,
    expended,
    faces,
    figure,
    person,
    rolled,
    said,
    sheet,
    specialty,
    spend,
    stands,
    the_check,
    write,
)

FAILED = [2, 2, 5, 6, 6]


def options(table: Table, who: str, kind: str = "expend") -> list[negotiation.Option]:
    """What the console offers on the check of that person."""
    found = negotiation.options(table.state, the_check(table, who))
    return [option for option in found if option.kind == kind]


def offered(table: Table, who: str) -> list[str]:
    """The specialties that could be expended on the check without asking anybody."""
    return [o.command.specialty for o in options(table, who) if isinstance(o.command, Expend) and not o.command.tokens]


# The reroll ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-SPC-014", "LP-SPC-018")
@pytest.mark.parametrize("purpose", ["play the violin", "演奏小提琴", "play"])
def test_jessica_plays_the_violin(table: Table, purpose: str) -> None:
    who = person(table, "Jessica", "art", "deft_hands", "food")
    rolled(table, who, "INF", purpose, FAILED)
    assert offered(table, who) == ["art", "deft_hands"]
    table.do(Expend(who=who, specialty="art"), FAILED)
    table.do(Expend(who=who, specialty="deft_hands"), [6, 5, 4, 1, 2])
    assert (expended(table, who), stands(table, who).outcome) == (["art", "deft_hands"], "success")


@pytest.mark.rule("LP-SPC-019", "LP-CHK-038")
def test_a_failure_of_unknown_purpose_stays_for_what_the_gm_may_allow(table: Table) -> None:
    who = person(table, "Jessica", "art")
    table.do(SetOption(option=negotiation.STAYS, value=True))
    extra = (Modifier(0, ""),)
    table.do(RollCheck(who=who, kind="INF", purpose="win the room", difficulty=6, modifiers=extra), FAILED)
    assert [o.kind for o in negotiation.options(table.state, the_check(table, who)) if not o.granted] == [
        "expend_other"
    ]


@pytest.mark.rule("LP-SPC-014", "LP-SPC-019")
def test_the_gm_is_asked_about_a_purpose_that_nothing_is_known_of(table: Table) -> None:
    who = person(table, "Jessica", "art", "deft_hands")
    rolled(table, who, "INF", "win the room", FAILED)
    assert offered(table, who) == []
    assert len(options(table, who, "expend_other")) == 1
    table.do(Expend(who=who, specialty="art"))
    assert expended(table, who) == []
    assert asked(table, "related", who).choices == ("yes", "no")
    done = answer(table, "related", who, "yes", [6, 5, 4, 1, 2])
    assert faces(table, who) == [6, 5, 4, 1, 2]
    assert stands(table, who).outcome == "success"
    assert expended(table, who) == ["art"]
    assert f"{who}: specialty specialty:art expended" in said(done, table.state)
    refused = table.refused(Expend(who=who, specialty="food"))
    assert refused.code == "no-such-specialty"
    assert table.refused(Expend(who=who, specialty="art")).code == "specialty-expended"


@pytest.mark.rule("LP-SPC-014")
def test_the_new_roll_counts_even_where_it_is_worse(table: Table) -> None:
    who = person(table, "Jessica", "listening")
    rolled(table, who, "DSC", "listen", [4, 5, 6, 1, 1])
    assert (stands(table, who).outcome, stands(table, who).degree) == ("success", 2)
    table.do(Expend(who=who, specialty="listening"), [2, 2, 2, 1, 3])
    assert stands(table, who).outcome == "critical_failure"


@pytest.mark.rule("LP-SPC-015")
def test_a_critical_failure_is_not_rerolled(table: Table) -> None:
    who = person(table, "Jessica", "listening")
    table.do(specialties.SetSpecialty(who=who, specialty="art"))
    rolled(table, who, "DSC", "listen", [2, 2, 2, 5, 6])
    assert offered(table, who) == [] == options(table, who, "expend_other"), "nor one that is not known to be related"
    assert table.refused(Expend(who=who, specialty="listening")).code == "critical-failure-stands"
    table.do(specialties.SetSpecialty(who=who, specialty="art", off=True))
    table.do(SettleCheck(who=who))
    rolled(table, who, "DSC", "listen", FAILED)
    assert offered(table, who) == ["listening"] and options(table, who, "expend_other") == []
    table.do(SettleCheck(who=who))
    table.do(CallCheck(who=(who,), kind="DSC", purpose="listen", difficulty=6, modifiers=(Modifier(-3, "ill"),)))
    table.do(RollCheck(who=who, hold=True), [4, 5])
    assert stands(table, who).outcome == "automatic_failure"
    assert offered(table, who) == ["listening"]
    table.do(Expend(who=who, specialty="listening"), [1, 2])
    assert faces(table, who) == [1, 2]


@pytest.mark.rule("LP-SPC-016", "LP-SPC-017")
def test_a_reroll_has_the_base_pool_alone(table: Table) -> None:
    who = person(table, "Jessica", "listening", "art", attributes={"DSC": 2})
    figure(table, who, "potential", 5)
    rolled(table, who, "DSC", "listen", [2, 2, 5, 6, 6, 2, 5])
    for _ in range(3):
        table.do(Invest(who=who), [2])
    assert (len(faces(table, who)), sheet(table, who).potential) == (10, 2)
    table.do(Expend(who=who, specialty="listening"), [2, 2, 5, 6, 6, 2, 5])
    assert (len(faces(table, who)), sheet(table, who).potential) == (7, 2)
    for _ in range(2):
        table.do(Invest(who=who), [2])
    assert (len(faces(table, who)), sheet(table, who).potential) == (9, 0)
    assert table.refused(Invest(who=who)).code == "not-enough-points"


@pytest.mark.rule("LP-SPC-016")
def test_what_came_in_once_is_gone_in_a_reroll(table: Table) -> None:
    who = person(table, "Jessica", "listening", "hometown")
    helper = table.pc("Mike")
    rolled(table, who, "DSC", "listen", FAILED)
    table.do(teamwork.Assist(who=helper, whom=who, how="keeps still", agreed=True), [2, 2])
    assert len(faces(table, who)) == 7
    table.do(Expend(who=who, specialty="listening"), FAILED)
    assert len(faces(table, who)) == 5
    table.do(SettleCheck(who=who))
    once = (Modifier(2, "signal", once=True), Modifier(1, "quiet"))
    rolled(table, who, "DSC", "hometown", [2, 2, 5, 6, 6, 2, 2, 5], modifiers=once)
    table.do(Expend(who=who, specialty="hometown"), [2, 2, 5, 6, 6, 5])
    assert len(faces(table, who)) == 6


@pytest.mark.rule("LP-SPC-016")
def test_locks_and_traits_in_a_reroll(table: Table) -> None:
    keen = person(table, "Jessica", "listening")
    table.do(TakeTrait(who=keen, trait="keen"))
    rolled(table, keen, "DSC", "listen", [2, 2, 5, 6, 6, 2, 5])
    table.do(Expend(who=keen, specialty="listening"), [2, 2, 5, 6, 6, 2, 5])
    assert len(faces(table, keen)) == 7
    careful = person(table, "Mike", "listening")
    table.do(TakeTrait(who=careful, trait="cautious"))
    rolled(table, careful, "DSC", "listen", FAILED)
    (option,) = options(table, careful)
    assert len(option.dice) == 6
    table.do(Expend(who=careful, specialty="listening"), [2, 2, 5, 6, 6, 2])
    assert len(faces(table, careful)) == 6


@pytest.mark.rule("LP-SPC-018")
def test_several_specialties_one_after_the_other(table: Table) -> None:
    who = person(table, "Jessica", "art", "deft_hands", "performance", "travel")
    rolled(table, who, "INF", "play the violin", FAILED, tags=("art", "deft_hands", "performance"))
    assert offered(table, who) == ["art", "deft_hands", "performance"]
    table.do(Expend(who=who, specialty="art"), FAILED)
    assert offered(table, who) == ["deft_hands", "performance"]
    assert table.refused(Expend(who=who, specialty="art")).code == "specialty-expended"
    table.do(Expend(who=who, specialty="deft_hands"), FAILED)
    assert expended(table, who) == ["art", "deft_hands"]
    table.do(Expend(who=who, specialty="performance"), [3, 3, 3, 1, 2])
    assert table.refused(Expend(who=who, specialty="travel")).code == "critical-failure-stands"


@pytest.mark.rule("LP-SPC-019")
def test_the_word_on_a_specialty_is_remembered_for_the_check(table: Table) -> None:
    who = person(table, "Jessica", "art", "deft_hands")
    rolled(table, who, "INF", "win the room", FAILED)
    table.do(Expend(who=who, specialty="deft_hands"))
    answer(table, "related", who, "no")
    assert expended(table, who) == []
    assert table.refused(Expend(who=who, specialty="deft_hands")).code == "not-related"
    table.do(SayRelated(who=who, specialty="deft_hands"))
    assert offered(table, who) == ["deft_hands"]
    table.do(SettleCheck(who=who))
    rolled(table, who, "INF", "win the room", FAILED)
    assert specialties.relation(table.state, the_check(table, who), "deft_hands") is None
    table.do(Expend(who=who, specialty="art"))
    table.do(SettleCheck(who=who))
    assert not table.tasks("question:related")
    rolled(table, who, "DSC", "listen", FAILED)
    assert table.refused(SayRelated(who=who, specialty="food")).code == "no-such-specialty"
    assert table.refused(SayRelated(who=who, specialty="art", check="check-099")).code == "no-open-check"


@pytest.mark.rule("LP-SPC-019")
def test_what_the_table_proposes_the_gm_may_refuse(table: Table) -> None:
    who = person(table, "Jessica", "listening")
    rolled(table, who, "DSC", "listen", FAILED)
    assert offered(table, who) == ["listening"]
    table.do(SayRelated(who=who, specialty="listening", not_so=True))
    assert offered(table, who) == []
    assert table.refused(Expend(who=who, specialty="listening")).code == "not-related"


@pytest.mark.rule("LP-SPC-020")
def test_a_success_may_be_rerolled_a_critical_one_after_asking(table: Table) -> None:
    who = person(table, "Jessica", "listening", "hometown")
    rolled(table, who, "DSC", "listen", [4, 5, 6, 2, 2], required=1)
    assert (stands(table, who).outcome, stands(table, who).degree) == ("success", 0)
    assert offered(table, who) == ["listening"]
    table.do(Expend(who=who, specialty="listening"), [1, 2, 3, 6, 6])
    assert stands(table, who).outcome == "critical_success"
    table.do(SayRelated(who=who, specialty="hometown"))
    assert offered(table, who) == []
    table.do(Expend(who=who, specialty="hometown"))
    question = asked(table, "expend_critical", who)
    assert (question.value, question.choices) == ("no", ("yes", "no"))
    answer(table, "expend_critical", who, "no")
    assert expended(table, who) == ["listening"]
    table.do(Expend(who=who, specialty="hometown"))
    answer(table, "expend_critical", who, "yes", [4, 5, 6, 1, 1])
    assert stands(table, who).degree == 2
    assert expended(table, who) == ["listening", "hometown"]
    table.do(SettleCheck(who=who))
    spend(table, who)
    third = person(table, "Mike", "listening")
    rolled(table, third, "DSC", "listen", [1, 2, 3, 6, 6])
    table.do(Expend(who=third, specialty="listening", sure=True), FAILED)
    assert stands(table, third).outcome == "failure"


@pytest.mark.rule("LP-SPC-013")
def test_passion_and_reroll_are_apart(table: Table) -> None:
    who = person(table, "Jessica", "reading_people", "art")
    table.do(SetPassion(who=who, specialties=("reading_people",)))
    spend(table, who, "reading_people")
    seven = [2, 2, 5, 6, 6, 2, 5]
    rolled(table, who, "DSC", "read_people", seven)
    table.do(SettleCheck(who=who))
    table.do(specialties.SetSpecialty(who=who, specialty="reading_people", ready=True))
    rolled(table, who, "DSC", "read_people", seven)
    (option,) = options(table, who)
    assert len(option.dice) == 7
    table.do(Expend(who=who, specialty="reading_people"), seven)
    assert len(faces(table, who)) == 7


@pytest.mark.rule("LP-SPC-013")
def test_a_passion_found_to_be_related_counts_in_the_reroll(table: Table) -> None:
    who = person(table, "Jessica", "art")
    table.do(SetPassion(who=who, specialties=("art",)))
    rolled(table, who, "INF", "win the room", FAILED)
    table.do(Expend(who=who, specialty="art"))
    answer(table, "related", who, "yes", [2, 2, 5, 6, 6, 2, 5])
    assert len(faces(table, who)) == 7
    assert [(line.why, line.dice) for line in the_check(table, who).pool] == [("base", 5), ("passion", 2)]


@pytest.mark.rule("LP-SPC-013", "LP-SPC-016")
def test_a_locked_pool_takes_no_dice_of_a_passion_in_the_reroll_either(table: Table) -> None:
    who = person(table, "Jessica", "art")
    table.do(TakeTrait(who=who, trait="keen"))
    table.do(SetPassion(who=who, specialties=("art",)))
    seven = [2, 2, 5, 6, 6, 2, 5]
    rolled(table, who, "DSC", "a forgery", seven)
    table.do(Expend(who=who, specialty="art"))
    answer(table, "related", who, "yes", seven)
    assert len(faces(table, who)) == 7


@pytest.mark.rule("LP-SPC-014", "LP-SPC-016")
def test_the_chances_of_a_reroll_are_exact(table: Table) -> None:
    who = person(table, "Jessica", "listening")
    table.do(CallCheck(who=(who,), kind="DSC", purpose="listen", difficulty=3, modifiers=(Modifier(-1, "ill"),)))
    table.do(RollCheck(who=who, hold=True, required=1), [3, 3, 2, 2])
    (option,) = options(table, who)
    rows = [judge(row) for row in product((1, 2, 3), repeat=4)]
    assert option.success == Fraction(sum(passed(r.outcome, r.degree, 1) for r in rows), len(rows))


def test_focus_tokens_are_spent_with_the_reroll(table: Table) -> None:
    who = person(table, "Jessica", "listening", "hometown", attributes={"MND": 1})
    table.do(GrantTokens(who=(who,)))
    table.do(PlaceTokens(who=who, place={"DSC": 2}))
    rolled(table, who, "DSC", "listen", [2, 2, 5, 6, 9], sides=9, tags=("hometown",))
    found = {(o.command.specialty, o.command.tokens) for o in options(table, who) if isinstance(o.command, Expend)}
    assert found == {(key, tokens) for key in ("listening", "hometown") for tokens in (0, 1, 2)}
    assert table.refused(Expend(who=who, specialty="listening", tokens=3)).code == "not-enough-tokens"
    table.do(Expend(who=who, specialty="listening", tokens=1), FAILED)
    assert sheet(table, who).tokens == {"DSC": 1}
    assert the_check(table, who).difficulty == 6
    table.do(Expend(who=who, specialty="hometown"), [2, 2, 5, 6, 9])
    assert the_check(table, who).difficulty == 9


# In place of another -------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-TRT-110b", "LP-TRT-110c")
def test_the_free_spirited_expend_one_for_another(table: Table) -> None:
    who = person(table, "Jessica", "art", "chemistry")
    table.do(TakeTrait(who=who, trait="free_spirited"))
    spend(table, who, "art")
    rolled(table, who, "INF", "play the violin", FAILED, tags=("art",))
    assert offered(table, who) == ["chemistry", "specialty_free_spirit"]
    assert [english(o.label) for o in options(table, who)] == [
        "specialty:chemistry expended for specialty:art",
        "specialty:specialty_free_spirit expended for specialty:art",
    ]
    table.do(Expend(who=who, specialty="chemistry"), FAILED)
    table.do(Expend(who=who, specialty="specialty_free_spirit", stead="art"), FAILED)
    assert expended(table, who) == ["art", "chemistry", "specialty_free_spirit"]
    assert offered(table, who) == []
    assert table.refused(Expend(who=who, specialty="chemistry")).code == "specialty-expended"
    table.do(SettleCheck(who=who))
    other = person(table, "Mike", "art", "chemistry")
    rolled(table, other, "INF", "play the violin", [3, 3, 3, 1, 2], tags=("art",))
    assert table.refused(Expend(who=other, specialty="chemistry", stead="art")).code == "critical-failure-stands"
    table.do(SettleCheck(who=other))
    rolled(table, other, "INF", "play the violin", FAILED, tags=("art",))
    assert table.refused(Expend(who=other, specialty="chemistry", stead="art")).code == "needs-trait"


@pytest.mark.rule("LP-TRT-110c")
def test_free_spirit_needs_a_related_one(table: Table) -> None:
    who = person(table, "Jessica", "art")
    table.do(TakeTrait(who=who, trait="free_spirited"))
    rolled(table, who, "WIS", "an equation", FAILED)
    assert table.refused(Expend(who=who, specialty="specialty_free_spirit")).code == "not-related"
    refused = Expend(who=who, specialty="specialty_free_spirit", stead="food")
    assert table.refused(refused).code == "no-stead"
    table.do(Expend(who=who, specialty="specialty_free_spirit", stead="art"))
    assert asked(table, "related", who).ref == "art"
    answer(table, "related", who, "no")
    assert expended(table, who) == []


@pytest.mark.rule("LP-TRT-114c")
def test_premonition_serves_any_check(table: Table) -> None:
    who = person(table, "Jessica", "premonition")
    rolled(table, who, "emergence", "", [3, 3, 2, 2, 2], sides=3)
    table.do(Expend(who=who, specialty="premonition"), [1, 2, 3, 1, 1])
    assert expended(table, who) == ["premonition"]


@pytest.mark.rule("LP-FRZ-030b")
def test_the_best_friend_is_the_gms(table: Table) -> None:
    who = person(table, "Jessica", "specialty_best_friend")
    rolled(table, who, "DSC", "listen", [4, 5, 6, 2, 2])
    assert table.refused(Expend(who=who, specialty="specialty_best_friend")).code == "only-the-gm-expends"
    table.do(Expend(who=who, specialty="specialty_best_friend", gm=True), [3, 3, 3, 1, 2])
    assert (stands(table, who).outcome, expended(table, who)) == ("critical_failure", ["specialty_best_friend"])
    table.do(specialties.SetSpecialty(who=who, specialty="specialty_best_friend", ready=True))
    table.do(Expend(who=who, specialty="specialty_best_friend", gm=True), [1, 2, 3, 1, 2])
    table.do(specialties.SetSpecialty(who=who, specialty="specialty_best_friend", ready=True))
    refused = table.refused(Expend(who=who, specialty="specialty_best_friend", gm=True))
    assert refused.code == "not-on-critical-success"


# Expended abilities --------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-SPC-021")
def test_what_is_expended_stays_so_until_it_is_reset(table: Table) -> None:
    who = person(table, "Jessica", "art", "listening")
    table.do(TakeTrait(who=who, trait="cautious"))
    rolled(table, who, "DSC", "listen", FAILED)
    table.do(UseAbility(who=who, ability="exchange_ends"), [2])
    table.do(UseAbility(who=who, ability="exchange_ends"), [2])
    assert table.refused(UseAbility(who=who, ability="exchange_ends")).code == "ability-expended"
    table.do(Expend(who=who, specialty="listening"), [2, 2, 5, 6, 6, 2])
    rows = {row.id: (row.kind, row.left) for row in abilities.expendables(table.state, table.state.entities[who])}
    assert rows["exchange_ends"] == ("trait", 0)
    assert (rows["art"], rows["listening"]) == (("specialty", 1), ("specialty", 0))
    table.do(specialties.SetSpecialty(who=who, specialty="listening", cooling=2))
    assert [row.id for row in abilities.expended(table.state, table.state.entities[who])] == [
        "exchange_ends",
        "listening",
    ]


@pytest.mark.rule("LP-SPC-021")
def test_an_ability_with_a_use_left_is_still_there(table: Table) -> None:
    who = person(table, "Jessica")
    table.do(TakeTrait(who=who, trait="cautious"))
    rolled(table, who, "DSC", "listen", FAILED)
    table.do(UseAbility(who=who, ability="exchange_ends"), [2])
    write(table, who, used={**sheet(table, who).used, "emergence": 1})
    rows = {row.id: (row.uses, row.left) for row in abilities.expendables(table.state, table.state.entities[who])}
    assert (rows["exchange_ends"], rows["emergence"]) == ((2, 1), (1, 0))


# Non-player characters -----------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-SPC-029")
def test_non_player_characters_reroll_their_own_checks(table: Table) -> None:
    who = person(table, "Cowboy", "listening", kind="npc")
    rolled(table, who, "DSC", "listen", FAILED)
    assert offered(table, who) == ["listening"]
    table.do(Expend(who=who, specialty="listening"), [4, 5, 6, 1, 1])
    assert (stands(table, who).outcome, expended(table, who)) == ("success", ["listening"])
    table.do(SettleCheck(who=who))
    other = person(table, "Bandit", "art", kind="npc")
    rolled(table, other, "DSC", "listen", FAILED)
    assert offered(table, other) == []
    table.do(SetOption(option="npc_specialties", value=False))
    assert table.refused(Expend(who=other, specialty="art")).code == "switched-off"
    table.do(SetOption(option="npc_specialties", value=True))
    table.do(Expend(who=other, specialty="art"), [4, 5, 6, 1, 1])
    assert stands(table, other).outcome == "success"


def hampered(table: Table, first: list[int], second: list[int]) -> str:
    """A check of Jessica that the Cowboy hampers once it is rolled, and its second roll."""
    who, foe = table.ids["Jessica"], table.ids["Cowboy"]
    if expended(table, foe):
        table.do(specialties.SetSpecialty(who=foe, specialty="bluffing", ready=True))
    rolled(table, who, "DSC", "read_people", first)
    table.do(Hamper(who=foe, specialty="bluffing", whom=who))
    assert specialty(table, foe, "bluffing").expended
    (task,) = table.tasks("hampered")
    assert task.dice == (len(first), 6)
    assert task.command is not None
    table.do(task.command, second)
    return stands(table, who).outcome


@pytest.mark.rule("LP-SPC-030")
def test_a_hampered_check_is_rolled_twice_and_the_lower_counts(table: Table) -> None:
    who = table.pc("Jessica")
    person(table, "Cowboy", "bluffing", kind="npc")
    assert hampered(table, [4, 5, 6, 1, 6], [1, 2, 4, 5, 1]) == "failure"
    assert faces(table, who) == [1, 2, 4, 5, 1]
    table.do(SettleCheck(who=who))
    assert hampered(table, [4, 5, 6, 1, 1], [4, 5, 6, 2, 2]) == "success"
    assert stands(table, who).degree == 0
    table.do(SettleCheck(who=who))
    assert hampered(table, [4, 5, 6, 2, 2], [4, 5, 6, 1, 1]) == "success"
    assert stands(table, who).degree == 0
    table.do(SettleCheck(who=who))
    assert hampered(table, [4, 5, 6, 1, 6], [3, 3, 3, 1, 1]) == "critical_failure"
    table.do(SettleCheck(who=who))
    assert hampered(table, [1, 2, 3, 1, 6], [4, 5, 6, 1, 1]) == "success"
    table.do(AppendDice(who=who, origin="helper"), [1])
    assert stands(table, who).degree == 3


@pytest.mark.rule("LP-SPC-030")
def test_a_check_hampered_before_its_roll_waits_for_the_second_one(table: Table) -> None:
    who = table.pc("Jessica")
    foe = person(table, "Cowboy", "bluffing", "art", kind="npc")
    second = person(table, "Bandit", "bluffing", kind="npc")
    table.do(CallCheck(who=(who,), kind="DSC", purpose="read_people", difficulty=6))
    table.do(Hamper(who=foe, specialty="bluffing", whom=who))
    table.do(Hamper(who=second, specialty="bluffing", whom=who))
    assert table.refused(Hamper(who=foe, specialty="art", whom=who)).code == "hampers-already"
    assert not table.tasks("hampered")
    table.do(RollCheck(who=who), [4, 5, 6, 1, 6])
    assert the_check(table, who).status == "rolled"
    table.do(RollAgain(who=who), [4, 5, 6, 1, 1])
    assert stands(table, who).degree == 1
    table.do(RollAgain(who=who), [1, 2, 4, 5, 1])
    assert stands(table, who).outcome == "failure"
    assert table.refused(RollAgain(who=who)).code == "not-hampered"
    table.do(SettleCheck(who=who))
    assert not table.state.checks


@pytest.mark.rule("LP-SPC-030")
def test_a_hampered_check_is_not_closed_before_its_second_roll(table: Table) -> None:
    who = table.pc("Jessica")
    foe = person(table, "Cowboy", "bluffing", kind="npc")
    rolled(table, who, "DSC", "read_people", [4, 5, 6, 1, 6])
    table.do(Hamper(who=foe, specialty="bluffing", whom=who))
    (task,) = table.tasks("hampered")
    refused = table.refused(SettleCheck(who=who))
    assert (refused.code, refused.params["what"]) == ("comes-first", task.what)
    assert not table.tasks("settle"), "its close is not offered yet, so Enter takes the second roll"
    (shown,) = negotiation_board.shown(table.state)
    assert shown.command == task.command
    table.do(RollAgain(who=who), [2, 2, 4, 5, 6])
    table.do(SettleCheck(who=who))
    assert not table.state.checks


@pytest.mark.rule("LP-SPC-030")
def test_an_opposed_check_waits_for_the_second_roll_of_a_hampered_side(table: Table) -> None:
    who, other = table.pc("Jessica"), table.pc("Mike")
    foe = person(table, "Cowboy", "bluffing", kind="npc")
    table.do(CallOpposed(a=who, b=other, kind="DSC", difficulty=6))
    table.do(Hamper(who=foe, specialty="bluffing", whom=who))
    table.do(RollCheck(who=who), [4, 5, 6, 1, 6])
    table.do(RollCheck(who=other), [2, 3, 4, 5, 6])
    assert len(table.state.checks) == 2, "compared with the lower result only"
    table.do(RollAgain(who=who), [2, 2, 4, 5, 6])
    assert not table.state.checks


def test_who_hampers_whom(table: Table) -> None:
    who = person(table, "Jessica", "bluffing")
    foe = person(table, "Cowboy", "bluffing", kind="npc")
    rolled(table, who, "DSC", "read_people", FAILED)
    assert table.refused(Hamper(who=who, specialty="bluffing", whom=who)).code == "only-npcs-hamper"
    assert table.refused(Hamper(who=foe, specialty="bluffing", whom=foe)).code == "only-npcs-hamper"
    assert table.refused(Hamper(who=foe, specialty="art", whom=who)).code == "no-such-specialty"
    assert table.refused(Hamper(who=foe, specialty="bluffing", whom="pc-009")).code == "unknown-person"
    table.do(SetOption(option="npc_specialties", value=False))
    assert table.refused(Hamper(who=foe, specialty="bluffing", whom=who)).code == "switched-off"
    table.do(SetOption(option="npc_specialties", value=True))
    table.do(Hamper(who=foe, specialty="bluffing", whom=who))
    (task,) = table.tasks("hampered")
    assert task.skip is not None
    table.do(task.skip)
    assert not table.state.checks
    assert table.refused(Hamper(who=foe, specialty="bluffing", whom=who)).code == "specialty-expended"


# In words ------------------------------------------------------------------------------------------------------------


def test_the_words_of_specialties(table: Table) -> None:
    person(table, "jessica", "listening", "art", xp=6)
    person(table, "cowboy", "bluffing", kind="npc")
    encounter = Encounter(table.session)
    for line in (
        "passion jessica art",
        "passion jessica 聆听",
        "acquire jessica food",
        'acquire jessica "Old Clocks" at 2 agreed',
        "check jessica DSC=listen D6 hold = 2 2 5 6 6 2 2",
        "expend jessica listening = 2 2 5 6 6 2 2",
        'expend jessica "Old Clocks"',
        "answer q-001 yes = 4 5 6 1 1 2 2",
        "related jessica art not",
        "hamper cowboy bluffing jessica",
        "rollagain jessica = 4 5 6 1 1 1 1",
        "settle jessica",
        "specialty jessica art called Painting",
        "specialty jessica Painting spent cooling 1",
        "session-start players 3",
        "session-end chapter",
        "step",
        "step 6 force",
        "reward jessica xp 2 potential 1",
        "xpprice two_equal 5",
        "xpprice 9 2",
    ):
        done = encounter.driver.run(line)
        assert hasattr(done, "entry"), (line, done)
        assert not isinstance(done, View)
        command = table.session.history.entries[-1].command
        assert command is not None
        written = encounter.driver.line(command)
        again = encounter.driver.parse(written)
        assert getattr(again, "command", None) == command, (line, written)
