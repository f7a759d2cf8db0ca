"""The frozen values everything else is made of: texts, people, the state, commands, events, answers.

States are values all the way down: tuples, and dicts that nobody mutates. They hold no floats, no sets and no wall
clock, so that equal states have equal files.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeAlias

import msgspec

from .bands import BandChange

Scalar: TypeAlias = str | int | bool


class Name(msgspec.Struct, frozen=True):
    """The name of a thing from a content table, in both languages; ``also`` are other words it may be typed as."""

    zh: str
    en: str
    also: tuple[str, ...] = ()


class Msg(msgspec.Struct, frozen=True):
    """A sentence not worded yet: an English message id with named fields, put into words by ``gmconsole.text``."""

    id: str
    fields: Mapping[str, Field] = {}


class Who(msgspec.Struct, frozen=True):
    """A person inside a sentence, by entity id; the one who words it decides how much of the name may be seen."""

    id: str


def terms_of(kind: str, ids: Iterable[str]) -> tuple[Msg, ...]:
    """The terms of a kind by their ids, as a refusal lists what is allowed; ``Msg("band:near")`` names one."""
    return tuple(Msg(f"{kind}:{key}") for key in ids)


Text: TypeAlias = str | Name | Msg | Who
Field: TypeAlias = str | int | Name | Msg | Who | tuple[Text, ...]


class Command(msgspec.Struct, frozen=True, kw_only=True, tag_field="type"):
    """What the GM asked for. Subclasses carry a tag ``<ruleset>.<verb>``."""


class Event(msgspec.Struct, frozen=True, kw_only=True, tag_field="type"):
    """What happened: fields with the values before and after, never prose."""


class Roll(msgspec.Struct, frozen=True):
    """One throw: the faces in rolled order and the number of sides of every die in it."""

    sides: int
    faces: tuple[int, ...]


class Rejected(msgspec.Struct, frozen=True):
    """A refusal as a value: a code and its parameters. It drew no dice and changed nothing.

    A parameter that names a term is ``Msg("kind:id")``, a person ``Who``; plain texts are said as they stand. Only
    ``field``, ``part`` and ``missing`` hold the id of a settable value or of a part of a line.
    """

    code: str
    params: Mapping[str, Field] = {}


class Clock(msgspec.Struct, frozen=True, kw_only=True):
    """A GM's clock: segments filled of segments in all."""

    name: str
    filled: int = 0
    size: int = 4


class Question(msgspec.Struct, frozen=True, kw_only=True):
    """Something only the GM can answer, or a proposal to accept or refuse.

    ``kind`` says what is asked, ``who`` and ``other`` whom it concerns, ``value`` what is proposed, ``choices`` what
    may be answered (any word where there are none). ``ref`` is what the sentence names besides, ``key`` the id of a
    thing it is about; ``changes`` are the bands it would change.
    """

    id: str
    kind: str
    who: str = ""
    other: str = ""
    value: str = ""
    choices: tuple[str, ...] = ()
    blocking: bool = True
    ref: str = ""
    key: str = ""
    changes: tuple[BandChange, ...] = ()


class Entity(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody or something with a place: the part that every rulebook shares.

    ``presence`` is ``in`` (on stage), ``outside`` (may enter), ``left`` (went out) or ``removed`` (kept so that old log
    lines still find the name). ``shown_as`` is the tag the players know, given when they first see the entity.
    ``key`` is the word a scenario calls it by, whatever language its name is in.
    """

    id: str
    name: str
    kind: str
    side: str
    tag: str
    presence: str = "in"
    hidden: bool = False
    shown_as: str = ""
    note: str = ""
    key: str = ""

    @property
    def on_stage(self) -> bool:
        """True while the entity takes part."""
        return self.presence == "in"

    @property
    def in_play(self) -> bool:
        """True while something may still be done by the entity or to it, as those mean who say "all of them"."""
        return self.on_stage


class State(msgspec.Struct, frozen=True, kw_only=True):
    """Everything true at one moment: the part that every rulebook shares.

    ``bands`` holds one row per person: ``bands[a][b]`` is the band from a to b. ``counters`` numbers ids, so that no id
    is ever given twice. ``phases`` are the phases in use, ``phase`` the one at hand, ``skipped`` those passed over in
    this round.
    """

    ruleset: str
    title: str = ""
    mode: str = "calm"
    preset: str = ""
    round: int = 0
    phase: str = ""
    phases: tuple[str, ...] = ()
    skipped: tuple[str, ...] = ()
    entities: Mapping[str, Entity] = {}
    bands: Mapping[str, Mapping[str, str]] = {}
    clocks: Mapping[str, Clock] = {}
    notes: tuple[str, ...] = ()
    options: Mapping[str, Scalar] = {}
    environment: tuple[str, ...] = ()
    counters: Mapping[str, int] = {}
    questions: Mapping[str, Question] = {}

    def person(self, who: str) -> Entity | None:
        """The entity with that id unless it was removed, or None."""
        found = self.entities.get(who)
        return None if found is None or found.presence == "removed" else found
