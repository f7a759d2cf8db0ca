"""What a character has been through: the log of the encounter as far as it is theirs, and the lines kept on the sheet.

Covers LP-CHR-001 and -009: whatever changes in play stands in the log with its session, round and entry; what the GM
writes down goes with the character from game to game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from ...core.commands import unknown
from ...core.model import Command, Msg, Rejected, Who
from ...core.ruleset import Tx as CoreTx
from ...core.secrets import named
from ...core.session import Session
from . import sheets
from .character import Remark
from .sheets import sheet_of
from .state import LawnState, Person

Tx = CoreTx[LawnState]

MOST_REMARKS = 200


class Remember(Command, frozen=True, tag="lawn.remember"):
    """Write a line into somebody's history, with the session it belongs to."""

    who: str
    text: str


class Dated(msgspec.Struct, frozen=True, kw_only=True):
    """A sentence of the log about somebody: the entry, and the session and round in which it was (0: in none)."""

    entry: int
    session: int
    round: int
    said: Msg


def log_of(session: Session[LawnState], who: str) -> tuple[Dated, ...]:
    """All that the log has about somebody, oldest first, up to the cursor."""
    found: list[Dated] = []
    book, history = session.ruleset, session.history
    state = history.base
    for index, entry in enumerate(history.entries[: session.index], start=1):
        state = book.fold(state, entry.events) if entry.command is not None else history.state(index)
        found.extend(
            Dated(entry=entry.seq, session=state.campaign.session, round=state.round, said=said)
            for said in book.tell(state, entry.events, "gm")
            if who in named(said)
        )
    return tuple(found)


def _remember(c: Remember, tx: Tx) -> Rejected | None:
    person = tx.state.person(c.who)
    if not isinstance(person, Person):
        return unknown(c.who)
    if person.sheet is None:
        return Rejected("no-sheet", {"who": Who(c.who)})
    text = c.text.strip()
    if not text:
        return Rejected("empty-name")
    # The oldest lines make room: a save is read whole.
    kept = sheet_of(person).history[-(MOST_REMARKS - 1) :]
    sheets.change(tx, c.who, history=(*kept, Remark(tx.state.campaign.session, text)))
    return None


DECIDE: Mapping[type[Command], Callable[[Any, Tx], Rejected | None]] = {Remember: _remember}
