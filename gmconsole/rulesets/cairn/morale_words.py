"""Sentences, switches and terms of morale, reactions, the die of fate and hirelings."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ...core.messages import N_
from ...core.model import Field, Msg, Name, Text, Who
from ...core.switches import Switch
from . import hirelings, morale, reactions, terms
from .hireling_table import BACKGROUNDS, ROLES, TRAITS, Entries, entries_by_id, tables, trait_words
from .state import ATTRIBUTES, CairnState, Group
from .terms import term

REJECTIONS: Mapping[str, str] = {
    "cannot-surrender": N_("{who} is not in the fight and cannot surrender"),
    "leader-or-own": N_("The group {group} saves with its leader's WIL or with its own, not with both"),
    "morale-is-owed": N_("{who}: a morale save is open already"),
    "morale-not-for-pcs": N_("{who} is a PC: morale does not concern PCs"),
    "nothing-about-group": N_("Say who belongs to the group {group}, who leads it, or how many it started with"),
    "reaction-of-npcs": N_("{who} is a PC: the players say how a PC behaves"),
    "stance-known": N_("The stance of {who} is known: no roll is made. Say it is unclear first to roll all the same"),
}
OPTIONS: Mapping[str, Switch] = {}


def _listed(it: Entries) -> Name:
    """What a table is called, with its numbered entries, so that one can be picked."""
    zh = "，".join(f"{n} {entry.zh}" for n, entry in enumerate(it.entries, 1))
    en = ", ".join(f"{n} {entry.en}" for n, entry in enumerate(it.entries, 1))
    return Name(f"{it.name.zh}（{zh}）", f"{it.name.en} ({en})")


TABLES = tables()
TERMS: Mapping[str, Mapping[str, Name]] = {
    "stance": {
        "hostile": Name("敌对", "hostile"),
        "wary": Name("戒备", "wary"),
        "curious": Name("好奇", "curious"),
        "kind": Name("和善", "kind"),
        "helpful": Name("热心", "helpful"),
        reactions.UNCLEAR: Name("不明", "unclear"),
    },
    "fate": {
        "favours": Name("对玩家角色有利", "favours the PCs"),
        "bad_luck": Name("玩家角色走霉运", "bad luck for the PCs"),
    },
    "role": {key: role.name for key, role in ROLES.items()},
    "background": {key: background.name for key, background in BACKGROUNDS.items()},
    "table": {key: _listed(it) for key, it in TABLES.items()},
    "entry": entries_by_id(),
    "about": {
        "role": Name("岗位", "role"),
        "wage": Name("日薪", "wage a day"),
        "background": Name("背景", "background"),
        "first_table": Name("第一张表", "first table"),
        "second_table": Name("第二张表", "second table"),
        "gold": Name("金币", "gold"),
        "age": Name("年龄", "age"),
        **{key: trait.name for key, trait in TRAITS.items()},
    },
    "answer": {
        **{key: role.name for key, role in ROLES.items()},
        **{key: background.name for key, background in BACKGROUNDS.items()},
        "market": Name("给予装备", "give it"),
        "nothing": Name("不给", "nothing"),
        "roll": Name("掷骰", "roll"),
    },
    **{key: trait_words(trait) for key, trait in TRAITS.items()},
}
for _kind in ("answer", "table"):
    terms.TERMS[_kind] = {**terms.TERMS.get(_kind, {}), **TERMS[_kind]}

PART_NAMES: Mapping[str, Name] = {
    "alone": Name("单独", "alone"),
    "background": Name("背景", "background"),
    "leader": Name("首领", "leader"),
    "own": Name("自身", "own"),
    "role": Name("岗位", "role"),
    "stance": Name("态度", "stance"),
    "start": Name("起始人数", "starting number"),
}


def _group(key: str, group: Group) -> Msg | None:
    """A group with its number and leader, as far as it has them: before a fight nobody is counted yet."""
    fields: dict[str, Field] = {"group": term(key), "start": group.start}
    if not group.use_leader:
        return Msg("{group} {start}", fields) if group.start else None
    fields["leader"] = Who(group.leader)
    return Msg("{group} {start}, leader's WIL: {leader}" if group.start else "{group}, leader's WIL: {leader}", fields)


def _groups(e: morale.GroupsChanged, state: CairnState) -> Msg | None:
    said = [_group(key, group) for key, group in e.after.items() if e.before.get(key) != group]
    changed = tuple(group for group in said if group is not None)
    return Msg("morale groups: {groups}", {"groups": changed}) if changed and e.told else None


def _shaken(e: morale.Shaken, state: CairnState) -> Msg | None:
    if not e.who:
        return None
    fields: dict[str, Field] = {"group": term(e.group), "lost": e.lost, "start": e.after.start}
    if e.first and e.half:
        return Msg("{group}: first casualty and half lost ({lost} of {start}), morale", fields)
    if e.first:
        return Msg("{group}: first casualty ({lost} of {start}), morale", fields)
    return Msg("{group}: half lost ({lost} of {start}), morale", fields)


def _reacted(e: reactions.Reacted, state: CairnState) -> Msg:
    stance: Text = Msg("stance:" + (e.after or reactions.UNCLEAR))
    fields: dict[str, Field] = {"who": tuple(Who(who) for who in e.before), "stance": stance}
    if not e.faces:
        return Msg("{who}: stance {stance}", fields)
    faces = " ".join(map(str, e.faces))
    return Msg("{who}: reaction 2d6 {faces} = {sum}, {stance}", {**fields, "faces": faces, "sum": sum(e.faces)})


def _fate(e: reactions.FateSpoke, state: CairnState) -> Msg:
    fields: dict[str, Field] = {
        "question": e.question,
        "face": e.face,
        "reading": Msg("fate:" + reactions.reading(e.face)),
    }
    return Msg(
        "die of fate ({question}): {face}, {reading}" if e.question else "die of fate: {face}, {reading}", fields
    )


def _scores(faces: tuple[tuple[int, ...], ...]) -> tuple[Msg, ...]:
    return tuple(
        Msg(
            "{attribute} {score} ({faces})",
            {"attribute": term(attribute), "score": sum(three), "faces": "+".join(map(str, three))},
        )
        for attribute, three in zip(ATTRIBUTES, faces, strict=False)
    )


def _hired(e: hirelings.Hired, state: CairnState) -> Msg:
    fields: dict[str, Field] = {
        "who": Who(e.who),
        "role": Msg("role:" + e.role),
        "wage": e.after.get("wage", ""),
        "scores": _scores(e.faces),
        "hp": e.hp,
    }
    return Msg("{who} hired as {role} for {wage} gp a day: {scores}, HP {hp}", fields)


def _what(key: str, value: str) -> Text:
    """What is told under that key; for an entry of a background what its table is about."""
    told = TABLES.get(value.rpartition(".")[0])
    return told.name if told is not None else Msg("about:" + key)


def _told(e: hirelings.Told, state: CairnState) -> Msg | None:
    new = tuple(
        Msg("{what} {value}", {"what": _what(key, value), "value": hirelings.said(key, value)})
        for key, value in e.after.items()
        if e.before.get(key) != value and key in TERMS["about"]
    )
    return Msg("{who}: {told}", {"who": Who(e.who), "told": new}) if new else None


SAY: dict[type, Callable[[Any, Any], Msg | None]] = {
    morale.Grouped: lambda e, s: Msg(
        "{who}: morale group {group}", {"who": tuple(Who(who) for who in e.before), "group": term(e.after)}
    ),
    morale.GroupsChanged: _groups,
    morale.Shaken: _shaken,
    reactions.Reacted: _reacted,
    reactions.FateSpoke: _fate,
    hirelings.Hired: _hired,
    hirelings.ScoresDrawn: lambda e, s: Msg("{who}: {scores}", {"who": Who(e.who), "scores": _scores(e.faces)}),
    hirelings.Told: _told,
}
