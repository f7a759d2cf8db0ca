"""Makers of the commands of skills in use; see ``maker``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gmconsole.core.model import Command
from gmconsole.rulesets.lawn import mastery, skill_kept, skills
from gmconsole.rulesets.lawn.skill_table import BY_SKILL, USES
from gmconsole.rulesets.lawn.state import CHECK_TYPES

from .fighter import Fighter

NAMED = ("dance:waltz", "language:latin", "sport:tennis", "martial_art:fencing", "special_equipment:crane")


def _use(m: Fighter) -> Command:
    """A use that somebody's skill has, mostly; now and then one of another skill, or none."""
    learnt = [p for p in m.state.entities.values() if p.skills]
    person = m.pick(learnt) if learnt and not m.chance(4) else None
    skill = str(m.pick(person.skills if person is not None else (*skills.SKILLS, *NAMED, "singing", "Glassblowing")))
    its: tuple[Any, ...] = BY_SKILL.get(skills.base(skill), ())
    use = m.pick(its).id if its and not m.chance(4) else ""
    kind = m.maybe(m.among(CHECK_TYPES), "")
    return mastery.UseSkill(
        who=m.of([person.id]) if person is not None else m.who(),
        skill=skill,
        use=str(m.pick(tuple(USES))) if m.chance(12) else use,
        grant=m.maybe(m.among(mastery.GRANTS), ""),
        kind=kind,
        purpose=m.pick(("", "pick lock", "singing")) if kind else "",
        difficulty=m.maybe(m.number(3, 12), 0),
        tools=m.chance(8),
        sure=m.chance(3),
        target=m.maybe(m.who(), ""),
        text=m.maybe(m.text(), ""),
        value=m.maybe(m.number(0, 9), 0),
    )


def makers(m: Fighter) -> dict[type[Command], Callable[[], Command]]:
    """How to make each type of command of skills in use."""
    return {
        mastery.UseSkill: lambda: _use(m),
        skill_kept.Keep: lambda: skill_kept.Keep(
            who=m.who(),
            what=m.among(skill_kept.WHATS),
            text=m.maybe(m.text(), ""),
            target=m.maybe(m.who(), ""),
            value=m.maybe(m.number(0, 9), 0),
            drop=m.chance(4),
        ),
    }
