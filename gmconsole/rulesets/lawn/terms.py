"""The book's terms in both languages, by kind, so that a sentence can name one by its id."""

from __future__ import annotations

from collections.abc import Mapping

from ...core.model import Msg, Name, Text, Who
from . import kinds, skill_table, skills
from .state import BANDS, SPEED_CLASSES
from .tables import SOURCES, STATES
from .weapon_table import MODES, WEAPONS

BAND_NAMES = dict(
    zip(
        BANDS,
        (
            Name("贴身", "Touch"),
            Name("近距", "Near"),
            Name("中距", "Medium"),
            Name("远距", "Far"),
            Name("超距", "Extreme"),
        ),
        strict=True,
    )
)
PHASE_NAMES = {
    "initiative": Name("先攻", "Initiative"),
    "neutral": Name("中立", "Neutral"),
    "movement": Name("移动", "Movement"),
    "action": Name("行动", "Action"),
}
SPEED_NAMES = {
    "static": Name("静止", "static"),
    **dict(
        zip(
            SPEED_CLASSES,
            (Name("匍匐", "Crawl"), Name("缓步", "Walk"), Name("疾驰", "Sprint"), Name("载具", "Powered")),
            strict=True,
        )
    ),
}
TYPE_NAMES: Mapping[str, Name] = {
    "PHY": Name("体能", "PHY", ("physique",)),
    "MND": Name("意志", "MND", ("willpower",)),
    "WIS": Name("智慧", "WIS", ("wisdom",)),
    "OPR": Name("操纵", "OPR", ("handling",)),
    "FLX": Name("协调", "FLX", ("coordination",)),
    "DSC": Name("探索", "DSC", ("discovery",)),
    "INF": Name("魅力", "INF", ("influence",)),
    "emergence": Name("涌现", "emergence"),
    "initiative": Name("先攻", "initiative"),
}
UNTYPED = Name("检定", "check")
_PURPOSES: Mapping[str, Name] = {
    **{use.id: use.name for use in kinds.USES.values()},
    "speed": Name("速度", "speed"),
    "balance": Name("平衡", "balance"),
    "hit": Name("命中", "hit"),
    "dodge": Name("闪避", "dodge"),
    "damage": Name("伤害", "damage"),
    "toughness": Name("体质", "toughness"),
    "first_aid": Name("急救", "first aid"),
    "first_aid_knowledge": Name("急救知识", "first aid knowledge"),
    "treatment": Name("治疗", "treatment", ("treat", "treating")),
    "ptsd": Name("PTSD", "PTSD"),
    "neuralgia": Name("神经痛", "neuralgia"),
    "sight": Name("视觉", "sight"),
    "hearing": Name("听觉", "hearing"),
    "break_free": Name("挣脱", "break free", ("breaking free",)),
    "restrain": Name("擒抱", "restrain", ("restraining", "grapple", "grappling")),
    "safety": Name("保险", "safety"),
    "shortcut": Name("抄近路", "shortcut", ("take a shortcut", "taking a shortcut")),
    "jump": Name("跳远", "jump"),
    "vault": Name("翻越", "vault", ("vaulting",)),
    "grab": Name("抓握", "grab", ("grabbing",)),
    "climb": Name("攀爬", "climb"),
    "landing": Name("落地", "landing", ("land",)),
    "escape": Name("脱缚", "escape", ("escaping",)),
    "loading": Name("装弹", "loading", ("load", "reload", "reloading")),
    **{key: row.name for key, row in SOURCES.items()},
    "breach": Name("器材破坏", "breach"),
    **{row.id: row.name for row in skills.AUTOMATIC.values()},
    **{use.id: use.name for use in skill_table.USES.values() if not (use.tools or use.purposes)},
}
PURPOSES: Mapping[str, Name] = {
    # However a chapter calls a purpose: every word that content has for it may be typed.
    key: Name(name.zh, name.en, kinds.words(kinds.USES[key])) if key in kinds.USES else name
    for key, name in _PURPOSES.items()
}
OUTCOME_NAMES: Mapping[str, Name] = {
    "critical_success": Name("大成功", "critical success"),
    "success": Name("成功", "success"),
    "failure": Name("失败", "failure"),
    "critical_failure": Name("大失败", "critical failure"),
    "automatic_failure": Name("自动失败", "automatic failure"),
}
STATUS_NAMES: Mapping[str, Name] = {
    "able": Name("可行动", "able"),
    "cannot_act": Name("无法行动", "cannot act"),
    "unconscious": Name("昏迷", "unconscious"),
    "dead": Name("死亡", "dead"),
    "left": Name("已退出", "left"),
    "outside": Name("场外", "outside"),
}
ANSWER_NAMES: Mapping[str, Name] = {
    "dying": Name("濒死", "dying"),
    "surrendered": Name("投降", "surrendered"),
    "destroyed": Name("毁坏", "destroyed"),
    "ends": Name("结束", "ends"),
    "inside": Name("留在危机内", "inside"),
    "affected": Name("受影响", "affected"),
    "spared": Name("不受影响", "spared"),
    "nobody": Name("无人", "nobody"),
    "now": Name("就在此刻", "now"),
    "never": Name("不再发生", "never"),
    "done": Name("已处理", "done"),
    "yes": Name("是", "yes"),
    "no": Name("否", "no"),
    "outside": Name("已在危机外", "outside"),
    "both": Name("双方", "both"),
    "neither": Name("都不", "neither"),
    "other": Name("改为另一方", "the other way round"),
    "keep": Name("保留", "keep"),
    "drop_approach": Name("放弃靠近", "drop the approach"),
    "drop_retreat": Name("放弃远离", "drop the retreat"),
    "class": Name("提升一级速度", "a class faster"),
    "difficulty": Name("降低检定难度", "an easier check"),
    "fall": Name("跌落", "a fall"),
    "nothing": Name("无事", "nothing"),
    "append": Name("各追加五骰", "five more dice each"),
    "resume": Name("接着算", "go on"),
    "restart": Name("重新算", "start over"),
    "over": Name("到此为止", "give it up"),
    "becomes_npc": Name("成为非玩家角色", "becomes the GM's"),
    "leaves": Name("离场", "leaves play"),
    "stays": Name("留给玩家", "stays with the player"),
    "wins": Name("成功", "wins"),
    "holds": Name("维持距离", "the band holds"),
    "loses": Name("失败", "loses"),
    "goes_off": Name("起爆", "goes off"),
    "dud": Name("哑弹", "a dud"),
    "hits": Name("命中", "hits"),
    "misses": Name("未命中", "misses"),
    "harm": Name("照常伤害", "the damage stands"),
    "gentle": Name("只加重一级", "one step worse only"),
    "injured": Name("直接受伤", "injured at once"),
    "check": Name("进行检定", "a check"),
    "knows": Name("会用", "knows it"),
    "skip": Name("无需命中检定", "no hit check"),
    "easier": Name("命中较易", "an easier hit check"),
    "usual": Name("照常", "as usual"),
    "incapacitate": Name("使其失能", "incapacitate"),
    "drop_weapon": Name("武器脱手", "drop the weapon"),
    "end_crisis": Name("结束危机", "end the crisis"),
    "refuse": Name("拒绝", "refuse"),
    "accept": Name("接受", "accept"),
    "roll": Name("掷骰", "roll"),
    "not_possible": Name("不可能", "not possible"),
    "uses_up": Name("就此用尽", "uses it up"),
    "grant_direct": Name("无需检定", "without a check"),
    "grant_check": Name("允许检定", "with a check"),
    "grant_easier": Name("较易的检定", "with an easier check"),
}
POOL_NAMES: Mapping[str, Name] = {
    "base": Name("基础", "base"),
    "modifier": Name("调整", "modifier"),
    "helper": Name("协助", "help"),
    "sanity": Name("神志", "sanity"),
    "burst": Name("连射", "burst"),
    "doubled": Name("加值翻倍", "doubled"),
}
MANNER_NAMES: Mapping[str, Name] = {"active": Name("主动", "active"), "passive": Name("被动", "passive")}
SIDE_NAMES: Mapping[str, Name] = {
    "party": Name("同伴", "party"),
    "hostile": Name("敌方", "hostile"),
    "friendly": Name("友方", "friendly"),
    "neutral": Name("中立", "neutral"),
}
STATE_NAMES: Mapping[str, Name] = {key: row.name for key, row in STATES.items()}
WEAPON_NAMES: Mapping[str, Name] = {key: row.name for key, row in WEAPONS.items()}

TERMS: dict[str, Mapping[str, Name]] = {
    "band": BAND_NAMES,
    "phase": PHASE_NAMES,
    "speed": SPEED_NAMES,
    "type": TYPE_NAMES,
    "purpose": PURPOSES,
    "outcome": OUTCOME_NAMES,
    "status": STATUS_NAMES,
    "state": STATE_NAMES,
    "side": SIDE_NAMES,
    "answer": ANSWER_NAMES,
    "pool": POOL_NAMES,
    "weapon": WEAPON_NAMES,
    "mode": MODES,
}


SPOKEN = (
    "state",
    "band",
    "outcome",
    "type",
    "pool",
    "answer",
    "phase",
    "speed",
    "weapon",
    "purpose",
    "brawl",
    "light",
    "trait",
    "expendable",
    "specialty",
    "ability",
    "creation",
    "frenzy",
    "session",
)
"""The kinds of term an id alone may name, the first that has it; those behind ``purpose`` come with their chapters."""


def term(key: str) -> Text:
    """Whatever the id names, as a text: a state, band, outcome, check type, an answer, a person; else the word.

    The second item of a kind (``taser-2``) is its weapon with the number.
    """
    for kind in SPOKEN:
        if key in TERMS.get(kind, {}):
            return Msg(f"{kind}:{key}")
    if ":" in key and skills.known(key):
        return skills.title(key)
    word, _, number = key.rpartition("-")
    if number.isdigit():
        if word in ("pc", "npc", "obj") and len(number) > 2:
            return Who(key)
        if word in WEAPON_NAMES:
            return Msg("{weapon} {number}", {"weapon": Msg("weapon:" + word), "number": number})
    return key


def named(key: str) -> Name | None:
    """The name of what the id means, where it is one of the book's terms."""
    said = term(key)
    kind, _, word = said.id.partition(":") if isinstance(said, Msg) else ("", "", "")
    return TERMS.get(kind, {}).get(word)


def check_name(kind: str, purpose: str) -> Text:
    """A check type by its book name, "check" while it is not said; with a purpose as TYPE=purpose (LP-CHK-014)."""
    name = TYPE_NAMES.get(kind, UNTYPED)
    if not purpose:
        return name
    of_skill: Text = skills.title(purpose) if purpose in skills.SKILLS else purpose
    return Msg("{type}={purpose}", {"type": name, "purpose": PURPOSES.get(purpose, of_skill)})
