"""What the Warden reads: what is proposed and what else there is to say, cards and sheets, and what players hear."""

from __future__ import annotations

import pytest

from gmconsole.core.model import Text
from gmconsole.core.questions import Answer
from gmconsole.core.views import Card
from gmconsole.rulesets.cairn import RULESET, actions, saves, turns
from gmconsole.rulesets.cairn.aid import Aid
from gmconsole.rulesets.cairn.attacks import Strike
from gmconsole.rulesets.cairn.casting import Cast
from gmconsole.rulesets.cairn.harm import Harm
from gmconsole.rulesets.cairn.hirelings import Hire, Recruit
from gmconsole.rulesets.cairn.inventory import Give
from gmconsole.rulesets.cairn.recovery import Rest
from gmconsole.rulesets.cairn.retreat import Retreat
from gmconsole.rulesets.cairn.state import Attack
from gmconsole.scenarios import load_scenario, start_state
from gmconsole.text import Words

from .conftest import Table
from .packing import deprive, give, put, said
from .test_rounds import weaken

SPIDER = Attack(name="bite", dice=(8,), on_critical="the victim is dragged off")


def words(table: Table, lang: str = "en") -> Words:
    return Words(lang, RULESET, lambda who: table.state.entities[who].name)


def tasks(table: Table) -> list[str]:
    """What is owed, each with its details."""
    say = words(table).say
    return ["; ".join((say(t.what), *map(say, t.detail))) for t in table.tasks()]


def card(table: Table, name: str, audience: str = "gm") -> list[str]:
    """Everything that stands on somebody's card."""
    found: Card = RULESET.view(table.state, audience).cards[table.ids[name]]
    return [words(table).say(span.text) for line in found.lines for span in line]


def sheet(table: Table, name: str) -> str:
    lines: list[Text] = [line.text for part in RULESET.sheet(table.state, table.ids[name]) for line in part.lines]
    return "\n".join(map(words(table).say, lines))


# What is proposed ----------------------------------------------------------------------------------------------------


def fight(table: Table) -> None:
    table.pc("Bryn", hp=9, dice=(8,))
    table.pc("Oda", hp=9, dice=(6,))
    table.foe("Goblin", hp=9, dice=(6,))
    table.foe("Wolf", hp=9, attacks=(Attack(name="bite", dice=(6,)),))
    table.start()


@pytest.mark.rule("CA-ACT-002")
def test_the_menu_of_actions(table: Table) -> None:
    """What may be declared is named with the first who is to declare, and every one of it is the one action."""
    fight(table)
    assert tasks(table) == ["Bryn declares; attack; or cast, move, retreat, aid, act", "Oda declares"]
    bryn, oda, goblin = table.ids["Bryn"], table.ids["Oda"], table.ids["Goblin"]
    give(table, "Bryn", "Fog Cloud", kind="spellbook")
    weaken(table, "Oda", condition="critical")
    for command, kind in (
        (Strike(who=bryn, targets=(goblin,)), "attack"),
        (Cast(who=bryn, item="Fog Cloud", save="no"), "cast"),
        (actions.Move(who=bryn, feet=80), "second_move"),
        (Retreat(who=bryn, place="the boat"), "retreat"),
        (Aid(who=bryn, whom=oda), "aid"),
        (actions.Other(who=bryn, text="bar the door"), "other"),
    ):
        table.do(command)
        assert table.state.fight.acts[bryn].kind == kind
        table.session.undo()


def test_what_enter_would_declare_stands_there(table: Table) -> None:
    fight(table)
    table.strike("Bryn", "Wolf")
    table.hold("Oda")
    table.damage(1)
    table.next()
    assert tasks(table) == [
        "Goblin: attack Bryn with weapon?; declare (d): all 2 as proposed",
        "Wolf: attack Bryn with bite?",
    ]
    table.do(actions.Foes())
    table.damage(1, 1)
    table.next()
    assert tasks(table)[0].startswith("Bryn: attack Wolf with weapon?")


def test_what_else_may_be_answered_stands_there(table: Table) -> None:
    fight(table)
    weaken(table, "Wolf", STR=9)
    table.strike("Bryn", "Wolf")
    put(table, "Wolf", "hp", 1)
    table.hold("Oda")
    table.damage(4)
    table.save("Wolf", 20)
    assert tasks(table) == ["Wolf fails the STR save: what becomes of them?; dead; or dying, captured, fled"]
    table.answer("captured")
    assert said(table)[0] == "Wolf: captured", "the answer is told by what comes of it"


def test_no_is_a_refusal(table: Table) -> None:
    table.pc("Tam", hp=3)
    put(table, "Tam", "condition", "stable")
    table.do(Rest(kind="brief"))
    assert tasks(table) == ["A brief rest: is it quiet or disturbed?; quiet; or disturbed"]
    table.answer("quiet")
    (task,) = table.tasks()
    assert isinstance(task.command, Answer) and task.refuse == Answer(question=task.command.question, value="no")
    assert task.detail == ()
    table.do(task.refuse)
    assert table.who("Tam").condition == "stable"


@pytest.mark.rule("CA-ACT-005", "CA-SAV-006")
def test_a_risk_is_told_with_what_is_at_stake(table: Table) -> None:
    fight(table)
    bryn, goblin = table.ids["Bryn"], table.ids["Goblin"]
    table.do(actions.Risk(who=bryn, attribute="DEX", why="the bog", spoils=True, cost="a boot"))
    assert said(table) == ["Bryn owes a DEX save (the bog); a failure wastes the act, a failure costs: a boot"]
    table.hold()
    assert tasks(table) == [
        "Bryn: DEX save against 10 (the bog); passes: 50.0%; a failure wastes the act; a failure costs: a boot"
    ]
    table.do(saves.CallSave(who=goblin, attribute="STR", why="the door"))
    assert said(table) == ["Goblin owes a STR save (the door)"]
    assert said(table, "players") == []


@pytest.mark.rule("CA-CRT-010")
def test_a_rider_is_told_as_a_sentence(table: Table) -> None:
    table.pc("Bryn", hp=2, STR=10)
    table.pc("Oda")
    table.foe("Spider", attacks=(SPIDER,))
    table.start()
    table.hold()
    table.next()
    table.strike("Spider", "Bryn")
    table.damage(4)
    table.save("Bryn", 9)
    (task,) = table.tasks("question:rider")
    assert words(table).say(task.what) == "Bryn is struck by Spider: the victim is dragged off"
    assert task.command is not None
    table.do(task.command)
    assert said(table) == ["Bryn is struck by Spider: the victim is dragged off"]


@pytest.mark.rule("CA-HIR-002", "CA-HIR-003")
def test_nobody_waits_for_a_hireling_while_a_fight_is_running(table: Table) -> None:
    fight(table)
    table.do(Hire(name="Old Tom", role="guide"), *(3,) * 9, 4)
    table.do(Recruit(background="outrider", name="Rui"))
    assert not any(t.blocking for t in table.tasks("question"))
    table.strike("Bryn", "Wolf")
    table.hold("Oda")
    table.damage(1)
    table.next()
    assert len(table.tasks("question:hire")) == 2, "the questions keep"
    calm = Table()
    calm.do(Hire(name="Old Tom", role="guide"), *(3,) * 9, 4)
    assert [t.blocking for t in calm.tasks("question")] == [True]


def test_distances_of_a_chase_are_asked_for_and_told_once(table: Table) -> None:
    table.pc("Sorrel")
    for name in ("Wolf", "Rider"):
        table.foe(name)
        table.band("Sorrel", name, "far")
    table.do(turns.Start(kind="chase", quarry="pcs"))
    table.do(actions.Move(who=table.ids["Sorrel"], feet=80))
    table.next()
    table.hold()
    table.next()
    assert tasks(table)[0] == "Sorrel in the chase this round: Wolf, Rider far>out of sight?"
    table.answer("yes")
    assert said(table) == ["Sorrel-Wolf far>out of sight, Sorrel-Rider far>out of sight"]


def test_a_chase_is_over_as_a_chase(table: Table) -> None:
    table.pc("Bryn")
    table.foe("Thief")
    table.start(kind="chase")
    assert said(table)[0] == "the chase begins"
    weaken(table, "Thief", condition="captured")
    table.next(force=True)
    assert said(table)[-1] == "the chase is over: opponents defeated"


# Cards and sheets ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("CA-ARM-005", "CA-MAG-002")
def test_the_note_of_a_thing_shows_on_card_and_sheet(table: Table) -> None:
    who = table.pc("Bryn")
    table.do(Give(who=who, item="shield", note="stops rolling barrels"))
    assert "shield (stops rolling barrels)" in card(table, "Bryn")
    assert "armour 1" in card(table, "Bryn"), "a note is no number"
    assert "stops rolling barrels" in sheet(table, "Bryn")
    table.do(Give(who=who, item="shield"))
    assert "shield" in card(table, "Bryn"), "things alike but for the note are told apart"


@pytest.mark.rule("CA-CRT-015")
def test_the_dead_show_the_round_of_their_death(table: Table) -> None:
    fight(table)
    table.hold()
    table.next()
    table.hold()
    table.next()
    table.do(Harm(who=(table.ids["Bryn"],), attribute="STR", amount=99))
    assert said(table)[-1] == "Bryn: dead. A hireling (takeover) or a new PC (add) joins at once"
    assert card(table, "Bryn")[1:3] == ["dead", "round 2"]
    assert RULESET.view(table.state, "gm").cards[table.ids["Bryn"]].pane == "party"


@pytest.mark.rule("CA-HIR-001", "CA-DEP-001")
def test_a_hireling_is_flagged_and_its_want_is_named(table: Table) -> None:
    table.pc("Bryn")
    table.add("Wil", "hireling")
    deprive(table, "Wil", "food")
    assert {"hireling", "deprived (food)"} <= set(card(table, "Wil"))
    assert "hireling" not in card(table, "Bryn")


@pytest.mark.parametrize(("scenario", "names"), [("weir", {"匪帮", "鼠群"}), ("ambush", {"逃兵帮"})])
def test_groups_of_a_scenario_have_names_in_either_language(scenario: str, names: set[str]) -> None:
    chinese, english = (start_state(load_scenario(scenario), lang) for lang in ("zh", "en"))
    assert {c.group for c in chinese.entities.values() if c.group} == names
    for state in (chinese, english):
        led = {key: g.leader for key, g in state.fight.groups.items()}
        assert len(led) == 1 and all(leader in state.entities for leader in led.values())
        assert set(led) <= {c.group for c in state.entities.values()}


# What players hear ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("CA-ACT-004")
def test_players_hear_what_opponents_do_when_the_dice_fall(table: Table) -> None:
    """A46: their own declarations at once, those of the other side not."""
    fight(table)
    table.strike("Bryn", "Wolf")
    assert said(table, "players") == ["Bryn attacks Wolf with weapon"]
    table.hold("Oda")
    table.damage(1)
    table.next()
    table.strike("Wolf", "Oda")
    assert said(table) == ["Wolf attacks Oda with bite"]
    assert said(table, "players") == []
    assert not [t for t in RULESET.view(table.state, "players").tasks if t.who == table.ids["Wolf"]]
    table.do(actions.Withdraw(who=table.ids["Wolf"]))
    assert said(table, "players") == []
    table.do(actions.Foes())
    assert said(table, "players") == []
    table.damage(1, 2)
    assert any("Wolf, bite" in line for line in said(table, "players"))


def test_players_hear_no_figures_of_hurt_opponents(table: Table) -> None:
    table.pc("Bryn", hp=9)
    table.foe("Wolf", hp=9, armour=2)
    table.do(Harm(who=(table.ids["Wolf"],), amount=4, armour=True))
    assert said(table)[0] == "Wolf is hurt, armour 2: 2 off STR"
    assert said(table, "players") == []
