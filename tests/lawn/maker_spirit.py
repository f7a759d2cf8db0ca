"""How random play makes the commands of sanity and frenzy; see ``play``."""

from __future__ import annotations

from collections.abc import Callable

from gmconsole.core.model import Command
from gmconsole.core.session import Session
from gmconsole.rulesets.lawn import (
    addiction,
    frenzy,
    frenzy_deeds,
    frenzy_roll,
    injuries,
    life,
    sanity,
    sheets,
    skills,
    together,
)
from gmconsole.rulesets.lawn.frenzy_table import FRENZIES, LASTING
from gmconsole.rulesets.lawn.state import ATTRIBUTES, LawnState, Person

from .maker import Maker

ENTRIES = ("necrophobia", "fear of clowns", "怕小丑", "D9", "on")
TAGS = ("", "corpse_or_gore", "clowns", "the dark")
OFTEN = (
    "ptsd",
    "compulsion",
    "dependency",
    "anxiety",
    "addiction",
    "destructive_urge",
    "neuralgia",
    "your_best_friend",
    "sleepwalking",
    "panic",
    "nyctophobia",
    "hypersomnia",
    "psychosis",
    "control_mania",
)
"""The states that do something besides taking dice."""
DEEDS = ("taming", "training the dog")


def makers(m: Maker) -> dict[type[Command], Callable[[], Command]]:
    """How to make each of these commands."""
    return {
        frenzy_roll.RollFrenzy: lambda: frenzy_roll.RollFrenzy(who=owing(m)),
        frenzy_roll.AddEntry: lambda: frenzy_roll.AddEntry(
            who=owing(m), frenzy=m.among(ENTRIES), numbers=m.number(0, 6), tag=m.among(TAGS)
        ),
        frenzy.ChangeFrenzy: lambda: change(m),
        sanity.ComeRound: lambda: sanity.ComeRound(who=with_state(m, "unconscious", "trance", "ptsd_flashback")),
        frenzy_deeds.Ritual: lambda: frenzy_deeds.Ritual(who=mad(m, "compulsion")),
        frenzy_deeds.Clutch: lambda: clutch(m),
        addiction.ServeAddiction: lambda: serve(m),
        together.Counsel: lambda: together.Counsel(
            who=(mad(m, *FRENZIES),), by=m.maybe(m.who(), ""), difficulty=m.maybe(6, 0), modifiers=m.modifiers()
        ),
        together.StayTogether: lambda: together.StayTogether(
            who=m.who(), by=m.who(), what=m.among(DEEDS), days=m.number(1, 9)
        ),
        together.PartWays: lambda: together.PartWays(
            who=m.of([t.who for t in m.state.together.values()]), over=m.chance(3)
        ),
    }


def people(m: Maker) -> list[Person]:
    """Everybody with a sheet."""
    return [p for p in m.state.entities.values() if p.presence != "removed" and p.sheet is not None]


def owing(m: Maker) -> str:
    """Somebody who owes a roll on the frenzy table, mostly."""
    return m.of([p.id for p in people(m) if sheets.sheet_of(p).frenzy_rolls])


def with_state(m: Maker, *states: str) -> str:
    """Somebody who has one of these states, mostly."""
    return m.of([p.id for p in people(m) if any(injuries.has(p, state) for state in states)])


def mad(m: Maker, *frenzies: str) -> str:
    """Somebody with one of these frenzy states, mostly."""
    return m.of([p.id for p in people(m) if set(frenzy.held(p)) & set(frenzies)])


def change(m: Maker) -> Command:
    """A frenzy state given, noted or taken away."""
    who = m.of([p.id for p in people(m)])
    person = m.state.entities.get(who)
    held = frenzy.held(person) if isinstance(person, Person) else ()
    gone = bool(held) and m.chance(4)
    found = held if gone or (held and m.chance(3)) else (OFTEN if m.chance(2) else tuple(LASTING))
    return frenzy.ChangeFrenzy(
        who=who, frenzy=m.among(found), why=m.maybe(m.text(), ""), permanent=m.chance(6), gone=gone
    )


def serve(m: Maker) -> Command:
    """A choice for somebody addicted."""
    pays = m.chance(2)
    return addiction.ServeAddiction(
        who=mad(m, "addiction"), attribute="" if pays else m.among(ATTRIBUTES), potential=pays
    )


def clutch(m: Maker) -> Command:
    """The item of a Dependency in hand or put away."""
    off = m.chance(3)
    return frenzy_deeds.Clutch(who=mad(m, "dependency"), off=off, substitute="" if off else m.maybe(m.text(), ""))


def fitting(state: LawnState) -> list[type[Command]]:
    """Types that have something to work on: rolls owed, somebody out, rituals, keepsakes, treatment."""
    found: list[type[Command]] = []
    for p in state.entities.values():
        if p.presence == "removed" or p.sheet is None:
            continue
        held = frenzy.held(p)
        if p.sheet.frenzy_rolls:
            found.extend((frenzy_roll.RollFrenzy,) * 2 + (frenzy_roll.AddEntry,))
        if any(injuries.has(p, state_id) for state_id in ("unconscious", "trance", "ptsd_flashback")):
            found.append(sanity.ComeRound)
        if "compulsion" in held:
            found.append(frenzy_deeds.Ritual)
        if addiction.open_for(p) is not None:
            found.append(addiction.ServeAddiction)
        if "dependency" in held:
            found.append(frenzy_deeds.Clutch)
        if held and state.mode == "calm":
            found.append(together.Counsel)
    if state.together:
        found.append(together.PartWays)
    return found


def seat(session: Session[LawnState], seed: int) -> None:
    """Everybody with sanity has little of it left and a frenzy state; two of them stay together."""
    for number, (who, person) in enumerate(list(session.state.entities.items())):
        if person.sheet is not None:
            session.execute(frenzy.ChangeFrenzy(who=who, frenzy=OFTEN[(seed + number) % len(OFTEN)]))
            session.execute(skills.ChangeAbilities(who=who, add=("psychology",)))
            session.execute(life.ChangeSanity(who=(who,), by=-1))
    found = [p.id for p in session.state.entities.values()]
    session.execute(together.StayTogether(who=found[0], by=found[-1], what=DEEDS[0]))
