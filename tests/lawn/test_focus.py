"""Focus tokens: how many, where they lie, rerolls made easier, Composure (LP-FOC)."""

from __future__ import annotations

import pytest

from gmconsole.core.commands import SetField, SetOption
from gmconsole.core.messages import english
from gmconsole.core.model import Rejected
from gmconsole.rulesets.lawn import RULESET, checks, focus, initiative, negotiation_board
from gmconsole.rulesets.lawn.character import Belonging
from gmconsole.rulesets.lawn.checks import CallCheck, RollCheck, SettleCheck
from gmconsole.rulesets.lawn.creation import SetPlayers
from gmconsole.rulesets.lawn.expending import Expend
from gmconsole.rulesets.lawn.focus import POSITIONS, UNPLACED, Compose, GrantTokens, PlaceTokens
from gmconsole.rulesets.lawn.injuries import ChangeState
from gmconsole.rulesets.lawn.negotiation import STAYS, Forgo
from gmconsole.rulesets.lawn.relief import Tend
from gmconsole.rulesets.lawn.session_end import EndSession, SessionStep
from gmconsole.rulesets.lawn.sessions import StartSession
from gmconsole.rulesets.lawn.state import ATTRIBUTES
from gmconsole.rulesets.lawn.traits import TakeTrait

from .conftest import Table
from .resources import ART, card, faces, frenzied, offered, on_table, roll, said, sheet, sizes, stands, switch, writes
from .rounds import asked

PLAYERS = ("mike", "otto", "lena")


def hero(table: Table, mind: int = 0, players: int = 2, **figures: object) -> str:
    """Jessica with that willpower, among so many players."""
    who = table.pc("jessica", attributes={"MND": mind}, **figures)
    for name in PLAYERS[: players - 1]:
        table.pc(name)
    return who


def granted(table: Table) -> int:
    """The tokens Jessica gets."""
    table.do(GrantTokens(who=(table.ids["jessica"],)))
    return focus.loose(sheet(table, "jessica"))


def due(table: Table) -> int:
    """The tokens Jessica would get."""
    return focus.due(table.state, table.who("jessica"))


def tokens(table: Table, **place: int) -> None:
    """Begin again with these tokens on Jessica's sheet, and two specialties that fit her checks."""
    writes(table, "jessica", tokens=place, specialties=ART)


def reroll(table: Table, dice: list[int], count: int = 0, specialty: str = "art") -> None:
    table.do(Expend(who=table.ids["jessica"], specialty=specialty, tokens=count, sure=True), dice)


def no_reroll(table: Table, count: int) -> str:
    """The code of the refusal to reroll with so many tokens; nothing is spent by it."""
    return table.refused(Expend(who=table.ids["jessica"], specialty="art", tokens=count, sure=True)).code


# How many ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-FOC-001")
@pytest.mark.parametrize(("mind", "count"), [(3, 3), (0, 0)])
def test_tokens_equal_willpower(table: Table, mind: int, count: int) -> None:
    hero(table, mind)
    assert due(table) == count
    if count:
        assert granted(table) == count
        assert sheet(table, "jessica").tokens == {UNPLACED: count}
    else:
        assert table.refused(GrantTokens(who=(table.ids["jessica"],))).code == "no-change"


@pytest.mark.rule("LP-FOC-002")
@pytest.mark.parametrize(("players", "count"), [(1, 3), (2, 2)])
def test_a_single_player_gets_one_more(table: Table, players: int, count: int) -> None:
    hero(table, 2, players)
    assert granted(table) == count


@pytest.mark.rule("LP-FOC-002")
def test_the_number_of_players_is_that_of_the_game(table: Table) -> None:
    hero(table, 2, 1)
    table.do(SetPlayers(count=2))
    assert granted(table) == 2


@pytest.mark.rule("LP-FOC-003")
def test_a_tended_light_wound_takes_one(table: Table) -> None:
    who = hero(table, 2)
    table.do(ChangeState(who=(who,), add=("light_wound:tended",)))
    assert granted(table) == 1


@pytest.mark.rule("LP-FOC-003")
def test_an_item_adds_one(table: Table) -> None:
    hero(table, 1)
    writes(table, "jessica", belongings=(Belonging(name="Rosary", modifiers={"MND": 1}),))
    assert granted(table) == 2


@pytest.mark.rule("LP-FOC-003")
def test_anxiety_takes_three(table: Table) -> None:
    hero(table, 3)
    frenzied(table, "jessica", "anxiety")
    assert due(table) == 0


@pytest.mark.rule("LP-FOC-003")
def test_an_untended_wound_counts_and_tending_it_brings_the_difference(table: Table) -> None:
    who = hero(table, 3)
    table.do(ChangeState(who=(who,), add=("broken_ribs",)))
    assert granted(table) == 2
    table.do(ChangeState(who=(who,), remove=("broken_ribs",)))
    assert granted(table) == 3


@pytest.mark.rule("LP-FOC-003")
def test_a_locked_willpower_counts_as_plus_two(table: Table) -> None:
    """Q-FOC-05: attribute and states are ignored, as for the lock itself."""
    who = hero(table, -1)
    writes(table, "jessica", trait="resolute")
    assert due(table) == 2
    table.do(ChangeState(who=(who,), add=("light_wound",)))
    assert due(table) == 2


@pytest.mark.rule("LP-FOC-003")
def test_what_the_tough_do_not_feel_takes_none(table: Table) -> None:
    """Q-FOC-02."""
    who = hero(table, 2)
    writes(table, "jessica", trait="tough")
    table.do(ChangeState(who=(who,), add=("light_wound",)))
    assert due(table) == 2


@pytest.mark.rule("LP-FOC-004")
@pytest.mark.parametrize(
    ("mind", "fields", "count"),
    [
        (1, {"specialties": ART, "passions": ("art",)}, 1),
        (1, {"belongings": (Belonging(name="Charm", modifiers={"MND": 2}, tag="fright"),)}, 1),
    ],
)
def test_what_counts_for_some_checks_alone_is_ignored(
    table: Table, mind: int, fields: dict[str, object], count: int
) -> None:
    hero(table, mind)
    writes(table, "jessica", **fields)
    assert due(table) == count


@pytest.mark.rule("LP-FOC-004")
@pytest.mark.parametrize("frenzy", ["acrophobia", "depression", "panic"])
def test_frenzies_of_a_place_or_a_moment_are_ignored(table: Table, frenzy: str) -> None:
    hero(table, 2, sanity=1, sanity_max=3)
    frenzied(table, "jessica", frenzy)
    assert due(table) == 2


@pytest.mark.rule("LP-FOC-004")
def test_being_apart_is_ignored(table: Table) -> None:
    hero(table, 2)
    table.set_band("jessica", "mike", "extreme")
    assert due(table) == 2


@pytest.mark.rule("LP-FOC-005")
@pytest.mark.parametrize(("players", "count"), [(3, 0), (1, 1)])
def test_a_negative_value_gives_none_and_eats_none(table: Table, players: int, count: int) -> None:
    hero(table, -1, players)
    assert due(table) == count


# Where they lie ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-FOC-006")
@pytest.mark.parametrize(
    "place", [{"DSC": 1, "OPR": 1, "FLX": 1}, {"DSC": 2, "FLX": 1}, {"DSC": 3}, {"sanity": 2, "emergence": 1}]
)
def test_three_tokens_lie_as_the_player_likes(table: Table, place: dict[str, int]) -> None:
    who = hero(table, 3)
    granted(table)
    table.do(PlaceTokens(who=who, place=place))
    assert sheet(table, "jessica").tokens == place


@pytest.mark.rule("LP-FOC-006")
def test_a_fourth_token_and_a_tenth_position_are_refused(table: Table) -> None:
    who = hero(table, 3)
    granted(table)
    assert table.refused(PlaceTokens(who=who, place={"DSC": 3, "FLX": 1})).code == "too-few-tokens"
    assert (*ATTRIBUTES, "sanity", "emergence") == POSITIONS
    for wrong in ("luck", UNPLACED, ""):
        assert table.refused(PlaceTokens(who=who, place={wrong: 1})).code == "no-such-position"
    for count in (0, -1):
        assert table.refused(PlaceTokens(who=who, place={"DSC": count})).code == "out-of-bounds"


@pytest.mark.rule("LP-FOC-006")
def test_without_tokens_none_is_placed(table: Table) -> None:
    who = hero(table)
    refused = table.refused(PlaceTokens(who=who, place={"DSC": 1}))
    assert (refused.code, refused.params["held"]) == ("too-few-tokens", 0)


@pytest.mark.rule("LP-FOC-006")
def test_they_can_be_placed_one_after_the_other_and_taken_up_between_sessions(table: Table) -> None:
    who = hero(table, 3)
    granted(table)
    table.do(PlaceTokens(who=who, place={"DSC": 1}))
    assert [t.kind for t in table.tasks("focus")] == ["focus"]
    table.do(PlaceTokens(who=who, place={"DSC": 1, "MND": 1}))
    assert (sheet(table, "jessica").tokens, table.tasks("focus")) == ({"DSC": 2, "MND": 1}, [])
    table.do(PlaceTokens(who=who, place={"INF": 3}, anew=True))
    assert sheet(table, "jessica").tokens == {"INF": 3}


@pytest.mark.rule("LP-FOC-006")
def test_during_a_session_what_lies_there_stays(table: Table) -> None:
    who = hero(table, 3)
    table.do(StartSession())
    table.do(PlaceTokens(who=who, place={"DSC": 2}))
    assert table.refused(PlaceTokens(who=who, place={"FLX": 1}, anew=True)).code == "only-between-sessions"
    table.do(PlaceTokens(who=who, place={"FLX": 1}))
    assert sheet(table, "jessica").tokens == {"DSC": 2, "FLX": 1}


def test_a_recount_takes_unplaced_tokens_first_then_all_are_placed_anew(table: Table) -> None:
    """Q-FOC-01: where willpower has changed the console recounts."""
    who = hero(table, 3)
    granted(table)
    table.do(PlaceTokens(who=who, place={"DSC": 2}))
    table.do(SetField(who=(who,), field="MND", value=2))
    granted(table)
    assert sheet(table, "jessica").tokens == {"DSC": 2}
    table.do(SetField(who=(who,), field="MND", value=1))
    granted(table)
    assert sheet(table, "jessica").tokens == {UNPLACED: 1}
    assert said(table) == [f"{who}: focus tokens on position:DSC 2>0, focus tokens to place 0>1"]


def test_locked_tokens_come_on_top_and_stay_where_they_are(table: Table) -> None:
    """Q-TRT-25: they do not count against the grant; they may be spent, the loose ones before them."""
    who = hero(table, 2)
    writes(table, "jessica", tokens={"DSC": 2, "FLX": 1}, locked={"DSC": 2, "FLX": 1})
    assert granted(table) == 2
    table.do(PlaceTokens(who=who, place={"DSC": 1, "INF": 1}, anew=True))
    assert sheet(table, "jessica").tokens == {"DSC": 3, "FLX": 1, "INF": 1}
    table.do(PlaceTokens(who=who, place={"INF": 2}, anew=True))
    assert sheet(table, "jessica").tokens == {"DSC": 2, "FLX": 1, "INF": 2}
    roll(table, "jessica", "DSC", [3, 3, 3, 1, 2], 3)
    table.do(Compose(who=who))
    assert (sheet(table, "jessica").tokens, sheet(table, "jessica").locked) == ({"FLX": 1, "INF": 2}, {"FLX": 1})


def test_tokens_are_shown_on_the_card_with_where_they_lie(table: Table) -> None:
    hero(table, 1)
    tokens(table, DSC=2, sanity=1, **{UNPLACED: 1})
    assert "focus type:DSC 2" in card(table, "jessica") or "focus position:DSC 2" in card(table, "jessica")
    assert "emergence ready" in card(table, "jessica")
    facts = RULESET.view(table.state, "gm").cards[table.ids["jessica"]].facts
    assert facts["tokens"] == {"DSC": 2, "sanity": 1, UNPLACED: 1}


# Rerolls -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-FOC-007")
def test_a_position_serves_its_own_type_of_check(table: Table) -> None:
    hero(table)
    tokens(table, DSC=2)
    roll(table, "jessica", "FLX", [2, 4, 6, 6, 1])
    assert no_reroll(table, 1) == "not-enough-tokens"
    assert [focus.position(on_table(table, "jessica"))] == ["FLX"]
    assert focus.reroll_sizes(table.state, on_table(table, "jessica")) == ((0, 6),)


@pytest.mark.rule("LP-FOC-007")
@pytest.mark.parametrize(("kind", "where"), [("initiative", "sanity"), ("emergence", "emergence")])
def test_sanity_serves_initiative_and_emergence_its_own_check(table: Table, kind: str, where: str) -> None:
    hero(table, sanity=0, sanity_max=3)
    tokens(table, **{where: 1})
    roll(table, "jessica", kind, [2, 4, 6, 6, 1])
    reroll(table, [1, 2, 3, 3, 3], 1)
    assert sizes(table, "jessica") == [3] * 5
    assert sheet(table, "jessica").tokens == {}


@pytest.mark.rule("LP-FOC-008")
def test_a_token_makes_the_reroll_easier_by_three(table: Table) -> None:
    hero(table)
    tokens(table, DSC=1)
    roll(table, "jessica", "DSC", [1, 3, 5, 7, 9], 9)
    assert stands(table, "jessica") == ("failure", 1)
    [plain, easier] = [o for o in offered(table, "jessica", "expend") if o.command.specialty == "art"]  # type: ignore[union-attr]
    assert easier.success > plain.success
    reroll(table, [2, 3, 4, 6, 6], 1)
    assert (sizes(table, "jessica"), stands(table, "jessica")) == ([6] * 5, ("success", 0))
    assert sheet(table, "jessica").tokens == {}


@pytest.mark.rule("LP-FOC-008")
def test_a_success_that_is_not_enough_may_be_rerolled_with_a_token(table: Table) -> None:
    hero(table)
    tokens(table, DSC=1)
    roll(table, "jessica", "DSC", [4, 5, 6, 6, 6], 6, required=1)
    assert stands(table, "jessica") == ("success", 0)
    reroll(table, [1, 2, 3, 3, 3], 1)
    assert sizes(table, "jessica") == [3] * 5


@pytest.mark.rule("LP-FOC-008")
def test_no_token_on_the_first_roll(table: Table) -> None:
    who = hero(table)
    tokens(table, DSC=1)
    table.do(CallCheck(who=(who,), kind="DSC", difficulty=9))
    [check] = table.state.checks.values()
    refused = focus.lowered(table.state, check, 1)
    assert isinstance(refused, Rejected) and refused.code == "no-open-check"
    assert table.refused(Expend(who=who, specialty="art", tokens=1)).code == "no-open-check"
    table.do(RollCheck(who=who, hold=True), [1, 3, 5, 7, 9])
    assert (sizes(table, "jessica"), sheet(table, "jessica").tokens) == ([9] * 5, {"DSC": 1})


@pytest.mark.rule("LP-FOC-008")
def test_no_token_for_a_reroll_of_some_dice_or_with_adventure_dice(table: Table) -> None:
    """Q-FOC-03: only a full reroll through a specialty; the others have no way to spend one."""
    from gmconsole.rulesets.lawn.abilities import UseAbility
    from gmconsole.rulesets.lawn.alterations import Reroll

    hero(table)
    assert not {"tokens"} & {*UseAbility.__struct_fields__, *Reroll.__struct_fields__}
    writes(table, "jessica", tokens={"DSC": 2}, trait="spirited")
    roll(table, "jessica", "DSC", [2, 2, 5, 6, 5])
    table.do(UseAbility(who=table.ids["jessica"], ability="second_wind", number=5), [3, 1])
    assert (sizes(table, "jessica"), sheet(table, "jessica").tokens) == ([6] * 5, {"DSC": 2})


@pytest.mark.rule("LP-FOC-009")
def test_never_below_d3(table: Table) -> None:
    hero(table)
    tokens(table, DSC=2)
    roll(table, "jessica", "DSC", [1, 1, 2, 2, 1], 3)
    assert no_reroll(table, 1) == "tokens-change-nothing"
    table.do(SettleCheck(who=table.ids["jessica"]))
    roll(table, "jessica", "DSC", [1, 1, 4, 4, 6])
    assert no_reroll(table, 2) == "tokens-change-nothing"
    assert focus.reroll_sizes(table.state, on_table(table, "jessica")) == ((0, 6), (1, 3))
    reroll(table, [1, 1, 2, 2, 1], 1)
    assert (sizes(table, "jessica"), sheet(table, "jessica").tokens) == ([3] * 5, {"DSC": 1})


@pytest.mark.rule("LP-FOC-010")
@pytest.mark.parametrize(("count", "size"), [(2, 6), (3, 3)])
def test_several_tokens_add_up(table: Table, count: int, size: int) -> None:
    hero(table)
    tokens(table, DSC=count)
    roll(table, "jessica", "DSC", [1, 3, 5, 7, 9], 12)
    reroll(table, [1, 1, 2, 3, 3], count)
    assert (sizes(table, "jessica"), sheet(table, "jessica").tokens) == ([size] * 5, {})


@pytest.mark.rule("LP-FOC-011")
def test_tokens_spread_over_two_rerolls_of_a_check(table: Table) -> None:
    hero(table)
    tokens(table, DSC=2)
    roll(table, "jessica", "DSC", [1, 3, 5, 7, 9], 9)
    reroll(table, [1, 1, 3, 5, 5], 1)
    assert (sizes(table, "jessica"), sheet(table, "jessica").tokens) == ([6] * 5, {"DSC": 1})
    reroll(table, [1, 1, 3, 5, 6], 1, "deft_hands")
    assert (sizes(table, "jessica"), sheet(table, "jessica").tokens) == ([6] * 5, {})


@pytest.mark.rule("LP-FOC-011")
def test_a_token_left_serves_a_later_check(table: Table) -> None:
    who = hero(table)
    tokens(table, DSC=2)
    for left, specialty in ((1, "art"), (0, "deft_hands")):
        roll(table, "jessica", "DSC", [1, 3, 5, 7, 9], 9)
        reroll(table, [1, 1, 3, 5, 5], 1, specialty)
        table.do(SettleCheck(who=who))
        assert sheet(table, "jessica").tokens.get("DSC", 0) == left


@pytest.mark.rule("LP-FOC-012")
def test_the_next_reroll_starts_from_the_first_difficulty(table: Table) -> None:
    hero(table)
    tokens(table, DSC=1)
    roll(table, "jessica", "DSC", [1, 3, 5, 7, 9], 9)
    reroll(table, [1, 1, 3, 5, 5], 1)
    reroll(table, [1, 1, 3, 5, 9], 0, "deft_hands")
    assert sizes(table, "jessica") == [9] * 5


@pytest.mark.rule("LP-FOC-012")
def test_two_tokens_then_one(table: Table) -> None:
    hero(table)
    tokens(table, DSC=3)
    roll(table, "jessica", "DSC", [1, 3, 5, 7, 9], 12)
    reroll(table, [1, 1, 3, 5, 5], 2)
    assert sizes(table, "jessica") == [6] * 5
    reroll(table, [1, 1, 3, 5, 9], 1, "deft_hands")
    assert sizes(table, "jessica") == [9] * 5


@pytest.mark.rule("LP-FOC-013")
@pytest.mark.parametrize(("difficulty", "count", "size"), [(6, 1, 9), (3, 2, 9)])
@pytest.mark.parametrize("swaps", ["all", "plain"])
def test_a_reversal_grows_harder_to_fail(table: Table, difficulty: int, count: int, size: int, swaps: str) -> None:
    hero(table)
    tokens(table, DSC=count)
    switch(table, "reversal_swaps", swaps) if swaps != "all" else None
    roll(table, "jessica", "DSC", [1, 2, 3, 3, 3], difficulty, special="reversal", hold=True)
    if stands(table, "jessica")[0] == "critical_failure":
        table.session.undo()
        roll(table, "jessica", "DSC", [2, 2, 3, 1, 3], difficulty, special="reversal", hold=True)
    reroll(table, [1, 1, 2, 2, 9], count)
    assert (sizes(table, "jessica"), sheet(table, "jessica").tokens) == ([size] * 5, {})


@pytest.mark.rule("LP-FOC-014")
def test_a_legendary_check_still_wants_every_face(table: Table) -> None:
    hero(table)
    tokens(table, DSC=1)
    roll(table, "jessica", "DSC", [1, 2, 4, 5, 6, 7, 8, 9, 9], 9, special="legendary")
    reroll(table, [1, 2, 4, 3, 5, 6, 6, 6, 6], 1)
    check = on_table(table, "jessica")
    assert (sizes(table, "jessica"), check.wanted, stands(table, "jessica")[0]) == ([6] * 9, 9, "failure")


# Composure -----------------------------------------------------------------------------------------------------------


def failed(table: Table, kind: str, dice: list[int], difficulty: int = 3, **rest: object) -> str:
    """The outcome of Jessica's check; it stays on the table although nobody said so where tokens may still turn it."""
    roll(table, "jessica", kind, dice, difficulty, hold=False, **rest)  # type: ignore[arg-type]
    open_check = checks.rolled(table.state, table.ids["jessica"])
    return checks.result(open_check).outcome if open_check is not None else ""


@pytest.mark.rule("LP-FOC-015")
def test_two_tokens_turn_a_critical_failure_of_a_d3_check(table: Table) -> None:
    who = hero(table)
    tokens(table, FLX=2)
    assert failed(table, "FLX", [2, 2, 2, 1, 3]) == "critical_failure"
    [task] = table.tasks("composure")
    assert (task.command, task.blocking) == (Compose(who=who), True)
    assert [o.success for o in offered(table, "jessica", "composure")] == [1]
    shown = next(n for n in negotiation_board.shown(table.state) if n.who == who)
    assert shown.command == Compose(who=who), "what Enter does"
    table.do(Compose(who=who))
    assert stands(table, "jessica") == ("critical_success", 1)
    assert sheet(table, "jessica").tokens == {}
    table.do(SettleCheck(who=who))
    assert asked(table, "critical")[-1].ref == "critical_success"


@pytest.mark.rule("LP-FOC-015")
def test_the_player_may_let_it_be(table: Table) -> None:
    who = hero(table)
    tokens(table, FLX=2)
    failed(table, "FLX", [2, 2, 2, 1, 3])
    [task] = table.tasks("composure")
    assert task.refuse == Forgo(who=who, what="composure")
    table.do(task.refuse)
    assert asked(table, "critical")[-1].ref == "critical_failure"
    assert sheet(table, "jessica").tokens == {"FLX": 2}


@pytest.mark.rule("LP-FOC-015", "LP-TRT-210")
def test_who_leaves_composure_keeps_what_else_there_is(table: Table) -> None:
    """One refusal is about one thing: the trait may still undo it, and a switch keeps failures on the table."""
    who = hero(table)
    tokens(table, FLX=2)
    table.do(TakeTrait(who=who, trait="tenacious"))
    table.do(SetOption(option=STAYS, value=True))
    failed(table, "FLX", [2, 2, 2, 1, 3])
    kinds = [t.kind for t in table.tasks() if t.blocking and t.proposal]
    assert kinds == ["composure", "undo"]
    for kind in kinds:
        [task] = table.tasks(kind)
        assert task.refuse is not None
        table.do(task.refuse)
        assert table.tasks(kind) == [] and table.refused(task.refuse).code == "nothing-proposed"
    assert checks.rolled(table.state, who) is not None and not asked(table, "critical")
    assert offered(table, "jessica", "composure"), "it may still be taken by hand"


@pytest.mark.rule("LP-FOC-015")
def test_what_the_gm_holds_stays_when_composure_is_left(table: Table) -> None:
    who = hero(table)
    tokens(table, FLX=2)
    table.do(RollCheck(who=who, kind="FLX", difficulty=3, hold=True), [2, 2, 2, 1, 3])
    table.do(Forgo(who=who, what="composure"))
    assert checks.rolled(table.state, who) is not None
    assert [t.kind for t in table.tasks() if t.closing] == ["settle"]


@pytest.mark.rule("LP-FOC-015")
@pytest.mark.parametrize(
    ("place", "difficulty"), [({"FLX": 1, "DSC": 1}, 3), ({"FLX": 2}, 6), ({"DSC": 2}, 3), ({UNPLACED: 2}, 3)]
)
def test_not_with_tokens_elsewhere_and_not_at_d6(table: Table, place: dict[str, int], difficulty: int) -> None:
    who = hero(table)
    tokens(table, **place)
    assert failed(table, "FLX", [2, 2, 2, 1, 3], difficulty) == "", "closed with the roll: nothing is left to decide"
    roll(table, "jessica", "FLX", [2, 2, 2, 1, 3], difficulty)
    assert table.refused(Compose(who=who)).code == "no-composure"
    assert (table.tasks("composure"), offered(table, "jessica", "composure")) == ([], [])


@pytest.mark.rule("LP-FOC-015")
def test_a_reroll_lowered_to_d3_counts(table: Table) -> None:
    """Q-FOC-04: the difficulty of the roll that produced the critical failure."""
    who = hero(table)
    tokens(table, FLX=3)
    roll(table, "jessica", "FLX", [1, 1, 4, 4, 6])
    reroll(table, [2, 2, 2, 1, 3], 1)
    table.do(Compose(who=who))
    assert (stands(table, "jessica")[0], sheet(table, "jessica").tokens) == ("critical_success", {})


@pytest.mark.rule("LP-FOC-015")
def test_no_composure_for_a_failure_that_is_not_critical(table: Table) -> None:
    who = hero(table)
    tokens(table, FLX=2)
    roll(table, "jessica", "FLX", [1, 1, 2, 2, 1], 3)
    assert table.refused(Compose(who=who)).code == "no-composure"


@pytest.mark.rule("LP-FOC-016")
def test_composure_on_an_emergence_check(table: Table) -> None:
    who = hero(table)
    tokens(table, emergence=2)
    assert failed(table, "emergence", [1, 1, 1, 2, 3]) == "critical_failure"
    table.do(Compose(who=who))
    assert (stands(table, "jessica")[0], sheet(table, "jessica").tokens) == ("critical_success", {})


@pytest.mark.rule("LP-FOC-016")
def test_composure_on_an_initiative_check(table: Table) -> None:
    from gmconsole.rulesets.lawn.crisis import Start
    from gmconsole.rulesets.lawn.initiative import SetDifficulty

    who = hero(table, players=1, sanity=3)
    table.npc("cowboy", side="hostile")
    tokens(table, sanity=2)
    table.all_bands("near")
    table.do(Start())
    table.to_phase("initiative")
    table.do(SetDifficulty(faces=3, exactly=True))
    table.do(RollCheck(who=who, kind="initiative"), [3, 3, 3, 1, 1, 2, 2, 2])
    assert who not in table.state.crisis.initiative
    [task] = table.tasks("composure")
    assert task.command is not None
    table.do(task.command)
    assert table.state.crisis.initiative[who].outcome == "critical_success"
    assert initiative.group(table.state, table.who("jessica")) == "before"
    assert sheet(table, "jessica").tokens == {}


@pytest.mark.rule("LP-FOC-017")
def test_composure_looks_at_the_outcome_after_the_reversal(table: Table) -> None:
    who = hero(table)
    tokens(table, FLX=2)
    assert failed(table, "FLX", [1, 3, 2, 1, 1], special="reversal") == "critical_failure"
    table.do(Compose(who=who))
    assert stands(table, "jessica") == ("critical_success", 3)
    assert sheet(table, "jessica").tokens == {}


@pytest.mark.rule("LP-FOC-017")
def test_a_raw_critical_failure_of_a_reversal_is_none(table: Table) -> None:
    who = hero(table)
    tokens(table, FLX=2)
    roll(table, "jessica", "FLX", [2, 2, 2, 1, 3], 3, special="reversal")
    assert stands(table, "jessica")[0] == "critical_success"
    assert table.refused(Compose(who=who)).code == "no-composure"


def test_an_opposed_check_waits_for_the_other_side_with_composure_on_offer(table: Table) -> None:
    from gmconsole.rulesets.lawn.opposed import CallOpposed

    who = hero(table)
    tokens(table, FLX=2)
    table.do(CallOpposed(a=who, b=table.ids["mike"], kind="FLX", difficulty=3))
    table.do(RollCheck(who=who), [2, 2, 2, 1, 3])
    [task] = table.tasks("composure")
    assert (task.blocking, task.refuse) == (False, Forgo(who=who, what="composure"))
    table.do(Forgo(who=who, what="composure"))
    assert table.tasks("composure") == [] and not asked(table, "critical"), "the other side is still to roll"
    table.do(Compose(who=who))
    table.do(RollCheck(who=table.ids["mike"]), [2, 1, 3, 3, 3])
    assert sheet(table, "jessica").tokens == {}
    assert not table.state.opposed


# Session end, switches -----------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-FOC-001", "LP-FOC-018")
def test_granted_as_a_session_begins_lost_as_it_ends_granted_for_the_next(table: Table) -> None:
    who = hero(table, 3)
    table.do(StartSession())
    assert sheet(table, "jessica").tokens == {UNPLACED: 3}
    table.do(PlaceTokens(who=who, place={"DSC": 1, "sanity": 1}))
    table.do(EndSession())
    table.do(SessionStep(step=1))
    assert sheet(table, "jessica").tokens == {}
    for step in range(2, 8):
        table.do(SessionStep(step=step, force=True))
    assert sheet(table, "jessica").tokens == {UNPLACED: 3}


@pytest.mark.rule("LP-FOC-019")
def test_switched_off_nothing_is_granted_and_nothing_asked(table: Table) -> None:
    who = hero(table, 3)
    tokens(table, DSC=2, **{UNPLACED: 1})
    switch(table, "focus", False)
    assert due(table) == 0
    assert table.refused(GrantTokens(who=(who,))).code == "switched-off"
    assert table.refused(PlaceTokens(who=who, place={"DSC": 1})).code == "switched-off"
    assert failed(table, "DSC", [2, 2, 2, 1, 3]) == ""
    roll(table, "jessica", "DSC", [2, 4, 6, 6, 1])
    assert no_reroll(table, 1) == "switched-off"
    assert table.refused(Compose(who=who)).code == "switched-off"
    assert (table.tasks("focus"), table.tasks("composure")) == ([], [])
    assert focus.reroll_sizes(table.state, on_table(table, "jessica")) == ((0, 6),)


@pytest.mark.rule("LP-FOC-020")
@pytest.mark.parametrize(("players", "count"), [(1, 1), (2, 3)])
def test_one_token_in_a_single_player_game(table: Table, players: int, count: int) -> None:
    hero(table, 3, players)
    switch(table, "single_focus", True)
    assert granted(table) == count


@pytest.mark.rule("LP-FOC-021")
@pytest.mark.parametrize(("option", "value"), [("focus", False), ("single_focus", True)])
def test_what_the_switches_are_meant_for_is_said_when_they_are_turned(table: Table, option: str, value: bool) -> None:
    done = table.do(SetOption(option=option, value=value))
    lines = [english(m) for e in done.entry.events if (m := RULESET.say(e, table.state)) is not None]
    assert any("willpower powers spells" in line and "not for merely frightening ones" in line for line in lines)


def test_tending_does_not_change_tokens_of_a_running_session(table: Table) -> None:
    """They are counted when they are granted, not afterwards."""
    who = hero(table, 2)
    granted(table)
    table.do(ChangeState(who=(who,), add=("burn",)))
    table.do(Tend(who=who, state="burn"))
    assert sheet(table, "jessica").tokens == {UNPLACED: 2}


def test_faces_of_a_reroll_are_those_thrown(table: Table) -> None:
    hero(table)
    tokens(table, WIS=1)
    roll(table, "jessica", "WIS", [2, 4, 6, 6, 1])
    reroll(table, [3, 2, 1, 1, 1], 1)
    assert faces(table, "jessica") == [3, 2, 1, 1, 1]
