"""Rules at hand: the shipped ledgers are found by words, and by whatever the cursor is on."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from gmconsole import content, rules
from gmconsole.board.cells import width
from gmconsole.board.ledger import MODES, TIERS, answer, whole
from gmconsole.board.subjects import of_text, topics
from gmconsole.cli import main
from gmconsole.core.model import Msg
from gmconsole.core.ruleset import Ruleset
from gmconsole.core.views import PANES
from gmconsole.encounter import Encounter
from gmconsole.rulesets.cairn import RULESET as CAIRN
from gmconsole.rulesets.lawn import RULESET as LAWN
from gmconsole.rulesets.lawn.negotiation import KEYS
from gmconsole.scenarios import load_scenario, start_state
from gmconsole.text import TERM, Words, terms

from .core.toy import Toy
from .helpers import Fight, script
from .messages import messages

BOOKS: tuple[Ruleset[Any], ...] = (LAWN, CAIRN)
ROOT = Path(__file__).resolve().parents[1]
MUST: dict[str, tuple[str, ...]] = {
    "lawn": (
        "state",
        "field",
        "option",
        "type",
        "outcome",
        "band",
        "speed",
        "phase",
        "trait",
        "weapon",
        "light",
        "step",
    ),
    "cairn": ("condition", "field", "option", "attribute", "band", "phase", "scar", "act", "save", "reason"),
}
"""The kinds of term of which each opens a rule."""


@cache
def code(book: str) -> tuple[ast.Call, ...]:
    """Every call in a book's own code."""
    paths = sorted((ROOT / "gmconsole" / "rulesets" / book).glob("*.py"))
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in paths]
    return tuple(node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Call))


def calls(book: Ruleset[Any], *names: str) -> Iterator[ast.Call]:
    """Every call of one of these functions in a book's own code."""
    for node in code(book.id):
        if (node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")) in names:
            yield node


def constants(call: ast.Call, keyword: str, place: int) -> Iterator[str]:
    """The text given for a parameter, by its name or its place."""
    given = [k.value for k in call.keywords if k.arg == keyword] or call.args[place : place + 1]
    for value in given:
        if isinstance(value, ast.Constant) and isinstance(value.value, str):
            yield value.value


def task_kinds(book: Ruleset[Any]) -> set[str]:
    """The kinds of tasks the book puts on its agenda."""
    found = {kind for call in calls(book, "Task") for kind in constants(call, "kind", 9)}
    found |= {kind for call in calls(book, "roll_task") for kind in constants(call, "kind", 2)}
    found |= {f"question:{kind}" for kind in book.asks.wording}
    return found | {f"save:{kind}" for kind in book.terms().get("save", {})}


def choice_kinds(book: Ruleset[Any]) -> set[str]:
    """What may be done about a check, by kind."""
    named = {kind for call in calls(book, "Option", "Choice") for kind in constants(call, "kind", 9)}
    return {*named, *KEYS, "switch"} if book.id == "lawn" else named


def pool_reasons(book: Ruleset[Any]) -> set[str]:
    """Why there are dice in a pool, as far as the code names the reason."""
    return {why for call in calls(book, "PoolLine") for why in constants(call, "why", 0)}


def shown(book: Ruleset[Any]) -> set[str]:
    """The messages of the figures on cards and in headers, as far as they stand where they are drawn."""
    found = set()
    for call in calls(book, "Span"):
        for node in ast.walk(call.args[0]) if call.args else ():
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Msg":
                found |= {text for text in constants(node, "id", 0) if not TERM.fullmatch(text)}
    return found


@cache
def texts() -> set[str]:
    """Every message of the program and its books."""
    return {found for domain in messages().values() for found in domain}


# The index -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("book", BOOKS, ids=lambda b: b.id)
def test_every_task_state_value_switch_and_option_opens_a_rule(book: Ruleset[Any]) -> None:
    known = rules.ledger(book)
    wanted = [f"task:{kind}" for kind in task_kinds(book)]
    wanted += [f"choice:{kind}" for kind in choice_kinds(book) if book.id == "lawn"]
    wanted += [f"{kind}:{key}" for kind in MUST[book.id] for key in terms(book)[kind] if key]
    wanted += [f"text:{text}" for text in shown(book)]
    assert sorted(s for s in wanted if not known.about(s)) == []


def test_every_reason_for_dice_in_a_pool_opens_a_rule() -> None:
    from gmconsole.rulesets.lawn.terms import term

    known = rules.ledger(LAWN)
    for why in pool_reasons(LAWN) | set(terms(LAWN)["state"]) | set(terms(LAWN)["type"]):
        assert any(known.about(s) for s in of_text(term(why), Words("en", LAWN))), why


@pytest.mark.parametrize("book", BOOKS, ids=lambda b: b.id)
def test_what_rules_are_about_exists(book: Ruleset[Any]) -> None:
    known = terms(book)
    own = {
        "task": task_kinds(book),
        "choice": choice_kinds(book),
        "pane": set(PANES),
        "text": texts(),
    }
    lost = []
    for subject in rules.ledger(book).subjects():
        kind, _, key = subject.partition(":")
        if key not in own.get(kind, known.get(kind, {})):
            lost.append(subject)
    assert lost == []


def test_what_is_about_one_thing_comes_first() -> None:
    found = rules.about(LAWN, ("state:on_fire", "state:bleeding"))
    assert [r.id for r in found][:1] == ["LP-INJ-042"]
    assert len({r.id for r in found}) == len(found) > 4


# Searching -----------------------------------------------------------------------------------------------------------


def test_all_words_must_stand_somewhere_in_any_language() -> None:
    def ids(words: str, lang: str = "en") -> list[str]:
        return [rule.id for rule in rules.search(LAWN, words, lang)]

    assert len(ids("")) == 920
    assert ids("lp-mov-025") == ids("ＭＯＶ－０２５") == ["LP-MOV-025"]
    assert ids("mov stand")[0] == "LP-MOV-069"
    assert "LP-INJ-044" in ids("bleeding infection")
    assert "LP-INJ-044" in ids("出血", "zh")
    assert "LP-MOV-069" in ids("摔倒 起身", "zh"), "found by what it is about"
    assert ids("bleeding 出血 infection") == ids("INFECTION bleeding 出血") != []
    assert ids("no-such-word-anywhere") == []
    assert rules.search(CAIRN, "疲乏", "zh")[0].id.startswith("CA-")


def test_ids_come_before_short_lines_and_these_before_statements() -> None:
    found = rules.search(LAWN, "atk", "en")
    assert found[0].id == "LP-ATK-001"
    assert all("ATK" in r.id for r in found[:89])
    found = rules.search(LAWN, "grenade", "en")
    places = ["grenade" in rule.short.en.casefold() for rule in found]
    assert places == sorted(places, reverse=True)
    assert places[0] and not places[-1]


@pytest.mark.parametrize("book", BOOKS, ids=lambda b: b.id)
def test_the_tables_are_those_of_the_ledger(book: Ruleset[Any]) -> None:
    known = rules.ledger(book)
    document = content.read_document(content.folder(book) / "rules.toml").data
    assert list(known.rules) == [row["id"] for row in document["rule"]]
    assert {r.tier for r in known.rules.values()} <= TIERS.keys()
    assert {r.mode for r in known.rules.values()} <= MODES.keys()
    assert {r.chapter for r in known.rules.values()} == known.chapters.keys()


def test_a_book_without_a_ledger_has_no_rules() -> None:
    class Bare(Toy):
        folder = ROOT / "tests" / "data"

    assert rules.search(Bare(), "", "en") == ()
    assert answer(rules.ledger(Bare()), "coin", Words("en"), 60) == "No rule has all these words: coin\n"


def test_a_book_of_its_own_folder_brings_its_own_ledger(tmp_path: Path) -> None:
    text = """
    [[rule]]
    id = "TO-1"
    chapter = "coins"
    tier = "core"
    mode = "automate"
    since = 1
    statement = "Whoever throws most takes all."
    short = { zh = "最大者全拿。", en = "The most takes all." }
    about = ["task:throw"]
    """
    (tmp_path / "rules.toml").write_text(text, encoding="utf-8")

    class Own(Toy):
        folder = tmp_path

    assert [r.id for r in rules.about(Own(), ("task:throw",))] == ["TO-1"]
    (tmp_path / "rules.toml").write_text(text.replace("since = 1", 'since = "one"'), encoding="utf-8")
    with pytest.raises(content.ContentError) as broken:
        rules.ledger(Own())
    assert "rules.toml:7: rule 1.since: not allowed here" in str(broken.value)


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("cells", [36, 72, 110])
def test_every_rule_can_be_read_whole(lang: str, cells: int) -> None:
    for book in BOOKS:
        known, words = rules.ledger(book), Words(lang, book)
        for rule in known.rules.values():
            made = whole(rule, known, words, cells)
            text = "".join(r.text for r in made)
            assert all(width(r.text) <= cells for r in made)
            assert "".join(rule.statement.split()) in "".join(text.split())
            assert "".join(words.name(rule.short).split()) in "".join(text.split())
            assert rule.id in text


# The doors -----------------------------------------------------------------------------------------------------------


def test_rules_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "lawn", "mov", "025", "--lang", "en"]) == 0
    assert "In full: Rounds needed to close on a static target." in capsys.readouterr().out
    assert main(["rules", "cairn", "疲乏", "栏位", "--lang", "zh"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) > 1 and all(line.startswith(("CA-", " ")) for line in lines)
    assert main(["rules", "lawn", "zzz", "--lang", "en"]) == 0
    assert capsys.readouterr().out == "No rule has all these words: zzz\n"
    assert main(["rules", "lawm", "--lang", "en"]) == 2
    assert "lawn" in capsys.readouterr().err
    assert main(["rules", "lawn", "INJ-044", "--json"]) == 0
    (row,) = map(json.loads, capsys.readouterr().out.splitlines())
    assert row["id"] == "LP-INJ-044" and row["short"]["zh"] and "state:bleeding" in row["about"]


def test_a_script_may_ask_for_rules(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = tmp_path / "lines.txt"
    lines.write_text("rules mov 025\n规则 出血 感染\nrules\n", encoding="utf-8")
    assert main(["play", "cowboy", "--script", str(lines), "--lang", "en", "--saves", str(tmp_path)]) == 0
    out = capsys.readouterr().out
    assert "In full: Rounds needed" in out
    assert "LP-INJ-044" in out
    assert "LP-EMG-017" in out


def test_nothing_is_read_before_somebody_asks(tmp_path: Path) -> None:
    code = (
        "import sys\nfrom gmconsole.cli import main\n"
        f"main(['play', 'cowboy', '--script', {str(tmp_path / 'l')!r}, '--saves', {str(tmp_path)!r}])\n"
        "assert 'gmconsole.rules' not in sys.modules"
    )
    (tmp_path / "l").write_text("start crisis\n", encoding="utf-8")
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, cwd=ROOT, check=False).returncode == 0


# What the cursor is on -----------------------------------------------------------------------------------------------


def found_at(encounter: Encounter, target: str, pane: str = "now") -> list[str]:
    """The ids of the rules that ``?`` offers there."""
    said = topics(encounter.board(), encounter.words(), target, pane)
    return [r.id for r in rules.about(encounter.ruleset, (s for t in said for s in t.subjects))]


def test_the_task_at_hand_a_person_a_distance_and_a_pane_open_their_rules() -> None:
    fight = Fight("cowboy")
    fight.run(*script("cowboy")[:11])
    encounter = fight.encounter
    head = next(i for i, t in enumerate(encounter.board().tasks) if not t.done)
    assert "LP-MOV-001" in found_at(encounter, f"task:{head}")
    assert found_at(encounter, "") == found_at(encounter, f"task:{head}"), "Enter's task stands for its pane"
    jessica = found_at(encounter, "who:pc-001")
    assert {"LP-SAN-001", "LP-MOV-069", "LP-MOV-011"} <= set(jessica), "sanity, prone, Sprint"
    assert "LP-LIF-003" in found_at(encounter, "who:npc-001", "others")
    assert "LP-DST-005" in found_at(encounter, "pair:pc-001 npc-001", "distance")
    assert {"LP-DST-001", "LP-DST-003", "LP-DST-011"} <= set(found_at(encounter, "", "distance")), "the dark too"
    assert "LP-INI-008" in found_at(encounter, "", "order")
    assert "LP-NEU-032" in found_at(encounter, "", "upcoming")
    assert found_at(encounter, "", "log")


def test_a_check_says_why_it_has_its_dice_and_what_may_be_done_about_it() -> None:
    fight = Fight("cowboy")
    fight.run(*script("cowboy")[:2], "check jessica OPR D9", "check mike FLX D6")
    fight.run("state mike +light_wound")
    encounter = fight.encounter
    board = encounter.board()
    head = next(i for i, t in enumerate(board.tasks) if t.kind == "check" or t.kind == "initiative")
    pool = found_at(encounter, f"task:{head}")
    assert {"LP-CHK-018", "LP-CHK-040"} <= set(pool)


def test_a_fight_of_cairn_opens_its_rules() -> None:
    encounter = Encounter.begin(start_state(load_scenario("weir"), "zh"), seed=3, lang="zh")
    encounter.run(encounter.driver.line(encounter.board().tasks[0].command))
    assert "CA-RND-007" in found_at(encounter, "")
    who = next(c for c in encounter.board().cards.values() if c.pane == "party")
    assert {"CA-CRT-001", "CA-ATT-003", "CA-DEP-008"} <= set(found_at(encounter, f"who:{who.id}", "party"))
    assert "CA-RET-003" in found_at(encounter, "", "distance")


def test_terms_are_found_by_id_and_by_name() -> None:
    words = Words("en", LAWN)
    prone = terms(LAWN)["state"]["prone"]
    assert "state:prone" in of_text(prone, words)
    assert of_text(Msg("{who} is {what}", {"who": "Jo", "what": (Msg("state:prone"), "x")}), words) == (
        "text:{who} is {what}",
        "state:prone",
    )
