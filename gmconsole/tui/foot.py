"""The rows below the panes: what was said, the line, what keys do; and the words that may come next in a line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..board.cells import Row, Seg, row
from . import arrange, prompt

if TYPE_CHECKING:
    from .screens.play import PlayScreen


class Foot:
    """The foot of one screen; ``said`` are the rows of the message for which the screen is laid out."""

    def __init__(self, screen: PlayScreen) -> None:
        self.screen = screen
        self.said: list[Row] = [row()]

    def word(self) -> None:
        """Word the message anew, before the screen is laid out for it."""
        self.said = self._said()

    def show(self) -> None:
        """Draw the message as it is worded."""
        self.screen.panes["message"].show(self.said)

    def message(self) -> None:
        """Draw the message anew; one that takes more rows than the last, or fewer, moves the panes above it."""
        before = len(self.said)
        self.word()
        if len(self.said) != before:
            self.screen.draw()
        else:
            self.show()

    def _said(self) -> list[Row]:
        """What was said last, or about the line being typed, in as many rows as it takes."""
        screen, said, draft = self.screen, self.screen.said, self.screen.composing.draft
        if screen.line.open and not said.text:
            if draft.form:
                said = Seg(draft.form, "quiet")
            elif draft.refused is not None and draft.text.strip():
                said = Seg(screen.words.refusal(draft.refused), "quiet")
            elif draft.trial is not None and not draft.throws:
                would = screen.tell(draft.trial.events, draft.trial.state)
                said = Seg(screen.words.message("then: {what}").format(what=would), "calm")
        return arrange.spoken(said, *screen.size)

    def line(self) -> None:
        """Draw what Enter would send, and what keys do."""
        screen = self.screen
        session, proposed = screen.encounter.session, screen.proposed
        text = "" if screen.line.open else proposed.line + ("…" if proposed.open and proposed.line else "")
        if screen.line.placeholder != text:
            screen.line.placeholder = text
        screen.panes["prompt"].show([row(Seg(" : ", "now"))])
        keys = prompt.footer(
            screen.board,
            screen.words,
            screen.size.width,
            screen.encounter.driver,
            proposed,
            undo=session.can_undo > 0,
            redo=session.can_redo > 0,
            composing=screen.line.open,
        )
        screen.panes["footer"].show([keys])

    def composer(self) -> None:
        """Draw the words that may come next."""
        composing, words = self.screen.composing, self.screen.words
        offer = composing.draft.offer
        if offer.verb is None:
            title = words.message("What shall happen?")
        else:
            title = f"{offer.form}  -  {words.name(offer.verb.help)}"
        self.screen.panes["composer"].show(composing.rows, title=title, follow=composing.followed())
