"""Distance, sight, hearing and light: the ledger's cases of the chapter "Distance"."""

from __future__ import annotations

import pytest

from gmconsole.core import bands
from gmconsole.core.commands import BandsChanged, SetBand, SetEnvironment
from gmconsole.core.model import Rejected
from gmconsole.core.rounds import Phase
from gmconsole.rulesets.lawn import RULESET, crisis, distance
from gmconsole.rulesets.lawn.distance import DirectBand, LightUp, PutOutLight
from gmconsole.rulesets.lawn.questions import Answer
from gmconsole.rulesets.lawn.state import BANDS

from .conftest import Table

NO_WORDS: tuple[str, ...] = ()


@pytest.fixture
def wood(table: Table) -> Table:
    """Three people; the viewer V, the target T, the carrier C, in a place without a word yet."""
    for name in ("V", "T", "C"):
        table.pc(name)
    return table


def place(table: Table, *words: str) -> None:
    """The place is like this and nothing else."""
    old = tuple(w for w in table.state.environment if w not in words)
    new = tuple(w for w in words if w not in table.state.environment)
    if old or new:
        table.do(SetEnvironment(add=new, remove=old))


def sight(table: Table, viewer: str = "V", target: str = "T") -> str:
    return distance.sight(table.state, table.ids[viewer], table.ids[target])


def seen_at(table: Table, *words: str) -> dict[str, str]:
    """How the viewer sees the target at each band in such a place."""
    place(table, *words)
    seen = {}
    for band in BANDS:
        if table.band("V", "T") != band:
            table.set_band("V", "T", band)
        seen[band] = sight(table)
    return seen


def lit(table: Table) -> set[str]:
    names = {v: k for k, v in table.ids.items()}
    return {names[who] for who in distance.lit(table.state)}


# Bands ---------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-DST-001")
def test_one_of_five_ordered_bands_for_each_pair(table: Table) -> None:
    for name in "ABC":
        table.pc(name)
    table.do(crisis.Start())
    assert table.state.round == 0
    assert [t.who for t in table.tasks("band")] == [table.ids["B"], table.ids["C"]]
    assert isinstance(distance.across(table.state, table.ids["A"], table.ids["B"], "medium"), Rejected)
    assert isinstance(table.refused(Phase()), Rejected)
    table.all_bands("near")
    pairs = {frozenset((a, b)) for a, row in table.state.bands.items() for b in row}
    assert len(pairs) == 3 and table.tasks("band") == []
    assert sorted(("extreme", "near", "far", "touch", "medium"), key=distance.index) == [
        "touch",
        "near",
        "medium",
        "far",
        "extreme",
    ]
    assert distance.index("near") < distance.index("far")
    assert list(RULESET.band_names()) == list(distance.BAND_TABLE) == list(BANDS)
    assert RULESET.band_names() == {band: row.name for band, row in distance.BAND_TABLE.items()}


@pytest.mark.rule("LP-DST-002")
def test_a_band_reads_the_same_from_both_ends(table: Table) -> None:
    table.pc("A")
    table.pc("B")
    table.set_band("A", "B", "near")
    assert table.band("B", "A") == "near"
    table.set_band("A", "B", "medium")
    assert table.state.bands[table.ids["A"]] == {table.ids["B"]: "medium"}
    assert table.state.bands[table.ids["B"]] == {table.ids["A"]: "medium"}


@pytest.mark.rule("LP-DST-003")
def test_touch() -> None:
    assert "arm's reach" in distance.BAND_TABLE["touch"].help.en
    assert min(BANDS, key=distance.index) == "touch"
    punch, dagger, stun_gun = "touch", "touch", "touch"
    assert all(distance.in_reach("touch", weapon) for weapon in (punch, dagger, stun_gun))


@pytest.mark.rule("LP-DST-004")
def test_near() -> None:
    assert "one adult body height" in distance.BAND_TABLE["near"].help.en
    kick, sword, punch = "near", "near", "touch"
    assert distance.in_reach("near", kick) and distance.in_reach("near", sword)
    assert not distance.in_reach("near", punch)


@pytest.mark.rule("LP-DST-005")
def test_medium() -> None:
    assert "three storeys" in distance.BAND_TABLE["medium"].help.en
    pistol, thrown, sword = "medium", "medium", "near"
    assert distance.in_reach("medium", pistol) and distance.in_reach("medium", thrown)
    assert not distance.in_reach("medium", sword)


@pytest.mark.rule("LP-DST-006")
def test_medium_takes_the_gaps_on_both_sides() -> None:
    assert distance.rough_band("near", "medium") == "medium"
    assert distance.rough_band("medium", "far") == "medium"


@pytest.mark.rule("LP-DST-040")
def test_for_the_other_gaps_the_larger_band_is_proposed() -> None:
    assert distance.rough_band("touch", "near") == "near"
    assert distance.rough_band("far", "extreme") == "extreme"


@pytest.mark.rule("LP-DST-007")
def test_far() -> None:
    assert "palm-sized" in distance.BAND_TABLE["far"].help.en
    rifle, bow, pistol = "far", "far", "medium"
    assert distance.in_reach("far", rifle) and distance.in_reach("far", bow)
    assert not distance.in_reach("far", pistol)


@pytest.mark.rule("LP-DST-008")
def test_across_extreme_only_a_tool_reaches(table: Table) -> None:
    a, b = table.pc("A"), table.npc("B")
    table.set_band("A", "B", "extreme")
    pistol, sniper_rifle, bare_hands = "medium", "extreme", ""
    refused = distance.across(table.state, a, b, pistol)
    assert refused is not None and refused.code == "out-of-reach"
    assert distance.across(table.state, a, b, sniper_rifle) is None
    warned = distance.across(table.state, a, b, bare_hands)
    assert warned is not None and warned.code == "needs-override"
    table.set_band("A", "B", "far")
    assert distance.across(table.state, a, b, bare_hands) is None


@pytest.mark.rule("LP-DST-009")
def test_directed_bands_while_declared(table: Table) -> None:
    ship, swimmer = table.npc("ship"), table.pc("swimmer")
    table.set_band("ship", "swimmer", "far")
    table.do(DirectBand(a=ship, b=swimmer, there="near", back="far"))
    assert (table.band("ship", "swimmer"), table.band("swimmer", "ship")) == ("near", "far")
    assert distance.across(table.state, ship, swimmer, "near") is None
    refused = distance.across(table.state, swimmer, ship, "near")
    assert refused is not None and refused.code == "out-of-reach"
    table.do(DirectBand(a=ship, b=swimmer))
    (question,) = table.state.questions.values()
    assert (question.kind, question.value, question.choices) == ("single_band", "far", BANDS)
    assert (table.band("ship", "swimmer"), table.band("swimmer", "ship")) == ("near", "far")
    assert table.refused(DirectBand(a=ship, b=swimmer)).code == "no-change"
    table.do(Answer(question=question.id, value="medium"))
    assert (table.band("ship", "swimmer"), table.band("swimmer", "ship")) == ("medium", "medium")
    assert table.state.questions == {}


@pytest.mark.rule("LP-DST-009")
@pytest.mark.parametrize("band", BANDS)
def test_without_a_declaration_both_directions_agree(table: Table, band: str) -> None:
    a, b = table.pc("A"), table.npc("B")
    table.do(SetBand(a=b, b=(a,), band=band))
    assert table.band("A", "B") == table.band("B", "A") == band
    changed = bands.with_changes(
        table.state.bands, BandsChanged(changes=(bands.change(table.state.bands, a, b, "near"),)).changes
    )
    assert changed[a][b] == changed[b][a] == "near"
    assert table.refused(DirectBand(a=a, b=b)).code == "not-directed"


def test_a_declaration_that_cannot_be(table: Table) -> None:
    a, b = table.pc("A"), table.npc("B")
    table.set_band("A", "B", "near")
    assert table.refused(DirectBand(a=a, b="npc-099", there="near", back="far")).code == "unknown-person"
    assert table.refused(DirectBand(a=a, b=a, there="near", back="far")).code == "band-with-itself"
    assert table.refused(DirectBand(a=a, b=b, there="near")).code == "unknown-band"
    table.do(crisis.Start())
    assert table.refused(DirectBand(a=a, b=b, there="near", back="extreme")).code == "outside-the-area"
    table.do(DirectBand(a=a, b=b, there="near", back="medium"))
    table.do(SetBand(a=a, b=(b,), band="near"))
    assert table.band("A", "B") == table.band("B", "A") == "near"


# Sight and hearing ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-DST-010")
@pytest.mark.parametrize("words", [("bright",), NO_WORDS])
def test_sight_in_a_bright_place(wood: Table, words: tuple[str, ...]) -> None:
    assert seen_at(wood, *words) == {
        "touch": "full",
        "near": "full",
        "medium": "full",
        "far": "full",
        "extreme": "none",
    }
    assert distance.sight_limit(wood.state, wood.ids["T"]) == "far"


@pytest.mark.rule("LP-DST-011")
def test_sight_in_the_dark(wood: Table) -> None:
    assert seen_at(wood, "dark") == {
        "touch": "full",
        "near": "outline",
        "medium": "outline",
        "far": "none",
        "extreme": "none",
    }
    assert distance.sight_limit(wood.state, wood.ids["T"]) == "medium"


@pytest.mark.rule("LP-DST-012")
@pytest.mark.parametrize("word", ["fog", "smoke"])
def test_sight_in_fog_and_smoke(wood: Table, word: str) -> None:
    seen = seen_at(wood, word)
    assert (seen["near"], seen["medium"], seen["far"]) == ("outline", "none", "none")
    assert distance.sight_limit(wood.state, wood.ids["T"]) == "near"


@pytest.mark.rule("LP-DST-013")
def test_sight_in_glare(wood: Table) -> None:
    seen = seen_at(wood, "glare")
    assert (seen["near"], seen["medium"]) == ("outline", "none")


def test_the_strictest_of_several_conditions_holds(wood: Table) -> None:
    seen = seen_at(wood, "dark", "fog")
    assert (seen["near"], seen["medium"]) == ("outline", "none")
    wood.do(LightUp(who=wood.ids["T"], source="torch"))
    wood.set_band("V", "T", "near")
    assert sight(wood) == "outline"


@pytest.mark.rule("LP-DST-014")
def test_hearing_reaches_extreme_and_darkness_does_not_matter(wood: Table) -> None:
    v, t = wood.ids["V"], wood.ids["T"]
    place(wood, "dark")
    wood.set_band("V", "T", "medium")
    assert distance.hearing(wood.state, v, t) == "clear"
    wood.set_band("V", "T", "extreme")
    assert distance.hearing(wood.state, v, t) == "very_faint"
    assert distance.hearing(wood.state, v, wood.ids["C"]) == "none"


# Light ---------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-DST-019")
def test_whoever_stands_in_a_light_is_seen_as_in_a_bright_place(wood: Table) -> None:
    place(wood, "dark")
    wood.set_band("V", "T", "far")
    wood.set_band("C", "T", "near")
    wood.set_band("V", "C", "extreme")
    v, t = wood.ids["V"], wood.ids["T"]
    assert sight(wood) == "none"
    wood.do(LightUp(who=wood.ids["C"], source="torch"))
    assert sight(wood) == "full" and distance.outline_penalty(wood.state, v, t) == 0
    wood.do(PutOutLight(who=wood.ids["C"]))
    assert sight(wood) == "none"
    wood.set_band("V", "T", "medium")
    assert sight(wood) == "outline" and distance.outline_penalty(wood.state, v, t) == 3


@pytest.mark.rule("LP-DST-020")
def test_lit_by_the_source_seen_by_the_viewer(wood: Table) -> None:
    place(wood, "dark")
    wood.do(LightUp(who=wood.ids["C"], source="torch"))
    wood.set_band("C", "T", "medium")
    wood.set_band("V", "T", "far")
    assert "T" in lit(wood) and sight(wood) == "full"
    wood.set_band("C", "T", "far")
    assert "T" not in lit(wood) and sight(wood) == "none"


@pytest.mark.parametrize(
    ("source", "limit"),
    [
        pytest.param("lighter", "touch", marks=pytest.mark.rule("LP-DST-021")),
        pytest.param("candle", "near", marks=pytest.mark.rule("LP-DST-022")),
        pytest.param("torch", "medium", marks=pytest.mark.rule("LP-DST-024")),
        pytest.param("oil_lamp", "medium", marks=pytest.mark.rule("LP-DST-028")),
        ("flare", "near"),
    ],
)
def test_a_sphere_lights_everybody_within_its_limit(wood: Table, source: str, limit: str) -> None:
    wood.do(LightUp(who=wood.ids["C"], source=source))
    assert wood.state.questions == {}
    for band in BANDS:
        wood.set_band("C", "T", band)
        wood.set_band("C", "V", band)
        assert lit(wood) == ({"V", "T", "C"} if distance.in_reach(band, limit) else {"C"})


@pytest.mark.rule("LP-DST-028", "LP-DST-030")
def test_the_oil_lamp_of_the_example(table: Table) -> None:
    for name, kind in (("Jessica", "pc"), ("Mike", "pc"), ("Cowboy", "npc"), ("watcher", "npc")):
        table.add(name, kind)
    table.all_bands("far")
    table.set_band("Jessica", "Cowboy", "touch")
    table.set_band("Jessica", "Mike", "medium")
    place(table, "dark")
    table.do(LightUp(who=table.ids["Jessica"], source="oil_lamp"))
    assert lit(table) == {"Jessica", "Cowboy", "Mike"}
    table.set_band("Jessica", "Cowboy", "far")
    assert sight(table, "Cowboy", "Jessica") == "full"
    assert distance.outline_penalty(table.state, table.ids["Cowboy"], table.ids["Jessica"]) == 0
    assert sight(table, "Jessica", "Cowboy") == "none"
    table.do(PutOutLight(who=table.ids["Jessica"], source="oil_lamp"))
    assert lit(table) == set()
    assert sight(table, "Cowboy", "Jessica") == "none"


@pytest.mark.rule("LP-DST-030")
@pytest.mark.parametrize("source", list(distance.LIGHTS))
def test_whoever_carries_a_light_is_lit_whatever_its_shape(wood: Table, source: str) -> None:
    wood.do(LightUp(who=wood.ids["C"], source=source))
    assert lit(wood) == {"C"}
    wood.do(PutOutLight(who=wood.ids["C"]))
    assert lit(wood) == set()


@pytest.mark.rule("LP-DST-023", "LP-DST-026")
@pytest.mark.parametrize(
    ("source", "limit", "beyond"), [("flashlight", "medium", "far"), ("searchlight", "far", "extreme")]
)
def test_a_cone_lights_whom_it_is_aimed_at(wood: Table, source: str, limit: str, beyond: str) -> None:
    v, t, c = (wood.ids[name] for name in ("V", "T", "C"))
    wood.set_band("C", "T", limit)
    wood.set_band("C", "V", limit)
    wood.do(LightUp(who=c, source=source, covers=(t,)))
    assert lit(wood) == {"C", "T"}
    wood.do(LightUp(who=c, source=source, covers=(t, v)))
    assert lit(wood) == {"C", "T", "V"} and len(wood.state.lights) == 1
    wood.set_band("C", "T", beyond)
    assert lit(wood) == {"C", "V"}
    assert wood.refused(LightUp(who=c, source=source, covers=(t,))).code == "out-of-reach"


@pytest.mark.rule("LP-DST-025")
def test_a_point_lights_one_target_and_not_what_is_around_it(wood: Table) -> None:
    v, t, c = (wood.ids[name] for name in ("V", "T", "C"))
    wood.set_band("C", "T", "far")
    wood.set_band("C", "V", "far")
    wood.set_band("T", "V", "touch")
    wood.do(LightUp(who=c, source="laser_pointer", covers=(t,)))
    assert lit(wood) == {"C", "T"}
    assert wood.refused(LightUp(who=c, source="laser_pointer", covers=(t, v))).code == "light-one-target"


def test_lights_that_cannot_be(wood: Table) -> None:
    c, t = wood.ids["C"], wood.ids["T"]
    wood.set_band("C", "T", "near")
    assert wood.refused(LightUp(who="pc-099", source="torch")).code == "unknown-person"
    assert wood.refused(LightUp(who=c, source="lamp")).code == "not-a-choice"
    assert wood.refused(LightUp(who=c, source="torch", covers=(t,))).code == "light-all-around"
    assert wood.refused(LightUp(who=c, source="flashlight", covers=("pc-099",))).code == "unknown-person"
    assert wood.refused(LightUp(who=c, source="flashlight", covers=(wood.ids["V"],))).code == "band-unknown"
    assert wood.refused(PutOutLight(who=c)).code == "no-light"
    wood.do(LightUp(who=c, source="torch"))
    assert wood.refused(LightUp(who=c, source="torch")).code == "no-change"
    assert wood.refused(PutOutLight(who=c, source="candle")).code == "no-light"
    assert wood.refused(PutOutLight(who="pc-099")).code == "unknown-person"


def test_a_light_relit_gets_an_id_of_its_own_and_undo_brings_it_back(wood: Table) -> None:
    c = wood.ids["C"]
    wood.do(LightUp(who=c, source="torch"))
    burning = wood.state
    wood.do(LightUp(who=c, source="candle"))
    wood.do(PutOutLight(who=c))
    assert wood.state.lights == {}
    wood.do(LightUp(who=c, source="torch"))
    assert list(wood.state.lights) == ["light-003"]
    wood.session.undo(3)
    assert wood.state == burning
