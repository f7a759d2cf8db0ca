"""Acts whose people are gone before their dice lie: taken back, narrowed, or come to nothing (CA-ACT-004; A40)."""

from __future__ import annotations

import pytest

from gmconsole.core.commands import Remove, SetField
from gmconsole.core.rounds import Phase
from gmconsole.rulesets.cairn import RULESET, saves, turns, vitals
from gmconsole.rulesets.cairn.actions import Risk
from gmconsole.rulesets.cairn.acts import ACT
from gmconsole.rulesets.cairn.aid import Aid
from gmconsole.rulesets.cairn.attacks import RollDamage, RollNumber, Strike
from gmconsole.rulesets.cairn.casting import Cast
from gmconsole.rulesets.cairn.contests import Oppose
from gmconsole.rulesets.cairn.inventory import Give
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
    done = table.do(Remove(who=table.ids[name]))
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
