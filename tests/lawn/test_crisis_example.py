"""The book's worked example of a crisis, step by step with its dice (LP-CRI-025 to -036)."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from gmconsole.core.commands import SetEnvironment
from gmconsole.core.rounds import Phase
from gmconsole.rulesets.lawn import RULESET, actions, distance, initiative, injuries
from gmconsole.rulesets.lawn.actions import Act, Defend, Observe, Pass
from gmconsole.rulesets.lawn.checks import AppendDice, CallCheck, RollCheck
from gmconsole.rulesets.lawn.crisis import End, Start
from gmconsole.rulesets.lawn.distance import LightUp
from gmconsole.rulesets.lawn.hazards import AddHazard
from gmconsole.rulesets.lawn.initiative import SetDifficulty, SetOrder
from gmconsole.rulesets.lawn.injuries import ChangeState
from gmconsole.rulesets.lawn.life import ChangeLife, ChangeLoad, ChangeSanity
from gmconsole.rulesets.lawn.movement import Declare, MoveLess, SpeedCheck
from gmconsole.rulesets.lawn.questions import Answer
from gmconsole.rulesets.lawn.state import Load, Modifier

from .conftest import Table
from .rounds import answer, asked, turn

FLED = (3, 5, 4, 6, 3)


class Wood:
    """The wood at night, played up to a step of the example."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.jessica = table.pc("jessica", sanity=3)
        self.mike = table.pc("mike", sanity=1, sanity_max=3, load={"pistol": Load(now=3, full=3)})
        self.cowboy = table.npc("cowboy", life=3)
        self.body = table.add("body", "object")
        table.do(SetEnvironment(add=("dark",)))
        for who in (self.jessica, self.mike):
            table.do(RollCheck(who=who, kind="DSC", difficulty=6), [2, 2, 5, 5, 6])
        table.all_bands("medium")

    def declared(self) -> Wood:
        """Step 1: the trip-wire."""
        self.table.do(Start())
        return self

    def after_initiative(self) -> Wood:
        """Step 2: both succeed at D9."""
        self.declared()
        self.table.do(SetDifficulty(faces=9))
        self.table.do(RollCheck(who=self.jessica), [4, 7, 5, 9, 6, 2, 2, 8])
        self.table.do(RollCheck(who=self.mike), [2, 9, 3, 6, 4, 6])
        return self

    def after_neutral(self) -> Wood:
        """Step 3: the ropes trip Jessica."""
        self.after_initiative()
        self.table.do(
            AddHazard(name="ropes", kind="FLX", purpose="balance", fail="prone", on=(self.jessica, self.mike))
        )
        self.table.do(Phase())
        self.table.do(RollCheck(who=self.jessica), [1, 1, 3, 5, 5])
        self.table.do(RollCheck(who=self.mike), [2, 3, 4, 6, 6])
        return self

    def after_movement(self, mike: Sequence[int] = FLED) -> Wood:
        """Step 4: Cowboy approaches both."""
        self.after_neutral()
        self.table.do(Phase())
        self.table.do(Declare(who=self.cowboy, approach=(self.jessica, self.mike)))
        self.table.do(Declare(who=self.jessica, retreat=(self.cowboy,)))
        self.table.do(Declare(who=self.mike, retreat=(self.cowboy,)))
        self.table.do(SpeedCheck(who=self.mike, against=(self.cowboy,), difficulty=6), mike)
        return self

    def in_action(self) -> Wood:
        """Step 5: the players let Jessica go first."""
        self.after_movement()
        self.table.do(Phase())
        self.table.do(SetOrder(who=(self.jessica, self.mike)))
        return self

    def lamp_lit(self) -> Wood:
        """Steps 6, 8 and 9: Jessica looks, then lights the lamp."""
        self.in_action()
        self.table.do(Observe(who=self.jessica))
        self.table.do(Act(who=self.jessica, text="lights the lamp", kind="OPR", difficulty=6), [4, 5, 6, 2, 2])
        self.table.do(LightUp(who=self.jessica, source="oil_lamp"))
        return self

    def courage(self, jessica: Sequence[int], mike: Sequence[int]) -> Wood:
        """Step 9: what the light shows."""
        self.table.do(CallCheck(who=(self.jessica, self.mike), kind="MND", difficulty=9))
        self.table.do(RollCheck(who=self.jessica), jessica)
        self.table.do(RollCheck(who=self.mike), mike)
        return self

    def shot(self) -> Wood:
        """Step 10: Mike's burst."""
        self.lamp_lit().courage([6, 7, 8, 1, 3], [3, 4, 5, 9, 9])
        self.table.do(
            Act(
                who=self.mike,
                text="draws and fires a burst",
                kind="OPR",
                purpose="hit",
                difficulty=9,
                modifiers=(Modifier(2, "burst"),),
                against=(self.cowboy,),
            ),
            [1, 2, 3, 7, 7, 9, 4],
        )
        self.table.do(ChangeLoad(who=self.mike, weapon="pistol", by=-1))
        self.table.do(ChangeLife(who=(self.cowboy,), by=-1))
        return self


@pytest.fixture
def wood(table: Table) -> Wood:
    """The wood before the trip-wire, both exploration checks failed."""
    return Wood(table)


@pytest.mark.rule("LP-CRI-025")
def test_step_1_the_trip_wire(wood: Wood) -> None:
    table = wood.declared().table
    assert (table.state.mode, table.state.round) == ("crisis", 1)
    assert table.band("cowboy", "jessica") == table.band("cowboy", "mike") == "medium"
    assert table.state.environment == ("dark",)
    # The failed exploration checks are closed: nothing offers a reroll, and no die can be added.
    assert {t.kind for t in RULESET.agenda(table.state)} == {"difficulty", "initiative"}
    assert table.refused(AppendDice(who=wood.jessica)).code == "no-open-check"


@pytest.mark.rule("LP-CRI-026")
def test_step_2_initiative(wood: Wood) -> None:
    table = wood.declared().table
    table.do(SetDifficulty(faces=9))
    dice = {t.who: t.dice for t in table.tasks("initiative")}
    assert dice == {wood.jessica: (8, 9), wood.mike: (6, 9)}
    table.session.undo(2)
    state = wood.after_initiative().table.state
    results = {who: (r.outcome, r.degree) for who, r in state.crisis.initiative.items()}
    assert results == {wood.jessica: ("success", 0), wood.mike: ("success", 0)}
    assert initiative.groups(state) == {
        "before": (wood.jessica, wood.mike),
        "hostile": (wood.cowboy,),
        "friendly": (),
        "after": (),
    }
    assert initiative.undecided(state) == ((wood.jessica, wood.mike),)


@pytest.mark.rule("LP-CRI-027")
def test_step_3_the_ropes(wood: Wood) -> None:
    table = wood.after_neutral().table
    results = {
        e.who: (e.outcome, e.degree)
        for entry in table.session.history.entries[-2:]
        for e in entry.events
        if hasattr(e, "outcome") and hasattr(e, "passed")
    }
    assert results == {wood.jessica: ("failure", 2), wood.mike: ("success", 0)}
    assert table.states("jessica") == ["prone"]
    assert table.states("mike") == []


@pytest.mark.rule("LP-CRI-028")
@pytest.mark.parametrize(("dice", "band"), [(FLED, "medium"), ((1, 4, 2, 6, 3), "far"), ((2, 2, 5, 5, 6), "near")])
def test_step_4_cowboy_comes(wood: Wood, dice: tuple[int, ...], band: str) -> None:
    table = wood.after_neutral().table
    table.do(Phase())
    table.do(Declare(who=wood.cowboy, approach=(wood.jessica, wood.mike)))
    table.do(Declare(who=wood.jessica, retreat=(wood.cowboy,)))
    table.do(Declare(who=wood.mike, retreat=(wood.cowboy,)))
    assert [(t.who, t.dice) for t in table.tasks("speed")] == [(wood.mike, (5, 6))]
    table.do(SpeedCheck(who=wood.mike, against=(wood.cowboy,), difficulty=6), dice)
    assert table.band("cowboy", "jessica") == "touch"
    assert table.band("cowboy", "mike") == band


@pytest.mark.rule("LP-CRI-028")
def test_step_4_mike_may_choose_less(wood: Wood) -> None:
    table = wood.after_movement((1, 4, 2, 6, 3)).table
    table.do(MoveLess(who=wood.mike, other=wood.cowboy, band="medium"))
    assert table.band("cowboy", "mike") == "medium"


@pytest.mark.rule("LP-CRI-029")
def test_step_5_the_players_choose(wood: Wood) -> None:
    table = wood.after_movement().table
    table.do(Phase())
    (task,) = table.tasks("order")
    assert task.blocking
    assert actions.turn(table.state) == ""
    assert table.refused(Act(who=wood.mike, text="shoots")).code == "order-first"
    table.do(SetOrder(who=(wood.jessica, wood.mike)))
    assert initiative.order(table.state) == (wood.jessica, wood.mike, wood.cowboy)
    assert turn(table) == "jessica"


@pytest.mark.rule("LP-CRI-030")
def test_step_6_jessica_looks(wood: Wood) -> None:
    table = wood.in_action().table
    assert distance.sight(table.state, wood.jessica, wood.cowboy) == "full"
    table.do(Observe(who=wood.jessica))
    assert table.who("jessica").observed == 1
    assert table.refused(Observe(who=wood.jessica)).code == "observed-already"
    assert not table.state.checks
    assert turn(table) == "jessica"
    table.do(Act(who=wood.jessica, text="anything"))


@pytest.mark.rule("LP-CRI-031")
def test_step_7_a_defensive_action_may_be_chosen(wood: Wood) -> None:
    table = wood.in_action().table
    table.do(Defend(who=wood.jessica, text="rolls aside"))
    (question,) = asked(table, "defence")
    assert (question.who, question.value) == (wood.jessica, "3")
    assert table.refused(Pass(who=wood.mike)).code == "resolve-first"
    table.do(Answer(question=question.id, value="3"))
    table.do(Pass(who=wood.mike))
    table.do(
        Act(who=wood.cowboy, text="throws the rope", kind="FLX", purpose="dodge", difficulty=9, against=(wood.jessica,))
    )
    assert [c.difficulty for c in table.state.checks.values()] == [6]


@pytest.mark.rule("LP-CRI-031")
@pytest.mark.parametrize("refused", [True, False])
def test_step_7_without_it_dodging_is_as_hard_as_ever(wood: Wood, refused: bool) -> None:
    table = wood.in_action().table
    if refused:
        table.do(Defend(who=wood.jessica, text="rolls aside"))
        table.do(Answer(question=asked(table, "defence")[0].id, value="refuse"))
    else:
        table.do(Act(who=wood.jessica, text="lights the lamp"))
    assert table.state.crisis.defending == {}
    table.do(Pass(who=wood.mike))
    table.do(
        Act(who=wood.cowboy, text="throws the rope", kind="FLX", purpose="dodge", difficulty=9, against=(wood.jessica,))
    )
    assert [c.difficulty for c in table.state.checks.values()] == [9]


@pytest.mark.rule("LP-CRI-032")
@pytest.mark.parametrize(("dice", "works"), [((4, 5, 6, 2, 2), True), ((2, 2, 5, 5, 6), False)])
def test_step_8_the_action_is_over_whatever_the_lamp_does(wood: Wood, dice: tuple[int, ...], works: bool) -> None:
    table = wood.in_action().table
    table.do(Act(who=wood.jessica, text="lights the lamp", kind="OPR", difficulty=6), dice)
    if works:
        table.do(LightUp(who=wood.jessica, source="oil_lamp"))
    assert bool(table.state.lights) is works
    assert table.state.crisis.slots == {wood.jessica: "acted"}
    assert turn(table) == "mike"
    assert table.refused(Act(who=wood.jessica, text="again")).code == "slot-over"


@pytest.mark.rule("LP-CRI-033")
def test_step_9_the_light_shows_what_hangs_there(wood: Wood) -> None:
    table = wood.lamp_lit().table
    assert set(distance.lit(table.state)) == {wood.jessica, wood.mike, wood.cowboy, wood.body}
    assert table.band("jessica", "body") == table.band("jessica", "mike") == "medium"
    wood.courage([6, 7, 8, 1, 3], [3, 4, 5, 9, 9])
    settled = [
        (e.outcome, e.degree)
        for entry in table.session.history.entries[-2:]
        for e in entry.events
        if hasattr(e, "outcome") and hasattr(e, "passed")
    ]
    assert settled == [("success", 1), ("success", 0)]
    assert (table.who("jessica").sanity, table.who("mike").sanity) == (3, 1)
    assert table.state.crisis.slots == {wood.jessica: "acted"}


@pytest.mark.rule("LP-CRI-033")
def test_step_9_had_mike_lost_his_last_sanity(wood: Wood) -> None:
    table = wood.lamp_lit().courage([6, 7, 8, 1, 3], [2, 2, 5, 5, 9]).table
    table.do(ChangeSanity(who=(wood.mike,), by=-1))
    assert table.who("mike").sanity == 0
    answer(table, "faint", "unconscious")
    assert injuries.is_unconscious(table.who("mike"))
    assert table.refused(Act(who=wood.mike, text="shoots")).code == "cannot-act"
    table.do(Pass(who=wood.mike))
    assert table.state.crisis.slots[wood.mike] == "skipped"
    assert turn(table) == "cowboy"


@pytest.mark.rule("LP-CRI-034")
def test_step_10_the_burst(wood: Wood) -> None:
    table = wood.lamp_lit().table
    assert distance.outline_penalty(table.state, wood.mike, wood.cowboy) == 0
    table.session.undo()
    assert distance.outline_penalty(table.state, wood.mike, wood.cowboy) == distance.OUTLINE_PENALTY
    table.session.redo()
    wood.courage([6, 7, 8, 1, 3], [3, 4, 5, 9, 9])
    fired = table.do(
        Act(
            who=wood.mike,
            text="draws and fires a burst",
            kind="OPR",
            purpose="hit",
            difficulty=9,
            modifiers=(Modifier(2, "burst"),),
            against=(wood.cowboy,),
        ),
        [1, 2, 3, 7, 7, 9, 4],
    )
    assert [len(r.faces) for r in fired.entry.dice] == [7]
    (question,) = asked(table, "critical")
    assert (question.who, question.ref) == (wood.mike, "critical_success")
    settled = [(e.outcome, e.degree) for e in fired.entry.events if hasattr(e, "outcome") and hasattr(e, "passed")]
    assert settled == [("critical_success", 1)]
    table.do(ChangeLoad(who=wood.mike, weapon="pistol", by=-1))
    table.do(ChangeLife(who=(wood.cowboy,), by=-1))
    assert table.who("mike").load["pistol"] == Load(now=2, full=3)
    assert (table.who("cowboy").life, table.who("cowboy").life_max) == (2, 3)


@pytest.mark.rule("LP-CRI-035")
def test_step_11_cowboy_drops_and_the_crisis_ends(wood: Wood) -> None:
    table = wood.shot().table
    table.do(ChangeState(who=(wood.cowboy,), add=("stunned",)))
    assert turn(table) == "cowboy"
    assert table.refused(Act(who=wood.cowboy, text="throws the rope")).code == "cannot-act"
    (task,) = table.tasks("slot")
    assert task.command == Pass(who=wood.cowboy)
    table.do(task.command)
    assert table.state.crisis.slots[wood.cowboy] == "skipped"
    table.do(End())
    assert (table.state.mode, table.state.round) == ("calm", 1)
    assert (table.who("cowboy").life, table.who("cowboy").fate) == (2, "")
    assert not injuries.is_dead(table.who("cowboy"))


@pytest.mark.rule("LP-CRI-036")
def test_step_12_a_downed_npc_comes_back_with_the_same_record(wood: Wood) -> None:
    table = wood.shot().table
    table.do(ChangeState(who=(wood.cowboy,), add=("stunned",)))
    table.do(End())
    table.do(ChangeState(who=(wood.jessica,), remove=("prone",)))
    before = table.who("cowboy")
    table.do(ChangeState(who=(wood.cowboy,), remove=("stunned",)))
    table.do(Start())
    back = table.who("cowboy")
    assert (back.id, back.life, back.life_max, back.name) == (before.id, 2, 3, "cowboy")
    assert wood.cowboy in initiative.order(table.state)
    assert actions.able(table.state, back)
