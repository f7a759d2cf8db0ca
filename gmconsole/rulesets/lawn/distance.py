"""Distance, sight, hearing and light (chapter "Distance").

Covers LP-DST-001 to -017, -019 to -026, -028 and -030. Bands, environments and light sources are content
(``content/lawn/bands.toml``, ``environments.toml``, ``lights.toml``). Sight is judged with the viewer's direction of
the band, light with that of the source, reach with that of the one who acts (LP-DST-009, Q-D12). Beams are aimed in
``beams``; what a look from here to there costs is in ``senses``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Literal

import msgspec
from msgspec.structs import replace

from ...content import table
from ...core import bands
from ...core.commands import entity_change, unknown
from ...core.messages import N_
from ...core.model import Command, Event, Name, Question, Rejected, Who, terms_of
from ...core.people import counted, next_id
from ...core.ruleset import Tx as CoreTx
from . import injuries, limbs, questions, skills
from .state import BANDS, LawnState, Light

Tx = CoreTx[LawnState]
Band = Literal["touch", "near", "medium", "far", "extreme"]
Sight = Literal["full", "outline", "none"]

EVERY_BAND: tuple[Band, ...] = ("touch", "near", "medium", "far", "extreme")
SIGHT_LIMIT: Band = "far"
OUTLINE_PENALTY = 3

questions.WORDING["rough_band"] = N_("{who} and {other}: in between; which band does it count as?")
questions.WORDING["single_band"] = N_("{who} and {other}: which band holds for both from now on?")


class BandDef(msgspec.Struct, frozen=True, kw_only=True):
    """One row of the band table."""

    id: Band
    name: Name
    help: Name


class Environment(msgspec.Struct, frozen=True, kw_only=True):
    """One row of the environment table: how far one sees there, and from which band on only outlines."""

    id: str
    name: Name
    limit: Band = SIGHT_LIMIT
    outline_from: Band | Literal[""] = ""
    light_helps: bool = False


class LightSource(msgspec.Struct, frozen=True, kw_only=True):
    """One row of the table of light sources: how far it lights, in which shape, and for how long.

    ``rounds`` is how many rounds after the one it was lit in it goes out, in the neutral phase; 0 where it burns on.
    """

    id: str
    name: Name
    limit: Band
    shape: Literal["sphere", "cone", "point"]
    thrown: Band | Literal[""] = ""
    rounds: int = 0


BAND_TABLE: dict[str, BandDef] = table("lawn/bands.toml", "band", BandDef)
ENVIRONMENTS: dict[str, Environment] = table("lawn/environments.toml", "environment", Environment)
LIGHTS: dict[str, LightSource] = table("lawn/lights.toml", "light", LightSource)


LIT: list[Callable[[Tx, Light], None]] = []
"""Called with a light just lit, for the chapter that counts how long it burns."""


class LightUp(Command, frozen=True, tag="lawn.light-up"):
    """Light a source in somebody's hands, or turn its beam; cones and points light those in ``covers`` only.

    Refused: ``not-a-choice`` for an unknown source, ``light-all-around``, ``light-one-target``, ``out-of-reach``,
    ``turned-already`` for a beam turned twice in a round.
    """

    who: str
    source: str
    covers: tuple[str, ...] = ()


class PutOutLight(Command, frozen=True, tag="lawn.light-out"):
    """Put out what somebody carries: the source named, or everything that burns."""

    who: str
    source: str = ""


class DirectBand(Command, frozen=True, tag="lawn.band-directed"):
    """Declare two bands for one gap, ``there`` from a to b and ``back`` from b to a; without them, end that."""

    a: str
    b: str
    there: str = ""
    back: str = ""


class RoughBand(Command, frozen=True, tag="lawn.band-rough"):
    """The real distance lies between two neighbouring bands: ask which one it counts as, the book's own preselected.

    The nearer one is, where the book's is not possible now. Refused: ``unknown-band``, ``not-neighbours``,
    ``band-with-itself``.
    """

    a: str
    b: str
    below: str
    above: str


class LightSet(Event, frozen=True, tag="lawn.light-set"):
    """A light was lit (nothing before), turned, or put out (nothing after)."""

    before: Light | None = None
    after: Light | None = None


class BandDirected(Event, frozen=True, tag="lawn.directed"):
    """One gap counts differently from its two ends; each pair of bands is from a to b, then from b to a."""

    a: str
    b: str
    before: tuple[str, str]
    after: tuple[str, str]


def environment_names() -> dict[str, Name]:
    """The words for what a place is like (LP-CRI-021)."""
    return {e.id: e.name for e in ENVIRONMENTS.values()}


def light_names() -> dict[str, Name]:
    """The light sources."""
    return {light.id: light.name for light in LIGHTS.values()}


# Bands ---------------------------------------------------------------------------------------------------------------


def index(band: str) -> int:
    """The place of a band in the order Touch, Near, Medium, Far, Extreme, from 0 (LP-DST-001)."""
    return BANDS.index(band)


def in_reach(band: str, max_band: str) -> bool:
    """Whether something that reaches to ``max_band`` reaches across that band (LP-DST-003 to -008)."""
    return index(band) <= index(max_band)


def shifted(band: str, by: int) -> Band:
    """The band so many bands farther, or nearer where ``by`` is below 0; never past Touch or Extreme."""
    return EVERY_BAND[min(max(index(band) + by, 0), len(BANDS) - 1)]


def rough_band(below: str, above: str) -> str:
    """The band proposed for a distance between two neighbouring ones: Medium where it is one, else the larger.

    LP-DST-006 gives both gaps around Medium to Medium; the other two are the GM's choice (LP-DST-040, Q-D01).
    """
    return "medium" if "medium" in (below, above) else max(below, above, key=index)


def across(state: LawnState, actor: str, target: str, max_band: str = "") -> Rejected | None:
    """The refusal for acting on a target with a tool that reaches to ``max_band``, or bare-handed (no ``max_band``).

    ``band-unknown`` where nobody has said the band yet (LP-DST-001), ``out-of-reach`` for the tool, and
    ``needs-override`` bare-handed across Extreme, which only the GM can allow (LP-DST-008).
    """
    band = bands.between(state.bands, actor, target)
    if band is None:
        return Rejected("band-unknown", {"who": Who(actor), "other": Who(target)})
    if max_band and not in_reach(band, max_band):
        return Rejected(
            "out-of-reach", {"who": Who(target), "band": BAND_TABLE[band].name, "reach": BAND_TABLE[max_band].name}
        )
    if not max_band and band == "extreme":
        return Rejected("needs-override", {"who": Who(target), "band": BAND_TABLE[band].name})
    return None


# Light, sight, hearing -----------------------------------------------------------------------------------------------


def is_lit(state: LawnState, who: str) -> bool:
    """Whether somebody stands in the light of a burning source, or carries one (LP-DST-020, -030)."""
    return any(_lights(state, light, who) for light in state.lights.values())


def lit(state: LawnState) -> tuple[str, ...]:
    """Everybody and everything in a light now, in listed order."""
    if not state.lights:
        return ()
    return tuple(e.id for e in state.entities.values() if e.on_stage and is_lit(state, e.id))


def _lights(state: LawnState, light: Light, who: str) -> bool:
    carrier = state.person(light.carrier)
    if carrier is None or not carrier.on_stage:
        return False
    if who == carrier.id:
        return True
    source = LIGHTS[light.source]
    band = bands.between(state.bands, carrier.id, who)
    return band is not None and in_reach(band, source.limit) and (source.shape == "sphere" or who in light.covers)


def hindrances(state: LawnState, target: str, viewer: str = "") -> tuple[Environment, ...]:
    """What hinders seeing that target, for that viewer: the place, and what either of them is caught in.

    A light on the target lifts the dark (LP-DST-019); night vision moves its limit and shows more than outlines
    (LP-DST-016, Q-D02). How far one sees in full in the dark is an option (Q-D03).
    """
    seen, looking = state.entities.get(target), state.entities.get(viewer)
    words = list(state.environment)
    words.extend(injuries.form(i).seen for i in (seen.states if seen is not None else ()))
    words.extend(injuries.form(i).sight for i in (looking.states if looking is not None else ()))
    here = tuple(ENVIRONMENTS[word] for word in dict.fromkeys(words) if word in ENVIRONMENTS)
    if is_lit(state, target):
        return tuple(e for e in here if not e.light_helps)
    bands_more = skills.shift(looking, "dark") if looking is not None else 0
    return tuple(_in_the_dark(state, e, bands_more) if e.light_helps else e for e in here)


def _in_the_dark(state: LawnState, dark: Environment, bands_more: int) -> Environment:
    if bands_more:
        return replace(dark, limit=shifted(dark.limit, bands_more), outline_from="")
    full_up_to = state.options.get("full_in_the_dark")
    if full_up_to == "none":
        return replace(dark, outline_from="touch")
    return replace(dark, outline_from="medium") if full_up_to == "near" else dark


def sight_limit(state: LawnState, target: str, viewer: str = "") -> str:
    """The farthest band at which that target can be seen: the strictest condition's (LP-DST-010 to -013, -017)."""
    return _strictest(hindrances(state, target, viewer))


def _strictest(here: Iterable[Environment]) -> str:
    return min((SIGHT_LIMIT, *(e.limit for e in here)), key=index)


def seen_band(state: LawnState, viewer: str, target: str) -> str | None:
    """The band between them as the viewer's eyes count it: nearer with a telescope or as a Lookout (LP-DST-015)."""
    band = bands.between(state.bands, viewer, target)
    looking = state.entities.get(viewer)
    return band if band is None or looking is None else shifted(band, -skills.shift(looking, "sight"))


def sight(state: LawnState, viewer: str, target: str) -> Sight:
    """How the viewer sees the target; not at all where their band is unknown (LP-DST-010 to -013, -015 to -017, -019).

    Of several conditions the strictest limit holds, and one of them is enough for outlines only (Q-D02).
    """
    if viewer == target:
        return "full"
    band = seen_band(state, viewer, target)
    if band is None or not limbs.sees(state.entities[viewer]):
        return "none"
    here = hindrances(state, target, viewer)
    if not in_reach(band, _strictest(here)):
        return "none"
    outline = any(e.outline_from and in_reach(e.outline_from, band) for e in here)
    return "outline" if outline else "full"


def outline_penalty(state: LawnState, actor: str, target: str) -> int:
    """Faces proposed on top of the difficulty of hitting an outline (Q-D04); the GM may change it."""
    return OUTLINE_PENALTY if sight(state, actor, target) == "outline" else 0


def hearing(state: LawnState, listener: str, source: str) -> Literal["clear", "very_faint", "none"]:
    """How a sound is heard, whatever the light: very faintly at Extreme (LP-DST-014)."""
    band = bands.between(state.bands, listener, source)
    if band is None:
        return "none"
    return "very_faint" if band == "extreme" else "clear"


# Decisions -----------------------------------------------------------------------------------------------------------


def _light_up(c: LightUp, tx: Tx) -> Rejected | None:
    if tx.state.person(c.who) is None:
        return unknown(c.who)
    source = LIGHTS.get(c.source)
    if source is None:
        return Rejected("not-a-choice", {"field": "light", "value": c.source, "allowed": terms_of("light", LIGHTS)})
    before = next((x for x in tx.state.lights.values() if (x.carrier, x.source) == (c.who, c.source)), None)
    if before is not None:
        return aim(tx, before, c.covers)
    refused = beyond(tx.state, c.who, source, c.covers)
    if refused is None:
        kindle(tx, Light(id=next_id(tx.state, "light"), source=c.source, carrier=c.who, covers=c.covers))
    return refused


def beyond(state: LawnState, who: str, source: LightSource, covers: Iterable[str]) -> Rejected | None:
    """The refusal for a beam on somebody it cannot light (LP-DST-023 to -026); a sphere is not aimed at all."""
    covers = tuple(covers)
    if covers and source.shape == "sphere":
        return Rejected("light-all-around", {"light": source.name})
    if len(covers) > 1 and source.shape == "point":
        return Rejected("light-one-target", {"light": source.name})
    for other in covers:
        if state.person(other) is None:
            return unknown(other)
        refused = None if other == who else across(state, who, other, source.limit)
        if refused is not None:
            return refused
    return None


def kindle(tx: Tx, light: Light) -> None:
    """Let a light burn, and tell the chapters that want to know."""
    tx.emit(LightSet(after=light))
    for hook in LIT:
        hook(tx, light)


def aim(tx: Tx, light: Light, covers: tuple[str, ...]) -> Rejected | None:
    """Turn a burning beam to others: once per round, without an action (LP-DST-029, Q-D06).

    Saying whom it covers, as the console asks when it is switched on, does not count as a turn.
    """
    refused = beyond(tx.state, light.carrier, LIGHTS[light.source], covers)
    if refused is not None:
        return refused
    asked = [q for q in questions.open_questions(tx.state, "beam") if q.key == light.id]
    turns = covers != light.covers and not asked
    if turns and tx.state.mode != "calm" and tx.state.round and light.turned == tx.state.round:
        return Rejected("turned-already", {"who": Who(light.carrier)})
    for question in asked:
        questions.withdraw(tx, question.id)
    cover(tx, replace(light, turned=tx.state.round) if turns else light, covers)
    return None


def cover(tx: Tx, light: Light, covers: tuple[str, ...]) -> None:
    """Let a burning beam fall on those, if that is a change."""
    before, after = tx.state.lights[light.id], replace(light, covers=covers)
    if after != before:
        tx.emit(LightSet(before=before, after=after))


def put_out(tx: Tx, light: Light) -> None:
    """Let a light go out; what was nothing but the light is gone with it."""
    tx.emit(LightSet(before=light))
    for question in questions.open_questions(tx.state, "beam"):
        if question.key == light.id:
            questions.withdraw(tx, question.id)
    if light.placed and tx.state.person(light.carrier) is not None:
        entity_change(tx, light.carrier, "presence", "removed")


def end_void(tx: Tx) -> None:
    """Put out every light whose carrier is gone; called at the end of every command."""
    for light in list(tx.state.lights.values()):
        if tx.state.person(light.carrier) is None:
            put_out(tx, light)


def _put_out(c: PutOutLight, tx: Tx) -> Rejected | None:
    if tx.state.person(c.who) is None:
        return unknown(c.who)
    burning = [x for x in tx.state.lights.values() if x.carrier == c.who and c.source in ("", x.source)]
    if not burning:
        return Rejected("no-light", {"who": Who(c.who)})
    for light in burning:
        put_out(tx, light)
    return None


def _direct(c: DirectBand, tx: Tx) -> Rejected | None:
    a, b = tx.state.person(c.a), tx.state.person(c.b)
    if a is None or b is None:
        return unknown(c.b if a else c.a)
    if a.id == b.id:
        return Rejected("band-with-itself")
    before = (bands.between(tx.state.bands, c.a, c.b) or "", bands.between(tx.state.bands, c.b, c.a) or "")
    if not c.there and not c.back:
        return _end_declaration(c, tx, before)
    if tx.state.options.get("size_rule") is False:
        return Rejected("size-rule-off")
    for one, other, band in ((a, b, c.there), (b, a, c.back)):
        if band not in BANDS:
            return Rejected("unknown-band", {"band": band, "allowed": terms_of("band", BANDS)})
        refused = tx.ruleset.check_band(tx.state, one, other, band)
        if refused is not None:
            return refused
    if (c.there, c.back) != before:
        tx.emit(BandDirected(a=c.a, b=c.b, before=before, after=(c.there, c.back)))
    return None


def _rough(c: RoughBand, tx: Tx) -> Rejected | None:
    a, b = tx.state.person(c.a), tx.state.person(c.b)
    if a is None or b is None:
        return unknown(c.b if a else c.a)
    if a.id == b.id:
        return Rejected("band-with-itself")
    for band in (c.below, c.above):
        if band not in BANDS:
            return Rejected("unknown-band", {"band": band, "allowed": terms_of("band", BANDS)})
    if index(c.above) - index(c.below) != 1:
        return Rejected("not-neighbours", {"below": BAND_TABLE[c.below].name, "above": BAND_TABLE[c.above].name})
    for q in questions.open_questions(tx.state, "rough_band"):
        if {q.who, q.other} == {c.a, c.b}:
            questions.withdraw(tx, q.id)
    value = rough_band(c.below, c.above)
    if tx.ruleset.check_band(tx.state, a, b, value) is not None:
        value = c.below
    questions.ask(tx, "rough_band", who=c.a, other=c.b, value=value, choices=(c.below, c.above))
    return None


def _end_declaration(c: DirectBand, tx: Tx, before: tuple[str, str]) -> Rejected | None:
    if before[0] == before[1]:
        return Rejected("not-directed", {"who": Who(c.a), "other": Who(c.b)})
    for q in questions.open_questions(tx.state, "single_band"):
        if {q.who, q.other} == {c.a, c.b}:
            return None
    questions.ask(tx, "single_band", who=c.a, other=c.b, value=max(before, key=index), choices=BANDS)
    return None


def _single_band(tx: Tx, question: Question, value: str) -> Rejected | None:
    a, b = tx.state.person(question.who), tx.state.person(question.other)
    if a is None or b is None:
        return None
    refused = tx.ruleset.check_band(tx.state, a, b, value)
    if refused is None:
        there = bands.between(tx.state.bands, a.id, b.id) or ""
        back = bands.between(tx.state.bands, b.id, a.id) or ""
        tx.emit(BandDirected(a=a.id, b=b.id, before=(there, back), after=(value, value)))
    return refused


questions.ANSWERS["single_band"] = _single_band
questions.ANSWERS["rough_band"] = _single_band


# Folds ---------------------------------------------------------------------------------------------------------------


def _light_set(state: LawnState, e: LightSet) -> LawnState:
    lights = {k: v for k, v in state.lights.items() if e.before is None or k != e.before.id}
    if e.after is None:
        return replace(state, lights=lights)
    lights[e.after.id] = e.after
    return replace(state, lights=lights, counters=state.counters if e.before else counted(state, "light"))


def _directed(state: LawnState, e: BandDirected) -> LawnState:
    there, back = e.after
    rows = {**state.bands, e.a: {**state.bands.get(e.a, {}), e.b: there}, e.b: {**state.bands.get(e.b, {}), e.a: back}}
    return replace(state, bands=rows)


DECIDE = {LightUp: _light_up, PutOutLight: _put_out, DirectBand: _direct, RoughBand: _rough}
EVOLVE = {LightSet: _light_set, BandDirected: _directed}
