"""Attacks of player characters: announcement, hit, damage, the order of the flow."""

from __future__ import annotations

import pytest

from gmconsole.core.commands import SetEnvironment, SetOption
from gmconsole.core.session import Accepted
from gmconsole.rulesets.lawn import RULESET, attacks, forms
from gmconsole.rulesets.lawn.armoury import Carry, SetFigure
from gmconsole.rulesets.lawn.blows import AttackOpened
from gmconsole.rulesets.lawn.checks import AppendDice, CheckRolled, RollCheck
from gmconsole.rulesets.lawn.distance import LightUp
from gmconsole.rulesets.lawn.people import Add
from gmconsole.rulesets.lawn.state import Load, Modifier
from gmconsole.rulesets.lawn.weapon_table import WEAPONS

from . import rounds
from .conftest import Table
from .fighting import (
    FAIL,
    ZERO,
    answer,
    asked,
    attack,
    end,
    enter,
    events,
    fail,
    idle,
    life,
    owed,
    owes,
    people,
    refused,
    roll,
    strike,
)
from .fighting import rolled as came


def order_of(table: Table) -> tuple[str, ...]:
    """What the open attack says may still be chosen."""
    (task,) = (t for t in RULESET.agenda(table.state) if t.kind == "check")
    return tuple(m.id for m in task.detail)


@pytest.mark.rule("LP-ATK-001", "LP-ATK-016", "LP-ATK-024")
def test_five_kinds_of_attack() -> None:
    state = RULESET.new_state("x")
    assert forms.KINDS == ("brawl", "cold_weapon", "firearm", "thrown_weapon", "special_weapon")
    assert {w.kind for w in WEAPONS.values() if w.modes} == set(forms.KINDS) - {"brawl"}
    assert WEAPONS["bow"].kind == "cold_weapon"
    assert (WEAPONS["hand_crossbow"].kind, WEAPONS["hand_crossbow"].damage_check) == ("firearm", False)
    names = forms.names(state)
    assert set(forms.BRAWLS) <= set(names)
    assert {w.id for w in WEAPONS.values() if w.modes} <= set(names)


@pytest.mark.rule("LP-ATK-002", "LP-ATK-005")
def test_a_player_character_needs_hit_and_damage(table: Table) -> None:
    people(table)
    done = attack(table, "mike", "hands", "thug", FAIL)
    assert (end(done), idle(table)) == ("missed", True)
    attack(table, "mike", "hands", "thug", ZERO)
    assert owes(table) == "PHY=damage 5D6"
    assert (end(fail(table)), life(table, "thug")) == ("unharmed", 3)
    attack(table, "mike", "hands", "thug", ZERO)
    assert (end(roll(table, ZERO)), life(table, "thug")) == ("done", 2)
    assert table.who("thug").life_max == 3


@pytest.mark.rule("LP-ATK-007", "LP-ATK-011", "LP-ATK-018", "LP-ATK-025", "LP-ATK-037", "LP-ATK-068")
@pytest.mark.parametrize(
    ("weapon", "band", "allowed"),
    [
        ("sword", "touch", True),
        ("sword", "near", True),
        ("sword", "medium", False),
        ("hands", "touch", True),
        ("hands", "near", False),
        ("headbutt", "near", False),
        ("kick", "near", True),
        ("kick", "medium", False),
        ("dagger", "near", False),
        ("spear", "near", True),
        ("bow", "far", True),
        ("bow", "extreme", False),
        ("shotgun", "near", True),
        ("shotgun", "medium", False),
        ("submachine_gun", "medium", True),
        ("rifle", "far", True),
        ("rifle", "extreme", False),
        ("sniper_rifle", "extreme", True),
        ("stun_gun", "touch", True),
        ("stun_gun", "near", False),
        ("flamethrower", "near", True),
        ("blowgun", "medium", True),
        ("rocket_launcher", "extreme", True),
    ],
)
def test_the_farthest_band(table: Table, weapon: str, band: str, allowed: bool) -> None:
    people(table, band=band)
    if allowed:
        done = attack(table, "mike", weapon, "thug", blind=True)
        assert [e.attack.weapon for e in events(done, AttackOpened)] == [weapon]
    else:
        assert refused(table, "mike", weapon, "thug", blind=True) == "out-of-reach"


@pytest.mark.rule("LP-ATK-007")
def test_the_movement_of_the_round_counts(table: Table) -> None:
    rounds.fight(table, pcs=("mike",))
    rounds.go_to(table, "action", 1)
    assert refused(table, "mike", "sword", "cowboy", difficulty=6) == "out-of-reach"
    table.set_band("mike", "cowboy", "near")
    attack(table, "mike", "sword", "cowboy", ZERO)
    assert owes(table) == "PHY=damage 7D6"


@pytest.mark.rule("LP-ATK-007")
def test_a_band_that_nobody_has_said(table: Table) -> None:
    table.pc("mike")
    table.npc("thug")
    assert refused(table, "mike", "pistol", "thug") == "band-unknown"


@pytest.mark.rule("LP-ATK-008")
def test_an_outline_is_harder_to_hit(table: Table) -> None:
    people(table, band="medium")
    table.do(SetEnvironment(add=("dark",)))
    attack(table, "mike", "pistol", "thug", difficulty=9)
    assert (asked(table).kind, asked(table).value) == ("attack_outline", "3")
    enter(table)
    assert owes(table) == "OPR=hit 5D12"
    enter(table, [4, 5, 6, 9, 9])
    assert life(table, "thug") == 2
    # Another figure, and one said beforehand.
    attack(table, "mike", "pistol", "thug", difficulty=9)
    answer(table, "6")
    assert owes(table) == "OPR=hit 5D15"
    attack(table, "mike", "pistol", "thug", [4, 5, 6, 9, 9], difficulty=9, outline=0)
    assert life(table, "thug") == 1


@pytest.mark.rule("LP-ATK-008")
def test_a_lit_target_is_not_harder_and_one_out_of_sight_needs_the_gm(table: Table) -> None:
    people(table, band="medium")
    table.do(SetEnvironment(add=("dark",)))
    table.do(LightUp(who=table.ids["mike"], source="oil_lamp"))
    attack(table, "mike", "pistol", "thug", ZERO)
    assert life(table, "thug") == 2
    table.set_band("mike", "thug", "far")
    assert refused(table, "mike", "rifle", "thug") == "not-visible"
    attack(table, "mike", "rifle", "thug", ZERO, blind=True)
    assert life(table, "thug") == 1


@pytest.mark.rule("LP-ATK-009")
def test_the_last_difficulty_is_proposed(table: Table) -> None:
    people(table, npcs=("cowboy", "thug"))
    attack(table, "mike", "hands", "cowboy", difficulty=0)
    assert owes(table) == "OPR=hit 5D0"
    (task,) = table.tasks("check")
    assert task.command is None
    roll(table, [4, 5, 6, 9, 9], difficulty=9)
    roll(table, [4, 5, 6, 9, 9], difficulty=9)
    # The same form against the same opponent: rolled at once, damage likewise.
    attack(table, "mike", "hands", "cowboy", [4, 5, 6, 9, 9], difficulty=0)
    assert owes(table) == "PHY=damage 5D9"
    roll(table, [2, 2, 5, 7, 9])
    # Another opponent, another form: asked again; the vital point's surcharge is not kept.
    attack(table, "mike", "hands", "thug", difficulty=0)
    assert owes(table) == "OPR=hit 5D0"
    table.do(attacks.BreakOff(who=table.ids["mike"]))
    attack(table, "mike", "kick", "cowboy", difficulty=0)
    assert owes(table) == "FLX=hit 5D0"
    table.do(attacks.BreakOff(who=table.ids["mike"]))
    attack(table, "mike", "hands", "thug", [2, 2, 5, 7, 9], difficulty=6, vital=True)
    assert table.who("thug").difficulties == {"hit hands": 6}


@pytest.mark.rule("LP-ATK-009")
def test_a_difficulty_said_for_every_form(table: Table) -> None:
    people(table)
    thug = table.who("thug")
    assert not thug.difficulties
    attack(table, "mike", "hands", "thug", difficulty=0)
    # Said as the check is rolled, with the surcharge of the vital point on top.
    attack(table, "mike", "hands", "thug", difficulty=0, vital=True)
    roll(table, [4, 5, 6, 12, 12], difficulty=6)
    assert table.who("thug").difficulties == {"hit hands": 6}
    assert len(table.state.attacks) == 1


@pytest.mark.rule("LP-ATK-010", "LP-ATK-012", "LP-ATK-013")
@pytest.mark.parametrize(
    ("weapon", "check"), [("hands", "OPR=hit 7D6"), ("kick", "FLX=hit 5D6"), ("headbutt", "FLX=hit 5D6")]
)
def test_brawl_hits_with_hands_or_the_rest_of_the_body(table: Table, weapon: str, check: str) -> None:
    people(table, OPR=2, PHY=1)
    attack(table, "mike", weapon, "thug", difficulty=0)
    attack_ = next(iter(table.state.attacks.values()))
    assert forms.of(table.state, attack_).kind == "brawl"
    dice = 7 if weapon == "hands" else 5
    assert owes(table).replace("D0", "D6") == check
    roll(table, [4, 5, 6, *[6] * (dice - 3)], difficulty=6)
    assert owes(table) == "PHY=damage 6D6"


@pytest.mark.rule("LP-ATK-017", "LP-ATK-020")
@pytest.mark.parametrize(
    ("weapon", "attributes", "hit", "damage"),
    [
        ("sword", {}, 5, 7),
        ("hard_stick", {"PHY": 1}, 5, 7),
        ("improvised", {}, 5, 5),
        ("blade", {"OPR": 1, "PHY": 2}, 6, 9),
    ],
)
def test_cold_weapons_add_to_damage(
    table: Table, weapon: str, attributes: dict[str, int], hit: int, damage: int
) -> None:
    people(table, **attributes)
    attack(table, "mike", weapon, "thug", [4, 5, 6, *[6] * (hit - 3)])
    assert owes(table) == f"PHY=damage {damage}D6"


@pytest.mark.rule("LP-ATK-017")
def test_the_gm_gives_a_chair_leg_a_bonus(table: Table) -> None:
    people(table)
    table.do(Carry(who=table.ids["mike"], add=("improvised",)))
    table.do(SetFigure(who=table.ids["mike"], weapon="improvised", figure="bonus", value=1))
    attack(table, "mike", "improvised", "thug", ZERO)
    assert owes(table) == "PHY=damage 6D6"


@pytest.mark.rule("LP-ATK-019", "LP-ATK-030")
def test_a_cold_weapon_thrown(table: Table) -> None:
    people(table, band="medium")
    table.do(Carry(who=table.ids["mike"], add=("dagger",)))
    attack(table, "mike", "dagger", "thug", ZERO, mode="throw")
    assert table.who("mike").weapons == ()
    assert owes(table) == "PHY=damage 7D6"
    fail(table)
    table.set_band("mike", "thug", "far")
    assert refused(table, "mike", "dagger", "thug", mode="throw") == "out-of-reach"
    # A stone is thrown like any cold weapon; a grenade hits by its zones.
    table.set_band("mike", "thug", "medium")
    attack(table, "mike", "improvised", "thug", ZERO, mode="throw")
    assert owes(table) == "PHY=damage 5D6"
    fail(table)
    table.do(SetOption(option="throw_degree", value="off"))
    attack(table, "mike", "grenade", "thug", ZERO)
    assert idle(table)
    assert table.state.devices


@pytest.mark.rule("LP-ATK-023", "LP-ATK-082")
def test_firearms_need_no_damage_check(table: Table) -> None:
    people(table, band="medium")
    attack(table, "mike", "pistol", "thug", FAIL)
    assert (life(table, "thug"), idle(table)) == (3, True)
    attack(table, "mike", "pistol", "thug", ZERO)
    assert (life(table, "thug"), idle(table)) == (2, True)


@pytest.mark.rule("LP-ATK-026", "LP-ATK-071")
@pytest.mark.parametrize(("weapon", "dice", "load", "after"), [("pistol", 7, (3, 3), 2), ("rifle", 8, (2, 2), 1)])
def test_a_burst_takes_load_and_gives_dice(
    table: Table, weapon: str, dice: int, load: tuple[int, int], after: int
) -> None:
    table.pc("mike", load={weapon: Load(now=load[0], full=load[1])})
    table.npc("thug")
    table.all_bands("medium")
    attack(table, "mike", weapon, "thug", [4, 5, 6, *[6] * (dice - 3)], mode="burst")
    assert table.who("mike").load[weapon].now == after
    attack(table, "mike", weapon, "thug", ZERO, mode="single_shot")
    assert table.who("mike").load[weapon].now == after


@pytest.mark.rule("LP-ATK-026", "LP-ATK-071")
def test_weapons_with_one_mode_only(table: Table) -> None:
    people(table, band="near")
    attack(table, "mike", "submachine_gun", "thug", difficulty=0)
    assert owes(table) == "OPR=hit 8D0"
    assert WEAPONS["submachine_gun"].modes == ("burst",)
    assert refused(table, "mike", "shotgun", "thug", mode="burst") == "no-such-mode"
    attack(table, "mike", "shotgun", "thug", difficulty=0)
    assert "a burst with {weapon}?" not in order_of(table)
    attack(table, "mike", "pistol", "thug", difficulty=0)
    assert "a burst with {weapon}?" in order_of(table)


@pytest.mark.rule("LP-ATK-029")
def test_an_unfamiliar_gun(table: Table) -> None:
    people(table, band="near")
    attack(table, "mike", "pistol", "thug", safety=True)
    assert (asked(table).kind, asked(table).value) == ("attack_safety", "check")
    enter(table)
    assert owes(table) == "WIS=safety 5D6"
    roll(table, ZERO)
    assert owes(table) == "OPR=hit 5D6"
    assert end(fail(table)) == "missed"
    attack(table, "mike", "pistol", "thug", safety=True)
    enter(table)
    assert end(fail(table)) == "safety"
    attack(table, "mike", "pistol", "thug", safety=True)
    answer(table, "knows")
    assert owes(table) == "OPR=hit 5D6"
    fail(table)
    # With the safety off anybody pulls a trigger.
    attack(table, "mike", "pistol", "thug", ZERO)
    assert life(table, "thug") == 2
    assert refused(table, "mike", "hands", "thug", safety=True) == "no-safety"


@pytest.mark.rule("LP-ATK-029")
def test_the_firearms_skill_knows_the_safety(table: Table) -> None:
    from msgspec.structs import replace

    people(table, band="near")
    mike = replace(table.who("mike"), skills=("firearms",))
    table.session.replace_state(replace(table.state, entities={**table.state.entities, mike.id: mike}))
    attack(table, "mike", "pistol", "thug", ZERO, safety=True, difficulty=9)
    assert life(table, "thug") == 2


@pytest.mark.rule("LP-ATK-038")
def test_special_weapons_hit_by_hand(table: Table) -> None:
    people(table, OPR=1)
    attack(table, "mike", "stun_gun", "thug", difficulty=0)
    assert owes(table) == "OPR=hit 6D0"
    roll(table, [4, 5, 6, 6, 6, 6], difficulty=6)
    assert "electrocuted" not in table.states("thug")
    assert life(table, "thug") == 2


@pytest.mark.rule("LP-ATK-012", "LP-INJ-058")
def test_the_hand_it_is_done_with(table: Table) -> None:
    people(table, band="near")
    rounds.give(table, "mike", "injured_hand:right:tended")
    attack(table, "mike", "pistol", "thug", difficulty=0)
    assert owes(table) == "OPR=hit 5D0"
    attack(table, "mike", "pistol", "thug", difficulty=0, hand="right")
    assert owes(table) == "OPR=hit 4D0"
    attack(table, "mike", "rifle", "thug", difficulty=0)
    assert owes(table) == "OPR=hit 4D0"
    attack(table, "mike", "kick", "thug", difficulty=0)
    assert owes(table) == "FLX=hit 5D0"


# The order of the flow -----------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-ATK-068")
def test_what_cannot_be_used_is_refused_at_step_one(table: Table) -> None:
    table.pc("mike", load={"pistol": Load(now=0, full=3)})
    table.npc("thug")
    table.all_bands("near")
    before = table.state
    assert refused(table, "mike", "pistol", "thug", difficulty=6) == "load-empty"
    assert refused(table, "mike", "bazooka", "thug") == "no-such-weapon"
    assert refused(table, "mike", "hands", "mike") == "attacks-nobody"
    assert table.state == before
    rounds.give(table, "mike", "both_hands_injured")
    assert refused(table, "mike", "shotgun", "thug") in ("needs-both-hands", "no-usable-hand")
    table.set_band("mike", "thug", "touch")
    assert refused(table, "mike", "hands", "thug") == "no-usable-hand"
    attack(table, "mike", "kick", "thug", ZERO)
    fail(table)
    rounds.give(table, "mike", "both_feet_injured")
    assert refused(table, "mike", "kick", "thug") == "no-usable-foot"


@pytest.mark.rule("LP-ATK-069", "LP-ATK-070")
def test_what_may_be_chosen_depends_on_the_form(table: Table) -> None:
    people(table)
    attack(table, "mike", "hands", "thug", difficulty=0)
    assert order_of(table) == ("mercy?", "a vital point?")
    attack(table, "mike", "pistol", "thug", difficulty=0)
    assert order_of(table) == ("a part of the body that does not kill?", "a vital point?", "a burst with {weapon}?")
    # Skipped: lethal, life goes.
    roll(table, ZERO, difficulty=6)
    assert life(table, "thug") == 2


@pytest.mark.rule("LP-ATK-070")
def test_a_part_costs_no_difficulty_and_a_vital_point_does(table: Table) -> None:
    people(table)
    attack(table, "mike", "pistol", "thug", ZERO, difficulty=6, part="hand")
    assert table.states("thug") == ["injured_hand"]
    attack(table, "mike", "hands", "thug", difficulty=0, vital=True)
    roll(table, [4, 5, 6, 12, 12], difficulty=6)
    assert [c.difficulty for c in table.state.checks.values()] == [6]
    before = life(table, "thug")
    roll(table, ZERO)
    assert before - life(table, "thug") == 2


@pytest.mark.rule("LP-ATK-072")
def test_a_miss_ends_the_flow_and_the_load_is_gone(table: Table) -> None:
    people(table, band="medium")
    done = attack(table, "mike", "pistol", "thug", [2, 2, 5, 5, 6, 2, 2], mode="burst")
    assert (end(done), table.who("mike").load["pistol"].now, life(table, "thug")) == ("missed", 2, 3)


@pytest.mark.rule("LP-ATK-073")
def test_step_six_by_the_form(table: Table) -> None:
    people(table)
    table.add("wall", "object", structure=True, life=3)
    table.all_bands("touch")
    attack(table, "mike", "pistol", "thug", ZERO)
    assert idle(table)
    attack(table, "mike", "sword", "thug", ZERO)
    assert owes(table) == "PHY=damage 7D6"
    fail(table)
    attack(table, "mike", "shotgun", "wall", ZERO)
    assert owed(table).purpose == "breach"
    assert owes(table).startswith("PHY=breach 5D")


@pytest.mark.rule("LP-ATK-074")
def test_step_seven_is_skipped_for_ordinary_people(table: Table) -> None:
    people(table)
    attack(table, "mike", "pistol", "thug", [1, 1, 4, 5, 6])
    assert life(table, "thug") == 2


@pytest.mark.rule("LP-ATK-076")
def test_choices_change_until_the_first_roll(table: Table) -> None:
    rounds.fight(table, pcs=("mike",))
    rounds.go_to(table, "action", 1)
    table.set_band("mike", "cowboy", "touch")
    table.do(Add(kind="npc", name="thug", near=dict.fromkeys(table.state.entities, "touch")))
    thug = list(table.state.entities)[-1]
    attack(table, "mike", "hands", "cowboy", difficulty=0)
    assert table.state.crisis.slots == {table.ids["mike"]: "acted"}
    attack(table, "mike", "pistol", "cowboy", difficulty=0, mode="burst")
    assert owes(table) == "OPR=hit 7D0"
    attack(table, "mike", "pistol", "cowboy", difficulty=0, part="foot")
    assert owes(table) == "OPR=hit 5D0"
    table.do(attacks.Strike(who=table.ids["mike"], weapon="hands", target=thug, mercy=True))
    (now,) = table.state.attacks.values()
    assert (now.target, now.mercy, now.part) == (thug, True, "")
    # Rolled but held open: not any more; nor once it is over.
    check = owed(table)
    table.do(RollCheck(who=check.who, check=check.id, difficulty=6, hold=True), FAIL)
    assert refused(table, "mike", "hands", "cowboy") == "resolve-first"
    table.do(AppendDice(who=table.ids["mike"], count=1), [2])
    table.do(next(t.command for t in RULESET.agenda(table.state) if t.kind == "settle"))  # type: ignore[arg-type]
    assert refused(table, "mike", "hands", "cowboy") == "slot-over"


@pytest.mark.rule("LP-ATK-076")
def test_steps_one_five_and_six_alone(table: Table) -> None:
    people(table)
    attack(table, "mike", "hands", "thug", ZERO)
    enter(table, ZERO)
    assert (life(table, "thug"), idle(table)) == (2, True)


@pytest.mark.rule("LP-ATK-076", "LP-ACT-001")
def test_an_open_attack_blocks_the_next_slot_and_survives_undo(table: Table) -> None:
    rounds.fight(table, pcs=("mike",))
    rounds.go_to(table, "action", 1)
    table.set_band("mike", "cowboy", "touch")
    attack(table, "mike", "hands", "cowboy", ZERO)
    assert refused(table, "cowboy", "hands", "mike") == "resolve-first"
    before = table.state
    roll(table, ZERO)
    attack(table, "cowboy", "hands", "mike")
    table.session.undo(2)
    assert table.state == before
    assert owes(table) == "PHY=damage 5D6"
    table.session.redo(2)
    assert owes(table) == "FLX=dodge 5D6"


@pytest.mark.rule("LP-ATK-087")
def test_a_critical_of_an_attack_asks_for_a_special_event(table: Table) -> None:
    people(table, band="medium")
    done = attack(table, "mike", "pistol", "thug", [1, 2, 3, 7, 7, 9, 4], difficulty=9, mode="burst")
    assert came(done) == "critical_success/1"
    (question,) = table.state.questions.values()
    assert (question.kind, question.ref, question.blocking) == ("attack_critical", "critical_success", False)
    table.do(_answer(question.id, "incapacitate"))
    assert table.states("thug") == ["down"]
    done = attack(table, "mike", "pistol", "thug", [4, 4, 4, 5, 6], difficulty=9)
    assert (came(done), end(done)) == ("critical_failure/0", "missed")
    (question,) = table.state.questions.values()
    assert question.ref == "critical_failure"
    table.do(_answer(question.id, "the gun jams"))
    assert not table.state.questions


@pytest.mark.rule("LP-ATK-087")
def test_quick_choices_of_a_special_event(table: Table) -> None:
    rounds.fight(table, pcs=("mike",))
    rounds.go_to(table, "action", 1)
    table.do(Carry(who=table.ids["cowboy"], add=("dagger",)))
    attack(table, "mike", "pistol", "cowboy", [3, 2, 1, 9, 9], difficulty=9)
    critical = next(q for q in table.state.questions.values() if q.kind == "attack_critical")
    table.do(_answer(critical.id, "drop_weapon"))
    assert table.who("cowboy").weapons == ()
    table.session.undo()
    table.do(_answer(critical.id, "end_crisis"))
    assert table.state.mode == "calm"


def _answer(question: str, value: str) -> attacks.Command:
    from gmconsole.rulesets.lawn.questions import Answer

    return Answer(question=question, value=value)


@pytest.mark.rule("LP-INI-020")
def test_reading_intent_makes_the_attack_harder(table: Table) -> None:
    rounds.fight(table)
    table.do(SetOption(option="reading_intent", value=True))
    rounds.go_to(table, "action", 1, first=("mike",))
    rounds.pass_slots(table, until="jessica")
    attack(table, "jessica", "pistol", "cowboy", difficulty=9)
    (question,) = rounds.asked(table, "reading_intent")
    assert question.value == "12"
    rounds.answer(table, "reading_intent", "12")
    assert owes(table) == "OPR=hit 5D12"
    enter(table, [2, 2, 5, 5, 5])
    assert table.who("cowboy").difficulties == {"hit pistol": 9}
    table.add("door", "object")
    table.all_bands("touch")
    rounds.go_to(table, "action", 2, first=("mike",))
    rounds.pass_slots(table, until="jessica")
    attack(table, "jessica", "improvised", "door", ZERO)
    assert not rounds.asked(table, "reading_intent")


@pytest.mark.rule("LP-LIF-006")
def test_wounds_of_a_foe_change_nothing_about_attacking_it(table: Table) -> None:
    rounds.fight(table, pcs=("mike",))
    rounds.go_to(table, "action", 1)
    attack(table, "mike", "pistol", "cowboy", [4, 5, 6, 9, 9], difficulty=9)
    assert life(table, "cowboy") == 2
    rounds.go_to(table, "action", 2)
    done = attack(table, "mike", "pistol", "cowboy", [4, 5, 6, 9, 9], difficulty=0)
    assert [e.difficulty for e in events(done, CheckRolled)] == [9]
    assert life(table, "cowboy") == 1
    assert rounds.turn(table) == "cowboy"


@pytest.mark.rule("LP-ATK-009")
def test_words_for_the_modifiers_of_the_hit(table: Table) -> None:
    people(table)
    attack(table, "mike", "hands", "thug", [4, 5, 6, 6, 6, 6, 6], modifiers=(Modifier(2, "aimed"),))
    assert owes(table) == "PHY=damage 5D6"


def test_bounds_of_an_attack(table: Table) -> None:
    people(table)
    assert refused(table, "mike", "hands", "thug", harder=4) == "not-a-step"
    assert refused(table, "mike", "hands", "thug", harder=99) == "out-of-bounds"
    assert refused(table, "mike", "hands", "thug", extra=0) == "out-of-bounds"
    assert refused(table, "mike", "hands", "thug", part="hand", vital=True) == "part-or-vital"
    assert refused(table, "mike", "hands", "thug", part="tail") == "not-a-choice"
    assert refused(table, "mike", "hands", "thug", double=1, vital=True) == "nothing-to-double"
    assert refused(table, "mike", "pistol", "thug", ammunition="dazed") == "not-a-choice"
    assert refused(table, "mike", "pistol", "thug", fuse=True) == "no-fuse"
    assert table.refused(strike(table, "mike", "hands", "thug", hand="third")).code == "not-a-choice"
    assert table.refused(attacks.BreakOff(who=table.ids["mike"])).code == "no-open-attack"


def test_the_words_of_an_attack_give_it_back(table: Table) -> None:
    from gmconsole.language.driver import Driver, Request

    people(table)
    driver = Driver(table.session)
    line = 'attack mike pistol thug burst part hand:left D9 +2 "aimed" harder 0'
    request = driver.parse(line)
    assert isinstance(request, Request)
    command = request.command
    assert command == strike(
        table,
        "mike",
        "pistol",
        "thug",
        mode="burst",
        part="hand:left",
        difficulty=9,
        harder=0,
        modifiers=(Modifier(2, "aimed"),),
    )
    for lang in ("en", "zh"):
        other = Driver(table.session, lang)
        written = other.line(command)
        again = other.parse(written)
        assert isinstance(again, Request)
        assert again.command == command, written
    assert isinstance(driver.run(line + " = 4 5 6 9 9 9 9 9 9"), Accepted)
