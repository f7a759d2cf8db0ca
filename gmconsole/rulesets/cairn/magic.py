"""Spellbooks, scrolls and relics: what reading or using one takes, and what it costs (chapter "Magic").

Covers CA-MAG-001 to -003, -005, -009 to -012; casting itself and its risk: ``casting``. Nobody can copy a book: there
is no command for it (CA-MAG-002).
"""

from __future__ import annotations

from ...core.model import Command, Event, Rejected, Who
from ...core.ruleset import Tx as CoreTx
from . import conditions, deprivation, inventory, items, turns
from .marks import BOUND, CANNOT_SPEAK
from .state import Act, CairnState, Combatant, Item

Tx = CoreTx[CairnState]

CAST = "cast"
"""The kind of act of everybody who casts a spell or uses a relic."""


class Recharge(Command, frozen=True, tag="cairn.recharge"):
    """The condition that recharges a relic is met: all its uses are back (CA-MAG-012).

    Refused: ``no-such-item``, ``ambiguous-item``, ``not-a-relic``.
    """

    who: str
    item: str


class Show(Command, frozen=True, tag="cairn.show"):
    """Somebody lets a book of magic be seen (CA-MAG-003). Refused: ``no-such-item``, ``not-magic``."""

    who: str
    item: str


class NoteRecalled(Event, frozen=True, tag="cairn.note-recalled"):
    """A reminder: what is noted about an item of magic that is used (CA-MAG-002)."""

    who: str
    item: str
    note: str


class MagicSeen(Event, frozen=True, tag="cairn.magic-seen"):
    """A reminder: magic was shown or cast where others saw it."""

    who: str
    item: str


# Reading -----------------------------------------------------------------------------------------------------------


def is_spent(item: Item) -> bool:
    """Whether its uses are counted and gone."""
    return bool(item.uses_max) and not item.uses


def cannot_cast(state: CairnState, c: Combatant, item: Item) -> Rejected | None:
    """What keeps somebody from casting with that item: uses, and for what is read hands and voice (CA-MAG-004).

    Anyone may cast. A relic asks for neither hands nor voice (A38).
    """
    if item.kind not in items.MAGIC:
        return Rejected("not-magic", {"item": item.name})
    if is_spent(item):
        return Rejected("no-uses", {"item": item.name})
    if item.kind not in items.READ:
        return None
    others = tuple(i.name for i in inventory.held(c) if i.id != item.id)
    if others or BOUND in c.marks:
        return Rejected("hands-not-free", {"who": Who(c.id), "held": others})
    if CANNOT_SPEAK in c.marks:
        return Rejected("no-voice", {"who": Who(c.id)})
    return None


# Services ----------------------------------------------------------------------------------------------------------


def pay(tx: Tx, who: str, item_id: str) -> None:
    """What casting costs in any case: a use or the scroll itself, Fatigue for a spellbook (CA-MAG-005, -010, -011)."""
    # A book dropped after it was read was read all the same.
    item = tx.state.entities[who].items.get(item_id) or tx.state.ground.get(item_id)
    if item is None:
        return
    if item.kind == "scroll" and not item.uses_max:
        inventory.use_up(tx, who, item)
    else:
        inventory.use(tx, who, item_id)
    if item.kind == "spellbook":
        deprivation.add_fatigue(tx, who, 1, "cast")


def settle(tx: Tx) -> None:
    """Book the turn's spells for which no save was asked; those with a save were paid for when it was rolled."""
    for act in tuple(tx.state.fight.acts.values()):
        if act.kind == CAST and not (act.saved or act.spoiled):
            pay(tx, act.who, act.item)


def cast_of(state: CairnState, who: str) -> Act | None:
    """The spell that somebody has declared in this turn, or None."""
    act = state.fight.acts.get(who) if turns.turn_of(state) else None
    return act if act is not None and act.kind == CAST else None


def in_danger(state: CairnState, c: Combatant, danger: bool) -> bool:
    """Whether the Warden may ask for a save: deprived, in a fight, or where the Warden says so (CA-MAG-007)."""
    return danger or turns.fighting(state) or conditions.is_deprived(c)


# Decisions ---------------------------------------------------------------------------------------------------------


def _recharge(c: Recharge, tx: Tx) -> Rejected | None:
    found = inventory.of(tx.state, c.who, c.item)
    if isinstance(found, Rejected):
        return found
    item = found[1]
    if item.kind != "relic":
        return Rejected("not-a-relic", {"item": item.name})
    inventory.recharge(tx, c.who, item)
    return None


def _show(c: Show, tx: Tx) -> Rejected | None:
    found = inventory.of(tx.state, c.who, c.item)
    if isinstance(found, Rejected):
        return found
    if found[1].kind not in items.MAGIC:
        return Rejected("not-magic", {"item": found[1].name})
    tx.emit(MagicSeen(who=c.who, item=found[1].name))
    return None


def _same(state: CairnState, e: Event) -> CairnState:
    return state


DECIDE = {Recharge: _recharge, Show: _show}
EVOLVE = {NoteRecalled: _same, MagicSeen: _same}
