"""Actions: moving, the one action of a turn, and risky acts (chapter "Actions").

Covers CA-ACT-001 to -005.
"""

from __future__ import annotations

from typing import Any

from ...core.phases import Task
from .state import CairnState


def tasks(state: CairnState) -> tuple[Task, ...]:
    """One task for each who has not declared yet."""
    return ()


DECIDE: dict[Any, Any] = {}
EVOLVE: dict[Any, Any] = {}
