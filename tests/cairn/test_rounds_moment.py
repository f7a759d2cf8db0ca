"""What happens at the same moment: in one side's turn, or by the switch in the round (CA-RND-005, -006, -011)."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gmconsole.core.commands import SetOption
from gmconsole.rulesets.cairn import saves, turns
from gmconsole.rulesets.cairn.actions import Hold
from gmconsole.rulesets.cairn.attacks import Strike

from .conftest import Table
from .test_rounds import pass_turn, turn, weaken


@pytest.mark.rule("CA-RND-005")
@pytest.mark.parametrize("order", list(permutations(("A", "B"))))
def test_the_order_of_entering_changes_nothing(order: tuple[str, ...]) -> None:
    table = Table()
    dice = {"A": 6, "B": 8}
    for name in dice:
        table.pc(name, dice=(dice[name],))
    table.foe("Ghoul", hp=2, STR=8)
    table.start()
    for name in order:
        table.strike(name, "Ghoul")
    face = {"A": 5, "B": 3}
    table.damage(*(face[name] for name in order))
    assert table.hp("Ghoul") == (0, 2)
    assert table.score("Ghoul") == (5, 8)


@pytest.mark.rule("CA-RND-005")
def test_a_second_attack_on_the_fallen_stays_in_the_pool(table: Table) -> None:
    table.pc("X", hp=2, STR=12)
    table.pc("Y", hp=4)
    for name in ("Goblin 1", "Goblin 2"):
        table.foe(name, dice=(6,))
    table.start()
    pass_turn(table)
    table.strike("Goblin 1", "X")
    table.strike("Goblin 2", "X")
    table.damage(6, 5)
    assert table.score("X") == (8, 12), "kept 6: 2 off HP and 4 off STR, once"
    assert table.hp("Y") == (4, 4)


@pytest.mark.rule("CA-RND-005")
def test_what_a_pc_did_stays_done_when_they_fall_later_in_the_round(table: Table) -> None:
    table.pc("Bryn", hp=1, STR=9, dice=(6,))
    table.pc("Oda")
    table.foe("Goblin", hp=6, dice=(6,))
    table.start()
    table.strike("Bryn", "Goblin")
    table.hold("Oda")
    table.damage(4)
    table.next()
    table.strike("Goblin", "Bryn")
    table.damage(6)
    table.save("Bryn", 20)
    assert table.who("Bryn").condition == "critical"
    assert table.hp("Goblin") == (2, 6)


def fell(table: Table, option: str = "turn") -> None:
    """In round 2 Bryn fells one of two bandits; it is the opponents' turn of round 2 then."""
    table.pc("Bryn", dice=(8,))
    table.foe("Bandit", hp=2, STR=8, WIL=12, dice=(6,))
    table.foe("Other", hp=4, WIL=12, dice=(6,))
    if option != "turn":
        table.do(SetOption(option="simultaneous", value=option))
    table.start()
    pass_turn(table)
    pass_turn(table)
    table.strike("Bryn", "Bandit")
    table.damage(8)
    table.save("Bandit", 20)
    if any(q.kind == "fate" for q in table.state.questions.values()):
        table.answer("dead")
    assert table.who("Bandit").condition == "dead"
    for call in list(table.state.calls.values()):
        table.do(saves.Save(who=call.who, call=call.id), 1)
    table.next()
    assert turn(table) == (2, "opponents")


@pytest.mark.rule("CA-RND-006", "CA-RND-011")
def test_whoever_falls_in_the_pcs_turn_does_not_strike_back(table: Table) -> None:
    fell(table)
    assert [t.who for t in table.tasks("declare")] == [table.ids["Other"]]
    table.refused(Strike(who=table.ids["Bandit"], targets=(table.ids["Bryn"],)), "cannot-act")


@pytest.mark.rule("CA-RND-006")
def test_somebody_at_exactly_0_hp_still_strikes(table: Table) -> None:
    table.pc("Bryn", hp=6, dice=(8,))
    table.foe("Bandit", hp=3, dice=(6,))
    table.foe("Other", hp=4, dice=(6,))
    table.start()
    table.strike("Bryn", "Bandit")
    table.damage(3)
    assert table.hp("Bandit") == (0, 3)
    table.next()
    table.strike("Bandit", "Bryn")
    table.hold("Other")
    table.damage(4)
    assert table.hp("Bryn") == (2, 6)


@pytest.mark.rule("CA-RND-006")
def test_whoever_was_made_to_flee_does_not_strike(table: Table) -> None:
    table.pc("Bryn")
    bandit = table.foe("Bandit", dice=(6,))
    table.foe("Other", dice=(6,))
    table.start()
    weaken(table, "Bandit", condition="fleeing")
    pass_turn(table)
    table.refused(Strike(who=bandit, targets=(table.ids["Bryn"],)), "is-fleeing")
    table.refused(Hold(who=(bandit,)), "is-fleeing")
    (task,) = [t for t in table.tasks("declare") if t.who == bandit]
    assert task.command is not None and task.skip is None
    table.do(task.command)
    table.hold("Other")
    assert table.state.fight.acts[bandit].kind == "flee"
    table.next()
    assert table.who("Bandit").away == "fled" and table.who("Bandit").presence == "left"


@pytest.mark.rule("CA-RND-011")
def test_with_the_switch_the_fallen_act_once_more_in_that_round(table: Table) -> None:
    fell(table, "round")
    assert [t.who for t in table.tasks("declare")] == [table.ids["Bandit"], table.ids["Other"]]
    table.strike("Bandit", "Bryn")
    table.hold("Other")
    (task,) = table.tasks("damage")
    assert task.dice == (1, 6)
    hp = table.hp("Bryn")[0]
    table.damage(2)
    assert table.hp("Bryn")[0] == hp - 2
    table.next()
    pass_turn(table)
    assert turn(table) == (3, "opponents")
    assert [t.who for t in table.tasks("declare")] == [table.ids["Other"]]


@pytest.mark.rule("CA-RND-011")
def test_with_the_switch_the_last_one_felled_has_its_turn_before_the_fight_ends(table: Table) -> None:
    table.pc("Bryn", hp=6, dice=(8,))
    table.foe("Bandit", hp=2, STR=5, dice=(6,))
    table.do(SetOption(option="simultaneous", value="round"))
    table.start()
    table.strike("Bryn", "Bandit")
    table.damage(8)
    assert table.who("Bandit").condition == "dead", "STR 5 and 6 damage left over"
    table.next()
    assert turn(table) == (1, "opponents")
    table.strike("Bandit", "Bryn")
    table.damage(5)
    assert table.hp("Bryn") == (1, 6)
    table.next()
    assert table.state.mode == "calm"
    assert (table.state.fight.result, table.state.clock) == ("opponents_defeated", 10)


@pytest.mark.rule("CA-RND-006", "CA-RND-011")
def test_the_warden_may_let_a_single_fallen_foe_act_anyway(table: Table) -> None:
    table.pc("Bryn", hp=6, dice=(8,))
    bandit = table.foe("Bandit", hp=2, STR=5, dice=(6,))
    table.foe("Other")
    table.refused(turns.ActAnyway(who=bandit), "not-fighting")
    table.start()
    table.refused(turns.ActAnyway(who=bandit), "can-act-already")
    table.strike("Bryn", "Bandit")
    table.damage(8)
    for call in list(table.state.calls.values()):
        table.do(saves.Save(who=call.who, call=call.id), 1)
    table.do(turns.ActAnyway(who=bandit))
    table.next()
    table.strike("Bandit", "Bryn")
    table.hold("Other")
    table.damage(5)
    assert table.hp("Bryn") == (1, 6)
    table.next()
    pass_turn(table)
    assert [t.who for t in table.tasks("declare")] == [table.ids["Other"]]


# Laws --------------------------------------------------------------------------------------------------------------

BLOW = st.tuples(st.integers(0, 1), st.integers(1, 6))


@pytest.mark.rule("CA-RND-005", "CA-ACT-004")
@settings(max_examples=40, deadline=None)
@given(blows=st.lists(BLOW, min_size=3, max_size=3), order=st.permutations((0, 1, 2)))
def test_the_order_of_declaring_never_matters(blows: list[tuple[int, int]], order: list[int]) -> None:
    """Three PCs strike two goblins: whatever the order of declaring, the goblins end the same."""

    def play(places: list[int]) -> list[tuple[int, int]]:
        table = Table()
        for n in range(3):
            table.pc(f"PC {n}", dice=(6,))
        for n in range(2):
            table.foe(f"Goblin {n}", hp=3, STR=9, armour=n)
        table.start()
        for n in places:
            table.strike(f"PC {n}", f"Goblin {blows[n][0]}")
        table.damage(*(blows[n][1] for n in places))
        return [(table.hp(f"Goblin {n}")[0], table.score(f"Goblin {n}")[0]) for n in range(2)]

    assert play(list(order)) == play([0, 1, 2])
