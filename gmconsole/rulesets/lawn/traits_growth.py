"""What single traits of table 2 do at the start of a game and between sessions (chapter "Traits").

Covers LP-TRT-106b (Determined), -108b (Adroit), -113e and -113f (Late Bloomer), -114 (Revelation) and -116b (Romantic).
"""

from __future__ import annotations

from collections.abc import Iterator

from ...core.messages import N_
from ...core.model import Command, Msg, Question, Rejected, Who
from ...core.phases import Task
from ...core.ruleset import Tx as CoreTx
from . import (
    acquiring,
    creation_table,
    frenzy,
    frenzy_roll,
    interval,
    outcomes,
    questions,
    settling,
    sheets,
    skills,
    specialties,
    specialty_table,
    traits,
)
from .alterations import out_of_bounds
from .frenzy_table import BY_NUMBER
from .outcomes import Result
from .state import Check, LawnState, Person

Tx = CoreTx[LawnState]

RESTORED = 3
TRADE_PRICE = 3
MOST_TRADES = 99
GROWTH = "growth_points"
GROWTH_DICE = (3, 12)
SPECIAL_EVENT = "critical_seen"
VISION = "revelation"
RESTORE, EXCHANGE = "restore", "exchange"
"""What is done once between two sessions, as ``Campaign.once`` has it."""
ROMANTIC = "romantic"


class RestorePotential(Command, frozen=True, tag="lawn.restore-potential"):
    """The determined bring their potential back to 3, once in each interval between sessions (LP-TRT-106b)."""

    who: str


class TradePotential(Command, frozen=True, tag="lawn.trade-potential"):
    """The adroit turn 3 points of potential into 1 XP, so many times, without a roll (LP-TRT-108b)."""

    who: str
    times: int = 1


class NameSpecialty(Command, frozen=True, tag="lawn.name-specialty"):
    """The romantic call their specialty after one of their minor skills (LP-TRT-116b).

    Another name is given between two sessions, from step 6 of session end on (LP-SES-010).
    """

    who: str
    skill: str


# Reading -------------------------------------------------------------------------------------------------------------


def _trait(state: LawnState, who: str, trait: str) -> Person | Rejected:
    """The character of that id, or the refusal for somebody without that trait."""
    person = sheets.character(state, who)
    if isinstance(person, Rejected) or traits.has(person, trait):
        return person
    return Rejected("needs-trait", {"who": Who(who), "trait": Msg("trait:" + trait)})


def after_session(state: LawnState, step: int = 0) -> Rejected | None:
    """The refusal of what belongs between two sessions, from that step of session end on: also before the first."""
    if not state.campaign.session:
        return Rejected("between-sessions-only")
    return interval.between(state, step)


def may_restore(state: LawnState, who: str) -> Rejected | None:
    """The refusal of a restoration: no determination, session end not that far, an exchange or a restoration made
    already, enough potential (LP-SES-010)."""
    person = _trait(state, who, "determined")
    if isinstance(person, Rejected):
        return person
    if (refused := after_session(state, interval.EXCHANGE)) is not None:
        return refused
    if interval.done_once(state, RESTORE, who) or interval.done_once(state, EXCHANGE, who):
        return Rejected("once-between-sessions", {"who": Who(who)})
    held = sheets.sheet_of(person).potential
    return Rejected("potential-enough", {"who": Who(who), "held": held}) if held >= RESTORED else None


def restoration(state: LawnState, who: str) -> Iterator[Task]:
    """The restoration that somebody may still make, as an offer (LP-SES-010)."""
    if may_restore(state, who) is None:
        yield Task(
            kind="restore",
            who=who,
            blocking=False,
            what=Msg("{who}: potential may be restored to 3", {"who": Who(who)}),
            command=RestorePotential(who=who),
        )


def may_trade(state: LawnState, who: str, times: int = 1) -> Rejected | None:
    """The refusal of so many exchanges without a roll: not adroit, switched off, session end not that far, too little
    potential (LP-TRT-108b)."""
    person = _trait(state, who, "adroit")
    if isinstance(person, Rejected):
        return person
    if state.options.get("adroit_exchange") is False:
        return Rejected("switched-off", {"option": Msg("option:adroit_exchange")})
    return after_session(state, interval.EXCHANGE) or sheets.lacks(person, TRADE_PRICE * times)


def minor_skills(person: Person) -> tuple[str, ...]:
    """The minor skills of somebody, in the order of the sheet."""
    sheet = sheets.sheet_of(person)
    known = dict.fromkeys((*person.skills, *sheet.skill_slots))
    return tuple(skill for skill in known if creation_table.fits_minor(sheet, skill))


def named(person: Person) -> str:
    """The specialty that the romantic have named after a minor skill; empty while there is none."""
    return next((key for key, held in sheets.sheet_of(person).specialties.items() if held.granted == ROMANTIC), "")


def names(person: Person) -> tuple[str, ...]:
    """The minor skills that the specialty of the romantic may be named after now."""
    return tuple(skill for skill in minor_skills(person) if skill not in sheets.sheet_of(person).specialties)


def growth(person: Person) -> int:
    """The growth points of a late bloomer."""
    return traits.counter(person, GROWTH)


def growth_die(person: Person) -> int:
    """The faces of the die a late bloomer throws at session end; 0 where none is thrown (LP-TRT-113f)."""
    points = growth(person) if traits.has(person, "late_bloomer") else 0
    return points if points > 1 and traits.counter(person, SPECIAL_EVENT) else 0


# Decisions -----------------------------------------------------------------------------------------------------------


def _restore(c: RestorePotential, tx: Tx) -> Rejected | None:
    refused = may_restore(tx.state, c.who)
    if refused is None:
        sheets.change(tx, c.who, "determined", potential=RESTORED)
        interval.mark_once(tx, RESTORE, c.who)
    return refused


def _trade(c: TradePotential, tx: Tx) -> Rejected | None:
    if not 1 <= c.times <= MOST_TRADES:
        return out_of_bounds("times", 1, MOST_TRADES, c.times)
    if (refused := may_trade(tx.state, c.who, c.times)) is not None:
        return refused
    sheets.pay(tx, c.who, TRADE_PRICE * c.times, cause="adroit")
    acquiring.gain_xp(tx, c.who, c.times, "adroit")
    return None


def _name(c: NameSpecialty, tx: Tx) -> Rejected | None:
    person = _trait(tx.state, c.who, ROMANTIC)
    if isinstance(person, Rejected):
        return person
    sheet = sheets.sheet_of(person)
    if c.skill not in minor_skills(person):
        return Rejected("no-minor-skill", {"who": Who(c.who), "skill": skills.title(c.skill)})
    old = named(person)
    if old and (refused := interval.between(tx.state, interval.PASSION)) is not None:
        return refused
    if c.skill in sheet.specialties:
        return Rejected("specialty-owned", {"who": Who(c.who), "specialty": specialty_table.title(c.skill)})
    if old:
        specialties.rename(tx, c.who, old, c.skill, ROMANTIC)
    else:
        specialties.grant(tx, c.who, c.skill, ROMANTIC)
    return None


# What comes by itself ------------------------------------------------------------------------------------------------


def _begins(tx: Tx, who: str, trait: str) -> None:
    """A game starts with a throw for the late bloomer and for whoever had a revelation."""
    for kind, owner in (("growth", "late_bloomer"), ("revelation", "revelation")):
        for question in questions.open_questions(tx.state, kind, who):
            questions.withdraw(tx, question.id)
        if trait == owner:
            questions.ask(tx, kind, who=who, value="roll", choices=("roll",))


def _grown(tx: Tx, question: Question, value: str) -> Rejected | None:
    """The highest of three D12 are the growth points (LP-TRT-113e)."""
    sheets.set_counter(tx, question.who, GROWTH, max(tx.roll(*GROWTH_DICE)), "late_bloomer")
    return None


def _revealed(tx: Tx, question: Question, value: str) -> Rejected | None:
    """A frenzy for good; what leaves again at once, and Psychosis, is thrown for again (LP-TRT-114, Q-TRT-12)."""
    who, sides = question.who, len(BY_NUMBER)
    number = tx.roll(1, sides)[0]
    row = BY_NUMBER[number]
    sheet = sheets.sheet_of(tx.state.entities[who])
    kept = not (row.brief or row.permanent or row.places > 1 or any(f.id == row.id for f in sheet.frenzies))
    tx.emit(frenzy_roll.FrenzyRolled(who=who, number=number, sides=sides, frenzy=row.id, kept=kept))
    if kept:
        frenzy.gain(tx, who, row.id, cause=VISION, permanent=True)
    else:
        questions.ask(tx, "revelation", who=who, value="roll", choices=("roll",), ref=row.id)
    return None


def _seen(tx: Tx, check: Check, came: Result) -> None:
    """A critical in the session makes a late bloomer grow faster (LP-TRT-113f)."""
    person = tx.state.person(check.who)
    if isinstance(person, Person) and traits.has(person, "late_bloomer") and outcomes.is_critical(came.outcome):
        sheets.set_counter(tx, check.who, SPECIAL_EVENT, 1, "late_bloomer")


def _grows(tx: Tx, who: str) -> None:
    """At session end one growth point becomes XP, after a critical as many as a die of so many faces shows."""
    person = tx.state.entities[who]
    points = growth(person)
    if not traits.has(person, "late_bloomer") or not points:
        return
    die = growth_die(person)
    gained = tx.roll(1, die)[0] if die else 1
    counters = {k: v for k, v in sheets.sheet_of(person).counters.items() if k != SPECIAL_EVENT}
    counters[GROWTH] = points - gained
    sheets.change(tx, who, "late_bloomer", counters=counters)
    acquiring.gain_xp(tx, who, gained, "late_bloomer")


traits.GAINED.append(_begins)
traits.SESSION_END[8].append(_grows)
settling.SETTLED.append(_seen)
questions.WORDING["growth"] = N_("{who} throws three D12 for growth points")
questions.DICE["growth"] = GROWTH_DICE
questions.ANSWERS["growth"] = _grown
questions.WORDING["revelation"] = N_("{who} throws for the frenzy of the revelation")
questions.DICE["revelation"] = (1, len(BY_NUMBER))
questions.ANSWERS["revelation"] = _revealed

DECIDE = {RestorePotential: _restore, TradePotential: _trade, NameSpecialty: _name}
