"""A whole crisis in any sequence: undo and redo give equal states, every slot comes up once, edits announce nothing."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from gmconsole.core.commands import Remove, SetBand, SetField
from gmconsole.core.model import Command, Event, Rejected
from gmconsole.core.rounds import Phase, PhaseEntered, PhaseSkipped, RoundStarted
from gmconsole.core.session import Accepted, Session
from gmconsole.rulesets.lawn import RULESET, initiative, slots
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
from gmconsole.rulesets.lawn.crisis import End, Start, UsePhases
from gmconsole.rulesets.lawn.hazards import AddHazard
from gmconsole.rulesets.lawn.initiative import MoveSlot, SetDifficulty, SetOrder
from gmconsole.rulesets.lawn.injuries import ChangeState
from gmconsole.rulesets.lawn.life import ChangeLife, ChangeSanity
from gmconsole.rulesets.lawn.movement import Declare, Leave, Stay
from gmconsole.rulesets.lawn.neutral import AddPending
from gmconsole.rulesets.lawn.people import Add
from gmconsole.rulesets.lawn.state import LawnState, Load

from .conftest import Table

ANNOUNCEMENTS = (TurnPassed, PhaseEntered, RoundStarted, PhaseSkipped, SlotTaken)
CAST = ("pc-001", "npc-001", "pc-002", "npc-002", "npc-003")
STATES = ("stunned", "in_shock", "bleeding", "prone", "restrained", "severe_wound", "on_fire", "unconscious", "dead")
PHASES = ("initiative", "neutral", "movement", "action")

who = st.sampled_from(CAST)
actor = st.sampled_from(("turn", "turn", "turn", *CAST))
"""Mostly whoever's turn it is."""
some_phases = st.lists(st.sampled_from(PHASES), min_size=1, max_size=4, unique=True).map(tuple)
in_slots: st.SearchStrategy[Command] = st.one_of(
    st.builds(
        Act,
        who=actor,
        text=st.just("acts"),
        kind=st.sampled_from(("", "FLX")),
        purpose=st.just("dodge"),
        difficulty=st.sampled_from((0, 6)),
        against=st.lists(who, max_size=2).map(tuple),
    ),
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
    st.builds(
        SetField, who=who.map(lambda w: (w,)), field=st.just("side"), value=st.sampled_from(("hostile", "friendly"))
    ),
)
happenings: st.SearchStrategy[Command] = st.one_of(
    edits,
    st.builds(MoveSlot, who=who, after=who),
    st.builds(ChangeState, who=who.map(lambda w: (w,)), add=st.sampled_from(STATES).map(lambda s: (s,))),
    st.builds(ChangeState, who=who.map(lambda w: (w,)), remove=st.sampled_from(STATES).map(lambda s: (s,))),
    st.builds(ChangeLife, who=who.map(lambda w: (w,)), by=st.sampled_from((-3, -1, 1))),
    st.builds(ChangeSanity, who=who.map(lambda w: (w,)), by=st.sampled_from((-3, 1))),
    st.builds(
        AddHazard,
        name=st.just("smoke"),
        kind=st.just("FLX"),
        on=st.lists(who, max_size=2).map(tuple),
        fail=st.sampled_from(("prone", "stunned", "sanity")),
        every=st.booleans(),
    ),
    st.builds(
        AddPending, kind=st.just("fuse"), text=st.just("dynamite"), point=st.sampled_from(("neutral", "after_movement"))
    ),
    st.builds(Declare, who=who, approach=st.lists(who, max_size=2, unique=True).map(tuple)),
    st.builds(Declare, who=who, retreat=st.lists(who, max_size=1).map(tuple)),
    st.builds(Leave, who=who, force=st.booleans()),
    st.builds(Stay),
    st.builds(SetBand, a=who, b=who.map(lambda w: (w,)), band=st.sampled_from(("touch", "medium", "extreme"))),
    st.builds(
        SetField,
        who=who.map(lambda w: (w,)),
        field=st.just("presence"),
        value=st.sampled_from(("in", "outside", "left")),
    ),
    st.builds(UsePhases, phases=some_phases, this_round=st.booleans()),
)
turning_points: st.SearchStrategy[Command] = st.one_of(
    st.builds(Phase, force=st.booleans()),
    st.builds(Phase, force=st.just(True), to=st.sampled_from(PHASES)),
    st.builds(SetDifficulty, faces=st.just(9)),
)
restarts: st.SearchStrategy[Command] = st.one_of(
    st.builds(End), st.builds(Start, preset=st.sampled_from(("fight", "earthquake", "chase")), calm=st.booleans())
)
# A number is a key: Enter (even) or pass over on the first tasks; moving on where nothing is owed.
keys = st.integers(0, 3)
OFTEN: tuple[tuple[int, st.SearchStrategy[Command] | st.SearchStrategy[int]], ...] = (
    (45, keys),
    (46, restarts),
    (70, in_slots),
    (86, happenings),
    (90, turning_points),
    (100, keys),
)
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
