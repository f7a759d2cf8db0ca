"""What traits and their abilities say: events for the log, refusals by code, the words of the tables and switches."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ...core.messages import N_
from ...core.model import Event, Msg, Name, Who
from ...core.switches import Switch, advanced
from ...core.views import Span
from . import abilities, cards, sheets, traits
from .state import LawnState, Person
from .terms import TERMS as LAWN_TERMS
from .trait_table import ABILITIES, TRAITS

REJECTIONS = {
    "ability-expended": N_("{who} has used {ability} up until the session ends"),
    "choose-specialty": N_("{trait} comes with one specialty: {allowed}"),
    "critical-failure-bars": N_("{ability} of {who} does not mend a critical failure"),
    "between-sessions-only": N_("Only between two sessions"),
    "needs-trait": N_("{who} is not {trait}"),
    "no-check-to-use-on": N_("There is no check that {who} could use {ability} on"),
    "no-minor-skill": N_("{who} has no minor skill {skill}"),
    "no-sheet": N_("{who} has no sheet"),
    "no-such-ability": N_("{who} has no such ability: {allowed}"),
    "no-such-face": N_("{who} has no {face} on the table"),
    "no-such-choice": N_("{trait} comes with no choice of {value}"),
    "no-trait": N_("{who} has no trait"),
    "not-for-this-check": N_("{ability} of {who} serves other checks"),
    "nothing-to-add": N_("{ability} of {who} would add nothing"),
    "not-related": N_("{who} cannot expend {specialty} for this check"),
    "once-between-sessions": N_("{who} has done that since the last session"),
    "own-checks-only": N_("{ability} of {who} serves their own checks only"),
    "potential-enough": N_("{who} has {held} potential, that is enough"),
    "specialty-owned": N_("{who} has the specialty {specialty} already"),
    "too-long": N_("{field}: at most {most} letters"),
    "too-many-banned": N_("At most {most} traits can be ruled out, not {count}"),
    "trait-taken": N_("{who} has a trait already: {trait}"),
    "unknown-trait": N_("{trait} is not one of {allowed}"),
    "wrong-moment": N_("{ability} of {who} cannot be used at this moment"),
}

TRAIT_NAMES: Mapping[str, Name] = {trait.id: trait.name for trait in TRAITS.values()}
ABILITY_NAMES: Mapping[str, Name] = {row.id: row.name for row in ABILITIES.values()}
COUNTER_NAMES: dict[str, Name] = {
    "lucky_number": Name("幸运数字", "lucky number"),
    "steady_x": Name("稳妥之X", "X of Steady"),
    "persistent_checks": Name("投入潜力的检定", "checks with potential"),
    "degree_face": Name("成功度骰目", "degree face"),
    "growth_points": Name("成长点", "growth points"),
    "adventure_dice": Name("冒险骰", "adventure dice"),
    "nights_awake": Name("熬夜数", "nights awake"),
    "critical_seen": Name("本场大成败", "critical this session"),
}
"""The counters that traits keep on a sheet; the chapters of single traits add theirs."""
ON_CARD = ("growth_points", "nights_awake")
"""Counters without a preset that a card shows once there are any."""
TERMS: dict[str, Mapping[str, Name]] = {
    "trait": TRAIT_NAMES,
    "expendable": ABILITY_NAMES,
    "counter": COUNTER_NAMES,
}
LAWN_TERMS["trait"] = TRAIT_NAMES
LAWN_TERMS["expendable"] = ABILITY_NAMES

OPTIONS: dict[str, Switch] = {
    "open_armed": advanced("坦然面对", "Open-armed choice"),
    "adroit_exchange": advanced("玲珑换经验", "Adroit exchange"),
}

PART_NAMES: Mapping[str, Name] = {
    "ability": Name("能力", "ability"),
    "banned": Name("排除", "without"),
    "known": Name("用过", "known"),
    "name": Name("名称", "name"),
    "number": Name("数字", "number"),
    "points": Name("点数", "points"),
    "position": Name("第几颗", "position"),
    "skill": Name("技能", "skill"),
    "specialty": Name("专长", "specialty"),
    "times": Name("次数", "times"),
    "trait": Name("特质", "trait"),
}


def _drawn(e: traits.TraitDrawn, state: LawnState) -> Msg:
    fields: dict[str, Any] = {"who": Who(e.who), "number": e.number, "trait": Msg("trait:" + e.trait)}
    return Msg("{who} draws {number}: {trait}" if e.kept else "{who} draws {number}: {trait}, not kept", fields)


def spans(person: Person) -> tuple[Span, ...]:
    """The trait on a card, its own figures, and what it can still expend in this session."""
    sheet = sheets.sheet_of(person)
    out: list[Span] = []
    for trait in traits.held(person):
        name = sheet.trait_name if trait == sheet.trait else ""
        out.append(Span(name or (Msg("trait:" + trait) if trait in TRAITS else trait), "quiet"))
    found = traits.row(person)
    gathered = (key for key in ON_CARD if key in sheet.counters)
    for key in dict.fromkeys((*(found.counters if found is not None else ()), *gathered)):
        fields: dict[str, Any] = {"key": Msg("counter:" + key), "after": traits.counter(person, key)}
        out.append(Span(Msg("{key} {after}", fields), "quiet"))
    for row in traits.abilities(person):
        left = abilities.ready(person, row)
        text = Msg("{ability} {left}/{uses}", {"ability": abilities.ability_name(row), "left": left, "uses": row.uses})
        out.append(Span(text, "calm" if left else "quiet"))
    return tuple(out)


cards.CARD.append(spans)

SAY: Mapping[type[Event], Callable[[Any, LawnState], Msg | None]] = {traits.TraitDrawn: _drawn}
