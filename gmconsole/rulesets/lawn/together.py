"""Staying together for so many days, and the treatment of frenzy states that works by it (chapter "Sanity").

Covers LP-SAN-014 to -017. What completes by itself is counted by the clock (``neutral.PassTime``) while the two are
together; nobody counts hours of a day. An institution takes as many patients as come and goes on week by week; a friend
with Psychology helps one person at a time, a week for each passed check (Q-SAN-03, Q-SAN-04).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from ...core.commands import unknown
from ...core.messages import N_
from ...core.model import Command, Event, Question, Rejected, Who
from ...core.people import counted, next_id
from ...core.ruleset import Tx as CoreTx
from . import checks, crisis, frenzy, injuries, neutral, outcomes, questions, sheets
from .neutral import PassTime
from .outcomes import Result
from .state import Check, LawnState, Modifier, Person, Together

Tx = CoreTx[LawnState]

SKILL = "psychology"
THERAPY = "therapy"
"""What a treatment is: the purpose of its check, and what patient and friend stay together for."""
USUAL_DIFFICULTY = 6
WEEK = 7
DAY = 24 * 60
MOST_DAYS = 365
FRIENDS = ("party", "friendly")
HOW = ("resume", "restart", "over")

DONE: dict[str, Callable[[Tx, Together], None]] = {}
"""What comes of staying together once the days have passed, by what it is for."""

crisis.OUTLIVES.update(("parted", THERAPY))
questions.WORDING["parted"] = N_("{who} has parted ({ref}): does it go on?")
questions.WORDING["therapy"] = N_("{who} has had a week of treatment: which frenzy state goes?")


class Counsel(Command, frozen=True, tag="lawn.counsel"):
    """Treat frenzy states: in an institution, or by staying with the friend ``by`` who has the skill Psychology.

    With the option ``psychology_check`` the friend rolls WIS first, D6 unless said, and the week begins with a success.
    """

    who: tuple[str, ...]
    by: str = ""
    difficulty: int = 0
    modifiers: tuple[Modifier, ...] = ()


class StayTogether(Command, frozen=True, tag="lawn.stay-together"):
    """Stay with somebody or something for so many days, for what the GM says: taming, training, learning."""

    who: str
    by: str
    what: str
    days: int = WEEK


class PartWays(Command, frozen=True, tag="lawn.part-ways"):
    """Whoever stays together for something has parted: the days stop, and the GM is asked how to proceed.

    ``over`` ends it; a week begun is lost.
    """

    who: str
    over: bool = False


class TogetherSet(Event, frozen=True, tag="lawn.together"):
    """Somebody's staying together began, went on, stopped or is over; ``done`` where it has reached its end."""

    before: Together | None = None
    after: Together | None = None
    done: bool = False


# Reading -------------------------------------------------------------------------------------------------------------


def of(state: LawnState, who: str) -> tuple[Together, ...]:
    """What somebody stays with others for."""
    return tuple(t for t in state.together.values() if who in (t.who, t.by))


def therapy_of(state: LawnState, who: str) -> Together | None:
    """The treatment of somebody's frenzy states."""
    return next((t for t in state.together.values() if t.who == who and t.what == THERAPY), None)


def in_hand(state: LawnState, friend: str) -> bool:
    """Whether that friend treats somebody already, or is to be tried at it."""
    return any(t.by == friend and t.what == THERAPY for t in state.together.values()) or any(
        c.who == friend and c.serves == THERAPY for c in state.checks.values()
    )


def _no_friend(state: LawnState, by: str, patients: tuple[str, ...]) -> Rejected | None:
    """The refusal of a carer: nobody's friend, without the skill, oneself, or busy with somebody else."""
    friend = state.person(by)
    if not isinstance(friend, Person):
        return unknown(by)
    if SKILL not in friend.skills or friend.side not in FRIENDS or by in patients or not injuries.can_act(friend):
        return Rejected("no-psychologist", {"who": Who(by)})
    if len(patients) > 1 or in_hand(state, by):
        return Rejected("heals-one-at-a-time", {"who": Who(by)})
    return None


# Services ------------------------------------------------------------------------------------------------------------


def begin(tx: Tx, who: str, by: str, what: str, days: int = WEEK) -> None:
    """Let somebody stay with somebody from now on, until ``days`` have passed."""
    new = Together(id=next_id(tx.state, "together"), who=who, by=by, what=what, days=days)
    tx.emit(TogetherSet(after=new))


def _set(tx: Tx, before: Together, after: Together | None, *, done: bool = False) -> None:
    if after != before:
        tx.emit(TogetherSet(before=before, after=after, done=done))


def end(tx: Tx, found: Together, *, done: bool = False) -> None:
    """It is over, with what is asked about it; a choice already earned stays."""
    for question in questions.open_questions(tx.state, "parted"):
        if question.key == found.id:
            questions.withdraw(tx, question.id)
    _set(tx, found, None, done=done)


def _time(tx: Tx, c: PassTime) -> None:
    """Count the time for whoever is together, and see what is complete (LP-SAN-016)."""
    for found in list(tx.state.together.values()):
        if not _there(tx.state, found):
            if not found.parted:
                found = _part(tx, found)
            _wait(tx, found, c.minutes)
        elif found.parted:
            _wait(tx, found, c.minutes)
        else:
            _count(tx, found, found.minutes + c.minutes)


def _there(state: LawnState, found: Together) -> bool:
    """Whether both are there and alive; an institution always is."""
    return all(_alive(state, who) for who in (found.who, found.by) if who)


def _alive(state: LawnState, who: str) -> bool:
    person = state.person(who)
    return isinstance(person, Person) and person.presence == "in" and not injuries.is_dead(person)


def _count(tx: Tx, found: Together, minutes: int) -> None:
    weeks, left = divmod(minutes, found.days * DAY)
    if found.what != THERAPY:
        if weeks:
            end(tx, found, done=True)
            if found.what in DONE:
                DONE[found.what](tx, found)
        else:
            _set(tx, found, replace(found, minutes=left))
        return
    goes_on = not found.by or tx.state.options.get("psychology_check") is False
    helped = weeks if goes_on else min(weeks, 1)
    if helped and not goes_on:
        end(tx, found, done=True)
    else:
        _set(tx, found, replace(found, minutes=left), done=bool(helped))
    for _ in range(helped):
        _ask(tx, found.who)


def _ask(tx: Tx, who: str) -> None:
    """One frenzy state goes, of the patient's choice; with none left to choose the week is lost."""
    asked = len(questions.open_questions(tx.state, THERAPY, who))
    found = frenzy.treatable(tx.state.entities[who])
    if asked < len(found):
        questions.ask(tx, THERAPY, who=who, value=found[0], choices=(*found, "refuse"))


def _part(tx: Tx, found: Together) -> Together:
    apart = replace(found, parted=True, away=0)
    _set(tx, found, apart)
    _how(tx, apart)
    return apart


def _how(tx: Tx, found: Together) -> None:
    """Ask what becomes of it: it goes on where they were apart for less than a day, else it starts over (Q-SAN-05)."""
    for question in questions.open_questions(tx.state, "parted"):
        if question.key == found.id:
            questions.withdraw(tx, question.id)
    value = HOW[0] if found.away < DAY else HOW[1]
    questions.ask(
        tx,
        "parted",
        who=found.who,
        other=found.by,
        value=value,
        choices=HOW,
        ref=found.what,
        key=found.id,
        blocking=False,
    )


def _wait(tx: Tx, found: Together, minutes: int) -> None:
    after = replace(found, away=found.away + minutes)
    _set(tx, found, after)
    if found.away < DAY <= after.away:
        _how(tx, after)


# Decisions -----------------------------------------------------------------------------------------------------------


def _counsel(c: Counsel, tx: Tx) -> Rejected | None:
    if tx.state.mode != "calm":
        return Rejected("only-outside-rounds")
    refused = checks.bad_check("WIS", c.difficulty, modifiers=c.modifiers)
    if refused is not None:
        return refused
    if len(set(c.who)) != len(c.who) or not c.who:
        return Rejected("named-twice")
    for who in c.who:
        person = sheets.character(tx.state, who)
        if isinstance(person, Rejected):
            return person
        if injuries.is_dead(person) or not frenzy.treatable(person):
            return Rejected("nothing-to-treat", {"who": Who(who)})
        if therapy_of(tx.state, who) is not None:
            return Rejected("treated-already", {"who": Who(who)})
    if not c.by:
        for who in c.who:
            begin(tx, who, "", THERAPY)
        return None
    refused = _no_friend(tx.state, c.by, c.who)
    if refused is not None:
        return refused
    if tx.state.options.get("psychology_check") is False:
        begin(tx, c.who[0], c.by, THERAPY)
        return None
    refused = checks.may_roll(tx.state, c.by)
    if refused is not None:
        return refused
    opened = checks.open_check(
        tx,
        c.by,
        "WIS",
        purpose=THERAPY,
        difficulty=c.difficulty or USUAL_DIFFICULTY,
        modifiers=c.modifiers,
        serves=THERAPY,
        ref=c.who[0],
    )
    return checks.roll(tx, opened) if c.difficulty and opened in tx.state.checks else None


def _tried(tx: Tx, check: Check, came: Result) -> None:
    """The week begins with a success; after a failure the GM says when it may be tried again."""
    fits = _alive(tx.state, check.ref) and therapy_of(tx.state, check.ref) is None
    if outcomes.is_success(came.outcome) and fits:
        begin(tx, check.ref, check.who, THERAPY)


def _stay(c: StayTogether, tx: Tx) -> Rejected | None:
    if tx.state.mode != "calm":
        return Rejected("only-outside-rounds")
    for who in (c.who, c.by):
        if tx.state.person(who) is None:
            return unknown(who)
    if c.who == c.by:
        return Rejected("named-twice")
    what = c.what.strip()
    if not what:
        return Rejected("empty-name")
    if not 1 <= c.days <= MOST_DAYS:
        return Rejected("out-of-bounds", {"field": "days", "low": 1, "high": MOST_DAYS, "value": str(c.days)})
    if any(t.what == what and t.by == c.by for t in of(tx.state, c.who)) or what == THERAPY:
        return Rejected("no-change")
    begin(tx, c.who, c.by, what, c.days)
    return None


def _ways(c: PartWays, tx: Tx) -> Rejected | None:
    if tx.state.person(c.who) is None:
        return unknown(c.who)
    found = of(tx.state, c.who)
    if not found:
        return Rejected("not-together", {"who": Who(c.who)})
    for one in found:
        if c.over:
            end(tx, one)
        elif not one.parted:
            _part(tx, one)
    return None


def _answered(tx: Tx, question: Question, value: str) -> Rejected | None:
    found = tx.state.together.get(question.key)
    if found is None:
        return None
    if value == "over":
        end(tx, found)
    elif value in HOW:
        minutes = found.minutes if value == "resume" else 0
        _set(tx, found, replace(found, parted=False, away=0, minutes=minutes))
    return None


def _chosen(tx: Tx, question: Question, value: str) -> Rejected | None:
    if value != "refuse":
        frenzy.lose(tx, question.who, value, THERAPY)
    return None


def _shed(tx: Tx, who: str, frenzy_id: str) -> None:
    """A frenzy state that is gone, by whatever way, is no choice of a patient any more."""
    for question in questions.open_questions(tx.state, THERAPY, who):
        if frenzy_id in question.choices:
            questions.withdraw(tx, question.id)
            _ask(tx, who)


def _fallen(tx: Tx, who: str) -> None:
    """The dead stay with nobody, and nothing is asked about them."""
    if injuries.is_dead(tx.state.entities[who]):
        for question in questions.open_questions(tx.state, THERAPY, who):
            questions.withdraw(tx, question.id)
        for found in of(tx.state, who):
            if found.who == who:
                end(tx, found)


checks.SETTLERS[THERAPY] = _tried
questions.ANSWERS.update({"parted": _answered, THERAPY: _chosen})
neutral.PASSED.append(_time)
injuries.FALLEN.append(_fallen)
frenzy.SHEDS.append(_shed)


# Folds ---------------------------------------------------------------------------------------------------------------


def _together_set(state: LawnState, e: TogetherSet) -> LawnState:
    found = e.after or e.before
    assert found is not None
    others = {k: v for k, v in state.together.items() if k != found.id}
    if e.after is None:
        return replace(state, together=others)
    if e.before is not None:
        return replace(state, together={**state.together, found.id: e.after})
    return replace(state, together={**others, found.id: e.after}, counters=counted(state, "together"))


DECIDE = {Counsel: _counsel, StayTogether: _stay, PartWays: _ways}
EVOLVE: Mapping[type[Event], Callable[[LawnState, Any], LawnState]] = {TogetherSet: _together_set}
