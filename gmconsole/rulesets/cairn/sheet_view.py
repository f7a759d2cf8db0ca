"""The sheet of somebody as the screen shows it: figures, states and scars, what is carried, and what is only told."""

from __future__ import annotations

from ...core.model import Field, Msg, Name, Text
from ...core.views import Section, SheetLine, Span
from . import hirelings, inventory, scars
from .morale_words import TABLES, TERMS
from .state import Combatant, Item

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
    parts.extend(text for text in (item.spell, item.recharge, item.note) if text)
    name: Text = Msg("{item}: {things}", {"item": item.name, "things": tuple(parts)}) if parts else item.name
    return SheetLine(Msg("item_kind:" + item.kind), name)
