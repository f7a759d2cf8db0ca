"""What sheets say: their events for the log, their refusals by code, the names of what they hold.

A chapter that has better words for a field of the sheet puts them into ``SAID``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ...core.messages import N_
from ...core.model import Event, Msg, Name, Text, Who
from ...core.ruleset import FieldSpec
from . import sheets
from .character import Belonging, Frenzy, Link, Specialty
from .state import LawnState
from .terms import term
from .trait_table import TRAITS

REJECTIONS = {
    "not-enough-points": N_("{who} has {held}, not {points} ({field})"),
}

NAMES: Mapping[str, Name] = {
    "title": Name("头衔", "title"),
    "gender": Name("性别", "gender"),
    "age": Name("年龄", "age"),
    "language": Name("母语", "native language"),
    "appearance": Name("外貌", "appearance"),
    "occupation": Name("职业", "occupation"),
    "background": Name("背景", "background"),
    "type": Name("角色类型", "character type"),
    "returning": Name("再次登场", "returning"),
    "games": Name("经历过的游戏", "earlier games"),
    "relations": Name("关系", "relations"),
    "overrides": Name("战役规定", "campaign's own figures"),
    "potential": Name("潜力", "potential"),
    "cash": Name("现金潜力", "cash potential"),
    "reliable": Name("可靠点数", "reliable points"),
    "trait": Name("特质", "trait"),
    "trait_name": Name("特质的别名", "trait's own name"),
    "borrowed": Name("借来的特质", "borrowed trait"),
    "counters": Name("特质计数", "trait counters"),
    "words": Name("特质之选", "trait's choices"),
    "used": Name("可消耗能力", "expendable abilities"),
    "skill_slots": Name("技能位", "skill slots"),
    "specialties": Name("特长", "specialties"),
    "passions": Name("热情所在", "passions"),
    "links": Name("特长的联系", "links of specialties"),
    "xp": Name("经验值", "XP"),
    "tokens": Name("精神集中", "focus tokens"),
    "locked": Name("锁定的标示物", "locked tokens"),
    "frenzies": Name("狂乱状态", "frenzy states"),
    "belongings": Name("物品", "items"),
}

TERMS: dict[str, Mapping[str, Name]] = {
    "sheet": NAMES,
    "trait": {},
    "expendable": {},
    "counter": {},
    "specialty": {},
    "frenzy": {},
}
"""Terms by kind; the chapters that own the empty ones give them their words."""

KINDS: dict[str, str] = {
    "used": "expendable",
    "counters": "counter",
    "words": "counter",
    "specialties": "specialty",
    "skill_slots": "ability",
    "overrides": "override",
}
"""Which terms the keys of a field are."""


FIGURES = {"potential": (-99, sheets.MOST), "cash": (0, sheets.MOST), "reliable": (0, sheets.MOST), "xp": (0, 99)}
"""The figures a GM may set, with their bounds; ordinary potential may be owed (LP-TRT-128)."""
WORDS = ("title", "gender", "age", "language", "appearance", "occupation", "background", "trait_name")
"""The texts a GM may set."""


def fields() -> dict[str, FieldSpec]:
    """What a GM may correct on a sheet by its field."""
    figures = {
        key: FieldSpec(name=NAMES[key], path=("sheet", key), kind="int", low=low, high=high, only=("pc",))
        for key, (low, high) in FIGURES.items()
    }
    words = {key: FieldSpec(name=NAMES[key], path=("sheet", key), kind="text", only=("pc",)) for key in WORDS}
    trait = FieldSpec(
        name=NAMES["trait"],
        path=("sheet", "trait"),
        kind="choice",
        choices=("", *TRAITS),
        term="trait",
        only=("pc",),
    )
    return {**figures, **words, "trait": trait}


def named(field: str, key: str) -> Text:
    """The name of a key of one of the sheet's tables, as a text; a word that is no term stays as it is."""
    return Msg(f"{KINDS[field]}:{key}") if field in KINDS else term(key)


def _thing(value: Any) -> Text:
    """One of the values that a list of the sheet holds."""
    if isinstance(value, Frenzy):
        return Msg("frenzy:" + value.id)
    if isinstance(value, Belonging):
        return Msg("{name} ({note})", {"name": value.name, "note": value.note}) if value.note else value.name
    if isinstance(value, Link):
        return Msg("{a}-{b}", {"a": Msg("specialty:" + value.a), "b": Msg("specialty:" + value.b)})
    return term(str(value))


def _changed_list(field: str, before: tuple[Any, ...], after: tuple[Any, ...]) -> tuple[Text, ...]:
    name = Msg("sheet:" + field)
    said: list[Text] = []
    for text, one, other in (
        (N_("{field}: {things}"), after, before),
        (N_("{field}: no longer {things}"), before, after),
    ):
        things = tuple(_thing(v) for v in one if v not in other)
        if things:
            said.append(Msg(text, {"field": name, "things": things}))
    return tuple(said)


def _changed_table(field: str, before: Mapping[str, Any], after: Mapping[str, Any]) -> tuple[Text, ...]:
    said: list[Text] = []
    for key in dict.fromkeys((*before, *after)):
        was, now = before.get(key), after.get(key)
        if was == now:
            continue
        said.append(_entry(field, key, was, now))
    return tuple(said)


def _entry(field: str, key: str, was: Any, now: Any) -> Text:
    fields: dict[str, Any] = {"field": Msg("sheet:" + field), "key": named(field, key)}
    if field == "used":
        return Msg("{key} used" if (now or 0) > (was or 0) else "{key} ready again", fields)
    if isinstance(was, Specialty) or isinstance(now, Specialty):
        return _specialty(was, now, fields)
    if now is None:
        return Msg("{field}: no longer {key}", fields)
    if isinstance(now, int):
        return Msg("{key} {before}>{after}", {**fields, "before": was or 0, "after": now})
    return Msg("{field}: {key} {after}", {**fields, "after": term(str(now))})


def _specialty(was: Specialty | None, now: Specialty | None, fields: dict[str, Any]) -> Text:
    if now is None:
        return Msg("specialty {key} lost", fields)
    if was is None:
        return Msg("specialty {key}", fields)
    if was.expended != now.expended:
        return Msg("specialty {key} expended" if now.expended else "specialty {key} is ready", fields)
    return Msg("specialty {key} cools {before}>{after}", {**fields, "before": was.cooling, "after": now.cooling})


def _generic(field: str, before: Any, after: Any) -> tuple[Text, ...]:
    """What changed in a field, in general words."""
    name = Msg("sheet:" + field)
    if isinstance(after, bool):
        return (Msg("{field}: {after}", {"field": name, "after": Msg("on") if after else Msg("off")}),)
    if isinstance(after, int):
        return (Msg("{field} {before}>{after}", {"field": name, "before": before, "after": after}),)
    if isinstance(after, str):
        text: Text = Msg("none") if not after else Msg("trait:" + after) if field in ("trait", "borrowed") else after
        return (Msg("{field}: {after}", {"field": name, "after": text}),)
    if isinstance(after, tuple):
        return _changed_list(field, before, after)
    return _changed_table(field, before, after)


def _relations(before: Mapping[str, str], after: Mapping[str, str]) -> tuple[Text, ...]:
    return tuple(
        Msg("{who}: {text}", {"who": key, "text": text}) for key, text in after.items() if before.get(key) != text
    )


SAID: dict[str, Callable[[Any, Any], tuple[Text, ...]]] = {"relations": _relations}
"""Better words for a field: from what it was and what it is now to what is said, nothing where that is empty."""


def changed(e: sheets.SheetChanged, state: LawnState) -> Msg | None:
    """What changed on somebody's sheet."""
    before, after = sheets.written(e.before), sheets.written(e.after)
    parts: list[Text] = []
    for field, now in after.items():
        say = SAID.get(field)
        parts.extend(say(before[field], now) if say is not None else _generic(field, before[field], now))
    if not parts:
        return None
    fields: dict[str, Any] = {"who": Who(e.who), "parts": tuple(parts), "cause": term(e.cause)}
    return Msg("{who}: {parts} ({cause})" if e.cause else "{who}: {parts}", fields)


SAY: Mapping[type[Event], Callable[[Any, LawnState], Msg | None]] = {
    sheets.SheetChanged: changed,
}
