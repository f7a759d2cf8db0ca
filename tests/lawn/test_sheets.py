"""Sheets: one door for every change, and what is said about it (LP-CHR-001, -009)."""

from __future__ import annotations

import msgspec
import pytest
from msgspec.structs import replace

from gmconsole.core import integrity
from gmconsole.core.commands import SetField
from gmconsole.core.dice import TypedDice
from gmconsole.core.messages import english
from gmconsole.core.ruleset import Tx
from gmconsole.rulesets.lawn import RULESET, chronicle, sheets
from gmconsole.rulesets.lawn.character import Belonging, Creation, Remark, Sheet, Specialty
from gmconsole.rulesets.lawn.creation_table import FIGURES
from gmconsole.rulesets.lawn.life import ChangeSanity
from gmconsole.rulesets.lawn.state import LawnState, Person
from gmconsole.rulesets.lawn.view import board

from .conftest import Table


def writing(table: Table) -> Tx[LawnState]:
    """A transaction at the table."""
    return Tx(RULESET, table.state, TypedDice(()))


def said(tx: Tx[LawnState]) -> list[str]:
    """What the events of a transaction say."""
    return [english(m) for e in tx.events if (m := RULESET.say(e, tx.state)) is not None]


def sheet(tx: Tx[LawnState], who: str) -> Sheet:
    """The sheet as it stands in the transaction."""
    return sheets.sheet_of(tx.state.entities[who])


@pytest.mark.rule("LP-CHR-001", "LP-POT-001")
def test_a_new_character_has_a_sheet_with_all_its_parts(table: Table) -> None:
    who = table.pc("Jessica")
    made = table.state.entities[who].sheet
    assert made == Sheet()
    assert (made.potential, made.cash, made.reliable, made.counters) == (0, 0, 0, {})
    npc = table.npc("Cowboy")
    assert table.state.entities[npc].sheet is None
    assert {"title", "gender", "age", "language", "appearance", "occupation", "background"} <= set(sheets.FIELDS)
    assert {"potential", "trait", "skill_slots", "specialties", "belongings", "games"} <= set(sheets.FIELDS)


def test_a_character_of_an_old_save_gets_a_sheet() -> None:
    plain = {"id": "pc-001", "name": "Jessica", "kind": "pc", "side": "party", "tag": "1"}
    assert msgspec.convert(plain, Person).sheet == Sheet()
    assert msgspec.convert({**plain, "kind": "npc"}, Person).sheet is None


@pytest.mark.rule("LP-CHR-009")
def test_what_changes_is_written_and_said(table: Table) -> None:
    tx = writing(table)
    who = table.pc("Jessica")
    tx.state = table.state
    sheets.change(tx, who, potential=7, occupation="actress")
    sheets.change(tx, who, potential=7)
    assert len(tx.events) == 1
    assert (sheet(tx, who).potential, sheet(tx, who).occupation) == (7, "actress")
    sheets.change(tx, who, specialties={"fencing": Specialty()}, cause="first_aid")
    sheets.change(tx, who, specialties={"fencing": Specialty(expended=True)})
    sheets.change(tx, who, belongings=(Belonging(name="Make-up Kit", note="without mirror"),))
    assert said(tx) == [
        "pc-001: sheet:occupation: actress, sheet:potential 0>7",
        "pc-001: specialty fencing (purpose:first_aid)",
        "pc-001: specialty fencing expended",
        "pc-001: sheet:belongings: Make-up Kit (without mirror)",
    ]


def test_abilities_and_counters(table: Table) -> None:
    who = table.pc("Jessica")
    tx = writing(table)
    sheets.use_ability(tx, who, "emergence")
    assert not sheets.is_ready(tx.state.entities[who], "emergence")
    assert sheets.is_ready(tx.state.entities[who], "emergence", uses=2)
    sheets.use_ability(tx, who, "emergence")
    sheets.reset_ability(tx, who, "emergence", uses=1)
    assert sheet(tx, who).used == {"emergence": 1}
    sheets.reset_ability(tx, who, "emergence")
    assert sheet(tx, who).used == {}
    sheets.set_counter(tx, who, "lucky_number", 7)
    sheets.set_word(tx, who, "plan", "leave")
    assert (sheet(tx, who).counters, sheet(tx, who).words) == ({"lucky_number": 7}, {"plan": "leave"})
    sheets.set_counter(tx, who, "lucky_number", None)
    sheets.set_word(tx, who, "plan", "")
    assert (sheet(tx, who).counters, sheet(tx, who).words) == ({}, {})


def test_potential_is_gained_paid_and_lacking(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    who = table.pc("Jessica")
    tx = writing(table)
    assert sheets.gain_potential(tx, who, 3) == 3
    monkeypatch.setattr(sheets, "GAINS", [lambda state, person, points: 2 * points])
    assert sheets.gain_potential(tx, who, 2) == 4
    assert sheet(tx, who).potential == 7
    sheets.pay(tx, who, 5)
    assert sheet(tx, who).potential == 2
    refused = sheets.lacks(tx.state.entities[who], 3)
    assert refused is not None
    assert refused.code == "not-enough-points"
    assert sheets.lacks(tx.state.entities[who], 2) is None
    assert sheets.lacks(tx.state.entities[who], 1, "cash") is not None


def test_the_campaign_counts_its_players(table: Table) -> None:
    table.pc("Jessica")
    table.pc("Mike")
    table.npc("Cowboy")
    assert sheets.players(table.state) == 2
    tx = writing(table)
    sheets.change_campaign(tx, players=4)
    sheets.change_campaign(tx, players=4)
    assert len(tx.events) == 1
    assert sheets.players(tx.state) == 4


def test_the_gm_sets_what_a_sheet_holds(table: Table) -> None:
    who = table.pc("Jessica")
    npc = table.npc("Cowboy")
    table.do(SetField(who=(who,), field="potential", value=9))
    table.do(SetField(who=(who,), field="trait", value="robust"))
    found = sheets.sheet_of(table.state.entities[who])
    assert (found.potential, found.trait) == (9, "robust")
    assert table.refused(SetField(who=(npc,), field="potential", value=9)).code == "field-not-for"
    assert table.refused(SetField(who=(who,), field="xp", value=-1)).code == "out-of-bounds"
    assert replace(found, potential=9) == found
    assert board(RULESET, table.state).cards[who].name == "Jessica"


@pytest.mark.rule("LP-CHR-009")
def test_a_change_in_play_shows_on_the_sheet_and_in_the_dated_log(table: Table) -> None:
    jessica, mike = table.pc("Jessica"), table.pc("Mike")
    table.do(SetField(who=(jessica,), field="potential", value=4))
    table.do(ChangeSanity(who=(jessica,), by=-1))
    table.do(ChangeSanity(who=(mike,), by=-2))
    person = table.who("Jessica")
    assert f"{person.sanity}/{person.sanity_max}" == "2/3"
    log = chronicle.log_of(table.session, jessica)
    last = log[-1]
    assert (english(last.said), last.session, last.round) == ("pc-001 sanity 3>2", 0, 0)
    assert last.entry == table.session.history.entries[-2].seq
    assert [jessica not in str(d.said) for d in log] == [False] * len(log)
    table.session.undo(2)
    assert chronicle.log_of(table.session, jessica)[-1] != last


@pytest.mark.rule("LP-CHR-001")
def test_a_history_is_kept_line_by_line(table: Table) -> None:
    who = table.pc("Jessica")
    table.do(chronicle.Remember(who=who, text="found the mine"))
    tx = table.writing()
    sheets.change_campaign(tx, session=2)
    table.session.replace_state(tx.state)
    table.do(chronicle.Remember(who=who, text="left the town"))
    kept = sheets.sheet_of(table.who("Jessica")).history
    assert [(r.session, r.text) for r in kept] == [(0, "found the mine"), (2, "left the town")]
    assert table.refused(chronicle.Remember(who=who, text=" ")).code == "empty-name"
    assert table.refused(chronicle.Remember(who=table.npc("Cowboy"), text="x")).code == "no-sheet"
    full = tuple(Remark(1, str(n)) for n in range(chronicle.MOST_REMARKS))
    tx = table.writing()
    sheets.change(tx, who, history=full)
    table.session.replace_state(tx.state)
    table.do(chronicle.Remember(who=who, text="last"))
    kept = sheets.sheet_of(table.who("Jessica")).history
    assert (len(kept), kept[0].text, kept[-1].text) == (chronicle.MOST_REMARKS, "1", "last")


def test_what_a_hand_must_not_write_into_a_sheet(table: Table) -> None:
    who = table.pc("Jessica")
    tx = table.writing()
    made = Creation(xp="much")
    sheets.change(tx, who, creation=made, skill_slots={"riding": "third"}, overrides={"xp": 1000, "luck": 1})
    bounds = FIGURES["sanity"]
    for value in (bounds.low, bounds.high, bounds.low - 1, bounds.high + 1):
        fine = bounds.low <= value <= bounds.high
        edited = table.writing()
        sheets.change(edited, who, overrides={"sanity": value})
        assert (not list(integrity.problems(RULESET, edited.state))) is fine
    found = [(p.path[2:], p.found) for p in integrity.problems(RULESET, tx.state)]
    assert found == [
        (("sheet", "creation", "xp"), "much"),
        (("sheet", "skill_slots", "riding"), "third"),
        (("sheet", "overrides", "xp"), "1000"),
        (("sheet", "overrides"), "luck"),
    ]
