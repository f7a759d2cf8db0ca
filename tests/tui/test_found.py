"""What recovery found when a save was opened is shown on the screen, with what can be done about it."""

from __future__ import annotations

from pathlib import Path

import pytest

from gmconsole.encounter import Encounter
from gmconsole.store.recover import folder_of

from .table import console, cowboy


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A closed save."""
    path = tmp_path / "fight.toml"
    cowboy("en", path, ["start crisis", "note seen"]).close()
    return path


async def test_an_edit_by_hand_is_shown_and_how_to_take_it_back(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    start = text.index("\n[state]")
    path.write_text(text[:start] + text[start:].replace("sanity = 1\n", "sanity = 2\n", 1), encoding="utf-8")
    async with console(Encounter.open(path), path.parent, size=(160, 40)) as table:
        assert "H shows what was mended when this save was opened: the save file was edited by hand" in table.text()
        await table.press("H")
        shown = table.text()
        assert "Found when this save was opened" in shown
        assert "the save file was edited by hand; the edit was accepted" in shown
        assert "1 -> 2" in shown
        assert "To take the edit back, go to the line before it here." in shown
        assert str(folder_of(path).name) in shown
        await table.press("escape")
        assert table.play.encounter.session.can_undo


async def test_a_lost_save_file_is_told_in_the_language_of_the_screen(path: Path) -> None:
    path.unlink()
    async with console(Encounter.open(path, "zh"), path.parent, size=(160, 40), lang="zh") as table:
        assert "按 H 查看" in table.text()
        await table.press("H")
        assert "没有丢弃任何内容" in table.text()
        assert "撤回" not in table.text().split("没有丢弃")[0]


async def test_after_a_clean_exit_nothing_was_found(path: Path) -> None:
    async with console(Encounter.open(path), path.parent, size=(160, 40)) as table:
        assert "mended" not in table.text()
        await table.press("H")
        assert "Found when" not in table.text()
