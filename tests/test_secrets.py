"""T23: players notice a hidden creature by a vanished marker or a missing number. Here nothing is left of it."""

from __future__ import annotations

import json

import pytest

from gmconsole.board import json as board_json
from gmconsole.board import rows
from gmconsole.core.model import Rejected
from gmconsole.core.session import Accepted
from gmconsole.encounter import Encounter
from gmconsole.rulesets.lawn import RULESET

from .helpers import begin

OPENING = (
    'add pc "Ann"',
    'add npc "Bruno" life 3',
    'add npc "Lurker" hidden life 5',
    'add npc "Carla" friendly',
    "band Ann Bruno medium",
    "band Lurker Ann Bruno Carla near",
    "band Carla Ann Bruno near",
    'note "the lurker waits under the stairs"',
    "start crisis fight",
    "difficulty D6 exactly",
    "initiative ann = 4 5 6 1 2 2 2 2",
    "next",
    "next",
    "declare lurker approach ann",
    "declare bruno approach ann",
    "declare carla",
    "declare ann retreat bruno by crawl",
)


def play(*lines: str) -> Encounter:
    encounter = Encounter.begin(RULESET.new_state("Cellar"), seed=4)
    for line in (*OPENING, *lines):
        done = encounter.run(line)
        assert not isinstance(done, Rejected), (line, encounter.words().refusal(done))
    return encounter


def shown(encounter: Encounter, lang: str) -> str:
    board = encounter.board("players")
    words = encounter.words(lang)
    return rows.as_text(board, words, 100) + json.dumps(board_json.as_json(board, words, encounter.driver.line))


def test_a_hidden_foe_leaves_no_trace_in_order_count_tags_bands_or_log() -> None:
    encounter = play()
    for lang in ("en", "zh"):
        text = shown(encounter, lang).casefold()
        for secret in ("lurker", "npc-002", "stairs", "npc-00"):
            assert secret not in text, (lang, secret)
    board = encounter.board("players")
    assert sorted(board.cards) == ["1", "a", "b"]
    assert {who: card.name for who, card in board.cards.items()} == {"1": "Ann", "a": "Bruno", "b": "Carla"}
    assert set(board.bands) <= {"1", "a", "b"}
    assert all(set(row) <= {"1", "a", "b"} for row in board.bands.values())
    assert [place.id for place in board.order] == ["1", "a", "b"]
    assert not board.notes


def test_once_seen_the_foe_gets_the_next_tag_of_the_players_own_count() -> None:
    encounter = play("reveal lurker")
    board = encounter.board("players")
    assert {who: card.name for who, card in board.cards.items()} == {
        "1": "Ann",
        "a": "Bruno",
        "b": "Carla",
        "c": "Lurker",
    }
    assert encounter.state.entities["npc-002"].tag == "b"


def test_a_hidden_foe_whose_turn_it_is_is_nobody_to_the_players() -> None:
    encounter = play()
    assert not isinstance(encounter.run("phase action force"), Rejected)
    for _ in range(6):
        turn = encounter.state.crisis.turn
        public = encounter.board("players").turn
        assert public == ("" if turn == "npc-002" else encounter.state.entities[turn].shown_as if turn else "")
        if not turn or isinstance(encounter.run(f"pass {turn}"), Rejected):
            break
    assert encounter.state.crisis.slots["npc-002"]
    assert "lurker" not in shown(encounter, "en").casefold()


@pytest.mark.parametrize("scenario", ["campfire", ""])
def test_numbers_of_namesakes_do_not_betray_those_who_are_hidden(scenario: str) -> None:
    """Neither on the board nor in the log, and no number changes when the others step forward."""
    encounter = begin(scenario)
    lines = (
        ("foe goblin hidden times 3", "foe goblin times 2")
        if scenario
        else ("add npc Goblin hidden", 'add npc "Goblin 2"', 'add npc "Goblin 3"')
    )
    for line in lines:
        assert isinstance(encounter.run(line), Accepted), line

    def seen() -> tuple[list[str], str]:
        board = encounter.board("players")
        return [c.name for c in board.cards.values()], rows.as_text(board, encounter.words())

    names, text = seen()
    assert names == ["Goblin", "Goblin 2"]
    assert not any(f"Goblin {n}" in text for n in (3, 4, 5))
    encounter.run("reveal goblin")
    shown = {c.tag: c.name for c in encounter.board("players").cards.values()}
    assert shown == {"a": "Goblin", "b": "Goblin 2", "c": "Goblin 3"}


def test_names_stay_the_gm_s_own_where_nobody_is_missing() -> None:
    encounter = begin("campfire")
    for line in ("foe goblin times 3", 'foe "Agent 47, 4 HP"', 'remove "Goblin 2"', "foe goblin"):
        assert isinstance(encounter.run(line), Accepted), line
    names = [c.name for c in encounter.board("players").cards.values()]
    assert names == ["Goblin", "Goblin 3", "Agent 47", "Goblin 2"]
