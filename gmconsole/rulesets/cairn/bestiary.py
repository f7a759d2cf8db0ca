"""The bestiary: the 84 monsters of Cairn's second edition as content, and as stat blocks to put on stage.

Rows of ``content/cairn/bestiary.toml``; nothing in the code names what a monster does. Read when first asked for, since
most encounters bring in few of them or none.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Annotated, TypeAlias

import msgspec

from ...content import DECLARED, SOUND, table
from ...conversion import shown
from ...core.model import Msg, Name
from ...core.scenario import Problem, Word
from .statblocks import BOUNDS, DICE, Attribute, StatBlock
from .state import ARMOUR_CAP, Attack

FILE = "cairn/bestiary.toml"

Label: TypeAlias = str | Name
"""A text in both languages, or one that stands as it is in either."""
HP: TypeAlias = Annotated[int, msgspec.Meta(ge=BOUNDS["HP"][0], le=BOUNDS["HP"][1])]
Armour: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=ARMOUR_CAP)]
Score: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=BOUNDS["WIL"][1])]


class MonsterAttack(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One attack of a monster; the fields are those of ``Attack``, texts in both languages."""

    name: Label
    dice: tuple[int, ...]
    blast: bool = False
    ignores_armour: bool = False
    ranged: bool = False
    note: Label = ""


class Monster(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One row of the bestiary; the head of the file says what the fields mean.

    ``morale_wil`` is the WIL of the leader such foes come with, 0 where they come with none (CA-MOR-004).
    """

    id: Word
    name: Label
    hp: HP
    armour: Armour = 0
    scores: Mapping[Attribute, Score]
    detachment: bool = False
    morale_wil: Score = 0
    flees_unled: bool = False
    led_fearless: bool = False
    note: Label
    on_critical: Label = ""
    attack: tuple[MonsterAttack, ...] = ()


def said(label: Label, lang: str) -> str:
    """The text in that language."""
    if isinstance(label, str):
        return label
    return label.zh if lang == "zh" else label.en


def _sound(found: list[tuple[int, Monster]], problems: list[Problem]) -> None:
    """No name twice in either language, all three scores, dice that exist, nothing on critical without an attack."""

    def no(i: int, path: tuple[str | int, ...], value: object, allowed: Msg) -> None:
        problems.append(
            Problem(path=("monster", i, *path), message=Msg("not allowed here"), found=shown(value), allowed=allowed)
        )

    seen: set[str] = set()
    for i, row in found:
        names = {said(row.name, lang).casefold() for lang in ("en", "zh")}
        if names & seen:
            no(i, ("name",), said(row.name, "en"), Msg("a name of its own"))
        seen |= names
        if len(row.scores) < 3 or row.scores["STR"] < 1:
            no(i, ("scores",), dict(row.scores), Msg("STR from 1 on, DEX and WIL"))
        for k, attack in enumerate(row.attack):
            if not 1 <= len(attack.dice) <= 2 or any(size not in DICE for size in attack.dice):
                no(i, ("attack", k, "dice"), list(attack.dice), Msg("one or two of 4, 6, 8, 10, 12, 20"))
        if row.on_critical and not row.attack:
            no(i, ("on_critical",), said(row.on_critical, "en"), Msg("only with an attack"))


SOUND[Monster] = _sound
DECLARED.setdefault(FILE, {})["monster"] = Monster


@cache
def monsters() -> Mapping[str, Monster]:
    """The monsters by id, in the order of their English names. Raises ContentError."""
    return table(FILE, "monster", Monster)


def find(word: str) -> Monster | None:
    """The monster with that id or name, in either language, or None."""
    return _by_word().get(_word(word))


def begun(word: str) -> tuple[Monster, ...]:
    """The monsters whose name begins so, in either language."""
    start = _word(word)
    return tuple({m.id: m for name, m in _by_word().items() if start and name.startswith(start)}.values())


@cache
def _by_word() -> Mapping[str, Monster]:
    return {_word(word): m for m in monsters().values() for word in (m.id, said(m.name, "en"), said(m.name, "zh"))}


def _word(text: str) -> str:
    return " ".join(text.casefold().replace("_", " ").replace("-", " ").split())


def name(monster: Monster) -> Name:
    """What the monster is called in both languages."""
    return Name(said(monster.name, "zh"), said(monster.name, "en"))


def stat_block(monster: Monster, lang: str = "en") -> StatBlock:
    """The monster as a stat line would give it, in that language; ``on_critical`` is on every attack."""
    note = said(monster.note, lang)
    return StatBlock(
        name=said(monster.name, lang),
        hp=monster.hp,
        armour=monster.armour,
        armour_printed=monster.armour,
        scores=monster.scores,
        attacks=tuple(
            Attack(
                name=said(a.name, lang),
                dice=a.dice,
                blast=a.blast,
                ignores_armour=a.ignores_armour,
                ranged=a.ranged,
                on_critical=said(monster.on_critical, lang),
                note=said(a.note, lang),
            )
            for a in monster.attack
        ),
        detachment=monster.detachment,
        notes=(note,) if note else (),
    )
