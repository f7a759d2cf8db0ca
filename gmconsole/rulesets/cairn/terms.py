"""The book's terms in both languages, by kind, so that a sentence can name one by its id."""

from __future__ import annotations

from collections.abc import Mapping

from ...core.model import Msg, Name, Text, Who
from ...core.people import PRESENCES

BAND_NAMES: Mapping[str, Name] = {
    "near": Name("近", "near"),
    "far": Name("远", "far"),
    "out_of_sight": Name("看不见", "out of sight"),
}
PHASE_NAMES: Mapping[str, Name] = {
    "pcs": Name("玩家回合", "PCs' turn"),
    "opponents": Name("对手回合", "Opponents' turn"),
}
ATTRIBUTE_NAMES: Mapping[str, Name] = {
    "STR": Name("力量", "STR"),
    "DEX": Name("敏捷", "DEX"),
    "WIL": Name("意志", "WIL"),
}
KIND_NAMES: Mapping[str, Name] = {
    "pc": Name("玩家角色", "PC"),
    "hireling": Name("雇员", "hireling"),
    "npc": Name("非玩家角色", "NPC"),
    "monster": Name("怪物", "monster"),
}
SIDE_NAMES: Mapping[str, Name] = {
    "pcs": Name("玩家方", "PCs"),
    "opponents": Name("对手方", "opponents"),
    "neutral": Name("旁观", "bystanders"),
}
CONDITION_NAMES: Mapping[str, Name] = {
    "critical": Name("致命伤害", "critical"),
    "stable": Name("稳定", "stable"),
    "dead": Name("死亡", "dead"),
    "dying": Name("垂死", "dying"),
    "captured": Name("被擒", "captured"),
    "surrendered": Name("投降", "surrendered"),
    "routed": Name("击溃", "routed"),
    "destroyed": Name("覆灭", "destroyed"),
    "fleeing": Name("逃跑", "fleeing"),
    "fled": Name("逃走", "fled"),
    "retreated": Name("已撤退", "retreated"),
    "deprived": Name("匮乏", "deprived"),
    "paralysed": Name("瘫痪", "paralysed"),
    "delirious": Name("神志恍惚", "delirious"),
    "mortally_wounded": Name("致命伤", "mortally wounded"),
    "weakened": Name("遭重创", "weakened"),
    "lost_turn": Name("失去回合", "loses the turn"),
}
STATUS_NAMES: Mapping[str, Name] = {
    "able": Name("可行动", "able"),
    "cannot_act": Name("无法行动", "cannot act"),
    "left": Name("已离开", "gone"),
    "outside": Name("场外", "outside"),
}
SAVED_NAMES: Mapping[str, Name] = {
    "passed": Name("成功", "passed"),
    "failed": Name("失败", "failed"),
    "waived": Name("免除", "waived"),
}
ACT_NAMES: Mapping[str, Name] = {
    "attack": Name("攻击", "attack"),
    "cast": Name("施法", "cast"),
    "second_move": Name("再次移动", "second move"),
    "retreat": Name("撤退", "retreat"),
    "aid": Name("救助", "aid"),
    "other": Name("其他", "other"),
    "crawl": Name("爬行", "crawl"),
    "hold": Name("不行动", "hold"),
    "use": Name("使用", "use"),
    "flee": Name("逃跑", "flee"),
}
ANSWER_NAMES: Mapping[str, Name] = {
    "yes": Name("是", "yes"),
    "no": Name("否", "no"),
    "refuse": Name("拒绝", "refuse"),
    "done": Name("已处理", "done"),
}

TERMS: dict[str, Mapping[str, Name]] = {
    "band": BAND_NAMES,
    "phase": PHASE_NAMES,
    "attribute": ATTRIBUTE_NAMES,
    "kind": KIND_NAMES,
    "side": SIDE_NAMES,
    "condition": CONDITION_NAMES,
    "status": STATUS_NAMES,
    "saved": SAVED_NAMES,
    "act": ACT_NAMES,
    "answer": {**CONDITION_NAMES, **STATUS_NAMES, **ANSWER_NAMES},
    "presence": PRESENCES,
}
"""Terms by kind; the chapters put theirs in beside these."""

SPOKEN = ("condition", "band", "attribute", "answer", "saved", "side", "kind", "table")
"""The kinds of term an id alone may name, the first that has it."""


def term(key: str) -> Text:
    """Whatever the id names, as a text: a condition, band, attribute, an answer, a person; else the word itself."""
    for kind in SPOKEN:
        if key in TERMS.get(kind, {}):
            return Msg(f"{kind}:{key}")
    word, _, number = key.rpartition("-")
    return Who(key) if word in ("pc", "npc") and number.isdigit() else key
