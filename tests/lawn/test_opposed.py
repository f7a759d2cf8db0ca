"""Opposed checks, played at the table (LP-CHK-046 to -049, -064)."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from gmconsole.core.commands import Remove, SetField
from gmconsole.core.ruleset import Tx
from gmconsole.core.session import Accepted
from gmconsole.rulesets.lawn import checks, opposed
from gmconsole.rulesets.lawn.checks import AlterDie, AppendDice, CheckSettled, DropCheck, Reroll, RollCheck, SettleCheck
from gmconsole.rulesets.lawn.opposed import CallOpposed, OpposedChanged, TieBreak
from gmconsole.rulesets.lawn.questions import Answer
from gmconsole.rulesets.lawn.state import LawnState, Modifier, Opposed

from .conftest import Table
from .rounds import asked, give

LEVEL_A, LEVEL_B = [2, 4, 6, 2, 4], [6, 4, 2, 6, 4]
STILL_LEVEL = [2, 2, 4, 4, 6]


def call(table: Table, kind: str = "pc", *, must: bool = False, purpose: str = "", type_b: str = "") -> None:
    """Announce an opposed FLX check at D6 between two people, anna and ben."""
    for name in ("anna", "ben"):
        if name not in table.ids:
            table.add(name, kind)
    table.do(
        CallOpposed(
            a=table.ids["anna"], b=table.ids["ben"], kind="FLX", difficulty=6, must=must, purpose=purpose, kind_b=type_b
        )
    )


def roll(table: Table, name: str, faces: Sequence[int]) -> Accepted:
    """One side rolls; the pool is made to fit the faces."""
    extra = (Modifier(len(faces) - 5, "gm"),) if len(faces) != 5 else ()
    return table.do(RollCheck(who=table.ids[name], modifiers=extra), faces)


def verdicts(done: Accepted) -> list[str]:
    """The verdicts that came with that entry."""
    return [e.after.verdict for e in done.entry.events if isinstance(e, OpposedChanged) and e.after.verdict]


def play(table: Table, a: Sequence[int], b: Sequence[int], *, must: bool = False) -> list[str]:
    """Call and roll both sides; the verdicts that came of it."""
    call(table, must=must)
    assert verdicts(roll(table, "anna", a)) == []
    return verdicts(roll(table, "ben", b))


def pair(table: Table) -> Opposed:
    """The one opposed check still open."""
    [found] = table.state.opposed.values()
    return found


def nothing_left(table: Table) -> bool:
    """Neither an opposed check, nor a side's check, nor its question."""
    return not table.state.opposed and not table.state.checks and not asked(table, "opposed_winner")


# Results -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-CHK-046")
@pytest.mark.parametrize(
    ("a", "b", "verdict"),
    [
        ([4, 5, 6, 6, 6], [1, 2, 4, 5, 1], "a"),
        ([4, 5, 6, 1, 6], [4, 5, 6, 1, 1], "b"),
        ([4, 5, 6, 1, 6], [4, 5, 6, 6, 1], "tie"),
        ([3, 1, 2, 6, 6], [4, 5, 6, 1, 1, 1], "a"),
        ([1, 1, 4, 4, 6], [2, 2, 4, 4, 6], "tie"),
        ([4, 4, 4, 1, 1], [2, 2, 4, 4, 6], "tie"),
    ],
)
def test_the_better_result_wins(table: Table, a: list[int], b: list[int], verdict: str) -> None:
    assert play(table, a, b) == [verdict]
    assert nothing_left(table)


@pytest.mark.rule("LP-CHK-046")
def test_both_sides_check_in_turn_and_settle_together(table: Table) -> None:
    call(table, type_b="PHY")
    first, second = table.tasks("check")
    assert (first.command, second.command) == (
        RollCheck(who=table.ids["anna"], kind="FLX"),
        RollCheck(who=table.ids["ben"], kind="PHY"),
    )
    roll(table, "anna", [4, 5, 6, 6, 6])
    assert table.refused(SettleCheck(who=table.ids["anna"])).code == "waits-for-the-other-side"
    assert [t.who for t in table.tasks("check")] == [table.ids["ben"]]
    done = roll(table, "ben", [3, 1, 2, 6, 6])
    assert [(e.who, e.outcome) for e in done.entry.events if isinstance(e, CheckSettled)] == [
        (table.ids["anna"], "success"),
        (table.ids["ben"], "critical_success"),
    ]
    assert [q.who for q in asked(table, "critical")] == [table.ids["ben"]]


@pytest.mark.rule("LP-CHK-046")
def test_dice_added_before_the_other_side_rolls_count(table: Table) -> None:
    call(table)
    roll(table, "anna", [2, 4, 6, 2, 4])
    table.do(AppendDice(who=table.ids["anna"], origin="potential"), [5])
    assert verdicts(roll(table, "ben", LEVEL_B)) == ["a"]


def test_the_chapter_that_asked_takes_the_verdict(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    taken: list[tuple[str, str]] = []

    def take(tx: Tx[LawnState], decided: Opposed) -> None:
        taken.append((decided.id, decided.verdict))

    monkeypatch.setitem(opposed.RESOLVED, "wrestle", take)
    call(table, purpose="wrestle")
    roll(table, "anna", [4, 5, 6, 6, 6])
    roll(table, "ben", LEVEL_B)
    call(table, purpose="stare")
    roll(table, "anna", [4, 5, 6, 6, 6])
    roll(table, "ben", LEVEL_B)
    assert taken == [("opposed-001", "a")]


# Tie-breaks ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-CHK-047")
def test_a_tie_that_must_not_stand_is_broken_with_five_dice_each(table: Table) -> None:
    assert play(table, LEVEL_A, LEVEL_B, must=True) == []
    [task] = table.tasks("tie_break")
    assert (task.kind, task.command, task.blocking) == ("tie_break", TieBreak(pair="opposed-001"), True)
    done = table.do(TieBreak(pair="opposed-001"), [1, 3, 5, 5, 6, 2, 2, 4, 4, 6])
    assert [(r.sides, r.faces) for r in done.entry.dice] == [(6, (1, 3, 5, 5, 6)), (6, (2, 2, 4, 4, 6))]
    assert [(e.outcome, e.degree) for e in done.entry.events if isinstance(e, CheckSettled)] == [
        ("success", 1),
        ("failure", 0),
    ]
    assert verdicts(done) == ["a"]
    assert nothing_left(table)


@pytest.mark.rule("LP-CHK-047", "LP-CHK-039")
def test_a_level_tie_break_is_followed_by_another(table: Table) -> None:
    play(table, LEVEL_A, LEVEL_B, must=True)
    for rounds in (1, 2):
        assert verdicts(table.do(TieBreak(pair="opposed-001"), STILL_LEVEL * 2)) == []
        assert pair(table).rounds == rounds
    sides = opposed.sides(table.state, pair(table))
    assert [len(c.dice) for c in sides if c is not None] == [15, 15]
    for check in sides:
        assert check is not None
        assert [d.origin for d in check.dice] == ["base"] * 5 + ["tie_break"] * 10


@pytest.mark.rule("LP-CHK-047")
def test_after_ten_rounds_the_gm_decides(table: Table) -> None:
    play(table, LEVEL_A, LEVEL_B, must=True)
    for _ in range(10):
        assert asked(table, "opposed_winner") == []
        table.do(TieBreak(pair="opposed-001"), STILL_LEVEL * 2)
    [question] = asked(table, "opposed_winner")
    assert (question.choices, question.blocking) == ((table.ids["anna"], table.ids["ben"]), True)
    assert table.refused(TieBreak(pair="opposed-001")).code == "no-tie-to-break"
    assert table.tasks("tie_break") == []
    assert table.refused(Answer(question=question.id, value="nobody")).code == "not-an-answer"
    assert verdicts(table.do(Answer(question=question.id, value=table.ids["ben"]))) == ["b"]
    assert nothing_left(table)


@pytest.mark.rule("LP-CHK-047")
def test_the_question_goes_when_the_dice_decide_after_all(table: Table) -> None:
    play(table, LEVEL_A, LEVEL_B, must=True)
    for _ in range(10):
        table.do(TieBreak(pair="opposed-001"), STILL_LEVEL * 2)
    table.do(AppendDice(who=table.ids["anna"]), [6])
    assert len(asked(table, "opposed_winner")) == 1
    assert verdicts(table.do(AppendDice(who=table.ids["anna"]), [5])) == ["a"]
    assert nothing_left(table)


@pytest.mark.rule("LP-CHK-047")
def test_no_result_needed(table: Table) -> None:
    assert play(table, LEVEL_A, LEVEL_B) == ["tie"]
    assert nothing_left(table)
    assert table.refused(TieBreak(pair="opposed-001")).code == "no-tie-to-break"


@pytest.mark.rule("LP-CHK-047")
def test_no_result_needed_after_all(table: Table) -> None:
    play(table, LEVEL_A, LEVEL_B, must=True)
    [task] = table.tasks("tie_break")
    assert task.skip is not None
    done = table.do(task.skip)
    assert (verdicts(done), done.entry.dice) == (["tie"], ())
    assert nothing_left(table)


@pytest.mark.rule("LP-CHK-047")
def test_a_level_pair_takes_changed_dice_too(table: Table) -> None:
    play(table, LEVEL_A, LEVEL_B, must=True)
    assert verdicts(table.do(AlterDie(who=table.ids["anna"], position=1, face=5))) == ["a"]
    call(table, must=True)
    roll(table, "anna", LEVEL_A)
    roll(table, "ben", LEVEL_B)
    assert verdicts(table.do(Reroll(who=table.ids["ben"]), [4, 5, 6, 6, 6])) == ["b"]


@pytest.mark.rule("LP-CHK-049")
def test_a_critical_failure_stays_failed_in_a_tie_break(table: Table) -> None:
    assert play(table, [3, 3, 3, 1, 2], [1, 2, 4, 4, 6], must=True) == []
    done = table.do(TieBreak(pair="opposed-001"), [1, 2, 3, 4, 5, 3, 6, 6, 6, 6])
    assert [e.outcome for e in done.entry.events if isinstance(e, CheckSettled)] == ["critical_failure", "success"]
    assert verdicts(done) == ["b"]


@pytest.mark.rule("LP-CHK-049")
def test_ones_decide_between_two_critical_failures(table: Table) -> None:
    assert play(table, [3, 3, 3, 1, 2], [4, 4, 4, 2, 2], must=True) == []
    done = table.do(TieBreak(pair="opposed-001"), [1, 2, 3, 4, 5, 1, 2, 3, 4, 5])
    assert [e.degree for e in done.entry.events if isinstance(e, CheckSettled)] == [2, 1]
    assert verdicts(done) == ["a"]


@pytest.mark.rule("LP-CHK-064")
def test_an_automatic_pass_needs_no_dice(table: Table) -> None:
    spirited(table, "anna")
    call(table, must=True, purpose="speed")
    assert [t.who for t in table.tasks("check")] == [table.ids["ben"]]
    assert table.refused(AppendDice(who=table.ids["anna"])).code == "no-open-check"
    done = roll(table, "ben", [4, 5, 6, 1, 1])
    assert [(e.degree, e.rolled) for e in done.entry.events if isinstance(e, CheckSettled)] == [(3, False), (2, True)]
    assert verdicts(done) == ["a"]


@pytest.mark.rule("LP-CHK-064", "LP-CHK-047")
def test_only_the_side_with_dice_appends(table: Table) -> None:
    spirited(table, "anna")
    call(table, must=True, purpose="speed")
    roll(table, "ben", [4, 5, 6, 1, 1, 1])
    done = table.do(TieBreak(pair="opposed-001"), [1, 2, 2, 2, 2])
    assert verdicts(done) == ["b"]


@pytest.mark.rule("LP-CHK-064", "LP-CHK-047")
def test_two_automatic_passes_are_for_the_gm(table: Table) -> None:
    spirited(table, "anna")
    spirited(table, "ben")
    call(table, must=True, purpose="speed")
    [question] = asked(table, "opposed_winner")
    assert verdicts(table.do(Answer(question=question.id, value=table.ids["anna"]))) == ["a"]
    assert nothing_left(table)


def spirited(table: Table, name: str) -> None:
    """A spirited player character."""
    table.do(SetField(who=(table.pc(name),), field="trait", value="spirited"))


# Who may --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-CHK-048")
def test_opposed_checks_stay_on_one_side_of_the_table(table: Table) -> None:
    mike, jessica = table.pc("mike"), table.pc("jessica")
    cowboy, thug = table.npc("cowboy"), table.npc("thug")
    for a, b in ((mike, cowboy), (cowboy, mike), (mike, mike)):
        assert table.refused(CallOpposed(a=a, b=b, kind="FLX", difficulty=6)).code == "not-opposed"
    for a, b in ((cowboy, thug), (mike, jessica)):
        table.do(CallOpposed(a=a, b=b, kind="FLX", difficulty=6))
    assert len(table.state.opposed) == 2


def test_a_bad_call_opens_nothing(table: Table) -> None:
    a, b = table.pc("anna"), table.pc("ben")
    door = table.add("door", "object")
    for refused, code in (
        (CallOpposed(a=a, b="pc-009", kind="FLX", difficulty=6), "unknown-person"),
        (CallOpposed(a=a, b=door, kind="FLX", difficulty=6), "objects-do-not-roll"),
        (CallOpposed(a=a, b=b, kind="luck", difficulty=6), "unknown-check-type"),
        (CallOpposed(a=a, b=b, kind="FLX", kind_b="luck", difficulty=6), "unknown-check-type"),
        (CallOpposed(a=a, b=b, kind="FLX", difficulty=2), "out-of-bounds"),
        (CallOpposed(a=a, b=b, kind="FLX", difficulty=6, modifiers=(Modifier(100),)), "out-of-bounds"),
    ):
        assert table.refused(refused).code == code


# Taking back ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("dropped", ["check-001", "check-002"])
def test_taking_one_side_back_takes_all_back(table: Table, dropped: str) -> None:
    call(table)
    roll(table, "anna", LEVEL_A)
    table.do(DropCheck(check=dropped))
    assert nothing_left(table)


def test_whoever_falls_before_rolling_opposes_nobody(table: Table) -> None:
    call(table)
    roll(table, "anna", LEVEL_A)
    give(table, "ben", "unconscious")
    assert nothing_left(table)


def test_whoever_falls_after_rolling_is_still_compared(table: Table) -> None:
    call(table)
    roll(table, "anna", LEVEL_A)
    give(table, "anna", "unconscious")
    assert verdicts(roll(table, "ben", [4, 5, 6, 6, 6])) == ["b"]


def test_whoever_is_gone_can_be_passed_over(table: Table) -> None:
    call(table)
    roll(table, "anna", LEVEL_A)
    table.do(Remove(who=table.ids["ben"]))
    [task] = table.tasks("check")
    assert task.command is not None
    table.do(task.command)
    assert nothing_left(table)


def test_the_question_goes_with_the_pair(table: Table) -> None:
    play(table, LEVEL_A, LEVEL_B, must=True)
    for _ in range(10):
        table.do(TieBreak(pair="opposed-001"), STILL_LEVEL * 2)
    table.do(DropCheck(check="check-001"))
    assert nothing_left(table)


def test_two_pairs_do_not_mix(table: Table) -> None:
    call(table, must=True)
    roll(table, "anna", LEVEL_A)
    roll(table, "ben", LEVEL_B)
    carl = table.pc("carl")
    table.do(CallOpposed(a=table.ids["anna"], b=carl, kind="FLX", difficulty=6))
    assert checks.rolled(table.state, table.ids["anna"]) is not None
    table.do(RollCheck(who=table.ids["anna"]), [4, 5, 6, 6, 6])
    assert verdicts(table.do(RollCheck(who=carl), LEVEL_B)) == ["a"]
    assert list(table.state.opposed) == ["opposed-001"]
