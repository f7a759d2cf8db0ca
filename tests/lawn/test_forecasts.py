"""Every forecast of odds reads the dice as the resolution will: counted roll by roll."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from itertools import product

import pytest
from msgspec.structs import replace

from gmconsole.core.commands import RollDice, SetField
from gmconsole.core.dice import ScriptedDice
from gmconsole.core.model import Command, Event
from gmconsole.core.ruleset import Tx
from gmconsole.rulesets.lawn import RULESET, actions, alterations, movement, outcomes, settling
from gmconsole.rulesets.lawn.abilities import UseAbility
from gmconsole.rulesets.lawn.checks import RollCheck
from gmconsole.rulesets.lawn.crisis import Start
from gmconsole.rulesets.lawn.negotiation import percent
from gmconsole.rulesets.lawn.settling import CheckSettled
from gmconsole.rulesets.lawn.stages import SpeedTaken
from gmconsole.rulesets.lawn.state import LawnState
from gmconsole.rulesets.lawn.traits import TakeTrait

from .chase import Chase
from .conftest import Table
from .traited import on_table, roll

TRAITS = ("", "confident", "arrogant", "hardworking", "decorous", "lucky")


def said(table: Table, command: Command, dice: int, faces: int) -> dict[str, object]:
    """What the composer shows for a throw."""
    (line,) = RULESET.forecast(command, dice, faces, table.state)
    return dict(line.fields)


def events(table: Table, command: Command, faces: Iterable[int]) -> list[Event]:
    """What the command brings about with these dice, its check settled; nothing is kept."""
    tx: Tx[LawnState] = Tx(RULESET, table.state, ScriptedDice(tuple(faces)))
    assert RULESET.decide(command, tx) is None
    settling.settle_open(tx)
    return tx.events


def take(table: Table, who: str, trait: str) -> None:
    if trait:
        table.do(TakeTrait(who=who, trait=trait, specialty="grace" if trait == "decorous" else ""))
    if trait == "decorous":
        table.do(UseAbility(who=who, ability="other_degree", number=3))


def passed(found: Iterable[Event]) -> bool:
    return next(e.passed for e in found if isinstance(e, CheckSettled))


@pytest.mark.rule("LP-MOV-079", "LP-TRT-107b", "LP-TRT-107c", "LP-TRT-117", "LP-TRT-122", "LP-TRT-130c", "LP-CHK-040")
@pytest.mark.parametrize("trait", TRAITS)
def test_the_three_ways_of_a_speed_check_are_those_of_its_resolution(table: Table, trait: str) -> None:
    chase = Chase(table).cast(Mike="pc sprint", Cowboy="npc sprint").start("Mike-Cowboy medium")
    mike = table.ids["Mike"]
    take(table, mike, trait)
    chase.declare("Cowboy", "Mike")
    chase.declare("Mike", retreat="Cowboy")
    (task,) = table.tasks("speed")
    assert isinstance(task.command, movement.SpeedCheck)
    command = replace(task.command, difficulty=4)
    counted: Counter[str] = Counter()
    for row in product(range(1, 5), repeat=5):
        taken = next(e for e in events(table, command, row) if isinstance(e, SpeedTaken))
        counted[taken.after.result] += 1
    ways = {"gain": "wins", "hold": "holds", "lose": "loses"}
    exact = {k: percent(Fraction(counted[way], 4**5)) for k, way in ways.items()}
    shown = said(table, command, 5, 4)
    assert {k: shown[k] for k in ways} == exact
    # The Board says the same of the task as the composer does of its line.
    board = next(r for r in RULESET.draw(table.state).tasks if r.kind == "speed" and not r.done)
    assert task.dice is not None and dict(board.detail[0].fields) == said(table, task.command, *task.dice)


@pytest.mark.rule("LP-MOV-030", "LP-TRT-122", "LP-TRT-130c")
def test_the_traits_of_the_play_test(table: Table) -> None:
    """Seven D6 against one foe: the three ways by a count of 6^7 rolls (a play-tester's figures)."""
    told = {
        "confident": ("44.6 %", "16.5 %", "38.9 %"),
        "hardworking": ("49.7 %", "18.9 %", "31.4 %"),
        "decorous": ("57.4 %", "12.4 %", "30.2 %"),
    }
    names = [f"{trait}_one" for trait in told]
    chase = Chase(table).cast(**dict.fromkeys(names, "pc sprint"), Thug="npc sprint").start()
    for name, trait in zip(names, told, strict=True):
        table.do(SetField(who=(table.ids[name],), field="PHY", value=2))
        take(table, table.ids[name], trait)
    chase.declare("Thug", " ".join(names))
    for name in names:
        chase.declare(name, retreat="Thug")
    rows = {r.who: dict(r.detail[0].fields) for r in RULESET.draw(table.state).tasks if r.kind == "speed"}
    found = {trait: rows[table.ids[name]] for name, trait in zip(names, told, strict=True)}
    assert {t: (f["gain"], f["hold"], f["lose"]) for t, f in found.items()} == told


@pytest.mark.rule("LP-MOV-035", "LP-CHK-040")
def test_of_an_opposed_speed_check_only_the_success_of_a_side_is_known(table: Table) -> None:
    chase = Chase(table).cast(Hare="npc sprint friendly", Fox="npc sprint").start()
    chase.declare("Fox", "Hare")
    chase.declare("Hare", retreat="Fox")
    for row in (r for r in RULESET.draw(table.state).tasks if r.kind == "speed"):
        assert set(row.detail[0].fields) == {"dice", "chance"}


@pytest.mark.rule("LP-CHK-040", "LP-CHK-050", "LP-CHK-052", "LP-CHK-034", "LP-TRT-122", "LP-TRT-117")
@pytest.mark.parametrize("trait", TRAITS)
@pytest.mark.parametrize(("special", "required"), [("", 0), ("", 2), ("legendary", 0), ("reversal", 0)])
def test_a_roll_announced_in_one_line_is_forecast_as_it_is_resolved(
    table: Table, trait: str, special: str, required: int
) -> None:
    who = table.pc("mike")
    take(table, who, trait)
    command = RollCheck(who=who, kind="WIS", difficulty=4, special=special, required=required)
    count = sum(passed(events(table, command, row)) for row in product(range(1, 5), repeat=5))
    assert said(table, command, 5, 4)["chance"] == percent(Fraction(count, 4**5))


@pytest.mark.rule("LP-CHK-040", "LP-TRT-122", "LP-TRT-107b")
@pytest.mark.parametrize("trait", ["", "confident", "hardworking"])
def test_a_roll_within_an_action_is_forecast_as_it_is_resolved(table: Table, trait: str) -> None:
    who = table.pc("mike")
    take(table, who, trait)
    table.do(Start(phases=("action",)))
    command = actions.Act(who=who, kind="WIS", difficulty=4, text="reads")
    count = sum(passed(events(table, command, row)) for row in product(range(1, 5), repeat=5))
    assert said(table, command, 5, 4)["chance"] == percent(Fraction(count, 4**5))


@pytest.mark.rule("LP-CHK-040", "LP-CHK-036", "LP-CHK-062", "LP-TRT-122", "LP-TRT-107b", "LP-TRT-117")
@pytest.mark.parametrize("trait", TRAITS)
def test_what_is_thrown_on_the_table_is_forecast_with_the_dice_that_lie_there(table: Table, trait: str) -> None:
    who = table.pc("mike")
    take(table, who, trait)
    roll(table, who, (1, 4, 4, 2, 2), 4)
    for command, thrown, lie in (
        (alterations.AppendDice(who=who, count=2), 2, 7),
        (alterations.AppendDice(who=who, front=True, origin="trait"), 1, 6),
        (alterations.Reroll(who=who), 5, 5),
        (alterations.Reroll(who=who, positions=(1,)), 1, 5),
    ):
        good = 0
        for row in product(range(1, 5), repeat=thrown):
            tx: Tx[LawnState] = Tx(RULESET, table.state, ScriptedDice(row))
            assert RULESET.decide(command, tx) is None
            good += outcomes.is_success(settling.result(tx.state.checks[on_table(table, who).id]).outcome)
        assert said(table, command, thrown, 4) == {"dice": lie, "chance": percent(Fraction(good, 4**thrown))}


def test_nothing_is_said_of_dice_that_belong_to_no_check(table: Table) -> None:
    assert RULESET.forecast(RollDice(count=3, sides=6), 3, 6, table.state) == ()
