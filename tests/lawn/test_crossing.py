"""Leaving and entering the crisis area."""

from __future__ import annotations

import pytest

from gmconsole.core.commands import SetBand, SetField
from gmconsole.rulesets.lawn import crossing, initiative, movement
from gmconsole.rulesets.lawn.movement import Enter
from gmconsole.rulesets.lawn.people import Add

from .chase import LOSES, WINS, Chase
from .conftest import Table


@pytest.fixture
def chase(table: Table) -> Chase:
    return Chase(table)


def outsider(chase: Chase, speed: str = "sprint", kind: str = "npc") -> None:
    chase.table.add("Biker", kind, speed=speed, outside=True)


@pytest.mark.rule("LP-CRI-002")
def test_inside_nobody_is_at_extreme(chase):
    chase.cast(A="pc", B="npc").start("A-B far")
    a, b = chase.ids("A B")
    assert chase.table.who("A").presence == chase.table.who("B").presence == "in"
    assert chase.table.refused(SetBand(a=a, b=(b,), band="extreme")).code == "outside-the-area"
    assert chase.table.refused(Add(kind="npc", name="C", near={a: "extreme"})).code == "outside-the-area"
    chase.table.add("D", "npc", outside=True, near={a: "extreme"})
    assert chase.table.who("D").presence == "outside"


@pytest.mark.rule("LP-CRI-005", "LP-MOV-044")
def test_who_has_left_has_no_slot_and_rolls_no_initiative(chase):
    chase.cast(Mike="pc", Jessica="pc", Cowboy="npc").start("Mike-Cowboy far", preset="fight")
    chase.table.to_phase("movement")
    chase.declare("Cowboy", "Mike", by="sprint")
    chase.declare("Jessica")
    chase.declare("Mike", retreat="Cowboy")
    chase.speed("Mike", "Cowboy", WINS)
    mike = chase.ids("Mike")[0]
    assert chase.table.who("Mike").presence == "left"
    assert chase.band("Mike", "Jessica") == "extreme"
    chase.table.to_phase("action")
    assert mike not in initiative.order(chase.state)
    chase.table.to_phase("initiative")
    assert chase.state.round == 2
    assert mike not in {t.who for t in chase.table.tasks()}


@pytest.mark.rule("LP-MOV-044", "LP-CRI-005")
def test_an_npc_that_gets_away_is_out_and_the_pc_stays(chase):
    chase.cast(Mike="pc", Thief="npc").start("Mike-Thief far")
    chase.declare("Thief", retreat="Mike")
    chase.declare("Mike", "Thief")
    chase.speed("Mike", "Thief", LOSES)
    assert (chase.table.who("Thief").presence, chase.table.who("Mike").presence) == ("left", "in")


def two_pursuers(chase: Chase) -> Chase:
    chase.cast(Mike="pc", A="npc", B="npc").start("Mike-A far, Mike-B medium, A-B near")
    chase.declare("A", "Mike")
    chase.declare("B", "Mike")
    chase.declare("Mike", retreat="A B")
    chase.speed("Mike", "A B", WINS)
    return chase


@pytest.mark.rule("LP-CRI-007", "LP-CRI-002")
def test_beyond_only_some_opponents_the_gm_is_asked_and_inside_is_the_default(chase):
    two_pursuers(chase)
    assert (chase.band("Mike", "A"), chase.band("Mike", "B")) == ("extreme", "far")
    question = chase.question("outside")
    assert (question.who, question.value, question.blocking) == (chase.ids("Mike")[0], "inside", True)
    chase.answer("outside")
    assert chase.table.who("Mike").presence == "in"
    assert (chase.band("Mike", "A"), chase.band("Mike", "B"), chase.stage) == ("far", "far", "done")


@pytest.mark.rule("LP-CRI-007", "LP-MOV-044")
def test_the_gm_may_say_outside(chase):
    two_pursuers(chase)
    chase.answer("outside", "outside")
    assert chase.table.who("Mike").presence == "left"
    assert (chase.band("Mike", "A"), chase.band("Mike", "B"), chase.stage) == ("extreme", "extreme", "done")


@pytest.mark.rule("LP-CRI-007")
def test_moving_on_without_an_answer_keeps_somebody_inside(chase):
    two_pursuers(chase)
    chase.table.to_phase("movement")
    assert (chase.table.who("Mike").presence, chase.band("Mike", "A")) == ("in", "far")


@pytest.mark.rule("LP-CRI-007", "LP-MOV-053")
@pytest.mark.parametrize(
    ("answer", "presence", "bands"),
    [
        ("inside", "in", ["touch", "far", "far"]),
        ("outside", "left", ["extreme", "extreme", "extreme"]),
    ],
)
def test_three_pursuers_of_different_classes_and_a_retreat_at_far(chase, answer, presence, bands):
    """The biker has come up to Mike, the two others are left behind: only the GM can say whether he is out."""
    chase.cast(Mike="pc", Biker="npc powered", Runner="npc", Limper="npc walk").start(rest="far")
    for npc in ("Biker", "Runner", "Limper"):
        chase.declare(npc, "Mike")
    chase.declare("Mike", retreat="Biker Runner Limper")
    assert chase.owed("speed") == ["Mike"]
    chase.speed("Mike", "Runner", WINS)
    assert [chase.band("Mike", n) for n in ("Biker", "Runner", "Limper")] == ["touch", "extreme", "extreme"]
    chase.answer("outside", answer)
    assert chase.table.who("Mike").presence == presence
    assert [chase.band("Mike", n) for n in ("Biker", "Runner", "Limper")] == bands
    assert (chase.stage, chase.state.questions) == ("done", {})


@pytest.mark.rule("LP-CRI-007")
def test_a_single_pursuer_asks_nothing(chase):
    chase.cast(Mike="pc", Cowboy="npc").start("Mike-Cowboy far")
    chase.declare("Cowboy", "Mike")
    chase.declare("Mike", retreat="Cowboy")
    chase.speed("Mike", "Cowboy", WINS)
    assert (chase.table.who("Mike").presence, chase.state.questions) == ("left", {})


@pytest.mark.rule("LP-CRI-007")
def test_a_dead_opponent_keeps_nobody_inside(chase):
    chase.cast(Mike="pc", A="npc", B="npc").start("Mike-A far, Mike-B near, A-B medium")
    chase.give("B", "dead")
    chase.declare("A", "Mike")
    chase.declare("Mike", retreat="A")
    chase.speed("Mike", "A", WINS)
    assert chase.table.who("Mike").presence == "left"


@pytest.mark.rule("LP-MOV-056")
@pytest.mark.parametrize(
    ("answer", "gone"),
    [
        ("Mike", {"Mike"}),
        ("Cowboy", {"Cowboy"}),
        ("both", {"Mike", "Cowboy"}),
        ("neither", set()),
    ],
)
def test_two_who_part_beyond_far(chase, answer, gone):
    chase.cast(Mike="pc", Cowboy="npc").start("Mike-Cowboy far")
    chase.declare("Cowboy", retreat="Mike")
    chase.declare("Mike", retreat="Cowboy")
    assert chase.band("Mike", "Cowboy") == "extreme"
    chase.answer("leaves", answer)
    assert {n for n in ("Mike", "Cowboy") if chase.table.who(n).presence == "left"} == gone
    assert chase.band("Mike", "Cowboy") == ("extreme" if gone else "far")
    assert chase.stage == "done"


@pytest.mark.rule("LP-CRI-024")
def test_the_gm_lets_somebody_out_with_nobody_in_pursuit(chase):
    chase.cast(Jessica="pc", Mike="pc", exit="object", Cowboy="npc").start(
        "Jessica-exit touch", phases=("movement", "action")
    )
    chase.declare("Cowboy", "Mike")
    chase.table.do(chase.leave("Jessica"))
    jessica, mike = chase.ids("Jessica Mike")
    assert chase.table.who("Jessica").presence == "left"
    assert chase.band("Jessica", "Mike") == "extreme"
    chase.declare("Mike")
    chase.table.to_phase("action")
    assert jessica not in initiative.order(chase.state)
    assert mike in initiative.order(chase.state)


@pytest.mark.rule("LP-CRI-024")
def test_not_out_of_a_pursuit_unless_the_gm_insists(chase):
    chase.cast(Jessica="pc", Cowboy="npc").start()
    chase.declare("Cowboy", "Jessica")
    assert chase.table.refused(chase.leave("Jessica")).code == "in-pursuit"
    chase.table.do(chase.leave("Jessica", force=True))
    assert chase.table.who("Jessica").presence == "left"
    assert chase.table.refused(chase.leave("Jessica")).code == "not-on-stage"


@pytest.mark.rule("LP-MOV-045", "LP-CRI-006")
@pytest.mark.parametrize(("speed", "bands"), [("powered", ["far", "touch"]), ("sprint", ["far", "medium", "touch"])])
def test_an_outsider_comes_in_at_far(chase, speed, bands):
    chase.cast(Mike="pc", Jessica="pc").start("Mike-Jessica near")
    outsider(chase, speed)
    chase.rest()
    chase.next_round()
    chase.table.do(chase.enter("Biker", "Mike"))
    assert chase.table.who("Biker").presence == "outside"
    chase.rest()
    assert (chase.table.who("Biker").presence, chase.band("Biker", "Mike")) == ("in", bands[0])
    assert chase.band("Biker", "Jessica") == "far"
    for band in bands[1:]:
        chase.next_round()
        chase.declare("Biker", "Mike")
        chase.rest()
        assert chase.band("Biker", "Mike") == band


@pytest.mark.rule("LP-MOV-045", "LP-CRI-006")
@pytest.mark.parametrize("speed", ["walk", "crawl"])
def test_nobody_walks_in(chase, speed):
    chase.cast(Mike="pc").start()
    outsider(chase, speed)
    assert chase.table.refused(chase.enter("Biker", "Mike")).code == "too-slow-to-enter"


@pytest.mark.rule("LP-CRI-006")
def test_a_reinforcement_that_needs_three_rounds(chase):
    chase.cast(Mike="pc").start()
    outsider(chase)
    biker, mike = chase.ids("Biker Mike")
    chase.table.do(chase.enter("Biker", rounds=3))
    for left in (3, 2, 1):
        assert (crossing.countdown(chase.state, biker), chase.owed("declare")) == (left, ["Mike"])
        chase.rest()
        chase.next_round()
    assert (crossing.countdown(chase.state, biker), chase.owed("declare")) == (0, ["Biker", "Mike"])
    task = movement.tasks(chase.state)[0]
    assert task.command == Enter(who=biker, approaching=(mike,))
    chase.table.do(task.command)
    chase.rest()
    assert (chase.state.round, chase.table.who("Biker").presence, chase.band("Biker", "Mike")) == (4, "in", "far")
    assert chase.table.who("Biker").enters_in == 0


def test_an_outsider_who_does_not_catch_up_stays_outside(chase):
    chase.cast(Mike="pc powered", Cowboy="npc").start("Mike-Cowboy medium")
    outsider(chase)
    chase.table.do(chase.enter("Biker", "Mike"))
    chase.declare("Cowboy")
    chase.declare("Mike", retreat="Cowboy")
    assert chase.table.who("Biker").presence == "outside"


def test_entries_that_are_refused(chase):
    chase.cast(Mike="pc", Cowboy="npc").start()
    outsider(chase)
    assert chase.table.refused(chase.enter("Cowboy", "Mike")).code == "already-inside"
    assert chase.table.refused(chase.enter("Biker")).code == "approach-whom"
    assert chase.table.refused(chase.enter("Biker", rounds=999)).code == "out-of-bounds"
    chase.rest()
    assert chase.table.refused(chase.enter("Biker", "Mike")).code == "already-resolved"


@pytest.mark.rule("LP-MOV-045", "LP-MOV-070", "LP-CRI-006")
def test_all_aboard_a_vehicle_come_in_together(chase):
    chase.cast(Mike="pc", Jessica="pc").start("Mike-Jessica near")
    outsider(chase)
    chase.table.add("Bo", "npc", outside=True)
    chase.table.add("car", "object", speed="powered", outside=True)
    for name in ("Biker", "Bo"):
        chase.table.do(SetField(who=chase.ids(name), field="vehicle", value=chase.ids("car")[0]))
    chase.table.do(chase.enter("Bo", rounds=1))
    chase.rest()
    chase.next_round()
    assert chase.owed("declare") == ["Mike", "Jessica"]
    assert chase.table.refused(chase.enter("Bo", "Mike")).code == "rides-along"
    chase.table.do(chase.enter("Biker", "Mike"))
    chase.rest()
    for name in ("Biker", "Bo", "car"):
        assert chase.table.who(name).presence == "in"
        assert (chase.band(name, "Mike"), chase.band(name, "Jessica")) == ("far", "far")
    assert {chase.band("Biker", "Bo"), chase.band("Biker", "car"), chase.band("Bo", "car")} == {"touch"}
    assert (chase.stage, chase.state.questions, chase.table.who("Bo").enters_in) == ("done", {}, 0)
    chase.next_round()
    chase.declare("Biker", "Mike")
    chase.rest()
    assert (chase.band("Biker", "Mike"), chase.band("Bo", "Mike")) == ("touch", "touch")


@pytest.mark.rule("LP-MOV-070", "LP-CRI-005")
def test_who_left_by_car_comes_back_by_car(chase):
    chase.cast(Mike="pc", Jessica="pc", car="object powered", Cowboy="npc")
    for name in ("Mike", "Jessica"):
        chase.table.do(SetField(who=chase.ids(name), field="vehicle", value=chase.ids("car")[0]))
    chase.start("Mike-Jessica touch, Mike-car touch, Jessica-car touch", rest="far")
    chase.declare("Cowboy")
    chase.declare("Mike", retreat="Cowboy")
    assert {chase.table.who(n).presence for n in ("Mike", "Jessica", "car")} == {"left"}
    chase.next_round()
    chase.table.do(chase.enter("Mike", "Cowboy"))
    chase.rest()
    assert {chase.table.who(n).presence for n in ("Mike", "Jessica", "car")} == {"in"}
    assert {chase.band(n, "Cowboy") for n in ("Mike", "Jessica", "car")} == {"far"}
    assert chase.band("Mike", "Jessica") == "touch"


def test_who_left_may_come_back(chase):
    chase.cast(Mike="pc", Jessica="pc", Cowboy="npc").start()
    chase.table.do(chase.leave("Mike"))
    chase.rest()
    chase.next_round()
    chase.table.do(chase.enter("Mike", "Jessica"))
    chase.rest()
    assert (chase.table.who("Mike").presence, chase.band("Mike", "Jessica")) == ("in", "far")


def test_an_outsider_too_slow_to_come_in_is_proposed_to_stay(chase):
    chase.cast(Mike="pc", Cowboy="npc").start("Mike-Cowboy far")
    outsider(chase, "crawl")
    chase.table.do(Enter(who=chase.ids("Biker")[0], rounds=1))
    chase.table.to_phase("movement")
    (task,) = [t for t in chase.table.tasks("declare") if t.who == chase.ids("Biker")[0]]
    assert task.command == movement.Stay(who=chase.ids("Biker"))
    chase.table.do(task.command)


@pytest.mark.rule("LP-CRI-006")
def test_who_leaves_in_a_movement_phase_comes_back_in_a_later_round(chase):
    chase.cast(Mike="pc", Cowboy="npc").start("Mike-Cowboy far")
    chase.table.do(chase.leave("Mike"))
    again = Enter(who=chase.ids("Mike")[0], approaching=chase.ids("Cowboy"), by="sprint")
    assert chase.table.refused(again).code == "left-this-round"
    chase.next_round()
    chase.table.do(again)
    chase.rest()
    assert chase.band("Mike", "Cowboy") == "far"
