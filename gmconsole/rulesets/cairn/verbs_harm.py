"""The verbs of critical damage, aid, death and scars."""

from __future__ import annotations

from ...language.grammar import Verb

VERBS: tuple[Verb, ...] = ()
