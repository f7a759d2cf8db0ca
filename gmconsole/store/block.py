"""One record as TOML lines, and the seal that closes a block.

A block is a header line, then one `key = value` line for each key, then `# seal <seq> <length> <hash>`. Values are
scalars, arrays and inline tables; every string stands on one line with its control characters escaped. Hence the only
lines of a file that begin with `# seal` or `[[` are those the store wrote, whatever people are called, and blocks can
be joined in any order.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from typing import TypeAlias

Record: TypeAlias = Mapping[str, object]

SEAL = re.compile(rb"^# seal (\d{1,18}) (\d{1,18}) ([0-9a-f]{16})\r?$", re.MULTILINE)

_BARE = re.compile(r"[A-Za-z0-9_-]+", re.ASCII)
_SPECIAL = re.compile('["\\\\\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]')
_SHORT = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r"}


def _escape(match: re.Match[str]) -> str:
    character = match[0]
    if "\ud800" <= character <= "\udfff":
        raise ValueError("a lone surrogate cannot be saved")
    return _SHORT.get(character) or f"\\u{ord(character):04x}"


def _string(text: str) -> str:
    return '"' + _SPECIAL.sub(_escape, text) + '"'


def _key(key: object) -> str:
    if not isinstance(key, str):
        raise TypeError(f"a key must be a string, not {key!r}")
    return key if _BARE.fullmatch(key) else _string(key)


def value_text(value: object) -> str:
    """The value as TOML on one line.

    Raises TypeError for what a save does not hold (None, floats, dates), ValueError for a lone surrogate or an integer
    beyond 64 bits.
    """
    if isinstance(value, str):
        return _string(value)
    if value is True:
        return "true"
    if value is False:
        return "false"
    if isinstance(value, int):
        if not -(1 << 63) <= value < 1 << 63:
            raise ValueError(f"an integer beyond 64 bits cannot be saved: {value}")
        return str(value)
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(value_text, value)) + "]"
    if isinstance(value, Mapping):
        if not value:
            return "{}"
        return "{ " + ", ".join(f"{_key(key)} = {value_text(item)}" for key, item in value.items()) + " }"
    raise TypeError(f"a save cannot hold {type(value).__name__}: {value!r}")


def body(record: Record) -> bytes:
    """The record's `key = value` lines. Raises as `value_text`, and ValueError when `seq` is not a natural number."""
    sequence(record)
    return "".join(f"{_key(key)} = {value_text(value)}\n" for key, value in record.items()).encode()


def sequence(record: Record) -> int:
    """The record's `seq`. Raises ValueError when it is missing or not a natural number."""
    seq = record.get("seq")
    if type(seq) is not int or seq < 0:
        raise ValueError(f"a record needs a natural number seq, not {seq!r}")
    return seq


def digest(*parts: bytes) -> str:
    """The 16 hexadecimal digits of a seal: blake2b of 8 bytes over the parts in order."""
    state = hashlib.blake2b(digest_size=8)
    for part in parts:
        state.update(part)
    return state.hexdigest()


def seal(seq: int, length: int, mark: str) -> bytes:
    """The closing line: sequence number, bytes before this line, hash."""
    return f"# seal {seq} {length} {mark}\n".encode()
