"""A console under test: keys and clicks on what is really shown, and the text of the screen."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from textual import events
from textual.geometry import Offset
from textual.pilot import Pilot

from gmconsole.board.cells import width
from gmconsole.encounter import Encounter
from gmconsole.scenarios import load_scenario, start_state
from gmconsole.tui.app import ConsoleApp
from gmconsole.tui.canvas import Canvas, Pane
from gmconsole.tui.screens.play import PlayScreen

NAMES = {
    " ": "space",
    "=": "equals_sign",
    '"': "quotation_mark",
    "+": "plus",
    "-": "minus",
    ":": "colon",
    "?": "question_mark",
    "/": "slash",
    "*": "asterisk",
    "“": "left_double_quotation_mark",
    "”": "right_double_quotation_mark",
}


class Console:
    """The app, its pilot, and the encounter it plays."""

    def __init__(self, app: ConsoleApp, pilot: Pilot[int]) -> None:
        self.app = app
        self.pilot = pilot

    @property
    def play(self) -> PlayScreen:
        screen = next(s for s in self.app.screen_stack if isinstance(s, PlayScreen))
        assert isinstance(screen, PlayScreen)
        return screen

    @property
    def encounter(self) -> Encounter:
        encounter = self.app.encounter
        assert encounter is not None
        return encounter

    @property
    def line(self) -> str:
        """The line being typed, or what Enter would send."""
        return self.play.line.value if self.play.line.open else self.play.proposed.line

    async def settle(self) -> None:
        """Wait until every message there is has been dealt with, and the screen is laid out anew."""
        for _ in range(2):
            done = asyncio.Event()
            self.app.call_later(done.set)
            await asyncio.wait_for(done.wait(), 10)
            await self.pilot._wait_for_screen()
            self.app.screen._on_timer_update()

    async def press(self, *keys: str) -> None:
        """Press keys in one burst, as a terminal sends what was typed ahead."""
        for key in keys:
            name = NAMES.get(key, key) if len(key) == 1 else key
            char = key if len(key) == 1 else {"space": " ", "enter": "\r", "tab": "\t", "escape": "\x1b"}.get(key)
            self.app.post_message(events.Key(name, char))
        await self.settle()

    async def quit(self) -> None:
        """Press ``q`` and wait until the app is gone."""
        self.app.post_message(events.Key("q", "q"))
        while self.app.is_running:
            await asyncio.sleep(0.01)

    async def type(self, text: str) -> None:
        """Type a text."""
        await self.press(*text)

    async def send(self, text: str) -> None:
        """Open a line with ``:``, type it, and send it."""
        await self.type(":" + text)
        await self.press("enter")

    def canvas(self) -> Canvas:
        """What the screen on top is drawn on."""
        return self.app.screen.query_one(Canvas)

    def panes(self) -> dict[str, Pane]:
        """The panes that have a place on the screen on top, by their keys."""
        return {key: pane for key, pane in self.canvas().panes.items() if pane.region.size}

    def text(self) -> str:
        """The whole screen as text."""
        width_, height = self.app.size
        strips = self.app.screen._compositor.render_strips()
        lines = ["".join(s.text for s in strip) for strip in strips]
        assert len(lines) == height
        assert all(width(line) == width_ for line in lines), [line for line in lines if width(line) != width_]
        return "\n".join(line.rstrip() for line in lines)

    def find(self, target: str, pane: str = "") -> tuple[Pane, Offset] | None:
        """Where on the screen a click means that target, scrolled to if it must be."""
        for key, found in self.panes().items():
            if pane and key != pane:
                continue
            for y, row in enumerate(found.rows):
                x = 0
                for seg in row.segs:
                    if (seg.target or row.target) == target and seg.text.strip():
                        first = len(seg.text) - len(seg.text.lstrip())
                        return found, Offset(x + first, y)
                    x += width(seg.text)
        return None

    async def click(self, target: str, pane: str = "") -> None:
        """Click on the piece with that target; the wheel is turned where it is out of sight."""
        found = self.find(target, pane)
        assert found is not None, f"nothing means {target} in\n{self.text()}"
        on, place = found
        corner = self.canvas().region.offset
        for _ in range(200):
            y = place.y - on.top
            if 0 <= y < on.inside.height:
                break
            wheel = events.MouseScrollDown if y >= 0 else events.MouseScrollUp
            x, y = corner + on.inside.offset
            self.app.post_message(wheel(None, x, y, 0, 1, 0, False, False, False, x, y))
            await self.settle()
        at = corner + on.inside.offset + Offset(place.x, place.y - on.top)
        assert at in self.app.screen.region, (target, at)
        for kind in (events.MouseMove, events.MouseDown, events.MouseUp):
            self.app.post_message(kind(None, at.x, at.y, 0, 0, 1, False, False, False, at.x, at.y))
        await self.settle()

    async def click_word(self, label: str, group: str = "") -> None:
        """Click on a word that is offered for the line, by what is shown of it, in the group of that title."""
        composing = self.play.composing
        number = 0
        for offered in composing.draft.offer.groups:
            for choice in offered.choices:
                if label == choice.label and (not group or group == offered.title):
                    await self.click(f"word:{number}", "composer")
                    return
                number += 1
        for i, choice in enumerate(composing.draft.faces()):
            if label == choice.label:
                await self.click(f"word:{number + i}", "composer")
                return
        raise AssertionError(f"{label} is not offered for {self.line!r}:\n{self.text()}")


def cowboy(lang: str = "en", path: Path | None = None, lines: tuple[str, ...] | list[str] = ()) -> Encounter:
    """The Cowboy after some lines."""
    encounter = Encounter.begin(start_state(load_scenario("cowboy"), lang), path, seed=7, lang=lang)
    for line in lines:
        encounter.run(line)
    return encounter


@asynccontextmanager
async def console(
    encounter: Encounter | None, saves: Path, *, size: tuple[int, int] = (120, 36), lang: str = "en"
) -> AsyncIterator[Console]:
    """A console on an encounter (or on the start screen)."""
    app = ConsoleApp(encounter, saves=saves, lang=lang)
    async with app.run_test(size=size) as pilot:
        table = Console(app, pilot)
        await table.settle()
        yield table
