"""Declarations of the movement phase: who approaches, who retreats, who stays, who comes in and who goes out.

Covers LP-MOV-001, -005, -007, -026, -045, -046, -060 and LP-CRI-006, -024. Those of non-player characters are secret
until all are in; until the first speed check lies on the table they may be changed.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from ...core.commands import unknown
from ...core.messages import N_
from ...core.model import Command, Question, Rejected, Who, terms_of
from ...core.ruleset import Tx as CoreTx
from . import chases, crossing, injuries, ladders, movers, people, questions, stages
from .movement_state import Declaration
from .stages import Declared
from .state import BANDS, SPEED_CLASSES, LawnState, Person

Tx = CoreTx[LawnState]

STAND = ("", "up", "stay")
MOST_STEPS = 3

questions.WORDING["contradiction"] = N_("{who} approaches {other} and flees from {ref}, who share a place: keep both?")


class Declare(Command, frozen=True, tag="lawn.declare"):
    """Say whom somebody approaches and retreats from, and by which way of moving; neither is static (LP-MOV-001).

    ``stop`` maps an other's id to the band the mover is content with; ``boost`` raises the class; ``vehicle`` makes it
    OPR=speed; ``stand`` is the GM's word on getting up.
    """

    who: str
    approach: tuple[str, ...] = ()
    retreat: tuple[str, ...] = ()
    by: str = ""
    stop: Mapping[str, str] = {}
    boost: int = 0
    vehicle: bool = False
    stand: str = ""


class Stay(Command, frozen=True, tag="lawn.stay"):
    """Declare people static; without names everybody who has not declared yet (LP-MOV-005)."""

    who: tuple[str, ...] = ()


class Leave(Command, frozen=True, tag="lawn.leave"):
    """Let somebody out of the crisis in the movement phase with nobody in pursuit; ``force`` overrides (LP-CRI-024)."""

    who: str
    force: bool = False


class Enter(Command, frozen=True, tag="lawn.enter"):
    """An outsider comes in towards somebody, now or in so many rounds (LP-CRI-006, LP-MOV-045)."""

    who: str
    approaching: tuple[str, ...] = ()
    by: str = ""
    rounds: int = 0


# Whether it can be -------------------------------------------------------------------------------------------------


def movement_in_use(state: LawnState) -> bool:
    """False in round 1 of a crisis that "has already begun": nobody has a movement phase then (LP-MOV-046)."""
    return not (state.round == 1 and state.mode == "crisis" and state.options.get("already_begun") is True)


def moving_now(state: LawnState) -> Rejected | None:
    """The refusal outside a movement phase (LP-MOV-003, -071)."""
    if state.mode != "crisis" or state.phase != "movement" or not movement_in_use(state):
        return Rejected("not-in-movement")
    return None


def declaring(state: LawnState) -> Rejected | None:
    """The refusal where declarations can no longer be entered or changed (LP-MOV-001, -077)."""
    refused = moving_now(state)
    if refused is None and state.crisis.stage not in stages.OPEN:
        return Rejected("already-resolved")
    if refused is None and stages.any_known(state):
        return Rejected("already-rolled")
    return refused


def _mover(state: LawnState, who: str) -> Rejected | Person:
    person = state.person(who)
    if not isinstance(person, Person):
        return unknown(who)
    if person.kind == "object":
        return Rejected("objects-do-not-move", {"who": Who(who)})
    return person


def refusal(state: LawnState, c: Declare | Enter) -> Rejected | None:
    """What speaks against that declaration now."""
    person = _mover(state, c.who)
    if isinstance(person, Rejected):
        return person
    return _no_entry(state, person, c) if isinstance(c, Enter) else _no_declaration(state, person, c)


def _no_declaration(state: LawnState, person: Person, c: Declare) -> Rejected | None:
    refused = declaring(state)
    if refused is not None:
        return refused
    if not person.on_stage:
        return Rejected("not-on-stage", {"who": Who(c.who)})
    return _bad_targets(state, c.who, c.approach, c.retreat) or _bad_way(state, person, c)


def _declare(c: Declare, tx: Tx) -> Rejected | None:
    refused = refusal(tx.state, c)
    if refused is not None:
        return refused
    declaration = Declaration(
        approach=_once(c.approach),
        retreat=_once(c.retreat),
        by=c.by,
        stop=dict(c.stop),
        boost=c.boost,
        vehicle=c.vehicle,
        stand=c.stand,
    )
    enter_declaration(tx, c.who, declaration)
    stages.advance(tx)
    return None


def _once(ids: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(ids))


def _bad_targets(state: LawnState, who: str, approach: tuple[str, ...], retreat: tuple[str, ...]) -> Rejected | None:
    mine = movers.leader(state, who)
    for target in (*approach, *retreat):
        other = state.person(target)
        if other is None:
            return unknown(target)
        if not other.on_stage:
            return Rejected("not-on-stage", {"who": Who(target)})
        if target == who or movers.leader(state, target) == mine:
            return Rejected("moves-along", {"who": Who(who), "other": Who(target)})
        if chases.unknown_band(state, who, target):
            return Rejected("band-missing", {"who": Who(who), "other": Who(target)})
    sides = [{movers.leader(state, t) for t in targets} for targets in (approach, retreat)]
    both = sorted(sides[0] & sides[1])
    if both:
        return Rejected("approach-and-retreat", {"who": Who(who), "other": Who(both[0])})
    if (approach or retreat) and mine != who:
        return Rejected("rides-along", {"who": Who(who), "driver": Who(mine)})
    if (approach or retreat) and movers.cannot_move(state, who):
        return Rejected("cannot-move", {"who": Who(who)})
    return None


def _bad_way(state: LawnState, person: Person, c: Declare) -> Rejected | None:
    if c.by and c.by not in SPEED_CLASSES:
        return Rejected("not-a-choice", {"field": "by", "value": c.by, "allowed": terms_of("speed", SPEED_CLASSES)})
    if c.stand not in STAND:
        return Rejected("not-a-choice", {"field": "stand", "value": c.stand, "allowed": terms_of("stand", STAND[1:])})
    if c.stand == "up" and not injuries.has(person, "prone"):
        return Rejected("not-prone", {"who": Who(person.id)})
    if abs(c.boost) > MOST_STEPS:
        return Rejected(
            "out-of-bounds", {"field": "boost", "low": -MOST_STEPS, "high": MOST_STEPS, "value": str(c.boost)}
        )
    for other, band in c.stop.items():
        if band not in BANDS:
            return Rejected("unknown-band", {"band": band, "allowed": terms_of("band", BANDS)})
        if other not in (*c.approach, *c.retreat):
            return Rejected("not-named", {"who": Who(person.id), "other": Who(other)})
    if not (c.approach or c.retreat):
        return None
    if c.by == "powered" and person.kind == "pc" and not person.vehicle and person.speed != "powered":
        return Rejected("no-vehicle", {"who": Who(person.id)})
    if not movers.way(state, person, Declaration(by=c.by)):
        return Rejected("no-way-of-moving", {"who": Who(person.id), "allowed": terms_of("speed", SPEED_CLASSES)})
    return None


def enter_declaration(tx: Tx, who: str, declaration: Declaration) -> None:
    """Write a declaration in and ask about what contradicts itself in it (LP-MOV-060)."""
    for question in questions.open_questions(tx.state, "contradiction", who):
        questions.withdraw(tx, question.id)
    before = tx.state.crisis.declarations.get(who)
    if before != declaration:
        secret = tx.state.crisis.stage == "declare" and tx.state.entities[who].kind != "pc"
        tx.emit(Declared(who=who, before=before, after=declaration, secret=secret))
    for target, fled in chases.contradictions(tx.state, declaration):
        questions.ask(
            tx,
            "contradiction",
            who=who,
            other=target,
            value="keep",
            ref=fled,
            choices=("keep", "drop_approach", "drop_retreat"),
        )


def _contradiction(tx: Tx, question: Question, value: str) -> Rejected | None:
    declaration = tx.state.crisis.declarations.get(question.who)
    if declaration is not None and value != "keep":
        if value == "drop_approach":
            after = replace(declaration, approach=tuple(t for t in declaration.approach if t != question.other))
        else:
            after = replace(declaration, retreat=tuple(t for t in declaration.retreat if t != question.ref))
        enter_declaration(tx, question.who, after)
    stages.advance(tx)
    return None


questions.ANSWERS["contradiction"] = _contradiction


def _stay(c: Stay, tx: Tx) -> Rejected | None:
    refused = declaring(tx.state) if c.who else moving_now(tx.state)
    if refused is not None:
        return refused
    if tx.state.crisis.stage not in stages.OPEN:
        return Rejected("already-resolved")
    for who in c.who:
        person = _mover(tx.state, who)
        if isinstance(person, Rejected):
            return person
    for who in c.who or stages.movers_owed(tx.state):
        enter_declaration(tx, who, Declaration())
    stages.advance(tx)
    return None


def _leave(c: Leave, tx: Tx) -> Rejected | None:
    person = _mover(tx.state, c.who)
    if isinstance(person, Rejected):
        return person
    refused = moving_now(tx.state)
    if refused is not None:
        return refused
    if not person.on_stage:
        return Rejected("not-on-stage", {"who": Who(c.who)})
    hunters = chases.pursuers(tx.state, c.who)
    if hunters and not c.force:
        return Rejected("in-pursuit", {"who": Who(c.who), "others": tuple(Who(h) for h in hunters)})
    crossing.let_out(tx, c.who)
    if tx.state.crisis.stage in stages.OPEN:
        stages.advance(tx)
    return None


def _no_entry(state: LawnState, person: Person, c: Enter) -> Rejected | None:
    if state.mode != "crisis":
        return Rejected("no-rounds")
    if person.on_stage:
        return Rejected("already-inside", {"who": Who(c.who)})
    if not 0 <= c.rounds <= 100:
        return Rejected("out-of-bounds", {"field": "rounds", "low": 0, "high": 100, "value": str(c.rounds)})
    if c.rounds:
        return None
    refused = declaring(state) or _bad_targets(state, c.who, c.approaching, ())
    if refused is not None:
        return refused
    if _was_inside(state, person):
        return Rejected("left-this-round", {"who": Who(c.who)})
    if not c.approaching:
        return Rejected("approach-whom", {"who": Who(c.who)})
    refused = _bad_way(state, person, Declare(who=c.who, approach=c.approaching, by=c.by))
    if refused is not None:
        return refused
    speed = movers.speed_class(state, c.who, Declaration(approach=_once(c.approaching), by=c.by))
    if ladders.step3(speed, "extreme", "approach") == "extreme":
        return Rejected("too-slow-to-enter", {"who": Who(c.who)})
    return None


def _was_inside(state: LawnState, person: Person) -> bool:
    """Whether someone who left stood inside as this movement phase began: coming back takes a round (LP-CRI-006)."""
    row = state.crisis.start_bands.get(person.id, {})
    return person.presence == "left" and any(row.get(p.id, "extreme") != "extreme" for p in people.participants(state))


def _enter(c: Enter, tx: Tx) -> Rejected | None:
    refused = refusal(tx.state, c)
    if refused is not None:
        return refused
    if c.rounds:
        crossing.plan(tx, tx.state.entities[c.who], tx.state.round + c.rounds)
        return None
    enter_declaration(tx, c.who, Declaration(approach=_once(c.approaching), by=c.by))
    stages.advance(tx)
    return None


DECIDE = {Declare: _declare, Stay: _stay, Leave: _leave, Enter: _enter}
