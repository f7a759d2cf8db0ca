"""What the parts of a line are called, for forms and for refusals that name one."""

from __future__ import annotations

from collections.abc import Mapping

from ..core.model import Name

PARTS: Mapping[str, Name] = {
    "a": Name("甲", "who"),
    "add": Name("加", "add"),
    "after": Name("之后", "after"),
    "against": Name("针对", "against"),
    "approach": Name("靠近", "approach"),
    "approaching": Name("靠近", "approach"),
    "attribute": Name("属性", "attribute"),
    "attributes": Name("属性", "attributes"),
    "audience": Name("给谁", "audience"),
    "b": Name("乙", "who"),
    "back": Name("反向", "back"),
    "band": Name("距离", "band"),
    "because": Name("缘由", "because"),
    "boost": Name("等级增减", "boost"),
    "by": Name("速度等级", "class"),
    "changes": Name("状态", "states"),
    "check": Name("检定", "check"),
    "count": Name("骰数", "count"),
    "covers": Name("照到谁", "covers"),
    "danger": Name("危险", "danger"),
    "dice": Name("骰子", "dice"),
    "difficulty": Name("难度", "difficulty"),
    "does": Name("方式", "help"),
    "effect": Name("效果", "effect"),
    "entry": Name("序号", "entry"),
    "face": Name("骰目", "face"),
    "faces": Name("难度", "difficulty"),
    "fail": Name("失败后果", "fail"),
    "fate": Name("下场", "fate"),
    "field": Name("数值", "field"),
    "full": Name("上限", "full"),
    "gain": Name("好处", "gain"),
    "goal": Name("出路", "goal"),
    "graded": Name("分级", "graded"),
    "hazard": Name("险境", "hazard"),
    "help": Name("方式", "help"),
    "key": Name("代号", "key"),
    "kind": Name("种类", "kind"),
    "kind_b": Name("类型", "type"),
    "lang": Name("语言", "language"),
    "life": Name("生命", "life"),
    "light": Name("光源", "light"),
    "load": Name("载弹", "load"),
    "minutes": Name("分钟", "minutes"),
    "modifiers": Name("增减骰", "modifiers"),
    "name": Name("名字", "name"),
    "near": Name("距离", "band"),
    "now": Name("现有", "now"),
    "on": Name("对谁", "on"),
    "option": Name("选项", "option"),
    "origin": Name("来源", "origin"),
    "other": Name("对方", "other"),
    "pair": Name("编号", "pair"),
    "pending": Name("将至之事", "pending"),
    "phases": Name("阶段", "phases"),
    "point": Name("时点", "point"),
    "position": Name("第几颗", "position"),
    "preset": Name("类型", "preset"),
    "question": Name("问题", "question"),
    "reason": Name("缘由", "reason"),
    "remove": Name("减", "remove"),
    "required": Name("成功度", "degree"),
    "result": Name("结果", "result"),
    "retreat": Name("远离", "retreat"),
    "rounds": Name("轮数", "rounds"),
    "sanity": Name("神志", "sanity"),
    "sanity_max": Name("神志上限", "sanity_max"),
    "side": Name("阵营", "side"),
    "size": Name("段数", "size"),
    "source": Name("光源", "light"),
    "speed": Name("速度等级", "speed"),
    "stand": Name("起身与否", "stand"),
    "state": Name("状态", "state"),
    "steps": Name("步数", "steps"),
    "stop": Name("止于", "stop"),
    "swap": Name("交换", "with"),
    "text": Name("文字", "text"),
    "there": Name("去向", "there"),
    "to": Name("到哪", "to"),
    "value": Name("值", "value"),
    "vehicle": Name("载具", "vehicle"),
    "weapon": Name("武器", "weapon"),
    "what": Name("什么", "what"),
    "which": Name("编号", "which"),
    "who": Name("谁", "who"),
    "whom": Name("谁", "whom"),
    "why": Name("缘由", "why"),
}
SHAPES: Mapping[str, Name] = {
    "who": Name("谁", "WHO"),
    "difficulty": Name("D9", "D9"),
    "check": Name("类型[=用途]", "TYPE[=PURPOSE]"),
    "modifiers": Name("+2 “缘由”", '+2 "WHY"'),
    "signed": Name("±N", "±N"),
    "changes": Name("+状态 -状态", "+STATE -STATE"),
    "dice": Name("7d9", "7d9"),
    "number": Name("N", "N"),
    "pairs": Name("甲=乙", "X=Y"),
}


def part_name(field: str) -> Name:
    """What a part is called; its own id where nobody has named it."""
    return PARTS.get(field, Name(field, field))


def shape(field: str, kind: str) -> Name:
    """How a part is shown in a form: by the shape of what may stand there, else by its name."""
    if kind in SHAPES:
        return SHAPES[kind]
    name = part_name(field)
    return Name(f"“{name.zh}”", f'"{name.en.upper()}"') if kind == "text" else Name(name.zh, name.en.upper())
