"""The verbs of checks: announcing, what may change before the roll, the dice on the table, helping."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...core.model import Command, Name
from ...language.grammar import Ctx, Param, Values, Verb
from ...language.names import exact_term
from . import alterations, announcing, checks, kinds, pools, readings, teamwork
from .parts import (
    A_CHECK,
    ANYWAY,
    COUNT,
    DEGREE,
    DIFFICULTY,
    GRADED,
    HAND,
    HOLD,
    MODIFIERS,
    ORIGINS,
    TARGET,
    THIS,
    WHICH,
    WHO,
    WHOM,
    WHY,
    type_terms,
)
from .state import LawnState
from .terms import MANNER_NAMES, named

TAG_NAMES: Mapping[str, Name] = {tag.id: tag.name for tag in kinds.TAGS.values()}

ANNOUNCED = (
    DIFFICULTY,
    MODIFIERS,
    DEGREE,
    GRADED,
    HAND,
    TARGET,
    Param(field="words", kind="flag", keyword=Name("言语", "words")),
    Param(field="legendary", kind="flag", keyword=Name("传奇", "legendary")),
    Param(field="reversal", kind="flag", keyword=Name("逆转", "reversal")),
    Param(field="manner", kind="term", terms=lambda ctx: MANNER_NAMES, keyword=Name("方式", "manner"), optional=True),
    Param(
        field="tags",
        kind="joined",
        many=True,
        terms=lambda ctx: TAG_NAMES,
        suggest=lambda ctx: TAG_NAMES,
        keyword=Name("标签", "tag"),
        optional=True,
    ),
    Param(field="represents", kind="who", many=True, keyword=Name("代表", "for"), optional=True),
    ANYWAY,
)


def condition_terms(ctx: Ctx, said: str = "") -> Mapping[str, Name]:
    """The conditions that announced checks have, by their names where the book has any; ``said`` whether it has or not.

    A line is written when its check may be closed already.
    """
    state = ctx.state
    if not isinstance(state, LawnState):
        return {}
    found = [
        c.name for check in state.checks.values() if check.status == "owed" for c in pools.conditions(state, check)
    ]
    return {name: named(name) or Name(name, name) for name in (*found, *([said] if said else ()))}


def switch(v: Values, ctx: Ctx) -> Command:
    """A condition is called by its name in either language; any other word is a new one."""
    name: str = v["name"]
    return announcing.SwitchModifier(**{**v, "name": exact_term(condition_terms(ctx), name) or name})


def announced(v: Values) -> dict[str, Any]:
    special = "legendary" if v.get("legendary") else "reversal" if v.get("reversal") else ""
    tags = tuple(exact_term(TAG_NAMES, tag) or tag for tag in v.get("tags", ()))
    return {
        "required": v.get("required", 0),
        "graded": v.get("graded", ()),
        "hand": v.get("hand", ""),
        "target": v.get("target", ""),
        "words": v.get("words", False),
        "special": special,
        "manner": v.get("manner", ""),
        "tags": tags,
        "represents": v.get("represents", ()),
        "anyway": v.get("anyway", False),
        **readings.check_parts(v),
    }


def of_announced(c: checks.Announcement) -> Values:
    return {
        **readings.of_check(c),
        "required": c.required,
        "graded": c.graded,
        "hand": c.hand,
        "target": c.target,
        "words": c.words,
        "legendary": c.special == "legendary",
        "reversal": c.special == "reversal",
        "manner": c.manner,
        "tags": c.tags,
        "represents": c.represents,
        "anyway": c.anyway,
    }


def call(v: Values, ctx: Ctx) -> Command:
    return checks.CallCheck(who=v["who"], offers=v.get("offers", ()), **announced(v))


def check(v: Values, ctx: Ctx) -> Command:
    return checks.RollCheck(who=v["who"], hold=v.get("hold", False), check=v.get("which", ""), **announced(v))


VERBS: tuple[Verb, ...] = (
    Verb(
        id="check",
        name=Name("检定", "check"),
        key="c",
        command=checks.RollCheck,
        build=check,
        owner=lambda c: not readings.plain_initiative(c),
        values=lambda c: {"who": c.who, **of_announced(c), "hold": c.hold, "which": c.check},
        params=(WHO, A_CHECK, *ANNOUNCED, HOLD, WHICH),
        help=Name("掷待掷的检定，或直接掷一次", "roll the owed check, or a new one"),
    ),
    Verb(
        id="call",
        name=Name("要求", "call"),
        command=checks.CallCheck,
        build=call,
        values=lambda c: {"who": c.who, **of_announced(c), "offers": c.offers},
        params=(
            WHOM,
            A_CHECK,
            *ANNOUNCED,
            Param(field="offers", kind="term", many=True, terms=type_terms, keyword=Name("或", "or"), optional=True),
        ),
        help=Name("要求检定，稍后再掷", "announce a check, to be rolled later"),
    ),
    Verb(
        id="choose",
        name=Name("选类型", "choose"),
        command=announcing.ChooseType,
        params=(
            WHO,
            Param(field="kind", kind="term", terms=type_terms),
            Param(field="strike", kind="flag", keyword=Name("划去", "strike")),
            THIS,
        ),
        help=Name("从可选类型中选定，或划去一种", "choose a type among those offered, or strike one"),
    ),
    Verb(
        id="switch",
        name=Name("条件", "switch"),
        command=announcing.SwitchModifier,
        build=switch,
        params=(
            WHO,
            Param(field="name", kind="text", values=lambda values, ctx: condition_terms(ctx, values.get("name", ""))),
            Param(field="dice", kind="signed", optional=True),
            Param(field="steps", kind="number", keyword=Name("难度级", "step"), optional=True),
            Param(field="off", kind="flag", keyword=Name("关闭", "off")),
            THIS,
        ),
        help=Name("打开、添加或关闭一项条件调整", "switch a conditional modifier on or off, or add one"),
    ),
    Verb(
        id="recast",
        name=Name("主被动", "recast"),
        command=announcing.Recast,
        params=(WHO, Param(field="manner", kind="term", terms=lambda ctx: MANNER_NAMES), THIS),
        help=Name("改为主动或被动检定", "make an announced check active or passive"),
    ),
    Verb(
        id="certain",
        name=Name("无需检定", "certain"),
        command=announcing.Certain,
        params=(
            WHO,
            Param(field="failure", kind="flag", keyword=Name("失败", "failure")),
            Param(field="degree", kind="number", keyword=Name("成功度", "degree"), optional=True),
            THIS,
        ),
        help=Name("结果已定，不掷骰", "the result is certain: no dice"),
    ),
    Verb(
        id="append",
        name=Name("追加", "append"),
        command=checks.AppendDice,
        params=(
            WHO,
            COUNT,
            Param(field="origin", kind="term", terms=lambda ctx: ORIGINS, keyword=Name("来自", "from"), optional=True),
            Param(field="front", kind="flag", keyword=Name("置前", "front")),
            WHY,
            THIS,
        ),
        help=Name("给桌上的检定追加骰子", "add dice behind those on the table, or in front"),
    ),
    Verb(
        id="alter",
        name=Name("改骰", "alter"),
        command=checks.AlterDie,
        params=(
            WHO,
            Param(field="position", kind="number"),
            Param(field="face", kind="number", optional=True),
            Param(field="by", kind="signed", optional=True),
            Param(field="swap", kind="number", keyword=Name("交换", "with"), optional=True),
            THIS,
        ),
        help=Name("改动或交换一颗骰子", "turn a die, move it by one, or swap it with another"),
    ),
    Verb(
        id="reroll",
        name=Name("重骰", "reroll"),
        command=checks.Reroll,
        params=(
            WHO,
            DIFFICULTY,
            Param(field="positions", kind="number", many=True, keyword=Name("骰", "dice"), optional=True),
            WHY,
            THIS,
        ),
        help=Name("重骰桌上检定的基础骰，或其中几颗", "throw the base dice of a check again, or some dice"),
    ),
    Verb(
        id="store",
        name=Name("存点", "store"),
        command=alterations.StoreFace,
        params=(
            WHO,
            Param(field="position", kind="number"),
            Param(field="instead", kind="number", keyword=Name("取代", "instead"), optional=True),
            THIS,
        ),
        help=Name("存下桌上一颗骰的点数", "keep the face of a die on the table"),
    ),
    Verb(
        id="lay",
        name=Name("放点", "lay"),
        command=alterations.LayFaces,
        params=(WHO, Param(field="faces", kind="number", many=True), THIS),
        help=Name("把存下的点数放在最前", "lay stored faces in front"),
    ),
    Verb(
        id="assist",
        name=Name("协力", "assist"),
        aliases=("协助",),
        command=teamwork.Assist,
        params=(
            WHO,
            Param(field="whom", kind="who"),
            Param(field="how", kind="text", optional=True),
            Param(field="agreed", kind="flag", keyword=teamwork.AGREED),
            THIS,
        ),
        help=Name("以同心协力帮助检定，追加两骰", "help a companion's check with Teamwork: two more dice"),
    ),
    Verb(
        id="settle",
        name=Name("结算", "settle"),
        command=checks.SettleCheck,
        params=(WHO, THIS, ANYWAY),
        help=Name("结算桌上的检定", "close a check on the table"),
    ),
    Verb(
        id="drop",
        name=Name("取消检定", "drop"),
        command=checks.DropCheck,
        params=(Param(field="check", kind="text"),),
        help=Name("收回一次检定", "take an announced check back"),
    ),
)
