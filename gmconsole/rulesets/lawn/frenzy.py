"""Frenzy states: who has which, gaining and losing them (chapter "Sanity").

Covers LP-FRZ-025b, -030b (the grant), -031, -036, -101 to -103 and -110 to -112. The roll on the table is in
``frenzy_roll``, when one comes to be owed in ``sanity``, what the states do in ``frenzy_effects``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from ...core.commands import entity_change, with_entity
from ...core.messages import N_
from ...core.model import Command, Event, Msg, Name, Question, Rejected, Text, Who, terms_of
from ...core.ruleset import Tx as CoreTx
from . import checks, crisis, injuries, questions, sheets
from .character import Frenzy, Specialty
from .frenzy_table import FRENZIES, LASTING, MADNESS, FrenzyDef, custom
from .sheets import sheet_of
from .state import LawnState, Person

Tx = CoreTx[LawnState]

PLACES = 2
BECOMES = ("becomes_npc", "leaves", "stays")

SHEDS: list[Callable[[Tx, str, str], None]] = []
"""Called with whoever has lost a frenzy state, and its id."""

ASKED = ("frenzy_cause", "frenzy_item", "frenzy_gone", "shock_wound", "madness")
crisis.OUTLIVES.update(ASKED)
questions.WORDING["frenzy_cause"] = N_("{who}: which event brought on {ref}?")
questions.WORDING["frenzy_item"] = N_("{who}: which small thing does {ref} cling to?")
questions.WORDING["frenzy_gone"] = N_("{who} loses a frenzy state: which one?")
questions.WORDING["madness"] = N_("{who} is mad for good: does the character leave play?")


class ChangeFrenzy(Command, frozen=True, tag="lawn.frenzy"):
    """Give somebody a lasting frenzy state, or take it away (``gone``), by the GM's word.

    ``why`` is the event behind it; a state that is there already gets it as its own. ``permanent`` ones no treatment
    removes.
    """

    who: str
    frenzy: str
    why: str = ""
    permanent: bool = False
    gone: bool = False


class TakenOver(Event, frozen=True, tag="lawn.taken-over"):
    """A player character is the GM's from now on, still with injury states in place of life points."""

    who: str


# Reading -------------------------------------------------------------------------------------------------------------


def row_of(frenzy: Frenzy) -> FrenzyDef:
    """What a frenzy state does: its row of the table, or what the GM made up."""
    return FRENZIES.get(frenzy.id) or custom(frenzy.id, frenzy.words.get("tag", ""))


def rows(person: Person) -> Iterator[tuple[Frenzy, FrenzyDef]]:
    """The person's frenzy states, each with its row."""
    for frenzy in sheet_of(person).frenzies:
        yield frenzy, row_of(frenzy)


def held(person: Person) -> tuple[str, ...]:
    """The ids of the person's frenzy states, Permanent Madness among them."""
    return tuple(frenzy.id for frenzy in sheet_of(person).frenzies)


def find(person: Person, frenzy_id: str) -> Frenzy | None:
    """The frenzy state of that id, if the person has it."""
    return next((frenzy for frenzy in sheet_of(person).frenzies if frenzy.id == frenzy_id), None)


def count(person: Person) -> int:
    """The places taken: Psychosis takes two, Permanent Madness none (LP-FRZ-031, -101)."""
    return sum(row.places for _, row in rows(person))


def is_full(person: Person) -> bool:
    """Whether the next frenzy would be the third (LP-FRZ-102)."""
    return count(person) >= PLACES


def treatable(person: Person) -> tuple[str, ...]:
    """The states that treatment or the table can remove: none that is permanent (LP-SAN-017)."""
    return tuple(frenzy.id for frenzy, row in rows(person) if not (frenzy.permanent or row.permanent))


def refuses_giving(person: Person) -> bool:
    """Whether the person gives nothing of their own to others and buys nothing for them (LP-FRZ-023)."""
    return any(row.keeps for _, row in rows(person))


def no_giving(person: Person, to: str) -> Rejected | None:
    """The refusal of handing something over to somebody else, or of buying it for them (LP-FRZ-023)."""
    if to == person.id or not refuses_giving(person):
        return None
    keeper = next(frenzy.id for frenzy, row in rows(person) if row.keeps)
    return Rejected("keeps-everything", {"who": Who(person.id), "frenzy": name_of(keeper)})


def name_of(frenzy_id: str) -> Text:
    """A frenzy state as a text; what the GM made up is called as it was."""
    return Msg("frenzy:" + frenzy_id) if frenzy_id in FRENZIES else frenzy_id


def complete(frenzy: Frenzy) -> Frenzy:
    """A frenzy state with all that its row has it begin with (LP-FRZ-026, -103)."""
    row = row_of(frenzy)
    begins = {"loss": max(-dice for dice in row.dice.values())} if row.eased_by == "success" else {}
    return replace(frenzy, figures={**begins, **frenzy.figures}, permanent=frenzy.permanent or row.permanent)


def gifts(frenzy: Frenzy) -> dict[str, Specialty]:
    """The specialty that comes with a frenzy state, if one does (LP-FRZ-030b)."""
    row = row_of(frenzy)
    return {row.gives: Specialty(granted=row.id)} if row.gives else {}


def problems(frenzies: Iterable[Frenzy]) -> Iterator[tuple[int, str, Msg]]:
    """What no rule leads to in the frenzy states of a sheet: position, what was found, what is allowed (LP-FRZ-101)."""
    places = 0
    seen: set[str] = set()
    for i, frenzy in enumerate(frenzies):
        row = row_of(frenzy)
        places += row.places
        if places > PLACES and row.places:
            yield i, frenzy.id, Msg("at most two frenzy states, Psychosis counts twice")
        elif frenzy.id in seen or row.brief:
            yield i, frenzy.id, Msg("each lasting frenzy state once")
        seen.add(frenzy.id)


# Services for the other chapters -------------------------------------------------------------------------------------


def gain(
    tx: Tx, who: str, frenzy_id: str, *, cause: str = "", permanent: bool = False, words: Mapping[str, str] = {}
) -> None:
    """Give a lasting frenzy state with all it brings; as the third one it is Permanent Madness instead (LP-FRZ-102)."""
    person = tx.state.entities[who]
    if find(person, frenzy_id) is not None:
        return
    if is_full(person) and row_of(Frenzy(id=frenzy_id)).places:
        frenzy_id, permanent, words = MADNESS, True, {}
        if find(person, MADNESS) is not None:
            return
    sheet = sheet_of(person)
    new = Frenzy(id=frenzy_id, permanent=permanent, cause=cause, words=words)
    row = row_of(new)
    changes: dict[str, Any] = {"frenzies": (*sheet.frenzies, complete(new))}
    if row.gives:
        changes["specialties"] = {**sheet.specialties, **gifts(new)}
    sheets.change(tx, who, **changes)
    ask_about(tx, who, new)
    if frenzy_id == MADNESS:
        questions.ask(tx, "madness", who=who, value=BECOMES[0], choices=BECOMES)


def ask_about(tx: Tx, who: str, frenzy: Frenzy) -> None:
    """Ask what has to be known about a frenzy state and is not: its event, its item (LP-FRZ-025b, -110)."""
    row = row_of(frenzy)
    if "cause" in row.asks and not frenzy.cause:
        questions.ask(tx, "frenzy_cause", who=who, ref=frenzy.id)
    if "item" in row.asks and "item" not in frenzy.words:
        questions.ask(tx, "frenzy_item", who=who, ref=frenzy.id)


def lose(tx: Tx, who: str, frenzy_id: str, cause: str = "") -> None:
    """Take a frenzy state away with what it brought; its place is free again (LP-FRZ-111)."""
    person = tx.state.entities[who]
    frenzy = find(person, frenzy_id)
    if frenzy is None:
        return
    sheet = sheet_of(person)
    gives = row_of(frenzy).gives
    kept = {k: v for k, v in sheet.specialties.items() if k != gives or v.granted != frenzy_id}
    links = tuple(link for link in sheet.links if link.a in kept and link.b in kept)
    left = tuple(f for f in sheet.frenzies if f is not frenzy)
    sheets.change(tx, who, cause, frenzies=left, specialties=kept, links=links)
    for question in list(tx.state.questions.values()):
        if question.who == who and question.kind in ASKED and question.ref == frenzy_id:
            questions.withdraw(tx, question.id)
    for hook in SHEDS:
        hook(tx, who, frenzy_id)


def set_words(tx: Tx, who: str, frenzy_id: str, **words: str) -> None:
    """Write what was chosen for a frenzy state; empty words go."""
    frenzy = find(tx.state.entities[who], frenzy_id)
    if frenzy is not None:
        after = {k: v for k, v in {**frenzy.words, **words}.items() if v}
        write(tx, who, frenzy, replace(frenzy, words=after))


def set_figures(tx: Tx, who: str, frenzy_id: str, **figures: int) -> None:
    """Write counters of a frenzy state."""
    frenzy = find(tx.state.entities[who], frenzy_id)
    if frenzy is not None:
        write(tx, who, frenzy, replace(frenzy, figures={**frenzy.figures, **figures}))


def write(tx: Tx, who: str, before: Frenzy, after: Frenzy) -> None:
    """Write another value of a frenzy state in its place."""
    found = sheet_of(tx.state.entities[who]).frenzies
    sheets.change(tx, who, frenzies=tuple(after if frenzy is before else frenzy for frenzy in found))


def offer_loss(tx: Tx, who: str, cause: str = "") -> None:
    """Let somebody lose one frenzy state that is not permanent, of their choice where there are several."""
    found = treatable(tx.state.entities[who])
    if len(found) == 1:
        lose(tx, who, found[0], cause)
    elif found:
        questions.ask(tx, "frenzy_gone", who=who, value=found[0], choices=found, ref=cause)


# Decisions -----------------------------------------------------------------------------------------------------------


def _change(c: ChangeFrenzy, tx: Tx) -> Rejected | None:
    person = sheets.character(tx.state, c.who)
    if isinstance(person, Rejected):
        return person
    present = find(person, c.frenzy)
    if c.gone:
        if present is None:
            return Rejected("not-that-frenzy", {"who": Who(c.who), "allowed": tuple(map(name_of, held(person)))})
        lose(tx, c.who, c.frenzy)
        return None
    why = c.why.strip()
    if present is not None:
        after = replace(present, cause=why or present.cause, permanent=present.permanent or c.permanent)
        write(tx, c.who, present, after)
        if why:
            _withdraw(tx, "frenzy_cause", c.who, c.frenzy)
        return None
    if c.frenzy not in LASTING:
        return Rejected("no-such-frenzy", {"allowed": terms_of("frenzy", LASTING)})
    row = FRENZIES[c.frenzy]
    if row.places and count(person) + row.places > PLACES:
        return Rejected("no-place-left", {"who": Who(c.who), "frenzies": tuple(map(name_of, held(person)))})
    gain(tx, c.who, c.frenzy, cause=why, permanent=c.permanent)
    return None


def _withdraw(tx: Tx, kind: str, who: str, frenzy_id: str) -> None:
    for question in questions.open_questions(tx.state, kind, who):
        if question.ref == frenzy_id:
            questions.withdraw(tx, question.id)


def _cause(tx: Tx, question: Question, value: str) -> Rejected | None:
    frenzy = find(tx.state.entities[question.who], question.ref)
    if frenzy is not None:
        write(tx, question.who, frenzy, replace(frenzy, cause=value))
    return None


def _item(tx: Tx, question: Question, value: str) -> Rejected | None:
    set_words(tx, question.who, question.ref, item=value)
    return None


def _gone(tx: Tx, question: Question, value: str) -> Rejected | None:
    lose(tx, question.who, value, question.ref)
    return None


def _mad(tx: Tx, question: Question, value: str) -> Rejected | None:
    """The character goes on as the GM's, leaves, or stays with the player (LP-FRZ-103, Q-FRZ-14)."""
    person = tx.state.entities[question.who]
    if value == "leaves" and person.presence == "in":
        entity_change(tx, person.id, "presence", "left")
    if value == "becomes_npc" and person.kind == "pc":
        for check in list(tx.state.checks.values()):
            if check.who == person.id and check.serves == "initiative":
                checks.drop(tx, check.id)
        tx.emit(TakenOver(who=person.id))
    return None


questions.ANSWERS.update({"frenzy_cause": _cause, "frenzy_item": _item, "frenzy_gone": _gone, "madness": _mad})


def _take_back(tx: Tx, who: str) -> None:
    """Nothing is asked of the dead, and no roll is owed (LP-INJ-067)."""
    if injuries.is_dead(tx.state.entities[who]):
        for question in list(tx.state.questions.values()):
            if question.who == who and question.kind in ASKED:
                questions.withdraw(tx, question.id)
        if tx.state.entities[who].sheet is not None:
            sheets.change(tx, who, frenzy_rolls=())


injuries.FALLEN.append(_take_back)


# Folds ---------------------------------------------------------------------------------------------------------------


def _taken_over(state: LawnState, e: TakenOver) -> LawnState:
    new: LawnState = with_entity(state, replace(state.entities[e.who], kind="npc", important=True))
    return new


DECIDE = {ChangeFrenzy: _change}
EVOLVE: Mapping[type[Event], Callable[[LawnState, Any], LawnState]] = {TakenOver: _taken_over}
NAMES: Mapping[str, Name] = {row.id: row.name for row in FRENZIES.values()}
"""The names of all frenzy states of the table."""
