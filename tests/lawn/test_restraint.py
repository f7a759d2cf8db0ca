"""Restraint: getting hold of somebody, holding, what it allows both, and how it ends."""

from __future__ import annotations

import pytest

from gmconsole.core.commands import Remove, SetOption
from gmconsole.rulesets.lawn import actions, restraint
from gmconsole.rulesets.lawn.actions import BreakFree
from gmconsole.rulesets.lawn.checks import RollCheck
from gmconsole.rulesets.lawn.movement import Declare

from . import rounds
from .conftest import Table
from .fighting import (
    FAIL,
    ZERO,
    answer,
    asked,
    attack,
    end,
    enter,
    fail,
    idle,
    life,
    owes,
    people,
    refused,
    restrain,
    roll,
    succeed,
)


def crisis(table: Table, first: tuple[str, ...] = ("mike",)) -> None:
    """Mike and Jessica against a thug, all at Touch, action phase of round 1."""
    rounds.fight(table, pcs=("mike", "jessica"), npcs=("thug",))
    for a, b in (("mike", "thug"), ("jessica", "thug"), ("mike", "jessica")):
        table.set_band(a, b, "touch")
    rounds.go_to(table, "action", 1, first=first)


def hold(table: Table, who: str = "mike", target: str = "thug") -> None:
    """Somebody gets hold of somebody else."""
    rounds.pass_slots(table, until=who)
    table.do(restrain(table, who, target, difficulty=6), ZERO if who == "mike" else None)
    if who == "mike":
        succeed(table)
    else:
        fail(table)


@pytest.mark.rule("LP-ATK-058")
def test_hit_and_strength_restrain_and_hurt_nobody(table: Table) -> None:
    people(table)
    table.do(restrain(table, "mike", "thug", difficulty=6), ZERO)
    assert owes(table) == "PHY=restrain 5D6"
    done = succeed(table)
    assert (end(done), life(table, "thug"), table.states("thug")) == ("held", 3, ["restrained"])
    assert table.states("mike") == ["holding"]
    assert rounds.injury(table, "thug", "restrained").note == table.ids["mike"]
    table.do(restraint.Release(who=table.ids["mike"]))
    assert (table.states("thug"), table.states("mike")) == ([], [])
    assert end(table.do(restrain(table, "mike", "thug", difficulty=6), FAIL)) == "missed"
    table.do(restrain(table, "mike", "thug", difficulty=6), ZERO)
    assert end(fail(table)) == "unharmed"
    assert table.refused(restraint.Release(who=table.ids["mike"])).code == "holds-nobody"


@pytest.mark.rule("LP-ATK-058", "LP-ACT-016")
def test_a_player_character_dodges_the_grip_and_breaks_free(table: Table) -> None:
    crisis(table, first=())
    table.do(restrain(table, "thug", "mike", difficulty=6))
    assert owes(table) == "FLX=dodge 5D6"
    assert end(fail(table)) == "held"
    assert table.states("mike") == ["restrained"]
    rounds.pass_slots(table, until="mike")
    (slot,) = (t for t in table.tasks("slot") if t.who == table.ids["mike"])
    assert any("break free (FLX or PHY), strike the one who holds on" in m.id for m in slot.detail)
    assert table.refused(BreakFree(who=table.ids["mike"], kind="OPR", difficulty=6)).code == "not-a-choice"
    table.do(BreakFree(who=table.ids["mike"], kind="PHY", difficulty=6), ZERO)
    assert (table.states("mike"), table.states("thug"), table.state.restraints) == ([], [], {})


@pytest.mark.rule("LP-ATK-058", "LP-ATK-066")
def test_two_player_characters_wrestle(table: Table) -> None:
    table.pc("mike")
    table.pc("jessica", attributes={"FLX": 1})
    table.all_bands("touch")
    table.do(restrain(table, "mike", "jessica", difficulty=6))
    hit, dodge = table.state.checks.values()
    table.do(RollCheck(who=dodge.who, check=dodge.id), [2, 2, 5, 5, 5, 5])
    table.do(RollCheck(who=hit.who, check=hit.id), ZERO)
    grip, free = table.state.checks.values()
    assert (grip.type, grip.purpose, free.type, free.purpose) == ("PHY", "restrain", "FLX", "break_free")
    table.do(RollCheck(who=grip.who, check=grip.id), ZERO)
    assert end(table.do(RollCheck(who=free.who, check=free.id), [2, 2, 5, 5, 5, 5])) == "held"
    assert table.states("jessica") == ["restrained"]


@pytest.mark.rule("LP-ATK-059")
def test_from_the_next_round_on_no_hit_check_is_needed(table: Table) -> None:
    crisis(table)
    hold(table)
    assert refused(table, "mike", "hands", "thug", difficulty=6) == "slot-over"
    rounds.go_to(table, "action", 2)
    attack(table, "mike", "hands", "thug", difficulty=0, text="strangle")
    assert owes(table) == "PHY=damage 5D6"
    succeed(table)
    assert life(table, "thug") == 2
    assert restraint.holds(table.state, table.ids["mike"], table.ids["thug"])


@pytest.mark.rule("LP-ATK-059")
def test_in_the_round_of_the_grip_and_after_it_was_broken_the_hit_check_is_needed(table: Table) -> None:
    crisis(table)
    hold(table)
    assert not restraint.needs_no_hit(table.state, table.ids["mike"], table.ids["thug"])
    rounds.go_to(table, "action", 2)
    assert restraint.needs_no_hit(table.state, table.ids["mike"], table.ids["thug"])
    rounds.take(table, "thug", "restrained")
    assert table.states("mike") == []
    attack(table, "mike", "hands", "thug", difficulty=0)
    assert owes(table) == "OPR=hit 5D0"


@pytest.mark.rule("LP-ATK-059")
def test_a_foe_who_holds_on_is_not_dodged(table: Table) -> None:
    crisis(table, first=())
    hold(table, "thug", "mike")
    rounds.go_to(table, "action", 2, first=())
    attack(table, "thug", "hands", "mike")
    assert owes(table) == "PHY=toughness 5D6"


@pytest.mark.rule("LP-ATK-060", "LP-ACT-016")
def test_striking_the_holder_from_inside_the_hold(table: Table) -> None:
    crisis(table, first=())
    hold(table, "thug", "mike")
    rounds.pass_slots(table, until="mike")
    attack(table, "mike", "headbutt", "thug", difficulty=9)
    assert (asked(table).kind, asked(table).value) == ("attack_close", "skip")
    enter(table)
    assert owes(table) == "PHY=damage 5D6"
    table.session.undo(1)
    answer(table, "easier")
    assert owes(table) == "FLX=hit 5D6"
    roll(table, FAIL)
    assert table.who("thug").difficulties == {"hit headbutt": 9, "dodge hold": 6}
    table.session.undo(2)
    answer(table, "usual")
    assert owes(table) == "FLX=hit 5D9"


@pytest.mark.rule("LP-ATK-060")
def test_a_foe_strikes_its_holder(table: Table) -> None:
    people(table)
    table.do(restrain(table, "mike", "thug", difficulty=6), ZERO)
    succeed(table)
    attack(table, "thug", "headbutt", "mike", difficulty=9)
    enter(table)
    assert owes(table) == "PHY=toughness 5D6"
    table.session.undo()
    answer(table, "easier")
    assert owes(table) == "FLX=dodge 5D12"


@pytest.mark.rule("LP-ATK-060")
def test_no_such_benefit_against_somebody_else(table: Table) -> None:
    rounds.fight(table, pcs=("mike",), npcs=("thug", "cowboy"))
    for other in ("thug", "cowboy"):
        table.set_band("mike", other, "touch")
    rounds.go_to(table, "action", 1, first=())
    hold(table, "thug", "mike")
    rounds.pass_slots(table, until="mike")
    attack(table, "mike", "headbutt", "cowboy", difficulty=0)
    assert owes(table) == "FLX=hit 5D0"


@pytest.mark.rule("LP-ATK-061")
def test_both_stand_still_until_it_ends(table: Table) -> None:
    crisis(table)
    hold(table)
    rounds.go_to(table, "movement", 2)
    for who, other in (("mike", "jessica"), ("thug", "jessica")):
        flight = Declare(who=table.ids[who], retreat=(table.ids[other],), by="sprint")
        assert table.refused(flight).code == "cannot-move"
    rounds.give(table, "mike", "stunned")
    assert (table.states("thug"), table.states("mike"), table.state.restraints) == ([], ["stunned"], {})


@pytest.mark.rule("LP-ATK-061")
def test_attacking_somebody_else_ends_the_hold(table: Table) -> None:
    crisis(table)
    hold(table)
    rounds.go_to(table, "action", 2)
    attack(table, "mike", "hands", "jessica")
    assert (table.states("thug"), table.states("mike"), table.state.restraints) == ([], [], {})
    assert len(table.state.checks) == 2


@pytest.mark.rule("LP-ATK-061")
def test_the_hold_goes_with_either_of_them(table: Table) -> None:
    people(table)
    table.do(restrain(table, "mike", "thug", difficulty=6), ZERO)
    succeed(table)
    table.do(Remove(who=table.ids["thug"]))
    assert (table.states("mike"), table.state.restraints) == ([], {})
    assert idle(table)


def test_one_hold_at_a_time(table: Table) -> None:
    people(table, npcs=("thug", "cowboy"))
    table.add("lamp", "object")
    table.all_bands("touch")
    table.do(restrain(table, "mike", "thug", difficulty=6), ZERO)
    succeed(table)
    assert table.refused(restrain(table, "mike", "cowboy")).code == "holds-already"
    assert table.refused(restrain(table, "cowboy", "thug")).code == "holds-already"
    assert table.refused(restrain(table, "cowboy", "lamp")).code == "not-for-objects"
    table.do(SetOption(option="restraint", value=False))
    assert table.refused(restrain(table, "cowboy", "mike")).code == "not-in-play"
    assert actions.able(table.state, table.who("mike"))
    assert refused(table, "mike", "hold", "thug") == "no-such-weapon"
