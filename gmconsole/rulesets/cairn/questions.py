"""This book's questions to the Warden: its chapters register here how each kind is worded and what an answer does."""

from __future__ import annotations

from msgspec.structs import replace

from ...core.model import Msg, Question, State, Text, Who
from ...core.phases import Task
from ...core.questions import Answer, Register, ask, open_questions, withdraw
from .terms import term


class _Register(Register):
    """The register of this book, in whose sentences bands that change alike stand together."""

    def sentence(self, question: Question) -> Msg:
        """The question as a sentence."""
        said = super().sentence(question)
        alike: dict[tuple[str, str], list[Text]] = {}
        for change in question.changes:
            other = change.b if change.a == question.who else change.a
            alike.setdefault((change.before, change.after), []).append(Who(other))
        changes = tuple(
            Msg("{others} {before}>{after}", {"others": tuple(others), "before": term(before), "after": term(after)})
            for (before, after), others in alike.items()
        )
        return replace(said, fields={**said.fields, "changes": changes})


ASKS = _Register(term)
WORDING = ASKS.wording
ANSWERS = ASKS.answers

UNSAID = ("", "refuse", "no", "done")
"""Answers that need not be offered in words: a key refuses, and another takes what is proposed."""

__all__ = ["ANSWERS", "ASKS", "WORDING", "Answer", "ask", "open_questions", "tasks", "withdraw"]


def tasks(state: State) -> tuple[Task, ...]:
    """One task for each open question, with what else may be answered; whoever says no to yes or no refuses."""
    return tuple(
        replace(task, detail=_choices(question), refuse=task.refuse or _no(question))
        for question, task in zip(state.questions.values(), ASKS.tasks(state), strict=True)
    )


def _no(question: Question) -> Answer | None:
    return Answer(question=question.id, value="no") if "no" in question.choices else None


def _choices(question: Question) -> tuple[Msg, ...]:
    """What is proposed and what else there is to say; nothing where the sentence names the choices by other words."""
    said = [ASKS.term(word) for word in question.choices if word not in UNSAID]
    if len(said) < 2 or any(text == word for text, word in zip(said, question.choices, strict=False)):
        return ()
    if question.value not in question.choices:
        return (Msg("one of {choices}", {"choices": tuple(said)}),)
    others = tuple(ASKS.term(w) for w in question.choices if w not in (*UNSAID, question.value))
    return (Msg("{value}; or {others}", {"value": ASKS.term(question.value), "others": others}),)
