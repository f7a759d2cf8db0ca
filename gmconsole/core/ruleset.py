"""What a rulebook gives the kernel, and the transaction its decisions run in.

A chapter module exports ``DECIDE`` (command type to decision) and ``EVOLVE`` (event type to fold); ``Ruleset`` merges
the chapters with the kernel's own and refuses duplicates.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar, final

import msgspec
from msgspec.structs import replace

from .dice import DicePort
from .model import Command, Entity, Event, Msg, Name, Rejected, Roll, Scalar, State
from .phases import Task
from .questions import Register
from .scenario import Problem, Scenario, in_language
from .views import Board, Card, LogEntry, Section, SheetLine, TaskRow, Wizard

S = TypeVar("S", bound=State)

Decide = Callable[[Any, Any], Rejected | None]
Evolve = Callable[[Any, Any], Any]
Say = Callable[[Any, Any], Msg | None]


class Tx(Generic[S]):
    """One command being decided: the state so far, the dice drawn and the events emitted."""

    __slots__ = ("_port", "events", "rolls", "ruleset", "state")

    def __init__(self, ruleset: Ruleset[S], state: S, port: DicePort) -> None:
        self.ruleset = ruleset
        self.state = state
        self.events: list[Event] = []
        self.rolls: list[Roll] = []
        self._port = port

    def roll(self, n: int, sides: int) -> tuple[int, ...]:
        """n faces in rolled order; recorded with the entry. Raises DiceMismatch when typed faces do not fit."""
        faces = self._port.roll(n, sides)
        if n:
            self.rolls.append(Roll(sides, faces))
        return faces

    def emit(self, event: Event) -> None:
        """Record the event and fold it at once, so that the next step of the same command sees it."""
        self.state = self.ruleset.evolve(self.state, event)
        self.events.append(event)


AnyTx: TypeAlias = Tx[Any]


class FieldSpec(msgspec.Struct, frozen=True, kw_only=True):
    """A stored value of an entity that the GM may set: its words, where it lies, and what is allowed.

    ``path`` leads from the entity to the value (attribute names, then dict keys). ``kind`` is ``int``, ``bool``,
    ``text`` or ``choice``; ``low`` and ``high`` bound whole numbers; ``choices`` lists the allowed words, which are the
    ids of terms of the kind ``term`` where it has one.
    """

    name: Name
    path: tuple[str, ...]
    kind: str
    low: int = 0
    high: int = 0
    choices: tuple[str, ...] = ()
    term: str = ""
    only: tuple[str, ...] = ()


class Ruleset(ABC, Generic[S]):
    """A rulebook as the kernel sees it. A third book subclasses this and registers an entry point.

    ``chapters`` are the modules of the book, each with its ``DECIDE``, ``EVOLVE`` and ``SAY`` where it has them.
    ``asks`` holds what the book asks the GM. ``folder`` holds a book's own content tables, and its translations under
    ``locale``; a book without one has them in the program's content folder, under its id.
    """

    id: ClassVar[str]
    name: ClassVar[Name]
    asks: ClassVar[Register] = Register()
    folder: Path | None = None
    state_type: type[S]

    def __init__(self, chapters: Iterable[ModuleType] = ()) -> None:
        self.decisions: dict[type[Command], Decide] = {}
        self.folds: dict[type[Event], Evolve] = {}
        self.sayings: dict[type[Event], Say] = {}
        from . import commands, messages, questions, rounds

        for chapter in (commands, questions, rounds, messages, *chapters):
            _merge(self.decisions, getattr(chapter, "DECIDE", {}), chapter.__name__)
            _merge(self.folds, getattr(chapter, "EVOLVE", {}), chapter.__name__)
            _merge(self.sayings, getattr(chapter, "SAY", {}), chapter.__name__)
        # A book without words for what a place is like could only refuse each of them.
        if not self.environment_names():
            del self.decisions[commands.SetEnvironment]

    def decide(self, command: Command, tx: Tx[S]) -> Rejected | None:
        """Run the command's decision on tx; None means accepted."""
        decision = self.decisions.get(type(command))
        if decision is None:
            return Rejected("not-in-this-book", {"command": type(command).__name__})
        return decision(command, tx)

    def evolve(self, state: S, event: Event) -> S:
        """The state after the event. Pure: no dice, no checks, no arithmetic on rules."""
        new: S = self.folds[type(event)](state, event)
        return new

    def fold(self, state: S, events: Iterable[Event]) -> S:
        """The state after all the events."""
        for event in events:
            state = self.evolve(state, event)
        return state

    def say(self, event: Event, state: S) -> Msg | None:
        """The event as a sentence, state being the one after it; None for what needs no line in the log."""
        saying = self.sayings.get(type(event))
        return saying(event, state) if saying is not None else None

    @final
    def tell(self, state: S, events: tuple[Event, ...], audience: str) -> tuple[Msg, ...]:
        """One entry's events as sentences for ``gm`` or ``players``; state is the one at the cursor."""
        return self.log_entry(state, events, audience).said

    @final
    def log_entry(self, state: S, events: tuple[Event, ...], audience: str) -> LogEntry:
        """The same as an entry for the log."""
        from .secrets import told

        return told(self, state, events, audience)

    @final
    def view(self, state: S, audience: str, log: tuple[LogEntry, ...] = ()) -> Board:
        """The Board for ``gm`` or ``players``; log holds the last entries as that audience is told, oldest first."""
        from .secrets import public

        board = self.draw(state, log)
        return board if audience == "gm" else public(self, state, board)

    # What a book answers -------------------------------------------------------------------------------------------

    @abstractmethod
    def new_state(self, title: str) -> S:
        """An empty encounter with the book's default options."""

    @abstractmethod
    def agenda(self, state: S) -> tuple[Task, ...]:
        """The tasks still owed in the phase at hand, in order; computed from the state alone."""

    @abstractmethod
    def draw(self, state: S, log: tuple[LogEntry, ...] = ()) -> Board:
        """The whole Board as the GM may see it; ``view`` makes the players' out of it."""

    def sheet(self, state: S, who: str) -> tuple[Section, ...]:
        """All that is known of somebody, for the GM: by default what their card shows, then its figures."""
        card = self.draw(state).cards.get(who)
        if card is None:
            return ()
        names = self.fields()
        shown = tuple(SheetLine("", span.text, span.style) for line in card.lines for span in line)
        figures = tuple(
            SheetLine(names[key].name, str(value))
            for key, value in card.facts.items()
            if key in names and isinstance(value, str | int)
        )
        return tuple(Section(title, lines) for title, lines in ((card.name, shown), ("", figures)) if lines)

    def wizard(self, state: S, who: str) -> Wizard | None:
        """How somebody is made step by step; None for whom there is nothing to be made.

        Nobody (``who`` empty): the first step of making somebody, None in a book that has no such way.
        """
        return None

    def shows_task(self, state: S, task: TaskRow) -> bool:
        """Whether players may see this task; asked only for those that name nobody they do not know."""
        return False

    def public_card(self, state: S, card: Card) -> Card:
        """What players see of somebody they know: the card with fewer lines and facts, by default none of them."""
        return replace(card, lines=(), facts={})

    def gm_only(self, state: S, event: Event) -> bool:
        """Whether players hear nothing of that event of the book, even where they know everybody it names."""
        return False

    def forecast(self, command: Command, dice: int, faces: int, state: S | None = None) -> tuple[Msg, ...]:
        """What a throw of that many dice promises when this command makes it; empty where the book says nothing.

        ``state`` is the one before the command, where it is known: what somebody's dice come to may depend on whose
        they are.
        """
        return ()

    @abstractmethod
    def fields(self) -> Mapping[str, FieldSpec]:
        """The values a GM may set, by field id."""

    @abstractmethod
    def band_names(self) -> Mapping[str, Name]:
        """The book's distance bands, nearest first."""

    @abstractmethod
    def option_values(self) -> Mapping[str, tuple[Scalar, ...]]:
        """The book's switches with their allowed values, the default first."""

    def terms(self) -> Mapping[str, Mapping[str, Name]]:
        """The book's terms by kind (``band``, ``phase``, ``state`` …), for sentences that name one.

        Of kind ``choice`` are the words that its switches may stand at.
        """
        return {"band": self.band_names(), "phase": self.phase_names(), "environment": self.environment_names()}

    def rejections(self) -> Mapping[str, str]:
        """The book's own refusals: code to sentence, with the rejection's parameters as fields."""
        return {}

    @abstractmethod
    def option_names(self) -> Mapping[str, Name]:
        """The names of the book's switches, by option id."""

    def verbs(self) -> tuple[Any, ...]:
        """The book's own verbs (``gmconsole.language.grammar.Verb``), the most used first."""
        return ()

    def pasted(self, state: S, text: str) -> tuple[Command | Rejected, ...]:
        """The commands that a text from elsewhere means, in its order, a refusal where one of them cannot be read;
        empty for a text the book knows nothing of. Nothing is carried out.
        """
        return ()

    def help_lines(self) -> tuple[tuple[Name, tuple[Name, ...]], ...]:
        """What the book adds to the help: each word with what it is for."""
        return ()

    def part_names(self) -> Mapping[str, Name]:
        """What the parts of the book's own lines are called, by the field of the command they go to."""
        return {}

    def odds(self, dice: int, faces: int) -> dict[str, Any]:
        """Exact odds of a plain roll of that many dice with that many faces; empty where the book has no such roll.

        ``dice`` and ``faces`` are the whole numbers asked for. Each outcome has its chance under its id among the
        book's terms of kind ``outcome`` (``success`` …): a reduced fraction as text, ``"num/den"``, from ``"0/1"`` to
        ``"1/1"``. Outcomes may overlap, as a critical success is a success too. Other keys are the book's own for JSON.
        """
        return {}

    def state_problems(self, state: S) -> tuple[Problem, ...]:
        """What cannot be in a state written by hand, by its path in the state, beside what the kernel checks itself."""
        return ()

    def check_band(self, state: S, a: Entity, b: Entity, band: str) -> Rejected | None:
        """Whether the GM may set this band between these two now."""
        return None

    def enter_phase(self, tx: Tx[S]) -> None:
        """What happens by itself when tx.state.phase begins (counters, reminders)."""

    def leave_phase(self, tx: Tx[S]) -> None:
        """What happens by itself when tx.state.phase ends."""

    def before_moving_on(self, tx: Tx[S]) -> None:
        """Closes what only waits for the GM to move on, before the owed tasks are counted."""

    def start_round(self, tx: Tx[S]) -> None:
        """What happens by itself when a round begins, before its first phase."""

    def scenario_types(self) -> Mapping[str, type[msgspec.Struct]]:
        """The rows a scenario of this book may hold, by their key in the file (``person``, ``object`` …).

        Every type has an ``id``; those that extend ``EntityRow`` may be named by bands.
        """
        return {}

    def build_scenario(self, prepared: Scenario, lang: str) -> tuple[S, tuple[Problem, ...]]:
        """The start state of a scenario, with names in that language, and everything the book finds wrong with it.

        A book that reads no scenarios says so.
        """
        none = Problem(path=("scenario", "ruleset"), message=Msg("this rulebook reads no scenarios"))
        return self.new_state(in_language(prepared.header.title, lang)), (none,)

    def party_types(self) -> Mapping[str, type[msgspec.Struct]]:
        """The rows a party file of this book may hold, by their key; empty where the book has no such files."""
        return {}

    def party_tables(self) -> Mapping[str, type[msgspec.Struct]]:
        """The single tables a party file may hold besides, by their key."""
        return {}

    def build_party(self, prepared: Scenario, lang: str) -> tuple[S, tuple[Problem, ...]]:
        """A state with that party alone in it, and everything the book finds wrong with it."""
        none = Problem(path=("party", "ruleset"), message=Msg("this rulebook reads no parties"))
        return self.new_state(in_language(prepared.header.title, lang)), (none,)

    def party_of(self, state: S) -> Mapping[str, Any]:
        """The party of a state as plain tables for a party file, without the header; empty where there is none."""
        return {}

    def environment_names(self) -> Mapping[str, Name]:
        """The book's words for what a place is like."""
        return {}

    def phase_in_use(self, state: S, phase: str) -> bool:
        """Whether that phase takes place in the round at hand."""
        return phase in state.phases

    def phase_can_come(self, state: S, phase: str) -> bool:
        """Whether moving on would ever reach that phase."""
        return phase in state.phases

    @abstractmethod
    def phase_names(self) -> Mapping[str, Name]:
        """The book's phases in their fixed order."""


def _merge(into: dict[Any, Any], chapter: Mapping[Any, Any], where: str) -> None:
    for key, value in chapter.items():
        if key in into:
            raise ValueError(f"{where} defines {key.__name__} a second time")
        into[key] = value
