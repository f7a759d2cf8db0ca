"""What may still change about a check that is announced and not rolled (chapter "Checks").

Covers LP-CHK-002, -014, -041 to -043 and -045: the type is chosen, conditions are switched, active becomes passive, or
the result turns out to be certain.
"""

from __future__ import annotations

from msgspec.structs import replace

from ...core.commands import unknown
from ...core.messages import N_
from ...core.model import Command, Msg, Question, Rejected, Who, terms_of
from ...core.ruleset import Tx as CoreTx
from . import checks, injuries, kinds, outcomes, questions
from .checks import CheckChanged
from .outcomes import Result
from .pools import CONDITIONS, automatic, conditions
from .settling import KEPT_OPEN, PROPOSALS, go_on, settle, void_proposals
from .state import CHECK_TYPES, Check, Condition, LawnState
from .terms import term

Tx = CoreTx[LawnState]

DRIVING = "driving"
MOST_CONDITIONS = 20
MOST_DICE = 20
MOST_STEPS = 9

PROPOSALS.add("manner")
questions.WORDING["manner"] = N_("{who} does it the other way, active or passive: D{value} now?")


class ChooseType(Command, frozen=True, tag="lawn.choose-type"):
    """Choose the type of an announced check among those offered; ``strike`` takes that one off the list instead.

    The player chooses, the GM strikes; what is left alone is chosen (LP-CHK-041, Q-CHK-09).
    """

    who: str
    kind: str
    strike: bool = False
    check: str = ""


class SwitchModifier(Command, frozen=True, tag="lawn.switch"):
    """Switch a conditional modifier of an announced check on, or ``off``; a new one is added with its figures.

    ``dice`` go to the pool, each of ``steps`` is 3 faces of difficulty: how an opponent's condition is expressed
    (LP-CHK-045, Q-CHK-11).
    """

    who: str
    name: str
    dice: int = 0
    steps: int = 0
    off: bool = False
    check: str = ""


class Recast(Command, frozen=True, tag="lawn.recast"):
    """Make an announced check ``active`` or ``passive``; the difficulty that goes with it is proposed (LP-CHK-043)."""

    who: str
    manner: str
    check: str = ""


class Certain(Command, frozen=True, tag="lawn.certain"):
    """The result of an announced check is certain after all: no dice, a ``failure`` or a success of that degree."""

    who: str
    failure: bool = False
    degree: int = 0
    check: str = ""


def by_tag(state: LawnState, check: Check) -> tuple[Condition, ...]:
    """States that count for some checks only: those with a tag or purpose that the state's row names (LP-CHK-014)."""
    found: list[Condition] = []
    person = state.entities[check.who]
    if injuries.unhindered(person):
        return ()
    for injury in person.states:
        tagged = injuries.form(injury).tagged
        dice = sum(n for tag, n in tagged.items() if tag in check.tags or tag == check.purpose)
        if dice:
            found.append(Condition(injury.id, dice))
    return tuple(found)


CONDITIONS.append(by_tag)


def can_drive(state: LawnState, who: str) -> bool:
    """Whether somebody counts as able to drive: has learnt it, or driving is common knowledge here (LP-CHK-001)."""
    return DRIVING in state.entities[who].skills or state.options.get("driving_is_common") is True


def _announced(state: LawnState, who: str, check_id: str) -> Check | Rejected:
    """The announced check meant: the one of that id, else the first one owed."""
    if state.person(who) is None:
        return unknown(who)
    check = state.checks.get(check_id) if check_id else checks.owed(state, who)
    if check is None or check.who != who or check.status != "owed":
        return Rejected("no-check-owed", {"who": Who(who)})
    return check


def _choose(c: ChooseType, tx: Tx) -> Rejected | None:
    check = _announced(tx.state, c.who, c.check)
    if not c.check and isinstance(check, Check) and check.type:
        check = next(
            (k for k in tx.state.checks.values() if k.who == c.who and k.status == "owed" and not k.type), check
        )
    if isinstance(check, Rejected):
        return check
    if check.type:
        return Rejected("type-chosen", {"who": Who(c.who), "check": checks.title(check)})
    open_types = check.offers or tuple(k for k in CHECK_TYPES if k not in checks.CLAIMS)
    if c.kind not in open_types:
        return Rejected("not-offered", {"kind": Msg("type:" + c.kind), "allowed": terms_of("type", open_types)})
    left = tuple(k for k in open_types if k != c.kind) if c.strike else (c.kind,)
    if len(left) > 1:
        tx.emit(CheckChanged(before=check, after=replace(check, offers=left)))
        return None
    chosen = replace(check, type=left[0], offers=())
    person = tx.state.entities[c.who]
    if automatic(tx.state, person, chosen.type, chosen.purpose, chosen.modifiers) is not None:
        chosen = replace(chosen, status="passed")
    tx.emit(CheckChanged(before=check, after=chosen))
    if chosen.status == "passed":
        go_on(tx, chosen, hold=False)
    return None


def _switch(c: SwitchModifier, tx: Tx) -> Rejected | None:
    check = _announced(tx.state, c.who, c.check)
    if isinstance(check, Rejected):
        return check
    for field, most, value in (("dice", MOST_DICE, c.dice), ("steps", MOST_STEPS, c.steps)):
        if abs(value) > most:
            return Rejected("out-of-bounds", {"field": field, "low": -most, "high": most, "value": str(value)})
    found = {k.name: k for k in conditions(tx.state, check)}
    known = found.get(c.name)
    if not c.name.strip():
        return Rejected("empty-name")
    if known is None and (c.off or not (c.dice or c.steps)):
        return Rejected("no-such-condition", {"name": c.name, "allowed": tuple(map(term, found))})
    if known is None and len(found) >= MOST_CONDITIONS:
        return Rejected(
            "out-of-bounds", {"field": "conditions", "low": 0, "high": MOST_CONDITIONS, "value": str(len(found) + 1)}
        )
    before = known or Condition(c.name)
    new = Condition(c.name, c.dice or before.dice, c.steps or before.steps, on=not c.off)
    if new != known:
        said = (*(k for k in check.conditions if k.name != c.name), new)
        tx.emit(CheckChanged(before=check, after=replace(check, conditions=said)))
    return None


def _recast(c: Recast, tx: Tx) -> Rejected | None:
    check = _announced(tx.state, c.who, c.check)
    if isinstance(check, Rejected):
        return check
    if c.manner not in kinds.MANNERS:
        return Rejected("not-a-choice", {"field": "manner", "value": c.manner, "allowed": kinds.MANNERS})
    if c.manner == check.manner:
        return None
    tx.emit(CheckChanged(before=check, after=replace(check, manner=c.manner)))
    for question in questions.open_questions(tx.state, "manner", c.who):
        if question.ref == check.id:
            questions.withdraw(tx, question.id)
    if check.difficulty:
        proposed = min(kinds.counterpart(check.manner, check.difficulty), checks.LARGEST_DIFFICULTY)
        if proposed != check.difficulty:
            questions.ask(
                tx,
                "manner",
                who=c.who,
                value=str(proposed),
                choices=(str(proposed), "refuse"),
                ref=check.id,
                key=c.manner,
            )
    return None


def _manner_answered(tx: Tx, question: Question, value: str) -> Rejected | None:
    check = tx.state.checks.get(question.ref)
    if value != "refuse" and check is not None and check.status == "owed" and check.difficulty != int(value):
        tx.emit(CheckChanged(before=check, after=replace(check, difficulty=int(value))))
    return None


questions.ANSWERS["manner"] = _manner_answered


def _certain(c: Certain, tx: Tx) -> Rejected | None:
    check = _announced(tx.state, c.who, c.check)
    if isinstance(check, Rejected):
        return check
    if check.serves in KEPT_OPEN:
        return Rejected("waits-for-the-other-side", {"who": Who(c.who)})
    if not 0 <= c.degree <= MOST_DICE:
        return Rejected("out-of-bounds", {"field": "degree", "low": 0, "high": MOST_DICE, "value": str(c.degree)})
    void_proposals(tx, check.id)
    came = Result("failure", c.degree, rolled=False) if c.failure else outcomes.automatic_pass(c.degree)
    settle(tx, check.id, came)
    return None


DECIDE = {ChooseType: _choose, SwitchModifier: _switch, Recast: _recast, Certain: _certain}
