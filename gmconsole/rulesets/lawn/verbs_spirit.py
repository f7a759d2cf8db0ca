"""The verbs of sanity and frenzy."""

from __future__ import annotations

from collections.abc import Mapping

from ...core.model import Command, Name
from ...language.grammar import Ctx, Param, Values, Verb
from ...language.names import exact_term
from . import addiction, frenzy, frenzy_deeds, frenzy_roll, readings, sanity, together
from .frenzy_table import FRENZIES, LASTING
from .parts import DIFFICULTY, MODIFIERS, WHO, WHOM, WHY
from .sheets import sheet_of
from .state import ATTRIBUTES, LawnState
from .terms import TYPE_NAMES
from .verbs_checks import TAG_NAMES

UNNUMBERED: Mapping[str, Name] = {row.id: row.name for row in FRENZIES.values() if not row.number and not row.permanent}


def frenzy_terms(ctx: Ctx) -> Mapping[str, Name]:
    """The lasting states, and those of the GM's own that somebody has."""
    held = (
        (f.id for person in ctx.state.entities.values() for f in sheet_of(person).frenzies)
        if isinstance(ctx.state, LawnState)
        else ()
    )
    return {**LASTING, **{name: Name(name, name) for name in held if name not in FRENZIES}}


def attribute_terms(ctx: Ctx) -> Mapping[str, Name]:
    return {attribute: TYPE_NAMES[attribute] for attribute in ATTRIBUTES}


def add_entry(v: Values, ctx: Ctx) -> Command:
    name, tag = v["frenzy"], v.get("tag", "")
    return frenzy_roll.AddEntry(
        who=v["who"],
        frenzy=exact_term(UNNUMBERED, name) or name,
        numbers=v.get("numbers", 1),
        tag=exact_term(TAG_NAMES, tag) or tag,
    )


def counsel(v: Values, ctx: Ctx) -> Command:
    parts = readings.check_parts(v)
    return together.Counsel(
        who=v["who"], by=v.get("by", ""), difficulty=parts["difficulty"], modifiers=parts["modifiers"]
    )


VERBS: tuple[Verb, ...] = (
    Verb(
        id="frenzyroll",
        name=Name("掷狂乱表", "frenzyroll"),
        command=frenzy_roll.RollFrenzy,
        params=(WHO,),
        help=Name("掷一次狂乱表", "roll on the frenzy table"),
    ),
    Verb(
        id="frenzyentry",
        name=Name("加狂乱项", "frenzyentry"),
        command=frenzy_roll.AddEntry,
        build=add_entry,
        params=(
            WHO,
            Param(field="frenzy", kind="text", suggest=lambda ctx: UNNUMBERED),
            Param(field="numbers", kind="number", keyword=Name("数目", "numbers"), optional=True),
            Param(field="tag", kind="text", keyword=Name("标签", "tag"), suggest=lambda ctx: TAG_NAMES, optional=True),
        ),
        help=Name("在狂乱表末尾加一项，数目0则撤下", "add an entry to the frenzy table for this roll"),
    ),
    Verb(
        id="frenzy",
        name=Name("狂乱", "frenzy"),
        command=frenzy.ChangeFrenzy,
        params=(
            WHO,
            Param(field="frenzy", kind="term", terms=frenzy_terms),
            WHY,
            Param(field="permanent", kind="flag", keyword=Name("永久", "permanent")),
            Param(field="gone", kind="flag", keyword=Name("失去", "gone")),
        ),
        help=Name("给予或移除狂乱状态，或写下其事件", "give or take a frenzy state, or note its event"),
    ),
    Verb(
        id="comeround",
        name=Name("苏醒", "comeround"),
        command=sanity.ComeRound,
        params=(WHO,),
        help=Name("自然苏醒", "come round without help"),
    ),
    Verb(
        id="ritual",
        name=Name("强迫动作", "ritual"),
        command=frenzy_deeds.Ritual,
        params=(WHO,),
        help=Name("做强迫症的动作，检定减值变小", "do what eases a Compulsion"),
    ),
    Verb(
        id="clutch",
        name=Name("握持", "clutch"),
        command=frenzy_deeds.Clutch,
        params=(
            WHO,
            Param(field="off", kind="flag", keyword=Name("放下", "off")),
            Param(field="substitute", kind="text", keyword=Name("代用", "with"), optional=True),
        ),
        help=Name("惯用手拿起或放下依赖之物", "take what one depends on in hand, or put it away"),
    ),
    Verb(
        id="addicted",
        name=Name("成瘾代价", "addicted"),
        command=addiction.ServeAddiction,
        params=(
            WHO,
            Param(field="attribute", kind="term", terms=attribute_terms, optional=True),
            Param(field="potential", kind="flag", keyword=Name("潜力", "potential")),
        ),
        help=Name("成瘾者选定本次团务的代价", "choose what an Addiction costs this session"),
    ),
    Verb(
        id="counsel",
        name=Name("心理治疗", "counsel"),
        command=together.Counsel,
        build=counsel,
        values=lambda c: {
            "who": c.who,
            "by": c.by,
            "difficulty": c.difficulty,
            "modifiers": tuple((m.dice, m.why) for m in c.modifiers),
        },
        params=(
            WHOM,
            Param(field="by", kind="who", keyword=Name("由", "by"), optional=True),
            DIFFICULTY,
            MODIFIERS,
        ),
        help=Name("治疗狂乱状态：机构，或懂心理学的友人", "treat frenzy states: an institution or a friend"),
    ),
    Verb(
        id="staywith",
        name=Name("共处", "staywith"),
        command=together.StayTogether,
        params=(
            WHO,
            Param(field="by", kind="who"),
            Param(field="what", kind="text"),
            Param(field="days", kind="number", keyword=Name("天", "days"), optional=True),
        ),
        help=Name("与某人或某物共处若干天", "stay together for so many days"),
    ),
    Verb(
        id="separate",
        name=Name("分开", "separate"),
        command=together.PartWays,
        params=(WHO, Param(field="over", kind="flag", keyword=Name("作罢", "over"))),
        help=Name("共处者分开了", "those who stay together have parted"),
    ),
)
