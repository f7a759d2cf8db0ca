"""The Board of a Cairn encounter: what the screen, the chat and a JSON reader may know."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from msgspec.structs import replace

from ...core.model import Command, Event, Msg, Scalar
from ...core.phases import Task
from ...core.views import PANES, Board, Card, Chip, LogEntry, OrderRow, Span, TaskRow
from . import conditions, turns
from .state import ATTRIBUTES, CairnState, Combatant
from .terms import BAND_NAMES, PHASE_NAMES

if TYPE_CHECKING:
    from .book import Cairn


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
        tasks=_tasks(state, tasks),
        bands=state.bands,
        band_names=BAND_NAMES,
        cards={c.id: _card(state, c) for c in state.entities.values() if c.presence != "removed"},
        environment=state.environment,
        clocks=state.clocks,
        notes=state.notes,
        panes=PANES,
        log=log,
        gone={c.id: c.name for c in state.entities.values() if c.presence == "removed"},
    )


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
    return ()


def _order(state: CairnState) -> tuple[OrderRow, ...]:
    return ()


def _now(state: CairnState, tasks: tuple[Task, ...]) -> Msg | None:
    return None


def _tasks(state: CairnState, tasks: tuple[Task, ...]) -> tuple[TaskRow, ...]:
    return tuple(
        TaskRow(
            who=t.who,
            kind=t.kind,
            what=t.what,
            blocking=t.blocking,
            proposal=t.proposal,
            command=t.command,
            refuse=t.refuse,
            skip=t.skip,
            detail=t.detail,
            form=t.form,
            dice=t.dice,
        )
        for t in tasks
    )


def _card(state: CairnState, c: Combatant) -> Card:
    facts: dict[str, Scalar | tuple[str, ...] | Mapping[str, Scalar]] = {"hp": c.hp, "hp_max": c.hp_max}
    for attribute in ATTRIBUTES:
        score = c.score(attribute)
        facts |= {attribute.lower(): score.current, f"{attribute.lower()}_max": score.maximum}
    facts |= {"states": conditions.words(c), "scars": tuple(str(s.entry) for s in c.scars.values())}
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
        lines=((Span(Msg("HP {now}/{max}", {"now": c.hp, "max": c.hp_max})),),),
        facts=facts,
    )


def forecast(command: Command | None, dice: int, faces: int) -> tuple[Msg, ...]:
    """What a throw promises."""
    return ()


def gm_only(state: CairnState, event: Event) -> bool:
    """Whether players hear nothing of that event of the book."""
    return False


def shows_task(state: CairnState, task: TaskRow) -> bool:
    """Whether players see that task."""
    return True


def public_card(state: CairnState, card: Card) -> Card:
    """Everything of their own side; of all others what can be seen: their condition."""
    return card if card.side == "pcs" else replace(card, lines=(), facts={})
