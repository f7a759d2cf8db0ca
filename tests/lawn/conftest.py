"""A table to play at: a session of Lawn Parlour driven by commands with scripted dice."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from gmconsole.core import bands
from gmconsole.core.commands import SetBand
from gmconsole.core.dice import TypedDice
from gmconsole.core.model import Command, Rejected
from gmconsole.core.phases import Task
from gmconsole.core.rounds import Phase
from gmconsole.core.ruleset import Tx
from gmconsole.core.session import Accepted, Session
from gmconsole.rulesets.lawn import RULESET
from gmconsole.rulesets.lawn.people import Add
from gmconsole.rulesets.lawn.state import LawnState, Person


class Table:
    """A session with short words for tests: ``do`` must be accepted, ``refused`` must not."""

    def __init__(self) -> None:
        self.session: Session[LawnState] = Session(RULESET, RULESET.new_state("test"), seed=7)
        self.ids: dict[str, str] = {}

    @property
    def state(self) -> LawnState:
        return self.session.state

    def do(self, command: Command, dice: Sequence[int] | None = None) -> Accepted:
        done = self.session.execute(command, TypedDice(dice) if dice is not None else None)
        assert isinstance(done, Accepted), done
        return done

    def refused(self, command: Command, dice: Sequence[int] | None = None) -> Rejected:
        before = self.state
        done = self.session.execute(command, TypedDice(dice) if dice is not None else None)
        assert isinstance(done, Rejected), done
        assert self.state == before
        return done

    def add(self, name: str, kind: str = "npc", **figures: object) -> str:
        """Add somebody and return the id; also found under ``table.ids[name]``."""
        known = set(self.state.entities)
        self.do(Add(kind=kind, name=name, **figures))  # type: ignore[arg-type]
        self.ids[name] = next(k for k in self.state.entities if k not in known)
        return self.ids[name]

    def pc(self, name: str, **figures: object) -> str:
        return self.add(name, "pc", **figures)

    def npc(self, name: str, **figures: object) -> str:
        return self.add(name, "npc", **figures)

    def who(self, name: str) -> Person:
        return self.state.entities[self.ids[name]]

    def all_bands(self, band: str) -> None:
        """Set every band that is still unknown."""
        ids = [p.id for p in self.state.entities.values() if p.presence == "in"]
        for a, b in bands.missing(self.state.bands, ids):
            self.do(SetBand(a=a, b=(b,), band=band))

    def band(self, a: str, b: str) -> str | None:
        """The band between two people, by name."""
        return bands.between(self.state.bands, self.ids[a], self.ids[b])

    def set_band(self, a: str, b: str, band: str) -> None:
        self.do(SetBand(a=self.ids[a], b=(self.ids[b],), band=band))

    def to_phase(self, phase: str, *, force: bool = True) -> None:
        """Move on to the next time that phase comes."""
        self.do(Phase(to=phase, force=force))

    def tasks(self, kind: str = "") -> list[Task]:
        """What is owed now, of that kind."""
        return [t for t in RULESET.agenda(self.state) if t.kind.startswith(kind)]

    def writing(self) -> Tx[LawnState]:
        """A transaction at this table; what it makes of the state is not kept."""
        return Tx(RULESET, self.state, TypedDice(()))

    def states(self, name: str) -> list[str]:
        """The state ids of a person."""
        return [s.id for s in self.who(name).states]


@pytest.fixture
def table() -> Table:
    """An empty table."""
    return Table()
