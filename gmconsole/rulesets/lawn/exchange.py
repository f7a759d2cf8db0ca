"""Potential between two sessions: both recoveries, and its exchange for experience (chapter "Potential").

Covers LP-POT-016 to -022, LP-SES-005, -006 and the exchange of LP-SES-009. The prices of the exchange are the
campaign's; the book's own table is missing from our copy (Q-POT-01).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import product
from typing import Any

from ...core.model import Command, Event, Msg, Rejected, Text, Who, terms_of
from ...core.ruleset import Tx as CoreTx
from . import acquiring, interval, sheets, traits
from .emergence import EMERGENCE
from .interval import MOST_PRICE
from .sheets import sheet_of
from .state import LawnState, Person

Tx = CoreTx[LawnState]

LEAST_POTENTIAL = 5
DICE = (3, 3)
PATTERNS: Mapping[str, int] = {"all_different": 3, "two_equal": 4, "three_equal": 5}
"""What 1 XP costs by the pattern of the dice, unless the campaign says otherwise (LP-POT-017)."""
SUMS = tuple(str(n) for n in range(DICE[0], DICE[0] * DICE[1] + 1))
"""A campaign's table may also give prices by the sum of the dice, which go before those of patterns."""
GAIN: Mapping[int, int] = {1: 6, 2: 3, 3: 2}
"""The potential of a session's end by the number of players; 1 for more of them (LP-POT-022)."""
LEAST_GAIN = 1
RECOVERY = 4
"""The step of session end that offers the first recovery."""
EXCHANGED, RECOVERED = "exchange", "recovery"


class Recover(Command, frozen=True, tag="lawn.recover"):
    """Potential recovery 1: give up the emergence of the coming session for potential (LP-POT-018).

    In the fourth step of session end; ``force`` is the GM's word that it is done just now.
    """

    who: str
    force: bool = False


class Exchange(Command, frozen=True, tag="lawn.exchange"):
    """Roll 3D3 for the price of 1 XP and pay it in potential (LP-POT-016); once in an interval."""

    who: str


class SetPrice(Command, frozen=True, tag="lawn.xp-price"):
    """Set a price of the campaign's exchange table, by a pattern of the dice or by their sum; 0 takes it back."""

    roll: str
    price: int


class Exchanged(Event, frozen=True, tag="lawn.exchanged"):
    """Dice named the price of 1 XP; ``paid`` says whether there was potential enough."""

    who: str
    faces: tuple[int, ...]
    price: int
    paid: bool


class PriceSet(Event, frozen=True, tag="lawn.xp-price-set"):
    """A price of the exchange table is another one from now on."""

    roll: str
    price: int


# Reading -------------------------------------------------------------------------------------------------------------


def price(state: LawnState, faces: tuple[int, ...]) -> int:
    """What 1 XP costs by that roll (LP-POT-017)."""
    prices = state.campaign.prices
    pattern = tuple(PATTERNS)[DICE[0] - len(set(faces))]
    return prices.get(str(sum(faces)), prices.get(pattern, PATTERNS[pattern]))


def price_chances(state: LawnState) -> tuple[tuple[int, Fraction], ...]:
    """Every price the dice may name with its chance, the lowest first."""
    rolls = [price(state, faces) for faces in product(range(1, DICE[1] + 1), repeat=DICE[0])]
    return tuple((cost, Fraction(count, len(rolls))) for cost, count in sorted(Counter(rolls).items()))


def session_gain(players: int) -> int:
    """The potential that everybody gets at session end (LP-POT-022)."""
    return GAIN.get(players, LEAST_GAIN)


def shares(state: LawnState, person: Person) -> dict[str, int]:
    """What recovery 2 gives to somebody now by its kind, a doubled gain as what it comes to (LP-TRT-105b, -128b)."""
    found = traits.potential_shares(person, session_gain(sheets.players(state)))
    return {**found, "potential": sheets.gained(state, person, found["potential"])}


def recovered(state: LawnState, person: Person) -> int:
    """What recovery 1 would make of somebody's potential; the number of players comes on top of a debt (LP-POT-020)."""
    held, players = sheet_of(person).potential, sheets.players(state)
    return held + players if held < 0 else max(held, players)


def may_recover(state: LawnState, who: str, *, force: bool = False) -> Rejected | None:
    """The refusal of recovery 1: the wrong step, the emergence not ready, potential enough (LP-POT-018)."""
    person = sheets.character(state, who)
    if isinstance(person, Rejected):
        return person
    if state.options.get("recovery_1") is False:
        return Rejected("switched-off", {"option": Msg("option:recovery_1")})
    campaign = state.campaign
    if not force and (campaign.running or campaign.step != RECOVERY):
        return Rejected("not-this-step", {"step": RECOVERY})
    if interval.done_once(state, RECOVERED, who) or not sheets.is_ready(person, EMERGENCE):
        return Rejected("emergence-given-up", {"who": Who(who)})
    if recovered(state, person) == sheet_of(person).potential:
        return Rejected("potential-enough", {"who": Who(who), "held": sheet_of(person).potential})
    return None


def may_exchange(state: LawnState, who: str) -> Rejected | None:
    """The refusal of the exchange: not between two sessions, made already, too little potential (LP-POT-016)."""
    person = sheets.character(state, who)
    if isinstance(person, Rejected):
        return person
    if state.options.get("xp_exchange") is False:
        return Rejected("switched-off", {"option": Msg("option:xp_exchange")})
    refused = interval.between(state, interval.EXCHANGE)
    if refused is not None:
        return refused
    if not state.campaign.session:
        return Rejected("between-sessions-only")
    often = state.options.get("exchange_often") is True
    if not often and interval.done_once(state, EXCHANGED, who):
        return Rejected("once-between-sessions", {"who": Who(who)})
    return sheets.lacks(person, LEAST_POTENTIAL)


# Writing -------------------------------------------------------------------------------------------------------------


def share(tx: Tx, who: str) -> None:
    """Recovery 2: the potential of a session's end, by its kinds (LP-POT-022, LP-TRT-105b)."""
    person = tx.state.entities[who]
    shares = traits.potential_shares(person, session_gain(sheets.players(tx.state)))
    if shares["potential"]:
        sheets.gain_potential(tx, who, shares["potential"], "recovery_2")
    if shares["reliable"]:
        held = sheet_of(tx.state.entities[who]).reliable
        sheets.change(tx, who, "recovery_2", reliable=min(sheets.MOST, held + shares["reliable"]))


# Decisions -----------------------------------------------------------------------------------------------------------


def _recover(c: Recover, tx: Tx) -> Rejected | None:
    refused = may_recover(tx.state, c.who, force=c.force)
    if refused is None:
        person = tx.state.entities[c.who]
        used = {**sheet_of(person).used, EMERGENCE: 1}
        sheets.change(tx, c.who, "recovery_1", potential=recovered(tx.state, person), used=used)
        interval.mark_once(tx, RECOVERED, c.who)
    return refused


def _exchange(c: Exchange, tx: Tx) -> Rejected | None:
    refused = may_exchange(tx.state, c.who)
    if refused is not None:
        return refused
    faces = tx.roll(*DICE)
    cost = price(tx.state, faces)
    paid = sheets.lacks(tx.state.entities[c.who], cost) is None
    tx.emit(Exchanged(who=c.who, faces=faces, price=cost, paid=paid))
    interval.mark_once(tx, EXCHANGED, c.who)
    if paid:
        left = sheet_of(tx.state.entities[c.who]).potential - cost
        acquiring.gain_xp(tx, c.who, 1, "exchange", potential=left)
    return None


def _set_price(c: SetPrice, tx: Tx) -> Rejected | None:
    if c.roll not in (*PATTERNS, *SUMS):
        allowed: tuple[Text, ...] = (*terms_of("pattern", PATTERNS), *SUMS)
        return Rejected("not-a-choice", {"field": "roll", "value": c.roll, "allowed": allowed})
    if not 0 <= c.price <= MOST_PRICE:
        return Rejected("out-of-bounds", {"field": "price", "low": 0, "high": MOST_PRICE, "value": str(c.price)})
    kept = {k: v for k, v in tx.state.campaign.prices.items() if k != c.roll}
    prices = {**kept, c.roll: c.price} if c.price else kept
    if prices != tx.state.campaign.prices:
        sheets.change_campaign(tx, prices=prices)
        tx.emit(PriceSet(roll=c.roll, price=c.price or PATTERNS.get(c.roll, 0)))
    return None


def _same(state: LawnState, e: Event) -> LawnState:
    return state


DECIDE: Mapping[type[Command], Callable[[Any, Tx], Rejected | None]] = {
    Recover: _recover,
    Exchange: _exchange,
    SetPrice: _set_price,
}
EVOLVE: Mapping[type[Event], Callable[[LawnState, Any], LawnState]] = {Exchanged: _same, PriceSet: _same}
