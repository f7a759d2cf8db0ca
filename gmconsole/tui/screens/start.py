"""The start screen: go on with an encounter, or begin one: from a scenario, with a party, or by making characters."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.geometry import Region
from textual.screen import Screen

from ... import saves as kept
from ... import scenarios
from ...board.cells import Row, Seg, cut, fit, row, wrap
from ...clean import clean_text
from ...content import ContentError
from ...core import registry
from ...core.scenario import Header
from ...encounter import Encounter
from ...loading import LoadError
from ...store import SaveHead, StoreError
from ...text import LANGUAGES, Words
from .. import keys
from ..canvas import Canvas

if TYPE_CHECKING:
    from ..app import ConsoleApp


BLANK = "blank"
"""The party file to be filled in with an editor."""


class StartScreen(Screen[None]):
    """Saves to go on with, the last played first, then each rulebook's scenarios and parties; what the cursor is on is
    told about below."""

    AUTO_FOCUS = None
    ALLOW_SELECT = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "take", show=False, priority=True),
        Binding("f2", "language", show=False, priority=True),
        Binding("q,escape", "leave", show=False, priority=True),
    ]

    def __init__(self, folder: Path, lang: str) -> None:
        super().__init__()
        self.folder = folder
        self.words = Words(lang)
        self.heads: list[SaveHead] = []
        self.headers: dict[str, Header] = {}
        self.parties: dict[str, Header] = {}
        self.trouble = ""
        self.canvas = Canvas(("list", "about"), ("header", "message", "footer"), self.draw)
        self.canvas.current = "list"

    def compose(self) -> ComposeResult:
        yield self.canvas

    def on_mount(self) -> None:
        self._read()
        self.set_focus(self.canvas)

    def _place(self) -> None:
        wide, high = self.size
        about = min(9, max(0, (high - 3) // 3))
        about = about if about >= 3 else 0
        out = {
            "header": Region(0, 0, wide, 1),
            "list": Region(0, 1, wide, max(high - 3 - about, 0)),
            "message": Region(0, high - 2, wide, 1),
            "footer": Region(0, high - 1, wide, 1),
        }
        if about:
            out["about"] = Region(0, high - 2 - about, wide, about)
        self.canvas.place(out)

    def _read(self) -> None:
        try:
            self.heads = kept.heads(self.folder)
        except StoreError as problem:
            self.trouble = self.words.say(problem.sentence)
        except OSError as problem:
            self.trouble = f"{self.folder}: {problem.strerror or problem}"
        for into, load, sort in (
            (self.headers, scenarios.load_scenario, "scenario"),
            (self.parties, scenarios.load_party, "party"),
        ):
            for name in scenarios.names(sort):
                try:
                    into[name] = load(name).header
                except ContentError as broken:
                    self.trouble = broken.faults[0].line_text(self.words.say)

    def draw(self) -> None:
        """The two lists."""
        self._place()
        panes = self.canvas.panes
        words, cells = self.words, max(self.size.width - 2, 10)
        rows: list[Row] = []
        if self.heads:
            rows.append(row(Seg(words.message("Go on with"), "title")))
            rows.extend(self._save(head, cells) for head in self.heads)
            rows.append(row(""))
        for book in registry.names():
            rows.extend(self._book(book, cells))
        panes["list"].show(rows, title=words.message("Encounters"))
        panes["header"].show([row(Seg(" gmconsole", "now"), Seg("  " + str(self.folder), "quiet"))])
        hints = (
            ("Enter", words.message("open"), "take"),
            ("F2", words.message("language"), "language"),
            ("q", words.message("quit"), "leave"),
        )
        panes["footer"].show([Row(tuple(keys.hints(hints)))])
        if not self.canvas.picked:
            self.canvas.pick(next((r.target for r in rows if r.target), ""))
        self._about()
        panes["message"].show([row(Seg(" " + self.trouble, "danger"))])

    def _book(self, name: str, cells: int) -> list[Row]:
        """What may be begun with a rulebook: its scenarios, its parties, and characters where it makes any."""
        words, book = self.words, registry.get(name)
        if book is None:
            return []
        found = [
            (f"scenario:{key}", words.say(header.title), key)
            for key, header in self.headers.items()
            if header.ruleset == name
        ]
        if book.wizard(book.new_state(""), "") is not None:
            found.append((f"make:{name}", words.message("make characters"), words.message("step by step")))
        found += [
            (f"party:{key}", words.say(header.title), words.message("party") + "  " + key)
            for key, header in self.parties.items()
            if header.ruleset == name and key != BLANK
        ]
        if not found:
            return []
        title = words.message("Begin: {book}").format(book=words.name(book.name))
        out = [row(Seg(title, "title"))]
        for target, text, tail in found:
            out.append(row("  ", Seg(fit(text, min(28, cells - 4)), ""), Seg("  " + tail, "quiet"), target=target))
        return [*out, row()]

    def _save(self, head: SaveHead, cells: int) -> Row:
        words = self.words
        name = head.path.stem
        target = f"save:{head.path}"
        if head.problem:
            gone = head.problem == "missing"
            trouble = words.message("the save file is gone" if gone else "the save file cannot be read")
            return row("! ", Seg(fit(cut(name, 28), 28), "warn"), Seg("  " + trouble, "warn"), target=target)
        ruleset = registry.get(str(head.save.get("ruleset", "")))
        say = Words(words.lang, ruleset)
        title = clean_text(str(head.save.get("title", "")), 40)
        parts = [fit(cut(title, 28), 28)]
        if head.save.get("round"):
            parts.append(words.message("Round {n}").format(n=head.save["round"]))
        if kept.is_unfinished(head) and head.save.get("phase"):
            parts.append(say.term("phase", str(head.save["phase"])))
        tail = "  ".join([*parts[1:], name])
        mark = Seg("> " if kept.is_unfinished(head) else "  ", "now")
        return row(mark, parts[0], Seg("  " + tail, "quiet"), target=target)

    def _about(self) -> None:
        kind, _, name = self.canvas.picked.partition(":")
        words, cells = self.words, max(self.size.width - 2, 10)
        text = ""
        if kind in ("scenario", "party") and name in (found := self.headers if kind == "scenario" else self.parties):
            text = words.say(found[name].note)
        elif kind == "make":
            text = words.message("A new encounter in which the characters are made one after another.")
        elif kind == "save":
            text = name
            head = next((h for h in self.heads if str(h.path) == name), None)
            if head is not None and not head.problem:
                text = f"{kept.written(head)}\n{name}"
        self.canvas.panes["about"].show(
            [row(line) for part in text.splitlines() for line in wrap(part, cells)], title=words.message("About")
        )

    def _say(self, text: str) -> None:
        self.trouble = text
        self.canvas.panes["message"].show([row(Seg(" " + text, "danger"))])

    @on(Canvas.Picked)
    async def _on_picked(self, event: Canvas.Picked) -> None:
        event.stop()
        kind, _, rest = event.target.partition(":")
        if kind == "key":
            await self.run_action(rest)
        elif event.target:
            self.canvas.pick(event.target)
            self._about()
            if event.by_mouse and event.again:
                self.action_take()

    def action_take(self) -> None:
        """Open the save, or begin the scenario, that the cursor is on."""
        kind, _, name = self.canvas.picked.partition(":")
        try:
            if kind == "save":
                encounter = Encounter.open(Path(name), self.words.lang)
            elif kind in ("scenario", "party", "make"):
                encounter = self._begin(kind, name)
            else:
                return
        except ContentError as problem:
            self._say(problem.faults[0].line_text(self.words.say))
            return
        except (StoreError, LoadError) as problem:
            self._say(self.words.say(problem.sentence))
            return
        except OSError as problem:
            self._say(f"{self.folder}: {problem.strerror or problem}")
            return
        app: ConsoleApp = self.app  # type: ignore[assignment]
        app.play(encounter, make=kind == "make")

    def _begin(self, kind: str, name: str) -> Encounter:
        """A new encounter of a scenario, of a party, or empty for those who are to be made."""
        lang = self.words.lang
        word = name
        if kind == "make":
            book = registry.get(name)
            assert book is not None
            state, word = book.new_state(self.words.message("New party")), "characters"
        elif kind == "party":
            state = scenarios.party_state(scenarios.load_party(name), lang)
        else:
            state = scenarios.start_state(scenarios.load_scenario(name), lang)
        self.folder.mkdir(parents=True, exist_ok=True)
        return Encounter.begin(state, kept.new_path(self.folder, word), lang=lang)

    def action_language(self) -> None:
        self.words = Words(LANGUAGES[1 - LANGUAGES.index(self.words.lang)])
        self.draw()

    def action_leave(self) -> None:
        self.app.exit(0)
