"""A check as a negotiation: what it promises before the roll, and what every option on the table would make of it.

Covers LP-CHK-025, -036 to -038, -040, -041, -050 and -062 as far as they are shown, and the tasks of all checks. Each
option carries its exact chance given the dice that lie there, before it is taken; what the rules bar is not listed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations

import msgspec
from msgspec.structs import replace

from ...core.model import Command, Field, Msg, Name, Who
from ...core.phases import Task
from ...core.views import Choice, Negotiation, Switch
from . import alterations, checks, kinds, outcomes, pools, sheets, teamwork
from .announcing import ChooseType, SwitchModifier
from .chances import Chances, Dice, chances
from .outcomes import OUTCOMES, Result
from .settling import judged, standing
from .state import Check, Die, LawnState, PoolLine
from .terms import MANNER_NAMES, OUTCOME_NAMES, TYPE_NAMES, term

MOST_SWAPPED = 12
SHOWN_DEGREES = 3
BETTER = {
    outcome: -place
    for place, outcome in enumerate(("critical_success", "success", "failure", "automatic_failure", "critical_failure"))
}
assert set(BETTER) == set(OUTCOMES)

OFFERS: list[Callable[[LawnState, Check], tuple[Option, ...]]] = []
"""Chapters whose abilities may do something to a check on the table add a function here."""

EARLY: list[Callable[[LawnState, Check], tuple[Option, ...]]] = []
"""Chapters whose abilities may do something about a check before its roll add a function here."""


class Option(msgspec.Struct, frozen=True, kw_only=True):
    """Something that may be done about a check on the table, and the exact chance that it passes then.

    ``command`` does it; where a word is missing, ``form`` is the beginning of its line. ``dice`` are the faces as they
    would lie, None for one to be thrown.
    """

    kind: str
    label: Msg
    success: Fraction
    dice: tuple[int | None, ...] = ()
    command: Command | None = None
    form: str = ""


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
    found = [
        *_alone(check, stored, which, pools.tail(state, check), locked, person.sheet in (None, sheets.BLANK)),
        *(() if locked or check.closed else _helped(state, check)),
    ]
    found.extend(option for offer in OFFERS for option in offer(state, check))
    return tuple(found)


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

    def option(kind: str, label: Msg, plan: alterations.Plan, command: Command) -> Option:
        dice, found = planned(check, plan)
        return Option(kind=kind, label=label, success=found.passed, dice=dice, command=command)

    if free and not barred and not full and not check.closed:
        yield option(
            "append",
            Msg("one more die"),
            alterations.behind(check.dice, (more,)),
            alterations.AppendDice(who=check.who, origin="potential", check=which),
        )
    if not barred:
        count = alterations.base_dice(check)
        throws = (alterations.Throw(check.first or check.difficulty, "base"),) * count
        yield option(
            "reroll",
            Msg("reroll of the base dice ({count})", {"count": count}),
            (*throws, *alterations.laid(tail, alterations.TAIL)),
            alterations.Reroll(who=check.who, check=which),
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


def _worth(check: Check, faces: tuple[int, ...]) -> tuple[bool, int, int]:
    """How good dice that lie like that are: whether they pass, the outcome, the degree of a success."""
    came = judged(check, faces)
    return passes(check, came), BETTER[came.outcome], came.degree if outcomes.is_success(came.outcome) else 0


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


def promise(state: LawnState, check: Check) -> tuple[Msg, ...]:
    """What an announced check promises: success, criticals, degrees, and what each switch would make of it."""
    found = before(state, check)
    if found is None:
        return ()
    count, sides = pools.dice_of(state, check)
    lines = [
        Msg("pool of {dice}: success {chance}", {"dice": count, "chance": percent(found.passed)}),
        Msg(
            "critical success {chance}, critical failure {other}",
            {"chance": percent(found.critical_success), "other": percent(found.critical_failure)},
        ),
    ]
    row, read = pools.row(state, check), replace(read_now(state, check), difficulty=sides)
    if not check.special:
        degrees = range(1, SHOWN_DEGREES + 1)
        reach = [chances_of(replace(read, required=degree), row).passed for degree in degrees]
        lines.append(
            Msg(
                "success of degree {degrees}",
                {"degrees": tuple(f"{n}+ {percent(chance)}" for n, chance in zip(degrees, reach, strict=True))},
            )
        )
    locked = pools.lock(state, check)
    if locked:
        lines.append(Msg("{trait}: seven dice, nothing else adds or takes any", {"trait": Msg("trait:" + locked)}))
    if check.special == "legendary" and count < sides:
        lines.append(
            Msg("every face from 1 to {sides} is needed: a pool of {dice} cannot pass", {"sides": sides, "dice": count})
        )
    for condition in pools.conditions(state, check):
        other = before(state, _switched(check, condition.name, not condition.on, state))
        assert other is not None
        text = "without {name}: {chance}" if condition.on else "with {name}: {chance}"
        lines.append(Msg(text, {"name": term(condition.name), "chance": percent(other.passed)}))
    lines.extend(
        Msg(
            "{who} can help: {chance}",
            {
                "who": Who(p.id),
                "chance": percent(chances_of(read, (*(None,) * pools.help_dice(state, p.id), *row)).passed),
            },
        )
        for p in teamwork.helpers(state, check)
    )
    lines.extend(Msg("{what}: {chance}", {"what": o.label, "chance": percent(o.success)}) for o in early(state, check))
    return tuple(lines)


def early(state: LawnState, check: Check) -> tuple[Option, ...]:
    """What abilities may do about an announced check, each with the chance that it passes then."""
    return tuple(option for offer in EARLY for option in offer(state, check))


def _switched(check: Check, name: str, on: bool, state: LawnState) -> Check:
    found = tuple(replace(c, on=on) if c.name == name else c for c in pools.conditions(state, check))
    return replace(check, conditions=found)


def offered(state: LawnState, check: Check) -> tuple[tuple[str, int, Fraction | None], ...]:
    """The types an announced check may still become, each with its pool and its chance (LP-CHK-041, Q-CHK-09)."""
    rows = []
    for kind in check.offers:
        one = replace(check, type=kind, offers=())
        found = before(state, one)
        rows.append((kind, pools.dice_of(state, one)[0], None if found is None else found.passed))
    return tuple(rows)


def table_lines(state: LawnState, check: Check) -> tuple[Msg, ...]:
    """What each option on the table would make of the check."""
    return tuple(
        Msg("{what}: {chance}", {"what": o.label, "chance": percent(o.success)}) for o in options(state, check)
    )


# Tasks ---------------------------------------------------------------------------------------------------------------


def tasks(state: LawnState) -> tuple[Task, ...]:
    """Owed checks block; a rolled one that is held open only waits to be settled."""
    out = []
    for check in state.checks.values():
        if check.serves in checks.OWN_TASKS:
            continue
        if check.status == "owed" and not check.type:
            out.append(_choose_task(state, check))
        elif check.status == "owed":
            task = checks.roll_task(state, check, "check", "check")
            out.append(replace(task, detail=(*promise(state, check), *task.detail)))
        elif check.serves not in checks.KEPT_OPEN:
            stands = checks.result(check)
            out.append(
                Task(
                    kind="settle",
                    who=check.who,
                    blocking=False,
                    detail=table_lines(state, check),
                    command=_settle(state, check),
                    what=Msg(
                        "{who}: {check} stands at {outcome}, degree {degree}: settle?",
                        {
                            "who": Who(check.who),
                            "check": checks.title(check),
                            "outcome": OUTCOME_NAMES[stands.outcome],
                            "degree": stands.degree,
                        },
                    ),
                )
            )
    return tuple(out)


def _settle(state: LawnState, check: Check) -> checks.SettleCheck:
    return checks.SettleCheck(who=check.who, check="" if checks.rolled(state, check.who) is check else check.id)


def _choose_task(state: LawnState, check: Check) -> Task:
    """The choice of a type: Enter takes the one that favours whoever rolls, or the check back from who cannot."""
    rows = offered(state, check)
    fields: dict[str, Field] = {"who": Who(check.who), "types": tuple(TYPE_NAMES[kind] for kind, _, _ in rows)}
    detail = []
    for kind, dice, chance in rows:
        one: dict[str, Field] = {"type": TYPE_NAMES[kind], "dice": dice}
        if chance is not None:
            one["chance"] = percent(chance)
        detail.append(Msg("{type}: pool of {dice}, {chance}" if chance is not None else "{type}: pool of {dice}", one))
    drop_it = checks.DropCheck(check=check.id)
    command = drop_it if checks.may_roll(state, check.who) is not None else _favoured(check, rows)
    return Task(
        kind="check_type",
        who=check.who,
        command=command,
        skip=drop_it,
        what=Msg("{who} chooses the type of the check: {types}" if rows else "{who}: which type of check?", fields),
        detail=tuple(detail),
        form=f"choose {check.who}",
    )


def _favoured(check: Check, rows: tuple[tuple[str, int, Fraction | None], ...]) -> ChooseType | None:
    """The choice of the type that favours whoever rolls."""
    best = max(rows, key=lambda row: (row[2] or Fraction(0), row[1]), default=None)
    return ChooseType(who=check.who, kind=best[0], check=check.id) if best is not None else None


# The Board -----------------------------------------------------------------------------------------------------------


def shown(state: LawnState) -> tuple[Negotiation, ...]:
    """Every check that is announced or on the table, for a screen that shows it in one place."""
    return tuple(_shown(state, check) for check in state.checks.values() if check.who in state.entities)


def _shown(state: LawnState, check: Check) -> Negotiation:
    from .words import pool_text

    lines = check.pool if check.status == "rolled" else pools.pool_lines(state, check) if check.type else ()
    if check.helpers:
        lines = (*lines, PoolLine("helper", pools.helping_dice(state, check)))
    if check.status == "owed" and (promised := pools.promised_dice(state, check)):
        lines = (*lines, PoolLine("price", promised))
    found = before(state, check) if check.status == "owed" and check.type else None
    result: Msg | None = None
    choices: tuple[Choice, ...] = ()
    switches: tuple[Switch, ...] = ()
    command: Command | None = None
    hold: Command | None = None
    chance = "" if found is None else percent(found.passed)
    if check.status == "rolled":
        came = checks.result(check)
        result = Msg("{outcome}, degree {degree}", {"outcome": OUTCOME_NAMES[came.outcome], "degree": came.degree})
        if check.special in ("reversal", "plain_reversal"):
            raw = outcomes.evaluate(checks.faces(check), check.reading)
            result = Msg("{result}, before the reversal {raw}", {"result": result, "raw": OUTCOME_NAMES[raw]})
        choices = _choices(options(state, check))
        chance = percent(Fraction(int(passes(check, came))))
        command = None if check.serves in checks.KEPT_OPEN else _settle(state, check)
    elif check.type:
        command = checks.roll_command(state, check)
        hold = replace(command, hold=True) if command is not None and check.serves not in checks.OWN_TASKS else None
        switches = tuple(
            Switch(
                name=term(c.name),
                on=c.on,
                command=SwitchModifier(who=check.who, name=c.name, off=c.on, check=check.id),
                what=_effect(c.dice, c.steps),
                chance=_turned(state, check, c.name, not c.on),
            )
            for c in pools.conditions(state, check)
        )
        choices = _choices(early(state, check))
    else:
        command = _favoured(check, offered(state, check))
        choices = tuple(
            Choice(
                kind="type",
                what=Msg("{type}: pool of {dice}", {"type": TYPE_NAMES[kind], "dice": dice}),
                chance="" if chance is None else percent(chance),
                command=ChooseType(who=check.who, kind=kind, check=check.id),
            )
            for kind, dice, chance in offered(state, check)
        )
    return Negotiation(
        id=check.id,
        who=check.who,
        what=checks.what(replace(check, difficulty=pools.faces_of(state, check))),
        manner=MANNER_NAMES[check.manner],
        pool=pool_text(lines),
        switches=switches,
        count=len(check.dice) if check.status == "rolled" else pools.pool_size(lines),
        dice=tuple((d.face, d.origin) for d in check.dice),
        result=result,
        chance=chance,
        choices=choices,
        command=command,
        hold=hold,
    )


def _choices(found: tuple[Option, ...]) -> tuple[Choice, ...]:
    return tuple(
        Choice(
            kind=o.kind,
            what=o.label,
            chance=percent(o.success),
            command=o.command,
            form=o.form,
            key=KEYS.get(o.kind, ""),
        )
        for o in found
    )


def _turned(state: LawnState, check: Check, name: str, on: bool) -> str:
    other = before(state, _switched(check, name, on, state))
    return "" if other is None else percent(other.passed)


def _effect(dice: int, steps: int) -> Msg:
    fields: dict[str, Field] = {"dice": f"{dice:+d}", "faces": f"{steps * outcomes.DIFFICULTY_STEP:+d}"}
    if dice and steps:
        return Msg("dice {dice}, difficulty {faces}", fields)
    return Msg("dice {dice}", fields) if dice else Msg("difficulty {faces}", fields)


def help_lines() -> tuple[tuple[Name, tuple[Name, ...]], ...]:
    """Every type with what it is for, then the ladder of difficulties by its faces (LP-CHK-004 to -011, -016)."""
    rows = [(row.name, tuple(use.name for use in kinds.uses(kind))) for kind, row in kinds.TYPES.items()]
    return (*rows, *((Name(rung.id, rung.id), (rung.name,)) for rung in kinds.LADDER.values()))
