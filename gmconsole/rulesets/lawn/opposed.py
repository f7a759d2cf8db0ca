"""Opposed checks (chapter "Checks", special checks): two sides roll, the better result wins.

Covers LP-CHK-046 to -049. Only two player characters or two others may oppose each other; a player character against
anybody else rolls alone. Both sides' checks stay open until both are rolled.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from ...core.model import Command, Event, Msg, Rejected, Who
from ...core.phases import Task
from ...core.ruleset import Tx as CoreTx
from . import checks, outcomes, questions
from .state import Check, LawnState, Modifier, Opposed, Question

Tx = CoreTx[LawnState]

RESOLVED: dict[str, Callable[[Tx, Opposed], None]] = {}
"""Chapters that use an opposed check take its verdict here, by the purpose of the check."""

questions.WORDING["opposed_winner"] = "Ten rounds without a result: who wins, {who} or {other}?"


class CallOpposed(Command, tag="lawn.oppose"):
    """Announce an opposed check of two people; ``must`` means that it has to have a winner."""

    a: str
    b: str
    kind: str
    difficulty: int
    purpose: str = ""
    kind_b: str = ""
    modifiers: tuple[Modifier, ...] = ()
    must: bool = False


class TieBreak(Command, tag="lawn.tie-break"):
    """Both sides of a level opposed check append five dice, the first side's first (LP-CHK-047)."""

    pair: str


class OpposedOpened(Event, tag="lawn.opposed-opened"):
    """An opposed check was announced; its sides' checks follow."""

    pair: Opposed


class OpposedChanged(Event, tag="lawn.opposed-changed"):
    """The comparison: another tie-break round, or a verdict (``a``, ``b`` or ``tie``), which ends it."""

    before: Opposed
    after: Opposed


def open_opposed(tx: Tx, a: str, b: str, kind: str, *, purpose: str = "", difficulty: int = 0, kind_b: str = "",
                 modifiers: tuple[Modifier, ...] = (), must: bool = False) -> str:
    """Announce an opposed check and return its id."""
    pair = Opposed(id=questions.next_id(tx.state, "opposed"), a=a, b=b, must=must)
    tx.emit(OpposedOpened(pair=pair))
    checks.open_check(tx, a, kind, purpose=purpose, difficulty=difficulty, modifiers=modifiers, serves="opposed",
                      ref=pair.id)
    checks.open_check(tx, b, kind_b or kind, purpose=purpose, difficulty=difficulty, serves="opposed", ref=pair.id)
    return pair.id


def sides(state: LawnState, pair: Opposed) -> tuple[Check | None, Check | None]:
    """The two sides' checks that are still open."""
    found = {c.who: c for c in state.checks.values() if c.serves == "opposed" and c.ref == pair.id}
    return found.get(pair.a), found.get(pair.b)


def verdict(state: LawnState, pair: Opposed) -> outcomes.Verdict | None:
    """What the dice on both sides make of it, or None while a side is still to roll."""
    a, b = sides(state, pair)
    if a is None or b is None or "owed" in (a.status, b.status):
        return None
    return outcomes.compare_opposed(outcomes.judge(checks.faces(a)), outcomes.judge(checks.faces(b)), pair.must,
                                    pair.rounds)


def tasks(state: LawnState) -> tuple[Task, ...]:
    """Once both sides are rolled: take the verdict, or append five dice each."""
    out = []
    for pair in state.opposed.values():
        found = verdict(state, pair)
        who = {"a": Who(pair.a), "b": Who(pair.b)}
        if found == "append":
            out.append(Task(kind="tie_break", who=pair.a, command=TieBreak(pair=pair.id),
                            what=Msg("{a} and {b} are level: five more dice each", who)))
    return tuple(out)


def after_roll(tx: Tx) -> None:
    """Close every opposed check that has its verdict; called after each roll, append or alteration."""
    for pair in list(tx.state.opposed.values()):
        found = verdict(tx.state, pair)
        if found is None or found == "append":
            continue
        if found == "gm":
            if not questions.open_questions(tx.state, "opposed_winner", pair.a):
                questions.ask(tx, "opposed_winner", who=pair.a, other=pair.b, choices=(pair.a, pair.b), ref=pair.id)
            continue
        _close(tx, pair, found)


def _close(tx: Tx, pair: Opposed, found: str) -> None:
    for check in sides(tx.state, pair):
        if check is not None:
            checks.settle(tx, check.id)
    decided = replace(pair, verdict=found)
    purpose = next((c.purpose for c in sides(tx.state, pair) if c is not None), "")
    tx.emit(OpposedChanged(before=pair, after=decided))
    taker = RESOLVED.get(purpose)
    if taker is not None:
        taker(tx, decided)


def _call(c: CallOpposed, tx: Tx) -> Rejected | None:
    refused = checks.bad_check(c.kind, c.difficulty) or (checks.bad_check(c.kind_b, 0) if c.kind_b else None)
    refused = refused or checks.may_roll(tx.state, c.a) or checks.may_roll(tx.state, c.b)
    if refused is not None:
        return refused
    a, b = tx.state.entities[c.a], tx.state.entities[c.b]
    if c.a == c.b or not outcomes.may_oppose(a.kind == "pc", b.kind == "pc"):
        return Rejected("not-opposed", {"who": Who(c.a), "other": Who(c.b)})
    open_opposed(tx, c.a, c.b, c.kind, purpose=c.purpose, difficulty=c.difficulty, kind_b=c.kind_b,
                 modifiers=c.modifiers, must=c.must)
    return None


def _tie_break(c: TieBreak, tx: Tx) -> Rejected | None:
    pair = tx.state.opposed.get(c.pair)
    if pair is None or verdict(tx.state, pair) != "append":
        return Rejected("no-tie-to-break")
    tx.emit(OpposedChanged(before=pair, after=replace(pair, rounds=pair.rounds + 1)))
    for check in sides(tx.state, pair):
        if check is not None:
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


def _opened(state: LawnState, e: OpposedOpened) -> LawnState:
    return replace(state, opposed={**state.opposed, e.pair.id: e.pair},
                   counters=questions.counted(state, "opposed"))


def _changed(state: LawnState, e: OpposedChanged) -> LawnState:
    others = {k: v for k, v in state.opposed.items() if k != e.after.id}
    return replace(state, opposed=others if e.after.verdict else {**others, e.after.id: e.after})


DECIDE = {CallOpposed: _call, TieBreak: _tie_break}
EVOLVE = {OpposedOpened: _opened, OpposedChanged: _changed}
