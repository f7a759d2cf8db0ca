"""One record as text: whatever it holds comes back, and nothing in it can look like a line of the store's own."""

from __future__ import annotations

import tomllib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gmconsole.store import journal, snapshot
from gmconsole.store.block import SEAL, body, value_text

TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=20) | st.sampled_from(
    [
        "\n# seal 1 1 0123456789abcdef\n",
        "[[entry]]",
        "\r\n[[history]]\n",
        '"""',
        "\\",
        "'''",
        "\u2028# seal",
        "\x85",
        "\x1b[31m",
        "",
    ]
)
VALUE = st.recursive(
    TEXT | st.booleans() | st.integers(-(1 << 63), (1 << 63) - 1),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=8,
)
RECORD = st.dictionaries(TEXT.filter(lambda key: key != "seq"), VALUE, max_size=4)


def chain(records: list[dict[str, object]]) -> list[dict[str, object]]:
    """The records numbered from 1."""
    return [{"seq": n, **record} for n, record in enumerate(records, 1)]


def segment(records: list[dict[str, object]]) -> bytes:
    """The records as a journal segment."""
    point, blocks = journal.Point(0, "start"), []
    for record in records:
        blocks.append(journal.entry(point, point.seq + 1, body(record)))
        point = blocks[-1].point
    return journal.header("x", journal.Point(0, "start")) + b"".join(it.block for it in blocks)


@given(st.lists(RECORD, max_size=5))
@settings(max_examples=150, deadline=None)
def test_blocks_joined_in_any_order_are_one_toml_file(records: list[dict[str, object]]) -> None:
    numbered = chain(records)
    data = segment(numbered)
    parsed = tomllib.loads(data.decode())
    assert snapshot.same(parsed.get("entry", []), numbered)
    found = journal.scan("J-00000000.toml", data)
    assert found.condition == "whole"
    assert snapshot.same(journal.records(found.entries), numbered)


@given(RECORD)
@settings(max_examples=150, deadline=None)
def test_no_text_can_forge_a_seal_or_start_a_line(record: dict[str, object]) -> None:
    data = segment(chain([record]))
    assert len(SEAL.findall(data)) == 2
    lines = data.decode().split("\n")
    assert len(lines) == len(data.decode().splitlines()) + 1
    assert [line for line in lines if line.startswith("[")] == ["[journal]", "[[entry]]"]
    assert sum(line.startswith("#") for line in lines) == 2


@given(
    st.dictionaries(
        TEXT.filter(lambda key: key not in ("save", "history")), st.dictionaries(TEXT, VALUE, max_size=3), max_size=3
    ),
    st.lists(RECORD, max_size=3),
)
@settings(max_examples=100, deadline=None)
def test_a_snapshot_gives_back_its_document(tables: dict[str, object], records: list[dict[str, object]]) -> None:
    history = chain(records)
    document = {"save": {"schema": 1, "seq": len(history)}, **tables, "history": history}
    data = snapshot.render(document, "c", lambda item: body(item))  # type: ignore[arg-type]
    snapshot.verify(data, document)
    found = snapshot.classify(data)
    assert (found.condition, found.point) == ("sealed", journal.Point(len(history), "c"))
    content = snapshot.parse(found)
    assert snapshot.same(content.document, document)
    assert content.texts == {record["seq"]: body(record) for record in history}


def test_a_snapshot_that_says_something_else_is_noticed() -> None:
    document = {"save": {"seq": 0}, "state": {"x": 1}}
    data = snapshot.render(document, "c", lambda item: b"")
    snapshot.verify(data, document)
    for other in ({"x": True}, {"x": 2}, {"x": 1, "y": 2}, {}):
        with pytest.raises(ValueError, match="read back"):
            snapshot.verify(data, {**document, "state": other})


@pytest.mark.parametrize("value", [None, 1.5, b"x", {1: 2}, {"a": [None]}])
def test_what_a_save_cannot_hold_is_refused(value: object) -> None:
    with pytest.raises(TypeError):
        value_text(value)


@pytest.mark.parametrize("value", ["\ud800", 1 << 63, -(1 << 63) - 1, {"\udfff": 1}])
def test_values_out_of_range_are_refused(value: object) -> None:
    with pytest.raises(ValueError, match="cannot be saved"):
        value_text(value)


@pytest.mark.parametrize("seq", [None, -1, True, "1", 1.0])
def test_a_record_needs_a_natural_sequence_number(seq: object) -> None:
    with pytest.raises(ValueError, match="natural number seq"):
        body({"seq": seq})


def test_true_is_not_one_and_a_tuple_is_a_list() -> None:
    assert snapshot.same({"a": (1, "x")}, {"a": [1, "x"]})
    assert not snapshot.same({"a": True}, {"a": 1})
    assert not snapshot.same({"a": 1}, {"a": 1, "b": 1})
