"""Hirelings (chapter "Hirelings").

Covers CA-HIR-001 to -003. Either somebody is hired for a role: one throw, then gear and traits are asked for. Or a
background is chosen, and what it brings is asked for one step after the other; the newcomer waits outside until the
last one is answered. Whoever is hired is on the PCs' side and no PC: scars and all else of PCs pass them by.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec.structs import replace

from ...core.commands import entity_change, give_public_tags, with_entity
from ...core.messages import N_
from ...core.model import Command, Event, Msg, Question, Rejected, Text, terms_of
from ...core.people import is_chinese, next_id, no_room
from ...core.questions import AnswerTo
from ...core.ruleset import Tx as CoreTx
from . import acts, inventory, items, people, questions, turns, vitals
from .hireling_table import BACKGROUNDS, ENTRY_FACES, ROLES, THINGS, TRAIT_FACES, TRAITS, entries_by_id, trait_words
from .people import Add
from .state import ATTRIBUTES, CairnState, Combatant, Item

Tx = CoreTx[CairnState]

MADE = "made"
"""The cause of figures that come of making somebody."""

RATIONS = "rations"
YOUNGEST = 10
"""What is added to the two d20 of the age."""

ENTRIES = entries_by_id()
NUMBERS = tuple(str(n) for n in range(1, ENTRY_FACES + 1))
ROLL = "roll"
REFUSE = "refuse"

STEPS = ("first_table", "second_table", "rations", "gold", "scores", "hp", "age")
"""What is asked for once background and name are known, in this order (CA-HIR-003)."""

PICKED = ("first_table", "second_table", "rations")
"""The steps in which a number may be picked in place of the die."""


class Hire(Command, frozen=True, tag="cairn.hire"):
    """Hire somebody for a role: 3d6 for each score in turn and 1d6 for HP (CA-HIR-002); without one it is asked for.

    Refused: ``empty-name``, ``not-a-choice``, ``too-many-people``.
    """

    name: str
    role: str = ""


class Recruit(Command, frozen=True, tag="cairn.recruit"):
    """Begin a hireling by background (CA-HIR-003): what is not said here is asked for, then all the rest in turn.

    Refused: ``not-a-choice``, ``too-many-people``.
    """

    background: str = ""
    name: str = ""


class Hired(Event, frozen=True, tag="cairn.hired"):
    """Somebody was hired for a role; ``faces`` are three dice for each score, ``hp`` the die of the HP."""

    who: str
    role: str
    faces: tuple[tuple[int, ...], ...]
    hp: int
    before: Mapping[str, str]
    after: Mapping[str, str]


class ScoresDrawn(Event, frozen=True, tag="cairn.scores-drawn"):
    """The dice of somebody's scores, three for each."""

    who: str
    faces: tuple[tuple[int, ...], ...]


class Told(Event, frozen=True, tag="cairn.told"):
    """What is only told of somebody changed: age, gold, traits, what a background brought (``Combatant.about``)."""

    who: str
    before: Mapping[str, str]
    after: Mapping[str, str]


def said(key: str, value: str) -> Text:
    """What is told of somebody under that key, as a text."""
    if key == "role" and value in ROLES:
        return ROLES[value].name
    if key == "background" and value in BACKGROUNDS:
        return BACKGROUNDS[value].name
    if key in TRAITS:
        return trait_words(TRAITS[key]).get(value, value)
    if key in ("gold", "wage"):
        return Msg("{gold} gp", {"gold": value})
    return ENTRIES.get(value, value)


def tell(tx: Tx, who: str, **told: str) -> None:
    """Write what is only told of somebody."""
    before = tx.state.entities[who].about
    after = {**before, **told}
    if after != before:
        tx.emit(Told(who=who, before=before, after=after))


def give(tx: Tx, who: str, item: Item) -> None:
    """Give somebody a new thing: armour is worn, and what the hands have room for held, if it is to fight with."""
    c = tx.state.entities[who]
    handy = item.kind in ("weapon", "shield") and item.hands <= items.HANDS - inventory.hands_taken(c)
    new = replace(item, id=next_id(tx.state, "item"), in_use=item.kind == "armour" or handy)
    tx.emit(inventory.ItemSet(who=who, after=new, cause="given", came=True))


def _question(
    tx: Tx, kind: str, *, who: str = "", value: str = "", choices: tuple[str, ...] = (), ref: str = ""
) -> None:
    """Ask about a newcomer; while a fight is running nothing has to wait for the answer."""
    blocking = not turns.fighting(tx.state)
    questions.ask(tx, kind, who=who, value=value, choices=choices, ref=ref, blocking=blocking)


def _put_off(tx: Tx) -> None:
    """A fight begins: what is still open about newcomers waits, and nothing waits for it."""
    for q in tuple(tx.state.questions.values()):
        if q.kind.startswith("hire_") and q.blocking:
            questions.withdraw(tx, q.id)
            _question(tx, q.kind, who=q.who, value=q.value, choices=q.choices, ref=q.ref)


turns.BEGUN.append(_put_off)


# Hired for a role --------------------------------------------------------------------------------------------------


def _hire(c: Hire, tx: Tx) -> Rejected | None:
    if not c.name.strip():
        return Rejected("empty-name")
    if c.role and c.role not in ROLES:
        return Rejected("not-a-choice", {"field": "role", "value": c.role, "allowed": terms_of("role", ROLES)})
    full = no_room(tx.state)
    if full is not None:
        return full
    if not c.role:
        _question(tx, "hire_role", choices=(*ROLES, REFUSE), ref=c.name)
        return None
    faces = tuple(tx.roll(3, 6) for _ in ATTRIBUTES)
    (hp,) = tx.roll(1, 6)
    scores = {a: sum(three) for a, three in zip(ATTRIBUTES, faces, strict=True)}
    person = people.make(tx.state, Add(kind="hireling", name=c.name, hp=hp, scores=scores))
    people.add_person(tx, person)
    about = {"role": c.role, "wage": str(ROLES[c.role].wage)}
    tx.emit(Hired(who=person.id, role=c.role, faces=faces, hp=hp, before=person.about, after=about))
    _question(tx, "hire_gear", who=person.id, value="market", choices=("market", "nothing"), ref=c.role)
    return None


def _role(tx: Tx, question: Question, value: str) -> Rejected | None:
    return None if value == REFUSE else _hire(Hire(name=question.ref, role=value), tx)


def _gear(tx: Tx, question: Question, value: str) -> Rejected | None:
    person = tx.state.person(question.who)
    if not isinstance(person, Combatant):
        return None
    if value == "market" and question.ref in ROLES:
        chinese = is_chinese(tx.state)
        for key in ROLES[question.ref].gear:
            give(tx, person.id, items.of_table(THINGS[key], chinese))
        inventory.settle(tx, person.id)
    _question(tx, "hire_traits", who=person.id, value=ROLL, choices=(ROLL, "no"))
    return None


def _traits(tx: Tx, question: Question, value: str) -> Rejected | None:
    if value == ROLL and tx.state.person(question.who) is not None:
        faces = tx.roll(len(TRAITS), TRAIT_FACES)
        words = {key: tuple(trait_words(trait)) for key, trait in TRAITS.items()}
        drawn = {key: words[key][face - 1] for key, face in zip(words, faces, strict=True)}
        tell(tx, question.who, **drawn)
    return None


# Made by background ------------------------------------------------------------------------------------------------


def _recruit(c: Recruit, tx: Tx) -> Rejected | None:
    if c.background and c.background not in BACKGROUNDS:
        allowed = terms_of("background", BACKGROUNDS)
        return Rejected("not-a-choice", {"field": "background", "value": c.background, "allowed": allowed})
    full = no_room(tx.state)
    if full is not None:
        return full
    if not c.background:
        _question(tx, "hire_background", choices=(*BACKGROUNDS, REFUSE), ref=c.name)
    elif not c.name.strip():
        taken = {e.name for e in tx.state.entities.values()}
        names = BACKGROUNDS[c.background].names
        proposed = next((name for name in names if name not in taken), names[0])
        _question(tx, "hire_name", value=proposed, ref=c.background)
    else:
        person = people.make(tx.state, Add(kind="hireling", name=c.name, outside=True))
        people.add_person(tx, person)
        tell(tx, person.id, background=c.background)
        _ask(tx, person.id, STEPS[0])
    return None


def _background(tx: Tx, question: Question, value: str) -> Rejected | None:
    return None if value == REFUSE else _recruit(Recruit(background=value, name=question.ref), tx)


def _name(tx: Tx, question: Question, value: str) -> Rejected | None:
    return None if value == REFUSE else _recruit(Recruit(background=question.ref, name=value), tx)


def _ask(tx: Tx, who: str, step: str) -> None:
    background = tx.state.entities[who].about.get("background", "")
    ref = {"first_table": f"{background}.first", "second_table": f"{background}.second"}.get(step, "")
    choices = (ROLL, *(NUMBERS if step in PICKED else ()), REFUSE)
    _question(tx, f"hire_{step}", who=who, value=ROLL, choices=choices, ref=ref)


def _step(step: str, settle: Callable[[Tx, Question, str], None]) -> AnswerTo:
    """What an answer of that step does: break the making off, or write what came of it and ask for the next."""

    def answered(tx: Tx, question: Question, value: str) -> Rejected | None:
        if tx.state.person(question.who) is None:
            return None
        if value == REFUSE:
            entity_change(tx, question.who, "presence", "removed")
            return None
        settle(tx, question, value)
        after = STEPS[STEPS.index(step) + 1 :]
        if after:
            _ask(tx, question.who, after[0])
        else:
            _come_in(tx, question.who)
        return None

    return answered


def _come_in(tx: Tx, who: str) -> None:
    entity_change(tx, who, "presence", "in")
    give_public_tags(tx)
    if turns.fighting(tx.state):
        turns.fill_bands(tx)
        acts.sit_out(tx, who)


def _drawn(tx: Tx, value: str) -> int:
    """The number picked, or that of a d6."""
    return tx.roll(1, ENTRY_FACES)[0] if value == ROLL else int(value)


def _first(tx: Tx, question: Question, value: str) -> None:
    tell(tx, question.who, first_table=f"{question.ref}.{_drawn(tx, value)}")


def _second(tx: Tx, question: Question, value: str) -> None:
    tell(tx, question.who, second_table=f"{question.ref}.{_drawn(tx, value)}")


def _rations(tx: Tx, question: Question, value: str) -> None:
    left = _drawn(tx, value)
    row = items.of_table(THINGS[RATIONS], is_chinese(tx.state))
    while left:
        uses = min(left, row.uses_max)
        give(tx, question.who, replace(row, uses=uses))
        left -= uses
    inventory.settle(tx, question.who)


def _gold(tx: Tx, question: Question, value: str) -> None:
    tell(tx, question.who, gold=str(sum(tx.roll(3, 6))))


def _scores(tx: Tx, question: Question, value: str) -> None:
    faces = tuple(tx.roll(3, 6) for _ in ATTRIBUTES)
    tx.emit(ScoresDrawn(who=question.who, faces=faces))
    for attribute, three in zip(ATTRIBUTES, faces, strict=True):
        vitals.set_score(tx, question.who, attribute, sum(three), sum(three), MADE)


def _hp(tx: Tx, question: Question, value: str) -> None:
    (face,) = tx.roll(1, 6)
    vitals.set_hp(tx, question.who, face, face, MADE)


def _age(tx: Tx, question: Question, value: str) -> None:
    tell(tx, question.who, age=str(sum(tx.roll(2, 20)) + YOUNGEST))


questions.WORDING["hire_role"] = N_("Hireling {ref}: for which role?")
questions.WORDING["hire_gear"] = N_("{who}: gear of the role ({ref})?")
questions.WORDING["hire_traits"] = N_("{who}: roll the eight trait tables?")
questions.WORDING["hire_background"] = N_("New hireling: which background?")
questions.WORDING["hire_name"] = N_("New hireling ({ref}): which name? {value}?")
questions.WORDING["hire_first_table"] = N_("{who}: {ref}, roll or pick?")
questions.WORDING["hire_second_table"] = N_("{who}: {ref}, roll or pick?")
questions.WORDING["hire_rations"] = N_("{who}: how many rations?")
questions.WORDING["hire_gold"] = N_("{who}: gold pieces (3d6)?")
questions.WORDING["hire_scores"] = N_("{who}: STR, DEX and WIL (3d6 each)?")
questions.WORDING["hire_hp"] = N_("{who}: HP (1d6)?")
questions.WORDING["hire_age"] = N_("{who}: age (2d20 + 10)?")

questions.ANSWERS["hire_role"] = _role
questions.ANSWERS["hire_gear"] = _gear
questions.ANSWERS["hire_traits"] = _traits
questions.ANSWERS["hire_background"] = _background
questions.ANSWERS["hire_name"] = _name
for _key, _settle in zip(STEPS, (_first, _second, _rations, _gold, _scores, _hp, _age), strict=True):
    questions.ANSWERS[f"hire_{_key}"] = _step(_key, _settle)

questions.ASKS.dice |= {
    "hire_traits": (len(TRAITS), TRAIT_FACES),
    "hire_first_table": (1, ENTRY_FACES),
    "hire_second_table": (1, ENTRY_FACES),
    "hire_rations": (1, ENTRY_FACES),
    "hire_gold": (3, 6),
    "hire_scores": (9, 6),
    "hire_hp": (1, 6),
    "hire_age": (2, 20),
}


# Folds -------------------------------------------------------------------------------------------------------------


def _about(state: CairnState, e: Hired | Told) -> CairnState:
    new: CairnState = with_entity(state, replace(state.entities[e.who], about=e.after))
    return new


def _same(state: CairnState, e: ScoresDrawn) -> CairnState:
    return state


DECIDE = {Hire: _hire, Recruit: _recruit}
EVOLVE = {Hired: _about, ScoresDrawn: _same, Told: _about}
