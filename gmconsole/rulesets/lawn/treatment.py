"""Treatment: weeks in the care of an institution or a friend with Medicine (chapter "Injury states", "Treatment").

Covers LP-AID-012, -016 and -019 to -024 and LP-INJ-065. Care is written down with its carer; time that passes outside
rounds counts for it, and each week that helps gives one choice. States that heal by themselves are the clock's
(``neutral``).
"""

from __future__ import annotations

from msgspec.structs import replace

from ...core.commands import unknown
from ...core.messages import N_
from ...core.model import Command, Event, Question, Rejected, Who, terms_of
from ...core.ruleset import Tx as CoreTx
from . import checks, injuries, neutral, questions
from .injuries import Step, definition
from .neutral import PassTime
from .outcomes import Result
from .state import ATTRIBUTES, Care, Check, Injury, LawnState, Person
from .terms import STATE_NAMES

Tx = CoreTx[LawnState]

SKILL = "medicine"
PURPOSE = "treatment"
WEEK = 7 * 24 * 60
MOST_SUPPLIES = 99
TREATED = ("severe", "minor", "special")

questions.WORDING["treatment"] = N_("{who} has had a week of treatment: does it help {value}?")
questions.WORDING["treated_beside"] = N_("{who} has another minor state: {ref} becomes one more all the same?")


class BeginCare(Command, frozen=True, tag="lawn.care"):
    """Put people into care: of the healer ``by``, or of an institution where nobody is named.

    A healer helps one person at a time, uses up one week's medical supplies of ``supplies`` each week, and as a player
    character is asked for a check, WIS unless ``kind`` says otherwise (LP-AID-019, -024). Said again, it changes the
    supplies; another carer begins another week.
    """

    who: tuple[str, ...]
    by: str = ""
    supplies: int = 0
    kind: str = "WIS"


class EndCare(Command, frozen=True, tag="lawn.care-end"):
    """Take people out of care; a week begun is lost, a choice already earned stays."""

    who: tuple[str, ...]


class Treat(Command, frozen=True, tag="lawn.treat"):
    """By the GM's word a treatment of one state is complete, whatever the calendar says."""

    who: str
    state: str


class CareSet(Event, frozen=True, tag="lawn.care-set"):
    """Somebody's care began, went on or ended; ``weeks`` were completed just now."""

    who: str
    before: Care | None = None
    after: Care | None = None
    weeks: int = 0


# Reading -------------------------------------------------------------------------------------------------------------


def choices(person: Person) -> tuple[str, ...]:
    """The states a treatment can help, severe ones first: minor and special too, never a permanent one (LP-AID-020)."""
    found = dict.fromkeys(i.id for i in person.states)
    fit = [s for s in found if definition(s).kind in TREATED and (definition(s).kind != "severe" or _becomes(s))]
    return () if injuries.is_dead(person) else tuple(sorted(fit, key=lambda s: TREATED.index(definition(s).kind)))


def _becomes(state_id: str) -> str:
    return definition(state_id).treated_to


def cared_for(state: LawnState, healer: str) -> str:
    """The id of whom that healer looks after; empty for nobody."""
    return next((who for who, care in state.care.items() if care.by == healer and care.present), "")


def at_hand(state: LawnState, care: Care) -> bool:
    """Whether the carer is there to help: an institution always is (LP-AID-023)."""
    if not care.by:
        return True
    healer = state.person(care.by)
    return isinstance(healer, Person) and healer.presence == "in" and injuries.can_act(healer)


# Services for the other chapters -------------------------------------------------------------------------------------


def treat(tx: Tx, who: str, state_id: str, *, confirmed: bool = False) -> Rejected | None:
    """A treatment of that state is complete: it is gone, or a tended minor one takes a severe one's place.

    That change worsens nothing; beside another minor state the GM confirms it first (LP-AID-020, -022, Q-F05).
    """
    person = tx.state.entities[who]
    found = next((i for i in person.states if i.id == state_id), None)
    if found is None:
        return Rejected("state-not-there", {"state": STATE_NAMES.get(state_id, state_id)})
    if state_id not in choices(person):
        return Rejected("no-treatment", {"who": Who(who), "state": definition(state_id).name})
    rest = tuple(i for i in person.states if i is not found)
    after = rest
    if definition(state_id).kind == "severe":
        if not confirmed and any(definition(i.id).kind == "minor" for i in rest):
            questions.ask(tx, "treated_beside", who=who, value="accept", choices=("accept", "refuse"), ref=state_id)
            return None
        milder = Injury(id=_becomes(state_id), tended=True, gained=tx.state.round)
        after = tuple(milder if i is found else i for i in person.states)
    injuries.change(tx, who, after, (Step("treated", state_id),), PURPOSE)
    return None


def _set(tx: Tx, who: str, after: Care | None, weeks: int = 0) -> None:
    before = tx.state.care.get(who)
    if after is not None and not after.present and not after.due:
        after = None
    if before != after or weeks:
        tx.emit(CareSet(who=who, before=before, after=after, weeks=weeks))


def _earn(tx: Tx, who: str, by: int) -> None:
    """Give so many choices, or take them back, and ask for the next one; with nothing to choose they lapse."""
    care = tx.state.care.get(who, Care(present=False))
    open_ones = choices(tx.state.entities[who])
    _set(tx, who, replace(care, due=max(0, care.due + by) if open_ones else 0))
    care = tx.state.care.get(who, Care(present=False))
    if care.due and not questions.open_questions(tx.state, PURPOSE, who):
        questions.ask(tx, PURPOSE, who=who, value=open_ones[0], choices=(*open_ones, "refuse"))


def _time(tx: Tx, c: PassTime) -> None:
    """Let the time count for everybody in care, and see what each completed week brings."""
    for who, care in list(tx.state.care.items()):
        patient = tx.state.person(who)
        if not care.present or not isinstance(patient, Person) or injuries.is_dead(patient):
            continue
        if not at_hand(tx.state, care):
            continue
        weeks, left = divmod(care.minutes + c.minutes, WEEK)
        helped = min(weeks, care.supplies) if care.by else weeks
        _set(tx, who, replace(care, minutes=left, supplies=care.supplies - helped if care.by else 0), weeks)
        healer = tx.state.entities.get(care.by)
        if healer is None or healer.kind != "pc":
            _earn(tx, who, helped)
            continue
        for _ in range(helped):
            checks.open_check(tx, healer.id, care.kind, purpose=PURPOSE, serves=PURPOSE, ref=who)


neutral.PASSED.append(_time)


# Decisions -----------------------------------------------------------------------------------------------------------


def _begin(c: BeginCare, tx: Tx) -> Rejected | None:
    if tx.state.mode != "calm":
        return Rejected("only-outside-rounds")
    if not 0 <= c.supplies <= MOST_SUPPLIES:
        return Rejected(
            "out-of-bounds", {"field": "supplies", "low": 0, "high": MOST_SUPPLIES, "value": str(c.supplies)}
        )
    if c.kind not in ATTRIBUTES:
        return Rejected("unknown-check-type", {"kind": c.kind, "allowed": terms_of("type", ATTRIBUTES)})
    for who in c.who:
        person = tx.state.person(who)
        if not isinstance(person, Person):
            return unknown(who)
        if person.kind == "object":
            return Rejected("not-for-objects", {"who": Who(who)})
    if c.by:
        refused = _no_healer(c, tx)
        if refused is not None:
            return refused
    for who in c.who:
        before = tx.state.care.get(who, Care(present=False))
        same = before.present and before.by == c.by
        _set(
            tx,
            who,
            replace(
                before, by=c.by, supplies=c.supplies, kind=c.kind, present=True, minutes=before.minutes if same else 0
            ),
        )
    return None


def _no_healer(c: BeginCare, tx: Tx) -> Rejected | None:
    healer = tx.state.person(c.by)
    if not isinstance(healer, Person):
        return unknown(c.by)
    if SKILL not in healer.skills or c.by in c.who or healer.side == "hostile":
        return Rejected("no-healer", {"who": Who(c.by)})
    other = cared_for(tx.state, c.by)
    if len(c.who) > 1 or (other and other not in c.who):
        return Rejected("heals-one-at-a-time", {"who": Who(c.by)})
    return None


def _end(c: EndCare, tx: Tx) -> Rejected | None:
    for who in c.who:
        if tx.state.person(who) is None:
            return unknown(who)
        if who not in tx.state.care or not tx.state.care[who].present:
            return Rejected("not-in-care", {"who": Who(who)})
    for who in c.who:
        _set(tx, who, replace(tx.state.care[who], present=False))
    return None


def _treat(c: Treat, tx: Tx) -> Rejected | None:
    if not isinstance(tx.state.person(c.who), Person):
        return unknown(c.who)
    written = injuries.read_state(c.state)
    return written if isinstance(written, Rejected) else treat(tx, c.who, written.id)


def _checked(tx: Tx, check: Check, came: Result) -> None:
    if checks.succeeded(came) and tx.state.person(check.ref) is not None:
        _earn(tx, check.ref, 1)


def _chosen(tx: Tx, question: Question, value: str) -> Rejected | None:
    if value != "refuse":
        refused = treat(tx, question.who, value)
        if refused is not None:
            return refused
    _earn(tx, question.who, -1)
    return None


def _beside(tx: Tx, question: Question, value: str) -> Rejected | None:
    return treat(tx, question.who, question.ref, confirmed=True) if value == "accept" else None


def _take_back(tx: Tx, who: str) -> None:
    """Nothing is asked about the dead (LP-INJ-067)."""
    if injuries.is_dead(tx.state.entities[who]):
        for question in list(tx.state.questions.values()):
            if question.who == who and question.kind in (PURPOSE, "treated_beside"):
                questions.withdraw(tx, question.id)
        _set(tx, who, None)


checks.SETTLERS[PURPOSE] = _checked
questions.ANSWERS["treatment"] = _chosen
questions.ANSWERS["treated_beside"] = _beside
injuries.FALLEN.append(_take_back)


# Folds ---------------------------------------------------------------------------------------------------------------


def _care_set(state: LawnState, e: CareSet) -> LawnState:
    care = {k: v for k, v in state.care.items() if k != e.who}
    if e.after is not None:
        care[e.who] = e.after
    return replace(state, care=care)


DECIDE = {BeginCare: _begin, EndCare: _end, Treat: _treat}
EVOLVE = {CareSet: _care_set}
