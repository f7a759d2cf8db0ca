"""When a state ends or does its work, for every moment of gaining it (LP-NEU-004 to -036; T06, T07, T08, T10, T11)."""

from __future__ import annotations

import pytest

from gmconsole.core.commands import Remove, SetOption
from gmconsole.core.rounds import Phase
from gmconsole.core.session import Accepted
from gmconsole.rulesets.lawn import actions, injuries, neutral, relief
from gmconsole.rulesets.lawn.actions import Act
from gmconsole.rulesets.lawn.crisis import UsePhases
from gmconsole.rulesets.lawn.injuries import ChangeState
from gmconsole.rulesets.lawn.movement import Declare, Stay
from gmconsole.rulesets.lawn.relief import Restore

from .conftest import Table
from .rounds import act, fight, give, go_to, injury, pass_slots, roll_initiative, step, turn

ORDER = ("mike", "cowboy", "thug", "jessica")


def brawl(table: Table, first: tuple[str, ...] = ("mike",)) -> None:
    """Mike, two hostile NPCs, Jessica: in that order as long as only Mike succeeds."""
    fight(table, npcs=("cowboy", "thug"))
    roll_initiative(table, first)


def forecast(table: Table, name: str, state: str) -> int:
    """The round the console announces for that counter."""
    return next(r.round for r in neutral.upcoming(table.state) if (r.who, r.state) == (table.ids[name], state))


@pytest.mark.rule("LP-NEU-005")
def test_stunned_after_having_acted(table: Table) -> None:
    fight(table)
    go_to(table, "action", 1)
    act(table, "mike")
    assert turn(table) == "cowboy"
    give(table, "mike", "stunned")
    go_to(table, "neutral", 2)
    assert table.states("mike") == ["stunned"]
    assert injury(table, "mike", "stunned").counted == 0
    go_to(table, "action", 2)
    assert table.refused(Act(who=table.ids["mike"], text="run")).code == "cannot-act"
    pass_slots(table)
    assert table.state.crisis.slots[table.ids["mike"]] == "skipped"
    go_to(table, "neutral", 3)
    assert table.states("mike") == []
    go_to(table, "action", 3)
    act(table, "mike")
    assert table.state.crisis.slots[table.ids["mike"]] == "acted"


@pytest.mark.rule("LP-NEU-006", "LP-INJ-036", "LP-ACT-010", "LP-ACT-011")
def test_stunned_before_the_slot(table: Table) -> None:
    fight(table)
    go_to(table, "action", 1)
    pass_slots(table, until="cowboy")
    give(table, "jessica", "stunned")
    act(table, "cowboy")
    assert turn(table) == "jessica"
    assert table.refused(Act(who=table.ids["jessica"], text="run")).code == "cannot-act"
    pass_slots(table)
    assert table.state.crisis.slots[table.ids["jessica"]] == "skipped"
    assert injury(table, "jessica", "stunned").marked
    go_to(table, "neutral", 2)
    assert table.states("jessica") == []
    go_to(table, "action", 2)
    pass_slots(table, until="jessica")
    act(table, "jessica")
    assert table.state.crisis.slots[table.ids["jessica"]] == "acted"


@pytest.mark.rule("LP-NEU-007", "LP-LIF-009")
@pytest.mark.parametrize(("by", "lost", "free"), [("mike", 1, 2), ("jessica", 2, 3)])
def test_a_stun_on_an_npc_counts_alike(table: Table, by: str, lost: int, free: int) -> None:
    fight(table)
    go_to(table, "action", 1)
    pass_slots(table, until=by)
    give(table, "cowboy", "stunned")
    go_to(table, "action", lost)
    pass_slots(table)
    assert table.state.crisis.slots[table.ids["cowboy"]] == "skipped"
    go_to(table, "neutral", free)
    assert table.states("cowboy") == []
    assert table.who("cowboy").life == 3
    go_to(table, "action", free)
    pass_slots(table, until="cowboy")
    act(table, "cowboy")


@pytest.mark.rule("LP-NEU-008")
def test_another_place_in_the_next_order_changes_nothing(table: Table) -> None:
    fight(table)
    go_to(table, "action", 1)
    pass_slots(table)
    give(table, "mike", "stunned")
    go_to(table, "action", 2, first=())
    assert pass_slots(table)[0] == "cowboy"
    assert table.state.crisis.slots[table.ids["mike"]] == "skipped"
    go_to(table, "neutral", 3)
    assert table.states("mike") == []


@pytest.mark.rule("LP-NEU-009")
@pytest.mark.parametrize("phase", ["neutral", "movement"])
def test_gained_before_all_slots(table: Table, phase: str) -> None:
    fight(table)
    go_to(table, phase, 2)
    give(table, "mike", "stunned")
    go_to(table, "action", 2)
    pass_slots(table)
    assert table.state.crisis.slots[table.ids["mike"]] == "skipped"
    go_to(table, "neutral", 3)
    assert table.states("mike") == []


@pytest.mark.rule("LP-NEU-009", "LP-NEU-004")
def test_gained_in_the_neutral_phase_does_not_count_there(table: Table) -> None:
    fight(table)
    go_to(table, "neutral", 1)
    give(table, "mike", "bleeding")
    assert injury(table, "mike", "bleeding").counted == 0
    go_to(table, "neutral", 2)
    assert injury(table, "mike", "bleeding").counted == 1


@pytest.mark.rule("LP-NEU-010")
def test_stuns_run_in_parallel(table: Table) -> None:
    fight(table)
    go_to(table, "action", 1, first=("mike", "jessica"))
    give(table, "mike", "stunned")
    pass_slots(table, until="jessica")
    give(table, "mike", "stunned")
    assert table.states("mike") == ["stunned", "stunned"]
    go_to(table, "neutral", 2)
    assert table.states("mike") == ["stunned"]
    go_to(table, "action", 2)
    pass_slots(table)
    assert table.state.crisis.slots[table.ids["mike"]] == "skipped"
    go_to(table, "neutral", 3)
    assert table.states("mike") == []


@pytest.mark.rule("LP-NEU-010")
def test_two_stuns_before_one_slot_cost_that_slot_only(table: Table) -> None:
    fight(table)
    go_to(table, "movement", 1)
    give(table, "mike", "stunned")
    give(table, "mike", "stunned")
    go_to(table, "neutral", 2)
    assert table.states("mike") == []


@pytest.mark.rule("LP-NEU-011", "LP-INJ-037")
@pytest.mark.parametrize(("acted", "lost", "gone"), [(False, (1, 2, 3), 4), (True, (2, 3, 4), 5)])
def test_in_shock_costs_three_slots(table: Table, acted: bool, lost: tuple[int, ...], gone: int) -> None:
    fight(table)
    go_to(table, "action", 1)
    if acted:
        act(table, "mike")
    give(table, "mike", "in_shock")
    for round_ in range(1, gone):
        go_to(table, "action", round_)
        pass_slots(table)
        assert (table.state.crisis.slots[table.ids["mike"]] == "skipped") is (round_ in lost)
        assert table.states("mike") == ["in_shock"]
    go_to(table, "neutral", gone)
    assert table.states("mike") == []


@pytest.mark.rule("LP-NEU-012", "LP-INJ-035")
def test_collapsed_falls_at_once(table: Table) -> None:
    fight(table)
    go_to(table, "movement", 1)
    give(table, "mike", "collapsed")
    assert set(table.states("mike")) == {"collapsed", "prone"}
    assert injuries.is_static(table.who("mike"))
    assert table.state.crisis.fell[table.ids["mike"]] == 1
    go_to(table, "action", 1)
    pass_slots(table)
    assert table.state.crisis.slots[table.ids["mike"]] == "skipped"
    go_to(table, "neutral", 2)
    assert table.states("mike") == ["prone"]
    go_to(table, "neutral", 4)
    assert table.states("mike") == ["prone"]


@pytest.mark.rule("LP-INJ-035")
def test_collapsed_after_the_slot(table: Table) -> None:
    fight(table)
    go_to(table, "action", 1)
    act(table, "mike")
    give(table, "mike", "collapsed")
    go_to(table, "action", 2)
    pass_slots(table)
    assert table.state.crisis.slots[table.ids["mike"]] == "skipped"
    go_to(table, "neutral", 3)
    assert table.states("mike") == ["prone"]


@pytest.mark.rule("LP-NEU-004")
@pytest.mark.parametrize(("acted", "second"), [(False, 1), (True, 0)])
def test_a_round_counts_if_the_slot_came_up(table: Table, acted: bool, second: int) -> None:
    fight(table)
    go_to(table, "action", 1)
    if acted:
        act(table, "mike")
    give(table, "mike", "bleeding")
    go_to(table, "neutral", 2)
    assert injury(table, "mike", "bleeding").counted == second
    go_to(table, "neutral", 3)
    assert injury(table, "mike", "bleeding").counted == second + 1


@pytest.mark.rule("LP-NEU-019", "LP-INJ-041")
@pytest.mark.parametrize(("after_slot", "gone"), [(False, 3), (True, 4)])
def test_suffocating_ends_a_round_after_breath(table: Table, after_slot: bool, gone: int) -> None:
    fight(table)
    give(table, "mike", "suffocating")
    go_to(table, "action", 2)
    if after_slot:
        act(table, "mike")
    assert neutral.upcoming(table.state) == ()
    table.do(Restore(who=table.ids["mike"]))
    assert table.states("mike") == ["suffocating"]
    assert forecast(table, "mike", "suffocating") == gone
    go_to(table, "action", gone - 1)
    assert table.states("mike") == ["suffocating"]
    assert injuries.dice_lines(table.who("mike"), "PHY")[0].dice == -1
    go_to(table, "neutral", gone)
    assert table.states("mike") == []


@pytest.mark.rule("LP-NEU-019", "LP-INJ-041")
def test_suffocating_stays_without_breath(table: Table) -> None:
    fight(table)
    give(table, "mike", "suffocating")
    go_to(table, "initiative", 8)
    assert table.states("mike") == ["suffocating"]
    assert injury(table, "mike", "suffocating").counted == 0


@pytest.mark.rule("LP-NEU-004", "LP-NEU-032")
@pytest.mark.parametrize(("state", "rounds"), [("stunned", 1), ("down", 1), ("in_shock", 3), ("collapsed", 1)])
@pytest.mark.parametrize("slots_before", range(5))
@pytest.mark.parametrize("holder", ORDER)
def test_expiry_belongs_to_the_person(table: Table, holder: str, slots_before: int, state: str, rounds: int) -> None:
    """T06, T08: every holder, after every number of slots; the round is announced at once and never moves."""
    brawl(table)
    go_to(table, "action", 1)
    pass_slots(table, until=(*ORDER, "")[slots_before])
    had = holder in ORDER[:slots_before]
    give(table, holder, state)
    gone = 1 + rounds + (1 if had else 0)
    while table.state.round < gone or table.state.phase == "initiative":
        assert forecast(table, holder, state) == gone
        assert state in table.states(holder)
        if table.state.phase == "action":
            pass_slots(table)
            assert forecast(table, holder, state) == gone
        step(table)
        if table.state.phase == "initiative":
            roll_initiative(table, ("jessica",))
    assert (table.state.phase, table.state.round) == ("neutral", gone)
    assert state not in table.states(holder)


MOMENTS = [("initiative", False), ("neutral", False), ("movement", False), ("action", False), ("action", True)]


@pytest.mark.rule("LP-NEU-032", "LP-NEU-004")
@pytest.mark.parametrize(("moment", "acted"), MOMENTS)
@pytest.mark.parametrize(
    ("state", "what", "rounds"),
    [
        ("on_fire", "burn", 1),
        ("bleeding", "infection", 3),
        ("injured_eye:left", "infection", 3),
        ("blinded", "infection", 3),
        ("cardiac_arrest", "dead", 3),
        ("in_shock", "ends", 3),
        ("stunned", "ends", 1),
    ],
)
@pytest.mark.parametrize("plain", [False, True])
def test_the_point_is_announced_for_every_moment(
    table: Table, moment: str, acted: bool, state: str, what: str, rounds: int, plain: bool
) -> None:
    """T08: applied when × what, and under both ways of counting."""
    fight(table)
    if plain:
        table.do(SetOption(option="counting", value="plain"))
    go_to(table, moment, 2)
    if acted:
        act(table, "mike")
    give(table, "mike", state)
    state = state.split(":")[0]
    row = next(r for r in neutral.upcoming(table.state) if r.state == state)
    by_slot = 2 + rounds + (1 if acted else 0)
    expected = by_slot
    if plain and what != "ends":
        expected = 2 + rounds - (1 if moment == "initiative" else 0)
    assert (row.what, row.round, row.point, row.counted, row.threshold) == (what, expected, "neutral", 0, rounds)
    go_to(table, "initiative", expected)
    before = table.states("mike")
    assert state in before and what not in before
    go_to(table, "neutral", expected)
    if what == "ends":
        assert state not in table.states("mike")
    else:
        assert what in table.states("mike")


@pytest.mark.rule("LP-NEU-025", "LP-NEU-004")
@pytest.mark.parametrize("leave_from", ["initiative", "neutral", "movement", "action"])
def test_a_skip_runs_every_count_once(table: Table, leave_from: str) -> None:
    """T07: from any phase straight to the next neutral phase, with slots and checks still owed."""
    fight(table)
    give(table, "mike", "stunned", "on_fire")
    give(table, "jessica", "bleeding")
    give(table, "cowboy", "in_shock")
    go_to(table, leave_from, 1)
    for round_ in (2, 3):
        table.do(Phase(to="neutral", force=True))
        if leave_from == "initiative" and round_ == 2 and table.state.round == 1:
            table.do(Phase(to="neutral", force=True))
        assert table.state.round == round_
        assert injury(table, "jessica", "bleeding").counted == round_ - 1
        assert injury(table, "cowboy", "in_shock").counted == round_ - 1
        assert "stunned" not in table.states("mike")
    table.do(Phase(to="neutral", force=True))
    assert "in_shock" not in table.states("cowboy")
    assert table.states("jessica") == ["bleeding", "infection"]
    assert table.states("mike")[-1] == "dead"


@pytest.mark.rule("LP-NEU-025")
def test_the_neutral_phase_may_be_out_of_use(table: Table) -> None:
    fight(table)
    table.do(UsePhases(phases=("initiative", "movement", "action")))
    go_to(table, "action", 1)
    give(table, "mike", "stunned")
    go_to(table, "movement", 2)
    assert table.states("mike") == []


@pytest.mark.rule("LP-NEU-025")
def test_the_neutral_phase_may_be_skipped_once(table: Table) -> None:
    fight(table)
    go_to(table, "action", 1)
    give(table, "mike", "stunned", "bleeding")
    go_to(table, "initiative", 2)
    table.do(UsePhases(phases=("initiative", "movement", "action"), this_round=True))
    go_to(table, "movement", 2)
    assert table.states("mike") == ["bleeding"]
    assert injury(table, "mike", "bleeding").counted == 1
    go_to(table, "neutral", 3)
    assert injury(table, "mike", "bleeding").counted == 2


@pytest.mark.rule("LP-NEU-024")
def test_an_earthquake_counts_as_movement_is_resolved(table: Table) -> None:
    fight(table, preset="earthquake")
    assert (table.state.phase, table.state.round) == ("neutral", 1)
    give(table, "mike", "stunned")
    give(table, "jessica", "bleeding")
    go_to(table, "movement", 1)
    assert injuries.is_static(table.who("mike"))
    go_to(table, "neutral", 2)
    assert table.states("mike") == []
    assert injury(table, "jessica", "bleeding").counted == 1
    go_to(table, "movement", 3)
    assert table.states("jessica") == ["bleeding"]
    go_to(table, "neutral", 4)
    assert table.states("jessica") == ["bleeding", "infection"]


@pytest.mark.rule("LP-NEU-024")
@pytest.mark.parametrize(("resolved", "gone"), [(False, 2), (True, 3)])
def test_a_stun_always_costs_a_movement(table: Table, resolved: bool, gone: int) -> None:
    """Gained once this round's movement is resolved it costs the next one, although the phase is still at hand."""
    fight(table, preset="chase")
    if resolved:
        table.do(Stay())
        assert table.state.crisis.stage == "done"
    give(table, "mike", "stunned")
    assert forecast(table, "mike", "stunned") == gone
    go_to(table, "movement", gone - 1)
    assert table.refused(Declare(who=table.ids["mike"], retreat=(table.ids["cowboy"],))).code == "cannot-move"
    go_to(table, "movement", gone)
    assert table.states("mike") == []


@pytest.mark.rule("LP-NEU-024", "LP-NEU-032")
def test_a_round_without_slots_is_forecast_as_one(table: Table) -> None:
    fight(table)
    go_to(table, "neutral", 1)
    table.do(UsePhases(phases=("initiative", "neutral", "movement"), this_round=True))
    go_to(table, "movement", 1)
    table.do(Stay())
    give(table, "mike", "stunned")
    assert forecast(table, "mike", "stunned") == 3
    go_to(table, "action", 2)
    pass_slots(table)
    assert table.state.crisis.slots[table.ids["mike"]] == "skipped"
    go_to(table, "neutral", 3)
    assert table.states("mike") == []


@pytest.mark.rule("LP-NEU-024")
def test_slots_called_off_after_the_movement_count_by_the_movement(table: Table) -> None:
    fight(table)
    go_to(table, "movement", 1)
    give(table, "mike", "stunned")
    table.do(Stay())
    table.do(UsePhases(phases=("initiative", "neutral", "movement"), this_round=True))
    go_to(table, "neutral", 2)
    assert table.states("mike") == []


@pytest.mark.rule("LP-NEU-024")
def test_a_round_without_movement_or_slots_counts_at_its_end(table: Table) -> None:
    fight(table, preset="custom", phases=("neutral",))
    give(table, "mike", "in_shock")
    assert forecast(table, "mike", "in_shock") == 4
    go_to(table, "neutral", 3)
    assert injury(table, "mike", "in_shock").counted == 2
    go_to(table, "neutral", 4)
    assert table.states("mike") == []


@pytest.mark.rule("LP-NEU-022", "LP-INJ-044")
def test_help_discards_the_count(table: Table) -> None:
    fight(table)
    go_to(table, "movement", 1)
    give(table, "mike", "bleeding")
    go_to(table, "action", 3)
    assert injury(table, "mike", "bleeding").counted == 2
    pass_slots(table)
    table.do(relief.Tend(who=table.ids["mike"], state="bleeding"))
    assert table.states("mike") == []
    go_to(table, "movement", 4)
    give(table, "mike", "bleeding")
    assert injury(table, "mike", "bleeding").counted == 0
    go_to(table, "neutral", 6)
    assert table.states("mike") == ["bleeding"]
    go_to(table, "neutral", 7)
    assert table.states("mike") == ["bleeding", "infection"]


@pytest.mark.rule("LP-NEU-035")
def test_put_out_between_the_mark_and_the_count(table: Table) -> None:
    fight(table)
    go_to(table, "movement", 1)
    give(table, "mike", "on_fire")
    go_to(table, "action", 1)
    pass_slots(table, until="jessica")
    assert injury(table, "mike", "on_fire").marked
    table.do(relief.PutOut(who=table.ids["mike"]))
    go_to(table, "neutral", 2)
    assert table.states("mike") == []


@pytest.mark.rule("LP-NEU-036")
@pytest.mark.parametrize(("option", "second", "infected"), [("plain", 1, 4), ("slot", 0, 5)])
def test_plain_counting_is_an_option(table: Table, option: str, second: int, infected: int) -> None:
    fight(table)
    if option != "slot":
        table.do(SetOption(option="counting", value=option))
    go_to(table, "action", 1)
    act(table, "mike")
    give(table, "mike", "bleeding", "stunned")
    go_to(table, "neutral", 2)
    assert injury(table, "mike", "bleeding").counted == second
    assert "stunned" in table.states("mike")
    go_to(table, "neutral", infected - 1)
    assert table.states("mike") == ["bleeding"]
    go_to(table, "neutral", infected)
    assert table.states("mike") == ["bleeding", "infection"]


@pytest.mark.rule("LP-NEU-010", "LP-NEU-013", "LP-NEU-022")
def test_back_and_forth_gives_the_same_table(table: Table) -> None:
    """T10, T11: every step undone gives the state before it, redone the state after; nothing is rolled or hurt anew."""
    fight(table)
    go_to(table, "action", 1)
    give(table, "mike", "stunned", "on_fire")
    give(table, "jessica", "bleeding", "concussion")
    table.do(relief.Tend(who=table.ids["jessica"], state="concussion"))
    give(table, "cowboy", "on_fire")
    go_to(table, "action", 4)
    session = table.session
    seen = [session.history.state(i) for i in range(session.index + 1)]
    position = session.position
    while session.can_undo:
        session.undo()
        assert session.state == seen[session.index]
    while session.can_redo:
        session.redo()
        assert session.state == seen[session.index]
    assert (session.state, session.position) == (seen[-1], position)
    replayed = table.session.ruleset.fold(seen[0], [e for entry in session.history.entries for e in entry.events])
    assert replayed == seen[-1]


@pytest.mark.rule("LP-NEU-013")
def test_repeating_a_step_back_hurts_once(table: Table) -> None:
    """T11: back over a tick and on again by hand gives the same single Burn."""
    fight(table)
    go_to(table, "action", 1)
    give(table, "mike", "on_fire")
    go_to(table, "initiative", 2)
    table.to_phase("neutral")
    burnt = table.state
    assert table.states("mike") == ["on_fire", "burn"]
    table.session.undo()
    assert table.states("mike") == ["on_fire"]
    again = table.session.execute(Phase(to="neutral", force=True))
    assert isinstance(again, Accepted)
    assert table.state == burnt


@pytest.mark.rule("LP-NEU-005")
def test_leaving_and_coming_back_keeps_the_count(table: Table) -> None:
    """T06: removing and adding people above and below the holder moves nothing."""
    brawl(table)
    go_to(table, "action", 1)
    pass_slots(table, until="thug")
    give(table, "thug", "in_shock")
    table.do(Remove(who=table.ids["mike"]))
    table.do(Remove(who=table.ids["cowboy"]))
    assert actions.turn(table.state) == table.ids["thug"]
    assert forecast(table, "thug", "in_shock") == 4
    go_to(table, "neutral", 3)
    assert injury(table, "thug", "in_shock").counted == 2
    table.do(ChangeState(who=(table.ids["jessica"],), add=("dazed",)))
    go_to(table, "neutral", 4)
    assert table.states("thug") == []
