"""People: who is on stage, on which side, and how somebody comes into the encounter.

Covers LP-LIF-001 and -002 (a new non-player character has life points, 3/3 unless the GM says otherwise; a new player
character has injury states instead).
"""

from __future__ import annotations

from collections.abc import Mapping

from ...core.commands import give_public_tags
from ...core.model import Command, Entity, Event, Rejected, Who, terms_of
from ...core.people import came, next_id, next_tag, no_room
from ...core.ruleset import Tx as CoreTx
from .character import Sheet
from .state import ATTRIBUTES, BANDS, SPEED_CLASSES, LawnState, Load, Person

Tx = CoreTx[LawnState]

KINDS = ("pc", "npc", "object")
OURS = ("party", "friendly")
SIDES = ("party", "hostile", "friendly", "neutral")
PREFIXES = {"pc": "pc", "npc": "npc", "object": "obj"}
DEFAULT_LIFE = 3
DEFAULT_SANITY = 3
HIGHEST_ATTRIBUTE = 9


class Add(Command, frozen=True, tag="lawn.add"):
    """Bring somebody or something in. Figures left out take the book's default (LP-LIF-002).

    ``outside`` keeps the newcomer at Extreme until it enters; ``bands`` maps ids to bands known at once.
    """

    kind: str
    name: str
    side: str = ""
    hidden: bool = False
    life: int = 0
    sanity: int = 0
    sanity_max: int = 0
    speed: str = ""
    attributes: Mapping[str, int] = {}
    load: Mapping[str, Load] = {}
    important: bool = False
    structure: bool = False
    outside: bool = False
    near: Mapping[str, str] = {}
    key: str = ""


class Added(Event, frozen=True, tag="lawn.added"):
    """Somebody or something came in; ``counter`` is the prefix whose number was used."""

    person: Person
    counter: str


def participants(state: LawnState) -> tuple[Person, ...]:
    """Everybody and everything on stage, in listed order."""
    return tuple(p for p in state.entities.values() if p.presence == "in")


def characters(state: LawnState) -> tuple[Person, ...]:
    """The people on stage (no objects), in listed order."""
    return tuple(p for p in state.entities.values() if p.presence == "in" and p.kind != "object")


def pcs(state: LawnState) -> tuple[Person, ...]:
    """The player characters on stage, in listed order."""
    return tuple(p for p in state.entities.values() if p.presence == "in" and p.kind == "pc")


def npcs(state: LawnState) -> tuple[Person, ...]:
    """The non-player characters on stage, in listed order."""
    return tuple(p for p in state.entities.values() if p.presence == "in" and p.kind == "npc")


def are_opponents(a: Entity, b: Entity) -> bool:
    """True where one is hostile and the other of the party or its friends."""
    if a.side == "hostile":
        return b.side in OURS
    return b.side == "hostile" and a.side in OURS


def opponents(state: LawnState, person: Entity) -> tuple[Person, ...]:
    """The people on stage who are against that one."""
    return tuple(p for p in characters(state) if are_opponents(person, p))


def make_person(state: LawnState, c: Add) -> Person:
    """The entity an Add describes, with the next free id and tag."""
    prefix = PREFIXES[c.kind]
    side = c.side or {"pc": "party", "npc": "hostile", "object": "neutral"}[c.kind]
    sanity = c.sanity or c.sanity_max or DEFAULT_SANITY
    is_pc = c.kind == "pc"
    life = 0 if is_pc or c.important else c.life or (DEFAULT_LIFE if c.kind == "npc" else 1)
    return Person(
        id=next_id(state, prefix),
        name=c.name,
        kind=c.kind,
        side=side,
        hidden=c.hidden,
        key=c.key,
        tag=next_tag(state, prefix if is_pc else ""),
        presence="outside" if c.outside else "in",
        attributes=dict(c.attributes),
        sanity=sanity if is_pc else 0,
        sanity_max=(c.sanity_max or max(sanity, DEFAULT_SANITY)) if is_pc else 0,
        life=life,
        life_max=life,
        important=c.important,
        structure=c.structure,
        load=dict(c.load),
        speed=c.speed or ("sprint" if c.kind != "object" else "static"),
        sheet=Sheet() if is_pc else None,
    )


def bad_add(state: LawnState, c: Add) -> Rejected | None:
    """The refusal for a newcomer whose figures cannot be."""
    checks = (
        (c.kind in KINDS, "kind", c.kind, KINDS),
        (c.side in ("", *SIDES), "side", c.side, SIDES),
        (c.speed in ("", "static", *SPEED_CLASSES), "speed", c.speed, SPEED_CLASSES),
    )
    for fine, field, value, allowed in checks:
        if not fine:
            return Rejected("not-a-choice", {"field": field, "value": value, "allowed": terms_of(field, allowed)})
    if not c.name.strip():
        return Rejected("empty-name")
    for attribute, figure in c.attributes.items():
        if attribute not in ATTRIBUTES:
            return Rejected(
                "not-a-choice", {"field": "attribute", "value": attribute, "allowed": terms_of("type", ATTRIBUTES)}
            )
        if abs(figure) > HIGHEST_ATTRIBUTE:
            return Rejected(
                "out-of-bounds",
                {"field": attribute, "low": -HIGHEST_ATTRIBUTE, "high": HIGHEST_ATTRIBUTE, "value": str(figure)},
            )
    for field, figure, high in (("life", c.life, 999), ("sanity", c.sanity, 99), ("sanity_max", c.sanity_max, 99)):
        if not 0 <= figure <= high:
            return Rejected("out-of-bounds", {"field": field, "low": 0, "high": high, "value": str(figure)})
    if c.sanity_max and c.sanity > c.sanity_max:
        return Rejected("out-of-bounds", {"field": "sanity", "low": 0, "high": c.sanity_max, "value": str(c.sanity)})
    crowded = no_room(state)
    if crowded is not None:
        return crowded
    for other, band in c.near.items():
        if state.person(other) is None:
            return Rejected("unknown-person", {"who": other})
        if band not in BANDS or (band == "extreme" and state.mode == "crisis" and not c.outside):
            return Rejected("outside-the-area", {"who": c.name, "other": Who(other)})
    return None


def _add(c: Add, tx: Tx) -> Rejected | None:
    refused = bad_add(tx.state, c)
    if refused is not None:
        return refused
    person = make_person(tx.state, c)
    add_person(tx, person, c.near)
    return None


def add_person(tx: Tx, person: Person, near: Mapping[str, str]) -> None:
    """Put a ready entity on stage with the bands known so far."""
    from ...core import bands
    from ...core.commands import BandsChanged

    tx.emit(Added(person=person, counter=PREFIXES[person.kind]))
    if near:
        tx.emit(
            BandsChanged(
                changes=tuple(
                    bands.change(tx.state.bands, person.id, other, band, "added") for other, band in near.items()
                )
            )
        )
    if not person.hidden:
        give_public_tags(tx)


def _added(state: LawnState, e: Added) -> LawnState:
    return came(state, e.person, e.counter)


DECIDE = {Add: _add}
EVOLVE = {Added: _added}
