"""The bestiary: all 84 monsters against the printed figures, rows that are refused, and their stat blocks."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from gmconsole import content
from gmconsole.core.model import Name
from gmconsole.core.scenario import Problem
from gmconsole.rulesets.cairn import bestiary
from gmconsole.rulesets.cairn.bestiary import Monster, find, monsters, said, stat_block
from gmconsole.rulesets.cairn.statlines import StatBlock, read, write

DATA = Path(__file__).resolve().parent.parent / "data"
HAN = re.compile(r"[\u4e00-\u9fff]")
RETOLD = {"Manticore", "Troll"}
"""Whose attacks the site's older list prints with other dice or weapons; the book's are kept."""


def rows(name: str) -> list[list[str]]:
    text = (DATA / name).read_text(encoding="utf-8").replace("\u00a0", " ")
    return [row.split("\t") for row in text.splitlines() if not row.startswith("#")][1:]


BOOK = {row[0]: row[1:] for row in rows("cairn_bestiary_84.tsv")}
SITE = {row[0]: row[1:] for row in rows("cairn_monsters_145.tsv") if row[-1] == "2e"}


def by_name() -> dict[str, Monster]:
    return {said(m.name, "en"): m for m in monsters().values()}


def figures(m: Monster) -> list[str]:
    return [str(n) for n in (m.hp, m.armour, m.scores["STR"], m.scores["DEX"], m.scores["WIL"])]


def printed(m: Monster, joins: str) -> str:
    """The attacks as the book prints them, joined as it joins them."""
    parts = []
    for a in m.attack:
        marks = ["+".join(f"d{d}" for d in a.dice), *["blast"] * a.blast, *["ignores armor"] * a.ignores_armour]
        parts.append(f"{said(a.name, 'en')} ({', '.join(marks)})")
    return joins.join(parts)


def test_it_is_the_84_of_the_book_in_its_order() -> None:
    assert [said(m.name, "en") for m in monsters().values()] == list(BOOK)
    assert len(BOOK) == 84
    assert list(monsters()) == [re.sub("[ -]", "_", name.lower()) for name in BOOK]


@pytest.mark.parametrize("name", list(BOOK))
def test_every_figure_and_attack_is_the_books(name: str) -> None:
    m, row = by_name()[name], BOOK[name]
    assert figures(m) == row[:5]
    attacks = row[5].removesuffix(", detachment")
    assert printed(m, " or " if " or " in attacks else ", ") == attacks
    assert m.detachment is (row[5].endswith(", detachment") or name == "Bone Construct")


def test_the_sites_list_agrees_but_for_two() -> None:
    assert set(SITE) == set(BOOK)
    for name, m in by_name().items():
        assert figures(m) == SITE[name][:5], name
        assert m.detachment is (SITE[name][6] == "1"), name
        dice = re.findall(r"d[\d+d]+", SITE[name][5])
        ours = ["+".join(f"d{d}" for d in a.dice) for a in m.attack]
        assert (sorted(dice) == sorted(ours)) is (name not in {"Manticore"}), name
        site, words = SITE[name][5].replace("_", ""), [said(a.name, "en").replace(" ", "") for a in m.attack]
        assert all(w in site.replace(" ", "") for w in words) is (name != "Troll"), name
        assert site.count("blast") == sum(a.blast for a in m.attack)
        assert site.count("ignores armor") == sum(a.ignores_armour for a in m.attack)


def test_what_the_table_needs_is_said_in_both_languages() -> None:
    for m in monsters().values():
        for label in (m.note, *([m.on_critical] if m.on_critical else []), *(a.name for a in m.attack)):
            assert isinstance(label, Name), m.id
            assert HAN.search(label.zh) and not HAN.search(label.en)
        assert len(said(m.note, "en")) <= 200
    named = {m.id: said(m.name, "zh") for m in monsters().values() if isinstance(m.name, Name)}
    assert named == {
        "acolyte": "侍僧",
        "blood_elk": "血驼鹿",
        "boggart": "博格特",
        "cobblehounds": "卵石猎犬",
        "frost_elf": "霜精灵",
        "ghoul": "食尸鬼",
        "goblin": "地精",
        "hooded_men": "兜帽人",
        "ogre": "食人魔",
        "root_goblin": "根地精",
        "shadow": "幽影",
        "skeleton": "骷髅",
        "troll": "巨魔",
        "wight": "尸妖",
        "wood_troll": "木巨魔",
        "zombie": "丧尸",
    }


def test_who_has_a_text_on_critical_damage() -> None:
    assert sum(bool(m.on_critical) for m in monsters().values()) == 29
    assert find("ghoul").on_critical.en.startswith("The wound rots")  # type: ignore[union-attr]


def test_what_a_leader_means_for_morale() -> None:
    assert {m.id: m.morale_wil for m in monsters().values() if m.morale_wil} == {"bandit": 13}
    assert [m.id for m in monsters().values() if m.flees_unled] == ["bandit"]
    assert [m.id for m in monsters().values() if m.led_fearless] == ["hobgoblin"]


@pytest.mark.parametrize("word", ["wood_troll", "Wood Troll", "wood-troll", " WOOD  TROLL ", "木巨魔"])
def test_a_monster_is_found_by_id_or_name(word: str) -> None:
    assert find(word) is monsters()["wood_troll"]
    assert find("wood") is None
    assert find("") is None


def test_its_name_in_both_languages() -> None:
    assert bestiary.name(monsters()["goblin"]) == Name("地精", "Goblin")
    assert bestiary.name(monsters()["aranea"]) == Name("Aranea", "Aranea")


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_a_stat_block_is_what_its_stat_line_says(lang: str) -> None:
    for m in monsters().values():
        block = stat_block(m, lang)
        assert read(write(block, lang)) == block, m.id
        assert (block.hp, block.armour, block.scores, block.detachment) == (m.hp, m.armour, m.scores, m.detachment)
        assert {a.on_critical for a in block.attacks} <= {said(m.on_critical, lang)}
        assert block.notes == (said(m.note, lang),)


def test_stat_blocks_in_words() -> None:
    assert write(stat_block(monsters()["goblin"], "zh"), "zh").splitlines()[0] == (
        "**地精** 4 耐久度，8 力量，12 敏捷，8 意志，匕首（d6），投石索（d6）"
    )
    stalker = stat_block(monsters()["invisible_stalker"])
    assert [(a.name, a.dice, a.note) for a in stalker.attacks] == [("fists", (4, 4), "straight to STR")]
    assert [a.ranged for a in stat_block(monsters()["manticore"]).attacks] == [False, True]
    assert [a.on_critical for a in stat_block(monsters()["wyvern"]).attacks] == [
        "The stinger runs the victim through and holds it; then the head is bitten off."
    ]


# Rows that are refused -----------------------------------------------------------------------------------------------

GOOD = """
[[monster]]
id = "rat"
name = "Rat"
hp = 2
scores = { STR = 4, DEX = 12, WIL = 3 }
note = "Bites."
[[monster.attack]]
name = { zh = "噬咬", en = "bite" }
dice = [4]
"""


def faults(text: str) -> list[tuple[int, str, str]]:
    document = content.parse("x.toml", text.encode())
    problems: list[Problem] = []
    content.rows(document.data, "monster", Monster, problems)
    return [(f.line, f.field, f.found if isinstance(f.found, str) else f.found.id) for f in document.faults(problems)]


def test_a_good_row_has_no_faults() -> None:
    assert faults(GOOD) == []


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("hp = 2", "hp = 0", (5, "monster 1.hp", "0")),
        ("hp = 2", "hpp = 2", (5, "monster 1.hpp", '"hpp"')),
        ("hp = 2", "hp = 2\narmour = 4", (6, "monster 1.armour", "4")),
        ("STR = 4", "STR = 0", (6, "monster 1.scores", "{STR, DEX, WIL}")),
        ("STR = 4, ", "", (6, "monster 1.scores", "{DEX, WIL}")),
        ("STR = 4", "CHA = 4", (6, "monster 1.scores.CHA", '"CHA"')),
        ("dice = [4]", "dice = [5]", (10, "monster 1.attack 1.dice", "[5]")),
        ("dice = [4]", "dice = [4, 4, 4]", (10, "monster 1.attack 1.dice", "[4, 4, 4]")),
        ("dice = [4]", "dice = []", (10, "monster 1.attack 1.dice", "[]")),
        ("dice = [4]", "dice = [4]\nsplash = true", (11, "monster 1.attack 1.splash", '"splash"')),
        ('name = "Rat"', 'name = { en = "Rat" }', (4, "monster 1.name.zh", "")),
    ],
)
def test_a_wrong_row_is_named_with_its_line(old: str, new: str, fault: tuple[int, str, str]) -> None:
    assert fault in faults(GOOD.replace(old, new))


def test_a_name_is_given_once_in_either_language() -> None:
    other = GOOD.replace('"rat"', '"mouse"').replace('"Rat"', '{ zh = "rat", en = "Mouse" }')
    assert [field for _, field, _ in faults(GOOD + other)] == ["monster 2.name"]
    assert ("monster 2.id", '"rat"') in [(field, found) for _, field, found in faults(GOOD + GOOD)]


def test_nothing_happens_on_critical_damage_without_an_attack() -> None:
    alone = GOOD.split("[[monster.attack]]")[0] + 'on_critical = "Dies."\n'
    assert [field for _, field, _ in faults(alone)] == ["monster 1.on_critical"]


def test_it_is_read_only_when_asked_for() -> None:
    code = (
        "from gmconsole.rulesets.cairn import RULESET, bestiary as b; "
        "print(b.monsters.cache_info().currsize, len(b.monsters()), b.monsters.cache_info().currsize)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["0", "84", "1"]


def test_the_folder_says_where_it_comes_from() -> None:
    text = (content.root() / "cairn" / "ATTRIBUTION.md").read_text(encoding="utf-8")
    for word in ("Yochai Gal", "ZzNoah", "CC BY-SA 4.0", "https://creativecommons.org/licenses/by-sa/4.0/"):
        assert word in text
    assert isinstance(stat_block(monsters()["wolf"]), StatBlock)
