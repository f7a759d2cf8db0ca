"""The action phase: slots, actions, and what costs none (LP-ACT-001 to -023)."""

from __future__ import annotations

import pytest

from gmconsole.core.commands import Note, SetEnvironment
from gmconsole.core.model import Msg, Name
from gmconsole.core.rounds import Phase
from gmconsole.rulesets.lawn import RULESET, distance, initiative, tables
from gmconsole.rulesets.lawn.actions import (
    Act,
    BreakFree,
    Defend,
    Help,
    Observe,
    Pass,
    React,
    Reload,
    SlotTaken,
    SpendNext,
    StandUp,
    Talk,
)
from gmconsole.rulesets.lawn.checks import CallCheck, CheckRolled, RollCheck, SettleCheck
from gmconsole.rulesets.lawn.distance import LightUp
from gmconsole.rulesets.lawn.initiative import MoveSlot
from gmconsole.rulesets.lawn.life import ChangeLife, ChangeLoad, SetFate
from gmconsole.rulesets.lawn.movement import Declare
from gmconsole.rulesets.lawn.questions import Answer
from gmconsole.rulesets.lawn.state import Load, Modifier
from gmconsole.rulesets.lawn.tables import Form, StateDef

from .conftest import Table
from .rounds import act, answer, asked, failure, fight, give, go_to, injury, pass_slots, success, take, turn


def action_phase(
    table: Table,
    *,
    pcs: tuple[str, ...] = ("mike", "jessica"),
    npcs: tuple[str, ...] = ("cowboy",),
    first: tuple[str, ...] = ("mike",),
) -> None:
    """A fight in the action phase of round 1; with the defaults Mike acts, then Cowboy, then Jessica."""
    fight(table, pcs=pcs, npcs=npcs)
    go_to(table, "action", 1, first)


def slot(table: Table, name: str) -> str:
    """What became of somebody's slot this round; empty while it is to come."""
    return table.state.crisis.slots.get(table.ids[name], "")


def details(table: Table) -> list[str]:
    """The reminders beside the slot at hand."""
    return [m.id for m in table.tasks("slot")[0].detail]


# Slots ---------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-ACT-001")
def test_an_action_is_resolved_before_the_next_one_is_declared(table: Table) -> None:
    action_phase(table)
    mike, cowboy, jessica = (table.ids[n] for n in ("mike", "cowboy", "jessica"))
    assert table.refused(Act(who=cowboy, text="throws the rope")).code == "not-your-turn"
    table.do(Act(who=mike, text="shoots", kind="OPR", purpose="hit", against=(cowboy,)))
    assert turn(table) == "mike"
    refused = table.refused(Act(who=cowboy, text="throws the rope"))
    assert (refused.code, refused.params["count"]) == ("resolve-first", 1)
    table.do(RollCheck(who=mike, difficulty=6, hold=True), success(5))
    assert table.refused(Pass(who=cowboy)).code == "resolve-first"
    table.do(SettleCheck(who=mike))
    assert turn(table) == "cowboy"
    table.do(Act(who=cowboy, text="throws the rope"))
    assert turn(table) == "jessica"
    table.do(Pass(who=jessica))
    assert turn(table) == ""


@pytest.mark.rule("LP-ACT-001", "LP-ACT-011")
def test_somebody_downed_before_the_slot_loses_it(table: Table) -> None:
    action_phase(table)
    act(table, "mike", "shoots Cowboy")
    table.do(ChangeLife(who=(table.ids["cowboy"],), by=-3))
    answer(table, "fate", "unconscious")
    assert turn(table) == "cowboy"
    assert table.refused(Act(who=table.ids["cowboy"], text="throws the rope")).code == "cannot-act"
    (task, _) = table.tasks("slot")
    assert task.command == Pass(who=table.ids["cowboy"])
    table.do(task.command)
    assert slot(table, "cowboy") == "skipped"


@pytest.mark.rule("LP-ACT-001")
def test_the_dead_have_no_slot(table: Table) -> None:
    action_phase(table)
    act(table, "mike", "shoots Cowboy")
    table.do(ChangeLife(who=(table.ids["cowboy"],), by=-3))
    answer(table, "fate", "dead")
    assert turn(table) == "jessica"
    assert table.refused(Pass(who=table.ids["cowboy"])).code == "no-slot"


@pytest.mark.rule("LP-ACT-002")
def test_order_of_slots(table: Table) -> None:
    table.npc("F", side="friendly")
    table.pc("P2")
    fight(table, pcs=("P1",), npcs=("H",))
    go_to(table, "action", 1, ("P1",))
    assert initiative.order(table.state) == tuple(table.ids[n] for n in ("P1", "H", "F", "P2"))
    assert pass_slots(table) == ["P1", "H", "F", "P2"]


@pytest.mark.rule("LP-ACT-003")
def test_the_gm_is_reminded_that_reloading_is_the_action(table: Table) -> None:
    table.pc("mike", load={"pistol": Load(now=0, full=3)})
    fight(table, pcs=("jessica",))
    go_to(table, "action", 1, ("mike",))
    first = table.tasks("slot")[0]
    assert first.who == table.ids["mike"]
    assert first.detail[0].fields == {"weapon": Msg("weapon:pistol"), "full": 3}
    assert details(table)[0] == "{weapon} 0/{full}: reloading takes this round's action"
    table.do(Reload(who=table.ids["mike"], weapon="pistol"))
    assert table.refused(Act(who=table.ids["mike"], text="and shoots")).code == "slot-over"


@pytest.mark.rule("LP-ACT-004")
def test_the_description_ends_where_it_triggers_a_check(table: Table) -> None:
    action_phase(table)
    mike = table.ids["mike"]
    assert details(table) == ["one short action; the description ends where it brings an advantage or a check"]
    # A sentence that brings nothing leaves the slot open.
    table.do(Talk(who=mike, text="wipes the rain from his face"))
    table.do(Note(text="Mike limps to the lamp"))
    assert turn(table) == "mike"
    table.do(Act(who=mike, text="lights the lamp", kind="OPR", difficulty=6), success(5))
    assert table.refused(Act(who=mike, text="then shoots", kind="OPR", difficulty=6)).code == "slot-over"


@pytest.mark.rule("LP-ACT-005")
def test_an_attack_by_a_pc_is_rolled_by_that_pc(table: Table) -> None:
    action_phase(table)
    mike, cowboy = table.ids["mike"], table.ids["cowboy"]
    hit = table.do(Act(who=mike, text="shoots", kind="OPR", purpose="hit", difficulty=6, against=(cowboy,)), success(5))
    table.do(CallCheck(who=(mike,), kind="OPR", purpose="damage", difficulty=6))
    assert table.refused(Pass(who=cowboy)).code == "resolve-first"
    damage = table.do(RollCheck(who=mike), success(5))
    rolled = [(e.who, e.purpose) for done in (hit, damage) for e in done.entry.events if isinstance(e, CheckRolled)]
    assert rolled == [(mike, "hit"), (mike, "damage")]


@pytest.mark.rule("LP-ACT-005")
def test_an_attack_by_an_npc_on_two_pcs_asks_both_to_dodge(table: Table) -> None:
    action_phase(table)
    mike, jessica, cowboy = (table.ids[n] for n in ("mike", "jessica", "cowboy"))
    table.do(Pass(who=mike))
    done = table.do(
        Act(who=cowboy, text="swings a chain", kind="FLX", purpose="dodge", difficulty=9, against=(mike, jessica, mike))
    )
    assert not done.entry.dice
    owed = [(c.who, c.type, c.purpose, c.difficulty, c.ref) for c in table.state.checks.values()]
    assert owed == [(who, "FLX", "dodge", 9, cowboy) for who in (mike, jessica)]
    table.do(RollCheck(who=mike), failure(5))
    assert turn(table) == "cowboy"
    table.do(RollCheck(who=jessica), success(5))
    assert turn(table) == "jessica"


@pytest.mark.rule("LP-ACT-005", "LP-ACT-018")
def test_what_the_lamp_reveals_is_rolled_by_all_who_see_it_at_once(table: Table) -> None:
    table.add("body", "object")
    action_phase(table, first=("jessica",))
    mike, jessica, cowboy, body = (table.ids[n] for n in ("mike", "jessica", "cowboy", "body"))
    table.do(SetEnvironment(add=("dark",)))
    assert turn(table) == "jessica"
    table.do(Act(who=jessica, text="lights the lamp", kind="OPR"))
    table.do(LightUp(who=jessica, source="oil_lamp"))
    seeing = tuple(who for who in (mike, jessica) if distance.sight(table.state, who, body) == "full")
    assert seeing == (mike, jessica)
    table.do(CallCheck(who=seeing, kind="MND", difficulty=9))
    table.do(RollCheck(who=mike, kind="MND"), success(5))
    assert turn(table) == "jessica"
    assert slot(table, "mike") == ""
    table.do(RollCheck(who=jessica, kind="MND"), success(5))
    table.do(RollCheck(who=jessica, kind="OPR", difficulty=6), success(5))
    assert table.state.crisis.slots == {jessica: "acted"}
    table.do(Pass(who=cowboy))
    table.do(Act(who=mike, text="shoots"))


@pytest.mark.rule("LP-ACT-006")
@pytest.mark.parametrize("dice", [success(5), failure(5), [3, 3, 3, 4, 4]])
def test_the_action_is_used_up_whatever_the_checks_say(table: Table, dice: list[int]) -> None:
    action_phase(table)
    table.do(Act(who=table.ids["mike"], text="lights the lamp", kind="OPR", difficulty=6), dice)
    assert slot(table, "mike") == "acted"
    assert turn(table) == "cowboy"
    assert table.refused(Act(who=table.ids["mike"], text="again")).code == "slot-over"


@pytest.mark.rule("LP-ACT-007")
def test_moving_is_no_action(table: Table) -> None:
    action_phase(table)
    mike, cowboy = table.ids["mike"], table.ids["cowboy"]
    assert table.refused(Declare(who=mike, retreat=(cowboy,))).code == "not-in-movement"
    assert RULESET.rejections()["not-in-movement"]
    before = table.state.bands
    table.do(Act(who=mike, text="steps round the table and grabs the lamp"))
    assert table.state.bands == before


@pytest.mark.rule("LP-ACT-008")
def test_everybody_observes_once_per_round_in_any_phase(table: Table) -> None:
    fight(table)
    jessica, cowboy = table.ids["jessica"], table.ids["cowboy"]
    go_to(table, "neutral", 1)
    table.do(Observe(who=jessica))
    for phase in ("neutral", "movement", "action"):
        go_to(table, phase, 1)
        assert table.refused(Observe(who=jessica)).code == "observed-already"
    table.do(Observe(who=cowboy))
    go_to(table, "initiative", 2)
    table.do(Observe(who=jessica))
    assert table.who("jessica").observed == 2


@pytest.mark.rule("LP-ACT-008")
@pytest.mark.parametrize("difficulty", [6, 0])
def test_a_check_that_comes_of_observing_leaves_the_action(table: Table, difficulty: int) -> None:
    action_phase(table)
    mike = table.ids["mike"]
    table.do(Observe(who=mike, kind="DSC", difficulty=difficulty), failure(5) if difficulty else None)
    if not difficulty:
        assert table.refused(Act(who=mike, text="shoots")).code == "resolve-first"
        table.do(RollCheck(who=mike, difficulty=6), failure(5))
    assert table.state.crisis.slots == {}
    table.do(Act(who=mike, text="shoots"))


@pytest.mark.rule("LP-ACT-008")
def test_who_cannot_observe(table: Table) -> None:
    action_phase(table)
    give(table, "mike", "unconscious")
    assert table.refused(Observe(who=table.ids["mike"])).code == "cannot-act"
    assert table.refused(Observe(who="pc-099")).code == "unknown-person"
    assert table.refused(Observe(who=table.ids["cowboy"], kind="LUCK")).code == "unknown-check-type"
    table.add("door", "object")
    assert table.refused(Observe(who=table.ids["door"], kind="DSC")).code == "objects-do-not-roll"


@pytest.mark.rule("LP-ACT-009")
def test_talking_costs_nothing(table: Table) -> None:
    action_phase(table)
    mike, jessica, cowboy = (table.ids[n] for n in ("mike", "jessica", "cowboy"))
    table.do(Pass(who=mike))
    assert turn(table) == "cowboy"
    before = table.state
    table.do(Talk(who=jessica, text="Behind you!"))
    table.do(Talk(who=jessica, text="Mike, down!"))
    assert table.state == before
    # The GM decides whether persuading is an action: a check by itself, or one that uses the slot.
    table.do(RollCheck(who=mike, kind="INF", difficulty=6), failure(5))
    assert table.state.crisis.slots == before.crisis.slots
    table.do(Pass(who=cowboy))
    table.do(Act(who=jessica, text="begs for her life", kind="INF", difficulty=6), failure(5))
    assert slot(table, "jessica") == "acted"


# Who cannot act ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-ACT-010")
def test_a_stunned_slot_is_skipped_and_counts(table: Table) -> None:
    fight(table)
    go_to(table, "neutral", 1)
    give(table, "jessica", "stunned")
    go_to(table, "action", 1)
    pass_slots(table)
    assert slot(table, "jessica") == "skipped"
    assert injury(table, "jessica", "stunned").marked
    go_to(table, "neutral", 2)
    assert table.states("jessica") == []


@pytest.mark.rule("LP-ACT-010")
@pytest.mark.parametrize(
    "state", ["in_shock", "collapsed", "cardiac_arrest", "severe_wound", "severe_illness", "unconscious"]
)
def test_states_that_cost_the_slot(table: Table, state: str) -> None:
    action_phase(table)
    give(table, "mike", state)
    assert turn(table) == "mike"
    assert table.refused(Act(who=table.ids["mike"], text="shoots")).code == "cannot-act"
    assert table.tasks("slot")[0].command == Pass(who=table.ids["mike"])
    table.do(Pass(who=table.ids["mike"]))
    assert slot(table, "mike") == "skipped"


@pytest.mark.rule("LP-ACT-010")
def test_an_untended_severe_wound_costs_every_slot_until_it_is_tended(table: Table) -> None:
    fight(table)
    give(table, "mike", "severe_wound")
    for round_ in (1, 2, 3):
        go_to(table, "action", round_)
        pass_slots(table)
        assert slot(table, "mike") == "skipped"
    take(table, "mike", "severe_wound")
    give(table, "mike", "severe_wound:tended")
    go_to(table, "action", 4)
    act(table, "mike")
    assert slot(table, "mike") == "acted"


@pytest.mark.rule("LP-ACT-011")
def test_somebody_tended_before_the_slot_may_act(table: Table) -> None:
    fight(table)
    table.set_band("mike", "jessica", "touch")
    give(table, "jessica", "severe_wound")
    go_to(table, "action", 1)
    table.do(Help(who=table.ids["mike"], does="tend", whom=table.ids["jessica"], state="severe_wound", sure=True))
    assert pass_slots(table, until="jessica") == ["cowboy"]
    act(table, "jessica")
    assert slot(table, "jessica") == "acted"


@pytest.mark.rule("LP-ACT-012")
def test_a_passed_slot_has_come_up(table: Table) -> None:
    action_phase(table)
    table.do(Pass(who=table.ids["mike"]))
    assert slot(table, "mike") == "passed"
    give(table, "mike", "stunned")
    assert not injury(table, "mike", "stunned").marked
    go_to(table, "neutral", 2)
    assert table.states("mike") == ["stunned"]


# What an action is ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-ACT-013")
@pytest.mark.parametrize(("weapon", "full"), [("pistol", 3), ("taser dart", 1)])
def test_reloading_and_fetching_a_dart_are_the_action(table: Table, weapon: str, full: int) -> None:
    action_phase(table)
    mike = table.ids["mike"]
    table.do(ChangeLoad(who=mike, weapon=weapon, full=full, by=-full))
    assert table.who("mike").load[weapon] == Load(now=0, full=full)
    assert table.refused(Reload(who=mike, weapon="cannon")).code == "no-such-weapon"
    table.do(Reload(who=mike, weapon=weapon))
    assert table.who("mike").load[weapon] == Load(now=full, full=full)
    assert slot(table, "mike") == "acted"
    go_to(table, "action", 2)
    assert table.refused(Reload(who=mike, weapon=weapon)).code == "already-loaded"


@pytest.mark.rule("LP-ACT-014")
def test_first_aid_is_an_action_at_touch(table: Table) -> None:
    action_phase(table)
    mike, jessica = table.ids["mike"], table.ids["jessica"]
    give(table, "jessica", "light_wound")
    tend = Help(who=mike, does="tend", whom=jessica, state="light_wound", sure=True)
    assert table.refused(tend).code == "only-at-touch"
    table.set_band("mike", "jessica", "touch")
    assert table.refused(Help(who=mike, does="heal", whom=jessica)).code == "not-a-choice"
    assert table.refused(Help(who=mike, does="wake", whom=jessica)).code == "nothing-to-help"
    table.do(tend)
    assert injury(table, "jessica", "light_wound").tended
    assert slot(table, "mike") == "acted"


@pytest.mark.rule("LP-ACT-014")
def test_aid_to_oneself_needs_a_hand(table: Table) -> None:
    action_phase(table)
    mike = table.ids["mike"]
    give(table, "mike", "bleeding", "injured_hand:left")
    tend = Help(who=mike, does="tend", whom=mike, state="bleeding", sure=True)
    table.do(tend)
    assert "bleeding" not in table.states("mike")
    table.session.undo()
    give(table, "mike", "injured_hand:right")
    assert table.states("mike") == ["bleeding", "both_hands_injured"]
    assert table.refused(tend).code == "no-usable-hand"
    give(table, "jessica", "bleeding")
    table.set_band("mike", "jessica", "touch")
    for_another = Help(who=mike, does="tend", whom=table.ids["jessica"], state="bleeding")
    assert table.refused(for_another).code == "no-usable-hand"


@pytest.mark.rule("LP-ACT-014")
def test_waking_is_an_action_and_the_woken_act_from_their_next_slot(table: Table) -> None:
    fight(table)
    table.set_band("mike", "jessica", "touch")
    give(table, "mike", "unconscious")
    go_to(table, "action", 2, ("jessica",))
    assert turn(table) == "jessica"
    table.do(Help(who=table.ids["jessica"], does="wake", whom=table.ids["mike"]))
    assert slot(table, "jessica") == "acted"
    assert pass_slots(table, until="mike") == ["cowboy"]
    act(table, "mike")
    assert slot(table, "mike") == "acted"


@pytest.mark.rule("LP-ACT-014")
def test_somebody_woken_after_the_slot_acts_in_the_next_round(table: Table) -> None:
    fight(table, npcs=("cowboy", "guard"))
    table.set_band("mike", "jessica", "touch")
    give(table, "jessica", "unconscious")
    go_to(table, "action", 2, ())
    table.do(MoveSlot(who=table.ids["jessica"], after=table.ids["guard"]))
    pass_slots(table, until="mike")
    assert slot(table, "jessica") == "skipped"
    table.do(Help(who=table.ids["mike"], does="wake", whom=table.ids["jessica"]))
    assert table.refused(Act(who=table.ids["jessica"], text="runs")).code == "slot-over"
    go_to(table, "action", 3, ())
    assert "jessica" in pass_slots(table)
    assert slot(table, "jessica") == "passed"


@pytest.mark.rule("LP-ACT-014")
def test_putting_out_a_fire_and_getting_up_beside_an_enemy_are_actions(table: Table) -> None:
    fight(table, pcs=("mike", "jessica"))
    for name in ("mike", "jessica"):
        table.set_band(name, "cowboy", "touch")
    table.set_band("mike", "jessica", "touch")
    give(table, "jessica", "on_fire", "prone")
    go_to(table, "action", 1)
    assert "prone" in table.states("jessica")
    table.do(Help(who=table.ids["mike"], does="put_out", whom=table.ids["jessica"]))
    assert "on_fire" not in table.states("jessica")
    assert slot(table, "mike") == "acted"
    pass_slots(table, until="jessica")
    assert "prone: getting up is an action" in details(table)
    table.do(StandUp(who=table.ids["jessica"]))
    assert table.states("jessica") == []
    assert slot(table, "jessica") == "acted"
    go_to(table, "action", 2)
    assert table.refused(StandUp(who=table.ids["mike"])).code == "not-prone"


@pytest.mark.rule("LP-ACT-015")
def test_a_counter_costs_no_slot(table: Table) -> None:
    action_phase(table, first=())
    mike, jessica, cowboy = (table.ids[n] for n in ("mike", "jessica", "cowboy"))
    counter = React(who=mike, against=cowboy, text="strikes back")
    assert table.refused(counter).code == "no-attack"
    table.do(Act(who=cowboy, text="swings a chain", kind="FLX", purpose="dodge", difficulty=9, against=(mike,)))
    table.do(RollCheck(who=mike), failure(5))
    table.do(counter)
    assert table.refused(counter).code == "reacted-already"
    assert slot(table, "mike") == ""
    table.do(React(who=jessica, against=cowboy, text="strikes back too"))
    act(table, "mike")
    # With the next slot the attack is over.
    assert table.refused(React(who=jessica, against=cowboy, text="late")).code == "no-attack"


@pytest.mark.rule("LP-ACT-015")
def test_who_cannot_act_strikes_back_at_nobody(table: Table) -> None:
    action_phase(table, first=())
    mike, cowboy = table.ids["mike"], table.ids["cowboy"]
    table.do(Act(who=cowboy, text="swings a chain"))
    give(table, "mike", "stunned")
    assert table.refused(React(who=mike, against=cowboy, text="strikes back")).code == "cannot-act"
    assert table.refused(React(who=cowboy, against=cowboy, text="strikes back")).code == "no-attack"
    go_to(table, "initiative", 2)
    assert table.refused(React(who=mike, against=cowboy, text="strikes back")).code == "only-in-action"


@pytest.mark.rule("LP-ACT-016")
def test_breaking_free_is_an_action(table: Table) -> None:
    action_phase(table)
    mike, cowboy = table.ids["mike"], table.ids["cowboy"]
    assert table.refused(BreakFree(who=mike, kind="FLX", difficulty=6)).code == "not-restrained"
    give(table, "mike", "restrained")
    assert details(table)[0] == (
        "restrained: break free (FLX or PHY), strike the one who holds on, or what the GM allows"
    )
    assert table.refused(BreakFree(who=mike, kind="INF", difficulty=6)).code == "not-a-choice"
    table.do(BreakFree(who=mike, kind="PHY", difficulty=6), failure(5))
    assert (table.states("mike"), slot(table, "mike")) == (["restrained"], "acted")
    table.session.undo()
    table.do(BreakFree(who=mike, kind="FLX", difficulty=6), success(5))
    assert (table.states("mike"), slot(table, "mike")) == ([], "acted")
    table.session.undo()
    table.do(
        Act(who=mike, text="bites the hand that holds him", kind="PHY", purpose="hit", difficulty=6, against=(cowboy,)),
        success(5),
    )
    assert (table.states("mike"), slot(table, "mike")) == (["restrained"], "acted")


@pytest.mark.rule("LP-ACT-016")
def test_restraining_is_an_action_and_holding_is_none(table: Table) -> None:
    action_phase(table, first=())
    mike, cowboy = table.ids["mike"], table.ids["cowboy"]
    table.do(Act(who=cowboy, text="throws the rope", kind="FLX", purpose="dodge", difficulty=9, against=(mike,)))
    table.do(RollCheck(who=mike), failure(5))
    give(table, "mike", "restrained")
    assert slot(table, "cowboy") == "acted"
    go_to(table, "action", 2, ())
    assert turn(table) == "cowboy"
    act(table, "cowboy", "something else, the rope in one hand")
    assert table.states("mike") == ["restrained"]


@pytest.mark.rule("LP-ACT-017")
def test_a_defensive_action_eases_dodging_until_the_end_of_the_round(table: Table) -> None:
    action_phase(table, first=("jessica",))
    jessica, cowboy, mike = (table.ids[n] for n in ("jessica", "cowboy", "mike"))
    table.do(Defend(who=jessica, text="rolls aside"))
    (question,) = asked(table, "defence")
    assert (question.value, question.choices) == ("3", ("3", "6", "9", "refuse"))
    table.do(Answer(question=question.id, value=question.value))
    assert slot(table, "jessica") == "acted"
    attack = Act(who=cowboy, text="throws the rope", kind="FLX", purpose="dodge", difficulty=9, against=(jessica, mike))
    table.do(attack)
    assert {c.who: c.difficulty for c in table.state.checks.values()} == {jessica: 6, mike: 9}
    # The same where the difficulty is said with the roll.
    table.session.undo()
    table.do(Act(who=cowboy, text="throws the rope", kind="FLX", purpose="dodge", against=(jessica,)))
    rolled = table.do(RollCheck(who=jessica, difficulty=9), success(5))
    assert [r.sides for r in rolled.entry.dice] == [6]
    table.do(CallCheck(who=(jessica,), kind="FLX", purpose="balance", difficulty=9))
    assert [c.difficulty for c in table.state.checks.values()] == [9]
    table.do(RollCheck(who=jessica), success(5))
    go_to(table, "action", 2, ())
    table.do(attack)
    assert {c.who: c.difficulty for c in table.state.checks.values()} == {jessica: 9, mike: 9}


@pytest.mark.rule("LP-ACT-019")
def test_an_action_changes_the_scene_for_later_slots(table: Table) -> None:
    action_phase(table, first=("jessica", "mike"))
    jessica, mike, cowboy = (table.ids[n] for n in ("jessica", "mike", "cowboy"))
    table.do(SetEnvironment(add=("dark",)))
    assert distance.outline_penalty(table.state, mike, cowboy) == 3
    pass_slots(table, until="jessica")
    table.do(Act(who=jessica, text="lights the lamp", kind="OPR", difficulty=6), success(5))
    table.do(LightUp(who=jessica, source="oil_lamp"))
    assert distance.outline_penalty(table.state, mike, cowboy) == 0


@pytest.mark.rule("LP-ACT-020")
def test_drawing_and_firing_is_one_action(table: Table) -> None:
    action_phase(table)
    mike, cowboy = table.ids["mike"], table.ids["cowboy"]
    done = table.do(
        Act(
            who=mike,
            text="draws and fires a burst",
            kind="OPR",
            purpose="hit",
            difficulty=9,
            modifiers=(Modifier(2, "burst"),),
            against=(cowboy,),
        ),
        success(7),
    )
    (taken,) = [e for e in done.entry.events if isinstance(e, SlotTaken)]
    assert (taken.how, taken.text) == ("acted", "draws and fires a burst")
    # Fetching what lies elsewhere: an action where the GM says so, a note where not.
    table.session.undo()
    table.do(Note(text="the axe is within reach"))
    table.do(Act(who=mike, text="fetches the axe"))
    assert slot(table, "mike") == "acted"


@pytest.mark.rule("LP-ACT-021")
def test_npc_slots_are_the_gms_and_ask_the_targets(table: Table) -> None:
    table.npc("deputy", side="friendly")
    action_phase(table, first=())
    mike, jessica, cowboy, deputy = (table.ids[n] for n in ("mike", "jessica", "cowboy", "deputy"))
    assert table.refused(Act(who=cowboy, text="aims", kind="OPR", difficulty=6)).code == "npc-needs-no-roll"
    assert table.refused(Act(who=cowboy, text="aims", kind="OPR", against=("pc-099",))).code == "unknown-person"
    table.do(Act(who=cowboy, text="throws a rope", kind="FLX", purpose="dodge", difficulty=9, against=(jessica,)))
    (task,) = table.tasks("check")
    assert (task.who, task.dice) == (jessica, (5, 9))
    assert isinstance(task.command, RollCheck)
    table.do(task.command, success(5))
    done = table.do(Act(who=deputy, text="bars the door", against=(mike,)))
    assert not done.entry.dice
    assert not table.state.checks


@pytest.mark.rule("LP-ACT-021")
def test_targets_who_cannot_roll_are_not_asked(table: Table) -> None:
    action_phase(table, first=())
    mike, jessica, cowboy = (table.ids[n] for n in ("mike", "jessica", "cowboy"))
    give(table, "jessica", "unconscious")
    table.do(Act(who=cowboy, text="throws a net", kind="FLX", purpose="dodge", difficulty=9, against=(mike, jessica)))
    assert [c.who for c in table.state.checks.values()] == [mike]


@pytest.mark.rule("LP-ACT-022")
def test_nobody_waits_but_the_gm_may_move_a_slot(table: Table) -> None:
    action_phase(table)
    mike, cowboy, jessica = (table.ids[n] for n in ("mike", "cowboy", "jessica"))
    assert table.refused(Act(who=cowboy, text="throws the rope")).code == "not-your-turn"
    table.do(Pass(who=mike))
    table.do(Pass(who=cowboy))
    assert table.refused(Act(who=mike, text="now shoots")).code == "slot-over"
    assert table.refused(MoveSlot(who=mike, after=cowboy)).code == "slot-over"
    table.session.undo(2)
    table.do(MoveSlot(who=mike, after=cowboy))
    assert initiative.order(table.state) == (cowboy, mike, jessica)
    assert pass_slots(table, until="jessica") == ["cowboy", "mike"]
    go_to(table, "action", 2)
    assert initiative.order(table.state) == (mike, cowboy, jessica)


# Slots spent beforehand ----------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-ACT-023")
def test_an_urge_before_the_slot_spends_that_slot(table: Table) -> None:
    action_phase(table)
    mike = table.ids["mike"]
    go_to(table, "neutral", 2)
    table.do(SpendNext(who=mike, why="smashes things"))
    go_to(table, "action", 2)
    (first, *_) = table.tasks("slot")
    assert (first.what.id, first.command) == ("{who} spends this slot: {why}", Pass(who=mike))
    for other in (
        Act(who=mike, text="shoots"),
        Defend(who=mike, text="rolls aside"),
        Reload(who=mike, weapon="pistol"),
        Act(who=mike, text="smashes things", kind="PHY", difficulty=6),
    ):
        assert table.refused(other).code == "slot-spent"
    done = table.do(Act(who=mike, text="smashes things"))
    assert [e.text for e in done.entry.events if isinstance(e, SlotTaken)] == ["smashes things"]
    assert table.state.crisis.owes == {}
    go_to(table, "action", 3)
    act(table, "mike", "shoots")


@pytest.mark.rule("LP-ACT-023")
@pytest.mark.parametrize("way", ["pass", "force"])
def test_a_spent_slot_passed_is_spent_all_the_same(table: Table, way: str) -> None:
    action_phase(table)
    mike = table.ids["mike"]
    table.do(SpendNext(who=mike, why="smashes things"))
    done = table.do(Pass(who=mike) if way == "pass" else Phase(force=True))
    taken = {e.who: (e.how, e.text) for e in done.entry.events if isinstance(e, SlotTaken)}
    assert taken[mike] == ("acted", "smashes things")
    assert table.state.crisis.owes == {}


@pytest.mark.rule("LP-ACT-023")
def test_a_slot_that_is_lost_anyway_is_not_the_one_spent(table: Table) -> None:
    action_phase(table)
    mike = table.ids["mike"]
    table.do(SpendNext(who=mike, why="smashes things"))
    give(table, "mike", "stunned")
    pass_slots(table)
    assert slot(table, "mike") == "skipped"
    assert table.state.crisis.owes == {mike: "smashes things"}
    go_to(table, "action", 2)
    pass_slots(table)
    assert slot(table, "mike") == "acted"
    assert table.state.crisis.owes == {}


@pytest.mark.rule("LP-ACT-023")
def test_an_urge_after_the_slot_spends_the_next_round_and_can_be_taken_back(table: Table) -> None:
    action_phase(table)
    mike = table.ids["mike"]
    act(table, "mike")
    table.do(SpendNext(who=mike, why="smashes things"))
    go_to(table, "action", 2)
    assert table.refused(Act(who=mike, text="shoots")).code == "slot-spent"
    table.do(SpendNext(who=mike, why=""))
    table.do(Act(who=mike, text="shoots"))
    assert table.refused(SpendNext(who="pc-099", why="x")).code == "unknown-person"


@pytest.mark.rule("LP-ACT-023")
def test_an_effect_for_three_rounds_covers_three_slots(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """A ritual's ease as a row of the state table: gone after three counted rounds."""
    monkeypatch.setitem(
        tables.STATES,
        "ritual_ease",
        StateDef(id="ritual_ease", name=Name("仪式", "ritual"), kind="condition", untended=Form(expires_after=3)),
    )
    action_phase(table)
    act(table, "mike", "the ritual")
    give(table, "mike", "ritual_ease")
    for round_ in (2, 3, 4):
        go_to(table, "neutral", round_)
        assert table.states("mike") == ["ritual_ease"]
        go_to(table, "action", round_)
        assert table.states("mike") == ["ritual_ease"]
    go_to(table, "initiative", 5)
    assert table.states("mike") == ["ritual_ease"]
    go_to(table, "neutral", 5)
    assert table.states("mike") == []


def test_outside_a_crisis_actions_need_no_slot(table: Table) -> None:
    mike, jessica = table.pc("mike"), table.pc("jessica")
    table.npc("cowboy")
    give(table, "jessica", "bleeding", "prone")
    table.do(Act(who=mike, text="forces the door", kind="PHY", difficulty=6), success(5))
    table.do(Act(who=mike, text="again", kind="PHY", difficulty=6), success(5))
    table.do(Help(who=mike, does="tend", whom=jessica, state="bleeding", sure=True))
    table.do(StandUp(who=jessica))
    assert table.states("jessica") == []
    for command in (Pass(who=mike), Defend(who=mike, text="rolls"), SpendNext(who=mike, why="x")):
        assert table.refused(command).code == "no-rounds"
    assert table.state.crisis.slots == {}
    table.do(ChangeLife(who=(table.ids["cowboy"],), by=-3))
    table.do(SetFate(who=table.ids["cowboy"], fate="surrendered"))
    assert table.refused(Act(who=table.ids["cowboy"], text="shoots")).code == "cannot-act"


def test_the_order_shows_whose_action_is_being_resolved(table: Table) -> None:
    action_phase(table)
    mike, cowboy, jessica = (table.ids[n] for n in ("mike", "cowboy", "jessica"))

    def shown() -> tuple[str, dict[str, str]]:
        board = RULESET.view(table.state, "gm")
        return board.turn, {row.id: row.at for row in board.order}

    assert shown() == (mike, {mike: "now", cowboy: "later", jessica: "later"})
    table.do(Act(who=mike, text="shoots", kind="OPR"))
    assert shown() == (mike, {mike: "now", cowboy: "later", jessica: "later"})
    table.do(RollCheck(who=mike, difficulty=6), success(5))
    give(table, "jessica", "stunned")
    assert shown() == (cowboy, {mike: "done", cowboy: "now", jessica: "out"})
