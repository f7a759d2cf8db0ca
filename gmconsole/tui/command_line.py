"""Lines to type in: real Inputs, so that an input method finds the cursor; keys typed ahead keep their order."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from textual import events
from textual.geometry import Region
from textual.widgets import Input

CLOSING = ("enter", "escape")
"""The keys after which the next one may be for the screen."""
MOVES = {"tab": 1, "down": 1, "shift+tab": -1, "up": -1}


class OrderedInput(Input):
    """An Input whose closing keys the app waits for: ``closed`` is set once one has been dealt with."""

    ALLOW_SELECT = False

    def __init__(self, name: str) -> None:
        super().__init__(id=name, compact=True, select_on_focus=False)
        self.open = False
        self.closed = asyncio.Event()
        self._place = Region()

    def lie(self, region: Region) -> None:
        """Take that place on the screen."""
        if region != self._place:
            self._place = region
            self.styles.offset = region.offset
            self.styles.width = region.width

    def _on_paste(self, event: events.Paste) -> None:
        if self.open:
            # Every line of a paste is kept: pasted dice often come one roll to a line.
            self.insert_text_at_cursor(" ".join(event.text.split()))
        event.stop()
        event.prevent_default()


class AskingLine(OrderedInput):
    """A line beside a list: ``handle`` is asked for each key first, and says whether it was one for the list."""

    def __init__(self, name: str, handle: Callable[[str, str], bool], *, open: bool = True) -> None:
        super().__init__(name)
        self.open = open
        self._handle = handle

    async def _on_key(self, event: events.Key) -> None:
        handled = self._handle(event.key, event.character or "")
        if event.key in CLOSING:
            self.closed.set()
        if handled:
            event.stop()
            event.prevent_default()
            return
        await super()._on_key(event)


class CommandLine(AskingLine):
    """The line of the console: hands Enter, Escape and the arrows to its screen in the order they were typed."""

    def __init__(self) -> None:
        super().__init__("line", self._asked, open=False)

    def _on_paste(self, event: events.Paste) -> None:
        from .screens.play import PlayScreen

        screen = self.screen
        if self.open and isinstance(screen, PlayScreen) and screen.composing.paste(event.text):
            event.stop()
            event.prevent_default()
            return
        super()._on_paste(event)

    def _asked(self, key: str, character: str) -> bool:
        from .screens.play import PlayScreen

        screen = self.screen
        assert isinstance(screen, PlayScreen)
        if key == "enter":
            return screen.composing.submit()
        if key == "escape":
            return screen.composing.leave()
        if key in MOVES:
            return screen.composing.move(MOVES[key], key in ("up", "down"))
        if key in ("left", "right"):
            return screen.composing.nudge(1 if key == "right" else -1)
        return False
