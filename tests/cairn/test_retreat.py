"""Retreat: a DEX save, a safe place, and comrades carried along (CA-RET-001, -002)."""

from __future__ import annotations

import pytest

from gmconsole.core.codec import Codec, plain
from gmconsole.core.model import Rejected
from gmconsole.core.session import Accepted
from gmconsole.language.driver import Driver
from gmconsole.rulesets.cairn import RULESET, conditions, retreat, turns
from gmconsole.rulesets.cairn.actions import Foes, Move, Other, Risk, Withdraw
from gmconsole.rulesets.cairn.attacks import RollDamage, Strike
from gmconsole.rulesets.cairn.harm import Harm
from gmconsole.rulesets.cairn.retreat import Retreat
from gmconsole.rulesets.cairn.saves import Safe, Save

from .conftest import Table
from .test_rounds import pass_turn, turn, weaken

PLACE = "the boat under the bridge"


@pytest.fixture
def fight(table: Table) -> Table:
    """A (DEX 12) and B (DEX 14) against a goblin, the PCs' turn of round 1."""
    table.pc("A", DEX=12, hp=4)
    table.pc("B", DEX=14, hp=4)
    table.foe("Goblin", dice=(6,))
    table.start()
    return table


@pytest.mark.rule("CA-RET-001", "CA-RET-002")
def test_a_passed_save_and_they_are_out_of_the_fight(fight: Table) -> None:
    a = fight.ids["A"]
    fight.do(Retreat(who=a, place=PLACE))
    fight.refused(Save(who=a), "save-must-wait")
    fight.hold("B")
    (task,) = fight.tasks("save")
    assert (task.dice, task.what.fields["score"]) == ((1, 20), 12)
    fight.save("A", 5)
    assert fight.who("A").away == "retreated" and fight.who("A").presence == "in"
    assert not conditions.can_act(fight.who("A"))
    fight.next()
    fight.refused(Strike(who=fight.ids["Goblin"], targets=(a,)), "not-a-mark")
    pass_turn(fight)
    assert [t.who for t in fight.tasks("declare")] == [fight.ids["B"]]


@pytest.mark.rule("CA-RET-001")
def test_a_failed_save_leaves_them_there_with_the_action_spent(fight: Table) -> None:
    a, goblin = fight.ids["A"], fight.ids["Goblin"]
    fight.do(Retreat(who=a, place=PLACE))
    fight.refused(Strike(who=a, targets=(goblin,)), "already-acted")
    fight.hold("B")
    fight.save("A", 13)
    assert not fight.who("A").away and conditions.can_act(fight.who("A"))
    fight.refused(Retreat(who=a, place=PLACE), "dice-are-rolled")
    fight.next()
    fight.strike("Goblin", "A")
    fight.damage(3)
    assert fight.hp("A") == (1, 4)


@pytest.mark.rule("CA-RET-001")
def test_each_runner_saves(fight: Table) -> None:
    for name in ("A", "B"):
        fight.do(Retreat(who=fight.ids[name], place=PLACE))
    assert len(fight.tasks("save")) == 2
    fight.save("A", 5)
    assert not fight.who("A").away, "both results come at the same moment"
    fight.save("B", 15)
    rolls = [r for e in fight.session.history.entries for r in e.dice]
    assert [(r.sides, r.faces) for r in rolls] == [(20, (5,)), (20, (15,))]
    assert (fight.who("A").away, fight.who("B").away) == ("retreated", "")
    fight.next()
    assert turn(fight) == (1, "opponents")


@pytest.mark.rule("CA-RET-001", "CA-ACT-004")
def test_a_retreat_taken_back_leaves_the_saves_of_others_alone(fight: Table) -> None:
    a, b = fight.ids["A"], fight.ids["B"]
    for who in (a, b):
        fight.do(Retreat(who=who, place=PLACE))
    fight.do(Withdraw(who=a))
    assert [c.who for c in fight.state.calls.values()] == [b]
    fight.hold("A")
    fight.save("B", 14)
    assert (fight.who("A").away, fight.who("B").away) == ("", "retreated")


@pytest.mark.rule("CA-RET-001", "CA-SAV-005")
def test_whoever_carries_makes_one_save_for_both(fight: Table) -> None:
    a, b = fight.ids["A"], fight.ids["B"]
    weaken(fight, "B", condition="stable")
    fight.do(Retreat(who=a, place=PLACE, carrying=b))
    (call,) = fight.state.calls.values()
    assert (call.who, call.attribute, call.other) == (a, "DEX", b)
    fight.save("A", 12)
    assert (fight.who("A").away, fight.who("B").away) == ("retreated", "retreated")
    assert fight.who("B").condition == "stable"
    fight.next()
    assert (fight.state.mode, fight.state.fight.result) == ("calm", "party_fled")


@pytest.mark.rule("CA-RET-001", "CA-SAV-005")
def test_the_lower_of_the_two_scores_counts_unless_the_warden_says_otherwise(fight: Table) -> None:
    a, b = fight.ids["A"], fight.ids["B"]
    weaken(fight, "B", DEX=8, condition="critical")
    fight.do(Retreat(who=a, place=PLACE, carrying=b))
    (task,) = fight.tasks("save")
    assert (task.who, task.what.fields["score"]) == (b, 8)
    fight.save("B", 9)
    assert (fight.who("A").away, fight.who("B").away) == ("", "")
    fight.session.undo(2)
    fight.do(Retreat(who=a, place=PLACE, carrying=b, at_risk=a))
    fight.save("A", 9)
    assert (fight.who("A").away, fight.who("B").away) == ("retreated", "retreated")


@pytest.mark.rule("CA-RET-001")
def test_bandits_who_flee_after_morale_need_no_save(table: Table) -> None:
    table.pc("Bryn", dice=(8,))
    for name in ("Bandit 1", "Bandit 2"):
        table.foe(name, dice=(6,))
    table.start()
    table.hold()
    for name in ("Bandit 1", "Bandit 2"):
        weaken(table, name, condition="fleeing")
    table.next()
    done = table.do(Foes())
    assert done.entry.dice == () and not table.state.calls
    table.refused(RollDamage(), "no-damage-owed")
    assert [table.who(n).away for n in ("Bandit 1", "Bandit 2")] == ["", ""], "they are there until their turn ends"
    table.next()
    assert [table.who(n).away for n in ("Bandit 1", "Bandit 2")] == ["fled", "fled"]
    assert table.state.fight.result == "opponents_fled"
    assert not [r for e in table.session.history.entries for r in e.dice]


@pytest.mark.rule("CA-RET-001")
def test_foes_who_run_of_their_own_accord_save_like_everybody(table: Table) -> None:
    table.pc("Bryn")
    scout = table.foe("Scout", DEX=12)
    table.start()
    pass_turn(table)
    table.do(Retreat(who=scout, place="the reeds"))
    table.save("Scout", 12)
    table.next()
    assert table.state.fight.result == "opponents_fled"


@pytest.mark.rule("CA-RET-002")
def test_a_retreat_needs_a_safe_place(fight: Table) -> None:
    a = fight.ids["A"]
    for place in ("", "   "):
        fight.refused(Retreat(who=a, place=place), "no-safe-place")
    assert not fight.state.calls and a not in fight.state.fight.acts
    fight.do(Other(who=a, text="look for a way out"))
    fight.do(Withdraw(who=a))
    done = fight.do(Retreat(who=a, place=PLACE))
    assert [c.attribute for c in fight.state.calls.values()] == ["DEX"]
    (said,) = RULESET.tell(fight.state, done.entry.events, "gm")
    assert said.fields["place"] == PLACE


@pytest.mark.rule("CA-RET-001")
def test_who_can_be_carried(fight: Table) -> None:
    a, b, goblin = fight.ids["A"], fight.ids["B"], fight.ids["Goblin"]
    fight.refused(Retreat(who=a, place=PLACE, carrying=a), "cannot-be-carried")
    fight.refused(Retreat(who=a, place=PLACE, carrying=goblin), "cannot-be-carried")
    fight.refused(Retreat(who=a, place=PLACE, carrying="pc-099"), "unknown-person")
    fight.refused(Retreat(who=a, place=PLACE, carrying=b, at_risk=goblin), "not-a-choice")
    fight.do(Retreat(who=a, place=PLACE, carrying=b))
    assert retreat.runs(fight.state, a) and retreat.runs(fight.state, b)
    fight.refused(Retreat(who=b, place=PLACE), "cannot-be-carried")
    fight.session.undo()
    fight.do(Retreat(who=b, place=PLACE))
    fight.refused(Retreat(who=a, place=PLACE, carrying=b), "cannot-be-carried")


@pytest.mark.rule("CA-RET-001", "CA-ACT-005")
def test_a_risk_besides_does_not_decide_the_retreat(fight: Table) -> None:
    a = fight.ids["A"]
    fight.do(Retreat(who=a, place=PLACE))
    fight.do(Risk(who=a, attribute="STR", why="the current", cost="the pack is lost"))
    fight.hold("B")
    own, risk = fight.tasks("save")
    assert own.skip is None and risk.skip == Safe(who=a, call="save-002")
    assert own.command is not None and risk.command is not None
    fight.do(own.command, 5)
    assert fight.state.fight.acts[a].saved == "passed"
    fight.do(risk.command, 20)
    assert fight.state.fight.acts[a].saved == "passed"
    assert fight.who("A").away == "retreated"


@pytest.mark.rule("CA-RET-001", "CA-ACT-005")
def test_a_risk_that_spoils_keeps_the_runner_there(fight: Table) -> None:
    a = fight.ids["A"]
    fight.do(Retreat(who=a, place=PLACE))
    fight.do(Risk(who=a, attribute="STR", spoils=True))
    fight.hold("B")
    for face in (5, 20):
        fight.do(Save(who=a), face)
    assert not fight.who("A").away


@pytest.mark.rule("CA-RET-001", "CA-RND-005")
def test_the_blow_of_a_comrade_counts_in_the_same_turn(fight: Table) -> None:
    """Variant 6 of the weir: the retreat fails, the other's blow falls all the same."""
    fight.do(Retreat(who=fight.ids["A"], place=PLACE))
    fight.strike("B", "Goblin")
    fight.save("A", 13)
    fight.damage(2)
    assert fight.hp("Goblin") == (1, 3) and not fight.who("A").away


@pytest.mark.rule("CA-RET-001", "CA-RND-004", "CA-RND-008")
def test_who_may_not_retreat(fight: Table) -> None:
    goblin = fight.ids["Goblin"]
    fight.refused(Retreat(who=goblin, place=PLACE), "not-their-turn")
    fight.refused(Retreat(who="pc-099", place=PLACE), "unknown-person")
    weaken(fight, "B", condition="critical")
    fight.refused(Retreat(who=fight.ids["B"], place=PLACE), "cannot-act")
    fight.do(turns.End())
    fight.refused(Retreat(who=fight.ids["A"], place=PLACE), "not-fighting")


@pytest.mark.rule("CA-RET-001")
def test_retreated_once_is_not_retreated_for_good(fight: Table) -> None:
    fight.do(Retreat(who=fight.ids["A"], place=PLACE))
    fight.hold("B")
    fight.save("A", 5)
    fight.do(turns.End())
    fight.start()
    assert not fight.who("A").away
    fight.do(Move(who=fight.ids["A"], feet=10))


@pytest.mark.rule("CA-RET-001", "CA-RET-002")
@pytest.mark.parametrize(
    ("lang", "lines"),
    [
        ("en", ("retreat A", 'retreat A "boat under the bridge" carrying B', "save A = 5")),
        ("zh", ("撤退 A", "撤退 A “桥下的小船” 带上 B", "豁免 A = 5")),
    ],
)
def test_in_lines(fight: Table, lang: str, lines: tuple[str, ...]) -> None:
    weaken(fight, "B", condition="critical")
    driver = Driver(fight.session, lang)
    refused = driver.run(lines[0])
    assert isinstance(refused, Rejected) and refused.code == "no-safe-place"
    for line in lines[1:]:
        done = driver.run(line)
        assert isinstance(done, Accepted), (line, done)
    assert (fight.who("A").away, fight.who("B").away) == ("retreated", "retreated")
    command = Retreat(who=fight.ids["A"], place="carrying", carrying=fight.ids["B"], at_risk=fight.ids["A"])
    assert getattr(driver.parse(driver.line(command)), "command", None) == command
    assert Codec(RULESET).command(plain(command)) == command


@pytest.mark.rule("CA-RET-001", "CA-SAV-005")
def test_somebody_dead_is_carried_but_saves_for_nobody(fight: Table) -> None:
    """The lower DEX of the dead is in no danger: the runner saves, whoever the Warden would have named."""
    a, b = fight.ids["A"], fight.ids["B"]
    weaken(fight, "A", DEX=3, condition="dead")
    fight.refused(Retreat(who=b, place=PLACE, carrying=a, at_risk=a), "not-a-choice")
    fight.do(Retreat(who=b, place=PLACE, carrying=a))
    (call,) = fight.state.calls.values()
    assert (call.who, call.other) == (b, a)
    fight.save("B", 14)
    assert (fight.who("A").away, fight.who("B").away) == ("retreated", "retreated")


@pytest.mark.rule("CA-RET-001", "CA-SAV-005")
def test_the_runner_saves_where_the_one_carried_dies_before_the_dice(fight: Table) -> None:
    a, b = fight.ids["A"], fight.ids["B"]
    weaken(fight, "A", DEX=3, condition="critical")
    fight.do(Retreat(who=b, place=PLACE, carrying=a))
    assert [c.who for c in fight.state.calls.values()] == [a]
    fight.do(Harm(who=(a,), amount=30))
    assert [(c.who, c.other) for c in fight.state.calls.values()] == [(b, a)]
    fight.save("B", 14)
    assert (fight.who("A").away, fight.who("B").away) == ("retreated", "retreated")
