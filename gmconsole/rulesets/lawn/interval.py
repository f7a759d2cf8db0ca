"""Between two sessions: what may be done then, and what of it only once (sidebar "Session", LP-POT-023)."""

from __future__ import annotations

from collections.abc import Iterator

from ...core.integrity import figure
from ...core.model import Rejected
from ...core.ruleset import Tx as CoreTx
from ...core.scenario import Problem
from . import sheets
from .state import LawnState

Tx = CoreTx[LawnState]

PASSION, EXCHANGE, PURCHASES, DONE = 6, 8, 8, 9
"""Steps of session end that open something, and what stands there once session end is over."""


MOST_PLAYERS = 20
MOST_PRICE = 20
"""The potential that 1 XP may cost at most in a campaign's own table."""


def before_game(state: LawnState) -> bool:
    """Whether the game has not begun: no session was started and nothing is being played."""
    return state.campaign.session == 0 and not state.campaign.running and state.mode == "calm"


def between(state: LawnState, step: int = 0) -> Rejected | None:
    """The refusal of what is done between two sessions, or before the first; from that step of session end on.

    ``session-running`` while one is on (or while something is played that no session was started for),
    ``step-not-reached`` where session end has not come so far.
    """
    campaign = state.campaign
    if campaign.running or (campaign.session == 0 and state.mode != "calm"):
        return Rejected("session-running")
    if 0 < campaign.step < step:
        return Rejected("step-not-reached", {"step": step, "now": campaign.step})
    return None


def done_once(state: LawnState, what: str, who: str = "") -> bool:
    """Whether what can be done once in an interval was done, by that person (``Campaign.once``)."""
    return f"{what} {who}" in state.campaign.once


def mark_once(tx: Tx, what: str, who: str = "") -> None:
    """Note that it was done."""
    if not done_once(tx.state, what, who):
        sheets.change_campaign(tx, once=(*tx.state.campaign.once, f"{what} {who}"))


def problems(state: LawnState) -> Iterator[Problem]:
    """Figures of the campaign that no play leads to, by their path in the state."""
    campaign = state.campaign
    for field, value, high in (
        ("players", campaign.players, MOST_PLAYERS),
        ("session", campaign.session, sheets.MOST),
        ("step", campaign.step, DONE),
    ):
        if not 0 <= value <= high:
            yield figure(("campaign", field), value, 0, high)
    for roll, price in campaign.prices.items():
        if not 1 <= price <= MOST_PRICE:
            yield figure(("campaign", "prices", roll), price, 1, MOST_PRICE)
