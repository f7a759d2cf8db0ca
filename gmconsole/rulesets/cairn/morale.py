"""Morale (chapter "Morale").

Covers CA-MOR-001 to -009.
"""

from __future__ import annotations

from typing import Any

from ...core.ruleset import Tx as CoreTx
from .state import CairnState

Tx = CoreTx[CairnState]

MORALE = "morale"
"""The kind of call of every morale save."""


def check(tx: Tx) -> None:
    """Call for the morale saves that the turn's casualties brought about."""


DECIDE: dict[Any, Any] = {}
EVOLVE: dict[Any, Any] = {}
