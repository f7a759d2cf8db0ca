"""Creation typed line by line, in either language; and any sequence of its commands."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from gmconsole.core.model import Rejected
from gmconsole.core.session import Accepted, Session
from gmconsole.encounter import Encounter
from gmconsole.rulesets.lawn import (
    RULESET,
    acquiring,
    creation,
    creation_steps,
    creation_table,
    items,
    learning,
    sheets,
    traits,
)
from gmconsole.rulesets.lawn.state import ATTRIBUTES, LawnState, Person
from gmconsole.rulesets.lawn.trait_table import TRAITS

from .. import maker_sheet
from ..fighter import Fighter

SCRIPTS = Path(__file__).parent.parent / "scripts"


def made(lang: str) -> Person:
    """The character that a script makes."""
    encounter = Encounter.begin(RULESET.new_state("x"), seed=1, lang=lang)
    script = SCRIPTS / ("creation.txt" if lang == "en" else "creation_zh.txt")
    for line in script.read_text(encoding="utf-8").splitlines():
        done = encounter.run(line)
        assert not isinstance(done, Rejected), (line, encounter.words().refusal(done))
    person: Person = encounter.state.entities["pc-001"]
    return person


@pytest.mark.rule("LP-CHR-006", "LP-CHR-007")
def test_a_character_is_made_in_either_language() -> None:
    person = made("en")
    sheet = sheets.sheet_of(person)
    assert (person.presence, person.key, sheet.creation.open) == ("in", "jessica", False)
    assert person.attributes == {"MND": 1, "WIS": 2, "FLX": 2, "DSC": 3, "INF": 2}
    assert (sheet.potential, sheet.xp, sheet.trait) == (12, 2, "keen")
    assert tuple(sheet.specialties) == ("reading_people", "art", "hitting")
    assert sheet.passions == ("reading_people",)
    assert replace(made("zh"), name=person.name) == person


KINDS: tuple[type, ...] = (
    *(k for k in creation.DECIDE if k is not creation.SetPlayers),
    *learning.DECIDE,
    items.TakeItem,
    items.PartWith,
    traits.TakeTrait,
    acquiring.Acquire,
)


def step(seed: int, state: LawnState) -> object:
    """One command about creation, mostly about somebody being made."""
    rng = Random(seed)
    kind = rng.choice(KINDS)
    maker = Fighter(rng, state, wild=False)
    new = creation.in_creation(state)
    who = rng.choice(new).id if new else "pc-001"
    if kind is traits.TakeTrait:
        trait = rng.choice([t for t in TRAITS.values() if not t.choose])
        return traits.TakeTrait(who=who, trait=trait.id, instead=True)
    if kind is acquiring.Acquire:
        specialty = rng.choice(("art", "hitting", "deft_hands", "listening", "travel"))
        return acquiring.Acquire(who=who, specialty=specialty, back=rng.random() < 0.3)
    return maker_sheet.makers(maker)[kind]()


def figures_hold(state: LawnState) -> None:
    """What a sheet says of potential and XP is what its choices come to, less what was spent."""
    for person in creation.in_creation(state):
        sheet = sheets.sheet_of(person)
        sums = creation_table.sums(sheet, state.campaign.language)
        trait = TRAITS.get(sheet.trait)
        gift = trait.xp if trait is not None else 0
        spent = sum(acquiring.price(person, k) for k, s in sheet.specialties.items() if not s.granted)
        assert sheet.xp >= 0
        assert sheet.potential == sums.potential >= 0
        assert sheet.xp == sums.xp + gift - spent, (sheet.xp, sums.xp, gift, spent)
        assert all(n >= 0 for n in sheet.creation.points.values())
        assert person.attributes == creation_table.attributes(sheet)
        assert set(person.attributes) <= set(ATTRIBUTES)
        assert set(sheet.skill_slots) <= set(person.skills)
        assert len(creation_steps.steps(state, person.id)) == 9
        for problem in creation_steps.problems(state, person.id):
            assert creation_steps.sentence(problem)


@settings(max_examples=60)
@given(st.lists(st.integers(0, 2**32 - 1), max_size=60))
def test_figures_hold_through_any_sequence(steps: list[int]) -> None:
    session: Session[LawnState] = Session(RULESET, RULESET.new_state("x"), seed=3)
    session.execute(creation.Create(name="Nina"))
    for seed in steps:
        before = session.state
        done = session.execute(step(seed, before))  # type: ignore[arg-type]
        if isinstance(done, Accepted):
            figures_hold(session.state)
            session.undo()
            assert session.state == before
            session.redo()
        else:
            assert session.state is before


def test_random_creation_comes_to_an_end() -> None:
    """The sequences are about something: some of them finish a sheet."""
    finished = 0
    for seed in range(40):
        session: Session[LawnState] = Session(RULESET, RULESET.new_state("x"), seed=seed)
        maker_sheet.seat(session)
        for number in range(30):
            session.execute(step(seed * 1000 + number, session.state))  # type: ignore[arg-type]
        finished += any(p.kind == "pc" and not creation_table.is_new(p) for p in session.state.entities.values())
    assert finished
