"""The whole sheet of somebody as texts (what a screen shows of it)."""

from __future__ import annotations

import pytest

from gmconsole import scenarios
from gmconsole.core.ruleset import Tx
from gmconsole.rulesets.lawn import RULESET, creation, items, sheet_pages, sheets
from gmconsole.rulesets.lawn.character import Specialty
from gmconsole.rulesets.lawn.state import LawnState
from gmconsole.text import Words

from .conftest import Table
from .making import Maker


def shown(state: LawnState, who: str, lang: str = "en") -> dict[str, list[tuple[str, str]]]:
    """The sections with their lines, in words."""
    words = Words(lang, RULESET)
    return {
        section.id: [(words.say(line.label), words.say(line.text)) for line in section.lines]
        for section in sheet_pages.pages(state, who)
    }


@pytest.mark.rule("LP-CHR-001", "LP-ATT-012")
def test_every_section_of_a_finished_sheet(table: Table) -> None:
    maker = Maker(table)
    maker.about("occupation", "scholar")
    maker.all_but()
    table.do(creation.Finish(who=maker.who))
    mike = table.pc("Mike", attributes={"PHY": 5})
    table.do(creation.Relate(a=maker.who, b=mike, text="old friends"))
    found = shown(table.state, maker.who)
    assert list(found) == [
        "background",
        "attributes",
        "condition",
        "potential",
        "trait",
        "abilities",
        "specialties",
        "skills",
        "items",
        "everyday",
        "relations",
    ]
    assert found["background"] == [("name", "Jessica"), ("occupation", "scholar"), ("dominant hand", "right")]
    assert found["attributes"][0] == ("PHY", "+1 Good")
    assert found["attributes"][-1] == ("INF", "+2 Excellent")
    assert found["condition"] == [("sanity", "3/3")]
    assert found["potential"] == [("potential", "8"), ("XP", "3")]
    assert found["trait"][0][0] == "Keen"
    assert found["skills"] == [("any", "Lockpicking"), ("minor", "Swimming")]
    assert found["items"][0] == ("", "Make-up Kit")
    assert found["relations"] == [(mike, "old friends")], "whoever words it knows the name"
    assert shown(table.state, mike)["attributes"][0] == ("PHY", "+5")


@pytest.mark.rule("LP-ITM-006", "LP-SPC-027")
def test_notes_and_what_is_expended_are_shown(table: Table) -> None:
    who = table.pc("Jessica")
    table.pc("Mike")
    table.do(items.TakeItem(who=who, name="Long Knife", modifiers={"PHY": 2}, tag="damage"))
    table.do(items.TakeItem(who=who, name="Make-up Kit", contents=("mirror", "powder")))
    table.do(items.TakeOut(who=who, item="Make-up Kit", part="mirror"))
    tx: Tx[LawnState] = table.writing()
    sheets.change(tx, who, specialties={"deft_hands": Specialty(expended=True, cooling=1)})
    found = shown(tx.state, who)
    assert found["items"] == [("", "Long Knife: PHY=damage +2"), ("", "Make-up Kit (without mirror): mirror, powder")]
    assert found["specialties"] == [("", "Deft Hands (expended, cooling 1/2)")]


def test_the_sample_party_in_both_languages() -> None:
    for lang in ("en", "zh"):
        state = scenarios.party_state(scenarios.load_party("jessica_and_mike"), lang)
        assert isinstance(state, LawnState)
        for who in state.entities:
            found = shown(state, who, lang)
            assert set(found) >= {"background", "attributes", "specialties", "skills", "items", "relations"}
            assert all(label or text for lines in found.values() for label, text in lines)
