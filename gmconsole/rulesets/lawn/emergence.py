"""Emergence: a thing urgently needed turns up, or does not (chapter "Emergence").

Covers LP-EMG-001 to -017. The check is announced with the thing; until it is rolled the GM may take it back and nothing
is used up. Whatever else happens to it (criticals, appends, rerolls, tokens) is as for every check.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from ...core.model import Command, Event, Field, Msg, Rejected, Who
from ...core.ruleset import Tx as CoreTx
from . import abilities, armoury, checks, injuries, items, outcomes, potential, sheets
from .abilities import Expendable
from .character import Belonging
from .outcomes import Result
from .pools import POOL_HOOKS, PROMISED
from .sheets import MOST, sheet_of
from .state import Check, Emergence, LawnState, Person, PoolLine

Tx = CoreTx[LawnState]

EMERGENCE = "emergence"
PAVING = "paving"
USUAL = outcomes.LOWEST_DIFFICULTY
EASIER = -1
"""Steps by which the check is easier after another one has paved the way (LP-EMG-010)."""
BONUS = 1
HURT = ("minor", "severe", "transient", "special", "permanent")
"""Kinds of state that are injuries (LP-EMG-005)."""
LONGEST = 80


class Emerge(Command, frozen=True, tag="lawn.emerge"):
    """Announce an emergence check for a thing, at the usual difficulty where none is given (LP-EMG-001, -004).

    ``price`` is paid as it is rolled, in ``kind`` or cash first (LP-EMG-011). ``scene`` things are there for anybody.
    ``called`` is the GM's own check whether something is to be had here: nothing is used up (LP-EMG-016). With
    ``first`` a check of that type, for ``purpose``, comes before it; its success makes the emergence easier.
    ``elsewhere`` says that this is another place than the one where the thing was found to be missing (Q-EMG-04).
    """

    who: str
    thing: str
    difficulty: int = 0
    price: int = 0
    kind: str = ""
    scene: bool = False
    called: bool = False
    first: str = ""
    purpose: str = ""
    elsewhere: bool = False


class Emerged(Event, frozen=True, tag="lawn.emerged"):
    """A thing turned up or did not; with ``scene`` it lies there, with ``missing`` there is none in this place."""

    who: str
    thing: str
    found: bool
    scene: bool = False
    missing: bool = False


# The pool ------------------------------------------------------------------------------------------------------------


def is_hurt(person: Person) -> bool:
    """Whether somebody has any injury state, tended or not (LP-EMG-005)."""
    return any(injuries.definition(i.id).kind in HURT for i in person.states)


def _bonus(state: LawnState, check: Check) -> tuple[PoolLine, ...]:
    """One die for being hurt and one for any frenzy, however many; those of whoever expends something with more."""
    if check.type != EMERGENCE:
        return ()
    person = state.entities[check.who]
    lines = []
    if is_hurt(person):
        lines.append(PoolLine("hurt", BONUS))
    if sheet_of(person).frenzies:
        lines.append(PoolLine("frenzied", BONUS))
    more = abilities.extra(state, check.who) if expends(check) else 0
    if more:
        lines.append(PoolLine("expending", more))
    return tuple(lines)


def _price(state: LawnState, check: Check) -> int:
    """Each point of the price is a die behind the pool, this once (Q-EMG-03)."""
    return check.emergence.price if check.serves == EMERGENCE and check.emergence is not None else 0


POOL_HOOKS.append(_bonus)
PROMISED.append(_price)


# Readiness -----------------------------------------------------------------------------------------------------------


def expends(check: Check) -> bool:
    """Whether rolling that check uses the ability up."""
    return check.serves == EMERGENCE and check.emergence is not None and not check.emergence.called


def is_ready(person: Person) -> bool:
    """Whether somebody can still make something emerge in this session (LP-EMG-002)."""
    return sheets.is_ready(person, EMERGENCE)


def _missing(state: LawnState, check: Check) -> Rejected | None:
    """The refusal of a roll: used up since it was announced, or the price is not there any more."""
    person, about = state.entities[check.who], check.emergence
    if about is None:
        return None
    if expends(check) and not is_ready(person):
        return Rejected("emergence-expended", {"who": Who(person.id)})
    paid = potential.money(person, about.price, about.kind)
    return paid if isinstance(paid, Rejected) else None


def _begin(tx: Tx, check: Check) -> None:
    """The price is paid and the ability used up, whatever comes of it."""
    about = check.emergence
    if about is None:
        return
    potential.pay_money(tx, check.who, about.price, about.kind, EMERGENCE)
    if expends(check):
        abilities.expend(tx, check.who, EMERGENCE, check.id)
        abilities.used(tx, check.who, EMERGENCE, check.id)


def _expendable(state: LawnState, person: Person) -> tuple[Expendable, ...]:
    if person.kind != "pc":
        return ()
    name = Msg("expendable:emergence")
    return (Expendable(id=EMERGENCE, kind=EMERGENCE, name=name, used=int(not is_ready(person))),)


def _back(tx: Tx, who: str, item: str = EMERGENCE, uses: int = 0) -> None:
    sheets.reset_ability(tx, who, item, uses)


checks.NEEDS[EMERGENCE] = _missing
checks.BEGINS[EMERGENCE] = _begin
abilities.EXPENDABLES.append(_expendable)
abilities.RESETS[EMERGENCE] = _back
armoury.BACK.append(_back)


# Results -------------------------------------------------------------------------------------------------------------


def _settled(tx: Tx, check: Check, came: Result) -> None:
    """The thing is there or is not (LP-EMG-015, -016)."""
    about = check.emergence
    if about is None:
        return
    found = outcomes.passed(came.outcome, came.degree, check.required or None)
    new = Belonging(name=about.thing, custom=False, valued=about.price)
    missing = about.called and not found
    scene = about.scene or about.called
    tx.emit(Emerged(who=check.who, thing=about.thing, found=found, scene=scene, missing=missing))
    if found and (scene or items.take(tx, check.who, new, EMERGENCE) is not None):
        items.leave_behind(tx, new)


def _paved(tx: Tx, check: Check, came: Result) -> None:
    """The way is paved or is not: the emergence check is announced, easier or as said (LP-EMG-010)."""
    about = check.emergence
    if about is None:
        return
    eased = outcomes.passed(came.outcome, came.degree, check.required or None)
    difficulty = outcomes.step_difficulty(about.difficulty, EASIER) if eased else about.difficulty
    about = replace(about, difficulty=0)
    checks.open_check(tx, check.who, EMERGENCE, difficulty=difficulty, serves=EMERGENCE, emergence=about)


checks.SETTLERS[EMERGENCE] = _settled
checks.SETTLERS[PAVING] = _paved


def _reminders(state: LawnState, check: Check) -> tuple[Msg, ...]:
    """What the GM weighs before the roll (LP-EMG-003, -008, -009, -011)."""
    if check.serves != EMERGENCE or check.emergence is None:
        return ()
    thing: dict[str, Field] = {"thing": check.emergence.thing}
    lines = [
        Msg("{thing}: within reach by background, past and situation? If not, it is taken back for nothing", thing)
    ]
    if expends(check) and state.mode != "crisis":
        lines.append(Msg("with time and opportunity a discovery check spares emergence"))
    if not check.emergence.price:
        lines.append(Msg("harder to get: a higher difficulty; valuable: a price in potential, a die each"))
    return tuple(lines)


checks.REMINDERS.append(_reminders)


# Decisions -----------------------------------------------------------------------------------------------------------


def _emerge(c: Emerge, tx: Tx) -> Rejected | None:
    person = sheets.character(tx.state, c.who)
    if isinstance(person, Rejected):
        return person
    thing = c.thing.strip()[:LONGEST]
    refused = (
        (Rejected("thing-unnamed") if not thing else None)
        or checks.may_roll(tx.state, c.who)
        or checks.bad_check(EMERGENCE, c.difficulty)
        or (checks.bad_check(c.first, 0) if c.first else None)
        or _bad_price(person, c)
        or _not_now(tx.state, person, thing, c)
    )
    if refused is not None:
        return refused
    about = Emergence(thing=thing, price=c.price, kind=c.kind, scene=c.scene, called=c.called)
    difficulty = c.difficulty or USUAL
    if c.first:
        about = replace(about, difficulty=difficulty)
        checks.open_check(tx, c.who, c.first, purpose=c.purpose, serves=PAVING, emergence=about)
        return None
    checks.open_check(tx, c.who, EMERGENCE, difficulty=difficulty, serves=EMERGENCE, emergence=about)
    return None


def _bad_price(person: Person, c: Emerge) -> Rejected | None:
    if not 0 <= c.price <= MOST:
        return Rejected("out-of-bounds", {"field": "price", "low": 0, "high": MOST, "value": str(c.price)})
    if c.kind and c.kind not in potential.MONEY:
        allowed = tuple(Msg("sheet:" + kind) for kind in potential.MONEY)
        return Rejected("not-a-choice", {"field": "kind", "value": c.kind, "allowed": allowed})
    paid = potential.money(person, c.price, c.kind)
    return paid if isinstance(paid, Rejected) else None


def _not_now(state: LawnState, person: Person, thing: str, c: Emerge) -> Rejected | None:
    """The refusal of a second one in a session, of a second one announced, of what is there or was found missing."""
    if not c.called and not is_ready(person):
        return Rejected("emergence-expended", {"who": Who(person.id)})
    waiting = (k for k in state.checks.values() if k.who == person.id and k.emergence is not None)
    if any(k.status == "owed" and k.emergence is not None and k.emergence.called == c.called for k in waiting):
        return Rejected("emergence-announced", {"who": Who(person.id)})
    if thing.casefold() in state.absent and not c.elsewhere:
        return Rejected("not-here", {"thing": thing})
    owned = (i.name.casefold() for i in sheet_of(person).belongings)
    if thing.casefold() in owned and not (c.scene or c.called):
        return Rejected("has-that-item", {"who": Who(person.id), "item": thing})
    return None


# Folds ---------------------------------------------------------------------------------------------------------------


def _emerged(state: LawnState, e: Emerged) -> LawnState:
    known = e.thing.casefold()
    rest = tuple(thing for thing in state.absent if thing != known)
    return replace(state, absent=(*rest, known) if e.missing else rest if e.found else state.absent)


DECIDE: Mapping[type[Command], Callable[[Any, Tx], Rejected | None]] = {Emerge: _emerge}
EVOLVE: Mapping[type[Event], Callable[[LawnState, Any], LawnState]] = {Emerged: _emerged}
