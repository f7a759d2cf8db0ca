"""The verbs of attacks: striking, holding, striking back."""

from __future__ import annotations

from collections.abc import Mapping

from ...core.model import Command, Name, Rejected
from ...language.grammar import Ctx, Param, Values, Verb
from . import attacks, counter, forms, injuries, readings, restraint, weapons
from .parts import DIFFICULTY, HANDS, MODIFIERS, WHO
from .state import BANDS, Attack, LawnState, Modifier
from .terms import STATE_NAMES
from .weapon_table import MODES, PLAIN, WEAPONS

SIDES: Mapping[str, Name] = {side: HANDS[side] for side in ("left", "right")}
AMMUNITION: Mapping[str, Name] = {
    PLAIN: Name("普通", "plain"),
    **{a: STATE_NAMES[a] for w in WEAPONS.values() for a in w.ammunition if a != PLAIN},
}


def form_terms(ctx: Ctx) -> Mapping[str, Name]:
    return forms.names(ctx.state if isinstance(ctx.state, LawnState) else None)


def strike(v: Values, ctx: Ctx) -> Command | Rejected:
    modifiers = tuple(Modifier(dice, why) for dice, why in v.get("modifiers", ()))
    return attacks.Strike(**{**v, "modifiers": modifiers})


def of_strike(c: attacks.Strike) -> Values:
    return {**{f: getattr(c, f) for f in c.__struct_fields__}, "modifiers": readings.of_modifiers(c)}


def restrain(v: Values, ctx: Ctx) -> Command:
    return attacks.Restrain(
        who=v["who"],
        target=v["target"],
        difficulty=v.get("difficulty", 0),
        text=v.get("text", ""),
        modifiers=tuple(Modifier(dice, why) for dice, why in v.get("modifiers", ())),
    )


def of_restrain(c: attacks.Restrain) -> Values:
    return {**{f: getattr(c, f) for f in c.__struct_fields__}, "modifiers": readings.of_modifiers(c)}


def likely_weapons(v: Values, ctx: Ctx) -> tuple[str, ...]:
    """What the attacker has at hand, that which reaches an enemy first; then what needs no weapon."""
    state, who = ctx.state, v.get("who", "")
    if not isinstance(state, LawnState) or who not in state.entities:
        return ()
    person = state.entities[who]
    carried = dict.fromkeys((*person.weapons, *person.load))
    held = [item for item in carried if weapons.known(item) and weapons.of(person, item).modes]
    idle = {item: not any(_foe(state, who, target) for target in _reached(state, who, item)) for item in held}
    return (*sorted(held, key=idle.__getitem__), *forms.BRAWLS)


def likely_targets(v: Values, ctx: Ctx) -> tuple[str, ...]:
    """Whom the attack reaches: enemies first, the nearest of them first."""
    state, who = ctx.state, v.get("who", "")
    if not isinstance(state, LawnState) or who not in state.entities:
        return ()
    row = state.bands.get(who, {})
    found = _reached(state, who, v.get("weapon", ""), v.get("mode", ""))
    return tuple(
        sorted(
            found,
            key=lambda target: (
                not _foe(state, who, target),
                BANDS.index(row[target]) if target in row else len(BANDS),
            ),
        )
    )


def _foe(state: LawnState, who: str, target: str) -> bool:
    """Whether an attack there is to be expected: one is of the party, the other hostile."""
    return {state.entities[who].side, state.entities[target].side} == {"party", "hostile"}


def _reached(state: LawnState, who: str, weapon: str, mode: str = "") -> list[str]:
    """Everybody and everything that attack may be aimed at."""
    here = [p.id for p in state.entities.values() if p.on_stage and p.id != who and not injuries.is_dead(p)]
    tried = [Attack(id="", who=who, target=target, weapon=weapon, mode=mode) for target in here]
    if not tried or forms.no_form(state, tried[0]) is not None:
        return []
    return [a.target for a in tried if forms.no_target(state, a) is None]


WEAPON = Param(field="weapon", kind="term", terms=form_terms, first=likely_weapons)
MODE = Param(field="mode", kind="term", terms=lambda ctx: MODES, optional=True)
TARGET = Param(field="target", kind="who", first=likely_targets)
AS = Param(field="text", kind="text", keyword=Name("描述", "as"), optional=True)

VERBS: tuple[Verb, ...] = (
    Verb(
        id="attack",
        name=Name("攻击", "attack"),
        key="a",
        command=attacks.Strike,
        build=strike,
        values=of_strike,
        params=(
            WHO,
            WEAPON,
            TARGET,
            MODE,
            DIFFICULTY,
            MODIFIERS,
            Param(
                field="part",
                kind="marked",
                terms=lambda ctx: forms.part_names(),
                marks=SIDES,
                keyword=Name("部位", "part"),
                optional=True,
            ),
            Param(field="vital", kind="flag", keyword=Name("要害", "vital")),
            Param(field="extra", kind="number", keyword=Name("额外", "extra"), optional=True),
            Param(field="double", kind="number", keyword=Name("翻倍", "double"), optional=True),
            Param(field="mercy", kind="flag", keyword=Name("留情", "mercy")),
            Param(field="cap", kind="number", keyword=Name("至多", "cap"), optional=True),
            Param(field="harder", kind="number", keyword=Name("加难", "harder"), optional=True),
            Param(field="outline", kind="number", keyword=Name("轮廓", "outline"), optional=True),
            Param(field="hand", kind="term", terms=lambda ctx: SIDES, keyword=Name("用手", "using"), optional=True),
            Param(
                field="ammunition",
                kind="term",
                terms=lambda ctx: AMMUNITION,
                keyword=Name("装", "loaded"),
                optional=True,
            ),
            Param(field="fuse", kind="flag", keyword=Name("引线", "fuse")),
            Param(field="safety", kind="flag", keyword=Name("保险", "safety")),
            Param(field="blind", kind="flag", keyword=Name("盲打", "blind")),
            Param(field="sure", kind="flag", keyword=Name("必中", "sure")),
            Param(field="no_counter", kind="flag", keyword=Name("不可反击", "nocounter")),
            AS,
        ),
        help=Name("攻击某人，所有选择都可写在一行", "attack somebody, every choice in one line"),
    ),
    Verb(
        id="restrain",
        name=Name("擒抱", "restrain"),
        command=attacks.Restrain,
        build=restrain,
        values=of_restrain,
        params=(WHO, TARGET, DIFFICULTY, MODIFIERS, AS),
        help=Name("限制某人行动，不造成伤害", "get hold of somebody, without harm"),
    ),
    Verb(
        id="release",
        name=Name("放手", "release"),
        command=restraint.Release,
        params=(WHO,),
        help=Name("放开被限制的人，不耗行动", "let go of whoever is held, costs no slot"),
    ),
    Verb(
        id="counter",
        name=Name("反击", "counter"),
        command=counter.Counter,
        build=lambda v, ctx: counter.Counter(**v),
        params=(
            WHO,
            Param(field="weapon", kind="term", terms=form_terms, optional=True),
            MODE,
            Param(field="unfit", kind="flag", keyword=Name("不宜", "unfit")),
        ),
        help=Name("以被命中为代价反击", "take the blow in place of dodging and strike back"),
    ),
    Verb(
        id="breakoff",
        name=Name("中止攻击", "breakoff"),
        command=attacks.BreakOff,
        params=(WHO,),
        help=Name("撤回尚未结束的攻击", "call off an attack that is still open"),
    ),
)
