"""The verbs of morale, reactions, the die of fate and hirelings."""

from __future__ import annotations

from collections.abc import Mapping

from ...core.model import Name
from ...language.grammar import Ctx, Param, Values, Verb
from . import hirelings, morale, reactions
from .morale_words import TERMS
from .terms import SIDE_NAMES

WHOM = Param(field="who", kind="who", many=True)


def _known_groups(ctx: Ctx) -> Mapping[str, Name]:
    """The morale groups there are, the one of all others first."""
    fight = getattr(ctx.state, "fight", None)
    groups = fight.groups if fight is not None else {}
    return {morale.EVERYBODY: SIDE_NAMES[morale.EVERYBODY], **{key: Name(key, key) for key in groups}}


def _set_group(v: Values, ctx: Ctx) -> morale.SetGroup:
    name: str = v["name"]
    everybody = SIDE_NAMES[morale.EVERYBODY]
    if name in (everybody.zh, everybody.en):
        name = morale.EVERYBODY
    return morale.SetGroup(
        name=name, who=v.get("who", ()), leader=v.get("leader", ""), own=v.get("own", False), start=v.get("start", 0)
    )


VERBS: tuple[Verb, ...] = (
    Verb(
        id="group",
        name=Name("士气组", "group"),
        command=morale.SetGroup,
        build=_set_group,
        params=(
            Param(field="name", kind="text", suggest=_known_groups),
            Param(field="who", kind="who", many=True, optional=True),
            Param(field="leader", kind="who", keyword=Name("首领", "leader"), optional=True),
            Param(field="own", kind="flag", keyword=Name("自身", "own")),
            Param(field="start", kind="number", keyword=Name("起始", "start"), optional=True),
        ),
        help=Name("设定士气组：成员、首领、起始人数", "set a morale group: who, whose WIL, how many at the start"),
    ),
    Verb(
        id="morale",
        name=Name("士气", "morale"),
        command=morale.CallMorale,
        params=(WHOM, Param(field="alone", kind="flag", keyword=Name("单独", "alone"))),
        help=Name("要求士气豁免：其所在组，或雇员本人", "call for a morale save: of their group, or of a hireling"),
    ),
    Verb(
        id="surrender",
        name=Name("投降", "surrender"),
        command=morale.Surrender,
        params=(WHOM,),
        help=Name("某些人投降，计为损失", "some give themselves up and count as lost"),
    ),
    Verb(
        id="reaction",
        name=Name("反应", "reaction"),
        command=reactions.React,
        params=(
            WHOM,
            Param(field="stance", kind="term", terms=lambda ctx: TERMS["stance"], optional=True),
        ),
        help=Name("2d6 掷反应，或直接写明态度", "roll 2d6 for a reaction, or say the stance"),
    ),
    Verb(
        id="fate",
        name=Name("命运骰", "fate"),
        command=reactions.Fate,
        params=(Param(field="question", kind="text", optional=True),),
        help=Name("掷命运骰", "throw the die of fate"),
    ),
    Verb(
        id="hire",
        name=Name("雇用", "hire"),
        command=hirelings.Hire,
        params=(
            Param(field="name", kind="text"),
            Param(field="role", kind="term", terms=lambda ctx: TERMS["role"], optional=True),
        ),
        help=Name("按岗位雇用一人", "hire somebody for a role"),
    ),
    Verb(
        id="recruit",
        name=Name("招募", "recruit"),
        command=hirelings.Recruit,
        params=(
            Param(field="background", kind="term", terms=lambda ctx: TERMS["background"], optional=True),
            Param(field="name", kind="text", keyword=Name("名叫", "named"), optional=True),
        ),
        help=Name("按背景逐步创建一名雇员", "make a hireling by background, step by step"),
    ),
)
