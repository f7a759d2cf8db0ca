"""Makers of the commands of sheets: creation, skills, items and the campaign; see ``maker``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gmconsole.core.model import Command
from gmconsole.core.session import Session
from gmconsole.rulesets.lawn import chronicle, creation, creation_table, items, learning, mastery, skills, traits
from gmconsole.rulesets.lawn.sheets import sheet_of
from gmconsole.rulesets.lawn.state import ATTRIBUTES, CHECK_TYPES, LawnState

from .fighter import Fighter
from .maker import NAMES

SKILLS = (
    "lockpicking",
    "swimming",
    "singing",
    "climbing",
    "first_aid",
    "dance:waltz",
    "language:french",
    "sport",
    "Glassblowing",
    "computer_use",
)
THINGS = ("Make-up Kit", "rope", "Long Knife", "化妆包", "near", "D6", 'a "word"', "zip+tie")


class _Maker:
    def __init__(self, m: Fighter) -> None:
        self.m = m
        self.new = [p.id for p in creation.in_creation(m.state)]

    def made(self) -> str:
        """Somebody who is being made, mostly."""
        return self.m.of(self.new) if self.new else self.m.who()

    def thing(self, who: str) -> str:
        """Something that this one carries, mostly."""
        person = self.m.state.entities.get(who)
        held = [item.name for item in sheet_of(person).belongings] if person is not None else []
        return str(self.m.pick(held)) if held and not self.m.chance(5) else str(self.m.pick(THINGS))

    def owner(self) -> str:
        """Somebody who carries something, mostly."""
        return self.m.of([p.id for p in self.m.state.entities.values() if sheet_of(p).belongings])

    def dice(self) -> dict[str, int]:
        return {self.m.among(CHECK_TYPES): self.m.number(-2, 3) for _ in range(self.m.pick((0, 1, 1, 2)))}

    def skill(self) -> str:
        m = self.m
        return str(m.pick(SKILLS if m.chance(2) else (*skills.SKILLS, *skills.AUTOMATIC)))

    def create(self) -> Command:
        return creation.Create(
            name=str(self.m.pick(NAMES)), key=f"made{self.m.rng.randrange(100)}" if self.m.chance(3) else ""
        )

    def about(self) -> Command:
        field = self.m.among(creation.ABOUT)
        texts = {"dominant": ("left", "both", "right"), "type": ("child", "elder", ""), "language": ("English", "法语")}
        text = str(self.m.pick(texts[field])) if field in texts else self.m.text()
        return creation.About(who=self.made(), field=field, text=text)

    def assign(self) -> Command:
        def points(most: int) -> dict[str, int]:
            return {self.m.among(ATTRIBUTES): self.m.number(0, most) for _ in range(self.m.pick((0, 1, 2, 4)))}

        return creation.Assign(who=self.made(), points=points(2), lost=points(3) if self.m.chance(4) else {})

    def potential(self) -> Command:
        return creation.StartPotential(
            who=self.made(), does=self.m.among(creation.DOES), points=self.m.maybe(self.m.number(1, 2), 0)
        )

    def take_skill(self) -> Command:
        return learning.TakeSkill(
            who=self.made() if self.m.rng.random() < 0.8 else self.m.who(),
            skill=self.skill(),
            slot=self.m.maybe("", self.m.among(learning.SLOTS)),
            agreed=self.m.maybe(self.m.among(learning.AGREED), ""),
            drop=self.m.chance(6),
            override=self.m.chance(4),
        )

    def second(self) -> Command:
        english = [
            w for w in self.new if creation_table.language(sheet_of(self.m.state.entities[w]).language) == "english"
        ]
        return learning.SecondLanguage(
            who=self.m.of(english), language=self.m.among(tuple(skills.LANGUAGES)), both=self.m.chance(2)
        )

    def use_skill(self) -> Command:
        m = self.m
        learnt = [p for p in m.state.entities.values() if p.skills]
        person = m.pick(learnt) if learnt and m.chance(2) else None
        kind = m.maybe(m.among(CHECK_TYPES), "")
        return mastery.UseSkill(
            who=m.of([person.id]) if person is not None else m.who(),
            skill=str(m.pick(person.skills)) if person is not None else self.skill(),
            grant=m.maybe(m.among(mastery.GRANTS), ""),
            kind=kind,
            purpose=m.pick(("", "pick lock", "singing")) if kind else "",
            difficulty=m.maybe(m.number(3, 12), 0),
            tools=m.chance(4),
            sure=m.chance(4),
        )

    def take_item(self) -> Command:
        m = self.m
        lying = [item.name for item in m.state.scene]
        found = m.chance(2) if lying else m.chance(8)
        return items.TakeItem(
            who=self.made() if m.chance(2) else m.who(),
            name=str(m.pick(lying)) if found and lying else str(m.pick(THINGS)),
            contents=m.pick(((), (), ("rope", "hook"))),
            modifiers=self.dice(),
            tag=m.maybe(m.pick(("damage", "sight")), ""),
            ask=m.chance(4),
            found=found,
        )

    def value_item(self) -> Command:
        who = self.owner()
        tag = self.m.maybe("damage", "")
        return items.ValueItem(who=who, item=self.thing(who), modifiers=self.dice(), tag=tag)

    def use_item(self) -> Command:
        who = self.owner()
        return items.UseItem(
            who=who, item=self.thing(who), how=self.m.maybe(self.m.text(), ""), beyond=self.m.chance(3)
        )

    def take_out(self) -> Command:
        who = self.owner()
        return items.TakeOut(who=who, item=self.thing(who), part=str(self.m.pick(("mirror", "brush"))))

    def part_with(self) -> Command:
        who = self.owner()
        return items.PartWith(
            who=who,
            item=self.thing(who),
            how=self.m.among(items.ENDS),
            to=self.m.maybe(self.m.who(), ""),
            ruled=self.m.chance(2),
        )


def makers(m: Fighter) -> dict[type[Command], Callable[[], Command]]:
    """How to make each type of command of sheets."""
    mine = _Maker(m)
    return {
        creation.Create: mine.create,
        creation.About: mine.about,
        creation.Relate: lambda: creation.Relate(a=m.who(), b=m.who(), text=m.maybe(m.text(), "")),
        creation.Assign: mine.assign,
        creation.StartPotential: mine.potential,
        creation.ChooseXp: lambda: creation.ChooseXp(who=mine.made(), choice=m.among(creation_table.XP_CHOICES)),
        creation.NoMoreItems: lambda: creation.NoMoreItems(who=mine.made(), back=m.chance(4)),
        creation.Finish: lambda: creation.Finish(who=mine.made()),
        creation.CampaignFigure: lambda: creation.CampaignFigure(
            figure=m.among(tuple(creation_table.FIGURES)), value=m.number(0, 12)
        ),
        creation.SetPlayers: lambda: creation.SetPlayers(count=m.number(0, 4)),
        chronicle.Remember: lambda: chronicle.Remember(who=m.who(), text=m.text()),
        learning.TakeSkill: mine.take_skill,
        learning.BuySlot: lambda: learning.BuySlot(
            who=mine.made(), item=m.maybe(str(m.pick(THINGS)), ""), back=m.chance(4)
        ),
        learning.SecondLanguage: mine.second,
        learning.CommonLanguage: lambda: learning.CommonLanguage(language=m.among(tuple(skills.LANGUAGES))),
        mastery.UseSkill: mine.use_skill,
        mastery.RuleAutomatic: lambda: mastery.RuleAutomatic(skill=mine.skill(), no=m.chance(3)),
        items.TakeItem: mine.take_item,
        items.ValueItem: mine.value_item,
        items.UseItem: mine.use_item,
        items.TakeOut: mine.take_out,
        items.PartWith: mine.part_with,
        items.RuleEveryday: lambda: items.RuleEveryday(thing=str(m.pick(("lighter", "phone", "手机"))), no=m.chance(2)),
    }


def seat(session: Session[LawnState]) -> None:
    """Somebody who has gone through all the steps of creation and is not finished yet."""
    session.execute(creation.CampaignFigure(figure="unspent_xp", value=12))
    session.execute(creation.Create(name="Nina"))
    who = creation.in_creation(session.state)[0].id
    for command in (
        creation.About(who=who, field="language", text="English"),
        creation.Assign(who=who, points={"PHY": 2, "MND": 3, "DSC": 3}),
        creation.StartPotential(who=who, does=creation.ROLL),
        creation.StartPotential(who=who, does=creation.ACCEPT),
        traits.TakeTrait(who=who, trait="tough"),
        creation.ChooseXp(who=who, choice=creation_table.MORE_XP),
        learning.TakeSkill(who=who, skill="lockpicking", slot=creation_table.ANY),
        learning.TakeSkill(who=who, skill="swimming", slot=creation_table.MINOR),
        items.TakeItem(who=who, name="Long Knife", modifiers={"PHY": 2}, tag="damage"),
        creation.NoMoreItems(who=who),
    ):
        session.execute(command)


def fitting(state: LawnState) -> list[type[Command]]:
    """Types of command that have something to work on just now."""
    found: list[tuple[Any, tuple[type[Command], ...]]] = [
        (
            creation.in_creation(state),
            (
                creation.About,
                creation.Assign,
                creation.StartPotential,
                creation.ChooseXp,
                learning.TakeSkill,
                learning.SecondLanguage,
                items.TakeItem,
                creation.Finish,
            ),
        ),
        (
            any(sheet_of(p).belongings for p in state.entities.values()),
            (items.UseItem, items.TakeOut, items.PartWith, items.ValueItem),
        ),
        (state.scene, (items.TakeItem,)),
    ]
    return [kind for ready, kinds in found if ready for kind in kinds]
