"""A check as a negotiation in rows: its pool, its dice, and what each option would make of it, before it is taken."""

from __future__ import annotations

from collections.abc import Collection

from ..core import phases
from ..core.model import Msg
from ..core.views import Board, Choice, Negotiation, Switch
from ..text import Words
from .cells import Row, Seg, flow, row, width, wrap

Act = Switch | Choice


def head(board: Board, aside: Collection[str] = ()) -> int | None:
    """The place of the task that Enter takes; checks on the table that are left open (``aside``) are passed over."""
    places = [i for i, task in enumerate(board.tasks) if not task.done]
    left = [n.command for n in board.negotiations if n.id in aside and n.command is not None]
    found = phases.head([board.tasks[i] for i in places], calm=board.mode == "calm", left=left)
    return places[found] if found is not None else None


def at_hand(board: Board, aside: Collection[str] = ()) -> Negotiation | None:
    """The negotiation whose options are open: that of the task Enter takes, else the first on the table."""
    place = head(board, aside)
    wanted = board.tasks[place].command if place is not None else None
    found = next((n for n in board.negotiations if n.command is not None and n.command == wanted), None)
    if found is not None:
        return found
    closing = [t.command for t in board.tasks if t.closing and not t.done]
    return next((n for n in board.negotiations if n.command in closing and n.id not in aside), None)


def close(board: Board, roll: Negotiation) -> int | None:
    """The place of the task that closes a roll on the table, or asks about it in place of that."""
    return next((i for i, t in enumerate(board.tasks) if not t.done and t.command == roll.command), None)


def acts(negotiation: Negotiation) -> tuple[Act, ...]:
    """All that may be done about it, in the order of its rows; their place is what ``act:<n>`` means."""
    return (*negotiation.switches, *negotiation.choices)


def block(
    n: Negotiation, say: Words, cells: int, *, title: Msg | None = None, mark: str = ">", most: int = 0
) -> list[Row]:
    """Everything about one negotiation; under a ``title`` where it has one. Of more than ``most`` rows (0: all are
    wanted) the last options are counted instead."""
    rows: list[Row] = []
    if title is not None:
        rows += [
            row(Seg((mark if i == 0 else " ") + " " + line, "now" if mark == ">" else ""))
            for i, line in enumerate(wrap(say.say(title), max(cells - 2, 8)))
        ]
    if n.pool:
        # On the table dice may have come to the pool or gone from it: its sum is that of the roll.
        rows += _line(say.message("pool"), say.say(n.pool) + ("" if n.dice else f" = {n.count}"), cells)
    if n.dice:
        rows += _line(say.message("dice on the table"), faces(n), cells)
    if n.result is not None:
        rows += _line(say.message("result"), say.say(n.result), cells, "now")
    options = [_act(act, i, n.chance, say, cells) for i, act in enumerate(acts(n))]
    left = len(options)
    room = most - len(rows) if most else sum(map(len, options))
    for made in options:
        if len(made) + (left > 1 and bool(most)) > max(room, 2 if left == len(options) else 0):
            break
        rows += made
        room -= len(made)
        left -= 1
    if left:
        more = say.message("+{count} more: 1 shows all").format(count=left)
        rows += [row("  ", Seg(line, "quiet"), target="key:whole") for line in wrap(more, max(cells - 2, 8))]
    return rows


def brief(n: Negotiation, say: Words, cells: int) -> list[Row]:
    """A roll that waits on the table for something else."""
    said = say.say(n.result) if n.result is not None else n.chance
    lines = wrap(f"{say.say(n.what)} [{faces(n)}] {said}", max(cells - 2, 8))
    return [row(Seg(("= " if i == 0 else "  ") + line, "quiet")) for i, line in enumerate(lines)]


def faces(n: Negotiation) -> str:
    """The faces in the order they lie in; ``+`` before those that came to the roll."""
    return " ".join(f"{'' if origin == 'base' else '+'}{face}" for face, origin in n.dice)


def _line(label: str, text: str, cells: int, style: str = "") -> list[Row]:
    start = f"  {label}  "
    if width(start) > cells // 2:
        return [row("  ", Seg(line, style)) for line in wrap(f"{label}  {text}", max(cells - 2, 8))]
    lines = wrap(text, max(cells - width(start), 8))
    return [
        row(Seg(start if i == 0 else " " * width(start), "quiet"), Seg(line, style)) for i, line in enumerate(lines)
    ]


def _act(act: Act, number: int, now: str, say: Words, cells: int) -> list[Row]:
    """One option: the key that takes it, what it is, and success before and after it."""
    key, text = "-", say.say(act.what)
    if isinstance(act, Switch):
        key, text = "[x]" if act.on else "[ ]", f"{say.say(act.name)}: {text}"
    elif act.key:
        key = act.key
    after = f"{now} > {act.chance}" if now and act.chance else act.chance
    target = f"act:{number}"
    parts = [Seg(text, "", target), *([Seg(after, "calm", target)] if after else [])]
    made = flow(Seg(f"  {key} ", "key", target), parts, cells, 4)
    if all(width(r.text) <= cells for r in made):
        return [Row(r.segs, target) for r in made]
    lines = wrap(f"{text}  {after}", max(cells - 4, 8))
    return [
        row(Seg(f"  {key} " if i == 0 else "    ", "key"), Seg(line), target=target) for i, line in enumerate(lines)
    ]
