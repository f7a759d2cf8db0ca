"""The verbs of light, jumps and falls, and of the skills and devices that bear on them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...core.model import Command, Name
from ...language.grammar import Ctx, Param, Values, Verb
from . import beams, distance, falls, readings, skills
from .parts import DIFFICULTY, MODIFIERS, WHO, band_terms, type_terms
from .state import Modifier

LENGTH = Param(field="length", kind="term", terms=band_terms)
HEIGHT = Param(field="height", kind="term", terms=band_terms)


def ability_terms(ctx: Ctx) -> Mapping[str, Name]:
    return skills.names()


def beam_terms(ctx: Ctx) -> Mapping[str, Name]:
    return {row.id: row.name for row in distance.LIGHTS.values() if row.shape != "sphere"}


def _with_modifiers(v: Values) -> Values:
    return {**v, "modifiers": tuple(Modifier(dice, why) for dice, why in v.get("modifiers", ()))}


def _of(c: Any) -> Values:
    return {**{f: getattr(c, f) for f in c.__struct_fields__}, "modifiers": readings.of_modifiers(c)}


def _climb(v: Values, ctx: Ctx) -> Command:
    return falls.Climb(
        who=v["who"],
        height=v["height"],
        kind=v.get("kind", "PHY"),
        difficulty=v.get("difficulty", 0),
        modifiers=_with_modifiers(v)["modifiers"],
    )


def _abilities(v: Values, ctx: Ctx) -> Command:
    changes = v["changes"]
    return skills.ChangeAbilities(
        who=v["who"],
        add=tuple(word for sign, word in changes if sign == "+"),
        remove=tuple(word for sign, word in changes if sign == "-"),
    )


def _of_abilities(c: Any) -> Values:
    return {"who": c.who, "changes": (*(("-", w) for w in c.remove), *(("+", w) for w in c.add))}


VERBS: tuple[Verb, ...] = (
    Verb(
        id="rough",
        name=Name("大约", "rough"),
        command=distance.RoughBand,
        params=(
            Param(field="a", kind="who"),
            Param(field="b", kind="who"),
            Param(field="below", kind="term", terms=band_terms),
            Param(field="above", kind="term", terms=band_terms),
        ),
        help=Name("介于两级之间的距离算作哪一级", "which band a distance between two of them counts as"),
    ),
    Verb(
        id="beam",
        name=Name("照向", "beam"),
        command=beams.TurnBeam,
        params=(
            WHO,
            Param(field="source", kind="term", terms=beam_terms, optional=True),
            Param(field="covers", kind="who", keyword=Name("照", "at"), many=True, optional=True),
        ),
        help=Name("光束照向谁，每轮一次，不是行动", "whom a beam covers: once a round, no action"),
    ),
    Verb(
        id="flare",
        name=Name("信号弹", "flare"),
        command=beams.FireFlare,
        params=(
            WHO,
            Param(field="at", kind="who", keyword=Name("照", "at"), optional=True),
            Param(field="band", kind="term", terms=band_terms, keyword=Name("距离", "band"), optional=True),
            Param(field="name", kind="text", keyword=Name("名为", "called"), optional=True),
        ),
        help=Name("射出信号弹，落处照亮近距", "a flare flies and lights up to Near where it lies"),
    ),
    Verb(
        id="leap",
        name=Name("跳远", "leap"),
        command=falls.Jump,
        build=lambda v, ctx: falls.Jump(**_with_modifiers(v)),
        values=_of,
        params=(
            WHO,
            LENGTH,
            DIFFICULTY,
            MODIFIERS,
            Param(field="below", kind="term", terms=band_terms, keyword=Name("高处", "above"), optional=True),
        ),
        help=Name("跳过空隙，至多中距；失败可能跌落", "a long jump, at most Medium; a failure may be a fall"),
    ),
    Verb(
        id="vault",
        name=Name("翻越", "vault"),
        command=falls.Vault,
        build=lambda v, ctx: falls.Vault(**_with_modifiers(v)),
        values=_of,
        params=(
            WHO,
            HEIGHT,
            DIFFICULTY,
            MODIFIERS,
            Param(field="run_up", kind="flag", keyword=Name("助跑", "running")),
        ),
        help=Name("跃过障碍，至多贴身高度", "over an obstacle, at most Touch high"),
    ),
    Verb(
        id="grab",
        name=Name("抓握", "grab"),
        command=falls.Grab,
        build=lambda v, ctx: falls.Grab(**_with_modifiers(v)),
        values=_of,
        params=(WHO, HEIGHT, DIFFICULTY, MODIFIERS),
        help=Name("跃起抓住高处，至多中距", "leap and catch hold, at most Medium up"),
    ),
    Verb(
        id="climb",
        name=Name("攀爬", "climb"),
        command=falls.Climb,
        build=_climb,
        values=_of,
        params=(
            WHO,
            HEIGHT,
            Param(field="kind", kind="term", terms=type_terms, keyword=Name("检定", "by"), optional=True),
            DIFFICULTY,
            MODIFIERS,
        ),
        help=Name("攀爬那么高；失败可能跌落", "climb that high; a failure may be a fall"),
    ),
    Verb(
        id="fall",
        name=Name("跌落", "fall"),
        command=falls.Fall,
        build=lambda v, ctx: falls.Fall(**_with_modifiers(v)),
        values=_of,
        params=(
            WHO,
            HEIGHT,
            DIFFICULTY,
            MODIFIERS,
            Param(field="upright", kind="number", keyword=Name("站稳", "upright"), optional=True),
        ),
        help=Name("从那么高跌落", "somebody falls from that height"),
    ),
    Verb(
        id="gear",
        name=Name("装备", "gear"),
        command=skills.ChangeAbilities,
        build=_abilities,
        values=_of_abilities,
        params=(WHO, Param(field="changes", kind="changes", terms=ability_terms)),
        help=Name("有或没有某项技能、器材", "give or take a skill or a device"),
    ),
)
