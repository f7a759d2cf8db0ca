"""How a fight ends, and what a turn that is left early leaves behind (CA-RND-004)."""

from __future__ import annotations

import pytest

from gmconsole.core.dice import TypedDice
from gmconsole.core.ruleset import Tx
from gmconsole.rulesets.cairn import RULESET, turns, vitals
from gmconsole.rulesets.cairn.retreat import Retreat
from gmconsole.rulesets.cairn.state import CairnState

from .conftest import Table
from .test_rounds import pass_turn, turn, weaken


@pytest.mark.rule("CA-RND-004")
def test_the_last_enemy_leaves(table: Table) -> None:
    table.pc("Bryn", dice=(8,))
    table.foe("Vesk", hp=5, armour=3, WIL=12, dice=(8,))
    table.start()
    table.strike("Bryn", "Vesk")
    table.damage(8)
    assert table.hp("Vesk") == (0, 5)
    table.save("Vesk", 16)
    assert table.who("Vesk").condition == "fleeing"
    table.next()
    assert turn(table) == (1, "opponents"), "a runner uses the turn to get away"
    (task,) = table.tasks("declare")
    assert task.command is not None
    table.do(task.command)
    table.next()
    assert (table.state.mode, table.state.fight.result, table.state.clock) == ("calm", "opponents_fled", 10)


@pytest.mark.rule("CA-RND-004")
@pytest.mark.parametrize(
    ("ends", "result"),
    [
        (("critical", "critical", "dead"), "party_defeated"),
        (("stable", "critical", "dead"), "party_defeated"),
        (("away", "away", "away"), "party_fled"),
        (("away", "dead", "away"), "party_fled"),
        (("WIL", "DEX", "dead"), "party_defeated"),
    ],
)
def test_a_party_that_cannot_act_is_beaten_or_has_fled(table: Table, ends: tuple[str, ...], result: str) -> None:
    for name in ("Bryn", "Oda", "Tam"):
        table.pc(name)
    table.foe("Goblin")
    table.start()
    pass_turn(table)
    for name, end in zip(("Bryn", "Oda", "Tam"), ends, strict=True):
        if end in ("WIL", "DEX"):
            weaken(table, name, **{end: 0})
        elif end == "away":
            weaken(table, name, away="retreated")
        else:
            weaken(table, name, condition=end)
    table.hold("Goblin")
    table.next()
    assert (table.state.mode, table.state.fight.result) == ("calm", result)


@pytest.mark.rule("CA-RND-004")
def test_all_three_retreat(table: Table) -> None:
    for name in ("Bryn", "Oda", "Tam"):
        table.pc(name, DEX=12)
    table.foe("Goblin")
    table.start()
    for name in ("Bryn", "Oda", "Tam"):
        table.do(Retreat(who=table.ids[name], place="the boat"))
    for name in ("Bryn", "Oda", "Tam"):
        table.save(name, 5)
    table.next()
    assert (table.state.mode, table.state.fight.result) == ("calm", "party_fled")


@pytest.mark.rule("CA-RND-004")
def test_one_bandit_at_0_hp_keeps_the_fight_going(table: Table) -> None:
    table.pc("Bryn")
    table.foe("Pack", detachment=True)
    table.foe("Bandit", hp=2)
    table.start()
    weaken(table, "Pack", condition="routed")
    tx: Tx[CairnState] = Tx(RULESET, table.state, TypedDice(()))
    vitals.set_hp(tx, table.ids["Bandit"], 0)
    table.session.replace_state(tx.state)
    pass_turn(table)
    assert turn(table) == (1, "opponents")
    pass_turn(table)
    assert turn(table) == (2, "pcs") and table.state.mode == "fight"


@pytest.mark.rule("CA-RND-004")
@pytest.mark.parametrize("end", ["surrendered", "dead", "routed", "captured", "destroyed", "dying"])
def test_opponents_out_of_action_are_defeated(table: Table, end: str) -> None:
    table.pc("Bryn")
    table.foe("Bandit")
    table.start()
    weaken(table, "Bandit", condition=end)
    pass_turn(table)
    assert (table.state.mode, table.state.fight.result) == ("calm", "opponents_defeated")


@pytest.mark.rule("CA-RND-003", "CA-ACT-004")
def test_moving_on_by_force_leaves_saves_of_the_turn_behind(table: Table) -> None:
    table.pc("Bryn")
    table.foe("Goblin")
    table.start(waive=False)
    table.next(force=True)
    assert turn(table) == (1, "opponents") and not table.state.calls
    table.hold("Goblin")
    table.next()
    table.do(Retreat(who=table.ids["Bryn"], place="the boat"))
    table.next(force=True)
    assert turn(table) == (2, "opponents") and not table.state.calls
    assert not table.who("Bryn").away


def test_a_fight_needs_two_sides(table: Table) -> None:
    table.pc("Bryn")
    table.refused(turns.Start(), "nobody-to-fight")
    table.foe("Goblin")
    table.refused(turns.Start(kind="duel"), "not-a-choice")
    table.refused(turns.Start(waived=("npc-777",)), "unknown-person")
    table.refused(turns.End(), "not-fighting")
    table.start()
    table.refused(turns.Start(), "already-fighting")
    table.refused(turns.Waive(who=(table.ids["Bryn"],)), "owes-no-save")
    table.do(turns.End())
    assert (table.state.mode, table.state.fight.result, table.state.clock) == ("calm", "broken_off", 10)
