"""A character on the way through creation, for tests: each step in one word."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from gmconsole.core.model import Rejected
from gmconsole.rulesets.lawn import creation, creation_steps, items, learning, sheets, traits
from gmconsole.rulesets.lawn.character import Sheet, Specialty
from gmconsole.rulesets.lawn.state import Person

from .conftest import Table

EVEN = {"PHY": 1, "MND": 1, "WIS": 1, "OPR": 1, "FLX": 1, "DSC": 1, "INF": 2}
THINGS = ("Make-up Kit", "Matches", "Oil lamp", "Rope", "Notebook", "Violin", "Umbrella", "Pocket watch")


class Maker:
    """One character being made at a table."""

    def __init__(self, table: Table, name: str = "Jessica") -> None:
        known = set(table.state.entities)
        table.do(creation.Create(name=name))
        self.table = table
        self.who = next(k for k in table.state.entities if k not in known)
        table.ids[name] = self.who

    @property
    def person(self) -> Person:
        return self.table.state.entities[self.who]

    @property
    def sheet(self) -> Sheet:
        return sheets.sheet_of(self.person)

    @property
    def missing(self) -> list[str]:
        return list(creation_steps.missing(self.table.state, self.who))

    def step(self, key: str) -> creation_steps.Step:
        return next(s for s in creation_steps.steps(self.table.state, self.who) if s.id == key)

    def about(self, field: str, text: str) -> None:
        self.table.do(creation.About(who=self.who, field=field, text=text))

    def assign(self, lost: dict[str, int] | None = None, **points: int) -> None:
        self.table.do(creation.Assign(who=self.who, points=points, lost=lost or {}))

    def even(self) -> None:
        """All eight points, spread over all attributes."""
        self.table.do(creation.Assign(who=self.who, points=EVEN))

    def not_assigned(self, lost: dict[str, int] | None = None, **points: int) -> Rejected:
        return self.table.refused(creation.Assign(who=self.who, points=points, lost=lost or {}))

    def roll(self, *faces: int) -> None:
        self.table.do(creation.StartPotential(who=self.who, does="roll"), faces)

    def accept(self) -> None:
        self.table.do(creation.StartPotential(who=self.who, does="accept"))

    def convert(self, points: int) -> None:
        self.table.do(creation.StartPotential(who=self.who, does="convert", points=points))

    def potential(self, *rolls: Sequence[int]) -> int:
        """Starting potential after those rolls, the last of which is accepted."""
        for faces in rolls:
            self.roll(*faces)
        self.accept()
        return self.sheet.potential

    def xp(self, choice: str = "more_xp") -> None:
        self.table.do(creation.ChooseXp(who=self.who, choice=choice))

    def skill(self, skill: str, slot: str, agreed: str = "") -> None:
        self.table.do(learning.TakeSkill(who=self.who, skill=skill, slot=slot, agreed=agreed))

    def no_skill(self, skill: str, slot: str, agreed: str = "") -> Rejected:
        return self.table.refused(learning.TakeSkill(who=self.who, skill=skill, slot=slot, agreed=agreed))

    def trait(self, trait: str) -> None:
        self.table.do(traits.TakeTrait(who=self.who, trait=trait))

    def item(self, *names: str) -> None:
        for name in names:
            self.table.do(items.TakeItem(who=self.who, name=name))

    def buy(self, *specialties: str, price: int = 3) -> None:
        """Specialties as their chapter sells them, without its questions."""
        tx = self.table.writing()
        owned = {**self.sheet.specialties, **{key: Specialty(price=price) for key in specialties}}
        sheets.change(tx, self.who, specialties=owned, xp=self.sheet.xp - price * len(specialties))
        self.table.session.replace_state(tx.state)

    def some_specialties(self) -> None:
        self.xp()
        self.buy("art", "deft_hands", "reading_people")

    def some_skills(self) -> None:
        self.skill("lockpicking", "any")
        self.skill("swimming", "minor")

    def all_but(self, *left_out: str) -> None:
        """Every step in the book's order, save those."""
        steps: dict[str, Callable[[], object]] = {
            "attributes": self.even,
            "potential": lambda: self.potential((3, 5)),
            "trait": lambda: self.trait("keen"),
            "specialties": self.some_specialties,
            "skills": self.some_skills,
            "items": lambda: self.item(*THINGS),
        }
        for key, take in steps.items():
            if key not in left_out:
                take()
