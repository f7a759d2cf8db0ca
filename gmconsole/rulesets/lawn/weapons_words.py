"""What weapons, devices and structures say: their events for the log, their refusals by code."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from ...core.messages import N_
from ...core.model import Event, Field, Msg, Text, Who
from . import armoury, effects, zones
from .state import LawnState
from .terms import term
from .weapons import WeaponsChanged

REJECTIONS = {
    "lie-down-first": N_("{who} has to lie down first to use {weapon}"),
    "load-empty": N_("{weapon} of {who} is empty: reload first"),
    "load-too-low": N_("{weapon} has {now} left, {mode} takes {cost}"),
    "needs-both-hands": N_("{who} needs both hands for {weapon}"),
    "no-ammunition": N_("{who} found {weapon} here: there is no more ammunition for it"),
    "no-device": N_("{weapon} is no device; these are: {allowed}"),
    "no-reload": N_("{weapon} is never reloaded"),
    "no-such-mode": N_("{weapon} is not used that way: {allowed}"),
    "no-weapon-by-itself": N_("{weapon} is no weapon by itself"),
    "not-carried": N_("{who} does not carry {weapon}"),
    "too-many-weapons": N_("{who} can carry no more weapons ({most})"),
}


def items(ids: Iterable[str]) -> tuple[Text, ...]:
    """Items by their names."""
    return tuple(map(term, ids))


def _carried(e: WeaponsChanged, state: LawnState) -> Msg:
    new = tuple(w for w in e.after if w not in e.before)
    gone = tuple(w for w in e.before if w not in e.after)
    fields: dict[str, Field] = {"who": Who(e.who), "new": items(new), "gone": items(gone)}
    if new and gone:
        return Msg("{who} takes {new} and no longer has {gone}", fields)
    return Msg("{who} takes {new}" if new else "{who} no longer has {gone}", fields)


def _figures(e: armoury.FiguresChanged, state: LawnState) -> Msg:
    fields: dict[str, Field] = {"who": Who(e.who), "weapon": items((e.item,))}
    if not e.after:
        return Msg("{who}: {weapon} as in the book", fields)
    fields["figures"] = tuple(
        Msg("{figure} {value}", {"figure": Msg("figure:" + f), "value": armoury.said(f, v)}) for f, v in e.after.items()
    )
    return Msg("{who}: {weapon}, {figures}", fields)


def _ability(e: effects.AbilityUsed, state: LawnState) -> Msg:
    return Msg(
        "{who} uses the ability of {weapon} on {target}: {state}",
        {"who": Who(e.who), "weapon": items((e.item,)), "target": Who(e.target), "state": term(e.state)},
    )


def _landed(e: zones.DeviceLanded, state: LawnState) -> Msg:
    fields: dict[str, Field] = {"device": Who(e.device.id), "target": Who(e.device.target), "band": term(e.band)}
    return Msg(
        "{device} lies at {band} of {target}, the fuse burning"
        if e.device.fused
        else "{device} lies at {band} of {target}",
        fields,
    )


def _gone(e: zones.DeviceGone, state: LawnState) -> Msg:
    fields: dict[str, Field] = {
        "device": Who(e.device.id),
        "full": tuple(Who(w) for w in e.full),
        "splash": tuple(Who(w) for w in e.splash),
    }
    if e.dud:
        return Msg("{device} does not go off", fields)
    if e.full and e.splash:
        return Msg("{device} goes off: full zone {full}; splash zone {splash}", fields)
    if e.full:
        return Msg("{device} goes off: full zone {full}", fields)
    return Msg(
        "{device} goes off: splash zone {splash}" if e.splash else "{device} goes off and reaches nobody", fields
    )


SAY: Mapping[type[Event], Callable[[Any, LawnState], Msg | None]] = {
    WeaponsChanged: _carried,
    armoury.FiguresChanged: _figures,
    armoury.AbilitiesBack: lambda e, s: Msg(
        "{who} can use again: {items}", {"who": Who(e.who), "items": items(i for i in e.before if i not in e.after)}
    ),
    effects.AbilityUsed: _ability,
    zones.DeviceLanded: _landed,
    zones.DeviceGone: _gone,
}
