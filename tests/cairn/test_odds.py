"""Exact odds of the turn's dice, against enumeration of every throw (CA-DMG, CA-CRT)."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gmconsole.rulesets.cairn import odds, saves
from gmconsole.rulesets.cairn.odds import Die
from gmconsole.rulesets.cairn.pools import Pool, Throw, keep
from gmconsole.rulesets.cairn.state import Attack
from tests.cairn.arms import attack, give, hits, roll, weapon
from tests.cairn.conftest import Table


def test_the_kept_die_of_two_d4() -> None:
    assert odds.kept(4, 4) == {n: Fraction(2 * n - 1, 16) for n in range(1, 5)}
    assert odds.kept(8) == {n: Fraction(1, 8) for n in range(1, 9)}


def counted(dice: tuple[Die, ...], armour: int) -> dict[int, Fraction]:
    """The chances of each damage by throwing every throw there is, settled by the pool itself."""
    throws = list(product(*((d.face,) if d.face else range(1, d.sides + 1) for d in dice)))
    found: Counter[int] = Counter()
    for faces in throws:
        thrown = tuple(
            Throw(who=str(n), face=face, ignores_armour=d.ignores_armour)
            for n, (face, d) in enumerate(zip(faces, dice, strict=True))
        )
        found[keep(Pool(target="x", throws=thrown, armour=armour))[1]] += 1
    return {damage: Fraction(n, len(throws)) for damage, n in found.items()}


DICE = st.builds(
    lambda sides, known, ignores: Die(sides, min(known, sides), ignores),
    st.sampled_from((4, 6, 8)),
    st.sampled_from((0, 0, 0, 1, 3, 5)),
    st.booleans(),
)


@pytest.mark.rule("CA-DMG-003", "CA-DMG-004", "CA-DMG-014")
@settings(max_examples=60)
@given(st.lists(DICE, min_size=1, max_size=3), st.integers(0, 3))
def test_chances_of_damage_are_those_of_all_throws(dice: list[Die], armour: int) -> None:
    chances = odds.damage(dice, armour)
    assert sum(chances.values()) == 1
    assert chances == counted(tuple(dice), armour)


def face_by_face(table: Table, target: str, dice: tuple[int, ...]) -> tuple[Fraction, ...]:
    """Nothing, exactly 0, overflow and falling, by playing every throw and every save out."""
    played = Counter[str]()
    total = Fraction(0)
    falls = Fraction(0)
    start = table.session.index
    for faces in product(*(range(1, size + 1) for size in dice)):
        total += 1
        damage = hits(roll(table, *faces))[table.ids[target]].damage
        c = table.who(target)
        played["nothing"] += damage == 0
        calls = [call for call in table.state.calls.values() if call.kind == "strength"]
        played["zero"] += bool(damage) and c.hp == 0 and not calls and not c.condition
        if calls:
            (call,) = calls
            score = saves.score_of(table.state, call)
            falls += Fraction(sum(not saves.passes(face, score) for face in range(1, 21)), 20)
        falls += c.condition in ("dead", "destroyed")
        played["over"] += bool(calls) or c.condition in ("dead", "destroyed")
        table.session.undo(table.session.index - start)
    return (*(Fraction(played[k]) / total for k in ("nothing", "zero", "over")), falls / total)


@pytest.mark.rule("CA-DMG-003", "CA-CRT-002")
@pytest.mark.parametrize(("hp", "armour", "strength"), [(3, 1, 9), (1, 3, 4), (5, 0, 12), (8, 2, 1), (2, 0, 5)])
def test_the_odds_of_a_blow_are_those_of_play(table: Table, hp: int, armour: int, strength: int) -> None:
    table.pc("Bryn", dice=(8, 8))
    table.pc("Tam", dice=(4,))
    table.foe("M1", hp=hp, armour=armour, STR=strength)
    table.foe("M2", hp=9)
    table.start()
    attack(table, "Bryn", "M1")
    attack(table, "Tam", "M1")
    blow = odds.blow(table.state, table.ids["M1"])
    assert blow[:4] == face_by_face(table, "M1", (8, 8, 4))
    assert blow.most == 8 - armour
    assert odds.blow(table.state, table.ids["M2"]) == (1, 0, 0, 0, 0)


def test_a_detachment_and_a_pc_by_name(table: Table) -> None:
    table.pc("Oda", hp=4, armour=1, STR=11)
    table.foe("Pack", hp=5, STR=8, detachment=True, dice=(6,))
    table.start()
    table.next(force=True)
    attack(table, "Pack")
    blow = odds.blow(table.state, table.ids["Oda"])
    # A d12 against armour 1 and 4 HP: 1 does nothing, 5 comes to exactly 0, 6 to 12 take 1 to 7 off STR 11.
    assert (blow.p_nothing, blow.p_zero, blow.p_overflow) == (Fraction(1, 12), Fraction(1, 12), Fraction(7, 12))
    assert blow.p_falls == sum(1 - Fraction(11 - lost, 20) for lost in range(1, 8)) / 12
    assert blow.most == 11


def test_at_0_hp_every_damage_reaches_strength(table: Table) -> None:
    table.pc("Oda", hp=1, STR=11)
    table.foe("M1", dice=(6,))
    table.foe("M2", dice=(6,))
    table.start()
    table.next(force=True)
    attack(table, "M1", "Oda")
    table.hold("M2")
    roll(table, 2)
    table.save("Oda", 1)
    table.next()
    table.next(force=True)
    attack(table, "M2", "Oda")
    blow = odds.blow(table.state, table.ids["Oda"])
    assert (blow.p_nothing, blow.p_zero, blow.p_overflow) == (0, 0, 1)
    assert blow.p_falls == sum(1 - Fraction(10 - lost, 20) for lost in range(1, 7)) / 6


def test_dice_that_lie_already_count_as_they_lie(table: Table) -> None:
    table.pc("A", dice=(6,))
    table.pc("B", dice=(6,))
    table.foe("M1", hp=5, STR=9)
    table.start()
    attack(table, "A", "M1")
    attack(table, "B", "M1")
    roll(table, 5, by=("A",))
    blow = odds.blow(table.state, table.ids["M1"])
    assert (blow.p_zero, blow.p_overflow) == (Fraction(5, 6), Fraction(1, 6))
    assert blow.p_falls == Fraction(1, 6) * Fraction(12, 20)


def test_each_weapon_of_a_pair_counts_for_itself(table: Table) -> None:
    table.pc("A")
    table.foe("M1", hp=9, armour=3)
    give(table, "A", weapon("sword", 4), weapon("shadow", 4, ignores_armour=True))
    table.start()
    attack(table, "A", "M1", weapon="sword+shadow")
    assert odds.aimed(table.state, table.ids["M1"]) == (Die(4), Die(4, 0, True))
    assert odds.blow(table.state, table.ids["M1"]).most == 4
    done = roll(table, 4, 2)
    assert hits(done)[table.ids["M1"]].damage == 2


def test_a_blast_whose_reach_is_unclear_is_aimed_at_nobody_yet(table: Table) -> None:
    table.pc("A", attacks=(Attack(name="breath", dice=(8,), blast=True),))
    table.foe("M1", hp=9)
    table.foe("M2", hp=9)
    table.start()
    attack(table, "A", "M1", "M2", unclear=True)
    assert odds.aimed(table.state, table.ids["M1"]) == ()


@pytest.mark.rule("CA-DMG-003", "CA-DMG-004", "CA-ARM-001")
@given(st.lists(st.integers(1, 12), min_size=1, max_size=6), st.integers(0, 3))
def test_dice_are_never_added_and_armour_comes_off_once(faces: list[int], armour: int) -> None:
    pool = Pool(target="x", throws=tuple(Throw(who=str(n), face=f) for n, f in enumerate(faces)), armour=armour)
    assert keep(pool) == (faces.index(max(faces)), max(max(faces) - armour, 0))
