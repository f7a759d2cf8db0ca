"""Who moves as one in the movement phase, in which way and how fast: units, before anything is said of pairs.

Covers LP-MOV-014, -047, -065 to -070 and LP-DST-009 as far as they are about movers. A unit is who moves as one: all
aboard a vehicle follow its driver, everybody else is a unit of their own. Pairs and results are in ``chases``.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from msgspec.structs import replace

from ...core import bands
from . import injuries, ladders, people
from .ladders import Direction
from .movement_state import Declaration
from .state import BANDS, SPEED_CLASSES, LawnState, Person

STANDING_CAP = "walk"
APPROACH: Direction = "approach"
RETREAT: Direction = "retreat"


class Unit(msgspec.Struct, frozen=True):
    """Those who move as one: the leader, everybody in it, the class (empty: static), and whom the unit names.

    ``wishes`` maps the leader of another unit to ``approach`` or ``retreat``.
    """

    leader: str
    members: tuple[str, ...]
    speed_class: str
    vehicle: bool
    is_pc: bool
    wishes: Mapping[str, Direction]
    stop: Mapping[str, str]


# Movers ------------------------------------------------------------------------------------------------------------


def riders(state: LawnState, vehicle: str, inside: bool) -> tuple[Person, ...]:
    """The people who ride that vehicle, inside the crisis or outside of it, the driver first."""
    where = ("in",) if inside else ("outside", "left")
    found = [p for p in state.entities.values() if p.vehicle == vehicle and p.presence in where]
    return tuple(sorted(found, key=lambda p: not p.drives))


def leader(state: LawnState, who: str) -> str:
    """Whose movement that one shares: the driver's aboard a vehicle, one's own otherwise (LP-MOV-070)."""
    person = state.entities[who]
    vehicle = person.vehicle or (who if person.kind == "object" else "")
    aboard = riders(state, vehicle, person.presence == "in") if vehicle else ()
    return aboard[0].id if aboard else who


def cannot_move(state: LawnState, who: str) -> bool:
    """True for whoever is static whatever they wish: objects, those who cannot act, the restrained (LP-MOV-067)."""
    person = state.entities[who]
    return person.kind == "object" or injuries.is_static(person, state.options.get("cannot_act", ""))


def fell_this_round(state: LawnState, who: str) -> bool:
    """True for somebody knocked down earlier in this round (LP-MOV-069)."""
    return state.crisis.fell.get(who, 0) == state.round


def enemy_at_touch(state: LawnState, who: str) -> bool:
    """True if somebody hostile stands at Touch."""
    row = state.bands.get(who, {})
    return any(
        row.get(o.id) == "touch" and not injuries.is_dead(o) for o in people.opponents(state, state.entities[who])
    )


def may_stand(state: LawnState, who: str) -> bool:
    """True if getting up costs nothing in this movement phase; otherwise it is part of an action (LP-MOV-069)."""
    person = state.entities[who]
    return (
        injuries.has(person, "prone")
        and not cannot_move(state, who)
        and not fell_this_round(state, who)
        and not enemy_at_touch(state, who)
    )


def stands_up(state: LawnState, who: str, declaration: Declaration | None) -> bool:
    """Whether that one gets up as the movement phase resolves: the GM's word, else the rule (LP-MOV-069)."""
    if declaration is None or cannot_move(state, who) or not injuries.has(state.entities[who], "prone"):
        return False
    return declaration.stand == "up" or (not declaration.stand and may_stand(state, who))


def by_vehicle(person: Person, declaration: Declaration) -> bool:
    """True if the movement is a vehicle's and not the body's."""
    return declaration.vehicle or bool(person.vehicle)


def way(state: LawnState, person: Person, declaration: Declaration) -> str:
    """The chosen way of moving: as declared, else the vehicle's class, else the person's usual one."""
    vehicle = state.entities.get(person.vehicle)
    usual = vehicle.speed if vehicle is not None and vehicle.speed in SPEED_CLASSES else person.speed
    return declaration.by or (usual if usual in SPEED_CLASSES else "")


def speed_class(state: LawnState, who: str, declaration: Declaration) -> str:
    """The class in force: the chosen way, held down by every cap on the body, raised by a shortcut (LP-MOV-014, -047).

    Empty where no way of moving is known.
    """
    person = state.entities[who]
    chosen = way(state, person, declaration)
    if not chosen:
        return ""
    carried = by_vehicle(person, declaration)
    caps = []
    body = person
    if not carried and (stands_up(state, who, declaration) or state.crisis.stood.get(who, 0) == state.round):
        body = replace(person, states=tuple(i for i in person.states if i.id != "prone"))
        caps.append(STANDING_CAP)
    caps.append(injuries.speed_cap(body, by_vehicle=carried) or "")
    return ladders.raised(ladders.lowest(chosen, *caps), declaration.boost)


def movers(state: LawnState) -> tuple[str, ...]:
    """Everybody and everything that movement concerns: those on stage, and outsiders who declared to enter.

    Whoever rides with one of these comes along.
    """
    return tuple(
        p.id
        for p in state.entities.values()
        if p.presence == "in"
        or (p.presence in ("outside", "left") and leader(state, p.id) in state.crisis.declarations)
    )


def units(state: LawnState) -> dict[str, Unit]:
    """The units of this movement phase by their leader, in listed order."""
    members: dict[str, list[str]] = {}
    for who in movers(state):
        members.setdefault(leader(state, who), []).append(who)
    out = {}
    for head, ids in members.items():
        declaration = state.crisis.declarations.get(head)
        moving = declaration is not None and not cannot_move(state, head)
        wishes: dict[str, Direction] = {}
        if declaration is not None and moving:
            for direction, targets in ((APPROACH, declaration.approach), (RETREAT, declaration.retreat)):
                for target in targets:
                    other = leader(state, target) if target in state.entities else ""
                    if other in members and other != head:
                        wishes[other] = direction
        speed = speed_class(state, head, declaration) if declaration is not None and wishes else ""
        out[head] = Unit(
            leader=head,
            members=tuple(ids),
            vehicle=by_vehicle(state.entities[head], declaration or Declaration()),
            speed_class=speed,
            is_pc=state.entities[head].kind == "pc",
            wishes=wishes if speed else {},
            stop=declaration.stop if declaration is not None else {},
        )
    return out


def band(state: LawnState, a: str, b: str) -> str:
    """The band of a pair; outsiders whose band nobody has said are at Extreme."""
    return bands.between(state.bands, a, b) or "extreme"


def directed(state: LawnState, a: str, b: str) -> bool:
    """Whether the gap counts differently from its two ends (LP-DST-009)."""
    return bands.between(state.bands, a, b) != bands.between(state.bands, b, a)


def back(state: LawnState, a: str, b: str, after: str) -> str:
    """The band from b to a once a has moved to that band of b: as much nearer or farther as it was before.

    Empty where both ends agree, and where somebody leaves for good. Inside, Far is the most there is (LP-CRI-002).
    """
    if not directed(state, a, b) or after == "extreme":
        return ""
    apart = ladders.rank(band(state, b, a)) - ladders.rank(band(state, a, b))
    return BANDS[min(max(ladders.rank(after) + apart, 0), len(BANDS) - 2)]
