"""Specialties: the price list, buying, what may be kept, the passion, the values on the sheet (LP-SPC-001 to -013)."""

from __future__ import annotations

import pytest

from gmconsole.core.commands import SetField
from gmconsole.core.messages import english
from gmconsole.rulesets.lawn import acquiring, checks, creation, interval, passions, pools, specialties
from gmconsole.rulesets.lawn.acquiring import Acquire, Reward
from gmconsole.rulesets.lawn.announcing import SwitchModifier
from gmconsole.rulesets.lawn.checks import CallCheck
from gmconsole.rulesets.lawn.crisis import Start
from gmconsole.rulesets.lawn.passions import SetPassion
from gmconsole.rulesets.lawn.specialties import SayRelated, SetSpecialty
from gmconsole.rulesets.lawn.specialty_table import SPECIALTIES, find, title
from gmconsole.rulesets.lawn.traits import TakeTrait

from .conftest import Table
from .special import answer, asked, end, person, said, session, sheet, specialty, spend, steps, the_check

# fmt: off
THREE = [
    "investigating_clues", "deft_hands", "strength_constitution", "balance_jump_dodge", "hitting",
    "wilderness_survival", "travel", "reading_people", "crime", "swinging_thrusting", "bluffing",
    "information_retrieval", "worldly_knowledge", "methodology", "easy_rapport", "persuasion", "public_figure",
    "upper_class", "occult_folklore_religion", "covert_action", "concealing_objects", "performance",
    "schemes_strategy",
]
TWO = [
    "running", "chemistry", "plants", "food", "hometown", "lab_instruments", "on_in_water", "military_politics_law",
    "meteorology", "machine_operation", "business_economics_finance", "animals", "making_repairing_dismantling",
    "computers", "geography_history_archaeology", "geology_minerals", "astronomy", "literature_philosophy", "art",
    "theoretical_science", "winning_over", "intimidation", "listening", "contests",
]
# fmt: on


def acquire(table: Table, who: str, *keys: str) -> None:
    """Buy specialties of the table."""
    for key in keys:
        table.do(Acquire(who=who, specialty=key))


def new(table: Table, choice: str = "more_xp") -> str:
    """Somebody being made who has chosen the experience."""
    table.do(creation.Create(name="Nina"))
    who = creation.in_creation(table.state)[0].id
    table.do(creation.ChooseXp(who=who, choice=choice))
    return who


def pool(table: Table, who: str) -> int:
    """The dice of the person's owed check."""
    return pools.dice_of(table.state, the_check(table, who))[0]


def call(table: Table, who: str, kind: str, purpose: str = "", *tags: str) -> None:
    """Announce a check, in place of the one there was."""
    for check in list(table.state.checks.values()):
        table.do(checks.DropCheck(check=check.id))
    table.do(CallCheck(who=(who,), kind=kind, purpose=purpose, difficulty=6, tags=tags))


# Buying --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-SPC-001")
def test_a_specialty_costs_experience(table: Table) -> None:
    who = person(table, "Jessica", xp=3)
    table.do(Acquire(who=who, specialty="reading_people"))
    assert sheet(table, who).xp == 0
    assert specialty(table, who, "reading_people").price == 3
    poor = person(table, "Mike", xp=2)
    assert table.refused(Acquire(who=poor, specialty="reading_people")).code == "not-enough-points"


@pytest.mark.rule("LP-SPC-003")
def test_prices_are_two_and_three(table: Table) -> None:
    who = person(table, "Jessica", xp=12)
    acquire(table, who, "deft_hands", "hitting", "travel", "crime")
    assert sheet(table, who).xp == 0
    other = person(table, "Mike", xp=11)
    acquire(table, other, "deft_hands", "hitting", "travel", "art")
    assert sheet(table, other).xp == 0
    rich = person(table, "Otto", xp=12)
    for price in (1, 4):
        refused = table.refused(Acquire(who=rich, specialty="Clockwork", price=price, agreed=True))
        assert refused.code == "no-such-price"
    assert table.refused(Acquire(who=rich, specialty="art", price=3)).code == "no-such-price"
    assert {row.price for row in SPECIALTIES.values()} == {2, 3}


@pytest.mark.rule("LP-SPC-004")
def test_one_that_no_list_has_needs_the_gm(table: Table) -> None:
    who = person(table, "Jessica", xp=5)
    table.do(Acquire(who=who, specialty="Clockwork", price=2, agreed=True))
    assert sheet(table, who).xp == 3
    assert specialty(table, who, "Clockwork").price == 2
    table.do(Acquire(who=who, specialty="Heraldry", price=2))
    assert table.refused(Acquire(who=who, specialty="Heraldry", price=2)).code == "no-change"
    assert asked(table, "specialty_price", who).choices == ("2", "refuse")
    answer(table, "specialty_price", who, "refuse")
    assert "Heraldry" not in sheet(table, who).specialties
    assert sheet(table, who).xp == 3
    table.do(Acquire(who=who, specialty="Heraldry"))
    assert asked(table, "specialty_price", who).choices == ("3", "2", "refuse")
    answer(table, "specialty_price", who, "3")
    assert (sheet(table, who).xp, specialty(table, who, "Heraldry").price) == (0, 3)
    assert table.refused(Acquire(who=who, specialty="Falconry")).code == "not-enough-points"
    session(table)
    refused = table.refused(Acquire(who=who, specialty="Falconry", price=2, agreed=True))
    assert refused.code == "session-running"
    assert table.refused(Acquire(who=who, specialty="Clockwork")).code == "specialty-owned"
    assert table.refused(Acquire(who=who, specialty=" ")).code == "empty-name"


@pytest.mark.rule("LP-SPC-004")
def test_a_price_that_was_asked_for_may_be_said_by_line(table: Table) -> None:
    who = person(table, "Jessica", xp=7)
    table.do(Acquire(who=who, specialty="Clockwork"))
    table.do(Acquire(who=who, specialty="Clockwork", price=2))
    assert (sheet(table, who).xp, specialty(table, who, "Clockwork").price) == (5, 2)
    table.do(Acquire(who=who, specialty="Heraldry", price=3))
    table.do(Acquire(who=who, specialty="Heraldry", price=2))
    assert asked(table, "specialty_price", who).choices == ("2", "refuse"), "another price, another question"
    table.do(Acquire(who=who, specialty="Heraldry", price=3, agreed=True))
    assert (sheet(table, who).xp, specialty(table, who, "Heraldry").price) == (2, 3)
    assert not table.tasks("question:specialty_price")


@pytest.mark.rule("LP-SPC-002", "LP-SPC-005")
def test_in_creation_at_least_seven_of_twelve_are_spent(table: Table) -> None:
    who = new(table)
    assert sheet(table, who).xp == 12
    assert acquiring.surplus(sheet(table, who)) == 7
    acquire(table, who, "art", "listening")
    assert acquiring.surplus(sheet(table, who)) == 3
    acquire(table, who, "reading_people")
    assert (sheet(table, who).xp, acquiring.surplus(sheet(table, who))) == (5, 0)
    table.do(Acquire(who=who, specialty="art", back=True))
    assert (sheet(table, who).xp, list(sheet(table, who).specialties)) == (7, ["listening", "reading_people"])
    assert table.refused(Acquire(who=who, specialty="art", back=True)).code == "no-such-specialty"


@pytest.mark.rule("LP-SPC-002")
def test_less_experience_comes_with_potential(table: Table) -> None:
    who = new(table, "more_potential")
    table.do(creation.StartPotential(who=who, does=creation.ROLL), [3, 4])
    table.do(creation.StartPotential(who=who, does=creation.ACCEPT))
    assert (sheet(table, who).xp, sheet(table, who).potential) == (11, 11)
    other = table.pc("Mike")
    assert table.refused(Acquire(who=other, specialty="art", back=True)).code == "no-such-specialty"


@pytest.mark.rule("LP-SPC-005", "LP-POT-024")
def test_more_than_five_unspent_is_forfeited_at_the_end_of_step_8(table: Table) -> None:
    who = person(table, "Jessica", xp=5)
    session(table)
    end(table, 8)
    assert acquiring.surplus(sheet(table, who)) == 0
    done = table.do(Reward(who=(who,), xp=1))
    assert f"{who} holds 1 XP more than can be kept: to be spent in step 8 of session end" in said(done, table.state)
    assert sheet(table, who).xp == 6
    (step,) = table.tasks("session_step")
    assert [english(line) for line in step.detail] == [f"{who}: 1 XP too many, they will be forfeited"]
    assert step.command is not None
    done = table.do(step.command)
    assert sheet(table, who).xp == 5
    assert f"{who}: 1 XP forfeited" in said(done, table.state)


def test_what_is_spent_in_time_is_not_forfeited(table: Table) -> None:
    who = person(table, "Jessica", xp=5)
    session(table)
    table.do(Reward(who=(who,), xp=3))
    assert sheet(table, who).xp == 8
    end(table, 8)
    acquire(table, who, "travel")
    steps(table, 9)
    assert sheet(table, who).xp == 5
    assert table.refused(Reward(who=(who,), xp=100)).code == "out-of-bounds"
    assert table.refused(Reward(who=(who, who), xp=1)).code == "named-twice"
    assert table.refused(Reward(who=("pc-009",), xp=1)).code == "unknown-person"


@pytest.mark.rule("LP-SPC-006", "LP-SPC-007")
def test_the_price_list(table: Table) -> None:
    assert [key for key, row in SPECIALTIES.items() if row.price == 3 and not row.trait_only] == THREE
    assert [key for key, row in SPECIALTIES.items() if row.price == 2 and not row.trait_only] == TWO
    assert (len(THREE), len(TWO)) == (23, 24)
    who = person(table, "Jessica", xp=12)
    assert acquiring.price(table.state.entities[who], "reading_people") == 3
    assert acquiring.price(table.state.entities[who], "art") == 2
    acquire(table, who, "deft_hands", "hitting")
    assert sheet(table, who).xp == 6
    other = person(table, "Mike", xp=12)
    acquire(table, other, "listening", "running")
    assert sheet(table, other).xp == 8
    assert [key for key, _ in acquiring.shop(table.state, table.state.entities[other])] == [
        key for key in (*THREE, *TWO) if key not in ("listening", "running")
    ]


@pytest.mark.rule("LP-SPC-008")
def test_two_entries_are_to_be_had_before_the_game_only(table: Table) -> None:
    who = new(table)
    acquire(table, who, "public_figure", "upper_class")
    assert sheet(table, who).xp == 6
    late = person(table, "Mike", xp=6)
    session(table)
    end(table, 8)
    for key in ("public_figure", "upper_class"):
        assert table.refused(Acquire(who=late, specialty=key)).code == "only-before-game"
    newcomer = table.pc("Otto")
    table.do(TakeTrait(who=newcomer, trait="wealthy"))
    granted = specialty(table, newcomer, "upper_class")
    assert (granted.granted, granted.price, sheet(table, newcomer).xp) == ("wealthy", 3, 0)


@pytest.mark.rule("LP-SPC-009", "LP-TRT-130b")
def test_some_come_with_traits_alone(table: Table) -> None:
    who = person(table, "Jessica", xp=5)
    assert table.refused(Acquire(who=who, specialty="premonition")).code == "only-granted"
    assert table.refused(Acquire(who=who, specialty="property_wealth")).code == "only-granted"
    assert "premonition" not in dict(acquiring.shop(table.state, table.state.entities[who]))
    table.do(TakeTrait(who=who, trait="candid", specialty="agility"))
    assert (specialty(table, who, "agility").granted, sheet(table, who).xp) == ("candid", 5)
    decorous = person(table, "Mike", xp=5)
    table.do(TakeTrait(who=decorous, trait="decorous", specialty="grace"))
    prices = dict(acquiring.shop(table.state, table.state.entities[decorous]))
    assert (prices["property_wealth"], prices["upper_class"], prices["public_figure"]) == (1, 2, 2)
    acquire(table, decorous, "property_wealth", "upper_class")
    assert sheet(table, decorous).xp == 2
    assert [row.id for row in SPECIALTIES.values() if row.trait_only] == [
        "specialty_free_spirit",
        "premonition",
        "property_wealth",
        "sincerity",
        "agility",
        "poker_face",
        "plan",
        "elegance",
        "grace",
        "respectability",
        "majesty",
        "specialty_best_friend",
    ]


@pytest.mark.rule("LP-SPC-028")
def test_specialties_are_bought_between_sessions(table: Table) -> None:
    who = person(table, "Jessica", xp=3)
    session(table)
    assert table.refused(Acquire(who=who, specialty="travel")).code == "session-running"
    end(table, 7)
    assert table.refused(Acquire(who=who, specialty="travel")).code == "step-not-reached"
    steps(table, 8)
    table.do(Acquire(who=who, specialty="travel"))
    assert (sheet(table, who).xp, specialty(table, who, "travel").bought) == (0, 1)
    table.do(SetField(who=(who,), field="xp", value=2))
    steps(table, 9)
    table.do(Acquire(who=who, specialty="art"))
    session(table)
    table.do(SetField(who=(who,), field="xp", value=2))
    table.do(Acquire(who=who, specialty="food", force=True))
    assert list(sheet(table, who).specialties) == ["travel", "art", "food"]


def test_a_game_without_sessions_buys_before_it_begins(table: Table) -> None:
    who = person(table, "Jessica", xp=3)
    assert interval.before_game(table.state)
    table.npc("Cowboy")
    table.all_bands("near")
    table.do(Start())
    assert table.refused(Acquire(who=who, specialty="travel")).code == "session-running"


# The passion ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-SPC-010")
def test_one_specialty_is_the_passion(table: Table) -> None:
    who = person(table, "Jessica", "art", "listening", "premonition", "specialty_free_spirit", "specialty_best_friend")
    table.do(SetPassion(who=who, specialties=("art",)))
    assert sheet(table, who).passions == ("art",)
    assert table.refused(SetPassion(who=who, specialties=("art", "listening"))).code == "too-many-passions"
    assert table.refused(SetPassion(who=who, specialties=("art", "art"))).code == "named-twice-passion"
    assert table.refused(SetPassion(who=who, specialties=("food",))).code == "no-such-specialty"
    for key in ("premonition", "specialty_free_spirit", "specialty_best_friend"):
        assert table.refused(SetPassion(who=who, specialties=(key,))).code == "never-a-passion"
    assert passions.may_be(table.state, table.state.entities[who]) == ("art", "listening")
    table.do(TakeTrait(who=who, trait="lucid"))
    table.do(SetPassion(who=who, specialties=("art", "listening")))
    assert sheet(table, who).passions == ("art", "listening")
    table.do(SetPassion(who=who))
    assert sheet(table, who).passions == ()


@pytest.mark.rule("LP-TRT-110")
def test_the_free_spirited_have_none(table: Table) -> None:
    who = person(table, "Jessica", "art")
    table.do(TakeTrait(who=who, trait="free_spirited"))
    assert table.refused(SetPassion(who=who, specialties=("art",))).code == "no-passion"


@pytest.mark.rule("LP-SPC-011")
def test_the_passion_gives_two_dice(table: Table) -> None:
    who = person(table, "Jessica", "reading_people")
    table.do(SetPassion(who=who, specialties=("reading_people",)))
    call(table, who, "DSC", "read_people")
    assert pool(table, who) == 7
    call(table, who, "DSC", "find_item")
    assert pool(table, who) == 5
    call(table, who, "DSC", "what the face says")
    assert pool(table, who) == 5
    table.do(SayRelated(who=who, specialty="reading_people"))
    assert pool(table, who) == 7
    table.do(SayRelated(who=who, specialty="reading_people", not_so=True))
    assert pool(table, who) == 5
    call(table, who, "DSC", "faces", "Reading People")
    assert pool(table, who) == 7
    call(table, who, "DSC", "察言观色")
    assert pool(table, who) == 7
    call(table, who, "initiative")
    assert pool(table, who) == 5 + 3


@pytest.mark.rule("LP-SPC-011", "LP-SPC-019")
def test_the_passion_is_a_switch_on_the_check(table: Table) -> None:
    who = person(table, "Jessica", "art")
    table.do(SetPassion(who=who, specialties=("art",)))
    call(table, who, "INF", "win the room")
    (row,) = pools.conditions(table.state, the_check(table, who))
    assert (row.name, row.dice, row.on) == (specialties.PASSION, 2, False)
    table.do(SwitchModifier(who=who, name=specialties.PASSION))
    assert pool(table, who) == 7
    assert specialties.relation(table.state, the_check(table, who), "art") is True
    table.do(SwitchModifier(who=who, name=specialties.PASSION, off=True))
    assert pool(table, who) == 5
    assert specialties.relation(table.state, the_check(table, who), "art") is False
    table.do(SayRelated(who=who, specialty="art"))
    assert pool(table, who) == 7


@pytest.mark.rule("LP-TRT-109")
def test_two_passions_never_add_up(table: Table) -> None:
    who = person(table, "Jessica", "easy_rapport", "winning_over", "art")
    table.do(TakeTrait(who=who, trait="lucid"))
    table.do(SetPassion(who=who, specialties=("easy_rapport", "winning_over")))
    call(table, who, "INF", "relationship")
    assert pool(table, who) == 7
    table.do(SetPassion(who=who, specialties=("easy_rapport", "art")))
    assert pool(table, who) == 7
    everything = ("easy_rapport", "winning_over", "art")
    assert table.refused(SetPassion(who=who, specialties=everything)).code == "too-many-passions"


def test_a_locked_check_has_no_switch(table: Table) -> None:
    who = person(table, "Jessica", "reading_people")
    table.do(SetPassion(who=who, specialties=("reading_people",)))
    table.do(TakeTrait(who=who, trait="keen"))
    call(table, who, "DSC", "read_people")
    assert pool(table, who) == 7
    assert pools.conditions(table.state, the_check(table, who)) == ()


@pytest.mark.rule("LP-SPC-012", "LP-SES-007")
def test_the_passion_changes_in_step_6(table: Table) -> None:
    who = person(table, "Jessica", "art", "listening")
    table.do(SetPassion(who=who, specialties=("art",)))
    session(table)
    change = SetPassion(who=who, specialties=("listening",))
    assert table.refused(change).code == "passion-at-session-end"
    spend(table, who, "listening")
    end(table, 3)
    assert table.refused(change).code == "passion-at-session-end"
    steps(table, 6)
    (offer,) = table.tasks("passion")
    assert english(offer.what) == f"{who} may change the passion, specialty:art now"
    assert not offer.blocking
    table.do(change)
    assert sheet(table, who).passions == ("listening",)
    steps(table, 9)
    assert table.refused(SetPassion(who=who, specialties=("art",))).code == "passion-at-session-end"
    table.do(SetPassion(who=who, specialties=("art",), force=True))
    assert sheet(table, who).passions == ("art",)


@pytest.mark.rule("LP-SES-007")
def test_an_expended_specialty_may_become_the_passion(table: Table) -> None:
    who = person(table, "Jessica", "art", "listening")
    table.pc("Mike")
    session(table)
    spend(table, who, "listening")
    end(table, 3)
    (roll,) = table.tasks("cooling")
    assert roll.command is not None
    table.do(roll.command, [1])
    steps(table, 6)
    table.do(SetPassion(who=who, specialties=("listening",)))
    assert specialty(table, who, "listening").expended


@pytest.mark.rule("LP-SPC-012")
def test_the_first_passion_is_set_with_the_sheet(table: Table) -> None:
    session(table)
    who = new(table)
    acquire(table, who, "art")
    table.do(SetPassion(who=who, specialties=("art",)))
    assert sheet(table, who).passions == ("art",)
    table.do(Acquire(who=who, specialty="art", back=True))
    assert sheet(table, who).passions == ()


@pytest.mark.rule("LP-SES-009")
def test_what_was_bought_in_step_8_waits_for_the_next_session_end(table: Table) -> None:
    who = person(table, "Jessica", "art", xp=3)
    session(table)
    end(table, 8)
    acquire(table, who, "travel")
    refused = table.refused(SetPassion(who=who, specialties=("travel",), force=True))
    assert refused.code == "bought-just-now"
    steps(table, 9)
    session(table)
    end(table, 6)
    table.do(SetPassion(who=who, specialties=("travel",)))
    assert sheet(table, who).passions == ("travel",)


# On the sheet --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-SPC-027")
def test_the_cooling_value_is_shown(table: Table) -> None:
    who = person(table, "Jessica", "deft_hands", "art")
    table.do(creation.SetPlayers(count=3))
    spend(table, who, "deft_hands")
    table.do(SetSpecialty(who=who, specialty="deft_hands", cooling=2))
    table.do(SetPassion(who=who, specialties=("art",)))
    shown = specialties.shown(table.state, table.state.entities[who])
    texts = [english(text) if not isinstance(text, str) else text for text in shown]  # type: ignore[arg-type]
    assert texts == ["specialty:art, passion", "specialty:deft_hands (expended, cooling 2/3)"]


def test_the_gm_gives_changes_and_takes(table: Table) -> None:
    who = table.npc("Cowboy")
    table.do(SetSpecialty(who=who, specialty="Clockwork", price=2))
    table.do(SetSpecialty(who=who, specialty="Clockwork", called="Watches", spent=True, cooling=1))
    held = specialty(table, who, "Watches")
    assert (held.price, held.expended, held.cooling, held.granted) == (2, True, 1, "gm")
    table.do(SetSpecialty(who=who, specialty="Watches", ready=True))
    assert specialty(table, who, "Watches").cooling == 0
    table.do(SetSpecialty(who=who, specialty="art"))
    assert table.refused(SetSpecialty(who=who, specialty="art", called="Watches")).code == "specialty-owned"
    table.do(SetSpecialty(who=who, specialty="Watches", off=True))
    assert list(sheet(table, who).specialties) == ["art"]
    assert table.refused(SetSpecialty(who=who, specialty="Watches", off=True)).code == "no-such-specialty"
    assert table.refused(SetSpecialty(who=who, specialty="art", price=4)).code == "no-such-price"
    assert table.refused(SetSpecialty(who=who, specialty="art", cooling=100)).code == "out-of-bounds"
    assert table.refused(SetSpecialty(who=who, specialty="x" * 41)).code == "too-long"
    door = table.add("Door", "object")
    assert table.refused(SetSpecialty(who=door, specialty="art")).code == "not-for-objects"


def test_names_of_specialties() -> None:
    assert find("察言观色") == find("reading people") == find("reading_people") == "reading_people"
    assert find(" Clockwork ") == "Clockwork"
    assert title("Clockwork") == "Clockwork"
