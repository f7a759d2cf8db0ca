"""How a movement phase goes forward: declarations, speed checks, one resolution of all pairs, places.

Covers LP-MOV-001, -002, -007, -057, -061, -069, -072 and -077: nothing is resolved before all declarations are in and
all speed checks rolled; then every named pair changes in one event. ``advance`` is called after whatever may complete a
stage.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from ...core.bands import BandChange
from ...core.commands import BandsChanged
from ...core.messages import N_
from ...core.model import Event, Question, Rejected
from ...core.ruleset import Tx as CoreTx
from . import alterations, chases, checks, counters, crossing, injuries, movers, outcomes, people, places, questions
from .movement_state import Declaration, PairMove, SpeedGroup, SpeedRoll
from .outcomes import Result
from .state import Check, LawnState

Tx = CoreTx[LawnState]

DEFAULT_DIFFICULTY = 6
OPEN = ("declare", "speed")
HELD_BY_QUESTIONS = ("contradiction", "shortcut", "shortcut_fall", "speed_tie", "reach")
HELD_BY_CHECKS = ("speed", "shortcut", "shortcut_danger")

checks.OWN_TASKS.add("speed")
questions.WORDING["speed_tie"] = N_("{who} and {other} are level: the band holds?")
questions.WORDING["reach"] = N_("{who} cannot reach all of them: which one?")


class MovementBegan(Event, frozen=True, tag="lawn.movement-began"):
    """A movement phase opened: nobody has declared anything."""

    round: int


class Declared(Event, frozen=True, tag="lawn.declared"):
    """Somebody's declaration was entered; ``secret`` ones stay hidden from the players until all are in."""

    who: str
    before: Declaration | None = None
    after: Declaration | None = None
    secret: bool = False


class DeclarationsShown(Event, frozen=True, tag="lawn.declarations-shown"):
    """All declarations are in and lie open together."""

    declarations: Mapping[str, Declaration]


class SpeedTaken(Event, frozen=True, tag="lawn.speed"):
    """A speed check, or one side of an opposed one, came to its end; ``after.result`` says what it means."""

    after: SpeedGroup
    before: SpeedGroup | None = None


class ReachChosen(Event, frozen=True, tag="lawn.reach"):
    """Which of several targets too far apart a mover reaches."""

    who: str
    target: str


class MovementResolved(Event, frozen=True, tag="lawn.moved"):
    """Every named pair's move; the bands follow in one event."""

    moves: tuple[PairMove, ...]


class StoodUp(Event, frozen=True, tag="lawn.stood"):
    """Somebody got up as part of moving: Walk at most in this round."""

    who: str
    round: int


# Reading -----------------------------------------------------------------------------------------------------------


def movers_owed(state: LawnState) -> tuple[str, ...]:
    """Who has still to declare, non-player characters first; who cannot move or is driven need not (LP-MOV-067)."""
    here = [
        p
        for p in people.characters(state)
        if not movers.cannot_move(state, p.id) and movers.leader(state, p.id) == p.id
    ]
    first = (
        [p.id for p in here if p.kind != "pc"] + list(crossing.awaited(state)) + [p.id for p in here if p.kind == "pc"]
    )
    return tuple(who for who in first if who not in state.crisis.declarations)


def difficulty(state: LawnState, group: SpeedGroup) -> int:
    """The difficulty proposed for a speed check: the highest remembered for the opponents, D6 at first, with shortcuts.

    Source: LP-MOV-031, -047, -048.
    """
    wanted = remembered(state, group) + shift(state, group)
    return min(max(outcomes.LOWEST_DIFFICULTY, wanted), checks.LARGEST_DIFFICULTY)


def remembered(state: LawnState, group: SpeedGroup) -> int:
    """The difficulty the GM set for these opponents before, or D6 (LP-MOV-031)."""
    known = [state.crisis.speed_difficulty.get(other, 0) for other in group.others]
    return max((k for k in known if k), default=DEFAULT_DIFFICULTY)


def shift(state: LawnState, group: SpeedGroup) -> int:
    """Faces that this round's shortcuts add: a player character's eases its own check, an opponent's hardens it."""
    eased = state.crisis.eased
    return eased.get(group.who, 0) + max((eased.get(other, 0) for other in group.others), default=0)


def rollers(group: SpeedGroup) -> tuple[str, ...]:
    """Who rolls: one, or both sides of an opposed check."""
    return (group.who, *group.others) if group.opposed else (group.who,)


def open_check_of(state: LawnState, group: SpeedGroup, who: str) -> Check | None:
    """That one's speed check of the group if it is announced or held open."""
    return next((c for c in state.checks.values() if c.serves == "speed" and c.ref == group.id and c.who == who), None)


def any_known(state: LawnState) -> bool:
    """True once a speed check of this round is on the table, so that no declaration changes any more (LP-MOV-077)."""
    return any(g.rolls or g.result for g in state.crisis.speed_groups) or any(
        c.serves == "speed" for c in state.checks.values()
    )


def held(state: LawnState) -> bool:
    """True while something has to be answered or rolled before the pairs can be resolved."""
    return any(q.kind in HELD_BY_QUESTIONS for q in state.questions.values()) or any(
        c.serves in HELD_BY_CHECKS for c in state.checks.values()
    )


# Going forward -------------------------------------------------------------------------------------------------------


def begin(tx: Tx) -> None:
    """Open the movement phase; where nobody can move it is over at once."""
    tx.emit(MovementBegan(round=tx.state.round))
    if not movers_owed(tx.state):
        advance(tx)


def advance(tx: Tx) -> None:
    """Go on as far as what is known allows; called again whenever something more is."""
    if tx.state.crisis.stage == "declare":
        if movers_owed(tx.state):
            return
        tx.emit(DeclarationsShown(declarations=tx.state.crisis.declarations))
    if tx.state.crisis.stage != "speed" or held(tx.state):
        return
    groups = chases.groups(tx.state)
    for group in groups:
        for who in rollers(group):
            if not group.result and who not in group.rolls and _passes(tx.state, group, who):
                # Settling calls advance again, which goes on from there.
                checks.open_check(tx, who, kind_of(tx.state, group, who), purpose="speed", serves="speed", ref=group.id)
                return
    if any(not g.result for g in groups):
        return
    found = chases.moves(tx.state)
    torn = chases.torn(tx.state, found)
    for mover, targets in torn:
        questions.ask(tx, "reach", who=mover, value=targets[0], choices=targets)
    if not torn:
        resolve(tx, found)


def kind_of(state: LawnState, group: SpeedGroup, who: str) -> str:
    """PHY by one's own body, OPR by vehicle (LP-MOV-030)."""
    if who == group.who:
        return "OPR" if group.vehicle else "PHY"
    return "OPR" if movers.units(state)[who].vehicle else "PHY"


def _passes(state: LawnState, group: SpeedGroup, who: str) -> bool:
    return checks.automatic(state, state.entities[who], kind_of(state, group, who), "speed") is not None


def resolve(tx: Tx, found: tuple[PairMove, ...]) -> None:
    """Write every named pair's move in one event; then see who has left, who came in, and who shares a place.

    Where no slots follow, this is the moment that counts for states (LP-NEU-024): those gained later lose the next one.
    """
    standing = [
        who
        for who, d in tx.state.crisis.declarations.items()
        if who in tx.state.entities and movers.stands_up(tx.state, who, d)
    ]
    tx.emit(MovementResolved(moves=found))
    for who in standing:
        tx.emit(StoodUp(who=who, round=tx.state.round))
        injuries.lose(tx, who, "prone", cause="movement")
    changes = tuple(
        BandChange(m.a, m.b, m.start, m.end, m.cause, movers.back(tx.state, m.a, m.b, m.end)) for m in found
    )
    if changes:
        tx.emit(BandsChanged(changes=changes))
    crossing.arrive(tx)
    for person in people.characters(tx.state):
        counters.mark_movement(tx, person.id)
    crossing.depart(tx)
    places.settle(tx)


def end(tx: Tx) -> None:
    """Close the movement phase for good: whoever declared nothing was static, checks not rolled hold the band.

    Does nothing where the phase has come to its end by itself (LP-MOV-005).
    """
    if tx.state.crisis.stage in OPEN:
        for check in list(tx.state.checks.values()):
            if check.serves in HELD_BY_CHECKS:
                checks.drop(tx, check.id)
        for question in list(tx.state.questions.values()):
            if question.kind in HELD_BY_QUESTIONS:
                questions.withdraw(tx, question.id)
        if tx.state.crisis.stage == "declare":
            tx.emit(DeclarationsShown(declarations=tx.state.crisis.declarations))
        resolve(tx, chases.moves(tx.state))
    crossing.by_default(tx)
    places.withdraw(tx)
    if tx.state.crisis.stage == "places":
        tx.emit(places.PlacesSettled(round=tx.state.round))


# Speed checks --------------------------------------------------------------------------------------------------------


def _settled(tx: Tx, check: Check, result: Result) -> None:
    group = next((g for g in chases.groups(tx.state) if g.id == check.ref), None)
    if group is None or tx.state.crisis.stage != "speed":
        return
    tail = sum(die.origin == alterations.TAIL for die in check.dice)
    roll = SpeedRoll(result, checks.faces(check), check.difficulty, tail, check.reading)
    who = group.who if group.opposed else check.who
    take(tx, group, replace(group, who=who, rolls={**group.rolls, check.who: roll}))


checks.SETTLERS["speed"] = _settled


def take(tx: Tx, before: SpeedGroup, after: SpeedGroup) -> None:
    """Enter what a speed check came to, ask about a tie, and go on."""
    if not after.result:
        after = replace(after, result=meaning(after))
    known = any(g.id == before.id for g in tx.state.crisis.speed_groups)
    tx.emit(SpeedTaken(before=before if known else None, after=after))
    if not after.result and all(who in after.rolls for who in rollers(after)):
        ask_about_tie(tx, after)
    advance(tx)


def meaning(group: SpeedGroup) -> str:
    """``wins``, ``holds`` or ``loses`` for the one who rolls; empty while a side is missing or the two are level.

    A success needs degree 1 to win (LP-MOV-032 to -034); criticals count as what they are (LP-MOV-079).
    """
    if any(who not in group.rolls for who in rollers(group)):
        return ""
    mine = group.rolls[group.who].result
    if not group.opposed:
        if not checks.succeeded(mine):
            return "loses"
        return "wins" if mine.degree >= 1 else "holds"
    other = group.rolls[group.others[0]].result
    verdict = outcomes.compare_opposed(mine, other, group.rounds > 0, group.rounds)
    return {"a": "wins", "b": "loses"}.get(verdict, "")


def ask_about_tie(tx: Tx, group: SpeedGroup) -> None:
    """Let a level opposed check hold the band, or bring five more dice on each side if a result is needed (Q-C25)."""
    more = group.rounds < outcomes.TIE_BREAK_ROUNDS and any(r.faces for r in group.rolls.values())
    choices = ("holds", "append", "wins", "loses") if more else ("holds", "wins", "loses")
    questions.ask(tx, "speed_tie", who=group.who, other=group.others[0], value="holds", choices=choices, ref=group.id)


def _tie(tx: Tx, question: Question, value: str) -> Rejected | None:
    group = next((g for g in chases.groups(tx.state) if g.id == question.ref), None)
    if group is None:
        advance(tx)
        return None
    if value != "append":
        take(tx, group, replace(group, result=value))
        return None
    rolls = dict(group.rolls)
    for who in rollers(group):
        roll = rolls[who]
        if roll.faces:
            cut = len(roll.faces) - roll.tail
            faces = (*roll.faces[:cut], *tx.roll(outcomes.TIE_BREAK_DICE, roll.sides), *roll.faces[cut:])
            came = outcomes.judge(faces, roll.reading)
            if roll.result.outcome == "critical_failure":
                # Dice appended never mend one, wherever it came from (LP-CHK-037, LP-TRT-107b).
                came = replace(came, outcome=roll.result.outcome)
            rolls[who] = replace(roll, result=came, faces=faces)
    take(tx, group, replace(group, rolls=rolls, rounds=group.rounds + 1))
    return None


def _reach(tx: Tx, question: Question, value: str) -> Rejected | None:
    tx.emit(ReachChosen(who=question.who, target=value))
    advance(tx)
    return None


def _fallen(tx: Tx, who: str) -> None:
    """Somebody who can no longer move rolls no speed check, and the others need not wait."""
    if tx.state.phase != "movement" or tx.state.crisis.stage not in OPEN:
        return
    for check in list(tx.state.checks.values()):
        if check.who == who and check.serves in HELD_BY_CHECKS:
            checks.drop(tx, check.id)
    advance(tx)


questions.ANSWERS["speed_tie"] = _tie
questions.ANSWERS["reach"] = _reach
injuries.FALLEN.append(_fallen)


# Folds -------------------------------------------------------------------------------------------------------------


def _began(state: LawnState, e: MovementBegan) -> LawnState:
    return replace(
        state,
        crisis=replace(
            state.crisis,
            stage="declare",
            declarations={},
            last={**state.crisis.last, **state.crisis.declarations},
            start_bands=state.bands,
            speed_groups=(),
            eased={},
            reach={},
            moves=(),
            shared=(),
            flagged=(),
        ),
    )


def _declared(state: LawnState, e: Declared) -> LawnState:
    declarations = {k: v for k, v in state.crisis.declarations.items() if k != e.who}
    if e.after is not None:
        declarations[e.who] = e.after
    return replace(state, crisis=replace(state.crisis, declarations=declarations))


def _shown(state: LawnState, e: DeclarationsShown) -> LawnState:
    return replace(state, crisis=replace(state.crisis, stage="speed"))


def _speed_taken(state: LawnState, e: SpeedTaken) -> LawnState:
    others = tuple(g for g in state.crisis.speed_groups if g.id != e.after.id)
    return replace(state, crisis=replace(state.crisis, speed_groups=(*others, e.after)))


def _reach_chosen(state: LawnState, e: ReachChosen) -> LawnState:
    return replace(state, crisis=replace(state.crisis, reach={**state.crisis.reach, e.who: e.target}))


def _resolved(state: LawnState, e: MovementResolved) -> LawnState:
    return replace(state, crisis=replace(state.crisis, stage="places", start_bands=state.bands, moves=e.moves))


def _stood(state: LawnState, e: StoodUp) -> LawnState:
    return replace(state, crisis=replace(state.crisis, stood={**state.crisis.stood, e.who: e.round}))


EVOLVE = {
    MovementBegan: _began,
    Declared: _declared,
    DeclarationsShown: _shown,
    SpeedTaken: _speed_taken,
    ReachChosen: _reach_chosen,
    MovementResolved: _resolved,
    StoodUp: _stood,
}
