"""All panes of a screen on one widget: rows of styled text in boxes, drawn line by line. No game state in here.

One widget instead of many, because what a key costs is mostly what Textual does for each widget that changes. Only
lines that changed are drawn again, and what a row was drawn to is kept.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Region, Size
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from ..board.cells import Row, Seg, cut, cut_row, row, safe, target_at, width

STYLES = (
    "now",
    "danger",
    "warn",
    "calm",
    "quiet",
    "title",
    "key",
    "chosen",
    "picked",
    "marked",
    "both",
    "box",
    "focused",
    "bar",
    "alarm",
    "heading",
)
KEEP = 4000
ROUND, ASCII = "╭─╮│╰╯", "+-+|++"
GROUNDS = ("", "box", "focused", "bar", "alarm", "picked", "marked", "both")
BARS = {"header": "bar", "footer": "bar", "hint": "bar", "banner": "alarm"}


class Pane:
    """Rows in a region of a canvas, in a box or as bare lines."""

    def __init__(self, canvas: Canvas, key: str, boxed: bool) -> None:
        self.key = key
        self.boxed = boxed
        self.rows: Sequence[Row] = ()
        self.top = 0
        self.title = ""
        self.region = Region()
        self._canvas = canvas
        self._follow: int | None = None
        self._at_end = False

    @property
    def inside(self) -> Region:
        """Where its rows are, on the canvas."""
        return self.region.shrink((1, 1, 1, 1)) if self.boxed else self.region

    def show(self, rows: Sequence[Row], *, title: str = "", follow: int | None = None, at_end: bool = False) -> None:
        """Take new rows; ``follow`` is the row to keep in sight, ``at_end`` keeps the last ones in sight."""
        old, before, height = self.rows, self._frame(), self.inside.height
        old_top = self.top
        self.rows = rows
        self.title = title
        self._follow = follow
        self._at_end = at_end and (old_top >= len(old) - height or not old)
        self.settle()
        for y in range(height):
            if _at(old, old_top + y) != _at(rows, self.top + y):
                self._canvas.dirty(self.inside, y)
        self._reframe(before)

    def settle(self) -> None:
        """Put the rows that must be in sight into sight."""
        height, last = self.inside.height, max(0, len(self.rows) - self.inside.height)
        if self._at_end:
            self.top = last
        elif self._follow is not None and not self.top <= self._follow < self._below(height) <= self.top + height:
            # All that belongs to the row comes into sight with it, the row itself first of all.
            least = max(self._below(height) - height, 0)
            self.top = max(0, min(max(self._follow - height // 3, least), self._follow, last))
        else:
            self.top = max(0, min(self.top, last))

    def _below(self, height: int) -> int:
        """The first row that no longer belongs to the one followed, but at most a pane's height from it; at least one
        row beyond it counts as its own, so that more can be seen to follow."""
        assert self._follow is not None
        here, end = _at(self.rows, self._follow), self._follow + 1
        while here is not None and here.target and end < len(self.rows) and self.rows[end].target == here.target:
            end += 1
        return min(max(end, self._follow + 2), self._follow + max(height, 1))

    def roll(self, lines: int) -> None:
        """Show what lies further down or up."""
        before, last = self._frame(), max(0, len(self.rows) - self.inside.height)
        top = max(0, min(self.top + lines, last))
        if top != self.top:
            self.top = top
            self._at_end = top == last and self._at_end
            for y in range(self.inside.height):
                self._canvas.dirty(self.inside, y)
            self._reframe(before)

    def rewind(self) -> None:
        """Show the first rows."""
        self.roll(-self.top)

    def about(self) -> str:
        """Which rows of how many are in sight, where not all are."""
        height, count = self.inside.height, len(self.rows)
        return f"{self.top + 1}-{min(self.top + height, count)}/{count}" if 0 < height < count else ""

    def _frame(self) -> tuple[str, str]:
        return self.title, self.about()

    def _reframe(self, before: tuple[str, str]) -> None:
        if self.boxed:
            for y, was, now in zip((0, self.region.height - 1), before, self._frame(), strict=True):
                if was != now:
                    self._canvas.dirty(self.region, y)

    def edge(self, y: int, signs: str, style: str) -> Row:
        """The upper (0) or lower line of the box."""
        room = self.region.width - 2
        left, right = (signs[0], signs[2]) if y == 0 else (signs[4], signs[5])
        text = cut(self.title if y == 0 else self.about(), room - 3)
        if not text:
            return row(left + signs[1] * room + right)
        rest = signs[1] * (room - width(text) - 3)
        if y == 0:
            return row(f"{left}{signs[1]} ", Seg(text, style), f" {rest}{right}")
        return row(f"{left}{rest} ", text, f" {signs[1]}{right}")


def _at(rows: Sequence[Row], index: int) -> Row | None:
    return rows[index] if index < len(rows) else None


class Canvas(Widget, can_focus=True):
    """Panes by their keys. A click or the cursor on a row posts ``Picked`` with its target."""

    ALLOW_SELECT = False
    COMPONENT_CLASSES: ClassVar[set[str]] = {f"canvas--{name}" for name in STYLES}
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "step(-1)", show=False),
        Binding("down", "step(1)", show=False),
        Binding("pageup", "page(-1)", show=False),
        Binding("pagedown", "page(1)", show=False),
    ]

    class Picked(Message):
        """A piece was clicked (``by_mouse``), or the cursor came to a row; ``again``: it was picked already."""

        def __init__(self, pane: str, target: str, *, by_mouse: bool, again: bool) -> None:
            super().__init__()
            self.pane = pane
            self.target = target
            self.by_mouse = by_mouse
            self.again = again

    def __init__(self, boxes: Sequence[str], lines: Sequence[str], sized: Callable[[], None]) -> None:
        super().__init__()
        self.panes = {key: Pane(self, key, key in boxes) for key in (*boxes, *lines)}
        self.picked = ""
        self.marked: frozenset[str] = frozenset()
        self.current = ""
        self._sized = sized
        self._size_drawn = Size()
        self._lines: list[list[Pane]] = []
        self._drawn: dict[tuple[Row | None, int, str], list[Segment]] = {}
        self._styles: dict[str, Style] = {}
        self._signs = ASCII if os.environ.get("GMCONSOLE_ASCII") else ROUND

    # What it shows ---------------------------------------------------------------------------------------------------

    def place(self, regions: Mapping[str, Region]) -> None:
        """Give panes their regions; those without one are not shown."""
        if all(pane.region == regions.get(key, Region()) for key, pane in self.panes.items()) and self._lines:
            return
        self._lines = [[] for _ in range(max((r.bottom for r in regions.values()), default=0))]
        for key, pane in self.panes.items():
            pane.region = regions.get(key, Region())
            pane.settle()
            for y in range(pane.region.y, pane.region.bottom):
                self._lines[y].append(pane)
        for line in self._lines:
            line.sort(key=lambda p: p.region.x)
        self.refresh()

    def dirty(self, region: Region, y: int) -> None:
        """Have line y of that region drawn again."""
        self.refresh(Region(region.x, region.y + y, region.width, 1))

    def pick(self, target: str) -> None:
        """Mark the rows with that target, wherever they are."""
        before, self.picked = self.picked, target
        if before != target:
            for pane in self.panes.values():
                for y in range(pane.inside.height):
                    found = _at(pane.rows, pane.top + y)
                    if found is not None and found.target and found.target in (before, target):
                        self.dirty(pane.inside, y)

    def mark(self, targets: Iterable[str]) -> None:
        """Mark these rows, as several may be, and no others."""
        marked = frozenset(targets)
        if marked != self.marked:
            self.marked = marked
            self.refresh()

    def turn_to(self, key: str) -> None:
        """Make that pane the one that arrows move in."""
        for pane in (self.panes.get(self.current), self.panes[key]):
            if pane is not None and self.current != key:
                self.refresh(pane.region)
        self.current = key

    # Drawing ---------------------------------------------------------------------------------------------------------

    def notify_style_update(self) -> None:
        self._drawn.clear()
        self._styles.clear()
        super().notify_style_update()

    def on_resize(self) -> None:
        if self.size != self._size_drawn:
            self._size_drawn = self.size
            self._sized()

    def render_line(self, y: int) -> Strip:
        """One line across all panes that it crosses."""
        segments: list[Segment] = []
        x = 0
        for pane in self._lines[y] if y < len(self._lines) else ():
            if pane.region.x > x:
                segments.append(Segment(" " * (pane.region.x - x), self._style("")))
            segments.extend(self._line(pane, y - pane.region.y))
            x = pane.region.right
        return Strip(segments).adjust_cell_length(self.size.width, self._style(""))

    def _line(self, pane: Pane, y: int) -> list[Segment]:
        if not pane.boxed:
            return self._draw(_at(pane.rows, pane.top + y), pane.region.width, BARS.get(pane.key, ""))
        box = "focused" if pane.key == self.current or pane.key == "composer" else "box"
        if y in (0, pane.region.height - 1):
            return self._draw(pane.edge(y, self._signs, "" if box == "focused" else "heading"), pane.region.width, box)
        found = _at(pane.rows, pane.top + y - 1)
        target = found.target if found is not None else ""
        picked, marked = bool(target) and target == self.picked, target in self.marked
        under = "both" if picked and marked else "picked" if picked else "marked" if marked else ""
        side = self._draw(row(self._signs[3]), 1, box)
        return [*side, *self._draw(found, pane.region.width - 2, under), *side]

    def _draw(self, line: Row | None, cells: int, under: str) -> list[Segment]:
        drawn = self._drawn.get((line, cells, under))
        if drawn is None:
            if len(self._drawn) > KEEP:
                self._drawn.clear()
            base = self._style(under)
            kept = cut_row(line, cells) if line is not None and width(line.text) > cells else line
            drawn = [
                Segment(safe(s.text), base + self._style(s.style) if s.style else base)
                for s in (kept.segs if kept is not None else ())
            ]
            left = cells - sum(width(s.text) for s in drawn)
            if left > 0:
                drawn.append(Segment(" " * left, base))
            self._drawn[line, cells, under] = drawn
        return drawn

    def _style(self, name: str) -> Style:
        style = self._styles.get(name)
        if style is None:
            base = self.rich_style if name in GROUNDS else Style()
            part = self.get_component_rich_style(f"canvas--{name}", partial=True) if name else Style()
            style = self._styles[name] = base + part
        return style

    # Moving about ----------------------------------------------------------------------------------------------------

    def pane_at(self, x: int, y: int) -> Pane | None:
        """The pane at that cell."""
        found = self._lines[y] if 0 <= y < len(self._lines) else ()
        return next((p for p in found if p.region.x <= x < p.region.right), None)

    def _wheel(self, event: events.MouseEvent, lines: int) -> None:
        event.stop()
        pane = self.pane_at(event.x, event.y)
        if pane is not None:
            pane.roll(lines)

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        self._wheel(event, 3)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        self._wheel(event, -3)

    def on_click(self, event: events.Click) -> None:
        pane = self.pane_at(event.x, event.y)
        if pane is None or not pane.inside.contains(event.x, event.y):
            return
        event.stop()
        found = _at(pane.rows, pane.top + event.y - pane.inside.y)
        target = target_at(found, event.x - pane.inside.x) if found is not None else ""
        self.post_message(self.Picked(pane.key, target, by_mouse=True, again=bool(target) and target == self.picked))

    def action_page(self, pages: int) -> None:
        """A pane's height further down or up."""
        pane = self.panes.get(self.current)
        if pane is not None:
            pane.roll(pages * max(pane.inside.height - 1, 1))

    def action_step(self, by: int) -> None:
        """Move the cursor to the next row that means something; where none does, show further lines."""
        pane = self.panes.get(self.current)
        if pane is None:
            return
        targets = [i for i, r in enumerate(pane.rows) if r.target]
        here = [i for i in targets if pane.rows[i].target == self.picked]
        ahead = [i for i in targets if i not in here and (not here or (i > here[-1] if by > 0 else i < here[0]))]
        if not ahead:
            pane.roll(by)
            return
        at = ahead[0] if by > 0 or not here else ahead[-1]
        height = max(pane.inside.height, 1)
        if not pane.top <= at < pane.top + height:
            pane.roll(at - pane.top if at < pane.top else at - pane.top - height + 1)
        # Marked at once: the next key may have been typed already.
        self.pick(pane.rows[at].target)
        self.post_message(self.Picked(pane.key, self.picked, by_mouse=False, again=False))
