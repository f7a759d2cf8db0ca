"""With what somebody can attack: printed attacks, weapons carried, bare hands (chapters "Attack modifiers", "Ranged
attacks").

Covers the choice of the weapon for CA-DMG-007 and -011, and CA-RET-005: shots are counted only where an item says so.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from ...core.model import Msg, Rejected, Text, Who
from ...core.ruleset import Tx as CoreTx
from . import inventory
from .pools import UNARMED_DIE
from .state import Act, Attack, CairnState, Combatant, Item

Tx = CoreTx[CairnState]

UNARMED = Attack(name="unarmed", dice=(UNARMED_DIE,), unarmed=True)
BARE_HANDS = ("徒手", "拳头", "fists")
"""What bare hands are called besides."""

NO_WEAPONS = ("spellbook", "scroll", "relic")
"""Things whose damage comes by casting or using them, not by striking."""


def ways(c: Combatant) -> tuple[Attack, ...]:
    """Somebody's ways of attacking: as printed, then with weapons carried (those in use first), then unarmed."""
    carried = sorted(c.items.values(), key=lambda item: not item.in_use)
    armed = (_armed(item) for item in carried if item.kind not in NO_WEAPONS)
    return (*c.attacks, *(attack for attack in armed if attack is not None), UNARMED)


def _armed(item: Item) -> Attack | None:
    attack = item.attack
    return None if attack is None else replace(attack, name=attack.name or item.name, item=item.id)


def find(c: Combatant, word: str) -> Attack | Rejected:
    """The way of attacking meant: by its name, its item, or a unique beginning of the name; the first for no word.

    ``sword+dagger`` uses two of them together as a pair (CA-DMG-011). Refused: ``no-such-attack``,
    ``ambiguous-attack``, ``no-pair``.
    """
    known = ways(c)
    if not word:
        return known[0]
    found = _among(c, known, word)
    if isinstance(found, Attack) or word.count("+") != 1:
        return found
    left, right = (part.strip() for part in word.split("+"))
    first = _among(c, known, left)
    if isinstance(first, Rejected):
        return first
    second = _among(c, _without(known, first), right)
    return second if isinstance(second, Rejected) else _pair(first, second)


def _among(c: Combatant, known: tuple[Attack, ...], word: str) -> Attack | Rejected:
    low = word.casefold()
    exact = [a for a in known if low in _spelled(c, a)]
    if exact:
        return exact[0]
    begun = [a for a in known if low and any(name.startswith(low) for name in _spelled(c, a))]
    if begun and all(replace(a, item="") == replace(begun[0], item="") for a in begun):
        return begun[0]
    if begun:
        return Rejected("ambiguous-attack", {"word": word, "candidates": _all_called(begun)})
    return Rejected("no-such-attack", {"who": Who(c.id), "word": word, "allowed": _all_called(known)})


def _spelled(c: Combatant, attack: Attack) -> tuple[str, ...]:
    item = c.items.get(attack.item)
    words = (attack.name, *((item.id, item.name) if item is not None else ()))
    return tuple(w.casefold() for w in (*words, *(BARE_HANDS if attack == UNARMED else ())))


def _without(known: tuple[Attack, ...], taken: Attack) -> tuple[Attack, ...]:
    place = known.index(taken)
    return (*known[:place], *known[place + 1 :])


def _pair(first: Attack, second: Attack) -> Attack | Rejected:
    both = (first, second)
    if first.ranged != second.ranged or any(a.unarmed or a.blast or len(a.dice) > 1 for a in both):
        return Rejected("no-pair", {"first": called(first), "second": called(second)})
    return Attack(
        name="+".join(a.name for a in both),
        dice=first.dice + second.dice,
        ranged=first.ranged,
        ignores_armour=first.ignores_armour and second.ignores_armour,
        on_critical="; ".join(dict.fromkeys(a.on_critical for a in both if a.on_critical)),
        item="+".join(a.item for a in both if a.item),
    )


def called(attack: Attack) -> Text:
    """What a way of attacking is called in a sentence."""
    return named(attack.name)


def named(name: str) -> Text:
    """The same by the name of the attack: bare hands are a term, all others have a name of their own."""
    return Msg("way:unarmed") if name == UNARMED.name else name


def _all_called(attacks: Iterable[Attack]) -> tuple[Text, ...]:
    return tuple(called(a) for a in attacks)


def dice_text(sides: Iterable[int]) -> str:
    """Dice as they are written: ``d8+d8`` for a pair."""
    return "+".join(f"d{size}" for size in sides)


def _counted(c: Combatant, attack: Attack) -> tuple[Item, ...]:
    carried = (c.items.get(key) for key in attack.item.split("+"))
    return tuple(item for item in carried if item is not None and item.uses_max)


def is_spent(c: Combatant, attack: Attack) -> bool:
    """Whether what the attack needs is counted and used up (CA-RET-005)."""
    return any(not item.uses for item in _counted(c, attack))


def spend(tx: Tx, act: Act) -> None:
    """Take one use of every counted item that an attack is made with."""
    assert act.attack is not None
    for item in _counted(tx.state.entities[act.who], act.attack):
        # A bow without arrows is still a bow, so what is used up stays.
        inventory.put(tx, act.who, item, replace(item, uses=max(item.uses - 1, 0)), "used")
