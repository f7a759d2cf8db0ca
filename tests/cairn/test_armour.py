"""Armour: worn and held, capped at 3, once, and the same for those at 0 HP (CA-ARM)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gmconsole.rulesets.cairn import armour
from gmconsole.rulesets.cairn.inventory import Drop, Give, Ready, Stow
from gmconsole.rulesets.cairn.people import Added
from gmconsole.rulesets.cairn.state import ARMOUR_CAP, Attack, Combatant, Item
from tests.cairn.arms import attack, events, give, hits, roll
from tests.cairn.conftest import Table

COAT = Item(id="coat", name="coat", kind="armour", armour=1, in_use=True)
PLATE = Item(id="plate", name="plate", kind="armour", armour=3, in_use=True)
HELMET = Item(id="helmet", name="helmet", kind="armour", armour=1, in_use=True)
SHIELD = Item(id="shield", name="shield", kind="shield", armour=1, hands=1, in_use=True)
AWAY = Item(id="shield", name="shield", kind="shield", armour=1, hands=1)


def struck(table: Table, die: int, face: int, *items: Item, hp: int = 9, printed: int = 0) -> int:
    """The damage that face of that die does to somebody with these things."""
    table.pc("Bryn", hp=hp, armour=printed)
    table.foe("M1", dice=(die,))
    give(table, "Bryn", *items)
    table.start()
    table.next(force=True)
    attack(table, "M1", "Bryn")
    hit = hits(roll(table, (die, face)))[table.ids["Bryn"]]
    assert table.hp("Bryn") == (hp - hit.damage, hp)
    return hit.damage


@pytest.mark.rule("CA-ARM-002")
@pytest.mark.parametrize(("things", "damage"), [((COAT, SHIELD), 2), ((COAT,), 3), ((COAT, AWAY), 3)])
def test_a_shield_counts_only_while_it_is_held(table: Table, things: tuple[Item, ...], damage: int) -> None:
    assert struck(table, 6 if damage == 2 else 4, 4, *things) == damage


@pytest.mark.rule("CA-ARM-002")
def test_a_shield_put_away_or_dropped_lowers_armour_at_once(table: Table) -> None:
    who = table.pc("Bryn", hp=9)
    table.do(Give(who=who, item="coat", kind="armour", armour=1))
    table.do(Give(who=who, item="shield", kind="shield", armour=1))
    assert armour.effective(table.who("Bryn")) == 2
    table.do(Stow(who=who, items=("shield",)))
    assert armour.effective(table.who("Bryn")) == 1
    table.do(Ready(who=who, items=("shield",)))
    assert armour.effective(table.who("Bryn")) == 2
    table.foe("M1", dice=(6,))
    table.start()
    table.next(force=True)
    attack(table, "M1", "Bryn")
    roll(table, (6, 4))
    assert table.hp("Bryn") == (7, 9)
    table.next()
    table.do(Drop(who=who, item="shield"))
    table.next(force=True)
    attack(table, "M1", "Bryn")
    roll(table, (6, 4))
    assert (armour.effective(table.who("Bryn")), table.hp("Bryn")) == (1, (4, 9))


@pytest.mark.rule("CA-ARM-002")
def test_what_is_held_already_takes_no_further_hand(table: Table) -> None:
    who = table.pc("Bryn")
    for thing in ("shield", "sword"):
        table.do(Give(who=who, item=thing))
    assert [item.in_use for item in table.who("Bryn").items.values()] == [True, False]
    table.do(Ready(who=who, items=("shield", "sword")))
    assert all(item.in_use for item in table.who("Bryn").items.values())
    assert armour.effective(table.who("Bryn")) == 1


@pytest.mark.rule("CA-ARM-002")
def test_hands_on_a_spellbook_do_not_hold_the_shield(table: Table) -> None:
    table.pc("Oda")
    book = Item(id="book", name="Ember Breath", kind="spellbook", hands=2, in_use=True)
    give(table, "Oda", COAT, SHIELD)
    assert armour.effective(table.who("Oda")) == 2
    give(table, "Oda", AWAY, book)
    assert armour.effective(table.who("Oda")) == 1


@pytest.mark.rule("CA-ARM-003")
@pytest.mark.parametrize("things", [(PLATE, SHIELD, HELMET), (PLATE, SHIELD), (PLATE, AWAY)])
def test_nobody_has_more_than_three(table: Table, things: tuple[Item, ...]) -> None:
    assert struck(table, 12, 9, *things) == 6
    assert armour.effective(table.who("Bryn")) == 3


@pytest.mark.rule("CA-ARM-003")
def test_printed_armour_above_three_is_kept_as_three(table: Table) -> None:
    table.pc("Bryn", dice=(4,))
    table.foe("Golem", hp=5, armour=4)
    added = next(
        e for entry in table.session.history.entries for e in entry.events if isinstance(e, Added) and e.printed
    )
    assert (added.printed, added.person.armour) == (4, 3)
    table.start()
    attack(table, "Bryn", "Golem")
    assert hits(roll(table, (4, 4)))[table.ids["Golem"]].damage == 1
    assert table.hp("Golem") == (4, 5)


@pytest.mark.rule("CA-ARM-003")
@given(st.integers(0, 3), st.lists(st.tuples(st.integers(0, 3), st.booleans()), max_size=5))
def test_the_cap_holds_whatever_is_worn(printed: int, worn: list[tuple[int, bool]]) -> None:
    items = {str(n): Item(id=str(n), name="x", armour=a, in_use=used) for n, (a, used) in enumerate(worn)}
    c = Combatant(id="pc-001", name="x", kind="pc", side="pcs", tag="1", armour=printed, items=items)
    counted = printed + sum(a for a, used in worn if used)
    assert armour.effective(c) == min(counted, ARMOUR_CAP)


@pytest.mark.rule("CA-ARM-004")
@pytest.mark.parametrize(("die", "face", "strength", "saves"), [(12, 4, 9, 1), (6, 2, 11, 0)])
def test_armour_guards_strength_at_zero_hp(table: Table, die: int, face: int, strength: int, saves: int) -> None:
    table.pc("Bryn", hp=6, armour=2, STR=13)
    table.foe("Pack", dice=(12,))
    table.foe("M1", dice=(die,))
    table.start()
    table.next(force=True)
    attack(table, "Pack", "Bryn")
    table.hold("M1")
    roll(table, (12, 10))
    table.save("Bryn", 1)
    assert (table.hp("Bryn"), table.score("Bryn")) == ((0, 6), (11, 13))
    table.next()
    table.next(force=True)
    attack(table, "M1", "Bryn")
    table.hold("Pack")
    roll(table, (die, face))
    assert table.score("Bryn") == (strength, 13)
    assert len(table.state.calls) == saves
    if saves:
        assert next(iter(table.state.calls.values())).attribute == "STR"


@pytest.mark.rule("CA-ARM-005")
def test_what_else_a_shield_does_is_a_note(table: Table) -> None:
    noted = Item(id="shield", name="shield", kind="shield", armour=1, in_use=True, note="stops rolling barrels")
    assert struck(table, 6, 4, COAT, noted) == 2
    assert table.who("Bryn").items["shield"].note == "stops rolling barrels"
    assert armour.effective(table.who("Bryn")) == 2


def test_one_who_ignores_armour_ignores_a_shield_too(table: Table) -> None:
    table.pc("Bryn", hp=9)
    give(table, "Bryn", PLATE, SHIELD)
    table.foe("Ghost", attacks=(Attack(name="touch", dice=(8,), ignores_armour=True),))
    table.start()
    table.next(force=True)
    attack(table, "Ghost", "Bryn")
    done = roll(table, (8, 2))
    assert len(events(done, type(hits(done)[table.ids["Bryn"]]))) == 1
    assert table.hp("Bryn") == (7, 9)
