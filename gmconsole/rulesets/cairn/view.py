"""The Board of a Cairn encounter: what the screen, the chat and a JSON reader may know."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from ...core.model import Command, Event, Field, Msg, Scalar, Text, Who
from ...core.people import PRESENCES
from ...core.phases import Task
from ...core.views import PANES, Board, Card, Chip, LogEntry, OrderRow, Section, Span, TaskRow, owed
from . import (
    acts,
    armour,
    attacks,
    casting,
    conditions,
    death,
    deprivation,
    harm,
    inventory,
    magic,
    morale,
    people,
    reactions,
    saves,
    scars,
    sheet_view,
    turns,
    vitals,
)
from .state import ATTRIBUTES, DAY_S, HOUR_S, SLOTS, Act, CairnState, Combatant, Item, Score
from .terms import ATTRIBUTE_NAMES, BAND_NAMES, PHASE_NAMES, term
from .turn_words import act_text

if TYPE_CHECKING:
    from .book import Cairn

GM_ONLY = (
    morale.Grouped,
    morale.GroupsChanged,
    morale.Shaken,
    reactions.Reacted,
    magic.NoteRecalled,
    magic.MagicSeen,
)
FIGURES: Mapping[type[Event], Callable[[Any], str]] = {
    vitals.HpChanged: lambda e: e.who,
    vitals.ScoreChanged: lambda e: e.who,
    vitals.MarksSet: lambda e: e.who,
    vitals.DeathClockSet: lambda e: e.who,
    attacks.Hit: lambda e: e.target,
    harm.Harmed: lambda e: e.who,
    acts.Declared: lambda e: e.act.who,
    acts.Withdrawn: lambda e: e.act.who,
    acts.ActChanged: lambda e: e.after.who,
    casting.Casting: lambda e: e.who,
    saves.Called: lambda e: e.call.who,
    saves.Saved: lambda e: e.call.who,
    inventory.ItemSet: lambda e: e.who,
    deprivation.FatigueSet: lambda e: e.who,
    deprivation.DeprivedSet: lambda e: e.who,
}
"""Events with figures or plans of somebody, of which players hear only on their own side; each with whom it is about.

What opponents declare shows in their dice and in what comes of it (A46).
"""

GRAVE = ("critical", "dead", "destroyed", "dying", "mortally_wounded", "paralysed", "delirious")


def board(book: Cairn, state: CairnState, log: tuple[LogEntry, ...] = ()) -> Board:
    """The Warden's Board; log holds what was told of the last entries, oldest first."""
    tasks = book.agenda(state)
    return Board(
        audience="gm",
        title=state.title,
        ruleset=state.ruleset,
        mode=state.mode,
        round=state.round,
        phase=state.phase,
        phases=_phases(state),
        header=_header(state),
        order=_order(state),
        now=_now(state, tasks),
        tasks=(*_declared(state), *map(owed, tasks)),
        bands=state.bands,
        band_names=BAND_NAMES,
        cards={c.id: _card(state, c) for c in state.entities.values() if c.presence != "removed"},
        upcoming=_upcoming(state),
        environment=state.environment,
        clocks=state.clocks,
        notes=(*state.notes, *_ground(state)),
        panes=PANES,
        log=log,
        gone={c.id: c.name for c in state.entities.values() if c.presence == "removed"},
    )


# The turn ------------------------------------------------------------------------------------------------------------


def _phases(state: CairnState) -> tuple[Chip, ...]:
    if not turns.fighting(state):
        return ()
    ids = tuple(PHASE_NAMES)
    here = ids.index(state.phase) if state.phase in ids else -1
    return tuple(
        Chip(phase, PHASE_NAMES[phase], "now" if i == here else "done" if i < here else "later")
        for i, phase in enumerate(ids)
    )


def _header(state: CairnState) -> tuple[Span, ...]:
    spans = [Span(Msg("environment:" + word)) for word in state.environment]
    if state.clock:
        spans.append(Span(duration(state.clock), "quiet"))
    return tuple(spans)


def duration(seconds: int) -> Text:
    """A stretch of game time as ``0:40``, ``1:00:40`` or ``2 d 3:00:00``."""
    days, rest = divmod(seconds, DAY_S)
    hours, rest = divmod(rest, HOUR_S)
    minutes, left = divmod(rest, 60)
    clock = f"{hours}:{minutes:02d}:{left:02d}" if hours or days else f"{minutes}:{left:02d}"
    return Msg("{days} d {clock}", {"days": days, "clock": clock}) if days else clock


def _order(state: CairnState) -> tuple[OrderRow, ...]:
    """Everybody of the side whose turn it is, then the other side; who has declared, and last who cannot act."""
    here = turns.turn_of(state) or "pcs"
    sides = (here, turns.OTHER_SIDE[here])
    turn = {c.id for c in turns.actors(state, here)} if turns.turn_of(state) else set()
    first = next((c.id for c in turns.undeclared(state)), "")
    rows: list[OrderRow] = []
    for side in sides:
        of_side = []
        for c in turns.members(state, side):
            now = side == here and bool(turn)
            if c.id == first:
                at = "now"
            elif (c.id in turn) if now else conditions.can_act(c):
                at = "done" if c.id in state.fight.acts else "later"
            else:
                at = "out"
            of_side.append(OrderRow(c.id, at, _order_note(state, c)))
        rows.extend(sorted(of_side, key=lambda row: row.at == "out"))
    return tuple(rows)


def _order_note(state: CairnState, c: Combatant) -> tuple[Span, ...]:
    if turns.loses_turn(state, c.id):
        return (Span(term("lost_turn"), "warn"),)
    if c.condition:
        return (Span(term(c.condition), "warn"),)
    if c.side == "opponents":
        return (Span(Msg("foe"), "danger"),)
    return (Span(Msg("side:" + c.side), "quiet"),) if c.side != "pcs" else ()


def _now(state: CairnState, tasks: tuple[Task, ...]) -> Msg | None:
    owed = sum(1 for t in tasks if t.blocking)
    if not turns.fighting(state):
        if state.fight.result and not owed:
            return Msg("no fight; the last one: {result}", {"result": Msg("result:" + state.fight.result)})
        return Msg("No fight is running")
    if owed:
        return Msg("{phase}: {count} still owed", {"phase": Msg("phase:" + state.phase), "count": owed})
    return Msg("{phase}: nothing owed, Enter moves on", {"phase": Msg("phase:" + state.phase)})


def _declared(state: CairnState) -> tuple[TaskRow, ...]:
    """What has been declared in this turn, so that the tracker shows all of it."""
    return tuple(
        TaskRow(who=who, kind="declare", done=True, what=_act(state, act)) for who, act in state.fight.acts.items()
    )


def _act(state: CairnState, act: Act) -> Msg:
    """A declared act; of a second move the feet it comes to."""
    if act.kind != "second_move":
        return act_text(act)
    return Msg("{who} moves {feet} ft", {"who": Who(act.who), "feet": state.fight.moved.get(act.who, 0)})


# People --------------------------------------------------------------------------------------------------------------


def _card(state: CairnState, c: Combatant) -> Card:
    lines = (_figures(c), _states(c), _pack(c))
    return Card(
        id=c.id,
        tag=c.tag,
        name=c.name,
        kind=c.kind,
        side=c.side,
        pane="party" if c.side == "pcs" else "others",
        present=conditions.is_present(c),
        hidden=c.hidden,
        status=conditions.status(state, c),
        standing=term(c.condition) if c.condition else "",
        lines=tuple(line for line in lines if line),
        facts=_facts(c),
    )


def sheet(state: CairnState, who: str) -> tuple[Section, ...]:
    """All that is known of somebody."""
    found = state.person(who)
    return sheet_view.sections(found, (*_figures(found), *_states(found))) if isinstance(found, Combatant) else ()


def _figures(c: Combatant) -> tuple[Span, ...]:
    style = "danger" if not c.hp else "warn" if c.hp * 2 <= c.hp_max else ""
    spans = [Span(Msg("HP {now}/{max}", {"now": c.hp, "max": c.hp_max}), style)]
    worn = armour.effective(c)
    if worn:
        spans.append(Span(Msg("armour {value}", {"value": worn})))
    spans.extend(
        Span(term(word), "danger" if word in GRAVE else "warn") for word in conditions.words(c) if word != "deprived"
    )
    if c.died:
        spans.append(Span(Msg("round {after}", {"after": c.died}), "quiet"))
    spans.extend(Span(sheet_view.way(attack), "quiet") for attack in c.attacks)
    return tuple(spans)


def _score(attribute: str, score: Score) -> Span:
    fields: dict[str, Field] = {"attribute": ATTRIBUTE_NAMES[attribute], "now": score.current, "max": score.maximum}
    if score.current == score.maximum:
        return Span(Msg("{attribute} {now}", fields))
    return Span(Msg("{attribute} {now}/{max}", fields), "danger" if not score.current else "warn")


def _states(c: Combatant) -> tuple[Span, ...]:
    if c.presence == "outside":
        return (Span(PRESENCES["outside"], "quiet"),)
    spans = [_score(attribute, c.score(attribute)) for attribute in ATTRIBUTES]
    if c.detachment:
        spans.append(Span(Msg("detachment"), "calm"))
    deprived = deprivation.shown(c)
    if deprived is not None:
        spans.append(Span(deprived, "warn"))
    spans.extend(Span(scars.text(s), "warn" if scars.is_felt(s) else "quiet") for s in c.scars.values())
    if c.stance:
        spans.append(Span(Msg("stance:" + c.stance), "calm"))
    spans.extend(Span(term(mark), "warn") for mark in c.marks)
    if c.group:
        spans.append(Span(Msg("group {name}", {"name": c.group}), "quiet"))
    if c.kind == "hireling":
        spans.append(Span(Msg("kind:hireling"), "quiet"))
    if c.note:
        spans.append(Span(c.note, "quiet"))
    return tuple(spans)


def _pack(c: Combatant) -> tuple[Span, ...]:
    """What is carried; only for the PCs' side, whose slots count, or where there is something."""
    if not (c.items or c.fatigue):
        return ()
    used = inventory.used(c)
    spans = [Span(Msg("slots {used}/{most}", {"used": used, "most": c.capacity}), "warn" if used >= c.capacity else "")]
    if c.fatigue:
        spans.append(Span(Msg("Fatigue {count}", {"count": c.fatigue}), "warn"))
    alike = Counter(replace(item, id="") for item in c.items.values())
    spans.extend(Span(_item(item, count), "" if item.in_use else "quiet") for item, count in alike.items())
    return tuple(spans)


def _item(item: Item, count: int) -> Text:
    """Something carried, with its dice and uses where it has any, its note, and how many there are of it."""
    text = sheet_view.thing(item)
    fields: dict[str, Field] = {"item": text, "now": item.uses, "full": item.uses_max}
    text = Msg("{item} {now}/{full}", fields) if item.uses_max else text
    if item.note:
        text = Msg("{item} ({note})", {"item": text, "note": item.note})
    return Msg("{item} x{count}", {"item": text, "count": count}) if count > 1 else text


def _facts(c: Combatant) -> dict[str, Scalar | tuple[str, ...] | Mapping[str, Scalar]]:
    facts: dict[str, Scalar | tuple[str, ...] | Mapping[str, Scalar]] = {
        "hp": c.hp,
        "hp_max": c.hp_max,
        "armor": armour.effective(c),
    }
    for attribute in ATTRIBUTES:
        score = c.score(attribute)
        facts |= {attribute.lower(): score.current, f"{attribute.lower()}_max": score.maximum}
    facts |= {"states": conditions.words(c), "scars": tuple(str(s.entry) for s in c.scars.values())}
    if c.side == "pcs" or c.items or c.fatigue or c.capacity != SLOTS:
        facts |= {"fatigue": c.fatigue, "slots": inventory.used(c), "slots_max": c.capacity}
    return facts


# What comes by itself ------------------------------------------------------------------------------------------------


def _upcoming(state: CairnState) -> tuple[Msg, ...]:
    """Death clocks first, then what deprivation brings, then rolls that wait for rest or recovery."""
    lines = [
        Msg("{who} dies in {time} without aid", {"who": Who(who), "time": duration(left)})
        for who, left in death.clocks(state)
    ]
    lines.extend(
        Msg("{who}: one Fatigue in {time}, deprived", {"who": Who(c.id), "time": duration(left)})
        for c in state.entities.values()
        if c.presence != "removed" and (left := deprivation.next_fatigue(state, c)) is not None
    )
    for c in state.entities.values():
        if c.presence != "removed":
            lines.extend(Msg("{who}: {scar}", {"who": Who(c.id), "scar": text}) for text in scars.waiting(c))
    return tuple(lines)


def _ground(state: CairnState) -> tuple[Msg, ...]:
    lying = tuple(item.name for item in state.ground.values())
    return (Msg("on the ground: {items}", {"items": lying}),) if lying else ()


# What players see ----------------------------------------------------------------------------------------------------


def gm_only(state: CairnState, event: Event) -> bool:
    """Whether players hear nothing of that event: opponents' figures, and what the Warden arranges about them."""
    if isinstance(event, people.Added):
        return event.person.presence != "in"
    about = FIGURES.get(type(event))
    if about is None:
        return isinstance(event, GM_ONLY)
    found = state.entities.get(about(event))
    return found is None or found.side != "pcs"


def shows_task(state: CairnState, task: TaskRow) -> bool:
    """Whether players see that task: what opponents declare need not be shown (A46)."""
    person = state.entities.get(task.who)
    return person is not None and person.side == "pcs"


def public_card(state: CairnState, card: Card) -> Card:
    """Everything of their own side; of all others what can be seen: their condition."""
    if card.side == "pcs":
        return card
    c = state.entities[card.id]
    seen = tuple(Span(term(word), "warn") for word in conditions.words(c) if word not in ("deprived",))
    return replace(card, lines=(seen,) if seen else (), facts={"states": conditions.words(c)})


def forecast(command: Command | None, dice: int, faces: int) -> tuple[Msg, ...]:
    """What a throw promises; the tasks of this book carry their odds themselves."""
    return ()
