"""What ``gmconsole`` prints of an encounter: its board, somebody's sheet, rules; as text or as JSON."""

from __future__ import annotations

import json
import shutil
import sys
from typing import TYPE_CHECKING, Any

from .core.ruleset import Ruleset
from .text import Words

if TYPE_CHECKING:
    from .encounter import Encounter


def columns() -> int:
    """The width to print in: the terminal's, within reason."""
    return max(40, min(shutil.get_terminal_size((100, 24)).columns if sys.stdout.isatty() else 100, 160))


def board(encounter: Encounter, *, players: bool, as_json: bool) -> None:
    """Print the board for the GM or the players."""
    from .board import json as board_json
    from .board import rows

    seen, words = encounter.board("players" if players else "gm"), encounter.words()
    if as_json:
        print(json.dumps(board_json.as_json(seen, words, encounter.driver.line), ensure_ascii=False))
    else:
        print(rows.as_text(seen, words, columns()), end="")


def sheet(encounter: Encounter, who: str) -> None:
    """Print the sheet of the one named, else of everybody on the board."""
    from .board import sheet as rows

    words, cards = encounter.words(), encounter.board().cards
    for card in [cards[who]] if who in cards else cards.values():
        sections = encounter.ruleset.sheet(encounter.state, card.id)
        print(rows.as_text(f"{card.tag} {card.name}", sections, words, columns()), end="")


def rules(book: Ruleset[Any], asked: str, words: Words, *, as_json: bool = False) -> None:
    """Print the rules in which all the words stand: a single one whole. Raises ContentError."""
    from .board.ledger import answer
    from .core.codec import plain
    from .rules import ledger

    known = ledger(book)
    if as_json:
        for rule in known.search(asked, words.lang):
            print(json.dumps(plain(rule), ensure_ascii=False))
    else:
        print(answer(known, asked, words, columns()), end="")
