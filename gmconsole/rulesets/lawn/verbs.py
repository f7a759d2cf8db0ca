"""The verbs of the crisis chapters: each line's words, and the command they make."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...core.model import Command, Name, Rejected
from ...language.grammar import Ctx, Param, Values, Verb
from . import (
    actions,
    checks,
    crisis,
    distance,
    hazards,
    initiative,
    injuries,
    life,
    movement,
    neutral,
    opposed,
    people,
    questions,
    shortcuts,
)
from .state import Modifier
from .terms import ANSWER_NAMES, PHASE_NAMES, PURPOSES, SIDE_NAMES, SPEED_NAMES, STATE_NAMES, TERMS, TYPE_NAMES


def _types(ctx: Ctx) -> Mapping[str, Name]:
    return TYPE_NAMES


def _speeds(ctx: Ctx) -> Mapping[str, Name]:
    return SPEED_NAMES


def _states(ctx: Ctx) -> Mapping[str, Name]:
    return STATE_NAMES


def _sides(ctx: Ctx) -> Mapping[str, Name]:
    return SIDE_NAMES


def _phases(ctx: Ctx) -> Mapping[str, Name]:
    return PHASE_NAMES


def _bands(ctx: Ctx) -> Mapping[str, Name]:
    return TERMS["band"]


def _lights(ctx: Ctx) -> Mapping[str, Name]:
    return {**distance.light_names(), "out": Name("熄灭", "out")}


PRESET_NAMES: Mapping[str, Name] = {
    "crisis": Name("危机", "crisis"),
    "rounds": Name("平静轮", "rounds"),
}
KINDS: Mapping[str, Name] = {
    "pc": Name("玩家角色", "pc"),
    "npc": Name("非玩家角色", "npc"),
    "object": Name("物体", "object"),
}
PRESETS: Mapping[str, Name] = {
    "fight": Name("战斗", "fight"),
    "earthquake": Name("地震", "earthquake"),
    "chase": Name("追逐", "chase"),
    "custom": Name("自定", "custom"),
}
HELP: Mapping[str, Name] = {
    "tend": Name("急救", "tend"),
    "wake": Name("唤醒", "wake"),
    "put_out": Name("扑灭", "put_out"),
    "restore": Name("通气", "restore"),
}
ORIGINS: Mapping[str, Name] = {
    "append": Name("追加", "append"),
    "potential": Name("潜力", "potential"),
    "helper": Name("协助", "helper"),
    "trait": Name("特质", "trait"),
}
GOALS: Mapping[str, Name] = {"escape": Name("逃离", "escape"), "resolution": Name("解决", "resolution")}

WHO = Param(field="who", kind="who")
WHOM = Param(field="who", kind="who", many=True)
TEXT = Param(field="text", kind="text")
CHECK = Param(field="check", kind="check", terms=_types, suggest=lambda ctx: PURPOSES)
A_CHECK = Param(field="check", kind="check", terms=_types, optional=True, suggest=lambda ctx: PURPOSES)
DIFFICULTY = Param(field="difficulty", kind="difficulty", optional=True)
MODIFIERS = Param(field="modifiers", kind="modifiers", optional=True)
DEGREE = Param(field="required", kind="number", keyword=Name("成功度", "degree"), optional=True)
GRADED = Param(field="graded", kind="text", keyword=Name("分级", "graded"), many=True, optional=True)
AGAINST = Param(field="against", kind="who", keyword=Name("针对", "against"), many=True, optional=True)
ON = Param(field="on", kind="who", keyword=Name("对", "on"), many=True, optional=True)


def _hazards(ctx: Ctx) -> Mapping[str, Name]:
    return {h.id: Name(h.name, h.name) for h in getattr(ctx.state, "hazards", {}).values()}


def _weapons(ctx: Ctx) -> Mapping[str, Name]:
    return {w: Name(w, w) for e in ctx.state.entities.values() for w in getattr(e, "load", {})}


def _check_parts(values: Values) -> dict[str, Any]:
    kind, purpose = values.get("check", ("", ""))
    purpose = next((key for key, name in PURPOSES.items() if purpose in (name.zh, name.en)), purpose)
    return {"kind": kind, "purpose": purpose, "difficulty": values.get("difficulty", 0),
            "modifiers": tuple(Modifier(dice, why) for dice, why in values.get("modifiers", ()))}


def _of_check(c: Any) -> Values:
    return {"check": (c.kind, c.purpose) if c.kind else (), "difficulty": c.difficulty,
            "modifiers": tuple((m.dice, m.why) for m in c.modifiers)}


def _call(v: Values, ctx: Ctx) -> Command:
    return checks.CallCheck(who=v["who"], required=v.get("required", 0), graded=v.get("graded", ()), **_check_parts(v))


def _check(v: Values, ctx: Ctx) -> Command:
    return checks.RollCheck(who=v["who"], required=v.get("required", 0), graded=v.get("graded", ()),
                            hold=v.get("hold", False), check=v.get("which", ""), **_check_parts(v))


def _initiative(v: Values, ctx: Ctx) -> Command:
    parts = _check_parts(v)
    return checks.RollCheck(who=v["who"], kind="initiative", difficulty=parts["difficulty"],
                            modifiers=parts["modifiers"], hold=v.get("hold", False))


def _act(v: Values, ctx: Ctx) -> Command:
    return actions.Act(who=v["who"], text=v.get("text", ""), against=v.get("against", ()), **_check_parts(v))


def _observe(v: Values, ctx: Ctx) -> Command:
    parts = _check_parts(v)
    return actions.Observe(who=v["who"], kind=parts["kind"], purpose=parts["purpose"], difficulty=parts["difficulty"])


def _hazard(v: Values, ctx: Ctx) -> Command:
    parts = _check_parts(v)
    known = next((h for h in getattr(ctx.state, "hazards", {}).values() if h.name == v["name"]), None)
    if known is not None and "check" not in v:
        return hazards.ChangeHazard(hazard=known.id, on=v.get("on"), fail=v.get("fail"),
                                    difficulty=v.get("difficulty"), every=True if v.get("every") else None)
    return hazards.AddHazard(name=v["name"], kind=parts["kind"] or "FLX", purpose=parts["purpose"],
                             difficulty=parts["difficulty"] or 6, on=v.get("on", ()), fail=v.get("fail", ""),
                             every=v.get("every", False))


def _break_free(v: Values, ctx: Ctx) -> Command:
    parts = _check_parts(v)
    return actions.BreakFree(who=v["who"], kind=parts["kind"], difficulty=parts["difficulty"],
                             modifiers=parts["modifiers"])


def _start(v: Values, ctx: Ctx) -> Command:
    return crisis.Start(preset=v.get("preset", "fight"), phases=v.get("phases", ()), calm=v.get("what") == "rounds")


def _state(v: Values, ctx: Ctx) -> Command | Rejected:
    changes = v.get("changes", ())
    marked = [(sign, f"{term}:{side}" if side else term) for sign, term, side in changes]
    return injuries.ChangeState(who=v["who"], add=tuple(t for sign, t in marked if sign == "+"),
                                remove=tuple(t for sign, t in marked if sign == "-"))


def _of_state(c: injuries.ChangeState) -> Values:
    def split(text: str, sign: str) -> tuple[str, str, str]:
        name, _, side = text.partition(":")
        return sign, name, side

    return {"who": c.who, "changes": (*(split(t, "-") for t in c.remove), *(split(t, "+") for t in c.add))}


def _light(v: Values, ctx: Ctx) -> Command:
    if v["source"] == "out":
        return distance.PutOutLight(who=v["who"])
    return distance.LightUp(who=v["who"], source=v["source"], covers=v.get("covers", ()))


def _of_light(c: Any) -> Values:
    if isinstance(c, distance.PutOutLight):
        return {"who": c.who, "source": "out"}
    return {"who": c.who, "source": c.source, "covers": c.covers}


def _load(v: Values, ctx: Ctx) -> Command:
    return life.ChangeLoad(who=v["who"], weapon=v["weapon"], by=v.get("by", 0), full=v.get("full", 0))


def _oppose(v: Values, ctx: Ctx) -> Command:
    parts = _check_parts(v)
    return opposed.CallOpposed(a=v["a"], b=v["b"], must=v.get("must", False), **parts)


def _speed(v: Values, ctx: Ctx) -> Command:
    parts = _check_parts(v)
    return movement.SpeedCheck(who=v["who"], against=v.get("against", ()), kind=parts["kind"],
                               difficulty=parts["difficulty"], modifiers=parts["modifiers"],
                               result=v.get("result", ""), hold=v.get("hold", False))


def _of_speed(c: movement.SpeedCheck) -> Values:
    return {"who": c.who, "against": c.against, **_of_check_kind(c.kind, ""), "difficulty": c.difficulty,
            "modifiers": tuple((m.dice, m.why) for m in c.modifiers), "result": c.result, "hold": c.hold}


def _of_check_kind(kind: str, purpose: str) -> Values:
    return {"check": (kind, purpose) if kind else ()}


def _shortcut(v: Values, ctx: Ctx) -> Command:
    kind = v.get("check", ("DSC", ""))[0]
    danger, danger_difficulty = "", 0
    for word in v.get("danger", ()):
        if word[:1] in "dD" and word[1:].isdigit():
            danger_difficulty = int(word[1:])
        else:
            danger = word.upper()
    return shortcuts.Shortcut(who=v["who"], gain=v.get("gain", ""), kind=kind, difficulty=v.get("difficulty", 0),
                              danger=danger, danger_difficulty=danger_difficulty)


def _of_shortcut(c: shortcuts.Shortcut) -> Values:
    danger = (c.danger, *((f"D{c.danger_difficulty}",) if c.danger_difficulty else ())) if c.danger else ()
    return {"who": c.who, "gain": c.gain, "check": (c.kind, "") if not c.gain else (), "difficulty": c.difficulty,
            "danger": danger}


def _answer(v: Values, ctx: Ctx) -> Command:
    word: str = v.get("value", "")
    found = [key for terms in (ANSWER_NAMES, STATE_NAMES, TERMS["band"]) for key, name in terms.items()
             if word in (name.zh, name.en)]
    return questions.Answer(question=v["question"], value=found[0] if found else word)


def _add(v: Values, ctx: Ctx) -> Command:
    figures = {k: v[k] for k in ("side", "life", "sanity", "speed") if k in v}
    return people.Add(kind=v["kind"], name=v["name"], hidden=v.get("hidden", False), outside=v.get("outside", False),
                      important=v.get("important", False), structure=v.get("structure", False), **figures)


STAND: Mapping[str, Name] = {"up": Name("起来", "up"), "stay": Name("不起", "stay")}
RESULTS: Mapping[str, Name] = {"wins": Name("得逞", "wins"), "holds": Name("维持", "holds"), "loses": Name("落空", "loses")}
GAINS: Mapping[str, Name] = {"class": Name("速度等级", "class"), "difficulty": Name("检定难度", "difficulty")}
SHORTCUT = (WHO, Param(field="gain", kind="term", terms=lambda ctx: GAINS, optional=True), A_CHECK, DIFFICULTY,
            Param(field="danger", kind="text", keyword=Name("危险", "danger"), many=True, optional=True))
HOLD = Param(field="hold", kind="flag", keyword=Name("留着", "hold"))
COUNT = Param(field="count", kind="number", optional=True)
WHICH = Param(field="which", kind="text", keyword=Name("编号", "which"), optional=True)
WHY = Param(field="why", kind="text", keyword=Name("因为", "because"), optional=True)
THIS = Param(field="check", kind="text", keyword=Name("编号", "which"), optional=True)

VERBS: tuple[Verb, ...] = (
    Verb(id="start", name=Name("开始", "start"), command=crisis.Start, build=_start,
         values=lambda c: {"what": "rounds" if c.calm else "crisis", "preset": "" if c.calm else c.preset,
                           "phases": c.phases},
         params=(Param(field="what", kind="term", terms=lambda ctx: PRESET_NAMES, optional=True),
                 Param(field="preset", kind="term", terms=lambda ctx: PRESETS, optional=True),
                 Param(field="phases", kind="term", many=True, terms=_phases, keyword=Name("阶段", "phases"), optional=True)),
         help=Name("宣布危机开始，或开始平静的轮", "declare a crisis, or start rounds without danger")),
    Verb(id="end", name=Name("结束", "end"), command=crisis.End, build=lambda v, ctx: crisis.End(),
         values=lambda c: {"what": "crisis"},
         params=(Param(field="what", kind="term", terms=lambda ctx: PRESET_NAMES, optional=True),),
         help=Name("结束危机", "end the crisis")),
    Verb(id="add", name=Name("加入", "add"), command=people.Add, build=_add,
         params=(Param(field="kind", kind="term", terms=lambda ctx: KINDS), Param(field="name", kind="text"),
                 Param(field="side", kind="term", terms=_sides, optional=True),
                 Param(field="life", kind="number", keyword=Name("生命", "life"), optional=True),
                 Param(field="sanity", kind="number", keyword=Name("神志", "sanity"), optional=True),
                 Param(field="speed", kind="term", terms=_speeds, keyword=Name("速度", "by"), optional=True),
                 Param(field="hidden", kind="flag", keyword=Name("隐藏", "hidden")),
                 Param(field="outside", kind="flag", keyword=Name("场外", "outside")),
                 Param(field="important", kind="flag", keyword=Name("重要", "important")),
                 Param(field="structure", kind="flag", keyword=Name("器材", "structure"))),
         help=Name("让某人或某物加入", "bring somebody or something in")),
    Verb(id="difficulty", name=Name("难度", "difficulty"), command=initiative.SetDifficulty,
         params=(Param(field="faces", kind="difficulty"),
                 Param(field="exactly", kind="flag", keyword=Name("固定", "exactly"))),
         help=Name("本轮先攻难度", "the initiative difficulty of this round")),
    Verb(id="initiative", name=Name("先攻", "initiative"), command=checks.RollCheck, build=_initiative,
         owner=lambda c: c.kind == "initiative",
         values=lambda c: {"who": c.who, **_of_check(c), "hold": c.hold}, params=(WHO, DIFFICULTY, MODIFIERS, HOLD),
         help=Name("掷先攻", "roll somebody's initiative")),
    Verb(id="check", name=Name("检定", "check"), key="c", command=checks.RollCheck, build=_check,
         owner=lambda c: c.kind != "initiative",
         values=lambda c: {"who": c.who, **_of_check(c), "required": c.required, "graded": c.graded, "hold": c.hold,
                           "which": c.check},
         params=(WHO, A_CHECK, DIFFICULTY, MODIFIERS, DEGREE, GRADED, HOLD, WHICH),
         help=Name("掷待掷的检定，或直接掷一次", "roll the owed check, or a new one")),
    Verb(id="call", name=Name("要求", "call"), command=checks.CallCheck, build=_call,
         values=lambda c: {"who": c.who, **_of_check(c), "required": c.required, "graded": c.graded},
         params=(WHOM, CHECK, DIFFICULTY, MODIFIERS, DEGREE, GRADED),
         help=Name("要求检定，稍后再掷", "announce a check, to be rolled later")),
    Verb(id="append", name=Name("追加", "append"), command=checks.AppendDice,
         params=(WHO, COUNT, Param(field="origin", kind="term", terms=lambda ctx: ORIGINS, keyword=Name("来自", "from"),
                                   optional=True), WHY, THIS),
         help=Name("给桌上的检定追加骰子", "add dice behind those on the table")),
    Verb(id="alter", name=Name("改骰", "alter"), command=checks.AlterDie,
         params=(WHO, Param(field="position", kind="number"), Param(field="face", kind="number", optional=True),
                 Param(field="swap", kind="number", keyword=Name("交换", "with"), optional=True), THIS),
         help=Name("改动或交换一颗骰子", "turn a die, or swap it with another")),
    Verb(id="reroll", name=Name("重骰", "reroll"), command=checks.Reroll, params=(WHO, WHY, THIS),
         help=Name("重骰桌上检定的基础骰", "throw the base dice of a check again")),
    Verb(id="settle", name=Name("结算", "settle"), command=checks.SettleCheck, params=(WHO, THIS),
         help=Name("结算桌上的检定", "close a check on the table")),
    Verb(id="drop", name=Name("取消检定", "drop"), command=checks.DropCheck,
         params=(Param(field="check", kind="text"),), help=Name("收回一次检定", "take an announced check back")),
    Verb(id="oppose", name=Name("对抗", "oppose"), command=opposed.CallOpposed, build=_oppose,
         values=lambda c: {"a": c.a, "b": c.b, **_of_check(c), "must": c.must},
         params=(Param(field="a", kind="who"), Param(field="b", kind="who"), CHECK, DIFFICULTY, MODIFIERS,
                 Param(field="must", kind="flag", keyword=Name("必须", "must"))),
         help=Name("对抗检定", "an opposed check")),
    Verb(id="tiebreak", name=Name("平局加骰", "tiebreak"), command=opposed.TieBreak,
         params=(Param(field="pair", kind="text"), Param(field="stand", kind="flag", keyword=Name("作平", "stand"))),
         help=Name("双方各追加五骰，或就此作平", "five more dice on each side, or let the tie stand")),
    Verb(id="declare", name=Name("宣言", "declare"), key="d", command=movement.Declare,
         params=(WHO, Param(field="approach", kind="who", keyword=Name("靠近", "approach"), many=True, optional=True),
                 Param(field="retreat", kind="who", keyword=Name("远离", "retreat"), many=True, optional=True),
                 Param(field="by", kind="term", terms=_speeds, keyword=Name("以", "by"), optional=True),
                 Param(field="boost", kind="signed", optional=True),
                 Param(field="vehicle", kind="flag", keyword=Name("驾驶", "driving")),
                 Param(field="stand", kind="term", terms=lambda ctx: STAND, keyword=Name("起身", "stand"), optional=True)),
         help=Name("宣言靠近或远离谁", "say whom somebody approaches or retreats from")),
    Verb(id="stay", name=Name("静止", "stay"), command=movement.Stay,
         params=(Param(field="who", kind="who", many=True, optional=True),),
         help=Name("宣言静止；不写名字则其余所有人", "declare people static, or all who have not declared")),
    Verb(id="speed", name=Name("速度", "speed"), command=movement.SpeedCheck, build=_speed, values=_of_speed,
         params=(WHO, Param(field="against", kind="who", many=True, optional=True), A_CHECK, DIFFICULTY, MODIFIERS,
                 Param(field="result", kind="term", terms=lambda ctx: RESULTS, keyword=Name("结果", "result"),
                       optional=True), HOLD),
         help=Name("速度检定，或由主持人定结果", "roll a speed check, or say how it ends")),
    Verb(id="less", name=Name("少移", "less"), command=movement.MoveLess,
         params=(WHO, Param(field="other", kind="who"), Param(field="band", kind="term", terms=_bands)),
         help=Name("移动得少一些", "move less than the full move")),
    Verb(id="ride", name=Name("乘坐", "ride"), command=shortcuts.Ride,
         params=(WHO, Param(field="vehicle", kind="text", optional=True),
                 Param(field="drives", kind="flag", keyword=Name("驾驶", "driving"))),
         help=Name("上车或下车，是行动", "get into a vehicle, or out: an action")),
    Verb(id="shortcut", name=Name("抄近路", "shortcut"), command=shortcuts.Shortcut, build=_shortcut,
         values=_of_shortcut, params=SHORTCUT, help=Name("抄近路", "take a shortcut")),
    Verb(id="hazard", name=Name("险境", "hazard"), key="z", command=hazards.AddHazard, build=_hazard,
         values=lambda c: {"name": c.name, "check": (c.kind, c.purpose), "difficulty": c.difficulty, "on": c.on,
                           "fail": c.fail, "every": c.every},
         params=(Param(field="name", kind="text", suggest=_hazards), A_CHECK, DIFFICULTY, ON,
                 Param(field="fail", kind="text", suggest=_states, keyword=Name("失败", "fail"), optional=True),
                 Param(field="every", kind="flag", keyword=Name("每轮", "every"))),
         help=Name("险境要求暴露者检定", "a danger that asks the exposed for checks")),
    Verb(id="affect", name=Name("影响", "affect"), command=hazards.HazardFate,
         build=lambda v, ctx: hazards.HazardFate(hazard=_hazard_id(v["hazard"], ctx), who=v["who"],
                                                 affected=not v.get("not", False)),
         values=lambda c: {"hazard": c.hazard, "who": c.who, "not": not c.affected},
         params=(Param(field="hazard", kind="text", suggest=_hazards), WHOM, Param(field="not", kind="flag", keyword=Name("无", "not"))),
         help=Name("险境是否影响不掷骰者", "whether a hazard affects somebody who does not roll")),
    Verb(id="unhazard", name=Name("解除险境", "unhazard"), command=hazards.RemoveHazard,
         build=lambda v, ctx: hazards.RemoveHazard(hazard=_hazard_id(v["hazard"], ctx)),
         params=(Param(field="hazard", kind="text", suggest=_hazards),), help=Name("险境结束", "end a hazard")),
    Verb(id="order", name=Name("顺序", "order"), command=initiative.SetOrder, params=(WHOM,),
         help=Name("同组内的行动顺序", "the order inside a group")),
    Verb(id="place", name=Name("移位", "place"), command=initiative.MoveSlot,
         params=(WHO, Param(field="after", kind="who", keyword=Name("之后", "after"))),
         help=Name("把某人的行动移到另一人之后", "move a slot behind another's")),
    Verb(id="act", name=Name("行动", "act"), command=actions.Act, build=_act,
         values=lambda c: {"who": c.who, "text": c.text, **_of_check(c), "against": c.against},
         params=(WHO, Param(field="text", kind="text", optional=True), A_CHECK, DIFFICULTY, MODIFIERS, AGAINST),
         help=Name("本轮的行动，可带检定", "the slot's one action, with its check")),
    Verb(id="pass", name=Name("跳过", "pass"), command=actions.Pass, params=(WHO,),
         help=Name("放过本轮的行动", "let a slot go by")),
    Verb(id="observe", name=Name("观察", "observe"), key="o", command=actions.Observe, build=_observe,
         values=lambda c: {"who": c.who, "check": (c.kind, c.purpose) if c.kind else (), "difficulty": c.difficulty},
         params=(WHO, A_CHECK, DIFFICULTY), help=Name("每轮一次，不是行动", "once a round, not an action")),
    Verb(id="talk", name=Name("说", "talk"), command=actions.Talk, params=(WHO, TEXT),
         help=Name("说话不是行动", "talking costs nothing")),
    Verb(id="defend", name=Name("防备", "defend"), command=actions.Defend, params=(WHO, TEXT),
         help=Name("防御性行动，降低本轮闪避难度", "a defensive action, eases dodging this round")),
    Verb(id="stand", name=Name("起身", "stand"), command=actions.StandUp, params=(WHO,),
         help=Name("以行动起身", "get up as an action")),
    Verb(id="aid", name=Name("援助", "aid"), command=actions.Help,
         params=(WHO, Param(field="does", kind="term", terms=lambda ctx: HELP), Param(field="whom", kind="who"),
                 Param(field="state", kind="term", terms=_states, optional=True)),
         help=Name("贴身援助：急救、唤醒、扑灭、通气", "help at Touch: tend, wake, put out, restore breath")),
    Verb(id="reload", name=Name("装填", "reload"), command=actions.Reload,
         params=(WHO, Param(field="weapon", kind="text", suggest=_weapons)), help=Name("以行动装填", "reload as an action")),
    Verb(id="free", name=Name("挣脱", "free"), command=actions.BreakFree, build=_break_free,
         values=lambda c: {"who": c.who, "check": (c.kind, ""), "difficulty": c.difficulty,
                           "modifiers": tuple((m.dice, m.why) for m in c.modifiers)},
         params=(WHO, CHECK, DIFFICULTY, MODIFIERS), help=Name("挣脱束缚", "break free")),
    Verb(id="react", name=Name("反击", "react"), command=actions.React,
         params=(WHO, Param(field="against", kind="who"), Param(field="text", kind="text")),
         help=Name("对攻击的反应，不耗行动", "answer an attack, costs no slot")),
    Verb(id="spend", name=Name("占用", "spend"), command=actions.SpendNext,
         params=(WHO, Param(field="why", kind="text")),
         help=Name("某效果用掉下一次行动", "an effect uses up the next slot")),
    Verb(id="leave", name=Name("退出", "leave"), key="x", command=movement.Leave,
         params=(WHO, Param(field="force", kind="flag", keyword=Name("强制", "force"))),
         help=Name("离开危机", "somebody leaves the crisis")),
    Verb(id="enter", name=Name("进入", "enter"), command=movement.Enter,
         params=(WHO, Param(field="approaching", kind="who", keyword=Name("靠近", "approach"), many=True, optional=True),
                 Param(field="by", kind="term", terms=_speeds, keyword=Name("以", "by"), optional=True),
                 Param(field="rounds", kind="number", keyword=Name("轮后", "in"), optional=True)),
         help=Name("从场外进入危机", "somebody comes in from outside")),
    Verb(id="light", name=Name("光源", "light"), key="l", command=distance.LightUp, build=_light, values=_of_light,
         params=(WHO, Param(field="source", kind="term", terms=_lights),
                 Param(field="covers", kind="who", keyword=Name("照", "at"), many=True, optional=True)),
         help=Name("点亮或熄灭光源", "light a source, or put it out")),
    Verb(id="unlight", name=Name("熄灯", "unlight"), command=distance.PutOutLight, params=(WHO,),
         help=Name("熄灭某人的光源", "put somebody's light out")),
    Verb(id="direct", name=Name("单向距离", "direct"), command=distance.DirectBand,
         params=(Param(field="a", kind="who"), Param(field="b", kind="who"),
                 Param(field="there", kind="term", terms=_bands, optional=True),
                 Param(field="back", kind="term", terms=_bands, optional=True)),
         help=Name("体型悬殊时两个方向的距离", "two bands for one gap, by size")),
    Verb(id="state", name=Name("状态", "state"), key="i", command=injuries.ChangeState, build=_state, values=_of_state,
         params=(WHOM, Param(field="changes", kind="changes", terms=_states)),
         help=Name("获得或失去状态", "give and take states")),
    Verb(id="tend", name=Name("急救", "tend"), command=injuries.Tend,
         params=(WHO, Param(field="state", kind="term", terms=_states)),
         help=Name("标记为已急救", "mark a state as tended")),
    Verb(id="restore", name=Name("恢复呼吸", "restore"), command=injuries.Restore, params=(WHO,),
         help=Name("恢复呼吸", "breathing is restored")),
    Verb(id="putout", name=Name("扑灭", "putout"), command=injuries.PutOut, params=(WHO,),
         help=Name("扑灭身上的火", "put a burning person out")),
    Verb(id="life", name=Name("生命", "life"), command=life.ChangeLife,
         params=(WHOM, Param(field="by", kind="signed"),
                 Param(field="breaching", kind="flag", keyword=Name("破坏", "breaching"))),
         help=Name("增减生命值", "take or give life points")),
    Verb(id="maxlife", name=Name("生命上限", "maxlife"), command=life.SetLife,
         build=lambda v, ctx: life.SetLife(who=v["who"], full=v["full"], now=v.get("now")),
         params=(WHOM, Param(field="full", kind="number"),
                 Param(field="now", kind="number", keyword=Name("现有", "now"), optional=True)),
         help=Name("设定生命上限，默认补满", "set the life points there are, filled up unless said")),
    Verb(id="fate", name=Name("下场", "fate"), command=life.SetFate,
         params=(WHO, Param(field="fate", kind="term", terms=lambda ctx: {**ANSWER_NAMES, **TERMS["status"]})),
         help=Name("生命归零后的下场", "what becomes of somebody at 0 life")),
    Verb(id="important", name=Name("重要角色", "important"), command=life.Important,
         build=lambda v, ctx: life.Important(who=v["who"], on=not v.get("off", False)),
         values=lambda c: {"who": c.who, "off": not c.on},
         params=(WHO, Param(field="off", kind="flag", keyword=Name("取消", "off"))),
         help=Name("以伤害状态代替生命", "injury states in place of life")),
    Verb(id="load", name=Name("载弹", "load"), command=life.ChangeLoad, build=_load,
         values=lambda c: {"who": c.who, "weapon": c.weapon, "by": c.by, "full": c.full},
         params=(WHO, Param(field="weapon", kind="text", suggest=_weapons), Param(field="by", kind="signed", optional=True),
                 Param(field="full", kind="number", keyword=Name("满", "full"), optional=True)),
         help=Name("武器载弹量", "a weapon's load")),
    Verb(id="sanity", name=Name("神志", "sanity"), command=life.ChangeSanity,
         params=(WHOM, Param(field="by", kind="signed")), help=Name("增减神志", "lose or regain sanity")),
    Verb(id="pending", name=Name("将至", "pending"), command=neutral.AddPending,
         params=(Param(field="kind", kind="text"), TEXT,
                 Param(field="rounds", kind="number", keyword=Name("轮后", "in"), optional=True),
                 Param(field="who", kind="who", keyword=Name("对", "on"), optional=True),
                 Param(field="point", kind="text", keyword=Name("时点", "at"), optional=True)),
         help=Name("若干轮后发生的事", "something that comes in so many rounds")),
    Verb(id="calloff", name=Name("作罢", "calloff"), command=neutral.DropPending,
         params=(Param(field="pending", kind="text"),), help=Name("取消将至之事", "call a pending effect off")),
    Verb(id="time", name=Name("时间", "time"), command=neutral.PassTime,
         params=(Param(field="minutes", kind="number"), Param(field="rest", kind="flag", keyword=Name("休息", "rest")),
                 Param(field="sleep", kind="flag", keyword=Name("睡眠", "sleep"))),
         help=Name("轮之外时间流逝", "time passes outside rounds")),
    Verb(id="phases", name=Name("启用阶段", "phases"), command=crisis.UsePhases,
         params=(Param(field="phases", kind="term", many=True, terms=_phases),
                 Param(field="this_round", kind="flag", keyword=Name("本轮", "once"))),
         help=Name("哪些阶段启用", "which phases are in use")),
    Verb(id="goal", name=Name("出路", "goal"), command=crisis.SetGoal,
         params=(Param(field="goal", kind="term", terms=lambda ctx: GOALS), TEXT),
         help=Name("记下逃离或解决的条件", "note how to escape or resolve it")),
    Verb(id="critical", name=Name("视同危机", "crisis-effect"), command=crisis.TreatAsCrisis,
         params=(WHO, Param(field="effect", kind="text")),
         help=Name("未宣布危机时某效果是否适用", "ask whether a crisis-only effect applies")),
    Verb(id="answer", name=Name("回答", "answer"), command=questions.Answer, build=_answer,
         params=(Param(field="question", kind="text"), Param(field="value", kind="text", optional=True)),
         help=Name("回答一个问题", "answer a question")),
)


def _hazard_id(word: str, ctx: Ctx) -> str:
    found = [h.id for h in getattr(ctx.state, "hazards", {}).values() if word in (h.id, h.name)]
    return found[0] if found else word


