"""Rulesets are found through the entry-point group ``gmconsole.rulesets``; the built-in ones register the same way."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib.metadata import entry_points
from typing import Any

from .ruleset import Ruleset

GROUP = "gmconsole.rulesets"


@cache
def names() -> tuple[str, ...]:
    """The ids of all installed rulesets, sorted."""
    return tuple(sorted({point.name for point in entry_points(group=GROUP)}))


@cache
def get(ruleset_id: str) -> Ruleset[Any] | None:
    """The ruleset with that id, built once, or None where none is installed."""
    for point in entry_points(group=GROUP, name=ruleset_id):
        loaded: Ruleset[Any] | Callable[[], Ruleset[Any]] = point.load()
        return loaded if isinstance(loaded, Ruleset) else loaded()
    return None
