"""What players may know: a Board and sentences without a trace of what is hidden, under the players' own ids (law 6).

A book draws the GM's whole Board and words every event; what leaves for the players is built here, field by field, so
that a book can forget nothing. It opens more than its people's names, bands and order only where it says so itself:
``Ruleset.shows_task``, ``public_card`` and ``gm_only``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from . import people
from .commands import BandsChanged, ClockSet, EntityChanged, FieldSet, Noted
from .model import Event, Field, Msg, State, Text, Who
from .questions import Answered, Asked
from .rounds import PhaseEntered, PhaseSkipped, RoundStarted
from .views import Board, Card, LogEntry, OrderRow, Span, TaskRow

if TYPE_CHECKING:
    from .ruleset import Ruleset

GM_ONLY = (Noted, ClockSet, FieldSet, Asked, Answered)
HEADINGS = (RoundStarted, PhaseEntered)


def is_secret(state: State, who: str) -> bool:
    """Whether players do not know of that one: hidden now, or never seen yet."""
    entity = state.entities.get(who)
    return entity is None or entity.hidden or not entity.shown_as


def named(text: Field) -> frozenset[str]:
    """The ids of everybody a text names."""
    if isinstance(text, Who):
        return frozenset((text.id,))
    inside: tuple[Field, ...] = (
        tuple(text.fields.values()) if isinstance(text, Msg) else text if isinstance(text, tuple) else ()
    )
    return frozenset().union(*map(named, inside))


# Sentences -----------------------------------------------------------------------------------------------------------


def told(book: Ruleset[Any], state: State, events: tuple[Event, ...], audience: str) -> LogEntry:
    """One entry's events as sentences for ``gm`` or ``players``, state being the one at the cursor.

    Nothing is said where that audience may know, or there is, nothing to say.
    """
    said, heading = [], True
    for event in events:
        seen = event if audience == "gm" else _seen(book, state, event)
        sentence = book.say(seen, state) if seen is not None else None
        if sentence is None or (audience != "gm" and any(is_secret(state, who) for who in named(sentence))):
            continue
        said.append(sentence)
        heading = heading and isinstance(event, HEADINGS)
    return LogEntry(tuple(said), heading and bool(said))


def _seen(book: Ruleset[Any], state: State, event: Event) -> Event | None:
    """What players see of an event; None for nothing, whomever it names."""
    if isinstance(event, GM_ONLY) or (isinstance(event, PhaseSkipped) and event.owed) or book.gm_only(state, event):
        return None
    if isinstance(event, EntityChanged):
        private = event.field == "note" or (event.field == "hidden" and event.after is True)
        return None if private or is_secret(state, event.who) else event
    if isinstance(event, BandsChanged):
        shown = tuple(c for c in event.changes if not (is_secret(state, c.a) or is_secret(state, c.b)))
        return replace(event, changes=shown) if shown else None
    return event


# The Board -----------------------------------------------------------------------------------------------------------


def public(book: Ruleset[Any], state: State, board: Board) -> Board:
    """The players' Board out of the GM's: whom they know by the tags of first sight, and of these what is allowed.

    Notes, clocks, forecasts, questions to the GM and rolls being negotiated stay with the GM.
    """
    names = {**board.gone, **{who: card.name for who, card in board.cards.items()}, **people.public_names(state)}
    told = {who: state.entities[who].shown_as for who in names if not is_secret(state, who)}
    known = {
        who: tag for who, tag in told.items() if who in board.cards and state.entities[who].presence in ("in", "left")
    }
    return Board(
        audience="players",
        title=board.title,
        ruleset=board.ruleset,
        mode=board.mode,
        round=board.round,
        phase=board.phase,
        phases=board.phases,
        panes=board.panes,
        environment=board.environment,
        header=_spans(board.header, known),
        turn=known.get(board.turn, ""),
        order=tuple(OrderRow(known[r.id], r.at, _spans(r.note, known)) for r in board.order if r.id in known),
        now=Msg("phase:" + board.phase) if board.phase else None,
        tasks=tuple(_task(t, known) for t in board.tasks if _may_see(t, known) and book.shows_task(state, t)),
        cards={tag: _card(book, state, board.cards[who], known, names[who]) for who, tag in known.items()},
        bands={
            known[a]: {known[b]: band for b, band in row.items() if b in known}
            for a, row in board.bands.items()
            if a in known
        },
        band_names=board.band_names,
        moved={
            f"{known[a]} {known[b]}": band
            for pair, band in board.moved.items()
            for a, b in (pair.split(" "),)
            if a in known and b in known
        },
        gone={tag: names[who] for who, tag in told.items() if who not in known},
        log=tuple(
            replace(entry, said=tuple(_msg(m, told) for m in entry.said))
            for entry in board.log
            if not any(is_secret(state, who) for m in entry.said for who in named(m))
        ),
    )


def _may_see(task: TaskRow, known: Mapping[str, str]) -> bool:
    return not task.proposal and named(task.what) <= known.keys() and (not task.who or task.who in known)


def _task(task: TaskRow, known: Mapping[str, str]) -> TaskRow:
    return TaskRow(
        who=known.get(task.who, ""), kind=task.kind, what=_msg(task.what, known), blocking=task.blocking, done=task.done
    )


def _card(book: Ruleset[Any], state: State, card: Card, known: Mapping[str, str], name: str) -> Card:
    note = state.entities[card.id].note
    public_card = book.public_card(state, card)
    lines = (_spans(tuple(s for s in line if not note or s.text != note), known) for line in public_card.lines)
    return replace(public_card, id=known[card.id], tag=known[card.id], name=name, lines=tuple(filter(None, lines)))


def _spans(spans: tuple[Span, ...], known: Mapping[str, str]) -> tuple[Span, ...]:
    return tuple(Span(_text(s.text, known), s.style) for s in spans if named(s.text) <= known.keys())


def _msg(text: Msg, known: Mapping[str, str]) -> Msg:
    return Msg(text.id, {key: _field(value, known) for key, value in text.fields.items()})


def _field(value: Field, known: Mapping[str, str]) -> Field:
    if isinstance(value, tuple):
        return tuple(_text(part, known) for part in value)
    return value if isinstance(value, int) else _text(value, known)


def _text(value: Text, known: Mapping[str, str]) -> Text:
    if isinstance(value, Who):
        return Who(known.get(value.id, ""))
    return _msg(value, known) if isinstance(value, Msg) else value
