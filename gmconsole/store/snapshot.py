"""The snapshot: the whole save as one TOML file, closed by a seal over its bytes.

`[save]` comes first, so that a list of saves reads heads only; then the tables of the state; then one `[[history]]`
block for each kept record, with the same lines as in the journal. The store adds one key, `save.chain`: the hash of the
journal entry the snapshot stands behind.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import TypeAlias

import msgspec

from gmconsole.core.model import Msg
from gmconsole.store.block import SEAL, body, digest, seal, sequence, value_text
from gmconsole.store.journal import Point
from gmconsole.store.toml import dumps, loads, table, tables

Document: TypeAlias = Mapping[str, object]

SCHEMA = 1
HEAD = 4096
_BOM = b"\xef\xbb\xbf"
_HISTORY = b"\n[[history]]\n"
_FIRST_SEAL = b"\n# seal "


class Snapshot(msgspec.Struct, frozen=True):
    """What a snapshot file is.

    `sealed`: the bytes are those the store wrote. `edited`: TOML with a seal that no longer fits. `unsealed`: TOML
    without a seal. `bad`: not TOML, `reason` says why. `head` is the `[save]` table; `point` where the journal goes on
    (of an edited file: where it went on before the edit, by its seal line); `mark` the hash in the seal line.
    """

    condition: str
    data: bytes
    head: Mapping[str, object] = {}
    point: Point = Point(0, "")
    mark: str = ""
    reason: str | Msg = ""

    @property
    def save_id(self) -> str:
        return str(self.head.get("save_id", ""))


class Content(msgspec.Struct, frozen=True):
    """A parsed snapshot: the document without `save.chain`, and the lines of each history record by its seq."""

    document: dict[str, object]
    texts: dict[int, bytes]


def render(document: Document, chain: str, line_of: Callable[[object], bytes]) -> bytes:
    """The bytes of a snapshot. `line_of` gives the `key = value` lines of one item of the history.

    Raises TypeError or ValueError for what TOML or the store cannot hold.
    """
    save = header(document)
    rest = {key: value for key, value in document.items() if key not in ("save", "history")}
    value_text({"save": save, **rest})
    front = dumps({"save": {**save, "chain": chain}, **rest})
    parts = [front.encode()]
    for item in _history(document):
        parts += (_HISTORY, line_of(item))
    text = b"".join(parts)
    return text + seal(sequence(save), len(text), digest(text))


def header(document: Document) -> Mapping[str, object]:
    """The `[save]` table. Raises ValueError when it is missing or has no `seq`."""
    save = document.get("save")
    if not isinstance(save, Mapping):
        raise ValueError("a document needs a save table")
    sequence(save)
    return save


def verify(data: bytes, document: Document) -> None:
    """Check that a file just written says what it was meant to say. Raises ValueError.

    Only the part before the history is parsed: to parse thousands of history blocks at each snapshot would cost more
    than all the rest, and each of these blocks has been validated by its writer when it was made, cannot contain a line
    that ends it, and is covered by the seal and by the comparison of bytes.
    """
    front = data[: _front(data)]
    read = loads(front.decode())
    wanted = {key: value for key, value in document.items() if key != "history"}
    save = table(read["save"])
    save.pop("chain")
    if not same(read, wanted):
        raise ValueError("the snapshot does not read back as it was written")


def classify(data: bytes) -> Snapshot:
    """What kind of snapshot the bytes are. A sealed one is not parsed beyond its head."""
    seals = list(SEAL.finditer(data, max(0, data.rfind(_FIRST_SEAL))))
    found = seals[-1] if seals and not data[seals[-1].end() :].strip() else None
    if found is not None:
        text = data[: found.start()]
        if found.group(1, 2, 3)[1:] == (b"%d" % len(text), digest(text).encode()):
            head = read_head(data)
            if head is not None and head.get("seq") == int(found[1]):
                return Snapshot(
                    "sealed", data, head, Point(int(found[1]), str(head.get("chain", ""))), found[3].decode()
                )
    try:
        document = loads(data.removeprefix(_BOM).decode())
        head = table(document.get("save", {}))
    except ValueError as problem:
        return Snapshot("bad", data, reason=_reason(data, problem))
    if not data.strip():
        return Snapshot("bad", data, reason=Msg("the file is empty"))
    if found is None:
        return Snapshot("unsealed", data, head, Point(_natural(head.get("seq")), ""), reason=Msg("its end is missing"))
    if head.get("seq") != int(found[1]):
        return Snapshot("bad", data, head, reason=Msg("its sequence number was changed"))
    return Snapshot("edited", data, head, Point(int(found[1]), str(head.get("chain", ""))), found[3].decode())


def parse(snapshot: Snapshot) -> Content:
    """The content of a snapshot that is not bad. Raises ValueError, TypeError for what a save cannot hold.

    A file written by hand may lack `save`, its `seq` or `schema`, or the history; they come back filled in. The
    lines of the records of a sealed file are taken from its text; those of any other file are written anew.
    """
    document = loads(snapshot.data.removeprefix(_BOM).decode())
    save = table(document.pop("save", {}))
    save.pop("chain", None)
    history = tables(document.pop("history", []))
    if snapshot.condition == "sealed":
        end = snapshot.data.rfind(_FIRST_SEAL) + 1
        lines = snapshot.data[_front(snapshot.data) : end].split(_HISTORY)[1:]
    else:
        lines = [body(record) for record in history]
        value_text({"save": save, **document})
    seqs = [sequence(record) for record in history]
    if len(lines) != len(history) or any(after <= before for before, after in pairwise(seqs)):
        raise ValueError("the history is not in order")
    save.setdefault("seq", seqs[-1] if seqs else 0)
    save.setdefault("schema", SCHEMA)
    if seqs and seqs[-1] > sequence(save):
        raise ValueError("the history runs past save.seq")
    return Content({"save": save, **document, "history": history}, dict(zip(seqs, lines, strict=True)))


def read_head(data: bytes) -> dict[str, object] | None:
    """The `[save]` table from the first bytes of a file; None when it is not there or not whole."""
    start = re.search(rb"^\[save\]\s*$", data[:HEAD], re.MULTILINE)
    if start is None:
        return None
    end = re.search(rb"^(\[|# seal )", data[start.end() :], re.MULTILINE)
    if end is None:
        return None
    try:
        return table(loads(data[start.start() : start.end() + end.start()].decode()).get("save"))
    except ValueError:
        return None


def same(one: object, other: object) -> bool:
    """Equality of plain values: a tuple equals a list, but true is not 1."""
    if isinstance(one, Mapping):
        return isinstance(other, Mapping) and one.keys() == other.keys() and all(same(one[k], other[k]) for k in one)
    if isinstance(one, list | tuple):
        return isinstance(other, list | tuple) and len(one) == len(other) and all(map(same, one, other))
    return type(one) is type(other) and one == other


def _front(data: bytes) -> int:
    """Where the part before the history ends."""
    place = data.find(_HISTORY)
    return place if place >= 0 else data.rfind(_FIRST_SEAL) + 1


def _history(document: Document) -> Sequence[object]:
    history = document.get("history", ())
    if not isinstance(history, list | tuple):
        raise TypeError("the history must be a list")
    return history


def _natural(value: object) -> int:
    return value if type(value) is int and value >= 0 else 0


def _reason(data: bytes, problem: ValueError) -> Msg:
    if isinstance(problem, UnicodeDecodeError):
        return Msg("it is not UTF-8 (byte {byte})", {"byte": problem.start})
    if data and not data.strip(b"\0"):
        return Msg("it holds only zero bytes")
    return Msg("it is not TOML ({problem})", {"problem": str(problem)})
