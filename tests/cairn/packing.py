"""Short words for tests of packs, rest and magic."""

from __future__ import annotations

from gmconsole.core.commands import SetField
from gmconsole.rulesets.cairn import inventory, recovery
from gmconsole.rulesets.cairn.casting import Cast
from gmconsole.rulesets.cairn.deprivation import AddFatigue, Deprive, Undeprive
from gmconsole.rulesets.cairn.inventory import Give

from .conftest import Table


def give(table: Table, name: str, item: str, **figures: object) -> str:
    """Give somebody an item and return its id."""
    known = set(table.who(name).items)
    table.do(Give(who=table.ids[name], item=item, **figures))  # type: ignore[arg-type]
    (new,) = set(table.who(name).items) - known
    return new


def pack(table: Table, name: str) -> tuple[int, int]:
    """The slots filled, and the capacity."""
    c = table.who(name)
    return inventory.used(c), c.capacity


def carried(table: Table, name: str) -> list[str]:
    return [item.name for item in table.who(name).items.values()]


def put(table: Table, name: str, field: str, value: int | str) -> None:
    """A correction by the Warden, for states that tests begin from."""
    table.do(SetField(who=(table.ids[name],), field=field, value=value))


def fatigue(table: Table, name: str, by: int = 1, because: str = "") -> None:
    table.do(AddFatigue(who=table.ids[name], by=by, because=because))


def deprive(table: Table, name: str, *reasons: str) -> None:
    for reason in reasons:
        table.do(Deprive(who=(table.ids[name],), reason=reason))


def undeprive(table: Table, name: str, reason: str = "") -> None:
    table.do(Undeprive(who=(table.ids[name],), reason=reason))


def hours(table: Table, count: int) -> None:
    table.do(recovery.PassTime(amount=count, unit="hours"))


def rest(table: Table, kind: str, answer: str, days: int = 0) -> None:
    """A rest of the party and the Warden's word on it."""
    table.do(recovery.Rest(kind=kind, days=days))
    table.answer(answer, f"rest_{kind}")


def cast(table: Table, name: str, item: str, *on: str, **more: object) -> None:
    targets = tuple(table.ids[w] for w in on)
    table.do(Cast(who=table.ids[name], item=item, on=targets, **more))  # type: ignore[arg-type]


def said(table: Table, audience: str = "gm") -> list[str]:
    """What the last entry says to that audience, in English."""
    from gmconsole.text import Words

    entry = table.session.history.entries[-1]
    words = Words("en", table.session.ruleset, lambda who: table.state.entities[who].name)
    return [words.say(m) for m in table.session.ruleset.tell(table.state, entry.events, audience)]
