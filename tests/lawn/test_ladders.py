"""The two ladders as data: every class, every band, both directions; and the rules around them."""

from __future__ import annotations

from itertools import permutations

import pytest

from gmconsole.rulesets.lawn import ladders
from gmconsole.rulesets.lawn.ladders import Part
from gmconsole.rulesets.lawn.state import BANDS, SPEED_CLASSES

# Columns: the band at the start, Touch to Extreme; cells: the band one round later at most.
STEP3 = {
    ("powered", "approach"): "touch touch touch touch far",
    ("powered", "retreat"): "far far far extreme extreme",
    ("sprint", "approach"): "touch touch touch medium far",
    ("sprint", "retreat"): "medium medium far extreme extreme",
    ("walk", "approach"): "touch touch touch far extreme",
    ("walk", "retreat"): "medium medium medium far extreme",
    ("crawl", "approach"): "touch touch medium far extreme",
    ("crawl", "retreat"): "near near medium far extreme",
}
STEP5 = {
    ("powered", "approach"): "touch touch near medium far",
    ("powered", "retreat"): "near medium far extreme extreme",
    ("sprint", "approach"): "touch touch near medium far",
    ("sprint", "retreat"): "near medium far extreme extreme",
    ("walk", "approach"): "touch touch near far extreme",
    ("walk", "retreat"): "near medium medium far extreme",
    ("crawl", "approach"): "touch touch medium far extreme",
    ("crawl", "retreat"): "near near medium far extreme",
}


def cells(table):
    return [
        (cls, direction, start, end)
        for (cls, direction), row in table.items()
        for start, end in zip(BANDS, row.split(), strict=True)
    ]


@pytest.mark.rule(
    "LP-MOV-016",
    "LP-MOV-017",
    "LP-MOV-018",
    "LP-MOV-019",
    "LP-MOV-020",
    "LP-MOV-021",
    "LP-MOV-022",
    "LP-MOV-023",
    "LP-MOV-024",
    "LP-MOV-028",
    "LP-MOV-075",
)
@pytest.mark.parametrize(("cls", "direction", "start", "end"), cells(STEP3))
def test_step_3(cls, direction, start, end):
    assert ladders.step3(cls, start, direction) == end


@pytest.mark.rule("LP-MOV-037", "LP-MOV-038", "LP-MOV-039", "LP-MOV-040", "LP-MOV-042", "LP-MOV-075")
@pytest.mark.parametrize(("cls", "direction", "start", "end"), cells(STEP5))
def test_step_5(cls, direction, start, end):
    assert ladders.step5(cls, start, direction) == end


@pytest.mark.rule("LP-MOV-009")
def test_the_order_of_the_classes():
    assert SPEED_CLASSES == ("crawl", "walk", "sprint", "powered")
    assert [ladders.speed(c) for c in SPEED_CLASSES] == [0, 1, 2, 3]


@pytest.mark.rule("LP-MOV-014")
def test_the_lowest_class_counts_and_no_cap_is_no_class():
    assert ladders.lowest("sprint", "crawl", "walk") == "crawl"
    assert ladders.lowest("sprint", "", "") == "sprint"


@pytest.mark.rule("LP-MOV-047")
def test_a_raised_class_ends_at_powered():
    assert ladders.raised("sprint", 1) == "powered"
    assert ladders.raised("powered", 1) == "powered"
    assert ladders.raised("crawl", 2) == "sprint"


def rounds_to_touch(cls, band):
    path = []
    while band != "touch":
        after = ladders.step3(cls, band, "approach")
        if after == band:
            return None
        path.append(after)
        band = after
    return path


@pytest.mark.rule("LP-MOV-025")
@pytest.mark.parametrize(
    ("cls", "start", "path"),
    [
        ("powered", "far", ["touch"]),
        ("powered", "extreme", ["far", "touch"]),
        ("sprint", "medium", ["touch"]),
        ("sprint", "far", ["medium", "touch"]),
        ("sprint", "extreme", ["far", "medium", "touch"]),
        ("walk", "medium", ["touch"]),
        ("walk", "far", None),
        ("crawl", "near", ["touch"]),
        ("crawl", "medium", None),
    ],
)
def test_rounds_needed_to_close_in(cls, start, path):
    assert rounds_to_touch(cls, start) == path


@pytest.mark.rule("LP-MOV-026", "LP-MOV-041")
@pytest.mark.parametrize(
    ("start", "maximum", "allowed"),
    [
        ("far", "medium", ("medium", "far")),
        ("medium", "touch", ("touch", "near", "medium")),
        ("far", "touch", ("touch", "near", "medium", "far")),
        ("medium", "far", ("far", "medium")),
        ("near", "near", ("near",)),
    ],
)
def test_moving_less(start, maximum, allowed):
    assert ladders.options(start, maximum) == allowed
    assert {ladders.shortened(start, maximum, stop) for stop in BANDS} == set(allowed)
    assert ladders.shortened(start, maximum, "") == maximum


@pytest.mark.rule("LP-MOV-043")
@pytest.mark.parametrize(
    ("cls", "rolled"),
    [
        ("powered", "touch near medium far extreme"),
        ("sprint", "touch near medium far extreme"),
        ("walk", "touch near medium"),
        ("crawl", "touch near"),
    ],
)
def test_no_check_where_neither_result_changes_anything(cls, rolled):
    assert [b for b in BANDS if ladders.can_change(cls, b)] == rolled.split()


@pytest.mark.rule("LP-MOV-055")
@pytest.mark.parametrize(
    ("a", "b", "start", "end"),
    [
        (Part("sprint"), Part("sprint"), "far", "touch"),
        (Part("sprint", "far"), Part("sprint"), "far", "medium"),
        (Part("sprint", "medium"), Part("sprint"), "far", "medium"),
        (Part("walk"), Part("walk"), "far", "far"),
        (Part("sprint"), Part("walk"), "far", "touch"),
        (Part("sprint"), Part("walk", "medium"), "far", "medium"),
        (Part("crawl"), Part("crawl"), "near", "touch"),
        (Part("powered"), Part("crawl"), "extreme", "far"),
        (Part("powered"), Part("sprint"), "extreme", "medium"),
    ],
)
def test_both_approach(a, b, start, end):
    assert ladders.both(a, b, start, "approach") == end
    assert ladders.both(b, a, start, "approach") == end


@pytest.mark.rule("LP-MOV-056")
@pytest.mark.parametrize(
    ("a", "b", "start", "end"),
    [
        (Part("sprint"), Part("sprint"), "touch", "far"),
        (Part("sprint"), Part("sprint"), "medium", "far"),
        (Part("walk"), Part("walk"), "touch", "medium"),
        (Part("sprint"), Part("sprint"), "far", "extreme"),
        (Part("powered"), Part("powered"), "touch", "far"),
        (Part("sprint"), Part("crawl"), "touch", "medium"),
        (Part("sprint", "near"), Part("crawl"), "touch", "near"),
    ],
)
def test_both_retreat(a, b, start, end):
    assert ladders.both(a, b, start, "retreat") == end
    assert ladders.both(b, a, start, "retreat") == end


@pytest.mark.rule("LP-MOV-058", "LP-MOV-059")
@pytest.mark.parametrize(
    ("mover", "target", "start", "end"),
    [
        ("sprint", "", "medium", "touch"),
        ("sprint", "walk", "medium", "touch"),
        ("sprint", "sprint", "medium", "near"),
        ("walk", "sprint", "medium", "medium"),
        ("sprint", "powered", "medium", "medium"),
        ("crawl", "crawl", "near", "touch"),
        ("walk", "walk", "far", "far"),
    ],
)
def test_a_target_that_moves_elsewhere(mover, target, start, end):
    assert ladders.freely(mover, target, start, "approach") == end


@pytest.mark.rule("LP-MOV-063")
@pytest.mark.parametrize(
    ("bands", "fine"),
    [
        (("near", "near", "far"), False),
        (("near", "near", "medium"), True),
        (("medium", "near", "medium"), True),
        (("near", "medium", "far"), True),
        (("touch", "touch", "medium"), False),
        (("near", "medium", "extreme"), False),
        (("far", "far", "far"), True),
    ],
)
def test_three_bands_fit_or_not(bands, fine):
    assert {ladders.fits(*order) for order in permutations(bands)} == {fine}


def test_the_opposite_direction():
    assert [ladders.opposite("approach"), ladders.opposite("retreat")] == ["retreat", "approach"]
