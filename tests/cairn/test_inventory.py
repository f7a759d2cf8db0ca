"""Packs: slots, hands, what counts as held or worn, Fatigue that needs room."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gmconsole.core.commands import SetOption
from gmconsole.core.model import Msg
from gmconsole.core.questions import Answer
from gmconsole.rulesets.cairn import RULESET, armour, inventory, items
from gmconsole.rulesets.cairn.deprivation import AddFatigue
from gmconsole.rulesets.cairn.inventory import Drop, Give, Ready, Spend, Stow, Take
from gmconsole.rulesets.cairn.state import Attack
from gmconsole.text import Words

from .conftest import Table
from .packing import carried, fatigue, give, pack, put, said


def test_the_table_has_the_figures_of_the_market_place() -> None:
    rows = items.ITEMS
    assert len(rows) == 70
    assert len({row.name.en for row in rows.values()} | {row.name.zh for row in rows.values()}) == 140
    dice = {key: row.dice for key, row in rows.items() if row.dice}
    assert dice == {
        **dict.fromkeys(("axe", "crossbow", "flail", "mace", "spear", "sword"), (8,)),
        **dict.fromkeys(("bow", "cudgel", "dagger", "sickle", "sling", "staff"), (6,)),
        **dict.fromkeys(("halberd", "long_sword", "war_hammer"), (10,)),
    }
    worn = {key: row.armour for key, row in rows.items() if row.armour}
    assert worn == {"brigandine": 1, "chain_mail": 2, "plate": 3, "gambeson": 1, "helmet": 1, "shield": 1}
    bulky = {key for key, row in rows.items() if row.slots == 2}
    assert bulky == {
        *("bow", "crossbow", "halberd", "long_sword", "war_hammer"),
        *("brigandine", "chain_mail", "plate", "animal_feed", "tent"),
    }
    petty = {key for key, row in rows.items() if row.slots == 0}
    assert petty == {"chalk", "gloves", "smoking_pipe", "whistle", "wilderness_clothes"}
    counted = {key: row.uses for key, row in rows.items() if row.uses}
    assert counted == {"animal_feed": 3, "bandages": 3, "oil_can": 6, "parchment": 3, "rations": 3, "torch": 3}
    assert {key for key, row in rows.items() if row.ranged} == {"bow", "crossbow", "sling"}


def test_things_are_called_in_the_language_of_the_names_on_stage(table: Table) -> None:
    table.pc("Bryn")
    give(table, "Bryn", "chain_mail")
    assert carried(table, "Bryn") == ["chain mail"]
    table.pc("小李")
    give(table, "小李", "chain_mail")
    assert carried(table, "小李") == ["锁子甲"]


def test_an_item_of_the_wardens_own(table: Table) -> None:
    table.pc("Bryn")
    key = give(table, "Bryn", "dawn hammer", die="d10", hands=2, slots=2, ranged=True, note="hums")
    item = table.who("Bryn").items[key]
    assert (item.kind, item.slots, item.hands, item.note) == ("weapon", 2, 2, "hums")
    assert item.attack == Attack(name="dawn hammer", dice=(10,), ranged=True)
    key = give(table, "Bryn", "twin blades", die="d8+d8")
    assert table.who("Bryn").items[key].attack == Attack(name="twin blades", dice=(8, 8))
    key = give(table, "Bryn", "sword", die="d10")
    assert table.who("Bryn").items[key].attack == Attack(name="sword", dice=(10,))


def test_what_cannot_be_given(table: Table) -> None:
    who = table.pc("Bryn")
    table.refused(Give(who="pc-099", item="rope"), "unknown-person")
    table.refused(Give(who=who, item=" "), "empty-name")
    table.refused(Give(who=who, item="rope", kind="rope"), "not-a-choice")
    table.refused(Give(who=who, item="rope", slots=21), "out-of-bounds")
    table.refused(Give(who=who, item="rope", armour=4), "out-of-bounds")
    table.refused(Give(who=who, item="rope", die="eight"), "not-dice")


def test_an_item_is_meant_by_id_name_or_a_unique_beginning(table: Table) -> None:
    who = table.pc("Bryn")
    rope, rope_too = give(table, "Bryn", "rope"), give(table, "Bryn", "rope")
    give(table, "Bryn", "mirror")
    give(table, "Bryn", "mirrored mask")
    table.refused(Drop(who=who, item="mi"), "ambiguous-item")
    table.refused(Drop(who=who, item="net"), "no-such-item")
    table.do(Drop(who=who, item=rope_too))
    table.do(Drop(who=who, item="Mirror"))
    table.do(Drop(who=who, item="ro"))
    assert carried(table, "Bryn") == ["mirrored mask"]
    assert list(table.state.ground) == [rope_too, "item-003", rope]


@pytest.mark.rule("CA-DEP-005")
def test_each_fatigue_takes_one_slot(table: Table) -> None:
    table.pc("Oda")
    give(table, "Oda", "supplies", slots=7)
    assert pack(table, "Oda") == (7, 10)
    fatigue(table, "Oda")
    assert pack(table, "Oda") == (8, 10)
    assert inventory.free(table.who("Oda")) == 2
    fatigue(table, "Oda", 2)
    assert pack(table, "Oda") == (10, 10)
    assert inventory.free(table.who("Oda")) == 0


@pytest.mark.rule("CA-DEP-007")
def test_fatigue_without_a_free_slot_asks_what_is_dropped(table: Table) -> None:
    who = table.pc("Oda")
    give(table, "Oda", "supplies", slots=9)
    rope = give(table, "Oda", "rope")
    give(table, "Oda", "chalk")
    fatigue(table, "Oda", because="a cold night")
    assert table.who("Oda").fatigue == 0
    (question,) = table.state.questions.values()
    assert question.choices == ("item-001", rope)
    (task,) = table.tasks("question:fatigue_drop")
    assert task.blocking
    table.refused(Answer(question=question.id, value="item-003"), "not-an-answer")
    table.do(Answer(question=question.id, value=rope))
    assert carried(table, "Oda") == ["supplies", "chalk"]
    assert table.who("Oda").fatigue == 1
    assert pack(table, "Oda") == (10, 10)
    assert [item.name for item in table.state.ground.values()] == ["rope"]
    assert said(table)[-2:] == ["Oda drops rope", "Oda: Fatigue 0>1, slots 10/10 (a cold night)"]
    assert not table.state.questions
    table.refused(Take(who=who, item="rope"), "no-room")


@pytest.mark.rule("CA-DEP-007")
def test_a_bulky_item_makes_more_room_than_one_fatigue_needs(table: Table) -> None:
    who = table.pc("Oda")
    give(table, "Oda", "supplies", slots=8)
    give(table, "Oda", "tent")
    fatigue(table, "Oda")
    table.do(Drop(who=who, item="tent"))  # the question is answered by dropping, too
    assert not table.state.questions
    assert table.who("Oda").fatigue == 1
    assert pack(table, "Oda") == (9, 10)


@pytest.mark.rule("CA-DEP-007")
def test_fatigue_with_a_free_slot_asks_nothing(table: Table) -> None:
    table.pc("Oda")
    give(table, "Oda", "supplies", slots=9)
    fatigue(table, "Oda")
    assert pack(table, "Oda") == (10, 10)
    assert not table.state.questions


@pytest.mark.rule("CA-DEP-007")
def test_several_fatigue_ask_again_until_all_have_room(table: Table) -> None:
    table.pc("Oda")
    one, two = give(table, "Oda", "stone", slots=5), give(table, "Oda", "idol", slots=4)
    net = give(table, "Oda", "net")
    fatigue(table, "Oda")
    fatigue(table, "Oda", 2)
    (question,) = table.state.questions.values()
    assert question.key == "3 "
    table.answer(net)
    assert table.who("Oda").fatigue == 1
    table.answer(two)
    assert table.who("Oda").fatigue == 3
    assert list(table.who("Oda").items) == [one]
    assert not table.state.questions


@pytest.mark.rule("CA-DEP-007")
def test_nothing_left_to_drop_leaves_it_to_the_warden(table: Table) -> None:
    table.pc("Oda")
    fatigue(table, "Oda", 10)
    give(table, "Oda", "chalk")
    fatigue(table, "Oda")
    (question,) = table.state.questions.values()
    assert (question.kind, question.value, question.choices) == ("fatigue_full", "exhausted", ("exhausted", "nothing"))
    table.answer("exhausted")
    assert pack(table, "Oda") == (10, 10)
    assert table.who("Oda").marks == ("exhausted",)
    table.foe("Rat")
    table.pc("Tam")
    table.start()
    assert [t.who for t in table.tasks("declare")] == [table.ids["Tam"]]


@pytest.mark.rule("CA-DEP-008")
def test_slots_are_filled_by_size(table: Table) -> None:
    table.pc("Bryn")
    for item in ("rope", "lantern", "tent", "chalk"):
        give(table, "Bryn", item)
    assert pack(table, "Bryn") == (4, 10)


@pytest.mark.rule("CA-DEP-008")
def test_more_than_the_capacity_cannot_be_carried(table: Table) -> None:
    who = table.pc("Bryn")
    give(table, "Bryn", "supplies", slots=9)
    table.refused(Give(who=who, item="tent"), "no-room")
    give(table, "Bryn", "ward", kind="scroll")
    assert pack(table, "Bryn") == (9, 10)
    put(table, "Bryn", "capacity", 12)
    give(table, "Bryn", "tent")
    assert pack(table, "Bryn") == (11, 12)


@pytest.mark.rule("CA-DEP-009")
def test_a_full_pack_means_nothing_by_default(table: Table) -> None:
    table.pc("Bryn", hp=5)
    give(table, "Bryn", "supplies", slots=10)
    assert pack(table, "Bryn") == (10, 10)
    assert table.hp("Bryn") == (5, 5)


@pytest.mark.rule("CA-DEP-009")
def test_a_full_pack_holds_at_0_hp_where_the_table_says_so(table: Table) -> None:
    who = table.pc("Bryn", hp=5)
    table.do(SetOption(option="full_pack_is_zero_hp", value=True))
    give(table, "Bryn", "supplies", slots=9)
    assert table.hp("Bryn") == (5, 5)
    give(table, "Bryn", "rope")
    assert table.hp("Bryn") == (0, 5)
    assert not table.who("Bryn").scars
    assert not table.state.calls
    assert not table.state.questions
    table.do(Drop(who=who, item="rope"))
    fatigue(table, "Bryn")
    assert table.hp("Bryn") == (0, 5)


@pytest.mark.rule("CA-ARM-002")
def test_a_shield_counts_while_it_is_held(table: Table) -> None:
    who = table.pc("Bryn", hp=9)
    table.foe("Rat", dice=(6,))
    give(table, "Bryn", "gambeson")
    give(table, "Bryn", "shield")
    assert armour.effective(table.who("Bryn")) == 2
    table.start()
    assert blow(table, 4) == 2
    table.do(Drop(who=who, item="shield"))
    assert armour.effective(table.who("Bryn")) == 1
    assert blow(table, 4) == 3
    table.do(Take(who=who, item="shield"))
    assert armour.effective(table.who("Bryn")) == 1
    table.do(Ready(who=who, items=("shield",)))
    assert armour.effective(table.who("Bryn")) == 2
    table.do(Stow(who=who, items=("gambeson", "shield")))
    assert armour.effective(table.who("Bryn")) == 0


@pytest.mark.rule("CA-ARM-002")
def test_both_hands_on_a_book_leave_none_for_the_shield(table: Table) -> None:
    who = table.pc("Oda")
    give(table, "Oda", "gambeson")
    give(table, "Oda", "shield")
    give(table, "Oda", "Ward", kind="spellbook")
    table.refused(Ready(who=who, items=("Ward",)), "hands-full")
    table.do(Stow(who=who, items=("shield",)))
    table.do(Ready(who=who, items=("Ward",)))
    assert armour.effective(table.who("Oda")) == 1
    table.refused(Ready(who=who, items=("shield",)), "hands-full")


def blow(table: Table, face: int) -> int:
    """The HP that the rat's blow of that face takes from Bryn, in a round of their own."""
    before = table.hp("Bryn")[0]
    table.hold("Bryn")
    table.next()
    table.strike("Rat", "Bryn")
    table.damage(face)
    table.next()
    return before - table.hp("Bryn")[0]


def test_hands_hold_two_things_of_one_hand_or_one_of_two(table: Table) -> None:
    who = table.pc("Bryn")
    for item in ("sword", "dagger", "torch", "bow"):
        give(table, "Bryn", item)
    table.do(Ready(who=who, items=("sword", "dagger")))
    refused = table.refused(Ready(who=who, items=("torch",)), "hands-full")
    assert refused.params["held"] == ("sword", "dagger")
    table.refused(Stow(who=who, items=("torch",)), "not-in-use")
    table.do(Stow(who=who, items=("sword", "dagger")))
    table.do(Ready(who=who, items=("bow",)))
    assert [item.name for item in inventory.held(table.who("Bryn"))] == ["bow"]


def test_a_shield_given_with_full_hands_goes_into_the_pack(table: Table) -> None:
    who = table.pc("Bryn")
    give(table, "Bryn", "bow")
    table.do(Ready(who=who, items=("bow",)))
    give(table, "Bryn", "shield")
    assert armour.effective(table.who("Bryn")) == 0
    give(table, "Bryn", "gambeson", stowed=True)
    assert armour.effective(table.who("Bryn")) == 0


def test_uses_are_counted_and_what_is_used_up_is_gone(table: Table) -> None:
    who = table.pc("Bryn")
    give(table, "Bryn", "torch", uses=2)
    table.do(Spend(who=who, item="torch"))
    assert said(table) == ["Bryn uses torch: 1/2 left"]
    table.do(Spend(who=who, item="torch"))
    assert carried(table, "Bryn") == []
    give(table, "Bryn", "rope")
    table.refused(Spend(who=who, item="rope"), "no-uses")


def test_what_is_gone_lies_nowhere(table: Table) -> None:
    who = table.pc("Bryn")
    give(table, "Bryn", "rope")
    table.do(Drop(who=who, item="rope", gone=True))
    assert not table.state.ground
    table.refused(Take(who=who, item="rope"), "not-on-the-ground")


@given(st.lists(st.tuples(st.sampled_from(("give", "drop", "fatigue", "take", "answer")), st.integers(0, 4))))
def test_nobody_ever_carries_more_than_the_capacity(steps: list[tuple[str, int]]) -> None:
    """No more slots are filled than there are, and nothing is lost on its way to the ground."""
    table = Table()
    who = table.pc("Oda")
    given_out = 0
    for verb, n in steps:
        before = table.session.state
        if verb == "give":
            table.session.execute(Give(who=who, item=f"thing {n}", slots=n))
            given_out += table.state is not before
        elif verb == "drop" and table.who("Oda").items:
            table.do(Drop(who=who, item=list(table.who("Oda").items)[n % len(table.who("Oda").items)]))
        elif verb == "take" and table.state.ground:
            table.session.execute(Take(who=who, item=list(table.state.ground)[n % len(table.state.ground)]))
        elif verb == "fatigue":
            table.do(AddFatigue(who=who, by=n + 1))
        elif verb == "answer" and table.state.questions:
            question = next(iter(table.state.questions.values()))
            table.do(Answer(question=question.id, value=question.choices[n % len(question.choices)]))
        c = table.who("Oda")
        assert inventory.used(c) <= c.capacity
        assert len(c.items) + len(table.state.ground) == given_out
        assert not (table.state.questions and inventory.free(c)), "Fatigue takes the room there is"


def test_what_lies_on_the_ground_is_said_to_and_only_namesakes_are_told_apart_by_ids(table: Table) -> None:
    table.pc("Oda")
    give(table, "Oda", "supplies", slots=7)
    give(table, "Oda", "rope")
    give(table, "Oda", "flask", slots=1)
    give(table, "Oda", "flask", slots=1)
    fatigue(table, "Oda")
    [question] = table.state.questions.values()
    assert question.ref == "supplies, rope, flask (item-003), flask (item-004)"
    table.do(Answer(question=question.id, value="item-002"))
    [note] = RULESET.draw(table.state).notes
    assert isinstance(note, Msg)
    assert (note.id, note.fields) == ("on the ground: {items}", {"items": ("rope",)})


def test_what_strikes_is_carried_with_its_dice(table: Table) -> None:
    who = table.pc("Oda")
    give(table, "Oda", "sword")
    give(table, "Oda", "bow")
    give(table, "Oda", "Fireball", kind="spellbook", die="d6", blast=True)
    words = Words("en", RULESET)
    board = RULESET.draw(table.state)
    shown = [words.say(span.text) for line in board.cards[who].lines for span in line]
    assert shown[-3:] == ["sword d8", "bow d6", "Fireball d6 blast"]
    lines = {words.say(line.text) for section in RULESET.sheet(table.state, who) for line in section.lines}
    assert {"sword d8", "bow d6: bulky", "Fireball d6 blast"} <= lines
