"""First aid and the other help one person gives another (chapter "Injury states", "First aid").

Covers LP-AID-001 to -018, LP-ACT-014 and the prompts of LP-INJ-018, -043, -045 and -026. Tending is an OPR=first_aid
check at a proposed difficulty; by the GM's word it goes without. What a tended state still does is content.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
from msgspec.structs import replace

from ...content import table
from ...core import bands
from ...core.commands import unknown, with_entity
from ...core.messages import N_
from ...core.model import Command, Event, Msg, Name, Question, Rejected, Who, terms_of
from ...core.ruleset import Tx as CoreTx
from . import checks, injuries, limbs, outcomes, questions, relief, slots
from .injuries import definition
from .outcomes import Result
from .sheets import sheet_of
from .state import ATTRIBUTES, Check, Injury, LawnState, Modifier, Person
from .terms import STATE_NAMES

Tx = CoreTx[LawnState]

HELP = ("tend", "wake", "put_out", "restore", "transfuse")
PURPOSE = "first_aid"
KNOWLEDGE = "first_aid_knowledge"
SKILL = "first_aid"
PROFESSIONALS = ("first_aid", "medicine")
LOOSE = "loose"
EVERYTHING = "*"
ROLL = "roll"

questions.WORDING["tended_attribute"] = N_("{who}: which attribute does {ref} weaken? (D7)")
questions.DICE["tended_attribute"] = (1, len(ATTRIBUTES))


class Difficulty(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One row: the faces of a first-aid check on states of that kind, or on that state."""

    id: str
    faces: int


class Supply(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One row: something first aid is done with (see the content file)."""

    id: str
    name: Name
    spent: bool = False
    professional: bool = False


FACES: dict[str, Difficulty] = table("lawn/aid.toml", "difficulty", Difficulty)
SUPPLIES: dict[str, Supply] = table("lawn/aid.toml", "supply", Supply)


class Help(Command, frozen=True, tag="lawn.help"):
    """Help somebody, or oneself, as an action, in a crisis at Touch only (LP-ACT-014, Q-F03).

    ``does`` is one of HELP. Tending asks for a hand, for supplies and for a check; with ``sure`` the GM lets it succeed
    without check and supplies. ``state`` is the one tended, empty for the most urgent one; ``using`` a supply of the
    table, empty for what is carried; a ``difficulty`` other than the proposed one, or the same, rolls at once.
    """

    who: str
    does: str
    whom: str
    state: str = ""
    using: str = ""
    difficulty: int = 0
    modifiers: tuple[Modifier, ...] = ()
    hand: str = ""
    sure: bool = False


class FindSubstitute(Command, frozen=True, tag="lawn.substitute"):
    """Look for something that will do as first-aid supplies, a WIS check; the skill knows without one (LP-AID-009)."""

    who: str
    difficulty: int = 0
    modifiers: tuple[Modifier, ...] = ()


class ChangeSupplies(Command, frozen=True, tag="lawn.supply"):
    """Give somebody loose first-aid supplies, or take some away."""

    who: str
    by: int


class SuppliesChanged(Event, frozen=True, tag="lawn.supplies"):
    """Somebody has more or fewer loose first-aid supplies."""

    who: str
    before: int
    after: int


# Reading -------------------------------------------------------------------------------------------------------------


def unfit(injury: Injury, person: Person) -> str:
    """Why first aid does nothing for a state: ``tended``, ``transfusion``, ``putting_out``, ``permanent`` or ``none``.

    Empty where it helps (LP-AID-002 to -007). Whoever has life points has nothing that stays tended.
    """
    row = definition(injury.id)
    if injury.tended:
        return "tended"
    if row.first_aid == "none" or injuries.is_dead(person) or (row.first_aid == "tend" and person.has_life):
        other_help = row.ended_by if row.ended_by != "waking" else ""
        return other_help or ("permanent" if row.kind == "permanent" else "none")
    return ""


def eligible(person: Person) -> tuple[Injury, ...]:
    """The states first aid helps against, the most urgent first: the deadly, the disabling, the festering, the rest."""

    def urgency(injury: Injury) -> tuple[bool, bool, int]:
        form = injuries.form(injury)
        left = form.threshold - injury.counted if form.threshold else 0
        return not form.kills_after, form.stops == "", left or 99

    return tuple(sorted((i for i in person.states if not unfit(i, person)), key=urgency))


def proposed(aider: Person, patient: Person, states: Iterable[Injury]) -> int:
    """The difficulty to begin with: the hardest state's, harder for what the patient has, easier with the skill.

    LP-AID-010, -011, -017 (Q-F07, Q-J15).
    """
    faces = max((_faces(i) for i in states), default=outcomes.LOWEST_DIFFICULTY)
    faces += sum(definition(i.id).first_aid_difficulty for i in patient.states if not i.tended)
    return outcomes.step_difficulty(faces, -1 if SKILL in aider.skills else 0)


def _faces(injury: Injury) -> int:
    found = FACES.get(injury.id) or FACES.get(definition(injury.id).kind)
    return found.faces if found else outcomes.LOWEST_DIFFICULTY


def covers_all(state: LawnState) -> bool:
    """Whether one success covers every state: outside a crisis, where the table plays it so (LP-AID-008, Q-F01)."""
    return state.mode != "crisis" and state.options.get("first_aid_covers") == "all_outside"


def supply(aider: Person, using: str) -> Supply | Rejected:
    """What first aid would be done with; the refusal where there is nothing, or no skill for it (LP-AID-001, -010)."""
    if using and using not in SUPPLIES:
        return Rejected(
            "not-a-choice", {"field": "supply", "value": using, "allowed": tuple(s.name for s in SUPPLIES.values())}
        )
    skilled = any(skill in aider.skills for skill in PROFESSIONALS)
    if using == "":
        carried = [s for s in _kits(aider) if skilled or not s.professional]
        if carried:
            return carried[0]
    if using in ("", LOOSE):
        return SUPPLIES[LOOSE] if aider.supplies else Rejected("no-supplies", {"who": Who(aider.id)})
    found = SUPPLIES[using]
    if found.professional and not skilled:
        return Rejected("needs-the-skill", {"who": Who(aider.id), "supply": found.name})
    return found


def _kits(aider: Person) -> list[Supply]:
    """The supplies of the table that somebody carries, among the devices or as an item of that name (Q-F02)."""
    things = {_plainly(item.name) for item in sheet_of(aider).belongings}
    return [
        s
        for s in SUPPLIES.values()
        if s.id in aider.devices or (not s.spent and not things.isdisjoint(map(_plainly, (s.name.zh, s.name.en))))
    ]


def _plainly(name: str) -> str:
    return name.strip().casefold().replace("-", " ")


def offers(state: LawnState, aider: Person) -> tuple[Msg, ...]:
    """What first aid the person could give now, one line per patient at Touch (LP-AID-006, -007, -018)."""
    if not limbs.hand(aider):
        return ()
    lines = []
    for patient in state.entities.values():
        if {aider.side, patient.side} == {"party", "hostile"}:
            continue
        near = patient.id == aider.id or bands.between(state.bands, aider.id, patient.id) == "touch"
        found = eligible(patient) if near and patient.presence == "in" else ()
        if found:
            lines.append(
                Msg(
                    "first aid for {who}: {states}, D{difficulty}",
                    {
                        "who": Who(patient.id),
                        "states": tuple(Msg("state:" + i.id) for i in found),
                        "difficulty": proposed(aider, patient, found[:1]),
                    },
                )
            )
    return tuple(lines)


slots.REMINDERS.append(offers)


# Services for the other chapters -------------------------------------------------------------------------------------


def change_supplies(tx: Tx, who: str, by: int) -> None:
    """Add loose supplies or take them, never below none."""
    before = tx.state.entities[who].supplies
    after = max(0, before + by)
    if after != before:
        tx.emit(SuppliesChanged(who=who, before=before, after=after))


def tend(tx: Tx, who: str, injury: Injury) -> None:
    """First aid on one state has succeeded; a die it asks for is thrown by the next command, not this one."""
    relief.tend(tx, tx.state.entities[who], injury)
    if definition(injury.id).attribute_when_tended:
        questions.ask(tx, "tended_attribute", who=who, value=ROLL, choices=(ROLL, *ATTRIBUTES), ref=injury.id)


# Decisions -----------------------------------------------------------------------------------------------------------


def _help(c: Help, tx: Tx) -> Rejected | None:
    refused = slots.no_action(tx.state, c.who)
    if refused is not None:
        return refused
    patient = tx.state.person(c.whom)
    if not isinstance(patient, Person):
        return unknown(c.whom)
    if c.does not in HELP:
        return Rejected("not-a-choice", {"field": "help", "value": c.does, "allowed": terms_of("help", HELP)})
    aider = tx.state.entities[c.who]
    if c.does == "tend" and not limbs.hand(aider):
        return Rejected("no-usable-hand", {"who": Who(c.who)})
    if c.who != c.whom and tx.state.mode == "crisis" and bands.between(tx.state.bands, c.who, c.whom) != "touch":
        return Rejected("only-at-touch", {"who": Who(c.who), "other": Who(c.whom)})
    if c.does == "tend" and not c.sure:
        return _first_aid(tx, c, aider, patient)
    chosen = _chosen(tx.state, patient, c.state) if c.does == "tend" and not c.state else ()
    if isinstance(chosen, Rejected):
        return chosen
    _use(tx, c.who)
    if c.does != "tend" or c.state:
        return relief.help_person(tx, c.whom, c.does, c.state)
    for injury in chosen:
        tend(tx, c.whom, injury)
    return None


def _use(tx: Tx, who: str) -> None:
    if tx.state.mode == "crisis":
        slots.take(tx, who, "acted")


def _first_aid(tx: Tx, c: Help, aider: Person, patient: Person) -> Rejected | None:
    chosen = _chosen(tx.state, patient, c.state)
    if isinstance(chosen, Rejected):
        return chosen
    found = supply(aider, c.using)
    if isinstance(found, Rejected):
        return found
    refused = checks.bad_check("OPR", c.difficulty, modifiers=c.modifiers) or checks.may_roll(
        tx.state, c.who, PURPOSE, c.hand
    )
    if refused is not None:
        return refused
    _use(tx, c.who)
    meant = chosen[0].id if c.state or not covers_all(tx.state) else EVERYTHING
    opened = checks.open_check(
        tx,
        c.who,
        "OPR",
        purpose=PURPOSE,
        modifiers=c.modifiers,
        serves=PURPOSE,
        difficulty=c.difficulty or proposed(aider, patient, chosen),
        hand=c.hand or limbs.hand(aider),
        ref=f"{c.whom} {meant} {found.id}",
    )
    return checks.roll(tx, opened) if c.difficulty and opened in tx.state.checks else None


def _chosen(state: LawnState, patient: Person, word: str) -> tuple[Injury, ...] | Rejected:
    """The states one success will ease; the refusal names what stands against it (LP-AID-006, -007, -015)."""
    fit = eligible(patient)
    if not word:
        if not fit:
            return Rejected("nothing-to-tend", {"who": Who(patient.id), "states": _why(patient)})
        return fit if covers_all(state) else fit[:1]
    written = injuries.read_state(word)
    if isinstance(written, Rejected):
        return written
    found = [i for i in patient.states if i.id == written.id and written.side in ("", i.side)]
    if not found:
        return Rejected("state-not-there", {"state": STATE_NAMES[written.id]})
    open_ones = [i for i in found if i in fit]
    if open_ones:
        return (open_ones[0],)
    return Rejected(
        {"tended": "tended-already", "transfusion": "needs-transfusion", "putting_out": "needs-putting-out"}.get(
            unfit(found[0], patient), "no-first-aid"
        ),
        {"who": Who(patient.id), "state": STATE_NAMES[written.id]},
    )


def _why(patient: Person) -> tuple[Msg, ...]:
    texts = {
        "tended": N_("{state} (tended already)"),
        "transfusion": N_("{state} (needs a transfusion)"),
        "putting_out": N_("{state} (has to be put out)"),
    }
    return tuple(
        Msg(texts.get(unfit(i, patient), N_("{state} (no first aid)")), {"state": Msg("state:" + i.id)})
        for i in patient.states
    )


def _settled(tx: Tx, check: Check, came: Result) -> None:
    whom, meant, used = check.ref.split(" ")
    patient = tx.state.person(whom)
    if not checks.succeeded(came) or not isinstance(patient, Person):
        return
    done = [i for i in eligible(patient) if meant in (EVERYTHING, i.id)]
    if done and used in SUPPLIES and SUPPLIES[used].spent:
        change_supplies(tx, check.who, -1)
    for injury in done:
        tend(tx, whom, injury)


def _attribute(tx: Tx, question: Question, value: str) -> Rejected | None:
    drawn = ATTRIBUTES[tx.roll(1, len(ATTRIBUTES))[0] - 1] if value == ROLL else value
    person = tx.state.entities[question.who]
    found = next((i for i in person.states if i.id == question.ref and i.tended and not i.attribute), None)
    if found is not None:
        after = tuple(replace(i, attribute=drawn) if i is found else i for i in person.states)
        injuries.change(tx, person.id, after, (injuries.Step("drawn", found.id, drawn),), PURPOSE)
    return None


def _find(c: FindSubstitute, tx: Tx) -> Rejected | None:
    refused = checks.bad_check("WIS", c.difficulty, modifiers=c.modifiers) or checks.may_roll(tx.state, c.who)
    if refused is not None:
        return refused
    if SKILL in tx.state.entities[c.who].skills:
        change_supplies(tx, c.who, 1)
        return None
    opened = checks.open_check(
        tx, c.who, "WIS", purpose=KNOWLEDGE, difficulty=c.difficulty, modifiers=c.modifiers, serves=KNOWLEDGE
    )
    return checks.roll(tx, opened) if c.difficulty and opened in tx.state.checks else None


def _found(tx: Tx, check: Check, came: Result) -> None:
    if checks.succeeded(came):
        change_supplies(tx, check.who, 1)


def _change_supplies(c: ChangeSupplies, tx: Tx) -> Rejected | None:
    person = tx.state.person(c.who)
    if not isinstance(person, Person):
        return unknown(c.who)
    if person.kind == "object":
        return Rejected("not-for-objects", {"who": Who(c.who)})
    if not -99 <= c.by <= 99 or not 0 <= person.supplies + c.by <= 99:
        return Rejected(
            "out-of-bounds", {"field": "supplies", "low": 0, "high": 99, "value": str(person.supplies + c.by)}
        )
    change_supplies(tx, c.who, c.by)
    return None


def _take_back(tx: Tx, who: str) -> None:
    if injuries.is_dead(tx.state.entities[who]):
        for question in questions.open_questions(tx.state, "tended_attribute", who):
            questions.withdraw(tx, question.id)


checks.SETTLERS[PURPOSE] = _settled
checks.SETTLERS[KNOWLEDGE] = _found
questions.ANSWERS["tended_attribute"] = _attribute
injuries.FALLEN.append(_take_back)


# Folds ---------------------------------------------------------------------------------------------------------------


def _supplies_changed(state: LawnState, e: SuppliesChanged) -> LawnState:
    new: LawnState = with_entity(state, replace(state.entities[e.who], supplies=e.after))
    return new


DECIDE = {Help: _help, FindSubstitute: _find, ChangeSupplies: _change_supplies}
EVOLVE = {SuppliesChanged: _supplies_changed}
