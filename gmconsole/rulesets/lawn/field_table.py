"""What a GM may correct by ``set``: every settable field of this book."""

from __future__ import annotations

from ...core.model import Name
from ...core.ruleset import FieldSpec
from . import limbs, people, sheet_words, structures
from .state import ATTRIBUTES, SPEED_CLASSES
from .terms import TYPE_NAMES


def _fields() -> dict[str, FieldSpec]:
    fields = {
        "name": FieldSpec(name=Name("姓名", "name"), path=("name",), kind="text"),
        "side": FieldSpec(name=Name("阵营", "side"), path=("side",), kind="choice", choices=people.SIDES, term="side"),
        "sanity": FieldSpec(name=Name("神志", "sanity"), path=("sanity",), kind="int", high=99, only=("pc",)),
        "sanity_max": FieldSpec(
            name=Name("神志上限", "maximum sanity"), path=("sanity_max",), kind="int", high=99, only=("pc",)
        ),
        "life": FieldSpec(name=Name("生命", "life"), path=("life",), kind="int", high=999, only=("npc", "object")),
        "life_max": FieldSpec(
            name=Name("生命上限", "maximum life"), path=("life_max",), kind="int", high=999, only=("npc", "object")
        ),
        "speed": FieldSpec(
            name=Name("速度等级", "speed"),
            path=("speed",),
            kind="choice",
            choices=("static", *SPEED_CLASSES),
            term="speed",
        ),
        "presence": FieldSpec(
            name=Name("在场", "presence"),
            path=("presence",),
            kind="choice",
            choices=("in", "outside", "left"),
            term="presence",
        ),
        "vehicle": FieldSpec(name=Name("载具", "vehicle"), path=("vehicle",), kind="text"),
        "aid": FieldSpec(name=Name("辅助", "aid"), path=("aid",), kind="bool"),
        "structure": FieldSpec(name=Name("器材", "structure"), path=("structure",), kind="bool", only=("object",)),
        "supplies": FieldSpec(
            name=Name("急救物资", "supplies"), path=("supplies",), kind="int", high=99, only=("pc", "npc")
        ),
        "dominant": FieldSpec(
            name=Name("惯用手", "dominant"),
            path=("dominant",),
            kind="choice",
            choices=limbs.HANDS,
            term="hand",
            only=("pc", "npc"),
        ),
        "armour": FieldSpec(name=Name("护甲值", "armour"), path=("armour",), kind="int", high=9),
        "scale": FieldSpec(
            name=Name("承受力", "scale"), path=("scale",), kind="choice", choices=structures.SCALES, term="choice"
        ),
        "electronic": FieldSpec(
            name=Name("电子设备", "electronic"), path=("electronic",), kind="bool", only=("npc", "object")
        ),
        "fate": FieldSpec(name=Name("下场", "fate"), path=("fate",), kind="text", term="fate", only=("npc", "object")),
        **sheet_words.fields(),
    }
    for attribute in ATTRIBUTES:
        fields[attribute] = FieldSpec(
            name=TYPE_NAMES[attribute],
            path=("attributes", attribute),
            kind="int",
            low=-people.HIGHEST_ATTRIBUTE,
            high=people.HIGHEST_ATTRIBUTE,
            only=("pc", "npc"),
        )
    return fields


FIELDS = _fields()
