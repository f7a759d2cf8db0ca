"""Making a character: the steps in the book's order, their budgets, and the way back (chapter "Creation")."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from gmconsole.core.commands import SetField, SetOption, with_entity
from gmconsole.core.messages import english
from gmconsole.core.model import Rejected, terms_of
from gmconsole.core.scenario import Problem
from gmconsole.rulesets.lawn import (
    RULESET,
    checks,
    creation,
    creation_steps,
    creation_table,
    items,
    learning,
    limbs,
    sheets,
    traits,
)
from gmconsole.rulesets.lawn.character import Belonging
from gmconsole.rulesets.lawn.creation_table import FIGURES, figure
from gmconsole.rulesets.lawn.sheet_words import LABELS, MEANINGS
from gmconsole.rulesets.lawn.state import ATTRIBUTES, Check, Injury
from gmconsole.text import Words

from .conftest import Table
from .making import EVEN, THINGS, Maker
from .rounds import answer


def wrong(maker: Maker) -> list[Problem]:
    """What goes too far on the sheet."""
    return list(creation_steps.problems(maker.table.state, maker.who))


def rewrite(maker: Maker, **fields: Any) -> None:
    """Write fields of the sheet past all commands, as a hand in a file might."""
    tx = maker.table.writing()
    sheets.change(tx, maker.who, **fields)
    maker.table.session.replace_state(tx.state)


# Background ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-CHR-001")
def test_a_sheet_stores_everything_about_a_character(table: Table) -> None:
    maker = Maker(table)
    maker.about("background", "a fallen estate")
    maker.all_but()
    table.do(creation.Finish(who=maker.who))
    sheet, person = maker.sheet, maker.person
    assert sheet.background == "a fallen estate"
    assert person.attributes == EVEN
    assert (person.sanity, person.sanity_max, sheet.potential) == (3, 3, 8)
    assert sheet.trait == "keen"
    assert person.skills == ("lockpicking", "swimming")
    assert tuple(sheet.specialties) == ("art", "deft_hands", "reading_people")
    assert tuple(i.name for i in sheet.belongings) == THINGS
    assert person.states == ()
    assert sheet.history == ()


@pytest.mark.rule("LP-CHR-002")
def test_a_campaign_overrides_figures_and_the_sheet_notes_it(table: Table) -> None:
    maker = Maker(table)
    assert {key: figure(maker.sheet, key) for key in ("xp", "items", "attribute_points")} == {
        "xp": 12,
        "items": 8,
        "attribute_points": 8,
    }
    assert maker.sheet.overrides == {}
    done = table.do(creation.CampaignFigure(figure="xp", value=15))
    told = [Words("en", RULESET).say(m) for m in RULESET.tell(table.state, done.entry.events, "gm")]
    assert told == ["campaign: XP: 15", f"{maker.who}: XP: 15 (campaign)"]
    maker.xp()
    assert maker.sheet.xp == 15
    assert maker.sheet.overrides == {"xp": 15}
    other = Maker(table, "Mike")
    other.xp()
    assert other.sheet.xp == 15
    table.do(creation.CampaignFigure(figure="xp", value=12))
    assert (maker.sheet.overrides, maker.sheet.xp) == ({}, 12)
    assert table.refused(creation.CampaignFigure(figure="xp", value=1000)).code == "out-of-bounds"
    assert table.refused(creation.CampaignFigure(figure="luck", value=1)).code == "not-a-choice"


@pytest.mark.rule("LP-CHR-002")
@pytest.mark.parametrize("key", list(FIGURES))
def test_figures_have_their_bounds(table: Table, key: str) -> None:
    row = FIGURES[key]
    for value in {row.low, row.high} - {row.value}:
        table.do(creation.CampaignFigure(figure=key, value=value))
        assert table.state.campaign.creation == {key: value}
    for value in (row.low - 1, row.high + 1):
        assert table.refused(creation.CampaignFigure(figure=key, value=value)).code == "out-of-bounds"


@pytest.mark.rule("LP-CHR-002", "LP-SAN-001")
def test_sanity_and_dice_of_those_being_made_follow_the_campaign(table: Table) -> None:
    maker, bloomer = Maker(table), Maker(table, "Mike")
    maker.all_but()
    bloomer.trait("late_bloomer")
    table.do(creation.CampaignFigure(figure="sanity", value=4))
    assert (maker.person.sanity, maker.person.sanity_max) == (4, 4)
    assert (bloomer.person.sanity, bloomer.person.sanity_max) == (6, 2), "what a trait brings stays"
    assert wrong(maker) == [] and maker.missing == []
    table.do(traits.TakeTrait(who=bloomer.who, trait="robust", instead=True))
    assert (bloomer.person.sanity, bloomer.person.sanity_max) == (4, 4)
    table.do(creation.CampaignFigure(figure="potential_dice", value=3))
    assert (maker.sheet.potential, maker.missing) == (0, ["potential"]), "rolled anew with the dice there are now"
    maker.potential((1, 2, 3))
    table.do(creation.Finish(who=maker.who))
    table.do(creation.CampaignFigure(figure="sanity", value=3))
    assert (maker.person.sanity, bloomer.person.sanity) == (4, 3), "a finished sheet is left alone"


def test_an_override_that_would_leave_too_little_is_refused(table: Table) -> None:
    maker = Maker(table)
    maker.xp()
    maker.buy("art", "deft_hands", "hitting", "travel")
    refused = table.refused(creation.CampaignFigure(figure="xp", value=10))
    assert (refused.code, refused.params["held"]) == ("already-spent", 0)


@pytest.mark.rule("LP-CHR-003")
def test_eight_background_fields(table: Table) -> None:
    maker = Maker(table)
    assert creation.BACKGROUND == (
        "name",
        "title",
        "gender",
        "age",
        "language",
        "appearance",
        "occupation",
        "dominant",
    )
    assert set(creation.ABOUT) - set(creation.BACKGROUND) == {"background", "type"}
    for field in creation.BACKGROUND:
        maker.about(field, "left" if field == "dominant" else f"my {field}")
    assert (maker.person.name, maker.person.dominant, maker.sheet.title) == ("my name", "left", "my title")
    assert maker.step("background").status == "done"
    assert table.refused(creation.About(who=maker.who, field="name", text=" ")).code == "empty-name"
    nameless = with_entity(table.state, replace(maker.person, name=""))
    assert creation_steps.steps(nameless, maker.who)[0].status == "open"
    assert creation_steps.missing(nameless, maker.who)[0] == "background"
    assert table.refused(creation.About(who=maker.who, field="luck", text="x")).code == "not-a-choice"
    assert table.refused(creation.About(who=maker.who, field="dominant", text="third")).code == "not-a-choice"
    assert table.refused(creation.Create(name=" ")).code == "empty-name"


def test_the_background_says_what_is_still_empty(table: Table) -> None:
    maker = Maker(table)

    def said() -> str:
        return Words("en", RULESET).say(maker.step("background").text)

    assert said() == "still empty: title, gender, age, native language, appearance, occupation"
    for field in creation.BACKGROUND[1:-1]:
        if field != "age":
            maker.about(field, "x")
    assert said() == "still empty: age"
    maker.about("age", "27")
    assert said() == "all fields are filled in"


@pytest.mark.rule("LP-CHR-004")
def test_background_changes_no_dice(table: Table) -> None:
    one, twin = Maker(table), Maker(table, "Twin")
    one.about("dominant", "both")
    one.about("occupation", "soldier")
    one.about("title", "Countess")

    def pools(who: str) -> list[object]:
        kinds = [*ATTRIBUTES, "initiative", "emergence"]
        made = [Check(id="check-001", who=who, type=kind, hand="right") for kind in kinds]
        return [(checks.pool_lines(table.state, check), checks.dice_of(table.state, check)) for check in made]

    assert pools(one.who) == pools(twin.who)
    for hurt in ("left", "right"):
        states = (Injury(id="injured_hand", side=hurt, tended=True),)
        hands = [limbs.hand(replace(maker.person, states=states)) for maker in (one, twin)]
        assert hands[0] == hands[1]


@pytest.mark.rule("LP-CHR-005")
def test_a_note_is_offered_for_each_pair(table: Table) -> None:
    makers = [Maker(table, name) for name in ("Jessica", "Mike", "Otto")]
    ids = [m.who for m in makers]
    assert creation_steps.pairs(table.state) == ((ids[0], ids[1]), (ids[0], ids[2]), (ids[1], ids[2]))
    assert len(makers[0].step("background").notes) == 2
    table.do(creation.Relate(a=ids[0], b=ids[1], text="childhood friends"))
    assert makers[0].sheet.relations == {"mike": "childhood friends"}
    assert makers[1].sheet.relations == {"jessica": "childhood friends"}
    assert len(makers[0].step("background").notes) == 1
    assert "background" not in makers[2].missing
    table.do(creation.Relate(a=ids[0], b=ids[1]))
    assert makers[0].sheet.relations == {}
    assert table.refused(creation.Relate(a=ids[0], b=ids[0], text="x")).code == "named-twice"
    npc = table.npc("Cowboy")
    assert table.refused(creation.Relate(a=ids[0], b=npc, text="x")).code == "no-sheet"


@pytest.mark.rule("LP-CHR-012", "LP-CHR-013")
@pytest.mark.parametrize(("type_", "option"), [("child", "children"), ("elder", "elders")])
def test_character_types_are_labels_where_they_are_allowed(table: Table, type_: str, option: str) -> None:
    maker = Maker(table)
    refused = table.refused(creation.About(who=maker.who, field="type", text=type_))
    assert refused.code == "switched-off"
    rewrite(maker, type=type_)
    assert [p.path for p in wrong(maker)] == [("type",)]
    table.do(SetOption(option=option, value=True))
    assert wrong(maker) == []
    before = maker.person
    maker.about("type", "")
    maker.about("type", type_)
    assert replace(maker.person, sheet=None) == replace(before, sheet=None)
    assert maker.sheet.type == type_
    assert table.refused(creation.About(who=maker.who, field="type", text="ghost")).code == "not-a-choice"


# The whole -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-CHR-006")
@pytest.mark.parametrize("left_out", ["attributes", "potential", "trait", "specialties", "skills", "items"])
def test_a_sheet_is_incomplete_without_one_of_its_groups(table: Table, left_out: str) -> None:
    maker = Maker(table)
    maker.all_but(left_out)
    assert maker.missing == [left_out]
    refused = table.refused(creation.Finish(who=maker.who))
    assert refused.code == "sheet-incomplete"
    assert refused.params["owed"] == terms_of("step", (left_out,))


@pytest.mark.rule("LP-CHR-006", "LP-CHR-008")
def test_a_sheet_that_spends_exactly_its_budget_is_complete(table: Table) -> None:
    maker = Maker(table)
    maker.all_but()
    assert maker.missing == []
    assert wrong(maker) == []
    assert maker.person.presence == "outside"
    table.do(creation.Finish(who=maker.who))
    assert maker.person.presence == "in"
    assert maker.person.shown_as == "1"
    assert not maker.sheet.creation.open
    assert table.refused(creation.Finish(who=maker.who)).code == "sheet-finished"
    assert table.refused(creation.Assign(who=maker.who, points={"PHY": 0})).code == "sheet-finished"
    assert table.refused(creation.StartPotential(who=maker.who, does="roll")).code == "sheet-finished"


def test_whoever_is_finished_in_a_crisis_waits_outside(table: Table) -> None:
    maker = Maker(table)
    maker.all_but()
    tx = table.writing()
    tx.state = replace(tx.state, mode="crisis")
    assert RULESET.decide(creation.Finish(who=maker.who), tx) is None
    assert tx.state.entities[maker.who].presence == "outside"


@pytest.mark.rule("LP-CHR-007")
def test_the_steps_come_in_the_order_of_the_book(table: Table) -> None:
    maker = Maker(table)
    order = [
        "background",
        "attributes",
        "starting_state",
        "sanity",
        "potential",
        "trait",
        "specialties",
        "skills",
        "items",
    ]
    assert [s.id for s in creation_steps.steps(table.state, maker.who)] == order
    assert maker.step("starting_state").status == "skipped"
    Maker(table, "Mike")
    assert maker.step("starting_state").status == "done"
    table.do(creation.SetPlayers(count=creation.MOST_PLAYERS))
    assert maker.step("starting_state").status == "done"
    table.do(creation.SetPlayers(count=1))
    assert maker.step("starting_state").status == "skipped"
    assert table.refused(creation.SetPlayers(count=creation.MOST_PLAYERS + 1)).code == "out-of-bounds"
    table.do(creation.SetPlayers(count=0))
    assert maker.step("starting_state").status == "done"


@pytest.mark.rule("LP-CHR-007")
def test_late_bloomer_after_the_roll_opens_potential_again_with_six_dice(table: Table) -> None:
    maker = Maker(table)
    maker.even()
    assert maker.potential((1, 5), (2, 3)) == 4
    maker.convert(2)
    assert maker.sheet.potential == 2
    maker.trait("late_bloomer")
    assert maker.step("trait").status == "open"
    answer(table, "growth", "roll")
    assert maker.step("trait").status == "done"
    assert maker.sheet.potential == 0
    assert maker.step("potential").status == "open"
    assert maker.sheet.creation.rerolls == 0
    assert maker.sheet.creation.converted == 0
    assert maker.step("attributes").status == "open"
    maker.roll(6, 5, 4, 3, 2, 1)
    maker.accept()
    assert maker.sheet.potential == 21
    assert (maker.person.sanity, maker.person.sanity_max) == (6, 2)
    assert wrong(maker) == []


@pytest.mark.rule("LP-CHR-007")
def test_a_player_steps_back_and_finds_what_was_said(table: Table) -> None:
    maker = Maker(table)
    maker.all_but("attributes")
    assert maker.missing == ["attributes"]
    maker.assign(PHY=3)
    maker.even()
    maker.about("occupation", "actress")
    assert maker.person.attributes == EVEN
    assert (maker.sheet.potential, maker.sheet.trait, maker.missing) == (8, "keen", [])


@pytest.mark.rule("LP-CHR-007")
def test_another_trait_with_as_many_dice_leaves_potential_alone(table: Table) -> None:
    maker = Maker(table)
    maker.potential((3, 5))
    maker.trait("keen")
    table.do(traits.TakeTrait(who=maker.who, trait="robust", instead=True))
    assert (maker.sheet.potential, maker.step("potential").status) == (8, "done")
    table.do(traits.TakeTrait(who=maker.who, trait="revelation", instead=True))
    assert (maker.sheet.potential, maker.step("potential").status) == (0, "open")


@pytest.mark.rule("LP-CHR-008")
def test_over_budget_is_named_with_what_was_found_and_what_is_allowed(table: Table) -> None:
    maker = Maker(table)
    maker.all_but()
    tx = table.writing()
    creation.basics(tx, maker.who, attributes={**EVEN, "PHY": 2})
    things = (*maker.sheet.belongings, Belonging(name="Ninth"))
    sheets.change(tx, maker.who, belongings=things, xp=-2)
    table.session.replace_state(tx.state)
    found = {p.path[0]: english(creation_steps.sentence(p)) for p in wrong(maker)}
    assert found == {
        "attributes": "step:attributes: too many attribute points, found 9, allowed: at most 8",
        "items": "step:items: too many items, found 9, allowed: at most 8",
        "xp": "step:specialties: not allowed here, found -2, allowed: at least 0",
    }
    refused = table.refused(creation.Finish(who=maker.who))
    assert refused.code == "sheet-over-budget"


def test_a_trait_whose_xp_are_spent_stays(table: Table) -> None:
    maker = Maker(table)
    maker.trait("adroit")
    maker.buy("art", price=2)
    refused = table.refused(traits.TakeTrait(who=maker.who, trait="keen", instead=True))
    assert (refused.code, refused.params["held"]) == ("already-spent", 2)
    maker.xp()
    maker.buy("hitting", "deft_hands", price=3)
    table.do(traits.TakeTrait(who=maker.who, trait="keen", instead=True))
    assert maker.sheet.xp == 12 - 8


@pytest.mark.rule("LP-CHR-008")
def test_a_second_trait_is_refused(table: Table) -> None:
    maker = Maker(table)
    maker.trait("keen")
    assert table.refused(traits.TakeTrait(who=maker.who, trait="robust")).code == "trait-taken"


@pytest.mark.rule("LP-CHR-008")
def test_the_budget(table: Table) -> None:
    assert {key: row.value for key, row in FIGURES.items()} == {
        "attribute_points": 8,
        "attribute_ceiling": 3,
        "sanity": 3,
        "potential_dice": 2,
        "xp": 12,
        "less_xp": 11,
        "more_potential": 4,
        "unspent_xp": 5,
        "items": 8,
        "extra_slots": 1,
    }
    maker = Maker(table)
    assert (maker.person.sanity, maker.person.sanity_max) == (3, 3)
    table.do(SetField(who=(maker.who,), field="sanity", value=5))
    assert [p.path for p in wrong(maker)] == [("sanity",)]


# Attributes ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-ATT-001")
def test_seven_attributes_each_feed_one_check(table: Table) -> None:
    assert ATTRIBUTES == ("PHY", "MND", "WIS", "OPR", "FLX", "DSC", "INF")
    maker = Maker(table)
    maker.assign(FLX=2)

    def size(kind: str) -> int:
        return checks.dice_of(table.state, Check(id="check-001", who=maker.who, type=kind))[0]

    assert {kind: size(kind) for kind in ATTRIBUTES} == dict.fromkeys(ATTRIBUTES, 5) | {"FLX": 7}
    assert (size("initiative"), size("emergence")) == (8, 5)


@pytest.mark.rule("LP-ATT-009")
def test_eight_points_are_distributed(table: Table) -> None:
    maker = Maker(table)
    maker.even()
    assert sum(maker.person.attributes.values()) == 8
    assert maker.step("attributes").notes == ()
    refused = maker.not_assigned(PHY=2)
    assert (refused.code, refused.params) == ("too-many-points", {"points": 9, "allowed": 8})
    maker.assign(INF=1)
    assert maker.step("attributes").status == "done"
    assert [english(n) for n in maker.step("attributes").notes] == [
        "points not distributed: 1; they are lost when the sheet is finished"
    ]
    maker.all_but("attributes")
    table.do(creation.Finish(who=maker.who))
    assert sum(maker.person.attributes.values()) == 7


@pytest.mark.rule("LP-ATT-010")
def test_attributes_lie_between_0_and_3(table: Table) -> None:
    maker = Maker(table)
    refused = maker.not_assigned(FLX=4)
    assert (refused.code, refused.params["low"], refused.params["high"], refused.params["value"]) == (
        "out-of-bounds",
        0,
        3,
        "+4",
    )
    assert maker.not_assigned(INF=-1).code == "out-of-bounds"
    assert maker.not_assigned(LUCK=1).code == "not-a-choice"
    maker.assign(OPR=3, DSC=3, WIS=2, PHY=0)
    assert maker.person.attributes == {"OPR": 3, "DSC": 3, "WIS": 2}
    table.do(SetField(who=(maker.who,), field="INF", value=-1))
    assert ("attributes", "INF") in [p.path for p in wrong(maker)]


@pytest.mark.rule("LP-ATT-010", "LP-TRT-113b")
def test_late_bloomer_loses_six_points_and_nothing_falls_below_minus_two(table: Table) -> None:
    maker = Maker(table)
    maker.assign(PHY=2, MND=1, WIS=1, OPR=1, FLX=1, DSC=1, INF=1)
    assert maker.not_assigned({"PHY": 3, "MND": 3}).code == "points-to-lose"
    maker.trait("late_bloomer")
    maker.assign({"PHY": 3, "MND": 3})
    assert maker.person.attributes == {"PHY": -1, "MND": -2, "WIS": 1, "OPR": 1, "FLX": 1, "DSC": 1, "INF": 1}
    assert maker.step("attributes").status == "done"
    assert wrong(maker) == []
    assert maker.not_assigned({"FLX": 3, "PHY": 3}, FLX=0, INF=2).code == "out-of-bounds"
    assert maker.not_assigned({"PHY": 3, "MND": 2}).code == "points-to-lose"
    assert maker.not_assigned({"PHY": 4, "MND": 3, "WIS": -1}).code == "points-to-lose"


@pytest.mark.rule("LP-CHR-007", "LP-TRT-113b")
def test_points_lost_come_back_with_another_trait(table: Table) -> None:
    maker = Maker(table)
    maker.even()
    maker.trait("late_bloomer")
    assert [english(n) for n in maker.step("attributes").notes] == [
        "the trait takes 6 points away: say from which attributes"
    ]
    maker.assign({"PHY": 3, "MND": 3})
    assert (maker.person.attributes["PHY"], maker.step("attributes").notes) == (-2, ())
    table.do(traits.TakeTrait(who=maker.who, trait="keen", instead=True))
    assert (maker.person.attributes, maker.sheet.creation.lost) == (EVEN, {})


@pytest.mark.rule("LP-CHR-007", "LP-TRT-113b")
def test_the_task_says_what_the_late_bloomer_still_owes(table: Table) -> None:
    maker = Maker(table)
    maker.trait("late_bloomer")
    [task] = table.tasks("creation")
    assert "points distributed" in english(task.what) and task.form == f"assign {maker.who} with "
    maker.even()
    [task] = table.tasks("creation")
    assert english(task.what).endswith("attributes: the trait takes 6 points away: say from which attributes")
    assert task.form == f"assign {maker.who} lose "
    maker.assign({"PHY": 3, "MND": 3})
    assert "attributes" not in english(table.tasks("creation")[0].what)


@pytest.mark.rule("LP-ATT-011")
@pytest.mark.parametrize(("value", "dice"), [(0, 5), (1, 6), (2, 7), (3, 8), (-2, 3)])
def test_each_point_is_a_die(table: Table, value: int, dice: int) -> None:
    who = table.pc("Jessica", attributes={"DSC": value})
    assert checks.dice_of(table.state, Check(id="check-001", who=who, type="DSC"))[0] == dice


@pytest.mark.rule("LP-ATT-012")
def test_values_have_labels() -> None:
    assert [LABELS[n].en for n in range(4)] == ["Average", "Good", "Excellent", "Outstanding"]
    assert [LABELS[n].zh for n in range(4)] == ["平均", "好", "优秀", "杰出"]


@pytest.mark.rule("LP-ATT-002", "LP-ATT-003", "LP-ATT-004", "LP-ATT-005", "LP-ATT-006", "LP-ATT-007", "LP-ATT-008")
@pytest.mark.parametrize(
    ("attribute", "words"),
    [
        ("PHY", ("constitution", "strength", "speed")),
        ("MND", ("mental resistance", "composure")),
        ("WIS", ("intelligence", "knowledge", "education", "memory")),
        ("OPR", ("crafting", "operating", "hitting")),
        ("FLX", ("dodge", "balance", "jump")),
        ("DSC", ("sight", "observation", "investigation", "research")),
        ("INF", ("appearance", "speech", "influence", "artistry")),
    ],
)
def test_the_help_says_what_an_attribute_is(attribute: str, words: tuple[str, ...]) -> None:
    said = " ".join(line.en for name, lines in RULESET.help_lines() if name.en == attribute for line in lines)
    assert all(word in said for word in words)
    assert MEANINGS[attribute].zh


@pytest.mark.rule("LP-ATT-013")
def test_points_for_potential_obey_the_ceiling(table: Table) -> None:
    maker = Maker(table)
    maker.potential((2, 5))
    maker.convert(2)
    assert creation_table.attribute_points(maker.sheet) == 10
    maker.assign(FLX=3, PHY=3, MND=3, DSC=1)
    assert sum(maker.person.attributes.values()) == 10
    assert maker.not_assigned(FLX=4, DSC=0).code == "out-of-bounds"
    assert maker.not_assigned(DSC=2).code == "too-many-points"


# Potential and experience --------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-POT-002")
@pytest.mark.parametrize(("faces", "points"), [((3, 5), 8), ((1, 1), 2)])
def test_starting_potential_is_two_dice(table: Table, faces: tuple[int, int], points: int) -> None:
    maker = Maker(table)
    done = table.do(creation.StartPotential(who=maker.who, does="roll"), faces)
    assert [(r.sides, r.faces) for r in done.entry.dice] == [(6, faces)]
    maker.accept()
    assert maker.sheet.potential == points


@pytest.mark.rule("LP-POT-003")
@pytest.mark.parametrize(
    ("rolls", "points"),
    [(((1, 2), (1, 3), (4, 5)), 7), (((4, 4),), 8), (((6, 6), (5, 5), (4, 4), (1, 1)), 0)],
)
def test_rerolls_cost_a_point_each(table: Table, rolls: tuple[tuple[int, int], ...], points: int) -> None:
    maker = Maker(table)
    assert maker.potential(*rolls) == points
    assert maker.sheet.creation.rolled == rolls[-1]
    assert table.refused(creation.StartPotential(who=maker.who, does="roll")).code == "potential-accepted"


@pytest.mark.rule("LP-POT-003")
def test_a_reroll_that_cannot_pay_off_is_warned_of(table: Table) -> None:
    maker = Maker(table)
    assert table.refused(creation.StartPotential(who=maker.who, does="accept")).code == "nothing-rolled"
    maker.roll(5, 5)
    assert maker.step("potential").notes == ()
    maker.roll(6, 6)
    assert [english(n) for n in maker.step("potential").notes] == ["another roll cannot come to more"]


@pytest.mark.rule("LP-POT-004", "LP-POT-005")
@pytest.mark.parametrize(
    ("rolls", "offered", "taken", "left", "points"),
    [
        (((2, 5),), (2,), 2, 5, 10),
        (((6, 6), (1, 6)), (1,), 1, 5, 9),
        (((3, 4),), (), 0, 7, 8),
        (((6, 6), (5, 5), (1, 1)), (), 0, 0, 8),
        (((1, 2),), (1, 2), 2, 1, 10),
        (((1, 2),), (1, 2), 1, 2, 9),
    ],
)
def test_a_1_or_2_may_be_given_up_for_attribute_points(
    table: Table,
    rolls: tuple[tuple[int, int], ...],
    offered: tuple[int, ...],
    taken: int,
    left: int,
    points: int,
) -> None:
    maker = Maker(table)
    maker.potential(*rolls)
    assert [c.kind for c in maker.step("potential").choices] == ["convert"] * len(offered)
    assert creation_table.convertible(maker.sheet) == offered
    refused = table.refused(creation.StartPotential(who=maker.who, does="convert", points=3))
    assert refused.code == "not-convertible"
    if taken:
        maker.convert(taken)
        assert creation_table.convertible(maker.sheet) == ()
        refused = table.refused(creation.StartPotential(who=maker.who, does="convert", points=1))
        assert refused.code == "not-convertible"
    assert maker.sheet.potential == left
    assert creation_table.attribute_points(maker.sheet) == points


@pytest.mark.rule("LP-POT-004")
def test_later_potential_does_not_count_for_the_exchange(table: Table) -> None:
    maker = Maker(table)
    maker.xp("more_potential")
    maker.roll(6, 6)
    maker.roll(6, 6)
    maker.roll(1, 1)
    maker.accept()
    assert maker.sheet.potential == 4
    assert creation_table.convertible(maker.sheet) == ()


@pytest.mark.rule("LP-CHR-008", "LP-SPC-002")
def test_more_xp_or_more_potential(table: Table) -> None:
    maker = Maker(table)
    maker.potential((3, 4))
    maker.xp("more_xp")
    assert (maker.sheet.xp, maker.sheet.potential) == (12, 7)
    maker.xp("more_potential")
    assert (maker.sheet.xp, maker.sheet.potential) == (11, 11)
    maker.buy("art", "deft_hands", "hitting", price=3)
    maker.buy("listening", price=2)
    assert maker.sheet.xp == 0
    maker.xp("more_xp")
    maker.buy("travel", price=1)
    refused = table.refused(creation.ChooseXp(who=maker.who, choice="more_potential"))
    assert refused.code == "already-spent"


@pytest.mark.rule("LP-SPC-005", "LP-CHR-006")
def test_at_most_five_xp_are_kept(table: Table) -> None:
    maker = Maker(table)
    maker.all_but("specialties")
    maker.xp()
    assert maker.missing == ["specialties"]
    assert [english(n) for n in maker.step("specialties").notes] == ["at most 5 XP can be kept: 7 more to spend"]
    maker.buy("art", "listening", price=2)
    assert maker.missing == ["specialties"]
    maker.buy("hitting", price=3)
    assert maker.sheet.xp == 5
    assert maker.missing == []


# Going on ------------------------------------------------------------------------------------------------------------


def test_the_console_leads_through_the_steps(table: Table) -> None:
    maker = Maker(table)
    task = table.tasks("creation")[0]
    assert (task.who, task.blocking, task.form) == (maker.who, False, f"assign {maker.who} with ")
    maker.even()
    task = table.tasks("creation")[0]
    assert task.command == creation.StartPotential(who=maker.who, does="roll")
    assert task.dice == (2, 6)
    table.do(task.command)
    assert table.tasks("creation")[0].command is None
    maker.accept()
    maker.all_but("attributes", "potential")
    task = table.tasks("creation")[0]
    assert task.command == creation.Finish(who=maker.who)
    table.do(task.command)
    assert table.tasks("creation") == []


def test_steps_say_what_is_there_and_what_is_left(table: Table) -> None:
    maker = Maker(table)

    def said(key: str) -> str:
        return Words("en", RULESET).say(maker.step(key).text)

    def offered(key: str) -> list[str]:
        return [Words("en", RULESET).say(c.what) for c in maker.step(key).choices]

    assert offered("specialties") == ["12 XP", "11 XP and 4 potential"]
    maker.xp()
    assert (said("specialties"), offered("specialties")) == ("none; 12 XP left", ["11 XP and 4 potential"])
    maker.buy("art", price=2)
    assert said("specialties") == "Art; 10 XP left"
    table.do(learning.BuySlot(who=maker.who))
    assert said("skills") == "slots still free: any (1), minor (2)"
    maker.skill("swimming", "minor")
    assert said("skills") == "slots still free: any (1), minor (1)"
    maker.skill("riding", "minor")
    maker.skill("climbing", "any")
    assert said("skills") == "Climbing, Swimming, Riding"
    assert (said("items"), offered("items")) == ("0 of 8 items", ["no more items: 4 potential"])
    maker.item(*THINGS[:3])
    assert (said("items"), offered("items")) == ("3 of 8 items", ["no more items: 2 potential"])
    table.do(creation.NoMoreItems(who=maker.who))
    assert offered("items") == []


def test_every_choice_of_every_step_is_accepted(table: Table) -> None:
    maker = Maker(table)
    for rounds in range(12):
        for step in creation_steps.steps(table.state, maker.who):
            for choice in step.choices:
                if choice.command is not None and choice.kind != "items":
                    table.do(choice.command)
                    table.session.undo()
        owed = [s for s in creation_steps.steps(table.state, maker.who) if s.choices]
        table.do(owed[rounds % len(owed)].choices[0].command)  # type: ignore[arg-type]


def test_undo_takes_a_creation_back_step_by_step(table: Table) -> None:
    start = table.state
    maker = Maker(table)
    maker.even()
    maker.potential((2, 6))
    maker.convert(2)
    table.do(learning.TakeSkill(who=maker.who, skill="swimming", slot="any"))
    table.do(items.TakeItem(who=maker.who, name="Rope"))
    end = table.state
    table.session.undo(table.session.index)
    assert table.state == start
    table.session.redo(table.session.can_redo)
    assert table.state == end


def test_only_those_being_made_take_these_commands(table: Table) -> None:
    who = table.pc("Otto")
    npc = table.npc("Cowboy")
    for command in (
        creation.Assign(who=who, points={"PHY": 1}),
        creation.ChooseXp(who=who, choice="more_xp"),
        creation.About(who=npc, field="title", text="x"),
        creation.NoMoreItems(who=who),
        creation.Finish(who=who),
        learning.BuySlot(who=who),
    ):
        refused: Rejected = table.refused(command)
        assert refused.code == "sheet-finished"
    assert table.refused(creation.Finish(who="pc-999")).code == "unknown-person"
    assert table.refused(creation.SetPlayers(count=99)).code == "out-of-bounds"


def test_keys_are_words_that_lines_can_use(table: Table) -> None:
    names = ("Jessica", "Old Joe!", "杰西卡", "Jessica", "2")
    made = [Maker(table, name).person for name in names]
    assert [p.key for p in made] == ["jessica", "old_joe", "杰西卡", "", ""]
    assert creation.known_as(made[3]) == "Jessica"
