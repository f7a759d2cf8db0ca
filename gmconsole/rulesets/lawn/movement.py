"""Commands and tasks of the movement phase (chapter "Approach and retreat").

Covers LP-MOV-001 to -003, -007, -026, -029 to -036, -041, -046, -052, -060, -071, -072 and -077 to -079. The pure part
is in ``chases`` and ``ladders``, the course of the phase in ``stages``, leaving and entering in ``crossing``, sharing a
place in ``places``, shortcuts and vehicles in ``shortcuts``, what is declared in ``declarations``.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from ...core.bands import BandChange
from ...core.commands import BandsChanged, unknown
from ...core.model import Command, Event, Field, Msg, Rejected, Who, terms_of
from ...core.phases import Task
from ...core.ruleset import Tx as CoreTx
from . import (
    chases,
    checks,
    crossing,
    declarations,
    ladders,
    movement_words,
    movers,
    outcomes,
    people,
    places,
    questions,
    settling,
    shortcuts,
    stages,
)
from .declarations import Declare, Enter, Leave, Stay, movement_in_use
from .movement_state import Declaration, PairMove, SpeedGroup
from .state import BANDS, LawnState, Modifier

__all__ = [
    "DECIDE",
    "EVOLVE",
    "SAY",
    "Declare",
    "Enter",
    "Leave",
    "MoveLess",
    "SpeedCheck",
    "SpeedDifficultySet",
    "Stay",
    "begin",
    "declaration_for",
    "end",
    "movement_in_use",
    "options",
    "proposal",
    "tasks",
]

Tx = CoreTx[LawnState]

begin = stages.begin
end = stages.end

RESULTS = ("wins", "holds", "loses")
SECRET = "secret"


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


def proposal(state: LawnState, who: str, found: Mapping[str, movers.Unit] | None = None) -> Command:
    """What Enter declares for somebody: the last declaration again, hostile ones approach, the hunted flee.

    Static where that cannot be. ``found`` are the state's units where the caller has them already.
    """
    wanted = _wanted(state, who, found)
    return wanted if declarations.refusal(state, wanted) is None else Stay(who=(who,))


def _wanted(state: LawnState, who: str, found: Mapping[str, movers.Unit] | None) -> Declare | Enter:
    person = state.entities[who]
    if person.presence != "in":
        return Enter(who=who, approaching=tuple(p.id for p in people.opponents(state, person)))
    if person.kind == "pc":
        return Declare(who=who, retreat=_hunters(state, who, found))
    last = state.crisis.last.get(who)
    if last is not None:
        here = {p.id for p in people.participants(state)}
        return Declare(
            who=who,
            approach=tuple(t for t in last.approach if t in here),
            by=last.by,
            vehicle=last.vehicle,
            retreat=tuple(t for t in last.retreat if t in here),
        )
    if person.side == "hostile" and movers.way(state, person, Declaration()):
        return Declare(who=who, approach=tuple(p.id for p in people.pcs(state)))
    return Declare(who=who)


def _hunters(state: LawnState, who: str, found: Mapping[str, movers.Unit] | None) -> tuple[str, ...]:
    return chases.pursuers(state, who, found) if movers.way(state, state.entities[who], Declaration()) else ()


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
    found = movers.units(state)
    return tuple(
        Task(
            kind="declare",
            who=who,
            what=Msg("{who}: approach, retreat or static?", {"who": Who(who)}),
            command=proposal(state, who, found),
            skip=Stay(who=(who,)),
            form=f"declare {who}",
        )
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
    rolled = stages.open_check_of(state, group, who)
    if rolled is not None:
        return Task(
            kind="speed",
            who=who,
            # What has to be rolled again first is a task of its own (LP-SPC-030).
            blocking=not settling.waiting(rolled),
            command=checks.SettleCheck(who=who),
            what=Msg("{who} against {others}: settle the speed check?", fields),
        )
    difficulty = stages.difficulty(state, group)
    vehicle = stages.kind_of(state, group, who) == "OPR"
    return Task(
        kind="speed",
        who=who,
        command=SpeedCheck(who=who, against=against, difficulty=difficulty),
        what=Msg("{who} against {others}: speed check D{difficulty}", {**fields, "difficulty": difficulty}),
        dice=(chases.speed_pool(state, who, vehicle), difficulty),
        form=f"speed {who} {against[0]}",
        skip=SpeedCheck(who=who, against=against, result="holds"),
    )


# Decisions ---------------------------------------------------------------------------------------------------------


def _speed(c: SpeedCheck, tx: Tx) -> Rejected | None:
    for who in (c.who, *c.against):
        if tx.state.person(who) is None:
            return unknown(who)
    refused = declarations.moving_now(tx.state)
    if refused is not None:
        return refused
    who = movers.leader(tx.state, c.who)
    against = tuple(movers.leader(tx.state, other) for other in c.against)
    group = None
    if tx.state.crisis.stage == "speed":
        open_groups = [g for g in chases.groups(tx.state) if not g.result]
        group = chases.group_of(open_groups, who, against)
    if group is None:
        return Rejected("no-speed-check-owed", {"who": Who(c.who)})
    if c.result:
        if c.result not in RESULTS:
            return Rejected(
                "not-a-choice", {"field": "result", "value": c.result, "allowed": terms_of("answer", RESULTS)}
            )
        return _decide(tx, group, who, c.result)
    if not group.opposed and who != group.who:
        group = replace(group, who=who, vehicle=movers.units(tx.state)[who].vehicle)
    if who in group.rolls or stages.open_check_of(tx.state, group, who) is not None:
        return Rejected("already-rolled", {"who": Who(c.who)})
    kind = c.kind or stages.kind_of(tx.state, group, who)
    refused = checks.bad_check(kind, c.difficulty, modifiers=c.modifiers) or checks.may_roll(tx.state, who)
    if refused is not None:
        return refused
    if c.difficulty and who == group.who:
        _remember(tx, group, max(outcomes.LOWEST_DIFFICULTY, c.difficulty - stages.shift(tx.state, group)))
    opened = checks.open_check(
        tx,
        who,
        kind,
        purpose="speed",
        modifiers=c.modifiers,
        serves="speed",
        ref=group.id,
        difficulty=c.difficulty or stages.difficulty(tx.state, group),
    )
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
    refused = declarations.moving_now(tx.state)
    if refused is not None:
        return refused
    if c.band not in BANDS:
        return Rejected("unknown-band", {"band": c.band, "allowed": terms_of("band", BANDS)})
    if tx.state.crisis.stage in stages.OPEN:
        return _less_before(c, tx)
    move = _move(tx.state, c.who, c.other)
    allowed = options(tx.state, c.who, c.other)
    if move is None or not allowed:
        return Rejected("not-their-move", {"who": Who(c.who), "other": Who(c.other)})
    if not all(tx.state.entities[who].on_stage for who in (c.who, c.other)):
        return Rejected("not-on-stage", {"who": Who(c.who if not tx.state.entities[c.who].on_stage else c.other)})
    if c.band not in allowed:
        return Rejected("beyond-the-move", {"band": Msg("band:" + c.band), "allowed": terms_of("band", allowed)})
    if c.band == move.end:
        return None
    if c.band == "extreme":
        # Who has come in, or stayed in, is inside for this round (LP-CRI-002).
        return Rejected("outside-the-area", {"who": Who(c.who), "other": Who(c.other)})
    tx.emit(MoveShortened(before=move, after=replace(move, end=c.band)))
    back = movers.back(tx.state, move.a, move.b, c.band)
    tx.emit(BandsChanged(changes=(BandChange(move.a, move.b, move.end, c.band, "less", back),)))
    places.reopen(tx, c.who, c.other)
    return None


def _less_before(c: MoveLess, tx: Tx) -> Rejected | None:
    declaration = tx.state.crisis.declarations.get(c.who)
    if declaration is None or c.other not in (*declaration.approach, *declaration.retreat):
        return Rejected("not-named", {"who": Who(c.who), "other": Who(c.other)})
    declarations.enter_declaration(tx, c.who, replace(declaration, stop={**declaration.stop, c.other: c.band}))
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
    SpeedCheck: _speed,
    MoveLess: _less,
    **declarations.DECIDE,
    **shortcuts.DECIDE,
}
EVOLVE = {
    SpeedDifficultySet: _difficulty_set,
    MoveShortened: _shortened,
    **stages.EVOLVE,
    **crossing.EVOLVE,
    **shortcuts.EVOLVE,
}
