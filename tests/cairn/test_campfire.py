"""An evening that begins with nobody: what the note of the empty table says can be typed, and a fight comes of it."""

from __future__ import annotations

import re

import pytest

from gmconsole.core.questions import Answer
from gmconsole.core.session import Accepted, Moved
from gmconsole.encounter import Encounter
from gmconsole.scenarios import load_scenario, start_state

FOE = {"en": "Root Goblin, 4 HP, 8 STR, 14 DEX, spear (d6)", "zh": "根妖，4耐久度，8力量，14敏捷，长矛（d6）"}


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_every_line_of_the_note_can_be_typed_as_it_stands(lang: str) -> None:
    table = Encounter.begin(start_state(load_scenario("campfire"), lang), None, seed=5, lang=lang)
    (note,) = table.state.notes
    *making, start = dict.fromkeys(re.findall(r"`([^`]+)`", note))
    (pasted,) = table.driver.pasted(FOE[lang])
    assert isinstance(pasted, str)
    for line in (*making, pasted, start):
        done = table.run(line)
        assert isinstance(done, Accepted | Moved), (line, done)
        while table.state.questions and line != start:
            question = next(iter(table.state.questions.values()))
            value = question.value or question.choices[0]
            assert isinstance(table.session.execute(Answer(question=question.id, value=value)), Accepted), question
    sides = sorted(c.side for c in table.state.entities.values())
    assert sides == ["opponents", "pcs", "pcs", "pcs"]
    armed = next(c for c in table.state.entities.values() if c.name in ("Ada", "阿达"))
    assert len(armed.items) == 2 and armed.hp == armed.hp_max == 4
    assert table.state.mode != "calm"
