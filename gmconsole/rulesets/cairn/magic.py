"""Magic: spellbooks, scrolls, relics (chapter "Magic").

Covers CA-MAG-001 to -012.
"""

from __future__ import annotations

from typing import Any

from ...core.ruleset import Tx as CoreTx
from .state import CairnState

Tx = CoreTx[CairnState]


def settle(tx: Tx) -> None:
    """Book what the turn's spells bring besides damage."""


DECIDE: dict[Any, Any] = {}
EVOLVE: dict[Any, Any] = {}
