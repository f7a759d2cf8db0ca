"""Emergence: a thing that turns up in need, its pool, its price, its limits (LP-EMG)."""

from __future__ import annotations

import pytest

from gmconsole.core.messages import english
from gmconsole.core.model import Msg
from gmconsole.rulesets.lawn import checks, negotiation, pools
from gmconsole.rulesets.lawn.abilities import expendables
from gmconsole.rulesets.lawn.announcing import Certain
from gmconsole.rulesets.lawn.armoury import SessionOver
from gmconsole.rulesets.lawn.checks import DropCheck, RollCheck, SettleCheck
from gmconsole.rulesets.lawn.emergence import Emerge
from gmconsole.rulesets.lawn.expending import Expend
from gmconsole.rulesets.lawn.focus import Compose
from gmconsole.rulesets.lawn.potential import Invest
from gmconsole.rulesets.lawn.state import Check, Modifier

from .conftest import Table
from .resources import ART, card, faces, frenzied, on_table, said, sheet, sizes, stands, writes
from .rounds import give, pool

KIT = "Sewing Kit"
MISSES = [1, 1, 2, 2, 1]
FINDS = [1, 3, 3, 2, 2]


def hero(table: Table, **fields: object) -> str:
    """Jessica, and Mike beside her."""
    who = table.pc("jessica")
    table.pc("mike")
    if fields:
        writes(table, "jessica", **fields)
    return who


def needs(table: Table, thing: str = KIT, **rest: object) -> Check:
    """Jessica announces an emergence check."""
    table.do(Emerge(who=table.ids["jessica"], thing=thing, **rest))  # type: ignore[arg-type]
    return next(c for c in table.state.checks.values() if c.emergence is not None)


def rolls(table: Table, dice: list[int], *, hold: bool = False) -> None:
    table.do(RollCheck(who=table.ids["jessica"], hold=hold), dice)


def ready(table: Table) -> bool:
    """Whether Jessica has emergence left, as everything that resets abilities sees it."""
    [row] = [e for e in expendables(table.state, table.who("jessica")) if e.id == "emergence"]
    return row.left == 1


def items(table: Table) -> list[str]:
    return [item.name for item in sheet(table, "jessica").belongings]


def dice(table: Table) -> int:
    """The dice of Jessica's own emergence check as announced."""
    check = next(c for c in table.state.checks.values() if c.serves == "emergence")
    return pools.dice_of(table.state, check)[0]


# The ability ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-EMG-001")
def test_a_thing_is_named_and_the_check_announced(table: Table) -> None:
    who = hero(table)
    check = needs(table)
    assert (check.type, check.difficulty, check.status) == ("emergence", 3, "owed")
    assert check.emergence is not None and check.emergence.thing == KIT
    [task] = table.tasks("check")
    assert english(task.what) == f"{who} rolls emergence ({KIT}) D3"
    assert said(table) == [f"{who} rolls emergence ({KIT}) D3"]


@pytest.mark.rule("LP-EMG-001")
@pytest.mark.parametrize("thing", ["", "   "])
def test_without_a_thing_there_is_no_check(table: Table, thing: str) -> None:
    who = hero(table)
    assert table.refused(Emerge(who=who, thing=thing)).code == "thing-unnamed"


@pytest.mark.rule("LP-EMG-002", "LP-EMG-015")
@pytest.mark.parametrize(("roll", "found"), [(FINDS, [KIT]), (MISSES, [])])
def test_once_a_session_whatever_comes_of_it(table: Table, roll: list[int], found: list[str]) -> None:
    who = hero(table)
    needs(table)
    rolls(table, roll)
    assert (items(table), ready(table)) == (found, False)
    assert "emergence used" in card(table, "jessica")
    assert table.refused(Emerge(who=who, thing="Lamp")).code == "emergence-expended"
    table.do(SessionOver())
    assert ready(table)
    needs(table, "Lamp")


@pytest.mark.rule("LP-EMG-002")
def test_one_at_a_time(table: Table) -> None:
    who = hero(table)
    needs(table)
    assert table.refused(Emerge(who=who, thing="Lamp")).code == "emergence-announced"


@pytest.mark.rule("LP-EMG-002", "LP-EMG-016")
def test_ones_own_and_the_gms_may_be_announced_together(table: Table) -> None:
    who = hero(table)
    needs(table)
    needs(table, "rope", called=True)
    assert table.refused(Emerge(who=who, thing="Lamp", called=True)).code == "emergence-announced"
    assert sorted(c.emergence.thing for c in table.state.checks.values() if c.emergence) == [KIT, "rope"]


@pytest.mark.rule("LP-EMG-003")
def test_outside_a_crisis_discovery_is_recommended(table: Table) -> None:
    from gmconsole.rulesets.lawn.crisis import Start

    hero(table)
    hint = Msg("with time and opportunity a discovery check spares emergence")
    needs(table)
    [task] = table.tasks("check")
    assert hint in task.detail
    table.all_bands("near")
    table.do(Start(phases=("action",)))
    [task] = table.tasks("check")
    assert hint not in task.detail


# The pool ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-EMG-004")
@pytest.mark.parametrize(
    ("roll", "outcome"), [([1, 3, 3, 2, 2], ("success", 1)), ([2, 1, 3, 3, 3], ("critical_success", 1))]
)
def test_five_dice_of_three_faces(table: Table, roll: list[int], outcome: tuple[str, int]) -> None:
    hero(table)
    needs(table)
    assert dice(table) == 5
    rolls(table, roll, hold=True)
    assert (sizes(table, "jessica"), stands(table, "jessica")) == ([3] * 5, outcome)


@pytest.mark.rule("LP-EMG-004")
def test_no_attribute_counts(table: Table) -> None:
    table.pc("jessica", attributes={"MND": 3, "DSC": 2}, sanity=3)
    assert pool(table, "jessica", "emergence") == 5


@pytest.mark.rule("LP-EMG-005")
@pytest.mark.parametrize(
    ("states", "count"),
    [
        (("injured_foot:left",), 6),
        (("injured_foot:left", "injured_hand:right"), 6),
        (("frailty",), 6),
        (("prone",), 5),
    ],
)
def test_any_injury_is_one_die_more(table: Table, states: tuple[str, ...], count: int) -> None:
    hero(table)
    give(table, "jessica", *states)
    needs(table)
    assert dice(table) == count


@pytest.mark.rule("LP-EMG-006")
@pytest.mark.parametrize("frenzies", [("sleepwalking",), ("sleepwalking", "insomnia")])
def test_any_frenzy_is_one_die_more(table: Table, frenzies: tuple[str, ...]) -> None:
    hero(table)
    frenzied(table, "jessica", *frenzies)
    needs(table)
    assert dice(table) == 6


@pytest.mark.rule("LP-EMG-007")
@pytest.mark.parametrize(
    ("states", "frenzies"),
    [
        (("injured_foot:left",), ("sleepwalking",)),
        (("injured_foot:left", "injured_hand:right", "injured_eye:left"), ("sleepwalking", "insomnia")),
    ],
)
def test_two_at_most(table: Table, states: tuple[str, ...], frenzies: tuple[str, ...]) -> None:
    hero(table)
    frenzied(table, "jessica", *frenzies)
    give(table, "jessica", *states)
    needs(table)
    lines = pools.pool_lines(table.state, next(iter(table.state.checks.values())))
    assert [(line.why, line.dice) for line in lines] == [("base", 5), ("hurt", 1), ("frenzied", 1)]


@pytest.mark.rule("LP-EMG-014")
@pytest.mark.parametrize(("state", "count"), [("light_wound", 5), ("light_wound:tended", 6), ("severe_wound", 4)])
def test_penalties_for_all_checks_count_beside_the_bonus(table: Table, state: str, count: int) -> None:
    hero(table)
    give(table, "jessica", state)
    assert pool(table, "jessica", "emergence") == count


# Limits --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-EMG-008")
def test_the_gm_takes_back_what_has_no_link(table: Table) -> None:
    hero(table, potential=2)
    check = needs(table, "Crown Jewels", price=2)
    [task] = table.tasks("check")
    assert any("within reach by background, past and situation?" in english(line) for line in task.detail)
    assert task.skip == DropCheck(check=check.id)
    table.do(task.skip)
    assert (ready(table), sheet(table, "jessica").potential, table.state.checks) == (True, 2, {})


@pytest.mark.rule("LP-EMG-008", "LP-EMG-015")
@pytest.mark.parametrize(("thing", "scene"), [("back door", True), ("Emetic", False)])
def test_what_fits_is_allowed(table: Table, thing: str, scene: bool) -> None:
    hero(table)
    needs(table, thing, scene=scene)
    rolls(table, FINDS)
    assert [i.name for i in table.state.scene] == ([thing] if scene else [])
    assert items(table) == ([] if scene else [thing])


@pytest.mark.rule("LP-EMG-009")
@pytest.mark.parametrize(("said_", "faces_"), [(9, 9), (0, 3)])
def test_the_gm_sets_the_difficulty(table: Table, said_: int, faces_: int) -> None:
    hero(table)
    assert needs(table, "illegal gun", difficulty=said_).difficulty == faces_


@pytest.mark.rule("LP-EMG-009", "LP-EMG-011")
@pytest.mark.parametrize("price", [0, 1])
def test_the_gm_is_reminded_of_difficulty_and_price(table: Table, price: int) -> None:
    hero(table, potential=1)
    needs(table, "illegal gun", price=price)
    line = "harder to get: a higher difficulty; valuable: a price in potential, a die each"
    [task] = table.tasks("check")
    assert (line in [english(m) for m in task.detail]) is (price == 0)


@pytest.mark.rule("LP-EMG-009")
def test_the_difficulty_may_still_be_said_with_the_roll_of_an_easier_one(table: Table) -> None:
    hero(table)
    needs(table)
    assert checks.bad_check("emergence", 2) is not None
    assert table.refused(Emerge(who=table.ids["mike"], thing="Lamp", difficulty=2)).code == "out-of-bounds"


@pytest.mark.rule("LP-EMG-010")
@pytest.mark.parametrize(("roll", "faces_"), [([1, 2, 3, 6, 6], 6), ([1, 1, 4, 4, 6], 9)])
def test_a_check_that_comes_first_paves_the_way(table: Table, roll: list[int], faces_: int) -> None:
    who = hero(table)
    first = needs(table, "illegal gun", difficulty=9, first="INF", purpose="contacts", price=0)
    assert (first.type, first.purpose, first.serves) == ("INF", "contacts", "paving")
    assert ready(table)
    table.do(RollCheck(who=who, difficulty=6), roll)
    [check] = table.state.checks.values()
    assert (check.type, check.difficulty, check.serves) == ("emergence", faces_, "emergence")
    rolls(table, [1, 2, 3, 3, 3])
    assert items(table) == ["illegal gun"]


@pytest.mark.rule("LP-EMG-010", "LP-EMG-011")
def test_the_price_comes_with_the_emergence_check(table: Table) -> None:
    who = hero(table, potential=1)
    first = needs(table, "illegal gun", difficulty=9, first="INF", price=1)
    assert pools.dice_of(table.state, first)[0] == 5
    table.do(RollCheck(who=who, difficulty=6), [1, 1, 4, 4, 6])
    assert (dice(table), sheet(table, "jessica").potential) == (6, 1)
    rolls(table, [9, 9, 9, 8, 8, 7])
    assert sheet(table, "jessica").potential == 0


@pytest.mark.rule("LP-EMG-010")
def test_taking_the_first_check_back_takes_all_back(table: Table) -> None:
    hero(table)
    first = needs(table, "illegal gun", difficulty=9, first="INF")
    assert table.refused(Emerge(who=table.ids["jessica"], thing="Lamp")).code == "emergence-announced"
    table.do(DropCheck(check=first.id))
    assert (table.state.checks, ready(table)) == ({}, True)


# The price -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-EMG-011")
def test_the_price_is_paid_with_the_roll_and_is_a_die(table: Table) -> None:
    hero(table, potential=4)
    check = needs(table, "Fine Porcelain", price=1)
    assert (dice(table), sheet(table, "jessica").potential) == (6, 4)
    before = negotiation.before(table.state, check)
    assert before is not None and before.passed == negotiation.chances_of(check, (None,) * 6).passed
    rolls(table, [*MISSES, 3], hold=True)
    assert sheet(table, "jessica").potential == 3
    assert [die.origin for die in on_table(table, "jessica").dice] == ["base"] * 5 + ["potential"]
    assert stands(table, "jessica") == ("success", 3)
    table.do(SettleCheck(who=table.ids["jessica"]))
    assert sheet(table, "jessica").belongings[-1].valued == 1


@pytest.mark.rule("LP-EMG-011")
def test_it_is_not_returned(table: Table) -> None:
    hero(table, potential=4)
    needs(table, "Fine Porcelain", price=1)
    rolls(table, [*MISSES, 1])
    assert (sheet(table, "jessica").potential, items(table)) == (3, [])


@pytest.mark.rule("LP-EMG-011")
def test_without_the_price_there_is_no_check(table: Table) -> None:
    who = hero(table)
    assert table.refused(Emerge(who=who, thing="Fine Porcelain", price=1)).code == "not-enough-points"
    assert ready(table)


@pytest.mark.rule("LP-EMG-011")
def test_a_price_spent_elsewhere_before_the_roll_bars_it(table: Table) -> None:
    who = hero(table, potential=1)
    check = needs(table, "Fine Porcelain", price=1)
    table.do(RollCheck(who=who, kind="DSC", difficulty=6, hold=True), [2, 4, 6, 6, 1])
    table.do(Invest(who=who), [6])
    assert table.refused(RollCheck(who=who, check=check.id)).code == "not-enough-points"
    [task] = table.tasks("check")
    assert task.command == DropCheck(check=check.id)


@pytest.mark.rule("LP-EMG-011")
def test_its_dice_are_behind_the_pool_and_gone_with_a_reroll(table: Table) -> None:
    """Q-EMG-03: they cannot mend a critical failure either."""
    who = hero(table, potential=4, specialties=ART)
    check = needs(table, "Art", price=2)
    rolls(table, [1, 1, 1, 3, 3, 1, 2], hold=True)
    assert stands(table, "jessica")[0] == "critical_failure"
    table.session.undo()
    table.do(RollCheck(who=who, check=check.id, tags=("Art",), hold=True), [1, 1, 2, 2, 1, 1, 1])
    table.do(Expend(who=who, specialty="art"), [1, 1, 2, 2, 3])
    assert (faces(table, "jessica"), sheet(table, "jessica").potential) == ([1, 1, 2, 2, 3], 2)


@pytest.mark.rule("LP-EMG-012")
def test_cash_pays_the_price_first(table: Table) -> None:
    hero(table, potential=4, cash=2)
    needs(table, "Fine Porcelain", price=1)
    assert dice(table) == 6
    rolls(table, [*MISSES, 1])
    assert (sheet(table, "jessica").cash, sheet(table, "jessica").potential) == (1, 4)


@pytest.mark.rule("LP-EMG-012")
@pytest.mark.parametrize(("kind", "left"), [("", (0, 3)), ("potential", (2, 1))])
def test_both_kinds_may_pay_it(table: Table, kind: str, left: tuple[int, int]) -> None:
    hero(table, potential=4, cash=2)
    needs(table, "Fine Porcelain", price=3, kind=kind)
    rolls(table, [*MISSES, 1, 1, 1])
    assert (sheet(table, "jessica").cash, sheet(table, "jessica").potential) == left


@pytest.mark.rule("LP-EMG-012")
@pytest.mark.parametrize("kind", ["cash", "potential"])
def test_both_kinds_append(table: Table, kind: str) -> None:
    who = hero(table, **{kind: 1})
    needs(table)
    rolls(table, MISSES, hold=True)
    table.do(Invest(who=who, kind=kind), [3])
    assert (faces(table, "jessica"), stands(table, "jessica")) == ([1, 1, 2, 2, 1, 3], ("success", 3))
    table.do(SettleCheck(who=who))
    assert items(table) == [KIT]


# Like any other check ------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-EMG-013")
def test_a_critical_failure_and_tokens_on_emergence(table: Table) -> None:
    who = hero(table, tokens={"emergence": 2})
    needs(table)
    rolls(table, [2, 2, 2, 1, 3])
    assert stands(table, "jessica")[0] == "critical_failure"
    table.do(Compose(who=who))
    assert stands(table, "jessica")[0] == "critical_success"
    table.do(SettleCheck(who=who))
    assert (items(table), sheet(table, "jessica").tokens) == ([KIT], {})


@pytest.mark.rule("LP-EMG-013")
def test_a_related_specialty_rerolls_it_and_too_few_dice_fail(table: Table) -> None:
    who = hero(table, specialties=ART)
    check = needs(table, "Art")
    table.do(RollCheck(who=who, check=check.id, tags=("Art",), hold=True), MISSES)
    table.do(Expend(who=who, specialty="art"), FINDS)
    assert stands(table, "jessica") == ("success", 1)


@pytest.mark.rule("LP-EMG-013")
def test_fewer_than_three_dice_fail(table: Table) -> None:
    who = hero(table)
    check = needs(table)
    table.do(RollCheck(who=who, check=check.id, modifiers=(Modifier(-3, "darkness"),), hold=True), [3, 3])
    assert stands(table, "jessica")[0] == "automatic_failure"
    table.do(SettleCheck(who=who))
    assert (items(table), ready(table)) == ([], False)


@pytest.mark.rule("LP-EMG-015")
def test_a_success_without_dice_finds_it_and_uses_nothing_up(table: Table) -> None:
    hero(table, potential=2)
    needs(table, price=1)
    table.do(Certain(who=table.ids["jessica"]))
    assert (items(table), ready(table), sheet(table, "jessica").potential) == ([KIT], True, 2)


@pytest.mark.rule("LP-EMG-015")
def test_what_is_carried_already_cannot_emerge(table: Table) -> None:
    who = hero(table)
    needs(table)
    rolls(table, FINDS)
    table.do(SessionOver())
    assert table.refused(Emerge(who=who, thing=KIT.upper())).code == "has-that-item"


# Called by the GM ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-EMG-016")
@pytest.mark.parametrize("spent", [False, True])
def test_a_check_called_by_the_gm_uses_nothing_up(table: Table, spent: bool) -> None:
    hero(table)
    if spent:
        needs(table, "Lamp")
        rolls(table, MISSES)
    assert ready(table) is not spent
    needs(table, "rope", called=True)
    rolls(table, FINDS)
    assert ready(table) is not spent
    assert ([i.name for i in table.state.scene], items(table)) == (["rope"], [])
    assert said(table)[-2] == "rope: there is one here"


@pytest.mark.rule("LP-EMG-016")
def test_what_is_not_there_cannot_be_made_to_emerge(table: Table) -> None:
    """Q-EMG-04: not the same thing in the same place."""
    who = hero(table)
    needs(table, "rope", called=True)
    rolls(table, MISSES)
    assert table.state.absent == ("rope",)
    assert table.refused(Emerge(who=who, thing="Rope")).code == "not-here"
    needs(table, "Rope", elsewhere=True)
    rolls(table, FINDS)
    assert items(table) == ["Rope"]
    assert not table.state.absent


@pytest.mark.rule("LP-EMG-017")
def test_given_up_for_potential_only_the_gm_calls_it(table: Table) -> None:
    who = hero(table, used={"emergence": 1})
    assert not ready(table)
    assert table.refused(Emerge(who=who, thing=KIT)).code == "emergence-expended"
    needs(table, "rope", called=True)
    rolls(table, FINDS)
    assert [i.name for i in table.state.scene] == ["rope"]


@pytest.mark.rule("LP-TRT-104")
def test_a_careful_character_has_one_die_more(table: Table) -> None:
    hero(table, trait="cautious")
    needs(table)
    assert dice(table) == 6
    [check] = table.state.checks.values()
    table.do(DropCheck(check=check.id))
    needs(table, called=True)
    assert dice(table) == 5, "nothing is expended"
