"""The clock of an untended death, death itself, and who takes the place of the dead.

Covers CA-CRT-008 (A28), the clock of CA-SCR-011, and CA-CRT-015 (A42).
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from ...core.commands import entity_change, give_public_tags, unknown, with_entity
from ...core.model import Command, Event, Msg, Rejected, Who
from ...core.questions import open_questions, withdraw
from ...core.ruleset import Tx as CoreTx
from . import acts, conditions, saves, turns, vitals
from .state import DAY_S, HOUR_S, ROUND_S, CairnState, Call, Combatant

Tx = CoreTx[CairnState]

BLEEDING = ("critical", "dying")
"""The conditions in which a clock may run that aid stops."""

ABOUT_THE_LIVING = ("fate", "broken", "scar_entry")
"""The kinds of question that are void once somebody is dead."""

MOST_MINUTES = DAY_S // 60


class Hour(Command, frozen=True, tag="cairn.hour"):
    """Say how many minutes are left to somebody who bleeds to death, instead of the hour (CA-CRT-008; A28).

    In a fight they count from the end of the round. Refused: ``not-bleeding``, ``out-of-bounds`` (0 to a day).
    """

    who: str
    minutes: int = HOUR_S // 60


class TakeOver(Command, frozen=True, tag="cairn.take-over"):
    """A player goes on with a hireling, in place of somebody dead (CA-CRT-015).

    Refused: ``not-a-hireling``, ``dead-already``, ``still-alive`` where the one in whose place is not dead.
    """

    who: str
    instead: str = ""


class TakenOver(Event, frozen=True, tag="cairn.taken-over"):
    """A hireling is a PC from now on, on the PCs' side, and makes no first-round save in the fight at hand."""

    who: str
    instead: str = ""
    late: bool = False


# Reading -----------------------------------------------------------------------------------------------------------


def untreated(c: Combatant) -> bool:
    """Whether a Mortal Wound has had no treatment yet (CA-SCR-011)."""
    scar = conditions.waiting_scar(c, conditions.MORTAL_WOUND, conditions.DEPRIVING[conditions.MORTAL_WOUND])
    return scar is not None and not scar.treated


def is_bleeding(c: Combatant) -> bool:
    """Whether they need aid, or die of it in the end: critical, dying, or mortally wounded and untreated."""
    return c.presence != "removed" and not conditions.is_dead(c) and (c.condition in BLEEDING or untreated(c))


def clocks(state: CairnState) -> tuple[tuple[str, int], ...]:
    """Who will die without aid and in how many seconds of game time (never below 0), the first to die first."""
    running = [
        (max(c.death_at - state.clock, 0), c.id) for c in state.entities.values() if c.death_at >= 0 and is_bleeding(c)
    ]
    return tuple((who, left) for left, who in sorted(running, key=lambda row: row[0]))


def doomed(state: CairnState, seconds: int) -> tuple[Msg, ...]:
    """Who would die without aid while so much game time passes, with what is left to them, the first to die first."""
    return tuple(
        Msg("{who} in {minutes} min {seconds} s", {"who": Who(who), "minutes": left // 60, "seconds": left % 60})
        for who, left in clocks(state)
        if left <= seconds
    )


def moment(state: CairnState, seconds: int = HOUR_S) -> int:
    """The clock second that lies so far from now, in a fight from the end of the round at hand (A28)."""
    return state.clock + (ROUND_S if turns.fighting(state) else 0) + seconds


# Services ----------------------------------------------------------------------------------------------------------


def start_clock(tx: Tx, who: str, cause: str) -> None:
    """Let the hour run from now on; a clock that is running keeps its earlier end."""
    vitals.set_death_clock(tx, who, hour(tx.state, tx.state.entities[who]), cause)


def hour(state: CairnState, c: Combatant) -> int:
    """The clock second at which they die untended: in an hour, or when a clock that is running already ends."""
    running = c.death_at >= 0 and is_bleeding(c)
    return min(c.death_at, moment(state)) if running else moment(state)


def die(tx: Tx, who: str, cause: str) -> None:
    """Somebody is dead at once."""
    vitals.set_condition(tx, who, "dead", cause)
    fallen(tx, who)


def fallen(tx: Tx, who: str) -> None:
    """Somebody has just been put out of action: what a dead one owes for themselves, or is asked about, is void."""
    c = tx.state.entities[who]
    if c.side == "opponents":
        turns.note_felled(tx, who)
    if conditions.is_dead(c):
        _void(tx, who, [call for call in tx.state.calls.values() if call.kind not in saves.HANDED_ON])


def _void(tx: Tx, who: str, calls: Iterable[Call]) -> None:
    """Take back those of the saves that somebody dead owes, and what only the living are asked about."""
    for call in calls:
        if call.who == who:
            saves.drop(tx, call)
    for kind in ABOUT_THE_LIVING:
        for question in open_questions(tx.state, kind, who):
            withdraw(tx, question.id)


def renew(tx: Tx) -> None:
    """Let hold of everybody what their condition implies, where a hand wrote it: the hour runs, the dead owe nothing.

    A save that only the Warden asks for may be asked of the dead.
    """
    owed = [c for c in tx.state.calls.values() if c.kind not in saves.HANDED_ON | saves.CALLED]
    for c in tuple(tx.state.entities.values()):
        if c.condition == "critical" and c.death_at < 0 and is_bleeding(c):
            start_clock(tx, c.id, "correction")
        elif conditions.is_dead(c):
            _void(tx, c.id, owed)


def _due(tx: Tx) -> None:
    for who, left in clocks(tx.state):
        if not left:
            die(tx, who, "untended")


turns.DUE.append(_due)


# Decisions ---------------------------------------------------------------------------------------------------------


def _hour(c: Hour, tx: Tx) -> Rejected | None:
    person = tx.state.person(c.who)
    if not isinstance(person, Combatant):
        return unknown(c.who)
    if not is_bleeding(person):
        return Rejected("not-bleeding", {"who": Who(c.who)})
    if not 0 <= c.minutes <= MOST_MINUTES:
        return Rejected("out-of-bounds", {"field": "minutes", "low": 0, "high": MOST_MINUTES, "value": str(c.minutes)})
    vitals.set_death_clock(tx, c.who, moment(tx.state, 60 * c.minutes), "warden")
    _due(tx)
    return None


def _take_over(c: TakeOver, tx: Tx) -> Rejected | None:
    person, dead = tx.state.person(c.who), tx.state.person(c.instead) if c.instead else None
    if not isinstance(person, Combatant):
        return unknown(c.who)
    if c.instead and not isinstance(dead, Combatant):
        return unknown(c.instead)
    if person.kind != "hireling":
        return Rejected("not-a-hireling", {"who": Who(c.who)})
    if conditions.is_dead(person):
        return Rejected("dead-already", {"who": Who(c.who)})
    if isinstance(dead, Combatant) and not conditions.is_dead(dead):
        return Rejected("still-alive", {"who": Who(c.instead)})
    fighting = turns.fighting(tx.state)
    tx.emit(TakenOver(who=c.who, instead=c.instead, late=fighting))
    if person.away == "fled":
        vitals.set_away(tx, c.who, "")
    else:
        entity_change(tx, c.who, "presence", "in")
    for call in saves.owed(tx.state, turns.ENTRY):
        if call.who == c.who:
            saves.drop(tx, call)
    if fighting:
        turns.fill_bands(tx)
        acts.sit_out(tx, c.who)
    give_public_tags(tx)
    return None


# Folds -------------------------------------------------------------------------------------------------------------


def _taken_over(state: CairnState, e: TakenOver) -> CairnState:
    new: CairnState = with_entity(state, replace(state.entities[e.who], kind="pc", side="pcs"))
    late = e.late and e.who not in state.fight.late
    return replace(new, fight=replace(new.fight, late=(*new.fight.late, e.who))) if late else new


DECIDE = {Hour: _hour, TakeOver: _take_over}
EVOLVE = {TakenOver: _taken_over}
