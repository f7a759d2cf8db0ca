"""Plain TOML values into typed ones, piece by piece, so that one wrong field does not hide the next; and how faults
name values, places and what is allowed there.
"""

from __future__ import annotations

import difflib
import types
from collections.abc import Mapping, Sequence
from functools import cache, reduce
from typing import Any, Literal, Union, get_args, get_origin

import msgspec
from msgspec import inspect

from .core.model import Msg, Name
from .core.scenario import Path as Place
from .core.scenario import Problem

MOST_WORDS = 24
"""How many words a fault lists where none of them is near; the rest are an ellipsis."""
LARGEST = 1_000_000_000
_BAD: Any = object()


def convert(value: Any, type_: Any, place: Place, problems: list[Problem]) -> Any:
    """The value as that type, every fault inside it added to problems; ``unusable`` tells when there is none."""
    if isinstance(type_, type) and issubclass(type_, msgspec.Struct):
        return _struct(value, type_, place, problems)
    origin, args = get_origin(type_), get_args(type_)
    if origin is tuple and len(args) == 2 and args[1] is ... and isinstance(value, list):
        items = [convert(v, args[0], (*place, i), problems) for i, v in enumerate(value)]
        return _BAD if _BAD in items else tuple(items)
    if origin is not None and isinstance(origin, type) and issubclass(origin, Mapping) and isinstance(value, dict):
        return _mapping(value, args[0], args[1], place, problems)
    if origin in (Union, types.UnionType):
        for member in args:
            if isinstance(value, dict) and isinstance(member, type) and issubclass(member, msgspec.Struct):
                return _struct(value, member, place, problems)
            if isinstance(value, list) and get_origin(member) is tuple:
                return convert(value, member, place, problems)
    try:
        got = msgspec.convert(value, type_)
    except msgspec.ValidationError:
        problems.append(wrong(place, value, describe(type_)))
        return _BAD
    if isinstance(got, int) and abs(got) > LARGEST:
        problems.append(wrong(place, value, describe(type_)))
        return _BAD
    return got


def _mapping(value: dict[str, Any], key_type: Any, type_: Any, place: Place, problems: list[Problem]) -> Any:
    words = get_args(key_type) if get_origin(key_type) is Literal else ()
    pairs = {}
    for key, item in value.items():
        if words and key not in words:
            problems.append(unknown((*place, key), key, words))
        else:
            pairs[key] = convert(item, type_, (*place, key), problems)
    return _BAD if _BAD in pairs.values() else pairs


def unusable(value: Any) -> bool:
    """Whether ``convert`` found no value."""
    return value is _BAD


@cache
def _fields(type_: type[msgspec.Struct]) -> Mapping[str, msgspec.structs.FieldInfo]:
    """The fields of a row by their keys in the file; to find them out takes longer than to read a row."""
    return {f.encode_name: f for f in msgspec.structs.fields(type_)}


def _struct(value: Any, type_: type[msgspec.Struct], place: Place, problems: list[Problem]) -> Any:
    if not isinstance(value, dict):
        problems.append(wrong(place, value, describe(type_)))
        return _BAD
    fields = _fields(type_)
    known_keys(value, tuple(fields), problems, place)
    given: dict[str, Any] = {}
    for key, field in fields.items():
        got = _BAD
        if key in value:
            got = convert(value[key], field.type, (*place, key), problems)
        elif field.required:
            problems.append(Problem(path=(*place, key), message=Msg("missing"), allowed=describe(field.type)))
        if got is not _BAD:
            given[field.name] = got
        elif field.required:
            given[field.name] = _BAD
    return _BAD if _BAD in given.values() else type_(**given)


def known_keys(data: Mapping[str, Any], allowed: Sequence[str], problems: list[Problem], place: Place = ()) -> None:
    """Add a problem for every key that is not among those allowed, with the nearest one that is."""
    for key in data:
        if key not in allowed:
            problems.append(unknown((*place, key), key, allowed))


def wrong(place: Place, value: Any, allowed: Msg) -> Problem:
    """A value that cannot stand there."""
    return Problem(path=place, message=Msg("not allowed here"), found=shown(value), allowed=allowed)


def unknown(place: Place, word: str, allowed: Sequence[str]) -> Problem:
    """A key that nobody reads, with the nearest one that is read."""
    return Problem(path=place, message=Msg("unknown key"), found=shown(word), allowed=nearest(word, allowed))


def nearest(word: str, allowed: Sequence[str]) -> Msg:
    """The word that was probably meant, or else what could stand there, the first ``MOST_WORDS`` of many."""
    close = difflib.get_close_matches(word, allowed, 1)
    if close:
        return (
            Msg("{word} (or {others})", {"word": close[0], "others": ", ".join(a for a in allowed if a != close[0])})
            if 1 < len(allowed) <= 6
            else Msg("{word}", {"word": close[0]})
        )
    more = ["…"] if len(allowed) > MOST_WORDS else []
    return Msg("{words}", {"words": ", ".join([*allowed[:MOST_WORDS], *more])})


# Words -------------------------------------------------------------------------------------------------------------


def describe(type_: Any) -> Msg:
    """What a value of that type looks like in a file."""
    return _describe(inspect.type_info(type_))


def _describe(info: inspect.Type) -> Msg:
    match info:
        case inspect.IntType(ge=low, le=high):
            return Msg(
                "a whole number from {low} to {high}",
                {"low": low if low is not None else -LARGEST, "high": high if high is not None else LARGEST},
            )
        case inspect.BoolType():
            return Msg("true or false")
        case inspect.StrType(pattern=pattern):
            return Msg("a word of letters, digits, _ and -") if pattern else Msg("a text in quotes")
        case inspect.LiteralType(values=values):
            return Msg("one of {words}", {"words": ", ".join(str(v) for v in values)})
        case inspect.UnionType(types=members):
            kinds = tuple(_describe(m) for m in members if not isinstance(m, inspect.NoneType))
            return reduce(lambda one, other: Msg("{one} or {other}", {"one": one, "other": other}), kinds)
        case inspect.VarTupleType(item_type=item) | inspect.ListType(item_type=item):
            return Msg("a list, each {what}", {"what": _describe(item)})
        case inspect.TupleType(item_types=items):
            return Msg("a list of {count}", {"count": len(items)})
        case inspect.DictType(value_type=item):
            return Msg("a table, each {what}", {"what": _describe(item)})
        case inspect.StructType(cls=cls, fields=fields):
            fields = tuple(f for f in fields if f.required or cls is not Name)
            return Msg("a table with {words}", {"words": ", ".join(f.encode_name for f in fields)})
    return Msg("another kind of value")


def shown(value: Any) -> str:
    """A value as it might stand in the file, on one line, at most about 60 characters, without control characters.

    A long list or number is abbreviated with ``…``, a table to its keys.
    """
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return _quoted(value if len(value) <= 60 else value[:57] + "…")
    if isinstance(value, list):
        return "[…]" if len(value) > 6 else "[" + ", ".join(shown(v) for v in value)[:57] + "]"
    if isinstance(value, dict):
        return "{" + ", ".join([_word(k) for k in list(value)[:6]] + ["…"] * (len(value) > 6)) + "}"
    if isinstance(value, int) and abs(value) > 10**20:
        return f"{'-' if value < 0 else ''}…{abs(value) % 10**6:06}"
    return str(value)


def field_name(place: Place) -> str:
    """The path as a GM would say it: ``person 2: speed``."""
    keys = [f"{p + 1}" if isinstance(p, int) else _word(p) for p in place[:8]]
    text = ""
    for part, key in zip(place, keys, strict=False):
        text += f" {key}" if isinstance(part, int) else f".{key}" if text else key
    return text


def _word(key: str) -> str:
    word = key if len(key) <= 40 else key[:39] + "…"
    return word if word.isprintable() and word and " " not in word else _quoted(word)


def _quoted(text: str) -> str:
    return '"' + "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text) + '"'
