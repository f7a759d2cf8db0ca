"""What a check is for, in the words of the book and in usual ones, and what fits it (LP-CHK-014, LP-SPC-019)."""

from __future__ import annotations

from collections import Counter
from itertools import chain

import pytest

from gmconsole.language import complete
from gmconsole.language.driver import Driver, Request
from gmconsole.rulesets.lawn import kinds, negotiation_board, passions, skill_table, specialties
from gmconsole.rulesets.lawn.announcing import SwitchModifier
from gmconsole.rulesets.lawn.checks import CallCheck, RollCheck
from gmconsole.rulesets.lawn.parts import purposes_of
from gmconsole.rulesets.lawn.passions import SetPassion
from gmconsole.rulesets.lawn.specialty_table import SPECIALTIES
from gmconsole.rulesets.lawn.terms import PURPOSES
from tests.helpers import begin

from .conftest import Table
from .special import person, the_check

BOOK = [
    # Every TYPE=purpose of the book's text, and the words of its list of types.
    ("DSC", "侦查", "investigating_clues"),
    ("DSC", "检索", "information_retrieval"),
    ("DSC", "检索信息", "information_retrieval"),
    ("DSC", "寻获物品与线索", "investigating_clues"),
    ("DSC", "搜寻", "investigating_clues"),
    ("DSC", "察言观色", "reading_people"),
    ("DSC", "聆听", "listening"),
    ("INF", "威胁", "intimidation"),
    ("INF", "恐吓", "intimidation"),
    ("INF", "威吓", "intimidation"),
    ("INF", "欺骗", "bluffing"),
    ("INF", "说服", "persuasion"),
    ("INF", "演奏小提琴", "art"),
    ("INF", "演奏", "deft_hands"),
    ("OPR", "演奏", "deft_hands"),
    ("OPR", "演奏", "art"),
    ("INF", "表演", "performance"),
    ("OPR", "隐藏物品", "concealing_objects"),
    ("OPR", "驾驶车辆", "machine_operation"),
    ("OPR", "手工艺", "making_repairing_dismantling"),
    ("WIS", "理清状况", "schemes_strategy"),
    ("WIS", "诡计", "schemes_strategy"),
    ("FLX", "保持平衡", "balance_jump_dodge"),
    ("FLX", "跳跃", "balance_jump_dodge"),
    ("FLX", "闪避", "balance_jump_dodge"),
    ("FLX", "潜行", "covert_action"),
    ("PHY", "疲劳", "strength_constitution"),
    ("PHY", "体质", "strength_constitution"),
    ("PHY", "速度", "running"),
    ("PHY", "伤害", "swinging_thrusting"),
    ("MND", "紧张不安", "bluffing"),
    ("DSC", "search the desk", "investigating_clues"),
    ("DSC", "investigate", "investigating_clues"),
    ("INF", "threaten", "intimidation"),
    ("INF", "play the violin", "art"),
]


@pytest.mark.rule("LP-CHK-014", "LP-SPC-019", "LP-SPC-011")
@pytest.mark.parametrize(("kind", "purpose", "key"), BOOK)
def test_the_words_of_the_book_fit_their_specialties(table: Table, kind: str, purpose: str, key: str) -> None:
    who = person(table, "Jessica", key)
    table.do(SetPassion(who=who, specialties=(key,)))
    table.do(CallCheck(who=(who,), kind=kind, purpose=purpose, difficulty=9))
    check = the_check(table, who)
    assert specialties.by_table(check, key)
    assert [(c.name, c.dice, c.on) for c in passions._condition(table.state, check)] == [("passion", 2, True)]


@pytest.mark.rule("LP-CHK-014")
@pytest.mark.parametrize("lang", ["zh", "en"])
@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("DSC=侦查", "find_clue"),
        ("DSC=搜寻", "find_item"),
        ("DSC=检索", "research"),
        ("INF=恐吓", "intimidate"),
        ("OPR=演奏", "play"),
        ("OPR=hide", "hide_item"),
        ("FLX=hide", "sneak"),
        ("INF=演奏小提琴", "演奏小提琴"),
    ],
)
def test_one_word_may_mean_this_for_one_type_and_that_for_another(lang: str, typed: str, meant: str) -> None:
    request = begin("cowboy", lang=lang).driver.parse(f"check mike {typed} D9")
    assert isinstance(request, Request) and isinstance(request.command, RollCheck)
    assert request.command.purpose == meant


@pytest.mark.rule("LP-CHK-014")
@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("OPR=draw", "drawing"),
        ("INF=sing", "singing"),
        ("DSC=listening", "listen"),
        ("OPR=hiding", "hide_item"),
        ("FLX=hiding", "sneak"),
        ("FLX=dodging", "dodge"),
        ("INF=lying", "deceive"),
        ("WIS=think", "thinking"),
        ("PHY=sprint", "speed"),
        ("FLX=vaulting", "vault"),
        ("OPR=Dance", "perform_dance"),
    ],
)
def test_the_usual_forms_of_an_english_word_mean_the_same(typed: str, meant: str) -> None:
    request = begin("cowboy", lang="en").driver.parse(f"check mike {typed} D9")
    assert isinstance(request, Request) and isinstance(request.command, RollCheck)
    assert request.command.purpose == meant


@pytest.mark.rule("LP-CHK-014", "LP-SPC-011")
@pytest.mark.parametrize(("kind", "purpose"), [("OPR", "draw"), ("INF", "sing")])
def test_the_base_forms_get_their_passion(table: Table, kind: str, purpose: str) -> None:
    who = person(table, "Jessica", "art")
    table.do(SetPassion(who=who, specialties=("art",)))
    Driver(table.session).run(f"call Jessica {kind}={purpose} D9 anyway")
    check = the_check(table, who)
    assert [(c.name, c.dice, c.on) for c in passions._condition(table.state, check)] == [("passion", 2, True)]


@pytest.mark.rule("LP-CHK-014")
def test_a_purpose_that_begins_with_a_known_one_has_its_tags_and_its_manner(table: Table) -> None:
    who = person(table, "Jessica")
    table.do(CallCheck(who=(who,), kind="DSC", purpose="聆听门后", difficulty=6))
    assert the_check(table, who).tags == ("hearing",)
    assert kinds.manner_of("察觉异样", "DSC") == "passive"
    assert kinds.meant("playful", "INF") == kinds.meant("踢开", "FLX") == kinds.meant("", "DSC") == ""


@pytest.mark.rule("LP-SPC-011", "LP-SPC-019")
def test_a_purpose_nothing_is_known_of_leaves_the_passion_to_the_gm(table: Table) -> None:
    who = person(table, "Jessica", "investigating_clues")
    table.do(SetPassion(who=who, specialties=("investigating_clues",)))
    table.do(CallCheck(who=(who,), kind="DSC", purpose="follow the thread", difficulty=9))
    (shown,) = negotiation_board.shown(table.state)
    assert [(str(s.on), s.command) for s in shown.switches] == [
        ("False", SwitchModifier(who=who, name="passion", off=False, check=the_check(table, who).id))
    ]


def test_the_words_of_one_type_do_not_contend() -> None:
    for kind in kinds.TYPES:
        said = Counter(chain.from_iterable({*kinds.words(use)} for use in kinds.offered(kind)))
        assert [word for word, times in said.items() if times > 1] == [], kind
        every = Counter(chain.from_iterable({*n.also, n.en.casefold()} for n in purposes_of(kind).values()))
        assert [word for word, times in every.items() if times > 1] == [], kind
    known = {**skill_table.OWN_WORDS, **skill_table.SHARED_WORDS}
    for key in ("drawing", "singing", *skill_table.USES):
        also = PURPOSES[key].also if key in PURPOSES else ()
        assert all(word == word.casefold() for word in also), key
        assert all(key in {use.id for use in known.get(word, ())} or word not in known for word in also), key
    assert all(word == word.casefold() for use in kinds.USES.values() for word in use.name.also)


def test_every_relation_of_the_table_names_a_purpose_or_a_tag() -> None:
    for row in SPECIALTIES.values():
        for word in row.related:
            assert word.rpartition("=")[2] in {**PURPOSES, **kinds.TAGS}, (row.id, word)


@pytest.mark.parametrize(
    ("lang", "line", "wanted"),
    [("zh", "检定 迈克 探索 ", {"寻物", "寻找线索", "查找资料"}), ("zh", "检定 迈克 操纵 ", {"演奏", "手艺"})],
)
def test_completion_offers_the_purposes_of_the_type(lang: str, line: str, wanted: set[str]) -> None:
    offer = complete.offer(begin("cowboy", lang=lang).driver, line)
    words = {choice.word.partition("=")[2] for group in offer.groups for choice in group.choices if "=" in choice.word}
    assert wanted <= words
