"""What lasts of a skill's use: memories, knots, animals; and reading at speed (LP-SKL-110, -111, -121, -130)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from gmconsole.core.commands import Remove
from gmconsole.core.messages import english
from gmconsole.core.model import Msg
from gmconsole.rulesets.lawn import RULESET, party_writing
from gmconsole.rulesets.lawn.checks import CallCheck, RollCheck
from gmconsole.rulesets.lawn.neutral import PassTime
from gmconsole.rulesets.lawn.sheets import sheet_of
from gmconsole.rulesets.lawn.skill_kept import Keep, binding, carried, kept, obeys, reading_minutes

from .conftest import Table
from .rounds import answer, asked, failure, success
from .skilled import cannot, does, learn, owed, two

DAY = 24 * 60
HEARD, SEEN = "memorize_recording", "memorize_images"


def mind(table: Table, name: str = "jessica") -> list[tuple[str, str]]:
    """What somebody has in mind."""
    return [(item.what, item.text) for item in kept(table.who(name), "images", "recording")]


def said(table: Table) -> str:
    """What the log tells of the last command."""
    entry = table.session.history.entries[-1]
    told = (RULESET.sayings[type(e)](e, table.state) for e in entry.events if type(e) in RULESET.sayings)
    return "; ".join(english(t) for t in told if t is not None)


@pytest.mark.rule("LP-SKL-110")
def test_a_new_recording_takes_the_place_of_the_old(table: Table) -> None:
    two(table, "eidetic_memory")
    does(table, "jessica", "eidetic_memory", HEARD, text="the phone call")
    does(table, "jessica", "eidetic_memory", SEEN, text="the study")
    assert mind(table) == [("recording", "the phone call"), ("images", "the study")]
    does(table, "jessica", "eidetic_memory", HEARD, text="the sermon")
    assert mind(table) == [("images", "the study"), ("recording", "the sermon")]
    assert "the sermon" in said(table) and "no longer" in said(table)
    does(table, "jessica", "eidetic_memory", SEEN, text="the cellar")
    assert mind(table) == [("recording", "the sermon"), ("images", "the cellar")]


@pytest.mark.rule("LP-SKL-110")
def test_what_is_kept_in_mind_is_looked_up_without_a_check(table: Table) -> None:
    two(table, "eidetic_memory")
    does(table, "jessica", "eidetic_memory", HEARD, text="the phone call")
    assert not table.state.checks
    card = RULESET.draw(table.state).cards[table.ids["jessica"]]
    shown = [english(s.text) for line in card.lines for s in line if isinstance(s.text, Msg)]
    assert "kept:recording: the phone call" in shown
    table.do(CallCheck(who=(table.ids["jessica"],), kind="WIS", purpose="memory"))
    (task,) = table.tasks("check")
    assert "kept in mind, no check needed: the phone call" in [english(m) for m in task.detail]
    assert cannot(table, "jessica", "eidetic_memory", HEARD) == "nothing-to-keep"
    assert cannot(table, "mike", "eidetic_memory", HEARD, text="the phone call") == "lacks-skill"


@pytest.mark.rule("LP-SKL-111")
def test_an_hour_of_text_in_ten_minutes(table: Table) -> None:
    two(table, "speed_reading")
    assert [reading_minutes(n) for n in (60, 1, 90, 120)] == [10, 1, 15, 20]
    (used,) = does(table, "jessica", "speed_reading", "speed_read", value=60)
    assert used.value == 60 and not table.state.checks
    assert "60 minutes of text in 10 minutes" in said(table) and "strenuous" in said(table)
    assert cannot(table, "jessica", "speed_reading", "speed_read") == "reading-how-long"
    assert cannot(table, "mike", "speed_reading", "speed_read", value=60) == "lacks-skill"


@pytest.mark.rule("LP-SKL-121")
def test_a_knot_keeps_its_physique(table: Table) -> None:
    two(table, "ropework")
    table.npc("thug")
    jessica, thug = table.ids["jessica"], table.ids["thug"]
    table.do(CallCheck(who=(jessica,), kind="OPR", purpose="ropework", difficulty=9))
    table.do(RollCheck(who=jessica), success(5))
    does(table, "jessica", "ropework", "tie_knot", target=thug, value=4, text="wrists", difficulty=9)
    assert (owed(table).type, owed(table).purpose) == ("OPR", "tie_knot")
    table.do(RollCheck(who=jessica), failure(5))
    assert binding(table.state, thug) is None
    does(table, "jessica", "ropework", "tie_knot", target=thug, value=4, text="wrists", difficulty=9)
    table.do(RollCheck(who=jessica), success(5))
    knot = binding(table.state, thug)
    assert knot is not None and (knot.text, knot.value) == ("wrists", 4)
    assert "physique 4" in said(table)
    assert cannot(table, "jessica", "ropework", "tie_knot", value=100) == "out-of-bounds"


@pytest.mark.rule("LP-SKL-121")
def test_the_physique_of_a_knot_is_asked_where_nobody_said_it(table: Table) -> None:
    two(table, "ropework")
    does(table, "jessica", "ropework", "tie_knot", text="the boat", difficulty=6)
    table.do(RollCheck(who=table.ids["jessica"]), success(5))
    (question,) = asked(table, "knot")
    assert question.choices[0] == question.value == "1"
    answer(table, "knot", "3")
    assert [(k.text, k.value) for k in kept(table.who("jessica"), "knot")] == [("the boat", 3)]
    does(table, "jessica", "ropework", "rope_art", difficulty=6)
    assert owed(table).serves == ""


@pytest.fixture
def kennel(table: Table) -> Table:
    """Jessica has passed the check to train the dog."""
    two(table, "animal_training")
    table.npc("dog", life=2)
    does(table, "jessica", "animal_training", "train_animal", target=table.ids["dog"], difficulty=9)
    assert (owed(table).type, owed(table).purpose) == ("INF", "train_animal")
    table.do(RollCheck(who=table.ids["jessica"]), success(5))
    return table


def trained(table: Table) -> bool:
    return obeys(table.who("jessica"), table.who("dog"))


@pytest.mark.rule("LP-SKL-130", "LP-SAN-016")
def test_an_animal_obeys_after_seven_days_together(kennel: Table) -> None:
    assert [(t.who, t.by, t.days) for t in kennel.state.together.values()] == [
        (kennel.ids["dog"], kennel.ids["jessica"], 7)
    ]
    kennel.do(PassTime(minutes=6 * DAY, rest=True))
    assert not trained(kennel)
    kennel.do(PassTime(minutes=DAY))
    assert trained(kennel) and not kennel.state.together
    assert "obeys" in said(kennel)


@pytest.mark.rule("LP-SKL-130")
def test_days_that_have_passed_already_count(table: Table) -> None:
    two(table, "animal_training")
    table.npc("dog", life=2)
    dog = table.ids["dog"]
    for days, left in ((5, [2]), (7, [])):
        does(table, "jessica", "animal_training", "train_animal", target=dog, value=days, difficulty=9)
        table.do(RollCheck(who=table.ids["jessica"]), success(5))
        assert [t.days for t in table.state.together.values()] == left
        table.do(PassTime(minutes=2 * DAY))
        assert trained(table)
        table.do(Keep(who=table.ids["jessica"], what="animal", drop=True))


@pytest.mark.rule("LP-SKL-130")
def test_without_the_check_no_days_count(table: Table) -> None:
    two(table, "animal_training")
    table.npc("dog", life=2)
    does(table, "jessica", "animal_training", "train_animal", target=table.ids["dog"], difficulty=9)
    table.do(RollCheck(who=table.ids["jessica"]), failure(5))
    table.do(PassTime(minutes=9 * DAY))
    assert not trained(table)
    assert cannot(table, "jessica", "animal_training", "train_animal") == "needs-an-animal"
    assert cannot(table, "jessica", "animal_training", "train_animal", target=table.ids["mike"]) == "needs-an-animal"
    learn(table, "mike", "veterinary_care")
    assert cannot(table, "mike", "animal_training", "train_animal", target=table.ids["dog"]) == "lacks-skill"


def test_the_gm_writes_down_and_strikes_what_is_kept(kennel: Table) -> None:
    jessica, dog = kennel.ids["jessica"], kennel.ids["dog"]
    kennel.do(Keep(who=jessica, what="animal", target=dog))
    assert trained(kennel)
    kennel.do(Keep(who=jessica, what="animal", drop=True))
    assert not trained(kennel)
    assert kennel.refused(Keep(who=jessica, what="animal", drop=True)).code == "nothing-kept"
    assert kennel.refused(Keep(who=jessica, what="animal")).code == "needs-an-animal"
    kennel.do(Keep(who=jessica, what="recording", text="a song"))
    assert mind(kennel) == [("recording", "a song")]
    assert kennel.refused(Keep(who=jessica, what="recording")).code == "nothing-to-keep"
    assert kennel.refused(Keep(who=jessica, what="song", text="x")).code == "not-a-choice"
    kennel.do(Keep(who=jessica, what="knot", target=dog, value=2))
    assert binding(kennel.state, dog) is not None
    assert kennel.refused(Keep(who=jessica, what="knot", value=100)).code == "out-of-bounds"
    kennel.do(Remove(who=dog))


def test_what_is_kept_goes_along_without_the_ids_of_the_encounter(kennel: Table) -> None:
    jessica, dog = kennel.ids["jessica"], kennel.ids["dog"]
    kennel.do(Keep(who=jessica, what="animal", target=dog))
    kennel.do(Keep(who=jessica, what="knot", target=dog, value=2))
    kennel.do(Keep(who=jessica, what="recording", text="a song"))
    along = carried(sheet_of(kennel.who("jessica")))
    assert [(item.what, item.text, item.who) for item in along] == [("animal", "dog", ""), ("recording", "a song", "")]
    written = party_writing.tables(kennel.state, RULESET)["character"][0]["kept"]
    assert written == [{"what": "animal", "text": "dog"}, {"what": "recording", "text": "a song"}]
    next_time = Table()
    rex, fido = next_time.npc("dog"), next_time.npc("fido")
    jess = replace(kennel.who("jessica"), sheet=replace(sheet_of(kennel.who("jessica")), kept=along))
    assert [obeys(jess, next_time.state.entities[who]) for who in (rex, fido)] == [True, False]
