"""Sentences, switches and terms of critical damage, aid, death and scars."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ...core.messages import N_
from ...core.model import Field, Msg, Name, Who
from ...core.switches import Switch
from . import aid, death, harm, scars, vitals
from .scar_table import PLACES, SCARS
from .state import CairnState
from .terms import ATTRIBUTE_NAMES, term

REJECTIONS: Mapping[str, str] = {
    "aid-oneself": N_("{who} cannot tend themselves: that takes somebody else"),
    "beyond-aid": N_("{who} is dead, no aid helps"),
    "dead-already": N_("{who} is dead already"),
    "needs-no-aid": N_("{who} needs no aid: neither critical, nor dying, nor mortally wounded and untreated"),
    "no-harm": N_("How much? A die (d6) or a number"),
    "no-scar-dice": N_("{who} has no scar that owes dice now"),
    "not-a-hireling": N_("{who} is no hireling, nobody can take them over"),
    "not-bleeding": N_("No clock runs for {who}: neither critical, nor dying, nor mortally wounded and untreated"),
    "not-harm": N_("{word} is neither a die (d6, 2d6) nor a number"),
    "not-treated": N_("The Mortal Wound of {who} has to be treated first (aid)"),
    "nothing-mends": N_("{who} has no scar that waits for this"),
    "nothing-to-tell": N_("{who} has no scar that asks for words"),
    "still-alive": N_("{who} is not dead"),
    "too-far-to-aid": N_("{who} is not near {whom}: move there first"),
    "unknown-scar": N_("There is no scar {scar}"),
    "which-part": N_("Say which part of the body {who} loses"),
}
OPTIONS: Mapping[str, Switch] = {}
TERMS: Mapping[str, Mapping[str, Name]] = {
    "scar": {row.id: row.name for row in SCARS.values()},
    "place": {**{row.id: row.name for row in PLACES.values()}, **ATTRIBUTE_NAMES},
}
PART_NAMES: Mapping[str, Name] = {
    "armour": Name("护甲", "armour"),
    "damage": Name("伤害", "damage"),
    "instead": Name("代替谁", "in whose place"),
    "item": Name("物品", "item"),
    "minutes": Name("分钟", "minutes"),
    "save": Name("豁免", "save"),
    "scar": Name("伤痕", "scar"),
    "sides": Name("面数", "sides"),
    "whom": Name("救谁", "whom"),
}


def scar_name(entry: int) -> Msg:
    """What a scar is called, as a term."""
    return Msg("scar:" + SCARS[entry].id)


def _gained(e: scars.ScarGained, state: CairnState) -> Msg:
    row = SCARS[e.scar.entry]
    fields: dict[str, Field] = {"who": Who(e.who), "entry": row.entry, "scar": scar_name(row.entry), "help": row.help}
    return Msg("{who}: scar {entry}, {scar}: {help}", fields)


def _rolled(e: scars.ScarRolled, state: CairnState) -> Msg:
    row = SCARS[e.entry]
    fields: dict[str, Field] = {
        "who": Who(e.who),
        "scar": scar_name(e.entry),
        "face": e.place_face,
        "place": Msg("place:" + e.place),
        "n": len(e.faces),
        "sides": e.sides,
        "faces": " ".join(map(str, e.faces)),
        "sum": sum(e.faces),
        "against": e.against,
    }
    if e.place_face and not e.faces:
        return Msg("{who}, {scar}: d6 {face}: {place}", fields)
    if e.place_face:
        return Msg("{who}, {scar}: d6 {face}: {place}; {n}d{sides} [{faces}] = {sum} against {against}", fields)
    if row.how == "add" or row.gain:
        return Msg("{who}, {scar}: {n}d{sides} [{faces}] = {sum}, added to {against}", fields)
    if row.how == "become":
        return Msg("{who}, {scar}: {n}d{sides} [{faces}] = {sum}, in place of {against}", fields)
    return Msg("{who}, {scar}: {n}d{sides} [{faces}] = {sum} against {against}", fields)


def _changed(e: scars.ScarChanged, state: CairnState) -> Msg | None:
    before, after = e.before, e.after
    fields: dict[str, Field] = {"who": Who(e.who), "scar": scar_name(after.entry), "text": after.text}
    if after.treated and not before.treated:
        return Msg("{who}, {scar}: treated", fields)
    if after.cured and not before.cured:
        return Msg("{who}, {scar}: cured", fields)
    if after.text != before.text:
        return Msg("{who}, {scar}: {text}", fields)
    if before.step == "rest" and after.step:
        return Msg("{who}, {scar}: rested, no longer deprived by it", fields)
    if before.step == "next_save":
        return Msg("{who}, {scar}: the mark is used up", fields)
    return None


def _clock(e: vitals.DeathClockSet, state: CairnState) -> Msg:
    if e.after < 0:
        return Msg("{who}: the clock of death is stopped", {"who": Who(e.who)})
    left = e.left if e.left >= 0 else max(e.after - state.clock, 0)
    fields: dict[str, Field] = {"who": Who(e.who), "minutes": left // 60, "seconds": left % 60}
    return Msg("{who} dies without aid in {minutes} min {seconds} s", fields)


def _aided(e: aid.Aided, state: CairnState) -> Msg:
    fields: dict[str, Field] = {"who": Who(e.who), "whom": Who(e.whom), "item": e.item}
    if e.theirs:
        return Msg("{who} tends {whom}, with {item} out of {whom}'s own pack", fields)
    return Msg("{who} tends {whom} with {item}" if e.item else "{who} tends {whom}", fields)


def _harmed(e: harm.Harmed, state: CairnState) -> Msg:
    who: dict[str, Field] = {"who": Who(e.who), "because": e.because}
    fields: dict[str, Field] = {
        "cause": Msg("{who} is hurt ({because})" if e.because else "{who} is hurt", who),
        "n": len(e.faces),
        "sides": e.sides,
        "faces": " ".join(map(str, e.faces)),
        "armour": e.armour,
        "loss": Msg("{loss} off {what}", {"loss": e.loss, "what": term(e.attribute)})
        if e.attribute
        else Msg("{loss} damage", {"loss": e.loss}),
    }
    if e.faces and e.armour:
        return Msg("{cause}: {n}d{sides} [{faces}], armour {armour}: {loss}", fields)
    if e.faces:
        return Msg("{cause}: {n}d{sides} [{faces}]: {loss}", fields)
    return Msg("{cause}, armour {armour}: {loss}" if e.armour else "{cause}: {loss}", fields)


def _taken_over(e: death.TakenOver, state: CairnState) -> Msg:
    if e.instead:
        return Msg("{who} is a PC from now on, in place of {instead}", {"who": Who(e.who), "instead": Who(e.instead)})
    return Msg("{who} is a PC from now on", {"who": Who(e.who)})


SAY: dict[type, Callable[[Any, Any], Msg | None]] = {
    scars.ScarGained: _gained,
    scars.ScarStands: lambda e, s: Msg(
        "{who}, {scar}: it waits already, nothing changes", {"who": Who(e.who), "scar": scar_name(e.entry)}
    ),
    scars.ScarRolled: _rolled,
    scars.ScarChanged: _changed,
    vitals.DeathClockSet: _clock,
    aid.Aided: _aided,
    harm.Harmed: _harmed,
    death.TakenOver: _taken_over,
}
