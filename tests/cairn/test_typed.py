"""Lines as a Warden types them: patterns for many, nothing for a value, names that are taken."""

from __future__ import annotations

import pytest

from gmconsole.language.driver import Driver

from .table import Play


@pytest.fixture
def weir() -> Play:
    """The weir with four goblins; one of them is dead, one has surrendered; nobody owes a first-round save."""
    play = Play("weir")
    play.run("foe goblin times 4", "start", 'harm "Goblin 2" 20', 'set "Goblin 3" condition surrendered')
    play.run("save bryn = 1", "save oda = 1", "save tam = 1")
    return play


def named(play: Play, *ids: str) -> list[str]:
    return [play.state.entities[who].name for who in ids]


def test_a_pattern_means_those_still_in_play(weir: Play) -> None:
    weir.run('cast oda "Ember Breath" on goblin*')
    act = weir.state.fight.acts[weir.who("oda").id]
    assert named(weir, *act.targets) == ["Goblin", "Goblin 4"]
    weir.run("set goblin* armour 2")
    assert [c.name for c in weir.state.entities.values() if c.armour == 2 and "Gob" in c.name] == ["Goblin", "Goblin 4"]


def test_where_nobody_else_is_left_a_pattern_means_those_out_of_it(weir: Play) -> None:
    weir.run('remove "Goblin"', 'remove "Goblin 4"', "set goblin* armour 2")
    dressed = [c.name for c in weir.state.entities.values() if c.armour == 2 and "Gob" in c.name]
    assert dressed == ["Goblin 2", "Goblin 3"]


def test_the_party_s_own_are_in_play_while_they_bleed(weir: Play) -> None:
    weir.run("set tam condition critical", "set t* armour 2")
    assert weir.who("tam").armour == 2


def test_where_one_is_wanted_a_pattern_says_whom_it_means(weir: Play) -> None:
    refused = weir.refused("act goblin* 'x'".replace("'", '"'), "one-person-wanted")
    assert refused.params["word"] == "goblin*"


@pytest.mark.parametrize(("lang", "line"), [("en", "set m1 condition none"), ("zh", "设定 m1 状态 无")])
def test_a_condition_is_taken_away_by_a_word(lang: str, line: str) -> None:
    play = Play("weir")
    play.run("start", "set m1 condition dead")
    driver: Driver[object] = play.encounter.driver
    driver.lang = lang
    play.run(line)
    assert play.who("m1").condition == ""
    command = play.encounter.session.history.entries[-1].command
    assert command is not None and driver.line(command).endswith(line.split()[-1])
    refused = play.refused(line.rsplit(" ", 1)[0] + " qqq", "not-a-choice")
    said = play.encounter.words().refusal(refused)
    assert said.endswith({"en": ", none", "zh": "、无"}[lang]) and "of ," not in said


@pytest.mark.parametrize(
    ("said", "hp", "most"), [("hp 0", 0, 3), ("", 3, 3), ("hp 4", 4, 4), ("hp 0 most 6", 0, 6), ("most 6", 6, 6)]
)
def test_no_hit_points_are_not_the_same_as_none_said(said: str, hp: int, most: int) -> None:
    play = Play("campfire")
    play.run(f"add pc Ada {said}")
    (ada,) = play.state.entities.values()
    assert (ada.hp, ada.hp_max) == (hp, most)
    command = play.encounter.session.history.entries[-1].command
    assert command is not None and play.encounter.driver.line(command) == f"add pc Ada {said}".strip()


def test_an_answer_is_written_in_the_language_at_hand() -> None:
    play = Play("weir")
    play.run("start", "save bryn = 1", "save oda = 20", "save tam = 20", "attack bryn m1", "damage = 8 8")
    play.run("save m1 = 20")
    (question,) = play.state.questions
    play.run(f"answer {question} dead")
    command = play.encounter.session.history.entries[-1].command
    play.encounter.driver.lang = "zh"
    assert command is not None and play.encounter.driver.line(command) == f"回答 {question} 死亡"


def test_namesakes_are_told_apart_by_their_tags(weir: Play) -> None:
    weir.run('rename m1 "Bryn"')
    refused = weir.refused("attack tam Bryn", "ambiguous-person")
    assert weir.encounter.words().refusal(refused) == f"Bryn could be 1 Bryn, {weir.who('m1').tag} Bryn"


def test_a_book_without_words_for_places_has_no_verb_for_them(weir: Play) -> None:
    weir.refused("environment dark", "unknown-verb")
    assert "environment" not in {verb.id for verb in weir.encounter.driver.verbs()}
