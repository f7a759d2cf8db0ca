"""Making a character: the commands of the creation boxes, each taken in any order until the sheet is finished.

Covers LP-CHR-001 to -008, -012, -013, LP-ATT-009, -010, -013, LP-POT-002 to -005 and LP-SPC-002. A character being
made is a person who waits outside, with a sheet whose ``creation`` is open; what is still owed and what goes too far is
told by ``creation_steps``. Skills are taken in ``learning``, traits chosen in ``traits``; a trait that changes how
potential is rolled opens that step again (Q-CHR-01).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from ...core.commands import entity_change, give_public_tags, unknown, with_entity
from ...core.model import Command, Event, Field, Msg, Rejected, Who, terms_of
from ...core.ruleset import Tx as CoreTx
from . import creation_table as made_of
from . import people, sheets, traits
from .character import Creation, Sheet
from .creation_table import figure, sums
from .limbs import HANDS
from .sheets import sheet_of
from .state import ATTRIBUTES, LawnState, Person

Tx = CoreTx[LawnState]

BACKGROUND = ("name", "title", "gender", "age", "language", "appearance", "occupation", "dominant")
"""The eight background fields (LP-CHR-003)."""
ABOUT = (*BACKGROUND, "background", "type")
TYPES: Mapping[str, str] = {"child": "children", "elder": "elders"}
"""The character types, each with the switch that allows it (LP-CHR-012, -013)."""
ROLL, ACCEPT, CONVERT = "roll", "accept", "convert"
DOES = (ROLL, ACCEPT, CONVERT)
MOST_PLAYERS = 20


class Create(Command, frozen=True, tag="lawn.create"):
    """Begin a new character, who waits outside until the sheet is finished; ``key`` is the word lines call it by."""

    name: str
    key: str = ""


class About(Command, frozen=True, tag="lawn.about"):
    """Write one of the background fields, free background, or the character type (LP-CHR-003, -012, -013)."""

    who: str
    field: str
    text: str


class Assign(Command, frozen=True, tag="lawn.assign"):
    """Distribute attribute points; attributes not named keep theirs. ``lost`` are the points a trait takes away."""

    who: str
    points: Mapping[str, int] = {}
    lost: Mapping[str, int] = {}


class StartPotential(Command, frozen=True, tag="lawn.start-potential"):
    """Roll starting potential or roll it again, ``accept`` the roll, or ``convert`` a 1 or 2 into attribute points."""

    who: str
    does: str
    points: int = 0


class ChooseXp(Command, frozen=True, tag="lawn.choose-xp"):
    """Choose between more XP, and less with more potential (LP-SPC-002)."""

    who: str
    choice: str


class NoMoreItems(Command, frozen=True, tag="lawn.no-more-items"):
    """Leave the items at those taken: what is not taken gives potential (LP-ITM-002); ``back`` takes it back."""

    who: str
    back: bool = False


class Relate(Command, frozen=True, tag="lawn.relate"):
    """Write down how two characters know each other; an empty text takes it back (LP-CHR-005)."""

    a: str
    b: str
    text: str = ""


class Finish(Command, frozen=True, tag="lawn.finish"):
    """Close a sheet that is complete and within its budgets; the character comes on stage."""

    who: str


class CampaignFigure(Command, frozen=True, tag="lawn.campaign-figure"):
    """Have the campaign's own figure of creation take the place of the book's (LP-CHR-002)."""

    figure: str
    value: int


class SetPlayers(Command, frozen=True, tag="lawn.players"):
    """Say how many players take part; 0: as many as there are player characters."""

    count: int


class Basics(msgspec.Struct, frozen=True, kw_only=True):
    """What creation writes on the person beside the sheet."""

    attributes: Mapping[str, int] = {}
    dominant: str = "right"


class BasicsSet(Event, frozen=True, tag="lawn.basics"):
    """Attributes or the dominant hand of somebody being made changed."""

    who: str
    before: Basics
    after: Basics


# Reading -------------------------------------------------------------------------------------------------------------


def in_creation(state: LawnState) -> tuple[Person, ...]:
    """Everybody who is still being made, in listed order."""
    return tuple(p for p in state.entities.values() if p.presence != "removed" and made_of.is_new(p))


def maker(state: LawnState, who: str) -> Person | Rejected:
    """The person being made, or the refusal: nobody, or somebody whose sheet is finished."""
    person = state.person(who)
    if not isinstance(person, Person):
        return unknown(who)
    return person if made_of.is_new(person) else Rejected("sheet-finished", {"who": Who(who)})


def plain_word(name: str) -> str:
    """A word for files and lines made from a name: its letters and digits of any script; empty where it has none."""
    return re.sub(r"\W+", "_", name.casefold()).strip("_")[:40]


def word_for(state: LawnState, name: str) -> str:
    """A key made from a name, or none where it is taken or nothing is left of it."""
    word = plain_word(name)
    taken = {w for e in state.entities.values() for w in (e.id, e.tag, e.key, e.name) if e.presence != "removed"}
    return "" if word in taken else word


def known_as(person: Person) -> str:
    """The word by which sheets speak of each other: it outlasts the encounter, as an id does not."""
    return person.key or person.name


# Writing -------------------------------------------------------------------------------------------------------------


def write(
    tx: Tx, who: str, cause: str = "", *, made: Mapping[str, Any] | None = None, **fields: Any
) -> Rejected | None:
    """Write fields of a sheet, or of its ``creation`` (``made``); while that is open, XP and potential move along.

    Refused (``already-spent``) where more is gone than would be left.
    """
    sheet = sheet_of(tx.state.entities[who])
    if made:
        fields["creation"] = replace(sheet.creation, **made)
    common = tx.state.campaign.language
    was, now = sums(sheet, common), sums(replace(sheet, **fields), common)
    moved = {"potential": now.potential - was.potential, "xp": now.xp - was.xp} if sheet.creation.open else {}
    for field, change in moved.items():
        held: int = getattr(sheet, field)
        if change and held + change < 0:
            return Rejected("already-spent", {"who": Who(who), "field": field, "held": held, "points": -change})
        if change:
            fields[field] = held + change
    sheets.change(tx, who, cause, **fields)
    return None


def basics(tx: Tx, who: str, **values: Any) -> None:
    """Write attributes or the dominant hand."""
    person = tx.state.entities[who]
    before = Basics(attributes=person.attributes, dominant=person.dominant)
    after = replace(before, **values)
    if after != before:
        tx.emit(BasicsSet(who=who, before=before, after=after))


def _attributes(tx: Tx, who: str) -> None:
    basics(tx, who, attributes=made_of.attributes(sheet_of(tx.state.entities[who])))


def _after_trait(tx: Tx, who: str, trait: str) -> None:
    """A trait changes how potential is rolled, and which points are lost: what was done before is open again."""
    if made_of.is_new(tx.state.entities[who]):
        _adjust(tx, who, trait)


def _adjust(tx: Tx, who: str, trait: str) -> None:
    """Bring what is rolled or given into line with the figures there are now; what no longer fits is open again."""
    sheet = sheet_of(tx.state.entities[who])
    made = sheet.creation
    now, most = made_of.sanity(sheet)
    traits.set_figures(tx, who, sanity=now, sanity_max=most)
    if made.rolled and len(made.rolled) != made_of.potential_dice(sheet):
        write(tx, who, trait, made={"rolled": (), "rerolls": 0, "accepted": False, "converted": 0})
    if sum(made.lost.values()) != made_of.lost_points(sheet):
        write(tx, who, trait, made={"lost": {}})
        _attributes(tx, who)


traits.GAINED.append(_after_trait)


# Decisions: background -----------------------------------------------------------------------------------------------


def _create(c: Create, tx: Tx) -> Rejected | None:
    if not c.name.strip():
        return Rejected("empty-name")
    overrides = dict(tx.state.campaign.creation)
    sheet = Sheet(creation=Creation(open=True), overrides=overrides)
    key = c.key or word_for(tx.state, c.name)
    full = figure(sheet, "sanity")
    add = people.Add(kind="pc", name=c.name, key=key, outside=True, sanity=full, sanity_max=full)
    refused = people.bad_add(tx.state, add)
    if refused is not None:
        return refused
    people.add_person(tx, replace(people.make_person(tx.state, add), sheet=sheet), {})
    return None


def _about(c: About, tx: Tx) -> Rejected | None:
    person = maker(tx.state, c.who)
    if isinstance(person, Rejected):
        return person
    if c.field not in ABOUT:
        return Rejected("not-a-choice", {"field": "field", "value": c.field, "allowed": terms_of("sheet", ABOUT)})
    text = c.text.strip()
    if c.field == "name":
        if not text:
            return Rejected("empty-name")
        entity_change(tx, c.who, "name", text)
        return None
    if c.field == "dominant":
        if text not in HANDS:
            return Rejected("not-a-choice", {"field": "dominant", "value": text, "allowed": terms_of("hand", HANDS)})
        basics(tx, c.who, dominant=text)
        return None
    if c.field == "type":
        refused = bad_type(tx.state, text)
        if refused is not None:
            return refused
    changed: dict[str, Any] = {c.field: text}
    return write(tx, c.who, **changed)


def bad_type(state: LawnState, type_: str) -> Rejected | None:
    """The refusal of a character type that is none, or whose switch is off (LP-CHR-012, -013)."""
    if type_ and type_ not in TYPES:
        return Rejected("not-a-choice", {"field": "type", "value": type_, "allowed": terms_of("character", TYPES)})
    if type_ and state.options.get(TYPES[type_]) is not True:
        return Rejected("switched-off", {"option": Msg("option:" + TYPES[type_])})
    return None


def _relate(c: Relate, tx: Tx) -> Rejected | None:
    pair = []
    for who in (c.a, c.b):
        person = tx.state.person(who)
        if not isinstance(person, Person):
            return unknown(who)
        if person.sheet is None:
            return Rejected("no-sheet", {"who": Who(who)})
        pair.append(person)
    if c.a == c.b:
        return Rejected("named-twice")
    for one, other in (pair, pair[::-1]):
        kept = {k: v for k, v in sheet_of(one).relations.items() if k != known_as(other)}
        sheets.change(tx, one.id, relations={**kept, known_as(other): c.text.strip()} if c.text.strip() else kept)
    return None


# Decisions: attributes and potential ---------------------------------------------------------------------------------


def _assign(c: Assign, tx: Tx) -> Rejected | None:
    person = maker(tx.state, c.who)
    if isinstance(person, Rejected):
        return person
    sheet = sheet_of(person)
    for attribute in (*c.points, *c.lost):
        if attribute not in ATTRIBUTES:
            return Rejected(
                "not-a-choice", {"field": "attribute", "value": attribute, "allowed": terms_of("type", ATTRIBUTES)}
            )
    points = {a: n for a, n in {**sheet.creation.points, **c.points}.items() if n}
    lost = {a: n for a, n in c.lost.items() if n} if c.lost else dict(sheet.creation.lost)
    refused = bad_points(sheet, points) or bad_loss(sheet, points, lost)
    if refused is not None:
        return refused
    done = tuple(dict.fromkeys((*sheet.creation.done, "attributes")))
    refused = write(tx, c.who, made={"points": points, "lost": lost, "done": done})
    if refused is None:
        _attributes(tx, c.who)
    return refused


def bad_points(sheet: Sheet, points: Mapping[str, int]) -> Rejected | None:
    """The refusal of a distribution beyond the ceiling or the points there are (LP-ATT-009, -010, -013)."""
    ceiling = figure(sheet, "attribute_ceiling")
    for attribute, n in points.items():
        if not 0 <= n <= ceiling:
            return Rejected(
                "out-of-bounds", {"field": Msg("type:" + attribute), "low": 0, "high": ceiling, "value": f"{n:+d}"}
            )
    spent, allowed = sum(points.values()), made_of.attribute_points(sheet)
    return Rejected("too-many-points", {"points": spent, "allowed": allowed}) if spent > allowed else None


def bad_loss(sheet: Sheet, points: Mapping[str, int], lost: Mapping[str, int]) -> Rejected | None:
    """The refusal of points taken away that no trait takes, or of too few, or below -2 (LP-TRT-113b)."""
    if not lost:
        return None
    owed = made_of.lost_points(sheet)
    if sum(lost.values()) != owed or min(lost.values()) < 0:
        return Rejected("points-to-lose", {"points": owed, "found": sum(lost.values())})
    for attribute, n in lost.items():
        value = points.get(attribute, 0) - n
        if value < made_of.LOWEST:
            high = figure(sheet, "attribute_ceiling")
            return Rejected(
                "out-of-bounds",
                {"field": Msg("type:" + attribute), "low": made_of.LOWEST, "high": high, "value": f"{value:+d}"},
            )
    return None


def _potential(c: StartPotential, tx: Tx) -> Rejected | None:
    person = maker(tx.state, c.who)
    if isinstance(person, Rejected):
        return person
    if c.does not in DOES:
        return Rejected("not-a-choice", {"field": "does", "value": c.does, "allowed": terms_of("creation", DOES)})
    sheet = sheet_of(person)
    made = sheet.creation
    if c.does == CONVERT:
        offered = made_of.convertible(sheet)
        if c.points not in offered:
            return Rejected(
                "not-convertible", {"who": Who(c.who), "points": c.points, "allowed": tuple(map(str, offered))}
            )
        return write(tx, c.who, made={"converted": c.points})
    if made.accepted:
        return Rejected("potential-accepted", {"who": Who(c.who)})
    if c.does == ACCEPT:
        if not made.rolled:
            return Rejected("nothing-rolled", {"who": Who(c.who)})
        return write(tx, c.who, made={"accepted": True})
    faces = tx.roll(made_of.potential_dice(sheet), 6)
    return write(tx, c.who, made={"rolled": faces, "rerolls": made.rerolls + bool(made.rolled)})


def _choose_xp(c: ChooseXp, tx: Tx) -> Rejected | None:
    person = maker(tx.state, c.who)
    if isinstance(person, Rejected):
        return person
    if c.choice not in made_of.XP_CHOICES:
        allowed = terms_of("creation", made_of.XP_CHOICES)
        return Rejected("not-a-choice", {"field": "choice", "value": c.choice, "allowed": allowed})
    return write(tx, c.who, made={"xp": c.choice})


def _no_more_items(c: NoMoreItems, tx: Tx) -> Rejected | None:
    person = maker(tx.state, c.who)
    if isinstance(person, Rejected):
        return person
    done = tuple(step for step in sheet_of(person).creation.done if step != "items")
    return write(tx, c.who, made={"done": done if c.back else (*done, "items")})


# Decisions: the end, and the campaign --------------------------------------------------------------------------------


def _finish(c: Finish, tx: Tx) -> Rejected | None:
    from . import creation_steps as steps

    person = maker(tx.state, c.who)
    if isinstance(person, Rejected):
        return person
    owed = steps.missing(tx.state, c.who)
    if owed:
        return Rejected("sheet-incomplete", {"who": Who(c.who), "owed": terms_of("step", owed)})
    wrong = steps.problems(tx.state, c.who)
    if wrong:
        return Rejected("sheet-over-budget", {"who": Who(c.who), "what": tuple(steps.sentence(p) for p in wrong)})
    sheets.change(tx, c.who, creation=replace(sheet_of(person).creation, open=False))
    if tx.state.mode != "crisis":
        entity_change(tx, c.who, "presence", "in")
        give_public_tags(tx)
    return None


def _campaign_figure(c: CampaignFigure, tx: Tx) -> Rejected | None:
    row = made_of.FIGURES.get(c.figure)
    if row is None:
        allowed = terms_of("override", made_of.FIGURES)
        return Rejected("not-a-choice", {"field": "figure", "value": c.figure, "allowed": allowed})
    if not row.low <= c.value <= row.high:
        return Rejected("out-of-bounds", {"field": row.name, "low": row.low, "high": row.high, "value": str(c.value)})
    own = {k: v for k, v in tx.state.campaign.creation.items() if k != c.figure}
    own.update({} if c.value == row.value else {c.figure: c.value})
    sheets.change_campaign(tx, creation=own)
    for person in in_creation(tx.state):
        refused = write(tx, person.id, "campaign", overrides=own)
        if refused is not None:
            return refused
        _adjust(tx, person.id, "campaign")
    return None


def _players(c: SetPlayers, tx: Tx) -> Rejected | None:
    if not 0 <= c.count <= MOST_PLAYERS:
        bounds: dict[str, Field] = {"field": "players", "low": 0, "high": MOST_PLAYERS, "value": str(c.count)}
        return Rejected("out-of-bounds", bounds)
    sheets.change_campaign(tx, players=c.count)
    return None


# Folds ---------------------------------------------------------------------------------------------------------------


def _basics_set(state: LawnState, e: BasicsSet) -> LawnState:
    person = replace(state.entities[e.who], attributes=e.after.attributes, dominant=e.after.dominant)
    new: LawnState = with_entity(state, person)
    return new


DECIDE: Mapping[type[Command], Callable[[Any, Tx], Rejected | None]] = {
    Create: _create,
    About: _about,
    Relate: _relate,
    Assign: _assign,
    StartPotential: _potential,
    ChooseXp: _choose_xp,
    NoMoreItems: _no_more_items,
    Finish: _finish,
    CampaignFigure: _campaign_figure,
    SetPlayers: _players,
}
EVOLVE: Mapping[type[Event], Callable[[LawnState, Any], LawnState]] = {BasicsSet: _basics_set}
