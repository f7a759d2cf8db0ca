"""The twelve scars: which one comes, what it asks for, and what its dice change (CA-SCR)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gmconsole.core.codec import Codec, plain
from gmconsole.core.commands import SetField
from gmconsole.core.model import Msg
from gmconsole.language.driver import Driver
from gmconsole.rulesets.cairn import RULESET, aid, conditions, scar_table, scars, turns
from gmconsole.rulesets.cairn.attacks import RollDamage, Strike
from gmconsole.rulesets.cairn.people import Added
from gmconsole.rulesets.cairn.recovery import Rest
from gmconsole.rulesets.cairn.scar_table import SCARS
from gmconsole.rulesets.cairn.scars import Recover, RollScar, TellScar
from gmconsole.rulesets.cairn.state import Combatant, Score
from gmconsole.text import Words

from .conftest import Table
from .harming import bare, blow, hit, hold, hours_rest, mend, roll, scar, turn, wait


def struck(table: Table, lost: int, *, hp_max: int = 0, armour: int = 0, die: int = 12, **figures: int) -> None:
    """Bryn loses that many HP at one blow in the first round's opponents' turn, and stands at exactly 0.

    Oda stands by, so that the fight goes on.
    """
    table.pc("Bryn", hp=lost, hp_max=hp_max or lost, armour=armour, dice=(8,), **figures)
    table.pc("Oda", hp=4)
    table.foe("Ogre", hp=40, dice=(die,))
    table.start()
    blow(table, "Ogre", "Bryn", lost + armour)


def set_score(table: Table, attribute: str, value: int) -> None:
    table.do(SetField(who=(table.ids["Bryn"],), field=attribute, value=value))


def acts_next_turn(table: Table) -> bool:
    turn(table, "pcs")
    return table.ids["Bryn"] in [c.id for c in turns.actors(table.state, "pcs")]


@pytest.mark.rule("CA-SCR-001")
def test_1_lasting_scar(table: Table) -> None:
    struck(table, 1, hp_max=5, armour=1, die=6)
    (task,) = table.tasks("scar")
    assert (task.dice, task.blocking) == ((2, 6), True)
    roll(table, "Bryn", 3, 6)
    assert (scar(table, "Bryn").place, table.hp("Bryn"), scar(table, "Bryn").step) == ("eye", (0, 6), "")
    assert not table.tasks("scar")


@pytest.mark.rule("CA-SCR-001")
@pytest.mark.parametrize(
    ("face", "place"), [(1, "neck"), (2, "hands"), (3, "eye"), (4, "chest"), (5, "legs"), (6, "ear")]
)
def test_1_places_and_a_die_that_is_not_higher(table: Table, face: int, place: str) -> None:
    struck(table, 1, hp_max=5)
    roll(table, "Bryn", face, 5)
    assert (scar(table, "Bryn").place, table.hp("Bryn")) == (place, (0, 5))


@pytest.mark.rule("CA-SCR-002")
@pytest.mark.parametrize(("face", "maximum"), [(5, 5), (4, 4)])
def test_2_rattling_blow(table: Table, face: int, maximum: int) -> None:
    struck(table, 2, hp_max=4, die=6)
    (task,) = table.tasks("scar")
    assert task.kind == "scar:text"
    table.refused(RollScar(who=table.ids["Bryn"]), "no-scar-dice")
    table.do(TellScar(who=table.ids["Bryn"], text="spits, and laughs"))
    assert scar(table, "Bryn").text == "spits, and laughs"
    roll(table, "Bryn", face)
    assert (table.hp("Bryn"), scar(table, "Bryn").step) == ((0, maximum), "")


@pytest.mark.rule("CA-SCR-002")
def test_2_may_be_told_at_the_table(table: Table) -> None:
    """Enter goes on without words."""
    struck(table, 2, hp_max=4)
    command = table.tasks("scar")[0].command
    assert command is not None
    table.do(command)
    roll(table, "Bryn", 4)
    table.refused(TellScar(who=table.ids["Bryn"], text="late"), "nothing-to-tell")


@pytest.mark.rule("CA-SCR-003")
@pytest.mark.parametrize(("face", "maximum"), [(4, 10), (1, 7)])
def test_3_walloped(table: Table, face: int, maximum: int) -> None:
    struck(table, 3, hp_max=6, armour=2, die=6)
    bryn = table.ids["Bryn"]
    assert (table.hp("Bryn"), conditions.is_deprived(table.who("Bryn"))) == ((0, 6), True)
    assert [s.entry for s in scars.pending(table.who("Bryn"))] == [3]
    assert not table.tasks("scar")
    table.do(turns.End())
    table.do(Rest(kind="brief", who=(bryn,)))
    table.answer("quiet", "rest_brief")
    assert (table.hp("Bryn"), conditions.is_deprived(table.who("Bryn"))) == ((0, 6), True)

    table.do(Rest(kind="hours", who=(bryn,)))
    table.answer("quiet", "rest_hours")
    assert not conditions.is_deprived(table.who("Bryn"))
    roll(table, "Bryn", face)
    assert (table.who("Bryn").hp_max, scar(table, "Bryn").step) == (maximum, "")


@pytest.mark.rule("CA-SCR-003", "CA-SCR-017")
def test_3_by_the_wardens_word(table: Table) -> None:
    """``mend`` is rest and die in one."""
    struck(table, 3, hp_max=6)
    mend(table, "Bryn", 4)
    assert (table.hp("Bryn"), conditions.is_deprived(table.who("Bryn"))) == ((0, 10), False)


@pytest.mark.rule("CA-SCR-004")
def test_4_broken_limb(table: Table) -> None:
    struck(table, 4, hp_max=6, die=4)
    (task,) = table.tasks("scar")
    assert task.dice == (1, 6)
    roll(table, "Bryn", 4)
    assert (scar(table, "Bryn").place, scar(table, "Bryn").step, table.hp("Bryn")) == ("arm", "mended", (0, 6))
    assert not table.tasks("scar")
    table.refused(RollScar(who=table.ids["Bryn"]), "no-scar-dice")
    mend(table, "Bryn", 3, 5)
    assert table.hp("Bryn") == (0, 8)


@pytest.mark.rule("CA-SCR-004")
@pytest.mark.parametrize(("face", "place"), [(1, "leg"), (2, "leg"), (3, "arm"), (4, "arm"), (5, "rib"), (6, "skull")])
def test_4_places_and_an_equal_total(table: Table, face: int, place: str) -> None:
    struck(table, 4, hp_max=6)
    roll(table, "Bryn", face)
    assert scar(table, "Bryn").place == place
    mend(table, "Bryn", 2, 4)
    assert table.hp("Bryn") == (0, 6)


@pytest.mark.rule("CA-SCR-005")
@pytest.mark.parametrize(("faces", "maximum"), [((4, 5), 9), ((1, 2), 5)])
def test_5_diseased(table: Table, faces: tuple[int, int], maximum: int) -> None:
    struck(table, 5, armour=2, die=10)
    assert (table.hp("Bryn"), scar(table, "Bryn").step) == ((0, 5), "recovered")
    assert felt(table) == "diseased"
    assert [s.entry for s in scars.pending(table.who("Bryn"))] == [5]
    mend(table, "Bryn", *faces)
    assert (table.hp("Bryn"), felt(table)) == ((0, maximum), "")


@pytest.mark.rule("CA-SCR-006")
@pytest.mark.parametrize(
    ("face", "attribute", "before", "faces", "after"),
    [
        (3, "DEX", (13, 13), (6, 5, 3), (14, 14)),
        (2, "STR", (8, 12), (4, 3, 3), (10, 12)),
        (6, "WIL", (9, 9), (3, 3, 3), (9, 9)),
        (1, "STR", (8, 12), (6, 6, 1), (13, 13)),
        (4, "DEX", (5, 9), (2, 2, 1), (5, 9)),
        (5, "WIL", (9, 9), (6, 3, 1), (10, 10)),
    ],
)
def test_6_head_wound(
    table: Table,
    face: int,
    attribute: str,
    before: tuple[int, int],
    faces: tuple[int, int, int],
    after: tuple[int, int],
) -> None:
    struck(table, 6, die=6, **{attribute: before[1]})
    if before[0] != before[1]:
        set_score(table, attribute, before[0])
    (task,) = table.tasks("scar")
    assert task.dice == (4, 6)
    roll(table, "Bryn", face, *faces)
    assert (scar(table, "Bryn").place, table.score("Bryn", attribute)) == (attribute, after)
    assert (table.hp("Bryn"), scar(table, "Bryn").step) == ((0, 6), "")


@pytest.mark.rule("CA-SCR-007")
@pytest.mark.parametrize(("faces", "maximum"), [((5, 5, 4), 14), ((4, 4, 3), 11)])
def test_7_hamstrung(table: Table, faces: tuple[int, int, int], maximum: int) -> None:
    struck(table, 7, hp_max=8, armour=1, die=8, DEX=11)
    assert (table.hp("Bryn"), scar(table, "Bryn").step) == ((0, 8), "recovered")
    assert felt(table) == "hamstrung"
    mend(table, "Bryn", *faces)
    assert table.score("Bryn", "DEX") == (maximum, maximum)
    assert felt(table) == ""
    assert said(scars.text(scar(table, "Bryn"))) == "Hamstrung, over"


@pytest.mark.rule("CA-SCR-008")
def test_8_deafened(table: Table) -> None:
    struck(table, 8, die=8, WIL=10)
    assert felt(table) == "deaf"
    assert [t.kind for t in table.tasks() if t.blocking] == ["save:scar"]
    table.save("Bryn", 9)
    (task,) = table.tasks("scar")
    assert task.dice == (1, 4)
    roll(table, "Bryn", 3)
    assert table.score("Bryn", "WIL") == (13, 13)
    assert felt(table) == "deaf"
    assert scars.pending(table.who("Bryn")) == ()
    mend(table, "Bryn")
    assert (scar(table, "Bryn").cured, felt(table)) == (True, "")
    table.refused(Recover(who=table.ids["Bryn"]), "nothing-mends")


@pytest.mark.rule("CA-SCR-008")
def test_8_a_failed_save_brings_no_die(table: Table) -> None:
    struck(table, 8, die=8, WIL=10)
    table.save("Bryn", 11)
    assert (table.score("Bryn", "WIL"), table.tasks("scar")) == ((10, 10), [])
    assert felt(table) == "deaf"
    table.refused(RollScar(who=table.ids["Bryn"]), "no-scar-dice")


@pytest.mark.rule("CA-SCR-008", "CA-SCR-009")
def test_a_current_value_that_was_not_full_stays(table: Table) -> None:
    """A19: only the maximum of WIL 6/10 rises."""
    struck(table, 8, WIL=10)
    set_score(table, "WIL", 6)
    table.save("Bryn", 6)
    roll(table, "Bryn", 3)
    assert table.score("Bryn", "WIL") == (6, 13)

    other = Table()
    struck(other, 9, WIL=12)
    set_score(other, "WIL", 7)
    roll(other, "Bryn", 6, 4, 5)
    assert other.score("Bryn", "WIL") == (7, 15)


@pytest.mark.rule("CA-SCR-009")
@pytest.mark.parametrize(("faces", "maximum"), [((6, 4, 5), 15), ((4, 4, 4), 12)])
def test_9_rebrained(table: Table, faces: tuple[int, int, int], maximum: int) -> None:
    struck(table, 9, die=10, WIL=12)
    (task,) = table.tasks("scar")
    assert task.dice == (3, 6)
    roll(table, "Bryn", *faces)
    assert (table.score("Bryn", "WIL"), scar(table, "Bryn").step) == ((maximum, maximum), "")


@pytest.mark.rule("CA-SCR-010")
def test_10_sundered(table: Table) -> None:
    struck(table, 10, armour=2, WIL=8)
    bryn = table.ids["Bryn"]
    (task,) = table.tasks("scar")
    assert (task.kind, task.command) == ("scar:place", None)
    table.refused(TellScar(who=bryn, text=" "), "which-part")
    table.refused(RollScar(who=bryn), "no-scar-dice")
    table.do(TellScar(who=bryn, text="left hand"))
    table.save("Bryn", 8)
    (task,) = table.tasks("scar")
    assert task.dice == (1, 6)
    roll(table, "Bryn", 4)
    assert (table.score("Bryn", "WIL"), felt(table)) == ((12, 12), "Sundered (left hand)")


@pytest.mark.rule("CA-SCR-010")
def test_10_the_loss_stays_where_the_save_fails(table: Table) -> None:
    struck(table, 10, armour=2, WIL=8)
    table.do(TellScar(who=table.ids["Bryn"], text="left hand"))
    table.save("Bryn", 9)
    assert (table.score("Bryn", "WIL"), table.tasks("scar")) == ((8, 8), [])
    assert felt(table) == "Sundered (left hand)"
    table.refused(Recover(who=table.ids["Bryn"]), "nothing-mends")


@pytest.mark.rule("CA-SCR-011")
def test_11_mortal_wound(table: Table) -> None:
    struck(table, 11, STR=9)
    bryn = table.who("Bryn")
    assert (table.hp("Bryn"), table.score("Bryn"), bryn.condition) == ((0, 11), (9, 9), "")
    assert not [c for c in table.state.calls.values() if c.kind == "strength"]
    assert conditions.is_deprived(bryn)
    assert not conditions.can_act(bryn)
    assert conditions.words(bryn) == ("mortally_wounded", "deprived")
    assert bryn.death_at == table.state.clock + 10 + 3600
    table.do(turns.End())
    wait(table, 59)
    assert table.who("Bryn").condition == ""
    wait(table, 1)
    assert table.who("Bryn").condition == "dead"


@pytest.mark.rule("CA-SCR-011", "CA-SCR-015")
@pytest.mark.parametrize(("faces", "maximum"), [((3, 2), 5), ((6, 6), 12)])
def test_11_treated_and_recovered(table: Table, faces: tuple[int, int], maximum: int) -> None:
    struck(table, 11)
    table.do(turns.End())
    bryn, oda = table.ids["Bryn"], table.ids["Oda"]
    table.refused(Recover(who=bryn), "not-treated")
    table.do(aid.Aid(who=oda, whom=bryn))
    assert (table.who("Bryn").death_at, scar(table, "Bryn").treated) == (-1, True)
    wait(table, 120)
    assert table.who("Bryn").condition == ""
    assert conditions.is_deprived(table.who("Bryn"))
    assert not conditions.can_act(table.who("Bryn"))
    table.refused(aid.Aid(who=oda, whom=bryn), "needs-no-aid")
    mend(table, "Bryn", *faces)
    assert table.hp("Bryn") == (0, maximum)
    assert conditions.can_act(table.who("Bryn"))
    assert not conditions.is_deprived(table.who("Bryn"))


@pytest.mark.rule("CA-SCR-012")
def test_12_doomed_waits_and_the_pc_acts(table: Table) -> None:
    struck(table, 12, STR=13)
    assert (table.hp("Bryn"), scar(table, "Bryn").step, table.tasks("scar")) == ((0, 12), "next_save", [])
    assert felt(table) == "doomed"
    assert acts_next_turn(table)


@pytest.mark.rule("CA-SCR-012")
def test_12_the_next_failed_save_is_the_end(table: Table) -> None:
    struck(table, 12, STR=13)
    blow(table, "Ogre", "Bryn", 3)
    assert table.score("Bryn") == (10, 13)
    table.save("Bryn", 11)
    assert (table.who("Bryn").condition, table.who("Bryn").death_at) == ("dead", -1)
    assert scar(table, "Bryn").step == ""
    turn(table, "pcs")
    table.refused(aid.Aid(who=table.ids["Oda"], whom=table.ids["Bryn"]), "beyond-aid")


@pytest.mark.rule("CA-SCR-012")
@pytest.mark.parametrize(("faces", "maximum"), [((6, 5, 4), 15), ((4, 4, 3), 12)])
def test_12_a_passed_save_uses_it_up(table: Table, faces: tuple[int, int, int], maximum: int) -> None:
    struck(table, 12, STR=13)
    blow(table, "Ogre", "Bryn", 3)
    table.save("Bryn", 10)
    (task,) = table.tasks("scar")
    assert task.dice == (3, 6)
    roll(table, "Bryn", *faces)
    assert (table.hp("Bryn"), scar(table, "Bryn").step, felt(table)) == ((0, maximum), "", "")
    blow(table, "Ogre", "Bryn", 3)
    table.save("Bryn", 20)
    assert table.who("Bryn").condition == "critical"


@pytest.mark.rule("CA-SCR-012")
def test_12_twice_is_once(table: Table) -> None:
    """A23: a second Doomed while one is waiting changes nothing; a new one after it is used up counts again."""
    struck(table, 12)
    bryn = table.ids["Bryn"]
    again = bare(table.state, lambda tx: scars.gain(tx, bryn, 12))
    assert again == table.state
    used = bare(table.state, lambda tx: scars.doom(tx, bryn, scar(table, "Bryn"), True))
    assert len(bare(used, lambda tx: scars.gain(tx, bryn, 12)).entities[bryn].scars) == 2


@pytest.mark.rule("CA-SCR-012", "CA-CRT-011")
def test_12_str_0_kills_the_doomed_like_anybody(table: Table) -> None:
    struck(table, 12, STR=3)
    blow(table, "Ogre", "Bryn", 5)
    assert (table.who("Bryn").condition, dict(table.state.calls)) == ("dead", {})


@pytest.mark.rule("CA-SCR-013")
@pytest.mark.parametrize(
    ("kind", "hp", "damage", "scarred", "strength"),
    [
        ("pc", 3, 3, True, 9),
        ("pc", 3, 4, False, 8),
        ("pc", 3, 2, False, 9),
        ("pc", 0, 0, False, 9),
        ("pc", 0, 1, False, 8),
        ("npc", 3, 3, False, 9),
        ("hireling", 3, 3, False, 9),
        ("monster", 3, 3, False, 9),
        ("detachment", 3, 3, False, 9),
    ],
)
def test_who_gets_a_scar(table: Table, kind: str, hp: int, damage: int, scarred: bool, strength: int) -> None:
    table.pc("Oda")
    table.foe("Ogre")
    if kind == "detachment":
        table.foe("It", hp=6, armour=1, STR=9, detachment=True)
    else:
        table.add("It", kind, hp=6, armour=1, STR=9)
    if hp < 6:
        table.do(SetField(who=(table.ids["It"],), field="hp", value=hp))
    table.start()
    hit(table, "It", damage)
    it = table.who("It")
    assert (it.hp, bool(it.scars), it.score("STR").current) == (max(hp - damage, 0), scarred, strength)
    assert bool(table.state.calls) == (strength < 9)


@pytest.mark.rule("CA-SCR-013")
def test_armour_that_stops_a_blow_gives_no_scar(table: Table) -> None:
    table.pc("Bryn", hp=6, armour=3)
    table.foe("Ogre", dice=(4,))
    table.do(SetField(who=(table.ids["Bryn"],), field="hp", value=0))
    table.start()
    blow(table, "Ogre", "Bryn", 3)
    assert (dict(table.who("Bryn").scars), dict(table.state.calls)) == ({}, {})


@pytest.mark.rule("CA-SCR-014")
def test_the_entry_is_what_this_attack_took(table: Table) -> None:
    table.pc("Bryn", hp=6)
    table.foe("Ogre", dice=(6,))
    table.start()
    blow(table, "Ogre", "Bryn", 3)
    assert table.hp("Bryn") == (3, 6)
    blow(table, "Ogre", "Bryn", 3)
    assert (table.hp("Bryn"), scar(table, "Bryn").entry, scar(table, "Bryn").lost) == ((0, 6), 3, 3)


@pytest.mark.rule("CA-SCR-014")
def test_the_entry_counts_the_kept_die_after_armour(table: Table) -> None:
    table.pc("Bryn", hp=4, hp_max=6, armour=1)
    for name in ("A", "B", "C"):
        table.foe(name, dice=(6,))
    table.start()
    turn(table, "opponents")
    for name in ("A", "B", "C"):
        table.do(Strike(who=table.ids[name], targets=(table.ids["Bryn"],)))
    table.do(RollDamage(), 5, 2, 1)
    assert (table.hp("Bryn"), scar(table, "Bryn").entry) == ((0, 6), 4)


@pytest.mark.rule("CA-SCR-014")
def test_beyond_the_table_the_warden_is_asked(table: Table) -> None:
    struck(table, 14, die=20)
    (question,) = table.state.questions.values()
    assert (question.kind, question.value, question.ref) == ("scar_entry", "yes", "14")
    assert not table.who("Bryn").scars
    other = table.state
    table.answer("no", "scar_entry")
    assert not table.who("Bryn").scars
    table.session.undo()
    assert table.state == other
    table.answer("yes", "scar_entry")
    assert (scar(table, "Bryn").entry, scar(table, "Bryn").lost) == (12, 14)


@pytest.mark.rule("CA-SCR-015")
@pytest.mark.parametrize(("faces", "maximum"), [((3, 4), 7), ((3, 3), 6), ((2, 3), 6)])
def test_only_a_higher_total_replaces(table: Table, faces: tuple[int, int], maximum: int) -> None:
    struck(table, 5, hp_max=6)
    mend(table, "Bryn", *faces)
    assert table.who("Bryn").hp_max == maximum


@pytest.mark.rule("CA-SCR-015")
def test_entry_3_adds_and_entry_11_replaces(table: Table) -> None:
    struck(table, 3, hp_max=6)
    hours_rest(table, "Bryn")
    roll(table, "Bryn", 2)
    assert table.who("Bryn").hp_max == 8

    other = Table()
    struck(other, 11)
    turn(other, "pcs")
    other.do(aid.Aid(who=other.ids["Oda"], whom=other.ids["Bryn"]))
    mend(other, "Bryn", 3, 1)
    assert other.who("Bryn").hp_max == 4


@pytest.mark.rule("CA-SCR-016")
def test_a_scar_does_not_put_the_pc_out(table: Table) -> None:
    struck(table, 1, hp_max=4)
    roll(table, "Bryn", 2, 6)
    assert table.hp("Bryn") == (0, 6)
    assert acts_next_turn(table)
    table.do(Strike(who=table.ids["Bryn"], targets=(table.ids["Ogre"],)))

    other = Table()
    struck(other, 3, hp_max=6)
    assert acts_next_turn(other)
    assert (other.hp("Bryn"), conditions.is_deprived(other.who("Bryn"))) == ((0, 6), True)

    third = Table()
    struck(third, 11)
    assert not acts_next_turn(third)
    third.refused(Strike(who=third.ids["Bryn"], targets=(third.ids["Ogre"],)), "cannot-act")


@pytest.mark.rule("CA-SCR-017")
def test_a_waiting_roll_survives_resume_and_is_made_once(table: Table) -> None:
    struck(table, 4, hp_max=6)
    roll(table, "Bryn", 4)
    table.session.replace_state(Codec(RULESET).state(plain(table.state)))
    (open_scar,) = scars.pending(table.who("Bryn"))
    assert (open_scar.entry, open_scar.step) == (4, "mended")
    mend(table, "Bryn", 3, 5)
    assert (scars.pending(table.who("Bryn")), table.who("Bryn").hp_max) == ((), 8)
    table.refused(Recover(who=table.ids["Bryn"]), "nothing-mends")


@pytest.mark.rule("CA-SCR-017")
@pytest.mark.parametrize("entry", range(1, 13))
def test_which_entries_wait(table: Table, entry: int) -> None:
    """1, 2, 6, 8, 9 and 10 are settled at once; 3, 4, 5, 7, 11 and 12 wait for something."""
    struck(table, entry)
    if SCARS[entry].at_once[:1] == ("roll",):
        place, dice, _ = scars.throws(scar(table, "Bryn"))
        roll(table, "Bryn", *(3,) * (place + dice))
    elif scars.due(table.state):
        table.do(TellScar(who=table.ids["Bryn"], text="a word"))
    if table.state.calls:
        table.save("Bryn", 20)
    elif scars.due(table.state):
        roll(table, "Bryn", 1)
    waits = entry in (3, 4, 5, 7, 11, 12)
    assert bool(scars.pending(table.who("Bryn"))) == waits == bool(scar(table, "Bryn").step)
    assert not scars.due(table.state)
    assert not table.tasks("scar")


@pytest.mark.rule("CA-SCR-017")
def test_two_scars_wait_side_by_side(table: Table) -> None:
    """The one that has mended is named; without a name it is the first that waits."""
    struck(table, 5, hp_max=6, DEX=10)
    table.do(SetField(who=(table.ids["Bryn"],), field="hp_max", value=20))
    table.do(SetField(who=(table.ids["Bryn"],), field="hp", value=7))
    blow(table, "Ogre", "Bryn", 7)
    assert [s.entry for s in scars.pending(table.who("Bryn"))] == [5, 7]
    bryn = table.ids["Bryn"]
    table.refused(Recover(who=bryn, scar="walloped"), "nothing-mends")
    table.refused(Recover(who=bryn, scar="bruised"), "unknown-scar")
    mend(table, "Bryn", 6, 5, 4, scar="hamstrung")
    assert (table.score("Bryn", "DEX"), [s.entry for s in scars.pending(table.who("Bryn"))]) == ((15, 15), [5])
    mend(table, "Bryn", 1, 1)
    assert scars.pending(table.who("Bryn")) == ()


def test_strength_saves_come_before_scars(table: Table) -> None:
    """The order of a turn: STR saves, then scars, then morale."""
    for name, hp in (("Bryn", 8), ("Oda", 2)):
        table.pc(name, hp=hp, STR=9, WIL=9)
    for name in ("A", "B"):
        table.foe(name, dice=(8,))
    table.start()
    turn(table, "opponents")
    for name, target in (("A", "Bryn"), ("B", "Oda")):
        table.do(Strike(who=table.ids[name], targets=(table.ids[target],)))
    table.do(RollDamage(), 8, 4)
    assert [t.kind for t in table.tasks() if t.blocking] == ["save:strength"]
    table.save("Oda", 7)
    assert [t.kind for t in table.tasks() if t.blocking] == ["save:scar"]
    assert not table.state.fight.checked
    table.save("Bryn", 20)
    assert table.state.fight.checked


# Invariants --------------------------------------------------------------------------------------------------------


@st.composite
def scarred(draw: st.DrawFn) -> tuple[Combatant, int]:
    entry = draw(st.integers(1, 12))
    hp_max = draw(st.integers(entry, 15))
    scores = {}
    for attribute in ("STR", "DEX", "WIL"):
        maximum = draw(st.integers(1, 18))
        scores[attribute] = Score(draw(st.integers(1, maximum)), maximum)
    c = Combatant(id="pc-001", name="Bryn", kind="pc", side="pcs", tag="1", hp=0, hp_max=hp_max, scores=scores)
    return c, entry


@given(scarred(), st.lists(st.integers(1, 6), min_size=4, max_size=4), st.integers(1, 20), st.integers(1, 4))
def test_no_scar_touches_hp_or_lowers_a_maximum(
    hurt: tuple[Combatant, int], faces: list[int], face: int, gain: int
) -> None:
    """Whatever the dice: HP stay 0, only entry 11 may lower the maximum, values stay within their maxima."""
    person, entry = hurt
    table = Table()
    table.ids["Bryn"] = person.id
    start = bare(RULESET.new_state("test"), lambda tx: tx.emit(Added(person=person, counter="pc")))
    table.session.replace_state(bare(start, lambda tx: scars.gain(tx, person.id, entry)))
    if entry == 12:
        table.session.replace_state(bare(table.state, lambda tx: scars.doom(tx, person.id, scar(table, "Bryn"), True)))
    if entry == 11:
        table.session.replace_state(bare(table.state, lambda tx: scars.treat(tx, person.id)))
    for _ in range(6):
        now = scar(table, "Bryn")
        if now.step in ("text", "place"):
            table.do(TellScar(who=person.id, text="word"))
        elif now.step == "save":
            table.save("Bryn", face)
        elif now.step == "gain":
            roll(table, "Bryn", gain)
        elif now.step:
            place, dice, _ = scars.throws(now)
            (roll if now.step == "roll" else mend)(table, "Bryn", *faces[: place + dice])
    after = table.who("Bryn")
    assert (scar(table, "Bryn").step, after.hp) == ("", 0)
    assert after.hp_max >= person.hp_max or (entry == 11 and after.hp_max == sum(faces[:2]))
    for attribute, before in person.scores.items():
        score = after.score(attribute)
        assert before.current <= score.current <= score.maximum
        assert before.maximum <= score.maximum


# Content and words -------------------------------------------------------------------------------------------------


def felt(table: Table) -> str:
    """What Bryn's scars make of them now."""
    return said(*(scars.text(s) for s in table.who("Bryn").scars.values() if scars.is_felt(s)))


def said(*messages: Msg) -> str:
    """Sentences in English."""
    words = Words("en", RULESET, lambda who: "Bryn")
    return "; ".join(words.say(m) for m in messages)


def test_the_table_holds_every_entry_once() -> None:
    assert sorted(SCARS) == list(range(1, scar_table.ENTRIES + 1))
    assert len(scar_table.IDS) == scar_table.ENTRIES
    for row in SCARS.values():
        assert row.name.zh
        assert row.help.zh
        assert row.help.en


def test_what_a_scar_waits_for_is_told(table: Table) -> None:
    struck(table, 4, hp_max=6)
    roll(table, "Bryn", 4)
    assert said(*scars.waiting(table.who("Bryn"))) == "Broken Limb: 2d6 once mended (mend)"
    assert felt(table) == "broken bone (arm)"
    told = [said(m) for m in RULESET.tell(table.state, table.session.history.entries[-1].events, "gm")]
    assert told == ["Bryn, Broken Limb: d6 4: arm"]


def test_lines_in_both_languages(table: Table) -> None:
    struck(table, 4, hp_max=6)
    bryn = table.ids["Bryn"]
    commands = (
        RollScar(who=bryn),
        RollScar(who=bryn, scar="broken_limb"),
        TellScar(who=bryn),
        TellScar(who=bryn, text="left hand"),
        Recover(who=bryn),
        Recover(who=bryn, scar="mortal_wound"),
    )
    for lang in ("en", "zh"):
        driver = Driver(table.session, lang)
        for command in commands:
            request = driver.parse(driver.line(command))
            assert getattr(request, "command", request) == command
    driver = Driver(table.session, "zh")
    driver.run("伤痕 Bryn = 4")
    assert scar(table, "Bryn").place == "arm"
    driver.run("痊愈 Bryn 肢体骨折 = 3 5")
    assert table.who("Bryn").hp_max == 8
    hold(table)
