"""Teamwork, the state that every player character of a game of several players begins with (chapter "States").

Covers LP-CHK-054 to -058: two dice less for whoever is at Extreme of all companions, and once a session two dice for a
companion's check. Nobody's sheet stores the state: whoever is a player character beside others has it. That it is used
up lies in ``Person.spent`` until the session is over (``armoury.SessionOver``, step 2 of a session's end).
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from ...core import bands
from ...core.commands import unknown, with_entity
from ...core.messages import N_
from ...core.model import Command, Event, Name, Question, Rejected, Who
from ...core.ruleset import Tx as CoreTx
from . import alterations, checks, injuries, people, questions, settling, sheets
from .checks import CheckChanged
from .pools import POOL_HOOKS, help_dice, takes_no_dice
from .settling import KEPT_OPEN
from .state import Check, LawnState, Person, PoolLine

Tx = CoreTx[LawnState]

TEAMWORK = "teamwork"
APART = -2

HELPED: list[Callable[[Tx, str, str], None]] = []
"""Called once Teamwork is used up for a check: (tx, helper, the check's id)."""

AGREED = Name("同意", "agreed")
"""The word in the line itself that says that the two are at one."""

questions.WORDING["teamwork"] = N_("{who} helps {other}: {ref}. Agreed?")


class Assist(Command, frozen=True, tag="lawn.assist"):
    """Help a companion's check with Teamwork: ``how`` describes it, ``agreed`` says that the two are at one.

    Without ``agreed`` the console asks. The check is owed or open; before the roll the dice are promised.
    """

    who: str
    whom: str
    how: str = ""
    agreed: bool = False
    check: str = ""


class Assisted(Event, frozen=True, tag="lawn.assisted"):
    """Somebody helped a companion's check, in the way described, and has used Teamwork up (LP-CHK-057)."""

    who: str
    whom: str
    how: str


# Reading -------------------------------------------------------------------------------------------------------------


def companions(state: LawnState, who: str) -> tuple[Person, ...]:
    """The other player characters of the game, wherever they are; not the dead."""
    return tuple(
        p
        for p in state.entities.values()
        if p.kind == "pc" and p.id != who and p.presence != "removed" and not injuries.is_dead(p)
    )


def has(state: LawnState, who: str) -> bool:
    """Whether somebody has Teamwork: a player character of a game of several, or whoever was given the state
    (LP-CHK-054, LP-SES-012)."""
    person = state.person(who)
    if not isinstance(person, Person):
        return False
    return (person.kind == "pc" and sheets.players(state) > 1) or injuries.has(person, TEAMWORK)


def apart(state: LawnState, who: str) -> bool:
    """Whether every companion is at Extreme or out of the crisis; False while a distance is unknown (LP-CHK-055)."""
    others = companions(state, who)
    return bool(others) and has(state, who) and all(_far(state, who, other) for other in others)


def _far(state: LawnState, who: str, other: Person) -> bool:
    band = bands.between(state.bands, who, other.id)
    return band == "extreme" or (band is None and other.presence == "left")


def _penalty(state: LawnState, check: Check) -> tuple[PoolLine, ...]:
    return (PoolLine(TEAMWORK, APART),) if apart(state, check.who) else ()


POOL_HOOKS.append(_penalty)


def helpers(state: LawnState, check: Check) -> tuple[Person, ...]:
    """Who may still help that check, in listed order (LP-CHK-056, -057)."""
    if state.entities[check.who].kind != "pc":
        return ()
    return tuple(p for p in people.pcs(state) if may_help(state, p.id, check) is None)


def may_help(state: LawnState, who: str, check: Check) -> Rejected | None:
    """The refusal for a helper: oneself, nobody's companion, not awake, used up already, or a check that takes no dice
    (LP-TRT-208)."""
    person = state.person(who)
    if not isinstance(person, Person):
        return unknown(who)
    if who == check.who or state.entities[check.who].kind != "pc" or not has(state, who) or person.kind != "pc":
        return Rejected("no-companion", {"who": Who(who), "other": Who(check.who)})
    if not person.on_stage or injuries.is_dead(person) or injuries.is_unconscious(person):
        return Rejected("cannot-act", {"who": Who(who)})
    if TEAMWORK in person.spent:
        return Rejected("spent-already", {"who": Who(who)})
    if check.status == "rolled":
        return alterations.barred(state, check, "helper")
    return takes_no_dice(state, check)


# Decisions -----------------------------------------------------------------------------------------------------------


def _assist(c: Assist, tx: Tx) -> Rejected | None:
    found = _meant(tx.state, c.whom, c.check)
    if isinstance(found, Rejected):
        return found
    refused = may_help(tx.state, c.who, found)
    if refused is not None:
        return refused
    if not c.how.strip():
        return Rejected("help-undescribed", {"who": Who(c.who)})
    if c.agreed:
        _help(tx, c.who, found, c.how)
    elif not any(q.key == found.id for q in questions.open_questions(tx.state, TEAMWORK, c.who)):
        questions.ask(
            tx, TEAMWORK, who=c.who, other=c.whom, value="accept", choices=("accept", "refuse"), ref=c.how, key=found.id
        )
    return None


def _meant(state: LawnState, whom: str, check_id: str) -> Check | Rejected:
    """The check to help: the one of that id, else the one open on the table, else the first one owed."""
    if state.person(whom) is None:
        return unknown(whom)
    if check_id:
        found = state.checks.get(check_id)
    else:
        found = alterations.rolled(state, whom) or checks.owed(state, whom)
    if found is None or found.who != whom or found.status == "passed":
        return Rejected("no-check-to-help", {"who": Who(whom)})
    return found


def _help(tx: Tx, who: str, check: Check, how: str) -> None:
    tx.emit(Assisted(who=who, whom=check.who, how=how))
    if check.status == "owed":
        tx.emit(CheckChanged(before=check, after=replace(check, helpers=(*check.helpers, who))))
    else:
        alterations.append(tx, check.id, help_dice(tx.state, who), "helper", how)
    for hook in HELPED:
        hook(tx, who, check.id)
    if check.status == "rolled" and check.serves in KEPT_OPEN:
        KEPT_OPEN[check.serves](tx)


def _agreed(tx: Tx, question: Question, value: str) -> Rejected | None:
    check = tx.state.checks.get(question.key)
    if value == "refuse" or check is None:
        return None
    refused = may_help(tx.state, question.who, check)
    if refused is None:
        _help(tx, question.who, check, question.ref)
    return refused


questions.ANSWERS[TEAMWORK] = _agreed
questions.ASKS.at_once[TEAMWORK] = AGREED
settling.ASKED.add(TEAMWORK)


# Folds -------------------------------------------------------------------------------------------------------------


def _assisted(state: LawnState, e: Assisted) -> LawnState:
    person = state.entities[e.who]
    new: LawnState = with_entity(state, replace(person, spent=(*person.spent, TEAMWORK)))
    return new


DECIDE = {Assist: _assist}
EVOLVE = {Assisted: _assisted}
