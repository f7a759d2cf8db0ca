"""TOML text to plain dicts and back, with one kind of exception whatever the parser meets."""

from __future__ import annotations

from collections.abc import Mapping

import tomli_w

try:
    from tomli import loads as _loads
except ModuleNotFoundError:
    from tomllib import loads as _loads


def loads(text: str) -> dict[str, object]:
    """TOML text as plain dicts. Raises ValueError, also where the nesting is too deep for the parser."""
    try:
        return _loads(text)
    except RecursionError:
        raise ValueError("nested too deeply") from None


def dumps(document: Mapping[str, object]) -> str:
    """Plain dicts as readable TOML: tables with headers, one key a line, strings on one line."""
    return tomli_w.dumps(document)


def tables(value: object) -> list[dict[str, object]]:
    """The value as a list of tables. Raises ValueError when it is anything else."""
    if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
        raise ValueError("a list of tables was expected")
    return value


def table(value: object) -> dict[str, object]:
    """The value as a table. Raises ValueError when it is anything else."""
    if not isinstance(value, dict):
        raise ValueError("a table was expected")
    return value
