"""The switches of a campaign: every rule that is not core, and every ruling that may be decided otherwise.

Covers LP-CHK-001, LP-FOC-021 and Q-GEN-02: advanced rules are on and optional ones off unless the GM says otherwise
before the game.
"""

from __future__ import annotations

from ...core.commands import OptionSet
from ...core.model import Event, Msg
from ...core.ruleset import Tx as CoreTx
from ...core.switches import Tier
from .state import LawnState

Tx = CoreTx[LawnState]


class AnnouncedLate(Event, frozen=True, tag="lawn.announced-late"):
    """A warning: an optional rule was switched on after play had begun (LP-CHK-001)."""

    option: str


class Meant(Event, frozen=True, tag="lawn.option-meant"):
    """A word on what a switch that was turned is meant for (LP-FOC-021)."""

    option: str


MEANT: dict[str, Msg] = {}
"""What a switch is meant for, as a sentence; chapters add theirs."""


def has_begun(state: LawnState) -> bool:
    """True once rounds are running or a check was ever announced."""
    return state.mode != "calm" or state.round > 0 or state.counters.get("check", 0) > 0


def warn(tx: Tx, tiers: dict[str, Tier]) -> None:
    """Note every optional rule that the command at hand has switched on in play, and what a switch is meant for."""
    begun = has_begun(tx.state)
    for event in [e for e in tx.events if isinstance(e, OptionSet)]:
        if begun and tiers.get(event.option) == "optional" and event.after is not False:
            tx.emit(AnnouncedLate(option=event.option))
        if event.option in MEANT:
            tx.emit(Meant(option=event.option))


def _same(state: LawnState, e: Event) -> LawnState:
    return state


EVOLVE = {AnnouncedLate: _same, Meant: _same}
