"""What each skill is good for, use by use, as content (chapter "Skills", the table).

Covers the rows behind LP-SKL-101 to -142; they are ``content/lawn/skill_uses.toml``. What comes of a use is in
``skill_uses``, what lasts of one in ``skill_kept``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal

import msgspec

from ...content import SOUND, table
from ...conversion import nearest, shown
from ...core.model import Msg, Name
from ...core.scenario import Problem
from . import skills
from .skills import Grant
from .state import CHECK_TYPES, SPEED_CLASSES

When = Literal["", "melee", "shooting"]
Keeps = Literal["", "images", "recording", "reading", "knot", "animal"]


class SkillUse(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One row: something a skill is good for (its file's header explains the fields)."""

    id: str
    skills: tuple[str, ...]
    name: Name
    grants: tuple[Grant, ...]
    types: tuple[str, ...]
    purposes: tuple[str, ...] = ()
    only: bool = False
    when: When = ""
    within: tuple[str, ...] = ()
    counted: bool = False
    tools: bool = False
    props: Name | None = None
    whom: bool = False
    keeps: Keeps = ""
    verb: str = ""
    note: Name | None = None
    speed: str = ""


def _sound(found: list[tuple[int, SkillUse]], problems: list[Problem]) -> None:
    for i, use in found:
        for field, words, allowed in (
            ("skills", use.skills, tuple(skills.SKILLS)),
            ("types", use.types, CHECK_TYPES),
            ("speed", (use.speed,) if use.speed else (), SPEED_CLASSES),
        ):
            problems.extend(
                Problem(
                    path=("use", i, field),
                    message=Msg("not allowed here"),
                    found=shown(word),
                    allowed=nearest(word, allowed),
                )
                for word in words
                if word not in allowed
            )


SOUND[SkillUse] = _sound
USES: dict[str, SkillUse] = table("lawn/skill_uses.toml", "use", SkillUse)
BY_SKILL: Mapping[str, tuple[SkillUse, ...]] = {
    skill: tuple(use for use in USES.values() if skill in use.skills) for skill in skills.SKILLS
}
"""The uses of each skill, in the order of the file."""


def _words() -> tuple[dict[str, tuple[SkillUse, ...]], dict[str, tuple[SkillUse, ...]]]:
    """The words that mean uses: ids, names, a skill's own for its first use; and purposes that others use as well."""
    own: dict[str, dict[str, SkillUse]] = {}
    shared: dict[str, dict[str, SkillUse]] = {}
    for use in USES.values():
        for word in (use.id, use.name.zh, use.name.en):
            own.setdefault(word.casefold(), {})[use.id] = use
        for word in use.purposes:
            shared.setdefault(word.casefold(), {})[use.id] = use
    for skill, uses in BY_SKILL.items():
        words = (skill, skills.SKILLS[skill].name.zh, skills.SKILLS[skill].name.en)
        for word in words if uses and skill not in shared else ():
            if word.casefold() not in own:
                own[word.casefold()] = {uses[0].id: uses[0]}
    return (
        {word: tuple(uses.values()) for word, uses in own.items()},
        {word: tuple(uses.values()) for word, uses in shared.items()},
    )


OWN_WORDS, SHARED_WORDS = _words()


def meant(words: Iterable[str], kind: str = "") -> tuple[SkillUse, ...]:
    """The uses that the purpose or the tags of a check of that type mean.

    A purpose that checks of any skill or none may have means a use only with one of the use's own types.
    """
    found: dict[str, SkillUse] = {}
    for word in words:
        low = word.casefold()
        found.update((use.id, use) for use in OWN_WORDS.get(low, ()))
        found.update((use.id, use) for use in SHARED_WORDS.get(low, ()) if kind in ("", *use.types))
    return tuple(found.values())
