"""How random play makes the commands of specialties and sessions; see ``play``."""

from __future__ import annotations

from collections.abc import Callable

from gmconsole.core.model import Command
from gmconsole.core.session import Session
from gmconsole.rulesets.lawn import (
    acquiring,
    cooling,
    exchange,
    expending,
    hampering,
    passions,
    session_end,
    sessions,
    specialties,
)
from gmconsole.rulesets.lawn.specialty_table import SPECIALTIES
from gmconsole.rulesets.lawn.state import LawnState, Person

from .maker import Maker

OFTEN = ("art", "listening", "reading_people", "premonition", "specialty_free_spirit", "specialty_best_friend")
AGREED = ("Clockwork", "钟表", "at", "+2")


def makers(m: Maker) -> dict[type[Command], Callable[[], Command]]:
    """How to make each of these commands."""
    return {
        specialties.SetSpecialty: lambda: set_one(m),
        specialties.SayRelated: lambda: say_related(m),
        acquiring.Acquire: lambda: acquire(m),
        acquiring.Reward: lambda: acquiring.Reward(
            who=(someone(m),), xp=m.number(0, 3), potential=m.maybe(m.number(0, 2), 0)
        ),
        passions.SetPassion: lambda: set_passion(m),
        expending.Expend: lambda: expend(m),
        hampering.Hamper: lambda: hamper(m),
        hampering.RollAgain: lambda: hampering.RollAgain(who=hampered(m), check=m.some_check()),
        cooling.Cool: lambda: cooling.Cool(who=owner(m)),
        exchange.Recover: lambda: exchange.Recover(who=someone(m), force=m.chance(3)),
        exchange.Exchange: lambda: exchange.Exchange(who=someone(m)),
        exchange.SetPrice: lambda: exchange.SetPrice(
            roll=m.among((*exchange.PATTERNS, *exchange.SUMS)), price=m.number(0, 6)
        ),
        sessions.StartSession: lambda: sessions.StartSession(players=m.maybe(m.number(1, 5), 0), force=m.chance(3)),
        session_end.EndSession: lambda: session_end.EndSession(chapter=m.chance(3)),
        session_end.SessionStep: lambda: session_end.SessionStep(step=m.maybe(m.number(1, 8), 0), force=m.chance(3)),
    }


def someone(m: Maker) -> str:
    """A player character most of the time."""
    return m.of([p.id for p in m.state.entities.values() if p.kind == "pc" and p.presence != "removed"])


def owner(m: Maker) -> str:
    """Somebody who owns a specialty, where anybody does."""
    return m.of([p.id for p in m.state.entities.values() if specialties.owned(p) and p.presence != "removed"])


def held(m: Maker, who: str) -> str:
    """A specialty of that person, most of the time."""
    person = m.state.entities.get(who)
    own = tuple(specialties.owned(person)) if isinstance(person, Person) else ()
    return str(m.pick(own)) if own and not m.chance(5) else any_one(m)


def any_one(m: Maker) -> str:
    """A specialty of the table, or one that was agreed on."""
    if m.chance(6):
        return str(m.pick(AGREED)) if m.wild else "Clockwork"
    return str(m.pick(OFTEN if m.chance(2) else tuple(SPECIALTIES)))


def known_one(m: Maker, who: str) -> str:
    """A specialty that a line can name: of the table, or owned."""
    key = held(m, who)
    owned = {k for p in m.state.entities.values() for k in specialties.owned(p)}
    return key if m.wild or key in SPECIALTIES or key in owned else "art"


def set_one(m: Maker) -> Command:
    who = someone(m) if m.chance(2) else m.who()
    key = held(m, who) if m.chance(2) else any_one(m)
    return specialties.SetSpecialty(
        who=who,
        specialty=key,
        price=m.pick((0, 0, 2, 3)),
        off=m.chance(6),
        ready=m.chance(5),
        spent=m.chance(4),
        cooling=m.pick((-1, -1, 0, 1, 2)),
        called=m.maybe("Clockwork", "") if m.chance(4) else "",
    )


def say_related(m: Maker) -> Command:
    who = m.roller() if m.chance(2) else owner(m)
    return specialties.SayRelated(who=who, specialty=known_one(m, who), not_so=m.chance(3), check=m.some_check())


def acquire(m: Maker) -> Command:
    who = someone(m)
    return acquiring.Acquire(
        who=who,
        specialty=held(m, who) if m.chance(4) else any_one(m),
        price=m.pick((0, 0, 2, 3)),
        agreed=m.chance(2),
        back=m.chance(5),
        force=m.chance(2),
    )


def set_passion(m: Maker) -> Command:
    who = owner(m)
    keys = tuple(dict.fromkeys(known_one(m, who) for _ in range(m.pick((0, 1, 1, 2)))))
    return passions.SetPassion(who=who, specialties=keys, force=m.chance(2))


def expend(m: Maker) -> Command:
    who = m.roller()
    return expending.Expend(
        who=who,
        specialty=known_one(m, who),
        stead=m.maybe(known_one(m, who), "") if m.chance(3) else "",
        tokens=m.pick((0, 0, 0, 1)),
        sure=m.chance(2),
        gm=m.chance(4),
        check=m.some_check(),
    )


def hamper(m: Maker) -> Command:
    who = m.of([p.id for p in m.state.entities.values() if p.kind == "npc" and specialties.owned(p)])
    return hampering.Hamper(who=who, specialty=known_one(m, who), whom=m.roller(), check=m.some_check())


def hampered(m: Maker) -> str:
    """Whoever has to roll a second time, where anybody has."""
    return m.of([c.who for c in m.state.checks.values() if c.hampered])


def fitting(state: LawnState) -> list[type[Command]]:
    """Types that have something to work on: a specialty and a check, a second roll, a step of session end."""
    owners = [p for p in state.entities.values() if specialties.owned(p) and p.presence != "removed"]
    rolled = {c.who for c in state.checks.values() if c.status == "rolled"}
    found: list[type[Command]] = []
    if any(p.id in rolled for p in owners):
        found.extend((expending.Expend, expending.Expend, specialties.SayRelated))
    if state.checks and any(p.kind == "npc" for p in owners):
        found.append(hampering.Hamper)
    if any(c.hampered and c.status == "rolled" for c in state.checks.values()):
        found.extend((hampering.RollAgain,) * 3)
    if any(cooling.waits(state, p) for p in owners):
        found.extend((cooling.Cool,) * 2)
    if session_end.is_open(state):
        found.append(session_end.SessionStep)
    return found


def seat(session: Session[LawnState]) -> None:
    """Give people specialties and a passion, some of them more XP than may be kept, and start a session."""
    for number, (who, person) in enumerate(list(session.state.entities.items())):
        if person.kind != "object":
            for key in OFTEN[number % 2 : 4 + number % 2]:
                session.execute(specialties.SetSpecialty(who=who, specialty=key))
            session.execute(passions.SetPassion(who=who, specialties=("art",), force=True))
            if number % 2 == 0:
                session.execute(acquiring.Reward(who=(who,), xp=7))
    session.execute(sessions.StartSession(players=2 + len(session.state.entities) % 3))
