"""Critical damage, attribute loss and death (chapters "Critical damage", "Attribute loss", "Character death").

Covers CA-CRT-001 to -015.
"""

from __future__ import annotations

from typing import Any

from ...core.ruleset import Tx as CoreTx
from .state import CairnState

Tx = CoreTx[CairnState]


def take(tx: Tx, who: str, damage: int, *, by: str = "", rider: str = "") -> None:
    """Book that much damage, armour already off: HP, then STR and its save, or a scar at exactly 0."""


def aid(tx: Tx) -> None:
    """Book the turn's bandages and other aid."""


DECIDE: dict[Any, Any] = {}
EVOLVE: dict[Any, Any] = {}
