"""Potential: its kinds, dice paid with it, and what passes for money (chapter "Potential").

Covers LP-POT-001 and -006 to -009, and the appending part of -015. Points are paid one after the other, each judged
before the next (Q-CHK-04); what a point appends is a matter of traits (``alterations.RATES``). Buying is in
``purchases``, what a session gives in ``sessions``.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from ...core.messages import N_
from ...core.model import Command, Field, Msg, Question, Rejected, Who, terms_of
from ...core.ruleset import Tx as CoreTx
from . import alterations, checks, negotiation, questions, sheets
from .alterations import Throw
from .negotiation import Option
from .settling import PROPOSALS, result
from .sheets import POTENTIAL, sheet_of
from .state import Check, LawnState, Person

Tx = CoreTx[LawnState]

ORDINARY, CASH, RELIABLE = POTENTIAL
MONEY = (CASH, ORDINARY)
"""What can be paid with, the kind that serves nothing else first (LP-POT-015)."""
FOR_CASH = "emergence"
LEAST_SIDES = 3
DEEPEST = -99
MOST_POINTS = 99

OVERDRAFT: list[Callable[[LawnState, Person, Check], bool]] = []
"""Who may go on paying ordinary potential below 0 for that check (LP-POT-009, LP-TRT-128)."""

ANY_SIZE: list[Callable[[LawnState, Person, Check], bool]] = []
"""Whose dice paid with potential may have any number of faces (LP-POT-008, LP-TRT-121)."""

PROPOSALS.add("more_potential")
questions.WORDING["more_potential"] = N_("{who}: the next point of potential on the check?")


class Invest(Command, frozen=True, tag="lawn.invest"):
    """Pay a point of potential into one's own check on the table: it appends dice (LP-POT-006).

    With more ``points`` the console asks after each whether to go on, and stops at a pass (Q-CHK-04). ``kind`` is one
    of ``POTENTIAL``; ``sides`` are the faces of the dice where their owner may choose them.
    """

    who: str
    points: int = 1
    kind: str = ORDINARY
    sides: int = 0
    check: str = ""


# Reading -------------------------------------------------------------------------------------------------------------


def held(person: Person, kind: str = ORDINARY) -> int:
    """The points of one kind; below 0 where they are owed."""
    points: int = getattr(sheet_of(person), kind)
    return points


def payable(state: LawnState, check: Check, kind: str = ORDINARY) -> Rejected | None:
    """The refusal of a point of that kind for that check: barred, of no use here, or not there (LP-POT-007, -009)."""
    refused = alterations.barred(state, check, "potential")
    if refused is not None:
        return refused
    person = state.entities[check.who]
    if kind == CASH and check.type != FOR_CASH:
        return Rejected("cash-only-buys", {"who": Who(check.who)})
    owes = kind == ORDINARY and held(person) > DEEPEST and any(hook(state, person, check) for hook in OVERDRAFT)
    return None if owes else sheets.lacks(person, 1, kind)


def money(person: Person, points: int, kind: str = "") -> dict[str, int] | Rejected:
    """The kinds that so many points are paid in, cash first, or ``kind`` alone (LP-POT-015, LP-EMG-012)."""
    left, paid = points, {}
    for one in (kind,) if kind else MONEY:
        paid[one] = min(left, max(0, held(person, one)))
        left -= paid[one]
    if left:
        there = points - left
        field = Msg("sheet:" + (kind or ORDINARY))
        return Rejected("not-enough-points", {"who": Who(person.id), "field": field, "points": points, "held": there})
    return {one: count for one, count in paid.items() if count}


def pay_money(tx: Tx, who: str, points: int, kind: str = "", cause: str = "") -> Rejected | None:
    """Take so many points as money; refused where there are not enough."""
    person = tx.state.entities[who]
    paid = money(person, points, kind)
    if isinstance(paid, Rejected):
        return paid
    sheets.change(tx, who, cause, **{one: held(person, one) - count for one, count in paid.items()})
    return None


# On the table --------------------------------------------------------------------------------------------------------


def options(state: LawnState, check: Check) -> tuple[Option, ...]:
    """What a point of each kind would make of a check on the table."""
    if len(check.dice) >= alterations.MOST_ON_TABLE:
        return ()
    which = "" if checks.rolled(state, check.who) is check else check.id
    return tuple(_option(state, check, kind, which) for kind in POTENTIAL if payable(state, check, kind) is None)


def _option(state: LawnState, check: Check, kind: str, which: str) -> Option:
    count = min(alterations.rate(state, check, kind), alterations.MOST_ON_TABLE - len(check.dice))
    throws = (Throw(check.difficulty, "potential"),) * count
    dice, found = negotiation.planned(check, alterations.behind(check.dice, throws))
    fields: dict[str, Field] = {"kind": Msg("sheet:" + kind), "held": held(state.entities[check.who], kind)}
    return Option(
        kind="potential",
        label=Msg("{kind} {held}: {dice} more", {**fields, "dice": count}),
        success=found.passed,
        dice=dice,
        command=Invest(who=check.who, kind=kind, check=which),
    )


negotiation.OFFERS.append(options)


# Decisions -----------------------------------------------------------------------------------------------------------


def _invest(c: Invest, tx: Tx) -> Rejected | None:
    check = alterations.open_on_table(tx.state, c.who, c.check, "potential")
    if isinstance(check, Rejected):
        return check
    if c.kind not in POTENTIAL:
        return Rejected("not-a-choice", {"field": "kind", "value": c.kind, "allowed": terms_of("sheet", POTENTIAL)})
    if not 1 <= c.points <= MOST_POINTS:
        return alterations.out_of_bounds("points", 1, MOST_POINTS, c.points)
    refused = payable(tx.state, check, c.kind) or _bad_size(tx.state, check, c.sides)
    if refused is not None:
        return refused
    count = alterations.rate(tx.state, check, c.kind)
    room = alterations.MOST_ON_TABLE - len(check.dice)
    if count > room:
        return alterations.out_of_bounds("dice", 0, room, count)
    sheets.pay(tx, c.who, 1, c.kind)
    alterations.append_paid(tx, check.id, count, kind=c.kind, sides=c.sides)
    _ask_for_more(tx, replace(c, points=c.points - 1, check=check.id))
    return None


def _bad_size(state: LawnState, check: Check, sides: int) -> Rejected | None:
    if sides in (0, check.difficulty):
        return None
    person = state.entities[check.who]
    if not any(hook(state, person, check) for hook in ANY_SIZE):
        return Rejected("dice-of-the-check", {"who": Who(check.who), "difficulty": check.difficulty})
    return alterations.bad_difficulty(sides)


def _ask_for_more(tx: Tx, rest: Invest) -> None:
    """Ask whether the next of the points meant is paid as well, where that is still of use."""
    for question in questions.open_questions(tx.state, "more_potential", rest.who):
        questions.withdraw(tx, question.id)
    check = tx.state.checks.get(rest.check)
    if not rest.points or check is None or check.status != "rolled" or negotiation.passes(check, result(check)):
        return
    if payable(tx.state, check, rest.kind) is None:
        questions.ask(
            tx,
            "more_potential",
            who=rest.who,
            value="roll",
            choices=("roll", "refuse"),
            blocking=False,
            ref=check.id,
            key=f"{rest.kind} {rest.sides} {rest.points}",
        )


def _more(tx: Tx, question: Question, value: str) -> Rejected | None:
    kind, sides, points = question.key.split(" ")
    check = tx.state.checks.get(question.ref)
    if value == "refuse" or check is None or payable(tx.state, check, kind) is not None:
        return None
    rest = Invest(who=question.who, points=int(points), kind=kind, sides=int(sides), check=check.id)
    return _invest(rest, tx)


questions.ANSWERS["more_potential"] = _more
DECIDE = {Invest: _invest}
