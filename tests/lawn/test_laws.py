"""Laws of Lawn Parlour alone: figures and bands, what is under way, what is prepared (see ``tests/test_laws.py``)."""

from __future__ import annotations

import re
from itertools import combinations

from hypothesis import given, settings

from gmconsole.core.commands import FieldSet
from gmconsole.core.session import Accepted, Session
from gmconsole.encounter import Encounter
from gmconsole.rulesets.lawn import RULESET, actions, crisis, injuries, slots
from gmconsole.rulesets.lawn.distance import BandDirected
from gmconsole.rulesets.lawn.life import LifeChanged
from gmconsole.rulesets.lawn.state import LawnState

from ..laws import keeps_secrets, plays, texts
from . import play


def bands_hold(state: LawnState, directed: set[frozenset[str]]) -> None:
    for a, row in state.bands.items():
        for b, band in row.items():
            if frozenset((a, b)) not in directed:
                assert state.bands[b][a] == band
    if state.mode != "crisis":
        return
    owed = {t.kind for t in RULESET.agenda(state)}
    leaving = any(q.kind in ("outside", "leaves") for q in state.questions.values())
    for a, b in combinations([p for p in state.entities.values() if p.presence == "in"], 2):
        band = state.bands.get(a.id, {}).get(b.id)
        if not (a.kind == b.kind == "object"):
            assert band is not None or "band" in owed
            assert band != "extreme" or leaving or "band" in owed


def figures_hold(state: LawnState, corrected: set[str]) -> None:
    for p in state.entities.values():
        assert 0 <= p.life <= 999
        assert 0 <= p.sanity <= 99
        if p.id not in corrected:
            assert p.life <= p.life_max
            assert p.sanity <= p.sanity_max
        if p.kind == "pc":
            assert p.life == 0 == p.life_max
        for held in p.load.values():
            assert 0 <= held.now <= held.full


@settings(max_examples=300)
@given(plays(60))
def test_laws_5_and_7_bands_and_figures(how: tuple[int, list[int]]) -> None:
    session = play.table(how[0])
    directed: set[frozenset[str]] = set()
    corrected: set[str] = set()
    bands_hold(session.state, directed)
    for step in how[1]:
        done = session.execute(play.command(step, session.state))
        if not isinstance(done, Accepted):
            continue
        for event in done.entry.events:
            if isinstance(event, BandDirected):
                directed.add(frozenset((event.a, event.b)))
            elif isinstance(event, FieldSet) and event.field.partition("_")[0] in ("life", "sanity"):
                corrected.add(event.who)
            elif isinstance(event, LifeChanged):
                assert event.after <= max(event.after_max, event.before)
        bands_hold(session.state, directed)
        figures_hold(session.state, corrected)


def open_things_hold(state: LawnState) -> None:
    """What is under way hangs together: nothing waits for something that is not there any more."""
    for attack in state.attacks.values():
        assert attack.waits in {*state.checks, *state.opposed, *state.questions}, attack
        assert None not in (state.person(attack.who), state.person(attack.target)), attack
    for check in state.checks.values():
        assert check.serves != "attack" or check.ref in state.attacks, check
        assert check.serves != "opposed" or check.ref in state.opposed, check
    for who, hold in state.restraints.items():
        held, holder = state.entities[who], state.entities[hold.holder]
        assert injuries.has(held, "restrained") and injuries.has(holder, "holding"), (who, hold)
    for person in state.entities.values():
        holds = any(hold.holder == person.id for hold in state.restraints.values())
        assert holds or not injuries.has(person, "holding"), person
    for question in state.questions.values():
        about = set(re.findall(r"\bcheck-\d+\b", f"{question.key} {question.ref}"))
        assert not about or about & set(state.checks), question
    for light in state.lights.values():
        assert state.person(light.carrier) is not None, light
    assert actions.turn(state) == state.crisis.turn


@settings(max_examples=200)
@given(plays(60))
def test_what_is_under_way_hangs_together_and_a_slot_comes_once(how: tuple[int, list[int]]) -> None:
    session = play.table(how[0])
    used: set[str] = set()
    for step in how[1]:
        done = session.execute(play.command(step, session.state))
        if not isinstance(done, Accepted):
            continue
        for event in done.entry.events:
            if isinstance(event, crisis.RoundCleared | crisis.CrisisStarted | crisis.CrisisEnded):
                used = set()
            elif isinstance(event, slots.SlotTaken):
                assert event.who not in used, "a slot comes once a round"
                used.add(event.who)
        open_things_hold(session.state)
        RULESET.tell(session.state, done.entry.events, "players")


def test_law_6_what_is_prepared_stays_with_the_gm() -> None:
    """Dangers that have not come, people who wait outside, notes, clocks, new names of the hidden."""
    encounter = Encounter(Session(RULESET, RULESET.new_state("Wood"), seed=1))
    for line in (
        "add pc Jessica",
        "add npc zqxOgre outside",
        "add npc Wolf",
        "add npc zqxBear hidden",
        "hazard zqxpit FLX D6 fail prone",
        "note zqxplan",
        "note zqxally on wolf",
        "clock zqxdoom 4",
        "rename zqxBear zqxGrizzly",
        "pending fuse zqxbomb",
        "band jessica wolf near",
        "band jessica zqxGrizzly far",
        "band wolf zqxGrizzly far",
        "start crisis",
        "difficulty D6",
        "initiative jessica",
        "next",
        "clock zqxdoom +1",
    ):
        done = encounter.run(line)
        assert isinstance(done, Accepted), (line, done)
        keeps_secrets(play, encounter)
    assert {c.name: c.tag for c in encounter.board("players").cards.values()} == {"Jessica": "1", "Wolf": "a"}
    encounter.run("rename zqxGrizzly Bear")
    encounter.run("reveal Bear")
    assert {c.name: c.tag for c in encounter.board("players").cards.values()} == {
        "Jessica": "1",
        "Wolf": "a",
        "Bear": "b",
    }
    encounter.run("hazard zqxpit on jessica")
    assert any("zqxpit" in text for text in texts(encounter)), "now it has come"
