"""What somebody carries: weapons taken up and put down, figures of an item, abilities coming back (chapter "Attacks").

Covers LP-WPN-001, -024, -039 and LP-ATK-039, -043. Figures are written on the item in hand; templates never change.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, get_args

from msgspec.structs import replace

from ...core.commands import unknown, with_entity
from ...core.model import Command, Event, Msg, Name, Question, Rejected, Scalar, Text, Who
from ...core.ruleset import Tx as CoreTx
from . import life, questions, weapons
from .crisis import OUTLIVES
from .state import BANDS, LawnState, Load, Person
from .tables import STATES
from .terms import term
from .weapon_table import MODES, Mode, WeaponDef
from .weapons import WeaponsChanged

Tx = CoreTx[LawnState]

MOST_CARRIED = 40
NONE = "none"
SCENE = "scene"

FIGURES: Mapping[str, tuple[Scalar, ...]] = {
    "bonus": tuple(range(-9, 10)),
    "throw_bonus": tuple(range(-9, 10)),
    "damage": tuple(range(10)),
    "wounds": tuple(range(10)),
    "wound": tuple(row.id for row in STATES.values() if row.kind == "minor"),
    "breaching": (NONE, *range(-9, 10)),
    "reach": BANDS,
    "throw": BANDS,
    "full": BANDS,
    "splash": BANDS,
    "load": tuple(range(100)),
    "reload": weapons.RELOADS,
    "use_hands": (1, 2),
    "reload_hands": (1, 2),
    "prone": (False, True),
    "consumable": (False, True),
    "damage_check": (False, True),
    "edged": (False, True),
    "scene": (False, True),
    **{f"cost.{mode}": tuple(range(10)) for mode in get_args(Mode)},
    **{f"dice.{mode}": tuple(range(-9, 10)) for mode in get_args(Mode)},
}
"""The figures of an item that the GM may set, with the values each can have."""

FIGURE_NAMES: Mapping[str, Name] = {
    "bonus": Name("伤害加值", "bonus"),
    "throw_bonus": Name("投掷加值", "bonus thrown"),
    "damage": Name("对人伤害", "damage"),
    "wounds": Name("检定伤害", "wounds"),
    "wound": Name("伤害状态", "wound"),
    "breaching": Name("破坏加值", "breaching"),
    "reach": Name("攻击范围", "reach"),
    "throw": Name("投掷射程", "throw"),
    "full": Name("全效范围", "full"),
    "splash": Name("溅射范围", "splash"),
    "load": Name("载弹上限", "load"),
    "reload": Name("装填方式", "reload"),
    "use_hands": Name("使用手数", "hands to use"),
    "reload_hands": Name("装填手数", "hands to reload"),
    "prone": Name("须趴伏", "prone"),
    "consumable": Name("消耗品", "consumable"),
    "damage_check": Name("须伤害检定", "needs a damage check"),
    "edged": Name("锐器", "edged"),
    "scene": Name("场景武器", "scene"),
    **{f"cost.{m}": Name(f"{n.zh}耗弹", f"load used, {n.en}") for m, n in MODES.items()},
    **{f"dice.{m}": Name(f"{n.zh}命中", f"hit dice, {n.en}") for m, n in MODES.items()},
}
RELOAD_NAMES: Mapping[str, Name] = {
    NONE: Name("无需", "none"),
    "instant": Name("瞬间", "instant"),
    "one_round": Name("一轮", "one round"),
}


def said(figure: str, value: Scalar) -> Text:
    """What a figure stands at, as a text."""
    if isinstance(value, bool):
        return Msg("yes") if value else Msg("no")
    if figure == "reload" and value in RELOAD_NAMES:
        return RELOAD_NAMES[str(value)]
    return Msg("none") if value == NONE else term(str(value))


BACK: list[Callable[[Tx, str], None]] = []
"""Chapters whose abilities are ready again once a session is over add a function here."""


class Carry(Command, frozen=True, tag="lawn.carry"):
    """Give somebody weapons or take them away; ``scene`` marks those given as found here, without spare ammunition.

    A second one of a kind becomes an item of its own (``taser-2``).
    """

    who: str
    add: tuple[str, ...] = ()
    remove: tuple[str, ...] = ()
    scene: bool = False


class SetFigure(Command, frozen=True, tag="lawn.figure"):
    """Change one figure of an item in hand (LP-WPN-001)."""

    who: str
    weapon: str
    figure: str
    value: Scalar


class ResetFigures(Command, frozen=True, tag="lawn.figures-reset"):
    """Give an item the figures of the book again; that it was found here stays."""

    who: str
    weapon: str


class SessionOver(Command, frozen=True, tag="lawn.session-over"):
    """The session is over: abilities that were used up come back (LP-WPN-039)."""


class FiguresChanged(Event, frozen=True, tag="lawn.figures-changed"):
    """The figures of an item that differ from its template changed."""

    who: str
    item: str
    before: Mapping[str, Scalar]
    after: Mapping[str, Scalar]


class AbilitiesBack(Event, frozen=True, tag="lawn.abilities-back"):
    """What somebody had used up in the session can be used again; ``after`` is what is still used up."""

    who: str
    before: tuple[str, ...]
    after: tuple[str, ...] = ()


# Reading -----------------------------------------------------------------------------------------------------------


def new_item(carried: tuple[str, ...], weapon: str) -> str:
    """The id of one more item of a weapon beside those carried."""
    if weapon not in carried:
        return weapon
    return next(f"{weapon}-{n}" for n in range(2, MOST_CARRIED + 2) if f"{weapon}-{n}" not in carried)


def with_figure(figures: Mapping[str, Scalar], template: WeaponDef, figure: str, value: Scalar) -> Mapping[str, Scalar]:
    """An item's own figures with one more; what the template says anyway is left out."""
    group, _, mode = figure.partition(".")
    printed: Any = getattr(template, group)
    if mode:
        printed = next((n for m, n in printed.items() if m == mode), 0)
    if printed is None:
        printed = NONE
    rest = {k: v for k, v in figures.items() if k != figure}
    return rest if printed == value else {**rest, figure: value}


def bad_figure(template: WeaponDef, figure: str, value: Scalar) -> Rejected | None:
    """The refusal of a figure that no item has, or of a value it cannot have."""
    if figure not in FIGURES:
        return Rejected("not-a-choice", {"field": "figure", "value": figure, "allowed": tuple(FIGURE_NAMES.values())})
    mode = figure.partition(".")[2]
    if mode and mode not in template.modes:
        return Rejected(
            "no-such-mode",
            {"weapon": template.name, "mode": MODES[mode], "allowed": tuple(MODES[m] for m in template.modes)},
        )
    allowed = FIGURES[figure]
    if any(value == v and isinstance(value, bool) == isinstance(v, bool) for v in allowed):
        return None
    if isinstance(allowed[-1], int) and len(allowed) > 2:
        numbers = [v for v in allowed if isinstance(v, int)]
        return Rejected(
            "out-of-bounds",
            {"field": FIGURE_NAMES[figure], "low": numbers[0], "high": numbers[-1], "value": str(value)},
        )
    return Rejected(
        "not-a-choice",
        {"field": FIGURE_NAMES[figure], "value": str(value), "allowed": tuple(said(figure, v) for v in allowed)},
    )


def span(allowed: tuple[Scalar, ...]) -> str:
    """The values a figure can have, as words."""
    numbers = [v for v in allowed if isinstance(v, int) and not isinstance(v, bool)]
    words = [("yes" if v else "no") if isinstance(v, bool) else v for v in allowed if v not in numbers]
    return ", ".join([*map(str, words), *([f"{numbers[0]}..{numbers[-1]}"] if numbers else [])])


def armed(person: Person, arms: tuple[str, ...], figures: Mapping[str, Mapping[str, Scalar]]) -> Person:
    """The person with those weapons, each loaded unless its load is on record, and those figures."""
    carried: tuple[str, ...] = ()
    for weapon in arms:
        carried = (*carried, new_item(carried, weapon)) if weapon in weapons.WEAPONS else carried
    own: dict[str, Mapping[str, Scalar]] = {}
    for item, changed in figures.items():
        if weapons.known(item):
            template = weapons.WEAPONS[weapons.base(item)]
            kept: Mapping[str, Scalar] = {}
            for figure, value in changed.items():
                if bad_figure(template, figure, value) is None:
                    kept = with_figure(kept, template, figure, value)
            own.update({item: kept} if kept else {})
    person = replace(person, weapons=carried, figures=own)
    loads = {item: held for item in carried if (held := weapons.load(person, item)) is not None}
    return replace(person, load={**loads, **person.load})


# Decisions -----------------------------------------------------------------------------------------------------------


def _holder(tx: Tx, who: str, item: str = "") -> Person | Rejected:
    person = tx.state.person(who)
    if not isinstance(person, Person):
        return unknown(who)
    if item and not weapons.known(item):
        return Rejected(
            "no-such-weapon", {"weapon": Msg("weapon:" + item), "allowed": tuple(weapons.weapon_names().values())}
        )
    return person


def _carry(c: Carry, tx: Tx) -> Rejected | None:
    person = _holder(tx, c.who)
    if isinstance(person, Rejected):
        return person
    if person.kind == "object":
        return Rejected("not-for-objects", {"who": Who(c.who)})
    carried = person.weapons
    for item in c.remove:
        if item not in carried:
            return Rejected("not-carried", {"who": Who(c.who), "weapon": Msg("weapon:" + item)})
        carried = tuple(w for w in carried if w != item)
    new = []
    for weapon in c.add:
        if weapon not in weapons.WEAPONS:
            return Rejected(
                "no-such-weapon", {"weapon": Msg("weapon:" + weapon), "allowed": tuple(weapons.weapon_names().values())}
            )
        if len(carried) >= MOST_CARRIED:
            return Rejected("too-many-weapons", {"who": Who(c.who), "most": MOST_CARRIED})
        new.append(new_item(carried, weapon))
        carried = (*carried, new[-1])
    if carried != person.weapons:
        tx.emit(WeaponsChanged(who=c.who, before=person.weapons, after=carried))
    for item in new:
        _write(tx, c.who, item, tx.state.entities[c.who].figures.get(item, {}), {})
        full = weapons.WEAPONS[weapons.base(item)].load
        if full:
            life.set_load(tx, c.who, item, Load(now=full, full=full))
        if c.scene and full:
            _figure(tx, c.who, item, SCENE, True)
    return None


def _set_figure(c: SetFigure, tx: Tx) -> Rejected | None:
    person = _holder(tx, c.who, c.weapon)
    if isinstance(person, Rejected):
        return person
    refused = bad_figure(weapons.WEAPONS[weapons.base(c.weapon)], c.figure, c.value)
    if refused is not None:
        return refused
    _figure(tx, c.who, c.weapon, c.figure, c.value)
    return None


def _figure(tx: Tx, who: str, item: str, figure: str, value: Scalar) -> None:
    before = tx.state.entities[who].figures.get(item, {})
    after = with_figure(before, weapons.WEAPONS[weapons.base(item)], figure, value)
    _write(tx, who, item, before, after)


def _reset(c: ResetFigures, tx: Tx) -> Rejected | None:
    person = _holder(tx, c.who, c.weapon)
    if isinstance(person, Rejected):
        return person
    before = person.figures.get(c.weapon, {})
    _write(tx, c.who, c.weapon, before, {k: v for k, v in before.items() if k == SCENE})
    return None


def _write(tx: Tx, who: str, item: str, before: Mapping[str, Scalar], after: Mapping[str, Scalar]) -> None:
    if before == after:
        return
    tx.emit(FiguresChanged(who=who, item=item, before=before, after=after))
    held = tx.state.entities[who].load.get(item)
    full = weapons.of(tx.state.entities[who], item).load
    if held is not None and full and held.full != full:
        life.set_load(tx, who, item, Load(now=min(held.now, full), full=full))


def _session_over(c: SessionOver, tx: Tx) -> Rejected | None:
    for person in list(tx.state.entities.values()):
        all_back(tx, person.id)
    return None


def all_back(tx: Tx, who: str) -> None:
    """Make ready again what somebody has used up in the session, specialties aside (LP-SES-003)."""
    person = tx.state.entities[who]
    if person.spent:
        tx.emit(AbilitiesBack(who=who, before=person.spent))
    for hook in BACK:
        hook(tx, who)


def one_back(tx: Tx, who: str, item: str) -> None:
    """Make one thing that somebody has used up ready again."""
    before = tx.state.entities[who].spent
    if item in before:
        tx.emit(AbilitiesBack(who=who, before=before, after=tuple(i for i in before if i != item)))


def _used_up(tx: Tx, question: Question, value: str) -> Rejected | None:
    """A consumable is gone, or one charge of it where charges are counted (LP-WPN-024)."""
    person = tx.state.person(question.who)
    if value != "yes" or not isinstance(person, Person):
        return None
    held = person.load.get(question.key)
    if held is not None and held.now > 0:
        life.set_load(tx, person.id, question.key, replace(held, now=held.now - 1))
    if held is None or held.now <= 1:
        weapons.put_away(tx, person.id, question.key)
    return None


questions.ANSWERS["used_up"] = _used_up
OUTLIVES.add("used_up")


# Folds ---------------------------------------------------------------------------------------------------------------


def _with(state: LawnState, who: str, **fields: Any) -> LawnState:
    new: LawnState = with_entity(state, replace(state.entities[who], **fields))
    return new


def _weapons_changed(state: LawnState, e: WeaponsChanged) -> LawnState:
    gone = set(e.before) - set(e.after)
    load = {item: held for item, held in state.entities[e.who].load.items() if item not in gone}
    return _with(state, e.who, weapons=e.after, load=load)


def _figures_changed(state: LawnState, e: FiguresChanged) -> LawnState:
    rest = {k: v for k, v in state.entities[e.who].figures.items() if k != e.item}
    return _with(state, e.who, figures={**rest, e.item: e.after} if e.after else rest)


def _abilities_back(state: LawnState, e: AbilitiesBack) -> LawnState:
    return _with(state, e.who, spent=e.after)


DECIDE: dict[type[Command], Callable[[Any, Tx], Rejected | None]] = {
    Carry: _carry,
    SetFigure: _set_figure,
    ResetFigures: _reset,
    SessionOver: _session_over,
}
EVOLVE: dict[type[Event], Callable[[LawnState, Any], LawnState]] = {
    WeaponsChanged: _weapons_changed,
    FiguresChanged: _figures_changed,
    AbilitiesBack: _abilities_back,
}
