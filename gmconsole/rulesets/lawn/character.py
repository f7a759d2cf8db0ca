"""What a character's sheet holds: the values of the chapters before the crisis (creation to session end).

A player character always has a sheet, a non-player character only where it owns specialties or the like (LP-SPC-029).
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec


class Specialty(msgspec.Struct, frozen=True, kw_only=True):
    """A specialty owned, kept under its id in the table or under the name agreed on.

    ``expended`` is its reroll; ``cooling`` the value gathered since (LP-SPC-025). ``granted`` is the trait or state
    that gave it for nothing, ``bought`` the session after which it was bought (0: at creation).
    """

    price: int = 3
    expended: bool = False
    cooling: int = 0
    granted: str = ""
    bought: int = 0


class Link(msgspec.Struct, frozen=True):
    """A link between two specialties, and its reason (LP-TRT-126)."""

    a: str
    b: str
    why: str = ""


class Belonging(msgspec.Struct, frozen=True, kw_only=True):
    """An item of the sheet.

    ``custom`` counts against the eight of creation; ``modifiers`` are dice by check type while it is carried, ``tag``
    limits them to checks with that tag or purpose. ``contents`` is what a bundle holds, ``lacks`` what was taken out.
    ``valued`` is the price in potential where it had one.
    """

    name: str
    custom: bool = True
    modifiers: Mapping[str, int] = {}
    tag: str = ""
    note: str = ""
    valued: int = 0
    contents: tuple[str, ...] = ()
    lacks: tuple[str, ...] = ()


class Frenzy(msgspec.Struct, frozen=True, kw_only=True):
    """A frenzy state, by its id in the frenzy table.

    ``cause`` is the event that brought it on. ``figures`` are its counters (the loss of Anxiety, the round of a
    ritual), ``words`` what was chosen (the item of Dependency, the attribute of Addiction).
    """

    id: str
    permanent: bool = False
    cause: str = ""
    figures: Mapping[str, int] = {}
    words: Mapping[str, str] = {}


class FrenzyEntry(msgspec.Struct, frozen=True):
    """A frenzy state added to the end of the table: its id or name, how many numbers it has, the tag it asks for."""

    name: str
    numbers: int = 1
    tag: str = ""


class FrenzyRoll(msgspec.Struct, frozen=True, kw_only=True):
    """A roll on the frenzy table that is owed: the event behind it, the entries added for it (LP-FRZ-107)."""

    cause: str = ""
    custom: tuple[FrenzyEntry, ...] = ()


class Fainted(msgspec.Struct, frozen=True, kw_only=True):
    """A faint from sanity and what coming round brings: a frenzy for ``cause``, sanity restored but for ``less``.

    ``mad``: whoever is mad for good already gains no frenzy.
    """

    now: bool = False
    cause: str = ""
    less: int = 0
    mad: bool = False


class Kept(msgspec.Struct, frozen=True, kw_only=True):
    """What lasts of a skill's use: ``images`` or a ``recording`` in mind, a ``knot``, an ``animal`` that obeys.

    ``text`` is what it is of, ``who`` whom the knot binds or which animal it is, ``value`` the physique of a knot.
    """

    what: str
    text: str = ""
    who: str = ""
    value: int = 0


class Creation(msgspec.Struct, frozen=True, kw_only=True):
    """How a sheet was made: what its figures come from, and while it is ``open`` what has been done.

    ``done`` are steps said to be finished, ``agreed`` skills of no table that pass as minor. ``points`` are attribute
    points as distributed, ``lost`` those a trait took. ``rolled`` are the last dice for potential, ``accepted`` whether
    they stand, ``converted`` the points given up for attribute points. ``xp`` is the choice between ``more_xp`` and
    ``more_potential``, ``extra_slots`` the minor slots bought.
    """

    open: bool = False
    done: tuple[str, ...] = ()
    agreed: tuple[str, ...] = ()
    points: Mapping[str, int] = {}
    lost: Mapping[str, int] = {}
    rolled: tuple[int, ...] = ()
    rerolls: int = 0
    accepted: bool = False
    converted: int = 0
    xp: str = ""
    extra_slots: int = 0


class Remark(msgspec.Struct, frozen=True):
    """A line of the adventure history, and the session it belongs to (0: before the first)."""

    session: int
    text: str


class Sheet(msgspec.Struct, frozen=True, kw_only=True):
    """Everything on a sheet beside attributes, sanity and injury states.

    ``title`` to ``background`` are the background fields (LP-CHR-003); the dominant hand is the person's. ``type`` is
    ``child`` or ``elder`` where the GM allows it. ``returning`` marks a sheet of an earlier game, ``games`` names them;
    ``relations`` maps another's key to a note, ``overrides`` the campaign's own creation figures by what they replace.
    ``potential`` is the ordinary kind, ``cash`` and ``reliable`` the others (LP-POT-001). ``trait`` is an id of the
    trait table, ``trait_name`` the name agreed on in its place, ``borrowed`` the one a Leader holds until session end.
    ``counters`` are the trait's own (``lucky_number``, ``degree_face`` …), ``words`` what it has chosen, ``used`` the
    uses of expendable abilities since the last reset, by ability id. ``skills`` of the person are those mastered;
    ``skill_slots`` maps each to the slot it took (``any``, ``minor``, or for a second language ``second``, ``both``).
    ``passions`` are specialties, ``xp`` is unspent. ``tokens`` are focus tokens by position, ``locked`` how many of
    them cannot be moved. ``frenzy_rolls`` are those owed, ``fainted`` is a faint from sanity, ``creation`` how the
    sheet was made, ``history`` what the character has been through, ``kept`` what lasts of the use of skills.
    """

    title: str = ""
    gender: str = ""
    age: str = ""
    language: str = ""
    appearance: str = ""
    occupation: str = ""
    background: str = ""
    type: str = ""
    returning: bool = False
    games: tuple[str, ...] = ()
    relations: Mapping[str, str] = {}
    overrides: Mapping[str, int] = {}
    potential: int = 0
    cash: int = 0
    reliable: int = 0
    trait: str = ""
    trait_name: str = ""
    borrowed: str = ""
    counters: Mapping[str, int] = {}
    words: Mapping[str, str] = {}
    used: Mapping[str, int] = {}
    skill_slots: Mapping[str, str] = {}
    specialties: Mapping[str, Specialty] = {}
    passions: tuple[str, ...] = ()
    links: tuple[Link, ...] = ()
    xp: int = 0
    tokens: Mapping[str, int] = {}
    locked: Mapping[str, int] = {}
    frenzies: tuple[Frenzy, ...] = ()
    frenzy_rolls: tuple[FrenzyRoll, ...] = ()
    fainted: Fainted = Fainted()
    belongings: tuple[Belonging, ...] = ()
    creation: Creation = Creation()
    history: tuple[Remark, ...] = ()
    kept: tuple[Kept, ...] = ()


class Reading(msgspec.Struct, frozen=True):
    """How a character's dice are read where a trait has it otherwise than the rule.

    ``degree_face`` is the face that counts as degree (LP-TRT-130c). The first ``head`` dice being equal is a critical
    failure (3, or 2: LP-TRT-122, -123); with ``tail`` so are the last three, unless the roll is a critical success
    (LP-TRT-107b, -107c).
    """

    degree_face: int = 1
    head: int = 3
    tail: bool = False


class Paid(msgspec.Struct, frozen=True):
    """What was paid into a check so far: the kind (``potential``, ``cash``, ``reliable`` …) and the points."""

    what: str
    points: int


class Campaign(msgspec.Struct, frozen=True, kw_only=True):
    """What holds from session to session.

    ``players`` take part (0: as many as there are player characters). ``session`` counts those begun, ``running`` says
    whether one is on. ``step`` is where session end stands (0: not begun, 9: done). ``once`` holds what can be done
    once in an interval between sessions and was done, as ``what who``. ``automatic`` and ``everyday`` are what the GM
    said of skills mastered by everybody and of things carried as a matter of course, beside those of the book.
    ``language`` is the common foreign language (empty: English), ``creation`` the campaign's own figures of creation.
    ``prices`` is the potential that 1 XP costs by the pattern of a 3D3 roll.
    """

    players: int = 0
    session: int = 0
    running: bool = False
    step: int = 0
    once: tuple[str, ...] = ()
    automatic: Mapping[str, bool] = {}
    everyday: Mapping[str, bool] = {}
    language: str = ""
    creation: Mapping[str, int] = {}
    prices: Mapping[str, int] = {}
