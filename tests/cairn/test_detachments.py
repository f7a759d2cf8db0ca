"""Detachments: one line for many, d4 against them, d12 from them, and how they break (CA-DET)."""

from __future__ import annotations

import pytest

from gmconsole.rulesets.cairn import RULESET, attacks, conditions, detachments, pools, turns
from gmconsole.rulesets.cairn.state import Attack
from tests.cairn.arms import attack, hits, roll, sizes, strike
from tests.cairn.conftest import Table

BREATH = Attack(name="breath", dice=(8,), blast=True)


def rats(table: Table, **figures: object) -> None:
    """The river-rats, as the ledger prints them."""
    table.foe("Rats", detachment=True, **{"hp": 5, "STR": 8, "dice": (6,), **figures})


@pytest.mark.rule("CA-DET-001")
def test_a_detachment_is_one_line_with_one_attack(table: Table) -> None:
    table.pc("Bryn", hp=20, dice=(8,))
    rats(table)
    assert [c.name for c in turns.members(table.state, "opponents")] == ["Rats"]
    assert len(RULESET.draw(table.state).cards) == 2
    table.start()
    attack(table, "Bryn", "Rats")
    roll(table, 4)
    assert table.hp("Rats") == (1, 5)
    table.next()
    assert [c.name for c in turns.undeclared(table.state)] == ["Rats"]
    attack(table, "Rats")
    assert not turns.undeclared(table.state)
    table.refused(strike(table, "Rats"), "already-acted")


def broken_rats(table: Table, face: int) -> None:
    """HP 1, damage 3: STR 6, and the save with that face."""
    table.pc("Bryn", hp=20, dice=(8,))
    table.pc("Oda", hp=20, dice=(8,))
    rats(table, hp=1, group="pack")
    table.foe("M1", hp=9, dice=(6,))
    table.start()
    attack(table, "Bryn", "Rats")
    table.hold("Oda")
    roll(table, (4, 3))
    assert (table.hp("Rats"), table.score("Rats")) == ((0, 1), (6, 8))
    table.save("Rats", face)


@pytest.mark.rule("CA-DET-002")
def test_a_broken_detachment_may_be_routed(table: Table) -> None:
    broken_rats(table, 7)
    (question,) = table.state.questions.values()
    assert (question.kind, question.choices) == (detachments.BROKEN, ("routed", "weakened"))
    table.answer("routed")
    assert table.who("Rats").condition == "routed"
    assert not conditions.can_act(table.who("Rats"))
    table.next()
    assert [c.name for c in turns.actors(table.state, "opponents")] == ["M1"]
    table.refused(strike(table, "Rats", "Bryn"), "cannot-act")


@pytest.mark.rule("CA-DET-002")
def test_a_broken_detachment_may_be_weakened_to_a_single_foe(table: Table) -> None:
    broken_rats(table, 7)
    table.answer("weakened")
    told = RULESET.tell(table.state, table.session.history.entries[-1].events, "gm")
    assert "{who} is badly weakened and fights on as an ordinary foe" in [m.id for m in told]
    c = table.who("Rats")
    assert (c.detachment, c.weakened, c.condition) == (False, True, "")
    assert "weakened" in conditions.words(c)
    table.next()
    # Its bite is a d6 at one target now.
    table.refused(strike(table, "Rats", "Bryn", "Oda"), "one-target")
    attack(table, "Rats", "Bryn")
    table.hold("M1")
    roll(table, (6, 2))
    assert table.hp("Bryn") == (18, 20)
    table.next()
    attack(table, "Bryn", "Rats")
    table.hold("Oda")
    assert sizes(roll(table, (8, 1))) == [8]
    assert table.score("Rats") == (5, 8)
    # Failing again it is an ordinary foe for the Warden to judge.
    table.save("Rats", 20)
    assert [q.kind for q in table.state.questions.values()] != [detachments.BROKEN]


@pytest.mark.rule("CA-DET-002")
def test_a_passed_save_leaves_a_full_detachment(table: Table) -> None:
    broken_rats(table, 6)
    c = table.who("Rats")
    assert (c.hp, c.score("STR").current, c.detachment, c.condition) == (0, 6, True, "")
    assert not table.state.questions
    table.next()
    attack(table, "Rats")
    table.hold("M1")
    assert sizes(roll(table, (12, 1), (12, 1))) == [12, 12]


@pytest.mark.rule("CA-DET-003")
def test_at_str_0_a_detachment_is_destroyed_without_a_save(table: Table) -> None:
    table.pc("Bryn", dice=(8,))
    rats(table, hp=1, STR=3)
    table.start()
    attack(table, "Bryn", "Rats")
    roll(table, (4, 4))
    assert (table.score("Rats"), table.who("Rats").condition) == ((0, 3), "destroyed")
    assert not table.state.calls
    assert not table.state.questions


# Dice ----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("CA-DET-004")
@pytest.mark.parametrize("dice", [(10,), (8, 8)])
def test_a_single_character_rolls_a_d4_against_a_detachment(table: Table, dice: tuple[int, ...]) -> None:
    table.pc("Bryn", dice=dice)
    rats(table)
    table.start()
    attack(table, "Bryn", "Rats")
    act = table.state.fight.acts[table.ids["Bryn"]]
    assert pools.marks(table.state, act, table.ids["Rats"]).impaired == (pools.SINGLE,)
    assert sizes(roll(table, (4, 3))) == [4]
    assert table.hp("Rats") == (2, 5)


@pytest.mark.rule("CA-DET-004")
def test_an_enhanced_mark_cancels_that(table: Table) -> None:
    table.pc("Bryn", dice=(10,))
    rats(table)
    table.start()
    attack(table, "Bryn", "Rats", enhanced=("flour dust alight",))
    assert sizes(roll(table, (10, 3))) == [10]


@pytest.mark.rule("CA-DET-004")
def test_detachment_against_detachment_rolls_the_printed_die(table: Table) -> None:
    table.pc("Bryn")
    table.foe("Militia", side="pcs", detachment=True, dice=(8,), hp=9)
    rats(table, dice=(6, 6))
    table.start()
    attack(table, "Militia", "Rats")
    table.hold("Bryn")
    assert sizes(roll(table, (8, 3))) == [8]
    assert table.hp("Rats") == (2, 5)
    table.next()
    # Its own attack is a blast among single characters only.
    table.refused(strike(table, "Rats", "Militia", "Bryn"), "one-target")
    attack(table, "Rats", "Militia")
    assert sizes(roll(table, (6, 3), (6, 5))) == [6, 6]
    assert table.hp("Militia") == (4, 9)


@pytest.mark.rule("CA-DET-005")
@pytest.mark.parametrize(("faces", "armour", "damage"), [((2, 4, 1), 1, 3), ((4, 4, 4, 4), 0, 4)])
def test_many_single_characters_do_four_at_most(table: Table, faces: tuple[int, ...], armour: int, damage: int) -> None:
    for n in range(len(faces)):
        table.pc(f"P{n}", dice=(10,))
    rats(table, armour=armour)
    table.start()
    for n in range(len(faces)):
        attack(table, f"P{n}", "Rats")
    done = roll(table, *((4, face) for face in faces))
    assert hits(done)[table.ids["Rats"]].damage == damage
    assert table.hp("Rats") == (5 - damage, 5)


@pytest.mark.rule("CA-DET-005")
def test_more_is_possible_where_the_marks_cancel(table: Table) -> None:
    table.pc("A", dice=(8,))
    table.pc("B", dice=(8,))
    rats(table, hp=9)
    table.start()
    attack(table, "A", "Rats")
    attack(table, "B", "Rats", enhanced=("from above",))
    done = roll(table, (4, 3), (8, 7))
    assert hits(done)[table.ids["Rats"]].damage == 7
    assert table.hp("Rats") == (2, 9)


@pytest.mark.rule("CA-DET-006")
def test_a_blast_on_a_detachment_rolls_its_own_die_once(table: Table) -> None:
    table.pc("Oda", attacks=(BREATH,))
    rats(table)
    table.start()
    attack(table, "Oda", "Rats")
    assert sizes(roll(table, (8, 4))) == [8]
    assert table.hp("Rats") == (1, 5)


@pytest.mark.rule("CA-DET-006")
def test_the_blast_die_is_in_one_pool_with_the_others(table: Table) -> None:
    table.pc("Oda", attacks=(BREATH,))
    table.pc("Bryn", dice=(8,))
    rats(table)
    table.start()
    attack(table, "Oda", "Rats")
    attack(table, "Bryn", "Rats")
    hit = hits(roll(table, (8, 4), (4, 3)))[table.ids["Rats"]]
    assert (hit.throws[hit.kept].who, hit.damage) == (table.ids["Oda"], 4)


@pytest.mark.rule("CA-DET-007")
def test_a_detachment_rolls_a_d12_against_a_single_character(table: Table) -> None:
    table.pc("Bryn", hp=4, armour=1)
    rats(table)
    table.start()
    table.next(force=True)
    attack(table, "Rats", "Bryn")
    assert hits(roll(table, (12, 3)))[table.ids["Bryn"]].damage == 2
    assert table.hp("Bryn") == (2, 4)


@pytest.mark.rule("CA-DET-007")
def test_one_d12_for_each_target_in_place_of_a_pair(table: Table) -> None:
    table.pc("Bryn", hp=9)
    table.pc("Oda", hp=9)
    rats(table, dice=(6, 6))
    table.start()
    table.next(force=True)
    attack(table, "Rats", "Bryn", "Oda")
    assert sizes(roll(table, (12, 3), (12, 4))) == [12, 12]


@pytest.mark.rule("CA-DET-008")
def test_a_detachment_hits_everybody_in_reach(table: Table) -> None:
    table.pc("A", hp=9, armour=1)
    table.pc("B", hp=9, armour=2)
    rats(table)
    table.start()
    table.next(force=True)
    attack(table, "Rats")
    settled = hits(roll(table, (12, 1), (12, 6)))
    assert [h.damage for h in settled.values()] == [0, 4]
    assert (table.hp("A"), table.hp("B")) == ((9, 9), (5, 9))


@pytest.mark.rule("CA-DET-008")
def test_whoever_is_not_marked_is_not_hit(table: Table) -> None:
    for name in ("A", "B", "C"):
        table.pc(name, hp=9)
    rats(table)
    table.start()
    table.next(force=True)
    assert attacks.propose(table.state, table.ids["Rats"]) == strike(table, "Rats", "A", "B", "C")
    attack(table, "Rats", "C", "A")
    assert sizes(roll(table, (12, 5), (12, 6))) == [12, 12]
    assert [table.hp(n)[0] for n in "ABC"] == [4, 9, 3]


@pytest.mark.rule("CA-DET-008")
def test_whoever_is_far_is_not_in_reach(table: Table) -> None:
    table.pc("A", hp=9)
    table.pc("Tree", hp=9)
    rats(table)
    table.start()
    table.band("Rats", "Tree", "far")
    table.next(force=True)
    assert detachments.reach(table.state, table.ids["Rats"]) == (table.ids["A"],)
    table.refused(strike(table, "Rats", "A", "Tree"), "too-far-for-melee")
    attack(table, "Rats")
    assert sizes(roll(table, (12, 5))) == [12]


def test_archers_far_off_roll_their_printed_die(table: Table) -> None:
    table.pc("A", hp=9)
    table.foe("Archers", detachment=True, attacks=(Attack(name="bows", dice=(6,), ranged=True),))
    table.start()
    table.band("Archers", "A", "far")
    table.next(force=True)
    attack(table, "Archers", "A")
    assert sizes(roll(table, (6, 2))) == [6]
