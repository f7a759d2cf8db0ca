"""The hour of the untended, its end, and who takes the place of the dead (CA-CRT-008, -015)."""

from __future__ import annotations

import pytest

from gmconsole.core.codec import Codec, plain
from gmconsole.core.commands import SetField
from gmconsole.core.questions import Answer
from gmconsole.core.session import Accepted
from gmconsole.language.driver import Driver
from gmconsole.rulesets.cairn import RULESET, death, turns, vitals
from gmconsole.rulesets.cairn.aid import Aid
from gmconsole.rulesets.cairn.attacks import Strike
from gmconsole.rulesets.cairn.death import Hour, TakeOver
from gmconsole.rulesets.cairn.harm import Harm
from gmconsole.rulesets.cairn.recovery import PassTime, Rest
from gmconsole.text import Words

from .conftest import Table
from .harming import bare, blow, hold, turn, wait


def critical(table: Table, *, rounds: int = 1) -> str:
    """Tam is critical from that round on, Oda still stands, and the round is not over yet."""
    tam = table.pc("Tam", hp=3, STR=9)
    table.pc("Oda", hp=4)
    table.foe("Vesk", hp=6, STR=12, dice=(8,))
    table.start()
    while table.state.round < rounds:
        hold(table)
        table.next()
    blow(table, "Vesk", "Tam", 7)
    table.save("Tam", 7)
    return tam


def at(table: Table, clock: int) -> str:
    """What holds of Tam once the clock of the game world has come to that second."""
    seconds = clock - table.state.clock
    after = bare(table.state, lambda tx: turns.pass_seconds(tx, seconds))
    return after.entities[table.ids["Tam"]].condition


@pytest.mark.rule("CA-CRT-008")
def test_the_hour_runs_from_the_end_of_the_round(table: Table) -> None:
    critical(table, rounds=2)
    assert (table.state.clock, table.who("Tam").death_at) == (10, 3620)
    table.next()
    assert table.state.clock == 20
    assert (at(table, 3610), at(table, 3619), at(table, 3620)) == ("critical", "critical", "dead")


@pytest.mark.rule("CA-CRT-008")
def test_it_runs_out_in_a_fight(table: Table) -> None:
    """360 rounds later, at the end of a round and not before."""
    tam = critical(table)
    table.next()
    table.do(Hour(who=tam, minutes=0))
    assert table.who("Tam").condition == "critical"
    assert death.clocks(table.state) == ((tam, 10),)
    hold(table)
    table.next()
    assert table.who("Tam").condition == "critical"
    hold(table)
    table.next()
    assert (table.who("Tam").condition, table.who("Tam").died) == ("dead", 2)


@pytest.mark.rule("CA-CRT-008")
def test_resume_keeps_the_time_left(table: Table) -> None:
    tam = critical(table)
    table.do(turns.End())
    assert death.clocks(table.state) == ((tam, 3600),)
    after = bare(table.state, lambda tx: turns.pass_seconds(tx, 10))
    assert death.clocks(after) == ((tam, 3590),)
    resumed = Codec(RULESET).state(plain(after))
    assert death.clocks(resumed) == ((tam, 3590),)


@pytest.mark.rule("CA-CRT-008")
def test_no_time_that_would_kill_passes_unseen(table: Table) -> None:
    tam = critical(table)
    table.do(turns.End())
    left = table.who("Tam").death_at - table.state.clock
    for command in (
        PassTime(amount=2, unit="hours"),
        PassTime(amount=left, unit="seconds"),
        Rest(kind="night"),
        Rest(kind="week", days=1),
    ):
        found = table.refused(command, "would-die")
        words = Words("en", RULESET, lambda who: table.state.entities[who].name)
        assert words.refusal(found).startswith(f"Some die before that without aid: Tam in {left // 60} min")
    table.do(Rest(kind="brief"))
    table.answer("quiet")
    table.do(PassTime(amount=left - 601, unit="seconds"))
    assert table.who("Tam").condition == "critical"
    table.do(PassTime(amount=1, unit="minutes", anyway=True))
    assert table.who("Tam").condition == "dead" and tam


@pytest.mark.rule("CA-CRT-008", "CA-REC-002")
def test_a_rest_may_kill_only_by_the_wardens_word(table: Table) -> None:
    tam = critical(table)
    table.do(turns.End())
    table.do(Rest(kind="brief"))
    table.do(Hour(who=tam, minutes=5))
    (question,) = table.state.questions.values()
    table.refused(Answer(question=question.id, value="quiet"), "would-die-resting")
    table.answer("disturbed")
    table.do(Rest(kind="brief", anyway=True))
    table.answer("quiet")
    assert table.who("Tam").condition == "dead"
    table.do(PassTime(amount=1, unit="days"))


@pytest.mark.rule("CA-CRT-008")
@pytest.mark.parametrize(("lang", "line"), [("en", "time 2 hours anyway"), ("zh", "时间 2 小时 仍要")])
def test_the_word_in_both_languages(table: Table, lang: str, line: str) -> None:
    critical(table)
    table.do(turns.End())
    driver = Driver(table.session, lang)
    for command in (PassTime(amount=2, unit="hours", anyway=True), Rest(kind="night", anyway=True)):
        assert getattr(driver.parse(driver.line(command)), "command", None) == command
    assert isinstance(driver.run(line), Accepted)
    assert table.who("Tam").condition == "dead"


@pytest.mark.rule("CA-CRT-008")
def test_the_warden_may_shorten_it(table: Table) -> None:
    tam = critical(table)
    table.do(turns.End())
    table.do(Hour(who=tam, minutes=20))
    assert death.clocks(table.state) == ((tam, 1200),)
    wait(table, 19)
    assert table.who("Tam").condition == "critical"
    wait(table, 1)
    assert (table.who("Tam").condition, death.clocks(table.state)) == ("dead", ())
    table.refused(Hour(who=tam, minutes=5), "not-bleeding")
    table.refused(Hour(who=table.ids["Oda"], minutes=5), "not-bleeding")


@pytest.mark.rule("CA-CRT-008")
def test_no_time_left_is_death_now(table: Table) -> None:
    tam = critical(table)
    table.do(turns.End())
    table.refused(Hour(who=tam, minutes=-1), "out-of-bounds")
    table.refused(Hour(who="pc-009"), "unknown-person")
    table.do(Hour(who=tam, minutes=0))
    assert table.who("Tam").condition == "dead"


@pytest.mark.rule("CA-CRT-008")
def test_another_blow_does_not_lengthen_the_hour(table: Table) -> None:
    tam = critical(table)
    first = table.who("Tam").death_at
    blow(table, "Vesk", "Tam", 1)
    assert table.score("Tam") == (4, 9)
    table.save("Tam", 20)
    assert (table.who("Tam").condition, table.who("Tam").death_at) == ("critical", first)
    assert death.clocks(table.state) == ((tam, first - table.state.clock),)


@pytest.mark.rule("CA-CRT-008")
def test_more_time_by_the_wardens_word_is_the_hour_again_after_another_failure(table: Table) -> None:
    tam = critical(table)
    table.do(Hour(who=tam, minutes=120))
    blow(table, "Vesk", "Tam", 1)
    now = table.state.clock
    table.save("Tam", 20)
    assert table.who("Tam").death_at == now + 10 + 3600


@pytest.mark.rule("CA-CRT-008")
def test_a_correction_by_hand_stops_or_lets_the_clock_be(table: Table) -> None:
    """The clock counts only for those who still bleed."""
    tam = critical(table)
    table.do(turns.End())
    table.do(SetField(who=(tam,), field="condition", value="stable"))
    assert death.clocks(table.state) == ()
    wait(table, 90)
    assert table.who("Tam").condition == "stable"


@pytest.mark.rule("CA-CRT-008", "CA-SCR-011")
def test_the_first_to_die_is_listed_first(table: Table) -> None:
    tam = critical(table)
    vesk = table.ids["Vesk"]
    table.do(turns.End())
    table.do(SetField(who=(vesk,), field="condition", value="dying"))
    assert death.clocks(table.state) == ((tam, 3600),)
    table.do(Hour(who=vesk, minutes=5))
    assert death.clocks(table.state) == ((vesk, 300), (tam, 3600))
    table.do(Aid(who=table.ids["Oda"], whom=vesk))
    assert death.clocks(table.state) == ((tam, 3600),)


@pytest.mark.rule("CA-SCR-011", "CA-CRT-008")
def test_two_wounds_keep_the_earlier_clock(table: Table) -> None:
    """A Mortal Wound and then critical damage: one clock, one act of aid."""
    tam, oda = table.pc("Tam", hp=11, STR=9), table.pc("Oda", hp=4)
    table.foe("Vesk", hp=6, dice=(12,))
    table.start()
    blow(table, "Vesk", "Tam", 11)
    first = table.who("Tam").death_at
    assert first == 3610
    blow(table, "Vesk", "Tam", 2)
    table.save("Tam", 20)
    assert (table.who("Tam").condition, table.who("Tam").death_at) == ("critical", first)
    turn(table, "pcs")
    table.do(Aid(who=oda, whom=tam))
    assert (table.who("Tam").condition, table.who("Tam").death_at) == ("stable", -1)
    assert all(s.treated for s in table.who("Tam").scars.values())


@pytest.mark.rule("CA-CRT-015")
def test_a_hireling_is_taken_over(table: Table) -> None:
    bryn = table.pc("Bryn", hp=1, STR=4)
    table.pc("Oda", hp=4)
    guide = table.add("Guide", "hireling", hp=4, dice=(6,))
    vesk = table.foe("Vesk", hp=20, dice=(8,))
    table.start()
    turn(table, "opponents")
    hold(table)
    table.next()
    table.refused(TakeOver(who=guide, instead=bryn), "still-alive")
    blow(table, "Vesk", "Bryn", 6)
    assert (table.who("Bryn").condition, table.who("Bryn").died, table.state.round) == ("dead", 2, 2)
    table.do(TakeOver(who=guide, instead=bryn))
    assert (table.who("Guide").kind, table.who("Guide").side, table.hp("Guide")) == ("pc", "pcs", (4, 4))
    assert table.ids["Bryn"] in table.state.entities
    table.next()
    assert table.state.round == 3
    assert not table.state.calls
    table.do(Strike(who=guide, targets=(vesk,)))
    table.refused(TakeOver(who=guide), "not-a-hireling")


@pytest.mark.rule("CA-CRT-015")
def test_who_waited_outside_joins_at_once_and_acts_next_turn(table: Table) -> None:
    """Taken over in the PCs' turn of round 1: no first-round save, and the next turn is the first of theirs."""
    bryn = table.pc("Bryn", hp=4, STR=4)
    table.pc("Oda", hp=4)
    guide = table.add("Guide", "hireling", hp=4, outside=True)
    table.foe("Vesk")
    table.start()
    table.do(Harm(who=(bryn,), amount=9))
    table.do(TakeOver(who=guide, instead=bryn))
    assert table.who("Guide").presence == "in"
    assert table.state.bands[guide][table.ids["Vesk"]] == "near"
    assert [c.id for c in turns.undeclared(table.state)] == [table.ids["Oda"]]
    assert not table.state.calls
    turn(table, "opponents")
    hold(table)
    table.next()
    assert guide in [c.id for c in turns.undeclared(table.state)]


@pytest.mark.rule("CA-CRT-015")
def test_a_hireling_who_ran_comes_back_for_it(table: Table) -> None:
    table.pc("Oda", hp=4)
    guide = table.add("Guide", "hireling", hp=4)
    table.foe("Vesk")
    table.session.replace_state(bare(table.state, lambda tx: vitals.set_away(tx, guide, "fled")))
    table.do(TakeOver(who=guide))
    assert (table.who("Guide").presence, table.who("Guide").away) == ("in", "")


@pytest.mark.rule("CA-CRT-015")
def test_only_living_hirelings(table: Table) -> None:
    bryn = table.pc("Bryn")
    guide = table.add("Guide", "hireling", STR=9)
    table.refused(TakeOver(who=bryn), "not-a-hireling")
    table.refused(TakeOver(who="pc-009"), "unknown-person")
    table.refused(TakeOver(who=guide, instead="pc-009"), "unknown-person")
    table.do(Harm(who=(guide,), amount=9))
    table.refused(TakeOver(who=guide), "dead-already")


def test_lines_in_both_languages(table: Table) -> None:
    tam = critical(table)
    guide = table.add("Guide", "hireling")
    commands = (Hour(who=tam, minutes=20), Hour(who=tam), TakeOver(who=guide), TakeOver(who=guide, instead=tam))
    for lang in ("en", "zh"):
        driver = Driver(table.session, lang)
        for command in commands:
            request = driver.parse(driver.line(command))
            assert getattr(request, "command", request) == command
    Driver(table.session, "zh").run("时限 Tam 20")
    assert table.who("Tam").death_at == table.state.clock + 10 + 1200


@pytest.mark.rule("CA-CRT-008")
def test_the_log_says_what_was_left_then(table: Table) -> None:
    """A line of the log is worded anew whenever a save is opened: it must not look at the clock of that day."""
    critical(table)
    (entry,) = (e for e in table.session.history.entries if any(isinstance(x, vitals.ConditionSet) for x in e.events))
    minutes = Hour(who=table.ids["Tam"], minutes=50)
    told = [table.do(minutes).entry, entry]
    then = [RULESET.tell(table.state, e.events, "gm") for e in told]
    assert Words("en", RULESET, {table.ids["Tam"]: "Tam"}.get).say(then[0][0]) == "Tam dies without aid in 50 min 10 s"
    table.do(turns.End())
    wait(table, 7)
    assert [RULESET.tell(table.state, e.events, "gm") for e in told] == then
