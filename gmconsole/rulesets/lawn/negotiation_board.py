"""A check as a negotiation on the screen: what it promises, what may be done about it, and the tasks of all checks.

Covers LP-CHK-025, -036 to -038, -040, -041, -050 and -062 as far as they are shown. Options and their chances are in
``negotiation``.
"""

from __future__ import annotations

from fractions import Fraction

from msgspec.structs import replace

from ...core.model import Command, Field, Msg, Name, Who
from ...core.phases import Task
from ...core.views import Choice, Negotiation, Switch
from . import checks, kinds, outcomes, pools, teamwork
from .announcing import ChooseType, SwitchModifier
from .negotiation import KEYS, Option, before, chances_of, early, options, passes, percent, proposal, read_now
from .state import Check, LawnState, PoolLine
from .terms import MANNER_NAMES, OUTCOME_NAMES, TYPE_NAMES, term

SHOWN_DEGREES = 3

# Words ---------------------------------------------------------------------------------------------------------------


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
        if check.serves in checks.OWN_TASKS and check.status == "owed":
            continue
        if check.status == "owed" and not check.type:
            out.append(_choose_task(state, check))
        elif check.status == "owed":
            task = checks.roll_task(state, check, "check", "check")
            out.append(replace(task, detail=(*promise(state, check), *task.detail)))
        elif check.serves not in checks.KEPT_OPEN and proposal(state, check) is None:
            stands = checks.result(check)
            out.append(
                Task(
                    kind="settle",
                    who=check.who,
                    blocking=False,
                    closing=True,
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
        command = proposal(state, check)
        if command is None and check.serves not in checks.KEPT_OPEN:
            command = _settle(state, check)
    elif check.type:
        command = checks.roll_command(state, check)
        hold = replace(command, hold=True) if command is not None else None
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
