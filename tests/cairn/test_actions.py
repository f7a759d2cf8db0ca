"""Actions: moving, one action a turn, declaring before rolling, risky acts (CA-ACT)."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gmconsole.core.codec import Codec, plain
from gmconsole.core.model import Command, Rejected
from gmconsole.core.session import Accepted
from gmconsole.language.driver import Driver
from gmconsole.rulesets.cairn import RULESET, acts, saves, turns
from gmconsole.rulesets.cairn.actions import Crawl, Flee, Foes, Hold, Move, Moved, Other, Risk, Withdraw
from gmconsole.rulesets.cairn.attacks import RollDamage, Strike
from gmconsole.rulesets.cairn.retreat import Retreat

from .conftest import Table
from .test_rounds import weaken


@pytest.fixture
def fight(table: Table) -> Table:
    """Bryn and Oda against two goblins, the PCs' turn of round 1, nothing declared."""
    table.pc("Bryn", hp=6, STR=13, DEX=11, dice=(8,))
    table.pc("Oda", hp=4, dice=(6,))
    table.foe("Goblin 1", hp=4, dice=(6,))
    table.foe("Goblin 2", hp=4, dice=(6,))
    table.start()
    return table


def band(table: Table, a: str, b: str) -> str:
    return table.state.bands[table.ids[a]][table.ids[b]]


# Moving ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("CA-ACT-001")
def test_40_ft_and_an_attack(fight: Table) -> None:
    bryn = fight.ids["Bryn"]
    fight.do(Move(who=bryn, feet=40))
    fight.strike("Bryn", "Goblin 1")
    assert fight.state.fight.moved[bryn] == 40
    assert fight.state.fight.acts[bryn].kind == "attack"


@pytest.mark.rule("CA-ACT-001", "CA-ACT-003")
def test_45_ft_and_an_attack_is_refused_either_way_round(fight: Table) -> None:
    bryn, goblin = fight.ids["Bryn"], fight.ids["Goblin 1"]
    fight.do(Move(who=bryn, feet=45))
    assert fight.state.fight.acts[bryn].kind == "second_move"
    fight.refused(Strike(who=bryn, targets=(goblin,)), "already-acted")
    fight.session.undo()
    fight.strike("Bryn", "Goblin 1")
    fight.refused(Move(who=bryn, feet=45), "already-acted")
    fight.do(Move(who=bryn, feet=40))
    fight.refused(Move(who=bryn, feet=5), "already-acted")


@pytest.mark.rule("CA-ACT-001")
def test_attack_twice(fight: Table) -> None:
    bryn = fight.ids["Bryn"]
    fight.strike("Bryn", "Goblin 1")
    for command in (
        Strike(who=bryn, targets=(fight.ids["Goblin 2"],)),
        Strike(who=bryn, targets=(fight.ids["Goblin 1"],)),
        Other(who=bryn, text="bar the door"),
        Retreat(who=bryn, place="the boat"),
        Hold(who=(bryn,)),
    ):
        refused = fight.refused(command, "already-acted")
        assert "act" in refused.params


@pytest.mark.rule("CA-ACT-001")
def test_neither_move_nor_action(fight: Table) -> None:
    done = fight.do(Hold(who=(fight.ids["Bryn"],)))
    assert done.entry.dice == ()
    act = fight.state.fight.acts[fight.ids["Bryn"]]
    assert (act.kind, fight.state.fight.moved) == ("hold", {})
    assert [t.who for t in fight.tasks("declare")] == [fight.ids["Oda"]]


@pytest.mark.rule("CA-ACT-003")
def test_80_ft_and_then_nothing_else(fight: Table) -> None:
    bryn = fight.ids["Bryn"]
    fight.do(Move(who=bryn, feet=40))
    fight.do(Move(who=bryn, feet=40))
    assert fight.state.fight.moved[bryn] == 80
    assert fight.state.fight.acts[bryn].kind == "second_move"
    fight.refused(Strike(who=bryn, targets=(fight.ids["Goblin 1"],)), "already-acted")
    fight.refused(Move(who=bryn, feet=1), "too-far")


@pytest.mark.rule("CA-ACT-003")
def test_90_ft_are_refused_80_accepted(fight: Table) -> None:
    bryn = fight.ids["Bryn"]
    fight.refused(Move(who=bryn, feet=90), "too-far")
    fight.refused(Move(who=bryn, feet=0), "out-of-bounds")
    fight.refused(Move(who=bryn, feet=-40), "out-of-bounds")
    fight.do(Move(who=bryn, feet=80))
    assert fight.state.fight.acts[bryn].kind == "second_move"


@pytest.mark.rule("CA-ACT-001", "CA-ACT-003")
@settings(max_examples=60, deadline=None)
@given(steps=st.lists(st.integers(1, 60), max_size=5), strike_at=st.integers(0, 5))
def test_a_turn_is_40_ft_and_an_action_or_80_ft(steps: list[int], strike_at: int) -> None:
    table = Table()
    bryn = table.pc("Bryn", dice=(6,))
    goblin = table.foe("Goblin")
    table.start()
    walked, struck = 0, False
    for n, feet in enumerate([*steps, 0]):
        if n == strike_at:
            done = table.session.execute(Strike(who=bryn, targets=(goblin,)))
            assert isinstance(done, Accepted) is (walked <= 40)
            struck = isinstance(done, Accepted)
        if feet:
            done = table.session.execute(Move(who=bryn, feet=feet))
            assert isinstance(done, Accepted) is (walked + feet <= (40 if struck else 80))
            walked += feet if isinstance(done, Accepted) else 0
    assert table.state.fight.moved.get(bryn, 0) == walked


def test_a_move_sets_the_bands_that_the_warden_names(fight: Table) -> None:
    bryn = fight.ids["Bryn"]
    fight.do(Move(who=bryn, feet=40, far=(fight.ids["Goblin 1"],), out_of_sight=(fight.ids["Goblin 2"],)))
    assert band(fight, "Bryn", "Goblin 1") == "far" == band(fight, "Goblin 1", "Bryn")
    assert band(fight, "Bryn", "Goblin 2") == "out_of_sight"
    assert band(fight, "Oda", "Goblin 1") == "near"
    fight.refused(Move(who=bryn, feet=10, near=(bryn,)), "band-with-itself")
    fight.refused(Move(who=bryn, feet=10, near=("npc-099",)), "unknown-person")


# What an action can be ---------------------------------------------------------------------------------------------


@pytest.mark.rule("CA-ACT-002")
def test_other_is_logged_as_the_one_action(fight: Table) -> None:
    bryn = fight.ids["Bryn"]
    done = fight.do(Other(who=bryn, text="bar the door"))
    (said,) = RULESET.tell(fight.state, done.entry.events, "gm")
    assert said.fields["text"] == "bar the door"
    assert fight.state.fight.acts[bryn].kind == "other"
    fight.refused(Strike(who=bryn, targets=(fight.ids["Goblin 1"],)), "already-acted")
    fight.refused(Other(who=fight.ids["Oda"], text="  "), "nothing-said")


@pytest.mark.rule("CA-ACT-002")
def test_the_verbs_of_actions(fight: Table) -> None:
    """Attack, cast, move again, retreat, aid and a free text: each a verb of the line."""
    offered = {verb.id for verb in RULESET.verbs()}
    assert {"attack", "cast", "move", "retreat", "aid", "act", "hold"} <= offered


# Declaring before rolling ------------------------------------------------------------------------------------------


@pytest.mark.rule("CA-ACT-004")
def test_no_damage_before_everybody_has_declared(fight: Table) -> None:
    fight.strike("Bryn", "Goblin 1")
    fight.refused(RollDamage(), "not-all-declared")
    assert not fight.tasks("damage")
    fight.hold("Oda")
    fight.damage(3)
    assert fight.hp("Goblin 1") == (1, 4)


@pytest.mark.rule("CA-ACT-004")
def test_round_1_is_saves_then_declarations_then_damage(table: Table) -> None:
    bryn = table.pc("Bryn", DEX=9, dice=(8,))
    oda = table.pc("Oda", DEX=12, dice=(6,))
    goblin = table.foe("Goblin", hp=4)
    table.start(waive=False)
    assert [t.kind for t in table.tasks()] == ["save:entry", "save:entry"]
    table.refused(Strike(who=oda, targets=(goblin,)), "entry-first")
    table.refused(RollDamage(), "entry-first")
    table.save("Bryn", 14)
    table.refused(Strike(who=oda, targets=(goblin,)), "entry-first")
    table.save("Oda", 7)
    assert [(t.kind, t.who) for t in table.tasks()] == [("declare", oda)]
    table.refused(Strike(who=bryn, targets=(goblin,)), "lost-the-turn")
    table.strike("Oda", "Goblin")
    assert [t.kind for t in table.tasks()] == ["damage"]
    table.damage(3)
    assert table.hp("Goblin") == (1, 4)


@pytest.mark.rule("CA-ACT-004")
def test_three_dice_on_one_goblin_stay_there(table: Table) -> None:
    for name in ("Bryn", "Oda", "Tam"):
        table.pc(name, dice=(6,))
    table.foe("Goblin", hp=1, STR=5)
    table.foe("Other", hp=4)
    table.start()
    for name in ("Bryn", "Oda", "Tam"):
        table.strike(name, "Goblin")
    done = table.do(RollDamage(), 2, 4, 3)
    assert sum(len(r.faces) for r in done.entry.dice) == 3
    assert table.hp("Goblin") == (0, 1) and table.score("Goblin") == (2, 5), "kept 4: 1 off HP, 3 off STR"
    assert table.hp("Other") == (4, 4)


@pytest.mark.rule("CA-ACT-004")
def test_nothing_changes_once_a_die_was_thrown(fight: Table) -> None:
    bryn, oda = fight.ids["Bryn"], fight.ids["Oda"]
    fight.strike("Bryn", "Goblin 1")
    fight.strike("Oda", "Goblin 2")
    fight.do(RollDamage(who=(bryn,)), 3)
    fight.refused(Withdraw(who=oda), "dice-are-rolled")
    fight.refused(Strike(who=oda, targets=(fight.ids["Goblin 1"],)), "dice-are-rolled")
    fight.refused(Move(who=oda, feet=10), "dice-are-rolled")
    fight.refused(Hold(who=(oda,)), "dice-are-rolled")
    assert fight.hp("Goblin 1") == (4, 4), "nothing is settled before the last die lies"
    fight.damage(2)
    assert (fight.hp("Goblin 1"), fight.hp("Goblin 2")) == ((1, 4), (2, 4))


@pytest.mark.rule("CA-ACT-004")
def test_a_declaration_can_be_taken_back_before_any_die(fight: Table) -> None:
    bryn = fight.ids["Bryn"]
    fight.refused(Withdraw(who=bryn), "nothing-declared")
    fight.strike("Bryn", "Goblin 1")
    fight.do(Withdraw(who=bryn))
    assert bryn not in fight.state.fight.acts
    assert [t.who for t in fight.tasks("declare")] == [bryn, fight.ids["Oda"]]
    fight.strike("Bryn", "Goblin 2")
    fight.strike("Oda", "Goblin 2")
    assert list(fight.state.fight.acts) == [bryn, fight.ids["Oda"]]
    fight.damage(2, 3)
    assert (fight.hp("Goblin 1"), fight.hp("Goblin 2")) == ((4, 4), (1, 4))


@pytest.mark.rule("CA-ACT-003", "CA-ACT-004")
def test_taking_a_second_move_back_leaves_the_first(fight: Table) -> None:
    bryn = fight.ids["Bryn"]
    fight.do(Move(who=bryn, feet=70))
    fight.do(Withdraw(who=bryn))
    assert fight.state.fight.moved[bryn] == 40 and bryn not in fight.state.fight.acts
    fight.strike("Bryn", "Goblin 1")


@pytest.mark.rule("CA-ACT-004")
def test_taking_back_voids_the_saves_that_were_called(fight: Table) -> None:
    bryn = fight.ids["Bryn"]
    fight.do(Retreat(who=bryn, place="the boat"))
    assert len(fight.state.calls) == 1
    fight.do(Withdraw(who=bryn))
    assert not fight.state.calls


@pytest.mark.rule("CA-ACT-004")
def test_whoever_held_may_still_act_and_is_then_the_last(fight: Table) -> None:
    bryn, oda = fight.ids["Bryn"], fight.ids["Oda"]
    fight.hold()
    assert fight.state.fight.settled and not fight.state.fight.rolled
    fight.strike("Bryn", "Goblin 1")
    assert list(fight.state.fight.acts) == [oda, bryn]
    fight.damage(4)
    assert fight.hp("Goblin 1") == (0, 4)


@pytest.mark.rule("CA-ACT-004")
def test_only_the_side_whose_turn_it_is_declares(fight: Table) -> None:
    goblin, bryn = fight.ids["Goblin 1"], fight.ids["Bryn"]
    fight.refused(Strike(who=goblin, targets=(bryn,)), "not-their-turn")
    fight.refused(Move(who=goblin, feet=10), "not-their-turn")
    fight.refused(Hold(who=(goblin,)), "not-their-turn")
    fight.refused(Hold(who=(bryn, "pc-099")), "unknown-person")
    fight.hold()
    fight.next()
    fight.refused(Hold(who=(bryn,)), "not-their-turn")


# Several at once, and what is proposed -----------------------------------------------------------------------------


def test_hold_for_many_passes_over_those_who_have_declared(fight: Table) -> None:
    fight.hold()
    fight.next()
    fight.strike("Goblin 1", "Bryn")
    driver = Driver(fight.session)
    assert isinstance(driver.run("hold goblin*"), Accepted)
    kinds = [act.kind for act in fight.state.fight.acts.values()]
    assert kinds == ["attack", "hold"]
    refused = driver.run("hold goblin*")
    assert isinstance(refused, Rejected) and refused.code == "already-acted"


def test_foes_declares_all_that_is_proposed_in_one_step(fight: Table) -> None:
    fight.refused(Foes(), "nobody-to-declare")
    fight.hold()
    fight.next()
    before = fight.session.index
    fight.hold("Goblin 1")
    fight.do(Foes())
    assert fight.session.index == before + 2
    acts_of = {fight.state.entities[k].name: (a.kind, a.targets) for k, a in fight.state.fight.acts.items()}
    assert acts_of == {"Goblin 1": ("hold", ()), "Goblin 2": ("attack", (fight.ids["Bryn"],))}
    fight.session.undo()
    assert list(fight.state.fight.acts) == [fight.ids["Goblin 1"]]
    fight.session.undo()
    weaken(fight, "Goblin 1", condition="fleeing")
    fight.do(Foes())
    assert [a.kind for a in fight.state.fight.acts.values()] == ["flee", "attack"]
    fight.refused(Foes(), "nobody-to-declare")


def test_what_enter_declares(fight: Table) -> None:
    """PCs: only the same attack again, or on the only target there is; opponents: the nearest enemy."""
    bryn, oda = fight.ids["Bryn"], fight.ids["Oda"]
    assert [t.command for t in fight.tasks("declare")] == [None, None]
    assert [t.form for t in fight.tasks("declare")] == [f"attack {bryn}", f"attack {oda}"]
    assert [t.skip for t in fight.tasks("declare")] == [Hold(who=(bryn,)), Hold(who=(oda,))]
    fight.strike("Bryn", "Goblin 2")
    fight.do(Other(who=oda, text="shout"))
    fight.damage(1)
    fight.next()
    first = fight.tasks("declare")[0]
    assert isinstance(first.command, Strike) and first.command.targets == (bryn,)
    fight.strike("Goblin 1", "Oda")
    fight.do(Foes())
    fight.damage(1, 1)
    fight.next()
    ours = {t.who: t.command for t in fight.tasks("declare")}
    again = ours[bryn]
    assert isinstance(again, Strike) and again.targets == (fight.ids["Goblin 2"],)
    assert ours[oda] is None
    weaken(fight, "Goblin 2", condition="dead")
    ours = {t.who: t.command for t in fight.tasks("declare")}
    assert [ours[who] for who in (bryn, oda)] == [Strike(who=w, targets=(fight.ids["Goblin 1"],)) for w in (bryn, oda)]
    fight.foe("Goblin 3", dice=(6,))
    assert {t.who: t.command for t in fight.tasks("declare")}[bryn] is None, "another target is for the player to name"
    fight.band("Bryn", "Goblin 3", "far")
    assert {t.who: t.command for t in fight.tasks("declare")}[bryn] == ours[bryn], "the only one within reach"
    weaken(fight, "Goblin 3", condition="dead")
    fight.hold()
    fight.save("Goblin 1", 1)
    fight.next()
    (theirs,) = fight.tasks("declare")
    assert isinstance(theirs.command, Strike) and theirs.command.targets == (oda,)


def test_fleeing_is_for_those_who_flee(fight: Table) -> None:
    goblin = fight.ids["Goblin 1"]
    fight.hold()
    fight.next()
    fight.refused(Flee(who=(goblin,)), "not-fleeing")
    weaken(fight, "Goblin 1", condition="fleeing")
    fight.refused(Other(who=goblin, text="shout"), "is-fleeing")
    fight.do(Flee(who=(goblin,)))
    assert fight.state.fight.acts[goblin].kind == "flee"


def test_crawling_is_for_the_critical_in_their_own_turn(fight: Table) -> None:
    bryn, oda = fight.ids["Bryn"], fight.ids["Oda"]
    weaken(fight, "Bryn", condition="critical")
    fight.strike("Oda", "Goblin 1")
    fight.do(Crawl(who=bryn))
    fight.damage(2)
    assert not fight.tasks("crawl")
    fight.next()
    fight.refused(Crawl(who=bryn), "not-their-turn")
    fight.hold()
    fight.next()
    weaken(fight, "Bryn", condition="stable")
    fight.refused(Crawl(who=bryn), "cannot-act")
    assert not fight.tasks("crawl")
    weaken(fight, "Bryn", condition="critical")
    fight.strike("Oda", "Goblin 1")
    fight.damage(1)
    fight.refused(Crawl(who=bryn), "dice-are-rolled")
    fight.refused(Crawl(who="pc-099"), "unknown-person")
    fight.do(turns.End())
    fight.refused(Crawl(who=bryn), "not-fighting")
    assert fight.state.entities[oda].condition == ""


# Lines and files ---------------------------------------------------------------------------------------------------


def commands(table: Table) -> list[Command]:
    bryn, oda, goblin = table.ids["Bryn"], table.ids["Oda"], table.ids["Goblin 1"]
    return [
        Move(who=bryn, feet=40),
        Move(who=bryn, feet=80, near=(goblin,), far=(oda,), out_of_sight=(table.ids["Goblin 2"],)),
        Other(who=bryn, text="bar the door"),
        Hold(who=(bryn, oda)),
        Crawl(who=bryn),
        Flee(who=(goblin,)),
        Foes(),
        Withdraw(who=bryn),
        Risk(who=bryn, attribute="DEX"),
        Risk(who=bryn, attribute="STR", why="spoils", cost="the rope", spoils=True),
    ]


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_every_command_is_a_line_and_a_record(fight: Table, lang: str) -> None:
    driver = Driver(fight.session, lang)
    codec = Codec(RULESET)
    for command in commands(fight):
        line = driver.line(command)
        request = driver.parse(line)
        assert getattr(request, "command", None) == command, line
        assert codec.command(plain(command)) == command


def test_a_turn_in_lines_of_both_languages(fight: Table) -> None:
    english, chinese = Driver(fight.session), Driver(fight.session, "zh")
    lines = [
        (english, 'move bryn 40 near "goblin 1"'),
        (english, 'attack bryn "goblin 1"'),
        (chinese, "冒险 Bryn 敏捷 “跃下吊灯” 作废"),
        (chinese, "行动 Oda “堵住门”"),
        (english, "save bryn = 11"),
        (english, "damage = 4"),
        (english, "next"),
        (chinese, "声明"),
        (english, "withdraw “goblin 2”"),
        (chinese, "不动 “Goblin 2”"),
    ]
    for driver, line in lines:
        done = driver.run(line)
        assert isinstance(done, Accepted), (line, done)
    assert fight.hp("Goblin 1") == (0, 4)
    assert [a.kind for a in fight.state.fight.acts.values()] == ["attack", "hold"]
    assert not saves.owed(fight.state, acts.ACT)


def test_feet_are_told(fight: Table) -> None:
    done = fight.do(Move(who=fight.ids["Bryn"], feet=30))
    assert done.entry.events == (Moved(who=fight.ids["Bryn"], before=0, after=30),)
    (said,) = RULESET.tell(fight.state, done.entry.events, "gm")
    assert said.fields["feet"] == 30
    done = fight.do(Move(who=fight.ids["Bryn"], feet=40))
    (said,) = RULESET.tell(fight.state, done.entry.events, "gm")
    assert said.fields["feet"] == 40, "the second move is told once"


def test_opponents_who_reach_nobody_are_proposed_to_run_up_to_somebody_far(fight: Table) -> None:
    """Nobody but a bowman far off is standing: foes with teeth do not hold (A44)."""
    goblin, bryn = fight.ids["Goblin 1"], fight.ids["Bryn"]
    fight.band("Goblin 1", "Bryn", "far")
    fight.band("Goblin 1", "Oda", "out_of_sight")
    fight.hold()
    fight.next()
    [task] = [t for t in RULESET.agenda(fight.state) if t.who == goblin]
    assert task.command == Move(who=goblin, feet=80, near=(bryn,))
    assert task.skip == Hold(who=(goblin,))
    fight.do(Move(who=goblin, feet=30))
    [task] = [t for t in RULESET.agenda(fight.state) if t.who == goblin]
    assert task.command == Move(who=goblin, feet=50, near=(bryn,))
    assert task.command is not None
    fight.do(task.command)
    assert band(fight, "Goblin 1", "Bryn") == "near"
    assert fight.state.fight.acts[goblin].kind == "second_move"
