"""What traits leave to choose before the first session and between two, offered when its time comes (chapter "Traits").

The offers of LP-TRT-116b (Romantic), -117b (Lucky), -126 and -126c (Ambitious), after step 6 as LP-SES-010 has it. The
choices themselves are commands of ``traits_growth``, ``traits_luck`` and ``links``.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...core.model import Field, Msg, Who
from ...core.phases import Task
from . import interval, links, session_end, sessions, traits, traits_growth, traits_luck
from .sheets import sheet_of
from .specialty_table import title
from .state import LawnState, Person

STEP = interval.PASSION + 1


def offers(state: LawnState, person: Person) -> Iterator[Task]:
    """What somebody may choose now; nothing of it has to be."""
    for trait, offer in ((links.AMBITIOUS, _goal), (traits_growth.ROMANTIC, _name), (traits_luck.LUCKY, _number)):
        if traits.has(person, trait):
            yield from offer(state, person)


def _offer(person: Person, what: Msg, form: str) -> Task:
    return Task(kind="trait_choice", who=person.id, blocking=False, what=what, form=form)


def _goal(state: LawnState, person: Person) -> Iterator[Task]:
    """The life goal where there is none yet, else the links that are left."""
    sheet = sheet_of(person)
    fields: dict[str, Field] = {"who": Who(person.id)}
    if links.GOAL not in sheet.words:
        yield _offer(person, Msg("{who}: which life goal?", fields), f"lifegoal {person.id}")
        return
    count = sheet.counters.get(links.FIRST_LINKS, 0) or sheet.counters.get(links.NEW_LINKS, 0)
    if count and len(sheet.specialties) > 1:
        text = "{who} may link specialties until the session begins: {count}"
        yield _offer(person, Msg(text, {**fields, "count": count}), f"link {person.id}")


def _name(state: LawnState, person: Person) -> Iterator[Task]:
    """The minor skill that the specialty of the romantic is named after, where there is one to choose."""
    others = traits_growth.names(person)
    if not others:
        return
    old = traits_growth.named(person)
    fields: dict[str, Field] = {"who": Who(person.id), "specialty": title(old)}
    kept = "{who}: specialty {specialty}, or named after another minor skill?"
    yield _offer(
        person,
        Msg(kept if old else "{who}: a specialty named after which minor skill?", fields),
        f"nameskill {person.id}",
    )


def _number(state: LawnState, person: Person) -> Iterator[Task]:
    fields: dict[str, Field] = {"who": Who(person.id), "number": traits.counter(person, traits_luck.LUCKY_NUMBER)}
    yield _offer(person, Msg("{who}: lucky number {number}, or another one?", fields), f"lucky {person.id}")


session_end.OFFERS[STEP].append(offers)
sessions.START_OFFERS.append(offers)
