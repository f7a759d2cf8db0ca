"""Rules at hand: the ledger a book ships, read only when somebody asks for a rule.

A book's ``rules.toml`` holds one row a rule, in the project's own words. ``about`` names what a rule is about, as
``kind:id``: the terms of the book (``state:prone``), its values and switches (``field:sanity``, ``option:load``), the
tasks the console proposes (``task:declare``), why there are dice in a pool (``pool:base``), what may be done about a
check (``choice:reroll``), panes (``pane:distance``), and texts on the screen by their message id
(``text:sanity {now}/{max}``).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

import msgspec

from .content import ContentError, folder, read_document, rows
from .core.model import Name
from .core.ruleset import Ruleset
from .core.scenario import Problem
from .language.tokens import fold_width
from .text import terms


class Rule(msgspec.Struct, frozen=True, kw_only=True):
    """One row of a ledger: what the rule says, in full (English) and in one line of each language.

    ``tier`` is ``core``, ``advanced`` or ``optional``, ``mode`` says what the console does about it: ``automate``,
    ``prompt``, ``record`` or ``reference``. ``since`` is the stage of the project that brings it.
    """

    id: str
    chapter: str
    tier: str
    mode: str
    since: int
    statement: str
    short: Name
    about: tuple[str, ...] = ()


class Chapter(msgspec.Struct, frozen=True, kw_only=True):
    """One row: what a chapter of the ledger is called."""

    id: str
    name: Name


class Ledger:
    """All rules of a book by their ids, what its chapters are called, and what the rules are about."""

    def __init__(self, rules: Mapping[str, Rule], chapters: Mapping[str, Name], names: Mapping[str, Name]) -> None:
        self.rules = rules
        self.chapters = chapters
        self._by_subject: dict[str, tuple[Rule, ...]] = {}
        # What is about one thing alone says more of it than what is about a whole list.
        for rule in sorted(rules.values(), key=lambda r: len(r.about)):
            for subject in rule.about:
                self._by_subject[subject] = (*self._by_subject.get(subject, ()), rule)
        self._texts = {rule.id: self._searched(rule, names) for rule in rules.values()}

    def chapter(self, rule: Rule) -> Name:
        """The name of the rule's chapter; its id in both languages where it has none."""
        return self.chapters.get(rule.chapter, Name(rule.chapter, rule.chapter))

    def about(self, subject: str) -> tuple[Rule, ...]:
        """The rules about a subject (``state:prone``), those about little else first."""
        return self._by_subject.get(subject, ())

    def subjects(self) -> tuple[str, ...]:
        """All that some rule is about."""
        return tuple(self._by_subject)

    def search(self, words: str, lang: str) -> tuple[Rule, ...]:
        """The rules in which every word stands: first those with the words in the id, then in the short line, and there
        in front before further behind.

        Searched are the id, the chapter, the short lines and the subjects in both languages, and the statement; small
        letters stand for capitals. No words: every rule.
        """
        wanted = fold_width(words).casefold().split()
        found = []
        for place, (rule_id, texts) in enumerate(self._texts.items()):
            ranks, at = zip(*(_rank(word, texts, lang) for word in wanted), strict=True) if wanted else ((), ())
            if all(rank < NOWHERE for rank in ranks):
                found.append((max(ranks, default=0), sum(ranks), sum(at), place, rule_id))
        return tuple(self.rules[rule_id] for *_, rule_id in sorted(found))

    def _searched(self, rule: Rule, names: Mapping[str, Name]) -> Mapping[str, str]:
        chapter = self.chapter(rule)
        subjects = [names[s] for s in rule.about if s in names]
        return {
            "id": rule.id.casefold(),
            "zh": rule.short.zh.casefold(),
            "en": rule.short.en.casefold(),
            "else": "\n".join(
                (rule.chapter, chapter.zh, chapter.en, *(f"{n.zh}\n{n.en}" for n in subjects))
            ).casefold(),
            "statement": rule.statement.casefold(),
        }


NOWHERE = 5


def _rank(word: str, texts: Mapping[str, str], lang: str) -> tuple[int, int]:
    """Where a word stands: 0 in the id, then the short line read, the other one, what it is about, the statement; and
    how far from the beginning of the short line read."""
    order = ("id", lang, "en" if lang == "zh" else "zh", "else", "statement")
    rank = next((i for i, key in enumerate(order) if word in texts[key]), NOWHERE)
    return rank, max(texts[lang].find(word), 0)


@cache
def ledger(book: Ruleset[Any]) -> Ledger:
    """The rules a book ships; an empty ledger where it ships none. Raises ContentError."""
    place = folder(book) / "rules.toml"
    if not place.is_file():
        return Ledger({}, {}, {})
    document = read_document(place)
    problems: list[Problem] = []
    chapters = {row.id: row.name for _, row in rows(document.data, "chapter", Chapter, problems)}
    rules = {row.id: row for _, row in rows(document.data, "rule", Rule, problems)}
    if problems:
        raise ContentError(document.faults(problems))
    names = {f"{kind}:{key}": name for kind, known in terms(book).items() for key, name in known.items()}
    return Ledger(rules, chapters, names)


def search(book: Ruleset[Any], words: str, lang: str) -> tuple[Rule, ...]:
    """The rules of a book in which every word stands (see ``Ledger.search``). Raises ContentError."""
    return ledger(book).search(words, lang)


def about(book: Ruleset[Any], subjects: Iterable[str]) -> tuple[Rule, ...]:
    """The rules about these subjects, each once, in the order of the subjects. Raises ContentError."""
    known = ledger(book)
    return tuple({rule.id: rule for subject in subjects for rule in known.about(subject)}.values())
