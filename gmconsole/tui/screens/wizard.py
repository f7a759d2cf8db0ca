"""Making somebody step by step: steps and budgets on the left, what may be taken on the right, and the line it sends.

The screen knows no book: it draws the ``Wizard`` of the encounter's rulebook, and changes the encounter by lines alone.
It can be left at any time; what was taken stands in the save.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.geometry import Region
from textual.screen import ModalScreen

from ...board import wizard as drawn
from ...board.cells import Row, Seg, cut_row, row, width, wrap
from ...board.subjects import Topic, of_text
from ...core.model import Command, Rejected
from ...core.session import Accepted
from ...core.views import Pick, Step, Wizard
from ...language.driver import View
from ...text import LANGUAGES
from .. import arrange, over, picks
from ..canvas import Canvas
from ..command_line import AskingLine
from ..keys import MOVING, fitting, names

if TYPE_CHECKING:
    from .play import PlayScreen

ON = "on"
"""The pick that goes on to the next step."""

FRAME = 6
"""The cells of a frame's upper edge that its title cannot have."""

GAP = "…"
"""What stands in a line where something is to be typed."""


class WizardScreen(ModalScreen[str]):
    """One step at a time; every pick is a line, and the line is shown before it is sent."""

    AUTO_FOCUS = None
    ALLOW_SELECT = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "take", show=False, priority=True),
        Binding("escape", "leave", show=False, priority=True),
        Binding("tab,right", "turn(1)", show=False, priority=True),
        Binding("shift+tab,left", "turn(-1)", show=False, priority=True),
        Binding(f"{names('-')},backspace,delete", "back", show=False, priority=True),
        Binding(names("="), "faces", show=False, priority=True),
        Binding(names(":"), "line", show=False, priority=True),
        Binding(names("e"), "edit", show=False, priority=True),
        Binding(names("?"), "why", show=False, priority=True),
        Binding(names("/"), "rules", show=False, priority=True),
        Binding(names("u"), "send('undo')", show=False, priority=True),
        Binding(names("U"), "send('redo')", show=False, priority=True),
        Binding("f1", "keys", show=False, priority=True),
        Binding("f2", "language", show=False, priority=True),
        *(Binding(names(str(n % 10)), f"go({n - 1})", show=False, priority=True) for n in range(1, 11)),
        *MOVING,
    ]

    def __init__(self, play: PlayScreen, who: str = "") -> None:
        super().__init__()
        self._play = play
        self.who = who
        self.at = 0
        self.said = Seg("")
        self.asking = ""
        self.canvas = Canvas(("steps", "picks"), ("header", "message", "prompt", "hint"), self.draw)
        self.canvas.current = "picks"
        self.line = AskingLine("answer", self.key, open=False)
        self.wizard = self._now()
        self.at = next((i for i, s in enumerate(self.wizard.steps) if s.status == "open"), 0)

    def compose(self) -> ComposeResult:
        yield self.canvas
        yield self.line

    def on_mount(self) -> None:
        self.set_focus(self.canvas)
        self.draw()
        self._to_first()

    # What there is ---------------------------------------------------------------------------------------------------

    def _now(self) -> Wizard:
        """The wizard as it stands; back at the beginning where this one is finished."""
        encounter = self._play.encounter
        found = encounter.ruleset.wizard(encounter.state, self.who)
        if found is None:
            self.who = ""
            found = encounter.ruleset.wizard(encounter.state, "")
        assert found is not None
        return found

    @property
    def step(self) -> Step:
        """The step at hand."""
        return self.wizard.steps[min(self.at, len(self.wizard.steps) - 1)]

    def _picked(self) -> Pick | None:
        kind, _, place = self.canvas.picked.partition(":")
        if kind != "pick" or not place.isdigit() or int(place) >= len(self.step.picks):
            return None
        return self.step.picks[int(place)]

    def _line(self, command: Command | None) -> str:
        return self._play.encounter.driver.line(command) if command is not None else ""

    # Drawing ---------------------------------------------------------------------------------------------------------

    def draw(self) -> None:
        """The step at hand, with all steps and budgets beside it where there is room."""
        wide, high = self.canvas.size
        if not wide or high < 4:
            self.canvas.place({})
            return
        words = self._play.words
        self.wizard = self._now()
        self.at = min(self.at, len(self.wizard.steps) - 1)
        side = 24 if wide >= 72 and (len(self.wizard.steps) > 1 or self.wizard.budgets) else 0
        said = arrange.spoken(self.said, wide, high)
        body = high - 3 - len(said)
        where = {
            "header": Region(0, 0, wide, 1),
            "picks": Region(side, 1, wide - side, body),
            "message": Region(0, 1 + body, wide, len(said)),
            "prompt": Region(0, high - 2, wide, 1),
            "hint": Region(0, high - 1, wide, 1),
        }
        if side:
            where["steps"] = Region(0, 1, side, body)
        self.canvas.place({name: region for name, region in where.items() if region.height > 0})
        panes = self.canvas.panes
        step = self.step
        title = f"{self.at + 1} {words.say(step.name)}"
        lead: list[Row] = []
        if step.text:
            whole = words.message("{title}: {name}").format(title=title, name=words.say(step.text))
            if width(whole) <= wide - side - FRAME:
                title = whole
            else:
                lead = [row(Seg(line, "now")) for line in wrap(words.say(step.text), max(wide - side - 2, 8))]
        rows = [*lead, *self._rows(max(wide - side - 2, 8))]
        follow = next((i for i, r in enumerate(rows) if r.target and r.target == self.canvas.picked), None)
        panes["picks"].show(rows, title=title, follow=follow)
        if side:
            shown = drawn.steps(self.wizard, self.at, words, side - 2)
            panes["steps"].show(shown, title=words.message("Steps"), follow=self.at)
        card = self._play.encounter.board().cards.get(self.who)
        panes["header"].show([drawn.header(self.wizard, self.at, card.name if card is not None else "", words, wide)])
        panes["message"].show(said)
        self._draw_line(wide)
        panes["hint"].show([Row(tuple(self._hints(wide)))])

    def _rows(self, cells: int) -> list[Row]:
        words, step, at = self._play.words, self.step, self.canvas.picked
        rows = [*drawn.lead(step, words, cells), *drawn.picks(step.picks, words, cells, at)]
        ways = [(i, f"step:{i}") for i, s in enumerate(self.wizard.steps) if s.status == "open" and i != self.at]
        if self.at + 1 < len(self.wizard.steps):
            ways = [(self._next(1), f"pick:{ON}")]
        if step.picks and ways:
            rows.append(row())
        for place, target in ways:
            text = words.message("go on: {step}").format(step=words.say(self.wizard.steps[place].name))
            rows.append(drawn.way(text, target, at, "now" if step.status != "open" else ""))
        return rows

    def _draw_line(self, wide: int) -> None:
        """What Enter would send; the line being typed lies over it."""
        lead = f" {self.asking or ':'} "
        text = ""
        if not self.line.open:
            pick = self._picked()
            if pick is not None and pick.typed and pick.command is not None:
                text = self._line(picks.filled(pick, GAP))
            elif pick is not None and pick.form:
                text = self._play.encounter.driver.form(pick.form) + GAP
            elif pick is not None:
                text = self._line(pick.command or pick.back)
        shown = cut_row(row(Seg(lead, "now"), Seg(text, "quiet")), wide)
        self.canvas.panes["prompt"].show([shown])
        used = min(width(lead), max(wide - 10, 0))
        y = self.canvas.size.height - 2
        self.line.lie(Region(used, y, max(wide - used, 1), 1) if self.line.open else Region(0, y, 0, 1))

    def _hints(self, wide: int) -> list[Seg]:
        words = self._play.words
        if self.line.open:
            keys = [("Enter", words.message("send"), "take"), ("Esc", words.message("leave"), "leave")]
            if self.who and not self.line.value.strip():
                keys.insert(1, ("Tab", words.message("next"), "turn(1)"))
            return fitting(keys, wide)
        pick = self._picked()
        shown = [("Enter", self._enter(pick), "take")]
        if pick is not None and pick.back is not None and (pick.command is not None):
            shown.append(("-", words.message("less"), "back"))
        if pick is not None and self._throws(pick):
            shown.append(("=", words.message("dice"), "faces"))
        shown += [
            ("Tab", words.message("next"), "turn(1)"),
            ("u", words.message("undo"), "send('undo')"),
            ("?", words.message("why"), "why"),
            ("F2", words.message("language"), "language"),
            ("Esc", words.message("leave"), "leave"),
        ]
        return fitting(shown, wide)

    def _enter(self, pick: Pick | None) -> str:
        words = self._play.words
        if pick is None:
            return words.message("go on")
        if pick.typed or pick.form:
            return words.message("type")
        if pick.command is None:
            return words.message("take back" if pick.back is not None else "nothing")
        return words.message("choose")

    def _throws(self, pick: Pick) -> tuple[tuple[int, int], ...]:
        """The dice a pick would throw, as (number, sides)."""
        if pick.command is None or pick.typed:
            return ()
        trial = self._play.encounter.driver.try_out(pick.command)
        return () if isinstance(trial, Rejected) else trial.throws

    # Sending ---------------------------------------------------------------------------------------------------------

    def send(self, line: str) -> bool:
        """Send a line and say what came of it; False where it was refused."""
        encounter = self._play.encounter
        before, taken = self.wizard, self._picked()
        known = set(encounter.state.entities)
        done = encounter.run(line)
        words = self._play.words = encounter.words()
        if isinstance(done, Rejected):
            self.said = Seg(words.refusal(done), "danger")
            self.draw()
            return False
        if isinstance(done, Accepted):
            self.said = Seg(
                " / ".join(words.say(m) for m in encounter.ruleset.tell(encounter.state, done.entry.events, "gm"))
            )
        elif not isinstance(done, View):
            self.said = Seg(words.message("taken back") if line == "undo" else words.message("done again"), "warn")
        new = [who for who in encounter.state.entities if who not in known]
        if not self.who and new:
            self.who = new[-1]
        self._moved(before, taken)
        return True

    def _moved(self, before: Wizard, taken: Pick | None) -> None:
        """Draw what is now. The cursor stays where more can be taken, and goes on where the step has just been done."""
        self.wizard = self._now()
        if self.wizard.who != before.who:
            self.at = 0
            self._to_first()
            return
        old = before.steps[self.at].picks if self.at < len(before.steps) else ()
        place = picks.after(old, taken, self.step)
        if place is not None:
            self.canvas.pick(f"pick:{place}")
        elif self.step.status == "done" and self.at + 1 < len(self.wizard.steps):
            self.canvas.pick(f"pick:{ON}")
        self.draw()
        if not any(r.target == self.canvas.picked for r in self.canvas.panes["picks"].rows):
            self._to_first()

    def _to_first(self) -> None:
        """The cursor on the first thing that is still to be taken, or else on the first that may be changed."""
        place = picks.first(self.step.picks)
        if place is None:
            place = picks.usable(self.step.picks)
        open_ = next((i for i, s in enumerate(self.wizard.steps) if s.status == "open" and i != self.at), None)
        last = self.at + 1 == len(self.wizard.steps)
        on = f"step:{open_}" if last and open_ is not None else f"pick:{ON}"
        self.canvas.pick(on if place is None else f"pick:{place}")
        self.canvas.panes["picks"].rewind()
        self.draw()
        if not self.who and place is not None:
            # The first thing is a name: nothing else can be done here.
            self.action_take()

    # Typing ----------------------------------------------------------------------------------------------------------

    def _ask(self, what: str, text: str = "") -> None:
        self.asking = what
        self.line.open = True
        self.line.value = text
        self.line.cursor_position = len(text)
        self.canvas.can_focus = False
        self.set_focus(self.line)
        self.draw()

    def _asked(self) -> None:
        self.line.open = False
        self.asking = ""
        self.canvas.can_focus = True
        self.set_focus(self.canvas)
        self.draw()

    def key(self, key: str, character: str) -> bool:
        """A key while something is typed."""
        if key == "enter":
            self._submit()
        elif key == "escape" and not self.who and self.asking != ":":
            self.action_leave()
        elif key == "escape":
            self._asked()
        elif key in ELSEWHERE and self.who and not self.line.value.strip():
            self._asked()
            ELSEWHERE[key](self)
        else:
            return False
        return True

    def _submit(self) -> None:
        text, asked, pick = self.line.value.strip(), self.asking, self._picked()
        if not text:
            if self.who or asked == ":":
                self._asked()
                if pick is not None and pick.typed and asked != ":":
                    self._type_next()
        elif asked == ":":
            if self.send(text):
                self._asked()
        elif asked.endswith("="):
            command = pick.command if pick is not None else None
            if self.send(f"{self._line(command)} = {text}"):
                self._asked()
        elif pick is not None and pick.command is not None:
            place = self.canvas.picked
            if self.send(self._line(picks.filled(pick, text))):
                self._asked()
                now = self._picked()
                if self.canvas.picked == place and now is not None and now.taken:
                    self._type_next()
                elif now is not None and now.typed and not now.taken and now.what == pick.what:
                    self.action_take()

    def _type_next(self) -> None:
        """The next row; where that too is empty and asks for a text, it is typed right away."""
        self.action_step(1)
        pick = self._picked()
        if pick is not None and pick.typed and not pick.taken:
            self.action_take()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """While something is typed, every key belongs to it."""
        return not self.line.open

    def on_key(self, event: events.Key) -> None:
        if self.line.open and self.focused is not self.line:
            self.set_focus(self.line)

    # Keys and clicks -------------------------------------------------------------------------------------------------

    @on(Canvas.Picked)
    async def _on_picked(self, event: Canvas.Picked) -> None:
        event.stop()
        kind, _, rest = event.target.partition(":")
        if kind == "key":
            if self.line.open:
                self.key({"take": "enter", "turn(1)": "tab"}.get(rest, "escape"), "")
            else:
                await self.run_action(rest)
        elif self.line.open:
            return
        elif kind == "step":
            self.canvas.pick(event.target)
            self.draw()
            if event.by_mouse:
                self.action_go(int(rest))
        elif kind == "pick":
            self.canvas.pick(event.target)
            self.canvas.turn_to("picks")
            self.draw()
            if event.by_mouse:
                self.action_take()

    def action_take(self) -> None:
        """Take the pick the cursor is on, ask for what it lacks, or go on."""
        pick = self._picked()
        kind, _, place = self.canvas.picked.partition(":")
        if kind == "step":
            self.action_go(int(place))
        elif pick is None:
            self.action_turn(1)
        elif pick.form:
            self._ask(":", self._play.encounter.driver.form(pick.form))
        elif pick.typed and pick.command is not None:
            self._ask(self._play.words.say(pick.what) + ":", self._play.words.say(pick.value) if pick.taken else "")
        else:
            line = self._line(pick.command or pick.back)
            if line:
                self.send(line)

    def action_back(self) -> None:
        """Take back what the cursor is on."""
        pick = self._picked()
        if pick is not None and pick.back is not None:
            self.send(self._line(pick.back))

    def action_faces(self) -> None:
        """Ask for the faces read off the table."""
        pick = self._picked()
        throws = self._throws(pick) if pick is not None else ()
        if throws:
            self._ask(" + ".join(f"{n}D{sides}" for n, sides in throws) + " =")

    def action_line(self) -> None:
        """A line of one's own."""
        self._ask(":")

    def action_edit(self) -> None:
        """The line Enter would send, for changes."""
        pick = self._picked()
        if pick is not None and pick.typed and pick.command is not None:
            # Two words, so that the line has them in quotation marks.
            before, _, after = self._line(picks.filled(pick, f"{GAP} {GAP}")).partition(f"{GAP} {GAP}")
            self._ask(":", before + after)
            self.line.cursor_position = len(before)
        else:
            self._ask(":", self._line(pick.command) + " " if pick is not None and pick.command is not None else "")

    def action_send(self, line: str) -> None:
        """A key that is a whole line."""
        self.send(line)

    def _next(self, by: int) -> int:
        """The next step in which there is anything to do."""
        places = range(self.at + by, len(self.wizard.steps) if by > 0 else -1, by)
        steps = self.wizard.steps
        return next((i for i in places if steps[i].picks or steps[i].status == "open"), self.at)

    def action_turn(self, by: int) -> None:
        """The next step in which there is anything to do, or the one before."""
        self.action_go(self._next(by))

    def action_go(self, step: int) -> None:
        """That step."""
        if 0 <= step < len(self.wizard.steps):
            self.at = step
            self.said = Seg("")
            self._to_first()

    def action_step(self, by: int) -> None:
        """The next thing that may be taken."""
        self.canvas.current = "picks"
        self.canvas.action_step(by)
        self.draw()

    def action_page(self, pages: int) -> None:
        """Further down or up."""
        pane = self.canvas.panes["picks"]
        for _ in range(max(pane.inside.height // 2, 1)):
            self.canvas.action_step(1 if pages > 0 else -1)
        self.draw()

    def action_why(self) -> None:
        """The rules of the pick, then those of the step."""
        words = self._play.words
        step, pick = self.step, self._picked()
        found = [Topic(words.say(step.name), (f"step:{step.id}", *of_text(step.text, words)))]
        if pick is not None:
            named = (s for text in (pick.what, pick.group) for s in of_text(text, words))
            found.insert(0, Topic(words.say(pick.what), tuple(dict.fromkeys(named))))
        over.why_of(self._play, found)

    def action_rules(self) -> None:
        """Look a rule up."""
        over.rules(self._play)

    def action_keys(self) -> None:
        """The help on keys."""
        over.help_list(self._play)

    def action_language(self) -> None:
        """The other language."""
        driver = self._play.encounter.driver
        driver.lang = LANGUAGES[1 - LANGUAGES.index(driver.lang)]
        self._play.words = self._play.encounter.words()
        self.draw()

    def action_leave(self) -> None:
        """Back to the console; what was taken stands."""
        self.dismiss(self.who)


ELSEWHERE: Mapping[str, Callable[[WizardScreen], None]] = {
    "tab": lambda screen: screen.action_turn(1),
    "shift+tab": lambda screen: screen.action_turn(-1),
    "down": lambda screen: screen.action_step(1),
    "up": lambda screen: screen.action_step(-1),
}
"""The keys that lead away from a line in which nothing has been typed."""
