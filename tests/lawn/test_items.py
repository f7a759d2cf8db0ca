"""Items of the sheet (chapter "Items")."""

from __future__ import annotations

import pytest

from gmconsole.core.commands import SetOption
from gmconsole.core.messages import english
from gmconsole.core.model import Text
from gmconsole.rulesets.lawn import RULESET, checks, creation, items, pools, questions, sheets
from gmconsole.rulesets.lawn.character import Belonging
from gmconsole.rulesets.lawn.items import PartWith, RuleEveryday, TakeItem, TakeOut, UseItem, ValueItem
from gmconsole.rulesets.lawn.sheets import sheet_of
from gmconsole.text import Words

from .conftest import Table
from .making import THINGS, Maker


def held(table: Table, who: str) -> tuple[str, ...]:
    """The names of what somebody carries."""
    return tuple(item.name for item in sheet_of(table.state.entities[who]).belongings)


def say(*texts: Text) -> list[str]:
    """Texts in plain English."""
    return [Words("en", RULESET).say(text) for text in texts]


def pool(table: Table, who: str, kind: str = "PHY", purpose: str = "damage") -> int:
    """The dice of the check that somebody owes, announced first where there is none."""
    check = checks.owed(table.state, who)
    if check is None:
        table.do(checks.CallCheck(who=(who,), kind=kind, purpose=purpose, difficulty=6))
        check = checks.owed(table.state, who)
    assert check is not None
    return pools.dice_of(table.state, check)[0]


def told(table: Table, done: object) -> list[str]:
    """What the log says of a step."""
    return [Words("en", RULESET).say(m) for m in RULESET.tell(table.state, done.entry.events, "gm")]  # type: ignore[attr-defined]


# At creation ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-ITM-001")
def test_eight_items_of_ones_own(table: Table) -> None:
    maker = Maker(table)
    maker.item(*THINGS[:7])
    assert "items" in maker.missing
    maker.item(THINGS[7])
    assert "items" not in maker.missing
    refused = table.refused(TakeItem(who=maker.who, name="Ninth"))
    assert (refused.code, refused.params["most"]) == ("too-many-items", 8)
    assert table.refused(TakeItem(who=maker.who, name=" ")).code == "empty-name"
    assert table.refused(TakeItem(who=maker.who, name="rope")).code == "has-that-item"


@pytest.mark.rule("LP-ITM-001", "LP-ITM-008")
@pytest.mark.parametrize(("answer", "there"), [("accept", True), ("refuse", False)])
def test_the_gm_agrees_or_does_not(table: Table, answer: str, there: bool) -> None:
    maker = Maker(table)
    table.do(TakeItem(who=maker.who, name="Climbing Set", contents=("rope", "carabiners"), ask=True))
    assert held(table, maker.who) == ()
    assert table.refused(TakeItem(who=maker.who, name="Climbing Set", ask=True)).code == "no-change"
    table.do(TakeItem(who=maker.who, name="Cannon", ask=True))
    question = questions.open_questions(table.state, "item")[0]
    table.do(questions.Answer(question=question.id, value=answer))
    assert bool(held(table, maker.who)) == there
    if there:
        assert maker.sheet.belongings[0].contents == ("rope", "carabiners")


@pytest.mark.rule("LP-ITM-002")
@pytest.mark.parametrize(("count", "points"), [(8, 0), (7, 0), (6, 1), (5, 1), (2, 3), (0, 4)])
def test_two_items_not_taken_are_a_point_of_potential(table: Table, count: int, points: int) -> None:
    maker = Maker(table)
    maker.potential((3, 4))
    maker.item(*THINGS[:count])
    if count < 8:
        table.do(creation.NoMoreItems(who=maker.who))
    assert (maker.sheet.potential, "items" in maker.missing) == (7 + points, False)
    if count < 8:
        maker.item("One more")
        assert "items" in maker.missing or count == 7
        assert maker.sheet.potential == 7


@pytest.mark.rule("LP-ITM-007")
def test_everyday_things_are_a_list_of_their_own(table: Table) -> None:
    maker = Maker(table)
    usual = ["clothes", "wallet", "identity papers", "backpack or suitcase", "phone"]
    assert say(*items.everyday(table.state)) == usual
    maker.item(*THINGS)
    assert maker.step("items").problems == ()
    assert len(held(table, maker.who)) == 8
    table.do(RuleEveryday(thing="lighter", no=True))
    table.do(RuleEveryday(thing="handkerchief"))
    table.do(RuleEveryday(thing="phone", no=True))
    assert table.state.campaign.everyday == {"lighter": False, "handkerchief": True, "phone": False}
    assert say(*items.everyday(table.state)) == [*usual[:-1], "handkerchief"]
    assert table.refused(RuleEveryday(thing=" ")).code == "empty-name"


@pytest.mark.rule("LP-ITM-008")
def test_a_bundle_is_one_item(table: Table) -> None:
    maker = Maker(table)
    table.do(TakeItem(who=maker.who, name="Climbing Set", contents=("rope", "carabiners", "harness")))
    maker.item(*THINGS[:7])
    assert (len(held(table, maker.who)), "items" in maker.missing) == (8, False)
    many = tuple(f"thing {n}" for n in range(items.MOST_CONTENTS + 1))
    other = Maker(table, "Mike")
    assert table.refused(TakeItem(who=other.who, name="Everything", contents=many)).code == "too-many-items"


# In play -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-ITM-003")
def test_using_an_item_never_uses_it_up(table: Table) -> None:
    who = table.pc("Jessica")
    table.do(TakeItem(who=who, name="Make-up Kit"))
    for _ in range(10):
        table.do(UseItem(who=who, item="make-up kit", how="powder"))
    assert held(table, who) == ("Make-up Kit",)


@pytest.mark.rule("LP-ITM-004")
@pytest.mark.parametrize("how", ["thrown_away", "lost"])
def test_items_are_thrown_away_or_lost(table: Table, how: str) -> None:
    who = table.pc("Jessica")
    table.do(TakeItem(who=who, name="Rope"))
    table.do(PartWith(who=who, item="rope", how=how))
    assert (held(table, who), table.state.scene) == ((), ())


@pytest.mark.rule("LP-ITM-004")
def test_items_are_left_in_the_scene_and_found_again(table: Table) -> None:
    jessica, mike = table.pc("Jessica"), table.pc("Mike")
    table.do(TakeItem(who=jessica, name="Rope"))
    table.do(PartWith(who=jessica, item="Rope", how="left_behind"))
    assert (held(table, jessica), [i.name for i in table.state.scene]) == ((), ["Rope"])
    assert table.refused(TakeItem(who=mike, name="Lamp", found=True)).code == "not-in-the-scene"
    table.do(TakeItem(who=mike, name="Rope", found=True))
    assert (held(table, mike), table.state.scene) == (("Rope",), ())


@pytest.mark.rule("LP-ITM-004")
def test_items_are_given_to_others(table: Table) -> None:
    jessica, mike = table.pc("Jessica"), table.pc("Mike")
    table.do(TakeItem(who=jessica, name="Make-up Kit", contents=("mirror",)))
    table.do(TakeOut(who=jessica, item="Make-up Kit", part="brush"))
    table.do(PartWith(who=jessica, item="Make-up Kit", how="given", to=mike))
    assert (held(table, jessica), held(table, mike)) == ((), ("Make-up Kit",))
    assert sheet_of(table.state.entities[mike]).belongings[0].lacks == ("brush",)
    npc = table.npc("Barkeeper")
    table.do(PartWith(who=mike, item="Make-up Kit", how="given", to=npc))
    assert held(table, npc) == ("Make-up Kit",)
    assert table.refused(PartWith(who=npc, item="Make-up Kit", how="given")).code == "unknown-person"
    assert table.refused(PartWith(who=npc, item="Make-up Kit", how="given", to=npc)).code == "named-twice"


@pytest.mark.rule("LP-ITM-004")
def test_an_item_is_used_up_by_the_gms_ruling_alone(table: Table) -> None:
    who = table.pc("Jessica")
    table.do(TakeItem(who=who, name="Make-up Kit"))
    assert table.refused(PartWith(who=who, item="Make-up Kit", how="used_up")).code == "never-used-up"
    assert table.refused(PartWith(who=who, item="Make-up Kit", how="eaten")).code == "not-a-choice"
    table.do(PartWith(who=who, item="Make-up Kit", how="used_up", ruled=True))
    assert held(table, who) == ()
    refused = table.refused(PartWith(who=who, item="Make-up Kit", how="lost"))
    assert refused.code == "no-such-item"


@pytest.mark.rule("LP-ITM-005")
@pytest.mark.parametrize(("answer", "left"), [("not_possible", 1), ("uses_up", 0)])
def test_use_beyond_reason_is_the_gms_to_rule_on(table: Table, answer: str, left: int) -> None:
    who = table.pc("Jessica")
    table.do(TakeItem(who=who, name="Make-up Kit"))
    table.do(UseItem(who=who, item="Make-up Kit", how="paint a house wall", beyond=True))
    question = questions.open_questions(table.state, "beyond")[0]
    assert question.choices == ("not_possible", "uses_up")
    table.do(questions.Answer(question=question.id, value=answer))
    assert len(held(table, who)) == left


@pytest.mark.rule("LP-ITM-006")
def test_what_was_taken_out_is_missing_from_then_on(table: Table) -> None:
    who = table.pc("Jessica")
    table.do(TakeItem(who=who, name="Make-up Kit"))
    table.do(TakeOut(who=who, item="Make-up Kit", part="mirror"))
    assert say(items.title(sheet_of(table.state.entities[who]).belongings[0])) == ["Make-up Kit (without mirror)"]
    done = table.do(UseItem(who=who, item="Make-up Kit", how="signal with the mirror"))
    assert told(table, done) == ["pc-001 uses Make-up Kit (without mirror): signal with the mirror"]
    assert table.refused(TakeOut(who=who, item="Make-up Kit", part="Mirror")).code == "part-gone"
    assert table.refused(TakeOut(who=who, item="Make-up Kit", part=" ")).code == "empty-name"
    noted = Belonging(name="Bag", note="torn", lacks=("strap",))
    assert english(items.title(noted)) == "Bag (without strap; torn)"  # type: ignore[arg-type]


@pytest.mark.rule("LP-ITM-009")
def test_an_item_with_values_adds_its_dice(table: Table) -> None:
    who = table.pc("Mike")
    table.do(TakeItem(who=who, name="Long Knife", modifiers={"PHY": 2}, tag="damage"))
    assert pool(table, who) == 7


@pytest.mark.rule("LP-ITM-009")
@pytest.mark.parametrize(("answer", "dice"), [("2", 7), ("0", 5), ("5", 10)])
def test_the_gm_is_asked_for_the_bonus_when_it_matters(table: Table, answer: str, dice: int) -> None:
    who = table.pc("Mike")
    table.do(TakeItem(who=who, name="Frying pan"))
    assert pool(table, who) == 5
    table.do(UseItem(who=who, item="Frying pan"))
    question = questions.open_questions(table.state, "item_bonus")[0]
    table.do(questions.Answer(question=question.id, value=answer))
    assert pool(table, who) == dice
    expected = {"PHY": int(answer)} if answer != "0" else {}
    assert sheet_of(table.state.entities[who]).belongings[0].modifiers == expected
    if expected:
        table.do(UseItem(who=who, item="Frying pan"))
        assert questions.open_questions(table.state, "item_bonus") == ()


@pytest.mark.rule("LP-ITM-009")
def test_of_several_items_the_one_in_use_counts(table: Table) -> None:
    who = table.pc("Mike")
    table.do(TakeItem(who=who, name="Long Knife", modifiers={"PHY": 2}, tag="damage"))
    table.do(TakeItem(who=who, name="Cane", modifiers={"PHY": 1}, tag="damage"))
    assert pool(table, who) == 7
    table.do(UseItem(who=who, item="Cane"))
    assert pool(table, who) == 6


def test_values_are_set_later_and_hold_for_their_checks_alone(table: Table) -> None:
    who = table.pc("Mike")
    table.do(TakeItem(who=who, name="Glasses"))
    table.do(ValueItem(who=who, item="Glasses", modifiers={"DSC": 1}))
    assert items.dice(table.state.entities[who], "DSC") == 1
    assert pool(table, who, "DSC", "sight") == 6
    table.do(ValueItem(who=who, item="Glasses", modifiers={"DSC": 1}, tag="reading"))
    assert pool(table, who) == 5
    assert items.dice(table.state.entities[who], "DSC") == 0
    assert table.refused(ValueItem(who=who, item="Glasses", modifiers={"DSC": 99})).code == "out-of-bounds"
    assert table.refused(ValueItem(who=who, item="Glasses", modifiers={"LUCK": 1})).code == "not-a-choice"
    assert table.refused(TakeItem(who=who, name="x", modifiers={"LUCK": 1})).code == "not-a-choice"


def test_things_carry_nothing(table: Table) -> None:
    safe = table.add("Safe", "object")
    assert table.refused(TakeItem(who=safe, name="Gold")).code == "not-for-objects"
    assert table.refused(UseItem(who="pc-999", item="x")).code == "unknown-person"


def test_the_beginning_of_a_name_is_enough(table: Table) -> None:
    things = (Belonging(name="Rope"), Belonging(name="Rope ladder"), Belonging(name="Lamp"))
    assert items.find(things, "rope") == things[0]
    assert items.find(things, "la") == things[2]
    assert items.find(things, "r") is None
    assert items.find(things, "") is None


def test_nobody_carries_without_end(table: Table) -> None:
    who = table.pc("Jessica")
    tx = table.writing()
    sheets.change(tx, who, belongings=tuple(Belonging(name=str(n)) for n in range(items.MOST_ITEMS - 1)))
    table.session.replace_state(tx.state)
    table.do(TakeItem(who=who, name="one more"))
    refused = table.refused(TakeItem(who=who, name="too much"))
    assert (refused.code, refused.params["most"], items.MOST_ITEMS) == ("too-many-items", 60, 60)


def test_switches_do_not_touch_the_list(table: Table) -> None:
    table.do(SetOption(option="driving_is_common", value=True))
    assert say(*items.everyday(table.state))[-1] == "driving licence"
