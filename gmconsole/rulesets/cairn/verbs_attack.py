"""The verbs of attacks, detachments, armour and ranged attacks."""

from __future__ import annotations

from ...language.grammar import Verb

VERBS: tuple[Verb, ...] = ()
