"""Places after movement: who stands at Touch shares one, and three bands have to fit (chapter "Approach and retreat").

Covers LP-MOV-057, -058 and -061 to -064. Bands of pairs that nobody named change only here, as proposals that the GM
accepts or refuses; a refused pair keeps its band and is flagged. A proposal holds all bands one person takes over.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from msgspec.structs import replace

from ...core.bands import BandChange, between, change
from ...core.commands import BandsChanged
from ...core.messages import N_
from ...core.model import Event, Question, Rejected
from ...core.ruleset import Tx as CoreTx
from . import ladders, movers, people, questions
from .movement_state import PairMove
from .state import BANDS, LawnState

Tx = CoreTx[LawnState]

ASKED_FIRST = ("outside", "leaves")
KINDS = ("share_place", "apart", "triple")

questions.WORDING["share_place"] = N_("{who} shares the place of {other}: {changes}?")
questions.WORDING["apart"] = N_("{who} and {other} no longer share a place: {changes}?")
questions.WORDING["triple"] = N_("The distances around {who} and {other} do not fit: {changes}?")


class PlacesSettled(Event, frozen=True, tag="lawn.places-settled"):
    """Every place is known; the movement of the round is over."""

    round: int


class PlaceAnswered(Event, frozen=True, tag="lawn.place-answered"):
    """What became of proposed bands: the pairs ("a b") that took them over, and those flagged for keeping theirs."""

    shared: tuple[str, ...]
    flagged: tuple[str, ...]


class PlacesReopened(Event, frozen=True, tag="lawn.places-reopened"):
    """A mover chose less, so the proposals about these pairs are made anew."""

    shared: tuple[str, ...]
    flagged: tuple[str, ...]


class Proposal(msgspec.Struct, frozen=True):
    """Bands that would change together: the question's kind, whose they are, because of whom."""

    kind: str
    who: str
    other: str
    changes: tuple[BandChange, ...]


def key(a: str, b: str) -> str:
    """A pair of ids as one word, whichever way round they are given."""
    return " ".join(sorted((a, b)))


def flagged(state: LawnState, a: str, b: str) -> bool:
    """True for a pair whose band was kept against the proposal to share a place (LP-MOV-062)."""
    return key(a, b) in state.crisis.flagged


class _Ground:
    """The bands on stage with how firm each is: 2 rolled, 1 moved or taken over this round, 0 untouched."""

    def __init__(self, state: LawnState) -> None:
        self.rows: Mapping[str, Mapping[str, str]] = state.bands
        self.start = state.crisis.start_bands
        self.here = [p.id for p in people.participants(state)]
        self.moves: dict[str, PairMove] = {key(m.a, m.b): m for m in state.crisis.moves}
        self.weights = {k: m.weight for k, m in self.moves.items()}
        self.weights.update({k: max(1, self.weights.get(k, 0)) for k in state.crisis.shared})
        self.settled = {*state.crisis.shared, *state.crisis.flagged}
        self.lying = {
            who for who in self.here if state.entities[who].kind == "object" and movers.leader(state, who) == who
        }

    def weight(self, a: str, b: str) -> int:
        return self.weights.get(key(a, b), 0)

    def changed(self, a: str, b: str) -> bool:
        return between(self.rows, a, b) != between(self.start, a, b)

    def free(self, a: str, b: str) -> bool:
        return key(a, b) not in self.settled

    def touching(self) -> list[tuple[str, str]]:
        """The pairs at Touch, those made by movement first."""
        order = {who: i for i, who in enumerate(self.here)}
        found = [
            (a, b)
            for a in self.here
            for b, band in self.rows.get(a, {}).items()
            if band == "touch" and b in order and order[a] < order[b]
        ]
        return sorted(found, key=lambda pair: -self.weight(*pair))

    def mover(self, a: str, b: str) -> str:
        """Which of two at Touch came to the other's place."""
        move = self.moves.get(key(a, b))
        return move.winner if move is not None and move.winner in (a, b) else a


def next_share(state: LawnState) -> Proposal | None:
    """The next proposal for people at Touch, or None when all who share a place agree about everybody else.

    Of two bands that should be equal the firmer one holds; where neither is, whoever came takes the other's. If the
    pair at Touch is itself the least firm of the three, the two have parted (LP-MOV-062); so have those of whom one is
    a device or another thing that moves nobody, which stays where it lies (LP-MOV-065, -066).
    """
    ground = _Ground(state)
    for a, b in ground.touching():
        takers: dict[tuple[str, str], list[BandChange]] = {}
        for c in ground.here:
            if c in (a, b):
                continue
            ac, bc = between(ground.rows, a, c), between(ground.rows, b, c)
            if ac is None or bc is None or ac == bc:
                continue
            if not (ground.changed(a, b) or ground.changed(a, c) or ground.changed(b, c)):
                continue
            w_ab, w_ac, w_bc = ground.weight(a, b), ground.weight(a, c), ground.weight(b, c)
            if w_ab < min(w_ac, w_bc):
                if ground.free(a, b):
                    return Proposal("apart", a, b, (_to(state, a, b, _apart(ac, bc), "apart"),))
                continue
            if w_ac == w_bc:
                taker = ground.mover(a, b)
            else:
                taker = a if w_ac < w_bc else b
            if taker in ground.lying:
                if ground.free(a, b):
                    return Proposal("apart", a, b, (_to(state, a, b, _apart(ac, bc), "apart"),))
                continue
            place = b if taker == a else a
            if ground.free(taker, c):
                there = between(ground.rows, place, c) or ""
                takers.setdefault((taker, place), []).append(_to(state, taker, c, there, "share_place"))
        if takers:
            (taker, place), changes = next(iter(takers.items()))
            return Proposal("share_place", taker, place, tuple(changes))
    return None


def _to(state: LawnState, a: str, b: str, after: str, cause: str) -> BandChange:
    """The change of a pair to that band; a gap declared to differ from its two ends goes on differing (LP-DST-009)."""
    return replace(change(state.bands, a, b, after, cause), back=movers.back(state, a, b, after))


def _apart(ac: str, bc: str) -> str:
    """The nearest band beyond Touch at which two can stand who are that far from a third."""
    return next(b for b in BANDS[1:] if ladders.fits(b, ac, bc))


def misfits(state: LawnState) -> tuple[Proposal, ...]:
    """The triples changed this round whose bands cannot fit; the less firm of the two largest bands is to change.

    One proposal for each pair to change (LP-MOV-063).
    """
    ground = _Ground(state)
    ranks = {a: {b: ladders.rank(band) for b, band in ground.rows.get(a, {}).items()} for a in ground.here}
    changed = [
        (a, b)
        for i, a in enumerate(ground.here)
        for b in ground.here[i + 1 :]
        if b in ranks[a] and ground.changed(a, b)
    ]
    found: dict[str, Proposal] = {}
    for a, b in changed:
        row_a, row_b, ab = ranks[a], ranks[b], ranks[a][b]
        for c in ground.here:
            ac, bc = row_a.get(c), row_b.get(c)
            if c in (a, b) or ac is None or bc is None:
                continue
            low, second, largest = sorted((ab, ac, bc))
            if largest - second <= 1 or low == ladders.TOUCH:
                continue
            sides = sorted(((ab, a, b), (ac, a, c), (bc, b, c)), key=lambda side: -side[0])
            weights = [ground.weight(x, y) for _, x, y in sides[:2]]
            pick, band = (sides[0], second + 1) if weights[0] <= weights[1] else (sides[1], largest - 1)
            _, x, y = pick
            if ground.free(x, y):
                fitting = _to(state, x, y, BANDS[band], "triple")
                found.setdefault(key(x, y), Proposal("triple", x, y, (fitting,)))
    return tuple(found.values())


# The stage -----------------------------------------------------------------------------------------------------------


def settle(tx: Tx) -> None:
    """Ask the next thing about places, or close the movement when there is nothing left to ask."""
    if tx.state.crisis.stage != "places":
        return
    waiting = (*ASKED_FIRST, "share_place", "apart")
    if any(q.kind in waiting for q in tx.state.questions.values()):
        return
    proposal = next_share(tx.state)
    if proposal is not None:
        _ask(tx, proposal, blocking=True)
        return
    for misfit in misfits(tx.state):
        _ask(tx, misfit, blocking=False)
    tx.emit(PlacesSettled(round=tx.state.round))


def _ask(tx: Tx, proposal: Proposal, *, blocking: bool) -> None:
    value = proposal.changes[0].after if len(proposal.changes) == 1 else "accept"
    choices = (value, "other", "refuse") if proposal.kind == "share_place" else (value, "refuse")
    questions.ask(
        tx,
        proposal.kind,
        who=proposal.who,
        other=proposal.other,
        value=value,
        choices=choices,
        blocking=blocking,
        changes=proposal.changes,
    )


def withdraw(tx: Tx) -> None:
    """Take back every open question about places."""
    for question in list(tx.state.questions.values()):
        if question.kind in KINDS:
            questions.withdraw(tx, question.id)


def reopen(tx: Tx, mover: str, other: str) -> None:
    """Judge the places anew after a mover's band changed."""
    withdraw(tx)
    crisis = tx.state.crisis

    def kept(pairs: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(p for p in pairs if not {mover, other} & set(p.split(" ")))

    tx.emit(PlacesReopened(shared=kept(crisis.shared), flagged=kept(crisis.flagged)))
    settle(tx)


def _answered(tx: Tx, question: Question, value: str) -> Rejected | None:
    crisis = tx.state.crisis
    pairs = tuple(key(c.a, c.b) for c in question.changes)
    if value == "refuse":
        tx.emit(PlaceAnswered(shared=crisis.shared, flagged=_more(crisis.flagged, pairs)))
    else:
        changes = question.changes
        if value == "other":
            changes = tuple(_to(tx.state, question.other, c.b, c.before, "share_place") for c in changes)
            pairs = (*pairs, *(key(c.a, c.b) for c in changes))
        tx.emit(BandsChanged(changes=changes))
        tx.emit(PlaceAnswered(shared=_more(crisis.shared, pairs), flagged=crisis.flagged))
    settle(tx)
    return None


def _more(pairs: tuple[str, ...], new: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*pairs, *new)))


for _kind in KINDS:
    questions.ANSWERS[_kind] = _answered


# Folds -------------------------------------------------------------------------------------------------------------


def _settled(state: LawnState, e: PlacesSettled) -> LawnState:
    return replace(state, crisis=replace(state.crisis, stage="done"))


def _place_answered(state: LawnState, e: PlaceAnswered) -> LawnState:
    return replace(state, crisis=replace(state.crisis, shared=e.shared, flagged=e.flagged))


def _reopened(state: LawnState, e: PlacesReopened) -> LawnState:
    return replace(state, crisis=replace(state.crisis, stage="places", shared=e.shared, flagged=e.flagged))


EVOLVE = {PlacesSettled: _settled, PlaceAnswered: _place_answered, PlacesReopened: _reopened}
