"""The table of states: every injury and condition with its figures, as content (chapter "Injury states").

Nothing else in the book's code names what a state does: LP-INJ-010 to -064 are rows of ``content/lawn/states.toml``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

from ...content import table
from ...core.model import Name

Kind = Literal["minor", "severe", "transient", "special", "permanent", "condition"]
Stops = Literal["", "static", "cannot_act", "unconscious", "dead"]
SIDES = ("left", "right")


class Form(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a state does while untended, or once tended.

    ``dice`` maps a check type, ``all`` or ``chosen`` (the attribute written on the state) to dice; ``by_hand`` are dice
    of OPR and PHY checks made with that hand. ``stops`` says how far the holder is stopped. The speed caps bind the
    body alone, ``speed_cap_aided`` with a tool or helper. Counters, in counted rounds: gone after ``expires_after``
    (from gaining it, or once ``restored``), the state ``gives`` after ``every`` so many, dead after ``kills_after``.
    ``sight`` is the environment the holder sees as in, ``seen`` the one in which others see the holder.
    """

    dice: Mapping[str, int] = {}
    by_hand: int = 0
    stops: Stops = ""
    disables: tuple[str, ...] = ()
    speed_cap: str = ""
    speed_cap_aided: str = ""
    expires_after: int = 0
    expires_from: Literal["gaining", "restored"] = "gaining"
    every: int = 0
    gives: str = ""
    kills_after: int = 0
    sight: str = ""
    seen: str = ""

    @property
    def threshold(self) -> int:
        """Counted rounds until something happens; 0 where nothing counts."""
        return self.expires_after or self.kills_after or self.every


class StateDef(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One row of the table.

    ``first_aid`` tends the state, removes it, or does nothing. ``collapses``: a transient state gained beside it brings
    unconsciousness. ``on_gain`` are states gained along with it. ``repeat`` says what gaining it again does.
    ``worsens_to`` is the severe state two minor ones become, ``treated_to`` the minor one a treated severe one becomes,
    ``merges_into`` what both sides of a pair become.
    ``rest_minutes``, ``sleep_minutes`` and ``heals_minutes`` end it outside rounds, ``ended_by`` names another end.
    After ``suggested_rounds`` the GM is asked whether it ends (Q-K30).
    """

    id: str
    name: Name
    kind: Kind
    help: Name = Name("", "")
    first_aid: Literal["tend", "remove", "none"] = "none"
    first_aid_difficulty: int = 0
    untended: Form = Form()
    tended: Form = Form()
    collapses: bool = False
    on_gain: tuple[str, ...] = ()
    drowns: bool = False
    repeat: Literal["keep", "worsen", "parallel"] = "keep"
    worsens_to: str = ""
    treated_to: str = ""
    merges_into: str = ""
    sided: bool = False
    attribute_when_tended: bool = False
    ended_by: str = ""
    rest_minutes: int = 0
    sleep_minutes: int = 0
    heals_minutes: int = 0
    suggested_rounds: int = 0

    def form(self, tended: bool) -> Form:
        """The form in force."""
        return self.tended if tended else self.untended


STATES: dict[str, StateDef] = table("lawn/states.toml", "state", StateDef)
