"""Where the panes go: for every size of terminal a region each, all of them inside the screen.

Four kinds of screen: wide (from 120 columns), middle (from 100), small (from 72) and one pane at a time below that.
"""

from __future__ import annotations

from textual.geometry import Region, Size

from ..board.cells import Row, Seg, cut_row, row, wrap

WIDE = ("now", "order", "distance", "party", "others", "upcoming", "notes", "log")
SMALL = ("now", "distance", "crew", "log", "soon")
LOG = 4
"""The rows of the log below a check on the table, its box included."""
LINES = ("header", "banner", "message", "prompt", "line", "footer")


def kind(width: int, height: int) -> str:
    """``wide``, ``middle``, ``small`` or ``single``."""
    if width < 72 or height < 18:
        return "single"
    if width < 100 or height < 28:
        return "small"
    return "wide" if width >= 120 else "middle"


def message_rows(height: int) -> int:
    """The most rows a message may take: what is said is cut only where the screen is low."""
    return 3 if height >= 18 else 1


def spoken(said: Seg, width: int, height: int) -> list[Row]:
    """What was said in as many rows as it takes, at least one; cut where there are no more."""
    lines = wrap(said.text, max(width - 1, 8))
    last = message_rows(height) - 1
    shown = [*lines[:last], " ".join(lines[last:])]
    return [cut_row(row(" ", Seg(line, said.style)), width) for line in shown if line] or [row()]


def panes(width: int, height: int) -> tuple[str, ...]:
    """The panes of a screen of that size, in the order of their numbers."""
    return WIDE if kind(width, height) in ("wide", "middle") else SMALL


def regions(
    width: int,
    height: int,
    *,
    party: int = 2,
    others: int = 1,
    composer: int = 0,
    only: str = "",
    banner: bool = False,
    now: int = 0,
    message: int = 1,
) -> dict[str, Region]:
    """A region for each line and pane that is shown.

    ``party`` and ``others`` are the rows those panes would like, ``composer`` the rows wanted above the line being
    typed (0: none is), ``only`` the one pane to be shown, ``now`` the rows a check on the table would like (0: none
    lies there), for which people and log stand back. A ``message`` of several rows lies over the lowest panes.
    """
    out: dict[str, Region] = {}
    top = 0
    if height >= 6:
        out["header"] = Region(0, 0, width, 1)
        top = 1
        if banner:
            out["banner"] = Region(0, 1, width, 1)
            top = 2
    bottom = height - min(3, max(height - top, 0))
    for name, y in (("message", height - 3), ("prompt", height - 2), ("footer", height - 1)):
        if y >= top:
            out[name] = Region(0, y, width, 1)
    if "prompt" in out:
        lead = 3 if width > 3 else 0
        out["line"] = Region(lead, height - 2, width - lead, 1)
        if lead:
            out["prompt"] = Region(0, height - 2, lead, 1)
        else:
            del out["prompt"]
    body = max(bottom - top, 0)
    shape = kind(width, height)
    message = min(message, message_rows(height))
    if message > 1:
        bottom -= message - 1
        out["message"] = Region(0, bottom, width, message)
    if only or shape == "single":
        if body and composer:
            out["composer"] = Region(0, top, width, bottom - top)
        elif body:
            out[only or "now"] = Region(0, top, width, bottom - top)
        return out
    if shape == "small":
        _small(out, width, top, body, party + others, now)
    else:
        _wide(out, width, top, body, max(party, others), now, shape == "wide")
    if message > 1:
        _cover(out, bottom)
    if composer:
        _make_room(out, width, bottom, min(composer + 2, max(body // 2, 6)))
    return out


def _make_room(out: dict[str, Region], width: int, bottom: int, wanted: int) -> None:
    """Lay the composer over the lowest panes; those above it stay exactly where they are."""
    line = bottom - wanted
    _cover(out, line)
    top = max((out[n].bottom for n in set(out) - set(LINES)), default=line)
    out["composer"] = Region(0, top, width, bottom - top)


def _cover(out: dict[str, Region], line: int) -> None:
    """Crop the panes that reach below that line, or leave them out where nothing of use would be left."""
    for name in set(out) - set(LINES):
        region = out[name]
        if region.bottom > line:
            if region.y + 4 <= line:
                out[name] = region.crop_size(Size(region.width, line - region.y))
            else:
                del out[name]


def _wide(out: dict[str, Region], width: int, top: int, body: int, people: int, now: int, wide: bool) -> None:
    sides = (25, 37) if wide else (22, 30)
    middle = max(4, min(people + 2, body // 4 if now else body * 2 // 5))
    low = 5
    rest = body - middle - low
    head = max(8, rest * 11 // 20, min(now + 2, rest - LOG))
    log = rest - head
    centre = width - sum(sides)
    out["order"] = Region(0, top, sides[0], head)
    out["now"] = Region(sides[0], top, centre, head)
    out["distance"] = Region(sides[0] + centre, top, sides[1], head)
    y = top + head
    left = width * 7 // 12
    out["party"] = Region(0, y, left, middle)
    out["others"] = Region(left, y, width - left, middle)
    y += middle
    out["upcoming"] = Region(0, y, left, low)
    out["notes"] = Region(left, y, width - left, low)
    out["log"] = Region(0, y + low, width, log)


def _small(out: dict[str, Region], width: int, top: int, body: int, people: int, now: int) -> None:
    middle = max(4, min(people + 2, body // (5 if now else 3)))
    rest = body - middle
    head = max(6, rest * 11 // 20, min(now + 2, rest - LOG))
    right = max(27, width * 7 // 20)
    out["now"] = Region(0, top, width - right, head)
    out["distance"] = Region(width - right, top, right, head)
    out["crew"] = Region(0, top + head, width, middle)
    out["log"] = Region(0, top + head + middle, width - right, rest - head)
    out["soon"] = Region(width - right, top + head + middle, right, rest - head)
