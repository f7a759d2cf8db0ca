"""Scars: what a PC keeps from a blow that left them at exactly 0 HP, and the rolls that come of it (chapter "Scars").

Covers CA-SCR-001 to -017. What each entry asks for is content (``scar_table``). A scar goes through its steps in order:
what is said or rolled at once, the event it waits for, and its dice; each throw is a command of its own.
"""

from __future__ import annotations

from msgspec.structs import replace

from ...core.commands import unknown, with_entity
from ...core.model import Command, Event, Field, Msg, Question, Rejected, Who
from ...core.people import counted, next_id
from ...core.phases import Task
from ...core.ruleset import Tx as CoreTx
from . import conditions, death, questions, saves, vitals
from .scar_table import ENTRIES, FACES, IDS, SCARS, ScarDef
from .state import CairnState, Call, Combatant, Scar

Tx = CoreTx[CairnState]

DOOMED = 12
SAVE = "scar"
"""The kind of call of the WIL save that entries 8 and 10 ask for; ``ref`` is the scar's id."""

SAID = ("text", "place")
OWED = ("roll", "gain")
MENDING = ("rest", "mended", "recovered")
"""The steps that end by the Warden's word."""


class RollScar(Command, frozen=True, tag="cairn.roll-scar"):
    """Roll the dice that somebody's scar owes: the first that owes any, or one of that entry (its id in the table).

    Refused: ``no-scar-dice``, ``unknown-scar``.
    """

    who: str
    scar: str = ""


class TellScar(Command, frozen=True, tag="cairn.tell-scar"):
    """Say what a scar asks for: how a rattled PC comes round (may stay untold), or which part of the body is lost.

    Refused: ``nothing-to-tell``, ``which-part`` where the part is missing.
    """

    who: str
    text: str = ""


class Recover(Command, frozen=True, tag="cairn.recover"):
    """A scar has mended, the illness is over, the PC has recovered or rested: the dice that waited are rolled now.

    For Deafened it is the extraordinary aid that brings hearing back. Without a scar it is the first that waits so.
    Refused: ``nothing-mends``, ``unknown-scar``, ``not-treated`` for an untended Mortal Wound.
    """

    who: str
    scar: str = ""


class ScarGained(Event, frozen=True, tag="cairn.scar-gained"):
    """Somebody has a scar."""

    who: str
    scar: Scar


class ScarStands(Event, frozen=True, tag="cairn.scar-stands"):
    """A second Doomed while one is waiting, which changes nothing (A23)."""

    who: str
    entry: int


class ScarChanged(Event, frozen=True, tag="cairn.scar-changed"):
    """A scar went on to its next step, or something was said or done about it."""

    who: str
    before: Scar
    after: Scar


class ScarRolled(Event, frozen=True, tag="cairn.scar-rolled"):
    """The dice of a scar: the face that named ``place`` (0 for none), and the faces with what they went against."""

    who: str
    entry: int
    place_face: int = 0
    place: str = ""
    sides: int = 0
    faces: tuple[int, ...] = ()
    against: int = 0


# Reading -----------------------------------------------------------------------------------------------------------


def due(state: CairnState) -> bool:
    """Whether dice or words of a scar are owed now."""
    return any(_owes(c) for c in state.entities.values())


def _owes(c: Combatant) -> tuple[Scar, ...]:
    if c.presence == "removed" or conditions.is_dead(c):
        return ()
    return tuple(s for s in c.scars.values() if s.step in (*SAID, *OWED))


def pending(c: Combatant) -> tuple[Scar, ...]:
    """The scars that wait for an event before their dice are rolled, in the order gained (CA-SCR-017)."""
    return tuple(s for s in c.scars.values() if s.step in (*MENDING, "next_save"))


def waiting(c: Combatant) -> tuple[Msg, ...]:
    """What the scars of somebody alive wait for, one line each."""
    return () if conditions.is_dead(c) else tuple(map(_waits_for, pending(c)))


def _waits_for(scar: Scar) -> Msg:
    row = SCARS[scar.entry]
    fields: dict[str, Field] = {"scar": row.name, "dice": row.dice}
    if scar.step == "rest":
        return Msg("{scar}: {dice}d6 after a few hours' rest", fields)
    if scar.step == "mended":
        return Msg("{scar}: {dice}d6 once mended (mend)", fields)
    if scar.step == "next_save":
        return Msg("{scar}: waits for the next save against critical damage", fields)
    if scar.entry == conditions.MORTAL_WOUND and not scar.treated:
        return Msg("{scar}: to be treated (aid); {dice}d6 once recovered", fields)
    return Msg("{scar}: {dice}d6 once recovered (mend)", fields)


def is_felt(scar: Scar) -> bool:
    """Whether the scar still matters: open, or lasting and not cured (A22)."""
    return bool(scar.step) or (SCARS[scar.entry].lasts and not scar.cured)


def text(scar: Scar) -> Msg:
    """A scar as a word for the card: what it makes of somebody while it is felt, afterwards its name."""
    row = SCARS[scar.entry]
    named = is_felt(scar) and bool(row.state.en)
    part = Msg("place:" + scar.place) if scar.place else scar.text
    fields: dict[str, Field] = {"scar": row.state if named else row.name, "place": part}
    if row.state.en and not named:
        return Msg("{scar}, over", fields)
    return Msg("{scar} ({place})" if scar.place or ("place" in row.at_once and part) else "{scar}", fields)


def throws(scar: Scar) -> tuple[int, int, int]:
    """What its next roll takes: dice for the place (0 or 1, d6), other dice, and their sides."""
    row = SCARS[scar.entry]
    if scar.step == "gain":
        return 0, 1, row.gain
    place = 1 if row.places and not scar.place else 0
    return place, 0 if place and row.waits else row.dice, FACES


def tasks(state: CairnState) -> tuple[Task, ...]:
    """The dice and words that scars owe now, in listed order; each scar owes one thing at a time."""
    return tuple(_task(c, s) for c in state.entities.values() for s in _owes(c)[:1])


def _task(c: Combatant, scar: Scar) -> Task:
    row = SCARS[scar.entry]
    fields: dict[str, Field] = {"who": Who(c.id), "scar": Msg("scar:" + row.id)}
    detail = (Msg("{text}", {"text": row.help}),)
    if scar.step == "place":
        what = Msg("{who}, {scar}: which part of the body?", fields)
        return Task(kind="scar:place", who=c.id, what=what, detail=detail, form=f"tell {c.id}")
    if scar.step == "text":
        what = Msg("{who}, {scar}: how do they come round?", fields)
        return Task(
            kind="scar:text", who=c.id, what=what, command=TellScar(who=c.id), detail=detail, form=f"tell {c.id}"
        )
    place, dice, sides = throws(scar)
    return Task(
        kind="scar:roll",
        who=c.id,
        what=Msg("{who}, {scar}: {dice}d{sides}", {**fields, "dice": place + dice, "sides": sides}),
        command=RollScar(who=c.id),
        dice=(place + dice, sides),
        detail=detail,
        form=f"scar {c.id}",
    )


# Services ----------------------------------------------------------------------------------------------------------


def gain(tx: Tx, who: str, lost: int) -> None:
    """A PC's HP came to exactly 0 with that much lost in this attack: the scar of that entry (CA-SCR-013, -014).

    Beyond the table the Warden is asked whether it is the last entry (A17).
    """
    if lost > ENTRIES:
        questions.ask(tx, "scar_entry", who=who, value="yes", choices=("yes", "no"), ref=str(lost))
    elif lost:
        _gain(tx, who, lost, lost)


def _gain(tx: Tx, who: str, entry: int, lost: int) -> None:
    if entry == DOOMED and conditions.waiting_scar(tx.state.entities[who], DOOMED, "next_save"):
        tx.emit(ScarStands(who=who, entry=entry))
        return
    row = SCARS[entry]
    scar = Scar(id=next_id(tx.state, "scar"), entry=entry, lost=lost, step=(*row.at_once, row.waits)[0])
    tx.emit(ScarGained(who=who, scar=scar))
    _call(tx, who, scar)
    if entry == conditions.MORTAL_WOUND:
        death.start_clock(tx, who, "mortal_wound")


def doom(tx: Tx, who: str, scar: Scar, passed: bool) -> None:
    """The save that a Doomed PC was waiting for has come: its dice are owed, or the mark is just gone (CA-SCR-012)."""
    _step(tx, who, scar, "roll" if passed else "")


def treat(tx: Tx, who: str) -> None:
    """A Mortal Wound of theirs is treated: nothing kills them any more, they still cannot act (CA-SCR-011)."""
    for scar in tx.state.entities[who].scars.values():
        if (scar.entry, scar.step) == (conditions.MORTAL_WOUND, "recovered") and not scar.treated:
            tx.emit(ScarChanged(who=who, before=scar, after=replace(scar, treated=True)))


def rest_hours(tx: Tx, who: str) -> None:
    """Somebody has had a few hours' rest: a Walloped PC is no longer deprived and owes the die (CA-SCR-003; A21)."""
    for scar in tx.state.entities[who].scars.values():
        if scar.step == "rest":
            _step(tx, who, scar, "roll")


def _step(tx: Tx, who: str, scar: Scar, step: str) -> None:
    tx.emit(ScarChanged(who=who, before=scar, after=replace(scar, step=step)))


def _on(tx: Tx, who: str, before: Scar, *, place: str = "", text: str = "") -> None:
    """Go on from a step that is done, with what it brought, to the next one of the entry, or to its end."""
    row = SCARS[before.entry]
    steps = (*row.at_once, row.waits, "")
    step = steps[steps.index(before.step) + 1] if before.step in row.at_once else ""
    after = replace(before, step=step, place=place or before.place, text=text or before.text)
    tx.emit(ScarChanged(who=who, before=before, after=after))
    _call(tx, who, after)


def _call(tx: Tx, who: str, scar: Scar) -> None:
    if scar.step == "save":
        saves.call(tx, SAVE, who, "WIL", ref=scar.id)


def raise_maximum(tx: Tx, who: str, attribute: str, maximum: int) -> None:
    """Write a score's new maximum; a current value that was full follows it, another stays (A19)."""
    score = tx.state.entities[who].score(attribute)
    current = maximum if score.current == score.maximum else score.current
    vitals.set_score(tx, who, attribute, current, maximum, "scar")


# Dice --------------------------------------------------------------------------------------------------------------


def _roll(tx: Tx, who: str, scar: Scar) -> None:
    """Roll what the scar owes and write what comes of it; HP stay as they are (CA-SCR-015, -016)."""
    row, (place, dice, sides) = SCARS[scar.entry], throws(scar)
    face = tx.roll(place, FACES)[0] if place else 0
    faces = tx.roll(dice, sides)
    named = row.places[face - 1] if face else scar.place
    against = _value(tx.state.entities[who], row, named) if dice else 0
    tx.emit(
        ScarRolled(
            who=who,
            entry=scar.entry,
            place_face=face,
            place=named if face else "",
            sides=sides if dice else 0,
            faces=faces,
            against=against,
        )
    )
    if scar.step == "gain":
        raise_maximum(tx, who, row.value, against + sum(faces))
    elif dice:
        _write(tx, who, row, named, against, sum(faces))
    _on(tx, who, scar, place=named)


def _value(c: Combatant, row: ScarDef, place: str) -> int:
    """What the dice of an entry go against: a maximum, or for a named attribute its current value (A20)."""
    if row.value == "hp_max":
        return c.hp_max
    return c.score(place).current if row.value == "place" else c.score(row.value).maximum


def _write(tx: Tx, who: str, row: ScarDef, place: str, against: int, total: int) -> None:
    new = {"add": against + total, "become": total, "higher": max(against, total)}[row.how]
    if new == against:
        return
    c = tx.state.entities[who]
    if row.value == "hp_max":
        vitals.set_hp(tx, who, c.hp, new, "scar")
    elif row.value == "place":
        vitals.set_score(tx, who, place, new, max(c.score(place).maximum, new), "scar")
    else:
        raise_maximum(tx, who, row.value, new)


# Decisions ---------------------------------------------------------------------------------------------------------


def _find(tx: Tx, who: str, scar: str) -> Combatant | Rejected:
    c = tx.state.person(who)
    if not isinstance(c, Combatant):
        return unknown(who)
    if scar and scar not in IDS:
        return Rejected("unknown-scar", {"scar": scar})
    return c


def _roll_scar(c: RollScar, tx: Tx) -> Rejected | None:
    person = _find(tx, c.who, c.scar)
    if isinstance(person, Rejected):
        return person
    found = [s for s in _owes(person) if s.step in OWED and IDS.get(c.scar, s.entry) == s.entry]
    if not found:
        return Rejected("no-scar-dice", {"who": Who(c.who)})
    _roll(tx, c.who, found[0])
    return None


def _tell(c: TellScar, tx: Tx) -> Rejected | None:
    person = tx.state.person(c.who)
    if not isinstance(person, Combatant):
        return unknown(c.who)
    found = [s for s in _owes(person) if s.step in SAID]
    if not found:
        return Rejected("nothing-to-tell", {"who": Who(c.who)})
    scar = found[0]
    text = c.text.strip()
    if scar.step == "place" and not text:
        return Rejected("which-part", {"who": Who(c.who)})
    _on(tx, c.who, scar, text=text)
    return None


def _recover(c: Recover, tx: Tx) -> Rejected | None:
    person = _find(tx, c.who, c.scar)
    if isinstance(person, Rejected):
        return person
    # A scar named comes first; the deaf are only meant where nothing waits for its dice.
    of_entry = [s for s in person.scars.values() if IDS.get(c.scar, s.entry) == s.entry]
    found = [s for s in of_entry if s.step in MENDING] or [s for s in of_entry if curable(s)]
    if not found or conditions.is_dead(person):
        return Rejected("nothing-mends", {"who": Who(c.who)})
    scar = found[0]
    if not scar.step:
        tx.emit(ScarChanged(who=c.who, before=scar, after=replace(scar, cured=True)))
        return None
    if scar.entry == conditions.MORTAL_WOUND and not scar.treated:
        return Rejected("not-treated", {"who": Who(c.who)})
    _roll(tx, c.who, scar)
    return None


def curable(scar: Scar) -> bool:
    """Whether extraordinary aid could still end it: deafness once its save is over."""
    row = SCARS[scar.entry]
    return row.lasts and bool(row.state.en) and not scar.step and not scar.cured


def _saved(tx: Tx, call: Call, passed: bool) -> None:
    scar = tx.state.entities[call.who].scars.get(call.ref)
    if scar is not None:
        _step(tx, call.who, scar, "gain" if passed else "")


def _entry(tx: Tx, question: Question, value: str) -> Rejected | None:
    if value == "yes":
        _gain(tx, question.who, ENTRIES, int(question.ref))
    return None


def _waits(state: CairnState, call: Call) -> bool:
    # STR saves come before scars are rolled.
    return any(c.kind == "strength" for c in state.calls.values())


saves.FOLLOWS[SAVE] = _saved
saves.WAITS[SAVE] = _waits
questions.ANSWERS["scar_entry"] = _entry
questions.WORDING["scar_entry"] = "{who} lost {ref} HP at one blow, more than the table of scars has: the last entry?"


# Folds -------------------------------------------------------------------------------------------------------------


def _with_scar(state: CairnState, who: str, scar: Scar) -> CairnState:
    c = state.entities[who]
    new: CairnState = with_entity(state, replace(c, scars={**c.scars, scar.id: scar}))
    return new


def _gained(state: CairnState, e: ScarGained) -> CairnState:
    return replace(_with_scar(state, e.who, e.scar), counters=counted(state, "scar"))


def _changed(state: CairnState, e: ScarChanged) -> CairnState:
    return _with_scar(state, e.who, e.after)


def _same(state: CairnState, e: ScarStands | ScarRolled) -> CairnState:
    return state


DECIDE = {RollScar: _roll_scar, TellScar: _tell, Recover: _recover}
EVOLVE = {ScarGained: _gained, ScarStands: _same, ScarChanged: _changed, ScarRolled: _same}
