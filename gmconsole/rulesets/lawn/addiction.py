"""Addiction: what it costs in each session, chosen before the session starts (chapter "Sanity").

Covers LP-FRZ-028 and its part of LP-SES-011. What was chosen stands on the state until the session is over.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from ...core.messages import N_
from ...core.model import Command, Msg, Rejected, Who, terms_of
from ...core.phases import Task
from ...core.ruleset import Tx as CoreTx
from . import armoury, frenzy, injuries, sessions, sheets
from .character import Frenzy
from .frenzy_table import FrenzyDef
from .state import ATTRIBUTES, LawnState, Person

Tx = CoreTx[LawnState]

PAID = "paid"


class ServeAddiction(Command, frozen=True, tag="lawn.addiction"):
    """Choose what an Addiction costs in the session: two dice of that ``attribute``, or 3 ordinary ``potential``."""

    who: str
    attribute: str = ""
    potential: bool = False


def open_for(person: Person) -> tuple[Frenzy, FrenzyDef] | None:
    """The Addiction that has not had its choice for the session yet, with its row."""
    for held, row in frenzy.rows(person):
        if row.chosen and not (held.words.get("attribute") or held.words.get(PAID)) and not injuries.is_dead(person):
            return held, row
    return None


def _serve(c: ServeAddiction, tx: Tx) -> Rejected | None:
    person = sheets.character(tx.state, c.who)
    if isinstance(person, Rejected):
        return person
    found = open_for(person)
    if found is None:
        return Rejected("no-addiction", {"who": Who(c.who)})
    held, row = found
    if c.potential == bool(c.attribute) or (c.attribute and c.attribute not in ATTRIBUTES):
        return Rejected(
            "not-a-choice", {"field": "attribute", "value": c.attribute, "allowed": terms_of("type", ATTRIBUTES)}
        )
    if c.potential:
        refused = sheets.lacks(person, row.price)
        if refused is not None:
            return refused
        sheets.pay(tx, c.who, row.price, cause=row.id)
    frenzy.set_words(tx, c.who, held.id, **({PAID: row.id} if c.potential else {"attribute": c.attribute}))
    return None


def _over(tx: Tx, who: str) -> None:
    """What an Addiction cost is over with the session."""
    for held, row in tuple(frenzy.rows(tx.state.entities[who])):
        if row.chosen:
            left = {k: v for k, v in held.words.items() if k not in ("attribute", PAID)}
            frenzy.write(tx, who, held, replace(held, words=left))


def _bar(state: LawnState, person: Person) -> Rejected | None:
    return Rejected("addiction-first", {"who": Who(person.id)}) if open_for(person) is not None else None


def offer(state: LawnState, person: Person) -> Iterable[Task]:
    """What is asked before a session starts, for whoever has still to choose."""
    found = open_for(person)
    if found is None:
        return
    enough = sheets.sheet_of(person).potential >= found[1].price
    either = N_("{who}, addicted: an attribute at -2 in this session, or 3 potential")
    alone = N_("{who}, addicted: which attribute is at -2 in this session?")
    yield Task(
        kind="addiction",
        who=person.id,
        what=Msg(either if enough else alone, {"who": Who(person.id)}),
        blocking=False,
        form=f"addicted {person.id}",
    )


armoury.BACK.append(_over)
sessions.START_BARS.append(_bar)
sessions.START_OFFERS.append(offer)

DECIDE = {ServeAddiction: _serve}
