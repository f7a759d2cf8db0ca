"""What goes wrong in other tools, tried on a crisis: the turn, edits, the dead, going back, the empty table."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from gmconsole.core.commands import Phase, PhaseEntered, PhaseSkipped, Remove, Rename, RoundStarted, SetBand, SetField
from gmconsole.core.model import Command, Event, Rejected
from gmconsole.core.session import Accepted, Session
from gmconsole.rulesets.lawn import RULESET, initiative, injuries, slots
from gmconsole.rulesets.lawn.actions import (
    Act,
    BreakFree,
    Defend,
    Help,
    Observe,
    Pass,
    React,
    Reload,
    SlotTaken,
    SpendNext,
    StandUp,
    Talk,
    TurnPassed,
)
from gmconsole.rulesets.lawn.checks import CallCheck, DropCheck, RollCheck
from gmconsole.rulesets.lawn.crisis import End, Start, UsePhases
from gmconsole.rulesets.lawn.hazards import AddHazard
from gmconsole.rulesets.lawn.initiative import MoveSlot, SetDifficulty, SetOrder
from gmconsole.rulesets.lawn.injuries import ChangeState
from gmconsole.rulesets.lawn.life import ChangeLife, ChangeSanity, SetFate
from gmconsole.rulesets.lawn.movement import Declare, Leave, Stay
from gmconsole.rulesets.lawn.neutral import AddPending
from gmconsole.rulesets.lawn.people import Add
from gmconsole.rulesets.lawn.state import LawnState, Load

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
    rest = LINE[LINE.index(at) + 1:]
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
    assert sorted(came) == sorted([*LINE[LINE.index(at):], "new"])


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
    assert sorted(came) == sorted(LINE[LINE.index(at):])


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
    assert sorted(came) == sorted(LINE[LINE.index(at):])


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
    while (now := turn(line)):
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


# Any sequence of a whole crisis --------------------------------------------------------------------------------------

CAST = ("pc-001", "npc-001", "pc-002", "npc-002", "npc-003")
STATES = ("stunned", "in_shock", "bleeding", "prone", "restrained", "severe_wound", "on_fire", "unconscious", "dead")
PHASES = ("initiative", "neutral", "movement", "action")

who = st.sampled_from(CAST)
actor = st.sampled_from(("turn", "turn", "turn", *CAST))
"""Mostly whoever's turn it is."""
some_phases = st.lists(st.sampled_from(PHASES), min_size=1, max_size=4, unique=True).map(tuple)
in_slots: st.SearchStrategy[Command] = st.one_of(
    st.builds(Act, who=actor, text=st.just("acts"), kind=st.sampled_from(("", "FLX")), purpose=st.just("dodge"),
              difficulty=st.sampled_from((0, 6)), against=st.lists(who, max_size=2).map(tuple)),
    st.builds(Pass, who=actor),
    st.builds(Defend, who=actor, text=st.just("rolls aside")),
    st.builds(Observe, who=who, kind=st.sampled_from(("", "DSC")), difficulty=st.sampled_from((0, 6))),
    st.builds(Talk, who=who, text=st.just("!")),
    st.builds(React, who=who, against=who, text=st.just("back")),
    st.builds(SpendNext, who=actor, why=st.sampled_from(("urge", ""))),
    st.builds(StandUp, who=actor),
    st.builds(Help, who=actor, whom=who, does=st.sampled_from(("tend", "wake", "put_out")), state=st.just("bleeding")),
    st.builds(Reload, who=actor, weapon=st.just("pistol")),
    st.builds(BreakFree, who=actor, kind=st.just("PHY"), difficulty=st.just(6)),
)
edits: st.SearchStrategy[Command] = st.one_of(
    st.builds(Remove, who=st.sampled_from(CAST[2:])),
    st.builds(Add, kind=st.sampled_from(("pc", "npc")), name=st.just("new"), side=st.sampled_from(("", "friendly"))),
    st.builds(SetOrder, who=st.lists(who, min_size=1, max_size=3, unique=True).map(tuple)),
    st.builds(SetField, who=who.map(lambda w: (w,)), field=st.just("side"),
              value=st.sampled_from(("hostile", "friendly"))),
)
happenings: st.SearchStrategy[Command] = st.one_of(
    edits,
    st.builds(MoveSlot, who=who, after=who),
    st.builds(ChangeState, who=who.map(lambda w: (w,)), add=st.sampled_from(STATES).map(lambda s: (s,))),
    st.builds(ChangeState, who=who.map(lambda w: (w,)), remove=st.sampled_from(STATES).map(lambda s: (s,))),
    st.builds(ChangeLife, who=who.map(lambda w: (w,)), by=st.sampled_from((-3, -1, 1))),
    st.builds(ChangeSanity, who=who.map(lambda w: (w,)), by=st.sampled_from((-3, 1))),
    st.builds(AddHazard, name=st.just("smoke"), kind=st.just("FLX"), on=st.lists(who, max_size=2).map(tuple),
              fail=st.sampled_from(("prone", "stunned", "sanity")), every=st.booleans()),
    st.builds(AddPending, kind=st.just("fuse"), text=st.just("dynamite"),
              point=st.sampled_from(("neutral", "after_movement"))),
    st.builds(Declare, who=who, approach=st.lists(who, max_size=2, unique=True).map(tuple)),
    st.builds(Declare, who=who, retreat=st.lists(who, max_size=1).map(tuple)),
    st.builds(Leave, who=who, force=st.booleans()),
    st.builds(Stay),
    st.builds(SetBand, a=who, b=who.map(lambda w: (w,)), band=st.sampled_from(("touch", "medium", "extreme"))),
    st.builds(SetField, who=who.map(lambda w: (w,)), field=st.just("presence"),
              value=st.sampled_from(("in", "outside", "left"))),
    st.builds(UsePhases, phases=some_phases, this_round=st.booleans()),
)
turning_points: st.SearchStrategy[Command] = st.one_of(
    st.builds(Phase, force=st.booleans()),
    st.builds(Phase, force=st.just(True), to=st.sampled_from(PHASES)),
    st.builds(SetDifficulty, faces=st.just(9)),
)
restarts: st.SearchStrategy[Command] = st.one_of(
    st.builds(End), st.builds(Start, preset=st.sampled_from(("fight", "earthquake", "chase")), calm=st.booleans()))
# A number is a key: Enter (even) or pass over on the first tasks; moving on where nothing is owed.
keys = st.integers(0, 3)
OFTEN: tuple[tuple[int, st.SearchStrategy[Command] | st.SearchStrategy[int]], ...] = (
    (45, keys), (46, restarts), (70, in_slots), (86, happenings), (90, turning_points), (100, keys))
step = st.integers(1, 100).flatmap(lambda n: next(found for most, found in OFTEN if n <= most))
steps = st.lists(step, min_size=40, max_size=70)


def crowd(people: int, preset: str) -> Session[LawnState]:
    """Two to four people at Medium from each other, in round 1."""
    new = Table()
    for n in range(people):
        new.add(f"p{n}", "npc" if n % 2 else "pc", load={"pistol": Load(now=0, full=3)})
    new.all_bands("medium")
    new.do(Start(preset=preset))
    return new.session


def key_command(session: Session[LawnState], key: int) -> Command:
    agenda = RULESET.agenda(session.state)
    tasks = [t for t in agenda if t.command or t.skip]
    if any(t.kind == "difficulty" for t in agenda):
        return SetDifficulty(faces=9)
    if not tasks:
        return Phase(force=True)
    task = tasks[key // 2 % len(tasks)]
    if task.kind == "slot" and task.command is None and key == 0:
        return Act(who=task.who, text="something short")
    return (task.command if key % 2 == 0 else task.skip) or task.skip or task.command or Phase()


class Watch:
    """The laws of the slots, checked entry by entry."""

    def __init__(self) -> None:
        self.taken: dict[str, str] = {}

    def look(self, before: LawnState, events: Sequence[Event], after: LawnState) -> None:
        assert slots.turn(after) == after.crisis.turn
        line = set(initiative.order(before)) if before.phase == "action" and before.mode == "crisis" else set()
        for event in events:
            if isinstance(event, RoundStarted):
                # Whoever stood in the line has had the slot of the round before.
                assert line <= set(self.taken)
                line, self.taken = set(), {}
            elif isinstance(event, SlotTaken):
                assert event.who not in self.taken
                self.taken[event.who] = event.how
        if after.mode == "crisis":
            assert after.crisis.slots == self.taken
        else:
            self.taken = {}

    def edit(self, command: Command, before: LawnState, events: Sequence[Event], after: LawnState) -> None:
        """T01 and T03: an edit that is not about the one whose turn it is announces nothing."""
        now = slots.turn(before)
        if not now or now in (getattr(command, "who", ""), *(getattr(command, "who", ()))):
            return
        assert slots.turn(after) == now
        assert not [e for e in events if isinstance(e, ANNOUNCEMENTS)]


def walk(people: int, preset: str, commands: Sequence[Command | int]) -> None:
    session = crowd(people, preset)
    watch = Watch()
    start, position, first = session.state, session.position, session.index
    states = [start]
    for step in commands:
        command = key_command(session, step) if isinstance(step, int) else step
        if getattr(command, "who", "") == "turn":
            command = replace(command, who=slots.turn(session.state) or CAST[0])
        before, at = session.state, session.position
        answer = session.execute(command)
        if isinstance(answer, Rejected):
            assert (session.state, session.position) == (before, at)
            continue
        assert isinstance(answer, Accepted)
        watch.look(before, answer.entry.events, session.state)
        if isinstance(command, Add | Remove | SetOrder | SetField):
            watch.edit(command, before, answer.entry.events, session.state)
        assert RULESET.fold(before, answer.entry.events) == session.state
        states.append(session.state)
    end, end_position = session.state, session.position
    for state in reversed(states[:-1]):
        session.undo()
        assert session.state == state
    assert (session.state, session.position, session.index) == (start, position, first)
    for state in states[1:]:
        session.redo()
        assert session.state == state
    assert (session.state, session.position) == (end, end_position)


@pytest.mark.rule("LP-CRI-003", "LP-CRI-010", "LP-ACT-001", "LP-ACT-012")
@settings(max_examples=60)
@given(people=st.integers(2, 4), preset=st.sampled_from(("fight", "fight", "earthquake", "chase")), commands=steps)
@example(people=4, preset="fight", commands=[0] * 60)
@example(people=4, preset="fight", commands=[Phase(force=True)] * 20)
@example(people=2, preset="chase", commands=[Phase(force=True)] * 9)
@example(people=3, preset="earthquake", commands=[Phase(force=True, to="movement")] * 9)
def test_a_whole_crisis_in_any_sequence(people: int, preset: str, commands: Sequence[Command | int]) -> None:
    """T10, T11, T13: undo gives back every state field by field, dice included; every slot comes up once a round."""
    walk(people, preset, commands)
