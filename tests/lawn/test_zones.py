"""Thrown devices: landing, zones, dodges, fuses (LP-ATK-031 to -035, -067, -085, LP-WPN-028, LP-NEU-026)."""

from __future__ import annotations

import pytest

from gmconsole.core.commands import Remove, SetBand, SetOption
from gmconsole.rulesets.lawn import people, slots, zones
from gmconsole.rulesets.lawn.checks import DropCheck
from gmconsole.rulesets.lawn.crisis import End, Start
from gmconsole.rulesets.lawn.movement import Declare, Stay
from gmconsole.rulesets.lawn.neutral import AddPending
from gmconsole.rulesets.lawn.questions import Answer
from gmconsole.rulesets.lawn.weapon_table import WEAPONS
from gmconsole.rulesets.lawn.zones import PlaceDevice, SetOff

from .arms import asks, face_off, give_weapon, life, no_strike, owed, roll, strike
from .conftest import Table
from .rounds import asked, failure, fight, give, go_to, pass_slots, step

SUCCESS_0 = (2, 3, 4, 6, 6)
SUCCESS_1 = (1, 4, 2, 6, 3)
FAILURE = (2, 2, 5, 5, 6)


def device(table: Table, name: str = "Grenade") -> str:
    """The id of the device of that name that lies somewhere."""
    return next(d for d in table.state.devices if table.state.entities[d].name == name)


def place(
    table: Table, weapon: str, target: str, band: str = "touch", *, by: str = "", fuse: bool = False, **near: str
) -> str:
    """Let a device lie there; its id."""
    table.do(
        PlaceDevice(
            weapon=weapon,
            target=table.ids[target],
            band=band,
            by=table.ids[by] if by else "",
            fuse=fuse,
            near={table.ids[name]: b for name, b in near.items()},
        )
    )
    return list(table.state.devices)[-1]


def set_off(table: Table, graded: str = "") -> None:
    """Let the device that waits for the GM's word go off."""
    asks(table, "device")
    if graded:
        asks(table, "throw_degree", graded)


# Landing -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-ATK-032")
def test_a_landed_device_is_an_entity_with_bands(table: Table) -> None:
    table.npc("a")
    table.npc("b")
    table.npc("ally")
    table.all_bands("near")
    table.set_band("b", "ally", "touch")
    lies = place(table, "grenade", "b", by="a")
    assert table.state.bands[lies] == {table.ids["a"]: "near", table.ids["b"]: "touch", table.ids["ally"]: "touch"}
    assert zones.caught(table.state, lies) == {"full": (table.ids["b"], table.ids["ally"]), "splash": (table.ids["a"],)}
    assert table.state.entities[lies].kind == "object"
    set_off(table)
    assert (life(table, "a"), life(table, "b"), life(table, "ally")) == ((2, 3), (1, 3), (1, 3))
    assert (table.state.devices, table.state.person(lies)) == ({}, None)


@pytest.mark.rule("LP-ATK-032")
def test_bands_can_be_put_right_before_it_goes_off(table: Table) -> None:
    table.npc("a")
    table.npc("b")
    table.all_bands("near")
    lies = place(table, "grenade", "b")
    table.do(SetBand(a=lies, b=(table.ids["a"],), band="medium"))
    set_off(table)
    assert (life(table, "a"), life(table, "b")) == ((3, 3), (1, 3))


@pytest.mark.rule("LP-ATK-031", "LP-WPN-029", "LP-WPN-036", "LP-WPN-038")
@pytest.mark.parametrize("weapon", ["grenade", "explosives"])
def test_the_effect_depends_on_the_band_to_the_device(table: Table, weapon: str) -> None:
    table.pc("mike")
    table.pc("jessica")
    for name in ("full", "splash", "splash_too", "beyond", "splash_3"):
        table.npc(name)
    table.all_bands("medium")
    place(
        table,
        weapon,
        "full",
        splash="near",
        splash_too="near",
        splash_3="near",
        beyond="medium",
        mike="touch",
        jessica="near",
    )
    set_off(table, "no")
    assert [life(table, n)[0] for n in ("full", "splash", "splash_too", "splash_3", "beyond")] == [1, 2, 2, 2, 3]
    for who in ("mike", "jessica"):
        roll(table, who, "dodge", FAILURE)
    assert (table.states("mike"), table.states("jessica")) == (["severe_wound"], ["light_wound"])
    row = WEAPONS[weapon]
    assert (row.throw, row.full, row.splash, row.breaching) == ("medium", "touch", "near", 2)
    assert [zones.zone(row, band) for band in ("touch", "near", "medium", None)] == ["full", "splash", "", ""]


@pytest.mark.rule("LP-ATK-031")
def test_devices_are_thrown_up_to_medium(table: Table) -> None:
    face_off(table, "far")
    assert no_strike(table, "grenade").code == "out-of-reach"


# The throw -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-ATK-033")
def test_where_a_throw_lands() -> None:
    assert zones.landing(True, 1, True) == "touch"
    assert zones.landing(True, 0, True) == "near"
    assert zones.landing(True, 0, False) == "touch"
    assert zones.landing(False, 0, True) == zones.landing(False, 0, False) == "medium"


@pytest.mark.rule("LP-ATK-033")
@pytest.mark.parametrize(
    ("setting", "dice", "left"),
    [
        ("use", SUCCESS_1, 1),
        ("use", SUCCESS_0, 2),
        ("off", SUCCESS_0, 1),
    ],
)
def test_the_hit_check_decides_the_zone(table: Table, setting: str, dice: tuple[int, ...], left: int) -> None:
    face_off(table, "medium")
    table.do(SetOption(option="throw_degree", value=setting))
    give_weapon(table, "mike", "grenade")
    strike(table, "grenade", dice=dice)
    assert table.who("mike").weapons == ()
    set_off(table)
    assert life(table, "cowboy") == (left, 3)


@pytest.mark.rule("LP-ATK-033")
def test_only_the_target_gets_away_from_the_middle(table: Table) -> None:
    face_off(table, "medium")
    table.npc("thug")
    table.set_band("thug", "cowboy", "touch")
    table.set_band("thug", "mike", "medium")
    table.do(SetOption(option="throw_degree", value="use"))
    strike(table, "grenade", dice=SUCCESS_0)
    set_off(table)
    assert (life(table, "cowboy"), life(table, "thug")) == ((2, 3), (1, 3))


@pytest.mark.rule("LP-ATK-033")
def test_a_missed_throw_lies_where_the_gm_says(table: Table) -> None:
    face_off(table, "medium")
    table.do(SetOption(option="throw_degree", value="off"))
    for band, left in (("", 3), ("near", 2)):
        strike(table, "grenade", dice=FAILURE)
        (question,) = asked(table, "attack_landing")
        assert question.value == "medium"
        table.do(Answer(question=question.id, value=band or question.value))
        set_off(table)
        assert life(table, "cowboy") == (left, 3)


@pytest.mark.rule("LP-ATK-035")
def test_degrees_are_asked_about_once_a_throw_unless_the_table_says(table: Table) -> None:
    face_off(table, "medium")
    for setting, word in (("use", True), ("off", False), ("ask", None)):
        table.do(SetOption(option="throw_degree", value=setting))
        assert zones.graded(table.state) is word
        strike(table, "grenade", dice=() if word is None else None)
        assert len(asked(table, "attack_graded")) == (word is None)
        if word is not None:
            asks(table, "device", "dud")
    assert table.state.checks == {}
    asks(table, "attack_graded", "no")
    roll(table, "mike", "hit", SUCCESS_0)
    lies = device(table)
    table.do(SetBand(a=lies, b=(table.ids["mike"],), band="near"))
    asks(table, "device")
    assert asked(table, "throw_degree") == []
    assert owed(table, "mike", "dodge").ref.split(" ")[:3] == ["grenade", "splash", "no"]


@pytest.mark.rule("LP-ATK-085")
def test_the_explosives_of_the_example(table: Table) -> None:
    table.pc("mike")
    for name in ("e1", "e2", "e3"):
        table.npc(name)
    table.all_bands("near")
    for name in ("e1", "e2", "e3"):
        table.set_band("mike", name, "medium")
    table.set_band("e1", "e3", "medium")
    table.do(SetOption(option="throw_degree", value="use"))
    strike(table, "explosives", target="e1", dice=SUCCESS_1)
    lies = device(table, "Explosives")
    assert table.state.bands[lies][table.ids["mike"]] == "medium"
    set_off(table)
    assert [life(table, n) for n in ("e1", "e2", "e3")] == [(1, 3), (2, 3), (3, 3)]
    assert (table.states("mike"), table.state.checks) == ([], {})


# Dodging -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-ATK-034")
@pytest.mark.parametrize(
    ("band", "dice", "states"),
    [
        ("touch", SUCCESS_1, []),
        ("touch", SUCCESS_0, ["light_wound"]),
        ("touch", FAILURE, ["severe_wound"]),
        ("near", SUCCESS_0, ["light_wound"]),
        ("near", SUCCESS_1, []),
        ("near", FAILURE, ["light_wound"]),
    ],
)
def test_dodging_by_degrees(table: Table, band: str, dice: tuple[int, ...], states: list[str]) -> None:
    table.pc("mike")
    place(table, "grenade", "mike", band)
    set_off(table, "yes")
    assert owed(table, "mike", "dodge").type == "FLX"
    roll(table, "mike", "dodge", dice)
    assert table.states("mike") == states


@pytest.mark.rule("LP-ATK-034")
def test_without_degrees_any_success_gets_clear(table: Table) -> None:
    table.pc("mike")
    table.do(SetOption(option="throw_degree", value="off"))
    place(table, "grenade", "mike")
    set_off(table)
    roll(table, "mike", "dodge", SUCCESS_0)
    assert table.states("mike") == []


@pytest.mark.rule("LP-ATK-067")
def test_one_throw_and_every_player_character_dodges_alone(table: Table) -> None:
    table.pc("mike")
    table.pc("jessica")
    table.npc("cowboy")
    table.npc("thug")
    table.all_bands("medium")
    table.set_band("mike", "jessica", "touch")
    table.set_band("mike", "thug", "near")
    table.do(SetOption(option="throw_degree", value="use"))
    strike(table, "grenade", who="cowboy", target="mike")
    asks(table, "attack_landing")
    set_off(table)
    assert life(table, "thug") == (2, 3)
    dodges = [c for c in table.state.checks.values() if c.purpose == "dodge"]
    assert [c.who for c in dodges] == [table.ids["mike"], table.ids["jessica"]]
    roll(table, "mike", "dodge", SUCCESS_1)
    roll(table, "jessica", "dodge", FAILURE)
    assert (table.states("mike"), table.states("jessica")) == ([], ["severe_wound"])


@pytest.mark.rule("LP-ATK-085", "LP-ATK-034")
def test_whoever_has_no_time_or_is_out_cold_does_not_dodge(table: Table) -> None:
    table.pc("mike")
    table.pc("jessica")
    table.all_bands("touch")
    give(table, "jessica", "unconscious")
    place(table, "grenade", "mike", jessica="touch")
    set_off(table, "yes")
    assert table.states("jessica") == ["unconscious", "severe_wound"]
    table.do(DropCheck(check=owed(table, "mike", "dodge").id))
    assert table.states("mike") == ["severe_wound"]


def test_the_next_slot_waits_for_the_device(table: Table) -> None:
    fight(table)
    go_to(table, "action", 1)
    place(table, "grenade", "mike")
    assert slots.resolving(table.state)
    set_off(table, "yes")
    assert slots.resolving(table.state)
    roll(table, "mike", "dodge", SUCCESS_1)
    assert not slots.resolving(table.state)


# Fuses ---------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-WPN-028", "LP-NEU-026")
def test_a_fuse_burns_until_the_end_of_the_next_movement(table: Table) -> None:
    fight(table, pcs=("mike",), npcs=("cowboy", "thug"))
    table.do(SetOption(option="throw_degree", value="off"))
    go_to(table, "action", 1)
    give_weapon(table, "mike", "grenade", "delay_fuse")
    strike(table, "grenade", fuse=True, dice=SUCCESS_0)
    lies = device(table)
    assert (asked(table, "device"), table.state.devices[lies].fused) == ([], True)
    assert table.who("mike").weapons == ()
    table.do(SetBand(a=lies, b=(table.ids["thug"],), band="touch"))
    go_to(table, "neutral", 2)
    assert (life(table, "cowboy"), lies in table.state.devices) == ((3, 3), True)
    assert [t.who for t in table.tasks("reminder")] == [lies]
    step(table)
    assert (table.state.phase, life(table, "cowboy")) == ("movement", (3, 3))
    table.do(Declare(who=table.ids["thug"], retreat=(lies,)))
    table.do(Stay())
    assert table.state.bands[lies][table.ids["thug"]] == "medium"
    step(table)
    assert table.state.phase == "action"
    assert (life(table, "cowboy"), life(table, "thug")) == ((1, 3), (3, 3))
    assert lies not in table.state.devices


@pytest.mark.rule("LP-WPN-028")
def test_without_a_fuse_it_goes_off_in_the_action(table: Table) -> None:
    fight(table, pcs=("mike",))
    table.do(SetOption(option="throw_degree", value="off"))
    go_to(table, "action", 1)
    strike(table, "grenade", dice=SUCCESS_0)
    set_off(table)
    assert (table.state.phase, table.state.round, life(table, "cowboy")) == ("action", 1, (1, 3))


@pytest.mark.rule("LP-NEU-026")
def test_whoever_is_carried_away_is_unaffected(table: Table) -> None:
    fight(table, pcs=("mike",))
    go_to(table, "action", 1)
    lies = place(table, "grenade", "cowboy", fuse=True, mike="medium")
    go_to(table, "movement", 2)
    table.do(SetBand(a=table.ids["cowboy"], b=(lies,), band="medium"))
    step(table)
    assert (life(table, "cowboy"), lies in table.state.devices) == ((3, 3), False)


@pytest.mark.rule("LP-NEU-027")
def test_a_fuse_does_not_wait_for_a_movement_that_is_skipped(table: Table) -> None:
    fight(table, pcs=("mike",), phases=("initiative", "neutral", "action"), preset="custom")
    go_to(table, "action", 1)
    place(table, "grenade", "cowboy", fuse=True, mike="medium")
    go_to(table, "neutral", 2)
    assert life(table, "cowboy") == (3, 3)
    step(table)
    assert (table.state.phase, life(table, "cowboy")) == ("action", (1, 3))


@pytest.mark.rule("LP-NEU-027")
@pytest.mark.parametrize(("begun", "round_"), [(True, 2), (False, 1)])
def test_a_device_set_before_round_1(table: Table, begun: bool, round_: int) -> None:
    face_off(table, "medium")
    if begun:
        table.do(SetOption(option="already_begun", value=True))
    place(table, "grenade", "cowboy", fuse=True)
    table.do(Start(preset="fight"))
    if round_ > 1:
        go_to(table, "action", 1)
        assert life(table, "cowboy") == (3, 3)
    go_to(table, "action", round_)
    assert life(table, "cowboy") == (1, 3)


def test_a_fuse_waits_for_the_gm_to_say_whether_degrees_count(table: Table) -> None:
    fight(table, pcs=("mike",))
    go_to(table, "action", 1)
    place(table, "grenade", "mike", fuse=True)
    go_to(table, "movement", 2)
    step(table)
    assert (table.state.phase, len(asked(table, "throw_degree"))) == ("action", 1)
    assert slots.resolving(table.state)
    asks(table, "throw_degree")
    roll(table, "mike", "dodge", SUCCESS_1)
    assert table.states("mike") == []


@pytest.mark.rule("LP-MOV-065")
@pytest.mark.parametrize(
    ("state", "band", "states"),
    [
        ("", "medium", []),
        ("injured_foot:left", "near", ["injured_foot", "light_wound"]),
        ("stunned", "touch", ["severe_wound"]),
    ],
)
def test_running_from_a_grenade(table: Table, state: str, band: str, states: list[str]) -> None:
    fight(table, pcs=("mike",))
    table.do(SetOption(option="throw_degree", value="use"))
    go_to(table, "action", 1)
    pass_slots(table)
    lies = place(table, "grenade", "mike", fuse=True, cowboy="medium")
    if state:
        give(table, "mike", state)
    go_to(table, "movement", 2)
    if state == "stunned":
        assert table.refused(Declare(who=table.ids["mike"], retreat=(lies,))).code == "cannot-move"
    else:
        table.do(Declare(who=table.ids["mike"], retreat=(lies,)))
    table.do(Stay())
    assert table.state.bands[lies][table.ids["mike"]] == band
    step(table)
    if states:
        roll(table, "mike", "dodge", failure(5))
    assert [s for s in table.states("mike") if s != "stunned"] == states


@pytest.mark.rule("LP-MOV-065")
@pytest.mark.parametrize(
    ("start", "end", "kind", "band"),
    [
        ("medium", "touch", "share_place", "medium"),
        ("far", "medium", "apart", "near"),
    ],
)
def test_a_device_does_not_run_along_with_whoever_leaves_it(
    table: Table, start: str, end: str, kind: str, band: str
) -> None:
    fight(table, pcs=("mike",))
    go_to(table, "action", 1)
    if start != "medium":
        table.set_band("mike", "cowboy", start)
    lies = place(table, "grenade", "mike", fuse=True, cowboy=start)
    go_to(table, "movement", 2)
    table.do(Declare(who=table.ids["mike"], approach=(table.ids["cowboy"],)))
    table.do(Stay())
    assert table.band("mike", "cowboy") == end
    (question,) = (q for q in table.state.questions.values() if q.kind in ("share_place", "apart"))
    assert (question.kind, question.value) == (kind, band)
    table.do(Answer(question=question.id, value=question.value))
    assert table.state.bands[lies] == {table.ids["mike"]: band, table.ids["cowboy"]: start}


# The GM's own hand ---------------------------------------------------------------------------------------------------


def test_the_gm_sets_off_and_defuses(table: Table) -> None:
    fight(table, pcs=("mike",))
    go_to(table, "action", 1)
    lies = place(table, "grenade", "cowboy", fuse=True, mike="medium")
    table.do(SetOff(device=lies, dud=True))
    assert (table.state.devices, table.state.pending, life(table, "cowboy")) == ({}, {}, (3, 3))
    lies = place(table, "grenade", "cowboy", fuse=True, mike="medium")
    table.do(SetOff(device=lies))
    assert (table.state.pending, life(table, "cowboy")) == ({}, (1, 3))
    assert table.refused(SetOff(device=table.ids["cowboy"])).code == "no-device"
    assert table.refused(SetOff(device=lies)).code == "unknown-person"


def test_what_a_device_asks_outlives_the_crisis(table: Table) -> None:
    fight(table, pcs=("mike",))
    go_to(table, "action", 1)
    place(table, "grenade", "cowboy", mike="medium")
    fused = place(table, "explosives", "cowboy", fuse=True, mike="medium")
    table.do(End())
    set_off(table)
    assert life(table, "cowboy") == (1, 3)
    table.do(SetOff(device=fused))
    assert life(table, "cowboy") == (0, 3)


def test_a_device_that_was_taken_off_the_stage_does_nothing(table: Table) -> None:
    fight(table, pcs=("mike",))
    go_to(table, "action", 1)
    lies = place(table, "grenade", "cowboy", fuse=True, mike="medium")
    table.do(Remove(who=lies))
    go_to(table, "action", 2)
    assert (life(table, "cowboy"), table.state.devices) == ((3, 3), {})


def test_what_cannot_be_placed(table: Table) -> None:
    face_off(table)
    mike = table.ids["mike"]
    assert table.refused(PlaceDevice(weapon="sword", target=mike)).code == "no-device"
    assert table.refused(PlaceDevice(weapon="bomb", target=mike)).code == "no-such-weapon"
    assert table.refused(PlaceDevice(weapon="grenade", target="npc-099")).code == "unknown-person"
    assert table.refused(PlaceDevice(weapon="grenade", target=mike, band="close")).code == "unknown-band"
    table.do(Start(preset="fight"))
    assert table.refused(PlaceDevice(weapon="grenade", target=mike, band="extreme")).code == "outside-the-area"


def test_names_of_devices(table: Table) -> None:
    table.pc("迈克")
    place(table, "grenade", "迈克")
    place(table, "grenade", "迈克")
    names = [table.state.entities[d].name for d in table.state.devices]
    assert names == ["手雷", "手雷 2"]
    assert [table.state.entities[d].key for d in table.state.devices] == ["grenade", "grenade-2"]
    assert all(p.kind != "object" for p in people.characters(table.state))


def test_a_fuse_without_a_device_is_the_gms_reminder(table: Table) -> None:
    fight(table, pcs=("mike",))
    go_to(table, "action", 1)
    table.do(AddPending(kind="fuse", text="the barrel", point="after_movement"))
    go_to(table, "action", 2)
    assert [q.ref for q in asked(table, "pending")] == ["the barrel"]


def test_no_dice_hang_on_other_dice(table: Table) -> None:
    """Setting a device off rolls nothing: every dodge and breach is a check of its own."""
    table.pc("mike")
    table.npc("cowboy")
    table.all_bands("touch")
    place(table, "grenade", "mike", cowboy="touch")
    for kind in ("device", "throw_degree"):
        (question,) = asked(table, kind)
        table.do(Answer(question=question.id, value=question.value), ())
    assert owed(table, "mike", "dodge").difficulty == zones.DIFFICULTY
