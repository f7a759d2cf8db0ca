"""The crisis: how it begins and ends, its rounds and phases, who is in it (chapter "Crisis").

Covers LP-CRI-001 to -004, -008 to -020, -022 and -023; leaving and entering by movement is in ``crossing``. Presets:
fight (all four phases), earthquake (neutral, movement), chase (movement), custom. Calm rounds are one shared step each.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from ...core import bands
from ...core.commands import SetBand, unknown
from ...core.messages import N_
from ...core.model import Command, Entity, Event, Msg, Question, Rejected, Who, terms_of
from ...core.phases import Task
from ...core.rounds import step_phase
from ...core.ruleset import Tx as CoreTx
from . import checks, creation_table, neutral, people, questions, settling, stages
from .state import PHASES, Crisis, LawnState, Person

Tx = CoreTx[LawnState]

PRESETS = {"fight": PHASES, "earthquake": ("neutral", "movement"), "chase": ("movement",), "custom": PHASES}
AREA = "far"
OF_THE_PHASE = ("initiative", "speed", "shortcut", "shortcut_danger")
"""What checks serve that mean nothing once the crisis is over, rolled or not."""

OF_THE_ROUND = ("hazard", "action", "break_free")
"""What checks serve that are dropped with the crisis unless they are rolled already."""

OUTLIVES: set[str] = {
    "critical",
    "drowning",
    "faint",
    "fate",
    "opposed_winner",
    "second_severe",
    "single_band",
    "treat_as_crisis",
}
"""Kinds of question that stay open when the crisis ends; all others are about its rounds."""

ENDING: list[Callable[[Tx], None]] = []
"""Called as the rounds are about to end."""

questions.WORDING["treat_as_crisis"] = N_("Does «{ref}» of {who} count as in a crisis here?")


class Start(Command, frozen=True, tag="lawn.start"):
    """Declare a crisis with a preset; ``custom`` takes the phases named. ``calm`` starts rounds without danger.

    Without a preset the encounter's own counts (a scenario names one), else fight.
    """

    preset: str = ""
    phases: tuple[str, ...] = ()
    calm: bool = False


class End(Command, frozen=True, tag="lawn.end"):
    """End the crisis, at any moment."""


class UsePhases(Command, frozen=True, tag="lawn.phases"):
    """Say which phases are in use, for the rest of the crisis or for the round at hand only."""

    phases: tuple[str, ...]
    this_round: bool = False


class SetGoal(Command, frozen=True, tag="lawn.goal"):
    """Write down how the crisis can be escaped or resolved (``escape`` or ``resolution``)."""

    goal: str
    text: str


class TreatAsCrisis(Command, frozen=True, tag="lawn.treat-as-crisis"):
    """Ask whether an effect limited to crises applies although none was declared (LP-CRI-017)."""

    who: str
    effect: str


class CrisisStarted(Event, frozen=True, tag="lawn.crisis-started"):
    """A crisis, or calm rounds, began; round 1 opens once every band is known."""

    mode: str
    preset: str
    phases: tuple[str, ...]


class CrisisEnded(Event, frozen=True, tag="lawn.crisis-ended"):
    """The crisis is over; ``dropped`` lists who had no slot any more in the last round."""

    round: int
    phase: str
    dropped: tuple[str, ...] = ()


class PhasesChanged(Event, frozen=True, tag="lawn.phases-changed"):
    """Other phases are in use."""

    before: tuple[str, ...]
    after: tuple[str, ...]
    round: int = 0


class GoalSet(Event, frozen=True, tag="lawn.goal-set"):
    """A way out was written down."""

    goal: str
    before: str
    after: str


class RoundCleared(Event, frozen=True, tag="lawn.round-cleared"):
    """What belongs to one round only was cleared: initiative, order, slots, declarations, defences."""

    round: int


# What other chapters ask ---------------------------------------------------------------------------------------------


def in_crisis(state: LawnState) -> bool:
    """Whether effects limited to crises apply (LP-CRI-020)."""
    return state.mode == "crisis"


def missing_bands(state: LawnState) -> tuple[tuple[str, str], ...]:
    """The pairs on stage whose band has to be said: unknown, or beyond the area (LP-CRI-002, -019, LP-DST-001).

    Two objects need none. While movement is being resolved Extreme is not a fault but a way out.
    """
    here = people.participants(state)
    objects = {p.id for p in here if p.kind == "object"}
    pairs = bands.missing(state.bands, (p.id for p in here))
    if state.phase != "movement":
        pairs += tuple(
            (a.id, b.id)
            for i, a in enumerate(here)
            for b in here[i + 1 :]
            if "extreme" in (bands.between(state.bands, a.id, b.id), bands.between(state.bands, b.id, a.id))
        )
    return tuple((a, b) for a, b in pairs if not (a in objects and b in objects))


def simultaneous(state: LawnState, a: str, b: str) -> bool:
    """Whether what the two do now happens at the same time (LP-CRI-018)."""
    if state.phase != "action":
        return True
    one, other = (state.crisis.initiative.get(who) for who in (a, b))
    if one is None or other is None:
        return False
    return checks.succeeded(one) == checks.succeeded(other)


def check_band(state: LawnState, a: Entity, b: Entity, band: str) -> Rejected | None:
    """Inside a crisis two participants are never at Extreme (LP-CRI-002)."""
    if state.mode == "crisis" and band == "extreme" and a.on_stage and b.on_stage:
        return Rejected("outside-the-area", {"who": Who(a.id), "other": Who(b.id)})
    return None


def _only(state: LawnState) -> tuple[str, ...]:
    """The phases chosen for this one round, if any were."""
    return state.crisis.only if state.round and state.crisis.only_round == state.round else ()


def phase_in_use(state: LawnState, phase: str) -> bool:
    """Whether the phase takes place this round (LP-CRI-012, LP-INI-017, LP-MOV-046)."""
    only = _only(state)
    chosen = only or state.phases
    if phase not in chosen:
        return False
    if phase == "initiative":
        return "action" in chosen or phase in only
    if phase == "movement":
        return not (state.round == 1 and state.mode == "crisis" and state.options.get("already_begun") is True)
    return True


def phase_can_come(state: LawnState, phase: str) -> bool:
    """Whether moving on would ever reach the phase: still in this round, or in those to come."""
    later = PHASES[PHASES.index(state.phase) + 1 :] if state.phase else PHASES
    if phase in later and state.round and phase_in_use(state, phase):
        return True
    return phase in state.phases and (phase != "initiative" or "action" in state.phases)


def tasks(state: LawnState) -> tuple[Task, ...]:
    """The bands still to be said, one task per newcomer (LP-CRI-019).

    Enter proposes Medium (LP-DST-006), or Far, the most there is inside, for somebody at Extreme (LP-CRI-002).
    """
    if state.mode != "crisis":
        return ()
    by_newcomer: dict[tuple[str, str], list[str]] = {}
    for a, b in missing_bands(state):
        proposed = "medium" if bands.between(state.bands, a, b) is None else AREA
        by_newcomer.setdefault((b, proposed), []).append(a)
    return tuple(
        Task(
            kind="band",
            who=who,
            command=SetBand(a=who, b=tuple(others), band=band),
            form=f"band {who} {others[0]}",
            what=Msg("How far is {who} from {others}?", {"who": Who(who), "others": tuple(Who(o) for o in others)}),
        )
        for (who, band), others in by_newcomer.items()
    )


def usual_preset(state: LawnState) -> str:
    """The preset that a crisis of this encounter starts with unless another is named."""
    return state.preset if state.preset in PRESETS else "fight"


def start_task(state: LawnState) -> tuple[Task, ...]:
    """Before the first crisis of an encounter Enter proposes to start it; afterwards nothing is proposed.

    Nor is it while somebody's sheet is being made, or between two sessions.
    """
    if state.mode != "calm" or state.round or not people.characters(state):
        return ()
    if state.campaign.session and not state.campaign.running:
        return ()
    if any(creation_table.is_new(p) for p in state.entities.values() if p.presence != "removed"):
        return ()
    preset = usual_preset(state)
    return (
        Task(
            kind="start",
            who="",
            command=Start(preset=preset),
            form="start crisis",
            what=Msg("Start the crisis ({preset})?", {"preset": Msg("preset:" + preset)}),
        ),
    )


def shared_step(state: LawnState) -> tuple[Task, ...]:
    """In calm rounds everybody acts together, without an order (LP-CRI-016)."""
    if state.mode != "rounds" or not state.phase:
        return ()
    return (Task(kind="together", who="", blocking=False, what=Msg("Everyone acts in this round, in any order")),)


# Decisions -----------------------------------------------------------------------------------------------------------


def _start(c: Start, tx: Tx) -> Rejected | None:
    if tx.state.mode != "calm":
        return Rejected("already-in-rounds")
    if c.preset and c.preset not in PRESETS:
        return Rejected("not-a-choice", {"field": "preset", "value": c.preset, "allowed": terms_of("preset", PRESETS)})
    named = c.preset or usual_preset(tx.state)
    phases = c.phases or PRESETS[named]
    refused = _bad_phases(phases, wanted=False)
    if refused is not None:
        return refused
    if c.calm:
        tx.emit(CrisisStarted(mode="rounds", preset="calm", phases=("action",)))
    else:
        preset = "custom" if c.phases and tuple(c.phases) != PRESETS[named] else named
        tx.emit(CrisisStarted(mode="crisis", preset=preset, phases=tuple(p for p in PHASES if p in phases)))
    if c.calm or not missing_bands(tx.state):
        step_phase(tx)
    return None


def _bad_phases(phases: tuple[str, ...], *, wanted: bool) -> Rejected | None:
    """The refusal for phases that are none; initiative by itself is one only where it is ``wanted`` (LP-INI-017)."""
    for phase in phases:
        if phase not in PHASES:
            return Rejected("unknown-phase", {"phase": phase, "allowed": terms_of("phase", PHASES)})
    return None if set(phases) - (set() if wanted else {"initiative"}) else Rejected("no-phase-left")


def _end(c: End, tx: Tx) -> Rejected | None:
    state = tx.state
    if state.mode == "calm":
        return Rejected("no-rounds")
    acted = state.mode == "crisis" and phase_in_use(state, "action")
    dropped = tuple(p.id for p in people.characters(state) if acted and p.id not in state.crisis.slots)
    for check in list(state.checks.values()):
        if check.serves in OF_THE_PHASE or (check.serves in OF_THE_ROUND and check.status == "owed"):
            checks.drop(tx, check.id)
    checks.settle_open(tx)
    settling.let_go(tx)
    for question in list(tx.state.questions.values()):
        if question.kind not in OUTLIVES:
            questions.withdraw(tx, question.id)
    for hook in ENDING:
        hook(tx)
    tx.emit(CrisisEnded(round=state.round, phase=state.phase, dropped=dropped))
    neutral.open_review(tx)
    return None


def _use_phases(c: UsePhases, tx: Tx) -> Rejected | None:
    if tx.state.mode != "crisis":
        return Rejected("no-rounds")
    refused = _bad_phases(c.phases, wanted=c.this_round)
    if refused is not None:
        return refused
    phases = tuple(p for p in PHASES if p in c.phases)
    at_hand = tuple(p for p in PHASES if p in c.phases or p == tx.state.phase)
    if c.this_round or at_hand != phases:
        # The phase at hand is left by moving on, not by switching it off.
        _use_this_round(tx, at_hand)
    if not c.this_round and tx.state.phases != phases:
        tx.emit(PhasesChanged(before=tx.state.phases, after=phases))
    if tx.state.phase == "movement" and tx.state.crisis.stage not in stages.OPEN:
        # Without slots the movement just resolved is what counted (LP-NEU-024).
        for person in people.characters(tx.state):
            neutral.mark_movement(tx, person.id)
    return None


def _use_this_round(tx: Tx, phases: tuple[str, ...]) -> None:
    round_ = tx.state.round or 1
    same_round = tx.state.crisis.only_round == round_
    before = tx.state.crisis.only if same_round else tx.state.phases
    if before != phases or not same_round:
        tx.emit(PhasesChanged(before=before, after=phases, round=round_))


def _set_goal(c: SetGoal, tx: Tx) -> Rejected | None:
    if c.goal not in ("escape", "resolution"):
        return Rejected(
            "not-a-choice", {"field": "goal", "value": c.goal, "allowed": terms_of("goal", ("escape", "resolution"))}
        )
    before = tx.state.escape if c.goal == "escape" else tx.state.resolution
    if before != c.text:
        tx.emit(GoalSet(goal=c.goal, before=before, after=c.text))
    return None


def _treat(c: TreatAsCrisis, tx: Tx) -> Rejected | None:
    if tx.state.person(c.who) is None:
        return unknown(c.who)
    if tx.state.mode == "crisis":
        return Rejected("already-in-rounds")
    questions.ask(tx, "treat_as_crisis", who=c.who, ref=c.effect, choices=("yes", "no"), blocking=False)
    return None


def _treated(tx: Tx, question: Question, value: str) -> Rejected | None:
    return None


questions.ANSWERS["treat_as_crisis"] = _treated


# Folds -------------------------------------------------------------------------------------------------------------


def _started(state: LawnState, e: CrisisStarted) -> LawnState:
    return replace(
        state,
        mode=e.mode,
        preset=e.preset,
        phases=e.phases,
        round=0,
        phase="",
        skipped=(),
        crisis=Crisis(speed_difficulty=state.crisis.speed_difficulty),
    )


def _ended(state: LawnState, e: CrisisEnded) -> LawnState:
    entities: dict[str, Person] = {k: replace(p, observed=0) if p.observed else p for k, p in state.entities.items()}
    return replace(
        state,
        mode="calm",
        phase="",
        phases=(),
        skipped=(),
        entities=entities,
        crisis=Crisis(speed_difficulty=state.crisis.speed_difficulty),
    )


def _phases_changed(state: LawnState, e: PhasesChanged) -> LawnState:
    if e.round:
        return replace(state, crisis=replace(state.crisis, only=e.after, only_round=e.round))
    return replace(state, phases=e.after)


def _goal_set(state: LawnState, e: GoalSet) -> LawnState:
    return replace(state, escape=e.after) if e.goal == "escape" else replace(state, resolution=e.after)


def _round_cleared(state: LawnState, e: RoundCleared) -> LawnState:
    return replace(
        state,
        crisis=replace(
            state.crisis,
            initiative={},
            chosen=(),
            moved={},
            turn="",
            slots={},
            defending={},
            reacted=(),
            stage="declare",
            declarations={},
            start_bands={},
            speed_groups=(),
            eased={},
            reach={},
            moves=(),
            shared=(),
            flagged=(),
            last={**state.crisis.last, **state.crisis.declarations},
        ),
    )


DECIDE = {Start: _start, End: _end, UsePhases: _use_phases, SetGoal: _set_goal, TreatAsCrisis: _treat}
EVOLVE = {
    CrisisStarted: _started,
    CrisisEnded: _ended,
    PhasesChanged: _phases_changed,
    GoalSet: _goal_set,
    RoundCleared: _round_cleared,
}
