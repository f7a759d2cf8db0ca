"""What first aid and treatment say: their events for the log, their refusals by code."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ...core.messages import N_
from ...core.model import Event, Field, Msg, Who
from . import aid, treatment
from .state import LawnState

REJECTIONS = {
    "hand-out-of-use": N_("{who} cannot use that hand: {hand}"),
    "heals-one-at-a-time": N_("{who} can treat one person at a time"),
    "needs-putting-out": N_("{who}: {state} has to be put out, that is no first aid"),
    "needs-the-skill": N_("{who} lacks the skill for this: {supply}"),
    "needs-transfusion": N_("{who}: {state} needs a transfusion"),
    "no-healer": N_("{who} cannot be the carer: that takes a friend with the Medicine skill"),
    "no-supplies": N_(
        "{who} has no first-aid supplies: substitute looks for some, and using at the end of the line says what will do"
    ),
    "no-treatment": N_("{who}: {state} is no matter for treatment"),
    "no-usable-foot": N_("{who} has no foot to kick with"),
    "not-in-care": N_("{who} is not in care"),
    "nothing-to-tend": N_("{who} has nothing that first aid would help: {states}"),
    "tended-already": N_("{who}: {state} is tended already"),
}


def _supplies(e: aid.SuppliesChanged, state: LawnState) -> Msg:
    return Msg("{who} first-aid supplies {before}>{after}", {"who": Who(e.who), "before": e.before, "after": e.after})


def _care(e: treatment.CareSet, state: LawnState) -> Msg | None:
    fields: dict[str, Field] = {"who": Who(e.who), "weeks": e.weeks}
    if e.after is not None and e.after.by:
        fields["by"] = Who(e.after.by)
    if e.weeks:
        helped = not (e.before and e.before.by) or (e.after is not None and e.before.supplies > e.after.supplies)
        return Msg(
            "a week of care for {who} is over"
            if helped
            else "a week of care for {who} is over, without medical supplies",
            fields,
        )
    was, now = e.before is not None and e.before.present, e.after is not None and e.after.present
    if now and (not was or (e.before is not None and e.after is not None and e.before.by != e.after.by)):
        text = N_("{who} is in the care of {by}") if "by" in fields else N_("{who} is in the care of an institution")
        return Msg(text, fields)
    return Msg("{who} is in care no longer", fields) if was and not now else None


SAY: Mapping[type[Event], Callable[[Any, LawnState], Msg | None]] = {
    aid.SuppliesChanged: _supplies,
    treatment.CareSet: _care,
}
