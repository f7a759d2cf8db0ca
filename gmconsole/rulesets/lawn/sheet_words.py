"""What sheets say: their events for the log, their refusals by code, the names of what they hold.

A chapter that has better words for a field of the sheet puts them into ``SAID``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ...core.messages import N_
from ...core.model import Event, Msg, Name, Text, Who
from ...core.ruleset import FieldSpec
from ...core.switches import Switch, advanced, optional
from . import creation, items, mastery, parts, sheets, skills
from . import creation_table as made_of
from .character import Belonging, Creation, Frenzy, Link, Remark
from .creation_steps import STEPS
from .state import ATTRIBUTES, LawnState
from .terms import TERMS as LAWN_TERMS
from .terms import TYPE_NAMES, term
from .trait_table import TRAITS

REJECTIONS = {
    "already-spent": N_("{who}: that would take {points} ({field}), but only {held} are left"),
    "has-that-item": N_("{who} has {item} already"),
    "has-that-skill": N_("{who} has that skill already: {skill}"),
    "lacks-skill": N_("{who} cannot do that without the skill {skill}"),
    "never-used-up": N_("{item} is never used up by being used, unless you say so: add the word ruled"),
    "no-slot-bought": N_("{who} has bought no slot"),
    "no-such-item": N_("{who} has no {item}, but: {carried}"),
    "no-such-skill": N_("{who} does not have that skill: {skill}"),
    "not-convertible": N_("{who} cannot give up {points} for attribute points; possible now: {allowed}"),
    "not-enough-points": N_("{who} has {held}, not {points} ({field})"),
    "not-european": N_("{language} is no second language to choose here; these are: {allowed}"),
    "not-in-the-scene": N_("No {item} lies here, but: {allowed}"),
    "not-minor": N_("{skill} is not a minor skill and fits the slot for any skill alone"),
    "not-native-english": N_("{who} is no native English speaker"),
    "nothing-rolled": N_("{who} has not rolled yet"),
    "only-the-lower-skill": N_("{who} has not learnt {skill}: only {lower}"),
    "part-gone": N_("{item} is without {part} already"),
    "points-to-lose": N_("The trait takes {points} attribute points, not {found}"),
    "potential-accepted": N_("{who} has accepted the roll"),
    "sheet-finished": N_("The sheet of {who} is finished"),
    "sheet-incomplete": N_("The sheet of {who} still lacks: {owed}"),
    "sheet-over-budget": N_("The sheet of {who} goes too far: {what}"),
    "skill-has-no-name": N_("{skill} is no skill of the table, or takes no name"),
    "skill-needs-name": N_("{skill} stands for many: write a colon and which one, as in sport:tennis"),
    "skill-of-no-table": N_(
        "{skill} is in no table; nearest: {near}. A real skill with a name can be agreed on: add agreed ordinary or "
        "agreed minor. A broad idea or a mere advantage is better a specialty"
    ),
    "skills-at-creation": N_("{who}: {skill}. Skills are taken at creation; override takes it all the same"),
    "which-slot": N_("Into which slot does {skill} go, {allowed}? Both are free"),
    "slot-full": N_("{who} has filled that slot ({slot}): {skills}"),
    "slots-bought": N_("{who} has bought all the slots there are: {most}"),
    "too-many-items": N_("{who} has all the items there can be: {most}"),
    "too-many-points": N_("{points} attribute points are more than the {allowed} there are"),
    "tools-need-skill": N_(
        "{who} cannot use these tools without the skill {skill}, unless you allow it: add the word sure"
    ),
}

OPTIONS: dict[str, Switch] = {
    "extra_minor_slot": advanced("购买次要技能位", "A minor slot may be bought"),
    "second_language": advanced("英语母语者的第二语言", "A second language for native English speakers"),
    "returning": advanced("再次登场", "Returning characters"),
    "swimming_is_common": optional("游泳是常识", "Swimming is common knowledge"),
    "children": optional("儿童角色", "Children as characters"),
    "elders": optional("老年角色", "Elders as characters"),
}

PART_NAMES: Mapping[str, Name] = {
    "a": Name("甲", "one"),
    "agreed": Name("商定为", "agreed"),
    "b": Name("乙", "other"),
    "choice": Name("选择", "choice"),
    "contents": Name("内含", "contents"),
    "count": Name("人数", "count"),
    "field": Name("栏目", "field"),
    "grant": Name("允许", "grant"),
    "item": Name("物品", "item"),
    "language": Name("语言", "language"),
    "lost": Name("失去", "lost"),
    "points": Name("点数", "points"),
    "players": Name("玩家人数", "players"),
    "skill": Name("技能", "skill"),
    "slot": Name("技能位", "slot"),
    "tag": Name("限于", "for"),
    "thing": Name("东西", "thing"),
    "type": Name("角色类型", "character type"),
    "value": Name("数值", "value"),
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
    "cash": Name("货币潜力点", "cash potential"),
    "reliable": Name("可靠潜力点", "reliable points"),
    "trait": Name("特质", "trait"),
    "trait_name": Name("特质的别名", "trait's own name"),
    "borrowed": Name("借来的特质", "borrowed trait"),
    "counters": Name("特质计数", "trait counters"),
    "words": Name("特质之选", "trait's choices"),
    "used": Name("可耗用能力", "expendable abilities"),
    "skill_slots": Name("技能位", "skill slots"),
    "specialties": Name("专长", "specialties"),
    "passions": Name("热衷专长", "passions"),
    "links": Name("连线", "links of specialties"),
    "xp": Name("经验值", "XP"),
    "tokens": Name("精神集中", "focus tokens"),
    "locked": Name("锁定的标示物", "locked tokens"),
    "frenzies": Name("狂乱状态", "frenzy states"),
    "belongings": Name("物品", "items"),
    "creation": Name("建卡", "creation"),
    "history": Name("经历", "history"),
    "name": Name("姓名", "name"),
    "dominant": Name("惯用手", "dominant hand"),
}

CHOICES: Mapping[str, Name] = {
    creation.ROLL: Name("掷骰", "roll", ("重骰", "reroll")),
    creation.ACCEPT: Name("接受", "accept"),
    creation.CONVERT: Name("转换", "convert"),
    made_of.MORE_XP: Name("较多经验", "more XP"),
    made_of.MORE_POTENTIAL: Name("较多潜力", "more potential"),
    made_of.ANY: Name("任意技能位", "any"),
    made_of.MINOR: Name("次要技能位", "minor"),
    made_of.SECOND: Name("第二语言", "second language"),
    made_of.BOTH: Name("第二语言", "second language"),
    "ordinary": Name("普通技能", "ordinary"),
    items.AWAY: Name("丢弃", "thrown away"),
    items.LOST: Name("遗失", "lost"),
    items.LEFT: Name("留在场景中", "left behind"),
    items.GIVEN: Name("交给", "given"),
    items.USED_UP: Name("用尽", "used up"),
    "campaign": Name("战役规定", "campaign"),
    **mastery.GRANT_NAMES,
}
"""The words of choices about a sheet."""

TERMS: dict[str, Mapping[str, Name]] = {
    "sheet": NAMES,
    "creation": CHOICES,
    "step": STEPS,
    "override": {row.id: row.name for row in made_of.FIGURES.values()},
    "character": {"child": Name("儿童", "child"), "elder": Name("老年人", "elder")},
    "hand": parts.HANDS,
    "frenzy": {},
}
"""Terms by kind; the chapter of frenzies gives them their words."""
LAWN_TERMS["ability"] = skills.names()
LAWN_TERMS["creation"] = CHOICES

LABELS: Mapping[int, Name] = {
    -2: Name("极差", "Very poor"),
    -1: Name("差", "Poor"),
    0: Name("平均", "Average"),
    1: Name("好", "Good"),
    2: Name("优秀", "Excellent"),
    3: Name("杰出", "Outstanding"),
}
"""What the value of an attribute means (LP-ATT-012); below the average a trait alone leads."""

MEANINGS: Mapping[str, Name] = {
    "PHY": Name("体质、力量、速度", "constitution, strength, speed"),
    "MND": Name("精神抗性与镇定", "mental resistance and composure"),
    "WIS": Name("智力、知识、教育、记忆", "intelligence, knowledge, education, memory"),
    "OPR": Name("用手制作、操作、命中", "crafting, operating and hitting with the hands"),
    "FLX": Name("全身的闪避、平衡、跳跃", "whole-body control: dodge, balance, jump"),
    "DSC": Name("视力、观察、调查、检索", "sight, observation, investigation, research"),
    "INF": Name("外貌、谈吐、影响力、艺术", "appearance, speech, influence, artistry"),
}
"""What each attribute is (LP-ATT-002 to -008)."""

KINDS: dict[str, str] = {
    "used": "expendable",
    "counters": "counter",
    "words": "counter",
    "specialties": "specialty",
    "overrides": "override",
}
"""Which terms the keys of a field are."""


FIGURES = {"potential": (-99, sheets.MOST), "cash": (0, sheets.MOST), "reliable": (0, sheets.MOST), "xp": (0, 99)}
"""The figures a GM may set, with their bounds; ordinary potential may be owed (LP-TRT-128)."""
WORDS = ("title", "gender", "age", "language", "appearance", "occupation", "background", "trait_name")
"""The texts a GM may set."""


def help_lines() -> tuple[tuple[Name, tuple[Name, ...]], ...]:
    """What each attribute is and what its values mean (LP-ATT-002 to -008, -012)."""
    meanings = tuple((TYPE_NAMES[a], (MEANINGS[a],)) for a in ATTRIBUTES)
    labels = tuple(Name(f"{n:+d} {name.zh}", f"{n:+d} {name.en}") for n, name in LABELS.items() if n >= 0)
    return (*meanings, (Name("属性值", "attribute"), labels))


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
        return items.title(value)
    if isinstance(value, Remark):
        return value.text
    if isinstance(value, Link):
        return Msg("{a}-{b}", {"a": Msg("specialty:" + value.a), "b": Msg("specialty:" + value.b)})
    return term(str(value))


def _changed_list(field: str, before: tuple[Any, ...], after: tuple[Any, ...]) -> tuple[Text, ...]:
    name = Msg("sheet:" + field)
    said: list[Text] = []
    new = tuple(_thing(v) for v in after if v not in before)
    gone = tuple(_thing(v) for v in before if v not in after)
    if new:
        said.append(Msg("{field}: {things}", {"field": name, "things": new}))
    if gone:
        said.append(Msg("{field}: no longer {things}", {"field": name, "things": gone}))
    return tuple(said)


def changed_table(field: str, before: Mapping[str, Any], after: Mapping[str, Any]) -> tuple[Text, ...]:
    """What changed in one of the sheet's tables, entry by entry, in general words."""
    said: list[Text] = []
    for key in dict.fromkeys((*before, *after)):
        was, now = before.get(key), after.get(key)
        # A figure that begins at nothing is no news.
        if was == now or (was is None and now == 0):
            continue
        said.append(_entry(field, key, was, now))
    return tuple(said)


def _entry(field: str, key: str, was: Any, now: Any) -> Text:
    fields: dict[str, Any] = {"field": Msg("sheet:" + field), "key": named(field, key)}
    if field == "used":
        return Msg("{key} used" if (now or 0) > (was or 0) else "{key} ready again", fields)
    if now is None:
        return Msg("{field}: no longer {key}", fields)
    if isinstance(now, int):
        return Msg("{key} {before}>{after}", {**fields, "before": was or 0, "after": now})
    return Msg("{field}: {key} {after}", {**fields, "after": term(str(now))})


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
    return changed_table(field, before, after)


def _relations(before: Mapping[str, str], after: Mapping[str, str], state: LawnState) -> tuple[Text, ...]:
    """How somebody has come to know others, who are called by their names where they are here."""
    here = {creation.known_as(person): Who(person.id) for person in state.entities.values()}
    return tuple(
        Msg("{who}: {text}", {"who": here.get(key, key), "text": text})
        for key, text in after.items()
        if before.get(key) != text
    )


def _belongings(before: tuple[Belonging, ...], after: tuple[Belonging, ...]) -> tuple[Text, ...]:
    """Items taken, changed or gone; one that changed is said as it is now."""
    now = {item.name for item in after}
    said: list[Text] = []
    things = tuple(items.title(item) for item in after if item not in before)
    gone = tuple(items.title(item) for item in before if item.name not in now)
    if things:
        said.append(Msg("{field}: {things}", {"field": Msg("sheet:belongings"), "things": things}))
    if gone:
        said.append(Msg("{field}: no longer {things}", {"field": Msg("sheet:belongings"), "things": gone}))
    return tuple(said)


def _creation(before: Creation, after: Creation) -> tuple[Text, ...]:
    """What was done of a creation, as far as no figure tells it."""
    said: list[Text] = []
    if after.rolled != before.rolled:
        faces = " ".join(map(str, after.rolled))
        said.append(Msg("potential rolled: [{faces}]", {"faces": faces}) if faces else Msg("potential is rolled anew"))
    if after.converted > before.converted:
        said.append(Msg("{points} potential given up for attribute points", {"points": after.converted}))
    if after.xp != before.xp:
        said.append(Msg("creation:" + after.xp))
    if after.extra_slots != before.extra_slots:
        fields: dict[str, Any] = {"before": before.extra_slots, "after": after.extra_slots}
        said.append(Msg("minor slots bought {before}>{after}", fields))
    if before.open and not after.open:
        said.append(Msg("the sheet is finished"))
    return tuple(said)


def _overrides(before: Mapping[str, int], after: Mapping[str, int]) -> tuple[Text, ...]:
    """The campaign's own figures of creation that changed, those of the book where they hold again."""
    changed_ = [key for key in dict.fromkeys((*before, *after)) if before.get(key) != after.get(key)]
    return tuple(
        Msg("{key}: {after}", {"key": Msg("override:" + key), "after": after.get(key, made_of.FIGURES[key].value)})
        for key in changed_
    )


def _nothing(before: Any, after: Any) -> tuple[Text, ...]:
    """What another event tells."""
    return ()


SAID: dict[str, Callable[[Any, Any], tuple[Text, ...]]] = {
    "belongings": _belongings,
    "creation": _creation,
    "overrides": _overrides,
    "skill_slots": _nothing,
}
"""Better words for a field: from what it was and what it is now to what is said, nothing where that is empty."""


def changed(e: sheets.SheetChanged, state: LawnState) -> Msg | None:
    """What changed on somebody's sheet."""
    before, after = sheets.written(e.before), sheets.written(e.after)
    parts: list[Text] = []
    for field, now in after.items():
        say = SAID.get(field)
        if field == "relations":
            parts.extend(_relations(before[field], now, state))
        else:
            parts.extend(say(before[field], now) if say is not None else _generic(field, before[field], now))
    if not parts:
        return None
    fields: dict[str, Any] = {"who": Who(e.who), "parts": tuple(parts), "cause": term(e.cause)}
    told = not e.cause or e.cause in (after.get("trait"), before.get("trait"))
    return Msg("{who}: {parts}" if told else "{who}: {parts} ({cause})", fields)


def _basics(e: creation.BasicsSet, state: LawnState) -> Msg:
    """Attributes and the dominant hand."""
    said: list[Text] = []
    for attribute in ATTRIBUTES:
        was, now = e.before.attributes.get(attribute, 0), e.after.attributes.get(attribute, 0)
        if was != now:
            fields: dict[str, Any] = {"key": Msg("type:" + attribute), "before": was, "after": now}
            said.append(Msg("{key} {before}>{after}", fields))
    if e.before.dominant != e.after.dominant:
        hand: dict[str, Any] = {"field": Msg("sheet:dominant"), "after": Msg("hand:" + e.after.dominant)}
        said.append(Msg("{field}: {after}", hand))
    return Msg("{who}: {parts}", {"who": Who(e.who), "parts": tuple(said)})


def _campaign(e: sheets.CampaignChanged, state: LawnState) -> Msg | None:
    """What the GM said of the campaign; what a session does to it is told by its own chapter."""
    said: list[Text] = []
    if e.before.players != e.after.players:
        said.append(Msg("players: {count}", {"count": e.after.players or Msg("as many as player characters")}))
    if e.before.language != e.after.language:
        word = e.after.language or made_of.ENGLISH
        row = skills.LANGUAGES.get(word)
        said.append(Msg("common foreign language: {language}", {"language": word if row is None else row.name}))
    for key, value in e.after.creation.items():
        if e.before.creation.get(key) != value:
            said.append(Msg("{key}: {after}", {"key": Msg("override:" + key), "after": value}))
    for key in e.before.creation:
        if key not in e.after.creation:
            said.append(Msg("{key}: {after}", {"key": Msg("override:" + key), "after": made_of.FIGURES[key].value}))
    for word, yes in e.after.automatic.items():
        if e.before.automatic.get(word) is not yes:
            text = N_("everybody masters {skill}") if yes else N_("not everybody masters {skill}")
            said.append(Msg(text, {"skill": skills.title(word)}))
    for word, yes in e.after.everyday.items():
        if e.before.everyday.get(word) is not yes:
            usual = made_of.EVERYDAY.get(word)
            text = (
                N_("carried as a matter of course: {thing}")
                if yes
                else N_("not carried as a matter of course: {thing}")
            )
            said.append(Msg(text, {"thing": usual.name if usual is not None else word}))
    return Msg("campaign: {parts}", {"parts": tuple(said)}) if said else None


def _item_used(e: items.ItemUsed, state: LawnState) -> Msg:
    fields: dict[str, Any] = {"who": Who(e.who), "item": items.title(e.item), "how": e.how}
    return Msg("{who} uses {item}: {how}" if e.how else "{who} uses {item}", fields)


def _scene(e: items.SceneChanged, state: LawnState) -> Msg:
    new = tuple(items.title(i) for i in e.after if i not in e.before)
    gone = tuple(items.title(i) for i in e.before if i not in e.after)
    return Msg("lies here now: {things}", {"things": new}) if new else Msg("picked up: {things}", {"things": gone})


SAY: Mapping[type[Event], Callable[[Any, LawnState], Msg | None]] = {
    sheets.SheetChanged: changed,
    sheets.CampaignChanged: _campaign,
    creation.BasicsSet: _basics,
    items.ItemUsed: _item_used,
    items.SceneChanged: _scene,
}
