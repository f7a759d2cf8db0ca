"""Whatever is done to checks in whatever order: nothing raises, refusals change nothing, settled means settled."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import given, settings
from hypothesis import strategies as st

from gmconsole.core.commands import Remove, SetField
from gmconsole.core.model import Command, Rejected
from gmconsole.core.phases import Task
from gmconsole.core.rounds import Phase
from gmconsole.core.session import Accepted, Session
from gmconsole.rulesets.lawn import RULESET, checks, initiative, opposed, outcomes
from gmconsole.rulesets.lawn.checks import (
    ORIGINS,
    AlterDie,
    AppendDice,
    CallCheck,
    CheckDropped,
    CheckRolled,
    CheckSettled,
    DiceChanged,
    DropCheck,
    Reroll,
    RollCheck,
    SettleCheck,
)
from gmconsole.rulesets.lawn.crisis import Start
from gmconsole.rulesets.lawn.initiative import MoveSlot, SetDifficulty, SetOrder
from gmconsole.rulesets.lawn.injuries import ChangeState
from gmconsole.rulesets.lawn.opposed import CallOpposed, TieBreak
from gmconsole.rulesets.lawn.questions import Answer
from gmconsole.rulesets.lawn.slots import Pass
from gmconsole.rulesets.lawn.state import LawnState, Modifier

from .conftest import Table

PEOPLE = ("pc-001", "pc-002", "pc-003", "npc-001", "npc-002", "obj-001", "pc-009")
OWN_KINDS = ("check", "settle", "tie_break", "initiative", "difficulty", "order", "question:")

who = st.sampled_from(PEOPLE)
kind = st.sampled_from(("WIS", "FLX", "initiative", "luck"))
purpose = st.sampled_from(("", "speed"))
difficulty = st.sampled_from((0, 3, 6, 9, 2))
modifiers = st.sampled_from(((), (Modifier(-3, "a"),), (Modifier(2),), (Modifier(-9),), (Modifier(100),)))
required = st.sampled_from((0, 2, -1))
some_check = st.sampled_from(("", *(f"check-{n:03d}" for n in range(1, 7))))
pair = st.sampled_from([f"opposed-{n:03d}" for n in range(1, 4)])
small = st.integers(-1, 8)

# What makes sense most of the time …
player = st.sampled_from(("pc-001", "pc-001", "pc-001", "pc-002"))
likely: st.SearchStrategy[Command] = st.one_of(
    st.builds(
        RollCheck,
        who=player,
        kind=st.just("WIS"),
        difficulty=st.sampled_from((3, 6)),
        hold=st.just(True),
        modifiers=st.sampled_from(((), (Modifier(-3),))),
    ),
    st.builds(RollCheck, who=player, kind=st.sampled_from(("", "FLX")), difficulty=st.just(3), hold=st.booleans()),
    st.builds(CallCheck, who=player.map(lambda w: (w,)), kind=st.just("WIS"), difficulty=st.just(6)),
    st.builds(AppendDice, who=player, count=st.integers(1, 2)),
    st.builds(AlterDie, who=player, position=st.integers(1, 3), face=st.integers(1, 3)),
    st.builds(AlterDie, who=player, position=st.just(1), swap=st.integers(2, 5)),
    st.builds(Reroll, who=player),
    st.builds(SettleCheck, who=player),
    st.builds(DropCheck, check=some_check),
    st.builds(
        CallOpposed,
        a=player,
        b=st.sampled_from(("pc-002", "pc-003")),
        kind=st.just("FLX"),
        difficulty=st.sampled_from((3, 30)),
        purpose=purpose,
        must=st.booleans(),
    ),
    st.builds(TieBreak, pair=pair, stand=st.booleans()),
)
# … and whatever can be said.
wild: st.SearchStrategy[Command] = st.one_of(
    st.builds(
        CallCheck,
        who=st.lists(who, max_size=3).map(tuple),
        kind=kind,
        purpose=purpose,
        difficulty=difficulty,
        modifiers=modifiers,
        required=required,
    ),
    st.builds(
        RollCheck,
        who=who,
        kind=st.one_of(st.just(""), kind),
        purpose=purpose,
        difficulty=difficulty,
        modifiers=modifiers,
        required=required,
        hold=st.booleans(),
        check=some_check,
        graded=st.sampled_from(((), ("low", "", "high"))),
    ),
    st.builds(AppendDice, who=who, count=small, origin=st.sampled_from((*ORIGINS, "luck")), check=some_check),
    st.builds(AlterDie, who=who, position=small, face=small, swap=st.sampled_from((0, 0, 1, 2, 9)), check=some_check),
    st.builds(Reroll, who=who, check=some_check),
    st.builds(SettleCheck, who=who, check=some_check),
    st.builds(
        CallOpposed,
        a=who,
        b=who,
        kind=kind,
        difficulty=difficulty,
        purpose=purpose,
        modifiers=modifiers,
        must=st.booleans(),
    ),
)
circumstances: st.SearchStrategy[Command] = st.one_of(
    st.builds(
        ChangeState,
        who=who.map(lambda w: (w,)),
        add=st.sampled_from(("light_wound", "stunned", "unconscious", "dead")).map(lambda s: (s,)),
    ),
    st.builds(Remove, who=who),
    st.builds(
        SetField, who=who.map(lambda w: (w,)), field=st.just("trait"), value=st.sampled_from(("", "spirited", "robust"))
    ),
    st.builds(
        Answer,
        question=st.integers(1, 6).map(lambda n: f"q-{n:03d}"),
        value=st.sampled_from(("", "refuse", "pc-001", "pc-002", "something")),
    ),
)
order_of_the_round: st.SearchStrategy[Command] = st.one_of(
    st.builds(SetDifficulty, faces=st.sampled_from((0, 3, 9)), exactly=st.booleans()),
    st.builds(SetOrder, who=st.lists(who, max_size=3).map(tuple)),
    st.builds(MoveSlot, who=who, after=who),
    st.builds(Pass, who=who),
    st.builds(Phase, force=st.booleans()),
)
# A number stands for a key: take the task of that place, or pass it over.
keys = st.integers(0, 9)


def table(crisis: bool) -> Session[LawnState]:
    """Three player characters, two others, a door; in a crisis at Medium from each other."""
    new = Table()
    for n in range(3):
        new.pc(f"p{n}")
    for n in range(2):
        new.npc(f"n{n}")
    new.add("door", "object")
    if crisis:
        new.all_bands("medium")
        new.do(Start())
    return new.session


def by_key(session: Session[LawnState], key: int) -> Command | None:
    """What a key would send: Enter (even numbers) or pass over, on one of the tasks of these chapters."""
    tasks: list[Task] = [t for t in RULESET.agenda(session.state) if t.kind.startswith(OWN_KINDS)]
    if not tasks:
        return None
    task = tasks[key // 2 % len(tasks)]
    return task.command if key % 2 == 0 else task.skip


def play(session: Session[LawnState], steps: Sequence[Command | int]) -> None:
    """Carry the steps out, with every law checked after each."""
    settled: set[str] = set()
    start, done = session.state, [session.state]
    for step in steps:
        command = by_key(session, step) if isinstance(step, int) else step
        if command is None:
            continue
        before, position = session.state, session.position
        answer = session.execute(command)
        if isinstance(answer, Rejected):
            assert not isinstance(step, int), (command, answer)
            assert (session.state, session.position) == (before, position)
            continue
        done.append(session.state)
        watch(session.state, answer, settled)
    if len(done) > 1:
        session.undo(len(done) - 1)
    assert session.state == start
    for state in done[1:]:
        session.redo()
        assert session.state == state
    for state in reversed(done[:-1]):
        session.undo()
        assert session.state == state


def watch(state: LawnState, answer: Accepted, settled: set[str]) -> None:
    """The laws of checks after one step; ``settled`` grows by what came to its end."""
    for event in answer.entry.events:
        if isinstance(event, CheckRolled | DiceChanged | CheckSettled):
            assert event.check not in settled
        if isinstance(event, CheckRolled):
            assert len(event.dice) == checks.pool_size(event.pool)
        if isinstance(event, DiceChanged):
            assert outcomes.judge([d.face for d in event.after]) == outcomes.Result(event.outcome, event.degree)
        if isinstance(event, CheckSettled):
            settled.add(event.check)
        elif isinstance(event, CheckDropped):
            settled.add(event.check.id)
    assert settled.isdisjoint(state.checks)
    for check in state.checks.values():
        assert (check.status == "rolled") or not check.dice
        assert all(1 <= die.face <= die.sides for die in check.dice)
        assert check.serves != "opposed" or check.ref in state.opposed
    for both in state.opposed.values():
        a, b = opposed.sides(state, both)
        assert a is not None and b is not None
        assert opposed.verdict(state, both) in (None, "append", "gm")
    owing = [c.who for c in state.checks.values() if c.serves == "initiative"]
    assert len(owing) == len(set(owing))
    assert not set(owing) & set(state.crisis.initiative)
    listed = initiative.order(state)
    assert len(listed) == len(set(listed))


@settings(max_examples=200)
@given(st.lists(st.one_of(likely, wild, circumstances, keys), min_size=8, max_size=30))
def test_any_sequence_outside_a_crisis(steps: list[Command | int]) -> None:
    play(table(crisis=False), steps)


@settings(max_examples=200)
@given(st.lists(st.one_of(likely, wild, order_of_the_round, circumstances, keys), min_size=8, max_size=30))
def test_any_sequence_in_a_crisis(steps: list[Command | int]) -> None:
    play(table(crisis=True), steps)


@settings(max_examples=100)
@given(
    must=st.booleans(),
    first=st.booleans(),
    steps=st.lists(
        st.one_of(
            st.builds(TieBreak, pair=st.just("opposed-001")),
            keys,
            st.builds(AppendDice, who=st.sampled_from(("pc-001", "pc-002"))),
            st.builds(Reroll, who=st.sampled_from(("pc-001", "pc-002"))),
            st.builds(
                AlterDie, who=st.sampled_from(("pc-001", "pc-002")), position=st.integers(1, 6), face=st.integers(1, 6)
            ),
        ),
        min_size=4,
        max_size=25,
    ),
)
def test_any_sequence_on_one_opposed_check(must: bool, first: bool, steps: list[Command | int]) -> None:
    session = table(crisis=False)
    opening: list[Command | int] = [CallOpposed(a="pc-001", b="pc-002", kind="FLX", difficulty=6, must=must)]
    opening += [RollCheck(who="pc-001" if first else "pc-002", kind="FLX")]
    play(session, [*opening, *steps])


def test_an_opposed_check_always_ends() -> None:
    session = table(crisis=False)
    session.execute(
        CallOpposed(a="pc-001", b="pc-002", kind="FLX", difficulty=30, must=True, modifiers=(Modifier(-4),))
    )
    for _ in range(40):
        command = by_key(session, 0)
        if command is None:
            break
        assert isinstance(session.execute(command), Accepted)
    questions = session.state.questions
    assert not session.state.opposed or [q.kind for q in questions.values()] == ["opposed_winner"]
