"""Thrown devices: entities that lie where they land, with two zones, fuses and dodges (chapter "Attacks").

Covers LP-ATK-031 to -035, -062, -067, -085, LP-WPN-028 to -036, -038, -045, LP-NEU-026, -027 and LP-MOV-065. Whoever
shares the place of the one it lands beside is proposed at the same band; the GM can put bands right until it goes off.
A player character caught dodges for itself, everybody else takes the effect of the band.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from ...core import bands
from ...core.commands import entity_change, unknown
from ...core.messages import N_
from ...core.model import Command, Event, Msg, Question, Rejected, Who, terms_of
from ...core.people import free_name, no_room
from ...core.ruleset import Tx as CoreTx
from . import checks, distance, effects, life, neutral, people, questions, slots, structures, weapons
from .crisis import OUTLIVES
from .outcomes import Result
from .people import Add
from .state import BANDS, Check, Landed, LawnState, Pending
from .weapon_table import WeaponDef

Tx = CoreTx[LawnState]

DODGE = "dodge"
SERVES = "zone"
DIFFICULTY = 6
FUSE = "fuse"
FUSE_ITEM = "delay_fuse"
ZONES = ("full", "splash")
KINDS = ("device", "throw_degree", "zone_armour")
MISSED = "medium"
"""Where a missed throw comes down from the target, unless the GM says otherwise (Q-K20)."""

questions.WORDING["device"] = N_("{who} lies there: does it go off?")
questions.WORDING["throw_degree"] = N_("{who}: do degrees count for dodging it?")
questions.WORDING["zone_armour"] = N_("{who} wears armour against {ref}: how much damage gets through?")


class PlaceDevice(Command, frozen=True, tag="lawn.device"):
    """Let a device lie at a band from somebody or something, as the GM says: thrown, planted or dropped.

    ``by`` is who threw it, ``fuse`` lets it wait for the end of the next round's movement, ``near`` puts single bands
    right.
    """

    weapon: str
    target: str
    band: str = "touch"
    by: str = ""
    fuse: bool = False
    near: Mapping[str, str] = {}


class SetOff(Command, frozen=True, tag="lawn.set-off"):
    """Let a device that lies there go off now, or take it away as a ``dud``."""

    device: str
    dud: bool = False


class DeviceLanded(Event, frozen=True, tag="lawn.device-landed"):
    """A device lies somewhere."""

    device: Landed
    band: str


class DeviceGone(Event, frozen=True, tag="lawn.device-gone"):
    """A device went off, catching these (ids) in its two zones, or is a ``dud``, or has burnt out."""

    device: Landed
    full: tuple[str, ...] = ()
    splash: tuple[str, ...] = ()
    dud: bool = False


class DegreesSaid(Event, frozen=True, tag="lawn.device-degrees"):
    """Whether dodging a device counts degrees."""

    device: str
    before: str
    after: str


# The throw -----------------------------------------------------------------------------------------------------------


def graded(state: LawnState) -> bool | None:
    """Whether throws and dodges count degrees by the setting; None: to be asked before each throw (LP-ATK-035)."""
    return {"use": True, "off": False}.get(str(state.options.get("throw_degree", "ask")))


def landing(passed: bool, degree: int, by_degree: bool) -> str:
    """The band from the device to the target after a throw's hit check (LP-ATK-033)."""
    if not passed:
        return MISSED
    return "near" if by_degree and degree == 0 else "touch"


def zone(weapon: WeaponDef, band: str | None) -> str:
    """``full``, ``splash``, or empty: the zone at that band from the device (LP-ATK-031)."""
    if band is None:
        return ""
    return next(
        (z for z, limit in zip(ZONES, (weapon.full, weapon.splash), strict=True) if distance.in_reach(band, limit)), ""
    )


def land(
    tx: Tx,
    thrower: str,
    weapon: str,
    target: str,
    band: str,
    degree: int | None = None,
    *,
    fuse: bool = False,
    by_degree: bool | None = None,
    near: Mapping[str, str] | None = None,
) -> str:
    """Let a device come down at ``band`` of the target and return its entity's id.

    ``weapon`` is the item thrown, ``thrower`` may be empty. ``degree`` is the throw's where degrees count for it, else
    None; with degree 0 the target alone got away from the middle. ``by_degree`` says whether dodging counts degrees
    (None: the setting, then as for the throw, else the GM is asked). A device without a fuse asks for the GM's word to
    go off, so that bands can be put right first; one with a fuse waits for the end of the next round's movement
    (LP-WPN-028).
    """
    counts = graded(tx.state) if by_degree is None else by_degree
    if counts is None and degree is not None:
        counts = True
    escaped = degree == 0 and band != "touch"
    device = _put_down(tx, weapon, target, band, "touch" if escaped else band, near or {})
    landed = Landed(
        id=device,
        weapon=weapon,
        thrower=thrower,
        target=target,
        fused=fuse,
        graded="" if counts is None else "yes" if counts else "no",
    )
    tx.emit(DeviceLanded(device=landed, band=band))
    if fuse:
        if thrower:
            weapons.put_away(
                tx,
                thrower,
                next((i for i in tx.state.entities[thrower].weapons if weapons.base(i) == FUSE_ITEM), FUSE_ITEM),
            )
        now = 0 if tx.state.mode == "calm" else tx.state.round
        neutral.add_pending(tx, FUSE, tx.state.entities[device].name, now + 1, point=neutral.AFTER_MOVEMENT, who=device)
    else:
        questions.ask(tx, "device", who=device, value="goes_off", choices=("goes_off", "dud"))
    return device


def leave(tx: Tx, who: str, item: str, target: str) -> str:
    """Let a thrown cold weapon lie at the target's place (Q-K32) and return the id of its entity."""
    weapons.put_away(tx, who, item)
    return _put_down(tx, item, target, "touch", "touch", {})


def _put_down(tx: Tx, item: str, target: str, band: str, place: str, near: Mapping[str, str]) -> str:
    """A new object at ``band`` of the target; ``place`` is the band by which those beside the target are judged."""
    row = weapons.WEAPONS[weapons.base(item)]
    name, key = free_name(tx.state, row.name, row.id)
    thing = people.make_person(tx.state, Add(kind="object", name=name, key=key))
    found: dict[str, str] = {}
    for other in people.participants(tx.state):
        there = band if other.id == target else _proposed(tx.state, target, other.id, place)
        there = near.get(other.id, there)
        if there:
            found[other.id] = there
    people.add_person(tx, thing, found)
    return thing.id


def _proposed(state: LawnState, target: str, other: str, band: str) -> str:
    """The band from something at ``band`` of the target to somebody else; empty where nobody has said theirs."""
    between = bands.between(state.bands, target, other)
    if between is None:
        return ""
    farther = max(between, band, key=BANDS.index)
    return "far" if farther == "extreme" and state.mode == "crisis" else farther


def _weapon(state: LawnState, landed: Landed) -> WeaponDef:
    thrower = state.entities.get(landed.thrower)
    template = weapons.WEAPONS[weapons.base(landed.weapon)]
    return template if thrower is None else weapons.of(thrower, landed.weapon)


# Going off -----------------------------------------------------------------------------------------------------------


def caught(state: LawnState, device: str) -> dict[str, tuple[str, ...]]:
    """Who is in which zone of a device as bands stand now, thrower, friends and things included (LP-ATK-032)."""
    weapon = _weapon(state, state.devices[device])
    found: dict[str, list[str]] = {z: [] for z in ZONES}
    for other in people.participants(state):
        where = zone(weapon, bands.between(state.bands, device, other.id))
        if where and other.id != device and other.id not in state.devices:
            found[where].append(other.id)
    return {z: tuple(who) for z, who in found.items()}


def go_off(tx: Tx, device: str) -> None:
    """Everybody in a zone takes its effect; player characters dodge first, and the GM says whether by degrees."""
    landed = tx.state.devices[device]
    thing = tx.state.person(device)
    if thing is None or not thing.on_stage:
        _end(tx, DeviceGone(device=landed, dud=True))
        return
    hit = caught(tx.state, device)
    dodging = {who for z in ZONES for who in hit[z] if _dodges(tx.state, who)}
    if dodging and not landed.graded:
        questions.ask(tx, "throw_degree", who=device, value="yes", choices=("yes", "no"))
        return
    _end(tx, DeviceGone(device=landed, full=hit["full"], splash=hit["splash"]))
    # A dodge is asked for before any effect comes: nobody is the worse at it for what befalls others.
    for z in ZONES:
        for who in hit[z]:
            if who in dodging:
                checks.open_check(
                    tx,
                    who,
                    "FLX",
                    purpose=DODGE,
                    difficulty=_difficulty(tx.state, landed),
                    serves=SERVES,
                    ref=f"{landed.weapon} {z} {landed.graded} {landed.thrower}",
                )
    for z in ZONES:
        for who in hit[z]:
            if who not in dodging:
                suffer(tx, who, landed.weapon, z, landed.thrower)


def _dodges(state: LawnState, who: str) -> bool:
    return state.entities[who].kind == "pc" and checks.may_roll(state, who) is None


def _difficulty(state: LawnState, landed: Landed) -> int:
    thrower = state.entities.get(landed.thrower)
    said = thrower.difficulties if thrower is not None else {}
    return said.get(f"{DODGE} {landed.weapon}") or DIFFICULTY


def suffer(tx: Tx, who: str, item: str, where: str, thrower: str) -> None:
    """The effect of one zone on one victim; a structure in the full zone is breached (LP-WPN-029, LP-ATK-047)."""
    person = tx.state.entities[who]
    holder = tx.state.entities.get(thrower)
    weapon = weapons.WEAPONS[weapons.base(item)] if holder is None else weapons.of(holder, item)
    if person.structure and structures.in_force(tx.state):
        if where == "full" and weapon.breaching is not None:
            structures.open_breach(tx, thrower, who, weapon)
        return
    for effect in weapons.effects_at(weapon, where):
        if effect.damage and not effect.check and structures.armour(tx.state, person):
            least = max(0, effect.damage - person.armour)
            questions.ask(
                tx,
                "zone_armour",
                who=who,
                value=str(least),
                ref=weapon.id,
                choices=tuple(str(n) for n in range(effect.damage + 1)),
            )
            effect = replace(effect, damage=0)
        effects.apply(tx, who, effect, weapon.id)


def _dodged(tx: Tx, check: Check, result: Result) -> None:
    item, where, by_degree, thrower = check.ref.split(" ")
    if not checks.succeeded(result):
        suffer(tx, check.who, item, where, thrower)
    elif by_degree == "yes" and result.degree == 0:
        suffer(tx, check.who, item, "splash", thrower)


def _no_dodge(tx: Tx, check: Check) -> None:
    """A dodge taken back is one there was no time for (LP-ATK-085)."""
    item, where, _, thrower = check.ref.split(" ")
    if tx.state.person(check.who) is not None:
        suffer(tx, check.who, item, where, thrower)


def _end(tx: Tx, event: DeviceGone) -> None:
    """Take a device from the stage, with what still waits for it."""
    device = event.device.id
    for question in list(tx.state.questions.values()):
        if question.kind in ("device", "throw_degree") and question.who == device:
            questions.withdraw(tx, question.id)
    for pending in list(tx.state.pending.values()):
        if pending.who == device:
            tx.emit(neutral.PendingSet(pending=pending.id, before=pending))
    tx.emit(event)
    if tx.state.person(device) is not None:
        entity_change(tx, device, "presence", "removed")


checks.SETTLERS[SERVES] = _dodged
checks.DROPPED[SERVES] = _no_dodge


def _fuse(tx: Tx, pending: Pending) -> None:
    if pending.who in tx.state.devices:
        go_off(tx, pending.who)
    else:
        questions.ask(tx, "pending", who=pending.who, value="done", choices=("done",), ref=pending.text)


neutral.EFFECTS[FUSE] = _fuse


# Answers -------------------------------------------------------------------------------------------------------------


def _ready(tx: Tx, question: Question, value: str) -> Rejected | None:
    landed = tx.state.devices.get(question.who)
    if landed is None:
        return None
    if value == "goes_off":
        go_off(tx, landed.id)
    else:
        _end(tx, DeviceGone(device=landed, dud=True))
    return None


def _degrees(tx: Tx, question: Question, value: str) -> Rejected | None:
    landed = tx.state.devices.get(question.who)
    if landed is not None:
        tx.emit(DegreesSaid(device=landed.id, before=landed.graded, after=value))
        go_off(tx, landed.id)
    return None


def _armoured(tx: Tx, question: Question, value: str) -> Rejected | None:
    if tx.state.person(question.who) is not None and value.isdigit():
        life.damage(tx, question.who, int(value), question.ref)
    return None


slots.RESOLVED_FIRST.update(KINDS)
OUTLIVES.update(KINDS)
questions.ANSWERS["device"] = _ready
questions.ANSWERS["throw_degree"] = _degrees
questions.ANSWERS["zone_armour"] = _armoured


# Decisions -----------------------------------------------------------------------------------------------------------


def _place(c: PlaceDevice, tx: Tx) -> Rejected | None:
    if not weapons.known(c.weapon):
        return Rejected(
            "no-such-weapon", {"weapon": Msg("weapon:" + c.weapon), "allowed": tuple(weapons.device_names().values())}
        )
    row = weapons.WEAPONS[weapons.base(c.weapon)]
    if not row.device:
        return Rejected("no-device", {"weapon": row.name, "allowed": tuple(weapons.device_names().values())})
    for who in (c.target, *((c.by,) if c.by else ()), *c.near):
        person = tx.state.person(who)
        if person is None:
            return unknown(who)
        if who != c.by and not person.on_stage:
            return Rejected("not-on-stage", {"who": Who(who)})
    for who, band in ((c.target, c.band), *c.near.items()):
        if band not in BANDS:
            return Rejected("unknown-band", {"band": band, "allowed": terms_of("band", BANDS)})
        if band == "extreme" and tx.state.mode == "crisis":
            return Rejected("outside-the-area", {"who": row.name, "other": Who(who)})
    crowded = no_room(tx.state)
    if crowded is not None:
        return crowded
    if c.by:
        weapons.put_away(tx, c.by, c.weapon)
    land(tx, c.by, c.weapon, c.target, c.band, fuse=c.fuse, near=c.near)
    return None


def _set_off(c: SetOff, tx: Tx) -> Rejected | None:
    landed = tx.state.devices.get(c.device)
    if landed is None:
        return (
            unknown(c.device)
            if tx.state.person(c.device) is None
            else Rejected("no-device", {"weapon": Who(c.device), "allowed": tuple(Who(d) for d in tx.state.devices)})
        )
    if c.dud:
        _end(tx, DeviceGone(device=landed, dud=True))
    else:
        go_off(tx, landed.id)
    return None


# Folds ---------------------------------------------------------------------------------------------------------------


def _landed(state: LawnState, e: DeviceLanded) -> LawnState:
    return replace(state, devices={**state.devices, e.device.id: e.device})


def _gone(state: LawnState, e: DeviceGone) -> LawnState:
    return replace(state, devices={k: v for k, v in state.devices.items() if k != e.device.id})


def _degrees_said(state: LawnState, e: DegreesSaid) -> LawnState:
    return replace(state, devices={**state.devices, e.device: replace(state.devices[e.device], graded=e.after)})


DECIDE = {PlaceDevice: _place, SetOff: _set_off}
EVOLVE = {DeviceLanded: _landed, DeviceGone: _gone, DegreesSaid: _degrees_said}
