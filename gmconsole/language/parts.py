"""What the parts of a line are called, for forms and for refusals that name one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..core.model import Name
from ..core.ruleset import Ruleset

PARTS: Mapping[str, Name] = {
    "a": Name("甲", "who"),
    "add": Name("加", "add"),
    "audience": Name("给谁", "audience"),
    "b": Name("乙", "who"),
    "band": Name("距离", "band"),
    "because": Name("缘由", "because"),
    "by": Name("增减", "by"),
    "count": Name("骰数", "count"),
    "dice": Name("骰子", "dice"),
    "drop": Name("去除", "drop"),
    "entry": Name("序号", "entry"),
    "field": Name("数值", "field"),
    "force": Name("强制", "force"),
    "lang": Name("语言", "language"),
    "name": Name("名字", "name"),
    "option": Name("选项", "option"),
    "question": Name("问题", "question"),
    "reason": Name("缘由", "reason"),
    "remove": Name("减", "remove"),
    "size": Name("段数", "size"),
    "steps": Name("步数", "steps"),
    "text": Name("文字", "text"),
    "to": Name("阶段", "phase"),
    "value": Name("值", "value"),
    "who": Name("谁", "who"),
    "words": Name("词语", "words"),
}
"""The parts of the kernel's and the screen's lines; a book names those of its own (``Ruleset.part_names``)."""

SHAPES: Mapping[str, Name] = {
    "who": Name("谁", "WHO"),
    "difficulty": Name("D9", "D9"),
    "check": Name("类型[=用途]", "TYPE[=PURPOSE]"),
    "modifiers": Name("+2 “缘由”", '+2 "WHY"'),
    "signed": Name("±N", "±N"),
    "changes": Name("+状态 -状态", "+STATE -STATE"),
    "dice": Name("7d9", "7d9"),
    "number": Name("N", "N"),
    "pairs": Name("甲=乙", "X=Y"),
}


def parts(ruleset: Ruleset[Any]) -> Mapping[str, Name]:
    """What the parts of all lines of a book are called, by the field they go to: the kernel's, then the book's own."""
    return {**PARTS, **ruleset.part_names()}


def part_name(field: str, names: Mapping[str, Name]) -> Name:
    """What a part is called; its own id where nobody has named it."""
    return names.get(field, Name(field, field))


def title_of(field: str, kind: str, names: Mapping[str, Name]) -> Name:
    """What stands above the words offered for a part; steps up or down are shown as what they look like."""
    return SHAPES[kind] if kind == "signed" else part_name(field, names)


def shape(field: str, kind: str, names: Mapping[str, Name]) -> Name:
    """How a part is shown in a form: by the shape of what may stand there, else by its name."""
    if kind in SHAPES:
        return SHAPES[kind]
    name = part_name(field, names)
    return Name(f"“{name.zh}”", f'"{name.en.upper()}"') if kind == "text" else Name(name.zh, name.en.upper())
