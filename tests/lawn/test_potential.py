"""Potential: its kinds, dice paid with it, and what it buys (LP-POT-001, -006 to -015)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product

import pytest

from gmconsole.core.commands import SetField, SetOption
from gmconsole.core.model import Msg
from gmconsole.language.driver import Request
from gmconsole.rulesets.lawn import (
    RULESET,
    alterations,
    kinds,
    negotiation,
    negotiation_board,
    outcomes,
    potential,
    purchases,
    questions,
    sheets,
)
from gmconsole.rulesets.lawn.character import Sheet
from gmconsole.rulesets.lawn.checks import RollCheck, SettleCheck
from gmconsole.rulesets.lawn.expending import Expend
from gmconsole.rulesets.lawn.opposed import CallOpposed
from gmconsole.rulesets.lawn.potential import Invest
from gmconsole.rulesets.lawn.purchases import Buy, HandCash, MakeCash
from gmconsole.rulesets.lawn.questions import Answer
from tests.helpers import begin

from .conftest import Table
from .resources import ART, card, faces, offered, on_table, roll, said, sheet, sizes, stands, writes
from .rounds import answer, asked
from .special import figure, person


def hero(table: Table, points: int = 0, **fields: object) -> str:
    """Jessica with so many points, and Mike beside her."""
    who = table.pc("jessica")
    table.pc("mike")
    writes(table, "jessica", potential=points, **fields)
    return who


@pytest.fixture
def hook() -> Iterator[Callable[[list[object], object], None]]:
    """Puts a trait's hook into a list for one test."""
    put: list[tuple[list[object], object]] = []

    def add(into: list[object], function: object) -> None:
        into.append(function)
        put.append((into, function))

    yield add
    for into, function in put:
        into.remove(function)


# Kinds ---------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-POT-001")
def test_the_kinds_are_kept_apart_and_shown(table: Table) -> None:
    hero(table, 9, cash=2, reliable=3)
    assert Sheet().cash == 0 == Sheet().potential == Sheet().reliable
    assert Sheet().counters == {}
    text = card(table, "jessica")
    for shown in ("potential 9", "cash 2", "reliable 3"):
        assert shown in text
    assert "potential" not in card(table, "mike"), "nobody has written anything on this sheet yet"


def test_the_gm_sets_potential(table: Table) -> None:
    who = hero(table)
    table.do(SetField(who=(who,), field="potential", value=7))
    assert sheet(table, "jessica").potential == 7


# Appending -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-POT-006")
def test_a_point_appends_a_die_that_is_judged_at_once(table: Table) -> None:
    who = hero(table, 3)
    roll(table, "jessica", "DSC", [2, 4, 6, 6, 1])
    table.do(Invest(who=who), [5])
    assert faces(table, "jessica") == [2, 4, 6, 6, 1, 5]
    assert stands(table, "jessica") == ("success", 1)
    assert sheet(table, "jessica").potential == 2
    assert [p.points for p in on_table(table, "jessica").spent] == [1]


@pytest.mark.rule("LP-POT-006")
def test_a_failure_with_two_points_gets_up_to_two_dice(table: Table) -> None:
    who = hero(table, 2)
    roll(table, "jessica", "DSC", [2, 4, 6, 6, 1])
    table.do(Invest(who=who), [6])
    table.do(Invest(who=who), [6])
    assert table.refused(Invest(who=who)).code == "not-enough-points"
    assert (faces(table, "jessica"), sheet(table, "jessica").potential) == ([2, 4, 6, 6, 1, 6, 6], 0)


@pytest.mark.rule("LP-POT-006")
@pytest.mark.parametrize("kind", ["emergence", "initiative"])
def test_emergence_and_initiative_take_it_as_well(table: Table, kind: str) -> None:
    who = hero(table, 1)
    roll(table, "jessica", kind, [2, 4, 6, 6, 1])
    table.do(Invest(who=who), [3])
    assert stands(table, "jessica") == ("success", 1)


@pytest.mark.rule("LP-POT-006")
def test_only_ones_own_checks_and_only_after_the_roll(table: Table) -> None:
    """Q-CHK-04, Q-POT-06."""
    who = hero(table, 3)
    assert table.refused(Invest(who=who)).code == "no-open-check"
    roll(table, "mike", "DSC", [2, 4, 6, 6, 1])
    assert table.refused(Invest(who=who)).code == "no-open-check"
    assert table.refused(Invest(who=who, check=on_table(table, "mike").id)).code == "no-open-check"


@pytest.mark.rule("LP-POT-006")
def test_up_to_so_many_points_one_after_the_other_until_it_passes(table: Table) -> None:
    """Q-CHK-04: each is judged before the next, and a pass ends it."""
    who = hero(table, 5)
    roll(table, "jessica", "DSC", [2, 4, 6, 6, 1])
    table.do(Invest(who=who, points=4), [6])
    [question] = asked(table, "more_potential")
    assert not question.blocking
    table.do(Answer(question=question.id, value="roll"), [2])
    [question] = asked(table, "more_potential")
    table.do(Answer(question=question.id, value="roll"), [3])
    assert asked(table, "more_potential") == [], "a success: nothing more is asked"
    assert (stands(table, "jessica")[0], sheet(table, "jessica").potential) == ("success", 2)


@pytest.mark.rule("LP-POT-006")
def test_no_more_is_asked_when_it_is_enough_or_over(table: Table) -> None:
    who = hero(table, 3)
    roll(table, "jessica", "DSC", [2, 4, 6, 6, 1], required=2)
    table.do(Invest(who=who, points=3), [5])
    [question] = asked(table, "more_potential")
    assert stands(table, "jessica") == ("success", 1), "the degree is not reached yet"
    table.do(Answer(question=question.id, value="refuse"))
    assert (sheet(table, "jessica").potential, asked(table, "more_potential")) == (2, [])
    table.do(Invest(who=who, points=2), [6])
    table.do(SettleCheck(who=who))
    assert asked(table, "more_potential") == []


@pytest.mark.rule("LP-POT-006")
def test_no_more_points_than_were_meant(table: Table) -> None:
    who = hero(table, 5)
    roll(table, "jessica", "DSC", [2, 4, 6, 6, 1])
    for points in (0, -1, 100):
        refused = table.refused(Invest(who=who, points=points))
        assert (refused.code, refused.params["low"], refused.params["high"]) == ("out-of-bounds", 1, 99)
    table.do(Invest(who=who, points=3), [6])
    table.do(Invest(who=who, points=2), [6])
    [question] = asked(table, "more_potential")
    table.do(Answer(question=question.id, value="roll"), [6])
    assert asked(table, "more_potential") == [], "the second of two"
    assert (faces(table, "jessica"), sheet(table, "jessica").potential) == ([2, 4, 6, 6, 1, 6, 6, 6], 2)


@pytest.mark.rule("LP-POT-007")
def test_not_on_a_critical_failure(table: Table) -> None:
    who = hero(table, 9)
    roll(table, "jessica", "DSC", [3, 3, 3, 5, 6])
    assert table.refused(Invest(who=who)).code == "critical-failure-stands"
    assert offered(table, "jessica", "potential") == []


@pytest.mark.rule("LP-POT-007")
def test_not_after_a_reroll_that_turns_out_one(table: Table) -> None:
    who = hero(table, 9, specialties=ART)
    roll(table, "jessica", "DSC", [2, 4, 6, 6, 1])
    table.do(Invest(who=who), [6])
    table.do(Expend(who=who, specialty="art"), [3, 3, 3, 5, 6])
    assert table.refused(Invest(who=who)).code == "critical-failure-stands"


@pytest.mark.rule("LP-POT-008")
def test_the_die_is_one_of_the_check(table: Table) -> None:
    who = hero(table, 3)
    roll(table, "jessica", "DSC", [1, 3, 5, 7, 9], 9)
    table.do(Invest(who=who), [9])
    assert sizes(table, "jessica") == [9] * 6
    assert table.refused(Invest(who=who, sides=3)).code == "dice-of-the-check"


@pytest.mark.rule("LP-POT-008")
def test_a_reroll_made_easier_by_a_token_has_smaller_dice(table: Table) -> None:
    who = hero(table, 3, tokens={"DSC": 1}, specialties=ART)
    roll(table, "jessica", "DSC", [1, 3, 5, 7, 9], 9)
    table.do(Expend(who=who, specialty="art", tokens=1), [1, 1, 3, 3, 6])
    table.do(Invest(who=who), [6])
    assert sizes(table, "jessica") == [6] * 6


@pytest.mark.rule("LP-POT-008")
def test_a_trait_may_let_its_owner_choose_the_size(table: Table, hook: Callable[..., None]) -> None:
    hook(potential.ANY_SIZE, lambda state, person, check: True)
    who = hero(table, 3)
    roll(table, "jessica", "DSC", [1, 2, 7, 7, 9], 9)
    assert table.refused(Invest(who=who, sides=2)).code == "out-of-bounds"
    table.do(Invest(who=who, sides=3), [3])
    assert (sizes(table, "jessica"), stands(table, "jessica")[0]) == ([9] * 5 + [3], "success")


@pytest.mark.rule("LP-POT-009")
def test_never_below_zero(table: Table) -> None:
    who = hero(table, 0)
    roll(table, "jessica", "DSC", [2, 4, 6, 6, 1])
    assert table.refused(Invest(who=who)).code == "not-enough-points"
    writes(table, "jessica", potential=2)
    assert table.refused(Buy(who=who, things=("boat",), price=3, worth="worthy")).code == "not-enough-points"
    assert sheet(table, "jessica").potential == 2


@pytest.mark.rule("LP-POT-009")
def test_a_trait_alone_goes_below(table: Table, hook: Callable[..., None]) -> None:
    hook(potential.OVERDRAFT, lambda state, person, check: True)
    who = hero(table, 1)
    roll(table, "jessica", "DSC", [2, 4, 6, 6, 1])
    table.do(Invest(who=who), [6])
    table.do(Invest(who=who), [6])
    assert sheet(table, "jessica").potential == -1
    writes(table, "jessica", potential=potential.DEEPEST)
    assert table.refused(Invest(who=who)).code == "not-enough-points", "there is an end to it"
    writes(table, "jessica", potential=-1)
    assert table.refused(Buy(who=who, things=("boat",), price=1, worth="worthy")).code == "not-enough-points"
    assert table.refused(MakeCash(who=who, points=1)).code == "not-enough-points"


# What is offered -----------------------------------------------------------------------------------------------------


def count(dice: list[int], sides: int, extra: int, required: int = 0) -> Fraction:
    """The chance that a failed check passes with that many dice more, by counting every throw."""
    rolls = list(product(range(1, sides + 1), repeat=extra))
    passed = 0
    for more in rolls:
        came = kinds.judge((*dice, *more))
        passed += outcomes.passed(came.outcome, came.degree, required or None)
    return Fraction(passed, len(rolls))


@pytest.mark.rule("LP-POT-006", "LP-CHK-040")
@pytest.mark.parametrize(
    ("dice", "sides", "required"),
    [([2, 4, 6, 6, 1], 6, 0), ([1, 1, 2, 2, 1], 3, 0), ([1, 3, 5, 7, 9], 9, 0), ([4, 5, 6, 6, 6], 6, 1)],
)
def test_a_point_is_offered_with_its_exact_chance(table: Table, dice: list[int], sides: int, required: int) -> None:
    who = hero(table, 4)
    roll(table, "jessica", "DSC", dice, sides, required=required)
    [option] = offered(table, "jessica", "potential")
    assert option.success == count(dice, sides, 1, required)
    assert option.command == Invest(who=who)
    assert option.label == Msg("{kind} {held}: {dice} more", {"kind": Msg("sheet:potential"), "held": 4, "dice": 1})
    shown = next(n for n in negotiation_board.shown(table.state) if n.who == who)
    assert [(c.kind, c.key) for c in shown.choices if c.key == "+"] == [("potential", "+")]
    assert offered(table, "jessica", "append") == [], "a die costs a point"


@pytest.mark.rule("LP-POT-006")
def test_what_a_point_appends_is_a_matter_of_traits(table: Table, hook: Callable[..., None]) -> None:
    hook(alterations.RATES, lambda state, person, check, kind, dice: dice + 1)
    who = hero(table, 4)
    roll(table, "jessica", "DSC", [2, 4, 6, 6, 1])
    [option] = offered(table, "jessica", "potential")
    assert option.success == count([2, 4, 6, 6, 1], 6, 2)
    table.do(Invest(who=who), [6, 3])
    assert (stands(table, "jessica")[0], sheet(table, "jessica").potential) == ("success", 3)


def test_where_nobody_keeps_potential_the_gm_still_adds_dice(table: Table) -> None:
    who = table.pc("jessica")
    roll(table, "jessica", "DSC", [2, 4, 6, 6, 1])
    [option] = offered(table, "jessica", "append")
    assert option.command == alterations.AppendDice(who=who, origin="potential")


def test_an_opposed_check_takes_it_before_the_other_side_rolls(table: Table) -> None:
    who = hero(table, 1)
    table.do(CallOpposed(a=who, b=table.ids["mike"], kind="FLX", difficulty=6))
    table.do(RollCheck(who=who), [2, 4, 6, 6, 1])
    table.do(Invest(who=who), [5])
    table.do(RollCheck(who=table.ids["mike"]), [2, 4, 6, 6, 1])
    assert not table.state.opposed


# Money ---------------------------------------------------------------------------------------------------------------


def purchase(table: Table, *things: str, price: int = 0, **rest: object) -> Buy:
    return Buy(who=table.ids["jessica"], things=things, price=price, **rest)  # type: ignore[arg-type]


def owned(table: Table, name: str = "jessica") -> list[str]:
    return [item.name for item in sheet(table, name).belongings]


@pytest.mark.rule("LP-POT-010")
def test_a_purchase_waits_for_the_gm(table: Table) -> None:
    hero(table, 4)
    table.do(purchase(table, "rope", price=1))
    [question] = asked(table, "purchase")
    assert (question.value, question.choices) == ("cheap", purchases.WORTHS)
    assert (sheet(table, "jessica").potential, owned(table)) == (4, []), "nothing is paid before"
    table.do(Answer(question=question.id, value="worthy"))
    assert (sheet(table, "jessica").potential, owned(table)) == (3, ["rope"])


@pytest.mark.rule("LP-POT-010")
def test_without_a_seller_there_is_none(table: Table) -> None:
    hero(table, 4)
    assert table.refused(purchase(table, "rope", price=1, worth="no_seller")).code == "no-seller"
    table.do(purchase(table, "rope", price=1))
    answer(table, "purchase", "no_seller")
    assert (sheet(table, "jessica").potential, owned(table)) == (4, [])
    assert "nobody sells that here" in said(table)[-1]


@pytest.mark.rule("LP-POT-011")
@pytest.mark.parametrize(("price", "code"), [(0, ""), (1, ""), (3, "cheap-price"), (2, "cheap-price")])
def test_three_trifles_cost_nothing_or_one_together(table: Table, price: int, code: str) -> None:
    hero(table, 4)
    command = purchase(table, "candle", "matches", "string", price=price, worth="cheap")
    if code:
        assert table.refused(command).code == code
        return
    table.do(command)
    assert (sheet(table, "jessica").potential, owned(table)) == (4 - price, ["candle", "matches", "string"])


@pytest.mark.rule("LP-POT-012")
@pytest.mark.parametrize(("price", "code"), [(0, "worthy-price"), (1, ""), (2, ""), (3, "")])
def test_a_thing_of_high_worth_costs_one_at_least(table: Table, price: int, code: str) -> None:
    hero(table, 4)
    command = purchase(table, "camera", price=price, worth="worthy")
    if code:
        assert table.refused(command).code == code
        return
    table.do(command)
    assert (sheet(table, "jessica").potential, sheet(table, "jessica").belongings[0].valued) == (4 - price, price)


@pytest.mark.rule("LP-POT-011", "LP-POT-012")
def test_the_gms_answer_has_to_go_with_the_price(table: Table) -> None:
    hero(table, 4)
    table.do(purchase(table, "camera", price=3))
    [question] = asked(table, "purchase")
    assert question.value == "worthy"
    assert table.refused(Answer(question=question.id, value="cheap")).code == "cheap-price"
    table.do(Answer(question=question.id, value="worthy"))
    assert sheet(table, "jessica").potential == 1


@pytest.mark.rule("LP-POT-013")
def test_beyond_ones_means_nothing_is_sold(table: Table) -> None:
    hero(table, 12)
    assert table.refused(purchase(table, "yacht", price=10, worth="beyond_means")).code == "beyond-means"
    table.do(purchase(table, "yacht", price=10))
    answer(table, "purchase", "beyond_means")
    assert (sheet(table, "jessica").potential, owned(table)) == (12, [])
    assert "beyond the means" in said(table)[-1]


@pytest.mark.rule("LP-POT-010")
def test_a_service_is_paid_and_nothing_carried_away(table: Table) -> None:
    hero(table, 4)
    table.do(purchase(table, "a night at the inn", price=1, worth="cheap", service=True))
    assert (sheet(table, "jessica").potential, owned(table)) == (3, [])
    assert table.refused(purchase(table, "  ", price=1, worth="cheap")).code == "empty-name"


@pytest.mark.rule("LP-POT-014")
def test_potential_turns_into_cash_and_not_back(table: Table) -> None:
    who = hero(table, 6)
    table.do(MakeCash(who=who, points=2))
    assert (sheet(table, "jessica").potential, sheet(table, "jessica").cash) == (4, 2)
    assert table.refused(MakeCash(who=who, points=-2)).code == "cash-stays-cash"
    assert table.refused(MakeCash(who=who, points=5)).code == "not-enough-points"


@pytest.mark.rule("LP-POT-014")
def test_cash_is_handed_over_and_nothing_else(table: Table) -> None:
    who, other = hero(table, 6, cash=2), table.ids["mike"]
    table.do(HandCash(who=who, to=other, points=2))
    assert (sheet(table, "jessica").cash, sheet(table, "mike").cash) == (0, 2)
    refused = table.refused(HandCash(who=who, to=other, points=1))
    assert refused.code == "only-cash-is-handed", "ordinary potential stays with its owner"
    assert sheet(table, "jessica").potential == 6
    table.npc("cowboy")
    assert table.refused(HandCash(who=other, to=table.ids["cowboy"], points=1)).code == "no-sheet"
    assert table.refused(HandCash(who=other, to=other, points=1)).code == "named-twice"


@pytest.mark.rule("LP-POT-015")
def test_cash_appends_to_emergence_checks_alone(table: Table) -> None:
    who = hero(table, 0, cash=3)
    roll(table, "jessica", "DSC", [2, 4, 6, 6, 1])
    assert table.refused(Invest(who=who, kind="cash")).code == "cash-only-buys"
    assert offered(table, "jessica", "potential") == []
    table.do(SettleCheck(who=who))
    roll(table, "jessica", "emergence", [1, 1, 2, 2, 1], 3)
    [option] = offered(table, "jessica", "potential")
    assert option.command == Invest(who=who, kind="cash")
    for face in (1, 1, 2):
        table.do(Invest(who=who, kind="cash"), [face])
    assert table.refused(Invest(who=who, kind="cash")).code == "not-enough-points"
    assert (faces(table, "jessica"), sheet(table, "jessica").cash) == ([1, 1, 2, 2, 1, 1, 1, 2], 0)


@pytest.mark.rule("LP-POT-015")
def test_cash_is_paid_first_for_things_and_reliable_points_never(table: Table) -> None:
    hero(table, 4, cash=2, reliable=3)
    table.do(purchase(table, "camera", price=3, worth="worthy"))
    assert (sheet(table, "jessica").potential, sheet(table, "jessica").cash) == (3, 0)
    writes(table, "jessica", cash=2)
    table.do(purchase(table, "tripod", price=1, worth="worthy", kind="potential"))
    assert (sheet(table, "jessica").potential, sheet(table, "jessica").cash) == (2, 2)
    for kind, field, held in (("", "potential", 4), ("cash", "cash", 2), ("potential", "potential", 2)):
        refused = table.refused(purchase(table, "van", price=9, worth="worthy", kind=kind))
        assert (refused.code, refused.params["field"], refused.params["held"]) == (
            "not-enough-points",
            Msg("sheet:" + field),
            held,
        )
    assert table.refused(purchase(table, "film", price=1, worth="cheap", kind="reliable")).code == "not-a-choice"
    assert sheet(table, "jessica").reliable == 3


@pytest.mark.rule("LP-POT-011")
def test_what_is_owned_already_lies_there_and_trifles_have_no_price_of_their_own(table: Table) -> None:
    hero(table, 4)
    table.do(purchase(table, "candle", "rope", price=1, worth="cheap"))
    table.do(purchase(table, "Rope", price=0, worth="cheap"))
    assert (owned(table), [i.name for i in table.state.scene]) == (["candle", "rope"], ["Rope"])
    assert [i.valued for i in sheet(table, "jessica").belongings] == [0, 0]
    table.do(purchase(table, "a night at the inn", "a bath", price=1, worth="cheap", service=True))
    assert [i.name for i in table.state.scene] == ["Rope"], "a service is nothing to carry or to leave"


@pytest.mark.rule("LP-POT-014")
def test_nobody_holds_more_cash_than_a_sheet_has_room_for(table: Table) -> None:
    who, other = hero(table, 5, cash=sheets.MOST - 2), table.ids["mike"]
    refused = table.refused(MakeCash(who=who, points=3))
    assert (refused.code, refused.params["high"]) == ("out-of-bounds", 2)
    table.do(MakeCash(who=who, points=2))
    assert sheet(table, "jessica").cash == sheets.MOST
    writes(table, "mike", cash=sheets.MOST - 2)
    refused = table.refused(HandCash(who=who, to=other, points=3))
    assert (refused.code, refused.params["low"], refused.params["high"]) == ("out-of-bounds", 1, 2)
    table.do(HandCash(who=who, to=other, points=2))
    assert sheet(table, "mike").cash == sheets.MOST


def test_money_gone_before_the_answer_buys_nothing(table: Table) -> None:
    who = hero(table, 1)
    table.do(purchase(table, "camera", price=1))
    table.do(purchase(table, "lamp", price=1, worth="worthy"))
    answer(table, "purchase", "worthy")
    assert (owned(table), sheet(table, "jessica").potential) == (["lamp"], 0)
    assert said(table)[-1] == f"{who} does not get camera: too little potential by now"


# Failures that stay --------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-POT-006")
@pytest.mark.parametrize(
    ("dice", "fields", "there"),
    [
        ([2, 4, 6, 6, 1], {"potential": 1}, True),
        ([2, 4, 6, 6, 1], {"specialties": ART}, True),
        ([1, 2, 3, 6, 6], {"potential": 1}, False),
        ([2, 3, 6, 6, 4], {"potential": 1}, False),
    ],
)
def test_a_failure_stays_on_the_table_while_its_owner_can_do_something(
    table: Table, dice: list[int], fields: dict[str, object], there: bool
) -> None:
    who = table.pc("jessica")
    table.do(SetOption(option=negotiation.STAYS, value=True))
    writes(table, "jessica", occupation="scholar", **fields)
    roll(table, "jessica", "DSC", dice, hold=False)
    assert bool(table.state.checks) is there
    if there:
        table.do(SettleCheck(who=who))
        assert not table.state.checks


def test_without_means_or_the_switch_a_failure_is_closed_at_once(table: Table) -> None:
    hero(table, 3)
    roll(table, "jessica", "DSC", [2, 4, 6, 6, 1], hold=False)
    assert not table.state.checks
    table.do(SetOption(option=negotiation.STAYS, value=True))
    table.npc("cowboy")
    for name in ("mike", "cowboy"):
        roll(table, name, "DSC", [2, 4, 6, 6, 1], hold=False)
        assert not table.state.checks, "nothing is kept on that sheet"


@pytest.mark.rule("LP-POT-010")
@pytest.mark.parametrize(
    ("lang", "line", "things", "price"),
    [
        ("zh", "购买 迈克 口红 1", ("口红",), 1),
        ("zh", "购买 迈克 口红 丝巾 2", ("口红", "丝巾"), 2),
        ("en", "buy mike lipstick price 1", ("lipstick",), 1),
        ("en", "buy mike lipstick", ("lipstick",), 0),
    ],
)
def test_a_number_behind_the_things_is_the_price(lang: str, line: str, things: tuple[str, ...], price: int) -> None:
    driver = begin("cowboy", lang=lang).driver
    request = driver.parse(line)
    assert isinstance(request, Request) and isinstance(request.command, Buy)
    assert (request.command.things, request.command.price) == (things, price)
    again = driver.parse(driver.line(request.command))
    assert isinstance(again, Request) and again.command == request.command


@pytest.mark.rule("LP-POT-010")
def test_a_number_is_nothing_to_buy_and_things_are_listed_in_words(table: Table) -> None:
    who = person(table, "Jessica")
    figure(table, who, "potential", 5)
    assert table.refused(Buy(who=who, things=("lipstick", "1"))).code == "number-to-buy"
    table.do(Buy(who=who, things=("lipstick", "scarf"), price=1))
    (question,) = table.state.questions.values()
    assert questions.wording(question).fields["ref"] == ("lipstick", "scarf")


@pytest.mark.rule("LP-POT-001")
@pytest.mark.parametrize("points", [0, 3])
def test_potential_stands_on_the_card_before_anything_quiet(table: Table, points: int) -> None:
    who = person(table, "Jessica", "art")
    figure(table, who, "potential", points)
    spans = [span for line in RULESET.draw(table.state).cards[who].lines for span in line]
    (found,) = (span for span in spans if isinstance(span.text, Msg) and span.text.id == "potential {points}")
    assert found.text == Msg("potential {points}", {"points": points})
    assert not any(span.style == "quiet" for span in spans[1 : spans.index(found)] if "speed" not in str(span.text))
