"""Sessions: their number, their beginning, and what has to be settled before one starts (sidebar "Session").

Covers LP-POT-023, LP-SES-008, -011 and -012. What is done after a session is in ``session_end``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from ...core.model import Command, Event, Field, Msg, Rejected, Who
from ...core.phases import Task
from ...core.ruleset import Tx as CoreTx
from . import creation, focus, interval, session_end, sheets, traits, traits_growth
from .interval import MOST_PLAYERS
from .settling import let_go
from .sheets import sheet_of
from .state import LawnState, Person

Tx = CoreTx[LawnState]

START_BARS: list[Callable[[LawnState, Person], Rejected | None]] = []
"""What somebody has still to decide before a session can start (LP-SES-011)."""

START_OFFERS: list[Callable[[LawnState, Person], Iterable[Task]]] = []
"""What is offered to somebody, or asked, before a session starts."""


class StartSession(Command, frozen=True, tag="lawn.session-start"):
    """A session begins. ``players`` are those who take part from now on, 0 where that has not changed (Q-SES-02).

    ``force`` begins it although session end is not over, or something is still to be decided.
    """

    players: int = 0
    force: bool = False


class SessionStarted(Event, frozen=True, tag="lawn.session-started"):
    """A session began."""

    session: int
    players: int


# Reading -------------------------------------------------------------------------------------------------------------


def may_start(state: LawnState) -> Rejected | None:
    """The refusal of a start: one is running, session end is not over, somebody has something to decide."""
    if state.campaign.running:
        return Rejected("session-running")
    if session_end.is_open(state):
        return Rejected("session-end-open", {"step": state.campaign.step})
    bars = (bar(state, person) for person in session_end.party(state) for bar in START_BARS)
    return next((refused for refused in bars if refused is not None), None)


def is_next(state: LawnState) -> bool:
    """Whether the next session is what comes now: session end is over, or a party was made and has not played yet."""
    party = session_end.party(state)
    first = interval.before_game(state) and any(sheet_of(p).creation.accepted for p in party)
    return not state.campaign.running and (
        state.campaign.step == interval.DONE or (first and not creation.in_creation(state))
    )


def tasks(state: LawnState) -> tuple[Task, ...]:
    """Between two sessions: what is open for somebody, then the start of the next one."""
    campaign = state.campaign
    if not is_next(state):
        return ()
    rows: list[Task] = []
    for person in session_end.party(state):
        rows.extend(_open_for(state, person))
        rows.extend(task for offer in START_OFFERS for task in offer(state, person))
    if may_start(state) is None:
        rows.append(
            Task(
                kind="session_start",
                who="",
                what=Msg("session {session} begins", {"session": campaign.session + 1}),
                command=StartSession(),
            )
        )
    return tuple(rows)


def _open_for(state: LawnState, person: Person) -> Iterator[Task]:
    """A restoration still possible, and tokens that willpower asks for otherwise by now (LP-SES-008, -011)."""
    who = person.id
    yield from traits_growth.restoration(state, who)
    held, due = focus.loose(sheet_of(person)), focus.due(state, person)
    if focus.in_use(state) and held != due and state.campaign.session:
        fields: dict[str, Field] = {"who": Who(who), "held": held, "due": due}
        yield Task(
            kind="tokens",
            who=who,
            blocking=False,
            what=Msg("{who}: focus tokens {held}, by willpower {due}; adjust?", fields),
            command=focus.GrantTokens(who=(who,)),
        )


# Decisions -----------------------------------------------------------------------------------------------------------


def _start(c: StartSession, tx: Tx) -> Rejected | None:
    if not 0 <= c.players <= MOST_PLAYERS:
        bounds: dict[str, Field] = {"field": "players", "low": 0, "high": MOST_PLAYERS, "value": str(c.players)}
        return Rejected("out-of-bounds", bounds)
    campaign = tx.state.campaign
    refused = may_start(tx.state)
    if refused is not None and (campaign.running or not c.force):
        return refused
    let_go(tx)
    first = campaign.session == 0
    players = c.players or campaign.players
    sheets.change_campaign(tx, session=campaign.session + 1, running=True, step=0, once=(), players=players)
    tx.emit(SessionStarted(session=tx.state.campaign.session, players=sheets.players(tx.state)))
    for person in session_end.party(tx.state):
        if first:
            focus.grant(tx, person.id)
        traits.session_start(tx, person.id)
    return None


def _same(state: LawnState, e: SessionStarted) -> LawnState:
    return state


DECIDE: Mapping[type[Command], Callable[[Any, Tx], Rejected | None]] = {StartSession: _start}
EVOLVE: Mapping[type[Event], Callable[[LawnState, Any], LawnState]] = {SessionStarted: _same}
