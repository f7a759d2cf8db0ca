"""Teamwork: who has it, what being apart costs, and one helping hand a session (LP-CHK-054 to -058)."""

from __future__ import annotations

import pytest

from gmconsole.core.codec import Codec, plain
from gmconsole.core.commands import Remove
from gmconsole.core.messages import english
from gmconsole.core.model import Msg, Name
from gmconsole.core.session import Accepted
from gmconsole.rulesets.lawn import RULESET, checks, negotiation, negotiation_board, outcomes, pools, teamwork
from gmconsole.rulesets.lawn.armoury import SessionOver
from gmconsole.rulesets.lawn.checks import CallCheck, CheckSettled, Reroll, RollCheck, SettleCheck
from gmconsole.rulesets.lawn.emergence import Emerge
from gmconsole.rulesets.lawn.expending import Expend
from gmconsole.rulesets.lawn.life import ChangeSanity
from gmconsole.rulesets.lawn.opposed import CallOpposed
from gmconsole.rulesets.lawn.questions import Answer
from gmconsole.rulesets.lawn.specialties import SetSpecialty
from gmconsole.rulesets.lawn.state import Check, LawnState, PoolLine
from gmconsole.rulesets.lawn.teamwork import Assist, Assisted

from .conftest import Table
from .rounds import asked, give, pool


def players(table: Table, *names: str) -> list[str]:
    return [table.pc(name) for name in names]


def roll(table: Table, name: str, faces: list[int], difficulty: int = 6) -> Accepted:
    """A WIS check that stays open."""
    return table.do(RollCheck(who=table.ids[name], kind="WIS", difficulty=difficulty, hold=True), faces)


def assist(table: Table, helper: str, whom: str, *, how: str = "holds the ladder", agreed: bool = True) -> Assist:
    return Assist(who=table.ids[helper], whom=table.ids[whom], how=how, agreed=agreed)


def on_table(table: Table, name: str) -> Check:
    check = checks.rolled(table.state, table.ids[name])
    assert check is not None
    return check


def stands(table: Table, name: str) -> tuple[tuple[int, ...], str, int]:
    check = on_table(table, name)
    came = checks.result(check)
    return checks.faces(check), came.outcome, came.degree


# Who has it ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-CHK-054")
def test_every_one_of_three_players_has_teamwork(table: Table) -> None:
    everybody = players(table, "a", "b", "c")
    table.npc("cowboy")
    assert [teamwork.has(table.state, who) for who in everybody] == [True] * 3
    assert not teamwork.has(table.state, table.ids["cowboy"])


@pytest.mark.rule("LP-CHK-054")
def test_a_single_player_has_none(table: Table) -> None:
    [alone] = players(table, "a")
    table.npc("friend", side="friendly")
    assert not teamwork.has(table.state, alone)
    table.set_band("a", "friend", "extreme")
    assert pool(table, "a", "WIS") == 5
    [second] = players(table, "b")
    assert teamwork.has(table.state, alone)
    table.do(Remove(who=second))
    assert not teamwork.has(table.state, alone)


# Being apart ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-CHK-055")
def test_extreme_to_both_companions_costs_two_dice(table: Table) -> None:
    players(table, "a", "b", "c")
    table.set_band("a", "b", "extreme")
    assert pool(table, "a", "WIS") == 5, "nobody has said how far c is"
    table.set_band("a", "c", "extreme")
    assert pool(table, "a", "WIS") == 3
    assert pool(table, "a", "emergence") == 3
    lines = pools.pool_lines(table.state, Check(id="", who=table.ids["a"], type="WIS"))
    assert lines == (PoolLine("base", 5), PoolLine("teamwork", -2))
    assert pool(table, "b", "WIS") == 5


@pytest.mark.rule("LP-CHK-055")
def test_one_companion_within_far_is_enough(table: Table) -> None:
    players(table, "a", "b", "c")
    table.set_band("a", "b", "extreme")
    table.set_band("a", "c", "far")
    assert [pool(table, "a", kind) for kind in ("WIS", "emergence")] == [5, 5]
    table.npc("cowboy")
    table.set_band("a", "c", "extreme")
    table.set_band("a", "cowboy", "touch")
    assert pool(table, "a", "WIS") == 3, "others are no companions"


@pytest.mark.rule("LP-CHK-055")
def test_the_dead_are_no_companions(table: Table) -> None:
    players(table, "a", "b", "c")
    table.set_band("a", "b", "touch")
    table.set_band("a", "c", "extreme")
    assert pool(table, "a", "WIS") == 5
    give(table, "b", "dead")
    assert pool(table, "a", "WIS") == 3
    give(table, "c", "dead")
    assert pool(table, "a", "WIS") == 5, "nobody is left to be apart from"


# Helping -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-CHK-056")
def test_two_dice_behind_those_on_the_table(table: Table) -> None:
    players(table, "a", "b")
    roll(table, "a", [2, 4, 6, 6, 2])
    done = table.do(assist(table, "b", "a"), [3, 5])
    assert stands(table, "a") == ((2, 4, 6, 6, 2, 3, 5), "success", 0)
    [event] = [e for e in done.entry.events if isinstance(e, Assisted)]
    assert event.how == "holds the ladder"
    assert "holds the ladder" in english(RULESET.tell(table.state, done.entry.events, "gm")[0])
    assert table.who("b").spent == ("teamwork",)


@pytest.mark.rule("LP-CHK-056")
def test_without_a_description_or_agreement_nothing_is_used(table: Table) -> None:
    players(table, "a", "b")
    roll(table, "a", [2, 4, 6, 6, 2])
    assert table.refused(assist(table, "b", "a", how=" ")).code == "help-undescribed"
    table.do(assist(table, "b", "a", agreed=False))
    [question] = asked(table, "teamwork")
    assert (question.value, question.choices) == ("accept", ("accept", "refuse"))
    table.do(Answer(question=question.id, value="refuse"))
    assert table.who("b").spent == ()
    assert len(on_table(table, "a").dice) == 5
    table.do(assist(table, "b", "a", agreed=False))
    assert table.refused(assist(table, "b", "a", agreed=False)).code == "no-change"
    table.do(Answer(question=asked(table, "teamwork")[0].id, value="accept"), [3, 5])
    assert stands(table, "a") == ((2, 4, 6, 6, 2, 3, 5), "success", 0)
    assert table.who("b").spent == ("teamwork",)


@pytest.mark.rule("LP-CHK-056")
def test_nobody_helps_their_own_check(table: Table) -> None:
    players(table, "a", "b")
    table.npc("cowboy")
    roll(table, "a", [2, 4, 6, 6, 2])
    assert table.refused(assist(table, "a", "a")).code == "no-companion"
    assert table.refused(assist(table, "cowboy", "a")).code == "no-companion"
    assert [p.name for p in teamwork.helpers(table.state, on_table(table, "a"))] == ["b"]
    table.do(RollCheck(who=table.ids["cowboy"], kind="WIS", difficulty=6, hold=True))
    assert table.refused(assist(table, "b", "cowboy")).code == "no-companion"
    assert teamwork.helpers(table.state, on_table(table, "cowboy")) == ()
    assert table.refused(assist(table, "a", "b")).code == "no-check-to-help"
    give(table, "b", "unconscious")
    assert table.refused(assist(table, "b", "a")).code == "cannot-act"


@pytest.mark.rule("LP-CHK-056")
def test_help_may_be_promised_before_the_roll(table: Table) -> None:
    players(table, "a", "b", "c")
    table.do(CallCheck(who=(table.ids["a"],), kind="WIS", difficulty=6))
    table.do(assist(table, "b", "a"))
    table.do(assist(table, "c", "a"))
    [task] = table.tasks("check")
    assert task.dice == (9, 6)
    [shown] = negotiation_board.shown(table.state)
    assert (shown.count, [english(t) for t in shown.pool if isinstance(t, Msg)][-1]) == (9, "pool:helper +4")
    table.do(RollCheck(who=table.ids["a"], hold=True), [2, 4, 6, 6, 2, 3, 5, 1, 1])
    assert [d.origin for d in on_table(table, "a").dice] == ["base"] * 5 + ["helper"] * 4
    assert stands(table, "a")[1:] == ("success", 2)
    assert [table.who(name).spent for name in ("b", "c")] == [("teamwork",)] * 2


@pytest.mark.rule("LP-CHK-056")
def test_the_help_of_each_companion_is_an_option_with_its_odds(table: Table) -> None:
    players(table, "a", "b", "c")
    roll(table, "a", [2, 4, 6, 6, 2])
    found = [o for o in negotiation.options(table.state, on_table(table, "a")) if o.kind == "help"]
    assert [o.form for o in found] == [f"assist {table.ids[name]} {table.ids['a']}" for name in ("b", "c")]
    # With 2, 4 and 6 there, a 3 or a 5 makes a run: 1 - (4/6)^2, and so does nothing else.
    assert {str(o.success) for o in found} == {"5/9"}
    table.do(assist(table, "b", "a"), [1, 1])
    assert [o.form.split()[1] for o in negotiation.options(table.state, on_table(table, "a")) if o.kind == "help"] == [
        table.ids["c"]
    ]


# Once a session ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-CHK-057")
def test_once_until_the_session_ends(table: Table) -> None:
    players(table, "a", "b", "c")
    roll(table, "a", [2, 4, 6, 6, 2])
    table.do(assist(table, "b", "a"), [1, 1])
    assert table.refused(assist(table, "b", "a")).code == "spent-already"
    table.do(SettleCheck(who=table.ids["a"]))
    roll(table, "a", [2, 4, 6, 6, 2])
    assert table.refused(assist(table, "b", "a")).code == "spent-already", "another check, the same session"
    table.do(assist(table, "c", "a"), [3, 5])
    card = RULESET.view(table.state, "gm").cards[table.ids["b"]]
    assert any(isinstance(s.text, Msg) and s.text.id == "used up: {items}" for line in card.lines for s in line)
    done = table.do(SessionOver())
    assert done.entry.dice == (), "no cooling roll, three players or not"
    assert [table.who(name).spent for name in ("a", "b", "c")] == [()] * 3
    table.do(assist(table, "b", "a"), [1, 1])


# Appended dice -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-CHK-058")
def test_help_mends_no_critical_failure(table: Table) -> None:
    players(table, "a", "b")
    roll(table, "a", [4, 4, 4, 1, 2])
    [offer] = [o for o in negotiation.options(table.state, on_table(table, "a")) if o.kind == "help"]
    assert offer.success == 0, "the console says so beforehand"
    table.do(assist(table, "b", "a"), [3, 5])
    assert stands(table, "a") == ((4, 4, 4, 1, 2, 3, 5), "critical_failure", 1)


@pytest.mark.rule("LP-CHK-058")
@pytest.mark.parametrize("before", [True, False])
def test_help_is_no_part_of_a_later_reroll(table: Table, before: bool) -> None:
    players(table, "a", "b")
    if before:
        table.do(CallCheck(who=(table.ids["a"],), kind="WIS", difficulty=6))
        table.do(assist(table, "b", "a"))
        table.do(RollCheck(who=table.ids["a"], hold=True), [2, 4, 6, 6, 2, 1, 1])
    else:
        roll(table, "a", [2, 4, 6, 6, 2])
        table.do(assist(table, "b", "a"), [1, 1])
    done = table.do(Reroll(who=table.ids["a"]), [4, 5, 6, 6, 6])
    assert [len(r.faces) for r in done.entry.dice] == [5]
    assert stands(table, "a") == ((4, 5, 6, 6, 6), "success", 0)


def test_help_in_an_opposed_check_of_two_players(table: Table) -> None:
    players(table, "a", "b", "c")
    table.do(CallOpposed(a=table.ids["a"], b=table.ids["b"], kind="FLX", difficulty=6, must=True))
    table.do(RollCheck(who=table.ids["a"], kind="FLX"), [2, 4, 6, 6, 2])
    table.do(RollCheck(who=table.ids["b"], kind="FLX"), [2, 4, 6, 6, 2])
    assert table.tasks("tie_break")
    done = table.do(assist(table, "c", "a"), [3, 5])
    assert [e.outcome for e in done.entry.events if isinstance(e, CheckSettled)] == ["success", "failure"]
    assert table.state.opposed == {}
    assert outcomes.is_success("success")


def test_what_is_spent_and_promised_survives_a_save(table: Table) -> None:
    players(table, "a", "b")
    table.do(CallCheck(who=(table.ids["a"],), kind="WIS", difficulty=6))
    table.do(assist(table, "b", "a"))
    codec: Codec[LawnState] = Codec(RULESET)
    assert codec.state(plain(table.state)) == table.state


@pytest.mark.rule("LP-CHK-056")
def test_faces_typed_too_early_are_refused_by_what_comes_first(table: Table) -> None:
    """Consent, the GM's word or an announced check goes before the dice, and the refusal says so."""
    ben, ann = table.pc("ben"), table.pc("ann")
    table.do(RollCheck(who=ben, kind="WIS", difficulty=6, hold=True), [2, 2, 5, 6, 6])
    refused = table.refused(Assist(who=ann, whom=ben, how="holds the lamp"), [3, 4])
    assert (refused.code, refused.params["word"]) == ("dice-after-word", teamwork.AGREED)
    table.do(Assist(who=ann, whom=ben, how="holds the lamp", agreed=True), [3, 4])
    table.do(SetSpecialty(who=ben, specialty="food"))
    refused = table.refused(Expend(who=ben, specialty="food"), [1, 2, 3, 4, 5])
    assert refused.code == "dice-later" and refused.params["verb"] == Name("接受", "accept")
    assert "related to this check" in english(refused.params["what"])
    refused = table.refused(Emerge(who=ann, thing="a needle"), [1, 1, 3, 3, 1])
    assert refused.code == "dice-later" and refused.params["verb"] == Name("下一步", "next")
    assert table.refused(SettleCheck(who=ben), [1]).code == "dice-too-many", "where nothing is waited for"


def test_faces_typed_for_a_task_are_refused_by_that_task(table: Table) -> None:
    """What it would lead to is not there yet, and nobody has heard of it."""
    ann = table.pc("ann", sanity=1, sanity_max=3)
    table.npc("cowboy")
    table.do(ChangeSanity(who=(ann,), by=-1))
    [task] = table.tasks("question:faint")
    assert task.command is not None
    refused = table.refused(task.command, [8])
    assert (refused.code, refused.params["what"]) == ("dice-later", task.what)
