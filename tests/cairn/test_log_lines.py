"""A line of the log says what was true then: when a save is opened its lines are worded anew, from later states."""

from __future__ import annotations

from gmconsole.core.session import Session
from gmconsole.rulesets.cairn import RULESET
from gmconsole.rulesets.cairn.state import CairnState

from . import play
from .table import Play


def told(session: Session[CairnState]) -> list[list[str]]:
    """The whole log entry by entry, as a save that is opened now tells it."""
    return [list(map(str, RULESET.tell(session.state, e.events, "gm"))) for e in session.history.entries]


def test_no_line_changes_when_the_game_goes_on() -> None:
    at = Play("moor_chase")
    known: list[list[str]] = []
    for line in (
        "start chase quarry pcs",
        'retreat gant "the ring of stones"',
        'risk sorrel DEX "the bog"',
        "hold sorrel",
        "save gant = 2",
        "save sorrel = 2",
        "set sorrel condition critical",
        "hour sorrel 50",
        "end",
        "time 7 minutes",
        "set sorrel condition stable",
        "start",
        "end",
    ):
        at.run(line)
        now = told(at.encounter.session)
        assert now[: len(known)] == known, line
        known = now
    assert any("act:retreat" in line for entry in known for line in entry)


def test_nor_in_any_play() -> None:
    for seed in range(6):
        session = play.table(seed)
        known: list[list[str]] = []
        for step in range(60):
            session.execute(play.command(1000 * seed + step, session.state))
            now = told(session)
            assert now[: len(known)] == known
            known = now
