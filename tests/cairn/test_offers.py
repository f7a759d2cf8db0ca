"""What a line offers next in Cairn: only what fits, and never what the rules refuse at the moment."""

from __future__ import annotations

import pytest

from gmconsole.core.model import Rejected
from gmconsole.encounter import Encounter
from gmconsole.language import complete
from gmconsole.scenarios import load_scenario, start_state

CASTER = "Pim"


def ambush() -> Encounter:
    """The ambush with a spellbook, a scroll of many and a relic in Pim's pack, before the fight."""
    encounter = Encounter.begin(start_state(load_scenario("ambush"), "en"), seed=1, lang="en")
    run(encounter, 'give pim "Wand of Frost" kind relic die d8 uses 3')
    return encounter


def run(encounter: Encounter, line: str) -> None:
    done = encounter.run(line)
    assert not isinstance(done, Rejected), (line, done)


def offered(encounter: Encounter, text: str) -> set[str]:
    return {c.word for group in complete.offer(encounter.driver, text).groups for c in group.choices}


@pytest.mark.rule("CA-MAG-006", "CA-MAG-007")
def test_a_spell_is_empowered_and_said_to_be_dangerous_only_out_of_a_fight() -> None:
    encounter = ambush()
    text = 'cast pim "Wall of Mist" '
    assert {"empowered", "danger"} <= offered(encounter, text)
    assert "save yes" not in offered(encounter, text)
    assert "empowered" not in offered(encounter, text + "danger ")
    assert {"save yes", "save no"} <= offered(encounter, text + "danger ")
    run(encounter, "start waive edda pim brick")
    assert not {"empowered", "danger"} & offered(encounter, text)
    assert {"save yes", "save no"} <= offered(encounter, text)
    assert "save yes" not in offered(encounter, 'cast pim "Wand of Frost" ')


def test_an_unclear_number_is_offered_with_a_blast_alone() -> None:
    encounter = ambush()
    run(encounter, "start waive edda pim brick")
    assert "unclear" in offered(encounter, 'cast pim "Rain of Fire" ')
    assert "blast" not in offered(encounter, 'cast pim "Rain of Fire" ')
    assert "unclear" not in offered(encounter, 'cast pim "Wand of Frost" ')
    assert "unclear" in offered(encounter, 'cast pim "Wand of Frost" blast ')
    assert "unclear" not in offered(encounter, "attack edda deserters ")


def test_enemies_come_first_among_those_a_spell_may_be_cast_on() -> None:
    encounter = ambush()
    run(encounter, "start waive edda pim brick")
    [group] = [g for g in complete.offer(encounter.driver, 'cast pim "Rain of Fire" on ').groups if g.title == "on"]
    assert [c.label for c in group.choices] == ["Deserters", "Hook", "Edda", "Brick", "Pim"]


def test_a_whole_name_means_its_bearer_in_any_case_of_letters() -> None:
    encounter = ambush()
    run(encounter, "foe goblin times 3")
    run(encounter, "start waive edda pim brick")
    run(encounter, "attack edda goblin")
    [act] = encounter.state.fight.acts.values()
    assert [encounter.state.entities[t].name for t in act.targets] == ["Goblin"]
    unclear = encounter.run("attack pim gob")
    assert isinstance(unclear, Rejected) and unclear.code == "ambiguous-person"


def test_a_question_is_answered_with_its_own_answers() -> None:
    encounter = ambush()
    run(encounter, 'hire Hal "local guide"')
    run(encounter, "answer q-001 market")
    run(encounter, "recruit")
    first, second = encounter.state.questions.values()
    assert {c.split(" ")[-1] for c in offered(encounter, f"answer {first.id} ")} == {"roll", "no"}
    assert "roll" not in offered(encounter, f"answer {second.id} ")
    assert "cutpurse" in offered(encounter, f"answer {second.id} ")
    nothing = encounter.run(f"answer {second.id}")
    assert isinstance(nothing, Rejected) and nothing.code == "no-answer"
