"""What single traits of table 2 do, from Tenacious to Decorous (chapter "Traits").

Covers LP-TRT-119, -119b (Tenacious), -122 to -123c (Confident, Arrogant: storing and placing faces), -124b (Candid),
-125 to -125c (Persistent) and -130c, -130d (Decorous). Figures and grants are rows of the table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Any

from msgspec.structs import replace

from ...core.messages import N_
from ...core.model import Command, Msg, Question, Rejected, Who
from ...core.ruleset import Tx as CoreTx
from . import (
    abilities,
    alterations,
    checks,
    leading,
    negotiation,
    outcomes,
    pools,
    questions,
    resets,
    settling,
    sheets,
    trait_table,
    traits,
)
from .abilities import Operation, Use, UseAbility
from .alterations import Plan, Throw
from .crisis import OUTLIVES
from .negotiation import Option
from .outcomes import Result
from .settling import mark, result
from .state import Check, LawnState, Person
from .traits_luck import INVESTED, holder, note

Tx = CoreTx[LawnState]

TENACIOUS, CONFIDENT, ARROGANT = "tenacious", "confident", "arrogant"
PERSISTENT, DECOROUS = "persistent", "decorous"
TENACIOUS_RESETS = 2
STORE_COST = 1
OPEN_SPECIALTIES = ("sincerity", "agility")
CHECKS, DEGREE_FACE = "persistent_checks", "degree_face"
OTHER_DEGREE = "other_degree"
THRESHOLD = 4
ON_CHECKS, ON_POINTS = "on_checks", "on_points"
LOWER = "persistent_lower"
HIGHEST_DEGREE_FACE = 30
SPEED = "speed"

questions.WORDING["ability_open"] = N_("{who}, {ref}: acting openly, without a lie or anything concealed?")
questions.WORDING[LOWER] = N_("{who}: lower which threshold to 3, the number of checks or the points in one?")
questions.ANSWERS["ability_open"] = abilities.confirmed
settling.ASKED.add("ability_open")
OUTLIVES.add(LOWER)


class RaiseDifficulty(Command, frozen=True, tag="lawn.raise-difficulty"):
    """The decorous make a check that demands degree harder by one step, where their degree face is too high for it
    (LP-TRT-130d)."""

    who: str
    check: str = ""


# 19 Tenacious --------------------------------------------------------------------------------------------------------


def _critically_failed(tx: Tx, check: Check, came: Result) -> None:
    """A critical failure that stands makes two expended abilities ready (LP-TRT-119, Q-TRT-15)."""
    person = tx.state.person(check.who)
    if came.outcome == "critical_failure" and isinstance(person, Person) and traits.has(person, TENACIOUS):
        resets.grant(tx, check.who, TENACIOUS_RESETS, TENACIOUS)


def _shift(state: LawnState, use: Use) -> Plan | Rejected:
    """One die by one up or down, within what it can show (LP-TRT-119b, Q-CHK-06)."""
    check, place, by = use.check, use.said.position, use.said.by
    assert check is not None
    if not 1 <= place <= len(check.dice):
        return alterations.out_of_bounds("position", 1, len(check.dice), place)
    if by not in (1, -1):
        return alterations.out_of_bounds("by", -1, 1, by)
    die = check.dice[place - 1]
    if not outcomes.fits(die.face + by, die.sides or None):
        return Rejected("dice-impossible", {"face": die.face + by, "sides": die.sides})
    return alterations.turned(check, place, die.face + by)


def _shifts(state: LawnState, use: Use) -> Iterable[tuple[UseAbility, Msg]]:
    """Every die moved either way, what comes of it the best first."""
    assert use.check is not None
    check, found = use.check, []
    for place in range(1, len(check.dice) + 1):
        for by in (1, -1):
            said = replace(use.said, position=place, by=by)
            plan = _shift(state, replace(use, said=said))
            if isinstance(plan, tuple):
                came = settling.judged(check, tuple(die.face for die in plan if not isinstance(die, Throw)))
                found.append((negotiation.BETTER[came.outcome], came.degree, said))
    for _, _, said in sorted(found, key=lambda row: row[:2], reverse=True):
        label = Msg(
            "{who}: {ability}, die {position} by {by}",
            {
                "who": Who(use.who),
                "ability": abilities.ability_name(use.ability),
                "position": said.position,
                "by": f"{said.by:+d}",
            },
        )
        yield said, label


settling.SETTLED.append(_critically_failed)
abilities.OPERATIONS["shift"] = Operation(plan=_shift, uses=_shifts)


# 22 Confident, 23 Arrogant -------------------------------------------------------------------------------------------


def _store_cost(state: LawnState, person: Person) -> int:
    return STORE_COST if traits.has(person, CONFIDENT) or traits.has(person, ARROGANT) else 0


def _store_barred(state: LawnState, check: Check, use: str) -> Rejected | None:
    """On a critical failure the confident place and do not store, the arrogant store and do not place (LP-TRT-122b,
    -122c, -123b, -123c)."""
    bars = {"store": CONFIDENT, "lay": ARROGANT}
    if use not in bars or not traits.has(state.entities[check.who], bars[use]):
        return None
    if result(check).outcome != "critical_failure":
        return None
    return Rejected("critical-keeps-faces" if use == "store" else "critical-takes-no-faces", {"who": Who(check.who)})


def storing(state: LawnState, check: Check) -> tuple[Option, ...]:
    """Storing a face of the check, which leaves it as it is, where it is allowed and paid for (LP-TRT-122b, -123b)."""
    person = state.entities[check.who]
    cost = _store_cost(state, person)
    if not cost or alterations.barred(state, check, "store") is not None or sheets.lacks(person, cost) is not None:
        return ()
    label = Msg("a face stored, for a point of potential")
    now = Fraction(int(negotiation.passes(check, result(check))))
    return (Option(kind="store", label=label, success=now, dice=settling.faces(check), form=f"store {check.who}"),)


alterations.STORING.append(_store_cost)
alterations.BARS.append(_store_barred)
negotiation.OFFERS.append(storing)


# 24 Candid -----------------------------------------------------------------------------------------------------------


def _open_dice(state: LawnState, use: Use) -> Plan | Rejected:
    assert use.check is not None
    count = min(abilities.amount(state, use), alterations.MOST_ON_TABLE - len(use.check.dice))
    return alterations.behind(use.check.dice, (Throw(use.check.difficulty, "trait"),) * count)


def _open_reset(tx: Tx, use: Use) -> None:
    """Sincerity or Agility is ready again at once (LP-TRT-124b)."""
    for key in OPEN_SPECIALTIES:
        if abilities.reset(tx, use.who, key):
            return


def _open_uses(state: LawnState, use: Use) -> Iterable[tuple[UseAbility, Msg]]:
    label = Msg(
        "{who}: {ability} {dice}",
        {
            "who": Who(use.who),
            "ability": abilities.ability_name(use.ability),
            "dice": f"+{abilities.amount(state, use)}",
        },
    )
    yield use.said, label


abilities.OPERATIONS["open_boost"] = Operation(
    plan=_open_dice, do=_open_reset, adds=True, uses=_open_uses, asks="ability_open"
)


# 25 Persistent -------------------------------------------------------------------------------------------------------


def invested(check: Check) -> int:
    """The points of potential invested in a check so far."""
    return sum(paid.points for paid in check.spent if paid.what in INVESTED)


def _invested(tx: Tx, before: Check, check_id: str, kind: str, points: int) -> None:
    """Count the checks with potential in them, and the points in one (LP-TRT-125, -125b)."""
    if kind not in INVESTED or not traits.has(tx.state.entities[before.who], PERSISTENT):
        return
    so_far = invested(before)
    if not so_far:
        _count(tx, before.who, traits.counter(tx.state.entities[before.who], CHECKS) + 1)
    if so_far < THRESHOLD <= so_far + points:
        _for_points(tx, tx.state.checks[check_id])


def _count(tx: Tx, who: str, count: int, threshold: int = THRESHOLD) -> None:
    """Write the count of checks down; at the threshold it starts anew, and an ability is ready again."""
    full = count >= threshold
    sheets.set_counter(tx, who, CHECKS, 0 if full else count, PERSISTENT)
    if full:
        resets.grant(tx, who, 1, PERSISTENT)


def _for_points(tx: Tx, check: Check) -> None:
    """Once for each check (LP-TRT-125b)."""
    if PERSISTENT not in check.noted:
        note(tx, check.id, PERSISTENT)
        resets.grant(tx, check.who, 1, PERSISTENT)


def _nearly(state: LawnState, who: str) -> Check | None:
    """A check of somebody on the table that is one point short of the threshold."""
    return next(
        (
            check
            for check in state.checks.values()
            if check.who == who
            and check.status == "rolled"
            and invested(check) == THRESHOLD - 1
            and PERSISTENT not in check.noted
        ),
        None,
    )


def _one_at_a_time(state: LawnState, use: Use) -> Rejected | None:
    """Both uses at once would not add up: each lowers a threshold to 3 and lets it go back at once (Q-TRT-19)."""
    return Rejected("one-use-at-a-time", {"who": Who(use.who)}) if use.said.number > 1 else None


def _lower(tx: Tx, use: Use) -> None:
    """Ask which of the two thresholds is lowered (LP-TRT-125c)."""
    value = ON_POINTS if _nearly(tx.state, use.who) is not None else ON_CHECKS
    questions.ask(tx, LOWER, who=use.who, value=value, choices=(ON_CHECKS, ON_POINTS))


def _lowered(tx: Tx, question: Question, value: str) -> Rejected | None:
    who = question.who
    if value == ON_CHECKS:
        _count(tx, who, traits.counter(tx.state.entities[who], CHECKS), THRESHOLD - 1)
    elif (check := _nearly(tx.state, who)) is not None:
        _for_points(tx, check)
    return None


alterations.PAID.append(_invested)
abilities.OPERATIONS["lower_threshold"] = Operation(refuse=_one_at_a_time, do=_lower)
questions.ANSWERS[LOWER] = _lowered


# 30 Decorous ---------------------------------------------------------------------------------------------------------


def _bad_face(state: LawnState, use: Use) -> Rejected | None:
    if 1 <= use.said.number <= HIGHEST_DEGREE_FACE:
        return None
    return alterations.out_of_bounds("number", 1, HIGHEST_DEGREE_FACE, use.said.number)


def _other_face(tx: Tx, use: Use) -> None:
    """From now on another face is degree, on the table as well (LP-TRT-130c)."""
    sheets.set_counter(tx, use.who, DEGREE_FACE, use.said.number, DECOROUS)
    alterations.reread(tx, use.who)


abilities.OPERATIONS["degree_face"] = Operation(refuse=_bad_face, do=_other_face)


def faces_of_degree(state: LawnState, check: Check) -> tuple[Option, ...]:
    """The face on the table that would give a success the most degree, where it gives more than the present one.

    The dice stay as they lie, so the chance is certain; the change is for good (LP-TRT-130c).
    """
    person, ability = state.entities[check.who], trait_table.ABILITIES[OTHER_DEGREE]
    now = result(check)
    if not traits.has(person, DECOROUS) or not abilities.ready(person, ability) or not outcomes.is_success(now.outcome):
        return ()
    came = {face: result(_read_by(check, face)) for face in dict.fromkeys(settling.faces(check)) if face >= 1}
    best = max(came, key=lambda face: came[face].degree, default=0)
    if not best or came[best].degree <= now.degree:
        return ()
    label = Msg(
        "{who}: {ability}, {face} counts as degree",
        {"who": Who(check.who), "ability": abilities.ability_name(ability), "face": best},
    )
    return (
        Option(
            kind="ability",
            label=leading.spared(check, check.who, label),
            success=Fraction(int(negotiation.passes(check, came[best]))),
            dice=settling.faces(check),
            command=UseAbility(who=check.who, ability=OTHER_DEGREE, number=best),
        ),
    )


def _read_by(check: Check, face: int) -> Check:
    return replace(check, reading=replace(check.reading, degree_face=face))


negotiation.OFFERS.append(faces_of_degree)


def demands_degree(check: Check) -> bool:
    """Whether a check asks for degree: a least one, steps by degree, or the intention of a speed check (LP-MOV-032)."""
    return bool(check.required or any(check.graded[1:]) or check.purpose == SPEED)


def may_raise(state: LawnState, check: Check) -> bool:
    """Whether the decorous may make the check harder: no die of it shows their degree face (LP-TRT-130d)."""
    person = state.entities[check.who]
    if not traits.has(person, DECOROUS) or check.status != "owed" or not demands_degree(check):
        return False
    faces = pools.faces_of(state, check)
    room = check.difficulty + outcomes.DIFFICULTY_STEP <= pools.LARGEST_DIFFICULTY
    return bool(faces) and room and faces < traits.counter(person, DEGREE_FACE, 1)


def _raise(c: RaiseDifficulty, tx: Tx) -> Rejected | None:
    person = holder(tx.state, c.who, DECOROUS)
    if isinstance(person, Rejected):
        return person
    check = tx.state.checks.get(c.check) if c.check else _first_to_raise(tx.state, c.who)
    if check is None or check.who != c.who or check.status != "owed":
        return Rejected("no-check-owed", {"who": Who(c.who)})
    if not may_raise(tx.state, check):
        return Rejected("degree-in-reach", {"who": Who(c.who), "check": checks.title(check)})
    mark(tx, check.id, difficulty=check.difficulty + outcomes.DIFFICULTY_STEP)
    return None


def _first_to_raise(state: LawnState, who: str) -> Check | None:
    owed = [check for check in state.checks.values() if check.who == who and check.status == "owed"]
    return next((check for check in owed if may_raise(state, check)), owed[0] if owed else None)


def early(state: LawnState, check: Check) -> tuple[Option, ...]:
    """The harder check of the decorous, with its chance."""
    if not may_raise(state, check):
        return ()
    harder = replace(check, difficulty=check.difficulty + outcomes.DIFFICULTY_STEP)
    found = negotiation.before(state, harder)
    label = Msg("{who} raises it to D{difficulty}", {"who": Who(check.who), "difficulty": harder.difficulty})
    command = RaiseDifficulty(who=check.who, check=check.id)
    return (Option(kind="ability", label=label, success=found.passed, command=command),) if found is not None else ()


negotiation.EARLY.append(early)

DECIDE: Mapping[type[Command], Callable[[Any, Tx], Rejected | None]] = {RaiseDifficulty: _raise}
