"""The rulebook's own examples of attacks, those of Mike and against him."""

from __future__ import annotations

import pytest

from gmconsole.rulesets.lawn import injuries

from .conftest import Table
from .fighting import FAIL, ONE, ZERO, answer, asked, attack, end, enter, idle, life, owes, people, refused, roll
from .fighting import rolled as came


@pytest.mark.rule("LP-ATK-077")
def test_mike_punches_a_drunk(table: Table) -> None:
    people(table, npcs=("drunk",))
    assert came(attack(table, "mike", "hands", "drunk", ZERO)) == "success/0"
    assert came(roll(table, ONE)) == "success/1"
    assert (life(table, "drunk"), table.who("drunk").life_max) == (2, 3)
    attack(table, "mike", "kick", "drunk", difficulty=0)
    assert owes(table) == "FLX=hit 5D0"


@pytest.mark.rule("LP-ATK-078")
def test_the_drunk_punches_mike(table: Table) -> None:
    people(table, npcs=("drunk",))
    attack(table, "drunk", "hands", "mike")
    assert came(roll(table, FAIL)) == "failure/0"
    assert end(roll(table, ZERO)) == "unharmed"
    assert table.states("mike") == []
    attack(table, "drunk", "hands", "mike")
    roll(table, FAIL)
    assert came(roll(table, [3, 3, 5, 6, 6])) == "failure/0"
    answer(table, "dazed")
    assert table.states("mike") == ["dazed"]


@pytest.mark.rule("LP-ATK-079")
def test_mike_holds_back(table: Table) -> None:
    people(table, npcs=("drunk",))
    attack(table, "mike", "hands", "drunk", ZERO, mercy=True)
    roll(table, ZERO)
    enter(table)
    assert (life(table, "drunk"), table.states("drunk")) == (3, ["stunned"])
    assert not injuries.can_act(table.who("drunk"))


@pytest.mark.rule("LP-ATK-080")
def test_mike_aims_at_the_chin(table: Table) -> None:
    people(table, npcs=("drunk",), OPR=2)
    done = attack(table, "mike", "hands", "drunk", [4, 9, 5, 12, 6, 1, 1], vital=True, mercy=True)
    assert came(done) == "success/2"
    roll(table, ZERO)
    enter(table)
    assert (life(table, "drunk"), table.states("drunk")) == (3, ["unconscious"])
    table.session.undo(3)
    done = attack(table, "mike", "hands", "drunk", [4, 9, 5, 12, 12, 2, 2], vital=True, mercy=True)
    assert (came(done), end(done)) == ("failure/0", "missed")
    assert (life(table, "drunk"), table.states("drunk"), idle(table)) == (3, [], True)


@pytest.mark.rule("LP-ATK-081")
def test_a_long_knife_against_several(table: Table) -> None:
    people(table, npcs=("thug", "other"), band="near")
    attack(table, "mike", "long_knife", "thug", ZERO)
    assert owes(table) == "PHY=damage 7D6"
    assert came(roll(table, [1, 4, 2, 6, 3, 6, 6])) == "success/1"
    assert (life(table, "thug"), life(table, "other")) == (2, 3)


@pytest.mark.rule("LP-ATK-082")
def test_the_pistol_instead(table: Table) -> None:
    people(table, band="medium")
    attack(table, "mike", "pistol", "thug", ZERO)
    assert (life(table, "thug"), idle(table)) == (2, True)
    assert "pistol" not in table.who("mike").load


@pytest.mark.rule("LP-ATK-083")
def test_the_hand(table: Table) -> None:
    people(table, band="medium")
    attack(table, "mike", "pistol", "thug", ZERO, part="hand")
    assert (life(table, "thug"), table.states("thug")) == (3, ["injured_hand"])
    assert refused(table, "thug", "submachine_gun", "mike") == "needs-both-hands"


@pytest.mark.rule("LP-ATK-084")
def test_a_long_knife_against_mike(table: Table) -> None:
    people(table)
    attack(table, "thug", "long_knife", "mike")
    roll(table, FAIL)
    answer(table, "check")
    assert owes(table) == "PHY=toughness 5D12"
    roll(table, [4, 5, 6, 9, 12])
    assert table.states("mike") == []
    attack(table, "thug", "long_knife", "mike")
    roll(table, FAIL)
    answer(table, "injured")
    assert asked(table).value == "light_wound"
    enter(table)
    assert table.states("mike") == ["light_wound"]
