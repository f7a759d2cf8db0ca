"""The verbs of attacks: declaring them, rolling their dice, naming whom a blast reaches."""

from __future__ import annotations

from collections.abc import Mapping

from ...core.model import Name
from ...language.grammar import Ctx, Param, Values, Verb
from ...language.names import exact_term
from . import attack_words, attacks, detachments, turns
from .state import CairnState

WHO = Param(field="who", kind="who")


def offered_ways(values: Values, ctx: Ctx) -> Mapping[str, Name]:
    """What the attacker can attack with."""
    state, who = ctx.state, values.get("who", "")
    if not isinstance(state, CairnState) or who not in state.entities:
        return {}
    hands = attack_words.TERMS["way"]
    return {a.name: hands.get(a.name, Name(a.name, a.name)) for a in attacks.ways(state.entities[who])}


def may_be_unclear(values: Values, ctx: Ctx) -> bool:
    """A blast is the way that the line names, or one of the ways there are."""
    state, who = ctx.state, values.get("who", "")
    if not isinstance(state, CairnState) or who not in state.entities:
        return True
    said = values.get("weapon", "")
    return any(a.blast for a in attacks.ways(state.entities[who]) if not said or a.name == said)


def likely_targets(values: Values, ctx: Ctx) -> tuple[str, ...]:
    """Enemies still in the fight, the near ones first."""
    state, who = ctx.state, values.get("who", "")
    if not isinstance(state, CairnState) or who not in state.entities:
        return ()
    found = [c.id for c in detachments.enemies(state, who)]
    return tuple(sorted(found, key=lambda other: not detachments.is_near(state, who, other)))


def in_question(values: Values, ctx: Ctx) -> tuple[str, ...]:
    """Those whom a blast of unclear number might reach."""
    state = ctx.state
    act = state.fight.acts.get(values.get("who", "")) if isinstance(state, CairnState) else None
    return act.targets if act is not None else ()


def striking(values: Values, ctx: Ctx) -> tuple[str, ...]:
    """Those whose turn it is to declare."""
    state = ctx.state
    return tuple(c.id for c in turns.undeclared(state)) if isinstance(state, CairnState) else ()


def owing(values: Values, ctx: Ctx) -> tuple[str, ...]:
    """Those who owe damage dice."""
    state = ctx.state
    return tuple(act.who for act in attacks.to_roll(state)) if isinstance(state, CairnState) else ()


def strike(values: Values, ctx: Ctx) -> attacks.Strike:
    """The declaration, its way of attacking by the name that is the same in either language."""
    said = values.get("weapon", "")
    return attacks.Strike(**{**values, "weapon": exact_term(offered_ways(values, ctx), said) or said})


VERBS: tuple[Verb, ...] = (
    Verb(
        id="attack",
        name=Name("攻击", "attack"),
        key="a",
        command=attacks.Strike,
        build=strike,
        params=(
            Param(field="who", kind="who", first=striking),
            Param(field="targets", kind="who", many=True, optional=True, first=likely_targets),
            Param(field="weapon", kind="text", keyword=Name("用", "with"), optional=True, values=offered_ways),
            Param(
                field="impaired",
                kind="text",
                keyword=Name("受损", "impaired"),
                many=True,
                optional=True,
                bare=(attack_words.WEAK,),
                suggest=lambda ctx: attack_words.WEAK_REASONS,
            ),
            Param(
                field="enhanced",
                kind="text",
                keyword=Name("强化", "enhanced"),
                many=True,
                optional=True,
                bare=(attack_words.STRONG,),
                suggest=lambda ctx: attack_words.STRONG_REASONS,
            ),
            Param(field="plain", kind="flag", keyword=Name("普通", "plain")),
            Param(field="die", kind="difficulty", keyword=Name("骰", "die"), optional=True),
            Param(field="unclear", kind="flag", keyword=Name("数目不明", "unclear"), fits=may_be_unclear),
        ),
        help=Name("声明攻击，骰子稍后再投", "declare an attack; its dice come later"),
    ),
    Verb(
        id="damage",
        name=Name("伤害", "damage"),
        command=attacks.RollDamage,
        params=(Param(field="who", kind="who", many=True, optional=True, first=owing),),
        help=Name("投所欠的伤害骰", "roll the damage dice that are owed"),
    ),
    Verb(
        id="spread",
        name=Name("数目", "spread"),
        command=attacks.RollNumber,
        params=(WHO,),
        help=Name("投群攻能影响多少目标", "roll for how many a blast can reach"),
    ),
    Verb(
        id="reach",
        name=Name("波及", "reach"),
        command=attacks.Reach,
        params=(WHO, Param(field="targets", kind="who", many=True, first=in_question)),
        help=Name("指明群攻影响到谁", "name those whom the blast reaches"),
    ),
)
