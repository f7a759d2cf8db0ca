"""The table of weapons: every template with its figures, as content (chapter "Attacks", template weapons).

Nothing in the code names what a weapon does: LP-WPN-002 to -036 are rows of ``content/lawn/weapons.toml``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, TypeAlias

import msgspec

from ...content import SOUND, table
from ...conversion import nearest, shown
from ...core.model import Msg, Name
from ...core.scenario import Problem, Word
from .state import BANDS
from .tables import STATES

Band: TypeAlias = Literal["touch", "near", "medium", "far", "extreme"]
Kind: TypeAlias = Literal["cold_weapon", "firearm", "thrown_weapon", "special_weapon", "accessory"]
Mode: TypeAlias = Literal["swing", "stab", "throw", "single_shot", "burst", "shot", "use"]
When: TypeAlias = Literal["hit", "undodged", "grazed", "damaged", "full", "splash", "ability"]
Points: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=9)]
Figure: TypeAlias = Annotated[int, msgspec.Meta(ge=-9, le=9)]
Hands: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=2)]

PLAIN = "plain"
"""Ammunition that does the weapon's own damage."""


MODES: Mapping[str, Name] = {
    "swing": Name("挥舞", "swing"),
    "stab": Name("戳刺", "stab"),
    "throw": Name("投掷", "throw"),
    "single_shot": Name("点射", "single shot"),
    "burst": Name("连射", "burst"),
    "shot": Name("射击", "shot"),
    "use": Name("使用", "use"),
}
KINDS: Mapping[str, Name] = {
    "cold_weapon": Name("冷兵器", "cold weapon"),
    "firearm": Name("枪械", "firearm"),
    "thrown_weapon": Name("投掷武器", "thrown weapon"),
    "special_weapon": Name("特殊武器", "special weapon"),
    "accessory": Name("附件", "accessory"),
}


class Effect(msgspec.Struct, frozen=True, kw_only=True):
    """What a weapon brings at one moment (``when``), where the deciding roll has at least that ``degree``.

    ``damage`` and ``states`` come together; with ``choose`` the attacker picks one of the states. ``check`` comes
    first where there is one, and only its failure lets the rest through: ``toughness`` by the type in ``by`` that the
    victim prefers, or a device's ``robustness``. ``only`` limits it to what is ``electronic``.
    """

    when: When = "hit"
    degree: Points = 0
    damage: Points = 0
    states: tuple[str, ...] = ()
    choose: bool = False
    check: Literal["", "toughness", "robustness"] = ""
    by: tuple[Literal["PHY", "MND"], ...] = ("PHY",)
    only: Literal["", "electronic"] = ""


class WeaponDef(msgspec.Struct, frozen=True, kw_only=True):
    """One row of the table, or the item made from it with its own figures; the head of the file says what they mean."""

    id: Word
    name: Name
    kind: Kind
    modes: tuple[Mode, ...] = ()
    reach: Band = "touch"
    throw: Band | Literal[""] = ""
    damage_check: bool = False
    bonus: Figure = 0
    throw_bonus: Figure = 0
    wounds: Points = 1
    wound: str = "light_wound"
    damage: Points = 0
    breaching: Figure | None = None
    edged: bool = False
    ammunition: tuple[str, ...] = ()
    load: Annotated[int, msgspec.Meta(ge=0, le=99)] = 0
    cost: Mapping[Mode, Points] = {}
    dice: Mapping[Mode, Figure] = {}
    reload: Literal["none", "instant", "one_round"] = "none"
    use_hands: Hands = 1
    reload_hands: Hands = 1
    prone: bool = False
    consumable: bool = False
    light: Literal["", "flare"] = ""
    full: Band = "touch"
    splash: Band = "near"
    effect: tuple[Effect, ...] = ()
    scene: bool = False

    @property
    def automatic(self) -> bool:
        """Whether a hit hurts people without a damage check (LP-WPN-038)."""
        return not self.damage_check and self.damage > 0

    def uses(self, mode: str) -> int:
        """The load one use that way takes."""
        return next((n for m, n in self.cost.items() if m == mode), 0)

    def hit_dice(self, mode: str) -> int:
        """The dice that way of attacking adds to the hit check (LP-ATK-026)."""
        return next((n for m, n in self.dice.items() if m == mode), 0)

    @property
    def device(self) -> bool:
        """Whether it lies where it lands and works by zones."""
        return self.kind == "thrown_weapon"


def _sound(found: list[tuple[int, WeaponDef]], problems: list[Problem]) -> None:
    """What the types of the fields cannot tell: unknown states and lights, figures of modes that are not there."""

    def no(i: int, path: tuple[str | int, ...], value: Any, allowed: Msg) -> None:
        problems.append(
            Problem(path=("weapon", i, *path), message=Msg("not allowed here"), found=shown(value), allowed=allowed)
        )

    for i, w in found:
        for k, effect in enumerate(w.effect):
            for n, state in enumerate(effect.states):
                if state not in STATES:
                    no(i, ("effect", k, "states", n), state, nearest(state, tuple(STATES)))
        if w.wound not in STATES or STATES[w.wound].kind != "minor":
            minors = tuple(row.id for row in STATES.values() if row.kind == "minor")
            no(i, ("wound",), w.wound, nearest(w.wound, minors))
        for n, ammunition in enumerate(w.ammunition):
            if ammunition != PLAIN and ammunition not in STATES:
                no(i, ("ammunition", n), ammunition, nearest(ammunition, (PLAIN, *STATES)))
        for field, figures in (("cost", w.cost), ("dice", w.dice)):
            for mode in figures:
                if mode not in w.modes:
                    no(i, (field, mode), mode, nearest(mode, w.modes))
        if any(cost > w.load for cost in w.cost.values()):
            no(i, ("cost",), dict(w.cost), Msg("at most load, {load}", {"load": w.load}))
        if "throw" in w.modes and not w.throw:
            no(i, ("throw",), w.throw, Msg("the farthest band of a throw"))
        if BANDS.index(w.full) > BANDS.index(w.splash):
            no(i, ("full",), w.full, Msg("at most splash, {band}", {"band": w.splash}))
        if w.kind != "accessory" and not w.modes:
            no(i, ("modes",), list(w.modes), Msg("at least one way to attack"))


SOUND[WeaponDef] = _sound
WEAPONS: dict[str, WeaponDef] = table("lawn/weapons.toml", "weapon", WeaponDef)
