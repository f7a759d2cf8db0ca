"""Morale (chapter "Morale").

Covers CA-MOR-001 to -009. A group is the word that its members bear; opponents without one are one group together, and
a detachment without one is a group of its own (A03, A14). Who belongs to a group is counted when a fight begins and
whenever somebody joins it, so that its losses can be told from those who were never there.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from ...core.commands import unknown
from ...core.model import Command, Event, Msg, Rejected, Who
from ...core.ruleset import Tx as CoreTx
from . import conditions, saves, turns, vitals
from .state import CairnState, Call, Combatant, Group
from .terms import term

Tx = CoreTx[CairnState]

MORALE = "morale"
"""The kind of call of every morale save; its ``ref`` is the group that may flee, empty where it is one alone."""

LONE = "lone"
"""Why a lone foe saves, the one reason that no event of its group tells (CA-MOR-005)."""

EVERYBODY = "opponents"
"""The group of all opponents who bear no other."""

MOST = 999


class SetGroup(Command, frozen=True, tag="cairn.group"):
    """Put opponents into a morale group, and say whose WIL it uses and how many it started with (CA-MOR-003, -004).

    ``leader`` lets it use that one's WIL, ``own`` its members' own again. Refused: ``empty-name``,
    ``nothing-about-group``, ``leader-or-own``, ``out-of-bounds``, ``morale-not-for-pcs``.
    """

    name: str
    who: tuple[str, ...] = ()
    leader: str = ""
    own: bool = False
    start: int = 0


class CallMorale(Command, frozen=True, tag="cairn.morale"):
    """The Warden calls for a morale save: of each one's group, or with ``alone`` and for hirelings of themselves.

    Refused: ``morale-not-for-pcs`` (CA-MOR-006), ``cannot-act``, ``morale-is-owed``.
    """

    who: tuple[str, ...]
    alone: bool = False


class Surrender(Command, frozen=True, tag="cairn.surrender"):
    """Some give themselves up, in place of flight or by the Warden's word (CA-MOR-007). Refused: ``cannot-surrender``.

    They count as lost (CA-MOR-002).
    """

    who: tuple[str, ...]


class Grouped(Event, frozen=True, tag="cairn.grouped"):
    """Some bear another morale group; ``before`` is what each bore."""

    before: Mapping[str, str]
    after: str


class GroupsChanged(Event, frozen=True, tag="cairn.groups-changed"):
    """The morale groups changed: who is counted, who leads, how many there were.

    ``told`` where there is something to say: that somebody came shows by itself.
    """

    before: Mapping[str, Group]
    after: Mapping[str, Group]
    told: bool = True


class Shaken(Event, frozen=True, tag="cairn.shaken"):
    """A group lost its first member (``first``) or came to half its number (``half``); these triggers are spent now.

    ``who`` saves for it, nobody where none of them is able to act any more.
    """

    group: str
    lost: int
    first: bool
    half: bool
    who: str
    before: Group
    after: Group


class Reopened(Event, frozen=True, tag="cairn.morale-reopened"):
    """Somebody fell after the turn's casualties were weighed: before the turn passes they are weighed again (A07).

    Who was brought to 0 HP was looked at the first time (CA-MOR-005).
    """


# Reading -----------------------------------------------------------------------------------------------------------


def group_of(c: Combatant) -> str:
    """The morale group that somebody belongs to (A03, A14)."""
    return c.group or (c.id if c.detachment or c.weakened else EVERYBODY)


def able(state: CairnState, group: str) -> tuple[Combatant, ...]:
    """The members of a group who are still in the fight and do not flee, in listed order; PCs never (CA-MOR-006)."""
    return tuple(c for c in turns.active(state, "opponents") if c.kind != "pc" and group_of(c) == group)


def losses(state: CairnState, group: str) -> int:
    """How many of those counted are lost: dead, out of action, fled or surrendered (CA-MOR-002, -009)."""
    counted = state.fight.groups.get(group, Group()).members
    return sum(who in state.entities and conditions.is_lost(state.entities[who]) for who in counted)


def speaker(state: CairnState, group: str) -> str:
    """Whose WIL a group saves with: its leader's, or the lowest of its able members (CA-MOR-004; A03).

    Empty where nobody is left to save.
    """
    members = able(state, group)
    set_up = state.fight.groups.get(group, Group())
    leader = state.person(set_up.leader) if set_up.use_leader else None
    if members and leader in turns.active(state, "opponents"):
        return set_up.leader
    return min(members, key=lambda c: c.score("WIL").current).id if members else ""


def lone(state: CairnState) -> str:
    """The only opponent still in the fight, if an attack of this turn brought it to 0 HP (CA-MOR-005; A06)."""
    standing = turns.active(state, "opponents")
    if len(standing) != 1 or standing[0].kind == "pc" or standing[0].id not in state.fight.dropped:
        return ""
    return standing[0].id


def has_lost(before: CairnState, state: CairnState) -> bool:
    """Whether the opponents have lost somebody whom they had in the state before."""
    return any(
        c.side == "opponents" and conditions.is_lost(c) and not conditions.is_lost(before.entities[who])
        for who, c in state.entities.items()
        if who in before.entities
    )


def is_owed(state: CairnState, group: str, who: str = "") -> bool:
    """Whether a morale save of that group, or of somebody alone, lies open."""
    return any(c.ref == group and (group or c.who == who) for c in saves.owed(state, MORALE))


def at_stake(state: CairnState, call: Call) -> tuple[Msg, ...]:
    """Who goes with the one that saves for a group, where others do (CA-MOR-001)."""
    members = able(state, call.ref) if call.kind == MORALE and call.ref else ()
    if len(members) < 2:
        return ()
    group = tuple(Who(c.id) for c in members)
    return (Msg("for all of {group}: {others}", {"group": term(call.ref), "others": group}),)


saves.BESIDES.append(at_stake)


def counted(state: CairnState, known: Mapping[str, Group]) -> Mapping[str, Group]:
    """The groups known with every opponent in the one they bear now; whoever came since adds to its start (A04)."""
    groups = dict(known)
    homes = {who: key for key, group in groups.items() for who in group.members}
    for c in state.entities.values():
        key, home = group_of(c), homes.get(c.id, "")
        if c.side != "opponents" or c.kind == "pc" or home == key:
            continue
        if home:
            left = groups[home]
            members = tuple(who for who in left.members if who != c.id)
            groups[home] = replace(left, start=max(left.start - 1, 0), members=members)
        elif not conditions.is_present(c) or conditions.is_lost(c):
            continue
        joined = groups.get(key, Group())
        groups[key] = replace(joined, start=joined.start + 1, members=(*joined.members, c.id))
    return {key: group for key, group in groups.items() if group != Group()}


# Following a fight -------------------------------------------------------------------------------------------------


def begin(tx: Tx) -> None:
    """Count the groups of a fight that begins: nothing is lost and no trigger is spent yet (CA-MOR-003)."""
    before = tx.state.fight.groups
    said = {key: group.start for key, group in before.items() if group.start and not group.members}
    groups = counted(tx.state, {k: Group(leader=g.leader, use_leader=g.use_leader) for k, g in before.items()})
    _change(tx, {key: replace(group, start=said.get(key, group.start)) for key, group in groups.items()})


def join(tx: Tx, who: str) -> None:
    """Count somebody who joins a running fight (A04)."""
    _change(tx, counted(tx.state, tx.state.fight.groups), told=False)


def check(tx: Tx) -> None:
    """Call for the morale saves that the turn's casualties brought about, once all its results are known (CA-MOR-008).

    Two triggers of a group share one save (A05), and so does the lone foe's own where it is the whole group.
    """
    _change(tx, counted(tx.state, tx.state.fight.groups), told=False)
    alone = lone(tx.state)
    for key, group in tx.state.fight.groups.items():
        lost = losses(tx.state, key)
        first, half = lost > 0 and not group.first, 2 * lost >= group.start > 0 and not group.half
        if not first and not half:
            continue
        who = speaker(tx.state, key)
        after = replace(group, first=group.first or first, half=group.half or half)
        tx.emit(Shaken(group=key, lost=lost, first=first, half=half, who=who, before=group, after=after))
        if who and not is_owed(tx.state, key):
            saves.call(tx, MORALE, who, "WIL", ref=key)
        if who and alone in [c.id for c in able(tx.state, key)]:
            alone = ""
    if alone and not is_owed(tx.state, "", alone):
        saves.call(tx, MORALE, alone, "WIL", why=LONE)


def renew(tx: Tx) -> None:
    """Let each open save be made by whoever speaks for the group now, whatever took the one from it who did (A03).

    A leader's WIL counts only while the leader is in the fight (CA-MOR-004). Where nobody is left the save is void.
    """
    for call in saves.owed(tx.state, MORALE):
        able_now = conditions.can_act(tx.state.entities[call.who])
        who = speaker(tx.state, call.ref) if call.ref else call.who if able_now else ""
        if who != call.who:
            saves.drop(tx, call)
            if who:
                saves.call(tx, MORALE, who, "WIL", ref=call.ref)


def _saved(tx: Tx, call: Call, passed: bool) -> None:
    """A failed save makes every able member flee, in their next turn; a passed one changes nothing (CA-MOR-007)."""
    if passed:
        return
    members = able(tx.state, call.ref) if call.ref else (tx.state.entities[call.who],)
    for c in members:
        if conditions.can_act(c):
            vitals.set_condition(tx, c.id, "fleeing", MORALE)


def _change(tx: Tx, groups: Mapping[str, Group], *, told: bool = True) -> None:
    before = tx.state.fight.groups
    if groups != before:
        tx.emit(GroupsChanged(before=before, after=groups, told=told))


saves.FOLLOWS[MORALE] = _saved
saves.HANDED_ON.add(MORALE)
saves.NAMED.add(MORALE)
turns.BEGUN.append(begin)
turns.JOINED.append(join)


# Decisions ---------------------------------------------------------------------------------------------------------


def _set_group(c: SetGroup, tx: Tx) -> Rejected | None:
    name = c.name.strip()
    if not name:
        return Rejected("empty-name")
    if not (c.who or c.leader or c.own or c.start):
        return Rejected("nothing-about-group", {"group": term(name)})
    if c.leader and c.own:
        return Rejected("leader-or-own", {"group": term(name)})
    if not 0 <= c.start <= MOST:
        return Rejected("out-of-bounds", {"field": "start", "low": 1, "high": MOST, "value": str(c.start)})
    for who in (*c.who, *((c.leader,) if c.leader else ())):
        refused = _not_for(tx.state, who)
        if refused is not None:
            return refused
    moved = {who: tx.state.entities[who].group for who in c.who if tx.state.entities[who].group != name}
    if moved:
        tx.emit(Grouped(before=moved, after=name))
    groups = tx.state.fight.groups
    if turns.fighting(tx.state):
        groups = counted(tx.state, groups)
    group = groups.get(name, Group())
    if c.leader or c.own:
        group = replace(group, leader=c.leader, use_leader=not c.own)
    if c.start:
        group = replace(group, start=c.start, members=group.members if turns.fighting(tx.state) else ())
    _change(tx, {key: it for key, it in {**groups, name: group}.items() if it != Group()})
    return None


def _not_for(state: CairnState, who: str) -> Rejected | None:
    """The refusal for somebody whom morale does not concern: nobody, or a PC (CA-MOR-006)."""
    c = state.person(who)
    if not isinstance(c, Combatant):
        return unknown(who)
    return Rejected("morale-not-for-pcs", {"who": Who(who)}) if c.kind == "pc" else None


def _call_morale(c: CallMorale, tx: Tx) -> Rejected | None:
    called: dict[tuple[str, str], str] = {}
    for who in c.who:
        refused = _not_for(tx.state, who)
        if refused is not None:
            return refused
        person = tx.state.entities[who]
        as_group = person.side == "opponents" and not c.alone
        group = group_of(person) if as_group else ""
        saves_for_it = speaker(tx.state, group) if as_group else who if conditions.can_act(person) else ""
        if not saves_for_it:
            return Rejected("cannot-act", {"who": Who(who)})
        if is_owed(tx.state, group, who):
            return Rejected("morale-is-owed", {"who": Who(who)})
        called[(group, "" if as_group else who)] = saves_for_it
    for (group, _), saves_for_it in called.items():
        saves.call(tx, MORALE, saves_for_it, "WIL", ref=group)
    return None


def _surrender(c: Surrender, tx: Tx) -> Rejected | None:
    for who in c.who:
        person = tx.state.person(who)
        if not isinstance(person, Combatant):
            return unknown(who)
        if not conditions.is_present(person) or person.condition not in ("", "fleeing"):
            return Rejected("cannot-surrender", {"who": Who(who)})
    for who in dict.fromkeys(c.who):
        vitals.set_condition(tx, who, "surrendered", "word")
    return None


# Folds -------------------------------------------------------------------------------------------------------------


def _grouped(state: CairnState, e: Grouped) -> CairnState:
    moved = {who: replace(state.entities[who], group=e.after) for who in e.before}
    return replace(state, entities={**state.entities, **moved})


def _groups_changed(state: CairnState, e: GroupsChanged) -> CairnState:
    return replace(state, fight=replace(state.fight, groups=e.after))


def _shaken(state: CairnState, e: Shaken) -> CairnState:
    return replace(state, fight=replace(state.fight, groups={**state.fight.groups, e.group: e.after}))


def _reopened(state: CairnState, e: Reopened) -> CairnState:
    return replace(state, fight=replace(state.fight, checked=False, dropped=()))


DECIDE = {SetGroup: _set_group, CallMorale: _call_morale, Surrender: _surrender}
EVOLVE = {Grouped: _grouped, GroupsChanged: _groups_changed, Shaken: _shaken, Reopened: _reopened}
