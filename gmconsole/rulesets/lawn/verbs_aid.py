"""The verbs of first aid and treatment."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...core.model import Command, Name
from ...language.grammar import Ctx, Param, Values, Verb
from . import aid, neutral, readings, treatment
from .parts import DIFFICULTY, HAND, HELP, MARKS, MODIFIERS, WHO, WHOM, state_terms, type_terms
from .state import Modifier

UNITS: Mapping[str, Name] = {
    "minutes": Name("分钟", "minutes", ("分", "minute", "min")),
    "hours": Name("小时", "hours", ("时", "钟头", "hour", "h")),
    "days": Name("天", "days", ("日", "day")),
}
HOUR = 60
DAY = 24 * HOUR
MINUTES: Mapping[str, int] = {"minutes": 1, "hours": HOUR, "days": DAY}


def supply_terms(ctx: Ctx) -> Mapping[str, Name]:
    return {row.id: row.name for row in aid.SUPPLIES.values()}


def modifiers(v: Values) -> tuple[Modifier, ...]:
    return tuple(Modifier(dice, why) for dice, why in v.get("modifiers", ()))


def help_(v: Values, ctx: Ctx) -> Command:
    return aid.Help(
        who=v["who"],
        does=v["does"],
        whom=v["whom"],
        state=v.get("state", ""),
        using=v.get("using", ""),
        difficulty=v.get("difficulty", 0),
        modifiers=modifiers(v),
        hand=v.get("hand", ""),
        sure=v.get("sure", False),
    )


def of_help(c: aid.Help) -> Values:
    return {**{f: getattr(c, f) for f in c.__struct_fields__}, "modifiers": readings.of_modifiers(c)}


def substitute(v: Values, ctx: Ctx) -> Command:
    return aid.FindSubstitute(who=v["who"], difficulty=v.get("difficulty", 0), modifiers=modifiers(v))


def days(v: Values, ctx: Ctx) -> Command:
    return neutral.PassTime(minutes=v["days"] * DAY, rest=True, sleep=True)


def time(v: Values, ctx: Ctx) -> Command:
    # A bare number means minutes, as it always did.
    minutes = v["amount"] * MINUTES[v.get("unit", "minutes")]
    return neutral.PassTime(minutes=minutes, rest=v.get("rest", False), sleep=v.get("sleep", False))


def of_time(c: neutral.PassTime) -> Values:
    unit = next(unit for unit in ("days", "hours", "minutes") if c.minutes % MINUTES[unit] == 0)
    return {"amount": c.minutes // MINUTES[unit], "unit": unit, "rest": c.rest, "sleep": c.sleep}


def whole_days(c: Any) -> bool:
    """Whether time passes by whole days, with rest and sleep in them."""
    return bool(c.minutes % DAY == 0 and c.rest and c.sleep)


VERBS: tuple[Verb, ...] = (
    Verb(
        id="time",
        name=Name("时间", "time"),
        command=neutral.PassTime,
        build=time,
        owner=lambda c: not whole_days(c),
        values=of_time,
        params=(
            Param(field="amount", kind="number"),
            Param(field="unit", kind="term", terms=lambda ctx: UNITS, optional=True),
            Param(field="rest", kind="flag", keyword=Name("休息", "rest")),
            Param(field="sleep", kind="flag", keyword=Name("睡眠", "sleep")),
        ),
        help=Name("轮之外时间流逝：分钟、小时或天", "time passes outside rounds: minutes, hours or days"),
    ),
    Verb(
        id="aid",
        name=Name("援助", "aid"),
        command=aid.Help,
        build=help_,
        values=of_help,
        params=(
            WHO,
            Param(field="does", kind="term", terms=lambda ctx: HELP),
            Param(field="whom", kind="who"),
            Param(field="state", kind="marked", terms=state_terms, marks=MARKS, optional=True),
            Param(field="using", kind="term", terms=supply_terms, keyword=Name("使用", "using"), optional=True),
            DIFFICULTY,
            MODIFIERS,
            HAND,
            Param(field="sure", kind="flag", keyword=Name("必成", "sure")),
        ),
        help=Name(
            "贴身援助：急救、唤醒、扑灭、通气、输血", "help at Touch: tend, wake, put out, restore breath, give blood"
        ),
    ),
    Verb(
        id="substitute",
        name=Name("代用物资", "substitute"),
        command=aid.FindSubstitute,
        build=substitute,
        values=lambda c: {"who": c.who, "difficulty": c.difficulty, "modifiers": readings.of_modifiers(c)},
        params=(WHO, DIFFICULTY, MODIFIERS),
        help=Name("寻找急救代用物资", "look for something that will do as first-aid supplies"),
    ),
    Verb(
        id="supplies",
        name=Name("物资", "supplies"),
        command=aid.ChangeSupplies,
        params=(WHO, Param(field="by", kind="signed")),
        help=Name("增减零散的急救物资", "loose first-aid supplies more or fewer"),
    ),
    Verb(
        id="care",
        name=Name("疗养", "care"),
        command=treatment.BeginCare,
        params=(
            WHOM,
            Param(field="by", kind="who", keyword=Name("由", "by"), optional=True),
            Param(field="supplies", kind="number", keyword=Name("物资", "supplies"), optional=True),
            Param(field="kind", kind="term", terms=type_terms, keyword=Name("检定", "check"), optional=True),
        ),
        help=Name(
            "进入医疗机构，或由懂医疗的朋友照料", "into the care of an institution, or of a friend with Medicine"
        ),
    ),
    Verb(
        id="discharge",
        name=Name("出院", "discharge"),
        command=treatment.EndCare,
        params=(WHOM,),
        help=Name("照料到此为止", "the care ends"),
    ),
    Verb(
        id="treat",
        name=Name("治疗", "treat"),
        command=treatment.Treat,
        params=(WHO, Param(field="state", kind="marked", terms=state_terms, marks=MARKS)),
        help=Name("一次完整的治疗，以主持人之言为准", "a complete treatment, by the GM's word"),
    ),
    Verb(
        id="days",
        name=Name("天数", "days"),
        command=neutral.PassTime,
        build=days,
        owner=whole_days,
        values=lambda c: {"days": c.minutes // DAY},
        params=(Param(field="days", kind="number"),),
        help=Name("过去若干天，包括休息与睡眠", "days pass, with rest and sleep"),
    ),
)
