"""Where somebody who knows the book but not the program went astray: what they see now."""

from __future__ import annotations

import pytest

from gmconsole import rules
from gmconsole.board.cells import Seg, cut, cut_row, row
from gmconsole.core.commands import SetOption
from gmconsole.core.messages import english
from gmconsole.core.model import Msg
from gmconsole.encounter import Encounter
from gmconsole.language import complete
from gmconsole.rulesets.lawn import RULESET, creation, forecasting, frenzy_roll, initiative, negotiation, wizard
from gmconsole.rulesets.lawn.aid import Help
from gmconsole.rulesets.lawn.character import Belonging
from gmconsole.rulesets.lawn.initiative import SetDifficulty
from gmconsole.rulesets.lawn.sheets import sheet_of
from gmconsole.rulesets.lawn.traits import TakeTrait

from .conftest import Table
from .making import Maker
from .resources import ART, on_table, roll, said, writes
from .rounds import fight, give, go_to, pass_slots, step


def words(text: str, lang: str = "en") -> list[str]:
    """What may come next in a line."""
    encounter = Encounter.begin(RULESET.new_state("Party"), None, seed=7, lang=lang)
    for line in ('create "Nora"', "startpotential nora roll = 3 4"):
        encounter.run(line)
    found = [c.word for group in complete.offer(encounter.driver, text).groups for c in group.choices]
    encounter.close()
    return found


# Lines ---------------------------------------------------------------------------------------------------------------


def test_a_verb_is_found_by_what_it_does() -> None:
    assert "state" in words("injur") and "状态" in words("伤害", "zh")
    assert words("decl") == ["declare"], "what begins so comes alone"


def test_the_keys_of_pairs_are_offered_and_those_named_are_not_offered_again() -> None:
    assert words("focus nora on ")[:2] == ["PHY=1", "MND=1"]
    assert "智慧=1" in words("精神集中 nora 放在 ", "zh")
    again = words("focus nora on MND=2 ")
    assert "WIS=1" in again and "MND=1" not in again


@pytest.mark.rule("LP-FRZ-003")
def test_dice_that_are_no_check_have_no_odds_of_success(table: Table) -> None:
    who = table.pc("jessica")
    assert forecasting.forecast(frenzy_roll.RollFrenzy(who=who), 1, 36, table.state) == ()
    assert forecasting.forecast(creation.StartPotential(who=who, does="roll"), 2, 6, table.state) == ()


# The table -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-SPC-013", "LP-POT-006")
def test_what_the_sheet_pays_for_leads_and_what_nothing_pays_for_is_the_gms_to_grant(table: Table) -> None:
    table.pc("jessica")
    writes(table, "jessica", potential=2, specialties=ART)
    roll(table, "jessica", "DSC", [2, 4, 6, 6, 1])
    found = negotiation.options(table.state, on_table(table, "jessica"))
    kinds = [o.kind for o in found]
    assert sorted(kinds[:3]) == ["expend", "expend", "potential"]
    granted = [o for o in found if o.granted]
    assert granted == list(found[len(found) - len(granted) :]) and {"reroll", "prepend"} <= {o.kind for o in granted}
    assert all(english(o.label).startswith("the GM grants: ") for o in granted)
    table.pc("mike")
    roll(table, "mike", "DSC", [2, 4, 6, 6, 1])
    assert not any(o.granted for o in negotiation.options(table.state, on_table(table, "mike"))), "no sheet, no price"


@pytest.mark.rule("LP-POT-006")
def test_a_failure_does_not_stay_for_what_only_the_gm_could_grant(table: Table) -> None:
    table.pc("jessica")
    table.do(SetOption(option=negotiation.STAYS, value=True))
    writes(table, "jessica", occupation="scholar")
    roll(table, "jessica", "DSC", [2, 4, 6, 6, 1], hold=False)
    assert not table.state.checks


@pytest.mark.rule("LP-AID-001", "LP-AID-016")
@pytest.mark.parametrize("name", ["first aid kit", "First-Aid Kit", "急救箱"])
def test_a_kit_among_the_items_is_first_aid_supplies(table: Table, name: str) -> None:
    mike, jessica = table.pc("mike"), table.pc("jessica")
    give(table, "jessica", "light_wound")
    tend = Help(who=mike, does="tend", whom=jessica, state="light_wound")
    assert table.refused(tend).code == "no-supplies"
    writes(table, "mike", belongings=(Belonging(name=name),))
    table.do(tend)
    assert [c.serves for c in table.state.checks.values()] == ["first_aid"]


@pytest.mark.rule("LP-INI-002")
def test_a_difficulty_that_nobody_eases_is_asked_for_without_friends(table: Table) -> None:
    fight(table)
    go_to(table, "action", 1)
    pass_slots(table)
    step(table)
    (task,) = [t for t in initiative.tasks(table.state) if t.kind == "difficulty"]
    assert isinstance(task.command, SetDifficulty)
    assert english(task.what) == f"Initiative difficulty of this round: D{task.command.faces} again?"


# Making somebody -----------------------------------------------------------------------------------------------------


def test_who_is_known_is_called_by_name(table: Table) -> None:
    one, other = Maker(table, "Jessica"), Maker(table, "Mike")
    table.do(creation.Relate(a=one.who, b=other.who, text="old friends"))
    assert said(table) == [f"{one.who}: {other.who}: old friends", f"{other.who}: {one.who}: old friends"]


def test_a_figure_that_begins_at_nothing_is_no_news(table: Table) -> None:
    maker = Maker(table)
    table.do(TakeTrait(who=maker.who, trait="persistent"))
    assert sheet_of(table.state.entities[maker.who]).counters["persistent_checks"] == 0
    assert said(table) == [f"{maker.who}: sheet:trait: trait:persistent"]


def test_a_passion_not_chosen_is_said(table: Table) -> None:
    maker = Maker(table)
    maker.all_but("specialties")
    maker.xp()
    note = Msg("No passion is chosen yet.")

    def notes() -> list[bool]:
        made = wizard.wizard(table.state, maker.who)
        assert made is not None
        return [note in step.notes for step in made.steps if step.id in ("specialties", "finish")]

    assert notes() == [False, False], "nothing to choose from"
    maker.buy("art")
    assert notes() == [True, True]


def test_why_of_what_a_trait_leaves_to_choose_is_of_that_trait() -> None:
    for text, first in (
        ("{who}: which life goal?", "LP-TRT-126"),
        ("{who}: lucky number {number}, or another one?", "LP-TRT-117b"),
        ("{who}: a specialty named after which minor skill?", "LP-TRT-116b"),
        ("{who}: the sheet is complete", "LP-CHR-006"),
    ):
        assert first in [r.id for r in rules.about(RULESET, (f"text:{text}",))][:2], text


# Rows ----------------------------------------------------------------------------------------------------------------


def test_what_was_cut_before_is_marked_once() -> None:
    assert cut(cut("a long word", 8), 6) == "a lon~"
    assert cut_row(row(Seg(cut("a long word", 8)), "  ", "more"), 8).text == "a long~"


@pytest.mark.parametrize(
    ("lang", "line", "found"),
    [
        ("en", "call nora WIS=", "WIS=knowledge"),
        ("zh", "要求 nora 智慧=", "智慧=知识"),
        ("zh", "要求 nora 智慧=知", "智慧=知识"),
    ],
)
def test_what_a_check_may_be_for_is_offered_behind_its_type(lang: str, line: str, found: str) -> None:
    offered = words(line, lang)
    assert found in offered and all("=" in word for word in offered if word.startswith(found.partition("=")[0]))
    assert words(line.rpartition("=")[0] + "x=", lang) == [], "of no type nothing is known"
