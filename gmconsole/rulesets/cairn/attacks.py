"""Attacks and damage (chapters "Attacking and damage", "Attack modifiers", "Ranged attacks").

Covers CA-DMG-001, -002, -009 and -010, CA-RET-003 and -005, and the rolling side of CA-ACT-004. An attack always hits;
which dice it rolls and which die counts is in ``pools``, how likely what is in ``odds``, with what it is made in
``weapons``.
"""

from __future__ import annotations

from msgspec.structs import replace

from ...core import bands
from ...core.commands import unknown
from ...core.model import Command, Event, Field, Msg, Rejected, Who
from ...core.phases import Task
from ...core.ruleset import Tx as CoreTx
from . import acts, critical, detachments, odds, pools, saves, turns, weapons
from .pools import Throw
from .pools import dice as dice
from .state import Act, Attack, CairnState, Combatant
from .weapons import find as find
from .weapons import ways as ways

Tx = CoreTx[CairnState]

LARGEST_DIE = 100


class Strike(Command, frozen=True, tag="cairn.strike"):
    """Declare an attack (CA-ACT-004). ``weapon`` names the way of attacking, the first one where it is empty.

    ``impaired`` and ``enhanced`` are the reasons for either mark; ``plain`` declines an enhanced die (CA-DMG-008);
    ``die`` is a die that the Warden sets instead. A detachment without targets attacks everybody in reach (CA-DET-008).
    With ``unclear`` a blast rolls for how many of its targets it reaches (CA-DMG-010).

    Refused as ``turns.may_declare`` and ``weapons.find`` say, and: ``no-target``, ``one-target``, ``not-oneself``,
    ``not-a-mark``, ``too-far-for-melee``, ``out-of-sight``, ``out-of-bounds``, ``not-a-blast``, ``none-left``.
    """

    who: str
    targets: tuple[str, ...] = ()
    weapon: str = ""
    impaired: tuple[str, ...] = ()
    enhanced: tuple[str, ...] = ()
    plain: bool = False
    die: int = 0
    unclear: bool = False


class RollDamage(Command, frozen=True, tag="cairn.damage"):
    """Roll the damage dice of these attackers, or all that are owed, in the order declared (CA-DMG-001).

    A blast rolls for opponents first, then for the PCs' side, as they are listed. Refused: ``not-all-declared``,
    ``act-saves-first``, ``question-first``, ``number-first``, ``owes-no-damage``, ``no-damage-owed``.
    """

    who: tuple[str, ...] = ()


class RollNumber(Command, frozen=True, tag="cairn.number"):
    """Roll the die of a blast for how many it can reach (CA-DMG-010, A43). Refused as RollDamage, and
    ``no-number-owed``."""

    who: str


class Reach(Command, frozen=True, tag="cairn.reach"):
    """Name those whom a blast of limited number reaches (CA-DMG-010). Refused: ``no-number-owed``, ``no-target``,
    ``too-many-reached``, ``not-in-the-blast``."""

    who: str
    targets: tuple[str, ...]


class Rolled(Event, frozen=True, tag="cairn.damage-rolled"):
    """The damage dice of an act lie on the table: sides, faces, and reasons for the marks, for each of ``targets``."""

    who: str
    attack: str
    targets: tuple[str, ...]
    sides: tuple[tuple[int, ...], ...]
    faces: tuple[tuple[int, ...], ...]
    impaired: tuple[tuple[str, ...], ...] = ()
    enhanced: tuple[tuple[str, ...], ...] = ()


class Hit(Event, frozen=True, tag="cairn.hit"):
    """A target's pool was settled: the die at ``kept`` counts, ``armour`` came off once, ``damage`` is what is left."""

    target: str
    throws: tuple[Throw, ...]
    kept: int
    armour: int
    damage: int


class NumberRolled(Event, frozen=True, tag="cairn.number-rolled"):
    """How many of those in question a blast reaches is known: ``number`` of ``among``."""

    who: str
    sides: int
    face: int
    number: int
    among: int


class Reached(Event, frozen=True, tag="cairn.reached"):
    """The Warden named those whom the blast reaches."""

    who: str
    targets: tuple[str, ...]


# Reading -------------------------------------------------------------------------------------------------------------


def to_roll(state: CairnState) -> tuple[Act, ...]:
    """The declared acts whose damage dice are still owed, in the order declared."""
    return tuple(act for act in pools.strikes(state) if not act.faces and (act.targets or act.unclear))


def uncounted(state: CairnState) -> tuple[Act, ...]:
    """The blasts of which it is not said yet whom they reach."""
    return tuple(act for act in to_roll(state) if act.unclear)


def may_roll(state: CairnState) -> Rejected | None:
    """The refusal while something has to come before any damage die of the turn (CA-ACT-004)."""
    if not turns.turn_of(state):
        return Rejected("not-fighting")
    if saves.owed(state, turns.ENTRY):
        return Rejected("entry-first")
    missing = turns.undeclared(state)
    if missing:
        return Rejected("not-all-declared", {"who": tuple(Who(c.id) for c in missing)})
    owing = saves.owed(state, acts.ACT)
    if owing:
        return Rejected("act-saves-first", {"who": tuple(Who(c.who) for c in owing)})
    if any(q.blocking for q in state.questions.values()):
        return Rejected("question-first")
    return None


def propose(state: CairnState, who: str) -> Strike | None:
    """The attack that somebody is expected to make, or None where nobody can be reached.

    The last target again, with the same weapon, if it still stands; else the nearest enemy, the first listed of them;
    a detachment, or a blast, all near enemies.
    """
    c = state.entities[who]
    known = ways(c)
    last = state.fight.last.get(who)
    before = last.attack.name if last is not None and last.kind == "attack" and last.attack is not None else ""
    for attack in sorted(known, key=lambda a: a.name != before):
        aim = () if weapons.is_spent(c, attack) else _aim(state, c, attack, last)
        if aim:
            return Strike(who=who, targets=aim, weapon="" if attack == known[0] else attack.name)
    return None


def possible(state: CairnState, who: str) -> tuple[str, ...]:
    """The enemies still in the fight whom some attack of theirs can be aimed at, in listed order."""
    c = state.entities[who]
    able = [attack for attack in ways(c) if not weapons.is_spent(c, attack)]
    foes = [f.id for f in detachments.enemies(state, who)]
    return tuple(foe for foe in foes if any(refuse_target(state, c, attack, foe) is None for attack in able))


def _aim(state: CairnState, c: Combatant, attack: Attack, last: Act | None) -> tuple[str, ...]:
    """Whom somebody is expected to aim that attack at."""
    foes = [f for f in detachments.enemies(state, c.id) if refuse_target(state, c, attack, f.id) is None]
    before = last.targets if last is not None and last.kind == "attack" else ()
    if attack.blast or c.detachment:
        crowd = detachments.reach(state, c.id)
        if crowd or attack.blast:
            return crowd
    near = [f for f in foes if detachments.is_near(state, c.id, f.id)]
    again = [f for f in foes if (f.id,) == before]
    return tuple(f.id for f in (*again, *near, *foes)[:1])


# Declaring -----------------------------------------------------------------------------------------------------------


def refuse_target(state: CairnState, by: Combatant, attack: Attack, target: str) -> Rejected | None:
    """The refusal for somebody whom that attack cannot be aimed at (CA-RET-003)."""
    on = state.person(target)
    if not isinstance(on, Combatant):
        return unknown(target)
    if not detachments.still_a_mark(on):
        return Rejected("not-a-mark", {"who": Who(target)})
    if attack.blast:
        # The Warden marks the area, so whoever is named is in it.
        return None
    if target == by.id:
        return Rejected("not-oneself", {"who": Who(target)})
    band = bands.between(state.bands, by.id, target) or "near"
    if attack.ranged:
        return Rejected("out-of-sight", {"who": Who(by.id), "other": Who(target)}) if band == "out_of_sight" else None
    if detachments.is_near(state, by.id, target):
        return None
    fields: dict[str, Field] = {"who": Who(by.id), "other": Who(target), "band": Msg("band:" + band)}
    return Rejected("too-far-for-melee", fields)


def _targets(c: Strike, state: CairnState, by: Combatant, attack: Attack) -> tuple[str, ...] | Rejected:
    named = c.targets
    if not named and (c.unclear or by.detachment):
        named = detachments.reach(state, c.who)
    if not named:
        return Rejected("no-target", {"who": Who(c.who)})
    for target in named:
        refused = refuse_target(state, by, attack, target)
        if refused is not None:
            return refused
    targets = pools.in_order(state, named)
    if len(targets) > 1 and not (attack.blast or detachments.hits_many(by, tuple(state.entities[t] for t in targets))):
        return Rejected("one-target", {"who": Who(c.who), "attack": weapons.called(attack)})
    return targets


def _strike(c: Strike, tx: Tx) -> Rejected | None:
    refused = turns.may_declare(tx.state, c.who)
    if refused is not None:
        return refused
    by = tx.state.entities[c.who]
    attack = weapons.find(by, c.weapon)
    if isinstance(attack, Rejected):
        return attack
    targets = _targets(c, tx.state, by, attack)
    if isinstance(targets, Rejected):
        return targets
    if c.die and not 2 <= c.die <= LARGEST_DIE:
        return Rejected("out-of-bounds", {"field": "die", "low": 2, "high": LARGEST_DIE, "value": str(c.die)})
    if c.unclear and not attack.blast:
        return Rejected("not-a-blast", {"attack": weapons.called(attack)})
    if weapons.is_spent(by, attack):
        return Rejected("none-left", {"who": Who(c.who), "attack": weapons.called(attack)})
    return acts.declare(
        tx,
        Act(
            who=c.who,
            kind="attack",
            targets=targets,
            attack=attack,
            impaired=c.impaired,
            enhanced=c.enhanced,
            declined=c.plain,
            die=c.die,
            unclear=c.unclear,
        ),
    )


# Rolling -------------------------------------------------------------------------------------------------------------


def _number_due(state: CairnState, who: str, *, rolled: bool) -> Act | Rejected:
    refused = may_roll(state)
    if refused is not None:
        return refused
    found = next((act for act in uncounted(state) if act.who == who and bool(act.number) == rolled), None)
    return found or Rejected("no-number-owed", {"who": Who(who)})


def _number_die(act: Act) -> int:
    assert act.attack is not None
    return act.die or act.attack.dice[0]


def _roll_number(c: RollNumber, tx: Tx) -> Rejected | None:
    act = _number_due(tx.state, c.who, rolled=False)
    if isinstance(act, Rejected):
        return act
    sides = _number_die(act)
    (face,) = tx.roll(1, sides)
    among = len(act.targets)
    tx.emit(NumberRolled(who=c.who, sides=sides, face=face, number=min(face, among), among=among))
    return None


def _reach(c: Reach, tx: Tx) -> Rejected | None:
    act = _number_due(tx.state, c.who, rolled=True)
    if isinstance(act, Rejected):
        return act
    targets = pools.in_order(tx.state, c.targets)
    if not targets:
        return Rejected("no-target", {"who": Who(c.who)})
    outside = tuple(Who(t) for t in c.targets if t not in act.targets)
    if outside:
        return Rejected("not-in-the-blast", {"who": outside})
    if len(targets) > act.number:
        return Rejected("too-many-reached", {"number": act.number, "count": len(targets)})
    tx.emit(Reached(who=c.who, targets=targets))
    return None


def _roll_damage(c: RollDamage, tx: Tx) -> Rejected | None:
    refused = may_roll(tx.state)
    if refused is not None:
        return refused
    owed = to_roll(tx.state)
    if not owed:
        return Rejected("no-damage-owed")
    for who in c.who:
        if not any(act.who == who for act in owed):
            return Rejected("owes-no-damage", {"who": Who(who)})
    open_numbers = uncounted(tx.state)
    if open_numbers:
        return Rejected("number-first", {"who": tuple(Who(act.who) for act in open_numbers)})
    for act in owed:
        if not c.who or act.who in c.who:
            _throw(tx, act)
    return None


def _throw(tx: Tx, act: Act) -> None:
    targets = pools.in_order(tx.state, act.targets)
    sides = tuple(pools.dice(tx.state, act, target) for target in targets)
    found = [pools.marks(tx.state, act, target) for target in targets]
    assert act.attack is not None
    faces = tuple(tuple(face for size in sizes for face in tx.roll(1, size)) for sizes in sides)
    tx.emit(
        Rolled(
            who=act.who,
            attack=act.attack.name,
            targets=targets,
            sides=sides,
            faces=faces,
            impaired=tuple(m.impaired for m in found),
            enhanced=tuple(m.enhanced for m in found),
        )
    )
    weapons.spend(tx, act)


def settle(tx: Tx) -> None:
    """Book the damage of the turn, every target from its own pool, opponents first, then the PCs' side.

    All pools are read before anything is booked, for what a side does in its turn happens at the same moment.
    """
    for pool in pools.pools(tx.state):
        kept, damage = pools.keep(pool)
        tx.emit(Hit(target=pool.target, throws=pool.throws, kept=kept, armour=pool.armour, damage=damage))
        if damage:
            owner = pool.throws[kept]
            critical.take(tx, pool.target, damage, by=owner.who, rider=owner.rider)


# What is owed --------------------------------------------------------------------------------------------------------


def tasks(state: CairnState) -> tuple[Task, ...]:
    """The damage dice that are owed, once nothing has to come before them: one task, with the odds of each target.

    Before it, for each blast of unclear number, the die for the number and the question whom it reaches.
    """
    owed = to_roll(state)
    if not owed or may_roll(state) is not None:
        return ()
    open_numbers = uncounted(state)
    if open_numbers:
        return tuple(_number_task(act) for act in open_numbers)
    rolls = [(act, target, pools.dice(state, act, target)) for act in owed for target in act.targets]
    sizes = [size for _, _, sides in rolls for size in sides]
    said = tuple(
        Msg("{who} {dice} on {target}", {"who": Who(act.who), "dice": weapons.dice_text(sides), "target": Who(target)})
        for act, target, sides in rolls
    )
    aimed = pools.in_order(state, (target for _, target, _ in rolls))
    return (
        Task(
            kind="damage",
            who="",
            what=Msg("damage dice: {dice}", {"dice": said}),
            command=RollDamage(),
            dice=(len(sizes), sizes[0] if len(set(sizes)) == 1 else 0),
            detail=tuple(chances(state, target) for target in aimed),
            form="damage",
        ),
    )


def chances(state: CairnState, target: str) -> Msg:
    """What the dice aimed at somebody promise, in words."""
    blow = odds.blow(state, target)
    fields: dict[str, Field] = {
        "target": Who(target),
        "falls": saves.percent(blow.p_falls),
        "zero": saves.percent(blow.p_zero),
        "nothing": saves.percent(blow.p_nothing),
        "most": blow.most,
    }
    if not state.entities[target].hp:
        return Msg("{target}: down {falls}, no damage {nothing}; {most} at most", fields)
    return Msg("{target}: down {falls}, exactly 0 HP {zero}, no damage {nothing}; {most} at most", fields)


def _number_task(act: Act) -> Task:
    fields: dict[str, Field] = {"who": Who(act.who), "number": act.number, "among": len(act.targets)}
    if act.number:
        return Task(
            kind="reach",
            who=act.who,
            what=Msg("{who}: the blast reaches {number} of {among}; which?", fields),
            proposal=True,
            command=Reach(who=act.who, targets=act.targets[: act.number]),
            form=f"reach {act.who}",
        )
    return Task(
        kind="number",
        who=act.who,
        what=Msg("{who}: how many does the blast reach, {among} at most?", fields),
        command=RollNumber(who=act.who),
        dice=(1, _number_die(act)),
        form=f"spread {act.who}",
    )


# Folds ---------------------------------------------------------------------------------------------------------------


def _with_act(state: CairnState, act: Act) -> CairnState:
    return replace(state, fight=replace(state.fight, acts={**state.fight.acts, act.who: act}, rolled=True))


def _rolled(state: CairnState, e: Rolled) -> CairnState:
    return _with_act(state, replace(state.fight.acts[e.who], targets=e.targets, faces=e.faces))


def _number_rolled(state: CairnState, e: NumberRolled) -> CairnState:
    return _with_act(state, replace(state.fight.acts[e.who], number=e.number, unclear=e.number < e.among))


def _reached(state: CairnState, e: Reached) -> CairnState:
    return _with_act(state, replace(state.fight.acts[e.who], targets=e.targets, unclear=False))


def _same(state: CairnState, e: Hit) -> CairnState:
    return state


DECIDE = {Strike: _strike, RollDamage: _roll_damage, RollNumber: _roll_number, Reach: _reach}
EVOLVE = {Rolled: _rolled, Hit: _same, NumberRolled: _number_rolled, Reached: _reached}
