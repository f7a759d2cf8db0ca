"""The verbs of critical damage, aid, death and scars."""

from __future__ import annotations

import re
from collections.abc import Mapping

from ...core.model import Command, Name, Rejected
from ...language.grammar import Ctx, Param, Values, Verb
from . import aid, death, harm, scars
from .harm_words import TERMS
from .state import CairnState
from .verbs_attack import striking
from .verbs_turns import BECAUSE, WHO, WHOM, attribute_terms

HARM = re.compile(r"(?:(\d{0,3})[dD](\d{1,3}))|(\d{1,4})")


def scar_terms(ctx: Ctx) -> Mapping[str, Name]:
    """The entries of the table of scars."""
    return TERMS["scar"]


def bandages(ctx: Ctx) -> Mapping[str, Name]:
    """The bandages that anybody carries, by name."""
    state = ctx.state
    assert isinstance(state, CairnState)
    carried = (i.name for c in state.entities.values() for i in c.items.values() if i.kind == aid.BANDAGES)
    return {name: Name(name, name) for name in carried}


def bleeding(values: Values, ctx: Ctx) -> tuple[str, ...]:
    """Those who need aid."""
    state = ctx.state
    return tuple(c.id for c in state.entities.values() if death.is_bleeding(c)) if isinstance(state, CairnState) else ()


def read_harm(v: Values, ctx: Ctx) -> Command | Rejected:
    """The command of ``d6``, ``2d6`` or a plain number."""
    found = HARM.fullmatch(v["damage"])
    if found is None:
        return Rejected("not-harm", {"word": v["damage"]})
    count, sides, amount = found.groups()
    return harm.Harm(
        who=v["who"],
        attribute=v.get("attribute", ""),
        count=int(count or 1),
        sides=int(sides or 0),
        amount=int(amount or 0),
        armour=v.get("armour", False),
        save=v.get("save", False),
        because=v.get("because", ""),
    )


def of_harm(c: harm.Harm) -> Values:
    """The values of such a line."""
    die = f"{c.count if c.count > 1 else ''}d{c.sides}"
    return {**{f: getattr(c, f) for f in c.__struct_fields__}, "damage": die if c.sides else str(c.amount)}


SCAR = Param(field="scar", kind="term", terms=scar_terms, optional=True)

VERBS: tuple[Verb, ...] = (
    Verb(
        id="aid",
        name=Name("救助", "aid"),
        command=aid.Aid,
        params=(
            Param(field="who", kind="who", first=striking),
            Param(field="whom", kind="who", first=bleeding),
            Param(field="item", kind="text", keyword=Name("用", "with"), suggest=bandages, optional=True),
        ),
        help=Name("以绷带或其他办法稳住垂死者，无需掷骰", "tend somebody who bleeds to death; no die is rolled"),
    ),
    Verb(
        id="harm",
        name=Name("受伤", "harm"),
        command=harm.Harm,
        build=read_harm,
        values=of_harm,
        params=(
            WHOM,
            Param(field="attribute", kind="term", terms=attribute_terms, optional=True),
            Param(field="damage", kind="text"),
            Param(field="armour", kind="flag", keyword=Name("护甲", "armour")),
            Param(field="save", kind="flag", keyword=Name("豁免", "save")),
            BECAUSE,
        ),
        help=Name(
            "非攻击的伤害：战斗外扣属性（通常为力量），战斗中未指明属性则扣耐久度",
            "harm that no attack does: outside a fight off an attribute (STR), in a fight off HP unless one is named",
        ),
    ),
    Verb(
        id="scar",
        name=Name("伤痕", "scar"),
        command=scars.RollScar,
        params=(WHO, SCAR),
        help=Name("掷伤痕所欠的骰", "roll the dice that a scar owes"),
    ),
    Verb(
        id="tell",
        name=Name("讲述", "tell"),
        command=scars.TellScar,
        params=(WHO, Param(field="text", kind="text", optional=True)),
        help=Name("说出伤痕所问之事", "say what a scar asks for"),
    ),
    Verb(
        id="mend",
        name=Name("痊愈", "mend"),
        command=scars.Recover,
        params=(WHO, SCAR),
        help=Name("伤痕痊愈或休养完毕：掷等候的骰", "a scar has mended: the dice that waited are rolled"),
    ),
    Verb(
        id="hour",
        name=Name("时限", "hour"),
        command=death.Hour,
        params=(WHO, Param(field="minutes", kind="number", optional=True)),
        build=lambda v, ctx: death.Hour(who=v["who"], minutes=v.get("minutes", 60)),
        help=Name("无人救治者还剩多少分钟", "how many minutes are left without aid"),
    ),
    Verb(
        id="takeover",
        name=Name("接管", "takeover"),
        command=death.TakeOver,
        params=(WHO, Param(field="instead", kind="who", keyword=Name("代替", "for"), optional=True)),
        help=Name("玩家接管一名雇员", "a player takes a hireling over"),
    ),
)
