"""What holds of sheets and sessions in all of random play: bounds, what is used up, the end of a session.

Random play corrects values by the GM's word as well (``SetField``); what such a word wrote counts as given.
"""

from __future__ import annotations

from collections.abc import Iterator

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from gmconsole import parties, scenarios
from gmconsole.core.commands import SetField
from gmconsole.core.model import Command, Rejected
from gmconsole.core.session import Accepted, Session
from gmconsole.rulesets.lawn import (
    RULESET,
    abilities,
    cooling,
    emergence,
    exchange,
    expending,
    injuries,
    interval,
    session_end,
    sessions,
    sheets,
    skill_kept,
    specialties,
    teamwork,
    traits,
)
from gmconsole.rulesets.lawn.character import Sheet
from gmconsole.rulesets.lawn.state import LawnState, Person
from gmconsole.rulesets.lawn.trait_table import ABILITIES

from . import play

STEP = st.integers(0, 2**32 - 1)
PLAYS = st.tuples(st.integers(0, 2**16 - 1), st.lists(STEP, min_size=20, max_size=50))
MOST_STORED = 3


def played(how: tuple[int, list[int]]) -> Iterator[tuple[LawnState, Command, Session[LawnState]]]:
    """The state before each accepted step, the command, and the session after it."""
    session = play.table(how[0])
    for step in how[1]:
        before = session.state
        command = play.command(step, before)
        if isinstance(session.execute(command), Accepted):
            yield before, command, session


def pairs(before: LawnState, after: LawnState) -> Iterator[tuple[Person, Person]]:
    """Everybody who was there before and is still there, as they were and as they are."""
    for who, person in after.entities.items():
        if who in before.entities:
            yield before.entities[who], person


# Bounds --------------------------------------------------------------------------------------------------------------


def within_bounds(person: Person, state: LawnState) -> None:
    """What nothing can break, not even the GM's word."""
    sheet = sheets.sheet_of(person)
    assert person.sanity >= 0 and person.sanity_max >= 0, person
    assert min(sheet.cash, sheet.reliable, sheet.xp) >= 0, sheet
    assert max(sheet.potential, sheet.cash, sheet.reliable) <= sheets.MOST, sheet
    assert all(count > 0 for count in sheet.tokens.values()), sheet.tokens
    assert all(0 < count <= sheet.tokens.get(where, 0) for where, count in sheet.locked.items()), sheet
    assert len(person.stored) <= MOST_STORED, person.stored
    assert all(count > 0 for count in sheet.used.values()), sheet.used
    for item in abilities.expendables(state, person):
        assert 0 <= item.used <= item.uses, (item, sheet.used)
    for ability, count in sheet.used.items():
        assert count <= (ABILITIES[ability].uses if ability in ABILITIES else 1), ability
    for key, held in sheet.specialties.items():
        assert held.cooling >= 0 and (held.expended or not held.cooling), (key, held)
    assert set(sheet.passions) <= sheet.specialties.keys(), sheet
    assert len(set(sheet.passions)) == len(sheet.passions), sheet.passions
    assert all({link.a, link.b} <= sheet.specialties.keys() for link in sheet.links), sheet


@settings(max_examples=80)
@given(PLAYS)
def test_resources_stay_within_their_bounds(how: tuple[int, list[int]]) -> None:
    for before, command, session in played(how):
        state = session.state
        for person in state.entities.values():
            within_bounds(person, state)
        if isinstance(command, SetField):
            continue
        for was, now in pairs(before, state):
            old, new = sheets.sheet_of(was), sheets.sheet_of(now)
            if new.potential < old.potential:
                assert new.potential >= 0 or traits.has(was, "enterprising"), (command, new.potential)
            if now.sanity > was.sanity and now.sanity_max == was.sanity_max:
                assert now.sanity <= now.sanity_max, command
            if len(new.passions) > len(old.passions):
                assert len(new.passions) <= max(1, traits.passions(now)), command


# Party files ---------------------------------------------------------------------------------------------------------


def lasting(person: Person) -> Sheet:
    """A sheet without what belongs to one encounter: whom something kept is of, the slot of a skill that is gone."""
    sheet = sheets.sheet_of(person)
    slots = {skill: slot for skill, slot in sheet.skill_slots.items() if skill in person.skills}
    return replace(sheet, kept=skill_kept.carried(sheet), skill_slots=slots)


@settings(max_examples=60)
@given(PLAYS)
def test_the_party_of_any_state_goes_into_a_file_and_comes_out(how: tuple[int, list[int]]) -> None:
    session = play.table(how[0])
    for step in how[1]:
        session.execute(play.command(step, session.state))
    state = session.state
    if not RULESET.party_of(state):
        return
    carried = scenarios.party_state(parties.of_state(RULESET, state))
    assert isinstance(carried, LawnState)
    before = [p for p in state.entities.values() if p.kind == "pc" and p.presence != "removed"]
    before = [p for p in before if not injuries.is_dead(p)]
    for was, now in zip(before, carried.entities.values(), strict=True):
        assert lasting(now) == lasting(was)
        assert now.name.startswith(was.name), "a second one of a name gets a number"
        assert (now.attributes, now.weapons) == (was.attributes, was.weapons)
        assert sorted(now.skills) == sorted(was.skills)
        assert (now.sanity, now.sanity_max, now.stored) == (was.sanity, was.sanity_max, was.stored)
        assert (now.spent, now.devices, now.supplies) == (was.spent, was.devices, was.supplies)
        assert [replace(i, gained=0, marked=False) for i in now.states] == [
            replace(i, gained=0, marked=False) for i in was.states
        ]


# Used up -------------------------------------------------------------------------------------------------------------


def spent(state: LawnState) -> Iterator[Command]:
    """Commands that would use again what somebody has used up."""
    for person in state.entities.values():
        for item in abilities.expendables(state, person):
            if item.left:
                continue
            if item.kind == "trait":
                yield abilities.UseAbility(who=person.id, ability=item.id, near=True)
            elif item.kind == emergence.EMERGENCE:
                yield emergence.Emerge(who=person.id, thing="a key")
            elif item.kind == specialties.KIND:
                yield expending.Expend(who=person.id, specialty=item.id, sure=True)
            elif item.id == teamwork.TEAMWORK:
                yield from (
                    teamwork.Assist(who=person.id, whom=check.who, how="so", agreed=True, check=check.id)
                    for check in state.checks.values()
                )


@settings(max_examples=60)
@given(PLAYS)
def test_what_is_used_up_is_refused_until_it_is_reset(how: tuple[int, list[int]]) -> None:
    for _, command, session in played(how):
        for again in spent(session.state):
            done = session.execute(again)
            assert isinstance(done, Rejected), (command, again)


@settings(max_examples=60)
@given(PLAYS)
def test_a_use_takes_one_use(how: tuple[int, list[int]]) -> None:
    """Nothing is expended twice by one command, and nobody expends what they had not left."""
    for before, command, session in played(how):
        if isinstance(command, SetField | specialties.SetSpecialty):
            continue
        for was, now in pairs(before, session.state):
            held = {item.id: item for item in abilities.expendables(before, was)}
            for item in abilities.expendables(session.state, now):
                if item.id in held and item.used > held[item.id].used:
                    assert item.used == held[item.id].used + 1, (command, item)
                    assert held[item.id].left, (command, item)


# Session end ---------------------------------------------------------------------------------------------------------


def to_the_end(session: Session[LawnState]) -> None:
    """Session end carried out step by step, by what the console proposes."""
    for _ in range(200):
        if not session_end.is_open(session.state):
            return
        task = next(t for t in session_end.tasks(session.state) if t.blocking)
        assert task.command is not None
        done = session.execute(task.command)
        assert isinstance(done, Accepted), (task, done)
    raise AssertionError("session end does not come to its end")


def ended(how: tuple[int, list[int]]) -> Session[LawnState]:
    """A table after play and session end."""
    session = play.table(how[0])
    for step in how[1]:
        session.execute(play.command(step, session.state))
    if not session_end.is_open(session.state):
        session.execute(sessions.StartSession(force=True))
        done = session.execute(session_end.EndSession())
        assert isinstance(done, Accepted), done
    to_the_end(session)
    return session


@settings(max_examples=60)
@given(PLAYS)
def test_session_end_is_done_once(how: tuple[int, list[int]]) -> None:
    session = ended(how)
    state = session.state
    assert state.campaign.step == interval.DONE and not state.campaign.running
    again: list[Command] = [session_end.EndSession(), session_end.SessionStep()]
    again.extend(session_end.SessionStep(step=step) for step in session_end.STEPS)
    again.extend(cooling.Cool(who=who) for who in state.entities)
    again.extend(exchange.Recover(who=who) for who in state.entities)
    for command in again:
        assert isinstance(session.execute(command), Rejected), command
        assert session.state is state


@settings(max_examples=40)
@given(PLAYS)
def test_after_session_end_all_is_ready_but_what_has_not_cooled(how: tuple[int, list[int]]) -> None:
    """And once more by the GM's word its steps change no sheet: those of cleaning up find nothing to do."""
    session = ended(how)
    state = session.state
    for person in state.entities.values():
        if person.sheet is None or person.presence == "removed":
            continue
        given_up = interval.done_once(state, exchange.RECOVERED, person.id)
        for item in abilities.expendables(state, person):
            if item.kind == specialties.KIND or (item.kind == emergence.EMERGENCE and given_up):
                continue
            assert not item.used, item
    for step in (2, 7):
        before = {who: p.sheet for who, p in session.state.entities.items()}
        if not any(interval.done_once(state, exchange.RECOVERED, who) for who in before):
            session.execute(session_end.SessionStep(step=step, force=True))
            assert {who: p.sheet for who, p in session.state.entities.items()} == before, step


@settings(max_examples=40)
@given(PLAYS)
def test_what_a_start_leaves_alone(how: tuple[int, list[int]]) -> None:
    """A session's start spends nothing: what was expended, learnt and suffered lasts (LP-SES-012)."""
    session = ended(how)
    before = session.state
    done = session.execute(sessions.StartSession(force=True))
    assert isinstance(done, Accepted), done
    for was, now in pairs(before, session.state):
        old, new = sheets.sheet_of(was), sheets.sheet_of(now)
        assert (new.specialties, new.passions, new.xp, new.frenzies) == (
            old.specialties,
            old.passions,
            old.xp,
            old.frenzies,
        )
        assert [s.id for s in now.states] == [s.id for s in was.states]
        assert (now.sanity, now.attributes, now.skills) == (was.sanity, was.attributes, was.skills)
    assert session.state.campaign.once == () and session.state.campaign.step == 0
