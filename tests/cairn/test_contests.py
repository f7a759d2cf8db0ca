"""Saves for two: against each other and together (CA-SAV-004, -005)."""

from __future__ import annotations

import pytest

from gmconsole.core.codec import Codec, plain
from gmconsole.core.commands import SetField
from gmconsole.core.model import Command, Msg, Who
from gmconsole.core.questions import Answer
from gmconsole.core.session import Accepted
from gmconsole.language.driver import Driver
from gmconsole.rulesets.cairn import RULESET, contests
from gmconsole.rulesets.cairn.contests import Decided, Joint, Oppose
from gmconsole.rulesets.cairn.saves import Safe, Save

from .conftest import Table
from .test_rounds import weaken


def proposed(table: Table) -> str:
    """The name of the one whom the console holds to be in greater danger."""
    (task,) = table.tasks("question")
    assert isinstance(task.command, Answer) and task.blocking and task.proposal
    return table.state.entities[task.command.value].name


def decided(table: Table, name: str, face: int) -> Decided:
    """The outcome of the one d20 that somebody rolls."""
    (call,) = table.state.calls.values()
    assert call.who == table.ids[name]
    done = table.do(Save(who=call.who), face)
    assert [(r.sides, r.faces) for r in done.entry.dice] == [(20, (face,))]
    (event,) = [e for e in done.entry.events if isinstance(e, Decided)]
    return event


@pytest.mark.rule("CA-SAV-004")
def test_the_pc_in_danger_rolls_and_fails(table: Table) -> None:
    pc, brute = table.pc("Bryn", STR=10), table.foe("Brute", STR=15)
    done = table.do(Oppose(a=pc, b=brute, attribute="STR"))
    assert done.entry.dice == ()
    assert proposed(table) == "Bryn", "the lower score is proposed"
    table.answer(pc)
    assert decided(table, "Bryn", 17) == Decided(kind="opposed", who=brute, other=pc, passed=False)
    assert not table.state.calls and not table.state.questions
    assert table.session.history.entries[-1].dice[0].faces == (17,)


@pytest.mark.rule("CA-SAV-004")
def test_the_brute_in_danger_rolls_and_succeeds(table: Table) -> None:
    pc, brute = table.pc("Bryn", STR=10), table.foe("Brute", STR=15)
    table.do(Oppose(a=pc, b=brute, attribute="STR"))
    table.answer(brute)
    table.refused(Save(who=pc), "owes-no-save")
    assert decided(table, "Brute", 15) == Decided(kind="opposed", who=brute, other=pc, passed=True)


@pytest.mark.rule("CA-SAV-004", "CA-SAV-005")
@pytest.mark.parametrize("command", [Oppose, Joint])
def test_on_equal_scores_the_first_pc_listed_is_proposed(table: Table, command: type[Oppose]) -> None:
    table.foe("Brute")
    table.pc("Oda")
    table.pc("Bryn")
    table.do(command(a=table.ids["Brute"], b=table.ids["Bryn"], attribute="STR"))
    assert proposed(table) == "Bryn"
    table.session.undo()
    table.do(command(a=table.ids["Bryn"], b=table.ids["Oda"], attribute="STR"))
    assert proposed(table) == "Oda"
    table.session.undo()
    table.foe("Other")
    table.do(command(a=table.ids["Other"], b=table.ids["Brute"], attribute="STR"))
    assert proposed(table) == "Other", "no PC among them: the first named"


@pytest.mark.rule("CA-SAV-005")
def test_two_cross_a_beam(table: Table) -> None:
    a, b = table.pc("A", DEX=14), table.pc("B", DEX=8)
    table.do(Joint(a=a, b=b, attribute="DEX"))
    assert proposed(table) == "B"
    table.answer(b)
    assert decided(table, "B", 9) == Decided(kind="joint", who=b, other=a, passed=False)
    assert not table.state.calls


@pytest.mark.rule("CA-SAV-005")
def test_the_warden_may_choose_the_other(table: Table) -> None:
    a, b = table.pc("A", DEX=14), table.pc("B", DEX=8)
    table.do(Joint(a=a, b=b, attribute="DEX"))
    table.answer(a)
    assert decided(table, "A", 9) == Decided(kind="joint", who=a, other=b, passed=True)


@pytest.mark.rule("CA-SAV-005")
def test_current_scores_are_compared(table: Table) -> None:
    a, b = table.pc("A", STR=9), table.pc("B", STR=15)
    table.do(SetField(who=(b,), field="STR", value=6))
    assert table.score("B") == (6, 15)
    table.do(Joint(a=a, b=b, attribute="STR"))
    assert proposed(table) == "B"


@pytest.mark.rule("CA-SAV-004", "CA-SAV-005", "CA-SAV-006")
def test_two_without_risk_need_no_die(table: Table) -> None:
    a, b = table.pc("A", DEX=14), table.pc("B", DEX=8)
    table.do(Joint(a=a, b=b, attribute="DEX"))
    table.answer(b)
    done = table.do(Safe(who=b))
    assert done.entry.dice == () and Decided(kind="joint", who=b, other=a, passed=True) in done.entry.events


@pytest.mark.rule("CA-SAV-004", "CA-SAV-005")
def test_what_is_refused(table: Table) -> None:
    a, b = table.pc("A"), table.pc("B")
    for command in (Oppose, Joint):
        table.refused(command(a=a, b=a, attribute="STR"), "needs-two")
        table.refused(command(a=a, b="pc-099", attribute="STR"), "unknown-person")
        table.refused(command(a=a, b=b, attribute="HP"), "unknown-attribute")
    table.do(Oppose(a=a, b=b, attribute="STR"))
    table.refused(Answer(question="q-001", value="somebody"), "not-an-answer")


@pytest.mark.rule("CA-SAV-004", "CA-SAV-005")
@pytest.mark.parametrize(
    ("lang", "lines", "said"),
    [
        ("en", ("oppose bryn brute STR", "accept", "save bryn = 17"), "{who} prevails over {other}"),
        ("zh", ("角力 Bryn Brute 力量", "接受", "豁免 Bryn = 3"), "{who} prevails over {other}"),
        ("en", ("joint bryn brute DEX", "answer q-001 brute", "save brute = 3"), "{who} and {other} succeed together"),
        ("zh", ("共同 Bryn Brute 敏捷", "接受", "豁免 Bryn = 20"), "{who} and {other} fail together"),
    ],
)
def test_in_lines(table: Table, lang: str, lines: tuple[str, ...], said: str) -> None:
    table.pc("Bryn", STR=10, DEX=10)
    table.foe("Brute", STR=15, DEX=10)
    driver = Driver(table.session, lang)
    for line in lines:
        done = driver.run(line)
        assert isinstance(done, Accepted), (line, done)
    assert isinstance(done, Accepted)
    assert said in [m.id for m in RULESET.tell(table.state, done.entry.events, "gm")]


def test_the_question_reads_as_a_sentence(table: Table) -> None:
    a, b = table.pc("A", DEX=14), table.pc("B", DEX=8)
    table.do(Joint(a=a, b=b, attribute="DEX"))
    (task,) = table.tasks("question")
    assert task.what.fields == {
        "who": Who(a),
        "other": Who(b),
        "ref": Msg("attribute:DEX"),
        "value": Who(b),
        "changes": (),
    }
    codec = Codec(RULESET)
    commands: tuple[Command, ...] = (Oppose(a=a, b=b, attribute="STR"), Joint(a=b, b=a, attribute="WIL"))
    for lang in ("en", "zh"):
        driver = Driver(table.session, lang)
        for command in commands:
            assert getattr(driver.parse(driver.line(command)), "command", None) == command
            assert codec.command(plain(command)) == command


@pytest.mark.rule("CA-SAV-005")
def test_the_dead_are_never_in_greater_danger(table: Table) -> None:
    a, b = table.pc("A", DEX=14), table.pc("B", DEX=8)
    weaken(table, "B", condition="dead")
    assert {contests.in_greater_danger(table.state, *pair, "DEX") for pair in ((a, b), (b, a))} == {a}
