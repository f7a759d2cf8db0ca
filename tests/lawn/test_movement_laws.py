"""Whatever is thrown at a movement phase, it is taken or refused, and the bands stay in order."""

from __future__ import annotations

import random

import pytest

from gmconsole.core.commands import Remove, SetBand
from gmconsole.core.model import Command, Rejected
from gmconsole.core.phases import Task
from gmconsole.core.rounds import Phase
from gmconsole.rulesets.lawn import RULESET
from gmconsole.rulesets.lawn.checks import DropCheck, RollCheck, SettleCheck
from gmconsole.rulesets.lawn.crisis import Start
from gmconsole.rulesets.lawn.injuries import ChangeState
from gmconsole.rulesets.lawn.movement import Declare, Enter, Leave, MoveLess, SpeedCheck, Stay
from gmconsole.rulesets.lawn.people import Add
from gmconsole.rulesets.lawn.questions import Answer
from gmconsole.rulesets.lawn.shortcuts import Ride, Shortcut
from gmconsole.rulesets.lawn.state import BANDS, SPEED_CLASSES, LawnState

from .conftest import Table


def crowd(table: Table, dice: random.Random) -> None:
    for i in range(3):
        table.pc(f"pc{i}", speed=dice.choice(SPEED_CLASSES))
    for i in range(3):
        table.npc(
            f"npc{i}",
            speed=dice.choice(("static", *SPEED_CLASSES)),
            side=dice.choice(("hostile", "hostile", "friendly")),
        )
    table.add("car", "object", speed="powered")
    table.add("door", "object")
    table.npc("late", outside=True)
    ids = [p.id for p in table.state.entities.values() if p.presence == "in"]
    for i, a in enumerate(ids):
        for b in ids[i + 1 :]:
            table.do(SetBand(a=a, b=(b,), band=dice.choice(BANDS[:4])))
    for a in ids[:2]:
        if dice.random() < 0.5:
            table.session.execute(Ride(who=a, vehicle=table.ids["car"]))
    table.do(Start(preset=dice.choice(("chase", "fight", "earthquake"))))


def anything(table: Table, dice: random.Random) -> Command:
    """A movement command with arguments drawn from everything there is, sensible or not."""
    ids = [*table.state.entities, "nobody"]
    who, other = dice.choice(ids), dice.choice(ids)
    some = tuple(dice.sample(ids, dice.randint(0, 2)))
    question = dice.choice([*table.state.questions.values()]) if table.state.questions else None
    check = dice.choice([*table.state.checks.values()]) if table.state.checks else None
    pool: list[Command] = [
        Declare(
            who=who,
            approach=some,
            retreat=tuple(dice.sample(ids, dice.randint(0, 1))),
            by=dice.choice(("", "", "sprint", "walk", "powered")),
            vehicle=dice.random() < 0.1,
            stand=dice.choice(("", "", "up", "stay")),
        ),
        Declare(who=who, approach=some),
        Declare(who=who, retreat=some),
        Stay(who=some),
        SpeedCheck(who=who, against=(other,), difficulty=dice.choice((0, 3, 6, 30))),
        SpeedCheck(who=who, hold=dice.random() < 0.3, result=dice.choice(("", "wins", "holds", "odd"))),
        MoveLess(who=who, other=other, band=dice.choice(BANDS)),
        Leave(who=who, force=dice.random() < 0.3),
        Enter(who=who, approaching=some, rounds=dice.choice((0, 0, 2))),
        Shortcut(who=who, gain=dice.choice(("", "class", "difficulty")), difficulty=6, danger=dice.choice(("", "FLX"))),
        Ride(who=who, vehicle=dice.choice(("", table.ids["car"], "bicycle")), drives=dice.random() < 0.5),
        ChangeState(who=(who,), add=(dice.choice((*["prone"] * 9, "stunned", "restrained", "unconscious", "dead")),)),
        ChangeState(who=(who,), remove=(dice.choice(("prone", "stunned", "restrained", "unconscious")),)),
        SetBand(a=who, b=(other,), band=dice.choice(BANDS)),
        Add(kind="npc", name="new"),
    ]
    if dice.random() < 0.02:
        pool.append(Remove(who=who))
    if question is not None:
        answer = Answer(question=question.id, value=dice.choice((question.value, *question.choices, "odd")))
        pool.extend([answer] * 6)
    if check is not None:
        pool.extend((RollCheck(who=check.who, check=check.id), SettleCheck(who=check.who), DropCheck(check=check.id)))
    if dice.random() < 0.1:
        pool.append(Phase(force=dice.random() < 0.5))
    return dice.choice(pool)


def next_task(tasks: tuple[Task, ...], dice: random.Random) -> Command | None:
    ready = [t.command for t in tasks if t.command is not None]
    return dice.choice(ready) if ready else None


def in_order(state: LawnState) -> None:
    """Both rows of a pair agree, and inside nobody is at Extreme unless the GM is being asked about it."""
    asked = any(q.kind in ("outside", "leaves") for q in state.questions.values())
    for a, row in state.bands.items():
        for b, band in row.items():
            assert state.bands[b][a] == band
            inside = state.entities[a].presence == state.entities[b].presence == "in"
            assert not (inside and band == "extreme" and not asked and state.mode == "crisis")


@pytest.mark.parametrize("seed", range(40))
def test_anything_is_taken_or_refused(table, seed):
    dice = random.Random(seed)
    crowd(table, dice)
    taken = 0
    for _ in range(120):
        command = next_task(RULESET.agenda(table.state), dice) if dice.random() < 0.5 else None
        if table.state.crisis.stage == "done" or (table.state.phase != "movement" and dice.random() < 0.3):
            command = Phase(to="movement", force=True)
        before = table.state
        done = table.session.execute(command or anything(table, dice))
        if isinstance(done, Rejected):
            assert table.state == before
        else:
            taken += 1
        in_order(table.state)
    assert taken > 10


@pytest.mark.parametrize("seed", range(20))
def test_enter_alone_brings_every_movement_phase_to_its_end(table, seed):
    dice = random.Random(seed)
    crowd(table, dice)
    for _ in range(60):
        if table.state.phase != "movement":
            table.do(Phase(to="movement", force=True))
        tasks = [t for t in RULESET.agenda(table.state) if t.blocking and t.kind != "band"]
        if not tasks:
            assert table.state.crisis.stage == "done"
            table.do(Phase(force=True))
            continue
        task = tasks[0]
        if task.command is not None:
            table.do(task.command)
        else:
            question = next(q for q in table.state.questions.values() if q.blocking)
            table.do(Answer(question=question.id, value=question.choices[0]))
        in_order(table.state)
