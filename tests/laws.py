"""What the laws of every book share: a game of random play, and what of it players may get to see.

A game is the module of a book's random play (``play``): each play is a table (a number) and a list of steps (numbers).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from types import ModuleType
from typing import Any, TypeAlias

from hypothesis import strategies as st

from gmconsole.board import json as board_json
from gmconsole.board import rows
from gmconsole.core.codec import plain
from gmconsole.core.model import Command
from gmconsole.core.session import Session
from gmconsole.core.views import Board
from gmconsole.encounter import Encounter

Game: TypeAlias = ModuleType
How: TypeAlias = tuple[int, list[int]]

STEP = st.integers(0, 2**32 - 1)
TABLE = st.integers(0, 2**16 - 1)
INTERNAL = re.compile(r"\b(?:pc|npc|obj|q|check|hazard|light|pending|opposed|save|item|scar)-\d{3}\b")


def plays(longest: int) -> Any:
    """A table and the steps taken at it."""
    steps = st.one_of(st.lists(STEP, max_size=longest), st.lists(STEP, min_size=longest // 2, max_size=longest))
    return st.tuples(TABLE, steps)


def played(game: Game, how: How, *, nasty: bool = False) -> Iterator[tuple[Session[Any], Command, object]]:
    """The session after each step, with the command and what came of it."""
    session = game.table(how[0], nasty=nasty)
    for step in how[1]:
        command = game.command(step, session.state)
        yield session, command, session.execute(command)


def after(game: Game, how: How, *, nasty: bool = False) -> Session[Any]:
    """The session after all the steps."""
    session: Session[Any] = game.table(how[0], nasty=nasty)
    for step in how[1]:
        session.execute(game.command(step, session.state))
    return session


def texts(encounter: Encounter) -> Iterator[str]:
    """All that players may get to see, in both languages."""
    board = encounter.board("players")
    for lang in ("en", "zh"):
        said = encounter.words(lang)
        yield json.dumps(
            board_json.as_json(board, said, lambda command: encounter.driver.line(command)), ensure_ascii=False
        )
        yield rows.as_text(board, said, 2000)
    yield repr(plain(board))


def asked(encounter: Encounter) -> set[str]:
    """The console's questions to the GM as they are worded, in both languages."""
    found = [encounter.ruleset.asks.sentence(q) for q in encounter.state.questions.values()]
    return {encounter.words(lang).say(m) for lang in ("en", "zh") for m in found}


def public_tags(board: Board, encounter: Encounter) -> None:
    """Tags are counted without a gap over everybody the players have ever seen."""
    given_out = [e.shown_as for e in encounter.state.entities.values() if e.shown_as]
    digits = sorted(int(t) for t in given_out if t.isdigit())
    letters = sorted((t for t in given_out if t.isalpha()), key=lambda t: (len(t), t))
    assert digits == list(range(1, len(digits) + 1))
    assert letters == [chr(ord("a") + n) for n in range(len(letters))]
    assert set(board.cards) <= set(given_out)
    assert all(card.id == card.tag == who for who, card in board.cards.items())


def keeps_secrets(game: Game, encounter: Encounter) -> None:
    """Players see nothing of what is called secret, no id of the program, and no question to the GM."""
    public_tags(encounter.board("players"), encounter)
    for text in texts(encounter):
        assert game.SECRET not in text, text
        assert not INTERNAL.search(text), text
        for question in asked(encounter):
            assert question not in text, text
