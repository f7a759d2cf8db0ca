"""The Board: all a screen, a chat text or a JSON reader may know, as plain rows not yet worded in any language."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from .model import Clock, Command, Msg, Name, Scalar, Text
from .phases import Task

PANES: Mapping[str, Name] = {
    "party": Name("同伴", "Party"),
    "others": Name("其他人", "Others"),
    "order": Name("顺序", "Order"),
    "now": Name("现在", "Now"),
    "distance": Name("距离", "Distance"),
    "upcoming": Name("若不处理", "If nothing is done"),
    "notes": Name("备注与时钟", "Notes and clocks"),
    "log": Name("记录", "Log"),
}
"""The panes every screen and every printed Board has, with their usual titles."""


class Span(msgspec.Struct, frozen=True):
    """A piece of a line with a style name (``now``, ``danger``, ``warn``, ``calm``, ``quiet`` or empty)."""

    text: Text
    style: str = ""


class Chip(msgspec.Struct, frozen=True):
    """A phase in the header: ``done``, ``now``, ``later`` or ``unused``."""

    id: str
    name: Name
    at: str


class TaskRow(msgspec.Struct, frozen=True, kw_only=True):
    """An owed task, or one already done in this phase (``done``); ``dice`` is (number, sides) where it would roll.

    ``proposal`` marks what the console asks the GM, ``closing`` the close of a roll on the table (see ``Task``).
    """

    who: str
    kind: str
    what: Msg
    blocking: bool = True
    done: bool = False
    proposal: bool = False
    closing: bool = False
    command: Command | None = None
    refuse: Command | None = None
    skip: Command | None = None
    detail: tuple[Msg, ...] = ()
    form: str = ""
    dice: tuple[int, int] | None = None


def owed(task: Task) -> TaskRow:
    """The row of a task that is still owed."""
    return TaskRow(
        who=task.who,
        kind=task.kind,
        what=task.what,
        blocking=task.blocking,
        proposal=task.proposal,
        closing=task.closing,
        command=task.command,
        refuse=task.refuse,
        skip=task.skip,
        detail=task.detail,
        form=task.form,
        dice=task.dice,
    )


class Card(msgspec.Struct, frozen=True, kw_only=True):
    """One entity: identity, status, and lines of labelled spans. ``facts`` are the book's own numbers for JSON.

    ``standing`` is what the status is called where somebody cannot act.
    """

    id: str
    tag: str
    name: str
    kind: str
    side: str
    pane: str
    present: bool
    hidden: bool
    status: str
    standing: Text = ""
    lines: tuple[tuple[Span, ...], ...] = ()
    facts: Mapping[str, Scalar | tuple[str, ...] | Mapping[str, Scalar]] = {}


class OrderRow(msgspec.Struct, frozen=True):
    """A place in the order of acting: the entity and ``done``, ``now``, ``later`` or ``out``."""

    id: str
    at: str
    note: tuple[Span, ...] = ()


class Switch(msgspec.Struct, frozen=True, kw_only=True):
    """Something that may count for a roll or not: ``command`` turns it over, ``chance`` is that of success then."""

    name: Text
    what: Msg
    on: bool
    command: Command
    chance: str = ""


class Choice(msgspec.Struct, frozen=True, kw_only=True):
    """Something that may be done about a roll, with what it makes of the odds; ``form`` begins its line if no command
    does it alone. ``key`` is the key that takes it on a screen, where it has one."""

    kind: str
    what: Msg
    chance: str = ""
    command: Command | None = None
    form: str = ""
    key: str = ""


class Negotiation(msgspec.Struct, frozen=True, kw_only=True):
    """A roll that is announced or lies on the table: its pool line by line, ``count`` dice, and all that may be done.

    ``dice`` are faces with where each came from (``base``: the roll itself), ``result`` what they come to as they lie;
    ``chance`` is that of success as things are. ``command`` is what its task proposes: the roll, or its close. ``hold``
    rolls and leaves it on the table.
    """

    id: str
    who: str
    what: Msg
    manner: Text = ""
    pool: tuple[Text, ...] = ()
    count: int = 0
    switches: tuple[Switch, ...] = ()
    dice: tuple[tuple[int, str], ...] = ()
    result: Msg | None = None
    chance: str = ""
    choices: tuple[Choice, ...] = ()
    command: Command | None = None
    hold: Command | None = None


class SheetLine(msgspec.Struct, frozen=True):
    """A line of somebody's sheet: what it is about, where that has a name, and what stands there."""

    label: Text
    text: Text
    style: str = ""


class Section(msgspec.Struct, frozen=True):
    """A part of somebody's sheet, with a title of its own."""

    name: Text
    lines: tuple[SheetLine, ...]


class Pick(msgspec.Struct, frozen=True, kw_only=True):
    """Something that may be taken in a step of a wizard: what it is, how it stands (``value``), what is worth knowing.

    ``command`` takes it, ``back`` takes it back. Where ``typed`` names a field of the command, a text is asked for and
    put there behind ``lead``; ``form`` begins a line that is typed on. ``taken`` marks what stands on the sheet; picks
    of one ``group`` share its heading.
    """

    what: Text
    value: Text = ""
    note: Text = ""
    group: Text = ""
    taken: bool = False
    command: Command | None = None
    back: Command | None = None
    typed: str = ""
    lead: str = ""
    form: str = ""


class Step(msgspec.Struct, frozen=True, kw_only=True):
    """A step of a wizard as it stands: ``open``, ``done``, or ``skipped`` where it does not apply.

    ``text`` says how things are, ``notes`` what is worth knowing before going on, ``problems`` what goes too far.
    ``full``: no more can be taken. ``asks``: the first picks are answers to a question that waits for one.
    """

    id: str
    name: Text
    status: str
    text: Text = ""
    full: bool = False
    asks: bool = False
    notes: tuple[Text, ...] = ()
    problems: tuple[Text, ...] = ()
    picks: tuple[Pick, ...] = ()


class Wizard(msgspec.Struct, frozen=True, kw_only=True):
    """Something made step by step, with the budgets that stay in sight; ``who`` it is, empty before anybody is."""

    who: str
    title: Text
    steps: tuple[Step, ...]
    budgets: tuple[SheetLine, ...] = ()


class LogEntry(msgspec.Struct, frozen=True):
    """What one entry of the history came to; ``heading`` where a round or phase began and nothing else is said."""

    said: tuple[Msg, ...]
    heading: bool = False


class Board(msgspec.Struct, frozen=True, kw_only=True):
    """A view of the state for one audience. Ids are the audience's own.

    ``band_names`` are the book's bands, nearest first; a book without distances leaves them out, and nobody draws any.
    ``moved`` maps a pair (``"a b"``) to its band before this round. ``gone`` names those without a card of whom the
    log may still speak. ``panes`` are the titles by pane: all of ``PANES``, under the book's own names where it has
    them. ``log`` holds what each entry came to, oldest first.
    """

    audience: str
    title: str
    ruleset: str
    mode: str
    round: int
    phase: str
    phases: tuple[Chip, ...] = ()
    header: tuple[Span, ...] = ()
    turn: str = ""
    order: tuple[OrderRow, ...] = ()
    now: Msg | None = None
    tasks: tuple[TaskRow, ...] = ()
    cards: Mapping[str, Card] = {}
    bands: Mapping[str, Mapping[str, str]] = {}
    band_names: Mapping[str, Name] = {}
    moved: Mapping[str, str] = {}
    reach: tuple[Msg, ...] = ()
    upcoming: tuple[Msg, ...] = ()
    environment: tuple[str, ...] = ()
    clocks: Mapping[str, Clock] = {}
    notes: tuple[Text, ...] = ()
    panes: Mapping[str, Name] = msgspec.field(default_factory=lambda: PANES)
    log: tuple[LogEntry, ...] = ()
    gone: Mapping[str, str] = {}
    negotiations: tuple[Negotiation, ...] = ()
