"""The whole sheet of somebody, section by section, as texts for whatever shows it: a screen, a page, a chat.

Covers LP-CHR-001, LP-ATT-012, LP-ITM-006, -007 and LP-SPC-027 as far as they are shown.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import msgspec

from ...core.model import Field, Msg, Name, Text, Who
from . import abilities, creation, items, plans, sheets, skill_words, skills, specialties, spirit_words, traits
from .character import Belonging, Sheet
from .sheet_words import LABELS, NAMES
from .sheets import sheet_of
from .specialty_table import title
from .state import ATTRIBUTES, LawnState, Person
from .terms import TYPE_NAMES, check_name
from .trait_table import ABILITIES, TRAITS
from .words import injury_name

SECTIONS: Mapping[str, Name] = {
    "background": Name("基本背景", "Background"),
    "attributes": Name("属性", "Attributes"),
    "condition": Name("神志与状态", "Sanity and states"),
    "potential": Name("潜力与经验", "Potential and XP"),
    "trait": Name("特质", "Trait"),
    "abilities": Name("可耗用能力", "Expendable abilities"),
    "specialties": Name("专长", "Specialties"),
    "skills": Name("技能", "Skills"),
    "items": Name("物品", "Items"),
    "everyday": Name("必然携带物品", "Everyday belongings"),
    "relations": Name("关系", "Relations"),
    "history": Name("经历", "History"),
}


class Line(msgspec.Struct, frozen=True):
    """One line of a section: what it is about where that has a name, and what stands there."""

    label: Text
    text: Text


class Section(msgspec.Struct, frozen=True, kw_only=True):
    """A section of the sheet with its lines; one without lines is not given."""

    id: str
    name: Name
    lines: tuple[Line, ...]


def pages(state: LawnState, who: str) -> tuple[Section, ...]:
    """The sections of somebody's sheet that hold anything, in the order of the book's sheet."""
    person = state.entities[who]
    found = ((key, tuple(make(state, person))) for key, make in MAKERS.items())
    return tuple(Section(id=key, name=SECTIONS[key], lines=lines) for key, lines in found if lines)


def _plain(*texts: Text) -> list[Line]:
    return [Line("", text) for text in texts]


def _background(state: LawnState, person: Person) -> list[Line]:
    sheet = sheet_of(person)
    lines = [Line(NAMES["name"], person.name)]
    lines.extend(
        Line(NAMES[field], getattr(sheet, field))
        for field in (*creation.BACKGROUND, "background")
        if field not in ("name", "dominant") and getattr(sheet, field)
    )
    lines.append(Line(NAMES["dominant"], Msg("hand:" + person.dominant)))
    if sheet.type:
        lines.append(Line(NAMES["type"], Msg("character:" + sheet.type)))
    if sheet.returning:
        lines.append(Line(NAMES["returning"], Msg("{games}", {"games": sheet.games}) if sheet.games else Msg("yes")))
    if sheet.overrides:
        said = tuple(
            Msg("{key} {after}", {"key": Msg("override:" + k), "after": n}) for k, n in sheet.overrides.items()
        )
        lines.append(Line(NAMES["overrides"], Msg("{things}", {"things": said})))
    return lines


def _attributes(state: LawnState, person: Person) -> list[Line]:
    lines = []
    for attribute in ATTRIBUTES:
        value = person.attributes.get(attribute, 0)
        label = LABELS.get(value)
        fields: dict[str, Field] = {"value": f"{value:+d}", "label": label or ""}
        lines.append(Line(TYPE_NAMES[attribute], Msg("{value} {label}" if label else "{value}", fields)))
    return lines


def _condition(state: LawnState, person: Person) -> list[Line]:
    lines = [Line(Name("神志", "sanity"), f"{person.sanity}/{person.sanity_max}")]
    lines.extend(_plain(*(injury_name(injury) for injury in person.states)))
    lines.extend(_plain(*(spirit_words.shown(frenzy) for frenzy in sheet_of(person).frenzies)))
    return lines


def _potential(state: LawnState, person: Person) -> list[Line]:
    sheet = sheet_of(person)
    lines = [
        Line(NAMES[kind], str(n)) for kind in sheets.POTENTIAL if (n := getattr(sheet, kind)) or kind == "potential"
    ]
    return [*lines, Line(NAMES["xp"], str(sheet.xp))]


def _trait(state: LawnState, person: Person) -> list[Line]:
    sheet = sheet_of(person)
    lines: list[Line] = []
    for trait in traits.held(person):
        name: Text = Msg("trait:" + trait)
        if trait == sheet.trait and sheet.trait_name:
            name = Msg("{name} ({note})", {"name": sheet.trait_name, "note": name})
        row = TRAITS.get(trait)
        help_ = tuple(row.help) if row is not None else ()
        lines.append(Line(name, Msg("{things}", {"things": help_}) if help_ else ""))
    lines.extend(Line(Msg("counter:" + key), str(n)) for key, n in sheet.counters.items() if key not in plans.STEPS)
    lines.extend(_word(sheet, key, word) for key, word in sheet.words.items())
    if person.stored:
        lines.extend(_plain(Msg("stored: {faces}", {"faces": " ".join(map(str, person.stored))})))
    for link in sheet.links:
        ends: dict[str, Field] = {"a": title(link.a), "b": title(link.b), "why": link.why}
        lines.append(Line(NAMES["links"], Msg("{a}-{b}: {why}", ends)))
    return lines


def _word(sheet: Sheet, key: str, word: str) -> Line:
    """What a trait has chosen; a step of a plan says whether it is used up."""
    used = key in plans.STEPS and sheet.counters.get(key)
    return Line(Msg("counter:" + key), Msg("{step}, used up", {"step": word}) if used else word)


def _abilities(state: LawnState, person: Person) -> list[Line]:
    lines = []
    for row in abilities.expendables(state, person):
        if row.kind == specialties.KIND:
            continue
        fields: dict[str, Field] = {"left": row.left, "uses": row.uses}
        text = "{left} of {uses} left"
        if row.kind == "trait" and row.id in ABILITIES:
            fields["help"] = ABILITIES[row.id].help
            text = "{left} of {uses} left: {help}"
        lines.append(Line(row.name, Msg(text, fields)))
    return lines


def _skills(state: LawnState, person: Person) -> list[Line]:
    slots = sheet_of(person).skill_slots
    held = [Line(Msg("creation:" + slots[s]) if s in slots else "", skills.title(s)) for s in person.skills]
    return [*held, *_plain(*(skill_words.title(item) for item in sheet_of(person).kept))]


def _items(state: LawnState, person: Person) -> list[Line]:
    return _plain(*(_item(item) for item in sheet_of(person).belongings))


def _item(item: Belonging) -> Text:
    """An item with its parts and its dice, for which checks where not for all of a type."""
    more: list[Text] = [*item.contents]
    more.extend(
        Msg("{key} {dice}", {"key": check_name(kind, item.tag), "dice": f"{n:+d}"})
        for kind, n in item.modifiers.items()
    )
    if not more:
        return items.title(item)
    return Msg("{item}: {things}", {"item": items.title(item), "things": tuple(more)})


def _relations(state: LawnState, person: Person) -> list[Line]:
    """What was noted of others, who are called by their names where they are here."""
    here = {creation.known_as(p): p.id for p in state.entities.values() if p.presence != "removed"}
    return [Line(Who(here[key]) if key in here else key, text) for key, text in sheet_of(person).relations.items()]


MAKERS: Mapping[str, Callable[[LawnState, Person], list[Line]]] = {
    "background": _background,
    "attributes": _attributes,
    "condition": _condition,
    "potential": _potential,
    "trait": _trait,
    "abilities": _abilities,
    "specialties": lambda state, person: _plain(*specialties.shown(state, person)),
    "skills": _skills,
    "items": _items,
    "everyday": lambda state, person: _plain(*items.everyday(state)),
    "relations": _relations,
    "history": lambda state, person: [
        Line(Msg("session {n}", {"n": remark.session}), remark.text) for remark in sheet_of(person).history
    ],
}
