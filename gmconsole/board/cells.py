"""Text measured in terminal cells: cut, padded and wrapped so that columns stand still in every script."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
from rich.cells import cell_len, set_cell_size

WIDE_FROM = "\u1100"
NO_LINE_START = "，。、；：！？）」』】》,.;:!?)]"


class Seg(msgspec.Struct, frozen=True):
    """A piece of a row with a style name (``now``, ``danger``, ``warn``, ``calm``, ``quiet``, ``title`` or empty).

    ``target`` is what a click on the piece means, where that is not what a click on the row means.
    """

    text: str
    style: str = ""
    target: str = ""


class Row(msgspec.Struct, frozen=True):
    """One line of a pane. ``target`` names what a click on it means: ``who:<id>``, ``fold:<name>``, ``task:<index>``,
    ``pair:<a> <b>``, ``key:<key>``, ``word:<number>`` or nothing."""

    segs: tuple[Seg, ...] = ()
    target: str = ""

    @property
    def text(self) -> str:
        """The row without its styles."""
        return "".join(s.text for s in self.segs)


def row(*parts: str | Seg, target: str = "") -> Row:
    """A row of plain and styled pieces; empty pieces are left out."""
    return Row(tuple(s for s in (Seg(p) if isinstance(p, str) else p for p in parts) if s.text), target)


def safe(text: str) -> str:
    """The text with everything that could steer a terminal or turn the reading direction replaced by U+FFFD."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() or c == "\u3000" else "\ufffd" for c in text)


def target_at(line: Row, x: int) -> str:
    """What a click on cell x of the row means."""
    end = 0
    for seg in line.segs:
        end += cell_len(seg.text)
        if x < end:
            return seg.target or line.target
    return line.target


def flow(lead: Seg, segs: list[Seg], cells: int, indent: int, gap: int = 2) -> list[Row]:
    """The pieces one after another behind the lead, broken into rows between pieces."""
    rows: list[Row] = []
    line: list[Seg] = [lead]
    used = max(cell_len(lead.text), indent)
    fresh = True
    for seg in segs:
        size = cell_len(seg.text)
        if not fresh and used + gap + size > cells:
            rows.append(Row(tuple(line)))
            line, used, fresh = [Seg(" " * indent)], indent, True
        if not fresh:
            line.append(Seg(" " * gap))
            used += gap
        line.append(seg)
        used += size
        fresh = False
    rows.append(Row(tuple(line)))
    return rows


def width(text: str) -> int:
    """The cells the text takes."""
    return cell_len(text)


def fit(text: str, cells: int) -> str:
    """The text cut or padded with spaces to exactly that many cells."""
    return set_cell_size(text, max(cells, 0))


def cut(text: str, cells: int) -> str:
    """The text cut to at most that many cells, with ``~`` where something is missing."""
    if cell_len(text) <= cells:
        return text
    return set_cell_size(text, max(cells - 1, 0)).rstrip(" ~") + "~" if cells > 0 else ""


def cut_row(line: Row, cells: int) -> Row:
    """The row cut to that many cells, with ``~`` where something is missing; never wider, and never padded."""
    if sum(cell_len(seg.text) for seg in line.segs) <= cells:
        return line
    left = cells - 1
    segs: list[Seg] = []
    for seg in line.segs:
        size = cell_len(seg.text)
        if size > left:
            # What was cut before is not marked twice.
            rest = set_cell_size(seg.text, max(left, 0)).rstrip(" ~")
            while not rest and segs and not segs[-1].text.strip():
                segs.pop()
            marked = not rest and bool(segs) and segs[-1].text.endswith("~")
            segs.append(Seg(rest + "~" if cells > 0 and not marked else "", seg.style, seg.target))
            break
        segs.append(seg)
        left -= size
    return Row(tuple(segs), line.target)


def _pieces(text: str) -> Iterable[str]:
    """Where a line may be broken: between words, and between wide characters."""
    word = ""
    for char in text:
        if char >= WIDE_FROM and cell_len(char) > 1:
            if word:
                yield word
                word = ""
            yield char
        elif char == " ":
            yield word + char
            word = ""
        else:
            word += char
    if word:
        yield word


def wrap(text: str, cells: int) -> list[str]:
    """The text in lines of at most that many cells; no line starts with a closing sign, nothing is lost but spaces."""
    if cell_len(text) <= cells:
        return [text.rstrip()]
    cells = max(cells, 2)
    lines: list[str] = []
    line: list[str] = []
    for piece in _pieces(text):
        for part in _broken(piece, cells):
            if not line or cell_len("".join(line) + part.rstrip()) <= cells:
                line.append(part)
                continue
            carried: list[str] = []
            while part[0] in NO_LINE_START and len(line) > 1 and (not carried or carried[0][0] in NO_LINE_START):
                carried.insert(0, line.pop())
            lines.append("".join(line).rstrip())
            line = [*carried, part]
    last = "".join(line).rstrip()
    if last or not lines:
        lines.append(last)
    return [part for whole in lines for part in _broken(whole, cells)] if text else [""]


def _broken(piece: str, cells: int) -> Iterable[str]:
    """The piece in parts of at most that many cells; spaces at its end do not count."""
    while cell_len(piece.rstrip()) > cells:
        end = cells
        while cell_len(piece[:end]) > cells:
            end -= 1
        yield piece[:end]
        piece = piece[end:]
    yield piece
