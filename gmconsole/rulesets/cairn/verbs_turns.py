"""The verbs of rounds and saves."""

from __future__ import annotations

from collections.abc import Mapping

from ...core.model import Name
from ...language.grammar import Ctx, Param, Verb
from . import saves, turns
from .terms import ATTRIBUTE_NAMES, PHASE_NAMES, SIDE_NAMES
from .turn_words import TERMS

FIGHTS: Mapping[str, Name] = TERMS["fight"]
QUARRIES: Mapping[str, Name] = {side: SIDE_NAMES[side] for side in PHASE_NAMES}
BECAUSE = Param(field="because", kind="text", keyword=Name("因为", "because"), optional=True)
WHO = Param(field="who", kind="who")
WHOM = Param(field="who", kind="who", many=True)


def attribute_terms(ctx: Ctx) -> Mapping[str, Name]:
    """The three attributes."""
    return ATTRIBUTE_NAMES


ATTRIBUTE = Param(field="attribute", kind="term", terms=attribute_terms)
CALL = Param(field="call", kind="text", keyword=Name("编号", "which"), optional=True)

VERBS: tuple[Verb, ...] = (
    Verb(
        id="start",
        name=Name("开始", "start"),
        command=turns.Start,
        build=lambda v, ctx: turns.Start(
            kind=v.get("kind", "fight"),
            waived=v.get("waived", ()),
            because=v.get("because", ""),
            quarry=v.get("quarry", ""),
        ),
        params=(
            Param(field="kind", kind="term", terms=lambda ctx: FIGHTS, optional=True),
            Param(field="waived", kind="who", many=True, keyword=Name("免除", "waive"), optional=True),
            Param(
                field="quarry",
                kind="term",
                terms=lambda ctx: QUARRIES,
                keyword=Name("被追", "quarry"),
                optional=True,
            ),
            BECAUSE,
        ),
        help=Name("开始战斗或追逐", "begin a fight, or a chase"),
    ),
    Verb(
        id="end",
        name=Name("结束", "end"),
        command=turns.End,
        help=Name("结束战斗", "end the fight"),
    ),
    Verb(
        id="save",
        name=Name("豁免", "save"),
        command=saves.Save,
        params=(WHO, CALL),
        help=Name("掷所欠的豁免", "roll the save that somebody owes"),
    ),
    Verb(
        id="ask",
        name=Name("要求", "ask"),
        command=saves.CallSave,
        params=(
            WHO,
            ATTRIBUTE,
            Param(field="why", kind="text", optional=True),
            Param(field="cost", kind="text", keyword=Name("代价", "cost"), optional=True),
        ),
        help=Name("要求某人豁免", "ask somebody for a save"),
    ),
    Verb(
        id="safe",
        name=Name("无险", "safe"),
        command=saves.Safe,
        params=(WHO, CALL),
        help=Name("此事无险，无需豁免", "there is no risk, no save is needed"),
    ),
    Verb(
        id="waive",
        name=Name("免除", "waive"),
        command=turns.Waive,
        params=(WHOM, BECAUSE),
        help=Name("免除第一轮豁免", "spare somebody the first-round save"),
    ),
    Verb(
        id="anyway",
        name=Name("照常行动", "anyway"),
        command=turns.ActAnyway,
        params=(WHO,),
        help=Name("倒下的对手本轮仍行动", "a fallen foe still acts in this round"),
    ),
)
