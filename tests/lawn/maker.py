"""One command of every type, made from a stream of random numbers against a state; see ``play``."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from msgspec.structs import replace

from gmconsole.core import commands as core
from gmconsole.core.model import Command
from gmconsole.core.rounds import Phase
from gmconsole.rulesets.lawn import (
    RULESET,
    actions,
    alterations,
    announcing,
    checks,
    crisis,
    distance,
    hazards,
    initiative,
    life,
    limbs,
    movement,
    neutral,
    opposed,
    parts,
    people,
    questions,
    relief,
    shortcuts,
    teamwork,
    treatment,
)
from gmconsole.rulesets.lawn.state import (
    ATTRIBUTES,
    BANDS,
    CHECK_TYPES,
    PHASES,
    SPEED_CLASSES,
    LawnState,
    Load,
    Modifier,
)
from gmconsole.rulesets.lawn.tables import STATES

NAMES = (
    "Jessica",
    "Mike",
    "Cowboy",
    "牛仔",
    "杰西卡",
    "Old Joe",
    "near",
    "D9",
    "on",
    "+2",
    "A*",
    "MND",
    "x = 3",
    'the "Kid"',
    "2",
    "a",
    "be",
    "Bert",
    "Bertha",
    "#1",
    "back\\slash",
    "=7",
    "?",
    "prone",
    "sanity",
    "D",
    "ＡＢ",
    "Ünal",
    "name",
)
TEXTS = (
    "light the lamp",
    "shoot",
    "D6",
    "+2",
    "on",
    "说 “好”",
    'a "word"',
    "= 3",
    "x#y",
    "near",
    "?",
    "by",
    "*",
    "back\\",
)
WORDS = ("pistol", "rope", "oil lamp", "D4", "full", "麻绳")
NEEDS = {
    **{row.id: "tend" for row in STATES.values() if row.first_aid == "tend"},
    "unconscious": "wake",
    "on_fire": "put_out",
    "suffocating": "restore",
    "bleeding": "transfuse",
}
"""What helps against a state."""
SECRET = "zqx"
"""Every secret text of random play contains this and nothing else does."""


class Maker:
    """Commands against one state; ``wild`` also makes ones that no line could write and values out of bounds."""

    def __init__(self, rng: Random, state: LawnState, *, wild: bool) -> None:
        self.rng = rng
        self.state = state
        self.wild = wild
        self.ids = [p.id for p in state.entities.values() if p.presence != "removed"]

    # Values ----------------------------------------------------------------------------------------------------------

    def chance(self, one_in: int) -> bool:
        return self.rng.randrange(one_in) == 0

    def pick(self, values: Sequence[Any]) -> Any:
        return values[self.rng.randrange(len(values))]

    def maybe(self, value: Any, otherwise: Any) -> Any:
        return value if self.rng.random() < 0.4 else otherwise

    def who(self) -> str:
        if self.wild and self.chance(25):
            return str(self.pick(("npc-999", "", "removed", *(p.id for p in self.state.entities.values()))))
        return str(self.pick(self.ids)) if self.ids else "pc-001"

    def of(self, fitting: Sequence[str]) -> str:
        """One of those the command is meant for, mostly; whoever is removed has no word in a line."""
        fitting = [who for who in fitting if self.wild or who in self.ids]
        return str(self.pick(fitting)) if fitting and self.rng.random() < 0.8 else self.who()

    def roller(self) -> str:
        return self.of([c.who for c in self.state.checks.values() if c.status == "rolled"])

    def hurt(self, *ids: str) -> str:
        return self.of(
            [p.id for p in self.state.entities.values() if p.states and (not ids or any(s.id in ids for s in p.states))]
        )

    def state_of(self, who: str) -> str:
        """A state that this person has, mostly."""
        person = self.state.entities.get(who)
        if person is None or not person.states or self.chance(4):
            return self.state_word()
        found = self.pick(person.states)
        return f"{found.id}:{found.side}" if found.side else str(found.id)

    def some(self, least: int = 1) -> tuple[str, ...]:
        if self.wild and self.chance(15):
            return tuple(self.who() for _ in range(self.rng.randrange(4)))
        ids = list(self.ids)
        self.rng.shuffle(ids)
        return tuple(ids[: self.rng.randint(least, max(least, min(len(ids), 3)))])

    def text(self) -> str:
        return str(self.pick(TEXTS))

    def secret(self) -> str:
        return f"{SECRET}{self.rng.randrange(1000)}"

    def number(self, low: int, high: int) -> int:
        if self.wild and self.chance(8):
            return int(self.pick((-1, 0, low - 1, high + 1, 10**6, -(10**6))))
        return self.rng.randint(low, high)

    def among(self, values: Sequence[str]) -> str:
        return "nonsense" if self.wild and self.chance(20) else str(self.pick(values))

    def check(self) -> dict[str, Any]:
        purpose = self.pick(("", "", "balance", "hit", "dodge", "first_aid", "a b", "x=y", "=z"))
        return {
            "kind": self.among(CHECK_TYPES),
            "purpose": purpose,
            "difficulty": self.difficulty(),
            "modifiers": self.modifiers(),
        }

    def difficulty(self) -> int:
        return self.number(3, 12) if self.rng.random() < 0.7 else 0

    def modifiers(self) -> tuple[Modifier, ...]:
        return tuple(Modifier(self.number(-3, 4), self.maybe(self.text(), "")) for _ in range(self.pick((0, 0, 1, 2))))

    def state_word(self) -> str:
        """A state, written with what belongs to it; the likelier ones have counters or stop somebody."""
        often = ("prone", "on_fire", "suffocating", "restrained", "stunned", "down", "light_wound", "bleeding")
        row = STATES[str(self.pick(often if self.chance(2) else tuple(STATES)))]
        marks = []
        if row.sided and not (self.wild and self.chance(4)):
            marks.append(self.pick(("left", "right")))
        if row.first_aid == "tend" and self.chance(4):
            marks.append("tended")
        if row.attribute_when_tended and self.chance(2):
            marks.append(self.pick(ATTRIBUTES))
        return ":".join([row.id, *marks])

    def failure(self) -> str:
        parts = self.pick((1, 1, 2))
        return "+".join(self.pick(("sanity", "damage", self.state_word())) for _ in range(parts))

    def known(self, among: Any) -> str:
        ids = list(among)
        return str(self.pick(ids)) if ids and not (self.wild and self.chance(10)) else "check-009"

    def hand(self) -> str:
        return self.among(tuple(parts.HANDS)) if self.chance(4) else ""

    def some_check(self) -> str:
        """A check that a line names, mostly left out."""
        return self.known(self.state.checks) if self.chance(4) else ""

    def weapon(self) -> str:
        held = [w for p in self.state.entities.values() for w in p.load]
        return str(self.pick(held)) if held and self.chance(2) else str(self.pick(WORDS))

    # Commands --------------------------------------------------------------------------------------------------------

    def set_field(self) -> Command:
        field = str(self.pick(tuple(RULESET.fields())))
        spec = RULESET.fields()[field]
        value: Any = {
            "int": lambda: self.number(spec.low, min(spec.high, 9)),
            "bool": lambda: self.chance(2),
            "text": lambda: str(self.pick(NAMES)),
            "choice": lambda: self.among(spec.choices),
        }[spec.kind]()
        if field == "fate":
            value = self.among(("", *life.FATES, life.DESTROYED))
        if self.wild and self.chance(12):
            value = self.pick((True, 3, "three", -7))
        fits = [
            p.id for p in self.state.entities.values() if p.presence != "removed" and p.kind in (spec.only or (p.kind,))
        ]
        who = (str(self.pick(fits)),) if fits and self.rng.random() < 0.8 else self.some()
        return core.SetField(who=who, field=field, value=value, because=self.maybe(self.text(), ""))

    def set_option(self) -> Command:
        option = str(self.pick(tuple(RULESET.option_values())))
        value = self.pick(RULESET.option_values()[option])
        return core.SetOption(option=option, value=7 if self.wild and self.chance(10) else value)

    def environment(self) -> Command:
        words = tuple(RULESET.environment_names())
        add = tuple({self.among(words) for _ in range(self.pick((0, 1, 2)))})
        remove = tuple({self.among(words) for _ in range(self.pick((0, 0, 1)))})
        return core.SetEnvironment(add=add, remove=remove)

    def add(self) -> Command:
        kind = self.among(people.KINDS)
        hidden = self.chance(3)
        near = {who: self.among(BANDS[:4]) for who in (self.ids if self.chance(2) else ())}
        attributes = {str(self.pick(ATTRIBUTES)): self.number(-2, 3) for _ in range(self.pick((0, 0, 2)))}
        load = {
            str(w): Load(now=self.rng.randint(0, 3), full=self.rng.randint(3, 6)) for w in WORDS[: self.pick((0, 0, 2))]
        }
        return people.Add(
            kind=kind,
            name=self.secret() if hidden else str(self.pick(NAMES)),
            key=(self.secret() if hidden else f"key{self.rng.randrange(100)}") if self.chance(4) else "",
            hidden=hidden,
            side=self.maybe(self.among(people.SIDES), ""),
            life=self.maybe(self.number(1, 5), 0),
            sanity=self.maybe(self.number(1, 5), 0),
            sanity_max=self.maybe(self.number(1, 5), 0),
            speed=self.maybe(self.among(SPEED_CLASSES), ""),
            attributes=attributes,
            load=load,
            important=self.chance(8),
            structure=self.chance(8),
            outside=self.chance(6),
            near=near,
        )

    def note(self) -> Command:
        return core.Note(text=self.secret(), who=self.maybe(self.who(), ""))

    def rename(self) -> Command:
        who = self.who()
        person = self.state.entities.get(who)
        secret = person is not None and (person.hidden or SECRET in person.name)
        return core.Rename(who=who, name=self.secret() if secret else self.pick(NAMES))

    def clock(self) -> Command:
        name = self.known(self.state.clocks) if self.state.clocks and self.chance(2) else self.secret()
        return core.SetClock(
            name=name, by=self.number(-3, 3), size=self.maybe(self.number(1, 8), 0), drop=self.chance(6)
        )

    def roll(self) -> Command:
        return core.RollDice(count=self.number(1, 9), sides=self.number(2, 12), reason=self.maybe(self.text(), ""))

    def answer(self) -> Command:
        question = self.known(self.state.questions)
        found = self.state.questions.get(question)
        choices = (*found.choices, found.value, "") if found is not None else ("", "yes", "refuse")
        return questions.Answer(question=question, value=self.among(choices))

    def roll_check(self) -> Command:
        kind = self.check() if self.chance(2) else {}
        graded = ("near", "", "far")[: self.pick((0, 0, 3))] if kind else ()
        which = self.maybe(self.known(self.state.checks), "") if self.chance(3) else ""
        return checks.RollCheck(
            who=self.who(),
            required=self.maybe(self.number(1, 3), 0),
            graded=graded,
            hold=self.chance(3),
            check=which,
            **kind,
            **self.announced(),
        )

    def announced(self) -> dict[str, Any]:
        """What is said of a check besides its type and difficulty, now and then."""
        if not self.chance(3):
            return {}
        return {
            "special": self.pick(("", "legendary", "reversal")),
            "manner": self.pick(("", "active", "passive")),
            "tags": self.pick(((), ("hearing",), ("no_cost", "on the roof"))),
            "target": self.maybe(self.who(), ""),
            "words": self.chance(2),
            "represents": self.some(0)[:2],
            "hand": self.hand(),
            "anyway": self.chance(2),
        }

    def owing(self) -> str:
        """Somebody who owes a check."""
        return self.of([c.who for c in self.state.checks.values() if c.status == "owed"])

    def choose(self) -> Command:
        untyped = [c for c in self.state.checks.values() if c.status == "owed" and not c.type]
        check = self.pick(untyped) if untyped else None
        kinds = (check.offers if check else ()) or ("WIS", "INF")
        named = check.id if check and self.chance(2) else self.some_check()
        return announcing.ChooseType(
            who=check.who if check else self.who(), kind=self.among(kinds), strike=self.chance(3), check=named
        )

    def switch(self) -> Command:
        return announcing.SwitchModifier(
            who=self.owing(),
            name=self.pick(("in the dark", "at height", "+2", "D9", "off")),
            dice=self.maybe(self.number(-3, 3), 0),
            steps=self.maybe(self.number(-1, 2), 0),
            off=self.chance(3),
            check=self.some_check(),
        )

    def lay(self) -> Command:
        rolled = [c.who for c in self.state.checks.values() if c.status == "rolled"]
        who = self.of([w for w in rolled if self.state.entities[w].stored] or rolled)
        person = self.state.entities.get(who)
        stored = person.stored if person is not None else ()
        return alterations.LayFaces(
            who=who, faces=stored[: self.pick((1, 2, 3))] or (self.number(1, 9),), check=self.some_check()
        )

    def assist(self) -> Command:
        helpers = [p.id for p in self.state.entities.values() if p.kind == "pc" and p.presence != "removed"]
        checked = [c.who for c in self.state.checks.values()]
        return teamwork.Assist(
            who=self.of(helpers),
            whom=self.of(checked),
            how=self.pick(("", "pulls", self.text())),
            agreed=self.chance(2),
            check=self.some_check(),
        )

    def declare(self) -> Command:
        ids = self.some(0)
        cut = self.rng.randint(0, len(ids))
        approach, retreat = ids[:cut], ids[cut:]
        stop = {w: self.among(BANDS) for w in ids if self.chance(6)}
        return movement.Declare(
            who=self.who(),
            approach=approach,
            retreat=retreat,
            stop=stop,
            vehicle=self.chance(8),
            by=self.maybe(self.among(SPEED_CLASSES), ""),
            boost=self.maybe(self.number(-1, 2), 0),
            stand=self.maybe(self.among(("up", "stay")), ""),
        )

    def speed(self) -> Command:
        kind = self.maybe(self.among(("PHY", "OPR")), "")
        return movement.SpeedCheck(
            who=self.who(),
            against=self.some(0),
            difficulty=self.difficulty(),
            kind=kind,
            modifiers=self.modifiers(),
            hold=self.chance(4),
            result=self.among(("wins", "holds", "loses")) if self.chance(6) else "",
        )

    def hazard(self) -> Command:
        check = {**self.check(), "difficulty": self.number(3, 9)}
        check.pop("modifiers")
        return hazards.AddHazard(
            name=self.pick(("ropes", 'a "pit"', "on", "绳网")),
            on=self.some(0),
            fail=self.maybe(self.failure(), ""),
            every=self.chance(3),
            due=self.number(1, 4) if self.chance(5) else 0,
            **check,
        )

    def rehazard(self) -> Command:
        return hazards.ChangeHazard(
            hazard=self.known(self.state.hazards),
            difficulty=self.maybe(self.number(3, 9), None),
            on=self.maybe(self.some(0), None),
            fail=self.maybe(self.failure(), None),
            every=self.maybe(self.chance(2), None),
        )

    def light(self) -> Command:
        source = self.among(tuple(distance.LIGHTS))
        row = distance.LIGHTS.get(source)
        covers = self.some(0) if row is not None and row.shape != "sphere" else ()
        return distance.LightUp(
            who=self.who(), source=source, covers=covers[:1] if row and row.shape == "point" else covers
        )

    def direct(self) -> Command:
        both = self.chance(2)
        there, back = (self.among(BANDS[:4]), self.among(BANDS[:4])) if both else ("", "")
        return distance.DirectBand(a=self.who(), b=self.who(), there=there, back=back)

    def shortcut(self) -> Command:
        if self.chance(2):
            return shortcuts.Shortcut(who=self.who(), gain=self.among(shortcuts.GAINS))
        danger = self.maybe(self.among(("FLX", "PHY")), "")
        return shortcuts.Shortcut(
            who=self.who(),
            kind=self.among(shortcuts.CHECKS),
            difficulty=self.difficulty(),
            danger=danger,
            danger_difficulty=self.difficulty() if danger else 0,
        )

    def ride(self) -> Command:
        vehicle = self.maybe(self.pick((self.who(), "truck")), "")
        return shortcuts.Ride(who=self.who(), vehicle=vehicle, drives=self.chance(2))

    def act(self) -> Command:
        check = self.check() if self.chance(2) else {}
        return actions.Act(
            who=self.turn(),
            text=self.maybe(self.text(), ""),
            against=self.maybe(self.some(0), ()),
            hand=self.hand(),
            anyway=self.chance(6),
            **check,
        )

    def turn(self) -> str:
        """Whose slot it is, mostly."""
        return actions.turn(self.state) or self.who() if self.rng.random() < 0.7 else self.who()

    def call(self) -> Command:
        check = self.check()
        return checks.CallCheck(
            who=self.some(),
            required=self.maybe(self.number(1, 3), 0),
            graded=("near", "", "D6")[: self.pick((0, 0, 3))],
            offers=self.pick(((), (), ("INF",), ("INF", "PHY"))),
            **({**check, "kind": ""} if self.chance(6) and not check["purpose"] else check),
            **self.announced(),
        )

    def oppose(self) -> Command:
        check = self.check()
        return opposed.CallOpposed(
            a=self.who(),
            b=self.who(),
            kind_b=self.maybe(self.among(ATTRIBUTES), ""),
            must=self.chance(2),
            **check,
        )

    def observe(self) -> Command:
        check = self.check() if self.chance(3) else {"difficulty": 0}
        check.pop("modifiers", None)
        return actions.Observe(who=self.who(), target=self.maybe(self.who(), ""), anyway=self.chance(6), **check)

    def break_free(self) -> Command:
        return actions.BreakFree(
            who=self.turn(),
            kind=self.among(("FLX", "PHY", "OPR")),
            difficulty=self.difficulty(),
            modifiers=self.modifiers(),
            anyway=self.chance(3),
        )

    def pending(self) -> Command:
        return neutral.AddPending(
            kind=self.pick(("fuse", "reinforcement", "reminder", "flare")),
            text=self.secret(),
            rounds=self.number(1, 3),
            point=self.among(neutral.POINTS),
            who=self.maybe(self.who(), ""),
        )

    def load(self) -> Command:
        who, weapon = self.who(), self.weapon()
        if self.chance(3):
            return life.ChangeLoad(who=who, weapon=weapon, to=self.number(0, 4), full=self.maybe(self.number(1, 6), 0))
        return life.ChangeLoad(who=who, weapon=weapon, by=self.number(-2, 2), full=self.maybe(self.number(1, 6), 0))

    def start(self) -> Command:
        if self.chance(6):
            return crisis.Start(calm=True)
        phases = tuple(p for p in PHASES if self.chance(2)) if self.chance(3) else ()
        return crisis.Start(preset=self.among(tuple(crisis.PRESETS)), phases=phases)

    def phases(self) -> Command:
        used = tuple(p for p in PHASES if self.rng.random() < 0.6) or PHASES
        return crisis.UsePhases(phases=() if self.wild and self.chance(10) else used, this_round=self.chance(2))

    def set_life(self) -> Command:
        full = self.number(1, 6)
        return life.SetLife(who=self.some(), full=full, now=self.maybe(self.number(0, 6), None))

    def help(self) -> Command:
        who = self.turn()
        row = self.state.bands.get(who, {})
        hurt = [p for p in self.state.entities.values() if p.states and (p.id == who or row.get(p.id) == "touch")]
        patient = self.pick(hurt) if hurt and not self.chance(4) else None
        whom = patient.id if patient is not None else self.hurt()
        fits = [NEEDS[s.id] for s in patient.states if s.id in NEEDS] if patient is not None else []
        does = self.pick(fits) if fits and not self.chance(4) else self.among(tuple(parts.HELP))
        state = self.maybe(self.state_of(whom), "") if does == "tend" else ""
        return actions.Help(
            who=who,
            does=does,
            whom=whom,
            state=state,
            using=self.maybe("substitute", ""),
            difficulty=self.maybe(6, 0),
            hand=self.maybe(self.among(limbs.HANDS), ""),
            modifiers=self.modifiers(),
            sure=self.chance(3),
        )

    def treat(self) -> Command:
        whom = self.hurt()
        return treatment.Treat(who=whom, state=self.state_of(whom))

    def hazard_fate(self) -> Command:
        hazard = self.known(self.state.hazards)
        found = self.state.hazards.get(hazard)
        on = found.on[:2] if found is not None and found.on else self.some()
        return hazards.HazardFate(hazard=hazard, who=on, affected=self.chance(2))

    def tend(self) -> Command:
        who = self.hurt()
        return relief.Tend(who=who, state=self.state_of(who))

    def put_out(self) -> Command:
        who = self.of([light.carrier for light in self.state.lights.values()])
        return distance.PutOutLight(who=who, source=self.maybe(self.among(tuple(distance.LIGHTS)), ""))

    def less(self) -> Command:
        pairs = [(m.a, m.b) for m in self.state.crisis.moves]
        pairs += [(w, t) for w, d in self.state.crisis.declarations.items() for t in (*d.approach, *d.retreat)]
        who, other = self.pick(pairs) if pairs and self.rng.random() < 0.9 else (self.who(), self.who())
        who, other = (other, who) if self.chance(3) else (who, other)
        return movement.MoveLess(who=who, other=other, band=self.among(BANDS))

    def outsider(self) -> str:
        return self.of([p.id for p in self.state.entities.values() if p.presence in ("outside", "left")])

    def fallen(self) -> str:
        return self.of([p.id for p in self.state.entities.values() if life.is_out(p)])

    def slot(self) -> Command:
        """Something to do in a slot: what there is a reason for, or anything."""
        who = actions.turn(self.state)
        person = self.state.entities.get(who)
        ways: list[Command] = [self.act(), actions.Pass(who=self.turn()), self.help()]
        if person is not None:
            held = {s.id for s in person.states}
            ways += [actions.StandUp(who=who)] * (2 * ("prone" in held))
            ways += [self.break_free()] * (2 * ("restrained" in held))
            ways += [actions.Reload(who=who, weapon=item) for item, load in person.load.items() if load.now < load.full]
        return self.pick(ways)

    def next(self) -> Command:
        """What somebody at the table would do next: the first owed task in some way, or moving on."""
        tasks = RULESET.agenda(self.state)
        task = self.pick(tasks) if tasks and self.chance(3) else next((t for t in tasks if t.blocking), None)
        if task is None or self.chance(12):
            return Phase(force=self.chance(2))
        if task.kind == "difficulty":
            return initiative.SetDifficulty(faces=self.number(3, 9))
        if task.kind == "slot" and not self.chance(3):
            return self.slot()
        if task.kind == "declare" and task.who and self.chance(2):
            return replace(self.declare(), who=task.who)
        if task.kind.startswith("question:") and self.chance(2):
            return self.answer()
        found = self.pick([c for c in (task.command, task.command, task.refuse, task.skip) if c is not None] or [None])
        if isinstance(found, checks.RollCheck) and self.chance(2):
            return replace(found, hold=True, difficulty=found.difficulty or 6)
        if found is None and task.kind in ("check", "initiative"):
            return checks.RollCheck(who=task.who, difficulty=self.number(3, 9))
        return Phase(force=self.chance(3)) if found is None else found
