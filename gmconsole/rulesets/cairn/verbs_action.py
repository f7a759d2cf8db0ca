"""The verbs of actions, retreat, chases and contests of saves."""

from __future__ import annotations

from ...core.model import Name
from ...language.grammar import Param, Verb
from . import actions, contests, retreat
from .verbs_attack import striking
from .verbs_turns import ATTRIBUTE, WHO, WHOM

ACTING = Param(field="who", kind="who", first=striking)
COST = Param(field="cost", kind="text", keyword=Name("代价", "cost"), optional=True)
BOTH = (Param(field="a", kind="who"), Param(field="b", kind="who"), ATTRIBUTE)


def _people(field: str, zh: str, en: str) -> Param:
    return Param(field=field, kind="who", many=True, keyword=Name(zh, en), optional=True)


def _person(field: str, zh: str, en: str) -> Param:
    return Param(field=field, kind="who", keyword=Name(zh, en), optional=True)


VERBS: tuple[Verb, ...] = (
    Verb(
        id="move",
        name=Name("移动", "move"),
        command=actions.Move,
        key="m",
        params=(
            ACTING,
            Param(field="feet", kind="number"),
            _people("near", "近", "near"),
            _people("far", "远", "far"),
            _people("out_of_sight", "看不见", "out_of_sight"),
        ),
        help=Name(
            "移动若干英尺；超过 40 英尺即用掉行动。近、远、看不见之后写移动后的距离",
            "move so many feet, more than 40 is the action; near, far and out_of_sight say who is how far then",
        ),
    ),
    Verb(
        id="act",
        name=Name("行动", "act"),
        command=actions.Other,
        params=(ACTING, Param(field="text", kind="text")),
        help=Name("其他行动，用文字写明", "any other action, in words"),
    ),
    Verb(
        id="hold",
        name=Name("不动", "hold"),
        command=actions.Hold,
        params=(WHOM,),
        help=Name("本回合不采取行动", "take no action this turn"),
    ),
    Verb(
        id="declare",
        name=Name("声明", "declare"),
        command=actions.Foes,
        key="d",
        help=Name("替其余对手声明所提议的行动", "declare what is proposed for all remaining opponents"),
    ),
    Verb(
        id="withdraw",
        name=Name("收回", "withdraw"),
        command=actions.Withdraw,
        params=(WHO,),
        help=Name("收回某人的声明", "take somebody's declaration back"),
    ),
    Verb(
        id="risk",
        name=Name("冒险", "risk"),
        command=actions.Risk,
        params=(
            WHO,
            ATTRIBUTE,
            Param(field="why", kind="text", optional=True),
            COST,
            Param(field="spoils", kind="flag", keyword=Name("作废", "spoils")),
        ),
        help=Name(
            "此举有风险：结算前先豁免；“作废”表示失败则行动落空",
            "the act is risky and asks for a save first; spoils: a failure wastes it",
        ),
    ),
    Verb(
        id="retreat",
        name=Name("撤退", "retreat"),
        command=retreat.Retreat,
        params=(
            ACTING,
            Param(field="place", kind="text", optional=True),
            _person("carrying", "带上", "carrying"),
            _person("at_risk", "由", "by"),
        ),
        help=Name(
            "撤往安全的去处；可带上同伴，由处境最危险者豁免",
            "run for a safe place, carrying a comrade or not; by says who saves for both",
        ),
    ),
    Verb(
        id="crawl",
        name=Name("爬行", "crawl"),
        command=actions.Crawl,
        params=(WHO,),
        help=Name("受致命伤害者只能爬行", "all that somebody critical can do"),
    ),
    Verb(
        id="flee",
        name=Name("逃跑", "flee"),
        command=actions.Flee,
        params=(WHOM,),
        help=Name("士气崩溃者逃离", "those who lost heart get away"),
    ),
    Verb(
        id="oppose",
        name=Name("角力", "oppose"),
        command=contests.Oppose,
        params=BOTH,
        help=Name("两人相争，处境最危险者豁免", "two strive against each other; whoever is in greater danger saves"),
    ),
    Verb(
        id="joint",
        name=Name("共同", "joint"),
        command=contests.Joint,
        params=BOTH,
        help=Name("两人共同行动，处境最危险者豁免", "two act as one; whoever is in greater danger saves"),
    ),
)
