"""The table of states: every injury and condition with its figures, as content (chapter "Injury states").

Nothing else in the book's code names what a state does: LP-INJ-010 to -064 are rows of ``content/lawn/states.toml``.
Beside it stand the sources of harm with the states each may give (LP-INJ-002, -027). A row that refers to nothing, or
would run in a circle, is a fault of the file.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal

import msgspec

from ...content import SOUND, table
from ...conversion import nearest, shown
from ...core.model import Msg, Name
from ...core.scenario import Problem

Kind = Literal["minor", "severe", "transient", "special", "permanent", "condition"]
Stops = Literal["", "static", "cannot_act", "unconscious", "dead"]
Class = Literal["", "crawl", "walk", "sprint", "powered"]
Reduced = Literal["all", "chosen", "PHY", "MND", "WIS", "OPR", "FLX", "DSC", "INF", "emergence", "initiative"]
Part = Literal["hand", "hands", "foot", "feet", "eyes"]
Figure = Annotated[int, msgspec.Meta(ge=-9, le=9)]
Count = Annotated[int, msgspec.Meta(ge=0, le=999)]
Minutes = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]
SIDES = ("left", "right")


class Form(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a state does while untended, or once tended.

    ``dice`` maps a check type, ``all`` or ``chosen`` (the attribute written on the state) to dice; ``by_hand`` are dice
    of OPR and PHY checks made with that hand. ``stops`` says how far the holder is stopped. The speed caps bind the
    body alone, ``speed_cap_aided`` with a tool or helper. Counters, in counted rounds: gone after ``expires_after``
    (from gaining it, or once ``restored``), the state ``gives`` after ``every`` so many, dead after ``kills_after``.
    ``sight`` is the environment the holder sees as in, ``seen`` the one in which others see the holder. ``tagged`` maps
    a tag or purpose to dice of the checks that have it (LP-CHK-014).
    """

    dice: Mapping[Reduced, Figure] = {}
    by_hand: Figure = 0
    stops: Stops = ""
    disables: tuple[Part, ...] = ()
    speed_cap: Class = ""
    speed_cap_aided: Class = ""
    expires_after: Count = 0
    expires_from: Literal["gaining", "restored"] = "gaining"
    every: Count = 0
    gives: str = ""
    kills_after: Count = 0
    sight: str = ""
    seen: str = ""
    tagged: Mapping[str, Figure] = {}

    def loss(self, check_type: str, chosen: str = "") -> int:
        """The dice added to a check of that type, ``chosen`` being the attribute written on the state."""
        kinds = ("all", check_type, "chosen") if chosen == check_type else ("all", check_type)
        return sum(dice for kind, dice in self.dice.items() if kind in kinds)

    @property
    def threshold(self) -> int:
        """Counted rounds until something happens; 0 where nothing counts."""
        return self.expires_after or self.kills_after or self.every


class StateDef(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One row of the table.

    ``first_aid`` tends the state, removes it, or does nothing. ``collapses``: a transient state gained beside it brings
    unconsciousness. ``on_gain`` are states gained along with it. ``repeat`` says what gaining it again does.
    ``worsens_to`` is the severe state two minor ones become, ``treated_to`` the minor one a treated severe one becomes,
    ``merges_into`` what both sides of a pair become. ``rest_minutes``, ``sleep_minutes`` and ``heals_minutes`` end it
    outside rounds, ``ended_by`` names another end. After ``suggested_rounds`` the GM is asked whether it ends (Q-K30).
    """

    id: str
    name: Name
    kind: Kind
    help: Name = Name("", "")
    first_aid: Literal["tend", "remove", "none"] = "none"
    first_aid_difficulty: Figure = 0
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
    rest_minutes: Minutes = 0
    sleep_minutes: Minutes = 0
    heals_minutes: Minutes = 0
    suggested_rounds: Count = 0

    def form(self, tended: bool) -> Form:
        """The form in force."""
        return self.tended if tended else self.untended


class Source(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One row: something that hurts, and the states it may give, the likeliest first."""

    id: str
    name: Name
    states: tuple[str, ...]


class _Sound:
    """What has to be right about all states together, and about what refers to them."""

    def __init__(self, key: str, problems: list[Problem]) -> None:
        self.key = key
        self.problems = problems

    def refuse(self, i: int, field: tuple[str | int, ...], value: Any, allowed: Msg) -> None:
        self.problems.append(
            Problem(path=(self.key, i, *field), message=Msg("not allowed here"), found=shown(value), allowed=allowed)
        )

    def refers(self, i: int, field: tuple[str | int, ...], word: str, allowed: Sequence[str]) -> None:
        if word and word not in allowed:
            self.refuse(i, field, word, nearest(word, allowed))

    def states(self, found: list[tuple[int, StateDef]]) -> None:
        """Every state another one leads to is there and of the right kind, and no gain goes round in a circle."""
        rows = {row.id: row for _, row in found}
        kinds = {kind: tuple(k for k, row in rows.items() if row.kind == kind) for kind in ("minor", "severe")}
        for i, row in found:
            if row.kind == "minor" and not row.worsens_to:
                self.refuse(i, ("worsens_to",), "", nearest("", kinds["severe"]))
            self.refers(i, ("worsens_to",), row.worsens_to, kinds["severe"])
            self.refers(i, ("treated_to",), row.treated_to, kinds["minor"])
            self.refers(i, ("merges_into",), row.merges_into, [k for k, r in rows.items() if not r.merges_into])
            if row.merges_into and not row.sided:
                self.refuse(i, ("merges_into",), row.merges_into, Msg("only with sided = true"))
            for n, other in enumerate(row.on_gain):
                self.refers(i, ("on_gain", n), other, tuple(rows))
                if row.id in _gained(rows, other, ()):
                    self.refuse(i, ("on_gain", n), other, Msg("no state that gives {state} again", {"state": row.id}))
            for name, form in (("untended", row.untended), ("tended", row.tended)):
                self.refers(i, (name, "gives"), form.gives, tuple(rows))
                if bool(form.gives) != bool(form.every):
                    self.refuse(i, (name, "every"), form.every, Msg("rounds, and a state it gives"))
                if sum(map(bool, (form.expires_after, form.every, form.kills_after))) > 1:
                    self.refuse(
                        i,
                        (name,),
                        form.threshold,
                        Msg("one of {words}", {"words": "expires_after, every, kills_after"}),
                    )

    def sources(self, found: list[tuple[int, Source]]) -> None:
        """Every source gives states, none of them severe (LP-INJ-027)."""
        for i, row in found:
            if not row.states:
                self.refuse(i, ("states",), [], Msg("a list of states"))
            for n, state in enumerate(row.states):
                self.refers(i, ("states", n), state, [k for k, s in STATES.items() if s.kind != "severe"])


def _gained(rows: Mapping[str, StateDef], state: str, seen: tuple[str, ...]) -> tuple[str, ...]:
    """The states that come with that one, itself among them."""
    if state in seen or state not in rows:
        return seen
    seen = (*seen, state)
    for also in rows[state].on_gain:
        seen = _gained(rows, also, seen)
    return seen


SOUND[StateDef] = lambda found, problems: _Sound("state", problems).states(found)
SOUND[Source] = lambda found, problems: _Sound("source", problems).sources(found)
STATES: dict[str, StateDef] = table("lawn/states.toml", "state", StateDef)
SOURCES: dict[str, Source] = table("lawn/sources.toml", "source", Source)
