"""A third rulebook: coins are won and lost in rounds of two phases. The kernel must need no change for it."""

from __future__ import annotations

from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any, ClassVar

from msgspec.structs import replace

from gmconsole.core.commands import give_public_tags
from gmconsole.core.model import Command, Entity, Event, Msg, Name, Rejected, Scalar, State, Who
from gmconsole.core.people import came, next_id, next_tag, no_room
from gmconsole.core.phases import Task
from gmconsole.core.rounds import step_phase
from gmconsole.core.ruleset import FieldSpec, Ruleset, Tx
from gmconsole.core.views import Board, Card, LogEntry, OrderRow, TaskRow


class Gambler(Entity, frozen=True, kw_only=True):
    coins: int = 0
    purses: Mapping[str, int] = {}


class ToyState(State, frozen=True, kw_only=True):
    entities: Mapping[str, Gambler] = {}
    thrown: tuple[str, ...] = ()


class Sit(Command, frozen=True, tag="toy.sit"):
    name: str
    hidden: bool = False


class Throw(Command, frozen=True, tag="toy.throw"):
    who: str
    dice: int = 1


class Begin(Command, frozen=True, tag="toy.begin"):
    pass


class Sat(Event, frozen=True, tag="toy.sat"):
    gambler: Gambler


class Thrown(Event, frozen=True, tag="toy.thrown"):
    who: str
    faces: tuple[int, ...]
    before: int
    after: int


class Begun(Event, frozen=True, tag="toy.begun"):
    pass


def _sit(c: Sit, tx: Tx[ToyState]) -> Rejected | None:
    crowded = no_room(tx.state)
    if crowded is not None:
        return crowded
    tx.emit(
        Sat(
            gambler=Gambler(
                id=next_id(tx.state, "g"),
                name=c.name,
                kind="pc",
                side="party",
                tag=next_tag(tx.state, "g"),
                hidden=c.hidden,
            )
        )
    )
    give_public_tags(tx)
    return None


def _throw(c: Throw, tx: Tx[ToyState]) -> Rejected | None:
    if tx.state.person(c.who) is None:
        return Rejected("unknown-person", {"who": c.who})
    faces = tx.roll(c.dice, 6)
    before = tx.state.entities[c.who].coins
    tx.emit(Thrown(who=c.who, faces=faces, before=before, after=before + sum(faces)))
    if c.dice == 13:
        return Rejected("unlucky")
    if c.dice == 99:
        raise RuntimeError("a fault of the program")
    return None


def _begin(c: Begin, tx: Tx[ToyState]) -> Rejected | None:
    tx.emit(Begun())
    step_phase(tx)
    return None


def _sat(state: ToyState, e: Sat) -> ToyState:
    return came(state, e.gambler, "g")


def _thrown(state: ToyState, e: Thrown) -> ToyState:
    gambler = replace(state.entities[e.who], coins=e.after)
    return replace(state, entities={**state.entities, e.who: gambler}, thrown=(*state.thrown, e.who))


def _begun(state: ToyState, e: Begun) -> ToyState:
    return replace(state, mode="crisis", phases=("throw", "pay"))


class Toy(Ruleset[ToyState]):
    id: ClassVar[str] = "toy"
    name: ClassVar[Name] = Name("玩具", "Toy")
    state_type = ToyState

    def __init__(self) -> None:
        super().__init__(
            (
                SimpleNamespace(  # type: ignore[arg-type]
                    __name__="toy",
                    DECIDE={Sit: _sit, Throw: _throw, Begin: _begin},
                    EVOLVE={Sat: _sat, Thrown: _thrown, Begun: _begun},
                    SAY={
                        Thrown: lambda e, s: Msg(
                            "{who} throws {faces}", {"who": Who(e.who), "faces": " ".join(map(str, e.faces))}
                        )
                    },
                ),
            )
        )

    def new_state(self, title: str) -> ToyState:
        return ToyState(ruleset="toy", title=title)

    def agenda(self, state: ToyState) -> tuple[Task, ...]:
        if state.phase != "throw":
            return ()
        return tuple(
            Task(kind="throw", who=who, what=Msg("{who} throws", {"who": Who(who)}), command=Throw(who=who))
            for who in state.entities
            if state.thrown.count(who) < state.round
        )

    def phase_names(self) -> Mapping[str, Name]:
        return {"throw": Name("掷", "Throw"), "rest": Name("歇", "Rest"), "pay": Name("付", "Pay")}

    def band_names(self) -> Mapping[str, Name]:
        return {"here": Name("这里", "here"), "there": Name("那里", "there")}

    def fields(self) -> Mapping[str, FieldSpec]:
        return {
            "coins": FieldSpec(name=Name("钱", "coins"), path=("coins",), kind="int", low=0, high=99),
            "purse": FieldSpec(name=Name("钱包", "purse"), path=("purses", "left"), kind="int", low=0, high=9),
            "side": FieldSpec(name=Name("边", "side"), path=("side",), kind="choice", choices=("party", "bank")),
            "hidden": FieldSpec(name=Name("藏", "hidden"), path=("hidden",), kind="bool", only=("npc",)),
        }

    def option_values(self) -> Mapping[str, tuple[Scalar, ...]]:
        return {"loaded": (False, True)}

    def option_names(self) -> Mapping[str, Name]:
        return {"loaded": Name("灌铅", "loaded")}

    def draw(self, state: ToyState, log: tuple[LogEntry, ...] = ()) -> Board:
        here = [e for e in state.entities.values() if e.presence != "removed"]
        cards = {
            e.id: Card(
                id=e.id,
                tag=e.tag,
                name=e.name,
                kind=e.kind,
                side=e.side,
                pane="party",
                hidden=e.hidden,
                present=e.presence == "in",
                status="able",
                facts={"coins": e.coins},
            )
            for e in here
        }
        tasks = tuple(TaskRow(who=t.who, kind=t.kind, what=t.what, command=t.command) for t in self.agenda(state))
        return Board(
            audience="gm",
            title=state.title,
            ruleset="toy",
            mode=state.mode,
            round=state.round,
            phase=state.phase,
            cards=cards,
            bands=state.bands,
            band_names=self.band_names(),
            log=log,
            order=tuple(OrderRow(e.id, "later") for e in here),
            tasks=tasks,
            notes=state.notes,
            clocks=state.clocks,
        )

    def shows_task(self, state: ToyState, task: TaskRow) -> bool:
        return True

    def terms(self) -> Mapping[str, Mapping[str, Name]]:
        return {**super().terms(), "outcome": {"win": Name("赢", "win"), "lose": Name("输", "lose")}}

    def verbs(self) -> tuple[Any, ...]:
        return ()
