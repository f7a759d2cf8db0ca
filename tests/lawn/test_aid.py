"""First aid: its check, its supplies, its difficulty, and what it does to each state (LP-AID-001 to -018)."""

from __future__ import annotations

import pytest

from gmconsole.core.commands import SetField, SetOption
from gmconsole.language.driver import Driver, Request
from gmconsole.rulesets.lawn import aid, injuries, neutral
from gmconsole.rulesets.lawn.actions import Help
from gmconsole.rulesets.lawn.aid import ChangeSupplies, FindSubstitute
from gmconsole.rulesets.lawn.checks import RollCheck
from gmconsole.rulesets.lawn.neutral import PassTime
from gmconsole.rulesets.lawn.questions import Answer
from gmconsole.rulesets.lawn.relief import PutOut, Tend
from gmconsole.rulesets.lawn.skills import ChangeAbilities
from gmconsole.rulesets.lawn.state import ATTRIBUTES, Check, Injury, Person
from gmconsole.rulesets.lawn.tables import STATES

from .conftest import Table
from .rounds import act, answer, asked, fight, give, go_to, injury, pass_slots, pool

SUCCESS = [2, 3, 4, 6, 6]
FAILURE = [2, 2, 5, 5, 6]


def able_to(table: Table, name: str, *words: str) -> None:
    """Give somebody skills and devices."""
    table.do(ChangeAbilities(who=table.ids[name], add=words))


def help_(table: Table, who: str, whom: str, state: str = "", **more: object) -> Help:
    """The command of first aid, by names."""
    return Help(who=table.ids[who], does="tend", whom=table.ids[whom], state=state, **more)  # type: ignore[arg-type]


def at_touch(table: Table, *, first: str = "mike", round_: int = 1) -> None:
    """Mike with a kit and hurt Jessica side by side, in the action phase."""
    fight(table)
    table.set_band("mike", "jessica", "touch")
    able_to(table, "mike", "first_aid_kit")
    go_to(table, "action", round_, first=(first,))


def open_check(table: Table) -> Check:
    """The check of first aid that is owed."""
    return next(c for c in table.state.checks.values() if c.serves == "first_aid")


def offered(*states: str) -> list[str]:
    """What first aid is offered for, of these states, the most urgent first."""
    person = Person(
        id="pc-001",
        name="Mike",
        kind="pc",
        side="party",
        tag="1",
        states=tuple(Injury(id=s.removesuffix("+"), tended=s.endswith("+")) for s in states),
    )
    return [i.id for i in aid.eligible(person)]


# Check and supplies --------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-AID-001", "LP-ACT-014")
@pytest.mark.parametrize(("faces", "tended"), [(SUCCESS, True), (FAILURE, False)])
def test_first_aid_takes_supplies_and_a_check(table: Table, faces: list[int], tended: bool) -> None:
    at_touch(table)
    give(table, "jessica", "light_wound")
    table.do(help_(table, "mike", "jessica", "light_wound"))
    check = open_check(table)
    assert (check.type, check.purpose, check.difficulty, check.who) == ("OPR", "first_aid", 6, table.ids["mike"])
    assert not injury(table, "jessica", "light_wound").tended
    assert table.state.crisis.slots[table.ids["mike"]] == "acted"
    table.do(RollCheck(who=table.ids["mike"]), faces)
    assert injury(table, "jessica", "light_wound").tended is tended


@pytest.mark.rule("LP-AID-001")
def test_without_supplies_it_is_refused_until_the_gm_says_that_a_substitute_will_do(table: Table) -> None:
    table.pc("mike")
    table.pc("jessica")
    give(table, "jessica", "light_wound")
    assert table.refused(help_(table, "mike", "jessica")).code == "no-supplies"
    table.do(help_(table, "mike", "jessica", using="substitute", difficulty=6), SUCCESS)
    assert injury(table, "jessica", "light_wound").tended


@pytest.mark.rule("LP-AID-001")
def test_the_gms_word_goes_without_check_and_supplies(table: Table) -> None:
    table.pc("mike")
    table.pc("jessica")
    give(table, "jessica", "light_wound", "bleeding")
    table.do(help_(table, "mike", "jessica", sure=True))
    assert table.states("jessica") == ["light_wound"]
    table.do(help_(table, "mike", "jessica", "light_wound", sure=True))
    assert injury(table, "jessica", "light_wound").tended
    assert table.refused(help_(table, "mike", "jessica", sure=True)).code == "nothing-to-tend"


@pytest.mark.rule("LP-AID-018")
def test_a_failure_may_be_repeated_in_the_next_round(table: Table) -> None:
    at_touch(table, round_=2)
    give(table, "jessica", "light_wound")
    tend = help_(table, "mike", "jessica", "light_wound", difficulty=6)
    table.do(tend, FAILURE)
    assert table.refused(tend).code == "slot-over"
    go_to(table, "action", 3)
    assert any("first aid" in line.id for line in table.tasks("slot")[0].detail)
    table.do(tend, SUCCESS)
    assert injury(table, "jessica", "light_wound").tended
    assert table.who("mike").devices == ("first_aid_kit",)


@pytest.mark.rule("LP-AID-018", "LP-AID-001")
def test_loose_supplies_are_spent_by_a_success_only(table: Table) -> None:
    mike = table.pc("mike")
    give(table, "mike", "bleeding", "light_wound")
    table.do(ChangeSupplies(who=mike, by=1))
    tend = help_(table, "mike", "mike", difficulty=6)
    table.do(tend, FAILURE[:3])
    assert (table.who("mike").supplies, table.states("mike")) == (1, ["bleeding", "light_wound"])
    table.do(tend, [4, 5, 6])
    assert (table.who("mike").supplies, table.states("mike")) == (0, ["light_wound"])
    assert table.refused(tend).code == "no-supplies"
    assert table.refused(ChangeSupplies(who=mike, by=-1)).code == "out-of-bounds"


@pytest.mark.rule("LP-AID-018")
def test_a_critical_failure_is_an_event_for_the_gm(table: Table) -> None:
    table.pc("mike")
    table.pc("jessica")
    give(table, "jessica", "light_wound")
    able_to(table, "mike", "first_aid_kit")
    table.do(help_(table, "mike", "jessica", difficulty=6), [1, 1, 1, 2, 3])
    assert [(q.who, q.ref) for q in asked(table, "critical")] == [(table.ids["mike"], "critical_failure")]
    assert not injury(table, "jessica", "light_wound").tended


# What it does to each state ------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-AID-002")
def test_a_minor_state_narrows(table: Table) -> None:
    table.pc("mike")
    give(table, "mike", "burn")
    assert pool(table, "mike", "OPR") == 4
    table.do(help_(table, "mike", "mike", using="substitute", difficulty=6), SUCCESS[:4])
    assert (pool(table, "mike", "OPR"), pool(table, "mike", "INF")) == (5, 4)


@pytest.mark.rule("LP-AID-003", "LP-INJ-030", "LP-INJ-032")
@pytest.mark.parametrize("state", ["severe_wound", "severe_illness"])
def test_a_severe_state_lets_act_again(table: Table, state: str) -> None:
    at_touch(table, round_=2)
    give(table, "jessica", state)
    assert pool(table, "jessica", "FLX") == 3
    table.do(help_(table, "mike", "jessica", difficulty=9), SUCCESS)
    assert pool(table, "jessica", "FLX") == 4
    pass_slots(table, until="jessica")
    act(table, "jessica")
    assert table.state.crisis.slots[table.ids["jessica"]] == "acted"


@pytest.mark.rule("LP-AID-004", "LP-INJ-044", "LP-INJ-045", "LP-INJ-046")
@pytest.mark.parametrize("state", ["bleeding", "embedded_object", "cardiac_arrest"])
def test_these_transient_states_are_gone(table: Table, state: str) -> None:
    at_touch(table)
    give(table, "jessica", state)
    go_to(table, "action", 3)
    if state != "embedded_object":
        assert injury(table, "jessica", state).counted == 2
    table.do(help_(table, "mike", "jessica", state, difficulty=6), SUCCESS)
    assert table.states("jessica") == []
    assert neutral.upcoming(table.state) == ()
    go_to(table, "neutral", 6)
    assert table.states("jessica") == []


@pytest.mark.rule("LP-AID-005", "LP-INJ-060", "LP-INJ-062")
def test_a_special_state_is_tended_and_its_counter_stops(table: Table) -> None:
    at_touch(table)
    give(table, "jessica", "injured_foot:left", "injured_eye:right")
    go_to(table, "action", 3)
    assert injury(table, "jessica", "injured_eye").counted == 2
    table.do(help_(table, "mike", "jessica", "injured_eye", difficulty=6), SUCCESS)
    go_to(table, "action", 4)
    table.do(help_(table, "mike", "jessica", "injured_foot", difficulty=6), SUCCESS)
    assert all(i.tended for i in table.who("jessica").states)
    assert injuries.speed_cap(table.who("jessica"), by_vehicle=False) == "walk"
    assert neutral.upcoming(table.state) == ()
    go_to(table, "neutral", 8)
    assert table.states("jessica") == ["injured_foot", "injured_eye"]


@pytest.mark.rule("LP-AID-006", "LP-INJ-018", "LP-INJ-065")
def test_what_first_aid_does_nothing_for() -> None:
    assert offered("stunned") == []
    assert offered("dazed", "light_wound") == ["light_wound"]
    none = {
        "broken_ribs",
        "collapsed",
        "stunned",
        "in_shock",
        "dazed",
        "fatigued",
        "sleep_deprived",
        "suffocating",
        "on_fire",
        "blood_loss",
        "ruptured_eardrum",
    }
    kinds = ("minor", "severe", "transient", "special")
    assert {s.id for s in STATES.values() if s.first_aid == "none" and s.kind in kinds} == none | {"trance"}
    assert offered(*none, "trance") == []
    assert not [s for s in STATES.values() if s.kind == "permanent" and s.first_aid != "none"]


@pytest.mark.rule("LP-AID-006", "LP-INJ-018", "LP-INJ-043", "LP-AID-015")
@pytest.mark.parametrize(
    ("state", "why", "code"),
    [
        ("broken_ribs", "none", "no-first-aid"),
        ("blood_loss", "transfusion", "needs-transfusion"),
        ("on_fire", "putting_out", "needs-putting-out"),
        ("trance", "none", "no-first-aid"),
        ("burn:tended", "tended", "tended-already"),
    ],
)
def test_the_refusal_says_why(table: Table, state: str, why: str, code: str) -> None:
    table.pc("mike")
    table.pc("jessica")
    able_to(table, "mike", "first_aid_kit")
    give(table, "jessica", state)
    assert aid.unfit(table.who("jessica").states[0], table.who("jessica")) == why
    assert table.refused(help_(table, "mike", "jessica", state.partition(":")[0])).code == code
    refused = table.refused(help_(table, "mike", "jessica"))
    assert refused.code == "nothing-to-tend"
    assert len(refused.params["states"]) == 1  # type: ignore[arg-type]


@pytest.mark.rule("LP-AID-007")
def test_a_tended_state_is_not_offered() -> None:
    assert offered("burn+") == []
    assert offered("burn+", "bleeding") == ["bleeding"]


def test_the_most_urgent_state_comes_first() -> None:
    assert offered("light_wound", "injured_eye", "bleeding", "severe_wound", "cardiac_arrest") == [
        "cardiac_arrest",
        "severe_wound",
        "injured_eye",
        "bleeding",
        "light_wound",
    ]


# One check, one state ------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-AID-008")
def test_in_a_crisis_one_check_handles_one_state(table: Table) -> None:
    at_touch(table)
    table.do(SetOption(option="first_aid_covers", value="all_outside"))
    give(table, "jessica", "bleeding", "light_wound")
    table.do(help_(table, "mike", "jessica", difficulty=6), SUCCESS)
    assert [(i.id, i.tended) for i in table.who("jessica").states] == [("light_wound", False)]
    go_to(table, "action", 2)
    table.do(help_(table, "mike", "jessica", difficulty=6), SUCCESS)
    assert [(i.id, i.tended) for i in table.who("jessica").states] == [("light_wound", True)]


@pytest.mark.rule("LP-AID-008")
@pytest.mark.parametrize(
    ("option", "left"),
    [
        ("all_outside", [("light_wound", True), ("broken_ribs", False)]),
        ("one", [("light_wound", False), ("broken_ribs", False)]),
    ],
)
def test_outside_a_crisis_one_success_may_cover_all(table: Table, option: str, left: list[tuple[str, bool]]) -> None:
    table.pc("mike")
    table.pc("jessica")
    able_to(table, "mike", "first_aid_kit")
    if option != "one":
        table.do(SetOption(option="first_aid_covers", value=option))
    for state in ("light_wound", "bleeding"):
        give(table, "jessica", state)
    give(table, "mike", "broken_ribs")
    table.do(help_(table, "mike", "jessica"))
    table.do(RollCheck(who=table.ids["mike"]), SUCCESS[:4])
    assert [(i.id, i.tended) for n in ("jessica", "mike") for i in table.who(n).states] == left


# Difficulty and skill ------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-AID-017", "LP-AID-010", "LP-AID-011", "LP-INJ-045")
@pytest.mark.parametrize(
    ("states", "chosen", "skill", "faces"),
    [
        (("bleeding",), "bleeding", False, 6),
        (("bleeding",), "bleeding", True, 3),
        (("light_wound",), "light_wound", False, 6),
        (("injured_hand:left",), "injured_hand", False, 6),
        (("cardiac_arrest",), "cardiac_arrest", True, 6),
        (("cardiac_arrest",), "cardiac_arrest", False, 9),
        (("severe_wound",), "severe_wound", False, 9),
        (("severe_wound",), "severe_wound", True, 6),
        (("severe_wound", "embedded_object"), "severe_wound", False, 12),
        (("light_wound", "embedded_object"), "light_wound", False, 9),
        (("light_wound", "embedded_object"), "light_wound", True, 6),
        (("embedded_object",), "embedded_object", False, 9),
    ],
)
def test_the_proposed_difficulty(table: Table, states: tuple[str, ...], chosen: str, skill: bool, faces: int) -> None:
    table.pc("mike")
    table.pc("jessica")
    able_to(table, "mike", "first_aid_kit", *(("first_aid",) if skill else ()))
    give(table, "jessica", *states)
    table.do(help_(table, "mike", "jessica", chosen))
    assert open_check(table).difficulty == faces


@pytest.mark.rule("LP-AID-011", "LP-AID-017")
def test_the_object_removed_makes_it_easier_again_and_the_gm_decides(table: Table) -> None:
    table.pc("mike")
    table.pc("jessica")
    able_to(table, "mike", "first_aid_kit")
    give(table, "jessica", "light_wound", "embedded_object")
    table.do(help_(table, "mike", "jessica", "embedded_object", difficulty=15), SUCCESS)
    assert table.states("jessica") == ["light_wound"]
    table.do(help_(table, "mike", "jessica", "light_wound"))
    assert open_check(table).difficulty == 6
    table.do(RollCheck(who=table.ids["mike"], difficulty=12), SUCCESS)
    assert injury(table, "jessica", "light_wound").tended


@pytest.mark.rule("LP-AID-010")
def test_professional_equipment_needs_the_skill(table: Table) -> None:
    table.pc("mike")
    table.pc("jessica")
    give(table, "jessica", "cardiac_arrest")
    tend = help_(table, "mike", "jessica", using="defibrillator", difficulty=9)
    assert table.refused(tend).code == "needs-the-skill"
    able_to(table, "mike", "defibrillator")
    assert table.refused(help_(table, "mike", "jessica")).code == "no-supplies"
    able_to(table, "mike", "first_aid")
    table.do(help_(table, "mike", "jessica"))
    assert (open_check(table).difficulty, open_check(table).ref.split()[-1]) == (6, "defibrillator")
    assert table.refused(help_(table, "mike", "jessica", using="magic")).code == "not-a-choice"


@pytest.mark.rule("LP-AID-009")
@pytest.mark.parametrize(("faces", "supplies"), [(SUCCESS, 1), (FAILURE, 0)])
def test_a_wis_check_finds_a_substitute(table: Table, faces: list[int], supplies: int) -> None:
    mike = table.pc("mike")
    give(table, "mike", "bleeding")
    assert "substitute" in aid_words("no-supplies")
    table.do(FindSubstitute(who=mike))
    check = next(iter(table.state.checks.values()))
    assert (check.type, check.purpose) == ("WIS", "first_aid_knowledge")
    table.do(RollCheck(who=mike, difficulty=6), faces[:4])
    assert table.who("mike").supplies == supplies
    if supplies:
        table.do(help_(table, "mike", "mike"))
        assert open_check(table).ref.split()[-1] == "loose"
    else:
        assert table.refused(help_(table, "mike", "mike")).code == "no-supplies"


@pytest.mark.rule("LP-AID-009")
def test_the_skill_knows_what_to_use_without_a_check(table: Table) -> None:
    mike = table.pc("mike")
    able_to(table, "mike", "first_aid")
    table.do(FindSubstitute(who=mike))
    assert table.state.checks == {}
    assert table.who("mike").supplies == 1


def aid_words(code: str) -> str:
    """A refusal's sentence."""
    return Table().session.ruleset.rejections()[code]


# Reach, rounds and hands ---------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-AID-013", "LP-INJ-052", "LP-ACT-014")
def test_who_can_give_first_aid(table: Table) -> None:
    fight(table)
    able_to(table, "mike", "first_aid_kit")
    table.set_band("mike", "jessica", "near")
    give(table, "jessica", "bleeding")
    go_to(table, "action", 1)
    tend = help_(table, "mike", "jessica")
    assert table.refused(tend).code == "only-at-touch"
    table.set_band("mike", "jessica", "touch")
    give(table, "mike", "stunned")
    assert table.refused(tend).code == "cannot-act"
    table.session.undo()
    give(table, "mike", "both_hands_injured")
    assert table.refused(tend).code == "no-usable-hand"
    table.session.undo()
    give(table, "mike", "bleeding")
    table.do(help_(table, "mike", "mike", difficulty=6), SUCCESS[:4])
    assert table.states("mike") == []
    assert table.refused(help_(table, "mike", "jessica")).code == "slot-over"


@pytest.mark.rule("LP-AID-013", "LP-INJ-058")
@pytest.mark.parametrize(
    ("hurt", "said", "hand", "dice"),
    [
        ((), "", "right", 5),
        (("injured_hand:right",), "", "left", 5),
        (("injured_hand:right:tended",), "", "left", 5),
        (("injured_hand:right:tended",), "both", "both", 4),
        (("both_hands_injured:tended",), "", "right", 4),
    ],
)
def test_the_better_hand_is_used_unless_said(
    table: Table, hurt: tuple[str, ...], said: str, hand: str, dice: int
) -> None:
    table.pc("mike")
    table.pc("jessica")
    able_to(table, "mike", "first_aid_kit")
    if hurt:
        give(table, "mike", *hurt)
    give(table, "jessica", "bleeding")
    table.do(help_(table, "mike", "jessica", hand=said))
    assert open_check(table).hand == hand
    assert table.tasks("check")[0].dice == (dice, 6)


def test_left_handed_people_use_their_left(table: Table) -> None:
    table.pc("mike")
    table.pc("jessica")
    able_to(table, "mike", "first_aid_kit")
    table.do(SetField(who=(table.ids["mike"],), field="dominant", value="left"))
    give(table, "jessica", "bleeding")
    table.do(help_(table, "mike", "jessica"))
    assert open_check(table).hand == "left"


@pytest.mark.rule("LP-AID-014")
def test_first_aid_after_the_victims_slot_still_counts(table: Table) -> None:
    fight(table)
    table.set_band("mike", "jessica", "touch")
    able_to(table, "mike", "first_aid_kit")
    give(table, "jessica", "bleeding")
    go_to(table, "action", 3, first=("jessica",))
    assert pass_slots(table, until="mike")[0] == "jessica"
    assert (injury(table, "jessica", "bleeding").counted, injury(table, "jessica", "bleeding").marked) == (2, True)
    table.do(help_(table, "mike", "jessica", difficulty=6), SUCCESS)
    go_to(table, "neutral", 4)
    assert table.states("jessica") == []


@pytest.mark.rule("LP-AID-015")
def test_putting_out_a_fire_takes_no_supplies_and_no_hands(table: Table) -> None:
    fight(table)
    give(table, "mike", "on_fire", "both_hands_injured")
    go_to(table, "action", 1)
    assert table.who("mike").supplies == 0
    table.do(Help(who=table.ids["mike"], does="put_out", whom=table.ids["mike"]))
    assert table.states("mike") == ["both_hands_injured"]
    assert table.state.crisis.slots[table.ids["mike"]] == "acted"
    give(table, "jessica", "on_fire")
    table.do(PutOut(who=table.ids["jessica"]))
    assert table.states("jessica") == []


@pytest.mark.rule("LP-AID-016", "LP-INJ-043")
def test_only_a_transfusion_ends_blood_loss(table: Table) -> None:
    mike = table.pc("mike")
    give(table, "mike", "blood_loss")
    table.do(PassTime(minutes=7 * 24 * 60, rest=True, sleep=True))
    assert table.states("mike") == ["blood_loss"]
    table.pc("jessica")
    table.do(Help(who=table.ids["jessica"], does="transfuse", whom=mike))
    assert table.states("mike") == []
    assert table.refused(Help(who=table.ids["jessica"], does="transfuse", whom=mike)).code == "nothing-to-help"


@pytest.mark.rule("LP-AID-012")
def test_a_tended_state_stays_on_the_sheet(table: Table) -> None:
    mike = table.pc("mike")
    give(table, "mike", "light_wound")
    table.do(Tend(who=mike, state="light_wound"))
    table.do(PassTime(minutes=30 * 24 * 60, rest=True, sleep=True))
    assert [(i.id, i.tended) for i in table.who("mike").states] == [("light_wound", True)]


# Concussion ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-INJ-026")
@pytest.mark.parametrize(
    ("value", "dice", "attribute"),
    [
        ("roll", [3], "WIS"),
        ("roll", [7], "INF"),
        ("PHY", None, "PHY"),
    ],
)
def test_the_attribute_of_a_tended_concussion_is_the_next_throw(
    table: Table, value: str, dice: list[int] | None, attribute: str
) -> None:
    at_touch(table)
    give(table, "jessica", "concussion")
    table.do(help_(table, "mike", "jessica", difficulty=6), SUCCESS)
    assert injury(table, "jessica", "concussion").tended
    task = next(t for t in table.tasks("question") if t.kind == "question:tended_attribute")
    assert (task.dice, task.blocking) == ((1, 7), True)
    assert table.state.crisis.turn == table.ids["mike"]
    table.do(Answer(question=asked(table, "tended_attribute")[0].id, value=value), dice)
    assert injury(table, "jessica", "concussion").attribute == attribute
    assert {a: pool(table, "jessica", a) for a in ATTRIBUTES} == {a: 4 if a == attribute else 5 for a in ATTRIBUTES}
    assert pool(table, "jessica", "initiative") == 8
    assert table.state.crisis.turn != table.ids["mike"]


def test_nothing_is_asked_about_the_dead(table: Table) -> None:
    table.pc("mike")
    table.pc("jessica")
    give(table, "jessica", "concussion")
    table.do(help_(table, "mike", "jessica", using="substitute", difficulty=6), SUCCESS)
    give(table, "jessica", "dead")
    assert asked(table, "tended_attribute") == []


def test_a_patient_hurt_no_more_is_left_alone(table: Table) -> None:
    table.pc("mike")
    table.pc("jessica")
    able_to(table, "mike", "first_aid_kit")
    give(table, "jessica", "concussion")
    table.do(help_(table, "mike", "jessica"))
    table.do(Tend(who=table.ids["jessica"], state="concussion"), [1])
    table.do(RollCheck(who=table.ids["mike"]), SUCCESS)
    assert injury(table, "jessica", "concussion").attribute == "PHY"
    assert asked(table, "tended_attribute") == []


def test_npcs_with_life_points_have_little_to_tend(table: Table) -> None:
    table.pc("mike")
    table.npc("guard")
    table.do(ChangeSupplies(who=table.ids["mike"], by=1))
    give(table, "guard", "bleeding", "injured_hand:left")
    assert [i.id for i in aid.eligible(table.who("guard"))] == ["bleeding"]
    table.do(help_(table, "mike", "guard", difficulty=6), SUCCESS)
    assert table.states("guard") == ["injured_hand"]
    assert table.refused(help_(table, "mike", "guard", sure=True)).code == "nothing-to-tend"


def test_said_in_words(table: Table) -> None:
    fight(table)
    table.set_band("mike", "jessica", "touch")
    give(table, "jessica", "severe_wound")
    for line, command in (
        (
            "aid mike tend jessica severe_wound using substitute D12 hand left",
            help_(table, "mike", "jessica", "severe_wound", using="substitute", difficulty=12, hand="left"),
        ),
        (
            "援助 mike 急救 jessica 重伤 使用 急救箱 必成",
            help_(table, "mike", "jessica", "severe_wound", using="first_aid_kit", sure=True),
        ),
        ("substitute mike D9", FindSubstitute(who=table.ids["mike"], difficulty=9)),
        ("supplies mike +2", ChangeSupplies(who=table.ids["mike"], by=2)),
    ):
        assert read(table, line) == command


def read(table: Table, line: str) -> object:
    """The command of a line."""
    request = Driver(table.session).parse(line)
    assert isinstance(request, Request), request
    return request.command


def test_answers_take_the_attribute_in_words(table: Table) -> None:
    table.pc("mike")
    give(table, "mike", "concussion")
    table.do(help_(table, "mike", "mike", using="substitute", difficulty=6), SUCCESS[:4])
    answer(table, "tended_attribute", "DSC")
    assert injury(table, "mike", "concussion").attribute == "DSC"
