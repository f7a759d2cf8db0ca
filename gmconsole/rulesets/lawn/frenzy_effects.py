"""What frenzy states do to checks, and what a loss of sanity brings with them (chapter "Sanity").

Covers LP-FRZ-004 to -022, -024 to -029 and -108, -109 as far as they are dice, and LP-FRZ-008, -010, -022. Dice that
always count are lines of the pool; those of a place or a sort of check are switches on the check, on where its tags,
its purpose or the place say so (LP-CHK-014). What the holder does about a state is in ``frenzy_deeds``.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...core.model import Msg, Who
from ...core.ruleset import Tx as CoreTx
from . import checks, crisis, frenzy, frenzy_deeds, injuries, life, outcomes, pools, sanity, settling, slots
from .character import Frenzy
from .frenzy_table import Drop, FrenzyDef
from .outcomes import Result
from .state import Check, Condition, LawnState, Person, PoolLine

Tx = CoreTx[LawnState]

REACTION = "frenzy"
"""What checks serve that a loss of sanity brings."""
RITUAL = frenzy_deeds.RITUAL


# Dice ----------------------------------------------------------------------------------------------------------------


def standing(person: Person, check_type: str) -> int:
    """The dice that frenzy states give or take at every check of that type, whatever the place or the moment.

    Focus tokens count them too (Q-FOC-02): Anxiety and Addiction as they stand, not Depression, Panic or tags.
    """
    return sum(_dice(person, frenzy_, row, check_type, eased=False) for frenzy_, row in frenzy.rows(person))


def _dice(person: Person, held: Frenzy, row: FrenzyDef, check_type: str, *, eased: bool) -> int:
    """The dice that always count, as far as they are eased, and those of an attribute chosen (LP-FRZ-024 to -028)."""
    found = next((dice for kind, dice in row.dice.items() if kind == check_type), 0)
    if found < 0 and row.eased_by == "success":
        found = -held.figures.get("loss", -found)
    elif found < 0 and (frenzy_deeds.in_hand(person, held) if row.eased_by == "item" else eased and row.eased_by):
        found = row.eased
    if row.chosen and held.words.get("attribute") == check_type:
        found += row.chosen
    return found


def lines(state: LawnState, check: Check) -> tuple[PoolLine, ...]:
    """The lines of a pool that frenzy states make, one for each state (LP-FRZ-109)."""
    person = state.entities[check.who]
    found = []
    for held, row in frenzy.rows(person):
        dice = _dice(person, held, row, check.type, eased=ritual_counts(state, person))
        if person.sanity < person.sanity_max:
            dice += next((n for kind, n in row.below_max.items() if kind == check.type), 0)
        if dice:
            found.append(PoolLine(row.id, dice))
    return tuple(found)


def ritual_counts(state: LawnState, person: Person) -> bool:
    """Whether the averting action eases checks now: from the round after it on (LP-FRZ-024b)."""
    done = next((i for i in person.states if i.id == RITUAL), None)
    return done is not None and not (state.mode != "calm" and state.round and done.gained == state.round)


def conditions(state: LawnState, check: Check) -> tuple[Condition, ...]:
    """The switches on a check: each state that counts in some places or for some checks, on where they are such.

    One state counts once, however many of its tags there are (Q-FRZ-07).
    """
    if check.serves in pools.OWN_POOL or pools.lock(state, check):
        return ()
    return tuple(
        Condition(row.id, row.tagged or row.in_crisis, on=applies(state, check, row))
        for _, row in frenzy.rows(state.entities[check.who])
        if row.tagged or row.in_crisis
    )


def applies(state: LawnState, check: Check, row: FrenzyDef) -> bool:
    """Whether tags, purpose, place or crisis say that a conditional state counts for the check."""
    if row.in_crisis:
        return crisis.in_crisis(state)
    return bool({check.purpose, *check.tags} & set(row.tags)) or bool(set(row.where) & set(state.environment))


pools.POOL_HOOKS.append(lines)
pools.CONDITIONS.append(conditions)


# What checks bring ---------------------------------------------------------------------------------------------------


def _ended(tx: Tx, check: Check, came: Result) -> None:
    """Shock after a failure (LP-FRZ-004), Anxiety eased by a success (LP-FRZ-026), a ritual used up (LP-FRZ-024)."""
    person = tx.state.person(check.who)
    if not isinstance(person, Person) or injuries.is_dead(person):
        return
    for held, row in tuple(frenzy.rows(person)):
        if row.failed and not outcomes.is_success(came.outcome) and _was_on(tx.state, check, row):
            injuries.gain(tx, person.id, row.failed, cause=row.id)
        if row.eased_by == "success" and check.type in row.dice and checks.succeeded(came):
            loss = max(-row.eased, frenzy.complete(held).figures["loss"] - 1)
            frenzy.set_figures(tx, person.id, row.id, loss=loss)
        if row.eased_by == "ritual" and check.type in row.dice and tx.state.mode == "calm":
            injuries.lose(tx, person.id, RITUAL, cause=row.id)


def _was_on(state: LawnState, check: Check, row: FrenzyDef) -> bool:
    return next((c.on for c in pools.conditions(state, check) if c.name == row.id), applies(state, check, row))


settling.ENDED.append(_ended)


# What a loss of sanity brings ----------------------------------------------------------------------------------------


def _reacts(tx: Tx, who: str, now: int, event: str) -> None:
    """One trigger for each loss, whatever its size (Q-SAN-06, Q-FRZ-08)."""
    for held, row in tuple(frenzy.rows(tx.state.entities[who])):
        if row.drop is not None and row.drop.to in (0, now):
            _react(tx, who, held, row.drop)


def _react(tx: Tx, who: str, held: Frenzy, drop: Drop) -> None:
    if drop.destroys:
        frenzy_deeds.urge(tx, who, held.id)
    elif checks.may_roll(tx.state, who) is None and not _asked(tx.state, who, held.id):
        checks.open_check(
            tx, who, "MND", purpose=held.id, difficulty=drop.faces, serves=REACTION, ref=held.id, manner="passive"
        )


def _asked(state: LawnState, who: str, frenzy_id: str) -> bool:
    """Whether that very check is owed already: it is rolled once, for the latest event."""
    return any(
        c.who == who and c.serves == REACTION and c.ref == frenzy_id and c.status == "owed"
        for c in state.checks.values()
    )


def _reacted(tx: Tx, check: Check, came: Result) -> None:
    """The memory of the event (LP-FRZ-008), or one more point (LP-FRZ-010), where the check failed."""
    person = tx.state.person(check.who)
    held = frenzy.find(person, check.ref) if isinstance(person, Person) else None
    drop = frenzy.row_of(held).drop if held is not None else None
    if held is None or drop is None or outcomes.is_success(came.outcome):
        return
    if drop.state:
        injuries.gain(tx, check.who, drop.state, note=held.cause, cause=held.id)
    if drop.sanity:
        life.lose_sanity(tx, check.who, drop.sanity, held.id)


sanity.REACTS.append(_reacts)
checks.SETTLERS[REACTION] = _reacted


# Reminders -----------------------------------------------------------------------------------------------------------


def _friend(person: Person) -> Iterator[Msg]:
    if any(row.gives for _, row in frenzy.rows(person)):
        yield Msg("the best friend of {who} speaks", {"who": Who(person.id)})


def _at_slot(state: LawnState, person: Person) -> tuple[Msg, ...]:
    return tuple(_friend(person))


def _at_check(state: LawnState, check: Check) -> tuple[Msg, ...]:
    return tuple(_friend(state.entities[check.who]))


slots.REMINDERS.append(_at_slot)
checks.REMINDERS.append(_at_check)

DECIDE = frenzy_deeds.DECIDE
