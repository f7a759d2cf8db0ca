"""Lines about skills, in both languages, and what they say."""

from __future__ import annotations

import pytest

from gmconsole.core.model import Rejected
from gmconsole.language.driver import Driver, Request, line_of
from gmconsole.rulesets.lawn import RULESET
from gmconsole.rulesets.lawn.checks import CallCheck, RollCheck
from gmconsole.rulesets.lawn.mastery import UseSkill
from gmconsole.rulesets.lawn.skill_kept import Keep
from gmconsole.text import Words

from .conftest import Table
from .skilled import two


def parsed(table: Table, line: str, lang: str = "en") -> object:
    """The command of a line, which reads back as it was written."""
    driver = Driver(table.session, lang)
    request = driver.parse(line)
    assert isinstance(request, Request), request
    assert request.command is not None
    again = driver.parse(line_of(driver.verbs(), request.command, driver.ctx))
    assert isinstance(again, Request) and again.command == request.command
    return request.command


@pytest.mark.parametrize(
    ("line", "lang"),
    [
        ('try jessica lockpicking "pick a lock" D9', "en"),
        ("try jessica lockpicking pick D9", "en"),
        ("施展 jessica 开锁 撬锁 D9", "zh"),
    ],
)
def test_a_use_by_its_name(table: Table, line: str, lang: str) -> None:
    two(table, "lockpicking")
    assert parsed(table, line, lang) == UseSkill(
        who=table.ids["jessica"], skill="lockpicking", use="pick_lock", difficulty=9
    )


def test_a_named_skill_with_a_target_and_words(table: Table) -> None:
    two(table, "ropework", "dance:waltz")
    jessica, mike = table.ids["jessica"], table.ids["mike"]
    assert parsed(
        table, 'try jessica ropework "tie a knot of higher physique" on mike value 3 saying wrists'
    ) == UseSkill(who=jessica, skill="ropework", use="tie_knot", target=mike, value=3, text="wrists")
    assert parsed(table, "try jessica dance:waltz perform by direct") == UseSkill(
        who=jessica, skill="dance:waltz", use="perform_dance", grant="direct"
    )
    assert parsed(table, 'keep jessica recording saying "the call"') == Keep(
        who=jessica, what="recording", text="the call"
    )
    assert parsed(table, "存记 jessica 绳结 对 mike 数值 3", "zh") == Keep(
        who=jessica, what="knot", target=mike, value=3
    )


@pytest.mark.parametrize(
    ("line", "lang", "purpose"),
    [
        ("check mike OPR=pick_lock D9 anyway", "en", "pick_lock"),
        ('check mike OPR="pick a lock" D9 anyway', "en", "pick_lock"),
        ("检定 mike 操纵=撬锁 D9 仍要", "zh", "pick_lock"),
    ],
)
def test_the_gms_word_on_a_check(table: Table, line: str, lang: str, purpose: str) -> None:
    two(table)
    found = parsed(table, line, lang)
    assert found == RollCheck(who=table.ids["mike"], kind="OPR", purpose=purpose, difficulty=9, anyway=True)
    assert parsed(table, "call mike OPR=pick_lock anyway") == CallCheck(
        who=(table.ids["mike"],), kind="OPR", purpose="pick_lock", anyway=True
    )


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", "cannot do that without a skill (pick a lock: Lockpicking); add the word anyway to allow it"),
        ("zh", "开锁"),
    ],
)
def test_the_refusal_in_words(table: Table, lang: str, said: str) -> None:
    two(table)
    driver = Driver(table.session, lang)
    request = driver.parse("check mike OPR=pick_lock D9")
    assert isinstance(request, Request) and request.command is not None
    done = table.session.execute(request.command)
    assert isinstance(done, Rejected)
    assert said in Words(lang, RULESET).refusal(done)
