"""A table to play at: a session of Cairn driven by commands with scripted dice."""

from __future__ import annotations

import pytest

from gmconsole.core.commands import SetBand
from gmconsole.core.dice import TypedDice
from gmconsole.core.model import Command, Rejected
from gmconsole.core.phases import Task
from gmconsole.core.questions import Answer
from gmconsole.core.rounds import Phase
from gmconsole.core.session import Accepted, Session
from gmconsole.rulesets.cairn import RULESET, saves, turns
from gmconsole.rulesets.cairn.actions import Hold
from gmconsole.rulesets.cairn.attacks import RollDamage, Strike
from gmconsole.rulesets.cairn.people import Add
from gmconsole.rulesets.cairn.state import Attack, CairnState, Combatant


class Table:
    """A session with short words for tests: ``do`` must be accepted, ``refused`` must not. People go by their names."""

    def __init__(self) -> None:
        self.session: Session[CairnState] = Session(RULESET, RULESET.new_state("test"), seed=7)
        self.ids: dict[str, str] = {}

    @property
    def state(self) -> CairnState:
        return self.session.state

    def do(self, command: Command, *dice: int) -> Accepted:
        """Carry a command out with exactly these faces."""
        done = self.session.execute(command, TypedDice(dice))
        assert isinstance(done, Accepted), done
        return done

    def refused(self, command: Command, code: str, *dice: int) -> Rejected:
        """The refusal of a command, which changes nothing and draws no dice."""
        before = self.state, self.session.position
        done = self.session.execute(command, TypedDice(dice) if dice else None)
        assert isinstance(done, Rejected), done
        assert done.code == code, done
        assert (self.state, self.session.position) == before
        return done

    def add(self, name: str, kind: str = "npc", **figures: object) -> str:
        """Add somebody and return the id. ``STR``, ``DEX``, ``WIL`` are scores; ``dice`` the one attack's dice."""
        scores = {a: figures.pop(a) for a in ("STR", "DEX", "WIL") if a in figures}
        dice = figures.pop("dice", None)
        if dice is not None:
            figures["attacks"] = (Attack(name="weapon", dice=dice),)  # type: ignore[arg-type]
        known = set(self.state.entities)
        self.do(Add(kind=kind, name=name, scores=scores, **figures))  # type: ignore[arg-type]
        self.ids[name] = next(k for k in self.state.entities if k not in known)
        return self.ids[name]

    def pc(self, name: str, **figures: object) -> str:
        return self.add(name, "pc", **figures)

    def foe(self, name: str, **figures: object) -> str:
        return self.add(name, "npc", **figures)

    def who(self, name: str) -> Combatant:
        return self.state.entities[self.ids[name]]

    def start(self, *, waive: bool = True, kind: str = "fight") -> None:
        """Begin a fight; with ``waive`` nobody makes a first-round save."""
        party = tuple(c.id for c in self.state.entities.values() if c.side == "pcs") if waive else ()
        self.do(turns.Start(kind=kind, waived=party))

    def next(self, *, force: bool = False) -> None:
        """Move on to the other side's turn."""
        self.do(Phase(force=force))

    def save(self, name: str, face: int) -> None:
        """Roll the save somebody owes."""
        self.do(saves.Save(who=self.ids[name]), face)

    def hold(self, *names: str) -> None:
        """Let them pass their turn; without names everybody who still has to declare."""
        who = tuple(self.ids[n] for n in names) or tuple(c.id for c in turns.undeclared(self.state))
        self.do(Hold(who=who))

    def strike(self, name: str, *targets: str, **more: object) -> None:
        """Declare an attack."""
        self.do(Strike(who=self.ids[name], targets=tuple(self.ids[t] for t in targets), **more))  # type: ignore[arg-type]

    def damage(self, *faces: int) -> None:
        """Roll all damage dice of the turn."""
        self.do(RollDamage(), *faces)

    def answer(self, value: str, kind: str = "") -> None:
        """Answer the first open question (of that kind)."""
        question = next(q for q in self.state.questions.values() if kind in ("", q.kind))
        self.do(Answer(question=question.id, value=value))

    def band(self, a: str, b: str, band: str) -> None:
        self.do(SetBand(a=self.ids[a], b=(self.ids[b],), band=band))

    def tasks(self, kind: str = "") -> list[Task]:
        """What is owed now, of kinds that begin so."""
        return [t for t in RULESET.agenda(self.state) if t.kind.startswith(kind)]

    def hp(self, name: str) -> tuple[int, int]:
        return self.who(name).hp, self.who(name).hp_max

    def score(self, name: str, attribute: str = "STR") -> tuple[int, int]:
        score = self.who(name).score(attribute)
        return score.current, score.maximum


@pytest.fixture
def table() -> Table:
    """An empty table."""
    return Table()
