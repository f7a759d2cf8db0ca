"""The state of a Lawn Parlour encounter: people, injuries, lights, checks, and the running crisis.

Every counter stores rounds already counted (LP-NEU-004), never rounds left, so that no step back has to restore it.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from ...core.model import Entity, Scalar, State
from .character import Belonging, Campaign, Paid, Reading, Sheet
from .movement_state import Declaration, PairMove, SpeedGroup
from .outcomes import Result

ATTRIBUTES = ("PHY", "MND", "WIS", "OPR", "FLX", "DSC", "INF")
CHECK_TYPES = (*ATTRIBUTES, "emergence", "initiative")
BANDS = ("touch", "near", "medium", "far", "extreme")
SPEED_CLASSES = ("crawl", "walk", "sprint", "powered")
PHASES = ("initiative", "neutral", "movement", "action")


class Injury(msgspec.Struct, frozen=True, kw_only=True):
    """One state that somebody has, by its id in the state table (injuries, prone, teamwork …).

    ``counted`` is the number of counted rounds so far, ``marked`` says that the holder's slot came up with the state
    present since the last count, ``restored`` that breathing is restored (Suffocating), ``minutes`` the rest, sleep or
    healing so far outside rounds.
    """

    id: str
    tended: bool = False
    side: str = ""
    attribute: str = ""
    counted: int = 0
    marked: bool = False
    gained: int = 0
    restored: bool = False
    minutes: int = 0
    note: str = ""


class Load(msgspec.Struct, frozen=True, kw_only=True):
    """The load of a weapon: what is in it and what fits in."""

    now: int
    full: int


class Person(Entity, frozen=True, kw_only=True):
    """A player character (``pc``), a non-player character (``npc``) or an object (``object``).

    Player characters have attributes, sanity and injury states; others have life points (LP-LIF-001), unless they are
    ``important``: then injury states take the place of life (LP-LIF-010). ``speed`` is the usual way of moving.
    ``observed`` is the round of the last observation. ``vehicle`` is what the person rides: an entity's id or a word;
    those with the same one ride together, and the one who ``drives`` (else the first of them) moves them all.
    ``enters_in`` is the round from which an outsider may enter, 0 where nobody has said. ``skills`` and ``devices`` are
    ids; ``supplies`` counts loose first-aid supplies (a kit is a device), ``dominant`` is the hand used by habit.
    ``weapons`` are the items carried: a weapon's id, the second of a kind with ``-2`` behind it. ``figures`` holds what
    was changed on an item (LP-WPN-001), ``spent`` the abilities used up in this session. ``armour`` is the degree it
    takes to get through; ``scale`` says whether the target is ``human`` or ``large``, empty: by its life points.
    ``electronic`` marks what an EMP disturbs. ``difficulties`` are those last said for checks against this one, by
    purpose and weapon (``hit pistol``), or by purpose alone (``hit``). ``stored`` are faces kept for later checks.
    ``sheet`` is all that the chapters before the crisis know of somebody; every player character has one.
    """

    attributes: Mapping[str, int] = {}
    sanity: int = 0
    sanity_max: int = 0
    states: tuple[Injury, ...] = ()
    life: int = 0
    life_max: int = 0
    fate: str = ""
    important: bool = False
    structure: bool = False
    speed: str = "sprint"
    vehicle: str = ""
    drives: bool = False
    aid: bool = False
    load: Mapping[str, Load] = {}
    observed: int = 0
    enters_in: int = 0
    skills: tuple[str, ...] = ()
    devices: tuple[str, ...] = ()
    supplies: int = 0
    dominant: str = "right"
    weapons: tuple[str, ...] = ()
    figures: Mapping[str, Mapping[str, Scalar]] = {}
    spent: tuple[str, ...] = ()
    armour: int = 0
    scale: str = ""
    electronic: bool = False
    difficulties: Mapping[str, int] = {}
    stored: tuple[int, ...] = ()
    sheet: Sheet | None = None

    def __post_init__(self) -> None:
        # Also for whoever comes from a save that is older than sheets.
        if self.kind == "pc" and self.sheet is None:
            msgspec.structs.force_setattr(self, "sheet", Sheet())

    @property
    def in_play(self) -> bool:
        """Neither off stage nor dead."""
        dead = self.fate in ("dead", "destroyed") or any(s.id == "dead" for s in self.states)
        return self.on_stage and not dead

    @property
    def has_life(self) -> bool:
        """Life points instead of injury states (LP-LIF-001, -010)."""
        return self.kind != "pc" and not self.important


class Landed(msgspec.Struct, frozen=True, kw_only=True):
    """A thrown device where it lies, by the id of its entity: which weapon, whose throw, at whom.

    ``graded`` says whether dodging it counts degrees (``yes`` or ``no``), empty while the GM has not said.
    ``fused`` devices wait for the end of a movement phase, others for the GM's word.
    """

    id: str
    weapon: str
    thrower: str = ""
    target: str = ""
    graded: str = ""
    fused: bool = False


class Light(msgspec.Struct, frozen=True, kw_only=True):
    """A burning light source: what it is, who carries it, and for cones and points whom it covers.

    ``turned`` is the round in which its beam was turned last. ``placed`` marks a light that is its own carrier, such as
    a flare where it lies: the entity is gone with it.
    """

    id: str
    source: str
    carrier: str
    covers: tuple[str, ...] = ()
    turned: int = 0
    placed: bool = False


class Modifier(msgspec.Struct, frozen=True):
    """Dice added to or taken from one check, and why.

    ``once`` marks a bonus that does not come back with a reroll of the check (Q-CHK-15).
    """

    dice: int
    why: str = ""
    once: bool = False


class Die(msgspec.Struct, frozen=True):
    """One die on the table: face, sides, and where it came from (``base``, ``append``, ``tie_break`` …).

    A die with 0 sides was laid, not thrown: its face stays as it is (LP-TRT-117, -129c).
    """

    face: int
    sides: int
    origin: str


class PoolLine(msgspec.Struct, frozen=True):
    """One line of a pool: a reason id (``base``, an attribute, a state id, ``sanity`` …) and its dice.

    ``once`` is as in ``Modifier``.
    """

    why: str
    dice: int
    once: bool = False


class Condition(msgspec.Struct, frozen=True):
    """A conditional modifier of one check, switched on or off before the roll: in the dark, at height, on hearing.

    While on it gives ``dice`` and moves the difficulty by ``steps`` of 3 faces.
    """

    name: str
    dice: int = 0
    steps: int = 0
    on: bool = True


class Emergence(msgspec.Struct, frozen=True, kw_only=True):
    """What an emergence check is about: the thing, and its price in potential, paid in one kind (empty: in any).

    ``scene`` things are there for anybody, others in the hands of whoever looks for them. ``called`` checks are the
    GM's and use up nothing. ``difficulty`` is kept while a check that may lower it comes first (LP-EMG-010).
    """

    thing: str
    price: int = 0
    kind: str = ""
    scene: bool = False
    called: bool = False
    difficulty: int = 0


class Check(msgspec.Struct, frozen=True, kw_only=True):
    """A check from announcement to settlement.

    ``purpose`` is the free text after the type (LP-CHK-014). ``serves`` names the chapter that takes the result
    (``initiative``, ``hazard``, ``speed``, ``action``, ``opposed`` or empty) and ``ref`` its reference there.
    ``difficulty`` is the number of faces, 0 while nobody has said. ``required`` is the least degree of a pass;
    ``graded`` lists what each degree from 0 up reaches. ``status`` is ``owed``, ``rolled`` or ``passed`` (no dice).
    ``hand`` is the hand it is made with, ``left``, ``right`` or ``both``; empty where none is used.
    ``type`` is empty while it has not been chosen among ``offers`` (any type, where there are none). ``special`` is
    ``legendary``, ``reversal`` or ``plain_reversal``; ``wanted`` the faces a legendary check asks for once rolled.
    ``manner`` is ``active`` or ``passive``, ``tags`` are the GM's words on it. ``conditions`` are those said for this
    check, ``helpers`` those whose dice are thrown along with it, ``represents`` those it also stands for. ``reading``
    is how its dice are read. ``spent`` is what was paid into it (potential and the like), ``related`` and ``unrelated``
    the GM's word on specialties, ``final`` bars every later change (LP-TRT-120b), ``closed`` every further append
    (LP-TRT-118). ``stands`` is an outcome that the dice no longer decide (Q-CHK-14), ``first`` the faces of the first
    roll, which a reroll goes back to (LP-FOC-012). ``emergence`` is what is to emerge, or would after this check.
    ``noted`` are words with which single traits keep in mind what they have done for this check.
    """

    id: str
    who: str
    type: str
    purpose: str = ""
    difficulty: int = 0
    modifiers: tuple[Modifier, ...] = ()
    required: int = 0
    graded: tuple[str, ...] = ()
    serves: str = ""
    ref: str = ""
    hand: str = ""
    status: str = "owed"
    pool: tuple[PoolLine, ...] = ()
    dice: tuple[Die, ...] = ()
    offers: tuple[str, ...] = ()
    special: str = ""
    wanted: int = 0
    manner: str = "active"
    tags: tuple[str, ...] = ()
    conditions: tuple[Condition, ...] = ()
    helpers: tuple[str, ...] = ()
    represents: tuple[str, ...] = ()
    reading: Reading = Reading()
    spent: tuple[Paid, ...] = ()
    related: tuple[str, ...] = ()
    unrelated: tuple[str, ...] = ()
    final: bool = False
    closed: bool = False
    stands: str = ""
    first: int = 0
    hampered: tuple[str, ...] = ()
    emergence: Emergence | None = None
    noted: tuple[str, ...] = ()


class Attack(msgspec.Struct, frozen=True, kw_only=True):
    """An attack on its way through the flow: who, whom, with what, and the choices made before the first roll.

    ``weapon`` is an item carried, a weapon of the table, or a way of brawling; ``ammunition`` is what it is loaded
    with and ``fuse`` whether a thrown device has one. ``part`` is a part of the body (``hand``, ``hand:left``),
    ``extra`` the damage a ``vital`` hit adds, ``double`` the number of bonus terms doubled in its place; ``mercy``
    holds back, to ``cap`` points where that is not 0. ``harder`` are the faces on top of the difficulty, -1 while the
    book's own suggestions hold; ``outline`` those for a target seen dimly, -1 while nobody has said; ``close`` is the
    word on a blow from inside a hold (``skip``, ``easier``, ``usual``), ``safety`` on an unfamiliar gun (``on``,
    ``knows``), ``graded`` on degrees of a throw (``yes``, ``no``); ``sure`` goes past hit check or dodge. ``stage`` is
    where it stands and ``waits`` the check, opposed check or question it waits for. ``hit`` is the hit check's result,
    ``points`` the damage that is being given out. ``counters`` marks a blow struck back, ``answer`` is what the target
    strikes back with once this blow is over; ``open`` says that striking back is still possible.
    """

    id: str
    who: str
    target: str
    weapon: str
    mode: str = ""
    ammunition: str = ""
    fuse: bool = False
    graded: str = ""
    text: str = ""
    hand: str = ""
    part: str = ""
    vital: bool = False
    extra: int = 1
    double: int = 0
    mercy: bool = False
    cap: int = 0
    harder: int = -1
    outline: int = -1
    close: str = ""
    safety: str = ""
    sure: bool = False
    difficulty: int = 0
    modifiers: tuple[Modifier, ...] = ()
    stage: str = ""
    waits: str = ""
    hit: Result | None = None
    points: int = 0
    counters: bool = False
    answer: str = ""
    open: bool = True


class Restraint(msgspec.Struct, frozen=True):
    """Somebody holds somebody else: since which round (LP-ATK-058 to -061); the key in the state is the one held."""

    holder: str
    since: int = 0


class Opposed(msgspec.Struct, frozen=True, kw_only=True):
    """An opposed check: its two sides' checks, whether a result is needed, and the tie-break rounds rolled so far."""

    id: str
    a: str
    b: str
    must: bool = False
    rounds: int = 0
    verdict: str = ""


class Hazard(msgspec.Struct, frozen=True, kw_only=True):
    """A danger of the place: the check it asks for in the neutral phase and the state a failure gives.

    ``on`` lists who is exposed. ``every`` repeats it each round; otherwise it comes once. ``round`` is the round in
    which it was asked for last, 0 while it has not come yet; ``due`` the first round in which it comes. ``fail`` joins
    several consequences with ``+``.
    """

    id: str
    name: str
    type: str
    purpose: str = ""
    difficulty: int = 6
    on: tuple[str, ...] = ()
    fail: str = ""
    every: bool = False
    round: int = 0
    due: int = 0


class Pending(msgspec.Struct, frozen=True, kw_only=True):
    """Something that comes by itself in a round: a reinforcement, a fuse, a GM's reminder.

    ``point`` is where it comes up: ``neutral`` or ``after_movement``. ``who`` is the entity it concerns.
    """

    id: str
    kind: str
    text: str
    round: int
    point: str = "neutral"
    who: str = ""


class Care(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody in care, or with choices of a treatment still to make.

    ``by`` is the healer, empty for an institution; ``minutes`` are those of the week begun, ``supplies`` the weeks that
    a healer's medical supplies last, ``kind`` the type of a healer's check, ``due`` the choices earned so far.
    ``present`` says that the care goes on.
    """

    by: str = ""
    minutes: int = 0
    supplies: int = 0
    kind: str = "WIS"
    due: int = 0
    present: bool = True


class Together(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody staying with somebody or something until so many days have passed (LP-SAN-016).

    ``by`` is who they stay with, none for an institution; ``what`` is ``therapy``, or what it brings in the GM's words.
    ``minutes`` are those spent together; once they have ``parted``, ``away`` are those since.
    """

    id: str
    who: str
    what: str
    by: str = ""
    days: int = 7
    minutes: int = 0
    parted: bool = False
    away: int = 0


class Crisis(msgspec.Struct, frozen=True, kw_only=True):
    """The bookkeeping of rounds that only this book has; empty outside rounds.

    ``base`` is the initiative difficulty before friends, ``difficulty`` the one in force, ``difficulty_round`` the
    round it was said for. ``initiative`` holds this round's results, ``chosen`` the order agreed inside groups this
    round, ``npc_order`` the GM's order of NPCs, ``moved`` slots the GM moved behind another's this round.
    ``turn`` is whose slot it is; ``slots`` maps who has had one this round, in the order in which they came up, to
    ``acted``, ``passed`` or ``skipped``; ``owes`` maps somebody to what the next slot is spent on; ``defending`` to the
    faces taken off dodge checks this round; ``reacted`` to the attackers already countered in the slot at hand.
    ``only`` are the phases of this one round where the GM chose others (``only_round``).
    ``stage`` is where the movement phase stands: ``declare``, ``speed``, ``places``, ``done``; ``fell`` maps somebody
    to the round of the fall, ``stood`` to the round of getting up. ``eased`` maps a mover to the faces a shortcut adds
    to speed checks this round, ``reach`` to the one of two targets it reaches, ``last`` to its latest declaration.
    ``grazes`` counts the blows that toughness turned into grazes in this fight.
    ``moves`` are the named pairs of this round's movement; ``shared`` and ``flagged`` the pairs ("a b") that took a
    neighbour's band, or kept their own against the proposal.
    """

    base: int = 0
    difficulty: int = 0
    difficulty_round: int = 0
    initiative: Mapping[str, Result] = {}
    chosen: tuple[str, ...] = ()
    npc_order: tuple[str, ...] = ()
    moved: Mapping[str, str] = {}
    turn: str = ""
    slots: Mapping[str, str] = {}
    owes: Mapping[str, str] = {}
    defending: Mapping[str, int] = {}
    reacted: tuple[str, ...] = ()
    only: tuple[str, ...] = ()
    only_round: int = 0
    stage: str = "declare"
    declarations: Mapping[str, Declaration] = {}
    last: Mapping[str, Declaration] = {}
    start_bands: Mapping[str, Mapping[str, str]] = {}
    speed_groups: tuple[SpeedGroup, ...] = ()
    eased: Mapping[str, int] = {}
    reach: Mapping[str, str] = {}
    moves: tuple[PairMove, ...] = ()
    shared: tuple[str, ...] = ()
    flagged: tuple[str, ...] = ()
    speed_difficulty: Mapping[str, int] = {}
    fell: Mapping[str, int] = {}
    stood: Mapping[str, int] = {}
    grazes: Mapping[str, int] = {}


class LawnState(State, frozen=True, kw_only=True):
    """Everything true in a Lawn Parlour encounter.

    ``scene`` is what lies about for anybody to take, ``absent`` what a check called by the GM has shown not to be here.
    """

    entities: Mapping[str, Person] = {}
    options: Mapping[str, Scalar] = {}
    lights: Mapping[str, Light] = {}
    devices: Mapping[str, Landed] = {}
    checks: Mapping[str, Check] = {}
    opposed: Mapping[str, Opposed] = {}
    attacks: Mapping[str, Attack] = {}
    restraints: Mapping[str, Restraint] = {}
    hazards: Mapping[str, Hazard] = {}
    pending: Mapping[str, Pending] = {}
    care: Mapping[str, Care] = {}
    together: Mapping[str, Together] = {}
    crisis: Crisis = Crisis()
    campaign: Campaign = Campaign()
    scene: tuple[Belonging, ...] = ()
    absent: tuple[str, ...] = ()
    escape: str = ""
    resolution: str = ""
