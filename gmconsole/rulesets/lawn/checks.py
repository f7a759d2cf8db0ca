"""Checks (chapter "Checks"): from announcement to settlement, and what the dice on the table make of it.

Covers LP-CHK-003, -015 to -039 and -060 to -064. The outcome is read from the ordered faces after every step
(``outcomes.judge``); a check settles when it is rolled unless the GM holds it open for appends and alterations. What a
result means belongs to the chapter the check serves: it registers under ``SETTLERS``.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from ...core.commands import unknown
from ...core.model import Command, Event, Field, Msg, Rejected, Who
from ...core.phases import Task
from ...core.ruleset import Tx as CoreTx
from . import injuries, outcomes, questions
from .outcomes import Outcome, Result
from .state import ATTRIBUTES, CHECK_TYPES, Check, Die, LawnState, Modifier, Person, PoolLine
from .terms import OUTCOME_NAMES, check_name

Tx = CoreTx[LawnState]
Settler = Callable[[Tx, Check, Result], None]

SETTLERS: dict[str, Settler] = {}
KEPT_OPEN: dict[str, Callable[[Tx], None]] = {}
"""Kinds of check that wait for another one before they settle, with what compares them after each change of dice."""

BASE_DICE = 5
SPIRITED_DEGREE = 3
LARGEST_DIFFICULTY = 30

questions.WORDING["critical"] = "{who}: {ref}, special event?"


class CallCheck(Command, tag="lawn.call"):
    """Announce a check and leave it owed; a difficulty of 0 is still to be said."""

    who: tuple[str, ...]
    kind: str
    purpose: str = ""
    difficulty: int = 0
    modifiers: tuple[Modifier, ...] = ()
    required: int = 0
    graded: tuple[str, ...] = ()


class RollCheck(Command, tag="lawn.check"):
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


class AppendDice(Command, tag="lawn.append"):
    """Add dice behind those on the table of somebody's open check (LP-CHK-036, -061)."""

    who: str
    count: int = 1
    why: str = ""


class AlterDie(Command, tag="lawn.alter"):
    """Turn one die of an open check to another face, or swap two (positions from 1; LP-CHK-062)."""

    who: str
    position: int
    face: int = 0
    swap: int = 0


class SettleCheck(Command, tag="lawn.settle"):
    """Close an open check: no further append or alteration (LP-CHK-038)."""

    who: str


class DropCheck(Command, tag="lawn.drop"):
    """Take an announced check back."""

    check: str


class CheckOpened(Event, tag="lawn.check-opened"):
    """A check was announced."""

    check: Check


class CheckChanged(Event, tag="lawn.check-changed"):
    """What was announced changed before the roll."""

    before: Check
    after: Check


class CheckRolled(Event, tag="lawn.check-rolled"):
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


class DiceChanged(Event, tag="lawn.dice-changed"):
    """Dice were appended to or altered on the table."""

    check: str
    who: str
    before: tuple[Die, ...]
    after: tuple[Die, ...]
    outcome: Outcome
    degree: int
    why: str = ""


class CheckSettled(Event, tag="lawn.check-settled"):
    """A check came to its end; ``rolled`` is False for an automatic pass."""

    check: str
    who: str
    kind: str
    purpose: str
    outcome: Outcome
    degree: int
    passed: bool
    rolled: bool = True
    reached: str = ""


class CheckDropped(Event, tag="lawn.check-dropped"):
    """An announced check was taken back."""

    check: Check


# Pools -------------------------------------------------------------------------------------------------------------


def pool_lines(state: LawnState, check: Check) -> tuple[PoolLine, ...]:
    """The pool as itemised lines: base 5, attribute or sanity, states, and the check's own modifiers (LP-CHK-018, -019).

    The sum may be below zero; ``pool_size`` holds it at 0 while the lines stay whole (LP-CHK-020).
    """
    person = state.entities[check.who]
    lines = [PoolLine("base", BASE_DICE)]
    if check.type in ATTRIBUTES:
        points = person.attributes.get(check.type, 0)
        if points:
            lines.append(PoolLine(check.type, points))
    elif check.type == "initiative" and person.sanity:
        lines.append(PoolLine("sanity", person.sanity))
    lines.extend(injuries.dice_lines(person, check.type))
    lines.extend(line for hook in POOL_HOOKS for line in hook(state, check))
    lines.extend(PoolLine(m.why or "modifier", m.dice) for m in check.modifiers)
    return tuple(lines)


EASE: list[Callable[[LawnState, str, str, str], int]] = []
"""Chapters that make a person's checks easier add a function here: faces off, by (state, who, type, purpose)."""

POOL_HOOKS: list[Callable[[LawnState, Check], tuple[PoolLine, ...]]] = []
"""Chapters whose conditions change pools (in a crisis, in the dark) add a function here."""


def pool_size(lines: tuple[PoolLine, ...]) -> int:
    """The number of dice the lines come to, at least 0 (LP-CHK-020)."""
    return outcomes.pool_size(line.dice for line in lines)


def dice_of(state: LawnState, check: Check) -> tuple[int, int]:
    """(dice, faces) the check would be rolled with now."""
    return pool_size(pool_lines(state, check)), check.difficulty


def faces(check: Check) -> tuple[int, ...]:
    """The faces on the table in the order that decides."""
    return tuple(d.face for d in check.dice)


def succeeded(result: Result) -> bool:
    """True for an ordinary or critical success."""
    return outcomes.is_success(result.outcome)


def automatic(state: LawnState, person: Person, kind: str, purpose: str) -> Result | None:
    """The result of a check that is passed before rolling, or None (LP-CHK-064, LP-INI-021, LP-MOV-072)."""
    if not person.spirited:
        return None
    if kind == "initiative":
        return outcomes.automatic_pass(SPIRITED_DEGREE)
    if purpose == "speed":
        probe = Check(id="", who=person.id, type=kind, purpose=purpose)
        if pool_size(pool_lines(state, probe)) >= outcomes.FEWEST_DICE:
            return outcomes.automatic_pass(SPIRITED_DEGREE)
    return None


# Services for the other chapters -------------------------------------------------------------------------------------


def open_check(tx: Tx, who: str, kind: str, *, purpose: str = "", difficulty: int = 0,
               modifiers: tuple[Modifier, ...] = (), required: int = 0, graded: tuple[str, ...] = (),
               serves: str = "", ref: str = "") -> str:
    """Announce a check and return its id; one that is passed automatically settles at once.

    A difficulty given is lowered by what the person's defensive action bought (LP-ACT-017).
    """
    if difficulty:
        steps = sum(ease(tx.state, who, kind, purpose) for ease in EASE) // outcomes.DIFFICULTY_STEP
        difficulty = outcomes.step_difficulty(difficulty, -steps)
    check = Check(id=questions.next_id(tx.state, "check"), who=who, type=kind, purpose=purpose, difficulty=difficulty,
                  modifiers=modifiers, required=required, graded=graded, serves=serves, ref=ref)
    tx.emit(CheckOpened(check=check))
    passed = automatic(tx.state, tx.state.entities[who], kind, purpose)
    if passed is not None and serves not in KEPT_OPEN:
        _settle(tx, check, passed)
    return check.id


def roll(tx: Tx, check_id: str, *, hold: bool = False) -> Rejected | None:
    """Roll an announced check; ``check-not-ready`` while its difficulty is missing (LP-CHK-003)."""
    check = tx.state.checks[check_id]
    if not check.difficulty:
        return Rejected("check-not-ready", {"who": Who(check.who), "missing": "difficulty"})
    lines = pool_lines(tx.state, check)
    thrown = tx.roll(pool_size(lines), check.difficulty)
    dice = tuple(Die(face, check.difficulty, "base") for face in thrown)
    result = outcomes.judge(thrown)
    tx.emit(CheckRolled(check=check.id, who=check.who, kind=check.type, purpose=check.purpose,
                        difficulty=check.difficulty, pool=lines, dice=dice, outcome=result.outcome,
                        degree=result.degree))
    if check.serves in KEPT_OPEN:
        KEPT_OPEN[check.serves](tx)
    elif not hold:
        settle(tx, check_id)
    return None


def settle(tx: Tx, check_id: str) -> Result:
    """Close a rolled check, hand its result to the chapter it serves, and return it."""
    check = tx.state.checks[check_id]
    result = outcomes.judge(faces(check))
    _settle(tx, check, result)
    return result


def drop(tx: Tx, check_id: str) -> None:
    """Take an announced check back if it is still there."""
    check = tx.state.checks.get(check_id)
    if check is not None:
        tx.emit(CheckDropped(check=check))


def _settle(tx: Tx, check: Check, result: Result) -> None:
    passed = outcomes.passed(result.outcome, result.degree, check.required or None)
    reached = ""
    if check.graded and outcomes.is_success(result.outcome):
        reached = outcomes.reached_band(dict(enumerate(check.graded)), result.degree) or ""
    tx.emit(CheckSettled(check=check.id, who=check.who, kind=check.type, purpose=check.purpose, outcome=result.outcome,
                         degree=result.degree, passed=passed, rolled=result.rolled, reached=reached))
    if outcomes.is_critical(result.outcome):
        questions.ask(tx, "critical", who=check.who, ref=result.outcome, blocking=False)
    settler = SETTLERS.get(check.serves)
    if settler is not None:
        settler(tx, check, result)


def owed(state: LawnState, who: str, kind: str = "", purpose: str = "") -> Check | None:
    """The first announced check of a person that is not rolled yet; of that type and purpose where given."""
    for check in state.checks.values():
        if check.who == who and check.status == "owed" and kind in ("", check.type) and purpose in ("", check.purpose):
            return check
    return None


def rolled(state: LawnState, who: str) -> Check | None:
    """The person's latest rolled check that is still open."""
    found = [c for c in state.checks.values() if c.who == who and c.status == "rolled"]
    return found[-1] if found else None


# Tasks -------------------------------------------------------------------------------------------------------------


def what(check: Check) -> Msg:
    """The check as a sentence: who rolls what at which difficulty."""
    fields: dict[str, Field] = {"who": Who(check.who), "check": check_name(check.type, check.purpose), "difficulty": check.difficulty}
    return Msg("{who} rolls {check} D{difficulty}" if check.difficulty else "{who} rolls {check}, difficulty?", fields)


def tasks(state: LawnState) -> tuple[Task, ...]:
    """Owed checks block; a rolled one that is held open only waits to be settled."""
    out = []
    for check in state.checks.values():
        if check.serves in OWN_TASKS:
            continue
        if check.status == "owed":
            out.append(Task(kind="check", who=check.who, what=what(check), skip=DropCheck(check=check.id),
                            command=RollCheck(who=check.who, check=check.id) if check.difficulty else None,
                            dice=dice_of(state, check), form=f"check {check.who}"))
        elif check.serves not in KEPT_OPEN:
            result = outcomes.judge(faces(check))
            out.append(Task(kind="settle", who=check.who, blocking=False, command=SettleCheck(who=check.who),
                            what=Msg("{who}: {check} stands at {outcome}, degree {degree}: settle?",
                                     {"who": Who(check.who), "check": check_name(check.type, check.purpose),
                                      "outcome": OUTCOME_NAMES[result.outcome], "degree": result.degree})))
    return tuple(out)


OWN_TASKS: set[str] = set()
"""Kinds of check whose chapter makes the tasks itself."""

# Decisions ---------------------------------------------------------------------------------------------------------


def bad_check(kind: str, difficulty: int, required: int = 0) -> Rejected | None:
    """The refusal for a check that cannot be announced like this."""
    if kind not in CHECK_TYPES:
        return Rejected("unknown-check-type", {"kind": kind, "allowed": CHECK_TYPES})
    if difficulty and not 3 <= difficulty <= LARGEST_DIFFICULTY:
        return Rejected("out-of-bounds", {"field": "difficulty", "low": 3, "high": LARGEST_DIFFICULTY,
                                          "value": str(difficulty)})
    if required < 0:
        return Rejected("out-of-bounds", {"field": "degree", "low": 0, "high": 99, "value": str(required)})
    return None


def may_roll(state: LawnState, who: str) -> Rejected | None:
    """The refusal for somebody who cannot roll: nobody, an object, the dead, the unconscious (LP-INJ-049, -067)."""
    person = state.entities.get(who)
    if person is None or person.presence == "removed":
        return unknown(who)
    if person.kind == "object":
        return Rejected("objects-do-not-roll", {"who": Who(who)})
    if injuries.is_dead(person) or injuries.is_unconscious(person):
        return Rejected("cannot-roll", {"who": Who(who)})
    return None


def _call(c: CallCheck, tx: Tx) -> Rejected | None:
    refused = bad_check(c.kind, c.difficulty, c.required)
    for who in c.who:
        refused = refused or may_roll(tx.state, who)
    if refused is not None:
        return refused
    for who in c.who:
        open_check(tx, who, c.kind, purpose=c.purpose, difficulty=c.difficulty, modifiers=c.modifiers,
                   required=c.required, graded=c.graded)
    return None


def _roll(c: RollCheck, tx: Tx) -> Rejected | None:
    refused = may_roll(tx.state, c.who)
    if refused is not None:
        return refused
    if c.kind or c.difficulty:
        refused = bad_check(c.kind or "PHY", c.difficulty, c.required)
        if refused is not None:
            return refused
    check = tx.state.checks.get(c.check) if c.check else owed(tx.state, c.who, c.kind, c.purpose)
    if check is None or check.who != c.who or check.status != "owed":
        if c.check or not c.kind:
            return Rejected("no-check-owed", {"who": Who(c.who)})
        opened = open_check(tx, c.who, c.kind, purpose=c.purpose, difficulty=c.difficulty, modifiers=c.modifiers,
                            required=c.required, graded=c.graded)
        return roll(tx, opened, hold=c.hold) if opened in tx.state.checks else None
    changed = replace(check, difficulty=c.difficulty or check.difficulty, modifiers=c.modifiers or check.modifiers,
                      required=c.required or check.required, graded=c.graded or check.graded,
                      purpose=c.purpose or check.purpose)
    if changed != check:
        tx.emit(CheckChanged(before=check, after=changed))
    return roll(tx, check.id, hold=c.hold)


def _open(tx: Tx, who: str) -> Check | Rejected:
    if tx.state.person(who) is None:
        return unknown(who)
    return rolled(tx.state, who) or Rejected("no-open-check", {"who": Who(who)})


def _append(c: AppendDice, tx: Tx) -> Rejected | None:
    check = _open(tx, c.who)
    if isinstance(check, Rejected):
        return check
    if not 1 <= c.count <= 20:
        return Rejected("out-of-bounds", {"field": "dice", "low": 1, "high": 20, "value": str(c.count)})
    append(tx, check.id, c.count, "append", c.why)
    return None


def append(tx: Tx, check_id: str, count: int, origin: str, why: str = "") -> None:
    """Throw more dice of the check's size and lay them behind those on the table."""
    check = tx.state.checks[check_id]
    more = tuple(Die(f, check.difficulty, origin) for f in tx.roll(count, check.difficulty))
    _change_dice(tx, check, (*check.dice, *more), why)


def _change_dice(tx: Tx, check: Check, dice: tuple[Die, ...], why: str) -> None:
    result = outcomes.judge(tuple(d.face for d in dice))
    tx.emit(DiceChanged(check=check.id, who=check.who, before=check.dice, after=dice, outcome=result.outcome,
                        degree=result.degree, why=why))
    if check.serves in KEPT_OPEN:
        KEPT_OPEN[check.serves](tx)


def _alter(c: AlterDie, tx: Tx) -> Rejected | None:
    check = _open(tx, c.who)
    if isinstance(check, Rejected):
        return check
    dice = list(check.dice)
    for position in (c.position, c.swap or c.position):
        if not 1 <= position <= len(dice):
            return Rejected("out-of-bounds", {"field": "position", "low": 1, "high": len(dice), "value": str(position)})
    if c.swap:
        i, j = c.position - 1, c.swap - 1
        dice[i], dice[j] = dice[j], dice[i]
    else:
        die = dice[c.position - 1]
        if not outcomes.fits(c.face, die.sides):
            return Rejected("dice-impossible", {"face": c.face, "sides": die.sides})
        dice[c.position - 1] = replace(die, face=c.face)
    if tuple(dice) != check.dice:
        _change_dice(tx, check, tuple(dice), "altered")
    return None


def _settle_command(c: SettleCheck, tx: Tx) -> Rejected | None:
    check = _open(tx, c.who)
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


def settle_open(tx: Tx) -> None:
    """Settle every rolled check that was held open: the GM moves on."""
    for check in list(tx.state.checks.values()):
        if check.status == "rolled" and check.serves not in KEPT_OPEN and check.id in tx.state.checks:
            settle(tx, check.id)


# Folds -------------------------------------------------------------------------------------------------------------


def _put(state: LawnState, check: Check) -> LawnState:
    return replace(state, checks={**state.checks, check.id: check})


def _without(state: LawnState, check_id: str) -> LawnState:
    return replace(state, checks={k: v for k, v in state.checks.items() if k != check_id})


def _opened(state: LawnState, e: CheckOpened) -> LawnState:
    return replace(_put(state, e.check), counters=questions.counted(state, "check"))


def _changed(state: LawnState, e: CheckChanged) -> LawnState:
    return _put(state, e.after)


def _was_rolled(state: LawnState, e: CheckRolled) -> LawnState:
    return _put(state, replace(state.checks[e.check], status="rolled", pool=e.pool, dice=e.dice))


def _dice_changed(state: LawnState, e: DiceChanged) -> LawnState:
    return _put(state, replace(state.checks[e.check], dice=e.after))


def _settled(state: LawnState, e: CheckSettled) -> LawnState:
    return _without(state, e.check)


def _dropped(state: LawnState, e: CheckDropped) -> LawnState:
    return _without(state, e.check.id)


DECIDE = {
    CallCheck: _call,
    RollCheck: _roll,
    AppendDice: _append,
    AlterDie: _alter,
    SettleCheck: _settle_command,
    DropCheck: _drop,
}

EVOLVE = {
    CheckOpened: _opened,
    CheckChanged: _changed,
    CheckRolled: _was_rolled,
    DiceChanged: _dice_changed,
    CheckSettled: _settled,
    CheckDropped: _dropped,
}
