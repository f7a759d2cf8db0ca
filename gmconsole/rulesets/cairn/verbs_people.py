"""The verbs of people, stat lines and the bestiary."""

from __future__ import annotations

from collections.abc import Mapping

from ...core.model import Command, Name, Rejected
from ...language.grammar import Ctx, Param, Values, Verb
from . import bestiary, dice_words, foes, people
from .state import Attack
from .terms import BAND_NAMES, KIND_NAMES, SIDE_NAMES

FIGURES: Mapping[str, Name] = {
    "STR": Name("力量", "STR"),
    "DEX": Name("敏捷", "DEX"),
    "WIL": Name("意志", "WIL"),
}


def _monsters(ctx: Ctx) -> Mapping[str, Name]:
    return {key: bestiary.name(monster) for key, monster in bestiary.monsters().items()}


def _sides(ctx: Ctx) -> Mapping[str, Name]:
    return SIDE_NAMES


def _add(v: Values, ctx: Ctx) -> Command | Rejected:
    ways: list[Attack] = []
    for word in v.get("attacks", ()):
        way = dice_words.attack(word)
        if isinstance(way, Rejected):
            return way
        ways.append(way)
    plain = ("kind", "name", "side", "hp", "hp_max", "armour", "scores", "group", "near", "key", "note")
    return people.Add(
        attacks=tuple(ways),
        detachment=v.get("detachment", False),
        hidden=v.get("hidden", False),
        outside=v.get("outside", False),
        **{field: v[field] for field in plain if field in v},
    )


def _of_add(c: people.Add) -> Values:
    return {**{f: getattr(c, f) for f in c.__struct_fields__}, "attacks": tuple(map(dice_words.written, c.attacks))}


def _foe(v: Values, ctx: Ctx) -> Command | Rejected:
    what: str = v["what"]
    monster = bestiary.find(what)
    likely = bestiary.begun(what) if monster is None else ()
    if len(likely) > 1:
        return Rejected("ambiguous-monster", {"word": what, "candidates": tuple(map(bestiary.name, likely))})
    monster = likely[0] if likely else monster
    given = {k: v[k] for k in ("count", "name", "group", "side") if k in v}
    return foes.AddFoes(
        what=monster.id if monster is not None else what,
        hidden=v.get("hidden", False),
        outside=v.get("outside", False),
        **given,
    )


GROUP = Param(field="group", kind="text", keyword=Name("组", "group"), optional=True)
HIDDEN = Param(field="hidden", kind="flag", keyword=Name("隐藏", "hidden"))
OUTSIDE = Param(field="outside", kind="flag", keyword=Name("场外", "outside"))

VERBS: tuple[Verb, ...] = (
    Verb(
        id="foe",
        name=Name("敌人", "foe"),
        command=foes.AddFoes,
        key="f",
        build=_foe,
        params=(
            Param(field="what", kind="text", suggest=_monsters),
            Param(field="side", kind="term", terms=_sides, optional=True),
            Param(field="count", kind="number", keyword=Name("数量", "times"), optional=True),
            Param(field="name", kind="text", keyword=Name("名叫", "named"), optional=True),
            GROUP,
            HIDDEN,
            OUTSIDE,
        ),
        help=Name("图鉴中的怪物，或粘贴的数据行", "a monster of the bestiary, or a stat line pasted"),
    ),
    Verb(
        id="add",
        name=Name("加入", "add"),
        aliases=("添加",),
        command=people.Add,
        build=_add,
        values=_of_add,
        params=(
            Param(field="kind", kind="term", terms=lambda ctx: KIND_NAMES),
            Param(field="name", kind="text"),
            Param(field="side", kind="term", terms=_sides, optional=True),
            Param(field="hp", kind="number", keyword=Name("耐久度", "hp"), optional=True),
            Param(field="hp_max", kind="number", keyword=Name("上限", "most"), optional=True),
            Param(field="armour", kind="number", keyword=Name("护甲", "armour"), optional=True),
            Param(field="scores", kind="pairs", keys=lambda ctx: FIGURES, keyword=Name("属性", "with"), optional=True),
            Param(field="attacks", kind="text", many=True, keyword=Name("攻击", "attack"), optional=True),
            GROUP,
            Param(field="near", kind="pairs", terms=lambda ctx: BAND_NAMES, keyword=Name("距离", "at"), optional=True),
            Param(field="note", kind="text", keyword=Name("备注", "note"), optional=True),
            Param(field="key", kind="text", keyword=Name("代号", "key"), optional=True),
            Param(field="detachment", kind="flag", keyword=Name("分队", "detachment")),
            HIDDEN,
            OUTSIDE,
        ),
        help=Name("让某人加入", "bring somebody in"),
    ),
)
