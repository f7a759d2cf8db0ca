"""Items of the sheet: taken, used, taken apart, handed on and left behind, and what goes without saying (LP-ITM).

Covers LP-ITM-001, -003 to -009. Using an item never uses it up; what goes beyond it is the GM's to rule on (Q-ITM-02).
Weapons with figures of the book and first-aid supplies are not these (``armoury``, ``aid``).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from ...core.commands import unknown
from ...core.messages import N_
from ...core.model import Command, Event, Msg, Question, Rejected, Text, Who, terms_of
from ...core.ruleset import Tx as CoreTx
from . import checks, frenzy, questions, sheets
from . import creation_table as made_of
from .character import Belonging
from .checks import CheckChanged
from .creation import write
from .crisis import OUTLIVES
from .pools import CONDITIONS, POOL_HOOKS
from .sheets import sheet_of
from .state import CHECK_TYPES, Check, Condition, LawnState, Person, PoolLine

Tx = CoreTx[LawnState]

AWAY, LOST, LEFT, GIVEN, USED_UP = "thrown_away", "lost", "left_behind", "given", "used_up"
ENDS = (AWAY, LOST, LEFT, GIVEN, USED_UP)
"""The ways in which an item leaves somebody (LP-ITM-004)."""
NOT_POSSIBLE, USES_UP = "not_possible", "uses_up"
BONUSES = tuple(map(str, range(6)))
MOST_ITEMS = 60
MOST_CONTENTS = 20
HIGHEST = 9
LICENCE = "licence"

questions.WORDING["item"] = N_("{who} would like to have {ref}: agreed?")
questions.WORDING["beyond"] = N_("{who} asks too much of {ref}: is it not possible, or is the item used up?")
questions.WORDING["item_bonus"] = N_("{who}: how many dice does {ref} add?")
OUTLIVES.update(("item", "beyond", "item_bonus"))


class TakeItem(Command, frozen=True, tag="lawn.take-item"):
    """Give somebody an item; while the sheet is being made it counts against the eight (LP-ITM-001).

    ``contents`` are what one item bundles (LP-ITM-008), ``modifiers`` its dice by check type, for checks with that
    ``tag`` or purpose alone where there is one (LP-ITM-009). ``ask`` puts it to the GM first; ``found`` takes it from
    the scene.
    """

    who: str
    name: str
    contents: tuple[str, ...] = ()
    modifiers: Mapping[str, int] = {}
    tag: str = ""
    ask: bool = False
    found: bool = False


class ValueItem(Command, frozen=True, tag="lawn.value-item"):
    """Say what an item adds to which checks."""

    who: str
    item: str
    modifiers: Mapping[str, int] = {}
    tag: str = ""


class UseItem(Command, frozen=True, tag="lawn.use-item"):
    """Use an item, in the way described; it stays. ``beyond`` its capacity the GM is asked (LP-ITM-003, -005).

    Where a check is owed that the item has no dice for, the GM is asked how many it adds (LP-ITM-009).
    """

    who: str
    item: str
    how: str = ""
    beyond: bool = False


class TakeOut(Command, frozen=True, tag="lawn.take-out"):
    """Take a part out of an item, which lacks it from then on (LP-ITM-006)."""

    who: str
    item: str
    part: str


class PartWith(Command, frozen=True, tag="lawn.part-with"):
    """Let an item go in one of the ways there are; ``to`` is who gets it, ``ruled`` the GM's word on using it up."""

    who: str
    item: str
    how: str
    to: str = ""
    ruled: bool = False


class RuleEveryday(Command, frozen=True, tag="lawn.rule-everyday"):
    """Say whether something is carried as a matter of course in this game (LP-ITM-007)."""

    thing: str
    no: bool = False


class ItemUsed(Event, frozen=True, tag="lawn.item-used"):
    """Somebody used an item."""

    who: str
    item: Belonging
    how: str = ""


class SceneChanged(Event, frozen=True, tag="lawn.scene"):
    """What lies about for anybody to take changed."""

    before: tuple[Belonging, ...]
    after: tuple[Belonging, ...]


# Reading -------------------------------------------------------------------------------------------------------------


def title(item: Belonging) -> Text:
    """An item with what is missing from it and what the GM noted (LP-ITM-006)."""
    fields: dict[str, Any] = {"name": item.name, "parts": item.lacks, "note": item.note}
    if item.lacks and item.note:
        return Msg("{name} (without {parts}; {note})", fields)
    if item.lacks:
        return Msg("{name} (without {parts})", fields)
    return Msg("{name} ({note})", fields) if item.note else item.name


def find(things: tuple[Belonging, ...], word: str) -> Belonging | None:
    """The item of that name, or else the only one whose name begins so."""
    low = word.strip().casefold()
    exact = [item for item in things if item.name.casefold() == low]
    begun = [item for item in things if low and item.name.casefold().startswith(low)]
    return exact[0] if exact else begun[0] if len(begun) == 1 else None


def everyday(state: LawnState) -> tuple[Text, ...]:
    """What everybody carries without having to take it (LP-ITM-007); a licence where everybody drives (LP-SKL-015)."""
    said = state.campaign.everyday
    found: list[Text] = [row.name for row in made_of.EVERYDAY.values() if said.get(row.id) is not False]
    found.extend(word for word, yes in said.items() if yes and word not in made_of.EVERYDAY)
    if state.options.get("driving_is_common") is True:
        found.append(Msg("driving licence"))
    return tuple(found)


def dice(person: Person, check_type: str) -> int:
    """The dice that what somebody carries adds to every check of that type (focus tokens count them too)."""
    return sum(item.modifiers.get(check_type, 0) for item in sheet_of(person).belongings if not item.tag)


def _always(state: LawnState, check: Check) -> tuple[PoolLine, ...]:
    found = ((item.name, item.modifiers.get(check.type, 0)) for item in _things(state, check) if not item.tag)
    return tuple(PoolLine(name, n) for name, n in found if n)


def _for_this(state: LawnState, check: Check) -> tuple[Condition, ...]:
    """Items for checks of this sort: the best one is on, the GM switches others on and off.

    A weapon of the armoury brings its own dice, so that in attacks all of these are off.
    """
    found = [
        (item.name, item.modifiers[check.type])
        for item in _things(state, check)
        if item.tag and item.modifiers.get(check.type) and (item.tag == check.purpose or item.tag in check.tags)
    ]
    best = max((n for _, n in found), default=0)
    first = next((name for name, n in found if n == best), "")
    return tuple(Condition(name, n, on=name == first and check.serves != "attack") for name, n in found)


def _things(state: LawnState, check: Check) -> tuple[Belonging, ...]:
    return sheet_of(state.entities[check.who]).belongings


POOL_HOOKS.append(_always)
CONDITIONS.append(_for_this)


# Writing -------------------------------------------------------------------------------------------------------------


def take(tx: Tx, who: str, item: Belonging, cause: str = "") -> Rejected | None:
    """Put an item on a sheet; refused where one of that name is there, or no more fit on a new sheet (LP-ITM-001)."""
    sheet = sheet_of(tx.state.entities[who])
    if any(i.name.casefold() == item.name.casefold() for i in sheet.belongings):
        return Rejected("has-that-item", {"who": Who(who), "item": item.name})
    most = made_of.figure(sheet, "items") if sheet.creation.open and item.custom else MOST_ITEMS
    count = made_of.custom_items(sheet) if sheet.creation.open and item.custom else len(sheet.belongings)
    if count >= most:
        return Rejected("too-many-items", {"who": Who(who), "most": most})
    done = tuple(step for step in sheet.creation.done if step != "items")
    made = {"done": done} if item.custom and sheet.creation.open else {}
    return write(tx, who, cause, made=made, belongings=(*sheet.belongings, item))


def replace_item(tx: Tx, who: str, old: Belonging, new: Belonging | None, cause: str = "") -> None:
    """Write another value of an item in its place, or take it off the sheet."""
    things = sheet_of(tx.state.entities[who]).belongings
    after = tuple(new if item == old else item for item in things)
    write(tx, who, cause, belongings=tuple(item for item in after if item is not None))


def leave_behind(tx: Tx, item: Belonging) -> None:
    """Let an item lie in the scene."""
    before = tx.state.scene
    tx.emit(SceneChanged(before=before, after=(*before, item)))


# Decisions -----------------------------------------------------------------------------------------------------------


def _owner(tx: Tx, who: str, item: str = "") -> tuple[Person, Belonging | None] | Rejected:
    """The person and the item meant, or the refusal."""
    person = tx.state.person(who)
    if not isinstance(person, Person):
        return unknown(who)
    if person.kind == "object":
        return Rejected("not-for-objects", {"who": Who(who)})
    things = sheet_of(person).belongings
    found = find(things, item)
    if item and found is None:
        return Rejected("no-such-item", {"who": Who(who), "item": item, "carried": tuple(i.name for i in things)})
    return person, found


def bad_modifiers(modifiers: Mapping[str, int]) -> Rejected | None:
    """The refusal of dice for what is no check, or of too many."""
    for kind, n in modifiers.items():
        if kind not in CHECK_TYPES:
            allowed = terms_of("type", CHECK_TYPES)
            return Rejected("not-a-choice", {"field": "attribute", "value": kind, "allowed": allowed})
        if abs(n) > HIGHEST:
            return Rejected(
                "out-of-bounds",
                {"field": Msg("type:" + kind), "low": -HIGHEST, "high": HIGHEST, "value": f"{n:+d}"},
            )
    return None


def _take(c: TakeItem, tx: Tx) -> Rejected | None:
    owner = _owner(tx, c.who)
    if isinstance(owner, Rejected):
        return owner
    if c.found:
        lying = find(tx.state.scene, c.name)
        if lying is None:
            allowed = tuple(i.name for i in tx.state.scene)
            return Rejected("not-in-the-scene", {"item": c.name, "allowed": allowed})
        left = tuple(i for i in tx.state.scene if i is not lying)
        tx.emit(SceneChanged(before=tx.state.scene, after=left))
        return take(tx, c.who, replace(lying, custom=False))
    name = c.name.strip()
    refused = Rejected("empty-name") if not name else bad_modifiers(c.modifiers)
    if refused is not None:
        return refused
    if len(c.contents) > MOST_CONTENTS:
        return Rejected("too-many-items", {"who": Who(c.who), "most": MOST_CONTENTS})
    contents = tuple(filter(None, (part.strip() for part in c.contents)))
    modifiers = {kind: n for kind, n in c.modifiers.items() if n}
    new = made_of.is_new(owner[0])
    item = Belonging(name=name, custom=new, contents=contents, modifiers=modifiers, tag=c.tag.strip())
    if not c.ask:
        return take(tx, c.who, item)
    if any(q.ref == name for q in questions.open_questions(tx.state, "item", c.who)):
        return Rejected("no-change")
    questions.ask(tx, "item", who=c.who, value="accept", choices=("accept", "refuse"), ref=name, key="|".join(contents))
    return None


def _agreed(tx: Tx, question: Question, value: str) -> Rejected | None:
    person = tx.state.person(question.who)
    if value != "accept" or not isinstance(person, Person):
        return None
    contents = tuple(filter(None, question.key.split("|")))
    return take(tx, person.id, Belonging(name=question.ref, custom=made_of.is_new(person), contents=contents))


def _value(c: ValueItem, tx: Tx) -> Rejected | None:
    owner = _owner(tx, c.who, c.item)
    if isinstance(owner, Rejected):
        return owner
    refused = bad_modifiers(c.modifiers)
    if refused is not None:
        return refused
    if owner[1] is None:
        return Rejected("empty-name")
    modifiers = {kind: n for kind, n in c.modifiers.items() if n}
    replace_item(tx, c.who, owner[1], replace(owner[1], modifiers=modifiers, tag=c.tag.strip()))
    return None


def _use(c: UseItem, tx: Tx) -> Rejected | None:
    owner = _owner(tx, c.who, c.item)
    if isinstance(owner, Rejected):
        return owner
    item = owner[1]
    if item is None:
        return Rejected("empty-name")
    if c.beyond:
        if questions.open_questions(tx.state, "beyond", c.who):
            return Rejected("no-change")
        choices = (NOT_POSSIBLE, USES_UP)
        questions.ask(tx, "beyond", who=c.who, value=NOT_POSSIBLE, choices=choices, ref=item.name)
        return None
    tx.emit(ItemUsed(who=c.who, item=item, how=c.how.strip()))
    check = checks.owed(tx.state, c.who)
    if check is None or not check.type or item.modifiers.get(check.type):
        if check is not None and item.tag:
            _switch_on(tx, check, item)
        return None
    if not questions.open_questions(tx.state, "item_bonus", c.who):
        key = f"{check.type}|{check.purpose}"
        questions.ask(tx, "item_bonus", who=c.who, value=BONUSES[1], choices=BONUSES, ref=item.name, key=key)
    return None


def _switch_on(tx: Tx, check: Check, item: Belonging) -> None:
    """The item in use counts for the check, others of its sort do not."""
    meant = tuple(replace(c, on=c.name == item.name) for c in _for_this(tx.state, check))
    others = tuple(c for c in check.conditions if c.name not in {m.name for m in meant})
    after = replace(check, conditions=(*others, *meant))
    if meant and after != check:
        tx.emit(CheckChanged(before=check, after=after))


def _beyond(tx: Tx, question: Question, value: str) -> Rejected | None:
    person = tx.state.person(question.who)
    item = find(sheet_of(person).belongings, question.ref) if isinstance(person, Person) else None
    if value == USES_UP and item is not None:
        replace_item(tx, question.who, item, None, USED_UP)
    return None


def _bonus(tx: Tx, question: Question, value: str) -> Rejected | None:
    person = tx.state.person(question.who)
    item = find(sheet_of(person).belongings, question.ref) if isinstance(person, Person) else None
    kind, _, purpose = question.key.partition("|")
    if item is not None and value != "0":
        modifiers = {**item.modifiers, kind: int(value)}
        replace_item(tx, question.who, item, replace(item, modifiers=modifiers, tag=item.tag or purpose))
    return None


questions.ANSWERS["item"] = _agreed
questions.ANSWERS["beyond"] = _beyond
questions.ANSWERS["item_bonus"] = _bonus


def _take_out(c: TakeOut, tx: Tx) -> Rejected | None:
    owner = _owner(tx, c.who, c.item)
    if isinstance(owner, Rejected):
        return owner
    part, item = c.part.strip(), owner[1]
    if item is None or not part:
        return Rejected("empty-name")
    if part.casefold() in (p.casefold() for p in item.lacks):
        return Rejected("part-gone", {"item": item.name, "part": part})
    replace_item(tx, c.who, item, replace(item, lacks=(*item.lacks, part)))
    return None


def _part_with(c: PartWith, tx: Tx) -> Rejected | None:
    owner = _owner(tx, c.who, c.item)
    if isinstance(owner, Rejected):
        return owner
    if c.how not in ENDS:
        return Rejected("not-a-choice", {"field": "how", "value": c.how, "allowed": terms_of("creation", ENDS)})
    item = owner[1]
    if item is None:
        return Rejected("empty-name")
    if c.how == GIVEN and (refused := frenzy.no_giving(owner[0], c.to)) is not None:
        return refused
    if c.how == USED_UP and not c.ruled:
        return Rejected("never-used-up", {"who": Who(c.who), "item": item.name})
    if c.how == GIVEN:
        receiver = _owner(tx, c.to)
        if isinstance(receiver, Rejected):
            return receiver
        if c.to == c.who:
            return Rejected("named-twice")
    replace_item(tx, c.who, item, None, c.how)
    if c.how == LEFT:
        leave_behind(tx, item)
    return take(tx, c.to, replace(item, custom=False)) if c.how == GIVEN else None


def _rule(c: RuleEveryday, tx: Tx) -> Rejected | None:
    thing = c.thing.strip()
    if not thing:
        return Rejected("empty-name")
    sheets.change_campaign(tx, everyday={**tx.state.campaign.everyday, thing: not c.no})
    return None


# Folds ---------------------------------------------------------------------------------------------------------------


def _used(state: LawnState, e: ItemUsed) -> LawnState:
    return state


def _scene(state: LawnState, e: SceneChanged) -> LawnState:
    return replace(state, scene=e.after)


DECIDE: Mapping[type[Command], Callable[[Any, Tx], Rejected | None]] = {
    TakeItem: _take,
    ValueItem: _value,
    UseItem: _use,
    TakeOut: _take_out,
    PartWith: _part_with,
    RuleEveryday: _rule,
}
EVOLVE: Mapping[type[Event], Callable[[LawnState, Any], LawnState]] = {ItemUsed: _used, SceneChanged: _scene}
