"""Stat lines as GMs write them, in English and Chinese: read tolerantly, one or a page of them, and written back.

``4 HP, 1 Armor, 12 STR, 8 DEX, 9 WIL, spear (d6)``. What a line leaves out is ordinary: 10 for a score, 0 for armour.
Figures may stand before or after their words and in any order, attacks with or without brackets. Armour above 3 is
kept as 3, with the printed figure beside it (CA-ARM-003).
"""

from __future__ import annotations

import re

from ...core.messages import N_
from ...core.model import Rejected
from .statblocks import AttackRow, StatBlock, is_critical, line, name_of, tidy, with_notes, write
from .statline_reader import read_line, starts

__all__ = ["REJECTIONS", "AttackRow", "StatBlock", "line", "read", "read_many", "write"]

PAGE = 1_000_000
MOST_NOTES = 60
_NAME_WIDTH = 60

REJECTIONS = {
    "statline-none": N_("{found} is no stat line; one reads: 4 HP, 1 Armor, 12 STR, 8 DEX, 9 WIL, spear (d6)"),
    "statline-no-hp": N_("{found} names no HP; a stat line needs it, as in 4 HP"),
    "statline-twice": N_("{stat} stands there twice: {first} and {second}"),
    "statline-bounds": N_("{stat} goes from {low} to {high}, not {found}"),
    "statline-not-whole": N_("{stat} is one whole number, not {found}"),
    "statline-die": N_("{attack} rolls {found}; damage dice are d4, d6, d8, d10, d12 and d20"),
    "statline-dice": N_("{attack} rolls {found}; an attack has one die, or a pair such as d8+d8"),
    "statline-bracket": N_("The brackets in {found} do not match"),
    "statline-attacks": N_("{count} attacks stand there; at most {most} are read"),
    "statline-long": N_("At most {most} characters are read at once, not {count}"),
    "statline-several": N_("{count} stat lines stand there; one is asked for"),
    "statline-notes": N_("{count} notes stand below one stat line; at most {most} are read"),
}

_BULLET = re.compile(r"(\s*)(?:[-*+•·‣]|[0-9]{1,2}[.)])\s+(?=\S)")
_HEADING = re.compile(r"\s{0,3}#{1,6}\s+(.+?)[\s#]*")
_BOLD_LINE = re.compile(r"\s*(\*{2,3}|__)(?=\S)(.+?)\1\s*[:：]?\s*")


def read(text: str) -> StatBlock | Rejected:
    """The stat block in a line, or in the few lines of one foe: name, stat line, bullets.

    Rejected: no stat line or several, no HP, figures out of bounds or twice, dice other than d4 to d20, three dice,
    brackets that do not match.
    """
    if len(text.strip().splitlines()) < 2:
        return read_line(text.strip())
    found = read_many(text)
    return found[0][1] if len(found) == 1 else Rejected("statline-several", {"count": len(found)})


def read_many(text: str) -> tuple[tuple[int, StatBlock | Rejected], ...]:
    """Every stat line of a pasted page with its line number from 1; prose is passed over.

    The name is that of the line, else the heading, bold line or line of its own above it. Bullets below become notes,
    those on critical damage go to the attacks. A page without any is one rejection at line 1; a single line is always
    read as meant for one.
    """
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
        plain = self._blank and len(name) <= _NAME_WIDTH and not re.search(r"[.!?。！？:：]\s*$", row.strip())
        return name if plain else ""
