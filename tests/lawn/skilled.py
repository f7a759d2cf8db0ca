"""Short words for skills at the table: who has which, what a check announced for them comes to."""

from __future__ import annotations

from typing import Any

from gmconsole.rulesets.lawn import pools, skills
from gmconsole.rulesets.lawn.checks import CallCheck, DropCheck
from gmconsole.rulesets.lawn.learning import TakeSkill
from gmconsole.rulesets.lawn.mastery import SkillUsed, UseSkill
from gmconsole.rulesets.lawn.skills import ChangeAbilities
from gmconsole.rulesets.lawn.state import Check

from .conftest import Table


def two(table: Table, *words: str) -> None:
    """Jessica, who has those skills, and Mike, who has none."""
    table.pc("jessica")
    table.pc("mike")
    learn(table, "jessica", *words)


def learn(table: Table, name: str, *words: str) -> None:
    """Give somebody skills and devices."""
    known = tuple(word for word in words if skills.known(word) or word in skills.DEVICES)
    if known:
        table.do(ChangeAbilities(who=table.ids[name], add=known))
    for word in words:
        if word not in (*table.who(name).skills, *table.who(name).devices):
            table.do(TakeSkill(who=table.ids[name], skill=word, agreed="ordinary", override=True))


def owed(table: Table) -> Check:
    """The one check that is owed."""
    (check,) = (c for c in table.state.checks.values() if c.status == "owed")
    return check


def called(table: Table, name: str, check: str, difficulty: int = 9, **more: Any) -> int:
    """Announce ``TYPE=purpose`` and take it back again: the faces it would be rolled with."""
    kind, _, purpose = check.partition("=")
    table.do(CallCheck(who=(table.ids[name],), kind=kind, purpose=purpose, difficulty=difficulty, **more))
    faces = pools.faces_of(table.state, owed(table))
    table.do(DropCheck(check=owed(table).id))
    return faces


def switches(table: Table, name: str, check: str, **more: Any) -> list[tuple[str, int, bool]]:
    """The switches that an announced check has: name, steps, on."""
    kind, _, purpose = check.partition("=")
    table.do(CallCheck(who=(table.ids[name],), kind=kind, purpose=purpose, difficulty=9, **more))
    found = [(c.name, c.steps, c.on) for c in pools.conditions(table.state, owed(table))]
    table.do(DropCheck(check=owed(table).id))
    return found


def barred(table: Table, name: str, check: str, **more: Any) -> str:
    """The code with which a check announced for somebody is refused."""
    kind, _, purpose = check.partition("=")
    return table.refused(CallCheck(who=(table.ids[name],), kind=kind, purpose=purpose, **more)).code


def does(table: Table, name: str, skill: str, use: str = "", **more: Any) -> list[SkillUsed]:
    """Use a skill; what was done without a check."""
    done = table.do(UseSkill(who=table.ids[name], skill=skill, use=use, **more))
    return [e for e in done.entry.events if isinstance(e, SkillUsed)]


def cannot(table: Table, name: str, skill: str, use: str = "", **more: Any) -> str:
    """The code with which the use of a skill is refused."""
    return table.refused(UseSkill(who=table.ids[name], skill=skill, use=use, **more)).code
