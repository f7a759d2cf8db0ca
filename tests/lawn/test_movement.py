"""The movement phase: declarations, classes, pairs without a check, and the speed check."""

from __future__ import annotations

import pytest

from gmconsole.core.commands import BandsChanged, SetBand
from gmconsole.rulesets.lawn import RULESET, chases, movement, movers, stages
from gmconsole.rulesets.lawn.actions import Act
from gmconsole.rulesets.lawn.injuries import ChangeState
from gmconsole.rulesets.lawn.movement import Declare, MoveLess, SpeedCheck, Stay
from gmconsole.rulesets.lawn.movement_state import Declaration
from gmconsole.rulesets.lawn.state import Modifier

from .chase import CATASTROPHE, CRITICAL, HOLDS, LOSES, ONES, TWICE, WINS, Chase, duel
from .conftest import Table


@pytest.fixture
def chase(table: Table) -> Chase:
    return Chase(table)


# Declarations ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-MOV-001")
def test_nothing_is_resolved_before_all_declarations_are_in(chase):
    chase.cast(Mike="pc", Jessica="pc", Cowboy="npc").start()
    chase.declare("Cowboy", "Mike")
    chase.declare("Mike")
    assert (chase.stage, chase.band("Mike", "Cowboy")) == ("declare", "medium")
    assert chase.owed("declare") == ["Jessica"]
    chase.declare("Mike", "Cowboy", stop={"Cowboy": "medium"})
    chase.declare("Mike")
    chase.table.do(Stay(who=chase.ids("Jessica")))
    assert (chase.stage, chase.band("Mike", "Cowboy")) == ("done", "touch")
    assert chase.table.refused(chase.declaration("Mike", retreat="Cowboy")).code == "already-resolved"


@pytest.mark.rule("LP-MOV-001", "LP-MOV-077")
def test_a_declaration_may_change_until_the_first_speed_check(chase):
    chase.cast(Mike="pc", Jessica="pc", Cowboy="npc").start()
    chase.declare("Cowboy", "Mike Jessica")
    chase.declare("Mike", retreat="Cowboy")
    chase.declare("Jessica", retreat="Cowboy")
    assert chase.owed("speed") == ["Mike", "Jessica"]
    chase.declare("Jessica", "Mike", "Cowboy")
    assert chase.owed("speed") == ["Mike", "Jessica"]
    chase.speed("Mike", "Cowboy", LOSES)
    assert chase.table.refused(chase.declaration("Jessica")).code == "already-rolled"
    assert chase.owed("speed") == ["Jessica"]


@pytest.mark.rule("LP-MOV-077")
def test_speed_checks_are_open_together_and_rolled_in_any_order(chase):
    chase.cast(Mike="pc", Jessica="pc", Cowboy="npc").start()
    chase.declare("Cowboy", "Mike Jessica")
    chase.declare("Mike", retreat="Cowboy")
    chase.declare("Jessica", retreat="Cowboy")
    tasks = [t for t in movement.tasks(chase.state) if t.kind == "speed"]
    assert [t.who for t in tasks] == list(chase.ids("Mike Jessica"))
    assert [t.dice for t in tasks] == [(5, 6), (5, 6)]
    chase.speed("Jessica", dice=WINS)
    assert chase.band("Jessica", "Cowboy") == "medium"
    chase.speed("Mike", dice=LOSES)
    assert (chase.band("Jessica", "Cowboy"), chase.band("Mike", "Cowboy")) == ("far", "near")


@pytest.mark.rule("LP-MOV-002")
def test_every_affected_pair_has_its_band_before_the_action_phase(chase):
    chase.cast(Mike="pc", Jessica="pc", Cowboy="npc").start(phases=("movement", "action"))
    chase.declare("Cowboy", "Mike")
    chase.declare("Jessica", retreat="Cowboy")
    done = chase.declare("Mike")
    assert chase.state.phase == "movement"
    assert sum(isinstance(e, BandsChanged) for e in done.entry.events) == 1
    assert (chase.band("Mike", "Cowboy"), chase.band("Jessica", "Cowboy")) == ("touch", "far")


@pytest.mark.rule("LP-MOV-003", "LP-MOV-071")
def test_movement_is_no_action_and_happens_once(chase):
    chase.cast(Mike="pc", Cowboy="npc").start(phases=("movement", "action"))
    chase.declare("Cowboy")
    chase.declare("Mike", retreat="Cowboy")
    assert chase.band("Mike", "Cowboy") == "far"
    assert chase.table.refused(chase.declaration("Mike", "Cowboy")).code == "already-resolved"
    chase.table.to_phase("action", force=False)
    assert chase.ids("Mike")[0] not in chase.state.crisis.slots
    mike, cowboy = chase.ids("Mike Cowboy")
    for command in (
        chase.declaration("Mike", "Cowboy"),
        chase.declaration("Mike", retreat="Cowboy"),
        Stay(),
        chase.leave("Mike"),
        MoveLess(who=mike, other=cowboy, band="medium"),
    ):
        assert chase.table.refused(command).code == "not-in-movement"
    assert movement.tasks(chase.state) == ()
    chase.table.do(Act(who=cowboy, text="shout"))
    assert chase.band("Mike", "Cowboy") == "far"
    chase.table.set_band("Mike", "Cowboy", "medium")
    assert chase.band("Mike", "Cowboy") == "medium"


@pytest.mark.rule("LP-MOV-004")
@pytest.mark.parametrize(
    ("second", "checks"),
    [
        ({"retreat": "Ann"}, 1),
        ({}, 0),
        ({"retreat": "Carl"}, 0),
    ],
)
def test_a_chase_pair(chase, second, checks):
    chase.cast(Bob="pc", Ann="npc", Carl="npc").start()
    chase.declare("Ann", "Bob")
    chase.declare("Carl")
    chase.declare("Bob", **second)
    chases_found = [p for p in chases.unit_pairs(chase.state) if p.chase]
    assert len(chases_found) == checks
    assert len(chase.owed("speed")) == checks


@pytest.mark.rule("LP-MOV-005")
def test_who_declares_nothing_is_static(chase):
    chase.cast(Mike="pc", Cowboy="npc").start()
    chase.declare("Cowboy", "Mike")
    chase.table.to_phase("movement")
    assert chase.state.round == 2
    assert chase.band("Mike", "Cowboy") == "touch"


@pytest.mark.rule("LP-MOV-005")
def test_leaving_the_phase_holds_what_was_not_rolled(chase):
    chase.cast(Mike="pc", Cowboy="npc").start()
    chase.declare("Cowboy", "Mike")
    chase.declare("Mike", retreat="Cowboy")
    chase.table.to_phase("movement")
    assert (chase.state.round, chase.band("Mike", "Cowboy")) == (2, "medium")


@pytest.mark.rule("LP-MOV-006")
def test_static_pairs_keep_their_band(chase):
    chase.cast(A="pc", B="pc", C="npc").start("A-B near", rest="far")
    chase.declare("C", "A")
    chase.rest()
    assert (chase.band("A", "B"), chase.band("A", "C")) == ("near", "medium")
    chase.next_round()
    chase.rest()
    assert (chase.band("A", "B"), chase.band("A", "C")) == ("near", "medium")


@pytest.mark.rule("LP-MOV-007")
def test_npc_declarations_come_first_and_stay_hidden_until_all_are_in(chase):
    chase.cast(Mike="pc", Cowboy="npc", Thug="npc").start()
    assert chase.owed("declare") == ["Cowboy", "Thug", "Mike"]
    to_players = [t.who for t in RULESET.view(chase.state, "players").tasks if t.kind == "declare"]
    assert to_players == [chase.table.who("Mike").shown_as]
    cowboy, mike = chase.ids("Cowboy Mike")
    assert movement.declaration_for(chase.state, cowboy, "players") is None
    done = chase.declare("Cowboy", "Mike")
    assert [e.secret for e in done.entry.events if isinstance(e, stages.Declared)] == [True]
    assert movement.declaration_for(chase.state, cowboy, "players") == "secret"
    assert movement.declaration_for(chase.state, cowboy, "gm") == Declaration(approach=(mike,))
    chase.declare("Thug")
    board = RULESET.view(chase.state, "players")
    assert mike not in str(board) and chase.table.who("Mike").shown_as in board.cards
    said = RULESET.tell(chase.state, done.entry.events, "players")
    assert [m.id for m in said] == ["{who} has declared"]
    assert not [t for t in board.tasks if t.kind == "declare" and t.who == chase.table.who("Cowboy").shown_as]
    done = chase.declare("Mike", retreat="Cowboy")
    assert "{who} approaches {approach}" in str(RULESET.tell(chase.state, done.entry.events, "players"))
    assert movement.declaration_for(chase.state, cowboy, "players") == Declaration(approach=(mike,))
    shown = next(e for e in done.entry.events if isinstance(e, stages.DeclarationsShown))
    assert set(shown.declarations) == set(chase.ids("Cowboy Thug Mike"))


@pytest.mark.rule("LP-MOV-008")
def test_directions_and_corners_do_not_matter_and_an_obstacle_is_a_check(chase):
    """There is no place but the band: a corner changes nothing, an obstacle is dice or difficulty of the check."""
    chase.cast(Mike="pc", Cowboy="npc").start()
    chase.declare("Cowboy", "Mike")
    chase.declare("Mike", retreat="Cowboy")
    chase.speed("Mike", dice=(1, 4, 2, 6, 3, 8, 8), difficulty=9, modifiers=(Modifier(2, "knows the corridor"),))
    assert chase.band("Mike", "Cowboy") == "far"


@pytest.mark.parametrize(
    "command",
    [
        {"approach": "Cowboy", "retreat": "Cowboy"},
        {"approach": "Mike"},
        {"by": "flying"},
        {"stand": "sit"},
        {"approach": "Cowboy", "by": "powered"},
        {"boost": 9},
        {"stop": {"Cowboy": "near"}},
        {"approach": "Cowboy", "stop": {"Cowboy": "here"}},
        {"stand": "up"},
    ],
)
def test_declarations_that_cannot_be(chase, command):
    chase.cast(Mike="pc", Cowboy="npc").start()
    refused = chase.table.refused(chase.declaration("Mike", **command))
    assert refused.code in {
        "approach-and-retreat",
        "moves-along",
        "not-a-choice",
        "no-vehicle",
        "out-of-bounds",
        "not-named",
        "unknown-band",
        "not-prone",
    }


def test_strangers_objects_and_the_absent_do_not_declare(chase):
    chase.cast(Mike="pc", door="object", Cowboy="npc").start()
    assert chase.table.refused(Declare(who="npc-099")).code == "unknown-person"
    assert chase.table.refused(Declare(who=chase.ids("Mike")[0], approach=("npc-099",))).code == "unknown-person"
    assert chase.table.refused(chase.declaration("door", "Mike")).code == "objects-do-not-move"
    chase.table.do(chase.leave("Cowboy", force=True))
    assert chase.table.refused(chase.declaration("Cowboy")).code == "not-on-stage"
    assert chase.table.refused(chase.declaration("Mike", "Cowboy")).code == "not-on-stage"


def test_enter_proposes_what_is_likely(chase):
    chase.cast(Mike="pc", Jessica="pc", Cowboy="npc", Ann="npc friendly", Idol="npc static").start()
    chase.give("Jessica", "stunned")

    def proposals():
        return {t.who: t.command for t in movement.tasks(chase.state) if t.kind == "declare"}

    mike, cowboy, ann, idol = chase.ids("Mike Cowboy Ann Idol")
    assert proposals() == {
        cowboy: Declare(who=cowboy, approach=chase.ids("Mike Jessica")),
        ann: Declare(who=ann),
        idol: Declare(who=idol),
        mike: Declare(who=mike),
    }
    chase.declare("Cowboy", "Mike", by="walk")
    assert proposals()[mike] == Declare(who=mike, retreat=(cowboy,))
    chase.rest()
    chase.next_round()
    assert proposals()[cowboy] == Declare(who=cowboy, approach=(mike,), by="walk")


# Classes -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-MOV-010", "LP-MOV-011", "LP-MOV-012")
def test_the_class_is_the_way_of_moving(chase):
    chase.cast(Runner="pc sprint", Driver="pc powered", Guard="npc walk").start()
    state = chase.state
    runner, driver = chase.ids("Runner Driver")
    assert movers.speed_class(state, driver, Declaration()) == "powered"
    assert movers.speed_class(state, runner, Declaration()) == "sprint"
    assert movers.speed_class(state, runner, Declaration(by="sprint", vehicle=True)) == "sprint"
    assert movers.speed_class(state, runner, Declaration(by="walk")) == "walk"


@pytest.mark.rule("LP-MOV-013", "LP-MOV-014")
@pytest.mark.parametrize(
    ("states", "aid", "expected"),
    [
        (("injured_foot:left",), False, "crawl"),
        (("injured_foot:left:tended",), True, "sprint"),
        (("prone",), False, "crawl"),
        (("prone", "injured_foot:left:tended"), False, "crawl"),
        ((), False, "sprint"),
    ],
)
def test_the_lowest_cap_counts(chase, states, aid, expected):
    from gmconsole.core.commands import SetField

    chase.cast(Mike="pc", Cowboy="npc").start("Mike-Cowboy touch")
    if states:
        chase.give("Mike", *states)
    if aid:
        chase.table.do(SetField(who=chase.ids("Mike"), field="aid", value=True))
    assert movers.speed_class(chase.state, chase.ids("Mike")[0], Declaration()) == expected


@pytest.mark.rule("LP-MOV-009", "LP-MOV-015")
@pytest.mark.parametrize(
    ("mike", "cowboy", "approach", "band"),
    [
        ("crawl", "sprint", False, "touch"),
        ("powered", "sprint", False, "far"),
        ("sprint", "powered", True, "far"),
        ("walk", "crawl", True, "touch"),
    ],
)
def test_the_higher_class_succeeds_without_a_roll(table, mike, cowboy, approach, band):
    chase = duel(table, "medium", pc=mike, npc=cowboy, approach=approach)
    assert chase.stage == "done"
    assert chase.band("Mike", "Cowboy") == band
    assert chase.resolved() == {frozenset(("Mike", "Cowboy")): "faster"}
    assert chase.last.entry.dice == ()


@pytest.mark.rule("LP-MOV-016", "LP-MOV-028")
@pytest.mark.parametrize(
    ("speed", "start", "wish", "end"),
    [
        ("sprint", "near", "approach", "touch"),
        ("sprint", "near", "retreat", "medium"),
        ("powered", "near", "retreat", "far"),
        ("crawl", "near", "approach", "touch"),
        ("walk", "touch", "retreat", "medium"),
    ],
)
def test_a_static_target(chase, speed, start, wish, end):
    chase.cast(A=f"pc {speed}", B="npc sprint").start(f"A-B {start}")
    chase.declare("B")
    chase.declare("A", **{wish: "B"})
    assert chase.band("A", "B") == end
    assert chase.resolved() == {frozenset("AB"): "static"}


@pytest.mark.rule("LP-MOV-018", "LP-MOV-020", "LP-MOV-044", "LP-MOV-076", "LP-CRI-005")
@pytest.mark.parametrize("speed", ["powered", "sprint"])
def test_retreating_from_far_leaves_without_a_check(chase, speed):
    chase.cast(Mike=f"pc {speed}", Archer="npc").start("Mike-Archer far")
    chase.declare("Archer")
    chase.declare("Mike", retreat="Archer")
    assert chase.band("Mike", "Archer") == "extreme"
    assert chase.table.who("Mike").presence == "left"
    assert chase.table.who("Archer").presence == "in"


@pytest.mark.rule("LP-MOV-076")
def test_a_static_archer_is_approached_without_a_check(chase):
    chase.cast(Mike="pc", Archer="npc").start("Mike-Archer far")
    chase.declare("Archer")
    chase.declare("Mike", "Archer")
    assert chase.band("Mike", "Archer") == "medium"


@pytest.mark.rule("LP-MOV-026")
@pytest.mark.parametrize(
    ("speed", "start", "allowed"),
    [
        ("sprint", "far", ("medium", "far")),
        ("sprint", "medium", ("touch", "near", "medium")),
        ("powered", "far", ("touch", "near", "medium", "far")),
    ],
)
def test_moving_less_of_ones_own_accord(chase, speed, start, allowed):
    chase.cast(Mike=f"pc {speed}", Cowboy="npc").start(f"Mike-Cowboy {start}")
    chase.declare("Cowboy")
    chase.declare("Mike", "Cowboy")
    mike, cowboy = chase.ids("Mike Cowboy")
    assert movement.options(chase.state, mike, cowboy) == allowed
    assert movement.options(chase.state, cowboy, mike) == ()
    for band in allowed[1:]:
        chase.less("Mike", "Cowboy", band)
        assert chase.band("Mike", "Cowboy") == band
        assert chase.stage == "done"
    chase.less("Mike", "Cowboy", allowed[0])
    assert chase.band("Mike", "Cowboy") == allowed[0]
    assert chase.table.refused(MoveLess(who=cowboy, other=mike, band=start)).code == "not-their-move"
    beyond = "extreme"
    assert chase.table.refused(MoveLess(who=mike, other=cowboy, band=beyond)).code == "beyond-the-move"


@pytest.mark.rule("LP-MOV-026")
def test_moving_less_said_with_the_declaration_or_before_the_roll(chase):
    chase.cast(Mike="pc", Jessica="pc", Cowboy="npc").start()
    chase.declare("Cowboy")
    chase.declare("Mike", "Cowboy", stop={"Cowboy": "near"})
    chase.table.do(MoveLess(who=chase.ids("Mike")[0], other=chase.ids("Cowboy")[0], band="medium"))
    assert (
        chase.table.refused(MoveLess(who=chase.ids("Jessica")[0], other=chase.ids("Mike")[0], band="near")).code
        == "not-named"
    )
    chase.less("Mike", "Cowboy", "near")
    chase.rest()
    assert chase.band("Mike", "Cowboy") == "near"


@pytest.mark.rule("LP-MOV-027")
@pytest.mark.parametrize(
    ("a", "b", "start", "end", "out"),
    [
        ("sprint", "walk", "medium", "touch", False),
        ("walk", "sprint", "near", "medium", False),
        ("walk", "powered", "far", "extreme", True),
    ],
)
def test_the_slower_ones_wish_has_no_effect(chase, a, b, start, end, out):
    chase.cast(A=f"pc {a}", B=f"npc {b}").start(f"A-B {start}")
    chase.declare("B", retreat="A")
    chase.declare("A", "B")
    assert chase.band("A", "B") == end
    assert (chase.table.who("B").presence == "left") is out
    assert chase.table.who("A").presence == "in"


@pytest.mark.rule("LP-MOV-027")
@pytest.mark.parametrize("wish", ["approach", "retreat"])
def test_the_same_wish_is_no_chase(chase, wish):
    chase.cast(A="pc sprint", B="npc walk").start()
    chase.declare("B", **{wish: "A"})
    chase.declare("A", **{wish: "B"})
    assert chase.resolved() == {frozenset("AB"): f"both_{wish}"}


# Speed checks ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-MOV-029", "LP-MOV-031")
def test_one_check_by_the_player_and_its_difficulty_is_remembered(table):
    chase = duel(table, "medium", approach=False)
    assert chase.owed("speed") == ["Mike"]
    task = next(t for t in movement.tasks(chase.state) if t.kind == "speed")
    mike, cowboy = chase.ids("Mike Cowboy")
    assert task.command == SpeedCheck(who=mike, against=(cowboy,), difficulty=6)
    chase.speed("Mike", "Cowboy", (2, 3, 4, 8, 8), difficulty=9)
    chase.next_round()
    chase.declare("Cowboy", "Mike")
    chase.declare("Mike", retreat="Cowboy")
    task = next(t for t in movement.tasks(chase.state) if t.kind == "speed")
    assert (task.command.difficulty, task.dice) == (9, (5, 9))


@pytest.mark.rule("LP-MOV-029")
def test_no_check_where_classes_differ(table):
    chase = duel(table, "medium", npc="walk", approach=False)
    assert chase.owed("speed") == []
    assert chase.band("Mike", "Cowboy") == "far"


@pytest.mark.rule("LP-MOV-030")
@pytest.mark.parametrize(
    ("more", "kind", "dice"),
    [
        ({}, "PHY", 7),
        ({"by": "sprint", "vehicle": True}, "OPR", 6),
    ],
)
def test_the_type_of_the_check(table, more, kind, dice):
    chase = Chase(table)
    table.pc("Mike", attributes={"PHY": 2, "OPR": 1})
    table.npc("Cowboy")
    chase.start()
    chase.declare("Cowboy", "Mike")
    chase.declare("Mike", retreat="Cowboy", **more)
    assert next(t for t in movement.tasks(chase.state)).dice == (dice, 6)
    done = chase.speed("Mike", dice=[2, 3, 4, 6, 6, 6, 6][:dice])
    assert next(e for e in done.entry.events if type(e).__name__ == "CheckRolled").kind == kind


@pytest.mark.rule("LP-MOV-030")
def test_the_gm_may_ask_phy_of_a_cyclist(table):
    chase = Chase(table)
    table.pc("Mike", attributes={"PHY": 2})
    table.npc("Cowboy")
    chase.start()
    chase.declare("Cowboy", "Mike")
    chase.declare("Mike", retreat="Cowboy", by="sprint", vehicle=True)
    chase.speed("Mike", dice=(1, 4, 2, 6, 3, 5, 5), kind="PHY")
    assert chase.band("Mike", "Cowboy") == "far"


@pytest.mark.rule(
    "LP-MOV-032",
    "LP-MOV-033",
    "LP-MOV-034",
    "LP-MOV-037",
    "LP-MOV-038",
    "LP-MOV-039",
    "LP-MOV-040",
    "LP-MOV-042",
    "LP-MOV-075",
    "LP-MOV-079",
)
@pytest.mark.parametrize(
    ("speed", "start", "approach", "dice", "end"),
    [
        ("sprint", "medium", False, WINS, "far"),
        ("sprint", "medium", True, WINS, "near"),
        ("sprint", "medium", False, HOLDS, "medium"),
        ("sprint", "medium", True, HOLDS, "medium"),
        ("sprint", "medium", False, LOSES, "near"),
        ("sprint", "medium", False, ONES, "near"),
        ("sprint", "far", True, WINS, "medium"),
        ("sprint", "near", True, WINS, "touch"),
        ("sprint", "touch", False, WINS, "near"),
        ("sprint", "near", False, WINS, "medium"),
        ("powered", "touch", False, WINS, "near"),
        ("walk", "medium", True, WINS, "near"),
        ("walk", "near", False, WINS, "medium"),
        ("walk", "medium", False, WINS, "medium"),
        ("walk", "medium", True, LOSES, "medium"),
        ("crawl", "near", True, WINS, "touch"),
        ("crawl", "touch", False, WINS, "near"),
        ("crawl", "near", False, WINS, "near"),
        ("sprint", "touch", False, LOSES, "touch"),
        ("sprint", "touch", True, LOSES, "near"),
        ("sprint", "touch", True, WINS, "touch"),
        ("sprint", "touch", True, HOLDS, "touch"),
        ("sprint", "medium", False, CRITICAL, "far"),
        ("sprint", "medium", False, CATASTROPHE, "near"),
    ],
)
def test_what_a_speed_check_does(table, speed, start, approach, dice, end):
    chase = duel(table, start, pc=speed, npc=speed, approach=approach)
    chase.speed("Mike", "Cowboy", dice)
    assert chase.band("Mike", "Cowboy") == end
    assert chase.table.who("Mike").presence == chase.table.who("Cowboy").presence == "in"


@pytest.mark.rule("LP-MOV-034", "LP-MOV-038", "LP-MOV-044", "LP-CRI-007")
@pytest.mark.parametrize(
    ("approach", "dice", "gone", "here"),
    [
        (True, LOSES, "Cowboy", "Mike"),
        (False, WINS, "Mike", "Cowboy"),
    ],
)
def test_beyond_far_the_fugitive_leaves(table, approach, dice, gone, here):
    chase = duel(table, "far", approach=approach)
    chase.speed("Mike", "Cowboy", dice)
    assert chase.band("Mike", "Cowboy") == "extreme"
    assert (table.who(gone).presence, table.who(here).presence) == ("left", "in")
    assert not chase.state.questions


@pytest.mark.rule("LP-MOV-079")
@pytest.mark.parametrize(("dice", "outcome"), [(CRITICAL, "critical_success"), (CATASTROPHE, "critical_failure")])
def test_a_critical_result_prompts_the_gm(table, dice, outcome):
    chase = duel(table, "medium", approach=False)
    chase.speed("Mike", "Cowboy", dice)
    question = chase.question("critical")
    assert (question.ref, question.blocking, chase.stage) == (outcome, False, "done")


@pytest.mark.rule("LP-MOV-039", "LP-MOV-040", "LP-MOV-043")
@pytest.mark.parametrize(("speed", "start"), [("walk", "far"), ("crawl", "medium"), ("crawl", "far")])
@pytest.mark.parametrize("approach", [True, False])
def test_no_check_where_nothing_could_change(table, speed, start, approach):
    chase = duel(table, start, pc=speed, npc=speed, approach=approach)
    assert (chase.stage, chase.band("Mike", "Cowboy")) == ("done", start)
    assert chase.resolved() == {frozenset(("Mike", "Cowboy")): "out_of_reach"}


@pytest.mark.rule("LP-MOV-041")
def test_the_winner_may_keep_the_band(table):
    chase = duel(table, "medium", approach=False)
    chase.speed("Mike", "Cowboy", WINS)
    mike, cowboy = chase.ids("Mike Cowboy")
    assert movement.options(chase.state, mike, cowboy) == ("far", "medium")
    chase.less("Mike", "Cowboy", "medium")
    assert chase.band("Mike", "Cowboy") == "medium"


@pytest.mark.rule("LP-MOV-041")
def test_an_npc_that_won_may_keep_the_band_too(table):
    chase = duel(table, "medium", approach=False)
    chase.speed("Mike", "Cowboy", LOSES)
    chase.less("Cowboy", "Mike", "medium")
    assert chase.band("Mike", "Cowboy") == "medium"


@pytest.mark.rule("LP-MOV-035", "LP-MOV-036")
@pytest.mark.parametrize("kind", ["npc", "pc"])
@pytest.mark.parametrize(
    ("a", "b", "end"),
    [
        (WINS, LOSES, "near"),
        (TWICE, WINS, "near"),
        (LOSES, WINS, "far"),
        (LOSES, HOLDS, "far"),
    ],
)
def test_an_opposed_speed_check(chase, kind, a, b, end):
    chase.cast(A=kind, B=kind).start()
    chase.declare("A", "B")
    chase.declare("B", retreat="A")
    assert chase.owed("speed") == ["A", "B"]
    chase.speed("B", "A", b)
    assert chase.owed("speed") == ["A"]
    chase.speed("A", "B", a)
    assert chase.band("A", "B") == end


@pytest.mark.rule("LP-MOV-035", "LP-MOV-036")
@pytest.mark.parametrize("kind", ["npc", "pc"])
@pytest.mark.parametrize(("a", "b"), [(WINS, WINS), (LOSES, LOSES), (ONES, CATASTROPHE)])
def test_a_level_opposed_check_holds_the_band(chase, kind, a, b):
    chase.cast(A=kind, B=kind).start()
    chase.declare("A", "B")
    chase.declare("B", retreat="A")
    chase.speed("A", "B", a)
    chase.speed("B", "A", b)
    assert chase.stage == "speed"
    chase.answer("speed_tie")
    assert (chase.stage, chase.band("A", "B")) == ("done", "medium")


@pytest.mark.rule("LP-MOV-035", "LP-MOV-036")
def test_five_more_dice_each_if_a_result_is_needed(chase):
    chase.cast(A="npc", B="npc").start()
    chase.declare("A", "B")
    chase.declare("B", retreat="A")
    chase.speed("A", "B", WINS)
    chase.speed("B", "A", WINS)
    chase.answer("speed_tie", "append", dice=(1, 6, 6, 6, 6, 1, 6, 6, 6, 6))
    assert chase.stage == "speed"
    chase.answer("speed_tie", "append", dice=(6, 6, 6, 6, 6, 1, 6, 6, 6, 6))
    assert (chase.stage, chase.band("A", "B")) == ("done", "far")


@pytest.mark.rule("LP-MOV-035")
@pytest.mark.parametrize(
    ("who", "result", "end"),
    [
        ("A", "wins", "near"),
        ("B", "wins", "far"),
        ("B", "holds", "medium"),
    ],
)
def test_the_gm_may_decide_without_rolling(chase, who, result, end):
    chase.cast(A="npc", B="npc").start()
    chase.declare("A", "B")
    chase.declare("B", retreat="A")
    chase.speed(who, result=result)
    assert chase.band("A", "B") == end


@pytest.mark.rule("LP-MOV-078")
def test_penalties_count_and_fewer_than_three_dice_fail(table):
    chase = Chase(table).cast(Mike="pc", Cowboy="npc").start()
    for state in ("light_wound", "bleeding", "fatigued"):
        chase.give("Mike", state)
    chase.declare("Cowboy", "Mike")
    chase.declare("Mike", retreat="Cowboy")
    assert movement.tasks(chase.state)[0].dice == (2, 6)
    chase.speed("Mike", "Cowboy", (1, 2))
    assert chase.band("Mike", "Cowboy") == "near"


@pytest.mark.rule("LP-MOV-078")
def test_a_speed_check_held_open_takes_appended_dice(table):
    from gmconsole.rulesets.lawn.checks import AppendDice, SettleCheck

    chase = duel(table, "medium", approach=False)
    mike = chase.ids("Mike")[0]
    chase.speed("Mike", "Cowboy", LOSES, hold=True)
    assert (chase.stage, chase.owed("speed")) == ("speed", ["Mike"])
    assert table.refused(SpeedCheck(who=mike, difficulty=6)).code == "already-rolled"
    table.do(AppendDice(who=mike, count=3), [3, 4, 1])
    table.do(SettleCheck(who=mike))
    assert chase.band("Mike", "Cowboy") == "far"


@pytest.mark.rule("LP-SPC-030", "LP-MOV-078")
def test_a_hampered_speed_check_is_rolled_again_first(table):
    from gmconsole.core.phases import head
    from gmconsole.rulesets.lawn.hampering import Hamper, RollAgain
    from gmconsole.rulesets.lawn.specialties import SetSpecialty

    chase = duel(table, "medium", approach=False)
    (mike,), (cowboy,) = chase.ids("Mike"), chase.ids("Cowboy")
    table.do(SetSpecialty(who=cowboy, specialty="running"))
    chase.speed("Mike", "Cowboy", WINS, hold=True)
    table.do(Hamper(who=cowboy, specialty="running", whom=mike))
    agenda = RULESET.agenda(chase.state)
    place = head(agenda)
    assert place is not None and isinstance(agenda[place].command, RollAgain)
    table.do(agenda[place].command, LOSES)
    assert chase.owed("speed") == ["Mike"], "now its close is next"
    agenda = RULESET.agenda(chase.state)
    table.do(agenda[head(agenda)].command)
    assert chase.band("Mike", "Cowboy") == "near"


@pytest.mark.rule("LP-MOV-072")
def test_a_spirited_character_gets_its_way_without_a_roll(table):
    from gmconsole.core.commands import SetField

    chase = Chase(table).cast(Mike="pc", Cowboy="npc").start()
    table.do(SetField(who=chase.ids("Mike"), field="trait", value="spirited"))
    chase.declare("Cowboy", "Mike")
    done = chase.declare("Mike", retreat="Cowboy")
    assert (chase.band("Mike", "Cowboy"), done.entry.dice) == ("far", ())


@pytest.mark.rule("LP-MOV-072")
def test_not_with_an_automatic_failure(table):
    from gmconsole.core.commands import SetField

    chase = Chase(table).cast(Mike="pc", Cowboy="npc").start()
    table.do(SetField(who=chase.ids("Mike"), field="trait", value="spirited"))
    for state in ("light_wound", "bleeding", "fatigued"):
        chase.give("Mike", state)
    chase.declare("Cowboy", "Mike")
    chase.declare("Mike", retreat="Cowboy")
    chase.speed("Mike", "Cowboy", (1, 2))
    assert chase.band("Mike", "Cowboy") == "near"


@pytest.mark.rule("LP-MOV-072")
def test_a_spirited_side_of_an_opposed_check(table):
    from gmconsole.core.commands import SetField

    chase = Chase(table).cast(A="pc", B="pc").start()
    table.do(SetField(who=chase.ids("A"), field="trait", value="spirited"))
    chase.declare("A", "B")
    chase.declare("B", retreat="A")
    assert chase.owed("speed") == ["B"]
    chase.speed("B", "A", WINS)
    assert chase.band("A", "B") == "near"


@pytest.mark.parametrize(
    ("who", "against", "more", "code"),
    [
        ("Cowboy", "Mike", {}, "no-speed-check-owed"),
        ("Mike", "Thug", {}, "no-speed-check-owed"),
        ("Mike", "Cowboy", {"kind": "XYZ"}, "unknown-check-type"),
        ("Mike", "Cowboy", {"difficulty": 99}, "out-of-bounds"),
        ("Mike", "Cowboy", {"result": "maybe"}, "not-a-choice"),
    ],
)
def test_speed_checks_that_are_refused(chase, who, against, more, code):
    chase.cast(Mike="pc", Cowboy="npc", Thug="npc").start()
    chase.declare("Cowboy", "Mike")
    chase.declare("Thug")
    chase.declare("Mike", retreat="Cowboy")
    command = SpeedCheck(who=chase.ids(who)[0], against=chase.ids(against), **more)
    assert chase.table.refused(command).code == code


@pytest.mark.rule("LP-MOV-046")
def test_no_movement_in_round_1_of_a_crisis_that_has_already_begun(chase):
    chase.cast(Mike="pc", Cowboy="npc").start(preset="fight", options=("already_begun",))
    phases = []
    while not (chase.state.round == 2 and chase.state.phase == "movement"):
        phases.append((chase.state.round, chase.state.phase))
        if chase.state.round == 1:
            assert not movement.movement_in_use(chase.state)
        chase.table.to_phase(
            {"initiative": "neutral", "neutral": "action", "action": "initiative"}[chase.state.phase]
            if chase.state.round == 1
            else {"initiative": "neutral", "neutral": "movement"}[chase.state.phase]
        )
    assert phases == [(1, "initiative"), (1, "neutral"), (1, "action"), (2, "initiative"), (2, "neutral")]
    assert chase.owed("declare") == ["Cowboy", "Mike"]


@pytest.mark.rule("LP-MOV-046")
def test_movement_in_round_1_otherwise(chase):
    chase.cast(Mike="pc", Cowboy="npc").start(preset="fight")
    chase.table.to_phase("movement")
    assert (chase.state.round, chase.owed("declare")) == (1, ["Cowboy", "Mike"])


def test_a_correction_by_the_gm_before_the_resolution_counts(table):
    chase = duel(table, "medium", approach=False)
    table.do(SetBand(a=chase.ids("Mike")[0], b=chase.ids("Cowboy"), band="near"))
    chase.speed("Mike", "Cowboy", WINS)
    assert chase.band("Mike", "Cowboy") == "medium"


def test_somebody_stunned_while_the_others_wait_holds_nothing_up(chase):
    chase.cast(Mike="pc", Cowboy="npc").start()
    chase.declare("Cowboy", "Mike")
    chase.table.do(ChangeState(who=chase.ids("Mike"), add=("stunned",)))
    task = movement.tasks(chase.state)[0]
    chase.table.do(task.command)
    assert chase.band("Mike", "Cowboy") == "touch"
