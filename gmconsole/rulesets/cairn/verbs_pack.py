"""The verbs of inventory, Fatigue, deprivation, recovery and magic."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ...core.model import Command, Name, Rejected
from ...language import names
from ...language.grammar import Ctx, Param, Values, Verb
from . import casting, deprivation, inventory, items, magic, marks, pack_words, recovery, turns
from .state import CairnState, Item
from .terms import ANSWER_NAMES, ATTRIBUTE_NAMES
from .verbs_attack import likely_targets, striking
from .verbs_turns import BECAUSE, WHO, WHOM

HEALED: Mapping[str, Name] = {**ATTRIBUTE_NAMES, "hp": Name("耐久度", "HP")}
TABLE: Mapping[str, Name] = {key: row.name for key, row in items.ITEMS.items()}
YES_NO: Mapping[str, Name] = {key: ANSWER_NAMES[key] for key in ("yes", "no")}


def named(carried: Iterable[Item]) -> Mapping[str, Name]:
    """Items by their names."""
    return {item.name: Name(item.name, item.name) for item in carried}


def carried(values: Values, ctx: Ctx) -> Mapping[str, Name]:
    """What the one named carries."""
    state, who = ctx.state, values.get("who", "")
    if not isinstance(state, CairnState) or who not in state.entities:
        return {}
    return named(state.entities[who].items.values())


def magical(values: Values, ctx: Ctx) -> Mapping[str, Name]:
    """What the one named can cast with."""
    state, who = ctx.state, values.get("who", "")
    if not isinstance(state, CairnState) or who not in state.entities:
        return {}
    return named(i for i in state.entities[who].items.values() if i.kind in items.MAGIC)


def the_one(values: Values, ctx: Ctx) -> Item | None:
    """The magical thing that the line names, where it is known by now."""
    state, who = ctx.state, values.get("who", "")
    if not isinstance(state, CairnState) or who not in state.entities:
        return None
    found = inventory.of(state, who, values.get("item", ""))
    return None if isinstance(found, Rejected) else found[1]


def at_leisure(values: Values, ctx: Ctx) -> bool:
    """Out of a fight, and not said to be in danger (CA-MAG-006)."""
    return isinstance(ctx.state, CairnState) and not turns.fighting(ctx.state) and not values.get("danger")


def of_many(values: Values, ctx: Ctx) -> bool:
    """The spell is a blast, by itself or as the line says."""
    item = the_one(values, ctx)
    return bool(values.get("blast")) or (item is not None and item.attack is not None and item.attack.blast)


def of_one(values: Values, ctx: Ctx) -> bool:
    """The spell is not a blast by itself."""
    item = the_one(values, ctx)
    return item is None or item.attack is None or not item.attack.blast


def may_ask(values: Values, ctx: Ctx) -> bool:
    """The Warden may ask for a save: a text read aloud, in danger or deprived (CA-MAG-007)."""
    state, item = ctx.state, the_one(values, ctx)
    if not isinstance(state, CairnState) or (item is not None and item.kind not in items.READ):
        return False
    person = state.entities.get(values.get("who", ""))
    return person is None or magic.in_danger(state, person, bool(values.get("danger")))


def lying(values: Values, ctx: Ctx) -> Mapping[str, Name]:
    """What lies on the ground."""
    return named(ctx.state.ground.values()) if isinstance(ctx.state, CairnState) else {}


def anybodys(ctx: Ctx, in_use: bool) -> Mapping[str, Name]:
    """What people on stage hold or wear, or could."""
    if not isinstance(ctx.state, CairnState):
        return {}
    on_stage = (c for c in ctx.state.entities.values() if c.on_stage)
    return named(i for c in on_stage for i in c.items.values() if i.in_use == in_use)


def give(v: Values, ctx: Ctx) -> Command | Rejected:
    """A thing of the table by its id or name in either language, else one of that name."""
    slots = items.PETTY if v.get("petty") else items.BULKY if v.get("bulky") else v.get("slots", -1)
    given = {k: value for k, value in v.items() if k not in ("petty", "bulky")}
    return inventory.Give(**{**given, "slots": slots, "item": names.exact_term(TABLE, v["item"]) or v["item"]})


def of_give(c: inventory.Give) -> Values:
    values: dict[str, Any] = {f: getattr(c, f) for f in c.__struct_fields__}
    light, heavy = c.slots == items.PETTY, c.slots == items.BULKY
    return {**values, "petty": light, "bulky": heavy, "slots": -1 if light or heavy else c.slots}


def word_of(terms: Mapping[str, Name], word: str) -> str:
    """The id of a term that is or is called that, else the word itself."""
    return names.exact_term(terms, word) or word


def heal(v: Values, ctx: Ctx) -> Command | Rejected:
    """The healer's work; points are whole numbers."""
    for points in v.get("points", {}).values():
        if not isinstance(points, int):
            return Rejected("not-a-number", {"word": "/".join(map(str, points)), "part": "points"})
    return recovery.Heal(**v)


ITEM = Param(field="item", kind="text", values=carried)
MAGICAL = Param(field="item", kind="text", values=magical)
DIE = Param(field="die", kind="text", keyword=Name("骰", "die"), optional=True)
ANYWAY = Param(field="anyway", kind="flag", keyword=Name("仍要", "anyway"))
BLAST = Param(field="blast", kind="flag", keyword=Name("群攻", "blast"))

PACK: tuple[Verb, ...] = (
    Verb(
        id="give",
        name=Name("给", "give"),
        command=inventory.Give,
        build=give,
        values=of_give,
        params=(
            WHO,
            Param(field="item", kind="text", values=lambda v, ctx: TABLE),
            Param(
                field="kind",
                kind="term",
                terms=lambda ctx: pack_words.ITEM_KINDS,
                keyword=Name("种类", "kind"),
                optional=True,
            ),
            Param(field="petty", kind="flag", keyword=Name("微不足道", "petty")),
            Param(field="bulky", kind="flag", keyword=Name("笨重", "bulky")),
            Param(field="slots", kind="number", keyword=Name("栏位", "slots"), optional=True),
            DIE,
            BLAST,
            Param(field="ranged", kind="flag", keyword=Name("远程", "ranged")),
            Param(field="armour", kind="number", keyword=Name("护甲", "armour"), optional=True),
            Param(field="hands", kind="number", keyword=Name("用手", "hands"), optional=True),
            Param(field="uses", kind="number", keyword=Name("次数", "uses"), optional=True),
            Param(field="spell", kind="text", keyword=Name("法术", "spell"), optional=True),
            Param(field="recharge", kind="text", keyword=Name("充能", "recharge"), optional=True),
            Param(field="note", kind="text", keyword=Name("备注", "note"), optional=True),
            Param(field="stowed", kind="flag", keyword=Name("收起", "stowed")),
        ),
        help=Name("给某人一件物品：表中之物或自拟之物", "give somebody a thing of the table, or any other"),
    ),
    Verb(
        id="drop",
        name=Name("丢下", "drop"),
        command=inventory.Drop,
        params=(WHO, ITEM, Param(field="gone", kind="flag", keyword=Name("消失", "gone"))),
        help=Name("把物品放到地上，或就此失去", "put a thing on the ground, or lose it for good"),
    ),
    Verb(
        id="take",
        name=Name("捡起", "take"),
        command=inventory.Take,
        params=(WHO, Param(field="item", kind="text", values=lying)),
        help=Name("从地上捡起物品", "pick a thing up from the ground"),
    ),
    Verb(
        id="ready",
        name=Name("拿出", "ready"),
        command=inventory.Ready,
        params=(WHO, Param(field="items", kind="text", many=True, suggest=lambda ctx: anybodys(ctx, in_use=False))),
        help=Name("手持或穿戴物品", "hold or wear things carried"),
    ),
    Verb(
        id="stow",
        name=Name("收起", "stow"),
        command=inventory.Stow,
        params=(WHO, Param(field="items", kind="text", many=True, suggest=lambda ctx: anybodys(ctx, in_use=True))),
        help=Name("收起手持或穿戴之物", "put away what is held or worn"),
    ),
    Verb(
        id="spend",
        name=Name("消耗", "spend"),
        command=inventory.Spend,
        params=(WHO, ITEM),
        help=Name("用掉物品的一次使用次数", "take one use of a thing whose uses are counted"),
    ),
    Verb(
        id="fatigue",
        name=Name("疲乏", "fatigue"),
        command=deprivation.AddFatigue,
        params=(WHO, Param(field="by", kind="signed", optional=True), BECAUSE),
        help=Name("增添或消除疲乏", "Fatigue more or less, for a reason"),
    ),
    Verb(
        id="deprive",
        name=Name("匮乏", "deprive"),
        command=deprivation.Deprive,
        build=lambda v, ctx: deprivation.Deprive(who=v["who"], reason=word_of(pack_words.NEEDS, v["reason"])),
        params=(WHOM, Param(field="reason", kind="text", values=lambda v, ctx: pack_words.NEEDS)),
        help=Name("某人缺乏关键所需", "somebody lacks something they need"),
    ),
    Verb(
        id="undeprive",
        name=Name("不再匮乏", "undeprive"),
        command=deprivation.Undeprive,
        build=lambda v, ctx: deprivation.Undeprive(who=v["who"], reason=word_of(pack_words.NEEDS, v.get("reason", ""))),
        params=(WHOM, Param(field="reason", kind="text", optional=True, values=lambda v, ctx: pack_words.NEEDS)),
        help=Name("某人不再缺乏所需", "somebody has again what they lacked"),
    ),
)
RECOVERY: tuple[Verb, ...] = (
    Verb(
        id="rest",
        name=Name("休息", "rest"),
        command=recovery.Rest,
        params=(
            Param(field="kind", kind="term", terms=lambda ctx: pack_words.RESTS),
            Param(field="who", kind="who", many=True, optional=True),
            Param(field="days", kind="number", keyword=Name("天数", "days"), optional=True),
            ANYWAY,
        ),
        help=Name("稍作歇息、数小时、过夜或一周", "rest: brief, hours, a night or a week"),
    ),
    Verb(
        id="time",
        name=Name("时间", "time"),
        command=recovery.PassTime,
        params=(
            Param(field="amount", kind="number"),
            Param(field="unit", kind="term", terms=lambda ctx: pack_words.UNITS, optional=True),
            ANYWAY,
        ),
        help=Name("让时间流逝，并不休息", "let time pass without rest"),
    ),
    Verb(
        id="heal",
        name=Name("医治", "heal"),
        command=recovery.Heal,
        build=heal,
        params=(
            WHO,
            Param(field="by", kind="text", keyword=Name("由", "by")),
            Param(field="price", kind="number", keyword=Name("价钱", "price"), optional=True),
            Param(field="effect", kind="text", keyword=Name("效果", "effect"), optional=True),
            Param(field="points", kind="pairs", keyword=Name("点数", "points"), keys=lambda ctx: HEALED, optional=True),
            Param(field="all_points", kind="flag", keyword=Name("全部", "all")),
        ),
        help=Name("记下医者、价钱与效果", "write down a healer, the price and what it brings"),
    ),
    Verb(
        id="mark",
        name=Name("标记", "mark"),
        command=marks.Mark,
        build=lambda v, ctx: marks.Mark(
            who=v["who"], mark=word_of(pack_words.MARKS, v["mark"]), off=v.get("off", False)
        ),
        params=(
            WHOM,
            Param(field="mark", kind="text", values=lambda v, ctx: pack_words.MARKS),
            Param(field="off", kind="flag", keyword=Name("取消", "off")),
        ),
        help=Name("给某人加上或去掉标记", "put a mark on somebody, or take it off"),
    ),
)
MAGIC: tuple[Verb, ...] = (
    Verb(
        id="cast",
        name=Name("施法", "cast"),
        command=casting.Cast,
        key="c",
        params=(
            Param(field="who", kind="who", first=striking),
            MAGICAL,
            Param(field="on", kind="who", many=True, keyword=Name("对", "on"), optional=True, first=likely_targets),
            DIE,
            Param(field="blast", kind="flag", keyword=BLAST.keyword, fits=of_one),
            Param(field="unclear", kind="flag", keyword=Name("数目不明", "unclear"), fits=of_many),
            Param(field="effect", kind="text", keyword=Name("效果", "effect"), optional=True),
            Param(field="empowered", kind="flag", keyword=Name("强化效果", "empowered"), fits=at_leisure),
            Param(field="public", kind="flag", keyword=Name("公开", "public")),
            Param(field="danger", kind="flag", keyword=Name("险境", "danger"), fits=at_leisure),
            Param(
                field="save",
                kind="term",
                terms=lambda ctx: YES_NO,
                keyword=Name("豁免", "save"),
                optional=True,
                fits=may_ask,
            ),
        ),
        help=Name("用法术书、卷轴或奇物施法", "cast with a spellbook or scroll, or use a relic"),
    ),
    Verb(
        id="mishap",
        name=Name("反噬", "mishap"),
        command=casting.Mishap,
        params=(
            WHO,
            Param(field="ill", kind="term", terms=lambda ctx: pack_words.ILL_EFFECTS),
            Param(field="amount", kind="number", optional=True),
            DIE,
            Param(field="fizzles", kind="flag", keyword=Name("失效", "fizzles")),
        ),
        help=Name("施法豁免失败的代价", "what a failed casting save costs"),
    ),
    Verb(
        id="recharge",
        name=Name("充能", "recharge"),
        command=magic.Recharge,
        params=(WHO, MAGICAL),
        help=Name("奇物的充能条件已满足", "what recharges a relic has come about"),
    ),
    Verb(
        id="show",
        name=Name("展示", "show"),
        command=magic.Show,
        params=(WHO, MAGICAL),
        help=Name("公然展示一件魔法之物", "let a thing of magic be seen"),
    ),
)
VERBS: tuple[Verb, ...] = (*PACK, *MAGIC, *RECOVERY)
