"""Reactions and the die of fate (chapters "Reactions", "Die of fate").

Covers CA-REA-001 and -002, CA-FAT-001 and -002.
"""

from __future__ import annotations

from typing import Any

DECIDE: dict[Any, Any] = {}
EVOLVE: dict[Any, Any] = {}
