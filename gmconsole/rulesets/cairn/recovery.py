"""Rest, healers and time outside a fight (chapter "Healing and recovery").

Covers CA-REC-001, -002, -004 and -005, CA-DEP-003 and -006, the rest of CA-ATT-003, and A26, A32, A33. Bandages are in
``aid``; the waiting rolls of scars in ``scars``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from ...core.commands import unknown
from ...core.messages import N_
from ...core.model import Command, Event, Question, Rejected, Who, terms_of
from ...core.ruleset import Tx as CoreTx
from . import conditions, death, deprivation, inventory, scars, turns, vitals
from .questions import ANSWERS, WORDING, ask, withdraw
from .state import ATTRIBUTES, DAY_S, HOUR_S, WEEK_DAYS, CairnState, Combatant

Tx = CoreTx[CairnState]

MINUTE_S = 60
UNITS: Mapping[str, int] = {"minutes": MINUTE_S, "hours": HOUR_S, "days": DAY_S, "seconds": 1}
MOST_DAYS = 365
MOST_TIME = 10_000
MOST_PRICE = 1_000_000


class RestKind(NamedTuple):
    """One length of rest: the seconds it takes, and the Warden's possible words on how it went, the proposed first."""

    seconds: int
    answers: tuple[str, ...]


PAUSE = ("quiet", "disturbed")
NIGHT = ("safe", "unsafe", "disturbed")
WEEK = ("recovered", "lasting", "disturbed")
RESTS: Mapping[str, RestKind] = {
    "brief": RestKind(10 * MINUTE_S, PAUSE),
    "hours": RestKind(4 * HOUR_S, PAUSE),
    "night": RestKind(8 * HOUR_S, NIGHT),
    "week": RestKind(WEEK_DAYS * DAY_S, WEEK),
}
"""``unsafe`` is a night in a place that is not safe, ``lasting`` a week after which the losses need more than rest."""

ASKED = "rest_"
"""How the kinds of questions about a rest begin; the kind of rest follows."""

DISTURBED = "disturbed"
ANYWAY = "anyway"
"""What the question about a rest remembers of one that somebody may die in by the Warden's word."""
WORDING["rest_brief"] = N_("A brief rest: is it quiet or disturbed?")
WORDING["rest_hours"] = N_("A few hours' rest: is it quiet or disturbed?")
WORDING["rest_night"] = N_("A night's sleep: is it full and the place safe?")
WORDING["rest_week"] = N_("A week's rest: do the lost attribute points come back?")
WORDING["up_again"] = N_("{who} is stable and has rested: up again?")


class Rest(Command, frozen=True, tag="cairn.rest"):
    """Let people rest (everybody of the party where nobody is named): ``brief``, ``hours``, ``night`` or ``week``.

    The Warden is asked how it goes before anything comes of it (CA-REC-002). ``days`` cuts a week short, or draws it
    out. Refused: ``while-fighting`` (A32), ``not-a-choice``, ``out-of-bounds``, ``nobody-rests``, ``rest-at-hand``, and
    ``would-die`` where it lasts longer than somebody lives without aid, unless ``anyway`` (CA-CRT-008).
    """

    kind: str
    who: tuple[str, ...] = ()
    days: int = 0
    anyway: bool = False


class PassTime(Command, frozen=True, tag="cairn.time"):
    """Let time pass outside a fight, in ``minutes``, ``hours`` or ``days``.

    Refused: ``while-fighting``, ``not-a-choice``, ``out-of-bounds``, and ``would-die`` where it is longer than somebody
    lives without aid, unless ``anyway`` (CA-CRT-008).
    """

    amount: int
    unit: str = "minutes"
    anyway: bool = False


class Heal(Command, frozen=True, tag="cairn.heal"):
    """Write down what a healer does, for which price, and what the Warden grants (CA-REC-005).

    ``points`` are the points given back by attribute or ``hp``; with ``all_points`` every lost attribute point.
    Refused: ``unknown-person``, ``unknown-attribute``, ``out-of-bounds``, ``empty-name``, ``regains-nothing`` while
    deprived (CA-DEP-003), and for HP under a full pack (CA-DEP-009).
    """

    who: str
    by: str
    price: int = 0
    effect: str = ""
    points: Mapping[str, int] = {}
    all_points: bool = False


class Rested(Event, frozen=True, tag="cairn.rested"):
    """A rest is over, or was broken off; ``outcome`` is the Warden's word on it."""

    kind: str
    who: tuple[str, ...]
    outcome: str
    days: int = 0


class TimePassed(Event, frozen=True, tag="cairn.time-passed"):
    """Time passed without rest."""

    amount: int
    unit: str


class Healed(Event, frozen=True, tag="cairn.healed"):
    """A healer did something for somebody."""

    who: str
    by: str
    price: int = 0
    effect: str = ""


# Regaining ---------------------------------------------------------------------------------------------------------


def regains(state: CairnState, c: Combatant) -> bool:
    """Whether rest can give somebody anything back: alive, not bleeding, not deprived (CA-DEP-003)."""
    return c.condition in ("", "stable") and not conditions.is_deprived(c)


def regain_hp(tx: Tx, who: str, cause: str = "rest") -> None:
    """Every lost HP comes back (CA-REC-001), but to nobody whom a full pack holds at 0 (CA-DEP-009)."""
    c = tx.state.entities[who]
    if regains(tx.state, c) and not inventory.weighed_down(tx.state, c):
        vitals.set_hp(tx, who, c.hp_max, cause=cause)


def regain_points(tx: Tx, who: str, cause: str = "rest") -> None:
    """Every lost attribute point comes back, never past the maximum (CA-REC-004, CA-ATT-003)."""
    if not regains(tx.state, tx.state.entities[who]):
        return
    for attribute in ATTRIBUTES:
        score = tx.state.entities[who].score(attribute)
        vitals.set_score(tx, who, attribute, score.maximum, cause=cause)


def shed_fatigue(tx: Tx, who: str) -> None:
    """All Fatigue goes (CA-DEP-006), and with it what came of Fatigue without room (A35)."""
    c = tx.state.entities[who]
    if not regains(tx.state, c):
        return
    deprivation.take_back(tx, who)
    deprivation.set_fatigue(tx, who, 0, "rest")
    vitals.set_marks(tx, who, tuple(m for m in c.marks if m != conditions.EXHAUSTED))


def resting(state: CairnState) -> tuple[str, ...]:
    """Who rests where nobody is named: the party's living who have not fled, those who retreated among them."""
    return tuple(
        c.id
        for c in state.entities.values()
        if c.side == "pcs" and c.presence == "in" and not conditions.is_dead(c) and c.condition != "captured"
    )


def _lasts(kind: str, days: int) -> int:
    """The seconds that a rest takes."""
    return days * DAY_S if days else RESTS[kind].seconds


def _over(tx: Tx, kind: str, who: tuple[str, ...], days: int, outcome: str) -> None:
    """What a rest brings. A pause gives nothing to those who were deprived when it began."""
    tx.emit(Rested(kind=kind, who=who, outcome=outcome, days=days))
    if outcome == DISTURBED:
        return
    deprived = tuple(w for w in who if conditions.is_deprived(tx.state.entities[w]))
    seconds, first = _lasts(kind, days), RESTS["hours"].seconds
    turns.pass_seconds(tx, min(seconds, first), "rest")
    for one in _alive(tx.state, who) if kind != "brief" else ():
        scars.rest_hours(tx, one)
        deprivation.sync(tx, one)
    if seconds > first:
        turns.pass_seconds(tx, seconds - first, "rest")
    here = _alive(tx.state, who)
    for one in here:
        if kind in ("night", "week") or one not in deprived:
            regain_hp(tx, one)
        if kind in ("night", "week") and outcome != "unsafe":
            shed_fatigue(tx, one)
        if kind == "week" and outcome == "recovered" and (days or WEEK_DAYS) >= WEEK_DAYS:
            regain_points(tx, one)
    for one in here:
        if tx.state.entities[one].condition == "stable":
            ask(tx, "up_again", who=one, value="yes", choices=("yes", "no"))


def _alive(state: CairnState, who: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(w for w in who if not conditions.is_dead(state.entities[w]))


def _asked_of(state: CairnState, question: Question) -> tuple[tuple[str, ...], int]:
    """Whom the rest that is asked about is for, and the days that it was cut to or drawn out."""
    days, _, people = question.key.partition(" ")
    return tuple(w for w in people.split(" ") if state.person(w) is not None), int(days)


def _rested(kind: str, tx: Tx, question: Question, value: str) -> Rejected | None:
    who, days = _asked_of(tx.state, question)
    if turns.fighting(tx.state):
        # Asked before fights took the question back, in a save of that time.
        value = DISTURBED
    # Somebody may have begun to bleed, or have less time, since the rest was asked for.
    doomed = death.doomed(tx.state, _lasts(kind, days)) if value != DISTURBED else ()
    if doomed and question.ref != ANYWAY:
        return Rejected("would-die-resting", {"who": doomed})
    _over(tx, kind, who, days, value)
    return None


def _broken_off(tx: Tx) -> None:
    """A fight begins: a rest that the Warden was still asked about is disturbed by it (A32)."""
    for question in tuple(tx.state.questions.values()):
        if question.kind.startswith(ASKED):
            who, days = _asked_of(tx.state, question)
            withdraw(tx, question.id)
            _over(tx, question.kind.removeprefix(ASKED), who, days, DISTURBED)


def _up_again(tx: Tx, question: Question, value: str) -> Rejected | None:
    if value == "yes" and tx.state.entities[question.who].condition == "stable":
        vitals.set_condition(tx, question.who, "", "rest")
    return None


ANSWERS["rest_brief"] = lambda tx, question, value: _rested("brief", tx, question, value)
ANSWERS["rest_hours"] = lambda tx, question, value: _rested("hours", tx, question, value)
ANSWERS["rest_night"] = lambda tx, question, value: _rested("night", tx, question, value)
ANSWERS["rest_week"] = lambda tx, question, value: _rested("week", tx, question, value)
ANSWERS["up_again"] = _up_again
turns.BEGUN.append(_broken_off)


# Decisions ---------------------------------------------------------------------------------------------------------


def _rest(c: Rest, tx: Tx) -> Rejected | None:
    if turns.fighting(tx.state):
        return Rejected("while-fighting")
    if c.kind not in RESTS:
        return Rejected("not-a-choice", {"field": "kind", "value": c.kind, "allowed": terms_of("rest", RESTS)})
    if not 0 <= c.days <= MOST_DAYS or (c.days and c.kind != "week"):
        most = MOST_DAYS if c.kind == "week" else 0
        return Rejected("out-of-bounds", {"field": "days", "low": 0, "high": most, "value": str(c.days)})
    for one in c.who:
        if tx.state.person(one) is None:
            return unknown(one)
    if any(q.kind.startswith(ASKED) for q in tx.state.questions.values()):
        return Rejected("rest-at-hand")
    who = tuple(dict.fromkeys(c.who)) or resting(tx.state)
    who = _alive(tx.state, who)
    if not who:
        return Rejected("nobody-rests")
    doomed = death.doomed(tx.state, _lasts(c.kind, c.days))
    if doomed and not c.anyway:
        return Rejected("would-die", {"who": doomed})
    for one in who:
        if tx.state.entities[one].away == "retreated":
            vitals.set_away(tx, one, "")
    answers = RESTS[c.kind].answers
    ask(
        tx,
        ASKED + c.kind,
        value=answers[0],
        choices=answers,
        key=" ".join((str(c.days), *who)),
        ref=ANYWAY if c.anyway else "",
    )
    return None


def _time(c: PassTime, tx: Tx) -> Rejected | None:
    if turns.fighting(tx.state):
        return Rejected("while-fighting")
    if c.unit not in UNITS:
        return Rejected("not-a-choice", {"field": "unit", "value": c.unit, "allowed": terms_of("unit", UNITS)})
    if not 1 <= c.amount <= MOST_TIME:
        return Rejected("out-of-bounds", {"field": "amount", "low": 1, "high": MOST_TIME, "value": str(c.amount)})
    seconds = c.amount * UNITS[c.unit]
    doomed = death.doomed(tx.state, seconds)
    if doomed and not c.anyway:
        return Rejected("would-die", {"who": doomed})
    tx.emit(TimePassed(amount=c.amount, unit=c.unit))
    turns.pass_seconds(tx, seconds, "time")
    return None


def _heal(c: Heal, tx: Tx) -> Rejected | None:
    person = tx.state.person(c.who)
    if not isinstance(person, Combatant):
        return unknown(c.who)
    if not c.by.strip():
        return Rejected("empty-name")
    if not 0 <= c.price <= MOST_PRICE:
        return Rejected("out-of-bounds", {"field": "price", "low": 0, "high": MOST_PRICE, "value": str(c.price)})
    for key, points in c.points.items():
        if key not in ("hp", *ATTRIBUTES):
            return Rejected("unknown-attribute", {"attribute": key, "allowed": terms_of("attribute", ATTRIBUTES)})
        if not 1 <= points <= deprivation.MOST:
            return Rejected(
                "out-of-bounds", {"field": "points", "low": 1, "high": deprivation.MOST, "value": str(points)}
            )
    held = "hp" in c.points and inventory.weighed_down(tx.state, person)
    if held or ((c.points or c.all_points) and not regains(tx.state, person)):
        return Rejected("regains-nothing", {"who": Who(c.who)})
    tx.emit(Healed(who=c.who, by=c.by, price=c.price, effect=c.effect))
    if c.all_points:
        regain_points(tx, c.who, "healer")
    for key, points in c.points.items():
        if key == "hp":
            vitals.set_hp(tx, c.who, tx.state.entities[c.who].hp + points, cause="healer")
        else:
            score = tx.state.entities[c.who].score(key)
            vitals.set_score(tx, c.who, key, score.current + points, cause="healer")
    return None


# Folds -------------------------------------------------------------------------------------------------------------


def _same(state: CairnState, e: Event) -> CairnState:
    return state


DECIDE = {Rest: _rest, PassTime: _time, Heal: _heal}
EVOLVE = {Rested: _same, TimePassed: _same, Healed: _same}
