"""Every switch of the book with its values, the ledger's default first, and the words of values that are no terms."""

from __future__ import annotations

from ...core.model import Name
from ...core.switches import Switch, Tier, advanced, optional
from . import attack_words, resource_words, sheet_words, special_words, spirit_words, trait_words
from .terms import BAND_NAMES

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
