"""Traits at creation and between sessions (8 to 10, 13 to 16), and how a trait is chosen, with the ledger's cases."""

from __future__ import annotations

from pathlib import Path

import pytest

from gmconsole.core.commands import SetField, SetOption
from gmconsole.core.ruleset import Tx
from gmconsole.rulesets.lawn import (
    RULESET,
    creation_table,
    emergence,
    focus,
    frenzy,
    injuries,
    passions,
    pools,
    relief,
    sheets,
    specialties,
    traits,
)
from gmconsole.rulesets.lawn.checks import RollCheck
from gmconsole.rulesets.lawn.cooling import Cool
from gmconsole.rulesets.lawn.exchange import Exchange
from gmconsole.rulesets.lawn.expending import Expend
from gmconsole.rulesets.lawn.life import ChangeSanity
from gmconsole.rulesets.lawn.neutral import PassTime
from gmconsole.rulesets.lawn.passions import SetPassion
from gmconsole.rulesets.lawn.session_end import EndSession, SessionStep
from gmconsole.rulesets.lawn.sessions import StartSession
from gmconsole.rulesets.lawn.specialties import SayRelated, SetSpecialty
from gmconsole.rulesets.lawn.state import Check, LawnState
from gmconsole.rulesets.lawn.trait_table import TRAITS
from gmconsole.rulesets.lawn.traits import DrawTrait, NameTrait, TakeTrait
from gmconsole.rulesets.lawn.traits_growth import NameSpecialty, RestorePotential, TradePotential
from gmconsole.scenarios import check_file, load_scenario, start_state

from .conftest import Table
from .making import EVEN, Maker
from .test_trait_machinery import faces, hero, on_table, pool, roll, run
from .test_traits_first import answer, asked, potential


def xp(table: Table, name: str = "mike") -> int:
    return sheets.sheet_of(table.who(name)).xp


def owned(table: Table, name: str = "mike") -> dict[str, bool]:
    """The specialties somebody owns, each with whether it is expended."""
    return {key: held.expended for key, held in specialties.owned(table.who(name)).items()}


def own(table: Table, who: str, *keys: str, spent: tuple[str, ...] = ()) -> None:
    for key in keys:
        table.do(SetSpecialty(who=who, specialty=key, spent=key in spent))


def between(table: Table, step: int = 8) -> None:
    """A session is over, and its end has come to that step."""
    table.do(StartSession())
    table.do(EndSession())
    while table.state.campaign.step < step:
        table.do(SessionStep(force=True))


# Choosing ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-TRT-201")
def test_one_trait_of_either_table(table: Table) -> None:
    made = Maker(table)
    made.all_but("trait")
    assert "trait" in made.missing
    made.trait("keen")
    assert "trait" not in made.missing
    assert table.refused(TakeTrait(who=made.who, trait="bold")).code == "trait-taken"
    assert made.sheet.trait == "keen"
    other = Maker(table, "Mike")
    other.trait("bold")
    assert other.sheet.trait == "bold"
    assert table.refused(TakeTrait(who=table.npc("duke"), trait="bold")).code == "no-sheet"
    assert table.refused(TakeTrait(who=table.pc("ben"), trait="bald")).code == "unknown-trait"


def test_a_trait_in_place_of_another_takes_along_what_came_with_it(table: Table) -> None:
    who = hero(table, "wealthy")
    table.do(TakeTrait(who=who, trait="late_bloomer", instead=True))
    sheet = sheets.sheet_of(table.who("mike"))
    assert (sheet.trait, sheet.cash, sheet.specialties) == ("late_bloomer", 0, {})
    assert asked(table, "growth")
    table.do(TakeTrait(who=who, trait="confident", instead=True))
    person = table.who("mike")
    assert ((person.sanity, person.sanity_max), person.states, person.stored) == ((3, 3), (), (1, 2, 3))
    assert asked(table, "growth") == []
    table.do(TakeTrait(who=who, trait="keen", instead=True))
    assert table.who("mike").stored == ()


@pytest.mark.rule("LP-TRT-202")
def test_a_trait_may_go_by_another_name(table: Table) -> None:
    who = hero(table, "charming")
    table.do(NameTrait(who=who, name="Forceful"))
    assert sheets.sheet_of(table.who("mike")).trait_name == "Forceful"
    card = RULESET.view(table.state, "gm").cards[who]
    assert "Forceful" in [span.text for line in card.lines for span in line]
    assert pool(table, who, "INF") == 7
    table.do(NameTrait(who=who))
    assert sheets.sheet_of(table.who("mike")).trait_name == ""
    assert table.refused(NameTrait(who=table.pc("anna"), name="x")).code == "no-trait"
    assert table.refused(NameTrait(who=who, name="x" * 41)).code == "too-long"


@pytest.mark.rule("LP-TRT-203")
def test_the_open_armed_choice(table: Table) -> None:
    who = table.pc("mike")
    table.do(DrawTrait(who=who), (8,))
    assert sheets.sheet_of(table.who("mike")).trait == "adroit"
    assert xp(table) == 2 + 4, "2 for the choice, 4 from the trait"
    other = hero(table, "adroit", "anna")
    assert xp(table, "anna") == 4, "none for a choice by hand"
    assert table.refused(DrawTrait(who=other)).code == "trait-taken"
    table.do(SetOption(option="open_armed", value=False))
    assert table.refused(DrawTrait(who=table.pc("ben"))).code == "switched-off"


@pytest.mark.rule("LP-TRT-203")
def test_a_drawn_trait_that_comes_with_a_choice_asks(table: Table) -> None:
    who = table.pc("mike")
    table.do(DrawTrait(who=who), (24,))
    answer(table, "trait_specialty", "agility")
    assert (owned(table), xp(table)) == ({"agility": False}, 2)


@pytest.mark.rule("LP-TRT-204")
def test_traits_ruled_out_are_drawn_again(table: Table) -> None:
    who = table.pc("mike")
    fanatical, late = "fanatical", "late_bloomer"
    assert (TRAITS[fanatical].number, TRAITS[late].number) == (11, 13)
    table.do(DrawTrait(who=who, banned=(fanatical, late)), (13,))
    [question] = [q for q in table.state.questions.values() if q.kind == "trait_draw"]
    assert (question.ref, question.choices) == (late, ("roll",))
    answer(table, "trait_draw", "roll", (11,))
    answer(table, "trait_draw", "roll", (20,))
    assert sheets.sheet_of(table.who("mike")).trait == "adventurous"
    assert xp(table) == 2
    six = tuple(t.id for t in TRAITS.values() if t.table == 2)[:6]
    assert table.refused(DrawTrait(who=table.pc("anna"), banned=six)).code == "too-many-banned"


@pytest.mark.rule("LP-TRT-204")
@pytest.mark.parametrize("keep", [True, False])
def test_a_trait_used_before_may_be_kept(table: Table, keep: bool) -> None:
    who = table.pc("mike")
    table.do(DrawTrait(who=who, known=("lucky",)), (17,))
    if keep:
        answer(table, "trait_draw", "keep")
    else:
        answer(table, "trait_draw", "roll", (21,))
    assert sheets.sheet_of(table.who("mike")).trait == ("lucky" if keep else "bold")


# 06 Determined, 08 Adroit --------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-TRT-106b")
def test_the_determined_restore_once_between_sessions(table: Table) -> None:
    who = hero(table, "determined")
    table.do(SetField(who=(who,), field="potential", value=1))
    assert table.refused(RestorePotential(who=who)).code == "between-sessions-only", "before the first session"
    table.do(StartSession())
    assert table.refused(RestorePotential(who=who)).code == "session-running"
    table.do(EndSession())
    assert table.refused(RestorePotential(who=who)).code == "step-not-reached"
    while table.state.campaign.step < 8:
        table.do(SessionStep(force=True))
    table.do(SetField(who=(who,), field="potential", value=1))
    table.do(RestorePotential(who=who))
    assert potential(table) == 3
    table.do(SetField(who=(who,), field="potential", value=1))
    assert table.refused(RestorePotential(who=who)).code == "once-between-sessions"


@pytest.mark.rule("LP-TRT-106b")
def test_nothing_is_restored_after_an_exchange_or_where_there_is_enough(table: Table) -> None:
    who = hero(table, "determined")
    between(table)
    table.do(SetField(who=(who,), field="potential", value=3))
    assert table.refused(RestorePotential(who=who)).code == "potential-enough"
    table.do(SetField(who=(who,), field="potential", value=5))
    table.do(Exchange(who=who), (1, 2, 2))
    assert potential(table) == 1
    assert table.refused(RestorePotential(who=who)).code == "once-between-sessions"


@pytest.mark.rule("LP-TRT-108")
def test_the_adroit_have_four_xp_more(table: Table) -> None:
    made = Maker(table)
    made.all_but("trait", "specialties", "items")
    made.xp()
    made.trait("adroit")
    assert made.sheet.xp == 16
    other = Maker(table, "Mike")
    other.all_but("trait", "specialties", "items")
    other.xp("more_potential")
    other.trait("adroit")
    assert other.sheet.xp == 15


@pytest.mark.rule("LP-TRT-108b")
def test_the_adroit_exchange_without_a_roll(table: Table) -> None:
    who = hero(table, "adroit")
    table.do(SetField(who=(who,), field="potential", value=7))
    assert table.refused(TradePotential(who=who)).code == "between-sessions-only"
    table.do(StartSession())
    table.do(EndSession())
    assert table.refused(TradePotential(who=who)).code == "step-not-reached"
    while table.state.campaign.step < 8:
        table.do(SessionStep(force=True))
    before = xp(table)
    table.do(SetField(who=(who,), field="potential", value=7))
    assert table.refused(TradePotential(who=who, times=3)).code == "not-enough-points"
    done = table.do(TradePotential(who=who))
    table.do(TradePotential(who=who))
    assert (potential(table), xp(table) - before, done.entry.dice) == (1, 2, ())
    table.do(SetField(who=(who,), field="potential", value=3))
    table.do(TradePotential(who=who))
    assert potential(table) == 0, "although below 5"
    table.do(SetField(who=(who,), field="potential", value=2))
    assert table.refused(TradePotential(who=who)).code == "not-enough-points"
    table.do(SetOption(option="adroit_exchange", value=False))
    assert table.refused(TradePotential(who=who)).code == "switched-off"


# 09 Lucid, 10 Free-Spirited ------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-TRT-109")
def test_the_lucid_have_two_passions_that_do_not_add_up(table: Table) -> None:
    who = hero(table, "lucid")
    own(table, who, "art", "chemistry", "listening")
    assert table.refused(SetPassion(who=who, specialties=("art", "chemistry", "listening"))).code == "too-many-passions"
    table.do(SetPassion(who=who, specialties=("art", "chemistry")))
    for related in (("art", "chemistry"), ("art",)):
        check = Check(id="", who=who, type="WIS", related=related)
        assert pools.dice_of(table.state, check)[0] == 7
        assert passions.related(table.state, check) == related
    assert pools.dice_of(table.state, Check(id="", who=who, type="WIS", unrelated=("art", "chemistry")))[0] == 5


@pytest.mark.rule("LP-TRT-110")
def test_the_free_spirited_have_no_passion(table: Table) -> None:
    who = hero(table, "free_spirited")
    own(table, who, "art")
    assert table.refused(SetPassion(who=who, specialties=("art",))).code == "no-passion"


def art_check(table: Table, who: str, dice: tuple[int, ...] = (2, 2, 5, 5, 6)) -> None:
    """A check on the table that is related to Art alone."""
    check = roll(table, who, dice)
    for key in owned(table):
        table.do(SayRelated(who=who, specialty=key, check=check.id, not_so=key != "art"))


@pytest.mark.rule("LP-TRT-110b")
def test_any_specialty_may_be_expended_for_another(table: Table) -> None:
    who = hero(table, "free_spirited")
    own(table, who, "art", "chemistry", spent=("art",))
    art_check(table, who)
    table.do(Expend(who=who, specialty="chemistry", stead="art"), (4, 5, 6, 1, 1))
    assert faces(table, who) == (4, 5, 6, 1, 1)
    assert owned(table) == {"specialty_free_spirit": False, "art": True, "chemistry": True}
    table.do(Expend(who=who, specialty="specialty_free_spirit", stead="art"), (2, 2, 2, 1, 1))
    assert all(owned(table).values())
    assert table.refused(Expend(who=who, specialty="chemistry", stead="art")).code == "specialty-expended"


@pytest.mark.rule("LP-TRT-110b")
def test_a_critical_failure_stays(table: Table) -> None:
    who = hero(table, "free_spirited")
    own(table, who, "art", "chemistry")
    art_check(table, who, (2, 2, 2, 5, 6))
    assert table.refused(Expend(who=who, specialty="chemistry", stead="art")).code == "critical-failure-stands"


@pytest.mark.rule("LP-TRT-110c")
def test_free_spirit_serves_through_the_trait_alone(table: Table) -> None:
    who = hero(table, "free_spirited")
    assert owned(table) == {"specialty_free_spirit": False}
    own(table, who, "art")
    art_check(table, who)
    person = table.who("mike")
    assert traits.reroll_with(person, "specialty_free_spirit", ("art",)) is None
    unrelated = traits.reroll_with(person, "specialty_free_spirit", ())
    assert unrelated is not None
    assert unrelated.code == "not-related"
    direct = traits.reroll_with(person, "specialty_free_spirit", ("specialty_free_spirit",))
    assert direct is not None
    table.do(Expend(who=who, specialty="specialty_free_spirit", stead="art"), (4, 5, 6, 1, 1))
    assert owned(table) == {"specialty_free_spirit": True, "art": False}


@pytest.mark.rule("LP-TRT-110d")
@pytest.mark.parametrize(
    ("players", "stored", "dice", "left"),
    [(3, 0, (2,), None), (3, 2, (), None), (4, 0, (1,), 2)],
)
def test_specialties_cool_by_themselves_first(
    table: Table, players: int, stored: int, dice: tuple[int, ...], left: int | None
) -> None:
    who = hero(table, "free_spirited")
    table.do(SetSpecialty(who=who, specialty="art", spent=True, cooling=stored))
    table.do(StartSession(players=players))
    table.do(EndSession())
    while table.state.campaign.step < 3:
        table.do(SessionStep(force=True))
    held = specialties.owned(table.who("mike"))["art"]
    if dice:
        table.do(Cool(who=who), dice)
        held = specialties.owned(table.who("mike"))["art"]
    assert (held.expended, held.cooling) == ((True, left) if left is not None else (False, 0))


# 13 Late Bloomer -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-TRT-113")
def test_the_late_bloomer_is_frail_for_good(table: Table) -> None:
    who = hero(table, "late_bloomer")
    assert table.states("mike") == ["frailty"]
    assert injuries.definition("frailty").kind == "permanent"
    assert table.refused(relief.Tend(who=who, state="frailty")).code == "no-first-aid"
    assert pool(table, who, "PHY") == 5, "no dice of its own"
    assert emergence.is_hurt(table.who("mike"))
    assert pool(table, who, "emergence") == 6


@pytest.mark.rule("LP-TRT-113b")
def test_the_late_bloomer_loses_six_points(table: Table) -> None:
    made = Maker(table)
    made.trait("late_bloomer")
    assert made.not_assigned({"FLX": 3, "DSC": 3}, **{**EVEN, "FLX": 0, "PHY": 2}).code != ""
    points = {**EVEN, "PHY": 2, "INF": 1}
    assert made.not_assigned({"PHY": 3, "MND": 2}, **points).code == "points-to-lose"
    made.assign({"PHY": 3, "MND": 3}, **points)
    attributes = made.person.attributes
    assert (attributes["PHY"], attributes["MND"]) == (-1, -2)


@pytest.mark.rule("LP-TRT-113c")
def test_the_late_bloomer_rolls_six_dice_for_potential(table: Table) -> None:
    made = Maker(table)
    made.trait("late_bloomer")
    assert creation_table.potential_dice(made.sheet) == 6
    assert made.potential((6, 5, 4, 3, 2, 1)) == 21
    other = Maker(table, "Mike")
    other.trait("late_bloomer")
    assert other.potential((1, 1, 1, 1, 1, 1), (6, 6, 6, 6, 6, 2)) == 31
    other.convert(2)
    assert (other.sheet.potential, other.sheet.creation.converted) == (29, 2)


@pytest.mark.rule("LP-TRT-113d")
def test_the_late_bloomer_starts_above_the_maximum_of_sanity(table: Table) -> None:
    who = hero(table, "late_bloomer")
    assert (table.who("mike").sanity, table.who("mike").sanity_max) == (6, 2)
    table.do(ChangeSanity(who=(who,), by=-1))
    table.do(PassTime(minutes=480, sleep=True))
    assert (table.who("mike").sanity, table.who("mike").sanity_max) == (5, 2)
    table.do(ChangeSanity(who=(who,), by=-5))
    answer(table, "faint", "unconscious")
    table.do(injuries.ChangeState(who=(who,), remove=("unconscious",)))
    assert (table.who("mike").sanity, table.who("mike").sanity_max) == (2, 2)


@pytest.mark.rule("LP-TRT-113e")
def test_growth_points_are_the_highest_of_three(table: Table) -> None:
    hero(table, "late_bloomer")
    answer(table, "growth", "roll", (4, 11, 7))
    assert traits.counter(table.who("mike"), "growth_points") == 11


@pytest.mark.rule("LP-TRT-113f")
@pytest.mark.parametrize(
    ("growth", "critical", "dice", "left", "gain"),
    [(11, False, (), 10, 1), (11, True, (6,), 5, 6), (0, False, (), 0, 0), (1, True, (), 0, 1)],
)
def test_growth_turns_into_xp(
    table: Table, growth: int, critical: bool, dice: tuple[int, ...], left: int, gain: int
) -> None:
    who = hero(table, "late_bloomer")
    if critical:
        table.do(RollCheck(who=who, kind="WIS", difficulty=6), (2, 2, 2, 5, 6))

    def set_growth(tx: Tx[LawnState]) -> None:
        sheets.set_counter(tx, who, "growth_points", growth)

    table.session.replace_state(run(table, set_growth))
    state = run(table, lambda tx: traits.session_step(tx, who, 8), dice)
    person = state.entities[who]
    assert (traits.counter(person, "growth_points"), sheets.sheet_of(person).xp) == (left, gain)
    assert not traits.counter(person, "critical_seen"), "it counts for that session alone"


# 14 Revelation -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-TRT-114")
def test_a_revelation_brings_a_frenzy_for_good(table: Table) -> None:
    hero(table, "revelation")
    for face in (31, 34, 36):
        answer(table, "revelation", "roll", (face,))
        assert sheets.sheet_of(table.who("mike")).frenzies == ()
    answer(table, "revelation", "roll", (17,))
    [held] = sheets.sheet_of(table.who("mike")).frenzies
    assert (held.id, held.permanent, held.cause) == ("nyctophobia", True, "revelation")
    assert frenzy.treatable(table.who("mike")) == ()
    assert frenzy.count(table.who("mike")) == 1, "one of two places"
    assert asked(table, "revelation") == []


@pytest.mark.rule("LP-TRT-114b")
def test_a_revelation_rolls_four_dice_for_potential(table: Table) -> None:
    made = Maker(table)
    made.trait("revelation")
    assert made.potential((6, 4, 3, 2)) == 15
    made.convert(2)
    assert (made.sheet.potential, made.sheet.creation.converted) == (13, 2)


@pytest.mark.rule("LP-TRT-114c")
def test_premonition_rerolls_any_check_and_is_no_passion(table: Table) -> None:
    who = hero(table, "revelation")
    assert owned(table) == {"premonition": False}
    assert table.refused(SetPassion(who=who, specialties=("premonition",))).code == "never-a-passion"
    roll(table, who, (1, 1, 2, 2, 1), 3, "emergence")
    table.do(Expend(who=who, specialty="premonition"), (1, 2, 1, 3, 3))
    assert owned(table) == {"premonition": True}
    table.do(SetSpecialty(who=who, specialty="premonition", ready=True))
    roll(table, who, (2, 2, 2, 5, 6))
    assert table.refused(Expend(who=who, specialty="premonition")).code == "critical-failure-stands"
    assert on_table(table, who).dice[0].face == 2


# 15 Wealthy, 16 Romantic ---------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-TRT-115")
def test_the_wealthy(table: Table) -> None:
    hero(table, "wealthy")
    assert potential(table, kind="cash") == 10
    assert {key: held.price for key, held in specialties.owned(table.who("mike")).items()} == {
        "property_wealth": 2,
        "upper_class": 3,
    }
    assert xp(table) == 0


@pytest.mark.rule("LP-TRT-116")
def test_the_romantic_have_three_minor_slots_more(table: Table) -> None:
    made = Maker(table)
    made.trait("romantic")
    made.skill("lockpicking", "any")
    for skill in ("swimming", "sculpture", "riding", "diving"):
        made.skill(skill, "minor")
    assert made.no_skill("cooking", "minor").code == "slot-full"
    other = Maker(table, "Mike")
    other.trait("romantic")
    assert other.no_skill("climbing", "minor").code == "not-minor"


@pytest.mark.rule("LP-TRT-116b")
def test_the_romantic_name_a_specialty_after_a_minor_skill(table: Table) -> None:
    made = Maker(table)
    made.trait("romantic")
    made.skill("lockpicking", "any")
    made.skill("swimming", "minor")
    made.skill("sculpture", "minor")
    assert table.refused(NameSpecialty(who=made.who, skill="lockpicking")).code == "no-minor-skill"
    table.do(NameSpecialty(who=made.who, skill="swimming"))
    assert {k: held.granted for k, held in made.sheet.specialties.items()} == {"swimming": "romantic"}
    table.do(SetSpecialty(who=made.who, specialty="swimming", spent=True))
    table.do(StartSession(force=True))
    assert table.refused(NameSpecialty(who=made.who, skill="sculpture")).code == "session-running"
    table.do(EndSession())
    while table.state.campaign.step < 6:
        table.do(SessionStep(force=True))
    table.do(NameSpecialty(who=made.who, skill="sculpture"))
    assert {k: held.expended for k, held in made.sheet.specialties.items()} == {"sculpture": True}
    assert table.refused(NameSpecialty(who=table.pc("anna"), skill="swimming")).code == "needs-trait"


@pytest.mark.rule("LP-TRT-104")
def test_an_emergence_check_of_the_cautious_has_a_die_more(table: Table) -> None:
    who = hero(table, "cautious")
    table.do(emergence.Emerge(who=who, thing="Sewing Kit"))
    [check] = [c for c in table.state.checks.values() if c.type == "emergence"]
    assert pools.dice_of(table.state, check)[0] == 6


@pytest.mark.rule("LP-TRT-104")
def test_a_specialty_of_the_cautious_throws_a_die_more(table: Table) -> None:
    who = hero(table, "cautious", attributes={"WIS": 1})
    own(table, who, "art")
    art_check(table, who, (2, 2, 5, 5, 6, 6))
    table.do(Expend(who=who, specialty="art"), (2, 2, 5, 5, 6, 6, 6))
    assert len(faces(table, who)) == 7


@pytest.mark.rule("LP-TRT-002")
def test_the_resolute_are_given_two_focus_tokens(table: Table) -> None:
    who = hero(table, "resolute", attributes={"MND": -1})
    table.pc("anna")
    table.do(injuries.ChangeState(who=(who,), add=("light_wound",)))
    assert focus.due(table.state, table.who("mike")) == 2
    own(table, who, "art")
    art = roll(table, who, (2, 2, 5, 5, 6, 6, 6), kind="MND")
    table.do(SayRelated(who=who, specialty="art", check=art.id))
    table.do(Expend(who=who, specialty="art"), (2, 2, 5, 5, 6, 6, 6))
    assert len(faces(table, who)) == 7


@pytest.mark.rule("LP-TRT-006")
def test_a_passion_adds_nothing_to_a_locked_check(table: Table) -> None:
    who, other = hero(table, "keen"), table.pc("anna")
    for someone in (who, other):
        own(table, someone, "reading_people")
        table.do(SetPassion(who=someone, specialties=("reading_people",)))
    counts = [
        pool(table, someone, "DSC", purpose="read_people", related=("reading_people",)) for someone in (who, other)
    ]
    assert counts == [7, 7]
    assert pool(table, other, "DSC") == 5


# Scenarios -----------------------------------------------------------------------------------------------------------

SCENARIO = """\
[scenario]
id = "inn"
ruleset = "lawn"

[[person]]
id = "mike"
kind = "pc"
trait = "late_bloomer"

[[person]]
id = "anna"
kind = "pc"
trait = "composed"
sanity = 2

[[person]]
id = "duke"
"""


def test_a_scenario_gives_people_their_traits(tmp_path: Path) -> None:
    file = tmp_path / "inn.toml"
    file.write_text(SCENARIO, encoding="utf-8")
    assert check_file(file) == []
    state = start_state(load_scenario(file), "en")
    assert isinstance(state, LawnState)
    found = {p.key: p for p in state.entities.values()}
    mike, anna = found["mike"], found["anna"]
    assert (mike.sanity, mike.sanity_max, [s.id for s in mike.states]) == (6, 2, ["frailty"])
    assert traits.has(anna, "composed")
    assert anna.sanity == 2, "what the file says goes before the trait"


@pytest.mark.parametrize(
    ("wrong", "line", "found"), [('trait = "late_blomer"', 8, '"late_blomer"'), ("trait = 13", 8, "13")]
)
def test_a_scenario_is_told_which_traits_there_are(tmp_path: Path, wrong: str, line: int, found: str) -> None:
    file = tmp_path / "inn.toml"
    file.write_text(SCENARIO.replace('trait = "late_bloomer"', wrong), encoding="utf-8")
    [fault] = check_file(file)
    assert (fault.line, fault.found) == (line, found)


def test_only_player_characters_have_a_trait_in_a_scenario(tmp_path: Path) -> None:
    file = tmp_path / "inn.toml"
    file.write_text(SCENARIO + 'trait = "bold"\n', encoding="utf-8")
    [fault] = check_file(file)
    assert fault.line == 18
