"""The sheet of somebody as the screen shows it: figures, states and scars, what is carried, and what is only told."""

from __future__ import annotations

from msgspec.structs import replace

from ...core.model import Field, Msg, Name, Text
from ...core.views import Section, SheetLine, Span
from . import dice_words, hirelings, inventory, scars
from .morale_words import TABLES, TERMS
from .state import Attack, Combatant, Item

FIGURES = Name("数值与状态", "Figures and states")
WAITING = Name("待恢复", "Waits for recovery")
PACK = Name("携带", "Carried")
TOLD = Name("来历", "Told")


def sections(c: Combatant, shown: tuple[Span, ...]) -> tuple[Section, ...]:
    """The sections that hold anything; ``shown`` are the figures and states of the card."""
    told = tuple(_told(key, value) for key, value in c.about.items() if value and key in TERMS["about"])
    found = (
        (FIGURES, tuple(SheetLine("", s.text, s.style) for s in shown)),
        (WAITING, tuple(SheetLine("", text, "warn") for text in scars.waiting(c))),
        (PACK, _pack(c)),
        (TOLD, told),
    )
    return tuple(Section(name, lines) for name, lines in found if lines)


def way(attack: Attack) -> Text:
    """A way of attacking with its dice."""
    fields: dict[str, Field] = {"name": attack.name, "dice": dice_words.dice(attack.dice)}
    return Msg("{name} {dice} blast" if attack.blast else "{name} {dice}", fields)


def thing(item: Item) -> Text:
    """Something carried by its name, with its dice where it has any."""
    armed = item.attack is not None and item.attack.dice
    return way(replace(item.attack, name=item.name)) if item.attack is not None and armed else item.name


def _told(key: str, value: str) -> SheetLine:
    """What was told, under its name; for an entry of a background under what its table is about."""
    table = TABLES.get(value.rpartition(".")[0])
    return SheetLine(table.name if table is not None else Msg("about:" + key), hirelings.said(key, value))


def _pack(c: Combatant) -> tuple[SheetLine, ...]:
    if not (c.items or c.fatigue):
        return ()
    used = inventory.used(c)
    slots: dict[str, Field] = {"used": used, "most": c.capacity}
    lines = [SheetLine("", Msg("slots {used}/{most}", slots), "warn" if used >= c.capacity else "")]
    if c.fatigue:
        lines.append(SheetLine("", Msg("Fatigue {count}", {"count": c.fatigue}), "warn"))
    lines.extend(_item(item) for item in c.items.values())
    return tuple(lines)


def _item(item: Item) -> SheetLine:
    parts: list[Text] = []
    if item.slots != 1:
        parts.append(Msg("bulky") if item.slots > 1 else Msg("petty"))
    if item.in_use:
        parts.append(Msg("in use"))
    if item.armour:
        parts.append(Msg("armour {value}", {"value": item.armour}))
    if item.uses_max:
        parts.append(Msg("uses {now}/{full}", {"now": item.uses, "full": item.uses_max}))
    spell = "" if item.spell == item.name else item.spell
    parts.extend(text for text in (spell, item.recharge, item.note) if text)
    name = Msg("{item}: {things}", {"item": thing(item), "things": tuple(parts)}) if parts else thing(item)
    return SheetLine(Msg("item_kind:" + item.kind), name)
