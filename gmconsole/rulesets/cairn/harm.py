"""Harm outside a fight, which takes attribute points and no HP (chapter "Attribute loss").

Covers CA-CRT-012 to -014 (A29). Somebody at DEX 0 is paralysed, at WIL 0 delirious: that is read from the scores
(``conditions``). In a fight harm that no attack does, a fall or a fire, goes the way of all damage.
"""

from __future__ import annotations

from ...core.commands import unknown
from ...core.model import Command, Event, Rejected, Who, terms_of
from ...core.ruleset import Tx as CoreTx
from . import armour, conditions, critical, death, saves, turns, vitals
from .state import ATTRIBUTES, CairnState, Combatant

Tx = CoreTx[CairnState]

MOST_DICE = 20
MOST_SIDES = 100
MOST_AMOUNT = 999


class Harm(Command, frozen=True, tag="cairn.harm"):
    """Somebody is hurt by something that is no attack: ``count`` dice of so many ``sides`` for each, or an ``amount``.

    Outside a fight an attribute loses that much, STR unless another is named; in a fight HP does, as in an attack,
    unless an attribute is named. ``armour`` takes theirs off, ``save`` asks for the save against critical damage too.
    Refused: ``unknown-attribute``, ``dead-already``, ``no-harm`` without dice or amount, ``out-of-bounds``.
    """

    who: tuple[str, ...]
    attribute: str = ""
    count: int = 1
    sides: int = 0
    amount: int = 0
    armour: bool = False
    save: bool = False
    because: str = ""


class Harmed(Event, frozen=True, tag="cairn.harmed"):
    """Somebody was hurt: the faces, or the amount given; ``armour`` came off, ``loss`` is left of it.

    ``attribute`` is what loses it, empty for HP.
    """

    who: str
    attribute: str
    loss: int
    sides: int = 0
    faces: tuple[int, ...] = ()
    armour: int = 0
    because: str = ""


def _harm(c: Harm, tx: Tx) -> Rejected | None:
    if c.attribute not in ("", *ATTRIBUTES):
        return Rejected("unknown-attribute", {"attribute": c.attribute, "allowed": terms_of("attribute", ATTRIBUTES)})
    for who in c.who:
        person = tx.state.person(who)
        if not isinstance(person, Combatant):
            return unknown(who)
        if conditions.is_dead(person):
            return Rejected("dead-already", {"who": Who(who)})
    if not c.sides and not c.amount:
        return Rejected("no-harm")
    dice = (("count", c.count, 1, MOST_DICE), ("sides", c.sides, 2, MOST_SIDES))
    for field, value, low, high in dice if c.sides else (("amount", c.amount, 1, MOST_AMOUNT),):
        if not low <= value <= high:
            return Rejected("out-of-bounds", {"field": field, "low": low, "high": high, "value": str(value)})
    for who in dict.fromkeys(c.who):
        _hurt(tx, who, c, tx.roll(c.count, c.sides) if c.sides else ())
    return None


def _hurt(tx: Tx, who: str, c: Harm, faces: tuple[int, ...]) -> None:
    person = tx.state.entities[who]
    worn = armour.effective(person) if c.armour else 0
    loss = max((sum(faces) if faces else c.amount) - worn, 0)
    attribute = c.attribute or ("" if turns.fighting(tx.state) else "STR")
    tx.emit(
        Harmed(
            who=who,
            attribute=attribute,
            loss=loss,
            sides=c.sides if faces else 0,
            faces=faces,
            armour=worn,
            because=c.because,
        )
    )
    if not attribute:
        critical.take(tx, who, loss, cause="harm")
        return
    end = "destroyed" if person.detachment else "dead"
    vitals.set_score(tx, who, attribute, person.score(attribute).current - loss, cause="harm", dead=end)
    if conditions.is_dead(tx.state.entities[who]):
        death.fallen(tx, who)
    elif c.save and loss:
        saves.call(tx, critical.STRENGTH, who, "STR")


def _same(state: CairnState, e: Harmed) -> CairnState:
    return state


DECIDE = {Harm: _harm}
EVOLVE = {Harmed: _same}
