"""Sentences, switches and terms of attacks, detachments, armour and ranged attacks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ...core.model import Msg, Name
from ...core.switches import Switch

REJECTIONS: Mapping[str, str] = {}
TERMS: Mapping[str, Mapping[str, Name]] = {}
OPTIONS: Mapping[str, Switch] = {}
PART_NAMES: Mapping[str, Name] = {}
SAY: dict[type, Callable[[Any, Any], Msg | None]] = {}
