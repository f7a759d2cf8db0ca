"""The state of a Cairn encounter: the values that all its chapters read and write."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from ...core.model import Entity, Scalar, State

ATTRIBUTES = ("STR", "DEX", "WIL")
BANDS = ("near", "far", "out_of_sight")
PHASES = ("pcs", "opponents")
KINDS = ("pc", "hireling", "npc", "monster")
SIDES = ("pcs", "opponents", "neutral")
ARMOUR_CAP = 3
MOVE_FT = 40
ROUND_S = 10
HOUR_S = 3600
DAY_S = 24 * HOUR_S
WEEK_DAYS = 7
SLOTS = 10

OUT = ("critical", "stable", "dead", "dying", "captured", "surrendered", "routed", "destroyed", "fleeing")
"""The conditions of which one at a time may keep somebody from acting; ``fleeing`` still uses a turn to get away."""


class Score(msgspec.Struct, frozen=True):
    """One of the three attributes: its value now and its maximum."""

    current: int = 10
    maximum: int = 10


class Attack(msgspec.Struct, frozen=True, kw_only=True):
    """A way of attacking: its dice (two for a pair, written d8+d8) and what is special about it.

    ``on_critical`` is what happens to a victim that fails the STR save against critical damage. ``item`` is the id of
    the carried weapon that it is made with (two joined by ``+`` for a pair of them), empty where there is none.
    """

    name: str
    dice: tuple[int, ...] = (6,)
    blast: bool = False
    ranged: bool = False
    unarmed: bool = False
    ignores_armour: bool = False
    on_critical: str = ""
    note: str = ""
    item: str = ""


class Item(msgspec.Struct, frozen=True, kw_only=True):
    """Something carried.

    ``kind`` is ``weapon``, ``armour``, ``shield``, ``spellbook``, ``scroll``, ``relic``, ``bandages`` or ``gear``.
    ``slots`` is 0 (petty), 1 or 2 (bulky). ``in_use`` is held or worn; ``hands`` are taken up while it is. A weapon has
    ``attack``. ``uses`` of ``uses_max`` are left where uses are counted (``uses_max`` above 0); ``recharge`` says what
    brings a relic's uses back.
    """

    id: str
    name: str
    kind: str = "gear"
    slots: int = 1
    armour: int = 0
    hands: int = 0
    in_use: bool = False
    attack: Attack | None = None
    uses: int = 0
    uses_max: int = 0
    spell: str = ""
    recharge: str = ""
    note: str = ""


class Scar(msgspec.Struct, frozen=True, kw_only=True):
    """A scar: the entry of the table, the HP lost, and what is still open about it.

    ``step`` is what comes next: ``place`` or ``text`` (the Warden or player says), ``roll`` (its dice are owed now),
    ``save`` (its WIL save is called), ``gain`` (the die that a passed save earns), ``rest``, ``mended``, ``recovered``,
    ``next_save`` (waits for that event), or empty once it is over. ``treated`` marks a mortal wound that was tended.
    """

    id: str
    entry: int
    lost: int
    step: str = ""
    place: str = ""
    text: str = ""
    treated: bool = False
    cured: bool = False


class Combatant(Entity, frozen=True, kw_only=True):
    """Somebody in a Cairn encounter, of any kind.

    ``armour`` is printed armour, to which items in use add. ``condition`` is the one of ``OUT`` that holds, or empty.
    ``away`` is ``fled`` or ``retreated``. ``deprived`` maps each reason to the clock second at which it was set,
    ``deprived_since`` is the second at which the whole state began (-1: not deprived), ``deprived_days`` the Fatigue it
    has brought so far. ``death_at`` is the clock second at which somebody dies who gets no aid (-1: no clock runs).
    ``marks`` are words of the Warden's (``cannot_speak``, ``helpless``, ``bound`` …). ``died`` is the round of death.
    ``group`` is the morale group. ``stance`` is what the reaction roll or the Warden said. ``about`` holds what is only
    told: role, age, background, rations, gold, traits.
    """

    hp: int = 1
    hp_max: int = 1
    scores: Mapping[str, Score] = {}
    armour: int = 0
    attacks: tuple[Attack, ...] = ()
    items: Mapping[str, Item] = {}
    fatigue: int = 0
    capacity: int = SLOTS
    condition: str = ""
    away: str = ""
    detachment: bool = False
    weakened: bool = False
    group: str = ""
    deprived: Mapping[str, int] = {}
    deprived_since: int = -1
    deprived_days: int = 0
    death_at: int = -1
    died: int = 0
    scars: Mapping[str, Scar] = {}
    marks: tuple[str, ...] = ()
    stance: str = ""
    about: Mapping[str, str] = {}

    @property
    def in_play(self) -> bool:
        """Neither gone nor out of it for good; whoever bleeds is one of the party still, but no foe's target."""
        held = ("", "fleeing", "critical", "stable") if self.side == "pcs" else ("", "fleeing")
        return self.on_stage and not self.away and self.condition in held

    def score(self, attribute: str) -> Score:
        """That attribute; 10/10 where nothing was said."""
        return self.scores.get(attribute, Score())


class Call(msgspec.Struct, frozen=True, kw_only=True):
    """A save that is owed: one d20 by ``who`` against the current ``attribute``.

    ``kind`` says what it is for and what follows (see ``saves.FOLLOWS``); ``ref`` names the act, scar, group or person
    it belongs to, ``other`` the person on the other side or carried along, ``why`` is said in the log. ``cost`` is what
    a failure costs, in the Warden's words. ``stake`` marks the save of a risky act: ``cost``, or ``spoils`` where a
    failure wastes the act.
    """

    id: str
    kind: str
    who: str
    attribute: str
    ref: str = ""
    other: str = ""
    why: str = ""
    cost: str = ""
    stake: str = ""


class Act(msgspec.Struct, frozen=True, kw_only=True):
    """What somebody does in this turn: the one action, declared before any of the turn's dice.

    ``kind`` is ``attack``, ``cast``, ``second_move``, ``retreat``, ``aid``, ``other``, ``crawl``, ``hold``, ``use`` or
    ``flee``. ``targets`` are those aimed at (all inside the area of a blast). ``attack`` is the way of attacking as it
    stood when declared. ``impaired`` and ``enhanced`` are the reasons for either mark; ``declined`` keeps the normal
    die of an enhanced attack; ``die`` is a die the Warden set instead. ``item`` is a spellbook, scroll, relic or
    bandages. ``place`` is where a retreat leads, ``carrying`` who is taken along. ``saved`` is ``passed`` or ``failed``
    once a save that the act asked for was rolled; ``spoiled`` where a failure wastes the act. While it is ``unclear``
    how many a blast can reach, ``targets`` are those it might hit, and ``number`` how many of them it does (0: not
    rolled yet). ``faces`` are the dice rolled, one tuple for each target.
    """

    who: str
    kind: str
    targets: tuple[str, ...] = ()
    attack: Attack | None = None
    impaired: tuple[str, ...] = ()
    enhanced: tuple[str, ...] = ()
    declined: bool = False
    die: int = 0
    item: str = ""
    place: str = ""
    carrying: str = ""
    text: str = ""
    saved: str = ""
    spoiled: bool = False
    unclear: bool = False
    number: int = 0
    faces: tuple[tuple[int, ...], ...] = ()


class Group(msgspec.Struct, frozen=True, kw_only=True):
    """A morale group: how many it started with, whose WIL counts, and which triggers are spent.

    ``members`` are those counted in this fight or the last one, lost or not; a start without members is the Warden's
    word for the next fight.
    """

    start: int = 0
    members: tuple[str, ...] = ()
    leader: str = ""
    use_leader: bool = False
    first: bool = False
    half: bool = False


class Fight(msgspec.Struct, frozen=True, kw_only=True):
    """The fight or chase at hand.

    ``kind`` is ``fight`` or ``chase``. ``entry`` holds the result of each first-round save (``passed``, ``failed``,
    ``waived``), ``waived`` the reasons given for sparing somebody. ``acts`` are this turn's declarations in the order
    made; ``moved`` the feet each has moved this turn by moving. ``rolled``: a die of this turn was thrown, nothing can
    be declared anew. ``settled``: the turn's damage is booked. ``checked``: its morale has been looked at. ``dropped``
    are foes brought from above 0 to 0 HP in this turn. ``groups`` are the morale groups. ``last`` keeps everybody's
    last act, for proposals. ``anyway`` names fallen who act once more by the Warden's word; ``felled`` whom this round
    put out of action. ``late`` joined after the start and make no first-round save. ``covered`` are feet run in a
    chase, ``quarry`` the side that is chased in it. ``result`` is how the last one ended.
    """

    kind: str = ""
    entry: Mapping[str, str] = {}
    waived: Mapping[str, str] = {}
    late: tuple[str, ...] = ()
    acts: Mapping[str, Act] = {}
    moved: Mapping[str, int] = {}
    rolled: bool = False
    settled: bool = False
    checked: bool = False
    dropped: tuple[str, ...] = ()
    groups: Mapping[str, Group] = {}
    last: Mapping[str, Act] = {}
    anyway: tuple[str, ...] = ()
    felled: tuple[str, ...] = ()
    covered: Mapping[str, int] = {}
    quarry: str = ""
    result: str = ""


class CairnState(State, frozen=True, kw_only=True):
    """Everything true in a Cairn encounter. ``clock`` is game time in seconds; ``ground`` what was dropped."""

    entities: Mapping[str, Combatant] = {}
    options: Mapping[str, Scalar] = {}
    fight: Fight = Fight()
    calls: Mapping[str, Call] = {}
    clock: int = 0
    ground: Mapping[str, Item] = {}
