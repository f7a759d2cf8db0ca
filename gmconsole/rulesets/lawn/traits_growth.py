"""What single traits of table 2 do at the start of a game and between sessions (chapter "Traits").

Covers LP-TRT-106b (Determined), -108b (Adroit), -113e and -113f (Late Bloomer), -114 (Revelation) and -116b (Romantic).
"""

from __future__ import annotations

from msgspec.structs import replace

from ...core.messages import N_
from ...core.model import Command, Msg, Question, Rejected, Who
from ...core.ruleset import Tx as CoreTx
from . import creation_table, outcomes, questions, settling, sheets, traits
from .alterations import out_of_bounds
from .character import Frenzy, Specialty
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
VISION = "vision"
ROMANTIC = "romantic"


class RestorePotential(Command, frozen=True, tag="lawn.restore-potential"):
    """The determined bring their potential back to 3, once in each interval between sessions (LP-TRT-106b)."""

    who: str


class TradePotential(Command, frozen=True, tag="lawn.trade-potential"):
    """The adroit turn 3 points of potential into 1 XP, so many times, without a roll (LP-TRT-108b)."""

    who: str
    times: int = 1


class NameSpecialty(Command, frozen=True, tag="lawn.name-specialty"):
    """The romantic call their specialty after one of their minor skills (LP-TRT-116b); again between sessions only."""

    who: str
    skill: str


# Reading -------------------------------------------------------------------------------------------------------------


def _trait(state: LawnState, who: str, trait: str) -> Person | Rejected:
    """The character of that id, or the refusal for somebody without that trait."""
    person = traits.character(state, who)
    if isinstance(person, Rejected) or traits.has(person, trait):
        return person
    return Rejected("needs-trait", {"who": Who(who), "trait": Msg("trait:" + trait)})


def in_session(state: LawnState) -> Rejected | None:
    """The refusal of what belongs between sessions while one is running."""
    return Rejected("between-sessions-only") if state.campaign.running else None


def in_interval(state: LawnState) -> Rejected | None:
    """The refusal of what belongs between two sessions: while one is running, and before the first."""
    if state.campaign.session and not state.campaign.running:
        return None
    return Rejected("between-sessions-only")


def may_restore(state: LawnState, who: str) -> Rejected | None:
    """The refusal of a restoration: no determination, in a session, an exchange or a restoration made already, enough
    potential."""
    person = _trait(state, who, "determined")
    if isinstance(person, Rejected):
        return person
    if (refused := in_interval(state)) is not None:
        return refused
    if {f"restore {who}", f"exchange {who}"} & set(state.campaign.once):
        return Rejected("once-between-sessions", {"who": Who(who)})
    held = sheets.sheet_of(person).potential
    return Rejected("potential-enough", {"who": Who(who), "held": held}) if held >= RESTORED else None


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
        sheets.change_campaign(tx, once=(*tx.state.campaign.once, f"restore {c.who}"))
    return refused


def _trade(c: TradePotential, tx: Tx) -> Rejected | None:
    person = _trait(tx.state, c.who, "adroit")
    if isinstance(person, Rejected):
        return person
    if tx.state.options.get("adroit_exchange") is False:
        return Rejected("switched-off", {"option": Msg("option:adroit_exchange")})
    if (refused := in_interval(tx.state)) is not None:
        return refused
    if not 1 <= c.times <= MOST_TRADES:
        return out_of_bounds("times", 1, MOST_TRADES, c.times)
    if (lacking := sheets.lacks(person, TRADE_PRICE * c.times)) is not None:
        return lacking
    sheet = sheets.sheet_of(person)
    sheets.change(tx, c.who, "adroit", potential=sheet.potential - TRADE_PRICE * c.times, xp=sheet.xp + c.times)
    return None


def _name(c: NameSpecialty, tx: Tx) -> Rejected | None:
    person = _trait(tx.state, c.who, ROMANTIC)
    if isinstance(person, Rejected):
        return person
    sheet = sheets.sheet_of(person)
    known = {*person.skills, *sheet.skill_slots}
    if c.skill not in known or not creation_table.fits_minor(sheet, c.skill):
        return Rejected("no-minor-skill", {"who": Who(c.who), "skill": c.skill})
    old = next((key for key, held in sheet.specialties.items() if held.granted == ROMANTIC), "")
    if old and (refused := in_session(tx.state)) is not None:
        return refused
    if c.skill in sheet.specialties:
        return Rejected("specialty-owned", {"who": Who(c.who), "specialty": Msg("specialty:" + c.skill)})

    def renamed(key: str) -> str:
        return c.skill if key == old else key

    held = sheet.specialties.get(old, Specialty(granted=ROMANTIC))
    sheets.change(
        tx,
        c.who,
        ROMANTIC,
        specialties={**{k: v for k, v in sheet.specialties.items() if k != old}, c.skill: held},
        passions=tuple(map(renamed, sheet.passions)),
        links=tuple(replace(link, a=renamed(link.a), b=renamed(link.b)) for link in sheet.links),
    )
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
    who = question.who
    row = BY_NUMBER[tx.roll(1, len(BY_NUMBER))[0]]
    sheet = sheets.sheet_of(tx.state.entities[who])
    if row.brief or row.permanent or row.places > 1 or any(f.id == row.id for f in sheet.frenzies):
        questions.ask(tx, "revelation", who=who, value="roll", choices=("roll",), ref=row.id)
        return None
    frenzy = Frenzy(id=row.id, permanent=True, cause=VISION)
    sheets.change(tx, who, "revelation", frenzies=(*sheet.frenzies, frenzy))
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
    sheets.change(tx, who, "late_bloomer", counters=counters, xp=sheets.sheet_of(person).xp + gained)


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
