"""How random play makes the commands of the traits of the second half of table 2; see ``play``."""

from __future__ import annotations

from collections.abc import Callable

from gmconsole.core.commands import SetField
from gmconsole.core.model import Command, Rejected
from gmconsole.core.session import Session
from gmconsole.rulesets.lawn import focus, links, plans, traits, traits_luck, traits_second, traits_third
from gmconsole.rulesets.lawn.abilities import UseAbility
from gmconsole.rulesets.lawn.checks import CallCheck, RollCheck
from gmconsole.rulesets.lawn.session_end import EndSession
from gmconsole.rulesets.lawn.sessions import StartSession
from gmconsole.rulesets.lawn.sheets import sheet_of
from gmconsole.rulesets.lawn.specialties import SetSpecialty
from gmconsole.rulesets.lawn.state import ATTRIBUTES, LawnState
from gmconsole.rulesets.lawn.trait_table import TRAITS

from .maker import Maker

MINE = tuple(trait for trait in TRAITS.values() if trait.table == 2 and trait.number >= 17)


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
    """Types that somebody has the trait and the occasion for, several times over."""
    found: list[type[Command]] = []
    for person in state.entities.values():
        if person.kind == "pc" and person.presence != "removed":
            found.extend(occasions(state, person.id))
    # The moment to keep tokens is short.
    short = [kind for kind in found if kind is traits_third.KeepTokens]
    return found * 4 + short * 20


def occasions(state: LawnState, who: str) -> list[type[Command]]:
    """The types that somebody could use now."""
    person = state.entities[who]
    checks = [c for c in state.checks.values() if c.who == who]
    rolled = [c for c in checks if c.status == "rolled"]
    owed = [c for c in checks if c.status == "owed"]
    ready: list[tuple[object, type[Command]]] = [
        (traits.has(person, "lucky") and state.mode == "calm", traits_luck.SetLuckyNumber),
        (traits.has(person, "steady") and rolled, traits_luck.TakeExtraDie),
        (traits.has(person, "adventurous") and rolled, traits_luck.Adventure),
        (any(traits_second.may_raise(state, c) for c in owed), traits_second.RaiseDifficulty),
        (traits.has(person, "innovative") and owed, traits_third.Innovate),
        (any(traits_third.lost(state, c) for c in rolled), traits_third.RegainDice),
        (not isinstance(traits_third.may_keep(state, who), Rejected), traits_third.KeepTokens),
        (traits.has(person, "reserved") and not plans.steps(person), plans.MakePlan),
        (plans.steps(person), plans.EndPlan),
        (plans.steps(person) and state.checks, plans.UseStep),
        (traits.has(person, "ambitious") and links.GOAL not in sheet_of(person).words, links.SetLifeGoal),
        (sheet_of(person).counters.get(links.FIRST_LINKS), links.LinkSpecialties),
        (sheet_of(person).links, links.UseLinks),
    ]
    return [kind for fits, kind in ready if fits]


def seat(session: Session[LawnState], seed: int) -> None:
    """Give the player characters at a table traits of this half of the table, each with an occasion to use it."""
    for place, (who, person) in enumerate(list(session.state.entities.items())):
        if person.kind != "pc" or traits.held(person):
            continue
        trait = MINE[(seed // 3 + 5 * place) % len(MINE)]
        specialty = trait.choose[0] if trait.choose else ""
        session.execute(traits.TakeTrait(who=who, trait=trait.id, specialty=specialty))
        for command in prepared(trait.id, who):
            session.execute(command)


def prepared(trait: str, who: str) -> tuple[Command, ...]:
    """What brings about an occasion for a trait."""
    roll = RollCheck(who=who, kind="WIS", difficulty=6, hold=True)
    rich = SetField(who=(who,), field="potential", value=6)
    expended = tuple(SetSpecialty(who=who, specialty=key, spent=True) for key in ("art", "travel", "running"))
    made: dict[str, tuple[Command, ...]] = {
        "tenacious": (*expended, roll),
        "persistent": (*expended, rich, roll),
        "candid": (*expended, roll),
        "decorous": (
            UseAbility(who=who, ability="other_degree", number=8),
            CallCheck(who=(who,), kind="WIS", difficulty=3, required=1),
        ),
        "innovative": (
            rich,
            SetField(who=(who,), field="DSC", value=3),
            CallCheck(who=(who,), kind="DSC", difficulty=9),
            traits_third.Innovate(who=who, kind="WIS", agreed=True),
            RollCheck(who=who, hold=True),
            CallCheck(who=(who,), kind="DSC", difficulty=9),
        ),
        "single_minded": (
            SetField(who=(who,), field="MND", value=4),
            focus.GrantTokens(who=(who,)),
            focus.PlaceTokens(who=who, place={"DSC": 2, "WIS": 2}),
            StartSession(force=True),
            EndSession(),
        ),
        "reserved": (plans.MakePlan(who=who, text="a plan", steps=("one", "two", "three")), roll),
        "ambitious": (
            links.SetLifeGoal(who=who, goal="fame"),
            *expended,
            links.LinkSpecialties(who=who, a="fame", b="art", why="it helps"),
        ),
    }
    return made.get(trait, (rich, roll))
