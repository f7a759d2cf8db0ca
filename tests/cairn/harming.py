"""Blows, rests and bare decisions for the tests of critical damage, aid, death and scars."""

from __future__ import annotations

from collections.abc import Callable

from gmconsole.core.dice import TypedDice
from gmconsole.core.ruleset import Tx
from gmconsole.rulesets.cairn import RULESET, armour, scars, turns
from gmconsole.rulesets.cairn.actions import Hold
from gmconsole.rulesets.cairn.attacks import RollDamage, Strike
from gmconsole.rulesets.cairn.recovery import PassTime
from gmconsole.rulesets.cairn.state import CairnState, Scar

from .conftest import Table


def hold(table: Table) -> None:
    """Everybody who has not declared lets the turn pass."""
    rest = tuple(c.id for c in turns.undeclared(table.state))
    if rest:
        table.do(Hold(who=rest))


def turn(table: Table, side: str) -> None:
    """Let turns pass until it is that side's, at least one where it is theirs and over already."""
    while turns.turn_of(table.state) != side or table.state.fight.settled:
        hold(table)
        table.next()


def blow(table: Table, by: str, target: str, *faces: int) -> None:
    """The next turn of ``by``'s side, in which nobody but ``by`` acts: an attack with these faces."""
    turn(table, table.who(by).side)
    table.do(Strike(who=table.ids[by], targets=(table.ids[target],)))
    hold(table)
    table.do(RollDamage(), *faces)


def hit(table: Table, target: str, damage: int) -> None:
    """An enemy's blow with a die of 20 faces that does so much to somebody once their armour is off."""
    who = table.who(target)
    enemies = turns.active(table.state, turns.OTHER_SIDE[who.side])
    turn(table, enemies[0].side)
    table.do(Strike(who=enemies[0].id, targets=(who.id,), die=20))
    hold(table)
    table.do(RollDamage(), damage + armour.effective(who))


def roll(table: Table, name: str, *faces: int, scar: str = "") -> None:
    """Roll what a scar owes."""
    table.do(scars.RollScar(who=table.ids[name], scar=scar), *faces)


def mend(table: Table, name: str, *faces: int, scar: str = "") -> None:
    """A scar has mended."""
    table.do(scars.Recover(who=table.ids[name], scar=scar), *faces)


def hours_rest(table: Table, name: str) -> None:
    """A few hours' rest, as far as scars are concerned."""
    table.session.replace_state(bare(table.state, lambda tx: scars.rest_hours(tx, table.ids[name])))


def scar(table: Table, name: str) -> Scar:
    """The one scar that somebody has."""
    (only,) = table.who(name).scars.values()
    return only


def wait(table: Table, minutes: int) -> None:
    """Time passes outside a fight, whoever may die of it."""
    table.do(PassTime(amount=minutes, anyway=True))


def bare(state: CairnState, act: Callable[[Tx[CairnState]], None], *dice: int) -> CairnState:
    """The state after a service was called by itself."""
    port = TypedDice(dice)
    tx: Tx[CairnState] = Tx(RULESET, state, port)
    act(tx)
    port.finish()
    return tx.state
