"""A journal segment: a sealed `[journal]` header, then one sealed `[[entry]]` block for each action.

The hash of an entry covers the hash of the entry before it, through segments and snapshots alike, as in a chain of
commits: the pair (seq, hash) is a *point* that names one exact past. A segment's header and a snapshot's `[save]` table
each state their point, so entries can only ever be applied to the past they were made in.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from gmconsole.store.block import SEAL, Record, digest, seal, value_text
from gmconsole.store.toml import loads, tables

FORMAT = 1
_ENTRY = b"[[entry]]\n"


class Point(msgspec.Struct, frozen=True):
    """A place in the chain: the sequence number and the hash of the last entry before it."""

    seq: int
    mark: str


class Entry(msgspec.Struct, frozen=True):
    """One sealed action: its point, its `key = value` lines, and the whole block with its seal."""

    point: Point
    body: bytes
    block: bytes


class Segment(msgspec.Struct, frozen=True):
    """What a segment file holds.

    `whole`: everything is sealed. `torn`: an unfinished end. `damaged`: seals stand at or behind the first fault, and
    `behind` counts the intact entries there. `started`: an unfinished header, no entries. `bad`: none of it.
    """

    name: str
    condition: str
    save_id: str = ""
    format: int = FORMAT
    base: Point = Point(0, "")
    entries: tuple[Entry, ...] = ()
    behind: int = 0

    @property
    def end(self) -> int:
        """The last sequence number within, or that of the base."""
        return self.entries[-1].point.seq if self.entries else self.base.seq

    def after(self, point: Point) -> Sequence[Entry]:
        """The entries that follow the point, none when the point is not part of this segment."""
        if point == self.base:
            return self.entries
        place = point.seq - self.base.seq - 1
        if 0 <= place < len(self.entries) and self.entries[place].point == point:
            return self.entries[place + 1 :]
        return ()


def header(save_id: str, base: Point) -> bytes:
    """The sealed first lines of a segment."""
    text = (
        f"[journal]\nformat = {FORMAT}\nsave_id = {value_text(save_id)}\n"
        f"base_seq = {base.seq}\nbase = {value_text(base.mark)}\n"
    ).encode()
    return text + seal(base.seq, len(text), digest(text))


def entry(before: Point, seq: int, lines: bytes) -> Entry:
    """The sealed block of a record whose lines are given, chained to the point before."""
    text = _ENTRY + lines
    mark = digest(before.mark.encode(), text)
    return Entry(Point(seq, mark), lines, text + seal(seq, len(text), mark))


def scan(file_name: str, data: bytes) -> Segment:
    """Read a segment up to the first fault: length, chain and sequence of every block are checked."""
    found = SEAL.search(data)
    if found is None:
        # Only the length of a new file reached the disk, or part of its header.
        started = len(data.rstrip(b"\0")) < 512 and _ENTRY not in data
        return Segment(file_name, "started" if started else "bad")
    text = data[: found.start()]
    save_id, version, base = _read_header(text)
    if base is None or found.group(1, 2, 3) != _fields(base.seq, len(text), digest(text)):
        return Segment(file_name, "bad", behind=_intact(data, 0))
    entries: list[Entry] = []
    point, place = base, _next_line(data, found.end())
    condition = "whole"
    while place < len(data):
        found = SEAL.search(data, place)
        if found is None:
            condition = "torn"
            break
        text = data[place : found.start()]
        mark = digest(point.mark.encode(), text)
        if not text.startswith(_ENTRY) or found.group(1, 2, 3) != _fields(point.seq + 1, len(text), mark):
            condition = "damaged"
            break
        point = Point(point.seq + 1, mark)
        end = _next_line(data, found.end())
        entries.append(Entry(point, text[len(_ENTRY) :], text + seal(point.seq, len(text), mark)))
        place = end
    behind = _intact(data, place) if condition == "damaged" else 0
    return Segment(file_name, condition, save_id, version, base, tuple(entries), behind)


def records(entries: Sequence[Entry]) -> list[Record]:
    """The entries as plain dicts, in order. Raises ValueError when the lines are not TOML."""
    text = b"".join(_ENTRY + entry.body for entry in entries).decode()
    return list(tables(loads(text).get("entry", [])))


def follow(start: Point, segments: Sequence[Segment]) -> list[Entry]:
    """The longest run of entries that continues from the point through any of the segments."""
    result: list[Entry] = []
    while more := max((segment.after(start) for segment in segments), key=len, default=()):
        result.extend(more)
        start = result[-1].point
    return result


def _fields(seq: int, length: int, mark: str) -> tuple[bytes, bytes, bytes]:
    return (b"%d" % seq, b"%d" % length, mark.encode())


def _next_line(data: bytes, place: int) -> int:
    return place + 1 if data[place : place + 1] == b"\n" else place


def _read_header(text: bytes) -> tuple[str, int, Point | None]:
    try:
        document = loads(text.decode())
    except ValueError:
        return "", 0, None
    match document.get("journal"):
        case {"format": int(version), "save_id": str(save_id), "base_seq": int(seq), "base": str(mark)}:
            return save_id, version, Point(seq, mark)
    return "", 0, None


def _intact(data: bytes, place: int) -> int:
    """How many blocks from `place` on have a length that fits and a hash that follows from the seal before them."""
    count, before = 0, None
    for found in SEAL.finditer(data, place):
        start = found.start() - int(found[2])
        if start >= place and data.startswith(_ENTRY, start):
            if before is not None and _next_line(data, before.end()) == start:
                count += digest(before[3], data[start : found.start()]) == found[3].decode()
            else:
                # Without a seal before it a block at the fault is the fault; further on it counts by its length.
                count += start > place
        before = found
    return count
