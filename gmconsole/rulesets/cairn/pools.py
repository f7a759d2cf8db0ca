"""The dice of an attack, and the pool of dice of each target (chapters "Attacking and damage", "Attack modifiers").

Covers CA-DMG-003 to -008 and -011 to -015, CA-DET-004 to -007 and CA-RET-004: which dice an attack rolls for a target,
and which of all the dice aimed at one target counts. Everything here reads the state and changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import msgspec

from ...core import bands
from . import armour
from .state import Act, Attack, CairnState, Combatant

IMPAIRED = 4
ENHANCED = 12
UNARMED_DIE = 4
STRIKING = ("attack", "cast", "use")
"""The kinds of act that may carry an attack."""

FAR = "far"
SINGLE = "single_against_detachment"
MASS = "detachment_against_single"


class Marks(NamedTuple):
    """Why an attack on a target is impaired, and why enhanced: the Warden's words, or ids of terms (``reason``)."""

    impaired: tuple[str, ...]
    enhanced: tuple[str, ...]


class Throw(msgspec.Struct, frozen=True, kw_only=True):
    """One damage die that lies in a target's pool; ``rider`` is what its attack does on critical damage."""

    who: str
    face: int
    ignores_armour: bool = False
    rider: str = ""

    def net(self, protection: int) -> int:
        """What this die alone would do against that much armour."""
        return self.face if self.ignores_armour else max(self.face - protection, 0)


class Pool(msgspec.Struct, frozen=True, kw_only=True):
    """All the dice that one side aimed at a target in this turn, in the order declared, and the target's armour."""

    target: str
    throws: tuple[Throw, ...]
    armour: int


def in_order(state: CairnState, people: Iterable[str]) -> tuple[str, ...]:
    """These people once each, opponents first, then the PCs' side, then bystanders, as they are listed."""
    wanted = set(people)
    place = {"opponents": 0, "pcs": 1}
    listed = [c for c in state.entities.values() if c.id in wanted]
    return tuple(c.id for c in sorted(listed, key=lambda c: place.get(c.side, 2)))


def marks(state: CairnState, act: Act, target: str) -> Marks:
    """The reasons for either mark: the Warden's, and those of the rules.

    A ranged attack on somebody far is impaired (CA-RET-004), a single character's on a detachment too unless it is a
    blast (CA-DET-004, -006); a detachment's on a single character is enhanced (CA-DET-007). Whoever declines has no
    enhanced attack (CA-DMG-008).
    """
    assert act.attack is not None
    by, on = state.entities[act.who], state.entities[target]
    impaired, enhanced = list(act.impaired), list(act.enhanced)
    if act.attack.ranged and bands.between(state.bands, act.who, target) == "far":
        impaired.append(FAR)
    if on.detachment and not by.detachment and not act.attack.blast:
        impaired.append(SINGLE)
    if by.detachment and not on.detachment:
        enhanced.append(MASS)
    return Marks(tuple(impaired), () if act.declined else tuple(enhanced))


def dice(state: CairnState, act: Act, target: str) -> tuple[int, ...]:
    """The sides of the dice that an act's attack rolls for that target; the act has an attack.

    A die set by the Warden comes first (A11, A12), then the d4 of unarmed attacks (CA-DMG-007). Impaired and enhanced
    cancel (CA-DMG-013); either alone takes the place of the whole roll, a pair's too (CA-DMG-012), unless the table
    lets pairs keep two dice (CA-DMG-015).
    """
    attack = act.attack
    assert attack is not None
    if act.die:
        return (act.die,)
    if attack.unarmed:
        return (UNARMED_DIE,)
    impaired, enhanced = marks(state, act, target)
    if bool(impaired) == bool(enhanced):
        return attack.dice
    count = len(attack.dice) if state.options.get("pairs_keep_two") is True else 1
    return (IMPAIRED if impaired else ENHANCED,) * count


def strikes(state: CairnState) -> tuple[Act, ...]:
    """The turn's acts that carry an attack and have not come to nothing, in the order declared."""
    return tuple(
        act
        for act in state.fight.acts.values()
        if act.kind in STRIKING and act.attack is not None and not act.spoiled and state.person(act.who) is not None
    )


def pools(state: CairnState) -> tuple[Pool, ...]:
    """The pool of each target with its dice as rolled, opponents first, then the PCs' side (CA-DMG-005, -014)."""
    throws: dict[str, list[Throw]] = {}
    for act in strikes(state):
        for target, faces in zip(act.targets, act.faces, strict=False):
            if state.person(target) is not None:
                throws.setdefault(target, []).extend(_throws(state.entities[act.who], act, faces))
    return tuple(
        Pool(target=target, throws=tuple(throws[target]), armour=armour.effective(state.entities[target]))
        for target in in_order(state, throws)
    )


def of_dice(by: Combatant, attack: Attack, count: int) -> tuple[Attack, ...]:
    """The attack each of its dice belongs to: for a pair of carried weapons the weapon's own, else always itself."""
    carried = [by.items.get(key) for key in attack.item.split("+")] if "+" in attack.item else []
    halves = tuple(item.attack for item in carried if item is not None and item.attack is not None)
    return halves if halves and len(halves) == count else (attack,) * count


def _throws(by: Combatant, act: Act, faces: tuple[int, ...]) -> list[Throw]:
    assert act.attack is not None
    return [
        Throw(who=act.who, face=face, ignores_armour=attack.ignores_armour, rider=attack.on_critical)
        for face, attack in zip(faces, of_dice(by, act.attack, len(faces)), strict=True)
    ]


def keep(pool: Pool) -> tuple[int, int]:
    """The place of the die that counts in the pool, and the damage it does (CA-DMG-003, -004, CA-ARM-001).

    The highest die counts, a tie goes to the first declared (A39), and armour comes off once. Where some attacker
    ignores armour, what the dice would do is compared instead (A08).
    """
    mixed = any(t.ignores_armour for t in pool.throws)
    value = [t.net(pool.armour) if mixed else t.face for t in pool.throws]
    kept = value.index(max(value))
    return kept, pool.throws[kept].net(pool.armour)
