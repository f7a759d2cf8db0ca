"""What the movement phase says: its events for the log, its refusals by code."""

from __future__ import annotations

from collections.abc import Iterable

from ...core.messages import N_
from ...core.model import Event, Field, Msg, Text, Who
from . import crossing, shortcuts, stages
from .movement_state import Declaration
from .state import LawnState
from .terms import term

REJECTIONS = {
    "already-inside": N_("{who} is inside already"),
    "already-on-a-shortcut": N_("{who} is on a shortcut already"),
    "already-resolved": N_("The movement of this round is resolved; less can still be chosen, or take the step back"),
    "already-rolled": N_("A speed check of this round lies on the table already"),
    "approach-and-retreat": N_("{who} cannot both approach {other} and retreat from them"),
    "approach-whom": N_("Whom does {who} approach while coming in?"),
    "band-missing": N_("Nobody has said how far {who} is from {other}"),
    "beyond-the-move": N_("This move ends at one of {allowed}, not at {band}"),
    "boarding-is-an-action": N_("Getting in or out is an action: {who} does it in the action phase"),
    "cannot-move": N_("{who} cannot move"),
    "declare-first": N_("{who} has not declared a movement yet"),
    "in-pursuit": N_("{who} is pursued by {others}; force lets them go all the same"),
    "moves-along": N_("{who} moves together with {other}"),
    "no-speed-check-owed": N_("{who} owes no such speed check"),
    "no-vehicle": N_("{who} has no vehicle to move by"),
    "no-way-of-moving": N_("{who} does not move by themselves: by {allowed}?"),
    "not-in-movement": N_("That belongs to the movement phase"),
    "not-named": N_("{who} neither approaches {other} nor retreats from them"),
    "not-on-stage": N_("{who} is not in the crisis"),
    "not-their-move": N_("{who} has no move towards or from {other} to cut short"),
    "objects-do-not-move": N_("{who} is an object and does not move by itself"),
    "rides-along": N_("{who} rides along: {driver} says where"),
    "left-this-round": N_("{who} left in this round and can come in from the next one on"),
    "too-slow-to-enter": N_("{who} is too slow to come in within rounds"),
}


def _wish(d: Declaration, who: str) -> Msg:
    fields: dict[str, Field] = {"who": Who(who), "approach": _people(d.approach), "retreat": _people(d.retreat)}
    if d.approach and d.retreat:
        return Msg("{who} approaches {approach} and retreats from {retreat}", fields)
    if d.approach:
        return Msg("{who} approaches {approach}", fields)
    if d.retreat:
        return Msg("{who} retreats from {retreat}", fields)
    return Msg("{who} stays", fields)


def _people(ids: Iterable[str]) -> tuple[Text, ...]:
    return tuple(Who(i) for i in ids)


def _declared(e: stages.Declared, state: LawnState) -> Msg:
    if e.after is None:
        return Msg("{who} takes the declaration back", {"who": Who(e.who)})
    return Msg("{who} has declared", {"who": Who(e.who)}) if e.secret else _wish(e.after, e.who)


def _shown(e: stages.DeclarationsShown, state: LawnState) -> Msg:
    told = {p.id for p in state.entities.values() if p.kind != "pc" and not p.hidden}
    wishes = tuple(_wish(d, who) for who, d in e.declarations.items() if who in told)
    return Msg("all declared: {wishes}" if wishes else "all declared", {"wishes": wishes})


def _speed(e: stages.SpeedTaken, state: LawnState) -> Msg | None:
    fields: dict[str, Field] = {"who": Who(e.after.who), "others": _people(e.after.others)}
    if e.after.result == "wins":
        return Msg("{who} prevails over {others}", fields)
    if e.after.result == "holds":
        return Msg("{who} and {others} keep their distance", fields)
    if not e.after.result:
        return None
    if len(e.after.others) == 1:
        return Msg("{who} prevails over {others}", {"who": Who(e.after.others[0]), "others": Who(e.after.who)})
    return Msg("{others} prevail over {who}", fields)


def _reach(e: stages.ReachChosen, state: LawnState) -> Msg:
    return Msg("{who} makes for {target}", {"who": Who(e.who), "target": Who(e.target)})


def _stood(e: stages.StoodUp, state: LawnState) -> Msg:
    return Msg("{who} gets up and walks at most", {"who": Who(e.who)})


def _eased(e: shortcuts.SpeedEased, state: LawnState) -> Msg:
    fields: dict[str, Field] = {"who": Who(e.who), "faces": f"{e.after:+d}"}
    if state.entities[e.who].kind == "pc":
        return Msg("{who}: speed checks {faces} this round", fields)
    return Msg("speed checks against {who}: {faces} this round", fields)


def _boarded(e: shortcuts.Boarded, state: LawnState) -> Msg:
    vehicle: Text = Who(e.after) if e.after in state.entities else term(e.after)
    fields: dict[str, Field] = {"who": Who(e.who), "vehicle": vehicle}
    if not e.after:
        return Msg("{who} gets out", fields)
    return Msg("{who} drives {vehicle}" if e.drives else "{who} gets into {vehicle}", fields)


def _entry(e: crossing.EntryPlanned, state: LawnState) -> Msg | None:
    return Msg("{who} comes in from round {round} on", {"who": Who(e.who), "round": e.after}) if e.after else None


SAY: dict[type[Event], object] = {
    stages.Declared: _declared,
    stages.DeclarationsShown: _shown,
    stages.SpeedTaken: _speed,
    stages.ReachChosen: _reach,
    stages.StoodUp: _stood,
    shortcuts.SpeedEased: _eased,
    shortcuts.Boarded: _boarded,
    crossing.EntryPlanned: _entry,
}
