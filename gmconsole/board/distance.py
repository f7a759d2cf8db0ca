"""Who is how far from whom, three ways: a matrix, lanes from one person, and one person's reach.

A full matrix is half noise once more than a handful are on stage; a chase is about one quarry.
"""

from __future__ import annotations

from ..core.model import Name
from ..core.views import Board, Card
from ..text import Words
from . import folding
from .cells import Row, Seg, cut, fit, flow, row, width, wrap

MATRIX_UP_TO = 5
VIEWS = ("matrix", "lanes", "reach")


def distance(board: Board, words: Words, cells: int, view: str = "", anchor: str = "", most: int = 0) -> list[Row]:
    """The distance pane in the view asked for; without one the matrix for up to five on stage, else lanes.

    Lanes with more than ``most`` rows (0: however many) have namesakes at the same distance as one.
    """
    here = [c for c in board.cards.values() if c.present]
    if not here:
        return [row(Seg(words.message("Nobody is here."), "quiet"))]
    if not board.band_names:
        return []
    view = chosen(board, view)
    if view == "lanes":
        made = lanes(board, words, cells, anchored(board, anchor))
        return made if not 0 < most < len(made) else lanes(board, words, cells, anchored(board, anchor), fold=True)
    if view == "reach":
        return _reach(board, words, cells)
    return [*matrix(board, words, cells), *(_reach(board, words, cells) if len(here) <= MATRIX_UP_TO else ())]


def chosen(board: Board, view: str) -> str:
    """The view asked for where it has something to show, or the one that fits how many are on stage."""
    if view in views(board):
        return view
    return "matrix" if sum(1 for c in board.cards.values() if c.present) <= MATRIX_UP_TO else "lanes"


def views(board: Board) -> tuple[str, ...]:
    """The views that have something to show in this book."""
    return VIEWS if board.reach else tuple(v for v in VIEWS if v != "reach")


def anchored(board: Board, anchor: str) -> str:
    """Whom lanes are drawn from: the anchor, else whose turn it is, else who owes the first task, else the first."""
    for who in (anchor, concerned(board)):
        if who in board.cards and board.cards[who].present:
            return who
    return next((c.id for c in board.cards.values() if c.present), "")


def concerned(board: Board) -> str:
    """Whose turn it is, else who owes the first task; "" where neither is on stage."""
    head = next((t.who for t in board.tasks if not t.done and t.blocking and t.who), "")
    return next((w for w in (board.turn, head) if w in board.cards and board.cards[w].present), "")


def _abbreviated(board: Board, words: Words, cells: int) -> dict[str, str]:
    """The bands' names in at most that many cells, as long as they can still be told apart."""
    full = {band: words.name(name) for band, name in board.band_names.items()}
    if all(width(text) <= cells for text in full.values()):
        return full
    short = {band: fit(text, cells).rstrip() for band, text in full.items()}
    return short if len(set(short.values())) == len(short) else full


def matrix(board: Board, words: Words, cells: int) -> list[Row]:
    """Everybody on stage against everybody, in as many blocks of columns as the pane is wide; ``*`` marks who moved."""
    here = [c for c in board.cards.values() if c.present]
    tag = max(width(c.tag) for c in here)
    longest = max(width(shown_name(c)) for c in here) + tag + 2
    wide, tight = (7, 4) if words.lang == "zh" else (8, 5)
    step = wide if min(longest, cells // 3) + wide * len(here) <= cells else tight
    label = max(min(longest, cells - step * len(here)), min(longest, cells // 3, 10))
    names = _abbreviated(board, words, step - 2)
    block = max((cells - label) // step, 1)
    out: list[Row] = []
    for first in range(0, len(here), block):
        columns = here[first : first + block]
        if out:
            out.append(row())
        out.append(
            row(
                " " * label,
                *(
                    Seg(fit(_column(c, step - 1), step), "now" if c.id == board.turn else "title", f"who:{c.id}")
                    for c in columns
                ),
            )
        )
        for card in here:
            lead = Seg(
                fit(f"{fit(card.tag, tag)} {cut(shown_name(card), label - tag - 2)}", label),
                "now" if card.id == board.turn else "",
            )
            out.append(Row((lead, *(_cell(board, card.id, o.id, names, step) for o in columns)), f"who:{card.id}"))
    return out


def _column(card: Card, cells: int) -> str:
    tag, name = card.tag, card.name
    gap = " " if width(tag) + 1 + min(width(name), 3) <= cells else ""
    return tag + gap + fit(name, max(cells - width(tag + gap), 0)).rstrip()


def shown_name(card: Card) -> str:
    """The name, in brackets where players may not know it."""
    return f"({card.name})" if card.hidden else card.name


def _cell(board: Board, a: str, b: str, names: dict[str, str], step: int) -> Seg:
    if a == b:
        return Seg(fit(".", step), "quiet")
    band = board.bands.get(a, {}).get(b)
    target = f"pair:{a} {b}"
    if band is None:
        return Seg(fit("?", step), "warn", target)
    return Seg(fit(names.get(band, band) + ("*" if _moved(board, a, b) else ""), step), _style(board, band), target)


def _style(board: Board, band: str) -> str:
    bands = tuple(board.band_names)
    return "danger" if band in bands[:1] else "warn" if band in bands[1:2] else "quiet" if band in bands[-1:] else ""


def _moved(board: Board, a: str, b: str) -> bool:
    return f"{a} {b}" in board.moved or f"{b} {a}" in board.moved


def lanes(board: Board, words: Words, cells: int, anchor: str, *, fold: bool = False) -> list[Row]:
    """Everybody else on stage by their distance from the anchor, nearest first; ``!`` out of action, ``*`` moved.

    With ``fold`` namesakes of the same band who can act are one piece with their number; whose turn it is stands alone.
    """
    names = {band: words.name(name) for band, name in board.band_names.items()}
    label = max((width(n) for n in names.values()), default=4) + 1
    around = board.bands.get(anchor, {})
    by_band: dict[str, list[Card]] = {band: [] for band in (*names, "")}
    for card in board.cards.values():
        if card.present and card.id != anchor:
            by_band[around.get(card.id, "")].append(card)

    def piece(card: Card) -> Seg:
        marks = ("*" if _moved(board, anchor, card.id) else "") + ("!" if card.status not in ("able", "") else "")
        style = "now" if card.id == board.turn else "quiet" if card.hidden else ""
        text = f"{card.tag} {cut(shown_name(card), max(cells - label - width(card.tag) - 4, 6))}{marks}"
        return Seg(text, style, f"who:{card.id}")

    out: list[Row] = []
    for band, cards in by_band.items():
        groups = (
            folding.groups(c for c in cards if folding.acts(c) and c.pane == "others" and c.id != board.turn)
            if fold
            else {}
        )
        inside = {c.id for group in groups.values() for c in group}
        segs = [piece(c) for c in cards if c.id not in inside]
        segs.extend(Seg(f"{cut(name, 12)} x{len(group)}", "", folding.FOLD + name) for name, group in groups.items())
        if band or segs:
            lead = Seg(fit(names[band], label), _style(board, band)) if band else Seg(fit("?", label), "warn")
            out.extend(flow(lead, segs, cells, label))
    return out


def _reach(board: Board, words: Words, cells: int) -> list[Row]:
    say = words.named(lambda who: board.cards[who].name if who in board.cards else "?")
    return [row(Seg(line, "quiet")) for reach in board.reach for line in wrap(say.say(reach), cells)]


def title(board: Board, words: Words, view: str, anchor: str) -> str:
    """The pane's title, with the anchor where there is one."""
    name = words.name(board.panes.get("distance", Name("距离", "Distance")))
    if chosen(board, view) != "lanes":
        return name
    card = board.cards.get(anchored(board, anchor))
    return words.message("{distance} from {who}").format(distance=name, who=shown_name(card)) if card else name
