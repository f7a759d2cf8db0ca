"""Stat blocks: what a stat line says about a foe, as a frozen value, and the words such lines are written in.

Chapters "Armour" (CA-ARM-003: 3 at most), "Attack and damage" (CA-DMG-009, -011), "Critical damage" (CA-CRT-010) and
"Detachments" (CA-DET-001), as far as they stand on a line.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from ...clean import NAME_CELLS, NOTE_CELLS, clean_text
from ...core.model import Name
from .state import Attack

Attribute: TypeAlias = Literal["STR", "DEX", "WIL"]

ORDINARY = 10
DICE = (4, 6, 8, 10, 12, 20)

STATS: Mapping[str, Name] = {
    "HP": Name("耐久度", "HP"),
    "armour": Name("护甲", "Armor"),
    "STR": Name("力量", "STR"),
    "DEX": Name("敏捷", "DEX"),
    "WIL": Name("意志", "WIL"),
}
BOUNDS: Mapping[str, tuple[int, int]] = {
    "HP": (1, 999),
    "armour": (0, 9),
    "STR": (1, 99),
    "DEX": (0, 99),
    "WIL": (0, 99),
}
QUALITIES: Mapping[str, Name] = {
    "blast": Name("群攻", "blast"),
    "ignores_armour": Name("无视护甲", "ignores armor"),
    "ranged": Name("远程", "ranged"),
    "detachment": Name("分队", "detachment"),
}
CRITICAL = Name("致命伤害", "Critical Damage")


AttackRow: TypeAlias = Attack
"""One attack of a line: its dice, two of which the higher counts (CA-DMG-011); ``note`` is the rest of its brackets."""


class StatBlock(msgspec.Struct, frozen=True, kw_only=True):
    """What a stat line says. ``armour`` is at most 3 (CA-ARM-003); ``armour_printed`` is what stood there."""

    name: str
    hp: int
    armour: int = 0
    armour_printed: int = 0
    scores: Mapping[Attribute, int]
    attacks: tuple[AttackRow, ...] = ()
    detachment: bool = False
    notes: tuple[str, ...] = ()


_CRITICAL = re.compile(
    r"(?:critical(?: damage)?|危急伤害|致命伤害) ?(?:[（(]([^()（）]*)[）)])? ?[:：] ?(.+)", re.IGNORECASE
)
_LINK = re.compile(r"\[([^\[\]]*)\]\([^()\s]*\)")
_EMPHASIS = re.compile(r"[*`]+|(?<![^\W_])_+|_+(?![^\W_])")
_RANGED = re.compile(
    r"(?<![a-z])(?:(?:short|long|cross)?bows?|slings?|darts?|javelins?|thr(?:own|owing|ow)|blowguns?|pistols?|muskets?"
    r"|rifles?)(?![a-z])|弓|弩|投石|投掷|飞刀|飞镖|标枪",
    re.IGNORECASE,
)
EDGE = " \t,.;:|，。；：｜、-–—"
"""What may stand around a name or a note without belonging to it."""


def plain(text: str) -> str:
    """The text without Markdown's emphasis and links, every run of spaces as one."""
    before = None
    while before != text:
        before, text = text, _EMPHASIS.sub("", _LINK.sub(r"\1", text))
    return re.sub(r"\s+", " ", text).strip()


def tidy(text: str, cells: int = NOTE_CELLS) -> str:
    """A note made safe to show, without emphasis and without the commas and dashes around it."""
    before = None
    while before != text:
        before, text = text, clean_text(plain(text), cells).lstrip(EDGE).rstrip(EDGE.replace(".", "").replace("。", ""))
    return text


def name_of(text: str) -> str:
    """The name of somebody or of an attack, no longer than a name may be."""
    before = None
    while before != text:
        before, text = text, tidy(text, NAME_CELLS).strip(EDGE)
    return text


def shoots(name: str) -> bool:
    """Whether an attack of that name is a ranged one: bows, slings and what is thrown."""
    return _RANGED.search(name) is not None


def is_critical(text: str) -> bool:
    """Whether a note says what happens on critical damage."""
    return _CRITICAL.fullmatch(tidy(text)) is not None


def with_notes(block: StatBlock, notes: Iterable[str]) -> StatBlock:
    """The block with further notes; those on critical damage go to the attacks they name, or to all (CA-CRT-010)."""
    kept, attacks = list(block.notes), block.attacks
    for text in map(tidy, notes):
        critical = _CRITICAL.fullmatch(text) if attacks else None
        if critical is None:
            kept += [text] if text else []
            continue
        label, said = name_of(critical[1] or ""), tidy(critical[2])
        meant = range(len(attacks)) if critical[1] is None else _meant(attacks, label)
        if not meant:
            meant, said = range(len(attacks)), f"{label}: {said}" if label else said
        attacks = tuple(_adding(a, said) if i in meant else a for i, a in enumerate(attacks))
    return replace(block, notes=tuple(kept), attacks=attacks)


def _meant(attacks: tuple[Attack, ...], label: str) -> range | tuple[int, ...]:
    """The attacks a note on critical damage names in brackets: by the whole name, else by a part of it."""
    names = [a.name.casefold() for a in attacks]
    wanted = label.casefold()
    part = tuple(i for i, n in enumerate(names) if wanted and wanted in n)
    return tuple(i for i, n in enumerate(names) if n == wanted) or part


def _adding(attack: AttackRow, said: str) -> AttackRow:
    return replace(attack, on_critical=tidy(f"{attack.on_critical} {said}"))


# Writing -------------------------------------------------------------------------------------------------------------


def line(block: StatBlock, lang: str = "en") -> str:
    """The block as one stat line, without its notes and what happens on critical damage."""
    comma, opening, closing = ("，", "（", "）") if lang == "zh" else (", ", " (", ")")
    figures = [("HP", block.hp), *([("armour", block.armour_printed)] if block.armour_printed else [])]
    figures += [(attribute, block.scores[attribute]) for attribute in ("STR", "DEX", "WIL")]
    parts = [f"{figure} {_said(STATS[stat], lang)}" for stat, figure in figures]
    for a in block.attacks:
        marks = {
            "blast": a.blast,
            "ignores_armour": a.ignores_armour,
            "ranged": a.ranged and not shoots(a.name),
        }
        inside = ["+".join(f"d{size}" for size in a.dice)]
        inside += [_said(QUALITIES[mark], lang) for mark, there in marks.items() if there]
        inside += [a.note] if a.note else []
        parts.append(f"{a.name}{opening}{comma.join(inside)}{closing}".strip())
    parts += [_said(QUALITIES["detachment"], lang)] if block.detachment else []
    name = f"**{block.name}** " if block.name else ""
    return name + comma.join(parts)


def write(block: StatBlock, lang: str = "en") -> str:
    """The block as text that ``statlines.read`` reads back as the same: the stat line, then a bullet for each note."""
    return "\n- ".join((line(block, lang), *_bullets(block, lang)))


def on_one_line(block: StatBlock, lang: str = "en") -> str:
    """The same on a single line, with ``//`` before each note."""
    return " // ".join((line(block, lang), *_bullets(block, lang)))


def _bullets(block: StatBlock, lang: str) -> list[str]:
    colon = "：" if lang == "zh" else ": "
    said = {a.on_critical for a in block.attacks}
    bullets = list(block.notes)
    if len(said) == 1:
        bullets += [_said(CRITICAL, lang) + colon + text for text in said if text]
    else:
        opening, closing = ("（", "）") if lang == "zh" else (" (", ")")
        by_name = {a.name.casefold(): a for a in block.attacks if a.on_critical}
        bullets += [
            _said(CRITICAL, lang) + opening + a.name + closing + colon + a.on_critical for a in by_name.values()
        ]
    return bullets


def _said(name: Name, lang: str) -> str:
    return name.zh if lang == "zh" else name.en
