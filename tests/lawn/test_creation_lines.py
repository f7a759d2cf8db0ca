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
from gmconsole.rulesets.lawn.character import Sheet
from gmconsole.rulesets.lawn.state import ATTRIBUTES, LawnState, Person
from gmconsole.rulesets.lawn.trait_table import TRAITS

from . import maker_sheet
from .fighter import Fighter

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


# What a newcomer types ---------------------------------------------------------------------------------------------


def at_work(*lines: str, lang: str = "en") -> Encounter:
    """Somebody being made, after those lines."""
    encounter = Encounter.begin(RULESET.new_state("x"), seed=1, lang=lang)
    for line in ("create Nina", *lines):
        done = encounter.run(line)
        assert not isinstance(done, Rejected), (line, encounter.words().refusal(done))
    return encounter


def sheet(encounter: Encounter) -> Sheet:
    return sheets.sheet_of(encounter.state.entities["pc-001"])


def refused(encounter: Encounter, line: str) -> str:
    """The refusal of a line, in words."""
    done = encounter.run(line)
    assert isinstance(done, Rejected), line
    return encounter.words().refusal(done)


@pytest.mark.parametrize("word", ["左", "左手", "left", "Left hand"])
def test_hands_are_called_as_people_call_them(word: str) -> None:
    encounter = at_work(f'about nina dominant "{word}"')
    assert encounter.state.entities["pc-001"].dominant == "left"


def test_character_types_are_called_by_their_names() -> None:
    encounter = at_work("option children on", "背景 nina 角色类型 儿童", lang="zh")
    assert sheet(encounter).type == "child"


@pytest.mark.parametrize("pairs", ["physique=2 willpower=1", "体能=2 意志=1", "phy=2 MND=1"])
def test_attributes_are_called_by_code_or_name(pairs: str) -> None:
    encounter = at_work(f"assign nina with {pairs}")
    assert sheet(encounter).creation.points == {"PHY": 2, "MND": 1}
    assert "initiative" not in refused(encounter, "assign nina with luck=1")


def test_the_books_brackets_may_be_typed_along() -> None:
    encounter = at_work(
        "trait nina 【敏锐】", 'xp nina "more XP"', "acquire nina 《命中》", "skill nina 【开锁】 any", lang="zh"
    )
    found = sheet(encounter)
    assert (found.trait, tuple(found.specialties), found.skill_slots) == ("keen", ("hitting",), {"lockpicking": "any"})


@pytest.mark.rule("LP-SPC-004")
def test_a_slip_of_the_keyboard_is_no_specialty_of_its_own() -> None:
    encounter = at_work('xp nina "more XP"')
    said = refused(encounter, "acquire nina listning")
    assert said.startswith("listning is in no table; nearest: Listening.")
    assert not encounter.state.questions
    assert encounter.run("acquire nina listning at 2") is not None
    assert [q.choices for q in encounter.state.questions.values()] == [("2", "refuse")]


@pytest.mark.rule("LP-CHR-006", "LP-SPC-004", "LP-ITM-001")
@pytest.mark.parametrize(
    ("line", "step", "answer"),
    [("acquire nina Clockwork", "specialties", "2"), ("item nina Cannon ask", "items", "refuse")],
)
def test_a_step_is_open_while_the_gm_is_asked(line: str, step: str, answer: str) -> None:
    encounter = at_work(
        "assign nina with PHY=3 MND=3 DSC=2",
        "startpotential nina roll = 3 4",
        "startpotential nina accept",
        "trait nina keen",
        'xp nina "more XP"',
        *(f"acquire nina {key}" for key in ("hitting", "travel", "persuasion")),
        "skill nina lockpicking any",
        "skill nina swimming minor",
        "nomore nina",
    )
    assert creation_steps.missing(encounter.state, "pc-001") == ()
    encounter.run(line)
    assert creation_steps.missing(encounter.state, "pc-001") == (step,)
    assert step in refused(encounter, "finish nina")
    encounter.run(f"answer q-001 {answer}")
    assert creation_steps.missing(encounter.state, "pc-001") == ()
    assert not isinstance(encounter.run("next"), Rejected)
    assert encounter.state.entities["pc-001"].presence == "in"


@pytest.mark.rule("LP-CHR-007")
def test_enter_rolls_once_and_leaves_every_choice_to_the_player() -> None:
    encounter = at_work()
    assert refused(encounter, "next").endswith("(: assign nina with)")
    encounter.run("assign nina with PHY=3 MND=3 DSC=2")
    encounter.run("next")
    assert sheet(encounter).creation.rolled
    encounter.run("startpotential nina reroll")
    encounter.run("初始潜力 nina 重骰")
    assert sheet(encounter).creation.rerolls == 2
    assert refused(encounter, "next").endswith("(: startpotential nina)")
    encounter.run("startpotential nina accept")
    assert refused(encounter, "next").endswith("(: trait nina)")
    encounter.run("trait nina keen")
    encounter.run('xp nina "more XP"')
    assert refused(encounter, "next").endswith("(: acquire nina)")
    assert sheet(encounter).creation.xp == "more_xp"
    for key in ("hitting", "travel", "persuasion"):
        encounter.run(f"acquire nina {key}")
    encounter.run("skill nina lockpicking any")
    encounter.run("skill nina swimming minor")
    assert refused(encounter, "next").endswith("(: item nina)")
    before = sheet(encounter).potential
    encounter.run("skip")
    assert sheet(encounter).potential == before + 4


def test_forms_are_in_the_language_at_hand() -> None:
    encounter = at_work(lang="zh")
    assert encounter.driver.form("assign pc-001 with ") == "分配属性 Nina 点数 "
    assert encounter.driver.form("start crisis") == "开始 危机 "


# Any sequence --------------------------------------------------------------------------------------------------------

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
