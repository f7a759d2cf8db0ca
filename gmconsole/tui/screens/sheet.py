"""Somebody's sheet over the console: everything the rulebook knows of them; ``?`` asks for the rules of a line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.geometry import Region
from textual.screen import ModalScreen

from ...board import sheet
from ...board.cells import Row
from ...board.subjects import Topic, of_text
from ...core.views import Section
from .. import over
from ..canvas import Canvas
from ..keys import MOVING, hints

if TYPE_CHECKING:
    from .play import PlayScreen


class SheetScreen(ModalScreen[str]):
    """One sheet at a time; Tab and the arrows sideways turn to the next person's."""

    AUTO_FOCUS = None
    ALLOW_SELECT = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,S", "leave", show=False, priority=True),
        Binding("tab,right", "turn(1)", show=False, priority=True),
        Binding("shift+tab,left", "turn(-1)", show=False, priority=True),
        Binding("question_mark,fullwidth_question_mark,enter", "why", show=False, priority=True),
        Binding("f1", "keys", show=False, priority=True),
        Binding("slash,fullwidth_solidus", "rules", show=False, priority=True),
        *MOVING,
    ]

    def __init__(self, play: PlayScreen, who: str) -> None:
        super().__init__()
        self._play = play
        self.who = who
        self.canvas = Canvas(("sheet",), ("hint",), self._draw)
        self.canvas.current = "sheet"

    def compose(self) -> ComposeResult:
        yield self.canvas

    def on_mount(self) -> None:
        self.set_focus(self.canvas)

    @property
    def sections(self) -> Sequence[Section]:
        """The sheet of the person shown."""
        encounter = self._play.encounter
        return encounter.ruleset.sheet(encounter.state, self.who)

    def _draw(self) -> None:
        wide, high = self.canvas.size
        words = self._play.words
        self.canvas.place({"sheet": Region(0, 0, wide, max(high - 1, 0)), "hint": Region(0, high - 1, wide, 1)})
        rows = sheet.rows(self.sections, words, max(wide - 2, 8))
        card = self._play.board.cards.get(self.who)
        title = f"{card.tag} {card.name}" if card is not None else ""
        self.canvas.panes["sheet"].show(rows, title=title)
        shown = (
            ("Tab", words.message("next"), "turn(1)"),
            ("Esc", words.message("leave"), "leave"),
            ("?", words.message("why"), "why"),
        )
        self.canvas.panes["hint"].show([Row(tuple(hints(shown)))])

    @on(Canvas.Picked)
    async def _on_picked(self, event: Canvas.Picked) -> None:
        event.stop()
        kind, _, rest = event.target.partition(":")
        if kind == "key":
            await self.run_action(rest)
        else:
            self.canvas.pick(event.target)

    def action_leave(self) -> None:
        """Back to the console."""
        self.dismiss("")

    def action_turn(self, by: int) -> None:
        """The sheet of the next person."""
        people = list(self._play.board.cards)
        at = people.index(self.who) if self.who in people else -by
        self.who = people[(at + by) % len(people)] if people else ""
        self.canvas.pick("")
        self.canvas.panes["sheet"].rewind()
        self._draw()

    def action_step(self, by: int) -> None:
        """The next line."""
        self.canvas.action_step(by)

    def action_page(self, pages: int) -> None:
        """Further down or up."""
        self.canvas.action_page(pages)

    def action_why(self) -> None:
        """The rules of the line picked, else those of all the sheet."""
        over.why_of(self._play, self._topics())

    def action_keys(self) -> None:
        """The help on keys."""
        over.help_list(self._play)

    def action_rules(self) -> None:
        """Look a rule up."""
        over.rules(self._play)

    def _topics(self) -> tuple[Topic, ...]:
        words = self._play.words
        kind, _, rest = self.canvas.picked.partition(":")
        wanted = tuple(map(int, rest.split(" "))) if kind == "line" else ()
        found: list[Topic] = []
        for s, section in enumerate(self.sections):
            title = words.say(section.name)
            found += [
                Topic(
                    "  ".join(filter(None, (title, words.say(line.label), words.say(line.text)))),
                    (*of_text(line.label, words), *of_text(line.text, words)),
                )
                for i, line in enumerate(section.lines)
                if wanted in ((), (s, i))
            ]
        return tuple(found)
