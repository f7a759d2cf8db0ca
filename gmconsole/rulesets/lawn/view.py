"""The Board of a Lawn Parlour encounter: what the screen, the chat and a JSON reader may know.

The players' Board holds nothing of hidden entities, of undisclosed declarations or of the GM's questions, and uses the
players' own ids: the tags they were given at first sight.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import TYPE_CHECKING

import msgspec

from ...core.commands import BandsChanged, ClockSet, EntityChanged, FieldSet, Noted
from ...core.model import Command, Event, Field, Msg, Scalar, Text, Who
from ...core.phases import Task
from ...core.rounds import PhaseEntered, PhaseSkipped, RoundStarted
from ...core.views import Board, Card, Chip, OrderRow, Span, TaskRow
from . import (
    actions,
    chases,
    counters,
    crisis,
    hazards,
    initiative,
    injuries,
    ladders,
    movement,
    negotiation,
    neutral,
    odds,
    people,
    questions,
    words,
)
from .negotiation import percent
from .state import BANDS, SPEED_CLASSES, Injury, LawnState, Person
from .terms import BAND_NAMES, OUTCOME_NAMES, PHASE_NAMES, term

if TYPE_CHECKING:
    from .book import Lawn

GM_ONLY = (questions.Asked, questions.Answered, neutral.Reminded, Noted, ClockSet, FieldSet, initiative.DifficultySet)


def board(book: Lawn, state: LawnState, audience: str, log: tuple[tuple[Msg, ...], ...] = ()) -> Board:
    """The Board for ``gm`` or ``players``; log holds what ``tell`` made of the last entries, oldest first."""
    seen = tuple(p for p in state.entities.values()
                 if p.presence != "removed" and (audience == "gm" or not p.hidden))
    tasks = book.agenda(state)
    turn = actions.turn(state)
    cards = {p.id: _card(state, p, turn) for p in seen if audience == "gm" or p.presence in ("in", "left")}
    full = Board(
        audience=audience, title=state.title, ruleset=state.ruleset, mode=state.mode, round=state.round,
        phase=state.phase, phases=_phases(state), header=_header(state), turn=turn, order=_order(state, turn),
        now=_now(state, tasks), tasks=_tasks(state, tasks), cards=cards, bands=state.bands, band_names=BAND_NAMES,
        moved=_moved(state), reach=_reach(state), upcoming=_upcoming(state), environment=state.environment,
        clocks=state.clocks, notes=state.notes, log=log,
        negotiations=negotiation.shown(state),
    )
    return full if audience == "gm" else _public(state, full)


def _phases(state: LawnState) -> tuple[Chip, ...]:
    chips = []
    past = True
    for phase, name in PHASE_NAMES.items():
        now = phase == state.phase
        past = past and not now and bool(state.phase)
        used = crisis.phase_in_use(state, phase)
        chips.append(Chip(phase, name, "now" if now else "unused" if not used else "done" if past else "later"))
    return tuple(chips) if state.mode != "calm" else ()


def _header(state: LawnState) -> tuple[Span, ...]:
    spans = [Span(Msg("environment:" + word)) for word in state.environment]
    if state.mode == "crisis" and state.crisis.difficulty_round == state.round and state.round:
        spans.append(Span(f"D{state.crisis.difficulty}"))
    return tuple(spans)


def _order(state: LawnState, turn: str) -> tuple[OrderRow, ...]:
    if state.mode != "crisis" or not state.round:
        return tuple(OrderRow(p.id, "later") for p in people.characters(state))
    rows = []
    for who in initiative.order(state):
        person = state.entities[who]
        slot = state.crisis.slots.get(who)
        at = "now" if who == turn else "done" if slot else "later" if actions.able(state, person) else "out"
        result = state.crisis.initiative.get(who)
        note: tuple[Span, ...] = ()
        if result is not None:
            note = (Span(OUTCOME_NAMES[result.outcome], "quiet"),)
        elif person.kind != "pc":
            note = (Span(Msg("side:" + person.side), "danger" if person.side == "hostile" else "quiet"),)
        rows.append(OrderRow(who, at, note))
    return tuple(rows)


def _now(state: LawnState, tasks: tuple[Task, ...]) -> Msg | None:
    if state.mode == "calm":
        return Msg("Outside a crisis")
    if not state.round:
        return Msg("Before round 1")
    owed = sum(1 for t in tasks if t.blocking)
    if owed:
        return Msg("{phase}: {count} still owed", {"phase": Msg("phase:" + state.phase), "count": owed})
    return Msg("{phase}: nothing owed, Enter moves on", {"phase": Msg("phase:" + state.phase)})


def _done(state: LawnState) -> list[TaskRow]:
    """What has been done in this phase already, so that the tracker shows the whole phase."""
    rows: list[TaskRow] = []
    if state.phase == "initiative":
        rows.extend(TaskRow(who=who, kind="initiative", done=True,
                            what=Msg("{who} {outcome}, degree {degree}",
                                     {"who": Who(who), "outcome": OUTCOME_NAMES[r.outcome], "degree": r.degree}))
                    for who, r in state.crisis.initiative.items())
    elif state.phase == "movement":
        rows.extend(TaskRow(who=who, kind="declare", done=True, what=_declared(state, who))
                    for who in state.crisis.declarations if who in state.entities)
    elif state.phase == "action":
        texts = {"acted": Msg("has acted"), "passed": Msg("passed"), "skipped": Msg("lost the slot")}
        rows.extend(TaskRow(who=who, kind="slot", done=True, what=Msg("{who} {how}", {"who": Who(who), "how": texts[how]}))
                    for who, how in state.crisis.slots.items())
    return rows


def _declared(state: LawnState, who: str) -> Msg:
    """A declaration as a sentence, with the way of moving that it comes to."""
    declaration = state.crisis.declarations[who]
    speed = chases.speed_class(state, who, declaration) if declaration.approach or declaration.retreat else ""
    fields: dict[str, Field] = {
        "who": Who(who), "speed": Msg("speed:" + (speed or "static")),
        "approach": tuple(Who(w) for w in declaration.approach), "retreat": tuple(Who(w) for w in declaration.retreat),
    }
    if declaration.approach and declaration.retreat:
        return Msg("{who} approaches {approach}, retreats from {retreat} ({speed})", fields)
    if declaration.approach:
        return Msg("{who} approaches {approach} ({speed})", fields)
    if declaration.retreat:
        return Msg("{who} retreats from {retreat} ({speed})", fields)
    return Msg("{who} is static", fields)


def _tasks(state: LawnState, tasks: tuple[Task, ...]) -> tuple[TaskRow, ...]:
    rows = _done(state)
    for t in tasks:
        detail = t.detail
        if t.dice is not None and t.dice[1] and t.kind != "check":
            detail = (*_odds(t), *detail)
        rows.append(TaskRow(who=t.who, kind=t.kind, what=t.what, blocking=t.blocking, command=t.command,
                            refuse=t.refuse, skip=t.skip, detail=detail, form=t.form, dice=t.dice))
    return tuple(rows)


def _odds(task: Task) -> tuple[Msg, ...]:
    assert task.dice is not None
    return forecast(task.command, *task.dice)


def forecast(command: Command | None, dice: int, faces: int) -> tuple[Msg, ...]:
    """What a throw promises: the chance of success, for a speed check the three ways it may go."""
    if isinstance(command, movement.SpeedCheck):
        split = odds.speed_split(dice, faces)
        return (Msg("pool of {dice}: {gain} gains, {hold} holds, {lose} loses",
                    {"dice": dice, "gain": percent(split[0]), "hold": percent(split[1]), "lose": percent(split[2])}),)
    chance = odds.odds(dice, faces)
    return (Msg("pool of {dice}: success {chance}", {"dice": dice, "chance": percent(chance.success)}),)


def _card(state: LawnState, p: Person, turn: str) -> Card:
    status = "left" if p.presence == "left" else "outside" if p.presence == "outside" else injuries.status(p)
    first: list[Span] = []
    if p.kind == "pc":
        low = p.sanity * 2 <= p.sanity_max
        first.append(Span(Msg("sanity {now}/{max}", {"now": p.sanity, "max": p.sanity_max}),
                          "danger" if not p.sanity else "warn" if low else ""))
    elif p.has_life:
        style = "danger" if not p.life else "warn" if p.life < p.life_max else ""
        first.append(Span(Msg("life {now}/{max}", {"now": p.life, "max": p.life_max}), style))
    if p.kind != "object":
        first.append(Span(Msg("speed:" + p.speed), "quiet"))
    first.extend(Span(f"{weapon} {load.now}/{load.full}", "warn" if not load.now else "") for weapon, load in p.load.items())
    first.extend(Span(Msg("light:" + light.source), "calm") for light in state.lights.values() if light.carrier == p.id)
    second: list[Span] = [_state_span(injury) for injury in p.states]
    care = state.care.get(p.id)
    if care is not None and care.present:
        second.append(Span(Msg("in care, day {day} of 7", {"day": care.minutes // (24 * 60) + 1}), "calm"))
    if p.fate:
        second.append(Span(term(p.fate), "danger"))
    if status in ("cannot_act", "unconscious", "dead", "left"):
        second.append(Span(Msg("status:" + status), "danger" if status != "left" else "quiet"))
    if p.note:
        second.append(Span(p.note, "quiet"))
    facts: dict[str, Scalar | tuple[str, ...] | Mapping[str, Scalar]] = {
        "states": tuple(s.id for s in p.states), "load": {k: v.now for k, v in p.load.items()},
    }
    if p.kind == "pc":
        facts |= {"sanity": p.sanity, "sanity_max": p.sanity_max}
    if p.has_life:
        facts |= {"life": p.life, "life_max": p.life_max}
    return Card(id=p.id, tag=p.tag, name=p.name, kind=p.kind, side=p.side, hidden=p.hidden, status=status,
                pane="party" if p.kind == "pc" else "others", present=p.presence == "in", facts=facts,
                lines=tuple(tuple(line) for line in (first, second) if line))


def _state_span(injury: Injury) -> Span:
    row = injuries.definition(injury.id)
    name = words.injury_name(injury)
    text: Text = name
    if row.kind in ("minor", "severe", "special") and row.first_aid == "tend":
        text = Msg("{state}, tended" if injury.tended else "{state}, untended", {"state": name})
    form = injuries.form(injury)
    dice = form.dice.get("all", 0)
    if dice:
        text = Msg("{state} ({dice})", {"state": text, "dice": f"{dice:+d}"})
    style = {"severe": "danger", "minor": "warn", "transient": "warn"}.get(row.kind, "")
    return Span(text, style)


def _moved(state: LawnState) -> dict[str, str]:
    """The bands before this round's movement, of the pairs that movement changed: ``"a b"`` to the band."""
    if state.phase not in ("movement", "action"):
        return {}
    before = state.crisis.start_bands
    out = {}
    for a, row in state.bands.items():
        old = before.get(a, {})
        if row == old:
            continue
        for b, band in row.items():
            if a < b and old.get(b, band) != band:
                out[f"{a} {b}"] = old[b]
    return out


def _reach(state: LawnState) -> tuple[Msg, ...]:
    """How soon each hostile NPC is at Touch of the nearest player character who stands still (LP-MOV-025)."""
    lines = []
    for foe in people.npcs(state):
        if foe.side != "hostile":
            continue
        soonest: tuple[int, str] | None = None
        for pc in people.pcs(state):
            band = state.bands.get(foe.id, {}).get(pc.id)
            rounds = _rounds_to_touch(foe.speed, band) if band else None
            if rounds is not None and (soonest is None or rounds < soonest[0]):
                soonest = (rounds, pc.id)
        fields: dict[str, Field] = {"who": Who(foe.id)}
        if soonest is None:
            lines.append(Msg("{who} reaches nobody who stands still", fields))
        elif soonest[0] == 0:
            lines.append(Msg("{who} is at {other}", {**fields, "other": Who(soonest[1])}))
        else:
            lines.append(Msg("{who} reaches {other}: rounds needed {rounds}",
                             {**fields, "other": Who(soonest[1]), "rounds": soonest[0]}))
    return tuple(lines)


@cache
def _rounds_to_touch(speed: str, band: str) -> int | None:
    """Rounds until a mover of that class is at Touch of a static target; None where it never is."""
    if speed not in SPEED_CLASSES:
        return 0 if band == "touch" else None
    for rounds in range(len(BANDS)):
        if band == "touch":
            return rounds
        band = ladders.step3(speed, band, "approach")
    return None


def _upcoming(state: LawnState) -> tuple[Msg, ...]:
    lines = []
    for row in neutral.upcoming(state):
        fields: dict[str, Field] = {
            "who": Who(row.who), "state": term(row.state), "what": term(row.what), "round": row.round,
            "counted": row.counted, "threshold": row.threshold, "phase": _point(row),
        }
        if not row.threshold:
            text = "round {round}, {phase}: {what}" if not row.who else "round {round}, {phase}: {who}, {what}"
            lines.append(Msg(text, fields))
        elif row.round:
            lines.append(Msg("round {round}, {phase}: {who}, {state} {counted}/{threshold}: {what}", fields))
        else:
            lines.append(Msg("{who}, {state} {counted}/{threshold}: {what}", fields))
    return tuple(lines)


def _point(row: counters.Row) -> Text:
    return Msg("phase:neutral") if row.point == "neutral" else Msg("end of movement")


def tell(book: Lawn, state: LawnState, events: tuple[Event, ...], audience: str) -> tuple[Msg, ...]:
    """One entry's events as sentences for that audience; empty where it may know, or there is, nothing to say."""
    line = []
    for event in events:
        if audience != "gm" and _for_the_gm(state, event):
            continue
        said = _say(book, state, event, audience)
        if said is not None:
            line.append(said)
    return tuple(line)


def _for_the_gm(state: LawnState, event: Event) -> bool:
    """Whether players learn nothing of that event, whomever it names."""
    if isinstance(event, EntityChanged):
        return event.field == "note" or (event.field == "hidden" and event.after is True) or _hidden(state, event.who)
    if isinstance(event, hazards.HazardSet):
        hazard = event.after or event.before
        return hazard is None or not hazard.round
    return isinstance(event, GM_ONLY) or (isinstance(event, PhaseSkipped) and bool(event.owed))


def _say(book: Lawn, state: LawnState, event: Event, audience: str) -> Msg | None:
    if audience != "gm" and isinstance(event, BandsChanged):
        shown = tuple(c for c in event.changes if not (_hidden(state, c.a) or _hidden(state, c.b)))
        if not shown:
            return None
        event = msgspec.structs.replace(event, changes=shown)
    said = book.say(event, state)
    if said is None or audience == "gm" or isinstance(event, RoundStarted | PhaseEntered):
        return said
    return None if any(_hidden(state, who) for who in _named(said)) else said


def _hidden(state: LawnState, who: str) -> bool:
    """Whether players do not know of that one: hidden now, or never seen yet."""
    person = state.entities.get(who)
    return person is None or person.hidden or not person.shown_as


def _named(text: Field) -> set[str]:
    """Every person a text names."""
    if isinstance(text, Who):
        return {text.id}
    if isinstance(text, Msg):
        return set().union(*(_named(v) for v in text.fields.values())) if text.fields else set()
    if isinstance(text, tuple):
        return set().union(*(_named(t) for t in text)) if text else set()
    return set()


# The players' own ids --------------------------------------------------------------------------------------------------


def _public(state: LawnState, full: Board) -> Board:
    """The Board under the players' ids, with only what they may know."""
    known = {who: state.entities[who].shown_as for who in full.cards if state.entities[who].shown_as}
    one: Callable[[str], str] = lambda who: known.get(who, "")  # noqa: E731 - a name for a lookup, not a function
    cards = {}
    for who, card in full.cards.items():
        if who in known:
            public = _public_line(state.entities[who], card)
            facts = {k: v for k, v in card.facts.items() if card.kind == "pc" or k == "states"}
            cards[known[who]] = msgspec.structs.replace(card, id=known[who], tag=known[who],
                                                        lines=(tuple(public),), facts=facts)
    bands = {known[a]: {known[b]: band for b, band in row.items() if b in known}
             for a, row in full.bands.items() if a in known}
    moved = {f"{known[a]} {known[b]}": band for pair, band in full.moved.items()
             for a, b in (pair.split(" "),) if a in known and b in known}
    tasks = tuple(msgspec.structs.replace(t, who=one(t.who), what=_translate(t.what, known), command=None, refuse=None,
                                          skip=None, form="", detail=())
                  for t in full.tasks if _may_see(state, t, known))
    return msgspec.structs.replace(
        full, turn=one(full.turn), tasks=tasks, cards=cards, bands=bands, moved=moved, reach=(), upcoming=(), notes=(),
        clocks={}, negotiations=(), now=Msg("phase:" + state.phase) if state.phase else None,
        order=tuple(OrderRow(known[r.id], r.at, r.note) for r in full.order if r.id in known),
        log=tuple(tuple(_translate(m, known) for m in line) for line in full.log),
    )


def _public_line(person: Person, card: Card) -> list[Span]:
    """What players see of somebody: everything of their own, the states of all others, never the GM's note."""
    if person.kind == "pc":
        return [span for line in card.lines for span in line if span.text != person.note]
    return [_state_span(injury) for injury in person.states]


def _may_see(state: LawnState, task: TaskRow, known: Mapping[str, str]) -> bool:
    if task.kind.startswith("question:") or task.kind in ("difficulty", "band", "reminder"):
        return False
    if any(who not in known for who in _named(task.what)) or (task.who and task.who not in known):
        return False
    if task.kind == "declare" and state.crisis.stage == "declare":
        person = state.entities.get(task.who)
        return person is not None and person.kind == "pc"
    return True


def _translate(text: Msg, known: Mapping[str, str]) -> Msg:
    return Msg(text.id, {k: _translate_field(v, known) for k, v in text.fields.items()})


def _translate_field(value: Field, known: Mapping[str, str]) -> Field:
    if isinstance(value, Who):
        return Who(known.get(value.id, ""))
    if isinstance(value, Msg):
        return _translate(value, known)
    if isinstance(value, tuple):
        return tuple(_translate_text(t, known) for t in value)
    return value


def _translate_text(value: Text, known: Mapping[str, str]) -> Text:
    if isinstance(value, Who):
        return Who(known.get(value.id, ""))
    return _translate(value, known) if isinstance(value, Msg) else value

