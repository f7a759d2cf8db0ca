"""What is forecast of a check whose outcome stands: dice laid beside it keep it, a throw anew does not (Q-CHK-14)."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from msgspec.structs import replace

from gmconsole.rulesets.lawn import sheets
from gmconsole.rulesets.lawn.alterations import Reroll
from gmconsole.rulesets.lawn.focus import Compose
from gmconsole.rulesets.lawn.negotiation import passes
from gmconsole.rulesets.lawn.settling import judged
from gmconsole.rulesets.lawn.state import Check
from gmconsole.rulesets.lawn.traits_luck import ADVENTURE_DICE, ADVENTUROUS, Adventure

from .conftest import Table
from .resources import offered, on_table, roll, stands, writes
from .traited import gifted


def by_hand(check: Check, dice: int, sides: int) -> Fraction:
    """The chance that so many dice thrown anew pass the check, counted roll by roll."""
    rows = list(product(range(1, sides + 1), repeat=dice))
    fresh = replace(check, stands="")
    return Fraction(sum(passes(check, judged(fresh, row)) for row in rows), len(rows))


def composed(table: Table, required: int = 0) -> str:
    """Jessica's D3 check whose critical failure Composure has turned."""
    who = table.pc("jessica")
    writes(table, "jessica", tokens={"FLX": 2})
    roll(table, "jessica", "FLX", [2, 2, 2, 1, 3], 3, required=required)
    table.do(Compose(who=who))
    assert stands(table, "jessica") == ("critical_success", 1)
    return who


@pytest.mark.rule("LP-FOC-015", "LP-CHK-040")
def test_a_reroll_after_composure_is_an_ordinary_one(table: Table) -> None:
    who = composed(table, required=3)
    check = on_table(table, "jessica")
    [option] = offered(table, "jessica", "reroll")
    assert option.success == by_hand(check, 5, 3) < 1
    table.do(Reroll(who=who), [2, 2, 2, 1, 3])
    assert stands(table, "jessica")[0] == "critical_failure", "what stood is gone with the dice"


@pytest.mark.rule("LP-FOC-015", "LP-CHK-040")
def test_no_reroll_is_offered_where_composure_has_made_a_pass(table: Table) -> None:
    who = composed(table)
    assert offered(table, "jessica", "reroll") == []
    table.do(Reroll(who=who), [1, 1, 3, 3, 1])
    assert stands(table, "jessica") == ("failure", 3), "by hand it can be made all the same"


@pytest.mark.rule("LP-TRT-120", "LP-CHK-040")
def test_adventure_dice_after_composure(table: Table) -> None:
    who = gifted(table, ADVENTUROUS, "jessica")
    writes(table, "jessica", tokens={"FLX": 2}, counters={ADVENTURE_DICE: 4})
    roll(table, "jessica", "FLX", [2, 2, 2, 1, 3], 3)
    table.do(Compose(who=who))
    check = on_table(table, "jessica")
    told = {o.command.dice: o.success for o in offered(table, "jessica", "ability") if isinstance(o.command, Adventure)}
    assert told == {dice: by_hand(check, dice, 3) for dice in (3, 4)}
    assert max(told.values()) < 1 and sheets.sheet_of(table.who("jessica")).counters[ADVENTURE_DICE] == 4
