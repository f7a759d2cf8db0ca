"""Healing and recovery, and time outside a fight (chapter "Healing and recovery").

Covers CA-REC-001 to -005.
"""

from __future__ import annotations

from typing import Any

DECIDE: dict[Any, Any] = {}
EVOLVE: dict[Any, Any] = {}
