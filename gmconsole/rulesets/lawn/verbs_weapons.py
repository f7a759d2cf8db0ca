"""The verbs of weapons and devices."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...core.model import Command, Name, Rejected, Scalar
from ...language.grammar import Ctx, Param, Values, Verb
from ...language.names import find_term
from . import armoury, forms, weapons, zones
from .parts import WHO, band_terms
from .terms import ANSWER_NAMES, BAND_NAMES, STATE_NAMES

VALUES: Mapping[str, Name] = {
    **{word: ANSWER_NAMES[word] for word in ("yes", "no")},
    **BAND_NAMES,
    **STATE_NAMES,
    **armoury.RELOAD_NAMES,
}
WORDS: Mapping[str, bool] = {"yes": True, "no": False, "是": True, "否": False}


def weapon_terms(ctx: Ctx) -> Mapping[str, Name]:
    """Every weapon of the table, and the items carried that are a second of their kind."""
    carried = {w for e in ctx.state.entities.values() for w in getattr(e, "weapons", ()) if weapons.base(w) != w}
    return {**weapons.weapon_names(), **{w: forms.item_name(w) for w in sorted(carried)}}


def device_terms(ctx: Ctx) -> Mapping[str, Name]:
    """Devices that can lie somewhere."""
    return weapons.device_names()


def figure_terms(ctx: Ctx) -> Mapping[str, Name]:
    """The figures an item has."""
    return armoury.FIGURE_NAMES


def carry(v: Values, ctx: Ctx) -> Command:
    changes = v.get("changes", ())
    return armoury.Carry(
        who=v["who"],
        add=tuple(w for sign, w in changes if sign == "+"),
        remove=tuple(w for sign, w in changes if sign == "-"),
        scene=v.get("scene", False),
    )


def of_carry(c: armoury.Carry) -> Values:
    return {"who": c.who, "changes": (*(("-", w) for w in c.remove), *(("+", w) for w in c.add)), "scene": c.scene}


def figure(v: Values, ctx: Ctx) -> Command:
    return armoury.SetFigure(who=v["who"], weapon=v["weapon"], figure=v["figure"], value=value(v["value"]))


def value(word: str) -> Scalar:
    """A figure as typed: a number (with or without a plus), yes or no, a band, or the word itself."""
    number = word[1:] if word[:1] == "+" else word
    if number.lstrip("-").isdecimal() and len(number) < 10:
        return int(number)
    if word in WORDS:
        return WORDS[word]
    band = find_term(BAND_NAMES, word)
    return word if isinstance(band, Rejected) else band


def of_figure(c: armoury.SetFigure) -> Values:
    word = {True: "yes", False: "no"}[c.value] if isinstance(c.value, bool) else str(c.value)
    return {"who": c.who, "weapon": c.weapon, "figure": c.figure, "value": word}


def place(v: Values, ctx: Ctx) -> Command:
    return zones.PlaceDevice(
        weapon=v["weapon"],
        target=v["target"],
        band=v.get("band", "touch"),
        by=v.get("by", ""),
        fuse=v.get("fuse", False),
        near=v.get("near", {}),
    )


def of_place(c: Any) -> Values:
    return {f: getattr(c, f) for f in c.__struct_fields__}


VERBS: tuple[Verb, ...] = (
    Verb(
        id="weapon",
        name=Name("武器", "weapon"),
        key="w",
        command=armoury.Carry,
        build=carry,
        values=of_carry,
        params=(
            WHO,
            Param(field="changes", kind="changes", terms=weapon_terms),
            Param(field="scene", kind="flag", keyword=Name("场景", "scene")),
        ),
        help=Name("拿起或放下武器", "take up weapons or put them down"),
    ),
    Verb(
        id="figure",
        name=Name("数据", "figure"),
        command=armoury.SetFigure,
        build=figure,
        values=of_figure,
        params=(
            WHO,
            Param(field="weapon", kind="term", terms=weapon_terms),
            Param(field="figure", kind="term", terms=figure_terms),
            Param(field="value", kind="joined", terms=lambda ctx: VALUES),
        ),
        help=Name("改手中武器的数据", "change a figure of an item in hand"),
    ),
    Verb(
        id="refigure",
        name=Name("复原数据", "refigure"),
        command=armoury.ResetFigures,
        params=(WHO, Param(field="weapon", kind="term", terms=weapon_terms)),
        help=Name("手中武器恢复样板数据", "an item in hand as in the book again"),
    ),
    Verb(
        id="device",
        name=Name("装置", "device"),
        command=zones.PlaceDevice,
        build=place,
        values=of_place,
        params=(
            Param(field="weapon", kind="term", terms=device_terms),
            Param(field="target", kind="who"),
            Param(field="band", kind="term", terms=band_terms, optional=True),
            Param(field="by", kind="who", keyword=Name("来自", "by"), optional=True),
            Param(field="fuse", kind="flag", keyword=Name("延时", "fuse")),
            Param(field="near", kind="pairs", terms=band_terms, keyword=Name("距离", "at"), optional=True),
        ),
        help=Name("手雷等落在某处", "a grenade or the like lies somewhere"),
    ),
    Verb(
        id="setoff",
        name=Name("起爆", "setoff"),
        command=zones.SetOff,
        params=(Param(field="device", kind="who"), Param(field="dud", kind="flag", keyword=Name("哑弹", "dud"))),
        help=Name("装置立即起爆，或成为哑弹", "a device goes off now, or proves a dud"),
    ),
    Verb(
        id="session-over",
        name=Name("能力恢复", "session-over"),
        command=armoury.SessionOver,
        build=lambda v, ctx: armoury.SessionOver(),
        values=lambda c: {},
        help=Name("耗用的能力立即恢复，专长除外", "abilities used up come back, specialties aside"),
    ),
)
