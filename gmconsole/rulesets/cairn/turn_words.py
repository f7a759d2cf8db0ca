"""Sentences, switches and terms of rounds, saves, declarations, and of what is written on people."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ...core.messages import N_
from ...core.model import Field, Msg, Name, Who
from ...core.questions import Answered
from ...core.switches import Switch
from . import acts, corrections, saves, turns, vitals, weapons
from .questions import ASKS
from .state import Act, CairnState, Combatant
from .terms import term

REJECTIONS: Mapping[str, str] = {
    **corrections.REJECTIONS,
    "already-fighting": N_("A fight is running already"),
    "can-act-already": N_("{who} is able to act as it is"),
    "cannot-act": N_("{who} cannot act"),
    "dice-are-rolled": N_("The dice of this turn are rolled: nothing can be declared anew. Undo takes them back"),
    "entry-first": N_("First-round saves come before anything is declared"),
    "lost-the-turn": N_("{who} failed the first-round save and has no turn in this round"),
    "nobody-to-fight": N_("A fight needs somebody on the PCs' side and an opponent"),
    "not-fighting": N_("No fight is running"),
    "not-their-turn": N_("It is the {turn}, and {who} is on the other side"),
    "owes-no-save": N_("{who} owes no save"),
    "save-is-due": N_("{who} has to roll this save"),
    "save-must-wait": N_("The save of {who} comes later: something else has to be rolled or declared first"),
    "unknown-attribute": N_("{attribute} is no attribute to save against; these are: {allowed}"),
}
OPTIONS: Mapping[str, Switch] = {
    "hirelings_roll": Switch((True, False), Name("雇员也投第一轮豁免", "Hirelings roll the first-round save")),
    "simultaneous": Switch(("turn", "round"), Name("同时发生的范围", "What happens at the same moment"), "optional"),
}
CHOICES: Mapping[str, Name] = {
    "turn": Name("一方的回合", "one side's turn"),
    "round": Name("整个轮", "the whole round"),
}
TERMS: Mapping[str, Mapping[str, Name]] = {
    "result": {
        "party_defeated": Name("队伍战败", "party defeated"),
        "party_fled": Name("队伍逃离", "party fled"),
        "opponents_defeated": Name("对手战败", "opponents defeated"),
        "opponents_fled": Name("对手逃走", "opponents fled"),
        "broken_off": Name("中止", "broken off"),
    },
    "fight": {"fight": Name("战斗", "fight"), "chase": Name("追逐", "chase")},
    "save": {
        "entry": Name("第一轮", "first round"),
        "act": Name("行动", "the act"),
        "free": Name("监守要求", "the Warden asks"),
        "strength": Name("致命伤害", "critical damage"),
        "scar": Name("伤痕", "scar"),
        "morale": Name("士气", "morale"),
        "lone": Name("士气：独自一人且耐久度归零", "morale: alone, and brought to 0 HP"),
    },
}
PART_NAMES: Mapping[str, Name] = {
    "attribute": Name("属性", "attribute"),
    "call": Name("编号", "which"),
    "cost": Name("代价", "cost"),
    "waived": Name("免除", "waived"),
    "what": Name("什么", "what"),
    "why": Name("缘由", "why"),
}


def act_text(act: Act) -> Msg:
    """A declared act as a sentence."""
    fields: dict[str, Field] = {
        "who": Who(act.who),
        "targets": tuple(Who(t) for t in act.targets),
        "way": weapons.called(act.attack) if act.attack is not None else "",
        "place": act.place,
        "text": act.text,
        "marks": (*(Msg("impaired") for _ in act.impaired[:1]), *(Msg("enhanced") for _ in act.enhanced[:1])),
    }
    if act.kind == "attack":
        if act.impaired or act.enhanced:
            return Msg("{who} attacks {targets} with {way} ({marks})", fields)
        return Msg("{who} attacks {targets} with {way}", fields)
    if act.kind == "cast":
        return Msg("{who} casts {text} on {targets}" if act.targets else "{who} casts {text}", fields)
    if act.kind == "retreat" and act.carrying:
        return Msg("{who} retreats to {place} with {other}", {**fields, "other": Who(act.carrying)})
    if act.kind == "retreat":
        return Msg("{who} retreats to {place}", fields)
    if act.kind == "aid":
        return Msg("{who} aids {targets}", fields)
    if act.kind == "other":
        return Msg("{who}: {text}", fields)
    return Msg("{who}: {act}", {**fields, "act": Msg("act:" + act.kind)})


def _called(e: saves.Called, state: CairnState) -> Msg | None:
    """A save that the Warden asks for, or the lone foe's; others that the rules demand show as what is owed."""
    if e.call.kind in saves.NAMED and e.call.why == "lone":
        return Msg("{who} stands alone and is brought to 0 HP: morale", {"who": Who(e.call.who)})
    if not saves.may_be_safe(e.call):
        return None
    fields: dict[str, Field] = {
        "who": Who(e.call.who),
        "attribute": term(e.call.attribute),
        "why": saves.reason(e.call, e.act),
        "stake": saves.at_stake(e.call),
    }
    if fields["stake"]:
        return Msg("{who} owes a {attribute} save ({why}); {stake}", fields)
    return Msg("{who} owes a {attribute} save ({why})", fields)


def _saved(e: saves.Saved, state: CairnState) -> Msg:
    fields: dict[str, Field] = {
        "who": Who(e.call.who),
        "attribute": term(e.call.attribute),
        "score": e.score,
        "face": e.face,
        "result": Msg("saved:" + ("passed" if e.passed else "failed")),
        "why": saves.reason(e.call, e.act),
        "cost": e.call.cost,
    }
    if not e.face:
        return Msg("{who}: no risk, no {attribute} save", fields)
    if e.call.cost and not e.passed and saves.may_be_safe(e.call):
        return Msg("{who}: {attribute} save ({why}) d20 {face} against {score}: {result}; the cost: {cost}", fields)
    return Msg("{who}: {attribute} save ({why}) d20 {face} against {score}: {result}", fields)


def _hp(e: vitals.HpChanged, state: CairnState) -> Msg:
    fields: dict[str, Field] = {"who": Who(e.who), "before": e.before, "after": e.after, "max": e.after_max}
    if e.before_max != e.after_max:
        return Msg("{who}: HP {after}, maximum {most}>{max}", {**fields, "most": e.before_max})
    return Msg("{who}: HP {before}>{after}/{max}", fields)


def _score(e: vitals.ScoreChanged, state: CairnState) -> Msg:
    fields: dict[str, Field] = {
        "who": Who(e.who),
        "attribute": term(e.attribute),
        "before": f"{e.before.current}/{e.before.maximum}",
        "after": f"{e.after.current}/{e.after.maximum}",
    }
    return Msg("{who}: {attribute} {before}>{after}", fields)


def _condition(e: vitals.ConditionSet, state: CairnState) -> Msg | None:
    if not e.after and e.cause == "fled":
        return None
    if not e.after and e.before == "stable":
        return Msg("{who} is up again", {"who": Who(e.who)})
    if not e.after:
        return Msg("{who}: no longer {before}", {"who": Who(e.who), "before": term(e.before)})
    died = e.after == "dead" and isinstance(state.person(e.who), Combatant) and state.entities[e.who].kind == "pc"
    fields: dict[str, Field] = {"who": Who(e.who), "after": term(e.after)}
    return Msg(
        "{who}: {after}. A hireling (takeover) or a new PC (add) joins at once" if died else "{who}: {after}", fields
    )


def _away(e: vitals.AwaySet, state: CairnState) -> Msg:
    if not e.after:
        return Msg("{who} is back", {"who": Who(e.who)})
    return Msg("{who}: {after}", {"who": Who(e.who), "after": term(e.after)})


def _marks(e: vitals.MarksSet, state: CairnState) -> Msg:
    marks = tuple(Msg("mark:" + mark) for mark in e.after) or (Msg("none"),)
    return Msg("{who}: {marks}", {"who": Who(e.who), "marks": marks})


def _started(e: turns.FightStarted, state: CairnState) -> Msg:
    fields: dict[str, Field] = {"what": Msg("fight:" + e.after.kind)}
    if e.after.quarry:
        return Msg("the {what} begins; on the run: {side}", {**fields, "side": term(e.after.quarry)})
    return Msg("the {what} begins", fields)


def _entry(e: turns.EntryMade, state: CairnState) -> Msg | None:
    if e.result != "waived":
        return None
    fields: dict[str, Field] = {"who": Who(e.who), "because": e.because}
    return Msg("{who} needs no first-round save: {because}" if e.because else "{who} needs no first-round save", fields)


TOLD = ("fate", "broken", "mishap")
"""The kinds of questions whose answers are told by what comes of them."""


def _answered(e: Answered, state: CairnState) -> Msg | None:
    if not e.value or e.question.kind in TOLD or (e.question.changes and e.value == "yes"):
        return None
    question = ASKS.sentence(e.question)
    return question if e.value == "done" else Msg("{question} {value}", {"question": question, "value": term(e.value)})


SAY: dict[type, Callable[[Any, Any], Msg | None]] = {
    saves.Called: _called,
    saves.Saved: _saved,
    vitals.HpChanged: _hp,
    vitals.ScoreChanged: _score,
    vitals.ConditionSet: _condition,
    vitals.AwaySet: _away,
    vitals.MarksSet: _marks,
    turns.FightStarted: _started,
    turns.FightEnded: lambda e, s: Msg(
        "the {what} is over: {result}",
        {"what": Msg("fight:" + (e.kind or s.fight.kind or "fight")), "result": Msg("result:" + e.result)},
    ),
    turns.EntryMade: _entry,
    turns.ClockMoved: lambda e, s: None,
    turns.Gathered: lambda e, s: None,
    turns.AnywaySet: lambda e, s: Msg("{who} acts all the same", {"who": tuple(Who(w) for w in e.after)}),
    # The second move is told with its feet.
    acts.Declared: lambda e, s: None if e.act.kind == "second_move" else act_text(e.act),
    Answered: _answered,
}
