"""Sentences, switches and terms of actions, retreat, chases and contests of saves."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ...core.messages import N_
from ...core.model import Field, Msg, Name, Who
from ...core.switches import Switch
from . import actions, acts, contests
from .state import CairnState
from .terms import ATTRIBUTE_NAMES, PHASE_NAMES, SIDE_NAMES

REJECTIONS: Mapping[str, str] = {
    "act-is-done": N_("What {who} did is settled already; undo takes it back"),
    "already-acted": N_("{who} has declared already ({act}): one action a turn. Withdraw takes it back"),
    "cannot-be-carried": N_("{who} cannot be taken along"),
    "is-fleeing": N_("{who} is fleeing and does nothing else"),
    "needs-two": N_("This takes two"),
    "no-safe-place": N_("{who} cannot retreat without a safe place to run to: say where"),
    "nobody-to-declare": N_("No opponent is left to declare for"),
    "not-fleeing": N_("{who} is not fleeing"),
    "nothing-declared": N_("{who} has declared nothing in this turn"),
    "nothing-said": N_("Say what is done"),
    "too-far": N_("{who} covers at most {most} ft in a turn and has moved {moved} ft"),
}
TERMS: Mapping[str, Mapping[str, Name]] = {
    "answer": {side: SIDE_NAMES[side] for side in PHASE_NAMES},
    "save": {
        "opposed": Name("角力", "against each other"),
        "joint": Name("共同行动", "together"),
    },
}
OPTIONS: Mapping[str, Switch] = {}
PART_NAMES: Mapping[str, Name] = {
    "at_risk": Name("处境最危险者", "most at risk"),
    "carrying": Name("带上谁", "carrying"),
    "far": Name("远", "far"),
    "feet": Name("英尺", "feet"),
    "near": Name("近", "near"),
    "out_of_sight": Name("看不见", "out of sight"),
    "place": Name("去处", "place"),
    "quarry": Name("被追的一方", "on the run"),
    "spoils": Name("作废", "spoils"),
}

USES: Mapping[str, tuple[Name, ...]] = {
    "STR": (
        Name("抬门", "lifting gates"),
        Name("弯折铁条", "bending bars"),
        Name("抵抗毒素", "resisting poison"),
        Name("其他蛮力之事", "any brute force"),
    ),
    "DEX": (
        Name("保持平衡", "keeping one's footing"),
        Name("速度", "speed"),
        Name("反应", "reflexes"),
        Name("闪避", "dodging"),
        Name("攀爬", "climbing"),
        Name("潜行", "sneaking"),
    ),
    "WIL": (
        Name("说服", "persuading"),
        Name("欺骗", "deceit"),
        Name("审问", "questioning"),
        Name("恐吓", "intimidation"),
        Name("魅惑", "charming"),
        Name("激怒", "provoking"),
        Name("操纵法术", "handling spells"),
    ),
}
"""What each attribute is asked for (CA-ATT-002); the Warden may ask for any of the three all the same."""


def help_lines() -> tuple[tuple[Name, tuple[Name, ...]], ...]:
    """The three attributes with what each of them is for (CA-ATT-002)."""
    return tuple((ATTRIBUTE_NAMES[attribute], uses) for attribute, uses in USES.items())


def _moved(e: actions.Moved, state: CairnState) -> Msg:
    fields: dict[str, Field] = {"who": Who(e.who), "feet": abs(e.after - e.before), "covered": e.covered}
    if e.after < e.before:
        return Msg("{who} does not cover those {feet} ft after all", fields)
    if e.covered >= 0:
        return Msg("{who} runs {feet} ft ({covered} ft in all)", fields)
    return Msg("{who} moves {feet} ft", fields)


def _withdrawn(e: acts.Withdrawn, state: CairnState) -> Msg | None:
    """A declaration taken back; that of somebody who was removed goes without a word."""
    fields: dict[str, Field] = {"who": Who(e.act.who), "gone": tuple(Who(who) for who in e.gone)}
    if e.act.who in e.gone:
        return None
    if e.why == "unable":
        return Msg("{who} cannot act any more: the declaration is void", fields)
    if e.why == "reach":
        return Msg("{who} declares anew ({gone} out of reach)", fields)
    return Msg("{who} declares anew ({gone} gone)" if e.gone else "{who} takes the declaration back", fields)


def _changed(e: acts.ActChanged, state: CairnState) -> Msg | None:
    wasted = e.after.spoiled and not e.before.spoiled
    fields: dict[str, Field] = {"who": Who(e.after.who), "gone": tuple(Who(who) for who in e.gone)}
    if not e.gone:
        return Msg("{who}: the act is wasted", fields) if wasted else None
    if e.after.carrying != e.before.carrying:
        return Msg("{who} retreats alone ({gone} gone)", fields)
    if e.after.targets:
        return Msg("{who}: no longer aimed at {gone}", fields)
    if e.why == "reach":
        return Msg("{who}: nothing comes of it ({gone} out of reach)", fields)
    return Msg("{who}: nothing comes of it ({gone} gone)", fields)


def _decided(e: contests.Decided, state: CairnState) -> Msg:
    fields: dict[str, Field] = {"who": Who(e.who), "other": Who(e.other)}
    if e.kind == contests.OPPOSED:
        return Msg("{who} prevails over {other}", fields)
    return Msg("{who} and {other} succeed together" if e.passed else "{who} and {other} fail together", fields)


SAY: dict[type, Callable[[Any, Any], Msg | None]] = {
    acts.Withdrawn: _withdrawn,
    acts.ActChanged: _changed,
    actions.Moved: _moved,
    contests.Decided: _decided,
}
