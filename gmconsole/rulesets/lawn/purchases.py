"""Potential as money: buying things, turning points into cash, handing cash over (chapter "Potential").

Covers LP-POT-010 to -014 and the buying part of -015. The GM says what a thing is worth, with the line or when asked;
only then is anything paid.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from ...core.commands import unknown
from ...core.messages import N_
from ...core.model import Command, Event, Question, Rejected, Who, terms_of
from ...core.ruleset import Tx as CoreTx
from . import frenzy, items, potential, questions, sheets
from .character import Belonging
from .sheets import MOST, sheet_of
from .state import LawnState, Person

Tx = CoreTx[LawnState]

CHEAP, WORTHY, BEYOND, NO_SELLER = "cheap", "worthy", "beyond_means", "no_seller"
WORTHS = (CHEAP, WORTHY, BEYOND, NO_SELLER)
"""What the GM may say of a purchase: little worth, high worth, beyond one's means, nobody there who sells it."""
MOST_CHEAP = 1
LEAST_WORTHY = 1
NO_MONEY = "no_money"
BETWEEN = "; "

questions.WORDING["purchase"] = N_(
    "{who} would like to buy {ref} for {price}: is it worth little or much, or not to be had?"
)
questions.MORE["purchase"] = lambda question: {
    "price": question.key.partition(" ")[0],
    "ref": tuple(question.ref.split(BETWEEN)),
}


class Buy(Command, frozen=True, tag="lawn.buy"):
    """Buy things, or a ``service`` that nobody carries away, for so many points together (LP-POT-010).

    ``worth`` is the GM's word (``WORTHS``); without it the GM is asked. ``kind`` is what is paid with, cash first where
    it is empty. ``to`` is who gets the things where that is somebody else.
    """

    who: str
    things: tuple[str, ...]
    price: int = 0
    worth: str = ""
    kind: str = ""
    service: bool = False
    to: str = ""


class MakeCash(Command, frozen=True, tag="lawn.make-cash"):
    """Turn ordinary potential into cash potential; there is no way back (LP-POT-014)."""

    who: str
    points: int = 1


class HandCash(Command, frozen=True, tag="lawn.hand-cash"):
    """Hand cash potential to somebody else (LP-POT-014)."""

    who: str
    to: str
    points: int = 1


class Bought(Event, frozen=True, tag="lawn.bought"):
    """Things were bought for so many points; or were not, for the reason in ``why``."""

    who: str
    things: tuple[str, ...]
    price: int
    why: str = ""


# Buying --------------------------------------------------------------------------------------------------------------


def _buyer(state: LawnState, who: str) -> Person | Rejected:
    person = state.person(who)
    if not isinstance(person, Person):
        return unknown(who)
    return person if person.sheet is not None else Rejected("no-sheet", {"who": Who(who)})


def bad_price(price: int, worth: str) -> Rejected | None:
    """The refusal of a price that does not go with what the GM says of the things (LP-POT-011 to -013)."""
    if worth == BEYOND:
        return Rejected("beyond-means")
    if worth == NO_SELLER:
        return Rejected("no-seller")
    if worth == CHEAP and price > MOST_CHEAP:
        return Rejected("cheap-price", {"most": MOST_CHEAP, "price": price})
    if worth == WORTHY and price < LEAST_WORTHY:
        return Rejected("worthy-price", {"least": LEAST_WORTHY, "price": price})
    return None


def _buy(c: Buy, tx: Tx) -> Rejected | None:
    person = _buyer(tx.state, c.who)
    if isinstance(person, Rejected):
        return person
    if c.to:
        receiver = _buyer(tx.state, c.to)
        refused = receiver if isinstance(receiver, Rejected) else frenzy.no_giving(person, c.to)
        if refused is not None:
            return refused
    things = tuple(filter(None, (thing.replace(BETWEEN.strip(), ",").strip() for thing in c.things)))
    if not things:
        return Rejected("empty-name")
    number = next((thing for thing in things if thing.isdecimal()), "")
    if number:
        return Rejected("number-to-buy", {"number": number})
    for field, value, allowed in (("worth", c.worth, WORTHS), ("kind", c.kind, potential.MONEY)):
        if value and value not in allowed:
            term = {"worth": "answer", "kind": "sheet"}[field]
            return Rejected("not-a-choice", {"field": field, "value": value, "allowed": terms_of(term, allowed)})
    if not 0 <= c.price <= MOST:
        return Rejected("out-of-bounds", {"field": "price", "low": 0, "high": MOST, "value": str(c.price)})
    refused = bad_price(c.price, c.worth)
    paid = potential.money(person, c.price, c.kind)
    if refused is not None or isinstance(paid, Rejected):
        return refused or (paid if isinstance(paid, Rejected) else None)
    if c.worth:
        _pay(tx, replace(c, things=things))
        return None
    questions.ask(
        tx,
        "purchase",
        who=c.who,
        value=CHEAP if c.price <= MOST_CHEAP else WORTHY,
        choices=WORTHS,
        blocking=False,
        ref=BETWEEN.join(things),
        other=c.to,
        key=f"{c.price} {int(c.service)} {c.kind}",
    )
    return None


def _pay(tx: Tx, c: Buy) -> None:
    """Pay and take what is bought along; a thing of that name is there already: it is not carried twice."""
    tx.emit(Bought(who=c.who, things=c.things, price=c.price))
    potential.pay_money(tx, c.who, c.price, c.kind)
    valued = c.price if len(c.things) == 1 else 0
    for thing in () if c.service else c.things:
        new = Belonging(name=thing, custom=False, valued=valued)
        if items.take(tx, c.to or c.who, new) is not None:
            items.leave_behind(tx, new)


def _said(tx: Tx, question: Question, value: str) -> Rejected | None:
    person = tx.state.person(question.who)
    if not isinstance(person, Person):
        return None
    price, service, kind = question.key.split(" ")
    things = tuple(question.ref.split(BETWEEN))
    c = Buy(who=person.id, things=things, price=int(price), kind=kind, service=service == "1", to=question.other)
    refused = bad_price(c.price, value)
    if refused is not None and value in (CHEAP, WORTHY):
        return refused
    if refused is not None or isinstance(potential.money(person, c.price, kind), Rejected):
        why = value if refused is not None else NO_MONEY
        tx.emit(Bought(who=c.who, things=things, price=c.price, why=why))
        return None
    _pay(tx, c)
    return None


questions.ANSWERS["purchase"] = _said


# Cash ----------------------------------------------------------------------------------------------------------------


def _make_cash(c: MakeCash, tx: Tx) -> Rejected | None:
    person = _buyer(tx.state, c.who)
    if isinstance(person, Rejected):
        return person
    if c.points < 1:
        return Rejected("cash-stays-cash")
    refused = sheets.lacks(person, c.points)
    if refused is not None:
        return refused
    sheet = sheet_of(person)
    if sheet.cash + c.points > MOST:
        return Rejected(
            "out-of-bounds", {"field": "points", "low": 1, "high": MOST - sheet.cash, "value": str(c.points)}
        )
    sheets.change(tx, c.who, potential=sheet.potential - c.points, cash=sheet.cash + c.points)
    return None


def _hand(c: HandCash, tx: Tx) -> Rejected | None:
    giver, receiver = _buyer(tx.state, c.who), _buyer(tx.state, c.to)
    if isinstance(giver, Rejected):
        return giver
    if isinstance(receiver, Rejected):
        return receiver
    if c.who == c.to:
        return Rejected("named-twice")
    refused = frenzy.no_giving(giver, c.to)
    if refused is not None:
        return refused
    held, there = sheet_of(giver).cash, sheet_of(receiver).cash
    if not 1 <= c.points <= MOST - there:
        return Rejected("out-of-bounds", {"field": "points", "low": 1, "high": MOST - there, "value": str(c.points)})
    if held < c.points:
        return Rejected("only-cash-is-handed", {"who": Who(c.who), "held": held, "points": c.points})
    sheets.change(tx, c.who, cash=held - c.points)
    sheets.change(tx, c.to, cash=there + c.points)
    return None


def _same(state: LawnState, e: Bought) -> LawnState:
    return state


DECIDE: Mapping[type[Command], Callable[[Any, Tx], Rejected | None]] = {
    Buy: _buy,
    MakeCash: _make_cash,
    HandCash: _hand,
}
EVOLVE: Mapping[type[Event], Callable[[LawnState, Any], LawnState]] = {Bought: _same}
