"""Scenario files of this book: the rows a GM may write, and the start state they make.

Figures left out take the book's defaults (LP-LIF-002); ids and tags are counted as if everybody had been added by hand,
one after the other, so that a scenario and the same additions make equal states.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from ...conversion import nearest
from ...core import bands
from ...core.commands import with_entity
from ...core.model import Msg, Name, Rejected
from ...core.people import next_id
from ...core.ruleset import Ruleset
from ...core.ruleset import Tx as CoreTx
from ...core.scenario import EntityRow, Path, Problem, Scenario, Word
from . import armoury, harm, party, people, skills, traits, weapons
from .crisis import PRESETS
from .distance import LIGHTS, LightSet, in_reach
from .hazards import HazardSet
from .neutral import add_pending
from .rows import Armour, Attribute, Count, Figure, Hand, PeopleBuilder, Sanity
from .sheets import sheet_of
from .state import Hazard, Injury, LawnState, Light, Load
from .tables import SOURCES, STATES
from .trait_table import TRAITS

Tx = CoreTx[LawnState]
Scale: TypeAlias = Literal["auto", "human", "large"]
Difficulty: TypeAlias = Annotated[int, msgspec.Meta(ge=3, le=30)]
Against: TypeAlias = Literal["hit", "dodge", "damage", "toughness"]


class LightRow(msgspec.Struct, frozen=True, kw_only=True):
    """A burning light that somebody carries, aimed at those it covers."""

    id: str
    covers: tuple[str, ...] = ()


class PersonRow(EntityRow, frozen=True, kw_only=True):
    """``[[person]]``: a player character or a non-player character."""

    kind: Literal["pc", "npc"] = "npc"
    side: Literal["", "party", "hostile", "friendly", "neutral"] = ""
    hidden: bool = False
    outside: bool = False
    important: bool = False
    attributes: Mapping[Attribute, Figure] = {}
    sanity: Sanity | None = None
    sanity_max: Count | None = None
    life: Count | None = None
    life_max: Count | None = None
    speed: Literal["", "static", "crawl", "walk", "sprint", "powered"] = ""
    vehicle: str = ""
    aid: bool = False
    trait: str = ""
    load: Mapping[str, Sanity | Load] = {}
    states: tuple[str, ...] = ()
    skills: tuple[str, ...] = ()
    devices: tuple[str, ...] = ()
    supplies: Sanity = 0
    dominant: Hand = "right"
    difficulties: Mapping[Against, Difficulty] = {}
    weapons: tuple[str, ...] = ()
    figures: Mapping[str, Mapping[str, int | bool | str]] = {}
    armour: Armour = 0
    scale: Scale = "auto"
    electronic: bool = False
    lights: tuple[str | LightRow, ...] = ()
    note: str | Name = ""


class ObjectRow(EntityRow, frozen=True, kw_only=True):
    """``[[object]]``: something with a place of its own."""

    hidden: bool = False
    outside: bool = False
    structure: bool = False
    life: Count | None = None
    life_max: Count | None = None
    armour: Armour = 0
    scale: Scale = "auto"
    electronic: bool = False
    lights: tuple[str | LightRow, ...] = ()
    note: str | Name = ""


class HazardRow(msgspec.Struct, frozen=True, kw_only=True):
    """``[[hazard]]``: a danger of the place.

    With somebody ``on`` it comes in the first neutral phase, or in that of its ``round`` (``every``: in each from then
    on); with nobody the GM sets it off.
    ``fail`` is a state, ``sanity``, ``damage``, or several joined by ``+``; states joined by ``/``, or a source of
    harm, leave one state to the GM.
    """

    id: Word
    name: str | Name = ""
    type: Attribute
    purpose: str = ""
    difficulty: Difficulty = 6
    on: tuple[str, ...] = ()
    fail: str = ""
    every: bool = False
    round: Annotated[int, msgspec.Meta(ge=0, le=999)] = 0


class PlaceholderRow(msgspec.Struct, frozen=True, kw_only=True):
    """``[[placeholder]]``: what comes in which round; ``who`` names a person who waits outside until then."""

    id: Word
    text: str | Name = ""
    round: Count
    point: Literal["neutral", "after_movement"] = "neutral"
    who: str = ""


TYPES: Mapping[str, type[msgspec.Struct]] = {
    "person": PersonRow,
    "object": ObjectRow,
    "hazard": HazardRow,
    "placeholder": PlaceholderRow,
}


def build(ruleset: Ruleset[LawnState], scenario: Scenario, lang: str) -> tuple[LawnState, tuple[Problem, ...]]:
    """The state before anything happens, with names in that language, and what is wrong with the rows' figures.

    The state is fit for play only where no problem is an error.
    """
    builder = _Builder(ruleset, scenario, lang)
    builder.run()
    return builder.tx.state, tuple(builder.problems)


class _Builder(PeopleBuilder):
    """One scenario on its way into a state."""

    def run(self) -> None:
        """Everything in the order of the file's kinds."""
        self.preset(PRESETS)
        self.party()
        self.entities()
        self.bands()
        self.place()
        self.lights()
        self.hazards()
        self.placeholders()

    def party(self) -> None:
        """The party that plays the scenario comes first: whoever a row of the same id speaks of is of the party."""
        if self.scenario.party is None:
            return
        members = party.Members(self.tx.ruleset, self.scenario.party, self.lang)
        members.run()
        state = self.tx.state
        self.tx.state = replace(members.tx.state, title=state.title, preset=state.preset, notes=state.notes)
        self.ids = dict(members.ids)
        if self.scenario.guest:
            self.make_way()

    def make_way(self) -> None:
        """Whoever of a guest party is called by a word that the scenario has for somebody else gets another word."""
        own = {row.id for _, row in self.scenario.rows.get("person", ()) if row.kind != "pc"}
        own |= {row.id for _, row in self.scenario.rows.get("object", ())}
        for word in own & self.ids.keys():
            new = next(w for n in range(2, 99) if (w := f"{word}_{n}") not in own and w not in self.ids)
            self.ids[new] = self.ids.pop(word)
            for who, person in self.tx.state.entities.items():
                key = new if who == self.ids[new] else person.key
                sheet = sheet_of(person)
                relations = {new if other == word else other: note for other, note in sheet.relations.items()}
                renamed = replace(person, key=key, sheet=replace(sheet, relations=relations))
                self.tx.state = with_entity(self.tx.state, renamed)

    def entities(self) -> None:
        """People and things, with ids and tags counted."""
        for i, row in self.scenario.rows.get("person", ()):
            self.person(("person", i), row)
        for i, row in self.scenario.rows.get("object", ()):
            life = self.life(("object", i), row.life, row.life_max)
            self.add(
                row,
                people.Add(
                    kind="object",
                    name=self.name(row),
                    key=row.id,
                    hidden=row.hidden,
                    outside=row.outside,
                    structure=row.structure,
                    life=life[1],
                ),
                life[0],
                (),
            )
        self.keep_words_apart(("person", "object"))

    def person(self, place: Path, row: PersonRow) -> None:
        """One person; figures of the other kind of person are refused (LP-LIF-001)."""
        if self.scenario.party is not None and row.kind == "pc" and (row.id in self.ids or self.scenario.guest):
            self.member(row)
            return
        if self.scenario.party is not None and row.id in self.ids:
            self.refuse((*place, "id"), row.id, Msg("a word that nobody of the party is called by"))
        wrong = ("life", "life_max", "important") if row.kind == "pc" else ("sanity", "sanity_max", "trait")
        for field in (*wrong, *(("life", "life_max") if row.important and row.kind == "npc" else ())):
            if getattr(row, field) not in (None, False, ""):
                self.refuse(
                    (*place, field), getattr(row, field), Msg("no {field} for this kind of person", {"field": field})
                )
        life = self.life(place, row.life, row.life_max)
        self.skills((*place, "skills"), row.skills)
        self.words((*place, "devices"), row.devices, skills.DEVICES)
        self.words((*place, "weapons"), row.weapons, weapons.WEAPONS)
        if row.trait and row.trait not in TRAITS:
            self.refuse((*place, "trait"), row.trait, nearest(row.trait, tuple(TRAITS)))
        self.figures((*place, "figures"), row.figures)
        load = self.load((*place, "load"), row.load)
        self.add(
            row,
            people.Add(
                kind=row.kind,
                name=self.name(row),
                key=row.id,
                side=row.side,
                hidden=row.hidden,
                outside=row.outside,
                important=row.important,
                attributes={str(k): v for k, v in row.attributes.items()},
                sanity=row.sanity or 0,
                sanity_max=row.sanity_max or 0,
                speed=row.speed,
                life=life[1],
                load=load,
            ),
            life[0],
            self.states((*place, "states"), row.states),
        )

    def member(self, row: PersonRow) -> None:
        """Where somebody of the party is at the start; whoever a guest party lacks stays away."""
        if row.id not in self.ids:
            self.away.add(row.id)
            return
        person = self.tx.state.entities[self.ids[row.id]]
        presence = "outside" if row.outside else person.presence
        placed = replace(person, presence=presence, vehicle=row.vehicle, note=self.text(row.note) or person.note)
        self.tx.state = with_entity(self.tx.state, placed)

    def life(self, place: Path, now: int | None, full: int | None) -> tuple[int, int]:
        """Life points now and in all; 0 where the file says neither."""
        if now is not None and full is not None and now > full:
            self.refuse((*place, "life"), now, Msg("at most life_max, {full}", {"full": full}))
        return now or full or 0, full or now or 0

    def add(self, row: PersonRow | ObjectRow, command: people.Add, life: int, states: tuple[Injury, ...]) -> None:
        """Put one entity on stage."""
        person = people.make_person(self.tx.state, command)
        person = replace(
            person,
            states=states,
            note=self.text(row.note),
            life=min(life, person.life) or person.life,
            armour=row.armour,
            scale="" if row.scale == "auto" else row.scale,
            electronic=row.electronic,
        )
        if isinstance(row, PersonRow):
            person = replace(
                person,
                vehicle=row.vehicle,
                aid=row.aid,
                skills=row.skills,
                devices=row.devices,
                supplies=row.supplies,
                dominant=row.dominant,
                difficulties=dict(row.difficulties),
            )
            if row.trait in TRAITS:
                said = {"sanity": person.sanity, "sanity_max": person.sanity_max}
                person = traits.equipped(person, row.trait)
                if row.sanity is not None or row.sanity_max is not None:
                    person = replace(person, **said)
            person = armoury.armed(person, row.weapons, row.figures)
            if person.kind == "pc" and row.sanity == 0:
                person = replace(person, sanity=0)
        people.add_person(self.tx, person, {})
        self.ids.setdefault(row.id, person.id)

    def check_band(self, path: Path, a: str, b: str, band: str) -> None:
        """The area holds nobody at Extreme unless outside (LP-CRI-002)."""
        inside = [who for who in (a, b) if self.tx.state.entities[who].presence == "in"]
        if band == "extreme" and len(inside) == 2:
            self.refuse(path, band, Msg("at most far, unless one of the two waits outside"))

    def lights(self) -> None:
        """Lights that burn from the start."""
        for key in ("person", "object"):
            for i, row in self.scenario.rows.get(key, ()):
                for k, given in enumerate(row.lights if row.id in self.ids else ()):
                    self.light((key, i, "lights", k), self.ids.get(row.id, ""), given)

    def light(self, path: Path, carrier: str, given: str | LightRow) -> None:
        """One burning light."""
        light = given if isinstance(given, LightRow) else LightRow(id=given)
        source = LIGHTS.get(light.id)
        if source is None:
            self.refuse(path, light.id, nearest(light.id, tuple(LIGHTS)))
            return
        covers = self.known((*path, "covers"), light.covers)
        for n, who in enumerate(covers):
            band = bands.between(self.tx.state.bands, carrier, who)
            if source.shape == "sphere" or band is None or not in_reach(band, source.limit):
                self.refuse(
                    (*path, "covers", n),
                    light.covers[n],
                    Msg("somebody within {limit} of a cone or point", {"limit": source.limit}),
                )
        self.tx.emit(
            LightSet(after=Light(id=next_id(self.tx.state, "light"), source=light.id, carrier=carrier, covers=covers))
        )

    def hazards(self) -> None:
        """Dangers that are prepared; with nobody exposed they wait until the GM says who is (LP-NEU-002)."""
        for i, row in self.scenario.rows.get("hazard", ()):
            for part in filter(None, row.fail.split("+")):
                if part not in ("sanity", "damage") and isinstance(harm.alternatives(part), Rejected):
                    self.refuse(("hazard", i, "fail"), part, nearest(part, ("sanity", "damage", *SOURCES, *STATES)))
            hazard = Hazard(
                id=next_id(self.tx.state, "hazard"),
                name=self.text(row.name) or row.id,
                type=row.type,
                purpose=row.purpose,
                difficulty=row.difficulty,
                on=self.known(("hazard", i, "on"), row.on),
                fail=row.fail,
                every=row.every,
                due=row.round,
            )
            self.tx.emit(HazardSet(hazard=hazard.id, after=hazard))

    def placeholders(self) -> None:
        """What comes later; a person named here waits outside and may enter from that round on (LP-CRI-006)."""
        for i, row in self.scenario.rows.get("placeholder", ()):
            who = ""
            if row.who in self.away:
                continue
            if row.who:
                who = next(iter(self.known(("placeholder", i), (row.who,), "who")), "")
            if who:
                person = self.tx.state.entities[who]
                if person.presence != "outside":
                    self.refuse(("placeholder", i, "who"), row.who, Msg("somebody with outside = true"))
                self.tx.state = with_entity(self.tx.state, replace(person, enters_in=row.round))
            add_pending(
                self.tx,
                "reinforcement" if who else "reminder",
                self.text(row.text) or row.id,
                row.round,
                point=row.point,
                who=who,
            )
