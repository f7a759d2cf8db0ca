"""Specialties: who owns which, what they are related to, and what becomes of them (chapter "Specialties").

Covers LP-SPC-001, -009, -019, -021, -022, -025 and -027 as far as they are bookkeeping. Buying is in ``acquiring``,
the passion in ``passions``, the reroll in ``expending``, hampering in ``hampering``, cooling in ``cooling``. Everything
that writes a specialty goes through the services here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from ...core.commands import unknown
from ...core.model import Command, Field, Msg, Rejected, Text, Who
from ...core.ruleset import Tx as CoreTx
from . import abilities, alterations, kinds, sheets
from .abilities import Expendable
from .character import Link, Specialty
from .settling import mark
from .sheets import sheet_of
from .specialty_table import PRICES, row, title, words
from .state import Check, LawnState, Person

Tx = CoreTx[LawnState]

KIND = "specialty"
PASSION = "passion"
"""The conditional modifier of a check that the passion brings (LP-SPC-011)."""
MOST_COOLING = 99
MOST_NAME = 40
MOST_OWNED = 99


class SetSpecialty(Command, frozen=True, tag="lawn.specialty"):
    """The GM's word on a specialty of somebody, player character or not: it is theirs for nothing, or not (``off``).

    ``price`` is what it is worth where no table has it. ``ready`` and ``spent`` say how its reroll stands, ``cooling``
    the value gathered. ``called`` gives it another name.
    """

    who: str
    specialty: str
    price: int = 0
    off: bool = False
    ready: bool = False
    spent: bool = False
    cooling: int = -1
    called: str = ""


class SayRelated(Command, frozen=True, tag="lawn.related"):
    """The GM's word on whether a specialty is related to a check, owed or on the table; ``not_so``: it is not."""

    who: str
    specialty: str
    not_so: bool = False
    check: str = ""


# Reading -------------------------------------------------------------------------------------------------------------


def owned(person: Person) -> Mapping[str, Specialty]:
    """The specialties somebody owns, by key."""
    return sheet_of(person).specialties


def is_ready(person: Person, key: str) -> bool:
    """Whether the person owns that specialty and its reroll is not expended."""
    found = owned(person).get(key)
    return found is not None and not found.expended


def by_table(check: Check, key: str) -> bool:
    """Whether the table proposes the specialty for that check, or the check is tagged with its name (LP-SPC-019)."""
    found = row(key)
    if found.any_check or found.by_gm:
        return True
    purpose = kinds.meant(check.purpose, check.type)
    said = (check.purpose, purpose, *check.tags)
    meant = {word for word in (*said, f"{check.type}={purpose or check.purpose}") if word}
    return not meant.isdisjoint(found.related) or not words(key).isdisjoint(word.casefold() for word in said)


def relation(state: LawnState, check: Check, key: str) -> bool | None:
    """Whether the specialty is related to the check: what the GM said of it, else the table; None is for the GM to say.

    The switch of the passion on the check counts as the GM's word where there is one passion.
    """
    if key in check.unrelated:
        return False
    if key in check.related:
        return True
    if sheet_of(state.entities[check.who]).passions == (key,):
        switched = next((c.on for c in check.conditions if c.name == PASSION), None)
        if switched is not None:
            return switched
    return True if by_table(check, key) else None


def standing(state: LawnState, key: str, specialty: Specialty, players: int = 0) -> Text:
    """A specialty with how it stands, as it is shown on a sheet (LP-SPC-027)."""
    if not specialty.expended:
        return title(key)
    fields: dict[str, Field] = {
        "specialty": title(key),
        "value": specialty.cooling,
        "players": players or sheets.players(state),
    }
    return Msg("{specialty} (expended, cooling {value}/{players})", fields)


def shown(state: LawnState, person: Person) -> tuple[Text, ...]:
    """Every specialty of somebody with how it stands, the passions first."""
    sheet = sheet_of(person)
    players = sheets.players(state)
    order = sorted(sheet.specialties, key=lambda key: key not in sheet.passions)
    return tuple(
        Msg("{specialty}, passion", {"specialty": standing(state, key, sheet.specialties[key], players)})
        if key in sheet.passions
        else standing(state, key, sheet.specialties[key], players)
        for key in order
    )


# Writing -------------------------------------------------------------------------------------------------------------


def put(tx: Tx, who: str, key: str, specialty: Specialty, cause: str = "", **fields: Any) -> None:
    """Write one specialty of somebody, and other fields of the sheet with it."""
    held = owned(tx.state.entities[who])
    sheets.change(tx, who, cause, specialties={**held, key: specialty}, **fields)


def grant(tx: Tx, who: str, key: str, cause: str, price: int = 0) -> None:
    """Give somebody a specialty for nothing (LP-SPC-009); nothing where it is owned already."""
    if key not in owned(tx.state.entities[who]):
        put(tx, who, key, Specialty(price=price or row(key).price, granted=cause), cause)


def lose(tx: Tx, who: str, key: str, cause: str = "", **fields: Any) -> None:
    """Take a specialty away, with what hangs on it: it is no passion any more, and its links are gone."""
    sheet = sheet_of(tx.state.entities[who])
    sheets.change(
        tx,
        who,
        cause,
        specialties={k: v for k, v in sheet.specialties.items() if k != key},
        passions=tuple(p for p in sheet.passions if p != key),
        links=tuple(link for link in sheet.links if key not in (link.a, link.b)),
        **fields,
    )


def rename(tx: Tx, who: str, key: str, name: str, cause: str = "") -> None:
    """Call a specialty by another name, keeping everything else of it (LP-TRT-116b, -127)."""
    sheet = sheet_of(tx.state.entities[who])
    sheets.change(
        tx,
        who,
        cause,
        specialties={name if k == key else k: v for k, v in sheet.specialties.items()},
        passions=tuple(name if p == key else p for p in sheet.passions),
        links=tuple(
            Link(name if link.a == key else link.a, name if link.b == key else link.b, link.why) for link in sheet.links
        ),
    )


def expend(tx: Tx, who: str, key: str, check: str = "") -> None:
    """Mark a specialty as expended, unless something spares it just now (LP-SPC-021)."""
    if not any(hook(tx, who, key, check) for hook in abilities.SPARED):
        put(tx, who, key, replace(owned(tx.state.entities[who])[key], expended=True))


def reset(tx: Tx, who: str, key: str, cause: str = "") -> None:
    """Make a specialty ready again; what it had cooled is gone (LP-SPC-025, Q-SPC-07)."""
    found = owned(tx.state.entities[who]).get(key)
    if found is not None and (found.expended or found.cooling):
        put(tx, who, key, replace(found, expended=False, cooling=0), cause)


# What can be expended ------------------------------------------------------------------------------------------------


def _expendables(state: LawnState, person: Person) -> tuple[Expendable, ...]:
    return tuple(
        Expendable(id=key, kind=KIND, name=title(key), used=int(held.expended)) for key, held in owned(person).items()
    )


def _reset(tx: Tx, who: str, item: str, uses: int) -> None:
    reset(tx, who, item)


abilities.EXPENDABLES.append(_expendables)
abilities.RESETS[KIND] = _reset


# Refusals ------------------------------------------------------------------------------------------------------------


def owner(state: LawnState, who: str, key: str) -> Person | Rejected:
    """The person who owns that specialty, or the refusal: nobody, no sheet, not owned (``no-such-specialty``)."""
    person = state.person(who)
    if not isinstance(person, Person):
        return unknown(who)
    if person.sheet is None:
        return Rejected("no-sheet", {"who": Who(who)})
    return person if key in person.sheet.specialties else no_such(person, key)


def no_such(person: Person, key: str) -> Rejected:
    """The refusal for a specialty that the person does not own."""
    allowed = tuple(map(title, owned(person)))
    return Rejected("no-such-specialty", {"who": Who(person.id), "specialty": title(key), "allowed": allowed})


def bad_price(key: str, price: int) -> Rejected | None:
    """The refusal for a price that no specialty has (LP-SPC-003); 0 leaves it to the table."""
    if price in (0, *PRICES):
        return None
    return Rejected("no-such-price", {"specialty": title(key), "price": price, "allowed": tuple(map(str, PRICES))})


def bad_name(key: str) -> Rejected | None:
    """The refusal for a name that is none or too long."""
    if not key.strip():
        return Rejected("empty-name")
    return Rejected("too-long", {"field": "specialty", "most": MOST_NAME}) if len(key) > MOST_NAME else None


# Decisions -----------------------------------------------------------------------------------------------------------


def _set(c: SetSpecialty, tx: Tx) -> Rejected | None:
    person = tx.state.person(c.who)
    if not isinstance(person, Person):
        return unknown(c.who)
    if person.kind == "object":
        return Rejected("not-for-objects", {"who": Who(c.who)})
    held = owned(person).get(c.specialty)
    refused = bad_name(c.specialty) or bad_price(c.specialty, c.price)
    if refused is None and not -1 <= c.cooling <= MOST_COOLING:
        refused = alterations.out_of_bounds("cooling", 0, MOST_COOLING, c.cooling)
    if refused is None and held is None and len(owned(person)) >= MOST_OWNED:
        refused = alterations.out_of_bounds("specialties", 0, MOST_OWNED, MOST_OWNED + 1)
    if refused is None and (c.off or c.called) and held is None:
        refused = no_such(person, c.specialty)
    if refused is None and c.called:
        refused = _bad_rename(person, c.called)
    if refused is not None:
        return refused
    if c.off:
        lose(tx, c.who, c.specialty, "gm")
        return None
    if held is None:
        grant(tx, c.who, c.specialty, "gm", c.price)
    found = owned(tx.state.entities[c.who])[c.specialty]
    expended = c.spent or ((found.expended or c.cooling > 0) and not c.ready)
    cooling = 0 if not expended else c.cooling if c.cooling >= 0 else found.cooling
    put(tx, c.who, c.specialty, replace(found, price=c.price or found.price, expended=expended, cooling=cooling), "gm")
    if c.called:
        rename(tx, c.who, c.specialty, c.called, "gm")
    return None


def _bad_rename(person: Person, name: str) -> Rejected | None:
    if name in owned(person):
        return Rejected("specialty-owned", {"who": Who(person.id), "specialty": title(name)})
    return bad_name(name)


def meant(state: LawnState, who: str, check_id: str) -> Check | Rejected:
    """The person's check of that id, else the one on the table, else the first one owed."""
    if state.person(who) is None:
        return unknown(who)
    if check_id:
        found = state.checks.get(check_id)
    else:
        found = alterations.rolled(state, who) or next((c for c in state.checks.values() if c.who == who), None)
    if found is None or found.who != who or found.status == "passed":
        return Rejected("no-open-check", {"who": Who(who)})
    return found


def _say_related(c: SayRelated, tx: Tx) -> Rejected | None:
    person = owner(tx.state, c.who, c.specialty)
    if isinstance(person, Rejected):
        return person
    check = meant(tx.state, c.who, c.check)
    if isinstance(check, Rejected):
        return check
    remember(tx, check, c.specialty, related=not c.not_so)
    return None


def remember(tx: Tx, check: Check, key: str, *, related: bool) -> Check:
    """Note the GM's word on a specialty for this check; for a passion it takes the place of its switch."""
    said: dict[str, Any] = {
        "related": tuple(k for k in check.related if k != key) + ((key,) if related else ()),
        "unrelated": tuple(k for k in check.unrelated if k != key) + (() if related else (key,)),
    }
    if key in sheet_of(tx.state.entities[check.who]).passions:
        said["conditions"] = tuple(c for c in check.conditions if c.name != PASSION)
    return mark(tx, check.id, **said)


DECIDE: Mapping[type[Command], Callable[[Any, Tx], Rejected | None]] = {
    SetSpecialty: _set,
    SayRelated: _say_related,
}
