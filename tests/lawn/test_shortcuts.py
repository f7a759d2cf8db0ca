"""Shortcuts, and vehicles with people aboard."""

from __future__ import annotations

import pytest

from gmconsole.core.commands import SetField
from gmconsole.rulesets.lawn import movement, movers
from gmconsole.rulesets.lawn.actions import Act
from gmconsole.rulesets.lawn.checks import RollCheck
from gmconsole.rulesets.lawn.crisis import UsePhases
from gmconsole.rulesets.lawn.movement_state import Declaration
from gmconsole.rulesets.lawn.shortcuts import Ride, Shortcut

from .chase import HOLDS, LOSES, WINS, Chase
from .conftest import Table
from .rounds import pass_slots


@pytest.fixture
def chase(table: Table) -> Chase:
    return Chase(table)


def pursuit(chase: Chase) -> Chase:
    chase.cast(Mike="pc", Cowboy="npc").start()
    chase.declare("Cowboy", "Mike")
    chase.declare("Mike", retreat="Cowboy")
    return chase


def shortcut(chase: Chase, who: str, **more: object) -> None:
    chase.table.do(Shortcut(who=chase.ids(who)[0], **more))


def roll(chase: Chase, kind: str, dice: tuple[int, ...]) -> None:
    chase.table.do(RollCheck(who=chase.ids("Mike")[0], kind=kind, difficulty=6), dice)


@pytest.mark.rule("LP-MOV-047")
def test_an_npc_gains_a_class(chase):
    pursuit(chase)
    shortcut(chase, "Cowboy", gain="class")
    assert (chase.band("Mike", "Cowboy"), chase.stage) == ("touch", "done")
    assert chase.table.refused(Shortcut(who=chase.ids("Cowboy")[0], gain="class")).code == "not-in-movement"


@pytest.mark.rule("LP-MOV-047")
def test_an_npc_makes_the_check_harder(chase):
    pursuit(chase)
    assert movement.tasks(chase.state)[0].dice == (5, 6)
    shortcut(chase, "Cowboy", gain="difficulty")
    task = movement.tasks(chase.state)[0]
    assert (task.dice, task.command.difficulty) == ((5, 9), 9)
    chase.table.do(task.command, (7, 8, 9, 2, 2))
    assert chase.band("Mike", "Cowboy") == "medium"
    chase.next_round()
    chase.declare("Cowboy", "Mike")
    chase.declare("Mike", retreat="Cowboy")
    assert movement.tasks(chase.state)[0].dice == (5, 6)


@pytest.mark.rule("LP-MOV-048")
@pytest.mark.parametrize("kind", ["DSC", "emergence"])
def test_a_pc_needs_a_check_and_then_gains_a_class(chase, kind):
    pursuit(chase)
    shortcut(chase, "Mike", kind=kind, difficulty=6)
    assert chase.owed("speed") == ["Mike"]
    roll(chase, kind, HOLDS)
    assert chase.question("shortcut").choices == ("class", "difficulty")
    chase.answer("shortcut", "class")
    assert (chase.band("Mike", "Cowboy"), chase.stage) == ("far", "done")


@pytest.mark.rule("LP-MOV-048")
def test_or_an_easier_speed_check(chase):
    pursuit(chase)
    shortcut(chase, "Mike", difficulty=6)
    roll(chase, "DSC", HOLDS)
    chase.answer("shortcut", "difficulty")
    assert movement.tasks(chase.state)[0].dice == (5, 3)
    chase.table.do(movement.tasks(chase.state)[0].command, (1, 2, 2, 3, 2))
    assert chase.band("Mike", "Cowboy") == "far"
    assert chase.state.crisis.speed_difficulty == {chase.ids("Cowboy")[0]: 6}


@pytest.mark.rule("LP-MOV-048")
def test_a_failed_shortcut_brings_nothing(chase):
    pursuit(chase)
    shortcut(chase, "Mike", difficulty=6)
    roll(chase, "DSC", LOSES)
    assert (chase.asked("shortcut"), movement.tasks(chase.state)[0].dice) == (0, (5, 6))
    chase.speed("Mike", "Cowboy", HOLDS)
    assert chase.band("Mike", "Cowboy") == "medium"


@pytest.mark.rule("LP-MOV-048")
def test_the_pairs_wait_for_the_shortcut(chase):
    pursuit(chase)
    shortcut(chase, "Mike", difficulty=6)
    chase.speed("Mike", "Cowboy", HOLDS)
    assert chase.stage == "speed"
    roll(chase, "DSC", LOSES)
    assert chase.stage == "done"


@pytest.mark.rule("LP-MOV-049")
@pytest.mark.parametrize(
    ("answer", "band", "states"),
    [
        ("prone", "touch", ["prone"]),
        ("fall", "touch", ["prone"]),
        ("nothing", "medium", []),
    ],
)
def test_a_dangerous_shortcut_brings_a_check_of_its_own(chase, answer, band, states):
    pursuit(chase)
    shortcut(chase, "Mike", difficulty=6, danger="FLX", danger_difficulty=6)
    roll(chase, "FLX", LOSES)
    assert chase.question("shortcut_fall").choices == ("prone", "fall", "nothing")
    chase.answer("shortcut_fall", answer)
    assert chase.table.states("Mike") == states
    assert chase.stage == "speed"
    roll(chase, "DSC", LOSES)
    if answer == "nothing":
        chase.speed("Mike", "Cowboy", HOLDS)
    assert (chase.band("Mike", "Cowboy"), chase.stage) == (band, "done")


@pytest.mark.rule("LP-MOV-049")
def test_over_the_roof_without_falling(chase):
    pursuit(chase)
    shortcut(chase, "Mike", difficulty=6, danger="FLX", danger_difficulty=6)
    roll(chase, "FLX", HOLDS)
    assert chase.asked("shortcut_fall") == 0
    roll(chase, "DSC", WINS)
    chase.answer("shortcut")
    assert chase.band("Mike", "Cowboy") == "far"


def test_shortcuts_that_are_refused(chase):
    chase.cast(Mike="pc", Cowboy="npc", door="object").start()
    mike, cowboy, door = chase.ids("Mike Cowboy door")
    assert chase.table.refused(Shortcut(who="npc-099")).code == "unknown-person"
    assert chase.table.refused(Shortcut(who=cowboy)).code == "not-a-choice"
    assert chase.table.refused(Shortcut(who=cowboy, gain="class")).code == "declare-first"
    assert chase.table.refused(Shortcut(who=mike, kind="INF")).code == "not-a-choice"
    assert chase.table.refused(Shortcut(who=mike, danger="XYZ")).code == "unknown-check-type"
    assert chase.table.refused(Shortcut(who=door, gain="class")).code == "cannot-move"
    shortcut(chase, "Mike", difficulty=6)
    assert chase.table.refused(Shortcut(who=mike, difficulty=6)).code == "already-on-a-shortcut"


# Vehicles ------------------------------------------------------------------------------------------------------------


def car(chase: Chase, *, npc: str = "npc powered") -> Chase:
    """Mike drives, Jessica rides along; the Cowboy is at Medium."""
    chase.table.pc("Mike", attributes={"OPR": 1})
    chase.cast(Jessica="pc", car="object powered", Cowboy=npc)
    chase.table.do(Ride(who=chase.ids("Mike")[0], vehicle=chase.ids("car")[0], drives=True))
    chase.table.do(Ride(who=chase.ids("Jessica")[0], vehicle=chase.ids("car")[0]))
    return chase.start("Mike-Jessica touch, Mike-car touch, Jessica-car touch")


@pytest.mark.rule("LP-MOV-070", "LP-MOV-030")
@pytest.mark.parametrize("named", ["Mike", "Jessica", "Mike Jessica"])
def test_all_aboard_share_the_drivers_movement(chase, named):
    car(chase)
    assert chase.owed("declare") == ["Cowboy", "Mike"]
    chase.declare("Cowboy", named)
    chase.declare("Mike", retreat="Cowboy")
    assert chase.owed("speed") == ["Mike"]
    assert movement.tasks(chase.state)[0].dice == (6, 6)
    chase.speed("Mike", "Cowboy", (*WINS, 6))
    assert {chase.band(n, "Cowboy") for n in ("Mike", "Jessica", "car")} == {"far"}
    assert chase.band("Mike", "Jessica") == "touch"
    assert (chase.stage, chase.state.questions) == ("done", {})


@pytest.mark.rule("LP-MOV-070")
def test_a_passenger_does_not_go_its_own_way(chase):
    car(chase)
    assert chase.table.refused(chase.declaration("Jessica", retreat="Cowboy")).code == "rides-along"
    assert chase.table.refused(chase.declaration("Mike", "Jessica")).code == "moves-along"


@pytest.mark.rule("LP-MOV-070")
def test_a_car_gets_away_with_everybody_aboard(chase):
    car(chase, npc="npc")
    chase.declare("Cowboy", "Mike")
    chase.declare("Mike", retreat="Cowboy")
    chase.next_round()
    chase.declare("Cowboy", "Mike")
    chase.declare("Mike", retreat="Cowboy")
    assert {chase.table.who(n).presence for n in ("Mike", "Jessica", "car")} == {"left"}
    assert chase.band("Mike", "Jessica") == "touch"


@pytest.mark.rule("LP-MOV-070")
def test_without_a_driver_able_to_act_the_vehicle_stands(chase):
    car(chase)
    chase.give("Mike", "stunned")
    assert chase.owed("declare") == ["Cowboy"]
    chase.declare("Cowboy", "Jessica")
    assert {chase.band(n, "Cowboy") for n in ("Mike", "Jessica", "car")} == {"touch"}


@pytest.mark.rule("LP-MOV-070", "LP-MOV-067")
def test_a_passenger_takes_the_wheel_from_an_unconscious_driver(chase):
    """The car stands while its driver is out; taking the wheel is an action, and counts from the next round."""
    car(chase, npc="npc")
    jessica = chase.ids("Jessica")[0]
    chase.table.do(UsePhases(phases=("movement", "action")))
    chase.give("Mike", "unconscious")
    assert chase.table.refused(chase.declaration("Jessica", retreat="Cowboy")).code == "rides-along"
    chase.declare("Cowboy", "Mike")
    assert {chase.band(n, "Cowboy") for n in ("Mike", "Jessica", "car")} == {"touch"}
    chase.table.to_phase("action")
    pass_slots(chase.table, until="Jessica")
    chase.table.do(Ride(who=jessica, vehicle=chase.ids("car")[0], drives=True))
    assert [p.name for p in movers.riders(chase.state, chase.ids("car")[0], inside=True)] == ["Jessica", "Mike"]
    assert not chase.table.who("Mike").drives
    chase.table.to_phase("movement")
    chase.declare("Cowboy", "Mike")
    chase.declare("Jessica", retreat="Cowboy")
    assert {chase.band(n, "Cowboy") for n in ("Mike", "Jessica", "car")} == {"far"}


@pytest.mark.rule("LP-MOV-070")
def test_getting_in_is_an_action_and_counts_from_the_next_round(chase):
    chase.cast(Mike="pc", car="object powered", Cowboy="npc").start("Mike-car touch", phases=("movement", "action"))
    mike, vehicle = chase.ids("Mike car")
    assert chase.table.refused(Ride(who=mike, vehicle=vehicle, drives=True)).code == "boarding-is-an-action"
    assert chase.table.refused(chase.declaration("Mike", retreat="Cowboy", by="powered")).code == "no-vehicle"
    assert movers.speed_class(chase.state, mike, Declaration()) == "sprint"
    chase.rest()
    chase.table.to_phase("action")
    assert chase.table.refused(Ride(who=mike, vehicle=vehicle, drives=True)).code == "not-your-turn"
    pass_slots(chase.table, until="Mike")
    chase.table.do(Ride(who=mike, vehicle=vehicle, drives=True))
    assert chase.state.crisis.slots[mike] == "acted"
    assert chase.table.refused(Act(who=mike, text="shoot")).code == "slot-over"
    chase.table.to_phase("movement")
    assert movers.speed_class(chase.state, mike, Declaration()) == "powered"
    chase.declare("Cowboy", "Mike")
    chase.declare("Mike", retreat="Cowboy")
    assert chase.band("Mike", "Cowboy") == "far"


@pytest.mark.rule("LP-MOV-014", "LP-INJ-066")
def test_a_bad_foot_does_not_slow_a_passenger(chase):
    car(chase, npc="npc")
    chase.give("Jessica", "injured_foot:left")
    chase.give("Mike", "injured_foot:left")
    chase.declare("Cowboy", "Jessica")
    chase.declare("Mike", retreat="Cowboy")
    units = movers.units(chase.state)
    unit = units[chase.ids("Mike")[0]]
    assert (unit.members, unit.speed_class) == (chase.ids("Mike Jessica car"), "powered")
    assert chase.band("Jessica", "Cowboy") == "far"


@pytest.mark.rule("LP-INJ-066")
def test_of_two_caps_the_lowest_applies(chase):
    chase.cast(Mike="pc", Cowboy="npc").start()
    mike = chase.ids("Mike")[0]
    chase.give("Mike", "injured_foot:left:tended")
    assert movers.speed_class(chase.state, mike, Declaration()) == "walk"
    chase.give("Mike", "prone")
    assert movers.speed_class(chase.state, mike, Declaration()) == "crawl"


def test_rides_that_are_refused(chase):
    chase.cast(Mike="pc", car="object powered", Cowboy="npc")
    chase.table.set_band("Mike", "car", "near")
    mike, vehicle = chase.ids("Mike car")
    assert chase.table.refused(Ride(who="npc-099", vehicle=vehicle)).code == "unknown-person"
    assert chase.table.refused(Ride(who=vehicle, vehicle="ship")).code == "objects-do-not-move"
    assert chase.table.refused(Ride(who=mike, vehicle=vehicle)).code == "only-at-touch"
    chase.table.do(SetField(who=(mike,), field="vehicle", value="bicycle"))
    chase.table.do(Ride(who=mike))
    assert chase.table.who("Mike").vehicle == ""
