"""Scars (chapter "Scars").

Covers CA-SCR-001 to -017.
"""

from __future__ import annotations

from typing import Any

from ...core.phases import Task
from ...core.ruleset import Tx as CoreTx
from .state import CairnState

Tx = CoreTx[CairnState]


def gain(tx: Tx, who: str, lost: int) -> None:
    """A PC's HP came to exactly 0 with that much lost in this attack: the scar of that entry."""


def due(state: CairnState) -> bool:
    """Whether dice or words of a fresh scar are owed now."""
    return False


def tasks(state: CairnState) -> tuple[Task, ...]:
    """The dice and words that scars owe now."""
    return ()


DECIDE: dict[Any, Any] = {}
EVOLVE: dict[Any, Any] = {}
