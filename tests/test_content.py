"""Content tables: every fault of a file in one run, each with its line; texts made safe at the door."""

from __future__ import annotations

import os
import unicodedata
from pathlib import Path
from typing import Annotated, Literal

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len

from gmconsole import content
from gmconsole.clean import clean_text, same_name
from gmconsole.content import ContentError
from gmconsole.core.model import Name
from gmconsole.core.scenario import Problem
from gmconsole.lines import Lines


class Form(msgspec.Struct, frozen=True, kw_only=True):
    dice: dict[str, int] = {}


class Row(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    name: Name
    kind: Literal["light", "heavy"] = "light"
    rounds: Annotated[int, msgspec.Meta(ge=0, le=9)] = 0
    tags: tuple[str, ...] = ()
    form: Form = Form()
    figures: dict[Literal["PHY", "MND"], int] = {}


GOOD = """
[[row]]
id = "one"
name = { zh = "一", en = "one" }
tags = ["a", "b"]
[row.form]
dice = { all = -1 }

[[row]]
id = "two"
name.zh = "二"
name.en = "two"
rounds = 3
figures = { PHY = 1 }
"""

BAD = """\
[[row]]
id = "one"
name = { zh = "一", en = 1 }
kindd = "light"

[[row]]
id = "one"
name = { zh = "一", en = "one" }
rounds = 10
tags = [
  "a",
  2,
]
[row.form]
dice = { all = true }

[[row]]
kind = "middle"
name = "three"
figures = { PHX = 1, MND = 1.5 }
"""


def read(text: str) -> tuple[list[tuple[int, Row]], tuple[content.Fault, ...]]:
    document = content.parse("x.toml", text.encode())
    problems: list[Problem] = []
    found = content.rows(document.data, "row", Row, problems)
    return found, document.faults(problems)


def fault_of(raw: bytes) -> content.Fault:
    with pytest.raises(ContentError) as refused:
        content.parse("x.toml", raw)
    assert len(refused.value.faults) == 1
    return refused.value.faults[0]


def test_rows_in_file_order() -> None:
    found, faults = read(GOOD)
    assert faults == ()
    assert [(i, row.id, row.name.en, row.rounds) for i, row in found] == [(0, "one", "one", 0), (1, "two", "two", 3)]
    assert found[0][1].form == Form(dice={"all": -1}) and found[0][1].tags == ("a", "b")


def test_every_fault_of_a_file_in_one_run() -> None:
    _, faults = read(BAD)
    assert [f.line_text() for f in faults] == [
        "x.toml:3: row 1.name.en: not allowed here, found 1, allowed: a text in quotes; the file was not used",
        'x.toml:4: row 1.kindd: unknown key, found "kindd", allowed: kind; the file was not used',
        'x.toml:7: row 2.id: id given twice, found "one", allowed: an id of its own; the file was not used',
        "x.toml:9: row 2.rounds: not allowed here, found 10, "
        "allowed: a whole number from 0 to 9; the file was not used",
        "x.toml:12: row 2.tags 2: not allowed here, found 2, allowed: a text in quotes; the file was not used",
        "x.toml:15: row 2.form.dice.all: not allowed here, found true, "
        "allowed: a whole number from -1000000000 to 1000000000; the file was not used",
        "x.toml:17: row 3.id: missing, allowed: a text in quotes; the file was not used",
        'x.toml:18: row 3.kind: not allowed here, found "middle", allowed: one of heavy, light; the file was not used',
        'x.toml:19: row 3.name: not allowed here, found "three", allowed: a table with zh, en; the file was not used',
        'x.toml:20: row 3.figures.PHX: unknown key, found "PHX", allowed: PHY (or MND); the file was not used',
        "x.toml:20: row 3.figures.MND: not allowed here, found 1.5, "
        "allowed: a whole number from -1000000000 to 1000000000; the file was not used",
    ]


@pytest.mark.parametrize("number", ["12.0", "nan", "inf", '"12"', "true", "-1", "1" + "0" * 30])
def test_what_is_no_whole_number_in_bounds_is_refused(number: str) -> None:
    _, faults = read(f'[[row]]\nid = "one"\nname = {{ zh = "", en = "" }}\nrounds = {number}\n')
    assert [(f.line, f.field, f.message.id) for f in faults] == [(4, "row 1.rounds", "not allowed here")]


@pytest.mark.parametrize(
    ("raw", "line", "message"),
    [
        (b"a = 1\n\na = 2\n", 3, "written twice"),
        (b"[a]\nx = 1\n[b]\n[a]\n", 4, "written twice"),
        (b"a = 1\nb = \n", 2, "not valid TOML"),
        (b"a = 1\nb = 'open\n", 2, "not valid TOML"),
        (b"a = 1\nb = '\x00'\n", 2, "not valid TOML"),
        (b"a = 1\rb = 2\r", 1, "not valid TOML"),
        (b'{"a": 1}', 1, "this looks like JSON"),
        (b"a = " + b"[" * 2000 + b"]" * 2000, 1, "nested too deeply"),
        (b"a = 1" + b"0" * 5000, 1, "not valid TOML"),
        (b"a = 1\nb = '\xe9'\n", 2, "not readable as text"),
        ("a = 1\n".encode("utf-16"), 1, "not readable as text"),
    ],
)
def test_what_is_not_toml_is_refused_with_its_line(raw: bytes, line: int, message: str) -> None:
    fault = fault_of(raw)
    assert (fault.line, fault.message.id, fault.severity) == (line, message, "error")
    assert "\n" not in fault.line_text()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a = 1\nb = “x”\n", 'x.toml:2: a full-width sign, found “, allowed: "'),
        ('b = ["x"，"y"]\n', "x.toml:1: a full-width sign, found ，, allowed: ,"),
        ('b＝"x"\n', "x.toml:1: a full-width sign, found ＝, allowed: ="),
        ("［a］\nb = 1\n", "x.toml:1: a full-width sign, found ［, allowed: ["),
        ('b = "x”\nc = 1\n', 'x.toml:1: a full-width sign, found ”, allowed: "'),
        ('b = "“x，y”"\nc = 力\n', "x.toml:2: not valid TOML, found no value where one should be; "),
        ("a = 1\n力量 = 2\n", 'x.toml:2: a key in letters other than a to z, found 力量, allowed: "力量"'),
        ('b = ["x" "y"]\n', "x.toml:1: not valid TOML, found a list without its ], or two "),
        ('b = "x\n', "x.toml:1: not valid TOML, found a text without its closing quotation mark"),
    ],
)
def test_what_is_no_toml_is_said_in_words_of_our_own(text: str, said: str) -> None:
    assert fault_of(text.encode()).line_text().startswith(said)


def test_a_key_written_twice_names_both_lines() -> None:
    assert fault_of(b"a = 1\n\na = 2\n").line_text() == (
        "x.toml:3: a: written twice, found the first on line 1; the file was not used"
    )


def test_byte_order_mark_and_windows_line_ends_are_accepted() -> None:
    document = content.parse("x.toml", b"\xef\xbb\xbf[a]\r\nb = 1\r\n")
    assert document.data == {"a": {"b": 1}}
    assert [(f.severity, f.line) for f in document.notes] == [("note", 1)]
    assert document.line(("a", "b")) == 2


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    large = tmp_path / "large.toml"
    with large.open("wb") as file:
        file.truncate(content.LIMIT + 1)
    os.mkfifo(tmp_path / "pipe.toml")
    for name, messages in (
        ("none.toml", {"cannot be opened"}),
        ("large.toml", {"too large"}),
        ("pipe.toml", {"not a regular file"}),
        (".", {"not a regular file", "cannot be opened"}),
    ):
        with pytest.raises(ContentError) as refused:
            content.read_toml(tmp_path / name)
        assert {f.message.id for f in refused.value.faults} <= messages


def test_table_reads_the_shipped_content_by_id() -> None:
    class Band(msgspec.Struct, frozen=True, kw_only=True):
        id: str
        name: Name
        help: Name

    found = content.table("lawn/bands.toml", "band", Band)
    assert list(found) == ["touch", "near", "medium", "far", "extreme"]
    assert found["touch"].name == Name("贴身", "Touch")


LAID_OUT = '''\
top = 1
"quoted key" = 2
[table]
a.b = 3           # dotted
a.c = """
[not.a.header]
x = \\"""
"""
d = { e = 4, f = [1, { g = 5 }] }
list = [
  1,              # one
  [2, 3],
]

[[row]]
x = 1
[row.inner]
y = 2
[[row.deep]]
z = 3
[[row]]
x = "]"
  [[row.deep]]
  z = '#'
  [[row.deep]]
  z = 5
'''


@pytest.mark.parametrize(
    ("place", "line"),
    [
        (("top",), 1),
        (("quoted key",), 2),
        (("table",), 3),
        (("table", "a"), 4),
        (("table", "a", "b"), 4),
        (("table", "a", "c"), 5),
        (("table", "d"), 9),
        (("table", "d", "e"), 9),
        (("table", "d", "f", 1, "g"), 9),
        (("table", "list", 0), 11),
        (("table", "list", 1, 1), 12),
        (("row", 0), 15),
        (("row", 0, "x"), 16),
        (("row", 0, "inner", "y"), 18),
        (("row", 0, "deep", 0, "z"), 20),
        (("row", 1), 21),
        (("row", 1, "x"), 22),
        (("row", 1, "deep", 0, "z"), 24),
        (("row", 1, "deep", 1, "z"), 26),
        (("row", 1, "missing"), 21),
        (("nowhere",), 1),
    ],
)
def test_lines_by_place(place: tuple[str | int, ...], line: int) -> None:
    assert Lines(LAID_OUT).line(place) == line
    assert Lines(LAID_OUT).twice == []


@settings(max_examples=200, deadline=None)
@given(st.text(alphabet="[]{}=.,\"'\\#\nab1 ", max_size=60))
def test_no_text_upsets_the_line_finder_or_the_reader(text: str) -> None:
    Lines(text)
    try:
        content.parse("x.toml", text.encode())
    except ContentError as refused:
        assert refused.faults and all("\n" not in f.line_text() for f in refused.faults)


# Texts ---------------------------------------------------------------------------------------------------------------

AWKWARD = st.text(
    st.one_of(st.characters(), st.sampled_from("\u0301\u0327\u200d\ufe0f\x1b\x9b\u202e \n\t한ᄀ각👨👩🏽e"))
)


@settings(max_examples=500, deadline=None)
@given(AWKWARD, st.integers(min_value=2, max_value=30))
def test_a_cleaned_text_is_short_safe_and_stays_as_it_is(text: str, cells: int) -> None:
    clean = clean_text(text, cells)
    assert cell_len(clean) <= cells
    assert clean_text(clean, cells) == clean
    assert unicodedata.is_normalized("NFC", clean)
    assert not any(unicodedata.category(c) in ("Cc", "Cs") or c in "\u202e\u2066\u200f" for c in clean)
    clean.encode()


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        ("\x1b[31mBob", "\ufffd[31mBob"),
        ("Bob\u009b\x7f", "Bob\ufffd\ufffd"),
        ("a\u202eb\u2066c", "a\ufffdb\ufffdc"),
        ("a\r\n\tb", "a b"),
        ("\ud800x", "\ufffdx"),
        ("e\u0301", "é"),
        ("x" + "\u0323\u0324\u0325\u0326", "x\u0323\u0324"),
        ("\u200b\u00ad\ufeff", ""),
        ("   ", ""),
        ("对岸。\n队长“铁钩”\n“火雨”\r\n带着 d8\n弩", "对岸。队长“铁钩”“火雨”带着 d8 弩"),
        ("the far\nbank", "the far bank"),
        ("[red]Bob[/red] # x", "[red]Bob[/red] # x"),
        ("杰" * 50, "杰" * 39 + "…"),
        ("👨‍👩‍👧", "👨‍👩‍👧"),
    ],
)
def test_texts_at_the_door(text: str, clean: str) -> None:
    assert clean_text(text) == clean


def test_names_that_look_alike_are_the_same() -> None:
    assert same_name("ＢＯＢ\u200b") == same_name("bob") == same_name(" Bob ")
    assert same_name("Bob") != same_name("Rob")
