"""A pane: rows of styled text drawn line by line. It redraws the lines that changed and holds no game state."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.geometry import Region
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from ..board.cells import Row, cut_row, safe, target_at
from ..board.cells import width as width_of

STYLES = ("now", "danger", "warn", "calm", "quiet", "title", "key", "chosen")
KEEP = 4000


class Pane(Widget, can_focus=True):
    """Rows in a box. ``show`` gives it new ones; a click or the cursor on a row posts ``Picked`` with its target."""

    ALLOW_SELECT = False
    COMPONENT_CLASSES: ClassVar[set[str]] = {f"pane--{name}" for name in (*STYLES, "picked")}
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "step(-1)", show=False),
        Binding("down", "step(1)", show=False),
        Binding("pageup", "step(-9999, True)", show=False),
        Binding("pagedown", "step(9999, True)", show=False),
    ]

    class Picked(Message):
        """A row or piece was clicked (``by_mouse``), or the cursor came to it; ``again``: it was picked already."""

        def __init__(self, pane: Pane, target: str, *, by_mouse: bool, again: bool) -> None:
            super().__init__()
            self.pane = pane
            self.target = target
            self.by_mouse = by_mouse
            self.again = again

    def __init__(self, key: str, *, boxed: bool = True, focus: bool = True) -> None:
        super().__init__(id=key, classes="boxed" if boxed else "line")
        self.key = key
        self.can_focus = focus
        self.rows: Sequence[Row] = ()
        self.top = 0
        self.picked = ""
        self._follow: int | None = None
        self._at_end = False
        self._strips: dict[tuple[Row | None, bool], Strip] = {}
        self._width = -1
        self._styles_by_name: dict[str, Style] = {}
        self._base: Style | None = None
        self._title = ""
        self._about = ""

    # What it shows ---------------------------------------------------------------------------------------------------

    def show(self, rows: Sequence[Row], *, title: str | None = None, follow: int | None = None,
             at_end: bool = False) -> None:
        """Take new rows; ``follow`` is the row to keep in sight, ``at_end`` keeps the last ones in sight."""
        old, old_top, height = self.rows, self.top, self.size.height
        at_bottom = old_top >= len(old) - height
        self.rows = rows
        self._follow = follow
        self._at_end = at_end and (at_bottom or not old)
        self._place()
        if self.top != old_top:
            self.refresh()
        else:
            for y in range(height):
                at = old_top + y
                if (old[at] if at < len(old) else None) != (rows[at] if at < len(rows) else None):
                    self.refresh(Region(0, y, self.size.width, 1))
        if title is not None and title != self._title:
            self._title = title
            self.border_title = Content(safe(title))
        self._say_where()

    def _place(self) -> None:
        height, last = self.size.height, max(0, len(self.rows) - self.size.height)
        if self._at_end:
            self.top = last
        elif self._follow is not None and not self.top <= self._follow < self.top + height - 1:
            self.top = max(0, min(self._follow - height // 3, last))
        else:
            self.top = max(0, min(self.top, last))

    def pick(self, target: str) -> None:
        """Mark the rows with that target."""
        if target == self.picked:
            return
        before, self.picked = self.picked, target
        for y in range(self.size.height):
            at = self.top + y
            if at < len(self.rows) and self.rows[at].target in (before, target):
                self.refresh(Region(0, y, self.size.width, 1))

    def _say_where(self) -> None:
        height, count = self.size.height, len(self.rows)
        about = f"{self.top + 1}-{min(self.top + height, count)}/{count}" if height and count > height else ""
        if about != self._about:
            self._about = about
            self.border_subtitle = Content(about)

    # Drawing ---------------------------------------------------------------------------------------------------------

    def notify_style_update(self) -> None:
        self._strips.clear()
        self._styles_by_name.clear()
        self._base = None
        super().notify_style_update()

    def render_line(self, y: int) -> Strip:
        """One line of the pane, from the cache where the same row was drawn before."""
        width = self.size.width
        if width != self._width:
            self._strips.clear()
            self._width = width
        at = self.top + y
        row = self.rows[at] if at < len(self.rows) else None
        marked = row is not None and bool(self.picked) and row.target == self.picked
        strip = self._strips.get((row, marked))
        if strip is None:
            if len(self._strips) > KEEP:
                self._strips.clear()
            strip = self._strips[row, marked] = self._strip(row, marked, width)
        return strip

    def _strip(self, row: Row | None, marked: bool, width: int) -> Strip:
        base = self._base
        if base is None:
            base = self._base = self.rich_style
        if row is None:
            return Strip.blank(width, base)
        if sum(width_of(seg.text) for seg in row.segs) > width:
            row = cut_row(row, width)
        under = base + self._named("picked") if marked else base
        segments = [Segment(safe(seg.text), under + self._named(seg.style) if seg.style else under) for seg in row.segs]
        return Strip(segments).adjust_cell_length(width, under)

    def _named(self, name: str) -> Style:
        style = self._styles_by_name.get(name)
        if style is None:
            style = self._styles_by_name[name] = self.get_component_rich_style(f"pane--{name}", partial=True)
        return style

    def on_resize(self) -> None:
        self._place()
        self._say_where()

    # Moving about ----------------------------------------------------------------------------------------------------

    def roll(self, lines: int) -> None:
        """Show what lies further down or up."""
        top = max(0, min(self.top + lines, len(self.rows) - self.size.height))
        if top != self.top:
            self.top = top
            self.refresh()
            self._say_where()

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        event.stop()
        self.roll(3)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        event.stop()
        self.roll(-3)

    def action_step(self, by: int, page: bool = False) -> None:
        """Move the cursor to the next row that means something; where none does, show further lines."""
        height = max(self.size.height, 1)
        if page:
            by = max(-height, min(by, height))
        targets = [i for i, r in enumerate(self.rows) if r.target]
        if not targets or page:
            self.roll(by)
            return
        here = next((i for i, r in enumerate(self.rows) if r.target == self.picked), -1) if self.picked else -1
        ahead = [i for i in targets if (i > here if by > 0 else i < here) and self.rows[i].target != self.picked]
        if not ahead:
            return
        at = ahead[0] if by > 0 else ahead[-1]
        if not self.top <= at < self.top + height:
            self.roll(at - self.top if at < self.top else at - self.top - height + 1)
        self.post_message(self.Picked(self, self.rows[at].target, by_mouse=False, again=False))

    def on_click(self, event: events.Click) -> None:
        offset = event.get_content_offset(self)
        if offset is None:
            return
        at = self.top + offset.y
        target = target_at(self.rows[at], offset.x) if at < len(self.rows) else ""
        if target:
            event.stop()
            self.post_message(self.Picked(self, target, by_mouse=True, again=target == self.picked))
