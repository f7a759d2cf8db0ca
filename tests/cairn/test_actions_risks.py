"""Risky acts: the Warden calls a save before the act is settled (CA-ACT-005)."""

from __future__ import annotations

import pytest

from gmconsole.rulesets.cairn import RULESET, turns
from gmconsole.rulesets.cairn.actions import Foes, Other, Risk
from gmconsole.rulesets.cairn.aid import Aid
from gmconsole.rulesets.cairn.attacks import RollDamage
from gmconsole.rulesets.cairn.saves import Safe, Save

from .conftest import Table
from .test_rounds import weaken


@pytest.fixture
def fight(table: Table) -> Table:
    """Bryn and Oda against two goblins, the PCs' turn of round 1, nothing declared."""
    table.pc("Bryn", hp=6, STR=13, DEX=11, dice=(8,))
    table.pc("Oda", hp=4, dice=(6,))
    table.foe("Goblin 1", hp=4, dice=(6,))
    table.foe("Goblin 2", hp=4, dice=(6,))
    table.start()
    return table


@pytest.mark.rule("CA-ACT-005")
def test_a_failed_swing_from_the_chandelier_wastes_the_attack(fight: Table) -> None:
    bryn = fight.ids["Bryn"]
    fight.strike("Bryn", "Goblin 1")
    fight.do(Risk(who=bryn, attribute="DEX", why="from the chandelier", spoils=True))
    fight.refused(Save(who=bryn), "save-must-wait")
    fight.hold("Oda")
    fight.refused(RollDamage(), "act-saves-first")
    done = fight.do(Save(who=bryn), 15)
    assert fight.state.fight.acts[bryn].spoiled
    assert not fight.tasks("damage")
    fight.refused(RollDamage(), "no-damage-owed")
    said = [m.id for m in RULESET.tell(fight.state, done.entry.events, "gm")]
    assert "{who}: the act is wasted" in said
    fight.next()
    assert fight.hp("Goblin 1") == (4, 4)


@pytest.mark.rule("CA-ACT-005")
def test_a_passed_risk_lets_the_attack_happen(fight: Table) -> None:
    bryn = fight.ids["Bryn"]
    fight.strike("Bryn", "Goblin 1")
    fight.hold("Oda")
    fight.do(Risk(who=bryn, attribute="DEX", spoils=True))
    fight.save("Bryn", 11)
    fight.damage(4)
    assert fight.hp("Goblin 1") == (0, 4)
    fight.refused(Risk(who=bryn, attribute="DEX"), "act-is-done")


@pytest.mark.rule("CA-ACT-005")
def test_a_failure_that_only_costs_something(fight: Table) -> None:
    bryn = fight.ids["Bryn"]
    fight.strike("Bryn", "Goblin 1")
    fight.hold("Oda")
    fight.do(Risk(who=bryn, attribute="DEX", cost="the shield is lost"))
    done = fight.do(Save(who=bryn), 15)
    (said,) = RULESET.tell(fight.state, done.entry.events, "gm")
    assert said.fields["cost"] == "the shield is lost"
    fight.damage(3)
    assert fight.hp("Goblin 1") == (1, 4), "the attack takes place all the same"


@pytest.mark.rule("CA-ACT-005")
def test_an_npc_breaks_through_a_door(table: Table) -> None:
    table.pc("Bryn")
    brute = table.foe("Brute", STR=9)
    table.start()
    table.hold()
    table.next()
    table.do(Other(who=brute, text="break the door"))
    table.do(Risk(who=brute, attribute="STR", why="the door"))
    (task,) = table.tasks("save")
    assert task.command == Save(who=brute) and task.skip == Safe(who=brute)
    table.save("Brute", 9)
    assert table.state.fight.acts[brute].saved == "passed"
    table.next()


@pytest.mark.rule("CA-ACT-005")
def test_the_warden_may_think_better_of_a_risk(fight: Table) -> None:
    bryn = fight.ids["Bryn"]
    fight.strike("Bryn", "Goblin 1")
    fight.hold("Oda")
    fight.do(Risk(who=bryn, attribute="DEX", spoils=True))
    done = fight.do(Safe(who=bryn))
    assert done.entry.dice == ()
    fight.damage(3)
    assert fight.hp("Goblin 1") == (1, 4)


@pytest.mark.rule("CA-ACT-005")
def test_a_risk_may_be_called_before_the_act_is_declared(fight: Table) -> None:
    """Bandages ask for no die and are booked as soon as all have declared: their risk has to come before."""
    bryn, oda = fight.ids["Bryn"], fight.ids["Oda"]
    weaken(fight, "Bryn", condition="critical")
    fight.do(Risk(who=oda, attribute="DEX", why="under the arrows"))
    fight.do(Aid(who=oda, whom=bryn))
    assert fight.state.entities[bryn].condition == "critical", "not before the save"
    fight.save("Oda", 4)
    assert fight.state.entities[bryn].condition == "stable"
    fight.refused(Risk(who=oda, attribute="DEX"), "act-is-done")


@pytest.mark.rule("CA-ACT-005")
def test_who_may_be_asked_for_a_risk(fight: Table) -> None:
    fight.refused(Risk(who="pc-099", attribute="DEX"), "unknown-person")
    fight.refused(Risk(who=fight.ids["Bryn"], attribute="HP"), "unknown-attribute")
    fight.refused(Risk(who=fight.ids["Goblin 1"], attribute="DEX"), "not-their-turn")
    fight.do(turns.End())
    fight.refused(Risk(who=fight.ids["Bryn"], attribute="DEX"), "not-fighting")


@pytest.mark.rule("CA-ACT-005")
def test_a_second_risk_on_a_free_action_after_the_first_was_rolled(fight: Table) -> None:
    bryn, oda = fight.ids["Bryn"], fight.ids["Oda"]
    fight.do(Other(who=bryn, text="climb the mast"))
    fight.do(Other(who=oda, text="jump aboard"))
    fight.do(Risk(who=bryn, attribute="STR"))
    fight.save("Bryn", 3)
    fight.do(Risk(who=oda, attribute="DEX"))
    fight.save("Oda", 19)
    assert [a.saved for a in fight.state.fight.acts.values()] == ["passed", "failed"]
    fight.next()


@pytest.mark.rule("CA-ACT-005")
def test_a_failed_flight_that_the_warden_made_risky(fight: Table) -> None:
    goblin = fight.ids["Goblin 1"]
    fight.hold()
    fight.next()
    weaken(fight, "Goblin 1", condition="fleeing")
    fight.do(Foes())
    fight.do(Risk(who=goblin, attribute="DEX", why="the PCs pursue", spoils=True))
    fight.save("Goblin 1", 18)
    fight.damage(1)
    fight.next()
    assert not fight.who("Goblin 1").away and fight.who("Goblin 1").condition == "fleeing"
    fight.hold()
    fight.next()
    fight.do(Foes())
    fight.damage(1)
    fight.next()
    assert fight.who("Goblin 1").away == "fled"
