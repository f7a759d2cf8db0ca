"""The verbs of morale, reactions, the die of fate and hirelings."""

from __future__ import annotations

from ...language.grammar import Verb

VERBS: tuple[Verb, ...] = ()
