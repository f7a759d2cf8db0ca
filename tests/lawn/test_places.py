"""Places after movement: sharing at Touch, triples, contradictions, and which of two is reached."""

from __future__ import annotations

import pytest

from gmconsole.rulesets.lawn import places
from gmconsole.rulesets.lawn.distance import DirectBand

from .chase import HOLDS, LOSES, WINS, Chase
from .conftest import Table


@pytest.fixture
def chase(table: Table) -> Chase:
    return Chase(table)


def changes(chase: Chase, kind: str) -> set[tuple[frozenset[str], str]]:
    """The proposed bands by name."""
    names = {v: k for k, v in chase.table.ids.items()}
    return {(frozenset((names[c.a], names[c.b])), c.after) for c in chase.question(kind).changes}


def caught(chase: Chase) -> Chase:
    """The Cowboy has closed to Touch with Jessica and stays at Medium from Mike, who is Near her."""
    chase.cast(Jessica="pc crawl", Mike="pc", Cowboy="npc").start("Jessica-Mike near")
    chase.declare("Cowboy", "Jessica Mike")
    chase.declare("Jessica", retreat="Cowboy")
    chase.declare("Mike", retreat="Cowboy")
    chase.speed("Mike", "Cowboy", HOLDS)
    return chase


@pytest.mark.rule("LP-MOV-062")
def test_sharing_a_place_is_proposed_and_accepted(chase):
    caught(chase)
    assert changes(chase, "share_place") == {(frozenset(("Jessica", "Mike")), "medium")}
    question = chase.question("share_place")
    assert (question.value, question.blocking, chase.stage) == ("medium", True, "places")
    assert chase.band("Jessica", "Mike") == "near"
    task = chase.table.tasks("question:share_place")[0]
    chase.table.do(task.command)
    assert (chase.band("Jessica", "Mike"), chase.stage, chase.state.questions) == ("medium", "done", {})


@pytest.mark.rule("LP-MOV-062")
def test_a_rejected_proposal_keeps_the_band_and_flags_the_pair(chase):
    caught(chase)
    jessica, mike, cowboy = chase.ids("Jessica Mike Cowboy")
    chase.table.do(chase.table.tasks("question:share_place")[0].refuse)
    assert (chase.band("Jessica", "Mike"), chase.stage) == ("near", "done")
    assert places.flagged(chase.state, jessica, mike)
    assert not places.flagged(chase.state, cowboy, mike)


@pytest.mark.rule("LP-MOV-062")
def test_the_other_band_may_give_way_instead(chase):
    caught(chase)
    chase.answer("share_place", "other")
    assert (chase.band("Jessica", "Mike"), chase.band("Cowboy", "Mike")) == ("near", "near")


@pytest.mark.rule("LP-MOV-062")
def test_one_question_holds_all_bands_somebody_takes_over(chase):
    chase.cast(A="npc", B="pc", C="pc", D="pc").start("B-C near, B-D far, C-D far, A-B medium, A-C medium, A-D medium")
    chase.declare("A", "B")
    chase.rest()
    assert changes(chase, "share_place") == {(frozenset("AC"), "near"), (frozenset("AD"), "far")}
    chase.answer("share_place")
    assert (chase.band("A", "C"), chase.band("A", "D"), chase.stage) == ("near", "far", "done")


@pytest.mark.rule("LP-MOV-062")
def test_nothing_is_asked_again_next_round(chase):
    caught(chase)
    chase.answer("share_place", "refuse")
    chase.table.to_phase("movement")
    chase.rest()
    assert (chase.stage, chase.state.questions) == ("done", {})


@pytest.mark.rule("LP-MOV-062")
@pytest.mark.parametrize(("mike", "jessica", "value"), [(WINS, LOSES, "medium"), (WINS, HOLDS, "near")])
def test_two_who_stood_together_part_where_only_one_gets_away(chase, mike, jessica, value):
    chase.cast(Jessica="pc", Mike="pc", Cowboy="npc").start("Jessica-Mike touch")
    chase.declare("Cowboy", "Jessica Mike")
    chase.declare("Jessica", retreat="Cowboy")
    chase.declare("Mike", retreat="Cowboy")
    chase.speed("Mike", "Cowboy", mike)
    chase.speed("Jessica", "Cowboy", jessica)
    assert changes(chase, "apart") == {(frozenset(("Jessica", "Mike")), value)}
    chase.answer("apart")
    assert (chase.band("Jessica", "Mike"), chase.stage) == (value, "done")


@pytest.mark.rule("LP-MOV-062")
def test_two_who_get_away_together_stay_together(chase):
    chase.cast(Jessica="pc", Mike="pc", Cowboy="npc").start("Jessica-Mike touch")
    chase.declare("Cowboy", "Jessica Mike")
    chase.declare("Jessica", retreat="Cowboy")
    chase.declare("Mike", retreat="Cowboy")
    chase.speed("Mike", "Cowboy", WINS)
    chase.speed("Jessica", "Cowboy", WINS)
    assert (chase.band("Jessica", "Mike"), chase.stage, chase.state.questions) == ("touch", "done", {})


@pytest.mark.rule("LP-MOV-064")
def test_pairs_that_nobody_named_stay(chase):
    chase.cast(A="pc", B="npc", C="npc").start("A-B far, A-C far, B-C near")
    chase.declare("B")
    chase.declare("C")
    chase.declare("A", "B")
    assert [chase.band(*p) for p in ("AB", "AC", "BC")] == ["medium", "far", "near"]
    assert (chase.stage, chase.state.questions) == ("done", {})


@pytest.mark.rule("LP-MOV-064")
def test_a_pair_that_does_not_fit_is_flagged_only(chase):
    chase.cast(A="pc", B="npc", C="npc").start("A-B touch, A-C near, B-C near")
    chase.declare("B")
    chase.declare("C")
    chase.declare("A", retreat="B", by="walk")
    assert [chase.band(*p) for p in ("AB", "AC", "BC")] == ["medium", "near", "near"]
    assert (chase.stage, chase.state.questions) == ("done", {})


@pytest.mark.rule("LP-MOV-063")
def test_a_triple_that_cannot_fit_brings_a_warning_with_a_suggestion(chase):
    chase.cast(A="pc", B="npc", C="npc").start("A-B near, B-C near, A-C medium")
    chase.declare("B")
    chase.declare("C")
    chase.declare("A", retreat="C")
    assert [chase.band(*p) for p in ("AB", "BC", "AC")] == ["near", "near", "far"]
    question = chase.question("triple")
    assert (question.value, question.blocking, chase.stage) == ("medium", False, "done")
    assert changes(chase, "triple") == {(frozenset("AB"), "medium")}
    chase.answer("triple")
    assert [chase.band(*p) for p in ("AB", "BC", "AC")] == ["medium", "near", "far"]


@pytest.mark.rule("LP-MOV-063")
def test_among_equally_firm_bands_the_largest_comes_down(chase):
    chase.cast(A="npc", B="npc", C="npc").start("A-B touch, B-C medium, A-C medium")
    chase.declare("A", retreat="B", stop={"B": "near"})
    chase.declare("B", "C", stop={"C": "near"})
    chase.declare("C", retreat="A", by="sprint")
    assert [chase.band(*p) for p in ("AB", "BC", "AC")] == ["near", "near", "far"]
    assert changes(chase, "triple") == {(frozenset("AC"), "medium")}


@pytest.mark.rule("LP-MOV-063")
def test_a_warning_may_be_left_alone(chase):
    chase.cast(A="pc", B="npc", C="npc").start("A-B near, B-C near, A-C medium")
    chase.declare("B")
    chase.declare("C")
    chase.declare("A", retreat="C")
    chase.answer("triple", "refuse")
    assert (chase.band("A", "B"), chase.state.questions) == ("near", {})
    assert places.flagged(chase.state, *chase.ids("A B"))


@pytest.mark.rule("LP-MOV-063")
def test_a_warning_does_not_outlive_the_phase(chase):
    chase.cast(A="pc", B="npc", C="npc").start("A-B near, B-C near, A-C medium")
    chase.declare("B")
    chase.declare("C")
    chase.declare("A", retreat="C")
    chase.table.to_phase("movement", force=False)
    assert chase.state.questions == {}


@pytest.mark.rule("LP-MOV-063")
def test_a_triple_that_fits(chase):
    chase.cast(A="pc", B="npc", C="npc").start("A-B touch, B-C near, A-C near")
    chase.declare("B")
    chase.declare("C")
    chase.declare("A", retreat="B C")
    assert [chase.band(*p) for p in ("AB", "BC", "AC")] == ["medium", "near", "medium"]
    assert (chase.stage, chase.state.questions) == ("done", {})


@pytest.mark.rule("LP-MOV-060")
def test_approaching_some_and_retreating_from_others(chase):
    chase.cast(Jessica="pc", door="object", Cowboy="npc").start("Jessica-Cowboy medium", rest="far")
    chase.declare("Cowboy", "Jessica")
    chase.declare("Jessica", "door", "Cowboy")
    assert chase.asked("contradiction") == 0
    chase.speed("Jessica", "Cowboy", WINS)
    assert (chase.band("Jessica", "Cowboy"), chase.band("Jessica", "door")) == ("far", "medium")
    assert chase.resolved() == {
        frozenset(("Jessica", "Cowboy")): "speed_check",
        frozenset(("Jessica", "door")): "static",
    }


@pytest.mark.rule("LP-MOV-060")
@pytest.mark.parametrize(
    ("answer", "approach", "retreat"),
    [
        ("keep", 1, 1),
        ("drop_approach", 0, 1),
        ("drop_retreat", 1, 0),
    ],
)
def test_a_contradiction_is_shown(chase, answer, approach, retreat):
    chase.cast(Jessica="pc", axe="object", Cowboy="npc").start("Cowboy-axe touch", rest="medium")
    chase.declare("Cowboy")
    chase.declare("Jessica", "axe", "Cowboy")
    question = chase.question("contradiction")
    jessica, axe, cowboy = chase.ids("Jessica axe Cowboy")
    assert (question.who, question.other, question.ref, chase.stage) == (jessica, axe, cowboy, "speed")
    chase.answer("contradiction", answer)
    declaration = chase.state.crisis.declarations[jessica]
    assert (len(declaration.approach), len(declaration.retreat)) == (approach, retreat)
    assert chase.stage in ("places", "done")


@pytest.mark.rule("LP-MOV-060")
def test_changing_the_declaration_takes_the_warning_back(chase):
    chase.cast(Jessica="pc", axe="object", Cowboy="npc").start("Cowboy-axe touch", rest="medium")
    chase.declare("Jessica", "axe", "Cowboy")
    assert chase.asked("contradiction") == 1
    chase.declare("Jessica", retreat="Cowboy")
    assert chase.asked("contradiction") == 0


@pytest.mark.rule("LP-MOV-061")
def test_one_cannot_reach_two_who_stand_far_apart(chase):
    chase.cast(A="pc", B="npc", C="npc").start("B-C far")
    chase.declare("B")
    chase.declare("C")
    chase.declare("A", "B C")
    question = chase.question("reach")
    assert (question.choices, chase.stage) == (chase.ids("B C"), "speed")
    chase.answer("reach", "B")
    assert [chase.band(*p) for p in ("AB", "AC")] == ["touch", "medium"]
    assert changes(chase, "share_place") == {(frozenset("AC"), "far")}
    chase.answer("share_place")
    assert [chase.band(*p) for p in ("AB", "AC", "BC")] == ["touch", "far", "far"]


@pytest.mark.rule("LP-MOV-061")
@pytest.mark.parametrize(("answer", "bc", "ac"), [("touch", "touch", "touch"), ("other", "near", "near")])
def test_one_may_reach_two_who_stand_near_each_other(chase, answer, bc, ac):
    chase.cast(A="pc", B="npc", C="npc").start("B-C near")
    chase.declare("B")
    chase.declare("C")
    chase.declare("A", "B C")
    assert chase.asked("reach") == 0
    assert [chase.band(*p) for p in ("AB", "AC")] == ["touch", "touch"]
    assert changes(chase, "share_place") == {(frozenset("BC"), "touch")}
    chase.answer("share_place", answer)
    assert [chase.band(*p) for p in ("AB", "BC", "AC")] == ["touch", bc, ac]
    assert chase.stage == "done"


@pytest.mark.rule("LP-MOV-061")
def test_of_three_targets_those_near_the_picked_one_are_reached_too(chase):
    chase.cast(A="pc", B="npc", C="npc", D="npc").start("B-C far, B-D near, C-D far")
    chase.declare("A", "B C D")
    chase.rest()
    chase.answer("reach", "B")
    assert [chase.band(*p) for p in ("AB", "AC", "AD")] == ["touch", "medium", "touch"]


@pytest.mark.rule("LP-MOV-061")
def test_a_target_that_is_not_reached_asks_nothing(chase):
    chase.cast(A="pc", B="npc", C="npc").start("B-C far, A-B medium, A-C far")
    chase.declare("A", "B C")
    chase.rest()
    assert chase.asked("reach") == 0
    assert chase.band("A", "B") == "touch"


def test_choosing_less_makes_the_proposals_anew(chase):
    chase.cast(A="npc", B="pc", C="pc").start("B-C near, A-B medium, A-C medium")
    chase.declare("A", "B")
    chase.rest()
    assert chase.asked("share_place") == 1
    chase.less("A", "B", "near")
    assert (chase.asked("share_place"), chase.stage) == (0, "done")
    chase.less("A", "B", "touch")
    assert chase.asked("share_place") == 1


@pytest.mark.rule("LP-DST-009")
def test_sharing_the_place_of_a_giant_makes_nobody_a_giant(chase):
    """Only a declared pair has two bands: who takes over a band takes the one that counts from the place."""
    chase.cast(A="npc", Giant="npc", C="pc").start("A-Giant medium, Giant-C far, A-C far")
    giant, c = chase.ids("Giant C")
    chase.table.do(DirectBand(a=giant, b=c, there="near", back="far"))
    chase.declare("A", "Giant")
    chase.rest()
    assert changes(chase, "share_place") == {(frozenset("AC"), "near")}
    chase.answer("share_place")
    assert (chase.band("A", "C"), chase.band("C", "A")) == ("near", "near")
    assert (chase.band("Giant", "C"), chase.band("C", "Giant")) == ("near", "far")


@pytest.mark.rule("LP-DST-009")
def test_a_declared_pair_goes_on_differing_as_it_takes_over_a_band(chase):
    chase.cast(Giant="npc", A="npc", C="pc").start("A-Giant medium, A-C far, Giant-C far")
    giant, c = chase.ids("Giant C")
    chase.table.do(DirectBand(a=giant, b=c, there="medium", back="near"))
    chase.declare("Giant", "A")
    chase.rest()
    chase.answer("share_place")
    assert (chase.band("Giant", "C"), chase.band("C", "Giant")) == ("far", "medium")


@pytest.mark.rule("LP-MOV-062", "LP-MOV-066")
def test_a_thing_never_comes_along_with_whoever_leaves_it(chase):
    chase.cast(Mike="pc", Guard="npc", cart="object")
    chase.start("Guard-cart touch, Mike-Guard far, Mike-cart far")
    chase.declare("Guard", "Mike", by="sprint")
    chase.declare("Mike")
    assert chase.band("Mike", "Guard") == "medium"
    assert not chase.asked("share_place")
    [(pair, band)] = changes(chase, "apart")
    assert pair == frozenset(("Guard", "cart")) and band != "touch"
    chase.answer("apart")
    assert chase.band("Mike", "cart") == "far"
    assert chase.band("Guard", "cart") == band
