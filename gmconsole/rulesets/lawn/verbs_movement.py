"""The verbs of approach and retreat: declarations, speed checks, shortcuts and vehicles, leaving and entering."""

from __future__ import annotations

from ...core.model import Name
from ...language.grammar import Param, Verb
from . import movement, readings, shortcuts
from .parts import A_CHECK, DIFFICULTY, HOLD, MODIFIERS, RESULTS, SHORTCUT, STAND, WHO, band_terms, speed_terms

VERBS: tuple[Verb, ...] = (
    Verb(
        id="declare",
        name=Name("宣言", "declare"),
        key="d",
        command=movement.Declare,
        params=(
            WHO,
            Param(field="approach", kind="who", keyword=Name("靠近", "approach"), many=True, optional=True),
            Param(field="retreat", kind="who", keyword=Name("远离", "retreat"), many=True, optional=True),
            Param(field="by", kind="term", terms=speed_terms, keyword=Name("以", "by"), optional=True),
            Param(field="stop", kind="pairs", terms=band_terms, keyword=Name("止于", "stop"), optional=True),
            Param(field="boost", kind="signed", optional=True),
            Param(field="vehicle", kind="flag", keyword=Name("驾驶", "driving")),
            Param(field="stand", kind="term", terms=lambda ctx: STAND, keyword=Name("起身", "stand"), optional=True),
        ),
        help=Name("宣言靠近或远离谁", "say whom somebody approaches or retreats from"),
    ),
    Verb(
        id="stay",
        name=Name("静止", "stay"),
        command=movement.Stay,
        params=(Param(field="who", kind="who", many=True, optional=True),),
        help=Name("宣言静止；不写名字则其余所有人", "declare people static, or all who have not declared"),
    ),
    Verb(
        id="speed",
        name=Name("速度", "speed"),
        command=movement.SpeedCheck,
        build=readings.speed,
        values=readings.of_speed,
        params=(
            WHO,
            Param(field="against", kind="who", many=True, optional=True),
            A_CHECK,
            DIFFICULTY,
            MODIFIERS,
            Param(
                field="result", kind="term", terms=lambda ctx: RESULTS, keyword=Name("结果", "result"), optional=True
            ),
            HOLD,
        ),
        help=Name("速度检定，或由主持人定结果", "roll a speed check, or say how it ends"),
    ),
    Verb(
        id="less",
        name=Name("少移", "less"),
        command=movement.MoveLess,
        params=(WHO, Param(field="other", kind="who"), Param(field="band", kind="term", terms=band_terms)),
        help=Name("移动得少一些", "move less than the full move"),
    ),
    Verb(
        id="ride",
        name=Name("乘坐", "ride"),
        command=shortcuts.Ride,
        build=readings.ride,
        params=(
            WHO,
            Param(field="vehicle", kind="text", optional=True),
            Param(field="drives", kind="flag", keyword=Name("驾驶", "driving")),
        ),
        help=Name("上车或下车，是行动", "get into a vehicle, or out: an action"),
    ),
    Verb(
        id="shortcut",
        name=Name("抄近路", "shortcut"),
        command=shortcuts.Shortcut,
        build=readings.shortcut,
        values=readings.of_shortcut,
        params=SHORTCUT,
        help=Name("抄近路", "take a shortcut"),
    ),
)

CROSSING: tuple[Verb, ...] = (
    Verb(
        id="leave",
        name=Name("退出", "leave"),
        key="x",
        command=movement.Leave,
        params=(WHO, Param(field="force", kind="flag", keyword=Name("强制", "force"))),
        help=Name("离开危机", "somebody leaves the crisis"),
    ),
    Verb(
        id="enter",
        name=Name("进入", "enter"),
        command=movement.Enter,
        params=(
            WHO,
            Param(field="approaching", kind="who", keyword=Name("靠近", "approach"), many=True, optional=True),
            Param(field="by", kind="term", terms=speed_terms, keyword=Name("以", "by"), optional=True),
            Param(field="rounds", kind="number", keyword=Name("轮后", "in"), optional=True),
        ),
        help=Name("从场外进入危机", "somebody comes in from outside"),
    ),
)
"""Leaving and entering: seldom needed, so the footer names them late."""
