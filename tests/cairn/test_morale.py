"""Morale: the two triggers of a group, whose WIL counts, the lone foe, flight and surrender (CA-MOR)."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from gmconsole.core.codec import Codec, plain
from gmconsole.core.commands import Note, Remove, SetField
from gmconsole.core.dice import TypedDice
from gmconsole.core.model import Event, Msg
from gmconsole.core.rounds import Phase
from gmconsole.core.ruleset import Tx
from gmconsole.core.session import Accepted, Session
from gmconsole.language.driver import Driver
from gmconsole.rulesets.cairn import RULESET, morale, saves, turns, vitals
from gmconsole.rulesets.cairn.actions import Flee
from gmconsole.rulesets.cairn.harm import Harm
from gmconsole.rulesets.cairn.morale import CallMorale, Grouped, GroupsChanged, SetGroup, Shaken, Surrender
from gmconsole.rulesets.cairn.state import CairnState, Group
from gmconsole.text import Words

from .conftest import Table

FRAIL = {"hp": 1, "STR": 1}
"""Whoever takes 2 damage is dead without a save."""


def owed(table: Table) -> list[tuple[str, str]]:
    """The open morale saves: who rolls, for which group."""
    return [(table.state.entities[c.who].name, c.ref) for c in saves.owed(table.state, morale.MORALE)]


def band(table: Table, count: int, **figures: int) -> None:
    """A party of four, and so many frail bandits without a leader."""
    for name in ("Ann", "Bob", "Cyd", "Dot"):
        table.pc(name, hp=20, armour=3, dice=(6,))
    for n in range(1, count + 1):
        table.foe(f"B{n}", **{"WIL": 8, **FRAIL, **figures})


def turn_to(table: Table, side: str) -> None:
    """Let turns pass until one of that side begins."""
    while turns.turn_of(table.state) != side or table.state.fight.settled:
        runners = tuple(c.id for c in turns.undeclared(table.state) if c.condition == "fleeing")
        if runners:
            table.do(Flee(who=runners))
        if turns.undeclared(table.state):
            table.hold()
        table.next()


def kill(table: Table, *targets: str) -> None:
    """In the PCs' next turn each of these is struck dead by one PC; all else hold."""
    turn_to(table, "pcs")
    for who, target in zip(("Ann", "Bob", "Cyd", "Dot"), targets, strict=False):
        table.strike(who, target)
    if turns.undeclared(table.state):
        table.hold()
    table.damage(*(6 for _ in targets))
    for target in targets:
        assert table.who(target).condition == "dead"


def fleeing(table: Table) -> list[str]:
    return [c.name for c in table.state.entities.values() if c.condition == "fleeing"]


def worded(table: Table, message: Msg) -> str:
    return Words("en", RULESET, lambda who: table.state.entities[who].name).say(message)


def lines(table: Table) -> list[str]:
    """What the Warden was told of the last command."""
    return [worded(table, m) for m in RULESET.tell(table.state, table.session.history.entries[-1].events, "gm")]


def mark(table: Table, name: str, condition: str) -> None:
    table.do(SetField(who=(table.ids[name],), field="condition", value=condition))


# The first casualty ------------------------------------------------------------------------------------------------


@pytest.mark.rule("CA-MOR-001")
def test_the_first_casualty_calls_for_one_save_and_a_passed_one_spends_the_trigger(table: Table) -> None:
    band(table, 4)
    table.start()
    kill(table, "B1")
    assert owed(table) == [("B2", "opponents")]
    table.save("B2", 8)
    assert not fleeing(table)
    assert table.state.fight.groups["opponents"].first
    assert not table.state.fight.groups["opponents"].half
    assert not owed(table)


@pytest.mark.rule("CA-MOR-001")
def test_the_group_flees_when_it_fails(table: Table) -> None:
    band(table, 4)
    table.start()
    kill(table, "B1")
    table.save("B2", 9)
    assert fleeing(table) == ["B2", "B3", "B4"]


@pytest.mark.rule("CA-MOR-001", "CA-MOR-009")
def test_standing_at_no_hp_is_no_casualty(table: Table) -> None:
    band(table, 4, hp=6, STR=9)
    table.start()
    for who, target in zip(("Ann", "Bob", "Cyd"), ("B1", "B2", "B3"), strict=False):
        table.strike(who, target)
    table.hold("Dot")
    table.damage(6, 6, 6)
    assert [table.hp(f"B{n}") for n in (1, 2, 3, 4)] == [(0, 6), (0, 6), (0, 6), (6, 6)]
    assert not owed(table)
    table.next()


# Half lost ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("CA-MOR-002")
@pytest.mark.parametrize(("start", "least"), [(4, 2), (5, 3)])
def test_half_is_losses_twice_over(table: Table, start: int, least: int) -> None:
    band(table, start)
    table.start()
    kill(table, "B1")
    table.save("B2", 1)
    for lost in range(2, least):
        kill(table, f"B{lost}")
        assert not owed(table)
    assert not table.state.fight.groups["opponents"].half
    kill(table, f"B{least}")
    assert owed(table) == [(f"B{least + 1}", "opponents")]


@pytest.mark.rule("CA-MOR-002")
@pytest.mark.parametrize("lost", ["surrendered", "captured", "dead", "routed", "dying"])
def test_whoever_is_out_counts_as_lost(table: Table, lost: str) -> None:
    band(table, 4)
    table.start()
    kill(table, "B1")
    table.save("B2", 1)
    turn_to(table, "pcs")
    mark(table, "B2", lost)
    table.hold()
    assert owed(table) == [("B3", "opponents")]


@pytest.mark.rule("CA-MOR-002")
def test_whoever_fled_counts_as_lost(table: Table) -> None:
    band(table, 4)
    table.start()
    kill(table, "B1")
    table.save("B2", 1)
    table.do(CallMorale(who=(table.ids["B2"],), alone=True))
    table.save("B2", 20)
    assert fleeing(table) == ["B2"]
    turn_to(table, "pcs")
    assert table.who("B2").away == "fled"
    table.hold()
    assert owed(table) == [("B3", "opponents")]


# Once each ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("CA-MOR-003")
def test_each_trigger_fires_once(table: Table) -> None:
    band(table, 6)
    table.start()
    rolled = []
    for lost in range(1, 5):
        kill(table, f"B{lost}")
        for who, _ in owed(table):
            table.save(who, 1)
            rolled.append(lost)
    assert rolled == [1, 3]


@pytest.mark.rule("CA-MOR-003")
def test_two_triggers_in_one_turn_share_one_save(table: Table) -> None:
    band(table, 4)
    table.start()
    kill(table, "B1", "B2")
    assert owed(table) == [("B3", "opponents")]
    table.save("B3", 8)
    group = table.state.fight.groups["opponents"]
    assert group.first
    assert group.half
    kill(table, "B3")
    assert not owed(table)


@pytest.mark.rule("CA-MOR-003")
def test_of_two_the_first_is_half_already(table: Table) -> None:
    band(table, 2)
    table.start()
    kill(table, "B1")
    assert owed(table) == [("B2", "opponents")]
    assert table.state.fight.groups["opponents"] == Group(
        start=2, members=(table.ids["B1"], table.ids["B2"]), first=True, half=True
    )


@pytest.mark.rule("CA-MOR-003")
def test_a_spent_trigger_stays_spent_through_a_save(table: Table) -> None:
    band(table, 6)
    table.start()
    kill(table, "B1")
    table.save("B2", 1)
    codec: Codec[CairnState] = Codec(RULESET)
    again = codec.state(plain(table.state))
    assert again == table.state
    table.session = Session(RULESET, again, seed=8)
    kill(table, "B2")
    assert not owed(table)
    kill(table, "B3")
    assert owed(table) == [("B4", "opponents")]


@pytest.mark.rule("CA-MOR-003")
def test_a_new_fight_has_its_triggers_anew(table: Table) -> None:
    band(table, 4)
    table.start()
    kill(table, "B1")
    table.save("B2", 1)
    table.do(turns.End())
    table.start()
    assert table.state.fight.groups == {
        "opponents": Group(start=3, members=tuple(table.ids[n] for n in ("B2", "B3", "B4")))
    }
    kill(table, "B2")
    assert owed(table) == [("B3", "opponents")]


# Whose WIL ---------------------------------------------------------------------------------------------------------


def led(table: Table, *, by_leader: bool = True, leader: int = 12) -> None:
    """Three minions of WIL 7 and a leader of WIL 12."""
    band(table, 3, WIL=7)
    table.foe("Vesk", WIL=leader, **FRAIL)
    if by_leader:
        table.do(SetGroup(name=morale.EVERYBODY, leader=table.ids["Vesk"]))
    table.start()


@pytest.mark.rule("CA-MOR-004")
def test_a_group_saves_with_the_wil_of_its_leader(table: Table) -> None:
    led(table)
    kill(table, "B1")
    assert owed(table) == [("Vesk", "opponents")]
    table.save("Vesk", 10)
    assert not fleeing(table)


@pytest.mark.rule("CA-MOR-004")
def test_without_the_switch_with_its_own(table: Table) -> None:
    led(table, by_leader=False)
    kill(table, "B1")
    assert owed(table) == [("B2", "opponents")]
    table.save("B2", 10)
    assert fleeing(table) == ["B2", "B3", "Vesk"]


@pytest.mark.rule("CA-MOR-004")
@pytest.mark.parametrize("how", ["removed", "captured", "dead", "outside", "led by none"])
def test_a_save_that_is_owed_goes_to_the_members_when_their_leader_is_gone(table: Table, how: str) -> None:
    led(table)
    vesk = table.ids["Vesk"]
    kill(table, "B1")
    assert owed(table) == [("Vesk", "opponents")]
    if how == "removed":
        table.do(Remove(who=vesk))
    elif how == "outside":
        table.do(SetField(who=(vesk,), field="presence", value=how))
    elif how == "led by none":
        table.do(SetGroup(name="opponents", own=True))
    else:
        mark(table, "Vesk", how)
    assert owed(table) == [("B2", "opponents")]
    (task,) = table.tasks("save")
    assert task.what.fields["score"] == 7
    table.save("B2", 8)
    assert {"B2", "B3"} <= set(fleeing(table))


@pytest.mark.rule("CA-MOR-004")
def test_a_save_that_nobody_is_left_to_make_is_void(table: Table) -> None:
    led(table)
    kill(table, "B1")
    for name in ("Vesk", "B2", "B3"):
        assert owed(table)
        mark(table, name, "captured")
    assert not owed(table)
    table.do(turns.End())
    hal = table.add("Hal", "hireling")
    table.do(CallMorale(who=(hal,)))
    table.do(Remove(who=hal))
    assert not owed(table), "what one owes alone nobody else makes"


@pytest.mark.rule("CA-MOR-004")
def test_a_leader_who_has_fallen_leads_no_more(table: Table) -> None:
    led(table)
    kill(table, "Vesk")
    assert owed(table) == [("B1", "opponents")]
    table.save("B1", 8)
    assert fleeing(table) == ["B1", "B2", "B3"]


@pytest.mark.rule("CA-MOR-004")
def test_the_switch_goes_off_again(table: Table) -> None:
    led(table)
    table.do(SetGroup(name=morale.EVERYBODY, own=True))
    kill(table, "B1")
    assert owed(table) == [("B2", "opponents")]


@pytest.mark.rule("CA-MOR-004")
def test_the_lowest_wil_of_those_able_counts(table: Table) -> None:
    band(table, 2)
    table.foe("Low", WIL=3, **FRAIL)
    table.foe("Lower", WIL=2, **FRAIL)
    table.start()
    mark(table, "Lower", "captured")
    kill(table, "B1")
    assert owed(table) == [("Low", "opponents")]
    [task] = table.tasks("save:morale")
    words = Words("en", RULESET, lambda who: table.state.entities[who].name)
    assert [words.say(line) for line in task.detail] == ["passes: 15.0%", "for all of opponents: B2, Low"]


# The lone foe ------------------------------------------------------------------------------------------------------


def ogre(table: Table, **figures: int) -> None:
    """Two PCs against one ogre."""
    table.pc("Ann", hp=20, dice=(6,))
    table.pc("Bob", hp=20, dice=(6,))
    table.foe("Ogre", **{"hp": 5, "armour": 1, "WIL": 9, "STR": 14, **figures})
    table.start()


@pytest.mark.rule("CA-MOR-005")
@pytest.mark.parametrize(("face", "runs"), [(10, ["Ogre"]), (9, [])])
def test_a_lone_foe_brought_to_no_hp_saves(table: Table, face: int, runs: list[str]) -> None:
    ogre(table)
    table.strike("Ann", "Ogre")
    table.hold("Bob")
    table.damage(6)
    assert table.hp("Ogre") == (0, 5)
    assert owed(table) == [("Ogre", "")]
    assert "Ogre stands alone and is brought to 0 HP: morale" in lines(table)
    (task,) = table.tasks("save")
    assert worded(table, task.what) == "Ogre: WIL save against 9 (morale: alone, and brought to 0 HP)"
    table.save("Ogre", face)
    assert fleeing(table) == runs
    assert lines(table)[0].startswith(f"Ogre: WIL save (morale: alone, and brought to 0 HP) d20 {face} against 9: ")


@pytest.mark.rule("CA-MOR-005")
def test_one_of_two_at_no_hp_is_not_alone(table: Table) -> None:
    ogre(table)
    table.foe("Troll", hp=9)
    table.strike("Ann", "Ogre")
    table.hold("Bob")
    table.damage(6)
    assert table.hp("Ogre") == (0, 5)
    assert not owed(table)


@pytest.mark.rule("CA-MOR-005")
def test_hit_again_at_no_hp_there_is_no_second_check(table: Table) -> None:
    ogre(table)
    table.strike("Ann", "Ogre")
    table.hold("Bob")
    table.damage(6)
    table.save("Ogre", 9)
    turn_to(table, "pcs")
    table.strike("Ann", "Ogre")
    table.hold("Bob")
    table.damage(5)
    assert table.score("Ogre") == (10, 14)
    table.save("Ogre", 10)
    assert not owed(table)
    assert not fleeing(table)


@pytest.mark.rule("CA-MOR-005")
def test_the_last_one_who_was_at_no_hp_before_does_not_check(table: Table) -> None:
    ogre(table)
    table.foe("Troll", **FRAIL)
    table.do(SetGroup(name="troll", who=(table.ids["Troll"],)))
    table.strike("Ann", "Ogre")
    table.hold("Bob")
    table.damage(6)
    turn_to(table, "pcs")
    table.strike("Ann", "Troll")
    table.hold("Bob")
    table.damage(6)
    assert table.who("Troll").condition == "dead"
    assert [c.name for c in turns.active(table.state, "opponents")] == ["Ogre"]
    assert not owed(table)


@pytest.mark.rule("CA-MOR-005")
def test_the_str_save_comes_before_the_lone_check(table: Table) -> None:
    ogre(table, hp=2, armour=0)
    table.strike("Ann", "Ogre")
    table.hold("Bob")
    table.damage(4)
    assert table.hp("Ogre") == (0, 2)
    assert table.score("Ogre") == (12, 14)
    assert not owed(table)
    table.save("Ogre", 12)
    assert owed(table) == [("Ogre", "")]


@pytest.mark.rule("CA-MOR-005")
def test_a_lone_foe_who_falls_does_not_check(table: Table) -> None:
    ogre(table, hp=2, armour=0)
    table.strike("Ann", "Ogre")
    table.hold("Bob")
    table.damage(4)
    table.save("Ogre", 13)
    table.answer("dead")
    assert not owed(table)


@pytest.mark.rule("CA-MOR-003", "CA-MOR-005")
def test_the_last_of_a_group_saves_once_for_the_group_and_as_a_lone_foe(table: Table) -> None:
    ogre(table)
    table.foe("Troll", **FRAIL)
    table.strike("Ann", "Ogre")
    table.strike("Bob", "Troll")
    table.damage(6, 6)
    assert table.hp("Ogre") == (0, 5)
    assert owed(table) == [("Ogre", "opponents")]
    table.save("Ogre", 10)
    assert fleeing(table) == ["Ogre"]


@pytest.mark.rule("CA-MOR-005")
def test_alone_through_another_groups_end_in_the_same_turn(table: Table) -> None:
    ogre(table)
    table.foe("Troll", **FRAIL)
    table.do(SetGroup(name="troll", who=(table.ids["Troll"],)))
    table.strike("Ann", "Ogre")
    table.strike("Bob", "Troll")
    table.damage(6, 6)
    assert owed(table) == [("Ogre", "")]


@pytest.mark.rule("CA-MOR-004")
def test_no_number_is_said_of_a_group_that_has_none(table: Table) -> None:
    band(table, 3)
    b1, b2, b3 = (table.ids[f"B{n}"] for n in (1, 2, 3))
    table.do(SetGroup(name="band", who=(b1, b2), leader=b3))
    assert lines(table) == ["B1, B2: morale group band", "morale groups: band, leader's WIL: B3"]
    table.session.undo()
    table.start()
    kill(table, "B1")
    table.save("B2", 1)
    table.do(SetGroup(name="zz", who=(b1, b2, b3)))
    assert lines(table) == ["B1, B2, B3: morale group zz", "morale groups: zz 3"]


# The party ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("CA-MOR-006")
def test_the_party_never_saves_for_morale(table: Table) -> None:
    band(table, 1, hp=9)
    table.start()
    for name in ("Ann", "Bob"):
        mark(table, name, "critical")
    table.hold()
    assert not owed(table)
    table.next()
    table.hold()
    assert not owed(table)


@pytest.mark.rule("CA-MOR-006")
def test_a_lone_pc_at_no_hp_never_saves(table: Table) -> None:
    table.pc("Ann", hp=5, dice=(6,))
    table.foe("Ogre", hp=9, dice=(6,))
    table.start()
    table.hold()
    table.next()
    table.strike("Ogre", "Ann")
    table.damage(5)
    assert table.hp("Ann") == (0, 5)
    assert not owed(table)
    table.refused(CallMorale(who=(table.ids["Ann"],)), "morale-not-for-pcs")
    table.refused(SetGroup(name="band", who=(table.ids["Ann"],)), "morale-not-for-pcs")
    table.refused(SetGroup(name="band", leader=table.ids["Ann"]), "morale-not-for-pcs")


@pytest.mark.rule("CA-MOR-006")
def test_the_warden_may_call_one_for_a_hireling(table: Table) -> None:
    table.pc("Ann", hp=5, dice=(6,))
    table.add("Guide", "hireling", hp=3, WIL=7)
    table.foe("Ogre", hp=9, dice=(6,))
    table.start()
    table.do(CallMorale(who=(table.ids["Guide"],)))
    assert owed(table) == [("Guide", "")]
    table.refused(CallMorale(who=(table.ids["Guide"],)), "morale-is-owed")
    table.save("Guide", 8)
    assert fleeing(table) == ["Guide"]
    assert not table.who("Ann").condition


# Flight and surrender ----------------------------------------------------------------------------------------------


@pytest.mark.rule("CA-MOR-007")
def test_runners_use_their_next_turn_to_go(table: Table) -> None:
    band(table, 4, WIL=7)
    table.start()
    turn_to(table, "pcs")
    table.hold()
    turn_to(table, "pcs")
    assert table.state.round == 2
    kill(table, "B1")
    table.save("B2", 8)
    table.next()
    assert (table.state.round, table.state.phase) == (2, "opponents")
    assert fleeing(table) == ["B2", "B3", "B4"]
    assert [t.what.id for t in table.tasks("declare")] == ["{who} flees"] * 3
    for task in table.tasks("declare"):
        assert task.command is not None
        table.do(task.command)
    assert not table.tasks("damage")
    table.next()
    assert [table.who(f"B{n}").away for n in (2, 3, 4)] == ["fled"] * 3
    assert table.state.mode == "calm"
    assert table.state.fight.result == "opponents_fled"


@pytest.mark.rule("CA-MOR-007")
def test_surrender_in_place_of_flight(table: Table) -> None:
    band(table, 4)
    table.start()
    kill(table, "B1")
    table.save("B2", 9)
    table.do(Surrender(who=(table.ids["B2"], table.ids["B3"])))
    assert table.who("B2").condition == "surrendered"
    assert fleeing(table) == ["B4"]
    assert morale.losses(table.state, "opponents") == 3
    table.next()
    assert [t.who for t in table.tasks("declare")] == [table.ids["B4"]]
    for task in table.tasks("declare"):
        assert task.command is not None
        table.do(task.command)
    assert not owed(table)
    table.next()
    assert not table.who("B2").away
    assert table.who("B2").presence == "in"
    assert morale.losses(table.state, "opponents") == 4


@pytest.mark.rule("CA-MOR-007")
def test_a_passed_save_changes_nothing(table: Table) -> None:
    band(table, 4)
    table.start()
    kill(table, "B1")
    before = table.state
    table.save("B2", 8)
    assert table.state.entities == before.entities
    assert table.state.fight == before.fight
    assert table.state.phase == before.phase


def test_only_those_in_the_fight_surrender_and_an_open_save_goes_to_another(table: Table) -> None:
    band(table, 3)
    table.start()
    kill(table, "B1")
    table.refused(Surrender(who=(table.ids["B1"],)), "cannot-surrender")
    table.refused(Surrender(who=("npc-099",)), "unknown-person")
    assert owed(table) == [("B2", "opponents")]
    table.do(Surrender(who=(table.ids["B2"],)))
    assert owed(table) == [("B3", "opponents")]
    table.do(Surrender(who=(table.ids["B3"],)))
    assert not owed(table)


def test_who_loses_heart_in_their_own_turn_uses_the_next_one_to_go(table: Table) -> None:
    band(table, 4, hp=9)
    table.start()
    table.hold()
    table.next()
    table.hold()
    table.do(CallMorale(who=(table.ids["B1"],)))
    table.save("B1", 9)
    table.next()
    assert [table.who(f"B{n}").away for n in (1, 2, 3, 4)] == [""] * 4
    turn_to(table, "opponents")
    assert fleeing(table) == ["B1", "B2", "B3", "B4"]


# When it is checked ------------------------------------------------------------------------------------------------


@pytest.mark.rule("CA-MOR-008")
def test_morale_comes_after_all_results_and_before_the_other_side(table: Table) -> None:
    band(table, 4)
    table.start()
    table.strike("Ann", "B1")
    table.strike("Bob", "B2")
    table.hold("Cyd", "Dot")
    assert not owed(table)
    table.damage(6, 6)
    events = table.session.history.entries[-1].events
    deaths = [n for n, e in enumerate(events) if isinstance(e, vitals.ConditionSet)]
    (called,) = (n for n, e in enumerate(events) if isinstance(e, saves.Called))
    assert len(deaths) == 2
    assert max(deaths) < called
    assert owed(table) == [("B3", "opponents")]
    refused = table.session.execute(Phase(), None)
    assert not isinstance(refused, Accepted)
    table.save("B3", 8)
    table.next()
    assert table.state.phase == "opponents"


@pytest.mark.rule("CA-MOR-008")
def test_a_spared_foe_still_counts(table: Table) -> None:
    band(table, 4, hp=3, STR=9)
    table.start()
    table.strike("Ann", "B1")
    table.hold()
    table.damage(5)
    assert not owed(table)
    table.save("B1", 8)
    assert not owed(table)
    table.answer("captured")
    assert table.who("B1").condition == "captured"
    assert owed(table) == [("B2", "opponents")]


@pytest.mark.rule("CA-MOR-008")
@pytest.mark.parametrize("how", ["harm", "word"])
def test_a_casualty_after_the_results_is_weighed_before_the_turn_passes(table: Table, how: str) -> None:
    band(table, 4)
    table.start()
    table.hold()
    assert table.state.fight.checked and not owed(table)
    b1 = table.ids["B1"]
    table.do(Harm(who=(b1,), amount=20) if how == "harm" else Surrender(who=(b1,)))
    assert owed(table) == [("B2", "opponents")]
    table.refused(Phase(), "still-owed")
    table.save("B2", 9)
    table.next()
    assert (table.state.phase, fleeing(table)) == ("opponents", ["B2", "B3", "B4"])


@pytest.mark.rule("CA-MOR-008", "CA-MOR-001")
def test_what_was_weighed_is_not_weighed_again(table: Table) -> None:
    """The first casualty and the half come one after the other, and a lone foe does not save twice for one blow."""
    band(table, 4)
    table.start()
    table.hold()
    table.do(Harm(who=(table.ids["B1"],), amount=20))
    table.save("B2", 8)
    table.do(Note(text="a word"))
    assert not owed(table)
    table.do(Harm(who=(table.ids["B2"],), amount=20))
    assert owed(table) == [("B3", "opponents")]
    table.save("B3", 8)
    table.do(Harm(who=(table.ids["B3"],), amount=20))
    assert not owed(table)


@pytest.mark.rule("CA-MOR-005")
def test_a_lone_foe_has_one_save_for_one_blow(table: Table) -> None:
    ogre(table)
    table.strike("Ann", "Ogre")
    table.hold()
    table.damage(6)
    (before,) = owed(table)
    table.save(before[0], 8)
    table.do(Note(text="a word"))
    assert not owed(table)


# What a casualty is ------------------------------------------------------------------------------------------------


@pytest.mark.rule("CA-MOR-009")
def test_losing_hp_is_no_casualty(table: Table) -> None:
    band(table, 4, hp=3, STR=9)
    table.start()
    table.strike("Ann", "B1")
    table.hold()
    table.damage(3)
    assert table.hp("B1") == (0, 3)
    assert not owed(table)


@pytest.mark.rule("CA-MOR-009")
@pytest.mark.parametrize(("face", "calls"), [(7, []), (8, [("B2", "opponents")])])
def test_a_passed_str_save_is_no_casualty_a_failed_one_is(
    table: Table, face: int, calls: list[tuple[str, str]]
) -> None:
    band(table, 4, hp=3, STR=9)
    table.start()
    table.strike("Ann", "B1")
    table.hold()
    table.damage(5)
    assert table.score("B1") == (7, 9)
    table.save("B1", face)
    if calls:
        table.answer("dead")
    assert owed(table) == calls


# Who belongs to a group --------------------------------------------------------------------------------------------


def groups(table: Table) -> dict[str, tuple[int, int]]:
    """Start and losses of every group."""
    return {key: (group.start, morale.losses(table.state, key)) for key, group in table.state.fight.groups.items()}


def test_everybody_is_one_group_but_a_detachment_is_its_own(table: Table) -> None:
    band(table, 2)
    pack = table.foe("Pack", detachment=True)
    joined = table.foe("Horde", detachment=True, group="band")
    assert joined
    table.foe("Vesk", group="band")
    table.start()
    assert groups(table) == {"opponents": (2, 0), pack: (1, 0), "band": (2, 0)}


def test_reinforcements_add_to_the_start(table: Table) -> None:
    band(table, 3)
    table.start()
    table.foe("B4", **FRAIL)
    table.foe("B5", outside=True, **FRAIL)
    assert groups(table) == {"opponents": (4, 0)}
    kill(table, "B1")
    table.save("B2", 1)
    table.do(SetField(who=(table.ids["B5"],), field="presence", value="in"))
    kill(table, "B2")
    assert groups(table) == {"opponents": (5, 2)}
    assert not owed(table)
    kill(table, "B3")
    assert owed(table) == [("B4", "opponents")]


def test_a_member_put_elsewhere_takes_its_place_along(table: Table) -> None:
    band(table, 4)
    table.start()
    table.do(SetGroup(name="rear", who=(table.ids["B3"], table.ids["B4"])))
    assert groups(table) == {"opponents": (2, 0), "rear": (2, 0)}
    table.do(SetField(who=(table.ids["B4"],), field="group", value=""))
    kill(table, "B3")
    assert groups(table) == {"opponents": (3, 0), "rear": (1, 1)}
    assert not owed(table)


def test_the_warden_says_how_many_there_were(table: Table) -> None:
    band(table, 3)
    table.do(SetGroup(name=morale.EVERYBODY, start=6))
    table.start()
    assert groups(table) == {"opponents": (6, 0)}
    kill(table, "B1")
    table.save("B2", 1)
    assert not table.state.fight.groups["opponents"].half
    table.do(SetGroup(name=morale.EVERYBODY, start=2))
    table.next()
    table.hold()
    assert owed(table) == [("B2", "opponents")]


def test_a_group_that_was_empty_for_a_while_keeps_its_spent_triggers(table: Table) -> None:
    band(table, 5)
    foes = tuple(table.ids[f"B{n}"] for n in (1, 2, 3, 4))
    table.do(SetGroup(name="rear", who=foes))
    table.start()
    kill(table, "B1")
    table.save("B2", 1)
    for name in ("front", "rear"):
        table.do(SetGroup(name=name, who=foes))
    assert table.state.fight.groups["rear"].first
    assert groups(table) == {"rear": (4, 1), "opponents": (1, 0)}
    turn_to(table, "pcs")
    table.hold()
    assert not owed(table)


def test_those_who_lay_there_before_or_were_taken_away_are_no_losses(table: Table) -> None:
    band(table, 4)
    mark(table, "B4", "dead")
    table.start()
    assert groups(table) == {"opponents": (3, 0)}
    table.do(Remove(who=table.ids["B3"]))
    table.hold()
    assert groups(table) == {"opponents": (3, 0)}
    assert not owed(table)


def test_what_a_group_is_told_has_to_make_sense(table: Table) -> None:
    band(table, 2)
    leader = table.ids["B1"]
    table.refused(SetGroup(name=" ", who=(leader,)), "empty-name")
    table.refused(SetGroup(name="band"), "nothing-about-group")
    table.refused(SetGroup(name="band", leader=leader, own=True), "leader-or-own")
    table.refused(SetGroup(name="band", start=-1), "out-of-bounds")
    table.refused(SetGroup(name="band", who=("npc-099",)), "unknown-person")
    table.refused(CallMorale(who=("npc-099",)), "unknown-person")
    mark(table, "B1", "dead")
    mark(table, "B2", "dead")
    table.refused(CallMorale(who=(leader,)), "cannot-act")


def test_one_save_for_a_group_called_by_several_members(table: Table) -> None:
    band(table, 3)
    table.start()
    table.do(CallMorale(who=tuple(table.ids[f"B{n}"] for n in (1, 2, 3))))
    assert owed(table) == [("B1", "opponents")]
    table.save("B1", 9)
    assert fleeing(table) == ["B1", "B2", "B3"]


def test_a_save_called_by_hand_covers_the_trigger_of_its_turn(table: Table) -> None:
    band(table, 4)
    table.start()
    table.do(CallMorale(who=(table.ids["B2"],)))
    kill(table, "B1")
    assert len(owed(table)) == 1
    assert table.state.fight.groups["opponents"].first


# The weir ----------------------------------------------------------------------------------------------------------


def weir(table: Table) -> None:
    """The foes of the acceptance fight; Vesk leads the band, the pack is a group of its own."""
    table.pc("Bryn", hp=6, armour=2, STR=13, dice=(8, 8))
    table.pc("Oda", hp=4, armour=1, STR=11, dice=(8,))
    table.pc("Tam", hp=3, STR=9, dice=(8,))
    table.foe("Pack", hp=5, STR=8, WIL=6, detachment=True, group="pack", dice=(6,))
    table.foe("Vesk", hp=6, armour=4, STR=12, WIL=12, group="band", dice=(8,))
    for n in (1, 2, 3):
        table.foe(f"M{n}", hp=3, armour=1, STR=9, WIL=7, group="band", dice=(6,))
    table.do(SetGroup(name="band", leader=table.ids["Vesk"]))
    table.start()
    assert groups(table) == {"pack": (1, 0), "band": (4, 0)}


def fell(table: Table, by: str, target: str, face: int, save: int, *more: str) -> None:
    """A turn in which that attack fells a foe, the other PCs holding."""
    turn_to(table, "pcs")
    table.strike(by, target)
    table.hold()
    table.damage(face)
    table.save(target, save)
    for value in more:
        table.answer(value)


@pytest.mark.rule("CA-MOR-002", "CA-MOR-003", "CA-MOR-004", "CA-MOR-005")
def test_the_band_at_the_weir(table: Table) -> None:
    weir(table)
    fell(table, "Oda", "M3", 8, 6, "dead")
    assert table.score("M3") == (5, 9)
    assert owed(table) == [("Vesk", "band")]
    table.save("Vesk", 10)
    assert not fleeing(table)
    fell(table, "Oda", "M1", 6, 8, "dead")
    table.save("Vesk", 12)
    assert not fleeing(table)
    assert groups(table) == {"pack": (1, 0), "band": (4, 2)}
    fell(table, "Oda", "M2", 8, 6, "dead")
    assert not owed(table)
    mark(table, "Pack", "routed")
    turn_to(table, "pcs")
    table.hold()
    assert not owed(table), "the pack has nobody left to save"
    turn_to(table, "pcs")
    table.strike("Oda", "Vesk")
    table.hold()
    table.damage(8)
    assert table.hp("Vesk") == (1, 6)
    assert not owed(table)
    turn_to(table, "pcs")
    table.strike("Oda", "Vesk")
    table.hold()
    table.damage(4)
    assert table.hp("Vesk") == (0, 6)
    assert owed(table) == [("Vesk", "")]
    table.save("Vesk", 16)
    assert fleeing(table) == ["Vesk"]
    turn_to(table, "opponents")
    table.do(Flee(who=(table.ids["Vesk"],)))
    table.next()
    assert table.state.fight.result == "opponents_fled"
    assert groups(table) == {"pack": (1, 1), "band": (4, 4)}


@pytest.mark.rule("CA-MOR-001", "CA-MOR-004")
def test_the_band_flees_and_the_pack_stays(table: Table) -> None:
    weir(table)
    fell(table, "Oda", "M3", 8, 6, "dead")
    table.save("Vesk", 13)
    assert fleeing(table) == ["Vesk", "M1", "M2"]
    turn_to(table, "opponents")
    table.do(Flee(who=tuple(table.ids[n] for n in ("Vesk", "M1", "M2"))))
    table.hold()
    table.next()
    assert [c.name for c in turns.active(table.state, "opponents")] == ["Pack"]


# The language ------------------------------------------------------------------------------------------------------

LINES = [
    ("en", "group band B1 B2 leader B1 start 4", "group band B1 B2 leader B1 start 4"),
    ("en", "group opponents own", "group opponents own"),
    ("zh", "士气组 匪帮 B1 B2 首领 B1 起始 4", "士气组 匪帮 B1 B2 首领 B1 起始 4"),
    ("zh", "士气组 对手方 首领 B1", "士气组 opponents 首领 B1"),
    ("en", "morale B1 B2 alone", "morale B1 B2 alone"),
    ("zh", "士气 B1", "士气 B1"),
    ("en", "surrender B1 B2", "surrender B1 B2"),
    ("zh", "投降 B1", "投降 B1"),
]


@pytest.mark.parametrize(("lang", "line", "written"), LINES)
def test_lines_are_read_and_written_back(table: Table, lang: str, line: str, written: str) -> None:
    band(table, 2)
    table.do(SetGroup(name=morale.EVERYBODY, leader=table.ids["B2"]))
    driver = Driver(table.session, lang)
    done = driver.run(line)
    assert isinstance(done, Accepted), done
    command = table.session.history.entries[-1].command
    assert command is not None
    assert driver.line(command) == written
    again = driver.parse(written)
    assert getattr(again, "command", None) == command


def told(table: Table, event: Event) -> str:
    sentence = RULESET.say(event, table.state)
    return "" if sentence is None else sentence.id


def test_what_happens_is_told(table: Table) -> None:
    band(table, 4)
    table.start()
    kill(table, "B1", "B2")
    said = [e for entry in table.session.history.entries for e in entry.events]
    assert {told(table, e) for e in said if isinstance(e, GroupsChanged)} == {"morale groups: {groups}"}
    assert {told(table, e) for e in said if isinstance(e, Shaken)} == {
        "{group}: first casualty and half lost ({lost} of {start}), morale"
    }
    assert told(table, Grouped(before={}, after="band")) == "{who}: morale group {group}"


# Laws --------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Fate:
    """What becomes of one foe in one turn."""

    foe: int
    end: str


FATES = st.builds(
    Fate, st.integers(0, 6), st.sampled_from(["dead", "captured", "surrendered", "fled", "zero", "healed", "moved"])
)


@settings(max_examples=150, deadline=None)
@given(count=st.integers(1, 7), rounds=st.lists(st.lists(FATES, max_size=3), max_size=9), faces=st.data())
def test_each_trigger_of_a_group_fires_at_most_once_in_a_fight(
    count: int, rounds: list[list[Fate]], faces: st.DataObject
) -> None:
    table = Table()
    band(table, count, hp=4, STR=9)
    table.start()
    state = table.state
    fired: dict[str, list[str]] = {}
    for fates in rounds:
        tx: Tx[CairnState] = Tx(RULESET, state, TypedDice(()))
        tx.emit(turns.TurnCleared(last={}))
        for fate in fates:
            foe = tx.state.entities[table.ids[f"B{fate.foe % count + 1}"]]
            if fate.end == "fled":
                vitals.set_away(tx, foe.id, "fled")
            elif fate.end in ("zero", "healed"):
                vitals.set_hp(tx, foe.id, 0 if fate.end == "zero" else 4)
                if fate.end == "zero" and foe.hp:
                    turns.note_dropped(tx, foe.id)
            elif fate.end == "moved":
                tx.emit(Grouped(before={foe.id: foe.group}, after="" if foe.group else "rear"))
            else:
                vitals.set_condition(tx, foe.id, fate.end)
        before = tx.state.entities
        morale.check(tx)
        assert tx.state.entities == before, "a check asks, it does nothing by itself"
        for event in tx.events:
            if isinstance(event, Shaken):
                spent = fired.setdefault(event.group, [])
                spent += [key for key in ("first", "half") if getattr(event, key)]
        calls = saves.owed(tx.state, morale.MORALE)
        assert len({(c.ref, c.who if not c.ref else "") for c in calls}) == len(calls)
        for call in calls:
            c = tx.state.entities[call.who]
            assert not c.condition
            assert not c.away
            passed = faces.draw(st.booleans())
            saves.settle(tx, call, c.score("WIL").current, 1 if passed else 20, passed)
        assert not saves.owed(tx.state, morale.MORALE)
        state = tx.state
    for spent in fired.values():
        assert len(spent) == len(set(spent))


@settings(max_examples=60, deadline=None)
@given(start=st.integers(1, 40), lost=st.integers(0, 40))
def test_half_means_losses_times_two(start: int, lost: int) -> None:
    table = Table()
    band(table, 1)
    table.start()
    ids = [f"npc-{n:03d}" for n in range(1, start + 1)]
    foes = {who: replace(table.who("B1"), id=who, condition="dead" if n < lost else "") for n, who in enumerate(ids)}
    entities = {**{k: c for k, c in table.state.entities.items() if c.kind == "pc"}, **foes}
    group = Group(start=start, members=tuple(ids), first=True)
    state = replace(table.state, entities=entities, fight=replace(table.state.fight, groups={"opponents": group}))
    tx: Tx[CairnState] = Tx(RULESET, state, TypedDice(()))
    morale.check(tx)
    lost = min(lost, start)
    assert tx.state.fight.groups["opponents"].half == (lost * 2 >= start)
    assert len(saves.owed(tx.state, morale.MORALE)) == (lost * 2 >= start and lost < start)
