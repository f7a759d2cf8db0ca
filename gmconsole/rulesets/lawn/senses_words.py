"""What light, jumps, falls and skills say: their events for the log, their refusals by code."""

from __future__ import annotations

from ...core.messages import N_
from ...core.model import Event, Field, Msg, Text, Who
from . import distance, falls, skills
from .state import LawnState
from .terms import TERMS, term

TERMS["light"] = distance.light_names()

REJECTIONS = {
    "climb-instead": N_("{band} is too high for {who} to vault: climb it"),
    "no-beam": N_("{who} carries no burning light that is aimed"),
    "not-neighbours": N_("Between {below} and {above} lies a whole band"),
    "size-rule-off": N_("The size rule is switched off"),
    "too-far-to-jump": N_("{who} cannot jump farther than {band}"),
    "too-high-to-grab": N_("{who} cannot catch hold of anything higher up than {band}"),
    "turned-already": N_("{who} has turned the beam in this round already"),
}


def _light(e: distance.LightSet, state: LawnState) -> Msg:
    light = e.after or e.before
    assert light is not None
    covers: tuple[Text, ...] = tuple(Who(w) for w in light.covers)
    fields: dict[str, Field] = {"who": Who(light.carrier), "light": Msg("light:" + light.source), "covers": covers}
    if e.after is None:
        return Msg("{who}: {light} is out", fields)
    if light.placed:
        return Msg("{who} burns", fields)
    if e.before is None:
        return Msg("{who} lights {light}, at {covers}" if covers else "{who} lights {light}", fields)
    return Msg("{who} turns {light} on {covers}" if covers else "{who} turns {light} away", fields)


def _fell(e: falls.Fell, state: LawnState) -> Msg:
    fields: dict[str, Field] = {"who": Who(e.who), "height": term(e.height), "counts_as": term(e.counts_as)}
    if e.counts_as != e.height:
        return Msg("{who} falls from {height}, as from {counts_as}", fields)
    return Msg("{who} falls from {height}", fields)


def _abilities(e: skills.AbilitiesChanged, state: LawnState) -> Msg:
    before, after = (*e.skills_before, *e.devices_before), (*e.skills, *e.devices)
    gained: tuple[Text, ...] = tuple(skills.title(w) for w in after if w not in before)
    lost: tuple[Text, ...] = tuple(skills.title(w) for w in before if w not in after)
    fields: dict[str, Field] = {"who": Who(e.who), "gained": gained, "lost": lost}
    if gained and lost:
        return Msg("{who} now has {gained}, no longer {lost}", fields)
    return Msg("{who} now has {gained}" if gained else "{who} no longer has {lost}", fields)


SAY: dict[type[Event], object] = {
    distance.LightSet: _light,
    falls.Fell: _fell,
    skills.AbilitiesChanged: _abilities,
}
