"""Being attacked: dodge, toughness, counters, player character against player character."""

from __future__ import annotations

import pytest

from gmconsole.core.commands import SetOption
from gmconsole.rulesets.lawn import RULESET, attacks, mercy, opposed
from gmconsole.rulesets.lawn.armoury import Carry, SetFigure
from gmconsole.rulesets.lawn.asides import React
from gmconsole.rulesets.lawn.checks import CheckRolled, DropCheck, RollCheck
from gmconsole.rulesets.lawn.counter import Counter, CounterLost
from gmconsole.rulesets.lawn.crisis import End
from gmconsole.rulesets.lawn.injuries import ChangeState

from . import rounds
from .conftest import Table
from .fighting import (
    FAIL,
    ONE,
    ZERO,
    answer,
    asked,
    attack,
    end,
    enter,
    events,
    fail,
    idle,
    life,
    owed,
    owes,
    people,
    refused,
    roll,
    succeed,
)


@pytest.mark.rule("LP-ATK-003")
def test_dodge_then_toughness_then_harm(table: Table) -> None:
    people(table)
    attack(table, "thug", "hands", "mike")
    assert owes(table) == "FLX=dodge 5D6"
    assert end(roll(table, ZERO)) == "dodged"
    assert (table.states("mike"), idle(table)) == ([], True)
    attack(table, "thug", "hands", "mike")
    fail(table)
    assert owes(table) == "PHY=toughness 5D6"
    assert end(roll(table, ZERO)) == "unharmed"
    attack(table, "thug", "hands", "mike")
    fail(table)
    fail(table)
    enter(table)
    assert table.states("mike") == ["light_wound"]
    # The attack's own effect in place of it.
    attack(table, "thug", "pepper_spray", "mike")
    fail(table)
    assert table.states("mike")[-1] == "in_shock"
    assert not table.state.attacks


@pytest.mark.rule("LP-ATK-004")
def test_foes_roll_nothing_against_player_characters(table: Table) -> None:
    people(table, npcs=("cowboy",))
    rolled = [
        *events(attack(table, "cowboy", "hands", "mike"), CheckRolled),
        *events(fail(table), CheckRolled),
        *events(fail(table), CheckRolled),
    ]
    enter(table)
    rolled += events(attack(table, "mike", "hands", "cowboy", ZERO[:4]), CheckRolled)
    rolled += events(succeed(table), CheckRolled)
    assert {e.who for e in rolled} == {table.ids["mike"]}
    assert [(e.kind, e.purpose) for e in rolled] == [
        ("FLX", "dodge"),
        ("PHY", "toughness"),
        ("OPR", "hit"),
        ("PHY", "damage"),
    ]
    # The foe's agility is in the difficulty the GM says: it adds nothing and rolls nothing.
    table.npc("eel", attributes={"FLX": 3})
    table.all_bands("touch")
    done = attack(table, "mike", "hands", "eel", [4, 5, 6, 12], difficulty=12)
    assert [(e.who, e.difficulty) for e in events(done, CheckRolled)] == [(table.ids["mike"], 12)]


@pytest.mark.rule("LP-ATK-004", "LP-CHK-044")
def test_two_foes_roll_nothing_and_the_gm_says(table: Table) -> None:
    people(table, npcs=("cowboy", "thug"))
    attack(table, "cowboy", "sword", "thug")
    assert (asked(table).kind, asked(table).value) == ("attack_bystander", "hits")
    enter(table)
    assert (life(table, "thug"), idle(table)) == (2, True)
    attack(table, "cowboy", "sword", "thug")
    assert end(answer(table, "misses")) == "missed"


@pytest.mark.rule("LP-ATK-005")
def test_a_club_leaves_one_minor_state(table: Table) -> None:
    people(table)
    attack(table, "thug", "hard_stick", "mike")
    fail(table)
    answer(table, "injured")
    enter(table)
    assert table.states("mike") == ["light_wound"]


@pytest.mark.rule("LP-ATK-006", "LP-INJ-002")
def test_the_gm_names_the_state(table: Table) -> None:
    people(table)
    attack(table, "thug", "blade", "mike")
    fail(table)
    enter(table)
    question = asked(table)
    assert (question.kind, question.value) == ("attack_harm", "light_wound")
    assert set(mercy.MINORS) <= set(question.choices)
    answer(table, "burn")
    assert table.states("mike") == ["burn"]


@pytest.mark.rule("LP-ATK-006")
def test_a_torch_burns(table: Table) -> None:
    people(table)
    table.do(Carry(who=table.ids["thug"], add=("improvised",)))
    table.do(SetFigure(who=table.ids["thug"], weapon="improvised", figure="wound", value="burn"))
    attack(table, "thug", "improvised", "mike")
    fail(table)
    answer(table, "injured")
    assert asked(table).value == "burn"


@pytest.mark.rule("LP-ATK-014")
def test_the_pools_of_the_defence(table: Table) -> None:
    people(table, FLX=0, PHY=1)
    attack(table, "thug", "hands", "mike")
    assert owes(table) == "FLX=dodge 5D6"
    fail(table)
    assert owes(table) == "PHY=toughness 6D6"


@pytest.mark.rule("LP-ATK-015")
def test_a_punch_may_daze_in_place_of_hurting(table: Table) -> None:
    people(table)
    for expected in (["dazed"], ["unconscious", "dazed"]):
        attack(table, "thug", "hands", "mike")
        fail(table)
        fail(table)
        assert asked(table).choices[:2] == ("light_wound", "dazed")
        answer(table, "dazed")
        assert table.states("mike") == expected


@pytest.mark.rule("LP-ATK-021", "LP-ATK-088", "LP-ATK-084")
def test_against_a_blade_toughness_fails_unless_the_gm_says_otherwise(table: Table) -> None:
    people(table)
    attack(table, "thug", "long_knife", "mike")
    fail(table)
    assert (asked(table).kind, asked(table).value) == ("attack_treatment", "injured")
    done = enter(table)
    assert not events(done, CheckRolled)
    enter(table)
    assert table.states("mike") == ["light_wound"]
    attack(table, "thug", "long_knife", "mike")
    fail(table)
    answer(table, "check")
    assert owes(table) == "PHY=toughness 4D12"
    assert end(succeed(table)) == "grazed"
    assert table.states("mike") == ["light_wound"]


@pytest.mark.rule("LP-ATK-021", "LP-ATK-088")
def test_against_a_stick_an_extremely_hard_check(table: Table) -> None:
    people(table)
    attack(table, "thug", "hard_stick", "mike")
    fail(table)
    enter(table)
    assert owes(table) == "PHY=toughness 5D12"
    table.session.undo(2)
    table.do(SetOption(option="extremely_hard", value=15))
    roll(table, FAIL)
    enter(table)
    assert owes(table) == "PHY=toughness 5D15"


@pytest.mark.rule("LP-ATK-022", "LP-ATK-084")
def test_the_second_graze_may_bleed(table: Table) -> None:
    rounds.fight(table, pcs=("mike",))
    rounds.go_to(table, "action", 1)
    table.set_band("mike", "cowboy", "touch")
    for number in (1, 2):
        rounds.pass_slots(table, until="cowboy")
        attack(table, "cowboy", "sword", "mike")
        fail(table)
        answer(table, "check")
        succeed(table)
        assert table.states("mike") == []
        assert len(rounds.asked(table, "graze")) == number - 1
        if number == 1:
            rounds.go_to(table, "action", 2)
    assert asked(table).value == "no"
    enter(table)
    assert table.states("mike") == []
    table.session.undo()
    answer(table, "yes")
    assert table.states("mike") == ["bleeding"]
    table.do(End())
    assert not table.state.crisis.grazes


@pytest.mark.rule("LP-ATK-027")
def test_a_firearm_is_extremely_hard_to_dodge_and_nothing_stops_it(table: Table) -> None:
    people(table, band="medium")
    attack(table, "thug", "pistol", "mike", difficulty=0)
    assert owes(table) == "FLX=dodge 5D12"
    done = fail(table)
    assert asked(table).kind == "attack_harm"
    assert [e.purpose for e in events(done, CheckRolled)] == ["dodge"]
    enter(table)
    assert (table.states("mike"), idle(table)) == (["light_wound"], True)
    table.do(SetOption(option="extremely_hard", value=15))
    table.do(ChangeState(who=(table.ids["mike"],), remove=("light_wound",)))
    table.npc("sniper")
    table.all_bands("medium")
    attack(table, "sniper", "pistol", "mike", difficulty=0)
    assert owes(table) == "FLX=dodge 5D15"


@pytest.mark.rule("LP-ATK-038")
def test_dodging_a_special_weapon(table: Table) -> None:
    people(table)
    attack(table, "thug", "stun_gun", "mike")
    assert end(roll(table, ZERO)) == "dodged"
    assert table.states("mike") == []


@pytest.mark.rule("LP-ATK-038", "LP-WPN-002")
@pytest.mark.parametrize(("dice", "states"), [(FAIL, {"on_fire", "burn"}), (ZERO, {"on_fire"}), (ONE, set())])
def test_fire_by_the_dodge(table: Table, dice: list[int], states: set[str]) -> None:
    people(table)
    attack(table, "thug", "fire", "mike")
    roll(table, dice)
    assert (set(table.states("mike")), idle(table)) == (states, True)


@pytest.mark.rule("LP-ATK-003", "LP-INJ-049")
def test_the_unconscious_do_not_dodge(table: Table) -> None:
    people(table)
    rounds.give(table, "mike", "unconscious")
    attack(table, "thug", "hands", "mike")
    assert asked(table).kind == "attack_harm"
    enter(table)
    assert "light_wound" in table.states("mike")


@pytest.mark.rule("LP-ATK-006")
def test_a_warning_before_a_kill(table: Table) -> None:
    people(table)
    rounds.give(table, "mike", "severe_wound")
    attack(table, "thug", "pistol", "mike")
    fail(table)
    assert asked(table).kind == "attack_deadly"
    answer(table, "refuse")
    assert (table.states("mike"), idle(table)) == (["severe_wound"], True)
    attack(table, "thug", "pistol", "mike")
    fail(table)
    enter(table)
    assert "dead" in table.states("mike")


@pytest.mark.rule("LP-ATK-006")
def test_three_points_at_once_may_be_one_step_instead(table: Table) -> None:
    people(table, band="near")
    rounds.give(table, "thug", "prone")
    attack(table, "thug", "anti_materiel_rifle", "mike")
    fail(table)
    assert asked(table).kind == "attack_deadly"
    answer(table, "gentle")
    assert table.states("mike") == ["severe_wound"]
    table.session.undo()
    enter(table)
    assert "dead" in table.states("mike")


@pytest.mark.rule("LP-ATK-009")
def test_the_dodge_difficulty_is_kept_for_that_foe(table: Table) -> None:
    people(table)
    attack(table, "thug", "hands", "mike", difficulty=0)
    assert owes(table) == "FLX=dodge 5D0"
    roll(table, [2, 2, 5, 7, 9], difficulty=9)
    roll(table, [4, 5, 6, 9, 9], difficulty=9)
    attack(table, "thug", "hands", "mike", difficulty=0)
    assert owes(table) == "FLX=dodge 5D9"
    fail(table)
    assert owes(table) == "PHY=toughness 5D9"


@pytest.mark.rule("LP-ATK-009")
def test_an_eased_dodge_is_kept_as_it_was_said(table: Table) -> None:
    from gmconsole.rulesets.lawn.actions import Defend

    rounds.fight(table, pcs=("mike",))
    rounds.go_to(table, "action", 1)
    table.do(Defend(who=table.ids["mike"], text="roll aside"))
    rounds.answer(table, "defence", "3")
    attack(table, "cowboy", "pistol", "mike", difficulty=9)
    assert owes(table) == "FLX=dodge 5D6"
    fail(table)
    assert table.who("cowboy").difficulties == {"dodge pistol": 9}


@pytest.mark.rule("LP-INI-019")
def test_reading_intent_makes_the_dodge_easier(table: Table) -> None:
    rounds.fight(table, pcs=("mike",))
    table.do(SetOption(option="reading_intent", value=True))
    rounds.go_to(table, "action", 1)
    rounds.pass_slots(table, until="cowboy")
    attack(table, "cowboy", "pistol", "mike", difficulty=9)
    (question,) = rounds.asked(table, "reading_intent")
    assert (question.who, question.value) == (table.ids["mike"], "6")
    rounds.answer(table, "reading_intent", "6")
    assert owes(table) == "FLX=dodge 5D6"
    table.session.undo(3)
    table.do(SetOption(option="reading_intent", value=False))
    rounds.pass_slots(table, until="cowboy")
    attack(table, "cowboy", "pistol", "mike", difficulty=9)
    assert not rounds.asked(table, "reading_intent")


# Counters ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-ATK-057", "LP-ATK-089", "LP-ACT-015")
def test_a_counter_takes_the_blow_and_strikes_back(table: Table) -> None:
    rounds.fight(table, pcs=("mike",))
    table.set_band("mike", "cowboy", "touch")
    rounds.go_to(table, "action", 1, first=())
    assert rounds.turn(table) == "cowboy"
    attack(table, "cowboy", "hands", "mike")
    assert [t.who for t in table.tasks("counter")] == [table.ids["mike"]]
    table.do(Counter(who=table.ids["mike"]))
    assert owes(table) == "PHY=toughness 5D6"
    assert table.state.crisis.reacted == (f"{table.ids['mike']} {table.ids['cowboy']}",)
    assert (
        table.refused(React(who=table.ids["mike"], against=table.ids["cowboy"], text="again")).code == "reacted-already"
    )
    succeed(table)
    # Toughness held: Mike strikes back with hit and damage, and keeps his own slot.
    assert owes(table) == "OPR=hit 5D0"
    roll(table, ZERO, difficulty=6)
    succeed(table)
    assert life(table, "cowboy") == 2
    assert rounds.turn(table) == "mike"
    assert table.ids["mike"] not in table.state.crisis.slots


@pytest.mark.rule("LP-ATK-057", "LP-ACT-015")
def test_no_counter_where_it_does_not_fit(table: Table) -> None:
    people(table)
    attack(table, "thug", "hands", "mike")
    table.do(Counter(who=table.ids["mike"], unfit=True))
    assert not table.tasks("counter")
    assert table.refused(Counter(who=table.ids["mike"])).code == "no-blow-to-answer"
    succeed(table)
    attack(table, "thug", "hands", "mike", no_counter=True)
    assert not table.tasks("counter")
    succeed(table)
    rounds.give(table, "mike", "stunned")
    attack(table, "thug", "hands", "mike")
    assert not table.tasks("counter")
    assert table.refused(Counter(who=table.ids["mike"])).code == "cannot-act"
    rounds.take(table, "mike", "stunned")
    table.do(SetOption(option="counter", value=False))
    assert not table.tasks("counter")
    assert table.refused(Counter(who=table.ids["mike"])).code == "not-in-play"
    assert table.refused(Counter(who=table.ids["thug"])).code == "not-in-play"


@pytest.mark.rule("LP-ATK-089")
def test_who_cannot_act_does_not_strike_back(table: Table) -> None:
    people(table)
    rounds.give(table, "mike", "dazed")
    attack(table, "thug", "hands", "mike")
    table.do(Counter(who=table.ids["mike"]))
    fail(table)
    done = answer(table, "dazed")
    assert "unconscious" in table.states("mike")
    assert events(done, CounterLost)
    assert idle(table)


@pytest.mark.rule("LP-ATK-057")
def test_the_counter_needs_a_weapon_that_reaches(table: Table) -> None:
    people(table, band="medium")
    attack(table, "thug", "pistol", "mike")
    assert table.refused(Counter(who=table.ids["mike"])).code == "out-of-reach"
    table.do(Counter(who=table.ids["mike"], weapon="pistol", mode="burst"))
    enter(table)
    assert owes(table) == "OPR=hit 6D0"
    roll(table, [4, 5, 6, 6, 6, 6], difficulty=6)
    assert life(table, "thug") == 2


# Player character against player character ----------------------------------------------------------------------------


def both(table: Table, mike: list[int], jessica: list[int]) -> None:
    """Roll both sides of the opposed check."""
    for name, dice in (("mike", mike), ("jessica", jessica)):
        check = next(c for c in table.state.checks.values() if c.who == table.ids[name])
        table.do(RollCheck(who=check.who, check=check.id), dice)


@pytest.mark.rule("LP-ATK-066")
def test_the_higher_degree_wins(table: Table) -> None:
    people(table, pcs=("mike", "jessica"), npcs=())
    attack(table, "mike", "hands", "jessica")
    hit, dodge = table.state.checks.values()
    assert (hit.type, hit.purpose, dodge.type, dodge.purpose) == ("OPR", "hit", "FLX", "dodge")
    assert (hit.difficulty, dodge.difficulty) == (6, 6)
    table.do(RollCheck(who=dodge.who, check=dodge.id), ZERO)
    table.do(RollCheck(who=hit.who, check=hit.id), ONE)
    damage, toughness = table.state.checks.values()
    assert (damage.purpose, toughness.purpose, damage.difficulty, toughness.difficulty) == ("damage", "toughness", 6, 6)
    both(table, ONE, ZERO)
    enter(table)
    assert table.states("jessica") == ["light_wound"]


@pytest.mark.rule("LP-ATK-066")
def test_a_level_result_is_none(table: Table) -> None:
    people(table, pcs=("mike", "jessica"), npcs=())
    attack(table, "mike", "hands", "jessica")
    dodge = list(table.state.checks.values())[1]
    table.do(RollCheck(who=dodge.who, check=dodge.id), ONE)
    hit = next(iter(table.state.checks.values()))
    table.do(RollCheck(who=hit.who, check=hit.id), ONE)
    (task,) = table.tasks("tie_break")
    assert task.command == opposed.TieBreak(pair="opposed-001")
    table.do(task.command, [6, 6, 6, 6, 6, 1, 6, 6, 6, 6])
    assert idle(table)
    table.session.undo()
    assert task.skip is not None
    assert end(table.do(task.skip)) == "nothing"
    assert idle(table)


@pytest.mark.rule("LP-ATK-066")
def test_a_failure_is_dodged(table: Table) -> None:
    people(table, pcs=("mike", "jessica"), npcs=())
    attack(table, "mike", "hands", "jessica")
    dodge = list(table.state.checks.values())[1]
    table.do(RollCheck(who=dodge.who, check=dodge.id), ZERO)
    hit = next(iter(table.state.checks.values()))
    assert end(table.do(RollCheck(who=hit.who, check=hit.id), FAIL)) == "dodged"
    # Known now: nothing more to say, and the damage may still be stood.
    attack(table, "mike", "hands", "jessica", difficulty=0)
    both(table, ONE, ZERO)
    both(table, ZERO, ONE)
    assert (idle(table), table.states("jessica")) == (True, [])


@pytest.mark.rule("LP-ATK-066", "LP-ATK-021")
def test_a_blade_among_friends(table: Table) -> None:
    people(table, pcs=("mike", "jessica"), npcs=())
    for value in ("injured", "check"):
        attack(table, "mike", "sword", "jessica")
        dodge = list(table.state.checks.values())[1]
        table.do(RollCheck(who=dodge.who, check=dodge.id), FAIL)
        hit = next(iter(table.state.checks.values()))
        table.do(RollCheck(who=hit.who, check=hit.id), ZERO)
        answer(table, value)
        purposes = [(c.purpose, c.difficulty) for c in table.state.checks.values()]
        assert purposes == ([("damage", 6)] if value == "injured" else [("damage", 6), ("toughness", 12)])
        table.do(attacks.BreakOff(who=table.ids["mike"]))
    attack(table, "mike", "pistol", "jessica")
    assert [(c.purpose, c.difficulty) for c in table.state.checks.values()] == [("hit", 6), ("dodge", 12)]
    both(table, ONE, [4, 5, 6, 9, 12])
    assert asked(table).kind == "attack_harm"


@pytest.mark.rule("LP-ATK-066", "LP-ATK-057")
def test_a_friend_strikes_back(table: Table) -> None:
    people(table, pcs=("mike", "jessica"), npcs=())
    attack(table, "mike", "pistol", "jessica")
    table.do(Counter(who=table.ids["jessica"]))
    enter(table)
    assert table.states("jessica") == ["light_wound"]
    assert [(c.who, c.purpose) for c in table.state.checks.values()] == [
        (table.ids["jessica"], "hit"),
        (table.ids["mike"], "dodge"),
    ]


# Loose ends ----------------------------------------------------------------------------------------------------------


def test_an_attack_whose_check_is_taken_back_is_over(table: Table) -> None:
    people(table, pcs=("mike", "jessica"))
    attack(table, "thug", "hands", "mike")
    assert end(table.do(DropCheck(check=owed(table).id))) == "off"
    attack(table, "mike", "hands", "jessica")
    table.do(DropCheck(check=next(iter(table.state.checks))))
    assert idle(table)
    assert not table.state.opposed


def test_the_end_of_a_crisis_leaves_the_harm_to_be_said(table: Table) -> None:
    rounds.fight(table, pcs=("mike",))
    rounds.go_to(table, "action", 1, first=())
    attack(table, "cowboy", "pistol", "mike")
    fail(table)
    table.do(End())
    assert asked(table).kind == "attack_harm"
    enter(table)
    assert table.states("mike") == ["light_wound"]
    assert refused(table, "mike", "hands", "cowboy") == "out-of-reach"
    assert not [t for t in RULESET.agenda(table.state) if t.kind == "check"]
