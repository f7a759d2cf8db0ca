"""Forms of attack: what an attack comes to, whatever it is made with (chapter "Attacks").

Covers LP-ATK-001, -007, -008, -010 to -014, -016 to -020, -023, -026, -027, -038 and -054 as far as they are figures.
Weapons are the neighbour's table (``weapons``); ways of brawling and parts of the body are content
(``content/lawn/brawl.toml``, ``body_parts.toml``). A restraint goes through the same flow as a form of its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

import msgspec

from ...content import SOUND, table
from ...conversion import nearest, shown
from ...core.model import Msg, Name, Rejected, Who, terms_of
from ...core.scenario import Problem, Word
from . import distance, limbs, senses, weapons
from .distance import Band
from .state import Attack, LawnState, Person
from .tables import SIDES, STATES
from .weapon_table import WEAPONS, WeaponDef

Toughness: TypeAlias = Literal["check", "choice", "fails"]

ORDINARY = 6
BRAWL = "brawl"
HOLD = "hold"
COLD = "cold_weapon"
FIREARM = "firearm"
THROW = "throw"
BURST = "burst"
KINDS = (BRAWL, COLD, FIREARM, "thrown_weapon", "special_weapon")
HOLD_NAME = Name("限制", "hold")


class BrawlForm(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A way of hitting with one's own body: how far it reaches, what hits, and the limb it takes (none: any body)."""

    id: Word
    name: Name
    reach: Band
    hit: Literal["OPR", "FLX"]
    limb: Literal["", "hand", "foot"] = ""


class BodyPart(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A part of the body to aim at, and the state that takes the place of the damage (LP-ATK-054, LP-INJ-070)."""

    id: Word
    name: Name
    state: str


def _sound(found: list[tuple[int, BodyPart]], problems: list[Problem]) -> None:
    for i, part in found:
        if part.state not in STATES:
            problems.append(
                Problem(
                    path=("part", i, "state"),
                    message=Msg("not allowed here"),
                    found=shown(part.state),
                    allowed=nearest(part.state, tuple(STATES)),
                )
            )


SOUND[BodyPart] = _sound
BRAWLS: dict[str, BrawlForm] = table("lawn/brawl.toml", "form", BrawlForm)
PARTS: dict[str, BodyPart] = table("lawn/body_parts.toml", "part", BodyPart)


class Form(msgspec.Struct, frozen=True, kw_only=True):
    """What an attack comes to.

    ``hit`` is the type of the hit check, ``burst`` the dice its mode adds; ``check`` says whether a hit needs
    PHY=damage, with ``bonus`` dice; ``points`` is what it then does. ``toughness`` is how a player character stands it:
    by a check, by what the GM picks for the blow, or not at all. ``dodge`` is the dodge difficulty the book gives, 0
    where the GM says it. ``edged`` blades cut. ``weapon`` is the row of the weapon, None for one's own body.
    """

    kind: str
    name: Name
    reach: str
    hit: str = "OPR"
    hand: str = ""
    burst: int = 0
    check: bool = True
    bonus: int = 0
    points: int = 1
    toughness: Toughness = "check"
    hard_dodge: bool = False
    edged: bool = False
    weapon: WeaponDef | None = None


def names(state: LawnState | None = None) -> Mapping[str, Name]:
    """Everything to attack with: ways of brawling, the table's weapons, and the items that people carry."""
    found = {**{b.id: b.name for b in BRAWLS.values()}, **{w.id: w.name for w in WEAPONS.values() if w.modes}}
    for person in state.entities.values() if state is not None else ():
        for item in (*person.weapons, *person.load):
            if weapons.known(item):
                found.setdefault(item, item_name(item))
    return found


def item_name(item: str) -> Name:
    """What an item is called: its weapon, with its number where it is the second of a kind; else its own word."""
    if not weapons.known(item):
        return Name(item, item)
    name, word = WEAPONS[weapons.base(item)].name, weapons.base(item)
    number = item[len(word) + 1 :]
    return Name(f"{name.zh}{number}", f"{name.en} {number}") if number else name


def part_names() -> Mapping[str, Name]:
    """The parts of the body to aim at."""
    return {p.id: p.name for p in PARTS.values()}


def known(weapon: str) -> bool:
    """Whether there is such a way to attack."""
    return weapon in BRAWLS or weapon == HOLD or weapons.known(weapon)


def of(state: LawnState, attack: Attack) -> Form:
    """The form of an attack whose weapon is ``known``."""
    person = state.entities[attack.who]
    if attack.weapon == HOLD:
        return Form(kind=HOLD, name=HOLD_NAME, reach="touch", hand=limbs.hand(person), points=0)
    brawl = BRAWLS.get(attack.weapon)
    if brawl is not None:
        hand = (attack.hand or limbs.hand(person)) if brawl.limb == "hand" else ""
        return Form(kind=BRAWL, name=brawl.name, reach=brawl.reach, hit=brawl.hit, hand=hand)
    weapon = weapons.of(person, attack.weapon)
    mode = attack.mode or (weapon.modes[0] if weapon.modes else "")
    thrown = weapon.kind == COLD and mode == THROW
    toughness: Toughness = "choice" if weapon.kind == COLD else "fails"
    return Form(
        kind=weapon.kind,
        name=weapon.name,
        reach=weapons.reach(state, weapon, mode),
        hand=attack.hand if attack.hand and weapon.use_hands == 1 else weapons.hand(person, weapon),
        burst=weapon.hit_dice(mode),
        check=weapon.damage_check,
        bonus=weapon.throw_bonus if thrown else weapon.bonus,
        points=weapon.wounds if weapon.damage_check else weapon.damage,
        toughness=toughness,
        hard_dodge=weapon.kind == FIREARM,
        edged=weapon.edged,
        weapon=weapon,
    )


# Refusals ------------------------------------------------------------------------------------------------------------


def no_form(state: LawnState, attack: Attack, *, hold: bool = False) -> Rejected | None:
    """The refusal of the form itself: unknown, no limb for it, no hand, no load, no such mode (LP-ATK-068).

    To ``hold`` somebody is no attack, and no attack is a hold.
    """
    person = state.entities[attack.who]
    if not known(attack.weapon) or (attack.weapon == HOLD) is not hold:
        return Rejected(
            "no-such-weapon",
            {"who": Who(attack.who), "weapon": Msg("weapon:" + attack.weapon), "allowed": tuple(names(state).values())},
        )
    if attack.hand and attack.hand not in SIDES:
        return Rejected("not-a-choice", {"field": "hand", "value": attack.hand, "allowed": terms_of("mark", SIDES)})
    if attack.hand and (refused := limbs.no_hand(person, attack.hand)) is not None:
        return refused
    brawl = BRAWLS.get(attack.weapon)
    if brawl is None and attack.weapon != HOLD:
        return weapons.usable(state, attack.who, attack.weapon, attack.mode)
    if attack.mode:
        return Rejected(
            "no-such-mode", {"weapon": of(state, attack).name, "mode": Msg("mode:" + attack.mode), "allowed": ()}
        )
    if brawl is not None and brawl.limb == "foot":
        return limbs.no_kick(person)
    if (brawl is None or brawl.limb == "hand") and not limbs.hand(person):
        return Rejected("no-usable-hand", {"who": Who(attack.who)})
    return None


def no_target(state: LawnState, attack: Attack, *, blind: bool = False) -> Rejected | None:
    """The refusal of the target: out of reach, or not seen at all unless the GM allows it (LP-ATK-007, -008)."""
    refused = distance.across(state, attack.who, attack.target, of(state, attack).reach)
    if refused is not None:
        return refused
    if not blind and senses.attack_penalty(state, attack.who, attack.target).sight == "none":
        return Rejected("not-visible", {"who": Who(attack.who), "other": Who(attack.target)})
    return None


def part_of(written: str) -> tuple[BodyPart, str] | Rejected:
    """The part and its side, as written (``hand``, ``hand:left``)."""
    word, _, side = written.partition(":")
    part = PARTS.get(word)
    if part is None:
        return Rejected("not-a-choice", {"field": "part", "value": word, "allowed": tuple(part_names().values())})
    if side and (side not in SIDES or not STATES[part.state].sided):
        allowed = SIDES if STATES[part.state].sided else ()
        return Rejected(
            "not-a-choice",
            {
                "field": part.name,
                "value": Msg("mark:" + side) if side in SIDES else side,
                "allowed": terms_of("mark", allowed),
            },
        )
    return part, side


def has_body(person: Person) -> bool:
    """Whether there are parts of a body to aim at."""
    return person.kind != "object"
