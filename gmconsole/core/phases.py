"""Tasks: what is still owed. A rulebook computes them from the state, so resume and undo need no bookkeeping."""

from __future__ import annotations

import msgspec

from .model import Command, Msg


class Task(msgspec.Struct, frozen=True, kw_only=True):
    """One owed thing.

    ``kind`` names the sort of task (a check, a declaration, an action slot, a question to the GM), ``who`` the entity
    that owes it (empty: the GM). ``command`` is what Enter sends, None where only the GM can say. ``refuse`` turns a
    proposal down, ``skip`` records that it is passed over. ``dice`` is (number, sides) where the command would roll.
    ``proposal`` marks what the console asks the GM: ``accept`` and ``refuse`` answer it, and players never see it.
    """

    kind: str
    who: str
    what: Msg
    blocking: bool = True
    proposal: bool = False
    command: Command | None = None
    refuse: Command | None = None
    skip: Command | None = None
    dice: tuple[int, int] | None = None
    detail: tuple[Msg, ...] = ()
    form: str = ""
