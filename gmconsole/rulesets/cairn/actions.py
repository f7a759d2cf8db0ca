"""Actions: moving, the one action of a turn, and risky acts (chapter "Actions").

Covers CA-ACT-001 to -005, and the crawling of CA-CRT-006. Attacks, spells, aid and retreat are declared in their own
chapters; all of them pass through ``acts.declare``.
"""

from __future__ import annotations

from msgspec.structs import replace

from ...core import bands
from ...core.commands import BandsChanged, unknown
from ...core.model import Command, Event, Field, Msg, Rejected, Who, terms_of
from ...core.phases import Task
from ...core.ruleset import Tx as CoreTx
from . import acts, attacks, conditions, detachments, saves, turns, weapons
from .state import ATTRIBUTES, MOVE_FT, Act, CairnState, Combatant

Tx = CoreTx[CairnState]

MOST_FT = 2 * MOVE_FT
"""What somebody covers in a turn who uses the action to move a second time (CA-ACT-003)."""


class Move(Command, frozen=True, tag="cairn.move"):
    """Move so many feet, which brings the mover into the bands that the Warden names.

    Up to 40 feet a turn cost nothing; what goes beyond is the second move, and is declared as the action. Refused:
    ``too-far`` beyond 80 feet, ``already-acted``, and as ``turns.may_declare`` says.
    """

    who: str
    feet: int
    near: tuple[str, ...] = ()
    far: tuple[str, ...] = ()
    out_of_sight: tuple[str, ...] = ()


class Other(Command, frozen=True, tag="cairn.act"):
    """Any other action that the Warden finds reasonable, in words (CA-ACT-002). Refused: ``nothing-said``."""

    who: str
    text: str


class Hold(Command, frozen=True, tag="cairn.hold"):
    """Take no action this turn. Among several, those who have declared or cannot are passed over."""

    who: tuple[str, ...]


class Crawl(Command, frozen=True, tag="cairn.crawl"):
    """Crawl feebly: all that somebody critical can do. Refused: ``can-act-already``, ``cannot-act``."""

    who: str


class Flee(Command, frozen=True, tag="cairn.flee"):
    """Use the turn to get away, after a failed morale save. Refused: ``not-fleeing``."""

    who: tuple[str, ...]


class Foes(Command, frozen=True, tag="cairn.foes-declared"):
    """Declare for all remaining opponents what the console proposes. Refused: ``nobody-to-declare``."""


class Withdraw(Command, frozen=True, tag="cairn.withdraw"):
    """Take a declaration back, so that another can be made; bands that a second move set stay as they are.

    Refused: ``nothing-declared``, ``dice-are-rolled``.
    """

    who: str


class Risk(Command, frozen=True, tag="cairn.risk"):
    """What somebody does is risky: it asks for a save before it is settled (CA-ACT-005).

    A failure costs what ``cost`` says, or with ``spoils`` wastes the act. It may be called before they declare.
    Refused: ``unknown-attribute``, ``act-is-done``, and as ``turns.may_declare`` says.
    """

    who: str
    attribute: str
    why: str = ""
    cost: str = ""
    spoils: bool = False


class Moved(Event, frozen=True, tag="cairn.moved"):
    """The feet somebody has moved in this turn changed; ``covered`` are all feet in a chase, -1 outside one."""

    who: str
    before: int
    after: int
    covered: int = -1


# Reading -----------------------------------------------------------------------------------------------------------


def moved(state: CairnState, who: str) -> int:
    """The feet somebody has moved in their turn of this round."""
    return state.fight.moved.get(who, 0)


def tasks(state: CairnState) -> tuple[Task, ...]:
    """One task for each who has not declared yet, in listed order; whoever is critical may crawl (CA-RND-010)."""
    open_turns = turns.undeclared(state)
    declare = tuple(_task(state, c, len(open_turns) if c is open_turns[0] else 0) for c in open_turns)
    crawl = tuple(
        Task(
            kind="crawl",
            who=c.id,
            what=Msg("{who} is down and can only crawl", {"who": Who(c.id)}),
            blocking=False,
            command=Crawl(who=c.id),
            form=f"crawl {c.id}",
        )
        for c in turns.members(state, turns.turn_of(state))
        if c.condition == "critical" and c.id not in state.fight.acts and _closed(state) is None
    )
    return (*declare, *crawl)


def _task(state: CairnState, c: Combatant, waiting: int) -> Task:
    """The task of declaring for somebody; for the first of those ``waiting`` with what else could be declared."""
    command = propose(state, c)
    fields: dict[str, Field] = {"who": Who(c.id)}
    if isinstance(command, Flee):
        text = Msg("{who} flees", fields)
    elif command is None:
        text = Msg("{who} declares", fields)
    else:
        text = Msg("{who}: {what}?", {**fields, "what": _proposed(state, command)})
    return Task(
        kind="declare",
        who=c.id,
        what=text,
        command=command,
        skip=None if isinstance(command, Flee) else Hold(who=(c.id,)),
        detail=_hints(state, c, waiting),
        form=f"move {c.id}" if state.fight.kind == "chase" else f"attack {c.id}",
    )


def _proposed(state: CairnState, command: Command) -> Msg:
    """What is proposed for somebody, in words."""
    if isinstance(command, Move):
        towards = tuple(Who(other) for other in command.near)
        fields: dict[str, Field] = {"feet": command.feet, "others": towards}
        return Msg("run {feet} ft up to {others}" if towards else "run {feet} ft", fields)
    if not isinstance(command, attacks.Strike):
        return Msg("act:hold")
    way = attacks.find(state.entities[command.who], command.weapon)
    assert not isinstance(way, Rejected)
    targets = tuple(Who(target) for target in command.targets)
    return Msg("attack {targets} with {way}", {"targets": targets, "way": weapons.called(way)})


def _hints(state: CairnState, c: Combatant, waiting: int) -> tuple[Msg, ...]:
    if state.fight.kind == "chase":
        return (Msg("run so far: {covered} ft", {"covered": state.fight.covered.get(c.id, 0)}),)
    if waiting and c.side == "pcs":
        return (Msg("attack; or cast, move, retreat, aid, act"),)
    return (Msg("declare (d): all {count} as proposed", {"count": waiting}),) if waiting > 1 else ()


def propose(state: CairnState, c: Combatant) -> Command | None:
    """What Enter declares for somebody: opponents attack, run up to an enemy or hold, PCs attack the same target again,
    or the only one there is.

    In a chase the quarry runs, and whoever has nobody to attack. None where only the players can say.
    """
    if c.condition == "fleeing":
        return Flee(who=(c.id,))
    ours = c.side == "pcs"
    last = state.fight.last.get(c.id)
    left = MOST_FT - moved(state, c.id)
    run = Move(who=c.id, feet=left) if state.fight.kind == "chase" and left else None
    ran = last is not None and last.kind == "second_move"
    if run is not None and (ran or c.side == state.fight.quarry):
        return run
    attack = attacks.propose(state, c.id)
    if not ours:
        return attack or run or _close_in(state, c, left) or Hold(who=(c.id,))
    again = attack is not None and last is not None and last.kind == "attack" and last.targets == attack.targets
    only = attack is not None and len(attack.targets) == 1 and attacks.possible(state, c.id) == attack.targets
    return attack if again or only else run if attack is None else None


def _close_in(state: CairnState, c: Combatant, left: int) -> Move | None:
    """The way to the first enemy who is far, for whoever has a weapon and nobody to use it on (A44)."""
    far = [foe.id for foe in detachments.enemies(state, c.id) if bands.between(state.bands, c.id, foe.id) == "far"]
    return Move(who=c.id, feet=left, near=(far[0],)) if far and left and attacks.ways(c) else None


def _closed(state: CairnState) -> Rejected | None:
    """The refusal where nothing of the turn can be declared or taken back by anybody."""
    if not turns.turn_of(state):
        return Rejected("not-fighting")
    if saves.owed(state, turns.ENTRY):
        return Rejected("entry-first")
    return Rejected("dice-are-rolled") if state.fight.rolled else None


# Decisions ---------------------------------------------------------------------------------------------------------


def _move(c: Move, tx: Tx) -> Rejected | None:
    refused = turns.may_declare(tx.state, c.who) or _bad_bands(tx.state, c)
    if refused is not None:
        return refused
    before = moved(tx.state, c.who)
    after = before + c.feet
    if c.feet < 1:
        return Rejected("out-of-bounds", {"field": "feet", "low": 1, "high": MOST_FT, "value": str(c.feet)})
    if after > MOST_FT:
        return Rejected("too-far", {"who": Who(c.who), "most": MOST_FT, "moved": before})
    act = tx.state.fight.acts.get(c.who)
    if after > MOVE_FT and (act is None or act.kind != "second_move"):
        refused = acts.declare(tx, Act(who=c.who, kind="second_move"))
        if refused is not None:
            return refused
    _step(tx, c.who, after)
    wanted = {other: band for band in ("near", "far", "out_of_sight") for other in getattr(c, band)}
    changes = tuple(
        bands.change(tx.state.bands, c.who, other, band, "move")
        for other, band in wanted.items()
        if bands.between(tx.state.bands, c.who, other) != band
    )
    if changes:
        tx.emit(BandsChanged(changes=changes))
    return None


def _bad_bands(state: CairnState, c: Move) -> Rejected | None:
    for other in (*c.near, *c.far, *c.out_of_sight):
        if state.person(other) is None:
            return unknown(other)
        if other == c.who:
            return Rejected("band-with-itself")
    return None


def _step(tx: Tx, who: str, after: int) -> None:
    """Write the feet somebody has moved in this turn; in a chase they count for the whole of it too."""
    before = moved(tx.state, who)
    fight = tx.state.fight
    covered = fight.covered.get(who, 0) + after - before if fight.kind == "chase" else -1
    if after != before:
        tx.emit(Moved(who=who, before=before, after=after, covered=covered))


def _undo_second_move(tx: Tx, act: Act) -> None:
    _step(tx, act.who, min(moved(tx.state, act.who), MOVE_FT))


acts.SPOILED["second_move"] = _undo_second_move


def _other(c: Other, tx: Tx) -> Rejected | None:
    if not c.text.strip():
        return Rejected("nothing-said")
    return acts.declare(tx, Act(who=c.who, kind="other", text=c.text))


def _hold(c: Hold, tx: Tx) -> Rejected | None:
    return _each(tx, c.who, "hold")


def _flee(c: Flee, tx: Tx) -> Rejected | None:
    for who in c.who:
        person = tx.state.person(who)
        if isinstance(person, Combatant) and person.condition != "fleeing":
            return Rejected("not-fleeing", {"who": Who(who)})
    return _each(tx, c.who, "flee")


def _each(tx: Tx, people: tuple[str, ...], kind: str) -> Rejected | None:
    """Declare the same for all of them who still can; the first refusal where nobody could."""
    for who in people:
        if tx.state.person(who) is None:
            return unknown(who)
    refused = [acts.declare(tx, Act(who=who, kind=kind)) for who in dict.fromkeys(people)]
    return refused[0] if refused and None not in refused else None


def _crawl(c: Crawl, tx: Tx) -> Rejected | None:
    person = tx.state.person(c.who)
    if not isinstance(person, Combatant):
        return unknown(c.who)
    refused = _closed(tx.state)
    if refused is not None:
        return refused
    if person.side != turns.turn_of(tx.state):
        return Rejected("not-their-turn", {"who": Who(c.who), "turn": Msg("phase:" + turns.turn_of(tx.state))})
    if person.condition != "critical" or not conditions.is_present(person):
        code = "can-act-already" if conditions.can_act(person) else "cannot-act"
        return Rejected(code, {"who": Who(c.who)})
    if c.who not in tx.state.fight.acts:
        tx.emit(acts.Declared(act=Act(who=c.who, kind="crawl")))
    return None


def _foes(c: Foes, tx: Tx) -> Rejected | None:
    for person in turns.undeclared(tx.state):
        command = propose(tx.state, person) if person.side == "opponents" else None
        if command is not None:
            # A proposal that is refused leaves its task standing, where the Warden sees why.
            tx.ruleset.decisions[type(command)](command, tx)
    return None if tx.events else Rejected("nobody-to-declare")


def _withdraw(c: Withdraw, tx: Tx) -> Rejected | None:
    if tx.state.person(c.who) is None:
        return unknown(c.who)
    refused = _closed(tx.state)
    if refused is not None:
        return refused
    act = tx.state.fight.acts.get(c.who)
    if act is None:
        return Rejected("nothing-declared", {"who": Who(c.who)})
    acts.take_back(tx, act)
    if act.kind == "second_move":
        _undo_second_move(tx, act)
    return None


def _risk(c: Risk, tx: Tx) -> Rejected | None:
    if tx.state.person(c.who) is None:
        return unknown(c.who)
    if c.attribute not in ATTRIBUTES:
        return Rejected("unknown-attribute", {"attribute": c.attribute, "allowed": terms_of("attribute", ATTRIBUTES)})
    act = tx.state.fight.acts.get(c.who)
    if act is None:
        refused = turns.may_declare(tx.state, c.who)
        if refused is not None:
            return refused
    elif act.faces or (tx.state.fight.settled and act.kind not in acts.QUIET):
        return Rejected("act-is-done", {"who": Who(c.who)})
    stake = acts.SPOILS if c.spoils else "cost"
    saves.call(tx, acts.ACT, c.who, c.attribute, ref=c.who, why=c.why, cost=c.cost, stake=stake)
    return None


# Folds -------------------------------------------------------------------------------------------------------------


def _moved(state: CairnState, e: Moved) -> CairnState:
    fight = replace(state.fight, moved={**state.fight.moved, e.who: e.after})
    if e.covered >= 0:
        fight = replace(fight, covered={**fight.covered, e.who: e.covered})
    return replace(state, fight=fight)


DECIDE = {
    Move: _move,
    Other: _other,
    Hold: _hold,
    Crawl: _crawl,
    Flee: _flee,
    Foes: _foes,
    Withdraw: _withdraw,
    Risk: _risk,
}
EVOLVE = {Moved: _moved}
