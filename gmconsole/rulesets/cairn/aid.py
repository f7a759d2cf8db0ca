"""Aid to those who bleed to death: bandages, or whatever the Warden accepts (chapters "Healing and recovery",
"Critical damage").

Covers CA-REC-003 and CA-CRT-007 (A27), and the treatment of CA-SCR-011. It always works and rolls nothing.
"""

from __future__ import annotations

from ...core.commands import unknown
from ...core.model import Command, Event, Field, Msg, Rejected, Who
from ...core.phases import Task
from ...core.ruleset import Tx as CoreTx
from . import acts, conditions, death, detachments, inventory, scars, turns, vitals
from .state import HOUR_S, Act, CairnState, Combatant

Tx = CoreTx[CairnState]

BANDAGES = "bandages"


class Aid(Command, frozen=True, tag="cairn.aid"):
    """Tend somebody who is critical, dying or mortally wounded: in a fight the action of a helper near them.

    ``item`` is what it is done with; left out, bandages that the helper carries, or else the patient. Refused:
    ``aid-oneself``, ``beyond-aid`` (dead), ``needs-no-aid``, ``cannot-act``, ``too-far-to-aid``, ``no-such-item``,
    ``no-uses``, and in a fight as ``acts.declare`` says.
    """

    who: str
    whom: str
    item: str = ""


class Aided(Event, frozen=True, tag="cairn.aided"):
    """Somebody was tended, with an item of that name, or with none; ``theirs`` where the patient carried it."""

    who: str
    whom: str
    item: str = ""
    theirs: bool = False


def settle(tx: Tx) -> None:
    """Book the aid declared in this turn."""
    for act in tx.state.fight.acts.values():
        if act.kind == "aid" and not act.spoiled:
            for whom in act.targets:
                _tend(tx, act.who, whom, act.item)


def _tend(tx: Tx, who: str, whom: str, item: str) -> None:
    """They are stable, a Mortal Wound is treated, no clock runs; a second helper in the same turn spends nothing."""
    c = tx.state.entities[whom]
    if not death.is_bleeding(c):
        return
    owner = next((p for p in (who, whom) if item in tx.state.entities[p].items), who)
    carried = tx.state.entities[owner].items.get(item)
    tx.emit(Aided(who=who, whom=whom, item=carried.name if carried else "", theirs=owner != who))
    inventory.use(tx, owner, item)
    scars.treat(tx, whom)
    if c.condition in death.BLEEDING:
        vitals.set_condition(tx, whom, "stable", "aid")
    else:
        vitals.set_death_clock(tx, whom, -1, "aid")


def _aid(c: Aid, tx: Tx) -> Rejected | None:
    who, whom = tx.state.person(c.who), tx.state.person(c.whom)
    if not isinstance(who, Combatant) or not isinstance(whom, Combatant):
        return unknown(c.whom if isinstance(who, Combatant) else c.who)
    if c.who == c.whom:
        return Rejected("aid-oneself", {"who": Who(c.who)})
    if not death.is_bleeding(whom):
        return Rejected("beyond-aid" if conditions.is_dead(whom) else "needs-no-aid", {"who": Who(c.whom)})
    item = _supply(who, whom, c.item)
    if isinstance(item, Rejected):
        return item
    if not turns.fighting(tx.state):
        if not conditions.is_able(who):
            return Rejected("cannot-act", {"who": Who(c.who)})
        _tend(tx, c.who, c.whom, item)
        return None
    if not detachments.is_near(tx.state, c.who, c.whom):
        return Rejected("too-far-to-aid", {"who": Who(c.who), "whom": Who(c.whom)})
    return acts.declare(tx, Act(who=c.who, kind="aid", targets=(c.whom,), item=item))


# What is offered --------------------------------------------------------------------------------------------------


def tasks(state: CairnState) -> tuple[Task, ...]:
    """Outside a fight, aid for each of the party who bleeds, the first to die first, by somebody with bandages if any.

    In a fight aid is somebody's action, and theirs to choose.
    """
    if turns.fighting(state):
        return ()
    found = []
    left = dict(death.clocks(state))
    patients = [c for c in _party(state) if death.is_bleeding(c)]
    for patient in sorted(patients, key=lambda c: left.get(c.id, HOUR_S)):
        helpers = [c for c in _party(state) if c.id != patient.id and conditions.is_able(c)]
        if not helpers:
            continue
        helper = min(helpers, key=lambda c: not bandages(c))
        time = left.get(patient.id, -1)
        fields: dict[str, Field] = {"who": Who(patient.id), "minutes": time // 60, "seconds": time % 60}
        found.append(
            Task(
                kind="aid",
                who=helper.id,
                what=Msg("{who} tends {whom}?", {"who": Who(helper.id), "whom": Who(patient.id)}),
                blocking=False,
                proposal=True,
                command=Aid(who=helper.id, whom=patient.id),
                detail=(Msg("{who} dies without aid in {minutes} min {seconds} s", fields),) if time >= 0 else (),
                form=f"aid {helper.id} {patient.id}",
            )
        )
    return tuple(found)


def _party(state: CairnState) -> tuple[Combatant, ...]:
    """The PCs' side as far as it is on stage, those who retreated from the last fight too."""
    return tuple(c for c in state.entities.values() if c.side == "pcs" and c.presence == "in")


def bandages(c: Combatant) -> str:
    """The id of bandages that somebody carries and that can be used yet, or empty."""
    return next((i.id for i in c.items.values() if i.kind == BANDAGES and (i.uses or not i.uses_max)), "")


def _supply(c: Combatant, patient: Combatant, word: str) -> str | Rejected:
    """The id of the item to use: the one meant, or bandages, or none; the helper's before the patient's (A27)."""
    if not word:
        return bandages(c) or bandages(patient)
    missing = Rejected("no-such-item", {"who": Who(c.id), "item": word, "carried": inventory.names(c)})
    found = inventory.find(c.items, word, missing)
    if found is missing:
        found = inventory.find(patient.items, word, missing)
    if isinstance(found, Rejected):
        return found
    return Rejected("no-uses", {"item": found.name}) if found.uses_max and not found.uses else found.id


def _same(state: CairnState, e: Aided) -> CairnState:
    return state


DECIDE = {Aid: _aid}
EVOLVE = {Aided: _same}
