"""The only writers of HP, scores, conditions and clocks of a combatant: every chapter's changes go through here.

Covers CA-ATT-003 (bounds of HP and scores) and CA-CRT-011 (STR 0 is death at once, for everybody; A24, A25).
"""

from __future__ import annotations

from msgspec.structs import replace

from ...core.commands import with_entity
from ...core.model import Event
from ...core.ruleset import Tx as CoreTx
from .conditions import is_dead
from .state import CairnState, Score

Tx = CoreTx[CairnState]


class HpChanged(Event, frozen=True, tag="cairn.hp-changed"):
    """HP or its maximum changed; ``cause`` is a word for the log (``attack``, ``rest``, ``scar`` …)."""

    who: str
    before: int
    after: int
    before_max: int
    after_max: int
    cause: str = ""


class ScoreChanged(Event, frozen=True, tag="cairn.score-changed"):
    """An attribute's current value or maximum changed."""

    who: str
    attribute: str
    before: Score
    after: Score
    cause: str = ""


class ConditionSet(Event, frozen=True, tag="cairn.condition-set"):
    """What keeps somebody from acting changed; ``death_at`` is the clock second of an untended death, -1 for none.

    ``died`` is the round of death (CA-CRT-015), 0 outside a fight and for the living.
    """

    who: str
    before: str
    after: str
    cause: str = ""
    death_at_before: int = -1
    death_at: int = -1
    died: int = 0


class DeathClockSet(Event, frozen=True, tag="cairn.death-clock-set"):
    """The clock of an untended death was set or stopped (-1), and nothing else about them.

    ``left`` are the seconds that it gives them, as the log says it ever after; -1 in saves that did not know it yet.
    """

    who: str
    before: int
    after: int
    cause: str = ""
    left: int = -1


class AwaySet(Event, frozen=True, tag="cairn.away-set"):
    """Somebody fled or retreated, or came back (empty); ``presence`` goes with it."""

    who: str
    before: str
    after: str
    presence: str = "in"


class MarksSet(Event, frozen=True, tag="cairn.marks-set"):
    """The Warden's marks on somebody changed."""

    who: str
    before: tuple[str, ...]
    after: tuple[str, ...]


def set_hp(tx: Tx, who: str, hp: int, hp_max: int | None = None, cause: str = "") -> None:
    """Write HP, kept within 0 and the maximum, and the maximum where given (CA-ATT-003)."""
    c = tx.state.entities[who]
    most = c.hp_max if hp_max is None else max(hp_max, 0)
    now = min(max(hp, 0), most)
    if (now, most) != (c.hp, c.hp_max):
        tx.emit(HpChanged(who=who, before=c.hp, after=now, before_max=c.hp_max, after_max=most, cause=cause))


def set_score(
    tx: Tx, who: str, attribute: str, current: int, maximum: int | None = None, cause: str = "", *, dead: str = "dead"
) -> None:
    """Write an attribute, kept within 0 and its maximum; at STR 0 they are dead, or what ``dead`` says (CA-CRT-011)."""
    c = tx.state.entities[who]
    before = c.score(attribute)
    most = before.maximum if maximum is None else max(maximum, 0)
    after = Score(min(max(current, 0), most), most)
    if after != before:
        tx.emit(ScoreChanged(who=who, attribute=attribute, before=before, after=after, cause=cause))
    if attribute == "STR" and not after.current and not is_dead(tx.state.entities[who]):
        set_condition(tx, who, dead, cause)


def set_condition(tx: Tx, who: str, condition: str, cause: str = "", death_at: int = -1) -> None:
    """Write the condition that decides whether they act, with the clock of an untended death where one runs."""
    c = tx.state.entities[who]
    if (condition, death_at) == (c.condition, c.death_at):
        return
    tx.emit(
        ConditionSet(
            who=who,
            before=c.condition,
            after=condition,
            cause=cause,
            death_at_before=c.death_at,
            death_at=death_at,
            died=tx.state.round if condition in ("dead", "destroyed") and tx.state.mode != "calm" else 0,
        )
    )


def set_death_clock(tx: Tx, who: str, death_at: int, cause: str = "") -> None:
    """Let somebody die untended at that clock second, or stop that clock (-1)."""
    before = tx.state.entities[who].death_at
    if death_at != before:
        left = max(death_at - tx.state.clock, 0) if death_at >= 0 else -1
        tx.emit(DeathClockSet(who=who, before=before, after=death_at, cause=cause, left=left))


def set_away(tx: Tx, who: str, away: str) -> None:
    """Let somebody be ``fled`` (off the stage) or ``retreated`` (out of the fight), or back (empty)."""
    c = tx.state.entities[who]
    presence = "left" if away == "fled" else "in"
    if (away, presence) != (c.away, c.presence):
        tx.emit(AwaySet(who=who, before=c.away, after=away, presence=presence))


def set_marks(tx: Tx, who: str, marks: tuple[str, ...]) -> None:
    """Write the Warden's marks."""
    before = tx.state.entities[who].marks
    if marks != before:
        tx.emit(MarksSet(who=who, before=before, after=marks))


def _hp(state: CairnState, e: HpChanged) -> CairnState:
    new: CairnState = with_entity(state, replace(state.entities[e.who], hp=e.after, hp_max=e.after_max))
    return new


def _score(state: CairnState, e: ScoreChanged) -> CairnState:
    c = state.entities[e.who]
    new: CairnState = with_entity(state, replace(c, scores={**c.scores, e.attribute: e.after}))
    return new


def _condition(state: CairnState, e: ConditionSet) -> CairnState:
    c = replace(state.entities[e.who], condition=e.after, death_at=e.death_at, died=e.died)
    new: CairnState = with_entity(state, c)
    return new


def _death_clock(state: CairnState, e: DeathClockSet) -> CairnState:
    new: CairnState = with_entity(state, replace(state.entities[e.who], death_at=e.after))
    return new


def _away(state: CairnState, e: AwaySet) -> CairnState:
    new: CairnState = with_entity(state, replace(state.entities[e.who], away=e.after, presence=e.presence))
    return new


def _marks(state: CairnState, e: MarksSet) -> CairnState:
    new: CairnState = with_entity(state, replace(state.entities[e.who], marks=e.after))
    return new


EVOLVE = {
    HpChanged: _hp,
    ScoreChanged: _score,
    ConditionSet: _condition,
    DeathClockSet: _death_clock,
    AwaySet: _away,
    MarksSet: _marks,
}
