"""Hands, feet and eyes: what somebody can use, and which checks an injury rules out (chapter "Injury states").

Covers LP-INJ-051, -052, -054, -057 to -059 and -063 as far as they refuse; the dice that a tended hand costs are lines
of the pool (``injuries.dice_lines``). A check is made with a hand only where it says so.
"""

from __future__ import annotations

from ...core.model import Rejected, Who, terms_of
from . import injuries
from .state import Person
from .tables import SIDES

BOTH = "both"
HANDS = (*SIDES, BOTH)
SIGHT = ("sight",)
"""Purposes of checks that need eyes; listening and feeling do not (LP-INJ-057)."""


def usable(person: Person, part: str) -> tuple[str, ...]:
    """The sides of a pair (``hand`` or ``foot``) that can be used: none, one or both of ``left`` and ``right``."""
    gone = set(injuries.disabled(person))
    if {part, "feet" if part == "foot" else part + "s"} & gone:
        return ()
    return tuple(side for side in SIDES if f"{part}:{side}" not in gone)


def hand(person: Person) -> str:
    """The hand the person would use: the dominant one, the other where that one is hurt; empty where neither works.

    Whoever is at home with both hands is dealt with as right-handed: it changes nothing (LP-CHR-004).
    """
    free = usable(person, "hand")
    hurt = {i.side for i in person.states if injuries.form(i).by_hand and i.side}
    habit = "right" if person.dominant == BOTH else person.dominant
    order = sorted(free, key=lambda side: (side in hurt, side != habit))
    return order[0] if order else ""


def no_hand(person: Person, which: str) -> Rejected | None:
    """The refusal of work with that hand (``left``, ``right`` or ``both``; empty: none); LP-INJ-051, -052."""
    if which and which not in HANDS:
        return Rejected("not-a-choice", {"field": "hand", "value": which, "allowed": terms_of("mark", HANDS)})
    if which and not set(SIDES if which == BOTH else (which,)) <= set(usable(person, "hand")):
        return Rejected("hand-out-of-use", {"who": Who(person.id), "hand": which})
    return None


def no_kick(person: Person) -> Rejected | None:
    """The refusal of a kick by somebody with no foot to kick with (LP-INJ-054)."""
    return None if usable(person, "foot") else Rejected("no-usable-foot", {"who": Who(person.id)})


def sees(person: Person) -> bool:
    """False for whoever has lost the use of both eyes (LP-INJ-057, -063)."""
    return "eyes" not in injuries.disabled(person)


def barred(person: Person, purpose: str, which: str) -> Rejected | None:
    """The refusal of a check that a hurt hand or lost sight rules out."""
    if purpose in SIGHT and not sees(person):
        return Rejected("cannot-see", {"who": Who(person.id)})
    return no_hand(person, which)
