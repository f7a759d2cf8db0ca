"""Kinds of check: the nine types and their uses as content, and how the dice of a special check are read.

Covers LP-CHK-004 to -013, -016, -042, -043 and the pure part of -050 to -052. The tables are
``content/lawn/checks.toml``. A special check is read from the ordered faces like any other, only by another rule.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, TypeAlias

import msgspec

from ...content import table
from ...core.model import Name
from . import outcomes
from .character import Reading
from .outcomes import FEWEST_DICE, PLAIN, Outcome, Result

Special: TypeAlias = Literal["", "legendary", "reversal", "plain_reversal"]
Manner: TypeAlias = Literal["active", "passive"]

SPECIALS: tuple[str, ...] = ("legendary", "reversal")
MANNERS: tuple[Manner, ...] = ("active", "passive")
MANNER_STEPS = 1
NO_COST = "no_cost"
SWAPPED: Mapping[Outcome, Outcome] = {
    "critical_success": "critical_failure",
    "success": "failure",
    "failure": "success",
    "critical_failure": "critical_success",
}
PLAINLY_SWAPPED: Mapping[Outcome, Outcome] = {"success": "failure", "failure": "success"}


class CheckType(msgspec.Struct, frozen=True, kw_only=True):
    """One of the nine types: the attribute it adds, empty where none, and what its focus tokens lie on."""

    id: str
    name: Name
    attribute: str = ""
    focus: str = ""


class Use(msgspec.Struct, frozen=True, kw_only=True):
    """A purpose of a type, with the tags it brings; ``passive`` purposes come up without being sought.

    ``also_of`` are further types with that purpose. An ``example`` of the book is not in its list for the type.
    """

    id: str
    type: str
    name: Name
    tags: tuple[str, ...] = ()
    passive: bool = False
    also_of: tuple[str, ...] = ()
    example: bool = False


class Tag(msgspec.Struct, frozen=True, kw_only=True):
    """A word the GM may put on a check, by which states, skills and the like find it."""

    id: str
    name: Name


class Rung(msgspec.Struct, frozen=True, kw_only=True):
    """A rung of the ladder of difficulties."""

    id: str
    faces: int
    name: Name


TYPES: dict[str, CheckType] = table("lawn/checks.toml", "type", CheckType)
USES: dict[str, Use] = table("lawn/checks.toml", "use", Use)
TAGS: dict[str, Tag] = table("lawn/checks.toml", "tag", Tag)
LADDER: dict[str, Rung] = table("lawn/checks.toml", "difficulty", Rung)


def uses(check_type: str) -> tuple[Use, ...]:
    """What checks of that type are for (LP-CHK-005 to -011); empty for emergence and initiative."""
    return tuple(use for use in USES.values() if use.type == check_type and not use.example)


def offered(check_type: str) -> tuple[Use, ...]:
    """The purposes known for checks of that type, those of the book's examples among them."""
    return tuple(use for use in USES.values() if check_type in (use.type, *use.also_of))


def words(use: Use) -> tuple[str, ...]:
    """All words that mean a purpose, in small letters."""
    return (use.id, use.name.zh, use.name.en.casefold(), *use.name.also)


def meant(purpose: str, check_type: str = "") -> str:
    """The known purpose that a word means for checks of that type; empty where there is none (LP-CHK-014).

    One that begins with a known word means it too, as "play the violin" is of those that begin with "play". Of several
    such words the longest counts.
    """
    if purpose in USES:
        return purpose
    low = purpose.casefold()
    found = offered(check_type) if check_type else tuple(USES.values())
    exact = next((use.id for use in found if low in words(use)), "")
    begun = ((len(word), use.id) for use in found for word in words(use) if _begins(low, word))
    return exact or max(begun, key=lambda pair: pair[0], default=(0, ""))[1]


def _begins(purpose: str, word: str) -> bool:
    # A Chinese purpose has no spaces to end a word; a single sign begins too many others.
    return purpose.startswith(word + " " if word.isascii() else word) and len(word) > 1


def tags_for(purpose: str, said: Iterable[str] = (), check_type: str = "") -> tuple[str, ...]:
    """The tags of a check: those of its purpose, then those the GM said (LP-CHK-014)."""
    use = USES.get(meant(purpose, check_type))
    return tuple(dict.fromkeys((*(use.tags if use is not None else ()), *said)))


def manner_of(purpose: str, check_type: str = "") -> Manner:
    """Whether a check of that purpose is active or passive unless the GM says so (LP-CHK-042)."""
    use = USES.get(meant(purpose, check_type))
    return "passive" if use is not None and use.passive else "active"


def counterpart(manner: str, difficulty: int) -> int:
    """The difficulty suggested for the same thing done the other way: active is easier by 3 (LP-CHK-043, Q-CHK-10)."""
    return outcomes.step_difficulty(difficulty, MANNER_STEPS if manner == "active" else -MANNER_STEPS)


def judge(faces: Sequence[int], special: str = "", wanted: int = 0, reading: Reading = PLAIN) -> Result:
    """Outcome and degree of a check whose dice lie like that (LP-CHK-050 to -052, Q-CHK-01, -02).

    ``wanted`` is how many faces a legendary check asks for, whatever dice it is rolled with; ``reading`` is how its
    owner reads dice.
    """
    came = outcomes.judge(faces, reading)
    if special == "legendary":
        return Result(_legendary(faces, wanted, reading), came.degree)
    swaps = {"reversal": SWAPPED, "plain_reversal": PLAINLY_SWAPPED}.get(special, {})
    return Result(swaps.get(came.outcome, came.outcome), came.degree)


def _legendary(faces: Sequence[int], wanted: int, reading: Reading) -> Outcome:
    if len(faces) < FEWEST_DICE:
        return "automatic_failure"
    raw = outcomes.evaluate(faces, reading)
    if raw == "critical_failure":
        return raw
    if missing(faces, wanted):
        return "failure"
    return "critical_success" if raw == "critical_success" else "success"


def feeds_gains(tags: Iterable[str], outcome: Outcome) -> bool:
    """Whether a failure of a check feeds what its owner gains by failing: one that costs nothing only if it is critical
    (LP-CHK-053, Q-CHK-18)."""
    return outcome == "critical_failure" or (outcomes.is_ordinary_failure(outcome) and NO_COST not in tags)


def missing(faces: Iterable[int], wanted: int) -> tuple[int, ...]:
    """The faces a legendary check still asks for."""
    present = set(faces)
    return tuple(face for face in range(1, wanted + 1) if face not in present)
