"""What a throw promises before it is made: the exact chances of any command that rolls or changes a check.

LP-CHK-040 wherever a line or a task throws dice. Chances are those of the check as it would be resolved: its kind, what
is special about it, the reading of whoever rolls, and dice that come last whatever is rolled (LP-TRT-107b, -117, -122,
-130c). A command other than a plain roll is tried out on a copy, for only its decision knows which check it opens.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from msgspec.structs import replace

from ...core.model import Command, Msg, Rejected
from ...core.ruleset import Tx as CoreTx
from . import alterations, chases, checks, movement, movers, negotiation, odds, opposed, pools, stages
from .movement_state import SpeedGroup
from .negotiation import percent
from .state import Check, Die, LawnState

if TYPE_CHECKING:
    from .book import Lawn

PLAIN_DICE: set[type[Command]] = {opposed.TieBreak}
"""Commands whose dice are no check: nothing is promised of them."""


def forecast(
    command: Command | None, dice: int, faces: int, state: LawnState | None = None, book: Lawn | None = None
) -> tuple[Msg, ...]:
    """What a throw promises: the chance of success, for a speed check the three ways it may go.

    Without a state the dice are anybody's; with one they are read as the check's own. ``book`` is needed to try a
    command out that is no plain roll; nothing is said of dice that belong to no check.
    """
    if type(command) in PLAIN_DICE:
        return ()
    if command is None or state is None:
        return _anybody(command, dice, faces)
    if isinstance(command, movement.SpeedCheck):
        return _of_speed(state, command, dice, faces)
    if isinstance(command, checks.RollCheck) and command.who in state.entities:
        known = state.checks.get(command.check) or checks.owed(state, command.who, command.kind, command.purpose)
        if known is not None and not (command.special or command.required):
            kind = known.type or command.kind
            check = negotiation.read_now(state, replace(known, type=kind, difficulty=faces))
            return _success(check, dice, (*(None,) * dice, *pools.tail(state, check)))
    return _tried(book, command, dice, faces, state)


def _anybody(command: Command | None, dice: int, faces: int) -> tuple[Msg, ...]:
    if isinstance(command, movement.SpeedCheck):
        return (_three_ways(dice, *odds.speed_split(dice, faces)),)
    return (Msg("pool of {dice}: success {chance}", {"dice": dice, "chance": percent(odds.odds(dice, faces).success)}),)


def _success(check: Check, dice: int, row: Sequence[int | None], sizes: tuple[int, ...] = ()) -> tuple[Msg, ...]:
    chance = negotiation.chances_of(check, row, sizes or 0).passed
    return (Msg("pool of {dice}: success {chance}", {"dice": dice, "chance": percent(chance)}),)


def _three_ways(dice: int, gains: Fraction, holds: Fraction, loses: Fraction) -> Msg:
    return Msg(
        "pool of {dice}: {gain} gains, {hold} holds, {lose} loses",
        {"dice": dice, "gain": percent(gains), "hold": percent(holds), "lose": percent(loses)},
    )


# Speed checks --------------------------------------------------------------------------------------------------------


def _of_speed(state: LawnState, command: movement.SpeedCheck, dice: int, faces: int) -> tuple[Msg, ...]:
    """A speed check, read as the one who rolls reads dice of the kind that the movement asks for (LP-MOV-030).

    Of an opposed one only the success of this side is known: what it comes to lies with the other's dice as well.
    """
    if command.who not in state.entities:
        return _anybody(command, dice, faces)
    who = movers.leader(state, command.who)
    against = tuple(movers.leader(state, o) for o in command.against if o in state.entities)
    group = chases.group_of(chases.groups(state), who, against)
    check = negotiation.read_now(
        state,
        Check(
            id="",
            who=who,
            type=command.kind or _speed_kind(state, group, who),
            purpose="speed",
            difficulty=faces,
            serves="speed",
        ),
    )
    row = (*(None,) * dice, *pools.tail(state, check))
    succeeds = negotiation.chances_of(check, row).passed
    if group is not None and group.opposed:
        return _success(check, dice, row)
    gains = negotiation.chances_of(replace(check, required=1), row).passed
    return (_three_ways(dice, gains, succeeds - gains, 1 - succeeds),)


def _speed_kind(state: LawnState, group: SpeedGroup | None, who: str) -> str:
    return stages.kind_of(state, group, who) if group is not None else "PHY"


# Everything else -----------------------------------------------------------------------------------------------------


class _Ones:
    """Dice that show 1: what a command does before its outcome counts is the same for any."""

    def roll(self, n: int, sides: int) -> tuple[int, ...]:
        return (1,) * n

    def finish(self) -> None:
        pass


def _tried(book: Lawn | None, command: Command, dice: int, faces: int, state: LawnState) -> tuple[Msg, ...]:
    """The first check that the command, tried out, throws so many dice of that size for."""
    if book is None:
        return _anybody(command, dice, faces)
    tx = CoreTx(book, state, _Ones())
    if isinstance(book.decide(command, tx), Rejected):
        return ()
    known = dict(state.checks)
    for event in tx.events:
        if isinstance(event, checks.CheckOpened):
            known[event.check.id] = event.check
        elif isinstance(event, checks.CheckChanged) and event.after.id in known:
            known[event.after.id] = event.after
        elif isinstance(event, checks.CheckRolled):
            thrown = [d for d in event.dice if d.origin != alterations.TAIL]
            if _sizes(thrown) == (faces,) * dice:
                check = replace(
                    known[event.check],
                    difficulty=event.difficulty,
                    special=event.special,
                    wanted=event.wanted,
                    reading=event.reading,
                    stands="",
                )
                return _success(check, dice, _open(event.dice, thrown))
        elif isinstance(event, checks.DiceChanged):
            # A die that was thrown just now is none of those that lay there before.
            before = {id(d) for d in event.before}
            thrown = [d for d in event.after if id(d) not in before and d.origin != alterations.TAIL]
            if _sizes(thrown) == (faces,) * dice:
                check = known[event.check]
                # Where nothing stays, it is thrown anew whole, and what stood before stands no more.
                stays = any(id(d) in before for d in event.after)
                check = replace(check, difficulty=event.difficulty, stands=check.stands if stays else "")
                lies = sum(d.origin != alterations.TAIL for d in event.after)
                return _success(check, lies, _open(event.after, thrown), _sizes(thrown))
    return ()


def _sizes(dice: Sequence[Die]) -> tuple[int, ...]:
    return tuple(d.sides or 0 for d in dice)


def _open(dice: Sequence[Die], thrown: Sequence[Die]) -> tuple[int | None, ...]:
    """The faces as they would lie, None for those thrown."""
    new = {id(d) for d in thrown}
    return tuple(None if id(d) in new else d.face for d in dice)
