"""Jumps, vaults, climbing and falls: the ledger's cases."""

from __future__ import annotations

import pytest

from gmconsole.core.model import Question
from gmconsole.rulesets.lawn import checks, crisis, falls
from gmconsole.rulesets.lawn.checks import RollCheck
from gmconsole.rulesets.lawn.falls import Climb, Fall, Grab, Jump, Vault
from gmconsole.rulesets.lawn.injuries import ChangeState
from gmconsole.rulesets.lawn.questions import Answer
from gmconsole.rulesets.lawn.skills import ChangeAbilities
from gmconsole.rulesets.lawn.state import BANDS, Check

from .conftest import Table

SUCCESS = [2, 3, 4, 6, 6]
FAILURE = [2, 2, 5, 5, 6]


@pytest.fixture
def roof(table: Table) -> Table:
    """Somebody on a roof."""
    table.pc("A")
    return table


def skilled(table: Table, *words: str) -> None:
    table.do(ChangeAbilities(who=table.ids["A"], add=words))


def owed(table: Table) -> Check:
    (check,) = table.state.checks.values()
    return check


def asked(table: Table) -> Question:
    (question,) = (q for q in table.state.questions.values() if q.kind != "critical")
    return question


def answer(table: Table, value: str = "") -> None:
    question = asked(table)
    table.do(Answer(question=question.id, value=value or question.value))


def quiet(table: Table) -> bool:
    """Nothing was rolled, asked or suffered."""
    return not table.state.checks and not table.state.questions and not table.who("A").states


# Jumping, vaulting, catching hold ------------------------------------------------------------------------------------


@pytest.mark.rule("LP-DST-031")
def test_a_long_jump_clears_at_most_medium(roof: Table) -> None:
    a = roof.ids["A"]
    roof.do(Jump(who=a, length="medium"))
    assert (owed(roof).type, owed(roof).purpose, owed(roof).difficulty) == ("FLX", "jump", 0)
    roof.do(checks.DropCheck(check=owed(roof).id))
    for length in ("far", "extreme"):
        assert roof.refused(Jump(who=a, length=length)).code == "too-far-to-jump"
    roof.do(Jump(who=a, length="near", difficulty=6), dice=SUCCESS)
    assert quiet(roof)


@pytest.mark.rule("LP-DST-032")
def test_vaulting_over_touch_height_or_near_with_a_run_up_and_the_skill(roof: Table) -> None:
    a = roof.ids["A"]
    roof.do(Vault(who=a, height="touch", difficulty=6), dice=SUCCESS)
    for run_up in (False, True):
        assert roof.refused(Vault(who=a, height="near", difficulty=6, run_up=run_up)).code == "climb-instead"
    skilled(roof, "running_vault")
    assert roof.refused(Vault(who=a, height="near", difficulty=6)).code == "climb-instead"
    roof.do(Vault(who=a, height="near", run_up=True))
    assert (owed(roof).type, owed(roof).purpose) == ("FLX", "vault")


@pytest.mark.rule("LP-SKL-106")
def test_running_vault_allows_the_check_one_step_easier(roof: Table) -> None:
    vault = Vault(who=roof.ids["A"], height="near", difficulty=9, run_up=True)
    assert roof.refused(vault).code == "climb-instead"
    skilled(roof, "running_vault")
    roof.do(vault, dice=[2, 3, 4, 6, 6])
    assert not roof.state.checks
    with pytest.raises(AssertionError, match="dice-impossible"):
        roof.do(vault, dice=[2, 3, 4, 6, 9])


@pytest.mark.rule("LP-DST-033")
@pytest.mark.parametrize("height", ["near", "medium", "far"])
def test_what_is_higher_has_to_be_climbed(roof: Table, height: str) -> None:
    refused = roof.refused(Vault(who=roof.ids["A"], height=height, difficulty=6))
    assert refused.code == "climb-instead"
    roof.do(Climb(who=roof.ids["A"], height=height))
    assert owed(roof).purpose == "climb"
    if height != "near":
        skilled(roof, "running_vault")
        assert roof.refused(Vault(who=roof.ids["A"], height=height, run_up=True)).code == "climb-instead"


@pytest.mark.rule("LP-DST-034")
def test_catching_hold_up_to_medium(roof: Table) -> None:
    a = roof.ids["A"]
    roof.do(Grab(who=a, height="medium"))
    assert (owed(roof).type, owed(roof).purpose) == ("FLX", "grab")
    roof.do(RollCheck(who=a, difficulty=6), dice=FAILURE)
    assert quiet(roof)
    assert roof.refused(Grab(who=a, height="far")).code == "too-high-to-grab"


def test_climbing_is_easier_with_the_skill_and_may_end_in_a_fall(roof: Table) -> None:
    a = roof.ids["A"]
    skilled(roof, "climbing")
    roof.do(Climb(who=a, height="medium", kind="FLX", difficulty=9), dice=FAILURE)
    assert (asked(roof).kind, asked(roof).value, asked(roof).ref) == ("slipped", "fall", "medium")
    answer(roof)
    assert (asked(roof).kind, asked(roof).value) == ("fall_hurt", "light_wound")
    answer(roof)
    assert roof.states("A") == ["light_wound"]


def test_a_jump_that_fails_over_a_depth_may_be_a_fall(roof: Table) -> None:
    roof.do(Jump(who=roof.ids["A"], length="near", difficulty=6, below="far"), dice=FAILURE)
    answer(roof, "refuse")
    assert quiet(roof), "the GM lets them hang on"
    roof.do(Jump(who=roof.ids["A"], length="near", difficulty=6, below="near"), dice=FAILURE)
    answer(roof, "fall")
    assert (owed(roof).purpose, owed(roof).difficulty) == ("landing", 0)


# Falling -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-DST-035")
def test_a_near_fall_is_a_check(roof: Table) -> None:
    a = roof.ids["A"]
    roof.do(Fall(who=a, height="near", difficulty=6), dice=SUCCESS)
    assert quiet(roof)
    roof.do(Fall(who=a, height="near", difficulty=6), dice=FAILURE)
    assert (asked(roof).kind, asked(roof).value) == ("fall_hurt", "light_wound")
    assert {"light_wound", "injured_foot"} <= set(asked(roof).choices)
    answer(roof)
    (wound,) = roof.who("A").states
    assert (wound.id, wound.tended) == ("light_wound", False)


@pytest.mark.rule("LP-DST-035")
def test_the_gm_picks_the_state(roof: Table) -> None:
    roof.do(Fall(who=roof.ids["A"], height="near"))
    assert owed(roof).difficulty == 0, "the book names none"
    roof.do(RollCheck(who=roof.ids["A"], difficulty=6), dice=FAILURE)
    assert roof.refused(Answer(question=asked(roof).id, value="dead")).code == "not-an-answer"
    answer(roof, "injured_foot")
    assert roof.states("A") == ["injured_foot"]


@pytest.mark.rule("LP-DST-036")
@pytest.mark.parametrize(("dice", "states"), [([1, 4, 2, 6, 3], []), ([2, 3, 4, 6, 6], ["prone"])])
def test_staying_upright_may_take_degree(roof: Table, dice: list[int], states: list[str]) -> None:
    roof.do(Fall(who=roof.ids["A"], height="near", difficulty=6, upright=1), dice=dice)
    assert roof.states("A") == states
    assert not [q for q in roof.state.questions.values() if q.kind != "critical"], "unhurt either way"


@pytest.mark.rule("LP-DST-037", "LP-SKL-107")
def test_a_medium_fall_always_injures_unless_one_lands_safely(roof: Table) -> None:
    fall = Fall(who=roof.ids["A"], height="medium", difficulty=6)
    roof.do(fall, dice=[])
    assert (asked(roof).kind, asked(roof).value) == ("fall_hurt", "light_wound")
    answer(roof)
    roof.session.undo(2)
    skilled(roof, "safe_landing")
    roof.do(Fall(who=roof.ids["A"], height="medium"))
    assert owed(roof).purpose == "landing"
    roof.do(checks.DropCheck(check=owed(roof).id))
    roof.do(Fall(who=roof.ids["A"], height="medium", difficulty=9), dice=SUCCESS)
    assert quiet(roof), "as from Near, and one step easier (Q-D10)"


@pytest.mark.rule("LP-DST-038", "LP-SKL-107")
def test_a_far_fall_kills_once_the_gm_says_so(roof: Table) -> None:
    a = roof.ids["A"]
    for height in ("far", "extreme"):
        roof.do(Fall(who=a, height=height))
        assert (asked(roof).kind, asked(roof).value, asked(roof).choices) == ("fall_dead", "dead", ("dead", "refuse"))
        assert roof.states("A") == []
        answer(roof)
        assert roof.states("A") == ["dead"]
        roof.session.undo(2)
    skilled(roof, "safe_landing")
    roof.do(Fall(who=a, height="far"))
    assert asked(roof).kind == "fall_hurt", "injury, not death"
    answer(roof)
    roof.session.undo(2)
    roof.do(Fall(who=a, height="extreme"))
    answer(roof)
    assert roof.states("A") == ["dead"]


def test_a_fall_that_the_gm_lets_somebody_survive_still_injures(roof: Table) -> None:
    roof.do(Fall(who=roof.ids["A"], height="far"))
    answer(roof, "refuse")
    answer(roof)
    assert roof.states("A") == ["light_wound"]


@pytest.mark.rule("LP-DST-039")
def test_a_drop_of_touch_height_needs_no_check_unless_the_gm_asks(roof: Table) -> None:
    roof.do(Fall(who=roof.ids["A"], height="touch"))
    assert quiet(roof)
    roof.do(Fall(who=roof.ids["A"], height="touch", difficulty=3), dice=[1, 2, 1, 3, 3])
    assert not roof.state.checks


def test_safe_landing_makes_nothing_of_a_near_fall(roof: Table) -> None:
    skilled(roof, "safe_landing")
    roof.do(Fall(who=roof.ids["A"], height="near", difficulty=6))
    assert quiet(roof)


def test_those_who_do_not_roll_are_the_gms_to_decide(table: Table) -> None:
    thug = table.npc("thug")
    table.do(Fall(who=thug, height="near", difficulty=6))
    assert (asked(table).kind, asked(table).value) == ("landing", "spared")
    answer(table)
    assert table.who("thug").life == 3
    table.do(Fall(who=thug, height="medium"))
    answer(table)
    assert table.who("thug").life == 2
    sleeper = table.pc("sleeper")
    table.do(ChangeState(who=(sleeper,), add=("unconscious",)))
    table.do(Fall(who=sleeper, height="near", difficulty=6))
    assert (asked(table).kind, asked(table).value) == ("landing", "light_wound")
    answer(table)
    assert "light_wound" in table.states("sleeper")


def test_the_dead_are_asked_nothing_more(roof: Table) -> None:
    a = roof.ids["A"]
    roof.do(Fall(who=a, height="medium"))
    roof.do(ChangeState(who=(a,), add=("dead",)))
    assert roof.state.questions == {}
    assert roof.refused(Fall(who=a, height="medium")).code == "cannot-roll"


def test_what_a_fall_did_is_asked_even_after_the_crisis(roof: Table) -> None:
    roof.npc("foe")
    roof.all_bands("medium")
    roof.do(crisis.Start())
    roof.do(Fall(who=roof.ids["A"], height="medium"))
    roof.do(crisis.End())
    assert asked(roof).kind == "fall_hurt"


def test_no_skill_takes_a_fall_below_touch(roof: Table) -> None:
    person = roof.who("A")
    assert [falls.fall_height(person, band) for band in BANDS] == list(BANDS)
    skilled(roof, "safe_landing")
    person = roof.who("A")
    assert [falls.fall_height(person, band) for band in BANDS] == ["touch", "touch", "near", "medium", "far"]


def test_feats_that_cannot_be(roof: Table) -> None:
    a = roof.ids["A"]
    chest = roof.add("chest", "object")
    for command in (
        Jump(who=a, length="wide"),
        Vault(who=a, height="wide"),
        Grab(who=a, height="wide"),
        Climb(who=a, height="wide"),
        Fall(who=a, height="wide"),
        Jump(who=a, length="near", below="x"),
    ):
        assert roof.refused(command).code == "unknown-band"
    assert roof.refused(Fall(who=chest, height="near")).code == "not-for-objects"
    assert roof.refused(Fall(who="pc-099", height="near")).code == "unknown-person"
    assert roof.refused(Fall(who=a, height="near", difficulty=99)).code == "out-of-bounds"
    assert roof.refused(Climb(who=a, height="near", kind="LUCK")).code == "unknown-check-type"
    roof.do(ChangeState(who=(a,), add=("unconscious",)))
    assert roof.refused(Jump(who=a, length="near")).code == "cannot-roll"
