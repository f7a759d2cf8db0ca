"""What the movement phase keeps while it runs: declarations, speed checks, and what became of named pairs.

The values of LP-MOV-002, -035, -036, -047, -050, -052, -057 and -069 as they lie in the state (``Crisis``).
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from .character import Reading
from .outcomes import Result


class Declaration(msgspec.Struct, frozen=True, kw_only=True):
    """What somebody tries in the movement phase: whom to approach, whom to retreat from, and by which way of moving.

    Neither means static. ``stop`` maps an other's id to the band the mover is content with (move less); ``boost`` is a
    shortcut's gain in speed classes; ``vehicle`` marks movement by vehicle (OPR=speed). ``stand`` is the GM's word on
    somebody prone: ``up``, ``stay``, or empty for what the rule says (LP-MOV-069).
    """

    approach: tuple[str, ...] = ()
    retreat: tuple[str, ...] = ()
    by: str = ""
    stop: Mapping[str, str] = {}
    boost: int = 0
    vehicle: bool = False
    stand: str = ""


class SpeedRoll(msgspec.Struct, frozen=True):
    """One side's speed check as it settled: the result and the dice on the table, for a tie-break.

    The last ``tail`` dice lie behind all others; ``reading`` is how its owner reads dice.
    """

    result: Result
    faces: tuple[int, ...] = ()
    sides: int = 0
    tail: int = 0
    reading: Reading = Reading()


class SpeedGroup(msgspec.Struct, frozen=True, kw_only=True):
    """One speed check of the movement phase: who rolls against which opponents (one class), and what came of it.

    ``others`` may hold several opponents of equal class (LP-MOV-052), ``members`` those the roll also stands for
    (LP-MOV-050). ``opposed`` marks NPC against NPC and PC against PC (LP-MOV-035, -036), where the opponent rolls too.
    ``rolls`` holds what has settled, by who rolled; ``result`` is empty until it is known: ``wins``, ``holds`` or
    ``loses``.
    """

    id: str
    who: str
    others: tuple[str, ...]
    speed_class: str
    direction: str
    members: tuple[str, ...] = ()
    vehicle: bool = False
    opposed: bool = False
    rounds: int = 0
    rolls: Mapping[str, SpeedRoll] = {}
    result: str = ""


class PairMove(msgspec.Struct, frozen=True, kw_only=True):
    """What the movement phase made of a pair that somebody named.

    ``maximum`` is the full move, ``end`` what was taken of it. ``winner`` is whose intention it was, empty where
    nobody's. ``weight`` says how firm the band is beside others: 2 rolled, 1 moved, 0 to follow from a shared place.
    """

    a: str
    b: str
    start: str
    maximum: str
    end: str
    cause: str
    winner: str = ""
    weight: int = 1
