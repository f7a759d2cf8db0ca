"""This book's questions to the Warden: its chapters register here how each kind is worded and what an answer does."""

from __future__ import annotations

from ...core.questions import Answer, Register, ask, open_questions, withdraw
from .terms import term

ASKS = Register(term)
WORDING = ASKS.wording
ANSWERS = ASKS.answers

__all__ = ["ANSWERS", "ASKS", "WORDING", "Answer", "ask", "open_questions", "withdraw"]
