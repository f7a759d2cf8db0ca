"""Random play: commands of the kernel and of every chapter of Lawn Parlour, legal and not, against states made by play.

A step is a number: the seed of one command against the state at hand. Lists of steps shrink well, and each replays.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from gmconsole.core import commands as core
from gmconsole.core.bands import missing
from gmconsole.core.model import Command
from gmconsole.core.rounds import Phase
from gmconsole.core.session import Accepted, Session
from gmconsole.rulesets.lawn import (
    RULESET,
    abilities,
    actions,
    aid,
    alterations,
    announcing,
    armoury,
    checks,
    crisis,
    distance,
    hazards,
    initiative,
    injuries,
    life,
    movement,
    neutral,
    opposed,
    people,
    questions,
    relief,
    shortcuts,
    teamwork,
    treatment,
)
from gmconsole.rulesets.lawn.state import BANDS, PHASES, SPEED_CLASSES, LawnState, Load

from . import (
    fighter,
    maker_machine,
    maker_resources,
    maker_sheet,
    maker_skills,
    maker_special,
    maker_spirit,
    maker_traits2,
)
from .fighter import Fighter
from .maker import NAMES, SECRET, TEXTS
from .maker import WORDS as SAID

WORDS = (*TEXTS, *SAID)
RARE: tuple[str, ...] = ()
"""Commands and events that random play does not come to."""


def makers(m: Fighter) -> dict[type[Command], Callable[[], Command]]:
    """How to make each type of command that the ruleset decides."""
    return {
        core.Rename: m.rename,
        core.Remove: lambda: core.Remove(who=m.who()),
        core.Hide: lambda: core.Hide(who=m.who()),
        core.Reveal: lambda: core.Reveal(who=m.who()),
        core.Note: m.note,
        core.SetBand: lambda: core.SetBand(a=m.who(), b=m.some(), band=m.among(BANDS)),
        core.SetField: m.set_field,
        core.SetClock: m.clock,
        core.SetOption: m.set_option,
        core.SetEnvironment: m.environment,
        core.RollDice: m.roll,
        Phase: lambda: Phase(to=m.maybe(m.among(PHASES), ""), force=m.chance(2)),
        questions.Answer: m.answer,
        people.Add: m.add,
        checks.CallCheck: m.call,
        checks.RollCheck: m.roll_check,
        checks.AppendDice: lambda: checks.AppendDice(
            who=m.roller(),
            count=m.number(1, 4),
            origin=m.among(checks.ORIGINS),
            why=m.maybe(m.text(), ""),
            check=m.maybe(m.known(m.state.checks), ""),
            front=m.chance(4),
        ),
        checks.AlterDie: lambda: checks.AlterDie(
            who=m.roller(),
            position=m.number(1, 6),
            face=m.maybe(m.number(1, 9), 0),
            swap=m.maybe(m.number(1, 6), 0),
            check=m.maybe(m.known(m.state.checks), ""),
            by=m.pick((0, 0, 1, -1)),
        ),
        checks.Reroll: lambda: checks.Reroll(
            who=m.roller(),
            why=m.maybe(m.text(), ""),
            difficulty=m.maybe(m.number(3, 9), 0),
            positions=m.pick(((), (), (1,), (2, 3))),
            check=m.some_check(),
        ),
        alterations.StoreFace: lambda: alterations.StoreFace(
            who=m.roller(), position=m.number(1, 5), instead=m.maybe(m.number(1, 6), 0), check=m.some_check()
        ),
        alterations.LayFaces: m.lay,
        announcing.ChooseType: m.choose,
        announcing.SwitchModifier: m.switch,
        announcing.Recast: lambda: announcing.Recast(
            who=m.owing(), manner=m.among(("active", "passive")), check=m.some_check()
        ),
        announcing.Certain: lambda: announcing.Certain(
            who=m.owing(), failure=m.chance(2), degree=m.maybe(m.number(0, 3), 0), check=m.some_check()
        ),
        teamwork.Assist: m.assist,
        checks.SettleCheck: lambda: checks.SettleCheck(
            who=m.roller(), check=m.maybe(m.known(m.state.checks), ""), anyway=m.chance(4)
        ),
        checks.DropCheck: lambda: checks.DropCheck(check=m.known(m.state.checks)),
        opposed.CallOpposed: m.oppose,
        opposed.TieBreak: lambda: opposed.TieBreak(pair=m.known(m.state.opposed), stand=m.chance(3)),
        crisis.Start: m.start,
        crisis.End: crisis.End,
        crisis.UsePhases: m.phases,
        crisis.SetGoal: lambda: crisis.SetGoal(goal=m.among(("escape", "resolution")), text=m.text()),
        crisis.TreatAsCrisis: lambda: crisis.TreatAsCrisis(who=m.who(), effect=m.secret()),
        initiative.SetDifficulty: lambda: initiative.SetDifficulty(faces=m.number(3, 12), exactly=m.chance(4)),
        initiative.SetOrder: lambda: initiative.SetOrder(who=m.some()),
        initiative.MoveSlot: lambda: initiative.MoveSlot(who=m.who(), after=m.who()),
        hazards.AddHazard: m.hazard,
        hazards.ChangeHazard: m.rehazard,
        hazards.RemoveHazard: lambda: hazards.RemoveHazard(hazard=m.known(m.state.hazards)),
        hazards.HazardFate: m.hazard_fate,
        neutral.AddPending: m.pending,
        neutral.DropPending: lambda: neutral.DropPending(pending=m.known(m.state.pending)),
        neutral.PassTime: lambda: neutral.PassTime(minutes=m.number(1, 999), rest=m.chance(2), sleep=m.chance(3)),
        injuries.ChangeState: lambda: injuries.ChangeState(
            who=m.some(),
            add=tuple(m.state_word() for _ in range(m.pick((1, 1, 2)))),
            remove=tuple(s.id for p in m.state.entities.values() for s in p.states if m.chance(6)),
        ),
        relief.Tend: m.tend,
        relief.Restore: lambda: relief.Restore(who=m.hurt("suffocating")),
        relief.PutOut: lambda: relief.PutOut(who=m.hurt("on_fire")),
        aid.FindSubstitute: lambda: aid.FindSubstitute(who=m.who(), difficulty=m.maybe(6, 0), modifiers=m.modifiers()),
        aid.ChangeSupplies: lambda: aid.ChangeSupplies(who=m.who(), by=m.pick((1, 1, 2, -1))),
        treatment.BeginCare: lambda: treatment.BeginCare(
            who=(m.who(),), by=m.maybe(m.who(), ""), supplies=m.number(0, 2), kind=m.pick(("WIS", "WIS", "OPR"))
        ),
        treatment.EndCare: lambda: treatment.EndCare(who=(m.of(list(m.state.care)),)),
        treatment.Treat: m.treat,
        life.ChangeLife: lambda: life.ChangeLife(who=m.some(), by=m.number(-3, 2), breaching=m.chance(4)),
        life.SetLife: m.set_life,
        life.SetFate: lambda: life.SetFate(who=m.fallen(), fate=m.pick(("", *life.FATES, life.DESTROYED))),
        life.Important: lambda: life.Important(who=m.who(), on=m.chance(2)),
        life.ChangeLoad: m.load,
        life.ChangeSanity: lambda: life.ChangeSanity(who=m.some(), by=m.number(-2, 2), why=m.maybe(m.text(), "")),
        distance.LightUp: m.light,
        distance.PutOutLight: m.put_out,
        distance.DirectBand: m.direct,
        movement.Declare: m.declare,
        movement.Stay: lambda: movement.Stay(who=m.maybe(m.some(), ())),
        movement.SpeedCheck: m.speed,
        movement.MoveLess: m.less,
        movement.Leave: lambda: movement.Leave(who=m.who(), force=m.chance(2)),
        movement.Enter: lambda: movement.Enter(
            who=m.outsider(),
            approaching=m.some(0),
            by=m.maybe(m.among(SPEED_CLASSES), ""),
            rounds=m.maybe(m.number(1, 3), 0),
        ),
        shortcuts.Shortcut: m.shortcut,
        shortcuts.Ride: m.ride,
        actions.Pass: lambda: actions.Pass(who=m.turn()),
        actions.SpendNext: lambda: actions.SpendNext(who=m.who(), why=m.pick(("", "aiming"))),
        actions.Act: m.act,
        actions.Defend: lambda: actions.Defend(who=m.turn(), text=m.text()),
        actions.StandUp: lambda: actions.StandUp(who=m.turn()),
        actions.Help: m.help,
        actions.Reload: lambda: actions.Reload(who=m.turn(), weapon=m.weapon(), strange=m.chance(3)),
        actions.BreakFree: m.break_free,
        actions.Observe: m.observe,
        actions.Talk: lambda: actions.Talk(who=m.who(), text=m.text()),
        actions.React: lambda: actions.React(who=m.who(), against=m.of(list(m.state.crisis.slots)[-1:]), text=m.text()),
        **fighter.makers(m),
        **maker_machine.makers(m),
        **maker_sheet.makers(m),
        **maker_special.makers(m),
        **maker_resources.makers(m),
        **maker_spirit.makers(m),
        **maker_traits2.makers(m),
        **maker_skills.makers(m),
    }


MADE = tuple(makers(Fighter(Random(0), RULESET.new_state(""), wild=False)))
"""Every type of command that random play makes."""
ON_THE_TABLE = (
    checks.AppendDice,
    checks.AlterDie,
    checks.Reroll,
    checks.SettleCheck,
    alterations.StoreFace,
    alterations.LayFaces,
    teamwork.Assist,
    abilities.UseAbility,
)
"""What is done to a check that is rolled and held open."""
QUIET = {core.Remove: 4, crisis.End: 4, crisis.Start: 2}
"""Types made less often: one in so many."""


def command(step: int, state: LawnState, *, wild: bool = True) -> Command:
    """The command that a step stands for against this state: half of them what the console would take next.

    An attack under way is followed up most of the time.
    """
    rng = Random(step)
    maker = Fighter(rng, state, wild=wild)
    if rng.random() < (0.8 if state.attacks else 0.5):
        return maker.start() if state.mode == "calm" and rng.random() < 0.6 else maker.next()
    made = makers(maker)
    if rng.random() < 0.4 and any(c.status == "rolled" for c in state.checks.values()):
        return made[rng.choice(ON_THE_TABLE)]()
    fitting = _fitting(state)
    if fitting and rng.random() < 0.5:
        return made[rng.choice(fitting)]()
    kind = rng.choice(MADE)
    while rng.randrange(QUIET.get(kind, 1)):
        kind = rng.choice(MADE)
    return made[kind]()


def _fitting(state: LawnState) -> list[type[Command]]:
    """Types of command that have something to work on just now."""
    everybody = [p for p in state.entities.values() if p.presence != "removed"]
    held = {s.id for p in everybody for s in p.states}
    found: list[tuple[Any, tuple[type[Command], ...]]] = [
        (
            any(c.status == "owed" for c in state.checks.values()),
            (announcing.ChooseType, announcing.SwitchModifier, announcing.Recast, announcing.Certain, teamwork.Assist),
        ),
        (state.opposed, (opposed.TieBreak,)),
        (state.hazards, (hazards.ChangeHazard, hazards.RemoveHazard, hazards.HazardFate)),
        (state.pending, (neutral.DropPending,)),
        (held, (relief.Tend, injuries.ChangeState)),
        (held and state.phase in ("", "action"), (actions.Help,)),
        ("suffocating" in held, (relief.Restore,)),
        ("on_fire" in held, (relief.PutOut,)),
        ("restrained" in held, (actions.BreakFree,)),
        ("prone" in held and state.phase == "action", (actions.StandUp,)),
        (state.lights, (distance.PutOutLight,)),
        (any(life.is_out(p) for p in everybody), (life.SetFate,)),
        (state.phase == "movement", (movement.MoveLess, movement.SpeedCheck, shortcuts.Shortcut)),
        (any(p.presence in ("outside", "left") for p in everybody), (movement.Enter,)),
        (state.phase == "action" and state.crisis.slots, (actions.React,)),
        (state.mode == "calm", (neutral.PassTime, treatment.BeginCare)),
        (state.care, (treatment.EndCare,)),
        (held & {"light_wound", "burn", "severe_wound", "injured_foot"}, (treatment.Treat,)),
    ]
    fitting = (kind for ready, kinds in found if ready for kind in kinds)
    makes = (fighter, maker_machine, maker_sheet, maker_resources, maker_special, maker_spirit, maker_traits2)
    return [*fitting, *(kind for module in makes for kind in module.fitting(state))]


def of_type(kind: type[Command], step: int, state: LawnState) -> Command:
    """A command of that type that a line can write."""
    return makers(Fighter(Random(step), state, wild=False))[kind]()


def table(seed: int, *, nasty: bool = False) -> Session[LawnState]:
    """Two to five people at known distances, some hidden, some in a fight already; ``nasty`` gives them odd names."""
    rng = Random(seed)
    session: Session[LawnState] = Session(RULESET, RULESET.new_state("Wood"), seed=seed)
    names = list(NAMES) if nasty else ["Jessica", "Mike", "Otto", "Cowboy", "Thug"]
    rng.shuffle(names)
    count = rng.randint(2, 5)
    for n in range(count):
        kind = "pc" if n == 0 else rng.choice(("pc", "npc", "npc", "object"))
        hidden = n > 0 and rng.random() < 0.35
        add = people.Add(
            kind=kind,
            name=f"{SECRET}{n}" if hidden else names[n],
            hidden=hidden,
            key=f"{SECRET}key{n}" if hidden else "",
            side=rng.choice(("", "", "friendly", "hostile")),
            life=rng.choice((0, 1, 3)),
            sanity=rng.choice((0, 1, 3)),
            speed=rng.choice(("", "walk", "sprint")),
            load={"pistol": Load(now=2, full=3)} if rng.random() < 0.5 else {},
            outside=rng.random() < 0.1,
        )
        assert isinstance(session.execute(add), Accepted)
    for who, person in session.state.entities.items():
        if person.kind != "object" and rng.random() < 0.6:
            session.execute(armoury.Carry(who=who, add=tuple(rng.sample(fighter.ITEMS, rng.randint(1, 2)))))
    for who in session.state.entities:
        if session.state.entities[who].hidden:
            session.execute(core.Note(text=f"{SECRET}note", who=who))
    for a, b in missing(session.state.bands, tuple(session.state.entities)):
        if rng.random() < 0.95:
            session.execute(core.SetBand(a=a, b=(b,), band=rng.choice(BANDS[:4])))
    if seed % 8 == 2:
        maker_machine.seat(session, seed)
    if seed % 5 == 0:
        maker_sheet.seat(session)
    if seed % 4 == 0:
        maker_special.seat(session)
    if seed % 3 == 0:
        maker_resources.seat(session)
    if seed % 7 == 0:
        maker_spirit.seat(session, seed)
    if seed % 3 == 1:
        maker_traits2.seat(session, seed)
    if rng.random() < 0.3:
        session.execute(crisis.Start(phases=("action",)))
    return session
