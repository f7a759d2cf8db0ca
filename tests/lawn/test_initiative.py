"""The initiative phase and the order it makes (LP-INI)."""

from __future__ import annotations

import pytest

from gmconsole.core.commands import Remove, SetField, SetOption
from gmconsole.core.rounds import Phase
from gmconsole.core.session import Accepted
from gmconsole.rulesets.lawn import RULESET, initiative, injuries, slots
from gmconsole.rulesets.lawn.actions import Act
from gmconsole.rulesets.lawn.checks import CallCheck, DropCheck, RollCheck
from gmconsole.rulesets.lawn.crisis import Start, UsePhases
from gmconsole.rulesets.lawn.initiative import DifficultySet, InitiativeTaken, MoveSlot, SetDifficulty, SetOrder
from gmconsole.rulesets.lawn.life import ChangeLife, ChangeSanity
from gmconsole.rulesets.lawn.movement import Declare, Enter, SpeedCheck
from gmconsole.rulesets.lawn.outcomes import Result
from gmconsole.rulesets.lawn.slots import Pass, SlotTaken
from gmconsole.rulesets.lawn.state import Modifier

from .conftest import Table
from .rounds import agree, answer, asked, failure, fight, give, go_to, pass_slots, pool, roll_initiative, step, success

CRITICAL = [1, 2, 3, 4, 4, 4, 4, 4]
CATASTROPHE = [5, 5, 5, 1, 2, 3, 4, 6]


def roll(table: Table, name: str, faces: list[int], difficulty: int = 9) -> Accepted:
    """Roll somebody's initiative, saying the difficulty first where nobody has."""
    if table.state.crisis.difficulty_round != table.state.round:
        table.do(SetDifficulty(faces=difficulty))
    return table.do(RollCheck(who=table.ids[name], kind="initiative"), faces)


def roll_all(table: Table, **results: list[int]) -> None:
    """Everybody's initiative by name, then on to the action phase."""
    for name, faces in results.items():
        roll(table, name, faces)
    table.to_phase("action")


def degree(ones: int, count: int = 8) -> list[int]:
    """An ordinary success of that degree."""
    return [4, 5, 6, *[1] * ones, *[6] * (count - 3 - ones)]


def names(table: Table, ids: tuple[str, ...]) -> str:
    """The names behind ids."""
    return " ".join(table.state.entities[who].name for who in ids)


def order(table: Table) -> str:
    """The order of slots, by name."""
    return names(table, initiative.order(table.state))


def groups(table: Table) -> dict[str, str]:
    """The groups, by name."""
    return {g: names(table, ids) for g, ids in initiative.groups(table.state).items() if ids}


def asked_for(table: Table) -> str:
    """Who is asked for an initiative check now."""
    return names(table, tuple(t.who for t in table.tasks("initiative")))


def to_next_round(table: Table) -> None:
    """Play the round out, to the next one's initiative phase."""
    go_to(table, "action", table.state.round)
    pass_slots(table)
    step(table)
    assert table.state.phase == "initiative"


def friend(table: Table, name: str, side: str = "friendly") -> str:
    """A friendly or neutral NPC."""
    return table.npc(name, side=side)


# Everybody rolls each round ------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-INI-001")
def test_every_round_asks_everybody_anew(table: Table) -> None:
    fight(table)
    assert (table.state.round, asked_for(table)) == (1, "mike jessica")
    go_to(table, "action", 1)
    assert set(table.state.crisis.initiative) == {table.ids["mike"], table.ids["jessica"]}
    pass_slots(table)
    step(table)
    assert (table.state.round, table.state.phase, asked_for(table)) == (2, "initiative", "mike jessica")
    assert table.state.crisis.initiative == {}
    assert len(table.state.checks) == 2


@pytest.mark.rule("LP-INI-001")
def test_whoever_left_is_not_asked(table: Table) -> None:
    table.pc("mike")
    table.pc("jessica")
    table.npc("cowboy")
    table.set_band("mike", "cowboy", "far")
    table.all_bands("medium")
    table.do(Start())
    table.to_phase("movement")
    mike, cowboy = table.ids["mike"], table.ids["cowboy"]
    table.do(Declare(who=cowboy, approach=(mike,)))
    table.do(Declare(who=table.ids["jessica"]))
    table.do(Declare(who=mike, retreat=(cowboy,)))
    table.do(SpeedCheck(who=mike, against=(cowboy,), difficulty=6), [1, 4, 2, 6, 3])
    assert table.who("mike").presence == "left"
    table.to_phase("initiative")
    assert asked_for(table) == "jessica"
    table.do(Remove(who=table.ids["jessica"]))
    assert (asked_for(table), table.tasks()) == ("", [])


@pytest.mark.rule("LP-INI-001")
def test_checks_nobody_rolled_end_with_the_phase(table: Table) -> None:
    fight(table)
    roll(table, "mike", success(8))
    assert asked_for(table) == "jessica"
    assert table.refused(Phase()).code == "still-owed"
    step(table)
    assert table.state.checks == {}
    assert groups(table) == {"before": "mike", "hostile": "cowboy", "after": "jessica"}


# The difficulty ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-INI-002")
def test_one_difficulty_for_the_round(table: Table) -> None:
    fight(table)
    [task] = table.tasks("difficulty")
    assert (task.blocking, task.command) == (True, None), "nothing to propose in the first round"
    assert table.refused(RollCheck(who=table.ids["mike"], kind="initiative")).code == "check-not-ready"
    table.do(SetDifficulty(faces=9))
    assert table.tasks("difficulty") == []
    assert [t.dice for t in table.tasks("initiative")] == [(8, 9), (8, 9)]
    table.do(SetDifficulty(faces=12))
    assert [t.dice for t in table.tasks("initiative")] == [(8, 12), (8, 12)], "until it is rolled"


@pytest.mark.rule("LP-INI-002")
def test_the_last_difficulty_is_proposed_again(table: Table) -> None:
    fight(table)
    to_next_round(table)
    [task] = table.tasks("difficulty")
    assert task.command == SetDifficulty(faces=9)
    assert [t.command for t in table.tasks("initiative")] == [None, None]
    assert task.command is not None
    table.do(task.command)
    assert [t.command for t in table.tasks("initiative")] == [
        RollCheck(who=table.ids[n], kind="initiative") for n in ("mike", "jessica")
    ]


@pytest.mark.rule("LP-INI-002")
def test_a_difficulty_belongs_to_a_round_and_to_the_ladder(table: Table) -> None:
    assert table.refused(SetDifficulty(faces=9)).code == "no-rounds"
    fight(table)
    for faces in (0, 2, -9, 31):
        assert table.refused(SetDifficulty(faces=faces)).code == "out-of-bounds"


@pytest.mark.rule("LP-INI-003")
def test_a_friend_makes_it_easier(table: Table) -> None:
    friend(table, "deputy")
    fight(table)
    done = table.do(SetDifficulty(faces=9))
    [event] = [e for e in done.entry.events if isinstance(e, DifficultySet)]
    assert (event.base, event.friends, event.after) == (9, 1, 6)
    assert [t.dice for t in table.tasks("initiative")] == [(8, 6), (8, 6)]
    table.do(SetDifficulty(faces=9, exactly=True))
    assert table.state.crisis.difficulty == 9, "only a suggestion"
    table.do(SetDifficulty(faces=7, exactly=True))
    assert table.state.crisis.difficulty == 7


@pytest.mark.rule("LP-INI-003")
def test_a_dead_friend_helps_no_more(table: Table) -> None:
    deputy = friend(table, "deputy")
    fight(table)
    roll_initiative(table, ("mike",))
    assert table.state.crisis.difficulty == 6
    table.do(ChangeLife(who=(deputy,), by=-3))
    assert table.state.crisis.difficulty == 6, "not in this round"
    to_next_round(table)
    [task] = table.tasks("difficulty")
    assert task.command == SetDifficulty(faces=9)
    assert task.command is not None
    table.do(task.command)
    assert table.state.crisis.difficulty == 9


@pytest.mark.rule("LP-INI-003")
def test_only_friends_who_are_there_and_able_help(table: Table) -> None:
    friend(table, "deputy")
    friend(table, "stunned one")
    friend(table, "bystander", side="neutral")
    table.npc("late one", side="friendly", outside=True)
    fight(table)
    give(table, "stunned one", "stunned")
    assert initiative.friends(table.state) == 1


@pytest.mark.rule("LP-INI-004")
def test_friends_never_take_it_below_d3(table: Table) -> None:
    for name in ("deputy", "marshal", "ranger"):
        friend(table, name)
    fight(table)
    table.do(SetDifficulty(faces=6))
    assert table.state.crisis.difficulty == 3
    assert (initiative.eased(9, 0), initiative.eased(12, 2), initiative.eased(3, 1)) == (9, 6, 3)


# The pool ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-INI-005")
@pytest.mark.parametrize(
    ("now", "most", "states", "dice"), [(3, 3, (), 8), (1, 3, (), 6), (4, 4, (), 9), (2, 3, ("dazed",), 6)]
)
def test_current_sanity_is_the_bonus(table: Table, now: int, most: int, states: tuple[str, ...], dice: int) -> None:
    table.pc("mike", sanity=now, sanity_max=most, attributes={"FLX": 3, "WIS": 2})
    if states:
        give(table, "mike", *states)
    assert pool(table, "mike", "initiative") == dice
    fight(table, pcs=())
    done = roll(table, "mike", success(dice))
    assert [len(r.faces) for r in done.entry.dice] == [dice]


@pytest.mark.rule("LP-INI-006")
def test_no_sanity_dice_on_the_brink(table: Table) -> None:
    mike = table.pc("mike")
    table.do(SetField(who=(mike,), field="sanity", value=0))
    give(table, "mike", "on_the_brink")
    assert pool(table, "mike", "initiative") == 5
    fight(table, pcs=())
    assert asked_for(table) == "mike"


# Groups and order ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-INI-007")
def test_success_goes_before_failure_after(table: Table) -> None:
    fight(table, pcs=("mike", "jessica", "sam"))
    roll(table, "mike", success(8))
    roll(table, "jessica", failure(8))
    table.do(RollCheck(who=table.ids["sam"], kind="initiative", modifiers=(Modifier(-6, "gm"),)), [1, 2])
    assert table.state.crisis.initiative[table.ids["sam"]] == Result("automatic_failure", 1)
    assert groups(table) == {"before": "mike", "hostile": "cowboy", "after": "jessica sam"}


@pytest.mark.rule("LP-INI-008")
def test_the_order_of_the_action_phase(table: Table) -> None:
    friend(table, "deputy")
    fight(table)
    roll_all(table, jessica=failure(8), mike=success(8))
    assert order(table) == "mike cowboy deputy jessica"
    assert pass_slots(table) == ["mike", "cowboy", "deputy", "jessica"]


@pytest.mark.rule("LP-INI-008")
def test_a_step_without_anybody_is_empty(table: Table) -> None:
    friend(table, "deputy")
    fight(table, npcs=())
    roll_all(table, jessica=failure(8), mike=success(8))
    assert initiative.groups(table.state)["hostile"] == ()
    assert order(table) == "mike deputy jessica"


@pytest.mark.rule("LP-INI-009")
def test_pcs_with_the_same_result_choose_each_round_anew(table: Table) -> None:
    fight(table)
    mike, jessica = table.ids["mike"], table.ids["jessica"]
    roll_all(table, mike=success(8), jessica=success(8))
    [task] = table.tasks("order")
    assert (task.blocking, task.command) == (True, SetOrder(who=(mike, jessica)))
    assert slots.turn(table.state) == ""
    assert table.refused(Pass(who=mike)).code == "order-first"
    table.do(SetOrder(who=(jessica, mike)))
    assert (order(table), table.tasks("order")) == ("jessica mike cowboy", [])
    assert pass_slots(table) == ["jessica", "mike", "cowboy"]
    step(table)
    roll_all(table, mike=success(8), jessica=success(8))
    assert len(table.tasks("order")) == 1
    assert order(table) == "mike jessica cowboy", "for one round only"


@pytest.mark.rule("LP-INI-009")
def test_one_alone_in_a_group_is_not_asked(table: Table) -> None:
    fight(table)
    roll_all(table, mike=success(8), jessica=failure(8))
    assert table.tasks("order") == []


@pytest.mark.rule("LP-INI-009", "LP-INI-013")
def test_without_agreement_the_higher_degree_goes_first(table: Table) -> None:
    fight(table)
    roll_all(table, mike=degree(0), jessica=degree(2))
    [task] = table.tasks("order")
    assert task.command == SetOrder(who=(table.ids["jessica"], table.ids["mike"]))
    assert task.command is not None
    table.do(task.command)
    assert order(table) == "jessica mike cowboy"


@pytest.mark.rule("LP-INI-009")
def test_both_groups_are_asked_apart(table: Table) -> None:
    fight(table, pcs=("mike", "jessica", "sam", "joe"))
    roll_all(table, mike=success(8), jessica=success(8), sam=failure(8), joe=failure(8))
    ids = table.ids
    assert [t.command for t in table.tasks("order")] == [
        SetOrder(who=(ids["mike"], ids["jessica"])),
        SetOrder(who=(ids["sam"], ids["joe"])),
    ]
    table.do(SetOrder(who=(ids["joe"],)))
    assert len(table.tasks("order")) == 1
    table.do(SetOrder(who=(ids["jessica"], ids["mike"])))
    assert (order(table), table.tasks("order")) == ("jessica mike cowboy joe sam", [])


def test_an_order_that_cannot_be(table: Table) -> None:
    mike, jessica, cowboy = table.pc("mike"), table.pc("jessica"), table.npc("cowboy")
    door = table.add("door", "object")
    assert table.refused(SetOrder(who=(mike, jessica))).code == "no-rounds"
    assert table.refused(MoveSlot(who=mike, after=cowboy)).code == "no-rounds"
    fight(table, pcs=(), npcs=())
    for who, code in (
        ((mike, cowboy), "not-one-group"),
        ((mike, mike), "named-twice"),
        ((), "named-twice"),
        ((mike, "pc-009"), "unknown-person"),
        ((cowboy, door), "no-slot"),
    ):
        assert table.refused(SetOrder(who=who)).code == code
    for after, code in ((mike, "named-twice"), ("pc-009", "unknown-person"), (door, "no-slot")):
        assert table.refused(MoveSlot(who=mike, after=after)).code == code


@pytest.mark.rule("LP-INI-010")
def test_npcs_never_roll(table: Table) -> None:
    fight(table, npcs=("cowboy", "thug", "brute"))
    assert asked_for(table) == "mike jessica"
    table.do(SetDifficulty(faces=9))
    for name in ("cowboy", "thug", "brute"):
        refused = table.refused(RollCheck(who=table.ids[name], kind="initiative", difficulty=9))
        assert refused.code == "no-initiative"
        assert table.refused(CallCheck(who=(table.ids[name],), kind="initiative")).code == "no-initiative"
    roll_all(table, mike=success(8), jessica=failure(8))
    assert order(table) == "mike cowboy thug brute jessica"


@pytest.mark.rule("LP-INI-011")
def test_the_gm_orders_npcs_of_one_side(table: Table) -> None:
    fight(table, npcs=("cowboy", "henchman"))
    roll_all(table, mike=success(8), jessica=failure(8))
    assert (order(table), table.tasks("order")) == ("mike cowboy henchman jessica", [])
    table.do(SetOrder(who=(table.ids["henchman"],)))
    assert order(table) == "mike henchman cowboy jessica"
    go_to(table, "action", 3)
    assert order(table) == "mike henchman cowboy jessica", "until changed"
    table.do(SetOrder(who=(table.ids["cowboy"], table.ids["henchman"])))
    assert order(table) == "mike cowboy henchman jessica"


@pytest.mark.rule("LP-INI-012")
def test_neutrals_act_with_the_friends_unless_moved(table: Table) -> None:
    friend(table, "bystander", side="neutral")
    friend(table, "deputy")
    fight(table)
    roll_all(table, mike=success(8), jessica=failure(8))
    assert groups(table)["friendly"] == "bystander deputy"
    table.do(MoveSlot(who=table.ids["bystander"], after=table.ids["jessica"]))
    assert order(table) == "mike cowboy deputy jessica bystander"
    assert pass_slots(table)[-1] == "bystander"
    assert table.refused(MoveSlot(who=table.ids["bystander"], after=table.ids["mike"])).code == "slot-over"
    go_to(table, "action", 2)
    assert order(table) == "mike cowboy bystander deputy jessica", "for one round only"


@pytest.mark.rule("LP-INI-013")
def test_degree_plays_no_part(table: Table) -> None:
    fight(table)
    roll_all(table, mike=degree(0), jessica=degree(3))
    assert groups(table)["before"] == "mike jessica"
    table.do(SetOrder(who=(table.ids["mike"], table.ids["jessica"])))
    assert order(table) == "mike jessica cowboy", "a free choice"


@pytest.mark.rule("LP-INI-014")
@pytest.mark.parametrize(
    ("faces", "result", "group"),
    [(CRITICAL, Result("critical_success", 1), "before"), (CATASTROPHE, Result("critical_failure", 1), "after")],
)
def test_criticals_count_as_what_they_are(table: Table, faces: list[int], result: Result, group: str) -> None:
    fight(table, pcs=("mike",))
    roll(table, "mike", faces)
    assert table.state.crisis.initiative[table.ids["mike"]] == result
    assert groups(table)[group] == "mike"
    [question] = asked(table, "critical")
    assert (question.who, question.ref, question.blocking) == (table.ids["mike"], result.outcome, False)


@pytest.mark.rule("LP-INI-015")
@pytest.mark.parametrize("falls_to", ["on_the_brink", "unconscious"])
def test_later_losses_do_not_reorder(table: Table, falls_to: str) -> None:
    table.pc("mike", sanity=1, sanity_max=3)
    fight(table, pcs=("jessica",))
    roll(table, "mike", success(6))
    roll(table, "jessica", failure(8))
    step(table)
    assert table.state.phase == "neutral"
    table.do(ChangeSanity(who=(table.ids["mike"],), by=-1))
    answer(table, "faint", falls_to)
    assert falls_to in table.states("mike")
    table.to_phase("action")
    assert order(table) == "mike cowboy jessica"
    assert groups(table)["before"] == "mike"
    if falls_to == "unconscious":
        [first] = [t for t in table.tasks("slot") if t.who == table.ids["mike"]]
        assert first.command == Pass(who=table.ids["mike"])
        done = table.do(Pass(who=table.ids["mike"]))
        assert [e.how for e in done.entry.events if isinstance(e, SlotTaken)] == ["skipped"]


@pytest.mark.rule("LP-INI-015")
def test_a_result_is_taken_once_a_round(table: Table) -> None:
    fight(table)
    roll(table, "mike", success(8))
    mike = table.ids["mike"]
    assert table.refused(RollCheck(who=mike, kind="initiative", difficulty=9)).code == "initiative-already"
    assert table.refused(CallCheck(who=(mike,), kind="initiative")).code == "initiative-already"
    jessica = table.ids["jessica"]
    assert table.refused(CallCheck(who=(jessica,), kind="initiative")).code == "initiative-already", "owed already"


@pytest.mark.rule("LP-INI-016")
def test_whoever_cannot_act_still_rolls(table: Table) -> None:
    fight(table)
    give(table, "mike", "stunned")
    assert asked_for(table) == "mike jessica"
    roll_all(table, mike=success(8), jessica=failure(8))
    assert order(table) == "mike cowboy jessica"


@pytest.mark.rule("LP-INI-016")
@pytest.mark.parametrize("state", ["unconscious", "dead"])
def test_the_unconscious_and_the_dead_do_not_roll(table: Table, state: str) -> None:
    table.pc("mike")
    give(table, "mike", state)
    fight(table, pcs=("jessica", "sam"))
    assert asked_for(table) == "jessica sam"
    assert table.refused(RollCheck(who=table.ids["mike"], kind="initiative", difficulty=9)).code == "cannot-roll"
    roll_all(table, jessica=success(8), sam=failure(8))
    if state == "dead":
        assert order(table) == "jessica cowboy sam"
        return
    assert groups(table)["after"] == "sam mike"
    assert (order(table), table.tasks("order")) == ("jessica cowboy sam mike", [])
    for name in ("jessica", "cowboy", "sam"):
        table.do(Pass(who=table.ids[name]))
    done = table.do(Pass(who=table.ids["mike"]))
    assert [e.how for e in done.entry.events if isinstance(e, SlotTaken)] == ["skipped"]


@pytest.mark.rule("LP-INI-016")
def test_whoever_faints_before_rolling_is_asked_no_more(table: Table) -> None:
    fight(table)
    give(table, "mike", "unconscious")
    assert asked_for(table) == "jessica"


@pytest.mark.rule("LP-INI-017")
@pytest.mark.parametrize("preset", ["chase", "earthquake"])
def test_without_an_action_phase_there_is_no_initiative(table: Table, preset: str) -> None:
    fight(table, preset=preset)
    for _ in range(4):
        assert table.state.phase not in ("initiative", "action")
        assert asked_for(table) == ""
        step(table)


@pytest.mark.rule("LP-INI-017")
def test_skipping_the_action_phase_skips_initiative(table: Table) -> None:
    fight(table, phases=("initiative", "neutral", "movement"))
    assert (table.state.round, table.state.phase) == (1, "neutral")
    assert table.state.crisis.initiative == {}


@pytest.mark.rule("LP-INI-017")
def test_the_gm_may_want_initiative_all_the_same(table: Table) -> None:
    fight(table, preset="chase")
    step(table)
    table.do(UsePhases(phases=("initiative", "movement"), this_round=True))
    assert "initiative" not in table.state.phases
    assert RULESET.phase_in_use(table.state, "initiative")
    table.do(UsePhases(phases=("neutral", "movement"), this_round=True))
    assert not RULESET.phase_in_use(table.state, "initiative")


@pytest.mark.rule("LP-INI-018")
def test_a_newcomer_acts_last_this_round_and_rolls_in_the_next(table: Table) -> None:
    table.pc("sam", outside=True)
    fight(table)
    go_to(table, "movement", 2, first=("mike",))
    table.do(Enter(who=table.ids["sam"], approaching=(table.ids["mike"],)))
    go_to(table, "action", 2)
    table.all_bands("medium")
    assert table.who("sam").presence == "in"
    assert groups(table) == {"before": "mike", "hostile": "cowboy", "after": "jessica sam"}
    assert (order(table), table.tasks("order")) == ("mike cowboy jessica sam", [])
    assert pass_slots(table) == ["mike", "cowboy", "jessica", "sam"]
    step(table)
    assert (table.state.round, asked_for(table)) == (3, "sam mike jessica")


@pytest.mark.rule("LP-INI-018")
def test_the_gm_may_place_a_newcomer_elsewhere(table: Table) -> None:
    fight(table)
    go_to(table, "movement", 1)
    sam = table.pc("sam", near={table.ids["mike"]: "near"})
    table.all_bands("medium")
    table.to_phase("action")
    assert order(table) == "mike cowboy jessica sam"
    table.do(MoveSlot(who=sam, after=table.ids["mike"]))
    assert order(table) == "mike sam cowboy jessica"
    table.do(SetOrder(who=(sam, table.ids["jessica"])))
    assert groups(table)["after"] == "sam jessica"


@pytest.mark.rule("LP-INI-018")
def test_the_gm_may_let_a_newcomer_roll_at_once(table: Table) -> None:
    fight(table)
    go_to(table, "neutral", 1)
    sam = table.pc("sam", near={table.ids["mike"]: "near"})
    table.all_bands("medium")
    table.do(CallCheck(who=(sam,), kind="initiative"))
    [task] = table.tasks("initiative")
    assert (task.dice, task.command) == ((8, 9), RollCheck(who=sam, kind="initiative")), "the round's difficulty"
    assert task.command is not None
    table.do(task.command, success(8))
    agree(table)
    assert order(table) == "mike sam cowboy jessica"


@pytest.mark.rule("LP-INI-018")
def test_several_newcomers_choose_among_themselves(table: Table) -> None:
    fight(table)
    roll_initiative(table, ("mike", "jessica"))
    table.to_phase("movement")
    for name in ("sam", "joe"):
        table.pc(name, near={table.ids["mike"]: "near"})
    table.all_bands("medium")
    table.to_phase("action")
    table.do(SetOrder(who=(table.ids["mike"],)))
    assert [t.command for t in table.tasks("order")] == [SetOrder(who=(table.ids["sam"], table.ids["joe"]))]


def test_without_initiative_the_players_choose(table: Table) -> None:
    fight(table, phases=("action",))
    assert table.state.phase == "action"
    assert [t.command for t in table.tasks("order")] == [SetOrder(who=(table.ids["mike"], table.ids["jessica"]))]
    agree(table)
    assert pass_slots(table) == ["cowboy", "mike", "jessica"]


def test_an_initiative_check_outside_a_crisis_is_a_check(table: Table) -> None:
    mike = table.pc("mike")
    done = table.do(RollCheck(who=mike, kind="initiative", difficulty=9), success(8))
    assert not any(isinstance(e, InitiativeTaken) for e in done.entry.events)
    assert table.state.crisis.initiative == {}


def test_a_dropped_check_leaves_its_owner_last(table: Table) -> None:
    fight(table)
    roll(table, "jessica", failure(8))
    [task] = table.tasks("initiative")
    assert isinstance(task.skip, DropCheck)
    table.do(task.skip)
    assert (asked_for(table), groups(table)["after"]) == ("", "jessica mike")


# Reading intent ------------------------------------------------------------------------------------------------------


def duel(table: Table, *, rule: bool = True) -> None:
    """Mike succeeded, Jessica failed; the action phase is open."""
    table.add("door", "object")
    friend(table, "deputy")
    fight(table)
    if rule:
        table.do(SetOption(option="reading_intent", value=True))
    roll_all(table, mike=success(8), jessica=failure(8))


def proposals(table: Table) -> list[tuple[str, str, str]]:
    """(who, against, proposed faces) of every open proposal."""
    return [
        (table.state.entities[q.who].name, table.state.entities[q.other].name, q.value)
        for q in asked(table, "reading_intent")
    ]


def attack(table: Table, name: str, against: str, difficulty: int = 9) -> Accepted:
    """Somebody's slot: an attack."""
    return table.do(
        Act(
            who=table.ids[name],
            text="strikes",
            kind="FLX",
            purpose="dodge",
            difficulty=difficulty,
            against=(table.ids[against],),
        )
    )


@pytest.mark.rule("LP-INI-019")
def test_whoever_was_faster_reads_the_attack(table: Table) -> None:
    duel(table)
    table.do(Pass(who=table.ids["mike"]))
    attack(table, "cowboy", "mike")
    assert proposals(table) == [("mike", "cowboy", "6")]
    [question] = asked(table, "reading_intent")
    assert question.choices == ("6", "refuse")
    [task] = table.tasks("question:reading_intent")
    assert task.command is not None
    table.do(task.command)
    assert [c.difficulty for c in table.state.checks.values()] == [6]


@pytest.mark.rule("LP-INI-019")
def test_the_gm_may_refuse_or_let_the_proposal_lie(table: Table) -> None:
    duel(table)
    table.do(Pass(who=table.ids["mike"]))
    attack(table, "cowboy", "mike")
    [task] = table.tasks("question:reading_intent")
    assert task.refuse is not None
    table.do(task.refuse)
    assert [c.difficulty for c in table.state.checks.values()] == [9]
    table.session.undo()
    table.do(RollCheck(who=table.ids["mike"], kind="FLX", purpose="dodge"), failure(5))
    assert proposals(table) == [], "void once it is rolled"


@pytest.mark.rule("LP-INI-019")
def test_reading_intent_is_off_by_default(table: Table) -> None:
    duel(table, rule=False)
    table.do(Pass(who=table.ids["mike"]))
    attack(table, "cowboy", "mike")
    assert (proposals(table), [c.difficulty for c in table.state.checks.values()]) == ([], [9])


@pytest.mark.rule("LP-INI-019")
def test_whoever_was_slower_reads_no_attack_and_nothing_goes_below_d3(table: Table) -> None:
    duel(table)
    table.do(Pass(who=table.ids["mike"]))
    attack(table, "cowboy", "jessica")
    assert proposals(table) == []
    table.session.undo()
    attack(table, "cowboy", "mike", difficulty=3)
    assert proposals(table) == []


@pytest.mark.rule("LP-INI-020")
def test_whoever_was_slower_is_read(table: Table) -> None:
    duel(table)
    for name in ("mike", "cowboy", "deputy"):
        table.do(Pass(who=table.ids[name]))
    done = attack(table, "jessica", "cowboy")
    assert done.entry.dice == (), "the difficulty comes first"
    assert proposals(table) == [("jessica", "cowboy", "12")]
    [task] = table.tasks("question:reading_intent")
    assert task.command is not None
    table.do(task.command)
    [check] = table.tasks("check")
    assert check.dice == (5, 12)


@pytest.mark.rule("LP-INI-020")
@pytest.mark.parametrize("against", ["door", "deputy", "mike"])
def test_only_against_hostile_npcs(table: Table, against: str) -> None:
    duel(table)
    for name in ("mike", "cowboy", "deputy"):
        table.do(Pass(who=table.ids[name]))
    done = attack(table, "jessica", against)
    assert (proposals(table), [(r.sides, len(r.faces)) for r in done.entry.dice]) == ([], [(9, 5)])


@pytest.mark.rule("LP-INI-019", "LP-INI-020")
def test_whoever_was_faster_acts_as_usual_and_newcomers_are_neither(table: Table) -> None:
    duel(table)
    sam = table.pc("sam", near={table.ids["mike"]: "near"})
    table.all_bands("medium")
    cowboy = table.ids["cowboy"]
    steps = {
        (name, targeted): initiative.intent_steps(table.state, table.ids[name], cowboy, targeted=targeted)
        for name in ("mike", "jessica", "sam")
        for targeted in (True, False)
    }
    assert steps == {
        ("mike", True): -1,
        ("mike", False): 0,
        ("jessica", True): 0,
        ("jessica", False): 1,
        ("sam", True): 0,
        ("sam", False): 0,
    }
    assert sam not in table.state.crisis.initiative, "no result is neither success nor failure"


# Spirited ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-INI-021")
@pytest.mark.parametrize("hurt", [False, True])
def test_the_spirited_succeed_before_rolling(table: Table, hurt: bool) -> None:
    mike = table.pc("mike", sanity=1)
    table.do(SetField(who=(mike,), field="trait", value="spirited"))
    if hurt:
        table.do(SetField(who=(mike,), field="sanity", value=0))
        give(table, "mike", "severe_wound", "dazed")
        assert pool(table, "mike", "initiative") == 2
    fight(table, pcs=("jessica",))
    assert asked_for(table) == "jessica"
    assert table.state.crisis.initiative == {mike: Result("success", 3, rolled=False)}
    assert groups(table)["before"] == "mike"
    assert table.session.position.drawn == 0


@pytest.mark.rule("LP-INI-009", "LP-ACT-010")
def test_no_order_is_asked_of_whoever_cannot_act(table: Table) -> None:
    ann, ben, cat = table.pc("ann"), table.pc("ben"), table.pc("cat")
    table.all_bands("near")
    table.do(Start(preset="custom", phases=("action",)))
    assert initiative.undecided(table.state) == ((ann, ben, cat),)
    give(table, "ann", "severe_wound")
    assert not injuries.can_act(table.who("ann"))
    assert initiative.undecided(table.state) == ((ben, cat),)
    assert [t.command for t in table.tasks("order")] == [SetOrder(who=(ben, cat))]
    give(table, "cat", "severe_wound")
    assert table.tasks("order") == []
