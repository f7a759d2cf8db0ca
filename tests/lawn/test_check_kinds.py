"""Kinds of check: types and their uses, chosen types, active and passive, non-player characters, special checks."""

from __future__ import annotations

import pytest

from gmconsole.core.commands import SetOption
from gmconsole.core.messages import english
from gmconsole.core.model import Msg
from gmconsole.core.session import Accepted
from gmconsole.language.complete import offer
from gmconsole.language.driver import Driver
from gmconsole.rulesets.lawn import RULESET, checks, kinds, negotiation, negotiation_board, pools
from gmconsole.rulesets.lawn.actions import Act
from gmconsole.rulesets.lawn.alterations import AppendDice, LayFaces, Reroll
from gmconsole.rulesets.lawn.announcing import Certain, ChooseType, Recast, SwitchModifier
from gmconsole.rulesets.lawn.checks import CallCheck, CheckSettled, RollCheck, SettleCheck
from gmconsole.rulesets.lawn.hazards import AddHazard
from gmconsole.rulesets.lawn.injuries import ChangeState
from gmconsole.rulesets.lawn.kinds import LADDER, TYPES, USES
from gmconsole.rulesets.lawn.questions import Answer
from gmconsole.rulesets.lawn.state import CHECK_TYPES, Check, LawnState, Modifier, PoolLine
from gmconsole.rulesets.lawn.tables import STATES, Form, StateDef
from gmconsole.rulesets.lawn.terms import MANNER_NAMES

from .conftest import Table
from .rounds import asked, fight, give, go_to, pool, success


def mike(table: Table, **figures: object) -> str:
    return table.pc("mike", **figures)


def owed(table: Table, name: str = "mike") -> Check:
    """The first check somebody owes."""
    check = checks.owed(table.state, table.ids[name])
    assert check is not None
    return check


def settled(done: Accepted) -> CheckSettled:
    [event] = [e for e in done.entry.events if isinstance(e, CheckSettled)]
    return event


def roll(
    table: Table,
    faces: list[int],
    difficulty: int = 6,
    *,
    special: str = "",
    hold: bool = False,
    tags: tuple[str, ...] = (),
    represents: tuple[str, ...] = (),
) -> Accepted:
    """Mike rolls a WIS check with as many dice as there are faces."""
    who = table.ids.get("mike") or mike(table)
    extra = (Modifier(len(faces) - 5, "gm"),) if len(faces) != 5 else ()
    return table.do(
        RollCheck(
            who=who,
            kind="WIS",
            difficulty=difficulty,
            modifiers=extra,
            special=special,
            hold=hold,
            tags=tags,
            represents=represents,
        ),
        faces,
    )


def help_of(name: str) -> list[str]:
    """The help list of the type of that English name."""
    [kind] = [k for k, row in TYPES.items() if row.name.en == name]
    return [use.name.en for use in kinds.uses(kind)]


# Certain or in doubt -------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-CHK-002")
def test_what_is_certain_needs_no_check(table: Table) -> None:
    who = mike(table)
    before = table.who("mike")
    table.do(Act(who=who, text="opens the unlocked door"))
    assert table.state.checks == {}
    assert table.who("mike") == before
    assert table.refused(Certain(who=who)).code == "no-check-owed"


@pytest.mark.rule("LP-CHK-002")
def test_what_turns_out_certain_is_narrated_without_dice(table: Table) -> None:
    who = mike(table)
    table.do(CallCheck(who=(who,), kind="FLX"))
    before = table.who("mike")
    done = table.do(Certain(who=who))
    assert done.entry.dice == ()
    assert (settled(done).outcome, settled(done).passed, settled(done).rolled) == ("success", True, False)
    assert table.state.checks == {}
    assert table.who("mike") == before, "nothing was spent"
    table.do(CallCheck(who=(who,), kind="FLX", required=1))
    done = table.do(Certain(who=who, failure=True))
    assert (settled(done).outcome, settled(done).passed, done.entry.dice) == ("failure", False, ())


@pytest.mark.rule("LP-CHK-002")
def test_what_is_certain_has_its_consequence(table: Table) -> None:
    fight(table)
    table.do(AddHazard(name="beam", kind="FLX", difficulty=9, on=(table.ids["mike"],), fail="light_wound"))
    go_to(table, "neutral", 1)
    [check] = [c for c in table.state.checks.values() if c.serves == "hazard"]
    table.do(Certain(who=check.who, failure=True))
    assert table.states("mike") == ["light_wound"]


@pytest.mark.rule("LP-CHK-002")
def test_what_is_in_doubt_waits_for_type_and_difficulty(table: Table) -> None:
    who = mike(table)
    table.do(CallCheck(who=(who,)))
    check = owed(table)
    assert (check.type, check.difficulty, check.status) == ("", 0, "owed")
    assert table.refused(RollCheck(who=who)).params["missing"] == "type"
    table.do(ChooseType(who=who, kind="WIS"))
    assert table.refused(RollCheck(who=who)).params["missing"] == "difficulty"
    assert len(table.do(RollCheck(who=who, difficulty=6)).entry.dice[0].faces) == 5


@pytest.mark.rule("LP-CHK-002")
def test_type_and_difficulty_may_be_said_with_the_roll(table: Table) -> None:
    who = mike(table)
    table.do(CallCheck(who=(who,)))
    assert table.refused(RollCheck(who=who, kind="luck", difficulty=6)).code == "unknown-check-type"
    done = table.do(RollCheck(who=who, kind="DSC", difficulty=9), [4, 5, 6, 6, 6])
    assert settled(done).kind == "DSC"
    assert table.state.checks == {}


# Types ---------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-CHK-004")
def test_there_are_nine_types(table: Table) -> None:
    assert len(CHECK_TYPES) == len(TYPES) == 9
    assert tuple(TYPES) == CHECK_TYPES
    assert [row.name.en for row in TYPES.values()] == [
        "physique",
        "willpower",
        "wisdom",
        "handling",
        "coordination",
        "discovery",
        "influence",
        "emergence",
        "initiative",
    ]
    who = mike(table)
    assert table.refused(CallCheck(who=(who,), kind="luck")).code == "unknown-check-type"
    for kind in CHECK_TYPES:
        table.do(CallCheck(who=(who,), kind=kind, difficulty=6))
    assert [c.type for c in table.state.checks.values()] == list(CHECK_TYPES)


@pytest.mark.rule("LP-CHK-005", "LP-CHK-006", "LP-CHK-007", "LP-CHK-008", "LP-CHK-009", "LP-CHK-010", "LP-CHK-011")
@pytest.mark.parametrize(
    ("name", "uses"),
    [
        ("physique", ["resist cold", "resist poison", "resist fatigue", "resist injury", "speed", "force", "damage"]),
        ("willpower", ["pain", "fright", "grief", "composure when bluffing"]),
        ("wisdom", ["intellectual task", "scheme", "assess the situation", "knowledge", "memory"]),
        ("handling", ["hit with a held weapon", "craft", "drive", "hide an item"]),
        ("coordination", ["dodge", "hit with legs or body", "jump", "balance", "sneak"]),
        ("discovery", ["notice", "sense", "listen", "find items", "find clues", "research", "read people"]),
        ("influence", ["relationship", "intimidate", "deceive", "persuade"]),
        ("emergence", []),
        ("initiative", []),
    ],
)
def test_the_help_of_a_type_lists_its_uses(name: str, uses: list[str]) -> None:
    assert help_of(name) == uses
    assert all(use.name.zh for use in USES.values())
    shown = {row.en: [use.en for use in listed] for row, listed in negotiation_board.help_lines()}
    assert shown[name] == uses


@pytest.mark.rule("LP-CHK-009")
def test_a_cat_pounces_with_coordination() -> None:
    [pounce] = [use for use in USES.values() if use.name.en == "hit with legs or body"]
    assert TYPES[pounce.type].name.en == "coordination"


@pytest.mark.rule("LP-CHK-012")
def test_emergence_adds_no_attribute(table: Table) -> None:
    mike(table, attributes={"WIS": 3, "DSC": 3})
    assert pool(table, "mike", "emergence") == 5
    assert TYPES["emergence"].attribute == ""
    assert {row.attribute for row in TYPES.values()} == {*CHECK_TYPES[:7], ""}


@pytest.mark.rule("LP-CHK-013")
def test_initiative_adds_sanity_and_no_attribute(table: Table) -> None:
    mike(table, attributes={"FLX": 3}, sanity=2)
    table.pc("jessica", sanity=2)
    assert TYPES["initiative"].attribute == ""
    assert TYPES["initiative"].focus == "sanity"
    assert pool(table, "mike", "initiative") == pool(table, "jessica", "initiative") == 7


@pytest.mark.rule("LP-CHK-016")
def test_the_ladder_of_difficulties() -> None:
    rungs = [(rung.id, rung.faces, rung.name.en) for rung in LADDER.values()]
    assert rungs == [
        ("D3", 3, "near-certain"),
        ("D6", 6, "confident"),
        ("D9", 9, "a real challenge"),
        ("D12", 12, "very hard"),
        ("D15", 15, "needs a miracle"),
    ]
    suggested = {name: faces for _, faces, name in rungs}
    assert suggested["confident"] == 6, "Duke pounces on a careless bird"
    assert suggested["a real challenge"] == 9, "Duke steals meat behind the butler"
    assert [row.en for row, _ in negotiation_board.help_lines()][-5:] == ["D3", "D6", "D9", "D12", "D15"]


@pytest.mark.rule("LP-CHK-016", "LP-CHK-017")
def test_a_line_offers_the_ladder_and_what_a_type_is_for(table: Table) -> None:
    mike(table)
    driver = Driver(table.session)
    groups = {g.title: [c.label for c in g.choices] for g in offer(driver, "call mike ").groups}
    assert groups["difficulty"] == [f"D{n}" for n in range(3, 31, 3)]
    [purposes] = [[c.label for c in g.choices] for g in offer(driver, "call mike MND ").groups if g.title == "check"]
    assert purposes[:4] == ["=pain", "=fright", "=grief", "=composure when bluffing"]
    assert "=listen" not in purposes


# Purposes and tags ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-CHK-014")
def test_a_passion_tagged_as_related_counts(table: Table) -> None:
    who = mike(table)
    table.do(CallCheck(who=(who,), kind="DSC", purpose="read_people", difficulty=6))
    assert english_name(owed(table)) == "DSC=read people"
    table.do(SwitchModifier(who=who, name="Reading People", dice=2))
    assert pools.pool_lines(table.state, owed(table))[-1] == PoolLine("Reading People", 2)
    assert pools.dice_of(table.state, owed(table)) == (7, 6)
    table.do(SwitchModifier(who=who, name="Reading People", off=True))
    assert pools.dice_of(table.state, owed(table)) == (5, 6)


def english_name(check: Check) -> str:
    name = checks.title(check)
    assert isinstance(name, Msg)
    return english(name)


@pytest.mark.rule("LP-CHK-014")
def test_listening_is_hearing(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    voices = StateDef(id="voices", name=STATES["prone"].name, kind="condition", untended=Form(tagged={"hearing": -2}))
    monkeypatch.setitem(STATES, "voices", voices)
    who = mike(table)
    table.do(ChangeState(who=(who,), add=("voices",)))
    for purpose in ("listen", "research"):
        table.do(CallCheck(who=(who,), kind="DSC", purpose=purpose, difficulty=6))
    listening, searching = table.state.checks.values()
    assert (listening.tags, searching.tags) == (("hearing",), ())
    assert [pools.dice_of(table.state, c)[0] for c in (listening, searching)] == [3, 5]
    table.do(SwitchModifier(who=who, name="voices", off=True, check=listening.id))
    assert pools.dice_of(table.state, table.state.checks[listening.id])[0] == 5, "the GM's word"
    table.do(CallCheck(who=(who,), kind="WIS", difficulty=6, tags=("hearing", "music")))
    last = list(table.state.checks.values())[-1]
    assert (last.tags, pools.dice_of(table.state, last)[0]) == (("hearing", "music"), 3)


@pytest.mark.rule("LP-CHK-014")
def test_a_purpose_may_be_anything(table: Table) -> None:
    who = mike(table)
    table.do(CallCheck(who=(who,), kind="PHY", purpose="damage", difficulty=6))
    table.do(CallCheck(who=(who,), kind="PHY", purpose="bend the bars", difficulty=6))
    assert [english_name(c) for c in table.state.checks.values()] == ["PHY=damage", "PHY=bend the bars"]


# Chosen types --------------------------------------------------------------------------------------------------------


def violin(table: Table) -> str:
    """Jessica plays the violin: handling or influence."""
    who = table.pc("jessica", attributes={"OPR": 1, "INF": 3})
    table.do(CallCheck(who=(who,), kind="OPR", offers=("INF",), difficulty=9))
    return who


@pytest.mark.rule("LP-CHK-041")
def test_the_player_chooses_and_sees_both_pools(table: Table) -> None:
    who = violin(table)
    check = owed(table, "jessica")
    assert (check.type, check.offers) == ("", ("OPR", "INF"))
    assert [(kind, dice) for kind, dice, _ in negotiation_board.offered(table.state, check)] == [("OPR", 6), ("INF", 8)]
    [shown] = negotiation_board.shown(table.state)
    assert (shown.pool, shown.count, shown.chance) == ((), 0, ""), "no pool without a type"
    assert [(c.kind, c.command) for c in shown.choices] == [
        ("type", ChooseType(who=who, kind=kind, check=check.id)) for kind in ("OPR", "INF")
    ]
    [task] = table.tasks("check")
    assert (task.kind, task.command) == ("check_type", ChooseType(who=who, kind="INF", check=check.id))
    assert [m.fields["dice"] for m in task.detail] == [6, 8]
    assert table.refused(RollCheck(who=who)).params["missing"] == "type"
    assert table.refused(ChooseType(who=who, kind="PHY")).code == "not-offered"
    table.do(ChooseType(who=who, kind="OPR"))
    [task] = table.tasks("check")
    assert task.dice == (6, 9)
    assert table.refused(ChooseType(who=who, kind="INF")).code == "type-chosen"
    assert settled(table.do(RollCheck(who=who), success(6))).kind == "OPR"


@pytest.mark.rule("LP-CHK-041")
def test_either_type_may_be_taken_with_the_roll(table: Table) -> None:
    who = violin(table)
    done = table.do(RollCheck(who=who, kind="INF"), success(8))
    assert settled(done).kind == "INF"
    assert table.state.checks == {}


@pytest.mark.rule("LP-CHK-041")
def test_a_type_the_gm_strikes_cannot_be_chosen(table: Table) -> None:
    who = table.pc("jessica", attributes={"OPR": 1, "INF": 3})
    table.do(CallCheck(who=(who,), kind="OPR", offers=("INF", "FLX"), difficulty=9))
    table.do(ChooseType(who=who, kind="INF", strike=True))
    assert owed(table, "jessica").offers == ("OPR", "FLX")
    assert table.refused(ChooseType(who=who, kind="INF")).code == "not-offered"
    table.do(ChooseType(who=who, kind="FLX", strike=True))
    assert owed(table, "jessica").type == "OPR", "what is left alone is chosen"
    assert pools.dice_of(table.state, owed(table, "jessica")) == (6, 9)


def test_initiative_is_never_one_of_several_types(table: Table) -> None:
    who = mike(table)
    assert table.refused(CallCheck(who=(who,), kind="WIS", offers=("initiative",))).code == "not-a-choice"
    assert table.refused(CallCheck(who=(who,), kind="WIS", offers=("luck",))).code == "unknown-check-type"
    table.do(CallCheck(who=(who,)))
    assert table.refused(ChooseType(who=who, kind="initiative")).code == "not-offered"


# Active and passive --------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-CHK-042")
def test_searching_is_active_and_noticing_passive(table: Table) -> None:
    who = table.pc("jessica")
    for purpose in ("search", "notice"):
        table.do(CallCheck(who=(who,), kind="DSC", purpose=purpose, difficulty=9))
    assert [c.manner for c in table.state.checks.values()] == ["active", "passive"]
    table.do(CallCheck(who=(who,), kind="DSC", purpose="search", manner="passive"))
    assert list(table.state.checks.values())[-1].manner == "passive", "the GM's word"
    assert table.refused(CallCheck(who=(who,), kind="DSC", manner="sleepy")).code == "not-a-choice"
    shown = [n.manner for n in negotiation_board.shown(table.state)]
    assert shown == [MANNER_NAMES[m] for m in ("active", "passive", "passive")]


@pytest.mark.rule("LP-CHK-043")
@pytest.mark.parametrize(
    ("manner", "difficulty", "other", "suggested"),
    [("passive", 9, "active", 6), ("active", 6, "passive", 9), ("passive", 3, "active", 3)],
)
def test_the_other_manner_is_a_step_away(
    table: Table, manner: str, difficulty: int, other: str, suggested: int
) -> None:
    assert kinds.counterpart(manner, difficulty) == suggested
    who = table.pc("jessica")
    table.do(CallCheck(who=(who,), kind="DSC", difficulty=difficulty, manner=manner))
    table.do(Recast(who=who, manner=other))
    assert owed(table, "jessica").manner == other
    assert owed(table, "jessica").difficulty == difficulty, "only proposed"
    if suggested == difficulty:
        assert asked(table, "manner") == []
        return
    [question] = asked(table, "manner")
    assert question.value == str(suggested)
    table.do(Answer(question=question.id, value=question.value))
    assert owed(table, "jessica").difficulty == suggested


@pytest.mark.rule("LP-CHK-043")
def test_the_gm_may_keep_the_difficulty(table: Table) -> None:
    who = table.pc("jessica")
    table.do(CallCheck(who=(who,), kind="DSC", difficulty=9, manner="passive"))
    table.do(Recast(who=who, manner="active"))
    table.do(Answer(question=asked(table, "manner")[0].id, value="refuse"))
    assert owed(table, "jessica").difficulty == 9
    table.do(Recast(who=who, manner="passive"))
    table.do(RollCheck(who=who), success(5))
    assert asked(table, "manner") == [], "the proposal goes with the roll"


# Non-player characters -----------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-CHK-044")
def test_a_non_player_character_never_rolls_against_a_player_character(table: Table) -> None:
    cowboy, jessica = table.npc("cowboy"), table.pc("jessica")
    for command in (
        CallCheck(who=(cowboy,), kind="OPR", purpose="hit", difficulty=6, target=jessica),
        RollCheck(who=cowboy, kind="OPR", purpose="hit", difficulty=6, target=jessica),
    ):
        refused = table.refused(command)
        assert refused.code == "npc-against-pc"
        proposed = refused.params["instead"]
        assert isinstance(proposed, Msg)
        assert english(proposed) == f"{jessica} rolls check D6"
    table.do(CallCheck(who=(jessica,), kind="FLX", purpose="dodge", difficulty=6, target=cowboy))


@pytest.mark.rule("LP-CHK-044")
def test_what_non_player_characters_may_roll_against(table: Table) -> None:
    cowboy, thug, jessica = table.npc("cowboy"), table.npc("thug"), table.pc("jessica")
    door = table.add("door", "object")
    assert settled(table.do(RollCheck(who=cowboy, kind="OPR", difficulty=9, target=door), success(5))).passed
    table.do(RollCheck(who=cowboy, kind="PHY", difficulty=9, target=thug), success(5))
    table.do(
        RollCheck(who=cowboy, kind="DSC", purpose="read_people", difficulty=9, target=jessica, words=True), success(5)
    )
    table.do(RollCheck(who=cowboy, kind="OPR", difficulty=9), success(5))


@pytest.mark.rule("LP-CHK-044")
def test_in_a_slot_a_non_player_character_rolls_against_things_and_its_own_kind(table: Table) -> None:
    fight(table, npcs=("cowboy", "thug"))
    door = table.add("door", "object", near={table.ids["cowboy"]: "touch"})
    go_to(table, "action", 1, first=())
    cowboy, thug, mike = (table.ids[n] for n in ("cowboy", "thug", "mike"))
    done = table.do(Act(who=cowboy, text="picks the lock", kind="OPR", difficulty=9, against=(door,)), success(5))
    assert (settled(done).who, settled(done).passed) == (cowboy, True)
    table.do(Act(who=thug, text="pulls the door and Mike", kind="FLX", difficulty=9, against=(door, mike)))
    assert [c.who for c in table.state.checks.values()] == [mike], "where a player character is concerned, that one"


@pytest.mark.rule("LP-CHK-045")
def test_the_opponents_condition_is_difficulty(table: Table) -> None:
    duke, bird = table.pc("duke", attributes={"FLX": 2}), table.npc("bird", attributes={"FLX": 3})
    table.do(CallCheck(who=(duke,), kind="FLX", purpose="strike", difficulty=6, target=bird))
    assert pools.dice_of(table.state, owed(table, "duke")) == (7, 6)
    table.do(SwitchModifier(who=duke, name="an alert bird", steps=1))
    assert pools.dice_of(table.state, owed(table, "duke")) == (7, 9)
    [task] = table.tasks("check")
    assert english(task.what).endswith("D9")
    done = table.do(RollCheck(who=duke, hold=True), [4, 5, 6, 9, 9, 9, 9])
    assert done.entry.dice[0].sides == 9
    check = checks.rolled(table.state, duke)
    assert check is not None
    assert (check.difficulty, pools.dice_of(table.state, check)[1]) == (9, 9), "not counted twice"


@pytest.mark.rule("LP-CHK-045")
def test_an_opponents_advantage_takes_no_die(table: Table) -> None:
    duke, bird = table.pc("duke"), table.npc("bird", attributes={"FLX": 9, "DSC": 9})
    lines = [PoolLine("base", 5)]
    table.do(CallCheck(who=(duke,), kind="FLX", difficulty=6, target=bird))
    assert list(pools.pool_lines(table.state, owed(table, "duke"))) == lines
    give(table, "bird", "prone")
    assert list(pools.pool_lines(table.state, owed(table, "duke"))) == lines
    table.do(SwitchModifier(who=duke, name="a tiny target", steps=1))
    assert list(pools.pool_lines(table.state, owed(table, "duke"))) == lines


# Special checks ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-CHK-050")
@pytest.mark.parametrize(
    ("difficulty", "faces", "outcome"),
    [
        (3, [2, 1, 1, 3, 3], "success"),
        (6, [1, 2, 4, 3, 5, 5, 5], "failure"),
        (6, [6, 1, 4, 2, 5, 3], "success"),
        (6, [4, 4, 4, 1, 2, 3, 5, 6], "critical_failure"),
        (6, [1, 3, 2, 4, 5, 6], "critical_success"),
        (3, [1, 2], "automatic_failure"),
    ],
)
def test_a_legendary_check_needs_every_face(table: Table, difficulty: int, faces: list[int], outcome: str) -> None:
    event = settled(roll(table, faces, difficulty, special="legendary"))
    assert (event.outcome, event.passed) == (outcome, outcome in ("success", "critical_success"))


@pytest.mark.rule("LP-CHK-050")
def test_one_face_missing_is_not_enough(table: Table) -> None:
    """The ledger's own dice: 6 is missing, and 1-2-3 in front makes nothing critical of a check that is not passed."""
    event = settled(roll(table, [1, 2, 3, 4, 5, 5, 5], special="legendary"))
    assert (event.outcome, event.passed) == ("failure", False)


@pytest.mark.rule("LP-CHK-050")
def test_too_few_dice_for_a_legendary_check_are_announced(table: Table) -> None:
    who = mike(table)
    table.do(CallCheck(who=(who,), kind="WIS", difficulty=9, modifiers=(Modifier(3, "gm"),), special="legendary"))
    [task] = table.tasks("check")
    said = [english(m) for m in task.detail]
    assert "every face from 1 to 9 is needed: a pool of 8 cannot pass" in said
    assert "pool of 8: success 0.0 %" in said
    table.do(RollCheck(who=who, hold=True), [1, 2, 4, 3, 5, 6, 7, 8])
    check = checks.rolled(table.state, who)
    assert check is not None
    [one_more] = [o for o in negotiation.options(table.state, check) if o.kind == "append"]
    assert (one_more.success.numerator, one_more.success.denominator) == (1, 9)
    table.do(AppendDice(who=who), [9])
    assert settled(table.do(SettleCheck(who=who))).outcome == "success"


@pytest.mark.rule("LP-CHK-051")
def test_smaller_dice_leave_the_faces_asked_for(table: Table) -> None:
    roll(table, [1, 1, 2, 2, 9, 8, 7, 4, 5], 9, special="legendary", hold=True)
    who = table.ids["mike"]
    done = table.do(Reroll(who=who, difficulty=6), [1, 2, 3, 4, 5, 6, 6, 1, 2])
    assert done.entry.dice[0].sides == 6
    check = checks.rolled(table.state, who)
    assert check is not None
    assert checks.result(check).outcome == "failure"
    assert kinds.missing(checks.faces(check), check.wanted) == (7, 8, 9)


@pytest.mark.rule("LP-CHK-051")
def test_faces_from_elsewhere_may_complete_it(table: Table) -> None:
    mike(table)
    who = table.ids["mike"]
    with_stored(table, (7, 8, 9))
    roll(table, [1, 1, 2, 2, 9, 8, 7, 4, 5], 9, special="legendary", hold=True)
    table.do(Reroll(who=who, difficulty=6), [1, 2, 3, 4, 5, 6, 6, 1, 2])
    table.do(LayFaces(who=who, faces=(7, 8, 9)))
    event = settled(table.do(SettleCheck(who=who)))
    assert (event.outcome, event.degree, event.passed) == ("success", 2, True)


def with_stored(table: Table, faces: tuple[int, ...]) -> None:
    """Mike has these faces stored."""
    from gmconsole.rulesets.lawn.alterations import StoreFace

    who = table.ids["mike"]
    for face in faces:
        table.do(RollCheck(who=who, kind="WIS", difficulty=9, hold=True), [face, 1, 2, 4, 6])
        table.do(StoreFace(who=who, position=1))
        table.do(SettleCheck(who=who))


@pytest.mark.rule("LP-CHK-052")
@pytest.mark.parametrize(
    ("faces", "outcome"),
    [
        ([4, 5, 6, 1, 6], "failure"),
        ([1, 2, 4, 5, 1], "success"),
        ([3, 1, 2, 6, 6], "critical_failure"),
        ([4, 4, 4, 1, 2], "critical_success"),
        ([5, 5], "automatic_failure"),
    ],
)
def test_a_reversal_swaps_every_outcome(table: Table, faces: list[int], outcome: str) -> None:
    event = settled(roll(table, faces, special="reversal"))
    assert (event.outcome, event.passed) == (outcome, outcome in ("success", "critical_success"))


@pytest.mark.rule("LP-CHK-052")
@pytest.mark.parametrize(
    ("faces", "outcome"),
    [
        ([4, 5, 6, 1, 6], "failure"),
        ([1, 2, 4, 5, 1], "success"),
        ([3, 1, 2, 6, 6], "critical_success"),
        ([4, 4, 4, 1, 2], "critical_failure"),
        ([5, 5], "automatic_failure"),
    ],
)
def test_a_reversal_may_leave_criticals_alone(table: Table, faces: list[int], outcome: str) -> None:
    table.do(SetOption(option="reversal_swaps", value="plain"))
    assert settled(roll(table, faces, special="reversal")).outcome == outcome


@pytest.mark.rule("LP-CHK-052")
def test_both_outcomes_of_a_reversal_are_shown(table: Table) -> None:
    done = roll(table, [4, 5, 6, 1, 6], special="reversal", hold=True)
    [line] = [english(m) for m in RULESET.tell(table.state, done.entry.events, "gm") if "reversal" in m.id][-1:]
    assert "success, so failure" in line
    [shown] = negotiation_board.shown(table.state)
    assert shown.result is not None
    assert english(shown.result) == "failure, degree 1, before the reversal success"


@pytest.mark.rule("LP-CHK-050", "LP-CHK-052", "LP-CHK-053")
def test_kinds_that_are_switched_off_are_refused(table: Table) -> None:
    who, other = mike(table), table.pc("jessica")
    for option in ("legendary", "reversal", "further_kinds"):
        table.do(SetOption(option=option, value=False))
    for command in (
        CallCheck(who=(who,), kind="WIS", special="legendary"),
        RollCheck(who=who, kind="WIS", difficulty=6, special="reversal"),
        CallCheck(who=(who,), kind="WIS", tags=("no_cost",)),
        CallCheck(who=(who,), kind="WIS", represents=(other,)),
    ):
        assert table.refused(command).code == "switched-off"
    assert table.refused(CallCheck(who=(who,), kind="WIS", special="epic")).code == "not-a-choice"


@pytest.mark.rule("LP-CHK-053")
def test_a_check_without_cost_feeds_no_gains(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    gains: list[bool] = []
    monkeypatch.setitem(
        checks.SETTLERS, "", lambda tx, check, came: gains.append(kinds.feeds_gains(check.tags, came.outcome))
    )
    for tags in ((), ("no_cost",)):
        for faces in ([2, 6, 4, 6, 2], [1, 2], [4, 4, 4, 1, 2], [4, 5, 6, 1, 6]):
            roll(table, faces, tags=tags)
    assert gains == [True, True, True, False, False, False, True, False]


@pytest.mark.rule("LP-CHK-053")
def test_the_log_names_whom_a_representative_stands_for(table: Table) -> None:
    mike(table)
    others = (table.pc("jessica"), table.npc("guide"))
    done = roll(table, [4, 5, 6, 1, 6], represents=others)
    assert settled(done).represents == others
    line = english(RULESET.tell(table.state, done.entry.events, "gm")[-1])
    assert line == f"{table.ids['mike']} WIS for {others[0]}, {others[1]} as well: success, degree 1"
    assert table.refused(CallCheck(who=(others[0],), kind="WIS", represents=(others[0],))).code == "named-twice"
    assert table.refused(CallCheck(who=(others[0],), kind="WIS", represents=("pc-009",))).code == "unknown-person"


# States --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-CHK-059")
def test_states_add_up(table: Table) -> None:
    mike(table)
    give(table, "mike", "light_wound", "stunned")
    counting = [STATES[s].untended.dice.get("all", 0) for s in ("light_wound", "stunned")]
    assert pool(table, "mike", "WIS") == 5 + sum(counting)


@pytest.mark.rule("LP-CHK-059")
def test_two_states_of_one_die_each_and_one_of_none(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    tired = StateDef(id="tired", name=STATES["prone"].name, kind="condition", untended=Form(dice={"all": -1}))
    monkeypatch.setitem(STATES, "tired", tired)
    monkeypatch.setitem(STATES, "cold", StateDef(id="cold", name=tired.name, kind="condition", untended=tired.untended))
    mike(table)
    give(table, "mike", "tired", "cold")
    for kind in CHECK_TYPES[:8]:
        assert pool(table, "mike", kind) == 3
    give(table, "mike", "on_the_brink")
    assert pool(table, "mike", "WIS") == 3
    assert table.states("mike") == ["tired", "cold", "on_the_brink"]
    card = RULESET.view(table.state, "gm").cards[table.ids["mike"]]
    assert card.facts["states"] == ("tired", "cold", "on_the_brink")


def test_a_check_of_another_chapter_may_be_called_legendary(table: Table) -> None:
    fight(table)
    state: LawnState = table.state
    assert state.options["legendary"] is True
    done = table.do(RollCheck(who=table.ids["mike"], kind="initiative", difficulty=3, special="legendary"))
    assert settled(done).outcome in ("success", "critical_success", "failure", "critical_failure")
