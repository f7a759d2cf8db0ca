"""Attacks and damage (chapter "Attacking and damage", "Attack modifiers", "Ranged attacks").

Covers CA-DMG-001 to -015.
"""

from __future__ import annotations

from typing import Any

from ...core.phases import Task
from ...core.ruleset import Tx as CoreTx
from .state import Act, CairnState

Tx = CoreTx[CairnState]


def to_roll(state: CairnState) -> tuple[Act, ...]:
    """The declared acts whose damage dice are still owed."""
    return ()


def settle(tx: Tx) -> None:
    """Book the damage of the turn, every target from its own pool."""


def tasks(state: CairnState) -> tuple[Task, ...]:
    """The damage dice that are owed, once nothing has to come before them."""
    return ()


DECIDE: dict[Any, Any] = {}
EVOLVE: dict[Any, Any] = {}
