"""The console: every pane of the encounter, one line to type, and the keys that compose lines.

What the screen keeps for itself is what it looks at (the pane shown, the person picked, the line being typed); the
encounter is changed only by lines sent through ``Encounter.run``.
"""

from __future__ import annotations

import unicodedata

from textual import events, on
from textual.app import ComposeResult
from textual.geometry import Region, Size
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Input

from ...board import folding
from ...board.cells import Seg
from ...board.distance import anchored, chosen, views
from ...core.model import Event, Rejected, State
from ...core.session import Accepted, Moved
from ...core.views import Board
from ...encounter import Encounter
from ...language.driver import View
from ...language.grammar import Verb
from ...store import Status
from ...text import LANGUAGES, Words
from .. import arrange, keys, over, pointing, prompt
from ..canvas import Canvas
from ..command_line import CommandLine
from ..composing import Composing
from ..drawing import PANES, Drawing
from ..foot import Foot
from ..options import Options


class PlayScreen(Screen[None]):
    """One screen for the whole encounter."""

    AUTO_FOCUS = None
    ALLOW_SELECT = False
    BINDINGS = keys.bindings()

    class Saved(Message):
        """The store says that the status has changed."""

    def __init__(self, encounter: Encounter) -> None:
        super().__init__(id="play")
        self.encounter = encounter
        self.board: Board = encounter.board()
        self.words: Words = encounter.words()
        self.proposed = prompt.proposal(encounter, self.board)
        self.said = Seg("")
        self.picked = ""
        self.marked: tuple[str, ...] = ()
        self.measured = ""
        self.view = ""
        self.zoomed = ""
        self.alone = "now"
        self.forcing = False
        self.canvas = Canvas((*PANES, "composer"), ("header", "banner", "message", "prompt", "footer"), self.draw)
        self.canvas.current = "now"
        self.panes = self.canvas.panes
        self.line = CommandLine()
        self.composing = Composing(self)
        self.options = Options(self)
        self._drawing = Drawing(self)
        self.foot = Foot(self)
        self._asked: tuple[object, ...] = ()
        self._where: dict[str, Region] = {}

    def compose(self) -> ComposeResult:
        yield self.canvas
        yield self.line

    def on_mount(self) -> None:
        if self.encounter.store is not None:
            self.encounter.store.on_status = self._saved_changed
        report = self.encounter.report
        if report is not None and report.findings:
            text = self.words.message("H shows what was mended when this save was opened: {finding}")
            self.said = Seg(text.format(finding=self.words.say(report.findings[0].sentence)), "warn")
        self.draw()
        self.set_focus(self.canvas)
        self.call_after_refresh(self._painted)

    def _painted(self) -> None:
        from ..app import ConsoleApp

        if isinstance(self.app, ConsoleApp):
            self.app.played()

    def on_unmount(self) -> None:
        if self.encounter.store is not None:
            self.encounter.store.on_status = None

    def _saved_changed(self, status: Status) -> None:
        # Called in the store's thread, where posting a message is all that is allowed.
        self.post_message(self.Saved())

    # Where things are ------------------------------------------------------------------------------------------------

    def _place(self, size: Size) -> dict[str, Region]:
        shape = arrange.kind(*size)
        party, others = (
            sum(len(c.lines) or 1 for c in self.board.cards.values() if c.pane == p) for p in ("party", "others")
        )
        if shape == "small":
            party, others = len(self.board.cards), 0
        return arrange.regions(
            size.width,
            size.height,
            party=party,
            others=others,
            only=self.alone if shape == "single" else self.zoomed,
            composer=max(len(self.composing.rows), 3) if self.line.open else 0,
            now=self.options.rows,
            banner=self.encounter.status().kind in ("not_saved", "conflict"),
            message=len(self.foot.said),
        )

    def shown(self) -> tuple[str, ...]:
        """The panes this size of screen has, in the order of their numbers."""
        return arrange.panes(*self.size)

    # Drawing ---------------------------------------------------------------------------------------------------------

    def draw(self) -> None:
        """Draw the Board as it is now; only lines that changed are painted."""
        encounter = self.encounter
        board = self.board = encounter.board()
        words = self.words = encounter.words()
        self.options.forget()
        self._propose()
        status = encounter.status()
        self.foot.word()
        where = self._where = self._place(self.size)
        self.canvas.place(where)
        if "line" in where:
            self.line.lie(where["line"])
        self._drawing.panes(board, words, where)
        self._drawing.header(board, words, status)
        self.foot.line()
        self.foot.show()
        if "composer" in where:
            self.foot.composer()

    def _propose(self) -> None:
        board, driver = self.board, self.encounter.driver
        picked = self.picked if self.picked.startswith("task:") else ""
        asked = (
            driver.lang,
            board.mode,
            board.tasks,
            [c.name for c in board.cards.values()],
            [(n.id, n.command) for n in board.negotiations],
            self.options.aside,
            picked,
        )
        if asked != self._asked:
            self._asked = asked
            self.proposed = prompt.proposal(self.encounter, board, self.options.aside, picked)

    def tell(self, happened: tuple[Event, ...], after: State | None = None) -> str:
        """What happened, in words; names are those of the state ``after`` it."""
        state = after or self.encounter.state
        words = self.encounter.words(state=state)
        return " / ".join(words.say(m) for m in self.encounter.ruleset.tell(state, happened, "gm"))

    def say(self, text: str, style: str = "") -> None:
        """Put a text into the message row until the next one."""
        self.said = Seg(text, style)
        self.foot.message()

    @on(Saved)
    def _on_saved(self) -> None:
        status = self.encounter.status()
        if (status.kind in ("not_saved", "conflict")) != ("banner" in self._where):
            self.draw()
        else:
            self._drawing.header(self.board, self.words, status)

    # Sending ---------------------------------------------------------------------------------------------------------

    def send(self, line: str) -> bool:
        """Send a line; says what came of it. False where it was refused."""
        self.forcing = False
        if self.picked.startswith("act:"):
            self.unpick()
        session = self.encounter.session
        before = session.index
        done = self.encounter.run(line)
        if isinstance(done, Rejected):
            self.forcing = done.code == "still-owed"
            again = " " + self.words.message("(n again)") if self.forcing else ""
            self.say(self.words.refusal(done) + again, "warn" if self.forcing else "danger")
            return False
        if self.picked.startswith("task:"):
            self.unpick()
        if isinstance(done, View):
            self._show(done)
        elif isinstance(done, Accepted):
            self.said = Seg(self.tell(done.entry.events))
        elif isinstance(done, Moved):
            back = session.index < before
            text = self.words.message("taken back: {line}" if back else "done again: {line}")
            self.said = Seg(text.format(line=self.label(max(session.index, before) - 1)), "warn")
        self.draw()
        return True

    def label(self, index: int) -> str:
        """An entry of the history as a line, with the dice it drew."""
        entry = self.encounter.session.history.entries[index]
        if entry.command is None:
            return self.words.message("the save was edited by hand")
        line = self.encounter.driver.line(entry.command) or type(entry.command).__name__
        faces = " ".join(str(f) for roll in entry.dice for f in roll.faces)
        return f"{line} = {faces}" if faces else line

    def _show(self, view: View) -> None:
        if view.verb == "lang":
            driver = self.encounter.driver
            asked = view.values.get("lang", "")
            driver.lang = asked if asked in LANGUAGES else LANGUAGES[1 - LANGUAGES.index(driver.lang)]
            self.said = Seg("中文" if driver.lang == "zh" else "English")
        elif view.verb == "copy":
            self.action_copy(view.values.get("audience", "players"))
        elif view.verb == "board":
            over.board_text(self)
        elif view.verb == "rules":
            self.action_rules(view.values.get("words", ""))
        elif view.verb == "sheet":
            over.sheet(self, view.values.get("who", ""))
        elif view.verb == "help":
            self.say(view.values.get("form", ""))

    # Picking ---------------------------------------------------------------------------------------------------------

    def person(self) -> str:
        """The person picked, or nothing."""
        return self.picked.removeprefix("who:") if self.picked.startswith("who:") else ""

    def about(self) -> str:
        """The person picked, or whose task is picked; or nothing."""
        task = prompt.picked_task(self.board, self.picked)
        return task.who if task is not None else self.person()

    def verb_line(self, verb: Verb) -> str:
        """The beginning of that verb's line, for the person picked."""
        return prompt.verb_line(self.encounter.driver, self.board, verb, self.about(), self.marked)

    def open_line(self, text: str = "") -> None:
        """Open the line with a text in it."""
        self.forcing = False
        self.composing.begin(text)

    def give_focus(self, to_line: bool) -> None:
        """While a line is typed the panes cannot be focused, so that a click on one leaves the line alone."""
        self.canvas.can_focus = not to_line
        self.set_focus(self.line if to_line else self.canvas)

    def unpick(self) -> None:
        """Nothing is picked any more."""
        self.pick("")

    def pick(self, target: str) -> None:
        """Pick that row, wherever it is shown."""
        before, self.picked = self.picked, target
        self.canvas.pick(target)
        if before != target and self._where:
            self._propose()
            self._drawing.panes(self.board, self.words, self._where)
            self.foot.line()

    @on(Canvas.Picked)
    async def _on_picked(self, event: Canvas.Picked) -> None:
        event.stop()
        await pointing.follow(self, event)

    # Typing ----------------------------------------------------------------------------------------------------------

    @on(Input.Changed)
    def _on_typing(self, event: Input.Changed) -> None:
        event.stop()
        self.composing.changed(event.value)

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        if event.widget is self.line and self.focused is self.line and not self.line.open:
            self.open_line()

    def on_paste(self, event: events.Paste) -> None:
        event.stop()
        self.composing.paste(event.text)

    def on_key(self, event: events.Key) -> None:
        char = event.character or ""
        if len(char) == 1 and unicodedata.east_asian_width(char) in "WF":
            self.say(self.words.message("Is an input method on? Letters are keys here; : opens a line"), "warn")

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """While a line is being typed, every key belongs to it."""
        return not (self.line.open and action in keys.ACTIONS)

    # Keys ------------------------------------------------------------------------------------------------------------

    def action_take(self) -> None:
        """Enter."""
        if self.picked.startswith("act:"):
            self.options.take(int(self.picked.removeprefix("act:")))
        elif self.proposed.make:
            over.make(self, self.proposed.make)
        elif self.proposed.open:
            self.open_line(self.proposed.line)
        else:
            self.send(self.proposed.line)

    def action_edit(self) -> None:
        """Open the task picked, or what Enter would send."""
        kind, _, rest = self.picked.partition(":")
        task = self.board.tasks[int(rest)] if kind == "task" and int(rest) < len(self.board.tasks) else None
        if task is not None and prompt.in_making(self.encounter, task):
            over.make(self, task.who)
        elif task is not None and not task.done:
            self.open_line(prompt.task_line(self.encounter.driver, task))
        else:
            line = self.proposed.line.rstrip()
            self.open_line(line + " " if line else "")

    def action_hold(self) -> None:
        """Roll the check at hand and keep it open."""
        self.options.hold()

    def action_whole(self) -> None:
        """The pane of what is owed alone, and back."""
        self.zoomed = "" if self.zoomed else "now"
        self._go("now")

    def action_dice(self) -> None:
        """The same, ready for faces."""
        self.action_edit()
        self.composing.for_dice()

    def action_send(self, line: str) -> None:
        """A key that is a whole line; about the task picked where there is one."""
        task = prompt.picked_task(self.board, self.picked)
        answers = {} if task is None else {"refuse": task.refuse, "skip": task.skip}
        if task is not None and task.proposal:
            answers["accept"] = task.command
        command = answers.get(line)
        if task is None or line not in ("accept", "refuse", "skip"):
            self.send(line)
        elif command is not None:
            self.send(self.encounter.driver.line(command))
        else:
            self.say(self.words.message("Not for the task picked; Esc picks none"), "warn")

    def action_move_on(self) -> None:
        """The next phase; a second press goes on with things still owed."""
        self.send("phase force" if self.forcing else "phase")

    def action_history(self) -> None:
        """All steps as lines."""
        over.history(self)

    def action_help(self) -> None:
        """The keys and the verbs."""
        over.help_list(self)

    def action_rules(self, words: str = "") -> None:
        """Look a rule up."""
        over.rules(self, asked=words)

    def action_sheet(self) -> None:
        """The sheet of the person picked, or whose turn it is."""
        over.sheet(self)

    def action_settings(self) -> None:
        """The rules in use."""
        over.settings(self)

    def action_theme(self) -> None:
        """The next theme."""
        from ..themes import turn

        self.say(self.words.message("Theme: {name}").format(name=turn(self.app)))

    def action_why(self) -> None:
        """The rules behind what the cursor is on; the help on keys where there are none."""
        over.why(self)

    def action_number(self, by: int) -> None:
        """One up or down on the number of the person picked; an option of the check at hand that has this key."""
        if self.options.by_key("+" if by > 0 else "-"):
            return
        card = self.board.cards.get(self.person())
        line = prompt.number_line(self.encounter.driver, card, by) if card is not None else ""
        if line:
            self.send(line)
        else:
            self.say(self.words.message("Pick somebody first: click, or arrows in a pane"), "warn")

    def action_letter(self, letter: str) -> None:
        """The option of the check at hand that has this key, else the verb."""
        if self.options.by_key(letter):
            return
        verb = next((v for v in self.encounter.driver.verbs() if v.key == letter), None)
        if verb is not None:
            self.open_line(self.verb_line(verb))

    def open_verb(self, verb_id: str) -> None:
        """The line of that verb."""
        self.open_line(self.verb_line(next(v for v in self.encounter.driver.verbs() if v.id == verb_id)))

    def action_line(self) -> None:
        """An empty line."""
        self.open_line()

    def action_mark(self) -> None:
        """Mark the person or all of the group picked, or no longer; verbs then begin with all who are marked."""
        picked = folding.members(self.board, self.picked)
        if not picked:
            self.say(self.words.message("Pick somebody first: click, or arrows in a pane"), "warn")
            return
        others = tuple(w for w in self.marked if w not in picked)
        self._mark(others if set(picked) <= set(self.marked) else (*others, *picked))

    def _mark(self, marked: tuple[str, ...]) -> None:
        self.marked = marked
        self.canvas.mark(f"who:{who}" for who in marked)

    def action_measure(self) -> None:
        """Lanes from the person picked; again, or with nobody picked: from the next one."""
        here = [c.id for c in self.board.cards.values() if c.present]
        if not here:
            return
        now = anchored(self.board, self.measured)
        who = self.person()
        self.measured = who if who in here and who != now else here[(here.index(now) + 1) % len(here)]
        self.view = "lanes"
        self.draw()

    def action_turn_view(self) -> None:
        """The next way of showing distances."""
        known, now = views(self.board), chosen(self.board, self.view)
        self.view = known[(known.index(now) + 1) % len(known)]
        self.draw()

    def action_copy(self, audience: str) -> None:
        """The board as text: offered to the terminal's clipboard, and written to a file whose place is told."""
        over.copy(self, audience)

    def action_pane(self, by: int) -> None:
        """The next pane."""
        names = self.shown()
        at = names.index(self.canvas.current) if self.canvas.current in names else -1
        self._go(names[(at + by) % len(names)])

    def action_go(self, number: int) -> None:
        """The pane with that number; once more, and it has the whole screen."""
        names = self.shown()
        if number <= len(names):
            name = names[number - 1]
            again = self.canvas.current == name and arrange.kind(*self.size) != "single"
            self.zoomed = "" if self.zoomed else name if again else ""
            self._go(name)

    def _go(self, name: str) -> None:
        if self.zoomed:
            self.zoomed = name
        self.alone = name
        self.canvas.turn_to(name)
        self.draw()

    def action_step(self, by: int) -> None:
        """The next row of the pane that means something."""
        self.canvas.action_step(by)
        self.pick(self.canvas.picked)

    def action_page(self, pages: int) -> None:
        """Further down or up in the pane."""
        self.canvas.action_page(pages)

    def action_leave(self) -> None:
        """Esc: back to the whole screen, nobody picked; then the check on the table is left open, or taken up again."""
        at_rest = not self.zoomed and not self.picked and not self.marked
        self._mark(())
        self.zoomed = ""
        self.forcing = False
        self.pick("")
        self.said = Seg("")
        if at_rest:
            self.options.leave()
        self.draw()

    def action_quit(self) -> None:
        """Save and leave."""
        self.app.exit(0)
