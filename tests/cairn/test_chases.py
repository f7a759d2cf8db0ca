"""Chases: rounds of moves with saves that the Warden calls, and the bands that they change (A31 of CA-RET-001)."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gmconsole.core.codec import Codec, plain
from gmconsole.core.commands import Remove, SetField
from gmconsole.core.questions import Answer
from gmconsole.core.rounds import Phase
from gmconsole.core.session import Accepted
from gmconsole.language.driver import Driver
from gmconsole.rulesets.cairn import RULESET, chases, turns
from gmconsole.rulesets.cairn.actions import Foes, Hold, Move, Risk
from gmconsole.rulesets.cairn.attacks import Strike
from gmconsole.rulesets.cairn.harm import Harm
from gmconsole.rulesets.cairn.morale import Surrender
from gmconsole.rulesets.cairn.state import BANDS

from .conftest import Table
from .test_rounds import turn, weaken


def begin(table: Table, quarry: str = "opponents") -> None:
    table.do(turns.Start(kind="chase", quarry=quarry))


@pytest.fixture
def chase(table: Table) -> Table:
    """Bryn and Oda pursue a thief who is far from both."""
    table.pc("Bryn", DEX=11, dice=(8,))
    table.pc("Oda", dice=(6,))
    table.foe("Thief", hp=4, DEX=14, dice=(6,))
    table.band("Bryn", "Thief", "far")
    table.band("Oda", "Thief", "far")
    begin(table)
    return table


def run(table: Table, **feet: int) -> None:
    """Everybody named runs that far in their side's turn, the others of the side hold, and the next turn begins."""
    for c in turns.undeclared(table.state):
        if feet.get(c.name, 0):
            table.do(Move(who=c.id, feet=feet[c.name]))
    if turns.undeclared(table.state):
        table.do(Hold(who=tuple(c.id for c in turns.undeclared(table.state))))
    table.next()


def band(table: Table, a: str, b: str) -> str:
    return table.state.bands[table.ids[a]][table.ids[b]]


@pytest.mark.rule("CA-RET-001")
def test_a_chase_runs_in_the_same_two_turns_and_asks_for_no_save_by_itself(chase: Table) -> None:
    assert turn(chase) == (1, "pcs") and chase.state.fight.kind == "chase"
    assert not chase.state.calls and chase.state.fight.quarry == "opponents"
    run(chase, Bryn=80, Oda=80)
    assert turn(chase) == (1, "opponents")
    run(chase, Thief=80)
    assert turn(chase) == (2, "pcs") and chase.state.clock == 10
    assert not chase.state.questions


@pytest.mark.rule("CA-RET-001")
@pytest.mark.parametrize(("lang", "line", "side"), [("en", "accept", "opponents"), ("zh", "回答 q-001 玩家方", "pcs")])
def test_the_warden_says_who_is_on_the_run(table: Table, lang: str, line: str, side: str) -> None:
    table.pc("Sorrel")
    table.foe("Wolf")
    table.do(turns.Start(kind="chase"))
    (task,) = table.tasks("question")
    assert (task.kind, task.blocking, table.state.fight.quarry) == ("question:quarry", True, "")
    assert chases.runners(table.state) == chases.pursuers(table.state) == ()
    assert isinstance(Driver(table.session, lang).run(line), Accepted)
    assert table.state.fight.quarry == side and not table.state.questions
    assert [c.side for c in chases.runners(table.state)] == [side]


@pytest.mark.rule("CA-RET-001", "CA-ACT-003")
def test_feet_are_added_up_and_shown(chase: Table) -> None:
    bryn, thief = chase.ids["Bryn"], chase.ids["Thief"]
    run(chase, Bryn=80, Oda=40)
    run(chase, Thief=60)
    done = chase.do(Move(who=bryn, feet=40))
    assert dict(chase.state.fight.covered) == {bryn: 120, chase.ids["Oda"]: 40, thief: 60}
    (said,) = RULESET.tell(chase.state, done.entry.events, "gm")
    assert (said.fields["feet"], said.fields["covered"]) == (40, 120)
    (task,) = [t for t in chase.tasks("declare") if t.who == bryn]
    assert [m.fields["covered"] for m in task.detail] == [120]


@pytest.mark.rule("CA-RET-001")
@pytest.mark.parametrize(
    ("hunter", "quarry", "after"),
    [
        (80, 40, "near"),
        (40, 80, "out_of_sight"),
        (80, 41, "far"),
        (80, 80, "far"),
        (80, 0, "near"),
        (0, 40, "out_of_sight"),
    ],
)
def test_a_difference_of_40_ft_proposes_a_band(table: Table, hunter: int, quarry: int, after: str) -> None:
    table.pc("Bryn")
    table.foe("Thief")
    table.band("Bryn", "Thief", "far")
    begin(table)
    run(table, Bryn=hunter)
    run(table, Thief=quarry)
    asked = [q.kind for q in table.state.questions.values()]
    assert asked == ([] if after == "far" else ["pace"])
    assert band(table, "Bryn", "Thief") == "far", "only a proposal so far"
    if asked:
        (change,) = next(iter(table.state.questions.values())).changes
        assert (change.before, change.after) == ("far", after)
        table.answer("yes")
    assert band(table, "Bryn", "Thief") == after == band(table, "Thief", "Bryn")


@pytest.mark.rule("CA-RET-001")
def test_a_proposal_may_be_refused(chase: Table) -> None:
    run(chase, Bryn=80, Oda=80)
    run(chase, Thief=40)
    (question,) = chase.state.questions.values()
    assert [(c.a, c.b) for c in question.changes] == [(chase.ids["Thief"], chase.ids[n]) for n in ("Bryn", "Oda")]
    (task,) = chase.tasks("question")
    assert task.refuse == Answer(question=question.id, value="refuse")
    chase.refused(Phase(), "still-owed")
    chase.answer("refuse")
    assert (band(chase, "Bryn", "Thief"), band(chase, "Oda", "Thief")) == ("far", "far")


@pytest.mark.rule("CA-RET-001")
def test_one_question_for_each_who_is_chased_and_only_pairs_that_differ(table: Table) -> None:
    for name in ("Sorrel", "Gant"):
        table.pc(name)
    for name in ("Wolf", "Rider"):
        table.foe(name)
    for a in ("Sorrel", "Gant"):
        for b in ("Wolf", "Rider"):
            table.band(a, b, "far")
    begin(table, "pcs")
    run(table, Sorrel=80, Gant=40)
    run(table, Wolf=80, Rider=40)
    asked = {
        table.state.entities[q.who].name: [(table.state.entities[c.b].name, c.after) for c in q.changes]
        for q in table.state.questions.values()
    }
    assert asked == {"Sorrel": [("Rider", "out_of_sight")], "Gant": [("Wolf", "near")]}


@pytest.mark.rule("CA-RET-001", "CA-ACT-005")
def test_a_failed_risky_run_covers_no_feet_of_the_action(chase: Table) -> None:
    bryn = chase.ids["Bryn"]
    chase.do(Move(who=bryn, feet=80))
    chase.do(Risk(who=bryn, attribute="DEX", why="through the bog", spoils=True))
    chase.hold("Oda")
    chase.save("Bryn", 12)
    assert (chase.state.fight.moved[bryn], chase.state.fight.covered[bryn]) == (40, 40)
    chase.next()
    run(chase, Thief=80)
    (question,) = chase.state.questions.values()
    assert {c.b for c in question.changes} == {bryn, chase.ids["Oda"]}, "80 against 40 and 0"
    chase.session.undo(4)
    chase.save("Bryn", 11)
    assert (chase.state.fight.moved[bryn], chase.state.fight.covered[bryn]) == (80, 80)


@pytest.mark.rule("CA-RET-001", "CA-RND-004")
def test_out_of_sight_of_all_asks_whether_they_have_escaped(chase: Table) -> None:
    run(chase, Bryn=40, Oda=40)
    run(chase, Thief=80)
    assert chase.state.clock == 10
    chase.answer("yes", "pace")
    assert band(chase, "Bryn", "Thief") == "out_of_sight"
    (task,) = chase.tasks("question")
    assert task.kind == "question:escaped" and task.who == chase.ids["Thief"]
    chase.answer("no", "escaped")
    assert not chase.who("Thief").away
    run(chase, Bryn=40, Oda=40)
    run(chase, Thief=40)
    chase.answer("yes", "escaped")
    assert chase.who("Thief").away == "fled"
    assert (chase.state.mode, chase.state.fight.result, chase.state.clock) == ("calm", "opponents_fled", 20)


@pytest.mark.rule("CA-RET-001", "CA-RND-004")
def test_pcs_who_escape_have_retreated(table: Table) -> None:
    for name in ("Sorrel", "Gant"):
        table.pc(name)
    table.foe("Wolf")
    table.band("Sorrel", "Wolf", "out_of_sight")
    begin(table, "pcs")
    run(table, Sorrel=80, Gant=80)
    run(table, Wolf=80)
    assert [(q.kind, q.who) for q in table.state.questions.values()] == [("escaped", table.ids["Sorrel"])]
    table.answer("yes")
    assert table.who("Sorrel").away == "retreated" and table.state.mode == "fight"
    table.band("Gant", "Wolf", "far")
    run(table, Gant=80)
    run(table)
    table.answer("yes", "pace")
    table.answer("yes", "escaped")
    assert (table.state.mode, table.state.fight.result) == ("calm", "party_fled")


@pytest.mark.rule("CA-RET-001")
def test_attacks_in_a_chase(chase: Table) -> None:
    chase.refused(Strike(who=chase.ids["Oda"], targets=(chase.ids["Thief"],)), "too-far-for-melee")
    chase.band("Oda", "Thief", "near")
    chase.do(Move(who=chase.ids["Oda"], feet=40))
    chase.strike("Oda", "Thief")
    chase.refused(Move(who=chase.ids["Oda"], feet=40), "already-acted")
    chase.do(Move(who=chase.ids["Bryn"], feet=80))
    chase.damage(3)
    assert chase.hp("Thief") == (1, 4)


@pytest.mark.rule("CA-RET-001")
def test_what_enter_declares_in_a_chase(chase: Table) -> None:
    bryn, thief = chase.ids["Bryn"], chase.ids["Thief"]
    oda = chase.ids["Oda"]
    pursuit = [Move(who=bryn, feet=80), Move(who=oda, feet=80)]
    assert [t.command for t in chase.tasks("declare")] == pursuit, "nobody to strike yet"
    run(chase, Bryn=80)
    (task,) = chase.tasks("declare")
    assert task.command == Move(who=thief, feet=80), "whoever is chased runs"
    chase.do(Move(who=thief, feet=30))
    (task,) = chase.tasks("declare")
    assert task.command == Move(who=thief, feet=50)
    chase.do(Foes())
    assert chase.state.fight.covered[thief] == 80
    chase.next()
    for question in list(chase.state.questions.values()):
        chase.do(Answer(question=question.id, value="refuse"))
    assert [t.command for t in chase.tasks("declare")] == pursuit


@pytest.mark.rule("CA-RET-001")
def test_pursuing_opponents_attack_who_is_near_and_else_run(table: Table) -> None:
    sorrel = table.pc("Sorrel")
    wolf, rider = table.foe("Wolf", dice=(6,)), table.foe("Rider", dice=(6,))
    table.band("Sorrel", "Rider", "out_of_sight")
    begin(table, "pcs")
    run(table, Sorrel=80)
    near, behind = table.tasks("declare")
    assert isinstance(near.command, Strike) and near.who == wolf and near.command.targets == (sorrel,)
    assert behind.command == Move(who=rider, feet=80)


@pytest.mark.rule("CA-RET-001")
def test_whoever_is_chased_runs_from_a_pursuer_near_too(table: Table) -> None:
    table.pc("Bryn", dice=(8,))
    thief = table.foe("Thief", dice=(6,))
    begin(table)
    run(table, Bryn=80)
    (task,) = table.tasks("declare")
    assert (band(table, "Bryn", "Thief"), task.command) == ("near", Move(who=thief, feet=80))


def test_what_a_chase_asked_is_void_when_it_ends(chase: Table) -> None:
    run(chase, Bryn=80, Oda=80)
    run(chase, Thief=40)
    assert chase.state.questions
    chase.do(turns.End())
    assert not chase.state.questions and chase.state.fight.result == "broken_off"


def test_only_a_chase_counts_feet(table: Table) -> None:
    bryn = table.pc("Bryn")
    table.foe("Goblin")
    table.start()
    table.do(Move(who=bryn, feet=80))
    assert (table.state.fight.covered, table.state.fight.quarry) == ({}, "")
    table.next()
    table.hold()
    table.next()
    assert not table.state.questions
    table.do(turns.End())
    table.refused(turns.Start(kind="chase", quarry="neutral"), "not-a-choice")


@pytest.mark.rule("CA-RET-001")
def test_whoever_cannot_run_is_neither_chased_nor_a_pursuer(chase: Table) -> None:
    weaken(chase, "Oda", condition="critical")
    run(chase, Bryn=80)
    run(chase, Thief=40)
    (question,) = chase.state.questions.values()
    assert [c.b for c in question.changes] == [chase.ids["Bryn"]]
    assert [c.id for c in chases.pursuers(chase.state)] == [chase.ids["Bryn"]]


@pytest.mark.rule("CA-RET-001")
@settings(max_examples=60, deadline=None)
@given(
    start=st.sampled_from(BANDS),
    hunter=st.integers(0, 80),
    quarry=st.integers(0, 80),
    side=st.sampled_from(("pcs", "opponents")),
)
def test_a_band_moves_by_one_step_and_only_the_right_way(start: str, hunter: int, quarry: int, side: str) -> None:
    table = Table()
    table.pc("Bryn")
    table.foe("Thief")
    table.band("Bryn", "Thief", start)
    begin(table, side)
    feet = {"Bryn": quarry, "Thief": hunter} if side == "pcs" else {"Bryn": hunter, "Thief": quarry}
    run(table, **feet)
    run(table, **feet)
    changes = [c for q in table.state.questions.values() for c in q.changes]
    step = sum(BANDS.index(c.after) - BANDS.index(c.before) for c in changes)
    apart = (quarry - hunter >= 40) - (hunter - quarry >= 40)
    assert step == min(max(BANDS.index(start) + apart, 0), 2) - BANDS.index(start)


@pytest.mark.rule("CA-RET-001")
@pytest.mark.parametrize(
    ("lang", "lines"),
    [
        (
            "en",
            (
                "start chase quarry opponents",
                "move bryn 80",
                'risk bryn DEX "the bog" spoils',
                "hold oda",
                "save bryn = 12",
                "next",
                "declare",
                "next",
                "accept",
                "accept",
            ),
        ),
        (
            "zh",
            (
                "开始 追逐 被追 对手方",
                "移动 Bryn 80",
                "冒险 Bryn 敏捷 “泥沼” 作废",
                "不动 Oda",
                "豁免 Bryn = 12",
                "下一步",
                "声明",
                "下一步",
                "接受",
                "接受",
            ),
        ),
    ],
)
def test_a_chase_in_lines(table: Table, lang: str, lines: tuple[str, ...]) -> None:
    table.pc("Bryn", DEX=11)
    table.pc("Oda")
    table.foe("Thief")
    for name in ("Bryn", "Oda"):
        table.band(name, "Thief", "far")
    driver = Driver(table.session, lang)
    for line in lines:
        done = driver.run(line)
        assert isinstance(done, Accepted), (line, done)
    assert (table.state.mode, table.state.fight.result) == ("calm", "opponents_fled")
    command = turns.Start(kind="chase", quarry="pcs")
    assert getattr(driver.parse(driver.line(command)), "command", None) == command
    assert Codec(RULESET).command(plain(command)) == command


def asked(table: Table) -> dict[tuple[str, str], list[tuple[str, str]]]:
    """What is asked about those who are chased: by kind and name, each pursuer's name with the band proposed."""
    name = {who: c.name for who, c in table.state.entities.items()}
    return {
        (q.kind, name[q.who]): [(name[c.b], f"{c.before}>{c.after}") for c in q.changes]
        for q in table.state.questions.values()
    }


@pytest.fixture
def hunted(table: Table) -> Table:
    """Sorrel and Gant are chased by a wolf and a rider who are near; both got 80 ft ahead of them in round 1."""
    for name in ("Sorrel", "Gant"):
        table.pc(name)
    for name in ("Wolf", "Rider"):
        table.foe(name)
    begin(table, "pcs")
    run(table, Sorrel=80, Gant=80)
    run(table)
    assert asked(table) == {
        ("pace", "Sorrel"): [("Wolf", "near>far"), ("Rider", "near>far")],
        ("pace", "Gant"): [("Wolf", "near>far"), ("Rider", "near>far")],
    }
    return table


@pytest.mark.rule("CA-RET-001")
def test_a_pair_that_the_warden_moves_is_no_longer_asked_about(hunted: Table) -> None:
    hunted.band("Sorrel", "Wolf", "out_of_sight")
    assert asked(hunted)["pace", "Sorrel"] == [("Rider", "near>far")]
    for question in list(hunted.state.questions.values()):
        hunted.do(Answer(question=question.id, value="yes"))
    assert (band(hunted, "Sorrel", "Wolf"), band(hunted, "Sorrel", "Rider")) == ("out_of_sight", "far")


@pytest.mark.rule("CA-RET-001")
def test_a_move_takes_the_stale_proposal_back_and_asks_whether_they_escaped(hunted: Table) -> None:
    wolf, rider = hunted.ids["Wolf"], hunted.ids["Rider"]
    stale = next(q.id for q in hunted.state.questions.values() if q.who == hunted.ids["Sorrel"])
    hunted.do(Move(who=hunted.ids["Sorrel"], feet=80, out_of_sight=(wolf, rider)))
    hunted.refused(Answer(question=stale, value="yes"), "no-such-question")
    assert [key for key in asked(hunted) if key[1] == "Sorrel"] == [("escaped", "Sorrel")]
    hunted.band("Sorrel", "Rider", "far")
    assert [key for key in asked(hunted) if key[1] == "Sorrel"] == [], "seen again"
    hunted.session.undo()
    hunted.answer("yes", "escaped")
    assert hunted.who("Sorrel").away == "retreated"


@pytest.mark.rule("CA-RET-001")
def test_nothing_is_asked_about_whoever_runs_or_pursues_no_more(hunted: Table) -> None:
    weaken(hunted, "Rider", condition="surrendered")
    hunted.band("Gant", "Wolf", "far")
    assert asked(hunted) == {("pace", "Sorrel"): [("Wolf", "near>far")]}
    weaken(hunted, "Sorrel", condition="captured")
    hunted.band("Gant", "Wolf", "near")
    assert asked(hunted) == {}


def lose_pursuers(table: Table, how: str) -> None:
    """Both pursuers are out of it: one gives up, the other dies or is removed."""
    rider = table.ids["Rider"]
    table.do(Surrender(who=(table.ids["Wolf"],)))
    table.do(Remove(who=rider) if how == "removed" else Harm(who=(rider,), amount=40))


@pytest.mark.rule("CA-RET-001", "CA-RND-004")
@pytest.mark.parametrize("how", ["removed", "dead"])
def test_with_no_pursuer_left_nobody_has_escaped_and_the_chase_is_won(hunted: Table, how: str) -> None:
    lose_pursuers(hunted, how)
    assert asked(hunted) == {}, "nobody hides from nobody"
    hunted.hold()
    hunted.next()
    assert (hunted.state.mode, hunted.state.fight.result) == ("calm", "opponents_defeated")
    assert not any(hunted.who(name).away for name in ("Sorrel", "Gant"))


@pytest.mark.rule("CA-RET-001", "CA-RND-004")
def test_pursuers_who_all_run_themselves_leave_nobody_who_escaped(hunted: Table) -> None:
    foes = (hunted.ids["Wolf"], hunted.ids["Rider"])
    hunted.do(SetField(who=foes, field="condition", value="fleeing"))
    assert asked(hunted) == {}
    run(hunted)
    hunted.next(force=True)
    assert (hunted.state.mode, hunted.state.fight.result) == ("calm", "opponents_fled")
    assert not hunted.who("Sorrel").away
