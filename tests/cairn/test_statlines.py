"""Stat lines: the 145 of the site, the Chinese ones, every tolerance by itself, refusals, and the way back."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gmconsole.core.messages import english
from gmconsole.core.model import Msg, Rejected
from gmconsole.rulesets.cairn import statlines
from gmconsole.rulesets.cairn.statblocks import name_of, shoots
from gmconsole.rulesets.cairn.statlines import AttackRow, StatBlock, line, read, read_many, write

DATA = Path(__file__).resolve().parent.parent / "data" / "cairn_monsters_145.tsv"


class Printed(NamedTuple):
    """A row of the table: every column as it stands there."""

    name: str
    hp: int
    armour: int
    str_: int
    dex: int
    wil: int
    attacks: str
    detachment: bool


def printed() -> list[Printed]:
    text = DATA.read_text(encoding="utf-8").replace("\u00a0", " ")
    rows = [row.split("\t") for row in text.splitlines() if not row.startswith("#")]
    return [Printed(r[0], *map(int, r[1:6]), r[6], r[7] == "1") for r in rows[1:]]  # type: ignore[arg-type]


MONSTERS = printed()


def block(text: str) -> StatBlock:
    found = read(text)
    assert isinstance(found, StatBlock), found
    return found


def figures(b: StatBlock) -> tuple[int, int, int, int, int, bool]:
    return b.hp, b.armour, b.scores["STR"], b.scores["DEX"], b.scores["WIL"], b.detachment


def attacks(b: StatBlock) -> list[tuple[str, tuple[int, ...], bool, bool]]:
    return [(a.name, a.dice, a.blast, a.ignores_armour) for a in b.attacks]


def column(text: str) -> list[tuple[str, tuple[int, ...], bool, bool]]:
    """The attacks of the table's column, taken apart by its own strict form."""
    out = []
    for name, dice, rest in re.findall(r"(?:^|, | or (?=[^()]*\())([^()]+?) \((d[\d+d]+)((?:, [^()]*)?)\)", text):
        assert set(rest.split(", ")) <= {"", "_blast_", "ignores armor", "bulky"}
        sizes = tuple(int(d[1:]) for d in dice.split("+"))
        out.append((name.removeprefix("or "), sizes, "blast" in rest, "ignores" in rest))
    return out


# The 145 -------------------------------------------------------------------------------------------------------------


def strict(m: Printed) -> str:
    armour = f"{m.armour} Armor, " if m.armour else ""
    rest = "".join(f", {part}" for part in (m.attacks, "_detachment_" if m.detachment else "") if part)
    return f"{m.hp} HP, {armour}{m.str_} STR, {m.dex} DEX, {m.wil} WIL{rest}"


def reversed_(m: Printed) -> str:
    rest = f"; {m.attacks}" if m.attacks else ""
    whole = "; Detachment" if m.detachment else ""
    return f"- **{m.name}**: Armor {m.armour} | HP {m.hp} | STR {m.str_} DEX {m.dex} WILL {m.wil}{rest}{whole}"


def omitted(m: Printed) -> str:
    """Tens left out, one die written 1dN, spaces in pairs, capital letters, everything in another order."""
    scores = [f"{n} {s}" for s, n in (("str", m.str_), ("Dex", m.dex), ("WIL", m.wil)) if n != 10]
    said = re.sub(r"\(d", "(1d", m.attacks).replace("+", " + ")
    parts = [*([f"{m.armour} armour"] if m.armour else []), *scores[::-1], said, "detachment" * m.detachment]
    return f"{m.name} {m.hp}hp, " + ", ".join(p for p in parts if p)


def chinese(m: Printed) -> str:
    said = (
        m.attacks.replace("(", "（")
        .replace(")", "）")
        .replace(", _blast_", " 群攻")
        .replace("ignores armor", "无视护甲")
    )
    armour = f"{m.armour} 护甲，" if m.armour else ""
    rest = "".join(f"，{part}" for part in (said, "分队" if m.detachment else "") if part)
    return f"{m.hp} 耐久度，{armour}{m.str_} 力量，敏捷 {m.dex}，{m.wil} 意志{rest}"


def test_there_are_145_of_them() -> None:
    assert len(MONSTERS) == 145 == len({m.name for m in MONSTERS})
    assert sum(m.detachment for m in MONSTERS) > 10
    assert [m.name for m in MONSTERS if not m.attacks] == [
        "Air Elemental",
        "Boggart",
        "Pixie",
        "Will-o-Wisp",
    ]


@pytest.mark.parametrize("written", [strict, reversed_, omitted, chinese])
def test_every_monster_is_read_with_every_figure(written) -> None:
    for m in MONSTERS:
        got = block(written(m))
        assert figures(got) == (m.hp, m.armour, m.str_, m.dex, m.wil, m.detachment), m.name
        assert attacks(got) == column(m.attacks), m.name
        assert got.notes == ()
        assert got.name == ("" if written in (strict, chinese) else m.name)
        assert [a.note for a in got.attacks if a.note] == (["bulky"] if m.name == "Gnome" else [])


def test_every_attack_of_the_table_was_compared() -> None:
    for m in MONSTERS:
        assert len(column(m.attacks)) == m.attacks.count("("), m.name


def test_all_of_them_on_one_page() -> None:
    page = "".join(
        f"# {m.name}\n\n{strict(m)}\n\n- Lives in caves.\n- **Critical Damage**: Eats you.\n\n" for m in MONSTERS
    )
    found = read_many(page)
    assert [number for number, _ in found] == [3 + 7 * i for i in range(145)]
    for m, (_, b) in zip(MONSTERS, found, strict=True):
        assert isinstance(b, StatBlock)
        assert (b.name, *figures(b)) == (m.name, m.hp, m.armour, m.str_, m.dex, m.wil, m.detachment)
        assert attacks(b) == column(m.attacks)
        assert {a.on_critical for a in b.attacks} <= {"Eats you."}
        assert b.notes == (("Lives in caves.",) if b.attacks else ("Lives in caves.", "Critical Damage: Eats you."))


def test_all_of_them_as_lines_of_a_list() -> None:
    order = random.Random(3).sample(MONSTERS, 40)
    found = read_many("\n".join(f"- {m.name}: {strict(m)}" for m in order))
    assert [(n, b.name, b.hp) for n, b in found if isinstance(b, StatBlock)] == [
        (i, m.name, m.hp) for i, m in enumerate(order, 1)
    ]


# Chinese -------------------------------------------------------------------------------------------------------------

PAGE = """\
# 侍僧

4 HP，1 护甲，8 力量，11 敏捷，14 意志，仪式匕首（d6）

- 侍奉特定神祇的圣仆。
- 携带圣徽（每日一次*结界*）。

# 黑熊

6 HP，14 力量，12 敏捷，6 意志，爪抓（d6+d6），噬咬（d8）

- 身高齐腰的熊。

# 血驼鹿

4 HP，12 力量，13 敏捷，5 意志，角 (d8)

- 它永远饥肠辘辘。
- **危急伤害**：撕裂受害者的内脏，将其开膛破肚。

# 博格特

3 HP，4 力量，17 敏捷，13 意志

- **魔法**：博格特可以*活化物体*和*传送*。

# 卵石猎犬

12 HP，2 护甲，14 力量，1 敏捷，8 意志，噬咬（d10）
"""


def test_the_five_chinese_monsters() -> None:
    found = {b.name: b for _, b in read_many(PAGE) if isinstance(b, StatBlock)}
    assert {name: (*figures(b)[:5], attacks(b)) for name, b in found.items()} == {
        "侍僧": (4, 1, 8, 11, 14, [("仪式匕首", (6,), False, False)]),
        "黑熊": (6, 0, 14, 12, 6, [("爪抓", (6, 6), False, False), ("噬咬", (8,), False, False)]),
        "血驼鹿": (4, 0, 12, 13, 5, [("角", (8,), False, False)]),
        "博格特": (3, 0, 4, 17, 13, []),
        "卵石猎犬": (12, 2, 14, 1, 8, [("噬咬", (10,), False, False)]),
    }
    assert found["侍僧"].notes == ("侍奉特定神祇的圣仆。", "携带圣徽（每日一次结界）。")
    assert found["血驼鹿"].notes == ("它永远饥肠辘辘。",)
    assert found["血驼鹿"].attacks[0].on_critical == "撕裂受害者的内脏，将其开膛破肚。"
    assert found["博格特"].notes == ("魔法：博格特可以活化物体和传送。",)


@pytest.mark.parametrize(
    ("text", "armour", "said"),
    [
        ("**木巨魔** 10 HP，15 力量，爪抓和噬咬（d8+d8 群攻）", 0, [("爪抓和噬咬", (8, 8), True, False)]),
        ("6 HP，护甲 1, 15 力量，8 敏捷，棍棒（d10）", 1, [("棍棒", (10,), False, False)]),
        ("4 HP，锤（d6） 或 弩（d8）", 0, [("锤", (6,), False, False), ("弩", (8,), False, False)]),
        ("4 HP，14 意志，触摸（d4，无视护甲）", 0, [("触摸", (4,), False, True)]),
        ("４ 耐久度，１ 护甲，矛（ｄ６）", 1, [("矛", (6,), False, False)]),
        ("生命：4、护甲值：2、矛（1D6）", 2, [("矛", (6,), False, False)]),
        ("2 HP，噬咬（1d4）", 0, [("噬咬", (4,), False, False)]),
    ],
)
def test_chinese_lines_of_adventures(text, armour, said) -> None:
    got = block(text)
    assert got.armour == armour
    assert attacks(got) == said


@pytest.mark.parametrize("word", ["分队", "支队", "（分队）", "*分队*", "detachment"])
def test_chinese_words_for_a_detachment(word) -> None:
    assert block(f"6 HP，噬咬（d6），{word}").detachment


@pytest.mark.parametrize("word", ["危急伤害", "致命伤害", "**致命伤害**", "**危急伤害**", "Critical Damage"])
def test_both_translations_of_critical_damage(word) -> None:
    got = block(f"地精\n4 耐久度，矛（d6）\n- {word}：拖走受害者。")
    assert (got.name, got.attacks[0].on_critical, got.notes) == ("地精", "拖走受害者。", ())


def test_what_is_no_attack_stays_as_a_note() -> None:
    got = block("12 HP，9 力量，灵脉杖（d8），法术书（选择其一：*魅惑*，*催眠*，*推/拉*，*护盾*）")
    assert [a.name for a in got.attacks] == ["灵脉杖"]
    assert got.notes == ("法术书（选择其一：魅惑，催眠，推/拉，护盾）",)


# Each tolerance by itself --------------------------------------------------------------------------------------------


def test_what_is_left_out_is_ordinary() -> None:
    got = block("3 HP")
    assert figures(got) == (3, 0, 10, 10, 10, False)
    assert (got.name, got.attacks, got.notes) == ("", (), ())


@pytest.mark.parametrize(
    "text",
    [
        "4 HP, 2 Armor, 12 STR, 7 WIL",
        "2 Armor, 4 HP, 12 STR, 7 WIL",
        "HP 4, Armor 2, STR 12, WIL 7",
        "STR 12, WILL 7, Armour: 2, HP: 4",
        "7 WIL, 12 STR, 2 Armor, 4 HP",
        "4 HP, 2 Armor 12 STR 7 WIL",
        "4HP,2Armor,12STR,7WIL",
        "4 HP. 2 Armor, 12 STR, DEX, 7 WIL",
        "4 HP; 2 Armor; 12 STR; X DEX; 7 WIL",
        "4 HP | 2 Armor | 12 STR | ~ DEX | 7 WIL",
        "4 hit protection, 2 armour, 12 strength, 7 willpower",
        "4 HP, 2 Armor, 12 STR, 10 DEX, 7 WIL.",
        "- 4 HP, 2 Armor, 12 STR, 7 WIL",
        "1. 4 HP, 2 Armor, 12 STR, 7 WIL",
        "#### 4 HP, 2 Armor, 12 STR, 7 WIL",
        "**4 HP**, **2 Armor**, _12 STR_, 7 WIL",
        "| 4 HP | 2 Armor | 12 STR | 7 WIL |",
        "4\u00a0HP,\u00a02 Armor, 12  STR, 7 WIL  ",
    ],
)
def test_any_order_and_either_side_of_the_word(text) -> None:
    got = block(text)
    assert figures(got) == (4, 2, 12, 10, 7, False)
    assert (got.name, got.attacks, got.notes) == ("", (), ())


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("**Goblin** 4 HP, 8 STR", "Goblin"),
        ("- **Goblin**: 4 HP, 8 STR", "Goblin"),
        ("**Goblin:** 4 HP, 8 STR", "Goblin"),
        ("__Goblin__ — 4 HP, 8 STR", "Goblin"),
        ("**Goblin** (leader) 4 HP, 8 STR", "Goblin (leader)"),
        ("Goblin 4 HP, 8 STR", "Goblin"),
        ("Goblin, 4 HP, 8 STR", "Goblin"),
        ("Goblin 3: 4 HP, 8 STR", "Goblin 3"),
        ("Goblin (4 HP, 8 STR)", "Goblin"),
        ("地精4 HP，8 力量", "地精"),
        ("Fleet of 15 boats: 4 HP, 8 STR", "Fleet of 15 boats"),
        ("| Goblin | 4 HP | 8 STR |", "Goblin"),
        ("# Goblin\n\n4 HP, 8 STR", "Goblin"),
        ("### Goblin:\n- 4 HP, 8 STR", "Goblin"),
        ("**Goblin**   \n4 HP, 8 STR", "Goblin"),
        ("Goblin\n4 HP, 8 STR", "Goblin"),
        ("## Fasha\nA farmer, weak no more.\n\n4 HP, 8 STR", "Fasha"),
    ],
)
def test_the_name_may_stand_before_or_above(text, name) -> None:
    got = block(text)
    assert (got.name, got.hp, got.scores["STR"]) == (name, 4, 8)


@pytest.mark.parametrize(
    ("text", "dice"),
    [
        ("(d6)", (6,)),
        ("(1d8)", (8,)),
        ("(D12)", (12,)),
        ("(d20)", (20,)),
        ("(d6+d6)", (6, 6)),
        ("(d6 + d6)", (6, 6)),
        ("(1d8+1d8)", (8, 8)),
        ("(d8+d10)", (8, 10)),
        ("(2d6k)", (6, 6)),
        ("(2×d6, keep highest)", (6, 6)),
        ("(d8×2 keep highest)", (8, 8)),
        ("d8", (8,)),
        ("1d8+1d8", (8, 8)),
        ("(d6 damage)", (6,)),
    ],
)
def test_dice_as_people_write_them(text, dice) -> None:
    got = block(f"4 HP, claw {text}, 8 STR")
    assert got.attacks == (AttackRow(name="claw", dice=dice),)
    assert got.scores["STR"] == 8


def test_two_dice_of_a_size_are_a_pair_and_what_was_printed_is_noted() -> None:
    assert block("4 HP, smash (2d8)").attacks == (AttackRow(name="smash", dice=(8, 8), note="2d8"),)
    assert block("4 HP, dirk (d4+1)").attacks == (AttackRow(name="dirk", dice=(4,), note="d4+1"),)


@pytest.mark.parametrize(
    "text",
    [
        "sword (d8), whip (d6)",
        "sword (d8) or whip (d6)",
        "sword (d8), or whip (d6)",
        "sword (d8) and whip (d6)",
        "sword (d8) / whip (d6)",
        "sword (d8) & whip (d6)",
        "sword(d8)，whip（d6）",
        "sword (d8)或whip (d6)",
        "sword (d8) 或 whip (d6)",
        "sword d8 or whip d6",
        "d8 sword, d6 whip",
        "Attacks: sword (d8), whip (d6)",
    ],
)
def test_attacks_are_joined_in_many_ways(text) -> None:
    assert [(a.name, a.dice) for a in block(f"4 HP, {text}, 8 STR").attacks] == [("sword", (8,)), ("whip", (6,))]


def test_a_name_with_or_in_it_is_one_attack() -> None:
    assert [a.name for a in block("4 HP, bite or kick (d6), spear or lance (d8)").attacks] == [
        "bite or kick",
        "spear or lance",
    ]


@pytest.mark.parametrize(
    ("text", "attack"),
    [
        ("breath (d12, _blast_)", AttackRow(name="breath", dice=(12,), blast=True)),
        ("breath (blast, d12)", AttackRow(name="breath", dice=(12,), blast=True)),
        ("breath (d12 blast)", AttackRow(name="breath", dice=(12,), blast=True)),
        ("breath (d12), blast", AttackRow(name="breath", dice=(12,), blast=True)),
        ("horn (d10, ignores armor)", AttackRow(name="horn", dice=(10,), ignores_armour=True)),
        ("horn (d10, ignoring Armour)", AttackRow(name="horn", dice=(10,), ignores_armour=True)),
        ("axe (d10, bulky)", AttackRow(name="axe", dice=(10,), note="bulky")),
        ("whip (d6, target is restrained)", AttackRow(name="whip", dice=(6,), note="target is restrained")),
        ("gas (d6, blast, save DEX)", AttackRow(name="gas", dice=(6,), blast=True, note="save DEX")),
        ("jaw (d8, ranged)", AttackRow(name="jaw", dice=(8,), ranged=True)),
        (
            "touch (d4, ignores Armor and HP)",
            AttackRow(name="touch", dice=(4,), ignores_armour=True, note="ignores Armor and HP"),
        ),
    ],
)
def test_qualities_in_brackets(text, attack) -> None:
    assert block(f"4 HP, {text}").attacks == (attack,)


@pytest.mark.parametrize(
    ("name", "far"),
    [
        *((n, True) for n in ("bow", "short bow", "longbow", "crossbow", "sling", "throwing knives", "javelin", "弩")),
        *((n, True) for n in ("短弓", "投石索", "飞刀", "darts")),
        *((n, False) for n in ("elbow", "spear", "beak", "thrown-back head?"[7:], "爪抓", "bowl", "rowing oar")),
    ],
)
def test_bows_slings_and_what_is_thrown_are_ranged(name, far) -> None:
    assert block(f"4 HP, {name} (d6)").attacks[0].ranged is far


@pytest.mark.parametrize("word", ["detachment", "_detachment_", "Detachment", "(detachment)", "a detachment"])
def test_a_detachment_is_one_entry_with_one_attack(word) -> None:
    got = block(f"rats 5 HP, 8 STR, bite (d6), {word}")
    assert (got.name, got.hp, got.scores["STR"], got.detachment) == ("rats", 5, 8, True)
    assert [a.name for a in got.attacks] == ["bite"]


def test_a_detachment_inside_the_brackets_counts_too() -> None:
    got = block("5 HP, bite (d6, detachment)")
    assert got.detachment
    assert got.attacks == (AttackRow(name="bite", dice=(6,)),)


def test_armour_above_3_is_kept_as_3_with_what_was_printed() -> None:
    got = block("6 HP, 4 Armor, bite (d8)")
    assert (got.armour, got.armour_printed) == (3, 4)
    assert write(got) == "6 HP, 4 Armor, 10 STR, 10 DEX, 10 WIL, bite (d8)"
    assert [(b.armour, b.armour_printed) for b in (block("6 HP, Armor 3"), block("6 HP"))] == [(3, 3), (0, 0)]


def test_notes_stay_as_they_are_said() -> None:
    got = block(
        "**Noon Wraith** 8 HP, shield, claws (d6+d6), Spells: _Sleep_, _Fog Cloud_\n"
        "- **Sunstrike**: on Critical Damage, WIL save. See [the book](/srd#x).\n"
        "  Or burn.\n"
        "- Flies"
    )
    assert got.name == "Noon Wraith"
    assert got.notes == (
        "shield",
        "Spells: Sleep, Fog Cloud",
        "Sunstrike: on Critical Damage, WIL save. See the book. Or burn.",
        "Flies",
    )


def test_critical_damage_belongs_to_the_attacks_it_names() -> None:
    got = block("4 HP, scimitar (d8), short bow (d6)\n- Critical Damage (bow): Paralysed.\n- Critical: Bleeds.")
    assert [(a.name, a.on_critical) for a in got.attacks] == [
        ("scimitar", "Bleeds."),
        ("short bow", "Paralysed. Bleeds."),
    ]
    assert got.notes == ()
    assert (
        block("4 HP, bite (d6)\nCritical damage: You are lobotomized.").attacks[0].on_critical == "You are lobotomized."
    )
    assert (
        block("4 HP, fist (d6)\n- Critical (throttle): d6 a round.").attacks[0].on_critical == "throttle: d6 a round."
    )


# Pages ---------------------------------------------------------------------------------------------------------------

ADVENTURE = """\
---
title: The Mound
parent: Conversions
---

# The Mound

- Converted from an older work.
- Treat villagers as 2-6 HP, 8-12 STR.

## 3. The Slab
### Elf King
- 6 HP, 2 Armor, 11 STR, white sword (d10)
- Can teleport within 15 feet.

The party regains 3 HP here, and rests.

### Wolves, two of them
4 HP, 14 DEX, bite (d6)

**Boat crew**
1 HP, sabers (d6) or pistols (d6)
- Fleet of boats: 10 HP, 3 Armor, heavy gun (d12)
- **Gunner** 3 HP, 12 DEX

#### Fasha
14 STR, 13 DEX, fists (d8+d8)

#### Jelly
0 HP, 3 DEX, slam (d4)

A damaged vampire regains 6 HP when it bites.
"""


def test_a_page_gives_its_stat_lines_with_their_lines_and_leaves_the_prose() -> None:
    found = read_many(ADVENTURE)
    assert [(n, (b.name, b.hp, len(b.attacks), b.notes) if isinstance(b, StatBlock) else b.code) for n, b in found] == [
        (13, ("Elf King", 6, 1, ("Can teleport within 15 feet.",))),
        (19, ("Wolves, two of them", 4, 1, ())),
        (22, ("Boat crew", 1, 2, ("Fleet of boats: 10 HP, 3 Armor, heavy gun (d12)",))),
        (24, ("Gunner", 3, 0, ())),
        (27, "statline-no-hp"),
        (30, "statline-bounds"),
    ]


def test_several_lines_without_anything_around() -> None:
    found = read_many("Goblin: 4 HP, spear (d6)\nWolf: 6 HP, bite (d8)\n\n5 HP, 12 STR")
    assert [(n, b.name, b.hp) for n, b in found if isinstance(b, StatBlock)] == [
        (1, "Goblin", 4),
        (2, "Wolf", 6),
        (4, "", 5),
    ]


@pytest.mark.parametrize("text", ["", "\n\n", "Nothing here.\n\nNor here.", "A rat, 3 of them."])
def test_a_page_without_a_stat_line_is_one_refusal(text) -> None:
    ((number, refused),) = read_many(text)
    assert number == 1
    assert isinstance(refused, Rejected)
    assert refused.code == "statline-none"


def test_a_single_line_is_always_meant_for_a_stat_line() -> None:
    assert [type(b) for _, b in read_many("Old. Dr. Wolf with 4 HP and nothing else")] == [StatBlock]
    ((_, refused),) = read_many("14 STR")
    assert isinstance(refused, Rejected)
    assert refused.code == "statline-no-hp"


# Refusals ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("hello", "hello is no stat line; one reads: 4 HP, 1 Armor, 12 STR, 8 DEX, 9 WIL, spear (d6)"),
        ("spear (d6)", "spear (d6) is no stat line; one reads: 4 HP, 1 Armor, 12 STR, 8 DEX, 9 WIL, spear (d6)"),
        ("12 STR, spear (d6)", "12 STR, spear (d6) names no HP; a stat line needs it, as in 4 HP"),
        ("X HP, 12 STR", "X HP, 12 STR names no HP; a stat line needs it, as in 4 HP"),
        ("0 HP", "HP goes from 1 to 999, not 0"),
        ("1000 HP", "HP goes from 1 to 999, not 1000"),
        ("-4 HP", "HP goes from 1 to 999, not -4"),
        (f"{'9' * 400} HP", f"HP goes from 1 to 999, not {'9' * 20}"),
        ("4 HP, 10 Armor", "Armor goes from 0 to 9, not 10"),
        ("4 HP, STR 100", "STR goes from 1 to 99, not 100"),
        ("4 HP, 0 STR", "STR goes from 1 to 99, not 0"),
        ("4 HP, 100 WIL", "WIL goes from 0 to 99, not 100"),
        ("4.5 HP", "HP is one whole number, not 4.5"),
        ("3/6 HP", "HP is one whole number, not 3/6"),
        ("10-12 HP", "HP is one whole number, not 10-12"),
        ("4 HP, 12 STR, STR 13", "STR stands there twice: 12 and 13"),
        ("4 HP, spear (d7)", "spear rolls d7; damage dice are d4, d6, d8, d10, d12 and d20"),
        ("4 HP, spear (d100)", "spear rolls d100; damage dice are d4, d6, d8, d10, d12 and d20"),
        ("4 HP, spear (2d2)", "spear rolls 2d2; damage dice are d4, d6, d8, d10, d12 and d20"),
        ("4 HP, d3", "attack rolls d3; damage dice are d4, d6, d8, d10, d12 and d20"),
        ("4 HP, knives (d6+d6+d6)", "knives rolls d6+d6+d6; an attack has one die, or a pair such as d8+d8"),
        ("4 HP, knives (9999d6)", "knives rolls 9999d6; an attack has one die, or a pair such as d8+d8"),
        ("4 HP, knives (0d6)", "knives rolls 0d6; an attack has one die, or a pair such as d8+d8"),
        ("4 HP, spear (d6", "The brackets in 4 HP, spear (d6 do not match"),
        ("4 HP, spear d6)", "The brackets in 4 HP, spear d6) do not match"),
        ("4 HP" + ", bite (d6)" * 13, "13 attacks stand there; at most 12 are read"),
        ("4 HP, " + "x" * 2000, "At most 2000 characters are read at once, not 2006"),
        ("4 HP\n5 HP, 8 STR", "2 stat lines stand there; one is asked for"),
        ("4 HP, bite (d6)\n" + "- x\n" * 61, "61 notes stand below one stat line; at most 60 are read"),
    ],
)
def test_a_refusal_says_what_was_found_and_what_is_wanted(text, said) -> None:
    refused = read(text)
    assert isinstance(refused, Rejected), refused
    assert english(Msg(statlines.REJECTIONS[refused.code], refused.params)) == said


def test_zero_is_a_figure_of_armour_dex_and_wil() -> None:
    got = block("5 HP, 0 Armor, 8 STR, 0 DEX, 0 WIL, sword (d6)")
    assert (got.armour, got.scores) == (0, {"STR": 8, "DEX": 0, "WIL": 0})


def test_nothing_unsafe_comes_in() -> None:
    got = block("**Gob\x1b[31mlin\u202e** 4 HP, sp\x07ear (d6)\n- a\x9bnote")
    assert (got.name, got.attacks[0].name, got.notes) == ("Gob\ufffd[31mlin\ufffd", "sp\ufffdear", ("a\ufffdnote",))
    assert len(block(f"{'Gob' * 300}lin: 4 HP").name) == 80


@pytest.mark.parametrize("text", ["(" * 1900, "4 HP, " + "d6+" * 600, "**" * 900, "x (" * 600 + "4 HP", "[a](" * 400])
def test_long_nonsense_is_answered(text) -> None:
    assert isinstance(read(text), Rejected | StatBlock)
    assert len(read_many(text * 40)) == 1


# Writing and reading back --------------------------------------------------------------------------------------------


def test_the_line_in_either_language() -> None:
    got = StatBlock(
        name="Goblin",
        hp=4,
        armour=1,
        armour_printed=1,
        scores={"STR": 8, "DEX": 12, "WIL": 10},
        attacks=(
            AttackRow(name="fire", dice=(6, 6), blast=True, ignores_armour=True, ranged=True, note="hot"),
            AttackRow(name="short bow", dice=(6,), ranged=True, on_critical="Pinned."),
        ),
        detachment=True,
        notes=("Small.",),
    )
    assert line(got) == (
        "**Goblin** 4 HP, 1 Armor, 8 STR, 12 DEX, 10 WIL, fire (d6+d6, blast, ignores armor, ranged, hot), "
        "short bow (d6), detachment"
    )
    assert line(got, "zh") == (
        "**Goblin** 4 耐久度，1 护甲，8 力量，12 敏捷，10 意志，"
        "fire（d6+d6，群攻，无视护甲，远程，hot），short bow（d6），分队"
    )
    assert write(got) == line(got) + "\n- Small.\n- Critical Damage (short bow): Pinned."
    assert write(got, "zh") == line(got, "zh") + "\n- Small.\n- 致命伤害（short bow）：Pinned."
    assert read(write(got)) == read(write(got, "zh")) == got


WORDS = st.text("abcdeghkmnopqtuvwyz' é·侍僧血驼鹿爪抓噬咬", min_size=1, max_size=12).map(lambda t: " ".join(t.split()))
READ_AS_MORE = ("detachment", "damage", "and")
"""Words of these letters that a stat line reads as more than a name."""
NAMES = st.one_of(
    st.just(""), WORDS.filter(lambda t: name_of(t) == t and not any(word in t.split() for word in READ_AS_MORE))
)
NOTES = NAMES.filter(bool)
ROWS = st.builds(
    AttackRow,
    name=NAMES,
    dice=st.lists(st.sampled_from((4, 6, 8, 10, 12, 20)), min_size=1, max_size=2).map(tuple),
    blast=st.booleans(),
    ignores_armour=st.booleans(),
    ranged=st.booleans(),
    note=NAMES,
)


@st.composite
def blocks(draw) -> StatBlock:
    printed_ = draw(st.integers(0, 9))
    rows = draw(st.lists(ROWS, max_size=5, unique_by=lambda a: a.name.casefold()))
    said = draw(st.one_of(st.just([""] * len(rows)), st.lists(NAMES, min_size=len(rows), max_size=len(rows))))
    return StatBlock(
        name=draw(NAMES),
        hp=draw(st.integers(1, 999)),
        armour=min(printed_, 3),
        armour_printed=printed_,
        scores={
            "STR": draw(st.integers(1, 99)),
            "DEX": draw(st.integers(0, 99)),
            "WIL": draw(st.integers(0, 99)),
        },
        attacks=tuple(
            AttackRow(
                name=a.name,
                dice=a.dice,
                blast=a.blast,
                ignores_armour=a.ignores_armour,
                ranged=a.ranged or shoots(a.name),
                on_critical=text,
                note=a.note,
            )
            for a, text in zip(rows, said, strict=True)
        ),
        detachment=draw(st.booleans()),
        notes=tuple(draw(st.lists(NOTES, max_size=3))),
    )


@given(blocks(), st.sampled_from(("en", "zh")))
def test_what_is_written_is_read_back_equal(b: StatBlock, lang: str) -> None:
    assert read(write(b, lang)) == b


SCRAP = (
    "4 HP~HP 4~1 Armor~Armor 2~护甲 5~12 STR~STR 8~8 力量~11 DEX~DEX~9 WIL~意志 7~X STR~(4 HP)~spear (d6)"
    "~bite (d8, blast)~claws (d6+d6)~矛（d6）~爪（d8+d8 群攻）~d12 fist~spear d6~knife (2d6k)~(d6 x, damage)~d4+1"
    "~2d6~(d6)~(~）~save DEX~detachment~_detachment_~分队~blast~ignores armor~ranged~keep highest~ or ~ and ~或"
    "~, ~，~;~|~.~:~- ~* ~1. ~# ~\n~\n- ~**~_~`~ ~3~+~/~Attack: ~foo~地精~**Goblin** ~[a](b)"
    "~Critical Damage: dies~**Critical Damage** (bite): x~致命伤害：死"
)
PIECES = re.split("~", SCRAP)
SCRAPS = st.lists(st.one_of(st.sampled_from(PIECES), st.text(max_size=3)), max_size=14).map("".join)


@given(SCRAPS, st.sampled_from(("en", "zh")))
def test_whatever_could_be_read_comes_back_the_same(text: str, lang: str) -> None:
    found = read(text)
    if isinstance(found, StatBlock):
        assert read(write(found, lang)) == found
    else:
        assert found.code in statlines.REJECTIONS
    blocks_ = [b for _, b in read_many(text) if isinstance(b, StatBlock)]
    assert not blocks_ or [b for _, b in read_many("\n\n".join(write(b, lang) for b in blocks_))] == blocks_
