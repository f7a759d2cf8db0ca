"""What may be done to the dice of a rolled check before it settles (chapter "Checks").

Covers LP-CHK-036 to -039, -061 and -062 and the operations that abilities use: append, prepend, turn, shift by one,
swap, reroll in whole or in part, store a face and lay it in front. Each die keeps its origin and size; the outcome is
read anew from the row of faces after every step. Only ``reroll`` and ``potential`` are barred by a critical failure:
what an ability excludes besides is the ability's own rule.
"""

from __future__ import annotations

from msgspec.structs import replace

from ...core.commands import unknown, with_entity
from ...core.model import Command, Event, Rejected, Who, terms_of
from ...core.ruleset import Tx as CoreTx
from . import kinds, outcomes
from .outcomes import Outcome
from .settling import faces, go_on, result
from .state import Check, Die, LawnState, Person

Tx = CoreTx[LawnState]

LARGEST_DIFFICULTY = 30
MOST_APPENDED = 20
MOST_ON_TABLE = 200
MOST_STORED = 3
ORIGINS = ("append", "potential", "helper", "trait")
BARRED = ("potential", "reroll")
"""What a critical failure rules out (LP-CHK-038): potential appends and rerolls."""


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
    """The open check meant, or the refusal; a critical failure refuses the uses it bars (LP-CHK-038)."""
    if state.person(who) is None:
        return unknown(who)
    check = rolled(state, who, check_id)
    if check is None:
        return Rejected("no-open-check", {"who": Who(who)})
    if use in BARRED and result(check).outcome == "critical_failure":
        return Rejected("critical-failure-stands", {"who": Who(who)})
    return check


def append(tx: Tx, check_id: str, count: int, origin: str, why: str = "") -> None:
    """Throw more dice of the check's size and lay them behind those on the table (LP-CHK-036); compares nothing."""
    check = tx.state.checks[check_id]
    lay(tx, check, (*check.dice, *thrown(tx, count, check.difficulty, origin)), why)


def thrown(tx: Tx, count: int, sides: int, origin: str) -> tuple[Die, ...]:
    """So many dice, thrown."""
    return tuple(Die(face, sides, origin) for face in tx.roll(count, sides))


def lay(tx: Tx, check: Check, dice: tuple[Die, ...], why: str, difficulty: int = 0) -> None:
    """Have these dice on the table in place of those that were; compares nothing."""
    came = kinds.judge(tuple(d.face for d in dice), check.special, check.wanted)
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
    more = thrown(tx, c.count, check.difficulty, c.origin)
    lay(tx, check, (*more, *check.dice) if c.front else (*check.dice, *more), c.why)
    go_on(tx, check, hold=True)
    return None


def _alter(c: AlterDie, tx: Tx) -> Rejected | None:
    check = open_on_table(tx.state, c.who, c.check)
    if isinstance(check, Rejected):
        return check
    dice = list(check.dice)
    for position in (c.position, c.swap or c.position):
        if not 1 <= position <= len(dice):
            return out_of_bounds("position", 1, len(dice), position)
    if c.swap:
        i, j = c.position - 1, c.swap - 1
        dice[i], dice[j] = dice[j], dice[i]
    else:
        die = dice[c.position - 1]
        face = die.face + c.by if c.by else c.face
        if not outcomes.fits(face, die.sides):
            return Rejected("dice-impossible", {"face": face, "sides": die.sides})
        dice[c.position - 1] = replace(die, face=face)
    if tuple(dice) != check.dice:
        lay(tx, check, tuple(dice), "altered")
        go_on(tx, check, hold=True)
    return None


def _reroll(c: Reroll, tx: Tx) -> Rejected | None:
    check = open_on_table(tx.state, c.who, c.check, "reroll")
    if isinstance(check, Rejected):
        return check
    if c.difficulty and (refused := bad_difficulty(c.difficulty)) is not None:
        return refused
    if c.positions:
        dice = list(check.dice)
        for position in c.positions:
            if not 1 <= position <= len(dice):
                return out_of_bounds("position", 1, len(dice), position)
        for position in sorted(set(c.positions)):
            die = dice[position - 1]
            dice[position - 1] = replace(die, face=tx.roll(1, die.sides)[0])
        lay(tx, check, tuple(dice), c.why or "reroll")
    else:
        sides = c.difficulty or check.difficulty
        count = sum(die.origin == "base" for die in check.dice)
        lay(tx, check, thrown(tx, count, sides, "base"), c.why or "reroll", sides)
    go_on(tx, check, hold=True)
    return None


def _store(c: StoreFace, tx: Tx) -> Rejected | None:
    check = open_on_table(tx.state, c.who, c.check)
    if isinstance(check, Rejected):
        return check
    if not 1 <= c.position <= len(check.dice):
        return out_of_bounds("position", 1, len(check.dice), c.position)
    before = tx.state.entities[c.who].stored
    kept = list(before)
    if c.instead:
        if c.instead not in kept:
            return Rejected("not-stored", {"who": Who(c.who), "faces": str(c.instead)})
        kept.remove(c.instead)
    if len(kept) >= MOST_STORED:
        return Rejected("store-full", {"who": Who(c.who), "most": MOST_STORED})
    tx.emit(StoreChanged(who=c.who, before=before, after=(*kept, faces(check)[c.position - 1])))
    return None


def _lay_faces(c: LayFaces, tx: Tx) -> Rejected | None:
    check = open_on_table(tx.state, c.who, c.check)
    if isinstance(check, Rejected):
        return check
    before = tx.state.entities[c.who].stored
    kept = list(before)
    for face in c.faces:
        if face not in kept:
            return Rejected("not-stored", {"who": Who(c.who), "faces": str(face)})
        kept.remove(face)
    if not c.faces:
        return Rejected("not-stored", {"who": Who(c.who), "faces": "0"})
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
    check = replace(state.checks[e.check], dice=e.after)
    if e.difficulty:
        check = replace(check, difficulty=e.difficulty)
    return replace(state, checks={**state.checks, check.id: check})


def _store_changed(state: LawnState, e: StoreChanged) -> LawnState:
    person: Person = replace(state.entities[e.who], stored=e.after)
    new: LawnState = with_entity(state, person)
    return new


DECIDE = {AppendDice: _append, AlterDie: _alter, Reroll: _reroll, StoreFace: _store, LayFaces: _lay_faces}
EVOLVE = {DiceChanged: _dice_changed, StoreChanged: _store_changed}
