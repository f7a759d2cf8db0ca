"""A list over the screen: pick a row with arrows and Enter or a click, or leave with Esc. History and help are such."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.geometry import Region
from textual.screen import ModalScreen

from ...board import rows as board_rows
from ...board.cells import Row, Seg, fit, row, width, wrap
from ...core.model import Name
from ...language import grammar
from ...text import Words
from ..canvas import Canvas
from ..keys import KEYS, MOVING

if TYPE_CHECKING:
    from .play import PlayScreen


class Picker(ModalScreen[str]):
    """Rows to look at or to pick from; the answer is the target of the row picked, empty where none was."""

    ALLOW_SELECT = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "take", show=False, priority=True),
        Binding("escape,q,H,?,？,f1", "leave", show=False, priority=True),
        *MOVING,
    ]

    def __init__(self, rows: Sequence[Row], title: str, words: Words, picked: str = "") -> None:
        super().__init__()
        self._rows = rows
        self._title = title
        self._words = words
        self._picked = picked

    def compose(self) -> ComposeResult:
        self.canvas = Canvas(("list",), ("hint",), self._draw)
        self.canvas.current = "list"
        self.canvas.picked = self._picked
        yield self.canvas

    def _draw(self) -> None:
        wide, high = self.canvas.size
        self.canvas.place({"list": Region(0, 0, wide, high - 1), "hint": Region(0, high - 1, wide, 1)})
        at = next((i for i, r in enumerate(self._rows) if r.target and r.target == self._picked), None)
        self.canvas.panes["list"].show(self._rows, title=self._title, follow=at)
        hint = [
            Seg(" Enter", "key", "key:take"),
            Seg(" " + self._words.message("take") + "  ", "", "key:take"),
            Seg("Esc", "key", "key:leave"),
            Seg(" " + self._words.message("leave"), "", "key:leave"),
        ]
        self.canvas.panes["hint"].show([Row(tuple(hint))])

    @on(Canvas.Picked)
    def _on_picked(self, event: Canvas.Picked) -> None:
        event.stop()
        if event.target == "key:take":
            self.action_take()
        elif event.target == "key:leave":
            self.action_leave()
        elif event.by_mouse and event.target:
            self.dismiss(event.target)
        elif event.target:
            self._picked = event.target
            self.canvas.pick(event.target)

    def action_take(self) -> None:
        self.dismiss(self.canvas.picked)

    def action_step(self, by: int) -> None:
        self.canvas.action_step(by)

    def action_page(self, pages: int) -> None:
        self.canvas.action_page(pages)

    def action_leave(self) -> None:
        self.dismiss("")


def board_text(play: PlayScreen) -> Picker:
    """The board as it would be printed."""
    text = board_rows.as_text(play.board, play.words, min(play.size.width * 9 // 10, 110) - 4)
    return Picker([row(line) for line in text.splitlines()], play.board.title, play.words)


def history(play: PlayScreen) -> Picker:
    """Every step as a line, the newest last; those taken back are quiet. Above them what was found on opening."""
    session = play.encounter.session
    words = play.encounter.words()
    rows = _findings(play, words)
    rows += [row(Seg("    " + words.message("the beginning"), "quiet"), target=f"jump:{session.history.base_seq}")]
    for i, entry in enumerate(session.history.entries, start=1):
        mark = ">" if i == session.index else " "
        style = "now" if i == session.index else "quiet" if i > session.index else ""
        rows.append(row(Seg(f"{mark} {entry.seq:4} {play.label(i - 1)}", style), target=f"jump:{entry.seq}"))
    here = session.history.seq(session.index)
    return Picker(rows, words.message("History: Enter goes to the moment after that line"), words, f"jump:{here}")


def _findings(play: PlayScreen, words: Words) -> list[Row]:
    """What recovery found when the save was opened, and what can be done about it; nothing after a clean exit."""
    encounter = play.encounter
    if encounter.report is None or not encounter.report.findings or encounter.store is None:
        return []
    cells = min(play.size.width * 9 // 10, 110) - 4
    said = [words.say(sentence) for sentence in encounter.report.sentences()]
    if "edited" in encounter.report.codes:
        said.append(words.message("To take the edit back, go to the line before it here."))
    folder = f"{encounter.store.path}.d"
    said.append(
        words.message("Nothing was thrown away: what was set aside, and the backups, lie in {folder}.").format(
            folder=folder
        )
    )
    rows = [row(Seg(words.message("Found when this save was opened"), "title"))]
    rows.extend(row(Seg(line, "warn")) for text in said for line in wrap(text, max(cells, 20)))
    return [*rows, row("")]


def help_list(play: PlayScreen) -> Picker:
    """The keys as they are bound, and every verb with its form; a verb picked opens its line."""
    driver = play.encounter.driver
    words = play.encounter.words()
    cells = min(play.size.width * 9 // 10, 110) - 4
    rows = [row(Seg(words.message("Keys"), "title"))]
    for key in KEYS:
        rows.extend(_entry(key.shown, words.message(key.help), cells, 8, ""))
    rows.extend(_entry("1-8", words.message("that pane; once more: the pane alone"), cells, 8, ""))
    rows.append(row(""))
    rows.append(row(Seg(words.message("Verbs: what is typed after : (Enter opens one here)"), "title")))
    for verb in driver.verbs():
        about = (f"{verb.key}  " if verb.key else "   ") + grammar.form(verb, driver.ctx)
        rows.append(row(Seg(about, "key"), target=f"verb:{verb.id}"))
        rows.extend(_entry("", words.name(verb.help), cells, 8, f"verb:{verb.id}"))
    rows.extend(_of_the_book(play.encounter.ruleset.help_lines(), words, cells))
    return Picker(rows, words.message("Help"), words)


def _of_the_book(lines: tuple[tuple[Name, tuple[Name, ...]], ...], words: Words, cells: int) -> list[Row]:
    """What the rulebook adds."""
    if not lines:
        return []
    indent = max(width(words.name(name)) for name, _ in lines) + 2
    rows = [row(""), row(Seg(words.message("From the rulebook"), "title"))]
    for name, uses in lines:
        rows.extend(_entry(words.name(name), words.say(uses), cells, indent, ""))
    return rows


def _entry(left: str, right: str, cells: int, indent: int, target: str) -> list[Row]:
    lines = wrap(right, max(cells - indent, 10))
    return [row(Seg(fit(left if i == 0 else "", indent), "key"), line, target=target) for i, line in enumerate(lines)]
