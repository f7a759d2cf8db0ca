"""What goes wrong in other tools, tried on a crisis: the turn, edits, the dead, going back, the empty table."""

from __future__ import annotations

import pytest

from gmconsole.core.commands import Remove, Rename, SetField
from gmconsole.core.model import Command
from gmconsole.core.rounds import Phase, PhaseEntered, PhaseSkipped, RoundStarted
from gmconsole.rulesets.lawn import RULESET, initiative, injuries, slots
from gmconsole.rulesets.lawn.actions import (
    Act,
    Pass,
    SlotTaken,
    TurnPassed,
)
from gmconsole.rulesets.lawn.checks import CallCheck, DropCheck, RollCheck
from gmconsole.rulesets.lawn.crisis import End, Start
from gmconsole.rulesets.lawn.initiative import MoveSlot, SetOrder
from gmconsole.rulesets.lawn.life import ChangeLife, SetFate
from gmconsole.rulesets.lawn.movement import Leave
from gmconsole.rulesets.lawn.people import Add

from .conftest import Table
from .rounds import act, agree, answer, fight, give, go_to, pass_slots, take, turn

ANNOUNCEMENTS = (TurnPassed, PhaseEntered, RoundStarted, PhaseSkipped, SlotTaken)
LINE = ("ann", "ben", "hank", "hugo", "flo", "ida", "jo")


@pytest.fixture
def line(table: Table) -> Table:
    """Seven slots in this order: ann, ben (succeeded), hank, hugo (hostile), flo (friendly), ida, jo (failed)."""
    table.npc("flo", side="friendly")
    fight(table, pcs=("ann", "ben", "ida", "jo"), npcs=("hank", "hugo"))
    go_to(table, "action", 1, ("ann", "ben"))
    agree(table)
    assert [name for who in initiative.order(table.state) for name, i in table.ids.items() if i == who] == list(LINE)
    return table


def quiet(table: Table, command: Command) -> None:
    """Carry an edit out that may not announce a turn, a phase or a slot."""
    now = turn(table)
    done = table.do(command)
    assert not [e for e in done.entry.events if isinstance(e, ANNOUNCEMENTS)]
    assert turn(table) == now


def in_line(table: Table) -> list[str]:
    """The names in the order of their slots."""
    return [next(n for n, i in table.ids.items() if i == who) for who in initiative.order(table.state)]


# T01, T03: edits to the order -----------------------------------------------------------------------------------------


@pytest.mark.rule("LP-ACT-001")
@pytest.mark.parametrize("at", LINE)
def test_removing_anybody_else_never_moves_the_turn(line: Table, at: str) -> None:
    pass_slots(line, until=at)
    for name in LINE:
        if name != at:
            quiet(line, Remove(who=line.ids[name]))
    assert turn(line) == at


@pytest.mark.rule("LP-ACT-001")
@pytest.mark.parametrize("at", LINE)
def test_removing_whose_turn_it_is_hands_it_to_the_next(line: Table, at: str) -> None:
    pass_slots(line, until=at)
    done = line.do(Remove(who=line.ids[at]))
    rest = LINE[LINE.index(at) + 1 :]
    assert turn(line) == (rest[0] if rest else "")
    assert [e.before for e in done.entry.events if isinstance(e, TurnPassed)] == [line.ids[at]]
    assert pass_slots(line) == list(rest)


@pytest.mark.rule("LP-ACT-001")
@pytest.mark.parametrize("at", LINE)
@pytest.mark.parametrize("newcomer", ["hostile", "friendly", "pc"])
def test_adding_anybody_never_moves_the_turn(line: Table, at: str, newcomer: str) -> None:
    pass_slots(line, until=at)
    kind = "pc" if newcomer == "pc" else "npc"
    quiet(line, Add(kind=kind, name="new", side="" if kind == "pc" else newcomer))
    line.ids["new"] = next(w for w in line.state.entities if w not in line.ids.values())
    assert turn(line) == at
    came = pass_slots(line)
    assert came[0] == at
    # Everybody still to come comes exactly once, the newcomer among them.
    assert sorted(came) == sorted([*LINE[LINE.index(at) :], "new"])


@pytest.mark.rule("LP-ACT-001")
@pytest.mark.parametrize("at", LINE[1:])
def test_sorting_a_group_never_moves_the_turn_once_slots_have_come_up(line: Table, at: str) -> None:
    pass_slots(line, until=at)
    for group in (("ben", "ann"), ("hugo", "hank"), ("jo", "ida")):
        quiet(line, SetOrder(who=tuple(line.ids[n] for n in group)))
    assert turn(line) == at
    assert in_line(line) == ["ben", "ann", "hugo", "hank", "flo", "jo", "ida"]
    came = pass_slots(line)
    assert came[0] == at
    assert sorted(came) == sorted(LINE[LINE.index(at) :])


@pytest.mark.rule("LP-ACT-001")
def test_before_the_first_slot_the_order_says_who_begins(line: Table) -> None:
    line.do(SetOrder(who=(line.ids["ben"], line.ids["ann"])))
    assert turn(line) == "ben"


@pytest.mark.rule("LP-ACT-001")
@pytest.mark.parametrize("at", LINE)
def test_a_change_of_side_never_moves_the_turn(line: Table, at: str) -> None:
    pass_slots(line, until=at)
    quiet(line, SetField(who=(line.ids["flo"],), field="side", value="hostile"))
    quiet(line, SetField(who=(line.ids["hank"],), field="side", value="friendly"))
    came = pass_slots(line)
    assert came[0] == at
    assert sorted(came) == sorted(LINE[LINE.index(at) :])


@pytest.mark.rule("LP-ACT-001", "LP-ACT-022")
def test_a_moved_slot_stays_where_it_is_when_its_neighbour_goes(line: Table) -> None:
    line.do(MoveSlot(who=line.ids["jo"], after=line.ids["ann"]))
    pass_slots(line, until="jo")
    assert in_line(line)[:3] == ["ann", "jo", "ben"]
    quiet(line, Remove(who=line.ids["ann"]))
    assert turn(line) == "jo"
    assert in_line(line)[:2] == ["jo", "ben"]


@pytest.mark.rule("LP-ACT-022")
def test_only_moving_that_very_slot_hands_the_turn_on(line: Table) -> None:
    pass_slots(line, until="hank")
    quiet(line, MoveSlot(who=line.ids["jo"], after=line.ids["ann"]))
    line.do(MoveSlot(who=line.ids["hank"], after=line.ids["flo"]))
    assert turn(line) == "jo"
    assert pass_slots(line) == ["jo", "hugo", "flo", "hank", "ida"]


@pytest.mark.rule("LP-ACT-001")
@pytest.mark.parametrize("phase", ["initiative", "neutral", "movement"])
def test_edits_fire_no_turn_in_the_other_phases_either(table: Table, phase: str) -> None:
    fight(table, npcs=("cowboy", "guard"))
    go_to(table, phase, 2)
    ids = table.ids
    quiet(table, Add(kind="npc", name="late", near=dict.fromkeys(ids.values(), "medium")))
    quiet(table, SetOrder(who=(ids["guard"], ids["cowboy"])))
    quiet(table, SetField(who=(ids["guard"],), field="side", value="friendly"))
    quiet(table, Rename(who=ids["guard"], name="Guard"))
    quiet(table, Remove(who=ids["cowboy"]))
    assert (table.state.round, table.state.phase) == (2, phase)


def test_initiative_corrected_later_fires_no_turn(line: Table) -> None:
    pass_slots(line, until="hank")
    line.do(CallCheck(who=(line.ids["ida"],), kind="DSC", difficulty=6))
    done = line.do(RollCheck(who=line.ids["ida"]), [2, 2, 5, 5, 6])
    assert not [e for e in done.entry.events if isinstance(e, ANNOUNCEMENTS)]
    assert turn(line) == "hank"


# T04: going on and going back -----------------------------------------------------------------------------------------


@pytest.mark.rule("LP-ACT-010")
@pytest.mark.parametrize("out", [("ann",), ("jo",), ("ann", "ben"), ("hank", "hugo"), ("ida", "jo"), LINE])
def test_forward_and_back_visit_the_same_people(line: Table, out: tuple[str, ...]) -> None:
    for name in out:
        give(line, name, "stunned")
    forward, states = [], []
    while now := turn(line):
        forward.append(now)
        states.append(line.state)
        line.do(line.tasks("slot")[0].skip or Pass(who=line.ids[now]))
    assert forward == list(LINE)
    assert line.state.crisis.slots == {line.ids[n]: "skipped" if n in out else "passed" for n in LINE}
    back = []
    while states:
        line.session.undo()
        back.append(turn(line))
        assert line.state == states.pop()
    assert back == forward[::-1]


@pytest.mark.rule("LP-ACT-010")
@pytest.mark.parametrize("dead", [("ann",), ("jo",), ("ben", "hank", "hugo"), LINE])
def test_the_dead_are_never_on_turn_forward_or_back(line: Table, dead: tuple[str, ...]) -> None:
    for name in dead:
        give(line, name, "dead")
    came = pass_slots(line)
    assert came == [n for n in LINE if n not in dead]
    for name in reversed(came):
        line.session.undo()
        assert turn(line) == name
    line.do(Phase(force=True))
    assert line.state.round == 2


@pytest.mark.rule("LP-ACT-011")
def test_whoever_leads_a_group_dies_and_the_others_still_act(line: Table) -> None:
    give(line, "ann", "dead")
    pass_slots(line, until="hank")
    line.do(ChangeLife(who=(line.ids["hank"],), by=-3))
    answer(line, "fate", "dead")
    assert turn(line) == "hugo"
    act(line, "hugo")
    assert pass_slots(line) == ["flo", "ida", "jo"]
    assert line.ids["ann"] not in line.state.crisis.slots


@pytest.mark.rule("LP-ACT-010")
def test_whoever_dies_in_the_own_slot_hands_it_on(line: Table) -> None:
    ann = line.ids["ann"]
    line.do(Act(who=ann, text="cuts the red wire", kind="OPR", difficulty=6), [3, 3, 3, 6, 6])
    give(line, "ann", "dead")
    assert turn(line) == "ben"
    line.session.undo(2)
    assert turn(line) == "ann"


# T22: undoing, fleeing, reviving --------------------------------------------------------------------------------------


@pytest.mark.rule("LP-CRI-008")
def test_ending_and_removing_can_be_undone(line: Table) -> None:
    pass_slots(line, until="hugo")
    before = line.state
    for command in (End(), Remove(who=line.ids["hugo"]), Remove(who=line.ids["ann"])):
        line.do(command)
        assert line.state != before
        line.session.undo()
        assert line.state == before
        assert turn(line) == "hugo"


@pytest.mark.rule("LP-CRI-001")
def test_a_removed_person_leaves_the_name_for_old_lines_and_no_number_is_given_twice(line: Table) -> None:
    line.do(Remove(who=line.ids["hugo"]))
    assert line.who("hugo").name == "hugo"
    assert line.refused(Pass(who=line.ids["hugo"])).code == "unknown-person"
    assert line.npc("new") not in set(line.state.entities) - {line.ids["new"]}
    assert line.ids["new"] != line.ids["hugo"]


@pytest.mark.rule("LP-ACT-001")
def test_a_slot_does_not_wait_for_somebody_who_was_removed(line: Table) -> None:
    pass_slots(line, until="hank")
    ida, hank = line.ids["ida"], line.ids["hank"]
    line.do(Act(who=hank, text="swings a chain", kind="FLX", purpose="dodge", difficulty=9, against=(ida,)))
    assert turn(line) == "hank"
    line.do(Remove(who=ida))
    (task,) = line.tasks("check")
    assert isinstance(task.command, DropCheck)
    line.do(task.command)
    assert turn(line) == "hugo"


@pytest.mark.rule("LP-CRI-024", "LP-CRI-005")
def test_fled_is_not_dead(line: Table) -> None:
    jo, hank = line.ids["jo"], line.ids["hank"]
    go_to(line, "movement", 2, ("ann", "ben"))
    line.do(Leave(who=jo))
    assert line.who("jo").presence == "left"
    assert not injuries.is_dead(line.who("jo"))
    give(line, "hank", "dead")
    assert line.who("hank").presence == "in"
    go_to(line, "action", 2)
    agree(line)
    assert jo not in initiative.order(line.state)
    assert hank not in initiative.order(line.state)
    line.do(End())
    # Who fled is brought back as they were; who died is not.
    line.do(SetField(who=(jo,), field="presence", value="in"))
    line.do(Start())
    assert line.state.round == 0
    for task in line.tasks("band"):
        assert task.command is not None
        line.do(task.command)
    line.do(Phase())
    assert jo in initiative.order(line.state)
    assert hank not in initiative.order(line.state)


@pytest.mark.rule("LP-ACT-010")
def test_the_dead_can_be_brought_back(line: Table) -> None:
    give(line, "ann", "dead")
    line.do(ChangeLife(who=(line.ids["hank"],), by=-3))
    answer(line, "fate", "dead")
    assert turn(line) == "ben"
    take(line, "ann", "dead")
    line.do(ChangeLife(who=(line.ids["hank"],), by=1))
    assert line.who("hank").fate == ""
    assert pass_slots(line) == ["ben", "ann", *LINE[2:]]
    line.do(ChangeLife(who=(line.ids["hugo"],), by=-3))
    answer(line, "fate", "surrendered")
    line.do(SetFate(who=line.ids["hugo"], fate="unconscious"))
    assert not injuries.is_dead(line.who("hugo"))


# T25: nobody there ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-CRI-003")
@pytest.mark.parametrize("preset", ["fight", "earthquake", "chase", "custom", "calm"])
def test_rounds_start_at_1_with_nobody_present(table: Table, preset: str) -> None:
    table.do(Start(calm=True) if preset == "calm" else Start(preset=preset))
    assert table.state.round == 1
    for _ in range(9):
        assert not [t for t in RULESET.agenda(table.state) if t.blocking]
        assert slots.turn(table.state) == ""
        table.do(Phase())
    assert table.state.round in (3, 5, 10)
    table.do(End())
    assert table.state.mode == "calm"


def test_everybody_leaves_in_the_middle(line: Table) -> None:
    pass_slots(line, until="hank")
    for name in LINE:
        line.do(Remove(who=line.ids[name]))
    assert slots.turn(line.state) == ""
    assert not [t for t in RULESET.agenda(line.state) if t.blocking]
    for _ in range(5):
        line.do(Phase())
    assert (line.state.round, line.state.phase) == (3, "initiative")
