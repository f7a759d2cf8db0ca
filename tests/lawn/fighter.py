"""Makers of the commands of fights: attacks, weapons, devices, lights, jumps and falls; see ``maker``."""

from __future__ import annotations

from collections.abc import Callable

from gmconsole.core.model import Command
from gmconsole.rulesets.lawn import (
    actions,
    armoury,
    attacks,
    beams,
    counter,
    distance,
    falls,
    forms,
    restraint,
    skills,
    weapons,
    zones,
)
from gmconsole.rulesets.lawn.state import BANDS, CHECK_TYPES, LawnState
from gmconsole.rulesets.lawn.tables import SIDES
from gmconsole.rulesets.lawn.weapon_table import MODES, WEAPONS

from .maker import NAMES, Maker

OFTEN = (
    "hands",
    "hands",
    "kick",
    "headbutt",
    "sword",
    "sword",
    "hard_stick",
    "spear",
    "pistol",
    "shotgun",
    "grenade",
    "stun_gun",
    "stun_gun",
    "taser",
    "flare_gun",
    "bow",
    "blowgun",
    "molotov",
)
ITEMS = tuple(weapon for weapon in OFTEN if weapon in WEAPONS)
"""The weapons that random play has most to do with."""
PENALTIES = (0, 3, 6)


class Fighter(Maker):
    """Commands against one state, those of fights among them."""

    # Values ----------------------------------------------------------------------------------------------------------

    def item(self, who: str) -> str:
        """Something that this one carries, or any weapon."""
        held = getattr(self.state.entities.get(who), "weapons", ())
        return self.among(held) if held and not self.chance(3) else self.among(ITEMS if self.chance(2) else (*WEAPONS,))

    def way(self, who: str) -> str:
        """Something to attack with."""
        held = getattr(self.state.entities.get(who), "weapons", ())
        return (
            self.among(held)
            if held and self.chance(2)
            else self.among(OFTEN if self.chance(2) else (*forms.names(self.state),))
        )

    def mode(self, weapon: str) -> str:
        """A way of using it, mostly left to the weapon."""
        allowed = WEAPONS[weapons.base(weapon)].modes if weapons.known(weapon) else ()
        return "" if self.chance(2) else self.among(tuple(MODES) if self.chance(6) or not allowed else allowed)

    def beside(self, who: str) -> str:
        """Somebody on stage at Touch or Near, mostly."""
        row = self.state.bands.get(who, {})
        return self.of(
            [
                p.id
                for p in self.state.entities.values()
                if p.presence == "in" and p.id != who and row.get(p.id) in BANDS[:2]
            ]
        )

    def striker(self) -> str:
        """Whose slot it is, or anybody who acts outside a crisis, mostly."""
        here = [p.id for p in self.state.entities.values() if p.presence == "in" and p.kind != "object"]
        return self.turn() if self.state.mode == "crisis" else self.of(here)

    def faces(self) -> int:
        """A difficulty that leaves most blows a chance."""
        return self.difficulty() if self.chance(4) else self.pick((0, 3, 6))

    def holder(self) -> str:
        return self.of([r.holder for r in self.state.restraints.values()])

    def attacker(self) -> str:
        return self.of([a.who for a in self.state.attacks.values()])

    def attacked(self) -> str:
        return self.of([a.target for a in self.state.attacks.values()])

    def carrier(self) -> str:
        return self.of([x.carrier for x in self.state.lights.values() if distance.LIGHTS[x.source].shape != "sphere"])

    # Commands --------------------------------------------------------------------------------------------------------

    def slot(self) -> Command:
        return self.pick((self.strike, self.strike, self.restrain, super().slot))()

    def next(self) -> Command:
        return self.counter() if self.state.attacks and self.chance(6) else super().next()

    def strike(self) -> Command:
        who = self.striker()
        weapon = self.way(who)
        row = WEAPONS.get(weapons.base(weapon))
        choosy = self.chance(3)
        part = self.among(tuple(forms.PARTS)) if choosy and self.chance(3) else ""
        return attacks.Strike(
            who=who,
            weapon=weapon,
            target=self.beside(who),
            mode=self.mode(weapon),
            difficulty=self.faces(),
            modifiers=self.modifiers(),
            part=f"{part}:{self.pick(SIDES)}" if part and self.chance(2) else part,
            vital=choosy and self.chance(4),
            extra=self.number(1, 3) if choosy and self.chance(3) else 1,
            double=self.number(0, 2) if choosy and self.chance(6) else 0,
            mercy=choosy and self.chance(4),
            cap=self.number(0, 2) if choosy and self.chance(4) else 0,
            harder=self.pick(PENALTIES) if choosy and self.chance(3) else -1,
            outline=self.pick(PENALTIES) if choosy and self.chance(3) else -1,
            hand=self.maybe(self.among(SIDES), "") if choosy else "",
            ammunition=self.pick(row.ammunition) if row is not None and row.ammunition and self.chance(2) else "",
            fuse=weapon in weapons.device_names() and self.chance(2),
            safety=choosy and self.chance(4),
            blind=self.chance(2),
            sure=self.chance(8),
            no_counter=self.chance(6),
            text=self.maybe(self.text(), "") if choosy else "",
        )

    def restrain(self) -> Command:
        who = self.striker()
        return attacks.Restrain(
            who=who,
            target=self.beside(who),
            difficulty=self.faces(),
            modifiers=self.modifiers(),
            text=self.maybe(self.text(), ""),
        )

    def counter(self) -> Command:
        who = self.attacked()
        weapon = "hands" if self.chance(2) else self.way(who)
        return counter.Counter(who=who, weapon=weapon, mode=self.mode(weapon), unfit=self.chance(4))

    def carry(self) -> Command:
        who = self.who()
        held = getattr(self.state.entities.get(who), "weapons", ())
        add = tuple(self.among(ITEMS if self.chance(2) else (*WEAPONS,)) for _ in range(self.pick((1, 1, 2))))
        return armoury.Carry(who=who, add=add, remove=self.maybe(held[:1], ()), scene=self.chance(4))

    def figure(self) -> Command:
        who, name = self.who(), self.among(tuple(armoury.FIGURES))
        return armoury.SetFigure(
            who=who, weapon=self.item(who), figure=name, value=self.pick(armoury.FIGURES.get(name, (1,)))
        )

    def reset(self) -> Command:
        who = self.of([p.id for p in self.state.entities.values() if p.figures])
        return armoury.ResetFigures(who=who, weapon=self.item(who))

    def device(self) -> Command:
        near = {self.who(): self.among(BANDS)} if self.chance(3) else {}
        return zones.PlaceDevice(
            weapon=self.among(tuple(weapons.device_names())),
            target=self.who(),
            band=self.among(BANDS),
            by=self.maybe(self.who(), ""),
            fuse=self.chance(2),
            near=near,
        )

    def beam(self) -> Command:
        who = self.carrier()
        source = self.maybe(self.among([k for k, row in distance.LIGHTS.items() if row.shape != "sphere"]), "")
        return beams.TurnBeam(who=who, covers=self.some(0)[: self.pick((1, 1, 3))], source=source)

    def flare(self) -> Command:
        name = str(self.pick(NAMES))
        return beams.FireFlare(
            who=self.who(),
            at=self.maybe(self.who(), ""),
            band=self.maybe(self.among(BANDS), ""),
            name=self.maybe(name, ""),
        )

    def rough(self) -> Command:
        at = self.rng.randrange(len(BANDS) - 1)
        above = self.among(BANDS) if self.wild and self.chance(6) else BANDS[at + 1]
        return distance.RoughBand(a=self.who(), b=self.who(), below=BANDS[at], above=above)

    def abilities(self) -> Command:
        words = tuple(skills.names())
        who = self.who()
        person = self.state.entities.get(who)
        held = (*person.skills, *person.devices) if person is not None else ()
        return skills.ChangeAbilities(
            who=who, add=tuple(self.among(words) for _ in range(self.pick((1, 1, 2)))), remove=self.maybe(held[:1], ())
        )

    def jump(self) -> Command:
        return falls.Jump(
            who=self.who(),
            length=self.among(BANDS[:4]),
            difficulty=self.difficulty(),
            modifiers=self.modifiers(),
            below=self.maybe(self.among(BANDS), ""),
        )

    def vault(self) -> Command:
        return falls.Vault(
            who=self.who(),
            height=self.among(BANDS[:2]),
            difficulty=self.difficulty(),
            modifiers=self.modifiers(),
            run_up=self.chance(2),
        )

    def grab(self) -> Command:
        return falls.Grab(
            who=self.who(), height=self.among(BANDS[:3]), difficulty=self.difficulty(), modifiers=self.modifiers()
        )

    def climb(self) -> Command:
        kind = "PHY" if self.chance(2) else self.among(CHECK_TYPES)
        return falls.Climb(
            who=self.who(),
            height=self.among(BANDS),
            kind=kind,
            difficulty=self.difficulty(),
            modifiers=self.modifiers(),
        )

    def fall(self) -> Command:
        return falls.Fall(
            who=self.who(),
            height=self.among(BANDS),
            difficulty=self.difficulty(),
            modifiers=self.modifiers(),
            upright=self.maybe(self.number(0, 3), 0),
        )


def makers(m: Fighter) -> dict[type[Command], Callable[[], Command]]:
    """How to make each type of command of these chapters."""
    return {
        attacks.Strike: m.strike,
        attacks.Restrain: m.restrain,
        attacks.BreakOff: lambda: attacks.BreakOff(who=m.attacker()),
        restraint.Release: lambda: restraint.Release(who=m.holder()),
        counter.Counter: m.counter,
        armoury.Carry: m.carry,
        armoury.SetFigure: m.figure,
        armoury.ResetFigures: m.reset,
        armoury.SessionOver: armoury.SessionOver,
        zones.PlaceDevice: m.device,
        zones.SetOff: lambda: zones.SetOff(device=m.of(list(m.state.devices)), dud=m.chance(3)),
        beams.TurnBeam: m.beam,
        beams.FireFlare: m.flare,
        distance.RoughBand: m.rough,
        skills.ChangeAbilities: m.abilities,
        falls.Jump: m.jump,
        falls.Vault: m.vault,
        falls.Grab: m.grab,
        falls.Climb: m.climb,
        falls.Fall: m.fall,
    }


def fitting(state: LawnState) -> list[type[Command]]:
    """Types of command of these chapters that have something to work on just now."""
    found: list[type[Command]] = []
    if state.attacks:
        found += [counter.Counter, counter.Counter, attacks.BreakOff]
    if state.restraints:
        found += [restraint.Release, actions.BreakFree]
    if state.devices:
        found += [zones.SetOff]
    if any(distance.LIGHTS[x.source].shape != "sphere" for x in state.lights.values()):
        found += [beams.TurnBeam]
    if any(p.figures for p in state.entities.values()):
        found += [armoury.ResetFigures]
    if any(p.spent for p in state.entities.values()):
        found += [armoury.SessionOver]
    if state.phase == "action" or state.mode == "calm":
        found += [attacks.Strike, attacks.Strike, attacks.Restrain]
    return found
