"""The Textual application: which screen is shown, signals, and a clean end."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import signal
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from textual import events
from textual.app import App
from textual.screen import Screen

from . import themes
from .command_line import CLOSING, OrderedInput

if TYPE_CHECKING:
    from ..encounter import Encounter
    from ..store import Status

PATIENCE = 2.0
Opener = Callable[[], "Encounter | None"]


class ConsoleApp(App[int]):
    """The console on one encounter, or on the start screen where there is none yet."""

    CSS_PATH = "console.tcss"
    TITLE = "gmconsole"
    ENABLE_COMMAND_PALETTE = False
    INLINE_PADDING = 0

    def __init__(self, encounter: Encounter | Opener | None, *, saves: Path, lang: str) -> None:
        super().__init__()
        self.opener = encounter if callable(encounter) else None
        self.encounter = None if callable(encounter) else encounter
        self.failure: Exception | None = None
        self.saves = saves
        self.lang = lang

    def get_default_screen(self) -> Screen[Any]:
        if self.opener is not None:
            from .screens.opening import OpeningScreen

            return OpeningScreen()
        return self._first_screen()

    def _first_screen(self) -> Screen[Any]:
        if self.encounter is not None:
            from .screens.play import PlayScreen

            return PlayScreen(self.encounter)
        from .screens.start import StartScreen

        return StartScreen(self.saves, self.lang)

    def open_up(self) -> None:
        """Open the encounter now that something is on the screen; what goes wrong is raised again by ``run``."""
        assert self.opener is not None
        try:
            self.encounter = self.opener()
            self.push_screen(self._first_screen())
        except Exception as problem:
            self.failure = problem
            self.exit(2)

    async def on_event(self, event: events.Event) -> None:
        """Keys in the order they were typed: after one that may close the line, the next waits until that is done."""
        line = self._line if isinstance(event, events.Key) and event.key in CLOSING else None
        if line is None or not line.open:
            await super().on_event(event)
            return
        line.closed.clear()
        await super().on_event(event)
        with contextlib.suppress(asyncio.TimeoutError):
            await asyncio.wait_for(line.closed.wait(), PATIENCE)

    @property
    def _line(self) -> OrderedInput | None:
        return self.focused if isinstance(self.focused, OrderedInput) else None

    def on_mount(self) -> None:
        themes.register(self)
        loop = asyncio.get_running_loop()
        # Not every system has these signals, nor every loop handlers for them (none has outside the main thread, as in
        # tests): the console then ends by the signal itself, and what was done is in the journal all the same.
        for name in ("SIGTERM", "SIGHUP"):
            with contextlib.suppress(AttributeError, NotImplementedError, RuntimeError, ValueError):
                loop.add_signal_handler(getattr(signal, name), self.exit, 128 + getattr(signal, name))

    def played(self) -> None:
        """The console has been painted: what lives now lives till the end, later collections need not look at it."""
        gc.collect()
        gc.freeze()

    def play(self, encounter: Encounter, *, make: bool = False) -> None:
        """Go to the console with an encounter that has just been opened or begun, to ``make`` characters first."""
        from .screens.play import PlayScreen

        self.encounter = encounter
        self.lang = encounter.driver.lang
        screen = PlayScreen(encounter)
        self.push_screen(screen)
        if make:
            from . import over

            over.make(screen)

    def write_copy(self, audience: str, text: str) -> str:
        """Write a board's text beside the saves; the file's path, or nothing where that failed."""
        path = self.saves / f"board-{audience}.txt"
        try:
            self.saves.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        except OSError:
            return ""
        return str(path)


def run(encounter: Encounter | Opener | None, *, saves: Path, lang: str) -> int:
    """Run the console until it is left; closes the encounter it ended on. Returns the exit code for the process.

    An encounter may be given by a function that opens it: then the screen is up before the function is called, and what
    the function raises is raised here when the screen is down again. None opens the start screen.
    """
    app = ConsoleApp(encounter, saves=saves, lang=lang)
    status: Status | None = None
    try:
        result = app.run()
    finally:
        gc.unfreeze()
        if app.encounter is not None:
            status = app.encounter.close()
    if app.failure is not None:
        raise app.failure
    if status is not None and status.kind in ("not_saved", "conflict"):
        from ..text import Words

        text = Words(app.lang).message("NOT SAVED (actions: {count}): {reason}")
        print(text.format(count=status.count, reason=status.reason or status.kind))
        return app.return_code or 1
    return app.return_code or (result or 0)
