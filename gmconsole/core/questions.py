"""Questions to the GM: proposals to accept or refuse, and things only the GM can say.

A rulebook says in its ``Register`` how each kind of question is worded and what an answer does. Questions lie in the
state, so they survive resume and undo; the agenda shows them as tasks.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeAlias

from msgspec.structs import replace

from .bands import BandChange
from .model import Command, Event, Field, Msg, Name, Question, Rejected, State, Text, Who
from .people import counted, next_id
from .phases import Task

if TYPE_CHECKING:
    from .ruleset import AnyTx

AnswerTo: TypeAlias = Callable[[Any, Question, str], Rejected | None]


class Register:
    """What a rulebook knows about its questions, by kind; its chapters fill it.

    ``wording`` is the sentence, with the fields who, other, value, ref and changes; ``answers`` what an answer does;
    ``dice`` the throw (number, sides) of the proposed answer; ``forms`` the line that answers where it is not
    ``answer``, up to what the GM has to say; ``more`` further fields of the sentence; ``at_once`` the word that answers
    it in the very line that would ask. ``term`` turns a word of a question into a text.
    """

    def __init__(self, term: Callable[[str], Text] = str) -> None:
        self.wording: dict[str, str] = {}
        self.answers: dict[str, AnswerTo] = {}
        self.dice: dict[str, tuple[int, int]] = {}
        self.forms: dict[str, Callable[[Question], str]] = {}
        self.more: dict[str, Callable[[Question], Mapping[str, Field]]] = {}
        self.at_once: dict[str, Name] = {}
        self.term = term

    def sentence(self, question: Question) -> Msg:
        """The question as a sentence."""
        fields: dict[str, Field] = {"value": self.term(question.value), "ref": self.term(question.ref)}
        if question.who:
            fields["who"] = Who(question.who)
        if question.other:
            fields["other"] = Who(question.other)
        fields["changes"] = tuple(
            Msg(
                "{a}-{b} {before}>{after}",
                {"a": Who(c.a), "b": Who(c.b), "before": self.term(c.before), "after": self.term(c.after)},
            )
            for c in question.changes
        )
        if question.kind in self.more:
            fields.update(self.more[question.kind](question))
        return Msg(self.wording.get(question.kind, question.kind), fields)

    def tasks(self, state: State) -> tuple[Task, ...]:
        """One task per open question."""
        return tuple(
            Task(
                kind=f"question:{q.kind}",
                who=q.who,
                what=self.sentence(q),
                blocking=q.blocking,
                proposal=True,
                command=Answer(question=q.id, value=q.value) if q.value else None,
                refuse=_refusal(q),
                skip=_passed_over(q),
                dice=self.dice.get(q.kind) if q.value else None,
                form=self.forms[q.kind](q) if q.kind in self.forms else f"answer {q.id}",
            )
            for q in state.questions.values()
        )


def _passed_over(q: Question) -> Answer | None:
    return None if q.blocking else Answer(question=q.id)


def _refusal(q: Question) -> Answer | None:
    """The word of refusal where there is one; else what holds nothing up is refused by passing it over."""
    return Answer(question=q.id, value="refuse") if "refuse" in q.choices else _passed_over(q)


class Answer(Command, frozen=True, tag="core.answer"):
    """Answer a question of the console; ``refuse`` turns a proposal down."""

    question: str
    value: str = ""


class Asked(Event, frozen=True, tag="core.asked"):
    """The console needs to know something from the GM."""

    question: Question


class Answered(Event, frozen=True, tag="core.answered"):
    """The GM answered, or the question has become void (``value`` empty)."""

    question: Question
    value: str


def ask(
    tx: AnyTx,
    kind: str,
    *,
    who: str = "",
    other: str = "",
    value: str = "",
    choices: tuple[str, ...] = (),
    blocking: bool = True,
    ref: str = "",
    key: str = "",
    changes: tuple[BandChange, ...] = (),
) -> str:
    """Put a question to the GM and return its id."""
    question = Question(
        id=next_id(tx.state, "q"),
        kind=kind,
        who=who,
        other=other,
        value=value,
        choices=choices,
        blocking=blocking,
        ref=ref,
        key=key,
        changes=changes,
    )
    tx.emit(Asked(question=question))
    return question.id


def withdraw(tx: AnyTx, question: str) -> None:
    """Take a question back that has become void."""
    found = tx.state.questions.get(question)
    if found is not None:
        tx.emit(Answered(question=found, value=""))


def open_questions(state: State, kind: str, who: str | None = None) -> tuple[Question, ...]:
    """The open questions of a kind, in the order asked; with who, only those about that person."""
    return tuple(q for q in state.questions.values() if q.kind == kind and (who is None or q.who == who))


def _answer(c: Answer, tx: AnyTx) -> Rejected | None:
    question = tx.state.questions.get(c.question)
    if question is None:
        return Rejected("no-such-question", {"question": c.question})
    register = tx.ruleset.asks
    if (question.choices and c.value not in (*question.choices, "")) or (not c.value and question.blocking):
        allowed = tuple(map(register.term, question.choices))
        if not c.value:
            return Rejected("no-answer", {"allowed": allowed})
        return Rejected("not-an-answer", {"value": c.value, "allowed": allowed})
    tx.emit(Answered(question=question, value=c.value))
    handler = register.answers.get(question.kind)
    return handler(tx, question, c.value) if handler is not None and c.value else None


def _asked(state: State, e: Asked) -> Any:
    return replace(state, questions={**state.questions, e.question.id: e.question}, counters=counted(state, "q"))


def _answered(state: State, e: Answered) -> Any:
    return replace(state, questions={k: v for k, v in state.questions.items() if k != e.question.id})


DECIDE = {Answer: _answer}
EVOLVE = {Asked: _asked, Answered: _answered}
