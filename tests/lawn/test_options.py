"""The switches of a campaign: tiers, defaults, scenario files, and the warning about a late one (LP-CHK-001)."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from gmconsole.core.commands import OptionSet, SetOption
from gmconsole.core.messages import english
from gmconsole.core.session import Accepted, Session
from gmconsole.encounter import Encounter
from gmconsole.rulesets.lawn import RULESET, announcing, options
from gmconsole.rulesets.lawn.checks import CallCheck
from gmconsole.rulesets.lawn.options import AnnouncedLate
from gmconsole.rulesets.lawn.skills import ChangeAbilities
from gmconsole.rulesets.lawn.state import LawnState
from gmconsole.rulesets.lawn.switch_table import OPTIONS, TIERS
from gmconsole.scenarios import load_scenario, start_state
from gmconsole.text import Words

from .conftest import Table
from .rounds import fight

CONTENT = Path(__file__).resolve().parent.parent.parent / "content"


def warned(done: Accepted) -> list[str]:
    """The options that entry warns about."""
    return [e.option for e in done.entry.events if isinstance(e, AnnouncedLate)]


@pytest.mark.rule("LP-CHK-001")
def test_a_new_campaign_has_advanced_rules_on_and_optional_ones_off() -> None:
    new = RULESET.new_state("campaign").options
    for option, tier in RULESET.option_tiers().items():
        assert option in new
        if tier == "advanced":
            assert new[option] is True, option
        elif tier == "optional":
            assert new[option] is False, option
    assert set(new) == set(OPTIONS)


@pytest.mark.rule("LP-CHK-001")
def test_every_switch_has_a_tier_a_name_and_its_default_first() -> None:
    for option, switch in OPTIONS.items():
        assert switch.tier in ("advanced", "optional", "ruling"), option
        assert switch.name.zh and switch.name.en
        assert len(set(switch.values)) == len(switch.values) > 1
        assert TIERS[option] == switch.tier


@pytest.mark.rule("LP-CHK-001")
def test_driving_is_learnt_unless_it_is_common_knowledge(table: Table) -> None:
    mike, jessica = table.pc("mike"), table.pc("jessica")
    table.do(ChangeAbilities(who=jessica, add=("driving",)))
    assert [announcing.can_drive(table.state, who) for who in (mike, jessica)] == [False, True]
    drive = CallCheck(who=(mike,), kind="OPR", purpose="drive", difficulty=6)
    assert table.refused(drive).code == "check-needs-skill"
    table.do(CallCheck(who=(jessica,), kind="OPR", purpose="drive", difficulty=6))
    table.do(CallCheck(who=(mike,), kind="OPR", purpose="drive", difficulty=6, anyway=True))
    reminders = [[english(m) for m in t.detail if "learnt" in m.id] for t in table.tasks("check")]
    assert reminders == [[], [f"{mike} has not learnt ability:driving"]]
    table.do(SetOption(option="driving_is_common", value=True))
    assert announcing.can_drive(table.state, mike)
    assert not any("learnt" in m.id for t in table.tasks("check") for m in t.detail)
    table.do(drive)


@pytest.mark.rule("LP-CHK-001")
def test_an_optional_rule_switched_on_in_play_is_warned_about(table: Table) -> None:
    assert warned(table.do(SetOption(option="slowest_one", value=True))) == [], "before the game"
    table.do(SetOption(option="slowest_one", value=False))
    fight(table)
    done = table.do(SetOption(option="slowest_one", value=True))
    assert warned(done) == ["slowest_one"]
    said = [english(m) for m in RULESET.tell(table.state, done.entry.events, "gm")]
    assert said[-1].endswith("is an optional rule, meant to be announced before the game")
    assert warned(table.do(SetOption(option="slowest_one", value=False))) == [], "off again"
    assert warned(table.do(SetOption(option="legendary", value=False))) == []
    assert warned(table.do(SetOption(option="legendary", value=True))) == [], "an advanced rule"
    assert table.state.options["slowest_one"] is False


@pytest.mark.rule("LP-CHK-001")
def test_play_has_begun_with_the_first_check(table: Table) -> None:
    mike = table.pc("mike")
    assert not options.has_begun(table.state)
    table.do(CallCheck(who=(mike,), kind="WIS"))
    assert options.has_begun(table.state)
    assert warned(table.do(SetOption(option="reading_intent", value=True))) == ["reading_intent"]


@pytest.mark.rule("LP-CHK-001")
def test_the_option_verb_and_the_log(table: Table) -> None:
    fight(table)
    encounter = Encounter(table.session)
    encounter.run("option slowest_one on")
    assert table.state.options["slowest_one"] is True
    done = table.session.history.entries[-1]
    assert [type(e) for e in done.events] == [OptionSet, AnnouncedLate]
    assert "The slowest one" in Words("en", RULESET).say(RULESET.tell(table.state, done.events, "gm")[-1])


SCENARIO = """
[scenario]
id = "campaign"
ruleset = "lawn"

[options]
slowest_one = true
legendary = false
reversal_swaps = "plain"
"""


@pytest.mark.rule("LP-CHK-001")
def test_a_scenario_announces_its_options_before_the_game(tmp_path: Path) -> None:
    path = tmp_path / "campaign.toml"
    path.write_text(SCENARIO, encoding="utf-8")
    state = start_state(load_scenario(path))
    assert isinstance(state, LawnState)
    assert (state.options["slowest_one"], state.options["legendary"], state.options["reversal_swaps"]) == (
        True,
        False,
        "plain",
    )
    session = Session(RULESET, state, seed=1)
    done = session.execute(SetOption(option="slowest_one", value=False))
    assert isinstance(done, Accepted)
    assert warned(done) == []


@pytest.mark.rule("LP-CHK-001")
def test_every_rule_of_checks_beyond_the_core_has_a_switch() -> None:
    rules = tomllib.loads((CONTENT / "lawn" / "rules.toml").read_text(encoding="utf-8"))["rule"]
    beyond = {r["id"]: r["tier"] for r in rules if r["chapter"] == "checks" and r["tier"] != "core"}
    switched = {
        "LP-CHK-050": "legendary",
        "LP-CHK-051": "legendary",
        "LP-CHK-052": "reversal",
        "LP-CHK-053": "further_kinds",
    }
    assert beyond == {rule: TIERS[option] for rule, option in switched.items()}
