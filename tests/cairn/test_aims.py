"""Acts whose people are gone before their dice lie: taken back, narrowed, or come to nothing (CA-ACT-004; A40)."""

from __future__ import annotations

import pytest

from gmconsole.core.commands import Remove, SetBand, SetField
from gmconsole.core.model import Command
from gmconsole.core.rounds import Phase
from gmconsole.rulesets.cairn import RULESET, saves, turns, vitals
from gmconsole.rulesets.cairn.actions import Move, Risk, Withdraw
from gmconsole.rulesets.cairn.acts import ACT
from gmconsole.rulesets.cairn.aid import Aid
from gmconsole.rulesets.cairn.attacks import RollDamage, RollNumber, Strike
from gmconsole.rulesets.cairn.casting import Cast
from gmconsole.rulesets.cairn.contests import Oppose
from gmconsole.rulesets.cairn.harm import Harm
from gmconsole.rulesets.cairn.inventory import Give
from gmconsole.rulesets.cairn.morale import Surrender
from gmconsole.rulesets.cairn.retreat import Retreat
from gmconsole.rulesets.cairn.state import Attack
from gmconsole.text import Words

from .conftest import Table

BREATH = Attack(name="breath", dice=(6,), blast=True)


@pytest.fixture
def fray(table: Table) -> Table:
    """Bryn and Oda against three bandits, in the PCs' first turn without first-round saves."""
    table.pc("Bryn", hp=6, dice=(8,))
    table.pc("Oda", hp=6, DEX=5, attacks=(BREATH,))
    for n in (1, 2, 3):
        table.foe(f"M{n}", hp=4, dice=(6,))
    table.start()
    return table


def remove(table: Table, name: str) -> list[str]:
    """Remove somebody; what the Warden is told of it."""
    return told(table, Remove(who=table.ids[name]))


def told(table: Table, command: Command) -> list[str]:
    """Carry a command out; what the Warden is told of it."""
    done = table.do(command)
    names = {who: c.name for who, c in table.state.entities.items()}
    words = Words("en", RULESET, lambda who: names.get(who, who))
    return [words.say(m) for m in RULESET.tell(table.state, done.entry.events, "gm")]


def aims(table: Table) -> dict[str, list[str]]:
    """Who is aimed at in this turn, by the names of those who aim."""
    name = {who: c.name for who, c in table.state.entities.items()}
    return {name[who]: [name[t] for t in act.targets] for who, act in table.state.fight.acts.items()}


def undeclared(table: Table) -> list[str]:
    return [c.name for c in turns.undeclared(table.state)]


@pytest.mark.rule("CA-ACT-004")
def test_the_only_target_removed_takes_the_attack_back(fray: Table) -> None:
    fray.strike("Bryn", "M1")
    fray.hold("Oda")
    assert "Bryn declares anew (M1 gone)" in remove(fray, "M1")
    assert aims(fray) == {"Oda": []} and undeclared(fray) == ["Bryn"]
    fray.refused(RollDamage(), "not-all-declared")
    fray.strike("Bryn", "M2")
    fray.damage(3)
    assert fray.hp("M2") == (1, 4)


@pytest.mark.rule("CA-ACT-004", "CA-DMG-009")
def test_of_a_blast_only_those_removed_are_dropped(fray: Table) -> None:
    fray.strike("Oda", "M1", "M2", "M3")
    fray.hold("Bryn")
    assert "Oda: no longer aimed at M1" in remove(fray, "M1")
    assert aims(fray)["Oda"] == ["M2", "M3"] and not undeclared(fray)
    fray.damage(1, 2)
    assert (fray.hp("M2"), fray.hp("M3")) == ((3, 4), (2, 4))


@pytest.mark.rule("CA-ACT-004", "CA-DMG-010")
def test_a_blast_of_known_number_reaches_all_who_are_left(fray: Table) -> None:
    fray.do(Strike(who=fray.ids["Oda"], targets=tuple(fray.ids[f"M{n}"] for n in (1, 2, 3)), unclear=True))
    fray.hold("Bryn")
    fray.do(RollNumber(who=fray.ids["Oda"]), 2)
    assert [t.kind for t in fray.tasks() if t.blocking] == ["reach"]
    remove(fray, "M2")
    assert [t.kind for t in fray.tasks() if t.blocking] == ["damage"]
    fray.damage(1, 2)
    assert (fray.hp("M1"), fray.hp("M3")) == ((3, 4), (2, 4))


@pytest.mark.rule("CA-ACT-004")
def test_opponents_whose_target_is_removed_declare_anew(fray: Table) -> None:
    fray.hold()
    fray.next()
    for name in ("M1", "M2", "M3"):
        fray.strike(name, "Bryn" if name != "M3" else "Oda")
    remove(fray, "Bryn")
    assert undeclared(fray) == ["M1", "M2"] and aims(fray) == {"M3": ["Oda"]}
    assert fray.session.undo(), "one command, one step"
    fray.damage(1, 1, 1)
    assert fray.state.fight.settled
    remove(fray, "Bryn")
    assert fray.hp("Oda") == (5, 6), "what is settled stays as it is, and is not settled again"


@pytest.mark.rule("CA-ACT-004")
@pytest.mark.parametrize("how", ["dead", "outside"])
def test_a_correction_takes_a_target_away_as_well(fray: Table, how: str) -> None:
    fray.strike("Bryn", "M1")
    fray.do(SetField(who=(fray.ids["M1"],), field="condition" if how == "dead" else "presence", value=how))
    assert undeclared(fray) == ["Bryn", "Oda"]


@pytest.mark.rule("CA-ACT-004", "CA-ACT-005")
def test_once_a_die_of_the_turn_is_thrown_the_act_comes_to_nothing(fray: Table) -> None:
    fray.strike("Bryn", "M1")
    fray.strike("Oda", "M1", "M2")
    fray.do(Risk(who=fray.ids["Bryn"], attribute="DEX", cost="a bruise"))
    fray.save("Bryn", 1)
    assert "Bryn: nothing comes of it (M1 gone)" in remove(fray, "M1")
    fray.damage(4)
    assert (fray.hp("M2"), fray.state.fight.settled) == ((0, 4), True)


@pytest.mark.rule("CA-ACT-004", "CA-MAG-004")
def test_a_spell_with_dice_is_taken_back_with_its_question(fray: Table) -> None:
    oda = fray.ids["Oda"]
    fray.do(Give(who=oda, item="Rain of Fire", kind="spellbook", die="d6", stowed=True))
    fray.do(Cast(who=oda, item="Rain of Fire", on=(fray.ids["M1"],)))
    assert [q.kind for q in fray.state.questions.values()] == ["casting"]
    remove(fray, "M1")
    assert undeclared(fray) == ["Bryn", "Oda"] and not fray.state.questions
    assert fray.who("Oda").fatigue == 0


@pytest.mark.rule("CA-ACT-004", "CA-REC-003")
def test_aid_for_whoever_is_removed_or_dead_is_taken_back(fray: Table) -> None:
    fray.pc("Tam")
    fray.hold("Oda")
    fray.strike("Bryn", "M1")
    fray.damage(1)
    fray.next()
    fray.hold()
    fray.next()
    fray.do(SetField(who=(fray.ids["Bryn"],), field="condition", value="critical"))
    fray.do(Aid(who=fray.ids["Oda"], whom=fray.ids["Bryn"]))
    assert undeclared(fray) == ["Tam"]
    fray.do(SetField(who=(fray.ids["Bryn"],), field="condition", value="dead"))
    assert undeclared(fray) == ["Oda", "Tam"]
    fray.session.undo()
    remove(fray, "Bryn")
    assert undeclared(fray) == ["Oda", "Tam"]


@pytest.mark.rule("CA-RET-001", "CA-SAV-005")
def test_whoever_would_have_carried_somebody_who_is_gone_runs_alone(fray: Table) -> None:
    fray.do(Retreat(who=fray.ids["Bryn"], place="the ferry", carrying=fray.ids["Oda"]))
    (call,) = saves.owed(fray.state, ACT)
    assert call.who == fray.ids["Oda"], "the lower DEX"
    assert "Bryn retreats alone (Oda gone)" in remove(fray, "Oda")
    (call,) = saves.owed(fray.state, ACT)
    assert (call.who, call.other, call.attribute) == (fray.ids["Bryn"], "", "DEX")
    fray.save("Bryn", 1)
    assert fray.who("Bryn").away == "retreated"
    assert fray.who("Oda").presence == "removed"


@pytest.mark.rule("CA-ACT-004")
def test_what_somebody_removed_has_declared_and_owes_is_void(fray: Table) -> None:
    fray.strike("Bryn", "M1")
    fray.do(Risk(who=fray.ids["Bryn"], attribute="DEX", cost="a bruise"))
    fray.do(Oppose(a=fray.ids["Oda"], b=fray.ids["Bryn"], attribute="STR"))
    said = remove(fray, "Bryn")
    assert not fray.state.fight.acts and not fray.state.calls and not fray.state.questions
    assert not any("declar" in line for line in said)
    fray.do(Oppose(a=fray.ids["Oda"], b=fray.ids["M1"], attribute="STR"))
    fray.answer(fray.ids["Oda"])
    remove(fray, "M1")
    assert not fray.state.calls, "nobody to strive against any more"
    fray.do(Phase(force=True))


def test_a_removed_runner_does_not_come_back_by_retreating(fray: Table) -> None:
    fray.do(Retreat(who=fray.ids["Bryn"], place="the ferry"))
    fray.strike("Oda", "M1")
    fray.save("Bryn", 1)
    remove(fray, "Bryn")
    fray.damage(2)
    assert fray.who("Bryn").presence == "removed"
    assert not any(isinstance(e, vitals.AwaySet) for entry in fray.session.history.entries for e in entry.events)


# Whoever cannot act any more -----------------------------------------------------------------------------------------


def out(who: str, how: str) -> Command:
    """The Warden's word that takes somebody out."""
    if how == "surrendered":
        return Surrender(who=(who,))
    return Harm(who=(who,), amount=30) if how == "dead" else SetField(who=(who,), field="condition", value=how)


@pytest.mark.rule("CA-RND-006", "CA-ACT-004")
@pytest.mark.parametrize("how", ["surrendered", "captured", "dead"])
def test_whoever_is_taken_out_before_the_dice_does_not_strike(fray: Table, how: str) -> None:
    fray.hold()
    fray.next()
    for name in ("M1", "M2", "M3"):
        fray.strike(name, "Bryn")
    assert "M1 cannot act any more: the declaration is void" in told(fray, out(fray.ids["M1"], how))
    assert aims(fray) == {"M2": ["Bryn"], "M3": ["Bryn"]} and not undeclared(fray)
    fray.damage(1, 2)
    assert fray.hp("Bryn") == (4, 6)


@pytest.mark.rule("CA-RND-006", "CA-RND-011")
def test_the_warden_may_let_them_strike_all_the_same(fray: Table) -> None:
    fray.hold()
    fray.next()
    m1 = fray.ids["M1"]
    for name in ("M1", "M2", "M3"):
        fray.strike(name, "Bryn")
    fray.do(Surrender(who=(m1,)))
    fray.do(turns.ActAnyway(who=m1))
    assert undeclared(fray) == ["M1"]
    fray.strike("M1", "Bryn")
    fray.do(Harm(who=(m1,), amount=30))
    assert undeclared(fray) == [] and aims(fray)["M1"] == ["Bryn"]
    fray.damage(1, 2, 3)


@pytest.mark.rule("CA-RND-005", "CA-ACT-004")
def test_once_a_die_of_the_turn_lies_whoever_falls_has_acted_all_the_same(fray: Table) -> None:
    fray.strike("Bryn", "M1")
    fray.strike("Oda", "M1", "M2")
    fray.do(Risk(who=fray.ids["Bryn"], attribute="DEX", cost="a fall"))
    fray.save("Bryn", 20)
    fray.do(Harm(who=(fray.ids["Bryn"],), amount=30))
    assert aims(fray) == {"Bryn": ["M1"], "Oda": ["M1", "M2"]}
    fray.damage(4, 1, 1)
    assert fray.hp("M1") == (0, 4)


@pytest.mark.rule("CA-MOR-007")
def test_whoever_loses_heart_before_the_dice_strikes_and_goes_in_the_next_turn(fray: Table) -> None:
    fray.hold()
    fray.next()
    for name in ("M1", "M2", "M3"):
        fray.strike(name, "Bryn")
    fray.do(SetField(who=(fray.ids["M1"],), field="condition", value="fleeing"))
    fray.damage(1, 1, 1)
    fray.next()
    assert not fray.who("M1").away


def test_a_pc_taken_out_may_still_crawl(fray: Table) -> None:
    fray.do(Retreat(who=fray.ids["Bryn"], place="the ferry"))
    fray.do(SetField(who=(fray.ids["Bryn"],), field="condition", value="critical"))
    assert not fray.state.calls and not fray.state.fight.acts
    assert [t.who for t in fray.tasks("crawl")] == [fray.ids["Bryn"]]
    fray.do(SetField(who=(fray.ids["Oda"],), field="condition", value="captured"))
    assert not undeclared(fray)


# Whoever is out of reach ---------------------------------------------------------------------------------------------


@pytest.mark.rule("CA-RET-003", "CA-ACT-004")
def test_a_target_set_out_of_reach_has_to_be_declared_anew(fray: Table) -> None:
    bow = Attack(name="bow", dice=(6,), ranged=True)
    lin = fray.pc("Lin", attacks=(bow,))
    bryn, m1 = fray.ids["Bryn"], fray.ids["M1"]
    fray.hold("Oda")
    fray.do(Withdraw(who=lin))
    fray.strike("Bryn", "M1")
    fray.strike("Lin", "M1")
    assert "Bryn declares anew (M1 out of reach)" in told(fray, SetBand(a=bryn, b=(m1,), band="far"))
    fray.refused(RollDamage(), "not-all-declared")
    fray.refused(Strike(who=bryn, targets=(m1,)), "too-far-for-melee")
    fray.band("Lin", "M1", "far")
    assert aims(fray)["Lin"] == ["M1"], "only impaired"
    fray.band("Lin", "M1", "out_of_sight")
    assert undeclared(fray) == ["Bryn", "Lin"]


@pytest.mark.rule("CA-RET-003", "CA-ACT-001")
def test_whoever_strikes_may_move_away_after_it(fray: Table) -> None:
    bryn, m1 = fray.ids["Bryn"], fray.ids["M1"]
    fray.strike("Bryn", "M1")
    fray.do(Move(who=bryn, feet=40, far=(m1,)))
    assert aims(fray) == {"Bryn": ["M1"]}


@pytest.mark.rule("CA-RET-003", "CA-RND-006")
def test_a_blast_and_who_acts_by_the_wardens_word_stay(fray: Table) -> None:
    bryn, oda, m1 = (fray.ids[name] for name in ("Bryn", "Oda", "M1"))
    fray.strike("Oda", "M1", "M2")
    fray.do(SetField(who=(bryn,), field="condition", value="stable"))
    fray.do(turns.ActAnyway(who=bryn))
    fray.strike("Bryn", "M1")
    fray.do(SetBand(a=m1, b=(bryn, oda), band="out_of_sight"))
    assert aims(fray) == {"Oda": ["M1", "M2"], "Bryn": ["M1"]}


@pytest.mark.rule("CA-RET-003", "CA-ACT-005")
def test_with_a_die_on_the_table_it_comes_to_nothing(fray: Table) -> None:
    fray.strike("Bryn", "M1")
    fray.strike("Oda", "M2")
    fray.do(Risk(who=fray.ids["Bryn"], attribute="DEX", cost="a bruise"))
    fray.save("Bryn", 1)
    far = SetBand(a=fray.ids["Bryn"], b=(fray.ids["M1"],), band="far")
    assert "Bryn: nothing comes of it (M1 out of reach)" in told(fray, far)
    fray.damage(3)
    assert (fray.hp("M1"), fray.hp("M2")) == ((4, 4), (1, 4))


@pytest.mark.rule("CA-REC-003")
def test_aid_needs_them_near(fray: Table) -> None:
    fray.do(Withdraw(who=fray.pc("Tam")))
    fray.do(SetField(who=(fray.ids["Bryn"],), field="condition", value="critical"))
    fray.do(Aid(who=fray.ids["Oda"], whom=fray.ids["Bryn"]))
    fray.do(SetBand(a=fray.ids["Oda"], b=(fray.ids["Bryn"],), band="far"))
    assert undeclared(fray) == ["Oda", "Tam"]
