"""Pages with stat lines: the lines among the prose, the names above them and the bullets below."""

from __future__ import annotations

import re

from ...core.model import Rejected
from .statblocks import StatBlock, is_critical, name_of, tidy, with_notes
from .statline_reader import read_line, starts

PAGE = 1_000_000
MOST_NOTES = 60
NAME_WIDTH = 60

_BULLET = re.compile(r"(\s*)(?:[-*+•·‣]|[0-9]{1,2}[.)])\s+(?=\S)")
_HEADING = re.compile(r"\s{0,3}#{1,6}\s+(.+?)[\s#]*")
_BOLD_LINE = re.compile(r"\s*(\*{2,3}|__)(?=\S)(.+?)\1\s*[:：]?\s*")


def read_one(text: str) -> StatBlock | Rejected:
    """What ``statlines.read`` gives."""
    if len(text.strip().splitlines()) < 2:
        return read_line(text.strip())
    found = read_page(text)
    return found[0][1] if len(found) == 1 else Rejected("statline-several", {"count": len(found)})


def read_page(text: str) -> tuple[tuple[int, StatBlock | Rejected], ...]:
    """What ``statlines.read_many`` gives."""
    if len(text) > PAGE:
        return ((1, Rejected("statline-long", {"most": PAGE, "count": len(text)})),)
    page = _Page()
    rows = text.splitlines()
    for number, row in enumerate(rows, 1):
        page.take(number, row)
    page.close()
    if page.found:
        return tuple(page.found)
    written = [(number, row) for number, row in enumerate(rows, 1) if row.strip()]
    if len(written) == 1:
        return ((written[0][0], read_line(written[0][1].strip())),)
    return ((1, Rejected("statline-none", {"found": tidy(text[:200])[:60]})),)


class _Page:
    """A page being read line by line: what was found, the stat line at hand with its notes, and the name to come."""

    def __init__(self) -> None:
        self.found: list[tuple[int, StatBlock | Rejected]] = []
        self.name = ""
        self._block: StatBlock | None = None
        self._notes: list[str] = []
        self._number = 0
        self._indent = -1
        self._blank = True
        self._alone = ""

    def take(self, number: int, row: str) -> None:
        """One more line."""
        if not row.strip():
            self._blank = True
            return
        bullet = _BULLET.match(row)
        below = self._number > 0 and bullet is not None and (self._indent < 0 or len(bullet[1]) > self._indent)
        heading, bold = _HEADING.fullmatch(row), _BOLD_LINE.fullmatch(row)
        if starts(row, strict=below):
            self.close()
            self._open(number, read_line(row, self._alone or self.name), -1 if bullet is None else len(bullet[1]))
        elif heading or bold:
            self.close()
            self.name = name_of(heading[1] if heading else bold[2] if bold else "")
        elif self._number and bullet:
            self._notes.append(row[bullet.end() :])
        elif self._number and is_critical(row):
            self._notes.append(row)
        elif self._number and not self._blank:
            self._more(row)
        else:
            self.close()
            self._alone = self._alone_name(row)
            self._blank = False
            return
        self._alone, self._blank = "", False

    def close(self) -> None:
        """The stat line at hand is done."""
        if self._number and self._block is not None:
            count = len(self._notes)
            most = {"count": count, "most": MOST_NOTES}
            done = with_notes(self._block, self._notes) if count <= MOST_NOTES else Rejected("statline-notes", most)
            self.found.append((self._number, done))
        self._block, self._notes, self._number, self._indent = None, [], 0, -1

    def _open(self, number: int, block: StatBlock | Rejected, indent: int) -> None:
        self.name = ""
        if isinstance(block, Rejected):
            self.found.append((number, block))
        else:
            self._block = block
        self._number, self._indent = number, indent

    def _more(self, row: str) -> None:
        """A line right below: the rest of the bullet before it, or a note without a bullet."""
        if self._notes:
            self._notes[-1] += " " + row.strip()
        else:
            self._notes.append(row)

    def _alone_name(self, row: str) -> str:
        """The name in a short line of its own, to be used if a stat line follows at once."""
        name = name_of(row)
        plain = self._blank and len(name) <= NAME_WIDTH and not re.search(r"[.!?。！？:：]\s*$", row.strip())
        return name if plain else ""
