"""Attacks through the language: every line reads back as the command that wrote it, and tells what happened."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gmconsole.core.model import Command, Rejected
from gmconsole.core.session import Accepted
from gmconsole.language import complete
from gmconsole.language.driver import Driver, Request
from gmconsole.rulesets.cairn import RULESET, attack_words, attacks, verbs_attack, weapons
from gmconsole.rulesets.cairn.attacks import Reach, RollDamage, RollNumber, Strike
from gmconsole.rulesets.cairn.state import Attack
from gmconsole.text import Words
from tests.cairn.arms import attack, roll
from tests.cairn.conftest import Table


def play(table: Table) -> Driver[object]:
    """A driver over a fight of two PCs against two foes."""
    table.pc(
        "Bryn", hp=9, attacks=(Attack(name="two swords", dice=(8, 8)), Attack(name="breath", dice=(6,), blast=True))
    )
    table.pc("Oda", hp=9)
    table.foe("M1", hp=9, dice=(6,))
    table.foe("M2", hp=9, dice=(6,))
    table.start()
    return Driver(table.session)  # type: ignore[arg-type]


def words_of(table: Table) -> Words:
    """English sentences with everybody's name."""
    return Words("en", RULESET).named(lambda who: table.state.entities[who].name)


def command(driver: Driver[object], line: str) -> Command:
    """What a line means."""
    request = driver.parse(line)
    assert isinstance(request, Request), request
    assert request.command is not None
    return request.command


@pytest.mark.parametrize(
    ("line", "zh", "figures"),
    [
        ("attack Bryn M1", "攻击 Bryn M1", {}),
        ("attack Bryn M1 with breath", "攻击 Bryn M1 用 breath", {"weapon": "breath"}),
        ("attack Bryn M1 M2 with breath unclear", "攻击 Bryn M1 M2 用 breath 数目不明", {"unclear": True}),
        ("attack Bryn M1 impaired", "攻击 Bryn M1 受损", {"impaired": (attack_words.WEAK,)}),
        ("attack Bryn M1 enhanced", "攻击 Bryn M1 强化", {"enhanced": (attack_words.STRONG,)}),
        (
            'attack Bryn M1 impaired cover "tied hands" enhanced "over the rail"',
            '攻击 Bryn M1 受损 cover "tied hands" 强化 "over the rail"',
            {"impaired": ("cover", "tied hands"), "enhanced": ("over the rail",)},
        ),
        ("attack Bryn M1 enhanced plain", "攻击 Bryn M1 强化 普通", {"plain": True}),
        ("attack Bryn M1 die D8", "攻击 Bryn M1 骰 D8", {"die": 8}),
        ("attack Bryn", "攻击 Bryn", {"targets": ()}),
    ],
)
def test_a_declaration_reads_and_writes(table: Table, line: str, zh: str, figures: dict[str, object]) -> None:
    driver = play(table)
    made = command(driver, line)
    assert isinstance(made, Strike)
    for field, value in figures.items():
        assert getattr(made, field) == value
    assert driver.line(made) == line
    driver.lang = "zh"
    assert driver.line(made) == zh
    assert command(driver, zh) == made


@pytest.mark.parametrize("word", ["with", "die"])
def test_a_keyword_without_its_word_is_refused(table: Table, word: str) -> None:
    refused = play(table).parse(f"attack Bryn M1 {word}")
    assert isinstance(refused, Rejected)
    assert refused.code == "missing-part"


def test_other_lines_read_and_write(table: Table) -> None:
    driver = play(table)
    bryn, m1, m2 = (table.ids[n] for n in ("Bryn", "M1", "M2"))
    for line, zh, made in (
        ("damage", "伤害", RollDamage()),
        ("damage Bryn M1", "伤害 Bryn M1", RollDamage(who=(bryn, m1))),
        ("spread Bryn", "数目 Bryn", RollNumber(who=bryn)),
        ("reach Bryn M2 M1", "波及 Bryn M2 M1", Reach(who=bryn, targets=(m2, m1))),
    ):
        driver.lang = "en"
        assert command(driver, line) == made
        assert driver.line(made) == line
        driver.lang = "zh"
        assert driver.line(made) == zh
        assert command(driver, zh) == made


TEXTS = st.text(
    st.characters(codec="utf-8", exclude_categories=("Cc", "Cs", "Cf", "Zl", "Zp", "Zs")), min_size=1, max_size=9
)
MARKS = st.lists(TEXTS, max_size=3).map(tuple)


@given(
    st.lists(st.sampled_from(("npc-001", "npc-002", "pc-001", "pc-002")), max_size=3, unique=True).map(tuple),
    st.sampled_from(("", "breath", "two swords", "unarmed", "with")),
    st.one_of(MARKS, st.just((attack_words.WEAK,))),
    st.one_of(MARKS, st.just((attack_words.STRONG, "x"))),
    st.booleans(),
    st.integers(0, 100),
    st.sampled_from(("en", "zh")),
)
def test_any_declaration_reads_back(
    targets: tuple[str, ...],
    weapon: str,
    impaired: tuple[str, ...],
    enhanced: tuple[str, ...],
    plain: bool,
    die: int,
    lang: str,
) -> None:
    driver = play(Table())
    driver.lang = lang
    made = Strike(
        who="pc-001",
        targets=targets,
        weapon=weapon,
        impaired=impaired,
        enhanced=enhanced,
        plain=plain,
        die=die,
        unclear=plain,
    )
    assert command(driver, driver.line(made)) == made, driver.line(made)


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("word", ["unarmed", "徒手", "Unarmed"])
def test_bare_hands_are_the_same_command_in_either_language(table: Table, lang: str, word: str) -> None:
    driver = play(table)
    driver.lang = lang
    made = command(driver, f"attack bryn m1 with {word}")
    assert made == Strike(who=table.ids["Bryn"], targets=(table.ids["M1"],), weapon="unarmed")
    assert driver.line(made) == ("attack Bryn M1 with unarmed" if lang == "en" else "攻击 Bryn M1 用 徒手")


def test_a_turn_by_lines_in_both_languages(table: Table) -> None:
    driver = play(table)
    assert isinstance(driver.run("attack bryn m1 with two enhanced over"), Accepted)
    assert isinstance(driver.run("攻击 oda m1 用 徒手"), Accepted)
    driver.lang = "zh"
    done = driver.run("伤害 = d12:3 d4:4")
    assert isinstance(done, Accepted)
    assert table.hp("M1") == (5, 9)
    said = [words_of(table).say(m) for m in RULESET.tell(table.state, done.entry.events, "gm")]
    assert said[0] == "Bryn, two swords: M1 d12=3 (enhanced: over)"
    assert said[1] == "Oda, unarmed: M1 d4=4"
    assert said[2] == "M1: 4 by Oda counts (not 3): 4 damage"


def test_what_is_offered_for_an_attack(table: Table) -> None:
    driver = play(table)
    offered = complete.offer(driver, "attack Bryn ")
    words = {group.title: [c.word for c in group.choices] for group in offered.groups}
    assert words["target"][:2] == ["M1", "M2"]
    assert words["with"] == ['with "two swords"', "with breath", "with unarmed"]
    assert words["impaired"][:2] == ["impaired", "impaired cover"]
    assert [c.word for c in complete.offer(driver, "attack ").groups[0].choices][:2] == ["Bryn", "Oda"]
    attack(table, "Bryn", "M1")
    table.hold()
    assert [c.word for c in complete.offer(driver, "damage ").groups[0].choices][:1] == ["Bryn"]


def test_armour_ignored_is_told_with_what_the_others_would_have_done(table: Table) -> None:
    table.pc("Bryn", hp=9, armour=3)
    table.foe("Ghost", attacks=(Attack(name="touch", dice=(6,), ignores_armour=True),))
    table.foe("M1", dice=(6,))
    table.start()
    table.next(force=True)
    words = words_of(table)
    for faces, said in (
        ((3, 5), "Bryn: 3 by Ghost ignores armour and does 3; 5 by M1, armour 3, would do 2"),
        ((2, 6), "Bryn: 6 by M1, armour 3, does 3; 2 by Ghost ignores armour and would do 2"),
    ):
        attack(table, "Ghost", "Bryn")
        attack(table, "M1", "Bryn")
        done = roll(table, *faces)
        told = RULESET.tell(table.state, done.entry.events, "gm")
        assert said in [words.say(m) for m in told]
        table.session.undo(3)
    attack(table, "Ghost", "Bryn")
    table.hold("M1")
    told = RULESET.tell(table.state, roll(table, 2).entry.events, "gm")
    assert "Bryn: 2 by Ghost ignores armour: 2 damage" in [words.say(m) for m in told]


def test_every_refusal_has_the_fields_of_its_sentence(table: Table) -> None:
    driver = play(table)
    for line, said in (
        ("attack bryn m1 m2", "Bryn attacks one target with this: two swords. Only a blast hits several"),
        ("attack bryn", "Say whom Bryn attacks"),
        ("attack bryn bryn", "Bryn cannot attack themselves"),
        ("attack bryn m1 unclear", "Only a blast can be unclear about how many it reaches, not this: two swords"),
        ("attack bryn m1 with axe", "Bryn does not attack with axe; there is two swords, breath, unarmed"),
        ("attack bryn m1 with breath+two", "breath and two swords cannot be used together as a pair"),
        ("attack bryn m1 die D1", "die goes from 2 to 100, not 1"),
        ("damage", "Damage dice come once everybody has declared or passed: Bryn, Oda"),
    ):
        refused = driver.run(line)
        assert isinstance(refused, Rejected)
        assert words_of(table).refusal(refused) == said


def test_this_chapter_words_all_it_has() -> None:
    commands = {v.command for v in verbs_attack.VERBS}
    assert commands == set(attacks.DECIDE)
    assert {attacks.Rolled, attacks.Hit, attacks.NumberRolled, attacks.Reached} <= set(attack_words.SAY)
    assert set(attacks.EVOLVE) <= set(attack_words.SAY)
    assert attack_words.TERMS["way"].keys() == {weapons.UNARMED.name}
