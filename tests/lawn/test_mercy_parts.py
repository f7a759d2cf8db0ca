"""Mercy, parts of the body, vital points."""

from __future__ import annotations

import pytest

from gmconsole.core.commands import SetField, SetOption
from gmconsole.rulesets.lawn import injuries
from gmconsole.rulesets.lawn.checks import RollCheck
from gmconsole.rulesets.lawn.state import Modifier

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
    owed,
    owes,
    people,
    refused,
    roll,
    succeed,
)


def hit(table: Table, weapon: str = "hands", **choices: object) -> None:
    """Mike's attack on the thug hits at D6."""
    attack(table, "mike", weapon, "thug", ZERO, harder=0, **choices)


@pytest.mark.rule("LP-ATK-051")
def test_a_cap_on_the_damage(table: Table) -> None:
    people(table)
    hit(table, vital=True, cap=1)
    succeed(table)
    answer(table, "harm")
    assert life(table, "thug") == 2
    assert refused(table, "mike", "pistol", "thug", mercy=True) == "no-mercy"
    assert refused(table, "mike", "stun_gun", "thug", mercy=True) == "no-mercy"
    assert refused(table, "thug", "hands", "mike", mercy=True) == "no-mercy"


@pytest.mark.rule("LP-ATK-052", "LP-ATK-075", "LP-ATK-079", "LP-LIF-007")
def test_one_point_becomes_stunned(table: Table) -> None:
    people(table)
    hit(table, mercy=True)
    succeed(table)
    assert (asked(table).value, asked(table).choices) == ("stunned", ("stunned", "harm"))
    enter(table)
    assert (life(table, "thug"), table.states("thug"), idle(table)) == (3, ["stunned"], True)
    assert not injuries.can_act(table.who("thug"))


@pytest.mark.rule("LP-ATK-052", "LP-ATK-075")
def test_two_points_become_unconscious_or_stunned_and_one(table: Table) -> None:
    people(table)
    hit(table, mercy=True, vital=True)
    succeed(table)
    assert asked(table).choices == ("unconscious", "stunned", "harm")
    enter(table)
    assert (life(table, "thug"), table.states("thug")) == (3, ["unconscious"])
    table.session.undo()
    answer(table, "stunned")
    assert (life(table, "thug"), table.states("thug")) == (2, ["stunned"])
    table.session.undo()
    answer(table, "harm")
    assert (life(table, "thug"), table.states("thug")) == (1, [])


@pytest.mark.rule("LP-ATK-075", "LP-ATK-069")
def test_no_conversion_without_mercy_or_by_firearms(table: Table) -> None:
    people(table)
    hit(table)
    succeed(table)
    assert (life(table, "thug"), idle(table)) == (2, True)
    hit(table, weapon="shotgun")
    assert (life(table, "thug"), [q.kind for q in table.state.questions.values()]) == (0, ["fate"])


@pytest.mark.rule("LP-ATK-053")
def test_mercy_on_something_huge_only_as_its_life_runs_out(table: Table) -> None:
    table.pc("mike")
    table.npc("thug", life=10)
    table.all_bands("touch")
    table.do(SetField(who=(table.ids["thug"],), field="scale", value="large"))
    hit(table, weapon="sword", mercy=True)
    succeed(table, degree=2)
    assert (life(table, "thug"), idle(table)) == (7, True)
    table.do(SetField(who=(table.ids["thug"],), field="life", value=2))
    hit(table, weapon="sword", mercy=True)
    succeed(table, degree=2)
    choices = asked(table).choices
    assert {"stunned", "unconscious", "injured_hand", "injured_foot", "harm"} <= set(choices)
    answer(table, "injured_foot")
    assert (life(table, "thug"), table.states("thug")) == (2, ["injured_foot"])
    table.session.undo()
    answer(table, "harm")
    assert life(table, "thug") == 0


@pytest.mark.rule("LP-ATK-054", "LP-ATK-083", "LP-LIF-007")
def test_a_shot_at_the_hand_disables_it(table: Table) -> None:
    people(table, band="medium")
    hit(table, weapon="pistol", part="hand:right")
    assert (life(table, "thug"), table.states("thug")) == (3, ["injured_hand"])
    assert injuries.disabled(table.who("thug")) == ("hand:right",)
    # Two-handed weapons are no use to the thug any more.
    assert refused(table, "thug", "rifle", "mike") == "needs-both-hands"
    hit(table, weapon="pistol", part="foot")
    assert injuries.speed_cap(table.who("thug"), by_vehicle=False) == "crawl"
    assert life(table, "thug") == 3
    attack(table, "mike", "pistol", "thug", FAIL, part="eye")
    assert table.states("thug") == ["injured_hand", "injured_foot"]


@pytest.mark.rule("LP-ATK-054")
def test_a_punch_at_the_hand_needs_its_damage_check(table: Table) -> None:
    people(table)
    hit(table, part="hand")
    assert owes(table) == "PHY=damage 5D6"
    fail(table)
    assert table.states("thug") == []
    hit(table, part="hand")
    succeed(table)
    assert (life(table, "thug"), table.states("thug")) == (3, ["injured_hand"])


@pytest.mark.rule("LP-ATK-054", "LP-ATK-055")
def test_things_have_no_parts(table: Table) -> None:
    people(table)
    table.add("lamp", "object")
    table.all_bands("touch")
    assert refused(table, "mike", "hands", "lamp", part="hand") == "no-body-to-aim-at"
    assert refused(table, "mike", "hands", "lamp", vital=True) == "no-body-to-aim-at"
    for option, choice in (
        ("body_parts", {"part": "hand"}),
        ("vital_points", {"vital": True}),
        ("mercy", {"mercy": True}),
    ):
        table.do(SetOption(option=option, value=False))
        assert refused(table, "mike", "hands", "thug", **choice) == "not-in-play"


@pytest.mark.rule("LP-INJ-070")
def test_the_part_of_a_player_character_gets_its_special_state(table: Table) -> None:
    people(table, band="medium")
    attack(table, "thug", "pistol", "mike", part="hand:left")
    fail(table)
    assert (table.states("mike"), idle(table)) == (["injured_hand"], True)
    assert not rounds.injury(table, "mike", "injured_hand").tended
    rounds.take(table, "mike", "injured_hand")
    rounds.give(table, "mike", "severe_wound")
    attack(table, "thug", "pistol", "mike", part="foot")
    fail(table)
    assert table.states("mike") == ["severe_wound", "injured_foot"]
    assert not injuries.is_dead(table.who("mike"))


@pytest.mark.rule("LP-ATK-055")
def test_a_vital_point_is_harder_and_hurts_more(table: Table) -> None:
    people(table)
    attack(table, "mike", "hands", "thug", [4, 5, 6, 12, 12], difficulty=6, vital=True)
    assert owes(table) == "PHY=damage 5D6"
    succeed(table)
    assert life(table, "thug") == 1
    assert end(attack(table, "mike", "hands", "thug", [2, 2, 5, 7, 12], difficulty=6, vital=True)) == "missed"
    # The GM's figures: another surcharge, more damage.
    table.do(SetOption(option="vital_difficulty", value=3))
    attack(table, "mike", "hands", "thug", [2, 2, 5, 7, 9], difficulty=6, vital=True)
    attack(table, "mike", "hands", "thug", [4, 5, 6, 6, 6], difficulty=6, vital=True, harder=0, extra=2)
    succeed(table)
    assert life(table, "thug") == 0


@pytest.mark.rule("LP-ATK-055")
def test_a_foe_aims_at_a_vital_point(table: Table) -> None:
    people(table)
    attack(table, "thug", "hands", "mike", difficulty=12, vital=True)
    assert owes(table) == "FLX=dodge 5D6"
    fail(table)
    fail(table)
    enter(table)
    assert table.states("mike") == ["severe_wound"]


@pytest.mark.rule("LP-ATK-056")
@pytest.mark.parametrize(("double", "dice"), [(0, 10), (1, 12), (2, 14)])
def test_doubling_the_largest_terms(table: Table, double: int, dice: int) -> None:
    table.pc("mike", attributes={"PHY": 1})
    table.npc("thug", life=10)
    table.all_bands("touch")
    attack(table, "mike", "sword", "thug", [4, 5, 6, 12, 12], difficulty=6, vital=True, double=double)
    check = owed(table)
    table.do(
        RollCheck(who=check.who, check=check.id, modifiers=(Modifier(2, "passion"),)), [4, 5, 6, *[6] * (dice - 3)]
    )
    # The point of the vital hit is what was swapped.
    assert life(table, "thug") == (10 - 2 if not double else 10 - 1)


@pytest.mark.rule("LP-ATK-080")
def test_the_chin_with_mercy(table: Table) -> None:
    people(table, OPR=2)
    attack(table, "mike", "hands", "thug", [4, 9, 5, 12, 6, 1, 1], difficulty=6, vital=True, mercy=True)
    succeed(table)
    assert asked(table).ref == "2"
    answer(table, "unconscious")
    assert (life(table, "thug"), table.states("thug")) == (3, ["unconscious"])


@pytest.mark.rule("LP-ATK-005", "LP-LIF-010")
def test_an_important_foe_has_states(table: Table) -> None:
    table.pc("mike")
    table.npc("boss", important=True)
    table.all_bands("touch")
    attack(table, "mike", "pistol", "boss", ZERO)
    assert asked(table).kind == "attack_harm"
    enter(table)
    assert table.states("boss") == ["light_wound"]
    attack(table, "mike", "hands", "boss", ZERO, mercy=True)
    roll(table, ZERO)
    answer(table, "stunned")
    assert table.states("boss") == ["light_wound", "stunned"]
