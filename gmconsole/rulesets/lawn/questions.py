"""This book's questions to the GM: its chapters register here how each kind is worded and what an answer does."""

from __future__ import annotations

from ...core.questions import Answer, Answered, Asked, Register, ask, open_questions, withdraw
from .terms import term

ASKS = Register(term)
WORDING = ASKS.wording
ANSWERS = ASKS.answers
DICE = ASKS.dice
FORMS = ASKS.forms
MORE = ASKS.more
wording = ASKS.sentence
tasks = ASKS.tasks

__all__ = [
    "ANSWERS",
    "ASKS",
    "DICE",
    "FORMS",
    "MORE",
    "WORDING",
    "Answer",
    "Answered",
    "Asked",
    "ask",
    "open_questions",
    "tasks",
    "withdraw",
    "wording",
]
