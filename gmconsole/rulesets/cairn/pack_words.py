"""Sentences, switches and terms of inventory, Fatigue, deprivation, recovery and magic."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ...core.messages import N_
from ...core.model import Field, Msg, Name, Text, Who
from ...core.switches import Switch, optional
from . import casting, deprivation, inventory, magic, recovery, terms
from .state import CairnState

REJECTIONS: Mapping[str, str] = {
    "ambiguous-item": N_("{word} could be {candidates}"),
    "empty-reason": N_("A word is needed here"),
    "hands-full": N_("{who} has no hand free for that; held: {held}"),
    "hands-not-free": N_("{who} needs both hands free to read; held: {held}"),
    "no-empowering": N_("{who} can make a spell stronger only with time and in safety"),
    "no-mishap": N_("{who} has failed no casting save"),
    "no-room": N_("{who} cannot carry {item}: it takes slots ({slots}), and these are free: {free}"),
    "no-such-item": N_("{who} carries no {item}; carried: {carried}"),
    "no-uses": N_("{item} has no uses left, or none are counted"),
    "no-voice": N_("{who} cannot speak, and a spell is read aloud"),
    "nobody-rests": N_("Nobody is here who could rest"),
    "not-a-relic": N_("{item} is no relic"),
    "not-deprived": N_("{who} does not lack that"),
    "not-dice": N_("{word} is not written like d8 or d8+d8"),
    "not-in-use": N_("{who} neither holds nor wears {item}"),
    "not-magic": N_("{item} is no spellbook, scroll or relic"),
    "not-on-the-ground": N_("{item} does not lie on the ground; there lies: {lying}"),
    "regains-nothing": N_("{who} regains nothing: deprived, bleeding, or held at 0 HP by a full pack"),
    "rest-at-hand": N_("A rest is at hand already: answer how it goes"),
    "while-fighting": N_("Not while a fight is running"),
    "would-die": N_("Some die before that without aid: {who}. Tend them first (aid), or add the word anyway"),
    "would-die-resting": N_(
        "Some die during this rest without aid: {who}. Tend them first (aid), or answer that it is disturbed and rest "
        "anew with the word anyway"
    ),
}
OPTIONS: Mapping[str, Switch] = {
    "full_pack_is_zero_hp": optional("栏位全满则耐久度为 0", "A full pack means 0 HP"),
}
NEEDS: Mapping[str, Name] = {
    "food": Name("食物", "food"),
    "water": Name("饮水", "water"),
    "rest": Name("休息", "rest"),
    "warmth": Name("保暖", "warmth"),
}
MARKS: Mapping[str, Name] = {
    "cannot_speak": Name("无法出声", "cannot speak"),
    "bound": Name("双手被缚", "hands bound"),
    "helpless": Name("无力反抗", "helpless"),
    "exhausted": Name("精疲力竭", "exhausted"),
}
RESTS: Mapping[str, Name] = {
    "brief": Name("稍作歇息", "brief"),
    "hours": Name("数小时", "hours"),
    "night": Name("过夜", "night"),
    "week": Name("一周", "week"),
}
UNITS: Mapping[str, Name] = {
    "minutes": Name("分钟", "minutes"),
    "hours": Name("小时", "hours"),
    "days": Name("天", "days"),
    "seconds": Name("秒", "seconds"),
}
ONE: Mapping[str, Name] = {
    "minutes": Name("分钟", "minute"),
    "hours": Name("小时", "hour"),
    "days": Name("天", "day"),
    "seconds": Name("秒", "second"),
}
ITEM_KINDS: Mapping[str, Name] = {
    "weapon": Name("武器", "weapon"),
    "armour": Name("护甲", "armour"),
    "shield": Name("盾牌", "shield"),
    "spellbook": Name("法术书", "spellbook"),
    "scroll": Name("卷轴", "scroll"),
    "relic": Name("奇物", "relic"),
    "bandages": Name("绷带", "bandages"),
    "gear": Name("装备", "gear"),
}
ILL_EFFECTS: Mapping[str, Name] = {
    "fatigue": Name("疲乏", "Fatigue"),
    "book_destroyed": Name("法术书被毁", "book destroyed"),
    "injury": Name("受伤", "injury"),
    "death": Name("丧命", "death"),
    "nothing": Name("无", "nothing"),
}
CAUSES: Mapping[str, Name] = {
    "cast": Name("施法", "casting"),
    "deprived": Name("匮乏", "deprivation"),
    "mishap": Name("施法失败", "a failed casting"),
    "rest": Name("休整", "rest"),
}
ANSWERS: Mapping[str, Name] = {
    "quiet": Name("安稳", "quiet"),
    "disturbed": Name("受扰", "disturbed"),
    "safe": Name("安全", "safe"),
    "unsafe": Name("不安全", "unsafe"),
    "recovered": Name("恢复", "recovered"),
    "lasting": Name("尚未恢复", "lasting"),
    "exhausted": MARKS["exhausted"],
    **ILL_EFFECTS,
}
terms.TERMS["answer"] = {**terms.TERMS["answer"], **ANSWERS}
TERMS: Mapping[str, Mapping[str, Name]] = {
    "answer": ANSWERS,
    "cause": CAUSES,
    "item_kind": ITEM_KINDS,
    "mark": MARKS,
    "need": NEEDS,
    "rest": RESTS,
    "save": {"casting": Name("施法", "casting")},
    "unit": UNITS,
    "one": ONE,
}
PART_NAMES: Mapping[str, Name] = {
    "all_points": Name("全部点数", "all points"),
    "amount": Name("数量", "amount"),
    "anyway": Name("仍要", "anyway"),
    "armour": Name("护甲", "armour"),
    "blast": Name("群攻", "blast"),
    "bulky": Name("笨重", "bulky"),
    "danger": Name("险境", "danger"),
    "days": Name("天数", "days"),
    "die": Name("骰", "die"),
    "effect": Name("效果", "effect"),
    "empowered": Name("强化效果", "empowered"),
    "fizzles": Name("失效", "fizzles"),
    "gone": Name("消失", "gone"),
    "hands": Name("用手", "hands"),
    "ill": Name("负面影响", "ill effect"),
    "item": Name("物品", "item"),
    "items": Name("物品", "item"),
    "kind": Name("种类", "kind"),
    "mark": Name("标记", "mark"),
    "note": Name("备注", "note"),
    "off": Name("取消", "off"),
    "on": Name("对象", "on"),
    "petty": Name("微不足道", "petty"),
    "points": Name("点数", "points"),
    "price": Name("价钱", "price"),
    "public": Name("公开", "public"),
    "ranged": Name("远程", "ranged"),
    "recharge": Name("充能", "recharge"),
    "save": Name("豁免", "save"),
    "slots": Name("栏位", "slots"),
    "spell": Name("法术", "spell"),
    "stowed": Name("收起", "stowed"),
    "unclear": Name("数目不明", "unclear"),
    "unit": Name("单位", "unit"),
    "uses": Name("次数", "uses"),
}


def _item(e: inventory.ItemSet, state: CairnState) -> Msg | None:
    item = e.after or e.before
    if item is None or e.who == inventory.GROUND:
        return None
    fields: dict[str, Field] = {"who": Who(e.who), "item": item.name, "left": item.uses, "most": item.uses_max}
    if e.cause == "readied":
        return Msg("{who} holds {item}" if item.hands else "{who} wears {item}", fields)
    sentences = {
        "given": N_("{who} gets {item}"),
        "dropped": N_("{who} drops {item}"),
        "taken": N_("{who} picks up {item}"),
        "gone": N_("{who} no longer has {item}"),
        "stowed": N_("{who} puts {item} away"),
        "used": N_("{who} uses {item}: {left}/{most} left"),
        "used_up": N_("{who} uses up {item}"),
        "destroyed": N_("{who}: {item} is destroyed"),
        "recharged": N_("{who}: {item} is recharged, {left}/{most}"),
    }
    return Msg(sentences.get(e.cause, N_("{who}: {item}")), fields)


def _fatigue(e: deprivation.FatigueSet, state: CairnState) -> Msg:
    fields: dict[str, Field] = {
        "who": Who(e.who),
        "before": e.before,
        "after": e.after,
        "filled": e.filled,
        "capacity": e.capacity,
        "because": Msg("cause:" + e.because) if e.because in CAUSES else e.because,
    }
    if e.because:
        return Msg("{who}: Fatigue {before}>{after}, slots {filled}/{capacity} ({because})", fields)
    return Msg("{who}: Fatigue {before}>{after}, slots {filled}/{capacity}", fields)


def _need(reason: str) -> Text:
    return Msg("need:" + reason) if reason in NEEDS else reason


def _deprived(e: deprivation.DeprivedSet, state: CairnState) -> Msg | None:
    gone = tuple(_need(r) for r in e.before if r not in e.after)
    if gone:
        return Msg("{who} no longer lacks: {reasons}", {"who": Who(e.who), "reasons": gone})
    if dict(e.before) != dict(e.after):
        now = tuple(_need(r) for r in e.after)
        return Msg("{who}: deprived ({reasons})", {"who": Who(e.who), "reasons": now})
    return Msg("{who}: no longer deprived", {"who": Who(e.who)}) if e.since < 0 else None


def _rested(e: recovery.Rested, state: CairnState) -> Msg:
    fields: dict[str, Field] = {
        "who": tuple(Who(w) for w in e.who),
        "kind": Msg("rest:" + e.kind),
        "days": e.days,
        "outcome": Msg("answer:" + e.outcome),
    }
    if e.outcome == recovery.DISTURBED:
        return Msg("{who}: the rest ({kind}) is disturbed and gives nothing back", fields)
    return Msg("{who}: {days} days of rest, {outcome}" if e.days else "{who}: rest ({kind}), {outcome}", fields)


def _healed(e: recovery.Healed, state: CairnState) -> Msg:
    fields: dict[str, Field] = {"who": Who(e.who), "by": e.by, "price": e.price, "effect": e.effect}
    return Msg(
        "{who}: care of {by}, price {price}: {effect}" if e.effect else "{who}: care of {by}, price {price}", fields
    )


def _casting(e: casting.Casting, state: CairnState) -> Msg:
    fields: dict[str, Field] = {"who": Who(e.who), "spell": e.spell, "targets": tuple(Who(w) for w in e.on)}
    if e.kind == "relic":
        said = Msg("{who} uses {spell} on {targets}" if e.on else "{who} uses {spell}", fields)
    else:
        said = Msg("{who} casts {spell} on {targets}" if e.on else "{who} casts {spell}", fields)
    details: tuple[Text, ...] = (Msg("empowered"),) if e.empowered else ()
    details += (e.effect,) if e.effect else ()
    return Msg("{cast} ({details})", {"cast": said, "details": details}) if details else said


def _mishap(e: casting.MishapCame, state: CairnState) -> Msg:
    ill = Msg("answer:" + e.ill)
    price: Text = Msg("{ill} d{sides} [{face}]", {"ill": ill, "sides": e.sides, "face": e.face}) if e.face else ill
    fields: dict[str, Field] = {"who": Who(e.who), "price": price}
    if e.fizzles:
        return Msg("{who} pays for the failed casting: {price}. The spell does not work", fields)
    return Msg("{who} pays for the failed casting: {price}", fields)


def _passed(e: recovery.TimePassed, state: CairnState) -> Msg:
    if e.amount == 1:
        return Msg("1 {unit} passes", {"unit": Msg("one:" + e.unit)})
    return Msg("{amount} {unit} pass", {"amount": e.amount, "unit": Msg("unit:" + e.unit)})


SAY: dict[type, Callable[[Any, Any], Msg | None]] = {
    inventory.ItemSet: _item,
    deprivation.FatigueSet: _fatigue,
    deprivation.DeprivedSet: _deprived,
    recovery.Rested: _rested,
    recovery.TimePassed: _passed,
    recovery.Healed: _healed,
    casting.Casting: _casting,
    casting.MishapCame: _mishap,
    magic.NoteRecalled: lambda e, s: Msg("{who}, {item}: {note}", {"who": Who(e.who), "item": e.item, "note": e.note}),
    magic.MagicSeen: lambda e, s: Msg(
        "{item} of {who} was seen: who is after such power?", {"item": e.item, "who": Who(e.who)}
    ),
}
