"""Reserved: plans of three steps (chapter "Traits").

Covers LP-TRT-127b to -127d. A plan lies on the sheet: its text and steps among the words, the steps used up among the
counters. While it runs, Poker Face is called Plan.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from ...core.messages import N_
from ...core.model import Command, Field, Msg, Question, Rejected, Who
from ...core.ruleset import Tx as CoreTx
from . import abilities, alterations, negotiation, people, pools, questions, sheets, specialties, traits
from .abilities import Operation, Use
from .alterations import Throw
from .negotiation import Option
from .settling import KEPT_OPEN, PROPOSALS, mark
from .sheets import sheet_of
from .state import Check, LawnState, Modifier, Person
from .trait_table import ABILITIES
from .traits_luck import holder

Tx = CoreTx[LawnState]

RESERVED = "reserved"
ABILITY = "make_plan"
POKER_FACE, PLAN = "poker_face", "plan"
STEPS = ("plan_step_1", "plan_step_2", "plan_step_3")
STEP_DICE = 2
STEP = "plan_step"
MOST_TEXT = 200

PROPOSALS.add(STEP)
questions.WORDING[STEP] = N_(
    "{other} knows the plan of {who} and takes part, and this check belongs to its step {value}?"
)


class MakePlan(Command, frozen=True, tag="lawn.plan"):
    """Expend the ability of the reserved: a plan that uses a strategy, and its three steps (LP-TRT-127b).

    While one is running, this changes it (LP-TRT-127d).
    """

    who: str
    text: str
    steps: tuple[str, ...]


class EndPlan(Command, frozen=True, tag="lawn.end-plan"):
    """The plan is finished or given up: Plan is Poker Face again (LP-TRT-127d)."""

    who: str


class UseStep(Command, frozen=True, tag="lawn.plan-step"):
    """A step of the plan gives two dice to a related check of somebody who takes part in it (LP-TRT-127c).

    ``step`` counts from 1, ``on`` is whose check, empty for one's own. ``agreed`` is the GM's word that the check is
    related and that its owner knows the plan; without it the GM is asked.
    """

    who: str
    step: int
    on: str = ""
    check: str = ""
    agreed: bool = False


# Reading -------------------------------------------------------------------------------------------------------------


def steps(person: Person) -> tuple[tuple[str, bool], ...]:
    """The steps of the running plan, each with whether it is used up; none where no plan runs."""
    sheet = sheet_of(person)
    if PLAN not in sheet.words:
        return ()
    return tuple((sheet.words.get(key, ""), bool(sheet.counters.get(key))) for key in STEPS)


def bars(state: LawnState, who: str, step: int, check: Check) -> Rejected | None:
    """The refusal of a step for a check: no plan, no such step, used up, a check that takes no dice."""
    person = holder(state, who, RESERVED)
    if isinstance(person, Rejected):
        return person
    known = steps(person)
    if not known:
        return Rejected("no-plan", {"who": Who(who)})
    if not 1 <= step <= len(known):
        return alterations.out_of_bounds("step", 1, len(known), step)
    if known[step - 1][1]:
        return Rejected("step-used", {"who": Who(who), "name": known[step - 1][0]})
    if check.status == "rolled":
        return alterations.barred(state, check, "trait")
    return pools.takes_no_dice(state, check)


# Making one ----------------------------------------------------------------------------------------------------------


def _make(c: MakePlan, tx: Tx) -> Rejected | None:
    person = holder(tx.state, c.who, RESERVED)
    if isinstance(person, Rejected):
        return person
    ability = ABILITIES[ABILITY]
    if not abilities.ready(person, ability):
        return Rejected("ability-expended", {"who": Who(c.who), "ability": abilities.ability_name(ability)})
    named = tuple(step.strip() for step in c.steps)
    if not c.text.strip() or len(named) != len(STEPS) or not all(named):
        return Rejected("plan-incomplete", {"who": Who(c.who), "count": len(STEPS)})
    if any(len(text) > MOST_TEXT for text in (c.text, *named)):
        return Rejected("too-long", {"field": "text", "most": MOST_TEXT})
    abilities.expend(tx, c.who, ABILITY)
    specialties.rename(tx, c.who, POKER_FACE, PLAN, RESERVED)
    sheet = sheet_of(tx.state.entities[c.who])
    sheets.change(
        tx,
        c.who,
        RESERVED,
        words={**sheet.words, PLAN: c.text.strip(), **dict(zip(STEPS, named, strict=True))},
        counters={k: v for k, v in sheet.counters.items() if k not in STEPS},
    )
    abilities.reset(tx, c.who, PLAN)
    abilities.used(tx, c.who, ABILITY)
    return None


def _end(c: EndPlan, tx: Tx) -> Rejected | None:
    person = holder(tx.state, c.who, RESERVED)
    if isinstance(person, Rejected):
        return person
    sheet = sheet_of(person)
    if PLAN not in sheet.words:
        return Rejected("no-plan", {"who": Who(c.who)})
    sheets.change(
        tx,
        c.who,
        RESERVED,
        words={k: v for k, v in sheet.words.items() if k not in (PLAN, *STEPS)},
        counters={k: v for k, v in sheet.counters.items() if k not in STEPS},
    )
    specialties.rename(tx, c.who, PLAN, POKER_FACE, RESERVED)
    return None


def _say_it_in_full(state: LawnState, use: Use) -> Rejected | None:
    return Rejected("plan-incomplete", {"who": Who(use.who), "count": len(STEPS)})


abilities.OPERATIONS["plan"] = Operation(refuse=_say_it_in_full)


# Its steps -----------------------------------------------------------------------------------------------------------


def _use_step(c: UseStep, tx: Tx) -> Rejected | None:
    found = specialties.meant(tx.state, c.on or c.who, c.check)
    if isinstance(found, Rejected):
        return found
    refused = bars(tx.state, c.who, c.step, found)
    if refused is not None:
        return refused
    if c.agreed:
        _take_step(tx, c.who, c.step, found)
        return None
    key = f"{found.id} {c.step}"
    if not any(q.key == key for q in questions.open_questions(tx.state, STEP, c.who)):
        text = steps(tx.state.entities[c.who])[c.step - 1][0]
        choices = (text, "refuse")
        questions.ask(tx, STEP, who=c.who, other=found.who, value=text, choices=choices, ref=found.id, key=key)
    return None


def _take_step(tx: Tx, who: str, step: int, check: Check) -> None:
    """The step is used up; before the roll its dice enlarge the pool, afterwards they are appended."""
    sheets.set_counter(tx, who, STEPS[step - 1], 1, RESERVED)
    if check.status == "owed":
        mark(tx, check.id, modifiers=(*check.modifiers, Modifier(STEP_DICE, PLAN, once=True)))
        return
    alterations.append(tx, check.id, STEP_DICE, "helper", PLAN)
    if check.serves in KEPT_OPEN:
        KEPT_OPEN[check.serves](tx)


def _takes_part(tx: Tx, question: Question, value: str) -> Rejected | None:
    check_id, step = question.key.split()
    check = tx.state.checks.get(check_id)
    if value == "refuse" or check is None:
        return None
    refused = bars(tx.state, question.who, int(step), check)
    if refused is None:
        _take_step(tx, question.who, int(step), check)
    return refused


questions.ANSWERS[STEP] = _takes_part


# Options -------------------------------------------------------------------------------------------------------------


def _free(state: LawnState, check: Check) -> Iterator[tuple[UseStep, Msg]]:
    """The steps that could be used for a check now, each with what it says."""
    for person in people.pcs(state):
        if not traits.has(person, RESERVED):
            continue
        for number, (text, _) in enumerate(steps(person), start=1):
            if bars(state, person.id, number, check) is None:
                fields: dict[str, Field] = {"who": Who(person.id), "step": text, "dice": STEP_DICE}
                on = "" if person.id == check.who else check.who
                command = UseStep(who=person.id, step=number, on=on, check=check.id)
                yield command, Msg("{who}, step of the plan {step}: +{dice}", fields)


def options(state: LawnState, check: Check) -> tuple[Option, ...]:
    """Steps of a plan for a check on the table, with the chance that it passes with their dice."""
    found = tuple(_free(state, check))
    if not found:
        return ()
    plan = alterations.behind(check.dice, (Throw(check.difficulty, "helper"),) * STEP_DICE)
    dice, came = negotiation.planned(check, plan)
    return tuple(
        Option(kind="ability", label=label, success=came.passed, dice=dice, command=command) for command, label in found
    )


def early(state: LawnState, check: Check) -> tuple[Option, ...]:
    """The same before the roll."""
    if check.status != "owed" or not check.type:
        return ()
    more = replace(check, modifiers=(*check.modifiers, Modifier(STEP_DICE, PLAN, once=True)))
    came = negotiation.before(state, more)
    if came is None:
        return ()
    return tuple(
        Option(kind="ability", label=label, success=came.passed, command=command)
        for command, label in _free(state, check)
    )


negotiation.OFFERS.append(options)
negotiation.EARLY.append(early)

DECIDE: Mapping[type[Command], Callable[[Any, Tx], Rejected | None]] = {
    MakePlan: _make,
    EndPlan: _end,
    UseStep: _use_step,
}
