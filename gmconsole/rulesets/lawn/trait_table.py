"""The table of traits as content: what each brings to a sheet, and its expendable abilities (chapter "Traits").

Covers the figures of LP-TRT-001 to -007 and -101 to -132, the presets of LP-TRT-205 and the uses of LP-TRT-206; the
rows are ``content/lawn/traits.toml``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

import msgspec

from ...content import table
from ...core.model import Name

When = Literal["before", "table", "outside"]
Small = Annotated[int, msgspec.Meta(ge=0, le=99)]


class AbilityDef(msgspec.Struct, frozen=True, kw_only=True):
    """An expendable ability of a trait, as the file has it (its header explains the fields)."""

    id: str
    name: Name
    help: Name
    does: str
    uses: Small = 1
    when: tuple[When, ...] = ("table",)
    near: bool = False
    critical: bool = False
    checks: tuple[str, ...] = ()
    amount: str = ""
    plus: Small = 0
    most: Small = 0


class Trait(msgspec.Struct, frozen=True, kw_only=True):
    """A trait, as the file has it (its header explains the fields)."""

    id: str
    table: Literal[1, 2]
    number: Small
    name: Name
    help: tuple[Name, ...]
    lock: str = ""
    sanity: Small = 0
    sanity_max: Small = 0
    xp: Small = 0
    reliable: Small = 0
    cash: Small = 0
    minor_slots: Small = 0
    potential_dice: Small = 2
    lost_points: Small = 0
    passions: Small = 1
    grants: tuple[str, ...] = ()
    choose: tuple[str, ...] = ()
    cheaper: tuple[str, ...] = ()
    states: tuple[str, ...] = ()
    counters: Mapping[str, int] = {}
    stored: tuple[int, ...] = ()
    head: Small = 3
    tail: bool = False
    abilities: tuple[AbilityDef, ...] = ()


TRAITS: dict[str, Trait] = table("lawn/traits.toml", "trait", Trait)
FIRST = {trait.number: trait for trait in TRAITS.values() if trait.table == 1}
"""The first table by number; random draws of a Leader roll on it (LP-TRT-132c)."""
SECOND = {trait.number: trait for trait in TRAITS.values() if trait.table == 2}
"""The second table by number, for the open-armed choice (LP-TRT-203)."""
ABILITIES: dict[str, AbilityDef] = {a.id: a for trait in TRAITS.values() for a in trait.abilities}
"""Every expendable ability of a trait by its id."""
OWNERS: dict[str, str] = {a.id: trait.id for trait in TRAITS.values() for a in trait.abilities}
"""The trait of every expendable ability."""
