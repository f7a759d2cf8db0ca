"""Sentences into words: gettext, with the English message as the id and named fields.

One domain for the program, one per ruleset. Ids with a prefix (``band:``, ``phase:``, ``state:`` …) name a term of the
rulebook, which carries its words in both languages itself.
"""

from __future__ import annotations

import gettext
import os
import re
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from . import po
from .content import ContentError, folder, root
from .core import messages, registry
from .core.model import Field, Msg, Name, Rejected, Who
from .core.people import PRESENCES
from .core.ruleset import Ruleset
from .language.parts import PARTS, part_name, parts

LANGUAGES = ("en", "zh")
DOMAIN = "gmconsole"
TERM = re.compile(r"[a-z_]+:\S*")
PARTS_OF_LINES = ("field", "part", "missing")


def system_language() -> str:
    """``zh`` where the environment asks for Chinese, else ``en``; ``GMCONSOLE_LANG`` decides before the locale."""
    for variable in ("GMCONSOLE_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(variable, "")
        if value:
            return "zh" if value.lower().startswith("zh") else "en"
    return "en"


@cache
def _catalogue(domain: str, folder: Path, lang: str) -> gettext.NullTranslations:
    return po.catalogue(domain, folder, lang)


def catalogues(ruleset: Ruleset[Any] | None, lang: str) -> tuple[gettext.NullTranslations, ...]:
    """The catalogues to ask in turn: the ruleset's (all of them where none is given), then the program's."""
    if lang == "en":
        return ()
    books = registry.names() if ruleset is None else (ruleset.id,)
    places = map(_folder, books) if ruleset is None else (folder(ruleset),)
    return (
        *(_catalogue(book, place / "locale", lang) for book, place in zip(books, places, strict=True)),
        _catalogue(DOMAIN, root() / "locale", lang),
    )


def _folder(name: str) -> Path:
    """The folder of an installed book; that of its id where the book cannot be read, so that this can still be said."""
    try:
        book = registry.get(name)
    except ContentError:
        book = None
    return root() / name if book is None else folder(book)


def terms(ruleset: Ruleset[Any]) -> Mapping[str, Mapping[str, Name]]:
    """All that a sentence can name by its id: the book's terms, the values a GM may set, the switches."""
    return {
        **ruleset.terms(),
        "field": {key: spec.name for key, spec in ruleset.fields().items()},
        "option": ruleset.option_names(),
        "presence": PRESENCES,
    }


class Words:
    """Puts texts into one language, for one rulebook and one set of names."""

    def __init__(
        self, lang: str, ruleset: Ruleset[Any] | None = None, name_of: Callable[[str], str] | None = None
    ) -> None:
        self.lang = lang if lang in LANGUAGES else "en"
        self.ruleset = ruleset
        self._name_of = name_of or (lambda who: who)
        self._catalogues = catalogues(ruleset, self.lang)
        self._terms: Mapping[str, Mapping[str, Name]] = terms(ruleset) if ruleset is not None else {}
        self._parts = parts(ruleset) if ruleset is not None else PARTS

    def named(self, name_of: Callable[[str], str]) -> Words:
        """The same words with other names for people."""
        other = Words.__new__(Words)
        other.__dict__.update(self.__dict__)
        other._name_of = name_of
        return other

    def message(self, text: str) -> str:
        """The message id in this language (the id itself in English)."""
        for catalogue in self._catalogues:
            found = catalogue.gettext(text)
            if found != text:
                return found
        return text

    def term(self, kind: str, key: str) -> str:
        """A term of the rulebook (``band``, ``phase``, ``state`` …) in this language; the key where it is unknown."""
        name = self._terms.get(kind, {}).get(key)
        return key if name is None else self.name(name)

    def terms(self, kind: str) -> tuple[str, ...]:
        """The ids of the rulebook's terms of that kind, in its order."""
        return tuple(self._terms.get(kind, {}))

    def name(self, name: Name) -> str:
        """A content name in this language."""
        return name.zh if self.lang == "zh" and name.zh else name.en

    def say(self, text: Field) -> str:
        """Any text as words."""
        if isinstance(text, str):
            return text
        if isinstance(text, Msg):
            return self._sentence(text)
        if isinstance(text, Name):
            return self.name(text)
        if isinstance(text, Who):
            return self._name_of(text.id)
        if isinstance(text, tuple):
            said = [self.say(t) for t in text]
            inner, outer = ("、", "；") if self.lang == "zh" else (", ", "; ")
            return (outer if any(inner in part for part in said) else inner).join(said)
        return str(text)

    def _sentence(self, msg: Msg) -> str:
        kind, colon, key = msg.id.partition(":")
        if colon and not key.startswith(" ") and (kind in self._terms or TERM.fullmatch(msg.id)):
            return self.term(kind, key)
        fields = {k: self.say(v) for k, v in msg.fields.items()}
        return self.message(msg.id).format_map(_Fields(fields))

    def refusal(self, rejected: Rejected) -> str:
        """A refusal as one line."""
        table = {**messages.REJECTIONS, **(self.ruleset.rejections() if self.ruleset is not None else {})}
        sentence = table.get(rejected.code)
        if sentence is None:
            details = ", ".join(f"{k}={self.say(v)}" for k, v in rejected.params.items())
            return f"{rejected.code} ({details})" if details else rejected.code
        none = Msg("none")
        return self._sentence(
            Msg(
                sentence,
                {
                    k: none if v in ((), "") else self._part(v, k) if k in PARTS_OF_LINES else v
                    for k, v in rejected.params.items()
                },
            )
        )

    def _part(self, value: Field, param: str) -> Field:
        """A settable value, or else a part of a line, by its name; a ``part`` is one of the line where it can be."""
        if not isinstance(value, str):
            return value
        settable = self._terms.get("field", {}).get(value)
        if settable is None or (param == "part" and value in self._parts):
            return part_name(value, self._parts)
        return settable


class _Fields(dict[str, str]):
    def __missing__(self, key: str) -> str:
        return "…"
