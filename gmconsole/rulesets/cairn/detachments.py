"""Detachments: many who fight as one (chapter "Detachments").

Covers CA-DET-001 to -003 and -008; the dice of attacks by and on detachments are in ``pools``.
"""

from __future__ import annotations

from msgspec.structs import replace

from ...core import bands
from ...core.commands import with_entity
from ...core.messages import N_
from ...core.model import Event, Question, Rejected
from ...core.ruleset import Tx as CoreTx
from . import conditions, death, questions, turns, vitals
from .state import CairnState, Combatant

Tx = CoreTx[CairnState]

BROKEN = "broken"
ROUTED = "routed"
WEAKENED = "weakened"


class Weakened(Event, frozen=True, tag="cairn.weakened"):
    """A detachment was badly weakened: from now on it is one ordinary foe (A15)."""

    who: str


def broken(tx: Tx, who: str) -> None:
    """A detachment failed its STR save: the Warden says whether it is routed or weakened (CA-DET-002)."""
    questions.ask(tx, BROKEN, who=who, value=ROUTED, choices=(ROUTED, WEAKENED))


def _answered(tx: Tx, question: Question, value: str) -> Rejected | None:
    if value == WEAKENED:
        tx.emit(Weakened(who=question.who))
        return None
    vitals.set_condition(tx, question.who, ROUTED, "critical_damage")
    death.fallen(tx, question.who)
    return None


def still_a_mark(c: Combatant) -> bool:
    """Whether it makes sense to strike at somebody: here, not dead, and not scattered."""
    return conditions.is_present(c) and c.condition not in ("dead", "destroyed", ROUTED)


def is_near(state: CairnState, a: str, b: str) -> bool:
    """Whether two are near each other; a distance nobody has set is near (A44)."""
    return bands.between(state.bands, a, b) in (None, "near")


def enemies(state: CairnState, who: str) -> tuple[Combatant, ...]:
    """Everybody on the other side of the fight who is still in it, in listed order; those down are left out."""
    other = turns.OTHER_SIDE.get(state.entities[who].side, "")
    return tuple(c for c in turns.members(state, other) if c.condition in ("", "fleeing"))


def reach(state: CairnState, who: str) -> tuple[str, ...]:
    """Whom a detachment's attack, or a blast whose area nobody has marked, is proposed to hit (CA-DET-008, A14).

    All single enemies near it that are still in the fight, in listed order.
    """
    return tuple(c.id for c in enemies(state, who) if not c.detachment and is_near(state, who, c.id))


def hits_many(by: Combatant, targets: tuple[Combatant, ...]) -> bool:
    """Whether an attack hits all of these because a detachment makes it on single characters (CA-DET-008)."""
    return by.detachment and not any(c.detachment for c in targets)


def _weakened(state: CairnState, e: Weakened) -> CairnState:
    new: CairnState = with_entity(state, replace(state.entities[e.who], detachment=False, weakened=True))
    return new


questions.WORDING[BROKEN] = N_("{who}: routed, or badly weakened to a single foe?")
questions.ANSWERS[BROKEN] = _answered

EVOLVE = {Weakened: _weakened}
