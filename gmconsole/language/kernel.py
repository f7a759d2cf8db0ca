"""The verbs that every rulebook has, and the session's and the screen's own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..core import commands as core
from ..core.model import Command, Msg, Name, Question, Rejected
from ..core.people import PRESENCES
from ..core.questions import Answer
from ..core.rounds import Phase
from ..core.ruleset import Ruleset
from . import names
from .grammar import NUMBER, Ctx, Param, Values, Verb

BECAUSE = Name("因为", "because")


def _bands(ctx: Ctx) -> Mapping[str, Name]:
    return ctx.ruleset.band_names()


def _phases(ctx: Ctx) -> Mapping[str, Name]:
    return ctx.ruleset.phase_names()


def _fields(ctx: Ctx) -> Mapping[str, Name]:
    return {key: spec.name for key, spec in ctx.ruleset.fields().items()}


def _options(ctx: Ctx) -> Mapping[str, Name]:
    return ctx.ruleset.option_names()


def _environments(ctx: Ctx) -> Mapping[str, Name]:
    return ctx.ruleset.environment_names()


def _terms(ctx: Ctx, kind: str) -> Mapping[str, Name]:
    """The terms of a kind that the values of a field are."""
    return PRESENCES if kind == "presence" else ctx.ruleset.terms().get(kind, {})


SWITCH: dict[str, bool] = {
    "on": True,
    "off": False,
    "yes": True,
    "no": False,
    "true": True,
    "false": False,
    "开": True,
    "关": False,
    "是": True,
    "否": False,
}


NOTHING: Mapping[str, Name] = {"": Name("无", "none")}
"""What a field that may hold nothing is set to."""

SWITCHED: Mapping[str, Name] = {"on": Name("开", "on"), "off": Name("关", "off")}


def _field_values(values: Values, ctx: Ctx) -> Mapping[str, Name]:
    """What the value of a line's field may be, where it is a word."""
    spec = ctx.ruleset.fields().get(values.get("field", ""))
    if spec is None:
        return {}
    known = SWITCHED if spec.kind == "bool" else {**_terms(ctx, spec.term), **(NOTHING if spec.choices else {})}
    return {key: name for key, name in known.items() if not spec.choices or key in spec.choices}


def _option_values(values: Values, ctx: Ctx) -> Mapping[str, Name]:
    """What a line's option may be set to."""
    known = {**ctx.ruleset.terms().get("choice", {}), **SWITCHED}
    allowed = map(_switch, ctx.ruleset.option_values().get(values.get("option", ""), ()))
    return {word: known.get(word, Name(word, word)) for word in allowed}


def _set(values: Values, ctx: Ctx) -> Command | Rejected:
    spec = ctx.ruleset.fields()[values["field"]]
    word: str = values["value"]
    value: str | int | bool = word
    if spec.kind == "int":
        if not NUMBER.fullmatch(word):
            return Rejected("not-a-number", {"word": word, "part": values["field"]})
        value = int(word)
    elif spec.kind == "bool":
        if word.casefold() not in SWITCH:
            return Rejected("not-a-switch", {"field": values["field"], "value": word})
        value = SWITCH[word.casefold()]
    elif spec.term:
        known = {**(NOTHING if "" in spec.choices else {}), **_terms(ctx, spec.term)}
        found = names.exact_term(known, word)
        value = word if found is None else found
    return core.SetField(who=values["who"], field=values["field"], value=value, because=values.get("because", ""))


def _option(values: Values, ctx: Ctx) -> Command | Rejected:
    allowed = ctx.ruleset.option_values()[values["option"]]
    word: str = values["value"]
    chosen = names.exact_term(ctx.ruleset.terms().get("choice", {}), word)
    for value in allowed:
        if isinstance(value, bool):
            if SWITCH.get(word.casefold()) is value:
                return core.SetOption(option=values["option"], value=value)
        elif str(value) in (word, chosen):
            return core.SetOption(option=values["option"], value=value)
    return Rejected(
        "not-a-choice",
        {
            "field": Msg("option:" + values["option"]),
            "value": word,
            "allowed": tuple(core.switched(v) for v in allowed),
        },
    )


def _answers(ctx: Ctx) -> Mapping[str, Name]:
    return ctx.ruleset.terms().get("answer", {})


def choice_names(ctx: Ctx, question: Question) -> dict[str, Name]:
    """The words of a question's choices: of the kind ``answer``, else of whatever term the book calls them by."""
    terms, term = ctx.ruleset.terms(), ctx.ruleset.asks.term
    found: dict[str, Name] = {}
    for choice in question.choices:
        name = terms.get("answer", {}).get(choice)
        if name is None and isinstance(said := term(choice), Msg):
            kind, _, key = said.id.partition(":")
            name = terms.get(kind, {}).get(key)
        if name is not None:
            found[choice] = name
    return found


def _open_answers(values: Values, ctx: Ctx) -> Mapping[str, Name]:
    """What the question named may be answered with, or else all that are open; each by the word to be written."""
    people = {e.id: Name(e.name, e.name) for e in ctx.state.entities.values()}
    questions = ctx.state.questions
    said = questions.get(values.get("question", ""))
    found: dict[str, Name] = {}
    for question in questions.values() if said is None else (said,):
        known = {**choice_names(ctx, question), **people}
        found.update((known[word].en, known[word]) for word in question.choices if word in known)
    return found


def _answer(v: Values, ctx: Ctx) -> Command:
    """The answer, its word read as one of the question's choices: a term in either language, or a person."""
    word: str = v.get("value", "")
    question = ctx.state.questions.get(v["question"])
    choices: tuple[str, ...] = () if question is None else question.choices
    terms = _answers(ctx)
    if word and word not in choices:
        # A word that means something elsewhere has been read as that; the choices may call it the same.
        said = (word, terms[word].zh, terms[word].en) if word in terms else (word,)
        own = choice_names(ctx, question) if question is not None else {}
        meant = (*(names.exact_term(own, spelled) for spelled in said), names.find_person(ctx.state, word))
        otherwise = word if word in terms else names.exact_term(terms, word) or word
        word = next((key for key in meant if key in choices), otherwise)
    return Answer(question=v["question"], value=word)


def _switch(value: str | int | bool) -> str:
    return ("on" if value else "off") if isinstance(value, bool) else str(value)


def _environment(values: Values, ctx: Ctx) -> Command | Rejected:
    return core.SetEnvironment(add=values.get("add", ()), remove=values.get("remove", ()))


def _clock(values: Values, ctx: Ctx) -> Command | Rejected:
    return core.SetClock(
        name=values["name"], size=values.get("size", 0), by=values.get("by", 0), drop=values.get("drop", False)
    )


def _roll(values: Values, ctx: Ctx) -> Command | Rejected:
    count, sides = values["dice"]
    return core.RollDice(count=count, sides=sides, reason=values.get("reason", ""))


WHO = Param(field="who", kind="who")

STATE_VERBS: tuple[Verb, ...] = (
    Verb(
        id="remove",
        name=Name("移除", "remove"),
        command=core.Remove,
        params=(WHO,),
        help=Name("把某人移出这场遭遇", "take somebody out of the encounter"),
    ),
    Verb(
        id="rename",
        name=Name("改名", "rename"),
        command=core.Rename,
        params=(WHO, Param(field="name", kind="text")),
        help=Name("换一个名字", "give somebody another name"),
    ),
    Verb(
        id="hide",
        name=Name("隐藏", "hide"),
        command=core.Hide,
        params=(WHO,),
        help=Name("不让玩家看到", "keep somebody from the players"),
    ),
    Verb(
        id="reveal",
        name=Name("揭示", "reveal"),
        command=core.Reveal,
        params=(WHO,),
        help=Name("让玩家看到", "show somebody to the players"),
    ),
    Verb(
        id="note",
        name=Name("备注", "note"),
        command=core.Note,
        params=(
            Param(field="text", kind="text"),
            Param(field="who", kind="who", keyword=Name("对", "on"), optional=True),
        ),
        help=Name("在记录或角色上写一行", "write a line into the log or onto somebody's card"),
    ),
    Verb(
        id="band",
        name=Name("距离", "band"),
        command=core.SetBand,
        key="b",
        params=(
            Param(field="a", kind="who"),
            Param(field="b", kind="who", many=True),
            Param(field="band", kind="term", terms=_bands),
        ),
        help=Name("设定两者的距离等级", "set the band between one and others"),
    ),
    Verb(
        id="set",
        name=Name("设定", "set"),
        command=core.SetField,
        build=_set,
        values=lambda c: {"who": c.who, "field": c.field, "value": _switch(c.value), "because": c.because},
        params=(
            Param(field="who", kind="who", many=True),
            Param(field="field", kind="term", terms=_fields),
            Param(field="value", kind="text", values=_field_values),
            Param(field="because", kind="text", keyword=BECAUSE, optional=True),
        ),
        help=Name("修正一个数值", "correct a stored value"),
    ),
    Verb(
        id="clock",
        name=Name("时钟", "clock"),
        command=core.SetClock,
        build=_clock,
        params=(
            Param(field="name", kind="text"),
            Param(field="size", kind="number", optional=True),
            Param(field="by", kind="signed", optional=True),
            Param(field="drop", kind="flag", keyword=Name("去除", "drop")),
        ),
        help=Name("新建或推进时钟", "make, move or drop a clock"),
    ),
    Verb(
        id="option",
        name=Name("选项", "option"),
        command=core.SetOption,
        build=_option,
        values=lambda c: {"option": c.option, "value": _switch(c.value)},
        params=(
            Param(field="option", kind="term", terms=_options),
            Param(field="value", kind="text", values=_option_values),
        ),
        help=Name("切换规则选项", "switch one of the book's options"),
    ),
    Verb(
        id="environment",
        name=Name("环境", "environment"),
        command=core.SetEnvironment,
        build=_environment,
        params=(
            Param(field="add", kind="term", terms=_environments, many=True, optional=True),
            Param(
                field="remove",
                kind="term",
                terms=_environments,
                many=True,
                optional=True,
                keyword=Name("结束", "without"),
            ),
        ),
        help=Name("说明环境如何", "say what the place is like"),
    ),
    Verb(
        id="roll",
        name=Name("掷骰", "roll"),
        command=core.RollDice,
        build=_roll,
        values=lambda c: {"dice": (c.count, c.sides), "reason": c.reason},
        params=(Param(field="dice", kind="dice"), Param(field="reason", kind="text", optional=True)),
        help=Name("掷一次与规则无关的骰", "throw dice no rule asked for"),
    ),
    Verb(
        id="answer",
        name=Name("回答", "answer"),
        command=Answer,
        build=_answer,
        params=(
            Param(field="question", kind="text"),
            Param(field="value", kind="joined", terms=_answers, values=_open_answers, optional=True),
        ),
        help=Name("回答一个问题", "answer a question"),
    ),
    Verb(
        id="phase",
        name=Name("阶段", "phase"),
        command=Phase,
        params=(
            Param(field="to", kind="term", terms=_phases, optional=True),
            Param(field="force", kind="flag", keyword=Name("强制", "force")),
        ),
        help=Name("进入下一阶段或指定阶段", "move on, or on to the phase named"),
    ),
)


def state_verbs(book: Ruleset[Any]) -> tuple[Verb, ...]:
    """The verbs of those of the kernel's own commands that the book decides about."""
    return tuple(v for v in STATE_VERBS if v.command in book.decisions)


AUDIENCES: Mapping[str, Name] = {"players": Name("玩家", "players"), "gm": Name("主持人", "gm")}

STEPS = (Param(field="steps", kind="number", optional=True),)

SESSION_VERBS: tuple[Verb, ...] = (
    Verb(
        id="next",
        name=Name("下一步", "next"),
        command=None,
        help=Name("处理下一件待办，没有则前进", "take the next owed task, or move on"),
    ),
    Verb(
        id="skip", name=Name("略过", "skip"), command=None, help=Name("略过下一件待办", "pass the next owed task over")
    ),
    Verb(id="accept", name=Name("接受", "accept"), command=None, help=Name("接受提议", "accept what is proposed")),
    Verb(id="refuse", name=Name("拒绝", "refuse"), command=None, help=Name("拒绝提议", "refuse what is proposed")),
    Verb(id="undo", name=Name("撤销", "undo"), command=None, params=STEPS, help=Name("撤回若干步", "take steps back")),
    Verb(id="redo", name=Name("重做", "redo"), command=None, params=STEPS, help=Name("重做若干步", "repeat steps")),
    Verb(
        id="jump",
        name=Name("跳到", "jump"),
        command=None,
        params=(Param(field="entry", kind="number"),),
        help=Name("跳到历史中某一步之后", "go to the moment after an entry of the history"),
    ),
    Verb(
        id="redraw",
        name=Name("重抽", "redraw"),
        command=None,
        help=Name("用新的随机数重做上一步", "repeat the last step with fresh dice"),
    ),
)

VIEW_VERBS: tuple[Verb, ...] = (
    Verb(id="board", name=Name("看板", "board"), command=None, help=Name("打印看板", "print the board")),
    Verb(
        id="copy",
        name=Name("复制", "copy"),
        command=None,
        params=(Param(field="audience", kind="term", terms=lambda ctx: AUDIENCES, optional=True),),
        help=Name("复制看板：玩家版，或主持人版", "copy the board: the players', or the gm's"),
    ),
    Verb(
        id="lang",
        name=Name("语言", "lang"),
        command=None,
        params=(Param(field="lang", kind="text", optional=True),),
        help=Name("切换语言", "switch the language"),
    ),
    Verb(
        id="sheet",
        name=Name("角色卡", "sheet"),
        command=None,
        params=(Param(field="who", kind="who", optional=True),),
        help=Name("查看某人的角色卡", "show somebody's whole sheet"),
    ),
    Verb(
        id="rules",
        name=Name("规则", "rules"),
        command=None,
        aliases=("rule",),
        params=(Param(field="words", kind="text", many=True, optional=True),),
        help=Name("查找规则", "look a rule up"),
    ),
)
