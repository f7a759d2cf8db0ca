"""Checks (chapter "Checks"): from announcement to settlement, and what the dice on the table make of it.

Covers LP-CHK-003, -015 to -039 and -060 to -064. The outcome is read from the ordered faces after every step
(``outcomes.judge``); a check settles when it is rolled unless the GM holds it open for appends, alterations and
rerolls. Pools are in ``pools``, how a check comes to its end in ``settling``, whose names are found here too.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from ...core.commands import unknown
from ...core.model import Command, Event, Field, Msg, Rejected, Who
from ...core.phases import Task
from ...core.ruleset import Tx as CoreTx
from . import injuries, limbs, outcomes, questions, settling
from .outcomes import Outcome
from .pools import EASE as EASE
from .pools import POOL_HOOKS as POOL_HOOKS
from .pools import automatic as automatic
from .pools import dice_of as dice_of
from .pools import eased
from .pools import pool_lines as pool_lines
from .pools import pool_size as pool_size
from .settling import DROPPED as DROPPED
from .settling import KEPT_OPEN as KEPT_OPEN
from .settling import PROPOSALS as PROPOSALS
from .settling import SETTLERS as SETTLERS
from .settling import CheckDropped as CheckDropped
from .settling import CheckSettled as CheckSettled
from .settling import drop as drop
from .settling import faces as faces
from .settling import go_on, proposed, void_proposals
from .settling import result as result
from .settling import settle as settle
from .settling import settle_open as settle_open
from .settling import succeeded as succeeded
from .state import CHECK_TYPES, Check, Die, LawnState, Modifier, PoolLine
from .terms import OUTCOME_NAMES, check_name

Tx = CoreTx[LawnState]

OWN_TASKS: set[str] = set()
"""Kinds of check whose chapter makes the tasks itself."""

REMINDERS: list[Callable[[LawnState, Check], tuple[Msg, ...]]] = []
"""Chapters that have something to say beside an owed check add a function here."""

CLAIMS: dict[str, Callable[[LawnState, str], tuple[str, int] | Rejected]] = {}
"""Types of check that belong to a chapter: what one announced for somebody serves there, and at which difficulty."""

TARGETED: list[Callable[[Tx, str, str], None]] = []
"""Chapters with something to propose about a check on a target add a function here: (tx, check id, target's id)."""

LARGEST_DIFFICULTY = 30
MOST_EXTRA_DICE = 99
MOST_APPENDED = 20
ORIGINS = ("append", "potential", "helper", "trait")
BARRED = ("potential", "reroll")
"""What a critical failure rules out (LP-CHK-038): potential appends and rerolls."""


class CallCheck(Command, frozen=True, tag="lawn.call"):
    """Announce a check and leave it owed; a difficulty of 0 is still to be said. ``target`` is whom it is about."""

    who: tuple[str, ...]
    kind: str
    purpose: str = ""
    difficulty: int = 0
    modifiers: tuple[Modifier, ...] = ()
    required: int = 0
    graded: tuple[str, ...] = ()
    hand: str = ""
    target: str = ""


class RollCheck(Command, frozen=True, tag="lawn.check"):
    """Roll a check: the owed one (of that type where a type is given), or a new one announced and rolled at once.

    ``hold`` keeps it open for appends and alterations; otherwise it settles with the roll.
    """

    who: str
    kind: str = ""
    purpose: str = ""
    difficulty: int = 0
    modifiers: tuple[Modifier, ...] = ()
    required: int = 0
    graded: tuple[str, ...] = ()
    hold: bool = False
    check: str = ""
    hand: str = ""


class AppendDice(Command, frozen=True, tag="lawn.append"):
    """Add dice behind those on the table of an open check, from one of ORIGINS (LP-CHK-036, -039, -061).

    Here and below, ``check`` is the one meant where somebody has several open; otherwise the one announced last.
    """

    who: str
    count: int = 1
    origin: str = "append"
    why: str = ""
    check: str = ""


class AlterDie(Command, frozen=True, tag="lawn.alter"):
    """Turn one die of an open check to another face, or swap two (positions from 1; LP-CHK-062)."""

    who: str
    position: int
    face: int = 0
    swap: int = 0
    check: str = ""


class Reroll(Command, frozen=True, tag="lawn.reroll"):
    """Throw the base dice of an open check again; appended dice are gone (LP-CHK-038, -039)."""

    who: str
    why: str = ""
    check: str = ""


class SettleCheck(Command, frozen=True, tag="lawn.settle"):
    """Close an open check: no further append, alteration or reroll (LP-CHK-038)."""

    who: str
    check: str = ""


class DropCheck(Command, frozen=True, tag="lawn.drop"):
    """Take a check back that has not settled."""

    check: str


class CheckOpened(Event, frozen=True, tag="lawn.check-opened"):
    """A check was announced."""

    check: Check


class CheckChanged(Event, frozen=True, tag="lawn.check-changed"):
    """What was announced changed before the roll."""

    before: Check
    after: Check


class CheckRolled(Event, frozen=True, tag="lawn.check-rolled"):
    """The dice of a check lie on the table, with the pool they came from."""

    check: str
    who: str
    kind: str
    purpose: str
    difficulty: int
    pool: tuple[PoolLine, ...]
    dice: tuple[Die, ...]
    outcome: Outcome
    degree: int


class DiceChanged(Event, frozen=True, tag="lawn.dice-changed"):
    """Dice were appended to the table, altered or thrown again."""

    check: str
    who: str
    before: tuple[Die, ...]
    after: tuple[Die, ...]
    outcome: Outcome
    degree: int
    why: str = ""


# Services for the other chapters -------------------------------------------------------------------------------------


def open_check(tx: Tx, who: str, kind: str, *, purpose: str = "", difficulty: int = 0,
               modifiers: tuple[Modifier, ...] = (), required: int = 0, graded: tuple[str, ...] = (),
               serves: str = "", ref: str = "", hand: str = "") -> str:
    """Announce a check and return its id; one that is passed automatically settles at once.

    A difficulty given is lowered by what the person's defensive action bought (LP-ACT-017).
    """
    passes = automatic(tx.state, tx.state.entities[who], kind, purpose, modifiers) is not None
    check = Check(id=questions.next_id(tx.state, "check"), who=who, type=kind, purpose=purpose,
                  difficulty=eased(tx.state, who, kind, purpose, difficulty), modifiers=modifiers, required=required,
                  graded=graded, serves=serves, ref=ref, hand=hand, status="passed" if passes else "owed")
    tx.emit(CheckOpened(check=check))
    if passes:
        go_on(tx, check, hold=False)
    return check.id


def about(tx: Tx, check_id: str, target: str) -> bool:
    """Say whom an announced check is about, and return True where something proposed about it has to be answered."""
    if target and check_id in tx.state.checks:
        for suggest in TARGETED:
            suggest(tx, check_id, target)
    return proposed(tx.state, check_id)


def roll(tx: Tx, check_id: str, *, hold: bool = False) -> Rejected | None:
    """Roll an announced check; ``check-not-ready`` while its difficulty is missing (LP-CHK-003)."""
    check = tx.state.checks[check_id]
    if not check.difficulty:
        return Rejected("check-not-ready", {"who": Who(check.who), "missing": "difficulty"})
    lines = pool_lines(tx.state, check)
    thrown = tx.roll(pool_size(lines), check.difficulty)
    dice = tuple(Die(face, check.difficulty, "base") for face in thrown)
    came = outcomes.judge(thrown)
    tx.emit(CheckRolled(check=check.id, who=check.who, kind=check.type, purpose=check.purpose,
                        difficulty=check.difficulty, pool=lines, dice=dice, outcome=came.outcome, degree=came.degree))
    void_proposals(tx, check_id)
    go_on(tx, check, hold=hold)
    return None


def append(tx: Tx, check_id: str, count: int, origin: str, why: str = "") -> None:
    """Throw more dice of the check's size and lay them behind those on the table (LP-CHK-036); compares nothing."""
    check = tx.state.checks[check_id]
    more = tuple(Die(face, check.difficulty, origin) for face in tx.roll(count, check.difficulty))
    _lay(tx, check, (*check.dice, *more), why)


def _lay(tx: Tx, check: Check, dice: tuple[Die, ...], why: str) -> None:
    came = outcomes.judge(tuple(d.face for d in dice))
    tx.emit(DiceChanged(check=check.id, who=check.who, before=check.dice, after=dice, outcome=came.outcome,
                        degree=came.degree, why=why))


def owed(state: LawnState, who: str, kind: str = "", purpose: str = "") -> Check | None:
    """The first announced check of a person that is not rolled yet; of that type and purpose where given."""
    for check in state.checks.values():
        if check.who == who and check.status == "owed" and kind in ("", check.type) and purpose in ("", check.purpose):
            return check
    return None


def rolled(state: LawnState, who: str, check_id: str = "") -> Check | None:
    """The person's rolled check that is still open: the one of that id, else the one announced last."""
    found = [c for c in state.checks.values() if c.who == who and c.status == "rolled" and check_id in ("", c.id)]
    return found[-1] if found else None


# Tasks -------------------------------------------------------------------------------------------------------------


def what(check: Check) -> Msg:
    """The check as a sentence: who rolls what at which difficulty."""
    fields: dict[str, Field] = {"who": Who(check.who), "check": check_name(check.type, check.purpose),
                                "difficulty": check.difficulty}
    return Msg("{who} rolls {check} D{difficulty}" if check.difficulty else "{who} rolls {check}, difficulty?", fields)


def roll_task(state: LawnState, check: Check, kind: str, form: str) -> Task:
    """The task of an owed check; where its owner cannot roll any more, Enter takes it back."""
    drop_it = DropCheck(check=check.id)
    command: Command | None = None
    if may_roll(state, check.who) is not None:
        command = drop_it
    elif check.difficulty:
        alone = owed(state, check.who, check.type, check.purpose) is check
        command = RollCheck(who=check.who, kind=check.type, purpose=check.purpose, check="" if alone else check.id)
    return Task(kind=kind, who=check.who, what=what(check), command=command, skip=drop_it, dice=dice_of(state, check),
                form=f"{form} {check.who}", detail=tuple(m for hook in REMINDERS for m in hook(state, check)))


def tasks(state: LawnState) -> tuple[Task, ...]:
    """Owed checks block; a rolled one that is held open only waits to be settled."""
    out = []
    for check in state.checks.values():
        if check.serves in OWN_TASKS:
            continue
        if check.status == "owed":
            out.append(roll_task(state, check, "check", "check"))
        elif check.serves not in KEPT_OPEN:
            stands = result(check)
            alone = rolled(state, check.who) is check
            out.append(Task(kind="settle", who=check.who, blocking=False,
                            command=SettleCheck(who=check.who, check="" if alone else check.id),
                            what=Msg("{who}: {check} stands at {outcome}, degree {degree}: settle?",
                                     {"who": Who(check.who), "check": check_name(check.type, check.purpose),
                                      "outcome": OUTCOME_NAMES[stands.outcome], "degree": stands.degree})))
    return tuple(out)


# Decisions ---------------------------------------------------------------------------------------------------------


def bad_check(kind: str, difficulty: int, required: int = 0,
              modifiers: tuple[Modifier, ...] = ()) -> Rejected | None:
    """The refusal for a check that cannot be announced like this."""
    if kind not in CHECK_TYPES:
        return Rejected("unknown-check-type", {"kind": kind, "allowed": CHECK_TYPES})
    if difficulty and (refused := bad_difficulty(difficulty)) is not None:
        return refused
    if not 0 <= required <= MOST_EXTRA_DICE:
        return _out("degree", 0, MOST_EXTRA_DICE, required)
    if sum(abs(m.dice) for m in modifiers) > MOST_EXTRA_DICE:
        return _out("modifier", -MOST_EXTRA_DICE, MOST_EXTRA_DICE, sum(m.dice for m in modifiers))
    return None


def bad_difficulty(difficulty: int) -> Rejected | None:
    """The refusal for a number of faces that no difficulty has (LP-CHK-017, Q-CHK-11)."""
    if outcomes.LOWEST_DIFFICULTY <= difficulty <= LARGEST_DIFFICULTY:
        return None
    return _out("difficulty", outcomes.LOWEST_DIFFICULTY, LARGEST_DIFFICULTY, difficulty)


def _out(field: str, low: int, high: int, value: int) -> Rejected:
    return Rejected("out-of-bounds", {"field": field, "low": low, "high": high, "value": str(value)})


def may_roll(state: LawnState, who: str, purpose: str = "", hand: str = "") -> Rejected | None:
    """The refusal for somebody who cannot roll: nobody, an object, the dead, the unconscious (LP-INJ-049, -067).

    With a purpose or a hand, also for whoever lacks the eyes or the hand for it (LP-INJ-051, -052, -057).
    """
    person = state.entities.get(who)
    if person is None or person.presence == "removed":
        return unknown(who)
    if person.kind == "object":
        return Rejected("objects-do-not-roll", {"who": Who(who)})
    if injuries.is_dead(person) or injuries.is_unconscious(person):
        return Rejected("cannot-roll", {"who": Who(who)})
    if state.options.get("cannot_act") == "no_checks" and not injuries.can_act(person):
        return Rejected("cannot-roll", {"who": Who(who)})
    return limbs.barred(person, purpose, hand)


def _announce(c: CallCheck | RollCheck, tx: Tx, who: str) -> str | Rejected:
    claim = CLAIMS.get(c.kind)
    claimed = ("", 0) if claim is None else claim(tx.state, who)
    if isinstance(claimed, Rejected):
        return claimed
    serves, difficulty = claimed
    return open_check(tx, who, c.kind, purpose=c.purpose, difficulty=c.difficulty or difficulty, modifiers=c.modifiers,
                      required=c.required, graded=c.graded, serves=serves, hand=c.hand)


def _call(c: CallCheck, tx: Tx) -> Rejected | None:
    refused = bad_check(c.kind, c.difficulty, c.required, c.modifiers)
    if len(set(c.who)) != len(c.who):
        refused = refused or Rejected("named-twice")
    for who in c.who:
        refused = refused or may_roll(tx.state, who, c.purpose, c.hand)
    if c.target and tx.state.person(c.target) is None:
        refused = refused or unknown(c.target)
    if refused is not None:
        return refused
    for who in c.who:
        opened = _announce(c, tx, who)
        if isinstance(opened, Rejected):
            return opened
        about(tx, opened, c.target)
    return None


def _roll(c: RollCheck, tx: Tx) -> Rejected | None:
    refused = (may_roll(tx.state, c.who, c.purpose, c.hand)
               or bad_check(c.kind or CHECK_TYPES[0], c.difficulty, c.required, c.modifiers))
    if refused is not None:
        return refused
    check = tx.state.checks.get(c.check) if c.check else owed(tx.state, c.who, c.kind, c.purpose)
    if check is None and c.kind and not c.check:
        opened = _announce(c, tx, c.who)
        if isinstance(opened, Rejected):
            return opened
        waits = tx.state.checks.get(opened)
        return None if waits is None or waits.status == "passed" else roll(tx, opened, hold=c.hold)
    if check is None or check.who != c.who or check.status != "owed" or c.kind not in ("", check.type):
        return Rejected("no-check-owed", {"who": Who(c.who)})
    said = c.difficulty if check.difficulty else eased(tx.state, c.who, check.type, check.purpose, c.difficulty)
    changed = replace(check, difficulty=said or check.difficulty, modifiers=c.modifiers or check.modifiers,
                      required=c.required or check.required, graded=c.graded or check.graded,
                      purpose=c.purpose or check.purpose, hand=c.hand or check.hand)
    if changed != check:
        tx.emit(CheckChanged(before=check, after=changed))
    return roll(tx, check.id, hold=c.hold)


def _open(tx: Tx, who: str, check_id: str, use: str = "") -> Check | Rejected:
    """The open check meant, or the refusal; a critical failure refuses the uses it bars (LP-CHK-038)."""
    if tx.state.person(who) is None:
        return unknown(who)
    check = rolled(tx.state, who, check_id)
    if check is None:
        return Rejected("no-open-check", {"who": Who(who)})
    if use in BARRED and result(check).outcome == "critical_failure":
        return Rejected("critical-failure-stands", {"who": Who(who)})
    return check


def _append(c: AppendDice, tx: Tx) -> Rejected | None:
    check = _open(tx, c.who, c.check, c.origin)
    if isinstance(check, Rejected):
        return check
    if c.origin not in ORIGINS:
        return Rejected("not-a-choice", {"field": "origin", "value": c.origin, "allowed": ORIGINS})
    if not 1 <= c.count <= MOST_APPENDED:
        return _out("dice", 1, MOST_APPENDED, c.count)
    append(tx, check.id, c.count, c.origin, c.why)
    go_on(tx, check, hold=True)
    return None


def _alter(c: AlterDie, tx: Tx) -> Rejected | None:
    check = _open(tx, c.who, c.check)
    if isinstance(check, Rejected):
        return check
    dice = list(check.dice)
    for position in (c.position, c.swap or c.position):
        if not 1 <= position <= len(dice):
            return _out("position", 1, len(dice), position)
    if c.swap:
        i, j = c.position - 1, c.swap - 1
        dice[i], dice[j] = dice[j], dice[i]
    else:
        die = dice[c.position - 1]
        if not outcomes.fits(c.face, die.sides):
            return Rejected("dice-impossible", {"face": c.face, "sides": die.sides})
        dice[c.position - 1] = replace(die, face=c.face)
    if tuple(dice) != check.dice:
        _lay(tx, check, tuple(dice), "altered")
        go_on(tx, check, hold=True)
    return None


def _reroll(c: Reroll, tx: Tx) -> Rejected | None:
    check = _open(tx, c.who, c.check, "reroll")
    if isinstance(check, Rejected):
        return check
    thrown = tx.roll(sum(die.origin == "base" for die in check.dice), check.difficulty)
    _lay(tx, check, tuple(Die(face, check.difficulty, "base") for face in thrown), c.why or "reroll")
    go_on(tx, check, hold=True)
    return None


def _settle(c: SettleCheck, tx: Tx) -> Rejected | None:
    check = _open(tx, c.who, c.check)
    if isinstance(check, Rejected):
        return check
    if check.serves in KEPT_OPEN:
        return Rejected("waits-for-the-other-side", {"who": Who(c.who)})
    settle(tx, check.id)
    return None


def _drop(c: DropCheck, tx: Tx) -> Rejected | None:
    if c.check not in tx.state.checks:
        return Rejected("no-such-check", {"check": c.check})
    drop(tx, c.check)
    return None


# Folds -------------------------------------------------------------------------------------------------------------


def _put(state: LawnState, check: Check) -> LawnState:
    return replace(state, checks={**state.checks, check.id: check})


def _opened(state: LawnState, e: CheckOpened) -> LawnState:
    return replace(_put(state, e.check), counters=questions.counted(state, "check"))


def _changed(state: LawnState, e: CheckChanged) -> LawnState:
    return _put(state, e.after)


def _was_rolled(state: LawnState, e: CheckRolled) -> LawnState:
    return _put(state, replace(state.checks[e.check], status="rolled", pool=e.pool, dice=e.dice))


def _dice_changed(state: LawnState, e: DiceChanged) -> LawnState:
    return _put(state, replace(state.checks[e.check], dice=e.after))


DECIDE = {
    CallCheck: _call,
    RollCheck: _roll,
    AppendDice: _append,
    AlterDie: _alter,
    Reroll: _reroll,
    SettleCheck: _settle,
    DropCheck: _drop,
}

EVOLVE = {
    CheckOpened: _opened,
    CheckChanged: _changed,
    CheckRolled: _was_rolled,
    DiceChanged: _dice_changed,
    **settling.EVOLVE,
}
