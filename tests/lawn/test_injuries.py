"""Injury states: what each does, worsening, merging, fainting, dying (LP-INJ)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gmconsole.core.commands import SetEnvironment
from gmconsole.core.model import Name
from gmconsole.core.session import Accepted
from gmconsole.rulesets.lawn import actions, injuries, life, neutral
from gmconsole.rulesets.lawn.actions import Act, Observe, Talk
from gmconsole.rulesets.lawn.checks import CallCheck, RollCheck
from gmconsole.rulesets.lawn.injuries import ChangeState, InjuriesChanged, apply_gain, dice_lines, speed_cap
from gmconsole.rulesets.lawn.neutral import PassTime
from gmconsole.rulesets.lawn.relief import PutOut, Restore, Tend
from gmconsole.rulesets.lawn.state import ATTRIBUTES, CHECK_TYPES, SPEED_CLASSES, Injury, Person
from gmconsole.rulesets.lawn.tables import STATES, Form, StateDef

from .conftest import Table
from .rounds import act, answer, asked, fight, give, go_to, injury, pass_slots, pool, take, turn

MINORS = (
    "light_wound",
    "illness",
    "infection",
    "burn",
    "frostbite",
    "poisoned",
    "electrocuted",
    "concussion",
    "broken_ribs",
)
CLAUSE = ("in_shock", "dazed", "fatigued", "sleep_deprived", "suffocating")
NO_CLAUSE = ("collapsed", "stunned", "on_fire", "blood_loss", "bleeding", "embedded_object", "cardiac_arrest")


def gained(states: tuple[str, ...], new: str, *, limit: int = 2) -> list[str]:
    """State ids (with side and ``+`` where tended) after gaining one more; written like the ``state`` verb."""

    def read(text: str) -> Injury:
        written = injuries.read_state(text)
        assert isinstance(written, injuries.Written), text
        return Injury(id=written.id, side=written.side, tended=written.tended)

    after, _ = apply_gain(tuple(read(s) for s in states), read(new), limit=limit)
    return [f"{i.id}{':' + i.side if i.side else ''}{'+' if i.tended else ''}" for i in after]


def person(*states: str, kind: str = "pc", aid: bool = False) -> Person:
    """A person with those states."""
    written = [injuries.read_state(s) for s in states]
    return Person(
        id="pc-001",
        name="Mike",
        kind=kind,
        side="party",
        tag="1",
        aid=aid,
        states=tuple(
            Injury(id=w.id, side=w.side, tended=w.tended, attribute=w.attribute)
            for w in written
            if isinstance(w, injuries.Written)
        ),
    )


def losses(*states: str, hand: str = "") -> dict[str, int]:
    """The dice lost per check type, those without loss left out."""
    found = {t: sum(line.dice for line in dice_lines(person(*states), t, hand=hand)) for t in CHECK_TYPES}
    return {t: n for t, n in found.items() if n}


ALL = dict.fromkeys(CHECK_TYPES, -1)


# The table -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-INJ-027")
def test_the_table_is_complete_and_sound() -> None:
    kinds = {k: {d.id for d in STATES.values() if d.kind == k} for k in ("minor", "severe", "transient", "special")}
    assert kinds["minor"] == set(MINORS)
    assert kinds["severe"] == {"severe_wound", "severe_illness"}
    assert kinds["transient"] == {*CLAUSE, *NO_CLAUSE, "trance"}
    assert kinds["special"] == {
        "injured_hand",
        "both_hands_injured",
        "injured_foot",
        "both_feet_injured",
        "ruptured_eardrum",
        "injured_eye",
        "blinded",
    }
    for row in STATES.values():
        for other in (*row.on_gain, row.worsens_to, row.merges_into, row.untended.gives, row.tended.gives):
            assert other in ("", *STATES)
        for form in (row.untended, row.tended):
            assert set(form.dice) <= {*CHECK_TYPES, "all", "chosen"}
            assert {form.speed_cap, form.speed_cap_aided} <= {"", *SPEED_CLASSES}
        assert row.name.zh and row.name.en


@pytest.mark.rule("LP-INJ-001")
def test_a_pc_has_states_instead_of_a_number(table: Table) -> None:
    table.pc("mike")
    fight(table, pcs=())
    before = table.who("mike")
    table.do(ChangeState(who=(before.id,), add=("light_wound", "injured_hand:right:tended")))
    assert table.states("mike") == ["light_wound", "injured_hand"]
    assert table.who("mike").life == before.life == 0
    assert [(STATES[i.id].kind, i.tended) for i in table.who("mike").states] == [("minor", False), ("special", True)]


@pytest.mark.rule(
    "LP-INJ-010",
    "LP-INJ-011",
    "LP-INJ-012",
    "LP-INJ-013",
    "LP-INJ-014",
    "LP-INJ-015",
    "LP-INJ-016",
    "LP-INJ-017",
    "LP-INJ-018",
    "LP-INJ-004",
)
@pytest.mark.parametrize("state", MINORS)
def test_an_untended_minor_state_takes_a_die_from_every_check(table: Table, state: str) -> None:
    table.pc("mike", attributes={"FLX": 2, "OPR": 3}, sanity=2)
    give(table, "mike", state)
    assert losses(state) == ALL
    assert {a: pool(table, "mike", a) for a in ATTRIBUTES} == {
        "PHY": 4,
        "MND": 4,
        "WIS": 4,
        "OPR": 7,
        "FLX": 6,
        "DSC": 4,
        "INF": 4,
    }
    assert pool(table, "mike", "initiative") == 6
    assert STATES[state].first_aid == ("none" if state == "broken_ribs" else "tend")


@pytest.mark.rule("LP-INJ-019", "LP-INJ-020", "LP-INJ-021", "LP-INJ-022", "LP-INJ-023", "LP-INJ-024", "LP-INJ-025")
@pytest.mark.parametrize(
    ("state", "attribute"),
    [
        ("light_wound", "MND"),
        ("illness", "PHY"),
        ("infection", "DSC"),
        ("burn", "INF"),
        ("frostbite", "FLX"),
        ("poisoned", "OPR"),
        ("electrocuted", "WIS"),
    ],
)
def test_a_tended_minor_state_takes_a_die_from_one_attribute(table: Table, state: str, attribute: str) -> None:
    table.pc("mike")
    give(table, "mike", state)
    table.do(Tend(who=table.ids["mike"], state=state))
    assert losses(f"{state}:tended") == {attribute: -1}
    assert {a: pool(table, "mike", a) for a in ATTRIBUTES} == {a: 4 if a == attribute else 5 for a in ATTRIBUTES}
    assert pool(table, "mike", "initiative") == 8


@pytest.mark.rule("LP-INJ-026")
@pytest.mark.parametrize(("face", "attribute"), list(enumerate(ATTRIBUTES, 1)))
def test_a_tended_concussion_draws_its_attribute(table: Table, face: int, attribute: str) -> None:
    table.pc("mike")
    give(table, "mike", "concussion")
    done = table.do(Tend(who=table.ids["mike"], state="concussion"), [face])
    assert [(r.sides, r.faces) for r in done.entry.dice] == [(7, (face,))]
    assert injury(table, "mike", "concussion").attribute == attribute
    assert {t: pool(table, "mike", t) for t in ATTRIBUTES} == {t: 4 if t == attribute else 5 for t in ATTRIBUTES}
    assert ATTRIBUTES[2] == "WIS"


@pytest.mark.rule("LP-INJ-018")
def test_broken_ribs_have_no_tended_form(table: Table) -> None:
    table.pc("mike")
    give(table, "mike", "broken_ribs")
    assert table.refused(Tend(who=table.ids["mike"], state="broken_ribs")).code == "no-first-aid"
    give(table, "mike", "light_wound")
    assert table.states("mike") == ["severe_wound"]


@pytest.mark.rule("LP-INJ-029", "LP-INJ-030", "LP-INJ-031", "LP-INJ-032", "LP-ACT-010", "LP-ACT-011")
@pytest.mark.parametrize("state", ["severe_wound", "severe_illness"])
def test_severe_states_stop_until_tended(table: Table, state: str) -> None:
    fight(table)
    give(table, "mike", state)
    assert pool(table, "mike", "FLX") == 3
    for round_ in (1, 2, 3):
        go_to(table, "action", round_, first=("mike",))
        assert turn(table) == "mike"
        assert table.refused(Act(who=table.ids["mike"], text="shoot")).code == "cannot-act"
        pass_slots(table)
        assert table.state.crisis.slots[table.ids["mike"]] == "skipped"
    assert neutral.upcoming(table.state) == ()
    go_to(table, "movement", 4)
    table.do(Tend(who=table.ids["mike"], state=state))
    assert pool(table, "mike", "FLX") == 4
    go_to(table, "action", 4)
    act(table, "mike")
    assert table.state.crisis.slots[table.ids["mike"]] == "acted"


@pytest.mark.rule("LP-INJ-003", "LP-INJ-045")
@pytest.mark.parametrize(
    ("states", "attributes", "kind", "dice"),
    [
        (("light_wound", "bleeding", "dazed"), {}, "FLX", 2),
        (("ruptured_eardrum", "fatigued"), {"DSC": 1}, "DSC", 4),
        (("ruptured_eardrum", "fatigued"), {"DSC": 1}, "PHY", 4),
        (("severe_wound", "dazed"), {"PHY": 1}, "PHY", 3),
        (("embedded_object",), {}, "FLX", 5),
        (("injured_eye:left",), {"DSC": 1}, "DSC", 5),
        (("injured_eye:left:tended",), {}, "DSC", 4),
        (("ruptured_eardrum",), {}, "DSC", 4),
    ],
)
def test_penalties_add_up(
    table: Table, states: tuple[str, ...], attributes: dict[str, int], kind: str, dice: int
) -> None:
    table.pc("mike", attributes=attributes)
    give(table, "mike", *states)
    assert pool(table, "mike", kind) == dice


@pytest.mark.rule("LP-INJ-003")
def test_fewer_than_three_dice_fail(table: Table) -> None:
    table.pc("mike")
    give(table, "mike", "light_wound", "bleeding", "dazed")
    done = table.do(RollCheck(who=table.ids["mike"], kind="FLX", difficulty=6), [1, 2])
    assert "automatic_failure" in {getattr(e, "outcome", "") for e in done.entry.events}


@pytest.mark.rule("LP-INJ-004")
def test_initiative_and_emergence_are_checks_too(table: Table) -> None:
    table.pc("mike", sanity=3)
    give(table, "mike", "light_wound")
    assert pool(table, "mike", "initiative") == 7
    assert pool(table, "mike", "emergence") == 5, "the wound takes one, being hurt gives one (LP-EMG-014)"


@pytest.mark.rule(
    "LP-INJ-035",
    "LP-INJ-036",
    "LP-INJ-038",
    "LP-INJ-039",
    "LP-INJ-040",
    "LP-INJ-041",
    "LP-INJ-043",
    "LP-INJ-044",
    "LP-INJ-046",
)
def test_what_transient_states_do() -> None:
    dice = {s for s in (*CLAUSE, *NO_CLAUSE) if losses(s) == ALL}
    assert dice == {"dazed", "fatigued", "sleep_deprived", "suffocating", "blood_loss", "bleeding"}
    assert all(losses(s) in ({}, ALL) for s in (*CLAUSE, *NO_CLAUSE))
    stopped = {s for s in (*CLAUSE, *NO_CLAUSE) if not injuries.can_act(person(s))}
    assert stopped == {"collapsed", "stunned", "in_shock", "cardiac_arrest"}
    removed = {s for s in (*CLAUSE, *NO_CLAUSE) if STATES[s].first_aid == "remove"}
    assert removed == {"bleeding", "embedded_object", "cardiac_arrest"}
    assert not [s for s in (*CLAUSE, *NO_CLAUSE) if STATES[s].first_aid == "tend"]
    assert STATES["blood_loss"].ended_by == "transfusion"
    assert STATES["embedded_object"].first_aid_difficulty == 3


@pytest.mark.rule("LP-INJ-042", "LP-INJ-043", "LP-INJ-045", "LP-INJ-046")
def test_how_transient_states_are_ended(table: Table) -> None:
    table.pc("mike")
    who = table.ids["mike"]
    give(table, "mike", "on_fire", "blood_loss", "embedded_object", "cardiac_arrest")
    assert table.refused(Tend(who=who, state="blood_loss")).code == "no-first-aid"
    assert table.refused(Tend(who=who, state="on_fire")).code == "no-first-aid"
    assert table.refused(Tend(who=who, state="bleeding")).code == "state-not-there"
    assert table.refused(Restore(who=who)).code == "nothing-to-help"
    table.do(PutOut(who=who))
    assert table.refused(PutOut(who=who)).code == "nothing-to-help"
    table.do(Tend(who=who, state="embedded_object"))
    table.do(Tend(who=who, state="cardiac_arrest"))
    assert table.states("mike") == ["blood_loss"]
    take(table, "mike", "blood_loss")
    assert table.states("mike") == []


@pytest.mark.rule("LP-INJ-038", "LP-INJ-039", "LP-INJ-040", "LP-INJ-055", "LP-NEU-020")
@pytest.mark.parametrize(
    ("state", "short", "enough"),
    [
        ("dazed", PassTime(minutes=9, rest=True), PassTime(minutes=10, rest=True)),
        ("fatigued", PassTime(minutes=59, rest=True), PassTime(minutes=60, rest=True)),
        ("sleep_deprived", PassTime(minutes=359, sleep=True), PassTime(minutes=360, sleep=True)),
        ("sleep_deprived", PassTime(minutes=600, rest=True), PassTime(minutes=360, sleep=True)),
        ("dazed", PassTime(minutes=600), PassTime(minutes=10, sleep=True)),
        ("ruptured_eardrum", PassTime(minutes=6 * 24 * 60), PassTime(minutes=7 * 24 * 60)),
    ],
)
def test_states_timed_by_the_clock(table: Table, state: str, short: PassTime, enough: PassTime) -> None:
    table.pc("mike")
    give(table, "mike", state)
    table.do(short)
    assert table.states("mike") == [state]
    table.session.undo()
    table.do(enough)
    assert table.states("mike") == []


@pytest.mark.rule("LP-INJ-040")
def test_waking_from_a_faint_is_not_sleep(table: Table) -> None:
    table.pc("mike")
    give(table, "mike", "sleep_deprived", "unconscious")
    take(table, "mike", "unconscious")
    assert table.states("mike") == ["sleep_deprived"]


# Worsening -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-INJ-005", "LP-INJ-006", "LP-INJ-007", "LP-INJ-012", "LP-INJ-013", "LP-INJ-018")
@pytest.mark.parametrize(
    ("states", "new", "after"),
    [
        (("light_wound",), "burn", ["severe_wound"]),
        ((), "burn", ["burn"]),
        (("light_wound:tended",), "light_wound", ["severe_wound"]),
        (("poisoned:tended",), "infection", ["severe_illness"]),
        (("light_wound",), "infection", ["severe_illness"]),
        (("light_wound",), "illness", ["severe_illness"]),
        (("burn",), "poisoned", ["severe_illness"]),
        (("illness",), "burn", ["severe_wound"]),
        (("burn",), "burn", ["severe_wound"]),
        (("broken_ribs",), "light_wound", ["severe_wound"]),
    ],
)
def test_two_minor_states_become_a_severe_one(states: tuple[str, ...], new: str, after: list[str]) -> None:
    assert gained(states, new) == after


@pytest.mark.rule("LP-INJ-005")
def test_the_number_of_minors_is_the_persons_own() -> None:
    assert gained(("light_wound",), "burn", limit=3) == ["light_wound", "burn"]
    assert gained(("light_wound", "burn"), "burn", limit=3) == ["severe_wound"]


@pytest.mark.rule("LP-INJ-007")
def test_the_gm_switches_the_severe_state_in_one_line(table: Table) -> None:
    table.pc("mike")
    give(table, "mike", "light_wound", "infection")
    assert table.states("mike") == ["severe_illness"]
    table.do(ChangeState(who=(table.ids["mike"],), add=("severe_wound",), remove=("severe_illness",)))
    assert table.states("mike") == ["severe_wound"]


@pytest.mark.rule("LP-INJ-008", "LP-INJ-050")
@pytest.mark.parametrize(
    ("states", "new", "after"),
    [
        (("bleeding", "injured_hand:left"), "light_wound", ["bleeding", "injured_hand:left", "light_wound"]),
        (("light_wound",), "dazed", ["light_wound", "dazed"]),
        (("injured_hand:left",), "injured_foot:right", ["injured_hand:left", "injured_foot:right"]),
        (("severe_wound",), "injured_eye:left", ["severe_wound", "injured_eye:left"]),
    ],
)
def test_only_minor_states_worsen(states: tuple[str, ...], new: str, after: list[str]) -> None:
    assert gained(states, new) == after


@pytest.mark.rule("LP-INJ-009", "LP-INJ-028")
@pytest.mark.parametrize(
    ("states", "points", "after"),
    [
        ((), 1, ["light_wound"]),
        ((), 2, ["severe_wound"]),
        ((), 3, ["severe_wound", "dead"]),
        (("burn",), 2, ["severe_wound", "dead"]),
        (("severe_wound",), 1, ["severe_wound", "dead"]),
        (("severe_illness:tended",), 1, ["severe_illness", "dead"]),
    ],
)
def test_points_of_damage_are_minor_states_in_a_row(
    table: Table, states: tuple[str, ...], points: int, after: list[str]
) -> None:
    table.pc("mike")
    if states:
        give(table, "mike", *states)
    for _ in range(points):
        give(table, "mike", "light_wound")
    assert table.states("mike") == after
    assert injuries.is_dead(table.who("mike")) is (after[-1] == "dead")


@pytest.mark.rule("LP-INJ-028")
@pytest.mark.parametrize(
    ("states", "new", "dead"),
    [
        (("severe_wound",), "infection", True),
        (("severe_wound:tended",), "light_wound", True),
        (("severe_wound",), "dazed", False),
        (("severe_wound",), "injured_foot:left", False),
    ],
)
def test_a_minor_state_kills_whoever_has_a_severe_one(states: tuple[str, ...], new: str, dead: bool) -> None:
    assert (gained(states, new)[-1] == "dead") is dead


@pytest.mark.rule("LP-INJ-068", "LP-INJ-027")
def test_a_severe_state_given_directly(table: Table) -> None:
    table.pc("mike")
    give(table, "mike", "light_wound")
    done = table.do(ChangeState(who=(table.ids["mike"],), add=("severe_illness",)))
    changed = [e for e in done.entry.events if isinstance(e, InjuriesChanged)]
    assert [(e.cause, [s.what for s in e.steps]) for e in changed] == [("gm", ["gained"])]
    assert table.states("mike") == ["light_wound", "severe_illness"]


@pytest.mark.rule("LP-INJ-068")
@pytest.mark.parametrize(("value", "dead"), [("dead", True), ("refuse", False)])
def test_a_second_severe_state_asks(table: Table, value: str, dead: bool) -> None:
    table.pc("mike")
    give(table, "mike", "severe_wound")
    give(table, "mike", "severe_illness")
    assert table.states("mike") == ["severe_wound"]
    assert [q.choices for q in asked(table, "second_severe")] == [("dead", "refuse")]
    answer(table, "second_severe", value)
    assert injuries.is_dead(table.who("mike")) is dead
    assert asked(table, "second_severe") == []


GAINS = st.tuples(st.sampled_from(sorted(STATES)), st.sampled_from(("left", "right")), st.booleans())


@pytest.mark.rule("LP-INJ-005", "LP-INJ-048", "LP-INJ-064", "LP-INJ-067", "LP-INJ-069")
@given(st.lists(GAINS, max_size=12))
def test_no_sequence_of_gains_breaks_the_rules(gains: list[tuple[str, str, bool]]) -> None:
    states: tuple[Injury, ...] = ()
    for state_id, side, tended in gains:
        row = STATES[state_id]
        before = states
        new = Injury(id=state_id, side=side if row.sided else "", tended=tended and row.first_aid == "tend")
        states, steps = apply_gain(states, new)
        ids = [i.id for i in states]
        assert steps or ("dead" in [i.id for i in before] and states == before)
        assert sum(STATES[i].kind == "minor" for i in ids) <= 1
        assert sum(STATES[i].collapses for i in ids) <= 1
        for once in ids:
            if STATES[once].repeat == "keep":
                assert ids.count(once) == 1
            assert STATES[once].merges_into not in ids


# Fainting ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-INJ-047", "LP-INJ-048", "LP-INJ-037", "LP-INJ-038", "LP-INJ-039", "LP-INJ-040", "LP-INJ-041")
@pytest.mark.parametrize("bearer", CLAUSE)
@pytest.mark.parametrize("new", [*CLAUSE, *NO_CLAUSE])
def test_the_clause_turns_any_further_transient_state_into_a_faint(bearer: str, new: str) -> None:
    after = gained((bearer,), new)
    assert after[:2] == ["unconscious", new]
    assert after[2:] == (["prone"] if new == "collapsed" else [])
    assert {d.id for d in STATES.values() if d.collapses} == set(CLAUSE)


@pytest.mark.rule("LP-INJ-047")
@pytest.mark.parametrize(
    ("states", "new", "after"),
    [
        (("bleeding",), "dazed", ["bleeding", "dazed"]),
        (("stunned",), "stunned", ["stunned", "stunned"]),
        (("bleeding", "dazed"), "bleeding", ["bleeding", "unconscious"]),
        (("dazed",), "light_wound", ["dazed", "light_wound"]),
        (("dazed",), "injured_eye:left", ["dazed", "injured_eye:left"]),
        (("dazed",), "unconscious", ["dazed", "unconscious"]),
        (("dazed",), "prone", ["dazed", "prone"]),
        (("unconscious", "dazed"), "stunned", ["unconscious", "stunned"]),
    ],
)
def test_what_does_and_does_not_trigger_the_clause(states: tuple[str, ...], new: str, after: list[str]) -> None:
    assert gained(states, new) == after


@pytest.mark.rule("LP-INJ-047")
def test_fainting_from_sanity_is_no_transient_state(table: Table) -> None:
    table.pc("mike", sanity=1)
    give(table, "mike", "dazed")
    table.do(life.ChangeSanity(who=(table.ids["mike"],), by=-1))
    answer(table, "faint", "unconscious")
    assert table.states("mike") == ["dazed", "unconscious"]


@pytest.mark.rule("LP-INJ-049")
def test_the_unconscious_do_nothing(table: Table) -> None:
    fight(table)
    who = table.ids["mike"]
    go_to(table, "action", 1)
    table.do(CallCheck(who=(who,), kind="FLX", purpose="dodge", difficulty=6))
    give(table, "mike", "unconscious")
    assert not [c for c in table.state.checks.values() if c.who == who]
    assert table.refused(RollCheck(who=who, kind="FLX", difficulty=6)).code == "cannot-roll"
    assert table.refused(Observe(who=who)).code == "cannot-act"
    assert table.refused(Talk(who=who, text="help")).code == "cannot-act"
    assert table.refused(Act(who=who, text="run")).code == "cannot-act"
    assert injuries.is_static(table.who("mike")) and injuries.status(table.who("mike")) == "unconscious"
    pass_slots(table)
    assert table.state.crisis.slots[who] == "skipped"
    go_to(table, "initiative", 6)
    assert table.states("mike") == ["unconscious"]


@pytest.mark.rule("LP-INJ-049")
def test_an_ally_wakes_from_the_next_round_on(table: Table) -> None:
    fight(table)
    table.set_band("mike", "jessica", "touch")
    go_to(table, "action", 1, first=("jessica",))
    give(table, "mike", "unconscious")
    wake = actions.Help(who=table.ids["jessica"], does="wake", whom=table.ids["mike"])
    assert table.refused(wake).code == "wakes-next-round"
    go_to(table, "action", 2, first=("jessica",))
    table.do(wake)
    assert table.states("mike") == []


@pytest.mark.rule("LP-INJ-034")
def test_who_cannot_act_may_still_defend(table: Table) -> None:
    fight(table)
    who = table.ids["mike"]
    go_to(table, "action", 1)
    give(table, "mike", "stunned", "severe_wound")
    assert injuries.is_static(table.who("mike")) and injuries.status(table.who("mike")) == "cannot_act"
    table.do(CallCheck(who=(who,), kind="FLX", purpose="dodge", difficulty=6))
    table.do(RollCheck(who=who), [4, 5, 6])
    table.do(Talk(who=who, text="help"))
    table.do(Observe(who=who))


# Pairs, caps, repeats ------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-INJ-064", "LP-INJ-069")
@pytest.mark.parametrize(
    ("states", "new", "after"),
    [
        (("injured_hand:left:tended",), "injured_hand:right", ["both_hands_injured"]),
        (("injured_hand:left:tended",), "injured_hand:right:tended", ["both_hands_injured+"]),
        (("injured_foot:left",), "injured_foot:right", ["both_feet_injured"]),
        (("injured_eye:left",), "injured_eye:right", ["blinded"]),
        (("injured_eye:left",), "injured_eye:left", ["injured_eye:left"]),
        (("injured_eye:left:tended",), "injured_eye:left", ["injured_eye:left+"]),
        (("both_hands_injured:tended",), "injured_hand:left", ["both_hands_injured+"]),
        (("injured_hand:left",), "both_hands_injured", ["both_hands_injured"]),
        (("injured_hand:left",), "both_hands_injured:tended", ["both_hands_injured"]),
        (("ruptured_eardrum",), "ruptured_eardrum", ["ruptured_eardrum"]),
    ],
)
def test_both_of_a_pair_merge(states: tuple[str, ...], new: str, after: list[str]) -> None:
    assert gained(states, new) == after


@pytest.mark.rule("LP-INJ-064")
def test_a_merged_state_counts_from_the_start() -> None:
    eye = Injury(id="injured_eye", side="left", counted=2, marked=True)
    after, steps = apply_gain((eye,), Injury(id="injured_eye", side="right"))
    assert [(i.id, i.counted, i.marked) for i in after] == [("blinded", 0, False)]
    assert [s.what for s in steps] == ["merged"]


@pytest.mark.rule("LP-INJ-069")
@pytest.mark.parametrize("state", ["on_fire", "bleeding", "embedded_object", "blood_loss", "cardiac_arrest"])
def test_the_same_again_keeps_its_count(state: str) -> None:
    running = Injury(id=state, counted=2, marked=True)
    after, steps = apply_gain((running,), Injury(id=state))
    assert after == (running,)
    assert [s.what for s in steps] == ["kept"]


@pytest.mark.rule("LP-INJ-069", "LP-INJ-013")
def test_on_fire_twice_burns_once_a_round(table: Table) -> None:
    fight(table)
    give(table, "mike", "on_fire")
    assert table.refused(ChangeState(who=(table.ids["mike"],), add=("on_fire",))).code == "no-change"
    go_to(table, "neutral", 2)
    assert table.states("mike") == ["on_fire", "burn"]


@pytest.mark.rule("LP-INJ-053", "LP-INJ-054", "LP-INJ-060", "LP-INJ-061", "LP-INJ-066")
@pytest.mark.parametrize(
    ("states", "alone", "aided"),
    [
        (("injured_foot:left",), "crawl", "walk"),
        (("injured_foot:left:tended",), "walk", "sprint"),
        (("both_feet_injured",), "crawl", "crawl"),
        (("both_feet_injured:tended",), "crawl", "walk"),
        (("injured_foot:left:tended", "prone"), "crawl", "crawl"),
        (("prone",), "crawl", "crawl"),
        ((), None, None),
        (("light_wound",), None, None),
    ],
)
def test_speed_caps(states: tuple[str, ...], alone: str | None, aided: str | None) -> None:
    assert speed_cap(person(*states), by_vehicle=False) == alone
    assert speed_cap(person(*states, aid=True), by_vehicle=False) == aided
    assert speed_cap(person(*states), by_vehicle=True) is None


@pytest.mark.rule("LP-INJ-058", "LP-INJ-059")
@pytest.mark.parametrize(
    ("states", "hand", "lost"),
    [
        (("injured_hand:right:tended",), "right", {"OPR": -1, "PHY": -1}),
        (("injured_hand:right:tended",), "left", {}),
        (("injured_hand:right:tended",), "both", {"OPR": -1, "PHY": -1}),
        (("injured_hand:right:tended",), "", {}),
        (("both_hands_injured:tended",), "left", {"OPR": -1, "PHY": -1}),
        (("both_hands_injured:tended",), "", {}),
        (("injured_hand:right",), "left", {}),
    ],
)
def test_tended_hands_cost_dice_when_used(states: tuple[str, ...], hand: str, lost: dict[str, int]) -> None:
    assert losses(*states, hand=hand) == lost


@pytest.mark.rule("LP-INJ-051", "LP-INJ-052", "LP-INJ-054", "LP-INJ-057", "LP-INJ-063")
@pytest.mark.parametrize(
    ("state", "parts"),
    [
        ("injured_hand:right", ("hand:right",)),
        ("both_hands_injured", ("hands",)),
        ("injured_foot:left", ("foot:left",)),
        ("both_feet_injured", ("feet",)),
        ("blinded", ("eyes",)),
        ("blinded:tended", ("eyes",)),
        ("injured_hand:right:tended", ()),
        ("injured_eye:left", ()),
    ],
)
def test_what_cannot_be_used(state: str, parts: tuple[str, ...]) -> None:
    assert injuries.disabled(person(state)) == parts
    assert losses("blinded") == {}


@pytest.mark.rule("LP-INJ-056", "LP-INJ-057", "LP-INJ-062", "LP-INJ-063", "LP-NEU-017")
@pytest.mark.parametrize(("state", "tend"), [("injured_eye:left", "injured_eye"), ("blinded", "blinded")])
def test_eyes_fester_until_tended(table: Table, state: str, tend: str) -> None:
    fight(table)
    give(table, "mike", state)
    go_to(table, "initiative", 4)
    assert table.states("mike") == [tend]
    go_to(table, "neutral", 4)
    assert table.states("mike") == [tend, "infection"]
    go_to(table, "initiative", 7)
    assert table.states("mike") == [tend, "infection"]
    go_to(table, "neutral", 7)
    assert table.states("mike") == [tend, "severe_illness"]


@pytest.mark.rule("LP-INJ-062", "LP-INJ-063", "LP-NEU-017")
@pytest.mark.parametrize(("state", "tend", "when"), [("injured_eye:left", "injured_eye", 3), ("blinded", "blinded", 2)])
def test_tended_eyes_fester_no_more(table: Table, state: str, tend: str, when: int) -> None:
    fight(table)
    give(table, "mike", state)
    go_to(table, "action", when)
    table.do(Tend(who=table.ids["mike"], state=tend))
    go_to(table, "neutral", 9)
    assert table.states("mike") == [tend]
    assert neutral.upcoming(table.state) == ()


@pytest.mark.rule("LP-INJ-065")
def test_a_permanent_state_stays(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(
        STATES,
        "lost_ear",
        StateDef(id="lost_ear", name=Name("失耳", "Lost Ear"), kind="permanent", untended=Form(dice={"DSC": -1})),
    )
    table.pc("mike")
    give(table, "mike", "lost_ear")
    assert table.refused(Tend(who=table.ids["mike"], state="lost_ear")).code == "no-first-aid"
    table.do(PassTime(minutes=7 * 24 * 60, sleep=True))
    assert table.states("mike") == ["lost_ear"]
    assert pool(table, "mike", "DSC") == 4


@pytest.mark.rule("LP-INJ-035")
@pytest.mark.parametrize(
    ("value", "after"), [("suffocating", ["collapsed", "prone", "suffocating"]), ("refuse", ["collapsed", "prone"])]
)
def test_collapsing_in_water_asks(table: Table, monkeypatch: pytest.MonkeyPatch, value: str, after: list[str]) -> None:
    table.pc("mike")
    monkeypatch.setattr(type(table.session.ruleset), "environment_names", lambda self: {"water": Name("水", "water")})
    table.do(SetEnvironment(add=("water",)))
    give(table, "mike", "collapsed")
    answer(table, "drowning", value)
    assert table.states("mike") == after


# Death ---------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-INJ-067", "LP-NEU-030")
def test_death_in_the_neutral_phase(table: Table) -> None:
    fight(table)
    give(table, "mike", "cardiac_arrest", "bleeding")
    go_to(table, "initiative", 4)
    table.to_phase("neutral")
    assert injuries.status(table.who("mike")) == "dead"
    assert neutral.upcoming(table.state) == ()
    go_to(table, "action", 4)
    assert "mike" not in pass_slots(table)
    assert table.ids["mike"] not in table.state.crisis.slots
    before = table.who("mike").states
    go_to(table, "initiative", 9)
    assert table.who("mike").states == before
    assert not [t for t in table.tasks() if t.who == table.ids["mike"]]
    assert not [c for c in table.state.checks.values() if c.who == table.ids["mike"]]


@pytest.mark.rule("LP-INJ-067")
def test_death_takes_back_what_was_asked(table: Table) -> None:
    fight(table)
    who = table.ids["mike"]
    table.do(CallCheck(who=(who,), kind="PHY", difficulty=6))
    give(table, "mike", "severe_wound")
    give(table, "mike", "severe_illness")
    give(table, "mike", "burn")
    assert injuries.is_dead(table.who("mike"))
    assert not [c for c in table.state.checks.values() if c.who == who]
    assert asked(table, "second_severe") == []
    assert gained(("dead",), "burn") == ["dead"]


@pytest.mark.rule("LP-INJ-028", "LP-INJ-067")
def test_undoing_a_death_brings_everything_back(table: Table) -> None:
    """T14: the states, the checks owed and the questions return together."""
    fight(table)
    table.do(CallCheck(who=(table.ids["mike"],), kind="PHY", difficulty=6))
    give(table, "mike", "severe_wound", "bleeding")
    before = table.state
    give(table, "mike", "burn")
    after = table.state
    table.session.undo()
    assert table.state == before
    table.session.redo()
    assert table.state == after


# The command ---------------------------------------------------------------------------------------------------------


def test_refusals(table: Table) -> None:
    table.pc("mike")
    table.add("chair", "object")
    mike, chair = (table.ids["mike"],), (table.ids["chair"],)
    assert table.refused(ChangeState(who=mike, add=("flu",))).code == "unknown-state"
    assert table.refused(ChangeState(who=mike, add=("injured_hand",))).code == "needs-side"
    assert table.refused(ChangeState(who=mike, add=("burn:left",))).code == "not-a-choice"
    assert table.refused(ChangeState(who=mike, remove=("burn",))).code == "state-not-there"
    assert table.refused(ChangeState(who=(*mike, "npc-999"), add=("burn",))).code == "unknown-person"
    assert table.refused(ChangeState(who=chair, add=("stunned",))).code == "not-for-objects"
    assert table.refused(Tend(who="npc-999", state="burn")).code == "unknown-person"


def test_many_at_once_is_one_step(table: Table) -> None:
    for name in ("thug 1", "thug 2", "thug 3"):
        table.npc(name)
    everyone = tuple(table.ids.values())
    done = table.do(ChangeState(who=everyone, add=("prone",)))
    assert isinstance(done, Accepted)
    assert all(table.states(n) == ["prone"] for n in table.ids)
    table.do(ChangeState(who=everyone, remove=("prone",)))
    table.session.undo(2)
    assert not any(table.states(n) for n in table.ids)


@pytest.mark.rule("LP-INJ-033")
def test_what_comes_next_is_shown(table: Table) -> None:
    fight(table)
    give(table, "mike", "bleeding", "on_fire")
    assert [(r.state, r.what, r.counted, r.threshold, r.round) for r in neutral.upcoming(table.state)] == [
        ("bleeding", "infection", 0, 3, 4),
        ("on_fire", "burn", 0, 1, 2),
    ]


def test_a_state_the_table_no_longer_holds_does_nothing() -> None:
    ghost = Person(id="pc-001", name="Mike", kind="pc", side="party", tag="1", states=(Injury(id="gone"),))
    assert injuries.status(ghost) == "able"
    assert dice_lines(ghost, "PHY") == ()
    assert speed_cap(ghost, by_vehicle=False) is None
