"""What single traits of table 2 make of dice and of what is paid for them: Lucky, Steady, Adventurous, Bold (chapter
"Traits").

Covers LP-TRT-117 to -118c and -120 to -121b. All of it is put into the hooks of the check machinery, so that the odds
before a throw know it as well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import Any

from ...core.model import Command, Msg, Rejected, Who
from ...core.ruleset import Tx as CoreTx
from . import alterations, interval, negotiation, outcomes, pools, potential, settling, sheets, traits
from .alterations import Throw
from .negotiation import Option, anew, planned
from .outcomes import Result
from .settling import go_on, mark, result
from .state import Check, LawnState, Person

Tx = CoreTx[LawnState]

LUCKY, STEADY, ADVENTUROUS, BOLD = "lucky", "steady", "adventurous", "bold"
LUCKY_NUMBER, STEADY_X, ADVENTURE_DICE = "lucky_number", "steady_x", "adventure_dice"
INVESTED = ("potential", "reliable")
"""The kinds of potential that are invested in checks (Q-TRT-19); cash is money."""
HIGHEST_LUCKY = 30
FEW_DICE = 5
STEADY_RATE = 10
STEADY_START = 2
SESSION_DICE = 18
FEWEST_ADVENTURE, MOST_ADVENTURE = 3, 10
DARING, RECKLESS = 3, 6
"""With so few adventure dice a success is critical, with so many a failure is (LP-TRT-120c, -120d)."""
LARGEST_DIE = alterations.LARGEST_DIFFICULTY
SMALLEST_DIE = outcomes.LOWEST_DIFFICULTY


class SetLuckyNumber(Command, frozen=True, tag="lawn.lucky-number"):
    """The lucky name another number, between two sessions (LP-TRT-117b)."""

    who: str
    number: int


class TakeExtraDie(Command, frozen=True, tag="lawn.extra-die"):
    """The steady take one die more on a check of few dice; it receives none after that (LP-TRT-118)."""

    who: str
    check: str = ""


class Adventure(Command, frozen=True, tag="lawn.adventure"):
    """The adventurous reroll a check with so many adventure dice alone; what comes of it is final (LP-TRT-120b)."""

    who: str
    dice: int
    check: str = ""


def holder(state: LawnState, who: str, trait: str) -> Person | Rejected:
    """The character of that id, or the refusal (``needs-trait``) for somebody without that trait."""
    person = sheets.character(state, who)
    if isinstance(person, Rejected) or traits.has(person, trait):
        return person
    return Rejected("needs-trait", {"who": Who(who), "trait": Msg("trait:" + trait)})


def which(state: LawnState, check: Check) -> str:
    """The id that a command about an open check needs: none for the one it means anyway."""
    return "" if alterations.rolled(state, check.who) is check else check.id


# 17 Lucky ------------------------------------------------------------------------------------------------------------


def _lucky_die(state: LawnState, check: Check) -> tuple[int, ...]:
    """The lucky number lies behind all other dice of every check of the lucky (LP-TRT-117, -117c)."""
    person = state.entities[check.who]
    if not traits.has(person, LUCKY) or check.serves in pools.OWN_POOL:
        return ()
    return (traits.counter(person, LUCKY_NUMBER),)


pools.TAILS.append(_lucky_die)


def _set_lucky(c: SetLuckyNumber, tx: Tx) -> Rejected | None:
    person = holder(tx.state, c.who, LUCKY)
    if isinstance(person, Rejected):
        return person
    if not 1 <= c.number <= HIGHEST_LUCKY:
        return alterations.out_of_bounds("number", 1, HIGHEST_LUCKY, c.number)
    refused = interval.between(tx.state, interval.PASSION)
    if refused is None:
        sheets.set_counter(tx, c.who, LUCKY_NUMBER, c.number)
    return refused


# 18 Steady -----------------------------------------------------------------------------------------------------------


def extra_die_barred(state: LawnState, check: Check) -> Rejected | None:
    """The refusal of the extra die: too many dice rolled, dice appended already, none to be had (LP-TRT-118)."""
    refused = alterations.barred(state, check, "trait")
    if refused is not None:
        return refused
    rolled = sum(die.origin != alterations.TAIL for die in check.dice)
    if alterations.appended(check) or rolled > FEW_DICE:
        return Rejected("too-many-for-extra", {"who": Who(check.who), "most": FEW_DICE})
    return None


def _extra_die(c: TakeExtraDie, tx: Tx) -> Rejected | None:
    person = holder(tx.state, c.who, STEADY)
    if isinstance(person, Rejected):
        return person
    check = alterations.open_on_table(tx.state, c.who, c.check, "trait")
    refused = check if isinstance(check, Rejected) else extra_die_barred(tx.state, check)
    if isinstance(check, Rejected) or refused is not None:
        return refused
    alterations.append(tx, check.id, 1, "trait", STEADY)
    go_on(tx, mark(tx, check.id, closed=True), hold=True)
    return None


def _at_full_rate(person: Person, check: Check) -> bool:
    """Whether enough dice have been appended for the steady rate (LP-TRT-118b)."""
    return traits.has(person, STEADY) and alterations.appended(check) >= traits.counter(person, STEADY_X)


def _steady_rate(state: LawnState, person: Person, check: Check, kind: str, dice: int) -> int:
    return STEADY_RATE if kind == "potential" and _at_full_rate(person, check) else dice


def _paid_steadily(tx: Tx, before: Check, check_id: str, kind: str, points: int) -> None:
    if kind == "potential" and _at_full_rate(tx.state.entities[before.who], before):
        note(tx, check_id, STEADY)


def note(tx: Tx, check_id: str, word: str) -> None:
    """Keep in mind on a check what a trait has done for it."""
    noted = tx.state.checks[check_id].noted
    if word not in noted:
        mark(tx, check_id, noted=(*noted, word))


def _raise_x(tx: Tx, check: Check, came: Result) -> None:
    """X rises by 1 after each check in which a point appended ten dice (LP-TRT-118c, Q-TRT-14)."""
    if STEADY in check.noted:
        x = traits.counter(tx.state.entities[check.who], STEADY_X)
        sheets.set_counter(tx, check.who, STEADY_X, x + 1, STEADY)


alterations.RATES.append(_steady_rate)
alterations.PAID.append(_paid_steadily)
settling.SETTLED.append(_raise_x)


# 20 Adventurous ------------------------------------------------------------------------------------------------------


def adventure_barred(state: LawnState, check: Check) -> Rejected | None:
    """The refusal of a reroll with adventure dice: a critical failure, a final result, too few dice left."""
    refused = alterations.barred(state, check, "reroll")
    if refused is not None:
        return refused
    left = traits.counter(state.entities[check.who], ADVENTURE_DICE)
    if left < FEWEST_ADVENTURE:
        return Rejected("too-few-adventure-dice", {"who": Who(check.who), "held": left, "least": FEWEST_ADVENTURE})
    return None


def adventure(check: Check, dice: int) -> alterations.Plan:
    """The throw of so many adventure dice: of the difficulty as it was announced, with nothing beside them."""
    return (Throw(check.first or check.difficulty, "base"),) * dice


def treated(came: Result, dice: int) -> str:
    """The outcome that a reroll with so many adventure dice counts as, where it is not its own (LP-TRT-120c, -120d)."""
    if dice == DARING and came.outcome == "success":
        return "critical_success"
    return "critical_failure" if dice >= RECKLESS and outcomes.is_ordinary_failure(came.outcome) else ""


def _adventure(c: Adventure, tx: Tx) -> Rejected | None:
    person = holder(tx.state, c.who, ADVENTUROUS)
    if isinstance(person, Rejected):
        return person
    check = alterations.open_on_table(tx.state, c.who, c.check)
    refused = check if isinstance(check, Rejected) else adventure_barred(tx.state, check)
    if isinstance(check, Rejected) or refused is not None:
        return refused
    left = traits.counter(person, ADVENTURE_DICE)
    most = min(left, MOST_ADVENTURE)
    if not FEWEST_ADVENTURE <= c.dice <= most:
        return alterations.out_of_bounds("dice", FEWEST_ADVENTURE, most, c.dice)
    sheets.set_counter(tx, c.who, ADVENTURE_DICE, left - c.dice, ADVENTUROUS)
    plain = mark(tx, check.id, stands="")
    alterations.carry_out(tx, plain, adventure(check, c.dice), ADVENTUROUS, check.first or check.difficulty)
    now = tx.state.checks[check.id]
    go_on(tx, mark(tx, check.id, final=True, stands=treated(result(now), c.dice) or now.stands), hold=True)
    return None


def _with_dice(tx: Tx, who: str, dice: int) -> None:
    if traits.has(tx.state.entities[who], ADVENTUROUS):
        sheets.set_counter(tx, who, ADVENTURE_DICE, dice, ADVENTUROUS)


# 21 Bold -------------------------------------------------------------------------------------------------------------


def any_size(state: LawnState, person: Person, check: Check) -> bool:
    """Whether somebody's dice of potential may have any number of faces (LP-TRT-121)."""
    return traits.has(person, BOLD)


def _refund(tx: Tx, before: Check, check_id: str, kind: str, points: int) -> None:
    """The first append paid with potential costs nothing where it turns a failure into a pass (LP-TRT-121b)."""
    if not traits.has(tx.state.entities[before.who], BOLD) or kind not in INVESTED:
        return
    if any(paid.what in INVESTED for paid in before.spent):
        return
    check = tx.state.checks[check_id]
    if not negotiation.passes(before, result(before)) and negotiation.passes(check, result(check)):
        held: int = getattr(sheets.sheet_of(tx.state.entities[before.who]), kind)
        sheets.change(tx, before.who, BOLD, **{kind: held + points})


alterations.PAID.append(_refund)
potential.ANY_SIZE.append(any_size)


# Sessions ------------------------------------------------------------------------------------------------------------


def begin_session(tx: Tx, who: str) -> None:
    """X is 2 again, and there are 18 adventure dice (LP-TRT-118c, -120)."""
    if traits.has(tx.state.entities[who], STEADY):
        sheets.set_counter(tx, who, STEADY_X, STEADY_START, STEADY)
    _with_dice(tx, who, SESSION_DICE)


def end_adventure(tx: Tx, who: str) -> None:
    """Session end, step 1: adventure dice that are left are gone (LP-TRT-120)."""
    _with_dice(tx, who, 0)


traits.SESSION_START.append(begin_session)
traits.SESSION_END[1].append(end_adventure)


# Options -------------------------------------------------------------------------------------------------------------


def options(state: LawnState, check: Check) -> tuple[Option, ...]:
    """What these traits may do about a check on the table, each with the exact chance that it passes then."""
    person = state.entities[check.who]
    found: list[Option] = []
    if traits.has(person, STEADY) and extra_die_barred(state, check) is None:
        plan = alterations.behind(check.dice, (Throw(check.difficulty, "trait"),))
        dice, chance = planned(check, plan)
        label = Msg("one die more, the last that it takes")
        command = TakeExtraDie(who=check.who, check=which(state, check))
        found.append(Option(kind="ability", label=label, success=chance.passed, dice=dice, command=command))
    if traits.has(person, ADVENTUROUS) and adventure_barred(state, check) is None:
        found.extend(_adventures(state, person, check))
    if traits.has(person, BOLD) and (option := _other_size(state, check)) is not None:
        found.append(option)
    return tuple(found)


def _adventures(state: LawnState, person: Person, check: Check) -> Iterator[Option]:
    most = min(traits.counter(person, ADVENTURE_DICE), MOST_ADVENTURE)
    for count in range(FEWEST_ADVENTURE, most + 1):
        dice, chance = planned(anew(check), adventure(check, count))
        yield Option(
            kind="ability",
            label=Msg("{count} adventure dice, final", {"count": count}),
            success=chance.passed,
            dice=dice,
            command=Adventure(who=check.who, dice=count, check=which(state, check)),
        )


def _sized(check: Check, sides: int, count: int) -> alterations.Plan:
    return alterations.behind(check.dice, (Throw(sides, "potential"),) * count)


@lru_cache(maxsize=64)
def best_size(check: Check, count: int) -> int:
    """The size that serves somebody best who may choose it for so many dice of potential: the check's own, else the
    smallest of several (LP-TRT-121)."""
    return max(
        range(SMALLEST_DIE, LARGEST_DIE + 1),
        key=lambda sides: (planned(check, _sized(check, sides, count))[1].passed, sides == check.difficulty, -sides),
    )


def _other_size(state: LawnState, check: Check) -> Option | None:
    """A die of potential of the best size, where that is another than the check's own."""
    if potential.payable(state, check) is not None or len(check.dice) >= alterations.MOST_ON_TABLE:
        return None
    count = min(alterations.rate(state, check), alterations.MOST_ON_TABLE - len(check.dice))
    best = best_size(check, count)
    if best == check.difficulty:
        return None
    dice, chance = planned(check, _sized(check, best, count))
    return Option(
        kind="ability",
        label=Msg("a D{sides} for a point of potential", {"sides": best}),
        success=chance.passed,
        dice=dice,
        command=potential.Invest(who=check.who, sides=best, check=which(state, check)),
    )


negotiation.OFFERS.append(options)

DECIDE: Mapping[type[Command], Callable[[Any, Tx], Rejected | None]] = {
    SetLuckyNumber: _set_lucky,
    TakeExtraDie: _extra_die,
    Adventure: _adventure,
}
