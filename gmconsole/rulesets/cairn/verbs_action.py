"""The verbs of actions, retreat, chases and contests of saves."""

from __future__ import annotations

from ...language.grammar import Verb

VERBS: tuple[Verb, ...] = ()
