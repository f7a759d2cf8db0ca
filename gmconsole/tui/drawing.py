"""Boards into panes: which rows go where, and how titles read. Only lines that changed are painted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.geometry import Region

from ..board import rows
from ..board.cells import Row, Seg, cut_row, row, width
from ..board.distance import title as distance_title
from ..core.views import Board
from ..store import Status
from ..text import Words
from . import arrange, prompt
from .pane import Pane

if TYPE_CHECKING:
    from .screens.play import PlayScreen

PANES = (*arrange.WIDE, "crew", "soon")
RECENT = 40


class Drawing:
    """Draws the panes of one screen; keeps what the log was worded to."""

    def __init__(self, screen: PlayScreen) -> None:
        self.screen = screen
        self._log_cache: rows.LogCache = {}
        self._log_key: tuple[object, ...] = ()

    def panes(self, board: Board, words: Words, where: dict[str, Region]) -> None:
        """Draw the panes that have a place."""
        for name in PANES:
            if name in where:
                self._pane(name, board, words, max(where[name].width - 2, 1))

    def _pane(self, name: str, board: Board, words: Words, cells: int) -> None:
        pane = self.screen.panes[name]
        title = words.name(board.panes[name]) if name in board.panes else ""
        follow = None
        if name == "now":
            made = self._tracker(board, words, cells)
            title = rows.now_title(board, words)
            head = next((i for i, t in enumerate(board.tasks) if t.blocking and not t.done), None)
            follow = next((i for i, r in enumerate(made) if r.target == f"task:{head}"), None)
        elif name == "order":
            made = rows.order(board, words, cells)
            follow = next((i for i, r in enumerate(made) if board.turn and r.target == f"who:{board.turn}"), None)
        elif name == "distance":
            made = rows.distance(board, words, cells, self.screen.view, self.screen.measured)
            title = distance_title(board, words, self.screen.view, self.screen.measured)
        elif name in ("party", "others"):
            made = rows.people(board, words, cells, (name,))
        elif name == "crew":
            made = rows.crew(board, words, cells)
            title = " / ".join(words.name(board.panes[n]) for n in ("order", "party", "others"))
            follow = next((i for i, r in enumerate(made) if board.turn and r.target == f"who:{board.turn}"), None)
        elif name == "upcoming":
            made = rows.upcoming(board, words, cells)
        elif name == "notes":
            made = rows.notes(board, words, cells)
        elif name == "soon":
            made = rows.soon(board, words, cells)
            title = words.name(board.panes["upcoming" if board.upcoming else "notes"])
        else:
            made = self._log(board, words, cells, pane)
        shown = self.screen.shown()
        number = f"{shown.index(name) + 1} " if name in shown else ""
        pane.show(made, title=number + title, follow=follow, at_end=name == "log")
        pane.pick(self.screen.picked)

    def _tracker(self, board: Board, words: Words, cells: int) -> list[Row]:
        made = rows.tracker(board, words, cells)
        hints = prompt.task_hints(board, words, self.screen.proposed, cells)
        return [*made, row(), *hints] if hints else made

    def _log(self, board: Board, words: Words, cells: int, pane: Pane) -> list[Row]:
        key = (words.lang, cells, tuple(c.name for c in board.cards.values()))
        if key != self._log_key:
            self._log_key = key
            self._log_cache.clear()
        last = 0 if pane.has_focus or self.screen.zoomed == "log" else RECENT
        return rows.log(board, words, cells, last, self._log_cache)

    def header(self, board: Board, words: Words, status: Status) -> None:
        """Title, round and phases on the left, how safe everything is on the right; a banner where it is not."""
        cells = self.screen.size.width
        saved = saved_mark(status, words)
        left = cut_row(rows.header(board, words, cells, narrow=cells < 100), cells - width(saved.text) - 2)
        gap = cells - width(left.text) - width(saved.text) - 1
        self.screen.panes["header"].show([Row((*left.segs, Seg(" " * max(gap, 1)), saved))])
        if status.kind == "not_saved":
            text = words.message("NOT SAVED, actions not on the disk: {count} ({reason})")
            text = text.format(count=status.count, reason=status.reason)
        elif status.kind == "conflict":
            text = words.message("Another program changed the save file: it is left alone; the journal goes on")
        else:
            return
        self.screen.panes["banner"].show([row(Seg(" ! " + text))])


def saved_mark(status: Status, words: Words) -> Seg:
    """The three states of the mark, the conflict, and an encounter without a file."""
    if status.kind == "saved":
        return Seg(words.message("saved"), "calm")
    if status.kind == "pending":
        return Seg(words.message("saving"), "quiet")
    if status.kind == "not_saved":
        return Seg(words.message("NOT SAVED {count}").format(count=status.count), "danger")
    if status.kind == "conflict":
        return Seg(words.message("CONFLICT"), "danger")
    return Seg(words.message("no file"), "quiet")
