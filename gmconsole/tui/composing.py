"""The line being typed: what is in it, what may come next, and what was typed before. A draft, never game state."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..board.cells import Row, Seg
from ..core.model import Rejected
from ..language import tokens
from ..language.complete import drop_word
from . import prompt

if TYPE_CHECKING:
    from .screens.play import PlayScreen


class Composing:
    """The draft of one screen. Every method ends with the screen drawn."""

    def __init__(self, screen: PlayScreen) -> None:
        self.screen = screen
        self.draft = prompt.look(screen.encounter.driver, "")
        self.rows: list[Row] = []
        self.choice = -1
        self._typed: list[str] = []
        self._back = 0
        self._waiting: list[str] = []

    @property
    def open(self) -> bool:
        """Whether a line is being typed."""
        return self.screen.line.open

    def begin(self, text: str = "") -> None:
        """Open the line with a text in it; focus moves at once, so keys typed ahead end up in it."""
        kept = self.screen.line.value.strip()
        if self.open and kept:
            self._remember(kept)
        self.screen.line.open = True
        self._back = 0
        self.screen.give_focus(True)
        self.put(text)

    def end(self) -> None:
        """Put the line away."""
        line = self.screen.line
        line.open = False
        line.value = ""
        self.screen.give_focus(False)
        self.screen.draw()

    def put(self, text: str) -> None:
        """Replace the text."""
        line = self.screen.line
        line.value = text
        line.cursor_position = len(text)
        self.screen.said = Seg("")
        self._look(text)

    def changed(self, text: str) -> None:
        """The text was typed at."""
        if self.open and text == self.screen.line.value and text != self.draft.text:
            self.screen.said = Seg("")
            self._look(text)

    def _look(self, text: str) -> None:
        self.choice = -1
        self.draft = prompt.look(self.screen.encounter.driver, text)
        self._make_rows()

    def _catch_up(self) -> None:
        if self.screen.line.value != self.draft.text:
            self._look(self.screen.line.value)

    def _make_rows(self) -> None:
        cells = max(self.screen.size.width - 2, 8)
        odds = prompt.odds(self.screen.encounter, self.draft, self.screen.words)
        self.rows = prompt.composer(self.draft, self.screen.words, cells, self.choice, odds)
        self.screen.draw()

    # Keys of the line ------------------------------------------------------------------------------------------------

    def submit(self) -> bool:
        """Enter: take the choice the cursor is on, or send the line. Always True: the key is used up."""
        self._catch_up()
        if self.choice >= 0:
            self.choose(self.choice)
            return True
        text = self.screen.line.value.strip()
        if not text:
            return self.leave()
        if self._offer_missing():
            return True
        self._remember(text)
        if self.screen.send(text):
            self._next()
        return True

    def _next(self) -> None:
        """Put the line away once it was sent, or on to the next of those pasted together."""
        if not self._waiting:
            self.end()
            return
        told = self.screen.said
        self.put(self._waiting.pop(0))
        more = self._more()
        self.screen.say(f"{told.text}  ({more})" if told.text else more, told.style)

    def _more(self) -> str:
        """How many lines of those pasted wait behind the one at hand."""
        words, count = self.screen.words, len(self._waiting)
        if not count:
            return words.message("pasted, the last one")
        return words.message("pasted, {count} more; Esc leaves them").format(count=count)

    def paste(self, text: str) -> bool:
        """A text from elsewhere: foes, lines, or faces for the throw at hand, put into the line to be looked at first.

        False where it is to be added to the line being typed as it stands.
        """
        screen = self.screen
        driver = screen.encounter.driver
        found = driver.pasted(text)
        lines = [line for line in found if isinstance(line, str)]
        refused = next((r for r in found if isinstance(r, Rejected)), None)
        begun = screen.line.value.split()
        if begun and not (
            lines and len(begun) == 1 and driver.find_verb(begun[0]) == driver.find_verb(lines[0].split()[0])
        ):
            return False
        if self.open and not found:
            return False
        if lines:
            self.begin(lines[0])
            self._waiting = lines[1:]
            if refused is None and self._waiting:
                screen.say(self._more(), "quiet")
        elif refused is None and self._throws_next(text):
            screen.action_dice()
            screen.line.insert_text_at_cursor(" ".join(text.split()))
        elif refused is None:
            screen.say(screen.words.message("Nothing is known of what was pasted; : opens a line for it"), "warn")
        if refused is not None:
            screen.say(screen.words.refusal(refused), "danger")
        return True

    def _throws_next(self, text: str) -> bool:
        """Whether the text is faces and what Enter would send throws dice."""
        faces = tokens.split(f"= {' '.join(text.split())}")
        if isinstance(faces, Rejected) or not faces.faces:
            return False
        return bool(prompt.look(self.screen.encounter.driver, self.screen.proposed.line).throws)

    def _offer_missing(self) -> bool:
        """Move to the first word of what the line lacks; a second Enter takes it. False where it lacks nothing."""
        refused = self.draft.refused
        if refused is None or refused.code != "missing-part":
            return False
        if self.draft.offer.partial:
            self.put(self.screen.line.value + " ")
        passed = 0
        for group in self.draft.offer.groups:
            if group.needed and group.choices:
                self.choice = passed
                self.screen.said = Seg(self.screen.words.refusal(refused), "quiet")
                self._make_rows()
                return True
            passed += len(group.choices)
        return False

    def leave(self) -> bool:
        """Esc: the line is put away, and Up brings back what was typed."""
        text = self.screen.line.value.strip()
        for kept in (*reversed(self._waiting), *([text] if text else ())):
            self._remember(kept)
            self.screen.said = Seg(self.screen.words.message("kept: : and Up bring it back"), "quiet")
        self._waiting = []
        self.end()
        return True

    def _remember(self, text: str) -> None:
        if text not in self._typed[-1:]:
            self._typed.append(text)

    def move(self, by: int, arrow: bool) -> bool:
        """Tab and arrows: to the next word that may be added; up from there: lines typed before."""
        self._catch_up()
        choices = self.draft.choices()
        if arrow and self.choice < 0 and (by < 0 or self._back):
            return self._recall(-by)
        if not choices:
            return True
        if not arrow and by > 0 and self.choice < 0 and self.draft.offer.partial:
            # What goes on with the word as it stands counts before what would need a keyword first.
            meant = [i for i, c in enumerate(choices) if " " not in c.word] or list(range(len(choices)))
            if len(meant) == 1:
                self.choose(meant[0])
                return True
        at = self.choice + by
        self.choice = len(choices) - 1 if at < -1 else -1 if at >= len(choices) else at
        self._make_rows()
        return True

    def nudge(self, by: int) -> bool:
        """Left and right move the choice once there is one; before that they move the cursor in the line."""
        return self.move(by, False) if self.choice >= 0 else False

    def followed(self) -> int:
        """The row the choice is in."""
        target = f"word:{self.choice}"
        return next((i for i, r in enumerate(self.rows) if any(s.target == target for s in r.segs)), 0)

    def _recall(self, by: int) -> bool:
        self._back = max(0, min(self._back + by, len(self._typed)))
        self.put(self._typed[-self._back] if self._back else "")
        return True

    def choose(self, number: int) -> None:
        """Add a choice to the line."""
        choices = self.draft.choices()
        if not 0 <= number < len(choices):
            return
        verb = None
        if self.draft.offer.verb is None:
            found = self.screen.encounter.driver.find_verb(choices[number].word)
            verb = None if isinstance(found, Rejected) else found
        self.put(self.screen.verb_line(verb) if verb is not None else prompt.add(self.draft, choices[number]))

    def add_word(self, word: str) -> None:
        """Add a word that was clicked on somewhere else on the screen."""
        kept = self.screen.line.value
        self.put(f"{kept}{'' if not kept or kept[-1].isspace() else ' '}{word} ")

    def word_back(self) -> None:
        """Take the last word off the line."""
        self.put(drop_word(self.screen.line.value))

    def for_dice(self) -> None:
        """Get the line ready for faces, where it rolls any."""
        text = self.screen.line.value.rstrip()
        if self.draft.throws and "=" not in text.split(" "):
            self.put(f"{text} = ")
