"""The passion: the specialty somebody is bent on, and the two dice it gives to related checks (chapter "Specialties").

Covers LP-SPC-010 to -013 and LP-TRT-109. The dice are a conditional modifier of the check, on where the passion is
known to be related; the GM switches it otherwise, or says what is related (``SayRelated``).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from ...core.model import Command, Rejected, Who
from ...core.ruleset import Tx as CoreTx
from . import interval, pools, sheets, traits
from .sheets import sheet_of
from .specialties import PASSION, no_such, owned, relation
from .specialty_table import row, title
from .state import ATTRIBUTES, Check, Condition, LawnState, Person, PoolLine

Tx = CoreTx[LawnState]

DICE = 2


class SetPassion(Command, frozen=True, tag="lawn.passion"):
    """Set somebody's passion, or several where a trait allows it; none takes it back.

    It is set with the sheet, before the first session, and in step 6 of session end; ``force`` is the GM's word that it
    is set just now.
    """

    who: str
    specialties: tuple[str, ...] = ()
    force: bool = False


def may_be(state: LawnState, person: Person) -> tuple[str, ...]:
    """The specialties of somebody that could be the passion now, expended ones among them (LP-SES-007)."""
    return tuple(key for key in owned(person) if _bars(state, person, key) is None)


def bad_passions(state: LawnState, person: Person, keys: tuple[str, ...]) -> Rejected | None:
    """The refusal of these passions: more than allowed, named twice, not owned, barred or bought a moment ago."""
    most = traits.passions(person)
    if len(set(keys)) != len(keys):
        return Rejected("named-twice-passion")
    if len(keys) > most:
        return Rejected("too-many-passions" if most else "no-passion", {"who": Who(person.id), "most": most})
    return next((refused for key in keys if (refused := _bars(state, person, key)) is not None), None)


def _bars(state: LawnState, person: Person, key: str) -> Rejected | None:
    held = owned(person).get(key)
    if held is None:
        return no_such(person, key)
    if not row(key).passion:
        return Rejected("never-a-passion", {"specialty": title(key)})
    session = state.campaign.session
    if held.bought and held.bought == session and not state.campaign.running:
        return Rejected("bought-just-now", {"who": Who(person.id), "specialty": title(key)})
    return None


def when(state: LawnState, person: Person) -> Rejected | None:
    """The refusal of a passion being changed at this moment (LP-SPC-012)."""
    if sheet_of(person).creation.open or interval.before_game(state):
        return None
    if state.campaign.running or state.campaign.step != interval.PASSION:
        return Rejected("passion-at-session-end", {"who": Who(person.id)})
    return None


def related(state: LawnState, check: Check) -> tuple[str, ...]:
    """The passions of whoever rolls that are known to be related to the check."""
    held = sheet_of(state.entities[check.who]).passions
    return tuple(key for key in held if relation(state, check, key) is True)


def _condition(state: LawnState, check: Check) -> tuple[Condition, ...]:
    """The two dice, once however many passions are related (LP-TRT-109).

    Only checks of an attribute ask for them; any other has them where the GM says that the passion is related.
    """
    if not sheet_of(state.entities[check.who]).passions or check.serves in pools.OWN_POOL:
        return ()
    on = bool(related(state, check))
    if (not on and check.type not in ATTRIBUTES) or pools.lock(state, check):
        return ()
    return (Condition(PASSION, DICE, on=on),)


pools.CONDITIONS.append(_condition)


def with_passion(state: LawnState, check: Check) -> Check:
    """A rolled check whose pool holds the passion's dice where they count by now: a reroll has them (LP-SPC-013)."""
    counted = any(line.why == PASSION for line in check.pool)
    if counted or pools.lock(state, check) or check.serves in pools.OWN_POOL or not related(state, check):
        return check
    return replace(check, pool=(*check.pool, PoolLine(PASSION, DICE)))


def _set(c: SetPassion, tx: Tx) -> Rejected | None:
    person = sheets.character(tx.state, c.who)
    if isinstance(person, Rejected):
        return person
    refused = (None if c.force else when(tx.state, person)) or bad_passions(tx.state, person, c.specialties)
    if refused is None:
        sheets.change(tx, c.who, passions=c.specialties)
    return refused


DECIDE: Mapping[type[Command], Callable[[Any, Tx], Rejected | None]] = {SetPassion: _set}
