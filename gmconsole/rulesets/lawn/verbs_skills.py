"""The verbs of skills in use: doing something that takes one, and what lasts of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...core.model import Command, Name
from ...language.grammar import Ctx, Param, Values, Verb
from . import mastery, skill_kept, skills
from .parts import A_CHECK, DIFFICULTY, WHO
from .sheet_words import CHOICES
from .skill_table import BY_SKILL, USES
from .skill_words import KEPT_NAMES
from .verbs_sheet import SKILL

USE_NAMES: Mapping[str, Name] = {use.id: use.name for use in USES.values()}
GRANTS: Mapping[str, Name] = {grant: CHOICES[grant] for grant in mastery.GRANTS}


def use_terms(ctx: Ctx) -> Mapping[str, Name]:
    return USE_NAMES


def its_uses(values: Values, ctx: Ctx) -> tuple[str, ...]:
    """What the skill that is named is good for."""
    return tuple(use.id for use in BY_SKILL.get(skills.base(values.get("skill", "")), ()))


ON = Param(field="target", kind="who", keyword=Name("对", "on"), optional=True)
SAYING = Param(field="text", kind="text", keyword=Name("说明", "saying"), optional=True)
VALUE = Param(field="value", kind="number", keyword=Name("数值", "value"), optional=True)


def use_skill(v: Values, ctx: Ctx) -> Command:
    kind, purpose = v.get("check") or ("", "")
    fields = {f: v[f] for f in ("use", "grant", "difficulty", "tools", "sure", "target", "text", "value") if f in v}
    return mastery.UseSkill(who=v["who"], skill=v["skill"], kind=kind, purpose=purpose, **fields)


def of_use_skill(c: mastery.UseSkill) -> Values:
    fields: dict[str, Any] = {f: getattr(c, f) for f in c.__struct_fields__ if f not in ("kind", "purpose")}
    return {**fields, "check": (c.kind, c.purpose) if c.kind else ()}


VERBS: tuple[Verb, ...] = (
    Verb(
        id="try",
        name=Name("施展", "try"),
        command=mastery.UseSkill,
        build=use_skill,
        values=of_use_skill,
        params=(
            WHO,
            SKILL,
            Param(field="use", kind="term", terms=use_terms, first=its_uses, optional=True),
            A_CHECK,
            DIFFICULTY,
            Param(field="grant", kind="term", terms=lambda ctx: GRANTS, keyword=Name("以", "by"), optional=True),
            ON,
            SAYING,
            VALUE,
            Param(field="tools", kind="flag", keyword=Name("用工具", "tools")),
            Param(field="sure", kind="flag", keyword=Name("许可", "sure")),
        ),
        help=Name("做需要技能的事", "do something that takes a skill"),
    ),
    Verb(
        id="keep",
        name=Name("存记", "keep"),
        command=skill_kept.Keep,
        params=(
            WHO,
            Param(field="what", kind="term", terms=lambda ctx: KEPT_NAMES),
            ON,
            SAYING,
            VALUE,
            Param(field="drop", kind="flag", keyword=Name("放弃", "drop")),
        ),
        help=Name("技能留下的东西：记忆、绳结、动物", "what lasts of a skill: memories, knots, animals"),
    ),
)
