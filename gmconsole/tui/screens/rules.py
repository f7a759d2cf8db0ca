"""Rules at hand: a search over the screen whose list narrows while words are typed, and a rule read whole.

Opened with topics (what the cursor is on), it lists their rules first; whatever is typed is looked for in the book.
"""

from __future__ import annotations

from collections.abc import Sequence

from textual import events, on
from textual.app import ComposeResult
from textual.geometry import Region
from textual.screen import ModalScreen
from textual.widgets import Input

from ...board.cells import Row, Seg, row, wrap
from ...board.ledger import listed, whole
from ...board.subjects import Topic
from ...clean import clean_text
from ...rules import Ledger, Rule
from ...text import Words
from ..canvas import Canvas
from ..command_line import AskingLine
from ..keys import hints

WANTED = 60
"""The cells of what is looked for that are kept."""
ASKING = ("?", "？")
KEYS = {
    "enter": "take",
    "escape": "back",
    "f1": "keys",
    "up": "step -1",
    "down": "step 1",
    "pageup": "page -1",
    "pagedown": "page 1",
    "tab": "turn 1",
    "shift+tab": "turn -1",
}
"""What keys do that do not type: the action, and by how much."""
HELP = "help"
"""The answer of somebody who asked for the help on keys instead."""


class RulesScreen(ModalScreen[str]):
    """The rules of a book: those of some topics, or those in which all the words stand that are typed."""

    AUTO_FOCUS = None
    ALLOW_SELECT = False

    def __init__(self, ledger: Ledger, words: Words, topics: Sequence[Topic] = (), asked: str = "") -> None:
        super().__init__()
        self._ledger = ledger
        self._words = words
        self._topics = _without_repeats(topics, ledger)
        self._found: tuple[Rule, ...] = ()
        self._asked = ""
        self._reading = ""
        self._at = ""
        self.canvas = Canvas(("list",), ("lead", "line", "hint"), self._draw)
        self.canvas.current = "list"
        self.canvas.can_focus = False
        self.line = AskingLine("search", self.key)
        self.line.value = clean_text(asked, WANTED)

    def compose(self) -> ComposeResult:
        yield self.canvas
        yield self.line

    def on_mount(self) -> None:
        self._search()
        if len(self._found) == 1:
            self._read(self._found[0].id)
        self.set_focus(self.line)

    # What is found ---------------------------------------------------------------------------------------------------

    @on(Input.Changed)
    def _typed(self, event: Input.Changed) -> None:
        event.stop()
        self._catch_up()

    def _catch_up(self) -> None:
        """Look for what stands in the line, where that is not done yet."""
        if self.line.value.strip() != self._asked:
            self._search()

    def _search(self) -> None:
        asked = self._asked = self.line.value.strip()
        if asked or not self._topics:
            self._found = self._ledger.search(asked, self._words.lang)
        else:
            self._found = tuple(rule for _, rules in self._topics for rule in rules)
        self._reading = ""
        self._at = f"rule:{self._found[0].id}" if self._found else ""
        self.canvas.pick(self._at)
        self.canvas.panes["list"].rewind()
        self._draw()

    def _rows(self, cells: int) -> list[Row]:
        words = self._words
        if self._reading:
            return whole(self._ledger.rules[self._reading], self._ledger, words, cells)
        if self._asked or not self._topics:
            made = listed(self._found, words, cells)
            return made or [row(Seg(line, "quiet")) for line in wrap(words.message("No such rule."), cells)]
        out: list[Row] = []
        for title, rules in self._topics:
            out.extend(row(Seg(line, "title")) for line in wrap(title, cells))
            out.extend(listed(rules, words, cells))
        return out

    # Drawing ---------------------------------------------------------------------------------------------------------

    def _draw(self) -> None:
        wide, high = self.canvas.size
        if not wide or not high:
            return
        lead = 3 if wide > 8 else 0
        self.canvas.place(
            {
                "lead": Region(0, 0, lead, 1),
                "list": Region(0, 1, wide, max(high - 2, 0)),
                "hint": Region(0, high - 1, wide, 1) if high > 1 else Region(),
            }
        )
        corner = self.canvas.region.offset
        self.line.lie(Region(corner.x + lead, corner.y, max(wide - lead, 1), 1))
        text = self._words.message("words, in either language, or an id")
        if self.line.placeholder != text:
            self.line.placeholder = text
        rows = self._rows(max(wide - 3, 8))
        follow = None if self._reading else next((i for i, r in enumerate(rows) if r.target == self._at), None)
        panes = self.canvas.panes
        panes["lead"].show([row(Seg(" / ", "now"))])
        panes["list"].show(rows, title=self._title(), follow=follow)
        panes["hint"].show([Row(tuple(self._hints()))])

    def _title(self) -> str:
        place, count = self._place() + 1, len(self._found)
        if self._reading:
            return self._words.message("Rule {place} of {count}").format(place=place, count=count)
        return self._words.message("Rules: {count}").format(count=count)

    def _hints(self) -> list[Seg]:
        words = self._words
        take = ("Tab", words.message("next"), "turn(1)") if self._reading else ("Enter", words.message("read"), "take")
        back = words.message("back" if self._reading else "leave")
        return list(hints((take, ("Esc", back, "back"), ("?", words.message("keys"), "keys"))))

    # Keys and clicks -------------------------------------------------------------------------------------------------

    @on(Canvas.Picked)
    async def _on_picked(self, event: Canvas.Picked) -> None:
        event.stop()
        kind, _, rest = event.target.partition(":")
        if kind == "key":
            await self.run_action(rest)
        elif kind == "rule" and event.by_mouse:
            self._read(rest)

    def key(self, key: str, character: str) -> bool:
        """Take a key where it is one for the list: all but those that type."""
        action = "keys" if character in ASKING and character else KEYS.get(key, "")
        if not action:
            return False
        self._catch_up()
        name, _, by = action.partition(" ")
        getattr(self, f"action_{name}")(*([int(by)] if by else ()))
        return True

    def on_key(self, event: events.Key) -> None:
        """A key typed before the line had the focus goes there all the same."""
        if self.focused is not None:
            return
        if not self.key(event.key, event.character or "") and event.character is not None and event.is_printable:
            self.line.insert_text_at_cursor(event.character)
        event.stop()

    def _place(self) -> int:
        at = self._reading or self._at.removeprefix("rule:")
        return next((i for i, rule in enumerate(self._found) if rule.id == at), 0)

    def _read(self, rule_id: str) -> None:
        self._reading = rule_id
        self._at = f"rule:{rule_id}"
        self.canvas.pick("")
        self.canvas.panes["list"].rewind()
        self._draw()

    def action_take(self) -> None:
        """Read the rule that the cursor is on."""
        if self._found and not self._reading:
            self._read(self._found[self._place()].id)

    def action_back(self) -> None:
        """From the rule to the list, from the list to where it was opened."""
        if self._reading and len(self._found) > 1:
            self._reading = ""
            self.canvas.pick(self._at)
            self._draw()
        else:
            self.dismiss("")

    def action_keys(self) -> None:
        """The help on keys."""
        self.dismiss(HELP)

    def action_step(self, by: int) -> None:
        """The next rule of the list; in a rule the next line."""
        if self._reading:
            self.canvas.panes["list"].roll(by)
        else:
            self._go(self._place() + by)

    def action_page(self, pages: int) -> None:
        """A pane's height further."""
        pane = self.canvas.panes["list"]
        lines = pages * max(pane.inside.height - 1, 1)
        if self._reading:
            pane.roll(lines)
        else:
            # Rules may take several rows: as many rules as there are rows between.
            targets = [r.target for r in pane.rows]
            at = next((i for i, t in enumerate(targets) if t == self._at), 0)
            ahead = targets[min(max(at + lines, 0), len(targets) - 1)] if targets else ""
            self._go(next((i for i, r in enumerate(self._found) if f"rule:{r.id}" == ahead), self._place() + pages))

    def action_turn(self, by: int) -> None:
        """The next rule, also while one is read."""
        if self._reading and self._found:
            self._read(self._found[(self._place() + by) % len(self._found)].id)
        else:
            self._go(self._place() + by)

    def _go(self, place: int) -> None:
        if self._found:
            self._at = f"rule:{self._found[max(0, min(place, len(self._found) - 1))].id}"
            self.canvas.pick(self._at)
            self._draw()


def _without_repeats(topics: Sequence[Topic], ledger: Ledger) -> tuple[tuple[str, tuple[Rule, ...]], ...]:
    """Topics with their rules, each rule under the first that has it; those left without any are dropped."""
    seen: set[str] = set()
    out = []
    for topic in topics:
        rules = {r.id: r for s in topic.subjects for r in ledger.about(s) if r.id not in seen}
        if rules:
            seen.update(rules)
            out.append((topic.title, tuple(rules.values())))
    return tuple(out)
