"""Short words for tables where somebody attacks with a weapon."""

from __future__ import annotations

from collections.abc import Sequence

from gmconsole.core.model import Rejected
from gmconsole.rulesets.lawn import checks, weapons
from gmconsole.rulesets.lawn.armoury import Carry
from gmconsole.rulesets.lawn.attacks import Strike
from gmconsole.rulesets.lawn.checks import RollCheck
from gmconsole.rulesets.lawn.questions import Answer
from gmconsole.rulesets.lawn.state import Check, Load

from .conftest import Table
from .rounds import failure, success

HARM = ("attack_harm", "attack_deadly")
"""What is asked before an attack hurts a player character."""


def face_off(table: Table, band: str = "touch", **figures: int) -> None:
    """Mike, a player character with those attributes, and the cowboy, 3/3, at that band; no crisis."""
    table.pc("mike", attributes=figures)
    table.npc("cowboy")
    table.set_band("mike", "cowboy", band)


def strike(
    table: Table,
    weapon: str,
    *,
    who: str = "mike",
    target: str = "cowboy",
    dice: Sequence[int] | None = None,
    difficulty: int = 6,
    **choices: object,
) -> None:
    """Attack; a player character's hit check is rolled with ``dice``, else with a plain success of its pool."""
    command = Strike(who=table.ids[who], weapon=weapon, target=table.ids[target], difficulty=difficulty, **choices)  # type: ignore[arg-type]
    if dice is None and table.who(who).kind == "pc":
        dice = success(hit_pool(table, command))
    table.do(command, dice)


def no_strike(table: Table, weapon: str, *, who: str = "mike", target: str = "cowboy", **choices: object) -> Rejected:
    """The refusal of an attack."""
    return table.refused(Strike(who=table.ids[who], weapon=weapon, target=table.ids[target], difficulty=6, **choices))  # type: ignore[arg-type]


def hit_pool(table: Table, command: Strike) -> int:
    """The dice the hit check of that attack is rolled with."""
    person = table.state.entities[command.who]
    if not weapons.known(command.weapon):
        return 5 + person.attributes.get("OPR", 0)
    weapon = weapons.of(person, command.weapon)
    bare = Check(id="", who=command.who, type="OPR", purpose="hit", hand=weapons.hand(person, weapon))
    return checks.pool_size(checks.pool_lines(table.state, bare)) + weapon.hit_dice(command.mode or weapon.modes[0])


def owed(table: Table, who: str, purpose: str) -> Check:
    """The check somebody owes for that purpose."""
    return next(
        c for c in table.state.checks.values() if (c.who, c.purpose, c.status) == (table.ids[who], purpose, "owed")
    )


def dice_owed(table: Table, who: str, purpose: str) -> int:
    """The dice of a check somebody owes."""
    return checks.dice_of(table.state, owed(table, who, purpose))[0]


def roll(
    table: Table, who: str, purpose: str, dice: Sequence[int] | None = None, *, fails: bool = False, difficulty: int = 6
) -> None:
    """Roll a check somebody owes: with those dice, else a plain success or failure; harm comes as proposed."""
    check = owed(table, who, purpose)
    count = checks.dice_of(table.state, check)[0]
    faces = dice or (failure(count) if fails else success(count))
    table.do(RollCheck(who=check.who, check=check.id, kind=check.type, difficulty=difficulty), faces)
    while (harm := next((q for q in table.state.questions.values() if q.kind in HARM), None)) is not None:
        table.do(Answer(question=harm.id, value=harm.value))


def asks(table: Table, kind: str, value: str | None = None) -> None:
    """Answer the first open question of that kind as proposed, or with a value."""
    question = next(q for q in table.state.questions.values() if q.kind == kind)
    table.do(Answer(question=question.id, value=question.value if value is None else value))


def give_weapon(table: Table, who: str, *arms: str, scene: bool = False) -> None:
    """Let somebody carry weapons."""
    table.do(Carry(who=table.ids[who], add=arms, scene=scene))


def load(table: Table, who: str, weapon: str) -> tuple[int, int]:
    """What is in a weapon, and what fits in."""
    held = weapons.load(table.who(who), weapon) or Load(now=-1, full=-1)
    return held.now, held.full


def life(table: Table, who: str) -> tuple[int, int]:
    """Life points of somebody."""
    person = table.who(who)
    return person.life, person.life_max
