"""What may be done to the dice of a rolled check before it settles (chapter "Checks").

Covers LP-CHK-036 to -039, -061 and -062 and the operations that abilities use: append, prepend, turn, shift by one,
swap, reroll in whole or in part, store a face and lay it in front. Each die keeps its origin and size; the outcome is
read anew from the row of faces after every step. Only ``reroll`` and ``potential`` are barred by a critical failure:
what an ability excludes besides is the ability's own rule. Whatever is done is first a plan (``Plan``): the dice as
they would lie, with those still to be thrown, so that its odds are known before it is taken. Also here: a reroll of the
base pool (LP-SPC-016), dice paid for (LP-POT-006, -008), and dice laid behind all others (LP-TRT-117c).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import groupby
from typing import TypeAlias

import msgspec
from msgspec.structs import replace

from ...core.commands import unknown, with_entity
from ...core.model import Command, Event, Rejected, Who, terms_of
from ...core.ruleset import Tx as CoreTx
from . import outcomes, pools, sheets
from .character import Paid
from .outcomes import Outcome
from .settling import faces, go_on, judged, mark, result, stands_now
from .state import Check, Die, LawnState, Person

Tx = CoreTx[LawnState]

LARGEST_DIFFICULTY = 30
MOST_APPENDED = 20
MOST_ON_TABLE = 200
MOST_STORED = 3
ORIGINS = ("append", "potential", "helper", "trait")
BARRED = ("potential", "reroll")
"""What a critical failure rules out (LP-CHK-038): potential appends and rerolls."""
TAIL = "tail"
"""The origin of dice that lie behind all others, whatever is appended (LP-TRT-117c)."""
APPENDS = (*ORIGINS, "tie_break")
"""The origins of dice appended to a check after its roll."""

RATES: list[Callable[[LawnState, Person, Check, str, int], int]] = []
"""What one point paid into a check appends: from (state, person, check, kind of point, dice so far) to dice."""

PAID: list[Callable[[Tx, Check, str, str, int], None]] = []
"""Called once dice paid for lie on the table: (tx, the check before, its id, kind of point, points)."""


BARS: list[Callable[[LawnState, Check, str], Rejected | None]] = []
"""What else rules out a use of a check on the table (``store``, ``lay`` …): by (state, check, use)."""

STORING: list[Callable[[LawnState, Person], int]] = []
"""The potential that keeping a face costs somebody (LP-TRT-122b)."""


class Throw(msgspec.Struct, frozen=True):
    """A die still to be thrown: its sides, and the origin it will have."""

    sides: int
    origin: str


Plan: TypeAlias = tuple[Die | Throw, ...]


class AppendDice(Command, frozen=True, tag="lawn.append"):
    """Add dice behind those on the table of an open check, from one of ORIGINS (LP-CHK-036, -039, -061).

    ``front`` lays them in front of all others instead. Here and below, ``check`` is the one meant where somebody has
    several open; otherwise the one announced last.
    """

    who: str
    count: int = 1
    origin: str = "append"
    why: str = ""
    check: str = ""
    front: bool = False


class AlterDie(Command, frozen=True, tag="lawn.alter"):
    """Turn one die of an open check to another face, move it ``by`` so many, or swap two (LP-CHK-062).

    Positions count from 1. A face moved ends at 1 and at the number of faces of its own die (Q-CHK-06).
    """

    who: str
    position: int
    face: int = 0
    swap: int = 0
    check: str = ""
    by: int = 0


class Reroll(Command, frozen=True, tag="lawn.reroll"):
    """Throw the base dice of an open check again; all others are gone (LP-CHK-038, -039).

    With ``difficulty`` the dice have so many faces from now on (LP-CHK-051). With ``positions`` only those dice are
    thrown again: they keep their places, their sizes and their origins, and so do all others.
    """

    who: str
    why: str = ""
    check: str = ""
    difficulty: int = 0
    positions: tuple[int, ...] = ()


class StoreFace(Command, frozen=True, tag="lawn.store"):
    """Keep the face of a die on the table for later; where the store is full, ``instead`` of that stored face."""

    who: str
    position: int
    instead: int = 0
    check: str = ""


class LayFaces(Command, frozen=True, tag="lawn.lay"):
    """Lay stored faces in front of a check, in that order; they leave the store."""

    who: str
    faces: tuple[int, ...]
    check: str = ""


class DiceChanged(Event, frozen=True, tag="lawn.dice-changed"):
    """Dice were added to the table, altered or thrown again; ``difficulty`` is the size of dice from now on."""

    check: str
    who: str
    before: tuple[Die, ...]
    after: tuple[Die, ...]
    outcome: Outcome
    degree: int
    why: str = ""
    difficulty: int = 0
    stands: str = ""


class StoreChanged(Event, frozen=True, tag="lawn.store-changed"):
    """Somebody's stored faces changed."""

    who: str
    before: tuple[int, ...]
    after: tuple[int, ...]


# Services ------------------------------------------------------------------------------------------------------------


def rolled(state: LawnState, who: str, check_id: str = "") -> Check | None:
    """The person's rolled check that is still open: the one of that id, else the one announced last."""
    found = [c for c in state.checks.values() if c.who == who and c.status == "rolled" and check_id in ("", c.id)]
    return found[-1] if found else None


def open_on_table(state: LawnState, who: str, check_id: str, use: str = "") -> Check | Rejected:
    """The open check meant, or the refusal; a critical failure refuses the uses it bars (LP-CHK-038).

    ``use`` is what is to be done with it, empty where it is only to be closed: a final check refuses all else
    (LP-TRT-120b), and one that is closed or locked refuses dice appended to it (LP-TRT-118, -208).
    """
    if state.person(who) is None:
        return unknown(who)
    check = rolled(state, who, check_id)
    if check is None:
        return Rejected("no-open-check", {"who": Who(who)})
    return barred(state, check, use) or check


def barred(state: LawnState, check: Check, use: str) -> Rejected | None:
    """The refusal for that use of a check on the table, if there is one."""
    if use and check.final:
        return Rejected("check-final", {"who": Who(check.who)})
    if use in BARRED and result(check).outcome == "critical_failure":
        return Rejected("critical-failure-stands", {"who": Who(check.who)})
    if use in ORIGINS and check.closed:
        return Rejected("no-more-dice", {"who": Who(check.who)})
    if use in ORIGINS and use != "potential" and (refused := pools.takes_no_dice(state, check)) is not None:
        return refused
    return next((refused for bar in BARS if (refused := bar(state, check, use)) is not None), None)


def base_dice(check: Check) -> int:
    """The dice that a reroll of the whole check throws: its pool without what counted once (LP-SPC-016, Q-SPC-01)."""
    return pools.pool_size(tuple(line for line in check.pool if not line.once))


def appended(check: Check) -> int:
    """How many dice have been appended to the check, from whatever origin; those laid behind all others do not count
    (LP-TRT-117c, -118b, -124b)."""
    return sum(die.origin in APPENDS for die in check.dice)


def behind(dice: Plan, more: Iterable[Die | Throw]) -> Plan:
    """The dice with more appended: behind all but those that always come last (LP-TRT-117c)."""
    return (*(die for die in dice if die.origin != TAIL), *more, *(die for die in dice if die.origin == TAIL))


def in_front(dice: Plan, more: Iterable[Die | Throw]) -> Plan:
    """The dice with more in front of all of them."""
    return (*more, *dice)


def again(check: Check, positions: Iterable[int]) -> Plan:
    """The plan to throw the dice at these positions (from 1) again, each in its place; those never thrown stay."""
    some = set(positions)
    return tuple(
        Throw(die.sides, die.origin) if place in some and die.sides else die
        for place, die in enumerate(check.dice, start=1)
    )


def swapped(check: Check, one: int, other: int) -> Plan:
    """The plan to swap the dice at these positions (from 1)."""
    dice = list(check.dice)
    dice[one - 1], dice[other - 1] = dice[other - 1], dice[one - 1]
    return tuple(dice)


def turned(check: Check, position: int, face: int) -> Plan:
    """The plan to turn one die to that face."""
    return (*check.dice[: position - 1], replace(check.dice[position - 1], face=face), *check.dice[position:])


def whole(state: LawnState, check: Check, sides: int = 0, extra: int = 0) -> Plan:
    """The plan to throw the base pool anew, with ``extra`` dice; the size of the first roll unless another is given."""
    size = sides or check.first or check.difficulty
    return (*(Throw(size, "base"),) * (base_dice(check) + extra), *laid(pools.tail(state, check), TAIL))


def laid(row: Iterable[int], origin: str) -> tuple[Die, ...]:
    """Dice with these faces that were never thrown."""
    return tuple(Die(face, 0, origin) for face in row)


def carry_out(tx: Tx, check: Check, plan: Plan, why: str, difficulty: int = 0) -> None:
    """Throw what the plan throws and have its dice on the table; compares nothing."""
    dice: list[Die] = []
    for throw, some in groupby(plan, key=lambda item: item if isinstance(item, Throw) else None):
        found = tuple(some)
        if throw is not None:
            dice.extend(thrown(tx, len(found), throw.sides, throw.origin))
        else:
            dice.extend(die for die in found if isinstance(die, Die))
    lay(tx, check, tuple(dice), why, difficulty)


def append(tx: Tx, check_id: str, count: int, origin: str, why: str = "") -> None:
    """Throw more dice of the check's size and lay them behind those on the table (LP-CHK-036); compares nothing."""
    check = tx.state.checks[check_id]
    carry_out(tx, check, behind(check.dice, (Throw(check.difficulty, origin),) * count), why)


def reroll_base(tx: Tx, check_id: str, why: str, *, difficulty: int = 0, extra: int = 0) -> None:
    """Throw the base pool of a check anew: what counted once, helped or was appended is gone (LP-SPC-016).

    With ``difficulty`` this throw has dice of so many faces; without, those of the first roll (LP-FOC-012). ``extra``
    dice come on top (LP-TRT-104). The check may settle with it where it waits for another.
    """
    check = tx.state.checks[check_id]
    sides = difficulty or check.first or check.difficulty
    again_read = replace(check, stands="")
    carry_out(tx, again_read, whole(tx.state, check, sides, extra), why, sides)
    go_on(tx, tx.state.checks[check_id], hold=True)


def rate(state: LawnState, check: Check, kind: str = "potential") -> int:
    """How many dice one point of that kind appends to the check now (LP-POT-006, LP-TRT-105 to -107, -118b)."""
    dice = 1
    for hook in RATES:
        dice = hook(state, state.entities[check.who], check, kind, dice)
    return dice


def append_paid(tx: Tx, check_id: str, dice: int, *, kind: str = "potential", points: int = 1, sides: int = 0) -> None:
    """Append so many dice that ``points`` have paid for; the check's own size unless another is given (LP-POT-008).

    Whoever calls this takes the points (before), from the rate at that moment.
    """
    before = tx.state.checks[check_id]
    check = mark(tx, check_id, spent=(*before.spent, Paid(kind, points)))
    carry_out(tx, check, behind(check.dice, (Throw(sides or check.difficulty, "potential"),) * dice), kind)
    for hook in PAID:
        hook(tx, before, check_id, kind, points)
    go_on(tx, tx.state.checks[check_id], hold=True)


def reread(tx: Tx, who: str) -> None:
    """Read the open checks of somebody anew whose dice are read otherwise from now on (LP-TRT-130c)."""
    for check in tuple(tx.state.checks.values()):
        if check.who == who and check.status == "rolled" and check.id in tx.state.checks:
            now = pools.reading(tx.state, who, check.type, check.purpose)
            if now != check.reading:
                go_on(tx, mark(tx, check.id, reading=now), hold=True)


def thrown(tx: Tx, count: int, sides: int, origin: str) -> tuple[Die, ...]:
    """So many dice, thrown."""
    return tuple(Die(face, sides, origin) for face in tx.roll(count, sides))


def lay(tx: Tx, check: Check, dice: tuple[Die, ...], why: str, difficulty: int = 0) -> None:
    """Have these dice on the table in place of those that were; compares nothing."""
    row = tuple(die.face for die in dice)
    stands = stands_now(check, row)
    came = judged(replace(check, stands=stands), row)
    tx.emit(
        DiceChanged(
            check=check.id,
            who=check.who,
            before=check.dice,
            after=dice,
            outcome=came.outcome,
            degree=came.degree,
            why=why,
            difficulty=difficulty or check.difficulty,
            stands=stands,
        )
    )


def out_of_bounds(field: str, low: int, high: int, value: int) -> Rejected:
    """The refusal for a number that is too small or too large."""
    return Rejected("out-of-bounds", {"field": field, "low": low, "high": high, "value": str(value)})


def bad_difficulty(difficulty: int) -> Rejected | None:
    """The refusal for a number of faces that no difficulty has (LP-CHK-017, Q-CHK-11)."""
    if outcomes.LOWEST_DIFFICULTY <= difficulty <= LARGEST_DIFFICULTY:
        return None
    return out_of_bounds("difficulty", outcomes.LOWEST_DIFFICULTY, LARGEST_DIFFICULTY, difficulty)


# Decisions -----------------------------------------------------------------------------------------------------------


def _append(c: AppendDice, tx: Tx) -> Rejected | None:
    check = open_on_table(tx.state, c.who, c.check, c.origin)
    if isinstance(check, Rejected):
        return check
    if c.origin not in ORIGINS:
        return Rejected("not-a-choice", {"field": "origin", "value": c.origin, "allowed": terms_of("origin", ORIGINS)})
    room = min(MOST_APPENDED, MOST_ON_TABLE - len(check.dice))
    if not 1 <= c.count <= room:
        return out_of_bounds("dice", 1, room, c.count)
    more = (Throw(check.difficulty, c.origin),) * c.count
    carry_out(tx, check, in_front(check.dice, more) if c.front else behind(check.dice, more), c.why)
    go_on(tx, check, hold=True)
    return None


def _alter(c: AlterDie, tx: Tx) -> Rejected | None:
    check = open_on_table(tx.state, c.who, c.check, "alter")
    if isinstance(check, Rejected):
        return check
    for position in (c.position, c.swap or c.position):
        if not 1 <= position <= len(check.dice):
            return out_of_bounds("position", 1, len(check.dice), position)
    if c.swap:
        plan = swapped(check, c.position, c.swap)
    else:
        die = check.dice[c.position - 1]
        face = die.face + c.by if c.by else c.face
        if not outcomes.fits(face, die.sides or None):
            return Rejected("dice-impossible", {"face": face, "sides": die.sides})
        plan = turned(check, c.position, face)
    if plan != check.dice:
        carry_out(tx, check, plan, "altered")
        go_on(tx, check, hold=True)
    return None


def _reroll(c: Reroll, tx: Tx) -> Rejected | None:
    check = open_on_table(tx.state, c.who, c.check, "reroll")
    if isinstance(check, Rejected):
        return check
    if c.difficulty and (refused := bad_difficulty(c.difficulty)) is not None:
        return refused
    if not c.positions:
        reroll_base(tx, check.id, c.why or "reroll", difficulty=c.difficulty)
        return None
    for position in c.positions:
        if not 1 <= position <= len(check.dice):
            return out_of_bounds("position", 1, len(check.dice), position)
    carry_out(tx, check, again(check, c.positions), c.why or "reroll")
    go_on(tx, check, hold=True)
    return None


def _store(c: StoreFace, tx: Tx) -> Rejected | None:
    check = open_on_table(tx.state, c.who, c.check, "store")
    if isinstance(check, Rejected):
        return check
    if not 1 <= c.position <= len(check.dice):
        return out_of_bounds("position", 1, len(check.dice), c.position)
    person = tx.state.entities[c.who]
    cost = sum(hook(tx.state, person) for hook in STORING)
    if cost and (refused := sheets.lacks(person, cost)) is not None:
        return refused
    before = person.stored
    kept = list(before)
    if c.instead:
        if c.instead not in kept:
            return Rejected("not-stored", {"who": Who(c.who), "faces": c.instead})
        kept.remove(c.instead)
    if len(kept) >= MOST_STORED:
        return Rejected("store-full", {"who": Who(c.who), "most": MOST_STORED})
    if cost:
        sheets.pay(tx, c.who, cost)
    tx.emit(StoreChanged(who=c.who, before=before, after=(*kept, faces(check)[c.position - 1])))
    return None


def _lay_faces(c: LayFaces, tx: Tx) -> Rejected | None:
    check = open_on_table(tx.state, c.who, c.check, "lay")
    if isinstance(check, Rejected):
        return check
    before = tx.state.entities[c.who].stored
    kept = list(before)
    for face in c.faces:
        if face not in kept:
            return Rejected("not-stored", {"who": Who(c.who), "faces": face})
        kept.remove(face)
    if not c.faces:
        return Rejected("not-stored", {"who": Who(c.who), "faces": 0})
    if len(check.dice) + len(c.faces) > MOST_ON_TABLE:
        return out_of_bounds("dice", 0, MOST_ON_TABLE - len(check.dice), len(c.faces))
    tx.emit(StoreChanged(who=c.who, before=before, after=tuple(kept)))
    # A stored face may be higher than a die of this check shows: it counts as one of a die that has it.
    front = tuple(Die(face, max(face, check.difficulty), "stored") for face in c.faces)
    lay(tx, check, (*front, *check.dice), "stored")
    go_on(tx, check, hold=True)
    return None


# Folds -------------------------------------------------------------------------------------------------------------


def _dice_changed(state: LawnState, e: DiceChanged) -> LawnState:
    check = replace(state.checks[e.check], dice=e.after, stands=e.stands)
    if e.difficulty:
        check = replace(check, difficulty=e.difficulty)
    return replace(state, checks={**state.checks, check.id: check})


def _store_changed(state: LawnState, e: StoreChanged) -> LawnState:
    person: Person = replace(state.entities[e.who], stored=e.after)
    new: LawnState = with_entity(state, person)
    return new


DECIDE = {AppendDice: _append, AlterDie: _alter, Reroll: _reroll, StoreFace: _store, LayFaces: _lay_faces}
EVOLVE = {DiceChanged: _dice_changed, StoreChanged: _store_changed}
