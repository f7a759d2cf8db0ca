"""Party files: the characters of a campaign with their whole sheets, carried from one encounter to the next.

Covers LP-CHR-001, -006, -008 and -011 as far as files go. A sheet that says ``played`` is taken as it stands. Any other
is a new one: it is held against the budgets of creation, and where a step is still open its owner is still being made.
What of a sheet this module does not name itself is written and read under its own key, so that nothing gets lost.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any

import msgspec
from msgspec.structs import replace

from ...conversion import nearest, shown
from ...core.commands import OptionSet
from ...core.model import Msg, Name
from ...core.ruleset import Ruleset
from ...core.scenario import EntityRow, Path, Problem, Scenario
from ...language.names import bare
from . import (
    armoury,
    creation,
    creation_steps,
    frenzy,
    injuries,
    people,
    sheet_faults,
    skills,
    specialty_table,
    traits,
    weapons,
)
from . import creation_table as made_of
from .acquiring import price
from .character import Belonging, Campaign, Creation, Frenzy, Sheet, Specialty
from .rows import Armour, Attribute, Count, Figure, Hand, PeopleBuilder, Sanity
from .sheets import sheet_of
from .specialty_table import NAMES as SPECIALTY_NAMES
from .state import CHECK_TYPES, Injury, LawnState, Load, Person
from .trait_table import TRAITS

Points = Annotated[int, msgspec.Meta(ge=0, le=999)]
Owed = Annotated[int, msgspec.Meta(ge=-99, le=999)]
Said = str | Name
TEXTS = ("title", "gender", "age", "language", "appearance", "occupation", "background")


class SkillRows(msgspec.Struct, frozen=True, kw_only=True):
    """``skills``: those in each slot, ``other`` ones beside the slots, and those ``agreed`` on that no table has."""

    any: tuple[str, ...] = ()
    minor: tuple[str, ...] = ()
    second: tuple[str, ...] = ()
    both: tuple[str, ...] = ()
    other: tuple[str, ...] = ()
    agreed: tuple[str, ...] = ()


class SpecialtyRow(msgspec.Struct, frozen=True, kw_only=True):
    """A specialty that is expended, granted, or of no table; a plain one is written as its id alone."""

    id: str
    price: int = 3
    expended: bool = False
    cooling: Points = 0
    granted: str = ""
    bought: Points = 0


class ItemRow(msgspec.Struct, frozen=True, kw_only=True):
    """An item with more to it than its name."""

    name: Said
    custom: bool = True
    modifiers: Mapping[str, Figure] = {}
    tag: str = ""
    note: Said = ""
    valued: Points = 0
    contents: tuple[Said, ...] = ()
    lacks: tuple[Said, ...] = ()


OWN: dict[str, tuple[Any, Any]] = {
    **dict.fromkeys(TEXTS, (Said, "")),
    "played": (bool, False),
    "dominant": (Hand, "right"),
    "attributes": (Mapping[Attribute, Figure], {}),
    "sanity": (Sanity | None, None),
    "sanity_max": (Count | None, None),
    "potential": (Owed | None, None),
    "cash": (Points, 0),
    "reliable": (Points, 0),
    "xp": (Points | None, None),
    "relations": (Mapping[str, Said], {}),
    "skills": (SkillRows, SkillRows()),
    "specialties": (tuple[str | SpecialtyRow, ...], ()),
    "frenzies": (tuple[str | Frenzy, ...], ()),
    "items": (tuple[str | ItemRow, ...] | None, None),
    "states": (tuple[str | Injury, ...], ()),
    "weapons": (tuple[str, ...], ()),
    "load": (Mapping[str, Sanity | Load], {}),
    "figures": (Mapping[str, Mapping[str, int | bool | str]], {}),
    "devices": (tuple[str, ...], ()),
    "supplies": (Sanity, 0),
    "armour": (Armour, 0),
    "stored": (tuple[int, ...], ()),
    "spent": (tuple[str, ...], ()),
    "note": (Said, ""),
}
"""The keys of a character that are not simply a field of the sheet, or have bounds or languages of their own."""
ELSEWHERE = ("skill_slots", "belongings")
"""Fields of the sheet that are written under another key."""
REST: dict[str, tuple[Any, Any]] = {
    f.name: (f.type, f.default if f.default is not msgspec.NODEFAULT else {})
    for f in msgspec.structs.fields(Sheet)
    if f.name not in (*OWN, *ELSEWHERE)
}
"""All other fields of the sheet, as they are."""
CharacterRow: type[Any] = msgspec.defstruct(
    "CharacterRow",
    [(key, type_, default) for key, (type_, default) in {**OWN, **REST}.items()],
    bases=(EntityRow,),
    frozen=True,
    kw_only=True,
    module=__name__,
)
TYPES: Mapping[str, type[msgspec.Struct]] = {"character": CharacterRow}
TABLES: Mapping[str, type[msgspec.Struct]] = {"campaign": Campaign}


def build(ruleset: Ruleset[LawnState], party: Scenario, lang: str) -> tuple[LawnState, tuple[Problem, ...]]:
    """A state with that party alone in it, and what is wrong with its rows."""
    members = Members(ruleset, party, lang)
    members.run()
    return members.tx.state, tuple(members.problems)


class Members(PeopleBuilder):
    """A party on its way into a state."""

    def run(self) -> None:
        """The campaign and its switches, then everybody in it."""
        for option, value in self.scenario.options.items():
            if self.tx.state.options.get(option) != value:
                self.tx.emit(OptionSet(option=option, before=self.tx.state.options.get(option, value), after=value))
        rows = self.scenario.rows.get("character", ())
        campaign: Campaign = self.scenario.tables.get("campaign", Campaign())
        if not 0 <= campaign.players <= creation.MOST_PLAYERS:
            most = Msg("a whole number from {low} to {high}", {"low": 0, "high": creation.MOST_PLAYERS})
            self.refuse(("campaign", "players"), campaign.players, most)
        self.figures_of_creation(("campaign", "creation"), campaign.creation)
        self.tx.state = replace(self.tx.state, campaign=campaign)
        for i, row in rows:
            self.character(("character", i), row)
        self.keep_words_apart(("character",))
        once = tuple(" ".join(self.ids.get(word, word) for word in entry.split(" ")) for entry in campaign.once)
        self.tx.state = replace(self.tx.state, campaign=replace(campaign, once=once))

    def character(self, place: Path, row: Any) -> None:
        """One character."""
        add = people.Add(kind="pc", name=self.name(row), key=row.id, attributes=dict(row.attributes))
        person = people.make_person(self.tx.state, add)
        sheet = self.sheet(place, row)
        now, most = self.sanity(place, row, sheet)
        person = replace(
            person,
            sheet=sheet,
            sanity=now,
            sanity_max=most,
            skills=self.skills_of(place, row),
            states=self.states((*place, "states"), row.states),
            devices=row.devices,
            supplies=row.supplies,
            armour=row.armour,
            dominant=row.dominant,
            stored=row.stored,
            spent=row.spent,
            note=self.text(row.note),
            load=self.load((*place, "load"), row.load),
        )
        self.words((*place, "devices"), row.devices, skills.DEVICES)
        self.words((*place, "weapons"), row.weapons, weapons.WEAPONS)
        self.figures((*place, "figures"), row.figures)
        person = armoury.armed(person, row.weapons, row.figures)
        if not row.played:
            person = self.new(place, row, person)
        for problem in (*sheet_faults.problems(person), *sheet_faults.states(person)):
            self.problems.append(replace(problem, path=(*place, *_row_path(sheet, problem.path))))
        people.add_person(self.tx, person, {})
        self.ids.setdefault(row.id, person.id)
        for held in sheet.frenzies:
            frenzy.ask_about(self.tx, person.id, held)
        traits.ask_choice(self.tx, person.id)

    def sanity(self, place: Path, row: Any, sheet: Sheet) -> tuple[int, int]:
        """Sanity and its maximum; where the file says neither, what a new character of that trait has."""
        trait = TRAITS.get(sheet.trait)
        full = made_of.figure(sheet, "sanity")
        most = row.sanity_max or (trait.sanity_max if trait is not None else 0) or full
        usual = (trait.sanity if trait is not None else 0) or most
        return (usual if row.sanity is None else row.sanity), most

    def figures_of_creation(self, place: Path, figures: Mapping[str, int]) -> None:
        """Refuse figures of creation that there are not, or that cannot be so (LP-CHR-002)."""
        for key, value in figures.items():
            row = made_of.FIGURES.get(key)
            if row is None:
                self.refuse((*place, key), key, nearest(key, tuple(made_of.FIGURES)))
            elif not row.low <= value <= row.high:
                bounds = Msg("a whole number from {low} to {high}", {"low": row.low, "high": row.high})
                self.refuse((*place, key), value, bounds)

    def sheet(self, place: Path, row: Any) -> Sheet:
        """The sheet of a row, as far as it can be read."""
        self.figures_of_creation((*place, "overrides"), row.overrides)
        taken: dict[str, Any] = {key: getattr(row, key) for key in REST}
        taken.update({key: self.text(getattr(row, key)) for key in TEXTS})
        taken["relations"] = {key: self.text(text) for key, text in row.relations.items()}
        if not (row.played or row.creation.open):
            taken["overrides"] = row.overrides or dict(self.tx.state.campaign.creation)
        taken["trait"] = self.word((*place, "trait"), row.trait, {k: t.name for k, t in TRAITS.items()})
        taken["specialties"] = self.specialties((*place, "specialties"), row.specialties)
        own = tuple(taken["specialties"])
        taken["passions"] = tuple(
            self.word((*place, "passions", i), passion, {k: SPECIALTY_NAMES.get(k, Name(k, k)) for k in own})
            for i, passion in enumerate(row.passions)
        )
        frenzies = self.tx.ruleset.terms().get("frenzy", {})
        taken["frenzies"] = tuple(
            frenzy.complete(f if isinstance(f, Frenzy) else Frenzy(id=self.word((*place, "frenzies", i), f, frenzies)))
            for i, f in enumerate(row.frenzies)
        )
        for i, found, allowed in frenzy.problems(taken["frenzies"]):
            self.refuse((*place, "frenzies", i), found, allowed)
        slots: dict[str, str] = {}
        for slot in (made_of.ANY, made_of.MINOR, made_of.SECOND, made_of.BOTH):
            slots.update(dict.fromkeys(self.named_skills(getattr(row.skills, slot)), slot))
        refused = creation.bad_type(self.tx.state, row.type)
        if refused is not None:
            allowed = Msg("{option} = true in [options]", {"option": creation.TYPES.get(row.type, "")})
            self.refuse(
                (*place, "type"),
                row.type,
                allowed if row.type in creation.TYPES else nearest(row.type, tuple(creation.TYPES)),
            )
        if row.returning and self.tx.state.options.get("returning") is False:
            self.refuse((*place, "returning"), True, Msg("{option} = true in [options]", {"option": "returning"}))
        items = tuple(self.item((*place, "items", i), item) for i, item in enumerate(row.items or ()))
        names = [item.name.strip().casefold() for item in items]
        for i, name in enumerate(names):
            if not name or name in names[:i]:
                self.refuse((*place, "items", i), items[i].name, Msg("each item once") if name else Msg("a name"))
        return Sheet(
            **taken,
            potential=row.potential or 0,
            cash=row.cash,
            reliable=row.reliable,
            xp=row.xp or 0,
            skill_slots=slots,
            belongings=items,
        )

    def word(self, place: Path, word: str, names: Mapping[str, Name], own: Msg | None = None) -> str:
        """The id of a term that may be written by its id or its name, in the book's brackets or without; refused where
        it is none, with the nearest one, or else ``own``."""
        low = bare(word.strip()).casefold()
        if not low or word in names:
            return word
        found = next((key for key, name in names.items() if low in (key, name.zh, name.en.casefold())), "")
        if not found:
            near: Sequence[str] = difflib.get_close_matches(low, names, 1)
            if not near:
                spelled = [name.zh for name in names.values()] + [name.en for name in names.values()]
                near = difflib.get_close_matches(bare(word.strip()), spelled, 1)
            elif near[0] in names:
                near = tuple(names)
            if not names:
                own = Msg("a specialty that the character has")
            self.refuse(place, word, own if own and not near else nearest(word, near or tuple(names)))
        return found

    def specialties(self, place: Path, rows: Iterable[str | SpecialtyRow]) -> dict[str, Specialty]:
        """The specialties; one of no table is written as a table, with its price (LP-SPC-004)."""
        found: dict[str, Specialty] = {}
        for i, row in enumerate(rows):
            if isinstance(row, str):
                as_row = Msg("{row} for one agreed with the GM", {"row": f'{{ id = "{bare(row)}", price = 2 }}'})
                key, specialty = self.word((*place, i), row, SPECIALTY_NAMES, as_row), None
            else:
                fields = {f: getattr(row, f) for f in Specialty.__struct_fields__}
                key, specialty = row.id, Specialty(**fields)
            if key in found:
                self.refuse((*place, i), key, Msg("each specialty once"))
            elif key:
                found[key] = specialty or Specialty(price=specialty_table.row(key).price)
        return found

    def named_skills(self, words: Iterable[str]) -> tuple[str, ...]:
        """Skills by their ids, where they were written by their names."""
        names = {k: n for k, n in skills.names().items() if k not in skills.DEVICES}
        found = []
        for word in words:
            row, colon, own = bare(word.strip()).replace("：", ":").partition(":")
            low = bare(row.strip()).casefold()
            key = next((k for k, n in names.items() if low in (k, n.zh, n.en.casefold())), row)
            found.append(key + colon + (made_of.language(own) if key == "language" else own.strip()))
        return tuple(found)

    def skills_of(self, place: Path, row: Any) -> tuple[str, ...]:
        """Every skill of a row, each once; refused where no table has it and it is not said to be agreed on."""
        every: list[str] = []
        for slot in ("any", "minor", "second", "both", "other"):
            words = self.named_skills(getattr(row.skills, slot))
            self.skills((*place, "skills", slot), words, row.skills.agreed)
            for i, word in enumerate(words):
                if word in every:
                    self.refuse((*place, "skills", slot, i), word, Msg("each skill once"))
            every.extend(words)
        return tuple(dict.fromkeys(every))

    def item(self, place: Path, row: str | ItemRow) -> Belonging:
        """One item."""
        if isinstance(row, str):
            return Belonging(name=row)
        for kind in row.modifiers:
            if kind not in CHECK_TYPES:
                self.refuse((*place, "modifiers", kind), kind, nearest(kind, CHECK_TYPES))
        fields = {f: getattr(row, f) for f in ("custom", "modifiers", "tag", "valued")}
        return Belonging(
            name=self.text(row.name),
            note=self.text(row.note),
            contents=tuple(map(self.text, row.contents)),
            lacks=tuple(map(self.text, row.lacks)),
            **fields,
        )

    # New characters ------------------------------------------------------------------------------------------------

    def new(self, place: Path, row: Any, person: Person) -> Person:
        """A character who has not played yet: what follows from the rows, held against the budgets (LP-CHR-008).

        One whose sheet is open is taken as it was left, with whatever still goes too far.
        """
        if row.creation.open:
            return replace(person, presence="outside")
        sheet = replace(sheet_of(person), creation=self.made(row, sheet_of(person)))
        person = self.gifts(replace(person, sheet=sheet))
        self.unfit(place, person)
        sheet = self.spent(place, row, person)
        person = replace(person, sheet=sheet)
        for problem in creation_steps.over_budget(self.tx.state, person):
            said = problem.path[0] == "skills" and self.is_refused(row, problem)
            if problem.path[0] not in ("xp", "type") and not said:
                self.problems.append(replace(problem, path=(*place, *problem.path)))
        state = replace(self.tx.state, entities={**self.tx.state.entities, person.id: person})
        owed = bool(creation_steps.missing(state, person.id))
        sheet = replace(sheet, creation=replace(sheet.creation, open=owed))
        return replace(person, sheet=sheet, presence="outside" if owed else "in")

    def unfit(self, place: Path, person: Person) -> None:
        """Refuse what no purchase of a new character leads to: specialties that a trait alone gives, passions beyond
        what the trait allows."""
        sheet = sheet_of(person)
        for i, (key, held) in enumerate(sheet.specialties.items()):
            if specialty_table.row(key).trait_only and not held.granted and key not in self.cheaper(sheet):
                self.refuse((*place, "specialties", i), key, Msg("one that can be bought"))
        for i, passion in enumerate(sheet.passions):
            if passion in sheet.specialties and not specialty_table.row(passion).passion:
                self.refuse((*place, "passions", i), passion, Msg("a specialty that may be a passion"))
        most = traits.passions(person)
        if len(sheet.passions) > most:
            self.over((*place, "passions"), Msg("too many passions"), len(sheet.passions), most)

    def cheaper(self, sheet: Sheet) -> tuple[str, ...]:
        """The specialties that a trait sells."""
        trait = TRAITS.get(sheet.trait)
        return () if trait is None else trait.cheaper

    def is_refused(self, row: Any, problem: Problem) -> bool:
        """Whether a skill that a slot does not take is no skill at all, which has been said."""
        word = str(problem.found)
        return problem.message.id == "not allowed here" and not (skills.known(word) or word in row.skills.agreed)

    def spent(self, place: Path, row: Any, person: Person) -> Sheet:
        """The sheet with its XP; refused where XP or potential come to more than there can be."""
        sheet = sheet_of(person)
        made = sheet.creation
        sums = made_of.sums(sheet, self.tx.state.campaign.language)
        trait = TRAITS.get(sheet.trait)
        most = sums.xp + (trait.xp if trait is not None else 0)
        prices = {k: price(person, k) if k in SPECIALTY_NAMES else s.price for k, s in sheet.specialties.items()}
        cost = sum(prices[k] for k, s in sheet.specialties.items() if not s.granted)
        left: int = most - cost if row.xp is None else row.xp
        if made.xp and cost + left > most:
            self.over((*place, "specialties"), Msg("too much XP spent"), cost + max(0, left), most)
        given = made.converted
        if given and (given not in made_of.CONVERTED or (made.rolled and given not in made.rolled)):
            self.refuse((*place, "creation", "converted"), given, Msg("a 1 or 2 that was rolled"))
        rolled = made_of.rolled_potential(sheet) if made.rolled else 6 * made_of.potential_dice(sheet)
        best = sums.potential + rolled - (made_of.rolled_potential(sheet) if made.accepted else 0)
        self.purses(place, sheet, best)
        if sheet.potential > best:
            self.over((*place, "potential"), Msg("too much potential"), sheet.potential, best)
        elif sheet.potential < 0:
            self.refuse((*place, "potential"), sheet.potential, Msg("at least 0"))
        return replace(sheet, xp=max(0, left))

    def purses(self, place: Path, sheet: Sheet, best: int) -> None:
        """Refuse cash that neither a trait gives nor potential can have been turned into, and reliable points that no
        trait gives (LP-POT-001, -014)."""
        trait = TRAITS.get(sheet.trait)
        cash, reliable = (trait.cash, trait.reliable) if trait is not None else (0, 0)
        cash += max(0, best - max(0, sheet.potential))
        for kind, held, most in (("cash", sheet.cash, cash), ("reliable", sheet.reliable, reliable)):
            if held > most:
                self.over((*place, kind), Msg("too much potential"), held, most)

    def made(self, row: Any, sheet: Sheet) -> Creation:
        """How the sheet was made, as far as the rows tell: what is written is done."""
        said: Creation = row.creation
        points = {a: row.attributes.get(a, 0) + said.lost.get(a, 0) for a in {**row.attributes, **said.lost}}
        done = [*said.done]
        if row.attributes:
            done.append("attributes")
        if row.items is not None:
            done.append("items")
        agreed = tuple(s for s in row.skills.agreed if s in sheet.skill_slots and sheet.skill_slots[s] == made_of.MINOR)
        return replace(
            said,
            points=said.points or {a: n for a, n in points.items() if n},
            done=tuple(dict.fromkeys(done)),
            agreed=tuple(dict.fromkeys((*said.agreed, *agreed))),
            accepted=said.accepted or row.potential is not None,
            xp=said.xp or (made_of.MORE_XP if row.specialties or row.xp is not None else ""),
        )

    def gifts(self, person: Person) -> Person:
        """What frenzy states and a trait bring along, where the file does not say it."""
        sheet = sheet_of(person)
        for held in sheet.frenzies:
            sheet = replace(sheet, specialties={**sheet.specialties, **frenzy.gifts(held), **sheet.specialties})
        person = replace(person, sheet=sheet)
        trait = TRAITS.get(sheet.trait)
        if trait is None:
            return person
        brought = traits.figures(replace(sheet, xp=0), trait.id)
        given = {k: s for k, s in brought["specialties"].items() if k not in sheet.specialties}
        sheet = replace(
            sheet,
            cash=sheet.cash or brought["cash"],
            reliable=sheet.reliable or brought["reliable"],
            counters={**brought["counters"], **sheet.counters},
            specialties={**sheet.specialties, **given},
        )
        states = tuple(Injury(id=s) for s in trait.states if not injuries.has(person, s))
        return replace(person, sheet=sheet, states=(*person.states, *states), stored=person.stored or trait.stored)

    def over(self, place: Path, message: Msg, found: int, most: int) -> None:
        """Note what goes beyond a budget."""
        self.problems.append(
            Problem(path=place, message=message, found=shown(found), allowed=Msg("at most {most}", {"most": most}))
        )


def _row_path(sheet: Sheet, path: Path) -> Path:
    """The path of something of a sheet in its row, which lists specialties one after the other."""
    if path[0] != "specialties":
        return path
    return ("specialties", tuple(sheet.specialties).index(str(path[1])), *path[2:])
