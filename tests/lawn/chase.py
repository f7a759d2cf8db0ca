"""A table at which a movement phase is played: people by name, bands by pairs, dice by outcome."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from gmconsole.core.commands import BandsChanged, SetOption
from gmconsole.core.model import Question
from gmconsole.core.rounds import Phase
from gmconsole.core.session import Accepted
from gmconsole.rulesets.lawn import movement
from gmconsole.rulesets.lawn.crisis import Start
from gmconsole.rulesets.lawn.injuries import ChangeState
from gmconsole.rulesets.lawn.movement import Declare, Enter, Leave, MoveLess, SpeedCheck, Stay
from gmconsole.rulesets.lawn.questions import Answer

from .conftest import Table

WINS = (1, 4, 2, 6, 3)  # success, degree 1
HOLDS = (2, 3, 4, 6, 6)  # success, degree 0
LOSES = (2, 2, 5, 5, 6)  # failure, degree 0
ONES = (1, 1, 3, 4, 6)  # failure, degree 2
TWICE = (1, 1, 2, 3, 6)  # success, degree 2
CRITICAL = (3, 2, 1, 6, 6)
CATASTROPHE = (2, 2, 2, 3, 4)


class Chase:
    """A pure chase by default: round 1 stands in the movement phase as soon as it has started."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.last: Accepted | None = None

    @property
    def state(self):
        return self.table.state

    def cast(self, **kinds: str) -> Chase:
        """People in this order: ``Mike="pc"``, ``Cowboy="npc walk"``, ``door="object"``, ``Ann="npc friendly"``."""
        for name, text in kinds.items():
            kind, *more = text.split()
            figures: dict[str, object] = {}
            for word in more:
                figures["side" if word in ("hostile", "friendly", "neutral", "party") else "speed"] = word
            self.table.add(name, kind, **figures)
        return self

    def start(
        self,
        bands: str = "",
        rest: str = "medium",
        *,
        preset: str = "chase",
        phases: tuple[str, ...] = (),
        options: Iterable[str] = (),
    ) -> Chase:
        """Set bands ("Mike-Cowboy medium, Mike-Jessica near"), the others to ``rest``, and start."""
        for part in filter(None, (p.strip() for p in bands.split(","))):
            pair, band = part.split()
            self.table.set_band(*pair.split("-"), band)
        self.table.all_bands(rest)
        for option in options:
            self.table.do(SetOption(option=option, value=True))
        self.table.do(Start(preset=preset, phases=phases))
        return self

    def ids(self, names: str) -> tuple[str, ...]:
        return tuple(self.table.ids[n] for n in names.split())

    def declaration(self, who: str, approach: str = "", retreat: str = "", **more) -> Declare:
        more["stop"] = {self.table.ids[k]: v for k, v in more.get("stop", {}).items()}
        return Declare(who=self.table.ids[who], approach=self.ids(approach), retreat=self.ids(retreat), **more)

    def declare(self, who: str, approach: str = "", retreat: str = "", **more) -> Accepted:
        self.last = self.table.do(self.declaration(who, approach, retreat, **more))
        return self.last

    def rest(self) -> Accepted:
        """Everybody who has not declared stays where they are."""
        self.last = self.table.do(Stay())
        return self.last

    def speed(self, who: str, against: str = "", dice: Sequence[int] = HOLDS, difficulty: int = 6, **more) -> Accepted:
        command = SpeedCheck(who=self.table.ids[who], against=self.ids(against), difficulty=difficulty, **more)
        self.last = self.table.do(command, [] if more.get("result") else dice)
        return self.last

    def less(self, who: str, other: str, band: str) -> Accepted:
        return self.table.do(MoveLess(who=self.table.ids[who], other=self.table.ids[other], band=band))

    def leave(self, who: str, **more) -> Leave:
        return Leave(who=self.table.ids[who], **more)

    def enter(self, who: str, approaching: str = "", **more) -> Enter:
        return Enter(who=self.table.ids[who], approaching=self.ids(approaching), **more)

    def give(self, who: str, *states: str) -> None:
        self.table.do(ChangeState(who=(self.table.ids[who],), add=states))

    def band(self, a: str, b: str) -> str | None:
        return self.table.band(a, b)

    def question(self, kind: str) -> Question:
        """The only open question of that kind."""
        found = [q for q in self.state.questions.values() if q.kind == kind]
        assert len(found) == 1, found
        return found[0]

    def asked(self, kind: str) -> int:
        return sum(1 for q in self.state.questions.values() if q.kind == kind)

    def answer(self, kind: str, value: str = "", dice: Sequence[int] | None = None) -> Accepted:
        question = self.question(kind)
        value = self.table.ids.get(value, value) or question.value
        self.last = self.table.do(Answer(question=question.id, value=value), dice)
        return self.last

    def next_round(self) -> None:
        """On to the movement phase of the next round, answering what is asked as proposed."""
        while self.state.questions:
            question = next(iter(self.state.questions.values()))
            self.table.do(Answer(question=question.id, value=question.value))
        self.table.do(Phase(to="movement", force=True))

    @property
    def stage(self) -> str:
        return self.state.crisis.stage

    def owed(self, kind: str) -> list[str]:
        """The names of those who owe a task of that kind."""
        names = {v: k for k, v in self.table.ids.items()}
        return [names[t.who] for t in movement.tasks(self.state) if t.kind == kind]

    def resolved(self) -> dict[frozenset[str], str]:
        """The cause of each pair in the one event with the movement's bands."""
        assert self.last is not None
        names = {v: k for k, v in self.table.ids.items()}
        event = next(e for e in self.last.entry.events if isinstance(e, BandsChanged))
        return {frozenset((names[c.a], names[c.b])): c.cause for c in event.changes}


def duel(table: Table, band: str, *, pc: str = "sprint", npc: str = "sprint", approach: bool) -> Chase:
    """Mike against Cowboy: one approaches, the other retreats."""
    chase = Chase(table).cast(Mike=f"pc {pc}", Cowboy=f"npc {npc}").start(f"Mike-Cowboy {band}")
    if approach:
        chase.declare("Cowboy", retreat="Mike")
        chase.declare("Mike", "Cowboy")
    else:
        chase.declare("Cowboy", "Mike")
        chase.declare("Mike", retreat="Cowboy")
    return chase
