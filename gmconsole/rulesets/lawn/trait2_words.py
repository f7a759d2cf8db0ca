"""What the traits of the second half of table 2 say: events for the log, refusals by code, the words they use."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ...core.messages import N_
from ...core.model import Event, Msg, Name, Text, Who
from ...core.views import Span
from . import cards, leading, links, plans, sheet_words, traits_growth, traits_second
from .state import LawnState, Person
from .terms import TERMS as LAWN_TERMS
from .trait_words import COUNTER_NAMES

REJECTIONS = {
    "critical-keeps-faces": N_("{who} has a critical failure: its faces cannot be stored"),
    "critical-takes-no-faces": N_("{who} has a critical failure: no stored faces can be laid on it"),
    "degree-in-reach": N_("{who} needs no harder dice for {check}"),
    "has-a-goal": N_("{who} has a life goal already: {name}"),
    "has-passed": N_("{who} has passed that check"),
    "link-without-reason": N_("{who} needs a reason for that link"),
    "linked-already": N_("{who} has no two specialties to link there: {a} and {b}"),
    "no-dice-lost": N_("{who} has no lost dice to buy back for that check"),
    "no-links-left": N_("{who} may not add that link now"),
    "no-lower-type": N_("{who} has a lower attribute for these types only: {allowed}"),
    "no-plan": N_("{who} has no plan running"),
    "no-tokens-to-keep": N_("{who} has no focus token to keep for another one"),
    "nothing-linked": N_("{who} has nothing linked to {specialty}"),
    "one-use-at-a-time": N_("{who} lowers a threshold by one use at a time: it goes back at once"),
    "plan-incomplete": N_("{who} states a whole plan and names its steps ({count}) with the verb plan"),
    "step-used": N_("{who} has used that step of the plan: {name}"),
    "tokens-at-session-end": N_("{who} can keep focus tokens in step 1 of session end alone"),
    "too-few-adventure-dice": N_("{who} has too few adventure dice left: {held} of at least {least}"),
    "too-many-for-extra": N_("{who} rolled more than {most} dice, or some were appended"),
}

COUNTER_NAMES |= {
    plans.PLAN: Name("计划", "plan"),
    plans.STEPS[0]: Name("环节一", "first step"),
    plans.STEPS[1]: Name("环节二", "second step"),
    plans.STEPS[2]: Name("环节三", "third step"),
    links.GOAL: Name("人生目标", "life goal"),
    links.FIRST_LINKS: Name("目标的连线", "links from the goal"),
    links.NEW_LINKS: Name("新连线", "new links"),
}

ANSWERS: Mapping[str, Name] = {
    traits_second.ON_CHECKS: Name("次数", "number of checks"),
    traits_second.ON_POINTS: Name("点数", "points in one"),
}
LAWN_TERMS["answer"] = {**LAWN_TERMS["answer"], **ANSWERS}
LAWN_TERMS["pool"] = {**LAWN_TERMS["pool"], plans.PLAN: COUNTER_NAMES[plans.PLAN]}

PART_NAMES: Mapping[str, Name] = {
    "goal": Name("人生目标", "life goal"),
    "steps": Name("环节", "steps"),
    "step": Name("环节", "step"),
    "where": Name("位置", "where"),
    "why": Name("理由", "reason"),
    "by": Name("加减", "by"),
}


def _rolled(e: leading.TraitsRolled, state: LawnState) -> Msg:
    return Msg(
        "{who} rolls {faces}: {traits}",
        {
            "who": Who(e.who),
            "faces": " ".join(map(str, e.numbers)),
            "traits": tuple(Msg("trait:" + trait) for trait in e.traits),
        },
    )


def _words(before: Mapping[str, str], after: Mapping[str, str]) -> tuple[Text, ...]:
    """What a trait has chosen; the steps of a plan go with it."""
    said: list[Text] = []
    for key in dict.fromkeys((*before, *after)):
        if before.get(key) == after.get(key) or (key in plans.STEPS and key not in after):
            continue
        fields: dict[str, Any] = {"key": Msg("counter:" + key), "after": after.get(key, "")}
        said.append(Msg("{key}: {after}" if key in after else "{key}: over", fields))
    return tuple(said)


def _counters(before: Mapping[str, int], after: Mapping[str, int]) -> tuple[Text, ...]:
    """Figures of a trait; a step of a plan is used up, and what only belongs to a session goes without a word."""
    used: tuple[Text, ...] = tuple(
        Msg("{key} used", {"key": Msg("counter:" + key)}) for key in plans.STEPS if after.get(key) and key not in before
    )
    was = {key: n for key, n in before.items() if key in after or key != traits_growth.SPECIAL_EVENT}
    figures = [{key: n for key, n in table.items() if key not in plans.STEPS} for table in (was, after)]
    return (*used, *sheet_words.changed_table("counters", *figures))


def _locked(before: Mapping[str, int], after: Mapping[str, int]) -> tuple[Text, ...]:
    """Focus tokens that are locked where they lie, by position."""
    return tuple(
        Msg(
            "locked on {position} {before}>{after}",
            {"position": Msg("position:" + where), "before": before.get(where, 0), "after": after.get(where, 0)},
        )
        for where in dict.fromkeys((*before, *after))
        if before.get(where, 0) != after.get(where, 0)
    )


sheet_words.SAID |= {"words": _words, "counters": _counters, "locked": _locked}


def spans(person: Person) -> tuple[Span, ...]:
    """The steps that are left of a running plan, on the card."""
    steps = plans.steps(person)
    if not steps:
        return ()
    left = sum(not used for _, used in steps)
    fields: dict[str, Any] = {"ability": Msg("counter:" + plans.PLAN), "left": left, "uses": len(steps)}
    return (Span(Msg("{ability} {left}/{uses}", fields), "calm" if left else "quiet"),)


cards.CARD.append(spans)

SAY: Mapping[type[Event], Callable[[Any, LawnState], Msg | None]] = {leading.TraitsRolled: _rolled}
