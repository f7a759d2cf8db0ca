"""Light sources by shape, beams that are aimed, flares: the ledger's cases."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from gmconsole.core.commands import Remove, Rename, SetEnvironment
from gmconsole.core.model import Question
from gmconsole.rulesets.lawn import beams, crisis, distance
from gmconsole.rulesets.lawn.beams import FireFlare, TurnBeam
from gmconsole.rulesets.lawn.distance import LightUp, PutOutLight
from gmconsole.rulesets.lawn.injuries import ChangeState
from gmconsole.rulesets.lawn.questions import Answer
from gmconsole.rulesets.lawn.state import Light

from .conftest import Table


@pytest.fixture
def night(table: Table) -> Table:
    """The carrier A, B and C at Medium of everybody, in the dark."""
    for name in "ABC":
        table.pc(name)
    table.all_bands("medium")
    table.do(SetEnvironment(add=("dark",)))
    return table


def lit(table: Table) -> set[str]:
    return {table.state.entities[who].name for who in distance.lit(table.state)}


def light(table: Table, source: str, *covers: str) -> None:
    table.do(LightUp(who=table.ids["A"], source=source, covers=tuple(table.ids[c] for c in covers)))


def turn(table: Table, *covers: str) -> None:
    table.do(TurnBeam(who=table.ids["A"], covers=tuple(table.ids[c] for c in covers)))


def burning(table: Table) -> Light:
    (found,) = table.state.lights.values()
    return found


def asked(table: Table) -> list[Question]:
    return [q for q in table.state.questions.values() if q.kind == "beam"]


# Spheres -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("source", "lights", "too_far"),
    [
        pytest.param("lighter", "touch", "near", marks=pytest.mark.rule("LP-DST-021")),
        pytest.param("candle", "near", "medium", marks=pytest.mark.rule("LP-DST-022")),
        pytest.param("torch", "medium", "far", marks=pytest.mark.rule("LP-DST-024")),
    ],
)
def test_a_sphere_lights_all_within_its_limit(night: Table, source: str, lights: str, too_far: str) -> None:
    light(night, source)
    assert asked(night) == [], "nobody is asked about a sphere"
    for other in "BC":
        if night.band("A", other) != lights:
            night.set_band("A", other, lights)
    assert lit(night) == {"A", "B", "C"}
    night.set_band("A", "B", too_far)
    assert lit(night) == {"A", "C"}


# Beams ---------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-DST-023")
def test_a_flashlight_lights_whom_it_is_aimed_at(night: Table) -> None:
    light(night, "flashlight", "B")
    assert lit(night) == {"A", "B"}, "C stands outside the cone"
    turn(night, "B", "C")
    assert lit(night) == {"A", "B", "C"}, "until the GM ticks C"
    night.set_band("A", "B", "far")
    assert lit(night) == {"A", "C"}
    assert night.refused(TurnBeam(who=night.ids["A"], covers=(night.ids["B"],))).code == "out-of-reach"


@pytest.mark.rule("LP-DST-025")
def test_a_laser_pointer_marks_one_target(night: Table) -> None:
    night.set_band("A", "B", "far")
    night.set_band("B", "C", "touch")
    light(night, "laser_pointer", "B")
    assert lit(night) == {"A", "B"}
    both = tuple(night.ids[n] for n in "BC")
    assert night.refused(TurnBeam(who=night.ids["A"], covers=both)).code == "light-one-target"


@pytest.mark.rule("LP-DST-026")
def test_a_searchlight_reaches_far(night: Table) -> None:
    night.set_band("A", "B", "far")
    light(night, "searchlight", "B")
    assert lit(night) == {"A", "B"}
    night.set_band("A", "B", "extreme")
    assert lit(night) == {"A"}
    assert night.refused(TurnBeam(who=night.ids["A"], covers=(night.ids["B"],))).code == "out-of-reach"


@pytest.mark.rule("LP-DST-029")
def test_a_beam_switched_on_asks_whom_it_covers(night: Table) -> None:
    night.set_band("A", "C", "far")
    light(night, "flashlight")
    (question,) = asked(night)
    assert question.choices == (beams.NOBODY, night.ids["B"]), "C is beyond its limit"
    (task,) = night.tasks("question:beam")
    assert (task.blocking, task.form) == (True, f"beam {night.ids['A']} at")
    assert night.refused(Answer(question=question.id, value=night.ids["C"])).code == "not-an-answer"
    night.do(Answer(question=question.id, value=night.ids["B"]))
    assert (lit(night), asked(night)) == ({"A", "B"}, [])


@pytest.mark.rule("LP-DST-029")
def test_enter_leaves_the_beam_on_nobody_and_the_verb_answers_with_several(night: Table) -> None:
    light(night, "flashlight")
    (task,) = night.tasks("question:beam")
    assert task.command is not None
    night.do(task.command)
    assert (lit(night), asked(night)) == ({"A"}, [])
    night.do(PutOutLight(who=night.ids["A"]))
    light(night, "searchlight")
    turn(night, "B", "C")
    assert (lit(night), asked(night)) == ({"A", "B", "C"}, [])


@pytest.mark.rule("LP-DST-029")
def test_a_beam_is_turned_once_a_round_without_an_action(night: Table) -> None:
    night.npc("foe")
    night.all_bands("medium")
    night.do(crisis.Start())
    night.to_phase("action")
    light(night, "flashlight")
    turn(night, "B")
    assert lit(night) == {"A", "B"}, "the first answer is no turn"
    turn(night, "C")
    assert lit(night) == {"A", "C"}
    assert night.state.crisis.slots == {}
    again = TurnBeam(who=night.ids["A"], covers=(night.ids["B"],))
    assert night.refused(again).code == "turned-already"
    assert night.refused(LightUp(who=night.ids["A"], source="flashlight", covers=again.covers)).code == "turned-already"
    night.to_phase("action")
    night.do(again)
    assert lit(night) == {"A", "B"}
    night.to_phase("action")
    night.do(LightUp(who=night.ids["A"], source="flashlight", covers=(night.ids["C"],)))
    assert night.refused(again).code == "turned-already"


def test_outside_rounds_a_beam_turns_at_will(night: Table) -> None:
    light(night, "flashlight", "B")
    turn(night, "C")
    turn(night, "B")
    turn(night)
    assert lit(night) == {"A"}
    assert night.refused(TurnBeam(who=night.ids["A"])).code == "no-change"


def test_what_cannot_be_aimed(night: Table) -> None:
    a = night.ids["A"]
    assert night.refused(TurnBeam(who=a)).code == "no-beam"
    light(night, "torch")
    assert night.refused(TurnBeam(who=a, covers=(night.ids["B"],))).code == "no-beam"
    assert night.refused(LightUp(who=a, source="candle", covers=(night.ids["B"],))).code == "light-all-around"
    assert night.refused(TurnBeam(who="pc-099")).code == "unknown-person"
    light(night, "flashlight", "B")
    assert night.refused(TurnBeam(who=a, covers=("pc-099",))).code == "unknown-person"


def test_the_question_goes_out_with_the_light(night: Table) -> None:
    light(night, "flashlight")
    night.do(PutOutLight(who=night.ids["A"]))
    assert asked(night) == []


def test_of_two_beams_the_one_named_turns(night: Table) -> None:
    light(night, "flashlight", "B")
    light(night, "searchlight", "B")
    night.do(TurnBeam(who=night.ids["A"], source="searchlight", covers=(night.ids["C"],)))
    covered = {x.source: x.covers for x in night.state.lights.values()}
    assert covered == {"flashlight": (night.ids["B"],), "searchlight": (night.ids["C"],)}


# Flares --------------------------------------------------------------------------------------------------------------


def flare(table: Table) -> str:
    return burning(table).carrier


@pytest.mark.rule("LP-DST-027")
def test_a_flare_lies_where_it_fell_and_lights_up_to_near(night: Table) -> None:
    night.do(FireFlare(who=night.ids["A"]))
    where = night.state.entities[flare(night)]
    assert (where.kind, where.name, night.state.bands[night.ids["A"]][where.id]) == ("object", "Flare", "far")
    night.ids["flare"] = where.id
    night.set_band("flare", "B", "near")
    night.set_band("flare", "C", "medium")
    assert lit(night) == {"Flare", "B"}


def test_flares_take_free_names_in_the_language_on_stage(night: Table) -> None:
    for _ in range(2):
        night.do(FireFlare(who=night.ids["A"]))
    assert {"Flare", "Flare 2"} <= {e.name for e in night.state.entities.values()}
    night.do(Rename(who=night.ids["B"], name="杰西卡"))
    night.do(FireFlare(who=night.ids["A"]))
    assert list(night.state.entities.values())[-1].name == "信号弹 3"


def test_the_light_of_whoever_is_taken_out_of_the_encounter_goes_out(night: Table) -> None:
    light(night, "torch")
    night.do(Remove(who=night.ids["A"]))
    assert night.state.lights == {}
    night.session.undo()
    assert burning(night).source == "torch"


@pytest.mark.rule("LP-DST-027")
def test_a_flare_flies_up_to_far(night: Table) -> None:
    a, b = night.ids["A"], night.ids["B"]
    assert night.refused(FireFlare(who=a, band="extreme")).code == "out-of-reach"
    night.set_band("A", "B", "extreme")
    assert night.refused(FireFlare(who=a, at=b)).code == "out-of-reach"
    night.set_band("A", "B", "far")
    night.set_band("B", "C", "near")
    night.do(FireFlare(who=a, at=b, name="red star"))
    rows = night.state.bands
    assert {n: rows[flare(night)][night.ids[n]] for n in "ABC"} == {"A": "far", "B": "touch", "C": "near"}
    assert lit(night) == {"red star", "B", "C"}


@pytest.mark.rule("LP-DST-001")
def test_how_far_a_flare_is_from_the_others_is_asked_in_a_crisis(night: Table) -> None:
    night.do(crisis.Start())
    night.do(FireFlare(who=night.ids["A"]))
    (task,) = night.tasks("band")
    assert task.who == flare(night)


@pytest.mark.rule("LP-NEU-028")
def test_a_flare_burns_for_the_round_it_was_fired_in_and_the_next(night: Table) -> None:
    night.do(crisis.Start())
    night.to_phase("action")
    assert night.state.round == 1
    night.do(FireFlare(who=night.ids["A"], at=night.ids["B"]))
    where = flare(night)
    assert lit(night) == {"Flare", "B"}
    for round_, phase in ((2, "initiative"), (2, "neutral"), (2, "action"), (3, "initiative")):
        night.to_phase(phase)
        assert (night.state.round, lit(night)) == (round_, {"Flare", "B"})
    night.to_phase("neutral")
    assert (night.state.round, lit(night)) == (3, set())
    assert night.state.person(where) is None, "nothing is left of it"


def test_a_flare_put_out_is_gone_and_a_carried_one_leaves_its_carrier(night: Table) -> None:
    night.do(FireFlare(who=night.ids["A"]))
    where = flare(night)
    night.do(PutOutLight(who=where))
    assert night.state.person(where) is None
    light(night, "flare")
    night.do(PutOutLight(who=night.ids["A"]))
    assert night.state.person(night.ids["A"]) is not None


def test_a_flare_that_cannot_be(night: Table) -> None:
    a = night.ids["A"]
    assert night.refused(FireFlare(who="pc-099")).code == "unknown-person"
    assert night.refused(FireFlare(who=a, at="pc-099")).code == "unknown-person"
    assert night.refused(FireFlare(who=a, band="there")).code == "unknown-band"
    night.pc("D")
    assert night.refused(FireFlare(who=a, at=night.ids["D"])).code == "band-unknown"
    night.do(FireFlare(who=a, at=a))
    assert night.state.bands[a][flare(night)] == "touch"


def test_whoever_carries_a_flare_gun_needs_a_hand_for_it(night: Table) -> None:
    person = night.who("A")
    armed = replace(person, weapons=("flare_gun",))
    night.session.replace_state(replace(night.state, entities={**night.state.entities, person.id: armed}))
    night.do(FireFlare(who=person.id))
    assert lit(night) == {"Flare"}
    night.do(ChangeState(who=(person.id,), add=("both_hands_injured",)))
    assert night.refused(FireFlare(who=person.id)).code == "no-usable-hand"
