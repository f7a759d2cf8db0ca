"""What a hit brings besides damage: states, darts, checks against it, abilities, what lasts (LP-WPN)."""

from __future__ import annotations

import pytest

from gmconsole.core.commands import SetField
from gmconsole.rulesets.lawn import checks, distance, weapons
from gmconsole.rulesets.lawn.actions import Reload
from gmconsole.rulesets.lawn.armoury import SessionOver
from gmconsole.rulesets.lawn.injuries import ChangeState
from gmconsole.rulesets.lawn.life import Important
from gmconsole.rulesets.lawn.questions import Answer
from gmconsole.rulesets.lawn.zones import PlaceDevice

from .arms import asks, face_off, give_weapon, life, load, no_strike, owed, roll, strike
from .conftest import Table
from .rounds import asked, fight, give, go_to, pass_slots, pool, step, take

SUCCESS_0 = (2, 3, 4, 6, 6)
SUCCESS_1 = (1, 4, 2, 6, 3)


def explode(table: Table, weapon: str, target: str, band: str = "touch", **bands: str) -> None:
    """Let a device go off there at once; nobody dodges by degrees."""
    near = {table.ids[name]: b for name, b in bands.items()}
    table.do(PlaceDevice(weapon=weapon, target=table.ids[target], band=band, near=near))
    asks(table, "device")
    if asked(table, "throw_degree"):
        asks(table, "throw_degree", "no")


# Fire ----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-WPN-002")
def test_fire_as_an_attack(table: Table) -> None:
    face_off(table)
    table.npc("drunk")
    table.set_band("mike", "drunk", "touch")
    strike(table, "fire", dice=SUCCESS_0)
    assert (life(table, "cowboy"), table.states("cowboy")) == ((3, 3), ["on_fire"])
    strike(table, "fire", target="drunk", dice=SUCCESS_1)
    assert (life(table, "drunk"), table.states("drunk")) == ((2, 3), ["on_fire"])


@pytest.mark.rule("LP-WPN-002")
@pytest.mark.parametrize(
    ("dodge", "states"),
    [
        ((2, 2, 5, 5, 5), ["on_fire", "burn"]),
        (SUCCESS_0, ["on_fire"]),
        (SUCCESS_1, []),
    ],
)
def test_fire_against_a_player_character(table: Table, dodge: tuple[int, ...], states: list[str]) -> None:
    face_off(table)
    strike(table, "fire", who="cowboy", target="mike")
    roll(table, "mike", "dodge", dodge)
    assert table.states("mike") == states


# Darts ---------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-WPN-013", "LP-ATK-028")
def test_blowgun(table: Table) -> None:
    face_off(table, "medium")
    strike(table, "blowgun", who="cowboy", target="mike", ammunition="dazed")
    roll(table, "mike", "dodge", fails=True)
    assert table.states("mike") == ["dazed"]
    strike(table, "blowgun", ammunition="poisoned", dice=(2, 3, 4, 6))
    assert life(table, "cowboy") == (2, 3)
    changed = [e for e in table.session.history.entries[-1].events if type(e).__name__ == "LifeChanged"]
    assert [e.note for e in changed] == ["poisoned"]  # type: ignore[attr-defined]
    strike(table, "blowgun", ammunition="in_shock", dice=(2, 3, 4, 6))
    assert (life(table, "cowboy"), table.states("cowboy")) == ((2, 3), ["in_shock"])
    table.set_band("mike", "cowboy", "far")
    assert no_strike(table, "blowgun").code == "out-of-reach"
    row = weapons.WEAPONS["blowgun"]
    assert (row.reload, "burst" in row.modes, weapons.points(row)) == ("instant", False, 0)


# Abilities -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-WPN-023", "LP-WPN-039", "LP-WPN-041", "LP-ACT-013")
def test_taser(table: Table) -> None:
    face_off(table, "medium")
    give_weapon(table, "mike", "taser")
    strike(table, "taser")
    assert (life(table, "cowboy"), load(table, "mike", "taser")) == ((2, 3), (0, 1))
    question = asked(table, "ability")[0]
    assert (question.value, question.choices) == ("refuse", ("stunned", "in_shock", "refuse"))
    table.do(Answer(question=question.id, value="in_shock"))
    assert (table.states("cowboy"), table.state.checks) == ([], {})
    assert asked(table, "affected")[0].value == "affected"
    asks(table, "affected")
    assert table.states("cowboy") == ["in_shock"]
    assert no_strike(table, "taser").code == "load-empty"
    table.do(Reload(who=table.ids["mike"], weapon="taser"))
    assert load(table, "mike", "taser") == (1, 1)
    strike(table, "taser")
    assert asked(table, "ability") == []


@pytest.mark.rule("LP-WPN-041")
def test_the_gm_can_refuse_the_ability_on_an_ordinary_character(table: Table) -> None:
    face_off(table)
    strike(table, "stun_gun")
    asks(table, "ability", "stunned")
    asks(table, "affected", "spared")
    assert (life(table, "cowboy"), table.states("cowboy")) == ((2, 3), [])


@pytest.mark.rule("LP-WPN-041")
def test_an_important_character_withstands_by_toughness(table: Table) -> None:
    face_off(table)
    table.do(Important(who=table.ids["cowboy"]))
    give_weapon(table, "mike", "stun_gun", "stun_gun")
    strike(table, "stun_gun")
    asks(table, "ability", "stunned")
    assert owed(table, "cowboy", "toughness").type == "PHY"
    roll(table, "cowboy", "toughness")
    assert table.states("cowboy") == ["electrocuted"]


@pytest.mark.rule("LP-WPN-023", "LP-WPN-025")
@pytest.mark.parametrize(("weapon", "band"), [("taser", "medium"), ("stun_gun", "touch")])
def test_an_ability_on_a_player_character(table: Table, weapon: str, band: str) -> None:
    face_off(table, band)
    give_weapon(table, "cowboy", weapon, weapon)
    for item, choice, fails, states in (
        (weapon, "stunned", False, ["electrocuted"]),
        (f"{weapon}-2", "in_shock", True, ["electrocuted", "in_shock"]),
    ):
        strike(table, item, who="cowboy", target="mike")
        roll(table, "mike", "dodge", fails=True)
        asks(table, "ability", choice)
        roll(table, "mike", "toughness", fails=fails)
        assert table.states("mike") == states
        take(table, "mike", "electrocuted")


@pytest.mark.rule("LP-WPN-025")
def test_stun_gun(table: Table) -> None:
    face_off(table, "near")
    assert no_strike(table, "stun_gun").code == "out-of-reach"
    table.set_band("mike", "cowboy", "touch")
    strike(table, "stun_gun", who="cowboy", target="mike")
    roll(table, "mike", "dodge", fails=True)
    assert table.states("mike") == ["electrocuted"]
    asks(table, "ability")
    assert table.states("mike") == ["electrocuted"]
    assert table.who("cowboy").spent == ()


@pytest.mark.rule("LP-WPN-039")
def test_each_item_has_its_ability_once_a_session(table: Table) -> None:
    face_off(table)
    give_weapon(table, "mike", "taser", "taser")
    table.npc("brute", life=9)
    table.set_band("mike", "brute", "near")
    strike(table, "taser", target="brute")
    asks(table, "ability", "stunned")
    asks(table, "affected")
    strike(table, "taser-2", target="brute")
    assert len(asked(table, "ability")) == 1
    asks(table, "ability", "stunned")
    asks(table, "affected")
    assert table.who("mike").spent == ("taser", "taser-2")
    table.do(Reload(who=table.ids["mike"], weapon="taser"))
    strike(table, "taser", target="brute")
    assert asked(table, "ability") == []
    table.do(SessionOver())
    assert table.who("mike").spent == ()
    table.do(Reload(who=table.ids["mike"], weapon="taser"))
    strike(table, "taser", target="brute")
    assert len(asked(table, "ability")) == 1


# Devices that stun, blind and disturb --------------------------------------------------------------------------------


@pytest.mark.rule("LP-WPN-030", "LP-WPN-044", "LP-LIF-007")
def test_stun_grenade(table: Table) -> None:
    table.pc("mike", attributes={"MND": 2})
    table.pc("jessica")
    table.npc("cowboy")
    table.npc("thug")
    table.all_bands("near")
    explode(table, "stun_grenade", "cowboy", mike="near", jessica="near", thug="near")
    assert (life(table, "cowboy"), table.states("cowboy")) == ((3, 3), ["stunned"])
    asks(table, "affected", "spared")
    assert table.states("thug") == []
    for who in ("mike", "jessica"):
        roll(table, who, "dodge", fails=True)
    by = {q.who: q for q in asked(table, "toughness_by")}
    assert by[table.ids["mike"]].value == "MND" and by[table.ids["mike"]].choices == ("PHY", "MND")
    assert by[table.ids["jessica"]].value == "PHY"
    for question in by.values():
        table.do(Answer(question=question.id, value=question.value))
    assert checks.dice_of(table.state, owed(table, "mike", "toughness"))[0] == 7
    roll(table, "mike", "toughness")
    roll(table, "jessica", "toughness", fails=True)
    assert (table.states("mike"), table.states("jessica")) == ([], ["stunned"])


@pytest.mark.rule("LP-WPN-030")
def test_whoever_has_acted_loses_the_slot_of_the_next_round(table: Table) -> None:
    fight(table, pcs=("mike",))
    go_to(table, "action", 1)
    pass_slots(table)
    explode(table, "stun_grenade", "cowboy", mike="medium")
    assert table.states("cowboy") == ["stunned"]
    go_to(table, "action", 2)
    assert table.states("cowboy") == ["stunned"]
    pass_slots(table)
    assert table.state.crisis.slots[table.ids["cowboy"]] == "skipped"
    go_to(table, "action", 3)
    pass_slots(table)
    assert table.state.crisis.slots[table.ids["cowboy"]] == "passed"


@pytest.mark.rule("LP-WPN-031")
def test_flashbang(table: Table) -> None:
    table.pc("mike")
    table.pc("jessica")
    table.npc("cowboy")
    table.all_bands("near")
    explode(table, "flashbang", "mike", jessica="near", cowboy="medium")
    for who in ("mike", "jessica"):
        roll(table, who, "dodge", fails=True)
    assert (table.states("mike"), table.states("jessica")) == (["stunned", "glare"], ["glare"])
    for who, status in (("mike", "cannot_act"), ("jessica", "able")):
        assert distance.sight(table.state, table.ids[who], table.ids["cowboy"]) == "outline"
        assert distance.sight_limit(table.state, table.ids["cowboy"], table.ids[who]) == "near"
        assert table.session.ruleset.view(table.state, "gm").cards[table.ids[who]].status == status
        table.set_band(who, "cowboy", "medium")
        assert distance.sight(table.state, table.ids[who], table.ids["cowboy"]) == "none"
        assert distance.sight(table.state, table.ids["cowboy"], table.ids[who]) == "full"


@pytest.mark.rule("LP-WPN-032")
def test_smoke_grenade(table: Table) -> None:
    table.pc("mike")
    table.pc("jessica")
    table.npc("cowboy")
    table.all_bands("near")
    explode(table, "smoke_grenade", "mike", jessica="near", cowboy="medium")
    for who in ("mike", "jessica"):
        roll(table, who, "dodge", fails=True)
    assert (table.states("mike"), table.states("jessica")) == (["dazed", "smoke"], ["smoke"])
    assert (pool(table, "mike", "WIS"), pool(table, "jessica", "WIS")) == (4, 5)
    for a, b in (("mike", "cowboy"), ("jessica", "cowboy"), ("cowboy", "mike")):
        assert distance.sight(table.state, table.ids[a], table.ids[b]) == "outline"
        assert distance.sight_limit(table.state, table.ids[b], table.ids[a]) == "near"


@pytest.mark.rule("LP-WPN-033")
def test_emp(table: Table) -> None:
    table.pc("mike")
    table.npc("cowboy")
    for name in ("drone", "radio"):
        table.add(name, "object")
        table.do(SetField(who=(table.ids[name],), field="electronic", value=True))
    table.all_bands("near")
    near = {"cowboy": "touch", "drone": "touch", "radio": "near"}
    explode(table, "emp", "mike", **near)
    roll(table, "mike", "dodge", fails=True)
    assert (table.states("mike"), table.states("cowboy")) == ([], [])
    assert table.states("drone") == ["electronic_disruption"]
    (question,) = asked(table, "robustness")
    assert (question.who, table.states("radio")) == (table.ids["radio"], [])
    asks(table, "robustness")
    assert table.states("radio") == ["electronic_disruption"]
    table.do(ChangeState(who=(table.ids["radio"],), remove=("electronic_disruption",)))
    explode(table, "emp", "mike", radio="near", drone="medium", cowboy="medium")
    asks(table, "robustness", "refuse")
    assert table.states("radio") == []


@pytest.mark.rule("LP-WPN-034")
def test_molotov(table: Table) -> None:
    table.pc("mike", attributes={"PHY": 3})
    table.npc("cowboy")
    table.add("shed", "object", structure=True)
    table.all_bands("near")
    table.do(
        PlaceDevice(
            weapon="molotov",
            target=table.ids["cowboy"],
            by=table.ids["mike"],
            near={table.ids["mike"]: "near", table.ids["shed"]: "touch"},
        )
    )
    asks(table, "device")
    asks(table, "throw_degree", "no")
    assert (life(table, "cowboy"), table.states("cowboy")) == ((2, 3), ["on_fire"])
    assert checks.dice_of(table.state, owed(table, "mike", "breach"))[0] == 6
    roll(table, "mike", "dodge", fails=True)
    assert table.states("mike") == ["on_fire"]


# What lasts ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-WPN-043")
def test_what_lasts_is_the_gms_to_end(table: Table) -> None:
    fight(table, pcs=("mike",))
    go_to(table, "action", 2)
    explode(table, "flashbang", "cowboy", mike="medium")
    (lasting,) = (p for p in table.state.pending.values() if p.kind == "lasting")
    assert (lasting.who, lasting.text, lasting.round) == (table.ids["cowboy"], "glare", 5)
    go_to(table, "movement", 5)
    (question,) = asked(table, "lasting_over")
    assert (question.value, question.choices) == ("ends", ("ends", "keep"))
    assert "glare" in table.states("cowboy")
    table.do(Answer(question=question.id, value="keep"))
    step(table)
    assert "glare" in table.states("cowboy")
    take(table, "cowboy", "glare")
    explode(table, "smoke_grenade", "cowboy", mike="medium")
    explode(table, "smoke_grenade", "cowboy", mike="medium")
    assert [p.round for p in table.state.pending.values() if p.kind == "lasting"] == [8]
    go_to(table, "movement", 8)
    asks(table, "lasting_over")
    assert "smoke" not in table.states("cowboy")


def test_nothing_is_asked_about_what_is_over(table: Table) -> None:
    fight(table, pcs=("mike",))
    go_to(table, "action", 1)
    explode(table, "flashbang", "cowboy", mike="medium")
    take(table, "cowboy", "glare")
    go_to(table, "movement", 4)
    assert asked(table, "lasting_over") == []


def test_the_dead_and_things_feel_no_effect(table: Table) -> None:
    face_off(table)
    table.add("lamp", "object")
    table.set_band("cowboy", "lamp", "touch")
    give(table, "cowboy", "dead")
    explode(table, "stun_grenade", "cowboy", mike="medium")
    assert (table.states("cowboy"), table.states("lamp")) == ([], [])
    explode(table, "grenade", "cowboy", mike="medium")
    assert table.who("lamp").fate == "destroyed"
