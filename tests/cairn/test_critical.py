"""Damage past the HP, the STR save and what fails it, and harm outside a fight (CA-CRT, CA-DET-003)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gmconsole.core.commands import SetField
from gmconsole.language.driver import Driver
from gmconsole.rulesets.cairn import RULESET, aid, conditions, critical, death, turns
from gmconsole.rulesets.cairn.actions import Crawl, Move
from gmconsole.rulesets.cairn.attacks import Strike
from gmconsole.rulesets.cairn.harm import Harm
from gmconsole.rulesets.cairn.people import Added
from gmconsole.rulesets.cairn.recovery import Rest
from gmconsole.rulesets.cairn.state import Attack, Combatant, Scar, Score

from .conftest import Table
from .harming import bare, blow, hit, hold, turn

SPIDER = Attack(name="bite", dice=(8,), on_critical="the victim is dragged off")


def fight(table: Table, *, pc: dict[str, int], foe: dict[str, object]) -> None:
    """Bryn against one bandit, whose first-round saves are waived."""
    table.pc("Bryn", dice=(8,), **pc)
    table.foe("Bandit", **{"dice": (8,), "hp": 3, **foe})
    table.start()


def harm(table: Table, name: str, *dice: int, **more: object) -> None:
    table.do(Harm(who=(table.ids[name],), **more), *dice)  # type: ignore[arg-type]


@pytest.mark.rule("CA-CRT-001")
def test_what_is_past_the_hp_comes_off_str(table: Table) -> None:
    fight(table, pc={"hp": 3, "STR": 9}, foe={})
    blow(table, "Bandit", "Bryn", 7)
    assert (table.hp("Bryn"), table.score("Bryn")) == ((0, 3), (5, 9))

    other = Table()
    fight(other, pc={"hp": 4, "hp_max": 6, "STR": 12}, foe={})
    blow(other, "Bandit", "Bryn", 5)
    assert (other.hp("Bryn"), other.score("Bryn")) == ((0, 6), (11, 12))


@pytest.mark.rule("CA-CRT-002")
@pytest.mark.parametrize(
    ("score", "damage", "face", "after", "passes"),
    [(9, 2, 8, 7, False), (8, 2, 6, 6, True), (8, 6, 1, 2, True), (19, 1, 20, 18, False)],
)
@pytest.mark.parametrize("kind", ["pc", "npc", "monster", "hireling", "detachment"])
def test_the_save_is_against_the_new_str(
    table: Table, kind: str, score: int, damage: int, face: int, after: int, passes: bool
) -> None:
    table.pc("Oda")
    table.foe("Other")
    figures: dict[str, object] = {"hp": 1, "hp_max": 1, "STR": score}
    if kind == "detachment":
        table.foe("It", detachment=True, **figures)
    else:
        table.add("It", kind, **figures)
    table.start()
    hit(table, "It", 1 + damage)
    assert table.score("It") == (after, score)
    (call,) = table.state.calls.values()
    assert (call.kind, call.attribute) == ("strength", "STR")
    table.save("It", face)
    asked = {q.kind for q in table.state.questions.values()}
    if passes:
        assert (table.who("It").condition, asked) == ("", set())
    elif kind == "pc":
        assert (table.who("It").condition, asked) == ("critical", set())
    else:
        assert (table.who("It").condition, asked) == ("", {"broken" if kind == "detachment" else "fate"})


@pytest.mark.rule("CA-CRT-003")
def test_who_passes_fights_on_at_0_hp(table: Table) -> None:
    fight(table, pc={"hp": 2, "hp_max": 4, "STR": 11}, foe={})
    blow(table, "Bandit", "Bryn", 4)
    assert table.tasks("save:strength")
    table.save("Bryn", 9)
    assert (table.hp("Bryn"), table.score("Bryn"), table.who("Bryn").condition) == ((0, 4), (9, 11), "")
    turn(table, "pcs")
    table.do(Strike(who=table.ids["Bryn"], targets=(table.ids["Bandit"],)))


@pytest.mark.rule("CA-CRT-004")
def test_at_0_hp_every_hit_takes_str_and_asks_again(table: Table) -> None:
    fight(table, pc={"hp": 2, "hp_max": 4, "armour": 1, "STR": 11}, foe={})
    blow(table, "Bandit", "Bryn", 5)
    table.save("Bryn", 9)
    assert (table.hp("Bryn"), table.score("Bryn")) == ((0, 4), (9, 11))

    blow(table, "Bandit", "Bryn", 4)
    assert table.score("Bryn") == (6, 11)
    table.save("Bryn", 6)
    assert table.who("Bryn").condition == ""
    blow(table, "Bandit", "Bryn", 3)
    assert table.score("Bryn") == (4, 11)
    assert table.tasks("save:strength")[0].what.fields["score"] == 4
    table.save("Bryn", 4)
    assert table.who("Bryn").condition == ""

    table.do(SetField(who=(table.ids["Bryn"],), field="hp", value=4))
    blow(table, "Bandit", "Bryn", 3)
    assert (table.hp("Bryn"), table.score("Bryn"), dict(table.state.calls)) == ((2, 4), (4, 11), {})


@pytest.mark.rule("CA-CRT-005")
def test_exactly_0_costs_no_str_and_asks_for_no_save(table: Table) -> None:
    fight(table, pc={"hp": 3, "hp_max": 6, "STR": 9}, foe={"hp": 5, "armour": 3, "STR": 9})
    blow(table, "Bryn", "Bandit", 8)
    assert (table.hp("Bandit"), table.score("Bandit")) == ((0, 5), (9, 9))
    assert not [c for c in table.state.calls.values() if c.kind == "strength"]

    other = Table()
    fight(other, pc={"hp": 3, "hp_max": 6, "STR": 9}, foe={})
    blow(other, "Bandit", "Bryn", 3)
    assert (other.hp("Bryn"), other.score("Bryn"), dict(other.state.calls)) == ((0, 6), (9, 9), {})
    assert [s.entry for s in other.who("Bryn").scars.values()] == [3]


@pytest.mark.rule("CA-CRT-006")
def test_a_critical_pc_can_only_crawl(table: Table) -> None:
    fight(table, pc={"hp": 3, "STR": 9}, foe={})
    table.pc("Oda", hp=4)
    blow(table, "Bandit", "Bryn", 7)
    table.save("Bryn", 7)
    assert table.who("Bryn").condition == "critical"
    table.next()
    bryn, bandit = table.ids["Bryn"], table.ids["Bandit"]
    assert [t.kind for t in table.tasks() if t.who == bryn] == ["crawl"]
    table.refused(Strike(who=bryn, targets=(bandit,)), "cannot-act")
    table.refused(Move(who=bryn, feet=40), "cannot-act")
    table.refused(aid.Aid(who=bryn, whom=table.ids["Oda"]), "needs-no-aid")
    table.do(Crawl(who=bryn))


@pytest.mark.rule("CA-CRT-006", "CA-CRT-007")
def test_the_critical_tend_nobody(table: Table) -> None:
    """Two who are down cannot help each other; stable is still down."""
    for name in ("Bryn", "Oda", "Tam"):
        table.pc(name, hp=3, STR=9)
    table.foe("Bandit", dice=(8,))
    table.start()
    for name in ("Bryn", "Oda"):
        blow(table, "Bandit", name, 7)
        table.save(name, 7)
    table.next()
    table.refused(aid.Aid(who=table.ids["Bryn"], whom=table.ids["Oda"]), "cannot-act")
    table.do(aid.Aid(who=table.ids["Tam"], whom=table.ids["Oda"]))
    assert table.who("Oda").condition == "stable"
    assert not conditions.can_act(table.who("Oda"))
    turn(table, "pcs")
    table.refused(Strike(who=table.ids["Oda"], targets=(table.ids["Bandit"],)), "cannot-act")


@pytest.mark.rule("CA-CRT-009")
def test_enter_takes_a_beaten_npc_for_dead(table: Table) -> None:
    fight(table, pc={"hp": 6}, foe={"hp": 3, "STR": 9})
    table.foe("Other", hp=3)
    blow(table, "Bryn", "Bandit", 5)
    assert table.score("Bandit") == (7, 9)
    table.save("Bandit", 8)
    assert table.tasks()[0].kind == "question:fate"
    (question,) = table.state.questions.values()
    assert question.choices == ("dead", "dying", "captured", "fled")
    command = table.tasks()[0].command
    assert command is not None
    table.do(command)
    assert table.who("Bandit").condition == "dead"
    assert table.state.fight.felled == (table.ids["Bandit"],)
    assert conditions.is_lost(table.who("Bandit"))


@pytest.mark.rule("CA-CRT-009")
@pytest.mark.parametrize(("fate", "condition"), [("dying", "dying"), ("captured", "captured"), ("fled", "")])
def test_the_warden_decides_otherwise(table: Table, fate: str, condition: str) -> None:
    fight(table, pc={"hp": 6}, foe={"hp": 3, "STR": 9})
    table.foe("Other", hp=3)
    blow(table, "Bryn", "Bandit", 5)
    table.save("Bandit", 8)
    table.answer(fate, "fate")
    bandit = table.who("Bandit")
    assert bandit.condition == condition
    assert conditions.is_lost(bandit)
    assert not conditions.can_act(bandit)
    assert bandit.on_stage == (fate != "fled")


@pytest.mark.rule("CA-CRT-009", "CA-CRT-007")
def test_the_dying_can_be_bandaged_later(table: Table) -> None:
    fight(table, pc={"hp": 6}, foe={"hp": 3, "STR": 9})
    blow(table, "Bryn", "Bandit", 5)
    table.save("Bandit", 8)
    table.answer("dying", "fate")
    assert death.clocks(table.state) == ((table.ids["Bandit"], 3610),)
    hold(table)
    if turns.fighting(table.state):
        table.next()
    assert not turns.fighting(table.state)
    table.do(aid.Aid(who=table.ids["Bryn"], whom=table.ids["Bandit"]))
    assert table.who("Bandit").condition == "stable"
    assert not death.clocks(table.state)


@pytest.mark.rule("CA-CRT-008", "CA-CRT-009")
def test_a_hireling_said_to_be_dying_has_the_hour_too(table: Table) -> None:
    fight(table, pc={"hp": 6}, foe={"hp": 3, "dice": (6,)})
    table.add("Hal", "hireling", hp=2, STR=9)
    blow(table, "Bandit", "Hal", 6)
    table.save("Hal", 20)
    table.answer("dying", "fate")
    [(who, left)] = death.clocks(table.state)
    assert (who, left) == (table.ids["Hal"], 3610)


@pytest.mark.rule("CA-CRT-010")
def test_a_rider_shows_when_the_save_fails(table: Table) -> None:
    table.pc("Bryn", hp=2, STR=10)
    table.pc("Oda", hp=4)
    table.foe("Spider", attacks=(SPIDER,))
    table.start()
    blow(table, "Spider", "Bryn", 4)
    assert table.score("Bryn") == (8, 10)
    table.save("Bryn", 9)
    assert table.who("Bryn").condition == "critical"
    (question,) = table.state.questions.values()
    assert (question.kind, question.who, question.other) == ("rider", table.ids["Bryn"], table.ids["Spider"])
    assert question.ref == "the victim is dragged off"
    (task,) = table.tasks("question:rider")
    assert task.command is not None
    table.do(task.command)
    assert not table.state.questions


@pytest.mark.rule("CA-CRT-010", "CA-CRT-009")
def test_a_rider_works_on_npcs_too(table: Table) -> None:
    """What becomes of the bandit and what the blade does are two questions; harm without an attacker names nobody."""
    table.pc("Bryn", hp=6, attacks=(Attack(name="cursed blade", dice=(8,), on_critical="the blade drinks"),))
    table.foe("Bandit", hp=3, STR=9)
    table.foe("Other", hp=3)
    table.start()
    blow(table, "Bryn", "Bandit", 5)
    table.save("Bandit", 8)
    assert [q.kind for q in table.state.questions.values()] == ["fate", "rider"]
    table.answer("captured", "fate")
    table.answer("done", "rider")
    assert table.who("Bandit").condition == "captured"

    other = Table()
    ghoul = other.foe("Ghoul", hp=3, STR=9)
    after = bare(other.state, lambda tx: critical.take(tx, ghoul, 5, rider="it burns"))
    other.session.replace_state(after)
    other.save("Ghoul", 20)
    assert [q.kind for q in other.state.questions.values()] == ["fate", "rider_alone"]


@pytest.mark.rule("CA-CRT-010")
def test_no_rider_on_a_passed_save(table: Table) -> None:
    table.pc("Bryn", hp=2, STR=10)
    table.foe("Spider", attacks=(SPIDER,))
    table.start()
    blow(table, "Spider", "Bryn", 4)
    table.save("Bryn", 8)
    assert (table.who("Bryn").condition, dict(table.state.questions)) == ("", {})


@pytest.mark.rule("CA-CRT-011", "CA-DET-003")
@pytest.mark.parametrize(
    ("kind", "figures", "damage", "end"),
    [
        ("pc", {"hp": 1, "hp_max": 4, "STR": 4}, 5, "dead"),
        ("pc", {"hp": 0, "hp_max": 4, "STR": 3}, 9, "dead"),
        ("npc", {"hp": 0, "hp_max": 4, "STR": 2}, 2, "dead"),
        ("monster", {"hp": 1, "hp_max": 4, "STR": 2}, 9, "dead"),
        ("detachment", {"hp": 0, "hp_max": 4, "STR": 3}, 4, "destroyed"),
    ],
)
def test_str_0_is_death_without_a_save(table: Table, kind: str, figures: dict[str, int], damage: int, end: str) -> None:
    table.pc("Oda")
    table.foe("Other")
    whole = {**figures, "hp": max(figures["hp"], 1)}
    if kind == "detachment":
        table.foe("It", detachment=True, **whole)
    else:
        table.add("It", kind, **whole)
    if not figures["hp"]:
        table.do(SetField(who=(table.ids["It"],), field="hp", value=0))
    table.start()
    hit(table, "It", damage)
    assert (table.who("It").hp, table.who("It").score("STR").current) == (0, 0)
    assert table.who("It").condition == end
    assert ([c for c in table.state.calls.values() if c.attribute == "STR"], dict(table.state.questions)) == ([], {})
    if kind == "pc":
        table.refused(aid.Aid(who=table.ids["Oda"], whom=table.ids["It"]), "beyond-aid")
    else:
        assert table.ids["It"] in table.state.fight.felled


@pytest.mark.rule("CA-CRT-011")
def test_death_voids_what_was_owed(table: Table) -> None:
    """A save, a scar's dice and the question what becomes of somebody are over once STR is gone."""
    table.pc("Bryn", hp=3, STR=4)
    table.foe("Bandit", hp=1, STR=4)
    table.start()
    harm(table, "Bryn", amount=4)
    harm(table, "Bandit", amount=3)
    assert len(table.state.calls) == 2
    table.save("Bandit", 20)
    assert len(table.state.questions) == 1
    for name in ("Bryn", "Bandit"):
        harm(table, name, amount=9)
        assert table.who(name).condition == "dead"
    assert (dict(table.state.calls), dict(table.state.questions)) == ({}, {})


@pytest.mark.rule("CA-CRT-012")
def test_harm_outside_a_fight_takes_attribute_points(table: Table) -> None:
    table.pc("Bryn", hp=5, STR=11, DEX=12, armour=2)
    harm(table, "Bryn", 4, sides=6)
    assert (table.hp("Bryn"), table.score("Bryn")) == ((5, 5), (7, 11))
    assert (dict(table.state.calls), dict(table.who("Bryn").scars)) == ({}, {})
    harm(table, "Bryn", 2, sides=4, attribute="DEX")
    assert (table.score("Bryn", "DEX"), table.score("Bryn"), table.hp("Bryn")) == ((10, 12), (7, 11), (5, 5))
    harm(table, "Bryn", 5, sides=6, armour=True)
    assert table.score("Bryn") == (4, 11)
    harm(table, "Bryn", amount=1, save=True)
    assert [c.kind for c in table.state.calls.values()] == ["strength"]
    table.save("Bryn", 3)
    assert table.who("Bryn").condition == ""


@pytest.mark.rule("CA-CRT-012", "CA-CRT-011")
def test_harm_may_kill(table: Table) -> None:
    table.pc("Bryn", hp=5, STR=11)
    table.do(SetField(who=(table.ids["Bryn"],), field="STR", value=3))
    harm(table, "Bryn", 5, sides=6)
    assert (table.score("Bryn"), table.who("Bryn").condition) == ((0, 11), "dead")
    table.refused(Harm(who=(table.ids["Bryn"],), sides=6), "dead-already")


@pytest.mark.rule("CA-CRT-012")
def test_harm_is_refused_without_dice_or_with_odd_ones(table: Table) -> None:
    who = (table.pc("Bryn"),)
    table.refused(Harm(who=who), "no-harm")
    table.refused(Harm(who=who, sides=1), "out-of-bounds")
    table.refused(Harm(who=who, count=0, sides=6), "out-of-bounds")
    table.refused(Harm(who=who, amount=-1), "out-of-bounds")
    table.refused(Harm(who=who, sides=6, attribute="LCK"), "unknown-attribute")
    table.refused(Harm(who=("pc-009",), sides=6), "unknown-person")


@pytest.mark.rule("CA-CRT-012")
def test_harm_in_a_fight_goes_the_way_of_damage(table: Table) -> None:
    """A fall in the middle of a fight comes off HP, each with a die of their own; it is no attack for morale."""
    table.pc("Bryn", hp=3)
    table.foe("Bandit", hp=2, STR=9)
    table.start()
    table.do(Harm(who=(table.ids["Bryn"], table.ids["Bandit"]), sides=6, because="the bridge falls"), 3, 4)
    assert (table.hp("Bryn"), [s.entry for s in table.who("Bryn").scars.values()]) == ((0, 3), [3])
    assert (table.hp("Bandit"), table.score("Bandit")) == ((0, 2), (7, 9))
    assert table.state.fight.dropped == ()


@pytest.mark.rule("CA-CRT-013")
def test_dex_0_paralyses(table: Table) -> None:
    table.pc("Bryn", hp=4, DEX=12)
    table.pc("Oda", hp=4)
    table.foe("Bandit")
    table.do(SetField(who=(table.ids["Bryn"],), field="DEX", value=2))
    table.start()
    harm(table, "Bryn", 3, sides=4, attribute="DEX")
    assert table.score("Bryn", "DEX") == (0, 12)
    assert conditions.words(table.who("Bryn")) == ("paralysed",)
    turn(table, "opponents")
    turn(table, "pcs")
    assert [c.id for c in turns.actors(table.state, "pcs")] == [table.ids["Oda"]]
    table.refused(Strike(who=table.ids["Bryn"], targets=(table.ids["Bandit"],)), "cannot-act")
    table.do(SetField(who=(table.ids["Bryn"],), field="DEX", value=12, because="extended rest"))
    assert conditions.words(table.who("Bryn")) == ()
    table.do(Strike(who=table.ids["Bryn"], targets=(table.ids["Bandit"],)))


@pytest.mark.rule("CA-CRT-014")
def test_wil_0_is_delirium(table: Table) -> None:
    table.pc("Bryn", hp=4, WIL=10)
    table.pc("Oda", hp=4)
    table.foe("Bandit")
    table.do(SetField(who=(table.ids["Bryn"],), field="WIL", value=4))
    harm(table, "Bryn", 4, sides=4, attribute="WIL")
    assert table.score("Bryn", "WIL") == (0, 10)
    assert conditions.words(table.who("Bryn")) == ("delirious",)
    table.do(Rest(kind="brief", who=(table.ids["Bryn"],)))
    table.answer("quiet", "rest_brief")
    assert conditions.words(table.who("Bryn")) == ("delirious",)
    table.start()
    assert [c.id for c in turns.actors(table.state, "pcs")] == [table.ids["Oda"]]
    table.do(SetField(who=(table.ids["Bryn"],), field="WIL", value=10, because="a saint's hand"))
    assert conditions.words(table.who("Bryn")) == ()
    assert table.ids["Bryn"] in [c.id for c in turns.actors(table.state, "pcs")]


def test_a_blow_is_taken_back_whole(table: Table) -> None:
    """Undo restores HP, STR, scar and death together (T14)."""
    fight(table, pc={"hp": 3, "hp_max": 6, "STR": 3}, foe={})
    turn(table, "opponents")
    before = table.state
    blow(table, "Bandit", "Bryn", 3)
    scarred = table.state
    assert scarred.entities[table.ids["Bryn"]].scars
    turn(table, "opponents")
    again = table.state
    blow(table, "Bandit", "Bryn", 4)
    assert table.who("Bryn").condition == "dead"
    table.session.undo(2)
    assert table.state == again
    while table.state != scarred:
        table.session.undo()
    table.session.undo(2)
    assert table.state == before
    assert (table.hp("Bryn"), table.score("Bryn"), dict(table.who("Bryn").scars)) == ((3, 6), (3, 3), {})


# Invariants --------------------------------------------------------------------------------------------------------


@st.composite
def victims(draw: st.DrawFn) -> Combatant:
    hp_max, maximum = draw(st.integers(0, 15)), draw(st.integers(1, 18))
    kind = draw(st.sampled_from(("pc", "hireling", "npc", "monster", "detachment")))
    doomed = {"scar-001": Scar(id="scar-001", entry=12, lost=12, step="next_save")} if draw(st.booleans()) else {}
    return Combatant(
        id="npc-001",
        name="It",
        kind="npc" if kind == "detachment" else kind,
        side=draw(st.sampled_from(("pcs", "opponents"))),
        tag="a",
        hp=draw(st.integers(0, hp_max)),
        hp_max=hp_max,
        scores={"STR": Score(draw(st.integers(1, maximum)), maximum)},
        detachment=kind == "detachment",
        scars=doomed if kind == "pc" else {},
    )


@given(victims(), st.integers(-2, 30))
def test_damage_is_booked_once_and_nothing_falls_below_0(victim: Combatant, damage: int) -> None:
    state = bare(RULESET.new_state("test"), lambda tx: tx.emit(Added(person=victim, counter="npc")))
    after = bare(state, lambda tx: critical.take(tx, victim.id, damage))
    hurt = after.entities[victim.id]
    lost, gone = victim.hp - hurt.hp, victim.score("STR").current - hurt.score("STR").current
    assert hurt.hp >= 0 <= hurt.score("STR").current
    assert lost + gone == min(max(damage, 0), victim.hp + victim.score("STR").current)
    assert not gone or hurt.hp == 0
    dead = conditions.is_dead(hurt)
    assert dead == (hurt.score("STR").current == 0)
    scarred = len(hurt.scars) > len(victim.scars) or "scar_entry" in {q.kind for q in after.questions.values()}
    again = victim.scars and victim.hp == damage == 12
    assert scarred == (victim.kind == "pc" and 0 < damage == victim.hp and not again)
    assert len([c for c in after.calls.values() if c.kind == "strength"]) == (1 if gone and not dead else 0)


# Lines -------------------------------------------------------------------------------------------------------------


def test_harm_is_written_and_read_in_both_languages(table: Table) -> None:
    table.pc("Bryn")
    table.pc("Tam")
    both = tuple(table.ids.values())
    commands = (
        Harm(who=both, sides=6),
        Harm(who=both[:1], count=2, sides=8, attribute="DEX", armour=True, save=True, because="acid"),
        Harm(who=both[:1], amount=4, attribute="WIL"),
    )
    for lang, word in (("en", "harm"), ("zh", "受伤")):
        driver = Driver(table.session, lang)
        for command in commands:
            line = driver.line(command)
            assert line.startswith(word)
            request = driver.parse(line)
            assert request is not None
            assert getattr(request, "command", request) == command
    assert driver.run("受伤 Bryn 敏捷 d4 = 3") is not None
    assert table.score("Bryn", "DEX") == (7, 10)
    assert getattr(driver.run("harm Bryn much"), "code", "") == "not-harm"
