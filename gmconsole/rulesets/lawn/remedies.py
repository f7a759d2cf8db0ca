"""What may undo a critical failure: it stays on the table while its owner has a say in it (LP-TRT-210).

A swap of the ends, a die moved by one, stored faces in front: whatever the owner's own traits offer for it. Tokens have
their own task (``focus``).
"""

from __future__ import annotations

from ...core.model import Msg, Who
from ...core.phases import Task
from . import abilities, alterations, checks, negotiation, traits
from .abilities import UseAbility
from .alterations import LayFaces
from .negotiation import Option
from .settling import HOLDS, KEPT_OPEN, result
from .state import Check, LawnState

PLACES = "confident"


def remedies(state: LawnState, check: Check) -> tuple[Option, ...]:
    """What the owner of a critical failure may do that could undo it, the best first."""
    person = state.entities[check.who]
    if check.status != "rolled" or person.sheet is None or not traits.held(person) or check.stands:
        return ()
    if check.final or result(check).outcome != "critical_failure":
        return ()
    found = [o for o in negotiation.options(state, check) if _own(state, check, o) and _undoes(check, o)]
    return tuple(sorted(found, key=lambda option: -option.success))


def _own(state: LawnState, check: Check, option: Option) -> bool:
    """Whether the option is the owner's own, by a trait that may be used on a critical failure."""
    if isinstance(option.command, UseAbility):
        return option.command.who == check.who and not option.command.on and not _only_adds(option.command)
    return isinstance(option.command, LayFaces) and traits.has(state.entities[check.who], PLACES)


def _only_adds(command: UseAbility) -> bool:
    row = abilities.ABILITIES[command.ability]
    return abilities.OPERATIONS[row.does].adds


def _undoes(check: Check, option: Option) -> bool:
    return bool(option.dice) and negotiation.chances_of(check, option.dice).critical_failure < 1


def _kept(state: LawnState, check: Check) -> bool:
    return not negotiation.forgone(check, "undo") and bool(remedies(state, check))


HOLDS.append(_kept)


def tasks(state: LawnState) -> tuple[Task, ...]:
    """Critical failures that their owners could undo, with the best way of it."""
    return tuple(_task(state, c, remedies(state, c)[0]) for c in state.checks.values() if _kept(state, c))


def _task(state: LawnState, check: Check, best: Option) -> Task:
    which = "" if alterations.rolled(state, check.who) is check else check.id
    return Task(
        kind="undo",
        who=check.who,
        blocking=check.serves not in KEPT_OPEN,
        proposal=True,
        what=Msg(
            "{who} {check}: undo the critical failure? {what}",
            {"who": Who(check.who), "check": checks.title(check), "what": best.label},
        ),
        command=best.command,
        refuse=negotiation.Forgo(who=check.who, what="undo", check=which),
    )
