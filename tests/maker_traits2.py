"""How random play makes the commands of the traits of the second half of table 2; see ``play``."""

from __future__ import annotations

from collections.abc import Callable

from gmconsole.core.model import Command
from gmconsole.core.session import Session
from gmconsole.rulesets.lawn import focus, links, plans, traits, traits_luck, traits_second, traits_third
from gmconsole.rulesets.lawn.sheets import sheet_of
from gmconsole.rulesets.lawn.state import ATTRIBUTES, LawnState
from gmconsole.rulesets.lawn.trait_table import TRAITS

from .maker import Maker

MINE = tuple(trait for trait in TRAITS.values() if trait.table == 2 and trait.number >= 17)
WITH_VERBS: dict[str, type[Command]] = {
    "lucky": traits_luck.SetLuckyNumber,
    "steady": traits_luck.TakeExtraDie,
    "adventurous": traits_luck.Adventure,
    "decorous": traits_second.RaiseDifficulty,
    "innovative": traits_third.Innovate,
    "single_minded": traits_third.KeepTokens,
    "reserved": plans.MakePlan,
    "ambitious": links.SetLifeGoal,
}


def makers(m: Maker) -> dict[type[Command], Callable[[], Command]]:
    """How to make each of these commands."""
    return {
        traits_luck.SetLuckyNumber: lambda: traits_luck.SetLuckyNumber(
            who=with_trait(m, "lucky"), number=m.number(0, 9)
        ),
        traits_luck.TakeExtraDie: lambda: traits_luck.TakeExtraDie(who=with_trait(m, "steady"), check=some_check(m)),
        traits_luck.Adventure: lambda: traits_luck.Adventure(
            who=with_trait(m, "adventurous"), dice=m.number(2, 11), check=some_check(m)
        ),
        traits_second.RaiseDifficulty: lambda: traits_second.RaiseDifficulty(
            who=with_trait(m, "decorous"), check=some_check(m)
        ),
        traits_third.Innovate: lambda: traits_third.Innovate(
            who=with_trait(m, "innovative"), kind=m.pick(ATTRIBUTES), check=some_check(m), agreed=m.chance(2)
        ),
        traits_third.RegainDice: lambda: traits_third.RegainDice(who=with_trait(m, "innovative"), check=some_check(m)),
        traits_third.KeepTokens: lambda: traits_third.KeepTokens(
            who=with_trait(m, "single_minded"), where=m.pick((*focus.POSITIONS, focus.UNPLACED))
        ),
        plans.MakePlan: lambda: plans.MakePlan(
            who=with_trait(m, "reserved"), text=m.text(), steps=tuple(m.text() for _ in range(m.pick((2, 3, 3, 3))))
        ),
        plans.EndPlan: lambda: plans.EndPlan(who=with_trait(m, "reserved")),
        plans.UseStep: lambda: step(m),
        links.SetLifeGoal: lambda: links.SetLifeGoal(who=with_trait(m, "ambitious"), goal=m.text()),
        links.LinkSpecialties: lambda: link(m),
        links.UseLinks: lambda: use_links(m),
    }


def with_trait(m: Maker, trait: str) -> str:
    """Somebody with that trait most of the time."""
    return m.of([p.id for p in m.state.entities.values() if traits.has(p, trait)])


def some_check(m: Maker) -> str:
    """The id of a check, or none."""
    return str(m.pick(tuple(m.state.checks))) if m.state.checks and m.chance(3) else ""


def step(m: Maker) -> Command:
    """A step of a plan, for somebody who has an open check."""
    whose = m.of([c.who for c in m.state.checks.values()])
    who = with_trait(m, "reserved")
    on = "" if whose == who else whose
    return plans.UseStep(who=who, step=m.number(0, 4), on=on, check=some_check(m), agreed=m.chance(2))


def owned(m: Maker, who: str) -> str:
    """A specialty of somebody."""
    person = m.state.entities.get(who)
    own = tuple(sheet_of(person).specialties) if person is not None else ()
    return str(m.pick(own)) if own and not m.chance(5) else "art"


def link(m: Maker) -> Command:
    """A link between two specialties of somebody."""
    who = with_trait(m, "ambitious")
    return links.LinkSpecialties(who=who, a=owned(m, who), b=owned(m, who), why=m.text())


def use_links(m: Maker) -> Command:
    """Links used up."""
    who = with_trait(m, "ambitious")
    return links.UseLinks(who=who, specialty=owned(m, who))


def fitting(state: LawnState) -> list[type[Command]]:
    """Types whose trait somebody has."""
    people = [p for p in state.entities.values() if p.kind == "pc" and p.presence != "removed"]
    found = [kind for trait, kind in WITH_VERBS.items() if any(traits.has(p, trait) for p in people)]
    if any(plans.steps(p) for p in people):
        found.extend((plans.UseStep, plans.EndPlan))
    if any(sheet_of(p).words.get(links.GOAL) for p in people):
        found.extend((links.LinkSpecialties, links.UseLinks))
    if any(traits_third.lost(state, c) for c in state.checks.values() if c.status == "rolled"):
        found.append(traits_third.RegainDice)
    return found


def seat(session: Session[LawnState], seed: int) -> None:
    """Give the player characters at a table traits of this half of the table."""
    for place, (who, person) in enumerate(list(session.state.entities.items())):
        if person.kind == "pc" and not traits.held(person):
            trait = MINE[(seed + 5 * place) % len(MINE)]
            specialty = trait.choose[0] if trait.choose else ""
            session.execute(traits.TakeTrait(who=who, trait=trait.id, specialty=specialty))
