"""Hampering: a non-player character's specialty against a player character's check (chapter "Specialties").

Covers LP-SPC-030 and Q-SPC-06. The check is rolled twice with the same pool and the lower result counts; the second
roll is owed as soon as the first lies on the table. Appends and rerolls are made afterwards, on the one that counts.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from ...core.commands import unknown
from ...core.model import Command, Event, Field, Msg, Rejected, Who
from ...core.phases import Task
from ...core.ruleset import Tx as CoreTx
from . import abilities, alterations, checks, negotiation, pools, settling
from .outcomes import Outcome, Result, is_success
from .settling import go_on, judged, mark, result, stands_now
from .specialties import expend, meant, owned, owner
from .specialty_table import title
from .state import Check, Die, LawnState

Tx = CoreTx[LawnState]

LOWER: Mapping[Outcome, int] = {
    "critical_failure": 0,
    "automatic_failure": 1,
    "failure": 1,
    "success": 2,
    "critical_success": 3,
}
"""Which result is the lower one (Q-SPC-06)."""


class Hamper(Command, frozen=True, tag="lawn.hamper"):
    """Have a non-player character expend a specialty against somebody's check, owed or on the table."""

    who: str
    specialty: str
    whom: str
    check: str = ""


class RollAgain(Command, frozen=True, tag="lawn.roll-again"):
    """Roll a hampered check the second time; the lower result counts."""

    who: str
    check: str = ""


class RolledTwice(Event, frozen=True, tag="lawn.rolled-twice"):
    """A hampered check was rolled again; ``lower`` says that this roll counts, being the lower one."""

    check: str
    who: str
    by: str
    dice: tuple[Die, ...]
    outcome: Outcome
    degree: int
    lower: bool


def rank(came: Result) -> tuple[int, int]:
    """How high a result is: its outcome, then the degree of a success."""
    return LOWER[came.outcome], came.degree if is_success(came.outcome) else 0


def second_throw(state: LawnState, check: Check) -> tuple[int, int]:
    """(dice, faces) of the second roll: the pool of the first, with the help promised to it."""
    return pools.pool_size(check.pool) + pools.helping_dice(state, check), check.first or check.difficulty


def tasks(state: LawnState) -> tuple[Task, ...]:
    """The second roll of every hampered check that has been rolled once."""
    rows = []
    for check in state.checks.values():
        if not check.hampered or check.status != "rolled":
            continue
        rows.append(
            Task(
                kind="hampered",
                who=check.who,
                what=_again_what(check),
                command=_again_command(state, check),
                skip=checks.SettleCheck(who=check.who, check=check.id, anyway=True),
                dice=second_throw(state, check),
            )
        )
    return tuple(rows)


def _again_what(check: Check) -> Msg:
    fields: dict[str, Field] = {"who": Who(check.who), "check": checks.title(check), "other": Who(check.hampered[0])}
    return Msg("{other} hampers {who}: {check} is rolled again, the lower counts", fields)


def _again_command(state: LawnState, check: Check) -> RollAgain | None:
    """What comes in place of closing a check: its second roll."""
    return RollAgain(who=check.who, check=check.id) if check.hampered else None


def _hamper(c: Hamper, tx: Tx) -> Rejected | None:
    person = owner(tx.state, c.who, c.specialty)
    if isinstance(person, Rejected):
        return person
    target = tx.state.person(c.whom)
    if target is None:
        return unknown(c.whom)
    if person.kind == "pc" or target.kind != "pc":
        return Rejected("only-npcs-hamper", {"who": Who(c.who), "other": Who(c.whom)})
    if tx.state.options.get("npc_specialties") is False:
        return Rejected("switched-off", {"option": Msg("option:npc_specialties")})
    if owned(person)[c.specialty].expended:
        return Rejected("specialty-expended", {"who": Who(c.who), "specialty": title(c.specialty)})
    check = meant(tx.state, c.whom, c.check)
    if isinstance(check, Rejected):
        return check
    if check.final:
        return Rejected("check-final", {"who": Who(c.whom)})
    if c.who in check.hampered:
        return Rejected("hampers-already", {"who": Who(c.who), "other": Who(c.whom)})
    expend(tx, c.who, c.specialty, check.id)
    mark(tx, check.id, hampered=(*check.hampered, c.who))
    abilities.used(tx, c.who, c.specialty, check.id)
    return None


def _again(c: RollAgain, tx: Tx) -> Rejected | None:
    if tx.state.person(c.who) is None:
        return unknown(c.who)
    found = (k for k in tx.state.checks.values() if k.who == c.who and k.hampered and k.status == "rolled")
    check = next((k for k in found if c.check in ("", k.id)), None)
    if check is None:
        return Rejected("not-hampered", {"who": Who(c.who)})
    first = result(check)
    thrown = alterations.thrown(tx, *second_throw(tx.state, check), "base")
    dice = (*thrown, *alterations.laid(pools.tail(tx.state, check), alterations.TAIL))
    fresh = replace(check, stands="")
    row = tuple(die.face for die in dice)
    came = judged(replace(fresh, stands=stands_now(fresh, row)), row)
    lower = rank(came) < rank(first)
    tx.emit(
        RolledTwice(
            check=check.id,
            who=check.who,
            by=check.hampered[0],
            dice=dice,
            outcome=came.outcome,
            degree=came.degree,
            lower=lower,
        )
    )
    if lower:
        alterations.lay(tx, fresh, dice, "hampered")
    left = mark(tx, check.id, hampered=check.hampered[1:])
    if not left.hampered:
        go_on(tx, left, hold=True)
    return None


settling.HOLDS.append(lambda state, check: bool(check.hampered))
negotiation.PROPOSES.insert(0, _again_command)
settling.WAITS.append(lambda check: _again_what(check) if check.hampered else None)


def _same(state: LawnState, e: RolledTwice) -> LawnState:
    return state


DECIDE: Mapping[type[Command], Callable[[Any, Tx], Rejected | None]] = {Hamper: _hamper, RollAgain: _again}
EVOLVE: Mapping[type[Event], Callable[[LawnState, Any], LawnState]] = {RolledTwice: _same}
