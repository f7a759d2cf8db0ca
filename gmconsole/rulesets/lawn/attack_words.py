"""What attacks say: their events for the log, their refusals by code; and the switches of the chapter."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ...core.messages import N_
from ...core.model import Event, Msg, Name, Who
from ...core.switches import Switch, advanced
from . import attacks, blows, counter, forms, mercy, restraint
from .state import LawnState
from .terms import TERMS

TERMS["brawl"] = {form.id: form.name for form in forms.BRAWLS.values()}

OPTIONS: dict[str, Switch] = {
    "mercy": advanced("手下留情", "Mercy"),
    "body_parts": advanced("攻击特定部位", "Targeting a body part"),
    "vital_points": advanced("攻击要害", "Targeting a vital point"),
    "counter": advanced("反击", "Counter"),
    "restraint": advanced("限制行动", "Restraint"),
    "extremely_hard": Switch((12, 15, 9), Name("“极难”的难度", "Extremely hard means")),
    "vital_difficulty": Switch((6, 3, 9), Name("攻击要害的难度增加", "A vital point is harder by")),
}

REJECTIONS = {
    "attacks-nobody": N_("{who} cannot attack themselves"),
    "dead-already": N_("{who} is dead or destroyed already"),
    "holds-already": N_("{who} holds somebody already, or {other} is held already"),
    "holds-nobody": N_("{who} holds nobody"),
    "no-blow-to-answer": N_("{who} owes no dodge now: there is no blow to take and strike back at"),
    "no-body-to-aim-at": N_("{who} has no part to aim at with this: {weapon}"),
    "no-fuse": N_("{weapon} takes no fuse"),
    "no-mercy": N_("{weapon}: holding back is for player characters whose damage is not automatic"),
    "no-open-attack": N_("{who} has no open attack"),
    "no-safety": N_("{weapon} has no safety"),
    "not-a-step": N_("{field} goes in steps of {step}, not {value}"),
    "not-in-play": N_("{rule}: not in play at this table"),
    "not-visible": N_("{who} cannot see {other}; blind attacks all the same"),
    "nothing-to-double": N_(
        "Doubling takes the place of a vital point's damage, against what bears far more than a human; {who} does not"
    ),
    "objects-do-not-attack": N_("{who} is an object and attacks nobody"),
    "part-or-vital": N_("A part of the body or a vital point, not both"),
}

ENDS = {
    "missed": N_("{who} misses {target}"),
    "dodged": N_("{target} dodges {who}"),
    "unharmed": N_("{target} is unharmed"),
    "armour": N_("{target}: the armour holds"),
    "held": N_("{who} holds {target}"),
    "nothing": N_("{who} and {target}: it comes to nothing"),
    "safety": N_("{who} does not get the gun ready"),
    "off": N_("the attack of {who} on {target} is called off"),
}


def _over(e: blows.AttackOver, state: LawnState) -> Msg | None:
    text = ENDS.get(e.how)
    return Msg(text, {"who": Who(e.attack.who), "target": Who(e.attack.target)}) if text else None


def _restraint(e: restraint.RestraintSet, state: LawnState) -> Msg | None:
    if e.after is not None or e.before is None:
        return None
    return Msg("{holder} no longer holds {who}", {"holder": Who(e.before.holder), "who": Who(e.who)})


SAY: Mapping[type[Event], Callable[[Any, LawnState], Msg | None]] = {
    blows.AttackOpened: lambda e, s: attacks.what(e.attack, s),
    blows.AttackOver: _over,
    mercy.Grazed: lambda e, s: Msg("{who} is only grazed", {"who": Who(e.who)}),
    restraint.RestraintSet: _restraint,
    counter.CounterLost: lambda e, s: Msg("{who} does not strike back", {"who": Who(e.who)}),
}
