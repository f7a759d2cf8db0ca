"""Traits together with what else may be done about a check: each option keeps the promise of its chance.

Every roll is counted: the option is taken once for every way its dice may fall, and what came of it is read off the
table, so that the odds, the plan and the command are held against each other.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product

import pytest
from msgspec.structs import replace

from gmconsole.core.commands import SetField
from gmconsole.core.dice import TypedDice
from gmconsole.core.model import Command, Rejected
from gmconsole.core.ruleset import Tx
from gmconsole.rulesets.lawn import RULESET, checks, negotiation, outcomes, pools, sheets
from gmconsole.rulesets.lawn.abilities import UseAbility
from gmconsole.rulesets.lawn.alterations import LayFaces
from gmconsole.rulesets.lawn.checks import CallCheck, RollCheck
from gmconsole.rulesets.lawn.expending import Expend
from gmconsole.rulesets.lawn.focus import GrantTokens, PlaceTokens
from gmconsole.rulesets.lawn.negotiation import Option
from gmconsole.rulesets.lawn.potential import Invest
from gmconsole.rulesets.lawn.specialties import SayRelated
from gmconsole.rulesets.lawn.state import LawnState
from gmconsole.rulesets.lawn.teamwork import Assist
from gmconsole.rulesets.lawn.traits_luck import SetLuckyNumber

from .conftest import Table
from .traited import gifted, on_table, options, own, potential, roll

MOST = 2500
"""Rolls counted for one option; more would take too long."""


def after(state: LawnState, command: Command, thrown: Sequence[int] | None) -> LawnState:
    """The state after a command with these faces; with None whatever dice it asks for show 1."""
    tx: Tx[LawnState] = Tx(RULESET, state, TypedDice(thrown) if thrown is not None else AnyDice())
    refused = RULESET.decide(command, tx)
    assert refused is None, (command, refused)
    return tx.state


class AnyDice:
    """Dice that all show 1, and remember what was thrown."""

    def __init__(self) -> None:
        self.sizes: list[int] = []

    def roll(self, n: int, sides: int) -> tuple[int, ...]:
        self.sizes.extend([sides] * n)
        return (1,) * n

    def finish(self) -> None:
        pass


def sizes(state: LawnState, command: Command) -> list[int]:
    """The faces of the dice that a command throws, one by one."""
    dice = AnyDice()
    assert not isinstance(RULESET.decide(command, Tx(RULESET, state, dice)), Rejected)
    return dice.sizes


def meant(option: Option) -> Command:
    """The command of an option; where a word is missing, it is said."""
    if option.command is not None:
        return option.command
    _, helper, whom = option.form.split()
    return Assist(who=helper, whom=whom, how="pulls", agreed=True)


def counted(table: Table, who: str, option: Option) -> Fraction | None:
    """The share of rolls after which the check passes; None where there are too many rolls to count."""
    command = meant(option)
    thrown = sizes(table.state, command)
    rolls = 1
    for size in thrown:
        rolls *= size
    if rolls > MOST:
        return None
    passed = 0
    for faces in product(*(range(1, size + 1) for size in thrown)):
        check = checks.rolled(after(table.state, command, faces), who)
        assert check is not None, option
        came = checks.result(check)
        passed += outcomes.passed(came.outcome, came.degree, check.required or None)
    return Fraction(passed, rolls)


def keep_their_promises(table: Table, who: str, *kinds: type[Command]) -> list[Option]:
    """Every option that can be counted says what it does, those of ``kinds`` are among them; the options."""
    found = list(options(table, who))
    done: set[type[Command]] = set()
    for option in found:
        if option.command is None and not option.form.startswith("assist"):
            continue
        share = counted(table, who, option)
        if share is not None:
            assert option.success == share, (option, share)
            done.add(type(meant(option)))
    assert set(kinds) <= done, (kinds, done)
    return found


def tail(table: Table, who: str, counter: str = "lucky_number") -> int:
    return sheets.sheet_of(table.state.entities[who]).counters[counter]


# Locks ---------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-TRT-006", "LP-CHK-040")
@pytest.mark.parametrize("faces", [[2, 2, 3, 3, 2, 2, 3], [1, 1, 1, 2, 3, 3, 3], [3, 2, 2, 2, 3, 3, 2]])
def test_a_lock_and_potential(table: Table, faces: list[int]) -> None:
    """Seven dice whatever the attribute; potential alone comes on top, and a reroll throws seven again."""
    who = gifted(table, "keen", attributes={"DSC": 3})
    table.pc("anna")
    potential(table, who, 3)
    table.do(CallCheck(who=(who,), kind="DSC", difficulty=3))
    (check,) = table.state.checks.values()
    assert pools.row(table.state, check) == (None,) * 7
    table.do(RollCheck(who=who, hold=True), faces)
    found = keep_their_promises(table, who, *(() if len(set(faces[:3])) == 1 else (Invest,)))
    assert not any(isinstance(o.command, Assist) or o.kind == "help" for o in found)
    for option in found:
        if option.kind == "reroll":
            assert option.dice == (None,) * 7


@pytest.mark.rule("LP-TRT-006", "LP-FOC-009")
def test_a_lock_and_a_token_that_makes_the_reroll_easier(table: Table) -> None:
    who = gifted(table, "keen")
    own(table, who, listening=False)
    table.do(SetField(who=(who,), field="MND", value=2))
    table.do(GrantTokens(who=(who,)))
    table.do(PlaceTokens(who=who, place={"DSC": 2}))
    roll(table, who, [5, 5, 2, 2, 6, 6, 2], 6, kind="DSC", purpose="listen")
    found = [o for o in options(table, who) if isinstance(o.command, Expend)]
    assert [len(o.dice) for o in found] == [7] * len(found) and len(found) >= 2
    easier = next(o for o in found if isinstance(o.command, Expend) and o.command.tokens == 1)
    assert sizes(table.state, meant(easier)) == [3] * 7
    assert counted(table, who, easier) == easier.success


# Tails ---------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-TRT-107", "LP-TRT-107b", "LP-TRT-117c")
@pytest.mark.parametrize("faces", [[4, 2, 2, 4], [2, 4, 4, 1], [1, 2, 4, 4], [1, 2, 2, 4]])
def test_a_critical_tail_with_a_lucky_die_behind_it(table: Table, faces: list[int]) -> None:
    """The last three dice are those before the lucky one and the lucky one itself."""
    who = gifted(table, "hardworking")
    potential(table, who, 2)
    roll(table, who, faces, 4)
    keep_their_promises(table, who)
    lucky = gifted(table, "lucky", "anna")
    potential(table, lucky, 2)
    check = roll(table, lucky, faces, 4)
    assert [d.face for d in check.dice] == [*faces, tail(table, lucky)]
    both = replace(check, reading=replace(check.reading, tail=True))
    for option in options(table, lucky):
        if option.dice.count(None) > 4:
            continue
        read = negotiation.chances_of(both, option.dice)
        ends = []
        for thrown in product(range(1, 5), repeat=option.dice.count(None)):
            left = iter(thrown)
            row = tuple(next(left) if face is None else face for face in option.dice)
            ends.append(outcomes.judge(row, both.reading))
        assert read.passed == Fraction(sum(outcomes.passed(r.outcome, r.degree, None) for r in ends), len(ends))
        bad = sum(r.outcome == "critical_failure" for r in ends)
        assert read.critical_failure == Fraction(bad, len(ends))


@pytest.mark.rule("LP-TRT-117c")
@pytest.mark.parametrize("number", [1, 3, 4])
@pytest.mark.parametrize("faces", [[4, 2, 2], [1, 4, 4, 1], [2, 2, 3]])
def test_the_lucky_with_potential_and_a_companion(table: Table, number: int, faces: list[int]) -> None:
    who = gifted(table, "lucky")
    table.pc("anna")
    if number != tail(table, who):
        table.do(SetLuckyNumber(who=who, number=number))
    potential(table, who, 2)
    roll(table, who, faces, 4)
    keep_their_promises(table, who, Invest)


# Heads ---------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-TRT-122c", "LP-TRT-123c")
@pytest.mark.parametrize("trait", ["confident", "arrogant"])
@pytest.mark.parametrize("faces", [[4, 4, 2, 1], [4, 2, 2, 4], [2, 4, 4, 4], [3, 3, 3, 3]])
def test_two_equal_dice_in_front_and_faces_to_lay(table: Table, trait: str, faces: list[int]) -> None:
    who = gifted(table, trait)
    table.pc("anna")
    potential(table, who, 1)
    roll(table, who, faces, 4)
    keep_their_promises(table, who)


@pytest.mark.rule("LP-TRT-122", "LP-TRT-122c")
def test_a_store_that_would_spoil_the_front_is_not_laid_so(table: Table) -> None:
    """Two equal dice in front would fail critically, however good the run behind them."""
    who = gifted(table, "confident")
    roll(table, who, [4, 2, 2, 4], 4)
    laid = [o.command.faces for o in options(table, who) if isinstance(o.command, LayFaces)]
    assert laid and all(faces[0] != (*faces, 4)[1] for faces in laid)


# The face that counts ------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-TRT-130c")
@pytest.mark.parametrize("face", [1, 2, 4])
@pytest.mark.parametrize("required", [1, 2])
@pytest.mark.parametrize("faces", [[4, 2, 3, 4], [2, 3, 4, 1], [4, 4, 1, 2]])
def test_another_degree_face_and_a_degree_that_is_asked(
    table: Table, face: int, required: int, faces: list[int]
) -> None:
    who = gifted(table, "decorous", specialty="grace")
    table.pc("anna")
    potential(table, who, 2)
    if face != 1:
        table.do(UseAbility(who=who, ability="other_degree", number=face))
    check = roll(table, who, faces, 4, required=required)
    assert check.reading.degree_face == face
    assert checks.result(check).degree == faces.count(face)
    found = keep_their_promises(table, who, Invest)
    assert any(0 < o.success < 1 for o in found)


@pytest.mark.rule("LP-TRT-130c")
def test_the_face_that_counts_before_the_roll(table: Table) -> None:
    """Three dice of D4 with a degree of 1: a run that holds the face counted."""
    who = gifted(table, "decorous", specialty="grace")
    shares = {}
    for face in (1, 2):
        if face != 1:
            table.do(UseAbility(who=who, ability="other_degree", number=face))
        shares[face] = Fraction(
            sum(
                came.outcome in ("success", "critical_success") and came.degree >= 1
                for row in product(range(1, 5), repeat=4)
                for came in (outcomes.judge(row, replace(outcomes.PLAIN, degree_face=face)),)
            ),
            4**4,
        )
        table.do(RollCheck(who=who, kind="WIS", difficulty=4, hold=True, required=1), [4, 4, 1, 1, 2])
        check = replace(on_table(table, who), dice=())
        assert negotiation.chances_of(check, (None,) * 4).passed == shares[face]
        table.do(checks.SettleCheck(who=who))
    assert shares[1] < shares[2], "a 2 lies in both runs of D4"


# Abilities, specialties and companions together ----------------------------------------------------------------------


@pytest.mark.rule("LP-TRT-104", "LP-SPC-016")
@pytest.mark.parametrize("faces", [[3, 3, 1, 1], [1, 3, 3, 3]])
def test_the_die_of_the_cautious_is_part_of_every_promise(table: Table, faces: list[int]) -> None:
    who = gifted(table, "cautious")
    own(table, who, art=False)
    table.pc("anna")
    potential(table, who, 1)
    roll(table, who, faces, 3)
    table.do(SayRelated(who=who, specialty="art"))
    found = keep_their_promises(table, who, UseAbility, Expend, Invest)
    again = next(o for o in found if isinstance(o.command, Expend))
    assert again.dice == (None,) * 5, "four dice of the base pool and one more"


@pytest.mark.parametrize(
    ("trait", "faces"),
    [
        ("tough", [3, 3, 1, 2, 2]),
        ("composed", [3, 1, 1, 3]),
        ("spirited", [1, 1, 3, 3]),
        ("tenacious", [1, 3, 3, 4]),
        ("steady", [4, 1, 1, 3]),
        ("bold", [1, 1, 3, 3]),
        ("determined", [1, 3, 3, 1]),
        ("reliable", [1, 3, 3, 1]),
        ("innovative", [4, 1, 1, 2]),
        ("enterprising", [3, 3, 4, 4]),
    ],
)
def test_every_option_of_a_trait_keeps_its_promise(table: Table, trait: str, faces: list[int]) -> None:
    who = gifted(table, trait)
    own(table, who, art=False)
    table.pc("anna")
    potential(table, who, 3)
    roll(table, who, faces, 4)
    table.do(SayRelated(who=who, specialty="art"))
    keep_their_promises(table, who, Expend)


def test_a_helper_whose_dice_are_more_is_promised_so(table: Table) -> None:
    who = gifted(table, "adroit")
    gifted(table, "cautious", "anna")
    roll(table, who, [3, 3, 1, 1], 4)
    found = keep_their_promises(table, who, Assist)
    help_ = next(o for o in found if o.kind == "help")
    assert help_.dice.count(None) == 3
