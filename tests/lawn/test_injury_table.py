"""The rest of the injury table: sources of harm, hands, eyes and feet in use, and a table with faults (LP-INJ)."""

from __future__ import annotations

from pathlib import Path

import pytest

from gmconsole import content
from gmconsole.content import ContentError, read_document
from gmconsole.core.commands import SetField, SetOption
from gmconsole.core.messages import english
from gmconsole.core.model import Msg, Rejected
from gmconsole.core.phases import Task
from gmconsole.core.scenario import Problem
from gmconsole.language.driver import Driver, Request
from gmconsole.rulesets.lawn import RULESET, harm, injuries, limbs, movers, weapons, words
from gmconsole.rulesets.lawn.actions import Act, Observe
from gmconsole.rulesets.lawn.checks import CallCheck, RollCheck
from gmconsole.rulesets.lawn.hazards import AddHazard
from gmconsole.rulesets.lawn.injuries import ChangeState
from gmconsole.rulesets.lawn.movement import Declare
from gmconsole.rulesets.lawn.questions import Answer
from gmconsole.rulesets.lawn.relief import Tend
from gmconsole.rulesets.lawn.state import ATTRIBUTES, Injury, Person
from gmconsole.rulesets.lawn.tables import SOURCES, STATES, Source, StateDef

from .conftest import Table
from .rounds import answer, asked, failure, fight, give, go_to, injury, pool, success

MINORS = {s.id for s in STATES.values() if s.kind == "minor"}


def person(*states: str, dominant: str = "right") -> Person:
    """A person with those states."""
    found = [injuries.read_state(s) for s in states]
    return Person(
        id="pc-001",
        name="Mike",
        kind="pc",
        side="party",
        tag="1",
        dominant=dominant,
        states=tuple(Injury(id=w.id, side=w.side, tended=w.tended) for w in found if isinstance(w, injuries.Written)),
    )


def code(refused: Rejected | None) -> str:
    """A refusal's code; empty where nothing is refused."""
    return "" if refused is None else refused.code


# Which state a failure gives -----------------------------------------------------------------------------------------


@pytest.mark.rule("LP-INJ-001")
def test_damage_is_a_state_and_no_number(table: Table) -> None:
    mike = table.pc("mike")
    table.npc("cowboy")
    before = table.who("mike")
    fight(table, pcs=(), npcs=())
    table.do(AddHazard(name="fist", kind="FLX", on=(mike,), fail="damage"))
    go_to(table, "neutral", 1)
    table.do(RollCheck(who=mike), failure(5))
    after = table.who("mike")
    assert [(i.id, i.tended) for i in after.states] == [("light_wound", False)]
    assert (after.life, after.sanity, after.attributes) == (before.life, before.sanity, before.attributes)


@pytest.mark.rule("LP-INJ-002", "LP-INJ-027")
def test_a_failed_toughness_check_proposes_a_light_wound(table: Table) -> None:
    mike = table.pc("mike")
    table.do(RollCheck(who=mike, kind="PHY", purpose="toughness", difficulty=6), failure(5))
    question = asked(table, "injury")[0]
    assert (question.who, question.value, question.blocking) == (mike, "light_wound", False)
    assert set(question.choices) == {*MINORS, "refuse"}
    assert not [c for c in question.choices if c in STATES and STATES[c].kind == "severe"]
    task: Task = table.tasks("question:injury")[0]
    assert task.command == Answer(question=question.id, value="light_wound")
    table.do(task.command)
    assert table.states("mike") == ["light_wound"]


@pytest.mark.rule("LP-INJ-002")
@pytest.mark.parametrize(
    ("value", "after"),
    [("frostbite", ["frostbite"]), ("illness", ["illness"]), ("light_wound", ["light_wound"]), ("refuse", [])],
)
def test_a_failed_check_against_the_cold_offers_what_cold_does(table: Table, value: str, after: list[str]) -> None:
    mike = table.pc("mike")
    table.do(RollCheck(who=mike, kind="PHY", purpose="cold", difficulty=6), failure(5))
    assert asked(table, "injury")[0].choices == ("frostbite", "illness", "light_wound", "refuse")
    answer(table, "injury", value)
    assert table.states("mike") == after


@pytest.mark.rule("LP-INJ-002")
@pytest.mark.parametrize("fail", ["cold", "frostbite/illness/light_wound"])
def test_a_hazard_may_leave_the_state_to_the_gm(table: Table, fail: str) -> None:
    fight(table)
    mike = table.ids["mike"]
    table.do(AddHazard(name="blizzard", kind="PHY", on=(mike,), fail=fail))
    go_to(table, "neutral", 1)
    table.do(RollCheck(who=mike), failure(5))
    question = asked(table, "injury")[0]
    assert (question.choices, question.blocking) == (("frostbite", "illness", "light_wound", "refuse"), True)
    answer(table, "injury", "illness")
    assert table.states("mike") == ["illness"]
    assert table.refused(AddHazard(name="x", kind="PHY", fail="frostbite/flu")).code == "unknown-state"


@pytest.mark.rule("LP-INJ-002")
def test_nothing_is_asked_where_nothing_failed(table: Table) -> None:
    mike, cowboy = table.pc("mike"), table.npc("cowboy")
    table.do(RollCheck(who=mike, kind="PHY", purpose="toughness", difficulty=6), success(5))
    table.do(RollCheck(who=mike, kind="PHY", purpose="speed", difficulty=6), failure(5))
    table.do(RollCheck(who=cowboy, kind="PHY", purpose="toughness", difficulty=6), failure(5))
    assert asked(table, "injury") == []
    table.do(RollCheck(who=mike, kind="PHY", purpose="toughness", difficulty=6), failure(5))
    give(table, "mike", "dead")
    assert asked(table, "injury") == []


@pytest.mark.rule("LP-INJ-027")
def test_severe_states_are_behind_an_override_that_the_log_shows(table: Table) -> None:
    mike = table.pc("mike")
    assert not [s for row in SOURCES.values() for s in row.states if STATES[s].kind == "severe"]
    done = table.do(ChangeState(who=(mike,), add=("severe_wound",)))
    said = RULESET.tell(table.state, done.entry.events, "gm")
    assert any(
        m.id == "{who} {parts}"
        and m.fields["parts"] == (Msg("gains {state}", {"state": Msg("state:severe_wound"), "by": ""}),)
        for m in said
    )
    assert [e.cause for e in done.entry.events if isinstance(e, injuries.InjuriesChanged)] == ["gm"]


@pytest.mark.rule("LP-INJ-016")
def test_a_stun_gun_electrocutes_before_any_check_against_it() -> None:
    before = [e for e in weapons.WEAPONS["stun_gun"].effect if e.when == "hit"]
    assert [(e.states, e.check) for e in before] == [(("electrocuted",), "")]


# Hands ---------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-INJ-051", "LP-INJ-052")
@pytest.mark.parametrize(
    ("states", "hand", "refused"),
    [
        (("injured_hand:right",), "both", "hand-out-of-use"),
        (("injured_hand:right",), "right", "hand-out-of-use"),
        (("injured_hand:right",), "left", ""),
        (("both_hands_injured",), "left", "hand-out-of-use"),
        (("both_hands_injured",), "", ""),
        (("injured_hand:right:tended",), "both", ""),
    ],
)
def test_a_hand_out_of_use_refuses_the_check(table: Table, states: tuple[str, ...], hand: str, refused: str) -> None:
    fight(table)
    mike = table.ids["mike"]
    give(table, "mike", *states)
    go_to(table, "action", 1)
    for command in (
        RollCheck(who=mike, kind="OPR", difficulty=6, hand=hand),
        CallCheck(who=(mike,), kind="OPR", hand=hand),
        Act(who=mike, text="x", kind="OPR", difficulty=6, hand=hand),
    ):
        if refused:
            assert table.refused(command).code == refused
    if not refused:
        table.do(CallCheck(who=(mike,), kind="OPR", difficulty=6, hand=hand))


@pytest.mark.rule("LP-INJ-051", "LP-INJ-052")
def test_hurt_hands_and_weapons(table: Table) -> None:
    mike = table.pc("mike")
    two_handed = next(w for w in weapons.WEAPONS.values() if w.use_hands == 2 and w.modes and not w.load)
    one_handed = next(w for w in weapons.WEAPONS.values() if w.use_hands == 1 and w.modes and not w.load)

    def usable(weapon: str) -> str:
        return code(weapons.usable(table.state, mike, weapon))

    assert (usable(two_handed.id), usable(one_handed.id)) == ("", "")
    give(table, "mike", "injured_hand:right")
    assert (usable(two_handed.id), usable(one_handed.id)) == ("needs-both-hands", "")
    assert limbs.hand(table.who("mike")) == "left"
    give(table, "mike", "injured_hand:left")
    assert (usable(two_handed.id), usable(one_handed.id)) == ("needs-both-hands", "no-usable-hand")
    table.do(RollCheck(who=mike, kind="FLX", purpose="hit", difficulty=6), success(5))
    assert limbs.no_kick(table.who("mike")) is None


@pytest.mark.rule("LP-INJ-058", "LP-INJ-059")
@pytest.mark.parametrize(
    ("states", "kind", "purpose", "hand", "dice"),
    [
        ("injured_hand:right:tended", "OPR", "hit", "right", 4),
        ("injured_hand:right:tended", "OPR", "hit", "left", 5),
        ("injured_hand:right:tended", "OPR", "hit", "both", 4),
        ("both_hands_injured:tended", "OPR", "", "left", 4),
        ("both_hands_injured:tended", "OPR", "", "right", 4),
        ("both_hands_injured:tended", "PHY", "speed", "", 5),
        ("injured_hand:right:tended", "PHY", "damage", "right", 4),
        ("injured_hand:right:tended", "FLX", "", "right", 5),
    ],
)
def test_tended_hands_cost_a_die_in_the_pool(
    table: Table, states: str, kind: str, purpose: str, hand: str, dice: int
) -> None:
    mike = table.pc("mike")
    give(table, "mike", states)
    table.do(CallCheck(who=(mike,), kind=kind, purpose=purpose, difficulty=6, hand=hand))
    assert table.tasks("check")[0].dice == (dice, 6)
    check = next(iter(table.state.checks.values()))
    assert check.hand == hand
    table.do(RollCheck(who=mike), success(dice))


@pytest.mark.rule("LP-INJ-058")
def test_the_hand_may_be_said_as_the_check_is_rolled(table: Table) -> None:
    mike = table.pc("mike")
    give(table, "mike", "injured_hand:right:tended")
    table.do(CallCheck(who=(mike,), kind="OPR", difficulty=6))
    table.do(RollCheck(who=mike, hand="right"), success(4))
    assert table.refused(RollCheck(who=mike, kind="OPR", difficulty=6, hand="third")).code == "not-a-choice"


def test_which_hand_is_used() -> None:
    assert limbs.hand(person()) == "right"
    assert limbs.hand(person(dominant="left")) == "left"
    assert limbs.hand(person("injured_hand:right:tended")) == "left"
    assert limbs.hand(person("injured_hand:right:tended", "injured_foot:left")) == "left"
    assert limbs.hand(person("both_hands_injured:tended")) == "right"
    assert limbs.hand(person("both_hands_injured")) == ""


def test_the_hand_in_words(table: Table) -> None:
    mike = table.pc("mike")
    driver = Driver(table.session)
    for line, command in (
        ("check mike OPR D6 hand right", RollCheck(who=mike, kind="OPR", difficulty=6, hand="right")),
        (
            "call mike OPR=hit D6 hand both",
            CallCheck(who=(mike,), kind="OPR", purpose="hit", difficulty=6, hand="both"),
        ),
        ("检定 mike 操纵 D6 用手 左", RollCheck(who=mike, kind="OPR", difficulty=6, hand="left")),
    ):
        request = driver.parse(line)
        assert isinstance(request, Request), (line, request)
        assert request.command == command
        again = driver.parse(driver.line(command))
        assert isinstance(again, Request) and again.command == command


# Feet and eyes -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-INJ-054")
@pytest.mark.parametrize(
    ("states", "refused"),
    [
        (("both_feet_injured",), "no-usable-foot"),
        (("both_feet_injured:tended",), ""),
        (("injured_foot:left",), ""),
        ((), ""),
    ],
)
def test_kicks_need_a_foot(states: tuple[str, ...], refused: str) -> None:
    assert code(limbs.no_kick(person(*states))) == refused


@pytest.mark.rule("LP-INJ-053", "LP-INJ-054", "LP-INJ-060", "LP-INJ-061", "LP-INJ-066")
@pytest.mark.parametrize(
    ("state", "alone", "aided"),
    [
        ("injured_foot:left", "crawl", "walk"),
        ("both_feet_injured", "crawl", "crawl"),
        ("injured_foot:left:tended", "walk", "sprint"),
        ("both_feet_injured:tended", "crawl", "walk"),
    ],
)
def test_hurt_feet_slow_down_in_movement(table: Table, state: str, alone: str, aided: str) -> None:
    fight(table)
    mike = table.ids["mike"]
    give(table, "mike", state)
    go_to(table, "movement", 1)
    table.do(Declare(who=mike, approach=(table.ids["cowboy"],), by="sprint"))
    declared = table.state.crisis.declarations[mike]
    assert movers.speed_class(table.state, mike, declared) == alone
    table.do(SetField(who=(mike,), field="aid", value=True))
    assert movers.speed_class(table.state, mike, declared) == aided
    table.do(SetField(who=(mike,), field="vehicle", value="car"))
    riding = table.state.crisis.declarations[mike]
    assert (
        movers.speed_class(table.state, mike, type(riding)(approach=riding.approach, by="powered", vehicle=True))
        == "powered"
    )


@pytest.mark.rule("LP-INJ-057", "LP-INJ-063")
@pytest.mark.parametrize("state", ["blinded", "blinded:tended"])
def test_the_blind_hear_but_do_not_see(table: Table, state: str) -> None:
    mike = table.pc("mike")
    give(table, "mike", state)
    for purpose in limbs.SIGHT:
        assert table.refused(RollCheck(who=mike, kind="DSC", purpose=purpose, difficulty=6)).code == "cannot-see"
        assert table.refused(CallCheck(who=(mike,), kind="DSC", purpose=purpose)).code == "cannot-see"
        assert table.refused(Observe(who=mike, kind="DSC", purpose=purpose)).code == "cannot-see"
    assert table.refused(RollCheck(who=mike, kind="DSC", tags=("sight",), difficulty=6)).code == "cannot-see"
    table.do(RollCheck(who=mike, kind="DSC", purpose="listen", difficulty=6), success(5))
    table.do(RollCheck(who=mike, kind="DSC", purpose="hearing", difficulty=6), success(5))
    assert pool(table, "mike", "DSC", "hearing") == 5


# What is shown and what is switched ----------------------------------------------------------------------------------


@pytest.mark.rule("LP-INJ-026")
def test_a_concussion_is_shown_with_its_attribute(table: Table) -> None:
    mike = table.pc("mike")
    give(table, "mike", "concussion")
    table.do(Tend(who=mike, state="concussion"), [3])
    assert ATTRIBUTES[2] == "WIS"
    assert {a: pool(table, "mike", a) for a in ATTRIBUTES} == {a: 4 if a == "WIS" else 5 for a in ATTRIBUTES}
    assert words.injury_name(injury(table, "mike", "concussion")) == Msg(
        "{state} ({extra})", {"state": Msg("state:concussion"), "extra": Msg("mark:WIS")}
    )


@pytest.mark.rule("LP-INJ-034")
def test_what_cannot_act_means_is_a_switch(table: Table) -> None:
    fight(table)
    mike = table.ids["mike"]
    give(table, "mike", "stunned")
    assert movers.cannot_move(table.state, mike)
    table.do(CallCheck(who=(mike,), kind="FLX", purpose="dodge", difficulty=6))
    table.session.undo()
    table.do(SetOption(option="cannot_act", value="no_action"))
    assert not movers.cannot_move(table.state, mike)
    give(table, "mike", "restrained")
    assert movers.cannot_move(table.state, mike)
    table.session.undo()
    table.do(SetOption(option="cannot_act", value="no_checks"))
    assert movers.cannot_move(table.state, mike)
    go_to(table, "movement", 1)
    assert table.state.crisis.initiative[mike]
    assert table.refused(CallCheck(who=(mike,), kind="FLX", purpose="dodge", difficulty=6)).code == "cannot-roll"


# A table with faults -------------------------------------------------------------------------------------------------


SOUND_STATE = """[[state]]
id = "severe"
name = { zh = "重", en = "Severe" }
kind = "severe"
"""


def faults(tmp_path: Path, key: str, type_: type, text: str) -> list[tuple[int, str, str]]:
    """Line, field and the allowed values of everything wrong with such a file."""
    path = tmp_path / "table.toml"
    path.write_text(text, encoding="utf-8")
    document = read_document(path)
    problems: list[Problem] = []
    content.rows(document.data, key, type_, problems)
    return [(f.line, f.field, "" if f.allowed is None else english(f.allowed)) for f in document.faults(problems)]


@pytest.mark.parametrize(
    ("written", "line", "field", "allowed"),
    [
        ("dice = { strength = -1 }", 10, "state 2.untended.dice.strength", "all"),
        ("dice = { all = -40 }", 10, "state 2.untended.dice.all", "-9"),
        ('stops = "sleeps"', 10, "state 2.untended.stops", "cannot_act"),
        ('disables = ["nose"]', 10, "state 2.untended.disables 1", "eyes"),
        ('speed_cap = "hop"', 10, "state 2.untended.speed_cap", "crawl"),
        ("every = 3", 10, "state 2.untended.every", "a state it gives"),
        ('gives = "seveer"\nevery = 1', 10, "state 2.untended.gives", "severe"),
        ('every = 1\ngives = "mine"\nkills_after = 2', 9, "state 2.untended", "expires_after, every, kills_after"),
        ("kills_after = -1", 10, "state 2.untended.kills_after", "0"),
        ("burns = true", 10, "state 2.untended.burns", "dice"),
    ],
)
def test_a_form_with_a_fault_is_refused(tmp_path: Path, written: str, line: int, field: str, allowed: str) -> None:
    text = (
        SOUND_STATE
        + f"""[[state]]
id = "mine"
name = {{ zh = "自", en = "Mine" }}
kind = "transient"
[state.untended]
{written}
"""
    )
    found = faults(tmp_path, "state", StateDef, text)
    assert [(f[0], f[1]) for f in found] == [(line, field)]
    assert allowed in found[0][2]


@pytest.mark.parametrize(
    ("kind", "written", "field", "allowed"),
    [
        ("minor", "", "worsens_to", "severe"),
        ("minor", 'worsens_to = "mine"', "worsens_to", "severe"),
        ("severe", 'treated_to = "severe"', "treated_to", ""),
        ("special", 'merges_into = "severe"', "merges_into", "sided"),
        ("transient", 'on_gain = ["mine"]', "on_gain 1", "no state that gives mine again"),
        ("transient", 'on_gain = ["ghost"]', "on_gain 1", "mine"),
        ("ghostly", "", "kind", "minor"),
        ("transient", 'first_aid = "pray"', "first_aid", "tend"),
    ],
)
def test_a_row_with_a_fault_is_refused(tmp_path: Path, kind: str, written: str, field: str, allowed: str) -> None:
    text = (
        SOUND_STATE
        + f"""[[state]]
id = "mine"
name = {{ zh = "自", en = "Mine" }}
kind = "{kind}"
{written}
"""
    )
    found = faults(tmp_path, "state", StateDef, text)
    assert [f[1] for f in found] == [f"state 2.{field}"]
    assert allowed in found[0][2]


def test_a_circle_of_states_is_refused_at_every_row(tmp_path: Path) -> None:
    text = "".join(
        f"""[[state]]
id = "{one}"
name = {{ zh = "{one}", en = "{one}" }}
kind = "transient"
on_gain = ["{other}"]
"""
        for one, other in (("a", "b"), ("b", "c"), ("c", "a"))
    )
    assert [(f[0], f[1]) for f in faults(tmp_path, "state", StateDef, text)] == [
        (5, "state 1.on_gain 1"),
        (10, "state 2.on_gain 1"),
        (15, "state 3.on_gain 1"),
    ]


@pytest.mark.parametrize(
    ("states", "allowed"),
    [
        ('["severe_wound"]', "light_wound"),
        ('["lightwound"]', "light_wound"),
        ("[]", "a list of states"),
    ],
)
def test_a_source_with_a_fault_is_refused(tmp_path: Path, states: str, allowed: str) -> None:
    text = f'[[source]]\nid = "mine"\nname = {{ zh = "自", en = "mine" }}\nstates = {states}\n'
    found = faults(tmp_path, "source", Source, text)
    assert [f[0] for f in found] == [4]
    assert allowed in found[0][2]


def test_the_shipped_tables_are_sound() -> None:
    assert content.table("lawn/states.toml", "state", StateDef) == STATES
    assert harm.alternatives("cold") == SOURCES["cold"].states
    assert harm.alternatives("burn/frostbite") == ("burn", "frostbite")
    with pytest.raises(ContentError):
        read_document(Path("no such file"))
