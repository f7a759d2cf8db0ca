"""The die of fate (CA-FAT)."""

from __future__ import annotations

import pytest

from gmconsole.core.codec import plain
from gmconsole.core.model import Msg
from gmconsole.language.driver import Driver
from gmconsole.rulesets.cairn import RULESET, reactions
from gmconsole.rulesets.cairn.reactions import Fate

from .conftest import Table


@pytest.mark.rule("CA-FAT-001")
def test_it_is_thrown_for_a_question_and_changes_nothing(table: Table) -> None:
    table.pc("Bryn", hp=6)
    table.foe("Guard", hp=3)
    before = table.state
    done = table.do(Fate(question="is the bridge guarded?"), 4)
    (roll,) = done.entry.dice
    assert (roll.sides, roll.faces) == (6, (4,))
    assert table.state == before
    assert [plain(e) for e in done.entry.events] == [
        {"type": "cairn.fate-spoke", "question": "is the bridge guarded?", "face": 4}
    ]
    (said,) = (RULESET.say(e, table.state) for e in done.entry.events)
    assert said == Msg(
        "die of fate ({question}): {face}, {reading}",
        {"question": "is the bridge guarded?", "face": 4, "reading": Msg("fate:favours")},
    )


@pytest.mark.rule("CA-FAT-001")
def test_it_is_never_owed(table: Table) -> None:
    table.pc("Bryn")
    table.foe("Guard")
    table.start()
    assert not any(isinstance(t.command, Fate) for t in table.tasks())


@pytest.mark.rule("CA-FAT-002")
def test_four_and_more_favours_the_pcs(table: Table) -> None:
    assert [reactions.reading(face) for face in range(1, 7)] == ["bad_luck"] * 3 + ["favours"] * 3
    names = RULESET.terms()["fate"]
    assert names["favours"].en == "favours the PCs"
    assert names["bad_luck"].en == "bad luck for the PCs"
    for face in range(1, 7):
        done = table.do(Fate(), face)
        (said,) = (RULESET.say(e, table.state) for e in done.entry.events)
        assert said is not None
        assert said.fields["reading"] == Msg("fate:" + ("favours" if face >= 4 else "bad_luck"))


@pytest.mark.parametrize(("lang", "line"), [("en", 'fate "is it locked?"'), ("zh", "命运骰 锁着吗"), ("en", "fate")])
def test_lines_are_read_and_written_back(table: Table, lang: str, line: str) -> None:
    driver = Driver(table.session, lang)
    driver.run(line)
    command = table.session.history.entries[-1].command
    assert isinstance(command, Fate)
    assert driver.line(command) == line
