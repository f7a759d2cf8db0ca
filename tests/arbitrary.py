"""Any value a type allows, field by field, whether play could reach it or not: what a save has to give back."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
from msgspec import inspect

TEXTS = (
    "",
    "a",
    "# seal 3 40 0123456789abcdef",
    "[[entry]]",
    'say "hi"',
    "back\\slash",
    "牛仔",
    "line\nbreak",
    "tab\t",
    " x ",
    "\x00\x1b[31m",
    "'''",
    "\u2028",
    "= 3",
    "true",
    "0x10",
    "\ufeff",
    "e\u0301\u0301",
    "😀",
)
NUMBERS = (0, 1, -1, 2, 7, 255, 2**31, -(2**31), 2**63 - 1, -(2**63))


def value(type_: Any, rng: Random, *, longest: bool = False, depth: int = 0) -> Any:
    """A random value of a type; ``longest`` fills every optional part and every list."""
    if not isinstance(type_, inspect.Type):
        type_ = inspect.type_info(type_)
    if isinstance(type_, inspect.UnionType):
        options = [t for t in type_.types if not (longest and isinstance(t, inspect.NoneType))]
        return value(rng.choice(options), rng, longest=longest, depth=depth)
    if isinstance(type_, inspect.StructType):
        return struct(type_.cls, rng, longest=longest, depth=depth)
    if isinstance(type_, inspect.StrType):
        return rng.choice(TEXTS)
    if isinstance(type_, inspect.BoolType):
        return rng.random() < 0.5
    if isinstance(type_, inspect.IntType):
        return rng.choice(NUMBERS)
    if isinstance(type_, inspect.LiteralType):
        return rng.choice(type_.values)
    if isinstance(type_, inspect.NoneType):
        return None
    if isinstance(type_, inspect.TupleType):
        return tuple(value(t, rng, longest=longest, depth=depth + 1) for t in type_.item_types)
    many = 2 if longest else 0 if depth > 4 else rng.choice((0, 1, 2))
    if isinstance(type_, inspect.VarTupleType):
        return tuple(value(type_.item_type, rng, longest=longest, depth=depth + 1) for _ in range(many))
    if isinstance(type_, inspect.DictType):
        keys = rng.sample(TEXTS, many)
        return {key: value(type_.value_type, rng, longest=longest, depth=depth + 1) for key in keys}
    raise TypeError(f"a state may not hold {type_}")


def struct(cls: type[Any], rng: Random, *, longest: bool = False, depth: int = 0) -> Any:
    """A value of a struct type with every field drawn, those with a default sometimes left to it."""
    info = inspect.type_info(cls)
    assert isinstance(info, inspect.StructType)
    drawn = {
        f.name: value(f.type, rng, longest=longest, depth=depth + 1)
        for f in info.fields
        if f.required or longest or rng.random() < 0.7
    }
    return cls(**drawn)


def shortest(cls: type[Any], rng: Random) -> Any:
    """A value of a struct type with nothing but what has to be there."""
    info = inspect.type_info(cls)
    assert isinstance(info, inspect.StructType)
    return cls(**{f.name: value(f.type, rng, depth=9) for f in info.fields if f.required})


def fields(cls: type[Any]) -> set[str]:
    """The names of a struct type's fields."""
    return {f.name for f in msgspec.structs.fields(cls)}
