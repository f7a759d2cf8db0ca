"""What a word on the command line means: a save, a scenario, a party; and the state that begins with it."""

from __future__ import annotations

from pathlib import Path

from . import parties, saves, scenarios
from .content import ContentError, Fault, read_toml
from .core.model import Msg, State
from .core.scenario import Scenario


def is_save(path: Path) -> bool:
    """Whether a file is a save and no scenario or content; one with a folder beside it is. Raises ContentError."""
    return path.with_name(path.name + ".d").is_dir() or scenarios.kind(read_toml(path)) == "save"


def is_party(word: str) -> bool:
    """Whether a word means a party and no scenario. Raises ContentError where it means neither."""
    if word in scenarios.names("party") and word not in scenarios.names() and not Path(word).is_file():
        return True
    return scenarios.kind(read_toml(scenarios.find(word))) == "party"


def prepared(word: str) -> Path:
    """The file of a scenario or party. Raises ContentError."""
    return scenarios.find(word, "party" if is_party(word) else "scenario")


def start(word: str, party: str | None, folder: Path, lang: str) -> tuple[State, str]:
    """The state a scenario, or a party by itself, begins with, and the name its save gets.

    ``party`` is who plays the scenario: a save of the folder, or a party file. Raises ContentError, and StoreError or
    LoadError where that save does not open.
    """
    if not is_party(word):
        scenario = scenarios.load_scenario(word, None if party is None else guests(party, folder, lang))
        return scenarios.start_state(scenario, lang), scenario.header.id
    if party is not None:
        alone = Fault(file=word, line=1, field="", message=Msg("a party is played by itself, not by another one"))
        raise ContentError([alone])
    members = scenarios.load_party(word)
    return scenarios.party_state(members, lang), members.header.id


def guests(word: str, folder: Path, lang: str) -> Scenario:
    """The party that a word means: that of a save, or of a party file. Raises as ``start`` does."""
    found = saves.find(folder, word)
    return parties.of_word(word, found if found is not None and is_save(found) else None, lang)


def party_text(word: str, folder: Path, lang: str, *, over: bool = False) -> str:
    """The party that a word means, as the text of a party file; a file's own text. Raises as ``start`` does.

    ``over`` marks the party of a save as returning from a game that is over.
    """
    found = saves.find(folder, word)
    if found is not None and is_save(found):
        from .encounter import Encounter

        encounter = Encounter.look(found, lang)
        return parties.text_of(encounter.ruleset, encounter.state, over=over)
    path = scenarios.find(word, "party")
    scenarios.load_party(path)
    return path.read_text(encoding="utf-8-sig")
