"""People: who is on stage, of which kind and on which side, and how somebody comes into the encounter.

Covers CA-ATT-001, CA-ARM-003 (printed armour above 3 is kept as 3), CA-DET-001 and the roster side of CA-HIR-001.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from ...core import bands
from ...core.commands import BandsChanged, give_public_tags, unknown
from ...core.model import Command, Event, Rejected, terms_of
from ...core.people import came, next_id, next_tag, no_room
from ...core.ruleset import Tx as CoreTx
from . import acts, saves, turns
from .state import ARMOUR_CAP, ATTRIBUTES, BANDS, KINDS, SIDES, Attack, CairnState, Combatant, Item, Score

Tx = CoreTx[CairnState]

DEFAULT_HP = 3
MOST_HP = 999
MOST_SCORE = 99


class Add(Command, frozen=True, tag="cairn.add"):
    """Bring somebody in. A score left out is 10; armour above 3 is kept as 3 (CA-ARM-003).

    ``hp`` left out is ``hp_max``, ``hp_max`` left out is ``hp``, and 3 where that is nothing.

    Refused: ``not-a-choice``, ``empty-name``, ``out-of-bounds``, ``too-many-people``, ``unknown-person``.
    """

    kind: str
    name: str
    side: str = ""
    hp: int | None = None
    hp_max: int = 0
    armour: int = 0
    scores: Mapping[str, int] = {}
    attacks: tuple[Attack, ...] = ()
    detachment: bool = False
    group: str = ""
    hidden: bool = False
    outside: bool = False
    near: Mapping[str, str] = {}
    note: str = ""
    key: str = ""


class Added(Event, frozen=True, tag="cairn.added"):
    """Somebody came in; ``counter`` is the prefix whose number was used, ``printed`` the armour as it was given."""

    person: Combatant
    counter: str
    printed: int = 0
    late: bool = False


def prefix(kind: str) -> str:
    """The prefix of ids of that kind: PCs and hirelings share the party's numbers."""
    return "pc" if kind in ("pc", "hireling") else "npc"


def make(state: CairnState, c: Add, items: Mapping[str, Item] | None = None) -> Combatant:
    """The combatant an Add describes, with the next free id and tag."""
    of_party = prefix(c.kind) == "pc"
    hp = c.hp if c.hp is not None else c.hp_max or DEFAULT_HP
    return Combatant(
        id=next_id(state, prefix(c.kind)),
        name=c.name,
        kind=c.kind,
        side=c.side or ("pcs" if of_party else "opponents"),
        tag=next_tag(state, "pc" if of_party else ""),
        presence="outside" if c.outside else "in",
        hidden=c.hidden,
        key=c.key,
        note=c.note,
        hp=hp,
        hp_max=c.hp_max or hp or DEFAULT_HP,
        scores={a: Score(c.scores.get(a, 10), c.scores.get(a, 10)) for a in ATTRIBUTES},
        armour=min(c.armour, ARMOUR_CAP),
        attacks=c.attacks,
        items=items or {},
        detachment=c.detachment,
        group=c.group,
    )


def bad_add(state: CairnState, c: Add) -> Rejected | None:
    """The refusal for a newcomer whose figures cannot be."""
    for field, word, allowed in (("kind", c.kind, KINDS), ("side", c.side, ("", *SIDES))):
        if word not in allowed:
            return Rejected("not-a-choice", {"field": field, "value": word, "allowed": terms_of(field, allowed)})
    if not c.name.strip():
        return Rejected("empty-name")
    for attribute in c.scores:
        if attribute not in ATTRIBUTES:
            return Rejected("unknown-attribute", {"attribute": attribute, "allowed": terms_of("attribute", ATTRIBUTES)})
    figures = [("hp", c.hp or 0, MOST_HP), ("hp_max", c.hp_max, MOST_HP), ("armour", c.armour, 9)]
    for field, value, most in (*figures, *((a, v, MOST_SCORE) for a, v in c.scores.items())):
        low = 1 if field == "STR" else 0  # at STR 0 they would be dead (CA-CRT-011)
        if not low <= value <= most:
            return Rejected("out-of-bounds", {"field": field, "low": low, "high": most, "value": str(value)})
    if c.hp_max and c.hp is not None and c.hp > c.hp_max:
        return Rejected("out-of-bounds", {"field": "hp", "low": 0, "high": c.hp_max, "value": str(c.hp)})
    for other, band in c.near.items():
        if state.person(other) is None:
            return unknown(other)
        if band not in BANDS:
            return Rejected("unknown-band", {"band": band, "allowed": terms_of("band", BANDS)})
    return no_room(state)


def _add(c: Add, tx: Tx) -> Rejected | None:
    refused = bad_add(tx.state, c)
    if refused is not None:
        return refused
    add_person(tx, make(tx.state, c), c.near, printed=c.armour)
    return None


def add_person(tx: Tx, person: Combatant, near: Mapping[str, str] | None = None, *, printed: int = 0) -> None:
    """Put a ready combatant on stage with the bands known so far; in a fight they are near everybody else.

    Whoever joins a fight makes no first-round save, unless others still owe theirs (A30), counts for a group of
    opponents (``JOINED``), and has no part in a PCs' turn that is under way (A42).
    """
    fighting = turns.fighting(tx.state)
    opening = bool(saves.owed(tx.state, turns.ENTRY))
    tx.emit(Added(person=person, counter=prefix(person.kind), printed=printed, late=fighting and not opening))
    if near:
        changes = (bands.change(tx.state.bands, person.id, other, band, "added") for other, band in near.items())
        tx.emit(BandsChanged(changes=tuple(changes)))
    if fighting:
        turns.fill_bands(tx)
        for joined in turns.JOINED:
            joined(tx, person.id)
        if not opening:
            acts.sit_out(tx, person.id)
        elif turns.makes_entry_save(tx.state, person):
            saves.call(tx, turns.ENTRY, person.id, "DEX")
    if not person.hidden:
        give_public_tags(tx)


def _added(state: CairnState, e: Added) -> CairnState:
    new = came(state, e.person, e.counter)
    return replace(new, fight=replace(new.fight, late=(*new.fight.late, e.person.id))) if e.late else new


DECIDE = {Add: _add}
EVOLVE = {Added: _added}
