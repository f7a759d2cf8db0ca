"""The weir at Holm: four rounds with every die given, each asked for with its size and in its order."""

from __future__ import annotations

import pytest

from gmconsole.core.codec import Codec
from gmconsole.rulesets.cairn import RULESET, turns
from gmconsole.rulesets.cairn.actions import Crawl, Foes, Move
from gmconsole.rulesets.cairn.aid import Aid
from gmconsole.rulesets.cairn.casting import Cast
from gmconsole.rulesets.cairn.morale import SetGroup
from gmconsole.rulesets.cairn.retreat import Retreat
from gmconsole.rulesets.cairn.state import Attack, Item
from tests.cairn.arms import attack, give, roll, sizes
from tests.cairn.conftest import Table

EMBER = Attack(name="Ember Breath", dice=(8,), blast=True)
BOOK = Item(
    id="item-book", name="Ember Breath", kind="spellbook", hands=2, in_use=True, attack=EMBER, spell="Ember Breath"
)
BANDAGES = Item(id="item-bandages", name="bandages", kind="bandages")


def weir(table: Table) -> Table:
    """Set-up, S0."""
    table.pc("Bryn", hp=6, armour=2, STR=13, DEX=9, WIL=10, dice=(8, 8))
    table.pc("Oda", hp=4, armour=1, STR=11, DEX=12, WIL=13, dice=(6,))
    bow = Attack(name="bow", dice=(6,), ranged=True)
    table.pc("Tam", hp=3, STR=9, DEX=14, WIL=8, attacks=(bow,))
    give(table, "Oda", BOOK, BANDAGES)
    table.foe("Pack", hp=5, STR=8, DEX=12, WIL=6, dice=(6,), detachment=True)
    table.foe("Vesk", hp=6, armour=4, STR=12, DEX=9, WIL=12, dice=(8,))
    for name in ("M1", "M2", "M3"):
        table.foe(name, hp=3, armour=1, STR=9, WIL=7, dice=(6,))
    band = tuple(table.ids[n] for n in ("Vesk", "M1", "M2", "M3"))
    table.do(SetGroup(name="band", who=band, leader=table.ids["Vesk"]))
    table.do(SetGroup(name="pack", who=(table.ids["Pack"],)))
    for name in ("Vesk", "Pack", "M1", "M2", "M3"):
        table.band("Tam", name, "far")
    table.do(turns.Start(waived=(table.ids["Tam"],), because="hidden on the ridge"))
    return table


def at(table: Table, **standing: tuple[object, ...]) -> None:
    """HP, then STR where it is given, then the condition where it is given."""
    for name, (hp, *more) in standing.items():
        c = table.who(name)
        assert (c.hp, *(v for v in (c.score("STR").current, c.condition)[: len(more)])) == (hp, *more), name


def first_round_of_the_party(table: Table) -> None:
    table.save("Bryn", 14)
    table.save("Oda", 7)
    table.do(Cast(who=table.ids["Oda"], item=BOOK.id, on=(table.ids["M3"], table.ids["Pack"]), save="yes"))
    attack(table, "Tam", "Vesk")
    table.save("Oda", 9)
    assert sizes(roll(table, (8, 4), (8, 8), (4, 4))) == [8, 8, 4]
    table.save("M3", 6)
    table.answer("dead")
    table.save("Vesk", 10)
    at(table, Bryn=(6, 13), Oda=(4, 11), Tam=(3, 9), Pack=(1, 8), Vesk=(5, 12), M1=(3, 9), M2=(3, 9), M3=(0, 5, "dead"))


def first_round_of_the_band(table: Table) -> None:
    table.next()
    attack(table, "Pack", "Oda", "Bryn")
    table.do(Move(who=table.ids["Vesk"], feet=80, near=(table.ids["Tam"],)))
    attack(table, "M1", "Bryn")
    attack(table, "M2", "Bryn")
    roll(table, (12, 2), (12, 3), (6, 5), (6, 4))
    at(table, Bryn=(3, 13), Oda=(2, 11), Tam=(3, 9), Pack=(1, 8), Vesk=(5, 12))


def second_round(table: Table) -> None:
    table.next()
    assert table.state.clock == 10
    attack(table, "Bryn", "M1")
    attack(table, "Oda", "Pack")
    table.band("Tam", "M1", "near")
    attack(table, "Tam", "M1")
    roll(table, (8, 2), (8, 6), (4, 3), (6, 5))
    table.save("Pack", 7)
    table.answer("routed")
    table.save("M1", 8)
    table.answer("dead")
    table.save("Vesk", 12)
    at(table, Pack=(0, 6, "routed"), M1=(0, 7, "dead"), M2=(3, 9, ""), Vesk=(5, 12, ""))
    table.next()
    attack(table, "Vesk", "Tam")
    attack(table, "M2", "Bryn")
    roll(table, (8, 7), (6, 5))
    table.save("Tam", 7)
    at(table, Bryn=(0, 13, ""), Oda=(2, 11, ""), Tam=(0, 5, "critical"), Vesk=(5, 12), M2=(3, 9))
    assert [s.entry for s in table.who("Bryn").scars.values()] == [3]


def third_round(table: Table) -> None:
    table.next()
    assert table.state.clock == 20
    assert table.who("Tam").death_at == 3620
    attack(table, "Bryn", "M2", enhanced=("over the rail",))
    table.do(Aid(who=table.ids["Oda"], whom=table.ids["Tam"]))
    if any(t.who == table.ids["Tam"] and t.blocking for t in table.tasks("declare")):
        table.do(Crawl(who=table.ids["Tam"]))
    roll(table, (12, 9))
    table.save("M2", 5)
    table.answer("dead")
    at(table, M2=(0, 4, "dead"), Tam=(0, 5, "stable"), Vesk=(5, 12, ""))
    table.next()
    attack(table, "Vesk", "Oda")
    roll(table, (8, 5))
    table.save("Oda", 9)
    at(table, Bryn=(0, 13, ""), Oda=(0, 9, ""), Tam=(0, 5, "stable"), Vesk=(5, 12, ""))
    table.next()
    assert table.state.clock == 30


@pytest.mark.rule("CA-DMG-003", "CA-DMG-012", "CA-DMG-014", "CA-ARM-003", "CA-DET-004", "CA-DET-006", "CA-DET-007")
def test_the_weir(table: Table) -> None:
    weir(table)
    first_round_of_the_party(table)
    first_round_of_the_band(table)
    second_round(table)
    third_round(table)
    table.do(Retreat(who=table.ids["Oda"], place="the boat under the weir", carrying=table.ids["Tam"]))
    attack(table, "Bryn", "Vesk")
    table.save("Oda", 5)
    roll(table, (8, 8), (8, 3))
    assert not table.who("Vesk").scars
    table.save("Vesk", 16)
    at(table, Bryn=(0, 13, ""), Oda=(0, 9, ""), Tam=(0, 5, "stable"), Vesk=(0, 12, "fleeing"))
    assert (table.who("Oda").away, table.who("Tam").away) == ("retreated", "retreated")
    table.next()
    table.do(Foes())
    table.next()
    assert (table.state.mode, table.state.fight.result, table.state.clock) == ("calm", "opponents_fled", 40)
    assert sum(len(r.faces) for e in table.session.history.entries for r in e.dice) == 30


@pytest.mark.rule("CA-DET-002")
def test_variant_2_the_pack_holds(table: Table) -> None:
    weir(table)
    first_round_of_the_party(table)
    first_round_of_the_band(table)
    table.next()
    attack(table, "Bryn", "M1")
    attack(table, "Oda", "Pack")
    table.hold("Tam")
    roll(table, (8, 2), (8, 6), (4, 3))
    table.save("Pack", 6)
    table.save("M1", 8)
    table.answer("dead")
    table.save("Vesk", 12)
    at(table, Pack=(0, 6, ""))
    table.next()
    attack(table, "Pack")
    assert table.state.fight.acts[table.ids["Pack"]].targets == (table.ids["Bryn"], table.ids["Oda"])
    table.hold("Vesk", "M2")
    roll(table, (12, 1), (12, 1))


@pytest.mark.rule("CA-DMG-003")
def test_variant_8_a_second_attacker_stays_in_the_pool(table: Table) -> None:
    weir(table)
    first_round_of_the_party(table)
    first_round_of_the_band(table)
    second_round(table)
    third_round(table)
    attack(table, "Bryn", "Vesk")
    attack(table, "Oda", "Vesk")
    roll(table, (8, 8), (8, 3), (6, 4))
    at(table, Vesk=(0, 12))
    assert not [c for c in table.state.calls.values() if c.kind == "strength"]


def test_every_entry_is_written_and_read_back(table: Table) -> None:
    weir(table)
    first_round_of_the_party(table)
    first_round_of_the_band(table)
    codec = Codec(RULESET)
    for entry in table.session.history.entries:
        again, state = codec.from_record(codec.record(entry, table.state if entry.command is None else None))
        assert (again, state) == (entry, table.state if entry.command is None else None)
