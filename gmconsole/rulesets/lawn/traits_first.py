"""What single traits of table 2 do, from Tough to Romantic (chapter "Traits").

Covers LP-TRT-101 to -116 as far as they are more than figures and presets. Chapters that come upon a moment a trait has
a say in (waking, sleep, sanity lost, a session's end) call what stands here.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from ...core.model import Msg, Rejected, Who
from ...core.ruleset import Tx as CoreTx
from . import abilities, alterations, injuries, outcomes, pools, traits
from .abilities import Operation, Use, UseAbility
from .alterations import Plan
from .state import Check, LawnState, Modifier, Person

Tx = CoreTx[LawnState]

TOUGH_MINORS = 3


# 01 Tough ------------------------------------------------------------------------------------------------------------


def _tough(person: Person) -> bool:
    return traits.has(person, "tough")


injuries.UNHINDERED.append(_tough)
injuries.WORSEN.append(lambda person: TOUGH_MINORS if _tough(person) else 0)


# 03 Spirited ---------------------------------------------------------------------------------------------------------


def _passes(state: LawnState, person: Person, kind: str, purpose: str, modifiers: tuple[Modifier, ...]) -> bool:
    """Initiative always, speed where the pool would not fail by itself (LP-TRT-103, -103b, Q-CHK-03)."""
    if not traits.has(person, "spirited"):
        return False
    if kind == "initiative":
        return True
    probe = Check(id="", who=person.id, type=kind, purpose=purpose, modifiers=modifiers)
    return purpose == "speed" and pools.pool_size(pools.pool_lines(state, probe)) >= outcomes.FEWEST_DICE


pools.PASSES.append(_passes)


def _reroll_face(state: LawnState, use: Use) -> Plan | Rejected:
    """All dice that show one number thrown again, each in its place (LP-TRT-103c, Q-TRT-05)."""
    assert use.check is not None
    places = [i for i, die in enumerate(use.check.dice, start=1) if die.face == use.said.number and die.sides]
    if not places:
        return Rejected("no-such-face", {"who": Who(use.check.who), "face": use.said.number})
    return alterations.again(use.check, places)


def _faces_to_reroll(state: LawnState, use: Use) -> Iterable[tuple[UseAbility, Msg]]:
    assert use.check is not None
    for face in sorted({die.face for die in use.check.dice if die.sides}):
        yield (
            replace(use.said, number=face),
            Msg(
                "{who}: {ability}, all {face} again",
                {"who": Who(use.who), "ability": abilities.ability_name(use.ability), "face": face},
            ),
        )


abilities.OPERATIONS["reroll_face"] = Operation(plan=_reroll_face, uses=_faces_to_reroll)


# 04 Cautious ---------------------------------------------------------------------------------------------------------


def _careful(state: LawnState, person: Person) -> int:
    return int(traits.has(person, "cautious"))


def _swap_ends(state: LawnState, use: Use) -> Plan | Rejected:
    """The first die and the last change places (LP-TRT-104b)."""
    assert use.check is not None
    return alterations.swapped(use.check, 1, len(use.check.dice))


abilities.EXTRA.append(_careful)
pools.HELPING.append(lambda state, who: _careful(state, state.entities[who]))
abilities.OPERATIONS["swap_ends"] = Operation(plan=_swap_ends)
