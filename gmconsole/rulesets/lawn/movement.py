"""Commands and tasks of the movement phase (chapter "Approach and retreat").

Covers LP-MOV-001 to -003, -007, -026, -029 to -036, -041, -046, -052, -060, -071, -072 and -077 to -079. The pure part
is in ``chases`` and ``ladders``, the course of the phase in ``stages``, leaving and entering in ``crossing``, sharing a
place in ``places``, shortcuts and vehicles in ``shortcuts``.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from ...core.bands import BandChange
from ...core.commands import BandsChanged, unknown
from ...core.model import Command, Event, Field, Msg, Rejected, Who
from ...core.phases import Task
from ...core.ruleset import Tx as CoreTx
from . import (
    chases,
    checks,
    crossing,
    injuries,
    ladders,
    movement_words,
    outcomes,
    people,
    places,
    questions,
    shortcuts,
    stages,
)
from .stages import Declared
from .state import BANDS, SPEED_CLASSES, Declaration, LawnState, Modifier, PairMove, Person, Question, SpeedGroup

Tx = CoreTx[LawnState]

begin = stages.begin
end = stages.end

RESULTS = ("wins", "holds", "loses")
STAND = ("", "up", "stay")
SECRET = "secret"

questions.WORDING["contradiction"] = "{who} approaches {other} and flees from {ref}, who share a place: keep both?"


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


class SpeedCheck(Command, frozen=True, tag="lawn.speed-check"):
    """Roll a speed check against these opponents (all of the check where none are named).

    The difficulty is remembered for each opponent; ``kind`` asks PHY or OPR instead of what the movement says;
    ``result`` lets the GM decide without dice; ``hold`` keeps the dice open for appends.
    """

    who: str
    against: tuple[str, ...] = ()
    difficulty: int = 0
    modifiers: tuple[Modifier, ...] = ()
    kind: str = ""
    result: str = ""
    hold: bool = False


class MoveLess(Command, frozen=True, tag="lawn.less"):
    """Choose a band short of the full move: a wish before the resolution, a change after it (LP-MOV-026, -041)."""

    who: str
    other: str
    band: str


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


class SpeedDifficultySet(Event, frozen=True, tag="lawn.speed-difficulty"):
    """The difficulty of speed checks against somebody, remembered for the next rounds (LP-MOV-031)."""

    who: str
    before: int
    after: int


class MoveShortened(Event, frozen=True, tag="lawn.shortened"):
    """A mover took less of its move; the band follows."""

    before: PairMove
    after: PairMove


# Reading -----------------------------------------------------------------------------------------------------------


def movement_in_use(state: LawnState) -> bool:
    """False in round 1 of a crisis that "has already begun": nobody has a movement phase then (LP-MOV-046)."""
    return not (state.round == 1 and state.mode == "crisis" and state.options.get("already_begun") is True)


def declaration_for(state: LawnState, who: str, audience: str) -> Declaration | str | None:
    """What an audience may know of somebody's declaration (LP-MOV-007).

    None before it is in; ``"secret"`` for players while a non-player character's is in but not all are.
    """
    declaration = state.crisis.declarations.get(who)
    if declaration is None:
        return None
    if audience != "gm" and state.crisis.stage == "declare" and state.entities[who].kind != "pc":
        return SECRET
    return declaration


def options(state: LawnState, who: str, other: str) -> tuple[str, ...]:
    """The bands that mover may choose for the pair now, the full move first; empty where the move is not theirs."""
    move = _move(state, who, other)
    if move is None or not (move.winner == who or move.cause.startswith("both_")):
        return ()
    return ladders.options(move.start, move.maximum)


def _move(state: LawnState, a: str, b: str) -> PairMove | None:
    return next((m for m in state.crisis.moves if {m.a, m.b} == {a, b}), None)


def proposal(state: LawnState, who: str) -> Command:
    """What Enter declares for somebody: the last declaration again, hostile ones approach, the hunted flee."""
    person = state.entities[who]
    if person.presence != "in":
        return Enter(who=who, approaching=tuple(p.id for p in people.opponents(state, person)))
    if person.kind == "pc":
        return Declare(who=who, retreat=_hunters(state, who))
    last = state.crisis.last.get(who)
    if last is not None:
        here = {p.id for p in people.participants(state)}
        return Declare(who=who, approach=tuple(t for t in last.approach if t in here), by=last.by, vehicle=last.vehicle,
                       retreat=tuple(t for t in last.retreat if t in here))
    if person.side == "hostile" and chases.way(state, person, Declaration()):
        return Declare(who=who, approach=tuple(p.id for p in people.pcs(state)))
    return Declare(who=who)


def _hunters(state: LawnState, who: str) -> tuple[str, ...]:
    return chases.pursuers(state, who) if chases.way(state, state.entities[who], Declaration()) else ()


def tasks(state: LawnState) -> tuple[Task, ...]:
    """The declarations, then the speed checks still owed in the movement phase; questions are tasks of their own."""
    if state.mode != "crisis" or state.phase != "movement" or not movement_in_use(state):
        return ()
    if state.crisis.stage == "declare":
        return _declarations_owed(state)
    if state.crisis.stage == "speed":
        return _checks_owed(state)
    return ()


def _declarations_owed(state: LawnState) -> tuple[Task, ...]:
    owed = stages.movers_owed(state)
    if not owed:
        return (_resolve_task(),)
    return tuple(
        Task(kind="declare", who=who, what=Msg("{who}: approach, retreat or static?", {"who": Who(who)}),
             command=proposal(state, who), skip=Stay(who=(who,)), form=f"declare {who}",
             secret=state.entities[who].kind != "pc")
        for who in owed
    )


def _resolve_task() -> Task:
    return Task(kind="declare", who="", command=Stay(), what=Msg("Resolve the movement"))


def _checks_owed(state: LawnState) -> tuple[Task, ...]:
    out = []
    for group in chases.groups(state):
        if group.result or all(who in group.rolls for who in stages.rollers(group)):
            continue
        for who in stages.rollers(group):
            if who not in group.rolls:
                out.append(_check_task(state, group, who))
    if not out and not stages.held(state):
        out.append(_resolve_task())
    return tuple(out)


def _check_task(state: LawnState, group: SpeedGroup, who: str) -> Task:
    against = group.others if who == group.who else (group.who,)
    fields: dict[str, Field] = {"who": Who(who), "others": tuple(Who(o) for o in against)}
    if stages.open_check_of(state, group, who) is not None:
        return Task(kind="speed", who=who, command=checks.SettleCheck(who=who),
                    what=Msg("{who} against {others}: settle the speed check?", fields))
    difficulty = stages.difficulty(state, group)
    vehicle = stages.kind_of(state, group, who) == "OPR"
    return Task(
        kind="speed", who=who, command=SpeedCheck(who=who, against=against, difficulty=difficulty),
        what=Msg("{who} against {others}: speed check D{difficulty}", {**fields, "difficulty": difficulty}),
        dice=(chases.speed_pool(state, who, vehicle), difficulty), form=f"speed {who} {against[0]}",
        skip=SpeedCheck(who=who, against=against, result="holds"),
    )


# Decisions ---------------------------------------------------------------------------------------------------------


def _moving_now(state: LawnState) -> Rejected | None:
    if state.mode != "crisis" or state.phase != "movement" or not movement_in_use(state):
        return Rejected("not-in-movement")
    return None


def _declaring(state: LawnState) -> Rejected | None:
    refused = _moving_now(state)
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


def _declare(c: Declare, tx: Tx) -> Rejected | None:
    person = _mover(tx.state, c.who)
    if isinstance(person, Rejected):
        return person
    refused = _declaring(tx.state)
    if refused is not None:
        return refused
    if not person.on_stage:
        return Rejected("not-on-stage", {"who": Who(c.who)})
    refused = _bad_targets(tx.state, c.who, c.approach, c.retreat) or _bad_way(tx.state, person, c)
    if refused is not None:
        return refused
    declaration = Declaration(approach=_once(c.approach), retreat=_once(c.retreat), by=c.by, stop=dict(c.stop),
                              boost=c.boost, vehicle=c.vehicle, stand=c.stand)
    enter_declaration(tx, c.who, declaration)
    stages.advance(tx)
    return None


def _once(ids: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(ids))


def _bad_targets(state: LawnState, who: str, approach: tuple[str, ...], retreat: tuple[str, ...]) -> Rejected | None:
    mine = chases.leader(state, who)
    for target in (*approach, *retreat):
        other = state.person(target)
        if other is None:
            return unknown(target)
        if not other.on_stage:
            return Rejected("not-on-stage", {"who": Who(target)})
        if target == who or chases.leader(state, target) == mine:
            return Rejected("moves-along", {"who": Who(who), "other": Who(target)})
        if chases.unknown_band(state, who, target):
            return Rejected("band-missing", {"who": Who(who), "other": Who(target)})
    sides = [{chases.leader(state, t) for t in targets} for targets in (approach, retreat)]
    both = sorted(sides[0] & sides[1])
    if both:
        return Rejected("approach-and-retreat", {"who": Who(who), "other": Who(both[0])})
    if (approach or retreat) and mine != who:
        return Rejected("rides-along", {"who": Who(who), "driver": Who(mine)})
    if (approach or retreat) and chases.cannot_move(state, who):
        return Rejected("cannot-move", {"who": Who(who)})
    return None


def _bad_way(state: LawnState, person: Person, c: Declare) -> Rejected | None:
    if c.by and c.by not in SPEED_CLASSES:
        return Rejected("not-a-choice", {"field": "by", "value": c.by, "allowed": SPEED_CLASSES})
    if c.stand not in STAND:
        return Rejected("not-a-choice", {"field": "stand", "value": c.stand, "allowed": STAND[1:]})
    if c.stand == "up" and not injuries.has(person, "prone"):
        return Rejected("not-prone", {"who": Who(person.id)})
    if not -3 <= c.boost <= 3:
        return Rejected("out-of-bounds", {"field": "boost", "low": -3, "high": 3, "value": str(c.boost)})
    for other, band in c.stop.items():
        if band not in BANDS:
            return Rejected("unknown-band", {"band": band, "allowed": BANDS})
        if other not in (*c.approach, *c.retreat):
            return Rejected("not-named", {"who": Who(person.id), "other": Who(other)})
    if not (c.approach or c.retreat):
        return None
    if c.by == "powered" and person.kind == "pc" and not person.vehicle and person.speed != "powered":
        return Rejected("no-vehicle", {"who": Who(person.id)})
    if not chases.way(state, person, Declaration(by=c.by)):
        return Rejected("no-way-of-moving", {"who": Who(person.id), "allowed": SPEED_CLASSES})
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
        questions.ask(tx, "contradiction", who=who, other=target, value="keep", ref=fled,
                      choices=("keep", "drop_approach", "drop_retreat"))


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
    refused = _declaring(tx.state) if c.who else _moving_now(tx.state)
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


def _speed(c: SpeedCheck, tx: Tx) -> Rejected | None:
    for who in (c.who, *c.against):
        if tx.state.person(who) is None:
            return unknown(who)
    refused = _moving_now(tx.state)
    if refused is not None:
        return refused
    who = chases.leader(tx.state, c.who)
    against = tuple(chases.leader(tx.state, other) for other in c.against)
    group = None
    if tx.state.crisis.stage == "speed":
        open_groups = [g for g in chases.groups(tx.state) if not g.result]
        group = chases.group_of(open_groups, who, against)
    if group is None:
        return Rejected("no-speed-check-owed", {"who": Who(c.who)})
    if c.result:
        if c.result not in RESULTS:
            return Rejected("not-a-choice", {"field": "result", "value": c.result, "allowed": RESULTS})
        return _decide(tx, group, who, c.result)
    if not group.opposed and who != group.who:
        group = replace(group, who=who, vehicle=chases.units(tx.state)[who].vehicle)
    if who in group.rolls or stages.open_check_of(tx.state, group, who) is not None:
        return Rejected("already-rolled", {"who": Who(c.who)})
    kind = c.kind or stages.kind_of(tx.state, group, who)
    refused = checks.bad_check(kind, c.difficulty, modifiers=c.modifiers) or checks.may_roll(tx.state, who)
    if refused is not None:
        return refused
    if c.difficulty and who == group.who:
        _remember(tx, group, max(outcomes.LOWEST_DIFFICULTY, c.difficulty - stages.shift(tx.state, group)))
    opened = checks.open_check(tx, who, kind, purpose="speed", modifiers=c.modifiers, serves="speed", ref=group.id,
                               difficulty=c.difficulty or stages.difficulty(tx.state, group))
    return checks.roll(tx, opened, hold=c.hold) if opened in tx.state.checks else None


def _decide(tx: Tx, group: SpeedGroup, who: str, result: str) -> Rejected | None:
    """The GM says the result, for the one named."""
    if group.opposed and who != group.who:
        result = {"wins": "loses", "loses": "wins"}.get(result, result)
    for roller in stages.rollers(group):
        check = stages.open_check_of(tx.state, group, roller)
        if check is not None:
            checks.drop(tx, check.id)
    for question in questions.open_questions(tx.state, "speed_tie", group.who):
        if question.ref == group.id:
            questions.withdraw(tx, question.id)
    stages.take(tx, group, replace(group, result=result))
    return None


def _remember(tx: Tx, group: SpeedGroup, difficulty: int) -> None:
    for other in group.others:
        before = tx.state.crisis.speed_difficulty.get(other, 0)
        if before != difficulty:
            tx.emit(SpeedDifficultySet(who=other, before=before, after=difficulty))


def _less(c: MoveLess, tx: Tx) -> Rejected | None:
    for who in (c.who, c.other):
        if tx.state.person(who) is None:
            return unknown(who)
    refused = _moving_now(tx.state)
    if refused is not None:
        return refused
    if c.band not in BANDS:
        return Rejected("unknown-band", {"band": c.band, "allowed": BANDS})
    if tx.state.crisis.stage in stages.OPEN:
        return _less_before(c, tx)
    move = _move(tx.state, c.who, c.other)
    allowed = options(tx.state, c.who, c.other)
    if move is None or not allowed:
        return Rejected("not-their-move", {"who": Who(c.who), "other": Who(c.other)})
    if not all(tx.state.entities[who].on_stage for who in (c.who, c.other)):
        return Rejected("not-on-stage", {"who": Who(c.who if not tx.state.entities[c.who].on_stage else c.other)})
    if c.band not in allowed:
        return Rejected("beyond-the-move", {"band": c.band, "allowed": allowed})
    if c.band == move.end:
        return None
    tx.emit(MoveShortened(before=move, after=replace(move, end=c.band)))
    tx.emit(BandsChanged(changes=(BandChange(move.a, move.b, move.end, c.band, "less"),)))
    places.reopen(tx, c.who, c.other)
    return None


def _less_before(c: MoveLess, tx: Tx) -> Rejected | None:
    declaration = tx.state.crisis.declarations.get(c.who)
    if declaration is None or c.other not in (*declaration.approach, *declaration.retreat):
        return Rejected("not-named", {"who": Who(c.who), "other": Who(c.other)})
    enter_declaration(tx, c.who, replace(declaration, stop={**declaration.stop, c.other: c.band}))
    return None


def _leave(c: Leave, tx: Tx) -> Rejected | None:
    person = _mover(tx.state, c.who)
    if isinstance(person, Rejected):
        return person
    refused = _moving_now(tx.state)
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


def _enter(c: Enter, tx: Tx) -> Rejected | None:
    person = _mover(tx.state, c.who)
    if isinstance(person, Rejected):
        return person
    if tx.state.mode != "crisis":
        return Rejected("no-rounds")
    if person.on_stage:
        return Rejected("already-inside", {"who": Who(c.who)})
    if not 0 <= c.rounds <= 100:
        return Rejected("out-of-bounds", {"field": "rounds", "low": 0, "high": 100, "value": str(c.rounds)})
    if c.rounds:
        crossing.plan(tx, person, tx.state.round + c.rounds)
        return None
    refused = _declaring(tx.state) or _bad_targets(tx.state, c.who, c.approaching, ())
    if refused is not None:
        return refused
    if not c.approaching:
        return Rejected("approach-whom", {"who": Who(c.who)})
    declaration = Declaration(approach=_once(c.approaching), by=c.by)
    refused = _bad_way(tx.state, person, Declare(who=c.who, approach=c.approaching, by=c.by))
    if refused is not None:
        return refused
    speed = chases.speed_class(tx.state, c.who, declaration)
    if ladders.step3(speed, "extreme", "approach") == "extreme":
        return Rejected("too-slow-to-enter", {"who": Who(c.who)})
    enter_declaration(tx, c.who, declaration)
    stages.advance(tx)
    return None


# Folds -------------------------------------------------------------------------------------------------------------


def _difficulty_set(state: LawnState, e: SpeedDifficultySet) -> LawnState:
    known = {**state.crisis.speed_difficulty, e.who: e.after}
    return replace(state, crisis=replace(state.crisis, speed_difficulty=known))


def _shortened(state: LawnState, e: MoveShortened) -> LawnState:
    moves = tuple(e.after if {m.a, m.b} == {e.after.a, e.after.b} else m for m in state.crisis.moves)
    return replace(state, crisis=replace(state.crisis, moves=moves))


SAY = movement_words.SAY
DECIDE = {
    Declare: _declare,
    Stay: _stay,
    SpeedCheck: _speed,
    MoveLess: _less,
    Leave: _leave,
    Enter: _enter,
    **shortcuts.DECIDE,
}
EVOLVE = {
    SpeedDifficultySet: _difficulty_set,
    MoveShortened: _shortened,
    **stages.EVOLVE,
    **crossing.EVOLVE,
    **shortcuts.EVOLVE,
}
