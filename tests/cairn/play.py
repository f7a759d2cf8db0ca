"""Random play of Cairn: commands of every type, legal and not, made field by field from what the state holds.

A step is a number: the seed of one command against the state at hand. Half of the steps take what the console owes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from msgspec import inspect
from msgspec.structs import replace

from gmconsole.core import commands as core
from gmconsole.core.model import Command
from gmconsole.core.questions import Answer
from gmconsole.core.rounds import Phase
from gmconsole.core.session import Accepted, Session
from gmconsole.rulesets.cairn import (
    RULESET,
    attacks,
    casting,
    harm,
    inventory,
    items,
    magic,
    marks,
    people,
    recovery,
    scars,
    turns,
)
from gmconsole.rulesets.cairn.hireling_table import BACKGROUNDS, ROLES
from gmconsole.rulesets.cairn.pack_words import NEEDS, RESTS
from gmconsole.rulesets.cairn.scar_table import PLACES
from gmconsole.rulesets.cairn.state import ATTRIBUTES, BANDS, KINDS, SIDES, Attack, CairnState, Item

from .. import arbitrary

SECRET = "zqx"
NAMES = ("Bryn", "Oda", "Tam", "Vesk", "奥达", "M1", "Old Ann", "near", "d8", "on", 'the "Rat"', "STR", "=7", "+2")
WORDS = ("rope", "the boat", "绳子", "a plan", "d6", "hidden", "far", "with", 'said "no"')
DICE = ("d4", "d6", "d8", "d10", "d8+d8", "d12", "d6+d4", "d13", "5")
FEW = (1, 1, 1, 2, 2, 3, 0, 40)
MADE: tuple[type[Command], ...] = tuple(RULESET.decisions)
RARE = ("EnvironmentSet", "ScarStands")
"""This book has no words for what a place is like; a second Doomed takes twelve HP lost twice (see test_scars)."""


class Maker:
    """Makes commands against a state out of a stream of random numbers; ``wild`` allows what no line can say."""

    def __init__(self, rng: Random, state: CairnState, *, wild: bool = True) -> None:
        self.rng = rng
        self.state = state
        self.wild = wild

    # What fields of a name mean ---------------------------------------------------------------------------------------

    def people(self) -> list[str]:
        return [c.id for c in self.state.entities.values() if c.presence != "removed"] or ["pc-001"]

    def who(self) -> str:
        if self.wild and self.rng.random() < 0.03:
            return self.rng.choice(("nobody", "pc-999", ""))
        here = turns.turn_of(self.state)
        acting = [c.id for c in turns.undeclared(self.state)] if here else []
        return self.rng.choice(acting if acting and self.rng.random() < 0.6 else self.people())

    def magic(self) -> str:
        """The spellbooks, scrolls and relics there are."""
        found = [i.id for i in self._items() if i.kind in items.MAGIC]
        return self.rng.choice(found) if found else self.item()

    def item(self) -> str:
        held = [i.id for c in self.state.entities.values() for i in c.items.values()] + list(self.state.ground)
        return self.rng.choice([*held, *held, *items.ITEMS, *WORDS])

    def text(self) -> str:
        return self.rng.choice(WORDS)

    def named(self, name: str, kind: type[Command]) -> Callable[[], Any] | None:
        """How a field of that name is drawn, where its name says more than its type."""
        pick = self.rng.choice
        known: dict[str, Callable[[], Any]] = {
            "attribute": lambda: pick(("", *ATTRIBUTES) if kind is harm.Harm else ATTRIBUTES),
            "item": self.magic if kind in (casting.Cast, magic.Recharge, magic.Show) else self.item,
            "items": self.item,
            "stance": lambda: pick(("", "", "hostile", "kind", "unclear")),
            "role": lambda: pick(("", *ROLES)),
            "background": lambda: pick(("", *BACKGROUNDS)),
            "reason": lambda: pick((*NEEDS, *WORDS)),
            "mark": lambda: pick((*marks.MARKS, *WORDS)),
            "scar": lambda: pick(("", *(s.id for c in self.state.entities.values() for s in c.scars.values()))),
            "text": lambda: pick((*PLACES, *WORDS)),
            "unit": lambda: pick(tuple(recovery.UNITS)),
            "die": lambda: pick((0, 6, 10)) if kind is attacks.Strike else pick(("", *DICE)),
            "call": lambda: pick(("", *self.state.calls)),
            "what": lambda: pick(("goblin", "acolyte", "4 HP, 1 Armor, spear (d6)", "3 HP, bite (d6+d6)", "nonsense")),
            "name": lambda: pick(NAMES),
            "weapon": lambda: pick(("", "", "sword", "breath", "unarmed", *(i.name for i in self._items()))),
            "place": lambda: pick(("", *WORDS)),
            "group": lambda: pick(("", "band", "pack")),
            "quarry": lambda: pick(("", "pcs", "opponents")),
            "points": lambda: {pick(ATTRIBUTES): self.rng.randint(1, 4)},
            "scores": lambda: {a: self.rng.randint(1, 18) for a in ATTRIBUTES if self.rng.random() < 0.7},
            "near": lambda: {pick(self.people()): pick(BANDS)},
            "attacks": lambda: (Attack(name="claws", dice=(6, 6)), Attack(name="bow", dice=(6,), ranged=True)),
            "count": lambda: pick(FEW),
            "sides": lambda: pick((4, 6, 8)),
            "feet": lambda: pick((40, 40, 20, 80, 45, 90)),
            "minutes": lambda: pick((0, 1, 10, 60)),
            "ill": lambda: pick(casting.ILL_EFFECTS),
            "save": lambda: pick(("", *SAVES)) if kind is casting.Cast else self.rng.random() < 0.5,
        }
        return known.get(name)

    def _items(self) -> list[Item]:
        return [i for c in self.state.entities.values() for i in c.items.values()]

    # Commands ---------------------------------------------------------------------------------------------------------

    def make(self, kind: type[Command]) -> Command:
        """A command of that type."""
        special = SPECIAL.get(kind)
        if special is not None:
            return special(self)
        made = self.drawn(kind)
        return replace(made, **self.owned(kind)) if self.rng.random() < 0.8 else made

    def owned(self, kind: type[Command]) -> dict[str, Any]:
        """Somebody and a thing of theirs, for commands that are about one; whoever has to answer for a mishap."""
        mishaps = [q.who for q in self.state.questions.values() if q.kind == casting.MISHAP]
        if kind is casting.Mishap and mishaps:
            return {"who": self.rng.choice(mishaps)}
        if kind is inventory.Take and self.state.ground:
            return {"item": self.rng.choice(list(self.state.ground))}
        about = {inventory.Drop: "item", inventory.Spend: "item", inventory.Stow: "items", inventory.Ready: "items"}
        rows = [
            (c.id, i.id)
            for c in self.state.entities.values()
            for i in c.items.values()
            if c.presence != "removed" and (i.in_use or kind is not inventory.Stow)
        ]
        if kind not in about or not rows:
            return {}
        who, item = self.rng.choice(rows)
        return {"who": who, about[kind]: (item,) if about[kind] == "items" else item}

    def drawn(self, kind: type[Command]) -> Command:
        """A command of that type, field by field."""
        info = inspect.type_info(kind)
        assert isinstance(info, inspect.StructType)
        drawn = {}
        for field in info.fields:
            if field.required or self.rng.random() < 0.5:
                drawn[field.name] = self.value(field.name, field.type, kind)
        return kind(**drawn)

    def value(self, name: str, type_: inspect.Type, kind: type[Command]) -> Any:
        if name in PEOPLE:
            many = isinstance(type_, inspect.VarTupleType)
            return tuple(dict.fromkeys(self.who() for _ in range(self.rng.randint(1, 2)))) if many else self.who()
        meaning = self.named(name, kind)
        if name == "near" and isinstance(type_, inspect.VarTupleType):
            return (self.who(),)
        if isinstance(type_, inspect.VarTupleType) and name not in WHOLE:
            inner = type_.item_type
            return tuple(self.value(name, inner, kind) for _ in range(self.rng.randint(1, 2)))
        if meaning is not None:
            return meaning()
        if isinstance(type_, inspect.StrType):
            choices = CHOICES.get((kind, name)) or CHOICES_BY_NAME.get(name)
            return self.rng.choice(choices) if choices else self.text()
        if isinstance(type_, inspect.IntType):
            return self.rng.choice(FEW)
        if isinstance(type_, inspect.UnionType) and any(isinstance(t, inspect.IntType) for t in type_.types):
            return self.rng.choice((None, *FEW))
        if isinstance(type_, inspect.BoolType):
            return self.rng.random() < 0.5
        return arbitrary.value(type_, self.rng, depth=4)


PEOPLE = {
    "who",
    "whom",
    "targets",
    "on",
    "a",
    "b",
    "leader",
    "carrying",
    "at_risk",
    "instead",
    "waived",
    "far",
    "out_of_sight",
}
WHOLE = {"attacks"}
CHOICES_BY_NAME: dict[str, tuple[str, ...]] = {"side": ("", *SIDES), "kind": KINDS}
SAVES = ("yes", "no")
CHOICES: dict[tuple[type[Command], str], tuple[str, ...]] = {
    (turns.Start, "kind"): ("fight", "fight", "chase"),
    (recovery.Rest, "kind"): tuple(RESTS),
    (inventory.Give, "kind"): ("", *items.KINDS),
}


def _field(m: Maker) -> Command:
    field, spec = m.rng.choice(list(RULESET.fields().items()))
    value: Any = m.text()
    if spec.kind == "int":
        value = m.rng.randint(spec.low, min(spec.high, 12))
    elif spec.kind == "bool":
        value = m.rng.random() < 0.5
    elif spec.choices:
        value = m.rng.choice(spec.choices)
    return core.SetField(who=(m.who(),), field=field, value=value, because=m.rng.choice(("", "a slip")))


def _option(m: Maker) -> Command:
    option, values = m.rng.choice(list(RULESET.option_values().items()))
    return core.SetOption(option=option, value=m.rng.choice(values))


def _answer(m: Maker) -> Command:
    if not m.state.questions:
        return Answer(question="q-999", value="yes")
    question = m.rng.choice(list(m.state.questions.values()))
    return Answer(question=question.id, value=m.rng.choice((*question.choices, question.value or "yes", m.text())))


def _harm(m: Maker) -> Command:
    rolls = m.rng.random() < 0.5
    figures = (
        {"count": m.rng.randint(1, 2), "sides": m.rng.choice((4, 6))} if rolls else {"amount": m.rng.randint(1, 5)}
    )
    return harm.Harm(
        who=(m.who(),),
        attribute=m.rng.choice(("", *ATTRIBUTES)),
        armour=m.rng.random() < 0.5,
        save=m.rng.random() < 0.5,
        because=m.rng.choice(("", m.text())),
        **figures,
    )


SPECIAL: Mapping[type[Command], Callable[[Maker], Command]] = {
    core.SetField: _field,
    core.SetOption: _option,
    core.SetClock: lambda m: core.SetClock(
        name=m.text(), size=m.rng.choice((0, 4)), by=m.rng.choice((0, 1, -1)), drop=m.rng.random() < 0.2
    ),
    core.RollDice: lambda m: core.RollDice(count=m.rng.randint(1, 6), sides=m.rng.choice((4, 6, 20)), reason=m.text()),
    core.SetBand: lambda m: core.SetBand(a=m.who(), b=(m.who(),), band=m.rng.choice(BANDS)),
    core.Note: lambda m: core.Note(text=m.text(), who=m.rng.choice(("", m.who()))),
    Answer: _answer,
    harm.Harm: _harm,
    Phase: lambda m: Phase(to=m.rng.choice(("", "pcs", "opponents")), force=m.rng.random() < 0.5),
}
QUIET = {core.Remove: 6, turns.End: 6, core.Hide: 3}
"""Types made less often: one in so many."""


def next_step(state: CairnState, rng: Random) -> Command:
    """What the console would take next, or sometimes its other answer."""
    agenda = RULESET.agenda(state)
    found = [c for t in agenda for c in (t.command, t.command, t.refuse, t.skip) if c is not None]
    return rng.choice(found) if found else Phase()


def fitting(state: CairnState) -> list[type[Command]]:
    """Types of command that have something to work on just now."""
    things = [i for c in state.entities.values() for i in c.items.values()]
    found: list[tuple[object, tuple[type[Command], ...]]] = [
        (state.questions, (Answer, Answer)),
        (state.ground, (inventory.Take,)),
        (any(i.recharge or (i.kind == "relic" and i.uses < i.uses_max) for i in things), (magic.Recharge,)),
        (any(i.kind in items.MAGIC for i in things), (casting.Cast, magic.Show)),
        (any(q.kind == casting.MISHAP for q in state.questions.values()), (casting.Mishap,)),
        (any(act.unclear for act in state.fight.acts.values()), (attacks.RollNumber, attacks.Reach)),
        (any(c.scars for c in state.entities.values()), (scars.Recover, scars.RollScar, scars.TellScar)),
    ]
    return [kind for ready, kinds in found if ready for kind in kinds]


def command(step: int, state: CairnState, *, wild: bool = True) -> Command:
    """The command that a step stands for against this state."""
    rng = Random(step)
    if rng.random() < (0.3 if state.questions else 0.5):
        return next_step(state, rng)
    ready = fitting(state)
    kind = rng.choice(ready if ready and rng.random() < 0.3 else MADE)
    while rng.randrange(QUIET.get(kind, 1)):
        kind = rng.choice(MADE)
    return Maker(rng, state, wild=wild).make(kind)


def of_type(kind: type[Command], step: int, state: CairnState) -> Command:
    """A command of that type that a line can write."""
    return Maker(Random(step), state, wild=False).make(kind)


def table(seed: int, *, nasty: bool = False) -> Session[CairnState]:
    """Four to seven people on both sides, some hidden, some wounded, with things in their packs."""
    rng = Random(seed)
    session: Session[CairnState] = Session(RULESET, RULESET.new_state("Weir"), seed=seed)
    names = list(NAMES) if nasty else ["Bryn", "Oda", "Tam", "Vesk", "Rat", "Guard", "Hook"]
    for n in range(rng.randint(4, 7)):
        kind = "pc" if n < 2 else rng.choice(("hireling", "npc", "monster", "monster"))
        hidden = n > 1 and rng.random() < 0.3
        ways = (Attack(name="sword", dice=(8,)), Attack(name="breath", dice=(6,), blast=True, on_critical="it burns"))
        many = kind == "monster" and rng.random() < 0.4
        strength = {"STR": 4} if many else {}
        add = people.Add(
            kind=kind,
            name=f"{SECRET}{n}" if hidden else names[n],
            hidden=hidden,
            hp=1 if many else rng.choice((1, 2, 4, 8)),
            armour=rng.choice((0, 1, 2, 4)),
            scores={**{a: rng.randint(3, 16) for a in ATTRIBUTES}, **strength},
            attacks=ways[: rng.randint(0, 2)],
            detachment=many,
            group=rng.choice(("", "", "band")),
        )
        assert isinstance(session.execute(add), Accepted)
    for who, c in list(session.state.entities.items()):
        if c.side == "pcs" and rng.random() < 0.8:
            for item in rng.sample(sorted(items.ITEMS), 2):
                session.execute(inventory.Give(who=who, item=item))
        if rng.random() < 0.5:
            kind = rng.choice(items.MAGIC)
            session.execute(inventory.Give(who=who, item="Ember", kind=kind, die="d8", blast=True, uses=2))
        if c.hidden:
            session.execute(core.Note(text=f"{SECRET}note", who=who))
    if rng.random() < 0.8:
        session.execute(turns.Start(kind=rng.choice(("fight", "fight", "chase"))))
    return session
