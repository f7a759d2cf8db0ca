"""A check as a negotiation: its chances before the roll, and what every option on the table would make of it.

Covers LP-CHK-036 to -038, -040, -050 and -062 as far as they are shown. Each option carries its exact chance given the
dice that lie there, before it is taken; what the rules bar is not listed. The screen's side is ``negotiation_board``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations

import msgspec
from msgspec.structs import replace

from ...core.model import Command, Msg, Name, Rejected, Who
from ...core.ruleset import Tx as CoreTx
from . import alterations, checks, outcomes, pools, sheets, teamwork
from .chances import Chances, Dice, chances
from .outcomes import OUTCOMES, Result
from .settling import HELD, HOLDS, go_on, judged, mark, result, standing
from .state import Check, Die, LawnState

Tx = CoreTx[LawnState]

MOST_SWAPPED = 12
FORGONE: Mapping[str, Name] = {"composure": Name("聚精会神", "composure"), "undo": Name("挽回", "undo")}
"""What is proposed about a critical failure and may be left, by what it is called."""
BETTER = {
    outcome: -place
    for place, outcome in enumerate(("critical_success", "success", "failure", "automatic_failure", "critical_failure"))
}
assert set(BETTER) == set(OUTCOMES)

STAYS = "failures_stay"
"""The switch that keeps failed checks on the table until the GM closes them."""

OFFERS: list[Callable[[LawnState, Check], tuple[Option, ...]]] = []
"""Chapters whose abilities may do something to a check on the table add a function here."""

EARLY: list[Callable[[LawnState, Check], tuple[Option, ...]]] = []
"""Chapters whose abilities may do something about a check before its roll add a function here."""


PROPOSES: list[Callable[[LawnState, Check], Command | None]] = []
"""What is proposed for a check on the table in place of closing it; its chapter makes the task (LP-FOC-015)."""


class Option(msgspec.Struct, frozen=True, kw_only=True):
    """Something that may be done about a check on the table, and the exact chance that it passes then.

    ``command`` does it; where a word is missing, ``form`` is the beginning of its line. ``dice`` are the faces as they
    would lie, None for one to be thrown. ``granted``: nothing on the sheet pays for it, the GM allows it.
    """

    kind: str
    label: Msg
    success: Fraction
    dice: tuple[int | None, ...] = ()
    command: Command | None = None
    form: str = ""
    granted: bool = False


class Forgo(Command, frozen=True, tag="lawn.forgo"):
    """Leave what could undo a critical failure (``composure``, ``undo``): it is no longer proposed for that check.

    The check settles where nothing else keeps it on the table, the GM's word (``hold``) included. Rejected with
    ``no-open-check``, ``nothing-proposed``.
    """

    who: str
    what: str
    check: str = ""


# Chances -------------------------------------------------------------------------------------------------------------


def chances_of(check: Check, dice: Dice, sides: int | Sequence[int] = 0) -> Chances:
    """The chances of a check whose dice lie like that, read as its owner reads them.

    Dice to come have its own size unless another is said, or one for each. An outcome that stands is certain.
    """
    size = sides or check.difficulty
    wanted = check.wanted or (check.difficulty if check.special == "legendary" else 0)
    if check.stands:
        came = standing(check.stands)
        passed = _standing_passes(check, dice, size)
        return Chances(passed, Fraction(came == "critical_success"), Fraction(came == "critical_failure"))
    return chances(dice, size, special=check.special, wanted=wanted, required=check.required, reading=check.reading)


def _standing_passes(check: Check, dice: Dice, sides: int | Sequence[int]) -> Fraction:
    """The chance that a check whose outcome stands passes: its degree may still change."""
    if not outcomes.is_success(standing(check.stands)):
        return Fraction(0)
    sizes = (sides,) * len(dice) if isinstance(sides, int) else tuple(sides)
    counted = check.reading.degree_face
    row = [Fraction(1)]
    for size in sizes[: dice.count(None)]:
        one = Fraction(int(1 <= counted <= size), size)
        row = [a * (1 - one) + b * one for a, b in zip((*row, Fraction(0)), (Fraction(0), *row), strict=True)]
    least = max(0, check.required - dice.count(counted))
    return sum(row[least:], Fraction(0))


def anew(check: Check) -> Check:
    """The check as it reads once all its dice are thrown anew: no outcome stands any more (Q-CHK-14)."""
    return replace(check, stands="")


def planned(check: Check, plan: alterations.Plan) -> tuple[tuple[int | None, ...], Chances]:
    """The dice as a plan would have them lie, None for one to be thrown, and the chances of the check then."""
    dice = tuple(item.face if isinstance(item, Die) else None for item in plan)
    sizes = tuple(item.sides for item in plan if isinstance(item, alterations.Throw))
    return dice, chances_of(check, dice, sizes)


def read_now(state: LawnState, check: Check) -> Check:
    """An announced check with the reading that its dice would have if they were rolled now."""
    return replace(check, reading=pools.reading(state, check.who, check.type, check.purpose)) if check.type else check


def before(state: LawnState, check: Check) -> Chances | None:
    """The chances of a check before its roll; None while its difficulty is missing."""
    sides = pools.faces_of(state, check)
    if not sides:
        return None
    return chances_of(replace(read_now(state, check), difficulty=sides), pools.row(state, check), sides)


def proposal(state: LawnState, check: Check) -> Command | None:
    """What is proposed for a check on the table in place of closing it, if anything."""
    return next((command for hook in PROPOSES if (command := hook(state, check)) is not None), None)


def options(state: LawnState, check: Check) -> tuple[Option, ...]:
    """What may be done about a check on the table, each with the chance that it passes then."""
    if check.status != "rolled":
        return ()
    if check.final:
        return ()
    person = state.entities[check.who]
    which = "" if checks.rolled(state, check.who) is check else check.id
    locked = bool(pools.lock(state, check))
    stored = person.stored if alterations.barred(state, check, "lay") is None else ()
    free = person.sheet in (None, sheets.BLANK)
    alone = _alone(check, stored, which, pools.tail(state, check), locked, free)
    helped = () if locked or check.closed else tuple(_helped(state, check))
    paid = tuple(option for offer in OFFERS for option in offer(state, check))
    if free:
        return (*alone, *helped, *paid)
    # Whoever has a sheet pays from it; what costs nothing is the GM's to grant, and comes last.
    return (*paid, *helped, *(o if o.kind == "lay" else _granted(o) for o in alone))


def _granted(option: Option) -> Option:
    return replace(option, label=Msg("the GM grants: {what}", {"what": option.label}), granted=True)


@lru_cache(maxsize=256)
def _alone(
    check: Check, stored: tuple[int, ...], which: str, tail: tuple[int, ...], locked: bool, free: bool
) -> tuple[Option, ...]:
    """What may be done without anybody else; where nobody keeps potential a die of it is ``free``."""
    return (*_throws(check, which, tail, locked, free), *_changes(check, stored, which))


def _helped(state: LawnState, check: Check) -> Iterator[Option]:
    """Companions whose Teamwork is left."""
    for helper in teamwork.helpers(state, check):
        count = pools.help_dice(state, helper.id)
        dice, found = planned(
            check, alterations.behind(check.dice, (alterations.Throw(check.difficulty, "helper"),) * count)
        )
        yield Option(
            kind="help",
            label=Msg("{who} helps: {dice} more dice", {"who": Who(helper.id), "dice": count}),
            dice=dice,
            success=found.passed,
            form=f"assist {helper.id} {check.who}",
        )


def _throws(check: Check, which: str, tail: tuple[int, ...], locked: bool, free: bool) -> Iterator[Option]:
    """Options that throw dice; ``tail`` are the faces that always come last."""
    table = checks.faces(check)
    barred = checks.result(check).outcome == "critical_failure"
    full = len(table) >= alterations.MOST_ON_TABLE
    more = alterations.Throw(check.difficulty, "potential")

    def option(kind: str, label: Msg, plan: alterations.Plan, command: Command, read: Check = check) -> Option:
        dice, found = planned(read, plan)
        return Option(kind=kind, label=label, success=found.passed, dice=dice, command=command)

    if free and not barred and not full and not check.closed:
        yield option(
            "append",
            Msg("one more die"),
            alterations.behind(check.dice, (more,)),
            alterations.AppendDice(who=check.who, origin="potential", check=which),
        )
    # What stands and passes (Composure) cannot be bettered: only a reroll would take it away.
    if not barred and not (check.stands and passes(check, checks.result(check))):
        count = alterations.base_dice(check)
        throws = (alterations.Throw(check.first or check.difficulty, "base"),) * count
        yield option(
            "reroll",
            Msg("reroll of the base dice ({count})", {"count": count}),
            (*throws, *alterations.laid(tail, alterations.TAIL)),
            alterations.Reroll(who=check.who, check=which),
            anew(check),
        )
        single = _best_single(check, table)
        if single is not None:
            position, dice = single
            yield Option(
                kind="reroll_one",
                label=Msg("reroll of die {position} alone", {"position": position}),
                success=chances_of(check, dice, check.dice[position - 1].sides).passed,
                dice=dice,
                command=alterations.Reroll(who=check.who, positions=(position,), check=which),
            )
    if not full and not locked and not check.closed:
        yield option(
            "prepend",
            Msg("one die in front"),
            alterations.in_front(check.dice, (more,)),
            alterations.AppendDice(who=check.who, origin="trait", front=True, check=which),
        )


def _best_single(check: Check, table: tuple[int, ...]) -> tuple[int, tuple[int | None, ...]] | None:
    """The die whose reroll alone helps most, and the dice as they lie then; None where the check passes anyway."""
    if not table or passes(check, checks.result(check)):
        return None
    rows = [
        (position, (*table[: position - 1], None, *table[position:]))
        for position in range(1, len(table) + 1)
        if check.dice[position - 1].sides
    ]
    return max(rows, key=lambda row: (chances_of(check, row[1], check.dice[row[0] - 1].sides).passed, -row[0]))


def _changes(check: Check, stored: tuple[int, ...], which: str) -> Iterator[Option]:
    """Options that change dice without a throw, where they better the outcome: the best of each kind."""
    table = checks.faces(check)
    reach = range(1, min(len(table), MOST_SWAPPED) + 1)
    swaps = [
        (
            _swapped(table, i, j),
            Msg("dice {one} and {other} swapped", {"one": i, "other": j}),
            alterations.AlterDie(who=check.who, position=i, swap=j, check=which),
        )
        for i, j in combinations(reach, 2)
    ]
    shifts = [
        (
            _shifted(table, i, by),
            Msg("die {position} moved by {by}", {"position": i, "by": f"{by:+d}"}),
            alterations.AlterDie(who=check.who, position=i, by=by, check=which),
        )
        for i in range(1, len(table) + 1)
        for by in (1, -1)
        if check.dice[i - 1].sides and outcomes.fits(table[i - 1] + by, check.dice[i - 1].sides)
    ]
    laid = [
        (
            (*faces, *table),
            Msg("{faces} laid in front", {"faces": " ".join(map(str, faces))}),
            alterations.LayFaces(who=check.who, faces=faces, check=which),
        )
        for faces in _orders(stored)
    ]
    for kind, rows in (("swap", swaps), ("shift", shifts), ("lay", laid)):
        worths = [_worth(check, faces) for faces, _, _ in rows]
        if worths and max(worths) > _worth(check, table):
            faces, label, command = rows[worths.index(max(worths))]
            yield Option(kind=kind, label=label, success=Fraction(int(max(worths)[0])), dice=faces, command=command)


def _orders(stored: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Every way to lay some of the stored faces: a store is small."""
    rows: list[tuple[int, ...]] = [()]
    for row in rows:
        left = list(stored)
        for face in row:
            left.remove(face)
        rows.extend((*row, face) for face in dict.fromkeys(left))
    return rows[1:]


def _swapped(table: tuple[int, ...], i: int, j: int) -> tuple[int, ...]:
    faces = list(table)
    faces[i - 1], faces[j - 1] = faces[j - 1], faces[i - 1]
    return tuple(faces)


def _shifted(table: tuple[int, ...], position: int, by: int) -> tuple[int, ...]:
    return (*table[: position - 1], table[position - 1] + by, *table[position:])


def passes(check: Check, came: Result) -> bool:
    """Whether that result passes the check, the degree it asks for included."""
    return outcomes.passed(came.outcome, came.degree, check.required or None)


def stays(state: LawnState, check: Check) -> bool:
    """Whether a check that has failed stays on the table although nobody said so.

    With the switch for it, and where its owner, a player character who has a sheet to pay from, or somebody who helps
    could still do something about it (LP-CHK-038, LP-POT-006).
    """
    if state.options.get(STAYS) is not True:
        return False
    person = state.entities[check.who]
    if person.kind != "pc" or person.sheet in (None, sheets.BLANK) or passes(check, result(check)):
        return False
    return any(not option.granted for option in options(state, check))


HOLDS.append(stays)


def _worth(check: Check, faces: tuple[int, ...]) -> tuple[bool, int, int]:
    """How good dice that lie like that are: whether they pass, the outcome, the degree of a success."""
    came = judged(check, faces)
    return passes(check, came), BETTER[came.outcome], came.degree if outcomes.is_success(came.outcome) else 0


def early(state: LawnState, check: Check) -> tuple[Option, ...]:
    """What abilities may do about an announced check, each with the chance that it passes then."""
    return tuple(option for offer in EARLY for option in offer(state, check))


# Words ---------------------------------------------------------------------------------------------------------------


KEYS = {
    "append": "+",
    "potential": "+",
    "reroll": "r",
    "reroll_one": "f",
    "prepend": "p",
    "help": "h",
    "swap": "j",
    "shift": "m",
    "lay": "g",
}
"""The keys that take an option on a screen, by its kind."""


def percent(value: Fraction) -> str:
    """An exact fraction as a percentage with one decimal, rounded half up."""
    tenths = int(value * 1000 + Fraction(1, 2))
    return f"{tenths // 10}.{tenths % 10} %"


# Decisions -----------------------------------------------------------------------------------------------------------


def forgone(check: Check, what: str) -> bool:
    """Whether its owner leaves that for this check."""
    return what in check.noted


def _forgo(c: Forgo, tx: Tx) -> Rejected | None:
    check = alterations.open_on_table(tx.state, c.who, c.check)
    if isinstance(check, Rejected):
        return check
    if c.what not in FORGONE or forgone(check, c.what):
        return Rejected("nothing-proposed")
    go_on(tx, mark(tx, check.id, noted=(*check.noted, c.what)), hold=HELD in check.noted)
    return None


DECIDE = {Forgo: _forgo}
