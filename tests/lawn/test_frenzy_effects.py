"""What frenzy states do: dice that always count, switches on the check, losses of sanity, reminders (LP-FRZ)."""

from __future__ import annotations

import pytest

from gmconsole.core.commands import SetEnvironment
from gmconsole.core.model import Msg, Who
from gmconsole.rulesets.lawn import RULESET, checks, frenzy_effects
from gmconsole.rulesets.lawn.actions import Act, Help
from gmconsole.rulesets.lawn.announcing import Certain, SwitchModifier
from gmconsole.rulesets.lawn.checks import CallCheck, RollCheck
from gmconsole.rulesets.lawn.crisis import End, Start
from gmconsole.rulesets.lawn.distance import LightUp
from gmconsole.rulesets.lawn.frenzy import ChangeFrenzy
from gmconsole.rulesets.lawn.neutral import PassTime
from gmconsole.rulesets.lawn.sanity import ComeRound
from gmconsole.rulesets.lawn.traits import TakeTrait

from .conftest import Table
from .rounds import answer, asked, fight, give, go_to, pass_slots, take
from .spirits import check, collapse, dice, faint, held, lose, mad, mike, on, one, owed, roll_owed, sheet

# Dice that always count ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("state", "attributes", "kind", "pool"),
    [
        pytest.param("amnesia", {"WIS": 2}, "WIS", 5, marks=pytest.mark.rule("LP-FRZ-007")),
        pytest.param("epilepsy", {"FLX": 2}, "FLX", 5, marks=pytest.mark.rule("LP-FRZ-011")),
        pytest.param("cognitive_impairment", {}, "OPR", 3, marks=pytest.mark.rule("LP-FRZ-012")),
        pytest.param("hysteria", {"INF": 1}, "INF", 4, marks=pytest.mark.rule("LP-FRZ-021")),
        pytest.param("hysteria", {"PHY": 1}, "PHY", 7, marks=pytest.mark.rule("LP-FRZ-021")),
        pytest.param("paranoia", {}, "INF", 3, marks=pytest.mark.rule("LP-FRZ-027")),
        pytest.param("paranoia", {"WIS": 1}, "WIS", 7, marks=pytest.mark.rule("LP-FRZ-027")),
        pytest.param("compulsion", {"OPR": 1}, "OPR", 4, marks=pytest.mark.rule("LP-FRZ-024")),
        pytest.param("compulsion", {}, "DSC", 3, marks=pytest.mark.rule("LP-FRZ-024")),
        pytest.param("compulsion", {}, "FLX", 3, marks=pytest.mark.rule("LP-FRZ-024")),
        pytest.param("compulsion", {}, "INF", 5, marks=pytest.mark.rule("LP-FRZ-024")),
        pytest.param("anxiety", {"MND": 2}, "MND", 4, marks=pytest.mark.rule("LP-FRZ-026")),
        ("amnesia", {}, "DSC", 5),
        ("epilepsy", {}, "PHY", 5),
    ],
)
def test_pools(table: Table, state: str, attributes: dict[str, int], kind: str, pool: int) -> None:
    mike(table, state, **attributes)
    assert dice(table, kind) == pool


@pytest.mark.rule("LP-FRZ-007")
def test_a_locked_pool_stays_as_it_is(table: Table) -> None:
    who = mike(table, "amnesia", "nyctophobia", WIS=2)
    table.do(TakeTrait(who=who, trait="bright"))
    table.do(SetEnvironment(add=("dark",)))
    assert dice(table, "WIS") == 7


@pytest.mark.rule("LP-FRZ-009")
@pytest.mark.parametrize(("now", "pool"), [(2, 4), (3, 6)])
def test_depression(table: Table, now: int, pool: int) -> None:
    mike(table, "depression", sanity=now, MND=1)
    assert dice(table, "MND") == pool


@pytest.mark.rule("LP-FRZ-109")
def test_two_states_add_up(table: Table) -> None:
    mike(table, "hysteria", "paranoia", INF=1)
    assert dice(table, "INF") == 2, "fewer than three: an automatic failure unless dice are appended"
    done = check(table, "INF", passes=False, faces=(1, 2))
    assert [e.outcome for e in done.entry.events if isinstance(e, checks.CheckSettled)] == ["automatic_failure"]


@pytest.mark.rule("LP-FRZ-109")
def test_a_penalty_and_a_bonus_add_up(table: Table) -> None:
    mike(table, "amnesia", "paranoia")
    assert dice(table, "WIS") == 4


def test_focus_tokens_may_ask_for_what_always_counts(table: Table) -> None:
    mike(table, "anxiety", "depression", sanity=2)
    assert frenzy_effects.standing(table.who("mike"), "MND") == -3
    assert frenzy_effects.standing(table.who("mike"), "WIS") == 0


# Switches on the check -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("state", "tags", "places"),
    [
        pytest.param("agoraphobia", ("open_space",), ("open_space",), marks=pytest.mark.rule("LP-FRZ-013")),
        pytest.param("claustrophobia", ("cramped_space",), ("cramped_space",), marks=pytest.mark.rule("LP-FRZ-014")),
        pytest.param("social_phobia", ("facing_strangers",), (), marks=pytest.mark.rule("LP-FRZ-015")),
        pytest.param("photophobia", ("skin_lit",), ("bright",), marks=pytest.mark.rule("LP-FRZ-016")),
        pytest.param("nyctophobia", ("in_the_dark",), ("dark",), marks=pytest.mark.rule("LP-FRZ-017")),
        pytest.param("acrophobia", ("high_place",), ("high_place",), marks=pytest.mark.rule("LP-FRZ-018")),
        pytest.param("aquaphobia", ("near_water", "in_water"), ("water",), marks=pytest.mark.rule("LP-FRZ-019")),
        pytest.param(
            "mysophobia", ("filthy_place", "touching_unclean"), ("filthy_place",), marks=pytest.mark.rule("LP-FRZ-020")
        ),
    ],
)
def test_phobias(table: Table, state: str, tags: tuple[str, ...], places: tuple[str, ...]) -> None:
    mike(table, state)
    for kind in ("WIS", "DSC", "PHY", "initiative"):
        base = 8 if kind == "initiative" else 5
        assert dice(table, kind) == base, "no tag, no penalty"
        for tag in tags:
            assert dice(table, kind, tags=(tag,)) == base - 2
        assert dice(table, kind, tags=tags) == base - 2, "once, however many apply"
    assert not on(table, state)
    for place in places:
        table.do(SetEnvironment(add=(place,)))
        assert on(table, state) and dice(table, "WIS") == 3
        assert dice(table, "WIS", tags=tags) == 3
        table.do(SetEnvironment(remove=(place,)))
    assert dice(table, "WIS") == 5


@pytest.mark.rule("LP-FRZ-017")
def test_a_torch_does_not_help_against_the_dark(table: Table) -> None:
    who = mike(table, "nyctophobia")
    table.do(SetEnvironment(add=("dark",)))
    table.do(LightUp(who=who, source="torch"))
    assert dice(table, "WIS") == 3
    table.do(SetEnvironment(remove=("dark",)))
    table.do(SetEnvironment(add=("bright",)))
    assert dice(table, "WIS") == 5


@pytest.mark.rule("LP-FRZ-016", "LP-FRZ-015")
@pytest.mark.parametrize(("state", "off"), [("photophobia", True), ("social_phobia", False)])
def test_the_gm_switches_on_the_check(table: Table, state: str, off: bool) -> None:
    """A coat that covers all in daylight; strangers that nobody tagged."""
    who = mike(table, state)
    table.do(SetEnvironment(add=("bright",)))
    table.do(CallCheck(who=(who,), kind="WIS", difficulty=6))
    made = next(iter(table.state.checks.values()))
    assert checks.dice_of(table.state, made)[0] == (3 if off else 5)
    table.do(SwitchModifier(who=who, name=state, off=off))
    made = next(iter(table.state.checks.values()))
    assert checks.dice_of(table.state, made)[0] == (5 if off else 3)


@pytest.mark.parametrize(
    ("state", "worse", "same"),
    [
        pytest.param("auditory_hallucinations", "listen", "sight", marks=pytest.mark.rule("LP-FRZ-005")),
        pytest.param("auditory_hallucinations", "hearing", "sight", marks=pytest.mark.rule("LP-FRZ-005")),
        pytest.param("visual_hallucinations", "sight", "listen", marks=pytest.mark.rule("LP-FRZ-006")),
    ],
)
def test_senses(table: Table, state: str, worse: str, same: str) -> None:
    who = mike(table, state, DSC=1)
    for purpose, pool in ((worse, 4), (same, 6)):
        table.do(CallCheck(who=(who,), kind="DSC", purpose=purpose, difficulty=6))
        made = list(table.state.checks.values())[-1]
        assert checks.dice_of(table.state, made)[0] == pool
    assert dice(table, "DSC", "look", tags=("sight",)) == (4 if state.startswith("visual") else 6)


@pytest.mark.rule("LP-FRZ-029")
def test_panic(table: Table) -> None:
    fight(table)
    mad(table, "mike", "panic")
    assert dice(table, "WIS") == 3
    table.do(End())
    assert dice(table, "WIS") == 5
    table.do(Start(calm=True))
    assert dice(table, "WIS") == 5, "rounds without danger are no crisis"


@pytest.mark.rule("LP-FRZ-004")
def test_hypersomnia(table: Table) -> None:
    mike(table, "hypersomnia")
    assert dice(table, "PHY", "toughness") == 3
    assert dice(table, "PHY", "speed") == 5
    assert dice(table, "PHY", "fatigue") == 5
    assert dice(table, "PHY", "fatigue", tags=("constitution",)) == 3, "where the GM says so (Q-FRZ-06)"
    check(table, "PHY", purpose="speed", passes=False)
    check(table, "PHY", purpose="toughness", passes=True)
    assert table.states("mike") == []
    check(table, "PHY", purpose="toughness", passes=False)
    assert table.states("mike") == ["in_shock"]


@pytest.mark.rule("LP-FRZ-004")
def test_hypersomnia_switched_off_gives_no_shock(table: Table) -> None:
    who = mike(table, "hypersomnia")
    table.do(CallCheck(who=(who,), kind="PHY", purpose="toughness", difficulty=6))
    table.do(SwitchModifier(who=who, name="hypersomnia", off=True))
    table.do(RollCheck(who=who, kind="PHY"), (2, 2, 5, 5, 5))
    assert table.states("mike") == []


def test_a_failure_without_a_roll_is_one_all_the_same(table: Table) -> None:
    who = mike(table, "hypersomnia")
    table.do(CallCheck(who=(who,), kind="PHY", purpose="toughness", difficulty=6))
    table.do(Certain(who=who, failure=True))
    assert table.states("mike") == ["in_shock"]


# Anxiety -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-FRZ-026")
def test_anxiety_eases_with_each_success(table: Table) -> None:
    mike(table, "anxiety", MND=2)
    for left, pool in ((2, 5), (1, 6), (1, 6)):
        check(table, "MND", passes=True)
        assert (one(table, "anxiety").figures, dice(table, "MND")) == ({"loss": left}, pool)
    check(table, "MND", passes=False)
    check(table, "WIS", passes=True)
    assert dice(table, "MND") == 6


@pytest.mark.rule("LP-FRZ-026")
def test_a_failure_does_not_ease_it_but_a_pass_without_a_roll_does(table: Table) -> None:
    who = mike(table, "anxiety", MND=2)
    check(table, "MND", passes=False)
    check(table, "DSC", passes=True)
    assert dice(table, "MND") == 4
    table.do(CallCheck(who=(who,), kind="MND", difficulty=6))
    table.do(Certain(who=who))
    assert dice(table, "MND") == 5


# PTSD and Neuralgia --------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-FRZ-008")
def test_ptsd(table: Table) -> None:
    mike(table, "ptsd")
    lose(table, 1)
    [queued] = owed(table)
    assert (queued.type, queued.purpose, queued.difficulty) == ("MND", "ptsd", 9)
    roll_owed(table, passes=False)
    [state] = table.who("mike").states
    assert (state.id, state.note) == ("ptsd_flashback", "the barn fire")
    assert table.refused(Act(who=table.ids["mike"], text="runs")).code == "cannot-act"


@pytest.mark.rule("LP-FRZ-008")
@pytest.mark.parametrize("by", [1, 2])
def test_one_check_for_one_loss(table: Table, by: int) -> None:
    mike(table, "ptsd")
    lose(table, by)
    assert len(owed(table)) == 1
    roll_owed(table, passes=True)
    assert table.states("mike") == [] and not owed(table)
    lose(table, 3 - by)
    assert not owed(table), "whoever faints remembers nothing"
    answer(table, "faint", "on_the_brink")
    assert len(owed(table)) == 1, "whoever goes on does"


def test_a_check_that_is_owed_already_is_rolled_once(table: Table) -> None:
    mike(table, "ptsd", "neuralgia")
    lose(table, 1)
    lose(table, 1)
    assert [c.purpose for c in owed(table)] == ["ptsd", "neuralgia"]


def test_nobody_unconscious_is_asked(table: Table) -> None:
    mike(table, "ptsd", "neuralgia")
    give(table, "mike", "unconscious")
    lose(table, 2)
    assert not owed(table)


@pytest.mark.rule("LP-FRZ-008b")
def test_a_flashback_is_ended_from_the_next_round_on(table: Table) -> None:
    fight(table)
    mad(table, "mike", "ptsd")
    table.set_band("mike", "jessica", "touch")
    who, jessica = table.ids["mike"], table.ids["jessica"]
    go_to(table, "action", 2, first=("jessica", "mike"))
    lose(table, 1)
    roll_owed(table, passes=False)
    pass_slots(table, until="jessica")
    assert table.refused(Help(who=jessica, does="wake", whom=who)).code == "wakes-next-round"
    go_to(table, "action", 3, first=("jessica", "mike"))
    pass_slots(table, until="jessica")
    assert "ptsd_flashback" in table.states("mike")
    table.do(Help(who=jessica, does="wake", whom=who))
    assert table.states("mike") == []
    assert table.who("mike").sanity == 2, "it was no faint"


@pytest.mark.rule("LP-FRZ-008b")
@pytest.mark.parametrize("natural", [PassTime(minutes=8 * 60, sleep=True), ComeRound(who="pc-001")])
def test_else_until_natural_waking(table: Table, natural: PassTime | ComeRound) -> None:
    fight(table)
    mad(table, "mike", "ptsd")
    lose(table, 1)
    roll_owed(table, passes=False)
    go_to(table, "neutral", 5)
    assert "ptsd_flashback" in table.states("mike")
    table.do(End())
    table.do(PassTime(minutes=60))
    assert "ptsd_flashback" in table.states("mike")
    assert [q.ref for q in asked(table, "come_round")] == ["ptsd_flashback"]
    table.do(natural)
    assert table.states("mike") == []


@pytest.mark.rule("LP-FRZ-010")
@pytest.mark.parametrize(("passes", "left"), [(True, 1), (False, 0)])
def test_neuralgia(table: Table, passes: bool, left: int) -> None:
    mike(table, "neuralgia")
    lose(table, 1)
    assert not owed(table), "from 3 to 2 nothing happens"
    lose(table, 1)
    [queued] = owed(table)
    assert (queued.type, queued.difficulty) == ("MND", 12)
    roll_owed(table, passes=passes)
    assert table.who("mike").sanity == left
    if not passes:
        answer(table, "faint", "unconscious")
        assert table.states("mike") == ["unconscious"] and sheet(table).fainted.cause == ""


@pytest.mark.rule("LP-FRZ-010")
def test_a_bigger_loss_that_ends_at_one_is_one_trigger(table: Table) -> None:
    mike(table, "neuralgia", "ptsd")
    lose(table, 2)
    assert [c.purpose for c in owed(table)] == ["neuralgia", "ptsd"]


# The friend ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-FRZ-030")
def test_the_best_friend_speaks(table: Table) -> None:
    fight(table)
    mad(table, "mike", "your_best_friend")
    reminder = Msg("the best friend of {who} speaks", {"who": Who(table.ids["mike"])})
    go_to(table, "action", 1, first=("mike",))
    [task] = [t for t in table.tasks("slot") if t.who == table.ids["mike"]]
    assert reminder in task.detail
    table.do(CallCheck(who=(table.ids["mike"],), kind="WIS", difficulty=6))
    [owing] = [t for t in table.tasks("check") if t.who == table.ids["mike"]]
    assert reminder in owing.detail
    assert reminder not in [m for t in table.tasks() if t.who == table.ids["jessica"] for m in t.detail]
    board = RULESET.view(table.state, "players")
    assert not any(t.detail for t in board.tasks)


def test_states_that_come_and_go(table: Table) -> None:
    who = mike(table, "amnesia")
    assert dice(table, "WIS") == 3
    table.do(ChangeFrenzy(who=who, frenzy="amnesia", gone=True))
    assert dice(table, "WIS") == 5
    collapse(table, 7)
    assert held(table) == ("amnesia",)
    assert dice(table, "WIS") == 3
    lose(table, 2)
    faint(table)
    take(table, "mike", "unconscious")
    assert table.tasks("frenzy")
