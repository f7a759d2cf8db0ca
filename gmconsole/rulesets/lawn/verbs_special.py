"""The verbs of specialties and sessions."""

from __future__ import annotations

from collections.abc import Mapping

from ...core.model import Name
from ...language.grammar import Ctx, Param, Values, Verb
from . import acquiring, cooling, exchange, expending, hampering, passions, session_end, sessions, specialties
from .parts import THIS, WHO, WHOM
from .special_words import PATTERN_NAMES
from .specialty_table import NAMES
from .state import LawnState, Person

ROLLS: Mapping[str, Name] = {**PATTERN_NAMES, **{n: Name(n, n) for n in exchange.SUMS}}


def owned_terms(ctx: Ctx) -> Mapping[str, Name]:
    """The specialties of the table, then those that somebody owns under another name."""
    state = ctx.state
    own: dict[str, Name] = {}
    if isinstance(state, LawnState):
        own = {
            key: Name(key, key)
            for person in state.entities.values()
            for key in specialties.owned(person)
            if key not in NAMES
        }
    return {**NAMES, **own}


def of_person(values: Values, ctx: Ctx) -> tuple[str, ...]:
    """What whoever is named owns, ready ones first."""
    person = ctx.state.person(values.get("who", "")) if isinstance(ctx.state, LawnState) else None
    if not isinstance(person, Person):
        return ()
    own = specialties.owned(person)
    return tuple(sorted(own, key=lambda key: own[key].expended))


def for_sale(values: Values, ctx: Ctx) -> tuple[str, ...]:
    """What the shop has for whoever is named."""
    person = ctx.state.person(values.get("who", "")) if isinstance(ctx.state, LawnState) else None
    if not isinstance(person, Person) or not isinstance(ctx.state, LawnState):
        return ()
    return tuple(key for key, _ in acquiring.shop(ctx.state, person))


OWNED = Param(field="specialty", kind="term", terms=owned_terms, first=of_person)
FORCE = Param(field="force", kind="flag", keyword=Name("强制", "force"))

VERBS: tuple[Verb, ...] = (
    Verb(
        id="expend",
        name=Name("耗用", "expend"),
        command=expending.Expend,
        params=(
            WHO,
            OWNED,
            Param(field="stead", kind="term", terms=owned_terms, keyword=Name("代替", "for"), optional=True),
            Param(field="tokens", kind="number", keyword=Name("标示物", "tokens"), optional=True),
            Param(field="sure", kind="flag", keyword=expending.SURE),
            Param(field="gm", kind="flag", keyword=Name("主持人", "gm")),
            THIS,
        ),
        help=Name("耗用专长，重骰相关检定的基础骰", "expend a specialty to reroll a related check"),
    ),
    Verb(
        id="related",
        name=Name("相关", "related"),
        command=specialties.SayRelated,
        params=(WHO, OWNED, Param(field="not_so", kind="flag", keyword=Name("无关", "not")), THIS),
        help=Name("专长与检定相关，或无关", "a specialty is related to a check, or not"),
    ),
    Verb(
        id="hamper",
        name=Name("干扰", "hamper"),
        command=hampering.Hamper,
        params=(WHO, OWNED, Param(field="whom", kind="who"), THIS),
        help=Name(
            "非玩家角色以专长干扰：两次检定取低", "an NPC's specialty against a check: rolled twice, the lower counts"
        ),
    ),
    Verb(
        id="rollagain",
        name=Name("再掷", "rollagain"),
        command=hampering.RollAgain,
        params=(WHO, THIS),
        help=Name("被干扰的检定掷第二次", "a hampered check is rolled once more"),
    ),
    Verb(
        id="passion",
        name=Name("热衷", "passion"),
        command=passions.SetPassion,
        params=(
            WHO,
            Param(field="specialties", kind="term", many=True, terms=owned_terms, first=of_person, optional=True),
            FORCE,
        ),
        help=Name("设定热衷专长", "set the passion"),
    ),
    Verb(
        id="acquire",
        name=Name("取得", "acquire"),
        command=acquiring.Acquire,
        params=(
            WHO,
            Param(
                field="specialty",
                kind="joined",
                terms=owned_terms,
                suggest=lambda ctx: NAMES,
                first=for_sale,
            ),
            Param(field="price", kind="number", keyword=Name("价格", "at"), optional=True),
            Param(field="agreed", kind="flag", keyword=Name("同意", "agreed")),
            Param(field="back", kind="flag", keyword=Name("退回", "back")),
            FORCE,
        ),
        help=Name("以经验取得专长，制卡时可退回", "buy a specialty for XP; in creation also give one back"),
    ),
    Verb(
        id="specialty",
        name=Name("专长", "specialty"),
        command=specialties.SetSpecialty,
        params=(
            WHO,
            Param(field="specialty", kind="joined", terms=owned_terms, suggest=lambda ctx: NAMES, first=of_person),
            Param(field="price", kind="number", keyword=Name("价格", "at"), optional=True),
            Param(field="off", kind="flag", keyword=Name("失去", "off")),
            Param(field="ready", kind="flag", keyword=Name("就绪", "ready")),
            Param(field="spent", kind="flag", keyword=Name("已耗用", "spent")),
            Param(field="cooling", kind="number", keyword=Name("冷却", "cooling"), optional=True),
            Param(field="called", kind="text", keyword=Name("改名", "called"), optional=True),
        ),
        help=Name("给予、改动或取走一项专长", "give, change or take a specialty, by the GM's word"),
    ),
    Verb(
        id="session-start",
        name=Name("开团", "session-start"),
        command=sessions.StartSession,
        params=(Param(field="players", kind="number", keyword=Name("玩家", "players"), optional=True), FORCE),
        help=Name("一次团务开始", "a session begins"),
    ),
    Verb(
        id="session-end",
        name=Name("团务结束", "session-end"),
        command=session_end.EndSession,
        params=(Param(field="chapter", kind="flag", keyword=Name("章节结束", "chapter")),),
        help=Name("团务结束，依次进行八个步骤", "the session is over: the eight steps begin"),
    ),
    Verb(
        id="step",
        name=Name("步骤", "step"),
        command=session_end.SessionStep,
        params=(Param(field="step", kind="number", optional=True), FORCE),
        help=Name("进行团务结束后的一步", "carry out a step of session end"),
    ),
    Verb(
        id="cool",
        name=Name("冷却", "cool"),
        command=cooling.Cool,
        params=(WHO,),
        help=Name("为已耗用的专长投冷却骰", "roll the cooling of expended specialties"),
    ),
    Verb(
        id="recover",
        name=Name("恢复潜力", "recover"),
        command=exchange.Recover,
        params=(WHO, FORCE),
        help=Name("恢复潜力①：放弃下次团务的涌现", "potential recovery 1, for the emergence of the coming session"),
    ),
    Verb(
        id="exchange",
        name=Name("交换经验", "exchange"),
        command=exchange.Exchange,
        params=(WHO,),
        help=Name("投3D3，以潜力交换1点经验", "3D3 name the price of 1 XP in potential"),
    ),
    Verb(
        id="xpprice",
        name=Name("交换价", "xpprice"),
        command=exchange.SetPrice,
        params=(Param(field="roll", kind="term", terms=lambda ctx: ROLLS), Param(field="price", kind="number")),
        help=Name("改交换经验的价格表，0为恢复", "set a price of the exchange table; 0 takes it back"),
    ),
    Verb(
        id="reward",
        name=Name("奖励", "reward"),
        command=acquiring.Reward,
        params=(
            WHOM,
            Param(field="xp", kind="number", keyword=Name("经验", "xp"), optional=True),
            Param(field="potential", kind="number", keyword=Name("潜力", "potential"), optional=True),
        ),
        help=Name("章节结束的奖励", "what a chapter that is over gives"),
    ),
)
