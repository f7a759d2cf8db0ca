"""What holds of somebody and whether they can act: read from the state, never stored twice.

Covers the reading side of CA-RND-010, CA-CRT-006, -013 and -014, CA-SCR-011 and -016, and CA-DEP-001.
"""

from __future__ import annotations

from collections.abc import Mapping

from .state import CairnState, Combatant, Scar

WALLOPED, MORTAL_WOUND = 3, 11
DEPRIVING: Mapping[int, str] = {WALLOPED: "rest", MORTAL_WOUND: "recovered"}
"""The scars that deprive, by entry, with what ends it; the dice that come after no longer do."""

EXHAUSTED = "exhausted"
"""The mark of somebody who had no room for Fatigue and cannot act until rested (A35)."""


def open_scar(c: Combatant, entry: int) -> Scar | None:
    """The first scar of that entry that still waits for something, or None."""
    return next((s for s in c.scars.values() if s.entry == entry and s.step), None)


def waiting_scar(c: Combatant, entry: int, step: str) -> Scar | None:
    """The first scar of that entry that waits for that very thing, or None."""
    return next((s for s in c.scars.values() if (s.entry, s.step) == (entry, step)), None)


def is_deprived(c: Combatant) -> bool:
    """Whether some reason for deprivation remains, the Warden's or a scar's (CA-DEP-001, CA-SCR-003, -011)."""
    return bool(c.deprived) or any(waiting_scar(c, entry, step) for entry, step in DEPRIVING.items())


def is_mortally_wounded(c: Combatant) -> bool:
    """Whether a Mortal Wound still keeps them down (CA-SCR-011, -016)."""
    return waiting_scar(c, MORTAL_WOUND, DEPRIVING[MORTAL_WOUND]) is not None


def is_paralysed(c: Combatant) -> bool:
    """Whether DEX is gone (CA-CRT-013)."""
    return c.score("DEX").current == 0


def is_delirious(c: Combatant) -> bool:
    """Whether WIL is gone (CA-CRT-014)."""
    return c.score("WIL").current == 0


def is_present(c: Combatant) -> bool:
    """Whether they are on stage and have neither fled nor retreated."""
    return c.presence == "in" and not c.away


def is_able(c: Combatant) -> bool:
    """Whether nothing about them keeps them from acting, wherever they are."""
    out = c.condition or EXHAUSTED in c.marks
    return not (out or is_paralysed(c) or is_delirious(c) or is_mortally_wounded(c))


def can_act(c: Combatant) -> bool:
    """Whether they can do anything but crawl (CA-RND-010); somebody fleeing counts as not able to act (CA-RND-004)."""
    return is_present(c) and is_able(c)


def is_dead(c: Combatant) -> bool:
    """Whether nothing can bring them back into any fight."""
    return c.condition in ("dead", "destroyed")


def is_lost(c: Combatant) -> bool:
    """Whether they count as a loss of their group: dead, out of action, fled or surrendered (CA-MOR-002, -009)."""
    return c.presence == "left" or bool(c.away) or (bool(c.condition) and c.condition != "fleeing")


def words(c: Combatant) -> tuple[str, ...]:
    """Everything that holds of them, as ids of terms of the kind ``condition``, the gravest first."""
    found = [c.condition] if c.condition else []
    if c.away:
        found.append(c.away)
    tests = {
        "mortally_wounded": is_mortally_wounded,
        "paralysed": is_paralysed,
        "delirious": is_delirious,
        "weakened": lambda c: c.weakened,
        "deprived": is_deprived,
    }
    dead = is_dead(c)
    return (*found, *(word for word, holds in tests.items() if not dead and holds(c)))


def status(state: CairnState, c: Combatant) -> str:
    """``able``, ``cannot_act``, ``left`` or ``outside``, or the condition that decides it."""
    if c.presence in ("left", "outside"):
        return c.presence
    if c.away:
        return "left"
    return c.condition or ("able" if can_act(c) else "cannot_act")
