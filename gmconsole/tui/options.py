"""What the screen does about the check at hand: its options by key, by row and by click.

Which check that is follows from the Board and from those the GM has left open.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..board import checks
from ..core.views import Choice, Negotiation

if TYPE_CHECKING:
    from .screens.play import PlayScreen


ROUND_OPTIONS = 7
"""The rows above and below the options: title, pool, dice, result, and what keys do."""


class Options:
    """The options of one screen; ``aside`` are the ids of checks on the table that Enter leaves alone."""

    def __init__(self, screen: PlayScreen) -> None:
        self.screen = screen
        self.aside: tuple[str, ...] = ()

    @property
    def at_hand(self) -> Negotiation | None:
        """The check whose task Enter takes."""
        return checks.at_hand(self.screen.board, self.aside)

    @property
    def rows(self) -> int:
        """The rows that a check on the table would like to have, 0 where none is at hand."""
        at_hand = self.at_hand
        return len(checks.acts(at_hand)) + ROUND_OPTIONS if at_hand is not None and at_hand.result is not None else 0

    def forget(self) -> None:
        """Checks that are gone were not left open."""
        self.aside = tuple(n.id for n in self.screen.board.negotiations if n.id in self.aside)

    def take(self, number: int) -> None:
        """Take the option of that place: its command, or its line for the rest to be typed."""
        at_hand, driver = self.at_hand, self.screen.encounter.driver
        options = checks.acts(at_hand) if at_hand is not None else ()
        self.screen.unpick()
        if number >= len(options):
            return
        option = options[number]
        if option.command is not None:
            self.screen.send(driver.line(option.command))
        elif isinstance(option, Choice) and option.form:
            self.screen.open_line(driver.form(option.form))

    def by_key(self, key: str) -> bool:
        """Take the first option that has that key; False where there is none."""
        at_hand = self.at_hand
        options = checks.acts(at_hand) if at_hand is not None else ()
        number = next((i for i, o in enumerate(options) if isinstance(o, Choice) and o.key == key), None)
        if number is not None:
            self.take(number)
        return number is not None

    def hold(self) -> None:
        """Roll the check at hand and keep it open."""
        at_hand = self.at_hand
        if at_hand is not None and at_hand.hold is not None:
            self.screen.send(self.screen.encounter.driver.line(at_hand.hold))
        else:
            self.screen.say(self.screen.words.message("Nothing is to be rolled that could be kept open"), "warn")

    def leave(self) -> None:
        """Leave the check on the table open; where all are, take them up again."""
        at_hand, words = self.at_hand, self.screen.words
        if at_hand is not None and at_hand.result is not None:
            self.aside = (*self.aside, at_hand.id)
            self.screen.say(words.message("left open: Enter leaves it alone; Esc takes it up again"))
        elif self.aside:
            self.aside = ()
            self.screen.say(words.message("taken up again"))
