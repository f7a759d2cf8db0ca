"""Two pictures of the screen, for its colours; everything else is compared as text.

``pytest --snapshot-update`` takes them anew.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from gmconsole.tui.app import ConsoleApp

from ..helpers import script
from .table import cowboy


@pytest.mark.parametrize(("lang", "size", "lines"), [("en", (120, 36), 22), ("zh", (80, 24), 12)])
def test_the_screen_in_colour(
    lang: str, size: tuple[int, int], lines: int, tmp_path: Path, snap_compare: Callable[..., bool]
) -> None:
    encounter = cowboy(lang, lines=script("cowboy" if lang == "en" else "cowboy_zh")[:lines])
    assert snap_compare(ConsoleApp(encounter, saves=tmp_path, lang=lang), terminal_size=size)
