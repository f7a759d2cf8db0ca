"""Life points, fate, important NPCs, structures, loads, sanity (LP-LIF; LP-NEU-033, -034)."""

from __future__ import annotations

import pytest

from gmconsole.core.commands import OptionSet, SetField, SetOption
from gmconsole.core.model import Rejected
from gmconsole.core.ruleset import Tx
from gmconsole.rulesets.lawn import RULESET, initiative, injuries, life, neutral
from gmconsole.rulesets.lawn.actions import Pass
from gmconsole.rulesets.lawn.checks import RollCheck
from gmconsole.rulesets.lawn.injuries import ChangeState
from gmconsole.rulesets.lawn.life import (
    ChangeLife,
    ChangeLoad,
    ChangeSanity,
    Important,
    LifeChanged,
    SetFate,
    SetLife,
)
from gmconsole.rulesets.lawn.state import LawnState, Load

from .conftest import Table
from .rounds import act, answer, asked, fight, give, go_to, pass_slots, pool, success, take, turn


class NoDice:
    """A port for what must not roll."""

    def roll(self, n: int, sides: int) -> tuple[int, ...]:
        raise AssertionError("damage rolls nothing")

    def finish(self) -> None:
        """Nothing was rolled."""


def damage(
    table: Table,
    name: str,
    points: int,
    *,
    state: str = life.DAMAGE_STATE,
    breaching: bool = False,
    gentle: bool = False,
) -> LawnState:
    """The state after that much damage, as an attack deals it."""
    tx: Tx[LawnState] = Tx(RULESET, table.state, NoDice())
    if gentle:
        tx.emit(OptionSet(option="gentle_damage", before=False, after=True))
    life.damage(tx, table.ids[name], points, "test", state=state, breaching=breaching)
    return tx.state


@pytest.mark.rule("LP-LIF-001", "LP-LIF-002")
def test_who_has_life_points(table: Table) -> None:
    table.npc("cowboy")
    table.pc("mike")
    cowboy, mike = table.who("cowboy"), table.who("mike")
    assert (cowboy.has_life, cowboy.life, cowboy.life_max, cowboy.states) == (True, 3, 3, ())
    assert (mike.has_life, mike.life_max, mike.states) == (False, 0, ())
    give(table, "mike", "light_wound")
    give(table, "cowboy", "light_wound")
    assert (table.states("mike"), table.states("cowboy")) == (["light_wound"], [])
    assert table.refused(ChangeLife(who=(mike.id,), by=-1)).code == "no-life-points"


@pytest.mark.rule("LP-LIF-002")
def test_the_gm_sets_another_maximum(table: Table) -> None:
    table.npc("cowboy")
    table.npc("ogre", life=6)
    table.do(SetLife(who=(table.ids["cowboy"],), full=6))
    assert (table.who("cowboy").life, table.who("cowboy").life_max) == (6, 6)
    assert (table.who("ogre").life, table.who("ogre").life_max) == (6, 6)
    table.do(SetLife(who=(table.ids["cowboy"],), full=5, now=2))
    assert (table.who("cowboy").life, table.who("cowboy").life_max) == (2, 5)
    assert table.refused(SetLife(who=(table.ids["cowboy"],), full=0)).code == "out-of-bounds"
    assert table.refused(SetLife(who=(table.ids["cowboy"],), full=3, now=4)).code == "out-of-bounds"


@pytest.mark.rule("LP-LIF-003")
@pytest.mark.parametrize(("start", "points", "after"), [(3, 1, 2), (1, 3, 0), (3, 3, 0), (3, 50, 0)])
def test_a_point_of_damage_is_a_life_point(table: Table, start: int, points: int, after: int) -> None:
    table.npc("cowboy")
    if start != 3:
        table.do(ChangeLife(who=(table.ids["cowboy"],), by=start - 3))
    before = table.state
    assert damage(table, "cowboy", points).entities[table.ids["cowboy"]].life == after
    done = table.do(ChangeLife(who=(table.ids["cowboy"],), by=-points))
    hit = next(e for e in done.entry.events if isinstance(e, LifeChanged))
    assert (hit.before, hit.after) == (start, after)
    assert table.who("cowboy").life == after
    table.session.undo()
    assert table.state == before


@pytest.mark.rule("LP-LIF-003", "LP-LIF-005")
def test_undo_after_a_clamp(table: Table) -> None:
    """T14: 50 points on 3 and back are 3 again, with fate and questions gone."""
    table.npc("cowboy")
    before = table.state
    table.do(ChangeLife(who=(table.ids["cowboy"],), by=-50))
    answer(table, "fate", "dead")
    after = table.state
    table.session.undo(2)
    assert table.state == before
    table.session.redo(2)
    assert table.state == after
    table.do(ChangeLife(who=(table.ids["cowboy"],), by=1))
    assert (table.who("cowboy").life, table.who("cowboy").fate) == (1, "")
    assert injuries.status(table.who("cowboy")) == "able"


@pytest.mark.rule("LP-LIF-004", "LP-INJ-009")
def test_a_life_point_and_a_minor_state_are_one_unit(table: Table) -> None:
    table.pc("mike")
    table.npc("cowboy")
    mike, cowboy = table.ids["mike"], table.ids["cowboy"]
    assert [i.id for i in damage(table, "mike", 1).entities[mike].states] == ["light_wound"]
    assert [i.id for i in damage(table, "mike", 1, state="burn").entities[mike].states] == ["burn"]
    assert [i.id for i in damage(table, "mike", 2).entities[mike].states] == ["severe_wound"]
    assert injuries.is_dead(damage(table, "mike", 3).entities[mike])
    assert damage(table, "cowboy", 2).entities[cowboy].life == 1
    done = table.do(ChangeState(who=(cowboy,), add=("burn",)))
    assert [(e.before, e.after, e.note) for e in done.entry.events if isinstance(e, LifeChanged)] == [(3, 2, "burn")]
    assert table.states("cowboy") == []
    give(table, "cowboy", "in_shock")
    assert (table.who("cowboy").life, table.states("cowboy")) == (2, ["in_shock"])
    assert injuries.status(table.who("cowboy")) == "cannot_act"


@pytest.mark.rule("LP-INJ-009")
@pytest.mark.parametrize(
    ("start", "points", "after"),
    [
        ("", 3, ["severe_wound"]),
        ("burn", 2, ["severe_wound"]),
        ("severe_wound", 1, ["severe_wound", "dead"]),
    ],
)
def test_the_gentle_option_worsens_one_step_a_hit(table: Table, start: str, points: int, after: list[str]) -> None:
    table.pc("mike")
    if start:
        give(table, "mike", start)
    assert [i.id for i in damage(table, "mike", points, gentle=True).entities[table.ids["mike"]].states] == after


@pytest.mark.rule("LP-LIF-005")
@pytest.mark.parametrize(
    ("fate", "status"),
    [("dead", "dead"), ("dying", "cannot_act"), ("unconscious", "unconscious"), ("surrendered", "cannot_act")],
)
def test_at_no_life_the_gm_says_the_fate(table: Table, fate: str, status: str) -> None:
    table.npc("cowboy")
    table.do(ChangeLife(who=(table.ids["cowboy"],), by=-2))
    assert asked(table, "fate") == []
    table.do(ChangeLife(who=(table.ids["cowboy"],), by=-1))
    assert [q.choices for q in asked(table, "fate")] == [("dead", "dying", "unconscious", "surrendered")]
    assert injuries.status(table.who("cowboy")) == "cannot_act"
    answer(table, "fate", fate)
    assert table.who("cowboy").fate == fate
    assert injuries.status(table.who("cowboy")) == status
    assert asked(table, "fate") == []


@pytest.mark.rule("LP-LIF-005")
def test_fate_can_be_said_directly_and_changed(table: Table) -> None:
    table.npc("cowboy")
    who = table.ids["cowboy"]
    assert table.refused(SetFate(who=who, fate="dead")).code == "still-has-life"
    table.do(ChangeLife(who=(who,), by=-3))
    assert table.refused(SetFate(who=who, fate="asleep")).code == "not-a-choice"
    table.do(SetFate(who=who, fate="dying"))
    assert asked(table, "fate") == []
    table.do(SetFate(who=who, fate="dead"))
    assert injuries.is_dead(table.who("cowboy"))


@pytest.mark.rule("LP-LIF-005")
def test_an_object_at_no_life_is_destroyed(table: Table) -> None:
    table.add("lantern", "object")
    table.do(ChangeLife(who=(table.ids["lantern"],), by=-1))
    assert (table.who("lantern").life, table.who("lantern").fate) == (0, "destroyed")
    assert asked(table, "fate") == []


@pytest.mark.rule("LP-LIF-005", "LP-ACT-011")
def test_out_of_the_fight(table: Table) -> None:
    fight(table)
    go_to(table, "action", 1)
    table.do(ChangeLife(who=(table.ids["cowboy"],), by=-3))
    assert injuries.is_static(table.who("cowboy"))
    pass_slots(table, until="cowboy")
    if turn(table) == "cowboy":
        pass_slots(table, until="jessica")
    assert table.state.crisis.slots[table.ids["cowboy"]] == "skipped"


@pytest.mark.rule("LP-LIF-006")
def test_losing_life_changes_no_difficulty_and_no_slot(table: Table) -> None:
    fight(table)
    table.do(SetOption(option="reading_intent", value=True))
    go_to(table, "action", 1)
    mike, cowboy = table.ids["mike"], table.ids["cowboy"]
    steps = initiative.intent_steps(table.state, mike, cowboy, targeted=True)
    before = (pool(table, "cowboy", "PHY"), injuries.speed_cap(table.who("cowboy"), by_vehicle=False))
    table.do(ChangeLife(who=(cowboy,), by=-1))
    assert table.who("cowboy").life == 2
    assert initiative.intent_steps(table.state, mike, cowboy, targeted=True) == steps
    table.do(ChangeLife(who=(cowboy,), by=-1))
    assert (pool(table, "cowboy", "PHY"), injuries.speed_cap(table.who("cowboy"), by_vehicle=False)) == before
    for round_ in (1, 2, 3):
        go_to(table, "action", round_)
        pass_slots(table, until="cowboy")
        act(table, "cowboy")
        assert table.state.crisis.slots[cowboy] == "acted"


@pytest.mark.rule("LP-LIF-007")
def test_a_state_attack_incapacitates(table: Table) -> None:
    fight(table)
    go_to(table, "movement", 1)
    give(table, "cowboy", "stunned", "injured_hand:right")
    assert table.states("cowboy") == ["stunned", "injured_hand"]
    assert injuries.disabled(table.who("cowboy")) == ("hand:right",)
    assert (table.who("cowboy").life, table.who("cowboy").life_max) == (3, 3)
    go_to(table, "action", 1)
    pass_slots(table)
    assert table.state.crisis.slots[table.ids["cowboy"]] == "skipped"
    go_to(table, "neutral", 2)
    assert table.states("cowboy") == ["injured_hand"]


@pytest.mark.rule("LP-LIF-008")
def test_a_disabled_npc_is_warned_about_and_seen(table: Table) -> None:
    fight(table)
    give(table, "cowboy", "both_hands_injured", "stunned")
    assert [(m.fields["part"]) for m in injuries.warnings(table.who("cowboy"))] == ["hands"]
    assert injuries.warnings(table.who("mike")) == ()
    card = RULESET.view(table.state, "players").cards
    shown = next(c for c in card.values() if c.name == "cowboy")
    assert shown.status == "cannot_act"
    assert {"both_hands_injured", "stunned"} <= set(shown.facts["states"])  # type: ignore[arg-type]


@pytest.mark.rule("LP-LIF-010")
def test_an_important_npc_has_states_and_a_pool(table: Table) -> None:
    table.npc("cowboy")
    who = table.ids["cowboy"]
    table.do(Important(who=who))
    assert not table.who("cowboy").has_life
    assert table.refused(ChangeLife(who=(who,), by=-1)).code == "no-life-points"
    give(table, "cowboy", "light_wound")
    assert table.states("cowboy") == ["light_wound"]
    table.do(SetField(who=(who,), field="PHY", value=2))
    assert pool(table, "cowboy", "PHY") == 6
    table.do(RollCheck(who=who, kind="PHY", difficulty=6), success(6))
    table.pc("mike")
    assert table.refused(Important(who=table.ids["mike"])).code == "only-for-npcs"
    table.do(Important(who=who, on=False))
    assert table.who("cowboy").has_life


@pytest.mark.rule("LP-LIF-011")
@pytest.mark.parametrize(
    ("start", "after"),
    [
        ("light_wound", ["severe_wound"]),
        ("severe_wound", ["severe_wound", "dead"]),
    ],
)
def test_an_important_npc_risks_what_a_pc_risks(table: Table, start: str, after: list[str]) -> None:
    table.npc("cowboy", important=True)
    give(table, "cowboy", start)
    person = damage(table, "cowboy", 1).entities[table.ids["cowboy"]]
    assert [i.id for i in person.states] == after
    assert not any(i.tended for i in person.states)
    assert injuries.status(person) == ("dead" if "dead" in after else "cannot_act")


@pytest.mark.rule("LP-LIF-012")
def test_structures_yield_to_breaching_alone(table: Table) -> None:
    table.add("vault", "object", structure=True)
    table.add("chair", "object")
    vault, chair = table.ids["vault"], table.ids["chair"]
    assert (table.who("vault").life, table.who("vault").life_max) == (1, 1)
    assert damage(table, "vault", 1).entities[vault].life == 1
    assert damage(table, "vault", 1, breaching=True).entities[vault].fate == "destroyed"
    assert damage(table, "chair", 1).entities[chair].fate == "destroyed"
    assert table.refused(ChangeLife(who=(vault,), by=-1)).code == "needs-breaching"
    table.do(ChangeLife(who=(vault,), by=-1, breaching=True))
    table.do(ChangeLife(who=(chair,), by=-1))
    assert (table.who("vault").life, table.who("chair").life) == (0, 0)


@pytest.mark.rule("LP-NEU-033")
def test_escalations_cost_life(table: Table) -> None:
    fight(table, npcs=("cowboy", "thug"))
    table.do(ChangeLife(who=(table.ids["thug"],), by=-1))
    go_to(table, "action", 1)
    give(table, "cowboy", "burn", "on_fire")
    give(table, "thug", "bleeding")
    assert table.who("cowboy").life == 2
    go_to(table, "neutral", 2)
    assert table.who("cowboy").life == 1
    go_to(table, "neutral", 3)
    assert table.who("cowboy").life == 0
    assert len(asked(table, "fate")) == 1
    assert table.who("thug").life == 2
    go_to(table, "neutral", 4)
    assert table.who("thug").life == 1


@pytest.mark.rule("LP-NEU-018", "LP-LIF-008")
def test_a_cardiac_arrest_kills_an_npc_too(table: Table) -> None:
    fight(table)
    give(table, "cowboy", "cardiac_arrest")
    go_to(table, "neutral", 4)
    assert (table.who("cowboy").life, table.who("cowboy").fate) == (0, "dead")
    assert asked(table, "fate") == []


# Many at once, loads, sanity -----------------------------------------------------------------------------------------


def test_one_amount_on_many_targets(table: Table) -> None:
    for name in ("thug 1", "thug 2", "thug 3"):
        table.npc(name)
    everyone = tuple(table.ids.values())
    before = table.state
    table.do(ChangeLife(who=everyone, by=-2))
    assert [p.life for p in table.state.entities.values()] == [1, 1, 1]
    table.session.undo()
    assert table.state == before
    assert table.refused(ChangeLife(who=(*everyone, "npc-999"), by=-2)).code == "unknown-person"
    assert table.refused(ChangeLife(who=everyone, by=-100)).code == "out-of-bounds"
    assert table.refused(ChangeLife(who=everyone, by=1)).code == "no-change"


def test_loads_stay_within_bounds(table: Table) -> None:
    table.pc("mike", load={"pistol": Load(now=3, full=3)})
    who = table.ids["mike"]
    for left in (2, 1, 0):
        table.do(ChangeLoad(who=who, weapon="pistol", by=-1))
        assert table.who("mike").load["pistol"] == Load(now=left, full=3)
    assert table.refused(ChangeLoad(who=who, weapon="pistol", by=-1)).code == "out-of-bounds"
    table.do(ChangeLoad(who=who, weapon="pistol", to=3))
    assert table.refused(ChangeLoad(who=who, weapon="pistol", by=1)).code == "out-of-bounds"
    table.do(ChangeLoad(who=who, weapon="pistol", to=0))
    assert table.who("mike").load["pistol"].now == 0
    assert table.refused(ChangeLoad(who=who, weapon="rifle", by=-1)).code == "no-such-weapon"
    table.do(ChangeLoad(who=who, weapon="rifle", full=5))
    assert table.who("mike").load["rifle"] == Load(now=5, full=5)


@pytest.mark.rule("LP-NEU-034", "LP-CRI-033")
def test_no_sanity_left_faints(table: Table) -> None:
    fight(table, pcs=("jessica",))
    table.pc("mike", sanity=1, sanity_max=3)
    table.all_bands("medium")
    who = table.ids["mike"]
    go_to(table, "action", 1, first=("jessica", "mike"))
    act(table, "jessica")
    table.do(ChangeSanity(who=(who,), by=-1))
    assert (table.who("mike").sanity, table.states("mike")) == (0, [])
    assert [q.choices for q in asked(table, "faint")] == [("unconscious", "on_the_brink")]
    assert table.refused(Pass(who=who)).code == "resolve-first"
    answer(table, "faint", "unconscious")
    assert table.states("mike") == ["unconscious"]
    pass_slots(table)
    assert table.state.crisis.slots[who] == "skipped"
    assert table.refused(ChangeSanity(who=(who,), by=-1)).code == "no-change"


@pytest.mark.rule("LP-INI-006")
def test_the_brink_keeps_going(table: Table) -> None:
    table.pc("mike", sanity=1, sanity_max=3)
    who = (table.ids["mike"],)
    table.do(ChangeSanity(who=who, by=-1))
    answer(table, "faint", "on_the_brink")
    assert (table.who("mike").sanity, table.states("mike")) == (0, ["on_the_brink"])
    assert injuries.status(table.who("mike")) == "able"
    assert pool(table, "mike", "initiative") == 5
    table.do(ChangeSanity(who=who, by=-1))
    assert table.states("mike") == ["unconscious"]
    table.session.undo()
    table.do(ChangeSanity(who=who, by=1))
    assert (table.who("mike").sanity, table.states("mike")) == (1, [])
    table.do(ChangeSanity(who=who, by=9))
    assert table.who("mike").sanity == 3


def test_who_has_no_sanity(table: Table) -> None:
    table.npc("cowboy")
    refused: Rejected = table.refused(ChangeSanity(who=(table.ids["cowboy"],), by=-1))
    assert refused.code == "no-sanity"
    assert neutral.upcoming(table.state) == ()
    give(table, "cowboy", "prone")
    take(table, "cowboy", "prone")
    assert table.states("cowboy") == []
