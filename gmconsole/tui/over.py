"""What lies over the console for a while: history, help, the board as text, sheets, rules; loaded when asked for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..board.subjects import Topic
    from ..rules import Ledger
    from .screens.play import PlayScreen
    from .screens.rules import RulesScreen


def history(play: PlayScreen) -> None:
    """All steps; the one picked is where the encounter goes."""
    from .screens.picker import history as listed

    def jump(target: str | None) -> None:
        if target:
            play.send(f"jump {target.partition(':')[2]}")

    play.app.push_screen(listed(play), jump)


def help_list(play: PlayScreen) -> None:
    """Keys and verbs; a verb picked opens its line."""
    from .screens.picker import help_list as listed

    def open_verb(target: str | None) -> None:
        if target:
            play.open_verb(target.partition(":")[2])

    play.app.push_screen(listed(play), open_verb)


def board_text(play: PlayScreen) -> None:
    """The board as it would be printed."""
    from .screens.picker import board_text as printed

    play.app.push_screen(printed(play))


def copy(play: PlayScreen, audience: str) -> None:
    """The board as text: offered to the terminal's clipboard, and written to a file whose place is told."""
    from ..board import rows
    from .app import ConsoleApp

    app = play.app
    assert isinstance(app, ConsoleApp)
    text = rows.as_text(play.encounter.board(audience), play.words, 80)
    app.copy_to_clipboard(text)
    where = app.write_copy(audience, text)
    if where:
        play.say(play.words.message("Written to {file}; offered to the terminal's clipboard").format(file=where))
    else:
        play.say(play.words.message("Offered to the terminal's clipboard; no file could be written"), "warn")


def rules(play: PlayScreen, *, asked: str = "") -> None:
    """The rules in which these words stand, to be looked through."""
    from .screens.rules import RulesScreen

    _over(play, lambda ledger: RulesScreen(ledger, play.words, asked=asked))


def why(play: PlayScreen) -> None:
    """The rules of what the cursor is on or the pane shows; the help on keys where there are none."""
    from ..board.subjects import topics

    why_of(play, topics(play.board, play.words, play.picked, play.canvas.current, play.options.aside))


def why_of(play: PlayScreen, found: Sequence[Topic]) -> None:
    """The rules of these topics; the help on keys where there are none."""
    from .screens.rules import RulesScreen

    def screen(ledger: Ledger) -> RulesScreen | None:
        known = any(ledger.about(subject) for topic in found for subject in topic.subjects)
        return RulesScreen(ledger, play.words, found) if known else None

    _over(play, screen)


def sheet(play: PlayScreen, who: str = "") -> None:
    """The sheet of the one named; else of the one picked, whose turn it is, or the first, still being made perhaps."""
    from ..board.distance import concerned
    from .screens.sheet import SheetScreen

    here = (who, play.about(), concerned(play.board), *play.board.cards)
    found = next((w for w in here if w in play.board.cards), "")
    if found and found != who and play.encounter.ruleset.wizard(play.encounter.state, found) is not None:
        make(play, found)
    elif found:
        play.app.push_screen(SheetScreen(play, found))
    else:
        play.say(play.words.message("Nobody is here."), "warn")


def make(play: PlayScreen, who: str = "") -> None:
    """Go on making somebody step by step, or begin (``who`` empty)."""
    from .screens.wizard import WizardScreen

    def closed(answer: str | None) -> None:
        play.draw()

    play.app.push_screen(WizardScreen(play, who), closed)


def settings(play: PlayScreen) -> None:
    """The rules in use, to be switched."""
    from .screens.settings import SettingsScreen

    def closed(answer: str | None) -> None:
        play.draw()

    play.app.push_screen(SettingsScreen(play), closed)


def _over(play: PlayScreen, make: Callable[[Ledger], RulesScreen | None]) -> None:
    from ..content import ContentError
    from ..rules import ledger

    def closed(answer: str | None) -> None:
        if answer:
            help_list(play)

    try:
        screen = make(ledger(play.encounter.ruleset))
    except ContentError as broken:
        play.say(broken.faults[0].line_text(play.words.say), "danger")
        return
    if screen is None:
        help_list(play)
    else:
        play.app.push_screen(screen, closed)
