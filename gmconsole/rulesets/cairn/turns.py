"""Rounds and order: two turns a round, first-round saves, and how a fight begins and ends (chapter "Rounds").

Covers CA-RND-001 to -011 and the order of declaring and rolling in CA-ACT-004. The order in which a turn is settled is
in ``flow``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec.structs import replace

from ...core import bands
from ...core.bands import BandChange
from ...core.commands import unknown
from ...core.model import Command, Event, Msg, Rejected, Who, terms_of
from ...core.phases import Task
from ...core.rounds import step_phase
from ...core.ruleset import Tx as CoreTx
from . import conditions, saves, vitals
from .questions import withdraw
from .state import PHASES, ROUND_S, Act, CairnState, Call, Combatant, Fight

Tx = CoreTx[CairnState]

KINDS = ("fight", "chase")
PRESETS: Mapping[str, tuple[str, str]] = {
    "fight": ("fight", ""),
    "chase": ("chase", "opponents"),
    "flight": ("chase", "pcs"),
}
"""What a scenario may be prepared for: how it begins, and who is on the run in it."""

BEGUN: list[Callable[[Tx], None]] = []
"""What the chapters do when a fight begins: counting morale groups."""

JOINED: list[Callable[[Tx, str], None]] = []
"""What the chapters do when somebody joins a fight that is running."""

DUE: list[Callable[[Tx], None]] = []
"""What the chapters do when time has passed: death clocks, deprivation."""

ROUND_OVER: list[Callable[[Tx], None]] = []
"""What the chapters do when a round is over and the fight goes on: distances of a chase."""

ENDED: list[Callable[[Tx], None]] = []
"""What the chapters do when a fight ends."""

ASKED: list[str] = []
"""The kinds of questions that belong to somebody's declared act: void when it is taken back or the turn is left."""

ENTRY = "entry"
OTHER_SIDE = {"pcs": "opponents", "opponents": "pcs"}


class Start(Command, frozen=True, tag="cairn.start"):
    """Begin a fight, or a chase, with round 1. ``waived`` are spared the first-round save, for that reason.

    ``quarry`` is the side that is chased; where nothing is said the Warden is asked. Refused: ``already-fighting``,
    ``nobody-to-fight``.
    """

    kind: str = "fight"
    waived: tuple[str, ...] = ()
    because: str = ""
    quarry: str = ""


class End(Command, frozen=True, tag="cairn.end"):
    """End the fight by the Warden's word. Refused: ``not-fighting``."""


class Waive(Command, frozen=True, tag="cairn.waive"):
    """Spare somebody the first-round save, with a reason (CA-RND-009). Refused: ``owes-no-save``."""

    who: tuple[str, ...]
    because: str = ""


class ActAnyway(Command, frozen=True, tag="cairn.anyway"):
    """Let a fallen foe act in this round all the same (A01). Refused: ``not-fighting``, ``can-act-already``."""

    who: str


class FightStarted(Event, frozen=True, tag="cairn.fight-started"):
    """A fight or chase began."""

    before: Fight
    after: Fight


class FightEnded(Event, frozen=True, tag="cairn.fight-ended"):
    """The fight or chase (``kind``) is over; ``result`` is a term of the kind ``result``."""

    result: str
    round: int
    kind: str = ""


class EntryMade(Event, frozen=True, tag="cairn.entry-made"):
    """A first-round save is decided: ``passed``, ``failed`` or ``waived``."""

    who: str
    result: str
    because: str = ""


class TurnCleared(Event, frozen=True, tag="cairn.turn-cleared"):
    """A side's turn begins: nothing is declared yet. ``last`` are the acts of the turn before, for proposals.

    ``moved`` keeps the feet of the side that had its turn in this round.
    """

    last: Mapping[str, Act]
    moved: Mapping[str, int] = {}
    felled: tuple[str, ...] = ()
    anyway: tuple[str, ...] = ()


class TurnSettled(Event, frozen=True, tag="cairn.turn-settled"):
    """All results of the turn but morale are booked; with ``final`` nothing can be declared anew."""

    final: bool


class MoraleLookedAt(Event, frozen=True, tag="cairn.morale-looked-at"):
    """The turn's casualties have been weighed (CA-MOR-008)."""


class ClockMoved(Event, frozen=True, tag="cairn.clock-moved"):
    """Game time passed, in seconds."""

    before: int
    after: int
    cause: str = ""


class Gathered(Event, frozen=True, tag="cairn.gathered"):
    """Whoever had no distance to somebody is near them from now on (A44)."""

    changes: tuple[BandChange, ...]


class AnywaySet(Event, frozen=True, tag="cairn.anyway-set"):
    """A fallen foe acts once more."""

    after: tuple[str, ...]


class Struck(Event, frozen=True, tag="cairn.struck-down"):
    """An opponent was brought from above 0 to 0 HP (``dropped``), or put out of action (``felled``), in this turn."""

    dropped: tuple[str, ...] = ()
    felled: tuple[str, ...] = ()


# Reading -----------------------------------------------------------------------------------------------------------


def fighting(state: CairnState) -> bool:
    """Whether a fight or chase is running."""
    return state.mode == "fight"


def members(state: CairnState, side: str) -> tuple[Combatant, ...]:
    """Everybody of a side who is on stage and has not gone, in listed order."""
    return tuple(c for c in state.entities.values() if c.side == side and conditions.is_present(c))


def active(state: CairnState, side: str) -> tuple[Combatant, ...]:
    """Those of a side who are able to act, in listed order; the lost turn of round 1 does not count against them."""
    return tuple(c for c in members(state, side) if conditions.can_act(c))


def loses_turn(state: CairnState, who: str) -> bool:
    """Whether a failed first-round save takes this round from them (CA-RND-008)."""
    return state.round == 1 and state.fight.entry.get(who) == "failed"


def acts_on(state: CairnState, c: Combatant) -> bool:
    """Whether they take part in their side's turn although they are down: fleeing, or by A01."""
    if not conditions.is_present(c):
        return False
    felled = state.options.get("simultaneous") == "round" and c.side == "opponents" and c.id in state.fight.felled
    return c.condition == "fleeing" or c.id in state.fight.anyway or felled


def takes_part(state: CairnState, c: Combatant) -> bool:
    """Whether somebody who is on stage takes part in their side's turn (CA-RND-006, -008, -010, -011)."""
    return (conditions.can_act(c) or acts_on(state, c)) and not loses_turn(state, c.id)


def actors(state: CairnState, side: str) -> tuple[Combatant, ...]:
    """Those who take part in a turn of that side, in listed order."""
    return tuple(c for c in members(state, side) if takes_part(state, c))


def turn_of(state: CairnState) -> str:
    """The side whose turn it is; empty outside a fight."""
    return state.phase if fighting(state) and state.round else ""


def undeclared(state: CairnState) -> tuple[Combatant, ...]:
    """Those who still have to declare or pass; nobody once a die of the turn was thrown, nor while first-round saves
    are owed (CA-ACT-004)."""
    if not turn_of(state) or state.fight.rolled or saves.owed(state, ENTRY):
        return ()
    return tuple(c for c in actors(state, turn_of(state)) if c.id not in state.fight.acts)


def may_declare(state: CairnState, who: str) -> Rejected | None:
    """The refusal for somebody who may not declare now."""
    c = state.person(who)
    if not isinstance(c, Combatant):
        return unknown(who)
    if not turn_of(state):
        return Rejected("not-fighting")
    if c.side != turn_of(state):
        return Rejected("not-their-turn", {"who": Who(who), "turn": Msg("phase:" + turn_of(state))})
    if saves.owed(state, ENTRY):
        return Rejected("entry-first")
    if state.fight.rolled:
        return Rejected("dice-are-rolled")
    if loses_turn(state, who):
        return Rejected("lost-the-turn", {"who": Who(who)})
    if not takes_part(state, c):
        return Rejected("cannot-act", {"who": Who(who)})
    return None


def makes_entry_save(state: CairnState, c: Combatant) -> bool:
    """Whether somebody rolls the first-round save (CA-RND-007, -010; A30)."""
    rolls = c.kind == "pc" or (c.kind != "pc" and state.options.get("hirelings_roll", True) is True)
    return c.side == "pcs" and rolls and conditions.can_act(c) and c.id not in state.fight.late


def result(state: CairnState) -> str:
    """How the fight has ended, a term of the kind ``result``; empty while it goes on (CA-RND-004)."""
    for side in PHASES:
        if active(state, side) or any(c.condition == "fleeing" for c in members(state, side)):
            continue
        of_side = [c for c in state.entities.values() if c.side == side and c.presence in ("in", "left")]
        standing = [c for c in of_side if not c.condition]
        fled = bool(standing) and all(c.away for c in standing)
        if side == "pcs":
            return "party_fled" if fled else "party_defeated"
        return "opponents_fled" if fled else "opponents_defeated"
    return ""


def note_dropped(tx: Tx, who: str) -> None:
    """Remember for this turn's morale that an attack brought somebody from above 0 to 0 HP (CA-MOR-005)."""
    if fighting(tx.state) and who not in tx.state.fight.dropped:
        tx.emit(Struck(dropped=(*tx.state.fight.dropped, who), felled=tx.state.fight.felled))


def note_felled(tx: Tx, who: str) -> None:
    """Remember for this round whom it put out of action (CA-RND-011)."""
    if fighting(tx.state) and who not in tx.state.fight.felled:
        tx.emit(Struck(dropped=tx.state.fight.dropped, felled=(*tx.state.fight.felled, who)))


def start_task(state: CairnState) -> tuple[Task, ...]:
    """Before the first fight of an encounter Enter proposes to start it; afterwards nothing is proposed."""
    here = {c.side for c in state.entities.values() if conditions.is_present(c) and not c.condition}
    if state.mode != "calm" or state.fight.result or not {"pcs", "opponents"} <= here:
        return ()
    kind, quarry = PRESETS.get(state.preset, (KINDS[0], ""))
    what = Msg("Begin ({what})?", {"what": Msg("fight:" + kind)})
    return (Task(kind="start", who="", command=Start(kind=kind, quarry=quarry), form="start", what=what),)


# Moving on ---------------------------------------------------------------------------------------------------------


def enter_turn(tx: Tx) -> None:
    """A side's turn begins; in round 1 the PCs' side owes its first-round saves (CA-RND-007), unless it is a chase.

    A chase knows only the saves that the Warden calls (A31).
    """
    state = tx.state
    opening = state.phase == "pcs"
    last = {**state.fight.last, **state.fight.acts}
    tx.emit(
        TurnCleared(
            last=last,
            moved={} if opening else state.fight.moved,
            felled=() if opening else state.fight.felled,
            anyway=() if opening else state.fight.anyway,
        )
    )
    if opening and state.round == 1 and state.fight.kind != "chase":
        for c in active(tx.state, "pcs"):
            if c.id in tx.state.fight.waived:
                tx.emit(EntryMade(who=c.id, result="waived", because=tx.state.fight.waived[c.id]))
            elif makes_entry_save(tx.state, c):
                saves.call(tx, ENTRY, c.id, "DEX")


def leave_turn(tx: Tx) -> None:
    """A side's turn ends: runners are gone, the round's clock moves, and the fight may be over (CA-RND-001, -004)."""
    side = tx.state.phase
    void_turn(tx)
    for c in members(tx.state, side):
        act = tx.state.fight.acts.get(c.id)
        # Whoever lost heart in their own turn, having acted in it, uses the next one to go (A07).
        if c.condition == "fleeing" and (act is None or (act.kind == "flee" and not act.spoiled)):
            vitals.set_condition(tx, c.id, "", "fled")
            vitals.set_away(tx, c.id, "fled")
    over = result(tx.state)
    # Whoever was felled in the PCs' turn may still have theirs: by the Warden's word, or by CA-RND-011.
    if side == "pcs" and over.startswith("opponents") and actors(tx.state, "opponents"):
        over = ""
    if side == "opponents" or over:
        pass_seconds(tx, ROUND_S, "round")
        over = over or result(tx.state)
    if over:
        end_fight(tx, over)
    elif side == "opponents":
        for finish in ROUND_OVER:
            finish(tx)


def void_turn(tx: Tx) -> None:
    """Take back the saves and questions that only the turn at hand could settle."""
    for found in (*saves.owed(tx.state, ENTRY), *saves.owed(tx.state, "act")):
        saves.drop(tx, found)
    for question in tuple(tx.state.questions.values()):
        if question.kind in ASKED:
            withdraw(tx, question.id)


def end_fight(tx: Tx, how: str) -> None:
    """Close the fight: open first-round and turn saves are void; wounds, scars and questions stay."""
    void_turn(tx)
    for ended in ENDED:
        ended(tx)
    tx.emit(FightEnded(result=how, round=tx.state.round, kind=tx.state.fight.kind))


def pass_seconds(tx: Tx, seconds: int, cause: str = "time") -> None:
    """Move the clock of the game world; what waits for a moment of it comes due (``DUE``)."""
    before = tx.state.clock
    tx.emit(ClockMoved(before=before, after=before + seconds, cause=cause))
    for due in DUE:
        due(tx)


# Decisions ---------------------------------------------------------------------------------------------------------


def _start(c: Start, tx: Tx) -> Rejected | None:
    if fighting(tx.state):
        return Rejected("already-fighting")
    if c.kind not in KINDS:
        return Rejected("not-a-choice", {"field": "what", "value": c.kind, "allowed": terms_of("fight", KINDS)})
    if c.quarry not in ("", *PHASES):
        return Rejected("not-a-choice", {"field": "quarry", "value": c.quarry, "allowed": terms_of("side", PHASES)})
    for who in c.waived:
        if tx.state.person(who) is None:
            return unknown(who)
    here = [e for e in tx.state.entities.values() if e.presence == "in" and not e.condition]
    if not {"pcs", "opponents"} <= {e.side for e in here}:
        return Rejected("nobody-to-fight")
    for e in here:
        vitals.set_away(tx, e.id, "")
    fight = Fight(
        kind=c.kind,
        waived=dict.fromkeys(c.waived, c.because),
        groups=tx.state.fight.groups,
        quarry=c.quarry if c.kind == "chase" else "",
    )
    tx.emit(FightStarted(before=tx.state.fight, after=fight))
    fill_bands(tx)
    for begun in BEGUN:
        begun(tx)
    step_phase(tx)
    return None


def fill_bands(tx: Tx) -> None:
    """Whoever has no distance to somebody yet is near (A44)."""
    here = [c.id for c in tx.state.entities.values() if conditions.is_present(c)]
    pairs = bands.missing(tx.state.bands, here)
    if pairs:
        tx.emit(Gathered(changes=tuple(bands.change(tx.state.bands, a, b, "near", "start") for a, b in pairs)))


def _end(c: End, tx: Tx) -> Rejected | None:
    if not fighting(tx.state):
        return Rejected("not-fighting")
    pass_seconds(tx, ROUND_S, "round")
    end_fight(tx, result(tx.state) or "broken_off")
    return None


def _waive(c: Waive, tx: Tx) -> Rejected | None:
    for who in c.who:
        if tx.state.person(who) is None:
            return unknown(who)
        if not any(call.who == who for call in saves.owed(tx.state, ENTRY)):
            return Rejected("owes-no-save", {"who": Who(who)})
    for call in saves.owed(tx.state, ENTRY):
        if call.who in c.who:
            saves.drop(tx, call)
            tx.emit(EntryMade(who=call.who, result="waived", because=c.because))
    return None


def _anyway(c: ActAnyway, tx: Tx) -> Rejected | None:
    person = tx.state.person(c.who)
    if not isinstance(person, Combatant):
        return unknown(c.who)
    if not fighting(tx.state):
        return Rejected("not-fighting")
    if conditions.can_act(person) or not conditions.is_present(person):
        return Rejected("can-act-already" if conditions.can_act(person) else "cannot-act", {"who": Who(c.who)})
    if c.who not in tx.state.fight.anyway:
        tx.emit(AnywaySet(after=(*tx.state.fight.anyway, c.who)))
    return None


def _entered(tx: Tx, call: Call, passed: bool) -> None:
    tx.emit(EntryMade(who=call.who, result="passed" if passed else "failed"))


saves.FOLLOWS[ENTRY] = _entered


# Folds -------------------------------------------------------------------------------------------------------------


def _started(state: CairnState, e: FightStarted) -> CairnState:
    return replace(state, mode="fight", round=0, phase="", phases=PHASES, skipped=(), fight=e.after)


def _ended(state: CairnState, e: FightEnded) -> CairnState:
    fight = Fight(kind=state.fight.kind, groups=state.fight.groups, result=e.result)
    return replace(state, mode="calm", round=0, phase="", phases=(), skipped=(), fight=fight)


def _entry_made(state: CairnState, e: EntryMade) -> CairnState:
    return replace(state, fight=replace(state.fight, entry={**state.fight.entry, e.who: e.result}))


def _cleared(state: CairnState, e: TurnCleared) -> CairnState:
    fight = replace(
        state.fight,
        acts={},
        moved=e.moved,
        rolled=False,
        settled=False,
        checked=False,
        dropped=(),
        last=e.last,
        felled=e.felled,
        anyway=e.anyway,
    )
    return replace(state, fight=fight)


def _settled(state: CairnState, e: TurnSettled) -> CairnState:
    return replace(state, fight=replace(state.fight, settled=True, rolled=e.final or state.fight.rolled))


def _looked_at(state: CairnState, e: MoraleLookedAt) -> CairnState:
    return replace(state, fight=replace(state.fight, checked=True))


def _clock(state: CairnState, e: ClockMoved) -> CairnState:
    return replace(state, clock=e.after)


def _anyway_set(state: CairnState, e: AnywaySet) -> CairnState:
    return replace(state, fight=replace(state.fight, anyway=e.after))


def _struck(state: CairnState, e: Struck) -> CairnState:
    return replace(state, fight=replace(state.fight, dropped=e.dropped, felled=e.felled))


def _gathered(state: CairnState, e: Gathered) -> CairnState:
    return replace(state, bands=bands.with_changes(state.bands, e.changes))


DECIDE = {Start: _start, End: _end, Waive: _waive, ActAnyway: _anyway}
EVOLVE = {
    FightStarted: _started,
    FightEnded: _ended,
    EntryMade: _entry_made,
    TurnCleared: _cleared,
    TurnSettled: _settled,
    MoraleLookedAt: _looked_at,
    ClockMoved: _clock,
    AnywaySet: _anyway_set,
    Gathered: _gathered,
    Struck: _struck,
}
