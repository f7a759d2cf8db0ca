"""What lasts of a skill's use: what is kept in mind, knots, animals in training (chapter "Skills").

Covers LP-SKL-110, -111, -121, -123 and -130. It lies on the sheet of whoever did it, so that it survives the session.
An animal obeys once the check was passed and the two have spent 7 days together (``together``, LP-SAN-016).
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from ...core.commands import unknown
from ...core.messages import N_
from ...core.model import Command, Field, Msg, Question, Rejected, Who, terms_of
from ...core.ruleset import Tx as CoreTx
from . import checks, mastery, questions, sheets, skill_uses, skills, together
from .alterations import out_of_bounds
from .character import Kept, Sheet
from .crisis import OUTLIVES
from .mastery import UseSkill
from .sheets import sheet_of
from .skill_table import USES
from .state import Check, LawnState, Person, Together

Tx = CoreTx[LawnState]

IMAGES, RECORDING, KNOT, ANIMAL, READING = "images", "recording", "knot", "animal", "reading"
WHATS = (IMAGES, RECORDING, KNOT, ANIMAL)
IN_MIND = (IMAGES, RECORDING)
"""One of each is kept in mind, and a new one takes the place of the old of its kind (Q-SKL-05)."""
TRAINING = "train_animal"
"""What trainer and animal stay together for."""
MOST_KEPT = 40
MOST_PHYSIQUE = 99
PHYSIQUES = tuple(map(str, range(1, 7)))
READS_FASTER = 6
"""An hour's worth of text takes ten minutes (LP-SKL-111)."""

questions.WORDING["knot"] = N_("{who} ties a knot: of which physique?")
OUTLIVES.add("knot")


class Keep(Command, frozen=True, tag="lawn.keep"):
    """Write down by the GM's word what lasts of a skill, or ``drop`` it; ``what`` is one of WHATS.

    ``value`` is the physique of a knot; an animal that is written down obeys.
    """

    who: str
    what: str
    text: str = ""
    target: str = ""
    value: int = 0
    drop: bool = False


# Reading -------------------------------------------------------------------------------------------------------------


def kept(person: Person, *whats: str) -> tuple[Kept, ...]:
    """What somebody has kept, of those sorts."""
    return tuple(item for item in sheet_of(person).kept if item.what in whats)


def obeys(trainer: Person, animal: Person) -> bool:
    """Whether an animal follows that one's instructions: the check is passed and 7 days are over (LP-SKL-130).

    Where it comes from an earlier encounter it is known by its word.
    """
    return any(
        item.who == animal.id if item.who else item.text in (animal.key, animal.name) for item in kept(trainer, ANIMAL)
    )


def carried(sheet: Sheet) -> tuple[Kept, ...]:
    """What goes along into the next encounter: no knot that binds somebody, and animals by their words alone."""
    return tuple(replace(item, who="") for item in sheet.kept if item.what != KNOT or not item.who)


def binding(state: LawnState, who: str) -> Kept | None:
    """The knot that binds somebody, the strongest where there are several."""
    found = [item for person in state.entities.values() for item in kept(person, KNOT) if item.who == who]
    return max(found, key=lambda item: item.value, default=None)


def reading_minutes(minutes: int) -> int:
    """The minutes in which somebody with the skill reads so many minutes' worth of text (LP-SKL-111)."""
    return -(-minutes // READS_FASTER)


# Keeping -------------------------------------------------------------------------------------------------------------


def _write(tx: Tx, who: str, item: Kept, cause: str = "") -> None:
    """Put it on the sheet, in the place of what cannot be there beside it."""
    before = sheet_of(tx.state.entities[who]).kept
    alone = item.what in IN_MIND
    rest = tuple(
        old
        for old in before
        if old.what != item.what or not (alone or (old.who == item.who if item.who else old.text == item.text))
    )
    sheets.change(tx, who, cause, kept=(*rest, item)[-MOST_KEPT:])


def _remembered(tx: Tx, c: UseSkill) -> None:
    _write(tx, c.who, Kept(what=USES[c.use].keeps, text=c.text.strip()), c.use)


def _tied(tx: Tx, c: UseSkill) -> None:
    if c.value:
        _write(tx, c.who, Kept(what=KNOT, text=c.text.strip(), who=c.target, value=c.value), c.use)
        return
    key = f"{c.target}|{c.text.strip()}"
    questions.ask(tx, "knot", who=c.who, value=PHYSIQUES[0], choices=PHYSIQUES, ref=c.use, key=key)


def _answered(tx: Tx, question: Question, value: str) -> Rejected | None:
    target, _, text = question.key.partition("|")
    if tx.state.person(question.who) is not None:
        _write(tx, question.who, Kept(what=KNOT, text=text, who=target, value=int(value)), question.ref)
    return None


def _trained(tx: Tx, c: UseSkill) -> None:
    """The check is passed: now the days count, less those that the GM says have passed already."""
    if any(t.who == c.target and t.by == c.who and t.what == TRAINING for t in tx.state.together.values()):
        return
    if c.value < together.WEEK:
        together.begin(tx, c.target, c.who, TRAINING, together.WEEK - c.value)
    else:
        _obeys(tx, Together(id="", who=c.target, by=c.who, what=TRAINING))


def _obeys(tx: Tx, found: Together) -> None:
    animal = tx.state.person(found.who)
    if isinstance(animal, Person) and isinstance(tx.state.person(found.by), Person):
        _write(tx, found.by, Kept(what=ANIMAL, text=animal.key or animal.name, who=animal.id), TRAINING)


def _needs_words(state: LawnState, c: UseSkill) -> Rejected | None:
    return None if c.text.strip() else Rejected("nothing-to-keep", {"who": Who(c.who), "use": USES[c.use].name})


def _needs_minutes(state: LawnState, c: UseSkill) -> Rejected | None:
    return None if c.value else Rejected("reading-how-long", {"who": Who(c.who)})


def _not_so_firm(state: LawnState, c: UseSkill) -> Rejected | None:
    if c.value <= MOST_PHYSIQUE:
        return None
    return out_of_bounds("value", 0, MOST_PHYSIQUE, c.value)


def _needs_animal(state: LawnState, c: UseSkill) -> Rejected | None:
    animal = state.person(c.target)
    if not isinstance(animal, Person) or animal.kind != "npc":
        return Rejected("needs-an-animal", {"who": Who(c.who)})
    return None


mastery.KEEPERS.update({IMAGES: _remembered, RECORDING: _remembered, KNOT: _tied, ANIMAL: _trained})
mastery.BAD.update(
    {IMAGES: _needs_words, RECORDING: _needs_words, READING: _needs_minutes, KNOT: _not_so_firm, ANIMAL: _needs_animal},
)
questions.ANSWERS["knot"] = _answered


together.DONE[TRAINING] = _obeys


# What it means for checks --------------------------------------------------------------------------------------------


def _bar(state: LawnState, who: str, kind: str, words: tuple[str, ...]) -> Rejected | None:
    """Out of a knot one gets by strength, by suppleness only with the skill for it (LP-SKL-123)."""
    person = state.entities[who]
    if "break_free" not in words or kind != "FLX" or person.kind != "pc" or binding(state, who) is None:
        return None
    use = USES["slip_bonds"]
    if skill_uses.holder(state, person, use):
        return None
    return Rejected(
        "check-needs-skill",
        {"who": Who(who), "use": use.name, "skills": tuple(map(skills.title, use.skills))},
    )


def _remind(state: LawnState, check: Check) -> Iterator[Msg]:
    person = state.entities[check.who]
    if check.purpose == "memory":
        for item in kept(person, *IN_MIND):
            yield Msg("kept in mind, no check needed: {text}", {"text": item.text})
    if check.purpose in ("break_free", "escape"):
        knot = binding(state, check.who)
        if knot is not None:
            yield Msg("tied with a knot of physique {value}", {"value": knot.value})


checks.BARS.append(_bar)
checks.REMINDERS.append(lambda state, check: tuple(_remind(state, check)))


# The GM's word -------------------------------------------------------------------------------------------------------


def _keep(c: Keep, tx: Tx) -> Rejected | None:
    person = tx.state.person(c.who)
    if not isinstance(person, Person):
        return unknown(c.who)
    if c.what not in WHATS:
        return Rejected("not-a-choice", {"field": "what", "value": c.what, "allowed": terms_of("kept", WHATS)})
    if person.kind == "object":
        return Rejected("not-for-objects", {"who": Who(c.who)})
    if c.target and tx.state.person(c.target) is None:
        return unknown(c.target)
    if not 0 <= c.value <= MOST_PHYSIQUE:
        return out_of_bounds("value", 0, MOST_PHYSIQUE, c.value)
    if c.drop:
        return _drop(c, tx, person)
    said = UseSkill(who=c.who, skill="", use="", text=c.text, target=c.target)
    refused = _needs_animal(tx.state, said) if c.what == ANIMAL else None
    if c.what in IN_MIND and not c.text.strip():
        refused = Rejected("nothing-to-keep", {"who": Who(c.who), "use": Msg("kept:" + c.what)})
    if refused is None:
        animal = tx.state.entities[c.target] if c.what == ANIMAL else None
        text = (animal.key or animal.name) if animal is not None else c.text.strip()
        _write(tx, c.who, Kept(what=c.what, text=text, who=c.target, value=c.value))
    return refused


def _drop(c: Keep, tx: Tx, person: Person) -> Rejected | None:
    """What is named by its text or its target goes, or all of its sort where neither is said."""
    text = c.text.strip()
    gone = [
        item
        for item in kept(person, c.what)
        if (not text or item.text == text) and (not c.target or item.who == c.target)
    ]
    if not gone:
        fields: dict[str, Field] = {"who": Who(c.who), "what": Msg("kept:" + c.what)}
        return Rejected("nothing-kept", fields)
    sheets.change(tx, c.who, kept=tuple(item for item in sheet_of(person).kept if item not in gone))
    return None


DECIDE = {Keep: _keep}
EVOLVE: dict[type, object] = {}
