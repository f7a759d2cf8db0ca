"""How traits change the reading, the pool and the dice of a check: readings, locks, dice that come last, exact odds."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gmconsole.core.bands import between
from gmconsole.core.commands import SetField
from gmconsole.core.dice import TypedDice
from gmconsole.core.questions import Answer
from gmconsole.core.ruleset import Tx
from gmconsole.rulesets.lawn import (
    RULESET,
    abilities,
    alterations,
    chances,
    checks,
    forecasting,
    kinds,
    negotiation,
    negotiation_board,
    outcomes,
    pools,
    settling,
    sheets,
    traits,
)
from gmconsole.rulesets.lawn.abilities import UseAbility
from gmconsole.rulesets.lawn.alterations import AlterDie, AppendDice, Reroll, StoreFace, Throw
from gmconsole.rulesets.lawn.armoury import SessionOver
from gmconsole.rulesets.lawn.character import Reading
from gmconsole.rulesets.lawn.checks import CallCheck, RollCheck, SettleCheck
from gmconsole.rulesets.lawn.injuries import ChangeState
from gmconsole.rulesets.lawn.opposed import CallOpposed, TieBreak
from gmconsole.rulesets.lawn.state import Check, Die, LawnState, Modifier, PoolLine
from gmconsole.rulesets.lawn.teamwork import Assist
from gmconsole.rulesets.lawn.trait_table import ABILITIES, FIRST, SECOND, TRAITS
from gmconsole.rulesets.lawn.traits import TakeTrait

from . import play
from .conftest import Table

LOCKED = {"PHY": "robust", "MND": "resolute", "WIS": "bright", "OPR": "precise", "FLX": "nimble", "DSC": "keen"}
SPECIALS = ("", "legendary", "reversal", "plain_reversal")
READINGS = st.builds(Reading, degree_face=st.integers(1, 7), head=st.sampled_from((2, 3)), tail=st.booleans())


def hero(table: Table, trait: str, name: str = "mike", **figures: object) -> str:
    """A player character with that trait."""
    who = table.pc(name, **figures)
    choice = TRAITS[trait].choose[0] if TRAITS[trait].choose else ""
    table.do(TakeTrait(who=who, trait=trait, specialty=choice))
    return who


def pool(table: Table, who: str, kind: str, **fields: object) -> int:
    """The dice that somebody's check of that type would be rolled with."""
    return pools.dice_of(table.state, Check(id="", who=who, type=kind, **fields))[0]  # type: ignore[arg-type]


def roll(table: Table, who: str, faces: Sequence[int], difficulty: int = 6, kind: str = "WIS", **said: object) -> Check:
    """Somebody rolls these faces, and the check stays on the table."""
    extra = len(faces) - pool(table, who, kind)
    modifiers = (Modifier(extra, "gm"),) if extra else ()
    table.do(
        RollCheck(who=who, kind=kind, difficulty=difficulty, modifiers=modifiers, hold=True, **said),  # type: ignore[arg-type]
        faces,
    )
    return on_table(table, who)


def on_table(table: Table, who: str) -> Check:
    check = checks.rolled(table.state, who)
    assert check is not None
    return check


def stands(table: Table, who: str) -> tuple[str, int]:
    came = checks.result(on_table(table, who))
    return came.outcome, came.degree


def faces(table: Table, who: str) -> tuple[int, ...]:
    return checks.faces(on_table(table, who))


def run(table: Table, deed: object, dice: Sequence[int] = ()) -> LawnState:
    """What a service makes of the state at hand."""
    port = TypedDice(dice)
    tx: Tx[LawnState] = Tx(RULESET, table.state, port)
    deed(tx)  # type: ignore[operator]
    port.finish()
    return tx.state


# Readings ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-TRT-122", "LP-TRT-123")
@pytest.mark.parametrize(
    ("dice", "outcome", "degree"),
    [
        ((4, 4, 1, 2, 3), "critical_failure", 1),
        ((4, 1, 4, 4, 4), "failure", 1),
        ((1, 3, 2, 2, 2), "critical_success", 1),
        ((7, 7, 1, 2, 3), "critical_failure", 1),
        ((7, 1, 7, 7, 7), "failure", 1),
    ],
)
@pytest.mark.parametrize("trait", ["confident", "arrogant"])
def test_two_equal_dice_in_front_fail_critically(
    table: Table, trait: str, dice: tuple[int, ...], outcome: str, degree: int
) -> None:
    who = hero(table, trait)
    roll(table, who, dice, 9)
    assert stands(table, who) == (outcome, degree)


@pytest.mark.parametrize("size", [0, 1, 2])
def test_fewer_than_three_dice_fail_by_themselves_however_they_are_read(size: int) -> None:
    for reading in (Reading(head=2), Reading(tail=True), Reading(degree_face=4)):
        assert outcomes.evaluate((4,) * size, reading) == "automatic_failure"


@settings(max_examples=400)
@given(
    st.lists(st.one_of(st.none(), st.integers(0, 7)), max_size=7),
    st.integers(1, 5),
    st.sampled_from(SPECIALS),
    st.integers(3, 5),
    st.integers(0, 2),
    READINGS,
)
def test_odds_with_traits_in_force_equal_brute_force(
    dice: list[int | None], sides: int, special: str, wanted: int, required: int, reading: Reading
) -> None:
    while sum(d is None for d in dice) > 5:
        dice.remove(None)
    check = Check(
        id="",
        who="",
        type="WIS",
        difficulty=sides,
        special=special,
        wanted=wanted if special == "legendary" else 0,
        required=required,
        reading=reading,
    )
    came = [settling.judged(check, row) for row in filled(dice, [sides] * dice.count(None))]
    assert_same(negotiation.chances_of(check, dice), check, came)


def filled(dice: Sequence[int | None], sizes: Sequence[int]) -> list[tuple[int, ...]]:
    """Every roll of the gaps."""
    gaps = [i for i, face in enumerate(dice) if face is None]
    rows = []
    for thrown in product(*(range(1, size + 1) for size in sizes)):
        row = [face or 0 for face in dice]
        for place, face in zip(gaps, thrown, strict=True):
            row[place] = face
        rows.append(tuple(row))
    return rows


def assert_same(found: chances.Chances, check: Check, came: Sequence[outcomes.Result]) -> None:
    total = len(came)
    passed = sum(outcomes.passed(r.outcome, r.degree, check.required or None) for r in came)
    assert found.passed == Fraction(passed, total)
    assert found.critical_success == Fraction(sum(r.outcome == "critical_success" for r in came), total)
    assert found.critical_failure == Fraction(sum(r.outcome == "critical_failure" for r in came), total)


@settings(max_examples=150)
@given(
    st.lists(st.one_of(st.none(), st.integers(1, 6)), max_size=6),
    st.lists(st.integers(1, 5), min_size=6, max_size=6),
    st.sampled_from(SPECIALS),
    READINGS,
)
def test_odds_of_dice_of_several_sizes_equal_brute_force(
    dice: list[int | None], sizes: list[int], special: str, reading: Reading
) -> None:
    while sum(d is None for d in dice) > 4:
        dice.remove(None)
    sizes = sizes[: dice.count(None)]
    wanted = 3 if special == "legendary" else 0
    check = Check(id="", who="", type="WIS", difficulty=6, special=special, wanted=wanted, reading=reading)
    came = [settling.judged(check, row) for row in filled(dice, sizes)]
    assert_same(negotiation.chances_of(check, dice, sizes), check, came)


@settings(max_examples=60)
@given(
    st.lists(st.integers(1, 6), min_size=3, max_size=6),
    st.sampled_from(("critical_success", "critical_failure", "success")),
    st.integers(0, 2),
    READINGS,
)
def test_odds_of_an_outcome_that_stands_are_those_of_its_degree(
    dice: list[int], word: str, required: int, reading: Reading
) -> None:
    check = Check(id="", who="", type="WIS", difficulty=4, required=required, reading=reading, stands=word)
    row: list[int | None] = [*dice, None, None]
    came = [settling.judged(check, faces) for faces in filled(row, (4, 4))]
    assert {r.outcome for r in came} == {word}
    assert_same(negotiation.chances_of(check, row), check, came)


def test_the_odds_before_a_roll_are_those_of_its_owner(table: Table) -> None:
    """The promise, the forecast of the task and the options all read dice as their owner does."""
    usual, odd = table.pc("anna"), hero(table, "confident")
    for who in (usual, odd):
        table.do(CallCheck(who=(who,), kind="WIS", difficulty=6))
    told = [negotiation.before(table.state, check) for check in table.state.checks.values()]
    assert [c and c.critical_failure for c in told] == [Fraction(1, 36), Fraction(1, 6)]
    brute = [outcomes.judge(row, Reading(head=2)) for row in product(range(1, 7), repeat=5)]
    assert told[1] is not None
    assert told[1].passed == Fraction(sum(outcomes.is_success(r.outcome) for r in brute), 6**5)
    said = [forecasting.forecast(RollCheck(who=who, kind="WIS"), 5, 6, table.state)[0] for who in (usual, odd)]
    assert [line.fields["chance"] for line in said] == [negotiation.percent(c.passed) for c in told if c is not None]
    assert forecasting.forecast(RollCheck(who=odd, kind="WIS"), 5, 6)[0] == said[0], (
        "whoever it is, where nobody has said"
    )


def test_a_reading_that_changes_is_read_at_once(table: Table) -> None:
    who = hero(table, "decorous")
    roll(table, who, (4, 5, 6, 5, 1))
    assert stands(table, who) == ("success", 1)

    def change(tx: Tx[LawnState]) -> None:
        sheets.set_counter(tx, who, "degree_face", 5)
        alterations.reread(tx, who)

    check = run(table, change).checks[on_table(table, who).id]
    assert (check.reading.degree_face, checks.result(check).degree) == (5, 2)


# Locks ---------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-TRT-001")
def test_robust(table: Table) -> None:
    who = hero(table, "robust", attributes={"PHY": 0})
    assert pool(table, who, "PHY") == 7
    table.do(SetField(who=(who,), field="PHY", value=3))
    table.do(ChangeState(who=(who,), add=("light_wound",)))
    assert pool(table, who, "PHY", modifiers=(Modifier(2, "passion"),)) == 7
    assert pools.pool_lines(table.state, Check(id="", who=who, type="PHY")) == (
        PoolLine("base", 5),
        PoolLine("robust", 2),
    )
    check = roll(table, who, (2, 2, 5, 5, 6, 6, 6), kind="PHY")
    after = run(table, lambda tx: alterations.append_paid(tx, check.id, 2, points=2), (1, 1))
    assert len(after.checks[check.id].dice) == 9
    refused = table.refused(AppendDice(who=who, count=2, origin="helper"))
    assert refused.code == "locked"
    assert len(on_table(table, who).dice) == 7


@pytest.mark.rule("LP-TRT-002")
def test_resolute(table: Table) -> None:
    who = hero(table, "resolute", attributes={"MND": 1})
    assert pool(table, who, "MND", modifiers=(Modifier(-3, "anxiety"),)) == 7
    check = roll(table, who, (2, 2, 5, 5, 6, 6, 6), kind="MND")
    after = run(table, lambda tx: alterations.reroll_base(tx, check.id, "specialty"), (1, 2, 4, 5, 6, 6, 6))
    assert len(after.checks[check.id].dice) == 7
    assert traits.locked(table.who("mike"), "MND") == "resolute", "what the focus tokens are counted from"


@pytest.mark.rule("LP-TRT-003")
@pytest.mark.parametrize("frenzy", [-2, 1])
def test_bright(table: Table, frenzy: int) -> None:
    who = hero(table, "bright", attributes={"WIS": -1})
    assert pool(table, who, "WIS", modifiers=(Modifier(frenzy, "frenzy"),)) == 7
    check = roll(table, who, (2, 2, 5, 5, 6, 6, 6))
    after = run(table, lambda tx: alterations.append_paid(tx, check.id, 1), (1,))
    assert len(after.checks[check.id].dice) == 8


@pytest.mark.rule("LP-TRT-004")
def test_precise(table: Table) -> None:
    who = hero(table, "precise")
    assert pool(table, who, "OPR", purpose="hit", modifiers=(Modifier(2, "burst"),)) == 7
    assert pool(table, who, "OPR", modifiers=(Modifier(-2, "cognitive_impairment"),)) == 7


@pytest.mark.rule("LP-TRT-005")
def test_nimble(table: Table) -> None:
    who = hero(table, "nimble", attributes={"FLX": 3})
    assert pool(table, who, "FLX") == 7
    other = table.pc("anna")
    table.set_band("mike", "anna", "extreme")
    assert between(table.state.bands, who, other) == "extreme"
    assert (pool(table, who, "FLX"), pool(table, who, "WIS")) == (7, 3), "alone, but for what is locked"


@pytest.mark.rule("LP-TRT-006")
def test_keen(table: Table) -> None:
    who = hero(table, "keen")
    assert pool(table, who, "DSC", purpose="read_people", modifiers=(Modifier(2, "reading_people"),)) == 7
    table.do(ChangeState(who=(who,), add=("injured_eye:left:tended",)))
    assert pool(table, who, "DSC") == 7
    other = table.pc("anna")
    table.do(ChangeState(who=(other,), add=("injured_eye:left:tended",)))
    assert pool(table, other, "DSC") == 4


@pytest.mark.rule("LP-TRT-007")
def test_charming(table: Table) -> None:
    who = hero(table, "charming", attributes={"INF": 0})
    assert pool(table, who, "INF", modifiers=(Modifier(-2, "hysteria"),)) == 7
    check = roll(table, who, (2, 2, 5, 5, 6, 6, 6), kind="INF")
    counts = []
    for _ in range(3):
        state = run(table, lambda tx: alterations.append_paid(tx, check.id, 1), (6,))
        counts.append(len(state.checks[check.id].dice))
        table.do(AppendDice(who=who, origin="potential"), (6,))
    assert counts == [8, 9, 10]


@pytest.mark.parametrize("kind", LOCKED)
def test_only_one_type_is_locked(table: Table, kind: str) -> None:
    who = hero(table, LOCKED[kind], attributes=dict.fromkeys(LOCKED, 1))
    assert {other: pool(table, who, other) for other in LOCKED} == {k: 7 if k == kind else 6 for k in LOCKED}
    assert (pool(table, who, "initiative"), pool(table, who, "emergence")) == (8, 5)


def test_a_lock_is_said_and_a_condition_has_no_effect(table: Table) -> None:
    who = hero(table, "keen")
    table.do(CallCheck(who=(who,), kind="DSC", difficulty=6, modifiers=(Modifier(-2, "fog"),)))
    [check] = table.state.checks.values()
    assert any("seven dice" in line.id for line in negotiation_board.promise(table.state, check))
    [shown] = negotiation_board.shown(table.state)
    assert (shown.count, shown.chance) == (7, negotiation.percent(outcomes_of(7)))


def outcomes_of(dice: int) -> Fraction:
    return chances.chances((None,) * dice, 6).passed


@pytest.mark.rule("LP-TRT-208")
def test_a_locked_check_takes_no_dice_from_others(table: Table) -> None:
    keen, friend = hero(table, "keen"), hero(table, "tough", "anna")
    spirited = hero(table, "spirited", "ben")
    table.all_bands("near")
    check = roll(table, keen, (2, 2, 5, 5, 6, 6, 6), kind="DSC")
    assert "help" not in {o.kind for o in negotiation.options(table.state, check)}
    refused = table.refused(Assist(who=friend, whom=keen, how="points", agreed=True))
    assert refused.code == "locked"
    assert table.who("anna").spent == ()
    assert table.refused(UseAbility(who=friend, ability="push", on=keen)).code == "locked"
    assert sheets.is_ready(table.who("anna"), "push")
    table.do(UseAbility(who=spirited, ability="second_wind", on=keen, number=6), (1, 2, 3))
    assert faces(table, keen) == (2, 2, 5, 5, 1, 2, 3)
    table.do(Reroll(who=keen), (6, 6, 5, 5, 2, 2, 1))
    assert len(faces(table, keen)) == 7
    table.do(SettleCheck(who=keen))
    check = roll(table, keen, (2, 2, 5, 5, 6))
    table.do(Assist(who=friend, whom=keen, how="points", agreed=True), (1, 1))
    assert len(faces(table, keen)) == 7, "only discovery is locked"


@pytest.mark.rule("LP-TRT-208")
def test_before_the_roll_help_is_refused_as_well(table: Table) -> None:
    keen, friend = hero(table, "keen"), table.pc("anna")
    calm = hero(table, "composed", "ben")
    table.all_bands("near")
    table.do(CallCheck(who=(keen,), kind="DSC", difficulty=6))
    assert table.refused(Assist(who=friend, whom=keen, how="points", agreed=True)).code == "locked"
    assert table.refused(UseAbility(who=calm, ability="steady_hand", on=keen)).code == "locked"
    assert sheets.is_ready(table.who("ben"), "steady_hand")


@pytest.mark.rule("LP-TRT-209")
def test_a_locked_check_gets_the_dice_of_a_tie_break(table: Table) -> None:
    charming, other = hero(table, "charming"), table.pc("anna")
    table.do(CallOpposed(a=charming, b=other, kind="INF", difficulty=6, must=True))
    table.do(RollCheck(who=charming), (2, 3, 4, 6, 6, 6, 6))
    table.do(RollCheck(who=other), (2, 3, 4, 6, 6))
    [pair] = table.state.opposed
    done = table.do(TieBreak(pair=pair), (1, 6, 6, 6, 6, 6, 6, 6, 6, 6))
    [longest] = [e.after for e in done.entry.events if isinstance(e, alterations.DiceChanged) and e.who == charming]
    assert len(longest) == 12


# Dice that come last, rerolls of the base pool, what is paid ----------------------------------------------------------


def with_tail(table: Table, dice: Sequence[int], face: int, difficulty: int = 6) -> Check:
    """A check whose dice end in one that was laid."""
    who = table.pc("mike")
    check = roll(table, who, dice, difficulty)
    state = run(
        table,
        lambda tx: alterations.lay(tx, check, (*check.dice, *alterations.laid((face,), alterations.TAIL)), "test"),
    )
    return state.checks[check.id]


def test_dice_that_come_last_stay_last(table: Table) -> None:
    check = with_tail(table, (2, 6, 2, 6, 6), 4)
    assert checks.faces(check) == (2, 6, 2, 6, 6, 4)
    plan = alterations.behind(check.dice, (Die(3, 6, "append"),))
    assert [die.face for die in plan if isinstance(die, Die)] == [2, 6, 2, 6, 6, 3, 4]
    assert alterations.appended(check) == 0
    row, found = negotiation.planned(check, alterations.behind(check.dice, (Throw(6, "append"),)))
    assert row == (2, 6, 2, 6, 6, None, 4)
    assert found.passed == Fraction(2, 6), "a 3 or a 5"
    again = alterations.again(check, (1, 2, 3, 4, 5, 6))
    assert [isinstance(item, Throw) for item in again] == [True] * 5 + [False], "it was never thrown"


def test_a_reroll_throws_the_base_pool_anew(table: Table) -> None:
    who = table.pc("mike")
    table.do(CallCheck(who=(who,), kind="WIS", difficulty=9, modifiers=(Modifier(2, "gm"), Modifier(3, "push", True))))
    table.do(RollCheck(who=who, hold=True), (2,) * 2 + (4,) * 2 + (6,) * 6)
    check = on_table(table, who)
    assert (len(check.dice), alterations.base_dice(check), check.first) == (10, 7, 9)
    table.do(AppendDice(who=who, count=2, origin="helper"), (1, 1))
    table.do(Reroll(who=who, difficulty=6), (2, 2, 4, 4, 6, 6, 6))
    assert (len(faces(table, who)), on_table(table, who).difficulty) == (7, 6)
    table.do(Reroll(who=who), (9, 9, 1, 1, 4, 4, 6))
    assert on_table(table, who).difficulty == 9, "another reroll goes back to the faces of the first roll"
    after = run(table, lambda tx: alterations.reroll_base(tx, check.id, "art", extra=1), (2, 2, 4, 4, 6, 6, 9, 9))
    assert {die.origin for die in after.checks[check.id].dice} == {"base"}


def test_what_is_paid_is_noted(table: Table) -> None:
    who = table.pc("mike")
    check = roll(table, who, (2, 2, 4, 4, 6))
    state = run(table, lambda tx: alterations.append_paid(tx, check.id, 3, kind="reliable", sides=4), (4, 1, 3))
    after = state.checks[check.id]
    assert [(paid.what, paid.points) for paid in after.spent] == [("reliable", 1)]
    assert [(die.sides, die.origin) for die in after.dice[5:]] == [(4, "potential")] * 3


@pytest.mark.parametrize(
    ("mark", "command", "code"),
    [
        ({"closed": True}, AppendDice(who="", origin="potential"), "no-more-dice"),
        ({"closed": True}, AppendDice(who="", origin="helper"), "no-more-dice"),
        ({"final": True}, AppendDice(who="", origin="potential"), "check-final"),
        ({"final": True}, AlterDie(who="", position=1, face=3), "check-final"),
        ({"final": True}, Reroll(who=""), "check-final"),
        ({"final": True}, StoreFace(who="", position=1), "check-final"),
    ],
)
def test_a_check_that_takes_no_more(table: Table, mark: dict[str, bool], command: AppendDice, code: str) -> None:
    from msgspec.structs import replace

    who = table.pc("mike")
    roll(table, who, (2, 2, 4, 4, 6))
    state = run(table, lambda tx: settling.mark(tx, on_table(table, who).id, **mark))
    tx: Tx[LawnState] = Tx(RULESET, state, TypedDice(()))
    refused = RULESET.decide(replace(command, who=who), tx)
    assert refused is not None
    assert refused.code == code
    kinds_left = {o.kind for o in negotiation.options(state, state.checks[on_table(table, who).id])}
    assert not kinds_left & {"append", "help", "prepend"}
    assert bool(kinds_left) is not bool(mark.get("final"))
    settle = Tx(RULESET, state, TypedDice(()))
    assert RULESET.decide(SettleCheck(who=who), settle) is None, "it can still be closed"


# Presets, uses, distance, critical failures ---------------------------------------------------------------------------


@pytest.mark.rule("LP-TRT-205")
@pytest.mark.parametrize(
    ("trait", "counter", "value"),
    [("lucky", "lucky_number", 4), ("steady", "steady_x", 2), ("persistent", "persistent_checks", 0)],
)
def test_printed_counters_start_as_printed(table: Table, trait: str, counter: str, value: int) -> None:
    hero(table, trait)
    assert sheets.sheet_of(table.who("mike")).counters[counter] == value


@pytest.mark.rule("LP-TRT-205")
def test_printed_stores_and_faces_start_as_printed(table: Table) -> None:
    hero(table, "confident")
    hero(table, "arrogant", "anna")
    hero(table, "decorous", "ben")
    assert [table.who(name).stored for name in ("mike", "anna")] == [(1, 2, 3)] * 2
    assert sheets.sheet_of(table.who("ben")).counters["degree_face"] == 1
    hero(table, "bold", "cora")
    assert sheets.sheet_of(table.who("cora")).counters == {}


@pytest.mark.rule("LP-TRT-206")
def test_uses_are_counted_one_by_one_and_come_back(table: Table) -> None:
    who = hero(table, "cautious")
    roll(table, who, (5, 2, 2, 6, 4))
    table.do(UseAbility(who=who), (6,))
    [swap] = traits.abilities(table.who("mike"))
    assert abilities.ready(table.who("mike"), swap) == 1
    assert [(row.used, row.left) for row in abilities.expended(table.state, table.who("mike"))] == [(1, 1)]
    table.do(SessionOver())
    assert abilities.ready(table.who("mike"), swap) == 2
    tough = hero(table, "tough", "anna")
    table.do(CallCheck(who=(tough,), kind="PHY", purpose="fatigue", difficulty=15))
    table.do(UseAbility(who=tough, ability="endure"))
    left = {row.id: row.left for row in abilities.expendables(table.state, table.who("anna")) if row.kind == "trait"}
    assert left == {"endure": 0, "push": 1}


def test_what_is_expended_can_be_reset_one_by_one(table: Table) -> None:
    who = hero(table, "cautious")
    other = table.pc("anna")
    roll(table, who, (5, 2, 2, 6, 4))
    table.do(UseAbility(who=who), (6,))
    table.do(UseAbility(who=who), (6,))
    roll(table, other, (5, 2, 2, 6, 4))
    table.do(Assist(who=who, whom=other, how="holds the lamp", agreed=True), (1, 1, 1))
    gone = [(row.kind, row.id, row.used) for row in abilities.expended(table.state, table.who("mike"))]
    assert gone == [("trait", "exchange_ends", 2), ("spent", "teamwork", 1)]

    def back(tx: Tx[LawnState]) -> None:
        assert abilities.reset(tx, who, "exchange_ends", 1)
        assert abilities.reset(tx, who, "teamwork")
        assert not abilities.reset(tx, who, "teamwork")

    state = run(table, back)
    left = {row.id: row.left for row in abilities.expendables(state, state.entities[who])}
    assert (left["exchange_ends"], left["teamwork"]) == (1, 1)


@pytest.mark.rule("LP-TRT-207")
@pytest.mark.parametrize(("band", "allowed"), [("touch", True), ("near", True), ("medium", False), ("far", False)])
def test_abilities_reach_as_far_as_near(table: Table, band: str, allowed: bool) -> None:
    tough, other = hero(table, "tough"), table.pc("anna")
    table.set_band("mike", "anna", band)
    roll(table, other, (2, 6, 2, 6, 4))
    offered = [o for o in negotiation.options(table.state, on_table(table, other)) if o.kind == "ability"]
    assert bool(offered) is allowed
    use = UseAbility(who=tough, ability="push", on=other)
    if allowed:
        table.do(use, (1, 1, 1, 1))
        assert len(faces(table, other)) == 9
    else:
        assert table.refused(use).code == "out-of-reach"
        assert sheets.is_ready(table.who("mike"), "push")


@pytest.mark.rule("LP-TRT-207")
@pytest.mark.parametrize("answer", ["yes", "no"])
def test_an_unknown_distance_is_asked(table: Table, answer: str) -> None:
    tough, other = hero(table, "tough"), table.pc("anna")
    roll(table, other, (2, 6, 2, 6, 4))
    table.do(UseAbility(who=tough, ability="push", on=other))
    [question] = [q for q in table.state.questions.values() if q.kind == "ability_near"]
    assert sheets.is_ready(table.who("mike"), "push")
    table.do(Answer(question=question.id, value=answer), (1, 1, 1, 1) if answer == "yes" else ())
    assert len(faces(table, other)) == (9 if answer == "yes" else 5)
    assert sheets.is_ready(table.who("mike"), "push") is (answer == "no")


@pytest.mark.rule("LP-TRT-207", "LP-CHK-038")
def test_the_question_of_the_distance_goes_with_its_check(table: Table) -> None:
    tough, other = hero(table, "tough"), table.pc("anna")
    roll(table, other, (2, 6, 2, 6, 4))
    table.do(UseAbility(who=tough, ability="push", on=other))
    table.do(SettleCheck(who=other))
    assert not [q for q in table.state.questions.values() if q.kind == "ability_near"]


def test_the_word_of_the_gm_on_the_distance_needs_no_question(table: Table) -> None:
    tough, other = hero(table, "tough"), table.pc("anna")
    roll(table, other, (2, 6, 2, 6, 4))
    table.do(UseAbility(who=tough, ability="push", on=other, near=True), (1, 1, 1, 1))
    assert len(faces(table, other)) == 9


@pytest.mark.rule("LP-TRT-210")
def test_what_a_critical_failure_leaves(table: Table) -> None:
    cautious, spirited = hero(table, "cautious"), hero(table, "spirited", "anna")
    tough = hero(table, "tough", "ben")
    table.all_bands("near")
    roll(table, cautious, (4, 4, 4, 1, 2))
    check = on_table(table, cautious)
    offered = {(o.command.ability if isinstance(o.command, UseAbility) else o.kind) for o in options(table, check)}
    assert offered >= {"exchange_ends", "push"}
    assert not offered & {"append", "reroll", "second_wind"}
    refused = table.refused(UseAbility(who=spirited, ability="second_wind", on=cautious, number=4))
    assert refused.code == "critical-failure-bars"
    assert table.refused(AppendDice(who=cautious, origin="potential")).code == "critical-failure-stands"
    assert table.refused(Reroll(who=cautious)).code == "critical-failure-stands"
    table.do(UseAbility(who=tough, ability="push", on=cautious), (6, 6))
    assert stands(table, cautious)[0] == "critical_failure", "dice behind do not mend it"
    table.do(UseAbility(who=cautious), (6,))
    assert stands(table, cautious)[0] == "failure"
    assert table.do(AppendDice(who=cautious, origin="potential"), (3,)), "appends are offered again"


def options(table: Table, check: Check) -> tuple[negotiation.Option, ...]:
    return negotiation.options(table.state, check)


def test_the_critical_failures_that_abilities_may_mend() -> None:
    """Of the table's abilities those that may be used on one, as far as their dice change its front."""
    mending = {row.id for row in ABILITIES.values() if row.critical and row.does in ("swap_ends", "shift")}
    assert "exchange_ends" in mending
    assert not ABILITIES["second_wind"].critical
    assert ABILITIES["push"].critical
    assert ABILITIES["steady_hand"].critical


# Refusals and the card -----------------------------------------------------------------------------------------------


def test_an_ability_says_why_it_is_refused(table: Table) -> None:
    tough, other = hero(table, "tough"), table.pc("anna")
    table.all_bands("near")
    assert table.refused(UseAbility(who=tough, ability="push")).code == "no-check-to-use-on"
    assert table.refused(UseAbility(who=tough, ability="second_wind")).code == "no-such-ability"
    assert table.refused(UseAbility(who=tough)).code == "no-such-ability", "two are ready"
    table.do(CallCheck(who=(tough, other), kind="PHY", purpose="fatigue", difficulty=6))
    assert table.refused(UseAbility(who=tough, ability="push")).code == "no-check-to-use-on"
    assert table.refused(UseAbility(who=tough, ability="endure", on=other)).code == "own-checks-only"
    npc = table.npc("duke")
    assert table.refused(UseAbility(who=npc, ability="push")).code == "no-sheet"


def test_the_card_shows_the_trait_and_what_is_left(table: Table) -> None:
    who = hero(table, "tough")
    table.do(CallCheck(who=(who,), kind="PHY", purpose="fatigue", difficulty=6))
    table.do(UseAbility(who=who, ability="endure"))
    card = RULESET.view(table.state, "gm").cards[who]
    said = {
        span.text.id: dict(span.text.fields) for line in card.lines for span in line if hasattr(span.text, "fields")
    }
    assert "trait:tough" in said
    left = [
        (span.text.fields["left"], span.text.fields["uses"])
        for line in card.lines
        for span in line
        if getattr(span.text, "id", "") == "{ability} {left}/{uses}"
    ]
    assert sorted(left) == [(0, 1), (1, 1)]


def test_the_tables_are_whole() -> None:
    assert sorted(FIRST) == list(range(1, 8))
    assert sorted(SECOND) == list(range(1, 33))
    assert {TRAITS[t].lock for t in LOCKED.values()} == set(LOCKED)
    assert all(row.does in abilities.OPERATIONS for row in ABILITIES.values())
    assert all(row.amount in abilities.AMOUNTS for row in ABILITIES.values() if row.amount)
    assert kinds.judge((4, 4, 1, 2, 3), reading=Reading(head=2)).outcome == "critical_failure"


# Laws ----------------------------------------------------------------------------------------------------------------


@settings(max_examples=40)
@given(st.integers(0, 2**16 - 1), st.lists(st.integers(0, 2**32 - 1), min_size=10, max_size=40))
def test_abilities_are_used_no_oftener_than_they_may(seed: int, steps: list[int]) -> None:
    """Whatever is played: uses within their number, one trait, faces within the store, and nothing added to a lock."""
    session = play.table(seed)
    for step in steps:
        session.execute(play.command(step, session.state))
        for person in session.state.entities.values():
            sheet = sheets.sheet_of(person)
            assert len(person.stored) <= alterations.MOST_STORED
            assert all(0 <= n <= ABILITIES[key].uses for key, n in sheet.used.items() if key in ABILITIES)
            assert all(0 <= row.left <= row.uses for row in abilities.expendables(session.state, person))
            assert sheet.trait in ("", *TRAITS)
        for check in session.state.checks.values():
            origins = {die.origin for die in check.dice}
            if check.status == "rolled" and [line.why for line in check.pool[1:]] == [pools.lock(session.state, check)]:
                assert not origins & {"helper", "trait", "append"}
            assert checks.result(check).outcome == (check.stands or checks.result(check).outcome)
