"""A rulebook from outside, on every door that has no screen: nothing but the kernel's own defaults stands behind it."""

from __future__ import annotations

import msgspec
import pytest

from gmconsole.board import json as board_json
from gmconsole.board import rows
from gmconsole.core.session import Session
from gmconsole.core.views import Board
from gmconsole.language.driver import Driver
from gmconsole.text import Words

from .core.toy import Begin, Sit, Toy


@pytest.fixture
def board() -> Board:
    book = Toy()
    session = Session(book, book.new_state("At the table"), seed=1)
    for command in (Sit(name="Ann"), Sit(name="Bo"), Begin()):
        session.execute(command)
    assert Driver(session).run("band 1 2 here") is not None
    return book.view(session.state, "gm")


def test_its_board_is_printed_under_the_usual_titles(board: Board) -> None:
    text = rows.as_text(board, Words("en", Toy()), 80)
    assert "-- Party --" in text
    assert "-- Distance --" in text
    assert "here" in text
    assert [e["name"] for e in board_json.as_json(board, Words("en", Toy()), str)["entities"].values()] == ["Ann", "Bo"]


@pytest.mark.parametrize("names", [{}, {"here": Toy().band_names()["here"]}])
def test_a_book_may_have_one_band_or_none(board: Board, names: dict[str, object]) -> None:
    text = rows.as_text(msgspec.structs.replace(board, band_names=names), Words("en", Toy()), 80)
    assert ("-- Distance --" in text) is bool(names)
    assert "-- Others --" in text
