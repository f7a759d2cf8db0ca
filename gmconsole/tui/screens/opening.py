"""What is painted first: one line, before the rulebook is read and the save opened. The book may be thick."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.geometry import Region
from textual.screen import Screen

from ...board.cells import Seg, row
from ..canvas import Canvas


class OpeningScreen(Screen[None]):
    """A bar with the program's name; calls the app back when it has been painted."""

    AUTO_FOCUS = None
    ALLOW_SELECT = False

    def compose(self) -> ComposeResult:
        self.canvas = Canvas((), ("header",), self._draw)
        yield self.canvas

    def on_mount(self) -> None:
        self._draw()
        self.call_after_refresh(self._painted)

    def _draw(self) -> None:
        self.canvas.place({"header": Region(0, 0, self.size.width, 1)})
        self.canvas.panes["header"].show([row(Seg(" gmconsole", "now"))])

    def _painted(self) -> None:
        from ..app import ConsoleApp

        assert isinstance(self.app, ConsoleApp)
        self.app.open_up()
