"""The verbs of sheets: making a character, skills, items, and what the campaign says of them."""

from __future__ import annotations

from collections.abc import Mapping

from ...core.model import Command, Name
from ...language.grammar import Ctx, Param, Values, Verb
from ...language.names import exact_term
from . import chronicle, creation, items, learning, mastery, sheets, skills
from . import creation_table as made_of
from .character import Sheet
from .parts import WHO, type_terms
from .sheet_words import CHOICES, NAMES, TERMS
from .state import ATTRIBUTES, LawnState, Person
from .terms import PURPOSES, TYPE_NAMES


def _terms(*ids: str) -> Mapping[str, Name]:
    return {key: CHOICES[key] for key in ids}


def skill_terms(ctx: Ctx) -> Mapping[str, Name]:
    """The skills of the table and those that everybody masters."""
    rows = {row.id: row.name for row in skills.SKILLS.values()}
    return {**rows, **{row.id: row.name for row in skills.AUTOMATIC.values()}}


def language_terms(ctx: Ctx) -> Mapping[str, Name]:
    return {row.id: row.name for row in skills.LANGUAGES.values()}


def figure_terms(ctx: Ctx) -> Mapping[str, Name]:
    return TERMS["override"]


def _said_about(values: Values, ctx: Ctx) -> Mapping[str, Name]:
    """The words that a background field is filled in with, where it does not take any text."""
    return {"dominant": TERMS["hand"], "type": TERMS["character"]}.get(values.get("field", ""), {})


def about(v: Values, ctx: Ctx) -> Command:
    text: str = v["text"]
    return creation.About(who=v["who"], field=v["field"], text=exact_term(_said_about(v, ctx), text) or text)


def attribute_terms(ctx: Ctx) -> Mapping[str, Name]:
    return {attribute: TYPE_NAMES[attribute] for attribute in ATTRIBUTES}


def _sheet(values: Values, ctx: Ctx) -> Sheet | None:
    person = ctx.state.person(values.get("who", "")) if isinstance(ctx.state, LawnState) else None
    return sheets.sheet_of(person) if isinstance(person, Person) else None


def _things(values: Values, ctx: Ctx) -> Mapping[str, Name]:
    """What whoever is named carries."""
    sheet = _sheet(values, ctx)
    return {item.name: Name(item.name, item.name) for item in sheet.belongings} if sheet is not None else {}


SKILL = Param(
    field="skill",
    kind="joined",
    terms=skill_terms,
    suggest=skill_terms,
    marks={k: r.name for k, r in skills.LANGUAGES.items()},
)
ITEM = Param(field="item", kind="text", values=_things)
GIVES = Param(field="modifiers", kind="pairs", keys=type_terms, keyword=Name("加骰", "gives"), optional=True)
TAG = Param(
    field="tag",
    kind="joined",
    terms=lambda ctx: PURPOSES,
    suggest=lambda ctx: PURPOSES,
    keyword=Name("限于", "for"),
    optional=True,
)
NO = Param(field="no", kind="flag", keyword=Name("否", "no"))


VERBS: tuple[Verb, ...] = (
    Verb(
        id="create",
        name=Name("建卡", "create"),
        command=creation.Create,
        params=(
            Param(field="name", kind="text"),
            Param(field="key", kind="text", keyword=Name("代号", "key"), optional=True),
        ),
        help=Name("开始制作一名玩家角色", "begin a new player character"),
    ),
    Verb(
        id="about",
        name=Name("背景", "about"),
        command=creation.About,
        build=about,
        params=(
            WHO,
            Param(field="field", kind="term", terms=lambda ctx: {key: NAMES[key] for key in creation.ABOUT}),
            Param(field="text", kind="text", values=_said_about),
        ),
        help=Name("填写背景栏目", "fill in a background field"),
    ),
    Verb(
        id="relate",
        name=Name("关系", "relate"),
        command=creation.Relate,
        params=(
            Param(field="a", kind="who"),
            Param(field="b", kind="who"),
            Param(field="text", kind="text", optional=True),
        ),
        help=Name("两名角色如何相识", "how two characters know each other"),
    ),
    Verb(
        id="assign",
        name=Name("分配属性", "assign"),
        command=creation.Assign,
        params=(
            WHO,
            Param(field="points", kind="pairs", keys=attribute_terms, keyword=Name("点数", "with"), optional=True),
            Param(field="lost", kind="pairs", keys=attribute_terms, keyword=Name("失去", "lose"), optional=True),
        ),
        help=Name("分配属性点：with PHY=1 MND=2", "distribute attribute points: with PHY=1 MND=2"),
    ),
    Verb(
        id="startpotential",
        name=Name("初始潜力", "startpotential"),
        command=creation.StartPotential,
        params=(
            WHO,
            Param(field="does", kind="term", terms=lambda ctx: _terms(*creation.DOES)),
            Param(field="points", kind="number", optional=True),
        ),
        help=Name("投掷、接受或转换初始潜力", "roll, accept or convert starting potential"),
    ),
    Verb(
        id="xp",
        name=Name("经验", "xp"),
        command=creation.ChooseXp,
        params=(WHO, Param(field="choice", kind="term", terms=lambda ctx: _terms(*made_of.XP_CHOICES))),
        help=Name("较多经验，或较少经验与潜力", "more XP, or less with more potential"),
    ),
    Verb(
        id="skill",
        name=Name("技能", "skill"),
        command=learning.TakeSkill,
        params=(
            WHO,
            SKILL,
            Param(field="slot", kind="term", terms=lambda ctx: _terms(*learning.SLOTS), optional=True),
            Param(
                field="agreed",
                kind="term",
                terms=lambda ctx: _terms(*learning.AGREED),
                keyword=Name("商定为", "agreed"),
                optional=True,
            ),
            Param(field="drop", kind="flag", keyword=Name("放弃", "drop")),
            Param(field="override", kind="flag", keyword=Name("破例", "override")),
        ),
        help=Name("把技能放入技能位", "put a skill into a slot"),
    ),
    Verb(
        id="slot",
        name=Name("加技能位", "slot"),
        command=learning.BuySlot,
        params=(
            WHO,
            Param(field="item", kind="text", optional=True),
            Param(field="back", kind="flag", keyword=Name("退回", "back")),
        ),
        help=Name("以2经验购买一个次要技能位", "buy one more minor slot for 2 XP"),
    ),
    Verb(
        id="second",
        name=Name("第二语言", "second"),
        command=learning.SecondLanguage,
        params=(
            WHO,
            Param(field="language", kind="joined", terms=language_terms, suggest=language_terms),
            Param(field="both", kind="flag", keyword=Name("兼得", "both")),
        ),
        help=Name("英语母语者的第二语言", "another language for a native English speaker"),
    ),
    Verb(
        id="common",
        name=Name("通用外语", "common"),
        command=learning.CommonLanguage,
        params=(Param(field="language", kind="joined", terms=language_terms, suggest=language_terms),),
        help=Name("人人都会的外语，默认英语", "the foreign language that everybody masters; English unless said"),
    ),
    Verb(
        id="finish",
        name=Name("完成", "finish"),
        command=creation.Finish,
        params=(WHO,),
        help=Name("完成角色卡，登场", "finish the sheet and come on stage"),
    ),
    Verb(
        id="houserule",
        name=Name("规定", "houserule"),
        command=creation.CampaignFigure,
        params=(Param(field="figure", kind="term", terms=figure_terms), Param(field="value", kind="number")),
        help=Name("战役自定的建卡数值", "the campaign's own figure of creation"),
    ),
    Verb(
        id="players",
        name=Name("玩家人数", "players"),
        command=creation.SetPlayers,
        params=(Param(field="count", kind="number"),),
        help=Name("有几名玩家；0 为按角色数", "how many players take part; 0: as many as characters"),
    ),
    Verb(
        id="everybody",
        name=Name("人人都会", "everybody"),
        command=mastery.RuleAutomatic,
        params=(SKILL, NO),
        help=Name("某技能在本战役是否人人都会", "whether everybody masters a skill in this game"),
    ),
    Verb(
        id="item",
        name=Name("物品", "item"),
        command=items.TakeItem,
        params=(
            WHO,
            Param(field="name", kind="text"),
            Param(field="contents", kind="text", many=True, keyword=Name("内含", "with"), optional=True),
            GIVES,
            TAG,
            Param(field="ask", kind="flag", keyword=Name("请示", "ask")),
            Param(field="found", kind="flag", keyword=Name("拾起", "found")),
        ),
        help=Name("获得一件物品", "take an item"),
    ),
    Verb(
        id="nomore",
        name=Name("不再拿", "nomore"),
        command=creation.NoMoreItems,
        params=(WHO, Param(field="back", kind="flag", keyword=Name("收回", "back"))),
        help=Name("不再拿物品，余数换潜力", "take no more items, the rest is potential"),
    ),
    Verb(
        id="value",
        name=Name("定加值", "value"),
        command=items.ValueItem,
        params=(WHO, ITEM, GIVES, TAG),
        help=Name("物品在哪些检定加几骰", "what an item adds to which checks"),
    ),
    Verb(
        id="employ",
        name=Name("动用", "employ"),
        command=items.UseItem,
        params=(
            WHO,
            ITEM,
            Param(field="how", kind="text", optional=True),
            Param(field="beyond", kind="flag", keyword=Name("过当", "beyond")),
        ),
        help=Name("使用一件物品，它不会用尽", "use an item; it stays"),
    ),
    Verb(
        id="takeout",
        name=Name("取出", "takeout"),
        command=items.TakeOut,
        params=(WHO, ITEM, Param(field="part", kind="text")),
        help=Name("从物品中取出一部分", "take a part out of an item"),
    ),
    Verb(
        id="part",
        name=Name("脱手", "part"),
        command=items.PartWith,
        params=(
            WHO,
            ITEM,
            Param(field="how", kind="term", terms=lambda ctx: _terms(*items.ENDS)),
            Param(field="to", kind="who", keyword=Name("给", "to"), optional=True),
            Param(field="ruled", kind="flag", keyword=Name("裁定", "ruled")),
        ),
        help=Name("丢弃、遗失、留下、交给、用尽", "throw away, lose, leave, give, use up"),
    ),
    Verb(
        id="diary",
        name=Name("经历", "diary"),
        command=chronicle.Remember,
        params=(WHO, Param(field="text", kind="text")),
        help=Name("在角色的经历里记一笔", "write a line into a character's history"),
    ),
    Verb(
        id="belongs",
        name=Name("必带", "belongs"),
        command=items.RuleEveryday,
        params=(Param(field="thing", kind="text"), NO),
        help=Name("是否算必然携带物品", "whether everybody carries it as a matter of course"),
    ),
)
