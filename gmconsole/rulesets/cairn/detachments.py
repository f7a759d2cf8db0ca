"""Detachments (chapter "Detachments").

Covers CA-DET-001 to -008.
"""

from __future__ import annotations

from typing import Any

DECIDE: dict[Any, Any] = {}
EVOLVE: dict[Any, Any] = {}
