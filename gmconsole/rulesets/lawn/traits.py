"""Traits: who has which, what it brings to the sheet, and how it is chosen, drawn or renamed (chapter "Traits").

Covers LP-TRT-001 to -007 (locks), -201 to -206, -208 and -209, and of the figures of table 2 those that a sheet simply
has. What single traits do besides is in ``traits_first`` and ``traits_second``, their abilities in ``abilities``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from msgspec.structs import replace

from ...core.commands import FieldSet
from ...core.messages import N_
from ...core.model import Command, Event, Msg, Question, Rejected, Who, terms_of
from ...core.ruleset import Tx as CoreTx
from . import injuries, life, pools, questions, sheets, specialty_table
from .alterations import StoreChanged
from .character import Reading, Sheet, Specialty
from .state import Injury, LawnState, Person
from .trait_table import ABILITIES, OWNERS, SECOND, TRAITS, AbilityDef, Trait

Tx = CoreTx[LawnState]

MOST_BANNED = 5
OPEN_ARMED_XP = 2
MOST_NAME = 40
PREMONITION, FREE_SPIRIT = "premonition", "specialty_free_spirit"
NORMAL_SANITY = 3

GAINED: list[Callable[[Tx, str, str], None]] = []
"""Called with whoever has just been given a trait, and with its id: what it begins with besides its figures."""

WOKEN: list[Callable[[Tx, str, int], None]] = []
"""Called with whoever wakes from sleep, and the sanity before it: (tx, who, sanity)."""

SANITY_LOST: list[Callable[[Tx, str, int, str], None]] = life.SANITY_LOST
"""Called with every loss of sanity: (tx, who, points, cause)."""

SESSION_START: list[Callable[[Tx, str], None]] = []
"""What begins anew for somebody with a session."""

SESSION_END: dict[int, list[Callable[[Tx, str], None]]] = {step: [] for step in range(1, 9)}
"""What a trait does as each of the eight steps after a session begins (LP-SES-010)."""

GIVEN_UP = "fanatical"
"""The cause of sanity lost on purpose (LP-TRT-111d)."""

questions.WORDING["trait_draw"] = N_("{who} draws {ref}: keep it, or roll again?")
questions.DICE["trait_draw"] = (1, len(SECOND))


class TakeTrait(Command, frozen=True, tag="lawn.trait"):
    """Give somebody a trait of either table, with all it brings; ``specialty`` is the one chosen where it offers some.

    A sheet has one trait; another is refused unless ``instead`` says that it takes its place.
    """

    who: str
    trait: str
    specialty: str = ""
    instead: bool = False


class DrawTrait(Command, frozen=True, tag="lawn.draw-trait"):
    """The open-armed choice: one D32 for a trait of table 2, and 2 XP for it (LP-TRT-203).

    Traits ``banned`` are not gained, those ``known`` from earlier games may be refused: either is drawn again by the
    answer to a question, so that each draw is a step of its own (LP-TRT-204).
    """

    who: str
    banned: tuple[str, ...] = ()
    known: tuple[str, ...] = ()


class NameTrait(Command, frozen=True, tag="lawn.name-trait"):
    """Call somebody's trait by a name that suits better; its rule stays (LP-TRT-202). An empty one takes it back."""

    who: str
    name: str = ""


class TraitDrawn(Event, frozen=True, tag="lawn.trait-drawn"):
    """A D32 named a trait of table 2; ``kept`` says whether it was gained at once."""

    who: str
    number: int
    trait: str
    kept: bool


# Reading -------------------------------------------------------------------------------------------------------------


def held(person: Person) -> tuple[str, ...]:
    """The traits in force: the sheet's own, then the one borrowed until session end (LP-TRT-132c)."""
    sheet = sheets.sheet_of(person)
    return tuple(trait for trait in (sheet.trait, sheet.borrowed) if trait)


def has(person: Person | None, trait: str) -> bool:
    """Whether that trait is in force for the person."""
    return person is not None and person.sheet is not None and trait in (person.sheet.trait, person.sheet.borrowed)


def row(person: Person) -> Trait | None:
    """The row of the sheet's own trait; None without one, or for an id that the table does not hold."""
    return TRAITS.get(sheets.sheet_of(person).trait)


def abilities(person: Person) -> tuple[AbilityDef, ...]:
    """The expendable abilities that the person's traits give."""
    return tuple(a for trait in held(person) if trait in TRAITS for a in TRAITS[trait].abilities)


def counter(person: Person, key: str, default: int = 0) -> int:
    """One of the trait's own counters; its preset, else ``default``, where nothing is written."""
    found = row(person)
    preset = found.counters.get(key, default) if found is not None else default
    return sheets.sheet_of(person).counters.get(key, preset)


def passions(person: Person) -> int:
    """How many specialties may be the passion (LP-SPC-010, LP-TRT-109, -110)."""
    found = row(person)
    return 1 if found is None else found.passions


def locked(person: Person, check_type: str) -> str:
    """The trait that locks the person's checks of that type at seven dice; empty where none does."""
    return next((t for t in held(person) if t in TRAITS and TRAITS[t].lock == check_type), "")


def reroll_with(person: Person, specialty: str, related: Iterable[str]) -> Rejected | None:
    """The refusal where that specialty cannot be expended for a reroll of a check to which the specialties ``related``
    are related (LP-TRT-110b, -110c, -114c); whether it is ready, and the check no critical failure, is asked elsewhere.
    """
    owned = sheets.sheet_of(person).specialties
    if specialty == PREMONITION and specialty in owned:
        return None
    own_related = [key for key in related if key in owned]
    if specialty in own_related and specialty != FREE_SPIRIT:
        return None
    if has(person, "free_spirited") and specialty in owned and any(key != FREE_SPIRIT for key in own_related):
        return None
    return Rejected("not-related", {"who": Who(person.id), "specialty": specialty_table.title(specialty)})


def cooling_bonus(person: Person) -> int:
    """What each expended specialty cools by itself before its die (LP-TRT-110d)."""
    return int(has(person, "free_spirited"))


def potential_shares(person: Person, points: int) -> dict[str, int]:
    """The potential of a session's end by its kind: one point of it is reliable for the reliable (LP-TRT-105b)."""
    reliable = min(points, int(has(person, "reliable")))
    return {"potential": points - reliable, "reliable": reliable}


def session_start(tx: Tx, who: str) -> None:
    """What the traits of somebody begin anew with a session (LP-SES-011)."""
    for hook in SESSION_START:
        hook(tx, who)


def session_step(tx: Tx, who: str, step: int) -> None:
    """What the traits of somebody do in that step after a session (LP-SES-010)."""
    for hook in SESSION_END[step]:
        hook(tx, who)


def _lock(state: LawnState, person: Person, check_type: str) -> str:
    return locked(person, check_type)


def _reading(state: LawnState, person: Person, check_type: str, purpose: str) -> Reading | None:
    found = row(person)
    if found is None:
        return None
    reading = Reading(degree_face=counter(person, "degree_face", 1), head=found.head, tail=found.tail)
    return reading if reading != Reading() else None


pools.LOCKS.append(_lock)
pools.READINGS.append(_reading)


# Gaining -------------------------------------------------------------------------------------------------------------


def figures(sheet: Sheet, trait: str, specialty: str = "") -> dict[str, Any]:
    """The fields of a sheet that change with the trait, as ``sheets.change`` takes them.

    Experience, potential kinds, specialties for nothing and printed presets (LP-TRT-205); sanity, stored faces and
    states are the person's (``gain``).
    """
    found = TRAITS[trait]
    granted = {
        key: Specialty(price=specialty_table.row(key).price, granted=trait)
        for key in (*found.grants, *((specialty,) if specialty in found.choose else ()))
    }
    return {
        "trait": trait,
        "xp": sheet.xp + found.xp,
        "reliable": sheet.reliable + found.reliable,
        "cash": sheet.cash + found.cash,
        "counters": {**sheet.counters, **found.counters},
        "specialties": {**sheet.specialties, **granted},
    }


def fits(person: Person, trait: str, specialty: str = "") -> Rejected | None:
    """The refusal for a trait that is none, or whose specialty is still to be chosen (LP-TRT-124, -130)."""
    found = TRAITS.get(trait)
    if found is None:
        return Rejected("unknown-trait", {"trait": trait, "allowed": terms_of("trait", TRAITS)})
    if found.choose and specialty not in found.choose:
        return Rejected(
            "choose-specialty",
            {"trait": Msg("trait:" + trait), "allowed": terms_of("specialty", found.choose)},
        )
    if not found.choose and specialty:
        return Rejected("no-such-choice", {"trait": Msg("trait:" + trait), "value": specialty})
    return None


def gain(tx: Tx, who: str, trait: str, specialty: str = "", cause: str = "") -> None:
    """Give somebody a trait with everything it brings; whether it ``fits`` is for the caller to ask.

    A trait that was there before takes what it brought along, as far as that is still there.
    """
    _lose(tx, who)
    person = tx.state.entities[who]
    found = TRAITS[trait]
    sheets.change(tx, who, cause or trait, **figures(sheets.sheet_of(person), trait, specialty))
    set_figures(tx, who, sanity=found.sanity, sanity_max=found.sanity_max)
    if found.stored:
        tx.emit(StoreChanged(who=who, before=person.stored, after=found.stored))
    for state in found.states:
        injuries.gain(tx, who, state, cause=trait)
    for hook in GAINED:
        hook(tx, who, trait)


def _lose(tx: Tx, who: str) -> None:
    """Take back what the present trait brought."""
    person = tx.state.entities[who]
    sheet = sheets.sheet_of(person)
    found = TRAITS.get(sheet.trait)
    if found is None:
        return
    own = {a.id for a in found.abilities}
    kept = {k: v for k, v in sheet.specialties.items() if v.granted != found.id}
    sheets.change(
        tx,
        who,
        found.id,
        trait="",
        trait_name="",
        xp=max(0, sheet.xp - found.xp),
        reliable=max(0, sheet.reliable - found.reliable),
        cash=max(0, sheet.cash - found.cash),
        counters={},
        words={},
        used={k: v for k, v in sheet.used.items() if k not in own},
        specialties=kept,
        passions=tuple(p for p in sheet.passions if p in kept),
        links=tuple(link for link in sheet.links if link.a in kept and link.b in kept),
    )
    if found.sanity_max:
        full = sheet.overrides.get("sanity", NORMAL_SANITY)
        set_figures(tx, who, sanity=full, sanity_max=full)
    if found.stored:
        tx.emit(StoreChanged(who=who, before=person.stored, after=()))
    for state in found.states:
        injuries.lose(tx, who, state, cause=found.id)


def set_figures(tx: Tx, who: str, **values: int) -> None:
    """Write figures of a person by their names; a 0 leaves what is there."""
    for field, value in values.items():
        before: int = getattr(tx.state.entities[who], field)
        if value and value != before:
            tx.emit(FieldSet(who=who, field=field, path=(field,), before=before, after=value))


# Decisions -----------------------------------------------------------------------------------------------------------


def _take(c: TakeTrait, tx: Tx) -> Rejected | None:
    person = sheets.character(tx.state, c.who)
    if isinstance(person, Rejected):
        return person
    refused = fits(person, c.trait, c.specialty) or _one_trait(person, instead=c.instead) or _spent(person)
    if refused is None:
        gain(tx, c.who, c.trait, c.specialty)
    return refused


def _one_trait(person: Person, *, instead: bool = False) -> Rejected | None:
    """The refusal for a second trait (LP-TRT-201)."""
    sheet = sheets.sheet_of(person)
    if not sheet.trait or instead:
        return None
    return Rejected("trait-taken", {"who": Who(person.id), "trait": Msg("trait:" + sheet.trait)})


def _spent(person: Person) -> Rejected | None:
    """The refusal, while a sheet is being made, where what the present trait brought is spent already."""
    sheet = sheets.sheet_of(person)
    found = TRAITS.get(sheet.trait)
    if found is None or not sheet.creation.open:
        return None
    for field in ("xp", "cash", "reliable"):
        points, left = getattr(found, field), getattr(sheet, field)
        if left < points:
            return Rejected("already-spent", {"who": Who(person.id), "field": field, "held": left, "points": points})
    return None


def _name(c: NameTrait, tx: Tx) -> Rejected | None:
    person = sheets.character(tx.state, c.who)
    if isinstance(person, Rejected):
        return person
    if not sheets.sheet_of(person).trait:
        return Rejected("no-trait", {"who": Who(c.who)})
    name = c.name.strip()
    if len(name) > MOST_NAME:
        return Rejected("too-long", {"field": "name", "most": MOST_NAME})
    sheets.change(tx, c.who, trait_name=name)
    return None


def _draw(c: DrawTrait, tx: Tx) -> Rejected | None:
    person = sheets.character(tx.state, c.who)
    if isinstance(person, Rejected):
        return person
    if tx.state.options.get("open_armed") is False:
        return Rejected("switched-off", {"option": Msg("option:open_armed")})
    refused = _one_trait(person)
    if refused is not None:
        return refused
    if len(set(c.banned)) > MOST_BANNED:
        return Rejected("too-many-banned", {"most": MOST_BANNED, "count": len(set(c.banned))})
    for trait in (*c.banned, *c.known):
        if trait not in TRAITS or TRAITS[trait].table == 1:
            return Rejected("unknown-trait", {"trait": trait, "allowed": terms_of("trait", _second())})
    _draw_one(tx, c.who, c.banned, c.known)
    return None


def _second() -> Iterable[str]:
    return (trait.id for trait in SECOND.values())


def _draw_one(tx: Tx, who: str, banned: tuple[str, ...], known: tuple[str, ...]) -> None:
    """One throw: the trait is gained, or a question asks whether it is drawn again."""
    for question in questions.open_questions(tx.state, "trait_draw", who):
        questions.withdraw(tx, question.id)
    number = tx.roll(1, len(SECOND))[0]
    trait = SECOND[number].id
    kept = trait not in banned and trait not in known
    tx.emit(TraitDrawn(who=who, number=number, trait=trait, kept=kept))
    if kept:
        _keep(tx, who, trait)
        return
    choices = ("roll",) if trait in banned else ("roll", "keep")
    key = " ".join(banned) + "/" + " ".join(known)
    questions.ask(tx, "trait_draw", who=who, value="roll", choices=choices, ref=trait, key=key)


def _keep(tx: Tx, who: str, trait: str) -> None:
    """Gain a trait that was drawn; where it offers specialties the GM is asked for one."""
    sheets.change(tx, who, trait, xp=sheets.sheet_of(tx.state.entities[who]).xp + OPEN_ARMED_XP)
    gain(tx, who, trait)
    ask_choice(tx, who)


def ask_choice(tx: Tx, who: str) -> None:
    """Where somebody's trait offers specialties and none of them is owned yet, the GM is asked for one."""
    sheet = sheets.sheet_of(tx.state.entities[who])
    found = TRAITS.get(sheet.trait)
    if found is not None and found.choose and sheet.specialties.keys().isdisjoint(found.choose):
        questions.ask(tx, "trait_specialty", who=who, value=found.choose[0], choices=found.choose, ref=found.id)


def _drawn_again(tx: Tx, question: Question, value: str) -> Rejected | None:
    if value == "keep":
        _keep(tx, question.who, question.ref)
        return None
    banned, _, known = question.key.partition("/")
    _draw_one(tx, question.who, tuple(banned.split()), tuple(known.split()))
    return None


def _chosen(tx: Tx, question: Question, value: str) -> Rejected | None:
    sheet = sheets.sheet_of(tx.state.entities[question.who])
    granted = Specialty(price=specialty_table.row(value).price, granted=question.ref)
    sheets.change(tx, question.who, question.ref, specialties={**sheet.specialties, value: granted})
    return None


questions.WORDING["trait_specialty"] = N_("{who}: which specialty comes with {ref}?")
questions.ANSWERS["trait_draw"] = _drawn_again
questions.ANSWERS["trait_specialty"] = _chosen


def equipped(person: Person, trait: str) -> Person:
    """The person as it would be with the trait's figures, for somebody who is not on stage yet (scenarios)."""
    found = TRAITS[trait]
    sheet = sheets.sheet_of(person)
    return replace(
        person,
        sheet=replace(sheet, **figures(sheet, trait)),
        sanity=found.sanity or person.sanity,
        sanity_max=found.sanity_max or person.sanity_max,
        stored=found.stored or person.stored,
        states=(*person.states, *(Injury(id=state) for state in found.states)),
    )


def _same(state: LawnState, e: TraitDrawn) -> LawnState:
    return state


DECIDE = {TakeTrait: _take, DrawTrait: _draw, NameTrait: _name}
EVOLVE: Mapping[type[Event], Callable[[LawnState, Any], LawnState]] = {TraitDrawn: _same}

__all__ = ["ABILITIES", "DECIDE", "EVOLVE", "OWNERS", "DrawTrait", "NameTrait", "TakeTrait"]
