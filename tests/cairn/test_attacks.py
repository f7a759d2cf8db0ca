"""Attacks and damage: declared first, rolled together, the highest die of each target counts (CA-DMG, CA-RET)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from gmconsole.core.commands import Remove, SetField, SetOption
from gmconsole.core.dice import TypedDice
from gmconsole.core.model import Question, Rejected, Who
from gmconsole.rulesets.cairn import attacks, detachments, pools, weapons
from gmconsole.rulesets.cairn.actions import Risk
from gmconsole.rulesets.cairn.attacks import Hit, NumberRolled, Reach, RollDamage, RollNumber, Strike
from gmconsole.rulesets.cairn.state import Act, Attack, Item
from tests.cairn.arms import attack, events, give, hits, roll, sizes, strike, weapon
from tests.cairn.conftest import Table

BREATH = Attack(name="breath", dice=(8,), blast=True)
BOW = Attack(name="bow", dice=(6,), ranged=True)


def duel(table: Table, *, foe_turn: bool = False, foe: dict[str, object], **pc: object) -> None:
    """Bryn against M1; in the opponents' turn after a turn in which Bryn did nothing."""
    table.pc("Bryn", **pc)
    table.foe("M1", **foe)
    table.start()
    if foe_turn:
        table.next(force=True)


# One attack ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("CA-DMG-001")
def test_an_attack_asks_for_the_damage_die_and_nothing_else(table: Table) -> None:
    duel(table, dice=(8,), foe={"hp": 6})
    assert attack(table, "Bryn", "M1").entry.dice == ()
    assert [t.kind for t in table.tasks()] == ["damage"]
    assert sizes(roll(table, (8, 3))) == [8]
    assert table.hp("M1") == (3, 6)


@pytest.mark.rule("CA-DMG-002", "CA-ARM-001")
def test_the_die_less_armour_comes_off_hp(table: Table) -> None:
    duel(table, foe_turn=True, foe={"dice": (10,)}, hp=8, armour=1)
    attack(table, "M1", "Bryn")
    done = roll(table, (10, 7))
    assert hits(done)[table.ids["Bryn"]].damage == 6
    assert table.hp("Bryn") == (2, 8)


@pytest.mark.rule("CA-DMG-002", "CA-ARM-001")
@pytest.mark.parametrize(
    ("die", "face", "armour", "hp", "damage"),
    [(6, 1, 1, 4, 0), (8, 6, 2, 5, 4), (4, 2, 3, 4, 0), (6, 3, 3, 4, 0)],
)
def test_what_armour_takes_away_does_no_harm(
    table: Table, die: int, face: int, armour: int, hp: int, damage: int
) -> None:
    duel(table, foe_turn=True, foe={"dice": (die,)}, hp=hp, armour=armour)
    attack(table, "M1", "Bryn")
    done = roll(table, (die, face))
    assert hits(done)[table.ids["Bryn"]].damage == damage
    assert table.hp("Bryn") == (hp - damage, hp)
    assert not table.state.calls
    assert not table.who("Bryn").scars


# Many on one ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("CA-DMG-003")
def test_three_goblins_on_one_pc_count_once(table: Table) -> None:
    table.pc("Bryn", hp=6)
    for name in ("M1", "M2", "M3"):
        table.foe(name, dice=(6,))
    table.start()
    table.next(force=True)
    for name in ("M1", "M2", "M3"):
        attack(table, name, "Bryn")
    done = roll(table, 2, 5, 4)
    hit = hits(done)[table.ids["Bryn"]]
    assert (hit.damage, hit.throws[hit.kept].who) == (5, table.ids["M2"])
    assert table.hp("Bryn") == (1, 6)


@pytest.mark.rule("CA-DMG-003")
def test_two_pcs_on_one_foe_count_once(table: Table) -> None:
    table.pc("Bryn", dice=(8,))
    table.pc("Oda", dice=(6,))
    table.foe("M1", hp=5, armour=1)
    table.start()
    attack(table, "Bryn", "M1")
    attack(table, "Oda", "M1")
    assert hits(roll(table, (8, 3), (6, 3)))[table.ids["M1"]].damage == 2
    assert table.hp("M1") == (3, 5)


@pytest.mark.rule("CA-DMG-004")
@pytest.mark.parametrize(
    ("die", "faces", "armour", "damage"), [(6, (5, 4, 2), 2, 3), (4, (3, 3, 1), 3, 0), (6, (2, 6, 6), 1, 5)]
)
def test_armour_comes_off_once_from_the_highest_die(
    table: Table, die: int, faces: tuple[int, ...], armour: int, damage: int
) -> None:
    table.pc("Bryn", hp=9, armour=armour)
    for name in ("M1", "M2", "M3"):
        table.foe(name, dice=(die,))
    table.start()
    table.next(force=True)
    for name in ("M1", "M2", "M3"):
        attack(table, name, "Bryn")
    hit = hits(roll(table, *faces))[table.ids["Bryn"]]
    assert (hit.damage, hit.armour) == (damage, armour)
    # A tie belongs to whoever declared first (A39).
    assert hit.kept == faces.index(max(faces))
    assert table.hp("Bryn") == (9 - damage, 9)


@pytest.mark.rule("CA-DMG-004")
@pytest.mark.parametrize(
    ("ghost", "sword", "kept", "damage"),
    [(3, 5, 0, 3), (3, 6, 0, 3), (1, 6, 1, 3), (2, 2, 0, 2), (1, 4, 0, 1)],
)
def test_where_somebody_ignores_armour_net_results_are_compared(
    table: Table, ghost: int, sword: int, kept: int, damage: int
) -> None:
    table.pc("Bryn", hp=9, armour=3)
    table.foe("Ghost", attacks=(Attack(name="touch", dice=(6,), ignores_armour=True),))
    table.foe("M1", dice=(6,))
    table.start()
    table.next(force=True)
    attack(table, "Ghost", "Bryn")
    attack(table, "M1", "Bryn")
    hit = hits(roll(table, ghost, sword))[table.ids["Bryn"]]
    assert (hit.kept, hit.damage) == (kept, damage)
    assert [t.face for t in hit.throws] == [ghost, sword]


@pytest.mark.rule("CA-DMG-004")
def test_the_rider_is_that_of_the_kept_die_s_owner(table: Table) -> None:
    table.pc("Bryn", hp=2, STR=9)
    table.foe("Snake", attacks=(Attack(name="bite", dice=(6,), on_critical="poisoned"),))
    table.foe("Wolf", attacks=(Attack(name="bite", dice=(6,), on_critical="dragged off"),))
    table.start()
    table.next(force=True)
    attack(table, "Wolf", "Bryn")
    attack(table, "Snake", "Bryn")
    hit = hits(roll(table, 5, 5))[table.ids["Bryn"]]
    assert (hit.throws[hit.kept].who, hit.throws[hit.kept].rider) == (table.ids["Wolf"], "dragged off")
    (call,) = table.state.calls.values()
    assert (call.ref, call.cost) == (table.ids["Wolf"], "dragged off")


@pytest.mark.rule("CA-DMG-005")
def test_every_target_has_its_own_pool_and_armour(table: Table) -> None:
    table.pc("A", dice=(8,))
    table.pc("B", dice=(6,))
    table.foe("Goblin 1", hp=8, armour=1)
    table.foe("Goblin 2", hp=3)
    table.start()
    attack(table, "A", "Goblin 1")
    attack(table, "B", "Goblin 2")
    done = roll(table, (8, 7), (6, 2))
    assert [e.target for e in events(done, Hit)] == [table.ids["Goblin 1"], table.ids["Goblin 2"]]
    assert (table.hp("Goblin 1"), table.hp("Goblin 2")) == ((2, 8), (1, 3))


# Marks ---------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("CA-DMG-006")
def test_an_impaired_attack_rolls_a_d4(table: Table) -> None:
    duel(table, dice=(10,), foe={"hp": 6, "armour": 1})
    attack(table, "Bryn", "M1", impaired=("cover",))
    wrong = table.session.execute(RollDamage(), TypedDice([(10, 4)]))
    assert wrong == Rejected("dice-wrong-size", {"given": 10, "sides": 4})
    assert table.hp("M1") == (6, 6)
    done = roll(table, (4, 4))
    assert hits(done)[table.ids["M1"]].damage == 3
    assert table.hp("M1") == (3, 6)


@pytest.mark.rule("CA-DMG-007")
def test_unarmed_is_always_a_d4(table: Table) -> None:
    duel(table, foe={"hp": 4})
    attack(table, "Bryn", "M1")
    assert table.state.fight.acts[table.ids["Bryn"]].attack == weapons.UNARMED
    roll(table, (4, 3))
    assert table.hp("M1") == (1, 4)


@pytest.mark.rule("CA-DMG-007")
def test_unarmed_stays_a_d4_when_enhanced_unless_the_warden_sets_another_die(table: Table) -> None:
    table.pc("Bryn", dice=(8,))
    table.pc("Oda")
    table.foe("M1", hp=20)
    table.start()
    attack(table, "Bryn", "M1", weapon="unarmed", enhanced=("helpless",))
    attack(table, "Oda", "M1", enhanced=("helpless",), die=12)
    assert sizes(roll(table, (4, 4), (12, 11))) == [4, 12]
    assert table.hp("M1") == (9, 20)


@pytest.mark.rule("CA-DMG-008")
def test_an_enhanced_attack_may_roll_a_d12(table: Table) -> None:
    table.pc("Bryn", dice=(6,))
    table.pc("Oda", dice=(6,))
    table.foe("M1", hp=10, armour=1)
    table.foe("M2", hp=10)
    table.start()
    attack(table, "Bryn", "M1", enhanced=("helpless",))
    attack(table, "Oda", "M2", enhanced=("helpless",), plain=True)
    done = roll(table, (12, 9), (6, 4))
    assert hits(done)[table.ids["M1"]].damage == 8
    assert (table.hp("M1"), table.hp("M2")) == ((2, 10), (6, 10))


@pytest.mark.rule("CA-DMG-013")
@pytest.mark.parametrize("impaired", [("cover",), ("cover", "tied hands")])
def test_impaired_and_enhanced_cancel_whatever_their_number(table: Table, impaired: tuple[str, ...]) -> None:
    duel(table, dice=(8,), foe={"hp": 9, "armour": 1})
    attack(table, "Bryn", "M1", impaired=impaired, enhanced=("helpless",))
    done = roll(table, (8, 5))
    assert hits(done)[table.ids["M1"]].damage == 4
    assert table.hp("M1") == (5, 9)


@pytest.mark.rule("CA-DMG-013")
def test_the_warden_may_set_the_die_all_the_same(table: Table) -> None:
    duel(table, dice=(8,), foe={"hp": 20})
    table.refused(strike(table, "Bryn", "M1", die=1), "out-of-bounds")
    table.refused(strike(table, "Bryn", "M1", die=101), "out-of-bounds")
    attack(table, "Bryn", "M1", impaired=("cover",), enhanced=("helpless",), die=4)
    roll(table, (4, 2))
    assert table.hp("M1") == (18, 20)


# Blasts --------------------------------------------------------------------------------------------------------------


def blast_table(table: Table) -> None:
    table.pc("Oda", attacks=(BREATH,))
    table.pc("Friend", hp=5, armour=2)
    table.foe("Goblin 1", hp=3, armour=1)
    table.foe("Goblin 2", hp=6)
    table.foe("Goblin 3", hp=6)
    table.start()


@pytest.mark.rule("CA-DMG-009")
def test_a_blast_rolls_for_each_in_the_area_friends_included(table: Table) -> None:
    blast_table(table)
    attack(table, "Oda", "Friend", "Goblin 2", "Goblin 1")
    table.hold("Friend")
    done = roll(table, (8, 8), (8, 2), (8, 4))
    assert sizes(done) == [8, 8, 8]
    settled = hits(done)
    assert list(settled) == [table.ids[n] for n in ("Goblin 1", "Goblin 2", "Friend")]
    assert [h.damage for h in settled.values()] == [7, 2, 2]
    assert table.hp("Goblin 1") == (0, 3)
    assert table.score("Goblin 1") == (6, 10)
    assert (table.hp("Goblin 2"), table.hp("Friend"), table.hp("Goblin 3")) == ((4, 6), (3, 5), (6, 6))


@pytest.mark.rule("CA-DMG-009")
def test_only_a_blast_takes_several_targets(table: Table) -> None:
    table.pc("Bryn", attacks=(Attack(name="sword", dice=(8,)), BREATH))
    table.foe("M1", hp=9)
    table.foe("M2", hp=9)
    table.start()
    table.refused(strike(table, "Bryn", "M1", "M2"), "one-target")
    table.refused(strike(table, "Bryn"), "no-target")
    table.refused(strike(table, "Bryn", "Bryn"), "not-oneself")
    attack(table, "Bryn", "M1", "M2", "M1", weapon="breath")
    roll(table, (8, 1), (8, 2))
    assert (table.hp("M1"), table.hp("M2")) == ((8, 9), (7, 9))


def wyrm(table: Table, die: int) -> None:
    for name in ("A", "B", "C", "D"):
        table.pc(name, hp=9)
    table.foe("Wyrm", attacks=(Attack(name="breath", dice=(die,), blast=True),))
    table.start()
    table.next(force=True)
    table.refused(RollNumber(who=table.ids["Wyrm"]), "not-all-declared")
    attack(table, "Wyrm", "A", "B", "C", "D", unclear=True)


@pytest.mark.rule("CA-DMG-010")
def test_the_number_of_targets_is_rolled_apart_from_the_damage(table: Table) -> None:
    wyrm(table, 6)
    who = table.ids["Wyrm"]
    table.refused(RollDamage(), "number-first")
    table.refused(Reach(who=who, targets=(table.ids["A"],)), "no-number-owed")
    (task,) = table.tasks()
    assert (task.kind, task.command, task.dice) == ("number", RollNumber(who=who), (1, 6))
    done = table.do(RollNumber(who=who), (6, 3))
    assert events(done, NumberRolled) == [NumberRolled(who=who, sides=6, face=3, number=3, among=4)]
    table.refused(RollNumber(who=who), "no-number-owed")
    table.refused(strike(table, "Wyrm", "A"), "dice-are-rolled")
    (task,) = table.tasks()
    assert (task.kind, task.proposal) == ("reach", True)
    assert task.command == Reach(who=who, targets=tuple(table.ids[n] for n in "ABC"))
    everybody = tuple(table.ids[n] for n in "ABCD")
    table.refused(Reach(who=who, targets=everybody), "too-many-reached")
    table.refused(Reach(who=who, targets=()), "no-target")
    table.refused(Reach(who=who, targets=(who,)), "not-in-the-blast")
    table.refused(RollDamage(), "number-first")
    table.do(Reach(who=who, targets=(table.ids["D"], table.ids["A"], table.ids["B"])))
    done = roll(table, (6, 1), (6, 2), (6, 3))
    assert sizes(done) == [6, 6, 6]
    assert [table.hp(n)[0] for n in "ABCD"] == [8, 7, 9, 6]


@pytest.mark.rule("CA-DMG-010")
@pytest.mark.parametrize("face", [4, 5])
def test_no_more_are_reached_than_are_there(table: Table, face: int) -> None:
    wyrm(table, 6)
    table.do(RollNumber(who=table.ids["Wyrm"]), (6, face))
    assert [t.kind for t in table.tasks()] == ["damage"]
    assert sizes(roll(table, 1, 1, 1, 1)) == [6, 6, 6, 6]


@pytest.mark.rule("CA-DMG-010")
def test_a_number_is_for_blasts_and_those_in_question_may_be_left_to_the_console(table: Table) -> None:
    table.pc("A", hp=9)
    table.pc("B", hp=9)
    table.foe("Wyrm", attacks=(Attack(name="bite", dice=(10,)), Attack(name="breath", dice=(6,), blast=True)))
    table.start()
    table.band("Wyrm", "B", "far")
    table.next(force=True)
    table.refused(strike(table, "Wyrm", "A", unclear=True), "not-a-blast")
    attack(table, "Wyrm", weapon="breath", unclear=True)
    assert table.state.fight.acts[table.ids["Wyrm"]].targets == (table.ids["A"],)


@pytest.mark.rule("CA-DMG-014")
@pytest.mark.parametrize(("breath", "goblins", "kept", "hp"), [(7, (5,), 7, 1), (2, (5, 4), 5, 3)])
def test_a_blast_die_joins_the_pool(table: Table, breath: int, goblins: tuple[int, ...], kept: int, hp: int) -> None:
    table.pc("Bryn", hp=6, armour=2)
    table.foe("Wyrm", attacks=(Attack(name="breath", dice=(12,), blast=True),))
    names = [f"Goblin {n}" for n in range(len(goblins))]
    for name in names:
        table.foe(name, dice=(6,))
    table.start()
    table.next(force=True)
    attack(table, "Wyrm", "Bryn")
    for name in names:
        attack(table, name, "Bryn")
    hit = hits(roll(table, (12, breath), *((6, f) for f in goblins)))[table.ids["Bryn"]]
    assert hit.throws[hit.kept].face == kept
    assert table.hp("Bryn") == (hp, 6)


# Pairs ---------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("CA-DMG-011")
@pytest.mark.parametrize(("dice", "faces", "armour", "damage"), [((8, 8), (2, 6), 1, 5), ((8, 6), (3, 5), 0, 5)])
def test_a_pair_keeps_the_higher_die(
    table: Table, dice: tuple[int, int], faces: tuple[int, int], armour: int, damage: int
) -> None:
    duel(table, dice=dice, foe={"hp": 9, "armour": armour})
    attack(table, "Bryn", "M1")
    done = roll(table, *zip(dice, faces, strict=True))
    assert hits(done)[table.ids["M1"]].damage == damage
    assert table.hp("M1") == (9 - damage, 9)


@pytest.mark.rule("CA-DMG-011")
def test_both_dice_of_a_pair_join_the_pool(table: Table) -> None:
    table.pc("Bryn", dice=(8, 8))
    table.pc("Tam", dice=(6,))
    table.foe("M1", hp=3, armour=1, STR=9)
    table.start()
    attack(table, "Bryn", "M1")
    attack(table, "Tam", "M1")
    hit = hits(roll(table, 2, 6, 5))[table.ids["M1"]]
    assert (hit.throws[hit.kept].face, hit.damage) == (6, 5)
    assert (table.hp("M1"), table.score("M1")) == ((0, 3), (7, 9))


@pytest.mark.rule("CA-DMG-011")
def test_two_carried_weapons_make_a_pair(table: Table) -> None:
    duel(table, foe={"hp": 9})
    give(
        table,
        "Bryn",
        weapon("sword", 8),
        weapon("dagger", 6, on_critical="poisoned"),
        weapon("bow", 6, ranged=True),
        weapon("flail", 8, 8),
    )
    c = table.who("Bryn")
    assert [a.name for a in attacks.ways(c)] == ["sword", "dagger", "bow", "flail", "unarmed"]
    pair = attacks.find(c, "sword+dag")
    assert isinstance(pair, Attack)
    assert (pair.name, pair.dice, pair.item) == ("sword+dagger", (8, 6), "item-sword+item-dagger")
    for word in ("sword+bow", "sword+unarmed", "flail+sword"):
        refused = attacks.find(c, word)
        assert isinstance(refused, Rejected)
        assert refused.code == "no-pair"
    for word, code in (("sword+sword", "no-such-attack"), ("axe", "no-such-attack"), ("axe+sword", "no-such-attack")):
        table.refused(strike(table, "Bryn", "M1", weapon=word), code)
    attack(table, "Bryn", "M1", weapon="sword+dagger")
    hit = hits(roll(table, (8, 3), (6, 5)))[table.ids["M1"]]
    # The dagger's poison goes with the dagger's die.
    assert (hit.damage, [t.rider for t in hit.throws]) == (5, ["", "poisoned"])


@pytest.mark.rule("CA-DMG-011")
def test_two_alike_are_a_pair_too(table: Table) -> None:
    table.pc("Bryn")
    first = weapon("sword", 8)
    give(table, "Bryn", first, type(first)(id="item-2", name="sword", kind="weapon", attack=first.attack))
    pair = attacks.find(table.who("Bryn"), "sword+sword")
    assert isinstance(pair, Attack)
    assert (pair.dice, pair.item) == ((8, 8), "item-sword+item-2")
    single = attacks.find(table.who("Bryn"), "sw")
    assert isinstance(single, Attack)
    assert single.item == "item-sword"


@pytest.mark.rule("CA-DMG-012", "CA-DMG-015")
@pytest.mark.parametrize(("mark", "die", "armour", "damage"), [("impaired", (4, 3), 0, 3), ("enhanced", (12, 9), 1, 8)])
def test_a_mark_replaces_both_dice_of_a_pair(
    table: Table, mark: str, die: tuple[int, int], armour: int, damage: int
) -> None:
    duel(table, dice=(8, 8), foe={"hp": 9, "armour": armour})
    assert table.state.options["pairs_keep_two"] is False
    attack(table, "Bryn", "M1", **{mark: ("so",)})
    done = roll(table, die)
    assert sizes(done) == [die[0]]
    assert hits(done)[table.ids["M1"]].damage == damage


@pytest.mark.rule("CA-DMG-015")
@pytest.mark.parametrize(
    ("mark", "dice", "armour", "damage"),
    [("impaired", ((4, 2), (4, 4)), 0, 4), ("enhanced", ((12, 9), (12, 3)), 1, 8)],
)
def test_pairs_may_keep_two_dice(
    table: Table, mark: str, dice: tuple[tuple[int, int], ...], armour: int, damage: int
) -> None:
    table.do(SetOption(option="pairs_keep_two", value=True))
    duel(table, dice=(8, 8), foe={"hp": 20, "armour": armour})
    table.pc("Oda", dice=(8,))
    attack(table, "Bryn", "M1", **{mark: ("so",)})
    attack(table, "Oda", "M1", **{mark: ("so",)})
    done = roll(table, *dice, (dice[0][0], 1))
    assert sizes(done) == [dice[0][0]] * 3
    assert hits(done)[table.ids["M1"]].damage == damage


# Order: all declared, then all dice ----------------------------------------------------------------------------------


@pytest.mark.rule("CA-ACT-004")
def test_no_damage_die_before_all_have_declared(table: Table) -> None:
    for name in ("A", "B", "C"):
        table.pc(name, dice=(6,))
    table.foe("Goblin", hp=1, STR=9)
    table.foe("Other", hp=3)
    table.start()
    table.refused(RollDamage(), "not-all-declared")
    attack(table, "A", "Goblin")
    attack(table, "B", "Goblin")
    refused = table.refused(RollDamage(), "not-all-declared", 6, 6)
    assert refused.params["who"] == (Who(table.ids["C"]),)
    assert not table.tasks("damage")
    attack(table, "C", "Goblin")
    # The first die would be enough: the two others stay where they were aimed (A40).
    roll(table, 6, by=("A",))
    assert table.hp("Goblin") == (1, 1)
    table.refused(strike(table, "B", "Other"), "dice-are-rolled")
    table.refused(RollDamage(who=(table.ids["A"],)), "owes-no-damage")
    done = roll(table, 3, 5)
    hit = hits(done)[table.ids["Goblin"]]
    assert [t.face for t in hit.throws] == [6, 3, 5]
    assert (hit.damage, table.score("Goblin"), table.hp("Other")) == (6, (4, 9), (3, 3))
    table.refused(RollDamage(), "no-damage-owed")


@pytest.mark.rule("CA-ACT-004")
def test_entry_saves_come_first_and_saves_of_acts_before_damage(table: Table) -> None:
    table.pc("A", dice=(6,))
    table.foe("Goblin", hp=9)
    table.refused(RollDamage(), "not-fighting")
    table.refused(strike(table, "A", "Goblin"), "not-fighting")
    table.start(waive=False)
    table.refused(strike(table, "A", "Goblin"), "entry-first")
    table.refused(RollDamage(), "entry-first")
    table.save("A", 3)
    attack(table, "A", "Goblin")
    table.do(Risk(who=table.ids["A"], attribute="DEX", spoils=True))
    table.refused(RollDamage(), "act-saves-first")
    assert not table.tasks("damage")
    table.save("A", 3)
    roll(table, 4)
    assert table.hp("Goblin") == (5, 9)


@pytest.mark.rule("CA-ACT-004")
def test_an_open_question_comes_before_damage(table: Table) -> None:
    table.pc("A", dice=(6,))
    table.foe("Goblin", hp=9)
    table.start()
    attack(table, "A", "Goblin")
    open_question = {"q-900": Question(id="q-900", kind="x", choices=("yes",))}
    table.session.replace_state(replace(table.state, questions=open_question))
    table.refused(RollDamage(), "question-first")
    table.answer("yes")
    roll(table, 4)


@pytest.mark.rule("CA-ACT-004")
def test_a_wasted_act_rolls_no_damage(table: Table) -> None:
    table.pc("A", dice=(6,), DEX=11)
    table.pc("B", dice=(6,))
    table.foe("Goblin", hp=9)
    table.start()
    attack(table, "A", "Goblin")
    table.do(Risk(who=table.ids["A"], attribute="DEX", why="chandelier", spoils=True))
    attack(table, "B", "Goblin")
    table.save("A", 15)
    assert sizes(roll(table, 4)) == [6]
    assert table.hp("Goblin") == (5, 9)


# Whom ----------------------------------------------------------------------------------------------------------------


def test_whoever_is_dead_or_gone_is_no_target(table: Table) -> None:
    table.pc("A", dice=(6,))
    table.foe("Goblin", hp=1)
    table.foe("Other", hp=1)
    table.start()
    table.do(SetField(who=(table.ids["Goblin"],), field="condition", value="dead"))
    table.refused(strike(table, "A", "Goblin"), "not-a-mark")
    table.do(SetField(who=(table.ids["Goblin"],), field="condition", value="routed"))
    table.refused(strike(table, "A", "Goblin"), "not-a-mark")
    table.do(SetField(who=(table.ids["Other"],), field="presence", value="left"))
    table.refused(strike(table, "A", "Other"), "not-a-mark")
    table.refused(Strike(who=table.ids["A"], targets=("nobody",)), "unknown-person")
    assert table.state.fight.acts == {}


def test_a_friend_may_be_struck(table: Table) -> None:
    table.pc("A", dice=(6,))
    table.pc("B", hp=5)
    table.foe("Goblin")
    table.start()
    attack(table, "A", "B")
    table.hold("B")
    roll(table, 4)
    assert table.hp("B") == (1, 5)


# Ranged --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("CA-RET-003")
def test_a_ranged_weapon_reaches_whoever_can_be_made_out(table: Table) -> None:
    duel(table, attacks=(BOW,), foe={"hp": 5, "armour": 1})
    attack(table, "Bryn", "M1")
    assert hits(roll(table, (6, 4)))[table.ids["M1"]].damage == 3
    assert table.hp("M1") == (2, 5)


@pytest.mark.rule("CA-RET-003")
def test_out_of_sight_no_shot_and_out_of_reach_no_blow(table: Table) -> None:
    duel(table, attacks=(BOW, Attack(name="sword", dice=(8,)), BREATH), foe={"hp": 5})
    table.band("Bryn", "M1", "out_of_sight")
    table.refused(strike(table, "Bryn", "M1"), "out-of-sight")
    table.refused(strike(table, "Bryn", "M1", weapon="sword"), "too-far-for-melee")
    table.band("Bryn", "M1", "far")
    refused = table.refused(strike(table, "Bryn", "M1", weapon="sword"), "too-far-for-melee")
    assert refused.params["other"] == Who(table.ids["M1"])
    # The Warden has marked the area of a blast, so there is nothing to object.
    attack(table, "Bryn", "M1", weapon="breath")
    roll(table, (8, 1))


@pytest.mark.rule("CA-RET-004")
def test_a_far_shot_is_impaired(table: Table) -> None:
    duel(table, attacks=(BOW,), foe={"hp": 5, "armour": 3})
    table.band("Bryn", "M1", "far")
    attack(table, "Bryn", "M1")
    act = table.state.fight.acts[table.ids["Bryn"]]
    assert pools.marks(table.state, act, table.ids["M1"]) == pools.Marks((pools.FAR,), ())
    done = roll(table, (4, 4))
    assert hits(done)[table.ids["M1"]].damage == 1
    assert table.hp("M1") == (4, 5)


@pytest.mark.rule("CA-RET-004")
def test_a_far_shot_at_somebody_helpless_rolls_the_normal_die(table: Table) -> None:
    duel(table, attacks=(BOW,), foe={"hp": 9})
    table.band("Bryn", "M1", "far")
    attack(table, "Bryn", "M1", enhanced=("helpless",))
    assert sizes(roll(table, (6, 4))) == [6]


@pytest.mark.rule("CA-RET-005")
def test_shots_are_not_counted_unless_something_says_so(table: Table) -> None:
    duel(table, attacks=(BOW,), foe={"hp": 900, "STR": 90})
    for _ in range(10):
        attack(table, "Bryn", "M1")
        roll(table, 1)
        table.next()
        table.next(force=True)
    assert table.who("Bryn").items == {}
    assert table.hp("M1") == (890, 900)


@pytest.mark.rule("CA-RET-005")
def test_counted_arrows_run_out(table: Table) -> None:
    duel(table, foe={"hp": 90})
    give(table, "Bryn", weapon("silver arrows", 6, uses=2, ranged=True))
    for left in (1, 0):
        attack(table, "Bryn", "M1", weapon="silver")
        assert table.who("Bryn").items["item-silver arrows"].uses == left + 1
        roll(table, 1)
        assert table.who("Bryn").items["item-silver arrows"].uses == left
        table.next()
        table.next(force=True)
    table.refused(strike(table, "Bryn", "M1", weapon="silver"), "none-left")
    attack(table, "Bryn", "M1", weapon="unarmed")


# Ways, proposals, tasks ----------------------------------------------------------------------------------------------


def test_ways_of_attacking_in_order_and_by_any_name(table: Table) -> None:
    dice = {"horns of brass": 8, "horns": 6, "hooves": 8}
    known = tuple(Attack(name=name, dice=(size,)) for name, size in dice.items())
    table.pc("Bryn", attacks=known)
    give(table, "Bryn", weapon("dagger", 6, in_use=False), weapon("sword", 8), weapon("", 6))
    c = table.who("Bryn")
    names = ["horns of brass", "horns", "hooves", "sword", "", "dagger", "unarmed"]
    assert [a.name for a in attacks.ways(c)] == names
    assert attacks.find(c, "") == c.attacks[0]
    for word, name in (("HORNS", "horns"), ("da", "dagger"), ("item-sword", "sword"), ("徒手", "unarmed")):
        found = attacks.find(c, word)
        assert isinstance(found, Attack)
        assert found.name == name
    twofold = attacks.find(c, "ho")
    assert isinstance(twofold, Rejected)
    assert (twofold.code, twofold.params["candidates"]) == (
        "ambiguous-attack",
        ("horns of brass", "horns", "hooves"),
    )


def test_spellbooks_and_relics_are_not_struck_with(table: Table) -> None:
    table.pc("Oda")
    give(table, "Oda", Item(id="i", name="Ember Breath", kind="spellbook", attack=BREATH))
    assert attacks.ways(table.who("Oda")) == (weapons.UNARMED,)


def test_a_foe_is_expected_to_strike_the_same_again_then_the_nearest(table: Table) -> None:
    table.pc("Tam", hp=9)
    table.pc("Bryn", hp=9)
    table.pc("Oda", hp=9)
    table.foe("Vesk", attacks=(Attack(name="sword", dice=(8,)), BOW))
    who = table.ids["Vesk"]
    table.start()
    table.band("Vesk", "Tam", "far")
    table.next(force=True)
    assert attacks.propose(table.state, who) == strike(table, "Vesk", "Bryn")
    attack(table, "Vesk", "Oda")
    roll(table, 1)
    table.next()
    table.next(force=True)
    assert attacks.propose(table.state, who) == strike(table, "Vesk", "Oda")
    table.band("Vesk", "Bryn", "far")
    table.band("Vesk", "Oda", "far")
    again = attacks.propose(table.state, who)
    assert again == strike(table, "Vesk", "Oda", weapon="bow")
    table.do(again)
    for name in ("Tam", "Bryn", "Oda"):
        table.band("Vesk", name, "out_of_sight")
    assert attacks.propose(table.state, who) is None


def test_one_task_for_all_dice_that_are_owed_with_the_odds_of_each_target(table: Table) -> None:
    table.pc("Bryn", dice=(8, 8))
    table.pc("Tam", dice=(6,))
    table.foe("M1", hp=3, armour=1, STR=9)
    table.foe("M2", hp=6, STR=9)
    table.start()
    attack(table, "Bryn", "M2")
    attack(table, "Tam", "M1")
    (task,) = table.tasks("damage")
    assert (task.command, task.dice) == (RollDamage(), (3, 0))
    assert [d.fields["target"] for d in task.detail] == [Who(table.ids["M1"]), Who(table.ids["M2"])]
    assert task.detail[0].fields["zero"] == "16.7%"
    roll(table, 8, 8, by=("Bryn",))
    (task,) = table.tasks("damage")
    assert task.dice == (1, 6)
    roll(table, 3)
    assert not table.tasks("damage")
    assert table.state.fight.settled


def test_an_attacker_taken_out_of_the_encounter_owes_no_dice(table: Table) -> None:
    table.pc("A", dice=(6,))
    table.pc("B", dice=(6,))
    table.foe("Goblin", hp=9)
    table.start()
    attack(table, "A", "Goblin")
    attack(table, "B", "Goblin")
    table.do(Remove(who=table.ids["A"]))
    assert sizes(roll(table, 4)) == [6]


def test_a_spell_or_relic_with_an_attack_owes_its_dice_too(table: Table) -> None:
    act = Act(who="pc-001", kind="cast", attack=BREATH, targets=("npc-001",))
    table.pc("Oda")
    table.foe("Goblin", hp=9)
    table.start()
    table.session.replace_state(replace(table.state, fight=replace(table.state.fight, acts={"pc-001": act})))
    assert attacks.to_roll(table.state) == (act,)
    roll(table, (8, 3))
    assert table.hp("Goblin") == (6, 9)


def test_reach_leaves_out_those_down_and_those_far(table: Table) -> None:
    for name in ("A", "B", "C"):
        table.pc(name)
    table.foe("Pack", dice=(6,), detachment=True)
    table.start()
    table.do(SetField(who=(table.ids["A"],), field="condition", value="critical"))
    table.band("Pack", "B", "far")
    assert detachments.reach(table.state, table.ids["Pack"]) == (table.ids["C"],)
