"""The rulebook as the kernel sees it: its chapters, phases, switches and settable fields."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import msgspec

from ...core.model import Command, Event, Msg, Name, Rejected, Scalar
from ...core.phases import Task
from ...core.rounds import Phase
from ...core.ruleset import FieldSpec, Ruleset
from ...core.ruleset import Tx as CoreTx
from ...core.scenario import Problem, Scenario
from ...core.switches import Switch
from ...core.views import Board, Card, LogEntry, Section, TaskRow
from . import (
    action_words,
    actions,
    acts,
    aid,
    armour,
    attack_words,
    attacks,
    casting,
    chases,
    contests,
    corrections,
    critical,
    death,
    deprivation,
    detachments,
    flow,
    foes,
    hand_edits,
    harm,
    harm_words,
    hirelings,
    inventory,
    magic,
    marks,
    morale,
    morale_words,
    pack_words,
    people,
    people_words,
    questions,
    reactions,
    recovery,
    retreat,
    saves,
    scars,
    turn_words,
    turns,
    view,
    vitals,
)
from .state import ARMOUR_CAP, ATTRIBUTES, OUT, SIDES, CairnState
from .terms import ATTRIBUTE_NAMES, BAND_NAMES, PHASE_NAMES, TERMS

WORDS: tuple[Any, ...] = (
    turn_words,
    action_words,
    attack_words,
    harm_words,
    morale_words,
    pack_words,
    people_words,
)
OPTIONS: dict[str, Switch] = {key: switch for words in WORDS for key, switch in words.OPTIONS.items()}


def _fields() -> dict[str, FieldSpec]:
    fields = {
        "name": FieldSpec(name=Name("姓名", "name"), path=("name",), kind="text"),
        "side": FieldSpec(name=Name("阵营", "side"), path=("side",), kind="choice", choices=SIDES, term="side"),
        "presence": FieldSpec(
            name=Name("在场", "presence"),
            path=("presence",),
            kind="choice",
            choices=("in", "outside", "left"),
            term="presence",
        ),
        "hp": FieldSpec(name=Name("耐久度", "HP"), path=("hp",), kind="int", high=people.MOST_HP),
        "hp_max": FieldSpec(name=Name("耐久度上限", "maximum HP"), path=("hp_max",), kind="int", high=people.MOST_HP),
        "armour": FieldSpec(name=Name("护甲", "armour"), path=("armour",), kind="int", high=ARMOUR_CAP),
        "fatigue": FieldSpec(name=Name("疲乏", "Fatigue"), path=("fatigue",), kind="int", high=99),
        "capacity": FieldSpec(name=Name("栏位上限", "slots"), path=("capacity",), kind="int", low=1, high=99),
        "condition": FieldSpec(
            name=Name("状态", "condition"), path=("condition",), kind="choice", choices=("", *OUT), term="condition"
        ),
        "group": FieldSpec(name=Name("士气组", "group"), path=("group",), kind="text"),
        "detachment": FieldSpec(name=Name("分队", "detachment"), path=("detachment",), kind="bool"),
    }
    for attribute in ATTRIBUTES:
        name = ATTRIBUTE_NAMES[attribute]
        fields[attribute] = FieldSpec(
            name=name, path=("scores", attribute, "current"), kind="int", high=people.MOST_SCORE
        )
        fields[attribute.lower() + "_max"] = FieldSpec(
            name=Name(f"{name.zh}上限", f"maximum {name.en}"),
            path=("scores", attribute, "maximum"),
            kind="int",
            high=people.MOST_SCORE,
        )
    return fields


FIELDS = _fields()


class Cairn(Ruleset[CairnState]):
    """Cairn, second edition."""

    id: ClassVar[str] = "cairn"
    name: ClassVar[Name] = Name("石冢", "Cairn")
    asks = questions.ASKS
    state_type = CairnState

    def __init__(self) -> None:
        super().__init__(
            (
                vitals,
                saves,
                turns,
                acts,
                people,
                foes,
                actions,
                contests,
                attacks,
                detachments,
                armour,
                critical,
                aid,
                harm,
                death,
                scars,
                morale,
                reactions,
                hirelings,
                retreat,
                chases,
                inventory,
                deprivation,
                recovery,
                marks,
                magic,
                casting,
                *WORDS,
            )
        )

    def new_state(self, title: str) -> CairnState:
        """An empty encounter outside any fight, with the book's default switches."""
        return CairnState(ruleset=self.id, title=title, options={k: s.values[0] for k, s in OPTIONS.items()})

    def phase_names(self) -> Mapping[str, Name]:
        """The two turns of a round (CA-RND-002)."""
        return PHASE_NAMES

    def band_names(self) -> Mapping[str, Name]:
        """Near, far, out of sight (CA-RET-003; A44)."""
        return BAND_NAMES

    def option_values(self) -> Mapping[str, tuple[Scalar, ...]]:
        """The switches, the ledger's default first."""
        return {k: s.values for k, s in OPTIONS.items()}

    def option_names(self) -> Mapping[str, Name]:
        """The switches' names."""
        return {k: s.name for k, s in OPTIONS.items()}

    def fields(self) -> Mapping[str, FieldSpec]:
        """What the Warden may correct."""
        return FIELDS

    def terms(self) -> Mapping[str, Mapping[str, Name]]:
        """The book's terms by kind; chapters add to the shared ones."""
        merged: dict[str, Mapping[str, Name]] = {**super().terms(), **TERMS, "choice": turn_words.CHOICES}
        for words in WORDS:
            for kind, names in words.TERMS.items():
                merged[kind] = {**merged.get(kind, {}), **names}
        return merged

    def rejections(self) -> Mapping[str, str]:
        """The book's own refusals."""
        return {code: text for words in WORDS for code, text in words.REJECTIONS.items()}

    def part_names(self) -> Mapping[str, Name]:
        """What the parts of the book's lines are called."""
        return {field: name for words in WORDS for field, name in words.PART_NAMES.items()}

    def state_problems(self, state: CairnState) -> tuple[Problem, ...]:
        """What this book cannot read in a state written by hand."""
        return tuple(hand_edits.problems(state))

    def verbs(self) -> tuple[Any, ...]:
        """The book's verbs."""
        from .verbs import VERBS

        return VERBS

    def pasted(self, state: CairnState, text: str) -> tuple[Command | Rejected, ...]:
        """A foe for each stat line."""
        return foes.pasted(text)

    def decide(self, command: Command, tx: CoreTx[CairnState]) -> Rejected | None:
        """The decision, what a correction brings about, and what has come due in the turn after it.

        What a hand wrote into the save is carried out before it. Where that makes impossible what the console itself
        offered, the entry is that alone: a refusal would leave the offer standing.
        """
        offered = tx.state
        flow.let_go(tx)
        before, known = tx.state, len(tx.events)
        refused = corrections.refused(tx.state, command) or super().decide(command, tx)
        if refused is None:
            corrections.follow(tx, command)
            flow.advance(tx, before)
        elif known and (isinstance(command, Phase) or any(t.command == command for t in self.agenda(offered))):
            tx.state, refused = before, None
            del tx.events[known:]
        return refused

    def enter_phase(self, tx: CoreTx[CairnState]) -> None:
        """A side's turn begins."""
        turns.enter_turn(tx)

    def leave_phase(self, tx: CoreTx[CairnState]) -> None:
        """A side's turn ends."""
        if tx.state.phase:
            turns.leave_turn(tx)

    def agenda(self, state: CairnState) -> tuple[Task, ...]:
        """What is owed now: questions to the Warden, then the tasks of the turn at hand and open saves; before all of
        it what is offered to those who bleed."""
        return (*aid.tasks(state), *questions.tasks(state), *flow.tasks(state), *turns.start_task(state))

    def draw(self, state: CairnState, log: tuple[LogEntry, ...] = ()) -> Board:
        """The Board as the Warden may see it."""
        return view.board(self, state, log)

    def sheet(self, state: CairnState, who: str) -> tuple[Section, ...]:
        """All that is known of somebody, for the Warden."""
        return view.sheet(state, who)

    def public_card(self, state: CairnState, card: Card) -> Card:
        """What players see of somebody."""
        return view.public_card(state, card)

    def shows_task(self, state: CairnState, task: TaskRow) -> bool:
        """Whether players see that task."""
        return view.shows_task(state, task)

    def gm_only(self, state: CairnState, event: Event) -> bool:
        """Whether players hear nothing of that event."""
        return view.gm_only(state, event)

    def help_lines(self) -> tuple[tuple[Name, tuple[Name, ...]], ...]:
        """What each attribute is asked for (CA-ATT-002)."""
        return action_words.help_lines()

    def forecast(self, command: Command, dice: int, faces: int, state: CairnState | None = None) -> tuple[Msg, ...]:
        """The exact odds of a throw."""
        return view.forecast(command, dice, faces)

    def scenario_types(self) -> Mapping[str, type[msgspec.Struct]]:
        """The rows of a scenario file."""
        from . import scenario

        return scenario.TYPES

    def build_scenario(self, prepared: Scenario, lang: str) -> tuple[CairnState, tuple[Problem, ...]]:
        """The start state of a scenario."""
        from . import scenario

        return scenario.build(self, prepared, lang)


RULESET = Cairn()
