"""Beams and flares: whom a cone or a point of light covers, and lights that lie by themselves (chapter "Distance").

Covers LP-DST-023, -025 to -027, -029 and LP-NEU-028. The book keeps no directions: who carries a beam says whom it
covers, when it is switched on and once per round from then on (Q-D06). What each source lights is in ``distance``.
"""

from __future__ import annotations

from ...core import bands
from ...core.commands import unknown
from ...core.messages import N_
from ...core.model import Command, Question, Rejected, Who, terms_of
from ...core.people import free_name, next_id
from ...core.ruleset import Tx as CoreTx
from . import distance, people, questions, weapons
from .distance import LIGHTS, LIT
from .state import LawnState, Light

Tx = CoreTx[LawnState]

NOBODY = "nobody"
FLARE = "flare"

questions.WORDING["beam"] = N_("Whom does the beam of {who} cover?")
questions.FORMS["beam"] = lambda question: f"beam {question.who} at"


class TurnBeam(Command, frozen=True, tag="lawn.beam"):
    """Say whom a burning cone or point covers now: no action, once per round (LP-DST-029).

    ``source`` where somebody carries several. Refused: ``no-beam``, and what ``distance.aim`` refuses.
    """

    who: str
    covers: tuple[str, ...] = ()
    source: str = ""


class FireFlare(Command, frozen=True, tag="lawn.flare"):
    """Let a flare fly: to somebody's place (``at``), or to a spot that far away (LP-DST-027).

    It is an object of its own from then on, called ``name`` (the book's word where that is empty); the GM says how far
    it is from everybody else. Whoever carries a flare gun fires that one. Refused: ``unknown-band``, ``band-unknown``,
    ``out-of-reach`` beyond Far, and what the gun does not allow.
    """

    who: str
    at: str = ""
    band: str = ""
    name: str = ""


def within(state: LawnState, light: Light) -> tuple[str, ...]:
    """Everybody and everything a beam could cover now, in listed order."""
    limit = LIGHTS[light.source].limit
    return tuple(
        p.id
        for p in people.participants(state)
        if p.id != light.carrier and distance.across(state, light.carrier, p.id, limit) is None
    )


def _ask(tx: Tx, light: Light) -> None:
    """A beam that is switched on without a word asks whom it covers; a sphere asks nothing."""
    near = within(tx.state, light)
    if LIGHTS[light.source].shape != "sphere" and not light.covers and near:
        questions.ask(tx, "beam", who=light.carrier, value=NOBODY, choices=(NOBODY, *near), key=light.id)


def _answered(tx: Tx, question: Question, value: str) -> Rejected | None:
    light = tx.state.lights.get(question.key)
    if light is None or value == NOBODY:
        return None
    refused = distance.beyond(tx.state, light.carrier, LIGHTS[light.source], (value,))
    if refused is None:
        distance.cover(tx, light, (value,))
    return refused


LIT.append(_ask)
questions.ANSWERS["beam"] = _answered


def place_flare(tx: Tx, shooter: str, band: str, *, at: str = "", name: str = "") -> str:
    """Put a burning flare down that far from whoever fired it, and return its id; ``at`` is whose place it comes to.

    How long it burns is counted from the round it was fired in (LP-NEU-028).
    """
    free, key = (name, "") if name else free_name(tx.state, LIGHTS[FLARE].name, FLARE)
    flare = people.make_person(tx.state, people.Add(kind="object", name=free, key=key))
    near = {shooter: band}
    if at:
        near.update(
            {
                other: to
                for other, to in tx.state.bands.get(at, {}).items()
                if other != shooter and tx.state.person(other) is not None
            }
        )
        near[at] = "touch"
    people.add_person(tx, flare, near)
    distance.kindle(tx, Light(id=next_id(tx.state, "light"), source=FLARE, carrier=flare.id, placed=True))
    return flare.id


# Decisions -----------------------------------------------------------------------------------------------------------


def _turn(c: TurnBeam, tx: Tx) -> Rejected | None:
    if tx.state.person(c.who) is None:
        return unknown(c.who)
    for light in tx.state.lights.values():
        if light.carrier == c.who and LIGHTS[light.source].shape != "sphere" and c.source in ("", light.source):
            return distance.aim(tx, light, c.covers)
    return Rejected("no-beam", {"who": Who(c.who)})


def _fire(c: FireFlare, tx: Tx) -> Rejected | None:
    if tx.state.person(c.who) is None:
        return unknown(c.who)
    if c.at and tx.state.person(c.at) is None:
        return unknown(c.at)
    flies = LIGHTS[FLARE].thrown or distance.SIGHT_LIMIT
    to_them = "touch" if c.at == c.who else bands.between(tx.state.bands, c.who, c.at) if c.at else flies
    if to_them is None:
        return Rejected("band-unknown", {"who": Who(c.who), "other": Who(c.at)})
    band = c.band or to_them
    if band not in distance.BAND_TABLE:
        return Rejected("unknown-band", {"band": band, "allowed": terms_of("band", distance.BAND_TABLE)})
    if not distance.in_reach(band, flies):
        return Rejected(
            "out-of-reach",
            {
                "who": Who(c.at or c.who),
                "band": distance.BAND_TABLE[band].name,
                "reach": distance.BAND_TABLE[flies].name,
            },
        )
    shooter = tx.state.entities[c.who]
    gun = next((w for w in shooter.weapons if weapons.of(shooter, w).light == FLARE), "")
    refused = weapons.usable(tx.state, c.who, gun) if gun else None
    if refused is not None:
        return refused
    if gun:
        weapons.spend(tx, c.who, gun)
    place_flare(tx, c.who, band, at=c.at, name=c.name)
    return None


DECIDE = {TurnBeam: _turn, FireFlare: _fire}
