"""The verbs of injury states and life: gaining and losing them, tending by word, life, load and sanity."""

from __future__ import annotations

from ...core.model import Name
from ...language.grammar import Param, Verb
from . import injuries, life, readings, relief
from .parts import FATES, MARKS, WEAPON, WHO, WHOM, WHY, state_terms

VERBS: tuple[Verb, ...] = (
    Verb(
        id="state",
        name=Name("状态", "state"),
        key="i",
        command=injuries.ChangeState,
        build=readings.state,
        values=readings.of_state,
        params=(WHOM, Param(field="changes", kind="changes", terms=state_terms, marks=MARKS)),
        help=Name("获得或失去状态（伤害、倒地等）", "give and take states: injuries, prone and the like"),
    ),
    Verb(
        id="tend",
        name=Name("急救", "tend"),
        command=relief.Tend,
        params=(WHO, Param(field="state", kind="marked", terms=state_terms, marks=MARKS)),
        help=Name("标记为已急救，不作检定（检定用“援助”）", "mark a state as tended without a check, which is for aid"),
    ),
    Verb(
        id="restore",
        name=Name("恢复呼吸", "restore"),
        command=relief.Restore,
        params=(WHO,),
        help=Name("恢复呼吸", "breathing is restored"),
    ),
    Verb(
        id="putout",
        name=Name("扑灭", "putout"),
        command=relief.PutOut,
        params=(WHO,),
        help=Name("扑灭身上的火", "put a burning person out"),
    ),
    Verb(
        id="life",
        name=Name("生命", "life"),
        command=life.ChangeLife,
        params=(
            WHOM,
            Param(field="by", kind="signed"),
            Param(field="breaching", kind="flag", keyword=Name("破坏", "breaching")),
        ),
        help=Name("增减生命值", "take or give life points"),
    ),
    Verb(
        id="maxlife",
        name=Name("生命上限", "maxlife"),
        command=life.SetLife,
        build=lambda v, ctx: life.SetLife(who=v["who"], full=v["full"], now=v.get("now")),
        params=(
            WHOM,
            Param(field="full", kind="number"),
            Param(field="now", kind="number", keyword=Name("现有", "now"), optional=True),
        ),
        help=Name("设定生命上限，默认补满", "set the life points there are, filled up unless said"),
    ),
    Verb(
        id="fate",
        name=Name("下场", "fate"),
        command=life.SetFate,
        build=lambda v, ctx: life.SetFate(who=v["who"], fate=v.get("fate", "")),
        params=(WHO, Param(field="fate", kind="term", terms=lambda ctx: FATES, optional=True)),
        help=Name("生命归零后的下场", "what becomes of somebody at 0 life"),
    ),
    Verb(
        id="important",
        name=Name("重要角色", "important"),
        command=life.Important,
        build=lambda v, ctx: life.Important(who=v["who"], on=not v.get("off", False)),
        values=lambda c: {"who": c.who, "off": not c.on},
        params=(WHO, Param(field="off", kind="flag", keyword=Name("取消", "off"))),
        help=Name("以伤害状态代替生命", "injury states in place of life"),
    ),
    Verb(
        id="load",
        name=Name("载弹", "load"),
        command=life.ChangeLoad,
        params=(
            WHO,
            WEAPON,
            Param(field="to", kind="number", optional=True),
            Param(field="by", kind="signed", optional=True),
            Param(field="full", kind="number", keyword=Name("满", "full"), optional=True),
        ),
        help=Name("武器载弹量", "a weapon's load"),
    ),
    Verb(
        id="sanity",
        name=Name("神志", "sanity"),
        command=life.ChangeSanity,
        params=(WHOM, Param(field="by", kind="signed"), WHY),
        help=Name("增减神志", "lose or regain sanity"),
    ),
)
