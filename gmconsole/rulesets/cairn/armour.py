"""Armour (chapter "Armour").

Covers CA-ARM-001 to -005.
"""

from __future__ import annotations

from typing import Any

DECIDE: dict[Any, Any] = {}
EVOLVE: dict[Any, Any] = {}
