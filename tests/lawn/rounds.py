"""Short words for walking a table through rounds."""

from __future__ import annotations

from collections.abc import Iterable

from gmconsole.core.model import Question
from gmconsole.core.rounds import Phase
from gmconsole.rulesets.lawn import actions, checks, initiative
from gmconsole.rulesets.lawn.actions import Act, Pass
from gmconsole.rulesets.lawn.checks import RollCheck
from gmconsole.rulesets.lawn.crisis import Start
from gmconsole.rulesets.lawn.initiative import SetDifficulty, SetOrder
from gmconsole.rulesets.lawn.injuries import ChangeState
from gmconsole.rulesets.lawn.questions import Answer
from gmconsole.rulesets.lawn.state import Check, Injury

from .conftest import Table


def success(count: int) -> list[int]:
    """Faces of an ordinary success, degree 0."""
    return [4, 5, 6, *[6] * (count - 3)]


def failure(count: int) -> list[int]:
    """Faces of an ordinary failure, degree 0."""
    return [2, 2, 5, *[5] * (count - 3)][:count]


def fight(
    table: Table,
    *,
    pcs: Iterable[str] = ("mike", "jessica"),
    npcs: Iterable[str] = ("cowboy",),
    preset: str = "fight",
    phases: tuple[str, ...] = (),
) -> None:
    """Put people at Medium from each other and start a crisis: round 1, first phase."""
    for name in pcs:
        table.pc(name)
    for name in npcs:
        table.npc(name)
    table.all_bands("medium")
    table.do(Start(preset=preset, phases=phases))


def roll_initiative(table: Table, first: Iterable[str]) -> None:
    """Roll everybody's initiative at D9: those named succeed, the others fail."""
    before = {table.ids[name] for name in first}
    table.do(SetDifficulty(faces=9))
    for check in list(table.state.checks.values()):
        if check.serves == "initiative":
            count, _ = checks.dice_of(table.state, check)
            table.do(RollCheck(who=check.who), success(count) if check.who in before else failure(count))


def go_to(table: Table, phase: str, round_: int, first: Iterable[str] = ("mike",)) -> None:
    """Walk to that phase of that round, rolling initiative and passing every slot on the way."""
    first = tuple(first)
    for _ in range(60):
        if table.state.phase == "initiative" and not table.state.crisis.initiative:
            roll_initiative(table, first)
        if (table.state.phase, table.state.round) == (phase, round_):
            return
        if table.state.phase == "action":
            pass_slots(table)
        step(table)
    raise AssertionError(f"never came to {phase} of round {round_}")


def step(table: Table) -> None:
    """Move on by one phase that is in use, leaving behind what is owed."""
    table.do(Phase(force=True))


def turn(table: Table) -> str:
    """The name of whose slot it is."""
    agree(table)
    now = actions.turn(table.state)
    return next((name for name, who in table.ids.items() if who == now), "")


def agree(table: Table) -> None:
    """Say the order inside the groups, as listed."""
    for ids in initiative.undecided(table.state):
        table.do(SetOrder(who=ids))


def pass_slots(table: Table, until: str = "") -> list[str]:
    """Pass slot after slot until it is that person's turn or nobody's; the names that came up, in order."""
    came = []
    while (name := turn(table)) and name != until:
        came.append(name)
        table.do(Pass(who=table.ids[name]))
    return came


def act(table: Table, name: str, text: str = "something short") -> None:
    """Use somebody's slot."""
    agree(table)
    table.do(Act(who=table.ids[name], text=text))


def give(table: Table, name: str, *states: str) -> None:
    """Give states to somebody."""
    table.do(ChangeState(who=(table.ids[name],), add=states))


def take(table: Table, name: str, *states: str) -> None:
    """Take states from somebody."""
    table.do(ChangeState(who=(table.ids[name],), remove=states))


def injury(table: Table, name: str, state: str) -> Injury:
    """The first state of that id that somebody has."""
    return next(i for i in table.who(name).states if i.id == state)


def pool(table: Table, name: str, kind: str, purpose: str = "") -> int:
    """The dice of a check of that type."""
    check = Check(id="check-000", who=table.ids[name], type=kind, purpose=purpose)
    return checks.pool_size(checks.pool_lines(table.state, check))


def asked(table: Table, kind: str) -> list[Question]:
    """The open questions of that kind."""
    return [q for q in table.state.questions.values() if q.kind == kind]


def answer(table: Table, kind: str, value: str) -> None:
    """Answer the first open question of that kind."""
    table.do(Answer(question=asked(table, kind)[0].id, value=value))
