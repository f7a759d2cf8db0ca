"""What single traits of table 2 do, from Enterprising to Single-Minded (chapter "Traits").

Covers LP-TRT-128 to -128c (Enterprising), -129 to -129c (Innovative) and -131 to -131c (Single-Minded). Reserved is in
``plans``, Ambitious in ``links``, Leader in ``leading``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from ...core.messages import N_
from ...core.model import Command, Field, Msg, Question, Rejected, Who, terms_of
from ...core.phases import Task
from ...core.ruleset import Tx as CoreTx
from . import (
    abilities,
    alterations,
    checks,
    focus,
    interval,
    negotiation,
    outcomes,
    pools,
    potential,
    questions,
    session_end,
    settling,
    sheets,
    traits,
)
from .abilities import Operation, Use
from .alterations import Plan, Throw
from .crisis import OUTLIVES
from .negotiation import Option
from .outcomes import Result
from .settling import mark, result
from .state import ATTRIBUTES, Check, LawnState, Person
from .traits_luck import holder, note, which

Tx = CoreTx[LawnState]

ENTERPRISING, INNOVATIVE, SINGLE_MINDED = "enterprising", "innovative", "single_minded"
OWING = "owing"
"""Noted on the check that took its owner's potential below 0."""
NATURAL = "natural "
"""Noted on a check of another type than the one that would be natural, with that one."""
REGAINED = "regained"
TOKEN = "focus_token"
MIND_TOKENS = 3
KEPT = "kept"

questions.WORDING[INNOVATIVE] = N_("{who} asks to use {value} for this check: reasonable?")
questions.WORDING[TOKEN] = N_("{who} has gained a focus token: on which position?")
settling.PROPOSALS.add(INNOVATIVE)
OUTLIVES.add(TOKEN)


class Innovate(Command, frozen=True, tag="lawn.innovate"):
    """The innovative use another type of check, of a lower attribute (LP-TRT-129).

    The GM says whether that is reasonable: asked, unless the type was offered anyway or ``agreed`` says so.
    """

    who: str
    kind: str
    check: str = ""
    agreed: bool = False


class KeepTokens(Command, frozen=True, tag="lawn.keep-tokens"):
    """The single-minded spend a token of that position in step 1 of session end: all others are kept, and locked where
    they lie (LP-TRT-131c)."""

    who: str
    where: str


class RegainDice(Command, frozen=True, tag="lawn.regain"):
    """The innovative buy back what the other type cost a failed check, for a point of potential (LP-TRT-129b)."""

    who: str
    check: str = ""


# 28 Enterprising -----------------------------------------------------------------------------------------------------


def _overdraft(state: LawnState, person: Person, check: Check) -> bool:
    """Whether somebody may go on paying below 0: on the one check being paid for, to pass it (LP-TRT-128, Q-TRT-22)."""
    if not traits.has(person, ENTERPRISING) or check.status != "rolled" or negotiation.passes(check, result(check)):
        return False
    return potential.held(person) >= 0 or OWING in check.noted


def _owing(tx: Tx, before: Check, check_id: str, kind: str, points: int) -> None:
    person = tx.state.entities[before.who]
    if traits.has(person, ENTERPRISING) and potential.held(person) < 0:
        note(tx, check_id, OWING)


def _doubled(state: LawnState, person: Person, points: int) -> int:
    """What is gained while potential is negative is doubled as a whole (LP-TRT-128b)."""
    return 2 * points if traits.has(person, ENTERPRISING) and potential.held(person) < 0 else points


potential.OVERDRAFT.append(_overdraft)
alterations.PAID.append(_owing)
sheets.GAINS.append(_doubled)


# 29 Innovative -------------------------------------------------------------------------------------------------------


def natural(state: LawnState, check: Check) -> str:
    """The type that would be natural for a check: the one it had, else the one with most dice among those offered."""
    said = next((word.removeprefix(NATURAL) for word in check.noted if word.startswith(NATURAL)), "")
    if said or check.type or not check.offers:
        return said or check.type
    return max(check.offers, key=lambda kind: _dice(state, check, kind))


def _dice(state: LawnState, check: Check, kind: str) -> int:
    return pools.pool_size(pools.pool_lines(state, replace(check, type=kind)))


def lost(state: LawnState, check: Check) -> int:
    """The dice that a check has lost by its type: the natural pool less the one used (Q-TRT-23)."""
    if not any(word.startswith(NATURAL) for word in check.noted):
        return 0
    return max(0, _dice(state, check, natural(state, check)) - _dice(state, check, check.type))


def lower_types(state: LawnState, check: Check) -> tuple[str, ...]:
    """The types with an attribute value that is not higher than that of the natural one."""
    now = natural(state, check)
    if now not in ATTRIBUTES:
        return ()
    values = state.entities[check.who].attributes
    return tuple(k for k in ATTRIBUTES if k != check.type and k != now and values.get(k, 0) <= values.get(now, 0))


def _innovate(c: Innovate, tx: Tx) -> Rejected | None:
    person = holder(tx.state, c.who, INNOVATIVE)
    if isinstance(person, Rejected):
        return person
    check = tx.state.checks.get(c.check) if c.check else checks.owed(tx.state, c.who)
    if check is None or check.who != c.who or check.status != "owed":
        return Rejected("no-check-owed", {"who": Who(c.who)})
    allowed = lower_types(tx.state, check)
    if c.kind not in allowed:
        return Rejected("no-lower-type", {"who": Who(c.who), "allowed": terms_of("type", allowed)})
    if c.agreed or c.kind in check.offers:
        _use_type(tx, check, c.kind)
        return None
    for question in questions.open_questions(tx.state, INNOVATIVE, c.who):
        if question.ref == check.id:
            questions.withdraw(tx, question.id)
    questions.ask(tx, INNOVATIVE, who=c.who, value=c.kind, choices=(c.kind, "refuse"), ref=check.id)
    return None


def _use_type(tx: Tx, check: Check, kind: str) -> None:
    noted = tuple(word for word in check.noted if not word.startswith(NATURAL))
    mark(tx, check.id, type=kind, offers=(), noted=(*noted, NATURAL + natural(tx.state, check)))


def _reasonable(tx: Tx, question: Question, value: str) -> Rejected | None:
    check = tx.state.checks.get(question.ref)
    if value != "refuse" and check is not None and check.status == "owed":
        _use_type(tx, check, value)
    return None


def _paid_off(tx: Tx, check: Check, came: Result) -> None:
    """A success gives as much potential as dice were lost, unless these were bought back (LP-TRT-129, -129b)."""
    points = lost(tx.state, check)
    if points and REGAINED not in check.noted and outcomes.passed(came.outcome, came.degree, check.required or None):
        sheets.gain_potential(tx, check.who, points, INNOVATIVE)


def regain_barred(state: LawnState, check: Check) -> Rejected | None:
    """The refusal of buying lost dice back: nothing lost, done already, no failure, no potential (LP-TRT-129b)."""
    refused = alterations.barred(state, check, "potential")
    if refused is None and (not lost(state, check) or REGAINED in check.noted):
        refused = Rejected("no-dice-lost", {"who": Who(check.who)})
    if refused is None and negotiation.passes(check, result(check)):
        refused = Rejected("has-passed", {"who": Who(check.who)})
    if refused is None and len(check.dice) + lost(state, check) > alterations.MOST_ON_TABLE:
        refused = alterations.out_of_bounds("dice", 0, alterations.MOST_ON_TABLE, len(check.dice) + lost(state, check))
    return refused or sheets.lacks(state.entities[check.who], 1)


def _regain(c: RegainDice, tx: Tx) -> Rejected | None:
    person = holder(tx.state, c.who, INNOVATIVE)
    if isinstance(person, Rejected):
        return person
    check = alterations.open_on_table(tx.state, c.who, c.check)
    refused = check if isinstance(check, Rejected) else regain_barred(tx.state, check)
    if isinstance(check, Rejected) or refused is not None:
        return refused
    note(tx, check.id, REGAINED)
    sheets.pay(tx, c.who, 1, cause=INNOVATIVE)
    alterations.append_paid(tx, check.id, lost(tx.state, check))
    return None


def _units_die(state: LawnState, use: Use) -> Plan:
    """A die that shows the last figure of the user's potential, behind the others (LP-TRT-129c)."""
    assert use.check is not None
    face = abs(potential.held(state.entities[use.who])) % 10
    return alterations.behind(use.check.dice, alterations.laid((face,), "trait"))


settling.SETTLED.append(_paid_off)
questions.ANSWERS[INNOVATIVE] = _reasonable
abilities.OPERATIONS["units_die"] = Operation(plan=_units_die, adds=True)


def options(state: LawnState, check: Check) -> tuple[Option, ...]:
    """The dice the innovative may buy back, with the chance that the check passes then."""
    if not traits.has(state.entities[check.who], INNOVATIVE) or regain_barred(state, check) is not None:
        return ()
    count = lost(state, check)
    plan = alterations.behind(check.dice, (Throw(check.difficulty, "potential"),) * count)
    dice, found = negotiation.planned(check, plan)
    label = Msg("the dice lost ({count}) for a point of potential", {"count": count})
    command = RegainDice(who=check.who, check=which(state, check))
    return (Option(kind="ability", label=label, success=found.passed, dice=dice, command=command),)


def early(state: LawnState, check: Check) -> tuple[Option, ...]:
    """The lower types the innovative may ask for before the roll, each with its chance."""
    return tuple(_lower(state, check)) if traits.has(state.entities[check.who], INNOVATIVE) else ()


def _lower(state: LawnState, check: Check) -> Iterator[Option]:
    if check.status != "owed":
        return
    for kind in lower_types(state, check):
        found = negotiation.before(state, replace(check, type=kind, offers=()))
        if found is not None:
            fields: dict[str, Field] = {
                "who": Who(check.who),
                "type": Msg("type:" + kind),
                "dice": _dice(state, check, kind),
            }
            yield Option(
                kind="ability",
                label=Msg("{who} uses {type}, pool of {dice}", fields),
                success=found.passed,
                command=Innovate(who=check.who, kind=kind, check=check.id),
            )


negotiation.OFFERS.append(options)
negotiation.EARLY.append(early)


# 31 Single-Minded ----------------------------------------------------------------------------------------------------


def _focused(tx: Tx, check: Check, came: Result) -> None:
    """A passive check that ends as a success with exactly one degree gives a focus token (LP-TRT-131)."""
    person = tx.state.person(check.who)
    if not isinstance(person, Person) or not traits.has(person, SINGLE_MINDED) or not focus.in_use(tx.state):
        return
    if check.manner == "passive" and outcomes.is_success(came.outcome) and came.degree == 1:
        questions.ask(tx, TOKEN, who=check.who, value=focus.position(check), choices=focus.POSITIONS)


def _placed(tx: Tx, question: Question, value: str) -> Rejected | None:
    tokens = sheets.sheet_of(tx.state.entities[question.who]).tokens
    sheets.change(tx, question.who, SINGLE_MINDED, tokens={**tokens, value: tokens.get(value, 0) + 1})
    return None


def _resolve(state: LawnState, person: Person, check: Check) -> int:
    """Three tokens of its position turn a critical failure at any difficulty (LP-TRT-131b)."""
    return MIND_TOKENS if traits.has(person, SINGLE_MINDED) else 0


def may_keep(state: LawnState, who: str) -> Person | Rejected:
    """Somebody who may keep focus tokens now, or the refusal: the rule is off, the wrong moment, done, none to keep."""
    person = holder(state, who, SINGLE_MINDED)
    if isinstance(person, Rejected):
        return person
    if not focus.in_use(state):
        return Rejected("switched-off", {"option": Msg("option:focus")})
    if state.campaign.step != session_end.FIRST:
        return Rejected("tokens-at-session-end", {"who": Who(who)})
    if interval.done_once(state, KEPT, who):
        return Rejected("once-between-sessions", {"who": Who(who)})
    tokens = sheets.sheet_of(person).tokens
    some = any(_kept_for(tokens, where) for where in tokens)
    return person if some else Rejected("no-tokens-to-keep", {"who": Who(who)})


def _kept_for(tokens: Mapping[str, int], where: str) -> dict[str, int]:
    """What is kept for a token of that position: those that lie somewhere; unplaced ones have no place to be locked."""
    left = {place: n - int(place == where) for place, n in tokens.items() if place != focus.UNPLACED}
    return {place: n for place, n in left.items() if n}


def _keep(c: KeepTokens, tx: Tx) -> Rejected | None:
    person = may_keep(tx.state, c.who)
    if isinstance(person, Rejected):
        return person
    tokens = sheets.sheet_of(person).tokens
    if not tokens.get(c.where):
        return Rejected("no-such-position", {"word": c.where, "allowed": terms_of("position", tokens)})
    kept = _kept_for(tokens, c.where)
    if not kept:
        return Rejected("no-tokens-to-keep", {"who": Who(c.who)})
    sheets.change(tx, c.who, SINGLE_MINDED, tokens=kept, locked=kept)
    interval.mark_once(tx, KEPT, c.who)
    return None


def _offer_to_keep(state: LawnState, person: Person) -> Iterator[Task]:
    if isinstance(may_keep(state, person.id), Rejected):
        return
    yield Task(
        kind="keep_tokens",
        who=person.id,
        blocking=False,
        what=Msg("{who}: keep the focus tokens, locked, for one of them?", {"who": Who(person.id)}),
        form=f"keeptokens {person.id}",
    )


settling.SETTLED.append(_focused)
focus.KEEPS.append(lambda state, person: interval.done_once(state, KEPT, person.id))
session_end.OFFERS[session_end.FIRST].append(_offer_to_keep)
questions.ANSWERS[TOKEN] = _placed
focus.COMPOSURE.append(_resolve)

DECIDE: Mapping[type[Command], Callable[[Any, Tx], Rejected | None]] = {
    Innovate: _innovate,
    RegainDice: _regain,
    KeepTokens: _keep,
}
