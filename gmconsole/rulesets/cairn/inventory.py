"""Inventory and Fatigue (chapter "Deprivation and Fatigue").

Covers CA-DEP-001 to -009.
"""

from __future__ import annotations

from typing import Any

DECIDE: dict[Any, Any] = {}
EVOLVE: dict[Any, Any] = {}
