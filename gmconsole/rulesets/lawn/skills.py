"""The tables of skills and devices, what each one shifts, and who has them.

Covers LP-SKL-017 and what LP-DST-015, -016, -018, -032 and -037 and Q-D10 read; the rows are content
(``content/lawn/skills.toml``). Skills of the same sort do not add up: a telescope in the hands of a Lookout shifts no
more than either. A skill that stands for many is had with its name behind a colon (``language:french``).
"""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec.structs import replace

from ...content import table
from ...core.commands import unknown, with_entity
from ...core.model import Command, Event, Msg, Name, Rejected, Text
from ...core.ruleset import Tx as CoreTx
from .state import LawnState, Person

Tx = CoreTx[LawnState]
What = Literal["sight", "dark", "fall", "vault"]
Grant = Literal["direct", "check", "easier"]


class Ability(msgspec.Struct, frozen=True, kw_only=True):
    """One row: a skill or a device, and by how many bands it shifts what."""

    id: str
    name: Name
    sight: int = 0
    dark: int = 0
    fall: int = 0
    vault: int = 0
    easier: tuple[str, ...] = ()
    no_surcharge: bool = False
    minor: bool = False
    named: bool = False
    grants: tuple[Grant, ...] = ()
    tools: bool = False
    lower: str = ""


class Word(msgspec.Struct, frozen=True, kw_only=True):
    """One row: a skill that everybody masters, or a language."""

    id: str
    name: Name
    european: bool = False


SKILLS: dict[str, Ability] = table("lawn/skills.toml", "skill", Ability)
DEVICES: dict[str, Ability] = table("lawn/skills.toml", "device", Ability)
AUTOMATIC: dict[str, Word] = table("lawn/skills.toml", "automatic", Word)
LANGUAGES: dict[str, Word] = table("lawn/skills.toml", "language", Word)


class ChangeAbilities(Command, frozen=True, tag="lawn.abilities"):
    """Write down which skills somebody has and which devices they carry, or no longer; words are ids of the table."""

    who: str
    add: tuple[str, ...] = ()
    remove: tuple[str, ...] = ()


class AbilitiesChanged(Event, frozen=True, tag="lawn.abilities-changed"):
    """Somebody's skills and devices changed."""

    who: str
    skills: tuple[str, ...]
    devices: tuple[str, ...]
    skills_before: tuple[str, ...] = ()
    devices_before: tuple[str, ...] = ()


def names() -> dict[str, Name]:
    """The skills and devices of the table."""
    rows = {row.id: row.name for row in (*SKILLS.values(), *DEVICES.values())}
    return {**rows, **{row.id: row.name for row in AUTOMATIC.values()}}


def base(skill: str) -> str:
    """The row of a skill: what stands before its own name."""
    return skill.partition(":")[0]


def known(skill: str) -> bool:
    """Whether the skill is of the table, with a name of its own where it needs one (LP-SKL-012)."""
    row, _, name = skill.partition(":")
    return (row in AUTOMATIC and not name) or (row in SKILLS and SKILLS[row].named == bool(name))


def title(skill: str) -> Text:
    """A skill as a text; one that was agreed on stays as it is."""
    row, _, name = skill.partition(":")
    if not name or row not in SKILLS:
        return Msg("ability:" + skill)
    text: Text = LANGUAGES[name].name if row == "language" and name in LANGUAGES else name
    return Msg("{skill}: {name}", {"skill": Msg("ability:" + row), "name": text})


def abilities(person: Person) -> tuple[Ability, ...]:
    """The rows of what the person can do and carries; ids that the table does not hold mean nothing here."""
    found = (*(SKILLS.get(base(s)) for s in person.skills), *(DEVICES.get(d) for d in person.devices))
    return tuple(row for row in found if row is not None)


def shift(person: Person, what: What) -> int:
    """By how many bands the best of the person's skills and devices shifts that; 0 without one."""
    return max((getattr(row, what) for row in abilities(person)), default=0)


def easing(person: Person, purpose: str) -> tuple[str, ...]:
    """The skills of somebody that make feats with that purpose one step easier (Q-D10)."""
    return tuple(skill for skill in person.skills if base(skill) in SKILLS and purpose in SKILLS[base(skill)].easier)


def no_surcharge(person: Person) -> bool:
    """Whether distance never makes the person's searches harder (LP-DST-018)."""
    return any(row.no_surcharge for row in abilities(person))


def _change(c: ChangeAbilities, tx: Tx) -> Rejected | None:
    person = tx.state.person(c.who)
    if not isinstance(person, Person):
        return unknown(c.who)
    for word in (*c.add, *c.remove):
        if not (word in DEVICES or known(word) or word in person.skills):
            return Rejected("unknown-word", {"word": word, "allowed": tuple(names().values())})
    write(tx, c.who, add=c.add, remove=c.remove)
    return None


def write(tx: Tx, who: str, *, add: tuple[str, ...] = (), remove: tuple[str, ...] = ()) -> None:
    """Write skills and devices down, or strike them; a word that is no device is a skill."""
    person = tx.state.entities[who]

    def changed(held: tuple[str, ...], *, devices: bool) -> tuple[str, ...]:
        kept = (h for h in held if h not in remove)
        return tuple(dict.fromkeys((*kept, *(a for a in add if (a in DEVICES) == devices))))

    after = changed(person.skills, devices=False), changed(person.devices, devices=True)
    if after != (person.skills, person.devices):
        tx.emit(
            AbilitiesChanged(
                who=who, skills=after[0], devices=after[1], skills_before=person.skills, devices_before=person.devices
            )
        )


def _changed(state: LawnState, e: AbilitiesChanged) -> LawnState:
    new: LawnState = with_entity(state, replace(state.entities[e.who], skills=e.skills, devices=e.devices))
    return new


DECIDE = {ChangeAbilities: _change}
EVOLVE = {AbilitiesChanged: _changed}
