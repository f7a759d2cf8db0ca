"""The verbs of focus tokens, potential and emergence."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...core.model import Command, Name
from ...language.grammar import Ctx, Param, Values, Verb
from . import emergence, focus, negotiation, potential, purchases, sheets
from .parts import A_CHECK, DIFFICULTY, THIS, WHO, WHOM
from .resource_words import MONEY_NAMES, POSITION_NAMES, WORTH_NAMES
from .sheet_words import NAMES

KINDS: Mapping[str, Name] = {kind: NAMES[kind] for kind in sheets.POTENTIAL}
PLACES: Mapping[str, Name] = {where: POSITION_NAMES[where] for where in focus.POSITIONS}
PAID_WITH = Param(
    field="kind", kind="term", terms=lambda ctx: MONEY_NAMES, keyword=Name("支付", "paying"), optional=True
)
PRICE = Param(field="price", kind="number", keyword=Name("价格", "price"), optional=True)


def emerge(v: Values, ctx: Ctx) -> Command:
    first, purpose = v.get("first") or ("", "")
    rest = {f: v[f] for f in emergence.Emerge.__struct_fields__ if f in v and f not in ("first", "purpose")}
    return emergence.Emerge(first=first, purpose=purpose, **rest)


def of_emerge(c: emergence.Emerge) -> Values:
    fields: dict[str, Any] = {f: getattr(c, f) for f in c.__struct_fields__}
    return {**fields, "first": (c.first, c.purpose) if c.first else ()}


def buy(v: Values, ctx: Ctx) -> Command:
    """What is bought; a number behind the things is the price, as it would be said at a table."""
    *things, last = v["things"]
    if things and last.isdecimal() and len(last) < 4 and "price" not in v:
        return purchases.Buy(**{**v, "things": tuple(things), "price": int(last)})
    return purchases.Buy(**v)


VERBS: tuple[Verb, ...] = (
    Verb(
        id="potential",
        name=Name("潜力", "potential"),
        command=potential.Invest,
        params=(
            WHO,
            Param(field="points", kind="number", optional=True),
            Param(field="kind", kind="term", terms=lambda ctx: KINDS, keyword=Name("用", "from"), optional=True),
            Param(field="sides", kind="number", keyword=Name("面数", "faces"), optional=True),
            THIS,
        ),
        help=Name("以潜力给桌上的检定追加骰子", "pay potential for dice on a check"),
    ),
    Verb(
        id="buy",
        name=Name("购买", "buy"),
        command=purchases.Buy,
        build=buy,
        params=(
            WHO,
            Param(field="things", kind="text", many=True),
            PRICE,
            Param(
                field="worth", kind="term", terms=lambda ctx: WORTH_NAMES, keyword=Name("价值", "worth"), optional=True
            ),
            PAID_WITH,
            Param(field="service", kind="flag", keyword=Name("服务", "service")),
            Param(field="to", kind="who", keyword=Name("给", "to"), optional=True),
        ),
        help=Name("用潜力购买物品或服务", "buy things or services with potential"),
    ),
    Verb(
        id="cash",
        name=Name("兑现", "cash"),
        command=purchases.MakeCash,
        params=(WHO, Param(field="points", kind="number", optional=True)),
        help=Name("把潜力转为货币潜力点，不可逆", "turn potential into cash potential for good"),
    ),
    Verb(
        id="hand",
        name=Name("付给", "hand"),
        command=purchases.HandCash,
        params=(WHO, Param(field="to", kind="who"), Param(field="points", kind="number", optional=True)),
        help=Name("把货币潜力点交给别人", "hand cash potential to somebody"),
    ),
    Verb(
        id="focus",
        name=Name("精神集中", "focus"),
        command=focus.PlaceTokens,
        params=(
            WHO,
            Param(field="place", kind="pairs", keys=lambda ctx: PLACES, keyword=Name("放在", "on"), optional=True),
            Param(field="anew", kind="flag", keyword=Name("重新", "anew")),
        ),
        help=Name("放置精神集中标示物", "place focus tokens"),
    ),
    Verb(
        id="tokens",
        name=Name("标示物", "tokens"),
        command=focus.GrantTokens,
        params=(WHOM,),
        help=Name("按意志值发放精神集中标示物", "give the focus tokens that willpower comes to"),
    ),
    Verb(
        id="compose",
        name=Name("聚精会神", "compose"),
        command=focus.Compose,
        params=(WHO, THIS),
        help=Name("消耗标示物，把大失败视作大成功", "spend tokens: a critical failure counts as a critical success"),
    ),
    Verb(
        id="forgo",
        name=Name("放弃", "forgo"),
        command=negotiation.Forgo,
        params=(WHO, Param(field="what", kind="term", terms=lambda ctx: negotiation.FORGONE), THIS),
        help=Name("不挽回这次大失败", "leave what could undo a critical failure"),
    ),
    Verb(
        id="emerge",
        name=Name("涌现", "emerge"),
        command=emergence.Emerge,
        build=emerge,
        values=of_emerge,
        params=(
            WHO,
            Param(field="thing", kind="text"),
            DIFFICULTY,
            Param(field="first", kind="check", terms=A_CHECK.terms, marks=A_CHECK.marks, optional=True),
            PRICE,
            PAID_WITH,
            Param(field="scene", kind="flag", keyword=Name("场景", "scene")),
            Param(field="called", kind="flag", keyword=Name("不耗用", "called")),
            Param(field="elsewhere", kind="flag", keyword=Name("别处", "elsewhere")),
        ),
        help=Name("急需之物：一次涌现检定", "something urgently needed: an emergence check"),
    ),
)
