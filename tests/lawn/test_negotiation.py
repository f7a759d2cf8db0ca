"""A check as a negotiation: conditions, dice on the table, exact odds of every option, and what survives a save."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gmconsole.core.codec import Codec, plain
from gmconsole.core.commands import Note
from gmconsole.core.dice import TypedDice
from gmconsole.core.messages import english
from gmconsole.core.model import Command, Rejected
from gmconsole.core.ruleset import Tx
from gmconsole.core.session import Accepted, Session
from gmconsole.encounter import Encounter
from gmconsole.rulesets.lawn import (
    RULESET,
    alterations,
    chances,
    checks,
    kinds,
    negotiation,
    negotiation_board,
    odds,
    outcomes,
    pools,
)
from gmconsole.rulesets.lawn.alterations import (
    MOST_ON_TABLE,
    MOST_STORED,
    AlterDie,
    AppendDice,
    DiceChanged,
    LayFaces,
    Reroll,
    StoreFace,
)
from gmconsole.rulesets.lawn.announcing import Certain, ChooseType, Recast, SwitchModifier
from gmconsole.rulesets.lawn.armoury import SessionOver
from gmconsole.rulesets.lawn.checks import CallCheck, RollCheck, SettleCheck
from gmconsole.rulesets.lawn.injuries import ChangeState
from gmconsole.rulesets.lawn.negotiation import OFFERS, Option
from gmconsole.rulesets.lawn.opposed import CallOpposed
from gmconsole.rulesets.lawn.state import Check, Condition, Die, LawnState, Modifier, PoolLine
from gmconsole.rulesets.lawn.teamwork import Assist

from .conftest import Table
from .rounds import give

SPECIALS = ("", "legendary", "reversal", "plain_reversal")


def mike(table: Table, **figures: object) -> str:
    return table.pc("mike", **figures)


def roll(table: Table, faces: Sequence[int], difficulty: int = 6, *, special: str = "", required: int = 0) -> str:
    """Mike rolls a WIS check with as many dice as there are faces; it stays open."""
    who = table.ids.get("mike") or mike(table)
    extra = (Modifier(len(faces) - 5, "gm"),) if len(faces) != 5 else ()
    table.do(
        RollCheck(
            who=who, kind="WIS", difficulty=difficulty, modifiers=extra, special=special, hold=True, required=required
        ),
        faces,
    )
    return who


def on_table(state: LawnState, who: str) -> Check:
    check = checks.rolled(state, who)
    assert check is not None
    return check


def faces(table: Table, who: str) -> tuple[int, ...]:
    return checks.faces(on_table(table.state, who))


def stands(table: Table, who: str) -> tuple[str, int]:
    came = checks.result(on_table(table.state, who))
    return came.outcome, came.degree


def offered(table: Table, who: str) -> dict[str, Option]:
    """The options on the table, the first of each kind."""
    found: dict[str, Option] = {}
    for option in negotiation.options(table.state, on_table(table.state, who)):
        found.setdefault(option.kind, option)
    return found


# Exact odds ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-CHK-040")
@pytest.mark.parametrize(
    ("dice", "sides", "success"),
    [
        (5, 3, Fraction(144, 243)),
        (5, 6, Fraction(3456, 7776)),
        (7, 6, 0.6975),
        (5, 9, 0.3158),
        (5, 12, 0.2228),
        (5, 15, 0.1627),
    ],
)
def test_the_chance_of_a_fresh_roll(dice: int, sides: int, success: Fraction | float) -> None:
    found = chances.chances((None,) * dice, sides).passed
    assert found == odds.odds(dice, sides).success
    assert found == success if isinstance(success, Fraction) else round(float(found), 4) == success


@pytest.mark.rule("LP-CHK-040")
@pytest.mark.parametrize("sides", [3, 6, 9, 12, 15, 30])
@pytest.mark.parametrize("dice", [3, 5, 8])
def test_the_chances_of_criticals(dice: int, sides: int) -> None:
    found = chances.chances((None,) * dice, sides)
    assert found.critical_success == Fraction(6, sides**3)
    assert found.critical_failure == Fraction(1, sides**2)


@st.composite
def rows(draw: st.DrawFn) -> tuple[list[int | None], int, str, int, int]:
    """Dice with gaps, the sides of those to come, the kind of check, the faces it wants and the degree it asks for."""
    dice = draw(st.lists(st.one_of(st.none(), st.integers(0, 7)), max_size=8))
    while sum(d is None for d in dice) > 5:
        dice.remove(None)
    special = draw(st.sampled_from(SPECIALS))
    wanted = draw(st.integers(3, 6)) if special == "legendary" else 0
    return dice, draw(st.integers(1, 5)), special, wanted, draw(st.integers(0, 3))


@settings(max_examples=300)
@given(rows())
@pytest.mark.rule("LP-CHK-040")
def test_chances_are_what_counting_every_roll_gives(row: tuple[list[int | None], int, str, int, int]) -> None:
    dice, sides, special, wanted, required = row
    gaps = [i for i, face in enumerate(dice) if face is None]
    came = []
    for thrown in product(range(1, sides + 1), repeat=len(gaps)):
        filled = [face or 0 for face in dice]
        for i, face in zip(gaps, thrown, strict=True):
            filled[i] = face
        came.append(kinds.judge(filled, special, wanted))
    total = len(came)
    found = chances.chances(dice, sides, special=special, wanted=wanted, required=required)
    assert found.passed == Fraction(sum(outcomes.passed(r.outcome, r.degree, required or None) for r in came), total)
    assert found.critical_success == Fraction(sum(r.outcome == "critical_success" for r in came), total)
    assert found.critical_failure == Fraction(sum(r.outcome == "critical_failure" for r in came), total)


def test_no_chances_of_dice_without_sides() -> None:
    with pytest.raises(ValueError, match="0 sides"):
        chances.chances((1, None), 0)


def after(state: LawnState, command: Command, thrown: Sequence[int]) -> LawnState:
    """The state after a command with these faces."""
    tx: Tx[LawnState] = Tx(RULESET, state, TypedDice(thrown))
    assert RULESET.decide(command, tx) is None
    return tx.state


def every_end(state: LawnState, option: Option, check: Check) -> Iterator[bool]:
    """Whether the check passes after the option was taken, once for every way its dice may fall."""
    assert option.command is not None
    gaps = sum(face is None for face in option.dice)
    for thrown in product(range(1, check.difficulty + 1), repeat=gaps):
        there = on_table(after(state, option.command, thrown), check.who)
        laid = checks.faces(there)
        assert len(laid) == len(option.dice)
        assert all(wanted in (None, face) for wanted, face in zip(option.dice, laid, strict=True))
        came = checks.result(there)
        yield outcomes.passed(came.outcome, came.degree, check.required or None)


@settings(max_examples=40)
@given(
    dice=st.lists(st.integers(1, 4), min_size=1, max_size=4),
    special=st.sampled_from(("", "legendary", "reversal")),
    required=st.integers(0, 2),
    stored=st.lists(st.integers(1, 4), max_size=2),
    helped=st.booleans(),
)
@pytest.mark.rule("LP-CHK-040")
def test_every_option_keeps_its_promise(
    dice: list[int], special: str, required: int, stored: list[int], helped: bool
) -> None:
    """Taking the option, with its dice falling every way they can, passes as often as it said."""
    table = Table()
    who = roll(table, [*stored, 4, 4, 4, 4][:4], 4)
    table.pc("jessica")
    for position in range(1, len(stored) + 1):
        table.do(StoreFace(who=who, position=position))
    table.do(SettleCheck(who=who))
    roll(table, dice, 4, special=special, required=required)
    if helped:
        table.do(AppendDice(who=who, origin="trait"), [1])
    check = on_table(table.state, who)
    found = negotiation.options(table.state, check)
    assert {o.kind for o in found} >= {"help", "prepend"}
    for option in found:
        if option.command is None:
            _, helper, whom = option.form.split()
            command = Assist(who=helper, whom=whom, how="pulls", agreed=True)
            option = Option(
                kind=option.kind, label=option.label, success=option.success, dice=option.dice, command=command
            )
        ends = list(every_end(table.state, option, check))
        assert option.success == Fraction(sum(ends), len(ends)), option


# Options on the table ------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-CHK-025")
def test_an_automatic_failure_is_offered_more_dice(table: Table) -> None:
    who = roll(table, [4, 5])
    found = offered(table, who)
    assert {"append", "reroll", "prepend"} <= set(found)
    assert [found[kind].success for kind in ("append", "reroll")] == [Fraction(1, 3), Fraction(0)]
    assert found["append"].command == AppendDice(who=who, origin="potential")


@pytest.mark.rule("LP-CHK-038")
def test_a_critical_failure_is_offered_only_what_may_undo_it(table: Table) -> None:
    who = roll(table, [4, 4, 4, 1, 2])
    table.pc("jessica")
    found = offered(table, who)
    assert {"append", "reroll", "reroll_one"}.isdisjoint(found)
    assert found["help"].success == 0
    assert found["shift"].command is not None
    table.do(found["shift"].command)
    assert stands(table, who)[0] != "critical_failure"
    assert {"append", "reroll"} <= set(offered(table, who)), "undone: offered again"


def test_a_check_that_passes_is_offered_what_betters_it(table: Table) -> None:
    who = roll(table, [5, 2, 3, 4, 1])
    found = offered(table, who)
    assert "reroll_one" not in found
    assert found["swap"].command == AlterDie(who=who, position=1, swap=5)
    table.do(found["swap"].command)
    assert stands(table, who) == ("critical_success", 1)
    assert "swap" not in offered(table, who)


def test_one_die_in_front_may_spoil_a_success(table: Table) -> None:
    who = roll(table, [4, 4, 5, 6, 6])
    assert offered(table, who)["prepend"].success == Fraction(5, 6)
    table.do(AppendDice(who=who, origin="trait", front=True), [4])
    assert (faces(table, who), stands(table, who)[0]) == ((4, 4, 4, 5, 6, 6), "critical_failure")
    assert [d.origin for d in on_table(table.state, who).dice] == ["trait"] + ["base"] * 5


def test_the_least_degree_counts_in_the_odds(table: Table) -> None:
    who = roll(table, [4, 5, 6, 6, 6], required=1)
    assert offered(table, who)["append"].success == Fraction(1, 6)


def test_chapters_add_options_of_their_own(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    from gmconsole.core.model import Msg

    own = Option(kind="luck", label=Msg("luck"), success=Fraction(1, 2))
    monkeypatch.setattr(negotiation, "OFFERS", [*OFFERS, lambda state, check: (own,)])
    assert offered(table, roll(table, [2, 6, 4, 6, 2]))["luck"] is own


def test_a_settle_task_shows_every_option(table: Table) -> None:
    roll(table, [2, 6, 4, 6, 2])
    [task] = table.tasks("settle")
    said = [english(m) for m in task.detail]
    assert said[0] == "one more die: 33.3 %"
    assert any(line.startswith("reroll of the base dice (5): 44.4 %") for line in said)


def test_an_owed_task_shows_the_odds(table: Table) -> None:
    who = mike(table)
    table.do(CallCheck(who=(who,), kind="WIS", difficulty=6))
    table.do(SwitchModifier(who=who, name="in the dark", dice=-2, off=False))
    [task] = table.tasks("check")
    said = [english(m) for m in task.detail]
    assert said[0] == "pool of 3: success 11.1 %"
    assert said[1] == "critical success 2.8 %, critical failure 2.8 %"
    assert said[2].startswith("success of degree 1+ 2.8 %")
    assert said[3] == "without in the dark: 44.4 %"
    table.do(SwitchModifier(who=who, name="in the dark", off=True))
    assert english(table.tasks("check")[0].detail[-1]) == "with in the dark: 11.1 %"
    rows = [t for t in RULESET.view(table.state, "gm").tasks if t.kind == "check"]
    assert english(rows[0].detail[0]) == "pool of 5: success 44.4 %", "said once"
    assert len(rows[0].detail) == 4


def test_the_board_shows_the_whole_negotiation(table: Table) -> None:
    who = mike(table, attributes={"WIS": 1})
    table.do(CallCheck(who=(who,), kind="WIS", difficulty=9))
    table.do(SwitchModifier(who=who, name="at height", dice=-1, steps=1))
    [shown] = RULESET.view(table.state, "gm").negotiations
    assert (shown.count, shown.dice, shown.result) == (5, (), None)
    assert english(shown.what).endswith("D12")
    assert [(s.name, s.on, english(s.what)) for s in shown.switches] == [("at height", True, "dice -1, difficulty +3")]
    table.do(shown.switches[0].command)
    [shown] = RULESET.view(table.state, "gm").negotiations
    assert (shown.count, shown.switches[0].on) == (6, False)
    table.do(RollCheck(who=who, hold=True), [2, 6, 4, 6, 2, 9])
    [shown] = RULESET.view(table.state, "gm").negotiations
    assert shown.result is not None
    assert english(shown.result) == "failure, degree 0"
    assert shown.dice[0] == (2, "base")
    assert [c.kind for c in shown.choices][:2] == ["append", "reroll"]
    assert RULESET.view(table.state, "players").negotiations == ()


# Conditions ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-CHK-014")
def test_conditions_of_the_scene_are_switches(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    dark = Condition("dark", dice=-1, steps=1)
    monkeypatch.setattr(pools, "CONDITIONS", [lambda state, check: (dark,) if "dark" in state.environment else ()])
    who = mike(table)
    table.do(CallCheck(who=(who,), kind="DSC", difficulty=9))
    from gmconsole.core.commands import SetEnvironment

    assert pools.dice_of(table.state, checks.owed(table.state, who) or Check(id="", who=who, type="")) == (5, 9)
    table.do(SetEnvironment(add=("dark",)))
    [task] = table.tasks("check")
    assert task.dice == (4, 12)
    table.do(SwitchModifier(who=who, name="dark", off=True))
    assert table.tasks("check")[0].dice == (5, 9)
    table.do(SwitchModifier(who=who, name="dark"))
    assert table.tasks("check")[0].dice == (4, 12)
    table.do(SwitchModifier(who=who, name="dark", dice=-3))
    assert table.tasks("check")[0].dice == (2, 12), "the GM's own figure"


def test_conditions_are_held_in_bounds(table: Table) -> None:
    who = mike(table)
    table.do(CallCheck(who=(who,), kind="WIS", difficulty=6))
    assert table.refused(SwitchModifier(who=who, name="nothing")).code == "no-such-condition"
    assert table.refused(SwitchModifier(who=who, name="nothing", off=True)).code == "no-such-condition"
    assert table.refused(SwitchModifier(who=who, name=" ", dice=1)).code == "empty-name"
    assert table.refused(SwitchModifier(who=who, name="x", dice=21)).code == "out-of-bounds"
    assert table.refused(SwitchModifier(who=who, name="x", steps=-10)).code == "out-of-bounds"
    table.do(SwitchModifier(who=who, name="x", steps=-9))
    assert table.tasks("check")[0].dice == (5, 3), "never below D3"
    table.do(SwitchModifier(who=who, name="x", steps=9))
    assert table.tasks("check")[0].dice == (5, 30)
    for n in range(19):
        table.do(SwitchModifier(who=who, name=f"c{n}", dice=1))
    assert table.refused(SwitchModifier(who=who, name="one more", dice=1)).code == "out-of-bounds"
    table.do(RollCheck(who=who, hold=True))
    assert table.refused(SwitchModifier(who=who, name="x", off=True)).code == "no-check-owed", "too late"


def test_the_pool_stays_itemised(table: Table) -> None:
    who = mike(table)
    give(table, "mike", "light_wound")
    table.do(CallCheck(who=(who,), kind="WIS", difficulty=6, modifiers=(Modifier(2, "passion"),)))
    table.do(SwitchModifier(who=who, name="in the dark", dice=-2))
    table.do(RollCheck(who=who, hold=True))
    assert on_table(table.state, who).pool == (
        PoolLine("base", 5),
        PoolLine("light_wound", -1),
        PoolLine("passion", 2),
        PoolLine("in the dark", -2),
    )


# Operations ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-CHK-062")
@pytest.mark.parametrize(
    ("before", "position", "by", "now", "outcome"),
    [
        ([2, 3, 5, 6, 6], 3, -1, (2, 3, 4, 6, 6), "success"),
        ([4, 4, 4, 1, 2], 3, -1, (4, 4, 3, 1, 2), "success"),
        ([1, 2, 4, 5, 5], 3, -1, (1, 2, 3, 5, 5), "critical_success"),
    ],
)
def test_a_die_moved_by_one(
    table: Table, before: list[int], position: int, by: int, now: tuple[int, ...], outcome: str
) -> None:
    who = roll(table, before)
    table.do(AlterDie(who=who, position=position, by=by))
    assert (faces(table, who), stands(table, who)[0]) == (now, outcome)


def test_a_die_moves_no_further_than_its_own_faces(table: Table) -> None:
    who = roll(table, [1, 6, 4, 4, 2])
    assert table.refused(AlterDie(who=who, position=1, by=-1)).code == "dice-impossible"
    assert table.refused(AlterDie(who=who, position=2, by=1)).code == "dice-impossible"
    table.do(AlterDie(who=who, position=1, by=5))
    assert faces(table, who) == (6, 6, 4, 4, 2)


@pytest.mark.rule("LP-CHK-062", "LP-CHK-039")
def test_some_dice_thrown_again_keep_their_places(table: Table) -> None:
    who = roll(table, [2, 6, 4, 6, 2])
    table.do(AppendDice(who=who, origin="potential"), [6])
    done = table.do(Reroll(who=who, positions=(6, 2, 2)), [3, 5])
    assert sum(len(r.faces) for r in done.entry.dice) == 2
    check = on_table(table.state, who)
    assert [(d.face, d.origin) for d in check.dice] == [
        (2, "base"),
        (3, "base"),
        (4, "base"),
        (6, "base"),
        (2, "base"),
        (5, "potential"),
    ]
    assert stands(table, who) == ("success", 0)
    assert table.refused(Reroll(who=who, positions=(7,))).code == "out-of-bounds"
    table.do(Reroll(who=who, positions=(1, 2, 3)), [5, 5, 5])
    assert stands(table, who)[0] == "critical_failure"
    assert table.refused(Reroll(who=who, positions=(1,))).code == "critical-failure-stands"


@pytest.mark.rule("LP-CHK-039")
def test_a_reroll_drops_all_but_the_base_dice(table: Table) -> None:
    who = roll(table, [2, 6, 4, 6, 2])
    table.do(StoreFace(who=who, position=1))
    table.do(AppendDice(who=who, origin="trait", front=True), [5])
    table.do(AppendDice(who=who, origin="helper", count=2), [1, 1])
    table.do(LayFaces(who=who, faces=(2,)))
    assert [d.origin for d in on_table(table.state, who).dice] == ["stored", "trait", *["base"] * 5, *["helper"] * 2]
    done = table.do(Reroll(who=who, difficulty=3), [1, 1, 2, 2, 1])
    assert [(r.sides, len(r.faces)) for r in done.entry.dice] == [(3, 5)]
    assert {(d.sides, d.origin) for d in on_table(table.state, who).dice} == {(3, "base")}
    assert len(table.do(AppendDice(who=who), [3]).entry.dice) == 1
    assert on_table(table.state, who).dice[-1] == Die(3, 3, "append"), "dice to come have the new size"
    assert table.refused(Reroll(who=who, difficulty=2)).code == "out-of-bounds"


def test_faces_are_stored_and_laid_in_front(table: Table) -> None:
    who = roll(table, [1, 3, 2, 6, 9], 9)
    for position in (1, 2, 3):
        table.do(StoreFace(who=who, position=position))
    assert table.who("mike").stored == (1, 3, 2)
    assert table.refused(StoreFace(who=who, position=5)).code == "store-full"
    assert table.refused(StoreFace(who=who, position=5, instead=7)).code == "not-stored"
    table.do(StoreFace(who=who, position=5, instead=3))
    assert table.who("mike").stored == (1, 2, 9)
    table.do(SettleCheck(who=who))
    roll(table, [4, 4, 5, 6, 6])
    assert table.refused(LayFaces(who=who, faces=(3,))).code == "not-stored"
    assert table.refused(LayFaces(who=who, faces=(1, 1))).code == "not-stored"
    assert table.refused(LayFaces(who=who, faces=())).code == "not-stored"
    table.do(LayFaces(who=who, faces=(9, 1)))
    assert (faces(table, who), table.who("mike").stored) == ((9, 1, 4, 4, 5, 6, 6), (2,))
    assert on_table(table.state, who).dice[0] == Die(9, 9, "stored"), "higher than the dice of this check"
    assert stands(table, who) == ("success", 1)


def test_stored_faces_are_offered_in_the_best_order(table: Table) -> None:
    who = roll(table, [2, 3, 1, 6, 6])
    for position in (1, 2, 3):
        table.do(StoreFace(who=who, position=position))
    table.do(SettleCheck(who=who))
    roll(table, [4, 4, 4, 6, 6])
    lay = offered(table, who)["lay"]
    assert lay.success == 1
    assert lay.command is not None
    table.do(lay.command)
    assert stands(table, who) == ("critical_success", 1)


def test_a_table_has_an_end(table: Table) -> None:
    who = roll(table, [2, 6, 4, 6, 2])
    for _ in range((MOST_ON_TABLE - 5) // alterations.MOST_APPENDED):
        table.do(AppendDice(who=who, count=alterations.MOST_APPENDED))
    left = MOST_ON_TABLE - len(faces(table, who))
    assert table.refused(AppendDice(who=who, count=left + 1)).code == "out-of-bounds"
    table.do(AppendDice(who=who, count=left))
    assert table.refused(AppendDice(who=who)).code == "out-of-bounds"
    assert "append" not in offered(table, who)


# Resume --------------------------------------------------------------------------------------------------------------


def test_an_open_check_is_the_same_negotiation_after_a_save(table: Table) -> None:
    who = mike(table)
    table.pc("jessica")
    table.do(
        CallCheck(
            who=(who,),
            kind="WIS",
            offers=("INF",),
            difficulty=9,
            special="legendary",
            tags=("hearing",),
            represents=(table.ids["jessica"],),
        )
    )
    table.do(ChooseType(who=who, kind="INF"))
    table.do(SwitchModifier(who=who, name="at height", dice=-1, steps=1))
    table.do(Recast(who=who, manner="passive"))
    codec: Codec[LawnState] = Codec(RULESET)
    for command in (
        RollCheck(who=who, hold=True),
        AppendDice(who=who, origin="potential"),
        StoreFace(who=who, position=1),
        LayFaces(who=who, faces=(0,)),
        Reroll(who=who, difficulty=6),
    ):
        if isinstance(command, LayFaces):
            command = LayFaces(who=who, faces=table.who("mike").stored)
        session = Session(RULESET, codec.state(plain(table.state)), seed=7, position=table.session.position)
        assert session.state == table.state
        assert negotiation_board.shown(session.state) == negotiation_board.shown(table.state)
        if table.session.execute(command) == Rejected("critical-failure-stands"):
            continue
        session.execute(command)
        assert session.state == table.state


def test_the_words_of_a_negotiation(table: Table) -> None:
    mike(table, attributes={"WIS": 1})
    table.pc("jessica")
    encounter = Encounter(table.session)
    for line in (
        "call mike WIS D9 or INF manner passive tag hearing",
        "choose mike INF strike",
        'switch mike "in the dark" -2 step 1',
        'switch mike "in the dark" off',
        "recast mike active",
        'assist jessica mike "reads it out" agreed',
        "check mike hold = 2 6 4 6 2 9 1 1",
        "append mike 1 from potential = 9",
        "append mike front = 8",
        "alter mike 1 -1",
        "alter mike 1 with 3",
        "reroll mike dice 2 4 = 5 5",
        "store mike 1",
        "lay mike 6",
        "reroll mike D6 = 4 5 6 1 1 1",
        "settle mike",
        "session-over",
        "call mike",
        "choose mike PHY",
        "certain mike degree 2",
    ):
        done = encounter.run(line)
        assert isinstance(getattr(done, "done", done), object)
    assert table.state.checks == {}
    assert len(table.session.history.entries) == 2 + 20


# Laws ----------------------------------------------------------------------------------------------------------------

WHO = ("pc-001", "pc-001", "pc-001", "pc-002")
who = st.sampled_from(WHO)
position = st.integers(0, 7)
operations: st.SearchStrategy[Command] = st.one_of(
    st.builds(
        CallCheck,
        who=who.map(lambda w: (w,)),
        kind=st.sampled_from(("WIS", "", "FLX")),
        offers=st.sampled_from(((), ("INF",), ("INF", "PHY"))),
        difficulty=st.sampled_from((0, 3, 6)),
        special=st.sampled_from(("", "legendary", "reversal")),
        tags=st.sampled_from(((), ("hearing",))),
    ),
    st.builds(
        RollCheck,
        who=who,
        kind=st.sampled_from(("", "WIS", "INF")),
        difficulty=st.sampled_from((0, 3, 6)),
        hold=st.just(True),
        modifiers=st.sampled_from(((), (Modifier(-4),))),
    ),
    st.builds(ChooseType, who=who, kind=st.sampled_from(("WIS", "INF", "PHY")), strike=st.booleans()),
    st.builds(
        SwitchModifier,
        who=who,
        name=st.sampled_from(("dark", "high")),
        dice=st.integers(-3, 3),
        steps=st.integers(-2, 2),
        off=st.booleans(),
    ),
    st.builds(Recast, who=who, manner=st.sampled_from(("active", "passive"))),
    st.builds(Certain, who=who, failure=st.booleans()),
    st.builds(
        AppendDice, who=who, count=st.integers(1, 3), front=st.booleans(), origin=st.sampled_from(alterations.ORIGINS)
    ),
    st.builds(AlterDie, who=who, position=position, by=st.integers(-2, 2), face=position, swap=st.integers(0, 6)),
    st.builds(
        Reroll, who=who, difficulty=st.sampled_from((0, 3, 6)), positions=st.lists(position, max_size=3).map(tuple)
    ),
    st.builds(StoreFace, who=who, position=position, instead=st.integers(0, 6)),
    st.builds(LayFaces, who=who, faces=st.lists(st.integers(1, 6), max_size=3).map(tuple)),
    st.builds(
        Assist,
        who=st.sampled_from(("pc-002", "pc-003")),
        whom=who,
        how=st.sampled_from(("", "pulls")),
        agreed=st.booleans(),
    ),
    st.builds(SessionOver),
    st.builds(SettleCheck, who=who),
    st.builds(
        CallOpposed,
        a=st.just("pc-001"),
        b=st.just("pc-002"),
        kind=st.just("FLX"),
        difficulty=st.just(3),
        must=st.just(True),
    ),
    st.builds(ChangeState, who=who.map(lambda w: (w,)), add=st.just(("light_wound",))),
    st.builds(Note, text=st.just("later")),
)


@settings(max_examples=300)
@given(st.lists(operations, min_size=6, max_size=30))
def test_no_sequence_leaves_the_bounds(steps: list[Command]) -> None:
    table = Table()
    for name in ("a", "b", "c"):
        table.pc(name)
    for command in steps:
        before = table.state
        done = table.session.execute(command)
        if isinstance(done, Rejected):
            assert table.state == before
            continue
        lawful(table.state, before, command, done)
    RULESET.view(table.state, "gm")


def lawful(state: LawnState, before: LawnState, command: Command, done: Accepted) -> None:
    """Pools, stores and used up abilities in bounds; a reroll drops exactly what it drops."""
    for person in state.entities.values():
        assert len(person.stored) <= MOST_STORED
        assert len(set(person.spent)) == len(person.spent)
    for check in state.checks.values():
        assert len(check.dice) <= MOST_ON_TABLE
        assert all(1 <= die.face <= die.sides for die in check.dice)
        assert check.difficulty in (0, *range(3, 31))
        assert check.status == "rolled" or not check.dice
        assert check.type or check.status == "owed"
        count, sides = pools.dice_of(state, check)
        assert count >= 0
        assert sides == 0 or 3 <= sides <= 30
        for option in negotiation.options(state, check):
            assert 0 <= option.success <= 1
    for event in done.entry.events:
        if isinstance(event, DiceChanged) and isinstance(command, Reroll):
            if command.positions:
                assert [d.origin for d in event.after] == [d.origin for d in event.before]
                kept = [i for i in range(len(event.before)) if i + 1 not in command.positions]
                assert all(event.before[i] == event.after[i] for i in kept)
            else:
                assert len(event.after) == sum(d.origin == "base" for d in event.before)
                assert {d.origin for d in event.after} <= {"base"}
