"""Structures, breaching, armour and extra degree (LP-ATK-044 to -050, -062 to -065, -086)."""

from __future__ import annotations

import pytest

from gmconsole.core.commands import SetField, SetOption
from gmconsole.core.model import Msg
from gmconsole.core.ruleset import Tx
from gmconsole.rulesets.lawn import RULESET, checks, structures, weapons
from gmconsole.rulesets.lawn.armoury import SetFigure
from gmconsole.rulesets.lawn.questions import Answer
from gmconsole.rulesets.lawn.state import LawnState
from gmconsole.rulesets.lawn.zones import PlaceDevice

from .arms import asks, dice_owed, face_off, life, no_strike, owed, roll, strike
from .conftest import Table
from .rounds import asked, failure, give, success, take
from .test_life import NoDice

SUCCESS_0 = (2, 3, 4, 6, 6)
SUCCESS_1 = (1, 4, 2, 6, 3)


def wall(table: Table, name: str = "wall", points: int = 1, **figures: object) -> str:
    """A structure at Touch of Mike."""
    who = table.add(name, "object", structure=True, life=points, **figures)
    table.set_band("mike", name, "touch")
    return who


def put(table: Table, weapon: str, target: str, by: str = "mike") -> None:
    """Let a device of somebody's go off at Touch of that target, out of everybody's else reach."""
    near = {p.id: "medium" for p in table.state.entities.values() if p.on_stage and p.id != table.ids[target]}
    table.do(PlaceDevice(weapon=weapon, target=table.ids[target], by=table.ids[by] if by else "", near=near))
    asks(table, "device")


def set_(table: Table, name: str, field: str, value: int | str) -> None:
    """Correct a stored value."""
    table.do(SetField(who=(table.ids[name],), field=field, value=value))


# What harms structures -----------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-ATK-044")
def test_a_structure_has_life_and_its_mark(table: Table) -> None:
    face_off(table)
    wall(table, "vault")
    vault = table.who("vault")
    assert (vault.structure, vault.life, vault.life_max) == (True, 1, 1)
    card = RULESET.view(table.state, "gm").cards[vault.id]
    assert (card.facts["life"], card.facts["life_max"]) == (1, 1)
    assert Msg("field:structure") in [span.text for line in card.lines for span in line]


@pytest.mark.rule("LP-ATK-045")
@pytest.mark.parametrize("weapon", ["sword", "pistol", "hands", "bow", "taser"])
def test_without_breaching_nothing_harms_a_structure(table: Table, weapon: str) -> None:
    face_off(table)
    wall(table, "vault")
    assert no_strike(table, weapon, target="vault").code == "needs-breaching"
    strike(table, "shotgun", target="vault")
    assert dice_owed(table, "mike", "breach") == 5


@pytest.mark.rule("LP-ATK-046")
def test_a_malus_is_still_a_capability(table: Table) -> None:
    face_off(table)
    wall(table)
    for value, dice in ((-1, 4), (0, 5)):
        table.do(SetFigure(who=table.ids["mike"], weapon="pistol", figure="breaching", value=value))
        strike(table, "pistol", target="wall")
        assert dice_owed(table, "mike", "breach") == dice
        roll(table, "mike", "breach", fails=True)
    table.do(SetFigure(who=table.ids["mike"], weapon="pistol", figure="breaching", value="none"))
    assert no_strike(table, "pistol", target="wall").code == "needs-breaching"


@pytest.mark.rule("LP-ATK-047", "LP-WPN-029", "LP-WPN-036")
@pytest.mark.parametrize(("weapon", "phy"), [("explosives", 3), ("grenade", 0)])
def test_devices_breach_by_themselves(table: Table, weapon: str, phy: int) -> None:
    face_off(table, "medium", PHY=phy)
    wall(table, points=3)
    put(table, weapon, "wall")
    assert dice_owed(table, "mike", "breach") == 7
    assert [line.why for line in checks.pool_lines(table.state, owed(table, "mike", "breach"))] == ["base", weapon]
    roll(table, "mike", "breach", difficulty=9)
    assert life(table, "wall") == (2, 3)


@pytest.mark.rule("LP-WPN-029")
def test_the_splash_breaches_nothing(table: Table) -> None:
    face_off(table, "medium")
    wall(table)
    table.do(
        PlaceDevice(
            weapon="grenade",
            target=table.ids["wall"],
            band="near",
            by=table.ids["mike"],
            near={table.ids["mike"]: "medium"},
        )
    )
    asks(table, "device")
    assert (table.state.checks, asked(table, "breached"), life(table, "wall")) == ({}, [], (1, 1))


@pytest.mark.rule("LP-ATK-064")
def test_the_wielder_stays_out_of_the_breach(table: Table) -> None:
    face_off(table, PHY=2)
    wall(table, points=9)
    strike(table, "chainsaw", target="wall")
    assert dice_owed(table, "mike", "breach") == 5
    roll(table, "mike", "breach", fails=True)
    give(table, "mike", "prone")
    strike(table, "rocket_launcher", target="wall", dice=failure(5))
    assert (table.state.checks, life(table, "wall")) == ({}, (9, 9))
    take(table, "mike", "prone")
    give(table, "mike", "light_wound")
    put(table, "explosives", "wall")
    assert dice_owed(table, "mike", "breach") == 7


@pytest.mark.rule("LP-ATK-065", "LP-ATK-063")
def test_a_breach_takes_one_and_its_degrees(table: Table) -> None:
    face_off(table, "near")
    wall(table, "crate", 3)
    wall(table, "tank", 5)
    table.do(SetOption(option="extra_degree", value=False))
    put(table, "explosives", "crate")
    roll(table, "mike", "breach", (1, 4, 1, 2, 3, 8, 8), difficulty=9)
    assert life(table, "crate") == (2, 3)
    table.do(SetOption(option="extra_degree", value=True))
    strike(table, "rocket_launcher", target="tank")
    roll(table, "mike", "breach", (1, 4, 1, 2, 3, 8, 8, 8), difficulty=9)
    assert life(table, "tank") == (2, 5)


@pytest.mark.rule("LP-ATK-065")
def test_explosives_without_degree(table: Table) -> None:
    face_off(table, "near")
    wall(table, points=3)
    put(table, "explosives", "wall")
    roll(table, "mike", "breach", (9, 2, 7, 3, 5, 4, 9), difficulty=9)
    assert life(table, "wall") == (2, 3)


@pytest.mark.rule("LP-ATK-063")
def test_which_check_carries_the_extra_degree(table: Table) -> None:
    face_off(table)
    table.npc("beast", life=10)
    table.set_band("mike", "beast", "touch")
    strike(table, "hands", target="beast")
    roll(table, "mike", "damage", (1, 4, 1, 2, 3))
    assert life(table, "beast") == (9, 10)
    wall(table, "wall", 3)
    put(table, "explosives", "wall")
    roll(table, "mike", "breach", (1, 4, 1, 2, 3, 8, 8), difficulty=9)
    assert (life(table, "wall"), table.who("wall").fate) == ((0, 3), "destroyed")
    wall(table, "gate", 5)
    strike(table, "shotgun", target="gate", dice=(1, 4, 1, 2, 3))
    roll(table, "mike", "breach", (1, 4, 2, 3, 8), difficulty=9)
    assert life(table, "gate") == (3, 5)


@pytest.mark.rule("LP-ATK-086")
@pytest.mark.parametrize(("dice", "left"), [((9, 2, 7, 3, 5, 4, 9), 0), ((2, 2, 5, 5, 8, 8, 9), 1)])
def test_the_vault_of_the_example(table: Table, dice: tuple[int, ...], left: int) -> None:
    face_off(table, "medium", PHY=3)
    wall(table, "vault")
    put(table, "explosives", "vault")
    assert owed(table, "mike", "breach").difficulty == 9
    roll(table, "mike", "breach", dice, difficulty=9)
    assert life(table, "vault") == (left, 1)
    assert (table.who("vault").fate == "destroyed") is (left == 0)


def test_where_nobody_rolls_the_gm_is_asked(table: Table) -> None:
    face_off(table, "medium")
    wall(table, points=2)
    set_(table, "wall", "armour", 1)
    for value, left in (("no", 2), ("yes", 1)):
        put(table, "grenade", "wall", by="")
        (question,) = asked(table, "breached")
        table.do(Answer(question=question.id, value=value))
        assert life(table, "wall") == (left, 2)


def test_without_the_rule_a_wall_is_a_thing_like_others(table: Table) -> None:
    face_off(table, "medium")
    wall(table, points=3)
    table.do(SetOption(option="structures", value=False))
    put(table, "grenade", "wall")
    assert life(table, "wall") == (1, 3)


# Extra degree --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-ATK-048")
def test_degrees_hurt_what_bears_far_more_than_a_human(table: Table) -> None:
    face_off(table)
    table.npc("beast", life=10)
    table.npc("swarm", life=6)
    set_(table, "swarm", "scale", "large")
    for name in ("beast", "swarm"):
        table.set_band("mike", name, "touch")
    strike(table, "sword", target="beast")
    roll(table, "mike", "damage", (1, 4, 1, 2, 3, 6, 6))
    assert life(table, "beast") == (7, 10)
    strike(table, "pistol", target="swarm", dice=SUCCESS_1)
    assert life(table, "swarm") == (4, 6)
    strike(table, "pistol", dice=SUCCESS_1)
    assert life(table, "cowboy") == (2, 3)
    set_(table, "beast", "scale", "human")
    strike(table, "pistol", target="beast", dice=SUCCESS_1)
    assert life(table, "beast") == (6, 10)
    table.do(SetOption(option="extra_degree", value=False))
    strike(table, "pistol", target="swarm", dice=SUCCESS_1)
    assert life(table, "swarm") == (3, 6)


# Armour --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-ATK-049")
def test_armour_asks_for_a_degree(table: Table) -> None:
    face_off(table)
    set_(table, "cowboy", "armour", 2)
    strike(table, "sword")
    roll(table, "mike", "damage", (1, 4, 2, 3, 6, 6, 6))
    assert life(table, "cowboy") == (3, 3)
    table.do(SetOption(option="extra_degree", value=False))
    strike(table, "sword")
    roll(table, "mike", "damage", (1, 4, 1, 2, 3, 6, 6))
    assert life(table, "cowboy") == (2, 3)
    set_(table, "cowboy", "armour", 0)
    strike(table, "sword")
    roll(table, "mike", "damage", success(7))
    assert life(table, "cowboy") == (1, 3)
    set_(table, "cowboy", "armour", 2)
    table.do(SetOption(option="armour", value=False))
    strike(table, "sword")
    roll(table, "mike", "damage", success(7))
    assert life(table, "cowboy") == (0, 3)


@pytest.mark.rule("LP-ATK-050")
@pytest.mark.parametrize(("armour", "damage"), [(1, 2), (2, 1), (3, 0)])
def test_armour_takes_degrees_off_first(table: Table, armour: int, damage: int) -> None:
    face_off(table, PHY=1)
    table.npc("beast", life=10)
    table.set_band("mike", "beast", "touch")
    set_(table, "beast", "armour", armour)
    strike(table, "improvised", target="beast")
    roll(table, "mike", "damage", (1, 4, 1, 2, 3, 6))
    assert life(table, "beast") == (10 - damage, 10)


@pytest.mark.rule("LP-ATK-062")
def test_armour_against_automatic_damage(table: Table) -> None:
    face_off(table, "medium")
    set_(table, "cowboy", "armour", 1)
    strike(table, "pistol", dice=SUCCESS_0)
    assert life(table, "cowboy") == (3, 3)
    strike(table, "pistol", dice=SUCCESS_1)
    assert life(table, "cowboy") == (2, 3)
    put(table, "grenade", "cowboy")
    (question,) = asked(table, "zone_armour")
    assert (question.value, question.choices) == ("1", ("0", "1", "2"))
    table.do(Answer(question=question.id, value="1"))
    assert life(table, "cowboy") == (1, 3)


def test_a_bare_sum(table: Table) -> None:
    face_off(table)
    state: LawnState = Tx(RULESET, table.state, NoDice()).state
    cowboy = table.who("cowboy")
    assert structures.through(state, cowboy, 0) == 0
    assert structures.total(state, cowboy, 2, 3) == 2
    assert structures.cannot_harm(state, cowboy, None) is None
    assert structures.cannot_harm(state, cowboy, weapons.WEAPONS["sword"]) is None
