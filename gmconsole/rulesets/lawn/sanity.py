"""Sanity: losses after a fright, the faint and the brink, coming round, and what sleep gives back (chapter "Sanity").

Covers LP-SAN-001 to -013, LP-FRZ-001 to -003 and the prompt of LP-INJ-049; the number itself moves in ``life``. A faint
lies on the sheet with the event behind it (``Sheet.fainted``) until its holder comes round, by whatever way: then
sanity is restored and a frenzy is due (``frenzy_roll.owe``).
"""

from __future__ import annotations

from collections.abc import Callable

from ...core.messages import N_
from ...core.model import Command, Msg, Question, Rejected, Who
from ...core.phases import Task
from ...core.ruleset import Tx as CoreTx
from . import crisis, frenzy, frenzy_roll, injuries, life, neutral, outcomes, questions, settling, sheets, traits
from .character import Fainted
from .frenzy_table import FRENZIES
from .neutral import PassTime
from .outcomes import Result
from .sheets import sheet_of
from .state import Check, Injury, LawnState, Person

Tx = CoreTx[LawnState]

FAINT = "unconscious"
BRINK = "on_the_brink"
FRIGHTS = ("fright", "grief")
"""Purposes of willpower checks that, failed, are mental blows (LP-SAN-002)."""
USUAL_LOSS, LOSS_OF_A_CRITICAL = "1", "2"
LOSSES = ("1", "2", "3", "4", "refuse")
PROPER_SLEEP = 6 * 60
WAKING_BY_ITSELF = 24 * 60
"""A gap in the story as long as this has a waking in it (LP-SAN-013)."""

REACTS: list[Callable[[Tx, str, int, str], None]] = []
"""Called with whoever has lost sanity and goes on: (tx, who, sanity now, event)."""

ASKED = ("faint", "sanity_loss", "come_round", "sleepwalk")
crisis.OUTLIVES.update(ASKED)
questions.WORDING["faint"] = N_("{who} is at 0 sanity: unconscious, or on the brink?")
questions.WORDING["sanity_loss"] = N_("{who} has failed: how much sanity is lost?")
questions.WORDING["come_round"] = N_("{who} is still out ({ref}): awake now?")
questions.WORDING["sleepwalk"] = N_("{who} walks in their sleep: you play them until they wake")


class ComeRound(Command, frozen=True, tag="lawn.come-round"):
    """Somebody comes round by themselves, from a faint, a trance or a memory; a helper does it by ``Help``."""

    who: str


# Losing sanity -------------------------------------------------------------------------------------------------------


def _frightened(tx: Tx, check: Check, came: Result) -> None:
    """Propose the loss that a failed check against fright costs, for everybody it stood for (Q-SAN-01).

    A hazard that says itself what a failure brings needs no proposal.
    """
    if check.type != "MND" or check.purpose not in FRIGHTS:
        return
    hazard = tx.state.hazards.get(check.ref) if check.serves == "hazard" else None
    if hazard is not None and hazard.fail:
        return
    if outcomes.passed(came.outcome, came.degree, check.required or None):
        return
    value = LOSS_OF_A_CRITICAL if came.outcome == "critical_failure" else USUAL_LOSS
    for who in (check.who, *check.represents):
        person = tx.state.person(who)
        if isinstance(person, Person) and person.sanity_max and not injuries.is_dead(person):
            questions.ask(tx, "sanity_loss", who=who, value=value, choices=LOSSES)


def _loses(tx: Tx, question: Question, value: str) -> Rejected | None:
    if value != "refuse":
        life.lose_sanity(tx, question.who, int(value))
    return None


def _moved(tx: Tx, who: str, by: int, before: int, cause: str) -> None:
    """What follows from a change of sanity: at 0 a faint or the brink, above it an end of the brink.

    LP-SAN-004 to -009.
    """
    person = tx.state.entities[who]
    if injuries.is_dead(person):
        return
    event = event_of(tx.state, cause)
    if person.sanity:
        if not before:
            _withdraw(tx, "faint", who)
            injuries.lose(tx, who, BRINK, cause="sanity")
        if person.sanity < before:
            _react(tx, who, event)
    elif before and not _asks(tx.state, person):
        faint(tx, who, event)
    elif before:
        questions.ask(tx, "faint", who=who, value=FAINT, choices=(FAINT, BRINK), ref=event)
    elif by < 0 and injuries.has(person, BRINK):
        faint(tx, who, event, less=1)


def _asks(state: LawnState, person: Person) -> bool:
    """Whether the GM may want the brink in place of a faint: the rule is in use, the person awake (LP-SAN-006)."""
    return state.options.get("brink") is not False and not injuries.is_unconscious(person)


def event_of(state: LawnState, cause: str) -> str:
    """The event behind a loss, in words: a hazard by its name, what the rules bring by nothing at all."""
    hazard = state.hazards.get(cause)
    return hazard.name if hazard is not None else "" if cause in FRENZIES else cause


def _react(tx: Tx, who: str, event: str) -> None:
    for hook in REACTS:
        hook(tx, who, tx.state.entities[who].sanity, event)


def faint(tx: Tx, who: str, event: str = "", *, less: int = 0) -> None:
    """Somebody faints from sanity, or gains what stands in its place; the frenzy waits (LP-SAN-004, LP-TRT-111)."""
    _withdraw(tx, "faint", who)
    injuries.lose(tx, who, BRINK, cause="sanity")
    mad = not frenzy_roll.follows(tx.state.entities[who])
    sheets.change(tx, who, fainted=Fainted(now=True, cause=event, less=less, mad=mad))
    injuries.gain(tx, who, FAINT, cause="sanity")


def _which(tx: Tx, question: Question, value: str) -> Rejected | None:
    person = tx.state.entities[question.who]
    if person.sanity or injuries.is_dead(person):
        return None
    if value == BRINK:
        injuries.gain(tx, person.id, BRINK, cause="gm")
        _react(tx, person.id, question.ref)
    else:
        faint(tx, person.id, question.ref)
    return None


# Coming round --------------------------------------------------------------------------------------------------------


def is_out(person: Person) -> bool:
    """Whether the person lies in a faint that a frenzy follows."""
    return sheet_of(person).fainted.now


def _states_changed(tx: Tx, who: str, before: tuple[Injury, ...]) -> None:
    """Whoever has lost the last state of a faint has come round, whatever brought it about (LP-SAN-005)."""
    person = tx.state.entities[who]
    if not _wakeable(person):
        _withdraw(tx, "come_round", who)
    was = any(injury.id in injuries.FAINTS for injury in before)
    if was and is_out(person) and not any(injury.id in injuries.FAINTS for injury in person.states):
        come_round(tx, who)


def come_round(tx: Tx, who: str) -> None:
    """Sanity is restored, one point less after the brink, and the frenzy is due, in that order (LP-SAN-005, -008)."""
    person = tx.state.entities[who]
    fainted = sheet_of(person).fainted
    _withdraw(tx, "come_round", who)
    if not fainted.now or injuries.is_dead(person):
        return
    sheets.change(tx, who, fainted=Fainted())
    restored = max(person.sanity, person.sanity_max - fainted.less, 1)
    if restored != person.sanity:
        tx.emit(life.SanityChanged(who=who, before=person.sanity, after=restored, cause="come_round"))
    frenzy_roll.owe(tx, who, fainted.cause)


def _wakeable(person: Person) -> tuple[Injury, ...]:
    return tuple(i for i in person.states if injuries.definition(i.id).ended_by == "waking")


def _come_round(c: ComeRound, tx: Tx) -> Rejected | None:
    person = sheets.character(tx.state, c.who)
    if isinstance(person, Rejected) and person.code != "no-sheet":
        return person
    return wake_up(tx, c.who)


def wake_up(tx: Tx, who: str) -> Rejected | None:
    """End every state that waking ends, by itself and without a helper (LP-FRZ-008b, LP-INJ-049)."""
    person = tx.state.entities[who]
    found = _wakeable(person)
    if not found or injuries.is_dead(person):
        return Rejected("nothing-to-help", {"who": Who(who)})
    left = tuple(i for i in person.states if i not in found)
    injuries.change(tx, who, left, (injuries.Step("ended", i.id) for i in found), "come_round")
    return None


def _awake(tx: Tx, question: Question, value: str) -> Rejected | None:
    if value == "yes" and _wakeable(tx.state.entities[question.who]):
        wake_up(tx, question.who)
    return None


def tasks(state: LawnState) -> tuple[Task, ...]:
    """Outside rounds whoever is out may come round by themselves at any time: offered until the GM says so."""
    if state.mode != "calm":
        return ()
    return tuple(
        Task(
            kind="come_round",
            who=person.id,
            blocking=False,
            what=Msg("{who} is out ({state}): awake by now?", {"who": Who(person.id), "state": found[0].name}),
            command=ComeRound(who=person.id),
        )
        for person in state.entities.values()
        if (found := [injuries.definition(i.id) for i in _wakeable(person)])
        and person.presence == "in"
        and not injuries.is_dead(person)
        and not questions.open_questions(state, "come_round", person.id)
    )


# Sleep and time ------------------------------------------------------------------------------------------------------


def _time(tx: Tx, c: PassTime) -> None:
    """One waking at most for everybody awake before, however long it was; whoever is still out is asked about.

    LP-SAN-010 to -013, LP-FRZ-002.
    """
    for who, person in list(tx.state.entities.items()):
        if person.presence == "removed" or person.kind == "object" or injuries.is_dead(person):
            continue
        out = _wakeable(person)
        if out and not questions.open_questions(tx.state, "come_round", who):
            questions.ask(tx, "come_round", who=who, value="yes", choices=("yes", "no"), ref=out[0].id, blocking=False)
        if not injuries.is_unconscious(person) and _holds_sleep(c):
            _sleep(tx, who, c.minutes)


def _holds_sleep(c: PassTime) -> bool:
    return c.sleep or c.minutes >= WAKING_BY_ITSELF


def _undecided(state: LawnState, c: PassTime) -> Msg | None:
    """Nobody sleeps over sanity 0: whether they lie in a faint or go on is said first (LP-SAN-004, -006).

    The point that sleep gives would take the question back, and with it the faint and its frenzy.
    """
    waiting = questions.open_questions(state, "faint") if _holds_sleep(c) else ()
    return questions.wording(waiting[0]) if waiting else None


def too_short(state: LawnState, minutes: int) -> tuple[str, ...]:
    """The player characters for whom so many minutes are no waking from sleep (LP-SAN-011, LP-TRT-101c)."""
    return tuple(
        p.id
        for p in state.entities.values()
        if p.kind == "pc"
        and p.presence != "removed"
        and not injuries.is_dead(p)
        and minutes < neutral.sleep_minutes(p, PROPER_SLEEP)
    )


def _sleep(tx: Tx, who: str, minutes: int) -> None:
    person = tx.state.entities[who]
    walks = any(row.sleepwalks for _, row in frenzy.rows(person))
    if walks and not questions.open_questions(tx.state, "sleepwalk", who):
        questions.ask(tx, "sleepwalk", who=who, value="done", choices=("done",))
    if minutes >= neutral.sleep_minutes(person, PROPER_SLEEP):
        wake(tx, who)


def wake(tx: Tx, who: str) -> None:
    """Somebody wakes from sleep: one point of sanity below the maximum, as far as frenzy states leave it.

    LP-SAN-010, LP-FRZ-001, -003.
    """
    person = tx.state.entities[who]
    before = person.sanity
    if before < person.sanity_max and not any(_keeps_down(person, row.sleep) for _, row in frenzy.rows(person)):
        life.change_sanity(tx, who, 1, "sleep")
    for hook in traits.WOKEN:
        hook(tx, who, before)


def _keeps_down(person: Person, sleep: str) -> bool:
    return sleep == "nothing" or (sleep == "not_full" and person.sanity + 1 >= person.sanity_max)


# Taking back ---------------------------------------------------------------------------------------------------------


def _withdraw(tx: Tx, kind: str, who: str) -> None:
    for question in questions.open_questions(tx.state, kind, who):
        questions.withdraw(tx, question.id)


def _fallen(tx: Tx, who: str) -> None:
    """Nothing is asked about the dead, and no frenzy waits for them (LP-INJ-067)."""
    person = tx.state.entities[who]
    if injuries.is_dead(person):
        for kind in ASKED:
            _withdraw(tx, kind, who)
        if person.sheet is not None:
            sheets.change(tx, who, fainted=Fainted())


def _nothing(tx: Tx, question: Question, value: str) -> Rejected | None:
    return None


questions.ANSWERS.update({"faint": _which, "sanity_loss": _loses, "come_round": _awake, "sleepwalk": _nothing})
life.SANITY.append(_moved)
settling.ENDED.append(_frightened)
injuries.CHANGED.append(_states_changed)
injuries.FALLEN.append(_fallen)
neutral.PASSED.append(_time)
neutral.WAITS.append(_undecided)

DECIDE = {ComeRound: _come_round}
