"""The Board's panes as rows of styled text: pure functions, shared by the screen and ``gmconsole board``.

Aligned rows hold no characters of ambiguous width. Marks carry every meaning that a colour has: ``>`` now, ``+`` done,
``!`` out of action, ``*`` moved this round, ``?`` unknown.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

import msgspec

from ..core.views import Board, Card, LogEntry, OrderRow, Span, TaskRow
from ..text import Words
from . import checks, folding
from .cells import Row, Seg, cut, fit, row, safe, width, wrap
from .distance import distance, shown_name

__all__ = [
    "Fold",
    "as_text",
    "crew",
    "distance",
    "folded",
    "header",
    "log",
    "log_lines",
    "notes",
    "now_title",
    "order",
    "people",
    "soon",
    "tracker",
    "upcoming",
    "worded",
]

MARKS = {"done": "+", "now": ">", "later": " ", "out": "!", "unused": "-"}


def worded(board: Board, words: Words) -> Words:
    """The words that call people by the names on this Board."""
    names = {**board.gone, **{who: card.name for who, card in board.cards.items()}}
    return words.named(lambda who: names.get(who, "?"))


def _seg(span: Span, words: Words) -> Seg:
    return Seg(words.say(span.text), span.style)


def _joined(spans: Iterable[Span], words: Words, gap: str = "  ") -> tuple[Seg, ...]:
    segs: list[Seg] = []
    for span in spans:
        if segs:
            segs.append(Seg(gap))
        segs.append(_seg(span, words))
    return tuple(segs)


SAVED_CELLS = 20
"""What the header leaves for the mark that says how safe everything is, and the gaps."""


def header(board: Board, words: Words, cells: int, *, narrow: bool = False) -> Row:
    """Title, round, phases and chips in one line; the title has a quarter of it, or what all others leave free."""
    segs: list[Seg] = []
    if board.round:
        segs.append(
            Seg(
                words.message("R{n}").format(n=board.round)
                if narrow
                else words.message("Round {n}").format(n=board.round)
            )
        )
        segs.append(Seg("  "))
    for number, chip in enumerate(board.phases, start=1):
        name = words.name(chip.name)
        mark = "+" if chip.at == "done" else "-" if chip.at == "unused" else ""
        if chip.at == "now":
            segs.append(Seg(f"[{number} {name.upper()}]", "now"))
        elif narrow:
            segs.append(Seg(f"{number}{mark}", "quiet"))
        else:
            segs.append(Seg(f"{number} {name}{mark}", "quiet"))
        segs.append(Seg(" "))
    if board.header:
        segs.append(Seg(" "))
        segs.extend(_joined(board.header, words))
    free = cells - sum(width(seg.text) for seg in segs) - SAVED_CELLS
    title = cut(board.title, max(12, cells // 4, free))
    return Row((Seg(" " + title, "title"), Seg("  "), *segs))


def now_title(board: Board, words: Words) -> str:
    """The title of the tracker pane."""
    return worded(board, words).say(board.now) if board.now is not None else words.name(board.panes["now"])


TaskCache = dict[int, tuple[TaskRow, bool, list[Row]]]


def tracker(
    board: Board,
    words: Words,
    cells: int,
    cache: TaskCache | None = None,
    *,
    aside: Collection[str] = (),
    most: int = 0,
) -> list[Row]:
    """What is owed now, with what is done already above it; the task Enter takes is marked.

    Checks on the table come first, that at hand with all its options: ``most`` rows of it (0: every row), what the
    console asks before its close above it. A check to be rolled shows its pool below its task. A cache holds the rows
    of tasks as they were last worded, by their place; ``aside`` are checks that are left open.
    """
    say = worded(board, words)
    out: list[Row] = []
    head, at_hand = checks.head(board, aside), checks.at_hand(board, aside)
    on_table = at_hand if at_hand is not None and at_hand.result is not None else None
    close = checks.close(board, on_table) if on_table is not None else None
    if on_table is not None and close is not None:
        if head is not None and head != close:
            out.extend(_task(board.tasks[head], head, True, say, cells))
        room = most and max(most - len(out), 4)
        mark = ">" if head == close else "="
        out.extend(checks.block(on_table, say, cells, title=board.tasks[close].what, mark=mark, most=room))
    for waiting in board.negotiations:
        if waiting is not at_hand and waiting.result is not None and waiting.command is None:
            out.extend(checks.brief(waiting, say, cells))
    for i, task in enumerate(board.tasks):
        if close is not None and i in (head, close):
            continue
        if i == head and at_hand is not None:
            pool = checks.block(at_hand, say, cells, most=most and max(most - 1, 2))
            out.extend(_task(task, i, True, say, cells, pool))
            continue
        known = cache.get(i) if cache is not None else None
        if known is None or known[0] != task or known[1] != (i == head):
            known = (task, i == head, _task(task, i, i == head, say, cells))
            if cache is not None:
                cache[i] = known
        out.extend(known[2])
    if not out:
        out.append(row(Seg(words.message("Nothing is owed."), "quiet")))
    return out


def _task(task: TaskRow, index: int, is_head: bool, say: Words, cells: int, below: Collection[Row] = ()) -> list[Row]:
    """A task with its details; ``below`` are rows between the two."""
    style = "quiet" if task.done else "now" if is_head else "" if task.blocking else "calm"
    mark = "+" if task.done else ">" if is_head else " " if task.blocking else "?"
    lines = wrap(say.say(task.what), max(cells - 2, 8))
    target = f"task:{index}"
    rows = [row(Seg(mark + " ", style), Seg(lines[0], style), target=target)]
    rows.extend(row("  ", Seg(line, style), target=target) for line in lines[1:])
    rows.extend(below)
    if is_head or (task.detail and not task.done and task.blocking):
        for detail in task.detail if is_head else task.detail[:1]:
            # With options between, the cursor must not come back to the task on its way down.
            rows.extend(
                row("    ", Seg(line, "quiet"), target="" if below else target)
                for line in wrap(say.say(detail), max(cells - 4, 8))
            )
    return rows


def order(board: Board, words: Words, cells: int) -> list[Row]:
    """The order of acting, whose turn it is marked."""
    out = []
    names = [width(shown_name(board.cards[p.id])) for p in board.order if p.id in board.cards]
    column = min(max(names, default=4), max(cells // 2, 6))
    for place in board.order:
        card = board.cards.get(place.id)
        if card is None:
            continue
        note = _joined(place.note, words)
        label = f"{MARKS[place.at]} {fit(card.tag, 2)} {fit(cut(shown_name(card), column), column)}"
        tail = (Seg(" "), *note) if note and cells - width(label) > 4 else ()
        out.append(Row((Seg(cut(label, cells), _place_style(place)), *tail), f"who:{card.id}"))
    return out


def _place_style(place: OrderRow) -> str:
    return {"done": "quiet", "now": "now", "out": "danger"}.get(place.at, "")


CardCache = dict[str, tuple[Card, tuple[bool, int], list[Row]]]


def people(board: Board, words: Words, cells: int, panes: tuple[str, ...], cache: CardCache | None = None) -> list[Row]:
    """The cards of one or more panes: one line of figures each, and one of states where there are any."""
    made = _cards(board, words, cells, panes, cache)
    return [r for rows in made.values() for r in rows] or [row(Seg(words.message("Nobody is here."), "quiet"))]


class Fold(msgspec.Struct, frozen=True):
    """How namesakes fold: into ``most`` rows if that can be, distances from the ``anchor``, what is ``picked`` open."""

    most: int
    anchor: str
    picked: str = ""


def folded(board: Board, words: Words, cells: int, pane: str, fold: Fold, cache: CardCache | None = None) -> list[Row]:
    """The cards of a pane; where rows are short, the largest groups of namesakes are a line each."""
    made = _cards(board, words, cells, (pane,), cache)
    return _folded(made, board, words, fold, 4) if made else people(board, words, cells, (pane,), cache)


def _folded(made: dict[str, list[Row]], board: Board, words: Words, fold: Fold, lead: int) -> list[Row]:
    """The rows of each card with groups folded; members follow the line of their group where it, or one of them, is
    picked."""
    sizes = {who: len(rows) for who, rows in made.items() if board.cards[who].pane == "others"}
    most = fold.most - sum(len(rows) for who, rows in made.items() if who not in sizes)
    groups = folding.groups([board.cards[who] for who in sizes], sizes, most)
    in_sight = folding.opened(board, fold.picked)
    out: list[Row] = []
    for who, rows in made.items():
        name = folding.stem(board.cards[who].name)
        group = groups.get(name, []) if who in sizes else []
        if group and group[0].id == who:
            out.append(folding.fold(name, group, board, words, fold.anchor, lead))
        if not group or name == in_sight:
            out.extend(rows)
    return out


def _cards(
    board: Board, words: Words, cells: int, panes: tuple[str, ...], cache: CardCache | None
) -> dict[str, list[Row]]:
    """The rows of each card, by whose it is."""
    out: dict[str, list[Row]] = {}
    shown = [c for c in board.cards.values() if c.pane in panes]
    column = _name_column(shown, cells)
    for card in shown:
        how = (card.id == board.turn, column)
        known = cache.get(card.id) if cache is not None else None
        if known is None or known[1] != how or known[0] != card:
            known = (card, how, _card(card, how[0], column, words))
            if cache is not None:
                cache[card.id] = known
        out[card.id] = known[2]
    return out


def _card(card: Card, acting: bool, column: int, words: Words) -> list[Row]:
    out = []
    mark = ">" if acting else " "
    lead = f"{mark}{fit(card.tag, 2)} {fit(cut(shown_name(card), column), column)} "
    style = "now" if acting else "quiet" if not card.present or card.hidden else ""
    for i, line in enumerate(card.lines or ((),)):
        start = Seg(lead, style) if i == 0 else Seg(" " * width(lead))
        out.append(Row((start, *_joined(line, words)), f"who:{card.id}"))
    return out


def _name_column(shown: Iterable[Card], cells: int) -> int:
    return min(max((width(shown_name(c)) for c in shown), default=4), max(cells // 4, 6))


def crew(board: Board, words: Words, cells: int, fold: Fold | None = None) -> list[Row]:
    """Order, party and others in one: a line each, in the order of acting, with all that a card shows.

    With ``fold`` groups of namesakes are one line where rows are short, where the first of them stands.
    """
    column = _name_column(board.cards.values(), cells)
    places = {place.id: place for place in board.order}
    ids = [i for i in places if i in board.cards] + [i for i in board.cards if i not in places]
    made: dict[str, list[Row]] = {}
    for who in ids:
        card = board.cards[who]
        place = places.get(who)
        mark = MARKS[place.at] if place is not None else " "
        style = _place_style(place) if place is not None else ""
        if not style and (not card.present or card.hidden):
            style = "quiet"
        lead = f"{mark} {fit(card.tag, 2)} {fit(cut(shown_name(card), column), column)} "
        segs = _joined((span for line in card.lines for span in line), words)
        made[who] = [Row((Seg(lead, style), *segs), f"who:{who}")]
    if not made:
        return [row(Seg(words.message("Nobody is here."), "quiet"))]
    return _folded(made, board, words, fold, 5) if fold is not None else [r for rows in made.values() for r in rows]


def upcoming(board: Board, words: Words, cells: int) -> list[Row]:
    """What will happen by itself if nothing is done."""
    say = worded(board, words)
    rows = [row(Seg(line, "warn")) for text in board.upcoming for line in wrap(say.say(text), cells)]
    return rows or [row(Seg(words.message("Nothing is running."), "quiet"))]


def notes(board: Board, words: Words, cells: int) -> list[Row]:
    """Clocks, and the GM's notes with the newest first."""
    rows = _clocks(board, cells)
    say = worded(board, words)
    for note in reversed(board.notes):
        for paragraph in say.say(note).splitlines():
            rows.extend(row(line) for line in wrap(paragraph, cells))
    return rows or [row(Seg(words.message("No clocks, no notes."), "quiet"))]


def _clocks(board: Board, cells: int) -> list[Row]:
    return [
        row(
            f"{cut(c.name, max(cells - c.size - 9, 6))}  ",
            Seg("#" * c.filled + "-" * (c.size - c.filled), "calm"),
            f" {c.filled}/{c.size}",
        )
        for c in board.clocks.values()
    ]


def soon(board: Board, words: Words, cells: int) -> list[Row]:
    """What comes by itself, the clocks and the notes in one."""
    rows = upcoming(board, words, cells) if board.upcoming else []
    return [*rows, *notes(board, words, cells)] if board.clocks or board.notes or not rows else rows


def log(board: Board, words: Words, cells: int, last: int = 0, cache: LogCache | None = None) -> list[Row]:
    """What happened, oldest first; with last only so many entries. A cache holds what entries were worded to before."""
    say = worded(board, words)
    lines = board.log[-last:] if last else board.log
    out: list[Row] = []
    for entry in lines:
        known = cache.get(id(entry)) if cache is not None else None
        if known is None or known[0] is not entry:
            known = (entry, _log_entry(entry, say, cells))
            if cache is not None:
                cache[id(entry)] = known
        out.extend(known[1])
    return out


LogCache = dict[int, tuple[LogEntry, tuple[Row, ...]]]


def _log_entry(entry: LogEntry, say: Words, cells: int) -> tuple[Row, ...]:
    text = (" / " if not entry.heading else "，" if say.lang == "zh" else ", ").join(say.say(m) for m in entry.said)
    style = "title" if entry.heading else ""
    wrapped = wrap(text, cells - 2)
    return tuple(row(Seg(("" if i == 0 else "  ") + line, style)) for i, line in enumerate(wrapped))


def log_lines(board: Board, words: Words, last: int = 20) -> list[str]:
    """The last entries of the log, one line each."""
    say = worded(board, words)
    return [" / ".join(say.say(m) for m in entry.said) for entry in board.log[-last:]]


def as_text(board: Board, words: Words, cells: int = 80) -> str:
    """The whole Board as plain text, as ``gmconsole board`` prints it and ``copy`` puts it on the clipboard."""
    blocks: list[tuple[str, list[Row]]] = [
        ("", [header(board, words, cells)]),
        (now_title(board, words), tracker(board, words, cells)),
    ]
    if board.mode != "calm":
        blocks.append((words.name(board.panes["order"]), order(board, words, cells)))
    if board.band_names:
        blocks.append((words.name(board.panes["distance"]), distance(board, words, cells)))
    blocks += [
        (words.name(board.panes["party"]), people(board, words, cells, ("party",))),
        (words.name(board.panes["others"]), people(board, words, cells, ("others",))),
    ]
    if board.upcoming:
        blocks.append((words.name(board.panes["upcoming"]), upcoming(board, words, cells)))
    if board.clocks or board.notes:
        blocks.append((words.name(board.panes["notes"]), notes(board, words, cells)))
    if board.log:
        blocks.append((words.name(board.panes["log"]), log(board, words, cells, 12)))
    out: list[str] = []
    for title, rows in blocks:
        if title:
            out.append("")
            out.append(f"-- {title} " + "-" * max(cells - width(title) - 4, 0))
        out.extend(cut(safe(r.text.rstrip()), cells) for r in rows)
    return "\n".join(out) + "\n"
