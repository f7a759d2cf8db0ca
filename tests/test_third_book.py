"""A rulebook from outside, on every door that has no screen: nothing but the kernel's own defaults stands behind it."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from gmconsole import content
from gmconsole.board import json as board_json
from gmconsole.board import rows
from gmconsole.core.codec import plain
from gmconsole.core.commands import Hide, Note, Reveal, SetBand, SetClock
from gmconsole.core.model import Command, Msg, Name, Rejected, Who
from gmconsole.core.session import Accepted, Session
from gmconsole.core.views import Board, Card, LogEntry, Negotiation, OrderRow, Span, TaskRow
from gmconsole.encounter import Encounter
from gmconsole.language.driver import Driver
from gmconsole.language.grammar import Ctx, Param, Verb, form
from gmconsole.scenarios import check_file
from gmconsole.text import Words

from .core.toy import Begin, Sit, Throw, Toy, ToyState


@pytest.fixture
def board() -> Board:
    book = Toy()
    session = Session(book, book.new_state("At the table"), seed=1)
    for command in (Sit(name="Ann"), Sit(name="Bo"), Begin()):
        session.execute(command)
    assert Driver(session).run("band 1 2 here") is not None
    return book.view(session.state, "gm")


def test_its_board_is_printed_under_the_usual_titles(board: Board) -> None:
    text = rows.as_text(board, Words("en", Toy()), 80)
    assert "-- Party --" in text
    assert "-- Distance --" in text
    assert "here" in text
    assert [e["name"] for e in board_json.as_json(board, Words("en", Toy()), str)["entities"].values()] == ["Ann", "Bo"]


@pytest.mark.parametrize("names", [{}, {"here": Toy().band_names()["here"]}])
def test_a_book_may_have_one_band_or_none(board: Board, names: dict[str, object]) -> None:
    text = rows.as_text(msgspec.structs.replace(board, band_names=names), Words("en", Toy()), 80)
    assert ("-- Distance --" in text) is bool(names)
    assert "-- Others --" in text


# Secrets -------------------------------------------------------------------------------------------------------------


class Forgetful(Toy):
    """Draws whatever it has, and would let the players see all of it."""

    def draw(self, state: ToyState, log: tuple[LogEntry, ...] = ()) -> Board:
        everybody = tuple(Who(who) for who in state.entities)
        all_of_them = Msg("{who} are here", {"who": everybody})
        cards = {
            who: msgspec.structs.replace(card, lines=((Span(all_of_them), Span(state.entities[who].note)),))
            for who, card in super().draw(state).cards.items()
        }
        asked = tuple(
            TaskRow(who=t.who, kind=t.kind, what=Msg("zqx: which?"), proposal=True, command=t.command)
            for t in self.agenda(state)
        )
        said = tuple(LogEntry((Msg("{who} is here", {"who": who}),)) for who in everybody)
        return msgspec.structs.replace(
            super().draw(state),
            cards=cards,
            turn="g-003",
            reach=(all_of_them,),
            upcoming=(all_of_them,),
            now=all_of_them,
            header=(Span(all_of_them), Span(Who("g-003"))),
            moved={"g-001 g-003": "here"},
            order=tuple(OrderRow(who, "later", (Span(all_of_them),)) for who in state.entities),
            log=(*said, *log),
            tasks=(*super().draw(state).tasks, TaskRow(who="", kind="all", what=all_of_them), *asked),
            negotiations=(Negotiation(id="n", who="g-003", what=all_of_them),),
        )

    def public_card(self, state: ToyState, card: Card) -> Card:
        return card


def do(encounter: Encounter, *commands: Command) -> None:
    for command in commands:
        assert isinstance(encounter.session.execute(command), Accepted), command


@pytest.mark.parametrize("book", [Toy(), Forgetful()])
def test_a_book_that_forgets_to_filter_leaks_nothing(book: Toy) -> None:
    """Hidden, of the GM's, or not seen yet: no card, no gap in the numbering, no task, line, log entry or figure."""
    encounter = Encounter(Session(book, book.new_state("At the table"), seed=1))
    do(encounter, Sit(name="Ann"), Sit(name="Bo"), Sit(name="zqxShark", hidden=True), Sit(name="Di"), Begin())
    do(
        encounter,
        SetBand(a="g-001", b=("g-002", "g-003"), band="here"),
        SetBand(a="g-003", b=("g-004",), band="there"),
        Note(text="zqxplan"),
        Note(text="zqxally", who="g-002"),
        SetClock(name="zqxdoom", size=4),
        Throw(who="g-001"),
        Throw(who="g-003"),
        Hide(who="g-002"),
    )
    board = encounter.board("players")
    for lang in ("en", "zh"):
        words = encounter.words(lang)
        for text in (rows.as_text(board, words, 500), str(board_json.as_json(board, words, str)), repr(plain(board))):
            assert "zqx" not in text
            assert "g-0" not in text
            assert "Bo" not in text.replace("Board", "")
    assert {who: card.name for who, card in board.cards.items()} == {"1": "Ann", "3": "Di"}
    assert (board.bands, board.moved, board.turn) == ({"1": {}, "3": {}}, {}, "")
    assert [row.id for row in board.order] == ["1", "3"]
    assert [(t.who, t.command) for t in board.tasks] == [("3", None)]
    do(encounter, Reveal(who="g-003"))
    assert encounter.board("players").cards["4"].name == "zqxShark", "seen last, counted last"
    assert encounter.board("gm").cards["g-003"].tag == "3"


def test_the_log_marks_where_a_round_begins() -> None:
    book = Toy()
    encounter = Encounter(Session(book, book.new_state("At the table"), seed=1))
    do(encounter, Sit(name="Ann"), Begin(), Throw(who="g-001"))
    assert [(len(entry.said), entry.heading) for entry in encounter.board().log] == [(2, True), (1, False)]


# A package of its own ------------------------------------------------------------------------------------------------


class Coin(msgspec.Struct, frozen=True):
    id: str
    worth: int


def test_a_book_brings_its_content_and_translations_with_it(tmp_path: Path) -> None:
    (tmp_path / "coins.toml").write_text('[[coin]]\nid = "penny"\nworth = 1\n', encoding="utf-8")
    catalogue = tmp_path / "locale" / "zh" / "LC_MESSAGES" / "toy.po"
    catalogue.parent.mkdir(parents=True)
    catalogue.write_text('msgid "{who} throws {faces}"\nmsgstr "{who}掷出 {faces}"\n', encoding="utf-8")

    class Boxed(Toy):
        folder = tmp_path

    assert content.folder(Boxed()) == tmp_path
    assert content.folder(Toy()) == content.root() / "toy"
    assert content.table(tmp_path / "coins.toml", "coin", Coin) == {"penny": Coin("penny", 1)}
    sentence = Msg("{who} throws {faces}", {"who": Who("g-001"), "faces": "6"})
    assert Words("zh", Boxed()).say(sentence) == "g-001掷出 6"
    assert Words("zh", Toy()).say(sentence) == "g-001 throws 6"
    (tmp_path / "coins.toml").write_text('[[coin]]\nid = "penny"\nworth = "much"\n', encoding="utf-8")
    assert [(f.line, f.field) for f in check_file(tmp_path / "coins.toml")] == [(3, "coin 1.worth")]


def test_a_book_names_the_parts_of_its_own_lines() -> None:
    class Spoken(Toy):
        def part_names(self) -> dict[str, Name]:
            return {"stake": Name("赌注", "stake"), "size": Name("大小", "bulk")}

    book = Spoken()
    verb = Verb(
        id="bet",
        name=Name("赌", "bet"),
        command=None,
        params=(
            Param(field="stake", kind="number", keyword=Name("下", "at")),
            Param(field="stake", kind="text"),
            Param(field="size", kind="term"),
            Param(field="odd", kind="text"),
        ),
    )
    state = book.new_state("At the table")
    assert form(verb, Ctx(state, book)) == 'bet at N "STAKE" BULK "ODD"'
    assert form(verb, Ctx(state, book, "zh")) == "赌 下 N “赌注” 大小 “odd”"
    missing = Rejected("missing-part", {"part": "stake", "form": "…"})
    assert Words("zh", book).refusal(missing).startswith("缺少：赌注")
    assert Words("zh", Toy()).refusal(missing).startswith("缺少：stake")


# Installed beside the program ----------------------------------------------------------------------------------------

PLAYED = """
import sys
import json
import os
import subprocess
import sys
from pathlib import Path
from gmconsole.core import registry
from gmconsole.encounter import Encounter
from tests.core.toy import Begin, Sit

book = registry.get("toy")
assert registry.names() == ("cairn", "lawn", "toy"), registry.names()
encounter = Encounter.begin(book.new_state("At the table"), Path(sys.argv[1]), seed=1)
for command in (Sit(name="Ann"), Sit(name="Bo"), Begin()):
    encounter.session.execute(command)
encounter.run("band 1 2 here")
encounter.run("next")
encounter.close()
"""


def test_installed_through_the_entry_point_it_is_played_saved_and_shown(tmp_path: Path) -> None:
    """A rulebook in a package of its own: nothing in gmconsole knows it, and every door takes it."""
    info = tmp_path / "site" / "toybook-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: toybook\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[gmconsole.rulesets]\ntoy = tests.core.toy:Toy\n")
    root = Path(__file__).resolve().parent.parent
    save = tmp_path / "table.toml"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join((str(tmp_path / "site"), str(root)))}

    def run(*words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run([sys.executable, *words], env=environment, capture_output=True, text=True, check=False)

    played = run("-c", PLAYED, str(save))
    assert played.returncode == 0, played.stderr
    board = run("-m", "gmconsole", "board", str(save), "--json")
    assert board.returncode == 0, board.stderr
    shown = json.loads(board.stdout)
    assert (shown["ruleset"], shown["round"], shown["title"]) == ("toy", 1, "At the table")
    assert sorted(e["name"] for e in shown["entities"].values()) == ["Ann", "Bo"]
    assert run("-m", "gmconsole", "check", str(save)).returncode == 0


@pytest.mark.parametrize("book", ("cairn", "lawn"))
def test_no_part_of_the_program_outside_a_book_knows_its_name(book: str) -> None:
    root = Path(__file__).resolve().parent.parent / "gmconsole"
    own = root / "rulesets" / book
    assert own.is_dir()
    others = [p for p in root.rglob("*") if p.suffix in (".py", ".tcss") and own not in p.parents]
    word = re.compile(rf"\b{book}\b", re.IGNORECASE)
    assert [p.name for p in others if word.search(p.read_text(encoding="utf-8"))] == []
