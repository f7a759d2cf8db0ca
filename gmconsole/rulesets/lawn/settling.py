"""How a check comes to its end: settled, its result handed on, or taken back (chapter "Checks").

Covers LP-CHK-031, -033 to -035, -038 and -063. What a result means belongs to the chapter the check serves
(``SETTLERS``); dice are laid in ``checks``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from ...core.messages import N_
from ...core.model import Event, Field, Msg, Question
from ...core.ruleset import Tx as CoreTx
from . import kinds, outcomes, questions
from .outcomes import Outcome, Result
from .pools import PASS_DEGREE
from .state import Check, LawnState
from .terms import check_name

Tx = CoreTx[LawnState]
Settler = Callable[[Tx, Check, Result], None]

SETTLERS: dict[str, Settler] = {}
"""What a settled check means, by what it serves."""

DROPPED: dict[str, Callable[[Tx, Check], None]] = {}
"""What else goes when a check is taken back, by what it serves."""

KEPT_OPEN: dict[str, Callable[[Tx], None]] = {}
"""Kinds of check that wait for another one before they settle, with what compares them after each change of dice."""

PROPOSALS: set[str] = set()
"""Kinds of question that propose a change to a check; void once it is rolled, settled or taken back."""

HELD = "held"
"""What is noted on a check that the GM keeps on the table, while its owner has a say in it too."""

ASKED: set[str] = set()
"""Kinds of question about a check, whose key begins with its id; void once it is settled or taken back."""

ASKED_OF_MANY: set[str] = set()
"""Kinds of question about several checks, whose key is their ids; void once none of them is left."""

HOLDS: list[Callable[[LawnState, Check], bool]] = []
"""What keeps a rolled check on the table although nobody said so: its owner still has a say in it (LP-FOC-015)."""

WAITS: list[Callable[[Check], Msg | None]] = []
"""What a check on the table still has to go through before it is closed by word."""

SETTLED: list[Callable[[Tx, Check, Result], None]] = []
"""Called with every check that was rolled and is closed now, once its result is handed on: what its owner gains."""

ENDED: list[Callable[[Tx, Check, Result], None]] = []
"""Called with every check that has come to its end, rolled or not, after the chapter it serves."""

CRITICAL = "critical"
EVENTS: set[str] = {CRITICAL}
"""Kinds of question about the special event of a critical (LP-CHK-031)."""
TOLD = "done"
"""The answer that is proposed: the event was told at the table, there is nothing to write down."""

questions.WORDING[CRITICAL] = N_("{who} {check}: {ref}, special event?")


class CheckSettled(Event, frozen=True, tag="lawn.check-settled"):
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
    represents: tuple[str, ...] = ()


class CheckChanged(Event, frozen=True, tag="lawn.check-changed"):
    """What was announced of a check changed before its roll, or what is noted of it afterwards."""

    before: Check
    after: Check


class CheckDropped(Event, frozen=True, tag="lawn.check-dropped"):
    """An announced check was taken back."""

    check: Check


# Reading -------------------------------------------------------------------------------------------------------------


def faces(check: Check) -> tuple[int, ...]:
    """The faces on the table in the order that decides."""
    return tuple(d.face for d in check.dice)


def result(check: Check) -> Result:
    """What a check that is rolled or passed comes to as it stands."""
    if check.status == "passed":
        return outcomes.automatic_pass(PASS_DEGREE)
    return judged(check, faces(check))


def judged(check: Check, row: Sequence[int]) -> Result:
    """What the check would come to if its dice lay like that: every look at dice goes through here.

    An outcome that stands (``Check.stands``) is no longer decided by them.
    """
    came = kinds.judge(row, check.special, check.wanted, check.reading)
    return Result(standing(check.stands), came.degree) if check.stands else came


def standing(word: str) -> Outcome:
    """An outcome by its word."""
    return next(o for o in outcomes.OUTCOMES if o == word)


def stands_now(check: Check, row: Sequence[int]) -> str:
    """The outcome that no later dice change once they lie like that, or an empty word (LP-TRT-107b, Q-CHK-14)."""
    if check.stands or not outcomes.fails_at_the_tail(row, check.reading):
        return check.stands
    return kinds.judge(row, check.special, check.wanted, check.reading).outcome


def succeeded(result: Result) -> bool:
    """True for an ordinary or critical success."""
    return outcomes.is_success(result.outcome)


# Coming to an end ----------------------------------------------------------------------------------------------------


def mark(tx: Tx, check_id: str, **fields: Any) -> Check:
    """Note something on a check that is still there, by its fields, and return it."""
    before = tx.state.checks[check_id]
    after: Check = replace(before, **fields)
    if after != before:
        tx.emit(CheckChanged(before=before, after=after))
    return after


def go_on(tx: Tx, check: Check, *, hold: bool) -> None:
    """The check can settle now: at once, or with the one it waits for, or when the GM says so."""
    if check.serves in KEPT_OPEN:
        KEPT_OPEN[check.serves](tx)
    elif not hold and not kept(tx.state, tx.state.checks[check.id]):
        settle(tx, check.id)


def kept(state: LawnState, check: Check) -> bool:
    """Whether its owner still has a say in it, whatever the GM said (``HOLDS``)."""
    return any(keeps(state, check) for keeps in HOLDS)


def waiting(check: Check) -> Msg | None:
    """What the check has to go through before it is closed by word, if anything."""
    return next((what for waits in WAITS if (what := waits(check)) is not None), None)


def settle(tx: Tx, check_id: str, said: Result | None = None) -> Result:
    """Close a check that is rolled or passed, hand its result to the chapter it serves, and return it.

    ``said`` is the GM's word on a check that is not rolled (LP-CHK-002).
    """
    check = tx.state.checks[check_id]
    came = said or result(check)
    passed = outcomes.passed(came.outcome, came.degree, check.required or None)
    reached = ""
    if check.graded and outcomes.is_success(came.outcome):
        steps = {degree: text for degree, text in enumerate(check.graded) if text}
        reached = outcomes.reached_band(steps, came.degree) or ""
    tx.emit(
        CheckSettled(
            check=check.id,
            who=check.who,
            kind=check.type,
            purpose=check.purpose,
            outcome=came.outcome,
            degree=came.degree,
            passed=passed,
            rolled=came.rolled,
            reached=reached,
            represents=check.represents,
        )
    )
    void_proposals(tx, check_id)
    _void_questions(tx, check_id)
    if tx.state.mode == "calm":
        let_go(tx, check.who)
    if outcomes.is_critical(came.outcome):
        questions.ask(tx, CRITICAL, who=check.who, value=TOLD, ref=came.outcome, key=named(check), blocking=False)
    settler = SETTLERS.get(check.serves)
    if settler is not None:
        settler(tx, check, came)
    if check.status == "rolled":
        for hook in SETTLED:
            hook(tx, check, came)
    for hook in ENDED:
        hook(tx, check, came)
    return came


def drop(tx: Tx, check_id: str) -> None:
    """Take a check back if it is still there, with what hangs on it."""
    check = tx.state.checks.get(check_id)
    if check is None:
        return
    tx.emit(CheckDropped(check=check))
    void_proposals(tx, check_id)
    _void_questions(tx, check_id)
    also = DROPPED.get(check.serves)
    if also is not None:
        also(tx, check)


def let_go(tx: Tx, who: str = "") -> None:
    """Ask no more about the special events of criticals, of that person or of anybody.

    The book asks for the event at the moment of the roll and knows no later one (LP-CHK-031, Q-CHK-12). What nobody has
    told by the end of the round, of the crisis or of the session, or in calm by the person's next check, has passed.
    A question of the command at hand stays: nobody has seen it yet.
    """
    new = {e.question.id for e in tx.events if isinstance(e, questions.Asked)}
    for question in list(tx.state.questions.values()):
        if question.kind in EVENTS and question.id not in new and who in ("", question.who):
            questions.withdraw(tx, question.id)


def named(check: Check) -> str:
    """The check as the key of a question about it, which is gone by the time of the answer."""
    return f"{check.type}={check.purpose}"


def check_of(question: Question) -> Mapping[str, Field]:
    """The check that a question names by its key."""
    kind, _, purpose = question.key.partition("=")
    return {"check": check_name(kind, purpose)}


questions.MORE[CRITICAL] = check_of


def proposed(state: LawnState, check_id: str) -> bool:
    """Whether a proposal about that announced check still waits for its answer."""
    return any(q.kind in PROPOSALS and q.ref == check_id for q in state.questions.values())


def _void_questions(tx: Tx, check_id: str) -> None:
    for question in list(tx.state.questions.values()):
        words = question.key.split()
        alone = question.kind in ASKED and words[:1] == [check_id]
        last = question.kind in ASKED_OF_MANY and check_id in words and not any(w in tx.state.checks for w in words)
        if alone or last:
            questions.withdraw(tx, question.id)


def void_proposals(tx: Tx, check_id: str) -> None:
    """Take back the proposals about a check that is rolled now or gone."""
    for question in list(tx.state.questions.values()):
        if question.kind in PROPOSALS and question.ref == check_id:
            questions.withdraw(tx, question.id)


def settle_open(tx: Tx) -> None:
    """Settle every rolled check that was held open: the GM moves on."""
    for check in list(tx.state.checks.values()):
        if check.status == "rolled" and check.serves not in KEPT_OPEN and check.id in tx.state.checks:
            settle(tx, check.id)


# Folds -------------------------------------------------------------------------------------------------------------


def _without(state: LawnState, check_id: str) -> LawnState:
    return replace(state, checks={k: v for k, v in state.checks.items() if k != check_id})


def _changed(state: LawnState, e: CheckChanged) -> LawnState:
    return replace(state, checks={**state.checks, e.after.id: e.after})


def _settled(state: LawnState, e: CheckSettled) -> LawnState:
    return _without(state, e.check)


def _dropped(state: LawnState, e: CheckDropped) -> LawnState:
    return _without(state, e.check.id)


EVOLVE = {CheckChanged: _changed, CheckSettled: _settled, CheckDropped: _dropped}
