"""Words, figures and references that no play of this book leads to, should a hand have written them into a save."""

from __future__ import annotations

from collections.abc import Iterator

from ...core.integrity import figure, known, words, wrong
from ...core.scenario import Path, Problem
from . import items, turns
from .conditions import is_dead
from .reactions import STANCES
from .scar_table import SCARS
from .state import ATTRIBUTES, KINDS, Act, CairnState, Combatant, Item

MODES = ("calm", "fight")
AWAY = ("", "fled", "retreated")
ENTRIES = ("passed", "failed", "waived")
SCAR_STEPS = ("place", "text", "roll", "save", "gain", "rest", "mended", "recovered", "next_save")


def problems(state: CairnState) -> Iterator[Problem]:
    """Everything in the state that this book does not know, by its path in the state."""
    yield from words(("mode",), (state.mode,), MODES)
    yield from words(("preset",), (state.preset,), ("", *turns.PRESETS))
    if state.clock < 0:
        yield figure(("clock",), state.clock, 0)
    for who, c in state.entities.items():
        yield from _combatant(("entities", who), c)
    for key, item in state.ground.items():
        yield from _item(("ground", key), key, item)
    for key, call in state.calls.items():
        yield from words(("calls", key, "attribute"), (call.attribute,), ATTRIBUTES)
        yield from known(("calls", key, "who"), call.who, state)
    fight = state.fight
    yield from words(("fight", "kind"), (fight.kind,), ("", *turns.KINDS))
    for who, entry in fight.entry.items():
        yield from known(("fight", "entry", who), who, state)
        yield from words(("fight", "entry", who), (entry,), ENTRIES)
    for who, act in fight.acts.items():
        yield from _act(("fight", "acts", who), who, act, state)
    for name, group in fight.groups.items():
        if group.leader:
            yield from known(("fight", "groups", name, "leader"), group.leader, state)
        for who in group.members:
            yield from known(("fight", "groups", name, "members"), who, state)


def _combatant(place: Path, c: Combatant) -> Iterator[Problem]:
    yield from words((*place, "kind"), (c.kind,), KINDS)
    yield from words((*place, "away"), (c.away,), AWAY)
    yield from words((*place, "stance"), (c.stance,), ("", *STANCES))
    yield from words((*place, "scores"), c.scores, ATTRIBUTES)
    for attribute in ATTRIBUTES:
        if attribute not in c.scores:
            yield wrong((*place, "scores"), "", (attribute,))
        score = c.score(attribute)
        if score.current > score.maximum:
            yield figure((*place, "scores", attribute, "current"), score.current, 0, score.maximum)
    if c.hp > c.hp_max:
        yield figure((*place, "hp"), c.hp, 0, c.hp_max)
    if not c.score("STR").current and not is_dead(c):
        yield wrong((*place, "condition"), c.condition, ("dead", "destroyed"))
    for key, item in c.items.items():
        yield from _item((*place, "items", key), key, item)
    for key, scar in c.scars.items():
        if scar.id != key:
            yield wrong((*place, "scars", key, "id"), scar.id, (key,))
        yield from words((*place, "scars", key, "entry"), (str(scar.entry),), tuple(map(str, SCARS)))
        yield from words((*place, "scars", key, "step"), (scar.step,), ("", *SCAR_STEPS))


def _item(place: Path, key: str, item: Item) -> Iterator[Problem]:
    if item.id != key:
        yield wrong((*place, "id"), item.id, (key,))
    yield from words((*place, "kind"), (item.kind,), items.KINDS)
    if not 0 <= item.slots <= items.MOST_SLOTS:
        yield figure((*place, "slots"), item.slots, 0)
    if not 0 <= item.uses <= max(item.uses_max, 0):
        yield figure((*place, "uses"), item.uses, 0)
    if item.attack is not None:
        for die in item.attack.dice:
            if die < 1:
                yield figure((*place, "attack", "dice"), die, 1)


def _act(place: Path, who: str, act: Act, state: CairnState) -> Iterator[Problem]:
    if act.who != who:
        yield wrong((*place, "who"), act.who, (who,))
    for named in (act.who, *act.targets, *((act.carrying,) if act.carrying else ())):
        yield from known(place, named, state)
