"""How random play makes the commands of traits and their abilities; see ``play``."""

from __future__ import annotations

from collections.abc import Callable

from gmconsole.core.commands import SetField
from gmconsole.core.model import Command, Entity
from gmconsole.core.session import Session
from gmconsole.rulesets.lawn import abilities, sheets, traits, traits_first, traits_growth
from gmconsole.rulesets.lawn.session_end import LAST, EndSession, SessionStep
from gmconsole.rulesets.lawn.sessions import StartSession
from gmconsole.rulesets.lawn.state import LawnState, Person
from gmconsole.rulesets.lawn.trait_table import ABILITIES, SECOND, TRAITS

from .maker import Maker

TRAIT_COMMANDS: dict[str, type[Command]] = {
    "fanatical": traits_first.GiveUpSanity,
    "determined": traits_growth.RestorePotential,
    "adroit": traits_growth.TradePotential,
    "romantic": traits_growth.NameSpecialty,
}


def makers(m: Maker) -> dict[type[Command], Callable[[], Command]]:
    """How to make each of these commands."""
    return {
        abilities.UseAbility: lambda: use(m),
        traits.TakeTrait: lambda: take(m),
        traits.DrawTrait: lambda: traits.DrawTrait(who=someone(m), banned=some_traits(m), known=some_traits(m)),
        traits.NameTrait: lambda: traits.NameTrait(who=someone(m), name=m.maybe(m.text(), "")),
        traits_first.SkipNight: lambda: traits_first.SkipNight(who=m.some()),
        traits_first.GiveUpSanity: lambda: traits_first.GiveUpSanity(
            who=who_has(m, "fanatical"), points=m.number(1, 2)
        ),
        traits_growth.RestorePotential: lambda: traits_growth.RestorePotential(who=who_has(m, "determined")),
        traits_growth.TradePotential: lambda: traits_growth.TradePotential(
            who=who_has(m, "adroit"), times=m.number(1, 2)
        ),
        traits_growth.NameSpecialty: lambda: name_specialty(m),
    }


def someone(m: Maker) -> str:
    """A player character most of the time."""
    return m.of([p.id for p in m.state.entities.values() if p.kind == "pc" and p.presence != "removed"])


def who_has(m: Maker, trait: str) -> str:
    """Somebody with that trait where there is one."""
    able = [p.id for p in m.state.entities.values() if p.presence != "removed" and traits.has(p, trait)]
    return m.of(able) if able else someone(m)


def name_specialty(m: Maker) -> Command:
    """One of the skills of a romantic, or any."""
    who = who_has(m, "romantic")
    person = m.state.entities.get(who)
    known = sorted(sheets.sheet_of(person).skill_slots) if isinstance(person, Person) else []
    return traits_growth.NameSpecialty(who=who, skill=m.pick(known) if known and not m.chance(4) else "swimming")


def some_traits(m: Maker) -> tuple[str, ...]:
    """Some traits of the second table."""
    return tuple(dict.fromkeys(m.pick(tuple(t.id for t in SECOND.values())) for _ in range(m.number(0, 3))))


def take(m: Maker) -> Command:
    """A trait for somebody, as often as not in place of another; one that something can be done with just now."""
    useful = ["romantic"] if any(map(has_minor, m.state.entities.values())) else []
    if m.state.campaign.session and not m.state.campaign.running:
        useful += ["determined", "adroit"]
    trait = TRAITS[m.pick(useful) if useful and m.chance(2) else m.pick(tuple(TRAITS))]
    specialty = m.pick(trait.choose) if trait.choose and not m.chance(4) else ""
    fitting = [p.id for p in m.state.entities.values() if has_minor(p)]
    who = m.of(fitting) if trait.id == "romantic" and fitting else someone(m)
    return traits.TakeTrait(who=who, trait=trait.id, specialty=specialty, instead=m.chance(2))


def has_minor(person: Entity) -> bool:
    """Whether somebody has a skill in a minor slot."""
    return isinstance(person, Person) and "minor" in sheets.sheet_of(person).skill_slots.values()


def use(m: Maker) -> Command:
    """An ability that somebody has where anybody has one, on a check of theirs or of somebody else."""
    able = [p for p in m.state.entities.values() if isinstance(p, Person) and traits.abilities(p)]
    if not able or m.chance(5):
        return abilities.UseAbility(who=someone(m), ability=m.pick(("", *ABILITIES)))
    person = m.pick(able)
    rolled = [c for c in m.state.checks.values() if c.status == "rolled"]
    check = m.pick(rolled) if rolled and not m.chance(4) else None
    whose = check.who if check is not None else m.maybe(m.who(), "")
    faces = [d.face for d in check.dice] if check is not None else []
    return abilities.UseAbility(
        who=person.id,
        ability=m.pick(tuple(row.id for row in traits.abilities(person))),
        on="" if whose == person.id else whose,
        check=check.id if check is not None and m.chance(2) else m.some_check(),
        number=m.pick((0, 3, *faces)),
        faces=m.pick(((), (), (1, 2), (3,))),
        position=m.number(0, 6),
        by=m.pick((0, 1, -1)),
        text=m.maybe(m.text(), ""),
        near=m.chance(2),
    )


def fitting(state: LawnState) -> list[type[Command]]:
    """Types that have something to work on: somebody without a trait, an ability and a check."""
    people = [p for p in state.entities.values() if p.kind == "pc" and p.presence != "removed"]
    found: list[type[Command]] = []
    for trait, kind in TRAIT_COMMANDS.items():
        if any(traits.has(p, trait) for p in people):
            found.append(kind)
    if any(not traits.held(p) for p in people):
        found.append(traits.TakeTrait)
    if state.checks and any(traits.abilities(p) for p in people):
        found.extend((abilities.UseAbility,) * 2)
    return found


def seat(session: Session[LawnState], seed: int) -> None:
    """A table between two sessions, or in the last step of session end with more XP than can be kept; the first player
    character has a trait for that time and potential to use it."""
    who = next(p.id for p in session.state.entities.values() if p.kind == "pc")
    trait = ("adroit", "determined")[seed // 8 % 2]
    session.execute(traits.TakeTrait(who=who, trait=trait, instead=True))
    session.execute(SetField(who=(who,), field="potential", value=9 if trait == "adroit" else 0))
    session.execute(StartSession(force=True))
    session.execute(EndSession())
    open_step = seed // 16 % 2
    for step in range(1, LAST + 1 - open_step):
        session.execute(SessionStep(step=step, force=True))
    if open_step:
        session.execute(SetField(who=(who,), field="xp", value=9))
