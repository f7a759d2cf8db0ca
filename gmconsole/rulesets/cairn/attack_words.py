"""Sentences, switches and terms of attacks, detachments, armour and ranged attacks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from ...core.messages import N_
from ...core.model import Field, Msg, Name, Text, Who
from ...core.switches import Switch, optional
from . import attacks, detachments, pools, weapons
from .state import CairnState

WEAK = "weak_position"
STRONG = "strong_position"

REJECTIONS: Mapping[str, str] = {
    "act-saves-first": N_("Saves that belong to declared acts come before damage dice: {who}"),
    "ambiguous-attack": N_("{word} could be {candidates}"),
    "no-damage-owed": N_("No damage dice are owed"),
    "no-number-owed": N_("{who} owes no number of targets now"),
    "no-pair": N_("{first} and {second} cannot be used together as a pair"),
    "no-such-attack": N_("{who} does not attack with {word}; there is {allowed}"),
    "no-target": N_("Say whom {who} attacks"),
    "none-left": N_("{who} has nothing left to attack with: {attack}"),
    "not-a-blast": N_("Only a blast can be unclear about how many it reaches, not this: {attack}"),
    "not-a-mark": N_("{who} is out of the fight and no longer a target"),
    "not-all-declared": N_("Damage dice come once everybody has declared or passed: {who}"),
    "not-in-the-blast": N_("{who} was not among those the blast might reach"),
    "not-oneself": N_("{who} cannot attack themselves"),
    "number-first": N_("How many the blast reaches, and whom, comes before damage dice: {who}"),
    "one-target": N_("{who} attacks one target with this: {attack}. Only a blast hits several"),
    "out-of-sight": N_("{who} cannot see {other}"),
    "owes-no-damage": N_("{who} owes no damage dice"),
    "question-first": N_("A question is open that has to be answered before damage dice"),
    "too-far-for-melee": N_("{other} is {band}: {who} cannot reach there with this"),
    "too-many-reached": N_("The blast reaches {number}, not {count}"),
}
REASON_NAMES: Mapping[str, Name] = {
    WEAK: Name("劣势", "weak position"),
    STRONG: Name("优势", "strong position"),
    pools.FAR: Name("目标特别远", "far away"),
    pools.SINGLE: Name("单人对分队", "single against a detachment"),
    pools.MASS: Name("分队对单人", "detachment against a single"),
}
WEAK_REASONS: Mapping[str, Name] = {
    "cover": Name("掩体", "cover"),
    "tied": Name("双手被缚", "tied hands"),
    "dark": Name("昏暗", "darkness"),
}
STRONG_REASONS: Mapping[str, Name] = {
    "helpless": Name("无力反抗", "helpless"),
    "bold": Name("大胆招数", "bold move"),
    "above": Name("居高临下", "from above"),
}
"""Reasons worth offering; the Warden may write any other."""

TERMS: Mapping[str, Mapping[str, Name]] = {
    "reason": REASON_NAMES,
    "way": {weapons.UNARMED.name: Name("徒手", "unarmed")},
}
OPTIONS: Mapping[str, Switch] = {
    "pairs_keep_two": optional("双持在受损或强化时仍投两颗", "Pairs keep two dice when impaired or enhanced"),
}
PART_NAMES: Mapping[str, Name] = {
    "die": Name("骰子", "die"),
    "enhanced": Name("缘由", "why"),
    "impaired": Name("缘由", "why"),
    "plain": Name("普通", "plain"),
    "targets": Name("目标", "target"),
    "unclear": Name("数目不明", "unclear"),
    "weapon": Name("武器", "weapon"),
}


def reasons(found: Iterable[str]) -> tuple[Text, ...]:
    """Reasons for a mark as texts: those of the rules are terms, the Warden's are said as written."""
    return tuple(Msg("reason:" + word) if word in REASON_NAMES else word for word in found)


def _marks(impaired: tuple[str, ...], enhanced: tuple[str, ...]) -> tuple[Text, ...]:
    said: list[Text] = []
    if impaired:
        said.append(Msg("impaired: {why}", {"why": reasons(impaired)}))
    if enhanced:
        said.append(Msg("enhanced: {why}", {"why": reasons(enhanced)}))
    return tuple(said)


def _rolled(e: attacks.Rolled, state: CairnState) -> Msg:
    said = []
    for target, sides, faces, impaired, enhanced in zip(
        e.targets, e.sides, e.faces, e.impaired, e.enhanced, strict=True
    ):
        fields: dict[str, Field] = {
            "target": Who(target),
            "dice": " ".join(f"d{size}={face}" for size, face in zip(sides, faces, strict=True)),
            "marks": _marks(impaired, enhanced),
        }
        said.append(Msg("{target} {dice} ({marks})" if fields["marks"] else "{target} {dice}", fields))
    return Msg("{who}, {attack}: {rolls}", {"who": Who(e.who), "attack": weapons.named(e.attack), "rolls": tuple(said)})


def _hit(e: attacks.Hit, state: CairnState) -> Msg:
    kept = e.throws[e.kept]
    fields: dict[str, Field] = {
        "target": Who(e.target),
        "face": kept.face,
        "who": Who(kept.who),
        "others": tuple(str(t.face) for i, t in enumerate(e.throws) if i != e.kept),
        "armour": e.armour,
        "damage": e.damage,
    }
    if any(t.ignores_armour for t in e.throws):
        return _compared(e, fields)
    if fields["others"] and not e.armour:
        return Msg("{target}: {face} by {who} counts (not {others}): {damage} damage", fields)
    if fields["others"]:
        return Msg("{target}: {face} by {who} counts (not {others}), armour {armour}: {damage} damage", fields)
    if not e.armour:
        return Msg("{target}: {face} by {who}: {damage} damage", fields)
    return Msg("{target}: {face} by {who}, armour {armour}: {damage} damage", fields)


def _compared(e: attacks.Hit, fields: dict[str, Field]) -> Msg:
    """A pool with an attacker who ignores armour: what either kind of die would have done (A08)."""
    others = [t for t in e.throws if t.ignores_armour != e.throws[e.kept].ignores_armour]
    if others:
        best = max(others, key=lambda t: t.net(e.armour))
        fields = {**fields, "other": Who(best.who), "beaten": best.face, "less": best.net(e.armour)}
    ignores = e.throws[e.kept].ignores_armour
    if others and ignores:
        return Msg(
            "{target}: {face} by {who} ignores armour and does {damage}; "
            "{beaten} by {other}, armour {armour}, would do {less}",
            fields,
        )
    if others:
        return Msg(
            "{target}: {face} by {who}, armour {armour}, does {damage}; "
            "{beaten} by {other} ignores armour and would do {less}",
            fields,
        )
    return Msg("{target}: {face} by {who} ignores armour: {damage} damage", fields)


def _number(e: attacks.NumberRolled, state: CairnState) -> Msg:
    fields: dict[str, Field] = {
        "who": Who(e.who),
        "sides": e.sides,
        "face": e.face,
        "number": e.number,
        "among": e.among,
    }
    return Msg("{who}: d{sides} {face}, the blast reaches {number} of {among}", fields)


SAY: dict[type, Callable[[Any, Any], Msg | None]] = {
    attacks.Rolled: _rolled,
    attacks.Hit: _hit,
    attacks.NumberRolled: _number,
    attacks.Reached: lambda e, s: Msg(
        "{who}: the blast reaches {targets}", {"who": Who(e.who), "targets": tuple(Who(t) for t in e.targets)}
    ),
    detachments.Weakened: lambda e, s: Msg(
        "{who} is badly weakened and fights on as an ordinary foe", {"who": Who(e.who)}
    ),
}
