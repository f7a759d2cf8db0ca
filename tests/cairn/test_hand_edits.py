"""States written by hand: what this book cannot read is refused with its place."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from gmconsole.core.commands import Note
from gmconsole.core.integrity import problems
from gmconsole.rulesets.cairn import RULESET, turns
from gmconsole.rulesets.cairn.attacks import RollDamage
from gmconsole.rulesets.cairn.harm import Harm
from gmconsole.rulesets.cairn.recovery import PassTime
from gmconsole.rulesets.cairn.state import Act, CairnState, Combatant, Score

from .conftest import Table
from .test_weir import at


def edited(state: CairnState, key: str, **fields: object) -> CairnState:
    """The state with fields of somebody written otherwise."""
    who = next(c.id for c in state.entities.values() if c.key == key)
    return replace(state, entities={**state.entities, who: replace(state.entities[who], **fields)})


@pytest.fixture(scope="module")
def state() -> CairnState:
    return at("S4").state


def test_what_play_reaches_can_be(state: CairnState) -> None:
    assert problems(RULESET, state) == ()


@pytest.mark.parametrize(
    ("fields", "place"),
    [
        ({"kind": "ghost"}, "kind"),
        ({"side": "theirs"}, "side"),
        ({"condition": "sleepy"}, "condition"),
        ({"away": "home"}, "away"),
        ({"stance": "grim"}, "stance"),
        ({"hp": -1}, "hp"),
        ({"hp": 7}, "hp"),
        ({"scores": {"STR": Score(13, 12), "DEX": Score(), "WIL": Score()}}, "scores"),
        ({"scores": {"STR": Score(0, 12), "DEX": Score(), "WIL": Score()}}, "condition"),
        ({"scores": {"STR": Score(), "DEX": Score()}}, "scores"),
        ({"scores": {"STR": Score(), "DEX": Score(), "WIL": Score(), "LUK": Score()}}, "scores"),
    ],
)
def test_a_word_or_figure_nobody_has(state: CairnState, fields: dict[str, object], place: str) -> None:
    found = problems(RULESET, edited(state, "bryn", **fields))
    assert [p.path[:3] for p in found] == [("entities", "pc-001", place)]


def test_items_scars_acts_and_groups(state: CairnState) -> None:
    bryn: Combatant = state.entities["pc-001"]
    (item,) = bryn.items.values()
    (scar,) = bryn.scars.values()
    broken = edited(
        state,
        "bryn",
        items={"item-001": replace(item, kind="cloud", uses=3)},
        scars={"scar-001": replace(scar, entry=13, step="soon")},
    )
    fight = replace(broken.fight, acts={"pc-002": Act(who="pc-002", kind="attack", targets=("nobody",))})
    found = problems(RULESET, replace(broken, fight=fight, clock=-10, mode="war"))
    assert {".".join(map(str, p.path)) for p in found} == {
        "mode",
        "clock",
        "entities.pc-001.items.item-001.kind",
        "entities.pc-001.items.item-001.uses",
        "entities.pc-001.scars.scar-001.entry",
        "entities.pc-001.scars.scar-001.step",
        "fight.acts.pc-002",
    }


# What a hand has written is carried out before the next command ------------------------------------------------------


def by_hand(table: Table, name: str, **fields: object) -> None:
    """Write fields of somebody into the save, which nothing but the file's own check looks at."""
    who = table.ids[name]
    after = replace(table.state, entities={**table.state.entities, who: replace(table.state.entities[who], **fields)})
    assert problems(RULESET, after) == ()
    table.session.replace_state(after)


@pytest.fixture
def fray(table: Table) -> Table:
    """Bryn aims at one bandit and Oda at another."""
    for name in ("Bryn", "Oda"):
        table.pc(name, hp=6, dice=(8,))
    for name in ("M1", "M2"):
        table.foe(name, hp=4, STR=9, dice=(6,))
    table.start()
    table.strike("Bryn", "M1")
    table.strike("Oda", "M2")
    return table


@pytest.mark.rule("CA-ACT-004")
def test_nobody_strikes_at_somebody_dead_by_hand(fray: Table) -> None:
    by_hand(fray, "M1", condition="dead")
    fray.do(RollDamage())
    assert [c.name for c in turns.undeclared(fray.state)] == ["Bryn"], "what was offered is no more, and shows it"
    fray.refused(RollDamage(), "not-all-declared")
    fray.strike("Bryn", "M2")
    fray.damage(1, 1)
    fray.session.undo(3)
    fray.strike("Bryn", "M2")
    assert not turns.undeclared(fray.state), "declaring anew comes after it in the same step"


@pytest.mark.rule("CA-ACT-004")
def test_what_the_console_did_not_offer_is_refused_as_ever(fray: Table) -> None:
    by_hand(fray, "M1", condition="dead")
    fray.refused(Harm(who=(fray.ids["M1"],), amount=1), "dead-already")
    fray.do(Note(text="a word"))
    assert [c.name for c in turns.undeclared(fray.state)] == ["Bryn"]


@pytest.mark.rule("CA-CRT-008")
def test_the_hour_of_somebody_critical_by_hand_runs(table: Table) -> None:
    table.pc("Tam")
    by_hand(table, "Tam", condition="critical")
    table.refused(PassTime(amount=61), "would-die")
    table.do(PassTime(amount=30))
    assert table.who("Tam").death_at == 3600
    table.do(PassTime(amount=30, anyway=True))
    assert table.who("Tam").condition == "dead"


@pytest.mark.rule("CA-CRT-011")
def test_the_dead_by_hand_owe_no_save(fray: Table) -> None:
    fray.do(Harm(who=(fray.ids["M1"],), amount=6))
    assert [c.kind for c in fray.state.calls.values()] == ["strength"]
    by_hand(fray, "M1", condition="dead")
    fray.do(Note(text="a word"))
    assert not fray.state.calls
