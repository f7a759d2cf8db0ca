"""The Board's panes as rows of styled text: pure functions, shared by the screen and ``gmconsole board``.

Aligned rows hold no characters of ambiguous width. Marks carry every meaning that a colour has: ``>`` now, ``+`` done,
``!`` out of action, ``*`` moved this round, ``?`` unknown.
"""

from __future__ import annotations

from collections.abc import Iterable

from ..core.model import Name
from ..core.views import Board, Card, Span, TaskRow
from ..text import Words
from .cells import Row, Seg, cut, fit, row, width, wrap

MATRIX_UP_TO = 5
MARKS = {"done": "+", "now": ">", "later": " ", "out": "!", "unused": "-"}


def worded(board: Board, words: Words) -> Words:
    """The words that call people by the names on this Board."""
    names = {who: card.name for who, card in board.cards.items()}
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


def header(board: Board, words: Words, cells: int, *, narrow: bool = False) -> Row:
    """Title, round, phases and chips in one line."""
    segs: list[Seg] = [Seg(" " + cut(board.title, max(12, cells // 4)), "title"), Seg("  ")]
    if board.round:
        segs.append(Seg(words.message("R{n}").format(n=board.round) if narrow
                        else words.message("Round {n}").format(n=board.round)))
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
    return Row(tuple(segs))


def now_title(board: Board, words: Words) -> str:
    """The title of the tracker pane."""
    return worded(board, words).say(board.now) if board.now is not None else words.name(board.panes["now"])


def tracker(board: Board, words: Words, cells: int) -> list[Row]:
    """What is owed now, with what is done already above it; the task Enter takes is marked."""
    say = worded(board, words)
    out: list[Row] = []
    head = next((i for i, t in enumerate(board.tasks) if not t.done and t.blocking), None)
    for i, task in enumerate(board.tasks):
        out.extend(_task(task, i, i == head, say, cells))
    if not board.tasks:
        out.append(row(Seg(words.message("Nothing is owed."), "quiet")))
    return out


def _task(task: TaskRow, index: int, is_head: bool, say: Words, cells: int) -> list[Row]:
    style = "quiet" if task.done else "now" if is_head else "" if task.blocking else "calm"
    mark = "+" if task.done else ">" if is_head else " " if task.blocking else "?"
    lines = wrap(say.say(task.what), max(cells - 2, 8))
    target = f"task:{index}"
    rows = [row(Seg(mark + " ", style), Seg(lines[0], style), target=target)]
    rows.extend(row("  ", Seg(line, style), target=target) for line in lines[1:])
    if is_head or task.detail and not task.done and task.blocking:
        for detail in task.detail if is_head else task.detail[:1]:
            rows.extend(row("    ", Seg(line, "quiet"), target=target)
                        for line in wrap(say.say(detail), max(cells - 4, 8)))
    if is_head and task.command is None and task.form:
        rows.append(row("    ", Seg(": " + _form(task.form, say), "calm"), target=target))
    return rows


def _form(form: str, say: Words) -> str:
    return " ".join(say._name_of(word) if say._name_of(word) != "?" else word for word in form.split(" "))


def order(board: Board, words: Words, cells: int) -> list[Row]:
    """The order of acting, whose turn it is marked."""
    out = []
    for place in board.order:
        card = board.cards.get(place.id)
        if card is None:
            continue
        style = {"done": "quiet", "now": "now", "out": "danger"}.get(place.at, "")
        note = _joined(place.note, words)
        label = f"{MARKS[place.at]} {fit(card.tag, 2)} {_shown_name(card)}"
        room = cells - width(label) - 2
        tail = (Seg("  "), *note) if note and room > 3 else ()
        out.append(Row((Seg(cut(label, cells), style), *tail), f"who:{card.id}"))
    return out


def _shown_name(card: Card) -> str:
    return f"({card.name})" if card.hidden else card.name


def people(board: Board, words: Words, cells: int, panes: tuple[str, ...]) -> list[Row]:
    """The cards of one or more panes: one line of figures each, and one of states where there are any."""
    out: list[Row] = []
    column = min(max((width(_shown_name(c)) for c in board.cards.values()), default=4), max(cells // 4, 6))
    for card in board.cards.values():
        if card.pane not in panes:
            continue
        lead = f"{'>' if card.id == board.turn else ' '}{fit(card.tag, 2)} {fit(_shown_name(card), column)} "
        style = "now" if card.id == board.turn else "quiet" if not card.present or card.hidden else ""
        for i, line in enumerate(card.lines or ((),)):
            start = Seg(lead, style) if i == 0 else Seg(" " * width(lead))
            out.append(Row((start, *_joined(line, words)), f"who:{card.id}"))
    return out


def _short(name: Name, words: Words, cells: int) -> str:
    text = words.name(name)
    return text if width(text) <= cells else cut(text, cells) if words.lang == "zh" else text[:3]


def distance(board: Board, words: Words, cells: int) -> list[Row]:
    """Who is how far from whom: a matrix, in as many column blocks as the pane is wide; ``*`` marks who moved."""
    here = [c for c in board.cards.values() if c.present]
    if not here:
        return [row(Seg(words.message("Nobody is here."), "quiet"))]
    names = {band: _short(name, words, 5) for band, name in board.band_names.items()}
    far = tuple(board.band_names)
    label = min(max(width(c.name) for c in here) + 3, max(cells // 3, 8))
    step = 7
    block = max((cells - label) // step, 1)
    out: list[Row] = []
    for first in range(0, len(here), block):
        columns = here[first : first + block]
        if out:
            out.append(row())
        out.append(row(" " * label, *(Seg(fit(f"{c.tag} {c.name}", step - 1) + " ",
                                          "now" if c.id == board.turn else "title") for c in columns)))
        for card in here:
            segs: list[Seg] = [Seg(fit(f"{fit(card.tag, 2)} {card.name}", label),
                                   "now" if card.id == board.turn else "")]
            segs.extend(_cell(board, card.id, other.id, names, far, step) for other in columns)
            out.append(Row(tuple(segs), f"who:{card.id}"))
    for reach in board.reach:
        out.extend(row(Seg(line, "quiet")) for line in wrap(worded(board, words).say(reach), cells))
    return out


def _cell(board: Board, a: str, b: str, names: dict[str, str], far: tuple[str, ...], step: int) -> Seg:
    if a == b:
        return Seg(fit(".", step), "quiet")
    band = board.bands.get(a, {}).get(b)
    if band is None:
        return Seg(fit("?", step), "warn")
    moved = f"{a} {b}" in board.moved or f"{b} {a}" in board.moved
    style = "danger" if band == far[0] else "warn" if band == far[1] else "quiet" if band == far[-1] else ""
    return Seg(fit(names[band] + ("*" if moved else ""), step), style)


def upcoming(board: Board, words: Words, cells: int) -> list[Row]:
    """What will happen by itself if nothing is done."""
    say = worded(board, words)
    rows = [row(Seg(line, "warn")) for text in board.upcoming for line in wrap(say.say(text), cells)]
    return rows or [row(Seg(words.message("Nothing is running."), "quiet"))]


def notes(board: Board, words: Words, cells: int) -> list[Row]:
    """Clocks and the GM's last notes."""
    rows = [row(f"{cut(c.name, max(cells - c.size - 9, 6))}  ", Seg("#" * c.filled + "-" * (c.size - c.filled), "calm"),
                f" {c.filled}/{c.size}") for c in board.clocks.values()]
    rows.extend(row(line) for note in board.notes[-6:] for line in wrap(note, cells))
    return rows or [row(Seg(words.message("No clocks, no notes."), "quiet"))]


def log(board: Board, words: Words, cells: int, last: int = 0) -> list[Row]:
    """What happened, oldest first; with last only so many entries."""
    say = worded(board, words)
    lines = board.log[-last:] if last else board.log
    out: list[Row] = []
    for entry in lines:
        text = " / ".join(say.say(m) for m in entry)
        wrapped = wrap(text, cells)
        out.append(row(wrapped[0]))
        out.extend(row("  " + line) for line in wrap(" ".join(wrapped[1:]), cells - 2) if wrapped[1:])
    return out


def log_lines(board: Board, words: Words, last: int = 20) -> list[str]:
    """The last entries of the log, one line each."""
    say = worded(board, words)
    return [" / ".join(say.say(m) for m in entry) for entry in board.log[-last:]]


def as_text(board: Board, words: Words, cells: int = 80) -> str:
    """The whole Board as plain text, as ``gmconsole board`` prints it and ``copy`` puts it on the clipboard."""
    blocks: list[tuple[str, list[Row]]] = [
        ("", [header(board, words, cells)]),
        (now_title(board, words), tracker(board, words, cells)),
    ]
    if board.mode != "calm":
        blocks.append((words.name(board.panes["order"]), order(board, words, cells)))
    blocks += [
        (words.name(board.panes["distance"]), distance(board, words, cells)),
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
        out.extend(cut(r.text.rstrip(), cells) for r in rows)
    return "\n".join(out) + "\n"
