"""Skills at the table: which checks need one, which need no check, and which it makes easier (chapter "Skills").

Covers what LP-SKL-001, -002, -009, -011 and -101 to -142 ask of a check that is announced. A check is for a use by its
purpose or one of its tags (``skill_table``). It is refused to a player character without a skill that it needs, and to
one who needs no check; ``anyway`` is the GM's word against both. An easier check is proposed as a switch of one step,
on where that is what the skill grants first, never below D3, where the check may be spared instead (Q-SKL-01).
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from ...core.model import Field, Msg, Name, Rejected, Text, Who
from ...core.ruleset import Tx as CoreTx
from . import blows, checks, forms, kinds, mastery, negotiation, outcomes, skills
from .announcing import Certain
from .mastery import DIRECT, EASIER
from .negotiation import Option
from .pools import CONDITIONS, conditions
from .settling import KEPT_OPEN, mark
from .skill_table import BY_SKILL, SkillUse, meant
from .state import Attack, Check, Condition, LawnState, Person

Tx = CoreTx[LawnState]

FEAT = "feat"
"""What checks serve that are made for a feat of movement: a climb, a vault, a landing."""
MELEE = (forms.BRAWL, forms.COLD, forms.HOLD)
"""The forms of attack that a martial art may be for."""


class Fit(NamedTuple):
    """A use that a check is for, and the skill that gives it as somebody has it; empty for somebody without one.

    ``sure`` is False where the GM alone can tell whether a skill of that name bears on it.
    """

    use: SkillUse
    skill: str
    sure: bool = True


# Reading -------------------------------------------------------------------------------------------------------------


def own_name(skill: str) -> tuple[str, ...]:
    """The words for the name of its own that a named skill has; none for any other skill."""
    name = skill.partition(":")[2]
    if not name:
        return ()
    row = skills.LANGUAGES.get(name)
    found = (name,) if row is None else (name, row.name.zh, row.name.en)
    return tuple(word.casefold() for word in found)


def holder(state: LawnState, person: Person, use: SkillUse, names: tuple[str, ...] = ()) -> str:
    """The skill by which somebody has a use, as held; where it is named, one of these names if any are said."""
    for skill in mastery.held(state, person):
        own = own_name(skill)
        if skills.base(skill) in use.skills and (not own or not names or set(own) & set(names)):
            return skill
    everybody = mastery.automatic(state)
    return next((skill for skill in use.skills if skill in everybody), "")


def fits(state: LawnState, person: Person, kind: str, words: tuple[str, ...]) -> tuple[Fit, ...]:
    """The uses that a check of that type with that purpose and those tags is for."""
    spoken = tuple(dict.fromkeys(part.casefold() for word in words for part in (word, *word.split(":", 1))))
    found = meant(spoken, kind)
    names = tuple(word for word in spoken if not meant((word,)) and word not in kinds.TAGS and ":" not in word)
    out = [Fit(use, holder(state, person, use, names)) for use in found]
    for skill in mastery.held(state, person):
        if skills.base(skill) in skills.SKILLS:
            if set(own_name(skill)) & set(spoken) and not any(fit.skill == skill for fit in out):
                out.append(Fit(of_type(skills.base(skill), kind), skill))
        elif skill not in skills.AUTOMATIC and skill.casefold() in spoken:
            out.append(Fit(agreed(skill), skill))
    return tuple(out)


def of_type(skill: str, kind: str) -> SkillUse:
    """The use of a skill that a check of that type is likeliest for."""
    uses = [use for use in BY_SKILL[skill] if not use.tools]
    return next((use for use in uses if kind in use.types), uses[0])


def agreed(skill: str) -> SkillUse:
    """The use of a skill that no table has: it grants what the GM says (LP-SKL-006)."""
    return SkillUse(id=skill, skills=(skill,), name=Name(skill, skill), grants=mastery.GRANTS, types=())


def in_attack(state: LawnState, person: Person, check: Check) -> tuple[Fit, ...]:
    """The uses that a check to hit is for: a firearm for shooting, an art whose name the weapon or the words bear.

    Another art may fit as well; that is for the GM to say.
    """
    attack = blows.of_check(state, check)
    if attack is None or check.purpose != "hit" or check.who != attack.who:
        return ()
    form = forms.of(state, attack)
    when = "shooting" if form.kind == forms.FIREARM else "melee" if form.kind in MELEE else ""
    out = []
    for skill in person.skills:
        for use in BY_SKILL.get(skills.base(skill), ()):
            if when and use.when == when:
                out.append(Fit(use, skill, not skills.SKILLS[skills.base(skill)].named or _bears(skill, attack, form)))
    return tuple(out)


def _bears(skill: str, attack: Attack, form: forms.Form) -> bool:
    names = own_name(skill)
    words = (attack.weapon.casefold(), form.name.zh.casefold(), form.name.en.casefold())
    return bool(set(names) & set(words)) or any(name in attack.text.casefold() for name in names)


def of_check(state: LawnState, check: Check) -> tuple[Fit, ...]:
    """The uses that an announced check is for, without those that its chapter counts itself."""
    person = state.entities[check.who]
    words = tuple(word for word in (check.purpose, *check.tags) if word)
    found = (*fits(state, person, check.type, words), *in_attack(state, person, check))
    return tuple(fit for fit in found if not fit.use.counted and check.serves not in fit.use.within)


def steps(state: LawnState, fit: Fit) -> int:
    """The steps by which a skill makes a check of that use easier: two where everybody masters it anyway, one where
    it lowers difficulty, none for somebody who has not taken it (LP-SKL-009, Q-SKL-01)."""
    if EASIER not in fit.use.grants or not fit.skill:
        return 0
    return mastery.step_of(state, fit.skill)


def listing(person: Person) -> tuple[tuple[str, SkillUse], ...]:
    """Everything somebody's skills are good for: the skill as held, and the use."""
    return tuple(
        (skill, use)
        for skill in person.skills
        for use in (BY_SKILL.get(skills.base(skill)) or (() if skill in skills.AUTOMATIC else (agreed(skill),)))
    )


# What is refused -----------------------------------------------------------------------------------------------------


def _bar(state: LawnState, who: str, kind: str, words: tuple[str, ...]) -> Rejected | None:
    person = state.entities[who]
    if person.kind != "pc":
        return None
    found = [fit for fit in fits(state, person, kind, words) if fit.use.only or not fit.use.counted]
    for fit in found:
        if fit.skill and fit.use.grants == (DIRECT,):
            return Rejected("no-check-needed", {"who": Who(who), "skill": skills.title(fit.skill), "use": fit.use.name})
    if found and all(fit.use.only and not fit.skill for fit in found):
        needed = dict.fromkeys(skill for fit in found for skill in fit.use.skills)
        return Rejected(
            "check-needs-skill",
            {"who": Who(who), "use": found[0].use.name, "skills": tuple(map(skills.title, needed))},
        )
    return None


checks.BARS.append(_bar)


# What is proposed ----------------------------------------------------------------------------------------------------


def _easier(state: LawnState, check: Check) -> tuple[Condition, ...]:
    """The switches of skills that may make the check easier: at most one is on, several of a sort do not add up."""
    person = state.entities[check.who]
    found: dict[str, Condition] = {}
    on = False
    for fit in of_check(state, check):
        less = steps(state, fit) if fit.skill in person.skills else 0
        if less and fit.skill not in found:
            proposed = not on and fit.sure and fit.use.grants[0] == EASIER
            on = on or proposed
            found[fit.skill] = Condition(fit.skill, steps=less, on=proposed)
    for skill in skills.easing(person, check.purpose) if check.serves == FEAT else ():
        if skill not in found:
            found[skill] = Condition(skill, steps=mastery.step_of(state, skill), on=not on)
            on = True
    return tuple(found.values())


def _say(tx: Tx, check_id: str) -> None:
    """Write down what is proposed, so that the log tells why a check is easier than was said."""
    check = tx.state.checks[check_id]
    said = {c.name for c in check.conditions}
    new = tuple(c for c in _easier(tx.state, check) if c.on and c.name not in said)
    if new and check.difficulty != outcomes.LOWEST_DIFFICULTY:
        mark(tx, check_id, conditions=(*check.conditions, *new))


def _spared(state: LawnState, check: Check) -> tuple[Option, ...]:
    """That no check is needed: where a skill may grant that, or where it would make D3 easier (Q-SKL-01)."""
    if check.serves in KEPT_OPEN or check.status != "owed":
        return ()
    lowest = check.difficulty == outcomes.LOWEST_DIFFICULTY
    on = {c.name for c in conditions(state, check) if c.on}
    for fit in of_check(state, check):
        if fit.skill and (DIRECT in fit.use.grants or (lowest and fit.skill in on and steps(state, fit))):
            return (
                Option(
                    kind="skill",
                    label=Msg("{skill}: no check needed", {"skill": skills.title(fit.skill)}),
                    success=Fraction(1),
                    command=Certain(who=check.who, check=check.id),
                ),
            )
    return ()


def _lines(state: LawnState, check: Check) -> Iterator[Msg]:
    person = state.entities[check.who]
    for fit in of_check(state, check):
        fields: dict[str, Field] = {"who": Who(check.who), "use": fit.use.name}
        if fit.use.only and not fit.skill and person.kind == "pc":
            needed: tuple[Text, ...] = tuple(map(skills.title, fit.use.skills))
            yield Msg("{who} has not learnt {skills}", {**fields, "skills": needed})
        if fit.use.props is not None:
            yield Msg("{use} takes {props}", {**fields, "props": fit.use.props})
        if fit.use.note is not None:
            yield Msg("{use}: {note}", {**fields, "note": fit.use.note})
        if fit.use.speed:
            yield Msg("{use} at {speed}", {**fields, "speed": Msg("speed:" + fit.use.speed)})


def _remind(state: LawnState, check: Check) -> tuple[Msg, ...]:
    return tuple(_lines(state, check))


CONDITIONS.append(_easier)
checks.OPENED.append(_say)
checks.REMINDERS.append(_remind)
negotiation.EARLY.append(_spared)
