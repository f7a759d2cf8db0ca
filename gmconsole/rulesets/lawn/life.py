"""Life points, fate, important NPCs; and the counts that stand beside them: loads and sanity (chapter "Life").

Covers LP-LIF-001 to -012, LP-NEU-033, -034 and the corrections of the crisis example (LP-CRI-033, LP-INI-006). Damage
costs a life point or a minor injury, one for one (LP-LIF-004); the injuries are the neighbour's (``injuries``).
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from ...core.commands import unknown, with_entity
from ...core.messages import N_
from ...core.model import Command, Event, Msg, Question, Rejected, Who, terms_of
from ...core.ruleset import Tx as CoreTx
from . import injuries, questions
from .state import LawnState, Load, Person
from .terms import term

Tx = CoreTx[LawnState]

MOST_LIFE = 99
FATES = ("dead", "dying", "unconscious", "surrendered")
DESTROYED = "destroyed"
DAMAGE_STATE = "light_wound"

SANITY_LOST: list[Callable[[Tx, str, int, str], None]] = []
"""Called with every loss of sanity: (tx, who, points, cause)."""

SANITY: list[Callable[[Tx, str, int, int, str], None]] = []
"""Called after a change of sanity, even if nothing was left to take: (tx, who, by how much, sanity before, cause)."""

questions.WORDING["fate"] = N_("{who} is at 0 life: what has become of them?")


class ChangeLife(Command, frozen=True, tag="lawn.life"):
    """Take life points away or give them back, never below 0 or above the maximum.

    A structure loses life to ``breaching`` alone (LP-LIF-012).
    """

    who: tuple[str, ...]
    by: int
    breaching: bool = False


class SetLife(Command, frozen=True, tag="lawn.life-set"):
    """Give somebody another maximum of life points, and all of them unless ``now`` says how many are left."""

    who: tuple[str, ...]
    full: int
    now: int | None = None


class SetFate(Command, frozen=True, tag="lawn.fate"):
    """Say what has become of an NPC at 0 life; an empty fate takes it back."""

    who: str
    fate: str


class Important(Command, frozen=True, tag="lawn.important"):
    """Let an NPC have injury states in place of life points, or life points again."""

    who: str
    on: bool = True


class ChangeLoad(Command, frozen=True, tag="lawn.load"):
    """Change what is loaded in a weapon: by so much, to so much; ``full`` says what fits in."""

    who: str
    weapon: str
    by: int = 0
    to: int | None = None
    full: int = 0


class ChangeSanity(Command, frozen=True, tag="lawn.sanity"):
    """Take sanity away or give it back, from 0 to the maximum; ``why`` is the event behind it (LP-FRZ-110)."""

    who: tuple[str, ...]
    by: int
    why: str = ""


class LifeChanged(Event, frozen=True, tag="lawn.life-changed"):
    """Life points changed; ``note`` is the minor state that the points stand for."""

    who: str
    before: int
    after: int
    before_max: int
    after_max: int
    note: str = ""
    cause: str = ""


class FateSet(Event, frozen=True, tag="lawn.fate-set"):
    """What has become of somebody at 0 life."""

    who: str
    before: str
    after: str


class ImportantSet(Event, frozen=True, tag="lawn.important-set"):
    """An NPC went over to injury states, or back to life points."""

    who: str
    before: bool
    after: bool


class LoadChanged(Event, frozen=True, tag="lawn.load-changed"):
    """A weapon's load changed; None before where the weapon had none on record."""

    who: str
    weapon: str
    after: Load
    before: Load | None = None


class SanityChanged(Event, frozen=True, tag="lawn.sanity-changed"):
    """Sanity changed."""

    who: str
    before: int
    after: int
    cause: str = ""


# Reading -----------------------------------------------------------------------------------------------------------


def is_out(person: Person) -> bool:
    """True for an NPC without life points left and for a destroyed object (LP-LIF-005)."""
    return person.has_life and person.life_max > 0 and person.life == 0


# Services for the other chapters -----------------------------------------------------------------------------------


def damage(
    tx: Tx, who: str, points: int, cause: str = "", *, state: str = DAMAGE_STATE, breaching: bool = False
) -> None:
    """That many points of damage: life points, or as many minor states one after another (LP-LIF-003, LP-INJ-009).

    With the option ``gentle_damage`` a hit worsens nobody more than one step (Q-J02). Structures take breaching damage
    only; the dead none.
    """
    person = tx.state.entities[who]
    if person.structure and not breaching and tx.state.options.get("structures", True) is True:
        return
    if person.has_life:
        lose(tx, who, points, note=state if state != DAMAGE_STATE else "", cause=cause)
        return
    for _ in range(points):
        steps = injuries.gain(tx, who, state, cause=cause)
        if tx.state.options.get("gentle_damage") is True and any(s.what in ("worsened", "died") for s in steps):
            return


def lose(tx: Tx, who: str, points: int, *, note: str = "", cause: str = "") -> None:
    """Take life points, never below 0; at 0 an object is destroyed and the GM is asked an NPC's fate (LP-LIF-005)."""
    person = tx.state.entities[who]
    set_life(tx, who, max(0, person.life - points), person.life_max, note=note, cause=cause)


def set_life(tx: Tx, who: str, now: int, full: int, *, note: str = "", cause: str = "") -> None:
    """Write life points and maximum, with what follows from reaching or leaving 0."""
    person = tx.state.entities[who]
    if (now, full) == (person.life, person.life_max):
        return
    was_out = is_out(person)
    tx.emit(
        LifeChanged(
            who=who, before=person.life, after=now, before_max=person.life_max, after_max=full, note=note, cause=cause
        )
    )
    out = is_out(tx.state.entities[who])
    if out and not was_out:
        if person.kind == "object":
            set_fate(tx, who, DESTROYED)
        else:
            questions.ask(tx, "fate", who=who, value="dead", choices=FATES)
    elif was_out and not out:
        set_fate(tx, who, "")


def set_fate(tx: Tx, who: str, fate: str) -> None:
    """Write a fate and take back the question about it."""
    before = tx.state.entities[who].fate
    for question in questions.open_questions(tx.state, "fate", who):
        questions.withdraw(tx, question.id)
    if before != fate:
        tx.emit(FateSet(who=who, before=before, after=fate))
        if injuries.stopped(tx.state.entities[who]) in ("unconscious", "dead"):
            injuries.fallen(tx, who)


def kill(tx: Tx, who: str, cause: str = "") -> None:
    """Let an NPC with life points die."""
    person = tx.state.entities[who]
    set_life(tx, who, 0, person.life_max, cause=cause)
    set_fate(tx, who, "dead")


def lose_sanity(tx: Tx, who: str, points: int, cause: str = "") -> None:
    """Take sanity, never below 0; what follows is the neighbour's (``sanity``)."""
    change_sanity(tx, who, -points, cause)


def change_sanity(tx: Tx, who: str, by: int, cause: str = "") -> None:
    """Move sanity within 0 and the maximum, or what is above it already, and tell the chapters (LP-SAN-003)."""
    person = tx.state.entities[who]
    after = min(max(0, person.sanity + by), max(person.sanity_max, person.sanity))
    if after != person.sanity:
        tx.emit(SanityChanged(who=who, before=person.sanity, after=after, cause=cause))
        for hook in SANITY_LOST if after < person.sanity else ():
            hook(tx, who, person.sanity - after, cause)
    for follows in SANITY:
        follows(tx, who, by, person.sanity, cause)


def set_load(tx: Tx, who: str, weapon: str, after: Load) -> None:
    """Write a weapon's load."""
    before = tx.state.entities[who].load.get(weapon)
    if after != before:
        tx.emit(LoadChanged(who=who, weapon=weapon, before=before, after=after))


# Decisions ---------------------------------------------------------------------------------------------------------


def _with_life(tx: Tx, who: str) -> Person | Rejected:
    person = tx.state.person(who)
    if not isinstance(person, Person):
        return unknown(who)
    return person if person.has_life else Rejected("no-life-points", {"who": Who(who)})


def _change_life(c: ChangeLife, tx: Tx) -> Rejected | None:
    if not -MOST_LIFE <= c.by <= MOST_LIFE:
        return Rejected("out-of-bounds", {"field": "life", "low": -MOST_LIFE, "high": MOST_LIFE, "value": str(c.by)})
    for who in c.who:
        person = _with_life(tx, who)
        if isinstance(person, Rejected):
            return person
        if person.structure and c.by < 0 and not c.breaching:
            return Rejected("needs-breaching", {"who": Who(who)})
    for who in c.who:
        person = tx.state.entities[who]
        now = min(max(0, person.life + c.by), max(person.life_max, person.life))
        set_life(tx, who, now, person.life_max, cause="gm")
    return None


def _set_life(c: SetLife, tx: Tx) -> Rejected | None:
    now = c.full if c.now is None else c.now
    if not 1 <= c.full <= MOST_LIFE or not 0 <= now <= c.full:
        return Rejected("out-of-bounds", {"field": "life", "low": 1, "high": MOST_LIFE, "value": f"{now}/{c.full}"})
    for who in c.who:
        person = _with_life(tx, who)
        if isinstance(person, Rejected):
            return person
    for who in c.who:
        set_life(tx, who, now, c.full, cause="gm")
    return None


def _set_fate(c: SetFate, tx: Tx) -> Rejected | None:
    person = _with_life(tx, c.who)
    if isinstance(person, Rejected):
        return person
    if not is_out(person):
        return Rejected("still-has-life", {"who": Who(c.who)})
    allowed = (DESTROYED,) if person.kind == "object" else FATES
    if c.fate and c.fate not in allowed:
        return Rejected("not-a-choice", {"field": "fate", "value": term(c.fate), "allowed": tuple(map(term, allowed))})
    set_fate(tx, c.who, c.fate)
    return None


def _answer_fate(tx: Tx, question: Question, value: str) -> Rejected | None:
    set_fate(tx, question.who, value)
    return None


questions.ANSWERS["fate"] = _answer_fate


def _important(c: Important, tx: Tx) -> Rejected | None:
    person = tx.state.person(c.who)
    if not isinstance(person, Person):
        return unknown(c.who)
    if person.kind != "npc":
        return Rejected("only-for-npcs", {"who": Who(c.who)})
    if person.important != c.on:
        tx.emit(ImportantSet(who=c.who, before=person.important, after=c.on))
    return None


def _change_load(c: ChangeLoad, tx: Tx) -> Rejected | None:
    person = tx.state.person(c.who)
    if not isinstance(person, Person):
        return unknown(c.who)
    before = person.load.get(c.weapon)
    if before is None and not c.full:
        return Rejected(
            "no-such-weapon", {"weapon": Msg("weapon:" + c.weapon), "allowed": terms_of("weapon", person.load)}
        )
    full = c.full or (before.full if before else 0)
    now = (before.now if before else full) + c.by if c.to is None else c.to
    if not 1 <= full <= MOST_LIFE or not 0 <= now <= full:
        return Rejected(
            "out-of-bounds", {"field": Msg("weapon:" + c.weapon), "low": 0, "high": full, "value": str(now)}
        )
    set_load(tx, c.who, c.weapon, Load(now=now, full=full))
    return None


def _change_sanity(c: ChangeSanity, tx: Tx) -> Rejected | None:
    if not -MOST_LIFE <= c.by <= MOST_LIFE:
        return Rejected("out-of-bounds", {"field": "sanity", "low": -MOST_LIFE, "high": MOST_LIFE, "value": str(c.by)})
    for who in c.who:
        person = tx.state.person(who)
        if not isinstance(person, Person):
            return unknown(who)
        if person.kind == "object" or not person.sanity_max:
            return Rejected("no-sanity", {"who": Who(who)})
    for who in c.who:
        change_sanity(tx, who, c.by, c.why.strip())
    return None


# Folds -------------------------------------------------------------------------------------------------------------


def _life_changed(state: LawnState, e: LifeChanged) -> LawnState:
    new: LawnState = with_entity(state, replace(state.entities[e.who], life=e.after, life_max=e.after_max))
    return new


def _fate_set(state: LawnState, e: FateSet) -> LawnState:
    new: LawnState = with_entity(state, replace(state.entities[e.who], fate=e.after))
    return new


def _important_set(state: LawnState, e: ImportantSet) -> LawnState:
    new: LawnState = with_entity(state, replace(state.entities[e.who], important=e.after))
    return new


def _load_changed(state: LawnState, e: LoadChanged) -> LawnState:
    person = state.entities[e.who]
    new: LawnState = with_entity(state, replace(person, load={**person.load, e.weapon: e.after}))
    return new


def _sanity_changed(state: LawnState, e: SanityChanged) -> LawnState:
    new: LawnState = with_entity(state, replace(state.entities[e.who], sanity=e.after))
    return new


DECIDE = {
    ChangeLife: _change_life,
    SetLife: _set_life,
    SetFate: _set_fate,
    Important: _important,
    ChangeLoad: _change_load,
    ChangeSanity: _change_sanity,
}

EVOLVE = {
    LifeChanged: _life_changed,
    FateSet: _fate_set,
    ImportantSet: _important_set,
    LoadChanged: _load_changed,
    SanityChanged: _sanity_changed,
}
