"""Short words for tests of attacks: declaring, rolling, and putting things into somebody's hands."""

from __future__ import annotations

from msgspec.structs import replace

from gmconsole.core.model import Event
from gmconsole.core.session import Accepted
from gmconsole.rulesets.cairn.attacks import Hit, RollDamage, Strike
from gmconsole.rulesets.cairn.state import Attack, Item
from tests.cairn.conftest import Table


def strike(table: Table, who: str, *targets: str, **figures: object) -> Strike:
    """The declaration of an attack, everybody by name."""
    return Strike(who=table.ids[who], targets=tuple(table.ids[t] for t in targets), **figures)  # type: ignore[arg-type]


def attack(table: Table, who: str, *targets: str, **figures: object) -> Accepted:
    """Declare it."""
    return table.do(strike(table, who, *targets, **figures))


def roll(table: Table, *faces: int | tuple[int, int], by: tuple[str, ...] = ()) -> Accepted:
    """Roll the damage dice of these attackers, or all."""
    return table.do(RollDamage(who=tuple(table.ids[w] for w in by)), *faces)  # type: ignore[arg-type]


def events(done: Accepted, kind: type[Event]) -> list[Event]:
    """The events of a kind in what was done."""
    return [e for e in done.entry.events if isinstance(e, kind)]


def hits(done: Accepted) -> dict[str, Hit]:
    """The settled pools in what was done, by target."""
    return {e.target: e for e in done.entry.events if isinstance(e, Hit)}


def sizes(done: Accepted) -> list[int]:
    """The sides of every die drawn, in order."""
    return [roll.sides for roll in done.entry.dice for _ in roll.faces]


def give(table: Table, name: str, *items: Item) -> None:
    """Put these things into somebody's pack, in place of things with the same id."""
    c = table.who(name)
    changed = replace(c, items={**c.items, **{item.id: item for item in items}})
    table.session.replace_state(replace(table.state, entities={**table.state.entities, c.id: changed}))


def weapon(key: str, *dice: int, uses: int = -1, in_use: bool = True, **figures: object) -> Item:
    """A weapon to carry; ``uses`` counts its shots."""
    way = Attack(name=key, dice=dice, **figures)  # type: ignore[arg-type]
    counted = {"uses": uses, "uses_max": uses} if uses >= 0 else {}
    return Item(id=f"item-{key}", name=key, kind="weapon", hands=1, in_use=in_use, attack=way, **counted)  # type: ignore[arg-type]
