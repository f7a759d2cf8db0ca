"""Chinese and English: no message missing, none stale, every term in both, and a screen that changes as a whole."""

from __future__ import annotations

import ast
import gettext
import os
import re
import tomllib
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any

import pytest
from babel.messages.mofile import write_mo
from msgspec.structs import replace

from gmconsole import po
from gmconsole.board import cells, rows
from gmconsole.cli import main
from gmconsole.content import parse
from gmconsole.core import messages as kernel
from gmconsole.core import registry
from gmconsole.core.commands import Note
from gmconsole.core.model import Msg, Name, Rejected
from gmconsole.core.views import Board
from gmconsole.language.driver import verbs
from gmconsole.language.grammar import Ctx, form
from gmconsole.rulesets.lawn import RULESET
from gmconsole.scenarios import check_file, names
from gmconsole.store import Finding, Report, StoreError, read_save
from gmconsole.text import Words, system_language, terms
from tests import messages
from tests.helpers import Fight, script
from tests.lawn import play

HAN = re.compile(r"[\u4e00-\u9fff]")
LATIN = re.compile(r"[A-Za-z_]{2,}")
KEPT = {"Enter"}
"""Latin words that Chinese keeps: the name of a key."""

LATIN_NAMES = {"EMP", "PTSD"}
"""What is called by Latin letters in Chinese too."""

UNNAMED = {("aid", "difficulty")}
"""Tables of figures for what another table names."""

TOLD_ELSEWHERE = {
    ("gmconsole/text.py", "messages.REJECTIONS"),
    ("gmconsole/text.py", "self.ruleset.rejections()"),
    ("gmconsole/text.py", "msg.id"),
    ("gmconsole/core/secrets.py", "text.id"),
    ("gmconsole/core/questions.py", "question.kind"),
    ("gmconsole/core/questions.py", "self.wording"),
    ("gmconsole/tui/prompt.py", "label"),
    ("gmconsole/tui/prompt.py", "k.label"),
    ("gmconsole/tui/prompt.py", "proposed.label"),
    ("gmconsole/tui/screens/picker.py", "key.help"),
}
"""Places that word an id made or marked somewhere else."""

ALL = messages.messages()
WITH_PLACES = [(domain, text) for domain, ids in ALL.items() for text in ids]


# The catalogues ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("domain", sorted(ALL))
def test_no_message_is_missing_empty_doubtful_or_left_over(domain: str) -> None:
    found = messages.catalogue(domain)
    assert {m.id for m in found if m.id} == set(ALL[domain]), "python -m tests.messages --update"
    assert [m.id for m in found if m.id and (not m.string or m.fuzzy)] == []
    assert not found.obsolete
    assert not any(isinstance(m.id, tuple) for m in found), "plurals are avoided by wording"


@pytest.mark.parametrize("domain", sorted(ALL))
def test_a_translation_has_the_fields_of_its_message(domain: str) -> None:
    for entry in messages.catalogue(domain):
        if entry.id:
            assert messages.fields(entry.id) == messages.fields(str(entry.string)), entry.id


def test_every_field_is_named_and_plain() -> None:
    for _, text in WITH_PLACES:
        assert all(re.fullmatch(r"[a-z_]+", field) for field in re.findall(r"\{([^{}]*)\}", text)), text


def test_the_source_hides_no_message() -> None:
    unknown = {(f.file, f.id) for source in messages.sources().values() for f in source.unknown}
    assert unknown - TOLD_ELSEWHERE == set()


def test_a_string_of_a_book_and_the_program_is_the_programs() -> None:
    owners: dict[str, set[str]] = {}
    for file, source in messages.sources().items():
        for found in source.found:
            owners.setdefault(found.id, set()).add(messages.domain_of(file))
    for text, domains in owners.items():
        expected = {messages.PROGRAM} if messages.PROGRAM in domains else domains
        assert {domain for domain, ids in ALL.items() if text in ids} == expected


def test_punctuation_is_full_width_in_chinese() -> None:
    for domain in ALL:
        for entry in messages.catalogue(domain):
            said = str(entry.string)
            if entry.id and HAN.search(said) and "\n" not in entry.id and " -> " not in said:
                assert not re.search(r"[\u4e00-\u9fff}][,;?!]|[\u4e00-\u9fff][:(]|[,;?!] ?[\u4e00-\u9fff]", said), said


def test_extraction_finds_every_way_of_writing_a_message() -> None:
    source = messages.read(
        "x.py",
        """
TABLE = {"a": N_("from a table"), "b": N_("from b")}
questions.WORDING["x"] = "a question"
WORDING["y"] = N_("another")
def f(e, words, question, last):
    text = "by a name"
    other = "one" if last == "not me" else "two"
    Msg("plain", {"key": "not me"})
    Msg("yes" if e.kind == "not me" else "no", {})
    Msg({"not me": "of a dict"}[e.kind])
    Msg({"not me": "of get"}.get(e.kind, "default"))
    Msg(TABLE.get(e.kind, N_("else")))
    Msg(text)
    Msg(other)
    words.message("worded").format(n=1)
    self.words.message("one word" if last else "other word")
    Msg("band:" + e.band)
    Msg(f"{kind}:{key}")
    Msg("state:prone")
    Msg("environment: {now}")
    Msg("joined "
        "text")
    Msg(f"hidden {e}")
    Msg(e.unknown)
""",
    )
    assert [f.id for f in source.found if "not me" in f.id] == []
    assert {f.id for f in source.found} == {
        "from a table",
        "from b",
        "a question",
        "another",
        "by a name",
        "one",
        "two",
        "plain",
        "yes",
        "no",
        "of a dict",
        "of get",
        "default",
        "else",
        "worded",
        "one word",
        "other word",
        "environment: {now}",
        "joined text",
    }
    assert [f.id for f in source.unknown] == ["f'hidden {e}'", "e.unknown"]


def test_updating_keeps_translations_and_drops_what_is_gone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(messages, "HERE", tmp_path)
    here = {"old": [messages.Found("old", "a.py", 1)], "gone": [messages.Found("gone", "a.py", 2)]}
    messages.update("x", here, {"old": "旧", "gone": "去"})
    del here["gone"]
    here["new {n}"] = [messages.Found("new {n}", "b.py", 1)]
    messages.update("x", here)
    found = messages.catalogue("x")
    assert [(m.id, m.string) for m in found if m.id] == [("old", "旧"), ("new {n}", "")]
    assert not found.obsolete
    once = messages.path_of("x").read_bytes()
    messages.update("x", here)
    assert messages.path_of("x").read_bytes() == once


# Reading them --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("domain", sorted(ALL))
def test_a_catalogue_says_the_same_written_and_compiled(domain: str) -> None:
    found = messages.catalogue(domain)
    compiled = BytesIO()
    write_mo(compiled, found)
    compiled.seek(0)
    there = gettext.GNUTranslations(compiled)
    written = po.Catalogue(messages.path_of(domain))
    for text in ALL[domain]:
        assert written.gettext(text) == there.gettext(text) == found[text].string
    assert written.gettext("no such message") == "no such message"


def test_a_written_catalogue_is_read_as_gettext_writes_it() -> None:
    assert po.entries(
        'msgid ""\nmsgstr ""\n"Language: zh\\n"\n\n#: a.py\n#, fuzzy-not\nmsgid "one"\nmsgstr "一"\n\n'
        'msgid ""\n"two\\n"\n"lines \\"\\\\ {n}"\nmsgstr ""\n"两\\n"\n"行“{n}”\\t"\n\n'
        'msgid "empty"\nmsgstr ""\n\n#~ msgid "gone"\n#~ msgstr "去"\n'
    ) == {"one": "一", 'two\nlines "\\ {n}': "两\n行“{n}”\t"}


def test_a_checkout_speaks_chinese_before_it_is_built_and_after_an_edit(tmp_path: Path) -> None:
    folder = tmp_path / "zh" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    source, compiled = folder / "x.po", folder / "x.mo"
    assert po.catalogue("x", tmp_path, "zh").gettext("one") == "one"
    source.write_text('msgid "one"\nmsgstr "旧"\n', encoding="utf-8")
    assert po.catalogue("x", tmp_path, "zh").gettext("one") == "旧"
    with source.open("rb") as file, compiled.open("wb") as out:
        write_mo(out, messages.read_po(file))
    assert isinstance(po.catalogue("x", tmp_path, "zh"), gettext.GNUTranslations)
    assert po.catalogue("x", tmp_path, "zh").gettext("one") == "旧"
    source.write_text('msgid "one"\nmsgstr "新"\n', encoding="utf-8")
    later = compiled.stat().st_mtime + 5
    os.utime(source, (later, later))
    assert po.catalogue("x", tmp_path, "zh").gettext("one") == "新"


@pytest.mark.parametrize(
    ("values", "lang"),
    [
        ({"GMCONSOLE_LANG": "zh", "LANG": "en_GB.UTF-8"}, "zh"),
        ({"LC_ALL": "zh_CN.UTF-8"}, "zh"),
        ({"LANG": "zh_TW"}, "zh"),
        ({"LC_ALL": "C", "LANG": "zh_CN"}, "en"),
        ({}, "en"),
        ({"LANG": "de_DE"}, "en"),
    ],
)
def test_the_environment_chooses_the_language(
    values: dict[str, str], lang: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for variable in ("GMCONSOLE_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(variable, raising=False)
    for variable, value in values.items():
        monkeypatch.setenv(variable, value)
    assert system_language() == lang


# Terms ---------------------------------------------------------------------------------------------------------------


def _names(value: Any, place: str) -> Iterator[tuple[str, dict[str, Any]]]:
    if isinstance(value, dict):
        if "zh" in value or "en" in value:
            yield place, value
        for key, inner in value.items():
            yield from _names(inner, f"{place}.{key}")
    elif isinstance(value, list):
        for i, inner in enumerate(value):
            yield from _names(inner, f"{place}[{i}]")


CONTENT = sorted((messages.HERE / "content").rglob("*.toml"))


@pytest.mark.parametrize("path", CONTENT, ids=lambda p: p.stem)
def test_content_is_named_in_both_languages(path: Path) -> None:
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    for place, name in _names(data, path.stem):
        assert set(name) - {"also"} == {"zh", "en"}, place
        assert name["zh"].strip() and name["en"].strip(), place
        assert (HAN.search(name["zh"]) or name["zh"] in LATIN_NAMES) and not HAN.search(name["en"]), place
    if path.parent.name == "lawn" and path.stem != "rules":
        table = [
            row
            for key, rows_ in data.items()
            if isinstance(rows_, list) and (path.stem, key) not in UNNAMED
            for row in rows_
        ]
        assert table and all("name" in row for row in table)


def test_names_in_the_source_are_given_in_both_languages() -> None:
    seen = 0
    for path in sorted((messages.HERE / "gmconsole").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Call(func=ast.Name(id="Name"), args=[ast.Constant(str(zh)), ast.Constant(str(en))]):
                    seen += 1
                    both = HAN.search(zh) and en and not HAN.search(en)
                    assert both or zh == en, (path.name, node.lineno, zh, en)
    assert seen > 200


def test_terms_are_named_in_both_languages() -> None:
    for ruleset_id in registry.names():
        ruleset = registry.get(ruleset_id)
        assert ruleset is not None
        for kind, table in terms(ruleset).items():
            for key, name in table.items():
                assert name.zh and name.en, (kind, key)
        assert ruleset.name.zh and ruleset.name.en


def test_short_labels_fit_where_they_stand() -> None:
    lawn = registry.get("lawn")
    assert lawn is not None
    phases = lawn.phase_names()
    assert [n.zh for n in phases.values()] == ["先攻", "中立", "移动", "行动"]
    assert [n.en for n in phases.values()] == ["Initiative", "Neutral", "Movement", "Action"]
    assert all(len(n.zh) <= 3 for n in phases.values())
    bands = lawn.band_names()
    assert [n.en for n in bands.values()] == ["Touch", "Near", "Medium", "Far", "Extreme"]
    assert all(cells.width(n.zh) <= 4 for n in bands.values())
    assert all(cells.width(n.zh) <= 8 for n in lawn.environment_names().values())


def test_terms_are_those_of_the_glossary() -> None:
    lawn = registry.get("lawn")
    assert lawn is not None
    said = {
        (kind, key): (name.zh, name.en.casefold()) for kind, table in terms(lawn).items() for key, name in table.items()
    }
    for kind, key, zh, en in [
        ("state", "light_wound", "轻伤", "light wound"),
        ("state", "severe_wound", "重伤", "severe wound"),
        ("state", "in_shock", "休克", "in shock"),
        ("state", "cardiac_arrest", "心肺功能停止", "cardiac arrest"),
        ("state", "embedded_object", "异物嵌入", "embedded object"),
        ("state", "stunned", "震慑", "stunned"),
        ("outcome", "critical_success", "大成功", "critical success"),
        ("outcome", "automatic_failure", "自动失败", "automatic failure"),
        ("type", "PHY", "体能", "phy"),
        ("type", "MND", "意志", "mnd"),
        ("type", "INF", "魅力", "inf"),
        ("speed", "crawl", "匍匐", "crawl"),
        ("speed", "sprint", "疾驰", "sprint"),
        ("light", "oil_lamp", "油灯", "oil lamp"),
    ]:
        assert said[kind, key] == (zh, en)


def test_sentences_use_the_words_of_the_glossary() -> None:
    said = {text: str(messages.catalogue(domain)[text].string) for domain, text in WITH_PLACES}
    for english, zh in [
        ("initiative D{after}", "先攻检定"),
        ("{state}, tended", "已急救"),
        ("{state}, untended", "未急救"),
        ("{who} has no life points", "生命值"),
        ("{who} {outcome}, degree {degree}", "成功度"),
        ("hazard {name}", "险境"),
        ("{who} has declared", "宣言"),
        ("{who} approaches {approach}", "靠近"),
        ("{who} is static", "静止"),
        ("{who} retreats from {retreat}", "远离"),
        ("{who} and {others} keep their distance", "维持距离"),
        ("{who} is on a shortcut already", "抄近路"),
        ("opposed check of {a} and {b}: no result", "对抗检定"),
        ("{who} is an important character", "重要角色"),
        ("{who} is a structure: only breaching harms it", "器材破坏"),
    ]:
        assert zh in said[english]
    # In Cairn a side has its 回合; nowhere else is it a word of ours.
    others = [zh for text, zh in said.items() if text not in ALL["cairn"] or text in ALL["lawn"]]
    assert not any(word in zh for zh in others for word in ("暴击", "大成败", "血量", "回合", "DM"))


# The screen ----------------------------------------------------------------------------------------------------------


def _panes(board: Board, words: Words) -> dict[str, str]:
    parts = {
        "header": [rows.header(board, words, 120)],
        "now": rows.tracker(board, words, 80),
        "order": rows.order(board, words, 40),
        "distance": rows.distance(board, words, 60),
        "party": rows.people(board, words, 80, ("party",)),
        "others": rows.people(board, words, 80, ("others",)),
        "upcoming": rows.upcoming(board, words, 60),
        "log": rows.log(board, words, 120),
    }
    texts = {name: "\n".join(r.text for r in lines) for name, lines in parts.items()}
    return {
        **texts,
        "title": rows.now_title(board, words),
        "notes": "\n".join(r.text for r in rows.notes(replace(board, notes=(), clocks={}), words, 60)),
    }


@pytest.mark.parametrize("name", ["cowboy", "words", "words_zh"])
def test_nothing_english_is_left_on_a_chinese_screen(name: str) -> None:
    fight = Fight("cowboy", lang="zh")
    typed = {"rope", "network", "light", "the", "lamp", "fire", "revolver"} if name == "cowboy" else set()
    for line in script(name):
        fight.run(line)
        words = fight.encounter.words("zh")
        for audience in ("gm", "players"):
            text = rows.as_text(fight.encounter.board(audience), words, 200)
            assert set(LATIN.findall(text)) <= KEPT | typed, line
            assert "{" not in text and "…" not in text, line


@pytest.mark.parametrize("name", ["words", "words_zh"])
def test_every_message_on_the_screen_is_in_a_catalogue(name: str) -> None:
    known = set().union(*ALL.values())
    fight = Fight("cowboy", lang="zh")
    kinds = terms(fight.encounter.ruleset)

    def walk(value: Any) -> Iterator[Msg]:
        if isinstance(value, Msg):
            yield value
        if isinstance(value, dict):
            value = tuple(value.values())
        elif hasattr(value, "__struct_fields__"):
            value = tuple(getattr(value, f) for f in value.__struct_fields__)
        if isinstance(value, tuple):
            for inner in value:
                yield from walk(inner)

    for line in script(name):
        fight.run(line)
        for msg in walk(fight.encounter.board()):
            kind, _, key = msg.id.partition(":")
            assert msg.id in known or key in kinds.get(kind, {}), (line, msg.id)


@pytest.mark.parametrize("at", [6, 12, 18, 21])
def test_switching_the_language_changes_every_pane_and_no_board(at: int) -> None:
    fight = Fight("cowboy", lang="zh")
    for line in script("cowboy")[:at]:
        fight.run(line)
    before = fight.encounter.board()
    zh = _panes(before, fight.encounter.words("zh"))
    fight.encounter.driver.lang = "en"
    assert fight.encounter.board() == before
    en = _panes(before, fight.encounter.words())
    assert {pane for pane in zh if zh[pane] == en[pane]} == set()
    fight.encounter.driver.lang = "zh"
    assert _panes(before, fight.encounter.words()) == zh


def test_a_sentence_is_worded_with_the_terms_of_its_book() -> None:
    fight = Fight("cowboy")
    zh, en = fight.encounter.words("zh"), fight.encounter.words("en")
    for text, chinese, english in [
        (Msg("band:near"), "近距", "Near"),
        (Msg("speed:sprint"), "疾驰", "Sprint"),
        (Msg("shape:某物"), "某物", "某物"),
        (
            Msg("environment: {now}", {"now": (Msg("environment:fog"), Msg("environment:dark"))}),
            "环境：迷雾、黑暗",
            "environment: fog, dark",
        ),
        (Msg("environment: nothing special"), "环境：没有特别之处", "environment: nothing special"),
        (Name("刀", "Knife"), "刀", "Knife"),
        ("{plain}", "{plain}", "{plain}"),
        (Msg("round {after}", {}), "第 … 轮", "round …"),
    ]:
        assert (zh.say(text), en.say(text)) == (chinese, english)


# Refusals, faults, findings -----------------------------------------------------------------------------------------


def _refusals() -> Iterator[tuple[str, int, str, set[str] | None]]:
    """Every refusal in the source: file, line, code, and the names of its parameters where they are written there."""
    for path in sorted((messages.HERE / "gmconsole").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Call(func=ast.Name(id="Rejected"), args=[ast.Constant(value=str(code)), *rest]):
                    given: set[str] | None = set()
                    if rest:
                        written = rest[0].keys if isinstance(rest[0], ast.Dict) else [None]
                        keys = [k.value for k in written if isinstance(k, ast.Constant) and isinstance(k.value, str)]
                        given = set(keys) if len(keys) == len(written) else None
                    yield path.name, node.lineno, code, given


def test_every_refusal_has_a_sentence_and_fills_it() -> None:
    tables = dict(kernel.REJECTIONS)
    for ruleset_id in registry.names():
        ruleset = registry.get(ruleset_id)
        assert ruleset is not None
        tables.update(ruleset.rejections())
    found = list(_refusals())
    assert len(found) > 100
    for file, line, code, given in found:
        assert code in tables, (file, line, code)
        if given is not None:
            assert set(messages.fields(tables[code])) <= given, (file, line, code)


def test_a_refusal_names_terms_and_keeps_what_was_typed() -> None:
    fight = Fight("cowboy")
    fight.run("start crisis fight")
    for line, chinese in [
        ("fly away", "没有动词“fly”"),
        ("clock 警长", "新的时钟需要写明段数：时钟 警长 4"),
        ("set mike sanity 200", "神志应在 0 到 99 之间，不能是 200"),
        ("roll 3d6 = 7 1 1", "D6 掷不出 7"),
        ("set mike speed near", "速度等级：“near”不在其中：静止、匍匐、缓步、疾驰、载具"),
        ("undo 9", "可以撤销的步数：1"),
        ("next", "只有你能决定：本轮先攻检定难度？"),
        ("declare nobody", "没有人叫“nobody”"),
    ]:
        refused = fight.encounter.run(line)
        assert isinstance(refused, Rejected), line
        assert fight.encounter.words("zh").refusal(refused).startswith(chinese)
        assert not HAN.search(fight.encounter.words("en").refusal(refused).replace("警长", ""))
    assert Words("zh").refusal(Rejected("never-heard-of", {"n": 1})) == "never-heard-of (n=1)"


def test_a_refusal_never_leaves_a_term_to_be_guessed() -> None:
    """Whatever play refuses, a bare word in it is somebody's own, and no term stands there by its id alone."""
    ids = {key for names in terms(RULESET).values() for key in names if not key.isdigit()}
    typed = ("word", "value", "near", "form", "name", "item", "carried", "who", "field", "part", "missing")
    for seed in range(60):
        session, steps = play.table(seed), Random(seed)
        for _ in range(40):
            done = session.execute(play.command(steps.randrange(1 << 32), session.state))
            for key, value in done.params.items() if isinstance(done, Rejected) else ():
                bare = [v for v in (value if isinstance(value, tuple) else (value,)) if isinstance(v, str)]
                assert key in typed or not ids.intersection(bare), done


def test_a_value_of_a_choice_is_read_and_said_in_both_languages() -> None:
    fight = Fight("cowboy")
    fight.run("设定 mike 速度等级 缓步")
    fight.run("选项 恶化计数 按轮")
    words = fight.encounter.words("zh")
    said = [words.say(m) for entry in fight.encounter.board().log[-2:] for m in entry.said]
    assert "疾驰" in said[0] and "缓步" in said[0] and said[1].endswith("按轮")
    assert fight.encounter.words("zh").refusal(fight.encounter.run("选项 恶化计数 天天")).endswith("按行动、按轮")


def test_forms_of_verbs_are_written_in_one_language() -> None:
    session = Fight("cowboy").encounter.session
    for verb in verbs(session):
        assert set(LATIN.findall(form(verb, Ctx(session.state, session.ruleset, "zh")))) == set(), verb.id
        assert not HAN.search(form(verb, Ctx(session.state, session.ruleset, "en"))), verb.id


def test_faults_of_files_are_said_in_the_language_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "x.toml"
    path.write_text(
        '[scenario]\nid = "x"\nruleset = "lawn"\n[[person]]\nid = "ann"\nkind = "pc"\nlife = 3\n'
        'sped = "walk"\n[[person]]\nid = "ann"\n[[band]]\nbetween = ["ann", "cy"]\nband = "nere"\n',
        encoding="utf-8",
    )
    say = Words("zh").say
    assert [f.line_text(say) for f in check_file(path)] == [
        f"{path}:7: person 1.life: 这里不能这样写，写的是 3，可用：这一类人没有 life；文件未被采用",
        f'{path}:8: person 1.sped: 未知的键，写的是 "sped"，可用：speed；文件未被采用',
        f'{path}:10: person 2.id: id 重复，写的是 "ann"，可用：自己独有的 id；文件未被采用',
        f'{path}:12: band 1.between 2: 没有这个人，写的是 "cy"，可用：ann；文件未被采用',
        f'{path}:13: band 1.band: 这里不能这样写，写的是 "nere"，可用：near（或 touch, medium, far, extreme）；'
        "文件未被采用",
    ]
    for fault in check_file(path):
        assert fault.line_text() == fault.line_text(Words("en").say)
    noted = parse("y.toml", b"\xef\xbb\xbfa = 1\n").notes[0]
    assert noted.line_text(say) == "y.toml:1: 文本之前有字节顺序标记；已略过"


def test_findings_and_errors_of_saves_are_said_in_the_language_asked_for(tmp_path: Path) -> None:
    say = Words("zh").say
    report = Report(
        (
            Finding("missing", {"source": "B-1.toml"}),
            Finding("unsealed", {"reason": Msg("its end is missing"), "source": "B-1.toml"}),
        ),
        None,
    )
    assert [say(s) for s in report.sentences()] == [
        "存档文件不见了；已从 B-1.toml 恢复",
        "存档文件不完整（缺少结尾）；已另行保留，并从 B-1.toml 恢复",
        "  不知道改了什么：那一刻没有未改动的副本",
    ]
    assert report.lines() == [Words("en").say(s) for s in report.sentences()]
    with pytest.raises(StoreError) as problem:
        read_save(tmp_path / "none.toml")
    assert say(problem.value.sentence) == f"{tmp_path / 'none.toml'}：这里没有存档"
    assert str(problem.value) == Words("en").say(problem.value.sentence)


def test_the_doors_answer_in_the_language_asked_for(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = tmp_path / "lines.txt"
    lines.write_text("start crisis fight\nqqq\n", encoding="utf-8")
    saved = tmp_path / "saves" / "one.toml"
    saved.parent.mkdir()

    def run(*arguments: str) -> str:
        main([*arguments, "--lang", "zh", "--saves", str(saved.parent)])
        return "".join(capsys.readouterr())

    assert run("play", "cowboy", "--script", str(lines)) == f"{lines}:2: qqq: 没有动词“qqq”；最接近的：无\n"
    lines.write_text("start crisis fight\n", encoding="utf-8")
    assert "第 1 轮" in run("play", "cowboy", "--script", str(lines), "--to", str(saved))
    assert run("play", "cowboy", "--script", str(lines), "--to", str(saved)) == f"{saved}: 已经存在；什么也没有写入\n"
    assert "林中牛仔  草坪客厅，第 1 轮 先攻，" in run("list")
    assert run("check", str(saved)) == f"{saved}: 没有发现问题\n"
    known = ", ".join(names())
    assert run("board", "nothere") == (f"nothere:1: 没有这个存档或剧本，可用：{known}；文件未被采用\n")
    assert "大成功" in run("odds", "7", "9") and run("odds") == "odds: 需要写明骰数与面数（DICE FACES），或用 --table\n"
    damaged = saved.with_name("two.toml")
    damaged.write_text("[save\n", encoding="utf-8")
    assert "two                      存档文件无法读取；运行 gmconsole two 会尝试它的备份\n" in run("list")


def test_a_note_in_either_language_is_left_as_it_was_written() -> None:
    fight = Fight("cowboy")
    fight.encounter.session.execute(Note(text="near {who} %s"))
    for lang, lead in (("zh", "备注："), ("en", "note: ")):
        assert rows.log_lines(fight.encounter.board(), fight.encounter.words(lang))[-1] == lead + "near {who} %s"
