"""Parties: carried out of an encounter into a file, and from a file or a save into the next encounter."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from .content import ContentError, Document, Fault, parse
from .core.model import Msg, State
from .core.ruleset import Ruleset
from .core.scenario import Scenario
from .scenarios import load_party, party_from
from .store import toml


def text_of(ruleset: Ruleset[Any], state: State, *, over: bool = False) -> str:
    """The party of a state as the text of a party file. Raises ContentError where nobody is there.

    ``over`` says that the game is over: everybody is marked as returning, with this game among the earlier ones.
    """
    found = dict(ruleset.party_of(state))
    if not found:
        nobody = Fault(file=state.title, line=1, field="", message=Msg("no player character to take along"))
        raise ContentError([nobody])
    if over:
        for rows in found.values():
            for row in rows if isinstance(rows, list) else ():
                row["returning"] = True
                row["games"] = [*row.get("games", ()), *([state.title] if state.title else ())]
    word = re.sub(r"\W+", "_", state.title.casefold()).strip("_")[:40] or "party"
    header = {"id": word, "ruleset": ruleset.id, "title": state.title}
    return toml.dumps({"party": header, **_single_first(found)})


def _single_first(found: Mapping[str, Any]) -> dict[str, Any]:
    """Tables before lists of tables, as a reader expects them."""
    return dict(sorted(found.items(), key=lambda pair: isinstance(pair[1], list)))


def of_state(ruleset: Ruleset[Any], state: State, *, over: bool = False) -> Scenario:
    """The party of a state, ready for another encounter. Raises ContentError where nobody is there."""
    document: Document = parse(state.title, text_of(ruleset, state, over=over).encode())
    return party_from(document)


def of_word(word: str, saved: Path | None, lang: str) -> Scenario:
    """The party that a word means: that of a save, or a party file. Raises ContentError, StoreError, LoadError.

    ``saved`` is the save of that name where there is one.
    """
    if saved is None:
        return load_party(word)
    from .encounter import Encounter

    encounter = Encounter.look(saved, lang)
    return of_state(encounter.ruleset, encounter.state)
