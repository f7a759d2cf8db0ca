"""Saves: one d20 against one score (chapter "Saves").

Covers CA-SAV-001 to -003 and -006, CA-ATT-001. A save that is owed lies in the state as a ``Call``; rolling it settles
it, and what follows is the business of the chapter that asked (``FOLLOWS``). Opposed and joint saves: ``contests``.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from msgspec.structs import replace

from ...core.commands import unknown
from ...core.model import Command, Event, Field, Msg, Rejected, Text, Who, terms_of
from ...core.people import counted, next_id
from ...core.phases import Task
from ...core.ruleset import Tx as CoreTx
from .state import ATTRIBUTES, CairnState, Call
from .terms import term

Tx = CoreTx[CairnState]
Follow = Callable[[Tx, Call, bool], None]

FACES = 20
FOLLOWS: dict[str, Follow] = {}
"""What a settled save brings, by kind of call; a kind without an entry brings nothing by itself."""

BESIDES: list[Callable[[CairnState, Call], tuple[Msg, ...]]] = []
"""What else is worth knowing before a save is rolled; a chapter adds what it knows."""

SPOILS = "spoils"
"""The stake of a risky act's save whose failure wastes the act; ``cost`` where it only costs what the Warden says."""

CALLED = {"free", "opposed", "joint"}
"""The kinds of saves that only the Warden's word brought about, and may take back as no risk at all."""

NAMED: set[str] = set()
"""The kinds of saves whose ``why`` is no words of the Warden's but a term of the kind ``save``."""

HANDED_ON: set[str] = set()
"""The kinds of saves that somebody else makes where the one who owes it no longer can: its chapter sees to that."""

WAITS: dict[str, Callable[[CairnState, Call], bool]] = {}
"""Whether a call of that kind has to wait for something, although it is owed."""


class CallSave(Command, frozen=True, tag="cairn.call-save"):
    """The Warden asks for a save (CA-SAV-006). ``cost`` says what a failure costs, in words.

    Refused: ``unknown-attribute``, and nobody may be asked who is unknown.
    """

    who: str
    attribute: str
    why: str = ""
    cost: str = ""


class Save(Command, frozen=True, tag="cairn.save"):
    """Roll the save that somebody owes: the first one, or the one with that id. Refused: ``owes-no-save``."""

    who: str
    call: str = ""


class Safe(Command, frozen=True, tag="cairn.safe"):
    """The task is without risk: it succeeds, and no die is rolled (CA-SAV-006). Refused: ``save-is-due`` for a save
    that a rule demands."""

    who: str
    call: str = ""


class Called(Event, frozen=True, tag="cairn.called"):
    """A save is owed; ``act`` is the kind of the act that it belongs to, where there is one."""

    call: Call
    act: str = ""


class Saved(Event, frozen=True, tag="cairn.saved"):
    """A save was rolled (``face`` 1 to 20) or passed without a die (0); ``score`` is what it was rolled against.

    ``act`` is the kind of the act that it belonged to, where there was one.
    """

    call: Call
    score: int
    face: int
    passed: bool
    act: str = ""


class CallDropped(Event, frozen=True, tag="cairn.call-dropped"):
    """A save that was owed has become void."""

    call: Call


# Reading -----------------------------------------------------------------------------------------------------------


def passes(face: int, score: int) -> bool:
    """Whether a face of a d20 saves against that current score (CA-SAV-001 to -003)."""
    return face == 1 or (face != FACES and face <= score)


def chance(score: int) -> Fraction:
    """The exact chance of passing against that current score."""
    return Fraction(min(max(score, 1), FACES - 1), FACES)


def owed(state: CairnState, kind: str) -> tuple[Call, ...]:
    """The open calls of a kind, in the order they were made."""
    return tuple(c for c in state.calls.values() if c.kind == kind)


def find(state: CairnState, who: str, call: str = "") -> Call | Rejected:
    """The call that somebody answers: the named one, or their first that does not have to wait."""
    if state.person(who) is None:
        return unknown(who)
    found = [c for c in state.calls.values() if c.who == who and call in ("", c.id)]
    if not found:
        return Rejected("owes-no-save", {"who": Who(who)})
    ready = [c for c in found if not must_wait(state, c)]
    return ready[0] if ready else Rejected("save-must-wait", {"who": Who(who)})


def must_wait(state: CairnState, call: Call) -> bool:
    """Whether something has to come before that save."""
    waits = WAITS.get(call.kind)
    return waits is not None and waits(state, call)


def may_be_safe(call: Call) -> bool:
    """Whether the Warden may say that there is no risk after all."""
    return call.kind in CALLED or bool(call.stake)


def at_stake(call: Call) -> tuple[Msg, ...]:
    """What the Warden said a failure brings."""
    wastes = (Msg("a failure wastes the act"),) if call.stake == SPOILS else ()
    return (*wastes, Msg("a failure costs: {cost}", {"cost": call.cost})) if call.cost and may_be_safe(call) else wastes


def act_of(state: CairnState, call: Call) -> str:
    """The kind of the declared act that a save belongs to, empty where there is none."""
    act = state.fight.acts.get(call.ref) if call.kind == "act" else None
    return act.kind if act is not None else ""


def reason(call: Call, act: str) -> Text:
    """What a save is for, in words: what the Warden said, the kind of act it belongs to, or the kind of save."""
    if call.kind in NAMED and call.why:
        return Msg("save:" + call.why)
    return call.why or Msg("act:" + act if act else "save:" + call.kind)


# Services for the other chapters -----------------------------------------------------------------------------------


def call(
    tx: Tx,
    kind: str,
    who: str,
    attribute: str,
    *,
    ref: str = "",
    other: str = "",
    why: str = "",
    cost: str = "",
    stake: str = "",
) -> str:
    """Ask for a save and return the call's id."""
    made = Call(
        id=next_id(tx.state, "save"),
        kind=kind,
        who=who,
        attribute=attribute,
        ref=ref,
        other=other,
        why=why,
        cost=cost,
        stake=stake,
    )
    tx.emit(Called(call=made, act=act_of(tx.state, made)))
    return made.id


def drop(tx: Tx, found: Call) -> None:
    """Take back a call that has become void."""
    if found.id in tx.state.calls:
        tx.emit(CallDropped(call=found))


def tasks(state: CairnState, kind: str = "") -> tuple[Task, ...]:
    """One task for each save owed that need not wait, with its exact chance; of one kind, or of all but ``entry``."""
    return tuple(
        Task(
            kind=f"save:{c.kind}",
            who=c.who,
            what=wording(state, c),
            command=Save(who=c.who, call=_which(state, c)),
            skip=Safe(who=c.who, call=_which(state, c)) if may_be_safe(c) else None,
            dice=(1, FACES),
            detail=(
                Msg("passes: {chance}", {"chance": percent(chance(score_of(state, c)))}),
                *at_stake(c),
                *(told for tell in BESIDES for told in tell(state, c)),
            ),
            form="save",
        )
        for c in state.calls.values()
        if (c.kind == kind if kind else c.kind != "entry") and not must_wait(state, c)
    )


def _which(state: CairnState, c: Call) -> str:
    """How a command names that call: not at all where it is the one it would take anyway."""
    return "" if find(state, c.who) is c else c.id


def score_of(state: CairnState, c: Call) -> int:
    """The current score that a call is rolled against."""
    return state.entities[c.who].score(c.attribute).current


def wording(state: CairnState, c: Call) -> Msg:
    """What the task of a call says."""
    fields: dict[str, Field] = {
        "who": Who(c.who),
        "attribute": term(c.attribute),
        "score": score_of(state, c),
        "why": reason(c, act_of(state, c)),
    }
    return Msg("{who}: {attribute} save against {score} ({why})", fields)


def percent(value: Fraction) -> str:
    """A chance as text, with one decimal."""
    thousandths = round(value * 1000)
    return f"{thousandths // 10}.{thousandths % 10}%"


# Decisions ---------------------------------------------------------------------------------------------------------


def _call_save(c: CallSave, tx: Tx) -> Rejected | None:
    if tx.state.person(c.who) is None:
        return unknown(c.who)
    if c.attribute not in ATTRIBUTES:
        return Rejected("unknown-attribute", {"attribute": c.attribute, "allowed": terms_of("attribute", ATTRIBUTES)})
    call(tx, "free", c.who, c.attribute, why=c.why, cost=c.cost)
    return None


def _save(c: Save, tx: Tx) -> Rejected | None:
    found = find(tx.state, c.who, c.call)
    if isinstance(found, Rejected):
        return found
    (face,) = tx.roll(1, FACES)
    score = score_of(tx.state, found)
    settle(tx, found, score, face, passes(face, score))
    return None


def _safe(c: Safe, tx: Tx) -> Rejected | None:
    found = find(tx.state, c.who, c.call)
    if isinstance(found, Rejected):
        return found
    if not may_be_safe(found):
        return Rejected("save-is-due", {"who": Who(c.who)})
    settle(tx, found, score_of(tx.state, found), 0, True)
    return None


def settle(tx: Tx, found: Call, score: int, face: int, passed: bool) -> None:
    """Book the result of a call and let the chapter that asked go on."""
    tx.emit(Saved(call=found, score=score, face=face, passed=passed, act=act_of(tx.state, found)))
    follow = FOLLOWS.get(found.kind)
    if follow is not None:
        follow(tx, found, passed)


# Folds -------------------------------------------------------------------------------------------------------------


def _called(state: CairnState, e: Called) -> CairnState:
    return replace(state, calls={**state.calls, e.call.id: e.call}, counters=counted(state, "save"))


def _without(state: CairnState, e: Saved | CallDropped) -> CairnState:
    return replace(state, calls={k: v for k, v in state.calls.items() if k != e.call.id})


DECIDE = {CallSave: _call_save, Save: _save, Safe: _safe}
EVOLVE = {Called: _called, Saved: _without, CallDropped: _without}
