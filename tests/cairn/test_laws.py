"""Laws of Cairn alone: its figures and morale, and that nobody is ever stuck (see ``tests/test_laws.py``)."""

from __future__ import annotations

from hypothesis import given, settings

from gmconsole.core.dice import TypedDice
from gmconsole.core.ruleset import Tx
from gmconsole.core.session import Accepted
from gmconsole.language.driver import Driver
from gmconsole.rulesets.cairn import RULESET, armour, conditions, flow, inventory, morale, turns
from gmconsole.rulesets.cairn.state import ATTRIBUTES, OUT, CairnState

from ..laws import STEP, plays
from . import play


def figures_hold(state: CairnState) -> None:
    for c in state.entities.values():
        assert c.hp >= 0
        assert 0 <= armour.effective(c) <= 3
        assert c.condition in ("", *OUT)
        for attribute in ATTRIBUTES:
            assert c.score(attribute).current >= 0
        if c.presence == "removed":
            continue
        assert c.hp <= c.hp_max
        for attribute in ATTRIBUTES:
            assert c.score(attribute).current <= c.score(attribute).maximum
        if not c.score("STR").current:
            assert conditions.is_dead(c), c
        if c.kind != "pc":
            assert not c.scars or c.condition, "only PCs are scarred"
        assert inventory.used(c) <= c.capacity or any(q.who == c.id for q in state.questions.values())


@settings(max_examples=150)
@given(plays(60))
def test_laws_5_and_7_figures_bands_and_morale(how: tuple[int, list[int]]) -> None:
    session = play.table(how[0])
    spent: set[tuple[str, str]] = set()
    for step in how[1]:
        done = session.execute(play.command(step, session.state))
        if not isinstance(done, Accepted):
            continue
        for event in done.entry.events:
            if isinstance(event, turns.FightStarted):
                spent = set()
            elif isinstance(event, morale.Shaken):
                for trigger, fires in (("first", event.first), ("half", event.half)):
                    assert not (fires and (event.group, trigger) in spent), "each trigger once per group and fight"
                    if fires:
                        spent.add((event.group, trigger))
        figures_hold(session.state)
        for a, row in session.state.bands.items():
            assert all(session.state.bands[b][a] == band for b, band in row.items())


@settings(max_examples=60)
@given(STEP)
def test_enter_alone_always_gets_on(seed: int) -> None:
    """Nobody is ever stuck: what the console proposes leads to the end of a turn, or asks what only the GM can say."""
    session = play.table(seed)
    driver = Driver(session)
    rng = play.Random(seed)
    for _ in range(60):
        head = next((t for t in RULESET.agenda(session.state) if t.blocking), None)
        if head is not None and head.command is None:
            line = {"declare": "hold", "scar:place": "tell"}.get(head.kind)
            done: object = (
                driver.run(f"{line} {head.who}" + (' "left hand"' if line == "tell" else "")) if line else None
            )
            if not isinstance(done, Accepted):
                choices = next((q.choices for q in session.state.questions.values()), ())
                word = rng.choice(choices) if choices else "1"
                question = next(iter(session.state.questions), "")
                done = driver.run(f"answer {question} {word}")
            assert isinstance(done, Accepted), (head, done)
            continue
        assert isinstance(driver.run("next"), Accepted) or session.state.mode == "calm", head


@settings(max_examples=100)
@given(plays(60))
def test_play_leaves_nothing_to_let_go(how: tuple[int, list[int]]) -> None:
    """What is looked at before each command, for what a hand wrote into a save, is in order wherever play leads."""
    session = play.table(how[0])
    for step in how[1]:
        session.execute(play.command(step, session.state))
        tx: Tx[CairnState] = Tx(RULESET, session.state, TypedDice(()))
        flow.let_go(tx)
        assert tx.events == []


SILENT = {
    "Asked",
    "TurnCleared",
    "TurnSettled",
    "MoraleLookedAt",
    "Reopened",
    "ActChanged",
    "CallDropped",
    "Struck",
    "QuarrySet",
}
"""Events of bookkeeping, about which another event of the same command says what there is to say."""


def test_every_event_has_a_sentence() -> None:
    quiet = {kind.__name__ for kind in RULESET.folds if kind not in RULESET.sayings}
    assert quiet <= SILENT, quiet - SILENT
