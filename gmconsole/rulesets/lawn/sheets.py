"""The one door through which sheets and the campaign are written: what they hold, and every change to it.

Covers LP-CHR-001 and -009 (a sheet holds a character's advantages; what changes in play is written to it). Whoever
writes a sheet calls ``change`` or one of the shorter words below it; each makes one event with what was changed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec.structs import replace

from ...core.commands import unknown, with_entity
from ...core.model import Event, Rejected, Who
from ...core.ruleset import Tx as CoreTx
from .character import Campaign, Sheet
from .state import LawnState, Person

Tx = CoreTx[LawnState]

POTENTIAL = ("potential", "cash", "reliable")
"""The kinds of potential a sheet keeps apart, the ordinary one first (LP-POT-001)."""
MOST = 999
BLANK = Sheet()
FIELDS = {f.name: f.type for f in msgspec.structs.fields(Sheet)}
GAINS: list[Callable[[LawnState, Person, int], int]] = []
"""What makes of a gain in potential another one; traits put themselves in here (LP-TRT-128)."""

if TYPE_CHECKING:

    class Part(msgspec.Struct, frozen=True):
        """Some fields of a sheet."""
else:
    # Made from the sheet itself, so that a field added there can be written at once.
    Part = msgspec.defstruct(
        "Part",
        [(name, type_ | None, None) for name, type_ in FIELDS.items()],
        frozen=True,
        kw_only=True,
        omit_defaults=True,
        module=__name__,
    )


class SheetChanged(Event, frozen=True, tag="lawn.sheet"):
    """Fields of somebody's sheet changed; ``before`` and ``after`` hold those alone.

    ``cause`` is a word for why: an ability, a trait, a step of session end, or the GM's own words.
    """

    who: str
    before: Part
    after: Part
    cause: str = ""


class CampaignChanged(Event, frozen=True, tag="lawn.campaign"):
    """What holds from session to session changed."""

    before: Campaign
    after: Campaign


# Reading -------------------------------------------------------------------------------------------------------------


def character(state: LawnState, who: str) -> Person | Rejected:
    """The person of that id, who must have a sheet, or the refusal: ``unknown-person`` or ``no-sheet``."""
    person = state.person(who)
    if not isinstance(person, Person):
        return unknown(who)
    if person.sheet is None:
        return Rejected("no-sheet", {"who": Who(who)})
    return person


def sheet_of(person: Person) -> Sheet:
    """The person's sheet; an empty one where there is none."""
    return person.sheet or BLANK


def written(part: Part) -> dict[str, Any]:
    """The fields that a part of a sheet holds, by name."""
    return {name: value for name in FIELDS if (value := getattr(part, name)) is not None}


def is_ready(person: Person, ability: str, uses: int = 1) -> bool:
    """Whether an expendable ability that has so many uses a session has one left."""
    return sheet_of(person).used.get(ability, 0) < uses


def lacks(person: Person, points: int, kind: str = "potential") -> Rejected | None:
    """The refusal (``not-enough-points``) where the person has fewer points of that kind."""
    held: int = getattr(sheet_of(person), kind)
    if held >= points:
        return None
    return Rejected("not-enough-points", {"who": Who(person.id), "field": kind, "points": points, "held": held})


def players(state: LawnState) -> int:
    """How many players take part: what the campaign says, else the player characters there are (Q-SES-02)."""
    return state.campaign.players or sum(p.kind == "pc" and p.presence != "removed" for p in state.entities.values())


# Writing -------------------------------------------------------------------------------------------------------------


def change(tx: Tx, who: str, cause: str = "", **fields: Any) -> None:
    """Write fields of the sheet by their names in ``Sheet``, with one event; nothing where they hold that already."""
    sheet = sheet_of(tx.state.entities[who])
    after = {name: value for name, value in fields.items() if getattr(sheet, name) != value}
    if after:
        before = {name: getattr(sheet, name) for name in after}
        tx.emit(SheetChanged(who=who, before=Part(**before), after=Part(**after), cause=cause))


def gained(state: LawnState, person: Person, points: int) -> int:
    """What a gain of so much potential comes to for somebody, as traits make of it (``GAINS``)."""
    for adjust in GAINS:
        points = adjust(state, person, points)
    return points


def gain_potential(tx: Tx, who: str, points: int, cause: str = "") -> int:
    """Give ordinary potential, as much as comes of it (``gained``); what was given."""
    person = tx.state.entities[who]
    points = gained(tx.state, person, points)
    held = sheet_of(person).potential
    change(tx, who, cause, potential=min(MOST, held + points))
    return points


def pay(tx: Tx, who: str, points: int, kind: str = "potential", cause: str = "") -> None:
    """Take points of one kind; whether there are enough is for the caller to ask (``lacks``)."""
    change(tx, who, cause, **{kind: getattr(sheet_of(tx.state.entities[who]), kind) - points})


def use_ability(tx: Tx, who: str, ability: str, cause: str = "") -> None:
    """Count one use of an expendable ability."""
    used = sheet_of(tx.state.entities[who]).used
    change(tx, who, cause, used={**used, ability: used.get(ability, 0) + 1})


def reset_ability(tx: Tx, who: str, ability: str, uses: int = 0, cause: str = "") -> None:
    """Give back so many uses of an expendable ability, or all of them where ``uses`` is 0."""
    used = dict(sheet_of(tx.state.entities[who]).used)
    left = used.pop(ability, 0) - uses
    if uses and left > 0:
        used[ability] = left
    change(tx, who, cause, used=used)


def set_counter(tx: Tx, who: str, counter: str, value: int | None, cause: str = "") -> None:
    """Write one of the trait's own counters; None takes it off the sheet."""
    kept = {k: v for k, v in sheet_of(tx.state.entities[who]).counters.items() if k != counter}
    change(tx, who, cause, counters=kept if value is None else {**kept, counter: value})


def set_word(tx: Tx, who: str, key: str, word: str, cause: str = "") -> None:
    """Write one of the words that a trait has chosen; an empty one takes it off the sheet."""
    kept = {k: v for k, v in sheet_of(tx.state.entities[who]).words.items() if k != key}
    change(tx, who, cause, words={**kept, key: word} if word else kept)


def change_campaign(tx: Tx, **fields: Any) -> None:
    """Write fields of the campaign by their names in ``Campaign``; nothing where they hold that already."""
    before = tx.state.campaign
    after = replace(before, **fields)
    if after != before:
        tx.emit(CampaignChanged(before=before, after=after))


# Folds ---------------------------------------------------------------------------------------------------------------


def _changed(state: LawnState, e: SheetChanged) -> LawnState:
    person = state.entities[e.who]
    new: LawnState = with_entity(state, replace(person, sheet=replace(sheet_of(person), **written(e.after))))
    return new


def _campaign(state: LawnState, e: CampaignChanged) -> LawnState:
    return replace(state, campaign=e.after)


EVOLVE: Mapping[type[Event], Callable[[LawnState, Any], LawnState]] = {
    SheetChanged: _changed,
    CampaignChanged: _campaign,
}
