"""Cairn at a whole encounter: driven by lines, with short words to look at what they made of it."""

from __future__ import annotations

from pathlib import Path

from gmconsole.core.model import Rejected, Roll
from gmconsole.core.session import Accepted, Moved
from gmconsole.encounter import Encounter
from gmconsole.rulesets.cairn import RULESET, conditions, inventory
from gmconsole.rulesets.cairn.state import CairnState, Combatant
from gmconsole.scenarios import load_scenario, start_state
from gmconsole.text import Words


class Play:
    """An encounter; people go by the words their scenario calls them."""

    def __init__(self, scenario: str, path: Path | None = None) -> None:
        self.encounter = Encounter.begin(start_state(load_scenario(scenario), "en"), path, seed=1, lang="en")
        self.rolls: list[Roll] = []
        self.said: list[str] = []

    @property
    def state(self) -> CairnState:
        state: CairnState = self.encounter.state
        return state

    def run(self, *lines: str) -> None:
        """Carry lines out, each of which must be accepted; the dice they used are remembered."""
        for line in lines:
            done = self.encounter.run(line)
            assert isinstance(done, Accepted | Moved), (line, done)
            if isinstance(done, Accepted):
                self.rolls.extend(done.entry.dice)
                words = Words("en", RULESET)
                self.said.extend(words.say(m) for m in RULESET.tell(self.state, done.entry.events, "gm"))

    def refused(self, line: str, code: str) -> Rejected:
        """The refusal of a line, which changes nothing."""
        before = self.state
        done = self.encounter.run(line)
        assert isinstance(done, Rejected), (line, done)
        assert done.code == code, (line, done)
        assert self.state == before
        return done

    def answer(self, value: str) -> None:
        """Answer the first open question."""
        self.run(f"answer {next(iter(self.state.questions))} {value}")

    def who(self, key: str) -> Combatant:
        return next(c for c in self.state.entities.values() if c.key == key)

    def line(self, key: str) -> str:
        """Somebody as the scenario writes them down: ``HP 3/6 STR 13/13 Fatigue 1 slots 8/10 deprived``."""
        c = self.who(key)
        score = c.score("STR")
        words = [f"HP {c.hp}/{c.hp_max}", f"STR {score.current}/{score.maximum}"]
        if c.fatigue:
            words.append(f"Fatigue {c.fatigue}")
        if c.key == "oda":
            words.append(f"slots {inventory.used(c)}/{c.capacity}")
        return " ".join((*words, *conditions.words(c)))

    def owed(self) -> list[str]:
        """The kinds of what is owed, with whom it concerns."""
        return [f"{t.kind} {self.key(t.who)}".strip() for t in RULESET.agenda(self.state) if t.blocking]

    def key(self, who: str) -> str:
        return self.state.entities[who].key if who in self.state.entities else ""

    def faces(self) -> list[str]:
        """All dice so far, in the order rolled, as ``d20:14``."""
        return [f"d{roll.sides}:{face}" for roll in self.rolls for face in roll.faces]
