"""Short words for attacks at a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gmconsole.core.model import Question, Rejected
from gmconsole.core.session import Accepted
from gmconsole.rulesets.lawn import RULESET, pools
from gmconsole.rulesets.lawn.attacks import Restrain, Strike
from gmconsole.rulesets.lawn.blows import AttackOver
from gmconsole.rulesets.lawn.checks import CheckRolled, RollCheck
from gmconsole.rulesets.lawn.questions import Answer
from gmconsole.rulesets.lawn.state import Check

from .conftest import Table

FAIL = [2, 2, 5, 5, 6]
"""Five dice D6: failure, degree 0."""
ZERO = [2, 3, 4, 6, 6]
"""Five dice D6: success, degree 0."""
ONE = [1, 4, 2, 6, 3]
"""Five dice D6: success, degree 1."""


def people(
    table: Table,
    *,
    band: str = "touch",
    pcs: Sequence[str] = ("mike",),
    npcs: Sequence[str] = ("thug",),
    **attributes: int,
) -> None:
    """Player characters with these attributes and foes, all at that band, outside any crisis."""
    for name in pcs:
        table.pc(name, attributes=attributes)
    for name in npcs:
        table.npc(name)
    table.all_bands(band)


def strike(table: Table, who: str, weapon: str, target: str, **choices: Any) -> Strike:
    """The command of an attack, people by name."""
    return Strike(who=table.ids[who], weapon=weapon, target=table.ids[target], **choices)


def restrain(table: Table, who: str, target: str, **choices: Any) -> Restrain:
    return Restrain(who=table.ids[who], target=table.ids[target], **choices)


def attack(
    table: Table, who: str, weapon: str, target: str, dice: Sequence[int] | None = None, **choices: Any
) -> Accepted:
    """Attack at D6 unless told otherwise."""
    return table.do(strike(table, who, weapon, target, **{"difficulty": 6, **choices}), dice)


def refused(table: Table, who: str, weapon: str, target: str, **choices: Any) -> str:
    """The code of the refusal of an attack."""
    return table.refused(strike(table, who, weapon, target, **choices)).code


def owed(table: Table) -> Check:
    """The one check that is owed."""
    found = [c for c in table.state.checks.values() if c.status == "owed"]
    assert len(found) == 1, found
    return found[0]


def owes(table: Table) -> str:
    """The one owed check as ``TYPE=purpose nDm``."""
    check = owed(table)
    dice, faces = pools.dice_of(table.state, check)
    return f"{check.type}={check.purpose} {dice}D{faces}"


def roll(table: Table, dice: Sequence[int], difficulty: int = 0) -> Accepted:
    """Roll the one owed check."""
    check = owed(table)
    return table.do(RollCheck(who=check.who, check=check.id, difficulty=difficulty), dice)


def succeed(table: Table, degree: int = 0) -> Accepted:
    """Roll the one owed check, whatever its pool: a success of that degree."""
    count, _ = pools.dice_of(table.state, owed(table))
    return roll(table, [4, 5, 6, *[1] * degree, *[6] * (count - 3 - degree)])


def fail(table: Table) -> Accepted:
    """Roll the one owed check, whatever its pool: an ordinary failure."""
    count, _ = pools.dice_of(table.state, owed(table))
    return roll(table, [2, 2, 5, *[5] * (count - 3)])


def enter(table: Table, dice: Sequence[int] | None = None) -> Accepted:
    """Press Enter: take what is proposed first."""
    task = next(t for t in RULESET.agenda(table.state) if t.blocking)
    assert task.command is not None, task
    return table.do(task.command, dice)


def asked(table: Table) -> Question:
    """The one blocking question that is open."""
    found = [q for q in table.state.questions.values() if q.blocking]
    assert len(found) == 1, found
    return found[0]


def answer(table: Table, value: str) -> Accepted:
    """Answer the one blocking question."""
    return table.do(Answer(question=asked(table).id, value=value))


def events(done: Accepted, kind: type) -> list[Any]:
    return [e for e in done.entry.events if isinstance(e, kind)]


def end(done: Accepted) -> str:
    """How the attack that ended in this entry ended."""
    (over,) = events(done, AttackOver)
    return str(over.how)


def rolled(done: Accepted) -> str:
    """How the check rolled in this entry came out, such as ``success/0``."""
    (found,) = events(done, CheckRolled)
    return f"{found.outcome}/{found.degree}"


def life(table: Table, name: str) -> int:
    return table.who(name).life


def code(answer_: Accepted | Rejected) -> str:
    assert isinstance(answer_, Rejected), answer_
    return answer_.code


def idle(table: Table) -> bool:
    """Whether nothing of an attack is open."""
    return not table.state.attacks and not table.state.checks
