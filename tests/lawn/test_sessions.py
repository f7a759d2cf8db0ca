"""Sessions: the order after them, cooling, both recoveries and the exchange (LP-SES, LP-POT-016 to -024)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from gmconsole.core.messages import english
from gmconsole.core.model import Rejected
from gmconsole.rulesets.lawn import RULESET, creation_table, exchange, focus, sheets, teamwork
from gmconsole.rulesets.lawn.abilities import UseAbility
from gmconsole.rulesets.lawn.acquiring import Acquire, Reward
from gmconsole.rulesets.lawn.addiction import ServeAddiction
from gmconsole.rulesets.lawn.cooling import Cool
from gmconsole.rulesets.lawn.creation import SetPlayers
from gmconsole.rulesets.lawn.exchange import Exchange, Recover, SetPrice
from gmconsole.rulesets.lawn.expending import Expend
from gmconsole.rulesets.lawn.focus import GrantTokens, PlaceTokens
from gmconsole.rulesets.lawn.frenzy import ChangeFrenzy
from gmconsole.rulesets.lawn.passions import SetPassion
from gmconsole.rulesets.lawn.session_end import STEPS, EndSession, SessionStep
from gmconsole.rulesets.lawn.sessions import StartSession
from gmconsole.rulesets.lawn.specialties import SetSpecialty
from gmconsole.rulesets.lawn.traits import TakeTrait
from gmconsole.rulesets.lawn.traits_growth import RestorePotential

from . import maker_special, play
from .conftest import Table
from .special import (
    at,
    end,
    expended,
    figure,
    kinds,
    person,
    rolled,
    said,
    session,
    sheet,
    specialty,
    spend,
    steps,
    switch,
    write,
)

EMERGENCE = "emergence"


def cool(table: Table, who: str, dice: Sequence[int]) -> None:
    """Roll somebody's cooling."""
    table.do(Cool(who=who), dice)


def next_session(table: Table, to: int = 9) -> None:
    """From session end through the next session to that step of its end."""
    steps(table, 9)
    session(table)
    end(table, to)


# Sessions ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-POT-023")
def test_sessions_are_counted_and_open_and_close_what_belongs_to_them(table: Table) -> None:
    who = person(table, "Jessica", xp=3)
    assert (table.state.campaign.session, table.state.campaign.running) == (0, False)
    done = table.do(StartSession())
    assert said(done, table.state)[0] == "session 1 begins, players: 1"
    assert (table.state.campaign.session, table.state.campaign.running) == (1, True)
    assert table.refused(StartSession()).code == "session-running"
    assert table.refused(Acquire(who=who, specialty="art")).code == "session-running"
    assert table.refused(Exchange(who=who)).code == "session-running"
    assert table.refused(SessionStep()).code == "session-running"
    done = table.do(EndSession())
    assert said(done, table.state) == ["session 1 is over"]
    assert (table.state.campaign.running, at(table)) == (False, 1)
    assert "session_step" in kinds(table)
    assert table.refused(StartSession()).code == "session-end-open"
    assert table.refused(EndSession()).code == "no-session"
    steps(table, 9)
    assert [k for k in kinds(table) if k != "focus"] == ["session_start"]
    session(table)
    assert (table.state.campaign.session, at(table)) == (2, 0)
    table.do(EndSession())
    table.do(StartSession(force=True))
    assert table.state.campaign.session == 3


@pytest.mark.rule("LP-POT-023")
def test_an_end_without_a_beginning_ends_the_first_session(table: Table) -> None:
    table.pc("Jessica")
    table.do(EndSession())
    assert (table.state.campaign.session, table.state.campaign.running, at(table)) == (1, False, 1)
    assert table.refused(EndSession()).code == "no-session"


def test_a_session_that_nobody_started_can_end(table: Table) -> None:
    table.pc("Jessica")
    assert table.refused(SessionStep()).code == "no-session-end"
    table.do(EndSession())
    assert (table.state.campaign.session, at(table)) == (1, 1)


@pytest.mark.rule("LP-SES-012")
def test_the_number_of_players_is_the_games(table: Table) -> None:
    who = person(table, "Jessica", "art")
    session(table, players=3)
    assert sheets.players(table.state) == 3
    assert teamwork.has(table.state, who)
    spend(table, who, "art")
    end(table, 3)
    assert table.refused(SessionStep()).code == "cooling-owed"
    cool(table, who, [2])
    assert specialty(table, who, "art").cooling == 2
    steps(table, 6)
    assert sheet(table, who).potential == 2
    steps(table, 9)
    table.do(SetPlayers(count=2))
    assert sheets.players(table.state) == 2
    session(table)
    end(table, 3)
    cool(table, who, [1])
    assert expended(table, who) == []
    steps(table, 6)
    assert sheet(table, who).potential == 5
    steps(table, 9)
    session(table, players=1)
    assert not teamwork.has(table.state, who)
    assert table.refused(StartSession(players=30)).code == "out-of-bounds"


# The order -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-SES-001")
def test_eight_steps_in_this_order(table: Table) -> None:
    table.pc("Jessica")
    table.pc("Mike")
    session(table)
    table.do(EndSession())
    seen = []
    while at(table) < 9:
        (task,) = table.tasks("session_step")
        seen.append((at(table), task.what.fields["name"]))
        assert task.command is not None
        table.do(task.command)
    assert seen == [(n, STEPS[n]) for n in range(1, 9)]
    assert [name.zh for name in STEPS.values()] == [
        "失去所有精神集中标示物",
        "重置耗用（专长以外）",
        "冷却专长",
        "恢复潜力①",
        "恢复潜力②",
        "变更热衷专长",
        "重新放置精神集中标示物",
        "用潜力交换经验，获取新专长",
    ]


@pytest.mark.rule("LP-SES-001")
def test_a_later_step_comes_first_by_the_gms_word_alone(table: Table) -> None:
    who = table.pc("Jessica")
    session(table, players=2)
    end(table, 4)
    assert table.refused(SessionStep(step=5)).code == "other-step-first"
    assert table.refused(SessionStep(step=9)).code == "out-of-bounds"
    table.do(SessionStep(step=5, force=True))
    assert (at(table), sheet(table, who).potential) == (6, 3)
    table.do(SessionStep(step=6))
    assert at(table) == 7


@pytest.mark.rule("LP-SES-001")
def test_steps_of_rules_that_are_off_are_passed_over(table: Table) -> None:
    who = person(table, "Jessica", attributes={"MND": 2})
    for option in ("focus", "recovery_1", "xp_exchange"):
        switch(table, option, False)
    figure(table, who, "potential", 9)
    session(table, players=3)
    done = table.do(EndSession())
    off = "step 1 passed over, switched off: all focus tokens are lost"
    assert said(done, table.state) == ["session 1 is over", off]
    seen = []
    while at(table) < 9:
        seen.append(at(table))
        if at(table) == 8:
            assert "exchange" not in kinds(table)
            assert table.refused(Exchange(who=who)).code == "switched-off"
        table.do(SessionStep())
    assert seen == [2, 3, 5, 6, 8]
    assert sheet(table, who).tokens == {}
    assert table.refused(Recover(who=who, force=True)).code == "switched-off"


@pytest.mark.rule("LP-SES-002", "LP-FOC-018")
def test_step_1_takes_all_tokens(table: Table) -> None:
    who = person(table, "Jessica", attributes={"MND": 1})
    table.do(GrantTokens(who=(who,)))
    table.do(PlaceTokens(who=who, place={"DSC": 1, "sanity": 1}))
    session(table)
    assert sheet(table, who).tokens == {"DSC": 1, "sanity": 1}
    end(table, 2)
    assert sheet(table, who).tokens == {}


@pytest.mark.rule("LP-SES-003", "LP-SPC-022")
def test_step_2_resets_everything_but_specialties(table: Table) -> None:
    who = person(table, "Jessica", "art")
    table.pc("Mike")
    table.do(TakeTrait(who=who, trait="cautious"))
    session(table, players=3)
    rolled(table, who, "DSC", "listen", [2, 2, 5, 6, 6])
    for _ in range(2):
        table.do(UseAbility(who=who, ability="exchange_ends"), [2])
    table.do(teamwork.Assist(who=table.ids["Mike"], whom=who, how="listens", agreed=True), [2, 2])
    spend(table, who, "art")
    used(table, who, EMERGENCE)
    end(table, 2)
    (task,) = table.tasks("session_step")
    assert english(task.detail[0]).startswith(f"{who}: ")
    table.do(SessionStep())
    assert sheet(table, who).used == {}
    assert table.who("Mike").spent == ()
    assert expended(table, who) == ["art"]


def used(table: Table, who: str, ability: str) -> None:
    """Have an ability of the sheet used."""
    write(table, who, used={**sheet(table, who).used, ability: 1})


# Cooling -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-SPC-023", "LP-SES-004")
def test_one_player_needs_no_cooling(table: Table) -> None:
    who = person(table, "Jessica", "art", "listening")
    session(table)
    spend(table, who, "art", "listening")
    end(table, 2)
    done = table.do(SessionStep())
    assert done.entry.dice == ()
    assert expended(table, who) == []
    assert kinds(table) == ["session_step"]


@pytest.mark.rule("LP-SPC-024", "LP-SPC-025", "LP-SPC-026", "LP-SES-004")
def test_jessicas_three_specialties_cool(table: Table) -> None:
    who = person(table, "Jessica", "premonition", "deft_hands", "listening", "art")
    session(table, players=3)
    spend(table, who, "premonition", "deft_hands", "listening")
    end(table, 3)
    (task,) = table.tasks("cooling")
    assert [english(line) for line in task.detail] == [
        "specialty:premonition: ready from 3",
        "specialty:deft_hands: ready from 3",
        "specialty:listening: ready from 3",
    ]
    done = table.do(Cool(who=who), [3, 2, 1])
    assert said(done, table.state)[0] == (
        f"{who} cools, D3: specialty:premonition 3, specialty:deft_hands 2, specialty:listening 1"
    )
    assert [specialty(table, who, k).cooling for k in ("premonition", "deft_hands", "listening")] == [0, 2, 1]
    assert expended(table, who) == ["deft_hands", "listening"]
    assert table.refused(Cool(who=who)).code == "nothing-to-cool"
    next_session(table, 3)
    cool(table, who, [1, 1])
    assert (expended(table, who), specialty(table, who, "listening").cooling) == (["listening"], 2)
    next_session(table, 3)
    cool(table, who, [1])
    assert expended(table, who) == []


@pytest.mark.rule("LP-SPC-025")
def test_what_was_stored_is_added(table: Table) -> None:
    who = person(table, "Jessica", "listening")
    session(table, players=3)
    table.do(SetSpecialty(who=who, specialty="listening", spent=True, cooling=1))
    end(table, 3)
    cool(table, who, [2])
    assert expended(table, who) == []
    table.do(SetSpecialty(who=who, specialty="listening", spent=True, cooling=1))
    next_session(table, 3)
    cool(table, who, [3])
    assert expended(table, who) == []
    table.do(SetPlayers(count=4))
    spend(table, who, "listening")
    for face, left in ((1, ["listening"]), (1, ["listening"]), (2, [])):
        next_session(table, 3)
        cool(table, who, [face])
        assert expended(table, who) == left


@pytest.mark.rule("LP-SPC-024")
@pytest.mark.parametrize(("players", "sides"), [(2, 2), (3, 3), (5, 5)])
def test_the_die_has_as_many_faces_as_there_are_players(table: Table, players: int, sides: int) -> None:
    who = person(table, "Jessica", "art", "listening")
    session(table, players=players)
    spend(table, who, "art")
    end(table, 3)
    assert table.refused(Cool(who=who), [sides + 1]).code == "dice-impossible"
    assert table.refused(Cool(who=who), [1, 1]).code == "dice-too-many"
    cool(table, who, [sides])
    assert expended(table, who) == []


@pytest.mark.rule("LP-TRT-110d", "LP-SES-010")
def test_the_free_spirited_cool_by_one_before_the_die(table: Table) -> None:
    who = person(table, "Jessica", "art", "listening")
    table.do(TakeTrait(who=who, trait="free_spirited"))
    session(table, players=3)
    spend(table, who, "art")
    table.do(SetSpecialty(who=who, specialty="listening", spent=True, cooling=2))
    end(table, 3)
    assert expended(table, who) == ["art"]
    assert specialty(table, who, "art").cooling == 1
    cool(table, who, [2])
    assert expended(table, who) == []
    table.do(SetPlayers(count=4))
    spend(table, who, "art")
    next_session(table, 3)
    cool(table, who, [1])
    assert specialty(table, who, "art").cooling == 2


def test_non_player_characters_cool_as_well(table: Table) -> None:
    table.pc("Jessica")
    foe = person(table, "Cowboy", "art", kind="npc")
    session(table, players=2)
    spend(table, foe, "art")
    end(table, 3)
    cool(table, foe, [2])
    assert expended(table, foe) == []
    door = table.add("Door", "object")
    assert table.refused(Cool(who=door)).code == "no-sheet"


# Potential -----------------------------------------------------------------------------------------------------------


def at_step(table: Table, players: int, potential: int, step: int) -> str:
    """Jessica at that step of session end, with so much potential before step 4."""
    who = person(table, "Jessica")
    session(table, players=players)
    end(table, 4)
    figure(table, who, "potential", potential)
    steps(table, step)
    return who


@pytest.mark.rule("LP-POT-018", "LP-POT-020")
@pytest.mark.parametrize(("players", "before", "after"), [(3, 1, 3), (1, 0, 1), (3, -2, 1), (2, -5, -3), (3, 2, 3)])
def test_recovery_1_raises_potential_to_the_number_of_players(
    table: Table, players: int, before: int, after: int
) -> None:
    who = at_step(table, players, before, 4)
    (task,) = table.tasks("recovery")
    assert not task.blocking
    assert task.command == Recover(who=who)
    table.do(task.command)
    assert (sheet(table, who).potential, sheet(table, who).used) == (after, {EMERGENCE: 1})
    assert not table.tasks("recovery")
    assert table.refused(Recover(who=who)).code == "emergence-given-up"


@pytest.mark.rule("LP-POT-018")
def test_recovery_1_is_not_offered_with_enough_and_may_be_declined(table: Table) -> None:
    who = at_step(table, 3, 3, 4)
    assert not table.tasks("recovery")
    assert table.refused(Recover(who=who)).code == "potential-enough"
    figure(table, who, "potential", 1)
    table.do(SessionStep())
    assert (sheet(table, who).potential, sheet(table, who).used) == (1, {})
    assert table.refused(Recover(who=who)).code == "not-this-step"
    table.do(Recover(who=who, force=True))
    assert sheet(table, who).potential == 3


@pytest.mark.rule("LP-POT-019", "LP-SES-005", "LP-EMG-017")
def test_the_emergence_given_up_is_the_one_of_the_coming_session(table: Table) -> None:
    who = person(table, "Jessica")
    session(table, players=3)
    used(table, who, EMERGENCE)
    figure(table, who, "potential", 1)
    end(table, 4)
    table.do(Recover(who=who))
    assert not sheets.is_ready(table.state.entities[who], EMERGENCE)
    figure(table, who, "potential", 0)
    steps(table, 9)
    session(table)
    assert not sheets.is_ready(table.state.entities[who], EMERGENCE)
    figure(table, who, "potential", 0)
    end(table, 3)
    assert sheets.is_ready(table.state.entities[who], EMERGENCE)
    steps(table, 4)
    table.do(Recover(who=who))
    steps(table, 9)
    session(table)
    assert not sheets.is_ready(table.state.entities[who], EMERGENCE)


@pytest.mark.rule("LP-POT-021", "LP-SES-006")
@pytest.mark.parametrize(("before", "after"), [(0, 5), (2, 5)])
def test_recovery_1_comes_before_recovery_2(table: Table, before: int, after: int) -> None:
    who = at_step(table, 3, before, 4)
    table.do(Recover(who=who))
    assert sheet(table, who).potential == 3
    steps(table, 6)
    assert sheet(table, who).potential == after


@pytest.mark.rule("LP-POT-022", "LP-SES-006")
@pytest.mark.parametrize(("players", "gain"), [(1, 6), (2, 3), (3, 2), (4, 1), (6, 1)])
def test_recovery_2_by_the_number_of_players(table: Table, players: int, gain: int) -> None:
    who = at_step(table, players, 4, 5)
    (task,) = table.tasks("session_step")
    assert [english(line) for line in task.detail] == [f"{who}: potential +{gain}"]
    steps(table, 6)
    assert sheet(table, who).potential == 4 + gain


@pytest.mark.rule("LP-SES-010", "LP-TRT-105b")
@pytest.mark.parametrize(("players", "ordinary"), [(1, 5), (2, 2), (3, 1), (4, 0)])
def test_one_point_of_the_reliable_is_reliable(table: Table, players: int, ordinary: int) -> None:
    who = person(table, "Jessica")
    table.do(TakeTrait(who=who, trait="reliable"))
    session(table, players=players)
    end(table, 6)
    assert (sheet(table, who).potential, sheet(table, who).reliable) == (ordinary, 4)


# Exchange ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-POT-016")
def test_the_exchange_is_offered_between_sessions_once(table: Table) -> None:
    who = person(table, "Jessica")
    figure(table, who, "potential", 9)
    assert table.refused(Exchange(who=who)).code == "between-sessions-only"
    session(table, players=4)
    assert table.refused(Exchange(who=who)).code == "session-running"
    end(table, 5)
    figure(table, who, "potential", 4)
    assert table.refused(Exchange(who=who)).code == "step-not-reached"
    steps(table, 8)
    (task,) = table.tasks("exchange")
    assert task.command == Exchange(who=who)
    assert sheet(table, who).potential == 5
    table.do(Exchange(who=who), [3, 1, 2])
    assert (sheet(table, who).potential, sheet(table, who).xp) == (2, 1)
    figure(table, who, "potential", 9)
    assert not table.tasks("exchange")
    assert table.refused(Exchange(who=who)).code == "once-between-sessions"
    switch(table, "exchange_often", True)
    table.do(Exchange(who=who), [3, 3, 3])
    switch(table, "exchange_often", False)
    next_session(table, 8)
    figure(table, who, "potential", 4)
    assert not table.tasks("exchange")
    assert table.refused(Exchange(who=who)).code == "not-enough-points"
    figure(table, who, "potential", 5)
    table.do(Exchange(who=who), [3, 3, 3])
    assert (sheet(table, who).potential, sheet(table, who).xp) == (0, 3)


@pytest.mark.rule("LP-POT-017")
@pytest.mark.parametrize(
    ("dice", "before", "after"), [([3, 1, 2], 8, 5), ([2, 2, 3], 8, 4), ([3, 3, 3], 5, 0), ([1, 1, 1], 9, 4)]
)
def test_the_dice_name_the_price(table: Table, dice: list[int], before: int, after: int) -> None:
    who = at_step(table, 4, 0, 8)
    figure(table, who, "potential", before)
    table.do(Exchange(who=who), dice)
    assert (sheet(table, who).potential, sheet(table, who).xp) == (after, 1)


@pytest.mark.rule("LP-POT-017")
def test_a_campaign_has_its_own_prices(table: Table) -> None:
    who = at_step(table, 4, 0, 8)
    assert exchange.price_chances(table.state) == (
        (3, Fraction(6, 27)),
        (4, Fraction(18, 27)),
        (5, Fraction(3, 27)),
    )
    figure(table, who, "potential", 9)
    (task,) = table.tasks("exchange")
    assert [english(line) for line in task.detail] == ["3 potential 22.2 %", "4 potential 66.7 %", "5 potential 11.1 %"]
    done = table.do(SetPrice(roll="two_equal", price=2))
    assert said(done, table.state) == ["exchange for experience, pattern:two_equal: 2 potential"]
    table.do(SetPrice(roll="7", price=1))
    assert exchange.price(table.state, (2, 2, 3)) == 1
    assert exchange.price(table.state, (2, 2, 1)) == 2
    table.do(SetPrice(roll="9", price=8))
    figure(table, who, "potential", 7)
    done = table.do(Exchange(who=who), [3, 3, 3])
    assert (sheet(table, who).potential, sheet(table, who).xp) == (7, 0)
    assert f"{who} exchanges 3D3 [3 3 3]: 8 potential is more than there is, no exchange" in said(done, table.state)
    table.do(SetPrice(roll="7", price=0))
    assert table.state.campaign.prices == {"two_equal": 2, "9": 8}
    assert table.refused(SetPrice(roll="7", price=0)).code == "no-change"
    assert table.refused(SetPrice(roll="10", price=2)).code == "not-a-choice"
    assert table.refused(SetPrice(roll="9", price=21)).code == "out-of-bounds"


@pytest.mark.rule("LP-SES-009")
def test_potential_of_steps_4_and_5_is_exchanged_in_step_8(table: Table) -> None:
    who = person(table, "Jessica", "art")
    session(table)
    end(table, 4)
    table.do(Recover(who=who))
    assert sheet(table, who).potential == 1
    steps(table, 8)
    assert sheet(table, who).potential == 7
    assert "exchange" in kinds(table)
    table.do(Exchange(who=who), [1, 2, 3])
    assert (sheet(table, who).potential, sheet(table, who).xp) == (4, 1)
    table.do(Reward(who=(who,), xp=1))
    (shop,) = table.tasks("acquire")
    assert shop.form == f"acquire {who}"
    table.do(Acquire(who=who, specialty="food"))
    assert table.refused(SetPassion(who=who, specialties=("food",), force=True)).code == "bought-just-now"


@pytest.mark.rule("LP-SES-010", "LP-TRT-106b")
def test_the_determined_restore_before_an_exchange(table: Table) -> None:
    who = person(table, "Jessica")
    table.do(TakeTrait(who=who, trait="determined"))
    session(table, players=4)
    end(table, 5)
    steps(table, 8)
    assert sheet(table, who).potential == 1
    assert [k for k in kinds(table) if k in ("restore", "exchange")] == ["restore"]
    (task,) = table.tasks("restore")
    assert task.command == RestorePotential(who=who)
    table.do(task.command)
    assert sheet(table, who).potential == 3
    assert not table.tasks("restore")


@pytest.mark.rule("LP-SES-011")
def test_a_restoration_still_open_is_offered_before_the_session(table: Table) -> None:
    who = person(table, "Jessica")
    table.do(TakeTrait(who=who, trait="determined"))
    session(table, players=4)
    end(table, 9)
    assert kinds(table) == ["restore", "session_start"]
    table.do(RestorePotential(who=who))
    assert kinds(table) == ["session_start"]


# Rewards and tokens --------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-POT-024")
def test_a_chapter_asks_for_rewards(table: Table) -> None:
    who = person(table, "Jessica", xp=4)
    other = table.pc("Mike")
    session(table)
    done = table.do(EndSession(chapter=True))
    assert said(done, table.state) == ["session 1 is over, and a chapter with it"]
    steps(table, 8)
    first, second = table.tasks("reward")
    assert (first.who, first.form, first.blocking) == (who, f"reward {who} xp", True)
    table.do(Reward(who=(who,), xp=2))
    assert sheet(table, who).xp == 6
    assert second.command is not None
    table.do(second.command)
    assert (sheet(table, other).xp, table.tasks("reward")) == (0, [])
    steps(table, 9)
    assert sheet(table, who).xp == 5
    next_session(table, 8)
    assert not table.tasks("reward")


@pytest.mark.rule("LP-SES-008", "LP-FOC-001")
def test_step_7_grants_tokens_for_the_coming_session(table: Table) -> None:
    who = person(table, "Jessica", attributes={"MND": 2})
    session(table)
    end(table, 7)
    (task,) = table.tasks("session_step")
    assert [english(line) for line in task.detail] == [f"{who}: focus tokens 3"]
    steps(table, 8)
    assert sheet(table, who).tokens == {focus.UNPLACED: 3}
    (place,) = table.tasks("focus")
    assert english(place.what) == f"{who} has focus tokens to place: 3"
    table.do(PlaceTokens(who=who, place={"DSC": 2, "FLX": 1}))
    steps(table, 9)
    assert kinds(table) == ["session_start"]


@pytest.mark.rule("LP-SES-008", "LP-SES-011")
def test_tokens_are_adjusted_where_willpower_has_changed(table: Table) -> None:
    who = person(table, "Jessica", attributes={"MND": 2})
    session(table)
    end(table, 9)
    table.do(PlaceTokens(who=who, place={"DSC": 2, "FLX": 1}))
    figure(table, who, "MND", 3)
    (task,) = table.tasks("tokens")
    assert english(task.what) == f"{who}: focus tokens 3, by willpower 4; adjust?"
    assert task.command is not None
    table.do(task.command)
    assert sheet(table, who).tokens == {"DSC": 2, "FLX": 1, focus.UNPLACED: 1}
    assert not table.tasks("tokens")


def test_tokens_come_with_the_first_session(table: Table) -> None:
    who = person(table, "Jessica", attributes={"MND": 2})
    session(table, players=2)
    assert sheet(table, who).tokens == {focus.UNPLACED: 2}


@pytest.mark.rule("LP-SES-011")
def test_somebody_may_have_something_to_decide_first(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    table.pc("Jessica")
    session(table)
    end(table, 9)
    monkeypatch.setattr("gmconsole.rulesets.lawn.sessions.START_BARS", [lambda state, p: Rejected("undecided")])
    assert table.refused(StartSession()).code == "undecided"
    assert not table.tasks("session_start")
    table.do(StartSession(force=True))
    assert table.state.campaign.session == 2


@pytest.mark.rule("LP-SES-011")
def test_an_addiction_is_chosen_first_and_steadiness_begins_anew(table: Table) -> None:
    who = person(table, "Jessica")
    steady = person(table, "Mike")
    table.do(TakeTrait(who=steady, trait="steady"))
    session(table)
    write(table, steady, counters={"steady_x": 4})
    table.do(ChangeFrenzy(who=who, frenzy="addiction"))
    end(table, 9)
    assert table.refused(StartSession()).code == "addiction-first"
    assert not table.tasks("session_start")
    (task,) = table.tasks("addiction")
    assert task.form == f"addicted {who}"
    table.do(ServeAddiction(who=who, attribute="DSC"))
    (start,) = table.tasks("session_start")
    assert start.command == StartSession()
    table.do(start.command)
    assert sheet(table, steady).counters == {"steady_x": 2}


@pytest.mark.rule("LP-SES-008")
def test_an_addiction_of_the_session_just_ended_takes_no_tokens(table: Table) -> None:
    who = person(table, "Jessica", attributes={"MND": 3})
    table.do(ChangeFrenzy(who=who, frenzy="addiction"))
    table.do(ServeAddiction(who=who, attribute="MND"))
    session(table, players=2)
    assert sheet(table, who).tokens == {focus.UNPLACED: 1}
    end(table, 8)
    assert sheet(table, who).tokens == {focus.UNPLACED: 3}


@pytest.mark.rule("LP-SES-010", "LP-TRT-113f")
def test_the_late_bloomer_grows_as_step_8_begins(table: Table) -> None:
    who = person(table, "Jessica", xp=5)
    table.do(TakeTrait(who=who, trait="late_bloomer"))
    write(table, who, counters={"growth_points": 11})
    session(table)
    end(table, 8)
    assert (sheet(table, who).counters["growth_points"], sheet(table, who).xp) == (10, 6)
    table.do(Acquire(who=who, specialty="art"))
    steps(table, 9)
    assert sheet(table, who).xp == 4


def test_a_campaign_written_by_hand(table: Table) -> None:
    table.pc("Jessica")
    session(table)
    assert RULESET.state_problems(table.state) == ()
    wrong = replace(table.state.campaign, players=-1, session=-2, step=12, prices={"two_equal": 0, "7": 2})
    found = RULESET.state_problems(replace(table.state, campaign=wrong))
    assert [(p.path, p.found) for p in found] == [
        (("campaign", "players"), "-1"),
        (("campaign", "session"), "-2"),
        (("campaign", "step"), "12"),
        (("campaign", "prices", "two_equal"), "0"),
    ]


# Once done, done -----------------------------------------------------------------------------------------------------


@settings(max_examples=60)
@given(st.integers(0, 2**20), st.lists(st.integers(0, 2**32), min_size=1, max_size=12))
def test_session_end_done_stays_done(seed: int, steps_taken: list[int]) -> None:
    """Once all eight steps are through, no command of session end changes anything without the GM's force."""
    table = play.table(seed)
    maker_special.seat(table)
    for step in steps_taken:
        table.execute(play.command(step, table.state))
    if not table.state.campaign.running:
        table.execute(StartSession(force=True))
    table.execute(EndSession())
    for _ in range(60):
        if table.state.campaign.step == 9:
            break
        for person_ in list(table.state.entities):
            table.execute(Cool(who=person_))
        table.execute(SessionStep())
    assert table.state.campaign.step == 9
    before = table.state
    for command in (
        EndSession(),
        EndSession(chapter=True),
        *(SessionStep(step=step) for step in range(9)),
        *(Cool(who=who) for who in before.entities),
        *(Recover(who=who) for who in before.entities),
        *(Expend(who=who, specialty="none") for who in before.entities),
    ):
        assert isinstance(table.execute(command), Rejected), command
    assert table.state == before
    for who, someone in before.entities.items():
        if someone.kind == "pc" and someone.sheet is not None and not someone.sheet.creation.open:
            most = creation_table.figure(someone.sheet, "unspent_xp")
            assert someone.sheet.xp <= most or who not in {p.id for p in before.entities.values() if p.presence == "in"}
