"""A wizard as rows: its steps with the budgets below, and what may be taken in one of them."""

from __future__ import annotations

from collections.abc import Iterable

from ..core.views import Pick, Step, Wizard
from ..text import Words
from .cells import Row, Seg, cut, cut_row, fit, row, width, wrap

MARKS = {"done": "+", "open": " ", "skipped": "-"}
"""How a step stands; ``!`` marks one that goes too far, ``>`` the one at hand."""


def header(wizard: Wizard, at: int, name: str, words: Words, cells: int) -> Row:
    """What is made, who it is (an empty name: nobody yet), and which step is at hand."""
    title = words.say(wizard.title)
    if name:
        title = words.message("{title}: {name}").format(title=title, name=name)
    place = words.message("step {at} of {count}").format(at=at + 1, count=len(wizard.steps))
    shown = f"  {place}" if len(wizard.steps) > 1 else ""
    return cut_row(row(Seg(" " + title, "now"), Seg(shown, "quiet")), cells)


def steps(wizard: Wizard, at: int, words: Words, cells: int) -> list[Row]:
    """The steps by their numbers, then what there is to spend."""
    out = []
    for i, step in enumerate(wizard.steps):
        mark = "!" if step.problems else MARKS.get(step.status, " ")
        style = "danger" if step.problems else "calm" if step.status == "done" else ""
        lead = ">" if i == at else " "
        text = f"{lead}{mark} {i + 1:>2} {words.say(step.name)}"
        out.append(row(Seg(cut(text, cells), "now" if i == at else style), target=f"step:{i}"))
    if wizard.budgets:
        out.append(row())
        labels = [words.say(line.label) for line in wizard.budgets]
        column = min(max(map(width, labels)), max(cells - 6, 4))
        for line, label in zip(wizard.budgets, labels, strict=True):
            out.append(
                row(" ", Seg(fit(cut(label, column), column) + " ", "quiet"), Seg(words.say(line.text), line.style))
            )
    return out


def lead(step: Step, words: Words, cells: int) -> list[Row]:
    """What stands above the picks of a step: what goes too far, and what is worth knowing."""
    out = [row(Seg(line, "danger")) for text in step.problems for line in wrap("! " + words.say(text), max(cells, 8))]
    out += [row(Seg(line, "quiet")) for text in step.notes for line in wrap(words.say(text), max(cells, 8))]
    return [*out, row()] if out else []


def picks(found: Iterable[Pick], words: Words, cells: int, at: str = "") -> list[Row]:
    """What may be taken, under the headings of its groups; a click on one means ``pick:<place>``.

    ``at`` is the target the cursor is on.
    """
    known = list(found)
    names = [words.say(p.what) for p in known]
    values = [words.say(p.value) for p in known]
    notes = [words.say(p.note) for p in known]
    # What has nothing beside it may take the whole row.
    beside = [width(n) for n, v, t in zip(names, values, notes, strict=True) if v or t]
    column = min(max(beside, default=0), max(cells * 2 // 5, 8) if any(notes) else max(cells - 20, 8))
    second = min(max(map(width, values), default=0), max(cells // 3, 4))
    out: list[Row] = []
    group = ""
    for i, pick in enumerate(known):
        heading = words.say(pick.group)
        if heading != group:
            group = heading
            if out:
                out.append(row())
            if heading:
                out.extend(row(Seg(line, "title")) for line in wrap(heading, max(cells, 8)))
        out.extend(_pick(pick, f"pick:{i}", at, (names[i], values[i], notes[i]), (column, second), cells))
    return out


def way(text: str, target: str, at: str, style: str = "") -> Row:
    """A row that leads to another step."""
    return row(Seg("> " if target == at else "  ", "now"), Seg(">>  ", "key"), Seg(text, style), target=target)


def _pick(
    pick: Pick, target: str, at: str, texts: tuple[str, str, str], columns: tuple[int, int], cells: int
) -> list[Row]:
    """One pick: its mark, its name, how it stands, and what is worth knowing in what room is left."""
    name, value, note = texts
    column, second = columns
    usable = bool(pick.command or pick.back or pick.form)
    mark = "[x] " if pick.taken else "[ ] " if usable else "    "
    style = "calm" if pick.taken else "" if usable else "quiet"
    alone = not value and not note
    heads = wrap(name, max(cells - 6, 8) if alone else column)
    room = cells - 6 - column - (2 + second if second else 0) - 2
    beside = room >= 16 or not note
    tails = wrap(note, max(room, 8)) if note and beside else []
    middles = wrap(value, max(second, 2)) if value else []
    out = []
    for n in range(max(len(heads), len(tails), len(middles), 1)):
        head = heads[n] if n < len(heads) else ""
        text = head if alone else fit(head, column)
        said = fit(middles[n] if n < len(middles) else "", second) if second and not alone else ""
        tail = tails[n] if n < len(tails) else ""
        out.append(
            row(
                Seg("> " if n == 0 and target == at else "  ", "now"),
                Seg(mark if n == 0 else "    ", "key"),
                Seg(text, style),
                Seg("  " + said if said else "", "now" if pick.taken else ""),
                Seg("  " + tail if tail else "", "quiet"),
                target=target,
            )
        )
    if note and not beside:
        out.extend(row(" " * 8, Seg(line, "quiet"), target=target) for line in wrap(note, max(cells - 8, 8)))
    return out
