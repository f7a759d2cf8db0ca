"""Attacks and dice written as words: ``"spear d6"``, ``"claws d6+d6 blast"``, as lines and scenario files have them."""

from __future__ import annotations

from ...core.model import Rejected
from . import statlines
from .state import Attack


def attack(text: str) -> Attack | Rejected:
    """One attack out of its words, as a stat line has it: name, dice, and what is special about it."""
    found = statlines.read(f"1 HP, {text}")
    if isinstance(found, Rejected):
        return found
    return found.attacks[0] if len(found.attacks) == 1 else Rejected("one-attack", {"text": text})


def written(way: Attack) -> str:
    """The attack as words that ``attack`` reads back."""
    marks = {"blast": way.blast, "ignores armor": way.ignores_armour, "ranged": way.ranged}
    inside = ", ".join((dice(way.dice), *(mark for mark, there in marks.items() if there), *filter(None, (way.note,))))
    return f"{way.name} ({inside})"


def dice(sizes: tuple[int, ...]) -> str:
    """Dice as ``d8`` or ``d8+d8``."""
    return "+".join(f"d{size}" for size in sizes)
