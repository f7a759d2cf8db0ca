"""What a click, or the cursor coming to a row, means on the console; rows name it by their targets."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..language.names import call_person
from . import prompt
from .canvas import Canvas
from .drawing import PANES

if TYPE_CHECKING:
    from .screens.play import PlayScreen


async def follow(play: PlayScreen, event: Canvas.Picked) -> None:
    """Do what the row or the piece stands for."""
    if event.pane in PANES and not play.line.open:
        play.canvas.turn_to(event.pane)
    kind, _, rest = event.target.partition(":")
    state, lang = play.encounter.state, play.encounter.driver.lang
    if kind == "key":
        await press(play, rest)
    elif kind == "word":
        play.composing.choose(int(rest))
    elif kind == "who" and play.line.open:
        play.composing.add_word(call_person(state, rest, lang))
    elif kind == "who":
        play.pick(event.target)
        if event.by_mouse and event.again:
            play.open_line()
    elif kind == "fold" and not play.line.open:
        play.pick("" if event.by_mouse and event.again else event.target)
    elif kind == "act" and not play.line.open:
        play.pick(event.target)
        if event.by_mouse:
            play.options.take(int(rest))
    elif kind == "task" and not play.line.open:
        play.pick(event.target)
        if event.by_mouse:
            play.action_edit()
    elif kind == "pair":
        a, b = (call_person(state, who, lang) for who in rest.split(" "))
        play.open_line(f"{prompt.word(play.encounter.driver, 'band')} {a} {b} ")


async def press(play: PlayScreen, action: str) -> None:
    """The key with that action, which was clicked on."""
    verb, _, verb_id = action.partition(":")
    if verb == "verb":
        play.open_verb(verb_id)
    elif action == "send":
        play.composing.submit()
    elif action == "leave" and play.line.open:
        play.composing.leave()
    elif action == "back":
        play.composing.word_back()
    elif action == "choose":
        play.composing.move(1, False)
    elif not play.line.open or action == "help":
        await play.run_action(action)
