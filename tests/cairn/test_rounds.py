"""Rounds: two turns, the clock, first-round saves and who is passed over (CA-RND-001 to -003, -007 to -010)."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gmconsole.core.codec import Codec, plain
from gmconsole.core.commands import SetField, SetOption
from gmconsole.core.dice import TypedDice
from gmconsole.core.rounds import Phase
from gmconsole.core.ruleset import Tx
from gmconsole.core.session import Accepted, Session
from gmconsole.rulesets.cairn import RULESET, saves, turns, vitals
from gmconsole.rulesets.cairn.actions import Crawl, Hold, Move, Other
from gmconsole.rulesets.cairn.attacks import Strike
from gmconsole.rulesets.cairn.people import Add
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
    tam = table.pc("Tam")
    assert not table.state.calls
    assert [t.who for t in table.tasks("declare")] == [table.ids["Bryn"]], "the turn was under way (A42)"
    assert table.state.fight.acts[tam].kind == "hold"
    table.foe("Wolf")
    pass_turn(table)
    assert [t.who for t in table.tasks("declare")] == [table.ids["Goblin"], table.ids["Wolf"]]
    late = table.foe("Rider")
    assert late in [t.who for t in table.tasks("declare")], "the Warden brings a late foe in to act"
    pass_turn(table)
    assert [t.who for t in table.tasks("declare")] == [table.ids["Bryn"], tam]
    assert not table.state.calls


@pytest.mark.rule("CA-RND-007", "CA-CRT-015")
def test_whoever_sits_out_may_still_be_told_to_act(table: Table) -> None:
    table.pc("Bryn")
    table.foe("Goblin", hp=3)
    table.start()
    table.pc("Tam", dice=(6,))
    assert [t.who for t in table.tasks("declare")] == [table.ids["Bryn"]]
    table.strike("Tam", "Goblin")
    table.hold("Bryn")
    table.damage(2)
    assert table.hp("Goblin") == (1, 3)


@pytest.mark.rule("CA-RND-007")
def test_whoever_comes_while_first_round_saves_are_owed_owes_one_too(table: Table) -> None:
    table.pc("Bryn", DEX=12)
    table.foe("Goblin")
    table.start(waive=False)
    table.pc("Tam", DEX=9)
    table.foe("Wolf")
    assert owing(table) == ["Bryn", "Tam"]
    table.save("Bryn", 7)
    table.save("Tam", 14)
    assert [t.who for t in table.tasks("declare")] == [table.ids["Bryn"]]


@pytest.mark.rule("CA-RND-007", "CA-ACT-004")
def test_whoever_waited_outside_comes_in_near_everybody(table: Table) -> None:
    table.pc("Bryn")
    table.foe("Goblin")
    oda = table.pc("Oda", outside=True)
    table.start()
    table.do(SetField(who=(oda,), field="presence", value="in"))
    assert table.state.bands[oda][table.ids["Goblin"]] == "near"
    assert [t.who for t in table.tasks("declare")] == [table.ids["Bryn"]]
    assert table.state.fight.acts[oda].kind == "hold"


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


# Laws ----------------------------------------------------------------------------------------------------------------


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
