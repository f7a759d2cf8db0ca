"""What a weapon's hit brings besides plain damage: states, alternatives, checks against it, abilities.

Covers LP-WPN-002, -013, -014, -021, -023 to -025, -027, -030 to -034, -039, -041, -043, -044 and LP-ATK-028, -038.
"""

from __future__ import annotations

from ...core.ruleset import Tx as CoreTx
from .state import LawnState
from .weapon_table import Effect

Tx = CoreTx[LawnState]


def apply(tx: Tx, who: str, effect: Effect, source: str, *, choice: str = "") -> None:
    """Let somebody have an effect: its check is asked for first where there is one, else damage and states come.

    ``source`` names the weapon in the log, ``choice`` the state the attacker picked of an effect that lets choose.
    """


def hit(tx: Tx, attacker: str, item: str, target: str, *, when: str = "hit", degree: int = 0,
        ammunition: str = "") -> None:
    """Everything but the damage that the weapon brings at that moment (``hit``, ``undodged``, ``grazed``, ``damaged``).

    A state named by ``ammunition`` comes with ``hit`` and ``undodged``; an ability not used yet is offered then.
    """
