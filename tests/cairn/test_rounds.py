"""Rounds: two turns, first-round saves, what happens at the same moment, and how a fight ends (CA-RND)."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gmconsole.core.codec import Codec, plain
from gmconsole.core.commands import SetOption
from gmconsole.core.dice import TypedDice
from gmconsole.core.rounds import Phase
from gmconsole.core.ruleset import Tx
from gmconsole.core.session import Accepted, Session
from gmconsole.rulesets.cairn import RULESET, saves, turns, vitals
from gmconsole.rulesets.cairn.actions import Crawl, Hold, Move, Other
from gmconsole.rulesets.cairn.attacks import Strike
from gmconsole.rulesets.cairn.people import Add
from gmconsole.rulesets.cairn.retreat import Retreat
from gmconsole.rulesets.cairn.state import HOUR_S, ROUND_S, CairnState

from .conftest import Table


def weaken(table: Table, name: str, **figures: object) -> None:
    """Write a condition or a score on somebody, as play would have."""
    tx: Tx[CairnState] = Tx(RULESET, table.state, TypedDice(()))
    who = table.ids[name]
    for key, value in figures.items():
        if key == "condition":
            vitals.set_condition(tx, who, str(value))
        elif key == "away":
            vitals.set_away(tx, who, str(value))
        else:
            assert isinstance(value, int)
            vitals.set_score(tx, who, key, value)
    table.session.replace_state(tx.state)


def turn(table: Table) -> tuple[int, str]:
    return table.state.round, table.state.phase


def pass_turn(table: Table) -> None:
    """Everybody holds, and the other side is next."""
    if turns.undeclared(table.state):
        table.hold()
    table.next()


def owing(table: Table) -> list[str]:
    """The names of those who owe a first-round save."""
    return [table.state.entities[c.who].name for c in saves.owed(table.state, turns.ENTRY)]


# The clock ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("CA-RND-001")
def test_a_round_is_ten_seconds(table: Table) -> None:
    table.pc("Bryn")
    table.foe("Goblin")
    table.start()
    clocks = []
    for _ in range(6):
        pass_turn(table)
        assert table.state.clock == (len(clocks)) * 10
        pass_turn(table)
        clocks.append(table.state.clock)
    assert clocks == [10, 20, 30, 40, 50, 60]
    assert HOUR_S == 360 * ROUND_S


# Order -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("CA-RND-002", "CA-RND-003")
def test_pcs_then_opponents_then_the_next_round(table: Table) -> None:
    table.pc("Bryn")
    table.foe("Goblin")
    table.start()
    seen = [turn(table)]
    for _ in range(4):
        pass_turn(table)
        seen.append(turn(table))
    assert seen == [(1, "pcs"), (1, "opponents"), (2, "pcs"), (2, "opponents"), (3, "pcs")]
    assert table.session.position.drawn == 0, "there is no initiative roll"


@pytest.mark.rule("CA-RND-002")
def test_a_reload_in_the_middle_of_a_round_goes_on_there(table: Table) -> None:
    table.pc("Bryn", dice=(6,))
    table.foe("Goblin", hp=6, dice=(6,))
    table.start()
    pass_turn(table)
    pass_turn(table)
    table.strike("Bryn", "Goblin")
    table.damage(3)
    table.next()
    codec = Codec(RULESET)
    loaded = codec.state(plain(table.state))
    assert loaded == table.state
    again: Session[CairnState] = Session(RULESET, RULESET.new_state("test"), seed=7)
    for index in range(1, table.session.index + 1):
        again.apply(*codec.from_record(codec.entry(table.session, index)))
    assert again.state == table.state
    assert (again.state.round, again.state.phase) == (2, "opponents")
    assert [t.who for t in RULESET.agenda(again.state)] == [table.ids["Goblin"]]
    done = again.execute(Phase(force=True))
    assert isinstance(done, Accepted)
    assert (again.state.round, again.state.phase) == (3, "pcs")


@pytest.mark.rule("CA-RND-002")
def test_a_reload_between_declaring_and_rolling_asks_nothing_twice(table: Table) -> None:
    table.pc("Bryn", dice=(6,))
    table.pc("Oda", dice=(6,))
    table.foe("Goblin", hp=6, dice=(6,))
    table.start()
    table.strike("Bryn", "Goblin")
    loaded = Codec(RULESET).state(plain(table.state))
    assert loaded == table.state
    assert RULESET.agenda(loaded) == RULESET.agenda(table.state)
    assert [t.who for t in RULESET.agenda(loaded)] == [table.ids["Oda"]]


@pytest.mark.rule("CA-RND-003")
def test_opponents_act_although_all_pcs_lost_their_turn(table: Table) -> None:
    table.pc("Bryn", DEX=9)
    table.pc("Oda", DEX=9)
    table.foe("Goblin")
    table.start(waive=False)
    table.save("Bryn", 14)
    table.save("Oda", 15)
    table.next()
    assert turn(table) == (1, "opponents")
    assert [t.who for t in table.tasks("declare")] == [table.ids["Goblin"]]
    pass_turn(table)
    assert turn(table) == (2, "pcs")
    assert table.state.clock == 10


# The first round ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("CA-RND-007")
def test_first_round_saves_decide_who_acts(table: Table) -> None:
    table.pc("Oda", DEX=12)
    table.pc("Bryn", DEX=9)
    for name in ("Goblin 1", "Goblin 2", "Goblin 3"):
        table.foe(name)
    table.start(waive=False)
    assert owing(table) == ["Oda", "Bryn"]
    table.refused(Phase(), "still-owed")
    table.refused(Hold(who=(table.ids["Oda"],)), "entry-first")
    table.save("Oda", 7)
    table.save("Bryn", 14)
    assert dict(table.state.fight.entry) == {table.ids["Oda"]: "passed", table.ids["Bryn"]: "failed"}
    assert [t.who for t in table.tasks("declare")] == [table.ids["Oda"]]
    rolls = [r for e in table.session.history.entries for r in e.dice]
    assert [(r.sides, r.faces) for r in rolls] == [(20, (7,)), (20, (14,))]
    pass_turn(table)
    assert len(table.tasks("declare")) == 3 and not table.state.calls
    pass_turn(table)
    assert turn(table) == (2, "pcs") and not table.state.calls
    assert [t.who for t in table.tasks("declare")] == [table.ids["Oda"], table.ids["Bryn"]]


@pytest.mark.rule("CA-RND-007")
def test_hirelings_roll_too_unless_the_switch_is_off(table: Table) -> None:
    table.pc("Bryn")
    table.pc("Oda")
    table.add("Guide", "hireling")
    table.foe("Goblin")
    table.start(waive=False)
    assert owing(table) == ["Bryn", "Oda", "Guide"]
    table.do(turns.End())
    table.do(SetOption(option="hirelings_roll", value=False))
    table.start(waive=False)
    assert owing(table) == ["Bryn", "Oda"]
    table.save("Bryn", 2)
    table.save("Oda", 2)
    assert len(table.tasks("declare")) == 3, "the guide acts without a save"


@pytest.mark.rule("CA-RND-007")
def test_whoever_joins_later_rolls_nothing(table: Table) -> None:
    table.pc("Bryn")
    table.foe("Goblin")
    table.start()
    for _ in range(2):
        pass_turn(table)
    table.pc("Tam")
    assert not table.state.calls
    assert [t.who for t in table.tasks("declare")] == [table.ids["Bryn"], table.ids["Tam"]]


@pytest.mark.rule("CA-RND-008")
def test_a_failed_first_round_save_takes_move_and_action_of_that_round(table: Table) -> None:
    bryn = table.pc("Bryn", hp=5, armour=1, DEX=9, dice=(6,))
    table.pc("Oda", DEX=12)
    goblin = table.foe("Goblin", hp=6, dice=(6,))
    table.start(waive=False)
    table.save("Bryn", 14)
    table.save("Oda", 7)
    table.refused(Move(who=bryn, feet=30), "lost-the-turn")
    table.refused(Strike(who=bryn, targets=(goblin,)), "lost-the-turn")
    table.refused(Other(who=bryn, text="bar the door"), "lost-the-turn")
    pass_turn(table)
    table.strike("Goblin", "Bryn")
    table.damage(4)
    assert table.hp("Bryn") == (2, 5)
    table.next()
    assert turn(table) == (2, "pcs") and not table.state.calls
    table.do(Move(who=bryn, feet=30))
    table.strike("Bryn", "Goblin")
    table.hold("Oda")
    table.damage(3)
    assert table.hp("Goblin") == (3, 6)


@pytest.mark.rule("CA-RND-009")
def test_the_warden_spares_the_hidden_archer(table: Table) -> None:
    table.pc("Bryn", DEX=9)
    table.pc("Oda", DEX=12)
    tam = table.pc("Tam", DEX=14)
    table.foe("Goblin")
    table.start(waive=False)
    assert owing(table) == ["Bryn", "Oda", "Tam"]
    done = table.do(turns.Waive(who=(tam,), because="hidden on the ridge"))
    assert done.entry.dice == ()
    assert turns.EntryMade(who=tam, result="waived", because="hidden on the ridge") in done.entry.events
    assert owing(table) == ["Bryn", "Oda"]
    table.refused(saves.Save(who=tam), "owes-no-save")
    table.save("Bryn", 14)
    table.save("Oda", 7)
    assert [t.who for t in table.tasks("declare")] == [table.ids["Oda"], tam]


@pytest.mark.rule("CA-RND-009")
def test_an_ambush_spares_everybody(table: Table) -> None:
    table.pc("Bryn", DEX=9)
    table.pc("Oda", DEX=12)
    table.foe("Goblin")
    done = table.do(turns.Start(waived=tuple(table.ids[n] for n in ("Bryn", "Oda")), because="ambush"))
    assert done.entry.dice == () and not table.state.calls
    assert dict(table.state.fight.entry) == {table.ids["Bryn"]: "waived", table.ids["Oda"]: "waived"}
    assert [t.who for t in table.tasks("declare")] == [table.ids["Bryn"], table.ids["Oda"]]


@pytest.mark.rule("CA-RND-010")
def test_whoever_cannot_act_is_passed_over(table: Table) -> None:
    """WIL gone, DEX gone, critical, stable, dead: neither a first-round save nor a turn."""
    table.pc("Bryn")
    table.foe("Goblin")
    for name, figures in {
        "Delirious": {"WIL": 0},
        "Paralysed": {"DEX": 0},
        "Critical": {"condition": "critical"},
        "Stable": {"condition": "stable"},
        "Dead": {"condition": "dead"},
    }.items():
        table.pc(name)
        weaken(table, name, **figures)
    table.start(waive=False)
    assert owing(table) == ["Bryn"]
    table.save("Bryn", 3)
    assert [t.who for t in table.tasks("declare")] == [table.ids["Bryn"]]
    for name in ("Delirious", "Paralysed", "Critical", "Stable", "Dead"):
        table.refused(Hold(who=(table.ids[name],)), "cannot-act")


@pytest.mark.rule("CA-RND-010")
def test_somebody_critical_can_only_crawl(table: Table) -> None:
    bryn = table.pc("Bryn", hp=3, STR=9, dice=(6,))
    table.pc("Oda")
    goblin = table.foe("Goblin", hp=6, dice=(8,))
    table.start()
    pass_turn(table)
    pass_turn(table)
    pass_turn(table)
    assert turn(table) == (2, "opponents")
    table.strike("Goblin", "Bryn")
    table.damage(7)
    table.save("Bryn", 7)
    assert table.who("Bryn").condition == "critical"
    table.next()
    assert turn(table) == (3, "pcs")
    assert [(t.kind, t.blocking) for t in table.tasks() if t.who == bryn] == [("crawl", False)]
    table.refused(Strike(who=bryn, targets=(goblin,)), "cannot-act")
    table.refused(Move(who=bryn, feet=10), "cannot-act")
    table.do(Crawl(who=bryn))
    assert table.state.fight.acts[bryn].kind == "crawl"
    assert not [t for t in table.tasks() if t.who == bryn]
    table.refused(Crawl(who=table.ids["Oda"]), "can-act-already")
    pass_turn(table)
    assert turn(table) == (3, "opponents"), "crawling is no action that anybody waits for"


# The same moment ---------------------------------------------------------------------------------------------------


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


# How a fight ends --------------------------------------------------------------------------------------------------


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


@pytest.mark.rule("CA-RND-001", "CA-RND-002", "CA-RND-003")
@settings(max_examples=25, deadline=None)
@given(rounds=st.integers(1, 7), undone=st.integers(0, 5))
def test_undo_and_redo_restore_turn_and_clock(rounds: int, undone: int) -> None:
    table = Table()
    table.do(Add(kind="pc", name="Bryn"))
    table.do(Add(kind="npc", name="Goblin"))
    table.start()
    seen = [(turn(table), table.state.clock)]
    for _ in range(rounds):
        pass_turn(table)
        seen.append((turn(table), table.state.clock))
    steps = min(undone, rounds)
    for _ in range(steps):
        table.session.undo(2)
    assert (turn(table), table.state.clock) == seen[rounds - steps]
    for _ in range(steps):
        table.session.redo(2)
    assert (turn(table), table.state.clock) == seen[-1]
