"""Opposed checks (chapter "Checks", special checks): two sides roll, the better result wins.

Covers LP-CHK-046 to -049. Only two player characters or two others may oppose each other; a player character against
anybody else rolls alone. Both sides' checks stay open until the comparison has a verdict.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from ...core.messages import N_
from ...core.model import Command, Event, Msg, Question, Rejected, Who
from ...core.people import counted, next_id
from ...core.phases import Task
from ...core.ruleset import Tx as CoreTx
from . import checks, injuries, outcomes, questions
from .state import Check, LawnState, Modifier, Opposed

Tx = CoreTx[LawnState]

RESOLVED: dict[str, Callable[[Tx, Opposed], None]] = {}
"""Chapters that use an opposed check take its verdict here, by the purpose of the check."""

questions.WORDING["opposed_winner"] = N_("Ten rounds without a result: who wins, {who} or {other}?")


class CallOpposed(Command, frozen=True, tag="lawn.oppose"):
    """Announce an opposed check of two people; ``must`` means that it has to have a winner."""

    a: str
    b: str
    kind: str
    difficulty: int
    purpose: str = ""
    kind_b: str = ""
    modifiers: tuple[Modifier, ...] = ()
    must: bool = False


class TieBreak(Command, frozen=True, tag="lawn.tie-break"):
    """Both sides of a level opposed check append five dice, the first side's first (LP-CHK-047).

    ``stand`` lets the tie stand instead: no result is needed after all.
    """

    pair: str
    stand: bool = False


class OpposedOpened(Event, frozen=True, tag="lawn.opposed-opened"):
    """An opposed check was announced; its sides' checks follow."""

    pair: Opposed


class OpposedChanged(Event, frozen=True, tag="lawn.opposed-changed"):
    """The comparison: another tie-break round, or a verdict (``a``, ``b`` or ``tie``), which ends it."""

    before: Opposed
    after: Opposed


class OpposedDropped(Event, frozen=True, tag="lawn.opposed-dropped"):
    """An opposed check was taken back with both its sides."""

    pair: Opposed


def open_opposed(
    tx: Tx,
    a: str,
    b: str,
    kind: str,
    *,
    purpose: str = "",
    difficulty: int = 0,
    kind_b: str = "",
    modifiers: tuple[Modifier, ...] = (),
    must: bool = False,
) -> str:
    """Announce an opposed check and return its id."""
    pair = Opposed(id=next_id(tx.state, "opposed"), a=a, b=b, must=must)
    tx.emit(OpposedOpened(pair=pair))
    checks.open_check(
        tx, a, kind, purpose=purpose, difficulty=difficulty, modifiers=modifiers, serves="opposed", ref=pair.id
    )
    checks.open_check(tx, b, kind_b or kind, purpose=purpose, difficulty=difficulty, serves="opposed", ref=pair.id)
    return pair.id


def sides(state: LawnState, pair: Opposed) -> tuple[Check | None, Check | None]:
    """The two sides' checks that are still open."""
    found = {c.who: c for c in state.checks.values() if c.serves == "opposed" and c.ref == pair.id}
    return found.get(pair.a), found.get(pair.b)


def verdict(state: LawnState, pair: Opposed) -> outcomes.Verdict | None:
    """What the dice on both sides make of it, or None while a side is still to roll, once or again."""
    a, b = sides(state, pair)
    if a is None or b is None or "owed" in (a.status, b.status) or a.hampered or b.hampered:
        return None
    return outcomes.compare_opposed(checks.result(a), checks.result(b), pair.must, pair.rounds)


def tasks(state: LawnState) -> tuple[Task, ...]:
    """Five more dice on each side of every opposed check that is level and must not be."""
    return tuple(
        Task(
            kind="tie_break",
            who=pair.a,
            command=TieBreak(pair=pair.id),
            skip=TieBreak(pair=pair.id, stand=True),
            what=Msg("{a} and {b} are level: five more dice each", {"a": Who(pair.a), "b": Who(pair.b)}),
        )
        for pair in state.opposed.values()
        if verdict(state, pair) == "append"
    )


def after_roll(tx: Tx) -> None:
    """Close every opposed check that has its verdict; called after each roll, append or alteration."""
    for pair in list(tx.state.opposed.values()):
        found = verdict(tx.state, pair)
        if found == "gm":
            if not _asked(tx.state, pair):
                questions.ask(tx, "opposed_winner", who=pair.a, other=pair.b, choices=(pair.a, pair.b), ref=pair.id)
        elif found is not None and found != "append":
            _close(tx, pair, found)


def _asked(state: LawnState, pair: Opposed) -> tuple[str, ...]:
    return tuple(q.id for q in questions.open_questions(state, "opposed_winner") if q.ref == pair.id)


def _withdraw(tx: Tx, pair: Opposed) -> None:
    for question in _asked(tx.state, pair):
        questions.withdraw(tx, question)


def _close(tx: Tx, pair: Opposed, found: str) -> None:
    both = [check for check in sides(tx.state, pair) if check is not None]
    for check in both:
        checks.settle(tx, check.id)
    _withdraw(tx, pair)
    decided = replace(pair, verdict=found)
    tx.emit(OpposedChanged(before=pair, after=decided))
    taker = RESOLVED.get(both[0].purpose) if both else None
    if taker is not None:
        taker(tx, decided)


def _dropped(tx: Tx, check: Check) -> None:
    """One side without the other is no opposed check."""
    pair = tx.state.opposed.get(check.ref)
    if pair is None:
        return
    tx.emit(OpposedDropped(pair=pair))
    _withdraw(tx, pair)
    for other in sides(tx.state, pair):
        if other is not None:
            checks.drop(tx, other.id)


def _fallen(tx: Tx, who: str) -> None:
    """Whoever died or lost consciousness before rolling opposes nobody any more."""
    for check in list(tx.state.checks.values()):
        if check.serves == "opposed" and check.who == who and check.status == "owed":
            checks.drop(tx, check.id)


def _call(c: CallOpposed, tx: Tx) -> Rejected | None:
    refused = checks.bad_check(c.kind, c.difficulty, modifiers=c.modifiers)
    refused = refused or checks.bad_check(c.kind_b or c.kind, 0)
    refused = refused or checks.may_roll(tx.state, c.a) or checks.may_roll(tx.state, c.b)
    if refused is not None:
        return refused
    a, b = tx.state.entities[c.a], tx.state.entities[c.b]
    if c.a == c.b or not outcomes.may_oppose(a.kind == "pc", b.kind == "pc"):
        return Rejected("not-opposed", {"who": Who(c.a), "other": Who(c.b)})
    open_opposed(
        tx,
        c.a,
        c.b,
        c.kind,
        purpose=c.purpose,
        difficulty=c.difficulty,
        kind_b=c.kind_b,
        modifiers=c.modifiers,
        must=c.must,
    )
    return None


def _tie_break(c: TieBreak, tx: Tx) -> Rejected | None:
    pair = tx.state.opposed.get(c.pair)
    if pair is None or verdict(tx.state, pair) != "append":
        return Rejected("no-tie-to-break")
    if c.stand:
        _close(tx, pair, "tie")
        return None
    tx.emit(OpposedChanged(before=pair, after=replace(pair, rounds=pair.rounds + 1)))
    for check in sides(tx.state, pair):
        # Nothing can be appended to a check that was passed without dice (LP-CHK-064).
        if check is not None and check.status == "rolled":
            checks.append(tx, check.id, outcomes.TIE_BREAK_DICE, "tie_break")
    after_roll(tx)
    return None


def _winner(tx: Tx, question: Question, value: str) -> Rejected | None:
    pair = tx.state.opposed.get(question.ref)
    if pair is not None:
        _close(tx, pair, "a" if value == pair.a else "b")
    return None


questions.ANSWERS["opposed_winner"] = _winner
checks.KEPT_OPEN["opposed"] = after_roll
checks.DROPPED["opposed"] = _dropped
injuries.FALLEN.append(_fallen)


def _opened(state: LawnState, e: OpposedOpened) -> LawnState:
    return replace(state, opposed={**state.opposed, e.pair.id: e.pair}, counters=counted(state, "opposed"))


def _changed(state: LawnState, e: OpposedChanged) -> LawnState:
    if e.after.verdict:
        return _without(state, e.after)
    return replace(state, opposed={**state.opposed, e.after.id: e.after})


def _was_dropped(state: LawnState, e: OpposedDropped) -> LawnState:
    return _without(state, e.pair)


def _without(state: LawnState, pair: Opposed) -> LawnState:
    return replace(state, opposed={k: v for k, v in state.opposed.items() if k != pair.id})


DECIDE = {CallOpposed: _call, TieBreak: _tie_break}
EVOLVE = {OpposedOpened: _opened, OpposedChanged: _changed, OpposedDropped: _was_dropped}
