"""Chinese at the table: verbs whose words cannot be mixed up, lines, sentences and refusals without English."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

import pytest

from gmconsole.board import rows
from gmconsole.core.bands import missing
from gmconsole.core.commands import SetBand
from gmconsole.core.model import Msg, Name, Rejected, Who
from gmconsole.core.session import Session
from gmconsole.encounter import Encounter
from gmconsole.language import complete
from gmconsole.language.driver import Driver, verbs
from gmconsole.language.grammar import Ctx, Param, Verb
from gmconsole.rulesets.lawn import RULESET, armoury, parts, people, questions
from gmconsole.rulesets.lawn.state import BANDS, LawnState, Load
from gmconsole.rulesets.lawn.terms import ANSWER_NAMES, term
from gmconsole.text import terms

from .helpers import Fight, script
from .lawn import fighter, maker, play

LATIN = re.compile(r"[A-Za-z_]{2,}")
KEPT = {"EMP", "Enter", "PTSD"}
"""Latin words of Chinese: a weapon's name, a key's and a frenzy's."""

TYPED = frozenset(
    LATIN.findall(
        "in the dark at height off on roof pulls aiming ropes pit zqx key near truck pc npc obj word waltz Long Knife"
        " zip tie lamp mirror brush Make up Kit rope Clockwork Sewing contacts"
    )
)
"""Words of texts that random play types, in English whatever the language."""

BEGINS = {("生命", "生命上限")}
"""Words of verbs of which one begins like the other, on purpose: about the same thing, and of different form."""

PEOPLE = ("杰西卡", "迈克", "奥托", "牛仔", "恶棍", "老乔", "阿宝")
STEPS = 120

SESSION = Fight("cowboy", lang="zh").encounter.session
VERBS = verbs(SESSION)
CTX = Ctx(SESSION.state, SESSION.ruleset, "zh")


# Verbs ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_no_two_verbs_have_the_same_word(lang: str) -> None:
    words = [word for verb in VERBS for word in {verb.name.zh if lang == "zh" else verb.name.en, *verb.aliases}]
    assert len(words) == len(set(words))
    assert all(verb.name.zh and verb.name.en and verb.help.zh and verb.help.en for verb in VERBS)


def test_no_chinese_verb_begins_like_another() -> None:
    words = [verb.name.zh for verb in VERBS]
    assert {(a, b) for a in words for b in words if a != b and b.startswith(a)} == BEGINS


def test_verbs_of_like_meaning_have_the_words_of_the_book() -> None:
    said = {verb.id: verb.name.zh for verb in VERBS}
    assert [said[v] for v in ("counter", "react", "pass", "skip", "tend", "aid", "assist", "treat", "fall")] == [
        "反击",
        "回应",
        "放过",
        "略过",
        "急救",
        "援助",
        "协力",
        "治疗",
        "跌落",
    ]


@pytest.mark.parametrize("lang", ["zh", "en"])
@pytest.mark.parametrize("verb", VERBS, ids=lambda v: v.id)
def test_keywords_of_a_line_cannot_be_mixed_up(verb: Verb, lang: str) -> None:
    """No keyword twice, and none that is also a term that may stand loose in the same line."""
    keywords = [_word(p.keyword, lang) for p in verb.params if p.keyword is not None]
    assert len(keywords) == len(set(keywords))
    for param in verb.params:
        if param.keyword is None and param.kind in ("term", "check"):
            assert set(keywords).isdisjoint(_word(name, lang) for name in _names(param)), param.field


def _word(name: Name, lang: str) -> str:
    return name.zh if lang == "zh" else name.en


def _names(param: Param) -> list[Name]:
    assert param.terms is not None
    return list(param.terms(CTX).values())


def test_terms_of_one_place_have_words_of_their_own() -> None:
    """Where a line offers terms, each Chinese word is one term's only."""
    for verb in VERBS:
        for param in verb.params:
            if param.terms is not None:
                words = [name.zh for name in param.terms(CTX).values()]
                twice = {w for w in words if words.count(w) > 1}
                assert not twice, (verb.id, param.field, twice)


def test_completion_offers_chinese_words_in_chinese() -> None:
    driver: Driver[Any] = Driver(SESSION, "zh")
    for begun in (
        "",
        "检定 迈克 ",
        "检定 迈克 操纵",
        "状态 迈克 ",
        "设定 迈克 速度等级 ",
        "设定 牛仔 阵营 ",
        "选项 恶化计数 ",
        "选项 手下留情 ",
        "攻击 迈克 ",
        "将至 ",
        "装填 迈克 ",
        "宣言 迈克 靠近 ",
        "武器 迈克 ",
        "援助 迈克 ",
    ):
        offered = [c.word for group in complete.offer(driver, begun).groups for c in group.choices]
        assert offered, begun
        assert not [w for w in offered if set(LATIN.findall(w)) - KEPT], begun


# Terms ---------------------------------------------------------------------------------------------------------------


def test_no_name_is_a_raw_id() -> None:
    for kind, table in terms(RULESET).items():
        for key, name in table.items():
            assert "_" not in name.en, (kind, key)
            assert not set(LATIN.findall(name.zh)) - KEPT, (kind, key)


def test_every_answer_to_a_question_has_a_name() -> None:
    """What random play was asked, and what it could have answered."""
    for encounter, _ in _played(12):
        for question in _asked(encounter):
            for choice in question.choices:
                said = term(choice)
                assert not isinstance(said, str) or not LATIN.search(said), (question.kind, choice)
    assert {"goes_off", "dud"} <= set(ANSWER_NAMES) and set(parts.FATES) <= set(RULESET.terms()["fate"])


def _asked(encounter: Encounter) -> Iterator[Any]:
    for entry in encounter.session.history.entries:
        yield from (e.question for e in entry.events if isinstance(e, questions.Asked))


def test_an_answer_is_typed_in_either_language_or_as_a_person() -> None:
    fight = Fight("cowboy", lang="zh")
    fight.run("生命 牛仔 -3")
    (question,) = fight.state.questions.values()
    fight.refused(f"回答 {question.id} 天知道", "not-an-answer")
    fight.run(f"回答 {question.id} 濒死")
    assert fight.who("cowboy").fate == "dying"
    said = fight.encounter.session.history.entries[-1].command
    assert said is not None and fight.encounter.driver.line(said) == f"回答 {question.id} 濒死"


def test_weapons_are_loaded_by_their_chinese_names() -> None:
    fight = Fight("cowboy", lang="zh")
    fight.run("载弹 迈克 手枪 -1", "加入 非玩家角色 恶棍 敌方 载弹 霰弹枪=2/3")
    assert fight.load("mike", "pistol") == (2, 3)
    (thug,) = (p for p in fight.state.entities.values() if p.name == "恶棍")
    assert list(thug.load) == ["shotgun"]


def test_the_log_still_names_what_was_taken_out() -> None:
    fight = Fight("cowboy", lang="zh")
    fight.run("装置 闪光弹 牛仔 贴身", "起爆 闪光弹 哑弹", "移除 牛仔")
    words = fight.encounter.words("zh")
    for audience in ("gm", "players"):
        log = "\n".join(rows.log_lines(fight.encounter.board(audience), words))
        assert "闪光弹没有起爆" in log and "牛仔被移出这场遭遇" in log and "?" not in log, audience


@pytest.mark.parametrize(("lang", "said"), [("zh", "甲、乙；丙"), ("en", "甲, 乙; 丙")])
def test_a_list_of_lists_keeps_its_parts_apart(lang: str, said: str) -> None:
    words = Fight("cowboy").encounter.words(lang)
    assert words.say((Msg("{who}", {"who": ("甲", "乙")}), "丙")) == said
    assert words.say(("甲", "乙")) in ("甲、乙", "甲, 乙")


@pytest.mark.parametrize("name", ["cowboy", "rooftops", "burning_house", "gunfight"])
def test_scenarios_are_chinese_in_chinese(name: str) -> None:
    """Whatever a prepared crisis says as it begins and as what is proposed is taken."""
    fight = Fight(name, lang="zh")
    for line in ("开始 危机", *("下一步",) * 20):
        fight.encounter.run(line)
        for audience in ("gm", "players"):
            text = rows.as_text(fight.encounter.board(audience), fight.encounter.words("zh"), 200)
            assert not set(LATIN.findall(text)) - KEPT, line


# Play ----------------------------------------------------------------------------------------------------------------


def test_random_play_in_chinese_says_nothing_in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    """Boards, logs, lines and refusals of play with Chinese names; what play itself types in English is left out."""
    for module in (maker, fighter):
        monkeypatch.setattr(module, "NAMES", PEOPLE)
    monkeypatch.setattr(maker, "TEXTS", ("看那边", "快跑"))
    monkeypatch.setattr(maker, "WORDS", ("pistol", "麻绳"))
    for encounter, done in _played(10):
        words = encounter.words("zh")
        said = [words.refusal(d) for d in done if isinstance(d, Rejected)]
        said += [words.say(text) for text in _texts(encounter.board())]
        for text in said:
            assert "…" not in text and "{" not in text, text
            assert not set(LATIN.findall(re.sub(r"[a-z]+-\d{3}", "", text))) - KEPT - TYPED, text


def _played(seeds: int) -> Iterator[tuple[Encounter, list[Any]]]:
    """Encounters of random play at every tenth step, with what came of the steps since."""
    for seed in range(seeds):
        session = _table(seed)
        encounter = Encounter(session, lang="zh")
        done: list[Any] = []
        for step in range(STEPS):
            done.append(session.execute(play.command(seed * 1000 + step, session.state, wild=False)))
            if step % 10 == 9:
                yield encounter, done
                done = []


def _table(seed: int) -> Session[LawnState]:
    rng = Random(seed)
    session: Session[LawnState] = Session(RULESET, RULESET.new_state("树林"), seed=seed)
    for n, name in enumerate(rng.sample(PEOPLE, 4)):
        session.execute(
            people.Add(
                kind="pc" if n == 0 else rng.choice(("pc", "npc", "npc", "object")),
                name=name,
                side=rng.choice(("", "friendly", "hostile")),
                life=3,
                sanity=3,
                speed="sprint",
                load={"pistol": Load(now=2, full=3)} if n < 2 else {},
            )
        )
    for who, person in session.state.entities.items():
        if person.kind != "object":
            session.execute(armoury.Carry(who=who, add=tuple(rng.sample(fighter.ITEMS, 2))))
    for a, b in missing(session.state.bands, tuple(session.state.entities)):
        session.execute(SetBand(a=a, b=(b,), band=rng.choice(BANDS[:3])))
    return session


def _texts(value: Any) -> Iterator[Msg | Name | Who]:
    if isinstance(value, Msg | Name | Who):
        yield value
        return
    if isinstance(value, Mapping):
        value = tuple(value.values())
    elif hasattr(value, "__struct_fields__"):
        value = tuple(getattr(value, f) for f in value.__struct_fields__ if f not in ("command", "refuse", "skip"))
    for inner in value if isinstance(value, tuple) else ():
        yield from _texts(inner)


@pytest.mark.parametrize("name", ["cowboy_zh", "words_zh"])
def test_lines_are_written_in_chinese(name: str) -> None:
    """The undo list of a Chinese fight; counted ids of questions and checks aside."""
    fight = Fight("cowboy", lang="zh")
    for line in script(name):
        fight.run(line)
    for entry in fight.encounter.session.history.entries:
        if entry.command is not None:
            written = fight.encounter.driver.line(entry.command)
            assert not set(LATIN.findall(re.sub(r"[a-z]+-\d{3}", "", written))) - KEPT, written


@pytest.mark.parametrize(("word", "verb"), [("添加", "add"), ("协助", "assist")])
def test_the_screen_s_own_words_are_verbs_too(word: str, verb: str) -> None:
    found = Fight("cowboy", lang="zh").encounter.driver.find_verb(word)
    assert isinstance(found, Verb) and found.id == verb


def test_the_nearest_verb_is_named_where_one_of_two_characters_is_right() -> None:
    refused = Fight("cowboy", lang="zh").encounter.driver.find_verb("协理")
    assert isinstance(refused, Rejected) and refused.params["near"] == "协力"
