"""Who moves against whom, and what each named pair comes to: the pure part of the movement phase.

Covers LP-MOV-004 to -006, -008, -014, -015, -027 to -030, -035, -036, -043, -050 to -059, -061, -065 to -070, -073,
-074 and -076. Nothing here feeds one pair's result into another's: all of it reads the bands as they stand
(LP-MOV-057).

Who moves as one, and how fast, is in ``movers``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec
from msgspec.structs import replace

from ...core import bands
from . import checks, ladders, movers, people
from .ladders import Direction, Part
from .movement_state import Declaration, PairMove, SpeedGroup
from .state import Check, LawnState

ROLLED = 2


# Pairs -------------------------------------------------------------------------------------------------------------


class UnitPair(msgspec.Struct, frozen=True):
    """Two units of which at least one names the other, with both classes as they count against each other."""

    a: movers.Unit
    b: movers.Unit
    class_a: str
    class_b: str

    @property
    def wish_a(self) -> Direction | None:
        """What a wants of b."""
        return self.a.wishes.get(self.b.leader)

    @property
    def wish_b(self) -> Direction | None:
        """What b wants of a."""
        return self.b.wishes.get(self.a.leader)

    @property
    def chase(self) -> bool:
        """One approaches while the other retreats (LP-MOV-004)."""
        return self.wish_a is not None and self.wish_b is not None and self.wish_a != self.wish_b


def unit_pairs(state: LawnState) -> tuple[UnitPair, ...]:
    """Every two units of which one names the other, in listed order."""
    found = movers.units(state)
    places = {head: i for i, head in enumerate(found)}
    named = sorted(
        {tuple(sorted((head, other), key=places.__getitem__)) for head, unit in found.items() for other in unit.wishes},
        key=lambda pair: (places[pair[0]], places[pair[1]]),
    )
    pairs = [UnitPair(found[a], found[b], found[a].speed_class, found[b].speed_class) for a, b in named]
    if state.options.get("slowest_one") is True:
        pairs = _with_the_slowest(pairs)
    return tuple(pairs)


def _sides(pair: UnitPair) -> tuple[movers.Unit, movers.Unit] | None:
    """(player characters' unit, the other) of a chase between the two kinds, else None."""
    if not pair.chase or pair.a.is_pc == pair.b.is_pc:
        return None
    return (pair.a, pair.b) if pair.a.is_pc else (pair.b, pair.a)


def _with_the_slowest(pairs: list[UnitPair]) -> list[UnitPair]:
    """The pairs with each team of player characters moving at its slowest one's class (LP-MOV-050, -051)."""
    teams: dict[Direction, set[str]] = {}
    for pair in pairs:
        sides = _sides(pair)
        if sides is not None:
            teams.setdefault(sides[0].wishes[sides[1].leader], set()).add(sides[0].speed_class)
    out = []
    for pair in pairs:
        sides = _sides(pair)
        if sides is not None:
            slowest = ladders.lowest(*teams[sides[0].wishes[sides[1].leader]])
            pair = replace(pair, class_a=slowest) if sides[0] is pair.a else replace(pair, class_b=slowest)
        out.append(pair)
    return out


def members_of(state: LawnState, pair: UnitPair) -> tuple[tuple[str, str], ...]:
    """The pairs of entities the two units come to, without those on stage whose band nobody has said."""
    return tuple((a, b) for a in pair.a.members for b in pair.b.members if not unknown_band(state, a, b))


def unknown_band(state: LawnState, a: str, b: str) -> bool:
    """True for two on stage without a band: two objects never have one, others may still be asked for theirs."""
    return bands.between(state.bands, a, b) is None and state.entities[a].presence == state.entities[b].presence == "in"


def _checked(state: LawnState, pair: UnitPair) -> bool:
    """True if a speed check decides the pair: a chase at equal class that can change something (LP-MOV-029, -043)."""
    return (
        pair.chase
        and pair.class_a == pair.class_b
        and any(ladders.can_change(pair.class_a, movers.band(state, a, b)) for a, b in members_of(state, pair))
    )


def speed_pool(state: LawnState, who: str, vehicle: bool) -> int:
    """The dice of a speed check: PHY by one's own body, OPR by vehicle (LP-MOV-030)."""
    check = Check(id="", who=who, type="OPR" if vehicle else "PHY", purpose="speed")
    return checks.pool_size(checks.pool_lines(state, check))


def groups(state: LawnState) -> tuple[SpeedGroup, ...]:
    """The speed checks of this round with what is known of them.

    One for each player character and direction against all others of equal class in it; with the slowest one in use one
    for the whole team; an opposed one for two NPCs or two player characters (LP-MOV-029, -035, -036, -050, -052).
    """
    if not _LAST or _LAST[0][0] is not state:
        _LAST[:] = [(state, _groups(state, unit_pairs(state)))]
    return _LAST[0][1]


_LAST: list[tuple[LawnState, tuple[SpeedGroup, ...]]] = []
"""The last state looked at with its groups: a Board asks several times, and a chase of many has hundreds of pairs."""


def _groups(state: LawnState, pairs: tuple[UnitPair, ...]) -> tuple[SpeedGroup, ...]:
    known = {g.id: g for g in state.crisis.speed_groups}
    found: dict[str, SpeedGroup] = {}
    team = state.options.get("slowest_one") is True
    for pair in pairs:
        if not _checked(state, pair):
            continue
        sides = _sides(pair)
        mine, other = sides or (pair.a, pair.b)
        direction = mine.wishes[other.leader]
        if sides is None:
            key = f"{mine.leader} {other.leader}"
        else:
            key = f"team {direction}" if team else f"{mine.leader} {direction}"
        group = found.get(key) or _new(key, mine, pair.class_a, direction, sides is None, known.get(key))
        found[key] = replace(group, others=_with(group.others, other.leader), members=_with(group.members, mine.leader))
    return tuple(_represented(state, g) for g in found.values())


def _new(
    key: str, mine: movers.Unit, speed: str, direction: Direction, opposed: bool, known: SpeedGroup | None
) -> SpeedGroup:
    fresh = SpeedGroup(
        id=key,
        who=mine.leader,
        others=(),
        speed_class=speed,
        direction=direction,
        vehicle=mine.vehicle,
        opposed=opposed,
    )
    return fresh if known is None else replace(fresh, rounds=known.rounds, rolls=known.rolls, result=known.result)


def _with(ids: tuple[str, ...], one: str) -> tuple[str, ...]:
    return ids if one in ids else (*ids, one)


def _represented(state: LawnState, group: SpeedGroup) -> SpeedGroup:
    """The group rolled for by its slowest member: the lowest class, then the fewest dice, then as listed (Q-C27)."""
    if len(group.members) < 2:
        return group
    found = movers.units(state)
    who = min(
        group.members, key=lambda m: (ladders.speed(found[m].speed_class), speed_pool(state, m, found[m].vehicle))
    )
    stored = next((g.who for g in state.crisis.speed_groups if g.id == group.id and g.who in group.members), who)
    return replace(group, who=stored, vehicle=found[stored].vehicle)


def group_of(found: Iterable[SpeedGroup], who: str, others: Iterable[str] = ()) -> SpeedGroup | None:
    """The first speed check of that one against any of the others (against anybody where none are named)."""
    against = set(others)
    for group in found:
        if who in group.members and (not against or against & set(group.others)):
            return group
        if group.opposed and who in group.others and (not against or against & set(group.members)):
            return group
    return None


# Results -----------------------------------------------------------------------------------------------------------


def _pair_move(state: LawnState, pair: UnitPair, a: str, b: str, group: SpeedGroup | None) -> PairMove:
    """The pair's move; a pair with two bands is given with its mover first, whose own band counts (Q-D12)."""
    if movers.directed(state, a, b) and _mover(pair, group) is pair.b:
        pair, a, b = UnitPair(pair.b, pair.a, pair.class_b, pair.class_a), b, a
    start = movers.band(state, a, b)
    stop_a = pair.a.stop.get(b) or pair.a.stop.get(pair.b.leader, "")
    stop_b = pair.b.stop.get(a) or pair.b.stop.get(pair.a.leader, "")
    if pair.chase and pair.class_a == pair.class_b:
        winner = _winner(pair, group)
        if winner is None:
            return PairMove(
                a=a,
                b=b,
                start=start,
                maximum=start,
                end=start,
                cause="level" if group is not None else "out_of_reach",
                weight=ROLLED if group is not None else 1,
            )
        wish = pair.wish_a if winner is pair.a else pair.wish_b
        maximum = ladders.step5(pair.class_a, start, wish or "approach")
        cause, weight = "speed_check", ROLLED
    elif pair.chase:
        winner = pair.a if ladders.speed(pair.class_a) > ladders.speed(pair.class_b) else pair.b
        wish = pair.wish_a if winner is pair.a else pair.wish_b
        maximum = ladders.step3(pair.class_a if winner is pair.a else pair.class_b, start, wish or "approach")
        cause, weight = "faster", 1
    elif pair.wish_a is not None and pair.wish_b is not None:
        part_a, part_b = Part(pair.class_a), Part(pair.class_b)
        maximum = ladders.both(part_a, part_b, start, pair.wish_a)
        end = ladders.both(Part(pair.class_a, stop_a), Part(pair.class_b, stop_b), start, pair.wish_a)
        return PairMove(a=a, b=b, start=start, maximum=maximum, end=end, cause=f"both_{pair.wish_a}", winner=a)
    else:
        winner = pair.a if pair.wish_a is not None else pair.b
        mine, other = (pair.class_a, pair.class_b) if winner is pair.a else (pair.class_b, pair.class_a)
        maximum = ladders.freely(mine, other, start, pair.wish_a or pair.wish_b or "approach")
        cause, weight = ("aside" if other else "static"), 1
    stop = stop_a if winner is pair.a else stop_b
    return PairMove(
        a=a,
        b=b,
        start=start,
        maximum=maximum,
        end=ladders.shortened(start, maximum, stop),
        cause=cause,
        winner=a if winner is pair.a else b,
        weight=weight,
    )


def _mover(pair: UnitPair, group: SpeedGroup | None) -> movers.Unit:
    """Whose ladder the pair goes by; the first of the two where both move the same way."""
    if pair.chase:
        if pair.class_a == pair.class_b:
            return _winner(pair, group) or pair.a
        return pair.a if ladders.speed(pair.class_a) > ladders.speed(pair.class_b) else pair.b
    return pair.a if pair.wish_a is not None else pair.b


def _winner(pair: UnitPair, group: SpeedGroup | None) -> movers.Unit | None:
    """Whose intention succeeds after the speed check; None where the band holds."""
    if group is None or group.result in ("", "holds"):
        return None
    roller_is_a = pair.a.leader in group.members
    return pair.a if roller_is_a == (group.result == "wins") else pair.b


def moves(state: LawnState) -> tuple[PairMove, ...]:
    """Every named pair with its new band, all from the bands as they stand; checks not rolled hold the band.

    A mover that reaches two targets too far apart keeps only the picked one (LP-MOV-061).
    """
    pairs = unit_pairs(state)
    found = _groups(state, pairs)
    out: list[PairMove] = []
    for pair in pairs:
        group = None
        if _checked(state, pair):
            sides = _sides(pair)
            mine, other = sides or (pair.a, pair.b)
            group = group_of((g for g in found if g.opposed == (sides is None)), mine.leader, (other.leader,))
        out.extend(_pair_move(state, pair, a, b, group) for a, b in members_of(state, pair))
    return _picked(state, tuple(out))


def _picked(state: LawnState, found: tuple[PairMove, ...]) -> tuple[PairMove, ...]:
    for mover, pick in state.crisis.reach.items():
        reached = reached_by(state, found, mover)
        if pick not in reached:
            continue
        kept = [pick]
        for target in reached:
            if target not in kept and all(_near(state, found, target, k) for k in kept):
                kept.append(target)
        found = tuple(
            replace(m, maximum=m.start, end=m.start, cause="elsewhere", winner="", weight=0)
            if mover in (m.a, m.b) and (m.b if m.a == mover else m.a) in set(reached) - set(kept)
            else m
            for m in found
        )
    return found


def reached_by(state: LawnState, found: tuple[PairMove, ...], mover: str) -> tuple[str, ...]:
    """Those at whose place the mover's own approach ends."""
    declaration = state.crisis.declarations.get(mover)
    if declaration is None:
        return ()
    ends = {(m.b if m.a == mover else m.a): m.end for m in found if mover in (m.a, m.b)}
    return tuple(t for t in declaration.approach if ends.get(t) == "touch")


def _near(state: LawnState, found: tuple[PairMove, ...], a: str, b: str) -> bool:
    if state.entities[a].kind == state.entities[b].kind == "object" and bands.between(state.bands, a, b) is None:
        return True
    end = next((m.end for m in found if {m.a, m.b} == {a, b}), None) or movers.band(state, a, b)
    return ladders.rank(end) <= ladders.NEAR


def torn(state: LawnState, found: tuple[PairMove, ...]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The movers who would end at Touch of targets more than Near apart, with those targets (LP-MOV-061)."""
    out = []
    for mover in state.crisis.declarations:
        if mover in state.crisis.reach or mover not in state.entities:
            continue
        reached = reached_by(state, found, mover)
        if any(not _near(state, found, a, b) for i, a in enumerate(reached) for b in reached[i + 1 :]):
            out.append((mover, reached))
    return tuple(out)


def pursuers(state: LawnState, who: str, found: Mapping[str, movers.Unit] | None = None) -> tuple[str, ...]:
    """The opponents able to move who declared to approach that one's unit, in listed order.

    ``found`` are the state's units where the caller has them already.
    """
    mine = movers.leader(state, who)
    return tuple(
        unit.leader
        for unit in (movers.units(state) if found is None else found).values()
        if unit.wishes.get(mine) == "approach"
        and people.are_opponents(state.entities[who], state.entities[unit.leader])
    )


def contradictions(state: LawnState, declaration: Declaration) -> tuple[tuple[str, str], ...]:
    """(approached, retreated from) pairs that share a place, so that both wishes cannot come true (LP-MOV-060)."""
    return tuple(
        (t, r) for t in declaration.approach for r in declaration.retreat if bands.between(state.bands, t, r) == "touch"
    )
