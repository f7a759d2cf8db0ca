"""Hirelings (chapter "Hirelings").

Covers CA-HIR-001 to -003.
"""

from __future__ import annotations

from typing import Any

DECIDE: dict[Any, Any] = {}
EVOLVE: dict[Any, Any] = {}
