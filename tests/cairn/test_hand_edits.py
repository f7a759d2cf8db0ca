"""States written by hand: what this book cannot read is refused with its place."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from gmconsole.core.integrity import problems
from gmconsole.rulesets.cairn import RULESET
from gmconsole.rulesets.cairn.state import Act, CairnState, Combatant, Score

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
