"""The verbs of people, stat lines and the bestiary."""

from __future__ import annotations

from ...language.grammar import Verb

VERBS: tuple[Verb, ...] = ()
