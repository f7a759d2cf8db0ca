"""A party as it stands in an encounter, as plain tables for a party file (``party`` reads them).

Covers LP-CHR-001 and -011 as far as files go: everybody who lives goes along with the whole sheet and all states, the
campaign with what was said of it. People are called by words there, never by the ids of one encounter.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from ...core.ruleset import Ruleset
from . import creation, injuries, skill_kept, skills, specialty_table, weapons
from .character import Sheet, Specialty
from .party import REST, TEXTS
from .sheets import sheet_of
from .specialty_table import NAMES as SPECIALTY_NAMES
from .state import Injury, LawnState, Person


def tables(state: LawnState, ruleset: Ruleset[LawnState]) -> dict[str, Any]:
    """The campaign, its switches and everybody in it who lives, as plain tables; empty where there is nobody."""
    members = [
        p for p in state.entities.values() if p.kind == "pc" and p.presence != "removed" and not injuries.is_dead(p)
    ]
    if not members:
        return {}
    words, names = _words(members), _names(members)
    once = tuple(" ".join(words.get(word, word) for word in entry.split(" ")) for entry in state.campaign.once)
    found: dict[str, Any] = {}
    campaign = lean(replace(state.campaign, once=once))
    if campaign:
        found["campaign"] = campaign
    options = {k: v for k, v in state.options.items() if v != ruleset.option_values().get(k, (v,))[0]}
    if options:
        found["options"] = options
    found["character"] = [_character(p, words[p.id], names[p.id]) for p in members]
    return found


def _words(members: Iterable[Person]) -> dict[str, str]:
    """A word for everybody, by id: the key, or one made of the name; never one twice, and none like a tag."""
    found: dict[str, str] = {}
    for person in members:
        word = person.key or creation.plain_word(person.name) or person.id.replace("-", "_")
        if word.isdigit() or len(word) == 1:
            word = f"{person.kind}_{word}"
        found[person.id] = _unlike(word, found.values(), "_")
    return found


def _names(members: Iterable[Person]) -> dict[str, str]:
    """What everybody is called there, by id; a second one of a name gets a number, as files tell people apart by it."""
    found: dict[str, str] = {}
    for person in members:
        found[person.id] = _unlike(person.name, found.values(), " ")
    return found


def _unlike(word: str, taken: Iterable[str], between: str) -> str:
    """The word, with the first number behind it that makes it unlike those taken."""
    others = set(taken)
    return next(w for n in range(1, 99) if (w := word if n == 1 else f"{word}{between}{n}") not in others)


def _character(person: Person, word: str, name: str) -> dict[str, Any]:
    sheet = sheet_of(person)
    row: dict[str, Any] = {"id": word, "name": name}
    row.update({key: getattr(sheet, key) for key in TEXTS if getattr(sheet, key)})
    if person.dominant != "right":
        row["dominant"] = person.dominant
    if not sheet.creation.open:
        row["played"] = True
    row["attributes"] = {a: n for a, n in person.attributes.items() if n}
    row |= {"sanity": person.sanity, "sanity_max": person.sanity_max, "potential": sheet.potential, "xp": sheet.xp}
    row.update({key: n for key in ("cash", "reliable") if (n := getattr(sheet, key))})
    row["skills"] = _skills(person, sheet)
    row["specialties"] = [_specialty(key, s) for key, s in sheet.specialties.items()]
    row["items"] = [item.name if len(lean(item)) == 1 else lean(item) for item in sheet.belongings]
    if sheet.relations:
        row["relations"] = dict(sheet.relations)
    if sheet.frenzies:
        row["frenzies"] = [lean(f) for f in sheet.frenzies]
    states = [_state(i) for i in person.states]
    held = {
        "states": states,
        "weapons": [weapons.base(w) for w in person.weapons],
        "load": lean(person.load),
        "figures": lean(person.figures),
        "devices": list(person.devices),
        "supplies": person.supplies,
        "armour": person.armour,
        "stored": list(person.stored),
        "spent": list(person.spent),
        "note": person.note,
    }
    row.update({key: value for key, value in held.items() if value})
    rest = lean(replace(sheet, kept=skill_kept.carried(sheet)))
    row.update({key: rest[key] for key in REST if key in rest})
    return row


def _skills(person: Person, sheet: Sheet) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for skill in person.skills:
        found.setdefault(sheet.skill_slots.get(skill, "other"), []).append(skill)
    agreed = [s for s in person.skills if not skills.known(s)]
    return {**found, **({"agreed": agreed} if agreed else {})}


def _specialty(key: str, specialty: Specialty) -> str | dict[str, Any]:
    plain = key in SPECIALTY_NAMES and specialty == Specialty(price=specialty_table.row(key).price)
    return key if plain else {"id": key, "price": specialty.price, **lean(specialty)}


def _state(injury: Injury) -> str | dict[str, Any]:
    kept = replace(injury, gained=0, marked=False)
    marks = [injury.id, *filter(None, (injury.side, "tended" if injury.tended else "", injury.attribute))]
    plain = Injury(id=injury.id, side=injury.side, tended=injury.tended, attribute=injury.attribute)
    return ":".join(marks) if kept == plain else lean(kept)


def lean(value: Any) -> Any:
    """A value as plain tables and lists, without what stands at its default."""
    if isinstance(value, msgspec.Struct):
        found = {}
        for field in msgspec.structs.fields(value):
            held = getattr(value, field.name)
            default = field.default if field.default_factory is msgspec.NODEFAULT else field.default_factory()
            if held != default:
                found[field.name] = lean(held)
        return found
    if isinstance(value, Mapping):
        return {key: lean(item) for key, item in value.items()}
    return [lean(item) for item in value] if isinstance(value, tuple | list) else value
