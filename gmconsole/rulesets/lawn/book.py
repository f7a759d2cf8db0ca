"""The rulebook as the kernel sees it: its chapters, phases, options and settable fields."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import msgspec

from ...core.model import Command, Entity, Event, Msg, Name, Rejected, Scalar
from ...core.phases import Task
from ...core.ruleset import FieldSpec, Ruleset
from ...core.ruleset import Tx as CoreTx
from ...core.scenario import Problem, Scenario
from ...core.views import Board, Card, LogEntry, Section, TaskRow, Wizard
from . import (
    abilities,
    ability_offers,
    acquiring,
    actions,
    addiction,
    aid,
    aid_words,
    announcing,
    armoury,
    asides,
    attack_words,
    attacks,
    beams,
    calling,
    cards,
    check_words,
    checks,
    chronicle,
    cooling,
    counter,
    creation,
    creation_steps,
    crisis,
    distance,
    effects,
    emergence,
    exchange,
    expending,
    falls,
    focus,
    forecasting,
    forms,
    frenzy,
    frenzy_effects,
    frenzy_roll,
    hampering,
    hand_edits,
    initiative,
    injuries,
    items,
    leading,
    learning,
    life,
    links,
    mastery,
    mercy,
    movement,
    movement_words,
    negotiation,
    negotiation_board,
    neutral,
    odds,
    opposed,
    options,
    party,
    party_writing,
    passions,
    people,
    places,
    plans,
    potential,
    purchases,
    questions,
    relief,
    remedies,
    resource_words,
    restraint,
    sanity,
    scenario,
    senses,
    senses_words,
    session_end,
    sessions,
    settling,
    sheet_words,
    sheets,
    skill_kept,
    skill_uses,
    skill_words,
    skills,
    slots,
    special_words,
    specialties,
    spirit_words,
    teamwork,
    together,
    trait2_words,
    trait_choices,
    trait_words,
    traits,
    traits_first,
    traits_growth,
    traits_luck,
    traits_second,
    traits_third,
    treatment,
    view,
    weapons_words,
    words,
    zones,
)
from .field_table import FIELDS
from .part_names import PART_NAMES
from .state import LawnState
from .switch_table import CHOICES, OPTIONS, TIERS
from .terms import BAND_NAMES, PHASE_NAMES, TERMS

Tx = CoreTx[LawnState]


class Lawn(Ruleset[LawnState]):
    """Lawn Parlour."""

    id: ClassVar[str] = "lawn"
    name: ClassVar[Name] = Name("草坪客厅", "Lawn Parlour")
    asks = questions.ASKS
    state_type = LawnState

    def __init__(self) -> None:
        super().__init__(
            (
                options,
                sheets,
                creation,
                chronicle,
                learning,
                mastery,
                items,
                sheet_words,
                traits,
                traits_first,
                traits_growth,
                abilities,
                ability_offers,
                trait_words,
                focus,
                potential,
                purchases,
                emergence,
                resource_words,
                specialties,
                acquiring,
                passions,
                expending,
                hampering,
                cooling,
                exchange,
                session_end,
                sessions,
                special_words,
                traits_luck,
                traits_second,
                traits_third,
                leading,
                plans,
                links,
                trait_choices,
                trait2_words,
                people,
                checks,
                calling,
                announcing,
                teamwork,
                negotiation,
                check_words,
                opposed,
                crisis,
                initiative,
                neutral,
                injuries,
                relief,
                life,
                distance,
                movement,
                places,
                slots,
                actions,
                asides,
                aid,
                treatment,
                frenzy,
                frenzy_roll,
                sanity,
                frenzy_effects,
                addiction,
                together,
                spirit_words,
                skills,
                skill_uses,
                skill_kept,
                skill_words,
                beams,
                senses,
                falls,
                senses_words,
                aid_words,
                attacks,
                mercy,
                restraint,
                counter,
                attack_words,
                armoury,
                effects,
                zones,
                weapons_words,
                words,
            )
        )

    def new_state(self, title: str) -> LawnState:
        """An empty encounter outside any crisis, with the book's default options."""
        return LawnState(ruleset=self.id, title=title, options={k: v[0][0] for k, v in OPTIONS.items()})

    def phase_names(self) -> Mapping[str, Name]:
        """The four phases in the book's order (LP-CRI-011)."""
        return PHASE_NAMES

    def band_names(self) -> Mapping[str, Name]:
        """The five bands, nearest first (LP-DST-001)."""
        return BAND_NAMES

    def option_values(self) -> Mapping[str, tuple[Scalar, ...]]:
        """The switches of the chapters built so far, the ledger's default first."""
        return {k: v[0] for k, v in OPTIONS.items()}

    def option_names(self) -> Mapping[str, Name]:
        """The switches' names."""
        return {k: v[1] for k, v in OPTIONS.items()}

    def option_tiers(self) -> Mapping[str, str]:
        """What each switch is for: an ``advanced`` rule, an ``optional`` one, or a ``ruling`` (LP-CHK-001)."""
        return TIERS

    def environment_names(self) -> Mapping[str, Name]:
        """What a place can be like (LP-CRI-021, LP-DST-010 to -013)."""
        return distance.environment_names()

    def scenario_types(self) -> Mapping[str, type[msgspec.Struct]]:
        """The rows of a scenario file."""
        return scenario.TYPES

    def build_scenario(self, prepared: Scenario, lang: str) -> tuple[LawnState, tuple[Problem, ...]]:
        """The start state of a scenario."""
        return scenario.build(self, prepared, lang)

    def party_types(self) -> Mapping[str, type[msgspec.Struct]]:
        """The rows of a party file."""
        return party.TYPES

    def party_tables(self) -> Mapping[str, type[msgspec.Struct]]:
        """What a party file holds of its campaign."""
        return party.TABLES

    def build_party(self, prepared: Scenario, lang: str) -> tuple[LawnState, tuple[Problem, ...]]:
        """A state with that party alone."""
        return party.build(self, prepared, lang)

    def party_of(self, state: LawnState) -> Mapping[str, Any]:
        """The party of a state, for a party file."""
        return party_writing.tables(state, self)

    def terms(self) -> Mapping[str, Mapping[str, Name]]:
        """The book's terms by kind."""
        from . import parts

        return {
            **TERMS,
            **sheet_words.TERMS,
            **skill_words.TERMS,
            **trait_words.TERMS,
            **spirit_words.TERMS,
            **resource_words.TERMS,
            **special_words.TERMS,
            "environment": distance.environment_names(),
            "light": distance.light_names(),
            "ability": skills.names(),
            "preset": parts.PRESETS,
            "mark": parts.MARKS,
            "kind": parts.KINDS,
            "help": parts.HELP,
            "fate": parts.FATES,
            "goal": parts.GOALS,
            "origin": parts.ORIGINS,
            "stand": parts.STAND,
            "choice": CHOICES,
            "answer": {**parts.ANSWERS, **TERMS["answer"], **spirit_words.ANSWERS},
            "part": forms.part_names(),
            "figure": armoury.FIGURE_NAMES,
        }

    def rejections(self) -> Mapping[str, str]:
        """The book's own refusals."""
        return {
            **words.REJECTIONS,
            **check_words.REJECTIONS,
            **movement_words.REJECTIONS,
            **aid_words.REJECTIONS,
            **attack_words.REJECTIONS,
            **senses_words.REJECTIONS,
            **weapons_words.REJECTIONS,
            **sheet_words.REJECTIONS,
            **skill_words.REJECTIONS,
            **trait_words.REJECTIONS,
            **trait2_words.REJECTIONS,
            **special_words.REJECTIONS,
            **spirit_words.REJECTIONS,
            **resource_words.REJECTIONS,
        }

    def fields(self) -> Mapping[str, FieldSpec]:
        """What the GM may correct."""
        return FIELDS

    def part_names(self) -> Mapping[str, Name]:
        """What the parts of the book's lines are called."""
        return {
            **trait_words.PART_NAMES,
            **sheet_words.PART_NAMES,
            **skill_words.PART_NAMES,
            **resource_words.PART_NAMES,
            **spirit_words.PART_NAMES,
            **special_words.PART_NAMES,
            **trait2_words.PART_NAMES,
            **PART_NAMES,
        }

    def odds(self, dice: int, faces: int) -> dict[str, Any]:
        """Exact odds of a check's roll (LP-CHK-040)."""
        return odds.as_json(dice, faces)

    def state_problems(self, state: LawnState) -> tuple[Problem, ...]:
        """What this book cannot read in a state written by hand."""
        return tuple(hand_edits.problems(state))

    def check_band(self, state: LawnState, a: Entity, b: Entity, band: str) -> Rejected | None:
        """Nobody inside a crisis is at Extreme (LP-CRI-002)."""
        return crisis.check_band(state, a, b, band)

    def phase_in_use(self, state: LawnState, phase: str) -> bool:
        """Whether the phase takes place this round (LP-CRI-012, LP-INI-017, LP-MOV-046)."""
        return crisis.phase_in_use(state, phase)

    def decide(self, command: Command, tx: CoreTx[LawnState]) -> Rejected | None:
        """The decision, and whose slot it is after it."""
        refused = super().decide(command, tx)
        if refused is None:
            restraint.end_void(tx)
            attacks.end_void(tx)
            distance.end_void(tx)
            slots.pass_turn(tx)
            options.warn(tx, TIERS)
        return refused

    def phase_can_come(self, state: LawnState, phase: str) -> bool:
        """Whether the phase takes place later in this round, or in the next ones."""
        return crisis.phase_can_come(state, phase)

    def before_moving_on(self, tx: CoreTx[LawnState]) -> None:
        """Checks held open are settled when the GM moves on."""
        checks.settle_open(tx)

    def start_round(self, tx: CoreTx[LawnState]) -> None:
        """Clear what belonged to the last round (LP-INI-001)."""
        settling.let_go(tx)
        if tx.state.round > 1:
            tx.emit(crisis.RoundCleared(round=tx.state.round))

    def enter_phase(self, tx: CoreTx[LawnState]) -> None:
        """Initiative opens checks, neutral counts, movement takes its starting bands."""
        phase = tx.state.phase
        used = crisis.phase_in_use(tx.state, phase)
        if phase == "initiative" and used:
            initiative.begin(tx)
        elif phase == "neutral":
            neutral.tick(tx)
        elif phase == "movement" and used:
            movement.begin(tx)

    def leave_phase(self, tx: CoreTx[LawnState]) -> None:
        """Close the phase, and count the round for those it came up for (LP-NEU-024, -026, -027)."""
        phase = tx.state.phase
        used = bool(phase) and crisis.phase_in_use(tx.state, phase)
        acted = crisis.phase_in_use(tx.state, "action") and tx.state.mode == "crisis"
        if phase == "initiative":
            initiative.end(tx)
        elif phase == "movement":
            if used:
                movement.end(tx)
            neutral.due_after_movement(tx)
        elif phase == "action":
            if acted:
                slots.leave_phase(tx)
            elif not crisis.phase_in_use(tx.state, "movement"):
                neutral.mark_round_end(tx)

    def agenda(self, state: LawnState) -> tuple[Task, ...]:
        """What is owed now: bands, questions, then the tasks of the phase at hand and open checks."""
        out = sanity.tasks(state)
        first = (
            *crisis.tasks(state),
            *questions.tasks(state),
            *frenzy_roll.tasks(state),
            *out,
            *focus.tasks(state),
            *remedies.tasks(state),
            *creation_steps.tasks(state),
            *hampering.tasks(state),
            *session_end.tasks(state),
            *_after(out, sessions.tasks(state)),
        )
        if state.mode != "calm" and not state.round:
            return first
        return (
            *first,
            *initiative.tasks(state),
            *neutral.tasks(state),
            *movement.tasks(state),
            *negotiation_board.tasks(state),
            *counter.tasks(state),
            *opposed.tasks(state),
            *initiative.order_tasks(state),
            *slots.tasks(state),
            *crisis.shared_step(state),
            *_after(out, crisis.start_task(state)),
        )

    def verbs(self) -> tuple[Any, ...]:
        """The verbs of the crisis chapter."""
        from .verbs import VERBS

        return VERBS

    def help_lines(self) -> tuple[tuple[Name, tuple[Name, ...]], ...]:
        """Every type of check with what it is for, the ladder of difficulties, and what attributes are."""
        return (*negotiation_board.help_lines(), *sheet_words.help_lines())

    def forecast(self, command: Command, dice: int, faces: int, state: LawnState | None = None) -> tuple[Msg, ...]:
        """The exact odds of a throw (see ``forecasting``)."""
        return forecasting.forecast(command, dice, faces, state, self)

    def draw(self, state: LawnState, log: tuple[LogEntry, ...] = ()) -> Board:
        """The GM's Board of this encounter (see ``view``)."""
        return view.board(self, state, log)

    def gm_only(self, state: LawnState, event: Event) -> bool:
        """Whether players hear nothing of that event."""
        return view.gm_only(state, event)

    def shows_task(self, state: LawnState, task: TaskRow) -> bool:
        """Whether players see that task."""
        return view.shows_task(state, task)

    def sheet(self, state: LawnState, who: str) -> tuple[Section, ...]:
        """All that is known of somebody, for the GM."""
        return view.sheet(state, who)

    def wizard(self, state: LawnState, who: str) -> Wizard | None:
        """The steps of making a character (LP-CHR-007)."""
        from . import wizard

        return wizard.wizard(state, who)

    def public_card(self, state: LawnState, card: Card) -> Card:
        """What players see of somebody."""
        return cards.public_card(state, card)


BEGINNINGS = ("start", "session_start")
"""Kinds of task that begin something new."""


def _after(out: tuple[Task, ...], tasks: tuple[Task, ...]) -> tuple[Task, ...]:
    """A session or a crisis holds nothing up while somebody is out: whether they wake is asked before it."""
    if not out:
        return tasks
    return tuple(msgspec.structs.replace(t, blocking=False) if t.kind in BEGINNINGS else t for t in tasks)


RULESET = Lawn()
