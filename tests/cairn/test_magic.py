"""Magic: books, scrolls and relics, what casting takes, its risk in danger and what a failure costs."""

from __future__ import annotations

import pytest

from gmconsole.core.questions import Answer
from gmconsole.rulesets.cairn import RULESET, armour, magic, turns
from gmconsole.rulesets.cairn.actions import Withdraw
from gmconsole.rulesets.cairn.casting import Cast, Mishap
from gmconsole.rulesets.cairn.inventory import Drop, Ready, Stow
from gmconsole.rulesets.cairn.magic import MagicSeen, Recharge, Show
from gmconsole.rulesets.cairn.marks import Mark
from gmconsole.rulesets.cairn.state import Attack

from .conftest import Table
from .packing import carried, cast, deprive, fatigue, give, pack, rest, said


def oda(table: Table, **figures: object) -> str:
    """Oda with Ember Breath, 7 of 10 slots filled."""
    who = table.pc("Oda", **{"hp": 4, "armour": 1, "STR": 11, "DEX": 12, "WIL": 13, "dice": (6,), **figures})
    give(table, "Oda", "supplies", slots=6)
    give(table, "Oda", "Ember Breath", kind="spellbook", die="d8", blast=True)
    return who


def in_a_fight(table: Table, **figures: object) -> str:
    who = oda(table, **figures)
    table.foe("Rat", hp=9, armour=1)
    table.start()
    return who


@pytest.mark.rule("CA-MAG-001")
def test_a_spellbook_takes_a_slot_and_holds_a_spell(table: Table) -> None:
    table.pc("Oda")
    give(table, "Oda", "supplies", slots=5)
    book = give(table, "Oda", "Ember Breath", kind="spellbook")
    assert pack(table, "Oda") == (6, 10)
    assert table.who("Oda").items[book].spell == "Ember Breath"
    other = give(table, "Oda", "Grey Book", spell="Fog Cloud")
    assert pack(table, "Oda") == (7, 10)
    item = table.who("Oda").items[other]
    assert (item.kind, item.spell, item.name) == ("spellbook", "Fog Cloud", "Grey Book")


@pytest.mark.rule("CA-MAG-002")
def test_the_note_of_a_book_is_told_and_blocks_nothing(table: Table) -> None:
    table.pc("Oda")
    give(table, "Oda", "Ember Breath", kind="spellbook", note="readable only by moonlight")
    cast(table, "Oda", "Ember Breath")
    assert said(table)[:2] == ["Oda casts Ember Breath", "Oda, Ember Breath: readable only by moonlight"]
    assert said(table, "players")[:2] == ["Oda casts Ember Breath", "Oda: Fatigue 0>1, slots 2/10 (casting)"]
    assert table.who("Oda").fatigue == 1
    assert not any("copy" in name for command in RULESET.decisions for name in (command.__name__.casefold(),))


@pytest.mark.rule("CA-MAG-003")
def test_magic_that_is_seen_reminds_once_and_changes_nothing(table: Table) -> None:
    who = oda(table)
    done = table.do(Cast(who=who, item="Ember Breath", public=True))
    assert [e for e in done.entry.events if isinstance(e, MagicSeen)] == [MagicSeen(who=who, item="Ember Breath")]
    before = table.state
    done = table.do(Show(who=who, item="Ember Breath"))
    assert said(table) == ["Ember Breath of Oda was seen: who is after such power?"]
    assert said(table, "players") == []
    assert table.state == before
    done = table.do(Cast(who=who, item="Ember Breath"))
    assert not [e for e in done.entry.events if isinstance(e, MagicSeen)]
    table.refused(Show(who=who, item="supplies"), "not-magic")


@pytest.mark.rule("CA-MAG-004", "CA-ARM-002")
def test_a_shield_in_hand_forbids_reading(table: Table) -> None:
    who = in_a_fight(table)
    give(table, "Oda", "shield")
    assert armour.effective(table.who("Oda")) == 2
    refused = table.refused(Cast(who=who, item="Ember Breath"), "hands-not-free")
    assert refused.params["held"] == ("shield",)
    assert table.who("Oda").fatigue == 0
    table.do(Stow(who=who, items=("shield",)))
    cast(table, "Oda", "Ember Breath", "Rat")
    assert armour.effective(table.who("Oda")) == 1


@pytest.mark.rule("CA-MAG-004")
def test_a_book_already_in_both_hands_can_be_read(table: Table) -> None:
    who = oda(table)
    table.do(Ready(who=who, items=("Ember Breath",)))
    cast(table, "Oda", "Ember Breath")
    assert table.who("Oda").fatigue == 1


@pytest.mark.rule("CA-MAG-004")
@pytest.mark.parametrize(("mark", "code"), [("cannot_speak", "no-voice"), ("bound", "hands-not-free")])
def test_no_voice_or_bound_hands_no_spell(table: Table, mark: str, code: str) -> None:
    who = in_a_fight(table)
    table.do(Mark(who=(who,), mark=mark))
    table.refused(Cast(who=who, item="Ember Breath"), code)
    assert table.who("Oda").fatigue == 0
    table.do(Mark(who=(who,), mark=mark, off=True))
    cast(table, "Oda", "Ember Breath")


@pytest.mark.rule("CA-MAG-004")
def test_only_books_scrolls_and_relics_are_cast_with(table: Table) -> None:
    who = oda(table)
    table.refused(Cast(who=who, item="supplies"), "not-magic")
    table.refused(Cast(who=who, item="Fog Cloud"), "no-such-item")


@pytest.mark.rule("CA-MAG-004")
def test_anybody_may_cast(table: Table) -> None:
    table.add("Wil", "hireling")
    give(table, "Wil", "Fog Cloud", kind="spellbook")
    cast(table, "Wil", "Fog Cloud")
    assert table.who("Wil").fatigue == 1
    table.foe("Witch")
    give(table, "Witch", "Fog Cloud", kind="spellbook")
    cast(table, "Witch", "Fog Cloud")
    assert table.who("Witch").fatigue == 1


@pytest.mark.rule("CA-MAG-004")
def test_in_a_fight_it_is_the_turns_action(table: Table) -> None:
    who = in_a_fight(table)
    table.strike("Oda", "Rat")
    table.refused(Cast(who=who, item="Ember Breath", on=(table.ids["Rat"],)), "already-acted")
    table.do(Withdraw(who=who))
    cast(table, "Oda", "Ember Breath", "Rat", save="no")
    table.refused(Cast(who=who, item="Ember Breath"), "already-acted")
    table.damage(3)
    table.refused(Cast(who=who, item="Ember Breath"), "dice-are-rolled")
    table.next()
    table.refused(Cast(who=who, item="Ember Breath"), "not-their-turn")


def test_who_cannot_act_casts_nothing(table: Table) -> None:
    who = oda(table)
    table.do(Mark(who=(who,), mark="exhausted"))
    table.refused(Cast(who=who, item="Ember Breath"), "cannot-act")
    table.refused(Cast(who=who, item="supplies"), "cannot-act")
    table.do(Mark(who=(who,), mark="exhausted", off=True))
    table.refused(Cast(who=who, item="supplies"), "not-magic")
    table.refused(Cast(who=who, item="Fog Cloud"), "no-such-item")


@pytest.mark.rule("CA-MAG-005", "CA-DEP-004")
def test_each_cast_from_a_book_adds_one_fatigue(table: Table) -> None:
    oda(table)
    assert (table.who("Oda").fatigue, pack(table, "Oda")) == (0, (7, 10))
    cast(table, "Oda", "Ember Breath")
    assert (table.who("Oda").fatigue, pack(table, "Oda")) == (1, (8, 10))
    assert said(table) == ["Oda casts Ember Breath", "Oda: Fatigue 0>1, slots 8/10 (casting)"]


@pytest.mark.rule("CA-MAG-005", "CA-DEP-007")
def test_a_cast_without_a_free_slot_asks_what_is_dropped(table: Table) -> None:
    oda(table)
    give(table, "Oda", "tent", slots=3)
    assert pack(table, "Oda") == (10, 10)
    cast(table, "Oda", "Ember Breath")
    (question,) = table.state.questions.values()
    assert question.kind == "fatigue_drop"
    table.answer("item-003")
    assert (table.who("Oda").fatigue, pack(table, "Oda")) == (1, (8, 10))


@pytest.mark.rule("CA-MAG-005")
def test_two_casts_in_two_rounds(table: Table) -> None:
    in_a_fight(table)
    for _ in range(2):
        cast(table, "Oda", "Ember Breath", "Rat", save="no")
        table.damage(2)
        table.next()
        table.hold()
        table.next()
    assert table.who("Oda").fatigue == 2
    assert table.hp("Rat") == (7, 9)


@pytest.mark.rule("CA-MAG-006")
def test_with_time_and_safety_a_spell_can_be_stronger(table: Table) -> None:
    oda(table)
    cast(table, "Oda", "Ember Breath", empowered=True, effect="warms the whole hall")
    assert said(table) == [
        "Oda casts Ember Breath (empowered, warms the whole hall)",
        "Oda: Fatigue 0>1, slots 8/10 (casting)",
    ]
    assert table.who("Oda").fatigue == 1
    assert not table.state.questions


@pytest.mark.rule("CA-MAG-006")
def test_in_danger_no_spell_is_stronger(table: Table) -> None:
    who = oda(table)
    table.refused(Cast(who=who, item="Ember Breath", empowered=True, danger=True), "no-empowering")
    table.foe("Rat")
    table.start()
    table.refused(Cast(who=who, item="Ember Breath", empowered=True), "no-empowering")


@pytest.mark.rule("CA-MAG-007")
def test_in_a_fight_the_warden_may_ask_for_a_save(table: Table) -> None:
    in_a_fight(table)
    cast(table, "Oda", "Ember Breath", "Rat")
    (question,) = table.state.questions.values()
    assert (question.value, question.choices) == ("yes", ("yes", "no"))
    table.answer("yes")
    (task,) = table.tasks("save:act")
    assert task.dice == (1, 20)
    table.save("Oda", 9)
    assert said(table) == [
        "Oda: WIL save (Ember Breath) d20 9 against 13: passed",
        "Oda: Fatigue 0>1, slots 8/10 (casting)",
    ]
    assert not table.state.questions
    table.damage(6)
    assert table.hp("Rat") == (4, 9)
    assert table.who("Oda").fatigue == 1


@pytest.mark.rule("CA-MAG-007")
@pytest.mark.parametrize("beforehand", [True, False])
def test_or_may_not(table: Table, beforehand: bool) -> None:
    in_a_fight(table)
    cast(table, "Oda", "Ember Breath", "Rat", save="no" if beforehand else "")
    if not beforehand:
        table.answer("no")
    table.damage(6)
    assert table.hp("Rat") == (4, 9)
    assert table.who("Oda").fatigue == 1


@pytest.mark.rule("CA-MAG-007")
def test_safe_and_not_deprived_nothing_is_asked(table: Table) -> None:
    oda(table)
    cast(table, "Oda", "Ember Breath")
    assert not table.state.questions
    assert not table.state.calls
    deprive(table, "Oda", "food")
    cast(table, "Oda", "Ember Breath")
    table.answer("yes")
    table.save("Oda", 13)
    assert not table.state.questions
    assert table.who("Oda").fatigue == 2


def test_danger_without_a_fight_asks_too(table: Table) -> None:
    oda(table)
    cast(table, "Oda", "Ember Breath", danger=True, save="yes")
    table.save("Oda", 14)
    assert [q.kind for q in table.state.questions.values()] == ["mishap"]


def failed(table: Table, **figures: object) -> str:
    """Oda fails the casting save in a fight, the blast's dice not rolled yet."""
    who = in_a_fight(table, WIL=8, armour=0, **figures)
    cast(table, "Oda", "Ember Breath", "Rat", save="yes")
    table.save("Oda", 14)
    return who


@pytest.mark.rule("CA-MAG-008")
def test_a_failed_save_may_cost_more_fatigue(table: Table) -> None:
    failed(table)
    (task,) = table.tasks("question:mishap")
    assert task.command is not None
    table.do(task.command)
    assert table.who("Oda").fatigue == 2
    table.damage(6)
    assert table.hp("Rat") == (4, 9), "the spell works all the same (A37)"


@pytest.mark.rule("CA-MAG-008")
def test_a_failed_save_may_cost_the_book(table: Table) -> None:
    failed(table)
    table.answer("book_destroyed")
    assert carried(table, "Oda") == ["supplies"]
    assert (table.who("Oda").fatigue, pack(table, "Oda")) == (1, (7, 10))
    table.damage(6)
    assert table.hp("Rat") == (4, 9)


@pytest.mark.rule("CA-MAG-008")
def test_a_failed_save_may_injure(table: Table) -> None:
    who = failed(table)
    table.do(Mishap(who=who, ill="injury", die="d6"), 3)
    assert table.hp("Oda") == (1, 4)
    assert said(table)[0] == "Oda pays for the failed casting: injury d6 [3]"


@pytest.mark.rule("CA-MAG-008")
def test_an_injury_is_a_die_of_the_answer_too(table: Table) -> None:
    failed(table)
    (question,) = table.state.questions.values()
    done = table.do(Answer(question=question.id, value="injury"), 2)
    assert [(r.sides, r.faces) for r in done.entry.dice] == [(6, (2,))]
    assert table.hp("Oda") == (2, 4)


@pytest.mark.rule("CA-MAG-008")
def test_outside_a_fight_an_injury_takes_str(table: Table) -> None:
    who = oda(table, WIL=8)
    cast(table, "Oda", "Ember Breath", danger=True, save="yes")
    table.save("Oda", 14)
    table.do(Mishap(who=who, ill="injury", die="d4"), 3)
    assert (table.hp("Oda"), table.score("Oda")) == ((4, 4), (8, 11))


@pytest.mark.rule("CA-MAG-008")
def test_a_failed_save_may_kill(table: Table) -> None:
    failed(table)
    table.answer("death")
    assert table.who("Oda").condition == "dead"


@pytest.mark.rule("CA-MAG-008")
def test_the_warden_may_let_the_spell_fizzle(table: Table) -> None:
    who = failed(table)
    table.refused(Mishap(who=who, ill="warts"), "not-a-choice")
    table.refused(Mishap(who=who, ill="fatigue", amount=0), "out-of-bounds")
    table.refused(Mishap(who=who, ill="injury", die="d6+d6"), "not-dice")
    table.do(Mishap(who=who, ill="fatigue", amount=2, fizzles=True))
    assert said(table)[0] == "Oda pays for the failed casting: Fatigue. The spell does not work"
    assert table.who("Oda").fatigue == 3
    assert table.hp("Rat") == (9, 9)
    table.next()
    assert table.hp("Rat") == (9, 9)
    table.refused(Mishap(who=who, ill="fatigue"), "no-mishap")


def test_no_damage_die_before_the_warden_has_named_the_cost(table: Table) -> None:
    from gmconsole.rulesets.cairn.attacks import RollDamage

    failed(table)
    table.refused(RollDamage(), "question-first")


def test_a_declaration_taken_back_takes_its_question_and_save_along(table: Table) -> None:
    who = in_a_fight(table)
    cast(table, "Oda", "Ember Breath", "Rat")
    table.do(Withdraw(who=who))
    assert not table.state.questions
    cast(table, "Oda", "Ember Breath", "Rat", save="yes")
    table.do(Withdraw(who=who))
    assert not table.state.calls
    table.hold("Oda")
    assert table.who("Oda").fatigue == 0


def test_a_book_dropped_after_declaring_still_costs_its_fatigue(table: Table) -> None:
    who = in_a_fight(table)
    cast(table, "Oda", "Ember Breath", "Rat", save="no")
    table.do(Drop(who=who, item="Ember Breath"))
    table.damage(6)
    assert table.who("Oda").fatigue == 1


@pytest.mark.rule("CA-MAG-009")
def test_a_scroll_takes_no_slot(table: Table) -> None:
    table.pc("Oda")
    give(table, "Oda", "supplies", slots=10)
    give(table, "Oda", "Ward", kind="scroll")
    assert pack(table, "Oda") == (10, 10)


@pytest.mark.rule("CA-MAG-010")
def test_a_scroll_causes_no_fatigue(table: Table) -> None:
    table.pc("Oda")
    give(table, "Oda", "supplies", slots=10)
    give(table, "Oda", "Ward", kind="scroll")
    cast(table, "Oda", "Ward")
    assert table.who("Oda").fatigue == 0
    assert not table.state.questions


@pytest.mark.rule("CA-MAG-011")
def test_a_scroll_is_gone_after_one_use(table: Table) -> None:
    who = table.pc("Oda")
    give(table, "Oda", "Ward", kind="scroll")
    cast(table, "Oda", "Ward")
    assert carried(table, "Oda") == []
    table.refused(Cast(who=who, item="Ward"), "no-such-item")


@pytest.mark.rule("CA-MAG-011")
def test_a_scroll_is_kept_by_those_who_lose_the_turn(table: Table) -> None:
    who = table.pc("Oda", DEX=5)
    table.pc("Tam")
    table.foe("Rat")
    give(table, "Oda", "Ward", kind="scroll")
    table.start(waive=False)
    table.save("Oda", 12)
    table.save("Tam", 2)
    table.refused(Cast(who=who, item="Ward"), "lost-the-turn")
    table.hold("Tam")
    table.next()
    assert carried(table, "Oda") == ["Ward"]


@pytest.mark.rule("CA-MAG-009", "CA-MAG-011")
def test_a_scroll_is_read_like_a_book(table: Table) -> None:
    who = in_a_fight(table)
    give(table, "Oda", "Ward", kind="scroll")
    give(table, "Oda", "shield")
    table.refused(Cast(who=who, item="Ward"), "hands-not-free")
    table.do(Stow(who=who, items=("shield",)))
    cast(table, "Oda", "Ward")
    assert carried(table, "Oda")[2] == "Ward", "it is used when the turn is settled"
    table.answer("yes")
    table.save("Oda", 20)
    assert carried(table, "Oda") == ["supplies", "Ember Breath", "shield"]
    (question,) = table.state.questions.values()
    assert "book_destroyed" not in question.choices
    table.answer("nothing")
    assert table.who("Oda").fatigue == 0


@pytest.mark.rule("CA-MAG-012")
def test_a_relic_counts_its_uses_and_causes_no_fatigue(table: Table) -> None:
    who = table.pc("Oda")
    relic = give(table, "Oda", "moon coin", recharge="bathed in moonlight", uses=2)
    item = table.who("Oda").items[relic]
    assert (item.kind, item.uses, item.uses_max, item.recharge) == ("relic", 2, 2, "bathed in moonlight")
    give(table, "Oda", "shield")
    table.do(Mark(who=(who,), mark="cannot_speak"))
    cast(table, "Oda", "moon coin")
    assert table.who("Oda").items[relic].uses == 1
    assert table.who("Oda").fatigue == 0
    cast(table, "Oda", "moon coin")
    table.refused(Cast(who=who, item="moon coin"), "no-uses")
    table.do(Recharge(who=who, item="moon coin"))
    assert table.who("Oda").items[relic].uses == 2
    table.refused(Recharge(who=who, item="moon coin"), "no-change")
    table.refused(Recharge(who=who, item="shield"), "not-a-relic")


@pytest.mark.rule("CA-MAG-012")
def test_a_relic_without_a_counter_is_never_refused(table: Table) -> None:
    table.pc("Oda")
    give(table, "Oda", "singing bone", kind="relic")
    for _ in range(5):
        cast(table, "Oda", "singing bone")
    assert carried(table, "Oda") == ["singing bone"]


@pytest.mark.rule("CA-MAG-012")
def test_a_relic_in_a_fight_asks_for_no_save(table: Table) -> None:
    in_a_fight(table)
    relic = give(table, "Oda", "storm rod", kind="relic", die="d10", uses=1)
    cast(table, "Oda", "storm rod", "Rat")
    assert not table.state.questions
    table.damage(10)
    assert table.hp("Rat") == (0, 9)
    assert table.who("Oda").items[relic].uses == 0


def test_the_attack_of_a_spell(table: Table) -> None:
    who = in_a_fight(table)
    table.foe("Mouse")
    rat, mouse = table.ids["Rat"], table.ids["Mouse"]
    give(table, "Oda", "Fog Cloud", kind="spellbook")
    table.refused(Cast(who=who, item="Fog Cloud", die="x"), "not-dice")
    table.refused(Cast(who=who, item="Fog Cloud", blast=True), "not-a-blast")
    table.refused(Cast(who=who, item="Fog Cloud", die="d6", on=(rat, mouse)), "one-target")
    table.refused(Cast(who=who, item="Fog Cloud", die="d6", unclear=True, on=(rat,)), "not-a-blast")
    table.refused(Cast(who=who, item="Fog Cloud", on=("npc-099",)), "unknown-person")
    table.refused(Cast(who=who, item="Fog Cloud", save="maybe"), "not-a-choice")
    table.do(Cast(who=who, item="Fog Cloud", die="d6", blast=True, on=(mouse, rat), save="no"))
    act = magic.cast_of(table.state, who)
    assert act is not None
    assert (act.targets, act.attack) == ((rat, mouse), Attack(name="Fog Cloud", dice=(6,), blast=True))


def test_a_spell_without_dice_rolls_none(table: Table) -> None:
    in_a_fight(table)
    give(table, "Oda", "Fog Cloud", kind="spellbook")
    cast(table, "Oda", "Fog Cloud", "Rat", save="no")
    assert table.state.fight.settled
    assert table.who("Oda").fatigue == 1


@pytest.mark.rule("CA-MAG-005", "CA-MAG-007", "CA-DEP-005")
def test_the_weir_round_1(table: Table) -> None:
    """The party's turn die by die: save, Fatigue, then the blast's dice before Tam's arrow."""
    table.pc("Bryn", hp=6, armour=2, STR=13, DEX=9, dice=(8, 8))
    oda(table)
    table.pc("Tam", hp=3, STR=9, DEX=14, WIL=8, dice=(6,))
    table.add("Pack", hp=5, STR=8, DEX=12, WIL=6, detachment=True, group="pack", dice=(6,))
    table.foe("Vesk", hp=6, armour=4, STR=12, WIL=12, group="band", dice=(8,))
    for name in ("M1", "M2", "M3"):
        table.foe(name, hp=3, armour=1, STR=9, WIL=7, group="band", dice=(6,))
    table.start(waive=False)
    table.save("Bryn", 14)
    table.save("Oda", 7)
    table.do(turns.Waive(who=(table.ids["Tam"],), because="hidden"))
    cast(table, "Oda", "Ember Breath", "Pack", "M3")
    table.strike("Tam", "Vesk", impaired=("far",))
    table.answer("yes", "casting")
    assert (table.who("Oda").fatigue, pack(table, "Oda")) == (0, (7, 10))
    table.save("Oda", 9)
    assert (table.who("Oda").fatigue, pack(table, "Oda")) == (1, (8, 10))
    table.damage(4, 8, 4)
    assert table.hp("Pack") == (1, 5)
    assert table.hp("M3") == (0, 3)
    assert table.score("M3") == (5, 9)
    assert table.hp("Vesk") == (5, 6)


def test_the_aftermath_of_the_weir_leaves_oda_with_seven_slots(table: Table) -> None:
    oda(table)
    fatigue(table, "Oda")
    rest(table, "night", "safe")
    assert (table.who("Oda").fatigue, pack(table, "Oda")) == (0, (7, 10))
