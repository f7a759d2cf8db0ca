"""What sanity and frenzy say: events for the log, refusals by code, the states' names, switches, the card."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ...core.messages import N_
from ...core.model import Event, Field, Msg, Name, Text, Who
from ...core.switches import Switch, advanced
from ...core.views import Span
from . import cards, frenzy, frenzy_roll, sheet_words, sheets, together, view
from .character import Fainted, Frenzy, FrenzyRoll
from .frenzy import name_of
from .frenzy_table import LASTING
from .state import LawnState, Person
from .terms import TERMS as LAWN_TERMS
from .terms import term

REJECTIONS = {
    "addiction-first": N_("{who}, addicted, has first to choose what this session costs"),
    "no-addiction": N_("{who} has no Addiction to choose for"),
    "keeps-everything": N_("{who} gives nothing away and buys nothing for others: {frenzy}"),
    "no-frenzy-roll": N_("{who} owes no roll on the frenzy table"),
    "no-keepsake": N_("{who} depends on no item"),
    "no-place-left": N_("{who} has no place left for this: {frenzies}"),
    "no-psychologist": N_("{who} cannot help here: that takes a friend with Psychology, and not oneself"),
    "no-ritual": N_("{who} has no Compulsion to ease"),
    "no-such-frenzy": N_("There is no such lasting frenzy state: {allowed}"),
    "not-that-frenzy": N_("{who} does not have that one: {allowed}"),
    "not-together": N_("{who} stays with nobody for anything"),
    "nothing-to-treat": N_("{who} has no frenzy state that treatment could remove"),
    "on-the-table": N_("{frenzy} is a frenzy state of its own already"),
    "treated-already": N_("{who} is in treatment already"),
}

TERMS: dict[str, Mapping[str, Name]] = {"frenzy": frenzy.NAMES}
LAWN_TERMS["frenzy"] = frenzy.NAMES
ANSWERS: Mapping[str, Name] = {**LASTING}
"""The words of answers that this chapter adds: which frenzy state goes."""

OPTIONS: dict[str, Switch] = {
    "brink": advanced("崩溃边缘", "Brink of Collapse"),
    "custom_frenzies": advanced("特定狂乱状态", "Frenzy states of one's own"),
    "psychology_check": Switch((True, False), Name("心理学检定", "Psychology takes a check")),
}

PART_NAMES: Mapping[str, Name] = {
    "days": Name("天数", "days"),
    "frenzy": Name("狂乱状态", "frenzy state"),
    "numbers": Name("数目", "numbers"),
    "substitute": Name("代用品", "substitute"),
    "tag": Name("标签", "tag"),
    "what": Name("做什么", "what for"),
}


# The log -------------------------------------------------------------------------------------------------------------


def _rolled(e: frenzy_roll.FrenzyRolled, state: LawnState) -> Msg:
    fields: dict[str, Field] = {
        "who": Who(e.who),
        "number": e.number,
        "sides": e.sides,
        "frenzy": name_of(e.frenzy),
    }
    if e.kept:
        return Msg("{who} frenzy table D{sides} [{number}] {frenzy}", fields)
    return Msg("{who} frenzy table D{sides} [{number}] {frenzy}, rolled again", fields)


def _together(e: together.TogetherSet, state: LawnState) -> Msg | None:
    found = e.after or e.before
    assert found is not None
    fields: dict[str, Field] = {"who": Who(found.who), "what": term(found.what)}
    if found.by:
        fields["by"] = Who(found.by)
    if e.done:
        return Msg("{who}, {what}: the time is over", fields)
    if e.after is None:
        return Msg("{who}, {what}: given up", fields)
    if e.before is None:
        if found.by:
            return Msg("{who} stays with {by}: {what}", fields)
        return Msg("{who} is in an institution: {what}", fields)
    if e.after.parted != e.before.parted:
        return Msg("{who}, {what}: parted" if e.after.parted else "{who}, {what}: together again", fields)
    return None


def _frenzies(before: tuple[Frenzy, ...], after: tuple[Frenzy, ...]) -> tuple[Text, ...]:
    """States gained, changed and lost."""
    was = {held.id: held for held in before}
    now = {held.id for held in after}
    said: list[Text] = []
    for held in after:
        old = was.get(held.id)
        if old is None:
            said.append(Msg("frenzy: {frenzy}", {"frenzy": shown(held)}))
        elif old != held:
            said.append(Msg("{frenzy} now", {"frenzy": shown(held)}))
    said.extend(Msg("no longer {state}", {"state": name_of(held.id)}) for held in before if held.id not in now)
    return tuple(said)


def shown(held: Frenzy) -> Msg:
    """A frenzy state with what is written on it: figures, the item, the attribute, the event, that it stays."""
    notes: list[Text] = []
    if "loss" in held.figures:
        notes.append(f"{-held.figures['loss']:+d}")
    item = held.words.get("substitute") or held.words.get("item")
    if item:
        notes.append(item)
    if frenzy.row_of(held).eased_by == "item":
        notes.append(Msg("in hand") if held.figures.get("in_hand") else Msg("not in hand"))
    if "attribute" in held.words:
        notes.append(Msg("type:" + held.words["attribute"]))
    if held.cause:
        notes.append(term(held.cause))
    if held.permanent:
        notes.append(Msg("for good"))
    fields: dict[str, Field] = {"frenzy": name_of(held.id), "notes": tuple(notes)}
    return Msg("{frenzy} ({notes})" if notes else "{frenzy}", fields)


def _rolls(before: tuple[FrenzyRoll, ...], after: tuple[FrenzyRoll, ...]) -> tuple[Text, ...]:
    if len(after) > len(before):
        return (Msg("owes a roll on the frenzy table"),)
    if len(after) == len(before) and after:
        entries = tuple(
            Msg("{frenzy} x{count}", {"frenzy": name_of(entry.name), "count": entry.numbers})
            for entry in after[0].custom
        )
        return (Msg("added to the frenzy table: {entries}", {"entries": entries or (Msg("none"),)}),)
    return ()


def _fainted(before: Fainted, after: Fainted) -> tuple[Text, ...]:
    return (Msg("a frenzy follows"),) if after.now and not after.mad else ()


sheet_words.SAID.update({"frenzies": _frenzies, "frenzy_rolls": _rolls, "fainted": _fainted})


def is_secret(e: Event) -> bool:
    """Whether players hear nothing of it: what the GM adds to the frenzy table shows when it comes up."""
    if not isinstance(e, sheets.SheetChanged):
        return False
    before, after = (sheets.written(part).get("frenzy_rolls", ()) for part in (e.before, e.after))
    return len(before) == len(after) and any(roll.custom for roll in (*before, *after))


# The card ------------------------------------------------------------------------------------------------------------


def spans(person: Person) -> tuple[Span, ...]:
    """Frenzy states on a card, how many of the two places they take, and the rolls still owed."""
    sheet = sheets.sheet_of(person)
    out: list[Span] = []
    if sheet.frenzies:
        out.append(Span(Msg("frenzy {count}/{most}", {"count": frenzy.count(person), "most": frenzy.PLACES}), "warn"))
        out.extend(Span(shown(held), "danger" if held.permanent else "warn") for held in sheet.frenzies)
    if sheet.fainted.now and frenzy_roll.follows(person):
        out.append(Span(Msg("a frenzy follows"), "warn"))
    if frenzy_roll.owed(person) is not None:
        out.append(Span(Msg("owes a roll on the frenzy table"), "warn"))
    return tuple(out)


cards.CARD.append(spans)
view.SECRETS.append(is_secret)

SAY: Mapping[type[Event], Callable[[Any, LawnState], Msg | None]] = {
    frenzy_roll.FrenzyRolled: _rolled,
    frenzy.TakenOver: lambda e, s: Msg("{who} is the GM's character from now on", {"who": Who(e.who)}),
    together.TogetherSet: _together,
}
