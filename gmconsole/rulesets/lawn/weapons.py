"""Weapons: the table of templates, the item in hand, hands and loads (chapter "Attacks", template weapons).

Covers LP-WPN-001 to -027, -037, -040 and LP-ATK-024, -025, -028, -030, -036, -037, -039 to -043. What a hit brings is
in ``effects``, devices with zones in ``zones``, breaching in ``structures``, what changes an item in ``armoury``. An
item is written like its weapon (``pistol``), the second of a kind with a number behind it (``pistol-2``).
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from ...core.messages import N_
from ...core.model import Event, Msg, Name, Rejected, Who
from ...core.ruleset import Tx as CoreTx
from . import distance, injuries, life, limbs, questions
from .state import LawnState, Load, Person
from .weapon_table import MODES, PLAIN, Effect, WeaponDef
from .weapon_table import WEAPONS as WEAPONS

Tx = CoreTx[LawnState]

PEPPER_SPRAY = "pepper_spray"
FIREARM = "firearm"
RELOADS = ("none", "instant", "one_round")

questions.WORDING["used_up"] = N_("{who}: is {ref} used up?")


class WeaponsChanged(Event, frozen=True, tag="lawn.weapons-changed"):
    """What somebody carries changed."""

    who: str
    before: tuple[str, ...]
    after: tuple[str, ...]


def device_names() -> dict[str, Name]:
    """The names of what can lie somewhere and work from there."""
    return {w.id: w.name for w in WEAPONS.values() if w.device}


def weapon_names() -> dict[str, Name]:
    """The templates' names."""
    return {w.id: w.name for w in WEAPONS.values()}


# Reading -----------------------------------------------------------------------------------------------------------


def base(item: str) -> str:
    """The weapon's id of an item (``pistol`` for ``pistol-2``)."""
    word, _, number = item.rpartition("-")
    return word if item not in WEAPONS and word and number.isdigit() else item


def known(item: str) -> bool:
    """Whether that is an item of a weapon of the table."""
    return base(item) in WEAPONS


def of(person: Person, item: str) -> WeaponDef:
    """The weapon with the figures of the item in hand (LP-WPN-001). The item's weapon has to be ``known``."""
    template = WEAPONS[base(item)]
    changed = person.figures.get(item, {})
    plain: dict[str, Any] = {k: v for k, v in changed.items() if "." not in k}
    for group in ("cost", "dice"):
        modes = {k.partition(".")[2]: v for k, v in changed.items() if k.startswith(group + ".")}
        if modes:
            plain[group] = {**getattr(template, group), **modes}
    if plain.get("breaching") == "none":
        plain["breaching"] = None
    return replace(template, **plain) if plain else template


def reach(state: LawnState, weapon: WeaponDef, mode: str) -> str:
    """The farthest band that weapon reaches that way; there is no least one (LP-WPN-040, LP-ATK-025, -037)."""
    if mode == "throw":
        return weapon.throw
    if weapon.id == PEPPER_SPRAY and weapon.reach == "touch":
        return str(state.options.get("pepper_spray", weapon.reach))
    return weapon.reach


def in_reach(state: LawnState, who: str, target: str, item: str, mode: str = "") -> Rejected | None:
    """The refusal for a target beyond the weapon's reach, or at a band nobody has said."""
    weapon = of(state.entities[who], item)
    return distance.across(state, who, target, reach(state, weapon, mode or weapon.modes[0]))


def load(person: Person, item: str) -> Load | None:
    """What is in the weapon and what fits in; full where nothing is on record, None where none is counted."""
    held = person.load.get(item)
    if held is not None:
        return held
    full = of(person, item).load if known(item) else 0
    return Load(now=full, full=full) if full else None


def hand(person: Person, weapon: WeaponDef) -> str:
    """The hand an attack with it is made with, as a check names it: ``both``, ``left``, ``right`` or empty (none)."""
    return limbs.BOTH if weapon.use_hands > 1 else limbs.hand(person)


def usable(state: LawnState, who: str, item: str, mode: str = "") -> Rejected | None:
    """The refusal to attack with that item that way: unknown, no such mode, hands, not prone, load (LP-WPN-037).

    The mode is the weapon's first where none is given. Reach is ``in_reach``.
    """
    person = state.entities[who]
    if not known(item):
        return Rejected(
            "no-such-weapon",
            {"who": Who(who), "weapon": Msg("weapon:" + item), "allowed": tuple(weapon_names().values())},
        )
    weapon = of(person, item)
    if not weapon.modes:
        return Rejected("no-weapon-by-itself", {"weapon": weapon.name})
    mode = mode or weapon.modes[0]
    if mode not in weapon.modes:
        return Rejected(
            "no-such-mode",
            {
                "weapon": weapon.name,
                "mode": Msg("mode:" + mode) if mode in MODES else mode,
                "allowed": tuple(MODES[m] for m in weapon.modes),
            },
        )
    refused = _no_hands(person, weapon, weapon.use_hands)
    if refused is not None:
        return refused
    if weapon.prone and not injuries.has(person, "prone"):
        return Rejected("lie-down-first", {"who": Who(who), "weapon": weapon.name})
    return _no_load(state, person, item, weapon, mode)


def _no_hands(person: Person, weapon: WeaponDef, hands: int) -> Rejected | None:
    if hands > len(limbs.usable(person, "hand")):
        code = "needs-both-hands" if hands > 1 else "no-usable-hand"
        return Rejected(code, {"who": Who(person.id), "weapon": weapon.name})
    return None


def _no_load(state: LawnState, person: Person, item: str, weapon: WeaponDef, mode: str) -> Rejected | None:
    held = load(person, item)
    if held is None or not counts(state):
        return None
    cost = weapon.uses(mode)
    free = state.options.get("empty_single") == "fires" and not cost
    if held.now >= cost and (held.now or free):
        return None
    if held.now and any(weapon.uses(m) <= held.now for m in weapon.modes if m != mode):
        return Rejected("load-too-low", {"weapon": weapon.name, "mode": MODES[mode], "now": held.now, "cost": cost})
    return Rejected("load-empty", {"who": Who(person.id), "weapon": weapon.name})


def counts(state: LawnState) -> bool:
    """Whether magazines are counted at all (LP-ATK-040, advanced)."""
    return state.options.get("load", True) is True


def no_reload(state: LawnState, who: str, item: str) -> Rejected | None:
    """The refusal to reload that item, or fetch its dart, as an action (LP-ATK-042, -043, LP-WPN-037)."""
    person = state.entities[who]
    held = load(person, item)
    if held is None:
        if not known(item):
            return Rejected("no-such-weapon", {"who": Who(who), "weapon": Msg("weapon:" + item)})
        return Rejected("no-reload", {"weapon": of(person, item).name})
    if held.now >= held.full:
        return Rejected("already-loaded", {"who": Who(who), "weapon": Msg("weapon:" + item)})
    if not known(item):
        return None
    weapon = of(person, item)
    if weapon.scene:
        return Rejected("no-ammunition", {"who": Who(who), "weapon": weapon.name})
    return _no_hands(person, weapon, weapon.reload_hands)


def loaded(weapon: WeaponDef, ammunition: str = "") -> str:
    """What the weapon shoots: as said, else the first of its kinds; ``plain`` does its own damage (LP-ATK-028)."""
    return ammunition or next(iter(weapon.ammunition), PLAIN)


def points(weapon: WeaponDef, ammunition: str = "") -> int:
    """The damage of a hit that needs no damage check; none with ammunition that brings a state instead."""
    return weapon.damage if loaded(weapon, ammunition) == PLAIN else 0


def effects_at(weapon: WeaponDef, when: str, degree: int = 0) -> tuple[Effect, ...]:
    """What the weapon brings at that moment with that degree of the deciding roll.

    Where nothing is written for ``undodged``, it is what a hit of degree 0 brings.
    """
    found = tuple(e for e in weapon.effect if e.when == when and degree >= e.degree)
    if when == "undodged" and not any(e.when == when for e in weapon.effect):
        return effects_at(weapon, "hit")
    return found


# Services for the attack ---------------------------------------------------------------------------------------------


def spend(tx: Tx, who: str, item: str, mode: str = "") -> None:
    """Take what one use costs: load, the thrown item itself, or (once the GM confirms) a consumable (LP-WPN-024)."""
    person = tx.state.entities[who]
    weapon = of(person, item)
    mode = mode or weapon.modes[0]
    held = load(person, item)
    cost = weapon.uses(mode)
    if held is not None and cost and counts(tx.state):
        life.set_load(tx, who, item, replace(held, now=max(0, held.now - cost)))
    if mode == "throw":
        put_away(tx, who, item)
    if weapon.consumable:
        questions.ask(
            tx, "used_up", who=who, value="yes", choices=("yes", "refuse"), blocking=False, ref=weapon.id, key=item
        )


def put_away(tx: Tx, who: str, item: str) -> None:
    """Take an item from somebody, if it is among those carried."""
    before = tx.state.entities[who].weapons
    if item in before:
        tx.emit(WeaponsChanged(who=who, before=before, after=tuple(w for w in before if w != item)))
