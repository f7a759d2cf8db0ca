"""The verbs of the book, the most used first."""

from __future__ import annotations

from ...language.grammar import Verb
from . import verbs_action, verbs_attack, verbs_harm, verbs_morale, verbs_pack, verbs_people, verbs_turns

VERBS: tuple[Verb, ...] = (
    *verbs_attack.VERBS,
    *verbs_action.VERBS,
    *verbs_turns.VERBS,
    *verbs_harm.VERBS,
    *verbs_morale.VERBS,
    *verbs_pack.VERBS,
    *verbs_people.VERBS,
)
