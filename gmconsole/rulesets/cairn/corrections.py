"""What a correction by the Warden (``set``) may say, and what follows from it, so that no figure leaves its bounds.

Serves CA-ATT-003 (a value never stands above its maximum, which only an explicit edit moves), CA-CRT-008 and -011,
and CA-DEP-008. The kernel writes the field; what is told here is the same that play would do.
"""

from __future__ import annotations

from ...core.commands import SetField
from ...core.messages import N_
from ...core.model import Command, Rejected, Who
from ...core.ruleset import Tx as CoreTx
from . import acts, death, inventory, turns, vitals
from .deprivation import MOST
from .state import ATTRIBUTES, OUT, CairnState, Combatant

Tx = CoreTx[CairnState]

REJECTIONS = {
    "above-maximum": N_("{who} has {most} there at most: correct the maximum first, not {value}"),
}


def refused(state: CairnState, command: Command) -> Rejected | None:
    """The refusal of a correction past a bound: ``above-maximum``, ``out-of-bounds`` where the slots do not suffice."""
    if not isinstance(command, SetField) or not isinstance(command.value, int):
        return None
    for who in command.who:
        person = state.person(who)
        if isinstance(person, Combatant):
            found = _past(person, command.field, command.value)
            if found is not None:
                return found
    return None


def _past(c: Combatant, field: str, value: int) -> Rejected | None:
    most = c.hp_max if field == "hp" else c.score(field).maximum if field in ATTRIBUTES else value
    if value > most:
        return Rejected("above-maximum", {"who": Who(c.id), "most": most, "value": value})
    used = inventory.used(c)
    bounds = {"fatigue": (0, max(c.capacity - used + c.fatigue, 0)), "capacity": (used, MOST)}
    low, high = bounds.get(field, (value, value))
    if low <= value <= high:
        return None
    return Rejected("out-of-bounds", {"field": field, "low": low, "high": high, "value": str(value)})


def follow(tx: Tx, command: Command) -> None:
    """What a correction brings about: values come down with their maximum, STR 0 kills, whoever is out owes nothing,
    the hour of a critical PC runs, and whoever is in joins the fight at hand."""
    if not isinstance(command, SetField):
        return
    for who in command.who:
        c = tx.state.entities[who]
        if command.field == "presence" and command.value == "in" and turns.fighting(tx.state):
            turns.fill_bands(tx)
            for joined in turns.JOINED:
                joined(tx, who)
            acts.sit_out(tx, who)
        vitals.set_hp(tx, who, c.hp, cause="correction")
        for attribute in ATTRIBUTES:
            end = "destroyed" if c.detachment else "dead"
            vitals.set_score(tx, who, attribute, c.score(attribute).current, cause="correction", dead=end)
        now = tx.state.entities[who]
        if now.condition in OUT and now.condition != "fleeing" and (command.field == "condition" or now != c):
            death.fallen(tx, who)
        if command.field == "condition" and not death.is_bleeding(now):
            vitals.set_death_clock(tx, who, -1, "correction")
        elif command.field == "condition" and now.condition == "critical":
            death.start_clock(tx, who, "correction")
