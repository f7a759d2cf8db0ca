"""The two ladders of movement and the rules around them, as pure functions (chapter "Approach and retreat").

Covers LP-MOV-009, -016 to -028, -037 to -043, -055, -056, -058, -059, -063 and -075. A band is a word of
``state.BANDS`` (nearest first), a speed class one of ``state.SPEED_CLASSES`` (slowest first), a direction ``approach``
or ``retreat``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, TypeAlias

import msgspec

from .state import BANDS, SPEED_CLASSES

Direction: TypeAlias = Literal["approach", "retreat"]
Stops: TypeAlias = tuple[int, ...]

TOUCH, NEAR, MEDIUM, FAR, EXTREME = range(5)

AGAINST_SLOWER: Final[Mapping[str, Stops]] = {
    "powered": (TOUCH, FAR, EXTREME),
    "sprint": (TOUCH, MEDIUM, FAR, EXTREME),
    "walk": (TOUCH, MEDIUM),
    "crawl": (TOUCH, NEAR),
}
"""The stops of the step 3 ladder: against somebody static or of a lower class (LP-MOV-017 to -024)."""

AGAINST_EQUAL: Final[Mapping[str, Stops]] = {
    "powered": (TOUCH, NEAR, MEDIUM, FAR, EXTREME),
    "sprint": (TOUCH, NEAR, MEDIUM, FAR, EXTREME),
    "walk": (TOUCH, NEAR, MEDIUM),
    "crawl": (TOUCH, NEAR),
}
"""The stops of the step 5 ladder: against somebody of the same class (LP-MOV-037 to -040)."""


def rank(band: str) -> int:
    """How far away a band is: 0 for Touch to 4 for Extreme."""
    return BANDS.index(band)


def speed(speed_class: str) -> int:
    """How fast a class is: 0 for Crawl to 3 for Powered (LP-MOV-009)."""
    return SPEED_CLASSES.index(speed_class)


def lowest(*classes: str) -> str:
    """The slowest of the classes; empty ones (no cap) do not count (LP-MOV-014)."""
    return min((c for c in classes if c), key=speed)


def raised(speed_class: str, by: int) -> str:
    """The class moved up by whole classes, at most to Powered (LP-MOV-047)."""
    return SPEED_CLASSES[min(max(speed(speed_class) + by, 0), len(SPEED_CLASSES) - 1)]


def opposite(direction: Direction) -> Direction:
    """The other direction."""
    return "retreat" if direction == "approach" else "approach"


def _step(stops: Stops, band: str, direction: Direction) -> str:
    here = rank(band)
    if here > stops[-1]:
        return band
    if direction == "approach":
        return BANDS[max((s for s in stops if s < here), default=here)]
    return BANDS[min((s for s in stops if s > here), default=here)]


def step3(speed_class: str, band: str, direction: Direction) -> str:
    """The farthest end of one round's move against somebody static or slower; the start where nothing changes.

    From between two stops it goes to the next stop ahead (LP-MOV-016); beyond the ladder's end a class changes nothing
    (LP-MOV-021 to -024), and Touch is never left by approaching (LP-MOV-075).
    """
    return _step(AGAINST_SLOWER[speed_class], band, direction)


def step5(speed_class: str, band: str, direction: Direction) -> str:
    """One stop of the ladder for equal classes, after a won check (LP-MOV-037 to -040, -042)."""
    return _step(AGAINST_EQUAL[speed_class], band, direction)


def can_change(speed_class: str, band: str) -> bool:
    """True if a chase at equal class could change the band in either direction; otherwise nobody rolls (LP-MOV-043)."""
    return step5(speed_class, band, "approach") != band or step5(speed_class, band, "retreat") != band


def options(start: str, maximum: str) -> tuple[str, ...]:
    """The bands a mover may end in, the full move first and staying last (LP-MOV-026, -041)."""
    here, there = rank(start), rank(maximum)
    step = 1 if there <= here else -1
    return tuple(BANDS[i] for i in range(there, here + step, step))


def shortened(start: str, maximum: str, stop: str) -> str:
    """The end of a move by somebody content with ``stop``: no farther than that, nor than the maximum (LP-MOV-026)."""
    if not stop:
        return maximum
    low, high = sorted((rank(start), rank(maximum)))
    return BANDS[min(max(rank(stop), low), high)]


def freely(mover: str, target: str, band: str, direction: Direction) -> str:
    """The end where the target moves but neither flees from the mover nor pursues it: no chase, no check.

    ``mover`` and ``target`` are classes; an empty target class stands for static. A slower target counts like a static
    one, an equal one gives one stop of step 5, a faster one leaves the band as it is (LP-MOV-028, -058, -059).
    """
    if not target or speed(target) < speed(mover):
        return step3(mover, band, direction)
    return step5(mover, band, direction) if target == mover else band


class Part(msgspec.Struct, frozen=True):
    """One side's share in a move that both make: its class and the band it is content with (empty: the full move)."""

    speed_class: str
    stop: str = ""


def both(a: Part, b: Part, band: str, direction: Direction) -> str:
    """The end where both approach or both retreat: the faster one's step 3 move, then the slower one's.

    Either may shorten its own part; of two equals the one that does so moves second. Retreating from below Far ends at
    Far at most (LP-MOV-055, -056).
    """
    first, second = sorted((a, b), key=lambda p: (-speed(p.speed_class), bool(p.stop)))
    end = band
    for part in (first, second):
        end = shortened(end, step3(part.speed_class, end, direction), part.stop)
    if direction == "retreat" and rank(band) < FAR:
        end = BANDS[min(rank(end), FAR)]
    return end


def fits(a: str, b: str, c: str) -> bool:
    """True if the three bands of a triple can be true together: the largest exceeds the second by one band at most.

    Two at Touch of each other share a place; that stricter rule is ``places``' (LP-MOV-062, -063).
    """
    _, second, largest = sorted((rank(a), rank(b), rank(c)))
    return largest - second <= 1
