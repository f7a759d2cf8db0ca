"""Buying specialties for experience, and how much of it may be kept (chapter "Specialties").

Covers LP-SPC-001, -003 to -008, -028, LP-TRT-130b and the reward of LP-POT-024. A specialty is bought while its owner
is being made, before the first session, or between two sessions once session end has come to its eighth step. What is
bought in creation can be given back for its price as long as the sheet is open.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from ...core.messages import N_
from ...core.model import Command, Event, Question, Rejected, Who
from ...core.ruleset import Tx as CoreTx
from . import interval, questions, sheets, specialties, traits
from .character import Sheet, Specialty
from .creation_table import figure
from .crisis import OUTLIVES
from .sheets import sheet_of
from .specialties import bad_name, bad_price, owned
from .specialty_table import PRICES, SPECIALTIES, row, title
from .state import LawnState, Person

Tx = CoreTx[LawnState]

UNSPENT = "unspent_xp"
"""The figure that says how much experience may be kept (LP-SPC-005)."""
CLOSE = 0.8
"""How much a word has to be like one of the table to be taken for a slip of the keyboard, from 0 to 1."""
MOST_XP = 99
REWARD = "reward"
PRICE, FORCED = "specialty_price", "force"
"""The question for a price; its key is the price where one was said, and whether it may be bought just now anyway."""

questions.WORDING[PRICE] = N_("{who}: {ref} is on no list. What does it cost, in XP?")


class Acquire(Command, frozen=True, tag="lawn.acquire"):
    """Buy a specialty, or give one back while the sheet is being made (``back``).

    One that no table has is the GM's to agree on, who also sets its ``price`` of 2 or 3 XP: with ``agreed`` that is
    said, without it the console asks (LP-SPC-004). ``force`` is the GM's word that it may be bought just now.
    """

    who: str
    specialty: str
    price: int = 0
    agreed: bool = False
    back: bool = False
    force: bool = False


class Reward(Command, frozen=True, tag="lawn.reward"):
    """What a chapter or campaign that is over gives to somebody: experience, potential (LP-POT-024)."""

    who: tuple[str, ...]
    xp: int = 0
    potential: int = 0


class Forfeited(Event, frozen=True, tag="lawn.forfeited"):
    """Experience beyond what may be kept is gone (LP-SPC-005)."""

    who: str
    points: int


class Kept(Event, frozen=True, tag="lawn.xp-kept"):
    """A warning: somebody holds more experience than may be kept, until step 8 of session end (Q-SPC-04)."""

    who: str
    points: int


# Reading -------------------------------------------------------------------------------------------------------------


def price(person: Person, key: str) -> int:
    """What a specialty of the table costs that person, in XP (LP-SPC-006, -007, LP-TRT-130b)."""
    trait = traits.row(person)
    cheaper = trait is not None and key in trait.cheaper
    return row(key).price - int(cheaper)


def in_shop(state: LawnState, person: Person, key: str) -> bool:
    """Whether the table sells that specialty to the person at all just now (LP-SPC-008, -009)."""
    found = SPECIALTIES.get(key)
    if found is None:
        return False
    trait = traits.row(person)
    if found.trait_only:
        return trait is not None and key in trait.cheaper
    return not found.before_game or sheet_of(person).creation.open or interval.before_game(state)


def shop(state: LawnState, person: Person) -> tuple[tuple[str, int], ...]:
    """The specialties the person may buy now and does not own, each with its price, those of 3 XP first."""
    return tuple(
        (key, price(person, key)) for key in SPECIALTIES if key not in owned(person) and in_shop(state, person, key)
    )


def surplus(sheet: Sheet) -> int:
    """The experience beyond what may be kept (LP-SPC-005), by the campaign's own figure where it has one."""
    return max(0, sheet.xp - figure(sheet, UNSPENT))


def near(word: str) -> str:
    """The specialty of the table whose name that word may be a slip of; empty where none is close."""
    from difflib import get_close_matches

    names = {n.casefold(): key for key, row_ in SPECIALTIES.items() for n in (row_.name.zh, row_.name.en)}
    found = get_close_matches(word.casefold(), list(names), 1, CLOSE)
    return names[found[0]] if found else ""


# Writing -------------------------------------------------------------------------------------------------------------


def gain_xp(tx: Tx, who: str, points: int, cause: str = "", **fields: Any) -> None:
    """Give experience, and write other fields with it.

    More than may be kept is noted, and lost only at the end of step 8 (Q-SPC-04).
    """
    held = sheet_of(tx.state.entities[who]).xp
    sheets.change(tx, who, cause, xp=min(MOST_XP, held + points), **fields)
    left = surplus(sheet_of(tx.state.entities[who]))
    if left and points:
        tx.emit(Kept(who=who, points=left))


def forfeit(tx: Tx, who: str) -> None:
    """Take the experience beyond what may be kept."""
    sheet = sheet_of(tx.state.entities[who])
    left = surplus(sheet)
    if left:
        sheets.change(tx, who, xp=sheet.xp - left)
        tx.emit(Forfeited(who=who, points=left))


def buy(tx: Tx, who: str, key: str, cost: int, worth: int = 0) -> Rejected | None:
    """Take so many XP and write the specialty down; refused (``not-enough-points``) where there are too few."""
    person = tx.state.entities[who]
    refused = sheets.lacks(person, cost, "xp")
    if refused is not None:
        return refused
    session = 0 if sheet_of(person).creation.open else tx.state.campaign.session
    bought = Specialty(price=worth or cost, bought=session)
    specialties.put(tx, who, key, bought, xp=sheet_of(person).xp - cost)
    return None


# Decisions -----------------------------------------------------------------------------------------------------------


def _acquire(c: Acquire, tx: Tx) -> Rejected | None:
    person = sheets.character(tx.state, c.who)
    if isinstance(person, Rejected):
        return person
    refused = bad_name(c.specialty)
    if refused is not None:
        return refused
    if c.back:
        return _give_back(tx, person, c.specialty)
    if c.specialty in owned(person):
        return Rejected("specialty-owned", {"who": Who(c.who), "specialty": title(c.specialty)})
    if len(owned(person)) >= specialties.MOST_OWNED:
        return Rejected(
            "out-of-bounds",
            {"field": "specialties", "low": 0, "high": specialties.MOST_OWNED, "value": str(len(owned(person)) + 1)},
        )
    new = sheet_of(person).creation.open
    refused = None if c.force or new else interval.between(tx.state, interval.PURCHASES)
    if refused is not None:
        return refused
    return _from_table(c, tx, person) if c.specialty in SPECIALTIES else _agreed_on(c, tx, person)


def _from_table(c: Acquire, tx: Tx, person: Person) -> Rejected | None:
    if not in_shop(tx.state, person, c.specialty):
        code = "only-granted" if row(c.specialty).trait_only else "only-before-game"
        return Rejected(code, {"specialty": title(c.specialty)})
    cost = price(person, c.specialty)
    if c.price not in (0, cost):
        allowed = (str(cost),)
        return Rejected("no-such-price", {"specialty": title(c.specialty), "price": c.price, "allowed": allowed})
    return buy(tx, c.who, c.specialty, cost, row(c.specialty).price)


def _agreed_on(c: Acquire, tx: Tx, person: Person) -> Rejected | None:
    refused = bad_price(c.specialty, c.price)
    if refused is not None:
        return refused
    asked = next((q for q in questions.open_questions(tx.state, PRICE, c.who) if q.ref == c.specialty), None)
    said = asked is not None and any(str(price) in asked.key.split() for price in PRICES)
    if asked is not None and c.price and (c.agreed or not said or str(c.price) not in asked.key.split()):
        questions.withdraw(tx, asked.id)
        # Where the price was what was asked for, to say it is the answer; another price is another question.
        if not said:
            c = replace(c, agreed=True)
        asked = None
    if c.agreed and c.price:
        return buy(tx, c.who, c.specialty, c.price)
    slip = "" if c.price else near(c.specialty)
    refused = (
        Rejected("specialty-of-no-table", {"specialty": c.specialty, "near": title(slip)})
        if slip
        else sheets.lacks(person, c.price or min(PRICES), "xp")
    )
    if refused is not None:
        return refused
    if asked is None:
        within = [price for price in reversed(PRICES) if price <= sheet_of(person).xp]
        prices = (str(c.price),) if c.price else tuple(map(str, within))
        questions.ask(
            tx,
            PRICE,
            who=c.who,
            value=prices[0],
            choices=(*prices, "refuse"),
            ref=c.specialty,
            key=" ".join(filter(None, (str(c.price or ""), FORCED if c.force else ""))),
        )
    return None


def _priced(tx: Tx, question: Question, value: str) -> Rejected | None:
    if value == "refuse":
        return None
    forced = FORCED in question.key.split()
    said = Acquire(who=question.who, specialty=question.ref, price=int(value), agreed=True, force=forced)
    return _acquire(said, tx)


questions.ANSWERS[PRICE] = _priced
OUTLIVES.add(PRICE)


def _give_back(tx: Tx, person: Person, key: str) -> Rejected | None:
    """While a sheet is being made what was bought can be given back for what it cost."""
    found = owned(person).get(key)
    if found is None:
        return specialties.no_such(person, key)
    if not sheet_of(person).creation.open or found.granted:
        return Rejected("not-given-back", {"who": Who(person.id), "specialty": title(key)})
    cost = price(person, key) if key in SPECIALTIES else found.price
    specialties.lose(tx, person.id, key, xp=sheet_of(person).xp + cost)
    return None


def _reward(c: Reward, tx: Tx) -> Rejected | None:
    for field, value, most in (("xp", c.xp, MOST_XP), ("potential", c.potential, MOST_XP)):
        if not 0 <= value <= most:
            return Rejected("out-of-bounds", {"field": field, "low": 0, "high": most, "value": str(value)})
    if len(set(c.who)) != len(c.who):
        return Rejected("named-twice")
    for who in c.who:
        person = sheets.character(tx.state, who)
        if isinstance(person, Rejected):
            return person
    for who in c.who:
        if c.xp:
            gain_xp(tx, who, c.xp, "reward")
        if c.potential:
            sheets.gain_potential(tx, who, c.potential, "reward")
        interval.mark_once(tx, REWARD, who)
    return None


def _same(state: LawnState, e: Event) -> LawnState:
    return state


DECIDE: Mapping[type[Command], Callable[[Any, Tx], Rejected | None]] = {Acquire: _acquire, Reward: _reward}
EVOLVE: Mapping[type[Event], Callable[[LawnState, Any], LawnState]] = {Forfeited: _same, Kept: _same}
