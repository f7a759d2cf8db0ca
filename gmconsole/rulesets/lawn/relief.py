"""What relieves injury states, whoever does it: first aid that has succeeded, waking, putting out, breath and blood.

Covers LP-NEU-022, LP-INJ-043, -049 and LP-AID-002 to -005, -015, -016 as far as they change states. Who may help, and
the checks of help, are in ``aid``; what states are is in ``injuries``.
"""

from __future__ import annotations

from msgspec.structs import replace

from ...core.commands import unknown
from ...core.model import Command, Rejected, Who
from ...core.ruleset import Tx as CoreTx
from . import injuries
from .state import ATTRIBUTES, Injury, LawnState, Person
from .tables import STATES

Tx = CoreTx[LawnState]

ENDED_BY = {"wake": "waking", "put_out": "putting_out", "transfuse": "transfusion"}


class Tend(Command, frozen=True, tag="lawn.tend"):
    """First aid on one state has succeeded: it is tended, or gone where first aid removes it."""

    who: str
    state: str


class Restore(Command, frozen=True, tag="lawn.restore"):
    """Somebody suffocating can breathe again."""

    who: str


class PutOut(Command, frozen=True, tag="lawn.put-out"):
    """Put out the flames on somebody."""

    who: str


def _tend(c: Tend, tx: Tx) -> Rejected | None:
    return help_person(tx, c.who, "tend", c.state)


def _restore(c: Restore, tx: Tx) -> Rejected | None:
    return help_person(tx, c.who, "restore")


def _put_out(c: PutOut, tx: Tx) -> Rejected | None:
    return help_person(tx, c.who, "put_out")


def help_person(tx: Tx, who: str, does: str, state: str = "") -> Rejected | None:
    """Tend a state, wake, put out, restore the breath of or give blood to somebody, whoever does it.

    LP-NEU-022, LP-INJ-043, -049, LP-AID-015, -016.
    """
    person = tx.state.person(who)
    if not isinstance(person, Person):
        return unknown(who)
    if does == "tend":
        return _first_aid(tx, person, state)
    if does in ENDED_BY:
        found = [i for i in person.states if injuries.definition(i.id).ended_by == ENDED_BY[does]]
        if does == "wake" and found and tx.state.mode != "calm":
            found = [i for i in found if i.gained != tx.state.round]
            if not found:
                return Rejected("wakes-next-round", {"who": Who(who)})
    else:
        found = [i for i in person.states if injuries.form(i).expires_from == "restored" and not i.restored]
    if not found:
        return Rejected("nothing-to-help", {"who": Who(who)})
    if does == "restore":
        left = tuple(replace(i, restored=True, counted=0, marked=False) if i in found else i for i in person.states)
        steps = (injuries.Step("restored", i.id) for i in found)
    else:
        left = tuple(i for i in person.states if i not in found)
        steps = (injuries.Step("ended", i.id) for i in found)
    injuries.change(tx, who, left, steps, does)
    return None


def _first_aid(tx: Tx, person: Person, state: str) -> Rejected | None:
    written = injuries.read_state(state)
    if isinstance(written, Rejected):
        return written
    row = STATES[written.id]
    found = next((i for i in person.states if injuries.matches(i, written.id, written.side) and not i.tended), None)
    if found is None:
        return Rejected("state-not-there", {"state": row.name})
    if injuries.is_dead(person) or row.first_aid == "none" or (row.first_aid == "tend" and person.has_life):
        return Rejected("no-first-aid", {"who": Who(person.id), "state": row.name})
    chosen = written.attribute
    if row.attribute_when_tended and not chosen:
        chosen = ATTRIBUTES[tx.roll(1, len(ATTRIBUTES))[0] - 1]
    tend(tx, person, found, chosen)
    return None


def tend(tx: Tx, person: Person, injury: Injury, attribute: str = "") -> None:
    """First aid on that state has succeeded: it is tended, or gone where first aid removes it (LP-AID-002 to -005)."""
    if injuries.definition(injury.id).first_aid == "remove":
        after = tuple(i for i in person.states if i is not injury)
    else:
        eased = replace(injury, tended=True, counted=0, marked=False, attribute=attribute)
        after = tuple(eased if i is injury else i for i in person.states)
    what = "tended" if len(after) == len(person.states) else "ended"
    injuries.change(tx, person.id, after, (injuries.Step(what, injury.id),), "first_aid")


DECIDE = {Tend: _tend, Restore: _restore, PutOut: _put_out}
