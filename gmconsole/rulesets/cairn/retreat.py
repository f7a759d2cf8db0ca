"""Retreat and chases (chapter "Retreat").

Covers CA-RET-001 and -002.
"""

from __future__ import annotations

from typing import Any

from ...core.ruleset import Tx as CoreTx
from .state import CairnState

Tx = CoreTx[CairnState]


def settle(tx: Tx) -> None:
    """Take those away whose retreat succeeded."""


DECIDE: dict[Any, Any] = {}
EVOLVE: dict[Any, Any] = {}
