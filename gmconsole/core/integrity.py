"""Whether a state can be: what a hand may have written into a save that no command would have made.

Types are the codec's business. Here are the figures, the words and the references that every rulebook shares; a book
adds its own through ``Ruleset.state_problems``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from .commands import LARGEST_CLOCK, bad_value, read_path
from .model import Entity, Msg, State
from .people import PRESENCES
from .ruleset import FieldSpec, Ruleset
from .scenario import Path, Problem


def problems(ruleset: Ruleset[Any], state: State) -> tuple[Problem, ...]:
    """Everything in the state that cannot stand there, by its path in the state; empty where it can be played on."""
    return tuple(_all(ruleset, state))


def _all(ruleset: Ruleset[Any], state: State) -> Iterator[Problem]:
    phases, bands = tuple(ruleset.phase_names()), tuple(ruleset.band_names())
    yield from words(("ruleset",), (state.ruleset,), (ruleset.id,))
    if state.round < 0:
        yield figure(("round",), state.round, 0)
    yield from words(("phase",), (state.phase,), ("", *phases))
    yield from words(("phases",), state.phases, phases)
    yield from words(("environment",), state.environment, tuple(ruleset.environment_names()))
    allowed = ruleset.option_values()
    yield from words(("options",), state.options, tuple(allowed))
    for option, value in state.options.items():
        choices = allowed.get(option, (value,))
        if not any(value == choice and type(value) is type(choice) for choice in choices):
            yield wrong(("options", option), value, choices)
    fields = ruleset.fields()
    for key, entity in state.entities.items():
        yield from _entity(key, entity, fields)
    for a, row in state.bands.items():
        yield from known(("bands", a), a, state)
        for b, band in row.items():
            yield from known(("bands", a, b), b, state)
            yield from words(("bands", a, b), (band,), bands)
    for name, clock in state.clocks.items():
        if clock.name != name:
            yield wrong(("clocks", name, "name"), clock.name, (name,))
        if not 1 <= clock.size <= LARGEST_CLOCK:
            yield figure(("clocks", name, "size"), clock.size, 1, LARGEST_CLOCK)
        elif not 0 <= clock.filled <= clock.size:
            yield figure(("clocks", name, "filled"), clock.filled, 0, clock.size)
    for counter, count in state.counters.items():
        if count < 0:
            yield figure(("counters", counter), count, 0)
    yield from ruleset.state_problems(state)


def _entity(key: str, entity: Entity, fields: Any) -> Iterator[Problem]:
    place = ("entities", key)
    if entity.id != key:
        yield wrong((*place, "id"), entity.id, (key,))
    yield from words((*place, "presence"), (entity.presence,), tuple(PRESENCES))
    if entity.presence not in PRESENCES or entity.presence == "removed":
        return
    # What a value is while nobody has said anything, the GM need not be able to say.
    unsaid = [(f.name, f.default) for f in msgspec.structs.fields(entity)]
    spec: FieldSpec
    for field, spec in fields.items():
        if spec.only and entity.kind not in spec.only:
            continue
        value = read_path(entity, spec.path)
        if bad_value(spec, field, value) is None or (spec.path[0], value) in unsaid:
            continue
        if spec.kind == "int":
            yield figure((*place, *spec.path), value, spec.low, spec.high)
        else:
            yield wrong((*place, *spec.path), value, spec.choices)


def words(place: Path, found: Iterable[str], allowed: tuple[str, ...]) -> Iterator[Problem]:
    """A problem for every word found at that place that is not allowed there."""
    for word in found:
        if word not in allowed:
            yield wrong(place, word, allowed)


def known(place: Path, who: str, state: State) -> Iterator[Problem]:
    """A problem where the id names nobody."""
    if who not in state.entities:
        yield Problem(path=place, message=Msg("names nobody"), found=who)


def wrong(place: Path, found: object, allowed: Iterable[object]) -> Problem:
    """The problem of a value that is not among those allowed at that place."""
    listed = ", ".join(str(word) or '""' for word in allowed)
    return Problem(
        path=place,
        message=Msg("not allowed here"),
        found=str(found)[:60] or '""',
        allowed=Msg("one of {words}", {"words": listed}),
    )


def figure(place: Path, found: object, low: int, high: int = (1 << 31) - 1) -> Problem:
    """The problem of a figure that is too small or too large at that place."""
    return Problem(
        path=place,
        message=Msg("not allowed here"),
        found=str(found),
        allowed=Msg("a whole number from {low} to {high}", {"low": low, "high": high}),
    )
