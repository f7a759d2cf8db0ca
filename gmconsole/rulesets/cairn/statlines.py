"""Stat lines as GMs write them, in English and Chinese: read tolerantly, one or a page of them, and written back.

``4 HP, 1 Armor, 12 STR, 8 DEX, 9 WIL, spear (d6)``. What a line leaves out is ordinary: 10 for a score, 0 for armour.
Figures may stand before or after their words and in any order, attacks with or without brackets. Armour above 3 is
kept as 3, with the printed figure beside it (CA-ARM-003).
"""

from __future__ import annotations

from ...core.messages import N_
from ...core.model import Rejected
from .statblocks import AttackRow, StatBlock, line, write

__all__ = ["REJECTIONS", "AttackRow", "StatBlock", "line", "read", "read_many", "write"]

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


def read(text: str) -> StatBlock | Rejected:
    """The stat block in a line, or in the few lines of one foe: name, stat line, bullets.

    Rejected: no stat line or several, no HP, figures out of bounds or twice, dice other than d4 to d20, three dice,
    brackets that do not match.
    """
    from .statpages import read_one  # only here: compiling its patterns would hold up every start of the program

    return read_one(text)


def read_many(text: str) -> tuple[tuple[int, StatBlock | Rejected], ...]:
    """Every stat line of a pasted page with its line number from 1; prose is passed over.

    The name is that of the line, else the heading, bold line or line of its own above it. Bullets below become notes,
    those on critical damage go to the attacks. A page without any is one rejection at line 1; a single line is always
    read as meant for one.
    """
    from .statpages import read_page

    return read_page(text)
