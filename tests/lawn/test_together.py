"""Treatment of frenzy states, and staying together for so many days (LP-SAN-014 to -017)."""

from __future__ import annotations

import pytest

from gmconsole.core.commands import SetField, SetOption
from gmconsole.core.questions import Answer
from gmconsole.rulesets.lawn.checks import RollCheck
from gmconsole.rulesets.lawn.crisis import Start
from gmconsole.rulesets.lawn.frenzy import ChangeFrenzy
from gmconsole.rulesets.lawn.neutral import PassTime
from gmconsole.rulesets.lawn.skills import ChangeAbilities
from gmconsole.rulesets.lawn.together import Counsel, PartWays, StayTogether, TogetherSet

from .conftest import Table
from .rounds import answer, asked, failure, give, success
from .spirits import collapse, held, mad, mike, owed, said

DAY = 24 * 60


def days(table: Table, count: int) -> None:
    """So many days pass."""
    table.do(PassTime(minutes=count * DAY))


def psychologist(table: Table, name: str = "jessica", kind: str = "pc", side: str = "") -> str:
    """Somebody who has the skill."""
    who = table.add(name, kind, side=side)
    table.do(ChangeAbilities(who=who, add=("psychology",)))
    return who


def counselled(table: Table, *, passes: bool = True) -> tuple[str, str]:
    """Mike with Insomnia and Acrophobia, and Jessica, whose check has come out like that."""
    who, friend = mike(table, "insomnia", "acrophobia"), psychologist(table)
    table.do(Counsel(who=(who,), by=friend))
    table.do(RollCheck(who=friend, kind="WIS"), success(5) if passes else failure(5))
    return who, friend


# An institution ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-SAN-014")
def test_a_week_in_an_institution(table: Table) -> None:
    who = mike(table, "insomnia", "acrophobia")
    table.do(Counsel(who=(who,)))
    days(table, 6)
    assert not asked(table, "therapy") and held(table) == ("insomnia", "acrophobia")
    days(table, 1)
    [question] = asked(table, "therapy")
    assert (question.who, question.choices) == (who, ("insomnia", "acrophobia", "refuse"))
    answer(table, "therapy", "acrophobia")
    assert held(table) == ("insomnia",)


@pytest.mark.rule("LP-SAN-014")
def test_two_weeks_are_two_treatments(table: Table) -> None:
    mike(table, "insomnia", "acrophobia")
    table.do(Counsel(who=(table.ids["mike"],)))
    days(table, 14)
    assert len(asked(table, "therapy")) == 2
    answer(table, "therapy", "insomnia")
    assert [q.choices for q in asked(table, "therapy")] == [("acrophobia", "refuse")]
    answer(table, "therapy", "acrophobia")
    assert held(table) == () and not asked(table, "therapy")


@pytest.mark.rule("LP-SAN-014")
def test_what_is_gone_by_other_ways_is_no_choice_any_more(table: Table) -> None:
    who = mike(table, "insomnia", "acrophobia")
    table.do(Counsel(who=(who,)))
    days(table, 14)
    table.do(ChangeFrenzy(who=who, frenzy="insomnia", gone=True))
    assert [q.choices for q in asked(table, "therapy")] == [("acrophobia", "refuse")], "the other week is lost"
    table.do(ChangeFrenzy(who=who, frenzy="acrophobia", gone=True))
    assert not asked(table, "therapy")


@pytest.mark.rule("LP-SAN-014")
def test_it_goes_on_week_by_week_and_may_be_refused(table: Table) -> None:
    who = mike(table, "insomnia", "acrophobia")
    other = table.pc("jessica")
    mad(table, "jessica", "panic")
    table.do(Counsel(who=(who, other)))
    days(table, 7)
    answer(table, "therapy", "refuse")
    assert held(table) == ("insomnia", "acrophobia")
    answer(table, "therapy", "panic")
    assert held(table, "jessica") == (), "an institution has room for several"
    days(table, 7)
    answer(table, "therapy", "insomnia")
    assert held(table) == ("acrophobia",)


@pytest.mark.rule("LP-SAN-017")
def test_what_is_permanent_is_not_in_the_list(table: Table) -> None:
    who = mike(table, "insomnia", sanity=1)
    mad(table, "mike", "nyctophobia", permanent=True)
    collapse(table)
    assert held(table) == ("insomnia", "nyctophobia", "permanent_madness")
    table.do(Counsel(who=(who,)))
    days(table, 7)
    assert asked(table, "therapy")[0].choices == ("insomnia", "refuse")
    answer(table, "therapy", "insomnia")
    table.do(PartWays(who=who, over=True))
    assert table.refused(Counsel(who=(who,))).code == "nothing-to-treat"


# A friend ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-SAN-015")
def test_a_friendly_psychologist(table: Table) -> None:
    who, friend = counselled(table)
    [(found)] = table.state.together.values()
    assert (found.who, found.by, found.days) == (who, friend, 7)
    days(table, 6)
    assert not asked(table, "therapy")
    days(table, 1)
    answer(table, "therapy", "insomnia")
    assert held(table) == ("acrophobia",)
    assert not table.state.together, "another week takes another check"


@pytest.mark.rule("LP-SAN-015")
def test_the_check_is_wisdom_at_d6_unless_said(table: Table) -> None:
    who, friend = mike(table, "panic"), psychologist(table)
    table.do(Counsel(who=(who,), by=friend))
    [made] = owed(table, "jessica", serves="therapy")
    assert (made.type, made.difficulty) == ("WIS", 6)
    assert table.refused(Counsel(who=(who,), by=friend)).code == "heals-one-at-a-time"
    table.session.undo()
    table.do(Counsel(who=(who,), by=friend, difficulty=9), success(5))
    assert table.state.together


@pytest.mark.rule("LP-SAN-015")
def test_a_failed_check_begins_nothing(table: Table) -> None:
    who, friend = counselled(table, passes=False)
    days(table, 7)
    assert not table.state.together and not asked(table, "therapy")
    table.do(Counsel(who=(who,), by=friend, difficulty=6), success(5))
    assert table.state.together, "the GM says when it is tried again"


@pytest.mark.rule("LP-SAN-015")
def test_with_the_check_off_the_days_are_enough(table: Table) -> None:
    who, friend = mike(table, "insomnia", "acrophobia"), psychologist(table)
    table.do(SetOption(option="psychology_check", value=False))
    done = table.do(Counsel(who=(who,), by=friend))
    assert not done.entry.dice and not table.state.checks
    days(table, 7)
    answer(table, "therapy", "acrophobia")
    assert held(table) == ("insomnia",)
    days(table, 7)
    assert len(asked(table, "therapy")) == 1, "each week helps one state"


@pytest.mark.rule("LP-SAN-015")
def test_one_patient_at_a_time(table: Table) -> None:
    who, friend = counselled(table)
    third = table.pc("sam")
    mad(table, "sam", "panic")
    assert table.refused(Counsel(who=(third,), by=friend)).code == "heals-one-at-a-time"
    assert table.refused(Counsel(who=(who,))).code == "treated-already", "one method at a time"
    days(table, 7)
    assert [q.who for q in asked(table, "therapy")] == [who]
    assert table.refused(Counsel(who=(who, third), by=friend)).code == "heals-one-at-a-time"


@pytest.mark.rule("LP-SAN-015")
@pytest.mark.parametrize(("side", "fine"), [("hostile", False), ("neutral", False), ("friendly", True)])
def test_it_takes_a_friend(table: Table, side: str, fine: bool) -> None:
    who, friend = mike(table, "panic"), psychologist(table, "doctor", "npc", side)
    command = Counsel(who=(who,), by=friend)
    if fine:
        table.do(command)
    else:
        assert table.refused(command).code == "no-psychologist"


@pytest.mark.rule("LP-SAN-015")
def test_it_takes_the_skill_and_somebody_else(table: Table) -> None:
    who, other = mike(table, "panic"), table.pc("jessica")
    assert table.refused(Counsel(who=(who,), by=other)).code == "no-psychologist"
    table.do(ChangeAbilities(who=who, add=("psychology",)))
    assert table.refused(Counsel(who=(who,), by=who)).code == "no-psychologist"
    assert table.refused(Counsel(who=(other,))).code == "nothing-to-treat"
    assert table.refused(Counsel(who=(who, who))).code == "named-twice"
    table.npc("cowboy")
    table.all_bands("medium")
    table.do(Start())
    assert table.refused(Counsel(who=(who,))).code == "only-outside-rounds"


# Together ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-SAN-016")
def test_it_completes_by_itself(table: Table) -> None:
    counselled(table)
    for _ in range(6):
        days(table, 1)
        assert table.state.together and not asked(table, "therapy")
    days(table, 1)
    assert asked(table, "therapy") and not table.state.together


@pytest.mark.rule("LP-SAN-016")
@pytest.mark.parametrize(
    ("value", "left"), [("resume", 4), ("restart", 7), ("over", 0)], ids=["goes on", "starts over", "is given up"]
)
def test_who_parts_stops_the_days_and_the_gm_is_asked(table: Table, value: str, left: int) -> None:
    who, friend = counselled(table)
    days(table, 3)
    table.do(PartWays(who=friend))
    [question] = asked(table, "parted")
    assert (question.who, question.other, question.value) == (who, friend, "resume")
    table.do(PassTime(minutes=60))
    assert next(iter(table.state.together.values())).minutes == 3 * DAY, "the counter stands"
    answer(table, "parted", value)
    if not left:
        assert not table.state.together
        return
    days(table, left - 1)
    assert not asked(table, "therapy")
    days(table, 1)
    assert asked(table, "therapy")


@pytest.mark.rule("LP-SAN-016")
def test_after_a_day_apart_it_starts_over(table: Table) -> None:
    who, _ = counselled(table)
    days(table, 3)
    table.do(PartWays(who=who))
    days(table, 1)
    assert [q.value for q in asked(table, "parted")] == ["restart"]


@pytest.mark.rule("LP-SAN-016")
def test_hours_apart_add_up(table: Table) -> None:
    who, _ = counselled(table)
    days(table, 3)
    table.do(PartWays(who=who))
    for value in ("resume", "restart"):
        table.do(PassTime(minutes=DAY // 2))
        assert [q.value for q in asked(table, "parted")] == [value]


@pytest.mark.rule("LP-SAN-015")
def test_a_friend_who_stays_with_somebody_else_for_something_else_is_free(table: Table) -> None:
    who, friend = mike(table, "panic"), psychologist(table)
    dog = table.npc("dog")
    table.do(StayTogether(who=dog, by=friend, what="training"))
    table.do(Counsel(who=(who,), by=friend, difficulty=6), success(5))
    assert sorted(t.what for t in table.state.together.values()) == ["therapy", "training"]


@pytest.mark.rule("LP-SAN-016")
def test_somebody_who_is_not_there_has_parted(table: Table) -> None:
    _, friend = counselled(table)
    table.do(SetField(who=(friend,), field="presence", value="left"))
    days(table, 7)
    assert not asked(table, "therapy") and len(asked(table, "parted")) == 1
    give(table, "mike", "dead")
    assert not table.state.together and not asked(table, "parted")


@pytest.mark.rule("LP-SAN-016")
def test_other_things_complete_in_the_same_way(table: Table) -> None:
    who = table.pc("mike")
    dog = table.npc("dog")
    table.do(StayTogether(who=who, by=dog, what="training the dog"))
    days(table, 6)
    assert table.state.together
    done = table.do(PassTime(minutes=DAY))
    assert [e.done for e in done.entry.events if isinstance(e, TogetherSet)] == [True]
    assert said(done, table)[1:] == ["pc-001, training the dog: the time is over"]
    assert not table.state.together


def test_what_nobody_can_stay_together_for(table: Table) -> None:
    who, dog = table.pc("mike"), table.npc("dog")
    assert table.refused(StayTogether(who=who, by=who, what="training")).code == "named-twice"
    assert table.refused(StayTogether(who=who, by=dog, what=" ")).code == "empty-name"
    assert table.refused(StayTogether(who=who, by=dog, what="training", days=0)).code == "out-of-bounds"
    assert table.refused(PartWays(who=who)).code == "not-together"
    table.do(StayTogether(who=who, by=dog, what="training", days=3))
    assert table.refused(StayTogether(who=who, by=dog, what="training")).code == "no-change"
    table.do(PartWays(who=dog))
    table.do(Answer(question=asked(table, "parted")[0].id, value=""))
    table.do(PartWays(who=who, over=True))
    assert not table.state.together
