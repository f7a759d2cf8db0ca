"""Namesakes as one line with their spread, where a pane has no room for all; the group picked shows its members."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping

from ..core.views import Board, Card
from ..text import Words
from .cells import Row, Seg, fit, row

LEAST = 3
"""How many namesakes make a group."""
NUMBER = re.compile(r"\s*(\d+|(?<![A-Z])[A-Z])$")
FOLD = "fold:"


def stem(name: str) -> str:
    """What namesakes have in common: the name without its number or letter; one letter alone is no name."""
    found = NUMBER.sub("", name)
    return name if found.isascii() and len(found) < 2 else found


def groups(cards: Iterable[Card], rows: Mapping[str, int] | None = None, most: int = 0) -> dict[str, list[Card]]:
    """The groups among these, by what their members are called.

    Where it is known how many ``rows`` each of them takes: only the largest, until ``most`` rows are enough for all.
    """
    found: dict[str, list[Card]] = {}
    for card in cards:
        found.setdefault(stem(card.name), []).append(card)
    found = {name: group for name, group in found.items() if len(group) >= LEAST}
    if rows is None:
        return found
    left = sum(rows.values())
    chosen: dict[str, list[Card]] = {}
    for name, group in sorted(found.items(), key=lambda pair: -sum(rows[c.id] for c in pair[1])):
        if left <= most:
            break
        chosen[name] = group
        left += 1 - sum(rows[c.id] for c in group)
    return chosen


def members(board: Board, target: str) -> tuple[str, ...]:
    """Whom a row is about: the one of ``who:``, or of ``fold:`` all members on stage who can act."""
    kind, _, rest = target.partition(":")
    if kind == "who":
        return (rest,) if rest in board.cards else ()
    others = [c for c in board.cards.values() if c.pane == "others"]
    found = groups(others).get(rest, []) if kind == "fold" else []
    return tuple(c.id for c in found if acts(c))


def acts(card: Card) -> bool:
    """Whether somebody is on stage and can act."""
    return card.present and card.status in ("able", "")


def opened(board: Board, target: str) -> str:
    """The group that shows its members: the one picked, or that of the person picked; empty for none."""
    kind, _, rest = target.partition(":")
    if kind == "fold":
        return rest
    return stem(board.cards[rest].name) if kind == "who" and rest in board.cards else ""


def fold(name: str, group: list[Card], board: Board, words: Words, anchor: str, lead: int) -> Row:
    """A group as one line: how many and how far from the anchor they are, how many are down, gone or hidden.

    The name stands behind ``lead`` cells. Those down or gone have no part in the spread, and an anchor among them is
    named, so that all are counted.
    """
    acting = any(c.id == board.turn for c in group)
    segs: list[str | Seg] = [Seg(fit(">" if acting else "", lead) + f"{name} x{len(group)}", "now" if acting else "")]
    able = [c for c in group if acts(c)]
    segs.extend(Seg("  " + words.message("from {who}").format(who=c.tag), "quiet") for c in able if c.id == anchor)
    segs.extend(_spread([c for c in able if c.id != anchor], board.bands.get(anchor, {}), board, words))
    down = Counter(words.say(c.standing) for c in group if c.present and not acts(c))
    segs.extend(Seg(f"  {what or words.message('unable')} {count}", "danger") for what, count in down.items())
    gone = sum(1 for c in group if not c.present)
    if gone:
        segs.append(Seg("  " + words.message("not here {count}").format(count=gone), "quiet"))
    hidden = sum(1 for c in group if c.hidden)
    if hidden:
        segs.append(Seg("  " + words.message("hidden {count}").format(count=hidden), "quiet"))
    return row(*segs, target=FOLD + name)


def _spread(here: list[Card], around: Mapping[str, str], board: Board, words: Words) -> Iterable[Seg]:
    for band, name in board.band_names.items():
        count = sum(1 for c in here if around.get(c.id) == band)
        if count:
            yield Seg(f"  {words.name(name)} {count}", "calm")
    unknown = sum(1 for c in here if c.id not in around)
    if unknown and board.band_names:
        yield Seg(f"  ? {unknown}", "warn")
