"""Packs, rest and magic as lines, in both languages, and every line read back as the command it was written from."""

from __future__ import annotations

import pytest

from gmconsole.core.model import Command
from gmconsole.core.session import Accepted
from gmconsole.language.complete import offer
from gmconsole.language.driver import Driver, Request
from gmconsole.rulesets.cairn import verbs_pack
from gmconsole.rulesets.cairn.casting import Cast, Mishap
from gmconsole.rulesets.cairn.deprivation import AddFatigue, Deprive, Undeprive
from gmconsole.rulesets.cairn.inventory import Drop, Give, Ready, Spend, Stow, Take
from gmconsole.rulesets.cairn.magic import Recharge, Show
from gmconsole.rulesets.cairn.marks import Mark
from gmconsole.rulesets.cairn.recovery import Heal, PassTime, Rest
from gmconsole.rulesets.cairn.state import CairnState

from .conftest import Table
from .packing import carried, give, pack

COMMANDS: tuple[Command, ...] = (
    Give(who="pc-001", item="chain_mail"),
    Give(who="pc-001", item="odd key", slots=0, note="cold to the touch"),
    Give(who="pc-001", item="rope", kind="gear", slots=2, uses=0, hands=0, armour=0, stowed=True),
    Give(who="pc-001", item="Ember Breath", kind="spellbook", slots=1, die="d8", blast=True, spell="Ember"),
    Give(who="pc-001", item="moon coin", uses=2, recharge="bathed in moonlight", ranged=True, die="d6+d6"),
    Drop(who="pc-001", item="odd key", gone=True),
    Take(who="pc-001", item="item-003"),
    Ready(who="pc-001", items=("shield", "odd key")),
    Stow(who="pc-001", items=("shield",)),
    Spend(who="pc-001", item="torch"),
    AddFatigue(who="pc-001"),
    AddFatigue(who="pc-001", by=-2, because="forced march"),
    Deprive(who=("pc-001", "pc-002"), reason="food"),
    Deprive(who=("pc-001",), reason="a bad dream"),
    Undeprive(who=("pc-001",)),
    Undeprive(who=("pc-001", "pc-002"), reason="warmth"),
    Rest(kind="brief"),
    Rest(kind="week", who=("pc-001",), days=6),
    PassTime(amount=30),
    PassTime(amount=2, unit="days"),
    Heal(who="pc-001", by="herbalist", price=50, effect="at once", points={"STR": 4, "hp": 2}, all_points=True),
    Mark(who=("pc-001",), mark="cannot_speak"),
    Mark(who=("pc-001",), mark="blue hair", off=True),
    Cast(who="pc-001", item="Ember Breath", on=("pc-002",), die="d8", blast=True, unclear=True, save="yes"),
    Cast(who="pc-001", item="ward", effect="warms the hall", empowered=True, public=True, danger=True),
    Mishap(who="pc-001", ill="injury", die="d4", fizzles=True),
    Mishap(who="pc-001", ill="fatigue", amount=2),
    Recharge(who="pc-001", item="moon coin"),
    Show(who="pc-001", item="moon coin"),
)


def driver(table: Table, lang: str) -> Driver[CairnState]:
    return Driver(table.session, lang)


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("command", COMMANDS, ids=lambda c: type(c).__name__)
def test_a_command_written_as_a_line_is_read_back(table: Table, lang: str, command: Command) -> None:
    table.pc("Bryn" if lang == "en" else "阿岩")
    table.pc("Oda" if lang == "en" else "小荷")
    d = driver(table, lang)
    line = d.line(command)
    assert line
    request = d.parse(line)
    assert isinstance(request, Request), (line, request)
    assert request.command == command, line


def test_every_verb_is_written_and_read() -> None:
    assert {v.command for v in verbs_pack.VERBS} == {type(c) for c in COMMANDS}


def run(table: Table, lang: str, *lines: str) -> None:
    d = driver(table, lang)
    for line in lines:
        assert isinstance(d.run(line), Accepted), (line, d.run(line))


def test_a_day_on_the_road_in_english(table: Table) -> None:
    table.pc("Bryn", hp=6)
    run(
        table,
        "en",
        'give bryn "chain mail"',
        "give bryn shield",
        'give bryn "odd key" petty',
        "give bryn provisions slots 3",
        "give bryn sword",
        "stow bryn shield",
        "ready bryn sword shield",
        "fatigue bryn because marching",
        "deprive bryn food",
        "time 49 hours",
        "undeprive bryn",
        "rest night",
        "answer q-001 safe",
        'heal bryn by "shrine cure" price 50 effect "at once" points STR=4',
        'drop bryn "odd"',
        "take bryn odd",
    )
    assert pack(table, "Bryn") == (7, 10)
    assert carried(table, "Bryn") == ["chain mail", "shield", "provisions", "sword", "odd key"]


def test_a_fight_with_magic_in_chinese(table: Table) -> None:
    table.pc("小荷", hp=4, WIL=13)
    table.foe("老鼠", hp=9)
    run(
        table,
        "zh",
        "给 小荷 余烬吐息 种类 法术书 骰 d8 群攻",
        "给 小荷 盾牌",
        "收起 小荷 盾牌",
        "开始 免除 小荷",
        "施法 小荷 余烬吐息 对 老鼠 豁免 是",
        "豁免 小荷 = 20",
        "反噬 小荷 疲乏 2",
        "伤害 = 5",
    )
    assert table.hp("老鼠") == (4, 9)
    assert table.who("小荷").fatigue == 3


def test_the_words_offered_for_an_item_are_what_they_carry(table: Table) -> None:
    table.pc("Bryn")
    table.pc("Oda")
    give(table, "Bryn", "odd key")
    give(table, "Oda", "rope")
    for lang, line in (("en", "drop Bryn "), ("zh", "丢下 Bryn ")):
        words = [c.word for g in offer(driver(table, lang), line).groups for c in g.choices]
        assert '"odd key"' in words
        assert "rope" not in words
        run(table, lang, line + '"odd key"', "take Bryn odd")
    words = [c.label for g in offer(driver(table, "zh"), "给 Bryn ").groups for c in g.choices]
    assert "锁子甲" in words


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_every_refusal_and_sentence_has_its_fields(table: Table, lang: str) -> None:
    """Nothing shown holds an open field."""
    from gmconsole.text import Words

    table.pc("Oda", hp=4)
    words = Words(lang, table.session.ruleset, lambda who: table.state.entities[who].name)
    lines = (
        "give Oda rope slots 9",
        "give Oda tent",
        "drop Oda net",
        "fatigue Oda +2",
        "show Oda rope",
        "ready Oda rope",
        "stow Oda rope",
        "stow Oda rope",
        "recharge Oda rope",
        "mishap Oda fatigue",
        "undeprive Oda",
        "take Oda rope",
        "rest brief",
        "rest brief",
        "answer q-002 disturbed",
        "give Oda ward kind scroll",
        "mark Oda bound",
        "cast Oda ward",
        "mark Oda bound off",
        "mark Oda cannot_speak",
        "cast Oda ward",
    )
    d = driver(table, "en")
    for line in lines:
        done = d.run(line)
        said = (
            [words.say(m) for m in table.session.ruleset.tell(table.state, done.entry.events, "gm")]
            if isinstance(done, Accepted)
            else [words.refusal(done)]  # type: ignore[arg-type]
        )
        assert all(text and "{" not in text and "…" not in text for text in said), (line, said)
