"""The steps of making a character in the book's order: how far each is, what it still asks for, what goes too far.

Covers LP-CHR-003, -006 to -008, LP-ATT-009, -010, LP-POT-003 to -005, LP-SKL-003, -012 and LP-ITM-001, -002. All of it
is read from the state, so that a player may go back to any step and find what was said there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

import msgspec

from ...core.model import Command, Field, Msg, Name, Text, Who
from ...core.phases import Task
from ...core.scenario import Problem
from ...core.views import Choice
from . import creation, sheets, skills, traits
from . import creation_table as made_of
from .character import Sheet
from .creation_table import figure
from .sheets import sheet_of
from .state import ATTRIBUTES, LawnState, Person
from .trait_table import TRAITS

OPEN, DONE, SKIPPED = "open", "done", "skipped"

STEPS: Mapping[str, Name] = {
    "background": Name("基本背景", "background"),
    "attributes": Name("属性", "attributes"),
    "starting_state": Name("最初的状态", "starting state"),
    "sanity": Name("神志", "sanity"),
    "potential": Name("潜力", "potential"),
    "trait": Name("特质", "trait"),
    "specialties": Name("专长", "specialties"),
    "skills": Name("技能", "skills"),
    "items": Name("物品", "items"),
}
"""The steps by their ids, in the order of the book's boxes (LP-CHR-007)."""

ASKED: Mapping[str, str] = {
    "trait_draw": "trait",
    "trait_specialty": "trait",
    "growth": "trait",
    "revelation": "trait",
    "specialty_price": "specialties",
    "item": "items",
}
"""The step that a question to the GM belongs to, by its kind."""


class Step(msgspec.Struct, frozen=True, kw_only=True):
    """One step of a creation as it stands: ``open``, ``done``, or ``skipped`` where it does not apply.

    ``text`` says how things are or what is asked for, ``notes`` what is worth knowing before going on, ``problems``
    what goes too far. ``choices`` are commands that can be taken at once, ``forms`` the beginnings of lines that go on.
    ``owed`` is what the task says in place of ``text`` where the step looks done and is not.
    """

    id: str
    name: Name
    status: str
    text: Msg
    owed: Msg | None = None
    notes: tuple[Msg, ...] = ()
    problems: tuple[Problem, ...] = ()
    choices: tuple[Choice, ...] = ()
    forms: tuple[str, ...] = ()


def steps(state: LawnState, who: str) -> tuple[Step, ...]:
    """The nine steps of that person's creation, in order; one about which the GM is still asked is open."""
    wrong = problems(state, who)
    asked = {ASKED.get(q.kind) for q in state.questions.values() if q.who == who}
    found = []
    for key in STEPS:
        step = MAKERS[key](state, state.entities[who])
        own = tuple(p for p in wrong if at(p) == key)
        waits = key in asked
        notes = (*step.notes, Msg("the GM has still to answer")) if waits else step.notes
        found.append(msgspec.structs.replace(step, problems=own, notes=notes, status=OPEN if waits else step.status))
    return tuple(found)


def missing(state: LawnState, who: str) -> tuple[str, ...]:
    """The ids of the steps that are still open; empty for a complete sheet (LP-CHR-006)."""
    return tuple(step.id for step in steps(state, who) if step.status == OPEN)


def pairs(state: LawnState) -> tuple[tuple[str, str], ...]:
    """Every pair of player characters, for a note on how they know each other (LP-CHR-005)."""
    known = [p.id for p in state.entities.values() if p.kind == "pc" and p.presence != "removed"]
    return tuple((a, b) for i, a in enumerate(known) for b in known[i + 1 :])


def tasks(state: LawnState) -> tuple[Task, ...]:
    """For everybody being made the first open step, or the end of it; nothing while rounds are running."""
    if state.mode != "calm":
        return ()
    return tuple(_task(state, person) for person in creation.in_creation(state))


def _task(state: LawnState, person: Person) -> Task:
    made = steps(state, person.id)
    step = next((s for s in made if s.status == OPEN or s.problems), None)
    if step is None:
        return Task(
            kind="creation",
            who=person.id,
            what=Msg("{who}: the sheet is complete", {"who": Who(person.id)}),
            blocking=False,
            command=creation.Finish(who=person.id),
            detail=tuple(note for s in made for note in s.notes),
        )
    fields: dict[str, Field] = {"who": Who(person.id), "step": step.name, "text": step.owed or step.text}
    # All but a first roll is for the player to choose; that nothing more is taken is said by passing over.
    only = step.choices[0].command if len(step.choices) == 1 else None
    rolls = _rolls(only)
    return Task(
        kind="creation",
        who=person.id,
        what=Msg("{who}, {step}: {text}", fields),
        blocking=False,
        command=only if rolls else None,
        skip=only if isinstance(only, creation.NoMoreItems) else None,
        form=step.forms[0] if step.forms else "",
        dice=(made_of.potential_dice(sheet_of(person)), 6) if rolls else None,
    )


def _rolls(command: Command | None) -> bool:
    return isinstance(command, creation.StartPotential) and command.does == creation.ROLL


# One step ------------------------------------------------------------------------------------------------------------


def _status(done: object) -> str:
    return DONE if done else OPEN


def _background(state: LawnState, person: Person) -> Step:
    sheet = sheet_of(person)
    said = {f: getattr(sheet, f) for f in creation.BACKGROUND if f not in ("name", "dominant")}
    text = tuple(Msg("sheet:" + field) for field, value in said.items() if not value)
    notes = [
        Msg("{a} and {b}: how do they know each other?", {"a": Who(a), "b": Who(b)})
        for a, b in pairs(state)
        if person.id in (a, b) and not _related(state, a, b)
    ]
    return Step(
        id="background",
        name=STEPS["background"],
        status=_status(person.name.strip()),
        text=Msg("still empty: {fields}", {"fields": text}) if text else Msg("all fields are filled in"),
        notes=tuple(notes),
        forms=(f"about {person.id} ", f"relate {person.id} "),
    )


def _related(state: LawnState, a: str, b: str) -> bool:
    return creation.known_as(state.entities[b]) in sheet_of(state.entities[a]).relations


def _attributes(state: LawnState, person: Person) -> Step:
    sheet = sheet_of(person)
    spent, allowed = sum(sheet.creation.points.values()), made_of.attribute_points(sheet)
    owed = made_of.lost_points(sheet)
    lost = sum(sheet.creation.lost.values())
    fields: dict[str, Field] = {"spent": spent, "allowed": allowed, "left": allowed - spent, "points": owed}
    done = "attributes" in sheet.creation.done
    notes = []
    if allowed - spent > 0 and done:
        notes.append(Msg("points not distributed: {left}; they are lost when the sheet is finished", fields))
    takes = Msg("the trait takes {points} points away: say from which attributes", fields) if lost != owed else None
    if takes is not None:
        notes.append(takes)
    with_lose = (f"assign {person.id} with ", *((f"assign {person.id} lose ",) if owed else ()))
    return Step(
        id="attributes",
        name=STEPS["attributes"],
        status=_status(done and takes is None),
        text=Msg("{spent} of {allowed} points distributed", fields),
        owed=takes if done else None,
        notes=tuple(notes),
        # What is still to be said comes first.
        forms=with_lose[::-1] if done and takes is not None else with_lose,
    )


def _starting_state(state: LawnState, person: Person) -> Step:
    several = sheets.players(state) > 1
    return Step(
        id="starting_state",
        name=STEPS["starting_state"],
        status=DONE if several else SKIPPED,
        text=Msg("begins with {state}", {"state": Msg("state:teamwork")}) if several else Msg("one player: no state"),
    )


def _sanity(state: LawnState, person: Person) -> Step:
    return Step(
        id="sanity",
        name=STEPS["sanity"],
        status=_status(person.sanity_max > 0),
        text=Msg("sanity {now}/{max}", {"now": person.sanity, "max": person.sanity_max}),
    )


def _potential(state: LawnState, person: Person) -> Step:
    sheet = sheet_of(person)
    made = sheet.creation
    dice, points = made_of.potential_dice(sheet), made_of.rolled_potential(sheet)
    fields: dict[str, Field] = {
        "dice": dice,
        "faces": " ".join(map(str, made.rolled)),
        "points": points,
        "cost": made.rerolls + 1,
        "now": sheet.potential,
    }
    who = person.id
    roll = Choice(
        kind="roll",
        what=Msg("roll again: {cost} less" if made.rolled else "roll {dice}D6", fields),
        command=creation.StartPotential(who=who, does=creation.ROLL),
    )
    notes: tuple[Msg, ...] = ()
    if not made.accepted:
        text = Msg("[{faces}] comes to {points}" if made.rolled else "to be rolled with {dice}D6", fields)
        accept = Choice(
            kind="accept",
            what=Msg("accept {points}", fields),
            command=creation.StartPotential(who=who, does=creation.ACCEPT),
        )
        choices: tuple[Choice, ...] = (roll, accept) if made.rolled else (roll,)
        if made.rolled and 6 * dice - made.rerolls - 1 <= points:
            notes = (Msg("another roll cannot come to more"),)
    else:
        text = Msg("potential {now}", fields)
        choices = tuple(
            Choice(
                kind="convert",
                what=Msg("give up {points} for as many attribute points", {"points": n}),
                command=creation.StartPotential(who=who, does=creation.CONVERT, points=n),
            )
            for n in made_of.convertible(sheet)
        )
    return Step(
        id="potential",
        name=STEPS["potential"],
        status=_status(made.accepted),
        text=text,
        notes=notes,
        choices=choices,
        forms=(f"startpotential {who} ",),
    )


def _trait(state: LawnState, person: Person) -> Step:
    sheet = sheet_of(person)
    chosen = sheet.trait in TRAITS
    return Step(
        id="trait",
        name=STEPS["trait"],
        status=_status(chosen),
        text=Msg("{trait}", {"trait": sheet.trait_name or Msg("trait:" + sheet.trait)})
        if chosen
        else Msg("one trait of either table"),
        choices=()
        if chosen
        else tuple(
            Choice(kind="trait", what=Msg("trait:" + key), command=traits.TakeTrait(who=person.id, trait=key))
            for key, row in TRAITS.items()
            if not row.choose
        ),
        forms=(f"trait {person.id} ",),
    )


def _specialties(state: LawnState, person: Person) -> Step:
    sheet = sheet_of(person)
    kept = figure(sheet, "unspent_xp")
    fields: dict[str, Field] = {
        "xp": sheet.xp,
        "kept": kept,
        "over": sheet.xp - kept,
        "specialties": tuple(Msg("specialty:" + key) for key in sheet.specialties) or Msg("none"),
    }
    more = {
        made_of.MORE_XP: Msg("{xp} XP", {"xp": figure(sheet, "xp")}),
        made_of.MORE_POTENTIAL: Msg(
            "{xp} XP and {points} potential",
            {"xp": figure(sheet, "less_xp"), "points": figure(sheet, "more_potential")},
        ),
    }
    chosen = bool(sheet.creation.xp)
    return Step(
        id="specialties",
        name=STEPS["specialties"],
        status=_status(chosen and sheet.xp <= kept),
        text=Msg("{specialties}; {xp} XP left", fields) if chosen else Msg("how much XP?"),
        notes=(Msg("at most {kept} XP can be kept: {over} more to spend", fields),) if sheet.xp > kept else (),
        choices=tuple(
            Choice(kind="xp", what=what, command=creation.ChooseXp(who=person.id, choice=key))
            for key, what in more.items()
            if key != sheet.creation.xp
        ),
        forms=(f"acquire {person.id} ",) if chosen else (f"xp {person.id} ",),
    )


def _skills(state: LawnState, person: Person) -> Step:
    sheet = sheet_of(person)
    taken: list[Text] = []
    owed: list[Text] = []
    for slot, count in made_of.slots(sheet).items():
        inside = [s for s, where in sheet.skill_slots.items() if where == slot]
        fields: dict[str, Field] = {"slot": Msg("creation:" + slot), "count": count - len(inside)}
        taken.extend(skills.title(s) for s in inside)
        if count > len(inside):
            owed.append(Msg("{slot} ({count})", fields))
    return Step(
        id="skills",
        name=STEPS["skills"],
        status=_status(not owed),
        text=Msg("slots still free: {slots}", {"slots": tuple(owed)})
        if owed
        else Msg("{skills}", {"skills": tuple(taken)}),
        forms=(f"skill {person.id} ", f"slot {person.id}"),
    )


def _items(state: LawnState, person: Person) -> Step:
    sheet = sheet_of(person)
    count, allowed = made_of.custom_items(sheet), figure(sheet, "items")
    done = count >= allowed or "items" in sheet.creation.done
    fields: dict[str, Field] = {"count": count, "allowed": allowed, "points": max(0, allowed - count) // 2}
    stop = Choice(
        kind="items", what=Msg("no more items: {points} potential", fields), command=creation.NoMoreItems(who=person.id)
    )
    return Step(
        id="items",
        name=STEPS["items"],
        status=_status(done),
        text=Msg("{count} of {allowed} items", fields),
        choices=() if done else (stop,),
        forms=(f"item {person.id} ",),
    )


MAKERS: Mapping[str, Callable[[LawnState, Person], Step]] = {
    "background": _background,
    "attributes": _attributes,
    "starting_state": _starting_state,
    "sanity": _sanity,
    "potential": _potential,
    "trait": _trait,
    "specialties": _specialties,
    "skills": _skills,
    "items": _items,
}


# Problems ------------------------------------------------------------------------------------------------------------

PLACES: Mapping[str, str] = {
    "name": "background",
    "type": "background",
    "attributes": "attributes",
    "sanity": "sanity",
    "potential": "potential",
    "trait": "trait",
    "xp": "specialties",
    "skills": "skills",
    "items": "items",
}
"""Which step a problem belongs to, by the field of the sheet it is about."""


def at(problem: Problem) -> str:
    """The step a problem belongs to."""
    return PLACES[str(problem.path[0])]


def sentence(problem: Problem) -> Msg:
    """A problem in one line: the field, what is wrong, what was found and what is allowed."""
    fields: dict[str, Field] = {"field": Msg("step:" + at(problem)), "message": problem.message, "found": problem.found}
    if problem.allowed is None:
        return Msg("{field}: {message}, found {found}", fields)
    return Msg("{field}: {message}, found {found}, allowed: {allowed}", {**fields, "allowed": problem.allowed})


def problems(state: LawnState, who: str) -> tuple[Problem, ...]:
    """Everything about a new sheet that goes beyond its budgets, by its field in a party file (LP-CHR-008)."""
    return tuple(over_budget(state, state.entities[who]))


def over_budget(state: LawnState, person: Person) -> Iterator[Problem]:
    """What of a new character is beyond the budgets, be it on stage or not."""
    sheet = sheet_of(person)
    refused = creation.bad_type(state, sheet.type)
    if refused is not None:
        yield _wrong(("type",), sheet.type, Msg("no character type, or its switch in [options]"))
    yield from attributes_over(person)
    now, most = made_of.sanity(sheet)
    if (person.sanity, person.sanity_max) != (now, most):
        yield _wrong(("sanity",), f"{person.sanity}/{person.sanity_max}", Msg("{now}/{max}", {"now": now, "max": most}))
    if sheet.xp < 0:
        yield _wrong(("xp",), str(sheet.xp), Msg("at least 0"))
    yield from skills_over(sheet)
    count, allowed = made_of.custom_items(sheet), figure(sheet, "items")
    if count > allowed:
        yield Problem(
            path=("items",),
            message=Msg("too many items"),
            found=str(count),
            allowed=Msg("at most {most}", {"most": allowed}),
        )


def attributes_over(person: Person) -> Iterator[Problem]:
    """Attributes beyond the points, the ceiling, or what a trait takes away (LP-ATT-009, -010)."""
    sheet = sheet_of(person)
    ceiling, lost = figure(sheet, "attribute_ceiling"), sheet.creation.lost
    total = 0
    for attribute in ATTRIBUTES:
        value = person.attributes.get(attribute, 0)
        points = value + lost.get(attribute, 0)
        total += points
        if not 0 <= points <= ceiling:
            low = max(made_of.LOWEST, -lost.get(attribute, 0))
            allowed = Msg("a whole number from {low} to {high}", {"low": low, "high": ceiling})
            yield Problem(
                path=("attributes", attribute), message=Msg("not allowed here"), found=str(value), allowed=allowed
            )
    points_allowed = made_of.attribute_points(sheet)
    if total > points_allowed:
        yield Problem(
            path=("attributes",),
            message=Msg("too many attribute points"),
            found=str(total),
            allowed=Msg("at most {most}", {"most": points_allowed}),
        )


def skills_over(sheet: Sheet) -> Iterator[Problem]:
    """Skills in slots they do not fit, without the name they need, or more of them than slots (LP-SKL-003, -012)."""
    for slot, count in made_of.slots(sheet).items():
        inside = [s for s, where in sheet.skill_slots.items() if where == slot]
        if len(inside) > count:
            yield Problem(
                path=("skills", slot),
                message=Msg("too many skills"),
                found=str(len(inside)),
                allowed=Msg("at most {most}", {"most": count}),
            )
        for skill in inside:
            row = skills.SKILLS.get(skills.base(skill))
            if row is not None and not skills.known(skill):
                yield _wrong(("skills", slot), skill, Msg("{skill}, a colon and a name", {"skill": row.id}))
            elif slot == made_of.MINOR and not made_of.fits_minor(sheet, skill):
                yield _wrong(("skills", slot), skill, Msg("a skill marked minor"))


def _wrong(path: tuple[str, ...], found: str, allowed: Msg) -> Problem:
    return Problem(path=path, message=Msg("not allowed here"), found=found, allowed=allowed)
