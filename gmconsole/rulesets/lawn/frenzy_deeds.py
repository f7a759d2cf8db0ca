"""What is done about frenzy states: rituals, keepsakes, destruction (chapter "Sanity").

Covers LP-FRZ-022, -024, -024b and -025. The item of Dependency is where its holder says it is: in the dominant
hand or not.
"""

from __future__ import annotations

from msgspec.structs import replace

from ...core.model import Command, Rejected, Who
from ...core.ruleset import Tx as CoreTx
from . import (
    aid,
    crisis,
    distance,
    frenzy,
    injuries,
    limbs,
    sheets,
    skills,
    slots,
    weapons,
)
from .character import Frenzy
from .frenzy_table import FRENZIES
from .state import LawnState, Person

Tx = CoreTx[LawnState]

RITUAL = "ritual_done"


class Ritual(Command, frozen=True, tag="lawn.ritual"):
    """Do what would have averted the event behind a Compulsion; in a crisis it is this round's action (LP-FRZ-024)."""

    who: str


class Clutch(Command, frozen=True, tag="lawn.clutch"):
    """Take the item of a Dependency, or a substitute of its kind, into the dominant hand, or put it away (``off``)."""

    who: str
    off: bool = False
    substitute: str = ""


# Rituals and keepsakes -----------------------------------------------------------------------------------------------


def _with(person: Person, eased_by: str) -> Frenzy | None:
    """The person's frenzy state that is eased in that way."""
    return next((held for held, row in frenzy.rows(person) if row.eased_by == eased_by), None)


def in_hand(person: Person, held: Frenzy) -> bool:
    """Whether the item of a Dependency, or a substitute, is in the dominant hand, and the hand can hold it."""
    return bool(held.figures.get("in_hand")) and person.dominant in limbs.usable(person, "hand")


def _ritual(c: Ritual, tx: Tx) -> Rejected | None:
    person = sheets.character(tx.state, c.who)
    if isinstance(person, Rejected):
        return person
    if _with(person, "ritual") is None:
        return Rejected("no-ritual", {"who": Who(c.who)})
    refused = slots.no_action(tx.state, c.who)
    if refused is not None:
        return refused
    if tx.state.mode == "crisis":
        slots.take(tx, c.who, "acted", RITUAL)
    injuries.lose(tx, c.who, RITUAL)
    injuries.gain(tx, c.who, RITUAL)
    return None


def _clutch(c: Clutch, tx: Tx) -> Rejected | None:
    person = sheets.character(tx.state, c.who)
    if isinstance(person, Rejected):
        return person
    held = _with(person, "item")
    if held is None:
        return Rejected("no-keepsake", {"who": Who(c.who)})
    if not c.off and person.dominant not in limbs.usable(person, "hand"):
        return Rejected("hand-out-of-use", {"who": Who(c.who), "hand": person.dominant})
    words = {k: v for k, v in held.words.items() if k != "substitute"}
    if c.substitute.strip() and not c.off:
        words["substitute"] = c.substitute.strip()
    frenzy.write(tx, c.who, held, replace(held, words=words, figures={} if c.off else {"in_hand": 1}))
    return None


def _shed(tx: Tx, who: str, frenzy_id: str) -> None:
    """A ritual means nothing without its Compulsion."""
    row = FRENZIES.get(frenzy_id)
    if row is not None and row.eased_by == "ritual":
        injuries.lose(tx, who, RITUAL, cause=frenzy_id)


frenzy.SHEDS.append(_shed)


# Destruction ---------------------------------------------------------------------------------------------------------


def urge(tx: Tx, who: str, frenzy_id: str) -> None:
    """Everything carried has to go: in a crisis with the next slot, else at once (LP-FRZ-022, Q-FRZ-09)."""
    if tx.state.mode != "crisis":
        destroy(tx, who, frenzy_id)
    elif tx.state.crisis.owes.get(who) != frenzy_id:
        tx.emit(slots.SlotOwed(who=who, before=tx.state.crisis.owes.get(who, ""), after=frenzy_id))


def destroy(tx: Tx, who: str, cause: str) -> None:
    """Destroy and throw away every item carried; what is carried as a matter of course is in no list and stays."""
    person = tx.state.entities[who]
    for light in list(tx.state.lights.values()):
        if light.carrier == who and not light.placed:
            distance.put_out(tx, light)
    for item in person.weapons:
        weapons.put_away(tx, who, item)
    skills.write(tx, who, remove=person.devices)
    aid.change_supplies(tx, who, -person.supplies)
    if person.sheet is not None:
        sheets.change(tx, who, cause, belongings=())


def _slot_gone(tx: Tx, who: str, spent: str) -> None:
    if spent in FRENZIES:
        destroy(tx, who, spent)


def _rounds_over(tx: Tx) -> None:
    """Outside a crisis it needs no round: what is still due happens as the rounds end."""
    for who, spent in tx.state.crisis.owes.items():
        person = tx.state.person(who)
        if spent in FRENZIES and isinstance(person, Person) and not injuries.is_dead(person):
            destroy(tx, who, spent)


slots.SPENT.append(_slot_gone)
crisis.ENDING.append(_rounds_over)


DECIDE = {Ritual: _ritual, Clutch: _clutch}
