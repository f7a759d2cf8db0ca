"""What eyes and ears make of a distance, and what a look costs: the ledger's cases of sight, devices and surcharges."""

from __future__ import annotations

import pytest

from gmconsole.core.commands import SetBand, SetEnvironment, SetOption
from gmconsole.core.model import Question
from gmconsole.rulesets.lawn import actions, checks, crisis, distance, movement, senses, skills
from gmconsole.rulesets.lawn.distance import DirectBand, LightUp, PutOutLight, RoughBand
from gmconsole.rulesets.lawn.injuries import ChangeState
from gmconsole.rulesets.lawn.questions import Answer
from gmconsole.rulesets.lawn.skills import ChangeAbilities
from gmconsole.rulesets.lawn.state import BANDS, Check

from .conftest import Table

NO_WORDS: tuple[str, ...] = ()


@pytest.fixture
def wood(table: Table) -> Table:
    """The viewer V, the target T and somebody else C, far apart."""
    for name in ("V", "T", "C"):
        table.pc(name)
    table.all_bands("far")
    return table


def place(table: Table, *words: str) -> None:
    """The place is like this and nothing else."""
    old = tuple(w for w in table.state.environment if w not in words)
    new = tuple(w for w in words if w not in table.state.environment)
    if old or new:
        table.do(SetEnvironment(add=new, remove=old))


def gear(table: Table, *words: str, who: str = "V") -> None:
    """That one has these skills and devices, and no others."""
    person = table.who(who)
    held = (*person.skills, *person.devices)
    table.do(ChangeAbilities(who=person.id, add=words, remove=tuple(w for w in held if w not in words)))


def sight(table: Table, band: str, viewer: str = "V", target: str = "T") -> str:
    """How the viewer sees the target at that band."""
    if table.band(viewer, target) != band:
        table.set_band(viewer, target, band)
    return distance.sight(table.state, table.ids[viewer], table.ids[target])


def seen(table: Table) -> dict[str, str]:
    return {band: sight(table, band) for band in BANDS}


def limit(table: Table) -> str:
    return distance.sight_limit(table.state, table.ids["T"], table.ids["V"])


def asked(table: Table, kind: str = "") -> list[Question]:
    return [q for q in table.state.questions.values() if kind in ("", q.kind)]


def owed(table: Table) -> Check:
    (check,) = table.state.checks.values()
    return check


# What hinders sight --------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-DST-013")
def test_glare_shows_outlines_up_to_near(wood: Table) -> None:
    place(wood, "glare")
    assert sight(wood, "near") == "outline"
    assert sight(wood, "medium") == "none"


@pytest.mark.rule("LP-DST-014")
def test_hearing_reaches_extreme_and_ignores_the_dark(wood: Table) -> None:
    place(wood, "dark")
    v, t = wood.ids["V"], wood.ids["T"]
    wood.set_band("V", "T", "extreme")
    assert distance.hearing(wood.state, v, t) == "very_faint"
    wood.set_band("V", "T", "medium")
    assert distance.hearing(wood.state, v, t) == "clear"
    place(wood, "bright")
    assert distance.hearing(wood.state, v, t) == "clear"


@pytest.mark.rule("LP-DST-017")
def test_of_several_conditions_the_strictest_holds(wood: Table) -> None:
    place(wood, "dark", "fog")
    assert limit(wood) == "near"
    assert seen(wood) == {"touch": "outline", "near": "outline", "medium": "none", "far": "none", "extreme": "none"}
    gear(wood, "night_vision_goggles")
    assert limit(wood) == "near"
    assert (sight(wood, "near"), sight(wood, "medium")) == ("outline", "none")


@pytest.mark.rule("LP-DST-011")
@pytest.mark.parametrize(
    ("chosen", "touch", "near"),
    [
        ("touch", "full", "outline"),
        ("none", "outline", "outline"),
        ("near", "full", "full"),
    ],
)
def test_how_much_the_dark_shows_is_an_option(wood: Table, chosen: str, touch: str, near: str) -> None:
    place(wood, "dark")
    if chosen != "touch":
        wood.do(SetOption(option="full_in_the_dark", value=chosen))
    assert (sight(wood, "touch"), sight(wood, "near"), sight(wood, "medium")) == (touch, near, "outline")
    assert sight(wood, "far") == "none"


def test_lost_eyes_see_nothing_and_hear_as_before(wood: Table) -> None:
    wood.do(ChangeState(who=(wood.ids["V"],), add=("blinded",)))
    assert set(seen(wood).values()) == {"none"}
    wood.set_band("V", "T", "far")
    assert distance.hearing(wood.state, wood.ids["V"], wood.ids["T"]) == "clear"


def test_smoke_around_the_target_or_glare_in_the_eyes_is_as_bad_as_all_around(wood: Table) -> None:
    wood.do(ChangeState(who=(wood.ids["T"],), add=("smoke",)))
    assert (sight(wood, "near"), sight(wood, "medium")) == ("outline", "none")
    assert (sight(wood, "near", "V", "C"), sight(wood, "medium", "V", "C")) == ("full", "full")
    assert (sight(wood, "near", "T", "C"), sight(wood, "medium", "T", "C")) == ("outline", "none")
    wood.do(ChangeState(who=(wood.ids["V"],), add=("glare",)))
    assert (sight(wood, "near", "V", "C"), sight(wood, "medium", "V", "C")) == ("outline", "none")
    assert sight(wood, "medium", "C", "V") == "full", "glare is in the eyes of the one it caught"


@pytest.mark.rule("LP-DST-014")
def test_a_sound_at_extreme_is_very_faint_and_the_gm_says_how_hard_that_makes_it(wood: Table) -> None:
    v, t = wood.ids["V"], wood.ids["T"]
    wood.set_band("V", "T", "extreme")
    wood.do(checks.CallCheck(who=(v,), kind="DSC", purpose="hearing", difficulty=6, target=t))
    assert [(q.kind, q.value) for q in asked(wood)] == [("very_faint", "0")]


# Distances in between ------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-DST-006", "LP-DST-040")
@pytest.mark.parametrize(
    ("below", "above", "value"),
    [
        ("touch", "near", "near"),
        ("near", "medium", "medium"),
        ("medium", "far", "medium"),
        ("far", "extreme", "extreme"),
    ],
)
def test_a_distance_in_between_is_asked_with_a_band_preselected(
    wood: Table, below: str, above: str, value: str
) -> None:
    rough = RoughBand(a=wood.ids["V"], b=wood.ids["T"], below=below, above=above)
    wood.do(rough)
    wood.do(rough)
    (question,) = asked(wood)
    assert (question.value, question.choices) == (value, (below, above))
    (task,) = wood.tasks("question:rough_band")
    assert task.command is not None
    if wood.band("V", "T") != value:
        wood.do(task.command)
    assert wood.band("V", "T") == wood.band("T", "V") == value


def test_a_distance_in_between_that_cannot_be(wood: Table) -> None:
    v, t = wood.ids["V"], wood.ids["T"]
    assert wood.refused(RoughBand(a=v, b=t, below="near", above="far")).code == "not-neighbours"
    assert wood.refused(RoughBand(a=v, b=t, below="far", above="medium")).code == "not-neighbours"
    assert wood.refused(RoughBand(a=v, b=t, below="far", above="out")).code == "unknown-band"
    assert wood.refused(RoughBand(a=v, b=v, below="touch", above="near")).code == "band-with-itself"
    assert wood.refused(RoughBand(a=v, b="pc-099", below="touch", above="near")).code == "unknown-person"
    wood.do(crisis.Start())
    wood.do(RoughBand(a=v, b=t, below="far", above="extreme"))
    (question,) = asked(wood)
    assert wood.refused(Answer(question=question.id, value="extreme")).code == "outside-the-area"
    wood.do(Answer(question=question.id, value="far"))
    assert wood.state.questions == {}


# Devices and skills --------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-DST-015")
@pytest.mark.parametrize("word", ["telescope", "lookout"])
def test_a_telescope_or_a_lookout_takes_two_bands_off_for_sight(wood: Table, word: str) -> None:
    v, t = wood.ids["V"], wood.ids["T"]
    assert sight(wood, "extreme") == "none"
    gear(wood, word)
    assert sight(wood, "extreme") == "full"
    assert distance.seen_band(wood.state, v, t) == "medium"
    place(wood, "dark")
    assert sight(wood, "far") == "outline"
    assert distance.seen_band(wood.state, v, t) == "near"
    assert wood.band("V", "T") == "far"
    refused = distance.across(wood.state, v, t, "medium")
    assert refused is not None and refused.code == "out-of-reach", "reach still counts Far"
    wood.set_band("V", "T", "near")
    assert distance.seen_band(wood.state, v, t) == "touch"
    wood.set_band("V", "T", "touch")
    assert distance.seen_band(wood.state, v, t) == "touch", "never below Touch"


@pytest.mark.rule("LP-DST-015")
def test_a_telescope_moves_nobody(table: Table) -> None:
    table.pc("V")
    table.npc("T")
    table.set_band("V", "T", "far")
    gear(table, "telescope")
    table.do(crisis.Start(preset="chase"))
    table.do(movement.Declare(who=table.ids["V"], approach=(table.ids["T"],)))
    table.do(movement.Stay())
    assert table.band("V", "T") == "medium", "from Far, not from Near"


def test_a_telescope_in_a_lookouts_hand_shifts_no_more(wood: Table) -> None:
    gear(wood, "telescope", "lookout")
    wood.set_band("V", "T", "extreme")
    assert distance.seen_band(wood.state, wood.ids["V"], wood.ids["T"]) == "medium"


@pytest.mark.rule("LP-DST-016")
@pytest.mark.parametrize("word", ["night_vision_goggles", "night_vision"])
def test_night_vision_moves_the_limit_of_the_dark_to_far(wood: Table, word: str) -> None:
    gear(wood, word)
    place(wood, "dark")
    assert limit(wood) == "far"
    assert sight(wood, "far") == "full", "more than an outline (Q-D02)"
    assert sight(wood, "extreme") == "none"
    place(wood, "fog")
    assert (sight(wood, "near"), sight(wood, "medium")) == ("outline", "none")
    place(wood, "glare")
    assert (sight(wood, "near"), sight(wood, "medium")) == ("outline", "none")


def test_skills_and_devices_are_written_down_and_struck_out(wood: Table) -> None:
    gear(wood, "lookout", "telescope", "night_vision")
    assert (wood.who("V").skills, wood.who("V").devices) == (("lookout", "night_vision"), ("telescope",))
    gear(wood, "telescope")
    assert (wood.who("V").skills, wood.who("V").devices) == ((), ("telescope",))
    v = wood.ids["V"]
    assert wood.refused(ChangeAbilities(who=v, add=("telescope",))).code == "no-change"
    assert wood.refused(ChangeAbilities(who=v, add=("magic",))).code == "unknown-word"
    assert wood.refused(ChangeAbilities(who="pc-099", add=("telescope",))).code == "unknown-person"
    assert set(skills.names()) >= {
        "telescope",
        "night_vision_goggles",
        "lookout",
        "night_vision",
        "running_vault",
        "safe_landing",
        "climbing",
    }


# Surcharges ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-DST-018")
def test_a_search_at_far_asks_for_a_surcharge(wood: Table) -> None:
    v, t = wood.ids["V"], wood.ids["T"]
    wood.do(checks.CallCheck(who=(v,), kind="DSC", difficulty=6, target=t))
    (question,) = asked(wood)
    assert (question.kind, question.value, question.choices) == ("distance_surcharge", "0", ("0", "3", "6", "9"))
    (task,) = wood.tasks("question:distance_surcharge")
    assert task.command == Answer(question=question.id, value="0")
    wood.do(Answer(question=question.id, value="3"))
    assert owed(wood).difficulty == 9
    wood.do(checks.RollCheck(who=v), dice=[1, 2, 3, 4, 5])
    assert not wood.state.checks


@pytest.mark.rule("LP-DST-018")
def test_the_default_leaves_the_difficulty_and_a_roll_makes_the_question_void(wood: Table) -> None:
    v, t = wood.ids["V"], wood.ids["T"]
    for answer in (True, False):
        wood.do(checks.CallCheck(who=(v,), kind="DSC", difficulty=6, target=t))
        (question,) = asked(wood, "distance_surcharge")
        if answer:
            wood.do(Answer(question=question.id, value=question.value))
        assert owed(wood).difficulty == 6
        wood.do(checks.RollCheck(who=v), dice=[1, 2, 3, 4, 5])
        assert asked(wood, "distance_surcharge") == []


@pytest.mark.rule("LP-DST-018", "LP-SKL-104")
def test_a_lookout_pays_no_surcharge_for_distance(wood: Table) -> None:
    v, t = wood.ids["V"], wood.ids["T"]
    gear(wood, "lookout")
    for band in BANDS:
        wood.set_band("V", "T", band)
        wood.do(checks.CallCheck(who=(v,), kind="DSC", difficulty=6, target=t))
        assert asked(wood) == []
        assert owed(wood).difficulty == 6
        wood.do(checks.DropCheck(check=owed(wood).id))
    place(wood, "dark")
    wood.set_band("V", "T", "medium")
    assert senses.attack_penalty(wood.state, v, t).faces == 0, "two bands nearer: full sight at Touch"
    place(wood, "fog")
    assert senses.attack_penalty(wood.state, v, t).faces == 3, "what the fog costs stays"


def test_up_to_near_and_for_other_checks_nothing_is_asked(wood: Table) -> None:
    v, t = wood.ids["V"], wood.ids["T"]
    for kind, band in (("DSC", "near"), ("DSC", "touch"), ("WIS", "far"), ("INF", "medium")):
        wood.set_band("V", "T", band)
        wood.do(checks.CallCheck(who=(v,), kind=kind, difficulty=6, target=t))
        assert asked(wood) == []
        wood.do(checks.DropCheck(check=owed(wood).id))
    wood.do(checks.CallCheck(who=(v,), kind="DSC", difficulty=6))
    assert asked(wood) == [], "a search for nobody in particular"
    assert wood.refused(checks.CallCheck(who=(v,), kind="DSC", target="pc-099")).code == "unknown-person"


def test_a_telescope_brings_a_search_near_but_helps_no_ear(wood: Table) -> None:
    v, t = wood.ids["V"], wood.ids["T"]
    gear(wood, "telescope")
    wood.do(checks.CallCheck(who=(v,), kind="DSC", purpose="sight", difficulty=6, target=t))
    assert asked(wood) == []
    wood.do(checks.CallCheck(who=(wood.ids["V"],), kind="DSC", purpose="hearing", difficulty=6, target=t))
    assert [q.kind for q in asked(wood)] == ["distance_surcharge"]


def test_looking_closer_waits_for_the_surcharge(wood: Table) -> None:
    v, t = wood.ids["V"], wood.ids["T"]
    wood.do(actions.Observe(who=v, kind="DSC", difficulty=6, target=t))
    (question,) = asked(wood)
    wood.do(Answer(question=question.id, value="6"))
    assert owed(wood).difficulty == 12
    wood.do(checks.RollCheck(who=v), dice=[1, 2, 3, 4, 5])
    wood.set_band("V", "T", "near")
    wood.do(actions.Observe(who=v, kind="DSC", difficulty=6, target=t), dice=[1, 2, 3, 4, 5])
    assert wood.state.checks == {}
    assert wood.refused(actions.Observe(who=v, kind="DSC", difficulty=6, target="x")).code == "unknown-person"


@pytest.mark.rule("LP-SKL-105")
def test_the_skill_of_seeing_in_the_dark_eases_a_search_there(wood: Table) -> None:
    v, t = wood.ids["V"], wood.ids["T"]
    place(wood, "dark")
    gear(wood, "night_vision")
    assert limit(wood) == "far"
    wood.set_band("V", "T", "near")
    wood.do(checks.CallCheck(who=(v,), kind="DSC", difficulty=9, target=t))
    (question,) = asked(wood)
    assert (question.kind, question.value) == ("night_vision", "-3")
    wood.do(Answer(question=question.id, value="-3"))
    assert owed(wood).difficulty == 6
    wood.do(checks.DropCheck(check=owed(wood).id))
    gear(wood, "night_vision_goggles")
    wood.do(checks.CallCheck(who=(v,), kind="DSC", difficulty=9, target=t))
    assert asked(wood) == [], "goggles shift the limit and no more"
    wood.do(checks.DropCheck(check=owed(wood).id))
    gear(wood, "night_vision")
    wood.do(LightUp(who=t, source="candle"))
    wood.do(checks.CallCheck(who=(v,), kind="DSC", difficulty=9, target=t))
    assert asked(wood) == [], "nothing is dark about a target in a light"


@pytest.mark.rule("LP-ATK-008")
def test_what_aiming_costs(wood: Table) -> None:
    v, t = wood.ids["V"], wood.ids["T"]
    place(wood, "dark")
    wood.set_band("V", "T", "medium")
    assert senses.attack_penalty(wood.state, v, t) == ("outline", 3)
    wood.do(LightUp(who=t, source="torch"))
    assert senses.attack_penalty(wood.state, v, t) == ("full", 0)
    wood.do(PutOutLight(who=t))
    wood.set_band("V", "T", "far")
    assert senses.attack_penalty(wood.state, v, t) == ("none", 0)


@pytest.mark.rule("LP-ATK-008")
def test_a_hit_check_on_an_outline_proposes_its_surcharge(wood: Table) -> None:
    v, t = wood.ids["V"], wood.ids["T"]
    place(wood, "dark")
    wood.set_band("V", "T", "medium")
    wood.do(actions.Act(who=v, text="shoot", kind="OPR", purpose="hit", difficulty=9, against=(t,)))
    (question,) = asked(wood)
    assert (question.kind, question.value) == ("outline", "3")
    wood.do(Answer(question=question.id, value="3"))
    assert owed(wood).difficulty == 12
    wood.do(checks.DropCheck(check=owed(wood).id))
    wood.do(LightUp(who=t, source="lighter"))
    wood.do(
        actions.Act(who=v, text="shoot", kind="OPR", purpose="hit", difficulty=9, against=(t,)), dice=[1, 2, 3, 4, 5]
    )
    assert asked(wood, "outline") == []


def test_two_proposals_about_one_check_add_up_in_any_order(table: Table) -> None:
    for first in (0, 1):
        fresh = Table() if first else table
        v, t = fresh.pc("V"), fresh.npc("T")
        fresh.set_band("V", "T", "medium")
        fresh.do(SetOption(option="reading_intent", value=True))
        fresh.do(SetEnvironment(add=("dark",)))
        fresh.do(crisis.Start())
        fresh.do(checks.RollCheck(who=v, kind="initiative", difficulty=6), dice=[2, 2, 5, 5, 6, 2, 5, 2])
        fresh.to_phase("action")
        fresh.do(actions.Pass(who=t))
        fresh.do(actions.Act(who=v, text="shoot", kind="OPR", purpose="hit", difficulty=9, against=(t,)))
        questions = sorted(asked(fresh), key=lambda q: q.kind, reverse=bool(first))
        questions = [q for q in questions if q.kind in ("outline", "reading_intent")]
        assert {q.kind: q.value for q in questions} == {"outline": "3", "reading_intent": "12"}
        for question in questions:
            fresh.do(Answer(question=question.id, value=question.value))
        assert owed(fresh).difficulty == 15


def test_a_slot_reminds_of_those_who_are_hard_to_see(table: Table) -> None:
    v = table.pc("V")
    for name, band in (("near", "near"), ("far", "far"), ("here", "touch")):
        table.npc(name)
        table.set_band("V", name, band)
    table.all_bands("medium")
    place(table, "dark")
    lines = senses.remind(table.state, table.who("V"))
    assert [(m.id, [w.id for w in m.fields["who"]]) for m in lines] == [  # type: ignore[union-attr]
        ("an outline only: {who}", [table.ids["near"]]),
        ("out of sight: {who}", [table.ids["far"]]),
    ]
    place(table, "bright")
    assert senses.remind(table.state, table.state.entities[v]) == ()


# The size rule -------------------------------------------------------------------------------------------------------


@pytest.fixture
def sea(table: Table) -> Table:
    """A warship and a swimmer: Near for the one, Far for the other."""
    table.npc("ship")
    table.pc("swimmer")
    table.set_band("ship", "swimmer", "far")
    table.do(DirectBand(a=table.ids["ship"], b=table.ids["swimmer"], there="near", back="far"))
    return table


@pytest.mark.rule("LP-DST-009")
def test_each_acts_and_looks_by_its_own_band(sea: Table) -> None:
    ship, swimmer = sea.ids["ship"], sea.ids["swimmer"]
    assert (sea.band("ship", "swimmer"), sea.band("swimmer", "ship")) == ("near", "far")
    assert distance.across(sea.state, ship, swimmer, "near") is None
    refused = distance.across(sea.state, swimmer, ship, "medium")
    assert refused is not None and refused.code == "out-of-reach"
    sea.do(SetEnvironment(add=("dark",)))
    assert distance.sight(sea.state, ship, swimmer) == "outline"
    assert distance.sight(sea.state, swimmer, ship) == "none"


@pytest.mark.rule("LP-DST-009")
@pytest.mark.parametrize(
    ("mover", "speed", "mine", "other"),
    [
        ("swimmer", "sprint", "medium", "touch"),
        ("ship", "sprint", "touch", "medium"),
    ],
)
def test_the_mover_goes_by_its_own_ladder_and_the_declaration_stands(
    sea: Table, mover: str, speed: str, mine: str, other: str
) -> None:
    still = "ship" if mover == "swimmer" else "swimmer"
    sea.do(crisis.Start(preset="chase"))
    sea.do(movement.Declare(who=sea.ids[mover], approach=(sea.ids[still],), by=speed))
    sea.do(movement.Stay())
    assert (sea.band(mover, still), sea.band(still, mover)) == (mine, other)


@pytest.mark.rule("LP-DST-009")
def test_taking_the_declaration_back_asks_for_one_band(sea: Table) -> None:
    ship, swimmer = sea.ids["ship"], sea.ids["swimmer"]
    sea.do(DirectBand(a=ship, b=swimmer))
    (question,) = asked(sea, "single_band")
    sea.do(Answer(question=question.id, value="medium"))
    assert sea.band("ship", "swimmer") == sea.band("swimmer", "ship") == "medium"
    sea.do(SetBand(a=ship, b=(swimmer,), band="near"))
    assert sea.band("swimmer", "ship") == "near"


@pytest.mark.rule("LP-DST-009")
def test_the_size_rule_can_be_switched_off(sea: Table) -> None:
    ship, swimmer = sea.ids["ship"], sea.ids["swimmer"]
    sea.do(SetOption(option="size_rule", value=False))
    assert sea.refused(DirectBand(a=ship, b=swimmer, there="touch", back="far")).code == "size-rule-off"
    sea.do(DirectBand(a=ship, b=swimmer))
    assert [q.kind for q in asked(sea)] == ["single_band"]
