"""Foes brought in by a word of the bestiary or a pasted stat line, in the language of the names on stage."""

from __future__ import annotations

import re

import pytest

from gmconsole.core.model import Rejected
from gmconsole.core.session import Accepted
from gmconsole.language.driver import Driver
from gmconsole.rulesets.cairn.foes import AddFoes
from gmconsole.rulesets.cairn.state import Combatant
from gmconsole.text import Words

from .conftest import Table
from .packing import said
from .table import Play

HAN = re.compile(r"[\u4e00-\u9fff]")


def run(table: Table, line: str, lang: str = "en") -> Accepted:
    done = Driver(table.session, lang).run(line)
    assert isinstance(done, Accepted), done
    return done


def newest(table: Table) -> Combatant:
    return list(table.state.entities.values())[-1]


@pytest.mark.rule("CA-ARM-003")
def test_a_pasted_line_is_a_foe(table: Table) -> None:
    run(table, 'foe "Guard: 4 HP, 4 Armor, 12 STR, spear (d6)"')
    guard = newest(table)
    assert (guard.name, guard.kind, guard.side) == ("Guard", "monster", "opponents")
    assert (guard.hp, guard.armour, guard.score("STR").current, guard.score("DEX").current) == (4, 3, 12, 10)
    assert [(a.name, a.dice) for a in guard.attacks] == [("spear", (6,))]
    assert said(table) == ["Guard came in; armour 4 counts as 3"]


@pytest.mark.rule("CA-DET-001")
def test_several_come_at_once_and_a_detachment_is_one(table: Table) -> None:
    run(table, 'foe "3 HP, bite (d6)" times 3 named Rat group pack')
    assert [c.name for c in table.state.entities.values()] == ["Rat", "Rat 2", "Rat 3"]
    assert {c.group for c in table.state.entities.values()} == {"pack"}
    run(table, 'foe "5 HP, 8 STR, bite (d6), detachment" named Horde')
    assert newest(table).detachment


def test_a_monster_speaks_the_language_of_the_names_on_stage(table: Table) -> None:
    table.pc("Bryn")
    run(table, "foe goblin")
    english = newest(table)
    assert english.name == "Goblin"
    assert not HAN.search("".join((*(a.name + a.note for a in english.attacks), english.note)))
    chinese = Table()
    chinese.pc("小李")
    run(chinese, "foe goblin")
    goblin = newest(chinese)
    assert HAN.search(goblin.name) and HAN.search(goblin.note)
    assert all(HAN.search(a.name) for a in goblin.attacks)
    assert [a.dice for a in goblin.attacks] == [a.dice for a in english.attacks]


def test_a_monster_is_meant_by_the_beginning_of_its_name(table: Table) -> None:
    run(table, "foe gob")
    assert newest(table).name == "Goblin"
    refused = Driver(table.session).run("foe sk")
    assert isinstance(refused, Rejected) and refused.code == "ambiguous-monster"
    assert Words("en", table.session.ruleset).refusal(refused) == "sk could be Skeleton, Sky Giant"


def test_what_is_neither_is_refused(table: Table) -> None:
    refused = table.refused(AddFoes(what="gruffalo"), "no-monster")
    assert "bestiary" in Words("en", table.session.ruleset).refusal(refused)
    table.refused(AddFoes(what="12 STR, spear (d6)"), "statline-no-hp")
    table.refused(AddFoes(what="goblin", count=0), "out-of-bounds")


PAGE = """# The bridge

Two wardens stand here.

**Hob** 4 HP, 8 STR, 14 DEX, spear (d6)
- Flees from dogs
- Critical damage: steals a Petty item

**Old troll** 10 HP, 2 Armor, 15 STR, 8 DEX, 6 WIL, fists (d8+d8)
"""


def test_a_page_is_one_line_for_each_foe_with_its_notes(table: Table) -> None:
    driver = Driver(table.session)
    lines = driver.pasted(PAGE)
    assert lines == (
        'foe "**Hob** 4 HP, 8 STR, 14 DEX, 10 WIL, spear (d6) // Flees from dogs // '
        'Critical Damage: steals a Petty item"',
        'foe "**Old troll** 10 HP, 2 Armor, 15 STR, 8 DEX, 6 WIL, fists (d8+d8)"',
    )
    for line in lines:
        assert isinstance(line, str)
        run(table, line)
    hob, troll = list(table.state.entities.values())[-2:]
    assert (hob.name, hob.hp, hob.note, hob.attacks[0].on_critical) == (
        "Hob",
        4,
        "Flees from dogs",
        "steals a Petty item",
    )
    assert (troll.name, troll.armour, troll.attacks[0].dice) == ("Old troll", 2, (8, 8))


def test_a_chinese_line_stays_chinese(table: Table) -> None:
    (line,) = Driver(table.session, "zh").pasted("**祭司** 4 HP，1 护甲，8 力量，11 敏捷，14 意志，仪式匕首（d6）")
    assert line == '敌人 "**祭司** 4 耐久度，1 护甲，8 力量，11 敏捷，14 意志，仪式匕首（d6）"'
    run(table, line, "zh")
    priest = newest(table)
    assert (priest.name, priest.hp, priest.score("WIL").current) == ("祭司", 4, 14)


def test_what_is_no_stat_line_is_nothing_and_a_bad_one_is_refused(table: Table) -> None:
    driver = Driver(table.session)
    assert driver.pasted("We met at the inn.") == ()
    assert driver.pasted("[4 7 5 9]") == ()
    found = driver.pasted("**Hob** 4 HP, spear (d6)\n\n**Bad** 4 HP, spear (d7)\n")
    assert isinstance(found[0], str) and isinstance(found[1], Rejected) and found[1].code == "statline-die"
    assert driver.pasted("note a\n# of our own\nnext\n") == ("note a", "next")


@pytest.mark.parametrize("name", ["Goblin x8", "Goblin ×8", "Goblin (x8)", "地精 x8", "地精（×8）"])
def test_a_line_may_say_how_many_there_are(name: str) -> None:
    play = Play("campfire")
    play.run(f'foe "{name}, 4 HP, spear (d6)"')
    word = "地精" if name.startswith("地精") else "Goblin"
    assert [c.name for c in play.state.entities.values()] == [word, *(f"{word} {n}" for n in range(2, 9))]
    play.refused(f'foe "{name}, 4 HP" times 6', "out-of-bounds")
    play.run('foe "Vox, 4 HP"', 'foe "Fox 8, 4 HP"')
    assert {"Vox", "Fox 8"} < {c.name for c in play.state.entities.values()}, "no number of anybody"


def test_each_line_of_a_page_stays_in_its_own_language() -> None:
    page = "Orc, 4 HP, 12 STR, spear (d6)\n\n根妖，4耐久度，8力量，长矛（d6）\n"
    play = Play("campfire")
    first, second = play.encounter.driver.pasted(page)
    assert isinstance(first, str) and isinstance(second, str)
    assert "4 HP" in first and "4 耐久度" in second.replace("4耐久度", "4 耐久度")
