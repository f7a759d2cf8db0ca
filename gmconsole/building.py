"""What every rulebook does alike when it turns a scenario into a start state."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from typing import Generic, TypeVar

from msgspec.structs import replace

from .conversion import nearest, shown
from .core import bands
from .core.commands import BandsChanged, EnvironmentSet, OptionSet
from .core.dice import TypedDice
from .core.model import Msg, Name, State
from .core.ruleset import Ruleset, Tx
from .core.scenario import EntityRow, Path, Problem, Scenario, in_language

S = TypeVar("S", bound=State)


class Builder(Generic[S]):
    """One scenario on its way into a state, with names in one language and everything that is wrong with its rows.

    ``ids`` maps the word a scenario calls somebody by to the id; a book fills it as it brings people in. ``away`` are
    the words for those who stay away, because another party plays: nothing is said of them.
    """

    def __init__(self, ruleset: Ruleset[S], scenario: Scenario, lang: str) -> None:
        header = scenario.header
        title = in_language(header.title, lang) or header.id
        self.tx: Tx[S] = Tx(ruleset, ruleset.new_state(title), TypedDice(()))
        self.scenario = scenario
        self.lang = lang
        self.problems: list[Problem] = []
        self.ids: dict[str, str] = {}
        self.away: set[str] = set()
        note = self.text(header.note)
        self.tx.state = replace(self.tx.state, preset=header.preset, notes=(note,) if note else ())

    def refuse(self, path: Path, found: object, allowed: Msg) -> None:
        """Note a value that cannot stand there."""
        self.problems.append(Problem(path=path, message=Msg("not allowed here"), found=shown(found), allowed=allowed))

    def preset(self, allowed: Iterable[str]) -> None:
        """Refuse a preset that the book does not have."""
        preset = self.scenario.header.preset
        if preset and preset not in (known := tuple(allowed)):
            self.refuse(("scenario", "preset"), preset, nearest(preset, known))

    def text(self, text: str | Name) -> str:
        """A text in the language of the encounter."""
        return in_language(text, self.lang)

    def name(self, row: EntityRow) -> str:
        """The display name; the id where there is none."""
        return self.text(row.name) or row.id

    def known(self, path: Path, words: Iterable[str], field: str = "") -> tuple[str, ...]:
        """Ids of the people so called in the file; path leads to the list, or with field to the row of that field."""
        found: list[str] = []
        for i, word in enumerate(words):
            if word in self.ids:
                found.append(self.ids[word])
            elif word not in self.away:
                self.problems.append(
                    Problem(
                        path=(*path, field or i),
                        message=Msg("names nobody"),
                        found=shown(word),
                        allowed=nearest(word, tuple(self.ids)),
                    )
                )
        return tuple(found)

    def keep_words_apart(self, kinds: Iterable[str]) -> None:
        """Refuse a word for somebody that is a tag or an id which was counted."""
        taken = {*self.tx.state.entities, *(e.tag for e in self.tx.state.entities.values())}
        for kind in kinds:
            for i, row in self.scenario.rows.get(kind, ()):
                if row.id in taken:
                    self.refuse((kind, i, "id"), row.id, Msg("a word that is no tag or counted id"))

    def bands(self) -> None:
        """The bands that are known."""
        changes = []
        for i, row in self.scenario.bands:
            for a, b in product(*map(self.everybody, row.between)):
                self.check_band(("band", i, "band"), a, b, row.band)
                changes.append(bands.change(self.tx.state.bands, a, b, row.band, "scenario"))
        if changes:
            self.tx.emit(BandsChanged(changes=tuple(changes)))

    def everybody(self, word: str) -> tuple[str, ...]:
        """The ids of all that a word of the file stands for: one, or those who came in several at once."""
        return (self.ids[word],) if word in self.ids else ()

    def check_band(self, path: Path, a: str, b: str, band: str) -> None:
        """Refuse a band that the book does not allow between these two."""

    def place(self) -> None:
        """Options and what the place is like."""
        for option, value in self.scenario.options.items():
            if self.tx.state.options.get(option) != value:
                self.tx.emit(OptionSet(option=option, before=self.tx.state.options.get(option, value), after=value))
        if self.scenario.environment:
            self.tx.emit(EnvironmentSet(before=self.tx.state.environment, after=self.scenario.environment))
