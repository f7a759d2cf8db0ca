"""The verbs of the traits of the second half of table 2."""

from __future__ import annotations

from collections.abc import Mapping

from ...core.model import Name
from ...language.grammar import Ctx, Param, Values, Verb
from . import focus, links, plans, sheets, traits_luck, traits_second, traits_third
from .parts import THIS, WHO
from .resource_words import POSITION_NAMES
from .state import ATTRIBUTES, LawnState, Person
from .terms import TYPE_NAMES
from .verbs_special import OWNED, of_person, owned_terms

PLACES: Mapping[str, Name] = {where: POSITION_NAMES[where] for where in (*focus.POSITIONS, focus.UNPLACED)}
LOWER: Mapping[str, Name] = {kind: TYPE_NAMES[kind] for kind in ATTRIBUTES}
AGREED = Param(field="agreed", kind="flag", keyword=Name("已同意", "agreed"))


def with_tokens(values: Values, ctx: Ctx) -> tuple[str, ...]:
    """Where tokens of whoever is named lie."""
    person = ctx.state.person(values.get("who", "")) if isinstance(ctx.state, LawnState) else None
    return tuple(sheets.sheet_of(person).tokens) if isinstance(person, Person) else ()


VERBS: tuple[Verb, ...] = (
    Verb(
        id="lucky",
        name=Name("幸运数字", "lucky"),
        command=traits_luck.SetLuckyNumber,
        params=(WHO, Param(field="number", kind="number")),
        help=Name("团务之间改变幸运数字", "another lucky number, between sessions"),
    ),
    Verb(
        id="extradie",
        name=Name("稳妥加骰", "extradie"),
        command=traits_luck.TakeExtraDie,
        params=(WHO, THIS),
        help=Name("稳妥：多得一骰，此后不再追加", "the steady take one die more, the last of that check"),
    ),
    Verb(
        id="adventure",
        name=Name("冒险", "adventure"),
        command=traits_luck.Adventure,
        params=(WHO, Param(field="dice", kind="number"), THIS),
        help=Name("只以冒险骰重骰，结果不再变动", "reroll a check with adventure dice alone, for good"),
    ),
    Verb(
        id="raise",
        name=Name("提难度", "raise"),
        command=traits_second.RaiseDifficulty,
        params=(WHO, THIS),
        help=Name("得体：提升难度，直至能取得成功度", "the decorous raise a difficulty until degree can be had"),
    ),
    Verb(
        id="innovate",
        name=Name("换用", "innovate"),
        command=traits_third.Innovate,
        params=(WHO, Param(field="kind", kind="term", terms=lambda ctx: LOWER), AGREED, THIS),
        help=Name("革新：换用属性较低的检定类型", "the innovative use a type of a lower attribute"),
    ),
    Verb(
        id="regain",
        name=Name("补骰", "regain"),
        command=traits_third.RegainDice,
        params=(WHO, THIS),
        help=Name("革新：支付1潜力，追加损失的骰子", "the innovative buy lost dice back for 1 potential"),
    ),
    Verb(
        id="keeptokens",
        name=Name("留标示物", "keeptokens"),
        command=traits_third.KeepTokens,
        params=(WHO, Param(field="where", kind="term", terms=lambda ctx: PLACES, first=with_tokens)),
        help=Name("专注：消耗一个标示物，保留其余", "the single-minded spend a token to keep the others"),
    ),
    Verb(
        id="plan",
        name=Name("定计", "plan"),
        command=plans.MakePlan,
        params=(
            WHO,
            Param(field="text", kind="text"),
            Param(field="steps", kind="text", many=True, keyword=Name("环节", "steps")),
        ),
        help=Name("内敛：提出计划，指定三个环节", "the reserved state a plan and its three steps"),
    ),
    Verb(
        id="endplan",
        name=Name("收计", "endplan"),
        command=plans.EndPlan,
        params=(WHO,),
        help=Name("计划完成或放弃", "the plan is finished or given up"),
    ),
    Verb(
        id="planstep",
        name=Name("环节", "planstep"),
        command=plans.UseStep,
        params=(
            WHO,
            Param(field="step", kind="number"),
            Param(field="on", kind="who", keyword=Name("对", "on"), optional=True),
            AGREED,
            THIS,
        ),
        help=Name("计划的环节：相关检定+2", "a step of the plan: +2 to a related check"),
    ),
    Verb(
        id="lifegoal",
        name=Name("人生目标", "lifegoal"),
        command=links.SetLifeGoal,
        params=(WHO, Param(field="goal", kind="text")),
        help=Name("雄心：人生目标，并得到同名专长", "the ambitious choose a life goal, and a specialty of that name"),
    ),
    Verb(
        id="link",
        name=Name("连线", "link"),
        command=links.LinkSpecialties,
        params=(
            WHO,
            Param(field="a", kind="term", terms=owned_terms, first=of_person),
            Param(field="b", kind="term", terms=owned_terms, first=of_person),
            Param(field="why", kind="text", keyword=Name("理由", "because")),
        ),
        help=Name("为两个专长连线", "link two specialties"),
    ),
    Verb(
        id="chain",
        name=Name("连锁", "chain"),
        command=links.UseLinks,
        params=(WHO, OWNED),
        help=Name("耗用专长，重置与它相连的专长", "expend a specialty to reset those linked to it"),
    ),
)
