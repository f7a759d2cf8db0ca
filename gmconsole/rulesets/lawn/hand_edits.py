"""Words and references that no play of this book leads to, should a hand have written them into a save.

Modes, the stage and the turn of a round, kinds, states, checks, light sources; what every book shares is the kernel's.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from ...core.integrity import known, words, wrong
from ...core.model import Msg
from ...core.scenario import Problem
from . import creation_table, frenzy, interval, sheet_faults
from .crisis import PRESETS
from .distance import LIGHTS
from .people import KINDS
from .sheets import sheet_of
from .state import ATTRIBUTES, CHECK_TYPES, LawnState, Person
from .tables import SIDES, STATES

MODES = ("calm", "rounds", "crisis")
STAGES = ("declare", "speed", "places", "done")
STATUSES = ("owed", "rolled", "passed")


def problems(state: LawnState) -> Iterator[Problem]:
    """Everything in the state that this book does not know, by its path in the state."""
    yield from words(("mode",), (state.mode,), MODES)
    yield from words(("preset",), (state.preset,), ("", "calm", *PRESETS))
    yield from words(("crisis", "stage"), (state.crisis.stage,), STAGES)
    turn = state.entities.get(state.crisis.turn)
    if state.crisis.turn and (turn is None or not turn.on_stage):
        yield wrong(("crisis", "turn"), state.crisis.turn, (p.id for p in state.entities.values() if p.on_stage))
    yield from interval.problems(state)
    for who, person in state.entities.items():
        yield from _person(who, person)
    for key, check in state.checks.items():
        yield from words(("checks", key, "type"), (check.type,), ("", *CHECK_TYPES))
        yield from words(("checks", key, "status"), (check.status,), STATUSES)
        yield from known(("checks", key, "who"), check.who, state)
    for key, light in state.lights.items():
        yield from words(("lights", key, "source"), (light.source,), tuple(LIGHTS))
        yield from known(("lights", key, "carrier"), light.carrier, state)
    for key, hazard in state.hazards.items():
        yield from words(("hazards", key, "type"), (hazard.type,), ("", *CHECK_TYPES))


def _person(who: str, person: Person) -> Iterator[Problem]:
    for i, found, allowed in frenzy.problems(sheet_of(person).frenzies):
        yield Problem(
            path=("entities", who, "sheet", "frenzies", i),
            message=Msg("not allowed here"),
            found=found,
            allowed=allowed,
        )
    for problem in creation_table.hand_problems(person):
        yield msgspec.structs.replace(problem, path=("entities", who, *problem.path))
    for problem in sheet_faults.problems(person):
        below = () if problem.path[0] in sheet_faults.BESIDE else ("sheet",)
        yield msgspec.structs.replace(problem, path=("entities", who, *below, *problem.path))
    yield from words(("entities", who, "kind"), (person.kind,), KINDS)
    for i, injury in enumerate(person.states):
        place = ("entities", who, "states", i)
        yield from words((*place, "id"), (injury.id,), tuple(STATES))
        yield from words((*place, "side"), (injury.side,), ("", *SIDES))
        yield from words((*place, "attribute"), (injury.attribute,), ("", *ATTRIBUTES))
