"""What a row of the Board is about: the subjects that rules are found by (see ``gmconsole.rules``).

A subject is ``kind:id``: a term that a text names, the text itself by its message id (``text:sanity {now}/{max}``), the
kind of a task or of an option, or the pane looked at.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cache
from typing import Any

import msgspec

from ..core.model import Field, Msg, Name, Text
from ..core.ruleset import Ruleset
from ..core.views import Board, Card, Negotiation, Span, Switch, TaskRow
from ..text import TERM, Words, terms
from . import checks
from .rows import worded


class Topic(msgspec.Struct, frozen=True):
    """Something on the Board, as it is called there, and the subjects it is about."""

    title: str
    subjects: tuple[str, ...]


@cache
def _ids(book: Ruleset[Any]) -> Mapping[Name, tuple[str, ...]]:
    """Which terms have that name: a text may hold a term's name in place of its id."""
    out: dict[Name, tuple[str, ...]] = {}
    for kind, known in terms(book).items():
        for key, name in known.items():
            out[name] = (*out.get(name, ()), f"{kind}:{key}")
    return out


def of_text(text: Field, words: Words) -> tuple[str, ...]:
    """The text's own messages and the terms it names, in its order."""
    names = _ids(words.ruleset) if words.ruleset is not None else {}
    return tuple(dict.fromkeys(_named(text, names)))


def _named(text: Field, names: Mapping[Name, tuple[str, ...]]) -> Iterator[str]:
    if isinstance(text, Name):
        yield from names.get(text, ())
    elif isinstance(text, Msg):
        yield text.id if TERM.fullmatch(text.id) else f"text:{text.id}"
        for value in text.fields.values():
            yield from _named(value, names)
    elif isinstance(text, tuple):
        for part in text:
            yield from _named(part, names)


def topics(board: Board, words: Words, target: str, pane: str, aside: Collection[str] = ()) -> tuple[Topic, ...]:
    """What the row picked is about (``target``), then what the pane it lies in shows; nothing is said twice."""
    say = worded(board, words)
    found: list[Topic] = []
    kind, _, rest = target.partition(":")
    if kind == "task" and int(rest) < len(board.tasks):
        found.extend(_task(board, board.tasks[int(rest)], say))
    elif kind == "act":
        found.extend(_act(board, int(rest), say, aside))
    elif kind == "who" and rest in board.cards:
        found.extend(_card(board, board.cards[rest], say))
    elif kind == "pair":
        a, b = rest.split(" ")
        band = board.bands.get(a, {}).get(b, "")
        found.append(_topic(Msg("band:" + band) if band else "?", say, "pane:distance"))
    if not found:
        found.extend(_pane(board, pane, say, aside))
    elif pane in board.panes:
        found.append(Topic(say.name(board.panes[pane]), (f"pane:{pane}",)))
    found.extend(_topic(span.text, say) for span in board.header)
    found.append(_topic(Msg("phase:" + board.phase) if board.phase else "", say))
    return tuple(found)


def _topic(text: Text, say: Words, *more: str) -> Topic:
    return Topic(say.say(text), tuple(dict.fromkeys((*more, *of_text(text, say)))))


def _task(board: Board, task: TaskRow, say: Words) -> Iterator[Topic]:
    yield _topic(task.what, say, f"task:{task.kind}")
    if task.command is not None:
        for roll in board.negotiations:
            if roll.command == task.command:
                yield from _roll(roll, say)
    yield from (_topic(line, say) for line in task.detail)


def _roll(roll: Negotiation, say: Words) -> Iterator[Topic]:
    """A check line by line: why there are dice, what may be done about it."""
    yield _topic(roll.what, say)
    yield from (_topic(line, say) for line in roll.pool)
    if roll.result is not None:
        yield _topic(roll.result, say)
    yield from (_option(act, say) for act in checks.acts(roll))


def _option(act: checks.Act, say: Words) -> Topic:
    if isinstance(act, Switch):
        return Topic(say.say(act.name), ("choice:switch", *of_text(act.name, say)))
    return _topic(act.what, say, f"choice:{act.kind}")


def _act(board: Board, number: int, say: Words, aside: Collection[str]) -> Iterator[Topic]:
    roll = checks.at_hand(board, aside)
    acts = checks.acts(roll) if roll is not None else ()
    if roll is not None and number < len(acts):
        yield _option(acts[number], say)
        yield _topic(roll.what, say)


def _card(board: Board, card: Card, say: Words) -> Iterator[Topic]:
    for line in card.lines:
        yield from spans(line, say)
    for place in board.order:
        if place.id == card.id:
            yield from spans(place.note, say)


def spans(line: Iterable[Span], say: Words) -> Iterator[Topic]:
    """What the figures and states of a line are about."""
    for span in line:
        yield _topic(span.text, say)


def _pane(board: Board, pane: str, say: Words, aside: Collection[str]) -> Iterator[Topic]:
    """What a pane shows as a whole."""
    title = board.panes.get(pane, Name("", ""))
    if pane == "now":
        head = checks.head(board, aside)
        if head is not None:
            yield from _task(board, board.tasks[head], say)
    else:
        yield Topic(say.name(title), (f"pane:{pane}",))
    if pane == "distance":
        yield from (_topic(name, say) for name in board.band_names.values())
    elif pane in ("party", "others", "crew"):
        for card in board.cards.values():
            if pane in ("crew", card.pane):
                yield from _card(board, card, say)
    elif pane in ("upcoming", "soon"):
        yield from (_topic(line, say) for line in board.upcoming)
    elif pane == "log":
        for entry in board.log[-1:]:
            yield from (_topic(line, say) for line in entry.said)
