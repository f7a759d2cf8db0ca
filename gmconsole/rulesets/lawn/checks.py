"""Checks (chapter "Checks"): from announcement to settlement, and what the dice on the table make of it.

Covers LP-CHK-003, -015 to -039 and -060 to -064. The outcome is read from the ordered faces after every step
(``outcomes.judge``); a check settles when it is rolled unless the GM holds it open for appends, alterations and
rerolls. Pools are in ``pools``, how a check comes to its end in ``settling``, whose names are found here too; what the
commands do is in ``calling``.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from ...core.commands import unknown
from ...core.model import Command, Event, Field, Msg, Rejected, Text, Who, terms_of
from ...core.people import counted, next_id
from ...core.phases import Task
from ...core.ruleset import Tx as CoreTx
from . import alterations, injuries, kinds, limbs, settling
from .alterations import ORIGINS as ORIGINS
from .alterations import AlterDie as AlterDie
from .alterations import AppendDice as AppendDice
from .alterations import DiceChanged as DiceChanged
from .alterations import Reroll as Reroll
from .alterations import append as append
from .alterations import bad_difficulty as bad_difficulty
from .alterations import out_of_bounds, thrown
from .alterations import rolled as rolled
from .character import Reading
from .outcomes import PLAIN, Outcome
from .pools import EASE as EASE
from .pools import LARGEST_DIFFICULTY as LARGEST_DIFFICULTY
from .pools import POOL_HOOKS as POOL_HOOKS
from .pools import automatic as automatic
from .pools import dice_of as dice_of
from .pools import eased, faces_of, helping_dice, promised_dice, reading, tail
from .pools import pool_lines as pool_lines
from .pools import pool_size as pool_size
from .settling import DROPPED as DROPPED
from .settling import HELD, go_on, judged, kept, mark, proposed, stands_now, void_proposals
from .settling import KEPT_OPEN as KEPT_OPEN
from .settling import PROPOSALS as PROPOSALS
from .settling import SETTLERS as SETTLERS
from .settling import CheckChanged as CheckChanged
from .settling import CheckDropped as CheckDropped
from .settling import CheckSettled as CheckSettled
from .settling import drop as drop
from .settling import faces as faces
from .settling import result as result
from .settling import settle as settle
from .settling import settle_open as settle_open
from .settling import succeeded as succeeded
from .state import CHECK_TYPES, Check, Condition, Die, Emergence, LawnState, Modifier, PoolLine
from .terms import check_name

Tx = CoreTx[LawnState]

OWN_TASKS: set[str] = set()
"""Kinds of check whose chapter makes the tasks itself."""

REMINDERS: list[Callable[[LawnState, Check], tuple[Msg, ...]]] = []
"""Chapters that have something to say beside an owed check add a function here."""

CLAIMS: dict[str, Callable[[LawnState, str], tuple[str, int] | Rejected]] = {}
"""Types of check that belong to a chapter: what one announced for somebody serves there, and at which difficulty."""

TARGETED: list[Callable[[Tx, str, str], None]] = []
"""Chapters with something to propose about a check on a target add a function here: (tx, check id, target's id)."""

NEEDS: dict[str, Callable[[LawnState, Check], Rejected | None]] = {}
"""What else has to be there for a check to be rolled, by what it serves."""

BEGINS: dict[str, Callable[[Tx, Check], None]] = {}
"""What is paid and used up as a check is rolled, by what it serves (LP-EMG-002, -011)."""

BARS: list[Callable[[LawnState, str, str, tuple[str, ...]], Rejected | None]] = []
"""Chapters that refuse to announce some checks add a function here: (state, who, type, purpose and tags)."""

OPENED: list[Callable[[Tx, str], None]] = []
"""Called with the id of every check that is announced and owed: what a chapter proposes for it."""

MOST_EXTRA_DICE = 99


class Announcement(Command, frozen=True, kw_only=True):
    """What the GM may say of a check with its announcement or with its roll.

    ``target`` is whom it is about; a non-player character never rolls against a player character, only about the
    ``words`` of one (LP-CHK-044). ``special``, ``manner``, ``tags`` and ``represents`` are as in ``Check``. ``anyway``
    is the GM's word for a check that somebody lacks the skill for, or needs no check for (LP-SKL-002).
    """

    purpose: str = ""
    difficulty: int = 0
    modifiers: tuple[Modifier, ...] = ()
    required: int = 0
    graded: tuple[str, ...] = ()
    hand: str = ""
    target: str = ""
    words: bool = False
    special: str = ""
    manner: str = ""
    tags: tuple[str, ...] = ()
    represents: tuple[str, ...] = ()
    anyway: bool = False


class CallCheck(Announcement, frozen=True, tag="lawn.call"):
    """Announce a check and leave it owed; a difficulty of 0 is still to be said, and so is an empty type.

    ``offers`` are other types that fit as well: the player chooses one of all these before the roll (LP-CHK-041).
    """

    who: tuple[str, ...]
    kind: str = ""
    offers: tuple[str, ...] = ()


class RollCheck(Announcement, frozen=True, tag="lawn.check"):
    """Roll a check: the owed one (of that type where a type is given), or a new one announced and rolled at once.

    ``hold`` keeps it open for appends and alterations; otherwise it settles with the roll.
    """

    who: str
    kind: str = ""
    hold: bool = False
    check: str = ""


class SettleCheck(Command, frozen=True, tag="lawn.settle"):
    """Close an open check: no further append, alteration or reroll (LP-CHK-038).

    ``anyway`` is the GM's word for a check that has to be rolled a second time first (LP-SPC-030).
    """

    who: str
    check: str = ""
    anyway: bool = False


class DropCheck(Command, frozen=True, tag="lawn.drop"):
    """Take a check back that has not settled."""

    check: str


class CheckOpened(Event, frozen=True, tag="lawn.check-opened"):
    """A check was announced."""

    check: Check


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
    special: str = ""
    wanted: int = 0
    reading: Reading = PLAIN
    stands: str = ""


# Services for the other chapters -------------------------------------------------------------------------------------


def open_check(
    tx: Tx,
    who: str,
    kind: str,
    *,
    purpose: str = "",
    difficulty: int = 0,
    modifiers: tuple[Modifier, ...] = (),
    required: int = 0,
    graded: tuple[str, ...] = (),
    serves: str = "",
    ref: str = "",
    hand: str = "",
    offers: tuple[str, ...] = (),
    special: str = "",
    manner: str = "",
    tags: tuple[str, ...] = (),
    represents: tuple[str, ...] = (),
    conditions: tuple[Condition, ...] = (),
    emergence: Emergence | None = None,
) -> str:
    """Announce a check and return its id; one that is passed automatically settles at once.

    A difficulty given is lowered by what the person's defensive action bought (LP-ACT-017). What a reversal swaps is
    decided now, by the option ``reversal_swaps`` (Q-CHK-02).
    """
    if special == "reversal" and tx.state.options.get("reversal_swaps") == "plain":
        special = "plain_reversal"
    passes = automatic(tx.state, tx.state.entities[who], kind, purpose, modifiers) is not None
    check = Check(
        id=next_id(tx.state, "check"),
        who=who,
        type=kind,
        purpose=purpose,
        difficulty=eased(tx.state, who, kind, purpose, difficulty),
        modifiers=modifiers,
        required=required,
        graded=graded,
        serves=serves,
        ref=ref,
        hand=hand,
        status="passed" if passes else "owed",
        offers=offers,
        special=special,
        manner=manner or kinds.manner_of(purpose, kind),
        tags=kinds.tags_for(purpose, tags, kind),
        represents=represents,
        conditions=conditions,
        emergence=emergence,
        reading=reading(tx.state, who, kind, purpose),
    )
    tx.emit(CheckOpened(check=check))
    if passes:
        go_on(tx, check, hold=False)
    else:
        for hook in OPENED:
            hook(tx, check.id)
    return check.id


def barred(state: LawnState, who: str, kind: str, purpose: str, tags: tuple[str, ...] = ()) -> Rejected | None:
    """The refusal of a check that is not to be announced at all unless the GM says so."""
    words = tuple(word for word in (purpose, *tags) if word)
    return next((refused for bar in BARS if (refused := bar(state, who, kind, words)) is not None), None)


def about(tx: Tx, check_id: str, target: str) -> bool:
    """Say whom an announced check is about, and return True where something proposed about it has to be answered."""
    if target and check_id in tx.state.checks:
        for suggest in TARGETED:
            suggest(tx, check_id, target)
    return proposed(tx.state, check_id)


def roll(tx: Tx, check_id: str, *, hold: bool = False) -> Rejected | None:
    """Roll an announced check; ``check-not-ready`` while its type or difficulty is missing (LP-CHK-003).

    Dice promised by helpers and those paid for are thrown along and lie behind the pool's own (LP-CHK-058, LP-EMG-011).
    """
    check = tx.state.checks[check_id]
    if not (check.type and check.difficulty):
        return Rejected("check-not-ready", {"who": Who(check.who), "missing": "difficulty" if check.type else "type"})
    refused = lacking(tx.state, check)
    if refused is not None:
        return refused
    if check.serves in BEGINS:
        BEGINS[check.serves](tx, check)
    lines, sides = pool_lines(tx.state, check), faces_of(tx.state, check)
    dice = (
        *thrown(tx, pool_size(lines), sides, "base"),
        *thrown(tx, helping_dice(tx.state, check), sides, "helper"),
        *thrown(tx, promised_dice(tx.state, check), sides, "potential"),
        *alterations.laid(tail(tx.state, check), alterations.TAIL),
    )
    wanted = sides if check.special == "legendary" else 0
    read = replace(check, wanted=wanted, reading=reading(tx.state, check.who, check.type, check.purpose))
    row = tuple(d.face for d in dice)
    came = judged(read, row)
    tx.emit(
        CheckRolled(
            check=check.id,
            who=check.who,
            kind=check.type,
            purpose=check.purpose,
            difficulty=sides,
            pool=lines,
            dice=dice,
            outcome=came.outcome,
            degree=came.degree,
            special=check.special,
            wanted=wanted,
            reading=read.reading,
            stands=stands_now(read, row),
        )
    )
    void_proposals(tx, check_id)
    if hold and kept(tx.state, tx.state.checks[check_id]):
        mark(tx, check_id, noted=(*check.noted, HELD))
    go_on(tx, check, hold=hold)
    return None


def lacking(state: LawnState, check: Check) -> Rejected | None:
    """The refusal of a roll for which something is missing that this kind of check needs."""
    needs = NEEDS.get(check.serves)
    return needs(state, check) if needs is not None else None


def owed(state: LawnState, who: str, kind: str = "", purpose: str = "") -> Check | None:
    """The first announced check of a person that is not rolled yet; of that type and purpose where given."""
    for check in state.checks.values():
        if check.who == who and check.status == "owed" and of_type(check, kind) and purpose in ("", check.purpose):
            return check
    return None


def of_type(check: Check, kind: str) -> bool:
    """Whether an announced check is of that type, or may still become it; an empty word stands for any."""
    if check.type or not kind:
        return kind in ("", check.type)
    return kind in (check.offers or CHECK_TYPES) and kind not in CLAIMS


# Tasks -------------------------------------------------------------------------------------------------------------


def title(check: Check) -> Text:
    """The check by its type and purpose, with what is special about it and what it is to bring about."""
    name = check_name(check.type, check.purpose)
    if check.emergence is not None:
        name = Msg("{check} ({thing})", {"check": name, "thing": check.emergence.thing})
    if check.special:
        return Msg("legendary {check}" if check.special == "legendary" else "reversal {check}", {"check": name})
    return name


def what(check: Check) -> Msg:
    """The check as a sentence: who rolls what at which difficulty."""
    fields: dict[str, Field] = {"who": Who(check.who), "check": title(check), "difficulty": check.difficulty}
    return Msg("{who} rolls {check} D{difficulty}" if check.difficulty else "{who} rolls {check}, difficulty?", fields)


def roll_command(state: LawnState, check: Check) -> RollCheck | None:
    """The command that rolls an owed check; None while its type or difficulty is missing."""
    if not (check.difficulty and check.type):
        return None
    alone = owed(state, check.who, check.type, check.purpose) is check
    return RollCheck(who=check.who, kind=check.type, purpose=check.purpose, check="" if alone else check.id)


def roll_task(state: LawnState, check: Check, kind: str, form: str) -> Task:
    """The task of an owed check; where its owner cannot roll any more, Enter takes it back."""
    drop_it = DropCheck(check=check.id)
    barred = may_roll(state, check.who) or lacking(state, check)
    command = drop_it if barred is not None else roll_command(state, check)
    return Task(
        kind=kind,
        who=check.who,
        what=what(replace(check, difficulty=faces_of(state, check))),
        command=command,
        skip=drop_it,
        dice=dice_of(state, check),
        form=f"{form} {check.who}",
        detail=tuple(m for hook in REMINDERS for m in hook(state, check)),
    )


# Who may roll what --------------------------------------------------------------------------------------------------


def bad_check(kind: str, difficulty: int, required: int = 0, modifiers: tuple[Modifier, ...] = ()) -> Rejected | None:
    """The refusal for a check that cannot be announced like this."""
    if kind not in CHECK_TYPES:
        return Rejected("unknown-check-type", {"kind": kind, "allowed": terms_of("type", CHECK_TYPES)})
    if difficulty and (refused := bad_difficulty(difficulty)) is not None:
        return refused
    if not 0 <= required <= MOST_EXTRA_DICE:
        return out_of_bounds("degree", 0, MOST_EXTRA_DICE, required)
    if sum(abs(m.dice) for m in modifiers) > MOST_EXTRA_DICE:
        return out_of_bounds("modifier", -MOST_EXTRA_DICE, MOST_EXTRA_DICE, sum(m.dice for m in modifiers))
    return None


def may_roll(state: LawnState, who: str, purpose: str = "", hand: str = "") -> Rejected | None:
    """The refusal for somebody who cannot roll: nobody, an object, the dead, the unconscious (LP-INJ-049, -067).

    With a purpose or a hand, also for whoever lacks the eyes or the hand for it (LP-INJ-051, -052, -057). The option
    ``cannot_act`` may take passive checks as well, never initiative (Q-J04, Q-C07).
    """
    person = state.entities.get(who)
    if person is None or person.presence == "removed":
        return unknown(who)
    if person.kind == "object":
        return Rejected("objects-do-not-roll", {"who": Who(who)})
    if injuries.is_dead(person) or injuries.is_unconscious(person):
        return Rejected("cannot-roll", {"who": Who(who)})
    helpless = state.options.get("cannot_act") == "no_checks" and not injuries.can_act(person)
    if helpless and state.phase != "initiative":
        return Rejected("cannot-roll", {"who": Who(who)})
    return limbs.barred(person, purpose, hand)


# Folds -------------------------------------------------------------------------------------------------------------


def _put(state: LawnState, check: Check) -> LawnState:
    return replace(state, checks={**state.checks, check.id: check})


def _opened(state: LawnState, e: CheckOpened) -> LawnState:
    return replace(_put(state, e.check), counters=counted(state, "check"))


def _was_rolled(state: LawnState, e: CheckRolled) -> LawnState:
    return _put(
        state,
        replace(
            state.checks[e.check],
            status="rolled",
            pool=e.pool,
            dice=e.dice,
            difficulty=e.difficulty,
            wanted=e.wanted,
            reading=e.reading,
            stands=e.stands,
            first=e.difficulty,
        ),
    )


EVOLVE = {
    CheckOpened: _opened,
    CheckRolled: _was_rolled,
    **alterations.EVOLVE,
    **settling.EVOLVE,
}
