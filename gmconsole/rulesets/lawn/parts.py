"""The parts that the verbs of this book are made of: its terms by kind, and the parameters that many verbs share."""

from __future__ import annotations

from collections.abc import Mapping

from ...core.model import Name
from ...language.grammar import Ctx, Param
from . import distance, forms, kinds, life, outcomes, pools, skill_table
from .state import ATTRIBUTES
from .tables import SOURCES
from .terms import (
    ANSWER_NAMES,
    PHASE_NAMES,
    PURPOSES,
    SIDE_NAMES,
    SPEED_NAMES,
    STATE_NAMES,
    TERMS,
    TYPE_NAMES,
    WEAPON_NAMES,
)


def type_terms(ctx: Ctx) -> Mapping[str, Name]:
    return TYPE_NAMES


def speed_terms(ctx: Ctx) -> Mapping[str, Name]:
    return SPEED_NAMES


def state_terms(ctx: Ctx) -> Mapping[str, Name]:
    return STATE_NAMES


def side_terms(ctx: Ctx) -> Mapping[str, Name]:
    return SIDE_NAMES


def phase_terms(ctx: Ctx) -> Mapping[str, Name]:
    return PHASE_NAMES


def band_terms(ctx: Ctx) -> Mapping[str, Name]:
    return TERMS["band"]


def light_terms(ctx: Ctx) -> Mapping[str, Name]:
    return {**distance.light_names(), "out": Name("熄灭", "out")}


PRESET_NAMES: Mapping[str, Name] = {
    "crisis": Name("危机", "crisis"),
    "rounds": Name("平静轮", "rounds"),
}
KINDS: Mapping[str, Name] = {
    "pc": Name("玩家角色", "pc"),
    "npc": Name("非玩家角色", "npc"),
    "object": Name("物体", "object"),
}
PRESETS: Mapping[str, Name] = {
    "fight": Name("战斗", "fight"),
    "earthquake": Name("地震", "earthquake"),
    "chase": Name("追逐", "chase"),
    "custom": Name("自定", "custom"),
}
HELP: Mapping[str, Name] = {
    "tend": Name("急救", "tend"),
    "wake": Name("唤醒", "wake"),
    "put_out": Name("扑灭", "put out"),
    "restore": Name("通气", "restore"),
    "transfuse": Name("输血", "transfuse"),
}
ORIGINS: Mapping[str, Name] = {
    "append": Name("追加", "append"),
    "potential": Name("潜力", "potential"),
    "helper": Name("协助", "helper"),
    "trait": Name("特质", "trait"),
}
MARKS: Mapping[str, Name] = {
    "left": Name("左", "left", ("左手", "left hand")),
    "right": Name("右", "right", ("右手", "right hand")),
    "tended": Name("已急救", "tended"),
    **{a: TYPE_NAMES[a] for a in ATTRIBUTES},
}
FAILURES: Mapping[str, Name] = {
    **{k: row.name for k, row in SOURCES.items()},
    **STATE_NAMES,
    "sanity": Name("神志", "sanity"),
    "damage": Name("伤害", "damage"),
}
FAIL = Param(
    field="fail",
    kind="joined",
    terms=lambda ctx: FAILURES,
    marks=MARKS,
    suggest=state_terms,
    keyword=Name("失败", "fail"),
    optional=True,
)
PENDING: Mapping[str, Name] = {
    "reinforcement": Name("增援", "reinforcement"),
    "fuse": Name("引线", "fuse"),
    "flare": Name("信号弹", "flare"),
    "reminder": Name("提醒", "reminder"),
}
POINTS: Mapping[str, Name] = {"neutral": Name("中立", "neutral"), "after_movement": Name("移动后", "after movement")}
GOALS: Mapping[str, Name] = {"escape": Name("逃离", "escape"), "resolution": Name("解决", "resolution")}

WHO = Param(field="who", kind="who")
WHOM = Param(field="who", kind="who", many=True)
TEXT = Param(field="text", kind="text")
ANSWERS: Mapping[str, Name] = {**TERMS["band"], **STATE_NAMES, **ANSWER_NAMES}


def purposes_of(kind: str) -> Mapping[str, Name]:
    """What checks of that type are for, then the purposes that chapters give to any type."""
    of_skills = skill_table.USES
    return {
        **{use.id: PURPOSES[use.id] for use in kinds.offered(kind)},
        **{
            purpose: name
            for purpose, name in PURPOSES.items()
            if purpose not in kinds.USES and (purpose not in of_skills or kind in of_skills[purpose].types)
        },
    }


def difficulty_terms(ctx: Ctx) -> Mapping[str, Name]:
    """The difficulties worth offering, in steps of 3 (Q-CHK-11), with their words on the ladder."""
    steps = range(outcomes.LOWEST_DIFFICULTY, pools.LARGEST_DIFFICULTY + 1, outcomes.DIFFICULTY_STEP)
    return {f"D{n}": kinds.LADDER[f"D{n}"].name if f"D{n}" in kinds.LADDER else Name(f"D{n}", f"D{n}") for n in steps}


CHECK = Param(field="check", kind="check", terms=type_terms, marks=PURPOSES, purposes=purposes_of)
A_CHECK = Param(field="check", kind="check", terms=type_terms, marks=PURPOSES, optional=True, purposes=purposes_of)
DIFFICULTY = Param(field="difficulty", kind="difficulty", optional=True, suggest=difficulty_terms)
MODIFIERS = Param(field="modifiers", kind="modifiers", optional=True)
DEGREE = Param(field="required", kind="number", keyword=Name("成功度", "degree"), optional=True)
GRADED = Param(field="graded", kind="text", keyword=Name("分级", "graded"), many=True, optional=True)
AGAINST = Param(field="against", kind="who", keyword=Name("针对", "against"), many=True, optional=True)
TARGET = Param(field="target", kind="who", keyword=Name("针对", "against"), optional=True)
ON = Param(field="on", kind="who", keyword=Name("对", "on"), many=True, optional=True)


def hazard_terms(ctx: Ctx) -> Mapping[str, Name]:
    return {h.id: Name(h.name, h.name) for h in getattr(ctx.state, "hazards", {}).values()}


def any_word(ctx: Ctx) -> Mapping[str, Name]:
    return {}


def weapon_terms(ctx: Ctx) -> Mapping[str, Name]:
    """What people carry that is loaded."""
    return {w: forms.item_name(w) for e in ctx.state.entities.values() for w in getattr(e, "load", {})}


FATES: Mapping[str, Name] = {k: {**ANSWER_NAMES, **TERMS["status"]}[k] for k in (*life.FATES, life.DESTROYED)}
STAND: Mapping[str, Name] = {"up": Name("起来", "up"), "stay": Name("不起", "stay")}
RESULTS: Mapping[str, Name] = {
    "wins": Name("得逞", "wins"),
    "holds": Name("维持", "holds"),
    "loses": Name("落空", "loses"),
}
WEAPON = Param(
    field="weapon", kind="joined", terms=lambda ctx: {**WEAPON_NAMES, **weapon_terms(ctx)}, suggest=weapon_terms
)
GAINS: Mapping[str, Name] = {"class": Name("速度等级", "class"), "difficulty": Name("检定难度", "difficulty")}
SHORTCUT = (
    WHO,
    Param(field="gain", kind="term", terms=lambda ctx: GAINS, optional=True),
    A_CHECK,
    DIFFICULTY,
    Param(field="danger", kind="text", keyword=Name("危险", "danger"), many=True, optional=True),
)
HANDS: Mapping[str, Name] = {"left": MARKS["left"], "right": MARKS["right"], "both": Name("双手", "both")}
HAND = Param(field="hand", kind="term", terms=lambda ctx: HANDS, keyword=Name("用手", "hand"), optional=True)
ANYWAY = Param(field="anyway", kind="flag", keyword=Name("仍要", "anyway"))
HOLD = Param(field="hold", kind="flag", keyword=Name("留着", "hold"))
COUNT = Param(field="count", kind="number", optional=True)
WHICH = Param(field="which", kind="text", keyword=Name("编号", "which"), optional=True)
WHY = Param(field="why", kind="text", keyword=Name("因为", "because"), optional=True)
THIS = Param(field="check", kind="text", keyword=Name("编号", "which"), optional=True)
