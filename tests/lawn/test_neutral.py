"""The neutral phase: chains of escalation, order of a tick, hazards, pending effects, review (LP-NEU, LP-CRI-008)."""

from __future__ import annotations

import pytest

from gmconsole.core import bands
from gmconsole.core.commands import SetField, SetOption
from gmconsole.core.model import Name
from gmconsole.core.ruleset import Tx
from gmconsole.rulesets.lawn import checks, distance, injuries, neutral, pools, relief
from gmconsole.rulesets.lawn.actions import Act
from gmconsole.rulesets.lawn.checks import RollCheck
from gmconsole.rulesets.lawn.crisis import End, Start, UsePhases
from gmconsole.rulesets.lawn.distance import LightUp
from gmconsole.rulesets.lawn.hazards import AddHazard, ChangeHazard, HazardFate, RemoveHazard
from gmconsole.rulesets.lawn.life import ChangeLife
from gmconsole.rulesets.lawn.movement import Leave
from gmconsole.rulesets.lawn.neutral import AddPending, DropPending, PassTime, Reminded
from gmconsole.rulesets.lawn.questions import Answer
from gmconsole.rulesets.lawn.relief import PutOut, Tend
from gmconsole.rulesets.lawn.state import Check, LawnState, Pending, PoolLine
from gmconsole.rulesets.lawn.tables import STATES, Form, StateDef

from .conftest import Table
from .rounds import act, answer, asked, failure, fight, give, go_to, injury, pass_slots, pool, step, success, turn


def owed(table: Table, name: str) -> list[Check]:
    """The checks somebody owes to hazards."""
    return [c for c in table.state.checks.values() if c.who == table.ids[name] and c.serves == "hazard"]


def ropes(table: Table, *names: str, every: bool = False, fail: str = "prone") -> AddHazard:
    """The rope network: FLX=balance at D6."""
    return AddHazard(
        name="rope network",
        kind="FLX",
        purpose="balance",
        difficulty=6,
        on=tuple(table.ids[n] for n in names),
        fail=fail,
        every=every,
    )


def roll(table: Table, name: str, faces: list[int] | None = None, *, fails: bool = True) -> None:
    """Roll the check somebody owes."""
    count, _ = checks.dice_of(table.state, owed(table, name)[0])
    table.do(RollCheck(who=table.ids[name]), faces or (failure(count) if fails else success(count)))


# Chains --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-NEU-013", "LP-INJ-042")
def test_on_fire_before_the_slot(table: Table) -> None:
    fight(table)
    go_to(table, "movement", 1)
    give(table, "mike", "on_fire")
    go_to(table, "initiative", 2)
    assert table.states("mike") == ["on_fire"]
    go_to(table, "neutral", 2)
    assert table.states("mike") == ["on_fire", "burn"]
    go_to(table, "neutral", 3)
    assert table.states("mike") == ["on_fire", "severe_wound"]


@pytest.mark.rule("LP-NEU-013")
def test_on_fire_after_the_slot(table: Table) -> None:
    fight(table)
    go_to(table, "action", 1)
    act(table, "mike")
    give(table, "mike", "on_fire")
    go_to(table, "movement", 2)
    assert table.states("mike") == ["on_fire"]
    go_to(table, "neutral", 3)
    assert table.states("mike") == ["on_fire", "burn"]


@pytest.mark.rule("LP-NEU-013")
def test_put_out_in_the_slot(table: Table) -> None:
    fight(table)
    go_to(table, "movement", 1)
    give(table, "mike", "on_fire")
    go_to(table, "action", 1)
    act(table, "mike", "roll on the ground")
    table.do(PutOut(who=table.ids["mike"]))
    go_to(table, "neutral", 3)
    assert table.states("mike") == []


@pytest.mark.rule("LP-NEU-014", "LP-INJ-042")
@pytest.mark.parametrize(
    ("at_hit", "by_round"),
    [
        (("burn", "on_fire"), {2: "severe_wound", 3: "dead"}),
        (("on_fire",), {2: "burn", 3: "severe_wound", 4: "dead"}),
    ],
)
def test_the_chain_of_fire(table: Table, at_hit: tuple[str, ...], by_round: dict[int, str]) -> None:
    fight(table)
    go_to(table, "movement", 1)
    give(table, "mike", *at_hit)
    for round_, state in by_round.items():
        go_to(table, "neutral", round_)
        assert table.states("mike")[-1] == state
        if state == "severe_wound":
            go_to(table, "action", round_)
            pass_slots(table, until="mike")
            assert table.refused(Act(who=table.ids["mike"], text="put it out")).code == "cannot-act"


@pytest.mark.rule("LP-NEU-015", "LP-NEU-016", "LP-INJ-044", "LP-INJ-012")
def test_the_chain_of_bleeding(table: Table) -> None:
    fight(table)
    go_to(table, "movement", 1)
    give(table, "mike", "bleeding")
    for round_, state in ((4, "infection"), (7, "severe_illness"), (10, "dead")):
        go_to(table, "initiative", round_)
        assert state not in table.states("mike")
        go_to(table, "neutral", round_)
        assert table.states("mike")[-1] == state
    assert not any(i.tended for i in table.who("mike").states)


@pytest.mark.rule("LP-NEU-015")
def test_bleeding_after_the_slot_and_aided(table: Table) -> None:
    fight(table)
    go_to(table, "action", 1)
    act(table, "mike")
    give(table, "mike", "bleeding")
    go_to(table, "initiative", 5)
    assert table.states("mike") == ["bleeding"]
    go_to(table, "neutral", 5)
    assert table.states("mike") == ["bleeding", "infection"]


@pytest.mark.rule("LP-NEU-015")
@pytest.mark.parametrize("slot", ["mike", "cowboy", "jessica"])
def test_bleeding_aided_in_any_slot(table: Table, slot: str) -> None:
    fight(table)
    give(table, "mike", "bleeding")
    go_to(table, "action", 3)
    pass_slots(table, until=slot)
    table.do(Tend(who=table.ids["mike"], state="bleeding"))
    go_to(table, "neutral", 8)
    assert table.states("mike") == []


@pytest.mark.rule("LP-NEU-017")
@pytest.mark.parametrize("state", ["injured_eye:left", "blinded"])
def test_eyes_count_from_their_own_round(table: Table, state: str) -> None:
    fight(table)
    go_to(table, "movement", 2)
    give(table, "mike", state)
    go_to(table, "initiative", 5)
    assert len(table.states("mike")) == 1
    go_to(table, "neutral", 5)
    assert table.states("mike")[1:] == ["infection"]


@pytest.mark.rule("LP-NEU-017")
def test_an_eye_tended_in_round_four(table: Table) -> None:
    fight(table)
    go_to(table, "movement", 2)
    give(table, "mike", "injured_eye:left")
    go_to(table, "action", 4)
    pass_slots(table)
    table.do(Tend(who=table.ids["mike"], state="injured_eye:left"))
    go_to(table, "neutral", 6)
    assert table.states("mike") == ["injured_eye"]


@pytest.mark.rule("LP-NEU-018", "LP-INJ-046")
@pytest.mark.parametrize(("acted", "dies"), [(False, 4), (True, 5)])
def test_cardiac_arrest_kills(table: Table, acted: bool, dies: int) -> None:
    fight(table)
    go_to(table, "action", 1)
    if acted:
        act(table, "mike")
    give(table, "mike", "cardiac_arrest")
    go_to(table, "initiative", dies)
    assert not injuries.is_dead(table.who("mike"))
    go_to(table, "neutral", dies)
    assert injuries.is_dead(table.who("mike"))


@pytest.mark.rule("LP-NEU-018", "LP-INJ-046")
@pytest.mark.parametrize("slot", ["mike", "cowboy", "jessica"])
def test_cardiac_arrest_aided_in_any_slot(table: Table, slot: str) -> None:
    fight(table)
    give(table, "mike", "cardiac_arrest")
    go_to(table, "action", 3)
    pass_slots(table, until=slot)
    table.do(Tend(who=table.ids["mike"], state="cardiac_arrest"))
    go_to(table, "neutral", 6)
    assert table.states("mike") == []


@pytest.mark.rule("LP-NEU-020", "LP-INJ-038")
@pytest.mark.parametrize("state", ["dazed", "fatigued", "sleep_deprived", "ruptured_eardrum"])
def test_minutes_never_pass_in_rounds(table: Table, state: str) -> None:
    fight(table)
    give(table, "mike", state)
    before = table.who("mike").states
    go_to(table, "neutral", 12)
    for _ in range(36):
        step(table)
    assert table.state.round >= 20
    assert table.who("mike").states == before


@pytest.mark.rule("LP-NEU-021")
def test_severe_states_have_no_counter(table: Table) -> None:
    fight(table)
    give(table, "mike", "severe_wound")
    before = table.who("mike").states
    go_to(table, "neutral", 6)
    assert table.who("mike").states == before
    assert neutral.upcoming(table.state) == ()


# One phase, in order -------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-NEU-001")
def test_nobody_acts_in_the_neutral_phase(table: Table) -> None:
    fight(table)
    go_to(table, "neutral", 1)
    assert list(table.state.phases) == ["initiative", "neutral", "movement", "action"]
    assert table.refused(Act(who=table.ids["mike"], text="shoot")).code == "only-in-action"
    assert [t for t in table.tasks() if t.kind in ("slot", "declare")] == []
    table.do(ropes(table, "mike"))
    assert {t.kind for t in table.tasks() if t.blocking} == {"check"}


@pytest.mark.rule("LP-NEU-023")
def test_expiry_comes_before_the_environment(table: Table) -> None:
    fight(table)
    give(table, "mike", "in_shock")
    go_to(table, "movement", 3)
    table.do(AddHazard(name="smoke", kind="PHY", difficulty=6, on=(table.ids["mike"],), fail="dazed"))
    go_to(table, "neutral", 4)
    assert table.states("mike") == []
    roll(table, "mike")
    assert table.states("mike") == ["dazed"]


@pytest.mark.rule("LP-NEU-023")
def test_breath_comes_back_before_the_debris_falls(table: Table) -> None:
    fight(table)
    give(table, "mike", "suffocating")
    table.do(relief.Restore(who=table.ids["mike"]))
    go_to(table, "initiative", 2)
    table.do(AddHazard(name="debris", kind="FLX", difficulty=6, on=(table.ids["mike"],), fail="stunned"))
    go_to(table, "neutral", 2)
    roll(table, "mike")
    assert table.states("mike") == ["stunned"]


@pytest.mark.rule("LP-NEU-023")
def test_escalation_comes_before_the_environment(table: Table) -> None:
    fight(table)
    go_to(table, "action", 1)
    give(table, "mike", "on_fire")
    table.do(AddHazard(name="glass", kind="FLX", difficulty=6, on=(table.ids["mike"],), fail="light_wound"))
    go_to(table, "neutral", 2)
    assert table.states("mike") == ["on_fire", "burn"]
    roll(table, "mike")
    assert table.states("mike") == ["on_fire", "severe_wound"]
    assert not injury(table, "mike", "severe_wound").tended


@pytest.mark.rule("LP-NEU-023")
def test_expiry_comes_before_escalation(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """A counter that gives a transient state finds In Shock gone already: no faint."""
    monkeypatch.setitem(
        STATES,
        "fuse",
        StateDef(id="fuse", name=Name("试", "Test"), kind="condition", untended=Form(every=3, gives="stunned")),
    )
    fight(table)
    give(table, "mike", "fuse", "in_shock")
    go_to(table, "neutral", 4)
    assert table.states("mike") == ["fuse", "stunned"]


@pytest.mark.rule("LP-NEU-030")
def test_who_dies_in_the_tick_declares_nothing(table: Table) -> None:
    fight(table)
    give(table, "mike", "cardiac_arrest")
    go_to(table, "neutral", 4)
    assert injuries.is_static(table.who("mike"))
    go_to(table, "movement", 4)
    assert not [t for t in table.tasks("declare") if t.who == table.ids["mike"]]
    go_to(table, "action", 4)
    assert "mike" not in pass_slots(table)


# Hazards -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-NEU-002", "LP-NEU-029", "LP-CRI-027")
def test_the_rope_network(table: Table) -> None:
    fight(table, pcs=("jessica", "mike"))
    go_to(table, "neutral", 1, first=("jessica", "mike"))
    start = table.state.bands
    table.do(ropes(table, "jessica", "mike"))
    assert [(c.type, c.purpose, c.difficulty) for n in ("jessica", "mike") for c in owed(table, n)] == [
        ("FLX", "balance", 6)
    ] * 2
    roll(table, "jessica", [1, 1, 3, 5, 5])
    assert table.states("jessica") == ["prone"]
    roll(table, "mike", [2, 3, 4, 6, 6])
    assert table.states("mike") == []
    assert injuries.speed_cap(table.who("jessica"), by_vehicle=False) == "crawl"
    assert table.state.crisis.fell == {table.ids["jessica"]: 1}
    assert table.state.bands == start


@pytest.mark.rule("LP-NEU-002")
@pytest.mark.parametrize(("value", "states"), [("affected", ["prone"]), ("spared", [])])
def test_of_an_exposed_npc_the_gm_decides(table: Table, value: str, states: list[str]) -> None:
    fight(table)
    go_to(table, "neutral", 1)
    done = table.do(ropes(table, "cowboy", "mike"))
    assert done.entry.dice == ()
    assert owed(table, "cowboy") == []
    assert [(q.who, q.blocking) for q in asked(table, "hazard")] == [(table.ids["cowboy"], True)]
    answer(table, "hazard", value)
    assert table.states("cowboy") == states


@pytest.mark.rule("LP-NEU-002")
def test_of_many_npcs_the_gm_decides_at_once(table: Table) -> None:
    fight(table, npcs=("thug 1", "thug 2", "cowboy"))
    go_to(table, "neutral", 1)
    table.do(ropes(table, "thug 1", "thug 2"))
    hazard = next(iter(table.state.hazards))
    thugs = (table.ids["thug 1"], table.ids["thug 2"])
    assert table.refused(HazardFate(hazard=hazard, who=(table.ids["cowboy"],), affected=True)).code == "not-exposed"
    table.do(HazardFate(hazard=hazard, who=thugs, affected=True))
    assert asked(table, "hazard") == []
    assert table.states("thug 1") == table.states("thug 2") == ["prone"]


@pytest.mark.rule("LP-NEU-002")
def test_nobody_exposed_nothing_rolled(table: Table) -> None:
    fight(table)
    go_to(table, "neutral", 1)
    table.do(ropes(table))
    assert [t for t in table.tasks() if t.blocking] == []
    assert table.state.checks == {} and asked(table, "hazard") == []


@pytest.mark.rule("LP-NEU-002", "LP-CRI-023")
@pytest.mark.parametrize(("phase", "due"), [("initiative", 1), ("movement", 2), ("action", 2)])
def test_a_hazard_waits_for_the_next_neutral_phase(table: Table, phase: str, due: int) -> None:
    fight(table)
    go_to(table, phase, 1)
    table.do(ropes(table, "mike"))
    assert owed(table, "mike") == []
    go_to(table, "neutral", due)
    assert len(owed(table, "mike")) == 1
    roll(table, "mike", fails=False)
    go_to(table, "neutral", due + 1)
    assert owed(table, "mike") == []
    assert table.state.hazards == {}


@pytest.mark.rule("LP-NEU-002")
def test_a_lasting_hazard_comes_every_round(table: Table) -> None:
    fight(table)
    table.do(ropes(table, "mike", every=True, fail="prone+damage"))
    hazard = next(iter(table.state.hazards))
    for round_ in (1, 2):
        go_to(table, "neutral", round_)
        assert len(owed(table, "mike")) == 1
        roll(table, "mike", fails=round_ == 2)
    assert table.states("mike") == ["prone", "light_wound"]
    table.do(ChangeHazard(hazard=hazard, difficulty=9, on=(table.ids["mike"], table.ids["jessica"])))
    assert [c.difficulty for c in owed(table, "jessica")] == [9]
    table.do(RemoveHazard(hazard=hazard))
    assert owed(table, "jessica") == []
    go_to(table, "neutral", 3)
    assert table.state.checks == {}


@pytest.mark.rule("LP-NEU-025", "LP-NEU-002")
def test_hazards_rest_where_the_phase_is_skipped(table: Table) -> None:
    fight(table)
    table.do(ropes(table, "mike", every=True))
    table.do(UsePhases(phases=("initiative", "movement", "action"), this_round=True))
    go_to(table, "action", 1)
    assert owed(table, "mike") == []
    go_to(table, "neutral", 2)
    assert len(owed(table, "mike")) == 1


@pytest.mark.rule("LP-NEU-002")
def test_important_npcs_roll_and_others_do_not(table: Table) -> None:
    table.npc("boss", important=True)
    fight(table)
    table.add("crate", "object")
    table.all_bands("medium")
    go_to(table, "neutral", 1)
    give(table, "jessica", "unconscious")
    table.do(ropes(table, "boss", "crate", "jessica", "cowboy"))
    assert len(owed(table, "boss")) == 1
    assert {q.who for q in asked(table, "hazard")} == {table.ids["jessica"], table.ids["cowboy"]}
    give(table, "boss", "unconscious")
    assert owed(table, "boss") == []
    assert {q.who for q in asked(table, "hazard")} == {table.ids[n] for n in ("jessica", "cowboy", "boss")}


@pytest.mark.rule("LP-NEU-034")
def test_a_hazard_may_cost_sanity(table: Table) -> None:
    fight(table, pcs=("jessica",))
    table.pc("mike", sanity=1, sanity_max=3)
    table.all_bands("medium")
    who = table.ids["mike"]
    go_to(table, "neutral", 1)
    table.do(AddHazard(name="the hanged", kind="MND", difficulty=9, on=(who,), fail="sanity"))
    roll(table, "mike")
    assert table.who("mike").sanity == 0
    answer(table, "faint", "unconscious")
    assert table.states("mike") == ["unconscious"]
    assert injuries.is_static(table.who("mike"))
    go_to(table, "action", 1)
    pass_slots(table)
    assert table.state.crisis.slots[who] == "skipped"


def test_hazard_refusals(table: Table) -> None:
    table.pc("mike")
    who = (table.ids["mike"],)
    bad = [
        (AddHazard(name="x", kind="ABC", on=who), "unknown-check-type"),
        (AddHazard(name="x", kind="FLX", difficulty=99, on=who), "out-of-bounds"),
        (AddHazard(name="x", kind="FLX", on=who, fail="flu"), "unknown-state"),
        (AddHazard(name="x", kind="FLX", on=("pc-999",)), "unknown-person"),
        (AddHazard(name=" ", kind="FLX", on=who), "empty-name"),
        (RemoveHazard(hazard="hazard-001"), "no-such-hazard"),
        (ChangeHazard(hazard="hazard-001"), "no-such-hazard"),
        (HazardFate(hazard="hazard-001", who=who, affected=True), "no-such-hazard"),
    ]
    for command, code in bad:
        assert table.refused(command).code == code


# Pending effects -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-NEU-003", "LP-CRI-006")
def test_reinforcements_count_down(table: Table) -> None:
    fight(table)
    who = table.add("sheriff", "npc", side="friendly", outside=True)
    table.do(AddPending(kind="reinforcement", text="the sheriff", rounds=3, who=who))
    assert neutral.countdown(table.state, who) == 4
    go_to(table, "neutral", 1)
    assert neutral.countdown(table.state, who) == 3
    go_to(table, "initiative", 4)
    assert neutral.countdown(table.state, who) == 1
    step(table)
    done = table.session.history.entries[-1]
    assert (table.state.phase, table.state.round) == ("neutral", 4)
    assert [e.pending.who for e in done.events if isinstance(e, Reminded)] == [who]
    assert neutral.countdown(table.state, who) == 0
    go_to(table, "movement", 4)
    assert [t.who for t in table.tasks("reminder")] == [who]


@pytest.mark.rule("LP-NEU-003")
def test_a_pending_effect_is_put_to_the_gm(table: Table) -> None:
    fight(table)
    go_to(table, "action", 1)
    table.do(AddPending(kind="reminder", text="the ceiling falls"))
    go_to(table, "initiative", 2)
    assert asked(table, "pending") == []
    go_to(table, "neutral", 2)
    assert [q.ref for q in asked(table, "pending")] == ["the ceiling falls"]
    assert table.state.pending == {}
    answer(table, "pending", "done")
    go_to(table, "neutral", 3)
    assert asked(table, "pending") == []


def stun_around(tx: Tx[LawnState], pending: Pending) -> None:
    """A test device: whoever is within Near of it is stunned."""
    for who in ("mike", "jessica", "cowboy"):
        person = next(p for p in tx.state.entities.values() if p.name == who)
        if bands.between(tx.state.bands, pending.who, person.id) in ("touch", "near"):
            injuries.gain(tx, person.id, "stunned", cause=pending.kind)


def device(table: Table, band: str = "touch") -> str:
    """Something with a fuse, at that band from everybody."""
    who = table.add("grenade", "object")
    table.all_bands(band)
    return who


@pytest.mark.rule("LP-NEU-026", "LP-NEU-009")
def test_a_fuse_burns_down_as_movement_ends(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(neutral.EFFECTS, "grenade", stun_around)
    fight(table)
    go_to(table, "action", 1)
    who = device(table)
    table.do(AddPending(kind="grenade", text="grenade", point="after_movement", who=who))
    go_to(table, "initiative", 2)
    step(table)
    reminded = [e for e in table.session.history.entries[-1].events if isinstance(e, Reminded)]
    assert [e.pending.text for e in reminded] == ["grenade"]
    assert table.states("mike") == []
    go_to(table, "movement", 2)
    table.set_band("grenade", "mike", "medium")
    assert table.states("jessica") == []
    go_to(table, "action", 2)
    assert (table.states("mike"), table.states("jessica")) == ([], ["stunned"])
    pass_slots(table)
    assert table.state.crisis.slots[table.ids["jessica"]] == "skipped"
    go_to(table, "neutral", 3)
    assert table.states("jessica") == []


@pytest.mark.rule("LP-NEU-027")
def test_a_fuse_needs_no_movement_phase(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(neutral.EFFECTS, "grenade", stun_around)
    fight(table)
    go_to(table, "action", 1)
    table.do(AddPending(kind="grenade", text="grenade", point="after_movement", who=device(table)))
    go_to(table, "initiative", 2)
    table.do(UsePhases(phases=("initiative", "neutral", "action"), this_round=True))
    go_to(table, "neutral", 2)
    assert table.states("mike") == []
    go_to(table, "action", 2)
    assert table.states("mike") == ["stunned"]


@pytest.mark.rule("LP-NEU-027")
@pytest.mark.parametrize(("begun", "round_"), [(True, 2), (False, 1)])
def test_a_fuse_lit_before_the_crisis(table: Table, monkeypatch: pytest.MonkeyPatch, begun: bool, round_: int) -> None:
    monkeypatch.setitem(neutral.EFFECTS, "grenade", stun_around)
    for name in ("mike", "jessica"):
        table.pc(name)
    table.npc("cowboy")
    if begun:
        table.do(SetOption(option="already_begun", value=True))
    table.do(AddPending(kind="grenade", text="grenade", point="after_movement", who=device(table)))
    table.do(Start(preset="fight"))
    if round_ == 2:
        go_to(table, "action", 1)
        assert table.states("mike") == []
    go_to(table, "movement", round_)
    assert table.states("mike") == []
    go_to(table, "action", round_)
    assert table.states("mike") == ["stunned"]


@pytest.mark.rule("LP-NEU-024", "LP-NEU-009")
def test_stunned_as_a_chase_round_ends(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(neutral.EFFECTS, "grenade", stun_around)
    for name in ("mike", "jessica"):
        table.pc(name)
    table.npc("cowboy")
    table.do(AddPending(kind="grenade", text="grenade", point="after_movement", who=device(table, "near")))
    table.do(Start(preset="chase"))
    assert (table.state.phase, table.state.round) == ("movement", 1)
    assert table.states("mike") == []
    step(table)
    assert (table.state.phase, table.state.round) == ("movement", 2)
    assert table.states("mike") == ["stunned"]
    assert injuries.is_static(table.who("mike"))
    step(table)
    assert (table.state.phase, table.state.round) == ("movement", 3)
    assert table.states("mike") == []


@pytest.mark.rule("LP-NEU-028")
def test_a_flare_lasts_into_the_next_round(table: Table) -> None:
    fight(table)
    go_to(table, "action", 1)
    spot = device(table)
    table.do(LightUp(who=spot, source="flare"))
    assert table.ids["mike"] in distance.lit(table.state)
    assert [(r.state, r.round) for r in neutral.upcoming(table.state)] == [("flare", 3)]
    for phase, round_ in (("neutral", 2), ("action", 2), ("initiative", 3)):
        go_to(table, phase, round_)
        assert table.ids["mike"] in distance.lit(table.state)
    go_to(table, "neutral", 3)
    assert table.state.lights == {}


def test_pending_refusals(table: Table) -> None:
    table.pc("mike")
    assert table.refused(AddPending(kind="reminder", text="x", rounds=0)).code == "out-of-bounds"
    assert table.refused(AddPending(kind="reminder", text="x", point="noon")).code == "not-a-choice"
    assert table.refused(AddPending(kind="reminder", text="x", who="pc-999")).code == "unknown-person"
    assert table.refused(AddPending(kind="", text=" ")).code == "empty-name"
    assert table.refused(DropPending(pending="pending-001")).code == "no-such-pending"
    table.do(AddPending(kind="reminder", text="x"))
    table.do(DropPending(pending="pending-001"))
    assert table.state.pending == {}


# What is coming, and what is left ------------------------------------------------------------------------------------


@pytest.mark.rule("LP-NEU-032")
def test_the_list_of_counters(table: Table) -> None:
    fight(table)
    go_to(table, "movement", 2)
    give(table, "mike", "bleeding", "light_wound")
    rows = neutral.upcoming(table.state)
    assert [(r.who, r.state, r.counted, r.threshold, r.what, r.round, r.point) for r in rows] == [
        (table.ids["mike"], "bleeding", 0, 3, "infection", 5, "neutral")
    ]


@pytest.mark.rule("LP-CRI-008", "LP-NEU-031")
def test_the_review_at_the_end(table: Table) -> None:
    fight(table)
    go_to(table, "action", 1)
    give(table, "mike", "bleeding")
    pass_slots(table, until="cowboy")
    give(table, "jessica", "stunned", "stunned")
    table.do(End())
    assert table.state.mode == "calm"
    rows = {r.state: (r.counted, r.threshold, r.round) for r in neutral.review(table.state)}
    assert rows == {"bleeding": (1, 3, 0), "stunned": (0, 1, 0)}
    assert [(q.key, q.choices) for q in asked(table, "review_apply")] == [("bleeding", ("infection", "refuse"))]
    assert [(q.value, q.choices) for q in asked(table, "review_end")] == [("stunned", ("stunned", "refuse"))]
    answer(table, "review_end", "stunned")
    assert table.states("jessica") == []
    answer(table, "review_apply", "refuse")
    assert table.states("mike") == ["bleeding"]


@pytest.mark.rule("LP-NEU-031")
def test_time_asks_again(table: Table) -> None:
    fight(table)
    go_to(table, "action", 1)
    give(table, "mike", "bleeding", "in_shock")
    pass_slots(table)
    assert table.refused(PassTime(minutes=10)).code == "only-outside-rounds"
    table.do(End())
    table.do(PassTime(minutes=10))
    assert [q.ref for q in asked(table, "review_apply")] == ["infection"]
    assert [(r.counted, r.threshold) for r in neutral.review(table.state) if r.state == "bleeding"] == [(1, 3)]
    assert [q.value for q in asked(table, "review_end")] == ["in_shock"]
    answer(table, "review_apply", "infection")
    assert table.states("mike") == ["bleeding", "in_shock", "infection"]
    assert injury(table, "mike", "bleeding").counted == 0
    answer(table, "review_end", "refuse")
    table.do(PassTime(minutes=10))
    assert len(asked(table, "review_end")) == 1
    answer(table, "review_apply", "infection")
    assert "severe_illness" in table.states("mike")


@pytest.mark.rule("LP-NEU-031", "LP-CRI-008")
@pytest.mark.parametrize("value", ["now", "never", "refuse"])
def test_pending_effects_are_reviewed(table: Table, monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    monkeypatch.setitem(neutral.EFFECTS, "grenade", stun_around)
    fight(table)
    go_to(table, "action", 1)
    table.do(AddPending(kind="grenade", text="grenade", point="after_movement", who=device(table)))
    table.do(ropes(table, "mike", every=True))
    table.do(End())
    answer(table, "review_pending", value)
    assert (table.states("mike") == ["stunned"]) is (value == "now")
    assert (table.state.pending == {}) is (value != "refuse")
    assert [h.round for h in table.state.hazards.values()] == [0]


@pytest.mark.rule("LP-CRI-008", "LP-LIF-005")
def test_a_fate_not_yet_said_outlasts_the_crisis(table: Table) -> None:
    fight(table)
    table.do(ChangeLife(who=(table.ids["cowboy"],), by=-3))
    table.do(End())
    answer(table, "fate", "surrendered")
    assert table.who("cowboy").fate == "surrendered"


@pytest.mark.rule("LP-CRI-008")
def test_counts_go_on_in_the_next_crisis(table: Table) -> None:
    fight(table)
    go_to(table, "action", 2)
    give(table, "mike", "bleeding")
    pass_slots(table)
    table.do(End())
    for question in list(table.state.questions.values()):
        table.do(Answer(question=question.id, value="refuse"))
    table.do(Start(preset="fight"))
    go_to(table, "neutral", 1)
    assert injury(table, "mike", "bleeding").counted == 1
    go_to(table, "neutral", 2)
    assert injury(table, "mike", "bleeding").counted == 2
    go_to(table, "neutral", 3)
    assert table.states("mike") == ["bleeding", "infection"]


@pytest.mark.rule("LP-CRI-016", "LP-NEU-004")
def test_calm_rounds_count_too(table: Table) -> None:
    table.pc("mike")
    table.do(Start(calm=True))
    give(table, "mike", "bleeding", "stunned")
    step(table)
    assert table.states("mike") == ["bleeding"]
    assert injury(table, "mike", "bleeding").counted == 1
    step(table)
    step(table)
    assert table.states("mike") == ["bleeding", "infection"]


@pytest.mark.rule("LP-CRI-020")
def test_in_a_crisis_is_a_flag_for_other_rules(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(STATES, "panic", StateDef(id="panic", name=Name("恐慌", "Panic"), kind="condition"))

    def panic(state: LawnState, check: Check) -> tuple[PoolLine, ...]:
        if state.mode == "crisis" and injuries.has(state.entities[check.who], "panic"):
            return (PoolLine("panic", -2),)
        return ()

    monkeypatch.setattr(pools, "POOL_HOOKS", [*pools.POOL_HOOKS, panic])
    table.pc("mike")
    table.npc("cowboy")
    table.all_bands("medium")
    give(table, "mike", "panic")
    assert pool(table, "mike", "PHY") == 5
    table.do(Start(preset="fight"))
    assert pool(table, "mike", "PHY") == 3
    table.do(End())
    assert pool(table, "mike", "PHY") == 5


@pytest.mark.rule("LP-NEU-004", "LP-NEU-036", "LP-CRI-005")
@pytest.mark.parametrize("counting", ["slot", "plain"])
def test_who_went_out_keeps_the_count(table: Table, counting: str) -> None:
    """Nobody's slot comes up outside: the counter stands still until the review."""
    fight(table)
    if counting != "slot":
        table.do(SetOption(option="counting", value=counting))
    go_to(table, "action", 1)
    give(table, "jessica", "bleeding")
    go_to(table, "movement", 2)
    table.do(Leave(who=table.ids["jessica"]))
    go_to(table, "neutral", 5)
    assert table.states("jessica") == ["bleeding"]
    assert injury(table, "jessica", "bleeding").counted == 1
    table.do(End())
    assert [q.who for q in asked(table, "review_apply")] == [table.ids["jessica"]]


@pytest.mark.rule("LP-NEU-033")
def test_corrections_do_not_disturb_a_count(table: Table) -> None:
    fight(table)
    give(table, "cowboy", "bleeding")
    go_to(table, "action", 2)
    table.do(ChangeLife(who=(table.ids["cowboy"],), by=-1))
    table.do(SetField(who=(table.ids["cowboy"],), field="life", value=3))
    assert injury(table, "cowboy", "bleeding").counted == 1
    go_to(table, "neutral", 4)
    assert table.who("cowboy").life == 2
    assert turn(table) == ""
