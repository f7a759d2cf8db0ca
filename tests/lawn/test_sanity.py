"""Sanity: losses, faint and brink, coming round, sleep (LP-SAN-001 to -013)."""

from __future__ import annotations

import pytest

from gmconsole.core.commands import SetField, SetOption
from gmconsole.core.questions import Answer
from gmconsole.language.driver import Driver, Request, proposed
from gmconsole.rulesets.lawn import RULESET, injuries, sheets
from gmconsole.rulesets.lawn.actions import Act, Help, Pass
from gmconsole.rulesets.lawn.checks import CallCheck, RollCheck
from gmconsole.rulesets.lawn.crisis import Start
from gmconsole.rulesets.lawn.frenzy_roll import FrenzyRolled, RollFrenzy
from gmconsole.rulesets.lawn.hazards import AddHazard
from gmconsole.rulesets.lawn.life import ChangeSanity, SanityChanged
from gmconsole.rulesets.lawn.neutral import PassTime
from gmconsole.rulesets.lawn.sanity import ComeRound
from tests.helpers import begin

from .conftest import Table
from .rounds import answer, asked, failure, fight, give, go_to, pass_slots, success, take
from .spirits import check, collapse, come_round, faint, held, lose, mike, rolls, said, sheet

NIGHT = PassTime(minutes=8 * 60, sleep=True)


def sanity(table: Table, name: str = "mike") -> tuple[int, int]:
    return table.who(name).sanity, table.who(name).sanity_max


# Losing --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-SAN-001")
def test_characters_start_with_three_of_three(table: Table) -> None:
    table.pc("mike")
    assert sanity(table) == (3, 3)


@pytest.mark.rule("LP-SAN-002")
def test_a_failed_check_against_fright_proposes_a_loss(table: Table) -> None:
    mike(table)
    check(table, "MND", purpose="fright", passes=False)
    [question] = asked(table, "sanity_loss")
    assert (question.who, question.value, question.blocking) == (table.ids["mike"], "1", True)
    assert sanity(table) == (3, 3), "nothing is lost before the GM has said so"
    answer(table, "sanity_loss", "1")
    assert sanity(table) == (2, 3)
    check(table, "MND", purpose="fright", passes=True)
    assert not asked(table, "sanity_loss")


@pytest.mark.rule("LP-SAN-002")
@pytest.mark.parametrize("check_", ["意志=惊吓", "意志=惊惧", "willpower=fright", "MND=grief"])
def test_mental_blows_by_the_books_words(table: Table, check_: str) -> None:
    mike(table)
    Driver(table.session).run(f"check mike {check_} D9 = 2 2 5 5 5")
    assert [q.value for q in asked(table, "sanity_loss")] == ["1"]


@pytest.mark.rule("LP-SAN-002")
@pytest.mark.parametrize(("answered", "left"), [("2", 1), ("3", 0), ("refuse", 3)])
def test_the_gm_says_how_much(table: Table, answered: str, left: int) -> None:
    mike(table)
    check(table, "MND", purpose="fright", passes=False)
    answer(table, "sanity_loss", answered)
    assert sanity(table) == (left, 3)


@pytest.mark.rule("LP-SAN-002")
def test_a_critical_failure_proposes_two(table: Table) -> None:
    mike(table)
    check(table, "MND", purpose="fright", passes=False, faces=(2, 2, 2, 5, 5))
    assert [q.value for q in asked(table, "sanity_loss")] == ["2"]


def test_which_checks_propose_nothing(table: Table) -> None:
    fight(table)
    check(table, "MND", purpose="pain", passes=False)
    check(table, "MND", passes=False)
    check(table, "WIS", purpose="fright", passes=False)
    table.do(
        AddHazard(name="the hanged", kind="MND", purpose="fright", difficulty=9, on=(table.ids["mike"],), fail="sanity")
    )
    go_to(table, "neutral", 1)
    table.do(RollCheck(who=table.ids["mike"], kind="MND"), failure(5))
    assert not asked(table, "sanity_loss")
    assert sanity(table) == (2, 3), "the hazard takes it by itself"


def test_a_representative_frightens_everybody_it_stands_for(table: Table) -> None:
    fight(table)
    who, other = table.ids["mike"], table.ids["jessica"]
    table.do(CallCheck(who=(who,), kind="MND", purpose="fright", difficulty=6, represents=(other,)))
    table.do(RollCheck(who=who, kind="MND"), failure(5))
    assert [q.who for q in asked(table, "sanity_loss")] == [who, other]


@pytest.mark.rule("LP-SAN-003")
@pytest.mark.parametrize(("now", "by", "after"), [(1, -2, 0), (3, 1, 3), (2, 9, 3), (2, -1, 1)])
def test_sanity_stays_within_its_bounds(table: Table, now: int, by: int, after: int) -> None:
    who = mike(table, sanity=now)
    command = ChangeSanity(who=(who,), by=by)
    if after == now:
        assert table.refused(command).code == "no-change"
    else:
        table.do(command)
    assert sanity(table) == (after, 3)


def test_the_dead_are_asked_nothing(table: Table) -> None:
    who = mike(table, sanity=1)
    check(table, "MND", purpose="fright", passes=False)
    lose(table, 1)
    give(table, "mike", "dead")
    assert not table.state.questions
    table.do(ChangeSanity(who=(who,), by=1))
    table.do(ChangeSanity(who=(who,), by=-1))
    assert not table.state.questions and not sheet(table).fainted.now


# The faint -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-SAN-004", "LP-SAN-006")
def test_at_zero_the_character_faints(table: Table) -> None:
    mike(table, sanity=1)
    lose(table, 1, why="the barn fire")
    [question] = asked(table, "faint")
    assert (question.value, question.choices) == ("unconscious", ("unconscious", "on_the_brink"))
    assert table.states("mike") == [], "asked before anybody faints"
    answer(table, "faint", "unconscious")
    assert sanity(table)[0] == 0
    assert table.states("mike") == ["unconscious"]
    assert sheet(table).fainted.now and sheet(table).fainted.cause == "the barn fire"


@pytest.mark.rule("LP-SAN-006")
def test_with_advanced_rules_off_nobody_asks(table: Table) -> None:
    mike(table, sanity=1)
    table.do(SetOption(option="brink", value=False))
    lose(table, 1)
    assert not asked(table, "faint")
    assert table.states("mike") == ["unconscious"] and sheet(table).fainted.now


@pytest.mark.rule("LP-SAN-004")
def test_another_faint_brings_no_frenzy(table: Table) -> None:
    mike(table)
    give(table, "mike", "unconscious")
    assert not sheet(table).fainted.now
    take(table, "mike", "unconscious")
    assert sanity(table) == (3, 3) and not sheet(table).frenzy_rolls


def test_whoever_is_out_already_gets_no_brink(table: Table) -> None:
    mike(table, sanity=1)
    give(table, "mike", "unconscious")
    lose(table, 1)
    assert not asked(table, "faint")
    assert sheet(table).fainted.now
    take(table, "mike", "unconscious")
    assert sanity(table) == (3, 3) and len(sheet(table).frenzy_rolls) == 1


def test_a_hazard_names_the_event(table: Table) -> None:
    mike(table, sanity=1)
    table.npc("cowboy")
    table.all_bands("medium")
    table.do(AddHazard(name="the hanged", kind="MND", difficulty=9, on=(table.ids["mike"],), fail="sanity"))
    table.do(Start())
    table.to_phase("neutral")
    table.do(RollCheck(who=table.ids["mike"], kind="MND"), failure(5))
    answer(table, "faint", "unconscious")
    assert sheet(table).fainted.cause == "the hanged"


# Coming round --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-SAN-005")
def test_coming_round_restores_first_and_then_rolls(table: Table) -> None:
    who = mike(table, sanity=1)
    faint(table)
    assert table.refused(RollFrenzy(who=who)).code == "no-frenzy-roll"
    done = come_round(table)
    assert [(e.before, e.after) for e in done.entry.events if isinstance(e, SanityChanged)] == [(0, 3)]
    assert sanity(table) == (3, 3) and not sheet(table).fainted.now
    [task] = table.tasks("frenzy")
    assert (task.who, task.command, task.blocking) == (who, RollFrenzy(who=who), True)
    rolls(table, 17)
    assert held(table) == ("nyctophobia",)
    assert not table.tasks("frenzy")


@pytest.mark.rule("LP-SAN-005", "LP-INJ-049")
def test_a_companion_wakes_with_the_same_result(table: Table) -> None:
    fight(table, pcs=("jessica",))
    mike(table, sanity=1)
    table.all_bands("touch")
    go_to(table, "action", 1, first=("jessica", "mike"))
    faint(table)
    who, jessica = table.ids["mike"], table.ids["jessica"]
    assert table.refused(Help(who=jessica, does="wake", whom=who)).code == "wakes-next-round"
    go_to(table, "action", 2, first=("jessica", "mike"))
    pass_slots(table, until="jessica")
    table.do(Help(who=jessica, does="wake", whom=who))
    assert table.states("mike") == []
    assert sanity(table) == (3, 3)
    assert len(sheet(table).frenzy_rolls) == 1
    assert table.refused(ComeRound(who=who)).code == "nothing-to-help"


@pytest.mark.rule("LP-SAN-005", "LP-FRZ-032")
def test_mental_shock_comes_after_the_restoration(table: Table) -> None:
    mike(table, sanity=1)
    collapse(table, 32)
    assert sanity(table) == (1, 3)
    assert held(table) == ()


def test_only_whoever_is_out_comes_round(table: Table) -> None:
    who = mike(table)
    assert table.refused(ComeRound(who=who)).code == "nothing-to-help"
    assert table.refused(ComeRound(who="npc-999")).code == "unknown-person"


# The brink -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-SAN-006", "LP-SAN-007")
def test_the_brink_defers_everything(table: Table) -> None:
    fight(table, pcs=("jessica",))
    who = mike(table, sanity=1)
    table.all_bands("medium")
    go_to(table, "action", 1, first=("mike", "jessica"))
    table.do(CallCheck(who=(who,), kind="FLX", purpose="dodge", difficulty=6))
    lose(table, 1)
    answer(table, "faint", "on_the_brink")
    assert (sanity(table), table.states("mike")) == ((0, 3), ["on_the_brink"])
    assert not sheet(table).fainted.now and not table.tasks("frenzy")
    assert [c.purpose for c in table.state.checks.values() if c.who == who] == ["dodge"], "no check is dropped"
    assert injuries.status(table.who("mike")) == "able"
    table.do(RollCheck(who=who, kind="FLX"), success(5))
    table.do(RollCheck(who=who, kind="WIS", difficulty=6), success(5))
    pass_slots(table, until="mike")
    table.do(Act(who=who, text="runs"))
    assert table.state.crisis.slots[who] == "acted"


@pytest.mark.rule("LP-SAN-008")
@pytest.mark.parametrize(("most", "restored", "after_32"), [(3, 2, 1), (4, 3, 1)])
def test_the_next_loss_on_the_brink(table: Table, most: int, restored: int, after_32: int) -> None:
    mike(table, sanity=1, most=most)
    lose(table, 1)
    answer(table, "faint", "on_the_brink")
    lose(table, 1)
    assert not asked(table, "faint")
    assert table.states("mike") == ["unconscious"]
    come_round(table)
    assert sanity(table) == (restored, most), "one point less than usual, the maximum is what it was"
    rolls(table, 32)
    assert sanity(table) == (after_32, most)


@pytest.mark.rule("LP-SAN-008")
def test_a_maximum_of_one_is_never_restored_to_nothing(table: Table) -> None:
    mike(table, sanity=1, most=1)
    table.do(ChangeSanity(who=(table.ids["mike"],), by=-1))
    answer(table, "faint", "on_the_brink")
    lose(table, 1)
    come_round(table)
    assert sanity(table)[0] == 1


@pytest.mark.rule("LP-SAN-009")
def test_sanity_regained_ends_the_brink(table: Table) -> None:
    mike(table, sanity=1)
    lose(table, 1)
    answer(table, "faint", "on_the_brink")
    table.do(NIGHT)
    assert (sanity(table), table.states("mike")) == ((1, 3), [])
    assert not sheet(table).frenzy_rolls and not sheet(table).fainted.now
    lose(table, 1)
    assert asked(table, "faint"), "the ordinary rules apply again"


def test_sanity_regained_takes_the_question_back(table: Table) -> None:
    who = mike(table, sanity=1)
    lose(table, 1)
    table.do(ChangeSanity(who=(who,), by=1))
    assert not asked(table, "faint") and table.states("mike") == []


def test_the_next_slot_waits_for_the_answer(table: Table) -> None:
    fight(table, pcs=("jessica",))
    who = mike(table, sanity=1)
    table.all_bands("medium")
    go_to(table, "action", 1, first=("mike", "jessica"))
    lose(table, 1)
    assert table.refused(Pass(who=who)).code == "resolve-first"


# Sleep ---------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-SAN-010")
@pytest.mark.parametrize(("now", "most", "after"), [(1, 3, 2), (3, 3, 3), (2, 3, 3)])
def test_a_night_gives_a_point(table: Table, now: int, most: int, after: int) -> None:
    mike(table, sanity=now, most=most)
    table.do(NIGHT)
    assert sanity(table) == (after, most)


@pytest.mark.rule("LP-SAN-004", "LP-SAN-006")
@pytest.mark.parametrize("gap", [NIGHT, PassTime(minutes=24 * 60)])
def test_nobody_sleeps_over_the_question_of_the_faint(table: Table, gap: PassTime) -> None:
    mike(table, sanity=1)
    lose(table, 1)
    [task] = table.tasks("question:faint")
    refused = table.refused(gap)
    assert (refused.code, refused.params["what"]) == ("comes-first", task.what)
    table.do(PassTime(minutes=30))
    assert asked(table, "faint") and sanity(table) == (0, 3), "a short while gives no point and keeps the question"
    answer(table, "faint", "unconscious")
    come_round(table)
    assert sanity(table) == (3, 3) and len(sheet(table).frenzy_rolls) == 1


@pytest.mark.rule("LP-SAN-010", "LP-SAN-003")
def test_sanity_above_the_maximum_stays(table: Table) -> None:
    who = mike(table)
    table.do(SetField(who=(who,), field="sanity_max", value=2))
    table.do(SetField(who=(who,), field="sanity", value=6))
    table.do(NIGHT)
    assert sanity(table) == (6, 2)
    lose(table, 1)
    table.do(NIGHT)
    assert sanity(table) == (5, 2)
    lose(table, 5)
    answer(table, "faint", "unconscious")
    come_round(table)
    assert sanity(table) == (2, 2)


@pytest.mark.rule("LP-SAN-011")
@pytest.mark.parametrize(("minutes", "after"), [(6 * 60, 2), (5 * 60, 1), (6 * 60 - 1, 1)])
def test_six_hours_count(table: Table, minutes: int, after: int) -> None:
    mike(table, sanity=1)
    table.do(PassTime(minutes=minutes, sleep=True))
    assert sanity(table) == (after, 3)


@pytest.mark.rule("LP-SAN-011")
def test_hours_awake_do_not(table: Table) -> None:
    mike(table, sanity=1)
    table.do(PassTime(minutes=10 * 60))
    table.do(PassTime(minutes=10 * 60, rest=True))
    assert sanity(table) == (1, 3)


@pytest.mark.rule("LP-SAN-012")
def test_a_faint_is_no_sleep(table: Table) -> None:
    mike(table, sanity=1)
    table.pc("jessica", sanity=1, sanity_max=3)
    give(table, "jessica", "unconscious")
    faint(table)
    table.do(NIGHT)
    assert sanity(table) == (0, 3)
    assert sanity(table, "jessica") == (1, 3), "nor is unconsciousness of another kind"
    come = [q.who for q in asked(table, "come_round")]
    assert come == [table.ids["mike"], table.ids["jessica"]], "but the GM is asked whether they wake"
    table.do(Answer(question=asked(table, "come_round")[0].id, value="yes"))
    assert sanity(table) == (3, 3)
    assert len(sheet(table).frenzy_rolls) == 1
    table.do(Answer(question=asked(table, "come_round")[0].id, value="no"))
    assert table.states("jessica") == ["unconscious"]


@pytest.mark.rule("LP-SAN-013")
@pytest.mark.parametrize(
    "gap",
    [PassTime(minutes=10 * 24 * 60), PassTime(minutes=10 * 24 * 60, sleep=True), PassTime(minutes=9 * 60, sleep=True)],
)
def test_a_gap_in_the_story_is_one_waking(table: Table, gap: PassTime) -> None:
    mike(table, sanity=1, most=4)
    table.do(gap)
    assert sanity(table) == (2, 4)


@pytest.mark.rule("LP-SAN-013")
@pytest.mark.parametrize(("minutes", "after"), [(24 * 60, 2), (24 * 60 - 1, 1)])
def test_a_whole_day_has_a_waking_in_it(table: Table, minutes: int, after: int) -> None:
    mike(table, sanity=1)
    table.do(PassTime(minutes=minutes))
    assert sanity(table) == (after, 3)


@pytest.mark.rule("LP-FRZ-001")
def test_insomnia(table: Table) -> None:
    who = mike(table, "insomnia", sanity=1)
    table.do(NIGHT)
    assert sanity(table) == (1, 3)
    table.do(ChangeSanity(who=(who,), by=1))
    assert sanity(table) == (2, 3), "another source is not affected"


@pytest.mark.rule("LP-FRZ-002")
def test_sleepwalking(table: Table) -> None:
    who = mike(table, "sleepwalking")
    table.do(PassTime(minutes=60))
    assert not asked(table, "sleepwalk")
    table.do(NIGHT)
    [question] = asked(table, "sleepwalk")
    assert question.who == who
    [task] = table.tasks("question:sleepwalk")
    assert task.proposal and task.command == Answer(question=question.id, value="done")
    answer(table, "sleepwalk", "done")
    assert not asked(table, "sleepwalk"), "awake, and the player's again"
    assert sheets.sheet_of(table.who("mike")).frenzies, "a frenzy state like others, for emergence too"


@pytest.mark.rule("LP-FRZ-003")
@pytest.mark.parametrize(("now", "after"), [(2, 2), (1, 2)])
def test_nightmares(table: Table, now: int, after: int) -> None:
    mike(table, "nightmares", sanity=now)
    table.do(NIGHT)
    assert sanity(table) == (after, 3)


@pytest.mark.rule("LP-FRZ-003")
def test_nightmares_do_not_touch_a_faint(table: Table) -> None:
    mike(table, "nightmares", sanity=1)
    faint(table)
    come_round(table)
    assert sanity(table) == (3, 3)


@pytest.mark.rule("LP-SAN-005", "LP-FRZ-102")
def test_only_what_is_owed_is_said(table: Table) -> None:
    """The third frenzy is not rolled, and whoever is mad for good gains none."""
    mike(table, "depression", "neuralgia", sanity=1)
    faint(table)
    lines = said(come_round(table), table)
    assert [line for line in lines if "frenz" in line] == ["pc-001: frenzy: frenzy:permanent_madness (for good)"]
    answer(table, "madness", "stays")
    lose(table, 3)
    [task] = table.tasks("question:faint")
    assert task.command is not None
    lines = [*said(table.do(task.command), table), *said(come_round(table), table)]
    assert [line for line in lines if "frenz" in line] == []
    assert sanity(table) == (3, 3) and not table.tasks("frenzy")


# What it looks like --------------------------------------------------------------------------------------------------


def test_the_card_and_the_players_know(table: Table) -> None:
    mike(table, sanity=1)
    faint(table)
    for audience in ("gm", "players"):
        [card] = RULESET.view(table.state, audience).cards.values()
        texts = [str(getattr(s.text, "id", s.text)) for line in card.lines for s in line]
        assert "a frenzy follows" in texts
    come_round(table)
    done = table.do(RollFrenzy(who=table.ids["mike"]), (29,))
    assert [e for e in done.entry.events if isinstance(e, FrenzyRolled)] == [
        FrenzyRolled(who=table.ids["mike"], number=29, sides=36, frenzy="panic", kept=True)
    ]
    assert said(done, table)[0] == "pc-001 frenzy table D36 [29] frenzy:panic"


def test_outside_rounds_the_gm_is_offered_the_awakening(table: Table) -> None:
    who = mike(table, sanity=1)
    faint(table)
    [task] = table.tasks("come_round")
    assert (task.who, task.command, task.blocking) == (who, ComeRound(who=who), False)
    table.do(ComeRound(who=who))
    assert table.tasks("come_round") == []
    table.npc("cowboy")
    table.all_bands("medium")
    table.do(Start())
    give(table, "mike", "unconscious")
    assert table.tasks("come_round") == [], "in a crisis somebody wakes them"


@pytest.mark.rule("LP-SAN-011", "LP-TRT-101c")
def test_too_short_a_sleep_is_said_to_bring_nothing(table: Table) -> None:
    """A bare 8 is eight minutes: the log says at once that nobody woke from sleep."""
    table.pc("mike", sanity=2, sanity_max=3)

    def told(command: PassTime) -> str:
        return " ".join(said(table.do(command), table))

    assert "no sleep that gives sanity back to pc-001" in told(PassTime(minutes=8, sleep=True))
    assert "no sleep" in told(PassTime(minutes=5 * 60 + 59, sleep=True))
    assert table.who("mike").sanity == 2
    assert "no sleep" not in told(PassTime(minutes=6 * 60, sleep=True))
    assert "no sleep" not in told(PassTime(minutes=8))
    assert table.who("mike").sanity == 3


@pytest.mark.parametrize(
    ("lang", "line", "minutes"),
    [
        ("en", "time 8 hours sleep", 480),
        ("zh", "时间 8 小时 睡眠", 480),
        ("en", "time 1 hour", 60),
        ("zh", "时间 2 天", 2880),
        ("en", "time 90", 90),
        ("zh", "时间 90 分钟", 90),
    ],
)
def test_time_has_units(lang: str, line: str, minutes: int) -> None:
    driver = begin("cowboy", lang=lang).driver
    request = driver.parse(line)
    assert isinstance(request, Request)
    assert request.command == PassTime(minutes=minutes, sleep=line.endswith(("sleep", "睡眠")))
    again = driver.parse(driver.line(request.command))
    assert isinstance(again, Request) and again.command == request.command


@pytest.mark.rule("LP-INJ-049")
def test_whether_somebody_wakes_is_asked_before_anything_new_begins(table: Table) -> None:
    who = table.pc("mike")
    assert proposed(RULESET.agenda(table.state), "next", calm=True) == Start(preset="fight")
    give(table, "mike", "unconscious")
    assert proposed(RULESET.agenda(table.state), "next", calm=True) == ComeRound(who=who)
    table.do(ComeRound(who=who))
    assert proposed(RULESET.agenda(table.state), "next", calm=True) == Start(preset="fight")
