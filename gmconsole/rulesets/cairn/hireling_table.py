"""What hirelings are made of, as content: roles with gear and wage, traits, backgrounds (chapter "Hirelings").

Covers the tables of CA-HIR-002 and -003.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

import msgspec

from ...content import SOUND, table
from ...conversion import nearest, shown
from ...core.model import Msg, Name
from ...core.scenario import Problem, Word
from . import items
from .items import ItemDef

TRAIT_FACES = 10
ENTRY_FACES = 6


class Role(msgspec.Struct, frozen=True, kw_only=True):
    """What a hireling is hired for: the day's wage in gold pieces, and gear by its ids among ``THINGS``."""

    id: Word
    name: Name
    wage: Annotated[int, msgspec.Meta(ge=0, le=9999)]
    gear: tuple[str, ...] = ()


class Trait(msgspec.Struct, frozen=True, kw_only=True):
    """One table of traits: ten words."""

    id: Word
    name: Name
    words: tuple[Name, ...]


class Entries(msgspec.Struct, frozen=True, kw_only=True):
    """One of the two tables of a background: what it tells, and its six entries."""

    name: Name
    entries: tuple[Name, ...]


class Background(msgspec.Struct, frozen=True, kw_only=True):
    """A background: names to choose from, and its two tables."""

    id: Word
    name: Name
    names: tuple[str, ...]
    first: Entries
    second: Entries


def _as_many(place: tuple[str | int, ...], words: tuple[Name, ...], many: int, problems: list[Problem]) -> None:
    if len(words) != many:
        problems.append(
            Problem(
                path=place,
                message=Msg("not allowed here"),
                found=str(len(words)),
                allowed=Msg("a list of {count}", {"count": many}),
            )
        )


def _sound_traits(found: list[tuple[int, Trait]], problems: list[Problem]) -> None:
    for i, row in found:
        _as_many(("trait", i, "words"), row.words, TRAIT_FACES, problems)


def _sound_backgrounds(found: list[tuple[int, Background]], problems: list[Problem]) -> None:
    for i, row in found:
        _as_many(("background", i, "first", "entries"), row.first.entries, ENTRY_FACES, problems)
        _as_many(("background", i, "second", "entries"), row.second.entries, ENTRY_FACES, problems)


def _sound_roles(found: list[tuple[int, Role]], problems: list[Problem]) -> None:
    for i, row in found:
        for n, key in enumerate(row.gear):
            if key not in THINGS:
                problems.append(
                    Problem(
                        path=("role", i, "gear", n),
                        message=Msg("names nothing"),
                        found=shown(key),
                        allowed=nearest(key, tuple(THINGS)),
                    )
                )


SOUND[Trait] = _sound_traits
SOUND[Background] = _sound_backgrounds
SOUND[Role] = _sound_roles

THINGS: Mapping[str, ItemDef] = {**items.ITEMS, **table("cairn/hirelings.toml", "item", ItemDef)}
ROLES: Mapping[str, Role] = table("cairn/hirelings.toml", "role", Role)
TRAITS: Mapping[str, Trait] = table("cairn/traits.toml", "trait", Trait)
BACKGROUNDS: Mapping[str, Background] = table("cairn/backgrounds.toml", "background", Background)


def trait_words(trait: Trait) -> Mapping[str, Name]:
    """The words of a trait table by their ids, in the order of its die."""
    return {word.en.replace(" ", "_"): word for word in trait.words}


def tables() -> Mapping[str, Entries]:
    """The two tables of every background by their ids (``outrider.first``)."""
    return {
        f"{background.id}.{which}": entries
        for background in BACKGROUNDS.values()
        for which, entries in (("first", background.first), ("second", background.second))
    }


def entries_by_id() -> Mapping[str, Name]:
    """The entries of all these tables by their ids (``outrider.first.1``)."""
    return {f"{key}.{n}": entry for key, it in tables().items() for n, entry in enumerate(it.entries, 1)}
