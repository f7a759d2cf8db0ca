"""Boards into panes: which rows go where, and how titles read. Only lines that changed are painted."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from textual.geometry import Region

from ..board import checks, folding, rows
from ..board.cells import Row, Seg, cut_row, row, width
from ..board.distance import anchored, concerned
from ..board.distance import title as distance_title
from ..core.views import Board
from ..store import Status
from ..text import Words
from . import arrange, prompt

if TYPE_CHECKING:
    from .screens.play import PlayScreen

PANES = (*arrange.WIDE, "crew", "soon")
RECENT = 40


class Drawing:
    """Draws the panes of one screen; keeps what the log was worded to."""

    def __init__(self, screen: PlayScreen) -> None:
        self.screen = screen
        self._log_cache: rows.LogCache = {}
        self._task_cache: rows.TaskCache = {}
        self._card_cache: rows.CardCache = {}
        self._cells: dict[str, int] = {}
        self._worded: tuple[object, ...] = ()
        self._made: dict[str, tuple[object, ...]] = {}

    def panes(self, board: Board, words: Words, where: dict[str, Region]) -> None:
        """Draw the panes that have a place."""
        worded = (words.lang, self.screen.size.width, tuple(c.name for c in board.cards.values()))
        if worded != self._worded:
            self._worded = worded
            self._log_cache.clear()
            self._task_cache.clear()
            self._card_cache.clear()
        for name in PANES:
            if name in where:
                self._pane(name, board, words, max(where[name].width - 2, 1))

    def _pane(self, name: str, board: Board, words: Words, cells: int) -> None:
        """Word a pane anew where what it is made from is not what it was made from last time."""
        made_from = (self._worded, cells, self.screen.shown(), *self._made_from(name, board))
        if self._made.get(name) != made_from:
            self._made[name] = made_from
            self._fit(name, cells)
            made, title, follow = self._rows(name, board, words, cells)
            shown = self.screen.shown()
            number = f"{shown.index(name) + 1} " if name in shown else ""
            self.screen.panes[name].show(made, title=number + title, follow=follow, at_end=name == "log")

    def _fit(self, name: str, cells: int) -> None:
        """Forget rows that were broken to another width: a pane shown alone is as wide as the screen."""
        if self._cells.get(name) != cells:
            self._cells[name] = cells
            if name == "now":
                self._task_cache.clear()
            elif name == "log":
                self._log_cache.clear()

    def _made_from(self, name: str, board: Board) -> tuple[object, ...]:
        """All that the rows of a pane depend on."""
        screen = self.screen
        parts: dict[str, Callable[[], tuple[object, ...]]] = {
            "now": lambda: (
                board.now,
                board.tasks,
                screen.proposed,
                board.negotiations,
                screen.options.aside,
                screen.panes["now"].inside.height,
            ),
            "order": lambda: (board.order, concerned(board)),
            "distance": lambda: (
                board.bands,
                board.moved,
                board.reach,
                board.turn,
                screen.view,
                screen.measured,
                [(c.status, c.present, c.hidden) for c in board.cards.values()],
                anchored(board, screen.measured),
                screen.panes["distance"].inside.height,
            ),
            "party": lambda: (board.cards, board.turn),
            "others": lambda: (board.cards, board.turn, *self._fold_from(name, board)),
            "crew": lambda: (board.cards, board.order, concerned(board), *self._fold_from(name, board)),
            "upcoming": lambda: (board.upcoming,),
            "notes": lambda: (board.clocks, board.notes),
            "soon": lambda: (board.upcoming, board.clocks, board.notes),
            "log": lambda: (board.log, self._whole_log()),
        }
        return parts[name]()

    def _rows(self, name: str, board: Board, words: Words, cells: int) -> tuple[list[Row], str, int | None]:
        """The rows of a pane, its title, and the row to keep in sight."""
        title = words.name(board.panes[name]) if name in board.panes else ""
        if name == "now":
            made = self._tracker(board, words, cells)
            if (picked := _first(made, self.screen.picked)) is not None:
                return made, rows.now_title(board, words), picked
            at_hand = checks.at_hand(board, self.screen.options.aside)
            if at_hand is not None and at_hand.result is not None:
                return made, rows.now_title(board, words), 0
            head = checks.head(board, self.screen.options.aside)
            return made, rows.now_title(board, words), _first(made, f"task:{head}")
        if name == "order":
            made = rows.order(board, words, cells)
            return made, title, _first(made, f"who:{concerned(board)}")
        if name == "distance":
            height = self.screen.panes["distance"].inside.height
            made = rows.distance(board, words, cells, self.screen.view, self.screen.measured, height)
            return made, distance_title(board, words, self.screen.view, self.screen.measured), None
        if name == "crew":
            made = rows.crew(board, words, cells, self._fold(name, board))
            title = " / ".join(words.name(board.panes[n]) for n in ("order", "party", "others"))
            return made, title, _first(made, self.screen.picked or f"who:{concerned(board)}") or 0
        if name == "others":
            made = rows.folded(board, words, cells, name, self._fold(name, board), self._card_cache)
            return made, title, _first(made, self.screen.picked)
        if name == "soon":
            title = words.name(board.panes["upcoming" if board.upcoming else "notes"])
            return rows.soon(board, words, cells), title, None
        if name == "log":
            last = 0 if self._whole_log() else RECENT
            return rows.log(board, words, cells, last, self._log_cache), title, None
        plain = {"upcoming": rows.upcoming, "notes": rows.notes}.get(name)
        if plain is not None:
            return plain(board, words, cells), title, None
        return rows.people(board, words, cells, (name,), self._card_cache), title, None

    def _tracker(self, board: Board, words: Words, cells: int) -> list[Row]:
        aside = self.screen.options.aside
        hints = prompt.task_hints(board, words, self.screen.proposed, cells, aside, self.screen.picked)
        most = max(self.screen.panes["now"].inside.height - len(hints), 4)
        made = rows.tracker(board, words, cells, self._task_cache, aside=aside, most=most)
        at_hand = checks.at_hand(board, aside)
        if at_hand is not None and at_hand.result is not None:
            # Below all its options, above the other tasks.
            first = f"task:{checks.head(board, aside)}"
            below = next(
                (i for i, r in enumerate(made) if r.target.startswith("task:") and r.target != first), len(made)
            )
            return [*made[:below], *hints, *made[below:]]
        return [*made, row(), *hints] if hints else made

    def _fold(self, name: str, board: Board) -> rows.Fold:
        screen = self.screen
        return rows.Fold(screen.panes[name].inside.height, anchored(board, screen.measured), screen.picked)

    def _fold_from(self, name: str, board: Board) -> tuple[object, ...]:
        """What decides which groups are folded, and what their lines say."""
        fold = self._fold(name, board)
        return fold.most, fold.anchor, folding.opened(board, fold.picked), board.bands

    def _whole_log(self) -> bool:
        return "log" in (self.screen.canvas.current, self.screen.zoomed)

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


def _first(made: list[Row], target: str) -> int | None:
    return next((i for i, r in enumerate(made) if r.target and r.target == target), None)


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
