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
from ...core.switches import Switch, Tier, advanced, optional
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
    limbs,
    links,
    mastery,
    mercy,
    movement,
    movement_words,
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
    structures,
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
from .part_names import PART_NAMES
from .state import ATTRIBUTES, SPEED_CLASSES, LawnState
from .terms import BAND_NAMES, PHASE_NAMES, TERMS, TYPE_NAMES

Tx = CoreTx[LawnState]

OPTIONS: dict[str, Switch] = {
    "already_begun": optional("危机已经开始了", "The crisis has already begun"),
    "slowest_one": optional("最慢的那一个", "The slowest one"),
    "reading_intent": optional("觉察行动意图", "Reading intent"),
    "gentle_damage": Switch((False, True), Name("温和伤害", "Gentle damage")),
    "first_aid_covers": Switch(("one", "all_outside"), Name("一次急救处理", "One first aid covers")),
    "cannot_act": Switch(("no_movement", "no_action", "no_checks"), Name("“无法行动”的范围", "What cannot act means")),
    "full_in_the_dark": Switch(("touch", "none", "near"), Name("黑暗中看清到", "Seen in full in the dark up to")),
    "size_rule": advanced("距离随体型改变", "Distance depends on size"),
    "counting": Switch(("slot", "plain"), Name("恶化计数", "Escalation counting")),
    "legendary": advanced("传奇检定", "Legendary checks"),
    "reversal": advanced("逆转检定", "Reversal checks"),
    "reversal_swaps": Switch(("all", "plain"), Name("逆转范围", "What a reversal swaps")),
    "further_kinds": advanced("团队代表与无代价检定", "Representative and no-cost checks"),
    "driving_is_common": optional("驾驶是常识", "Driving is common knowledge"),
    "load": advanced("载弹量与装填", "Magazine load and reloading"),
    "structures": advanced("器材", "Structures"),
    "extra_degree": advanced("额外的成功度，额外的伤害", "Extra degree, extra damage"),
    "armour": advanced("护甲值", "Armour"),
    "throw_degree": Switch(("ask", "use", "off"), Name("投掷的成功度", "Degrees of a throw")),
    "empty_single": Switch(("blocked", "fires"), Name("空膛点射", "Single shots at load 0")),
    "pepper_spray": Switch(("touch", "near"), Name("胡椒喷雾的范围", "Reach of the pepper spray")),
}
OPTIONS |= attack_words.OPTIONS
OPTIONS |= trait_words.OPTIONS
OPTIONS |= spirit_words.OPTIONS
OPTIONS |= sheet_words.OPTIONS
OPTIONS |= resource_words.OPTIONS
OPTIONS |= special_words.OPTIONS
TIERS: dict[str, Tier] = {key: switch.tier for key, switch in OPTIONS.items()}
CHOICES: dict[str, Name] = {
    **BAND_NAMES,
    "ask": Name("每次询问", "ask each time"),
    "use": Name("使用", "use"),
    "off": Name("不用", "off"),
    "blocked": Name("不可", "blocked"),
    "fires": Name("可以", "fires"),
    "slot": Name("按行动", "slot"),
    "plain": Name("按轮", "plain"),
    "all": Name("全部", "all"),
    "auto": Name("自动", "automatic"),
    "human": Name("如常人", "like a human"),
    "large": Name("远超常人", "far more than a human"),
    "none": Name("无", "none"),
    "one": Name("一项", "one state"),
    "all_outside": Name("危机外全部", "all outside a crisis"),
    "no_action": Name("不能行动", "no action"),
    "no_movement": Name("不能行动与移动", "no action, no movement"),
    "no_checks": Name("也不能检定", "no checks either"),
}


def _fields() -> dict[str, FieldSpec]:
    fields = {
        "name": FieldSpec(name=Name("姓名", "name"), path=("name",), kind="text"),
        "side": FieldSpec(name=Name("阵营", "side"), path=("side",), kind="choice", choices=people.SIDES, term="side"),
        "sanity": FieldSpec(name=Name("神志", "sanity"), path=("sanity",), kind="int", high=99, only=("pc",)),
        "sanity_max": FieldSpec(
            name=Name("神志上限", "maximum sanity"), path=("sanity_max",), kind="int", high=99, only=("pc",)
        ),
        "life": FieldSpec(name=Name("生命", "life"), path=("life",), kind="int", high=999, only=("npc", "object")),
        "life_max": FieldSpec(
            name=Name("生命上限", "maximum life"), path=("life_max",), kind="int", high=999, only=("npc", "object")
        ),
        "speed": FieldSpec(
            name=Name("速度等级", "speed"),
            path=("speed",),
            kind="choice",
            choices=("static", *SPEED_CLASSES),
            term="speed",
        ),
        "presence": FieldSpec(
            name=Name("在场", "presence"),
            path=("presence",),
            kind="choice",
            choices=("in", "outside", "left"),
            term="presence",
        ),
        "vehicle": FieldSpec(name=Name("载具", "vehicle"), path=("vehicle",), kind="text"),
        "aid": FieldSpec(name=Name("辅助", "aid"), path=("aid",), kind="bool"),
        "structure": FieldSpec(name=Name("器材", "structure"), path=("structure",), kind="bool", only=("object",)),
        "supplies": FieldSpec(
            name=Name("急救物资", "supplies"), path=("supplies",), kind="int", high=99, only=("pc", "npc")
        ),
        "dominant": FieldSpec(
            name=Name("惯用手", "dominant"),
            path=("dominant",),
            kind="choice",
            choices=limbs.HANDS,
            term="hand",
            only=("pc", "npc"),
        ),
        "armour": FieldSpec(name=Name("护甲值", "armour"), path=("armour",), kind="int", high=9),
        "scale": FieldSpec(
            name=Name("承受力", "scale"), path=("scale",), kind="choice", choices=structures.SCALES, term="choice"
        ),
        "electronic": FieldSpec(
            name=Name("电子设备", "electronic"), path=("electronic",), kind="bool", only=("npc", "object")
        ),
        "fate": FieldSpec(name=Name("下场", "fate"), path=("fate",), kind="text", term="fate", only=("npc", "object")),
        **sheet_words.fields(),
    }
    for attribute in ATTRIBUTES:
        fields[attribute] = FieldSpec(
            name=TYPE_NAMES[attribute],
            path=("attributes", attribute),
            kind="int",
            low=-people.HIGHEST_ATTRIBUTE,
            high=people.HIGHEST_ATTRIBUTE,
            only=("pc", "npc"),
        )
    return fields


FIELDS = _fields()


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
        first = (
            *crisis.tasks(state),
            *questions.tasks(state),
            *frenzy_roll.tasks(state),
            *sanity.tasks(state),
            *focus.tasks(state),
            *remedies.tasks(state),
            *creation_steps.tasks(state),
            *hampering.tasks(state),
            *session_end.tasks(state),
            *sessions.tasks(state),
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
            *crisis.start_task(state),
        )

    def verbs(self) -> tuple[Any, ...]:
        """The verbs of the crisis chapter."""
        from .verbs import VERBS

        return VERBS

    def help_lines(self) -> tuple[tuple[Name, tuple[Name, ...]], ...]:
        """Every type of check with what it is for, the ladder of difficulties, and what attributes are."""
        return (*negotiation_board.help_lines(), *sheet_words.help_lines())

    def forecast(self, command: Command, dice: int, faces: int, state: LawnState | None = None) -> tuple[Msg, ...]:
        """The exact odds of a throw (see ``view.forecast``)."""
        return view.forecast(command, dice, faces, state)

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


RULESET = Lawn()
