"""Somebody's sheet as rows: sections of labelled lines. Shared by the screen and ``gmconsole play``."""

from __future__ import annotations

from collections.abc import Sequence

from ..core.views import Section
from ..text import Words
from .cells import Row, Seg, fit, row, safe, width, wrap


def rows(sections: Sequence[Section], words: Words, cells: int) -> list[Row]:
    """Every section under its title; a click on a line means ``line:<section> <line>``."""
    out: list[Row] = []
    for s, section in enumerate(sections):
        if out:
            out.append(row())
        title = words.say(section.name)
        if title:
            out.append(row(Seg(title, "title")))
        labels = [words.say(line.label) for line in section.lines]
        column = min(max(map(width, labels), default=0), max(cells // 3, 6))
        for i, (line, label) in enumerate(zip(section.lines, labels, strict=True)):
            indent = 2 + (column + 2 if column else 0)
            lines = wrap(words.say(line.text), max(cells - indent, 8))
            heads = wrap(label, max(column, 1)) if label else [""]
            for n in range(max(len(lines), len(heads))):
                head = fit(heads[n] if n < len(heads) else "", column) + "  " if column else ""
                text = lines[n] if n < len(lines) else ""
                out.append(row("  ", Seg(head, "quiet"), Seg(text, line.style), target=f"line:{s} {i}"))
    return out


def as_text(name: str, sections: Sequence[Section], words: Words, cells: int) -> str:
    """The sheet as plain text under the name."""
    made = [f"-- {name} " + "-" * max(cells - width(name) - 4, 0), *(r.text for r in rows(sections, words, cells))]
    return "".join(safe(line.rstrip()) + "\n" for line in made)
