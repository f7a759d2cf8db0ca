"""What abilities of traits would make of a check, shown with exact chances before and after its roll.

The shown part of LP-TRT-208 and -210: what a critical failure, a lock or a distance rules out is not listed; where
nobody has said how far apart two people are, the ability is listed and the GM asked with its use (LP-TRT-207).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import TypeAlias

from msgspec.structs import replace

from ...core.model import Rejected
from . import abilities, leading, negotiation, outcomes, people, pools
from .abilities import Use
from .negotiation import Option, planned
from .state import Check, LawnState, Modifier

Chance: TypeAlias = Callable[[LawnState, Check, Use], Option | None]

MOST_OF_A_KIND = 3


def on_table(state: LawnState, check: Check) -> tuple[Option, ...]:
    """The uses of abilities on a check that lies on the table, its owner's own first; of those that ask for a number
    the best."""
    return tuple(_all(state, check, _after))


def before_roll(state: LawnState, check: Check) -> tuple[Option, ...]:
    """The uses of abilities on a check that is still to be rolled."""
    return tuple(_all(state, check, _early)) if check.type and check.difficulty else ()


def _all(state: LawnState, check: Check, chance: Chance) -> Iterator[Option]:
    owner = state.entities[check.who]
    helpers = (p for p in people.participants(state) if p.id != owner.id and p.sheet is not None)
    for person in (owner, *helpers):
        if person.sheet is None:
            continue
        found: dict[str, list[Option]] = {}
        for use, label in abilities.uses(state, person, check):
            option = chance(state, check, use)
            if option is not None:
                named = leading.spared(check, person.id, label)
                found.setdefault(use.ability.id, []).append(replace(option, label=named, command=use.said))
        for options in found.values():
            yield from sorted(options, key=lambda o: -o.success)[:MOST_OF_A_KIND]


def _after(state: LawnState, check: Check, use: Use) -> Option | None:
    plan = abilities.plan(state, use)
    if isinstance(plan, Rejected) or plan is None:
        return None
    dice, found = planned(check, plan)
    return Option(kind="ability", label=abilities.ability_name(use.ability), success=found.passed, dice=dice)


def _early(state: LawnState, check: Check, use: Use) -> Option | None:
    name = abilities.ability_name(use.ability)
    if use.ability.does == "pass":
        came = outcomes.automatic_pass(pools.PASS_DEGREE)
        return Option(kind="ability", label=name, success=Fraction(int(negotiation.passes(check, came))))
    if use.ability.does != "boost":
        return None
    dice = abilities.amount(state, use) + abilities.extra(state, use.who)
    more = replace(check, modifiers=(*check.modifiers, Modifier(dice, use.ability.id, once=True)))
    found = negotiation.before(state, more)
    return Option(kind="ability", label=name, success=found.passed) if found is not None else None


negotiation.OFFERS.append(on_table)
negotiation.EARLY.append(before_roll)
