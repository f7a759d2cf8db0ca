"""Several movers at once, movers who pursue nobody back, and whoever cannot move."""

from __future__ import annotations

import pytest

from gmconsole.rulesets.lawn import chases, movement, movers
from gmconsole.rulesets.lawn.movement import MoveLess
from gmconsole.rulesets.lawn.neutral import AFTER_MOVEMENT, AddPending
from gmconsole.rulesets.lawn.shortcuts import Ride

from .chase import CATASTROPHE, HOLDS, LOSES, WINS, Chase
from .conftest import Table


@pytest.fixture
def chase(table: Table) -> Chase:
    return Chase(table)


def bands_of(chase: Chase, *pairs: str) -> list[str | None]:
    return [chase.band(*pair.split("-")) for pair in pairs]


# Several against one, one against several ----------------------------------------------------------------------------


@pytest.mark.rule("LP-MOV-052")
@pytest.mark.parametrize(("dice", "ends"), [(WINS, ["far", "medium"]), (LOSES, ["near", "touch"])])
def test_one_check_against_all_pursuers_of_a_class(chase, dice, ends):
    chase.cast(Mike="pc", A="npc", B="npc").start("Mike-A medium, Mike-B near, A-B near")
    chase.declare("A", "Mike")
    chase.declare("B", "Mike")
    chase.declare("Mike", retreat="A B")
    assert chase.owed("speed") == ["Mike"]
    chase.speed("Mike", "A B", dice)
    assert bands_of(chase, "Mike-A", "Mike-B") == ends


@pytest.mark.rule("LP-MOV-052")
def test_two_fugitives_roll_one_check_each(chase):
    chase.cast(Mike="pc", Jessica="pc", Cowboy="npc").start()
    chase.declare("Cowboy", "Mike Jessica")
    chase.declare("Mike", retreat="Cowboy")
    chase.declare("Jessica", retreat="Cowboy")
    assert chase.owed("speed") == ["Mike", "Jessica"]


@pytest.mark.rule("LP-MOV-053")
def test_pursuers_of_different_classes_are_judged_apart(chase):
    chase.cast(Mike="pc", Biker="npc powered", Runner="npc", Limper="npc walk").start()
    for npc in ("Biker", "Runner", "Limper"):
        chase.declare(npc, "Mike")
    chase.declare("Mike", retreat="Biker Runner Limper")
    group = chases.groups(chase.state)[0]
    assert group.others == chase.ids("Runner")
    chase.speed("Mike", "Runner", WINS)
    assert bands_of(chase, "Mike-Biker", "Mike-Runner", "Mike-Limper") == ["touch", "far", "far"]


@pytest.mark.rule("LP-MOV-054", "LP-MOV-019", "LP-MOV-033", "LP-MOV-068")
def test_the_cowboy_hunts_two_at_once(chase):
    chase.cast(Jessica="pc", Mike="pc", Cowboy="npc").start("Jessica-Mike near")
    chase.give("Jessica", "prone")
    chase.declare("Cowboy", "Jessica Mike", by="sprint")
    chase.declare("Jessica", retreat="Cowboy", by="sprint")
    chase.declare("Mike", retreat="Cowboy", by="sprint")
    assert chase.owed("speed") == ["Mike"]
    chase.speed("Mike", "Cowboy", (3, 5, 4, 6, 3))
    assert bands_of(chase, "Cowboy-Jessica", "Cowboy-Mike", "Jessica-Mike") == ["touch", "medium", "near"]
    assert chase.resolved() == {frozenset(("Jessica", "Cowboy")): "faster", frozenset(("Mike", "Cowboy")): "level"}
    chase.answer("share_place")
    assert (chase.band("Jessica", "Mike"), chase.stage) == ("medium", "done")


@pytest.mark.rule("LP-MOV-073")
def test_two_pursuers_of_one_fugitive_roll_for_their_own_pair(chase):
    chase.cast(Jessica="pc", Mike="pc", Thief="npc").start("Jessica-Thief near, Mike-Thief medium")
    chase.declare("Thief", retreat="Jessica Mike")
    chase.declare("Jessica", "Thief")
    chase.declare("Mike", "Thief")
    chase.speed("Jessica", "Thief", LOSES)
    chase.speed("Mike", "Thief", WINS)
    assert bands_of(chase, "Jessica-Thief", "Mike-Thief") == ["medium", "near"]


@pytest.mark.rule("LP-MOV-073")
def test_one_who_reaches_touch_leaves_the_others_band_alone(chase):
    chase.cast(Jessica="pc", Mike="pc", Thief="npc").start("Jessica-Thief near, Mike-Thief medium")
    chase.declare("Thief", retreat="Jessica Mike")
    chase.declare("Jessica", "Thief")
    chase.declare("Mike", "Thief")
    chase.speed("Jessica", "Thief", WINS)
    chase.speed("Mike", "Thief", HOLDS)
    assert bands_of(chase, "Jessica-Thief", "Mike-Thief") == ["touch", "medium"]


@pytest.mark.rule("LP-MOV-074")
def test_allies_with_opposite_wishes(chase):
    chase.cast(Mike="pc", Jessica="pc", Cowboy="npc").start("Jessica-Cowboy near, Mike-Jessica near")
    chase.declare("Cowboy")
    chase.declare("Mike", "Cowboy")
    chase.declare("Jessica", retreat="Cowboy")
    assert bands_of(chase, "Mike-Cowboy", "Jessica-Cowboy") == ["touch", "medium"]
    question = chase.question("share_place")
    assert [(c.a, c.b, c.after) for c in question.changes] == [(*chase.ids("Mike Jessica"), "medium")]


@pytest.mark.rule("LP-MOV-057")
def test_all_pairs_start_from_the_same_moment(chase):
    chase.cast(A="pc", B="npc", C="npc").start()
    chase.declare("B", "C")
    chase.declare("C")
    chase.declare("A", "B")
    assert bands_of(chase, "A-B", "B-C") == ["near", "touch"]


@pytest.mark.rule("LP-MOV-057")
def test_two_chases_sharing_somebody_use_the_starting_bands(chase):
    chase.cast(A="npc", B="pc", C="npc").start()
    chase.declare("A", "B")
    chase.declare("C", retreat="B")
    chase.declare("B", "C", "A")
    assert [g.direction for g in chases.groups(chase.state)] == ["retreat", "approach"]
    chase.speed("B", "A", LOSES)
    chase.speed("B", "C", WINS)
    assert bands_of(chase, "A-B", "B-C") == ["near", "near"]


# No chase ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-MOV-055")
@pytest.mark.parametrize(
    ("a", "b", "start", "end"),
    [
        ("sprint", "sprint", "far", "touch"),
        ("walk", "walk", "far", "far"),
        ("sprint", "walk", "far", "touch"),
        ("crawl", "crawl", "near", "touch"),
    ],
)
def test_both_approach(chase, a, b, start, end):
    chase.cast(A=f"pc {a}", B=f"npc {b}").start(f"A-B {start}")
    chase.declare("B", "A")
    chase.declare("A", "B")
    assert chase.band("A", "B") == end


@pytest.mark.rule("LP-MOV-055")
def test_one_of_two_who_approach_may_stay(chase):
    chase.cast(A="pc", B="npc").start("A-B far")
    chase.declare("B", "A")
    chase.declare("A", "B", stop={"B": "far"})
    assert chase.band("A", "B") == "medium"
    chase.less("B", "A", "far")
    assert chase.band("A", "B") == "far"


@pytest.mark.rule("LP-MOV-056")
@pytest.mark.parametrize(
    ("speed", "start", "end"),
    [
        ("sprint", "touch", "far"),
        ("sprint", "medium", "far"),
        ("walk", "touch", "medium"),
    ],
)
def test_both_retreat(chase, speed, start, end):
    chase.cast(A=f"pc {speed}", B=f"npc {speed}").start(f"A-B {start}")
    chase.declare("B", retreat="A")
    chase.declare("A", retreat="B")
    assert (chase.band("A", "B"), chase.asked("leaves")) == (end, 0)


@pytest.mark.rule("LP-MOV-058")
@pytest.mark.parametrize(("a", "b", "end"), [("sprint", "walk", "touch"), ("walk", "sprint", "medium")])
def test_following_somebody_who_approaches_another(chase, a, b, end):
    chase.cast(A=f"pc {a}", B=f"npc {b}", C="npc").start()
    chase.declare("B", "C")
    chase.declare("C")
    chase.declare("A", "B")
    assert chase.band("A", "B") == end


@pytest.mark.rule("LP-MOV-058")
def test_following_at_the_same_class_gains_one_stop_and_a_place_is_shared(chase):
    chase.cast(A="pc", B="npc", C="npc").start()
    chase.declare("B", "C")
    chase.declare("C")
    chase.declare("A", "B")
    assert bands_of(chase, "B-C", "A-B") == ["touch", "near"]
    question = chase.question("share_place")
    assert {(c.a, c.b, c.after) for c in question.changes} == {(*chase.ids("C A"), "near")}
    chase.answer("share_place")
    assert chase.band("A", "C") == "near"


@pytest.mark.rule("LP-MOV-058")
def test_three_in_a_ring(chase):
    chase.cast(A="pc", B="npc", C="npc").start()
    chase.declare("B", "C")
    chase.declare("C", "A")
    chase.declare("A", "B")
    assert bands_of(chase, "A-B", "B-C", "A-C") == ["near", "near", "near"]


@pytest.mark.rule("LP-MOV-058")
def test_the_gm_may_override(chase):
    chase.cast(A="pc walk", B="npc", C="npc").start()
    chase.declare("B", "C")
    chase.declare("C")
    chase.declare("A", "B")
    chase.table.set_band("A", "B", "near")
    assert chase.band("A", "B") == "near"


@pytest.mark.rule("LP-MOV-059")
@pytest.mark.parametrize(
    ("more", "kind", "end"),
    [
        ({}, "npc", "near"),
        ({"by": "sprint", "vehicle": True}, "npc", "near"),
        ({}, "npc powered", "medium"),
    ],
)
def test_following_somebody_who_flees_from_another(chase, more, kind, end):
    chase.cast(A="npc friendly", B=kind, C="npc").start()
    chase.declare("A", "B")
    chase.declare("C", "B", by="walk")
    chase.declare("B", retreat="C", **more)
    assert (chase.band("A", "B"), chase.last.entry.dice) == (end, ())


# The slowest one -----------------------------------------------------------------------------------------------------


def team(chase: Chase, slowest: str = "sprint") -> Chase:
    for name, phy, speed in (("Ann", 2, "sprint"), ("Bob", 0, slowest), ("Cid", 1, "sprint")):
        chase.table.add(name, "pc", speed=speed, attributes={"PHY": phy})
    chase.cast(X="npc", Y="npc").start("Ann-Bob near, Ann-Cid near, Bob-Cid near, X-Y near", options=("slowest_one",))
    chase.declare("X", "Ann Bob Cid")
    chase.declare("Y", "Ann Bob Cid")
    for pc in ("Ann", "Bob", "Cid"):
        chase.declare(pc, retreat="X Y")
    return chase


PAIRS = ("Ann-X", "Ann-Y", "Bob-X", "Bob-Y", "Cid-X", "Cid-Y")


@pytest.mark.rule("LP-MOV-050", "LP-MOV-051")
@pytest.mark.parametrize(("dice", "end"), [(WINS, "far"), (LOSES, "near"), (HOLDS, "medium"), (CATASTROPHE, "near")])
def test_the_slowest_rolls_for_the_team(chase, dice, end):
    team(chase)
    assert chase.owed("speed") == ["Bob"]
    assert movement.tasks(chase.state)[0].dice == (5, 6)
    chase.speed("Bob", "X Y", dice)
    assert set(bands_of(chase, *PAIRS)) == {end}
    assert chase.asked("critical") == (dice == CATASTROPHE)


@pytest.mark.rule("LP-MOV-050")
def test_the_gm_may_let_another_roll(chase):
    team(chase)
    chase.speed("Ann", "X", (*WINS, 6, 6))
    assert set(bands_of(chase, *PAIRS)) == {"far"}


@pytest.mark.rule("LP-MOV-050")
def test_the_lowest_class_comes_before_the_smallest_pool(chase):
    chase.table.add("Ann", "pc", speed="walk", attributes={"PHY": 3})
    chase.table.add("Bob", "pc", attributes={"PHY": 0})
    chase.cast(X="npc walk").start(options=("slowest_one",))
    chase.declare("X", "Ann Bob")
    chase.declare("Ann", retreat="X")
    chase.declare("Bob", retreat="X")
    assert chase.owed("speed") == ["Ann"]


@pytest.mark.rule("LP-MOV-051")
def test_a_crawling_member_gives_the_whole_team_away(chase):
    team(chase, "crawl")
    assert chase.last.entry.dice == ()
    assert set(bands_of(chase, *PAIRS)) == {"touch"}


# Things and those who cannot move ------------------------------------------------------------------------------------


@pytest.mark.rule("LP-MOV-066")
def test_a_door_is_approached_like_somebody_static(chase):
    chase.cast(Mike="pc", door="object", Cowboy="npc").start("Mike-door far, Cowboy-door far, Mike-Cowboy far")
    assert chase.owed("declare") == ["Cowboy", "Mike"]
    for end in ("medium", "touch"):
        chase.declare("Cowboy")
        chase.declare("Mike", "door")
        assert chase.band("Mike", "door") == end
        chase.next_round()


@pytest.mark.rule("LP-MOV-065", "LP-NEU-026")
@pytest.mark.parametrize(
    ("speed", "state", "end"),
    [
        ("sprint", "", "medium"),
        ("crawl", "", "near"),
        ("sprint", "stunned", "touch"),
    ],
)
def test_moving_away_from_a_grenade_with_a_fuse(chase, speed, state, end):
    """The device is an object, its fuse a pending effect at the end of movement; bands are those after movement."""
    chase.cast(Mike=f"pc {speed}", grenade="object", Cowboy="npc").start(
        "Mike-grenade touch, Cowboy-grenade far, Mike-Cowboy far", phases=("neutral", "movement", "action")
    )
    grenade = chase.ids("grenade")[0]
    chase.table.to_phase("action")
    chase.table.do(AddPending(kind="fuse", text="the grenade", rounds=1, point=AFTER_MOVEMENT, who=grenade))
    chase.table.to_phase("neutral")
    assert (chase.state.round, len(chase.state.pending), chase.asked("pending")) == (2, 1, 0)
    if state:
        chase.give("Mike", state)
    chase.table.to_phase("movement")
    if not state:
        chase.declare("Mike", retreat="grenade")
    chase.rest()
    assert (chase.band("Mike", "grenade"), len(chase.state.pending)) == (end, 1)
    chase.table.to_phase("action")
    assert (chase.band("Mike", "grenade"), len(chase.state.pending)) == (end, 0)
    assert chase.question("pending").who == grenade


@pytest.mark.rule("LP-NEU-026")
def test_whoever_is_carried_away_is_spared(chase):
    chase.cast(Mike="pc", Carl="pc", grenade="object")
    chase.table.do(Ride(who=chase.ids("Mike")[0], vehicle="stretcher"))
    chase.table.do(Ride(who=chase.ids("Carl")[0], vehicle="stretcher", drives=True))
    chase.table.do(AddPending(kind="fuse", text="the grenade", rounds=1, point=AFTER_MOVEMENT))
    chase.start("Mike-Carl touch, Mike-grenade touch, Carl-grenade touch")
    chase.give("Mike", "stunned")
    assert chase.owed("declare") == ["Carl"]
    chase.declare("Carl", retreat="grenade")
    assert bands_of(chase, "Mike-grenade", "Carl-grenade", "Mike-Carl") == ["medium", "medium", "touch"]
    chase.table.to_phase("movement")
    assert (chase.state.round, chase.asked("pending"), chase.band("Mike", "grenade")) == (2, 1, "medium")


@pytest.mark.rule("LP-NEU-027")
def test_a_fuse_burns_down_where_movement_would_end(chase):
    chase.cast(Mike="pc", Cowboy="npc").start(phases=("neutral", "action"))
    chase.table.to_phase("action")
    chase.table.do(AddPending(kind="fuse", text="the grenade", rounds=1, point=AFTER_MOVEMENT))
    chase.table.to_phase("neutral")
    assert (chase.state.round, chase.asked("pending")) == (2, 0)
    chase.table.to_phase("action")
    assert (chase.state.round, chase.asked("pending")) == (2, 1)


@pytest.mark.rule("LP-NEU-027")
def test_a_device_set_before_a_crisis_that_has_already_begun_waits_for_round_2(chase):
    chase.cast(Mike="pc", Cowboy="npc")
    chase.table.do(AddPending(kind="fuse", text="the trap", rounds=1, point=AFTER_MOVEMENT))
    chase.start(preset="fight", options=("already_begun",))
    chase.table.to_phase("action")
    assert (chase.state.round, chase.asked("pending")) == (1, 0)
    chase.table.to_phase("movement")
    chase.rest()
    assert (chase.state.round, chase.asked("pending")) == (2, 0)
    chase.table.to_phase("action")
    assert (chase.state.round, chase.asked("pending")) == (2, 1)


@pytest.mark.rule("LP-MOV-067")
@pytest.mark.parametrize("state", ["stunned", "restrained", "unconscious", "down"])
def test_whoever_cannot_move_is_static(chase, state):
    chase.cast(Mike="pc", Cowboy="npc").start()
    chase.give("Mike", state)
    assert chase.owed("declare") == ["Cowboy"]
    assert chase.table.refused(chase.declaration("Mike", retreat="Cowboy")).code == "cannot-move"
    chase.declare("Cowboy", "Mike")
    assert (chase.band("Mike", "Cowboy"), chase.last.entry.dice) == ("touch", ())


@pytest.mark.rule("LP-MOV-067")
def test_restrained_until_broken_free(chase):
    from gmconsole.rulesets.lawn.injuries import ChangeState

    chase.cast(Mike="pc", Cowboy="npc").start()
    chase.give("Mike", "restrained")
    chase.table.do(ChangeState(who=chase.ids("Mike"), remove=("restrained",)))
    chase.declare("Cowboy", "Mike")
    chase.declare("Mike", retreat="Cowboy")
    assert chase.owed("speed") == ["Mike"]


@pytest.mark.rule("LP-MOV-068")
def test_somebody_knocked_down_is_slower(chase):
    chase.cast(Jessica="pc", Cowboy="npc").start()
    chase.give("Jessica", "prone")
    chase.declare("Cowboy", "Jessica")
    chase.declare("Jessica", retreat="Cowboy")
    assert (chase.band("Jessica", "Cowboy"), chase.last.entry.dice) == ("touch", ())


# Standing up ---------------------------------------------------------------------------------------------------------


def lying(chase: Chase, band: str) -> Chase:
    """Round 2 with Jessica prone since round 1."""
    chase.cast(Jessica="pc", Cowboy="npc").start(f"Jessica-Cowboy {band}", phases=("movement", "action"))
    chase.give("Jessica", "prone")
    chase.declare("Cowboy")
    chase.declare("Jessica")
    assert chase.table.states("Jessica") == ["prone"]
    chase.next_round()
    return chase


@pytest.mark.rule("LP-MOV-069")
def test_next_to_an_enemy_standing_up_is_an_action(chase):
    from gmconsole.rulesets.lawn.actions import StandUp

    lying(chase, "touch")
    jessica = chase.ids("Jessica")[0]
    assert not movers.may_stand(chase.state, jessica)
    chase.declare("Cowboy")
    chase.declare("Jessica", retreat="Cowboy")
    assert (chase.table.states("Jessica"), chase.band("Jessica", "Cowboy")) == (["prone"], "near")
    chase.table.to_phase("action")
    while chase.table.tasks("slot") and chase.table.tasks("slot")[0].who != jessica:
        chase.table.do(chase.table.tasks("slot")[0].skip)
    chase.table.do(StandUp(who=jessica))
    assert chase.table.states("Jessica") == []


@pytest.mark.rule("LP-MOV-069")
def test_otherwise_it_costs_nothing_but_walk_at_most(chase):
    lying(chase, "near")
    assert movers.may_stand(chase.state, chase.ids("Jessica")[0])
    chase.declare("Cowboy")
    chase.declare("Jessica", retreat="Cowboy", by="sprint")
    assert (chase.table.states("Jessica"), chase.band("Jessica", "Cowboy")) == ([], "medium")
    assert chase.state.crisis.stood == {chase.ids("Jessica")[0]: 2}


@pytest.mark.rule("LP-MOV-069")
def test_never_in_the_round_of_the_fall(chase):
    chase.cast(Jessica="pc", Cowboy="npc").start(phases=("neutral", "movement"))
    chase.give("Jessica", "prone")
    chase.table.to_phase("movement")
    chase.declare("Cowboy")
    chase.declare("Jessica", retreat="Cowboy")
    assert (chase.table.states("Jessica"), chase.band("Jessica", "Cowboy")) == (["prone"], "medium")


@pytest.mark.rule("LP-MOV-069")
@pytest.mark.parametrize(("band", "word", "states"), [("touch", "up", []), ("near", "stay", ["prone"])])
def test_the_gm_may_rule_otherwise(chase, band, word, states):
    lying(chase, band)
    chase.declare("Cowboy")
    chase.declare("Jessica", stand=word)
    assert chase.table.states("Jessica") == states


# Branches of the worked example --------------------------------------------------------------------------------------


@pytest.mark.rule("LP-MOV-063", "LP-MOV-069", "LP-CRI-005")
def test_branches_b13_and_b14(chase):
    """The Cowboy stays down: Mike runs, Jessica crawls, then stands up and walks; Mike is out one round later."""
    chase.cast(Jessica="pc", Mike="pc", Cowboy="npc").start(
        "Cowboy-Jessica touch, Cowboy-Mike medium, Jessica-Mike medium"
    )
    chase.give("Jessica", "prone")
    chase.give("Cowboy", "down")
    chase.rest()
    chase.next_round()
    chase.give("Cowboy", "down")
    chase.declare("Jessica", retreat="Cowboy")
    chase.declare("Mike", retreat="Cowboy")
    assert bands_of(chase, "Cowboy-Jessica", "Cowboy-Mike", "Jessica-Mike") == ["near", "far", "medium"]
    assert (chase.stage, chase.state.questions) == ("done", {})
    chase.next_round()
    chase.give("Cowboy", "down")
    chase.declare("Jessica", retreat="Cowboy")
    chase.declare("Mike", retreat="Cowboy")
    assert bands_of(chase, "Cowboy-Jessica", "Cowboy-Mike") == ["medium", "extreme"]
    assert chase.table.states("Jessica") == []
    assert chase.table.who("Mike").presence == "left"


@pytest.mark.parametrize(("dice", "band"), [((2, 2, 5, 5, 6), "near"), ((1, 4, 2, 6, 3), "far")])
def test_branches_b1_and_b2(chase, dice, band):
    chase.cast(Jessica="pc", Mike="pc", Cowboy="npc").start("Jessica-Mike near")
    chase.give("Jessica", "prone")
    chase.declare("Cowboy", "Jessica Mike")
    chase.declare("Jessica", retreat="Cowboy")
    chase.declare("Mike", retreat="Cowboy")
    chase.speed("Mike", "Cowboy", dice)
    assert chase.band("Cowboy", "Mike") == band
    if band == "far":
        assert chase.question("share_place").value == "far"
        chase.less("Mike", "Cowboy", "medium")
        assert (chase.band("Cowboy", "Mike"), chase.question("share_place").value) == ("medium", "medium")
        chase.answer("share_place")
        assert chase.band("Jessica", "Mike") == "medium"
        assert (
            chase.table.refused(MoveLess(who=chase.ids("Jessica")[0], other=chase.ids("Mike")[0], band="near")).code
            == "not-their-move"
        )


def test_branch_b3(chase):
    chase.cast(Jessica="pc", Mike="pc", Cowboy="npc").start("Jessica-Mike near")
    chase.declare("Cowboy", "Jessica Mike")
    chase.declare("Jessica", retreat="Cowboy")
    chase.declare("Mike", retreat="Cowboy")
    assert chase.owed("speed") == ["Jessica", "Mike"]
    chase.speed("Jessica", "Cowboy", (2, 2, 5, 5, 6))
    chase.speed("Mike", "Cowboy", (3, 5, 4, 6, 3))
    assert bands_of(chase, "Cowboy-Jessica", "Cowboy-Mike") == ["near", "medium"]


def test_a_crowd_resolves_in_one_event(chase):
    thugs = [f"Thug{i}" for i in range(6)]
    chase.cast(**dict.fromkeys(thugs, "npc"), Mike="pc").start()
    for thug in thugs:
        chase.declare(thug, "Mike")
    chase.declare("Mike")
    assert len(chase.resolved()) == 6
    assert set(chase.resolved().values()) == {"static"}
    assert set(chase.state.bands[chase.ids("Mike")[0]].values()) == {"touch"}
