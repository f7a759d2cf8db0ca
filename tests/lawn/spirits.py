"""Short words for tests of sanity and frenzy."""

from __future__ import annotations

from collections.abc import Sequence

from gmconsole.core.messages import english
from gmconsole.core.session import Accepted
from gmconsole.rulesets.lawn import RULESET, checks, frenzy, pools
from gmconsole.rulesets.lawn.character import Frenzy, Sheet
from gmconsole.rulesets.lawn.checks import CallCheck, RollCheck
from gmconsole.rulesets.lawn.frenzy import ChangeFrenzy
from gmconsole.rulesets.lawn.frenzy_roll import RollFrenzy
from gmconsole.rulesets.lawn.life import ChangeSanity
from gmconsole.rulesets.lawn.sanity import ComeRound
from gmconsole.rulesets.lawn.state import Check

from .conftest import Table
from .rounds import answer, asked, failure, success


def mike(table: Table, *frenzies: str, sanity: int = 3, most: int = 3, **attributes: int) -> str:
    """Mike with that sanity, these attributes and these frenzy states; his id."""
    who = table.pc("mike", sanity=sanity, sanity_max=most, attributes=attributes)
    mad(table, "mike", *frenzies)
    return who


def mad(table: Table, name: str, *frenzies: str, why: str = "the barn fire", permanent: bool = False) -> None:
    """Give somebody frenzy states, and what they ask for."""
    for one in frenzies:
        table.do(ChangeFrenzy(who=table.ids[name], frenzy=one, why=why, permanent=permanent))
        if asked(table, "frenzy_item"):
            answer(table, "frenzy_item", "doll")


def sheet(table: Table, name: str = "mike") -> Sheet:
    """Somebody's sheet."""
    found = table.who(name).sheet
    assert found is not None
    return found


def held(table: Table, name: str = "mike") -> tuple[str, ...]:
    """The ids of somebody's frenzy states."""
    return frenzy.held(table.who(name))


def one(table: Table, frenzy_id: str, name: str = "mike") -> Frenzy:
    """One of somebody's frenzy states."""
    found = frenzy.find(table.who(name), frenzy_id)
    assert found is not None
    return found


def lose(table: Table, by: int, name: str = "mike", why: str = "") -> Accepted:
    """Somebody loses sanity."""
    return table.do(ChangeSanity(who=(table.ids[name],), by=-by, why=why))


def faint(table: Table, by: int = 1, name: str = "mike", why: str = "") -> None:
    """Somebody loses the last sanity and faints."""
    lose(table, by, name, why)
    answer(table, "faint", "unconscious")


def come_round(table: Table, name: str = "mike") -> Accepted:
    """Somebody comes round by themselves."""
    return table.do(ComeRound(who=table.ids[name]))


def rolls(table: Table, *numbers: int, name: str = "mike") -> None:
    """The rolls on the frenzy table that are owed come up like that, one command each."""
    for number in numbers:
        table.do(RollFrenzy(who=table.ids[name]), (number,))


def collapse(table: Table, *numbers: int, name: str = "mike", why: str = "") -> None:
    """Somebody loses all sanity, faints, comes round and rolls these numbers."""
    faint(table, table.who(name).sanity, name, why)
    come_round(table, name)
    rolls(table, *numbers, name=name)


def dice(
    table: Table, kind: str, purpose: str = "", *, tags: tuple[str, ...] = (), name: str = "mike", hand: str = ""
) -> int:
    """The dice of a check that was announced like that."""
    check = Check(id="check-000", who=table.ids[name], type=kind, purpose=purpose, tags=tags, hand=hand)
    return pools.pool_size(pools.pool_lines(table.state, check))


def on(table: Table, frenzy_id: str, **check: object) -> bool:
    """Whether that state's switch is on for a check of Mike's."""
    made = Check(id="check-000", who=table.ids["mike"], **{"type": "WIS", **check})  # type: ignore[arg-type]
    return next(c.on for c in pools.conditions(table.state, made) if c.name == frenzy_id)


def owed(table: Table, name: str = "mike", serves: str = "frenzy") -> list[Check]:
    """Somebody's owed checks that serve that."""
    return [c for c in table.state.checks.values() if c.who == table.ids[name] and c.serves == serves]


def roll_owed(table: Table, *, passes: bool, name: str = "mike", serves: str = "frenzy") -> None:
    """Roll the first of them."""
    check = owed(table, name, serves)[0]
    count, _ = checks.dice_of(table.state, check)
    table.do(RollCheck(who=check.who, check=check.id), success(count) if passes else failure(count))


def check(
    table: Table,
    kind: str,
    *,
    passes: bool,
    purpose: str = "",
    tags: tuple[str, ...] = (),
    name: str = "mike",
    faces: Sequence[int] | None = None,
) -> Accepted:
    """Somebody makes a check at D6 with that outcome, or with these faces."""
    who = table.ids[name]
    table.do(CallCheck(who=(who,), kind=kind, purpose=purpose, difficulty=6, tags=tags))
    made = list(table.state.checks.values())[-1]
    count, _ = checks.dice_of(table.state, made)
    thrown = faces if faces is not None else success(count) if passes else failure(count)
    return table.do(RollCheck(who=who, check=made.id), thrown)


def said(done: Accepted, table: Table) -> list[str]:
    """What the events of a command say, in English with bare terms."""
    return [english(m) for e in done.entry.events if (m := RULESET.say(e, table.state)) is not None]
