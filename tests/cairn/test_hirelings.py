"""Hirelings: on the roster without being PCs, hired for a role or made by background (CA-HIR)."""

from __future__ import annotations

import pytest

from gmconsole.core.codec import Codec, plain
from gmconsole.core.dice import TypedDice
from gmconsole.core.phases import Task
from gmconsole.core.questions import Answer
from gmconsole.core.session import Accepted, Session
from gmconsole.language.driver import Driver
from gmconsole.rulesets.cairn import RULESET, hireling_table, hirelings
from gmconsole.rulesets.cairn.hirelings import Hire, Recruit
from gmconsole.rulesets.cairn.state import CairnState, Combatant

from .conftest import Table

DICE = (4, 3, 5, 2, 2, 6, 1, 3, 3, 4)


def newcomer(table: Table) -> Combatant:
    """The one added last."""
    return list(table.state.entities.values())[-1]


def enter(table: Table, *dice: int) -> Accepted:
    """Take what Enter would."""
    (task,) = table.tasks("question:hire")
    assert task.command is not None
    return table.do(task.command, *dice)


def asked(table: Table) -> list[str]:
    return [q.kind for q in table.state.questions.values()]


# On the roster -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("CA-HIR-001")
def test_a_hireling_is_listed_with_the_party_and_no_pc(table: Table) -> None:
    table.pc("Bryn")
    guide = table.add("Guide", "hireling", hp=3)
    assert table.who("Guide").side == "pcs"
    card = RULESET.view(table.state, "gm").cards[guide]
    assert (card.pane, card.kind) == ("party", "hireling")


@pytest.mark.rule("CA-HIR-001")
def test_a_hireling_at_exactly_no_hp_has_no_scar(table: Table) -> None:
    table.pc("Bryn")
    table.add("Guide", "hireling", hp=3)
    table.foe("Ogre", hp=9, dice=(6,))
    table.start()
    table.hold()
    table.next()
    table.strike("Ogre", "Guide")
    table.damage(3)
    assert table.hp("Guide") == (0, 3)
    assert table.who("Guide").scars == {}
    assert not table.state.questions
    assert not table.state.calls


# Hired for a role --------------------------------------------------------------------------------------------------


@pytest.mark.rule("CA-HIR-002")
def test_three_dice_for_each_score_and_one_for_hp(table: Table) -> None:
    done = table.do(Hire(name="Old Tom", role="guide"), *DICE)
    assert [(roll.sides, roll.faces) for roll in done.entry.dice] == [
        (6, (4, 3, 5)),
        (6, (2, 2, 6)),
        (6, (1, 3, 3)),
        (6, (4,)),
    ]
    tom = newcomer(table)
    assert (tom.name, tom.kind, tom.side, tom.presence) == ("Old Tom", "hireling", "pcs", "in")
    assert {a: (tom.score(a).current, tom.score(a).maximum) for a in ("STR", "DEX", "WIL")} == {
        "STR": (12, 12),
        "DEX": (10, 10),
        "WIL": (7, 7),
    }
    assert (tom.hp, tom.hp_max) == (4, 4)
    assert tom.about == {"role": "guide", "wage": "5"}


@pytest.mark.rule("CA-HIR-002")
def test_role_gear_and_traits_are_asked_for(table: Table) -> None:
    done = table.do(Hire(name="Old Tom"))
    assert done.entry.dice == ()
    assert not table.state.entities
    (question,) = table.state.questions.values()
    assert question.kind == "hire_role"
    (task,) = table.tasks("question:hire")
    assert task.command is None
    table.do(Answer(question=question.id, value="bodyguard"), *DICE)
    assert newcomer(table).name == "Old Tom"
    assert asked(table) == ["hire_gear"]
    assert not newcomer(table).items
    enter(table)
    items = {item.name: item for item in newcomer(table).items.values()}
    assert set(items) == {"spear", "gambeson", "torch", "rations"}
    assert items["spear"].attack is not None
    assert items["spear"].attack.dice == (8,)
    assert [items[n].in_use for n in ("spear", "gambeson", "torch", "rations")] == [True, True, False, False]
    assert items["gambeson"].armour == 1
    assert items["rations"].uses == 3
    assert asked(table) == ["hire_traits"]
    done = enter(table, 1, 2, 3, 4, 5, 6, 7, 8)
    assert [(roll.sides, len(roll.faces)) for roll in done.entry.dice] == [(10, 8)]
    assert newcomer(table).about == {
        "role": "bodyguard",
        "wage": "10",
        "physique": "athletic",
        "skin": "marked",
        "hair": "curly",
        "face": "elongated",
        "speech": "formal",
        "clothing": "frayed",
        "virtue": "humble",
        "vice": "rude",
    }
    assert not table.state.questions


@pytest.mark.rule("CA-HIR-002")
def test_gear_and_traits_may_be_declined_and_the_role_too(table: Table) -> None:
    table.do(Hire(name="Nan", role="scholar"), *DICE)
    table.answer("nothing")
    table.answer("no")
    assert not newcomer(table).items
    assert newcomer(table).about == {"role": "scholar", "wage": "20"}
    table.do(Hire(name="Nobody"))
    table.answer("refuse")
    assert len(table.state.entities) == 1
    assert not table.state.questions


@pytest.mark.rule("CA-HIR-002")
@pytest.mark.parametrize("role", sorted(hireling_table.ROLES))
def test_the_gear_of_every_role_fits_and_is_ready(table: Table, role: str) -> None:
    table.do(Hire(name="Tam", role=role), *DICE)
    enter(table)
    tam = newcomer(table)
    assert len(tam.items) == len(hireling_table.ROLES[role].gear)
    assert sum(item.slots for item in tam.items.values()) <= tam.capacity
    assert sum(item.hands for item in tam.items.values() if item.in_use) <= 2
    assert all(item.in_use for item in tam.items.values() if item.kind in ("weapon", "armour", "shield"))
    assert list(tam.items) == [item.id for item in tam.items.values()]


def test_things_are_called_in_the_language_of_the_names(table: Table) -> None:
    table.do(Hire(name="老汤", role="guide"), *DICE)
    enter(table)
    assert [item.name for item in newcomer(table).items.values()] == ["长杖", "提灯", "油罐", "口粮"]


def test_hiring_needs_a_name_and_a_known_role(table: Table) -> None:
    table.refused(Hire(name=" ", role="guide"), "empty-name")
    table.refused(Hire(name="Tam", role="king"), "not-a-choice")
    table.refused(Recruit(background="king"), "not-a-choice")


# Made by background ------------------------------------------------------------------------------------------------


@pytest.mark.rule("CA-HIR-003")
def test_everything_is_asked_in_order(table: Table) -> None:
    table.do(Recruit())
    order = asked(table)
    (task,) = table.tasks("question:hire")
    assert task.command is None, "a fitting background is the Warden's choice"
    table.answer("outrider")
    order += asked(table)
    (task,) = table.tasks("question:hire")
    assert task.command == Answer(question="q-002", value="Drake")
    table.answer("Solene")
    order += asked(table)
    enter(table, 5)
    order += asked(table)
    table.answer("4")
    order += asked(table)
    enter(table, 5)
    order += asked(table)
    enter(table, 2, 4, 6)
    order += asked(table)
    enter(table, 3, 3, 4, 6, 1, 2, 5, 5, 1)
    order += asked(table)
    enter(table, 2)
    order += asked(table)
    assert newcomer(table).presence == "outside"
    enter(table, 11, 7)
    assert not table.state.questions
    assert order == [
        "hire_background",
        "hire_name",
        "hire_first_table",
        "hire_second_table",
        "hire_rations",
        "hire_gold",
        "hire_scores",
        "hire_hp",
        "hire_age",
    ]
    solene = newcomer(table)
    assert (solene.name, solene.kind, solene.side, solene.presence) == ("Solene", "hireling", "pcs", "in")
    assert solene.about == {
        "background": "outrider",
        "first_table": "outrider.first.5",
        "second_table": "outrider.second.4",
        "gold": "12",
        "age": "28",
    }
    assert [(item.name, item.uses) for item in solene.items.values()] == [("rations", 3), ("rations", 2)]


@pytest.mark.rule("CA-HIR-003")
def test_scores_and_hp_are_as_rolled(table: Table) -> None:
    table.do(Recruit(background="scrivener", name="Lazlo"))
    for dice in ((1,), (1,), (1,), (1, 1, 1)):
        enter(table, *dice)
    enter(table, 3, 3, 4, 6, 1, 2, 5, 5, 1)
    lazlo = newcomer(table)
    assert [(lazlo.score(a).current, lazlo.score(a).maximum) for a in ("STR", "DEX", "WIL")] == [
        (10, 10),
        (9, 9),
        (11, 11),
    ]
    enter(table, 2)
    assert (newcomer(table).hp, newcomer(table).hp_max) == (2, 2)


@pytest.mark.rule("CA-HIR-003")
def test_the_dice_shown_are_the_dice_thrown(table: Table) -> None:
    table.do(Recruit(background="scrivener", name="Lazlo"))
    while table.state.questions:
        (task,) = table.tasks("question:hire")
        assert task.command is not None
        assert task.dice is not None
        done = enter(table, *(1 for _ in range(task.dice[0])))
        assert sum(len(roll.faces) for roll in done.entry.dice) == task.dice[0]
        assert {roll.sides for roll in done.entry.dice} == {task.dice[1]}


def test_what_is_begun_can_be_broken_off(table: Table) -> None:
    table.do(Recruit())
    table.answer("refuse")
    assert not table.state.questions
    table.do(Recruit(background="jongleur", name="Ada"))
    enter(table, 1)
    (task,) = table.tasks("question:hire")
    assert task.refuse is not None
    table.do(task.refuse)
    assert newcomer(table).presence == "removed"
    assert not table.state.questions


def test_a_name_of_the_background_that_is_free_is_proposed(table: Table) -> None:
    for _ in range(11):
        table.do(Recruit(background="outrider"))
        enter(table)
        table.answer("refuse")
    names = [c.name for c in table.state.entities.values()]
    assert names == [*hireling_table.BACKGROUNDS["outrider"].names, "Drake"]


def test_a_making_goes_on_after_a_save(table: Table) -> None:
    table.do(Recruit(background="outrider", name="Rui"))
    codec: Codec[CairnState] = Codec(RULESET)
    again = codec.state(plain(table.state))
    assert again == table.state
    table.session = Session(RULESET, again, seed=8)
    enter(table, 6)
    assert newcomer(table).about["first_table"] == "outrider.first.6"


def test_a_hireling_made_in_a_fight_comes_in_late(table: Table) -> None:
    table.pc("Bryn")
    table.foe("Ogre")
    table.start()
    table.do(Recruit(background="outrider", name="Rui"))
    while table.state.questions:
        (task,) = table.tasks("question:hire")
        assert isinstance(task, Task)
        assert task.command is not None
        done = table.session.execute(task.command)
        assert isinstance(done, Accepted)
    rui = newcomer(table)
    assert rui.id in table.state.fight.late
    assert table.state.bands[rui.id][table.ids["Ogre"]] == "near"


# The tables --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("CA-HIR-003")
def test_twenty_backgrounds_with_two_tables_of_six() -> None:
    assert len(hireling_table.BACKGROUNDS) == 20
    assert len(hireling_table.tables()) == 40
    assert len(hireling_table.entries_by_id()) == 240
    assert all(len(b.names) == 10 for b in hireling_table.BACKGROUNDS.values())


@pytest.mark.rule("CA-HIR-002")
def test_twelve_roles_and_eight_trait_tables_of_ten() -> None:
    assert len(hireling_table.ROLES) == 12
    assert list(hireling_table.TRAITS) == [
        "physique",
        "skin",
        "hair",
        "face",
        "speech",
        "clothing",
        "virtue",
        "vice",
    ]
    assert all(len(hireling_table.trait_words(t)) == 10 for t in hireling_table.TRAITS.values())


def test_what_is_told_of_somebody_has_words() -> None:
    terms = RULESET.terms()
    for key, value in [
        ("role", "guide"),
        ("background", "outrider"),
        ("first_table", "outrider.first.1"),
        ("physique", "lanky"),
    ]:
        said = hirelings.said(key, value)
        assert said != value
        assert key in terms["about"]
    assert hirelings.said("age", "28") == "28"


@pytest.mark.parametrize(
    ("lang", "line", "dice"),
    [
        ("en", 'hire "Old Tom" guide', DICE),
        ("zh", "雇用 老汤 向导", DICE),
        ("en", "hire Tom", ()),
        ("en", "recruit outrider named Rui", ()),
        ("zh", "招募 骑从 名叫 小七", ()),
        ("en", "recruit", ()),
    ],
)
def test_lines_are_read_and_written_back(table: Table, lang: str, line: str, dice: tuple[int, ...]) -> None:
    driver = Driver(table.session, lang)
    parsed = driver.parse(line)
    command = getattr(parsed, "command", None)
    assert isinstance(command, Hire | Recruit), parsed
    done = table.session.execute(command, TypedDice(dice))
    assert isinstance(done, Accepted)
    assert driver.line(command) == line


@pytest.mark.parametrize(("lang", "word"), [("en", "outrider"), ("zh", "骑从")])
def test_answers_are_read_in_both_languages(table: Table, lang: str, word: str) -> None:
    table.do(Recruit())
    driver = Driver(table.session, lang)
    verb = "answer" if lang == "en" else "回答"
    assert isinstance(driver.run(f"{verb} q-001 {word}"), Accepted)
    assert asked(table) == ["hire_name"]
    assert next(iter(table.state.questions.values())).ref == "outrider"


def test_what_is_open_about_a_hireling_does_not_hold_up_a_fight(table: Table) -> None:
    table.pc("Bryn", dice=(8,))
    table.foe("Ogre", hp=9, dice=(6,))
    table.do(Hire(name="Hal", role="tracker"), *DICE)
    table.start(waive=False)
    assert asked(table) == ["hire_gear"]
    [question] = table.tasks("question:hire")
    assert not question.blocking
    table.save("Bryn", 1)
    hal = newcomer(table)
    table.ids[hal.name] = hal.id
    table.save("Hal", 20)
    table.strike("Bryn", "Ogre")
    table.damage(4)
    assert table.hp("Ogre") == (5, 9)
    table.answer("market", "hire_gear")
    assert newcomer(table).items
