"""Opposed and joint saves (chapter "Saves").

Covers CA-SAV-004 and -005.
"""

from __future__ import annotations

from typing import Any

DECIDE: dict[Any, Any] = {}
EVOLVE: dict[Any, Any] = {}
