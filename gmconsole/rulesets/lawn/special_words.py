"""What specialties and sessions say: events for the log, refusals by code, the words of the tables and switches."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ...core.messages import N_
from ...core.model import Event, Field, Msg, Name, Text, Who
from ...core.questions import Answer
from ...core.switches import Switch, advanced
from ...core.views import Span
from . import (
    acquiring,
    cards,
    cooling,
    creation,
    exchange,
    forecasting,
    frenzy_roll,
    hampering,
    relief,
    session_end,
    sessions,
    sheet_words,
    sheets,
    traits,
)
from .character import Specialty
from .specialty_table import NAMES, title
from .state import LawnState, Person
from .terms import OUTCOME_NAMES, POOL_NAMES
from .terms import TERMS as LAWN_TERMS

REJECTIONS = {
    "bought-just-now": N_(
        "{who} has bought {specialty} in this very session end: it is no passion before the next one"
    ),
    "cooling-owed": N_("Cooling is still to be rolled for {who}"),
    "emergence-given-up": N_("{who} has given the emergence of the coming session up already"),
    "hampers-already": N_("{who} hampers that check of {other} already"),
    "named-twice-passion": N_("Each passion once, please"),
    "never-a-passion": N_("{specialty} is never a passion"),
    "no-passion": N_("{who} has no passion: the trait rules it out"),
    "no-session": N_("No session is running"),
    "no-session-end": N_("Session end has not begun"),
    "no-stead": N_("{who} owns no other specialty {specialty} to expend one in place of"),
    "no-such-price": N_("{specialty} cannot cost {price} XP: {allowed}"),
    "no-such-specialty": N_("{who} has no specialty {specialty}: {allowed}"),
    "not-given-back": N_(
        "{specialty} of {who} is not given back: that is done while the sheet is made, with what was bought"
    ),
    "not-hampered": N_("No check of {who} has to be rolled a second time"),
    "not-on-critical-success": N_("{specialty} does not touch a critical success of {who}"),
    "not-this-step": N_("That belongs to step {step} of session end"),
    "nothing-to-cool": N_("{who} has no cooling to roll now"),
    "only-before-game": N_("{specialty} can be had before the game only"),
    "only-granted": N_("{specialty} is not for sale: it comes with a trait or a state"),
    "only-npcs-hamper": N_("Non-player characters hamper player characters, so not {who} {other}"),
    "only-the-gm-expends": N_("{specialty} of {who} is expended by the GM alone"),
    "other-step-first": N_("Session end is at step {now}, not yet or no longer at {step}. Force takes it all the same"),
    "passion-at-session-end": N_("The passion of {who} changes in step 6 of session end"),
    "session-end-open": N_("Session end is at step {step}; first the rest of it"),
    "session-end-over": N_("Session end is over"),
    "session-running": N_("Not while a session is running"),
    "specialty-of-no-table": N_(
        "{specialty} is in no table; nearest: {near}. If it is meant all the same, add its price: at 2 or at 3"
    ),
    "specialty-expended": N_("{specialty} of {who} is expended"),
    "step-not-reached": N_("That comes in step {step} of session end, which is at {now}"),
    "too-many-passions": N_("{who} may have so many passions: {most}"),
}

STEP_NAMES: Mapping[str, Name] = {str(step): name for step, name in session_end.STEPS.items()}
CAUSES: Mapping[str, Name] = {
    "exchange": Name("交换经验", "exchange"),
    "gm": Name("主持人", "GM"),
    "recovery_1": Name("恢复潜力①", "potential recovery 1"),
    "recovery_2": Name("恢复潜力②", "potential recovery 2"),
    "reward": Name("奖励", "reward"),
}
PATTERN_NAMES: Mapping[str, Name] = {
    "all_different": Name("三骰各异", "all different"),
    "two_equal": Name("两骰相同", "two equal"),
    "three_equal": Name("三骰相同", "three equal"),
}
PASSION_NAME = Name("热衷", "passion")

TERMS: dict[str, Mapping[str, Name]] = {
    "specialty": NAMES,
    "step_after": STEP_NAMES,
    "session": CAUSES,
    "pattern": PATTERN_NAMES,
}
LAWN_TERMS["specialty"] = NAMES
LAWN_TERMS["session"] = CAUSES
LAWN_TERMS["pool"] = {**LAWN_TERMS.get("pool", POOL_NAMES), "passion": PASSION_NAME}

OPTIONS: dict[str, Switch] = {
    "npc_specialties": advanced("非玩家角色的专长", "Specialties of non-player characters"),
    "recovery_1": advanced("恢复潜力①", "Potential recovery 1"),
    "xp_exchange": advanced("用潜力交换经验", "Potential for experience"),
    "exchange_often": Switch((False, True), Name("一次间隔可多次交换经验", "More than one exchange in an interval")),
}

PART_NAMES: Mapping[str, Name] = {
    "agreed": Name("同意", "agreed"),
    "called": Name("改名", "called"),
    "cooling": Name("冷却值", "cooling value"),
    "count": Name("人数", "number"),
    "players": Name("玩家人数", "players"),
    "potential": Name("潜力", "potential"),
    "price": Name("价格", "price"),
    "roll": Name("骰型或点数和", "pattern or sum"),
    "specialties": Name("专长", "specialties"),
    "specialty": Name("专长", "specialty"),
    "stead": Name("专长", "specialty"),
    "step": Name("步骤", "step"),
    "tokens": Name("标示物", "tokens"),
    "xp": Name("经验", "XP"),
}


# What changes on a sheet ---------------------------------------------------------------------------------------------


def _specialties(before: Mapping[str, Specialty], after: Mapping[str, Specialty]) -> tuple[Text, ...]:
    return tuple(
        _one(key, before.get(key), after.get(key))
        for key in dict.fromkeys((*before, *after))
        if before.get(key) != after.get(key)
    )


def _one(key: str, was: Specialty | None, now: Specialty | None) -> Text:
    fields: dict[str, Field] = {"specialty": title(key)}
    if now is None:
        return Msg("specialty {specialty} lost", fields)
    if was is None:
        return Msg("specialty {specialty}", fields)
    if was.expended != now.expended:
        return Msg("specialty {specialty} expended" if now.expended else "specialty {specialty} is ready", fields)
    if was.cooling != now.cooling:
        return Msg("{specialty} cooling {before}>{after}", {**fields, "before": was.cooling, "after": now.cooling})
    return Msg("specialty {specialty}, worth {price} XP", {**fields, "price": now.price})


def _passions(before: tuple[str, ...], after: tuple[str, ...]) -> tuple[Text, ...]:
    return (Msg("passion: {specialties}", {"specialties": tuple(map(title, after)) or Msg("none")}),)


sheet_words.SAID.update({"specialties": _specialties, "passions": _passions})


# Events --------------------------------------------------------------------------------------------------------------


def _forfeited(e: acquiring.Forfeited, state: LawnState) -> Msg:
    return Msg("{who}: {points} XP forfeited", {"who": Who(e.who), "points": e.points})


def _kept(e: acquiring.Kept, state: LawnState) -> Msg:
    text = N_("{who} holds {points} XP more than can be kept: to be spent in step 8 of session end")
    return Msg(text, {"who": Who(e.who), "points": e.points})


def _cooled(e: cooling.Cooled, state: LawnState) -> Msg:
    rows = tuple(
        Msg("{specialty} {face}", {"specialty": title(key), "face": face})
        for key, face in zip(e.specialties, e.faces, strict=True)
    )
    return Msg("{who} cools, D{sides}: {parts}", {"who": Who(e.who), "sides": e.sides, "parts": rows})


def _exchanged(e: exchange.Exchanged, state: LawnState) -> Msg:
    faces = " ".join(map(str, e.faces))
    fields: dict[str, Field] = {"who": Who(e.who), "faces": faces, "price": e.price}
    if e.paid:
        return Msg("{who} exchanges 3D3 [{faces}]: 1 XP for {price} potential", fields)
    return Msg("{who} exchanges 3D3 [{faces}]: {price} potential is more than there is, no exchange", fields)


def _price(e: exchange.PriceSet, state: LawnState) -> Msg:
    roll: Text = Msg("pattern:" + e.roll) if e.roll in PATTERN_NAMES else e.roll
    if not e.price:
        return Msg("exchange for experience: no price of its own for the sum {roll}", {"roll": roll})
    return Msg("exchange for experience, {roll}: {price} potential", {"roll": roll, "price": e.price})


def _twice(e: hampering.RolledTwice, state: LawnState) -> Msg:
    fields: dict[str, Field] = {
        "who": Who(e.who),
        "faces": " ".join(str(die.face) for die in e.dice),
        "outcome": OUTCOME_NAMES[e.outcome],
        "degree": e.degree,
    }
    if e.lower:
        return Msg("{who} second roll [{faces}] {outcome}, degree {degree}: it counts", fields)
    return Msg("{who} second roll [{faces}] {outcome}, degree {degree}: the first one counts", fields)


def _started(e: sessions.SessionStarted, state: LawnState) -> Msg:
    return Msg("session {session} begins, players: {players}", {"session": e.session, "players": e.players})


def _ended(e: session_end.SessionEnded, state: LawnState) -> Msg:
    text = N_("session {session} is over, and a chapter with it") if e.chapter else N_("session {session} is over")
    return Msg(text, {"session": e.session})


def _step(e: session_end.StepTaken, state: LawnState) -> Msg:
    fields: dict[str, Field] = {"step": e.step, "name": session_end.STEPS[e.step]}
    return Msg("step {step} passed over, switched off: {name}" if e.skipped else "step {step} done: {name}", fields)


SAY: Mapping[type[Event], Callable[[Any, LawnState], Msg | None]] = {
    acquiring.Forfeited: _forfeited,
    acquiring.Kept: _kept,
    cooling.Cooled: _cooled,
    exchange.Exchanged: _exchanged,
    exchange.PriceSet: _price,
    hampering.RolledTwice: _twice,
    sessions.SessionStarted: _started,
    session_end.SessionEnded: _ended,
    session_end.StepTaken: _step,
}


# Cards ---------------------------------------------------------------------------------------------------------------


def spans(person: Person) -> tuple[Span, ...]:
    """The passions on a card, and the specialties that are expended."""
    sheet = sheets.sheet_of(person)
    out = [Span(Msg("passion {specialty}", {"specialty": title(key)}), "calm") for key in sheet.passions]
    for key, held in sheet.specialties.items():
        if held.expended:
            fields: dict[str, Field] = {"specialty": title(key), "value": held.cooling}
            text = Msg("{specialty} expended, cooling {value}" if held.cooling else "{specialty} expended", fields)
            out.append(Span(text, "quiet"))
    return tuple(out)


cards.CARD.append(spans)
forecasting.PLAIN_DICE.update((cooling.Cool, exchange.Exchange, creation.StartPotential, traits.DrawTrait))
forecasting.PLAIN_DICE.update((frenzy_roll.RollFrenzy, relief.Tend, Answer))
