"""The frenzy table: the roll, what is rolled again, two places and madness, brief states, custom entries (LP-FRZ)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from gmconsole.core.commands import SetOption
from gmconsole.core.integrity import problems
from gmconsole.core.model import Msg
from gmconsole.core.secrets import told
from gmconsole.rulesets.lawn import RULESET, frenzy, frenzy_table
from gmconsole.rulesets.lawn.character import Frenzy, Sheet
from gmconsole.rulesets.lawn.frenzy import ChangeFrenzy
from gmconsole.rulesets.lawn.frenzy_roll import AddEntry, FrenzyRolled, RollFrenzy
from gmconsole.rulesets.lawn.sheets import sheet_of
from gmconsole.rulesets.lawn.state import Person

from .conftest import Table
from .rounds import answer, asked, give
from .spirits import collapse, come_round, dice, faint, held, lose, mad, mike, one, rolls, sheet


def person(*frenzies: str) -> Person:
    """Somebody with these frenzy states, whatever the rules say."""
    return Person(
        id="pc-001",
        name="Mike",
        kind="pc",
        side="party",
        tag="1",
        sheet=Sheet(frenzies=tuple(Frenzy(id=one_) for one_ in frenzies)),
    )


# The table -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-FRZ-104")
def test_every_face_stands_for_one_state() -> None:
    assert list(frenzy_table.BY_NUMBER) == list(range(1, 37))
    assert frenzy_table.BY_NUMBER[1].id == "insomnia"
    assert frenzy_table.BY_NUMBER[36].id == "parasympathetic_suppression"


@pytest.mark.rule("LP-FRZ-104")
@pytest.mark.parametrize(("number", "name"), [(17, "nyctophobia"), (1, "insomnia"), (30, "your_best_friend")])
def test_the_roll_gives_the_state_of_its_number(table: Table, number: int, name: str) -> None:
    mike(table, sanity=1)
    collapse(table, number)
    assert held(table) == (name,)


@pytest.mark.rule("LP-FRZ-104", "LP-FRZ-036")
def test_the_highest_number(table: Table) -> None:
    mike(table, "panic", sanity=1)
    faint(table)
    come_round(table)
    [task] = table.tasks("frenzy")
    assert task.what == Msg("{who} rolls on the frenzy table, D{sides}", {**task.what.fields, "sides": 36})
    done = table.do(RollFrenzy(who=table.ids["mike"]), (36,))
    assert [e.frenzy for e in done.entry.events if isinstance(e, FrenzyRolled)] == ["parasympathetic_suppression"]
    assert held(table) == ()


@pytest.mark.rule("LP-FRZ-105", "LP-FRZ-031", "LP-FRZ-033", "LP-FRZ-035")
@pytest.mark.parametrize(
    ("before", "numbers", "after"),
    [
        ((), (33, 35, 31), ("psychosis",)),
        (("insomnia",), (31, 31, 12), ("insomnia", "cognitive_impairment")),
        (("insomnia",), (31, 7), ("insomnia", "amnesia")),
        ((), (33, 2), ("sleepwalking",)),
        ((), (35, 18), ("acrophobia",)),
    ],
)
def test_entries_with_a_condition_are_rolled_again(
    table: Table, before: tuple[str, ...], numbers: tuple[int, ...], after: tuple[str, ...]
) -> None:
    who = mike(table, *before, sanity=1)
    faint(table)
    come_round(table)
    for number in numbers[:-1]:
        done = table.do(RollFrenzy(who=who), (number,))
        assert [e.kept for e in done.entry.events if isinstance(e, FrenzyRolled)] == [False]
        assert held(table) == before and table.tasks("frenzy"), "the roll is owed on"
    rolls(table, numbers[-1])
    assert held(table) == after and not table.tasks("frenzy")


@pytest.mark.rule("LP-FRZ-106")
def test_a_state_held_already_is_rolled_again(table: Table) -> None:
    mike(table, "panic", sanity=1)
    collapse(table, 29, 11)
    assert held(table) == ("panic", "epilepsy")


# Two places ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-FRZ-101")
def test_two_places(table: Table) -> None:
    who = mike(table, "insomnia", "panic")
    assert frenzy.count(table.who("mike")) == 2 == frenzy.PLACES
    [card] = RULESET.view(table.state, "gm").cards.values()
    texts = [span.text for line in card.lines for span in line]
    assert Msg("frenzy {count}/{most}", {"count": 2, "most": 2}) in texts
    assert table.refused(ChangeFrenzy(who=who, frenzy="amnesia")).code == "no-place-left"
    assert table.refused(ChangeFrenzy(who=who, frenzy="psychosis")).code == "no-place-left"


@pytest.mark.rule("LP-FRZ-101")
@pytest.mark.parametrize(
    ("frenzies", "fine"),
    [
        (("insomnia", "panic"), True),
        (("insomnia", "panic", "permanent_madness"), True),
        (("psychosis", "permanent_madness"), True),
        (("insomnia", "panic", "amnesia"), False),
        (("insomnia", "panic", "amnesia", "permanent_madness"), False),
        (("psychosis", "panic"), False),
        (("panic", "psychosis"), False),
        (("panic", "panic"), False),
        (("mental_shock_32",), False),
        (("fear of clowns",), True),
    ],
)
def test_a_sheet_edited_by_hand(table: Table, frenzies: tuple[str, ...], fine: bool) -> None:
    assert (not list(frenzy.problems(sheet_of(person(*frenzies)).frenzies))) is fine
    table.pc("mike")

    edited = replace(table.state, entities={"pc-001": replace(table.who("mike"), sheet=person(*frenzies).sheet)})
    found = [p.path for p in problems(RULESET, edited) if "frenzies" in p.path]
    assert (not found) is fine


@pytest.mark.rule("LP-FRZ-102")
@pytest.mark.parametrize("before", [("insomnia", "panic"), ("psychosis",)])
def test_the_third_is_madness(table: Table, before: tuple[str, ...]) -> None:
    who = mike(table, *before, sanity=1)
    faint(table, why="the corpse")
    come_round(table)
    assert table.who("mike").sanity == 3, "restored all the same"
    assert table.refused(RollFrenzy(who=who)).code == "no-frenzy-roll"
    assert held(table) == (*before, "permanent_madness")
    assert one(table, "permanent_madness") == Frenzy(id="permanent_madness", permanent=True, cause="the corpse")


@pytest.mark.rule("LP-FRZ-031", "LP-FRZ-102")
def test_psychosis_takes_both_places(table: Table) -> None:
    mike(table, sanity=1)
    collapse(table, 31)
    assert (held(table), frenzy.count(table.who("mike"))) == (("psychosis",), 2)
    collapse(table)
    assert held(table) == ("psychosis", "permanent_madness")


@pytest.mark.rule("LP-FRZ-103", "LP-SAN-017")
def test_madness_is_for_good(table: Table) -> None:
    mike(table, "insomnia", "panic", sanity=1)
    collapse(table)
    assert frenzy.treatable(table.who("mike")) == ("insomnia", "panic")
    table.do(ChangeFrenzy(who=table.ids["mike"], frenzy="insomnia", gone=True))
    collapse(table, 36)
    assert held(table) == ("permanent_madness",), "the table takes the other one"
    collapse(table, 36)
    assert held(table) == ("permanent_madness",)


@pytest.mark.rule("LP-FRZ-103")
@pytest.mark.parametrize(
    ("value", "kind", "presence"),
    [("becomes_npc", "npc", "in"), ("leaves", "pc", "left"), ("stays", "pc", "in")],
)
def test_the_gm_says_whether_the_character_leaves_play(table: Table, value: str, kind: str, presence: str) -> None:
    mike(table, "insomnia", "panic", sanity=1)
    collapse(table)
    [question] = asked(table, "madness")
    assert question.value == "becomes_npc"
    answer(table, "madness", value)
    assert (table.who("mike").kind, table.who("mike").presence) == (kind, presence)
    assert not table.who("mike").has_life, "injury states all the same"
    assert RULESET.view(table.state, "gm").cards and RULESET.agenda(table.state) is not None


@pytest.mark.rule("LP-FRZ-111")
def test_a_state_lost_frees_its_place(table: Table) -> None:
    who = mike(table, "insomnia", "panic", sanity=1)
    table.do(ChangeFrenzy(who=who, frenzy="panic", gone=True))
    collapse(table, 17)
    assert held(table) == ("insomnia", "nyctophobia")


@pytest.mark.rule("LP-FRZ-111")
def test_psychosis_lost_frees_both(table: Table) -> None:
    who = mike(table, "psychosis")
    assert frenzy.count(table.who("mike")) == 2
    table.do(ChangeFrenzy(who=who, frenzy="psychosis", gone=True))
    assert frenzy.count(table.who("mike")) == 0
    assert table.refused(ChangeFrenzy(who=who, frenzy="psychosis", gone=True)).code == "not-that-frenzy"


# Brief states --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-FRZ-032")
@pytest.mark.parametrize(("most", "left"), [(3, 1), (4, 2), (2, 1)])
def test_mental_shock_costs_sanity(table: Table, most: int, left: int) -> None:
    mike(table, sanity=1, most=most)
    collapse(table, 32)
    assert (table.who("mike").sanity, table.who("mike").sanity_max) == (left, most)
    assert held(table) == () and not sheet(table).frenzy_rolls


@pytest.mark.rule("LP-FRZ-033")
def test_mental_shock_beside_another_state(table: Table) -> None:
    mike(table, "insomnia", sanity=1)
    collapse(table, 33)
    assert (table.who("mike").sanity, held(table)) == (1, ("insomnia",))


@pytest.mark.rule("LP-FRZ-034")
def test_mental_shock_wounds(table: Table) -> None:
    mike(table, sanity=1)
    collapse(table, 34)
    assert (table.states("mike"), table.who("mike").sanity, held(table)) == (["light_wound"], 3, ())
    assert not table.who("mike").states[0].tended


@pytest.mark.rule("LP-FRZ-034")
def test_mental_shock_worsens_a_wound(table: Table) -> None:
    mike(table, sanity=1)
    give(table, "mike", "burn:tended")
    collapse(table, 34)
    assert table.states("mike") == ["severe_wound"] and not table.who("mike").states[0].tended


@pytest.mark.rule("LP-FRZ-034")
@pytest.mark.parametrize(("value", "after"), [("light_wound", "dead"), ("refuse", "severe_wound")])
def test_mental_shock_warns_before_it_kills(table: Table, value: str, after: str) -> None:
    mike(table, sanity=1)
    give(table, "mike", "severe_wound")
    collapse(table, 34)
    assert table.states("mike") == ["severe_wound"]
    [question] = asked(table, "shock_wound")
    assert "fatal" in RULESET.asks.wording["shock_wound"] and question.blocking
    answer(table, "shock_wound", value)
    assert after in table.states("mike")


@pytest.mark.rule("LP-FRZ-035")
def test_mental_shock_wounds_beside_another_state(table: Table) -> None:
    mike(table, "panic", sanity=1)
    collapse(table, 35)
    assert (table.states("mike"), held(table)) == (["light_wound"], ("panic",))


@pytest.mark.rule("LP-FRZ-036")
def test_suppression(table: Table) -> None:
    mike(table, "panic", sanity=1)
    collapse(table, 36)
    assert held(table) == ()
    collapse(table, 36)
    assert held(table) == (), "with none there it is gone all the same"
    mad(table, "mike", "nyctophobia", permanent=True)
    collapse(table, 36)
    assert held(table) == ("nyctophobia",), "a permanent one stays"


@pytest.mark.rule("LP-FRZ-112")
def test_brief_states_take_a_place_for_an_instant_only(table: Table) -> None:
    mike(table, "insomnia", sanity=1)
    collapse(table, 34)
    assert held(table) == ("insomnia",)
    mad(table, "mike", "panic")
    collapse(table)
    assert held(table) == ("insomnia", "panic", "permanent_madness"), "no chance of 32 to 36"


# The GM's own entries ------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-FRZ-107")
@pytest.mark.parametrize(
    ("number", "name"), [(37, "necrophobia"), (41, "necrophobia"), (12, "cognitive_impairment"), (36, "")]
)
def test_five_extra_numbers(table: Table, number: int, name: str) -> None:
    who = mike(table, sanity=1)
    faint(table, why="a corpse")
    come_round(table)
    table.do(AddEntry(who=who, frenzy="necrophobia", numbers=5))
    [task] = table.tasks("frenzy")
    assert task.what.fields["sides"] == 41
    assert task.detail == (
        Msg("{first} to {last}: {frenzy}", {"first": 37, "last": 41, "frenzy": Msg("frenzy:necrophobia")}),
    )
    done = table.do(RollFrenzy(who=who), (number,))
    assert [r.sides for r in done.entry.dice] == [41]
    assert held(table) == ((name,) if name else ())
    collapse(table)
    assert table.tasks("frenzy")[0].what.fields["sides"] == 36, "a later faint is on the plain table again"


@pytest.mark.rule("LP-FRZ-107")
def test_several_entries_share_the_end_of_the_table(table: Table) -> None:
    who = mike(table, sanity=1)
    faint(table)
    come_round(table)
    table.do(AddEntry(who=who, frenzy="fear of clowns", numbers=2, tag="clowns"))
    table.do(AddEntry(who=who, frenzy="necrophobia", numbers=3))
    table.do(AddEntry(who=who, frenzy="fear of clowns", numbers=1, tag="clowns"))
    table.do(AddEntry(who=who, frenzy="fear of mirrors", numbers=2))
    [task] = table.tasks("frenzy")
    assert task.what.fields["sides"] == 42
    assert [(line.fields["first"], line.fields["last"]) for line in task.detail] == [(37, 39), (40, 40), (41, 42)]
    rolls(table, 40)
    assert held(table) == ("fear of clowns",)
    assert dice(table, "WIS", tags=("clowns",)) == 3
    assert dice(table, "WIS") == 5
    assert table.refused(AddEntry(who=who, frenzy="necrophobia")).code == "no-frenzy-roll"


@pytest.mark.rule("LP-FRZ-107")
def test_what_cannot_be_added(table: Table) -> None:
    who = mike(table, sanity=1)
    assert table.refused(AddEntry(who=who, frenzy="necrophobia")).code == "no-frenzy-roll"
    faint(table)
    come_round(table)
    assert table.refused(AddEntry(who=who, frenzy="panic")).code == "on-the-table"
    assert table.refused(AddEntry(who=who, frenzy="恐慌")).code == "on-the-table"
    assert table.refused(AddEntry(who=who, frenzy="permanent_madness")).code == "on-the-table"
    assert table.refused(AddEntry(who=who, frenzy=" ")).code == "empty-name"
    assert table.refused(AddEntry(who=who, frenzy="x" * 41)).code == "too-long"
    assert table.refused(AddEntry(who=who, frenzy="clowns", numbers=21)).code == "out-of-bounds"
    table.do(AddEntry(who=who, frenzy="clowns", numbers=20))
    assert table.refused(AddEntry(who=who, frenzy="necrophobia")).code == "out-of-bounds"
    table.do(AddEntry(who=who, frenzy="clowns", numbers=0))
    assert table.tasks("frenzy")[0].what.fields["sides"] == 36
    table.do(SetOption(option="custom_frenzies", value=False))
    assert table.refused(AddEntry(who=who, frenzy="clowns")).code == "switched-off"


def test_players_do_not_hear_what_is_added(table: Table) -> None:
    who = mike(table, sanity=1)
    faint(table)
    come_round(table)
    done = table.do(AddEntry(who=who, frenzy="fear of clowns", numbers=2))
    assert told(RULESET, table.state, done.entry.events, "gm").said
    assert not told(RULESET, table.state, done.entry.events, "players").said
    board = RULESET.view(table.state, "players")
    assert [t.what.fields["sides"] for t in board.tasks if t.kind == "frenzy"] == [38]
    assert not any(t.detail for t in board.tasks)


@pytest.mark.rule("LP-FRZ-108")
def test_necrophobia(table: Table) -> None:
    mike(table, "necrophobia")
    assert dice(table, "DSC", tags=("corpse_or_gore",)) == 3
    assert dice(table, "DSC") == 5


# The event -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-FRZ-110")
def test_the_event_stands_on_the_state(table: Table) -> None:
    mike(table, sanity=1)
    collapse(table, 17, why="the barn fire")
    assert one(table, "nyctophobia").cause == "the barn fire"
    [card] = RULESET.view(table.state, "players").cards.values()
    texts = [span.text for line in card.lines for span in line]
    assert Msg("{frenzy} ({notes})", {"frenzy": Msg("frenzy:nyctophobia"), "notes": ("the barn fire",)}) in texts


@pytest.mark.rule("LP-FRZ-110")
@pytest.mark.parametrize(("number", "name"), [(8, "ptsd"), (24, "compulsion")])
def test_where_it_matters_the_gm_is_asked_for_it(table: Table, number: int, name: str) -> None:
    mike(table, sanity=1)
    collapse(table, number)
    [question] = asked(table, "frenzy_cause")
    assert (question.ref, question.choices, question.blocking) == (name, (), True)
    answer(table, "frenzy_cause", "the barn fire")
    assert one(table, name).cause == "the barn fire"


@pytest.mark.rule("LP-FRZ-110")
def test_the_event_can_be_noted_later(table: Table) -> None:
    who = mike(table, sanity=1)
    collapse(table, 8)
    table.do(ChangeFrenzy(who=who, frenzy="ptsd", why="the barn fire"))
    assert one(table, "ptsd").cause == "the barn fire"
    assert not asked(table, "frenzy_cause")


@pytest.mark.parametrize(("name", "kind"), [("ptsd", "frenzy_cause"), ("dependency", "frenzy_item")])
def test_nothing_is_asked_about_a_state_that_is_gone(table: Table, name: str, kind: str) -> None:
    who = mike(table)
    other = table.pc("jessica")
    for one_ in (who, other):
        table.do(ChangeFrenzy(who=one_, frenzy=name))
    table.do(ChangeFrenzy(who=who, frenzy=name, gone=True))
    assert [q.who for q in asked(table, kind)] == [other]


@pytest.mark.rule("LP-FRZ-036")
def test_of_several_states_the_player_chooses(table: Table) -> None:
    """Q-FRZ-05."""
    who = mike(table, "insomnia", "panic")
    tx = table.writing()
    frenzy.offer_loss(tx, who, "parasympathetic_suppression")
    table.session.replace_state(tx.state)
    assert held(table) == ("insomnia", "panic")
    assert [q.choices for q in asked(table, "frenzy_gone")] == [("insomnia", "panic")]
    answer(table, "frenzy_gone", "panic")
    assert held(table) == ("insomnia",)


def test_what_the_gm_cannot_give(table: Table) -> None:
    who = mike(table)
    table.npc("cowboy")
    assert table.refused(ChangeFrenzy(who=who, frenzy="mental_shock_32")).code == "no-such-frenzy"
    assert table.refused(ChangeFrenzy(who=who, frenzy="clowns")).code == "no-such-frenzy"
    assert table.refused(ChangeFrenzy(who=table.ids["cowboy"], frenzy="panic")).code == "no-sheet"
    assert table.refused(RollFrenzy(who="npc-999")).code == "unknown-person"


def test_two_rolls_owed_at_once_are_madness_in_the_end(table: Table) -> None:
    mike(table, "insomnia", sanity=1)
    faint(table)
    come_round(table)
    lose(table, 3)
    answer(table, "faint", "unconscious")
    come_round(table)
    assert len(sheet(table).frenzy_rolls) == 2
    rolls(table, 29)
    assert held(table) == ("insomnia", "panic", "permanent_madness")
    assert not sheet(table).frenzy_rolls


def test_the_dead_owe_nothing(table: Table) -> None:
    who = mike(table, sanity=1)
    faint(table)
    come_round(table)
    give(table, "mike", "dead")
    assert not table.tasks("frenzy") and not sheet(table).frenzy_rolls
    assert table.refused(RollFrenzy(who=who)).code == "no-frenzy-roll"
