"""Ambitious: a goal for life, and links between specialties (chapter "Traits").

Covers LP-TRT-126 to -126c. Links lie on the sheet and have no direction; how many may be added is counted there too.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from ...core.model import Command, Rejected, Who
from ...core.ruleset import Tx as CoreTx
from . import abilities, interval, sheets, specialties, traits
from .character import Link, Sheet
from .sheets import sheet_of
from .specialty_table import title
from .state import LawnState, Person
from .traits_luck import holder

Tx = CoreTx[LawnState]

AMBITIOUS = "ambitious"
GOAL = "life_goal"
FIRST_LINKS, NEW_LINKS = "first_links", "new_links"
"""The counters of links still to be had: from the goal at first, between any two after a session."""
MOST_FIRST, MOST_NEW = 3, 2
MOST_WHY = 200


class SetLifeGoal(Command, frozen=True, tag="lawn.life-goal"):
    """Choose a distant life goal, once: a specialty of that name comes with it, and up to three links (LP-TRT-126)."""

    who: str
    goal: str


class LinkSpecialties(Command, frozen=True, tag="lawn.link"):
    """Link two specialties, for a reason: the goal with up to three at first, any two at session end (LP-TRT-126,
    -126c)."""

    who: str
    a: str
    b: str
    why: str


class UseLinks(Command, frozen=True, tag="lawn.use-links"):
    """Expend a specialty to make every one ready that is linked to it; its links are gone (LP-TRT-126b)."""

    who: str
    specialty: str


# Reading -------------------------------------------------------------------------------------------------------------


def linked(sheet: Sheet, key: str) -> tuple[str, ...]:
    """The specialties directly linked to that one."""
    return tuple(link.b if link.a == key else link.a for link in sheet.links if key in (link.a, link.b))


def left(state: LawnState, person: Person, a: str, b: str) -> str:
    """The counter that a link between these two would be taken from; empty where none may be added now."""
    sheet = sheet_of(person)
    goal = sheet.words.get(GOAL, "")
    if goal in (a, b) and sheet.counters.get(FIRST_LINKS, 0):
        return FIRST_LINKS
    between = interval.between(state, interval.PASSION) is None
    return NEW_LINKS if between and sheet.counters.get(NEW_LINKS, 0) else ""


# Decisions -----------------------------------------------------------------------------------------------------------


def _set_goal(c: SetLifeGoal, tx: Tx) -> Rejected | None:
    person = holder(tx.state, c.who, AMBITIOUS)
    if isinstance(person, Rejected):
        return person
    goal, sheet = c.goal.strip(), sheet_of(person)
    if GOAL in sheet.words:
        return Rejected("has-a-goal", {"who": Who(c.who), "name": sheet.words[GOAL]})
    refused = specialties.bad_name(goal)
    if refused is None and goal in sheet.specialties:
        refused = Rejected("specialty-owned", {"who": Who(c.who), "specialty": title(goal)})
    if refused is None:
        specialties.grant(tx, c.who, goal, AMBITIOUS)
        sheets.set_word(tx, c.who, GOAL, goal, AMBITIOUS)
        sheets.set_counter(tx, c.who, FIRST_LINKS, MOST_FIRST, AMBITIOUS)
    return refused


def _link(c: LinkSpecialties, tx: Tx) -> Rejected | None:
    person = holder(tx.state, c.who, AMBITIOUS)
    if isinstance(person, Rejected):
        return person
    sheet = sheet_of(person)
    for key in (c.a, c.b):
        if key not in sheet.specialties:
            return specialties.no_such(person, key)
    if c.a == c.b or c.b in linked(sheet, c.a):
        return Rejected("linked-already", {"who": Who(c.who), "a": title(c.a), "b": title(c.b)})
    if not c.why.strip():
        return Rejected("link-without-reason", {"who": Who(c.who)})
    if len(c.why) > MOST_WHY:
        return Rejected("too-long", {"field": "why", "most": MOST_WHY})
    counter = left(tx.state, person, c.a, c.b)
    if not counter:
        return Rejected("no-links-left", {"who": Who(c.who)})
    sheets.change(
        tx,
        c.who,
        AMBITIOUS,
        links=(*sheet.links, Link(c.a, c.b, c.why.strip())),
        counters={**sheet.counters, counter: sheet.counters[counter] - 1},
    )
    return None


def _use(c: UseLinks, tx: Tx) -> Rejected | None:
    person = holder(tx.state, c.who, AMBITIOUS)
    if isinstance(person, Rejected):
        return person
    sheet = sheet_of(person)
    held = sheet.specialties.get(c.specialty)
    if held is None:
        return specialties.no_such(person, c.specialty)
    if held.expended:
        return Rejected("specialty-expended", {"who": Who(c.who), "specialty": title(c.specialty)})
    others = linked(sheet, c.specialty)
    if not others:
        return Rejected("nothing-linked", {"who": Who(c.who), "specialty": title(c.specialty)})
    sheets.change(
        tx,
        c.who,
        AMBITIOUS,
        specialties={**sheet.specialties, c.specialty: replace(held, expended=True)},
        links=tuple(link for link in sheet.links if c.specialty not in (link.a, link.b)),
    )
    for key in others:
        abilities.reset(tx, c.who, key)
    abilities.used(tx, c.who, c.specialty)
    return None


# Sessions ------------------------------------------------------------------------------------------------------------


def new_links(tx: Tx, who: str) -> None:
    """Session end, after step 6: two more links may be added (LP-TRT-126c)."""
    _offer(tx, who, MOST_NEW)


def no_more_links(tx: Tx, who: str) -> None:
    """A session begins: links not added by now are not added any more."""
    _offer(tx, who, None)


def _offer(tx: Tx, who: str, count: int | None) -> None:
    sheet = sheet_of(tx.state.entities[who])
    if not traits.has(tx.state.entities[who], AMBITIOUS):
        return
    kept = {k: v for k, v in sheet.counters.items() if k not in (FIRST_LINKS, NEW_LINKS)}
    sheets.change(tx, who, AMBITIOUS, counters=kept if count is None else {**kept, NEW_LINKS: count})


traits.SESSION_END[interval.PASSION + 1].append(new_links)
traits.SESSION_START.append(no_more_links)

DECIDE: Mapping[type[Command], Callable[[Any, Tx], Rejected | None]] = {
    SetLifeGoal: _set_goal,
    LinkSpecialties: _link,
    UseLinks: _use,
}
