"""What focus tokens, potential and emergence say: events for the log, refusals by code, the words of cards."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ...core.messages import N_
from ...core.model import Event, Field, Msg, Name, Text, Who
from ...core.switches import Switch, advanced, optional
from ...core.views import Span
from . import cards, emergence, focus, negotiation, options, purchases, sheet_words, sheets, trait_words
from .state import LawnState, Person
from .terms import POOL_NAMES, TYPE_NAMES
from .terms import TERMS as LAWN_TERMS

REJECTIONS = {
    "beyond-means": N_("That is beyond the means of this character, whatever the potential"),
    "cash-only-buys": N_("Cash potential of {who} buys things and helps emergence checks, no others"),
    "cash-stays-cash": N_("Cash potential never turns back into potential"),
    "cheap-price": N_("Things of little worth cost {most} at most, all together, not {price}"),
    "dice-of-the-check": N_("Dice of {who} for this check are D{difficulty}"),
    "emergence-announced": N_("{who} has an emergence check already: roll it or take it back"),
    "emergence-expended": N_("{who} has used emergence up until the session ends"),
    "no-composure": N_("Composure of {who} has nothing to turn here, or too few tokens on its position"),
    "no-seller": N_("Nobody here sells that"),
    "no-such-position": N_("{word} is no place for focus tokens; these are: {allowed}"),
    "not-enough-tokens": N_("{who} has {held} focus tokens on {position}, not {tokens}"),
    "not-here": N_("There is no {thing} in this place; another place is another matter"),
    "only-between-sessions": N_("Only between sessions"),
    "only-cash-is-handed": N_(
        "{who} has {held} cash potential, not {points}; other potential is turned into cash first"
    ),
    "thing-unnamed": N_("Which thing is it? Name it"),
    "tokens-change-nothing": N_("One token less has the same effect: D{difficulty}"),
    "too-few-tokens": N_("{who} has {held} focus tokens to place, not {tokens}"),
    "number-to-buy": N_("{number} is nothing to buy; a price stands last, or behind the word price"),
    "worthy-price": N_("Things of high worth cost {least} at least, not {price}"),
}

POSITION_NAMES: Mapping[str, Name] = {
    **{where: TYPE_NAMES[where] for where in focus.POSITIONS if where in TYPE_NAMES},
    "sanity": Name("神志", "sanity"),
    focus.UNPLACED: Name("待放置", "to place"),
}
WORTH_NAMES: Mapping[str, Name] = {
    purchases.CHEAP: Name("价值低", "cheap", ("低", "little")),
    purchases.WORTHY: Name("价值高", "worthy", ("高", "much")),
    purchases.BEYOND: Name("超出财力", "beyond means"),
    purchases.NO_SELLER: Name("无人出售", "no seller"),
}
MONEY_NAMES: Mapping[str, Name] = {
    "potential": Name("潜力", "potential"),
    "cash": Name("现金", "cash", ("货币潜力点",)),
}

TERMS: dict[str, Mapping[str, Name]] = {
    "position": POSITION_NAMES,
    "expendable": {**trait_words.ABILITY_NAMES, emergence.EMERGENCE: TYPE_NAMES["emergence"]},
}
LAWN_TERMS["expendable"] = TERMS["expendable"]
LAWN_TERMS["pool"] = {
    **LAWN_TERMS.get("pool", POOL_NAMES),
    "hurt": Name("有伤", "hurt"),
    "frenzied": Name("有狂乱", "frenzied"),
    "expending": Name("耗用能力", "ability used"),
    "price": Name("代价", "price"),
}
LAWN_TERMS["answer"] = {**LAWN_TERMS["answer"], **WORTH_NAMES}

OPTIONS: dict[str, Switch] = {
    "focus": advanced("精神集中", "Focus tokens"),
    negotiation.STAYS: Switch((False, True), Name("失败的检定留在桌上", "Failed checks stay on the table")),
    "single_focus": optional("单人至多一个精神集中标示物", "One focus token in single-player"),
}
options.MEANT.update(
    dict.fromkeys(
        ("focus", "single_focus"),
        Msg("this is meant for games where willpower powers spells from the start, not for merely frightening ones"),
    )
)

PART_NAMES: Mapping[str, Name] = {
    "elsewhere": Name("别处", "elsewhere"),
    "first": Name("先行检定", "check"),
    "place": Name("位置", "position"),
    "points": Name("点数", "points"),
    "price": Name("价格", "price"),
    "sides": Name("面数", "faces"),
    "thing": Name("物品", "thing"),
    "things": Name("物品", "things"),
    "worth": Name("价值", "worth"),
}


def _tokens(before: Mapping[str, int], after: Mapping[str, int]) -> tuple[Text, ...]:
    """Focus tokens that came, went or moved, by position."""
    said: list[Text] = []
    for where in dict.fromkeys((*before, *after)):
        was, now = before.get(where, 0), after.get(where, 0)
        if was != now:
            fields: dict[str, Field] = {"position": Msg("position:" + where), "before": was, "after": now}
            text = N_("focus tokens to place {before}>{after}")
            said.append(
                Msg(text if where == focus.UNPLACED else N_("focus tokens on {position} {before}>{after}"), fields)
            )
    return tuple(said)


sheet_words.SAID["tokens"] = _tokens


def _bought(e: purchases.Bought, state: LawnState) -> Msg:
    fields: dict[str, Field] = {"who": Who(e.who), "things": e.things, "price": e.price}
    texts = {
        purchases.BEYOND: N_("{who} does not get {things}: beyond the means of this character"),
        purchases.NO_SELLER: N_("{who} does not get {things}: nobody sells that here"),
        purchases.NO_MONEY: N_("{who} does not get {things}: too little potential by now"),
    }
    return Msg(texts.get(e.why, N_("{who} buys {things} for {price}")), fields)


def _emerged(e: emergence.Emerged, state: LawnState) -> Msg:
    fields: dict[str, Field] = {"who": Who(e.who), "thing": e.thing}
    if e.found:
        return Msg("{thing}: there is one here" if e.scene else "{who} comes up with {thing}", fields)
    return Msg("{thing}: not to be had here" if e.missing else "{who} does not come up with {thing}", fields)


def spans(person: Person) -> tuple[Span, ...]:
    """Potential of each kind, focus tokens by position and whether emergence is left, on the card of a played sheet."""
    sheet = sheets.sheet_of(person)
    if person.sheet is None or sheet == sheets.BLANK:
        return ()
    # Quiet parts come last and are cut first: that there is none left is worth knowing too.
    out = [Span(Msg("potential {points}", {"points": sheet.potential}))]
    if sheet.cash:
        out.append(Span(Msg("cash {points}", {"points": sheet.cash})))
    if sheet.reliable:
        out.append(Span(Msg("reliable {points}", {"points": sheet.reliable})))
    for where in (*focus.POSITIONS, focus.UNPLACED):
        count = sheet.tokens.get(where, 0)
        if not count:
            continue
        fields: dict[str, Field] = {"position": Msg("position:" + where), "count": count}
        locked = sheet.locked.get(where, 0)
        text = Msg("focus {position} {count}", fields)
        if locked:
            text = Msg("focus {position} {count}, locked {locked}", {**fields, "locked": locked})
        out.append(Span(text, "warn" if where == focus.UNPLACED else "calm"))
    ready = emergence.is_ready(person)
    out.append(Span(Msg("emergence ready") if ready else Msg("emergence used"), "calm" if ready else "quiet"))
    return tuple(out)


def facts(person: Person) -> dict[str, int | bool | Mapping[str, int]]:
    """The same figures for a JSON reader."""
    sheet = sheets.sheet_of(person)
    if person.sheet is None or sheet == sheets.BLANK:
        return {}
    return {
        "potential": sheet.potential,
        "cash": sheet.cash,
        "reliable": sheet.reliable,
        "tokens": sheet.tokens,
        "emergence": emergence.is_ready(person),
    }


cards.CARD.append(spans)
cards.FACTS.append(facts)

SAY: Mapping[type[Event], Callable[[Any, LawnState], Msg | None]] = {
    purchases.Bought: _bought,
    emergence.Emerged: _emerged,
    options.Meant: lambda e, s: options.MEANT[e.option],
}
