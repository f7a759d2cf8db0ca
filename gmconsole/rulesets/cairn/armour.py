"""Armour (chapter "Armour").

Covers CA-ARM-001 to -005: how much counts now. It is taken off once for each target's pool of dice (``pools.keep``);
that printed armour is never kept above the cap is the business of ``people``.
"""

from __future__ import annotations

from .state import ARMOUR_CAP, Combatant


def effective(c: Combatant) -> int:
    """What comes off damage now: printed armour and every item in use, 3 at most (CA-ARM-002, CA-ARM-003)."""
    return min(c.armour + sum(item.armour for item in c.items.values() if item.in_use), ARMOUR_CAP)
