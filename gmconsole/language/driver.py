"""The one way from a line to what it does: parse, and send to the Session.

Keys, dialogs, scripts and the command line all end here; there is no second path into the core.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Generic, TypeVar

import msgspec

from ..core.dice import TypedDice
from ..core.model import Command, Event, Rejected, State
from ..core.phases import Task, answer, asked, head
from ..core.rounds import Phase
from ..core.ruleset import Tx
from ..core.session import Accepted, Moved, Session
from . import grammar, kernel, names, tokens
from .grammar import Ctx, Values, Verb

S = TypeVar("S", bound=State)


class View(msgspec.Struct, frozen=True):
    """The line asks for something on the screen only: ``board``, ``copy``, ``rules`` …, or a verb's form (``help``).

    A value of several words has spaces between them.
    """

    verb: str
    values: Mapping[str, str] = {}


class Request(msgspec.Struct, frozen=True):
    """A line understood: its verb, its values, the command it makes (state verbs), and the faces typed."""

    verb: Verb
    values: Mapping[str, Any] = {}
    command: Command | None = None
    faces: tuple[tuple[int, int], ...] | None = None


Done = Accepted | Moved | View | Rejected


class Trial(msgspec.Struct, frozen=True):
    """What a command would do: the throws it asks for as (number, sides), events and state where all dice show 1."""

    throws: tuple[tuple[int, int], ...]
    events: tuple[Event, ...]
    state: State


class _AnyDice:
    """A dice port that only notes what is asked of it."""

    def __init__(self) -> None:
        self.asked: list[tuple[int, int]] = []

    def roll(self, n: int, sides: int) -> tuple[int, ...]:
        if n:
            self.asked.append((n, sides))
        return (1,) * n

    def finish(self) -> None:
        pass


class Driver(Generic[S]):
    """Lines in, results out, for one session."""

    def __init__(self, session: Session[S], lang: str = "en") -> None:
        self.session = session
        self.lang = lang
        self._verbs = verbs(session)

    @property
    def ctx(self) -> Ctx:
        """What words mean at the moment."""
        return Ctx(self.session.state, self.session.ruleset, self.lang)

    def verbs(self) -> tuple[Verb, ...]:
        """Every verb, the book's own first."""
        return self._verbs

    def find_verb(self, word: str) -> Verb | Rejected:
        """The verb with that word in either language, or a unique beginning of it."""
        low = word.casefold()
        exact = [v for v in self._verbs if low in (v.id, v.name.en.casefold(), v.name.zh, *v.aliases)]
        if exact:
            return exact[0]
        begun = [v for v in self._verbs if v.name.en.startswith(low) or v.name.zh.startswith(word)]
        if len(begun) == 1:
            return begun[0]
        near = names.nearest(low, [w for v in self._verbs for w in (v.name.en, v.name.zh)])
        return Rejected("unknown-verb", {"word": word, "near": near, "candidates": tuple(v.name for v in begun)})

    def parse(self, text: str) -> Request | View | Rejected | None:
        """The line as a request; None for an empty line or a comment, a View for ``verb ?``."""
        line = tokens.split(text)
        if isinstance(line, Rejected):
            return line
        if not line.words:
            return Rejected("no-verb") if line.faces is not None else None
        verb = self.find_verb(line.words[0].text)
        if isinstance(verb, Rejected):
            return verb
        if len(line.words) > 1 and line.words[1].text == "?" and not line.words[1].quoted:
            return View("help", {"form": grammar.form(verb, self.ctx), "verb": verb.id})
        ctx = self.ctx
        values = grammar.read(verb, line.words[1:], ctx)
        if isinstance(values, Rejected):
            return values
        command = self._command(verb, values, ctx)
        if isinstance(command, Rejected):
            return command
        return Request(verb, values, command, line.faces)

    def _command(self, verb: Verb, values: Values, ctx: Ctx) -> Command | Rejected | None:
        if verb.build is not None:
            return verb.build(values, ctx)
        return verb.command(**values) if verb.command is not None else None

    def pasted(self, text: str) -> tuple[str | Rejected, ...]:
        """The lines that a text from elsewhere means: what the book reads in it, else the lines of the language it is.

        A refusal stands where something was plainly meant but cannot be read; empty for a text that means nothing.
        """
        read = self.session.ruleset.pasted(self.session.state, text)
        if read:
            return tuple(found if isinstance(found, Rejected) else self.line(found) for found in read)
        lines = [line.strip() for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#")]
        known = all(isinstance(self.find_verb(line.split()[0]), Verb) for line in lines)
        return tuple(lines) if known else ()

    def run(self, text: str) -> Done | None:
        """Carry the line out; None where there was nothing in it."""
        request = self.parse(text)
        if request is None or isinstance(request, View | Rejected):
            return request
        return self.perform(request)

    def perform(self, request: Request) -> Done:
        """Carry a parsed request out."""
        port = TypedDice(request.faces) if request.faces is not None else None
        if request.command is not None:
            return self.session.execute(request.command, port)
        verb = request.verb.id
        steps = request.values.get("steps", 1)
        if verb == "undo":
            return self.session.undo(steps)
        if verb == "redo":
            return self.session.redo(steps)
        if verb == "jump":
            return self.session.jump(request.values["entry"])
        if verb == "redraw":
            return self.session.redraw()
        if verb in ("next", "skip", "accept", "refuse"):
            command = self.proposed(verb)
            return command if isinstance(command, Rejected) else self.session.execute(command, port)
        return View(verb, {k: " ".join(v) if isinstance(v, tuple) else str(v) for k, v in request.values.items()})

    def proposed(self, verb: str) -> Command | Rejected:
        """The command that ``next``, ``skip``, ``accept`` or ``refuse`` stands for now.

        ``needs-answer`` where only the GM can say, ``nothing-proposed`` and ``nothing-owed`` where there is no such
        task.
        """
        state = self.session.state
        found = proposed(self.session.ruleset.agenda(state), verb, calm=state.mode == "calm")
        if isinstance(found, Rejected) and found.code == "needs-answer":
            return Rejected(found.code, {**found.params, "form": self.form(str(found.params["form"])).strip()})
        return found

    def form(self, task_form: str) -> str:
        """A task's form as the beginning of a line in the language at hand: ``act pc-001`` becomes ``act jessica ``.

        A form holds a verb, people and terms by their ids, keywords by their English words.
        """
        if not task_form:
            return ""
        first, *rest = task_form.split()
        verb = self.find_verb(first)
        if isinstance(verb, Rejected):
            return task_form + " "
        said = verb.name.zh if self.lang == "zh" else verb.name.en
        return " ".join([said, *(self._form_word(verb, word) for word in rest)]) + " "

    def _form_word(self, verb: Verb, word: str) -> str:
        """A word of a form: a person, a keyword or a term, called as the language at hand has it."""
        if word in self.session.state.entities:
            return names.call_person(self.session.state, word, self.lang)
        for p in verb.params:
            if p.keyword is not None and p.keyword.en == word:
                return p.keyword.zh if self.lang == "zh" else p.keyword.en
            terms = p.terms(self.ctx) if p.kind == "term" and p.terms is not None else {}
            if word in terms:
                return names.call_term(terms, word, self.lang)
        return word

    def stands_for(self, request: Request) -> Command | Rejected | None:
        """The command the request would send now; None for undo and the like."""
        if request.command is not None:
            return request.command
        return self.proposed(request.verb.id) if request.verb.id in ("next", "skip", "accept", "refuse") else None

    def try_out(self, command: Command) -> Trial | Rejected:
        """What the command would ask for and bring about, on a copy; dice show 1. Nothing is changed or recorded."""
        port = _AnyDice()
        tx: Tx[S] = Tx(self.session.ruleset, self.session.state, port)
        refused = self.session.ruleset.decide(command, tx)
        return refused if refused is not None else Trial(tuple(port.asked), tuple(tx.events), tx.state)

    def line(self, command: Command) -> str:
        """The command as a line in the language at hand; empty where no verb writes it."""
        return line_of(self._verbs, command, self.ctx)


def verbs(session: Session[Any]) -> tuple[Verb, ...]:
    """The verbs of a session: its rulebook's, then the kernel's and the screen's."""
    return (*session.ruleset.verbs(), *kernel.state_verbs(session.ruleset), *kernel.SESSION_VERBS, *kernel.VIEW_VERBS)


def line_of(known: tuple[Verb, ...], command: Command, ctx: Ctx) -> str:
    """The command as a line; empty where no verb writes it."""
    for verb in known:
        if verb.command is type(command) and (verb.owner is None or verb.owner(command)):
            return grammar.write(verb, command, ctx)
    return ""


def proposed(agenda: tuple[Task, ...], verb: str, *, calm: bool = False) -> Command | Rejected:
    """The command behind ``next``, ``skip``, ``accept`` or ``refuse``."""
    if verb in ("accept", "refuse", "skip"):
        found = answer(agenda, verb, calm=calm)
        if found is None and (at := asked(agenda, calm=calm)) is not None:
            return Rejected("needs-answer", {"what": agenda[at].what, "form": agenda[at].form})
        return found or Rejected("nothing-owed" if verb == "skip" else "nothing-proposed")
    place = head(agenda, calm=calm)
    task = agenda[place] if place is not None else None
    if task is None and calm:
        # Nothing is offered, but somebody may be asked for something: that is more use than hearing of no rounds.
        task = next((t for t in agenda if t.form), None)
    if task is None:
        return Phase()
    if task.command is None:
        return Rejected("needs-answer", {"what": task.what, "form": task.form})
    return task.command
