"""Tenacious, Confident, Arrogant, Candid, Persistent and Decorous: the ledger's cases."""

from __future__ import annotations

from fractions import Fraction

import pytest

from gmconsole.core.model import Command
from gmconsole.core.session import Accepted
from gmconsole.language.driver import Driver
from gmconsole.rulesets.lawn import RULESET, abilities, acquiring, checks, negotiation, questions, traits
from gmconsole.rulesets.lawn.abilities import UseAbility
from gmconsole.rulesets.lawn.alterations import AppendDice, LayFaces, StoreFace
from gmconsole.rulesets.lawn.checks import CallCheck, DropCheck, RollCheck, SettleCheck
from gmconsole.rulesets.lawn.emergence import Emerge
from gmconsole.rulesets.lawn.expending import Expend
from gmconsole.rulesets.lawn.negotiation import Forgo
from gmconsole.rulesets.lawn.outcomes import evaluate
from gmconsole.rulesets.lawn.potential import Invest
from gmconsole.rulesets.lawn.session_end import EndSession
from gmconsole.rulesets.lawn.sessions import StartSession
from gmconsole.rulesets.lawn.sheets import reset_ability
from gmconsole.rulesets.lawn.state import LawnState
from gmconsole.rulesets.lawn.teamwork import Assist
from gmconsole.rulesets.lawn.traits_second import RaiseDifficulty

from .conftest import Table
from .traited import (
    answer,
    asked,
    came,
    expended,
    faces,
    gifted,
    labels,
    on_table,
    options,
    own,
    potential,
    roll,
    settle,
    sheet,
    writing,
)


def ready(table: Table, who: str, ability: str) -> int:
    """The uses that are left of an ability."""
    return abilities.ready(table.state.entities[who], abilities.ABILITIES[ability])


def used(table: Table, who: str) -> list[str]:
    """Everything of somebody that is expended."""
    return [row.id for row in abilities.expended(table.state, table.state.entities[who])]


# Tenacious -----------------------------------------------------------------------------------------------------------


def nudge(who: str, position: int, by: int) -> Command:
    return UseAbility(who=who, ability="nudge", position=position, by=by)


@pytest.mark.rule("LP-TRT-119")
def test_a_critical_failure_resets_two_of_three(table: Table) -> None:
    who = gifted(table, "tenacious")
    own(table, who, art=True, listening=True, running=True, travel=False)
    roll(table, who, [2, 2, 2, 5, 6])
    assert asked(table, "reset") == 0, "while the dice can still be changed"
    settle(table, who)
    answer(table, "reset", "listening")
    assert expended(table, who) == {"art", "running"}
    answer(table, "reset", "running")
    assert expended(table, who) == {"art"}
    assert asked(table, "reset") == 0


@pytest.mark.rule("LP-TRT-119")
def test_what_the_player_names_may_be_teamwork_or_the_ability_itself(table: Table) -> None:
    who = gifted(table, "tenacious")
    other = table.pc("jessica")
    own(table, who, art=True)
    roll(table, other, [2, 2, 5, 5, 6])
    table.do(Assist(who=who, whom=other, how="hint", agreed=True), [2, 2])
    settle(table, other)
    roll(table, who, [2, 3, 5, 6, 6])
    table.do(nudge(who, 3, -1))
    settle(table, who)
    table.do(Emerge(who=who, thing="a rope"))
    table.do(RollCheck(who=who, kind="emergence"), [2, 2, 3, 3, 2])
    assert set(used(table, who)) == {"nudge", "teamwork", "emergence", "art"}
    roll(table, who, [2, 2, 2, 5, 6])
    settle(table, who)
    answer(table, "reset", "emergence")
    answer(table, "reset", "nudge")
    assert set(used(table, who)) == {"teamwork", "art"}


@pytest.mark.rule("LP-TRT-119")
def test_one_expended_or_none(table: Table) -> None:
    who = gifted(table, "tenacious")
    own(table, who, art=True)
    for _ in range(2):
        roll(table, who, [2, 2, 2, 5, 6])
        settle(table, who)
        assert (expended(table, who), asked(table, "reset")) == (set(), 0)
    other = table.pc("jessica")
    own(table, other, art=True)
    roll(table, other, [2, 2, 2, 5, 6])
    settle(table, other)
    assert expended(table, other) == {"art"}, "without the trait nothing comes of it"


@pytest.mark.rule("LP-TRT-119b")
def test_one_die_by_one(table: Table) -> None:
    who = gifted(table, "tenacious")
    roll(table, who, [2, 3, 5, 6, 6])
    table.do(nudge(who, 3, -1))
    assert (faces(table, who), came(table, who)) == ([2, 3, 4, 6, 6], "success/0")
    assert table.refused(nudge(who, 1, 1)).code in ("no-such-ability", "ability-expended")
    settle(table, who)


@pytest.mark.rule("LP-TRT-119b", "LP-TRT-210")
@pytest.mark.parametrize(
    ("dice", "after", "outcome"),
    [
        ([4, 4, 4, 1, 2], [4, 4, 3, 1, 2], "success/1"),
        ([1, 2, 4, 5, 5], [1, 2, 3, 5, 5], "critical_success/1"),
    ],
)
def test_a_critical_failure_undone_and_a_critical_success_made(
    table: Table, dice: list[int], after: list[int], outcome: str
) -> None:
    who = gifted(table, "tenacious")
    own(table, who, art=True)
    potential(table, who, 1)
    roll(table, who, dice)
    table.do(nudge(who, 3, -1))
    assert (faces(table, who), came(table, who)) == (after, outcome)
    assert "Invest" in labels(table, who), "potential is offered again"
    settle(table, who)
    assert expended(table, who) == {"art"}, "a critical failure undone resets nothing"


@pytest.mark.rule("LP-TRT-119b")
def test_a_die_stays_within_its_faces_and_is_ones_own(table: Table) -> None:
    who = gifted(table, "tenacious")
    other = table.pc("jessica")
    table.all_bands("near")
    roll(table, who, [1, 6, 5, 2, 2])
    assert table.refused(nudge(who, 1, -1)).code == "dice-impossible"
    assert table.refused(nudge(who, 2, 1)).code == "dice-impossible"
    assert table.refused(nudge(who, 6, 1)).code == "out-of-bounds"
    assert table.refused(nudge(who, 3, 2)).code == "out-of-bounds"
    roll(table, other, [1, 6, 5, 2, 2])
    on_other = UseAbility(who=who, ability="nudge", on=other, position=3, by=-1)
    assert table.refused(on_other).code == "own-checks-only"


@pytest.mark.rule("LP-TRT-119", "LP-TRT-210")
def test_a_critical_failure_waits_for_its_owner(table: Table) -> None:
    who = gifted(table, "tenacious")
    own(table, who, art=True)
    table.do(RollCheck(who=who, kind="WIS", difficulty=6), [4, 4, 4, 1, 2])
    task = table.tasks("undo")[0]
    assert isinstance(task.command, UseAbility)
    assert (task.command.ability, task.command.by) == ("nudge", -1), "a 3 makes the run 1-2-3"
    assert task.refuse == Forgo(who=who, what="undo")
    table.do(task.refuse)
    assert expended(table, who) == set(), "declined: both resets come"
    table.do(RollCheck(who=who, kind="WIS", difficulty=6), [4, 4, 5, 1, 2])
    assert checks.rolled(table.state, who) is None, "any other result is settled at once"


def test_the_best_nudges_are_offered_first(table: Table) -> None:
    who = gifted(table, "tenacious")
    roll(table, who, [1, 2, 4, 5, 5])
    found = [o for o in options(table, who) if isinstance(o.command, UseAbility)]
    assert found[0].dice == (1, 2, 3, 5, 5)
    assert [o.success for o in found] == sorted((o.success for o in found), reverse=True)


# Confident and Arrogant ----------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-TRT-122", "LP-TRT-123")
@pytest.mark.parametrize("trait", ["confident", "arrogant"])
def test_the_first_two_dice_alone_decide_failure(table: Table, trait: str) -> None:
    who = gifted(table, trait)
    for dice, difficulty, outcome in (
        ([4, 4, 1, 2, 3], 6, "critical_failure/1"),
        ([4, 1, 4, 4, 4], 6, "failure/1"),
        ([1, 3, 2, 2, 2], 6, "critical_success/1"),
        ([7, 7, 1, 2, 3], 9, "critical_failure/1"),
        ([7, 1, 7, 7, 7], 9, "failure/1"),
    ):
        roll(table, who, dice, difficulty)
        assert came(table, who) == outcome, dice
        settle(table, who)


@pytest.mark.rule("LP-TRT-122b", "LP-TRT-205")
def test_the_confident_store_for_a_point(table: Table) -> None:
    who = gifted(table, "confident")
    assert table.state.entities[who].stored == (1, 2, 3), "as printed"
    roll(table, who, [3, 5, 6, 1, 1])
    table.do(LayFaces(who=who, faces=(3,)))
    settle(table, who)
    assert table.state.entities[who].stored == (1, 2)
    roll(table, who, [5, 3, 6, 1, 1])
    assert table.refused(StoreFace(who=who, position=2)).code == "not-enough-points"
    potential(table, who, 3)
    table.do(StoreFace(who=who, position=2))
    assert (table.state.entities[who].stored, sheet(table, who).potential) == ((1, 2, 3), 2)
    assert faces(table, who) == [5, 3, 6, 1, 1], "the die stays"
    assert table.refused(StoreFace(who=who, position=3)).code == "store-full"
    table.do(StoreFace(who=who, position=3, instead=2))
    assert (table.state.entities[who].stored, sheet(table, who).potential) == ((1, 3, 6), 1)
    settle(table, who)
    roll(table, who, [2, 2, 4, 5, 6])
    assert table.refused(StoreFace(who=who, position=3, instead=1)).code == "critical-keeps-faces"


@pytest.mark.rule("LP-TRT-122c", "LP-TRT-210")
def test_the_confident_place_on_a_critical_failure(table: Table) -> None:
    who = gifted(table, "confident")
    roll(table, who, [4, 4, 5, 6, 6])
    assert came(table, who) == "critical_failure/0"
    assert {"Invest", "Expend", "Reroll"}.isdisjoint(labels(table, who))
    table.do(LayFaces(who=who, faces=(1, 2, 3)))
    assert faces(table, who) == [1, 2, 3, 4, 4, 5, 6, 6]
    assert came(table, who) == "critical_success/1"
    assert table.state.entities[who].stored == ()


@pytest.mark.rule("LP-TRT-122c")
def test_the_order_of_placing_decides(table: Table) -> None:
    who = gifted(table, "confident")
    potential(table, who, 2)
    roll(table, who, [5, 6, 2, 2, 4])
    assert came(table, who) == "success/0"
    table.do(LayFaces(who=who, faces=(3,)))
    assert (faces(table, who), came(table, who)) == ([3, 5, 6, 2, 2, 4], "success/0")
    table.do(StoreFace(who=who, position=4))
    assert table.state.entities[who].stored == (1, 2, 2)
    table.do(LayFaces(who=who, faces=(2, 2)))
    assert came(table, who) == "critical_failure/0"
    assert table.refused(LayFaces(who=who, faces=(3,))).code == "not-stored"
    table.do(LayFaces(who=who, faces=(1,)))
    assert came(table, who) == "success/1"


@pytest.mark.rule("LP-TRT-122c", "LP-TRT-210")
def test_a_critical_failure_of_the_confident_waits(table: Table) -> None:
    who = gifted(table, "confident")
    table.do(RollCheck(who=who, kind="WIS", difficulty=6), [4, 4, 5, 6, 6])
    task = table.tasks("undo")[0]
    assert isinstance(task.command, LayFaces)
    table.do(task.command)
    assert came(table, who).startswith("critical_success")


@pytest.mark.rule("LP-TRT-123b", "LP-TRT-210")
def test_the_arrogant_store_from_a_critical_failure(table: Table) -> None:
    who = gifted(table, "arrogant")
    potential(table, who, 1)
    roll(table, who, [2, 2, 2, 5, 6])
    assert came(table, who) == "critical_failure/0"
    assert table.refused(StoreFace(who=who, position=1)).code == "store-full"
    table.do(StoreFace(who=who, position=1, instead=1))
    assert (table.state.entities[who].stored, sheet(table, who).potential) == ((2, 3, 2), 0)


@pytest.mark.rule("LP-TRT-123c", "LP-TRT-210")
def test_the_arrogant_place_on_no_critical_failure(table: Table) -> None:
    who = gifted(table, "arrogant")
    roll(table, who, [4, 6, 2, 2, 5])
    assert came(table, who) == "success/0"
    assert "LayFaces" in labels(table, who)
    table.do(LayFaces(who=who, faces=(2, 1, 3)))
    assert faces(table, who) == [2, 1, 3, 4, 6, 2, 2, 5]
    assert came(table, who) == "critical_success/1"
    settle(table, who)
    other = gifted(table, "arrogant", "jessica")
    roll(table, other, [4, 4, 5, 6, 6])
    assert came(table, other) == "critical_failure/0"
    assert "LayFaces" not in labels(table, other)
    assert table.refused(LayFaces(who=other, faces=(1, 2, 3))).code == "critical-takes-no-faces"
    table.do(RollCheck(who=other, kind="FLX", difficulty=6), [4, 4, 5, 6, 6])
    assert not table.tasks("undo")


# Candid --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-TRT-124")
def test_the_candid_have_one_of_two_specialties(table: Table) -> None:
    who = gifted(table, "candid", specialty="agility")
    assert set(sheet(table, who).specialties) == {"agility"}
    assert sheet(table, who).specialties["agility"].price == 3
    assert sheet(table, who).xp == 0
    other = table.pc("jessica")
    assert table.refused(traits.TakeTrait(who=other, trait="candid")).code == "choose-specialty"
    both = traits.TakeTrait(who=other, trait="candid", specialty="art")
    assert table.refused(both).code == "choose-specialty"


@pytest.mark.rule("LP-TRT-124b")
def test_open_deeds_append_and_reset(table: Table) -> None:
    who = gifted(table, "candid", specialty="sincerity")
    own(table, who, sincerity=True)
    roll(table, who, [2, 2, 5, 5, 6])
    table.do(AppendDice(who=who, count=3), [2, 2, 5])
    table.do(UseAbility(who=who, ability="open_deed"))
    assert (len(faces(table, who)), expended(table, who)) == (8, {"sincerity"})
    answer(table, "ability_open", "yes", [2, 2, 5, 5, 6])
    assert (len(faces(table, who)), expended(table, who)) == (13, set())
    assert not ready(table, who, "open_deed")


@pytest.mark.rule("LP-TRT-124b")
def test_two_dice_where_none_were_appended(table: Table) -> None:
    who = gifted(table, "candid", specialty="sincerity")
    roll(table, who, [2, 2, 5, 5, 6])
    found = next(o for o in options(table, who) if isinstance(o.command, UseAbility))
    assert found.dice.count(None) == 2
    assert found.success == negotiation.chances_of(on_table(table, who), (2, 2, 5, 5, 6, None, None)).passed
    table.do(UseAbility(who=who, ability="open_deed", near=True), [2, 2])
    assert len(faces(table, who)) == 7


@pytest.mark.rule("LP-TRT-124b", "LP-TRT-210")
def test_the_gm_may_deny_openness(table: Table) -> None:
    who = gifted(table, "candid", specialty="agility")
    own(table, who, agility=True)
    roll(table, who, [2, 2, 2, 5, 6])
    table.do(UseAbility(who=who, ability="open_deed"))
    answer(table, "ability_open", "no")
    assert faces(table, who) == [2, 2, 2, 5, 6]
    assert ready(table, who, "open_deed") == 1
    assert expended(table, who) == {"agility"}
    table.do(UseAbility(who=who, ability="open_deed", near=True), [1, 3])
    assert came(table, who) == "critical_failure/1", "dice behind the first three mend nothing"


@pytest.mark.rule("LP-TRT-124b", "LP-CHK-038")
@pytest.mark.parametrize("end", ["settle", "drop", "session"])
def test_the_question_of_openness_goes_with_its_check(table: Table, end: str) -> None:
    who = gifted(table, "candid", specialty="sincerity")
    table.do(StartSession())
    roll(table, who, [2, 2, 5, 5, 6])
    table.do(UseAbility(who=who, ability="open_deed"))
    assert asked(table, "ability_open") == 1
    check = on_table(table, who)
    table.do({"settle": SettleCheck(who=who), "drop": DropCheck(check=check.id), "session": EndSession()}[end])
    assert asked(table, "ability_open") == 0
    assert ready(table, who, "open_deed") == 1


# Persistent ----------------------------------------------------------------------------------------------------------


def invest(table: Table, who: str, points: int = 1) -> None:
    """A check with so many points in it, still open."""
    roll(table, who, [2, 2, 5, 5, 6])
    for _ in range(points):
        table.do(Invest(who=who), [2])


def count(table: Table, who: str) -> int:
    return traits.counter(table.state.entities[who], "persistent_checks")


@pytest.mark.rule("LP-TRT-125", "LP-TRT-205")
def test_the_fourth_check_with_potential_resets(table: Table) -> None:
    who = gifted(table, "persistent")
    assert count(table, who) == 0
    own(table, who, art=True, travel=True)
    potential(table, who, 99)
    for checks_so_far, points in ((1, 1), (2, 3), (3, 1)):
        invest(table, who, points)
        assert (count(table, who), asked(table, "reset")) == (checks_so_far, 0)
        settle(table, who)
    invest(table, who)
    assert count(table, who) == 0
    answer(table, "reset", "travel")
    assert expended(table, who) == {"art"}
    table.do(Invest(who=who), [2])
    assert count(table, who) == 0, "a check counts once"


@pytest.mark.rule("LP-TRT-125")
def test_the_count_outlasts_the_session(table: Table) -> None:
    who = gifted(table, "persistent")
    potential(table, who, 99)
    table.do(StartSession())
    for _ in range(3):
        invest(table, who)
        settle(table, who)
    table.do(EndSession())
    table.do(StartSession(force=True))
    assert count(table, who) == 3


@pytest.mark.rule("LP-TRT-125b")
def test_four_points_in_one_check_reset_once(table: Table) -> None:
    who = gifted(table, "persistent")
    own(table, who, art=True, travel=True, running=True)
    potential(table, who, 99)
    invest(table, who, 3)
    assert asked(table, "reset") == 0
    table.do(Invest(who=who), [2])
    answer(table, "reset", "art")
    for _ in range(4):
        table.do(Invest(who=who), [2])
    assert (expended(table, who), asked(table, "reset")) == ({"travel", "running"}, 0)


@pytest.mark.rule("LP-TRT-125b")
def test_four_points_in_the_fourth_check_reset_twice(table: Table) -> None:
    who = gifted(table, "persistent")
    own(table, who, art=True, travel=True, running=True)
    potential(table, who, 99)
    for _ in range(3):
        invest(table, who)
        settle(table, who)
    invest(table, who, 4)
    assert asked(table, "reset") == 2
    answer(table, "reset", "art")
    answer(table, "reset", "art")
    answer(table, "reset", "running")
    assert expended(table, who) == {"travel"}, "what is ready already is asked for again"


@pytest.mark.rule("LP-TRT-125c")
def test_a_lowered_count_resets_at_three(table: Table) -> None:
    who = gifted(table, "persistent")
    own(table, who, art=True)
    potential(table, who, 99)
    for _ in range(3):
        invest(table, who)
        settle(table, who)
    table.do(UseAbility(who=who, ability="lower_threshold"))
    answer(table, "persistent_lower", "on_checks")
    assert (count(table, who), ready(table, who, "lower_threshold")) == (0, 1)
    answer(table, "reset", "art")
    for _ in range(3):
        invest(table, who)
        settle(table, who)
    assert count(table, who) == 3, "the threshold is four again"


@pytest.mark.rule("LP-TRT-125c")
def test_lowered_points_reset_at_three(table: Table) -> None:
    who = gifted(table, "persistent")
    own(table, who, art=True)
    potential(table, who, 99)
    invest(table, who, 3)
    table.do(UseAbility(who=who, ability="lower_threshold"))
    answer(table, "persistent_lower", "on_points")
    answer(table, "reset", "art")
    assert expended(table, who) == set()
    table.do(Invest(who=who), [2])
    assert asked(table, "reset") == 0, "one reset for each check"


@pytest.mark.rule("LP-TRT-125c")
def test_a_count_of_two_is_one_too_few_and_uses_do_not_add_up(table: Table) -> None:
    who = gifted(table, "persistent")
    own(table, who, art=True)
    potential(table, who, 99)
    for _ in range(2):
        invest(table, who)
        settle(table, who)
    assert table.refused(UseAbility(who=who, ability="lower_threshold", number=2)).code == "one-use-at-a-time"
    for left in (1, 0):
        table.do(UseAbility(who=who, ability="lower_threshold"))
        answer(table, "persistent_lower", "on_checks")
        assert (count(table, who), asked(table, "reset")) == (2, 0)
        assert ready(table, who, "lower_threshold") == left
    assert expended(table, who) == {"art"}


@pytest.mark.rule("LP-TRT-125c")
def test_the_reset_may_give_a_use_of_the_ability_itself_back(table: Table) -> None:
    who = gifted(table, "persistent")
    own(table, who, art=True)
    potential(table, who, 99)
    for _ in range(2):
        invest(table, who)
        settle(table, who)
    for _ in range(2):
        table.do(UseAbility(who=who, ability="lower_threshold"))
        answer(table, "persistent_lower", "on_points")
    invest(table, who, 4)
    answer(table, "reset", "lower_threshold")
    assert ready(table, who, "lower_threshold") == 1
    assert asked(table, "reset") == 0, "once for each trigger"


# Decorous ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-TRT-130")
def test_the_decorous_have_one_of_four_specialties(table: Table) -> None:
    for number, key in enumerate(("elegance", "grace", "respectability", "majesty")):
        who = gifted(table, "decorous", f"mike{number}", specialty=key)
        assert list(sheet(table, who).specialties) == [key]
        assert (sheet(table, who).specialties[key].price, sheet(table, who).xp) == (2, 0)


@pytest.mark.rule("LP-TRT-130b")
def test_three_specialties_are_cheaper(table: Table) -> None:
    who, other = gifted(table, "decorous", specialty="grace"), table.pc("jessica")
    person, plain = table.state.entities[who], table.state.entities[other]
    for key, usual in (("property_wealth", 2), ("upper_class", 3), ("public_figure", 3)):
        assert acquiring.price(person, key) == usual - 1
        assert acquiring.price(plain, key) == usual
    assert acquiring.price(person, "art") == acquiring.price(plain, "art") == 2


@pytest.mark.rule("LP-TRT-130c", "LP-TRT-205")
def test_another_face_is_degree_even_inside_a_check(table: Table) -> None:
    who = gifted(table, "decorous", specialty="grace")
    assert traits.counter(table.state.entities[who], "degree_face") == 1
    table.do(StartSession())
    roll(table, who, [4, 5, 6, 5, 1])
    assert came(table, who) == "success/1"
    for number in (0, 31):
        wrong = UseAbility(who=who, ability="other_degree", number=number)
        assert table.refused(wrong).code == "out-of-bounds"
    table.do(UseAbility(who=who, ability="other_degree", number=5))
    assert came(table, who) == "success/2"
    assert table.refused(UseAbility(who=who, ability="other_degree", number=6)).code == "ability-expended"
    settle(table, who)
    table.do(EndSession())
    tx = writing(table)
    reset_ability(tx, who, "other_degree")
    assert abilities.ready(tx.state.entities[who], abilities.ABILITIES["other_degree"]) == 1
    table.do(StartSession(force=True))
    roll(table, who, [4, 5, 6, 5, 1])
    assert came(table, who) == "success/2", "permanent"
    settle(table, who)
    roll(table, who, [1, 2, 3, 5, 5])
    assert came(table, who) == "critical_success/2", "criticals are what they were"
    assert evaluate([1, 2, 3, 5, 5]) == "critical_success"


@pytest.mark.rule("LP-TRT-130c")
def test_all_uses_are_back_after_the_session(table: Table) -> None:
    who = gifted(table, "decorous", specialty="grace")
    table.do(StartSession())
    table.do(UseAbility(who=who, ability="other_degree", number=5))
    table.do(EndSession())
    for _ in range(2):
        table.do(table.tasks("session_step")[0].command or SettleCheck(who=who))
    assert ready(table, who, "other_degree") == 1
    assert traits.counter(table.state.entities[who], "degree_face") == 5


def change_face(table: Table, who: str, number: int) -> None:
    table.do(UseAbility(who=who, ability="other_degree", number=number))


@pytest.mark.rule("LP-TRT-130d")
def test_a_difficulty_rises_until_degree_can_be_had(table: Table) -> None:
    for face, steps in ((5, [6]), (8, [6, 9]), (3, [])):
        who = gifted(table, "decorous", f"mike{face}", specialty="grace")
        change_face(table, who, face)
        table.do(CallCheck(who=(who,), kind="WIS", difficulty=3, required=1))
        check = next(c for c in table.state.checks.values() if c.who == who)
        for faces_now in steps:
            offered = negotiation.early(table.state, table.state.checks[check.id])
            command = next(o for o in offered if isinstance(o.command, RaiseDifficulty))
            assert command.success >= Fraction(0)
            table.do(command.command or RaiseDifficulty(who=who))
            assert table.state.checks[check.id].difficulty == faces_now
        assert table.refused(RaiseDifficulty(who=who)).code == "degree-in-reach"
        assert not negotiation.early(table.state, table.state.checks[check.id])


@pytest.mark.rule("LP-TRT-130d")
def test_a_check_that_asks_for_no_degree_stays_as_it_is(table: Table) -> None:
    who = gifted(table, "decorous", specialty="grace")
    change_face(table, who, 5)
    assert table.refused(RaiseDifficulty(who=who)).code == "no-check-owed"
    table.do(CallCheck(who=(who,), kind="WIS", difficulty=3))
    assert table.refused(RaiseDifficulty(who=who)).code == "degree-in-reach"
    table.do(CallCheck(who=(who,), kind="WIS", difficulty=3, graded=("a trace", "the whole")))
    table.do(RaiseDifficulty(who=who))
    assert [c.difficulty for c in table.state.checks.values()] == [3, 6]


@pytest.mark.parametrize(
    ("lang", "words", "left"),
    [("zh", ("命中", "真诚"), {"plan of mine"}), ("en", ("Hitting", '"plan of mine"'), {"sincerity"})],
)
def test_what_is_reset_is_named_in_either_language(
    table: Table, lang: str, words: tuple[str, str], left: set[str]
) -> None:
    who = gifted(table, "tenacious")
    own(table, who, hitting=True, sincerity=True, **{"plan of mine": True})
    roll(table, who, [2, 2, 2, 5, 6])
    settle(table, who)
    driver: Driver[LawnState] = Driver(table.session, lang)
    for word in words:
        question = questions.open_questions(table.state, "reset")[0]
        done = driver.run(f"answer {question.id} {word}" if lang == "en" else f"回答 {question.id} {word}")
        assert isinstance(done, Accepted), done
    assert expended(table, who) == left


def test_every_ability_of_this_half_has_an_operation() -> None:
    for row in abilities.ABILITIES.values():
        assert row.does in abilities.OPERATIONS, row.id
    assert RULESET.decisions[Expend] is not None
