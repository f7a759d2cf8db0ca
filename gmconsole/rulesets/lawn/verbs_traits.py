"""The verbs of traits: taking, drawing and naming one, and using its expendable abilities."""

from __future__ import annotations

from collections.abc import Mapping

from ...core.model import Name
from ...language.grammar import Ctx, Param, Values, Verb
from . import abilities, skills, traits, traits_first, traits_growth
from .parts import THIS, WHO, WHOM
from .specialty_table import NAMES as SPECIALTY_NAMES
from .state import LawnState, Person
from .trait_table import SECOND
from .trait_words import ABILITY_NAMES, TRAIT_NAMES

SECOND_NAMES: Mapping[str, Name] = {trait.id: trait.name for trait in SECOND.values()}


def ability_terms(ctx: Ctx) -> Mapping[str, Name]:
    return ABILITY_NAMES


def ready_first(values: Values, ctx: Ctx) -> tuple[str, ...]:
    """The abilities that whoever is named has left."""
    person = ctx.state.person(values.get("who", "")) if isinstance(ctx.state, LawnState) else None
    if not isinstance(person, Person):
        return ()
    return tuple(row.id for row in traits.abilities(person) if abilities.ready(person, row))


VERBS: tuple[Verb, ...] = (
    Verb(
        id="use",
        name=Name("发动", "use"),
        command=abilities.UseAbility,
        params=(
            WHO,
            Param(field="ability", kind="term", terms=ability_terms, optional=True, first=ready_first),
            Param(field="by", kind="signed", optional=True),
            Param(field="on", kind="who", keyword=Name("对", "on"), optional=True),
            Param(field="number", kind="number", keyword=Name("数字", "number"), optional=True),
            Param(field="faces", kind="number", many=True, keyword=Name("骰目", "faces"), optional=True),
            Param(field="position", kind="number", keyword=Name("第", "die"), optional=True),
            Param(field="text", kind="text", keyword=Name("说明", "saying"), optional=True),
            Param(field="near", kind="flag", keyword=Name("近距内", "near")),
            THIS,
        ),
        help=Name("发动特质的可耗用能力", "use an expendable ability of a trait"),
    ),
    Verb(
        id="trait",
        name=Name("特质", "trait"),
        command=traits.TakeTrait,
        params=(
            WHO,
            Param(field="trait", kind="term", terms=lambda ctx: TRAIT_NAMES),
            Param(
                field="specialty",
                kind="term",
                terms=lambda ctx: SPECIALTY_NAMES,
                keyword=Name("专长", "with"),
                optional=True,
            ),
            Param(field="instead", kind="flag", keyword=Name("换掉", "instead")),
        ),
        help=Name("给予一项特质", "give somebody a trait"),
    ),
    Verb(
        id="draw",
        name=Name("抽特质", "draw"),
        command=traits.DrawTrait,
        params=(
            WHO,
            Param(
                field="banned",
                kind="term",
                many=True,
                terms=lambda ctx: SECOND_NAMES,
                keyword=Name("排除", "without"),
                optional=True,
            ),
            Param(
                field="known",
                kind="term",
                many=True,
                terms=lambda ctx: SECOND_NAMES,
                keyword=Name("用过", "known"),
                optional=True,
            ),
        ),
        help=Name("坦然面对：随机抽取一项特质", "the open-armed choice: a random trait"),
    ),
    Verb(
        id="nametrait",
        name=Name("别称", "nametrait"),
        command=traits.NameTrait,
        params=(WHO, Param(field="name", kind="text", optional=True)),
        help=Name("给特质取个合适的名称", "call a trait by a name that suits"),
    ),
    Verb(
        id="skipnight",
        name=Name("熬夜", "skipnight"),
        command=traits_first.SkipNight,
        params=(WHOM,),
        help=Name("一夜未睡", "go a night without sleep"),
    ),
    Verb(
        id="giveup",
        name=Name("舍神志", "giveup"),
        command=traits_first.GiveUpSanity,
        params=(WHO, Param(field="points", kind="number", optional=True)),
        help=Name("狂热者主动失去神志，换取潜力", "a fanatic gives sanity up for potential"),
    ),
    Verb(
        id="refill",
        name=Name("补潜力", "refill"),
        command=traits_growth.RestorePotential,
        params=(WHO,),
        help=Name("决心者在团务之间把潜力恢复到3", "the determined restore potential to 3 between sessions"),
    ),
    Verb(
        id="trade",
        name=Name("换经验", "trade"),
        command=traits_growth.TradePotential,
        params=(WHO, Param(field="times", kind="number", optional=True)),
        help=Name("玲珑者以3潜力换1经验", "the adroit turn 3 potential into 1 XP"),
    ),
    Verb(
        id="nameskill",
        name=Name("取名", "nameskill"),
        command=traits_growth.NameSpecialty,
        params=(
            WHO,
            Param(field="skill", kind="joined", terms=lambda ctx: skills.names(), suggest=lambda ctx: skills.names()),
        ),
        help=Name("浪漫者以次要技能为专长命名", "the romantic name their specialty after a minor skill"),
    ),
)
