"""Tasks: what is still owed. A rulebook computes them from the state, so resume and undo need no bookkeeping."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Protocol

import msgspec

from .model import Command, Msg


class Task(msgspec.Struct, frozen=True, kw_only=True):
    """One owed thing.

    ``kind`` names the sort of task (a check, a declaration, an action slot, a question to the GM), ``who`` the entity
    that owes it (empty: the GM). ``command`` is what Enter sends, None where only the GM can say. ``refuse`` turns a
    proposal down, ``skip`` records that it is passed over. ``dice`` is (number, sides) where the command would roll.
    ``proposal`` marks what the console asks the GM: ``accept`` and ``refuse`` answer it, and players never see it.
    ``closing`` marks the close of a roll that lies on the table: it holds nothing up, but Enter comes to it first.
    """

    kind: str
    who: str
    what: Msg
    blocking: bool = True
    proposal: bool = False
    closing: bool = False
    command: Command | None = None
    refuse: Command | None = None
    skip: Command | None = None
    dice: tuple[int, int] | None = None
    detail: tuple[Msg, ...] = ()
    form: str = ""


class Owed(Protocol):
    """What a task tells, whether as owed or as a row of the Board."""

    @property
    def blocking(self) -> bool: ...
    @property
    def proposal(self) -> bool: ...
    @property
    def closing(self) -> bool: ...
    @property
    def command(self) -> Command | None: ...
    @property
    def refuse(self) -> Command | None: ...
    @property
    def skip(self) -> Command | None: ...


def head(tasks: Sequence[Owed], *, calm: bool = False, left: Collection[Command] = ()) -> int | None:
    """The place of the task that Enter and ``next`` take; None where that is none.

    What the console asks comes first where it holds things up, then the close of a roll on the table (but those in
    ``left``), then the first that blocks, and while there is no crisis (``calm``) the first that is offered.
    """

    def first(fits: Sequence[bool]) -> int | None:
        return next((i for i, fit in enumerate(fits) if fit), None)

    order = (
        [t.blocking and t.proposal for t in tasks],
        [t.closing and t.command is not None and t.command not in left for t in tasks],
        [t.blocking for t in tasks],
        [calm and t.command is not None and not (t.closing and t.command in left) for t in tasks],
    )
    return next((place for fits in order if (place := first(fits)) is not None), None)


def asked(tasks: Sequence[Owed], *, calm: bool = False) -> int | None:
    """The place of what the console asks now, where that holds things up; None where it is something else's turn."""
    place = head(tasks, calm=calm)
    return place if place is not None and tasks[place].blocking and tasks[place].proposal else None


def answer(tasks: Sequence[Owed], verb: str, *, calm: bool = False) -> Command | None:
    """What ``accept``, ``refuse`` or ``skip`` stands for; None where it stands for nothing.

    What is asked now is meant and nothing else; where nothing is, the first that can be answered so, blocking ones
    first.
    """
    place = asked(tasks, calm=calm)
    if place is not None:
        meant = [tasks[place]]
    elif verb == "skip":
        at = head(tasks, calm=calm)
        meant = [*([tasks[at]] if at is not None else []), *tasks]
    else:
        meant = sorted((t for t in tasks if t.proposal), key=lambda t: not t.blocking)
    said = (t.skip if verb == "skip" else t.refuse if verb == "refuse" else t.command for t in meant)
    return next((command for command in said if command is not None), None)
