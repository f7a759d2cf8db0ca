"""A scenario as the kernel sees it: prepared rows of one ruleset's own types, and what can be wrong with them.

The reader of files (``gmconsole.scenarios``) fills a ``Scenario``; a ruleset turns it into a start state and names what
is wrong as ``Problem`` values by their place in the file, which the reader turns into lines.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, TypeAlias

import msgspec

from .model import Msg, Name, Scalar

Path: TypeAlias = tuple[str | int, ...]
Word: TypeAlias = Annotated[str, msgspec.Meta(pattern=r"^\w[\w-]*$", max_length=40)]
"""An id written by hand: letters of any script, digits, ``_`` and ``-``."""


class Problem(msgspec.Struct, frozen=True, kw_only=True):
    """Something wrong at one place of a file: keys and list positions lead there from the top.

    ``found`` is the value as written, ``allowed`` what could stand there. ``severity`` is ``error`` (the file is not
    used) or ``note`` (it is used, and something was done about it: ``done``).
    """

    path: Path
    message: Msg
    found: str | Msg = ""
    allowed: Msg | None = None
    done: Msg | None = None
    severity: str = "error"


class Header(msgspec.Struct, frozen=True, kw_only=True):
    """The ``[scenario]`` or ``[party]`` table: its book, its title and a note for the GM, each once or per language.

    A scenario has a preset, and may name the ``party`` that plays it.
    """

    id: Word
    ruleset: str
    preset: str = ""
    party: str = ""
    title: str | Name = ""
    note: str | Name = ""


class EntityRow(msgspec.Struct, frozen=True, kw_only=True):
    """What every row of somebody or something has: the word lines call it by, and its name, once or per language."""

    id: Word
    name: str | Name = ""


class BandRow(msgspec.Struct, frozen=True, kw_only=True):
    """One ``[[band]]``: two ids or names, and the band between them."""

    between: tuple[str, str]
    band: str


class Scenario(msgspec.Struct, frozen=True, kw_only=True):
    """A scenario file, read: the header, the rows of each list by its key, and the bands. Or a party file.

    ``rows`` holds values of ``Ruleset.scenario_types()``, or of ``party_types()``, each with its position in the file's
    list; so do ``bands``. ``tables`` are those of ``party_tables()``. ``party`` plays the scenario; it is a ``guest``
    where the file does not name it, so that the player characters of the file itself stay away.
    """

    header: Header
    rows: Mapping[str, tuple[tuple[int, Any], ...]] = {}
    bands: tuple[tuple[int, BandRow], ...] = ()
    options: Mapping[str, Scalar] = {}
    environment: tuple[str, ...] = ()
    tables: Mapping[str, Any] = {}
    party: Scenario | None = None
    guest: bool = False


def in_language(text: str | Name, lang: str) -> str:
    """A text given once or per language, in that language (``zh`` or ``en``); the other one where it is empty."""
    if isinstance(text, str):
        return text
    return (text.zh or text.en) if lang == "zh" else (text.en or text.zh)
