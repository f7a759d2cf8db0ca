"""The special event of a critical: what is asked, how it is answered, and when it is asked no more (LP-CHK-031)."""

from __future__ import annotations

import pytest

from gmconsole.core.messages import english
from gmconsole.core.model import Command, Question, Rejected
from gmconsole.core.questions import Answered
from gmconsole.core.rounds import Phase
from gmconsole.language.driver import proposed
from gmconsole.rulesets.lawn import RULESET, questions
from gmconsole.rulesets.lawn.checks import RollCheck, SettleCheck
from gmconsole.rulesets.lawn.crisis import End, Start
from gmconsole.rulesets.lawn.session_end import EndSession
from gmconsole.rulesets.lawn.sessions import StartSession

from .conftest import Table

GREAT, BAD, PLAIN = [1, 2, 3, 6, 6], [4, 4, 4, 1, 2], [4, 5, 6, 1, 1]


def roll(
    table: Table, name: str, faces: list[int], kind: str = "WIS", purpose: str = "", *, hold: bool = False
) -> None:
    table.do(RollCheck(who=table.ids[name], kind=kind, purpose=purpose, difficulty=6, hold=hold), faces)


def asked(table: Table) -> list[Question]:
    return [q for q in table.state.questions.values() if q.kind == "critical"]


def agenda(table: Table, verb: str) -> Command:
    found = proposed(RULESET.agenda(table.state), verb, calm=table.state.mode == "calm")
    assert not isinstance(found, Rejected)
    return found


def fight(table: Table) -> None:
    table.all_bands("near")
    table.do(Start(preset="custom", phases=("neutral", "action")))


@pytest.mark.rule("LP-CHK-031")
def test_the_question_names_the_check(table: Table) -> None:
    table.pc("mike")
    fight(table)
    roll(table, "mike", GREAT, "DSC", "listen")
    roll(table, "mike", BAD, "INF", "persuade")
    said = [english(questions.wording(q)) for q in asked(table)]
    assert len(set(said)) == 2 and "listen" in said[0] and "persuade" in said[1]


@pytest.mark.rule("LP-CHK-031")
@pytest.mark.parametrize(("verb", "value"), [("accept", "done"), ("refuse", ""), ("skip", "")])
def test_it_is_answered_by_a_word(table: Table, verb: str, value: str) -> None:
    table.pc("mike")
    roll(table, "mike", GREAT)
    done = table.do(agenda(table, verb))
    assert [e.value for e in done.entry.events if isinstance(e, Answered)] == [value]
    assert asked(table) == []


@pytest.mark.rule("LP-CHK-031")
def test_a_round_that_is_over_asks_no_more(table: Table) -> None:
    table.pc("mike")
    fight(table)
    roll(table, "mike", GREAT)
    roll(table, "mike", PLAIN)
    assert len(asked(table)) == 1, "in a crisis it stays for the round"
    table.do(Phase(to="neutral", force=True))
    assert table.state.round == 2 and asked(table) == []


@pytest.mark.rule("LP-CHK-031")
def test_the_end_of_the_crisis_asks_no_more_but_of_what_it_closes(table: Table) -> None:
    table.pc("mike")
    table.pc("jessica")
    fight(table)
    roll(table, "mike", GREAT)
    roll(table, "jessica", BAD, hold=True)
    table.do(End())
    assert [q.who for q in asked(table)] == [table.ids["jessica"]], "nobody had seen that one yet"


@pytest.mark.rule("LP-CHK-031")
def test_in_calm_the_next_check_of_the_same_person_asks_no_more(table: Table) -> None:
    table.pc("mike")
    table.pc("jessica")
    roll(table, "mike", GREAT)
    roll(table, "jessica", PLAIN)
    assert [q.who for q in asked(table)] == [table.ids["mike"]]
    roll(table, "mike", PLAIN, hold=True)
    assert len(asked(table)) == 1, "until it has come to its end"
    table.do(SettleCheck(who=table.ids["mike"]))
    assert asked(table) == []
    roll(table, "mike", GREAT)
    roll(table, "mike", BAD)
    assert [q.ref for q in asked(table)] == ["critical_failure"]


@pytest.mark.rule("LP-CHK-031")
def test_the_end_of_a_session_asks_no_more(table: Table) -> None:
    table.pc("mike")
    table.do(StartSession())
    roll(table, "mike", GREAT)
    table.do(EndSession())
    assert asked(table) == []
