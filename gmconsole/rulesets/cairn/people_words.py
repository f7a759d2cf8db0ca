"""Sentences, switches and terms of people, stat lines and the bestiary."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ...core.messages import N_
from ...core.model import Field, Msg, Name, Who
from ...core.switches import Switch
from . import foes, people
from .state import ARMOUR_CAP, CairnState

REJECTIONS: Mapping[str, str] = {
    **foes.REJECTIONS,
    "one-attack": N_("{text} is not one attack with its dice, as spear (d6)"),
}
TERMS: Mapping[str, Mapping[str, Name]] = {}
OPTIONS: Mapping[str, Switch] = {}
PART_NAMES: Mapping[str, Name] = {
    "armour": Name("护甲", "armour"),
    "attacks": Name("攻击", "attack"),
    "count": Name("数量", "count"),
    "detachment": Name("分队", "detachment"),
    "group": Name("士气组", "group"),
    "hidden": Name("隐藏", "hidden"),
    "hp": Name("耐久度", "HP"),
    "hp_max": Name("耐久度上限", "maximum HP"),
    "key": Name("代号", "key"),
    "kind": Name("类别", "kind"),
    "near": Name("距离", "band"),
    "note": Name("备注", "note"),
    "outside": Name("场外", "outside"),
    "scores": Name("属性", "scores"),
    "side": Name("阵营", "side"),
}


def _added(e: people.Added, state: CairnState) -> Msg:
    fields: dict[str, Field] = {"who": Who(e.person.id), "printed": e.printed, "kept": ARMOUR_CAP}
    if e.printed > ARMOUR_CAP:
        return Msg("{who} came in; armour {printed} counts as {kept}", fields)
    return Msg("{who} came in", fields)


SAY: dict[type, Callable[[Any, Any], Msg | None]] = {people.Added: _added}
