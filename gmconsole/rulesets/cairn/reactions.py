"""Reactions and the die of fate (chapters "Reactions", "Die of fate").

Covers CA-REA-001 and -002, CA-FAT-001 and -002.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from ...core.commands import unknown
from ...core.model import Command, Event, Rejected, Who, terms_of
from ...core.ruleset import Tx as CoreTx
from .state import CairnState, Combatant

Tx = CoreTx[CairnState]

STANCES: Mapping[str, tuple[int, int]] = {
    "hostile": (2, 2),
    "wary": (3, 5),
    "curious": (6, 8),
    "kind": (9, 11),
    "helpful": (12, 12),
}
"""Each stance with the lowest and highest sum of 2d6 that brings it (CA-REA-002)."""

UNCLEAR = "unclear"
"""The word that takes a stance back."""

FATE_FACES = 6
FAVOURS = 4
"""The lowest face of the die of fate that leans towards the PCs."""


class React(Command, frozen=True, tag="cairn.reaction"):
    """How some meet the PCs: by 2d6 for all of them together, or the ``stance`` the Warden says, without dice.

    Refused: ``reaction-of-npcs`` for PCs, ``stance-known`` where a roll is asked for but the stance of one of them is
    known (CA-REA-001), ``not-a-choice``.
    """

    who: tuple[str, ...]
    stance: str = ""


class Fate(Command, frozen=True, tag="cairn.fate"):
    """Throw the die of fate, for that question (CA-FAT-001)."""

    question: str = ""


class Reacted(Event, frozen=True, tag="cairn.reacted"):
    """The stance of some is known, or (empty) unclear again; ``faces`` are the dice that said so."""

    before: Mapping[str, str]
    after: str
    faces: tuple[int, ...] = ()


class FateSpoke(Event, frozen=True, tag="cairn.fate-spoke"):
    """The die of fate was thrown; it changes no state."""

    question: str
    face: int


def stance_of(total: int) -> str:
    """The stance that a sum of 2d6 (2 to 12) brings (CA-REA-002)."""
    return next(stance for stance, (low, high) in STANCES.items() if low <= total <= high)


def reading(face: int) -> str:
    """``favours`` or ``bad_luck``: what a face of the die of fate says for the PCs (CA-FAT-002)."""
    return "favours" if face >= FAVOURS else "bad_luck"


def _react(c: React, tx: Tx) -> Rejected | None:
    people = []
    for who in dict.fromkeys(c.who):
        person = tx.state.person(who)
        if not isinstance(person, Combatant):
            return unknown(who)
        if person.kind == "pc":
            return Rejected("reaction-of-npcs", {"who": Who(who)})
        people.append(person)
    if c.stance not in ("", UNCLEAR, *STANCES):
        allowed = terms_of("stance", (*STANCES, UNCLEAR))
        return Rejected("not-a-choice", {"field": "stance", "value": c.stance, "allowed": allowed})
    faces: tuple[int, ...] = ()
    after = "" if c.stance == UNCLEAR else c.stance
    if not c.stance:
        known = [p for p in people if p.stance]
        if known:
            return Rejected("stance-known", {"who": Who(known[0].id)})
        faces = tx.roll(2, 6)
        after = stance_of(sum(faces))
    before = {p.id: p.stance for p in people}
    if faces or any(stance != after for stance in before.values()):
        tx.emit(Reacted(before=before, after=after, faces=faces))
    return None


def _fate(c: Fate, tx: Tx) -> Rejected | None:
    (face,) = tx.roll(1, FATE_FACES)
    tx.emit(FateSpoke(question=c.question, face=face))
    return None


def _reacted(state: CairnState, e: Reacted) -> CairnState:
    changed = {who: replace(state.entities[who], stance=e.after) for who in e.before}
    return replace(state, entities={**state.entities, **changed})


def _same(state: CairnState, e: FateSpoke) -> CairnState:
    return state


DECIDE = {React: _react, Fate: _fate}
EVOLVE = {Reacted: _reacted, FateSpoke: _same}
