"""The verbs of inventory, Fatigue, recovery and magic."""

from __future__ import annotations

from ...language.grammar import Verb

VERBS: tuple[Verb, ...] = ()
