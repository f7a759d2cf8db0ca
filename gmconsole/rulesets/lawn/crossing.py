"""Leaving and entering the crisis area (chapters "Crisis", "Approach and retreat").

Covers LP-CRI-002, -005 to -007 and -024, LP-MOV-044, -045 and -056: a retreat that ends at Extreme takes somebody out
once every opponent inside is at Extreme; an outsider arrives at Far; with nobody in pursuit the GM lets somebody go.
"""

from __future__ import annotations

from msgspec.structs import replace

from ...core.bands import BandChange, between, change
from ...core.commands import BandsChanged, EntityChanged, give_public_tags, with_entity
from ...core.messages import N_
from ...core.model import Event, Question, Rejected
from ...core.ruleset import Tx as CoreTx
from . import injuries, movers, people, places, questions
from .movement_state import PairMove
from .state import LawnState, Person

Tx = CoreTx[LawnState]

questions.WORDING["outside"] = N_("{who} is at Extreme from some opponents only: inside or outside?")
questions.WORDING["leaves"] = N_("{who} and {other} part beyond Far: who leaves the crisis?")


class EntryPlanned(Event, frozen=True, tag="lawn.entry-planned"):
    """An outsider may come in from this round on (0: not awaited any more)."""

    who: str
    before: int
    after: int


def countdown(state: LawnState, who: str) -> int:
    """Rounds until an awaited outsider may come in (LP-CRI-006)."""
    return max(0, state.entities[who].enters_in - state.round)


def awaited(state: LawnState) -> tuple[str, ...]:
    """The outsiders whose round to come in has come, in listed order."""
    return tuple(
        p.id
        for p in state.entities.values()
        if p.presence == "outside"
        and 0 < p.enters_in <= state.round
        and not movers.cannot_move(state, p.id)
        and movers.leader(state, p.id) == p.id
    )


def arrive(tx: Tx) -> None:
    """Bring in every outsider whose approach ended at Far or nearer; unnamed pairs start at Far (LP-CRI-006).

    All aboard the same vehicle come in together, at Touch of one another (LP-MOV-070).
    """
    coming = {
        who: movers.leader(tx.state, who)
        for who, person in tx.state.entities.items()
        if person.presence in ("outside", "left")
    }
    reached = {coming[who] for m in tx.state.crisis.moves if m.end != "extreme" for who in (m.a, m.b) if who in coming}
    for who, head in coming.items():
        if head not in reached:
            continue
        person = tx.state.entities[who]
        tx.emit(EntityChanged(who=who, field="presence", before=person.presence, after="in"))
        give_public_tags(tx)
        if person.enters_in:
            tx.emit(EntryPlanned(who=who, before=person.enters_in, after=0))
        changes = tuple(
            change(tx.state.bands, who, p.id, "touch" if coming.get(p.id) == head else "far", "enters")
            for p in people.participants(tx.state)
            if p.id != who and between(tx.state.bands, who, p.id) in (None, "extreme")
        )
        if changes:
            tx.emit(BandsChanged(changes=changes))


def depart(tx: Tx) -> None:
    """Let out everybody whose retreat ended at Extreme from all opponents, and ask about the others (LP-CRI-007).

    Called again after each answer. What is left at Extreme without a question is inside, and so at Far.
    """
    for move in _beyond(tx.state):
        if move.cause == "both_retreat" and not _asked(tx.state) & {move.a, move.b}:
            questions.ask(tx, "leaves", who=move.a, other=move.b, choices=(move.a, move.b, "both", "neither"))
    for move in _beyond(tx.state):
        who = _retreating(tx.state, move)
        if not who or {who, move.a, move.b} & _asked(tx.state) or tx.state.entities[who].presence != "in":
            continue
        if _all_beyond(tx.state, who):
            _out(tx, who)
        elif _apart(tx.state, move.a, move.b):
            questions.ask(tx, "outside", who=who, value="inside", choices=("inside", "outside"))
    left = [m for m in _beyond(tx.state) if not _asked(tx.state) & {m.a, m.b}]
    if left:
        tx.emit(BandsChanged(changes=tuple(change(tx.state.bands, m.a, m.b, "far", "kept_inside") for m in left)))


def _beyond(state: LawnState) -> list[PairMove]:
    """The moves of this round whose pair is at Extreme now with both on stage."""
    return [
        m
        for m in state.crisis.moves
        if _apart(state, m.a, m.b) and state.entities[m.a].presence == state.entities[m.b].presence == "in"
    ]


def _asked(state: LawnState) -> set[str]:
    """Those about whom the GM is being asked whether they are still inside."""
    return {who for q in state.questions.values() if q.kind in places.ASKED_FIRST for who in (q.who, q.other) if who}


def _retreating(state: LawnState, move: PairMove) -> str:
    """Who of the pair was moving away, by the unit's declaration; empty for an outsider who did not get in."""
    for who, other in ((move.a, move.b), (move.b, move.a)):
        declaration = state.crisis.declarations.get(movers.leader(state, who))
        if declaration is None or state.entities[who].kind == "object":
            continue
        if movers.leader(state, other) in {movers.leader(state, t) for t in declaration.retreat}:
            return who
    return ""


def _apart(state: LawnState, a: str, b: str) -> bool:
    return between(state.bands, a, b) == "extreme"


def _all_beyond(state: LawnState, who: str) -> bool:
    """Whether every opponent inside who is alive is at Extreme; without opponents nobody holds that one inside."""
    against = [p.id for p in people.opponents(state, state.entities[who]) if not injuries.is_dead(p)]
    return all(_apart(state, who, other) for other in against)


def _out(tx: Tx, who: str) -> None:
    """Take that one out with everybody and everything aboard the same vehicle; their bands to one another stay."""
    head = movers.leader(tx.state, who)
    here = [p.id for p in people.participants(tx.state)]
    together = [m for m in here if movers.leader(tx.state, m) == head]
    for member in together:
        others = [o for o in here if o not in together and not _apart(tx.state, member, o)]
        if others:
            tx.emit(BandsChanged(changes=tuple(change(tx.state.bands, member, o, "extreme", "leaves") for o in others)))
        tx.emit(EntityChanged(who=member, field="presence", before="in", after="left"))


def plan(tx: Tx, person: Person, round_: int) -> None:
    """Say from which round on an outsider may come in."""
    if person.enters_in != round_:
        tx.emit(EntryPlanned(who=person.id, before=person.enters_in, after=round_))


def let_out(tx: Tx, who: str) -> None:
    """Let somebody go with nobody in pursuit (LP-CRI-024)."""
    for question in list(tx.state.questions.values()):
        if question.kind in places.ASKED_FIRST and who in (question.who, question.other):
            questions.withdraw(tx, question.id)
    _out(tx, who)
    places.settle(tx)


def _stay_inside(tx: Tx, who: str) -> None:
    """Keep somebody in the area: whoever is at Extreme from them is at Far (LP-CRI-007)."""
    changes: list[BandChange] = [
        change(tx.state.bands, who, p.id, "far", "kept_inside")
        for p in people.participants(tx.state)
        if p.id != who and _apart(tx.state, who, p.id)
    ]
    if changes:
        tx.emit(BandsChanged(changes=tuple(changes)))


def by_default(tx: Tx) -> None:
    """Answer the open questions of this chapter as if the GM had no say: everybody is still inside."""
    for kind in places.ASKED_FIRST:
        for question in questions.open_questions(tx.state, kind):
            questions.withdraw(tx, question.id)
            _stay_inside(tx, question.who)


def _outside(tx: Tx, question: Question, value: str) -> Rejected | None:
    if value == "outside":
        _out(tx, question.who)
    else:
        _stay_inside(tx, question.who)
    depart(tx)
    places.settle(tx)
    return None


def _leaves(tx: Tx, question: Question, value: str) -> Rejected | None:
    going = (question.who, question.other) if value == "both" else (value,) if value != "neither" else ()
    for who in going:
        if tx.state.entities[who].presence == "in":
            _out(tx, who)
    if not going:
        _stay_inside(tx, question.who)
    depart(tx)
    places.settle(tx)
    return None


questions.ANSWERS["outside"] = _outside
questions.ANSWERS["leaves"] = _leaves


def _entry_planned(state: LawnState, e: EntryPlanned) -> LawnState:
    new: LawnState = with_entity(state, replace(state.entities[e.who], enters_in=e.after))
    return new


EVOLVE = {EntryPlanned: _entry_planned}
