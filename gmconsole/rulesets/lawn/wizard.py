"""Making a character as a wizard: the steps of the book's boxes with everything that may be taken in each of them.

Covers LP-CHR-003, -005 to -008 as far as they are shown; what a step asks for and whether it is done is said by
``creation_steps``, what taking something does by the commands of its chapter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from ...core.model import Field, Msg, Name, Question, Text, Who
from ...core.questions import Answer
from ...core.views import Pick, SheetLine, Step, Wizard
from . import (
    acquiring,
    creation,
    creation_steps,
    items,
    kinds,
    learning,
    passions,
    skills,
    specialties,
    trait_choices,
    traits,
)
from . import creation_table as made_of
from .creation_table import figure
from .limbs import HANDS
from .questions import ASKS
from .sheet_words import LABELS, NAMES
from .sheets import sheet_of
from .skill_table import BY_SKILL
from .specialty_table import PRICES, SPECIALTIES, title
from .state import ATTRIBUTES, LawnState, Person
from .terms import term
from .trait_table import TRAITS, Trait

TITLE = Name("制作角色", "Make a character")
BEGIN = Name("姓名", "name")
FINISH = Name("完成", "finish")
TYPED = ("title", "gender", "age", "language", "appearance", "occupation", "background")
SLOTS = {made_of.ANY: Name("任意技能", "any skill"), made_of.MINOR: Name("次要技能", "minor skill")}
MINOR = Name("次要", "minor")
TABLES = {1: Name("特质表一", "Trait table 1"), 2: Name("特质表二", "Trait table 2")}


def wizard(state: LawnState, who: str) -> Wizard | None:
    """The nine steps of somebody being made and the end of it; for nobody, the name to begin with."""
    if not who:
        first = Pick(what=BEGIN, command=creation.Create(name=""), typed="name")
        text = Msg("What is the new character called?")
        notes = (Msg("Esc goes to the table. The sheet can be left and gone on with at any time."),)
        return Wizard(
            who="",
            title=TITLE,
            steps=(Step(id="begin", name=BEGIN, status="open", text=text, notes=notes, picks=(first,)),),
        )
    person = state.person(who)
    if not isinstance(person, Person) or not made_of.is_new(person):
        return None
    steps, sheet = creation_steps.steps(state, who), sheet_of(person)
    asked = {key: tuple(_answers(state, who, key)) for key in PICKS}
    made = tuple(
        Step(
            id=step.id,
            name=step.name,
            status=step.status,
            text=step.text,
            full=step.id == "attributes" and made_of.attribute_points(sheet) == sum(sheet.creation.points.values()),
            asks=bool(asked[step.id]),
            notes=(*step.notes, *_unused(state, person, step.id), *NOTES.get(step.id, ())),
            problems=tuple(map(creation_steps.sentence, step.problems)),
            picks=(*asked[step.id], *PICKS[step.id](state, person)),
        )
        for step in steps
    )
    finish = _finish(state, person, steps)
    return Wizard(who=who, title=TITLE, steps=(*made, finish), budgets=tuple(_budgets(state, person)))


NOTES: Mapping[str, tuple[Msg, ...]] = {
    "background": (Msg("Everything here may stay empty. It never changes dice or difficulty."),),
    "attributes": (Msg("Each point is one more die in checks of that attribute."),),
    "starting_state": (Msg("Nothing to choose here."),),
    "sanity": (Msg("Nothing to choose here: the trait may change it."),),
    "potential": (
        Msg("Potential is spent in play, mostly for more dice. A number rolled is kept when it is accepted."),
    ),
    "trait": (Msg("One trait of either table. It shapes the character most; ? shows its rules."),),
    "specialties": (
        Msg("Bought with XP. One may be the passion; each may be expended in play to roll a related check again."),
    ),
    "skills": (Msg("A skill allows what cannot be done without it, or makes it easier."),),
    "items": (Msg("Clothes, wallet, papers, bag and phone go without saying."),),
}
"""What somebody who has not read the book wants to know in a step."""


def _unused(state: LawnState, person: Person, step: str) -> tuple[Msg, ...]:
    """What the step would leave unused although it is done: nobody has to have a passion."""
    free = step == "specialties" and traits.passions(person) and not sheet_of(person).passions
    return (Msg("No passion is chosen yet."),) if free and passions.may_be(state, person) else ()


def _finish(state: LawnState, person: Person, steps: tuple[creation_steps.Step, ...]) -> Step:
    owed = tuple(step.name for step in steps if step.status == creation_steps.OPEN)
    wrong = any(step.problems for step in steps)
    ready = not owed and not wrong
    fields: dict[str, Field] = {"who": Who(person.id), "owed": owed}
    text = Msg("still to do: {owed}", fields) if owed else Msg("{who}: the sheet is complete", fields)
    done = Pick(what=Msg("finish the sheet: {who} comes on stage", fields), command=creation.Finish(who=person.id))
    left = (
        *next(step.notes for step in steps if step.id == "attributes"),
        *_unused(state, person, "specialties"),
    )
    status = "done" if ready else "open"
    return Step(id="finish", name=FINISH, status=status, text=text, notes=left, picks=(done,) if ready else ())


# Budgets -------------------------------------------------------------------------------------------------------------


def _budgets(state: LawnState, person: Person) -> Iterator[SheetLine]:
    """What there is to spend, each with what is spent or left of it."""
    sheet = sheet_of(person)
    spent, allowed = sum(sheet.creation.points.values()), made_of.attribute_points(sheet)
    yield _of(Msg("step:attributes"), spent, allowed)
    yield SheetLine(Msg("sheet:potential"), str(sheet.potential) if sheet.creation.accepted else "?")
    keep = figure(sheet, "unspent_xp")
    yield SheetLine(Msg("sheet:xp"), str(sheet.xp) if sheet.creation.xp else "?", "warn" if sheet.xp > keep else "")
    for slot, count in made_of.slots(sheet).items():
        yield _of(SLOTS[slot], sum(s == slot for s in sheet.skill_slots.values()), count)
    yield _of(Msg("step:items"), made_of.custom_items(sheet), figure(sheet, "items"))


def _of(label: Text, used: int, most: int) -> SheetLine:
    return SheetLine(label, f"{used}/{most}", "warn" if used < most else "danger" if used > most else "calm")


# Picks ---------------------------------------------------------------------------------------------------------------


def _answers(state: LawnState, who: str, step: str) -> Iterator[Pick]:
    """What the GM is asked about the character, with every answer there is."""
    for question in state.questions.values():
        if question.who == who and creation_steps.ASKED.get(question.kind) == step:
            yield from _answered(question)


def _answered(question: Question) -> Iterator[Pick]:
    for choice in question.choices:
        said = Msg("{xp} XP", {"xp": choice}) if choice.isdigit() else term(choice)
        yield Pick(what=said, group=ASKS.sentence(question), command=Answer(question=question.id, value=choice))


def _background(state: LawnState, person: Person) -> Iterator[Pick]:
    sheet = sheet_of(person)
    who = person.id

    def about(field: str, text: str = "") -> creation.About:
        return creation.About(who=who, field=field, text=text)

    yield Pick(what=NAMES["name"], value=person.name, taken=True, command=about("name"), typed="text")
    for field in TYPED:
        said: str = getattr(sheet, field)
        yield Pick(
            what=NAMES[field],
            value=said,
            taken=bool(said),
            command=about(field),
            back=about(field) if said else None,
            typed="text",
        )
    for hand in HANDS:
        yield Pick(
            what=Msg("hand:" + hand),
            group=NAMES["dominant"],
            taken=person.dominant == hand,
            command=about("dominant", hand),
        )
    for key, option in creation.TYPES.items():
        if state.options.get(option) is True:
            is_it = sheet.type == key
            yield Pick(
                what=Msg("character:" + key),
                group=NAMES["type"],
                taken=is_it,
                command=about("type", key),
                back=about("type") if is_it else None,
            )
    for a, b in creation_steps.pairs(state):
        if who in (a, b):
            other = b if who == a else a
            known = sheet.relations.get(creation.known_as(state.entities[other]), "")
            relate = creation.Relate(a=who, b=other)
            yield Pick(
                what=Who(other),
                value=known,
                group=Msg("How do they know each other?"),
                taken=bool(known),
                command=relate,
                back=relate if known else None,
                typed="text",
            )


def _attributes(state: LawnState, person: Person) -> Iterator[Pick]:
    sheet = sheet_of(person)
    for attribute in ATTRIBUTES:
        points = sheet.creation.points.get(attribute, 0)
        fields: dict[str, Field] = {
            "name": kinds.TYPES[attribute].name,
            "things": tuple(use.name for use in kinds.uses(attribute)),
        }
        yield Pick(
            what=Msg("type:" + attribute),
            value=_labelled(person.attributes.get(attribute, 0)),
            note=Msg("{name}, for {things}", fields),
            taken=points > 0,
            command=_points(person, attribute, points + 1),
            back=_points(person, attribute, points - 1) if points else None,
        )
    owed = made_of.lost_points(sheet)
    if owed:
        yield from _losses(person, owed)
    if "attributes" not in sheet.creation.done:
        yield Pick(what=Msg("leave the attributes as they are"), command=creation.Assign(who=person.id))


def _losses(person: Person, owed: int) -> Iterator[Pick]:
    """The points a trait takes away: one way that fits, always off the highest; any other is typed (LP-TRT-113b)."""
    sheet = sheet_of(person)
    values = {a: sheet.creation.points.get(a, 0) for a in ATTRIBUTES}
    lost = dict.fromkeys(ATTRIBUTES, 0)
    for _ in range(owed):
        highest = max(values, key=lambda a: values[a])
        values[highest] -= 1
        lost[highest] += 1
    ways = ((sheet.creation.lost, True), ({a: n for a, n in lost.items() if n}, False))
    for way, taken in ways:
        if way and (taken or way != sheet.creation.lost):
            yield Pick(
                what=Msg("{things}", {"things": tuple(_loss(a, n) for a, n in way.items() if n)}),
                note=Msg("another way: press e and change the numbers") if not taken else "",
                group=Msg("the trait takes {points} points away", {"points": owed}),
                taken=taken,
                command=None if taken else creation.Assign(who=person.id, lost=way),
            )


def _loss(attribute: str, points: int) -> Msg:
    return Msg("{key} {after}", {"key": Msg("type:" + attribute), "after": f"-{points}"})


def _labelled(value: int) -> Text:
    label = LABELS.get(value)
    return Msg("{value} {label}", {"value": f"{value:+d}", "label": label}) if label else f"{value:+d}"


def _points(person: Person, attribute: str, points: int) -> creation.Assign:
    return creation.Assign(who=person.id, points={attribute: points})


def _potential(state: LawnState, person: Person) -> Iterator[Pick]:
    step = creation_steps.MAKERS["potential"](state, person)
    # What was rolled is taken before it is thrown away.
    for choice in sorted(step.choices, key=lambda c: c.kind == "roll"):
        yield Pick(what=choice.what, command=choice.command)


def _trait(state: LawnState, person: Person) -> Iterator[Pick]:
    sheet = sheet_of(person)
    if sheet.trait in TRAITS:
        yield Pick(
            what=Msg("a name of its own"),
            value=sheet.trait_name,
            taken=bool(sheet.trait_name),
            command=traits.NameTrait(who=person.id),
            back=traits.NameTrait(who=person.id) if sheet.trait_name else None,
            typed="name",
        )
        for task in trait_choices.offers(state, person):
            yield Pick(what=task.what, form=task.form)
    for row in TRAITS.values():
        yield from _one_trait(person, row)
    if not sheet.trait and state.options.get("open_armed") is not False:
        xp: dict[str, Field] = {"xp": traits.OPEN_ARMED_XP}
        yield Pick(
            what=Msg("a random trait of table 2, and {xp} XP", xp),
            group=Msg("leave it to chance"),
            command=traits.DrawTrait(who=person.id),
        )


def _one_trait(person: Person, row: Trait) -> Iterator[Pick]:
    sheet = sheet_of(person)
    for choice in row.choose or ("",):
        taken = sheet.trait == row.id and (not choice or choice in sheet.specialties)
        name: Text = Msg("trait:" + row.id)
        if choice:
            name = Msg("{trait} ({specialty})", {"trait": name, "specialty": title(choice)})
        yield Pick(
            what=name,
            note=Msg("{things}", {"things": row.help}),
            group=TABLES[row.table],
            taken=taken,
            command=None
            if taken
            else traits.TakeTrait(who=person.id, trait=row.id, specialty=choice, instead=bool(sheet.trait)),
        )


def _specialties(state: LawnState, person: Person) -> Iterator[Pick]:
    sheet = sheet_of(person)
    points: dict[str, Field] = {"xp": figure(sheet, "less_xp"), "points": figure(sheet, "more_potential")}
    ways: Mapping[str, Text] = {
        made_of.MORE_XP: Msg("{xp} XP", {"xp": figure(sheet, "xp")}),
        made_of.MORE_POTENTIAL: Msg("{xp} XP and {points} potential", points),
    }
    for way, what in ways.items():
        taken = sheet.creation.xp == way
        yield Pick(
            what=what,
            group=Msg("how much XP?"),
            taken=taken,
            command=None if taken else creation.ChooseXp(who=person.id, choice=way),
        )
    if not sheet.creation.xp:
        return
    owned = specialties.owned(person)
    for key, held in owned.items():
        back = acquiring.Acquire(who=person.id, specialty=key, back=True)
        yield Pick(
            what=title(key),
            value=Msg("{xp} XP", {"xp": 0 if held.granted else held.price}),
            note=_help(key),
            group=Msg("owned"),
            taken=True,
            back=None if held.granted else back,
        )
    for key in passions.may_be(state, person):
        chosen = sheet.passions
        others = tuple(p for p in chosen if p != key)
        most = traits.passions(person)
        yield Pick(
            what=title(key),
            note=Msg("two more dice in checks related to it"),
            group=Msg("passion ({count})", {"count": most}),
            taken=key in chosen,
            command=passions.SetPassion(who=person.id, specialties=(*others[: most - 1], key))
            if most and key not in chosen
            else None,
            back=passions.SetPassion(who=person.id, specialties=others) if key in chosen else None,
        )
    for key, price in acquiring.shop(state, person):
        yield Pick(
            what=title(key),
            value=Msg("{xp} XP", {"xp": price}),
            note=_help(key),
            group=Msg("to be bought"),
            command=acquiring.Acquire(who=person.id, specialty=key) if price <= sheet.xp else None,
        )
    if sheet.xp >= min(PRICES):
        yield Pick(
            what=Msg("one of your own, agreed with the GM"),
            group=Msg("to be bought"),
            command=acquiring.Acquire(who=person.id, specialty=""),
            typed="specialty",
        )


def _help(key: str) -> Text:
    return SPECIALTIES[key].help if key in SPECIALTIES else ""


def _skills(state: LawnState, person: Person) -> Iterator[Pick]:
    sheet = sheet_of(person)
    who = person.id
    for skill, slot in sheet.skill_slots.items():
        yield Pick(
            what=skills.title(skill),
            note=_good_for(skills.base(skill)),
            group=Msg("creation:" + slot),
            taken=True,
            back=learning.TakeSkill(who=who, skill=skill, drop=True),
        )
    for slot, count in made_of.slots(sheet).items():
        free = count - sum(s == slot for s in sheet.skill_slots.values())
        if free <= 0:
            continue
        fields: dict[str, Field] = {"slot": Msg("creation:" + slot), "count": free}
        group = Msg(
            "{slot}: {count} free; a minor skill here gives 2 XP" if slot == made_of.ANY else "{slot}: {count} free",
            fields,
        )
        for row in skills.SKILLS.values():
            if row.id in person.skills or (slot == made_of.MINOR and not row.minor):
                continue
            yield Pick(
                what=Msg("{skill} (which one?)", {"skill": row.name}) if row.named else row.name,
                value=MINOR if row.minor and slot == made_of.ANY else "",
                note=_good_for(row.id),
                group=group,
                command=learning.TakeSkill(who=who, skill="" if row.named else row.id, slot=slot),
                typed="skill" if row.named else "",
                lead=row.id + ":" if row.named else "",
            )
    bought = sheet.creation.extra_slots
    if state.options.get("extra_minor_slot") is not False and sheet.creation.xp:
        more = bought < figure(sheet, "extra_slots") and sheet.xp >= made_of.SLOT_PRICE
        yield Pick(
            what=Msg("one more minor slot for {xp} XP, and which item that goes with it?", {"xp": made_of.SLOT_PRICE}),
            group=Msg("besides"),
            taken=bought > 0,
            command=learning.BuySlot(who=who) if more else None,
            back=learning.BuySlot(who=who, back=True) if bought else None,
            typed="item",
        )


def _good_for(skill: str) -> Text:
    """What a skill is used for."""
    uses = tuple(use.name for use in BY_SKILL.get(skill, ()))
    return Msg("{things}", {"things": uses}) if uses else ""


def _items(state: LawnState, person: Person) -> Iterator[Pick]:
    sheet = sheet_of(person)
    who = person.id
    for item in sheet.belongings:
        away = items.PartWith(who=who, item=item.name, how=items.AWAY)
        yield Pick(what=items.title(item), taken=True, group=Msg("taken"), back=away)
    done = "items" in sheet.creation.done
    if made_of.custom_items(sheet) < figure(sheet, "items") and not done:
        yield Pick(
            what=Msg("take an item"),
            group=Msg("besides"),
            command=items.TakeItem(who=who, name=""),
            typed="name",
        )
    step = creation_steps.MAKERS["items"](state, person)
    for choice in step.choices:
        yield Pick(what=choice.what, group=Msg("besides"), command=choice.command)
    if done:
        yield Pick(
            what=Msg("no more items"), group=Msg("besides"), taken=True, back=creation.NoMoreItems(who=who, back=True)
        )


def _nothing(state: LawnState, person: Person) -> Iterator[Pick]:
    return iter(())


PICKS: Mapping[str, Callable[[LawnState, Person], Iterator[Pick]]] = {
    "background": _background,
    "attributes": _attributes,
    "starting_state": _nothing,
    "sanity": _nothing,
    "potential": _potential,
    "trait": _trait,
    "specialties": _specialties,
    "skills": _skills,
    "items": _items,
}
