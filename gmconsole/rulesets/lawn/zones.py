"""Thrown devices: entities that lie where they land, with two zones, fuses and dodges (chapter "Attacks").

Covers LP-ATK-031 to -035, -067, -085, LP-WPN-028 to -036, -038, -045, LP-NEU-026, -027 and LP-MOV-065.
"""

from __future__ import annotations

from ...core.ruleset import Tx as CoreTx
from .state import LawnState

Tx = CoreTx[LawnState]

MISSED = "medium"
"""Where a missed throw comes down from the target, unless the GM says otherwise (Q-K20)."""


def graded(state: LawnState) -> bool | None:
    """Whether throws and dodges count degrees by the setting; None: to be asked before each throw (LP-ATK-035)."""
    return {"use": True, "off": False}.get(str(state.options.get("throw_degree", "ask")))


def landing(passed: bool, degree: int, by_degree: bool) -> str:
    """The band from the device to the target after a throw's hit check (LP-ATK-033)."""
    if not passed:
        return MISSED
    return "near" if by_degree and degree == 0 else "touch"


def land(tx: Tx, thrower: str, weapon: str, target: str, band: str, degree: int | None = None, *,
         fuse: bool = False) -> str:
    """Let a device come down at ``band`` of the target and return its entity's id.

    ``degree`` is the throw's where degrees count for it, None where they do not; ``band`` is what ``landing`` says, or
    the GM. A device without a fuse asks for the GM's word to go off, so that bands can be put right first.
    """
    return ""


def leave(tx: Tx, who: str, item: str, target: str) -> str:
    """Let a thrown cold weapon lie at the target's place (Q-K32) and return the id of its entity."""
    return ""
