"""Weapons: templates, items, hands, loads, reach and what a hit comes to (LP-WPN, LP-ATK)."""

from __future__ import annotations

from pathlib import Path

import pytest

from gmconsole import content
from gmconsole.core.commands import SetOption
from gmconsole.core.model import Msg
from gmconsole.core.scenario import Problem
from gmconsole.rulesets.lawn import RULESET, armoury, beams, distance, weapons
from gmconsole.rulesets.lawn.actions import Reload
from gmconsole.rulesets.lawn.armoury import Carry, ResetFigures, SetFigure
from gmconsole.rulesets.lawn.distance import LIGHTS
from gmconsole.rulesets.lawn.life import ChangeLoad
from gmconsole.rulesets.lawn.state import LawnState
from gmconsole.rulesets.lawn.weapon_table import KINDS, WeaponDef
from gmconsole.scenarios import check_file, load_scenario, start_state

from .arms import asks, dice_owed, face_off, give_weapon, life, load, no_strike, owed, roll, strike
from .conftest import Table
from .rounds import asked, failure, fight, give, go_to, pass_slots, success, take, turn

SUCCESS_0 = (2, 3, 4, 6, 6)
SUCCESS_1 = (1, 4, 2, 6, 3)


# Figures of the item -------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-WPN-001")
def test_figures_change_on_the_item_and_never_on_the_template(table: Table) -> None:
    face_off(table)
    table.pc("jessica")
    give_weapon(table, "mike", "sword", "sword")
    give_weapon(table, "jessica", "sword")
    table.do(SetFigure(who=table.ids["mike"], weapon="sword", figure="bonus", value=1))
    assert weapons.of(table.who("mike"), "sword").bonus == 1
    assert weapons.of(table.who("mike"), "sword-2").bonus == weapons.of(table.who("jessica"), "sword").bonus == 2
    assert weapons.WEAPONS["sword"].bonus == 2
    strike(table, "sword")
    assert dice_owed(table, "mike", "damage") == 6
    table.do(ResetFigures(who=table.ids["mike"], weapon="sword"))
    assert weapons.of(table.who("mike"), "sword") == weapons.WEAPONS["sword"]
    assert dice_owed(table, "mike", "damage") == 7


@pytest.mark.rule("LP-WPN-001")
def test_every_figure_can_be_changed_within_its_bounds(table: Table) -> None:
    face_off(table)
    give_weapon(table, "mike", "pistol", "shotgun")
    for figure, value in (
        ("dice.burst", 4),
        ("cost.burst", 2),
        ("reach", "far"),
        ("use_hands", 2),
        ("damage", 2),
        ("breaching", 1),
        ("load", 6),
        ("reload", "none"),
        ("prone", True),
    ):
        table.do(SetFigure(who=table.ids["mike"], weapon="pistol", figure=figure, value=value))
    changed = weapons.of(table.who("mike"), "pistol")
    assert (changed.hit_dice("burst"), changed.uses("burst"), changed.reach, changed.use_hands) == (4, 2, "far", 2)
    assert (changed.damage, changed.breaching, changed.load, changed.reload, changed.prone) == (2, 1, 6, "none", True)
    assert load(table, "mike", "pistol") == (3, 6)
    table.do(SetFigure(who=table.ids["mike"], weapon="shotgun", figure="breaching", value="none"))
    assert weapons.of(table.who("mike"), "shotgun").breaching is None
    for figure, value, code in (
        ("bonus", 10, "out-of-bounds"),
        ("bonuss", 1, "not-a-choice"),
        ("reach", "everywhere", "not-a-choice"),
        ("prone", 1, "not-a-choice"),
        ("dice.stab", 1, "no-such-mode"),
        ("breaching", 10, "out-of-bounds"),
    ):
        assert table.refused(SetFigure(who=table.ids["mike"], weapon="pistol", figure=figure, value=value)).code == code
    before = table.who("mike").figures
    table.do(SetFigure(who=table.ids["mike"], weapon="pistol", figure="damage", value=1))
    assert "damage" in before["pistol"] and "damage" not in table.who("mike").figures["pistol"]


def test_what_somebody_carries(table: Table) -> None:
    face_off(table)
    give_weapon(table, "mike", "pistol", "taser", "taser")
    assert table.who("mike").weapons == ("pistol", "taser", "taser-2")
    assert (load(table, "mike", "pistol"), load(table, "mike", "taser-2")) == ((3, 3), (1, 1))
    table.do(Carry(who=table.ids["mike"], add=("dagger",), remove=("taser",)))
    assert table.who("mike").weapons == ("pistol", "taser-2", "dagger")
    assert table.refused(Carry(who=table.ids["mike"], remove=("sword",))).code == "not-carried"
    assert table.refused(Carry(who=table.ids["mike"], add=("pistl",))).code == "no-such-weapon"
    table.do(Carry(who=table.ids["mike"], add=("taser",)))
    assert table.who("mike").weapons[-1] == "taser"


# Cold weapons --------------------------------------------------------------------------------------------------------


@pytest.mark.rule(
    "LP-WPN-004",
    "LP-WPN-005",
    "LP-WPN-006",
    "LP-WPN-007",
    "LP-WPN-008",
    "LP-WPN-009",
    "LP-WPN-010",
    "LP-WPN-011",
    "LP-WPN-035",
    "LP-WPN-040",
)
@pytest.mark.parametrize(
    ("weapon", "bonus", "modes"),
    [
        ("hard_stick", 1, ("swing",)),
        ("crowbar", 2, ("swing",)),
        ("golf_club", 2, ("swing",)),
        ("fire_axe", 2, ("swing",)),
        ("sword", 2, ("swing", "stab")),
        ("blade", 2, ("swing", "stab")),
        ("spear", 2, ("stab",)),
        ("whip", 2, ("swing",)),
        ("long_knife", 2, ("swing", "stab")),
    ],
)
def test_cold_weapons_reach_near_and_add_dice_to_damage(
    table: Table, weapon: str, bonus: int, modes: tuple[str, ...]
) -> None:
    row = weapons.WEAPONS[weapon]
    assert (row.kind, row.bonus) == ("cold_weapon", bonus)
    assert tuple(m for m in row.modes if m != "throw") == modes
    face_off(table, "medium", PHY=0)
    assert no_strike(table, weapon).code == "out-of-reach"
    assert weapons.in_reach(table.state, table.ids["mike"], table.ids["cowboy"], weapon, "throw") is None
    for band in ("near", "touch"):
        table.set_band("mike", "cowboy", band)
        strike(table, weapon)
        assert dice_owed(table, "mike", "damage") == 5 + bonus
        roll(table, "mike", "damage", fails=True)


@pytest.mark.rule("LP-WPN-035")
def test_the_long_knife_of_the_example(table: Table) -> None:
    face_off(table, PHY=1)
    strike(table, "long_knife")
    assert dice_owed(table, "mike", "damage") == 8


@pytest.mark.rule("LP-WPN-003")
def test_dagger(table: Table) -> None:
    face_off(table, "near")
    assert no_strike(table, "dagger", mode="stab").code == "out-of-reach"
    assert no_strike(table, "dagger", mode="swing").code == "out-of-reach"
    table.set_band("mike", "cowboy", "touch")
    strike(table, "dagger", mode="stab")
    assert dice_owed(table, "mike", "damage") == 7
    roll(table, "mike", "damage")
    assert life(table, "cowboy") == (2, 3)
    table.set_band("mike", "cowboy", "medium")
    strike(table, "dagger", mode="throw")
    assert dice_owed(table, "mike", "damage") == 7


@pytest.mark.rule("LP-WPN-045", "LP-ATK-030")
def test_a_thrown_dagger_keeps_its_bonus_and_lies_at_the_target(table: Table) -> None:
    face_off(table, "medium")
    give_weapon(table, "mike", "dagger")
    strike(table, "dagger", mode="throw")
    assert dice_owed(table, "mike", "damage") == 7
    assert table.who("mike").weapons == ()
    lying = next(p for p in table.state.entities.values() if p.kind == "object")
    assert (lying.name, lying.key) == ("Dagger", "dagger")
    assert table.state.bands[lying.id] == {table.ids["mike"]: "medium", table.ids["cowboy"]: "touch"}
    assert lying.id not in table.state.devices


@pytest.mark.rule("LP-ATK-030")
def test_a_thrown_object_is_a_cold_weapon_a_thrown_device_is_not(table: Table) -> None:
    face_off(table, "medium")
    strike(table, "improvised", mode="throw")
    assert (owed(table, "mike", "damage").type, dice_owed(table, "mike", "damage")) == ("PHY", 5)
    assert weapons.WEAPONS["improvised"].kind == "cold_weapon"
    grenade = weapons.WEAPONS["grenade"]
    assert (grenade.kind, grenade.damage_check, grenade.damage) == ("thrown_weapon", False, 0)
    assert weapons.effects_at(grenade, "full") and not weapons.effects_at(grenade, "hit")


@pytest.mark.rule("LP-WPN-012")
def test_bow(table: Table) -> None:
    fight(table, pcs=("mike",))
    table.set_band("mike", "cowboy", "far")
    give_weapon(table, "mike", "bow")
    go_to(table, "action", 1)
    give(table, "mike", "injured_hand:left")
    assert no_strike(table, "bow").code == "needs-both-hands"
    take(table, "mike", "injured_hand:left")
    strike(table, "bow")
    assert (owed(table, "mike", "damage").type, dice_owed(table, "mike", "damage")) == ("PHY", 5)
    roll(table, "mike", "damage", fails=True)
    go_to(table, "action", 2)
    assert weapons.load(table.who("mike"), "bow") is None
    strike(table, "bow")
    assert weapons.WEAPONS["bow"].reload == "instant" and "burst" not in weapons.WEAPONS["bow"].modes
    assert weapons.WEAPONS["bow"].reach == "far"


# Firearms ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-WPN-015", "LP-ATK-041", "LP-ATK-040", "LP-ATK-025")
def test_pistol(table: Table) -> None:
    face_off(table, "medium")
    give_weapon(table, "mike", "pistol")
    for _ in range(10):
        strike(table, "pistol", dice=failure(5))
    assert load(table, "mike", "pistol") == (3, 3)
    strike(table, "pistol", dice=SUCCESS_0)
    assert life(table, "cowboy") == (2, 3)
    for left in (2, 1, 0):
        strike(table, "pistol", mode="burst", dice=failure(7))
        assert load(table, "mike", "pistol") == (left, 3)
    assert no_strike(table, "pistol").code == no_strike(table, "pistol", mode="burst").code == "load-empty"
    table.set_band("mike", "cowboy", "far")
    table.do(ChangeLoad(who=table.ids["mike"], weapon="pistol", to=3))
    assert no_strike(table, "pistol").code == "out-of-reach"


@pytest.mark.rule("LP-ATK-040")
def test_single_shots_at_load_0_are_a_switch(table: Table) -> None:
    face_off(table, "medium")
    table.do(ChangeLoad(who=table.ids["mike"], weapon="pistol", to=0, full=3))
    assert no_strike(table, "pistol").code == "load-empty"
    table.do(SetOption(option="empty_single", value="fires"))
    strike(table, "pistol")
    assert no_strike(table, "pistol", mode="burst").code == "load-empty"


@pytest.mark.rule("LP-ATK-040")
def test_every_use_takes_its_share_and_a_burst_needs_it(table: Table) -> None:
    face_off(table, "near")
    table.do(ChangeLoad(who=table.ids["mike"], weapon="shotgun", to=1, full=3))
    strike(table, "shotgun", dice=failure(5))
    assert load(table, "mike", "shotgun") == (0, 3)
    give_weapon(table, "mike", "hand_crossbow", "pistol")
    strike(table, "hand_crossbow", dice=failure(5))
    assert load(table, "mike", "hand_crossbow") == (0, 1)
    table.do(SetFigure(who=table.ids["mike"], weapon="pistol", figure="cost.burst", value=2))
    table.do(ChangeLoad(who=table.ids["mike"], weapon="pistol", to=1))
    assert no_strike(table, "pistol", mode="burst").code == "load-too-low"
    strike(table, "pistol", mode="single_shot")


def test_magazines_are_counted_only_where_the_rule_is_played(table: Table) -> None:
    face_off(table, "medium")
    give_weapon(table, "mike", "pistol")
    table.do(SetOption(option="load", value=False))
    for _ in range(4):
        strike(table, "pistol", mode="burst", dice=failure(7))
    assert load(table, "mike", "pistol") == (3, 3)


@pytest.mark.rule("LP-ATK-042", "LP-ACT-013", "LP-WPN-014", "LP-ATK-039")
def test_reloading_is_the_action_of_the_round(table: Table) -> None:
    fight(table, pcs=("mike",))
    give_weapon(table, "mike", "hand_crossbow", "sniper_rifle", "bow", "pistol")
    table.do(ChangeLoad(who=table.ids["mike"], weapon="pistol", to=0))
    go_to(table, "action", 1)
    strike(table, "hand_crossbow")
    assert life(table, "cowboy") == (2, 3)
    assert load(table, "mike", "hand_crossbow") == (0, 1)
    go_to(table, "action", 2)
    assert no_strike(table, "hand_crossbow").code == "load-empty"
    assert any("0/{full}" in line.id for task in table.tasks("slot") for line in task.detail)
    table.do(Reload(who=table.ids["mike"], weapon="hand_crossbow"))
    assert load(table, "mike", "hand_crossbow") == (1, 1)
    assert turn(table) == "cowboy"
    go_to(table, "action", 3)
    table.do(Reload(who=table.ids["mike"], weapon="pistol"))
    assert load(table, "mike", "pistol") == (3, 3)
    assert no_strike(table, "pistol").code in ("slot-over", "not-your-turn")
    go_to(table, "action", 4)
    assert table.refused(Reload(who=table.ids["mike"], weapon="sniper_rifle")).code == "no-reload"
    assert table.refused(Reload(who=table.ids["mike"], weapon="bow")).code == "no-reload"
    assert table.refused(Reload(who=table.ids["mike"], weapon="pistol")).code == "already-loaded"


@pytest.mark.rule("LP-ATK-043", "LP-ATK-039")
def test_a_gun_found_here_has_no_more_ammunition(table: Table) -> None:
    face_off(table, "medium")
    give_weapon(table, "mike", "pistol", scene=True)
    table.do(ChangeLoad(who=table.ids["mike"], weapon="pistol", to=1))
    strike(table, "pistol", mode="burst", dice=failure(7))
    assert load(table, "mike", "pistol") == (0, 3)
    assert table.refused(Reload(who=table.ids["mike"], weapon="pistol")).code == "no-ammunition"
    table.do(SetFigure(who=table.ids["mike"], weapon="pistol", figure="scene", value=False))
    table.do(Reload(who=table.ids["mike"], weapon="pistol"))
    assert load(table, "mike", "pistol") == (3, 3)
    give_weapon(table, "mike", "pistol")
    assert not weapons.of(table.who("mike"), "pistol-2").scene
    give_weapon(table, "cowboy", "pistol", "grenade", scene=True)
    table.do(SetFigure(who=table.ids["cowboy"], weapon="pistol", figure="damage", value=2))
    table.do(ResetFigures(who=table.ids["cowboy"], weapon="pistol"))
    assert table.who("cowboy").figures == {"pistol": {"scene": True}}


@pytest.mark.rule("LP-WPN-014", "LP-ATK-028")
def test_hand_crossbow(table: Table) -> None:
    face_off(table, "medium")
    give_weapon(table, "mike", "hand_crossbow")
    give(table, "mike", "injured_hand:left")
    strike(table, "hand_crossbow", ammunition="dazed")
    assert (life(table, "cowboy"), table.states("cowboy")) == ((3, 3), ["dazed"])
    assert table.refused(Reload(who=table.ids["mike"], weapon="hand_crossbow")).code == "needs-both-hands"
    table.do(ChangeLoad(who=table.ids["mike"], weapon="hand_crossbow", to=1))
    strike(table, "hand_crossbow")
    assert (life(table, "cowboy"), load(table, "mike", "hand_crossbow")) == ((2, 3), (0, 1))
    assert weapons.WEAPONS["hand_crossbow"].ammunition == ("plain", "poisoned", "in_shock", "dazed")


@pytest.mark.rule("LP-WPN-016")
def test_shotgun(table: Table) -> None:
    face_off(table, "near")
    give_weapon(table, "mike", "shotgun")
    strike(table, "shotgun")
    assert (life(table, "cowboy"), load(table, "mike", "shotgun")) == ((1, 3), (2, 3))
    give_weapon(table, "cowboy", "shotgun")
    strike(table, "shotgun", who="cowboy", target="mike")
    roll(table, "mike", "dodge", fails=True)
    assert table.states("mike") == ["severe_wound"]
    assert not table.who("mike").states[0].tended
    table.add("wall", "object", structure=True, life=3)
    table.set_band("mike", "wall", "near")
    table.do(ChangeLoad(who=table.ids["mike"], weapon="shotgun", to=3))
    take(table, "mike", "severe_wound")
    strike(table, "shotgun", target="wall")
    assert dice_owed(table, "mike", "breach") == 5


@pytest.mark.rule("LP-WPN-038")
def test_automatic_damage_still_needs_the_hit(table: Table) -> None:
    face_off(table, "near")
    strike(table, "shotgun", dice=failure(5))
    assert (life(table, "cowboy"), table.state.checks) == ((3, 3), {})


@pytest.mark.rule("LP-WPN-017", "LP-ATK-025")
def test_submachine_gun(table: Table) -> None:
    face_off(table, "medium")
    give_weapon(table, "mike", "submachine_gun")
    assert no_strike(table, "submachine_gun", mode="single_shot").code == "no-such-mode"
    strike(table, "submachine_gun", dice=failure(8))
    assert load(table, "mike", "submachine_gun") == (1, 2)
    give(table, "mike", "injured_hand:right")
    assert no_strike(table, "submachine_gun").code == "needs-both-hands"


@pytest.mark.rule("LP-WPN-018", "LP-ATK-025")
def test_rifle(table: Table) -> None:
    face_off(table, "far")
    give_weapon(table, "mike", "rifle")
    strike(table, "rifle", dice=failure(5))
    assert load(table, "mike", "rifle") == (2, 2)
    strike(table, "rifle", mode="burst", dice=failure(8))
    assert load(table, "mike", "rifle") == (1, 2)
    table.set_band("mike", "cowboy", "extreme")
    assert no_strike(table, "rifle", blind=True).code == "out-of-reach"


@pytest.mark.rule("LP-WPN-040")
@pytest.mark.parametrize("weapon", ["rifle", "spear", "bow", "sniper_rifle", "rocket_launcher", "grenade"])
def test_no_weapon_has_a_least_range(table: Table, weapon: str) -> None:
    face_off(table, "touch")
    assert weapons.in_reach(table.state, table.ids["mike"], table.ids["cowboy"], weapon) is None


@pytest.mark.rule("LP-WPN-019", "LP-ATK-025")
def test_sniper_rifle(table: Table) -> None:
    face_off(table, "extreme")
    for _ in range(6):
        strike(table, "sniper_rifle", dice=failure(5), blind=True)
    assert weapons.load(table.who("mike"), "sniper_rifle") is None
    table.add("wall", "object", structure=True)
    table.set_band("mike", "wall", "far")
    strike(table, "sniper_rifle", target="wall")
    assert dice_owed(table, "mike", "breach") == 5


@pytest.mark.rule("LP-WPN-020")
def test_anti_materiel_rifle(table: Table) -> None:
    face_off(table, "far")
    assert no_strike(table, "anti_materiel_rifle").code == "lie-down-first"
    give(table, "mike", "prone")
    strike(table, "anti_materiel_rifle")
    assert life(table, "cowboy") == (0, 3)
    table.add("wall", "object", structure=True)
    table.set_band("mike", "wall", "far")
    strike(table, "anti_materiel_rifle", target="wall")
    assert dice_owed(table, "mike", "breach") == 8
    roll(table, "mike", "breach", fails=True, difficulty=9)
    table.npc("gunner")
    table.set_band("gunner", "mike", "far")
    give(table, "gunner", "prone")
    strike(table, "anti_materiel_rifle", who="gunner", target="mike")
    roll(table, "mike", "dodge", fails=True)
    assert table.states("mike")[-1] == "dead"


@pytest.mark.rule("LP-WPN-021")
def test_flare_gun(table: Table) -> None:
    face_off(table, "far", PHY=0)
    for dice, states in (((2, 4, 6), []), ((2, 3, 4), ["on_fire"])):
        strike(table, "flare_gun")
        assert dice_owed(table, "mike", "damage") == 3
        roll(table, "mike", "damage", dice)
        assert (life(table, "cowboy"), table.states("cowboy")) == ((3, 3), states)
    light = LIGHTS[weapons.WEAPONS["flare_gun"].light]
    assert (light.limit, light.shape) == ("near", "sphere")
    table.do(beams.FireFlare(who=table.ids["mike"], band="far"))
    burning = next(iter(table.state.lights.values()))
    assert burning.source == weapons.WEAPONS["flare_gun"].light
    assert table.state.entities[burning.carrier].kind == "object"
    assert weapons.WEAPONS["flare_gun"].reload == "none"


@pytest.mark.rule("LP-WPN-037")
def test_hands(table: Table) -> None:
    face_off(table, "near", OPR=0)
    give_weapon(table, "mike", "rifle", "shotgun")
    give(table, "mike", "injured_hand:right")
    assert no_strike(table, "rifle").code == "needs-both-hands"
    strike(table, "shotgun", dice=failure(5))
    assert table.refused(Reload(who=table.ids["mike"], weapon="shotgun")).code == "needs-both-hands"
    take(table, "mike", "injured_hand:right")
    give(table, "mike", "injured_hand:right:tended")
    strike(table, "rifle", dice=failure(4))
    give(table, "mike", "injured_hand:left")
    assert table.states("mike") == ["both_hands_injured"]
    assert no_strike(table, "shotgun").code == "no-usable-hand"


# Special weapons -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-ATK-036")
def test_special_weapons_are_a_kind_of_their_own() -> None:
    special = {w.id for w in weapons.WEAPONS.values() if w.kind == "special_weapon"}
    assert special >= {"chainsaw", "stun_gun", "flamethrower", "pepper_spray", "blowgun", "rocket_launcher"}
    assert KINDS["special_weapon"].zh == "特殊武器"
    assert {w.kind for w in weapons.WEAPONS.values()} == set(KINDS)


@pytest.mark.rule("LP-ATK-037")
@pytest.mark.parametrize(
    ("weapon", "within", "beyond"),
    [
        ("stun_gun", "touch", "near"),
        ("chainsaw", "touch", "near"),
        ("flamethrower", "near", "medium"),
        ("blowgun", "medium", "far"),
        ("rocket_launcher", "extreme", ""),
        ("pepper_spray", "touch", "near"),
    ],
)
def test_reach_of_special_weapons(table: Table, weapon: str, within: str, beyond: str) -> None:
    face_off(table, within)
    assert weapons.in_reach(table.state, table.ids["mike"], table.ids["cowboy"], weapon) is None
    if beyond:
        table.set_band("mike", "cowboy", beyond)
        refused = weapons.in_reach(table.state, table.ids["mike"], table.ids["cowboy"], weapon)
        assert refused is not None and refused.code == "out-of-reach"


@pytest.mark.rule("LP-ATK-037", "LP-WPN-024")
def test_the_reach_of_the_pepper_spray_is_a_switch(table: Table) -> None:
    face_off(table, "near")
    assert no_strike(table, "pepper_spray").code == "out-of-reach"
    table.do(SetOption(option="pepper_spray", value="near"))
    strike(table, "pepper_spray")
    assert table.states("cowboy") == ["in_shock"]


@pytest.mark.rule("LP-ATK-038")
def test_a_special_weapon_hits_by_opr_and_is_dodged_by_flx(table: Table) -> None:
    face_off(table, OPR=1)
    strike(table, "stun_gun", dice=success(6))
    table.npc("thug")
    table.set_band("thug", "mike", "touch")
    strike(table, "stun_gun", who="thug", target="mike")
    assert owed(table, "mike", "dodge").type == "FLX"
    roll(table, "mike", "dodge")
    assert table.states("mike") == []


@pytest.mark.rule("LP-WPN-022")
def test_rocket_launcher(table: Table) -> None:
    face_off(table, "far")
    give_weapon(table, "mike", "rocket_launcher")
    strike(table, "rocket_launcher")
    assert (life(table, "cowboy"), load(table, "mike", "rocket_launcher")) == ((0, 3), (0, 1))
    table.add("tank", "object", structure=True, life=5)
    table.set_band("mike", "tank", "far")
    assert no_strike(table, "rocket_launcher", target="tank").code == "load-empty"
    table.do(Reload(who=table.ids["mike"], weapon="rocket_launcher"))
    strike(table, "rocket_launcher", target="tank")
    assert dice_owed(table, "mike", "breach") == 8


@pytest.mark.rule("LP-WPN-026", "LP-WPN-042")
def test_chainsaw(table: Table) -> None:
    face_off(table, "near")
    assert no_strike(table, "chainsaw").code == "out-of-reach"
    table.set_band("mike", "cowboy", "touch")
    strike(table, "chainsaw", dice=failure(5))
    assert life(table, "cowboy") == (3, 3)
    strike(table, "chainsaw", dice=SUCCESS_1)
    assert (life(table, "cowboy"), table.state.checks) == ((2, 3), {})
    table.add("door", "object", structure=True)
    table.set_band("mike", "door", "touch")
    strike(table, "chainsaw", target="door")
    assert dice_owed(table, "mike", "breach") == 5
    roll(table, "mike", "breach", fails=True, difficulty=9)
    strike(table, "chainsaw", who="cowboy", target="mike")
    roll(table, "mike", "dodge", fails=True)
    assert (table.states("mike"), table.state.checks) == (["light_wound"], {})


@pytest.mark.rule("LP-WPN-027")
def test_flamethrower(table: Table) -> None:
    face_off(table, "near")
    strike(table, "flamethrower")
    assert (life(table, "cowboy"), table.states("cowboy")) == ((2, 3), ["on_fire"])
    strike(table, "flamethrower", who="cowboy", target="mike")
    roll(table, "mike", "dodge", fails=True)
    assert table.states("mike") == ["on_fire", "burn"]
    table.add("wall", "object", structure=True)
    table.set_band("mike", "wall", "near")
    strike(table, "flamethrower", target="wall")
    assert dice_owed(table, "mike", "breach") == 6
    assert "burst" not in weapons.WEAPONS["flamethrower"].modes


@pytest.mark.rule("LP-WPN-024")
def test_pepper_spray_is_used_up_once_the_gm_says_so(table: Table) -> None:
    fight(table, pcs=("mike",))
    table.set_band("mike", "cowboy", "touch")
    give_weapon(table, "mike", "pepper_spray")
    go_to(table, "action", 1)
    strike(table, "pepper_spray")
    assert (life(table, "cowboy"), table.states("cowboy")) == ((3, 3), ["in_shock"])
    assert table.who("mike").weapons == ("pepper_spray",)
    asks(table, "used_up")
    assert table.who("mike").weapons == ()
    lost = 0
    for round_ in (1, 2, 3, 4):
        go_to(table, "action", round_)
        pass_slots(table)
        lost += table.state.crisis.slots[table.ids["cowboy"]] == "skipped"
    assert lost == 3


@pytest.mark.rule("LP-WPN-024")
def test_a_charge_of_pepper_spray(table: Table) -> None:
    face_off(table)
    give_weapon(table, "mike", "pepper_spray")
    table.do(ChangeLoad(who=table.ids["mike"], weapon="pepper_spray", to=2, full=2))
    strike(table, "pepper_spray")
    asks(table, "used_up")
    assert (table.who("mike").weapons, load(table, "mike", "pepper_spray")) == (("pepper_spray",), (1, 2))
    strike(table, "pepper_spray")
    asks(table, "used_up")
    assert (table.who("mike").weapons, dict(table.who("mike").load)) == ((), {})
    give_weapon(table, "mike", "pepper_spray")
    strike(table, "pepper_spray")
    asks(table, "used_up", "refuse")
    assert table.who("mike").weapons == ("pepper_spray",)
    assert asked(table, "used_up") == []


def test_players_learn_nothing_of_what_others_carry(table: Table) -> None:
    face_off(table)
    for name, told in (("cowboy", 0), ("mike", 1)):
        give_weapon(table, name, "dagger")
        events = table.session.history.entries[-1].events
        assert len(RULESET.tell(table.state, events, "players")) == told
        assert len(RULESET.tell(table.state, events, "gm")) == 1
    spans = [span.text for line in RULESET.view(table.state, "gm").cards[table.ids["mike"]].lines for span in line]
    assert Msg("weapon:dagger") in spans


# In a scenario -------------------------------------------------------------------------------------------------------

SCENARIO = """\
[scenario]
id = "range"
ruleset = "lawn"

[[person]]
id = "mike"
kind = "pc"
weapons = ["pistol", "taser", "taser", "sword"]
load = { pistol = 1 }
figures = { sword = { bonus = 3 }, pistol = { scene = true } }

[[person]]
id = "robot"
armour = 2
electronic = true

[[object]]
id = "wall"
structure = true
armour = 1
scale = "human"
"""


def test_a_scenario_arms_its_people(tmp_path: Path) -> None:
    file = tmp_path / "range.toml"
    file.write_text(SCENARIO, encoding="utf-8")
    assert check_file(file) == []
    state = start_state(load_scenario(file), "en")
    assert isinstance(state, LawnState)
    found = {p.key: p for p in state.entities.values()}
    mike, robot, wall = found["mike"], found["robot"], found["wall"]
    assert mike.weapons == ("pistol", "taser", "taser-2", "sword")
    assert {k: (v.now, v.full) for k, v in mike.load.items()} == {"pistol": (1, 3), "taser": (1, 1), "taser-2": (1, 1)}
    assert (weapons.of(mike, "sword").bonus, weapons.of(mike, "pistol").scene) == (3, True)
    assert (robot.armour, robot.electronic, robot.scale) == (2, True, "")
    assert (wall.armour, wall.scale) == (1, "human")


def test_a_scenario_is_told_which_weapons_and_figures_there_are(tmp_path: Path) -> None:
    file = tmp_path / "range.toml"
    wrong = (
        SCENARIO.replace('"taser", "taser"', '"tazer"')
        .replace("bonus = 3", "bonuss = 3")
        .replace("scene = true", 'reach = "nearby"')
        .replace("armour = 2", "armour = 20")
    )
    file.write_text(wrong, encoding="utf-8")
    found = {f.field: str(f.facts()["allowed"]) for f in check_file(file)}
    assert found["person 1.weapons 2"].startswith("taser")
    assert found["person 1.figures.sword.bonuss"].startswith("bonus")
    assert found["person 1.figures.pistol.reach"] == "touch, near, medium, far, extreme"
    assert found["person 2.armour"] == "a whole number from 0 to 9"


# The table as content ------------------------------------------------------------------------------------------------

BAD = """\
[[weapon]]
id = "laser"
name = { zh = "激光枪", en = "Laser" }
kind = "firearm"
modes = ["shot"]
reach = "nearby"
damage = 12
cost = { burst = 1 }

[[weapon]]
id = "net"
name = { zh = "网", en = "Net" }
kind = "special_weapon"
modes = ["throw"]
[[weapon.effect]]
states = ["restrainedd"]
damge = 1
[[weapon.effect]]
when = "always"
"""


def test_a_weapon_of_ones_own_is_a_row_of_the_table() -> None:
    document = content.parse(
        "mine.toml",
        b"""
[[weapon]]
id = "net"
name = { zh = "\xe7\xbd\x91", en = "Net" }
kind = "special_weapon"
modes = ["use"]
reach = "near"
[[weapon.effect]]
states = ["restrained"]
""",
    )
    problems: list[Problem] = []
    ((_, net),) = content.rows(document.data, "weapon", WeaponDef, problems)
    assert problems == []
    assert weapons.effects_at(net, "hit")[0].states == ("restrained",)


def test_a_bad_weapon_is_refused_with_line_and_what_is_allowed(tmp_path: Path) -> None:
    (tmp_path / "lawn").mkdir()
    file = tmp_path / "lawn" / "weapons.toml"
    file.write_text(BAD, encoding="utf-8")
    found = {(f.line, f.field): f.facts()["allowed"] for f in check_file(file)}
    assert found[(6, "weapon 1.reach")] == "one of extreme, far, medium, near, touch"
    assert found[(7, "weapon 1.damage")] == "a whole number from 0 to 9"
    assert found[(8, "weapon 1.cost.burst")] == "shot"
    assert found[(8, "weapon 1.cost")] == "at most load, 0"
    assert str(found[(16, "weapon 2.effect 1.states 1")]).startswith("restrained")
    assert found[(17, "weapon 2.effect 1.damge")] == "damage"
    assert "hit" in str(found[(19, "weapon 2.effect 2.when")])
    assert (
        found[(14, "weapon 2.throw")]
        if (14, "weapon 2.throw") in found
        else any(field == "weapon 2.throw" for _, field in found)
    )


def test_the_shipped_table_is_sound() -> None:
    assert check_file(content.root() / "lawn" / "weapons.toml") == []
    assert len(weapons.WEAPONS) >= 36
    for row in weapons.WEAPONS.values():
        assert row.name.zh and row.name.en
        assert distance.index(row.full) <= distance.index(row.splash)
    assert set(armoury.FIGURES) == set(armoury.FIGURE_NAMES)
