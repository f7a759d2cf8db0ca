"""The kernel's own commands: people, bands, fields, clocks, options, notes and loose dice, for every rulebook.

What a rulebook must answer (which bands, fields and options exist) it answers through ``Ruleset``. Moving on through
rounds and phases is in ``rounds``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from . import bands
from .bands import BandChange
from .model import Clock, Command, Entity, Event, Msg, Rejected, Scalar, State, Text, terms_of
from .people import public_tags
from .ruleset import AnyTx, FieldSpec

LARGEST_CLOCK = 100

# Commands ----------------------------------------------------------------------------------------------------------


class Rename(Command, frozen=True, tag="core.rename"):
    """Give an entity another name."""

    who: str
    name: str


class Remove(Command, frozen=True, tag="core.remove"):
    """Take an entity out of the encounter for good."""

    who: str


class Hide(Command, frozen=True, tag="core.hide"):
    """Keep an entity from the players."""

    who: str


class Reveal(Command, frozen=True, tag="core.reveal"):
    """Show an entity to the players."""

    who: str


class Note(Command, frozen=True, tag="core.note"):
    """Write a line into the log; with who, onto that entity's card."""

    text: str
    who: str = ""


class SetBand(Command, frozen=True, tag="core.band"):
    """Set the band between one entity and others."""

    a: str
    b: tuple[str, ...]
    band: str


class SetField(Command, frozen=True, tag="core.set"):
    """A correction: set a stored value, with an optional reason."""

    who: tuple[str, ...]
    field: str
    value: Scalar
    because: str = ""


class SetClock(Command, frozen=True, tag="core.clock"):
    """Make, move or drop a clock: ``size`` makes it, ``by`` moves it, ``drop`` takes it away."""

    name: str
    by: int = 0
    size: int = 0
    drop: bool = False


class SetOption(Command, frozen=True, tag="core.option"):
    """Switch one of the book's options."""

    option: str
    value: Scalar


class SetEnvironment(Command, frozen=True, tag="core.environment"):
    """Say what the place is like (dark, fog); the words are the book's. ``clear`` ends those named, or all."""

    add: tuple[str, ...] = ()
    remove: tuple[str, ...] = ()


class RollDice(Command, frozen=True, tag="core.roll"):
    """Throw dice that no rule asked for."""

    count: int
    sides: int
    reason: str = ""


# Events ------------------------------------------------------------------------------------------------------------


class EntityChanged(Event, frozen=True, tag="core.entity"):
    """One text or flag of an entity changed (``name``, ``presence``, ``hidden``, ``note``, ``shown_as``)."""

    who: str
    field: str
    before: Scalar
    after: Scalar


class Noted(Event, frozen=True, tag="core.noted"):
    """The GM wrote a line."""

    text: str


class BandsChanged(Event, frozen=True, tag="core.bands"):
    """Bands changed, all together."""

    changes: tuple[BandChange, ...]
    correction: bool = False


class FieldSet(Event, frozen=True, tag="core.field"):
    """A correction by the GM; ``term`` is the kind of term that the values are, where they are any."""

    who: str
    field: str
    path: tuple[str, ...]
    before: Scalar
    after: Scalar
    because: str = ""
    term: str = ""


class ClockSet(Event, frozen=True, tag="core.clock-set"):
    """A clock changed; None on either side where it was not there."""

    name: str
    before: Clock | None = None
    after: Clock | None = None


class OptionSet(Event, frozen=True, tag="core.option-set"):
    """A switch of the book changed."""

    option: str
    before: Scalar
    after: Scalar


class EnvironmentSet(Event, frozen=True, tag="core.environment-set"):
    """The place changed."""

    before: tuple[str, ...]
    after: tuple[str, ...]


class DiceRolled(Event, frozen=True, tag="core.rolled"):
    """Dice were thrown without a rule."""

    sides: int
    faces: tuple[int, ...]
    reason: str = ""


# Decisions ---------------------------------------------------------------------------------------------------------


def unknown(who: str) -> Rejected:
    """The refusal for an id that names nobody."""
    return Rejected("unknown-person", {"who": who})


def entity_change(tx: AnyTx, who: str, field: str, after: Scalar) -> None:
    """Emit the change of one shared field of an entity, if it is a change."""
    before = getattr(tx.state.entities[who], field)
    if before != after:
        tx.emit(EntityChanged(who=who, field=field, before=before, after=after))


def _rename(c: Rename, tx: AnyTx) -> Rejected | None:
    if tx.state.person(c.who) is None:
        return unknown(c.who)
    if not c.name.strip():
        return Rejected("empty-name")
    entity_change(tx, c.who, "name", c.name)
    return None


def _remove(c: Remove, tx: AnyTx) -> Rejected | None:
    if tx.state.person(c.who) is None:
        return unknown(c.who)
    entity_change(tx, c.who, "presence", "removed")
    return None


def _hide(c: Hide, tx: AnyTx) -> Rejected | None:
    if tx.state.person(c.who) is None:
        return unknown(c.who)
    entity_change(tx, c.who, "hidden", True)
    return None


def _reveal(c: Reveal, tx: AnyTx) -> Rejected | None:
    if tx.state.person(c.who) is None:
        return unknown(c.who)
    entity_change(tx, c.who, "hidden", False)
    give_public_tags(tx)
    return None


def give_public_tags(tx: AnyTx) -> None:
    """Give everybody the players can see now a tag of their own count, in the order of first sight."""
    for who, tag in public_tags(tx.state).items():
        entity_change(tx, who, "shown_as", tag)


def _note(c: Note, tx: AnyTx) -> Rejected | None:
    if not c.who:
        tx.emit(Noted(text=c.text))
        return None
    if tx.state.person(c.who) is None:
        return unknown(c.who)
    entity_change(tx, c.who, "note", c.text)
    return None


def _set_band(c: SetBand, tx: AnyTx) -> Rejected | None:
    names = tx.ruleset.band_names()
    if c.band not in names:
        return Rejected("unknown-band", {"band": c.band, "allowed": terms_of("band", names)})
    a = tx.state.person(c.a)
    if a is None:
        return unknown(c.a)
    changes = []
    for other in c.b:
        b = tx.state.person(other)
        if b is None:
            return unknown(other)
        if other == c.a:
            return Rejected("band-with-itself")
        refused = tx.ruleset.check_band(tx.state, a, b, c.band)
        if refused is not None:
            return refused
        if bands.between(tx.state.bands, c.a, other) != c.band or bands.between(tx.state.bands, other, c.a) != c.band:
            changes.append(bands.change(tx.state.bands, c.a, other, c.band, "gm"))
    if changes:
        tx.emit(BandsChanged(changes=tuple(changes), correction=True))
    return None


def _set_field(c: SetField, tx: AnyTx) -> Rejected | None:
    specs = tx.ruleset.fields()
    spec = specs.get(c.field)
    if spec is None:
        return Rejected("unknown-field", {"field": c.field, "allowed": terms_of("field", specs)})
    refused = bad_value(spec, c.field, c.value)
    if refused is not None:
        return refused
    for who in c.who:
        entity = tx.state.person(who)
        if entity is None:
            return unknown(who)
        if spec.only and entity.kind not in spec.only:
            return Rejected("field-not-for", {"field": c.field, "kind": Msg("kind:" + entity.kind)})
        before = read_path(entity, spec.path)
        if before != c.value:
            tx.emit(
                FieldSet(
                    who=who,
                    field=c.field,
                    path=spec.path,
                    before=before,
                    after=c.value,
                    because=c.because,
                    term=spec.term,
                )
            )
    return None


def switched(value: Scalar) -> Text:
    """What a switch stands at, as a text: on or off, a term of the kind ``choice``, a number."""
    if isinstance(value, bool):
        return Msg("on") if value else Msg("off")
    return Msg("choice:" + value) if isinstance(value, str) else str(value)


def bad_value(spec: FieldSpec, field: str, value: Scalar) -> Rejected | None:
    """The refusal for a value the field cannot hold, naming what is allowed."""
    if spec.kind == "int":
        if isinstance(value, bool) or not isinstance(value, int) or not spec.low <= value <= spec.high:
            return Rejected("out-of-bounds", {"field": field, "low": spec.low, "high": spec.high, "value": str(value)})
    elif spec.kind == "bool":
        if not isinstance(value, bool):
            return Rejected("not-a-switch", {"field": field, "value": str(value)})
    elif not isinstance(value, str) or (spec.kind == "choice" and value not in spec.choices):
        allowed = terms_of(spec.term, filter(None, spec.choices)) if spec.term else tuple(filter(None, spec.choices))
        if "" in spec.choices:
            allowed = (*allowed, Msg("none"))
        return Rejected("not-a-choice", {"field": field, "value": str(value), "allowed": allowed})
    return None


def read_path(value: Any, path: tuple[str, ...]) -> Scalar:
    """The value at the end of a path of attribute names and dict keys; what is missing on the way reads as 0."""
    for step in path:
        value = value.get(step, 0) if isinstance(value, Mapping) else getattr(value, step, 0)
    found: Scalar = value
    return found


def write_path(value: Any, path: tuple[str, ...], new: Scalar) -> Any:
    """A copy of the value with the end of the path replaced."""
    if not path:
        return new
    head, rest = path[0], path[1:]
    if isinstance(value, Mapping):
        return {**value, head: write_path(value.get(head, 0), rest, new)}
    return replace(value, **{head: write_path(getattr(value, head), rest, new)})


def _set_clock(c: SetClock, tx: AnyTx) -> Rejected | None:
    before = tx.state.clocks.get(c.name)
    if c.drop:
        if before is None:
            return Rejected("unknown-clock", {"name": c.name})
        tx.emit(ClockSet(name=c.name, before=before))
        return None
    if before is None and not c.size:
        return Rejected("clock-needs-size", {"name": c.name})
    if not 0 <= c.size <= LARGEST_CLOCK:
        return Rejected("out-of-bounds", {"field": "size", "low": 1, "high": LARGEST_CLOCK, "value": str(c.size)})
    size = c.size or (before.size if before else 4)
    filled = min(max((before.filled if before else 0) + c.by, 0), size)
    after = Clock(name=c.name, filled=filled, size=size)
    if after != before:
        tx.emit(ClockSet(name=c.name, before=before, after=after))
    return None


def _set_option(c: SetOption, tx: AnyTx) -> Rejected | None:
    values = tx.ruleset.option_values()
    if c.option not in values:
        return Rejected("unknown-option", {"option": c.option, "allowed": terms_of("option", values)})
    allowed = values[c.option]
    if not any(c.value == v and type(c.value) is type(v) for v in allowed):
        return Rejected(
            "not-a-choice",
            {"field": Msg("option:" + c.option), "value": str(c.value), "allowed": tuple(switched(v) for v in allowed)},
        )
    before = tx.state.options.get(c.option, allowed[0])
    if before != c.value:
        tx.emit(OptionSet(option=c.option, before=before, after=c.value))
    return None


def _set_environment(c: SetEnvironment, tx: AnyTx) -> Rejected | None:
    before = tx.state.environment
    known = tx.ruleset.environment_names()
    for word in (*c.add, *c.remove):
        if word not in known:
            return Rejected("unknown-environment", {"word": word, "allowed": terms_of("environment", known)})
    kept = tuple(e for e in before if e not in c.remove)
    after = kept + tuple(dict.fromkeys(e for e in c.add if e not in kept))
    if after != before:
        tx.emit(EnvironmentSet(before=before, after=after))
    return None


def _roll(c: RollDice, tx: AnyTx) -> Rejected | None:
    if not (1 <= c.count <= 100 and 2 <= c.sides <= 1000):
        return Rejected("dice-out-of-bounds", {"count": c.count, "sides": c.sides})
    tx.emit(DiceRolled(sides=c.sides, faces=tx.roll(c.count, c.sides), reason=c.reason))
    return None


# Folds -------------------------------------------------------------------------------------------------------------


def with_entity(state: Any, entity: Entity) -> Any:
    """The state with that entity put in (new or in place of the one with its id)."""
    return replace(state, entities={**state.entities, entity.id: entity})


def _entity_changed(state: State, e: EntityChanged) -> Any:
    return with_entity(state, replace(state.entities[e.who], **{e.field: e.after}))


def _bands_changed(state: State, e: BandsChanged) -> Any:
    return replace(state, bands=bands.with_changes(state.bands, e.changes))


def _field_set(state: State, e: FieldSet) -> Any:
    return with_entity(state, write_path(state.entities[e.who], e.path, e.after))


def _clock_set(state: State, e: ClockSet) -> Any:
    clocks = {k: v for k, v in state.clocks.items() if k != e.name}
    if e.after is not None:
        clocks[e.name] = e.after
    return replace(state, clocks=clocks)


def _option_set(state: State, e: OptionSet) -> Any:
    return replace(state, options={**state.options, e.option: e.after})


def _environment_set(state: State, e: EnvironmentSet) -> Any:
    return replace(state, environment=e.after)


def _noted(state: State, e: Noted) -> Any:
    return replace(state, notes=(*state.notes, e.text))


def _same(state: State, e: Event) -> Any:
    return state


DECIDE = {
    Rename: _rename,
    Remove: _remove,
    Hide: _hide,
    Reveal: _reveal,
    Note: _note,
    SetBand: _set_band,
    SetField: _set_field,
    SetClock: _set_clock,
    SetOption: _set_option,
    SetEnvironment: _set_environment,
    RollDice: _roll,
}

EVOLVE = {
    EntityChanged: _entity_changed,
    Noted: _noted,
    BandsChanged: _bands_changed,
    FieldSet: _field_set,
    ClockSet: _clock_set,
    OptionSet: _option_set,
    EnvironmentSet: _environment_set,
    DiceRolled: _same,
}
