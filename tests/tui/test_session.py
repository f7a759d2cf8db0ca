"""Between fights on the screen: a party from the start screen, and session end as a checklist of what is owed."""

from __future__ import annotations

from pathlib import Path

import pytest

from gmconsole.tui.screens.play import PlayScreen

from .table import console


@pytest.mark.parametrize("size", [(120, 36), (80, 24)])
@pytest.mark.rule("LP-SES-001")
async def test_session_end_is_taken_step_by_step_with_enter(size: tuple[int, int], tmp_path: Path) -> None:
    async with console(None, tmp_path, size=size) as table:
        await table.click("party:jessica_and_mike", "list")
        assert "Two old friends" in table.text()
        await table.press("enter")
        assert isinstance(table.app.screen, PlayScreen)
        await table.send("session-start")
        await table.send("session-end")
        for step in range(1, 9):
            tasks = [t for t in table.play.board.tasks if t.kind == "session_step"]
            assert [t.done for t in tasks] == [*[True] * (step - 1), False]
            shown = "\n".join(r.text for r in table.play.panes["now"].rows)
            assert f"> session end, {step}/8" in shown
            assert f"> session end, {step}/8"[:40] in table.text(), "the step at hand is in sight"
            await table.press("enter")
        assert "session-start" in table.line
        assert not [t for t in table.play.board.tasks if t.kind == "session_step"]
    table.encounter.close()
