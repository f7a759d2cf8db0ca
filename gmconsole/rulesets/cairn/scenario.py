"""Scenario files of this book: the rows a Warden may write, and the start state they make."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from ...core.ruleset import Ruleset
from ...core.scenario import Problem, Scenario
from .state import CairnState

TYPES: Mapping[str, type[msgspec.Struct]] = {}


def build(ruleset: Ruleset[CairnState], scenario: Scenario, lang: str) -> tuple[CairnState, tuple[Problem, ...]]:
    """The state before anything happens, with names in that language, and what is wrong with the rows' figures."""
    return ruleset.new_state(""), ()
