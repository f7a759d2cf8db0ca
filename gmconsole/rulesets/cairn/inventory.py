"""What people carry: slots, hands, what is held or worn, uses, and what lies on the ground.

Covers CA-DEP-005, -008 and -009 (chapter "Deprivation and Fatigue"; A36) and the carrying side of CA-ARM-002 and
CA-MAG-001. Which items there are: ``items``; Fatigue that finds no slot: ``deprivation``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from msgspec.structs import replace

from ...core.commands import unknown, with_entity
from ...core.model import Command, Event, Rejected, Who, terms_of
from ...core.people import counted, is_chinese, next_id
from ...core.ruleset import Tx as CoreTx
from . import items, vitals
from .state import ARMOUR_CAP, Attack, CairnState, Combatant, Item

Tx = CoreTx[CairnState]

GROUND = ""
"""Who has what lies on the ground."""

WORN = ("armour", "shield")
"""Kinds that are put on or held at once when they are given, where the hands are free for it."""

CHANGED: list[Callable[[Tx, str], None]] = []
"""What the chapters do when somebody's slots have changed."""


class Give(Command, frozen=True, tag="cairn.give"):
    """Give somebody an item of the table, or one of the Warden's own with these figures (-1: as the kind has them).

    Refused: ``unknown-person``, ``empty-name``, ``not-a-choice``, ``out-of-bounds``, ``not-dice``, ``no-room`` where
    the slots do not suffice (CA-DEP-008).
    """

    who: str
    item: str
    kind: str = ""
    slots: int = -1
    die: str = ""
    blast: bool = False
    ranged: bool = False
    armour: int = -1
    hands: int = -1
    uses: int = -1
    spell: str = ""
    recharge: str = ""
    note: str = ""
    stowed: bool = False


class Drop(Command, frozen=True, tag="cairn.drop"):
    """Put an item on the ground, or out of the world with ``gone``. Refused: ``no-such-item``, ``ambiguous-item``."""

    who: str
    item: str
    gone: bool = False


class Take(Command, frozen=True, tag="cairn.take"):
    """Pick an item up from the ground. Refused: ``not-on-the-ground``, ``ambiguous-item``, ``no-room``."""

    who: str
    item: str


class Ready(Command, frozen=True, tag="cairn.ready"):
    """Hold or wear carried items (CA-ARM-002). Refused: ``no-such-item``, ``ambiguous-item``, ``hands-full``."""

    who: str
    items: tuple[str, ...]


class Stow(Command, frozen=True, tag="cairn.stow"):
    """Put items away that were held or worn. Refused: ``no-such-item``, ``ambiguous-item``, ``not-in-use``."""

    who: str
    items: tuple[str, ...]


class Spend(Command, frozen=True, tag="cairn.spend"):
    """Take one use of an item whose uses are counted. Refused: ``no-such-item``, ``no-uses``."""

    who: str
    item: str


class ItemSet(Event, frozen=True, tag="cairn.item-set"):
    """An item came to somebody, changed or left them; ``who`` is empty for the ground, None stands for "not there".

    ``cause`` is a word for the log; ``came`` marks an item that is new in the world, whose id was counted.
    """

    who: str
    before: Item | None = None
    after: Item | None = None
    cause: str = ""
    came: bool = False


# Reading -----------------------------------------------------------------------------------------------------------


def used(c: Combatant) -> int:
    """The slots that are filled: what every item takes up, and one for each Fatigue (CA-DEP-005)."""
    return sum(item.slots for item in c.items.values()) + c.fatigue


def free(c: Combatant) -> int:
    """The slots that are left, never below 0."""
    return max(c.capacity - used(c), 0)


def held(c: Combatant) -> tuple[Item, ...]:
    """The items that take up a hand now."""
    return tuple(item for item in c.items.values() if item.in_use and item.hands)


def hands_taken(c: Combatant) -> int:
    """How many of the two hands are taken up."""
    return sum(item.hands for item in held(c))


def weighed_down(state: CairnState, c: Combatant) -> bool:
    """Whether a full pack holds them at 0 HP (CA-DEP-009; off by default)."""
    return state.options.get("full_pack_is_zero_hp") is True and used(c) >= c.capacity


def find(carried: Mapping[str, Item], word: str, missing: Rejected) -> Item | Rejected:
    """The item meant by an id, a name (the first of that name), or a unique beginning of one; ``missing`` for none."""
    low = word.casefold()
    if word in carried:
        return carried[word]
    exact = [i for i in carried.values() if i.name.casefold() == low]
    begun = exact[:1] or [i for i in carried.values() if low and i.name.casefold().startswith(low)]
    if len({i.name for i in begun}) > 1:
        return Rejected("ambiguous-item", {"word": word, "candidates": tuple(i.name for i in begun)})
    return begun[0] if begun else missing


def of(state: CairnState, who: str, word: str) -> tuple[Combatant, Item] | Rejected:
    """Somebody and the item they carry that is meant, or why there is none."""
    c = state.person(who)
    if not isinstance(c, Combatant):
        return unknown(who)
    item = find(c.items, word, Rejected("no-such-item", {"who": Who(who), "item": word, "carried": names(c)}))
    return item if isinstance(item, Rejected) else (c, item)


def names(c: Combatant) -> tuple[str, ...]:
    """What everything they carry is called."""
    return tuple(item.name for item in c.items.values())


# Services for the other chapters -----------------------------------------------------------------------------------


def put(tx: Tx, who: str, before: Item | None, after: Item | None, cause: str) -> None:
    """Write one item of somebody's, or of the ground's, and see to what their slots mean now."""
    if before != after:
        tx.emit(ItemSet(who=who, before=before, after=after, cause=cause))
        if who and (before.slots if before else 0) != (after.slots if after else 0):
            settle(tx, who)


def settle(tx: Tx, who: str) -> None:
    """What follows from somebody's slots as they are now: a full pack, Fatigue that waits for room."""
    if weighed_down(tx.state, tx.state.entities[who]):
        vitals.set_hp(tx, who, 0, cause="full_pack")
    for changed in CHANGED:
        changed(tx, who)


def use(tx: Tx, who: str, item_id: str) -> None:
    """Take one use of a carried item where its uses are counted; what is used up is gone, but a relic (CA-MAG-012)."""
    item = tx.state.entities[who].items.get(item_id)
    if item is None or not item.uses_max:
        return
    left = max(item.uses - 1, 0)
    if left or item.kind == "relic":
        put(tx, who, item, replace(item, uses=left), "used")
    else:
        use_up(tx, who, item)


def use_up(tx: Tx, who: str, item: Item) -> None:
    """An item that somebody carries is used up and gone."""
    put(tx, who, tx.state.entities[who].items.get(item.id), None, "used_up")


def recharge(tx: Tx, who: str, item: Item) -> None:
    """Give an item all its uses back."""
    put(tx, who, item, replace(item, uses=item.uses_max), "recharged")


def lay_down(tx: Tx, who: str, item: Item) -> None:
    """Move an item from somebody to the ground."""
    tx.emit(ItemSet(who=GROUND, after=replace(item, in_use=False), cause="dropped"))
    put(tx, who, item, None, "dropped")


# Decisions ---------------------------------------------------------------------------------------------------------


def _give(c: Give, tx: Tx) -> Rejected | None:
    person = tx.state.person(c.who)
    if not isinstance(person, Combatant):
        return unknown(c.who)
    made = _made(c, tx.state)
    if isinstance(made, Rejected):
        return made
    if made.slots > free(person):
        return _no_room(person, made)
    item = replace(made, id=next_id(tx.state, "item"))
    if item.kind in WORN and not c.stowed and item.hands <= items.HANDS - hands_taken(person):
        item = replace(item, in_use=True)
    tx.emit(ItemSet(who=c.who, after=item, cause="given", came=True))
    settle(tx, c.who)
    return None


def _made(c: Give, state: CairnState) -> Item | Rejected:
    """The item a Give describes, without an id, or what is wrong with it."""
    if not c.item.strip():
        return Rejected("empty-name")
    if c.kind not in ("", *items.KINDS):
        return Rejected(
            "not-a-choice", {"field": "kind", "value": c.kind, "allowed": terms_of("item_kind", items.KINDS)}
        )
    figures = (
        ("slots", c.slots, items.MOST_SLOTS),
        ("armour", c.armour, ARMOUR_CAP),
        ("hands", c.hands, items.HANDS),
        ("uses", c.uses, items.MOST_USES),
    )
    for field, value, most in figures:
        if not -1 <= value <= most:
            return Rejected("out-of-bounds", {"field": field, "low": 0, "high": most, "value": str(value)})
    dice = items.read_dice(c.die) if c.die else ()
    if dice is None:
        return Rejected("not-dice", {"word": c.die})
    row = items.ITEMS.get(c.item)
    if row is not None and c.kind in ("", row.kind):
        item = items.of_table(row, is_chinese(state))
    else:
        item = items.of_words(c.item, c.kind or _kind(c))
    if dice:
        item = replace(item, attack=replace(item.attack or Attack(name=item.name), dice=dice))
    if item.attack is not None:
        attack = item.attack
        item = replace(item, attack=replace(attack, blast=attack.blast or c.blast, ranged=attack.ranged or c.ranged))
    counted_uses = item.uses_max if c.uses < 0 else c.uses
    return replace(
        item,
        slots=item.slots if c.slots < 0 else c.slots,
        armour=item.armour if c.armour < 0 else c.armour,
        hands=item.hands if c.hands < 0 else c.hands,
        uses=counted_uses,
        uses_max=counted_uses,
        spell=c.spell or item.spell,
        recharge=c.recharge,
        note=c.note or item.note,
    )


def _kind(c: Give) -> str:
    """What an item of the Warden's own is, where nothing says so: by its figures."""
    if c.recharge:
        return "relic"
    if c.spell:
        return "spellbook"
    if c.die:
        return "weapon"
    return "armour" if c.armour > 0 else "gear"


def _no_room(c: Combatant, item: Item) -> Rejected:
    return Rejected("no-room", {"who": Who(c.id), "item": item.name, "slots": item.slots, "free": free(c)})


def _drop(c: Drop, tx: Tx) -> Rejected | None:
    found = of(tx.state, c.who, c.item)
    if isinstance(found, Rejected):
        return found
    if c.gone:
        put(tx, c.who, found[1], None, "gone")
    else:
        lay_down(tx, c.who, found[1])
    return None


def _take(c: Take, tx: Tx) -> Rejected | None:
    person = tx.state.person(c.who)
    if not isinstance(person, Combatant):
        return unknown(c.who)
    lying = tuple(item.name for item in tx.state.ground.values())
    item = find(tx.state.ground, c.item, Rejected("not-on-the-ground", {"item": c.item, "lying": lying}))
    if isinstance(item, Rejected):
        return item
    if item.slots > free(person):
        return _no_room(person, item)
    tx.emit(ItemSet(who=GROUND, before=item, cause="taken"))
    tx.emit(ItemSet(who=c.who, after=item, cause="taken"))
    settle(tx, c.who)
    return None


def _several(state: CairnState, who: str, words: Iterable[str]) -> tuple[Combatant, tuple[Item, ...]] | Rejected:
    """Somebody and the different items they carry that are meant; a name given twice means two of that name."""
    person = state.person(who)
    if not isinstance(person, Combatant):
        return unknown(who)
    rest = dict(person.items)
    meant = []
    for word in words:
        missing = Rejected("no-such-item", {"who": Who(who), "item": word, "carried": names(person)})
        item = find(rest, word, missing)
        if isinstance(item, Rejected):
            return item
        meant.append(rest.pop(item.id))
    return person, tuple(meant)


def _ready(c: Ready, tx: Tx) -> Rejected | None:
    found = _several(tx.state, c.who, c.items)
    if isinstance(found, Rejected):
        return found
    person, meant = found
    new = [item for item in meant if not item.in_use]
    if hands_taken(person) + sum(item.hands for item in new) > items.HANDS:
        return Rejected("hands-full", {"who": Who(c.who), "held": tuple(i.name for i in held(person))})
    for item in new:
        put(tx, c.who, item, replace(item, in_use=True), "readied")
    return None


def _stow(c: Stow, tx: Tx) -> Rejected | None:
    found = _several(tx.state, c.who, c.items)
    if isinstance(found, Rejected):
        return found
    for item in found[1]:
        if not item.in_use:
            return Rejected("not-in-use", {"who": Who(c.who), "item": item.name})
    for item in found[1]:
        put(tx, c.who, item, replace(item, in_use=False), "stowed")
    return None


def _spend(c: Spend, tx: Tx) -> Rejected | None:
    found = of(tx.state, c.who, c.item)
    if isinstance(found, Rejected):
        return found
    item = found[1]
    if not item.uses:
        return Rejected("no-uses", {"item": item.name})
    use(tx, c.who, item.id)
    return None


# Folds -------------------------------------------------------------------------------------------------------------


def _item_set(state: CairnState, e: ItemSet) -> CairnState:
    before = state.ground if e.who == GROUND else state.entities[e.who].items
    kept = {k: item for k, item in before.items() if e.after is not None or e.before is None or k != e.before.id}
    after = {**kept, e.after.id: e.after} if e.after is not None else kept
    if e.who == GROUND:
        state = replace(state, ground=after)
    else:
        state = with_entity(state, replace(state.entities[e.who], items=after))
    return replace(state, counters=counted(state, "item")) if e.came else state


DECIDE = {Give: _give, Drop: _drop, Take: _take, Ready: _ready, Stow: _stow, Spend: _spend}
EVOLVE = {ItemSet: _item_set}
