"""The Board of a Lawn Parlour encounter: what the screen, the chat and a JSON reader may know.

The players' Board is made out of it by the kernel (``core.secrets``); what players see of a card, which tasks and which
events of this book they may know, is said at the end.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING

import msgspec

from ...core.messages import N_
from ...core.model import Event, Field, Msg, Text, Who
from ...core.phases import Task
from ...core.views import Board, Chip, LogEntry, OrderRow, Section, Span, TaskRow, owed
from . import (
    actions,
    armoury,
    cards,
    counters,
    crisis,
    forecasting,
    hazards,
    initiative,
    injuries,
    ladders,
    movers,
    negotiation_board,
    neutral,
    people,
    sheets,
)
from .state import BANDS, SPEED_CLASSES, LawnState, Person
from .terms import BAND_NAMES, OUTCOME_NAMES, PHASE_NAMES, term
from .weapons import WeaponsChanged

if TYPE_CHECKING:
    from .book import Lawn

GM_ONLY = (neutral.Reminded, initiative.DifficultySet)

SECRETS: list[Callable[[Event], bool]] = []
"""Chapters with events that players hear nothing of add a function here."""


def board(book: Lawn, state: LawnState, log: tuple[LogEntry, ...] = ()) -> Board:
    """The GM's Board; log holds what was told of the last entries, oldest first."""
    tasks = book.agenda(state)
    turn = actions.turn(state)
    return Board(
        audience="gm",
        title=state.title,
        ruleset=state.ruleset,
        mode=state.mode,
        round=state.round,
        phase=state.phase,
        phases=_phases(state),
        header=_header(state),
        turn=turn,
        order=_order(state, turn),
        now=_now(state, tasks),
        tasks=_tasks(state, tasks),
        bands=state.bands,
        band_names=BAND_NAMES,
        cards={p.id: cards.card(state, p) for p in state.entities.values() if p.presence != "removed"},
        moved=_moved(state),
        reach=_reach(state),
        upcoming=_upcoming(state),
        environment=state.environment,
        clocks=state.clocks,
        notes=state.notes,
        log=log,
        gone={p.id: p.name for p in state.entities.values() if p.presence == "removed"},
        negotiations=negotiation_board.shown(state),
    )


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
        return tuple(OrderRow(p.id, "later") for p in people.characters(state) if not injuries.is_dead(p))
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
    said = "{phase}: nothing owed, Enter moves on"
    if any(t.closing for t in tasks):
        said = N_("{phase}: a check lies on the table")
    return Msg(said, {"phase": Msg("phase:" + state.phase)})


def _done(state: LawnState) -> list[TaskRow]:
    """What has been done in this phase already, so that the tracker shows the whole phase; of session end its steps."""
    from . import session_end

    rows: list[TaskRow] = []
    if session_end.is_open(state):
        rows.extend(
            TaskRow(
                who="",
                kind="session_step",
                done=True,
                what=Msg("session end, {step}/8: {name}", {"step": step, "name": session_end.STEPS[step]}),
            )
            for step in range(session_end.FIRST, state.campaign.step)
        )
    if state.phase == "initiative":
        rows.extend(
            TaskRow(
                who=who,
                kind="initiative",
                done=True,
                what=Msg(
                    "{who} {outcome}, degree {degree}",
                    {"who": Who(who), "outcome": OUTCOME_NAMES[r.outcome], "degree": r.degree},
                ),
            )
            for who, r in state.crisis.initiative.items()
        )
    elif state.phase == "movement":
        rows.extend(
            TaskRow(who=who, kind="declare", done=True, what=_declared(state, who))
            for who in state.crisis.declarations
            if who in state.entities
        )
    elif state.phase == "action":
        texts = {"acted": Msg("has acted"), "passed": Msg("passed"), "skipped": Msg("lost the slot")}
        rows.extend(
            TaskRow(who=who, kind="slot", done=True, what=Msg("{who} {how}", {"who": Who(who), "how": texts[how]}))
            for who, how in state.crisis.slots.items()
        )
    return rows


def _declared(state: LawnState, who: str) -> Msg:
    """A declaration as a sentence, with the way of moving that it comes to."""
    declaration = state.crisis.declarations[who]
    speed = movers.speed_class(state, who, declaration) if declaration.approach or declaration.retreat else ""
    fields: dict[str, Field] = {
        "who": Who(who),
        "speed": Msg("speed:" + (speed or "static")),
        "approach": tuple(Who(w) for w in declaration.approach),
        "retreat": tuple(Who(w) for w in declaration.retreat),
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
        shown = owed(t)
        if t.dice is not None and t.dice[1] and t.kind != "check":
            shown = msgspec.structs.replace(shown, detail=(*_odds(state, t), *t.detail))
        rows.append(shown)
    return tuple(rows)


def _odds(state: LawnState, task: Task) -> tuple[Msg, ...]:
    assert task.dice is not None
    return forecasting.forecast(task.command, *task.dice, state)


def sheet(state: LawnState, who: str) -> tuple[Section, ...]:
    """All that is known of somebody (see ``sheet_view``)."""
    from . import sheet_view  # its words come from chapters that add to the cards here

    found = state.person(who)
    return sheet_view.sections(state, found, cards.card(state, found)) if isinstance(found, Person) else ()


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
    party = [pc for pc in people.pcs(state) if not injuries.is_dead(pc)]
    for foe in people.npcs(state):
        if foe.side != "hostile" or movers.cannot_move(state, foe.id):
            continue
        soonest: tuple[int, str] | None = None
        for pc in party:
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
            lines.append(
                Msg(
                    "{who} reaches {other}: rounds needed {rounds}",
                    {**fields, "other": Who(soonest[1]), "rounds": soonest[0]},
                )
            )
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
            "who": Who(row.who),
            "state": term(row.state),
            "what": term(row.what),
            "round": row.round,
            "counted": row.counted,
            "threshold": row.threshold,
            "phase": _point(row),
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


# What players see ----------------------------------------------------------------------------------------------------


def gm_only(state: LawnState, event: Event) -> bool:
    """Whether players hear nothing of that event: questions, reminders, difficulties, dangers that have not come,
    what others than their own characters carry."""
    if any(hook(event) for hook in SECRETS):
        return True
    if isinstance(event, WeaponsChanged | armoury.FiguresChanged | sheets.SheetChanged):
        return not event.who.startswith(people.PREFIXES["pc"] + "-")
    if isinstance(event, hazards.HazardSet):
        hazard = event.after or event.before
        return hazard is None or not hazard.round
    return isinstance(event, GM_ONLY)


def shows_task(state: LawnState, task: TaskRow) -> bool:
    """Whether players see that task: what others declare stays covered until all have."""
    if task.kind in ("difficulty", "band", "reminder"):
        return False
    if task.kind == "declare" and state.crisis.stage == "declare":
        person = state.entities.get(task.who)
        return person is not None and person.kind == "pc"
    return True
