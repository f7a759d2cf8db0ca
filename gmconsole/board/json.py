"""The Board as JSON: stable, versioned ``"board": 1``."""

from __future__ import annotations

from typing import Any

from ..core.codec import plain
from ..core.views import Board
from ..text import Words
from . import rows

VERSION = 1


def as_json(board: Board, words: Words, write: Any) -> dict[str, Any]:
    """The Board as plain values for JSON; ``write`` turns a command into its line."""
    say = rows.worded(board, words)
    entities = {}
    for who, card in board.cards.items():
        entities[who] = {
            "name": card.name,
            "kind": card.kind,
            "side": card.side,
            "present": card.present,
            "tag": card.tag,
            "hidden": card.hidden,
            "status": card.status,
            **plain(dict(card.facts)),
        }
    pairs = [
        [a, b, band]
        for a, row in board.bands.items()
        for b, band in row.items()
        if a in board.cards and b in board.cards and (a < b or board.bands.get(b, {}).get(a) != band)
    ]
    return {
        "board": VERSION,
        "title": board.title,
        "ruleset": board.ruleset,
        "round": board.round,
        "phase": board.phase,
        "mode": board.mode,
        "turn": board.turn or None,
        "order": [r.id for r in board.order],
        "owed": [
            {
                "who": t.who or None,
                "what": say.say(t.what),
                "blocking": t.blocking,
                "command": write(t.command) if t.command is not None else None,
            }
            for t in board.tasks
            if not t.done
        ],
        "entities": entities,
        "bands": sorted(pairs),
        "environment": list(board.environment),
        "clocks": {name: {"filled": c.filled, "size": c.size} for name, c in board.clocks.items()},
        "log": rows.log_lines(board, words),
    }
