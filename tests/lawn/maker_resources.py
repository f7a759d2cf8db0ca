"""How random play makes the commands of focus tokens, potential and emergence; see ``play``."""

from __future__ import annotations

from collections.abc import Callable

from gmconsole.core.commands import SetField
from gmconsole.core.dice import TypedDice
from gmconsole.core.model import Command
from gmconsole.core.session import Session
from gmconsole.rulesets.lawn import (
    checks,
    emergence,
    focus,
    negotiation,
    pools,
    potential,
    purchases,
    remedies,
    sheets,
)
from gmconsole.rulesets.lawn.sheets import sheet_of
from gmconsole.rulesets.lawn.state import ATTRIBUTES, Check, LawnState

from .maker import Maker

THINGS = ("Sewing Kit", "rope", "后门", "D6", 'a "lamp"', "near", "a; b", "=3")
KINDS = ("", *potential.MONEY)


def makers(m: Maker) -> dict[type[Command], Callable[[], Command]]:
    """How to make each of these commands."""
    return {
        potential.Invest: lambda: invest(m),
        purchases.Buy: lambda: buy(m),
        purchases.MakeCash: lambda: purchases.MakeCash(who=rich(m), points=m.number(1, 3)),
        purchases.HandCash: lambda: purchases.HandCash(who=rich(m, "cash"), to=player(m), points=m.number(1, 2)),
        focus.PlaceTokens: lambda: place(m),
        focus.GrantTokens: lambda: focus.GrantTokens(who=(player(m),)),
        focus.Compose: lambda: focus.Compose(
            who=m.of([c.who for c in m.state.checks.values() if focus.composure(m.state, c)]), check=m.some_check()
        ),
        negotiation.Forgo: lambda: forgo(m),
        emergence.Emerge: lambda: emerge(m),
    }


def forgo(m: Maker) -> Command:
    """What is proposed about a critical failure is left."""
    found = [t.refuse for t in (*focus.tasks(m.state), *remedies.tasks(m.state)) if t.refuse is not None]
    if found and m.chance(2):
        return m.pick(found)
    return negotiation.Forgo(who=m.who(), what=m.pick(tuple(negotiation.FORGONE)), check=m.some_check())


def player(m: Maker) -> str:
    """A player character, mostly."""
    return m.of([p.id for p in m.state.entities.values() if p.kind == "pc" and p.presence != "removed"])


def rich(m: Maker, kind: str = "potential") -> str:
    """Somebody who has points of that kind, mostly."""
    return m.of([p.id for p in m.state.entities.values() if getattr(sheet_of(p), kind) > 0])


def invest(m: Maker) -> Command:
    """Points on a check that is on the table."""
    rolled = [c for c in m.state.checks.values() if c.status == "rolled"]
    able = [c.who for c in rolled if potential.payable(m.state, c) is None]
    return potential.Invest(
        who=m.of(able or [c.who for c in rolled]),
        points=m.number(1, 3),
        kind=m.pick((*sheets.POTENTIAL, "potential", "potential")),
        sides=m.number(3, 9) if m.chance(6) else 0,
        check=m.some_check() if m.chance(3) else "",
    )


def buy(m: Maker) -> Command:
    """One thing or several at a price that fits, mostly."""
    return purchases.Buy(
        who=rich(m),
        things=tuple(dict.fromkeys(str(m.pick(THINGS)) for _ in range(m.number(1, 3)))),
        price=m.number(0, 3),
        worth=m.pick(("", "", *purchases.WORTHS)),
        kind=m.pick(KINDS),
        service=m.chance(3),
        to=m.who() if m.chance(6) else "",
    )


def place(m: Maker) -> Command:
    """Tokens for whoever has some, all in one place as often as not."""
    waiting = [p.id for p in m.state.entities.values() if sheet_of(p).tokens.get(focus.UNPLACED)]
    places = [m.pick(focus.POSITIONS) for _ in range(m.number(0, 2))]
    return focus.PlaceTokens(
        who=m.of(waiting) if waiting else player(m),
        place={where: m.number(1, 3) for where in places},
        anew=m.chance(2),
    )


def emerge(m: Maker) -> Command:
    """A thing that somebody needs, with a check that comes first now and then."""
    first = m.pick((*ATTRIBUTES, "", "", "", "", "", ""))
    return emergence.Emerge(
        who=player(m),
        thing=str(m.pick(THINGS)),
        difficulty=m.maybe(m.number(3, 9), 0),
        price=m.maybe(m.number(0, 2), 0),
        kind=m.pick(KINDS),
        scene=m.chance(3),
        called=m.chance(3),
        first=first,
        purpose=m.maybe("contacts", "") if first else "",
        elsewhere=m.chance(3),
    )


def fitting(state: LawnState) -> list[type[Command]]:
    """Types that have something to work on."""
    people = [p for p in state.entities.values() if p.kind == "pc" and p.presence != "removed"]
    rolled = [c for c in state.checks.values() if c.status == "rolled"]
    found: list[type[Command]] = []
    if any(potential.payable(state, c) is None for c in rolled):
        found.extend((potential.Invest,) * 3)
    if any(sheet_of(p).cash for p in people):
        found.append(purchases.HandCash)
    if any(sheet_of(p).tokens.get(focus.UNPLACED) for p in people):
        found.append(focus.PlaceTokens)
    if any(focus.composure(state, c) for c in rolled):
        found.extend((focus.Compose,) * 2)
    if any(t.refuse is not None for t in (*focus.tasks(state), *remedies.tasks(state))):
        found.append(negotiation.Forgo)
    if any(sheet_of(p).potential > 0 for p in people):
        found.extend((purchases.Buy, purchases.MakeCash))
    if any(sheet_of(p).potential > 0 and emergence.is_ready(p) for p in people):
        found.append(emergence.Emerge)
    return found


def seat(session: Session[LawnState]) -> None:
    """Give the player characters at a table potential, cash and tokens, some of them a critical failure to turn."""
    for who, person in list(session.state.entities.items()):
        if person.kind == "pc":
            for field, value in (("MND", 3), ("potential", 4), ("cash", 2)):
                session.execute(SetField(who=(who,), field=field, value=value))
            session.execute(focus.GrantTokens(who=(who,)))
            where = ATTRIBUTES[len(session.state.entities) % 7]
            session.execute(focus.PlaceTokens(who=who, place={where: 2}))
            if session.state.counters["pc"] % 2:
                check = checks.RollCheck(who=who, kind=where, difficulty=3, hold=True)
                count = pools.dice_of(session.state, Check(id="", who=who, type=where, difficulty=3))[0]
                session.execute(check, TypedDice((2,) * count))
