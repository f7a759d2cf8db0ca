"""The crisis: declaration, rounds and phases, presets, what ends with it (LP-CRI-001 to -023)."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from gmconsole.core.commands import Note, SetBand, SetEnvironment, SetField
from gmconsole.core.messages import english
from gmconsole.core.model import Event, Who
from gmconsole.core.rounds import Phase, PhaseEntered, PhaseSkipped, RoundStarted
from gmconsole.rulesets.lawn import RULESET, checks, crisis, distance, pools
from gmconsole.rulesets.lawn.actions import Act, Pass, SlotTaken
from gmconsole.rulesets.lawn.checks import CallCheck, RollCheck
from gmconsole.rulesets.lawn.crisis import CrisisEnded, End, SetGoal, Start, TreatAsCrisis, UsePhases
from gmconsole.rulesets.lawn.distance import LightUp
from gmconsole.rulesets.lawn.hazards import AddHazard
from gmconsole.rulesets.lawn.initiative import SetDifficulty
from gmconsole.rulesets.lawn.injuries import ChangeState
from gmconsole.rulesets.lawn.life import ChangeLife, SetFate, SetLife
from gmconsole.rulesets.lawn.movement import Declare
from gmconsole.rulesets.lawn.neutral import AddPending
from gmconsole.rulesets.lawn.questions import Answer
from gmconsole.rulesets.lawn.state import Check, LawnState, PoolLine

from .conftest import Table
from .rounds import act, asked, failure, fight, give, go_to, pool, roll_initiative, step, turn

PRESETS = {
    "fight": ["initiative", "neutral", "movement", "action"],
    "earthquake": ["neutral", "movement"],
    "chase": ["movement"],
}


def events(table: Table) -> Iterator[Event]:
    """Everything that has happened, in order."""
    for entry in table.session.history.entries[: table.session.index]:
        yield from entry.events


def walked(table: Table, steps: int) -> list[tuple[int, str]]:
    """The (round, phase) pairs where moving on that many times stops, the present one first."""
    out = [(table.state.round, table.state.phase)]
    for _ in range(steps):
        step(table)
        out.append((table.state.round, table.state.phase))
    return out


@pytest.mark.rule("LP-CRI-001")
def test_a_crisis_begins_when_it_is_declared(table: Table) -> None:
    fight(table)
    assert (table.state.mode, table.state.round, table.state.phase) == ("crisis", 1, "initiative")
    assert table.refused(Start()).code == "already-in-rounds"


@pytest.mark.rule("LP-CRI-001")
def test_a_crisis_is_declared_in_the_middle_of_anything(table: Table) -> None:
    """The trip-wire: one check is rolled and held open, the other still owed, as the GM declares the crisis."""
    for name in ("jessica", "mike"):
        table.pc(name)
    table.npc("cowboy")
    table.all_bands("medium")
    table.do(CallCheck(who=(table.ids["jessica"], table.ids["mike"]), kind="DSC", difficulty=6))
    table.do(RollCheck(who=table.ids["jessica"], hold=True), [2, 2, 5, 5, 5])
    table.do(Start())
    assert (table.state.mode, table.state.round, table.state.phase) == ("crisis", 1, "initiative")


@pytest.mark.rule("LP-CRI-001")
def test_a_crisis_needs_a_known_preset_and_a_phase(table: Table) -> None:
    assert table.refused(Start(preset="picnic")).code == "not-a-choice"
    assert table.refused(Start(preset="custom", phases=("supper",))).code == "unknown-phase"
    assert table.refused(Start(preset="custom", phases=("initiative",))).code == "no-phase-left"


@pytest.mark.rule("LP-CRI-003")
def test_rounds_follow_each_other_without_gaps(table: Table) -> None:
    fight(table)
    go_to(table, "action", 2)
    step(table)
    assert (table.state.round, table.state.phase) == (3, "initiative")
    rounds = [(e.before, e.after) for e in events(table) if isinstance(e, RoundStarted)]
    assert rounds == [(0, 1), (1, 2), (2, 3)]


@pytest.mark.rule("LP-CRI-004")
def test_both_ways_out_can_be_noted(table: Table) -> None:
    table.do(SetGoal(goal="escape", text="reach the road"))
    table.do(SetGoal(goal="resolution", text="stop the Cowboy"))
    assert (table.state.escape, table.state.resolution) == ("reach the road", "stop the Cowboy")
    fight(table)
    assert (table.state.escape, table.state.resolution) == ("reach the road", "stop the Cowboy")
    assert table.refused(SetGoal(goal="glory", text="")).code == "not-a-choice"


# The end -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-CRI-008")
def test_the_gm_ends_a_crisis_between_two_slots(table: Table) -> None:
    fight(table)
    go_to(table, "action", 1)
    act(table, "mike")
    assert turn(table) == "cowboy"
    table.do(End())
    assert (table.state.mode, table.state.phase, table.state.round) == ("calm", "", 1)
    assert not table.tasks("slot")
    ended = [e for e in events(table) if isinstance(e, CrisisEnded)]
    assert [e.dropped for e in ended] == [(table.ids["jessica"], table.ids["cowboy"])]
    assert table.refused(End()).code == "no-rounds"


@pytest.mark.rule("LP-CRI-008")
def test_open_counters_come_to_a_review_list(table: Table) -> None:
    fight(table)
    go_to(table, "action", 1)
    give(table, "mike", "bleeding")
    act(table, "mike")
    table.do(End())
    (review,) = asked(table, "review_apply")
    assert (review.who, review.blocking) == (table.ids["mike"], False)
    assert "bleeding" in (review.ref, review.key, *review.ref.split())
    assert (table.who("mike").states[0].counted, table.who("mike").states[0].marked) == (1, False)


@pytest.mark.rule("LP-CRI-008")
def test_only_what_belongs_to_the_round_is_dropped(table: Table) -> None:
    fight(table)
    go_to(table, "action", 1)
    mike, cowboy = table.ids["mike"], table.ids["cowboy"]
    table.do(ChangeLife(who=(cowboy,), by=-3))
    table.do(Act(who=mike, text="shoots", kind="OPR", purpose="hit"))
    table.do(RollCheck(who=table.ids["jessica"], kind="MND", difficulty=6, hold=True), [2, 2, 5, 5, 5])
    table.do(End())
    assert not table.state.checks
    assert [q.kind for q in table.state.questions.values()] == ["fate"]
    table.do(Answer(question=asked(table, "fate")[0].id, value="dying"))
    assert table.who("cowboy").fate == "dying"


@pytest.mark.rule("LP-CRI-008")
@pytest.mark.parametrize("phase", PRESETS["fight"])
def test_a_crisis_ends_from_every_phase_and_begins_anew(table: Table, phase: str) -> None:
    fight(table)
    go_to(table, phase, 2)
    table.do(End())
    assert table.state.crisis == crisis.Crisis()
    assert not [t for t in RULESET.agenda(table.state) if t.blocking]
    table.do(Start())
    assert (table.state.round, table.state.phase) == (1, "initiative")


# Rounds and phases ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-CRI-009")
def test_no_length_in_seconds_is_claimed() -> None:
    texts = [f"{verb.help.en} {verb.help.zh}" for verb in RULESET.verbs()]
    assert texts
    assert not any(re.search(r"\bseconds\b|\d seconds?\b|秒", text) for text in texts), "an ordinal is none"


@pytest.mark.rule("LP-CRI-010")
def test_rounds_repeat_until_the_crisis_ends(table: Table) -> None:
    fight(table, preset="chase")
    assert walked(table, 30) == [(round_, "movement") for round_ in range(1, 32)]


@pytest.mark.rule("LP-CRI-011")
def test_four_phases_in_fixed_order(table: Table) -> None:
    fight(table)
    assert walked(table, 8) == [(1, p) for p in PRESETS["fight"]] + [(2, p) for p in PRESETS["fight"]] + [
        (3, "initiative")
    ]
    entered = [e.after for e in events(table) if isinstance(e, PhaseEntered)]
    assert entered == [*PRESETS["fight"] * 2, "initiative"]


@pytest.mark.rule("LP-CRI-011")
def test_no_action_in_movement_and_no_movement_in_action(table: Table) -> None:
    fight(table)
    mike, cowboy = table.ids["mike"], table.ids["cowboy"]
    go_to(table, "movement", 1)
    assert table.refused(Act(who=mike, text="shoots")).code == "only-in-action"
    assert table.refused(Pass(who=mike)).code == "only-in-action"
    go_to(table, "action", 1)
    assert table.refused(Declare(who=mike, retreat=(cowboy,))).code == "not-in-movement"


@pytest.mark.rule("LP-CRI-012")
def test_a_phase_switched_off_is_skipped_and_logged(table: Table) -> None:
    fight(table)
    table.do(UsePhases(phases=("action", "neutral", "initiative")))
    assert table.state.phases == ("initiative", "neutral", "action")
    go_to(table, "neutral", 1)
    done = table.do(Phase())
    assert table.state.phase == "action"
    assert PhaseSkipped(phase="movement") in done.entry.events
    assert table.state.skipped == ("movement",)
    assert [round_ for round_, _ in walked(table, 3)] == [1, 2, 2, 2]


@pytest.mark.rule("LP-CRI-012")
def test_phases_of_one_round_only(table: Table) -> None:
    fight(table)
    table.do(UsePhases(phases=("movement",), this_round=True))
    # The phase at hand is played to its end.
    assert table.state.phase == "initiative"
    assert walked(table, 4) == [(1, "initiative"), (1, "movement"), (2, "initiative"), (2, "neutral"), (2, "movement")]


@pytest.mark.rule("LP-CRI-012")
def test_switching_off_the_phase_at_hand_works_from_the_next_round_on(table: Table) -> None:
    fight(table)
    go_to(table, "movement", 1)
    table.do(UsePhases(phases=("initiative", "neutral", "action")))
    assert table.state.phase == "movement"
    assert table.tasks("declare")
    assert walked(table, 4)[1:] == [(1, "action"), (2, "initiative"), (2, "neutral"), (2, "action")]


@pytest.mark.rule("LP-CRI-012")
def test_phases_said_before_round_1_hold_for_round_1(table: Table) -> None:
    table.pc("mike")
    table.npc("cowboy")
    table.do(Start())
    table.do(UsePhases(phases=("movement",), this_round=True))
    table.all_bands("medium")
    step(table)
    assert walked(table, 1) == [(1, "movement"), (2, "initiative")]


@pytest.mark.rule("LP-CRI-012")
def test_a_phase_that_never_comes_cannot_be_waited_for(table: Table) -> None:
    fight(table, phases=("initiative", "neutral", "movement"))
    assert table.state.phase == "neutral"
    assert table.refused(Phase(to="action", force=True)).code == "phase-not-in-use"
    assert table.refused(Phase(to="initiative", force=True)).code == "phase-not-in-use"
    table.do(UsePhases(phases=("neutral", "action"), this_round=True))
    table.do(Phase(to="action", force=True))
    assert (table.state.round, table.state.phase) == (1, "action")
    assert table.refused(Phase(to="action", force=True)).code == "phase-not-in-use"
    assert table.refused(Phase(to="supper")).code == "unknown-phase"
    assert table.refused(UsePhases(phases=())).code == "no-phase-left"
    assert table.refused(UsePhases(phases=("initiative",))).code == "no-phase-left"


@pytest.mark.rule("LP-CRI-012")
def test_a_wish_for_initiative_in_one_round_does_not_outlive_it(table: Table) -> None:
    table.pc("mike")
    table.npc("cowboy")
    table.do(Start(preset="custom", phases=("initiative", "movement")))
    table.do(UsePhases(phases=("initiative", "movement"), this_round=True))
    table.all_bands("medium")
    step(table)
    assert walked(table, 3) == [(1, "initiative"), (1, "movement"), (2, "movement"), (3, "movement")]


@pytest.mark.rule("LP-CRI-013", "LP-CRI-014", "LP-CRI-015")
@pytest.mark.parametrize("preset", PRESETS)
def test_presets(table: Table, preset: str) -> None:
    fight(table, preset=preset)
    phases = PRESETS[preset]
    assert list(table.state.phases) == phases
    assert walked(table, 2 * len(phases) - 1) == [(r, p) for r in (1, 2) for p in phases]
    asked_for = [e.check.type for e in events(table) if isinstance(e, checks.CheckOpened)]
    assert asked_for == (["initiative"] * 4 if preset == "fight" else [])


@pytest.mark.rule("LP-CRI-016")
def test_calm_rounds_are_shared_steps(table: Table) -> None:
    table.pc("jessica")
    table.pc("mike")
    table.npc("deputy", side="friendly")
    table.do(Start(calm=True))
    assert (table.state.mode, table.state.round) == ("rounds", 1)
    assert [t.kind for t in RULESET.agenda(table.state)] == ["together"]
    assert not table.state.checks
    for name in ("mike", "jessica", "deputy", "mike"):
        table.do(Act(who=table.ids[name], text="looks for a key"))
    for round_ in (2, 3):
        table.do(Phase())
        assert table.state.round == round_
        assert [t.kind for t in RULESET.agenda(table.state)] == ["together"]
    assert table.refused(SetDifficulty(faces=9)).code == "no-rounds"
    assert table.refused(UsePhases(phases=("movement",))).code == "no-rounds"
    table.do(End())
    assert table.state.mode == "calm"


@pytest.mark.rule("LP-CRI-017")
def test_the_gm_is_asked_about_one_effect_outside_a_crisis(table: Table) -> None:
    mike = table.pc("mike")
    table.do(TreatAsCrisis(who=mike, effect="panic"))
    (question,) = asked(table, "treat_as_crisis")
    assert (question.who, question.ref, question.choices) == (mike, "panic", ("yes", "no"))
    table.do(Answer(question=question.id, value="yes"))
    assert (table.state.mode, table.state.round, table.state.phase) == ("calm", 0, "")
    assert not asked(table, "treat_as_crisis")
    assert not crisis.in_crisis(table.state)
    table.npc("cowboy")
    table.all_bands("medium")
    table.do(Start())
    assert table.refused(TreatAsCrisis(who=mike, effect="panic")).code == "already-in-rounds"


@pytest.mark.rule("LP-CRI-018")
def test_what_happens_at_the_same_time(table: Table) -> None:
    fight(table, pcs=("jessica", "mike", "ann", "ben"))
    jessica, mike, ann, ben = (table.ids[n] for n in ("jessica", "mike", "ann", "ben"))
    roll_initiative(table, ("jessica", "mike"))
    for phase in ("neutral", "movement"):
        go_to(table, phase, 1)
        assert crisis.simultaneous(table.state, jessica, ann)
        assert crisis.simultaneous(table.state, jessica, table.ids["cowboy"])
    go_to(table, "action", 1)
    assert crisis.simultaneous(table.state, jessica, mike)
    assert crisis.simultaneous(table.state, ann, ben)
    assert not crisis.simultaneous(table.state, jessica, ann)
    assert not crisis.simultaneous(table.state, jessica, table.ids["cowboy"])


@pytest.mark.rule("LP-CRI-019")
def test_missing_bands_are_asked_for_before_round_1(table: Table) -> None:
    jessica, mike, cowboy = table.pc("jessica"), table.pc("mike"), table.npc("cowboy")
    table.do(SetBand(a=jessica, b=(mike, cowboy), band="medium"))
    table.do(Start())
    assert (table.state.mode, table.state.round) == ("crisis", 0)
    (task,) = table.tasks("band")
    assert task.command == SetBand(a=cowboy, b=(mike,), band="medium")
    assert table.refused(Phase()).code == "still-owed"
    table.do(task.command)
    table.do(Phase())
    assert (table.state.round, table.state.phase) == (1, "initiative")


@pytest.mark.rule("LP-CRI-019")
def test_with_every_band_known_round_1_starts_at_once(table: Table) -> None:
    fight(table)
    assert table.state.round == 1
    table.npc("henchman")
    (task,) = table.tasks("band")
    others = tuple(table.ids[n] for n in ("mike", "jessica", "cowboy"))
    assert task.command == SetBand(a=table.ids["henchman"], b=others, band="medium")
    assert table.refused(Phase()).code == "still-owed"


@pytest.mark.rule("LP-CRI-019", "LP-CRI-002")
def test_nobody_starts_a_crisis_beyond_far(table: Table) -> None:
    mike, cowboy = table.pc("mike"), table.npc("cowboy")
    table.set_band("mike", "cowboy", "extreme")
    table.do(Start())
    assert table.state.round == 0
    (task,) = table.tasks("band")
    assert task.command == SetBand(a=cowboy, b=(mike,), band="far")
    table.do(SetField(who=(cowboy,), field="presence", value="outside"))
    assert not table.tasks("band")
    table.do(Phase())
    assert table.state.round == 1
    table.session.undo(2)
    assert task.command is not None
    table.do(task.command)
    table.do(Phase())
    assert table.band("mike", "cowboy") == "far"


@pytest.mark.rule("LP-CRI-020")
def test_the_flag_in_crisis_reaches_pools(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """A frenzy that takes two dice during crises, put in through the hook of the pools."""

    def panic(state: LawnState, check: Check) -> tuple[PoolLine, ...]:
        noted = state.entities[check.who].note == "panic"
        return (PoolLine("panic", -2),) if noted and crisis.in_crisis(state) else ()

    monkeypatch.setattr(pools, "POOL_HOOKS", [*pools.POOL_HOOKS, panic])
    table.pc("mike")
    table.do(Note(text="panic", who=table.ids["mike"]))
    assert pool(table, "mike", "PHY") == 5
    table.do(Start())
    assert pool(table, "mike", "PHY") == 3
    table.do(End())
    assert pool(table, "mike", "PHY") == 5


@pytest.mark.rule("LP-CRI-021")
def test_the_area_carries_conditions_that_perception_reads(table: Table) -> None:
    fight(table)
    jessica, mike, cowboy = (table.ids[n] for n in ("jessica", "mike", "cowboy"))
    table.set_band("mike", "cowboy", "far")
    assert distance.sight(table.state, mike, cowboy) == "full"
    table.do(SetEnvironment(add=("dark",)))
    assert table.state.environment == ("dark",)
    assert all(distance.sight_limit(table.state, who) == "medium" for who in (jessica, mike, cowboy))
    assert distance.sight(table.state, mike, cowboy) == "none"
    go_to(table, "action", 1)
    before = (table.state.round, table.state.phase)
    table.do(LightUp(who=jessica, source="oil_lamp"))
    assert (table.state.round, table.state.phase) == before
    assert set(distance.lit(table.state)) == {jessica, mike, cowboy}
    assert distance.sight(table.state, mike, cowboy) == "full"
    table.do(SetEnvironment(remove=("dark",)))
    assert table.state.environment == ()


@pytest.mark.rule("LP-CRI-022")
def test_what_the_book_leaves_open_is_asked_of_the_gm(table: Table) -> None:
    fight(table)
    first = table.tasks()[0]
    assert (first.kind, first.who, first.command, first.form) == ("difficulty", "", None, "difficulty D9")
    table.do(SetDifficulty(faces=9))
    table.do(CallCheck(who=(table.ids["mike"],), kind="FLX"))
    (task,) = table.tasks("check")
    assert task.command is None
    assert task.what.id.endswith("difficulty?")
    assert table.refused(RollCheck(who=table.ids["mike"], kind="FLX")).code == "check-not-ready"


@pytest.mark.rule("LP-CRI-023")
def test_what_the_action_phase_makes_meets_the_other_phases_in_the_next_round(table: Table) -> None:
    fight(table)
    go_to(table, "action", 1)
    mike = table.ids["mike"]
    table.do(Act(who=mike, text="overturns the stove"))
    table.do(AddHazard(name="fire", kind="FLX", difficulty=6, on=(mike,), fail="burn", every=True))
    assert not table.state.checks
    go_to(table, "initiative", 2)
    assert not [c for c in table.state.checks.values() if c.serves == "hazard"]
    roll_initiative(table, ("mike",))
    step(table)
    assert table.state.phase == "neutral"
    assert [(c.who, c.type) for c in table.state.checks.values() if c.serves == "hazard"] == [(mike, "FLX")]


@pytest.mark.rule("LP-CRI-023")
def test_a_device_without_a_fuse_resolves_inside_the_action(table: Table) -> None:
    fight(table)
    go_to(table, "action", 1)
    mike, jessica = table.ids["mike"], table.ids["jessica"]
    table.do(Act(who=mike, text="throws the bottle"))
    table.do(CallCheck(who=(jessica,), kind="FLX", purpose="dodge", difficulty=6))
    assert table.refused(Pass(who=table.ids["cowboy"])).code == "resolve-first"
    table.do(RollCheck(who=jessica), failure(5))
    assert not table.state.pending
    assert turn(table) == "cowboy"
    # With a fuse it waits for the next round's movement.
    table.do(AddPending(kind="fuse", text="dynamite", point="after_movement"))
    (pending,) = table.state.pending.values()
    assert (pending.round, pending.point) == (2, "after_movement")


# Moving on -----------------------------------------------------------------------------------------------------------


def test_moving_on_names_what_is_owed_and_force_leaves_it(table: Table) -> None:
    fight(table)
    refused = table.refused(Phase())
    assert refused.code == "still-owed"
    assert refused.params["count"] == 3
    done = table.do(Phase(force=True))
    owed = next(e for e in done.entry.events if isinstance(e, PhaseSkipped))
    assert owed.owed == ("difficulty", f"initiative {table.ids['mike']}", f"initiative {table.ids['jessica']}")


def test_a_roll_held_open_settles_as_the_gm_moves_on_and_may_ask_something_first(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    fight(table, preset="earthquake")

    def hit(tx: crisis.Tx, check: Check, result: checks.Result) -> None:
        crisis.questions.ask(tx, "fate", who=check.who, value="dead", choices=("dead", "dying"))

    monkeypatch.setitem(checks.SETTLERS, "hazard", hit)
    mike = table.ids["mike"]
    table.do(AddHazard(name="debris", kind="FLX", difficulty=6, on=(mike,)))
    table.do(RollCheck(who=mike, hold=True), failure(5))
    table.do(Phase())
    assert table.state.phase == "neutral"
    assert not table.state.checks
    assert [q.kind for q in table.state.questions.values()] == ["fate"]
    assert table.refused(Phase()).code == "still-owed"
    table.do(Answer(question=asked(table, "fate")[0].id, value="dying"))
    table.do(Phase())
    assert table.state.phase == "movement"


def test_slots_nobody_took_are_passed_once_as_the_phase_is_left(table: Table) -> None:
    fight(table)
    go_to(table, "action", 1)
    act(table, "mike")
    give(table, "jessica", "stunned")
    done = table.do(Phase(force=True))
    slots = {e.who: e.how for e in done.entry.events if isinstance(e, SlotTaken)}
    assert slots == {table.ids["cowboy"]: "passed", table.ids["jessica"]: "skipped"}


def test_before_the_first_crisis_enter_proposes_to_start_the_one_prepared(table: Table) -> None:
    assert not table.tasks("start")
    table.pc("ann")
    [task] = table.tasks("start")
    assert task.command == Start(preset="fight")
    table.do(Start(preset="chase"))
    table.do(End())
    assert not table.tasks("start")
    table.do(Start())
    assert table.state.preset == "chase"


@pytest.mark.rule("LP-MOV-025", "LP-LIF-005")
def test_the_dead_reach_nobody_and_have_no_place_in_the_order(table: Table) -> None:
    mike, foe, other = table.pc("mike"), table.npc("foe", life=3), table.npc("other", life=3)
    table.all_bands("near")
    table.do(Start(preset="fight"))
    assert [line.fields["who"] for line in RULESET.draw(table.state).reach] == [Who(foe), Who(other)]
    table.do(SetLife(who=(foe,), full=3, now=0))
    for fate in ("dead", "unconscious"):
        table.do(SetFate(who=foe, fate=fate))
        board = RULESET.draw(table.state)
        assert [line.fields["who"] for line in board.reach] == [Who(other)], fate
        said = [english(span.text) for line in board.cards[foe].lines for span in line]
        assert sum(fate in text for text in said) == 1, said
    table.do(SetFate(who=foe, fate="dead"))
    assert not any(
        "speed" in english(span.text) for line in RULESET.draw(table.state).cards[foe].lines for span in line
    )
    table.do(ChangeState(who=(other,), add=("restrained",)))
    assert RULESET.draw(table.state).reach == ()
    table.do(End())
    assert [row.id for row in RULESET.draw(table.state).order] == [mike, other]
