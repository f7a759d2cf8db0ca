"""The Warden's marks on people: words such as ``cannot_speak`` or ``bound`` that other chapters read.

Serves CA-MAG-004 (a voice and two free hands) and A35 (exhausted).
"""

from __future__ import annotations

from ...core.commands import unknown
from ...core.model import Command, Rejected
from ...core.ruleset import Tx as CoreTx
from . import vitals
from .conditions import EXHAUSTED
from .state import CairnState, Combatant

Tx = CoreTx[CairnState]

CANNOT_SPEAK, BOUND = "cannot_speak", "bound"
MARKS = (CANNOT_SPEAK, BOUND, "helpless", EXHAUSTED)


class Mark(Command, frozen=True, tag="cairn.mark"):
    """Put a mark on people, or take it off. Any word will do; some mean something to the console.

    Refused: ``unknown-person``, ``empty-reason``.
    """

    who: tuple[str, ...]
    mark: str
    off: bool = False


def _mark(c: Mark, tx: Tx) -> Rejected | None:
    for who in c.who:
        if tx.state.person(who) is None:
            return unknown(who)
    if not c.mark.strip():
        return Rejected("empty-reason")
    for who in dict.fromkeys(c.who):
        person = tx.state.entities[who]
        assert isinstance(person, Combatant)
        kept = tuple(m for m in person.marks if m != c.mark)
        vitals.set_marks(tx, who, kept if c.off else (*kept, c.mark))
    return None


DECIDE = {Mark: _mark}
