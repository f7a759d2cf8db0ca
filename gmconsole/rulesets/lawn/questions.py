"""Questions to the GM: proposals to accept or refuse, and things only the GM can say.

A chapter asks with ``ask`` and registers under ``ANSWERS`` what an answer of its kind does. Questions lie in the state,
so they survive resume and undo; the agenda shows them as tasks.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from ...core.bands import BandChange
from ...core.model import Command, Event, Field, Msg, Rejected, Who
from ...core.people import counted, next_id
from ...core.phases import Task
from ...core.ruleset import Tx as CoreTx
from .state import LawnState, Question
from .terms import term

Tx = CoreTx[LawnState]
AnswerTo = Callable[[Tx, Question, str], Rejected | None]

ANSWERS: dict[str, AnswerTo] = {}
WORDING: dict[str, str] = {}
"""The sentence of each kind of question, with the fields who, other, value, ref."""

DICE: dict[str, tuple[int, int]] = {}
"""The dice (number, sides) that the proposed answer throws, by kind of question."""


FORMS: dict[str, Callable[[Question], str]] = {}
"""The line that answers a kind of question where it is not ``answer``, up to what the GM has to say."""


class Answer(Command, frozen=True, tag="lawn.answer"):
    """Answer a question of the console; ``refuse`` turns a proposal down."""

    question: str
    value: str = ""


class Asked(Event, frozen=True, tag="lawn.asked"):
    """The console needs to know something from the GM."""

    question: Question


class Answered(Event, frozen=True, tag="lawn.answered"):
    """The GM answered, or the question has become void (``value`` empty)."""

    question: Question
    value: str


def ask(
    tx: Tx,
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


def withdraw(tx: Tx, question: str) -> None:
    """Take a question back that has become void."""
    found = tx.state.questions.get(question)
    if found is not None:
        tx.emit(Answered(question=found, value=""))


def open_questions(state: LawnState, kind: str, who: str | None = None) -> tuple[Question, ...]:
    """The open questions of a kind, in the order asked; with who, only those about that person."""
    return tuple(q for q in state.questions.values() if q.kind == kind and (who is None or q.who == who))


def wording(question: Question) -> Msg:
    """The question as a sentence."""
    fields: dict[str, Field] = {"value": term(question.value), "ref": term(question.ref)}
    if question.who:
        fields["who"] = Who(question.who)
    if question.other:
        fields["other"] = Who(question.other)
    fields["changes"] = tuple(
        Msg(
            "{a}-{b} {before}>{after}", {"a": Who(c.a), "b": Who(c.b), "before": term(c.before), "after": term(c.after)}
        )
        for c in question.changes
    )
    return Msg(WORDING.get(question.kind, question.kind), fields)


def tasks(state: LawnState) -> tuple[Task, ...]:
    """One task per open question."""
    return tuple(
        Task(
            kind=f"question:{q.kind}",
            who=q.who,
            what=wording(q),
            blocking=q.blocking,
            proposal=True,
            command=Answer(question=q.id, value=q.value) if q.value else None,
            refuse=Answer(question=q.id, value="refuse") if "refuse" in q.choices else None,
            skip=Answer(question=q.id) if not q.blocking else None,
            dice=DICE.get(q.kind) if q.value else None,
            form=FORMS[q.kind](q) if q.kind in FORMS else f"answer {q.id}",
        )
        for q in state.questions.values()
    )


def _answer(c: Answer, tx: Tx) -> Rejected | None:
    question = tx.state.questions.get(c.question)
    if question is None:
        return Rejected("no-such-question", {"question": c.question})
    if (question.choices and c.value not in (*question.choices, "")) or (not c.value and question.blocking):
        return Rejected("not-an-answer", {"value": c.value, "allowed": tuple(map(term, question.choices))})
    tx.emit(Answered(question=question, value=c.value))
    handler = ANSWERS.get(question.kind)
    return handler(tx, question, c.value) if handler is not None and c.value else None


def _asked(state: LawnState, e: Asked) -> LawnState:
    return replace(state, questions={**state.questions, e.question.id: e.question}, counters=counted(state, "q"))


def _answered(state: LawnState, e: Answered) -> LawnState:
    return replace(state, questions={k: v for k, v in state.questions.items() if k != e.question.id})


DECIDE = {Answer: _answer}
EVOLVE = {Asked: _asked, Answered: _answered}
