"""Skills of a new character: the two slots, what else can be had there, and skills that no table holds.

Covers LP-SKL-003 to -007, -012 to -014. What somebody masters and what that is good for is in ``mastery``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from ...core.commands import unknown
from ...core.model import Command, Field, Msg, Rejected, Who, terms_of
from ...core.ruleset import Tx as CoreTx
from . import creation_table as made_of
from . import sheets, skills
from .character import Belonging
from .creation import in_creation, maker, write
from .creation_table import ANY, BOTH, MINOR, SECOND, figure
from .sheets import sheet_of
from .state import LawnState, Person

Tx = CoreTx[LawnState]

SLOTS = (ANY, MINOR)
ORDINARY = "ordinary"
AGREED = (ORDINARY, MINOR)


class TakeSkill(Command, frozen=True, tag="lawn.take-skill"):
    """Put a skill into a slot, or ``drop`` it again; after creation by the GM's ``override`` alone (LP-SKL-005).

    One that no table has is the GM's to agree on: as an ``ordinary`` or as a ``minor`` skill (LP-SKL-006).
    """

    who: str
    skill: str
    slot: str = ""
    agreed: str = ""
    drop: bool = False
    override: bool = False


class BuySlot(Command, frozen=True, tag="lawn.buy-slot"):
    """Buy one more minor slot for 2 XP, with one ``item`` that goes with its skill; ``back`` gives both back."""

    who: str
    item: str = ""
    back: bool = False


class SecondLanguage(Command, frozen=True, tag="lawn.second-language"):
    """Let a native English speaker master a European language in place of the XP, or beside it (``both``)."""

    who: str
    language: str
    both: bool = False


class CommonLanguage(Command, frozen=True, tag="lawn.common-language"):
    """Say which foreign language everybody masters beside their own; English where nothing is said (Q-SKL-02).

    XP of those being made go along: whoever speaks it from birth is compensated (LP-SKL-013).
    """

    language: str


def _take_skill(c: TakeSkill, tx: Tx) -> Rejected | None:
    person = tx.state.person(c.who)
    if not isinstance(person, Person):
        return unknown(c.who)
    if person.sheet is None:
        return Rejected("no-sheet", {"who": Who(c.who)})
    held = person.sheet.skill_slots
    if c.drop:
        if c.skill not in person.skills:
            return Rejected("no-such-skill", {"who": Who(c.who), "skill": skills.title(c.skill)})
        if not person.sheet.creation.open and not c.override:
            return Rejected("skills-at-creation", {"who": Who(c.who), "skill": skills.title(c.skill)})
        agreed = tuple(s for s in person.sheet.creation.agreed if s != c.skill)
        slots_left = {k: v for k, v in held.items() if k != c.skill}
        refused = write(tx, c.who, made={"agreed": agreed}, skill_slots=slots_left)
        if refused is None:
            skills.write(tx, c.who, remove=(c.skill,))
        return refused
    c = with_slot(person, c)
    refused = bad_skill(person, c)
    if refused is not None:
        return refused
    agreed = (*person.sheet.creation.agreed, c.skill) if c.agreed == MINOR else person.sheet.creation.agreed
    slots_now = {**held, c.skill: c.slot} if c.slot else held
    refused = write(tx, c.who, made={"agreed": agreed}, skill_slots=slots_now)
    if refused is None:
        skills.write(tx, c.who, add=(c.skill,))
    return refused


def with_slot(person: Person, c: TakeSkill) -> TakeSkill:
    """The command with the slot meant where none is said: the only one that is free and that the skill fits.

    With none free the one it would go into, so that the refusal can say what is in there.
    """
    if c.slot or c.override:
        return c
    sheet = sheet_of(person)
    held = list(sheet.skill_slots.values())
    fitting = [slot for slot in SLOTS if slot == ANY or made_of.is_minor(c.skill) or c.agreed == MINOR]
    free = [slot for slot in fitting if held.count(slot) < made_of.slots(sheet)[slot]] or fitting[:1]
    return replace(c, slot=free[0]) if len(free) == 1 else c


def bad_skill(person: Person, c: TakeSkill) -> Rejected | None:
    """The refusal of a skill: after creation, without its name, unknown, held already, or in a slot it does not fit."""
    sheet = sheet_of(person)
    who = Who(person.id)
    title = skills.title(c.skill)
    if not sheet.creation.open and not c.override:
        return Rejected("skills-at-creation", {"who": who, "skill": title})
    if skills.base(c.skill) in skills.SKILLS and not skills.known(c.skill):
        return Rejected("skill-needs-name" if ":" not in c.skill else "skill-has-no-name", {"skill": title})
    if c.skill in person.skills:
        return Rejected("has-that-skill", {"who": who, "skill": title})
    if not skills.known(c.skill) and not c.agreed:
        return Rejected("skill-of-no-table", {"skill": c.skill, "near": _near(c.skill)})
    if c.agreed and c.agreed not in AGREED:
        allowed = terms_of("creation", AGREED)
        return Rejected("not-a-choice", {"field": "agreed", "value": c.agreed, "allowed": allowed})
    if c.override and not c.slot:
        return None
    if not c.slot:
        return Rejected("which-slot", {"skill": title, "allowed": terms_of("creation", SLOTS)})
    if c.slot not in SLOTS:
        return Rejected("not-a-choice", {"field": "slot", "value": c.slot, "allowed": terms_of("creation", SLOTS)})
    if c.slot == MINOR and not (made_of.is_minor(c.skill) or c.agreed == MINOR):
        return Rejected("not-minor", {"skill": title})
    inside = tuple(s for s, slot in sheet.skill_slots.items() if slot == c.slot)
    if len(inside) >= made_of.slots(sheet)[c.slot]:
        fields: dict[str, Field] = {
            "who": who,
            "slot": Msg("creation:" + c.slot),
            "skills": tuple(map(skills.title, inside)),
        }
        return Rejected("slot-full", fields)
    return None


def _near(word: str) -> str:
    from ...language.names import nearest

    names = {n: key for key, name in skills.names().items() for n in (name.zh, name.en, key)}
    return nearest(word, names)


def _buy_slot(c: BuySlot, tx: Tx) -> Rejected | None:
    person = maker(tx.state, c.who)
    if isinstance(person, Rejected):
        return person
    sheet = sheet_of(person)
    bought = sheet.creation.extra_slots
    if c.back:
        if not bought:
            return Rejected("no-slot-bought", {"who": Who(c.who)})
        given = [item for item in sheet.belongings if not item.custom]
        back = given[-1:] if len(given) >= bought else []
        kept = tuple(item for item in sheet.belongings if item not in back)
        return write(tx, c.who, made={"extra_slots": bought - 1}, belongings=kept)
    if tx.state.options.get("extra_minor_slot") is False:
        return Rejected("switched-off", {"option": Msg("option:extra_minor_slot")})
    most = figure(sheet, "extra_slots")
    if bought >= most:
        return Rejected("slots-bought", {"who": Who(c.who), "most": most})
    item = c.item.strip()
    things = (*sheet.belongings, Belonging(name=item, custom=False)) if item else sheet.belongings
    return write(tx, c.who, made={"extra_slots": bought + 1}, belongings=things)


def _second_language(c: SecondLanguage, tx: Tx) -> Rejected | None:
    person = maker(tx.state, c.who)
    if isinstance(person, Rejected):
        return person
    if tx.state.options.get("second_language") is False:
        return Rejected("switched-off", {"option": Msg("option:second_language")})
    sheet = sheet_of(person)
    if made_of.language(sheet.language) != made_of.ENGLISH:
        return Rejected("not-native-english", {"who": Who(c.who)})
    language = made_of.language(c.language)
    row = skills.LANGUAGES.get(language)
    if row is None or not row.european or language == made_of.ENGLISH:
        european = tuple(w.name for w in skills.LANGUAGES.values() if w.european and w.id != made_of.ENGLISH)
        said = c.language if row is None else row.name
        return Rejected("not-european", {"language": said, "allowed": european})
    old = tuple(s for s, slot in sheet.skill_slots.items() if slot in (SECOND, BOTH))
    skill = f"language:{language}"
    kept = {k: v for k, v in sheet.skill_slots.items() if k not in old}
    refused = write(tx, c.who, skill_slots={**kept, skill: BOTH if c.both else SECOND})
    if refused is None:
        skills.write(tx, c.who, add=(skill,), remove=tuple(s for s in old if s != skill))
    return refused


def _common_language(c: CommonLanguage, tx: Tx) -> Rejected | None:
    word = made_of.language(c.language)
    if not word:
        return Rejected("empty-name")
    before, after = tx.state.campaign.language, "" if word == made_of.ENGLISH else word
    moved = {}
    for person in in_creation(tx.state):
        sheet = sheet_of(person)
        change = made_of.xp_for_language(sheet, after) - made_of.xp_for_language(sheet, before)
        if sheet.xp + change < 0:
            fields: dict[str, Field] = {"who": Who(person.id), "field": "xp", "held": sheet.xp, "points": -change}
            return Rejected("already-spent", fields)
        moved[person.id] = sheet.xp + change
    sheets.change_campaign(tx, language=after)
    for who, xp in moved.items():
        sheets.change(tx, who, "campaign", xp=xp)
    return None


DECIDE: Mapping[type[Command], Callable[[Any, Tx], Rejected | None]] = {
    TakeSkill: _take_skill,
    BuySlot: _buy_slot,
    SecondLanguage: _second_language,
    CommonLanguage: _common_language,
}
