"""A check from its announcement to its settlement, played at the table (LP-CHK)."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from gmconsole.core.commands import Remove, SetField
from gmconsole.core.ruleset import Tx
from gmconsole.core.session import Accepted
from gmconsole.rulesets.lawn import checks, outcomes, pools
from gmconsole.rulesets.lawn.actions import Act
from gmconsole.rulesets.lawn.checks import (
    AlterDie,
    AppendDice,
    CallCheck,
    CheckSettled,
    DropCheck,
    Reroll,
    RollCheck,
    SettleCheck,
)
from gmconsole.rulesets.lawn.crisis import in_crisis
from gmconsole.rulesets.lawn.outcomes import Result
from gmconsole.rulesets.lawn.questions import Answer, Answered
from gmconsole.rulesets.lawn.state import CHECK_TYPES, Check, LawnState, Modifier, PoolLine

from .conftest import Table
from .rounds import asked, fight, give, go_to, pool, roll_initiative


def settled(done: Accepted) -> CheckSettled:
    """How the one check of that entry settled."""
    [event] = [e for e in done.entry.events if isinstance(e, CheckSettled)]
    return event


def came(done: Accepted) -> tuple[str, int]:
    """Outcome and degree of the one check settled there."""
    event = settled(done)
    return event.outcome, event.degree


def on_table(table: Table, name: str = "mike") -> Check:
    """Somebody's rolled check that is still open."""
    check = checks.rolled(table.state, table.ids[name])
    assert check is not None
    return check


def stands(table: Table, name: str = "mike") -> tuple[str, int]:
    """Outcome and degree of somebody's open check as it stands."""
    result = checks.result(on_table(table, name))
    return result.outcome, result.degree


def mike(table: Table, **figures: object) -> str:
    """A player character."""
    return table.pc("mike", **figures)


def extra(pool_wanted: int) -> tuple[Modifier, ...]:
    """The GM's modifier that turns a plain pool of five into that many dice."""
    return (Modifier(pool_wanted - 5, "gm"),) if pool_wanted != 5 else ()


def roll(
    table: Table,
    faces: Sequence[int],
    difficulty: int = 6,
    *,
    hold: bool = False,
    required: int = 0,
    graded: tuple[str, ...] = (),
) -> Accepted:
    """Mike rolls a plain WIS check with as many dice as there are faces."""
    if "mike" not in table.ids:
        mike(table)
    return table.do(
        RollCheck(
            who=table.ids["mike"],
            kind="WIS",
            difficulty=difficulty,
            modifiers=extra(len(faces)),
            hold=hold,
            required=required,
            graded=graded,
        ),
        faces,
    )


# Announcing ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-CHK-003")
def test_a_check_without_difficulty_is_not_rolled(table: Table) -> None:
    who = mike(table, attributes={"FLX": 2})
    table.do(CallCheck(who=(who,), kind="FLX"))
    refused = table.refused(RollCheck(who=who))
    assert (refused.code, refused.params["missing"]) == ("check-not-ready", "difficulty")
    assert table.refused(RollCheck(who=who, kind="WIS")).code == "check-not-ready"
    assert table.tasks("check")[0].command is None, "Enter cannot roll it either"


@pytest.mark.rule("LP-CHK-003")
def test_a_check_without_type_is_not_rolled(table: Table) -> None:
    assert table.refused(RollCheck(who=mike(table), difficulty=6)).code == "no-check-owed"
    assert table.refused(CallCheck(who=(table.ids["mike"],), kind="luck", difficulty=6)).code == "unknown-check-type"


@pytest.mark.rule("LP-CHK-003")
def test_the_pool_is_confirmed_before_exactly_so_many_dice_are_rolled(table: Table) -> None:
    who = mike(table, attributes={"FLX": 2})
    table.do(CallCheck(who=(who,), kind="FLX", difficulty=6))
    [task] = table.tasks("check")
    assert task.dice == (7, 6)
    assert task.command == RollCheck(who=who, kind="FLX")
    assert table.refused(task.command, [1] * 6).code == "dice-too-few"
    assert table.refused(task.command, [1] * 8).code == "dice-too-many"
    done = table.do(task.command)
    assert [(r.sides, len(r.faces)) for r in done.entry.dice] == [(6, 7)]


@pytest.mark.rule("LP-CHK-003")
def test_the_gm_may_still_change_an_announced_check(table: Table) -> None:
    who = mike(table)
    table.do(CallCheck(who=(who,), kind="FLX", difficulty=6))
    table.do(RollCheck(who=who, kind="FLX", difficulty=12, modifiers=(Modifier(1, "rope"),), hold=True), [12] * 6)
    assert on_table(table).difficulty == 12
    assert on_table(table).pool == (PoolLine("base", 5), PoolLine("rope", 1))


@pytest.mark.rule("LP-CHK-015")
def test_difficulty_is_the_number_of_faces(table: Table) -> None:
    who = mike(table)
    done = table.do(RollCheck(who=who, kind="WIS", difficulty=9))
    [thrown] = done.entry.dice
    assert thrown.sides == 9
    assert len(thrown.faces) == 5
    assert all(1 <= face <= 9 for face in thrown.faces)
    d3 = RollCheck(who=who, kind="WIS", difficulty=3)
    assert table.refused(d3, [1, 2, 3, 4, 1]).code == "dice-impossible"
    assert table.refused(d3, [1, 2, 3, 0, 1]).code == "dice-impossible"


@pytest.mark.rule("LP-CHK-015")
def test_a_die_turned_on_the_table_stays_on_its_faces(table: Table) -> None:
    roll(table, [1, 2, 3, 3, 1], 3, hold=True)
    assert table.refused(AlterDie(who=table.ids["mike"], position=1, face=4)).code == "dice-impossible"
    assert table.refused(AlterDie(who=table.ids["mike"], position=1, face=0)).code == "dice-impossible"


@pytest.mark.rule("LP-CHK-017")
def test_difficulties_below_d3_do_not_exist(table: Table) -> None:
    who = mike(table)
    for difficulty in (-3, 1, 2, 31):
        assert table.refused(CallCheck(who=(who,), kind="WIS", difficulty=difficulty)).code == "out-of-bounds"
    for difficulty in (3, 10, 18, 30):
        assert len(table.do(RollCheck(who=who, kind="WIS", difficulty=difficulty)).entry.dice[0].faces) == 5


@pytest.mark.rule("LP-CHK-017")
@pytest.mark.parametrize(("said", "less", "comes"), [(9, 3, 6), (3, 3, 3), (15, -3, 18)])
def test_a_chapter_moves_the_difficulty_by_steps(
    table: Table, monkeypatch: pytest.MonkeyPatch, said: int, less: int, comes: int
) -> None:
    monkeypatch.setattr(pools, "EASE", [lambda state, who, kind, purpose: less if purpose == "dodge" else 0])
    who = mike(table)
    table.do(CallCheck(who=(who,), kind="FLX", purpose="dodge", difficulty=said))
    table.do(CallCheck(who=(who,), kind="FLX", purpose="balance", difficulty=said))
    assert [c.difficulty for c in table.state.checks.values()] == [comes, said]
    table.do(CallCheck(who=(who,), kind="WIS", purpose="dodge"))
    late = list(table.state.checks)[-1]
    table.do(RollCheck(who=who, check=late, difficulty=said, hold=True))
    assert on_table(table).difficulty == comes, "said only when it is rolled"
    first = next(iter(table.state.checks))
    table.do(RollCheck(who=who, check=first, difficulty=said, hold=True))
    assert table.state.checks[first].difficulty == said, "the GM's own word overrides"


# Pools ---------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-CHK-018")
def test_every_pool_starts_from_five(table: Table) -> None:
    mike(table, attributes={"WIS": 0}, sanity=0)
    assert [pool(table, "mike", kind) for kind in CHECK_TYPES if kind != "initiative"] == [5] * 8
    assert pool(table, "mike", "emergence") == 5


@pytest.mark.rule("LP-CHK-019")
def test_modifiers_add_up(table: Table) -> None:
    table.pc("duke", attributes={"FLX": 2})
    assert pool(table, "duke", "FLX") == 7
    who = mike(table, attributes={"DSC": 1})
    give(table, "mike", "light_wound")
    done = table.do(RollCheck(who=who, kind="DSC", difficulty=6, modifiers=(Modifier(2, "passion"),), hold=True))
    assert len(done.entry.dice[0].faces) == 7
    assert on_table(table).pool == (
        PoolLine("base", 5),
        PoolLine("DSC", 1),
        PoolLine("light_wound", -1),
        PoolLine("passion", 2),
    )


@pytest.mark.rule("LP-CHK-019")
def test_conditions_of_other_chapters_add_up(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pools, "POOL_HOOKS", [lambda state, check: (PoolLine("amnesia", -2), PoolLine("mania", -2))])
    mike(table)
    assert pool(table, "mike", "WIS") == 1


@pytest.mark.rule("LP-CHK-020")
def test_no_pool_below_zero(table: Table) -> None:
    who = mike(table, attributes={"WIS": -2})
    command = RollCheck(who=who, kind="WIS", difficulty=6, modifiers=(Modifier(-5, "gm"),), hold=True)
    done = table.do(command, [])
    assert done.entry.dice == ()
    assert on_table(table).pool == (PoolLine("base", 5), PoolLine("WIS", -2), PoolLine("gm", -5))
    assert stands(table) == ("automatic_failure", 0)
    table.do(AppendDice(who=who, count=3), [4, 5, 6])
    assert stands(table) == ("success", 0), "penalties in excess eat no appended dice"


def test_a_pool_has_an_end(table: Table) -> None:
    who = mike(table)
    for modifiers in ((Modifier(100),), (Modifier(2**62), Modifier(-(2**62)))):
        for command in (
            RollCheck(who=who, kind="WIS", difficulty=6, modifiers=modifiers),
            CallCheck(who=(who,), kind="WIS", difficulty=6, modifiers=modifiers),
            Act(who=who, text="leaps", kind="FLX", difficulty=6, modifiers=modifiers),
        ):
            assert table.refused(command).code == "out-of-bounds"
    assert table.refused(RollCheck(who=who, kind="WIS", difficulty=6, required=-1)).code == "out-of-bounds"
    roll(table, [1, 1, 4, 4, 6], hold=True)
    for count in (0, -1, 21):
        assert table.refused(AppendDice(who=who, count=count)).code == "out-of-bounds"


@pytest.mark.rule("LP-CHK-060")
def test_all_checks_include_emergence(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    def emergence(state: LawnState, check: Check) -> tuple[PoolLine, ...]:
        hurt = check.type == "emergence" and state.entities[check.who].states
        return (PoolLine("injured", 1),) if hurt else ()

    monkeypatch.setattr(pools, "POOL_HOOKS", [emergence])
    mike(table)
    give(table, "mike", "light_wound")
    assert pool(table, "mike", "emergence") == 5
    lines = pools.pool_lines(table.state, Check(id="", who=table.ids["mike"], type="emergence"))
    assert lines == (PoolLine("base", 5), PoolLine("light_wound", -1), PoolLine("injured", 1))


@pytest.mark.rule("LP-CHK-060")
def test_all_checks_include_initiative(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    def panic(state: LawnState, check: Check) -> tuple[PoolLine, ...]:
        return (PoolLine("panic", -2),) if in_crisis(state) else ()

    monkeypatch.setattr(pools, "POOL_HOOKS", [panic])
    mike(table, sanity=3)
    assert pool(table, "mike", "initiative") == 8, "no crisis yet"
    fight(table, pcs=())
    assert pool(table, "mike", "initiative") == 6
    assert [pool(table, "mike", kind) for kind in CHECK_TYPES] == [3] * 8 + [6]


# Outcomes ------------------------------------------------------------------------------------------------------------


OUTCOMES = [
    ("LP-CHK-021", 6, [3, 6, 3, 6, 2, 6, 1], "success", 1),
    ("LP-CHK-021", 9, [9, 7, 2, 8, 2], "success", 0),
    ("LP-CHK-021", 6, [4, 6, 5, 5, 4], "success", 0),
    ("LP-CHK-022", 9, [6, 1, 9, 5, 1, 4], "success", 2),
    ("LP-CHK-022", 12, [12, 3, 10, 7, 11], "success", 0),
    ("LP-CHK-022", 6, [2, 2, 4, 4, 3], "success", 0),
    ("LP-CHK-023", 6, [1, 2, 4, 5, 1], "failure", 2),
    ("LP-CHK-023", 9, [1, 3, 5, 7, 9], "failure", 1),
    ("LP-CHK-023", 6, [6, 6, 1, 1, 2], "failure", 2),
    ("LP-CHK-024", 6, [5, 6, 1, 5, 6], "failure", 1),
    ("LP-CHK-024", 3, [3, 1, 3, 1, 1], "failure", 3),
    ("LP-CHK-024", 9, [9, 8, 1, 1, 4], "failure", 2),
    ("LP-CHK-025", 6, [1, 2], "automatic_failure", 1),
    ("LP-CHK-025", 3, [2], "automatic_failure", 0),
    ("LP-CHK-026", 6, [4, 5, 6], "success", 0),
    ("LP-CHK-026", 6, [2, 1, 3], "critical_success", 1),
    ("LP-CHK-026", 6, [1, 2, 4], "failure", 1),
    ("LP-CHK-027", 6, [3, 1, 2, 6, 6], "critical_success", 1),
    ("LP-CHK-027", 9, [2, 3, 1, 1, 9], "critical_success", 2),
    ("LP-CHK-027", 12, [1, 2, 3], "critical_success", 1),
    ("LP-CHK-028", 6, [4, 4, 4, 1, 2], "critical_failure", 1),
    ("LP-CHK-028", 3, [1, 1, 1], "critical_failure", 3),
    ("LP-CHK-028", 6, [4, 4, 5, 4, 4], "failure", 0),
    ("LP-CHK-029", 6, [2, 2, 2, 1, 3], "critical_failure", 1),
    ("LP-CHK-029", 6, [5, 5, 5, 1, 2, 3, 4], "critical_failure", 1),
    ("LP-CHK-029", 3, [1, 1, 1, 2, 3], "critical_failure", 3),
    ("LP-CHK-030", 6, [6, 1, 2, 3, 5], "success", 1),
    ("LP-CHK-030", 6, [1, 2, 4, 4, 4], "failure", 1),
    ("LP-CHK-030", 6, [5, 1, 3, 2, 2], "success", 1),
    ("LP-CHK-032", 6, [4, 5, 6, 1, 1], "success", 2),
    ("LP-CHK-063", 6, [2, 6, 4, 6, 2], "failure", 0),
]


@pytest.mark.rule(*dict.fromkeys(case[0] for case in OUTCOMES))
@pytest.mark.parametrize(("rule", "difficulty", "faces", "outcome", "degree"), OUTCOMES)
def test_the_faces_settle_the_check(
    table: Table, rule: str, difficulty: int, faces: list[int], outcome: str, degree: int
) -> None:
    done = roll(table, faces, difficulty)
    assert came(done) == (outcome, degree)
    assert settled(done).passed == (outcome in ("success", "critical_success"))
    assert table.state.checks == {}


@pytest.mark.rule("LP-CHK-025")
def test_an_automatic_failure_can_still_be_appended_to(table: Table) -> None:
    roll(table, [4, 5], hold=True)
    assert stands(table) == ("automatic_failure", 0)
    table.do(AppendDice(who=table.ids["mike"], origin="potential"), [6])
    assert stands(table) == ("success", 0)


@pytest.mark.rule("LP-CHK-031")
@pytest.mark.parametrize(
    ("faces", "outcome"), [([3, 1, 2, 6, 6], "critical_success"), ([4, 4, 4, 1, 2], "critical_failure")]
)
def test_a_critical_asks_for_an_event(table: Table, faces: list[int], outcome: str) -> None:
    roll(table, faces)
    [question] = asked(table, "critical")
    assert (question.who, question.ref, question.blocking) == (table.ids["mike"], outcome, False)
    done = table.do(Answer(question=question.id, value="the ladder gives way"))
    assert [(e.question.ref, e.value) for e in done.entry.events if isinstance(e, Answered)] == [
        (outcome, "the ladder gives way")
    ]
    assert asked(table, "critical") == []


@pytest.mark.rule("LP-CHK-031")
def test_nothing_else_asks_for_an_event(table: Table) -> None:
    for faces in ([4, 5, 6, 1, 1], [2, 6, 4, 6, 2], [1, 2]):
        roll(table, faces)
    assert asked(table, "critical") == []


@pytest.mark.rule("LP-CHK-031", "LP-CHK-062")
def test_the_event_waits_for_the_end_of_the_check(table: Table) -> None:
    roll(table, [4, 4, 4, 1, 2], hold=True)
    assert asked(table, "critical") == []
    table.do(AlterDie(who=table.ids["mike"], position=1, face=5))
    assert came(table.do(SettleCheck(who=table.ids["mike"]))) == ("failure", 1)
    assert asked(table, "critical") == []


@pytest.mark.rule("LP-CHK-032")
def test_appended_ones_count(table: Table) -> None:
    roll(table, [4, 5, 6, 2, 2], hold=True)
    table.do(AppendDice(who=table.ids["mike"]), [1])
    assert stands(table) == ("success", 1)


@pytest.mark.rule("LP-CHK-033")
def test_the_degree_alone_changes_nothing(table: Table) -> None:
    event = settled(roll(table, [4, 5, 6, 6, 6]))
    assert (event.outcome, event.degree, event.passed) == ("success", 0, True)


@pytest.mark.rule("LP-CHK-034")
@pytest.mark.parametrize(
    ("required", "faces", "outcome", "passed"),
    [
        (1, [4, 5, 6, 6, 6], "success", False),
        (1, [4, 5, 6, 1, 6], "success", True),
        (2, [1, 1, 4, 4, 6], "failure", False),
    ],
)
def test_a_least_degree(table: Table, required: int, faces: list[int], outcome: str, passed: bool) -> None:
    event = settled(roll(table, faces, required=required))
    assert (event.outcome, event.passed) == (outcome, passed)


@pytest.mark.rule("LP-CHK-034")
def test_a_least_degree_said_with_the_announcement(table: Table) -> None:
    who = mike(table)
    table.do(CallCheck(who=(who,), kind="WIS", difficulty=6, required=1))
    assert not settled(table.do(RollCheck(who=who), [4, 5, 6, 6, 6])).passed


@pytest.mark.rule("LP-CHK-035")
@pytest.mark.parametrize(
    ("faces", "reached"),
    [([4, 5, 6, 6, 6], "only keep the distance"), ([4, 5, 6, 1, 1], "close in"), ([2, 6, 4, 6, 2], "")],
)
def test_a_graded_result(table: Table, faces: list[int], reached: str) -> None:
    assert settled(roll(table, faces, graded=("only keep the distance", "close in"))).reached == reached


@pytest.mark.rule("LP-CHK-035")
def test_grades_may_leave_degrees_out(table: Table) -> None:
    grades = ("", "close in", "", "spectacular")
    assert settled(roll(table, [4, 5, 6, 6, 6], graded=grades)).reached == ""
    assert settled(roll(table, [4, 5, 6, 1, 1], graded=grades)).reached == "close in"
    assert settled(roll(table, [4, 5, 6, 1, 1, 1], graded=grades)).reached == "spectacular"


@pytest.mark.rule("LP-CHK-063")
def test_an_automatic_failure_counts_as_an_ordinary_one(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    gains: list[int] = []

    def introspective(tx: Tx[LawnState], check: Check, result: Result) -> None:
        gains.append(1 if outcomes.is_ordinary_failure(result.outcome) else 2 * outcomes.is_critical(result.outcome))

    monkeypatch.setitem(checks.SETTLERS, "", introspective)
    for faces in ([1, 2], [2, 6, 4, 6, 2], [4, 4, 4, 1, 2], [4, 5, 6, 1, 1]):
        roll(table, faces)
    assert gains == [1, 1, 2, 0]


@pytest.mark.rule("LP-CHK-063")
def test_every_settled_check_has_one_of_five_outcomes(table: Table) -> None:
    rolls = ([1, 2, 3], [4, 5, 6], [2, 6, 4], [4, 4, 4], [1])
    assert tuple(settled(roll(table, faces)).outcome for faces in rolls) == outcomes.OUTCOMES


# Dice on the table ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-CHK-036")
@pytest.mark.parametrize(
    ("faces", "before", "after"),
    [
        ([2, 6, 4, 6, 2], ("failure", 0), ("success", 0)),
        ([1, 2, 5, 5, 6], ("failure", 1), ("success", 1)),
    ],
)
def test_appended_dice_stand_behind(
    table: Table, faces: list[int], before: tuple[str, int], after: tuple[str, int]
) -> None:
    roll(table, faces, hold=True)
    assert stands(table) == before
    table.do(AppendDice(who=table.ids["mike"]), [3])
    assert checks.faces(on_table(table)) == (*faces, 3)
    assert stands(table) == after
    assert came(table.do(SettleCheck(who=table.ids["mike"]))) == after


@pytest.mark.rule("LP-CHK-037")
@pytest.mark.parametrize(
    ("faces", "more", "outcome", "degree"),
    [([5, 5, 5, 1, 2], [3, 4], "critical_failure", 1), ([1, 3, 2, 6, 6], [6], "critical_success", 1)],
)
def test_helpers_leave_criticals_alone(
    table: Table, faces: list[int], more: list[int], outcome: str, degree: int
) -> None:
    roll(table, faces, hold=True)
    table.do(AppendDice(who=table.ids["mike"], count=len(more), origin="helper"), more)
    assert stands(table) == (outcome, degree)


@pytest.mark.rule("LP-CHK-038")
def test_a_critical_failure_bars_potential_and_rerolls(table: Table) -> None:
    roll(table, [2, 2, 2, 4, 6], hold=True)
    who = table.ids["mike"]
    assert stands(table) == ("critical_failure", 0)
    assert table.refused(AppendDice(who=who, origin="potential")).code == "critical-failure-stands"
    assert table.refused(Reroll(who=who)).code == "critical-failure-stands"
    table.do(AlterDie(who=who, position=1, face=3))
    table.do(AppendDice(who=who, origin="potential"), [3])


@pytest.mark.rule("LP-CHK-038")
def test_permissions_follow_the_outcome_of_the_moment(table: Table) -> None:
    roll(table, [2, 6, 4, 6, 2], hold=True)
    who = table.ids["mike"]
    table.do(Reroll(who=who), [3, 3, 3, 1, 2])
    assert stands(table) == ("critical_failure", 1)
    assert table.refused(AppendDice(who=who, origin="potential")).code == "critical-failure-stands"
    assert table.refused(Reroll(who=who)).code == "critical-failure-stands"


@pytest.mark.rule("LP-CHK-038")
def test_a_closed_check_takes_nothing_more(table: Table) -> None:
    roll(table, [2, 6, 4, 6, 2], hold=True)
    who = table.ids["mike"]
    [task] = table.tasks("settle")
    assert (task.command, task.blocking) == (SettleCheck(who=who), False)
    assert task.command is not None
    table.do(task.command)
    for command in (AppendDice(who=who), AlterDie(who=who, position=1, face=3), Reroll(who=who), SettleCheck(who=who)):
        assert table.refused(command).code == "no-open-check"
    assert table.refused(RollCheck(who=who, check="check-001")).code == "no-check-owed"
    assert table.refused(DropCheck(check="check-001")).code == "no-such-check"


@pytest.mark.rule("LP-CHK-038")
def test_moving_on_closes_what_is_open(table: Table) -> None:
    fight(table)
    roll_initiative(table, ("mike",))
    roll(table, [4, 5, 6, 6, 6], hold=True)
    go_to(table, "neutral", 1)
    assert table.state.checks == {}


@pytest.mark.rule("LP-CHK-039")
def test_every_die_keeps_its_origin(table: Table) -> None:
    who = mike(table, attributes={"WIS": 1})
    table.do(RollCheck(who=who, kind="WIS", difficulty=6, hold=True), [2, 6, 4, 6, 2, 2])
    for face in (6, 4):
        table.do(AppendDice(who=who, origin="potential"), [face])
    assert [d.origin for d in on_table(table).dice] == ["base"] * 6 + ["potential"] * 2
    assert {d.sides for d in on_table(table).dice} == {6}
    table.do(Reroll(who=who, why="Art"), [4, 5, 6, 1, 1, 1])
    assert [(d.origin, d.face) for d in on_table(table).dice] == [("base", f) for f in (4, 5, 6, 1, 1, 1)]
    assert stands(table) == ("success", 3)
    assert table.refused(AppendDice(who=who, origin="luck")).code == "not-a-choice"


@pytest.mark.rule("LP-CHK-061")
def test_a_bonus_after_the_roll_is_appended(table: Table) -> None:
    roll(table, [2, 4, 6, 2, 6], hold=True)
    table.do(AppendDice(who=table.ids["mike"], count=3, origin="trait"), [3, 1, 1])
    assert checks.faces(on_table(table)) == (2, 4, 6, 2, 6, 3, 1, 1)
    assert stands(table) == ("success", 2)


@pytest.mark.rule("LP-CHK-061")
def test_a_bonus_before_the_roll_enlarges_the_pool(table: Table) -> None:
    done = table.do(RollCheck(who=mike(table), kind="WIS", difficulty=6, modifiers=(Modifier(3, "tough"),)))
    assert [len(r.faces) for r in done.entry.dice] == [8]


@pytest.mark.rule("LP-CHK-062")
def test_changed_dice_are_read_from_scratch(table: Table) -> None:
    who = mike(table)
    roll(table, [5, 2, 3, 4, 1], hold=True)
    assert stands(table) == ("success", 1)
    table.do(AlterDie(who=who, position=1, swap=5))
    assert checks.faces(on_table(table)) == (1, 2, 3, 4, 5)
    assert stands(table) == ("critical_success", 1)
    assert table.refused(AlterDie(who=who, position=6, face=1)).code == "out-of-bounds"
    assert table.refused(AlterDie(who=who, position=1, swap=6)).code == "out-of-bounds"
    assert table.refused(AlterDie(who=who, position=1, face=1)).code == "no-change"


@pytest.mark.rule("LP-CHK-062")
def test_a_changed_die_mends_a_critical_failure(table: Table) -> None:
    roll(table, [4, 4, 4, 1, 2], hold=True)
    assert stands(table) == ("critical_failure", 1)
    table.do(AlterDie(who=table.ids["mike"], position=1, face=5))
    assert checks.faces(on_table(table)) == (5, 4, 4, 1, 2)
    assert stands(table) == ("failure", 1)


# Automatic passes ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-CHK-064")
@pytest.mark.parametrize(("required", "passed"), [(2, True), (4, False)])
def test_an_automatic_pass_has_degree_three(table: Table, required: int, passed: bool) -> None:
    who = spirited(table)
    done = table.do(CallCheck(who=(who,), kind="PHY", purpose="speed", difficulty=6, required=required))
    event = settled(done)
    assert (event.outcome, event.degree, event.passed, event.rolled) == ("success", 3, passed, False)
    assert done.entry.dice == ()


@pytest.mark.rule("LP-CHK-064")
def test_nothing_is_appended_to_an_automatic_pass(table: Table) -> None:
    who = spirited(table)
    table.do(RollCheck(who=who, kind="PHY", purpose="speed", difficulty=6, hold=True))
    assert asked(table, "critical") == []
    for command in (AppendDice(who=who), Reroll(who=who), AlterDie(who=who, position=1, face=1)):
        assert table.refused(command).code == "no-open-check"


@pytest.mark.rule("LP-CHK-064")
def test_a_speed_check_that_would_fail_automatically_is_rolled(table: Table) -> None:
    who = spirited(table)
    slow = (Modifier(-3, "mud"),)
    done = table.do(RollCheck(who=who, kind="PHY", purpose="speed", difficulty=6, modifiers=slow), [5, 6])
    assert came(done) == ("automatic_failure", 0)
    assert came(table.do(RollCheck(who=who, kind="PHY", difficulty=6), [2, 6, 4, 6, 2])) == ("failure", 0)


def spirited(table: Table) -> str:
    """Mike, spirited."""
    who = mike(table)
    table.do(SetField(who=(who,), field="trait", value="spirited"))
    return who


# Whose check ---------------------------------------------------------------------------------------------------------


def test_only_people_who_are_there_and_awake_roll(table: Table) -> None:
    mike(table)
    table.add("door", "object")
    assert table.refused(RollCheck(who=table.ids["door"], kind="PHY", difficulty=6)).code == "objects-do-not-roll"
    assert table.refused(CallCheck(who=("pc-009",), kind="PHY", difficulty=6)).code == "unknown-person"
    give(table, "mike", "unconscious")
    assert table.refused(CallCheck(who=(table.ids["mike"],), kind="PHY", difficulty=6)).code == "cannot-roll"


def test_whoever_cannot_roll_any_more_owes_nothing_for_long(table: Table) -> None:
    who = mike(table)
    table.do(CallCheck(who=(who,), kind="WIS", difficulty=6))
    table.do(Remove(who=who))
    [task] = table.tasks("check")
    assert task.command == DropCheck(check="check-001")
    assert table.refused(RollCheck(who=who)).code == "unknown-person"
    table.do(task.command)
    assert table.tasks("check") == []


def test_a_check_without_a_type_goes_with_whoever_is_removed(table: Table) -> None:
    who = mike(table)
    table.do(CallCheck(who=(who,), offers=("WIS", "INF"), difficulty=6))
    table.do(Remove(who=who))
    [task] = table.tasks("check_type")
    assert task.command == DropCheck(check="check-001")
    table.do(task.command)
    assert table.tasks() == []


def test_two_checks_of_one_person_are_told_apart(table: Table) -> None:
    who = mike(table)
    for difficulty in (6, 9):
        table.do(CallCheck(who=(who,), kind="WIS", difficulty=difficulty))
    first, second = table.tasks("check")
    assert first.command == RollCheck(who=who, kind="WIS")
    assert second.command == RollCheck(who=who, kind="WIS", check="check-002")
    for check in ("check-002", "check-001"):
        table.do(RollCheck(who=who, check=check, hold=True))
    table.do(AppendDice(who=who, check="check-001"))
    assert [len(c.dice) for c in table.state.checks.values()] == [6, 5]
    one, other = table.tasks("settle")
    assert (one.command, other.command) == (SettleCheck(who=who, check="check-001"), SettleCheck(who=who))
    assert table.refused(RollCheck(who=who, check="check-002")).code == "no-check-owed"
    assert one.command is not None
    table.do(one.command)
    assert list(table.state.checks) == ["check-002"]
    assert table.refused(CallCheck(who=(who, who), kind="WIS")).code == "named-twice"


def test_a_check_belongs_to_its_owner_and_type(table: Table) -> None:
    who, other = mike(table), table.pc("jessica")
    table.do(CallCheck(who=(who,), kind="WIS", difficulty=6))
    assert table.refused(RollCheck(who=other, check="check-001")).code == "no-check-owed"
    assert table.refused(RollCheck(who=who, kind="FLX", check="check-001")).code == "no-check-owed"
    assert table.refused(RollCheck(who=who, kind="WIS", check="check-009")).code == "no-check-owed"
    table.do(DropCheck(check="check-001"))
    assert table.refused(RollCheck(who=who)).code == "no-check-owed"
